"""Live updates inside the process: who listens to a table is told that something happened, and reads what.

An event carries a cursor (`57` or `57.12`: the last entry and the last line of chat seen), so a listener who comes
back with it misses nothing, whatever happened meanwhile and in whichever process.

All who listen to one table in one event loop share a `Channel`: what happened is read from the database once, and the
latest events stay in memory. Who is further behind reads for himself.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from stellwerk.errors import BadInput
from stellwerk.table.db.records import DRAW, MOVE, Logged

logger = logging.getLogger(__name__)

RECENT = 64
"""So many events of a table stay in memory while somebody listens."""

Told = Callable[[], None]


class Cursor(msgspec.Struct, frozen=True, order=True):
    """How far a listener has read."""

    number: int = 0
    chat: int = 0

    def __str__(self) -> str:
        return f"{self.number}.{self.chat}" if self.chat else str(self.number)


class FeedEvent(msgspec.Struct, frozen=True):
    """One thing to tell: an `entry` or a line of `chat` with its data, or `table`: look again who sits and asks."""

    kind: str
    cursor: Cursor
    data: Any = None


def read_cursor(text: object) -> Cursor:
    """A cursor from its text."""
    parts = str(text).split(".") if isinstance(text, int | str) and not isinstance(text, bool) else []
    if not 1 <= len(parts) <= 2 or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise BadInput("An event id is a number, or two with a point between them.")
    return Cursor(*map(int, parts))


Read = Callable[[Cursor], list[FeedEvent]]
"""Reads what came after a cursor."""


class Feed:
    """The registry of callbacks, by table. Callbacks come from any thread, after the commit."""

    def __init__(self) -> None:
        self._told: dict[int, dict[object, Told]] = {}
        self._watching: dict[object, Callable[[int], None]] = {}
        self._channels: dict[tuple[int, asyncio.AbstractEventLoop], Channel] = {}
        self._lock = threading.Lock()
        self.moves: Counter[str] = Counter()
        """How many moves were told, by who made them: a `person` or a `bot`."""

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

    def watch(self, told: Callable[[int], None]) -> Callable[[], None]:
        """Call `told` with the table whenever something happens at any; returns what ends it."""
        token = object()
        with self._lock:
            self._watching[token] = told
        return lambda: self._unwatch(token)

    def _unwatch(self, token: object) -> None:
        with self._lock:
            self._watching.pop(token, None)

    def publish(self, table: int, entries: Sequence[Logged] = ()) -> None:
        """Something happened at the table: these entries, where they are at hand, need not be read again."""
        with self._lock:
            listeners = list(self._told.get(table, {}).values())
            watching = list(self._watching.values())
            channels = [channel for key, channel in self._channels.items() if key[0] == table]
            self.moves.update("bot" if line.account is None else "person" for line in entries if line.kind == MOVE)
        for channel in channels:
            if entries:
                channel.given_from_outside(tuple(entries))
            else:
                channel.doubted_from_outside()
        for told in listeners:
            _call_listener(table, told)
        for watcher in watching:
            _call_listener(table, watcher, table)

    def listeners(self, table: int) -> int:
        """How many callbacks a table has; all listeners of one event loop share one."""
        with self._lock:
            return len(self._told.get(table, {}))

    def channel(self, table: int) -> Channel:
        """The channel of a table in the running event loop, with one listener more; `leave` it in the end."""
        key = (table, asyncio.get_running_loop())
        with self._lock:
            found = self._channels.get(key)
            if found is None:
                found = self._channels[key] = Channel(key[1])
            found.listeners += 1
        if found.end is None:
            found.end = self.subscribe(table, found.told_from_outside)
        return found

    def leave(self, table: int, channel: Channel) -> None:
        """One listener less; the last one closes the channel."""
        with self._lock:
            channel.listeners -= 1
            if channel.listeners:
                return
            del self._channels[table, channel.loop]
        if channel.end is not None:
            channel.end()

    def close(self) -> None:
        """End all listening: the server goes down."""
        with self._lock:
            channels = list(self._channels.values())
        for channel in channels:
            channel.closed = True
            channel.told_from_outside()


def _call_listener(table: int, told: Callable[..., None], *what: int) -> None:
    try:
        told(*what)
    except Exception:
        logger.exception("A listener to table %d failed.", table)


class Listener:
    """One who listens to a table; from any thread he can be sent away."""

    def __init__(self, check: Callable[[], None] = lambda: None) -> None:
        self.check = check
        """Refuses when he may no longer listen."""
        self.is_sent_away = False
        self.channel: Channel | None = None

    def send_away(self) -> None:
        """He hears no more."""
        self.is_sent_away = True
        if self.channel is not None:
            self.channel.woken_from_outside()


class Channel:
    """The latest events of one table, for all who listen in one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.listeners = 0
        self.end: Callable[[], None] | None = None
        self.closed = False
        self.told = 0
        """How often something happened."""
        self.doubts = 0
        """How often it may have been that somebody may no longer listen: a seat or an invitation has changed."""
        self._known = 0
        """Up to which of these times the events below are complete."""
        self._hinted = 0
        """The last of these times that brought neither an entry nor a line of chat: the table itself has changed."""
        self._events: deque[FeedEvent] = deque()
        self._first: Cursor | None = None
        self._last = Cursor()
        self._reading = asyncio.Lock()
        self._news = asyncio.Event()

    def told_from_outside(self) -> None:
        """Something happened; comes from any thread."""
        with suppress(RuntimeError):  # the loop has ended, and nobody listens there
            self.loop.call_soon_threadsafe(self._tell)

    def given_from_outside(self, entries: tuple[Logged, ...]) -> None:
        """Entries that were written; comes from any thread, before the word that something happened."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._give, entries)

    def doubted_from_outside(self) -> None:
        """The table itself may have changed; comes from any thread, before the word that something happened."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._doubt)

    def woken_from_outside(self) -> None:
        """Somebody was sent away; comes from any thread."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._wake)

    def _give(self, entries: tuple[Logged, ...]) -> None:
        """Take entries that follow directly on what is known; whatever else happened is read."""
        if self._first is None or self._reading.locked() or self._known != self.told:
            return
        if entries[0].number == self._last.number + 1:
            found = [FeedEvent("entry", Cursor(line.number, self._last.chat), line) for line in entries]
            self._add(found, self.told + 1)

    def _doubt(self) -> None:
        self.doubts += 1

    def _tell(self) -> None:
        self.told += 1
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self, listener: Listener, seen: int, poll: float | None) -> bool:
        """Wait until more has happened than was seen, or he is sent away; False if nothing has, for so long."""
        try:
            async with asyncio.timeout(poll):
                while self.told == seen and not self.closed and not listener.is_sent_away:
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def after(self, before: int, seen: int, start: Cursor, read: Read) -> list[FeedEvent]:
        """What came after a cursor, between two of the times told; the first who asks reads it for all."""
        async with self._reading:
            if self._known < seen:
                now = self.told
                if self._first is None:
                    self._first = self._last = start
                self._add(await asyncio.to_thread(read, self._last), now)
        if self._first is None or start.number < self._first.number or start.chat < self._first.chat:
            return await asyncio.to_thread(read, start)
        found = _continue_events(self._events, start)
        if self._hinted > before:
            found.append(FeedEvent("table", found[-1].cursor if found else start))
        return found

    def _add(self, found: list[FeedEvent], now: int) -> None:
        told = sum(1 for event in found if event.kind != "table" and getattr(event.data, "kind", "") != DRAW)
        if now - self._known > told:
            self._hinted = now
        self._known = now
        for event in found:
            self._last = event.cursor
            if event.kind != "table":
                self._events.append(event)
        while len(self._events) > RECENT:
            self._first = _move_beyond(self._first or Cursor(), self._events.popleft())


def _move_beyond(start: Cursor, event: FeedEvent) -> Cursor:
    """A cursor moved on past one event of its own kind."""
    if event.kind == "entry":
        return Cursor(max(start.number, event.cursor.number), start.chat)
    return Cursor(start.number, max(start.chat, event.cursor.chat))


def _continue_events(events: deque[FeedEvent], start: Cursor) -> list[FeedEvent]:
    """The shared events a listener has not had, under his own cursors."""
    found: list[FeedEvent] = []
    for event in events:
        after = _move_beyond(start, event)
        if after != start:
            found.append(FeedEvent(event.kind, after, event.data))
            start = after
    return found


async def follow_table(
    feed: Feed, table: int, after: Cursor, read: Read, poll: float | None = None, listener: Listener | None = None
) -> AsyncGenerator[FeedEvent]:
    """What came after a cursor, then what comes; with `poll`, other processes' news at least so often (seconds).

    Whether the listener may still listen is asked before he hears the first, whenever the table itself has changed,
    and as often as `poll` says.
    """
    listener = listener or Listener()
    channel = listener.channel = feed.channel(table)
    try:
        seen, doubts, checked = channel.told, -1, 0.0
        found = await asyncio.to_thread(read, after)
        while True:
            if doubts != channel.doubts or (poll and time.monotonic() - checked >= poll):
                doubts, checked = channel.doubts, time.monotonic()
                await asyncio.to_thread(listener.check)
            for event in found:
                if listener.is_sent_away:
                    return
                yield event
                after = event.cursor
            told = await channel.wait(listener, seen, poll)
            if channel.closed or listener.is_sent_away:
                return
            before, seen = seen, channel.told
            found = await (channel.after(before, seen, after, read) if told else _poll_events(read, after))
    finally:
        feed.leave(table, channel)


async def _poll_events(read: Read, after: Cursor) -> list[FeedEvent]:
    """What nobody told; nothing, if nothing came."""
    found = await asyncio.to_thread(read, after)
    return found if len(found) > 1 else []
