"""The keyboard's focus is never lost, whatever is exchanged under it, and is never taken from who has moved on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

STOCK = 9
"""Into the recorded 18CZ game: in the first stock round, where passing asks once more."""
ANEW = "const anew = (one = document.getElementById('part-panel')) => one.replaceWith(one.cloneNode(true));"


@pytest.fixture
def page(local: Server, visit: Visit) -> Page:
    """A table in the first stock round, the reader's turn; it knows whether it was loaded again."""
    page = visit(local)
    kit.open_table(page, local.recorded("18CZ", STOCK, local.me))
    page.evaluate("window.first = true")
    return page


def second_choice(page: Page) -> Any:
    """Something in the panel to stand on."""
    return page.locator("#action [data-choice]").nth(1)


def stand(page: Page) -> str:
    """Put the focus on the second choice; gives what it picks."""
    second_choice(page).focus()
    return second_choice(page).get_attribute("data-pick") or ""


def chosen(page: Page) -> str | None:
    """What the thing that has the focus picks."""
    found: str | None = page.evaluate("document.activeElement.dataset.pick ?? null")
    return found


# Sent at once


def test_a_form_is_sent_from_the_page_in_the_very_moment_it_comes(page: Page) -> None:
    press = "() => setTimeout(() => document.querySelector('#action [data-main]').click())"
    page.evaluate(f"document.addEventListener('htmx:afterSwap', {press}, {{ once: true }})")
    before = kit.at(page)

    page.keyboard.press("p")

    kit.wait_past(page, before)
    assert page.evaluate("window.first"), "the page was not loaded again"
    expect(page.locator("#action")).to_be_focused()


