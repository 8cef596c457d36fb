"""Stellwerk: 18xx railway games in Python.

>>> import stellwerk
>>> game = stellwerk.new_game("18CZ", players=["Ada", "Bo", "Cy"], seed=7)
>>> game.turn in ("Ada", "Bo", "Cy")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING, Any

from stellwerk.errors import BadInput, Illegal, StellwerkError, explain_file_error
from stellwerk.titles import titles  # bound here for good: the function, not the package of the same name

if TYPE_CHECKING:
    from stellwerk.actions import Action, Choice
    from stellwerk.game import Game, Legal
    from stellwerk.position import Position
    from stellwerk.questions import Questions

__all__ = [
    "Action", "BadInput", "Choice", "Game", "Illegal", "Legal", "Position", "Questions", "StellwerkError",
    "from_text", "load", "new_game", "titles", "to_text",
]  # fmt: skip
__version__ = "0.2.0"

_CLASSES = {
    "Action": "actions",
    "Choice": "actions",
    "Game": "game",
    "Legal": "game",
    "Position": "position",
    "Questions": "questions",
}
"""Names of this door and the modules they live in; they are fetched when somebody asks, so that the door opens fast."""


def __getattr__(name: str) -> Any:
    """A class of the engine, by its name."""
    if name not in _CLASSES:
        raise AttributeError(f"module 'stellwerk' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"stellwerk.{_CLASSES[name]}"), name)


def new_game(
    title: str,
    players: Iterable[str],
    seed: int = 0,
    variant: str = "",
    rules: str = "book",
    *,
    draws: bool = True,
    own: Mapping[str, Any] | None = None,
    edition: int | None = None,
) -> Game:
    """A new game; draws come from the seed unless `draws` is false (then they are given as actions).

    Without a variant it is the title's first one.
    `own` is the contents of a board file (docs/own-boards.md): figures that stand in place of the printed ones.
    `edition` is the edition of the title's rules; without it the newest one is played.
    """
    from stellwerk.game import Game
    from stellwerk.interop.own_figures_file import checked_rules

    if not all(isinstance(name, str) for name in (title, variant, rules)):
        raise BadInput("The title, the variant and the rules of a game are names.")
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise BadInput("The players of a game are a list of names.")
    if not isinstance(seed, int) or abs(seed) > 2**53:
        raise BadInput("The seed of a game is a whole number of at most 2^53.")
    if edition is not None and (not isinstance(edition, int) or isinstance(edition, bool)):
        raise BadInput("The edition of a title's rules is a whole number.")
    _register_picture()
    answers = checked_rules(title, variant, rules, own, edition)
    return Game(answers, answers.new_position(players, seed), draws=draws)


def load(data: bytes | str | dict[str, Any] | PathLike[str]) -> Game:
    """A game from a file or its contents: a game or position of ours, or a game of 18xx.games; checked as it is played.

    A path is a `pathlib.Path`; text, bytes and dictionaries are contents.
    """
    from stellwerk.interop.files import load_any

    _register_picture()
    return load_any(_read_file(data) if isinstance(data, PathLike) else data)


def from_text(line: str, title: str | None = None, variant: str = "") -> Action:
    """The action that a line says: `from_text("MW lays 57@2 on F22")`.

    Actions that only one title knows are read with its name, those of another variant than its first with that, too.
    """
    from stellwerk.actions import COMMON
    from stellwerk.interop.text import from_text
    from stellwerk.titles import rules_of

    return from_text(line, COMMON if title is None else rules_of(title, variant).shapes.actions)


def to_text(action: Action) -> str:
    """An action as one line that a person can read and `from_text` reads back."""
    from stellwerk.interop.text import to_text

    return to_text(action)


def _read_file(path: PathLike[str]) -> bytes:
    """What is in a file, up to a byte more than is read of any game."""
    from pathlib import Path

    from stellwerk.interop.files import MOST_BYTES

    try:
        with Path(path).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(explain_file_error(error)) from None


@cache
def _register_picture() -> None:
    """Notebooks show games as boards; what draws them is loaded when the first is shown."""
    from stellwerk.game import register_picture

    register_picture(_draw_board)


def _draw_board(game: Game) -> str:
    from stellwerk.draw.game import board_picture

    return board_picture(game)
