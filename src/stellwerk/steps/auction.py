"""An auction of lots in any order: players in turn put one up and bid first, then the others bid or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.actions import Action, Bid, Choice, Pass
from stellwerk.events import BidPlaced, LotPutUp, Passed
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.steps.base import Act
from stellwerk.steps.draft import DRAFT
from stellwerk.steps.privates import close_private
from stellwerk.steps.waterfall import LotAuction, Packet, bids_from, lots_left


class Auctions(Packet, frozen=True, tag="auctions"):
    """Players in turn choose a lot; over when all are sold, or after a lap of choices that sold nothing.

    `passed` names those whose choice, in succession, has sold nothing.
    """

    going_on: ClassVar[str] = "the private companies are auctioned"
    question: ClassVar[str] = "Put a private company up for auction, or pass"
    passing: ClassVar[str] = "Put nothing up"
    round_kind: ClassVar[RoundKind | None] = DRAFT

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Put a lot up, or pass."""
        return (_PUT_UP, _DECLINE)

    def advance(self, ref: Referee) -> bool:
        """At the end lots that nobody wanted leave the game."""
        left = lots_left(ref)
        if left and len(self.passed) < len(ref.pos.order):
            return False
        ref.pop()
        for lot in left:
            close_private(ref, lot)
        ref.rules.packet_sold(ref, self.seat)
        return True

    def settle(self, ref: Referee, lot: str, player: str, price: int) -> None:
        """A lot is sold; a new lap begins."""
        ref.amend(self, passed=())
        ref.rules.lot_sold(ref, player, lot, price)


class PutUp(Act):
    """Choose a lot and bid first for it, at least its printed price; a bid of 0 leaves the first bid to the others."""

    action = Bid

    def options(self, ref: Referee, task: Auctions) -> Iterator[Action | Choice]:
        """Each lot with every bid, and without one."""
        player = task.actor(ref)
        for lot in lots_left(ref):
            low, high = task.price(ref, lot), task.free_cash(ref, player)
            if low <= high:
                yield bids_from(Bid(player, lot, low), high)
        for lot in lots_left(ref):
            yield Bid(player, lot, 0)

    def check(self, ref: Referee, task: Auctions, action: Bid) -> None:
        """An unsold lot, enough, and the money."""
        if action.lot not in lots_left(ref):
            ref.refuse("bid-lot", f"{action.lot} is not for sale.", "auctions")
        least = task.price(ref, action.lot)
        if action.amount and action.amount < least:
            ref.refuse("bid-low", f"A bid on {action.lot} must be at least {least}.", "auctions")
        if action.amount > task.free_cash(ref, action.player):
            ref.refuse("bid-aside", f"{action.player} does not have {action.amount} that is not set aside.")

    def apply(self, ref: Referee, task: Auctions, action: Bid) -> None:
        """The others follow in playing order; the next lot is the next player's to choose."""
        task.next_turn(ref, (*task.passed, action.player))
        first = ((action.player, action.amount),) if action.amount else ()
        others = ((player, 0) for player in ref.pos.order if player != action.player)
        ref.push(LotAuction(action.lot, (*first, *others), last=action.player))
        ref.say(LotPutUp(action.player, action.lot))
        if action.amount:
            ref.say(BidPlaced(action.player, action.lot, action.amount))


class DeclineBid(Act):
    """Put nothing up."""

    action = Pass

    def options(self, ref: Referee, task: Auctions) -> Iterator[Action]:
        """Always possible."""
        yield Pass(task.actor(ref))

    def check(self, ref: Referee, task: Auctions, action: Pass) -> None:
        """Always allowed."""

    def apply(self, ref: Referee, task: Auctions, action: Pass) -> None:
        """The next player chooses."""
        ref.say(Passed(action.who))
        task.next_turn(ref, (*task.passed, action.who))


_PUT_UP, _DECLINE = PutUp(), DeclineBid()
