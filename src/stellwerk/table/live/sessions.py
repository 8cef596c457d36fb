"""Sessions: does one still stand? And who listens under it: when it ends, whoever listens under it is sent away."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable

from sqlalchemy import Connection, select

from stellwerk.errors import Illegal
from stellwerk.table.db.records import Actor
from stellwerk.table.db.schema import sessions

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


class SessionEnded(Illegal):
    """Somebody asks under a session that no longer stands."""

    def __init__(self) -> None:
        super().__init__("forbidden", "This session has ended; sign in again.")


def demand_session(connection: Connection, actor: Actor, now: float) -> None:
    """Refuse unless the actor's session stands for him at this moment; who has none is somebody without a session."""
    known = (sessions.c.token == actor.session, sessions.c.expires > now)
    if actor.session and connection.scalar(select(sessions.c.account).where(*known)) != actor.account:
        raise SessionEnded


def token_digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
