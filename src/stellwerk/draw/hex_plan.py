"""The plan of a hex: where its stops lie and how its track runs, for printed hexes and turned tiles alike."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from stellwerk.draw import geometry
from stellwerk.draw.faces import HexShape, PlannedFace, shape_of
from stellwerk.draw.geometry import APOTHEM, Point, TrackArc

PLACE = 17.0
"""Radius of a place for a station."""
CROWDED_PLACE = 15.3
"""The same where three or more cities share a hex."""
TOWN = 8.0
OFFBOARD_END = 17.0
"""How far from the middle the track into an off-board area ends."""
LINKED_TOWN = 43.0
"""How far from the middle a town may lie that is linked with a large city."""
WATER = 19.0
"""How wide the water is that a ferry crosses, if there is room."""
FERRY = "ferry"
"""The kind of a link over water."""


class PlannedStop(NamedTuple):
    """A city or town at a point; `places` are the middles of its places for stations."""

    kind: str
    number: int
    at: Point
    exits: tuple[int, ...]
    places: tuple[Point, ...]
    radius: float
    second: tuple[int, ...] = ()
    """The edges from which track of the second kind comes."""
    kept_places: int = 0
    """So many places, the last ones, are for railways of the second kind only."""


class HexPlan(NamedTuple):
    """The stops and the plain track of a face, in units around the middle of the hex."""

    layout: str
    stops: tuple[PlannedStop, ...]
    shape: HexShape

    def way(self, stop: PlannedStop, edge: int) -> TrackArc:
        """The track from an edge to a stop."""
        return geometry.arc_from_edge(edge, stop.at, self.layout)

    def plain(self, first: int, second: int) -> tuple[TrackArc, ...]:
        """The plain track between two edges: one arc, or two lines that meet in the middle."""
        if not self.shape.junction:
            return (geometry.arc_between_edges(first, second, self.layout),)
        return self.spoke(first), self.spoke(second).back()

    def spoke(self, edge: int, until: float = 0.0) -> TrackArc:
        """A straight line from an edge towards the middle."""
        end = geometry.polar_point(geometry.edge_angle(edge, self.layout), until)
        return TrackArc(geometry.edge_middle(edge, self.layout), end)

    def arcs(self) -> tuple[TrackArc, ...]:
        """All track, each piece once."""
        if self.shape.junction:
            plain = [self.spoke(edge) for edge in sorted({edge for pair in self.shape.track for edge in pair})]
        else:
            plain = [geometry.arc_between_edges(a, b, self.layout) for a, b in self.shape.track]
        ways = [self.way(stop, edge) for stop in self.stops for edge in stop.exits]
        return (*plain, *ways)

    def lines(self) -> tuple[TrackArc, ...]:
        """All track, that into an off-board area included."""
        ends = [self.spoke(edge, OFFBOARD_END + 8) for edge in self.shape.offboard or ()]
        return (*self.arcs(), *ends, *(arc for kind, arc in self.joined() if kind != FERRY))

    def second_lines(self) -> tuple[TrackArc, ...]:
        """All track of the second kind."""
        plain = [geometry.arc_between_edges(a, b, self.layout) for a, b in self.shape.second.track]
        return (*plain, *(self.way(stop, edge) for stop in self.stops for edge in stop.second))

    def second_route(self) -> tuple[TrackArc, ...]:
        """Where the hex keeps room for track of the second kind that does not lie yet."""
        second = self.shape.second
        laid = {edge for exits in (*second.cities, *second.towns, *second.track) for edge in exits}
        ahead = [edge for edge in second.route if edge not in laid]
        stop = next((stop for stop in self.stops if stop.second), self.stops[0] if self.stops else None)
        if stop is not None:
            return tuple(self.way(stop, edge) for edge in ahead)
        if len(ahead) == 2:
            return (geometry.arc_between_edges(ahead[0], ahead[1], self.layout),)
        return tuple(self.spoke(edge) for edge in ahead)

    def ferries(self) -> tuple[TrackArc, ...]:
        """The ways of the ferries, from city to city."""
        return tuple(arc for kind, arc in self.joined() if kind == FERRY)

    def joined(self) -> tuple[tuple[str, TrackArc], ...]:
        """The links inside the hex: their kind and their way."""
        ends = [(link.kind, self._stop(*link.first), self._stop(*link.second)) for link in self.shape.links]
        return tuple((kind, TrackArc(first.at, second.at)) for kind, first, second in ends if first and second)

    def open_water(self, ferry: TrackArc) -> Point:
        """The middle of that part of a ferry's way that lies between its cities."""
        points = ferry.samples(1.0)
        places = [(place, stop.radius + 1) for stop in self.stops for place in stop.places]
        free = [point for point in points if all(math.dist(point, place) > radius for place, radius in places)]
        return free[len(free) // 2] if free else ferry.at(0.5)

    def city(self, number: int) -> PlannedStop | None:
        """The city of this number, if there is one."""
        return self._stop("city", number)

    def town(self, number: int) -> PlannedStop | None:
        """The town of this number, if there is one."""
        return self._stop("town", number)

    def _stop(self, kind: str, number: int) -> PlannedStop | None:
        return next((stop for stop in self.stops if (stop.kind, stop.number) == (kind, number)), None)


def plan_of(face: PlannedFace, layout: str) -> HexPlan:
    """The plan of a face."""
    return _choose_plan(shape_of(face), layout)


@lru_cache(maxsize=4096)
def _choose_plan(shape: HexShape, layout: str) -> HexPlan:
    """Try the sensible places of every stop against each other and keep the best."""
    whole, second = shape.with_all_track(), shape.second
    best = _best_stops(whole, layout)
    stops = []
    for stop in best:
        city = stop.kind == "city"
        exits = shape.cities[stop.number][1] if city else shape.towns[stop.number]
        more = second.cities if city else second.towns
        kept = second.places[stop.number] if city and second.places else 0
        stops.append(stop._replace(exits=exits, second=more[stop.number] if more else (), kept_places=kept))
    return HexPlan(layout, tuple(stops), shape)


def _best_stops(shape: HexShape, layout: str) -> tuple[PlannedStop, ...]:
    crowd = len(shape.cities) + len(shape.towns)
    wanted: list[list[PlannedStop]] = []
    for index, (slots, exits) in enumerate(shape.cities):
        radius = CROWDED_PLACE if len(shape.cities) > 2 or _has_ferry(shape, index) else PLACE
        points = _city_points(shape, index, layout)
        wanted.append([_city_stop(index, max(slots, 1), exits, at, radius) for at in points])
    for index, exits in enumerate(shape.towns):
        points = _town_points(shape, exits, crowd, index, layout)
        wanted.append([PlannedStop("town", index, at, exits, (at,), TOWN) for at in points])
    ranked = product(*(list(enumerate(stops)) for stops in wanted))
    best = min(ranked, key=lambda choice: _unfitness_of(choice, shape, layout))
    return tuple(stop for _, stop in best)


def _city_points(shape: HexShape, index: int, layout: str) -> list[Point]:
    """Where a city may go, best first."""
    slots, exits = shape.cities[index]
    crowd = len(shape.cities) + len(shape.towns)
    if shape.offboard is not None and not exits:
        return [_beside_offboard(shape.offboard, layout)]
    if crowd == 1:
        return [(0.0, 0.0)]
    if crowd == 2 == len(shape.cities) and not any(exits for _, exits in shape.cities):
        return [(-21.0, -2.0) if index == 0 else (21.0, -2.0)]
    points = _shared_points(exits, crowd, layout)
    town = next((link.first[1] for link in shape.links if link[:2] == (("town", 0), ("city", index))), None)
    if slots > 1 and town is not None and shape.towns[town]:
        return [geometry.polar_point(geometry.edge_angle(shape.towns[town][0] + 3, layout), 8)]
    return [(0.0, 0.0), *points] if slots > 1 and len(shape.cities) == 1 else points


def _has_ferry(shape: HexShape, index: int) -> bool:
    """Whether a ferry leaves from a city."""
    return any(link.kind == FERRY and ("city", index) in link[:2] for link in shape.links)


def _town_points(shape: HexShape, exits: tuple[int, ...], crowd: int, index: int, layout: str) -> list[Point]:
    """Where a town may go, best first."""
    if crowd == 1 and not shape.track:
        if len(exits) != 2:
            return [(0.0, 0.0)]
        return [geometry.arc_between_edges(exits[0], exits[1], layout).at(0.5)]
    if crowd == 2 == len(shape.towns) and not any(shape.towns):
        return [(-15.0, 7.0) if index == 0 else (15.0, -7.0)]
    points = _shared_points(exits, crowd, layout)
    if len(exits) == 1 and any(("town", index) in link[:2] for link in shape.links):
        points.append(geometry.polar_point(geometry.edge_angle(exits[0], layout), LINKED_TOWN))
    return points


def _shared_points(exits: tuple[int, ...], crowd: int, layout: str) -> list[Point]:
    """Where a stop may go that shares its hex with others."""
    if not exits:
        step = 30 if crowd < 4 else 60
        return [geometry.polar_point(math.radians(angle), 27) for angle in range(0, 360, step)]
    if len(exits) == 1:
        angle = geometry.edge_angle(exits[0], layout)
        return [geometry.polar_point(angle, distance) for distance in (31, 27, 36)]
    if len(exits) == 2:
        arc = geometry.arc_between_edges(exits[0], exits[1], layout)
        return [arc.at(part) for part in (0.5, 0.38, 0.62, 0.27, 0.73)]
    middles = [geometry.edge_middle(edge, layout) for edge in exits]
    x, y = sum(p[0] for p in middles), sum(p[1] for p in middles)
    if math.hypot(x, y) < 1:
        return [(0.0, 0.0), *(geometry.polar_point(geometry.edge_angle(edge, layout), 22) for edge in exits)]
    return [geometry.polar_point(math.atan2(y, x), distance) for distance in (22, 28, 15)]


def _beside_offboard(exits: tuple[int, ...], layout: str) -> Point:
    """The side of an off-board area away from its track."""
    x = sum(math.cos(geometry.edge_angle(edge, layout)) for edge in exits)
    y = sum(math.sin(geometry.edge_angle(edge, layout)) for edge in exits)
    return geometry.polar_point(math.atan2(-y, -x), 26) if math.hypot(x, y) > 0.1 else (0.0, -26.0)


def _city_stop(index: int, slots: int, exits: tuple[int, ...], at: Point, radius: float) -> PlannedStop:
    """A city with its places: two side by side, more in a ring."""
    if slots == 1:
        return PlannedStop("city", index, at, exits, (at,), radius)
    if slots == 2:
        central = math.hypot(*at) < 1
        radius = radius if central else min(radius, 15.0)
        angle = 0.0 if central else math.atan2(at[1], at[0]) + math.pi / 2
        offsets = [geometry.polar_point(angle, -radius), geometry.polar_point(angle, radius)]
        offsets.sort(key=lambda point: (round(point[0], 3), point[1]))
    else:
        widest = 36.0 if math.hypot(*at) < 1 else 30.0
        radius = min(radius, widest / (1 + 1 / math.sin(math.pi / slots)))
        first = -90.0 - (180.0 / slots if slots % 2 == 0 else 0.0)
        ring = radius / math.sin(math.pi / slots)
        offsets = [geometry.polar_point(math.radians(first + 360 * i / slots), ring) for i in range(slots)]
    places = tuple((at[0] + x, at[1] + y) for x, y in offsets)
    return PlannedStop("city", index, at, exits, places, radius)


def _unfitness_of(choice: tuple[tuple[int, PlannedStop], ...], shape: HexShape, layout: str) -> float:
    """How badly stops lie: on each other, on foreign track, over the rim, or not where they like to."""
    total = sum(0.8 * rank for rank, _ in choice)
    stops = [stop for _, stop in choice]
    for place, stop in enumerate(stops):
        total += sum(10 * _overlap_of(stop, other) for other in stops[:place])
        total += sum(_on_track(stop, other.exits, other.at, layout) for other in stops if other is not stop)
        total += sum(_on_arc(stop, geometry.arc_between_edges(a, b, layout)) for a, b in shape.track)
        total += 5 * sum(_over_rim(place, stop.radius, layout) for place in stop.places)
    at = {(stop.kind, stop.number): stop for stop in stops}
    banks = [(at.get(link.first), at.get(link.second)) for link in shape.links if link.kind == FERRY]
    return total + 0.35 * sum(_overlap_of(one, other, WATER) for one, other in banks if one and other)


def _overlap_of(stop: PlannedStop, other: PlannedStop, apart: float = 3.0) -> float:
    needed = stop.radius + other.radius + apart
    gaps = (needed - math.dist(a, b) for a in stop.places for b in other.places)
    return max(0.0, max(gaps))


def _on_track(stop: PlannedStop, exits: tuple[int, ...], at: Point, layout: str) -> float:
    return sum(_on_arc(stop, geometry.arc_from_edge(edge, at, layout)) for edge in exits)


def _on_arc(stop: PlannedStop, arc: TrackArc) -> float:
    near = min(math.dist(place, point) for place in stop.places for point in arc.samples(10))
    return max(0.0, stop.radius + 5 - near)


def _over_rim(place: Point, radius: float, layout: str) -> float:
    return max(0.0, geometry.reach_of_box(layout, 0, 0, radius, place) - APOTHEM + 2)
