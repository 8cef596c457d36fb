"""Looking for routes of one mode: the best one, or all above a value, on track that is still free."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from stellwerk.routes import kernel
from stellwerk.routes.engine import Engine
from stellwerk.routes.layout import (
    ARC_SIZE,
    ARCS_AT,
    BEST,
    FAR,
    FULL,
    GAIN,
    KEEP,
    NODE_SIZE,
    NODES_AT,
    NOTHING,
    ONCE_AT,
    POS,
    PRICE,
    RANK_FROM,
    RUNNING,
    SLACK,
    STATE,
    STATUS,
    STEPS,
    UNKNOWN,
    USED_AT,
    VISITED_AT,
    WORTH,
)  # fmt: skip
from stellwerk.routes.model import Model, bits_of
from stellwerk.routes.network import Network
from stellwerk.routes.spec import Mode
from stellwerk.routes.track import GraphArc, Track, TrackStop

SLICE = 20_000
"""Steps between two looks at the clock."""

ROOM = 1 << 14
"""Numbers for the routes found, at first."""


class TimeUp(Exception):
    """The caller's time limit has struck."""


class TooLong(Exception):
    """The search took more steps than it was given."""


class Clock:
    """Watches a time limit, if there is one."""

    def __init__(self, limit: float | None, now: Callable[[], float] | None):
        self.until = now() + limit if now is not None and limit is not None else None
        self.now = now

    def check(self) -> None:
        """Raise TimeUp when the limit has struck."""
        if self.until is not None and self.now is not None and self.now() >= self.until:
            raise TimeUp


class Candidate(msgspec.Struct, frozen=True):
    """A route a train could run: its worth, the track it takes, the mode, and its arms from a station."""

    value: int
    mask: int
    mode: int
    uses: tuple[tuple[str, int], ...]
    root: int
    arms: tuple[tuple[int, ...], tuple[int, ...]]
    price: int = 0
    """What its track cost when it was found."""

    @property
    def score(self) -> int:
        """Its value after paying for its track."""
        return self.value - self.price

    def nodes(self, network: Network) -> tuple[str, ...]:
        """The route's node names, in travel order."""
        first, second = (_names_of_arm(network, arm) for arm in self.arms)
        return (*reversed(first), network.track.names[self.root], *second)


def _names_of_arm(network: Network, arm: Sequence[int]) -> list[str]:
    names: list[str] = []
    for number in arm:
        arc = network.track.arcs[number]
        names += arc.sides
        if network.is_stop(arc.to):
            names.append(network.track.names[arc.to])
    return names


