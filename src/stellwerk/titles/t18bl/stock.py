"""18BL's shares and stock market: par and stock value, limits and zones, floating, sales, prices (4, 6, 7, 8.7)."""

from __future__ import annotations

from msgspec import UNSET

from stellwerk import market
from stellwerk.position import BANK, OFFERING, OUT, Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.game_flow import deal_order, end_game, rotate_order
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stock_round import raise_sold_out
from stellwerk.titles.t18bl.exchange import offer_exchange
from stellwerk.titles.t18bl.prices import way_from
from stellwerk.titles.t18bl.state import BlState
from stellwerk.titles.t18bl.tokens import close_corporation

UNLIMITED = 100


class StockOf18BL(Rules):
    """The answers of chapters 3, 4, 6 and 7."""

    # 3, 4.1: the starting round

    def auction_speaker(self, position: Position, bids: tuple[tuple[str, int], ...], last: str) -> str:
        """The first bidder to the left of the highest one; whoever spoke since then is out (3i)."""
        highest = max(bids, key=lambda bid: bid[1])[0]
        _, *after = rotate_order(position.order, highest)
        bidders = {player for player, _ in bids}
        return next(player for player in after if player in bidders)

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """The last buyer decides ties for the first turn (R7)."""
        super().lot_sold(ref, player, lot, price)
        ref.pos.update_state(last_buyer=player)

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """Who has most cash begins the First Stock Round; of several the first to the left of the last buyer (4.1a)."""
        most = max(ref.cash(player) for player in ref.pos.order)
        last, *after = rotate_order(ref.pos.order, value_or(BlState.of(ref.pos).last_buyer, ""))
        ref.pos.update_state(last_buyer=UNSET)
        deal_order(ref, rotate_order(ref.pos.order, next(p for p in (*after, last) if ref.cash(p) == most)))

    # 7: stock rounds

    def bought(self, ref: Referee, player: str) -> None:
        """Note the last buyer; the owner of No. 6 may still exchange it (7b, 5.2.6b)."""
        ref.pos.update_state(last_buyer=player)
        offer_exchange(ref, player)

    def close_stock_round(self, ref: Referee) -> None:
        """Sold-out corporations rise; the priority deal goes to the left of the last buyer, if any (7b, 7.6)."""
        raise_sold_out(ref)
        last_buyer = BlState.of(ref.pos).last_buyer
        if last_buyer is not UNSET:
            last, *after = rotate_order(ref.pos.order, last_buyer)
            ref.pos.update_state(last_buyer=UNSET)
            deal_order(ref, (*after, last))
        elif not ref.pos.floated and set(ref.pos.privates.values()) == {OUT}:
            end_game(ref)  # nothing moves any more, so the bank would never be broken

    def available(self, position: Position, company: str) -> bool:
        """A closed corporation cannot be founded again (7.5d, R35)."""
        return not self.register.has_left(position, company)

    def places_before_start(self, position: Position, company: str) -> set[str]:
        """In the initial offering, or out of the game."""
        return {OFFERING, OUT}

    def share_price(self, position: Position, company: str, source: str) -> int:
        """Par in the initial offering, the stock value in the pool (7.1d)."""
        return position.pars[company] if source == OFFERING else super().share_price(position, company, source)

    def payee(self, position: Position, company: str, source: str) -> str:
        """New shares of a floated corporation pay its treasury (7.1e, 7.3b)."""
        return company if source == OFFERING and company in position.floated else BANK

    def floats(self, position: Position, company: str) -> bool:
        """With 50% bought (or exchanged) out of the initial offering (7.3a, R24)."""
        return 100 - self.register.percent(position, company, OFFERING) >= self.figures.float_percent

    # 7.2: limits

    def zone(self, position: Position, company: str) -> str:
        """The area of the stock value table a corporation's token lies in."""
        return self.chart.zone(market.cell_of(position, company)) if company in position.markers else ""

    def counts_to_limit(self, position: Position, company: str) -> bool:
        """Not in the yellow or brown area (7.2b, 7.2e)."""
        return not self.zone(position, company)

    def ownership_limit(self, position: Position, player: str, company: str, source: str) -> int:
        """60%, with a share from the initial offering 70%; none in the brown area (7.2c-e, R38)."""
        if self.zone(position, company) == "brown":
            return UNLIMITED
        limits = self.figures.ownership_limit
        return limits[OFFERING] if source == OFFERING else limits[self.companies[company].size]

    def excess(self, position: Position, player: str) -> list[str]:
        """What must be sold: too many certificates, or more than 70% outside the brown area (7.2f, 7.2g, R37, R38)."""
        most = self.figures.ownership_limit[OFFERING]
        over = certificates_of(self, position, player) > limit_of_certificates(self, position)
        held = {company: self.register.percent(position, company, player) for company in position.markers}
        too_much = [c for c, percent in held.items() if percent > most and self.zone(position, c) != "brown"]
        counted = [c for c, percent in held.items() if over and percent and self.counts_to_limit(position, c)]
        return list(dict.fromkeys([*too_much, *counted]))

    # 7.4, 7.5, 8.7: sales and prices

    def may_sell_now(self, position: Position, company: str) -> bool:
        """Not in the First Stock Round, and only of corporations that have finished a turn (7.4b, 7.4d, R33)."""
        first = position.round.kind == "stock" and position.round.set == 1
        starting = any(isinstance(s, OperatingTurn) and s.first and s.company == company for s in position.agenda)
        return not first and company in position.operated and not starting

    def step(self, ref: Referee, company: str, direction: str) -> None:
        """One space, along the arrow where there is one; in the red area the corporation closes (7.5, 8.7)."""
        ref.move_price(company, way_from(self, market.cell_of(ref.pos, company), direction))
        if self.zone(ref.pos, company) == "red":
            close_corporation(ref, company)

    def price_after_sale(self, ref: Referee, company: str, shares: int, seller: str) -> None:
        """One space down for each share, as long as the corporation lasts (7.5a-d, R34)."""
        for _ in range(shares):
            if company in ref.pos.markers:
                self.step(ref, company, "down")

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """One space right for a full dividend, one left for none (8.7a, 8.7b)."""
        self.step(ref, company, "right" if paid else "left")
