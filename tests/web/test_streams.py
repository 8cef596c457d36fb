"""Streams of events belong to sessions and end with them; nobody may hold too many."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from starlette.applications import Starlette
from tests.web.test_live import Stream, serving
from tests.web.webkit import PASSWORD, Browser, app_on, play_some, table_of

from stellwerk.errors import Illegal
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.web import streams
from stellwerk.table.web.pages import live
from stellwerk.table.web.streams import Streams

SOON = 20.0
"""Seconds; a machine may be busy with other tests."""


@pytest.fixture
def ada(club: Starlette) -> Browser:
    """A browser in which Ada is signed in."""
    made = Browser(club)
    made.sign_up("Ada")
    return made


@pytest.fixture
def address(club: Starlette) -> Iterator[str]:
    """The address of a club's running server."""
    with serving(club) as found:
        yield found


def number_of(browser: Browser) -> int:
    """The account somebody is signed in to."""
    return int(browser.get("/settings.json").json()["account"]["id"])


def listen(address: str, browser: Browser, table: int) -> Stream:
    """The stream of a table under a browser's session, which has begun."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    stream = Stream(f"{address}/tables/{table}/events?after=1", Cookie=cookie)
    assert stream.response.status_code == 200 and next(stream.lines).startswith("retry")
    time.sleep(0.2)
    return stream


def told_until_the_end(stream: Stream) -> list[str]:
    """What a stream still tells; it must end soon."""
    told: list[str] = []
    reading = threading.Thread(target=lambda: told.extend(line for line in stream.lines if line), daemon=True)
    reading.start()
    reading.join(SOON)
    assert not reading.is_alive(), "the stream goes on"
    stream.close()
    return [line for line in told if not line.startswith(":")]


def sign_out(browser: Browser) -> None:
    browser.submit("/sign-out")


def change_password(browser: Browser) -> None:
    browser.submit("/account/password", {"password": PASSWORD, "new": PASSWORD + "!"})


def close_account(browser: Browser) -> None:
    browser.submit("/account/close", {"password": PASSWORD})


@pytest.mark.parametrize("end", [sign_out, change_password, close_account])
def test_a_stream_ends_with_its_session(
    club: Starlette, service: Service, ada: Browser, address: str, end: Callable[[Browser], None]
) -> None:
    me = Actor(account=number_of(ada))
    table = table_of(service, me)
    stream = listen(address, ada, table)
    end(ada)
    play_some(service, table, me, 2)
    assert told_until_the_end(stream) == []


def test_signing_out_leaves_other_sessions_alone(club: Starlette, service: Service, ada: Browser, address: str) -> None:
    me, elsewhere = Actor(account=number_of(ada)), Browser(club)
    elsewhere.sign_in("Ada")
    table = table_of(service, me)
    stream = listen(address, elsewhere, table)
    sign_out(ada)
    play_some(service, table, me, 1)
    assert stream.take(1)[0][1] == "entry"
    change_password(elsewhere)
    assert told_until_the_end(stream) == []


def test_a_stream_ends_when_its_reader_may_no_longer_see_the_table(
    club: Starlette, service: Service, ada: Browser, address: str
) -> None:
    bo = Browser(club)
    bo.sign_up("Bo")
    me, guest = Actor(account=number_of(ada)), number_of(bo)
    seats = [{"kind": "account", "name": "Ada"}, *({"kind": "free"} for _ in range(2))]
    table = service.tables.create_table("18CZ", seats, actor=me, seed=7)
    service.seats.join(
        table, 1, "Bo", actor=Actor(account=guest, invitation=service.tables.table(table, actor=me).invitation)
    )
    stream = listen(address, bo, table)
    service.chat.say(table, "Hello Bo.", actor=me)
    assert stream.take(1)[0][2]["text"] == "Hello Bo."
    service.seats.leave(table, 1, actor=Actor(account=guest))
    service.chat.say(table, "He is gone.", actor=me)
    assert told_until_the_end(stream) == []


def test_a_session_that_has_run_out_ends_its_streams(
    club: Starlette, service: Service, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "POLL", 0.3)
    table = table_of(service, Actor(account=number_of(ada)))
    with serving(club) as address:
        stream = listen(address, ada, table)
        now = time.time()
        service.desk.clock = lambda: now + 31 * 86_400
        assert told_until_the_end(stream) == []


def test_streams_are_counted_by_account_address_and_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("PER_ACCOUNT", 2), ("VISITORS_PER_ADDRESS", 3), ("PER_ADDRESS", 5)):
        monkeypatch.setattr(streams, name, most)
    counted = Streams()
    ends = [counted.take("10.0.0.1", account) for account in (None, None, None, 1, 1)]
    assert counted.count == 5
    for address, account in (("10.0.0.1", 2), ("10.0.0.2", 1)):
        with pytest.raises(Illegal, match="Too many pages"):
            counted.take(address, account)
    ends.pop()()
    ends.append(counted.take("10.0.0.1", 2))
    with pytest.raises(Illegal):
        counted.take("10.0.0.1", None)
    counted.take("10.0.0.2", None)()
    for end in ends:
        end()
    assert counted.count == 0 and counted.refused == 3 and not counted._open


def test_a_stream_too_many_is_refused_and_one_that_ended_makes_room(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "VISITORS_PER_ADDRESS", 3)
    app = app_on(service, local=False, limits=True)
    table = table_of(service, Actor(account=service.accounts.open_account("Ada").id), visibility="open")
    with serving(app) as address:
        where = f"{address}/tables/{table}/events"
        opened = [Stream(where) for _ in range(3)]
        refused = Stream(where)
        assert refused.response.status_code == 429 and "Too many pages" in refused.response.read().decode()
        missing = [Stream(f"{address}/tables/99/events").response.status_code for _ in range(5)]
        assert missing == [429] * 5
        opened.pop().close()
        time.sleep(0.3)
        assert [Stream(f"{address}/tables/99/events").response.status_code for _ in range(5)] == [404] * 5
        assert Stream(where).response.status_code == 200
        for stream in opened:
            stream.close()
