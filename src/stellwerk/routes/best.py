"""The best set of runs, proven: single trains first, then all together.

1. Each kind of train gets its best route alone; the sum is a first upper bound.
2. A first set: the trains in turn take the best route on the track that is left, then each in turn looks again.
3. A better set can only hold routes worth more than `first set - best routes of the other trains`. All of them are
   listed and packed. If they are too many, prices on the track bring the bound down first (`prices.py`).

Ties: the search is the same for equal networks and trains, and a set is replaced only by a better one; so of
several best sets it is always the same one: stations in the order of their names, exits in the order of the tile.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import msgspec

from stellwerk.memory import Memory
from stellwerk.routes import engine as engines
from stellwerk.routes.answer import Answer, Route, RunResult
from stellwerk.routes.check import evaluate_routes, joint_bonuses, mask_of, read_path, run_result, turn_forward
from stellwerk.routes.independent_trains import group_trains, join_groups
from stellwerk.routes.layout import NOTHING
from stellwerk.routes.model import Model, ModeShape
from stellwerk.routes.network import Network
from stellwerk.routes.packing import Found, Packer, undominated_routes
from stellwerk.routes.route_search import Candidate, Clock, Seeker, TimeUp
from stellwerk.routes.route_value import Path, worth_of_route
from stellwerk.routes.spec import TrainSpec
from stellwerk.routes.track_prices import Priced, Pricing, best_within

LISTED = 8_000
"""More routes of one kind of train than this are not listed before prices have sorted them out."""

MOST = 60_000
"""More than this are not listed at all."""

_answers: Memory[Hashable, Answer] = Memory(2000)


def best_runs(
    network: Network,
    trains: Sequence[TrainSpec],
    *,
    fixed: Mapping[int, Route] | None = None,
    k: int = 1,
    limit: float | None = None,
    now: Callable[[], float] | None = None,
    supplies: Mapping[str, int] | None = None,
) -> Answer:
    """The set of runs with the highest revenue.

    `fixed` gives some trains' runs, the rest is searched. `k` asks for that many sets (`Answer.others`). `limit`
    is in the units of `now`; when it strikes, the best set found comes back with an upper bound, unproven.
    `supplies` is what the modes of trains use up (trailers, beer cubes).
    """
    if len(trains) > 1 and any(train.apart for train in trains):
        return _best_apart(network, trains, fixed or {}, k=k, limit=limit, now=now, supplies=supplies)
    given = tuple(sorted((fixed or {}).items()))
    stock = tuple(sorted((supplies or {}).items()))
    key = (network.key, tuple(trains), given, k, stock)
    known = _answers.find(key)
    if known is None:
        known = _Problem(network, tuple(trains), dict(given), dict(stock), Clock(limit, now)).answer(k)
        if known.proven:
            _answers.put(key, known)
    return known


def _best_apart(network: Network, trains: Sequence[TrainSpec], fixed: Mapping[int, Route], **search: Any) -> Answer:
    """Trains that share no track are searched together, each of the others by itself."""
    parts = []
    for numbers in group_trains(trains):
        given = {place: fixed[number] for place, number in enumerate(numbers) if number in fixed}
        parts.append((numbers, best_runs(network, [trains[n] for n in numbers], fixed=given, **search)))
    return join_groups(parts, search["k"])


def forget_answers() -> None:
    """Empty the memory of answers."""
    _answers.clear()


class _Problem:
    """One question: a network, the trains to run, and what is fixed."""

    def __init__(
        self,
        network: Network,
        trains: tuple[TrainSpec, ...],
        fixed: Mapping[int, Route],
        supplies: Mapping[str, int],
        clock: Clock,
    ):
        self.network = network
        self.trains = trains
        self.clock = clock
        self.supplies = supplies
        done = evaluate_routes(network, trains, sorted(fixed.items()), supplies=supplies)
        self.fixed = done.runs
        self.fixed_paths = [read_path(network, run.nodes) for run in done.runs]
        self.base = sum(run.value for run in done.runs)
        self.taken = 0
        for path in self.fixed_paths:
            self.taken |= mask_of(network, path)
        self.free = [i for i in range(len(trains)) if i not in fixed]
        self.kinds = sorted({trains[i] for i in self.free}, key=[trains[i] for i in self.free].index)
        self.kind = [self.kinds.index(trains[i]) for i in self.free]
        self.tops: dict[int, int] = {}
        self.bests: dict[int, Candidate | None] = {}
        self.slack = sum(b.amount for b in network.bonuses if b.across or b.once)
        self.seekers: list[list[Seeker]] = []
        self.bound: int | None = None
        self.first: Found = (self._joint(()), (), ())

    def _make_seekers(self) -> None:
        engine = engines.current_engine()
        shape = ModeShape(self.network)
        self.seekers = [
            [
                Seeker(Model(self.network, mode, shape), engine, number)
                for number, mode in enumerate(kind.modes)
                if all(amount <= self.supplies.get(supply, 0) for supply, amount in mode.uses)
            ]
            for kind in self.kinds
        ]
        for row in self.seekers:
            if len(row) > 1:
                row.sort(key=lambda seeker: -seeker.ceiling)

    def answer(self, k: int) -> Answer:
        """Search until it is proven or the time is up."""
        try:
            self._make_seekers()
            self._alone()
            if len(self.free) > 1:
                self._start()
            sets = self._all(k)
            return self._answer(sets, True)
        except TimeUp:
            return self._answer([self.first], False)

    def _alone(self) -> None:
        """The best route of each kind of train, on its own."""
        for kind in range(len(self.kinds)):
            route = self._best(kind, self.taken, 0)
            self.bests[kind] = route
            self.tops[kind] = route.value if route else 0
            if route is not None:
                self._offer((route,), (kind,))

    def _best(self, kind: int, taken: int, floor: int) -> Candidate | None:
        """The best route of a kind of train; the modes that promise most are tried first."""
        found: Candidate | None = None
        for seeker in self.seekers[kind]:
            least = found.value if found else floor
            if len(self.seekers[kind]) > 1 and seeker.ceiling <= least:
                continue
            try:
                route = seeker.best(taken, least, self.clock)
            except TimeUp:
                for late in (found, *seeker.found()):
                    self._offer((late,) if late else (), (kind,) if late else ())
                raise
            found = route or found
        return found

    def _good(self, kind: int, taken: int, floor: int) -> Candidate | None:
        """A good route of a kind of train, by a search of limited length."""
        found: Candidate | None = None
        for seeker in self.seekers[kind]:
            route, _ = best_within(seeker, taken, found.value if found else floor, self.clock)
            found = route or found
        return found

    def _offer(self, routes: tuple[Candidate, ...], kinds: tuple[int, ...]) -> bool:
        """Keep a set if it is better than the best so far."""
        total = sum(route.value for route in routes) + self._joint(routes)
        if total <= self.first[0] or not self._supplied(routes):
            return False
        self.first = (total, routes, kinds)
        return True

    def _supplied(self, routes: Sequence[Candidate]) -> bool:
        needed: dict[str, int] = {}
        for route in routes:
            for supply, amount in route.uses:
                needed[supply] = needed.get(supply, 0) + amount
        return all(amount <= self.supplies.get(supply, 0) for supply, amount in needed.items())

    def _joint(self, routes: Sequence[Candidate]) -> int:
        """Bonuses for all runs together, the fixed ones included."""
        if not self.slack:
            return 0
        paths = [read_path(self.network, route.nodes(self.network)) for route in routes]
        return sum(amount for _, amount in joint_bonuses(self.network, [*self.fixed_paths, *paths]))

    def _start(self) -> None:
        """A first set: trains take turns, then each looks again while that helps."""
        order = sorted(range(len(self.free)), key=lambda i: -self.tops[self.kind[i]])
        routes: dict[int, Candidate | None] = {}
        better = True
        while better:
            for train in order:
                others = [r for i, r in routes.items() if i != train and r]
                taken = self.taken
                for route in others:
                    taken |= route.mask
                before = routes.get(train)
                found = self._good(self.kind[train], taken, before.value if before else 0)
                routes[train] = found or before
            chosen = [(i, r) for i, r in routes.items() if r]
            better = self._offer(tuple(r for _, r in chosen), tuple(self.kind[i] for i, _ in chosen))

    def _all(self, k: int) -> list[Found]:
        """The best sets: list every route that can be in one, and pack."""
        if k > 1:
            return self._several(k)
        if len(self.free) < 2 and not self.slack:
            return [self.first]
        if self.first[0] >= self._ceiling():
            return [self.first]
        plain = Priced(self._ceiling(), [0] * len(self.network.track.units), list(self.tops.values()))
        lists = self._lists(self.first[0], plain, LISTED)
        if lists is None:
            return self._priced(plain) or [self.first]
        return self._pack(lists, self.first[0], 1) or [self.first]

    def _ceiling(self) -> int:
        """No set is worth more than this."""
        return sum(self.tops[kind] for kind in self.kind) + self.slack

    def _priced(self, plain: Priced) -> list[Found]:
        """The same once prices have brought the bound down."""
        engine = engines.current_engine()
        sharp = [[Seeker(seeker.model, engine, seeker.number) for seeker in row] for row in self.seekers]
        pricing = Pricing(sharp, self.kind, self.taken, self.clock)
        plain.bound -= self.slack
        try:
            best = pricing.run(plain, self.first[0] - self.slack, self._improve)
        finally:
            self.bound = (pricing.best or plain).bound + self.slack
        if self.bound <= self.first[0]:
            return []
        lists = self._lists(self.first[0], Priced(self.bound, best.prices, best.worths), MOST, sharp)
        if lists is None:
            raise TimeUp
        return self._pack(lists, self.first[0], 1, sum(best.prices))

    def _improve(self, routes: tuple[Candidate, ...], kinds: tuple[int, ...]) -> int:
        """Keep a set if it is better, after each train has looked again; what the best one is worth."""
        for place, kind in enumerate(kinds):
            taken = self.taken
            for route in (*routes[:place], *routes[place + 1 :]):
                taken |= route.mask
            found = self._good(kind, taken, routes[place].value)
            if found is not None:
                routes = (*routes[:place], found, *routes[place + 1 :])
        self._offer(routes, kinds)
        return self.first[0] - self.slack

    def _lists(
        self, floor: int, known: Priced, most: int, seekers: Sequence[Sequence[Seeker]] | None = None
    ) -> list[list[Candidate]] | None:
        """Per kind of train the routes that a set worth more than `floor` can hold; None if they are too many.

        A set with a route that is worth `x` less than its kind's best, after prices, is worth at most the bound
        less `x`.
        """
        lists: list[list[Candidate]] = []
        for kind, row in enumerate(seekers or self.seekers):
            routes: list[Candidate] = []
            for seeker in row:
                if seekers is not None:
                    seeker.charge(known.prices)
                least = max(known.worths[kind] - (known.bound - floor), 0 if seekers is None else NOTHING)
                found = seeker.above(self.taken, least, most, self.clock)
                if found is None:
                    return None
                routes += found
            lists.append(routes)
        return lists

    def _several(self, k: int) -> list[Found]:
        """Lower the floor until there are enough sets."""
        gap = max(10, self.first[0] // 16)
        plain = Priced(self._ceiling(), [], list(self.tops.values()))
        while True:
            floor = max(self.first[0] - gap, 0)
            lists = self._lists(floor, plain, MOST)
            if lists is None:
                raise TimeUp
            sets = self._pack(lists, floor, k)
            if len(sets) >= k or floor == 0:
                return sets or [self.first]
            gap *= 2

    def _pack(self, found: Sequence[Sequence[Candidate]], floor: int, k: int, prices: int = 0) -> list[Found]:
        lists = [undominated_routes(row) if k == 1 else sorted(row, key=lambda r: -r.value) for row in found]
        packer = Packer(
            lists,
            self.kind,
            self.clock,
            floor=floor,
            k=k,
            slack=self.slack,
            joint=self._joint if self.slack else None,
            supplies=self.supplies,
            name=self._name,
            prices=prices,
        )
        try:
            return packer.run()
        except TimeUp:
            if packer.found and packer.found[0][0] > self.first[0]:
                self.first = packer.found[0]
            raise

    def _name(self, route: Candidate) -> Route:
        nodes = route.nodes(self.network)
        return min(nodes, nodes[::-1])

    def _answer(self, sets: Sequence[Found], proven: bool) -> Answer:
        best, *others = [self._write(found) for found in sets]
        steps = sum(seeker.steps for row in self.seekers for seeker in row)
        bound = best.total if proven else self.base + self._known_ceiling()
        return msgspec.structs.replace(
            best, proven=proven, bound=max(bound, best.total), others=tuple(others), considered=steps
        )

    def _known_ceiling(self) -> int:
        """An upper bound when the search was cut short."""
        if self.bound is not None:
            return self.bound
        total = self.slack
        for kind in self.kind:
            known = self.tops.get(kind)
            total += known if known is not None else max((s.ceiling for s in self.seekers[kind]), default=0)
        return total

    def _write(self, found: Found) -> Answer:
        """A set as it is handed out, valued once more by the slow way."""
        runs: list[RunResult] = list(self.fixed)
        paths: list[Path] = list(self.fixed_paths)
        left = list(self.free)
        for route, kind in zip(found[1], found[2], strict=True):
            train = next(i for i in left if self.trains[i] == self.kinds[kind])
            left.remove(train)
            path = turn_forward(self.network, read_path(self.network, route.nodes(self.network)))
            earned = worth_of_route(self.network, self.trains[train].modes[route.mode], path)
            assert earned.value == route.value, "the search and the valuation disagree"
            runs.append(run_result(self.network, train, path, route.mode, earned))
            paths.append(path)
        joint = joint_bonuses(self.network, paths)
        total = sum(run.value for run in runs) + sum(amount for _, amount in joint)
        runs.sort(key=lambda run: run.train)
        return Answer(tuple(runs), total, True, total, joint)
