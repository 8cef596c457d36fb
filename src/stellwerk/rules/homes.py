"""Homes: which city takes a home station, and whether it has come on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stellwerk.position import Position
    from stellwerk.rules.arranged_figures import Arranged


def find_home_city(rules: Arranged, position: Position, company: str, hex: str) -> int:
    """The city of a home hex that takes the home station; -1 where the company has to choose."""
    ground = rules.board.ground(position.tiles, hex)
    place = next(place for place in rules.companies[company].home if place.hex == hex)
    if len(ground.cities) == 1:
        return 0
    if place.city is None:
        return -1
    return ground.city_with(rules.board.printed(hex).cities[place.city].exits)


def stands_beside(rules: Arranged, company: str, hex: str) -> bool:
    """Is the company's station in this hex its home station, beside the places of the city?"""
    figure = rules.companies.get(company)
    return figure is not None and figure.home_beside and any(place.hex == hex for place in figure.home)


def in_places(rules: Arranged, position: Position, hex: str) -> list[tuple[str, int]]:
    """The stations of a hex that take a place: company and city."""
    here = position.stations.get(hex, ())
    return [(company, city) for company, city in here if not stands_beside(rules, company, hex)]


def is_settled(rules: Arranged, position: Position, company: str) -> bool:
    """Has the company placed its home, or will it never, because it was closed or taken over?"""
    if company in position.operated or rules.register.has_left(position, company):
        return True
    homes = (position.stations.get(place.hex, ()) for place in rules.companies[company].home)
    if any(company == stands for here in homes for stands, _ in here):
        return True
    return any(company in taken for taken in position.absorbed.values())
