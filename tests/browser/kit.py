"""Words for stories in a real browser: a server, visitors with their pages, and what one does at a table.

Every deed waits until the page shows what came of it; nothing here sleeps for a fixed time.
"""

from __future__ import annotations

import re
import socket
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import update
from tests.web.tablesets import recorded
from tests.web.webkit import PASSWORD, app_on, local_actor, service_on

from stellwerk.table.db.records import PERSON, Actor
from stellwerk.table.db.schema import seats

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
PATIENCE = 30_000
"""Milliseconds until something that was done must be seen; a machine may be busy with other tests."""

expect.set_options(timeout=PATIENCE)

COUNT_SETTLED = """
window.settled = 0;
document.addEventListener("htmx:afterSettle", () => { window.settled += 1; });
"""


# The server


class Server:
    """A real server on a free port, in a thread; `service` is what it serves, for preparing tables."""

    def __init__(self, file: Path, **settings: Any):
        self.service = service_on(file)
        self.app = app_on(self.service, **settings)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        config = uvicorn.Config(self.app, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=1)
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.listening]}, daemon=True)

    def __enter__(self) -> Server:
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.service.feed.close()
        self.uvicorn.should_exit = True
        self.thread.join(10)
        self.service.store.close()
        self.listening.close()

    @property
    def me(self) -> Actor:
        """Who plays at a server on one's own machine."""
        return local_actor(self.app)

    def person(self, name: str) -> Actor:
        """Somebody with an account, by name."""
        found = self.service.accounts.password_of(name)
        assert found is not None, f"nobody is called {name}"
        return Actor(account=found[0])

    def number(self, table: int, actor: Actor) -> int:
        """Where the log of a table ends."""
        return self.service.games.head(table, actor=actor).number

    def recorded(self, title: str, count: int, *people: Actor) -> int:
        """A recorded game after so many actions; the people named play its seats, the last all that are left."""
        file, _game = recorded(title)
        cut = {**file, "actions": file["actions"][:count], "hashes": file["hashes"][:count]}
        table = self.service.game_import.import_table(cut, actor=people[0])
        with self.service.store.writing() as connection:
            mine = update(seats).where(seats.c.table == table)
            for number in range(1, len(self.service.tables.table(table, actor=people[0]).seats)):
                who = people[min(number, len(people) - 1)]
                if who != people[0]:
                    row = mine.where(seats.c.seat == number)
                    connection.execute(row.values(kind=PERSON, account=who.account))
        return table


# Visitors


class Visitor:
    """One browser profile with one page; keeps what its console complains of."""

    def __init__(self, browser: Browser, server: Server, **profile: Any):
        self.wrong: list[str] = []
        settings = {"viewport": WIDE, "locale": "en-GB", "base_url": server.address, **profile}
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(COUNT_SETTLED)
        self.page = self.context.new_page()
        self.page.on("console", lambda line: self._hear(line.type, line.text))
        self.page.on("pageerror", lambda error: self.wrong.append(f"page error: {error}"))

    def _hear(self, kind: str, text: str) -> None:
        # A refusal is an answer with a status; a browser that is cut off says so. Both belong to the stories.
        expected = re.search(
            r"status of (409|422)|Status Error Code (409|422)|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED", text
        )
        if kind in ("error", "warning") and not expected:
            self.wrong.append(f"console {kind}: {text}")

    def leave(self) -> list[str]:
        """Close the profile; gives what was wrong."""
        self.context.close()
        return self.wrong


def open_table(page: Page, table: int, more: str = "") -> None:
    """Go to a table; wait until its scripts listen."""
    with page.expect_response(lambda answer: "/events" in answer.url):
        page.goto(f"/tables/{table}{more}")


def sign_up(page: Page, name: str) -> None:
    """Open an account by the form; the page goes where the visitor wanted to go."""
    page.goto("/sign-up")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Open the account").click()
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()


# Where a table stands


def at(page: Page) -> int:
    """The number of the position that the page shows."""
    return int(page.locator("#now").get_attribute("data-at") or -1)


def wait_past(page: Page, number: int) -> None:
    """Wait until the page shows a later position."""
    page.wait_for_function("n => Number(document.getElementById('now')?.dataset.at) > n", arg=number)


