"""German, dark mode, reduced motion: another look, the same table."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server


def in_german(page: Page) -> None:
    """Switch the language in the settings."""
    page.goto("/settings")
    page.locator("label[lang=de]").click()
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator("html[lang=de]")).to_be_attached()


def test_the_language_is_switched_in_the_settings(local: Server, visit: Visit) -> None:
    page = visit(local)
    table = local.recorded("18CZ", 48, local.me)
    in_german(page)

    kit.open_table(page, table)

    assert page.locator("html").get_attribute("lang") == "de"
    expect(page.locator("#s-players h2")).to_contain_text("Spieler")
    expect(page.locator("a.skip")).not_to_contain_text("Skip")


def test_a_refusal_is_in_german_too(local: Server, visit: Visit) -> None:
    page = visit(local)
    table = local.recorded("18Rhl", 3, local.me)
    in_german(page)
    kit.open_table(page, table)
    kit.press(page, page.locator("#action [data-pick^='bid:']").first)
    page.locator("#n-main").evaluate("field => { field.form.noValidate = true; field.value = 9999; }")

    page.locator("#action [data-main]").click()

    refusal = page.locator("#refusal")
    expect(refusal).to_be_visible()
    assert any(
        word in refusal.inner_text() for word in (" nicht ", " kann ", " hat ", " muss ", " ist ", " höchstens ")
    )


def test_dark_and_without_motion_one_plays_as_well(local: Server, visit: Visit) -> None:
    page = visit(local, color_scheme="dark", reduced_motion="reduce")
    kit.open_table(page, local.recorded("18CZ", 34, local.me))
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(int(part) for part in paper.removeprefix("rgb(").rstrip(")").split(",")) < 200, "a dark page"
    moving = page.evaluate("document.getAnimations().filter(one => one.playState === 'running').length")
    assert moving == 0

    kit.pick_hex(page)
    kit.confirm(page)

    page.goto("/settings")
    page.locator("label:has(input[value=light])").click()
    page.get_by_role("button", name="Keep these settings").click()
    expect(page.locator("html[data-theme=light]")).to_be_attached()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(int(part) for part in paper.removeprefix("rgb(").rstrip(")").split(",")) > 600, "the settings win"
