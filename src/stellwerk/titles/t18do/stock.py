"""18DO's shares and stock market: founding, charters, sales, directors, prices (4.3.2, 4.4, 4.5.6.3)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import Any, ClassVar

from msgspec import UNSET

from stellwerk import market
from stellwerk.actions import Action, BuyShare
from stellwerk.certificates import Certificate, Register
from stellwerk.position import OFFERING, POOL, Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.phases import is_color_open
from stellwerk.steps.game_flow import deal_order, rotate_order
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.share_purchase import Buy
from stellwerk.steps.share_sales_and_directors import hand_over, settle_director
from stellwerk.steps.stock_round import StockRound, raise_sold_out
from stellwerk.titles.t18do.printed import printed_of
from stellwerk.titles.t18do.state import DoState
from stellwerk.vocabulary import Form, Forms, Names

SHARE = 10


class CharterRegister(Register):
    """Certificates of corporations that own what is not sold."""

    def on_sale(self, position: Position, company: str, source: str) -> list[Certificate]:
        """Of a charter what lies on top: certificates that came back, then those never sold (R3, R70)."""
        if source != OFFERING:
            return super().on_sale(position, company, source)
        cards = self.at(position, company, source)
        back = value_or(DoState.of(position).stacks, {}).get(company, ())
        return [card for name in reversed(back) for card in cards if card.id == name][:1] or cards[:1]

    def given_for_directorship(
        self, position: Position, player: str, ways: list[list[Certificate]]
    ) -> list[Certificate] | None:
        """10% certificates first (R5)."""
        return max(ways, key=len)


def put_on_charter(ref: Referee, card: Certificate) -> None:
    """A certificate comes back to its charter: it lies on top of those there (R4, R70)."""
    hand_over(ref, card, OFFERING)
    register, stacks = ref.rules.register, value_or(DoState.of(ref.pos).stacks, {})
    if len({other.percent for other in register.of[card.company][1:]}) > 1:
        there = {other.id for other in register.at(ref.pos, card.company, OFFERING)}
        kept = (name for name in stacks.get(card.company, ()) if name != card.id and name in there)
        ref.pos.update_state(stacks={**stacks, card.company: (*kept, card.id)})


class TradeUp(BuyShare, frozen=True, tag="trade-up"):
    """A player buys a certificate of several shares and gives a 10% certificate in payment."""

    forms: ClassVar[Forms] = (
        Form("{player} trades 10% of {company} up to {percent}%", {"source": "offering", "card": UNSET}),
        Form("{player} trades 10% of {company} up to {percent}% from {source}", {"card": UNSET}),
        Form("{player} trades 10% of {company} up to {percent}% from {source} as {card}"),
    )
    label: ClassVar[str] = "Trade 10% of {company} up to {percent}%"
    doing: ClassVar[str] = "trade a certificate up"
    group: ClassVar[tuple[str, str]] = ("trade", "company")
    told_by: ClassVar[Names] = ("company", "percent", "source")

    @classmethod
    def known_choices(cls, rules: Any) -> Iterable[tuple[Hashable, ...]] | None:
        """Every certificate of several shares, where it may lie."""
        sizes = {company: {card.percent for card in cards[1:]} for company, cards in rules.register.of.items()}
        larger = [(company, percent) for company, of in sizes.items() for percent in sorted(of) if percent > SHARE]
        return [(*certificate, source) for certificate in larger for source in (OFFERING, POOL)]


class BuyByTradingUp(Buy):
    """A certificate of several shares for one of 10% and the price of the other shares (4.4.3b, R4)."""

    action = TradeUp

    def options(self, ref: Referee, task: StockRound) -> Iterator[Action]:
        """As for a purchase."""
        for buy in super().options(ref, task):
            assert isinstance(buy, BuyShare)
            if buy.percent > SHARE:
                yield TradeUp(buy.player, buy.company, buy.percent, buy.source)

    def check(self, ref: Referee, task: StockRound, action: BuyShare) -> None:
        """An own 10% certificate for a larger one; all else as it would be with the 10% given in."""
        mine = self.given_in(ref, action) if action.company in ref.rules.companies else None
        if mine is None or action.percent <= SHARE:
            ref.refuse("no-trade-up", f"{action.player} can give no 10% of {action.company} for a larger certificate.")
        before = Referee(ref.rules, ref.pos.copy())
        before.pos.put("certificates", mine.id, POOL if action.source == OFFERING else OFFERING)
        super().check(before, task, action)

    def given_in(self, ref: Referee, action: BuyShare) -> Certificate | None:
        """The 10% certificate the player gives."""
        cards = ref.rules.register.ordinary(ref.pos, action.company, action.player)
        return next((card for card in cards if card.percent == SHARE), None)

    def cost(self, ref: Referee, action: BuyShare) -> int:
        """One share less."""
        price = ref.rules.share_price(ref.pos, action.company, action.source)
        return super().cost(ref, action) - price

    def apply(self, ref: Referee, task: StockRound, action: BuyShare) -> None:
        """The larger certificate comes, the smaller one goes where it came from (R4)."""
        mine, new = self.given_in(ref, action), self.card(ref, action)
        assert mine is not None
        payee = ref.rules.payee(ref.pos, action.company, action.source)
        ref.pay(action.player, payee, self.cost(ref, action), f"{action.percent - SHARE}% more of {action.company}")
        hand_over(ref, new, action.player)
        if action.source == OFFERING:
            put_on_charter(ref, mine)
        else:
            hand_over(ref, mine, action.source)
        settle_director(ref, action.company)
        self.close(ref, task, action.player, action.company)


def step_price(ref: Referee, company: str, first: str, second: str, times: int = 1) -> None:
    """One space in the first direction; at the end of the row in the second (4.5.6.3a, d)."""
    for _ in range(times):
        cell = market.cell_of(ref.pos, company)
        ref.move_price(company, first if ref.rules.chart.beyond(cell, first) != cell else second)


class StockOf18DO(Rules):
    """The answers of chapters 4.3.2, 4.4 and 4.5.6.3."""

    privates_count = False  # 4.4.4b
    players_may_owe = True  # R28

    @cached_property
    def register(self) -> Register:
        """All certificates; what is not sold belongs to the corporation."""
        return CharterRegister(self.figures.companies, self.silent_partners)

    # 4.3.2, 4.4.1, 4.4.2: founding and floating

    def available(self, position: Position, company: str) -> bool:
        """DGEE after KWE, DHB and HHW after DGEE (4.3.2b)."""
        before, founded = printed_of(self.variant).founded_after.get(company), self.companies_in_play(position)
        return before is None or before in founded or company in founded

    def starting_prices(self, position: Position, company: str) -> dict[int, tuple[int, int]]:
        """The coloured spaces of the present and earlier colour phases (4.4.1a)."""
        starts = super().starting_prices(position, company)
        return {price: cell for price, cell in starts.items() if is_color_open(self, position, self.chart.zone(cell))}

    def capital(self, position: Position, company: str) -> int:
        """Nothing: the treasury was paid for every certificate (4.4.1c, 4.4.3a)."""
        return 0

    def payee(self, position: Position, company: str, source: str) -> str:
        """The corporation for what lies on its charter, the bank for the pool (4.4.1c, 4.4.3a)."""
        return company if source == OFFERING else super().payee(position, company, source)

    # 4.4: stock rounds

    def bought(self, ref: Referee, player: str) -> None:
        """Note who acted last (4.4d)."""
        ref.pos.update_state(last_acting=player)

    def close_stock_round(self, ref: Referee) -> None:
        """What players hold altogether rises; the priority deal goes left of the last to act (4.4.6b, 4.2.3c, 4.4d)."""
        raise_sold_out(ref)
        last_acting = DoState.of(ref.pos).last_acting
        if last_acting is not UNSET:
            last, *after = rotate_order(ref.pos.order, last_acting)
            ref.pos.update_state(last_acting=UNSET)
            deal_order(ref, (*after, last))

    def ownership_limit(self, position: Position, player: str, company: str, source: str) -> int:
        """70% with three players, else 60% (4.4.4c)."""
        limits = self.figures.ownership_limit
        return limits.get(str(len(position.players)), limits[self.companies[company].size])

    def may_sell_now(self, position: Position, company: str) -> bool:
        """Not in the first stock round, and nothing of a corporation that has not finished a turn (4.2.3b, 4.4.5c)."""
        first = position.round.kind == "stock" and position.round.set == 1
        starting = any(isinstance(s, OperatingTurn) and s.first and s.company == company for s in position.agenda)
        return not first and company in position.operated and not starting

    def price_after_sale(self, ref: Referee, company: str, shares: int, seller: str) -> None:
        """One space down for each 10% (4.4.6a)."""
        ref.move_price(company, "down", shares)
        if self.kind_of(ref.pos.round).shares_trade:
            ref.pos.update_state(last_acting=seller)

    # 4.5.6: dividends and prices

    def treasury_part(self, position: Position, company: str) -> int:
        """The dividend of what lies on the charter (4.5.6.2b)."""
        return self.register.percent(position, company, OFFERING)

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """Left for none, below the others for less than the value, right for it, twice for three times it (4.5.6.3)."""
        value = ref.price(company)
        if not paid:
            step_price(ref, company, "left", "down")
        elif paid < value:
            market.put_marker_below(ref.pos, company)
        else:
            step_price(ref, company, "right", "up", 2 if paid >= 3 * value else 1)
