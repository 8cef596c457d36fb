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

if TYPE_CHECKING:
    from stellwerk.game import Game

__all__ = ["BadInput", "Illegal", "StellwerkError", "new_game", "titles"]
__version__ = "0.1.0"


def titles() -> tuple[str, ...]:
    """The titles that can be played."""
    from stellwerk.titles import titles as known

    return known()


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

    answers = rules_of(title, variant, rules)
    return Game(answers, answers.new_position(players, seed), draws=draws)
