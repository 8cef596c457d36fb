"""Stellwerk: 18xx railway games in Python.

>>> import stellwerk
>>> game = stellwerk.new_game("18CZ", players=["Ada", "Bo", "Cy"], seed=7)
>>> game.turn in ("Ada", "Bo", "Cy")
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stellwerk.errors import BadInput, Illegal, StellwerkError
from stellwerk.titles import titles  # bound here for good: the function, not the package of the same name

if TYPE_CHECKING:
    from stellwerk.game import Game

__all__ = ["BadInput", "Illegal", "StellwerkError", "new_game", "titles"]
__version__ = "0.1.0"


def new_game(
    title: str,
    players: Iterable[str],
    seed: int = 0,
    variant: str = "base",
    rules: str = "book",
    *,
    draws: bool = True,
) -> Game:
    """A new game; draws come from the seed unless `draws` is false (then they are given as actions)."""
    from stellwerk.game import Game
    from stellwerk.titles import rules_of

    Game.painter = _paint
    answers = rules_of(title, variant, rules)
    return Game(answers, answers.new_position(players, seed), draws=draws)


def _paint(game: Game) -> str:
    from stellwerk.draw.game import board_picture

    return board_picture(game)
