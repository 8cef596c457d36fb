"""Choosing one route for each train so that no track is shared and the sum is highest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence

from stellwerk.routes.model import bits_of
from stellwerk.routes.route_search import Candidate, Clock

Found = tuple[int, tuple[Candidate, ...], tuple[int, ...]]
"""A set: what it is worth with joint bonuses, its routes, and the kind of train of each."""


def undominated_routes(routes: Sequence[Candidate]) -> list[Candidate]:
    """Best first, without those that another route beats or equals on less track and fewer supplies.

    Routes already kept are filed under their rarest piece of track, so that few of them need a look.
    """
    pieces = [bits_of(route.mask) for route in routes]
    often = Counter(unit for row in pieces for unit in row)
    kept: list[Candidate] = []
    files: dict[int, list[Candidate]] = {}
    for i in sorted(range(len(routes)), key=lambda i: (-routes[i].value, len(pieces[i]))):
        route, mask = routes[i], routes[i].mask
        if not any(_beats_route(k, route, mask) for unit in pieces[i] for k in files.get(unit, ())):
            kept.append(route)
            rarest = min(pieces[i], key=lambda unit: (often[unit], unit), default=-1)
            files.setdefault(rarest, []).append(route)
    return kept


def _beats_route(better: Candidate, route: Candidate, mask: int) -> bool:
    return better.mask & mask == better.mask and (not better.uses or better.uses == route.uses)


class Packer:
    """Branch and bound over the routes of each train.

    Trains with the same number in `kinds` draw from the same list, in its order. `joint` values a full set
    beyond the sum of its runs, and `slack` is the most it can add. `name` tells routes apart where several sets are
    wanted: the same routes run in other modes are no other set. `prices` is the sum of all prices on track: no set is
    worth more than that and what its routes are worth after paying.
    """

    def __init__(
        self,
        lists: Sequence[Sequence[Candidate]],
        kinds: Sequence[int],
        clock: Clock,
        *,
        floor: int,
        k: int = 1,
        slack: int = 0,
        joint: Callable[[Sequence[Candidate]], int] | None = None,
        supplies: Mapping[str, int] | None = None,
        name: Callable[[Candidate], Hashable] | None = None,
        prices: int = 0,
    ):
        self.kinds = sorted(kinds)
        self.lists = lists
        self.clock = clock
        self.floor = floor
        self.k = k
        self.slack = slack + prices
        self.joint = joint
        self.supplies = supplies or {}
        self.name = name
        self.names: dict[Hashable, Found] = {}
        self.found: list[Found] = []
        self.nodes = 0

    def run(self) -> list[Found]:
        """The best `k` sets worth more than `floor`."""
        lists = {kind: sorted(self.lists[kind], key=lambda route: -route.score) for kind in self.kinds}
        self._pack(0, lists, 0, (), ())
        return self.found

    def _note(self, routes: tuple[Candidate, ...], kinds: tuple[int, ...]) -> None:
        worth = sum(route.value for route in routes) + (self.joint(routes) if self.joint and routes else 0)
        if worth <= self.floor or not routes:
            return
        if self.k > 1 and self.name:
            key = frozenset((kind, self.name(route)) for route, kind in zip(routes, kinds, strict=True))
            known = self.names.get(key)
            if known and known[0] >= worth:
                return
            self.found = [item for item in self.found if item is not known]
            self.names[key] = (worth, routes, kinds)
            self.found.append(self.names[key])
        else:
            self.found.append((worth, routes, kinds))
        self.found.sort(key=lambda item: -item[0])
        if len(self.found) >= self.k:
            del self.found[self.k :]
            self.floor = self.found[-1][0]

    def _pack(
        self,
        train: int,
        open_: Mapping[int, Sequence[Candidate]],
        total: int,
        routes: tuple[Candidate, ...],
        kinds: tuple[int, ...],
    ) -> None:
        self.nodes += 1
        if self.nodes % 256 == 0:
            self.clock.check()
        if train == len(self.kinds):
            self._note(routes, kinds)
            return
        kind = self.kinds[train]
        same = self.kinds[train:].count(kind)
        rest = self._rest(train + same, open_)
        for place, route in enumerate(open_[kind]):
            if total + max(same * route.score, route.score) + rest + self.slack <= self.floor:
                break
            if route.uses and not self._supplied(routes, route):
                continue
            if train + 1 == len(self.kinds):
                self._note((*routes, route), (*kinds, kind))
                continue
            left = self._after(open_, kind, place, route.mask, train + 1)
            self._pack(train + 1, left, total + route.score, (*routes, route), (*kinds, kind))
        skip = train
        while skip < len(self.kinds) and self.kinds[skip] == kind:
            skip += 1
        if total + self._rest(skip, open_) + self.slack > self.floor:
            self._pack(skip, open_, total, routes, kinds)

    def _rest(self, train: int, open_: Mapping[int, Sequence[Candidate]]) -> int:
        """What the later trains can earn at most."""
        return sum(max(open_[kind][0].score, 0) for kind in self.kinds[train:] if open_[kind])

    def _after(
        self, open_: Mapping[int, Sequence[Candidate]], kind: int, place: int, mask: int, train: int
    ) -> dict[int, Sequence[Candidate]]:
        """The routes that stay possible."""
        left: dict[int, Sequence[Candidate]] = {}
        for later in set(self.kinds[train:]):
            routes = open_[later][place + 1 :] if later == kind else open_[later]
            left[later] = [route for route in routes if not route.mask & mask]
        return left

    def _supplied(self, routes: Sequence[Candidate], route: Candidate) -> bool:
        """Are there enough trailers or cubes for this route beside the others?"""
        for supply, amount in route.uses:
            taken = sum(n for other in routes for name, n in other.uses if name == supply)
            if taken + amount > self.supplies.get(supply, 0):
                return False
        return True
