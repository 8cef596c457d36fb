"""The first page: two clicks to a game, one's games and where they stand, what is asked, open tables."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from starlette.applications import Starlette
from tests.web.webkit import Browser, play_some, table_of

from stellwerk.steps.deals import Consent
from stellwerk.table.db.records import Actor, UndoRequest
from stellwerk.table.service.service import Service
from stellwerk.table.web import cookies
from stellwerk.table.web.site import Settings
from stellwerk.titles import titles

GAMES = Path(__file__).resolve().parents[1] / "games"


def member(club: Starlette, service: Service, name: str) -> tuple[Browser, Actor]:
    """Somebody of the club, signed in."""
    account = service.accounts.open_account(name)
    browser = Browser(club)
    browser.cookies.set(cookies.full_name(Settings(), cookies.SESSION), service.accounts.open_session(account.id))
    return browser, Actor(account=account.id)


@pytest.mark.parametrize("path", ["/", "/lobby"])
def test_the_first_page_offers_every_title(browser: Browser, path: str) -> None:
    page = browser.get(path)
    assert page.status_code == 200
    for title in titles():
        assert f'value="{title}"' in page.text
    assert 'action="/play"' in page.text and "style=" not in page.text


@pytest.mark.parametrize("title", titles())
def test_two_clicks_and_a_game_against_bots_runs(browser: Browser, service: Service, me: Actor, title: str) -> None:
    answer = browser.submit("/play", {"title": title, "players": "4"}, follow_redirects=False)
    assert answer.status_code == 303 and answer.headers["location"] == "/tables/1"
    table = service.tables.table(1, actor=me)
    assert (table.title, table.state) == (title, "playing")
    assert [seat.kind for seat in table.seats] == ["account", "bot", "bot", "bot"]
    assert len({seat.name[0] for seat in table.seats}) == 4


def test_a_game_that_cannot_be_is_explained_on_the_page(browser: Browser, service: Service, me: Actor) -> None:
    answer = browser.submit("/play", {"title": "18CZ", "players": "9"})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text and "is for 3, 4, 5, 6 players, not 9" in answer.text
    assert browser.submit("/play.json", {"title": "1830", "players": "4"}).json()["error"]["code"] == "bad-input"
    assert service.tables.tables_of(actor=me) == []


def test_the_twin_says_where_each_game_stands(browser: Browser, service: Service, me: Actor) -> None:
    running = table_of(service, me, bots=1, options={"name": "Friday"})
    play_some(service, running, me, 60)
    waiting = service.tables.create_table(
        "18Rhl", [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}], actor=me
    )
    copy = service.what_ifs.create_what_if(running, 5, actor=me)
    games = {row["address"]: row for row in browser.get("/lobby.json").json()["games"]}
    row = games[f"/tables/{running}"]
    game = service.games.game(running, actor=me)
    asked = type(game.position.agenda[-1]) is Consent
    assert row["name"] == "Friday"
    assert row["state"] == ("waiting" if game.turn == "Di" else "asked" if asked else "your-turn")
    assert game.turn in row["sentence"] and row["detail"].endswith("entry 61")
    assert [seat["letter"] for seat in row["seats"]] == ["A", "B", "C", "D"]
    assert games[f"/tables/{waiting}"]["state"] == "not-begun"
    assert "2 seats are free" in games[f"/tables/{waiting}"]["sentence"]
    assert games[f"/what-ifs/{copy.id}"]["name"] == "Copy of Friday"


def test_a_finished_game_tells_its_result(browser: Browser, service: Service, me: Actor) -> None:
    table = service.game_import.import_table((GAMES / "18CZ-3p.json").read_bytes(), actor=me)
    row = browser.get("/lobby.json").json()["games"][0]
    result = service.games.game(table, actor=me).position.result
    assert result is not None and row["state"] == "over"
    assert max(result, key=lambda name: result[name]) in row["sentence"]


def test_what_others_ask_is_a_notice(club: Starlette, service: Service) -> None:
    ada_browser, ada = member(club, service, "Ada")
    _, bo = member(club, service, "Bo")
    people = {"Ada": ada, "Bo": bo}
    table = service.tables.create_table(
        "18CZ",
        [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "bot", "name": "Emil"}],
        actor=ada,
        visibility="open",
        seed=7,
    )
    service.seats.join(table, 1, "Bo", actor=bo)
    service.tables.start(table, actor=ada)
    while not {"Ada", "Bo"} <= {line.who for line in service.history.log(table, actor=ada)}:
        turn = service.games.game(table, actor=ada).turn
        play_some(service, table, people.get(turn, ada), 1)
    asked = service.undo.undo(table, 1, service.games.head(table, actor=bo).number, 1, actor=bo)
    assert isinstance(asked, UndoRequest)
    lobby = ada_browser.get("/lobby.json").json()
    assert [(notice["kind"], notice["address"]) for notice in lobby["notices"]] == [("undo", f"/tables/{table}")]
    assert "Bo asks to undo" in ada_browser.get("/").text
    service.undo.answer(table, asked.id, 0, False, actor=ada)
    assert ada_browser.get("/lobby.json").json()["notices"] == []


def test_a_club_shows_open_tables_and_no_private_ones(club: Starlette, service: Service) -> None:
    _, ada = member(club, service, "Ada")
    free = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]
    shown = service.tables.create_table("18CZ", free, actor=ada, visibility="open", options={"name": "<b>Come</b>"})
    service.tables.create_table("18CZ", free, actor=ada, options={"name": "Secret"})
    for browser in (Browser(club), member(club, service, "Bo")[0]):
        lobby, page = browser.get("/lobby.json").json(), browser.get("/").text
        assert [row["id"] for row in lobby["open_tables"]] == [shown] and lobby["games"] == []
        assert "Secret" not in page and "&lt;b&gt;Come&lt;/b&gt;" in page
    assert "Sign in to play" in Browser(club).get("/").text


def test_on_ones_own_machine_nobody_speaks_of_accounts(browser: Browser) -> None:
    page = browser.get("/").text
    assert "Sign in" not in page and "Open tables" not in page


def test_a_game_of_ones_own_is_put_away_and_brought_back(browser: Browser, service: Service, me: Actor) -> None:
    table = table_of(service, me)
    assert f"/tables/{table}/put-away" in browser.get("/lobby?all=1").text
    browser.submit(f"/tables/{table}/put-away")
    assert browser.get("/lobby.json").json()["games"] == []
    everything = browser.get("/lobby.json?all=1").json()
    assert [row["id"] for row in everything["put_away"]] == [table]
    assert browser.get(f"/tables/{table}.json").status_code == 200
    browser.submit(f"/tables/{table}/bring-back")
    assert len(browser.get("/lobby.json").json()["games"]) == 1


def test_a_hundred_tables_are_listed_quickly(browser: Browser, service: Service, me: Actor) -> None:
    for number in range(100):
        table_of(service, me, bots=1, seed=number)
    browser.get("/lobby?all=1")
    began = time.perf_counter()
    page = browser.get("/lobby?all=1")
    assert page.text.count('<li class="game-row') == 100
    assert time.perf_counter() - began < 0.5, "150 ms are wanted; a busy machine gets more"
