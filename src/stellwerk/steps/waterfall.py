"""A start packet: the cheapest lot is bought outright, the others collect bids; lots are sold in the order of price.

Money bid is set aside: it stays in the player's purse but cannot be used for anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import msgspec

from stellwerk.actions import Action, Bid, BuyPrivate, Choice, Pass, StartCompany
from stellwerk.events import BidPlaced, Passed, PriceCut
from stellwerk.position import OFFERING
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.steps.income import pay_privates

Bids = Mapping[str, tuple[tuple[str, int], ...]]
"""Lot to players and their bids on it."""

RAISE = 5


class Packet(Task, frozen=True, tag="packet"):
    """Players buy the lowest lot, bid on a higher one, or pass, in seating order."""

    going_on: ClassVar[str] = "the private companies are sold"
    question: ClassVar[str] = "Buy the lowest lot, bid on another, or pass"
    skippable: ClassVar[bool] = True
    lies_on: ClassVar[tuple[str, ...]] = ("course",)
    carries: ClassVar[bool] = False

    seat: int = 0
    passed: tuple[str, ...] = ()
    bids: Bids = msgspec.field(default_factory=dict)
    cut: int = 0
    """By how much the first lot has become cheaper."""

    def actor(self, ref: Referee) -> str:
        """The player on turn."""
        return ref.pos.order[self.seat]

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Buy, bid, pass."""
        return ref.rules.acts_by_step.get(Packet, PACKET_ACTS)

    def advance(self, ref: Referee) -> bool:
        """The lowest lot goes to its only bidder, or to an auction among several; without lots the packet is sold."""
        lots = lots_left(ref)
        if not lots:
            ref.pop()
            ref.rules.packet_sold(ref, self.seat)
            return True
        bids = self.bids.get(lots[0], ())
        if not bids:
            return False
        if len(bids) == 1:
            self.settle(ref, lots[0], *bids[0])
        else:
            ref.push(LotAuction(lots[0], tuple(sorted(bids, key=lambda bid: ref.pos.order.index(bid[0])))))
        return True

    def settle(self, ref: Referee, lot: str, player: str, price: int) -> None:
        """A lot is sold; the bids on it are given back."""
        ref.amend(self, bids={other: bids for other, bids in self.bids.items() if other != lot})
        ref.rules.lot_sold(ref, player, lot, price)

    def price(self, ref: Referee, lot: str) -> int:
        """The printed price, less what the first lot has fallen by."""
        first = next(iter(ref.rules.privates))
        return ref.rules.privates[lot].price - (self.cut if lot == first else 0)

    def free_cash(self, ref: Referee, player: str, besides: str = "") -> int:
        """A player's cash that is not set aside for bids (a bid on `besides` can be used again)."""
        aside = (amount for lot, bids in self.bids.items() if lot != besides for who, amount in bids if who == player)
        return ref.cash(player) - sum(aside)

    def next_turn(self, ref: Referee, passed: tuple[str, ...] = ()) -> None:
        """The player to the left."""
        ref.amend(self, seat=(self.seat + 1) % len(ref.pos.order), passed=passed)


def lots_left(ref: Referee) -> list[str]:
    """Unsold lots, the lowest price first."""
    return [private for private in ref.rules.privates if ref.pos.privates[private] == OFFERING]


def bids_from(least: Bid, high: int, step: int = 1) -> Choice:
    """Every bid from the least one on, up to an amount."""
    return Choice(least, "amount", least.amount, high - (high - least.amount) % step, step)


def refuse_odd(ref: Referee, amount: int, step: int) -> None:
    """Bids go up in steps."""
    if amount % step:
        ref.refuse("bid-step", f"A bid is a multiple of {step}.")


def must_take(ref: Referee, task: Packet) -> bool:
    """Is the first lot free by now? Then the player must take it."""
    return task.price(ref, lots_left(ref)[0]) <= 0


class BuyLowest(Act):
    """Buy the lowest unsold lot at its price."""

    action = BuyPrivate

    def options(self, ref: Referee, task: Packet) -> Iterator[Action]:
        """That one."""
        yield BuyPrivate(task.actor(ref), lots_left(ref)[0])

    def check(self, ref: Referee, task: Packet, action: BuyPrivate) -> None:
        """Only the lowest lot, with money that is not set aside."""
        if action.private != lots_left(ref)[0]:
            ref.refuse("lowest-lot", f"Only {lots_left(ref)[0]}, the lowest lot, can be bought outright.")
        price = task.price(ref, action.private)
        if price > task.free_cash(ref, action.player):
            ref.refuse("no-cash", f"{action.private} costs {price}; {action.player} has less.", "packet")

    def apply(self, ref: Referee, task: Packet, action: BuyPrivate) -> None:
        """The turn then goes on to the left, whatever else is sold now."""
        price = task.price(ref, action.private)
        task.next_turn(ref)
        ref.rules.lot_sold(ref, action.player, action.private, price)


