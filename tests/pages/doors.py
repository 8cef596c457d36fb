"""The doors of the program that the kept pages are taken at: the web, the command line, the engine, the encodings.

Everything the other modules of this folder need of the program is imported here, so that renames are cheap.
"""

from __future__ import annotations

import hashlib
import lzma
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from httpx import Response
from tests.web.webkit import HTMX, Browser, app_on

from stellwerk.cli import main
from stellwerk.interop.files import load_game
from stellwerk.lab.encoding_actions import action_code
from stellwerk.lab.encoding_view import view_code
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service

STORE = Path(__file__).parents[1] / "stores" / "edition-2.sqlite.xz"
NOW = 1_791_000_000.0
"""The store was written before; all pages are looked at in this second."""
VISITOR, LOCAL = "nobody", "local"
Statement = tuple[str, list[Any]]
Clock = Callable[[], float]


def stand_still() -> float:
    """A clock that does not go, so that no search is ever cut short by a slow machine."""
    return 0.0


class Club:
    """A copy of the store, opened by the program as it is now; statements change the file before that."""

    def __init__(self, folder: Path, statements: Iterable[Statement], clock: Clock = stand_still):
        self.file = folder / "games.sqlite"
        self.file.write_bytes(lzma.decompress(STORE.read_bytes()))
        _change(self.file, statements)
        self.service = Service(Store(f"sqlite:///{self.file}", durable=False), clock=lambda: NOW)
        self.app = app_on(self.service, local=False)
        self.browsers: dict[str, Browser] = {}
        self.brought: dict[str, int] = {}
        """The tables of games that were brought as files."""
        self._clock = clock
        _replace_clocks(time.perf_counter, clock)

    def browser(self, reader: str) -> Browser:
        """The browser of somebody, signed in; of a visitor; or of the one at this machine, whose program is another."""
        if reader not in self.browsers:
            self.browsers[reader] = self._open(reader)
        return self.browsers[reader]

    def _open(self, reader: str) -> Browser:
        if reader == LOCAL:
            return Browser(app_on(Service(self.service.store, clock=lambda: NOW), local=True))
        browser = Browser(self.app)
        assert reader == VISITOR or browser.sign_in(reader).status_code == 200
        return browser

    def get(self, reader: str, language: str, address: str, fragment: bool) -> Response:
        """A page as somebody gets it."""
        headers = {"Accept-Language": language, **(HTMX if fragment else {})}
        answer: Response = self.browser(reader).get(address, headers=headers, follow_redirects=False)
        return answer

    def close(self) -> None:
        """Done."""
        _replace_clocks(self._clock, time.perf_counter)
        self.service.store.close()


def _replace_clocks(old: Clock, new: Clock) -> None:
    """Wherever the program has imported a clock that limits how long it searches, let it look at another one."""
    for name, module in list(sys.modules.items()):
        if name.startswith("stellwerk.") and getattr(module, "perf_counter", None) is old:
            module.perf_counter = new  # type: ignore[attr-defined]


def _change(file: Path, statements: Iterable[Statement]) -> None:
    """Carry statements out behind the program's back: triggers protect the log, so they are put aside meanwhile."""
    with sqlite3.connect(file) as database:
        triggers = list(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        for statement, values in statements:
            database.execute(statement, values)
        for _, statement in triggers:
            database.execute(statement)
    database.close()


def routes(club: Club) -> list[str]:
    """The addresses that can be read, static files apart."""
    found = [route.path for route in club.app.routes if "GET" in (getattr(route, "methods", None) or ())]  # type: ignore[attr-defined]
    return list(dict.fromkeys(found))


def run_program(*words: str, said: str = "") -> str:
    """What `stellwerk` answers on the command line."""
    done = CliRunner().invoke(main, words, input=said, env={"COLUMNS": "120"}, prog_name="stellwerk")
    end = f"exit code {done.exit_code}\n" if done.exit_code else ""
    return f"{done.output}{end}"


def encoding(file: dict[str, Any]) -> dict[str, Any]:
    """What the laboratory makes of the position in which a game file ends."""
    game = load_game(file)
    position = game.position
    actions, views = action_code(game.rules), view_code(game.rules, len(position.players))
    seen = {player: _digest(views.vector(position, player).tobytes()) for player in position.players}
    offers = sorted(actions.offers(position))
    state = _digest(views.state(position).tobytes())
    return {"actions": actions.size, "offers": offers, "seen": seen, "state": state, "turn": game.turn}


@cache
def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def encoding_blocks(file: dict[str, Any]) -> list[str]:
    """The blocks of a game's encodings, each in a line."""
    game = load_game(file)
    codes = (action_code(game.rules), view_code(game.rules, len(game.position.players)))
    return [f"{block.name} {block.start} {block.size} {block.meaning}" for code in codes for block in code.blocks]
