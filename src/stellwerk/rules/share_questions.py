"""Questions about players, shares, private companies and stock rounds."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from stellwerk import market
from stellwerk.events import CompanyStarted, PrivateMoved
from stellwerk.position import BANK, OFFERING, Position
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.rules.limits import certificates_of, limit_of_certificates

if TYPE_CHECKING:
    from stellwerk.actions import StartCompany
    from stellwerk.referee import Referee


class ShareRules(Arranged):
    """The defaults say what most books say."""

    def decides(self, position: Position, company: str, stage: str = "") -> str:
        """The player who acts for a company (at a stage of its turn)."""
        director = self.companies[company].part_of or self.register.director(position, company)
        assert director is not None, f"nobody directs {company}"
        return self.decides(position, director, stage) if director in self.companies else director

    def available(self, position: Position, company: str) -> bool:
        """May shares of this company be bought in this phase?"""
        return True

    def counts_to_limit(self, position: Position, company: str) -> bool:
        """Do certificates of this company count against the certificate limit now?"""
        return True

    @cached_property
    def all_count_to_limit(self) -> bool:
        """Do all certificates count, always, because nobody answers `counts_to_limit` otherwise?"""
        return type(self).counts_to_limit is ShareRules.counts_to_limit

    def ownership_limit(self, position: Position, player: str, company: str, source: str) -> int:
        """Up to how many percent of a company a player may hold by a purchase from this place."""
        return self.figures.ownership_limit[self.companies[company].size]

    def excess(self, position: Position, player: str) -> list[str]:
        """Companies a player over a limit must sell shares of, any of them; none if he is within the limits."""
        over = certificates_of(self, position, player) > limit_of_certificates(self, position)
        return list(self.companies_in_play(position)) if over else []

    def share_price(self, position: Position, company: str, source: str) -> int:
        """What a share of a started company costs at this place."""
        return market.share_price(position, self.chart, company)

    def price_after_sale(self, ref: Referee, company: str, shares: int, seller: str) -> None:
        """Move the price marker for so many shares that somebody has sold."""
        ref.move_price(company, "down")

    def may_sell_now(self, position: Position, company: str) -> bool:
        """May players sell shares of this company in this round?"""
        return position.round.set > 1

    def payee(self, position: Position, company: str, source: str) -> str:
        """Who gets the money for a certificate from a place."""
        return BANK

    def places_before_start(self, position: Position, company: str) -> set[str]:
        """Where certificates of a company lie whose first price is not set yet."""
        return {OFFERING}

    def bought(self, ref: Referee, player: str) -> None:
        """A player has bought a certificate in a stock round."""

    def starting_prices(self, position: Position, company: str) -> dict[int, tuple[int, int]]:
        """The first prices a company may take now, and their cells; none for one that never has a price."""
        if company in self.register.unpriced:
            return {}
        return self.chart.starts(company, self.companies[company].size)

    def put_first_markers(self, position: Position) -> None:
        """Companies that have a price before anything of them is sold: put the markers missing now on the chart."""

    def start_company(self, ref: Referee, action: StartCompany) -> None:
        """A company's first price is set: its marker goes under those on the cell."""
        market.put_on(ref.pos, action.company, self.starting_prices(ref.pos, action.company)[action.price])
        ref.pos.put("pars", action.company, action.price)
        ref.say(CompanyStarted(action.company, action.player, action.price))

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """A lot of the start packet is sold: the bank is paid, the buyer owns it."""
        ref.charge(player, price, f"lot {lot}")
        ref.pos.put("privates", lot, player)
        ref.say(PrivateMoved(lot, player))

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """All lots of the start packet are sold; `seat` would be next."""

    def auction_speaker(self, position: Position, bids: tuple[tuple[str, int], ...], last: str) -> str:
        """Who speaks in an auction for a lot: first the lowest bidder, then clockwise, the highest left out."""
        best = max(amount for _, amount in bids)
        if not last:
            return min(bids, key=lambda bid: bid[1])[0]
        order = position.order
        start = order.index(last)
        around = [order[(start + i) % len(order)] for i in range(1, len(order) + 1)]
        still = {player for player, amount in bids if amount < best or not best}
        return next(player for player in around if player in still)

    def private_income(self, position: Position, private: str) -> int:
        """What a private company pays its owner now."""
        return self.privates[private].income

    def close_stock_round(self, ref: Referee) -> None:
        """What happens at the end of a stock round."""
        raise AssertionError("a title says how stock rounds end")

    def floats(self, position: Position, company: str) -> bool:
        """Has enough of the company been bought?"""
        return self.register.in_hands(position, company) >= self.figures.float_percent

    def capital(self, position: Position, company: str) -> int:
        """What the bank pays into the treasury of a company that floats."""
        return position.pars[company] * self.companies[company].capital_factor
