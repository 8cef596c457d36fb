"""The stock round: sell, then buy one certificate, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from msgspec import UNSET, UnsetType

from stellwerk import market
from stellwerk.actions import Action, BuyShare, Choice, Pass, Repay, SellShares, StartCompany
from stellwerk.certificates import Certificate
from stellwerk.errors import refuse_unless
from stellwerk.events import Passed, RoundBegan
from stellwerk.position import BANK, OFFERING, Position, Round, value_or
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.base import Act, Task, refuse_wrong_passes
from stellwerk.steps.share_sales_and_directors import (
    hand_over,
    sale_is_possible,
    sell_shares,
    settle_director,
    settle_float,
)

if TYPE_CHECKING:
    from stellwerk.rules import Rules

STOCK = RoundKind(
    name="stock",
    players_act=True,
    shares_trade=True,
    title="Stock round {set}",
    phrase="stock round {set}",
    short="SR {set}",
    label="SR {set}",
)


class StockRound(Task, frozen=True, tag="stock-round"):
    """Players act in playing order until all have passed in sequence."""

    going_on: ClassVar[str] = "a stock round is played"
    question: ClassVar[str] = "Sell shares, then buy one certificate or pass"
    skippable: ClassVar[bool] = True
    lies_on: ClassVar[tuple[str, ...]] = ("course",)
    carries: ClassVar[bool] = False
    round_kind: ClassVar[RoundKind | None] = STOCK

    seat: int = 0
    passed: tuple[str, ...] = ()
    selling: tuple[str, ...] = ()
    """Companies sold in the present turn; a turn with a sale is no pass."""

    def actor(self, ref: Referee) -> str:
        """The player on turn."""
        return ref.pos.order[self.seat]

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Sell, buy, start a company, repay, pass."""
        return ref.rules.acts_by_step.get(StockRound, STOCK_ACTS)

    def advance(self, ref: Referee) -> bool:
        """End the round when everybody has passed in sequence."""
        if len(self.passed) < len(ref.pos.order):
            return False
        ref.pop()
        ref.pos.sold = {}
        ref.rules.close_stock_round(ref)
        return True

    def next_turn(self, ref: Referee, passed: tuple[str, ...]) -> None:
        """The turn is over."""
        ref.amend(self, seat=(self.seat + 1) % len(ref.pos.order), passed=passed, selling=())

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A seat there is, players who passed, companies there are."""
        refuse_wrong_passes(position, self.passed)
        refuse_unless(0 <= self.seat < len(position.order), f"There is no seat {self.seat}.")
        refuse_unless(set(self.selling) <= set(rules.companies), "Only shares of started companies are sold.")


def begin_stock_round(ref: Referee, set: int, task: Task | None = None) -> None:
    """Players act; a round that begins otherwise says with which step."""
    ref.pos.round = Round(STOCK.name, set)
    ref.say(RoundBegan(f"Stock round {set}"))
    ref.push(task or StockRound())


def raise_sold_out(ref: Referee) -> None:
    """Companies all of whose shares are in players' hands rise, highest price and upper marker first."""
    for company in market.in_order(ref.pos, ref.rules.chart):
        if ref.rules.register.in_hands(ref.pos, company) == 100:
            ref.move_price(company, "up")


def refuse_purchase(ref: Referee, player: str, company: str, percent: int, cost: int, source: str = OFFERING) -> None:
    """What every purchase of a certificate needs: the phase, no loan, the limits, no earlier sale, the money."""
    rules, pos = ref.rules, ref.pos
    if not rules.available(pos, company):
        ref.refuse("not-available", f"Shares of {company} cannot be bought in phase {pos.phase}.", company)
    if pos.loans.get(player):
        ref.refuse("loan", f"{player} owes the bank {pos.loans[player]}; he buys only without a loan.")
    if company in pos.sold.get(player, ()):
        ref.refuse("sold-before", f"{player} has sold shares of {company} in this stock round.")
    counts = rules.counts_to_limit(pos, company)
    if counts and certificates_of(rules, pos, player) >= limit_of_certificates(rules, pos):
        ref.refuse("certificate-limit", f"{player} may hold {limit_of_certificates(rules, pos)} certificates.")
    if rules.excess(pos, player):
        ref.refuse("over-limit", f"{player} holds too many certificates and must sell.")
    limit = rules.ownership_limit(pos, player, company, source)
    if ref.percent(company, player) + percent > limit:
        ref.refuse("ownership-limit", f"A player may hold {limit}% of {company}.")
    if cost > ref.cash(player):
        ref.refuse("no-cash", f"This costs {cost}; {player} has {ref.cash(player)}.")


