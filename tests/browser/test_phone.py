"""A phone, 360 pixels wide: tapping, nothing wider than the screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

TOUCH: dict[str, Any] = {"viewport": kit.PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TARGET = 40
"""Pixels that something to tap measures at least."""


def test_the_first_steps_by_tapping(local: Server, visit: Visit) -> None:
    page = visit(local, **TOUCH)
    page.goto("/")
    page.locator("label.game", has_text="18CZ").tap()
    page.locator("#playnow button[type=submit]").tap()
    kit.table_in(page)
    kit.wait_for_turn(page)
    assert kit.overflow(page) == 0

    _tap(page, "#action [data-pick^='private:']")
    before = kit.at(page)
    page.locator(".phone-bar button.primary").tap()
    kit.wait_past(page, before)

    assert kit.overflow(page) == 0


def _tap(page: Page, what: str) -> None:
    before = kit.settled(page)
    page.locator(what).first.tap()
    kit.wait_settled(page, before)


def test_a_tile_is_laid_by_tapping_in_the_bar_at_the_foot(local: Server, visit: Visit) -> None:
    page = visit(local, **TOUCH)
    kit.open_table(page, local.recorded("18CZ", 34, local.me))
    _tap(page, "#action [data-pick^='tile:']")
    bar = page.locator(".phone-bar")
    expect(bar).to_be_in_viewport()
    turn = page.locator(".turn-caption[data-fit=turn]").inner_text()

    bar.get_by_role("button", name="Turn right").tap()
    if "of 1" not in turn:
        expect(page.locator(".turn-caption[data-fit=turn]")).not_to_have_text(turn)
    before = kit.at(page)
    bar.locator("button.primary").tap()

    kit.wait_past(page, before)
    assert kit.overflow(page) == 0


def test_the_tab_bar_goes_to_the_parts_of_the_table(local: Server, visit: Visit) -> None:
    page = visit(local, **TOUCH)
    kit.open_table(page, local.recorded("18CZ", 34, local.me))
    tabs = page.locator("nav.phone-nav a")
    assert tabs.count() == 5

    for tab in tabs.all():
        expect(tab).to_be_in_viewport()
        target = tab.get_attribute("href") or ""
        tab.tap()
        expect(page.locator(target)).to_be_in_viewport()
        box = tab.bounding_box()
        assert box and box["height"] >= TARGET, target


def test_no_page_is_wider_than_the_phone(local: Server, visit: Visit) -> None:
    page = visit(local, **TOUCH)
    stock = local.recorded("18CZ", 20, local.me)
    operating = local.recorded("18CZ", 160, local.me)
    rhine = local.recorded("18Rhl", 120, local.me)
    tables = [f"/tables/{table}" for table in (stock, operating, rhine)]
    pages = ["/", "/tables/new", "/titles", "/titles/18CZ", "/titles/18Rhl", "/boards", "/settings", "/lobby?all=1"]
    more = [f"/tables/{operating}{end}" for end in ("/at/50", "/log", "/seats", "/tiles")]

    wide = {address: over for address in [*pages, *tables, *more] if (over := _width_over(page, address))}

    assert wide == {}


def _width_over(page: Page, address: str) -> int:
    page.goto(address)
    return kit.overflow(page)
