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
    log = page.request.get(page.url + "/log.json").json()
    assert log["blocks"], "what happened is told"


def _set_up(page: Page, seed: int) -> None:
    """A table for three with a known seed, through the set-up page."""
    page.goto("/tables/new")
    before = kit.settled(page)
    page.locator("label:has(#players-3)").click()
    kit.wait_settled(page, before)
    page.locator("details.more summary").click()
    page.locator("#seed").fill(str(seed))
    page.get_by_role("button", name="Start 18CZ for 3").click()
    kit.table_in(page)


class Newcomer:
    """Does at each turn what his story needs next; else something sensible."""

    def __init__(self, page: Page):
        self.page = page
        self.done: Counter[str] = Counter()

    def is_through(self) -> bool:
        """Has he done everything once?"""
        return {"private", "start", "buy", "tile", "station", "run", "dividend", "train"} <= set(self.done)

    def play(self) -> None:
        """One decision."""
        kinds = {group.split(":")[0]: group for group in reversed(kit.offered(self.page))}
        for kind in ("tile", "station", "run", "dividend", "train", "private", "start", "buy", "answer", "pass"):
            if self._wants(kind, kinds):
                getattr(self, kind)(kinds.get(kind, kind))
                self.done[kind] += 1
                return
        raise AssertionError(f"nothing to do: {sorted(kinds)}")

    def _wants(self, kind: str, kinds: dict[str, str]) -> bool:
        if kind == "pass":
            return True
        if kind in ("private", "train") and self.done[kind]:
            return False
        if kind == "start" and self.done["start"] > 1:
            return False
        return kind in kinds

    def private(self, group: str) -> None:
        kit.pick(self.page, group)
        kit.confirm(self.page)

    def start(self, group: str) -> None:
        kit.pick(self.page, group)
        highest = self.page.locator("#action .options [data-choice]").last
        if highest.count():
            kit.press(self.page, highest)
        kit.confirm(self.page)

    def buy(self, group: str) -> None:
        kit.pick(self.page, group)
        self.one()

    def tile(self, group: str) -> None:
        """A hex on the map, a tile, turned where it can be, then the button."""
        hex_ = kit.pick_hex(self.page)
        position = self.page.locator(".cap2[data-fit=turn]")
        if "of 1" not in position.inner_text():
            before = position.inner_text()
            self.page.locator("#tileform [data-turn='1']").click()
            expect(position).not_to_have_text(before)
        expect(self.page.locator("#tileform [data-fit=label]")).to_contain_text(hex_)
        kit.confirm(self.page)

    def station(self, group: str) -> None:
        kit.pick(self.page, group)
        self.one()

    def run(self, group: str) -> None:
        """Runs are drawn on the board before they are made."""
        if self.page.locator("#action .runlist li").count():
            expect(self.page.locator("svg.board .layer.runs path").first).to_be_attached()
            self.done["drawn"] += 1
        self.one()

    def dividend(self, group: str) -> None:
        self.one()

    def train(self, group: str) -> None:
        kit.pick(self.page, group)
        self.one()

    def answer(self, group: str) -> None:
        kit.confirm(self.page, self.page.locator("[data-decline]"))

    def one(self) -> None:
        """The first of what the open group offers."""
        kit.confirm(self.page, self.page.locator("#action [data-main], #action .cards2 button[data-choice]").first)

    def __getattr__(self, name: str) -> object:
        if name == "pass":
            return lambda group: kit.pass_turn(self.page)
        raise AttributeError(name)