def refuse_before_sale(ref: Referee, task: StockRound) -> None:
    """A player over a limit sells before he does anything else, if he can sell anything that helps."""
    player = task.actor(ref)
    excess = ref.rules.excess(ref.pos, player)
    if not excess:
        return
    sales = (choice for act in task.acts(ref) if isinstance(act, Sell) for choice in task.choices_of(ref, act))
    if any(getattr(sale.action, "company", "") in excess for sale in sales):
        ref.refuse("over-limit", f"{player} holds too many certificates and must sell.")


def float_at_once(ref: Referee, company: str) -> bool:
    """Where companies float with a purchase: see whether this one does."""
    if not ref.rules.floats_at_once or company in ref.pos.floated or not ref.rules.floats(ref.pos, company):
        return False
    settle_float(ref, company)
    return True


class Take(Act):
    """Take a certificate in exchange for money, and what comes of it."""

    def close(self, ref: Referee, task: StockRound, player: str, company: str) -> None:
        """The company may float; the turn is over."""
        if float_at_once(ref, company):
            self.note_float(ref, company)
        ref.rules.bought(ref, player)
        task.next_turn(ref, ())

    def note_float(self, ref: Referee, company: str) -> None:
        """A company has floated with the purchase."""


class StartAct(Take):
    """Buy a director's certificate and set the initial price."""

    action = StartCompany

    def options(self, ref: Referee, task: StockRound) -> Iterator[Action]:
        """Every company not started, at every price of its kind."""
        for company in ref.rules.companies.values():
            if company.id not in ref.pos.pars and ref.rules.available(ref.pos, company.id):
                for price in ref.rules.starting_prices(ref.pos, company.id):
                    yield StartCompany(task.actor(ref), company.id, price)

    def check(self, ref: Referee, task: StockRound, action: StartCompany) -> None:
        """The company is new and the price is one of its kind."""
        company = ref.rules.companies.get(action.company)
        if company is None:
            ref.refuse("unknown-company", f"There is no company {action.company}.")
        if company.id in ref.rules.register.unpriced:
            ref.refuse("initial-price", f"{company.id} never has a price.")
        directors = ref.rules.register.of[company.id][0]
        if ref.pos.certificates[directors.id] != OFFERING:
            ref.refuse("started", f"{company.id} has been started already, or is out of the game.")
        if action.price not in ref.rules.starting_prices(ref.pos, company.id):
            ref.refuse("initial-price", f"{company.id} cannot start at {action.price}.")
        cost = action.price * ref.rules.register.shares(company.id, directors.percent)
        refuse_purchase(ref, action.player, company.id, directors.percent, cost)

    def apply(self, ref: Referee, task: StockRound, action: StartCompany) -> None:
        """Put the marker under those on its cell, pay for the director's certificate."""
        company = ref.rules.companies[action.company]
        directors = ref.rules.register.of[company.id][0]
        ref.rules.start_company(ref, action)
        cost = action.price * ref.rules.register.shares(company.id, directors.percent)
        payee = ref.rules.payee(ref.pos, company.id, OFFERING)
        ref.pay(action.player, payee, cost, f"director's certificate of {company.id}")
        hand_over(ref, directors, action.player)
        self.close(ref, task, action.player, company.id)


