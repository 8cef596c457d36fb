"""1881 by clicks: two people, each with a browser, bid under seal, distribute shares, hold a stock round, and vote.

Ada plays for herself, Bo for himself and for Cy. The first story begins with the game; the second where in a recorded
game the S-Bahn acts: Bo presides over its main net (through the GBS) and owns net II (through the SpS), Ada has a seat
on the board (through the BESTAG). What one does the other sees without doing anything.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

FIRST_BID = 1
"""So many actions into the recorded game the first envelope is to be sealed: Cy's, then Bo's, then Ada's."""
S_BAHN = 536
"""So many actions into it the main net of the S-Bahn begins its turn."""


@pytest.fixture
def pair(club: Server, visit: Visit) -> tuple[Page, Page]:
    """Ada and Bo, signed in."""
    pages = visit(club), visit(club)
    for page, name in zip(pages, ("Ada", "Bo"), strict=True):
        kit.sign_up(page, name)
    return pages


def sit_down(club: Server, pair: tuple[Page, Page], count: int) -> None:
    """Both open the table of the recorded game after so many actions."""
    table = club.recorded("1881", count, club.person("Ada"), club.person("Bo"))
    for page in pair:
        kit.open_table(page, table)


# Bids, distribution, a stock round


def test_bids_are_sealed_opened_and_lead_to_shares(club: Server, pair: tuple[Page, Page]) -> None:
    ada, bo = pair
    sit_down(club, pair, FIRST_BID)

    _seal(bo, "Cy", 60)
    _seal(bo, "Bo", 100)
    expect(ada.locator(".envelope.sealed")).to_have_count(2)
    expect(ada.locator("#log-lines")).to_contain_text("Bo seals an envelope")
    assert "100 TM" not in ada.locator("#log-lines").inner_text(), "nobody else hears an amount"
    _take_back(bo)
    _seal(bo, "Bo", 120)
    kit.wait_for_turn(ada)
    _by_keys(ada, 90)

    for page in pair:
        opened = page.locator(".opened tbody tr")
        expect(opened).to_have_count(3)
        expect(opened.nth(0)).to_contain_text(re.compile(r"Bo.*120", re.DOTALL))
        expect(opened.nth(1)).to_contain_text(re.compile(r"(You|Ada).*90", re.DOTALL))
        expect(opened.nth(2)).to_contain_text(re.compile(r"Cy.*60", re.DOTALL))
        expect(page.locator("#log-lines")).to_contain_text("All envelopes are opened")

    for company in ("GBS", "GBS", "SSC"):
        _buy(bo, company)
    kit.pass_turn(bo)
    expect(ada.locator(".opened")).to_be_visible()  # it stands until she acts
    for company in ("GBS", "GBS", "SSC", "SSC"):
        _buy(ada, company)
    expect(ada.locator(".opened")).to_have_count(0)
    expect(bo.locator("#h-act")).to_contain_text("Cy decides")
    for company in ("GBS", "GBS"):
        _buy(bo, company)
    expect(bo.locator("#log-lines")).to_contain_text("GBS floats with 920 TM")
    kit.pass_turn(bo)

    expect(bo.locator("#action .turnbar")).to_contain_text("stock round 1")
    _buy(bo, "GBS")
    kit.pass_turn(bo)
    kit.wait_for_turn(ada)
    kit.press(ada, ada.get_by_role("link", name="Show the opening again"))
    expect(ada.locator(".opened tbody tr")).to_have_count(3)
    kit.pass_turn(ada)
    for player in ("Cy", "Bo"):
        expect(bo.locator("#action .turnbar")).to_contain_text(player)
        kit.wait_for_turn(bo)
        kit.pass_turn(bo)
    for page in pair:
        expect(page.locator("header")).to_contain_text("OR 1.1")


def _seal(page: Page, player: str, amount: int) -> None:
    """Seal a bid with the field and the button."""
    expect(page.locator(".envelope.yours")).to_contain_text(player)
    page.locator("#n-main").fill(str(amount))
    expect(page.locator("#action [data-main]")).to_contain_text(f"Seal {amount} TM")
    kit.confirm(page)


