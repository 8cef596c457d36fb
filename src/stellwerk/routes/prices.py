"""Prices on track: a sharper upper bound when several trains want the same track.

Whatever prices (none below 0) are put on the pieces of track, no set of runs is worth more than the sum of all prices
plus, for each train, the most a route can be worth after paying for its track (Lagrange's relaxation of "no track
twice"). Prices rise where more than one train wants to run and fall elsewhere; the direction is smoothed over the rounds
(the volume algorithm). All numbers are integers and the rounds are counted, not timed, so every machine finds the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stellwerk.routes.model import bits
from stellwerk.routes.seek import Candidate, Clock, Seeker, TooLong

ROUNDS = 120
STEPS = 60_000
"""Steps one search may take in a round."""

SCALE = 1000
"""Smoothed demand is kept in thousandths."""


class Priced(msgspec.Struct):
    """The best prices found: the bound they prove, and per kind of train the most a route is worth after them."""

    bound: int
    prices: list[int]
    worth: list[int]


class Pricing:
    """Looks for good prices; every round also offers the routes it met to `offer`."""

    def __init__(self, seekers: Sequence[Sequence[Seeker]], kinds: Sequence[int], units: int, taken: int, clock: Clock):
        self.seekers = seekers
        self.kinds = kinds
        self.units = units
        self.taken = taken
        self.clock = clock
        self.demand = [0] * units
        self.pace = 400

    def wanted(self, prices: Sequence[int]) -> tuple[list[int | None], list[Candidate | None]]:
        """Per kind of train the most a route is worth after paying (None: not known), and that route."""
        worths: list[int | None] = []
        routes: list[Candidate | None] = []
        for row in self.seekers:
            worth, route, known = 0, None, True
            for seeker in row:
                seeker.charge(prices)
                try:
                    found = seeker.best(self.taken, worth, self.clock, STEPS)
                except TooLong:
                    known, found = False, next(iter(seeker.found()), None)
                if found is not None:
                    worth = found.value - sum(prices[unit] for unit in bits(found.mask))
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

    def follow(self, prices: Sequence[int], routes: Sequence[Candidate | None], gap: int) -> list[int]:
        """The next prices: dearer where the smoothed demand is above one train."""
        now = [0] * self.units
        for kind in self.kinds:
            route = routes[kind]
            for unit in bits(route.mask) if route else ():
                now[unit] += SCALE
        self.demand = [(7 * old + 3 * new) // 10 for old, new in zip(self.demand, now, strict=True)]
        excess = [want - SCALE for want in self.demand]
        moved = [e if e > 0 or p > 0 else 0 for e, p in zip(excess, prices, strict=True)]
        length = sum(e * e for e in moved)
        if not length:
            return list(prices)
        step = self.pace * max(gap, 10)
        return [max(0, p + step * e * SCALE // length // 1) for p, e in zip(prices, moved, strict=True)]