class Buy(Take):
    """Buy one ordinary certificate at the current price."""

    action = BuyShare

    def options(self, ref: Referee, task: StockRound) -> Iterator[Action]:
        """One certificate of each kind from each place."""
        for company in ref.pos.markers:
            for source in ref.rules.sources:
                for percent in sorted(ref.rules.register.offered_percents(ref.pos, company, source)):
                    for card in cards_on_sale(ref, company, percent, source):
                        yield BuyShare(task.actor(ref), company, percent, source, card)

    def check(self, ref: Referee, task: StockRound, action: BuyShare) -> None:
        """The company is started, the certificate is there."""
        if action.company not in ref.rules.companies:
            ref.refuse("unknown-company", f"There is no company {action.company}.")
        if action.company not in ref.pos.markers:
            ref.refuse("director-first", f"The first certificate of {action.company} is the director's.")
        if (
            action.source not in ref.rules.sources
            or action.percent not in ref.rules.register.offered_percents(ref.pos, action.company, action.source)
            or action.card not in cards_on_sale(ref, action.company, action.percent, action.source)
        ):
            sentence = f"No {action.percent}% certificate of {action.company} is on sale there."
            ref.refuse("no-certificate", sentence, action.company)
        refuse_purchase(ref, action.player, action.company, action.percent, self.cost(ref, action), action.source)

    def card(self, ref: Referee, action: BuyShare) -> Certificate:
        """A certificate as asked for; a director's first, where one is on sale."""
        register = ref.rules.register
        cards = register.at(ref.pos, action.company, action.source)
        if action.card is not UNSET:
            return next(card for card in cards if card.id == action.card)
        return next(card for card in cards if card.percent == action.percent and not register.mark_of(ref.pos, card))

    def cost(self, ref: Referee, action: BuyShare) -> int:
        """The price of that place for each share."""
        price = ref.rules.share_price(ref.pos, action.company, action.source)
        return price * ref.rules.register.shares(action.company, action.percent)

    def apply(self, ref: Referee, task: StockRound, action: BuyShare) -> None:
        """Pay, take, see who directs and whether the company floats."""
        payee = ref.rules.payee(ref.pos, action.company, action.source)
        ref.pay(action.player, payee, self.cost(ref, action), f"{action.percent}% of {action.company}")
        hand_over(ref, self.card(ref, action), action.player)
        settle_director(ref, action.company)
        self.close(ref, task, action.player, action.company)


def cards_on_sale(ref: Referee, company: str, percent: int, source: str) -> list[str | UnsetType]:
    """How certificates of a size that can be bought are named: those that are alike need no name."""
    register = ref.rules.register
    if company not in register.marked:
        return [UNSET]
    cards = [card for card in register.on_sale(ref.pos, company, source) if card.percent == percent]
    marked: list[str | UnsetType] = [card.id for card in cards if register.mark_of(ref.pos, card)]
    return marked if len(marked) == len(cards) else [UNSET, *marked]


class Selling(Protocol):
    """A step in which somebody sells shares."""

    @property
    def selling(self) -> tuple[str, ...]:
        """Companies whose shares were sold in this turn."""

    def actor(self, ref: Referee) -> str:
        """Who sells."""


