"""What a route earns: which of its stops count in a mode, their values, and the bonuses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from stellwerk.errors import Illegal
from stellwerk.routes.network import CITY, OFFBOARD, OTHER, TOWN, Network
from stellwerk.routes.spec import KINDS, Bonus, Mode


class Path(msgspec.Struct, frozen=True):
    """A route as numbers: its stops and all its arcs in travel order."""

    stops: tuple[int, ...]
    arcs: tuple[int, ...]


class RouteValue(msgspec.Struct, frozen=True):
    """What a route earns in a mode."""

    stops: tuple[tuple[str, int], ...]
    bonuses: tuple[tuple[str, int], ...]
    value: int


class _Location(msgspec.Struct):
    """A stop as it counts; both banks of a ferry are one location."""

    nodes: tuple[int, ...]
    kind: int
    value: int


def locations_of(network: Network, path: Path) -> list[_Location]:
    """The stops of a route; a ferry joins two of them into one that counts its lower value (18Rhl 10.2c)."""
    arcs = network.track.arcs
    ferried = {(arcs[number].start, arcs[number].to) for number in path.arcs if arcs[number].ferry}
    found: list[_Location] = []
    for before, node in zip((-1, *path.stops), path.stops, strict=False):
        if (before, node) in ferried:
            crossing = network.stop(node).ferry_revenue
            found[-1].nodes += (node,)
            found[-1].value = found[-1].value if crossing is None else crossing
        else:
            found.append(_Location((node,), network.kinds[node], network.values[node]))
    return found


def is_a(network: Network, node: int, what: str) -> bool:
    """Is a stop of this kind, or does it carry this tag?"""
    if what in KINDS:
        return KINDS[network.kinds[node]] == what
    return network.has(node, what)


def places_touched(network: Network, path: Path) -> set[str]:
    """The names by which a route touches places: stops, their hexes, hex sides."""
    names = {side for number in path.arcs for side in network.track.arcs[number].sides}
    for node in path.stops:
        names |= {network.stop(node).name, network.stop(node).hex}
    return names


def meets_needs(network: Network, names: set[str], needs: Iterable[tuple[str, int]]) -> bool:
    """Does a set of touched names hold enough places of each tag?"""
    return all(sum(not place.isdisjoint(names) for place in network.tags.get(tag, ())) >= n for tag, n in needs)


def worth_of_route(network: Network, mode: Mode, path: Path) -> RouteValue:
    """Value a route that is possible on the track; refuse it if this mode cannot run it."""
    stops = locations_of(network, path)
    _check_shape(network, mode, path, stops)
    chosen = _choose_stops(network, mode, stops)
    names = places_touched(network, path)
    if not meets_needs(network, names, mode.needs):
        raise Illegal("route-misses-place", "The route does not touch all the places this run needs.")
    counted = []
    for stop in stops:
        times = _times_counted(network, mode, stop, stops)
        if times and stop in chosen:
            counted.append((network.stop(stop.nodes[0]).name, times * stop.value))
    earned = [bonus for bonus in route_bonuses(network, mode) if meets_needs(network, names, bonus.needs)]
    extra = tuple((bonus.name, bonus.amount) for bonus in earned)
    return RouteValue(tuple(counted), extra, sum(v for _, v in counted) + sum(a for _, a in extra))


def route_bonuses(network: Network, mode: Mode) -> list[Bonus]:
    """The bonuses a single run can earn in this mode."""
    general = [b for b in network.bonuses if not b.across and not b.once and b.name not in mode.without]
    return [*general, *mode.bonuses]


def _times_counted(network: Network, mode: Mode, stop: _Location, stops: Sequence[_Location]) -> int:
    factor = 1 if stop in (stops[0], stops[-1]) else mode.inner
    for what, times in mode.factors:
        if any(is_a(network, node, what) for node in stop.nodes):
            factor *= times
    return factor


def _check_shape(network: Network, mode: Mode, path: Path, stops: Sequence[_Location]) -> None:
    """Ends, kinds of stops, and what the mode allows at all."""
    if len(stops) < 2:
        raise Illegal("route-one-stop", "A route has at least two different stops.")
    first, last = path.stops[0], path.stops[-1]
    if mode.ends and not any(_ends_differ(network, first, last, pair) for pair in mode.ends):
        raise Illegal("route-wrong-ends", "This train may not end its run there.")
    cities = [stop for stop in stops if stop.kind in (CITY, OFFBOARD)]
    if len(cities) > mode.most_cities:
        raise Illegal("route-too-long", f"The train passes at most {mode.most_cities} cities.")
    red = any(network.kinds[n] == OFFBOARD or network.stop(n).terminus for n in path.stops)
    if red and not mode.red_areas:
        raise Illegal("route-to-red-area", "This train may not run to a red area.")
    if mode.one_city and not (len(cities) == 1 and any(network.own[n] for n in cities[0].nodes)):
        raise Illegal("route-not-one-city", "This train runs to exactly one city, with a station of the company.")
    if mode.only is not None and not _all_carry(network, path, mode.only):
        raise Illegal("route-off-its-track", "Not all of the route is track this run needs.")


def _ends_differ(network: Network, first: int, last: int, pair: tuple[str, str]) -> bool:
    a, b = pair
    return (is_a(network, first, a) and is_a(network, last, b)) or (is_a(network, first, b) and is_a(network, last, a))


def _all_carry(network: Network, path: Path, tag: str) -> bool:
    names = frozenset().union(*network.tags.get(tag, ()))
    sides = {side for number in path.arcs for side in network.track.arcs[number].sides}
    stops = [network.stop(node) for node in path.stops]
    return sides <= names and all(stop.name in names or stop.hex in names for stop in stops)


def _choose_stops(network: Network, mode: Mode, stops: Sequence[_Location]) -> list[_Location]:
    """The stops that count: all that must, then the dearest of the others while the train's range lasts."""
    must = [stop for stop in stops if not _is_skippable(network, mode, stop)]
    may = sorted((s for s in stops if s not in must), key=lambda s: -_times_counted(network, mode, s, stops) * s.value)
    chosen: list[_Location] = []
    for stop in must:
        if not _fits_mode(mode, chosen, stop):
            raise Illegal("route-too-long", "The route has more stops than the train may count.")
        chosen.append(stop)
    for stop in may:
        if _fits_mode(mode, chosen, stop):
            chosen.append(stop)
    return chosen


def _is_skippable(network: Network, mode: Mode, stop: _Location) -> bool:
    kind = "city" if stop.kind in (CITY, OFFBOARD) else KINDS[stop.kind]
    return kind in mode.skips and not any(is_a(network, n, what) for n in stop.nodes for what in mode.counted)


def _fits_mode(mode: Mode, chosen: Sequence[_Location], stop: _Location) -> bool:
    cities = sum(s.kind in (CITY, OFFBOARD) for s in chosen)
    towns = sum(s.kind == TOWN for s in chosen)
    others = sum(s.kind == OTHER for s in chosen)
    used = cities + others + (0 if mode.free_towns else towns)
    if stop.kind == TOWN:
        return towns < mode.towns and (mode.free_towns or used < mode.stops)
    return used < mode.stops and (stop.kind == OTHER or cities < mode.cities)
