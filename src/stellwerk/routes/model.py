"""A network and a train's mode as flat integers for the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from stellwerk.errors import BadInput
from stellwerk.routes.layout import (
    ARC_SIZE,
    BONUS_SIZE,
    CITYLIKE,
    HEAD,
    NODE_SIZE,
    OTHERLIKE,
    STATE,
    SWITCH,
    TABLE,
    TOWNLIKE,
)  # fmt: skip
from stellwerk.routes.network import CITY, OFFBOARD, TOWN, Network
from stellwerk.routes.route_value import is_a, route_bonuses
from stellwerk.routes.spec import UNLIMITED, Bonus, Mode

HOP_STEPS = 2000
"""How long to look for the best way through free towns from one exit before taking all towns in reach."""


def bits_of(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class ModeShape:
    """What all modes share: the reached nodes and arcs under numbers of their own."""

    def __init__(self, network: Network, usable: Sequence[bool] | None = None):
        self.network = network
        stops = len(network.track.stops)
        self.nodes = [n for n in network.reached if n >= stops or (usable is None or usable[n])]
        self.stops = sum(n < stops for n in self.nodes)
        number = {n: i for i, n in enumerate(self.nodes)}
        self.number = number
        arcs = network.track.arcs
        self.arcs = [a for n in self.nodes for a in network.track.out[n] if arcs[a].to in number]
        out: list[list[int]] = [[] for _ in self.nodes]
        for i, a in enumerate(self.arcs):
            out[number[arcs[a].start]].append(i)
        self.out = out
        self.to = [number[arcs[a].to] for a in self.arcs]
        self.masks = [arcs[a].mask for a in self.arcs]

    @cached_property
    def follow(self) -> list[list[int]]:
        """Per arc: the arcs that can follow it."""
        out, masks = self.out, self.masks
        return [[c for c in out[to] if not masks[a] & masks[c]] for a, to in enumerate(self.to)]

    @cached_property
    def node_once(self) -> list[list[int]]:
        """Per stop: what a route may visit only once."""
        return [bits_of(self.network.once[n]) for n in self.nodes[: self.stops]]

    @cached_property
    def arc_once(self) -> list[list[int]]:
        """Per arc: the same."""
        return [bits_of(self.network.arc_once[a]) for a in self.arcs]

    @cached_property
    def once_count(self) -> int:
        """How many things there are that a route may visit only once."""
        return max(mask.bit_length() for mask in (*self.network.once, *self.network.arc_once, 1))

    @cached_property
    def firsts(self) -> list[int]:
        """Per node its first arc, and the end."""
        firsts = [0]
        for row in self.out:
            firsts.append(firsts[-1] + len(row))
        return firsts


class _Pool:
    """Lists one after the other behind the records that point to them."""

    def __init__(self, start: int):
        self.start = start
        self.numbers: list[int] = []

    def put(self, numbers: Sequence[int]) -> tuple[int, int]:
        """Add a list; where it begins and ends."""
        first = self.start + len(self.numbers)
        self.numbers += numbers
        return first, first + len(numbers)


class Model:
    """One mode of a train on a network."""

    def __init__(self, network: Network, mode: Mode, shape: ModeShape | None = None):
        self.network = network
        self.mode = mode
        if shape is None or _narrows_network(mode):
            shape = ModeShape(network, _usable_stops(network, mode))
        self.shape = shape
        if mode.only is not None:
            _keep_tagged(self.shape, mode.only)
        self.skips = bool(mode.skips) or mode.towns < UNLIMITED
        self.range = min(mode.stops, self.shape.stops)
        most = 1 if mode.one_city else mode.cities
        wide = not self.skips and most < self.range
        self.cities = min(most, self.range) if wide or self.skips else self.range
        self.budgets = (self.range + 1) * (self.cities + 1 if wide else 1)

    @cached_property
    def roots(self) -> list[int]:
        """Stops with a station of the company from which routes can be grown."""
        network, nodes = self.network, self.shape.nodes[: self.shape.stops]
        own = [i for i, node in enumerate(nodes) if network.own[node]]
        return [i for i in own if network.kinds[nodes[i]] == CITY] if self.mode.one_city else own

    @cached_property
    def depth(self) -> int:
        """More frames than any route has."""
        return min(len(self.network.track.units), len(self.shape.arcs)) + self.shape.stops + 4

    @cached_property
    def graph(self) -> list[int]:
        """The kernel's view: limits, nodes, arcs, ranks, bonuses, then the lists they point into."""
        shape = self.shape
        rank, bonuses = self.rank, self._bonuses()
        nodes_at = HEAD
        arcs_at = nodes_at + NODE_SIZE * len(shape.nodes)
        rank_at = arcs_at + ARC_SIZE * len(shape.arcs)
        bonus_at = rank_at + len(rank)
        pool = _Pool(bonus_at + BONUS_SIZE * len(bonuses))
        nodes, arcs = self._node_rows(pool), self._arc_rows(pool)
        paid = [(amount, *pool.put([n for need in needs for n in need])) for amount, needs in bonuses]
        head = [
            *self._limits([amount for amount, _ in bonuses]),
            len(shape.nodes),
            len(shape.arcs),
            nodes_at,
            arcs_at,
            rank_at,
            bonus_at,
            bonus_at,
            bonus_at + BONUS_SIZE * len(bonuses),
            len(self._needed),
            *self.places_in_state,
        ]
        rows = [n for row in (*nodes, *arcs) for n in row] + rank + [n for row in paid for n in row]
        return [*head, *rows, *pool.numbers]

    @cached_property
    def places_in_state(self) -> list[int]:
        """Size of a frame, where frames, locations and marks lie in the state, and how long it is."""
        shape = self.shape
        frame = TABLE + (self.budgets if self.skips else 1)
        sizes = [
            self.depth * frame,
            *[self.depth] * 3,
            len(self.network.track.units),
            shape.once_count,
            len(shape.nodes),
        ]
        at = [STATE]
        for size in sizes:
            at.append(at[-1] + size)
        self.state_size = at.pop()
        return [frame, *at]

    def _limits(self, amounts: Sequence[int]) -> list[int]:
        mode = self.mode
        return [
            self.range,
            self.cities,
            mode.towns,
            mode.most_cities,
            int(mode.free_towns),
            mode.inner,
            int(self.skips),
            sum(amount for amount in amounts if amount > 0),
            sum(self.gain(n) for n in self.shape.nodes[: self.shape.stops] if self._free(n)),
            self.budgets,
        ]

    def _node_rows(self, pool: _Pool) -> list[tuple[int, ...]]:
        shape, network = self.shape, self.network
        firsts, places = shape.firsts, self._places
        end_a, end_b = self._ends()
        rows: list[tuple[int, ...]] = []
        for i, node in enumerate(shape.nodes[: shape.stops]):
            once = pool.put(shape.node_once[i])
            go = int(network.passable[node])
            kind = self._sort(node), self.gain(node), self._optional(node), go
            rows.append((firsts[i], firsts[i + 1], *kind, end_a[i], end_b[i], places[i], *once, kind[1]))
        for i in range(shape.stops, len(shape.nodes)):
            rows.append((firsts[i], firsts[i + 1], SWITCH, 0, 0, 1, 0, 0, 0, 0, 0, 0))
        return rows

    def _arc_rows(self, pool: _Pool) -> list[tuple[int, ...]]:
        shape, network = self.shape, self.network
        hops, places = self._hops(), self._places[len(shape.nodes) :]
        rows: list[tuple[int, ...]] = []
        for i, number in enumerate(shape.arcs):
            arc = network.track.arcs[number]
            lists = pool.put(arc.units), pool.put(shape.follow[i]), pool.put(shape.arc_once[i])
            gain = self._ferry_gain(number) if arc.ferry else 0
            rows.append((shape.to[i], int(arc.ferry), gain, hops[i], 0, places[i], *lists[0], *lists[1], *lists[2]))
        return rows

    def _free(self, node: int) -> bool:
        return self.mode.free_towns and self._sort(node) == TOWNLIKE

    @cached_property
    def rank(self) -> list[int]:
        """The stops that use up the range, dearest first."""
        stops = [(i, n) for i, n in enumerate(self.shape.nodes[: self.shape.stops]) if not self._free(n)]
        return [i for i, n in sorted(stops, key=lambda stop: (-self.gain(stop[1]), stop[0]))]

    def factor(self, node: int) -> int:
        """How many times a stop counts when it is an end."""
        factor = 1
        for what, times in self.mode.factors:
            if is_a(self.network, node, what):
                factor *= times
        return factor

    def gain(self, node: int) -> int:
        """What a stop between the ends counts."""
        return self.network.values[node] * self.factor(node) * self.mode.inner

    def _ferry_gain(self, arc: int) -> int:
        start, to = self.network.track.arcs[arc].start, self.network.track.arcs[arc].to
        crossing = self.network.stop(to).ferry_revenue
        value = self.network.values[start] if crossing is None else crossing
        return value * max(self.factor(start), self.factor(to)) * self.mode.inner

    def _sort(self, node: int) -> int:
        kind = self.network.kinds[node]
        return CITYLIKE if kind in (CITY, OFFBOARD) else TOWNLIKE if kind == TOWN else OTHERLIKE

    def _optional(self, node: int) -> int:
        name = {CITYLIKE: "city", TOWNLIKE: "town"}.get(self._sort(node), "")
        must = any(is_a(self.network, node, what) for what in self.mode.counted)
        return int(name in self.mode.skips and not must)

    def _ends(self) -> tuple[list[int], list[int]]:
        nodes = self.shape.nodes[: self.shape.stops]
        if not self.mode.ends:
            return [1] * len(nodes), [1] * len(nodes)
        sides = []
        for side in (0, 1):
            row = [
                sum(1 << i for i, pair in enumerate(self.mode.ends) if is_a(self.network, n, pair[side])) for n in nodes
            ]
            sides.append(row)
        return sides[0], sides[1]

    @cached_property
    def _needed(self) -> list[Bonus]:
        return [Bonus("needed", 0, self.mode.needs)] if self.mode.needs else []

    @cached_property
    def tagged(self) -> dict[str, list[int]]:
        """Tag to the bits of its places, for the tags that bonuses speak of."""
        speak = [*self._needed, *route_bonuses(self.network, self.mode)]
        found: dict[str, list[int]] = {}
        count = 0
        for tag in sorted({tag for bonus in speak for tag, _ in bonus.needs}):
            places = self.network.tags.get(tag, ())
            found[tag] = [1 << (count + i) for i in range(len(places))]
            count += len(places)
        if count > 62:
            raise BadInput("Bonuses speak of more than 62 places.")
        return found

    @cached_property
    def _bits_of(self) -> dict[str, int]:
        """A stop, hex or side to the bits of the tagged places it belongs to."""
        found: dict[str, int] = {}
        for tag, row in self.tagged.items():
            for bit, place in zip(row, self.network.tags[tag] if row else (), strict=True):
                for name in place:
                    found[name] = found.get(name, 0) | bit
        return found

    def _bits(self, names: Iterable[str]) -> int:
        mask = 0
        for name in names:
            mask |= self._bits_of.get(name, 0)
        return mask

    @cached_property
    def _places(self) -> list[int]:
        """Bits of the places that nodes, then arcs, touch."""
        shape, network = self.shape, self.network
        if not self.tagged:
            return [0] * (len(shape.nodes) + len(shape.arcs))
        stops = [network.stop(n) for n in shape.nodes[: shape.stops]]
        nodes = [self._bits((stop.name, stop.hex)) for stop in stops]
        arcs = [self._bits(network.track.arcs[a].sides) for a in shape.arcs]
        return [*nodes, *[0] * (len(shape.nodes) - shape.stops), *arcs]

    def _bonuses(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """Amounts and needs (mask, count), conditions first; bonuses whose places are out of reach are left out."""
        reach = 0
        for place in self._places:
            reach |= place
        found = []
        for number, bonus in enumerate([*self._needed, *route_bonuses(self.network, self.mode)]):
            needs = [(sum(self.tagged.get(tag, ())), n) for tag, n in bonus.needs]
            if number < len(self._needed) or all((reach & mask).bit_count() >= n for mask, n in needs):
                found.append((bonus.amount, needs))
        return found

    def _hops(self) -> list[int]:
        """Per arc out of a city: the most that free towns can add before the next city."""
        shape = self.shape
        gains = [self.gain(n) if self._sort(n) == TOWNLIKE else 0 for n in shape.nodes[: shape.stops]]
        if not self.mode.free_towns or not any(gains):
            return [0] * len(shape.arcs)
        towns = [self._sort(n) == TOWNLIKE for n in shape.nodes[: shape.stops]]
        hop = [0] * len(shape.arcs)
        for node in range(shape.stops):
            if not towns[node]:
                for arc in shape.out[node]:
                    hop[arc] = _best_hop(shape, arc, towns, gains)
        return hop


def _best_hop(shape: ModeShape, start: int, towns: Sequence[bool], gains: Sequence[int]) -> int:
    """The dearest set of towns on one way from an exit to the next city, or all towns in reach if that is long."""
    best, steps = 0, 0
    in_reach: set[int] = set()
    stack = [(start, shape.masks[start], 0, frozenset[int]())]
    while stack:
        arc, used, total, seen = stack.pop()
        node = shape.to[arc]
        if node < shape.stops:
            if not towns[node] or node in seen:
                continue
            total, seen = total + gains[node], seen | {node}
            in_reach.add(node)
            best = max(best, total)
        steps += 1
        if steps > HOP_STEPS:
            return _all_towns(shape, start, towns, gains)
        stack += [(c, used | shape.masks[c], total, seen) for c in shape.out[node] if not used & shape.masks[c]]
    return best


def _all_towns(shape: ModeShape, start: int, towns: Sequence[bool], gains: Sequence[int]) -> int:
    seen = {shape.to[start]}
    queue = list(seen)
    for node in queue:
        if node < shape.stops and not towns[node]:
            continue
        fresh = {shape.to[c] for c in shape.out[node]} - seen
        seen |= fresh
        queue += sorted(fresh)
    return sum(gains[node] for node in seen if node < shape.stops)


def _narrows_network(mode: Mode) -> bool:
    """Does the mode bar some stops or track altogether?"""
    return mode.one_city or not mode.red_areas or mode.only is not None or bool(mode.ends)


def _usable_stops(network: Network, mode: Mode) -> list[bool] | None:
    """Per stop: may this mode come here at all?"""
    if not _narrows_network(mode):
        return None
    usable = []
    ferried = {arc.to for arc in network.track.arcs if arc.ferry and network.own[arc.start]}
    for node, stop in enumerate(network.track.stops):
        red = stop.terminus or network.kinds[node] == OFFBOARD
        lone = mode.one_city and network.kinds[node] == CITY and not (network.own[node] or node in ferried)
        off = mode.only is not None and not network.has(node, mode.only)
        end = not mode.ends or any(is_a(network, node, what) for pair in mode.ends for what in pair)
        usable.append(not (lone or off or (red and not mode.red_areas)) and (end or network.passable[node]))
    return usable


def _keep_tagged(shape: ModeShape, tag: str) -> None:
    """Leave out arcs over hex sides that do not carry the tag."""
    names = frozenset().union(*shape.network.tags.get(tag, ()))
    arcs = shape.network.track.arcs
    keep = [i for i, a in enumerate(shape.arcs) if set(arcs[a].sides) <= names]
    number = {old: new for new, old in enumerate(keep)}
    shape.arcs = [shape.arcs[i] for i in keep]
    shape.to = [shape.to[i] for i in keep]
    shape.masks = [shape.masks[i] for i in keep]
    shape.out = [[number[i] for i in row if i in number] for row in shape.out]
