"""The keyboard alone: from the first page to a tile on the board; and back in time."""

from __future__ import annotations

import re

from playwright.sync_api import Page, TimeoutError, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

OUTLINED = """
() => {
  const here = document.activeElement;
  if (!here || here === document.body) return "nothing has the focus";
  const near = [here, here.nextElementSibling, here.closest("label"), ...here.querySelectorAll("svg")].filter(Boolean);
  const lined = (style) => parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== "none";
  const seen = near.some((one) => lined(getComputedStyle(one)) || getComputedStyle(one).boxShadow !== "none");
  return seen || here.getClientRects().length === 0 ? "" : here.outerHTML.slice(0, 120);
}
"""
TABS = 60


def tab_to(page: Page, what: str) -> None:
    """Press Tab until something has the focus; it must be seen all the way."""
    wanted = page.locator(what).first
    for _ in range(TABS):
        page.keyboard.press("Tab")
        assert page.evaluate(OUTLINED) == ""
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {what}")


def has_focus(page: Page) -> bool:
    """Has something the focus?"""
    page.wait_for_function("() => document.activeElement && document.activeElement !== document.body")
    return True


LOST = 8_000
"""After so many milliseconds a key has not been heard."""


def wait_move(page: Page, key: str) -> None:
    """Press a key that plays, and wait for the move."""
    before = kit.at(page)
    page.keyboard.press(key)
    kit.wait_past(page, before)


def test_a_game_is_started_without_a_mouse(local: Server, visit: Visit) -> None:
    page = visit(local)
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator("a.skip")).to_be_focused()
    expect(page.locator("a.skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    tab_to(page, "#playnow input[name=title]:checked")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    tab_to(page, "#playnow button[type=submit]")

    page.keyboard.press("Enter")

    kit.table_in(page)
    kit.wait_for_turn(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the skip link
    expect(page.locator("#action")).to_be_focused()
    wait_settled_key(page, "2")
    assert has_focus(page)
    wait_move(page, "Enter")
    assert has_focus(page)


def wait_settled_key(page: Page, key: str) -> None:
    """Press a key that fetches something, and wait for it."""
    before = kit.settled(page)
    page.keyboard.press(key)
    try:
        page.wait_for_function("n => window.settled > n", arg=before, timeout=LOST)
    except TimeoutError:  # news came in at that very moment, and the panel was exchanged under the key
        page.keyboard.press(key)
        kit.wait_settled(page, before)


def test_a_tile_is_picked_turned_and_laid_by_keys(local: Server, visit: Visit) -> None:
    page = visit(local)
    kit.open_table(page, local.recorded("18CZ", 35, local.me))
    board = page.locator("svg.board")
    page.keyboard.press("b")
    expect(board).to_be_focused()

    page.keyboard.press("]")
    first = board.get_attribute("aria-activedescendant")
    page.keyboard.press("]")
    assert board.get_attribute("aria-activedescendant") != first
    page.keyboard.press("[")
    assert board.get_attribute("aria-activedescendant") == first
    page.keyboard.press("ArrowRight")
    assert board.get_attribute("aria-activedescendant") != first
    page.keyboard.press("ArrowLeft")
    expect(page.locator(f"#{first}")).to_have_class(re.compile("cursor"))
    wait_settled_key(page, "Enter")
    expect(page.locator(f"#{first}")).to_have_attribute("aria-selected", "true")
    expect(board).to_be_focused()

    turn = page.locator(".turn-caption[data-fit=turn]")
    page.keyboard.press("2")
    before = turn.inner_text()
    page.keyboard.press("r")
    if "of 1" not in before:
        expect(turn).not_to_have_text(before)
    page.keyboard.press("Shift+R")
    expect(turn).to_have_text(before)
    wait_settled_key(page, "Escape")
    expect(page.locator("#tileform")).to_have_count(0)
    page.keyboard.press("b")
    wait_settled_key(page, "Enter")
    page.keyboard.press("Enter")  # to the button
    wait_move(page, "Enter")
    assert has_focus(page)


def test_passing_and_history_by_keys(local: Server, visit: Visit) -> None:
    page = visit(local)
    table = local.recorded("18CZ", 9, local.me)
    kit.open_table(page, table)
    wait_settled_key(page, "p")
    expect(page.locator("#action [data-main]")).to_contain_text(re.compile("pass", re.IGNORECASE))
    assert has_focus(page)
    wait_move(page, "Enter")
    assert has_focus(page)

    wait_settled_key(page, ",")  # the address changes before the page does
    page.wait_for_url(re.compile("/at/"))
    assert has_focus(page)
    page.keyboard.press(".")
    page.wait_for_url(re.compile(rf"/tables/{table}$"))
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    wait_move(page, "Control+z")
    assert has_focus(page)


def test_tab_goes_through_the_whole_table_in_sight(local: Server, visit: Visit) -> None:
    page = visit(local)
    kit.open_table(page, local.recorded("18CZ", 20, local.me))
    places = page.locator(".part").evaluate_all("all => all.map(one => one.id)")
    visited: list[str] = []
    for _ in range(4 * TABS):
        page.keyboard.press("Tab")
        part = page.evaluate("document.activeElement.closest('.part')?.id ?? document.activeElement.localName")
        if part == "body":
            break
        assert page.evaluate(OUTLINED) == ""
        visited.append(part)
    order = [part for part in dict.fromkeys(visited) if part in places]
    assert order == [part for part in places if part in order], "in the order of the page"
    assert {"part-header", "part-board", "part-panel", "part-log", "part-trains"} <= set(order)
