"""Open sessions and who listens under them: when a session ends, whoever listens under it is sent away."""

from __future__ import annotations

import threading
from collections.abc import Callable

SendAway = Callable[[], None]


class OpenSessions:
    """The listeners by session and account. Sessions end in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[object, tuple[str, int | None, SendAway]] = {}

    def enter(self, session: str, account: int | None, send_away: SendAway) -> Callable[[], None]:
        """Somebody listens under a session (by its digest) and account; returns what to call when he no longer does."""
        token = object()
        with self._lock:
            self._listeners[token] = (session, account, send_away)
        return lambda: self._leave(token)

    def _leave(self, token: object) -> None:
        with self._lock:
            self._listeners.pop(token, None)

    def end_session(self, session: str) -> None:
        """A session has ended."""
        self._send_away(lambda its_session, _: its_session == session)

    def end_account(self, account: int) -> None:
        """All sessions of an account have ended."""
        self._send_away(lambda _, its_account: its_account == account)

    def _send_away(self, is_concerned: Callable[[str, int | None], bool]) -> None:
        with self._lock:
            found = [leave for session, account, leave in self._listeners.values() if is_concerned(session, account)]
        for send_away in found:
            send_away()
