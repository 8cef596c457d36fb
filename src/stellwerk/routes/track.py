"""The track of a board as a graph: stops, switches, and the pieces of track between them.

A stop is a city, a town or an off-board area. Plain track between two stops is one arc, unless it forks: then
the arc ends at a switch (a hex entered over an edge from which more than one way leads on). Each arc knows the
pieces of track it uses: the hex sides it crosses, a link inside a hex, a point where all track of a tile meets.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from stellwerk.board.board import Board, Laid
from stellwerk.board.ground import Ground, Way
from stellwerk.figures import Revenue

Entry = tuple[str, int]
"""A hex entered over an edge."""


class TrackStop(msgspec.Struct, frozen=True):
    """A place where trains earn: its name (`E11.0`, `E13.t0`, `A3.o`) and what is printed there."""

    name: str
    hex: str
    kind: str
    index: int
    slots: int
    revenue: Revenue
    exits: tuple[int, ...]
    group: str | None = None
    terminus: bool = False
    ferry_revenue: int | None = None


class GraphArc(msgspec.Struct, frozen=True):
    """Track from one node to the next; `sides` are the hex sides crossed, `units` all that nobody may share."""

    start: int
    to: int
    sides: tuple[str, ...]
    units: tuple[int, ...]
    hexes: tuple[str, ...] = ()
    ferry: bool = False
    mask: int = 0
    """The units as bits."""


class Track(msgspec.Struct, frozen=True):
    """All stops and arcs of a board; nodes from `len(stops)` on are switches."""

    stops: tuple[TrackStop, ...]
    index: dict[str, int]
    arcs: tuple[GraphArc, ...]
    out: tuple[tuple[int, ...], ...]
    units: tuple[str, ...]
    """Names of the pieces of track that only one train may use."""
    names: tuple[str, ...]
    """Names of all nodes; a switch is called by the hex and the edge it is entered over (`E11<3`)."""


def stop_name(name: str, way: Way) -> str:
    """The name of a stop of a hex."""
    kind, index = way
    return {"city": f"{name}.{index}", "town": f"{name}.t{index}", "offboard": f"{name}.o"}[kind]


class _TrackBuilder:
    """Collects the stops and arcs of a board."""

    def __init__(self, board: Board, tiles: Laid, second: bool):
        self.board = board
        self.tiles = tiles
        self.second = second
        self.grounds = {name: board.ground(tiles, name) for name in sorted(board.hexes)}
        self.stops: list[TrackStop] = []
        self.index: dict[str, int] = {}
        self.switches: dict[Entry, int] = {}
        self.waiting: list[Entry] = []
        self.arcs: list[GraphArc] = []
        self.units: dict[str, int] = {}

    def build(self) -> Track:
        for name, ground in self.grounds.items():
            self.add_stops(name, ground)
        for number, stop in enumerate(self.stops):
            for edge in stop.exits:
                self.walk(number, stop.hex, edge, [], [], [])
        for name, ground in self.grounds.items():
            self.add_links(name, ground)
        while self.waiting:
            entry = self.waiting.pop()
            for kind, index in self.ways(entry):
                self.go(self.switches[entry], entry, (kind, index), [], [], [])
        return self.result()

    def result(self) -> Track:
        out: list[list[int]] = [[] for _ in range(len(self.stops) + len(self.switches))]
        for number, arc in enumerate(self.arcs):
            out[arc.start].append(number)
        ways_out = tuple(tuple(arcs) for arcs in out)
        names = (*(stop.name for stop in self.stops), *(f"{name}<{edge}" for name, edge in self.switches))
        return Track(tuple(self.stops), self.index, tuple(self.arcs), ways_out, tuple(self.units), names)

    def add_arc(
        self, start: int, to: int, sides: list[str], units: list[str], hexes: list[str], ferry: bool = False
    ) -> None:
        numbers = tuple(self.units.setdefault(unit, len(self.units)) for unit in units)
        mask = sum(1 << number for number in numbers)
        self.arcs.append(GraphArc(start, to, tuple(sides), numbers, tuple(hexes), ferry, mask))

    def ways(self, entry: Entry) -> tuple[Way, ...]:
        ground = self.grounds[entry[0]]
        return ground.second[entry[1]] if self.second else ground.ways[entry[1]]

    def add_stops(self, name: str, ground: Ground) -> None:
        for i, city in enumerate(ground.cities):
            exits = city.sexits if self.second else city.exits
            self.add(
                TrackStop(
                    stop_name(name, ("city", i)),
                    name,
                    "city",
                    i,
                    city.slots,
                    city.revenue,
                    exits,
                    city.group,
                    ground.terminus,
                    city.ferry_revenue,
                )
            )
        for i, town in enumerate(ground.towns):
            exits = town.sexits if self.second else town.exits
            self.add(TrackStop(stop_name(name, ("town", i)), name, "town", i, 0, town.revenue, exits))
        if ground.offboard and not self.second:
            area = ground.offboard
            self.add(
                TrackStop(
                    stop_name(name, ("offboard", 0)),
                    name,
                    "offboard",
                    0,
                    area.slots,
                    area.revenue,
                    area.exits,
                    area.group,
                    True,
                )
            )

    def add(self, stop: TrackStop) -> None:
        self.index[stop.name] = len(self.stops)
        self.stops.append(stop)

    def add_links(self, name: str, ground: Ground) -> None:
        for first, second, kind in ground.links:
            a, b = (self.index[stop_name(name, way)] for way in (first, second))
            ferry = kind == "ferry"
            units = [] if ferry else [f"{self.stops[a].name}~{self.stops[b].name}"]
            self.add_arc(a, b, [], units, [], ferry)
            self.add_arc(b, a, [], units, [], ferry)

    def walk(self, start: int, name: str, edge: int, sides: list[str], units: list[str], hexes: list[str]) -> None:
        """Cross a hex side and follow plain track to the next stop or switch."""
        entry = self.board.across.get((name, edge))
        side = self.board.side(name, edge)
        if entry is None or side in sides:
            return
        sides, units = [*sides, side], [*units, side]
        ways = self.ways(entry)
        if len(ways) == 1:
            self.go(start, entry, ways[0], sides, units, hexes)
        elif ways:
            self.add_arc(start, self.switch(entry), sides, units, hexes)

    def go(self, start: int, entry: Entry, way: Way, sides: list[str], units: list[str], hexes: list[str]) -> None:
        """Take one way inside a hex."""
        kind, index = way
        name = entry[0]
        if kind != "side":
            number = self.index[stop_name(name, way)]
            self.add_arc(start, number, sides, units, hexes)
            return
        tile = self.tiles.get(name)
        meets = [f"{name}/x"] if tile and self.board.tiles[tile[0]].junction else []
        self.walk(start, name, index, sides, [*units, *meets], [*hexes, name])

    def switch(self, entry: Entry) -> int:
        if entry not in self.switches:
            self.switches[entry] = len(self.stops) + len(self.switches)
            self.waiting.append(entry)
        return self.switches[entry]


def track_graph(board: Board, tiles: Laid, *, second: bool = False) -> Track:
    """The graph of what lies on a board now; remembered for the last few boards."""
    return _build_track_graph(board, frozenset(tiles.items()), second)


@lru_cache(maxsize=64)
def _build_track_graph(board: Board, tiles: frozenset[tuple[str, tuple[str, int]]], second: bool) -> Track:
    return _TrackBuilder(board, dict(tiles), second).build()
