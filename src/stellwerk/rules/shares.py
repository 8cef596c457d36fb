"""Questions about players, shares, private companies and stock rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk import market
from stellwerk.events import CompanyStarted, PrivateMoved
from stellwerk.position import BANK, OFFERING, OUT, Position
from stellwerk.rules.arranged import Arranged

if TYPE_CHECKING:
    from stellwerk.actions import StartCompany
    from stellwerk.certificates import Certificate
    from stellwerk.referee import Referee


class ShareRules(Arranged):
    """The defaults say what most books say."""

    def decides(self, position: Position, company: str, stage: str = "") -> str:
        """The player who acts for a company (at a stage of its turn)."""
        director = self.register.director(position, company)
        assert director is not None, f"nobody directs {company}"
        return director

    def available(self, position: Position, company: str) -> bool:
        """May shares of this company be bought in this phase?"""
        return True

    def ownership_limit(self, company: str) -> int:
        """How many percent of a company one player may hold."""
        return self.figures.ownership_limit[self.companies[company].size]

    def certificates_of(self, position: Position, player: str) -> int:
        """How many of a player's certificates count against the limit."""
        privates = sum(1 for owner in position.privates.values() if owner == player)
        return self.register.count(position, player) + privates

    def counts_to_limit(self, position: Position, company: str) -> bool:
        """Do certificates of this company count against the certificate limit now?"""
        return True

    def share_limit(self, position: Position, company: str, source: str) -> int:
        """Up to how many percent of a company a player may hold by a purchase from this place."""
        return self.ownership_limit(company)

    def excess(self, position: Position, player: str) -> list[str]:
        """Companies a player over a limit must sell shares of, any of them; none if he is within the limits."""
        over = self.certificates_of(position, player) > self.limit_of_certificates(position)
        return list(position.markers) if over else []

    def share_price(self, position: Position, company: str, source: str) -> int:
        """What a share of a started company costs at this place."""
        return market.price(position, self.chart, company)

    def price_after_sale(self, ref: Referee, company: str, shares: int) -> None:
        """Move the price marker for so many shares sold."""
        ref.move_price(company, "down")

    def may_sell_now(self, position: Position, company: str) -> bool:
        """May players sell shares of this company in this round?"""
        return position.round.set > 1

    def sells_again(self) -> bool:
        """May a player sell shares of one company twice in one turn?"""
        return False

    def must_sell_on(self, position: Position, player: str, company: str) -> bool:
        """May a player sell more shares of a company he has sold in this turn, because he is still over a limit?"""
        return False

    def offered_percents(self, position: Position, company: str, source: str) -> set[int]:
        """Which sizes of certificates of a started company can be bought: new ones in print order, pooled ones all."""
        cards = self.register.at(position, company, source)
        return {card.percent for card in (cards[:1] if source == OFFERING else cards)}

    def payee(self, position: Position, company: str, source: str) -> str:
        """Who gets the money for a certificate from a place."""
        return BANK

    def places_before_start(self, position: Position, company: str) -> set[str]:
        """Where certificates of a company lie whose first price is not set yet."""
        return {OFFERING}

    def chooses_exchange(self) -> bool:
        """Does a new director choose which certificates he gives for the director's?"""
        return True

    def given_for_directorship(
        self, position: Position, player: str, ways: list[list[Certificate]]
    ) -> list[Certificate]:
        """What a new director gives who does not choose: the fewest certificates."""
        return ways[0]

    def pays_for_parts(self) -> bool:
        """Does a director who sells get money even for a part of a certificate that cannot be split?"""
        return False

    def sold_in_part(self, ref: Referee, company: str, player: str, percent: int) -> None:
        """So many percent were paid for that no certificate could be sold for (see `pays_for_parts`)."""

    def floated_now(self, ref: Referee, company: str) -> None:
        """A company has floated with a purchase."""

    def bought(self, ref: Referee, player: str) -> None:
        """A player has bought a certificate in a stock round."""

    def sold(self, ref: Referee, player: str) -> None:
        """A player has sold shares."""

    def private_closed(self, ref: Referee, private: str) -> None:
        """A private company has left the game."""

    def company_closed(self, ref: Referee, company: str) -> None:
        """A company has left the game."""

    def starting_prices(self, company: str) -> dict[int, tuple[int, int]]:
        """The first prices a company may take, and their cells."""
        return self.chart.starts(self.companies[company].size)

    def start_company(self, ref: Referee, action: StartCompany) -> None:
        """A company's first price is set: its marker goes under those on the cell."""
        market.put_on(ref.pos, action.company, self.starting_prices(action.company)[action.price])
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

    def bid_step(self) -> int:
        """Bids are multiples of this."""
        return 1

    def bids_while_falling(self) -> bool:
        """May players bid on other lots while the first one is offered for less and less?"""
        return True

    def seat_after_cut(self, seat: int, players: int) -> int:
        """Who speaks first when the first lot has become cheaper; `seat` passed last."""
        return (seat + 1) % players

    def pay_privates(self, ref: Referee) -> None:
        """The bank pays the owners of private companies their income."""
        for private, owner in ref.pos.privates.items():
            if owner not in (OFFERING, OUT):
                self.pay_private(ref, private, owner)

    def pay_private(self, ref: Referee, private: str, owner: str) -> None:
        """The bank pays the owner of a private company."""
        ref.pay(BANK, owner, self.private_income(ref.pos, private), f"income of {private}")

    def private_income(self, position: Position, private: str) -> int:
        """What a private company pays its owner now."""
        return self.privates[private].income

    def pool_limit(self) -> int:
        """How many percent of a company may lie in the pool."""
        return 100

    def close_stock_round(self, ref: Referee) -> None:
        """What happens at the end of a stock round."""
        raise AssertionError("a title says how stock rounds end")

    def floats(self, position: Position, company: str) -> bool:
        """Has enough of the company been bought?"""
        return self.register.in_hands(position, company) >= self.figures.float_percent

    def capital(self, position: Position, company: str) -> int:
        """What the bank pays into the treasury of a company that floats."""
        return position.pars[company] * self.companies[company].capital_factor
