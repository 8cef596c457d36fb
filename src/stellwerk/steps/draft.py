"""The pre-stock round: private companies are bought at printed prices, in snake order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from stellwerk.actions import Action, BuyPrivate, Pass
from stellwerk.errors import refuse_unless
from stellwerk.events import Passed, PrivateMoved
from stellwerk.position import OFFERING, OUT, Position
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.steps.base import Act, Task, refuse_wrong_passes
from stellwerk.steps.game_flow import order_by_cash

if TYPE_CHECKING:
    from stellwerk.rules import Rules

DRAFT = RoundKind(
    name="draft",
    players_act=True,
    in_set=False,
    title="Beginning of the game",
    phrase="first purchases",
    short="Start",
    heading="Pre-stock round",
)


class SnakeDraft(Task, frozen=True, tag="snake-draft"):
    """Players 1 to n, then n to 1, and so on; it ends when all have passed since the last purchase."""

    going_on: ClassVar[str] = "the private companies are chosen"
    question: ClassVar[str] = "Buy a private company or pass"
    skippable: ClassVar[bool] = True
    lies_on: ClassVar[tuple[str, ...]] = ("course",)
    carries: ClassVar[bool] = False
    round_kind: ClassVar[RoundKind | None] = DRAFT

    turn: int = 0
    passed: tuple[str, ...] = ()

    def actor(self, ref: Referee) -> str:
        """Whose turn it is in the snake."""
        order = ref.pos.order
        lap, place = divmod(self.turn, len(order))
        return order[place] if lap % 2 == 0 else order[-1 - place]

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Buy or pass."""
        return (_BUY, _PASS)

    def advance(self, ref: Referee) -> bool:
        """End the round, or pass for a player who cannot afford anything."""
        left = on_offer(ref)
        if not left or len(self.passed) == len(ref.pos.order):
            self.close(ref, left)
            return True
        if min(ref.rules.privates[private].price for private in left) > ref.cash(self.actor(ref)):
            _PASS.apply(ref, self, Pass(self.actor(ref)))
            return True
        return False

    def close(self, ref: Referee, left: list[str]) -> None:
        """What nobody wanted leaves the game; the poorest player plays first."""
        for private in left:
            ref.pos.put("privates", private, OUT)
            ref.say(PrivateMoved(private, OUT))
        ref.pop()
        order_by_cash(ref, most_first=False)

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Players who passed, and a number of turns that can be."""
        refuse_wrong_passes(position, self.passed)
        refuse_unless(0 <= self.turn <= 1_000_000, "The draft has had no such number of turns.")


def on_offer(ref: Referee) -> list[str]:
    """The private companies nobody has bought yet."""
    return [private for private, owner in ref.pos.privates.items() if owner == OFFERING]


class BuyFromSheet(Act):
    """Buy any one of those left, for its printed price."""

    action = BuyPrivate

    def options(self, ref: Referee, task: SnakeDraft) -> Iterator[Action]:
        """Each one left."""
        for private in on_offer(ref):
            yield BuyPrivate(task.actor(ref), private)

    def check(self, ref: Referee, task: SnakeDraft, action: BuyPrivate) -> None:
        """It must be there and be paid."""
        if ref.pos.privates.get(action.private) != OFFERING:
            ref.refuse("not-on-offer", f"{action.private} is not on the sheet.")
        price = ref.rules.privates[action.private].price
        if price > ref.cash(action.player):
            ref.refuse("no-cash-lot", f"{action.private} costs {price}; {action.player} has {ref.cash(action.player)}.")

    def apply(self, ref: Referee, task: SnakeDraft, action: BuyPrivate) -> None:
        """Pay the bank and take it."""
        ref.charge(action.player, ref.rules.privates[action.private].price, f"local railway {action.private}")
        ref.pos.put("privates", action.private, action.player)
        ref.say(PrivateMoved(action.private, action.player))
        ref.amend(task, turn=task.turn + 1, passed=())


class PassDraft(Act):
    """Buy nothing this time."""

    action = Pass

    def options(self, ref: Referee, task: SnakeDraft) -> Iterator[Action]:
        """Always possible."""
        yield Pass(task.actor(ref))

    def check(self, ref: Referee, task: SnakeDraft, action: Pass) -> None:
        """Always allowed."""

    def apply(self, ref: Referee, task: SnakeDraft, action: Pass) -> None:
        """Two passes in a row of one player are one player passing."""
        ref.say(Passed(action.who))
        passed = task.passed if action.who in task.passed else (*task.passed, action.who)
        ref.amend(task, turn=task.turn + 1, passed=passed)


_BUY = BuyFromSheet()
_PASS = PassDraft()
