"""Shares as certificates: who holds what, which cards make up a percentage, who directs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from stellwerk.figures import CompanyFigure
from stellwerk.position import Position


class Certificate(msgspec.Struct, frozen=True):
    """A card: how much of which company it stands for, and whether it is the director's."""

    id: str
    company: str
    percent: int
    director: bool


class Register:
    """All certificates of a game."""

    def __init__(self, companies: Iterable[CompanyFigure], silent_partners: tuple[str, ...] = ()):
        self.silent_partners = silent_partners
        self.of: dict[str, tuple[Certificate, ...]] = {
            figure.id: tuple(
                Certificate(f"{figure.id}_{i}", figure.id, percent, i == 0) for i, percent in enumerate(figure.shares)
            )
            for figure in companies
        }
        self.unit = {company: min(c.percent for c in cards) for company, cards in self.of.items()}

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
        return sum(self.standing(position, company, holder) for holder in self.holders(position))

    def holders(self, position: Position) -> tuple[str, ...]:
        """Who can hold shares: the players, and silent partners, who never act."""
        return (*position.players, *self.silent_partners)

    def standing(self, position: Position, company: str, player: str) -> int:
        """What a player's holding counts for the directorship: the percentage."""
        return self.percent(position, company, player)

    def count(self, position: Position, player: str) -> int:
        """How many share certificates a player holds."""
        return sum(1 for place in position.certificates.values() if place == player)

    def director(self, position: Position, company: str) -> str | None:
        """The player (or silent partner) who holds the director's certificate."""
        place = position.certificates[self.of[company][0].id]
        return place if place in position.players or place in self.silent_partners else None

    def shares(self, company: str, percent: int) -> int:
        """How many shares a percentage is."""
        return percent // self.unit[company]

    def ordinary(self, position: Position, company: str, place: str) -> list[Certificate]:
        """The certificates at a place that are not the director's."""
        return [card for card in self.at(position, company, place) if not card.director]

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
        return _exactly(sorted(cards, key=lambda card: -card.percent), percent)

    def largest_holders(self, position: Position, company: str, besides: str) -> tuple[int, list[str]]:
        """The highest percentage another player holds who is still in the game, and who holds it."""
        holdings = {p: self.standing(position, company, p) for p in position.order if p != besides}
        top = max(holdings.values(), default=0)
        return top, [player for player, percent in holdings.items() if percent == top]


def _exactly(cards: list[Certificate], percent: int) -> list[Certificate] | None:
    if percent == 0:
        return []
    for i, card in enumerate(cards):
        if card.percent <= percent:
            rest = _exactly(cards[i + 1 :], percent - card.percent)
            if rest is not None:
                return [card, *rest]
    return None