@dataclass(frozen=True, kw_only=True)
class Sell(Act):
    """Sell shares of one company, any number at once."""

    action = SellShares

    again: bool = False
    """May a player sell shares of one company twice in one turn?"""
    again_over_limit: bool = False
    """May he in a stock round, as long as he holds too much?"""

    def may_again(self, ref: Referee, player: str, company: str) -> bool:
        """May a player sell more shares of a company he has sold in this turn?"""
        over = self.again_over_limit and ref.pos.round.kind == "stock"
        return self.again or (over and company in ref.rules.excess(ref.pos, player))

    def options(self, ref: Referee, task: Selling) -> Iterator[Action]:
        """Every number of shares the player has."""
        player = task.actor(ref)
        for company in ref.pos.markers:
            unit = ref.rules.register.unit[company]
            for percent in range(unit, ref.percent(company, player) + 1, unit):
                yield SellShares(player, company, percent)
            for marked in marked_cards(ref, player, company):
                yield SellShares(player, company, marked.percent, marked.id)

    def check(self, ref: Referee, task: Selling, action: SellShares) -> None:
        """Sales are open, the shares are there, and the director's certificate stays with a player."""
        company, player = action.company, action.player
        if company not in ref.pos.markers:
            ref.refuse("no-shares", f"{player} has no shares of {company}.")
        if not ref.rules.may_sell_now(ref.pos, company):
            now = ref.pos.round
            ref.refuse("no-sale-yet", f"Shares of {company} cannot be sold yet.", f"{now.kind} {now.set}")
        if company in task.selling and not self.may_again(ref, player, company):
            ref.refuse("one-sale", f"All shares of {company} that are sold in one turn are one sale.")
        unit = ref.rules.register.unit[company]
        if action.percent < unit or action.percent % unit or action.percent > ref.percent(company, player):
            ref.refuse("no-shares", f"{player} holds {ref.percent(company, player)}% of {company}.")
        if ref.percent(company, ref.rules.sales_go_to) + action.percent > ref.rules.figures.pool_limit:
            ref.refuse("pool-limit", f"The pool may hold {ref.rules.figures.pool_limit}% of {company}.")
        if action.card is not UNSET:
            named = [(card.id, card.percent) for card in marked_cards(ref, player, company)]
            if (action.card, action.percent) not in named:
                ref.refuse("no-shares", f"{player} has no certificate {action.card} to sell.")
        elif not sale_is_possible(ref, player, company, action.percent):
            ref.refuse("director-stays", f"Nobody else holds enough of {company} to become director.")

    def apply(self, ref: Referee, task: StockRound, action: SellShares) -> None:
        """Pay the seller, move the price, remember the sale."""
        sell_shares(ref, action.player, action.company, action.percent, value_or(action.card, ""))
        sold = ref.rules.register.shares(action.company, action.percent)
        ref.rules.price_after_sale(ref, action.company, sold, action.player)
        before = ref.pos.sold.get(action.player, ())
        if action.company not in before:
            ref.pos.put("sold", action.player, (*before, action.company))
        ref.amend(task, selling=(*task.selling, action.company))


def marked_cards(ref: Referee, holder: str, company: str) -> list[Certificate]:
    """The certificates of somebody that are not like the others; the director's stays with him."""
    register = ref.rules.register
    if company not in register.marked:
        return []
    cards = register.at(ref.pos, company, holder)
    return [card for card in cards if register.mark_of(ref.pos, card) and not card.director]


class RepayLoan(Act):
    """Repay any part of a loan; this is neither a sale nor a purchase."""

    action = Repay

    def options(self, ref: Referee, task: StockRound) -> Iterator[Choice]:
        """Any amount up to the debt and the cash."""
        player = task.actor(ref)
        most = min(ref.pos.loans.get(player, 0), ref.cash(player))
        if most > 0:
            yield Choice(Repay(player, 1), "amount", 1, most)

    def check(self, ref: Referee, task: StockRound, action: Repay) -> None:
        """There is such a debt and the cash for it; who must sell first does that first."""
        refuse_before_sale(ref, task)
        if not 1 <= action.amount <= min(ref.pos.loans.get(action.player, 0), ref.cash(action.player)):
            ref.refuse("no-loan", f"{action.player} cannot repay {action.amount}.")

    def apply(self, ref: Referee, task: StockRound, action: Repay) -> None:
        """Pay the bank; the penalty stays."""
        ref.pay(action.player, BANK, action.amount, "loan repaid")
        ref.pos.put("loans", action.player, ref.pos.loans[action.player] - action.amount)


class EndStockTurn(Act):
    """Pass, or end a turn of sales."""

    action = Pass

    def options(self, ref: Referee, task: StockRound) -> Iterator[Action]:
        """Pass."""
        yield Pass(task.actor(ref))

    def check(self, ref: Referee, task: StockRound, action: Pass) -> None:
        """Somebody over the certificate limit sells first, if he can sell anything."""
        refuse_before_sale(ref, task)

    def apply(self, ref: Referee, task: StockRound, action: Pass) -> None:
        """Only a turn without a sale is a pass."""
        ref.say(Passed(action.who))
        task.next_turn(ref, () if task.selling else (*task.passed, action.who))


STOCK_ACTS: tuple[Act, ...] = (Sell(), Buy(), StartAct(), RepayLoan(), EndStockTurn())
