"""Connections: how many there may be, from one address and in all, and how long one may keep the server waiting.

Whoever opens a connection must say what he wants within `HEADER_SECONDS`, and must read what he asked for. An address
that holds too many connections is answered 503 and let go, whatever it wanted; a proxy is not counted as an address,
since everybody comes from there.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from stellwerk.table.web.limits import network_of

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

LOG = logging.getLogger("stellwerk.connections")

PER_ADDRESS = 200
HEADER_SECONDS = 10.0
"""A request's head must have arrived by then."""
READING_SECONDS = 30.0
"""Whoever does not read what he is sent is let go after so long."""
TELL_SECONDS = 60.0
"""So often the log says that somebody was not let in."""
MOST_FILES = 65_536
"""So many files and connections we ask the system for, if it lets us."""
RESERVED_FILES = 250
"""So many of them are for the database, the log and ourselves."""
ACCEPT_ERRORS = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
"""What the system says when it has no more room for connections."""

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 56\r\n\r\n"
    b"There are too many connections; close some of your own.\n"
)


def raise_file_limit() -> int:
    """Have as many files and connections as the system lets us; how many that are."""
    if resource is None:
        return RESERVED_FILES * 4
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], MOST_FILES)


def is_among(peer: str, known: str) -> bool:
    """Is an address one of these (addresses and networks with commas between them; `*` is all)?"""
    try:
        address = ip_address(peer)
    except ValueError:
        return peer in known.split(",")
    for one in known.split(","):
        with suppress(ValueError):
            if one.strip() == "*" or address in ip_network(one.strip(), strict=False):
                return True
    return False


class Doors:
    """Counts connections, all in one event loop."""

    def __init__(self, active: bool = True, proxy: str = "", most: int = MOST_FILES):
        self.active = active
        self.proxy = proxy
        self.most = most
        self.open = 0
        self.refused: Counter[str] = Counter()
        """How often whom we did not let in, or let go: too many of an `address`, in `all`, or too `slow`."""
        self._of: Counter[str] = Counter()
        self._told: dict[str, float] = {}

    def enter(self, peer: str) -> bool:
        """Count a connection from an address, if it may stay: may it?"""
        who = network_of(peer)
        reason = self._reason_against(peer, who) if self.active else None
        if reason is None:
            self.open += 1
            self._of[who] += 1
            return True
        self.refused[reason] += 1
        self._tell(reason, who)
        return False

    def _reason_against(self, peer: str, who: str) -> str | None:
        if self.open >= self.most:
            return "all"
        if self._of[who] >= PER_ADDRESS and not (self.proxy and is_among(peer, self.proxy)):
            return "address"
        return None

    def _tell(self, reason: str, who: str) -> None:
        """A line in the log, once a minute for each reason."""
        now = time.monotonic()
        if now - self._told.get(reason, -TELL_SECONDS) < TELL_SECONDS:
            return
        self._told[reason] = now
        if reason == "all":
            LOG.warning("There are %d connections; no more are let in.", self.most)
        else:
            LOG.warning("%s holds %d connections; no more are let in (a proxy? say --proxy).", who, PER_ADDRESS)

    def leave(self, peer: str) -> None:
        """A connection has ended."""
        who = network_of(peer)
        self.open -= 1
        self._of[who] -= 1
        if not self._of[who]:
            del self._of[who]


class ConnectionDoor(asyncio.Protocol):
    """Where a connection arrives: it is let in, or answered and closed, which must cost little."""

    def __init__(self, doors: Doors, **given: Any):
        self.doors = doors
        self.given = given

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let somebody in, or not."""
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername")
        if self.doors.enter(str(peer[0]) if peer else ""):
            inside = Connection(self.doors, **self.given)
            transport.set_protocol(inside)
            inside.connection_made(transport)
        else:
            transport.write(FULL)
            transport.close()


class Connection(H11Protocol):
    """A connection that is counted and must not keep us waiting."""

    def __init__(self, doors: Doors, **given: Any):
        super().__init__(**given)
        self.doors = doors
        self._waiting: asyncio.TimerHandle | None = None
        self._sending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is in."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self.doors.leave(self.client[0] if self.client else "")
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; the clock runs until it is the head of a request."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._waiting is None and not self.transport.is_closing():
            self._wait_for_head()

    def on_response_complete(self) -> None:
        """What is asked next has its own time, and the time between is uvicorn's to measure."""
        self._stop_waiting()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """He does not read as fast as we write."""
        super().pause_writing()
        if self._sending is None:
            self._sending = self.loop.call_later(READING_SECONDS, self._give_up)

    def resume_writing(self) -> None:
        """He has read."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        super().resume_writing()

    def _wait_for_head(self) -> None:
        self._waiting = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self.doors.refused["slow"] += 1
        self.transport.abort()


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What the event loop reports; that no connection can be accepted in few words, for it says so very often."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in ACCEPT_ERRORS:
        LOG.error("No connection can be accepted: %s.", error.strerror)
    else:
        loop.default_exception_handler(context)
