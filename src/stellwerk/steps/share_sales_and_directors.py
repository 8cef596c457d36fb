"""What buying and selling shares does: certificates, directors, floating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.actions import Action, GiveCertificates
from stellwerk.certificates import Certificate
from stellwerk.events import CertificateMoved, DirectorChanged, Floated
from stellwerk.position import BANK
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task


def hand_over(ref: Referee, card: Certificate, taker: str) -> None:
    """A certificate goes to somebody."""
    giver = ref.pos.certificates[card.id]
    ref.pos.put("certificates", card.id, taker)
    ref.say(CertificateMoved(card.company, card.percent, giver, taker))


def holder_of_directorship(ref: Referee, company: str) -> str:
    """Where the director's certificate lies."""
    return ref.rules.register.holder_of_directorship(ref.pos, company)


def next_director(ref: Referee, company: str, director: str) -> tuple[str, int]:
    """The largest other holder (among equals the next in playing order) and what he holds; alone, the director."""
    percent, holders = ref.rules.register.largest_holders(ref.pos, company, besides=director)
    order = ref.pos.order
    start = order.index(director) if director in order else -1
    following = [order[(start + i) % len(order)] for i in range(1, len(order) + 1)]
    following += ref.rules.register.holding_companies[company]
    return next((player for player in following if player in holders), director), percent


def settle_director(ref: Referee, company: str) -> None:
    """Whoever holds more than the director becomes director at once; equality changes nothing."""
    old = holder_of_directorship(ref, company)
    heir, percent = next_director(ref, company, old)
    own = ref.rules.register.standing(ref.pos, company, old)
    if percent > own if old in ref.rules.register.holders(ref.pos, company) else takes_over(ref, company):
        change_director(ref, company, old, heir)


def takes_over(ref: Referee, company: str) -> bool:
    """Does one player alone hold most of a company without a director, and as much as its director's certificate?"""
    percent, holders = ref.rules.register.largest_holders(ref.pos, company, besides=BANK)
    return len(holders) == 1 and percent >= ref.rules.register.of[company][0].percent


def change_director(ref: Referee, company: str, old: str, new: str, then_sell: int = 0) -> None:
    """The director's certificate against ordinary ones of the same size; the giver chooses where he can.

    `then_sell` percent of what the old director has then go where sales go.
    """
    ways = ways_to_exchange(ref, company, old, new, then_sell)
    assert ways, "a successor can give as much as the director's certificate stands for"
    given = ref.rules.register.given_for_directorship(ref.pos, new, ways)
    if given is None:
        ref.push(ExchangeChoice(company, old, new, then_sell))
    else:
        exchange_directorship(ref, company, old, new, given, then_sell)


def ways_to_exchange(ref: Referee, company: str, old: str, new: str, then_sell: int) -> list[list[Certificate]]:
    """The ways to make up the director's certificate that leave the old director able to sell what he sells."""
    register = ref.rules.register
    ways = register.bundles(ref.pos, company, new, register.of[company][0].percent)
    mine = register.ordinary(ref.pos, company, old)
    return [way for way in ways if register.sells_parts or register.exactly([*mine, *way], then_sell) is not None]


def exchange_directorship(
    ref: Referee, company: str, old: str, new: str, given: list[Certificate], then_sell: int
) -> None:
    """Swap the cards, then sell the rest of the old director's sale."""
    register = ref.rules.register
    ref.pos.put("certificates", register.of[company][0].id, new)
    for card in given:
        ref.pos.put("certificates", card.id, old)
    register.note_given(ref.pos, given)
    ref.say(DirectorChanged(company, new))
    whole = (register.bundle(ref.pos, company, old, p) for p in range(then_sell, 0, -register.unit[company]))
    sold = next((bundle for bundle in whole if bundle), [])
    for card in sold:
        hand_over(ref, card, ref.rules.sales_go_to)
    register.note_part(ref.pos, company, old, then_sell - sum(card.percent for card in sold))