@dataclass(frozen=True, kw_only=True)
class PlaceBid(Act):
    """Bid on a lot that is not the lowest."""

    action = Bid

    step: int = 1
    """Bids are multiples of this."""
    while_falling: bool = True
    """May players bid on other lots while the first one is offered for less and less?"""

    def options(self, ref: Referee, task: Packet) -> Iterator[Choice]:
        """Each higher lot, from the least bid to all free cash."""
        player = task.actor(ref)
        for lot in lots_left(ref)[1:]:
            low, high = self.least(ref, task, lot), task.free_cash(ref, player, besides=lot)
            if low <= high:
                yield bids_from(Bid(player, lot, low), high, self.step)

    def least(self, ref: Referee, task: Packet, lot: str) -> int:
        """Five more than the price and than every bid."""
        return max([task.price(ref, lot), *(amount for _, amount in task.bids.get(lot, ()))]) + RAISE

    def check(self, ref: Referee, task: Packet, action: Bid) -> None:
        """A higher lot, enough, and money that is free."""
        if must_take(ref, task):
            ref.refuse("must-take", f"{action.player} is offered {lots_left(ref)[0]} for nothing and must take it.")
        if task.cut and lots_left(ref)[0] == next(iter(ref.rules.privates)) and not self.while_falling:
            ref.refuse("bid-now", f"While {lots_left(ref)[0]} is offered for less, nobody bids.")
        if action.lot not in lots_left(ref)[1:]:
            ref.refuse("bid-lot", "A bid can be made on any unsold lot but the lowest.")
        least = self.least(ref, task, action.lot)
        if action.amount < least:
            ref.refuse("bid-low", f"A bid on {action.lot} must be at least {least}.")
        refuse_odd(ref, action.amount, self.step)
        if action.amount > task.free_cash(ref, action.player, besides=action.lot):
            ref.refuse("bid-aside", f"{action.player} does not have {action.amount} that is not set aside.")

    def apply(self, ref: Referee, task: Packet, action: Bid) -> None:
        """A new bid replaces an earlier one of the same player."""
        others = tuple(bid for bid in task.bids.get(action.lot, ()) if bid[0] != action.player)
        bids = {**task.bids, action.lot: (*others, (action.player, action.amount))}
        ref.say(BidPlaced(action.player, action.lot, action.amount))
        ref.amend(task, bids=bids, seat=(task.seat + 1) % len(ref.pos.order), passed=())


@dataclass(frozen=True, kw_only=True)
class PassPacket(Act):
    """Pass; when all have passed, the first lot becomes cheaper, or the private companies pay."""

    action = Pass

    first_speaks: bool = False
    """Who speaks first when the first lot has become cheaper: the first seat, or the one after the last that passed?"""

    def options(self, ref: Referee, task: Packet) -> Iterator[Action]:
        """Pass."""
        yield Pass(task.actor(ref))

    def check(self, ref: Referee, task: Packet, action: Pass) -> None:
        """Not if the first lot is free."""
        if must_take(ref, task):
            ref.refuse("must-take", f"{action.who} is offered {lots_left(ref)[0]} for nothing and must take it.")

    def apply(self, ref: Referee, task: Packet, action: Pass) -> None:
        """See whether everybody has passed."""
        ref.say(Passed(action.who))
        passed = (*task.passed, action.who)
        if len(passed) < len(ref.pos.order):
            task.next_turn(ref, passed)
            return
        first = next(iter(ref.rules.privates))
        if lots_left(ref)[0] == first:
            ref.say(PriceCut(first, task.price(ref, first) - RAISE))
            seat = 0 if self.first_speaks else (task.seat + 1) % len(ref.pos.order)
            ref.amend(task, cut=task.cut + RAISE, seat=seat, passed=())
        else:
            pay_privates(ref)
            task.next_turn(ref)


