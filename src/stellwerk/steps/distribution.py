"""A first distribution: each player in turn buys up to so many certificates, one visit each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from stellwerk.actions import Action, Pass
from stellwerk.errors import refuse_unless
from stellwerk.events import Passed
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.steps.base import Act, Task
from stellwerk.steps.share_purchase import Buy

if TYPE_CHECKING:
    from stellwerk.rules import Rules

DISTRIBUTION = RoundKind(
    name="distribution",
    players_act=True,
    in_set=False,
    title="First distribution of shares",
    phrase="first distribution",
    short="First shares",
    heading="First shares",
)


class Distribution(Task, frozen=True, tag="distribution"):
    """Players act once each, in playing order."""

    going_on: ClassVar[str] = "the first shares are distributed"
    question: ClassVar[str] = "Buy shares, at most {most} in all; nobody has a second turn"
    passing: ClassVar[str] = "Buy no more"
    lies_on: ClassVar[tuple[str, ...]] = ("course",)
    carries: ClassVar[bool] = False
    round_kind: ClassVar[RoundKind | None] = DISTRIBUTION

    most: int
    """So many certificates a player may buy."""
    seat: int = 0
    taken: int = 0
    """How many the player has bought."""

    def actor(self, ref: Referee) -> str:
        """The player on turn."""
        return ref.pos.order[self.seat]

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Buy, or buy no more."""
        return ref.rules.acts_by_step.get(Distribution, DISTRIBUTION_ACTS)

    def advance(self, ref: Referee) -> bool:
        """After the last player's turn it is over."""
        if self.seat < len(ref.pos.order):
            return False
        ref.pop()
        return True

    def end_purchase(self, ref: Referee) -> None:
        """He may go on until he has as many as he may have."""
        if self.taken + 1 < self.most:
            ref.amend(self, taken=self.taken + 1)
        else:
            self.end_visit(ref)

    def end_visit(self, ref: Referee) -> None:
        """The next player follows."""
        ref.amend(self, seat=self.seat + 1, taken=0)

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A seat there is, and not too many certificates."""
        refuse_unless(0 <= self.seat < len(position.order), f"There is no seat {self.seat}.")
        refuse_unless(0 <= self.taken < self.most <= 100, "Nobody can have bought so many certificates.")


class EndVisit(Act):
    """Buy no more."""

    action = Pass

    def options(self, ref: Referee, task: Distribution) -> Iterator[Action]:
        """Always possible."""
        yield Pass(task.actor(ref))

    def check(self, ref: Referee, task: Distribution, action: Pass) -> None:
        """Always allowed."""

    def apply(self, ref: Referee, task: Distribution, action: Pass) -> None:
        """The next player's visit."""
        ref.say(Passed(action.who))
        task.end_visit(ref)


DISTRIBUTION_ACTS: tuple[Act, ...] = (Buy(), EndVisit())
