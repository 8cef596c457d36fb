"""How many transactions the database begins for a move and for a page, through the whole application of a club.

    python tools/count_transactions.py       # move 3, page 1

A move is one a browser sends, answered with the parts of its page, by somebody who has looked at the table before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from sqlalchemy import Engine, event
from starlette.testclient import TestClient

from stellwerk import actions
from stellwerk.table.db.records import Actor
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.table.web.app import make_app
from stellwerk.table.web.cookies import SESSION, full_name
from stellwerk.table.web.site import Settings
from stellwerk.titles import titles

NAMES = ("Ada", "Bo", "Cy")


class Count:
    """Counts the transactions of a database while it is watched."""

    def __init__(self) -> None:
        self.number = 0

    def add_one(self, _: object) -> None:
        """A transaction was begun."""
        self.number += 1


@contextmanager
def counted(engine: Engine) -> Iterator[Count]:
    """The transactions that begin meanwhile."""
    count = Count()
    event.listen(engine, "begin", count.add_one)
    try:
        yield count
    finally:
        event.remove(engine, "begin", count.add_one)


class ClubTable:
    """A running game at a club: everybody at it has an account and is signed in."""

    def __init__(self, file: Path):
        self.service = Service(Store(f"sqlite:///{file}", durable=False))
        self.engine = self.service.store.engine
        settings = Settings(local=False, limits=False)
        app = make_app(self.service, settings)
        self.people = [self.service.accounts.open_account(name).id for name in NAMES]
        self.browsers = [TestClient(app, follow_redirects=False) for _ in NAMES]
        for browser, account in zip(self.browsers, self.people, strict=True):
            browser.cookies.set(full_name(settings, SESSION), self.service.accounts.open_session(account))
        self.number = self._begun()

    def _begun(self) -> int:
        service, (first, *others) = self.service, [Actor(account=account) for account in self.people]
        seating = [{"kind": "account", "name": NAMES[0]}, *({"kind": "free"} for _ in others)]
        table = service.tables.create_table(titles()[0], seating, actor=first, seed=7, visibility="open")
        for seat, actor in enumerate(others, start=1):
            service.seats.join(table, seat, NAMES[seat], actor=actor)
        service.tables.start(table, actor=first)
        return table

    def count_of_page(self, path: str = "", seat: int = 0) -> int:
        """The transactions of looking at a page of the table."""
        browser, address = self.browsers[seat], f"/tables/{self.number}{path}"
        browser.get(address).raise_for_status()
        with counted(self.engine) as count:
            browser.get(address).raise_for_status()
        return count.number

    def count_of_move(self, ending: str = "", headers: dict[str, str] | None = None) -> int:
        """The transactions of the next move, the first that offers itself."""
        game = self.service.games.game(self.number, actor=Actor(bot=True))
        seat = NAMES.index(game.turn)
        browser = self.browsers[seat]
        token: str = browser.get("/settings.json").json()["csrf"]
        browser.get(f"/tables/{self.number}").raise_for_status()
        form = self._move(game.legal().actions()[0], seat)
        sent = {"X-CSRF-Token": token, **({"HX-Request": "true"} if headers is None else headers)}
        with counted(self.engine) as count:
            answer = browser.post(f"/tables/{self.number}/moves{ending}", data=form, headers=sent)
        assert answer.status_code in (200, 303), answer.text
        return count.number

    def _move(self, action: actions.Action, seat: int) -> dict[str, Any]:
        return {"at": self.at, "seat": seat, "action": msgspec.json.encode(actions.encode(action)).decode()}

    @property
    def at(self) -> int:
        """The number of the last entry."""
        return self.service.games.head(self.number, actor=Actor(bot=True)).number

    def close(self) -> None:
        """Let go of the file."""
        self.service.store.close()


def count_transactions() -> tuple[int, int]:
    """The transactions of a move, and of the page of a table."""
    with TemporaryDirectory() as folder:
        table = ClubTable(Path(folder) / "games.sqlite")
        try:
            return table.count_of_move(), table.count_of_page()
        finally:
            table.close()


if __name__ == "__main__":
    move, page = count_transactions()
    sys.stdout.write(f"move {move}, page {page}\n")
