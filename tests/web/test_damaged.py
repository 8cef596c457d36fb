"""A game that can no longer be followed: every page of it answers, moves are refused, and its people may go on."""

from __future__ import annotations

import pytest
from httpx import Response
from starlette.applications import Starlette
from tests.table.damagekit import RULES, STEPS, change_hash
from tests.web.webkit import Browser, play_some, table_of

from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service

BROKEN = 30
LAST = 40
PAGES = ("", ".json", "/log", "/log.json", "/rounds.json", "/end", "/end.json", "/end.csv", "/end/revenue.csv",
         "/end/board.svg", "/tiles", "/tiles.json", "/hexes/B12", "/hint", "/hint.json", "/parts", "/seats",
         "/seats.json", "/chat.json", "/note.json", "/game.json", "/at/20", "/at/35", "/at/35.json",
         "/at/35/parts", "/at/35/tiles", "/at/35/hexes/B12")  # fmt: skip
"""The pages of a table."""
ALWAYS = ("", ".json", "/log", "/log.json", "/seats", "/seats.json", "/chat.json", "/note.json", "/game.json")
"""Those that need no position."""


@pytest.fixture
def table(service: Service, me: Actor) -> int:
    """A game of four at one screen, forty entries old."""
    made = table_of(service, me)
    play_some(service, made, me, LAST - service.games.head(made, actor=me).number)
    assert service.games.head(made, actor=me).number == LAST
    return made


def move(browser: Browser, table: int) -> Response:
    """Somebody passes."""
    form = {"at": LAST, "seat": 0, "action": '{"type": "pass", "who": "Ada"}'}
    return browser.submit(f"/tables/{table}/moves.json", form)


@pytest.mark.parametrize("how", STEPS)
def test_every_page_answers(service: Service, browser: Browser, table: int, how: str) -> None:
    STEPS[how][0](service, table, BROKEN)
    found = {page: browser.get(f"/tables/{table}{page}").status_code for page in PAGES}
    assert found == dict.fromkeys(PAGES, 200)
    assert browser.get("/").status_code == 200


@pytest.mark.parametrize("how", STEPS)
def test_the_page_says_what_is_wrong_and_the_twin_too(service: Service, browser: Browser, table: int, how: str) -> None:
    spoil, cause = STEPS[how]
    spoil(service, table, BROKEN)
    page = browser.get(f"/tables/{table}").text
    assert 'id="damage"' in page and f"entry {BROKEN} " in page and "Go on from here" in page
    twin = browser.get(f"/tables/{table}.json").json()
    assert twin["number"] == LAST and twin["panel"]["groups"] == []
    assert (twin["damage"]["entry"], twin["damage"]["cause"], twin["damage"]["shown"]) == (BROKEN, cause, BROKEN - 1)
    old = browser.get(f"/tables/{table}/at/35.json").json()
    assert old["number"] == BROKEN - 1 and old["damage"]["go_on"] is None
    assert browser.get(f"/tables/{table}/at/{BROKEN - 1}.json").json()["damage"] is None


@pytest.mark.parametrize("how", RULES)
def test_without_its_rules_a_game_still_opens(service: Service, browser: Browser, table: int, how: str) -> None:
    RULES[how](service, table)
    found = {page: browser.get(f"/tables/{table}{page}").status_code for page in PAGES}
    assert found == {page: 200 if page in ALWAYS else 409 for page in PAGES}
    page = browser.get(f"/tables/{table}").text
    assert 'id="damage"' in page and "cannot be retold" in page
    twin = browser.get(f"/tables/{table}.json").json()
    assert (twin["damage"]["cause"], twin["damage"]["shown"], len(twin["blocks"])) == ("rules", None, LAST)
    refused = browser.get(f"/tables/{table}/tiles.json").json()["error"]
    assert refused["code"] == "damaged" and "rules are not here" in refused["sentence"]
    assert browser.get("/").status_code == 200


def test_a_move_a_program_and_a_copy_are_refused_with_the_code(service: Service, browser: Browser, table: int) -> None:
    change_hash(service, table, BROKEN)
    answers = [
        move(browser, table),
        browser.submit(f"/tables/{table}/program.json", {"seat": 0, "kind": "pass"}),
        browser.submit(f"/tables/{table}/undo.json", {"at": LAST, "seat": 0}),
        browser.submit(f"/tables/{table}/redo.json", {"at": LAST, "seat": 0}),
        browser.submit(f"/tables/{table}/what-if.json", {"number": 35}),
    ]
    assert [answer.status_code for answer in answers] == [409] * 5
    assert {answer.json()["error"]["code"] for answer in answers} == {"damaged"}
    copy = browser.submit(f"/tables/{table}/what-if.json", {"number": BROKEN - 1}).json()["id"]
    assert browser.get(f"/what-ifs/{copy}").status_code == 200


