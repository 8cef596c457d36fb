"""Is the database there? It is asked once a second at most, by one; the others hear what it said before."""

from __future__ import annotations

import threading
import time

from stellwerk.table.db.store import Store
from stellwerk.table.db.trouble import Unavailable

SECONDS = 1.0
"""So long an answer holds."""


class Health:
    """Asks the database, and remembers for a moment what it said."""

    def __init__(self, store: Store):
        self.store = store
        self._lock = threading.Lock()
        self._until = 0.0
        self._trouble: Unavailable | None = None

    def check(self) -> None:
        """Refuse if games cannot be read and written."""
        if time.monotonic() >= self._until and self._lock.acquire(blocking=False):
            try:
                self._trouble = self._ask()
                self._until = time.monotonic() + SECONDS
            finally:
                self._lock.release()
        trouble = self._trouble
        if trouble is not None:
            raise trouble

    def _ask(self) -> Unavailable | None:
        try:
            self.store.check_health()
        except Unavailable as trouble:
            return trouble
        return None
