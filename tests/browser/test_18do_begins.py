"""18DO begins in a real browser: the bidding of the Railway Game, and a turn of the Introduction Game."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

THREE = ("Ada", "Bo", "Cy")


def begin(local: Server, variant: str = "") -> int:
    """A table of three at one screen."""
    kinds = ("account", "screen", "screen")
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, THREE, strict=True)]
    table = local.service.tables.create_table("18DO", seats, actor=local.me, seed=7, variant=variant)
    local.service.tables.start(table, actor=local.me)
    return table


def pick_box(page: Page, lot: str, amount: int) -> None:
    """Click a box where it lies; wait until the panel offers that bid."""
    kit.press(page, page.locator(f'[data-bid="{lot}-{amount}"]'))
    expect(page.locator(f'[data-bid="{lot}-{amount}"]')).to_have_attribute("aria-checked", "true")
    main = page.locator("#action [data-main]")
    expect(main).to_contain_text(f"Bid {amount} on brewery {lot.removeprefix('PB')}")


def bid(page: Page, lot: str, amount: int) -> None:
    """Bid on a box."""
    pick_box(page, lot, amount)
    kit.confirm(page)


def test_the_bidding_with_tokens_that_are_outbid(visit: Visit, local: Server) -> None:
    """Given three players, the second outbids the first, who moves in the end to a brewery of his own."""
    page, table = visit(local), begin(local)
    kit.open_table(page, table)
    lots = page.locator(".bid-row").evaluate_all("rows => rows.map(row => row.querySelector('[data-bid]').dataset.bid)")
    first, second, third = (lot.split("-")[0] for lot in lots)
    least = {lot.split("-")[0]: int(lot.split("-")[1]) for lot in lots}
    expect(page.locator("#action")).to_contain_text("then")

    bid(page, second, least[second])
    locked = page.locator(f'[data-bid="{second}-{least[second]}"]')
    expect(locked).to_have_attribute("aria-disabled", "true")
    expect(locked.locator(".bid-why")).to_be_hidden()
    locked.focus()
    expect(locked.locator(".bid-why")).to_be_visible()
    expect(locked).to_have_attribute("aria-label", re.compile("must lie above"))

    bid(page, second, least[second] + 5)
    bid(page, first, least[first])
    expect(page.locator("#s-players .outbid")).to_contain_text("must move")
    expect(page.locator("#action")).to_contain_text("ends the bidding")

    pick_box(page, third, least[third])
    kit.press(page, page.get_by_role("link", name="Higher box"))
    expect(page.locator("#action [data-main]")).to_contain_text(f"Bid {least[third] + 5}")
    kit.confirm(page)
    expect(page.locator(".bid-boxes")).to_have_count(0)
    expect(page.locator("#s-players .private-card")).to_have_count(3)
    expect(page.locator("#s-co")).to_contain_text("Start a company")
    assert kit.overflow(page) <= 0


def test_bids_on_a_phone(visit: Visit, local: Server) -> None:
    """The row of boxes opens at the lowest bid that is possible; nothing is wider than the screen."""
    page, table = visit(local, viewport=kit.PHONE, has_touch=True), begin(local)
    kit.open_table(page, table)
    lot, amount = (page.locator(".bid-row [data-bid]").first.get_attribute("data-bid") or "").split("-")
    kit.press(page, page.locator(f'[data-bid="{lot}-{int(amount) + 30}"]'))
    kit.confirm(page, page.locator(".phone-bar button[type=submit]"))
    box = page.locator(f'[data-bid="{lot}-{int(amount) + 35}"]')
    expect(box).to_be_in_viewport()
    assert kit.overflow(page) <= 0


def test_a_turn_of_the_introduction_game(visit: Visit, local: Server) -> None:
    """Founding a company, a tile, the end of the turn; no money anywhere, and the figures can be switched off."""
    page, table = visit(local), begin(local, "introduction")
    kit.open_table(page, table)
    expect(page.locator(".round-text.now")).to_have_text("Turn 1 of 60")
    expect(page.locator(".round-turn")).to_have_count(59)
    expect(page.locator("#s-chart")).to_have_count(0)

    kit.press(page, page.locator('.stack[data-pick="take:KWE"]'))
    expect(page.locator("#action [data-main]")).to_contain_text("Found KWE with 20 %")
    kit.confirm(page)
    expect(page.locator(".step-text.now")).to_have_text("Track")
    expect(page.locator(".company-card.co-KWE")).to_contain_text("Would earn")

    kit.pick_hex(page)
    kit.confirm(page)
    expect(page.locator(".step-text.now")).to_have_text(re.compile("Station or link|Swap"))
    kit.pass_turn(page)
    expect(page.locator(".round-text.now")).to_have_text("Turn 2 of 60")

    figures = page.locator("#s-players .if-over")
    expect(figures.first).to_be_visible()
    page.get_by_label("figures if it ended now").uncheck()
    expect(figures.first).to_be_hidden()
    page.reload()
    expect(page.get_by_label("figures if it ended now")).not_to_be_checked()
    expect(figures.first).to_be_hidden()
    expect(page.locator("main")).not_to_contain_text("Mark")
    assert kit.overflow(page) <= 0
