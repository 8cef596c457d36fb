"""1881, four second opinions, written from the book alone, that follow random games action by action.

Directors by longest holding, the S-Bahn's settlement, the connection bonus, and books kept from what is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pytest
from tests.books81 import Bookkeeper
from tests.connection81 import Surveyor
from tests.directors81 import Registrar
from tests.settlement81 import Auditor
from tests.sweepkit81 import VARIANTS, BiasedGame

from stellwerk.actions import Action
from stellwerk.events import Event
from stellwerk.game import Game

MANY = 200
FEW = 8


class Opinion(Protocol):
    """Somebody who follows a game and says when it is not as the book has it."""

    def note(self, action: Action, told: Sequence[Event], game: Game) -> None:
        """What has happened with an action."""


class Followed(BiasedGame):
    """A random game with its four witnesses."""

    def __init__(self, number: int):
        super().__init__(VARIANTS[number % 8], 3 + number // 8 % 4, number, closely=0)
        self.books, self.registrar = Bookkeeper(self.game), Registrar(self.game)
        self.surveyor, self.auditor = Surveyor(self.game), Auditor(self.game)
        self.witnesses: tuple[Opinion, ...] = (self.books, self.registrar, self.surveyor, self.auditor)

    def play(self) -> None:
        """To the end, heard by all."""
        game = self.game
        told = 0
        while not game.over:
            game.play(self.pick(list(iter(game.legal()))))
            events = [event for entry in game.log[told:] for event in entry.events]  # draws follow by themselves
            for witness in self.witnesses:
                witness.note(game.log[-1].action, events, game)
            told = len(game.log)


def follow(numbers: Sequence[int]) -> None:
    """Games in which everything there is to be seen is seen."""
    seen = [0, 0, 0, 0]
    for number in numbers:
        game = Followed(number)
        game.play()
        counts = (
            game.books.entries,
            game.registrar.changes,
            game.surveyor.bonuses,
            game.auditor.settlements,
        )
        seen = [before + now for before, now in zip(seen, counts, strict=True)]
    assert min(seen) > 0, seen


@pytest.mark.clause("1881/4.24", "1881/4.25", "1881/9.4a", "1881/12.12", "1881/12.13a")
def test_four_opinions_agree_with_some_games() -> None:
    follow(range(1, 1 + FEW))


@pytest.mark.slow
@pytest.mark.clause("1881/4.24", "1881/4.25", "1881/9.4a", "1881/12.12", "1881/12.13a")
@pytest.mark.parametrize("part", range(10))
def test_four_opinions_agree_with_two_hundred_games(part: int) -> None:
    follow(range(100 + part * MANY // 10, 100 + (part + 1) * MANY // 10))