def wait_for_turn(page: Page) -> None:
    """Wait until the reader decides: bots have moved, and the panel offers something."""
    page.wait_for_selector("#now[data-mine=yes]", state="attached")
    page.wait_for_selector("#action .turnbar[data-state=mine], #action .turnbar[data-state=asked]")


def settled(page: Page) -> int:
    """How often the page has taken in something new."""
    return int(page.evaluate("window.settled"))


def press(page: Page, target: Locator) -> None:
    """Click something that fetches a part of the page, and wait until it is there."""
    before = settled(page)
    target.click()
    wait_settled(page, before)


def wait_settled(page: Page, before: int) -> None:
    """Wait until the page has taken in something since."""
    page.wait_for_function("n => window.settled > n", arg=before)


# What one does


def start_game(page: Page, title: str, players: int) -> int:
    """Start a game against bots from the set-up page; gives the table's number."""
    page.goto("/")
    page.get_by_role("radio", name=title).check(force=True)
    page.locator(f"#playnow input[name=players][value='{players}']").check(force=True)
    page.locator("#playnow button[type=submit]").click()
    return table_in(page)


def sit_two_at_one_screen(page: Page, title: str, *choices: str) -> None:
    """A table for Ada and Bo at one screen, set up with these choices and a known seed."""
    page.goto("/tables/new")
    for choice in choices:
        press(page, page.locator(choice))
    before = settled(page)
    page.locator("#seat1-kind").select_option("screen")
    wait_settled(page, before)
    page.locator("#seat0-name").fill("Ada")
    page.locator("#seat1-name").fill("Bo")
    page.locator("details.more summary").click()
    page.locator("#seed").fill("1")
    page.get_by_role("button", name=f"Start {title} for 2").click()
    table_in(page)
    wait_for_turn(page)


def table_in(page: Page) -> int:
    """The table whose page this is."""
    page.wait_for_url(re.compile(r"/tables/\d+$"))
    found = re.search(r"/tables/(\d+)$", page.url)
    assert found
    return int(found[1])


def offered(page: Page) -> list[str]:
    """The groups the panel offers now, by id; passing too."""
    found = page.locator("#action [data-pick]").evaluate_all("all => all.map(one => one.dataset.pick)")
    open_ = page.locator("#action form[data-play] input[name=action]").evaluate_all("all => all.map(one => one.value)")
    kinds = [found_[1] for text in open_ if (found_ := re.search(r'"type": ?"([a-z-]+)"', text))]
    return list(dict.fromkeys([*found, *kinds]))


def pick(page: Page, group: str) -> None:
    """Pick a group in the panel."""
    press(page, page.locator(f'#action [data-pick="{group}"]').first)


def pick_hex(page: Page, hex_: str = "") -> str:
    """Click a hex on the map, any that may be built on if none is named; gives its name."""
    found = page.locator(f"#hex-{hex_}" if hex_ else "svg.board a.hex.legal").first
    name = found.get_attribute("data-hex") or ""
    hit = page.locator(f"#hex-{name} polygon.hit-area")
    press(page, hit)
    expect(page.locator(f"#hex-{name}")).to_have_attribute("aria-selected", "true")
    return name


def confirm(page: Page, button: Locator | None = None) -> None:
    """Press the button that plays, the panel's main one if none is named; wait until the move is in."""
    before = at(page)
    (button or page.locator("#action [data-main], #tileform button[type=submit]").first).click()
    page.wait_for_function(
        "n => Number(document.getElementById('now').dataset.at) > n"
        " || document.querySelector('#refusal:not([hidden]) p, #refusal:not([hidden]) b')",
        arg=before,
    )
    assert at(page) > before, f"refused: {page.locator('#refusal').inner_text()}"


def pass_turn(page: Page) -> None:
    """Pass; where that gives something away, in two steps."""
    if page.locator("#mv-pass").count():
        confirm(page, page.locator("#mv-pass button"))
        return
    if page.locator("#action .pass-row [data-pass]").count():
        press(page, page.locator("#action .pass-row [data-pass]"))
    sure = page.locator("#action input[name=sure]")
    if sure.count():
        sure.check()
    confirm(page)


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    assert page.viewport_size
    return int(page.evaluate("document.documentElement.scrollWidth")) - page.viewport_size["width"]
