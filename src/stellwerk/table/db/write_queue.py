"""The writers of this process stand in line, since the file takes one at a time.

Whoever waits too long is sent away, and when the first in the line does not get the file, all behind him are. While
another process holds the file only few may wait, so that threads are left for those who read.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from stellwerk.table.db.trouble import database_is_held

FEW = 4
"""So many may wait while another process holds the file."""
LONG_SECONDS = 0.25
"""A file that was not given for so long is held by another process."""


class Writers:
    """The line."""

    def __init__(self, seconds: float):
        self._seconds = seconds
        self._lock = threading.Lock()
        self._count = threading.Lock()
        self._waiting = 0
        self._asking_since: float | None = None
        """Since when the file has not been given to whoever is first in the line."""
        self._in_vain = 0
        """How often the first in the line did not get the file."""

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Be the one who writes; whoever is, asks for the file next."""
        if not self._wait_for_turn():
            raise database_is_held()
        if self._asking_since is None:
            self._asking_since = time.monotonic()
        try:
            yield
        finally:
            self._in_vain += self._asking_since is not None
            self._lock.release()

    def begin(self) -> None:
        """The file was given."""
        self._asking_since = None

    def _wait_for_turn(self) -> bool:
        if self._lock.acquire(blocking=False):
            return True
        with self._count:
            self._waiting += 1
        try:
            return self._is_turn_before(time.monotonic() + self._seconds)
        finally:
            with self._count:
                self._waiting -= 1

    def _is_turn_before(self, end: float) -> bool:
        in_vain = self._in_vain
        while (left := end - time.monotonic()) > 0:
            if self._is_file_held() and self._waiting > FEW:
                return False
            if self._lock.acquire(timeout=min(left, LONG_SECONDS)):
                if self._in_vain == in_vain:
                    return True
                self._lock.release()
                return False
        return False

    def _is_file_held(self) -> bool:
        since = self._asking_since
        return since is not None and time.monotonic() - since > LONG_SECONDS
