"""Prices on track: a sharper upper bound when several trains want the same track.

Whatever prices (none below 0) are put on the pieces of track, no set of runs is worth more than the sum of all
prices plus, for each train, the most a route can be worth after paying for its track (Lagrange's relaxation of "no
track twice"). Prices rise where more than one train wants to run and fall elsewhere; the demand is smoothed over the
rounds (the volume algorithm). Rounds and steps are counted, not timed, so every machine and both engines find the
same prices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from stellwerk.routes.model import bits_of
from stellwerk.routes.route_search import Candidate, Clock, Seeker, TooLong

ROUNDS = 100
STEPS = 30_000
"""Steps one search may take in a round."""

EVERY = 4
"""After so many rounds the trains take turns at these prices, which often gives a better set."""

SMOOTH = 0.1
SLOWEST = 0.02

Offer = Callable[[tuple[Candidate, ...], tuple[int, ...]], int]
"""Takes a set of routes and the kinds of their trains; answers what the best set is worth now."""


class Priced(msgspec.Struct):
    """The best prices found: the bound they prove, and per kind of train the most a route is worth after them."""

    bound: int
    prices: list[int]
    worths: list[int]


def best_within(seeker: Seeker, taken: int, floor: int, clock: Clock) -> tuple[Candidate | None, bool]:
    """The best route found in the steps allowed, and whether it is surely the best."""
    try:
        return seeker.best(taken, floor, clock, STEPS), True
    except TooLong:
        return next(iter(seeker.found()), None), False


class Pricing:
    """Looks for good prices with searches of its own."""

    def __init__(self, seekers: Sequence[Sequence[Seeker]], kinds: Sequence[int], taken: int, clock: Clock):
        self.seekers = seekers
        self.kinds = kinds
        self.taken = taken
        self.clock = clock
        self.units = next((len(s.model.network.track.units) for row in seekers for s in row), 0)
        self.best: Priced | None = None
        self.demand: list[float] = []
        self.pace = 1.0

    def run(self, known: Priced, low: int, offer: Offer) -> Priced:
        """Improve on a known bound; `low` is what the best set is worth so far."""
        best, prices = known, list(known.prices)
        self.best = best
        for number in range(ROUNDS):
            worths, routes = self.wanted(prices)
            bound = self.bound(prices, worths)
            if bound is not None and bound < best.bound:
                best = self.best = Priced(bound, prices, [worth or 0 for worth in worths])
                self.pace *= 1.1
            else:
                self.pace *= 0.95
            if number % EVERY == 0:
                low = self.turns(offer)
            if best.bound <= low or self.pace < SLOWEST:
                break
            prices = self.follow(best.prices, routes, best.bound - low)
        return best

    def wanted(self, prices: Sequence[int]) -> tuple[list[int | None], list[Candidate | None]]:
        """Per kind of train the most a route is worth after paying (None: not known), and that route."""
        worths: list[int | None] = []
        routes: list[Candidate | None] = []
        for row in self.seekers:
            worth, route, known = 0, None, True
            for seeker in row:
                seeker.charge(prices)
                found, ended = best_within(seeker, self.taken, worth, self.clock)
                known = known and ended
                if found is not None:
                    worth = found.value - sum(prices[unit] for unit in bits_of(found.mask))
                    route = found
            worths.append(worth if known else None)
            routes.append(route)
        return worths, routes

    def bound(self, prices: Sequence[int], worths: Sequence[int | None]) -> int | None:
        """What no set can exceed, if all searches came to their end."""
        total = sum(prices)
        for kind in self.kinds:
            worth = worths[kind]
            if worth is None:
                return None
            total += worth
        return total

    def turns(self, offer: Offer) -> int:
        """The trains take turns at the present prices."""
        taken, routes, kinds = self.taken, [], []
        for kind in self.kinds:
            route: Candidate | None = None
            for seeker in self.seekers[kind]:
                found, _ = best_within(seeker, taken, 0, self.clock)
                if found is not None and (route is None or found.value > route.value):
                    route = found
            if route is not None:
                taken |= route.mask
                routes.append(route)
                kinds.append(kind)
        return offer(tuple(routes), tuple(kinds))

    def follow(self, prices: Sequence[int], routes: Sequence[Candidate | None], gap: int) -> list[int]:
        """The next prices: dearer where the smoothed demand is above one train."""
        now = [0.0] * self.units
        for kind in self.kinds:
            route = routes[kind]
            for unit in bits_of(route.mask) if route else ():
                now[unit] += 1.0
        before = self.demand or now
        self.demand = [SMOOTH * new + (1 - SMOOTH) * old for new, old in zip(now, before, strict=True)]
        excess = [d - 1 if d > 1 or p > 0 else 0.0 for d, p in zip(self.demand, prices, strict=True)]
        length = sum(e * e for e in excess) or 1.0
        return [max(0, int(p + self.pace * gap * e / length)) for p, e in zip(prices, excess, strict=True)]
