"""A company's turn (5.4): what it remembers beside what every turn does, and its stages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.base import Task
from stellwerk.steps.operating_round import OperatingTurn, turn_now

if TYPE_CHECKING:
    from stellwerk.rules import Rules

HIGHEST_BONUS = 10_000


class CompanyTurn(OperatingTurn, frozen=True, tag="company-turn"):
    """A turn of a tram company, or of a net of the S-Bahn.

    `revenue` is what the runs earn without bonuses; those are counted apart, for they move no price (9.8, R54).
    """

    lies_on: ClassVar[tuple[str, ...]] = ("operating-round", "joint-turn")

    bonus: int = 0
    """The bonus income of this turn so far: piers and the connection of an edge station (9.3, 9.4)."""
    connected: bool = False
    """Has a tile of this turn brought the connection bonus (R53)?"""
    traded: tuple[str, ...] = ()
    """What the company has done with S-Bahn shares in this turn: `buy` or `sell`, each time (10.9)."""

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Bonuses there can be, trades there are."""
        super().check_sound(rules, position, below)
        self.refuse_unsound(0 <= self.bonus <= HIGHEST_BONUS)
        self.refuse_unsound(set(self.traded) <= {"buy", "sell"} and len(self.traded) < 100)


def company_turn(ref: Referee) -> CompanyTurn:
    """The turn that goes on now, whatever interrupts it."""
    return cast("CompanyTurn", turn_now(ref))


def note_connection(ref: Referee, amount: int) -> None:
    """A tile of this turn has connected an edge station: the bonus belongs to the income of the turn (9.4, R54)."""
    turn = company_turn(ref)
    if not turn.connected:
        ref.amend(turn, bonus=turn.bonus + amount, connected=True)
