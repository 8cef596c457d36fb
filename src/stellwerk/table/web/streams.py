"""How many streams of events are open, and to whom: nobody holds so many that others have none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from stellwerk.errors import Illegal

PER_ACCOUNT = 20
PER_ADDRESS = 100
VISITORS_PER_ADDRESS = 30
"""So many streams without an account."""

Key = tuple[str, str | int]


class Streams:
    """Counts open streams; everything happens in the one event loop."""

    def __init__(self, active: bool = True) -> None:
        self.active = active
        self.count = 0
        self.refused = 0
        self._open: Counter[Key] = Counter()

    def take(self, address: str, account: int | None) -> Callable[[], None]:
        """Count one more; refuse when there are too many. Returns what to call when it ends."""
        keys = _stream_keys(address, account)
        if self.active and any(self._open[key] >= most for key, most in keys.items()):
            self.refused += 1
            raise Illegal("too-many", "Too many pages listen to games from here; close some of them.")
        self.count += 1
        self._open.update(keys.keys())
        return lambda: self._release(tuple(keys))

    def _release(self, keys: tuple[Key, ...]) -> None:
        self.count -= 1
        self._open.subtract(keys)
        for key in keys:
            if self._open[key] <= 0:
                del self._open[key]


def _stream_keys(address: str, account: int | None) -> dict[Key, int]:
    """What a stream counts as, and how many of each there may be."""
    own: dict[Key, int] = (
        {("account", account): PER_ACCOUNT} if account else {("visitors", address): VISITORS_PER_ADDRESS}
    )
    return {("address", address): PER_ADDRESS, **own}
