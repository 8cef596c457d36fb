"""Files in and out: JSON read with care, game files checked action by action, any file recognised.

A game file is the game's log (`Game.as_json`): loading it plays every action and compares every hash, so a change of
the rules that would alter an old game is found here and not by a player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from stellwerk.actions import CHANCE, Action
from stellwerk.errors import BadInput, Illegal
from stellwerk.game import Game
from stellwerk.interop.careful_json import DEEPEST, LARGEST, MOST_BYTES, laid_out, read_json, write_json
from stellwerk.interop.check_position import game_at, read_position
from stellwerk.interop.own_figures_file import checked_rules
from stellwerk.interop.position_fields import FORMAT as POSITION_FILE
from stellwerk.interop.position_file import set_up
from stellwerk.interop.text import to_text
from stellwerk.rules import Rules

__all__ = [
    "DEEPEST", "LARGEST", "MOST_BYTES", "game_as_text", "import_game", "kind_of", "load_any", "load_game", "read_json",
    "save_game", "write_json",
]  # fmt: skip

GAME_FILE = "stellwerk-game"
VERSION = 1
# Game files


class GameFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A game as its log."""

    format: str = GAME_FILE
    version: int = VERSION
    title: str
    variant: str = ""
    """The title's first one unless said."""
    rules: str = "book"
    own: dict[str, Any] | None = None
    """The own board, chart or tiles it is played with (docs/own-boards.md)."""
    edition: int = 1
    """The edition of the rules it began with."""
    players: tuple[str, ...]
    seed: int = 0
    actions: tuple[Any, ...] = ()
    hashes: tuple[str, ...] | None = None
    start: dict[str, Any] | None = None
    """The position the game began at, where that is not the title's own beginning."""


def save_game(game: Game, hashes: bool = True) -> bytes:
    """A game as a file of ours."""
    return write_json(game.as_json(hashes))


def game_as_text(game: Game, hashes: bool = True) -> str:
    """A game as the text of a file of ours."""
    return laid_out(game.as_json(hashes))


Told = Callable[[int, int], None]
"""Called while a game is replayed: actions played, actions in all."""


def load_game(data: bytes | str | dict[str, Any], told: Told | None = None, to: int | None = None) -> Game:
    """A game from a file of ours: every action is played (up to number `to`), every hash compared."""
    spec = _game_file(read_json(data) if isinstance(data, bytes | str) else data)
    game = _starting_position(spec)
    last = len(spec.actions) if to is None else min(to, len(spec.actions))
    for number, entry in enumerate(spec.actions[:last], 1):
        action = _read_entry(game.rules, number, entry)
        _replay_entry(game, number, action)
        if spec.hashes is not None and game.position.hash() != spec.hashes[number - 1]:
            raise BadInput(
                f"After action {number} ({to_text(action)}) the position is another one than when the game was saved:"
                " the rules have changed since, or the file was edited."
            )
        if told is not None:
            told(number, last)
    return _draw_from_now_on(game)


def _game_file(data: object) -> GameFile:
    try:
        spec = msgspec.convert(data, type=GameFile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"This is no game file: {error}.") from None
    if spec.format != GAME_FILE:
        raise BadInput(f"This is no game file: its format is {spec.format[:60]!r}, not {GAME_FILE!r}.")
    if spec.version != VERSION:
        raise BadInput(f"This game file is of version {spec.version}; version {VERSION} is read here.")
    if abs(spec.seed) > LARGEST:
        raise BadInput("The seed is too large a number.")
    if spec.hashes is not None and len(spec.hashes) != len(spec.actions):
        raise BadInput(f"The file has {len(spec.actions)} actions but {len(spec.hashes)} hashes; one each is right.")
    return spec


def _starting_position(spec: GameFile) -> Game:
    rules = checked_rules(spec.title, spec.variant, spec.rules, spec.own, spec.edition)
    if spec.start is None:
        return Game(rules, rules.new_position(spec.players, spec.seed), draws=False)
    start = read_position(rules, spec.start)
    if start.players != spec.players or start.seed != spec.seed:
        raise BadInput("The start position is one of other players or another seed than the game.")
    return Game(rules, start, draws=False)


def _read_entry(rules: Rules, number: int, entry: Any) -> Action:
    try:
        return rules.shapes.actions.decode(entry)
    except BadInput as error:
        raise BadInput(f"Action {number} cannot be read: {error}") from None


def _replay_entry(game: Game, number: int, action: Action) -> None:
    try:
        game.replay((action,))
    except Illegal as error:
        raise BadInput(f"Action {number} ({to_text(action)}) is not legal: {error}") from None


def _draw_from_now_on(game: Game) -> Game:
    """From here on draws come from the seed."""
    game.draws = True
    while game.turn == CHANCE:
        game.play(next(iter(game.legal())).action)
    return game


# Any file


def load_any(data: bytes | str | dict[str, Any], told: Told | None = None, to: int | None = None) -> Game:
    """A game from whatever the file is: a game or position of ours, or a game of 18xx.games."""
    found = read_json(data) if isinstance(data, bytes | str) else data
    kind = kind_of(found)
    if kind == "game":
        return load_game(found, told, to)
    if kind == "position file":
        return set_up(found)
    if kind == "position":
        return game_at(found)
    return import_game(found)


def kind_of(data: object) -> str:
    """What a file is: `game`, `position file`, `position` (all of ours) or `18xx.games`."""
    if not isinstance(data, dict):
        raise BadInput("This is no game and no position: such a file is one JSON object.")
    known = {GAME_FILE: "game", POSITION_FILE: "position file"}
    if "format" in data:
        if not isinstance(data["format"], str) or data["format"] not in known:
            raise BadInput(f"This file is of no format known here; there are {' and '.join(known)}.")
        return known[data["format"]]
    if "agenda" in data:
        return "position"
    if "actions" in data:
        return "18xx.games"
    return "position file"


def import_game(data: dict[str, Any]) -> Game:
    """A game of 18xx.games."""
    from stellwerk.interop.games18xx import import_game as import_it

    game: Game = import_it(data).game
    return game