class LotAuction(Task, frozen=True, tag="lot-auction"):
    """Those in the auction bid, raise or drop out, until one is left, or none."""

    going_on: ClassVar[str] = "a lot is auctioned"
    question: ClassVar[str] = "Raise your bid or drop out"
    passing: ClassVar[str] = "Drop out"
    skippable: ClassVar[bool] = True
    lies_on: ClassVar[tuple[str, ...]] = ("packet",)
    carries: ClassVar[bool] = False

    lot: str
    bids: tuple[tuple[str, int], ...]
    """Players still in and their bids (0: none yet)."""
    last: str = ""
    """Who spoke last."""

    def actor(self, ref: Referee) -> str:
        """The lowest bidder first, then whoever follows clockwise and is not the highest."""
        return ref.rules.auction_speaker(ref.pos, self.bids, self.last)

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Raise or drop out."""
        return ref.rules.acts_by_step.get(LotAuction, AUCTION_ACTS)

    def advance(self, ref: Referee) -> bool:
        """The last one left buys, once he has bid; a lot nobody bids for stays."""
        if len(self.bids) > 1 or (self.bids and not self.highest()):
            return False
        packet = self.packet(ref)
        ref.pop()
        if self.bids:
            packet.settle(ref, self.lot, *self.bids[0])
        return True

    def packet(self, ref: Referee) -> Packet:
        """The sale that this auction belongs to."""
        packet = ref.pos.agenda[-2]
        assert isinstance(packet, Packet)
        return packet

    def highest(self) -> int:
        """The highest bid so far."""
        return max((amount for _, amount in self.bids), default=0)

    def least(self, ref: Referee) -> int:
        """The least that can be bid now: the printed price, then five more than the highest bid."""
        return self.highest() + RAISE if self.highest() else self.packet(ref).price(ref, self.lot)

    def spare(self, ref: Referee, player: str) -> int:
        """What a player can bid: his cash less what is set aside for other lots."""
        return self.packet(ref).free_cash(ref, player, besides=self.lot)


@dataclass(frozen=True, kw_only=True)
class RaiseBid(Act):
    """Bid at least five more than the highest."""

    action = Bid

    step: int = 1
    """Bids are multiples of this."""

    def options(self, ref: Referee, task: LotAuction) -> Iterator[Choice]:
        """From the least raise to all free cash."""
        player = task.actor(ref)
        low, high = task.least(ref), task.spare(ref, player)
        if low <= high:
            yield bids_from(Bid(player, task.lot, low), high, self.step)

    def check(self, ref: Referee, task: LotAuction, action: Bid) -> None:
        """This lot, enough, and the money."""
        if action.lot != task.lot:
            ref.refuse("bid-lot", f"The auction is about {task.lot}.")
        if action.amount < task.least(ref):
            ref.refuse("bid-low", f"A bid on {action.lot} must be at least {task.least(ref)}.")
        refuse_odd(ref, action.amount, self.step)
        if action.amount > task.spare(ref, action.player):
            ref.refuse("bid-aside", f"{action.player} does not have {action.amount} that is not set aside.")

    def apply(self, ref: Referee, task: LotAuction, action: Bid) -> None:
        """The new bid stands."""
        bids = tuple((who, action.amount if who == action.player else amount) for who, amount in task.bids)
        ref.say(BidPlaced(action.player, task.lot, action.amount))
        ref.amend(task, bids=bids, last=action.player)


class DropOut(Act):
    """Pass: out of this auction."""

    action = Pass

    def options(self, ref: Referee, task: LotAuction) -> Iterator[Action]:
        """Drop out."""
        yield Pass(task.actor(ref))

    def check(self, ref: Referee, task: LotAuction, action: Pass) -> None:
        """Always possible."""

    def apply(self, ref: Referee, task: LotAuction, action: Pass) -> None:
        """His money is free again."""
        ref.say(Passed(action.who))
        ref.amend(task, bids=tuple(bid for bid in task.bids if bid[0] != action.who), last=action.who)


class ParChoice(Task, frozen=True, tag="par-choice"):
    """The buyer of a director's certificate outside a stock round sets the company's first price."""

    going_on: ClassVar[str] = "a company's first price is to be set"
    question: ClassVar[str] = "Set the first price of {company}"

    player: str
    company: str

    def actor(self, ref: Referee) -> str:
        """The buyer."""
        return self.player

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Set it."""
        return (_PAR,)


class SetPar(Act):
    """Choose the first price; it costs nothing more."""

    action = StartCompany

    def options(self, ref: Referee, task: ParChoice) -> Iterator[Action]:
        """Every price of its kind."""
        for price in ref.rules.starting_prices(ref.pos, task.company):
            yield StartCompany(task.player, task.company, price)

    def check(self, ref: Referee, task: ParChoice, action: StartCompany) -> None:
        """This company, one of the prices."""
        prices = ref.rules.starting_prices(ref.pos, task.company)
        if action.company != task.company or action.price not in prices:
            ref.refuse("initial-price", f"{task.player} sets the first price of {task.company} now.")

    def apply(self, ref: Referee, task: ParChoice, action: StartCompany) -> None:
        """The company is started."""
        ref.pop()
        ref.rules.start_company(ref, action)


PACKET_ACTS: tuple[Act, ...] = (BuyLowest(), PlaceBid(), PassPacket())
AUCTION_ACTS: tuple[Act, ...] = (RaiseBid(), DropOut())
_PAR = SetPar()
