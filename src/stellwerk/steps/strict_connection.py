"""The stricter connection that many books ask of a promotion: new track on a route, or a city on it worth more."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.board.ground import Ground
from stellwerk.figures import CityFigure, TownFigure
from stellwerk.referee import Referee
from stellwerk.steps.connection_cache import reach_of
from stellwerk.steps.track import is_connected


def extends_route(ref: Referee, company: str, hex: str, new: Ground, *, towns_count: bool = False) -> bool:
    """New track continues a route of the company; a promotion adds track to one, or raises a city (or town) on it."""
    old = ref.rules.board_for(company).ground(ref.pos.tiles, hex)
    if old.color == "white":
        return is_connected(ref, company, hex, new)
    own = [c for who, c in ref.pos.stations.get(hex, ()) if who == company and c >= 0]
    reach = reach_of(ref.rules, ref.pos, company)
    entries = reach.entries | {(hex, edge) for c in own for edge in old.cities[c].exits}
    cities = {*own, *(c for h, c in reach.cities if h == hex)}
    if towns_count and raises_town(entries, hex, old, new):
        return True
    return raises_city(cities, old, new) or adds_track(
        entries, hex, old, new, lambda city: ref.rules.may_pass(ref.pos, company, hex, city)
    )


def raises_city(reached: set[int], old: Ground, new: Ground) -> bool:
    """Does a city the company reaches become more valuable?"""
    return any(
        highest_value(new.cities[new.city_with(old.cities[c].exits)]) > highest_value(old.cities[c]) for c in reached
    )


def raises_town(entries: frozenset[tuple[str, int]], hex: str, old: Ground, new: Ground) -> bool:
    """Does a town the company reaches become more valuable?"""
    reached = [town for town in old.towns if any((hex, edge) in entries for edge in town.exits)]
    heirs = [(town, heir) for town in reached for heir in new.towns if set(town.exits) <= set(heir.exits)]
    return any(highest_value(heir) > highest_value(town) for town, heir in heirs)


def highest_value(stop: CityFigure | TownFigure) -> int:
    """The highest value printed on a stop."""
    return stop.revenue if isinstance(stop.revenue, int) else max(stop.revenue.values())


def adds_track(
    entries: frozenset[tuple[str, int]], hex: str, old: Ground, new: Ground, through: Callable[[int], bool]
) -> bool:
    """Does some new piece of track lie on a way from a station? `through` tells whether an old city can be passed."""
    fresh = {frozenset(pair) for pair in new.track} - {frozenset(pair) for pair in old.track}
    if any((hex, edge) in entries for pair in fresh for edge in pair):
        return True
    before = [{*town.exits} for town in old.towns] + [{*city.exits} for city in old.cities]
    for stop in joined_stops(new):
        added = stop - old.exits
        merged = sum(bool(exits & stop) for exits in before) > 1
        passing = not old.cities or any(through(c) for c in range(len(old.cities)))
        if (added or merged) and any((hex, edge) in entries for edge in (stop if passing else added)):
            return True
    return False


def joined_stops(ground: Ground) -> list[set[int]]:
    """The exits of every stop, those of a town that is joined with a city by track together with the city's."""
    towns = [set(town.exits) for town in ground.towns]
    cities = [set(city.exits) for city in ground.cities]
    for (_, town), (_, city), kind in ground.links:
        if kind == "track":
            cities[city] |= towns[town]
    return [*towns, *cities]
