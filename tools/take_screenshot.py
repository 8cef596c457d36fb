"""Take the README's picture: a game that bots have played to a rich run of two trains, at the table, in a browser.

`python tools/take_screenshot.py` writes docs/table.png; `--seed` and `--title` choose another game, `--dark` the dark
palette. It needs Debian's chromium, as the browser tests do.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

import stellwerk
from stellwerk import Game, bots
from stellwerk.actions import LayTile, Run
from stellwerk.table.db.records import Actor
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.table.web.app import make_app
from stellwerk.table.web.site import Settings

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "table.png"
WINDOW = ViewportSize(width=1440, height=900)
PLAYERS = ("Ada", "Bo", "Cy", "Dan")
TRAINS, REVENUE = 2, 250
"""With how many trains the company of the picture runs, and for how much at least."""
COLOURS = 256
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--hide-scrollbars")


def play_to_runs(title: str, seed: int) -> Game:
    """A game of steady bots up to the moment when a company is about to run so many trains for so much."""
    game = stellwerk.new_game(title, PLAYERS, seed=seed)
    bot = bots.make_bot("steady", seed)
    while not game.over and not is_about_to_run(game):
        game.play(bot.choose(game))
    return game


def is_about_to_run(game: Game) -> bool:
    """Has a company built, and is it about to run enough trains for enough?"""
    company = game.actor
    if company not in game.companies or len(game.trains(company)) < TRAINS:
        return False
    open_now = game.legal().actions()
    built = not any(isinstance(action, LayTile) for action in open_now)
    return built and any(isinstance(action, Run) and action.revenue >= REVENUE for action in open_now)


@contextmanager
def serving(folder: Path, game: Game) -> Iterator[str]:
    """A server on one's own machine with this game at a table; gives the table's address."""
    service = Service(Store(f"sqlite:///{folder / 'games.sqlite'}"))
    app = make_app(service, Settings(limits=False))
    table = service.game_import.import_table(game.as_json(), actor=Actor(account=app.state.site.local.id))
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/tables/{table}"
    service.feed.close()
    server.should_exit = True
    thread.join(10)
    listening.close()


def photograph(address: str, file: Path, dark: bool) -> None:
    """Open the page in a browser and keep what the window shows."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        page = browser.new_page(viewport=WINDOW, locale="en-GB", color_scheme="dark" if dark else "light")
        page.goto(address)
        wait_until_drawn(page)
        page.screenshot(path=file)
        browser.close()
    with Image.open(file) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(file, optimize=True)


def wait_until_drawn(page: Page) -> None:
    """The panel offers something, the runs are on the board, the letters are there."""
    page.wait_for_selector("#action .turnbar[data-state=mine]")
    page.wait_for_selector("svg.board")
    page.evaluate("document.fonts.ready")


def main() -> None:
    """Play, serve, look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", default="18CZ")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--out", type=Path, default=PICTURE)
    options = parser.parse_args()
    game = play_to_runs(options.title, options.seed)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), game) as address:
        photograph(address, options.out, options.dark)
    print(f"{options.out}: {game.actor} runs, {options.out.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
