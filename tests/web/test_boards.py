"""Own boards: the page, checks of good, wrong and hostile files, the normal form."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.webkit import Browser

from stellwerk.board.check import sound_part
from stellwerk.table.custom_boards.board_fields import MEANINGS
from stellwerk.table.custom_boards.board_page import RECORDS, boards_page, check_board, example_file
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of, titles

TITLE = "18CZ"
DOCS = Path(__file__).resolve().parents[2] / "docs" / "own-boards.md"


def board() -> dict[str, Any]:
    """A good board as plain data."""
    data: dict[str, Any] = json.loads(example_file(rules_of(TITLE)))["board"]
    return data


def at(data: dict[str, Any], name: str) -> dict[str, Any]:
    """A hex of it."""
    return next(hex for hex in data["hexes"] if hex["at"] == name)


def send(browser: Browser, content: bytes, address: str = "/boards", title: str = TITLE) -> Any:
    """Upload a file, as the form does."""
    files = {"board": ("board.json", content, "application/json")}
    return browser.post(address, data={"csrf": browser.csrf, "title": title}, files=files)


@pytest.mark.parametrize("title", titles())
def test_the_boards_of_the_titles_are_good_and_their_normal_form_stays(title: str) -> None:
    rules = rules_of(title)
    text = example_file(rules)
    report = check_board(text)
    assert report.problems == () and report.good
    assert report.normal == text
    assert set(report.pictures) == {"board", "chart", "tiles"}
    assert all(picture.startswith("<svg") for picture in report.pictures.values())
    assert sound_part(rules.board.figure, ()).hexes == rules.board.figure.hexes


def wrong_side(data: dict[str, Any]) -> None:
    at(data, "A9")["towns"] = [{"exits": [7]}]


def off_the_board(data: dict[str, Any]) -> None:
    at(data, "A11").update(color="yellow", track=[[0, 2]])


def against_a_wall(data: dict[str, Any]) -> None:
    at(data, "D0")["towns"] = [{"exits": [5]}]
    at(data, "E1").update(color="gray", towns=[])


def unknown_home(data: dict[str, Any]) -> None:
    at(data, "D4")["home"] = [{"company": "XYZ"}]


def no_such_city(data: dict[str, Any]) -> None:
    at(data, "D4")["home"] = [{"company": "EKJ", "city": 3}]


def unknown_letters(data: dict[str, Any]) -> None:
    at(data, "B12")["label"] = "ZZ"


def twice(data: dict[str, Any]) -> None:
    data["hexes"].append({"at": "A9"})


def alone(data: dict[str, Any]) -> None:
    data["hexes"].append({"at": "Z98"})


def off_the_grid(data: dict[str, Any]) -> None:
    data["hexes"].append({"at": "A10"})


def slip_of_the_pen(data: dict[str, Any]) -> None:
    at(data, "A9")["citys"] = []


def missing_home(data: dict[str, Any]) -> None:
    data["hexes"].remove(at(data, "D4"))


def unknown_color(data: dict[str, Any]) -> None:
    at(data, "A9")["color"] = "pink"


def bad_link(data: dict[str, Any]) -> None:
    at(data, "A9")["links"] = [{"from": "city0", "to": "town9"}]


def too_many_towns(data: dict[str, Any]) -> None:
    at(data, "A9")["towns"] = [{}] * 4


def a_crowd(data: dict[str, Any]) -> None:
    at(data, "A9")["towns"] = [{}] * 5


@pytest.mark.parametrize(
    ("change", "hex", "code"),
    [
        (wrong_side, "A9", "side"),
        (off_the_board, "A11", "rim"),
        (against_a_wall, "D0", "meet"),
        (unknown_home, "D4", "home"),
        (no_such_city, "D4", "home"),
        (unknown_letters, "B12", "letters"),
        (twice, "A9", "twice"),
        (alone, "Z98", "alone"),
        (off_the_grid, "A10", "grid"),
        (slip_of_the_pen, "A9", "field"),
        (missing_home, "D4", "home"),
        (unknown_color, "A9", "color"),
        (bad_link, "A9", "link"),
        (too_many_towns, "A9", "tile"),
        (a_crowd, "A9", "crowd"),
    ],
)
def test_a_mistake_is_told_by_its_hex_in_a_sentence(change: Callable[[Any], None], hex: str, code: str) -> None:
    data = copy.deepcopy(board())
    change(data)
    report = check_board(json.dumps(data), TITLE)
    found = [problem for problem in report.problems if (problem.at, problem.code) == (hex, code)]
    assert found, report.problems
    assert not report.good and not report.normal
    assert found[0].sentence.endswith(".") and len(found[0].sentence) < 300


HOSTILE = {
    "empty": b"",
    "huge": b"[" + b"1," * 600_000 + b"1]",
    "deep": b"[" * 200_000,
    "deep object": b'{"layout":' * 50_000,
    "no text": b"\xff\xfe\x00",
    "a number": b"7",
    "null": b"null",
    "wrong types": b'{"layout": 7, "hexes": "many"}',
    "hexes of nothing": b'{"layout": "pointy", "hexes": [null, 1]}',
    "no hexes": b'{"layout": "pointy", "hexes": []}',
    "thousands": json.dumps({"layout": "pointy", "hexes": [{"at": "A1"}] * 20_000}).encode(),
    "strange names": '{"layout": "pointy", "hexes": [{"at": "Ä1"}, {"at": ""}, {"at": "A\\u0000"}]}'.encode(),
    "huge numbers": b'{"layout": "pointy", "hexes": [{"at": "A1", "cities": [{"slots": 1e99}]}, {"at": "A3"}]}',
    "long numbers": b'{"layout": "pointy", "hexes": [{"at": "A1", "towns": [{"revenue": %s}]}, {"at": "A3"}]}'
    % (b"9" * 400),
    "many slots": b'{"layout": "pointy", "hexes": [{"at": "A1", "cities": [{"slots": 999999}]}, {"at": "A3"}]}',
    "odd layout": b'{"layout": "<b>", "hexes": [{"at": "A1"}, {"at": "A3"}]}',
    "a script": json.dumps(
        {"layout": "pointy", "hexes": [{"at": "A1", "name": "<script>alert(1)</script>"}, {"at": "<img onerror=x>"}]}
    ).encode(),
    "odd revenue": b'{"layout": "pointy", "hexes": [{"at": "A1", "towns": [{"revenue": {}}]}, {"at": "A3"}]}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_answered_in_sentences(name: str, browser: Browser) -> None:
    got = send(browser, HOSTILE[name], "/boards.json")
    assert got.status_code == 422, got.text[:200]
    problems = got.json()["report"]["problems"]
    assert problems and all(problem["sentence"].endswith(".") for problem in problems)
    page = send(browser, HOSTILE[name])
    assert page.status_code == 200 and 'role="alert"' in page.text
    assert "<script>alert" not in page.text and "<img onerror" not in page.text


NAMES = [f"{row}{number}" for row in "ACEGIKMOQSUW" for number in range(1, 99, 2)][:580]
WORST = {
    "strange names": [{"at": f"A{i}", "x": 1} for i in range(40_000)],
    "many stops": [{"at": at, "cities": [{"slots": 6}] * 6, "towns": [{}] * 6} for at in NAMES],
    "crowds": [
        {"at": at, "cities": [{"slots": 6, "exits": [(i + j) % 6, (2 * i + j + 3) % 6]} for j in range(4)]}
        for i, at in enumerate(NAMES)
    ],
    "crowds of small cities": [
        {
            "at": at,
            "cities": [{"slots": 2, "exits": [(i + j) % 6, (i // 6 + j + 3) % 6][: 1 + (i + j) % 2]} for j in range(4)],
        }
        for i, at in enumerate(NAMES)
    ],
    "much track": [{"at": at, "track": [[0, 1]] * 60} for at in NAMES],
}


@pytest.mark.parametrize("name", WORST)
def test_the_worst_files_take_no_longer_than_a_moment(name: str) -> None:
    text = json.dumps({"layout": "pointy", "hexes": WORST[name]})
    began = time.process_time()
    assert not check_board(text, TITLE).good
    assert time.process_time() - began < 8


def test_a_file_beyond_all_limits_is_refused_before_it_is_read(browser: Browser) -> None:
    assert send(browser, b" " * 3_000_000, "/boards.json").status_code == 413


def test_a_form_without_a_file_or_title_is_answered(browser: Browser) -> None:
    assert browser.submit("/boards.json", {"title": TITLE}).status_code == 422
    assert browser.submit("/boards.json", {"title": "nothing"}).status_code == 404
    assert browser.post("/boards", data={"title": TITLE}).status_code == 403


def test_a_script_in_a_name_is_only_text_in_the_picture(browser: Browser) -> None:
    data = board()
    at(data, "B12")["name"] = "<script>alert(1)</script>"
    page = send(browser, json.dumps(data).encode())
    assert "&lt;script&gt;" in page.text and "<script>alert" not in page.text


def test_a_good_file_can_be_kept_in_normal_form(browser: Browser) -> None:
    example = browser.get(f"/boards/example.json?title={TITLE}")
    assert "attachment" in example.headers["content-disposition"]
    page = send(browser, example.content)
    assert page.status_code == 200 and "The file is good" in page.text and "<svg" in page.text
    mixed = json.loads(example.content)
    mixed["board"]["hexes"].reverse()
    normal = send(browser, json.dumps(mixed).encode(), "/boards/normal.json")
    assert normal.status_code == 200 and normal.text == example.text
    assert send(browser, b"{}", "/boards/normal.json").status_code == 400


def test_the_page_and_its_twin_tell_sources_and_format(browser: Browser) -> None:
    page, twin = browser.get("/boards").text, browser.get("/boards.json").json()
    assert [title["title"] for title in twin["titles"]] == list(titles())
    assert all(f"/titles/{title}" in page for title in titles())
    assert {record["name"] for record in twin["format"]} == set(RECORDS)


def test_every_field_of_the_format_is_told_on_the_page_and_in_the_docs() -> None:
    docs = DOCS.read_text(encoding="utf-8")
    for record in boards_page(Speech("en")).format:
        for field in record.fields:
            assert field.meaning, (record.name, field.name)
            assert f"| `{field.name}` | " in docs
    known = {f"{record.name}.{field.name}" for record in boards_page(Speech("en")).format for field in record.fields}
    assert set(MEANINGS) == known
