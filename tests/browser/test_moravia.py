"""18CZ's Moravia-Silesia by clicks: two people at one screen auction papers, and the Westbahn builds before it pays."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server


def test_papers_are_auctioned_and_the_westbahn_builds_before_it_pays(local: Server, visit: Visit) -> None:
    page = visit(local)
    kit.sit_two_at_one_screen(page, "18CZ", "label:has(#players-2)", "label:has(#variant-moravia)")
    expect(page.locator("#action")).to_contain_text("Put a private company up for auction, or pass")
    expect(page.locator("main")).to_contain_text("Figures of this board are reconstructed.")

    _bid(page, "MW", 55)
    _bid(page, "MW", 60)
    kit.pass_turn(page)
    expect(page.locator("#log-lines")).to_contain_text("Ada buys MW for 60 K")
    kit.pick(page, "bid:S4")
    kit.confirm(page, page.get_by_role("button", name="Put S4 up without a bid"))
    expect(page.locator("#log-lines")).to_contain_text("Ada puts S4 up for auction")
    for _ in range(4):  # nobody wants more papers, and nobody starts a company
        kit.pass_turn(page)

    expect(page.locator("header")).to_contain_text("OR 1.1")
    expect(page.locator("#action")).to_contain_text("Mährische Westbahn may build on F22 Přerov")
    expect(page.get_by_role("option", name="F22 Přerov, city, no tile, station MW")).to_be_visible()
    kit.pick_hex(page, "F22")
    kit.confirm(page)
    expect(page.locator("#log-lines")).to_contain_text("lays 5 on F22 Přerov")
    expect(page.locator("#log-lines")).to_contain_text("private companies pay: Ada 20")


def _bid(page: Page, lot: str, amount: int) -> None:
    """Bid for a paper; the first bid puts it up."""
    link = page.locator(f'#action [data-pick="bid:{lot}"]:not([aria-current])')
    if link.count():
        kit.press(page, link.first)
    page.locator("#action input[name=number]").fill(str(amount))
    kit.confirm(page, page.locator("#action form:has(input[name=number]) button[type=submit]").first)
