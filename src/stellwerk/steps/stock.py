"""The stock round: sell, then buy one certificate, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Protocol

from stellwerk import market
from stellwerk.actions import Action, BuyShare, Choice, Pass, Repay, SellShares, StartCompany
from stellwerk.certificates import Certificate
from stellwerk.events import Passed, RoundBegan
from stellwerk.position import BANK, OFFERING, Round
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.steps.shares import hand_over, sale_is_possible, sell, settle_director, settle_float


class StockRound(Task, frozen=True, tag="stock-round"):
    """Players act in playing order until all have passed in sequence."""

    going_on: ClassVar[str] = "a stock round is played"

    seat: int = 0
    passed: tuple[str, ...] = ()
    selling: tuple[str, ...] = ()
    """Companies sold in the present turn; a turn with a sale is no pass."""

    def actor(self, ref: Referee) -> str:
        """The player on turn."""
        return ref.pos.order[self.seat]

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Sell, buy, start a company, repay, pass."""
        return (*ACTS, *ref.rules.stock_acts)

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


def begin_stock_round(ref: Referee, set: int, task: Task | None = None) -> None:
    """Players act; a round that begins otherwise says with which step."""
    ref.pos.round = Round("stock", set)
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
    if counts and rules.certificates_of(pos, player) >= rules.limit_of_certificates(pos):
        ref.refuse("certificate-limit", f"{player} may hold {rules.limit_of_certificates(pos)} certificates.")
    if rules.excess(pos, player):
        ref.refuse("over-limit", f"{player} holds too many certificates and must sell.")
    limit = rules.share_limit(pos, company, source)
    if ref.percent(company, player) + percent > limit:
        ref.refuse("ownership-limit", f"A player may hold {limit}% of {company}.")
    if cost > ref.cash(player):
        ref.refuse("no-cash", f"This costs {cost}; {player} has {ref.cash(player)}.")


def refuse_before_sale(ref: Referee, task: StockRound) -> None:
    """A player over a limit sells before he does anything else, if he can sell anything that helps."""
    player = task.actor(ref)
    excess = ref.rules.excess(ref.pos, player)
    if excess and any(getattr(c.action, "company", "") in excess for c in task.choices_of(ref, _SELL)):
        ref.refuse("over-limit", f"{player} holds too many certificates and must sell.")


def float_at_once(ref: Referee, company: str) -> None:
    """Where companies float with a purchase: see whether this one does."""
    if ref.rules.floats_at_once and company not in ref.pos.floated and ref.rules.floats(ref.pos, company):
        settle_float(ref, company)
        ref.rules.floated_now(ref, company)


class Start(Act):
    """Buy a director's certificate and set the initial price."""

    action = StartCompany

    def options(self, ref: Referee, task: StockRound) -> Iterator[Action]:
        """Every company not started, at every price of its kind."""
        for company in ref.rules.companies.values():
            if company.id not in ref.pos.pars and ref.rules.available(ref.pos, company.id):
                for price in ref.rules.starting_prices(company.id):
                    yield StartCompany(task.actor(ref), company.id, price)

    def check(self, ref: Referee, task: StockRound, action: StartCompany) -> None:
        """The company is new and the price is one of its kind."""
        company = ref.rules.companies.get(action.company)
        if company is None:
            ref.refuse("unknown-company", f"There is no company {action.company}.")
        directors = ref.rules.register.of[company.id][0]
        if ref.pos.certificates[directors.id] != OFFERING:
            ref.refuse("started", f"{company.id} has been started already, or is out of the game.")
        if action.price not in ref.rules.starting_prices(company.id):
            ref.refuse("initial-price", f"{company.id} cannot start at {action.price}.")
        cost = action.price * ref.rules.register.shares(company.id, directors.percent)
        refuse_purchase(ref, action.player, company.id, directors.percent, cost)

    def apply(self, ref: Referee, task: StockRound, action: StartCompany) -> None:
        """Put the marker under those on its cell, pay for the director's certificate."""
        company = ref.rules.companies[action.company]
        directors = ref.rules.register.of[company.id][0]
        ref.rules.start_company(ref, action)
        cost = action.price * ref.rules.register.shares(company.id, directors.percent)
        ref.charge(action.player, cost, f"director's certificate of {company.id}")
        hand_over(ref, directors, action.player)
        float_at_once(ref, company.id)
        ref.rules.bought(ref, action.player)
        task.next_turn(ref, ())


