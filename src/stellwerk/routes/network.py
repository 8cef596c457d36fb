"""What one company can run on: the graph of the track with its stations, values, blocked cities and bonuses.

A `Network` knows nothing of trains. It is built from a board and the parts of a position that matter, and it is
equal (by `key`) to another one whenever the same runs are possible on both for the same money.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

import msgspec

from stellwerk.board.board import Board, Laid
from stellwerk.figures import Revenue
from stellwerk.routes.spec import Bonus
from stellwerk.routes.track import GraphArc, Track, TrackStop, track_graph

Stations = Mapping[str, tuple[tuple[str, int], ...]]
"""Hex to its stations: company and city (-1: waiting in the hex)."""

COLOURS = ("yellow", "green", "brown", "gray")

NEVER = "never"
"""The first bit of `once`: every route starts with it, so what carries it can never be visited."""

CITY, TOWN, OFFBOARD, OTHER = range(4)
"""Kinds of stops as numbers, in the order of `spec.KINDS`."""


def printed_value(revenue: Revenue, colour: str) -> int:
    """A printed value in a phase of this colour; a colour not named takes the one before it."""
    if isinstance(revenue, int):
        return revenue
    value = 0
    for name in COLOURS:
        value = revenue.get(name, value)
        if name == colour:
            return value
    return value


class Network:
    """The track as one company may use it; never changed after it is built."""

    def __init__(
        self,
        graph: Track,
        company: str,
        values: Sequence[int],
        kinds: Sequence[int],
        own: Sequence[bool],
        passable: Sequence[bool],
        once: Sequence[int],
        arc_once: Sequence[int],
        closed: Collection[str],
        tags: Mapping[str, tuple[frozenset[str], ...]],
        bonuses: tuple[Bonus, ...],
        rule: object,
        ferry_at_ends: bool,
    ):
        self.track = graph
        self.company = company
        self.ferry_at_ends = ferry_at_ends
        """Is a ferry at the very end of a route paid for?"""
        self.values = tuple(values)
        self.kinds = tuple(kinds)
        self.own = tuple(own)
        """Does the stop hold a station of the company?"""
        self.passable = tuple(passable)
        """May a route go on from here?"""
        self.once = tuple(once)
        """Per stop: bits of what a route may visit only once."""
        self.arc_once = tuple(arc_once)
        """Per arc: the same for the hexes it passes."""
        self.closed = frozenset(closed)
        self.tags = tags
        self.bonuses = bonuses
        self.rule = rule
        """What `once` means, in words that do not depend on the rest of the board."""

    @cached_property
    def reached(self) -> tuple[int, ...]:
        """The nodes that connected track arrives at from the company's stations."""
        stops, out, arcs = len(self.track.stops), self.track.out, self.track.arcs
        seen = {node for node in range(stops) if self.own[node]}
        queue = sorted(seen)
        for node in queue:
            if node < stops and not self.passable[node] and not self.own[node]:
                continue
            for number in out[node]:
                to = arcs[number].to
                if to not in seen and not (to < stops and self.track.stops[to].hex in self.closed):
                    seen.add(to)
                    queue.append(to)
        return tuple(sorted(seen))

    @cached_property
    def key(self) -> bytes:
        """Stands for everything the best runs depend on; equal keys have equal answers."""
        reached, names = set(self.reached), self.track.names
        stops = [
            (
                names[n],
                self.values[n],
                self.kinds[n],
                self.own[n],
                self.passable[n],
                self.track.stops[n].group,
            )
            for n in self.reached
            if n < len(self.track.stops)
        ]
        arcs = [
            (names[arc.start], names[arc.to], arc.sides, len(arc.units), arc.hexes)
            for arc in self.track.arcs
            if arc.start in reached and arc.to in reached
        ]
        tags = [(tag, [sorted(place) for place in self.tags[tag]]) for tag in sorted(self.tags)]
        text = msgspec.json.encode((stops, arcs, tags, self.bonuses, self.rule))
        return hashlib.blake2b(text, digest_size=16).digest()

    def stop(self, node: int) -> TrackStop:
        """The stop behind a node number."""
        return self.track.stops[node]

    def is_stop(self, node: int) -> bool:
        """Is this node a stop (and not a switch)?"""
        return node < len(self.track.stops)

    def has(self, node: int, tag: str) -> bool:
        """Does a stop carry a tag (by its name or its hex)?"""
        stop = self.track.stops[node]
        return any(stop.name in place or stop.hex in place for place in self.tags.get(tag, ()))


class _Stations:
    """Who stands where: own stations and the places others take."""

    def __init__(self, graph: Track, company: str, stations: Stations):
        self.own = [False] * len(graph.stops)
        self.taken = [0] * len(graph.stops)
        for name, markers in stations.items():
            for who, city in markers:
                node = _stop_of_station(graph, name, city)
                if node is not None and who == company:
                    self.own[node] = True
                elif node is not None:
                    self.taken[node] += 1


def _stop_of_station(graph: Track, name: str, city: int) -> int | None:
    """The stop a station stands in; a red area takes the stations of a hex without a running city."""
    node = graph.index.get(f"{name}.{city}")
    if node is not None and graph.stops[node].exits:
        return node
    return graph.index.get(f"{name}.o", node)


def _joined_cities(graph: Track) -> dict[int, set[int]]:
    """Cities joined by a ferry: one location (18Rhl 10.2a)."""
    joined: dict[int, set[int]] = {}
    for arc in graph.arcs:
        if arc.ferry:
            joined.setdefault(arc.start, {arc.start}).add(arc.to)
    return joined


