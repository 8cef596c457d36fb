"""Files in and out: JSON read with care, game files checked action by action, any file recognised.

A game file is the game's log (`Game.as_json`): loading it plays every action and compares every hash, so a change of
the rules that would alter an old game is found here and not by a player.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec

from stellwerk import actions
from stellwerk.actions import CHANCE, Action
from stellwerk.errors import BadInput, Illegal
from stellwerk.game import Game
from stellwerk.interop.positionfile import FORMAT as POSITION_FILE
from stellwerk.interop.positions import game_at, read_position
from stellwerk.interop.setup import set_up
from stellwerk.interop.text import to_text
from stellwerk.titles import rules_of

GAME_FILE = "stellwerk-game"
VERSION = 1
MOST_BYTES = 20_000_000
DEEPEST = 64
LARGEST = 2**53
"""Beyond this, not every program reads the same number."""


# JSON


def read_json(data: bytes | str) -> Any:
    """What a JSON text says; anything that is no sound JSON is refused with one sentence."""
    text = _decoded(data)
    try:
        found = json.loads(
            text,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise BadInput(f"This is no JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except RecursionError:
        _too_deep()
    _check_depth(found)
    if "\\u" in text:
        _check_letters(found)
    return found


def _decoded(data: bytes | str) -> str:
    if len(data) > MOST_BYTES:
        raise BadInput(f"This is too large: {MOST_BYTES // 1_000_000} MB at most are read.")
    if isinstance(data, str):
        _check_letters(data)
        return data
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("This is no text in UTF-8, so it is no JSON file.") from None
    if "\0" in text:
        raise BadInput("This is a binary file, no JSON text.")
    return text


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise BadInput(f"The number {digits[:20]}{'...' if len(digits) > 20 else ''} is too large.")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise BadInput(f"The number {digits[:20]} is too large.")
    return number


def _no_number(name: str) -> NoReturn:
    raise BadInput(f"JSON knows no number {name}.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"The name {twice[:60]!r} stands twice in one object.")
    return found


def _too_deep() -> NoReturn:
    raise BadInput(f"This JSON is nested too deep: {DEEPEST} levels at most are read.")


def _check_depth(found: Any) -> None:
    """Level by level, so that no depth can overturn it."""
    level = [found]
    for _ in range(DEEPEST + 1):
        inner: list[Any] = []
        for part in level:
            if isinstance(part, dict):
                inner += part.values()
            elif isinstance(part, list):
                inner += part
        if not inner:
            return
        level = inner
    _too_deep()


def _check_letters(found: Any) -> None:
    """Half of a surrogate pair is no letter."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadInput("This text holds half a letter (a lone surrogate).") from None


def write_json(data: Any) -> bytes:
    """JSON as it is written to files: indented at the top, a line for each action."""
    return _laid_out(data).encode()


def _laid_out(data: dict[str, Any]) -> str:
    rows = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            body = ",\n  ".join(_plain(entry) for entry in value)
            rows.append(f"{_plain(key)}: [\n  {body}\n ]")
        else:
            rows.append(f"{_plain(key)}: {_plain(value)}")
    return "{\n " + ",\n ".join(rows) + "\n}\n"


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# Game files


class GameFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A game as its log."""

    format: str = GAME_FILE
    version: int = VERSION
    title: str
    variant: str = "base"
    rules: str = "book"
    players: tuple[str, ...]
    seed: int = 0
    actions: tuple[Any, ...] = ()
    hashes: tuple[str, ...] | None = None
    start: dict[str, Any] | None = None
    """The position the game began at, where that is not the title's own beginning."""


def save_game(game: Game, hashes: bool = True) -> bytes:
    """A game as a file of ours."""
    return write_json(game.as_json(hashes))


def dumps(game: Game, hashes: bool = True) -> str:
    """A game as the text of a file of ours."""
    return _laid_out(game.as_json(hashes))


Told = Callable[[int, int], None]
"""Called while a game is replayed: actions played, actions in all."""


def load_game(data: bytes | str | dict[str, Any], told: Told | None = None, to: int | None = None) -> Game:
    """A game from a file of ours: every action is played (up to number `to`), every hash compared."""
    spec = _game_file(read_json(data) if isinstance(data, bytes | str) else data)
    game = _beginning(spec)
    last = len(spec.actions) if to is None else min(to, len(spec.actions))
    for number, entry in enumerate(spec.actions[:last], 1):
        action = _action(number, entry)
        _replay(game, number, action)
        if spec.hashes is not None and game.position.hash() != spec.hashes[number - 1]:
            raise BadInput(
                f"After action {number} ({to_text(action)}) the position is another one than when the game was saved:"
                " the rules have changed since, or the file was edited."
            )
        if told is not None:
            told(number, last)
    return _drawn(game)


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


def _beginning(spec: GameFile) -> Game:
    rules = rules_of(spec.title, spec.variant, spec.rules)
    if spec.start is None:
        return Game(rules, rules.new_position(spec.players, spec.seed), draws=False)
    start = read_position(rules, spec.start)
    if start.players != spec.players or start.seed != spec.seed:
        raise BadInput("The start position is one of other players or another seed than the game.")
    return Game(rules, start, draws=False)


def _action(number: int, entry: Any) -> Action:
    try:
        return actions.decode(entry)
    except BadInput as error:
        raise BadInput(f"Action {number} cannot be read: {error}") from None


def _replay(game: Game, number: int, action: Action) -> None:
    try:
        game.replay((action,))
    except Illegal as error:
        raise BadInput(f"Action {number} ({to_text(action)}) is not legal: {error}") from None


def _drawn(game: Game) -> Game:
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
