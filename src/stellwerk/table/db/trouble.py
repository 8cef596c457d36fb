"""Trouble with the database that is nobody's fault and may pass: it is held elsewhere, the disk is full.

What the database says becomes one sentence with a code; a traceback is left for what nobody expects.
"""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from stellwerk.errors import StellwerkError

BUSY, DISK_FULL, UNAVAILABLE = "busy", "disk-full", "unavailable"
PRIMARY = 0xFF
"""The part of an error code of SQLite that tells the kind."""

KINDS = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_IOERR: UNAVAILABLE,
    sqlite3.SQLITE_READONLY: UNAVAILABLE,
    sqlite3.SQLITE_CANTOPEN: UNAVAILABLE,
}
RETRY_SECONDS = {BUSY: 2, DISK_FULL: 60, UNAVAILABLE: 10}
"""When it is worth to try again."""


class Unavailable(StellwerkError):
    """What was asked cannot be done now; nothing has changed, and later it may go."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    @property
    def retry_seconds(self) -> int:
        """When to try again."""
        return RETRY_SECONDS[self.code]


def database_is_held() -> Unavailable:
    """Another holds the database."""
    return Unavailable("busy", "The games are busy at the moment, and nothing was changed; try again in a few seconds.")


def disk_full() -> Unavailable:
    """There is no room to write."""
    return Unavailable("disk-full", "The server's disk is full: games can be looked at, but nothing can be changed.")


def trouble_of(error: SQLAlchemyError) -> Unavailable | None:
    """What passes, in a sentence; None for what must not happen."""
    kind = _kind_of_error(error)
    if kind == BUSY:
        return database_is_held()
    if kind == DISK_FULL:
        return disk_full()
    if kind == UNAVAILABLE:
        return Unavailable("unavailable", "The games cannot be reached at the moment; nothing was changed.")
    return None


def _kind_of_error(error: SQLAlchemyError) -> str | None:
    if isinstance(error, PoolTimeout):
        return BUSY
    code = getattr(error.orig, "sqlite_errorcode", None) if isinstance(error, DBAPIError) else None
    if code is not None:
        return KINDS.get(code & PRIMARY)
    is_lost = isinstance(error, OperationalError) and not isinstance(error.orig, sqlite3.Error)
    return UNAVAILABLE if is_lost else None