def build_network(
    board: Board,
    tiles: Laid,
    company: str,
    stations: Stations,
    *,
    colour: str,
    value: Callable[[str, str, int], int | None] | None = None,
    plus: Mapping[str, int] | None = None,
    group: Callable[[str, int], str | None] | None = None,
    passable: Callable[[str, int], bool | None] | None = None,
    once: str = "stop",
    twice: Collection[str] = (),
    closed: Collection[str] = (),
    others: Collection[str] = (),
    tags: Mapping[str, Sequence[Collection[str]]] | None = None,
    bonuses: Sequence[Bonus] = (),
    second: bool = False,
    ferry_shares_station: bool = True,
) -> Network:
    """Build the network of a company.

    - `colour`: the phase colour that selects revenues.
    - `value(hex, kind, index)`: a stop's value in place of the printed one (None: as printed);
      `plus`: what is added, by stop or hex.
    - `group(hex, city)`: cities of one group are one location (default: as printed).
    - `passable(hex, city)`: may a route go through this city (None: unless others fill it)?
    - `once`: what a route may not visit twice beside its stops: `stop` nothing, `stops-of-hex` two stops of a
      hex, `hex` a hex it has left; hexes in `twice` are exempt.
    - `closed`: hexes this company may not use; `others`: hexes whose stops are neither city nor town.
    - `tags`: tag to places, each a collection of stops, hexes or hex sides; a route touches a place when it has
      one of them. `bonuses` and train modes speak of tags.
    - `second`: use the second kind of track.
    """
    graph = track_graph(board, tiles, second=second)
    held = _Stations(graph, company, stations)
    joined = _joined_cities(graph)
    if ferry_shares_station:
        for node, banks in joined.items():
            held.own[node] = held.own[node] or any(held.own[bank] for bank in banks)
    _share_areas(graph, held.own)
    held.own = [own and stop.hex not in closed for own, stop in zip(held.own, graph.stops, strict=True)]
    limits = _Limits(graph, once, frozenset(twice), group, joined)
    return Network(
        graph,
        company,
        [_value_of_stop(stop, colour, value, plus or {}) for stop in graph.stops],
        [_kind_of_stop(stop, others) for stop in graph.stops],
        held.own,
        [_is_open(graph, node, held, joined, passable) for node in range(len(graph.stops))],
        [limits.of_stop(stop) for stop in graph.stops],
        [limits.of_arc(arc) for arc in graph.arcs],
        closed,
        {tag: tuple(frozenset(place) for place in places) for tag, places in (tags or {}).items()},
        tuple(bonuses),
        (once, tuple(sorted(twice)), tuple(limits.groups), ferry_shares_station),
        not ferry_shares_station,
    )


def _value_of_stop(
    stop: TrackStop, colour: str, value: Callable[[str, str, int], int | None] | None, plus: Mapping[str, int]
) -> int:
    worth = value(stop.hex, stop.kind, stop.index) if value else None
    if worth is None:
        worth = printed_value(stop.revenue, colour)
    return worth + plus.get(stop.name, 0) + plus.get(stop.hex, 0) if plus else worth


def _kind_of_stop(stop: TrackStop, others: Collection[str]) -> int:
    if stop.hex in others:
        return OTHER
    return {"city": CITY, "town": TOWN, "offboard": OFFBOARD}[stop.kind]


def _share_areas(graph: Track, own: list[bool]) -> None:
    """A station in one hex of a red area stands in the whole area (18DO R19)."""
    areas = {stop.group for node, stop in enumerate(graph.stops) if own[node] and stop.kind == "offboard"}
    for node, stop in enumerate(graph.stops):
        if stop.kind == "offboard" and stop.group is not None and stop.group in areas:
            own[node] = True


def _is_open(
    graph: Track,
    node: int,
    held: _Stations,
    joined: Mapping[int, set[int]],
    passable: Callable[[str, int], bool | None] | None,
) -> bool:
    """May a route go on from this stop? Cities joined by a ferry block together (18Rhl 10.2b)."""
    stop = graph.stops[node]
    if stop.terminus or stop.kind == "town":
        return not stop.terminus
    asked = passable(stop.hex, stop.index) if passable else None
    if asked is not None:
        return asked
    banks = joined.get(node, {node})
    if any(held.own[bank] for bank in banks):
        return True
    return sum(held.taken[bank] for bank in banks) < sum(graph.stops[bank].slots for bank in banks)


class _Limits:
    """Gives bits to what a route may visit only once: stops, groups, hexes."""

    def __init__(
        self,
        graph: Track,
        once: str,
        twice: frozenset[str],
        group: Callable[[str, int], str | None] | None,
        joined: Mapping[int, set[int]],
    ):
        self.once = once
        self.twice = twice
        self.group = group
        self.groups: list[tuple[str, str]] = []
        self.bits: dict[str, int] = {NEVER: 0}
        self.banks = {graph.stops[node].name: graph.stops[min(banks)].name for node, banks in joined.items()}

    def bit(self, name: str) -> int:
        return 1 << self.bits.setdefault(name, len(self.bits))

    def of_stop(self, stop: TrackStop) -> int:
        name = self.banks.get(stop.name, stop.name)
        group = stop.group
        if self.group and stop.kind == "city" and (group := self.group(stop.hex, stop.index)):
            self.groups.append((stop.name, group))
        mask = self.bit(name) | (self.bit(f"group {group}") if group is not None else 0)
        if self.once != "stop" and stop.hex not in self.twice:
            mask |= self.bit(f"hex {stop.hex}")
        return mask

    def of_arc(self, arc: GraphArc) -> int:
        if self.once != "hex":
            return 0
        if any(arc.hexes.count(name) > 1 and name not in self.twice for name in arc.hexes):
            return 1
        return sum(self.bit(f"hex {name}") for name in set(arc.hexes) if name not in self.twice)
