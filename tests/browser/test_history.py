"""Undo, old positions and private copies, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

STOCK, TRACK = 9, 34
"""Into the recorded 18CZ game: in the first stock round; a company builds in the first operating round."""


@pytest.fixture
def pair(club: Server, visit: Visit) -> tuple[Page, Page]:
    """Ada and Bo, signed in."""
    pages = visit(club), visit(club)
    for page, name in zip(pages, ("Ada", "Bo"), strict=True):
        kit.sign_up(page, name)
    return pages


def test_ones_own_turn_is_undone_freely_and_stays_in_the_log(local: Server, visit: Visit) -> None:
    page = visit(local)
    table = local.recorded("18CZ", STOCK, local.me)
    kit.open_table(page, table)
    before = local.service.games.game(table, actor=local.me).position
    kit.pass_turn(page)

    kit.confirm(page, page.locator("#undo"))

    assert local.service.games.game(table, actor=local.me).position == before
    branch = page.locator("#log-lines details.branch").first
    branch.locator("summary").click()
    expect(branch).to_contain_text(re.compile("pass", re.IGNORECASE))
    kit.confirm(page, page.locator("#redo"))
    assert local.service.games.game(table, actor=local.me).position != before


def test_beyond_ones_turn_the_other_is_asked(club: Server, pair: tuple[Page, Page]) -> None:
    ada, bo = pair
    table = club.recorded("18CZ", 5, club.person("Ada"), club.person("Bo"))
    for page in pair:
        kit.open_table(page, table)
    mover, other = (ada, bo) if ada.locator("#now[data-mine=yes]").count() else (bo, ada)
    before = kit.at(mover)
    kit.pass_turn(mover)
    kit.wait_past(other, before)
    if other.locator("#now[data-mine=yes]").count():
        kit.pass_turn(other)

    _ask(mover, other, "Decline")
    assert club.number(table, club.person("Ada")) == kit.at(mover)
    _ask(mover, other, "Agree")

    kit.wait_past(mover, before + 2)
    for page in pair:
        expect(page.locator("#asking")).to_have_count(0)
        expect(page.locator("#log-lines details.branch").first).to_be_attached()
    assert club.service.games.game(table, actor=club.person("Ada")).position == (
        club.service.games.game(table, before, actor=club.person("Ada")).position
    )


def _ask(mover: Page, other: Page, answer: str) -> None:
    """Ask to undo; the other answers."""
    expect(mover.locator("#undo")).to_contain_text("Ask")
    mover.locator("#undo").click()
    expect(mover.locator("#asking")).to_contain_text("Waiting for")
    expect(other.locator("#asking")).to_be_visible()
    other.get_by_role("button", name=answer).click()
    expect(other.locator("#asking")).to_have_count(0)
    expect(mover.locator("#asking")).to_have_count(0)


def test_one_travels_in_time_by_buttons_keys_and_the_line(local: Server, visit: Visit) -> None:
    page = visit(local)
    table = local.recorded("18CZ", TRACK, local.me)
    kit.open_table(page, table)
    live = kit.at(page)

    page.locator("#back").click()
    _is_old(page, table, live - 1)
    page.keyboard.press(",")
    _is_old(page, table, live - 2)
    page.keyboard.press(".")
    _is_old(page, table, live - 1)
    page.locator("#scrub summary").click()
    page.locator("#scrub-range").fill("3")
    _is_old(page, table, 4)
    page.go_back()
    _is_old(page, table, live - 1)
    page.keyboard.press("Escape")  # closes the line
    page.locator("#to-live").click()

    expect(page.locator("main.live")).to_be_attached()
    expect(page.locator("#old")).to_have_count(0)
    expect(page.locator("#action [data-pick]").first).to_be_visible()
    assert local.number(table, local.me) == live


def _shown(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-at") or -1)


def _is_old(page: Page, table: int, number: int) -> None:
    """The page shows an old position, says so, and lets nobody play."""
    page.wait_for_url(re.compile(rf"/tables/{table}/at/{number}$"))
    expect(page.locator("main.old")).to_be_attached()
    expect(page.locator("#old")).to_be_visible()
    expect(page.locator(".stamp")).to_be_visible()
    expect(page.locator("#action form[data-play], #tileform")).to_have_count(0)
    expect(page.locator("#old")).to_contain_text(str(number))


def test_the_link_of_a_position_opens_it(local: Server, visit: Visit) -> None:
    page, other = visit(local), visit(local)
    table = local.recorded("18CZ", TRACK, local.me)
    kit.open_table(page, table)
    page.locator("#back").click()
    page.wait_for_url(re.compile("/at/"))
    page.locator("#scrub summary").click()
    link = page.locator("#here").input_value()

    other.goto(link)

    _is_old(other, table, _shown(page))
    assert other.locator("#log-lines").inner_text() == page.locator("#log-lines").inner_text()


def test_a_copy_is_played_undone_exported_and_dropped_and_the_game_stays(local: Server, visit: Visit) -> None:
    page = visit(local)
    table = local.recorded("18CZ", STOCK, local.me)
    kit.open_table(page, table)
    before = local.number(table, local.me)

    page.keyboard.press("w")
    page.wait_for_url(re.compile(r"/what-ifs/\d+$"))
    expect(page.locator("#what-if")).to_be_visible()
    expect(page.locator(".turnbar.whatif")).to_be_visible()
    begun = kit.at(page)
    kit.pass_turn(page)
    kit.pass_turn(page)
    page.locator("#undo").click()
    page.wait_for_function("n => Number(document.getElementById('now').dataset.at) === n", arg=begun + 1)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export").click()
    assert saved.value.suggested_filename.endswith(".json")
    assert saved.value.failure() is None
    page.get_by_role("button", name="Drop copy").click()

    assert kit.table_in(page) == table
    assert local.number(table, local.me) == before
    assert local.service.overviews.copies(actor=local.me) == []