class Buy(Act):
    """Buy one ordinary certificate at the current price."""

    action = BuyShare

    def options(self, ref: Referee, task: StockRound) -> Iterator[Action]:
        """One certificate of each kind from each place."""
        for company in ref.pos.markers:
            for source in ref.rules.sources:
                for percent in sorted(ref.rules.offered_percents(ref.pos, company, source)):
                    yield BuyShare(task.actor(ref), company, percent, source)

    def check(self, ref: Referee, task: StockRound, action: BuyShare) -> None:
        """The company is started, the certificate is there."""
        if action.company not in ref.rules.companies:
            ref.refuse("unknown-company", f"There is no company {action.company}.")
        if action.company not in ref.pos.markers:
            ref.refuse("director-first", f"The first certificate of {action.company} is the director's.")
        if action.source not in ref.rules.sources or action.percent not in ref.rules.offered_percents(
            ref.pos, action.company, action.source
        ):
            sentence = f"No {action.percent}% certificate of {action.company} is on sale there."
            ref.refuse("no-certificate", sentence, action.company)
        refuse_purchase(ref, action.player, action.company, action.percent, self.cost(ref, action), action.source)

    def card(self, ref: Referee, action: BuyShare) -> Certificate:
        """A certificate as asked for; a director's first, where one is on sale."""
        cards = ref.rules.register.at(ref.pos, action.company, action.source)
        return next(card for card in cards if card.percent == action.percent)

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
        float_at_once(ref, action.company)
        ref.rules.bought(ref, action.player)
        task.next_turn(ref, ())


class Selling(Protocol):
    """A step in which somebody sells shares."""

    @property
    def selling(self) -> tuple[str, ...]:
        """Companies whose shares were sold in this turn."""

    def actor(self, ref: Referee) -> str:
        """Who sells."""


class Sell(Act):
    """Sell shares of one company, any number at once."""

    action = SellShares

    def options(self, ref: Referee, task: Selling) -> Iterator[Action]:
        """Every number of shares the player has."""
        player = task.actor(ref)
        for company in ref.pos.markers:
            unit = ref.rules.register.unit[company]
            for percent in range(unit, ref.percent(company, player) + 1, unit):
                yield SellShares(player, company, percent)

    def check(self, ref: Referee, task: Selling, action: SellShares) -> None:
        """Sales are open, the shares are there, and the director's certificate stays with a player."""
        company, player = action.company, action.player
        if company not in ref.pos.markers:
            ref.refuse("no-shares", f"{player} has no shares of {company}.")
        if not ref.rules.may_sell_now(ref.pos, company):
            now = ref.pos.round
            ref.refuse("no-sale-yet", f"Shares of {company} cannot be sold yet.", f"{now.kind} {now.set}")
        again = ref.rules.sells_again() or ref.rules.must_sell_on(ref.pos, player, company)
        if company in task.selling and not again:
            ref.refuse("one-sale", f"All shares of {company} that are sold in one turn are one sale.")
        unit = ref.rules.register.unit[company]
        if action.percent < unit or action.percent % unit or action.percent > ref.percent(company, player):
            ref.refuse("no-shares", f"{player} holds {ref.percent(company, player)}% of {company}.")
        if ref.percent(company, ref.rules.sales_go_to) + action.percent > ref.rules.pool_limit():
            ref.refuse("pool-limit", f"The pool may hold {ref.rules.pool_limit()}% of {company}.")
        if not sale_is_possible(ref, player, company, action.percent):
            ref.refuse("director-stays", f"Nobody else holds enough of {company} to become director.")

    def apply(self, ref: Referee, task: StockRound, action: SellShares) -> None:
        """Pay the seller, move the price, remember the sale."""
        sell(ref, action.player, action.company, action.percent)
        sold = ref.rules.register.shares(action.company, action.percent)
        ref.rules.price_after_sale(ref, action.company, sold)
        before = ref.pos.sold.get(action.player, ())
        if action.company not in before:
            ref.pos.put("sold", action.player, (*before, action.company))
        ref.amend(task, selling=(*task.selling, action.company))


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


_SELL = Sell()
ACTS: tuple[Act, ...] = (_SELL, Buy(), Start(), RepayLoan(), EndStockTurn())
