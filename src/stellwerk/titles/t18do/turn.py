"""A railway's turn (4.5): what it remembers beside what every turn does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.base import Task
from stellwerk.steps.operating_round import OperatingTurn, turn_now

if TYPE_CHECKING:
    from stellwerk.rules import Rules


class RailwayTurn(OperatingTurn, frozen=True, tag="railway-turn"):
    """A turn of a railway corporation."""

    bought: int = 0
    """How many trains it has bought from the bank in this turn (4.5.7.1b)."""
    dealt: bool = False
    """Has it dealt in its own certificates (4.5e)?"""

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Purchases there can be."""
        super().check_sound(rules, position, below)
        self.refuse_unsound(0 <= self.bought <= 2)


def railway_turn(ref: Referee) -> RailwayTurn:
    """The turn that goes on now, whatever interrupts it."""
    return cast("RailwayTurn", turn_now(ref))
