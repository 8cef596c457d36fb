"""18BL's shares and stock market: par and stock value, limits and zones, floating, sales, prices (4, 6, 7, 8.7)."""

from __future__ import annotations

from stellwerk import market
from stellwerk.position import BANK, OFFERING, OUT, Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.closing import close_company
from stellwerk.steps.course import deal_order, end_game, rotated
from stellwerk.steps.operating import OperatingTurn
from stellwerk.steps.stock import raise_sold_out
from stellwerk.titles.t18bl.exchange import offer_exchange

UNLIMITED = 100
RED_ARROWS, GREEN_ARROWS = ("down", "left"), ("up",)


class StockOf18BL(Rules):
    """The answers of chapters 3, 4, 6 and 7."""

    # 3, 4.1: the starting round

    def bid_step(self) -> int:
        """Bids go up by 5 or multiples of it (3d)."""
        return 5

    def bids_while_falling(self) -> bool:
        """While No. 1 is offered for less and less nobody bids (3l, R5)."""
        return False

    def seat_after_cut(self, seat: int, players: int) -> int:
        """Each lower price is offered round from the holder of the priority deal (3l, R5)."""
        return 0

    def auction_speaker(self, position: Position, bids: tuple[tuple[str, int], ...], last: str) -> str:
        """The first bidder to the left of the highest one; whoever spoke since then is out (3i)."""
        highest = max(bids, key=lambda bid: bid[1])[0]
        _, *after = rotated(position.order, highest)
        bidders = {player for player, _ in bids}
        return next(player for player in after if player in bidders)

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """The last buyer decides ties for the first turn (R7)."""
        super().lot_sold(ref, player, lot, price)
        ref.pos.put("extra", "last_buyer", player)

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """Who has most cash begins the First Stock Round; of several the first to the left of the last buyer (4.1a)."""
        most = max(ref.cash(player) for player in ref.pos.order)
        last, *after = rotated(ref.pos.order, ref.pos.extra["last_buyer"])
        ref.pos.drop("extra", "last_buyer")
        deal_order(ref, rotated(ref.pos.order, next(p for p in (*after, last) if ref.cash(p) == most)))

    # 7: stock rounds

    def bought(self, ref: Referee, player: str) -> None:
        """Note the last buyer; the owner of No. 6 may still exchange it (7b, 5.2.6b)."""
        ref.pos.put("extra", "last_buyer", player)
        offer_exchange(ref, player)

    def close_stock_round(self, ref: Referee) -> None:
        """Sold-out corporations rise; the priority deal goes to the left of the last buyer, if any (7b, 7.6)."""
        raise_sold_out(ref)
        if "last_buyer" in ref.pos.extra:
            last, *after = rotated(ref.pos.order, ref.pos.extra["last_buyer"])
            ref.pos.drop("extra", "last_buyer")
            deal_order(ref, (*after, last))
        elif not ref.pos.floated and set(ref.pos.privates.values()) == {OUT}:
            end_game(ref)  # nothing moves any more, so the bank would never be broken

    def available(self, position: Position, company: str) -> bool:
        """A closed corporation cannot be founded again (7.5d, R35)."""
        return not self.gone(position, company)

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

    def certificates_of(self, position: Position, player: str) -> int:
        """Private companies, and shares outside the yellow and brown areas (5.1d, 7.2)."""
        counted = [company for company in position.markers if self.counts_to_limit(position, company)]
        privates = sum(1 for owner in position.privates.values() if owner == player)
        return privates + sum(len(self.register.at(position, company, player)) for company in counted)

    def share_limit(self, position: Position, company: str, source: str) -> int:
        """60%, with a share from the initial offering 70%; none in the brown area (7.2c-e, R38)."""
        if self.zone(position, company) == "brown":
            return UNLIMITED
        limits = self.figures.ownership_limit
        return limits[OFFERING] if source == OFFERING else limits[self.companies[company].size]

    def excess(self, position: Position, player: str) -> list[str]:
        """What must be sold: too many certificates, or more than 70% outside the brown area (7.2f, 7.2g, R37, R38)."""
        most = self.figures.ownership_limit[OFFERING]
        over = self.certificates_of(position, player) > self.limit_of_certificates(position)
        held = {company: self.register.percent(position, company, player) for company in position.markers}
        too_much = [c for c, percent in held.items() if percent > most and self.zone(position, c) != "brown"]
        counted = [c for c, percent in held.items() if over and percent and self.counts_to_limit(position, c)]
        return list(dict.fromkeys([*too_much, *counted]))

    def must_sell_on(self, position: Position, player: str, company: str) -> bool:
        """Who has not sold enough sells more, at the price there is then (7.2f, R37)."""
        return position.round.kind == "stock" and company in self.excess(position, player)

    # 7.4, 7.5, 8.7: sales and prices

    def may_sell_now(self, position: Position, company: str) -> bool:
        """Not in the First Stock Round, and only of corporations that have finished a turn (7.4b, 7.4d, R33)."""
        first = position.round.kind == "stock" and position.round.set == 1
        starting = any(isinstance(s, OperatingTurn) and s.first and s.company == company for s in position.agenda)
        return not first and company in position.operated and not starting

    def pool_limit(self) -> int:
        """Half of a corporation (7.4c)."""
        return 50

    def step(self, ref: Referee, company: str, direction: str) -> None:
        """One space, along the arrow where there is one; in the red area the corporation closes (7.5, 8.7)."""
        ref.move_price(company, self.way(market.cell_of(ref.pos, company), direction))
        if self.zone(ref.pos, company) == "red":
            close_company(ref, company)

    def way(self, cell: market.Cell, direction: str) -> str:
        """At the end of a row or column a rise follows a green arrow and a fall a red one (7.5b, 8.7a, 8.7b)."""
        arrow, at_the_end = self.chart.arrow(cell), self.chart.beyond(cell, direction) == cell
        followed = GREEN_ARROWS if direction == "right" else RED_ARROWS
        return arrow if at_the_end and arrow in followed else direction

    def price_after_sale(self, ref: Referee, company: str, shares: int) -> None:
        """One space down for each share, as long as the corporation lasts (7.5a-d, R34)."""
        for _ in range(shares):
            if company in ref.pos.markers:
                self.step(ref, company, "down")

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """One space right for a full dividend, one left for none (8.7a, 8.7b)."""
        self.step(ref, company, "right" if paid else "left")

    def price_after_split(self, ref: Referee, company: str, paid: int) -> None:
        """75%: as for 100% if 150% of the stock value is paid, else it goes below the others there (8.7c, 8.7d)."""
        if 2 * paid >= 3 * ref.price(company):
            self.price_after_run(ref, company, paid)
        else:
            market.sink(ref.pos, company)

    def close_off(self, ref: Referee, company: str, percent: int) -> bool:
        """Would a sale of so much move the token into the red area?"""
        cell = market.cell_of(ref.pos, company)
        for _ in range(self.register.shares(company, percent)):
            cell = self.chart.beyond(cell, self.way(cell, "down"))
            if self.chart.zone(cell) == "red":
                return True
        return False