class ExchangeChoice(Task, frozen=True, tag="exchange-choice"):
    """A new director chooses which of his certificates he gives for the director's."""

    going_on: ClassVar[str] = "a new director chooses the certificates for the exchange"
    question: ClassVar[str] = "Choose what you give for the director's certificate"

    company: str
    old: str
    new: str
    then_sell: int = 0

    def actor(self, ref: Referee) -> str:
        """The new director."""
        return self.new

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Give."""
        return (_GIVE,)


class Give(Act):
    """Give certificates for the director's."""

    action = GiveCertificates

    def options(self, ref: Referee, task: ExchangeChoice) -> Iterator[Action]:
        """Each way to make it up."""
        for way in ways_to_exchange(ref, task.company, task.old, task.new, task.then_sell):
            yield GiveCertificates(task.new, task.company, tuple(card.percent for card in way))

    def check(self, ref: Referee, task: ExchangeChoice, action: GiveCertificates) -> None:
        """One of them."""
        if action not in list(self.options(ref, task)):
            ref.refuse("exchange", f"{task.new} cannot give these certificates for the director's.")

    def apply(self, ref: Referee, task: ExchangeChoice, action: GiveCertificates) -> None:
        """Swap."""
        ref.pop()
        ways = ways_to_exchange(ref, task.company, task.old, task.new, task.then_sell)
        given = next(way for way in ways if tuple(card.percent for card in way) == action.percents)
        exchange_directorship(ref, task.company, task.old, task.new, given, task.then_sell)


_GIVE = Give()


def settle_float(ref: Referee, company: str) -> None:
    """A company floats, with its parts, at the moment enough of it is in players' hands, and gets its capital."""
    if company in ref.pos.floated or not ref.rules.floats(ref.pos, company):
        return
    ref.pos.floated = (*ref.pos.floated, company, *ref.rules.register.parts_floating_with(company))
    capital = ref.rules.capital(ref.pos, company)
    ref.say(Floated(company, capital))
    ref.pay(BANK, company, capital, "capital")


def sale_is_possible(ref: Referee, player: str, company: str, percent: int) -> bool:
    """Can the player make up the percentage from his certificates, giving up the directorship if need be?"""
    register = ref.rules.register
    if register.bundle(ref.pos, company, player, percent) is not None:
        return True
    if holder_of_directorship(ref, company) != player:
        return False
    heir, held = next_director(ref, company, player)
    takes_it = held >= register.of[company][0].percent and held > ref.percent(company, player) - percent
    return takes_it and bool(ways_to_exchange(ref, company, player, heir, percent))


def sell_shares(
    ref: Referee, player: str, company: str, percent: int, card: str = "", price: int | None = None
) -> None:
    """Sell at the price before the sale: ordinary certificates, or what the heir gives too, or the `card` named."""
    register = ref.rules.register
    each = ref.price(company) if price is None else price
    ref.pay(BANK, player, each * register.shares(company, percent), f"{percent}% of {company}")
    if card:
        hand_in(ref, [next(own for own in register.of[company] if own.id == card)])
        return
    bundle = register.bundle(ref.pos, company, player, percent)
    if bundle is None:
        change_director(ref, company, player, next_director(ref, company, player)[0], then_sell=percent)
        return
    if len(register.bundles(ref.pos, company, player, percent)) > 1:
        ref.push(SaleChoice(player, company, percent))
    else:
        hand_in(ref, bundle)


def hand_in(ref: Referee, bundle: list[Certificate]) -> None:
    """Certificates that were sold go where sales go; the directorship may change."""
    for card in bundle:
        hand_over(ref, card, ref.rules.sales_go_to)
    settle_director(ref, bundle[0].company)


class SaleChoice(Task, frozen=True, tag="sale-choice"):
    """A seller chooses which of his certificates he gives, where they differ in size."""

    going_on: ClassVar[str] = "a player chooses the certificates of a sale"
    question: ClassVar[str] = "Choose the certificates you give"

    player: str
    company: str
    percent: int

    def actor(self, ref: Referee) -> str:
        """The seller."""
        return self.player

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Give."""
        return (_GIVE_SOLD,)

    def ways(self, ref: Referee) -> dict[tuple[int, ...], list[Certificate]]:
        """The sizes of the certificates that may be given, and these."""
        ways = ref.rules.register.bundles(ref.pos, self.company, self.player, self.percent)
        return {tuple(card.percent for card in way): way for way in ways}


class GiveSold(Act):
    """Give the certificates that were sold."""

    action = GiveCertificates

    def options(self, ref: Referee, task: SaleChoice) -> Iterator[Action]:
        """Each way to make it up."""
        for percents in task.ways(ref):
            yield GiveCertificates(task.player, task.company, percents)

    def check(self, ref: Referee, task: SaleChoice, action: GiveCertificates) -> None:
        """One of them."""
        if action.company != task.company or action.percents not in task.ways(ref):
            ref.refuse("exchange", f"{task.player} gives certificates for {task.percent}% of {task.company}.")

    def apply(self, ref: Referee, task: SaleChoice, action: GiveCertificates) -> None:
        """The sale is complete."""
        ref.pop()
        hand_in(ref, task.ways(ref)[action.percents])


_GIVE_SOLD = GiveSold()
