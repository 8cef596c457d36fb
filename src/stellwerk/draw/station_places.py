"""Who stands where: stations in the places of a hex, homes kept free, stations that wait for a city."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from stellwerk.draw.geometry import Point
from stellwerk.draw.hex_plan import PLACE, HexPlan, PlannedStop
from stellwerk.figures import CompanyFigure, HexFigure


class StationPlace(NamedTuple):
    """A company in a place."""

    company: str
    at: Point
    radius: float


class StationPlaces(NamedTuple):
    """The stations of a hex: in their places, kept free for, and waiting for a city."""

    placed: tuple[StationPlace, ...] = ()
    kept: tuple[StationPlace, ...] = ()
    waiting: tuple[str, ...] = ()
    beside: tuple[tuple[str, bool], ...] = ()
    """Companies whose homes stand beside the places, and whether the station is there yet."""


def homes_beside(companies: Mapping[str, CompanyFigure]) -> frozenset[str]:
    """The companies whose homes stand beside the places of their cities."""
    return frozenset(company for company, figure in companies.items() if figure.home_beside)


def kept_free(
    figure: HexFigure,
    present: Sequence[tuple[str, int]],
    reserved: Mapping[str, Sequence[tuple[str, int | None]]] | None,
) -> tuple[tuple[str, int | None], ...]:
    """The homes kept free on a hex: as told, else the printed ones whose company has no station there."""
    if reserved is not None:
        return tuple(reserved.get(figure.at, ()))
    standing = {company for company, _ in present}
    return tuple((home.company, home.city) for home in figure.home if home.company not in standing)


class _FreePlace(NamedTuple):
    """A place nobody stands in; kept for railways of the second kind, or not."""

    at: Point
    radius: float
    kept: bool


_FreePlaces = dict[int, list[_FreePlace]]
KEPT_RIM = 2.0
"""By how much a station in a place that is kept is smaller, so that the ring of the place is seen."""


def seat_stations(
    plan: HexPlan,
    stations: Sequence[tuple[str, int]],
    kept: Sequence[tuple[str, int | None]],
    extra: tuple[Point, ...] = (),
    second: Collection[str] = (),
    beside: Collection[str] = (),
) -> StationPlaces:
    """Give every station a place in its city, in order; `extra` places serve where there is no city.

    The companies of `second` take the places first that are kept for them, others last. The homes of companies in
    `beside` take no place.
    """
    apart = [(company, True) for company, _ in stations if company in beside]
    apart += [(company, False) for company, _ in kept if company in beside]
    stations = [(company, city) for company, city in stations if company not in beside]
    kept = [(company, city) for company, city in kept if company not in beside]
    free: _FreePlaces = {stop.number: _places_of(stop) for stop in plan.stops if stop.kind == "city"}
    if extra:
        free[-1] = [_FreePlace(place, PLACE, False) for place in extra]
    placed, waiting = [], []
    for company, city in stations:
        here = free.get(city) or free.get(-1)
        if here:
            placed.append(_take_place(company, here, company in second))
        else:
            waiting.append(company)
    return StationPlaces(tuple(placed), tuple(_keep_home_places(kept, free)), tuple(waiting), tuple(apart))


def _places_of(stop: PlannedStop) -> list[_FreePlace]:
    ordinary = len(stop.places) - stop.kept_places
    return [_FreePlace(place, stop.radius, number >= ordinary) for number, place in enumerate(stop.places)]


def _take_place(company: str, free: list[_FreePlace], second: bool) -> StationPlace:
    """The first place of the company's kind, else the first one."""
    place = next((place for place in free if place.kept == second), free[0])
    free.remove(place)
    return StationPlace(company, place.at, place.radius - (KEPT_RIM if place.kept else 0.0))


def _keep_home_places(kept: Sequence[tuple[str, int | None]], free: _FreePlaces) -> list[StationPlace]:
    """Places for the homes: in their city if it has one free, else in any."""
    seats = []
    for company, city in kept:
        here = free.get(city) if city is not None else None
        here = here or next((places for places in free.values() if places), None)
        if here:
            seats.append(_take_place(company, here, second=False))
    return seats
