"""A company's turn (5.4): what it remembers beside what every turn does; the turns of the S-Bahn's nets (12, R59)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from stellwerk.actions import AnyAction
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.base import Task
from stellwerk.steps.operating_round import OperatingTurn, turn_now

if TYPE_CHECKING:
    from stellwerk.rules import Rules

HIGHEST_BONUS = 10_000
MOST_TRADES = 100
BOUGHT, SOLD = "buy", "sell"


class CompanyTurn(OperatingTurn, frozen=True, tag="company-turn"):
    """A turn of a tram company, or of a net of the S-Bahn.

    `revenue` is what the runs earn without bonuses; those are counted apart, for they move no price (9.8, R54).
    """

    lies_on: ClassVar[tuple[str, ...]] = ("operating-round", "joint-turn")

    piers: int = 0
    """What ferry piers have added to the runs (9.3)."""
    link: int = 0
    """What a tile of this turn has brought that connected an edge station (9.4, R53)."""
    traded: tuple[str, ...] = ()
    """What the company has done with S-Bahn shares in this turn: `buy` or `sell`, each time (10.9)."""
    bonus_taken: bool = False
    """Has the owner of a subnet taken his success bonus (12.5)?"""
    voted_down: tuple[AnyAction, ...] = ()
    """What the board of the S-Bahn has voted down in this turn (12.6)."""
    objected: tuple[str, ...] = ()
    """Who has objected in this turn, each time."""

    @property
    def bonus(self) -> int:
        """The bonus income of this turn so far."""
        return self.piers + self.link

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Bonuses there can be, trades and objections there are."""
        super().check_sound(rules, position, below)
        self.refuse_unsound(0 <= self.piers <= HIGHEST_BONUS and 0 <= self.link <= HIGHEST_BONUS)
        self.refuse_unsound(set(self.traded) <= {BOUGHT, SOLD} and len(self.traded) <= MOST_TRADES)
        self.refuse_unsound(set(self.objected) <= {*position.players, *rules.companies})
        self.refuse_unsound(len(self.objected) <= MOST_TRADES and len(self.voted_down) <= MOST_TRADES)


def company_turn(ref: Referee) -> CompanyTurn:
    """The turn that goes on now, whatever interrupts it."""
    return cast("CompanyTurn", turn_now(ref))


def note_connection(ref: Referee, amount: int) -> None:
    """A tile of this turn has connected an edge station: the bonus belongs to the income of the turn (9.4, R54)."""
    turn = company_turn(ref)
    if not turn.link:
        ref.amend(turn, link=amount)
