"""The database: SQLite in WAL mode with one writer, or PostgreSQL by its URL.

With SQLite a write begins with BEGIN IMMEDIATE, so writers of other processes wait too; inside the process they stand
in line. Nobody waits longer than `BUSY_SECONDS`, and readers never wait. PostgreSQL takes the same statements, but no
test has run there yet.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from stellwerk.errors import BadInput
from stellwerk.table.db.migrations import upgrade_database
from stellwerk.table.db.trouble import DISK_FULL, Unavailable, disk_full, trouble_of
from stellwerk.table.db.write_queue import Writers

logger = logging.getLogger(__name__)

BUSY_SECONDS = 2
"""How long a writer waits for others, of this process or of another."""
FULL_SECONDS = 60
"""So long after a write that found no room the disk counts as full, unless another write has found some."""
CONNECTIONS = 20
"""So many connections are kept open, and as many again when needed: more than a server has worker threads."""


class Store:
    """An open database at the newest version of the schema."""

    def __init__(self, url: str, *, durable: bool = True, keep_old: bool = True):
        """`durable`: a commit is on the disk when it returns (it outlives the machine, not only the process).

        `keep_old`: a file of an older version is copied before it is brought up to date.
        """
        self.engine = _make_engine(url, durable)
        upgrade_database(self.engine, keep_old=keep_old)
        self.failures: Counter[str] = Counter()
        """How often the database was not there, by the code of the refusal."""
        self._counting = threading.Lock()
        self._full_until = 0.0
        self._writers = Writers(BUSY_SECONDS)
        self._writer = self.engine.execution_options(writer=True)
        self._here = _Here()
        self.begun = 0
        """About how many transactions were begun."""

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that may write; it is committed at the end, or nothing of it happens."""
        if self._here.reading is not None:
            raise RuntimeError("Nothing is written in the middle of reading: what was read would no longer hold.")
        with self._trying(), self._begun() as connection:
            yield connection
        self._full_until = 0.0

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the database; within another reading of this thread it is the same moment."""
        if self._here.reading is not None:
            yield self._here.reading
            return
        with self._trying(), self.engine.begin() as connection:
            self.begun += 1
            self._here.reading = connection
            try:
                yield connection
            finally:
                self._here.reading = None

    def check_health(self) -> None:
        """Refuse if the games cannot be read or written now."""
        with self.reading() as connection:
            connection.exec_driver_sql("SELECT 1 FROM tables LIMIT 1")
        with self._trying(), self._begun():
            pass
        if time.monotonic() < self._full_until:
            raise disk_full()

    @contextmanager
    def _begun(self) -> Iterator[Connection]:
        """A transaction of the one whose turn it is to write."""
        with self._writers.turn(), self._writer.begin() as connection:
            self._writers.begin()
            self.begun += 1
            yield connection

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Say in a sentence, count and log that the database is not there."""
        try:
            yield
        except Unavailable as trouble:
            self._note(trouble, None)
            raise
        except SQLAlchemyError as error:
            found = trouble_of(error)
            if found is None:
                raise
            self._note(found, error)
            raise found from None

    def _note(self, trouble: Unavailable, error: SQLAlchemyError | None) -> None:
        with self._counting:
            self.failures[trouble.code] += 1
        if trouble.code == DISK_FULL:
            self._full_until = time.monotonic() + FULL_SECONDS
        logger.error("The database is not there (%s): %s", trouble.code, getattr(error, "orig", None) or "in line")

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


class _Here(threading.local):
    """What this thread has open."""

    reading: Connection | None = None


def _make_engine(url: str, durable: bool) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadInput("This is no address of a database; `sqlite:///games.sqlite` is one.") from None
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, isolation_level="REPEATABLE READ")
    if parsed.database in (None, "", ":memory:"):
        raise BadInput("The table keeps its games in a file; `sqlite:///games.sqlite` names one.")
    settings = {"timeout": BUSY_SECONDS, "check_same_thread": False}
    pool = {"pool_size": CONNECTIONS, "max_overflow": CONNECTIONS, "pool_timeout": BUSY_SECONDS}
    engine = create_engine(parsed, connect_args=settings, json_deserializer=read_json, **pool)
    _set_up_sqlite(engine, durable)
    return engine


def read_json(text: str) -> Any:
    """A stored value; one that somebody has spoilt is no reason to read nothing else."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return unreadable_value(text)


def unreadable_value(text: str) -> dict[str, Any]:
    """What stands for a value that cannot be read."""
    return {"type": "unreadable", "text": text[:2_000]}


def _set_up_sqlite(engine: Engine, durable: bool) -> None:
    @event.listens_for(engine, "connect")
    def _connect(raw: Any, _: Any) -> None:
        raw.isolation_level = None  # we say BEGIN ourselves
        for setting in (
            f"busy_timeout={BUSY_SECONDS * 1000}",
            "journal_mode=WAL",
            "foreign_keys=ON",
            f"synchronous={'FULL' if durable else 'NORMAL'}",
        ):
            raw.execute(f"PRAGMA {setting}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writer = connection.get_execution_options().get("writer", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writer else "BEGIN")
