"""A corporation deals in its own certificates: once a turn it sells one or buys one back (4.5e)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.actions import Action
from stellwerk.certificates import Certificate
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.referee import Referee
from stellwerk.steps.base import Act
from stellwerk.steps.share_sales_and_directors import hand_over
from stellwerk.titles.t18do.stock import put_on_charter, step_price
from stellwerk.titles.t18do.turn import RailwayTurn, railway_turn
from stellwerk.vocabulary import Form, Forms


class SellOwn(Action, frozen=True, tag="sell-own"):
    """A corporation sells one of its certificates into the pool."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} sells {percent}% of itself"),)
    label: ClassVar[str] = "Sell {percent}% of its own shares"
    doing: ClassVar[str] = "sell an own certificate"
    group: ClassVar[tuple[str, str]] = ("sell", "company")
    liking: ClassVar[float] = 0.3

    company: str
    percent: int


class BuyOwn(Action, frozen=True, tag="buy-own"):
    """A corporation buys one of its certificates out of the pool."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} buys {percent}% of itself"),)
    label: ClassVar[str] = "Buy {percent}% of its own shares"
    doing: ClassVar[str] = "buy an own certificate back"
    group: ClassVar[tuple[str, str]] = ("buy", "company")
    liking: ClassVar[float] = 0.3

    company: str
    percent: int


def own_card(ref: Referee, company: str, place: str, percent: int) -> Certificate | None:
    """A certificate of this size at a place."""
    cards = ref.rules.register.ordinary(ref.pos, company, place)
    return next((card for card in cards if card.percent == percent), None)


def percents_at(ref: Referee, company: str, place: str) -> list[int]:
    """The sizes of a corporation's certificates at a place."""
    return sorted({card.percent for card in ref.rules.register.ordinary(ref.pos, company, place)})


def value_of(ref: Referee, company: str, percent: int) -> int:
    """What so much of a corporation is worth now."""
    return ref.price(company) * ref.rules.register.shares(company, percent)


def refuse_second_deal(ref: Referee, company: str) -> None:
    """There is one such deal a turn."""
    if railway_turn(ref).dealt:
        ref.refuse("one-own-deal", f"{company} has dealt in its own certificates in this turn.")


class SellOwnShare(Act):
    """Sell one certificate of the charter: paid at the value before, then the price moves left (R8)."""

    action = SellOwn

    def options(self, ref: Referee, task: RailwayTurn) -> Iterator[Action]:
        """One of each size."""
        for percent in percents_at(ref, task.company, OFFERING):
            yield SellOwn(task.company, percent)

    def check(self, ref: Referee, task: RailwayTurn, action: SellOwn) -> None:
        """Once a turn, one that is there, and room in the pool."""
        refuse_second_deal(ref, action.company)
        if own_card(ref, action.company, OFFERING, action.percent) is None:
            ref.refuse("no-own-card", f"{action.company} has no certificate of {action.percent}%.")
        limit = ref.rules.figures.pool_limit
        if ref.percent(action.company, POOL) + action.percent > limit:
            ref.refuse("pool-limit", f"The pool may hold {limit}% of {action.company}.", "own")

    def apply(self, ref: Referee, task: RailwayTurn, action: SellOwn) -> None:
        """Into the pool."""
        ref.amend(task, dealt=True)
        card = own_card(ref, action.company, OFFERING, action.percent)
        assert card is not None
        sell_own_cards(ref, action.company, [card])


class BuyOwnShare(Act):
    """Buy one certificate out of the pool; the price stays (R8)."""

    action = BuyOwn

    def options(self, ref: Referee, task: RailwayTurn) -> Iterator[Action]:
        """One of each size."""
        for percent in percents_at(ref, task.company, POOL):
            yield BuyOwn(task.company, percent)

    def check(self, ref: Referee, task: RailwayTurn, action: BuyOwn) -> None:
        """Once a turn, one that is there, and the money."""
        refuse_second_deal(ref, action.company)
        if own_card(ref, action.company, POOL, action.percent) is None:
            ref.refuse("no-own-card", f"The pool has no certificate of {action.percent}% of {action.company}.")
        cost = value_of(ref, action.company, action.percent)
        if cost > ref.cash(action.company):
            ref.refuse("no-cash-own", f"This costs {cost}; {action.company} has {ref.cash(action.company)}.")

    def apply(self, ref: Referee, task: RailwayTurn, action: BuyOwn) -> None:
        """Onto the charter."""
        ref.amend(task, dealt=True)
        card = own_card(ref, action.company, POOL, action.percent)
        assert card is not None
        ref.charge(action.company, value_of(ref, action.company, action.percent), f"{action.percent}% of itself")
        put_on_charter(ref, card)


def sell_own_cards(ref: Referee, company: str, cards: list[Certificate]) -> None:
    """A corporation's certificates go to the pool: paid at the value before, then one space left for each 10%."""
    percent = sum(card.percent for card in cards)
    ref.pay(BANK, company, value_of(ref, company, percent), f"{percent}% of itself")
    for card in cards:
        hand_over(ref, card, POOL)
    step_price(ref, company, "left", "down", ref.rules.register.shares(company, percent))
