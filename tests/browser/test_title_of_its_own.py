"""A title from a package of its own, by clicks: its action, step and words, in an English and a German browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests import tinykit
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server


@pytest.fixture(autouse=True)
def installed(tmp_path: Path) -> Iterator[None]:
    """The tiny title of docs/adding-a-title.md is installed beside ours."""
    with tinykit.beside_ours(tinykit.install(tmp_path / "source", tmp_path / "installed")):
        yield


def test_a_fair_is_held_and_judged(local: Server, visit: Visit) -> None:
    page = visit(local)
    kit.sit_two_at_one_screen(page, "Tiny", "label:has-text('Tiny')", "label:has(#players-2)")
    for company in ("AA", "BB"):
        kit.pick(page, f"start:{company}")
        kit.confirm(page)
    while "OR 1.1" not in page.locator("header").inner_text():
        buying = page.locator('#action [data-pick="buy:AA"]')
        if buying.count():
            kit.pick(page, "buy:AA")
            kit.confirm(page)
        else:
            kit.pass_turn(page)

    expect(page.locator("#action")).to_contain_text("Fair")
    kit.pick(page, "fair:A1")
    page.locator("#action input[name=number]").fill("30")
    expect(page.locator("#action")).to_contain_text("Hold a fair in A1 West for")
    kit.confirm(page, page.locator("#action form:has(input[name=number]) button[type=submit]").first)

    expect(page.locator("#action")).to_contain_text("AA has spent 30 T on a fair: how was it?")
    expect(page.locator("#action")).to_contain_text("AA holds a splendid fair in A1 West")
    kit.confirm(page, page.get_by_role("button", name="A splendid fair!"))
    expect(page.locator("#log-lines")).to_contain_text("AA holds a splendid fair in A1 West")

    german = visit(local, locale="de-DE")
    kit.open_table(german, 1)
    expect(german.locator("#log-lines")).to_contain_text("AA hält eine prächtige Messe in A1 West ab")
    expect(german.locator("#action")).to_contain_text("Messe")
