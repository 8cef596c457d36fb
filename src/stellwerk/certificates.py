"""Shares as certificates: who holds what, which cards make up a percentage, who directs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from stellwerk.figures import CompanyFigure
from stellwerk.position import OFFERING, OUT, Position


class Certificate(msgspec.Struct, frozen=True):
    """A card: how much of which company it stands for, whether it is the director's, and what else it brings."""

    id: str
    company: str
    percent: int
    director: bool
    mark: str = ""


class Register:
    """All certificates of a game."""

    def __init__(self, companies: Iterable[CompanyFigure], silent_partners: tuple[str, ...] = ()):
        figures = tuple(companies)
        self.silent_partners = silent_partners
        self.of: dict[str, tuple[Certificate, ...]] = {figure.id: _cards_of(figure) for figure in figures}
        self.unit = {company: min((c.percent for c in cards), default=100) for company, cards in self.of.items()}
        self.marked = frozenset(company for company, cards in self.of.items() if any(card.mark for card in cards))
        """The companies whose certificates are not alike."""
        self.holding_companies = {
            figure.id: tuple(other.id for other in figures if {other.id, other.size} & set(figure.held_by))
            for figure in figures
        }
        """Company to the companies that may hold its shares."""
        self.main_of = {figure.id: figure.part_of for figure in figures if figure.part_of}
        """Part of a company to the company."""
        self.parts = {main: tuple(p for p, of in self.main_of.items() if of == main) for main in self.main_of.values()}
        """Company to the parts it consists of, beside itself."""
        self.unpriced = tuple(figure.id for figure in figures if figure.part_of or not figure.priced)
        """The companies that never have a price."""

    def all(self) -> Iterator[Certificate]:
        """Every certificate."""
        for cards in self.of.values():
            yield from cards

    def at(self, position: Position, company: str, place: str) -> list[Certificate]:
        """The certificates of a company that lie at one place, in print order."""
        where = position.certificates
        return [card for card in self.of[company] if where[card.id] == place]

    def percent(self, position: Position, company: str, place: str) -> int:
        """How much of a company lies at one place."""
        where = position.certificates
        return sum(card.percent for card in self.of[company] if where[card.id] == place)

    def in_hands(self, position: Position, company: str) -> int:
        """How much of a company players hold, and those who count as players."""
        return sum(self.standing(position, company, holder) for holder in self.holders(position, company))

    def holders(self, position: Position, company: str) -> tuple[str, ...]:
        """Who can hold shares of a company: the players, silent partners, who never act, and some companies."""
        return (*position.players, *self.silent_partners, *self.holding_companies[company])

    def standing(self, position: Position, company: str, player: str) -> int:
        """What a player's holding counts for the directorship: the percentage."""
        return self.percent(position, company, player)

    def count(self, position: Position, player: str) -> int:
        """How many share certificates a player holds."""
        return list(position.certificates.values()).count(player)

    def director(self, position: Position, company: str) -> str | None:
        """The player, silent partner or company that holds the director's certificate."""
        cards = self.of[company]
        if not cards:
            return None
        place = position.certificates[cards[0].id]
        known = place in position.players or place in self.silent_partners
        return place if known or place in self.holding_companies[company] else None

    def parts_of(self, company: str) -> tuple[str, ...]:
        """The parts a company consists of, beside itself."""
        return self.parts.get(company, ())

    def parts_floating_with(self, company: str) -> tuple[str, ...]:
        """The parts that begin when the company floats."""
        return self.parts_of(company)

    def unpriced_in_play(self, position: Position) -> list[str]:
        """The companies without a price that have a director, and parts of companies that are in play."""
        return [company for company in self.unpriced if self.has_begun(position, self.main_of.get(company, company))]

    def has_begun(self, position: Position, company: str) -> bool:
        """Has a company a price, or a director although it never has one?"""
        directed = company in self.unpriced and self.director(position, company) is not None
        return directed or company in position.markers

    def holder_of_directorship(self, position: Position, company: str) -> str:
        """Where the director's certificate lies; nowhere, if the company has no shares."""
        cards = self.of[company]
        return position.certificates[cards[0].id] if cards else ""

    def has_left(self, position: Position, company: str) -> bool:
        """Has a company left the game, closed or taken over?"""
        return self.holder_of_directorship(position, self.main_of.get(company, company)) == OUT

    def on_sale(self, position: Position, company: str, source: str) -> list[Certificate]:
        """The certificates of a started company that can be bought: new ones in print order, pooled ones all."""
        cards = self.at(position, company, source)
        return cards[:1] if source == OFFERING else cards

    def offered_percents(self, position: Position, company: str, source: str) -> set[int]:
        """Which sizes of certificates of a started company can be bought."""
        return {card.percent for card in self.on_sale(position, company, source)}

    def shares(self, company: str, percent: int) -> int:
        """How many shares a percentage is."""
        return percent // self.unit[company]

    def mark_of(self, position: Position, card: Certificate) -> str:
        """What a certificate brings beside its percentage as things stand."""
        return card.mark

    def ordinary(self, position: Position, company: str, place: str) -> list[Certificate]:
        """The certificates at a place that are not the director's and bring nothing but their percentage."""
        cards = self.at(position, company, place)
        return [card for card in cards if not card.director and not self.mark_of(position, card)]

    def bundle(self, position: Position, company: str, place: str, percent: int) -> list[Certificate] | None:
        """Ordinary certificates at a place that make up a percentage, fewest cards first; None if impossible."""
        return self.exactly(self.ordinary(position, company, place), percent)

    def bundles(self, position: Position, company: str, place: str, percent: int) -> list[list[Certificate]]:
        """All ways to make up a percentage that differ in the sizes of their cards, fewest cards first."""
        cards = self.ordinary(position, company, place)
        ways: dict[tuple[int, ...], list[Certificate]] = {}
        for largest in sorted({card.percent for card in cards}, reverse=True):
            way = self.exactly([card for card in cards if card.percent <= largest], percent)
            if way is not None:
                ways.setdefault(tuple(card.percent for card in way), way)
        return list(ways.values())

    def exactly(self, cards: Iterable[Certificate], percent: int) -> list[Certificate] | None:
        """Cards that make up a percentage, the largest first."""
        return _choose_cards_of(sorted(cards, key=lambda card: -card.percent), percent)

    sells_parts: ClassVar[bool] = False
    """Does a director who sells get money even for a part of a certificate that cannot be split?"""

    def note_part(self, position: Position, company: str, player: str, percent: int) -> None:
        """So many percent were paid for that no certificate could be given for (see `sells_parts`)."""

    def note_given(self, position: Position, cards: Iterable[Certificate]) -> None:
        """These were given for the director's certificate."""

    def given_for_directorship(
        self, position: Position, player: str, ways: list[list[Certificate]]
    ) -> list[Certificate] | None:
        """What a new director gives for the director's certificate; None where he chooses."""
        return ways[0] if len(ways) == 1 else None

    def largest_holders(self, position: Position, company: str, besides: str) -> tuple[int, list[str]]:
        """The highest percentage another player holds who is still in the game, and who holds it."""
        able = (*position.order, *self.holding_companies[company])
        holdings = {p: self.standing(position, company, p) for p in able if p != besides}
        top = max(holdings.values(), default=0)
        return top, [player for player, percent in holdings.items() if percent == top]


def _cards_of(figure: CompanyFigure) -> tuple[Certificate, ...]:
    """The certificates of a company, in print order."""
    return tuple(
        Certificate(f"{figure.id}_{i}", figure.id, percent, i == 0, figure.marks.get(str(i), ""))
        for i, percent in enumerate(figure.shares)
    )


def _choose_cards_of(cards: list[Certificate], percent: int) -> list[Certificate] | None:
    if percent == 0:
        return []
    for i, card in enumerate(cards):
        if card.percent <= percent:
            rest = _choose_cards_of(cards[i + 1 :], percent - card.percent)
            if rest is not None:
                return [card, *rest]
    return None
