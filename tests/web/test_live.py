"""Live updates over a real socket: what a stream tells, catching up, silence, the end."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from tests.web.webkit import Browser, app_on, play_some, table_of

from stellwerk.table.db.records import Actor
from stellwerk.table.live.feed import RECENT
from stellwerk.table.service.service import Service
from stellwerk.table.web.connections import ConnectionDoor
from stellwerk.table.web.pages import live


@contextmanager
def serving(app: Starlette, proxy: str = "") -> Iterator[str]:
    """The application on a port of its own; gives its address."""
    http: Any = partial(ConnectionDoor, app.state.site.doors)
    config = uvicorn.Config(
        app, port=0, http=http, log_config=None, timeout_graceful_shutdown=2, forwarded_allow_ips=proxy
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        app.state.site.service.feed.close()
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def address(app: Starlette) -> Iterator[str]:
    """The address of a running server."""
    with serving(app) as found:
        yield found


Told = tuple[str, str, dict[str, Any]]


class Stream:
    """An open stream of events."""

    def __init__(self, address: str, **headers: str):
        self.client = httpx.Client(timeout=10)
        self.response = self.client.send(self.client.build_request("GET", address, headers=headers), stream=True)
        self.lines = self.response.iter_lines()

    def events(self) -> Iterator[Told]:
        """Id, kind and data of each event."""
        block: dict[str, str] = {}
        for line in self.lines:
            if line:
                name, _, value = line.partition(": ")
                block[name] = value
            elif "event" in block:
                yield block["id"], block["event"], json.loads(block["data"])
                block = {}

    def take(self, count: int, hints: bool = True) -> list[Told]:
        """The next so many events, with or without the hints to look at the table."""
        found = (event for event in self.events() if hints or event[1] != "table")
        return [next(found) for _ in range(count)]

    def close(self) -> None:
        self.response.close()
        self.client.close()


def test_a_stream_tells_what_was_and_what_comes(service: Service, me: Actor, address: str) -> None:
    table = table_of(service, me)
    stream = Stream(f"{address}/tables/{table}/events")
    assert stream.response.headers["content-type"].startswith("text/event-stream")
    assert next(stream.lines) == "retry: 2000"
    ((number, kind, data),) = stream.take(1)
    assert (number, kind, data["kind"], data["who"]) == ("1", "entry", "draw", "chance")
    play_some(service, table, me, 1)
    began = time.monotonic()
    ((number, kind, data),) = stream.take(1)
    assert time.monotonic() - began < live.POLL / 2, "it comes by itself, not by looking now and then"
    assert (number, kind, data["number"], data["kind"]) == ("2", "entry", 2, "move")
    service.chat.say(table, "Hello <b>", actor=me)
    ((number, kind, data),) = stream.take(1)
    assert (number, kind, data["text"]) == ("2.1", "chat", "Hello <b>")
    assert data["name"] == service.accounts.account(me.account or 0).name
    stream.close()


def test_who_comes_back_misses_nothing_and_hears_nothing_twice(service: Service, me: Actor, address: str) -> None:
    table = table_of(service, me)
    play_some(service, table, me, 5)
    service.chat.say(table, "Where are you?", actor=me)
    by_header = Stream(f"{address}/tables/{table}/events", **{"Last-Event-ID": "3"})
    by_query = Stream(f"{address}/tables/{table}/events?after=3")
    for stream in (by_header, by_query):
        assert [number for number, _, _ in stream.take(4)] == ["4", "5", "6", "6.1"]
    seen_chat = Stream(f"{address}/tables/{table}/events?after=5.1")
    assert [kind for _, kind, _ in seen_chat.take(1)] == ["entry"]
    play_some(service, table, me, 1)
    for stream in (by_header, by_query, seen_chat):
        assert stream.take(1)[0][0] == "7.1"
        stream.close()


def test_an_event_carries_no_key_and_no_account(service: Service, me: Actor, address: str) -> None:
    table = table_of(service, me)
    game = service.games.game(table, actor=me)
    seat = service.tables.table(table, actor=me).players.index(game.turn)
    service.moves.play(table, seat, game.legal().actions()[0], 1, actor=me, key="a-secret-key")
    stream = Stream(f"{address}/tables/{table}/events")
    for _, _, data in stream.take(2):
        assert not {"key", "account", "hash", "seed"} & data.keys()
        assert "a-secret-key" not in json.dumps(data)
    stream.close()


def test_a_change_of_the_table_itself_is_a_hint(service: Service, me: Actor, address: str) -> None:
    table = table_of(service, me)
    stream = Stream(f"{address}/tables/{table}/events?after=1")
    while not service.feed.listeners(table):
        time.sleep(0.01)
    time.sleep(0.05)
    service.feed.publish(table)
    assert stream.take(1)[0][1] == "table"
    play_some(service, table, me, 3)
    assert [kind for _, kind, _ in stream.take(3, hints=False)] == ["entry"] * 3
    stream.close()


def test_many_listeners_share_one_reading(service: Service, me: Actor, address: str) -> None:
    table = table_of(service, me)
    streams = [Stream(f"{address}/tables/{table}/events?after=1") for _ in range(8)]
    time.sleep(0.2)
    readings: list[int] = []
    news = service.live.news

    def counted(*args: Any, **kwargs: Any) -> Any:
        readings.append(1)
        return news(*args, **kwargs)

    service.live.news = counted  # type: ignore[method-assign]
    for _ in range(5):
        play_some(service, table, me, 1)
        time.sleep(0.05)
    assert service.feed.listeners(table) == 1
    for stream in streams:
        assert [number for number, _, _ in stream.take(5, hints=False)] == ["2", "3", "4", "5", "6"]
        stream.close()
    assert len(readings) <= 5  # at most one an event, however many listen; fewer where the entries were at hand


def test_entries_at_hand_are_told_without_reading(service: Service, me: Actor, address: str) -> None:
    """Given with the news, entries come from memory; out of order or with a gap they are read."""
    table = table_of(service, me)
    stream = Stream(f"{address}/tables/{table}/events?after=1")
    publish = service.feed.publish

    def giving(number: int, entries: Any = ()) -> None:
        publish(number, [line for line in service.history.log(number, actor=me) if line.number > told[-1]])

    told = [1]
    service.feed.publish = giving  # type: ignore[assignment, method-assign]
    for gap in (0, 0, 1, 0, 5, 0):
        told.append(play_some(service, table, me, 1))
        del told[:-1]
        told[0] -= gap
    numbers = [data["number"] for _, _, data in stream.take(6, hints=False)]
    assert numbers == [2, 3, 4, 5, 6, 7]
    stream.close()


def test_a_listener_far_behind_gets_all(service: Service, me: Actor, address: str) -> None:
    table = table_of(service, me)
    quick = Stream(f"{address}/tables/{table}/events?after=1")
    last = play_some(service, table, me, RECENT + 20)
    late = Stream(f"{address}/tables/{table}/events?after=1")
    for stream in (quick, late):
        told = stream.take(last - 1, hints=False)
        assert [data["number"] for _, _, data in told] == list(range(2, last + 1))
        stream.close()


def test_a_silent_stream_has_a_heartbeat(
    service: Service, me: Actor, app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)
    table = table_of(service, me)
    with serving(app) as address:
        stream = Stream(f"{address}/tables/{table}/events?after=1")
        said = [next(stream.lines) for _ in range(6)]
        assert any(line.startswith(":") for line in said)
        stream.close()


def test_streams_end_with_the_server(service: Service, me: Actor, app: Starlette) -> None:
    table = table_of(service, me)
    with serving(app) as address:
        stream = Stream(f"{address}/tables/{table}/events?after=1")
        time.sleep(0.1)
        began = time.monotonic()
    assert time.monotonic() - began < 1.5
    assert all(not line or line.startswith(("retry", ":")) for line in stream.lines)
    stream.close()


def test_who_may_not_see_a_table_may_not_listen(service: Service) -> None:
    app = app_on(service, local=False)
    owner = Actor(account=service.accounts.open_account("Owner").id)
    table = table_of(service, owner)
    stranger = Browser(app)
    assert stranger.get(f"/tables/{table}/events").status_code == 404
    assert stranger.get("/tables/99/events").status_code == 404


@pytest.mark.parametrize("bad", ["x", "1.2.3", "-1", "9" * 20])
def test_an_event_id_that_cannot_be(service: Service, me: Actor, browser: Browser, bad: str) -> None:
    table = table_of(service, me)
    assert browser.get(f"/tables/{table}/events", params={"after": bad}).status_code == 400
