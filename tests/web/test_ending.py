"""The end of a game: scoring that sums up, worth and revenue round by round, downloads, permission."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from starlette.applications import Starlette
from tests.web.webkit import Browser, app_on, play_some, table_of

from stellwerk.game import Game
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.view.ending.game_timeline import GameTimeline, course_of
from stellwerk.table.view.ending.plots import PlotLine, line_plot
from stellwerk.table.view.ending.scoring import score_rows
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of, titles

RECORDED = sorted((Path(__file__).parents[1] / "games").glob("*.json"))
"""Whole games of both titles, played by chance."""


class Recorded(NamedTuple):
    """A recorded game, played again."""

    data: dict[str, Any]
    course: GameTimeline
    game: Game


@pytest.fixture(scope="module", params=RECORDED, ids=lambda path: path.stem)
def played(request: pytest.FixtureRequest) -> Recorded:
    data = json.loads(request.param.read_text(encoding="utf-8"))
    rules = rules_of(data["title"], data["variant"], data["rules"], edition=data.get("edition", 1))
    start = Game(rules, rules.new_position(data["players"], data["seed"]), draws=False).start
    course, game = course_of(start, rules, [rules.shapes.actions.decode(action) for action in data["actions"]])
    return Recorded(data, course, game)


def test_every_title_is_among_the_recorded_games() -> None:
    assert {path.stem.split("-")[0] for path in RECORDED} == set(titles())


def test_a_course_ends_where_the_game_ended(played: Recorded) -> None:
    assert played.game.position.hash() == played.data["hashes"][-1]
    assert played.course.over and played.game.position.result is not None


def test_the_parts_of_the_scoring_sum_to_the_result(played: Recorded) -> None:
    position, register = played.game.position, played.game.rules.register
    *parts, total = score_rows(played.game.rules, position, Speech("en"))
    assert dict(zip(position.players, total.amounts, strict=True)) == position.result
    for place in range(len(position.players)):
        assert sum(row.amounts[place] for row in parts) == total.amounts[place]
    assert "other" not in {row.kind for row in parts}
    for row in parts:
        if row.kind == "holding":
            held = [register.percent(position, row.company, player) for player in position.players]
            assert list(row.amounts) == [register.shares(row.company, percent) * (row.each or 0) for percent in held]


def test_the_rounds_lead_from_the_starting_cash_to_the_result(played: Recorded) -> None:
    course, position = played.course, played.game.position
    cash = played.game.rules.figures.starting_cash[str(len(position.players))]
    assert {entry.worth for entry in course.start} == {cash}
    assert {entry.player: entry.worth for entry in course.rounds[-1].players} == position.result
    labels = [record.label for record in course.rounds]
    assert len(labels) == len(set(labels)) and all(
        len(record.players) == len(position.players) for record in course.rounds
    )
    assert all(before.last <= after.last for before, after in pairwise(course.rounds))


def test_revenue_and_moves_are_those_of_the_actions(played: Recorded) -> None:
    told = sum(entry.revenue for record in played.course.rounds for entry in record.companies)
    claimed = sum(action.get("revenue", 0) for action in played.data["actions"] if action["type"] == "run")
    assert told == claimed or (played.game.rules.receivership and told > claimed)
    assert played.course.moves == sum(action["type"] != "draw" for action in played.data["actions"])


@pytest.fixture
def over(service: Service, me: Actor) -> int:
    """A table whose game is over."""
    shortest = min(RECORDED, key=lambda path: path.stat().st_size)
    return service.game_import.import_table(shortest.read_bytes(), actor=me)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_end_page_and_all_its_downloads(over: int, browser: Browser, service: Service, me: Actor) -> None:
    base = f"/tables/{over}/end"
    result: dict[str, int] = dict(service.games.game(over, actor=me).position.result or {})
    twin: dict[str, Any] = browser.get(f"{base}.json").json()
    assert {rank["player"]: rank["worth"] for rank in twin["ranking"]} == result
    best = max(result, key=lambda player: result[player])
    page = browser.get(base).text
    assert f"<h1>{best} wins</h1>" in page and 'class="worth"' in page and "The same as figures" in page
    rows = rows_of(browser.get(f"{base}.csv").text)
    assert len(rows) == len(result) * len(twin["rounds"])
    last = {row["player"]: int(row["worth"]) for row in rows[-len(result) :]}
    assert last == result
    revenue = rows_of(browser.get(f"{base}/revenue.csv").text)
    assert sum(int(row["revenue"]) for row in revenue) == sum(row["total"] for row in twin["revenue"])
    assert ElementTree.fromstring(browser.get(f"{base}/board.svg").text).tag.endswith("svg")
    game = browser.get(f"{base}/game.json").json()
    assert game["format"] == "stellwerk-game" and len(game["actions"]) == service.games.head(over, actor=me).number
    assert " style=" not in page and "<script>" not in page


def test_a_running_game_shows_how_it_stands_but_no_seed(
    app: Starlette, browser: Browser, service: Service, me: Actor
) -> None:
    table = table_of(service, me, seed=987654321)
    play_some(service, table, me, 40)
    page, twin = browser.get(f"/tables/{table}/end"), browser.get(f"/tables/{table}/end.json")
    assert "Not over yet" in page.text and not twin.json()["over"]
    assert "987654321" not in page.text + twin.text
    refused = browser.get(f"/tables/{table}/end/game.json")
    assert refused.status_code == 422 and refused.json()["error"]["code"] == "not-over"
    play_some(service, table, me, 1)
    assert browser.get(f"/tables/{table}/end.json").json()["moves"] == twin.json()["moves"] + 1


def test_a_game_that_has_only_begun_has_a_page(app: Starlette, browser: Browser, service: Service, me: Actor) -> None:
    table = table_of(service, me, "18Rhl")
    assert browser.get(f"/tables/{table}/end").status_code == 200


def test_a_table_that_waits_or_is_not_there_is_answered_in_words(browser: Browser, service: Service, me: Actor) -> None:
    seats = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]
    table = service.tables.create_table("18CZ", seats, actor=me)
    assert browser.get(f"/tables/{table}/end").status_code == 422
    assert browser.get("/tables/4711/end").status_code == 404


def test_strangers_see_nothing_of_a_private_game(service: Service) -> None:
    club = app_on(service, local=False)
    owner = Actor(account=service.accounts.open_account("Owner").id)
    table = table_of(service, owner, visibility="private")
    stranger = Browser(club)
    for end in ("", ".json", ".csv", "/revenue.csv", "/board.svg", "/game.json"):
        assert stranger.get(f"/tables/{table}/end{end}").status_code in (403, 404)


def test_names_that_look_like_formulas_are_defused_in_files() -> None:
    from stellwerk.table.view.ending.ending_page import _write_csv

    assert _write_csv(("player",), [("=1+1",), ("Bo",), (-5,)]) == "player\r\n'=1+1\r\nBo\r\n-5\r\n"


def test_a_plot_escapes_names_and_keeps_them_apart() -> None:
    lines = [PlotLine(f"<b>{i}", (0, 100)) for i in range(6)]
    picture = line_plot(("start", "1.1"), lines, "Worth")
    root = ElementTree.fromstring(picture)
    names = [element for element in root if "worth-name" in element.get("class", "")]
    heights = sorted(float(name.get("y", "0")) for name in names)
    assert len(names) == 6 and all(b - a >= 15 for a, b in pairwise(heights))
    assert len({element.get("class") for element in root if "worth-line" in element.get("class", "")}) == 6


def test_a_plot_of_equal_or_negative_values_can_be_drawn() -> None:
    for values in ((0, 0), (-50, -100), (7,), (10**9, 0)):
        columns = [str(i) for i in range(len(values))]
        assert "NaN" not in line_plot(columns, [PlotLine("Ada", values)], "Worth")
