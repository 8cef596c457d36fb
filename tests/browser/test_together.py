"""Two people at one table, each with a browser of his own."""

from __future__ import annotations

import time
from statistics import median

import pytest
from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

SEEN_WITHIN = 1.5
"""Seconds until the other sees a move, at the median: the machine may be busy with other tests."""
OFFER_TO_COME = 47
"""So many actions into the recorded 18CZ game, BCB (Bo) can buy a train of VBW (Cy)."""


@pytest.fixture
def pair(club: Server, visit: Visit) -> tuple[Page, Page]:
    """Ada and Bo, signed in."""
    pages = visit(club), visit(club)
    for page, name in zip(pages, ("Ada", "Bo"), strict=True):
        kit.sign_up(page, name)
    return pages


def test_an_invitation_brings_two_together_and_they_see_each_other_move(pair: tuple[Page, Page]) -> None:
    ada, bo = pair
    _sit_down_by_invitation(ada, bo)

    movers, waits = [], []
    for _ in range(5):
        mover, watcher = (ada, bo) if _decides(ada) else (bo, ada)
        kit.wait_for_turn(mover)
        before = kit.at(watcher)
        kit.pass_turn(mover)
        moved = time.perf_counter()
        kit.wait_past(watcher, before)
        waits.append(time.perf_counter() - moved)
        assert kit.at(mover) == kit.at(watcher)
        movers.append(mover)
    assert len(set(movers)) == 2, "both have moved"
    assert median(waits) < SEEN_WITHIN


def _decides(page: Page) -> bool:
    return page.locator("#now[data-mine=yes]").count() == 1


def _sit_down_by_invitation(ada: Page, bo: Page) -> None:
    """Ada opens a table with a free seat and sends the link; Bo follows it; the game begins."""
    ada.goto("/tables/new")
    for choose in (
        lambda: ada.locator("label:has(#players-3)").click(),
        lambda: ada.locator("#seat1-kind").select_option("free"),
        lambda: ada.locator("#seat2-kind").select_option("screen"),
    ):
        before = kit.settled(ada)
        choose()
        kit.wait_settled(ada, before)
    ada.get_by_role("button", name="Open the table and invite").click()
    kit.table_in(ada)
    bo.goto(ada.locator("#link").input_value())
    bo.get_by_role("button", name="Sit down here").click()
    expect(bo.locator(".room-seats .mine")).to_contain_text("Bo")
    ada.get_by_role("button", name="Start 18CZ for 3").click()
    expect(ada.locator("#action")).to_be_visible()
    expect(bo.locator("#action")).to_be_visible()  # the waiting room noticed by itself


def test_who_was_cut_off_misses_nothing(club: Server, pair: tuple[Page, Page]) -> None:
    ada, bo = pair
    table = club.recorded("18CZ", 9, club.person("Ada"), club.person("Bo"), club.person("Ada"))
    for page in pair:
        kit.open_table(page, table)
    first = kit.at(bo)

    bo.context.set_offline(True)
    expect(bo.locator("#offline")).to_be_visible()
    while _decides(ada) and kit.at(ada) < first + 3:
        kit.pass_turn(ada)
    assert kit.at(ada) >= first + 2, "several moves were missed"
    assert kit.at(bo) == first
    bo.context.set_offline(False)

    kit.wait_past(bo, kit.at(ada) - 1)
    expect(bo.locator("#offline")).to_be_hidden()
    assert _heads(bo) == _heads(ada)


def _heads(page: Page) -> list[str]:
    """What the log says, block by block."""
    entries = page.locator("#log-lines > .log-entry a.moment")
    return list(entries.evaluate_all("all => all.map(one => one.getAttribute('href'))"))


def test_news_does_not_pull_anybody_out_of_an_old_position(club: Server, pair: tuple[Page, Page]) -> None:
    ada, bo = pair
    table = club.recorded("18CZ", 8, club.person("Ada"), club.person("Bo"), club.person("Ada"))
    kit.open_table(ada, table, "/at/5")
    kit.open_table(bo, table)
    before = ada.locator("#log-lines").inner_text()

    club.service.chat.say(table, "Hello there", actor=club.person("Bo"))
    expect(ada.locator("#s-log .unread")).to_have_text("1")
    kit.pass_turn(bo)

    expect(ada.locator("[data-live-count]")).to_contain_text("1")
    assert ada.locator("#table").get_attribute("data-at") == "5"
    expect(ada.locator("#old")).to_be_visible()
    assert ada.locator("#log-lines").inner_text() == before


def test_a_double_click_plays_once(local: Server, visit: Visit) -> None:
    page = visit(local)
    table = local.recorded("18CZ", 6, local.me)
    kit.open_table(page, table)
    before = kit.at(page)

    page.locator("#mv-pass button").dblclick()
    kit.wait_past(page, before)

    assert local.number(table, local.me) == before + 1
    assert kit.at(page) == before + 1
    expect(page.locator("#refusal")).to_be_hidden()


def test_an_offer_is_declined_with_a_counter_and_the_next_accepted(club: Server, pair: tuple[Page, Page]) -> None:
    cy, bo = pair  # Ada's account plays Cy's seat here
    table = club.recorded("18CZ", OFFER_TO_COME, club.person("Ada"), club.person("Bo"), club.person("Ada"))
    for page in pair:
        kit.open_table(page, table)

    _offer(bo, 2)
    kit.wait_for_turn(cy)
    expect(cy.locator("#action .offer .what")).to_contain_text("BCB would pay 2")
    cy.locator("#action .counter-offer summary").click()
    cy.locator("#cnt").fill("30")
    kit.confirm(cy, cy.get_by_role("button", name="Decline and say so"))

    kit.wait_for_turn(bo)
    expect(bo.locator("#action .note:not(#refusal)").first).to_contain_text("30")
    _offer(bo, None)
    kit.wait_for_turn(cy)
    expect(cy.locator("#action .offer .what")).to_contain_text("BCB would pay 30")
    kit.confirm(cy, cy.locator("[data-accept]"))

    kit.wait_for_turn(bo)
    for page in pair:
        expect(page.locator("#log-lines")).to_contain_text("30 K")
    assert "30" in club.service.history.log(table, actor=club.person("Bo"))[-2].action.__repr__()


def _offer(page: Page, price: int | None) -> None:
    """Offer VBW a price for its first train; None is the price the page suggests."""
    kit.pick(page, "train:VBW")
    form = page.locator("#action form:has(input[name=number])").first
    if price is not None:
        form.locator("input[name=number]").fill(str(price))
    kit.confirm(page, form.locator("button[type=submit]"))
