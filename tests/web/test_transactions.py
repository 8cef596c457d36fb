"""How often a request asks the database: a page reads one moment, a move takes three transactions at most."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.applications import Starlette
from starlette.testclient import TestClient
from tests.web.webkit import Browser, service_on, table_of
from tools.count_transactions import ClubTable, counted

from stellwerk.table.db.records import Actor, TableInfo
from stellwerk.table.service.front_desk import Desk
from stellwerk.table.service.service import Service

MOST_FOR_A_MOVE = 3
PAGES: tuple[str, ...] = (
    "",
    ".json",
    "/parts",
    "/parts?only=header,log",
    "/at/1",
    "/at/1.json",
    "/log",
    "/log.json",
    "/rounds.json",
)
PAGES += ("/tiles", "/hint", "/seats", "/game.json", "/chat.json", "/note.json", "/end", "/end.json")
LISTS = ("/lobby?all=1", "/lobby.json", "/account", "/boards", "/tables/new")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubTable]:
    made = ClubTable(tmp_path_factory.mktemp("counted") / "games.sqlite")
    yield made
    made.close()


@pytest.mark.parametrize(("ending", "headers"), [("", None), ("", {}), (".json", {})], ids=["htmx", "form", "json"])
def test_a_move_takes_three_transactions_at_most(table: ClubTable, ending: str, headers: dict[str, str] | None) -> None:
    before = table.at
    assert table.count_of_move(ending, headers) == (MOST_FOR_A_MOVE if headers is None else 2)
    assert table.at > before


@pytest.mark.parametrize("path", PAGES)
def test_a_page_of_a_table_reads_one_moment(table: ClubTable, path: str) -> None:
    assert table.count_of_page(path) == 1


@pytest.mark.parametrize("address", LISTS)
def test_other_pages_read_one_moment(table: ClubTable, address: str) -> None:
    browser = table.browsers[0]
    browser.get(address)
    with counted(table.engine) as count:
        assert browser.get(address).status_code == 200
    assert count.number == 1


def test_a_private_copy_reads_one_moment(table: ClubTable) -> None:
    copy = table.service.what_ifs.create_what_if(table.number, actor=Actor(account=table.people[0]))
    browser = table.browsers[0]
    browser.get(f"/what-ifs/{copy.id}")
    with counted(table.engine) as count:
        assert browser.get(f"/what-ifs/{copy.id}").status_code == 200
    assert count.number == 1


def test_a_waiting_room_reads_one_moment(table: ClubTable) -> None:
    seats = [{"kind": "account", "name": "Ada"}, *({"kind": "free"} for _ in range(2))]
    waiting = table.service.tables.create_table("18CZ", seats, actor=Actor(account=table.people[0]))
    browser = table.browsers[0]
    browser.get("/lobby")
    with counted(table.engine) as count:
        assert "Ada" in browser.get(f"/tables/{waiting}").text
    assert count.number == 1


def test_a_move_looks_for_its_table_twice(table: ClubTable, monkeypatch: pytest.MonkeyPatch) -> None:
    finds, posts = [0], []
    find, post = Desk.find, TestClient.post

    def noted(self: Desk, connection: Connection, table_id: int, actor: Actor, action: str = "table.see") -> TableInfo:
        finds[0] += 1
        return find(self, connection, table_id, actor, action)

    def posted(self: TestClient, *given: Any, **named: Any) -> Any:
        finds[0] = 0
        answer = post(self, *given, **named)
        posts.append(finds[0])
        return answer

    monkeypatch.setattr(Desk, "find", noted)
    monkeypatch.setattr(TestClient, "post", posted)
    table.count_of_move()
    assert posts == [2]  # to play, and for the page


def test_nothing_is_written_in_the_middle_of_reading(service: Service) -> None:
    with service.store.reading(), pytest.raises(RuntimeError, match="in the middle of reading"):
        service.accounts.open_account("Ada")
    assert service.accounts.open_account("Ada").id == 1


def test_reading_within_reading_is_the_same_moment(service: Service, tmp_path: Path) -> None:
    other = service_on(tmp_path / "games.sqlite")
    ada = Actor(account=service.accounts.open_account("Ada").id)
    with service.desk.reading(ada):
        assert service.tables.tables_of(actor=ada) == []
        table_of(other, ada)
        assert service.tables.tables_of(actor=ada) == []
    assert len(service.tables.tables_of(actor=ada)) == 1
    other.store.close()


# Sessions that are in memory


@pytest.fixture
def ada(club: Starlette) -> Browser:
    browser = Browser(club)
    browser.sign_up("Ada")
    return browser


def test_a_session_that_ended_elsewhere_opens_nothing(ada: Browser, service: Service, tmp_path: Path) -> None:
    me = Actor(account=1)
    number = table_of(service, me)
    page, csrf = f"/tables/{number}.json", ada.csrf
    assert ada.get(page).status_code == 200
    other = service_on(tmp_path / "games.sqlite")
    other.accounts.set_password(1, "x")
    spoken = ada.post(f"/tables/{number}/chat.json", data={"text": "Still here?"}, headers={"X-CSRF-Token": csrf})
    assert spoken.status_code == 403 and "sign in again" in spoken.text
    assert service.chat.messages(number, actor=me) == []
    assert ada.get(page).status_code == 404
    other.store.close()


def test_who_only_looks_goes_on_as_a_visitor(ada: Browser, service: Service, tmp_path: Path) -> None:
    number = table_of(service, Actor(account=1), visibility="open")
    page = f"/tables/{number}.json"
    assert ada.get(page).json()["me"] and ada.get("/settings.json").json()["account"]
    other = service_on(tmp_path / "games.sqlite")
    other.accounts.close_account(1)
    assert ada.get(page).status_code == 200 and not ada.get(page).json()["me"]
    assert ada.get("/settings.json").json()["account"] is None
    other.store.close()


def test_a_session_that_runs_out_ends_at_once(ada: Browser, service: Service) -> None:
    assert ada.get("/account.json").status_code == 200
    now = service.clock()
    service.desk.clock = lambda: now + 31 * 86_400
    assert ada.get("/account.json").status_code == 403


def test_signing_out_is_remembered_at_once(ada: Browser) -> None:
    twin = Browser(ada.app)  # type: ignore[arg-type]
    twin.cookies.update(ada.cookies)
    assert twin.get("/account.json").status_code == 200
    ada.submit("/sign-out")
    assert twin.get("/account.json").status_code == 403
    assert twin.get("/settings.json").json()["account"] is None
