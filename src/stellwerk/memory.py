"""A memory for what is costly to make: bounded, the least recently asked is forgotten first.

Several threads may share one. It has no lock: every step of it is one operation of a dictionary, so the worst that
happens between two threads is that something is made twice or counted once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memory(Generic[K, V]):
    """Values (never None) by everything they depend on."""

    __slots__ = ("_known", "found", "missed", "size")

    def __init__(self, size: int):
        self.size = size
        self.found = 0
        """About how often a value that was asked for was known."""
        self.missed = 0
        """About how often it was not."""
        self._known: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._known)

    def find(self, key: K) -> V | None:
        """The value of a key, if it is known; it counts as new again, once there may soon be no room."""
        value = self._known.get(key)
        if value is None:
            self.missed += 1
            return None
        self.found += 1
        if 2 * len(self._known) > self.size:
            self._known.pop(key, None)
            self._known[key] = value
        return value

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key; it is made if it is not known."""
        value = self.find(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        """Remember a value; when there is no room, some of the oldest go."""
        if self._known.pop(key, None) is None and len(self._known) >= self.size:
            for oldest in list(self._known)[: 1 + self.size // 16]:
                self._known.pop(oldest, None)
        self._known[key] = value

    def drop(self, key: K) -> None:
        """Forget one value."""
        self._known.pop(key, None)

    def clear(self) -> None:
        """Forget all."""
        self._known.clear()
