"""A newcomer plays 18CZ against bots, by clicking."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

ENOUGH = 60
"""More turns than this the story does not need."""
ENOUGH_OF = {"private": 1, "train": 1, "start": 2}
"""What is not done again and again while money lasts."""


def test_two_clicks_start_a_game(local: Server, visit: Visit) -> None:
    page = visit(local)
    page.goto("/")

    page.locator("label.game", has_text="18CZ").click()
    page.get_by_role("button", name=re.compile("^Start 18CZ: you and")).click()

    kit.table_in(page)
    kit.wait_for_turn(page)
    expect(page.locator("#h-act")).to_contain_text("You")
    expect(page.locator("svg.board a.hex").first).to_be_attached()


def test_a_newcomer_gets_through_the_first_rounds(local: Server, visit: Visit) -> None:
    page = visit(local)
    _set_up(page, seed=1)
    newcomer = Newcomer(page)

    for _ in range(ENOUGH):
        kit.wait_for_turn(page)
        newcomer.play()
        if newcomer.is_through():
            break

    assert newcomer.is_through(), newcomer.done
    expect(page.locator("#log-lines")).to_contain_text("You")


def _set_up(page: Page, seed: int) -> None:
    """A table for three with a known seed, through the set-up page."""
    page.goto("/tables/new")
    before = kit.settled(page)
    page.locator("label:has(#players-3)").click()
    kit.wait_settled(page, before)
    casual = page.locator("#bots-casual")
    if casual.count():
        page.locator("label:has(#bots-casual)").click()
    page.locator("details.more summary").click()
    page.locator("#seed").fill(str(seed))
    page.get_by_role("button", name="Start 18CZ for 3").click()
    kit.table_in(page)


class Newcomer:
    """Does at each turn what his story needs next; else something sensible."""

    STORY = ("private", "start", "buy", "tile", "turned", "station", "run", "drawn", "dividend", "train")
    ORDER = ("tile", "station", "run", "dividend", "train", "private", "start", "buy", "answer")

    def __init__(self, page: Page):
        self.page = page
        self.done: Counter[str] = Counter()

    def is_through(self) -> bool:
        """Has he done everything once?"""
        return all(self.done[deed] for deed in self.STORY)

    def play(self) -> None:
        """One decision."""
        groups = {group.split(":")[0]: group for group in reversed(kit.offered(self.page))}
        kind = next((kind for kind in self.ORDER if kind in groups and self._wants(kind)), "pass")
        if kind == "pass":
            kit.pass_turn(self.page)
        elif kind == "answer":
            kit.confirm(self.page, self.page.locator("[data-decline]"))
        elif kind == "tile":
            self.lay()
        else:
            self.choose(kind, groups[kind])
        self.done[kind] += 1

    def _wants(self, kind: str) -> bool:
        return self.done[kind] < ENOUGH_OF.get(kind, ENOUGH)

    def lay(self) -> None:
        """A hex on the map, a tile, turned where it can be, then the button."""
        hex_ = kit.pick_hex(self.page)
        position = self.page.locator(".turn-caption[data-fit=turn]")
        before = position.inner_text()
        if not before.endswith("of 1"):
            self.page.locator("#tileform [data-turn='1']").click()
            expect(position).not_to_have_text(before)
            self.done["turned"] += 1
        expect(self.page.locator("#tileform [data-fit=label]")).to_contain_text(hex_)
        kit.confirm(self.page)

    def choose(self, kind: str, group: str) -> None:
        """Pick a group where it is not open yet, then the first it offers; a company starts at its highest price."""
        link = self.page.locator(f'#action [data-pick="{group}"]:not([aria-current])')
        if link.count() and kind not in ("run", "dividend"):
            kit.press(self.page, link.first)
        prices = self.page.locator("#action .options [data-choice]")
        if kind == "start" and prices.count():
            kit.press(self.page, prices.last)
        if kind == "run" and self.page.locator("#action .run-list li").count():
            expect(self.page.locator("svg.board .layer.runs path").first).to_be_attached()
            self.done["drawn"] += 1
        kit.confirm(
            self.page, self.page.locator("#action [data-main], #action .option-cards button[data-choice]").first
        )
