"""Connections: nobody holds so many, or keeps the server waiting for so long, that others are not answered."""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import httpx
import pytest
from starlette.applications import Starlette
from tests.web.test_live import serving
from tests.web.webkit import app_on, table_of

from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.web import connections, streams
from stellwerk.table.web.connections import Doors, is_among, log_loop_error
from stellwerk.table.web.operator_log import SAYINGS, Sparing
from stellwerk.table.web.site import STATIC

MOST = 5
SHORT = 0.4
PATIENCE = 20.0
"""Seconds until something that comes by itself must have come; a machine may be busy with other tests."""
HEAD = b"GET /alive.json HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def strict(service: Service, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    """A club's application with small limits."""
    monkeypatch.setattr(connections, "PER_ADDRESS", MOST)
    return app_on(service, local=False, limits=True)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for long."""
    monkeypatch.setattr(connections, "HEADER_SECONDS", SHORT)
    monkeypatch.setattr(connections, "READING_SECONDS", SHORT)


@pytest.fixture
def port(strict: Starlette) -> Iterator[int]:
    """The port of a server with small limits."""
    with serving(strict) as address:
        yield int(address.rpartition(":")[2])


def connect(port: int, source: str = "127.0.0.2") -> socket.socket:
    """A connection from an address of its own."""
    made = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))
    time.sleep(0.02)
    return made


def is_closed(connection: socket.socket, within: float) -> bool:
    """Does the other side end a connection in time?"""
    connection.settimeout(within)
    try:
        while connection.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def wait_until(done: Callable[[], bool]) -> bool:
    """Does it come about in time?"""
    end = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < end:
        time.sleep(0.01)
    return done()


def ask(connection: socket.socket) -> bytes:
    """The answer to a small request."""
    connection.sendall(HEAD + b"\r\n")
    return connection.recv(65_536)


def test_one_address_holds_only_so_many(port: int, strict: Starlette) -> None:
    doors: Doors = strict.state.site.doors
    held = [connect(port) for _ in range(MOST)]
    with closing(connect(port)) as refused:
        assert refused.recv(1000).startswith(b"HTTP/1.1 503") and is_closed(refused, PATIENCE)
    with closing(connect(port, "127.0.0.3")) as other:
        assert b"200 OK" in ask(other), "another address"
    held.pop().close()
    assert wait_until(lambda: doors.open == len(held))
    with closing(connect(port)) as again:
        assert b"200 OK" in ask(again), "one has gone"
    assert doors.refused["address"] == 1
    for connection in held:
        connection.close()
    assert wait_until(lambda: doors.open == 0) and not doors._of


def test_a_proxy_is_not_counted_as_an_address_and_forwarded_ones_are(
    strict: Starlette, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "VISITORS_PER_ADDRESS", 2)
    strict.state.site.doors.proxy = "127.0.0.2"
    table = table_of(service, Actor(account=service.accounts.open_account("Ada").id), visibility="open")
    with serving(strict, proxy="127.0.0.2") as address:
        number = int(address.rpartition(":")[2])
        through = [connect(number) for _ in range(MOST * 3)]
        assert all(b"200 OK" in ask(connection) for connection in through)
        codes: dict[str, list[int]] = {}
        for visitor in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"):
            stream = connect(number)
            stream.sendall(
                b"GET /tables/%d/events HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\n\r\n"
                % (table, visitor.encode())
            )
            codes[visitor] = [*codes.get(visitor, []), int(stream.recv(4000).split()[1])]
            through.append(stream)
        for connection in through:
            connection.close()
    assert codes == {"10.0.0.1": [200, 200, 429], "10.0.0.2": [200]}


def test_in_all_there_are_only_so_many(strict: Starlette) -> None:
    strict.state.site.doors.most = 3
    with serving(strict) as address:
        number = int(address.rpartition(":")[2])
        held = [connect(number, f"127.0.0.{place}") for place in range(2, 5)]
        with closing(connect(number, "127.0.0.9")) as refused:
            assert refused.recv(1000).startswith(b"HTTP/1.1 503")
        for connection in held:
            connection.close()


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("said", [b"", b"GET / HT", HEAD])
def test_whoever_does_not_say_what_he_wants_is_let_go(port: int, said: bytes, strict: Starlette) -> None:
    with closing(connect(port)) as silent:
        silent.sendall(said)
        assert is_closed(silent, PATIENCE)
    assert strict.state.site.doors.refused["slow"] == 1


@pytest.mark.usefixtures("hurry")
def test_a_head_in_drops_is_let_go_also_after_an_answer(port: int) -> None:
    with closing(connect(port)) as slow:
        assert b"200 OK" in ask(slow)
        with pytest.raises(OSError):
            for letter in HEAD * 5:
                slow.sendall(bytes([letter]))
                time.sleep(0.05)


@pytest.mark.usefixtures("hurry")
def test_whoever_waits_for_an_answer_is_not_let_go(port: int, service: Service) -> None:
    table = table_of(service, Actor(account=service.accounts.open_account("Ada").id), visibility="open")
    with closing(connect(port)) as listener:
        listener.sendall(b"GET /tables/%d/events?after=1 HTTP/1.1\r\nHost: localhost\r\n\r\n" % table)
        assert b"200 OK" in listener.recv(4000)
        assert not is_closed(listener, SHORT * 3)


@pytest.mark.usefixtures("hurry")
def test_whoever_does_not_read_is_let_go(port: int, strict: Starlette) -> None:
    large = max(STATIC.iterdir(), key=lambda file: file.stat().st_size if file.is_file() else 0)
    asked = b"GET /static/%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % large.name.encode()
    enough = 20_000_000 // large.stat().st_size
    with closing(connect(port)) as deaf:
        deaf.sendall(asked * enough)
        assert wait_until(lambda: strict.state.site.doors.refused["slow"] > 0)
    assert strict.state.site.doors.refused["slow"] == 1


@pytest.mark.parametrize(
    ("peer", "known", "among"),
    [
        ("10.0.0.1", "10.0.0.1", True),
        ("10.0.0.1", "10.0.0.2, 10.0.0.0/24", True),
        ("10.0.1.1", "10.0.0.0/24,nonsense", False),
        ("::1", "::1", True),
        ("anything", "*", False),
        ("10.9.9.9", "*", True),
    ],
)
def test_who_is_a_proxy(peer: str, known: str, among: bool) -> None:
    assert is_among(peer, known) is among


def test_files_are_as_many_as_the_system_allows() -> None:
    code = "from stellwerk.table.web.connections import raise_file_limit as more; print(more())"
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 1000) if hard != resource.RLIM_INFINITY else 1000

    def lower() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, wanted))

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, preexec_fn=lower)
    assert int(done.stdout) == wanted > 256 <= soft


def test_accept_errors_are_few_lines() -> None:
    told: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: told.append(record.getMessage())  # type: ignore[method-assign]
    handler.addFilter(Sparing())
    connections.LOG.addHandler(handler)
    error, loop = OSError(errno.EMFILE, "Too many open files"), asyncio.new_event_loop()
    for _ in range(10_000):
        log_loop_error(loop, {"message": "socket.accept() out of system resource", "exception": error})
    connections.LOG.removeHandler(handler)
    loop.close()
    assert told == ["No connection can be accepted: Too many open files."] * SAYINGS


def test_a_hundred_idle_connections_disturb_nobody(port: int) -> None:
    idle = [connect(port) for _ in range(100)]
    answers = [httpx.get(f"http://127.0.0.1:{port}/alive.json").status_code for _ in range(5)]
    assert answers == [200] * 5
    for connection in idle:
        connection.close()
