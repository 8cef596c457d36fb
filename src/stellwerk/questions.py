"""What anybody may ask about a position: who holds what, who directs, prices, trains, limits, what is for sale.

`Game` answers all of it for the position it is in; `Questions(rules, position)` answers for any other, such as an
earlier one of the log. Nothing here changes anything. A name that nobody and nothing in the game bears is refused.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from stellwerk import market
from stellwerk.errors import BadInput
from stellwerk.market import Cell
from stellwerk.position import OFFERING, OUT, POOL, Position, Round
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.train_purchase import from_bank
from stellwerk.trains import trains_of


class TrainForSale(NamedTuple):
    """A train the bank sells: its card, where it lies (`bank` or `pool`), the name of the train, its price."""

    card: str
    source: str
    train: str
    price: int


class ShareForSale(NamedTuple):
    """A certificate of a started company: how much of it, where it lies (`offering` or `pool`), what it costs."""

    company: str
    source: str
    percent: int
    cost: int


class Questions:
    """A position with the rules of its title, to be asked."""

    def __init__(self, rules: Rules, position: Position):
        self.rules = rules
        self.position = position

    # Players

    @property
    def players(self) -> tuple[str, ...]:
        """The players, as they sit."""
        return self.position.players

    @property
    def order(self) -> tuple[str, ...]:
        """The players still in the game, in playing order."""
        return self.position.order

    def cash(self, owner: str) -> int:
        """What a player, a company or the `bank` has; an unlimited bank has less than nothing."""
        _refuse_unless_in(owner, self.position.cash, "owner of money")
        return self.position.cash[owner]

    def holdings(self, holder: str) -> dict[str, int]:
        """Company to the percentage that a player holds of it, or that lies in the `offering` or the `pool`."""
        _refuse_unless_in(holder, (*self._holders(), OUT), "holder of shares")
        held = {company: self.rules.register.percent(self.position, company, holder) for company in self.companies}
        return {company: percent for company, percent in held.items() if percent}

    def certificate_count(self, player: str) -> int:
        """How many certificates of a player count against the limit."""
        return certificates_of(self.rules, self.position, self._player(player))

    def wealth(self, player: str) -> int:
        """What a player is worth: cash, shares at their prices and whatever else the title counts."""
        return self.rules.wealth(self.position, self._player(player))

    # Companies

    @property
    def companies(self) -> tuple[str, ...]:
        """All companies whose shares there are, in print order."""
        return tuple(self.rules.companies)

    def holders(self, company: str) -> dict[str, int]:
        """Who holds how many percent of a company: players first, then what lies elsewhere, as in the `offering`."""
        self._company(company)
        held = {holder: self.rules.register.percent(self.position, company, holder) for holder in self._holders()}
        return {holder: percent for holder, percent in held.items() if percent}

    def director(self, company: str) -> str | None:
        """Who holds the director's certificate of a company; None if nobody does."""
        return self.rules.register.director(self.position, self._company(company))

    def has_floated(self, company: str) -> bool:
        """Does a company take turns (or did, before it left the game)?"""
        return self._company(company) in self.position.floated

    def is_closed(self, company: str) -> bool:
        """Has a company left the game?"""
        return self.rules.register.has_left(self.position, self._company(company))

    def par(self, company: str) -> int | None:
        """The price a company was started at; None before."""
        return self.position.pars.get(self._company(company))

    def starting_prices(self, company: str) -> tuple[int, ...]:
        """The prices that a company may be started at, lowest first."""
        return tuple(sorted(self.rules.starting_prices(self.position, self._company(company))))

    def cell(self, company: str) -> Cell | None:
        """Where the price marker of a company stands: row and column of the chart, from 0; None if it has none."""
        placed = self._company(company) in self.position.markers
        return market.cell_of(self.position, company) if placed else None

    def price(self, company: str) -> int | None:
        """The share price of a company; None if it has none."""
        return self.rules.price_of(self.position, self._company(company))

    def trains(self, owner: str) -> dict[str, str]:
        """Card to the name of the train, for what a company owns or what lies in the `pool`."""
        _refuse_unless_in(owner, (*self.companies, POOL), "owner of trains")
        return dict(trains_of(self.position, owner))

    def stations(self, company: str) -> tuple[tuple[str, int], ...]:
        """The stations of a company on the map, each as its hex and the number of its city (-1: none chosen yet)."""
        self._company(company)
        return tuple(
            (hex, city)
            for hex, stations in self.position.stations.items()
            for owner, city in stations
            if owner == company
        )

    def stations_left(self, company: str) -> int:
        """How many stations of a company are not on the map yet."""
        return self.position.unplaced.get(self._company(company), 0)

    def operating_order(self) -> tuple[str, ...]:
        """The companies that take turns, in the order in which they would begin now."""
        return tuple(self.rules.operating_order(self.position))

    # Private companies

    @property
    def privates(self) -> tuple[str, ...]:
        """All private companies (in some games: papers, lots), in print order."""
        return tuple(self.rules.privates)

    def private_owner(self, private: str) -> str | None:
        """Who owns a private company: a player or a company; None while it is on offer and after it has left."""
        _refuse_unless_in(private, self.rules.privates, "private company")
        owner = self.position.privates.get(private, OUT)
        return None if owner in (OFFERING, OUT) else owner

    def privates_of(self, owner: str) -> tuple[str, ...]:
        """The private companies of a player or a company, or those still in the `offering`."""
        _refuse_unless_in(owner, (*self.players, *self.companies, OFFERING, OUT), "owner of private companies")
        return tuple(private for private, whose in self.position.privates.items() if whose == owner)

    # Time, limits, what is for sale

    @property
    def phase(self) -> str:
        """The phase of the game."""
        return self.position.phase

    @property
    def round(self) -> Round:
        """The round that is played: its kind, the set it belongs to, its number in the set and of how many."""
        return self.position.round

    def certificate_limit(self) -> int:
        """How many certificates a player may hold."""
        return limit_of_certificates(self.rules, self.position)

    def share_limit(self, company: str) -> int:
        """How many percent of a company one player may hold."""
        return self.rules.ownership_limit(self.position, self.players[0], self._company(company), self.rules.sources[0])

    def train_limit(self, company: str) -> int:
        """How many trains a company may own now."""
        return self.rules.train_limit(self.position, self._company(company))

    def trains_for_sale(self) -> tuple[TrainForSale, ...]:
        """What the bank sells, in its stack and in the pool; a card with two faces is there twice."""
        return tuple(
            TrainForSale(card, source, face.name, face.price)
            for source, card in from_bank(Referee(self.rules, self.position))
            for face in self.rules.cards.faces(card)
            if face.name not in self.position.scrapped
        )

    def shares_for_sale(self) -> tuple[ShareForSale, ...]:
        """The certificates of started companies that can be bought; whether one player may, `legal` says."""
        return tuple(
            ShareForSale(company, source, percent, self._cost(company, source, percent))
            for company in self.position.markers
            if self.rules.available(self.position, company)
            for source in self.rules.sources
            for percent in sorted(self.rules.register.offered_percents(self.position, company, source))
        )

    def _cost(self, company: str, source: str, percent: int) -> int:
        price = self.rules.share_price(self.position, company, source)
        return price * self.rules.register.shares(company, percent)

    def _holders(self) -> tuple[str, ...]:
        """Where shares can lie or lie now (kept with a private company, say), the players first."""
        usual = (*self.players, *self.rules.silent_partners, *self.companies, OFFERING, POOL)
        return tuple(dict.fromkeys((*usual, *(p for p in self.position.certificates.values() if p != OUT))))

    def _player(self, name: str) -> str:
        _refuse_unless_in(name, self.players, "player")
        return name

    def _company(self, name: str) -> str:
        _refuse_unless_in(name, self.rules.companies, "company")
        return name


def _refuse_unless_in(name: str, known: Collection[str], what: str) -> None:
    """Refuse a name that is not among those who could be meant."""
    if not isinstance(name, str) or name not in known:
        raise BadInput(f"{name!r} is no {what} here; there are {', '.join(map(str, known))}.")
