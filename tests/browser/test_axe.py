"""axe looks at every page: light and dark, wide and on a phone; nothing serious is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

GRAVE = ("serious", "critical")
EVERY = {"resultTypes": ["violations"], "iframes": False}
COLOURS = {**EVERY, "runOnly": ["color-contrast"]}
SHAPES = {**EVERY, "rules": {"color-contrast": {"enabled": False}}}
NO_PICTURES = """
const pictures = "svg[aria-hidden=true], svg [aria-hidden=true], svg[role=img]";
for (const picture of document.querySelectorAll(pictures)) picture.replaceChildren();
"""
"""Pictures that readers of screens do not get are left out: axe would look at each of their lines."""

AXE = Axe()


LOOKS = (
    (kit.WIDE, "light", EVERY),
    (kit.PHONE, "dark", COLOURS),
    (kit.PHONE, "light", SHAPES),
    (kit.WIDE, "dark", COLOURS),
)


def findings(page: Page, where: str, looks: int) -> Iterator[str]:
    """What is seriously wrong with a page: all rules, then what a phone and what the dark can change."""
    page.evaluate(NO_PICTURES)
    for size, theme, rules in LOOKS[:looks]:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        yield from _grave(AXE.run(page, options=rules).response, f"{where}, {size['width']} wide, {theme}")


def _grave(result: dict[str, Any], where: str) -> Iterator[str]:
    for found in result["violations"]:
        if found["impact"] in GRAVE:
            for node in found["nodes"][:4]:
                why = " ".join(str(check["message"]) for check in (*node["any"], *node["all"], *node["none"]))
                yield f"{where}: {found['id']}: {node['target']} {node['html'][:150]} ({why[:200]})"


def check(page: Page, addresses: list[str], looks: int = len(LOOKS)) -> None:
    """Look at some pages, each in some ways."""
    found: list[str] = []
    for address in addresses:
        page.goto(address)
        found += findings(page, address, looks)
    assert not found, "\n" + "\n".join(found)


@pytest.fixture
def page(visit: Visit, local: Server) -> Page:
    """A browser at one's own server, without motion: colours that fade in are not measured half way."""
    return visit(local, reduced_motion="reduce")


def test_the_pages_around_the_games(page: Page) -> None:
    check(page, ["/", "/tables/new", "/settings", "/boards", "/titles"])


@pytest.mark.parametrize("title", ["18CZ", "18Rhl", "18BL", "1881"])
def test_the_page_of_a_title(page: Page, title: str) -> None:
    check(page, [f"/titles/{title}"], looks=2)


@pytest.mark.parametrize(
    ("title", "count"),
    [
        ("18CZ", 20),
        ("18CZ", 314),
        ("18Rhl", 398),
        ("18Rhl", 492),
        ("18BL", 7),
        ("18BL", 82),
        ("18BL", 253),
        ("1881", 2),
        ("1881", 480),
        ("1881", 537),
        ("1881", 540),
    ],
)
def test_the_table(page: Page, local: Server, title: str, count: int) -> None:
    table = local.recorded(title, count, local.me)
    check(page, [f"/tables/{table}"])


def test_a_picked_tile_an_old_position_and_a_copy(page: Page, local: Server) -> None:
    table = local.recorded("18CZ", 161, local.me)
    copy = local.service.what_ifs.create_what_if(table, None, actor=local.me)
    more = [f"/tables/{table}{end}" for end in ("/at/160", "/log", "/seats")]
    check(page, [f"/what-ifs/{copy.id}", *more], looks=2)
    table = local.recorded("18CZ", 35, local.me)
    page.goto(f"/tables/{table}")
    group = page.locator("svg.board a.hex.legal").first.get_attribute("data-pick")
    check(page, [f"/tables/{table}?pick={group}", f"/tables/{table}?pick=whynot"], looks=2)


def test_the_end_of_a_game(page: Page, local: Server) -> None:
    table = local.recorded("18CZ", 10_000, local.me)
    check(page, [f"/tables/{table}", f"/tables/{table}/end"], looks=2)


def test_the_pages_of_a_club(visit: Visit, club: Server) -> None:
    page = visit(club, reduced_motion="reduce")
    check(page, ["/", "/sign-in", "/sign-up"])
    kit.sign_up(page, "Ada")
    seats = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]
    room = club.service.tables.create_table("18CZ", seats, actor=club.person("Ada"), visibility="open")
    check(page, ["/", "/account", f"/tables/{room}", "/tables/new"])
