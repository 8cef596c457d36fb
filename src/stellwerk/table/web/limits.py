"""Limits: how often somebody may do something, as token buckets in memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

import msgspec

from stellwerk.errors import Illegal

SENTENCE = "This was too often in a short time; wait a little and try again."


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and as many again within so many seconds."""

    most: int
    seconds: float


RATES = {
    "sign-in": Rate(10, 60),
    "sign-in-address": Rate(30, 60),
    "sign-in-name": Rate(100, 60),
    "sign-up": Rate(5, 3600),
    "move": Rate(20, 1),
    "post": Rate(10, 1),
}
KEPT = 20_000
"""So many buckets are remembered; beyond it those that are full again are forgotten, then all."""


HOME_BITS = 64
"""One household has so many leading bits of an IPv6 address for itself, and all addresses behind them."""


@lru_cache(4096)
def network_of(address: str) -> str:
    """Whom an address stands for: itself, or with IPv6 all of a household's."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, HOME_BITS), strict=False))


class Limits:
    """Counts what is done, by kind and by whom."""

    def __init__(self, active: bool = True, clock: Callable[[], float] = time.monotonic):
        self.active = active
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, kind: str, who: str) -> None:
        """Count one; refuse when it is too often."""
        if self.active and not self._taken(kind, who):
            raise Illegal("too-fast", SENTENCE)

    def take_sign_in(self, name: str, address: str) -> None:
        """Count one try to sign in. The address comes first: once it is refused, it costs the name nothing any more."""
        self.take("sign-in-address", address)
        self.take("sign-in", f"{address} {name}")
        self.take("sign-in-name", name)

    def _taken(self, kind: str, who: str) -> bool:
        now = self._clock()
        with self._lock:
            left = self._left(kind, who, now)
            if left < 1:
                return False
            if len(self._buckets) >= KEPT:
                self._forget(now)
            self._buckets[kind, who] = (left - 1, now)
        return True

    def _left(self, kind: str, who: str, now: float) -> float:
        rate = RATES[kind]
        left, since = self._buckets.get((kind, who), (float(rate.most), now))
        return min(rate.most, left + (now - since) * rate.most / rate.seconds)

    def _forget(self, now: float) -> None:
        full = [key for key in self._buckets if self._left(*key, now) >= RATES[key[0]].most]
        for key in full:
            del self._buckets[key]
        if len(self._buckets) >= KEPT:
            self._buckets.clear()
