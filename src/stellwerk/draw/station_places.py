"""Who stands where: stations in the places of a hex, homes kept free, stations that wait for a city."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from stellwerk.draw.geometry import Point
from stellwerk.draw.hex_plan import PLACE, HexPlan
from stellwerk.figures import HexFigure


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


def seat_stations(
    plan: HexPlan,
    stations: Sequence[tuple[str, int]],
    kept: Sequence[tuple[str, int | None]],
    extra: tuple[Point, ...] = (),
) -> StationPlaces:
    """Give every station a place in its city, in order; `extra` places serve where there is no city."""
    free: dict[int, list[tuple[Point, float]]] = {
        stop.number: [(place, stop.radius) for place in stop.places] for stop in plan.stops if stop.kind == "city"
    }
    if extra:
        free[-1] = [(place, PLACE) for place in extra]
    placed, waiting = [], []
    for company, city in stations:
        here = free.get(city) or free.get(-1)
        if here:
            placed.append(StationPlace(company, *here.pop(0)))
        else:
            waiting.append(company)
    return StationPlaces(tuple(placed), tuple(_keep_home_places(kept, free)), tuple(waiting))


def _keep_home_places(
    kept: Sequence[tuple[str, int | None]], free: dict[int, list[tuple[Point, float]]]
) -> list[StationPlace]:
    """Places for the homes: in their city if it has one free, else in any."""
    seats = []
    for company, city in kept:
        here = free.get(city) if city is not None else None
        here = here or next((places for places in free.values() if places), None)
        if here:
            seats.append(StationPlace(company, *here.pop(0)))
    return seats