def _by_keys(page: Page, amount: int) -> None:
    """Seal a bid with arrow keys and Enter."""
    field = page.locator("#n-main")
    field.focus()
    for _ in range((amount - int(field.input_value())) // 10):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#action [data-main]")).to_contain_text(f"Seal {amount} TM")
    before = kit.at(page)
    page.keyboard.press("Enter")
    kit.wait_past(page, before)


def _take_back(page: Page) -> None:
    """Take back the bid that was sealed last."""
    before = kit.settled(page)
    page.locator("header, #action").get_by_role("button", name=re.compile("Take it back|^Undo")).first.click()
    kit.wait_settled(page, before)
    expect(page.locator(".envelope.yours")).to_be_visible()


def _buy(page: Page, company: str) -> None:
    """Buy a share of a company from the panel."""
    kit.wait_for_turn(page)
    kit.pick(page, f"buy:{company}")
    kit.confirm(page)


# The S-Bahn: a tile before its board, a run, an income, a subnet


def test_a_net_proposes_its_board_votes_and_a_subnet_runs(club: Server, pair: tuple[Page, Page]) -> None:
    ada, bo = pair
    sit_down(club, pair, S_BAHN)
    kit.wait_for_turn(bo)
    expect(bo.locator("svg.board")).to_have_class(re.compile("kind-s"))
    expect(bo.locator("#parts-S .part-row.now")).to_contain_text("for GBS")

    kit.pick_hex(bo, "C21")
    kit.confirm(bo)
    _let_pass(bo)
    expect(ada.locator("#action .turnbar[data-state=asked], #action .turnbar[data-state=mine]")).to_be_visible()
    expect(ada.locator("#hex-C21")).to_have_class(re.compile("proposed"))
    expect(ada.locator("#hex-C21")).to_have_attribute("aria-label", re.compile("does not lie yet"))

    before = kit.at(ada)
    ada.locator("#action h2").first.click()  # nowhere in particular: the key is meant for the page
    ada.keyboard.press("v")
    kit.wait_past(ada, before)
    expect(ada.locator(".tally")).to_have_attribute("aria-label", "1 for it, 1 against it, 1 open")
    expect(bo.locator(".board-seat.against")).to_contain_text("BESTAG")
    kit.wait_for_turn(bo)
    kit.confirm(bo, bo.get_by_role("button", name="Vote for it"))
    expect(ada.locator("#hex-C21")).not_to_have_class(re.compile("proposed"))
    expect(ada.locator("#log-lines")).to_contain_text("2 for it, 1 against it")

    kit.wait_for_turn(bo)
    _run(bo)
    expect(bo.locator("#action .income-choice")).to_have_count(2)
    _choose_by_keys(bo)
    _let_pass(bo)
    kit.wait_for_turn(ada)
    kit.press(ada, ada.get_by_role("button", name="Let everything pass this turn"))
    expect(bo.locator("#parts-S .part-row.now .part-result")).to_contain_text("pays")
    expect(ada.locator("#action")).to_contain_text("Letting everything pass")
    kit.wait_for_turn(bo)
    kit.pass_turn(bo)

    for page in pair:
        expect(page.locator("#parts-S .part-row.now th")).to_contain_text("II")
    kit.wait_for_turn(bo)
    kit.pick_hex(bo, "M5")
    kit.confirm(bo)
    expect(bo.locator("#action")).not_to_contain_text("asks the board")
    _run(bo)
    expect(ada.locator("#log-lines")).to_contain_text("lays 21 on M5")


def _choose_by_keys(page: Page) -> None:
    """A number chooses what is done with an income, Enter confirms it."""
    before, first = kit.at(page), page.locator("#action .income-choice button[type=submit]").first
    page.keyboard.press("1")
    expect(first).to_be_focused()
    assert kit.at(page) == before
    page.keyboard.press("Enter")
    kit.wait_past(page, before)


def _run(page: Page) -> None:
    """Run: it is all that can be done, or the group is opened."""
    runs = page.locator("#action form[data-play]:has(.run-list), #action form[data-play]:has(input[value*='\"run\"'])")
    link = page.locator('#action [data-pick="run"]')
    expect(runs.or_(link).first).to_be_visible()
    if not runs.count():
        kit.press(page, link.first)
    kit.confirm(page, runs.first.locator("button[type=submit]").first)


def _let_pass(page: Page) -> None:
    """Say nothing against what is proposed."""
    kit.wait_for_turn(page)
    kit.confirm(page, page.get_by_role("button", name=re.compile("^Let .*pass")).first)
