"""A forced purchase: the director's own money, and his shares where that is not enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from msgspec import UNSET, UnsetType

from stellwerk.actions import Action, BuyTrain, SellShares
from stellwerk.errors import Illegal
from stellwerk.position import value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.base import Act, Task
from stellwerk.steps.share_sales_and_directors import sale_is_possible, sell_shares
from stellwerk.steps.stock_round import Sell
from stellwerk.steps.train_purchase import buy_from_bank


class ForcedSale(Task, frozen=True, tag="forced-sale"):
    """A director raises the money for a train his company must buy; he is ruined if he cannot."""

    going_on: ClassVar[str] = "a director raises money for a train"

    director: str
    train: BuyTrain
    selling: tuple[str, ...] = ()
    """Companies whose shares he has sold for it."""
    spare: int | UnsetType = UNSET
    """What the smallest part of those sales brought that could be left out, where all are judged together."""
    sold_at: Mapping[str, int] | UnsetType = UNSET
    """Company whose certificates are not alike to the price at which all he sells of it for this train are sold."""

    def actor(self, ref: Referee) -> str:
        """The director."""
        return self.director

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Sell shares."""
        return (sale_act_of(ref.rules),)

    def needed(self, ref: Referee) -> int:
        """What the treasury lacks."""
        return self.train.price - ref.cash(self.train.company)

    def short(self, ref: Referee) -> int:
        """What the director lacks."""
        return self.needed(ref) - ref.cash(self.director)

    def advance(self, ref: Referee) -> bool:
        """Buy as soon as there is money enough; ruin if nothing more can be sold."""
        if self.short(ref) <= 0:
            ref.pop()
            ref.pay(self.director, self.train.company, self.needed(ref), "forced purchase")
            buy_from_bank(ref, self.train)
            return True
        if any(self.choices(ref)):
            return False
        ref.pop()
        sale_act_of(ref.rules).be_ruined(ref, self)
        return True


def sale_act_of(rules: Rules) -> SellForTrain:
    """What a director does in a forced sale, as the title has it."""
    (act,) = rules.acts_by_step.get(ForcedSale, (_SELL,))
    assert isinstance(act, SellForTrain)
    return act


def director_pays(ref: Referee, train: BuyTrain, missing: int) -> bool:
    """The director's cash makes up what is missing; where it is too little he sells shares first (False)."""
    director = ref.director(train.company)
    if ref.cash(director) < missing:
        ref.push(ForcedSale(director, train))
        return False
    ref.pay(director, train.company, missing, "forced purchase")
    return True


def refuse_lost_directorship(ref: Referee, task: ForcedSale, action: SellShares) -> None:
    """A forced sale may not change the director of the acting company."""
    if action.company != task.train.company:
        return
    register = ref.rules.register
    left = ref.percent(action.company, task.director) - action.percent
    most, _ = register.largest_holders(ref.pos, action.company, besides=task.director)
    if left < max(most, register.of[action.company][0].percent):
        ref.refuse("keeps-directorship", f"{task.director} must stay director of {action.company}.")


class SaleInParts(Sell):
    """Where certificates are not alike, one after the other may be sold."""

    def may_again(self, ref: Referee, player: str, company: str) -> bool:
        """Those of such companies, at one price."""
        return company in ref.rules.register.marked


SALE = SaleInParts()

Lot = tuple[str, str]
"""What is sold at once: shares of a company, or a certificate of its that is not like the others, by its name."""


def lot_of(action: SellShares) -> Lot:
    """What an action sells."""
    return action.company, value_or(action.card, "")


def price_in_sale(ref: Referee, task: ForcedSale, company: str) -> int:
    """What a share brings: the present price, or that of the first sale."""
    return value_or(task.sold_at, {}).get(company) or ref.price(company)


def proceeds_of_sale(ref: Referee, task: ForcedSale, company: str, percent: int) -> int:
    """What a sale brings."""
    return ref.rules.register.shares(company, percent) * price_in_sale(ref, task, company)


def largest_sales(ref: Referee, task: ForcedSale) -> dict[Lot, int]:
    """Lot to the largest percentage the director may sell of it, whatever is needed."""
    found: dict[Lot, int] = {}
    for action in reversed(list(SALE.options(ref, task))):
        assert isinstance(action, SellShares)
        if lot_of(action) not in found and sale_act_of(ref.rules).may_sell(ref, task, action):
            found[lot_of(action)] = action.percent
    return dict(reversed(found.items()))


def most_by_sales(ref: Referee, task: ForcedSale) -> dict[Lot, int]:
    """Lot to the most it can bring the director."""
    sales = largest_sales(ref, task).items()
    return {lot: proceeds_of_sale(ref, task, lot[0], percent) for lot, percent in sales}


Block = tuple[int, int]
"""What a sale brings, and what the smallest part of it brings that could be left out."""


def block_of(ref: Referee, task: ForcedSale, action: SellShares) -> Block:
    """A sale of whole certificates, and the smallest of them."""
    unit = ref.rules.register.unit[action.company]
    smaller = range(action.percent - unit, 0, -unit)
    left = next((p for p in smaller if sale_is_possible(ref, action.player, action.company, p)), 0)
    return proceeds_of_sale(ref, task, action.company, action.percent), proceeds_of_sale(
        ref, task, action.company, action.percent - left
    )


