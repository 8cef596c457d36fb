"""Fixtures of the tests in a real browser: one browser a session, a new profile and a new server for each test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.kit import Server, Visitor

from stellwerk.routes import warm_up

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's browser, without a window."""
    if not Path(CHROMIUM).exists() and not shutil.which("chromium"):
        pytest.fail("These tests need a browser: install the Debian package chromium (sudo apt-get install chromium).")
    warm_up()
    with sync_playwright() as playwright:
        path = CHROMIUM if Path(CHROMIUM).exists() else shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Server]:
    """A server as on one's own machine."""
    with Server(tmp_path / "games.sqlite") as server:
        yield server


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Server]:
    """A server as a club has one, with accounts."""
    with Server(tmp_path / "games.sqlite", local=False) as server:
        yield server


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Somebody new comes with his own browser: `page = visit(server)`. What a console complains of fails the test."""
    visitors: list[Visitor] = []

    def come(server: Server, **profile: Any) -> Page:
        visitors.append(Visitor(chromium, server, **profile))
        return visitors[-1].page

    yield come
    wrong = [line for visitor in visitors for line in visitor.leave()]
    assert not wrong, "\n".join(wrong)
