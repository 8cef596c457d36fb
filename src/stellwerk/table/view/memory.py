"""A small memory for what is costly to make: the least recently asked is forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memory(Generic[K, V]):
    """Values by everything they depend on; several threads may ask."""

    def __init__(self, size: int):
        self.size = size
        self._known: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key; it is made if it is not known. Two threads may make the same one."""
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        value = make()
        self.put(key, value)
        return value

    def find(self, key: K) -> V | None:
        """The value of a key, if it is known."""
        with self._lock:
            return self._known.get(key)

    def put(self, key: K, value: V) -> None:
        """Remember a value."""
        with self._lock:
            self._known[key] = value
            self._known.move_to_end(key)
            while len(self._known) > self.size:
                self._known.popitem(last=False)
