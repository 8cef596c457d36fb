"""A stock round in which a player sells before and after his purchase, and a price falls once a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from stellwerk.actions import Action, SellShares
from stellwerk.errors import refuse_unless
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.steps.share_purchase import Buy, Buying
from stellwerk.steps.stock_round import EndStockTurn, Sell, StockRound

if TYPE_CHECKING:
    from stellwerk.rules import Rules


class SellBuySell(StockRound, frozen=True, tag="sell-buy-sell"):
    """A turn is any sales and one purchase, in any order; without a purchase it is a pass."""

    question: ClassVar[str] = "Sell shares and buy one certificate, in any order, or pass"

    bought: bool = False
    """Has the player bought in the present turn?"""
    sold_at: Mapping[str, int] = {}
    """Company sold in the present turn to what a share brought."""

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Sell, buy, end the turn."""
        return ref.rules.acts_by_step.get(SellBuySell, SELL_BUY_SELL_ACTS)

    def advance(self, ref: Referee) -> bool:
        """End the round when all have passed; end a turn in which nothing is left to sell after the purchase."""
        if super().advance(ref):
            return True
        if not self.bought or self.can_sell(ref):
            return False
        self.end_turn(ref)
        return True

    def can_sell(self, ref: Referee) -> bool:
        """Can the player sell anything?"""
        sales = (choice for act in self.acts(ref) if isinstance(act, Sell) for choice in self.choices_of(ref, act))
        return next(sales, None) is not None

    def end_purchase(self, ref: Referee) -> None:
        """The turn goes on."""
        ref.amend(self, bought=True)

    @property
    def has_acted(self) -> bool:
        """Sales are no purchase."""
        return self.bought

    @property
    def has_bought(self) -> bool:
        """Yes, if he has."""
        return self.bought

    def next_turn(self, ref: Referee, passed: tuple[str, ...]) -> None:
        """The next player begins anew."""
        seat = (self.seat + 1) % len(ref.pos.order)
        ref.amend(self, seat=seat, passed=passed, selling=(), bought=False, sold_at={})

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Prices of what was sold."""
        super().check_sound(rules, position, below)
        known = set(self.sold_at) == set(self.selling) and all(0 < price < 10_000 for price in self.sold_at.values())
        refuse_unless(known, "Of each company sold in this turn the price of a share is told.")


class BuyOnce(Buy):
    """Buy one certificate a turn."""

    def options(self, ref: Referee, task: Buying) -> Iterator[Action]:
        """Nothing more after a purchase."""
        return iter(()) if cast("SellBuySell", task).bought else super().options(ref, task)

    def check(self, ref: Referee, task: Buying, action: Any) -> None:
        """The first one of the turn."""
        if cast("SellBuySell", task).bought:
            ref.refuse("one-purchase", f"{action.player} has bought a certificate in this turn.")
        super().check(ref, task, action)


@dataclass(frozen=True, kw_only=True)
class SellAtOnePrice(Sell):
    """Whatever a player sells of a company in a turn brings what its first share brought; its price falls once."""

    again: bool = True

    def price_of(self, ref: Referee, task: StockRound, company: str) -> int:
        """The price before the first sale of the turn."""
        return cast("SellBuySell", task).sold_at.get(company, ref.price(company))

    def move_price(self, ref: Referee, task: StockRound, action: SellShares) -> None:
        """With the first sale of the turn."""
        if action.company not in task.selling:
            super().move_price(ref, task, action)

    def note_sale(self, ref: Referee, task: StockRound, action: SellShares) -> dict[str, Any]:
        """The company and its price, once."""
        if action.company in task.selling:
            return {}
        sold_at = cast("SellBuySell", task).sold_at
        return {
            **super().note_sale(ref, task, action),
            "sold_at": {**sold_at, action.company: ref.price(action.company)},
        }


SELL_BUY_SELL_ACTS: tuple[Act, ...] = (SellAtOnePrice(), BuyOnce(), EndStockTurn())