def test_the_log_tells_what_it_can_and_shows_the_rest_as_written(
    service: Service, browser: Browser, table: int
) -> None:
    change_hash(service, table, BROKEN)
    blocks = browser.get(f"/tables/{table}/log.json").json()["blocks"]
    untold = [block for block in blocks if block["kind"] == "untold"]
    assert [block["number"] for block in untold] == list(range(LAST, BROKEN - 1, -1))
    assert all(block["result"] == "cannot be retold" for block in untold)
    assert any(block["kind"] == "player" for block in blocks)


def test_one_goes_on_at_one_screen_at_once(service: Service, browser: Browser, me: Actor, table: int) -> None:
    change_hash(service, table, BROKEN)
    done = browser.submit(f"/tables/{table}/go-on.json", {"at": LAST, "seat": 0}).json()
    assert done == {"number": LAST + 1, "node": BROKEN - 1, "depth": BROKEN - 1}
    twin = browser.get(f"/tables/{table}.json").json()
    assert twin["damage"] is None and twin["panel"]["groups"]
    assert play_some(service, table, me, 3) >= LAST + 4
    assert browser.get(f"/tables/{table}/log").status_code == 200


def test_the_list_marks_it_and_other_tables_are_untouched(
    service: Service, browser: Browser, me: Actor, table: int
) -> None:
    other = table_of(service, me, seed=9)
    before = browser.get(f"/tables/{other}.json").json()
    change_hash(service, table, BROKEN)
    rows = {row["id"]: row["state"] for row in browser.get("/lobby.json").json()["games"]}
    assert rows == {table: "stopped", other: "your-turn"}
    after = browser.get(f"/tables/{other}.json").json()
    before["log"] = after["log"] = None
    assert after == before


def test_a_break_before_a_snapshot_leaves_the_game_running(
    service: Service, browser: Browser, me: Actor, table: int
) -> None:
    last = play_some(service, table, me, 30)
    change_hash(service, table, BROKEN)
    found = {page: browser.get(f"/tables/{table}{page}").status_code for page in PAGES}
    assert found == dict.fromkeys(PAGES, 200)
    twin = browser.get(f"/tables/{table}.json").json()
    assert twin["damage"] is None and twin["panel"]["groups"]
    assert browser.get(f"/tables/{table}/at/35.json").json()["damage"]["entry"] == BROKEN
    assert play_some(service, table, me, 1) == last + 1


def test_all_people_are_asked_and_a_stranger_only_looks(club: Starlette, service: Service) -> None:
    ada, bo, eve = (Browser(club) for _ in range(3))
    for browser, name in ((ada, "Ada"), (bo, "Bo"), (eve, "Eve")):
        browser.sign_up(name)
    wish = {"title": "18CZ", "players": 3, "seed": 3, "visibility": "open"}
    wish |= {
        "seat0-kind": "account",
        "seat0-name": "Ada",
        "seat1-kind": "free",
        "seat2-kind": "bot",
        "seat2-name": "Cy",
    }
    table = ada.submit("/tables/new.json", wish).json()["table"]
    bo.submit(f"/tables/{table}/join.json", {"seat": 1, "name": "Bo"})
    ada.submit(f"/tables/{table}/start.json")
    seats = service.tables.table(table, actor=Actor(bot=True)).seats
    people = {seat.name: Actor(account=seat.account, bot=seat.account is None) for seat in seats}
    while (at := service.games.head(table, actor=Actor(bot=True)).number) < 6:
        game = service.games.game(table, actor=Actor(bot=True))
        seat = list(people).index(game.turn)
        service.moves.play(table, seat, game.legal().actions()[0], at, actor=people[game.turn])
    change_hash(service, table, 5)
    assert "Ask to go on from here" in ada.get(f"/tables/{table}").text
    looked = eve.get(f"/tables/{table}").text
    assert 'id="damage"' in looked and "go-on" not in looked
    refused = eve.submit(f"/tables/{table}/go-on.json", {"at": 6, "seat": 0})
    assert refused.status_code == 403
    asked = ada.submit(f"/tables/{table}/go-on.json", {"at": 6, "seat": 0}).json()
    assert "Ada asks to go on from here." in bo.get(f"/tables/{table}").text
    bo.submit(f"/tables/{table}/requests/{asked['id']}.json", {"seat": 1, "answer": "agree"})
    assert bo.get(f"/tables/{table}.json").json()["damage"] is None
