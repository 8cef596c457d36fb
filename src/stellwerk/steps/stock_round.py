"""The stock round: sell, then buy one certificate, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from msgspec import UNSET

from stellwerk.actions import Action, Choice, Pass, Repay, SellShares
from stellwerk.certificates import Certificate
from stellwerk.errors import refuse_unless
from stellwerk.events import Passed, RoundBegan
from stellwerk.position import BANK, Position, Round, value_or
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.steps.base import Act, Task, refuse_wrong_passes
from stellwerk.steps.share_purchase import Buy, StartAct
from stellwerk.steps.share_sales_and_directors import sale_is_possible, sell_shares

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
    stage_names: ClassVar[tuple[str, ...]] = ()
    """The parts of a player's turn, in order, where it has some (its field `stage` counts them)."""

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

    def end_purchase(self, ref: Referee) -> None:
        """A certificate was bought: the turn is over."""
        self.next_turn(ref, ())

    def end_turn(self, ref: Referee) -> None:
        """A player does nothing more: only a turn in which he did nothing is a pass."""
        self.next_turn(ref, () if self.has_acted else (*self.passed, self.actor(ref)))

    def next_turn(self, ref: Referee, passed: tuple[str, ...]) -> None:
        """The turn is over."""
        ref.amend(self, seat=(self.seat + 1) % len(ref.pos.order), passed=passed, selling=())

    @property
    def has_acted(self) -> bool:
        """Has the player done something in this turn that makes it no pass?"""
        return bool(self.selling)

    @property
    def has_bought(self) -> bool:
        """Has the player bought in this turn, which goes on?"""
        return False

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


def raise_sold_out(ref: Referee, direction: str = "up") -> None:
    """Companies all of whose shares are in players' hands rise, highest price and upper marker first."""
    priced = [company for company in ref.rules.companies_by_price(ref.pos) if company in ref.pos.markers]
    for company in priced:
        if ref.rules.register.in_hands(ref.pos, company) == 100:
            ref.move_price(company, direction)


def refuse_before_sale(ref: Referee, task: StockRound) -> None:
    """A player over a limit sells before he does anything else, if he can sell anything that helps."""
    player = task.actor(ref)
    excess = ref.rules.excess(ref.pos, player)
    if not excess:
        return
    sales = (choice for act in task.acts(ref) if isinstance(act, Sell) for choice in task.choices_of(ref, act))
    if any(getattr(sale.action, "company", "") in excess for sale in sales):
        ref.refuse("over-limit", f"{player} holds too many certificates and must sell.")


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
            ref.refuse("director-stays", f"Nobody else holds enough of {company} to become director.", company)

    def apply(self, ref: Referee, task: StockRound, action: SellShares) -> None:
        """Pay the seller, move the price, remember the sale."""
        noted = self.note_sale(ref, task, action)
        price = self.price_of(ref, task, action.company)
        sell_shares(ref, action.player, action.company, action.percent, value_or(action.card, ""), price)
        self.move_price(ref, task, action)
        before = ref.pos.sold.get(action.player, ())
        if action.company not in before:
            ref.pos.put("sold", action.player, (*before, action.company))
        ref.amend(task, **noted)

    def price_of(self, ref: Referee, task: StockRound, company: str) -> int:
        """What a share brings: the price before the sale."""
        return ref.price(company)

    def move_price(self, ref: Referee, task: StockRound, action: SellShares) -> None:
        """The price follows the sale."""
        sold = ref.rules.register.shares(action.company, action.percent)
        ref.rules.price_after_sale(ref, action.company, sold, action.player)

    def note_sale(self, ref: Referee, task: StockRound, action: SellShares) -> dict[str, Any]:
        """What the step remembers of it."""
        return {"selling": (*task.selling, action.company)}


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
        task.end_turn(ref)


STOCK_ACTS: tuple[Act, ...] = (Sell(), Buy(), StartAct(), RepayLoan(), EndStockTurn())
