"""A database that is held elsewhere or finds no room: 503 with a sentence, soon, and whoever reads is not harmed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from starlette.applications import Starlette
from tests.web.test_live import serving
from tests.web.webkit import PASSWORD, Browser, play_some, table_of

from stellwerk.table.db.records import Actor
from stellwerk.table.db.store import BUSY_SECONDS, Store
from stellwerk.table.db.trouble import Unavailable
from stellwerk.table.db.write_queue import Writers
from stellwerk.table.service.service import Service


@contextmanager
def held_elsewhere(file: Path) -> Iterator[None]:
    """Another process holds the file: it has begun to write and does not end."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def disk_full(store: Store) -> Iterator[None]:
    """No connection finds room for another page of the file."""
    store.engine.dispose()

    def _no_room(raw: Any, _: Any) -> None:
        pages = raw.execute("PRAGMA page_count").fetchone()[0]
        raw.execute(f"PRAGMA max_page_count={pages}").close()

    event.listen(store.engine, "connect", _no_room)
    try:
        yield
    finally:
        event.remove(store.engine, "connect", _no_room)
        store.engine.dispose()


@pytest.fixture
def file(service: Service) -> Path:
    """The file of the games."""
    return Path(str(service.store.engine.url.database))


def write_much(browser: Browser, table: int) -> Any:
    """Send a note that needs room."""
    return browser.submit(f"/tables/{table}/note.json", {"text": "x" * 19_000})


def test_a_held_file_is_a_sentence_after_a_short_wait(
    browser: Browser, service: Service, me: Actor, file: Path
) -> None:
    table = table_of(service, me)
    with held_elsewhere(file):
        began = time.monotonic()
        answer = write_much(browser, table)
        took = time.monotonic() - began
        assert browser.get(f"/tables/{table}").status_code == 200, "readers do not mind"
    assert answer.status_code == 503 and answer.headers["Retry-After"] == "2"
    assert answer.json()["error"]["code"] == "busy" and "try again" in answer.json()["error"]["sentence"]
    assert took < BUSY_SECONDS + 1.5
    assert write_much(browser, table).status_code == 200
    assert service.store.failures["busy"] == 1


def test_many_writers_at_a_held_file_leave_room_for_readers(
    app: Starlette, service: Service, me: Actor, file: Path
) -> None:
    table = table_of(service, me)
    with serving(app) as address, ThreadPoolExecutor(60) as pool, held_elsewhere(file):
        writer, reader = httpx.Client(base_url=address, timeout=30), httpx.Client(base_url=address, timeout=30)
        token = {"X-CSRF-Token": writer.get("/settings.json").json()["csrf"]}
        note: dict[str, Any] = {"url": f"/tables/{table}/note.json", "data": {"text": "x"}, "headers": token}
        sent = [pool.submit(writer.post, **note) for _ in range(60)]
        waits = [time_to_read(reader, table) for _ in range(15)]
        answers = [answer.result() for answer in sent]
    print(f"\nthe slowest reader waited {max(waits):.2f} s")
    assert {answer.status_code for answer in answers} == {503}
    assert max(answer.elapsed.total_seconds() for answer in answers) < BUSY_SECONDS + 1.5
    assert max(waits) < 1.5


def test_whoever_stands_behind_one_who_waited_in_vain_does_not_wait_again() -> None:
    writers = Writers(BUSY_SECONDS)
    with ThreadPoolExecutor(1) as pool:
        with writers.turn():  # he is first in the line, and never gets the file
            behind = pool.submit(take_turn, writers)
            time.sleep(0.3)
        with pytest.raises(Unavailable) as refusal:
            behind.result(timeout=BUSY_SECONDS)
    assert refusal.value.code == "busy"
    with writers.turn():
        writers.begin()
    assert take_turn(writers), "who comes later may try"


def take_turn(writers: Writers) -> bool:
    """Wait in the line, and be the one who writes."""
    with writers.turn():
        writers.begin()
    return True


def time_to_read(browser: httpx.Client, table: int) -> float:
    """Seconds until somebody has read his note."""
    began = time.monotonic()
    assert browser.get(f"/tables/{table}/note.json").status_code == 200
    return time.monotonic() - began


def test_a_full_disk_is_a_sentence_and_games_can_be_read(browser: Browser, service: Service, me: Actor) -> None:
    table = table_of(service, me)
    before = play_some(service, table, me, 3)
    with disk_full(service.store):
        answer = write_much(browser, table)
        assert browser.get(f"/tables/{table}.json").json()["number"] == before
        page = browser.submit(f"/tables/{table}/note", {"text": "x" * 19_000})
    assert answer.status_code == 503 and answer.json()["error"]["code"] == "disk-full"
    assert int(answer.headers["Retry-After"]) > 2
    assert page.status_code == 503 and "disk is full" in page.text
    assert write_much(browser, table).status_code == 200
    assert play_some(service, table, me, 3) == before + 3


def test_signing_in_at_a_held_file_is_a_sentence(club: Starlette, file: Path) -> None:
    browser = Browser(club)
    browser.sign_up("Ada")
    browser.submit("/sign-out")
    with held_elsewhere(file):
        answer = browser.submit("/sign-in.json", {"name": "Ada", "password": PASSWORD})
    assert answer.status_code == 503 and answer.json()["error"]["code"] == "busy"


def test_a_missing_folder_is_a_sentence(service: Service, file: Path) -> None:
    service.store.engine.dispose()
    file.rename(file.with_name("gone.sqlite"))
    file.mkdir()
    with pytest.raises(Unavailable, match="cannot be reached"):
        service.accounts.account(1)
    assert service.store.failures["unavailable"] == 1
