"""Own boards over the web: kept on /boards, chosen when a table is set up, told on its pages, there after a restart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from tests.table.test_own_boards import TITLE, own_file
from tests.web.webkit import Browser, app_on, service_on

import stellwerk
from stellwerk.actions import encode
from stellwerk.bots.casual import CasualBot
from stellwerk.titles import rules_of

WISH = {"title": TITLE, "players": "3", "seat0-kind": "account", "seat1-kind": "screen", "seat2-kind": "screen"}
LINE = "Own board: True board, brought by "


def keep(browser: Browser, data: dict[str, Any], address: str = "/boards/keep.json") -> Any:
    """Upload a file to be kept."""
    files = {"board": ("board.json", json.dumps(data).encode(), "application/json")}
    return browser.post(address, data={"csrf": browser.csrf}, files=files)


def play_by_http(browser: Browser, table: int, moves: int) -> None:
    """Play what a casual player would, as a program does: over the web, from the game file alone."""
    for number in range(moves):
        game = stellwerk.load(browser.get(f"/tables/{table}/game.json").json())
        assert game.rules.own is not None
        page = browser.get(f"/tables/{table}.json").json()
        form = {
            "at": page["number"],
            "seat": page["panel"]["seat"],
            "action": json.dumps(encode(CasualBot(number).choose(game))),
        }
        assert browser.submit(f"/tables/{table}/moves.json", form).status_code == 200


def test_a_table_is_set_up_on_an_own_board_and_is_there_after_a_restart(tmp_path: Path) -> None:
    service = service_on(tmp_path / "games.sqlite")
    browser = Browser(app_on(service))
    digest = keep(browser, own_file()).json()["digest"]
    page = browser.get(f"/tables/new?title={TITLE}&own={digest}").text
    assert "True board" in page and f'value="{digest}" checked' in " ".join(page.split())
    table = browser.submit("/tables/new.json", {**WISH, "own": digest}).json()["table"]
    play_by_http(browser, table, 6)
    before = browser.get(f"/tables/{table}.json").json()["position"]
    assert LINE in browser.get(f"/tables/{table}").text
    assert LINE in browser.get(f"/tables/{table}/seats.json").json()["own"]
    service.store.close()

    again = service_on(tmp_path / "games.sqlite")
    browser = Browser(app_on(again))
    shown = browser.get(f"/tables/{table}").text
    assert LINE in shown and "reconstructed" not in shown
    assert browser.get(f"/tables/{table}.json").json()["position"] == before
    for address in ("", "/log", "/end", "/tiles", "/seats", "/at/5"):
        assert browser.get(f"/tables/{table}{address}").status_code == 200, address
    saved = browser.get(f"/tables/{table}/game.json").json()
    assert saved["own"]["name"] == "True board"
    assert browser.get(f"/tables/{table}/board.json").json() == saved["own"]
    assert "own board: True board" in browser.get(f"/tables/{table}/end/board.svg").text

    elsewhere = service_on(tmp_path / "elsewhere.sqlite")
    other = Browser(app_on(elsewhere))
    files = {"file": ("game.json", json.dumps(saved).encode(), "application/json")}
    brought = other.post("/tables/bring.json", data={"csrf": other.csrf}, files=files).json()["table"]
    assert LINE in other.get(f"/tables/{brought}").text
    assert other.get("/boards.json").json()["kept"] == []
    again.store.close()
    elsewhere.store.close()


def test_the_printed_board_says_that_it_is_reconstructed_and_where_to_bring_the_true_one(browser: Browser) -> None:
    assert rules_of(TITLE).board.figure.source == "reconstructed"
    setup = browser.get(f"/tables/new?title={TITLE}").text
    assert "Figures of this board are reconstructed." in setup and f'href="/boards?title={TITLE}"' in setup
    table = browser.submit("/tables/new.json", WISH).json()["table"]
    page = browser.get(f"/tables/{table}").text
    assert "Figures of this board are reconstructed." in page and 'href="/boards"' in page
    assert browser.get(f"/tables/{table}/seats.json").json()["own"] == ""
    assert browser.get(f"/tables/{table}/board.json").status_code == 404


def test_a_checked_file_is_kept_played_on_and_thrown_away_by_its_buttons(browser: Browser) -> None:
    files = {"board": ("board.json", json.dumps(own_file()).encode(), "application/json")}
    checked = browser.post("/boards", data={"csrf": browser.csrf}, files=files)
    assert 'formaction="/boards/keep"' in checked.text and checked.text.count("<svg") >= 3
    page = keep(browser, own_file(), "/boards/keep").text
    (kept,) = browser.get("/boards.json").json()["kept"]
    assert f"/tables/new?title={TITLE}&amp;own={kept['digest']}" in page
    assert browser.get(f"/boards/kept/{kept['digest']}.json").json()["name"] == "True board"
    assert "True board" not in browser.submit("/boards/drop", {"digest": kept["digest"]}).text
    assert browser.get(f"/boards/kept/{kept['digest']}.json").status_code == 404
    assert browser.submit("/boards/drop.json", {"digest": kept["digest"]}).status_code == 404


def test_refusals_are_sentences(browser: Browser) -> None:
    bad = own_file()
    bad["chart"]["rows"] = []
    answer = keep(browser, bad)
    assert answer.status_code == 400 and answer.json()["error"]["sentence"].endswith(".")
    digest = keep(browser, own_file()).json()["digest"]
    assert browser.submit("/tables/new.json", {**WISH, "own": "0" * 32}).status_code == 404
    wrong = browser.submit("/tables/new", {**WISH, "title": "18CZ", "own": digest})
    assert "This file is for 18BL, not for 18CZ." in wrong.text


def test_in_a_club_only_members_keep_boards_and_each_his_own(club: Starlette) -> None:
    visitor, ada, bo = Browser(club), Browser(club), Browser(club)
    assert keep(visitor, own_file()).status_code == 403
    ada.sign_up("Ada")
    bo.sign_up("Bo")
    digest = keep(ada, own_file()).json()["digest"]
    assert bo.get("/boards.json").json()["kept"] == [] == visitor.get("/boards.json").json()["kept"]
    assert bo.get(f"/boards/kept/{digest}.json").status_code == 404
    wish = {**WISH, "visibility": "open", "own": digest, "seat1-kind": "free"}
    table = ada.submit("/tables/new.json", wish).json()["table"]
    assert f"{LINE}Ada." in bo.get(f"/tables/{table}").text
    assert bo.get(f"/tables/{table}/board.json").json()["name"] == "True board"