class Seeker:
    """Searches for the routes of one mode on one network."""

    def __init__(self, model: Model, engine: Engine, number: int = 0):
        self.model = model
        self.engine = engine
        self.number = number
        self.graph = engine.array(model.graph)
        self.state = engine.filled(model.state_size, 0)
        self.out = engine.filled(ROOM, 0)
        self.after = self._bounds()
        self.arms: dict[int, tuple[Any, Any]] = {}
        self.steps = 0
        self.costs = [0] * len(model.shape.arcs)
        self.far = int(self.graph[FAR])

    def _table(self, fill: int) -> Any:
        """A number for each arc and each state of the range."""
        return self.engine.filled(len(self.model.shape.arcs) * self.model.budgets, fill)

    def _bounds(self) -> Any:
        table = self._table(NOTHING)
        self.engine.bounds(self.graph, table, self.engine.filled(len(self.model.shape.arcs), 0))
        return table

    def _arm(self, root: int) -> tuple[Any, Any]:
        """What an arm from a root can add, and a table for what two arms can."""
        if root not in self.arms:
            ends = self.engine.filled(self.model.budgets, 0)
            self.engine.from_root(self.graph, self.after, root, ends)
            self.arms[root] = (ends, self._table(UNKNOWN))
        return self.arms[root]

    @cached_property
    def ceiling(self) -> int:
        """What no route of this mode can exceed, without any search."""
        return max((self._ceiling_from(root) for root in self.model.roots), default=0)

    def _ceiling_from(self, root: int) -> int:
        ends, _ = self._arm(root)
        g = self.graph
        most = self.model.budgets - 1
        arms = max(ends[j] + ends[most - j] for j in range(most + 1))
        return int(arms + g[g[NODES_AT] + root * NODE_SIZE + GAIN] + g[SLACK])

    def charge(self, prices: Sequence[int]) -> None:
        """Put prices on track: from now on routes are worth that much less, and bounds know it."""
        g, shape = self.graph, self.model.shape
        units = self.model.network.track.arcs
        self.costs = [sum(prices[unit] for unit in units[a].units) for a in shape.arcs]
        for i, cost in enumerate(self.costs):
            g[g[ARCS_AT] + i * ARC_SIZE + PRICE] = cost
        relief, worths = 0, {}
        for i in self.model.rank:
            exits = sorted(prices[units[shape.arcs[a]].units[0]] if self.costs[a] else 0 for a in shape.out[i])[:2]
            cost = sum(exits) // 2
            relief = max(relief, cost - exits[0] // 2) if exits else relief
            n = int(g[NODES_AT]) + i * NODE_SIZE
            worths[i] = int(g[n + GAIN]) - cost
            g[n + WORTH] = worths[i]
        for place, i in enumerate(sorted(self.model.rank, key=lambda i: (-worths[i], i))):
            g[g[RANK_FROM] + place] = i
        g[FAR] = self.far + 2 * relief
        self.after = self._bounds()
        self.arms = {}

    def best(self, taken: int, floor: int, clock: Clock, steps: int | None = None) -> Candidate | None:
        """The best route worth more than `floor` on track not `taken`; TooLong after so many steps."""
        self._run(taken, floor, 0, clock, steps)
        return next(iter(self.found()), None)

    def above(self, taken: int, floor: int, most: int, clock: Clock) -> list[Candidate] | None:
        """All routes worth more than `floor`; None if there are more than `most`."""
        while not self._run(taken, floor, 1, clock):
            if len(self.out) > 64 * most:
                return None
            self.out = self.engine.filled(len(self.out) * 4, 0)
        found = self.found()
        return found if len(found) <= most else None

    def _run(self, taken: int, floor: int, keep: int, clock: Clock, steps: int | None = None) -> bool:
        """Search from all roots; False when there was no room for all routes."""
        s, g = self.state, self.graph
        s[g[USED_AT] :] = self.engine.filled(len(s) - g[USED_AT], 0)
        s[g[ONCE_AT]] = 1
        for unit in bits_of(taken):
            s[g[USED_AT] + unit] = 1
        for i in range(STATE):
            s[i] = 0
        s[BEST], s[KEEP] = floor, keep
        for root in self.model.roots:
            ends, both = self._arm(root)
            self.engine.begin(g, s, root)
            while s[STATUS] == RUNNING:
                self.engine.search(g, s, self.after, ends, both, self.out, SLICE)
                clock.check()
                if steps is not None and s[STATUS] == RUNNING and s[STEPS] >= steps:
                    self.steps += int(s[STEPS])
                    raise TooLong
            if s[STATUS] == FULL:
                return False
            self._close(root)
        self.steps += int(s[STEPS])
        return True

    def _close(self, root: int) -> None:
        """A root has had its turn: later routes may not visit it, but its group is free again."""
        g, s = self.graph, self.state
        kernel.mark_node(g, s, root, -1)
        s[g[VISITED_AT] + root] = 1

    def found(self) -> list[Candidate]:
        """The routes on record."""
        out, pos, end = self.out, 0, int(self.state[POS])
        found = []
        while pos < end:
            length = int(out[pos + 2])
            arcs = [int(arc) for arc in out[pos + 3 : pos + 3 + length]]
            found.append(self._candidate(int(out[pos]), int(out[pos + 1]), arcs))
            pos += 3 + length
        return found

    def _candidate(self, root: int, value: int, arcs: list[int]) -> Candidate:
        shape = self.model.shape
        turn = arcs.index(-1) if -1 in arcs else len(arcs)
        arms = tuple(shape.arcs[a] for a in arcs[:turn]), tuple(shape.arcs[a] for a in arcs[turn + 1 :])
        mask = price = 0
        for arc in arcs:
            if arc >= 0:
                mask |= shape.masks[arc]
                price += self.costs[arc]
        uses = self.model.mode.uses
        return Candidate(value + price, mask, self.number, uses, shape.nodes[root], arms, price)


def try_out(engine: Engine) -> None:
    """Search two stops joined by one side."""
    ends = TrackStop("A1.0", "A1", "city", 0, 1, 10, (0,)), TrackStop("A2.0", "A2", "city", 0, 1, 10, (3,))
    arcs = GraphArc(0, 1, ("A1/0",), (0,), (), False, 1), GraphArc(1, 0, ("A1/0",), (0,), (), False, 1)
    track = Track(ends, {"A1.0": 0, "A2.0": 1}, arcs, ((0,), (1,)), ("A1/0",), ("A1.0", "A2.0"))
    kinds, yes = (0, 0), (True, True)
    network = Network(track, "X", (10, 10), kinds, yes, yes, (2, 4), (0, 0), (), {}, (), None, False)
    Seeker(Model(network, Mode(stops=2)), engine).above(0, 0, 9, Clock(None, None))