def test_the_skip_link_goes_to_the_panel_and_fetches_nothing(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#action")).to_be_focused()

    kit.press(page, second_choice(page))

    assert len([url for url in asked if "/parts" in url]) == 1, asked


# Lost and found

SAME = {
    "its part is exchanged": "anew()",
    "twice at once": "anew(); anew()",
    "and again when the first exchange has settled": "anew(); setTimeout(anew)",
    "and again before a picture of the first is drawn": "anew(); requestAnimationFrame(() => anew())",
}
GONE = {
    "it is taken out": "document.activeElement.remove()",
    "it is hidden": "document.activeElement.hidden = true",
    "what is around it is hidden": "document.activeElement.parentElement.hidden = true",
    "what comes instead has it no more": """
        const old = document.getElementById('part-panel'), made = old.cloneNode(true);
        made.querySelector(`[data-pick="${document.activeElement.dataset.pick}"]`).remove(); old.replaceWith(made)
    """,
}


@pytest.mark.parametrize("way", SAME)
def test_the_same_thing_has_the_focus_again(page: Page, way: str) -> None:
    here = stand(page)

    page.evaluate(f"() => {{ {ANEW} {SAME[way]} }}")

    page.wait_for_function("here => document.activeElement.dataset.pick === here", arg=here)
    assert page.evaluate("new Promise(tell => setTimeout(() => tell(document.activeElement.dataset.pick), 50))") == here


@pytest.mark.parametrize("way", GONE)
def test_else_the_panel_around_it(page: Page, way: str) -> None:
    stand(page)

    page.evaluate(f"() => {{ {GONE[way]} }}")

    expect(page.locator("#action")).to_be_focused()


def test_a_button_switched_off_gives_the_focus_back(page: Page) -> None:
    page.locator("#mv-pass button, #action button").first.focus()

    page.evaluate("document.activeElement.disabled = true")

    expect(page.locator("#action")).to_be_focused()


def test_under_a_dialog_it_waits(page: Page) -> None:
    here = stand(page)
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()

    page.evaluate(f"() => {{ {ANEW} anew() }}")
    page.keyboard.press("Escape")

    expect(page.locator("dialog#keys")).to_be_hidden()
    assert chosen(page) == here


def test_closing_the_box_of_a_hex_goes_back_to_the_board(page: Page) -> None:
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("#hexinfo [data-close]").focus()

    page.keyboard.press("Enter")

    expect(page.locator("#hexinfo > *")).to_have_count(0)
    expect(page.locator("svg.board")).to_be_focused()


# With news in between


class Held:
    """Answers to some requests wait until they are let go."""

    def __init__(self, page: Page, which: str):
        self.page = page
        self.routes: list[Route] = []
        page.route(re.compile(which), self._hold)

    def _hold(self, route: Route) -> None:
        self.routes.append(route)
        self.page.evaluate("window.waits = true")

    def wait(self) -> None:
        """Until one waits."""
        while not self.routes:
            self.page.wait_for_timeout(5)

    def release(self) -> None:
        """Now they come."""
        for route in self.routes:
            route.continue_()


def hear(page: Page, server: Server, text: str) -> None:
    """News come: somebody speaks, and the panel and the log are exchanged."""
    before = kit.settled(page)
    table = int(page.url.rsplit("/", 1)[1])
    server.service.chat.say(table, text, actor=server.me)
    kit.wait_settled(page, before)
    expect(page.locator("#chat-lines")).to_contain_text(text)


def test_news_leave_the_focus_where_it_is(page: Page, local: Server) -> None:
    here = stand(page)

    hear(page, local, "Hello")
    hear(page, local, "Again")

    assert chosen(page) == here


def test_a_pick_that_comes_after_news_leads_on(page: Page, local: Server) -> None:
    stand(page)
    late = Held(page, r"only=panel,board,shares&pick=")
    page.keyboard.press("Enter")
    late.wait()
    hear(page, local, "Hello")

    before = kit.settled(page)
    late.release()
    kit.wait_settled(page, before)

    assert page.evaluate("document.activeElement.matches('#action [data-main], #action input, #action [data-choice]')")


def test_news_right_after_the_answer_to_a_move_take_nothing_away(page: Page, local: Server) -> None:
    page.keyboard.press("p")
    expect(page.locator("#action [data-main]")).to_be_focused()
    twice = "() => setTimeout(anew)"
    page.evaluate(f"() => {{ {ANEW} document.addEventListener('htmx:afterSwap', {twice}, {{ once: true }}) }}")
    before = kit.at(page)

    page.keyboard.press("Enter")

    kit.wait_past(page, before)
    expect(page.locator("#action")).to_be_focused()


# Left alone


def test_what_the_mouse_has_put_down_is_not_picked_up_again(page: Page) -> None:
    stand(page)
    page.locator("header h1").click()

    page.evaluate(f"() => {{ {ANEW} anew() }}")

    assert page.evaluate("new Promise(tell => setTimeout(() => tell(document.activeElement.localName), 50))") == "body"


def test_who_types_goes_on_typing(page: Page, local: Server) -> None:
    page.locator("[data-tab=chat]").click()
    page.locator("#chat-text").press_sequentially("I thi")

    hear(page, local, "Hello")
    page.keyboard.type("nk so")

    expect(page.locator("#chat-text")).to_be_focused()
    expect(page.locator("#chat-text")).to_have_value("I think so")


def test_an_answer_does_not_take_the_focus_from_who_has_moved_on(page: Page) -> None:
    page.locator("[data-tab=chat]").click()
    stand(page)
    late = Held(page, r"only=panel,board,shares&pick=")
    page.keyboard.press("Enter")
    late.wait()
    page.locator("#chat-text").click()

    before = kit.settled(page)
    late.release()
    kit.wait_settled(page, before)

    expect(page.locator("#chat-text")).to_be_focused()


# A page that loads itself anew


def test_the_waiting_room_loads_itself_anew_and_goes_on_where_it_was(club: Server, visit: Visit) -> None:
    ada, bo = visit(club), visit(club)
    for someone, name in ((ada, "Ada"), (bo, "Bo")):
        kit.sign_up(someone, name)
    seats = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]
    room = club.service.tables.create_table("18CZ", seats, actor=club.person("Ada"), visibility="open")
    ada.goto(f"/tables/{room}")
    button = ada.locator("main button:visible, main a.button").last
    button.focus()
    says = button.inner_text()

    bo.goto(f"/tables/{room}")
    bo.get_by_role("button", name="Sit down here").first.click()

    expect(ada.locator(".room-seats")).to_contain_text("Bo")
    assert ada.evaluate("document.activeElement.innerText") == says