def blocks_on_sale(ref: Referee, task: ForcedSale) -> dict[Lot, list[Block]]:
    """Lot to the blocks of its shares the director may sell, whatever is needed."""
    found: dict[Lot, list[Block]] = {}
    for action in SALE.options(ref, task):
        assert isinstance(action, SellShares)
        if sale_act_of(ref.rules).may_sell(ref, task, action):
            found.setdefault(lot_of(action), []).append(block_of(ref, task, action))
    return found


def comes_out_even(short: int, spare: int | UnsetType, companies: Iterable[Sequence[Block]]) -> bool:
    """Can a block each of some companies bring what is short, with no part of all that is sold superfluous?"""
    reached: set[tuple[int, int | UnsetType]] = {(0, spare)}
    for blocks in companies:
        reached |= {
            (total + brings, smallest_part(least, part))
            for total, least in reached
            if total < short
            for brings, part in blocks
        }
    return any(total >= short and (least is UNSET or total - short < least) for total, least in reached)


def smallest_part(spare: int | UnsetType, part: int) -> int:
    """The smallest part of one more sale and those before it, if there are any."""
    return part if spare is UNSET else min(spare, part)


@dataclass(frozen=True, kw_only=True)
class SellForTrain(Act):
    """Sell shares, as many as the missing money needs, and not the directorship of the acting company."""

    action = SellShares

    must_suffice: bool = False
    """Must a director who can raise the money sell so that he does, and one who cannot sell all he can?"""
    judged_together: bool = False
    """Is no certificate sold that could be left out, over all sales of one forced purchase?"""

    def refuse_sale(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """Refuse a sale for a reason of the title's own."""

    def be_ruined(self, ref: Referee, task: ForcedSale) -> None:
        """The director cannot raise the money."""
        raise AssertionError("a title says what bankruptcy is")

    def options(self, ref: Referee, task: ForcedSale) -> Iterator[Action]:
        """As in a stock round."""
        yield from SALE.options(ref, task)

    def check(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """All limits of a sale, and those of a forced one: as much as is needed."""
        self.check_sale(ref, task, action)
        smaller = range(0, action.percent, ref.rules.register.unit[action.company])
        if any(self.will_do(ref, task, action, percent) for percent in smaller):
            ref.refuse("sells-too-much", f"Only {task.short(ref)} is missing; fewer shares will do.")
        if self.must_suffice:
            self.refuse_too_little(ref, task, action)
        if self.judged_together:
            self.refuse_superfluous(ref, task, action)

    def check_sale(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """May these shares be sold for a train at all?"""
        SALE.check(ref, task, action)
        refuse_lost_directorship(ref, task, action)
        self.refuse_sale(ref, task, action)

    def may_sell(self, ref: Referee, task: ForcedSale, action: SellShares) -> bool:
        """Does `check_sale` let it pass?"""
        try:
            self.check_sale(ref, task, action)
        except Illegal:
            return False
        return True

    def refuse_too_little(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """Who can raise the money must still be able to after this sale; who cannot sells all he can."""
        most, short = most_by_sales(ref, task), task.short(ref)
        able = sum(most.values()) >= short
        forgone = most[lot_of(action)] - proceeds_of_sale(ref, task, action.company, action.percent)
        if able and sum(most.values()) - forgone < short:
            ref.refuse("sells-too-little", f"With these shares {short} could not be raised any more.")
        if not able and forgone > 0:
            sentence = f"{task.director} cannot raise {short} and sells all that can be sold of {action.company}."
            ref.refuse("sells-too-little", sentence, "unable")

    def refuse_superfluous(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """As long as all sales together can come out without a superfluous certificate, they must."""
        lots, short = blocks_on_sale(ref, task), task.short(ref)
        brings, part = block_of(ref, task, action)
        others = [blocks for lot, blocks in lots.items() if lot != lot_of(action)]
        if comes_out_even(short - brings, smallest_part(task.spare, part), others):
            return
        if comes_out_even(short, task.spare, lots.values()):
            ref.refuse("sells-too-much", f"With this sale more would be sold than the {short} that are missing need.")

    def will_do(self, ref: Referee, task: ForcedSale, action: SellShares, percent: int) -> bool:
        """Would a sale of so much bring the missing money, and can whole certificates make it up?"""
        enough = proceeds_of_sale(ref, task, action.company, percent) >= task.short(ref)
        return enough and sale_is_possible(ref, action.player, action.company, percent)

    def apply(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """The price falls as in a stock round."""
        company, price = action.company, price_in_sale(ref, task, action.company)
        sold_at = {**value_or(task.sold_at, {}), company: price}
        apart = company in ref.rules.register.marked
        ref.amend(
            task,
            selling=(*task.selling, company),
            spare=self.spare_after(ref, task, action),
            sold_at=sold_at if apart else task.sold_at,
        )
        sell_shares(ref, action.player, company, action.percent, value_or(action.card, ""), price)
        if not apart or company not in task.selling:
            sold = ref.rules.register.shares(company, action.percent)
            ref.rules.price_after_sale(ref, company, sold, action.player)

    def spare_after(self, ref: Referee, task: ForcedSale, action: SellShares) -> int | UnsetType:
        """What of this sale and those before it could be left out, where all are judged together."""
        return smallest_part(task.spare, block_of(ref, task, action)[1]) if self.judged_together else UNSET


_SELL = SellForTrain()
