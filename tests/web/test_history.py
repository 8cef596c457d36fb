"""Undo, redo and requests, time travel, private copies and files, through the pages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.applications import Starlette
from tests.web.webkit import Browser, play_some, table_of

from stellwerk import load
from stellwerk.actions import encode
from stellwerk.bots.casual import CasualBot
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service

NAMES = ("Ada", "Bo", "Cy")


class Club:
    """Ada, Bo and Cy, each with an account and a browser of his own, at a running game; Eve only watches."""

    def __init__(self, app: Starlette, service: Service):
        self.service = service
        self.browsers = {name: Browser(app) for name in (*NAMES, "Eve")}
        self.actors: dict[str, Actor] = {}
        for name, browser in self.browsers.items():
            browser.sign_up(name)
            found = service.accounts.password_of(name)
            assert found is not None
            self.actors[name] = Actor(account=found[0])
        seats = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]
        self.table = service.tables.create_table("18CZ", seats, actor=self.actors["Ada"], seed=7, visibility="open")
        for seat, name in ((1, "Bo"), (2, "Cy")):
            service.seats.join(self.table, seat, name, actor=self.actors[name])
        service.tables.start(self.table, actor=self.actors["Ada"])
        self.base = f"/tables/{self.table}"

    @property
    def at(self) -> int:
        """The number of the last entry."""
        return self.service.games.head(self.table, actor=self.actors["Ada"]).number

    @property
    def turn(self) -> str:
        """Who decides."""
        return self.service.games.game(self.table, actor=self.actors["Ada"]).turn

    def move(self) -> str:
        """The one whose turn it is plays something; who it was."""
        name = self.turn
        action = CasualBot(1).choose(self.service.games.game(self.table, actor=self.actors[name]))
        self.service.moves.play(self.table, NAMES.index(name), action, self.at, actor=self.actors[name])
        return name

    def header(self, name: str) -> dict[str, Any]:
        """The header as somebody sees it."""
        found: dict[str, Any] = self.browsers[name].get(f"{self.base}.json").json()["header"]
        return found

    def send(self, name: str, what: str, **form: Any) -> Any:
        """Somebody sends a form."""
        return self.browsers[name].submit(f"{self.base}/{what}", form)


@pytest.fixture
def table(club: Starlette, service: Service) -> Club:
    """Three people at a table."""
    return Club(club, service)


def test_an_own_action_is_undone_and_restored_by_the_buttons(table: Club) -> None:
    who = table.move()
    undo = table.header(who)["undo"]
    assert undo["label"] == "Undo" and undo["asks"] == []
    answer = table.send(who, "undo", at=undo["at"], seat=undo["seat"], to=undo["to"])
    assert answer.status_code == 200 and table.turn == who
    redo = table.header(who)["redo"]
    assert redo["label"] == "Redo"
    table.send(who, "redo", at=redo["at"], seat=redo["seat"])
    assert table.header(who)["redo"] is None


def test_beyond_ones_own_turn_the_others_are_asked(table: Club) -> None:
    first = table.move()
    second = table.turn
    while table.turn == second:
        table.move()
    undo = table.header(first)["undo"]
    assert undo["label"] == "Ask to undo" and undo["asks"] == [second]

    table.send(first, "undo", at=undo["at"], seat=undo["seat"], to=undo["to"])
    asked = table.header(second)["asking"]
    assert asked["who"] == first and asked["answer_as"] == NAMES.index(second) and asked["what"]
    assert table.header(first)["asking"]["withdraw_as"] == NAMES.index(first)
    page = table.browsers[second].get(table.base).text
    assert "Agree" in page and "Decline" in page

    table.send(second, f"requests/{asked['id']}", seat=asked["answer_as"], answer="agree")
    assert table.turn == first and table.header(second)["asking"] is None
    log = table.browsers[second].get(f"{table.base}.json").json()["log"]
    assert log["blocks"][0]["kind"] == "undo" and log["blocks"][0]["undone"]


@pytest.mark.parametrize(("answer", "by"), [("decline", "second"), ("withdraw", "first")])
def test_a_request_is_declined_or_withdrawn(table: Club, answer: str, by: str) -> None:
    first = table.move()
    second = table.turn
    while table.turn == second:
        table.move()
    at, undo = table.at, table.header(first)["undo"]
    table.send(first, "undo", at=undo["at"], seat=undo["seat"], to=undo["to"])
    request = table.header(first)["asking"]["id"]
    who = first if by == "first" else second
    table.send(who, f"requests/{request}", seat=NAMES.index(who), answer=answer)
    assert table.header(first)["asking"] is None and table.at == at
    assert table.send(first, f"requests/{request}", seat=0, answer="perhaps").status_code == 400


def test_what_is_not_ones_own_is_refused(table: Club) -> None:
    who = table.move()
    other = next(name for name in NAMES if name != who)
    seat = NAMES.index(who)
    assert table.send(other, "undo", at=table.at, seat=seat).status_code == 403
    assert table.send("Eve", "undo", at=table.at, seat=seat).status_code == 403
    assert table.send(who, "undo", at=table.at - 1, seat=seat).status_code == 409
    assert table.header("Eve")["undo"]["action"] == ""


def test_the_turn_is_begun_anew(app: Starlette, service: Service, me: Actor, browser: Browser) -> None:
    number = table_of(service, me, bots=0)
    for _ in range(200):
        play_some(service, number, me, 1)
        header = browser.get(f"/tables/{number}.json").json()["header"]
        if header["restart"] is not None:
            break
    restart = header["restart"]
    assert restart["label"] == "Restart turn"
    browser.submit(f"/tables/{number}/undo", {"at": restart["at"], "seat": restart["seat"], "to": restart["to"]})
    assert browser.get(f"/tables/{number}.json").json()["header"]["restart"] is None


def test_old_positions_have_addresses_and_say_so(table: Club) -> None:
    for _ in range(8):
        table.move()
    header = table.header("Ada")
    back = table.browsers["Ada"].get(f"{header['travel']['back']}.json").json()
    assert back["mode"] == "old" and back["header"]["bar"]["kind"] == "old"
    assert back["header"]["travel"]["forward"] == table.base
    assert back["header"]["undo"]["action"] == "" and back["header"]["travel"]["behind"] == 1
    page = table.browsers["Ada"].get(header["travel"]["back"]).text
    assert "Old position" in page and "Back to live" in page
    parts = table.browsers["Ada"].get(f"{header['travel']['back']}/parts?only=log,header").text
    assert 'id="part-log"' in parts and 'id="part-header"' in parts
    assert table.browsers["Ada"].get(f"{table.base}/at/999").status_code == 404


def test_the_line_has_stops_where_players_decide_and_marks_where_rounds_begin(
    service: Service, me: Actor, browser: Browser
) -> None:
    number = table_of(service, me)
    play_some(service, number, me, 60)
    line = browser.get(f"/tables/{number}/rounds.json").json()
    assert line["travel"]["stops"].startswith("1-") and line["travel"]["count"] == 61
    assert line["rounds"] and line["rounds"][-1]["name"].startswith(("Stock", "Operating"))


def test_a_copy_is_made_played_undone_exported_and_dropped(table: Club) -> None:
    for _ in range(5):
        table.move()
    ada = table.browsers["Ada"]
    answer = ada.submit(f"{table.base}/what-if", {"number": 4})
    copy = answer.url.path
    assert copy.startswith("/what-ifs/") and "Only you see it" in answer.text
    number = int(copy.rpartition("/")[2])
    game = table.service.what_ifs.what_if_game(number, actor=table.actors["Ada"])
    ada.submit(f"{copy}/moves", {"at": 0, "action": json.dumps(encode(CasualBot(1).choose(game)))})
    seen = ada.get(f"{copy}.json").json()
    assert seen["mode"] == "what-if" and seen["header"]["undo"]["action"] == f"{copy}/undo"
    assert seen["log"]["blocks"][0]["number"] is None
    assert seen["header"]["copies"][0]["here"] is True

    file = ada.get(f"{copy}/export.json")
    assert "attachment" in file.headers["Content-Disposition"]
    assert load(file.json()).turn

    ada.submit(f"{copy}/undo", {"at": seen["number"]})
    assert ada.get(f"{copy}.json").json()["header"]["undo"]["action"] == ""
    assert table.browsers["Bo"].get(copy).status_code == 404
    assert table.browsers["Bo"].submit(f"{copy}/drop").status_code == 404
    assert ada.submit(f"{copy}/drop").url.path == table.base
    assert ada.get(copy).status_code == 404


def test_a_running_game_is_downloaded_without_its_future(table: Club) -> None:
    for _ in range(6):
        table.move()
    file = table.browsers["Bo"].get(f"{table.base}/game.json")
    data = file.json()
    assert "seed" not in data and "hashes" not in data and data["actions"]
    assert load(data).turn == table.turn


def test_a_finished_game_is_downloaded_whole(service: Service, me: Actor, browser: Browser) -> None:
    number = table_of(service, me, title="18CZ")
    play_some(service, number, me, 5000)
    data = browser.get(f"/tables/{number}/game.json").json()
    assert data["seed"] == 7 and len(data["hashes"]) == len(data["actions"])
    assert load(data).over


def test_a_watcher_is_told_that_he_watches(table: Club) -> None:
    assert table.header("Eve")["bar"]["kind"] == "watching"
    assert table.header("Ada")["bar"] is None
    assert table.header("Ada")["page_title"].endswith("Stellwerk")
