"""Setting up a table, the waiting room, invitations, and who may do what there."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from httpx import Response
from starlette.applications import Starlette
from tests.web.test_lobby import member
from tests.web.webkit import Browser, play_some, table_of

from stellwerk.errors import BadInput
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.view.lobby import set_up as view
from stellwerk.table.view.lobby.set_up import Wish
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of

FREE_SEATS = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "bot", "name": "Emil"}]


def wish(title: str = "18Rhl", players: int = 3, **more: Any) -> dict[str, Any]:
    """The form of a table; seats are given as `seat1="bot"`."""
    kinds = {f"{name}-kind": value for name, value in more.items() if name.startswith("seat")}
    rest = {name: value for name, value in more.items() if not name.startswith("seat")}
    return {"title": title, "players": str(players), **kinds, **rest}


def said(answer: Response) -> str:
    """The words of the refusal on a page."""
    found = re.search(r'role="alert"[^>]*>.*?<p>(.*?)</p>', answer.text, re.DOTALL)
    return found[1] if found else ""


# Setting up


def test_the_page_says_what_each_variant_changes(browser: Browser) -> None:
    page = browser.get("/tables/new.json?title=18Rhl&players=5").json()
    changes = {variant["name"]: " ".join(variant["changes"]) for variant in page["variants"]}
    assert changes["optional-2-train"] == "7 cards of train 2 instead of 6."
    assert changes["lower-capital"] == "Each of 5 players begins with 300 Mark instead of 360."
    assert "949" in changes["promotion-tiles"]
    assert page["starts"] and page["problems"] == []


def test_the_book_advises_against_a_low_capital_for_many(browser: Browser) -> None:
    """R55: offered with a notice for 5 or 6 players."""
    for players, notices in ((4, 0), (5, 1), (6, 1)):
        page = browser.get(f"/tables/new.json?title=18Rhl&players={players}&variant=lower-capital").json()
        assert len(page["advice"]) == notices


def test_variants_are_joined_and_the_game_begins_at_once(browser: Browser, service: Service, me: Actor) -> None:
    form = wish(variant=["promotion-tiles", "lower-capital"], name="Rhine, slowly", seed="11")
    answer = browser.submit("/tables/new", form, follow_redirects=False)
    assert answer.status_code == 303
    table = service.tables.table(1, actor=me)
    assert (table.variant, table.state, table.name) == ("lower-capital+promotion-tiles", "playing", "Rhine, slowly")
    assert service.games.game(1, actor=me).position.seed == 11


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (wish(players=2), "is for 3, 4, 5, 6 players, not 2"),
        (wish(variant="nonsense"), "has no variant"),
        (wish(rules="nonsense"), "has no rules"),
        (wish(seat1="account"), "You sit on one seat only"),
        (wish(seat1="bot") | {"seat1-name": "BME"}, "something else in the game is called so"),
        (wish(seat1="screen", seat2="screen") | {"seat1-name": "X", "seat2-name": "X"}, "a name of his own"),
        (wish(seed="many"), "The seed of a game is a whole number"),
        (wish(name="x" * 41), "1 to 40 printable characters"),
    ],
)
def test_what_does_not_go_together_is_explained(
    browser: Browser, service: Service, me: Actor, form: dict[str, Any], words: str
) -> None:
    before = browser.get("/tables/new.json", params=form).json()
    assert any(words in problem for problem in before["problems"])
    after = browser.submit("/tables/new", form)
    assert after.status_code == 400 and words in said(after).replace("&#39;", "'")
    assert 'id="setup"' in after.text
    assert service.tables.tables_of(actor=me) == []


def test_variants_that_exclude_each_other_are_named_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def strict(title: str, variant: str = "base", program: str = "book") -> Any:
        if "+" in variant:
            raise BadInput("These two exclude each other.")
        return rules_of(title, variant, program)

    monkeypatch.setattr(view, "rules_of", strict)
    page = view.make_set_up_page(Wish(title="18Rhl", players=4, variants=("lower-capital",)), "Ada", True, Speech())
    clashes = {variant.name: variant.clash for variant in page.variants}
    assert clashes["lower-capital"] == ""
    assert "These two exclude each other." in clashes["promotion-tiles"]


def test_names_that_were_filled_in_follow_the_kind_of_seat(browser: Browser) -> None:
    bot = {"seat1-kind": "bot", "seat1-was": "bot", "seat1-name": "Emil", "seat1-given": "Emil"}
    for change, name in (
        ({}, "Emil"),
        ({"seat1-kind": "screen"}, "Player 2"),
        ({"seat1-kind": "screen", "seat1-name": "Hanna"}, "Hanna"),
    ):
        page = browser.get("/tables/new.json", params={**wish(), **bot, **change}).json()
        assert page["seats"][1]["name"] == name


def test_without_script_a_button_shows_what_a_choice_changes(browser: Browser, service: Service, me: Actor) -> None:
    page = browser.submit("/tables/new", {**wish(players=5), "show": "1"})
    assert page.status_code == 200 and page.text.count('id="seat') == 10
    assert service.tables.tables_of(actor=me) == []


def test_only_a_club_has_friends_and_open_tables(browser: Browser, club: Starlette, service: Service) -> None:
    assert "by invitation" not in browser.get("/tables/new").text
    ada, _ = member(club, service, "Ada")
    page = ada.get("/tables/new?title=18CZ&players=4").text
    assert "by invitation" in page and 'name="visibility"' in page
    assert "Open the table and invite" in page


# The waiting room


def test_friends_come_by_invitation_and_the_owner_starts(club: Starlette, service: Service) -> None:
    ada, who = member(club, service, "Ada")
    form = wish("18CZ", 3, seat2="bot")
    assert ada.submit("/tables/new", form).status_code == 200
    room = ada.get("/tables/1.json").json()
    assert room["state"] == "waiting" and room["free"] == 1 and room["invitation"].startswith("/join/")
    bo, _ = member(club, service, "Bo")
    assert bo.get("/tables/1").status_code == 404
    came = bo.get(room["invitation"], follow_redirects=False)
    assert came.headers["location"] == "/tables/1" and "HttpOnly" in came.headers["set-cookie"]
    assert "Sit down here" in bo.get("/tables/1").text
    assert bo.submit("/tables/1/join", {"seat": "1", "name": " Bo "}).status_code == 200
    assert bo.submit("/tables/1/rename", {"seat": "1", "name": "Bobo"}).status_code == 200
    assert ada.get("/tables/1.json").json()["version"] != room["version"]
    assert bo.submit("/tables/1/start.json").status_code == 403
    assert ada.submit("/tables/1/start", follow_redirects=False).status_code == 303
    table = service.tables.table(1, actor=who)
    assert table.state == "playing" and table.players[:2] == ("Ada", "Bobo")


def test_a_visitor_signs_in_first_and_comes_back(club: Starlette, service: Service) -> None:
    _, ada = member(club, service, "Ada")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada)
    visitor = Browser(club)
    link = service.tables.table(table, actor=ada).invitation
    answer = visitor.get(f"/join/{link}", follow_redirects=False)
    assert answer.headers["location"] == f"/sign-in?next=/tables/{table}"
    assert visitor.get(f"/tables/{table}").status_code == 200
    assert visitor.get("/join/guess").status_code == 404


@pytest.mark.parametrize("deed", ["arrange", "start", "close", "join", "leave", "rename", "put-away"])
def test_a_stranger_finds_no_private_table(club: Starlette, service: Service, deed: str) -> None:
    _, ada = member(club, service, "Ada")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada)
    eve, _ = member(club, service, "Eve")
    for browser in (eve, Browser(club)):
        assert browser.get(f"/tables/{table}").status_code == 404
        answer = browser.submit(f"/tables/{table}/{deed}.json", {"seat": "1", "name": "Eve", "kind": "bot"})
        assert answer.json()["error"]["code"] == "unknown-table"
    assert service.tables.table(table, actor=ada).seats[1].kind == "free"


@pytest.mark.parametrize("deed", ["arrange", "start", "close"])
def test_at_an_open_table_only_the_owner_arranges(club: Starlette, service: Service, deed: str) -> None:
    _, ada = member(club, service, "Ada")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada, visibility="open")
    eve, _ = member(club, service, "Eve")
    page = eve.get(f"/tables/{table}").text
    assert "/arrange" not in page and "/close" not in page and "/join/" not in page
    answer = eve.submit(f"/tables/{table}/{deed}", {"seat": "1", "kind": "bot"})
    assert answer.status_code == 403 and "Only the one who set the table up" in said(answer)


def test_the_owner_arranges_the_seats(club: Starlette, service: Service) -> None:
    ada, who = member(club, service, "Ada")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=who)
    for kind in ("bot", "screen", "free", "bot"):
        ada.submit(f"/tables/{table}/arrange", {"seat": "1", "kind": kind})
        assert service.tables.table(table, actor=who).seats[1].kind == kind
    assert len(set(service.tables.table(table, actor=who).players)) == 3


def test_who_stands_up_from_a_private_table_is_back_in_the_lobby(club: Starlette, service: Service) -> None:
    _, ada = member(club, service, "Ada")
    bo, bo_who = member(club, service, "Bo")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada)
    invited = Actor(account=bo_who.account, invitation=service.tables.table(table, actor=ada).invitation)
    service.seats.join(table, 1, "Bo", actor=invited)
    assert bo.submit(f"/tables/{table}/leave", {"seat": "1"}).url.path == "/"
    assert service.tables.table(table, actor=ada).seats[1].kind == "free"


def test_two_people_race_for_one_seat(club: Starlette, service: Service) -> None:
    _, ada = member(club, service, "Ada")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada, visibility="open")
    racers = [member(club, service, name)[0] for name in ("Bo", "Cy")]
    tokens = [racer.csrf for racer in racers]

    def sit(number: int) -> int:
        form = {"csrf": tokens[number], "seat": "1", "name": ("Bo", "Cy")[number]}
        return int(racers[number].post(f"/tables/{table}/join.json", data=form).status_code)

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(sit, (0, 1))) == [200, 422]
    assert service.tables.table(table, actor=ada).seats[1].name in ("Bo", "Cy")


def test_a_closed_table_is_over_before_it_began(club: Starlette, service: Service) -> None:
    ada, who = member(club, service, "Ada")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=who, visibility="open")
    ada.submit(f"/tables/{table}/close")
    page = ada.get(f"/tables/{table}").text
    assert "closed before the game began" in page and "Sit down" not in page
    bo, _ = member(club, service, "Bo")
    assert bo.submit(f"/tables/{table}/join.json", {"seat": "1", "name": "Bo"}).json()["error"]["code"] == "closed"
    assert bo.get("/lobby.json").json()["open_tables"] == []
    assert ada.get("/lobby.json").json()["games"][0]["state"] == "closed"


def test_names_are_escaped_wherever_they_stand(club: Starlette, service: Service) -> None:
    ada, who = member(club, service, "Ada")
    evil = "<img src=x onerror=alert(1)>"
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=who, options={"name": evil})
    service.seats.rename(table, 0, evil, actor=who)
    for address in ("/", f"/tables/{table}"):
        page = ada.get(address).text
        assert "<img" not in page and "&lt;img" in page


# Seats that change hands


def test_a_seat_is_given_up_offered_and_taken_over(club: Starlette, service: Service) -> None:
    ada, who = member(club, service, "Ada")
    bo, bo_who = member(club, service, "Bo")
    cy, cy_who = member(club, service, "Cy")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=who, visibility="open")
    service.seats.join(table, 1, "Bo", actor=bo_who)
    service.tables.start(table, actor=who)
    assert f"/tables/{table}/replace" in bo.get(f"/tables/{table}/seats").text
    assert ada.submit(f"/tables/{table}/replace.json", {"seat": "1"}).status_code == 403
    assert bo.submit(f"/tables/{table}/replace.json", {"seat": "1"}).json()["seats"][1]["kind"] == "bot"
    assert cy.submit(f"/tables/{table}/take-over.json", {"seat": "1"}).json()["error"]["code"] == "seat-taken"
    assert not any(row["may_take_over"] for row in cy.get(f"/tables/{table}/seats.json").json()["seats"])
    assert ada.submit(f"/tables/{table}/offer", {"seat": "1"}).url.path == f"/tables/{table}/seats"
    assert cy.get(f"/tables/{table}/seats.json").json()["seats"][1]["may_take_over"]
    assert cy.submit(f"/tables/{table}/take-over.json", {"seat": "1"}).status_code == 200
    seat = service.tables.table(table, actor=who).seats[1]
    assert (seat.name, seat.account) == ("Bo", cy_who.account)


def test_those_who_stay_let_a_bot_go_on_for_a_closed_account(club: Starlette, service: Service) -> None:
    ada, who = member(club, service, "Ada")
    _, bo_who = member(club, service, "Bo")
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=who, visibility="open")
    service.seats.join(table, 1, "Bo", actor=bo_who)
    service.tables.start(table, actor=who)
    assert bo_who.account is not None
    service.accounts.close_account(bo_who.account)
    assert "account closed" in ada.get(f"/tables/{table}/seats").text
    page = ada.submit(f"/tables/{table}/replace", {"seat": "1"})
    assert page.status_code == 200 and "account closed" not in page.text
    assert ada.submit(f"/tables/{table}/replace", {"seat": "1"}).status_code == 422


# Bringing a game


def bring(browser: Browser, data: bytes, address: str = "/tables/bring.json") -> Response:
    """Upload a file."""
    files = {"file": ("game.json", data, "application/json")}
    answer: Response = browser.post(address, data={"csrf": browser.csrf, "name": "Brought"}, files=files)
    return answer


def test_a_game_of_ours_becomes_a_table(browser: Browser, service: Service, me: Actor) -> None:
    table = table_of(service, me)
    play_some(service, table, me, 70)
    file = service.games.export(table, actor=me)
    brought = bring(browser, json.dumps(file).encode()).json()["table"]
    assert service.games.game(brought, actor=me).position.cash == service.games.game(table, actor=me).position.cash
    assert service.games.verify(brought) == 71
    assert [line.who for line in service.history.line(brought, actor=me)] == [
        line.who for line in service.history.line(table, actor=me)
    ]
    assert service.tables.table(brought, actor=me).name == "Brought"


def test_what_is_no_game_is_refused_in_words(browser: Browser, service: Service, me: Actor) -> None:
    for data in (b"", b"hello", b"{}", b'{"format": "stellwerk-game", "title": "1830", "players": ["A"]}'):
        answer = bring(browser, data, "/tables/bring")
        assert answer.status_code == 400 and said(answer)
    assert "Choose the file" in said(browser.submit("/tables/bring", {}))
    assert service.tables.tables_of(actor=me) == []
