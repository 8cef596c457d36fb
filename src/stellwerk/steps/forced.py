"""A forced purchase: the director's own money, and his shares where that is not enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.actions import Action, BuyTrain, SellShares
from stellwerk.errors import Illegal
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.steps.buying import purchase
from stellwerk.steps.shares import sale_is_possible, sell
from stellwerk.steps.stock import Sell


class ForcedSale(Task, frozen=True, tag="forced-sale"):
    """A director raises the money for a train his company must buy; he is ruined if he cannot."""

    going_on: ClassVar[str] = "a director raises money for a train"

    director: str
    train: BuyTrain
    selling: tuple[str, ...] = ()
    """Companies whose shares he has sold for it."""

    def actor(self, ref: Referee) -> str:
        """The director."""
        return self.director

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Sell shares."""
        return (_SELL,)

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
            purchase(ref, self.train)
            return True
        if any(self.choices(ref)):
            return False
        ref.pop()
        ref.rules.ruin(ref, self.director, self.train)
        return True


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


def proceeds(ref: Referee, company: str, percent: int) -> int:
    """What a sale brings at the present price."""
    return ref.rules.register.shares(company, percent) * ref.price(company)


def largest_sales(ref: Referee, task: ForcedSale) -> dict[str, int]:
    """Company to the largest percentage the director may sell of it, whatever is needed."""
    found: dict[str, int] = {}
    for action in reversed(list(Sell().options(ref, task))):
        assert isinstance(action, SellShares)
        if action.company not in found and _SELL.may_sell(ref, task, action):
            found[action.company] = action.percent
    return dict(reversed(found.items()))


def most_by_sales(ref: Referee, task: ForcedSale) -> dict[str, int]:
    """Company to the most its shares can bring the director."""
    return {company: proceeds(ref, company, percent) for company, percent in largest_sales(ref, task).items()}


class SellForTrain(Act):
    """Sell shares, as many as the missing money needs, and not the directorship of the acting company."""

    action = SellShares

    def options(self, ref: Referee, task: ForcedSale) -> Iterator[Action]:
        """As in a stock round."""
        yield from Sell().options(ref, task)

    def check(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """All limits of a sale, and those of a forced one: as much as is needed."""
        self.check_sale(ref, task, action)
        smaller = range(0, action.percent, ref.rules.register.unit[action.company])
        if any(self.will_do(ref, task, action, percent) for percent in smaller):
            ref.refuse("sells-too-much", f"Only {task.short(ref)} is missing; fewer shares will do.")
        if ref.rules.sales_must_suffice():
            self.refuse_too_little(ref, task, action)

    def check_sale(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """May these shares be sold for a train at all?"""
        Sell().check(ref, task, action)
        refuse_lost_directorship(ref, task, action)
        ref.rules.refuse_forced_sale(ref, task.train.company, action.company, action.percent)

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
        forgone = most[action.company] - proceeds(ref, action.company, action.percent)
        if able and sum(most.values()) - forgone < short:
            ref.refuse("sells-too-little", f"With these shares {short} could not be raised any more.")
        if not able and forgone > 0:
            sentence = f"{task.director} cannot raise {short} and sells all that can be sold of {action.company}."
            ref.refuse("sells-too-little", sentence, "unable")

    def will_do(self, ref: Referee, task: ForcedSale, action: SellShares, percent: int) -> bool:
        """Would a sale of so much bring the missing money, and can whole certificates make it up?"""
        enough = proceeds(ref, action.company, percent) >= task.short(ref)
        return enough and sale_is_possible(ref, action.player, action.company, percent)

    def apply(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """The price falls as in a stock round."""
        ref.amend(task, selling=(*task.selling, action.company))
        sold = ref.rules.register.shares(action.company, action.percent)
        sell(ref, action.player, action.company, action.percent)
        ref.rules.price_after_sale(ref, action.company, sold)


_SELL = SellForTrain()
