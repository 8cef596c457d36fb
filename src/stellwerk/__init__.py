"""Stellwerk: 18xx railway games in Python.

>>> import stellwerk
>>> game = stellwerk.new_game("18CZ", players=["Ada", "Bo", "Cy"], seed=7)
>>> game.turn in ("Ada", "Bo", "Cy")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from stellwerk.errors import BadInput, Illegal, StellwerkError
from stellwerk.titles import titles  # bound here for good: the function, not the package of the same name

if TYPE_CHECKING:
    from stellwerk.game import Game

__all__ = ["BadInput", "Illegal", "StellwerkError", "load", "new_game", "titles"]
__version__ = "0.1.0"


def new_game(
    title: str,
    players: Iterable[str],
    seed: int = 0,
    variant: str = "base",
    rules: str = "book",
    *,
    draws: bool = True,
    own: Mapping[str, Any] | None = None,
    edition: int | None = None,
) -> Game:
    """A new game; draws come from the seed unless `draws` is false (then they are given as actions).

    `own` is the contents of a board file (docs/own-boards.md): figures that stand in place of the printed ones.
    `edition` is the edition of the title's rules; without it the newest one is played.
    """
    from stellwerk.game import Game
    from stellwerk.interop.own import checked_rules

    if not all(isinstance(name, str) for name in (title, variant, rules)):
        raise BadInput("The title, the variant and the rules of a game are names.")
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise BadInput("The players of a game are a list of names.")
    if not isinstance(seed, int) or abs(seed) > 2**53:
        raise BadInput("The seed of a game is a whole number of at most 2^53.")
    if edition is not None and (not isinstance(edition, int) or isinstance(edition, bool)):
        raise BadInput("The edition of a title's rules is a whole number.")
    Game.painter = _paint
    answers = checked_rules(title, variant, rules, own, edition)
    return Game(answers, answers.new_position(players, seed), draws=draws)


def load(data: bytes | str | dict[str, Any]) -> Game:
    """A game from a file's contents: a game or position of ours, or a game of 18xx.games; checked as it is played."""
    from stellwerk.game import Game
    from stellwerk.interop.files import load_any

    Game.painter = _paint
    return load_any(data)


def _paint(game: Game) -> str:
    from stellwerk.draw.game import board_picture

    return board_picture(game)
