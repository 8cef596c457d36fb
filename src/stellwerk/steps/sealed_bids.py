"""Sealed bids: every player names an amount in secret; when all are in, they are opened together.

Until then a bid is told to nobody but its bidder: step and action hide it (`seen_by`). The opening is a draw, an
entry of its own, so that whoever takes it back asks everybody who has seen the bids. Who bids next is settled by the
playing order, which tells nothing. Where a bid is not known (a copy somebody makes of what he sees, the file of a game
that runs) its bidder is asked once more when all are in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from stellwerk.actions import CHANCE, Action, Choice
from stellwerk.errors import refuse_unless
from stellwerk.events import DEALS, Event
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.steps.base import Act, Task
from stellwerk.steps.game_flow import Chance
from stellwerk.vocabulary import Form, Forms

if TYPE_CHECKING:
    from stellwerk.rules import Rules

BIDS = RoundKind(
    name="bids",
    players_act=True,
    in_set=False,
    title="Sealed bids",
    phrase="sealed bids",
    short="Bids",
    heading="Sealed bids",
)
OPENING = "bids"
"""What the draw that opens them is called."""


class SealBid(Action, frozen=True, tag="seal-bid"):
    """A player makes a bid that nobody else sees until all are opened."""

    forms: ClassVar[Forms] = (Form("{player} seals a bid", {"amount": None}), Form("{player} seals a bid of {amount}"))
    label: ClassVar[str] = "Seal {amount}"
    doing: ClassVar[str] = "seal a bid"
    number: ClassVar[str] = "amount"
    secret_until: ClassVar[str] = OPENING

    player: str
    amount: int | None = None
    """Nothing where it is not known."""

    def seen_by(self, seat: str | None) -> Action:
        """Others see that there is one."""
        return self if seat == self.player else SealBid(self.player)


class BidSealed(Event, frozen=True, tag="bid-sealed"):
    """A player has made his bid."""

    heading: ClassVar[str] = DEALS

    player: str
    amount: int | None = None

    def __str__(self) -> str:
        return f"{self.player} seals a bid" + (f" of {self.amount}" if self.amount is not None else "")

    def while_secret(self) -> Event:
        """That there is one."""
        return BidSealed(self.player)


class BidsOpened(Event, frozen=True, tag="bids-opened"):
    """All bids are told, the highest first."""

    sentence: ClassVar[str] = "The bids are opened: {told}"
    heading: ClassVar[str] = DEALS

    bids: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return self.sentence.format(told=", ".join(f"{player} {amount}" for player, amount in self.bids))


class SealedBids(Chance, frozen=True, tag="sealed-bids"):
    """Bids are made in playing order, then opened; equal ones rank in playing order, too."""

    going_on: ClassVar[str] = "bids are sealed"
    question: ClassVar[str] = "Seal a bid: the others see it when all are in"
    lies_on: ClassVar[tuple[str, ...]] = ("course",)
    round_kind: ClassVar[RoundKind | None] = BIDS
    takes: ClassVar[tuple[type[Action], ...]] = (SealBid,)
    what = OPENING

    least: int
    unit: int
    """Bids are multiples of it."""
    sealed: tuple[tuple[str, int | None], ...] = ()

    @property
    def amounts(self) -> Mapping[str, int]:
        """The bids that are known."""
        return {player: amount for player, amount in self.sealed if amount is not None}

    def actor(self, ref: Referee) -> str:
        """Who has made no bid yet; then who has made one that is not known; chance when all are known."""
        missing = [player for player in ref.pos.order if player not in self.amounts]
        made = dict(self.sealed)
        return next((player for player in missing if player not in made), next(iter(missing), CHANCE))

    def decider(self, ref: Referee) -> str:
        """The same."""
        return self.actor(ref)

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Bid; when all bids are in they are opened."""
        return super().acts(ref) if self.actor(ref) == CHANCE else (_SEAL,)

    def ranked(self, ref: Referee) -> tuple[tuple[str, int], ...]:
        """Players and bids, the highest first."""
        bids = ((player, self.amounts[player]) for player in ref.pos.order)
        return tuple(sorted(bids, key=lambda bid: -bid[1]))

    def drawn(self, ref: Referee) -> tuple[str, ...]:
        """The players by their bids: nothing is left to chance."""
        return tuple(player for player, _ in self.ranked(ref))

    def possible(self, ref: Referee, result: tuple[str, ...]) -> bool:
        """There is one order."""
        return result == self.drawn(ref)

    def settle(self, ref: Referee, result: tuple[str, ...]) -> None:
        """All hear all bids; what follows from them the title says."""
        ref.say(BidsOpened(self.ranked(ref)))

    def seen_by(self, seat: str | None) -> Task:
        """Who has made a bid, and one's own."""
        return replace(self, sealed=tuple((player, bid if player == seat else None) for player, bid in self.sealed))

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """One bid a player, such as he could make."""
        names = [player for player, _ in self.sealed]
        refuse_unless(set(names) <= set(position.order), "Only players make bids.")
        refuse_unless(len(set(names)) == len(names), "Every player makes one bid.")
        refuse_unless(0 <= self.least <= 1_000_000 and 0 < self.unit <= 1_000_000, "There are no such bids.")
        for player, amount in self.amounts.items():
            sound = self.least <= amount <= position.cash[player] and amount % self.unit == 0
            refuse_unless(sound, f"{player} cannot have made this bid.")


class Seal(Act):
    """Make a bid out of one's cash; the money stays where it is until the opening."""

    action = SealBid

    def options(self, ref: Referee, task: SealedBids) -> Iterator[Choice]:
        """Every multiple of the step that can be paid."""
        player = task.actor(ref)
        most = ref.cash(player) // task.unit * task.unit
        if task.least <= most:
            yield Choice(SealBid(player, task.least), "amount", task.least, most, task.unit)

    def check(self, ref: Referee, task: SealedBids, action: SealBid) -> None:
        """Enough, a multiple of the step, and the money; a record may keep the amount for itself."""
        if action.amount is None:
            if not ref.reading:
                ref.refuse("bid-unsaid", "A bid says an amount.")
            return
        if action.amount < task.least:
            ref.refuse("bid-low", f"A bid must be at least {task.least}.", "sealed-bids")
        if action.amount % task.unit:
            ref.refuse("bid-step", f"A bid is a multiple of {task.unit}.")
        if action.amount > ref.cash(action.player):
            ref.refuse("no-cash-bid", f"{action.player} has {ref.cash(action.player)} to bid with.")

    def apply(self, ref: Referee, task: SealedBids, action: SealBid) -> None:
        """It is kept; all hear that it was made."""
        others = tuple(bid for bid in task.sealed if bid[0] != action.player)
        ref.amend(task, sealed=(*others, (action.player, action.amount)))
        ref.say(BidSealed(action.player, action.amount))


_SEAL = Seal()
