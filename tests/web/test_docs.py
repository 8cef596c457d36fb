"""The page about the web says what is so: every address, every record, and its example."""

from __future__ import annotations

import doctest
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from tests.web.webkit import Browser

from stellwerk.table.db.store import BUSY_SECONDS
from stellwerk.table.live.background_player import Runner
from stellwerk.table.view.title.fact_lines import CHAPTERS
from stellwerk.table.web import connections
from stellwerk.table.web.connections import HEADER_SECONDS, MOST_FILES, READING_SECONDS, RESERVED_FILES
from stellwerk.table.web.guard import FORM_BYTES, UPLOAD_BYTES
from stellwerk.table.web.limits import RATES, Rate
from stellwerk.table.web.pages.stopped import PAGE as LOG_PAGE
from stellwerk.table.web.refusal_replies import STATUS
from stellwerk.table.web.streams import PER_ACCOUNT, PER_ADDRESS, VISITORS_PER_ADDRESS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "web.md"
TEXT = PAGE.read_text(encoding="utf-8")
ROW = re.compile(r"^\| (GET|POST) \| `([^`]+)` \| (yes|no|named) \|", re.MULTILINE)


def plain(path: str) -> str:
    """An address without the kinds of its blanks."""
    return re.sub(r"\{(\w+):\w+\}", r"{\1}", path)


def served(app: Starlette) -> set[tuple[str, str]]:
    """What the application answers to."""
    found = set()
    for route in app.routes:
        if isinstance(route, Route):
            found |= {(method, plain(route.path)) for method in (route.methods or ()) if method != "HEAD"}
        else:
            assert isinstance(route, Mount) and route.path == "/static" and "`/static/`" in TEXT
    return found


def told() -> set[tuple[str, str]]:
    """What the page says it answers to."""
    found = set()
    for method, path, twin in ROW.findall(TEXT):
        found.add((method, path))
        if twin == "yes":
            found.add((method, f"{path}.json"))
    return found


def test_every_address_is_on_the_page_and_every_address_of_the_page_is_there(app: Starlette) -> None:
    assert served(app) - told() == set(), "not on the page"
    assert told() - served(app) == set(), "on the page, but not there"


def test_no_address_is_told_twice() -> None:
    rows = [(method, path) for method, path, _ in ROW.findall(TEXT)]
    assert len(rows) == len(set(rows))


def test_the_example_of_the_page_is_so() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 25 and result.failed == 0


def records() -> dict[str, set[str]]:
    """The fields the page tells of each record: the names at the beginning of its list's lines."""
    found: dict[str, set[str]] = {}
    for part in TEXT.partition("\n## Records\n")[2].split("\n### ")[1:]:
        lines = re.findall(r"^- ([^:]+):", part, re.MULTILINE)
        found[part.split("`")[1]] = {name for line in lines for name in re.findall(r"`(\w+)`", line)}
    return found


@pytest.fixture
def table(browser: Browser) -> int:
    wish = {"title": "18CZ", "players": "3", "seat0-kind": "account", "seat1-kind": "screen", "seat2-kind": "screen"}
    answer: dict[str, Any] = browser.submit("/tables/new.json", wish).json()
    return int(answer["table"])


@pytest.mark.parametrize("address", sorted(records()))
def test_the_fields_of_every_record_are_on_the_page(address: str, browser: Browser, table: int) -> None:
    asked = address.format(table=table, hex="E11", title="18CZ")
    assert set(browser.get(asked).json()) == records()[address]


def test_every_twin_of_a_page_has_its_record_on_the_page() -> None:
    known = set(records())
    alike = re.compile(r"/at/\{number\}|^/what-ifs/|^/sign-|^/account")
    pages = {f"{path}.json" for method, path, twin in ROW.findall(TEXT) if method == "GET" and twin in ("yes", "named")}
    assert {page for page in pages if not alike.search(page)} <= known


def test_limits_and_statuses_are_those_of_the_program() -> None:
    assert f"{FORM_BYTES // 1024} KB" in TEXT and f"{UPLOAD_BYTES // 1024**2} MB" in TEXT
    signing_in = {"sign-in": Rate(10, 60), "sign-in-address": Rate(30, 60), "sign-in-name": Rate(100, 60)}
    assert {**signing_in, "sign-up": Rate(5, 3600), "move": Rate(20, 1), "post": Rate(10, 1)} == RATES
    assert "10 a minute for a name from one address" in TEXT and "30 a minute for an address, 100 for a name" in TEXT
    assert "20 a second" in TEXT and "10 a second" in TEXT and "5 an hour" in TEXT
    assert f"{PER_ACCOUNT} for an account, {PER_ADDRESS} for an address, {VISITORS_PER_ADDRESS} of them without" in TEXT
    assert f"{connections.PER_ADDRESS} for an address; the head of a request within {HEADER_SECONDS:.0f} sec" in TEXT
    assert f"after {READING_SECONDS:.0f} seconds" in TEXT and f"keeps\n{RESERVED_FILES} for itself" in TEXT
    assert f"longer than {BUSY_SECONDS} seconds" in TEXT and f"{MOST_FILES:,} at most" in TEXT
    assert f"pages of {LOG_PAGE} entries" in TEXT
    for code, status in STATUS.items():
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| {status} "))
        assert f"`{code}`" in row


def test_every_figure_is_on_the_page(app: Starlette) -> None:
    Browser(app).get("/settings")
    app.state.site.runner = Runner(app.state.site.service, app.state.site.settings)
    names = {metric.name for metric in app.state.site.figures.registry.collect()}
    for name in names:
        told = "process_" if name.startswith("process_") else name
        assert told in TEXT, name


def test_the_chapters_of_fact_sheets_have_names_of_their_own() -> None:
    keys = [chapter.key for chapter in CHAPTERS]
    assert len(keys) == len(set(keys))
