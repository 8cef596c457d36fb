"""How prices move: down the chart for a dividend, up for none, left and right by trade (4.14 to 4.19, 9.9 to 9.13)."""

from __future__ import annotations

from stellwerk import market
from stellwerk.position import POOL, Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.game_flow import end_game
from stellwerk.titles.t1881.printed import plays
from stellwerk.titles.t1881.ruin import close_bankrupt
from stellwerk.titles.t1881.state import STADTBAHN

END, BANKRUPT = "end", "bankrupt"
ARROWS = ("left", "right")


class PriceRules(Rules):
    """The answers about prices after runs."""

    def treasury_part(self, position: Position, company: str) -> int:
        """The dividend of shares in the pool; that of a director's share that waits there goes to nobody (9.7, R94)."""
        return sum(card.percent for card in self.register.at(position, company, POOL) if not card.director)

    def zone(self, position: Position, company: str) -> str:
        """The zone of the chart a company's marker lies in."""
        return self.chart.zone(market.cell_of(position, company)) if company in position.markers else ""

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """Down for a dividend, up for none; at the edge along the arrow; 400 ends the game, 10 the company."""
        before = market.cell_of(ref.pos, company)
        ref.move_price(company, self.chart.way_from(before, "down" if paid else "up", ARROWS))
        if paid and self.zone(ref.pos, company) == END:
            self.end_by_price(ref)
        elif not paid and self.is_ruined(ref.pos, company, before):
            close_bankrupt(ref, company)

    def end_by_price(self, ref: Referee) -> None:
        """At once; by the house rules when the operating round is over (R71, H.50)."""
        if plays(self, "house"):
            ref.pos.update_state(last_round=True)
        else:
            end_game(ref)

    def is_ruined(self, position: Position, company: str, before: market.Cell) -> bool:
        """Has a turn left the price at 10? By the house rules it would have to go lower (9.13, R57)."""
        stuck = market.cell_of(position, company) == before
        return self.zone(position, company) == BANKRUPT and (stuck or not plays(self, "house"))

    def companies_by_price(self, position: Position) -> list[str]:
        """Among equal prices the marker further down, then the one further right, then the upper one (5.1, R77)."""

        def key(company: str) -> tuple[int, ...]:
            row, column, place = position.markers[company]
            return -self.chart.value((row, column)), -row, -column, place

        return [*sorted(position.markers, key=key), *self.register.unpriced_in_play(position)]

    def operating_order(self, position: Position) -> list[str]:
        """By price; the nets have their turns with the S-Bahn, by the house rules after all trams (R59)."""
        order = [
            c for c in self.companies_by_price(position) if c in position.floated and not self.companies[c].part_of
        ]
        return sorted(order, key=lambda company: company == STADTBAHN) if plays(self, "house") else order
