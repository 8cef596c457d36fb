"""18BL by clicks: two people at one screen play the starting round, a stock round and operating rounds.

The Rheinische buys a rail bus in the first operating round, runs it in the second and pays out 75%.
"""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Page, TimeoutError, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server


def test_a_rail_bus_runs_and_75_percent_are_paid(local: Server, visit: Visit) -> None:
    page = visit(local)
    kit.sit_two_at_one_screen(page, "18BL", "label.game:has-text('18BL')", "label:has(#players-2)")

    _starting_round(page)
    _stock_round(page)
    _first_operating_round(page)
    _pass_until(page, "OR 2.1")
    _second_operating_round(page)


# The rounds


def _starting_round(page: Page) -> None:
    """Both bid for DEB; when its turn comes they alone bid on, and Bo drops out."""
    _buy(page, "private:SK")
    _bid(page, "DEB", 125)
    _bid(page, "DEB", 130)
    _buy(page, "private:DTE")
    _buy(page, "private:MBG")
    _buy(page, "private:EHG")
    expect(page.locator("#action")).to_contain_text("Raise your bid or drop out")
    _bid(page, "DEB", 135)
    kit.pass_turn(page)
    expect(page.locator("#log-lines")).to_contain_text("Ada buys DEB for 135 Mark")
    _buy(page, "private:CCE")


def _stock_round(page: Page) -> None:
    """CME, DEE and RhE float with half of their shares sold."""
    _start(page, "CME", 75)
    _start(page, "DEE", 75)
    for company in 3 * ("CME", "DEE"):
        _buy(page, f"buy:{company}")
    _start(page, "RhE", 65)
    kit.pass_turn(page)
    for _ in range(3):
        _buy(page, "buy:RhE")
        kit.pass_turn(page)
    expect(page.locator("#log-lines")).to_contain_text("RhE floats with 325 Mark")
    kit.pass_turn(page)
    expect(page.locator("#h-act")).to_contain_text("CME")


def _first_operating_round(page: Page) -> None:
    """The others buy six of the seven 2-trains; RhE buys the last, which brings the rail busses, and one of these."""
    for company in ("CME", "DEE"):
        expect(page.locator("#h-act")).to_contain_text(company)
        _buy(page, "run")
        for _ in range(3):
            _buy_train(page, "2")
        kit.pass_turn(page)
    expect(page.locator("#h-act")).to_contain_text("RhE")
    _lay(page, "D2", "4")
    _lay(page, "C3", "4")
    _buy(page, "run")
    _buy_train(page, "2")
    _buy_train(page, "SB3")
    expect(page.locator("#log-lines")).to_contain_text("buys a rail bus SB3 for 160 Mark")
    expect(page.locator("#s-trains .panel-head")).to_contain_text("phase 3")
    kit.pass_turn(page)


def _second_operating_round(page: Page) -> None:
    """RhE runs its rail bus to two towns; a part of the 50 is kept, the price stays."""
    for company in ("CME", "DEE"):
        expect(page.locator("#h-act")).to_contain_text(company)
        _buy(page, "run")
        kit.pass_turn(page)
    expect(page.locator("#h-act")).to_contain_text("RhE")
    _open(page, "run")
    runs = page.locator("#action .run-list li")
    expect(runs.first.locator(".train")).to_have_text("SB3")
    expect(runs.first).to_contain_text(re.compile("Düsseldorf 30.*Ratingen 10|Ratingen 10.*Düsseldorf 30", re.DOTALL))
    _run_for(page, 50)
    part = page.locator("#action .card", has=page.get_by_role("heading", name="Pay out 75%"))
    expect(part).to_contain_text("45 → 55 Mark")
    expect(part).to_contain_text("stays")
    kit.confirm(page, part.get_by_role("button", name="Pay out 75% (40 Mark), keep 10 Mark"))
    expect(page.locator("#log-lines")).to_contain_text("keeps 10 Mark and pays out 40 Mark: Ada 20")


# What is clicked


def _open(page: Page, group: str) -> None:
    """Open a group, unless it is open or plays at once."""
    link = page.locator(f'#action [data-pick="{group}"]:not([aria-current])')
    with suppress(TimeoutError):  # the panel of the next move may still be on its way
        link.first.wait_for(timeout=1000)
    if link.count():
        kit.press(page, link.first)


def _buy(page: Page, group: str) -> None:
    """Open a group and play what it offers first."""
    _open(page, group)
    kit.confirm(page, page.locator("#action [data-main], #action .option-cards button[data-choice]").first)


def _bid(page: Page, lot: str, amount: int) -> None:
    _open(page, f"bid:{lot}")
    page.locator("#action input[name=number]").fill(str(amount))
    kit.confirm(page)


def _start(page: Page, company: str, price: int) -> None:
    _open(page, f"start:{company}")
    kit.press(page, page.locator("#action .options [data-choice]", has_text=f"{price} Mark"))
    kit.confirm(page)


def _buy_train(page: Page, face: str) -> None:
    """Buy a vehicle of the bank; where there are several kinds, of this one."""
    _open(page, "train:bank")
    one = page.locator("#action .option-cards .card", has=page.get_by_role("heading", name=f"{face}:"))
    kit.confirm(page, one.locator("button[type=submit]") if one.count() else None)


def _lay(page: Page, hex_: str, tile: str) -> None:
    """Pick a hex and a tile, and lay it as it is shown first."""
    kit.pick_hex(page, hex_)
    page.locator(f'#tileform label.tile-choice:not(.other-turn):has(input[data-tile="{tile}"])').click()
    kit.confirm(page)


def _run_for(page: Page, revenue: int) -> None:
    button = page.get_by_role("button", name=f"Run for {revenue} Mark")
    kit.confirm(page, button.first)


def _pass_until(page: Page, name: str) -> None:
    """Everybody passes until a round has begun."""
    for _ in range(4):
        if page.locator("#action .step-line text", has_text="Track").count():
            break
        kit.pass_turn(page)
    expect(page.locator("header")).to_contain_text(name)
