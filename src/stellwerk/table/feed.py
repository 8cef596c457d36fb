"""Live updates inside the process: who listens to a table is told that something happened, and reads what.

An event carries a cursor (`57` or `57.12`: the last entry and the last line of chat seen), so a listener who comes
back with it misses nothing, whatever happened meanwhile and in whichever process.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import msgspec

from stellwerk.errors import BadInput

logger = logging.getLogger(__name__)

Told = Callable[[], None]


class Cursor(msgspec.Struct, frozen=True, order=True):
    """How far a listener has read."""

    number: int = 0
    chat: int = 0

    def __str__(self) -> str:
        return f"{self.number}.{self.chat}" if self.chat else str(self.number)


class Event(msgspec.Struct, frozen=True):
    """One thing to tell: an `entry` or a line of `chat` with its data, or `table`: look again who sits and asks."""

    kind: str
    cursor: Cursor
    data: Any = None


def cursor(text: object) -> Cursor:
    """A cursor from its text."""
    parts = str(text).split(".") if isinstance(text, int | str) and not isinstance(text, bool) else []
    if not 1 <= len(parts) <= 2 or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise BadInput("An event id is a number, or two with a point between them.")
    return Cursor(*map(int, parts))


class Feed:
    """The registry of callbacks, by table. Callbacks come from any thread, after the commit."""

    def __init__(self) -> None:
        self._told: dict[int, dict[object, Told]] = {}
        self._lock = threading.Lock()

    def subscribe(self, table: int, told: Told) -> Callable[[], None]:
        """Call `told` whenever something happens at the table; returns what ends it."""
        token = object()
        with self._lock:
            self._told.setdefault(table, {})[token] = told
        return lambda: self._end(table, token)

    def _end(self, table: int, token: object) -> None:
        with self._lock:
            listeners = self._told.get(table, {})
            listeners.pop(token, None)
            if not listeners:
                self._told.pop(table, None)

    def publish(self, table: int) -> None:
        """Something happened at the table."""
        with self._lock:
            listeners = list(self._told.get(table, {}).values())
        for told in listeners:
            try:
                told()
            except Exception:
                logger.exception("A listener to table %d failed.", table)

    def listeners(self, table: int) -> int:
        """How many listen to a table."""
        with self._lock:
            return len(self._told.get(table, {}))


Read = Callable[[Cursor], list[Event]]
"""Reads what came after a cursor."""


async def follow(feed: Feed, table: int, after: Cursor, read: Read, poll: float | None = None) -> AsyncIterator[Event]:
    """What came after a cursor, then what comes; with `poll`, other processes' news at least so often (seconds)."""
    loop, news = asyncio.get_running_loop(), asyncio.Event()

    def told() -> None:
        with suppress(RuntimeError):  # the loop has ended, and nobody listens there
            loop.call_soon_threadsafe(news.set)

    end = feed.subscribe(table, told)
    try:
        while True:
            news.clear()
            for event in await asyncio.to_thread(read, after):
                yield event
                after = event.cursor
            await _wait(news, poll)
    finally:
        end()


async def _wait(news: asyncio.Event, poll: float | None) -> None:
    try:
        await asyncio.wait_for(news.wait(), poll)
    except TimeoutError:
        return
