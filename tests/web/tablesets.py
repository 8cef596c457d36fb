"""Tables of every kind for the tests that look at all pages: of recorded games, with three people around them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import update
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from tests.web.webkit import Browser, app_on, service_on

from stellwerk.game import Game
from stellwerk.interop.files import load_game
from stellwerk.table.db.records import PERSON, Actor
from stellwerk.table.db.schema import seats, tables
from stellwerk.table.service.service import Service

GAMES = Path(__file__).parents[1] / "games"
RECORDED = {"18CZ": "18CZ-4p.json", "18Rhl": "18Rhl-3p.json", "18BL": "18BL-3p.json", "1881": "1881-3p.json"}
OWNER, OPPONENT, SPECTATOR = "Ada", "Bo", "Zoe"


class Club:
    """An application for accounts, with three people and a table of each kind."""

    def __init__(self, folder: Path):
        self.service = service_on(folder / "games.sqlite")
        self.app = app_on(self.service, local=False)
        self.browsers = {name: Browser(self.app) for name in (OWNER, OPPONENT, SPECTATOR)}
        for name, browser in self.browsers.items():
            browser.sign_up(name)
        self.actors = {name: self.actor(name) for name in self.browsers}

    def actor(self, name: str) -> Actor:
        """Somebody by name."""
        found = self.service.accounts.password_of(name)
        assert found is not None
        return Actor(account=found[0])

    def waiting(self, title: str) -> int:
        """A table that waits: the opponent sits there already, one seat is free."""
        kinds = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]
        table = self.service.tables.create_table(title, kinds, actor=self.actors[OWNER], seed=7, visibility="open")
        self.service.seats.join(table, 1, OPPONENT, actor=self.actors[OPPONENT])
        return table

    def playing(self, title: str, until: Callable[[Game], bool]) -> int:
        """A recorded game as far as it meets a condition; the opponent plays for every second seat."""
        table = self.service.game_import.import_table(cut(title, until), actor=self.actors[OWNER])
        with self.service.store.writing() as connection:
            connection.execute(update(tables).where(tables.c.id == table).values(visibility="open"))
        count = len(self.service.tables.table(table, actor=self.actors[OWNER]).seats)
        seat_people(self.service, table, (self.actors[OPPONENT if n % 2 else OWNER].account for n in range(count)))
        return table

    def close(self) -> None:
        """Done."""
        self.service.store.close()


@cache
def recorded(title: str) -> tuple[dict[str, Any], Game]:
    """A recorded game of a title: its file, and the game."""
    file: dict[str, Any] = json.loads((GAMES / RECORDED[title]).read_text(encoding="utf-8"))
    return file, load_game(file)


def cut(title: str, until: Callable[[Game], bool]) -> dict[str, Any]:
    """The file of a recorded game up to where a position meets a condition; the whole game if none does."""
    file, game = recorded(title)
    positions = ((number, Game(game.rules, entry.before, draws=False)) for number, entry in enumerate(game.log))
    found = next((number for number, then in positions if number and until(then)), len(game.log))
    return {**file, "actions": file["actions"][:found], "hashes": file["hashes"][:found]}


def cut_before(title: str, left: int) -> dict[str, Any]:
    """The file of a recorded game without its last moves."""
    file, _ = recorded(title)
    return {**file, "actions": file["actions"][:-left], "hashes": file["hashes"][:-left]}


def seat_people(service: Service, table: int, accounts: Iterable[int | None]) -> None:
    """Put accounts on the seats of a table that was brought as a file."""
    with service.store.writing() as connection:
        for number, account in enumerate(accounts):
            seat = update(seats).where(seats.c.table == table, seats.c.seat == number)
            connection.execute(seat.values(kind=PERSON, account=account))


def begun(game: Game) -> bool:
    """The first decision."""
    return True


def in_stock_round(game: Game) -> bool:
    """In the middle of a stock round, with some companies on the market."""
    return game.position.round.kind == "stock" and len(game.position.pars) >= 3


def in_operating_round(game: Game) -> bool:
    """In an operating round, when several companies run."""
    return game.position.round.kind == "operating" and len(game.position.operated) >= 4


def over(game: Game) -> bool:
    """Never before the end."""
    return False


KINDS: dict[str, Callable[[Game], bool]] = {
    "begun": begun,
    "stock": in_stock_round,
    "operating": in_operating_round,
    "over": over,
}


def gets(app: Starlette) -> list[str]:
    """Every route that is read, static files apart; a route of a kind not known here is a failure."""
    found = []
    for route in app.routes:
        if isinstance(route, Mount) and route.path == "/static":
            continue
        assert isinstance(route, Route), route
        if "GET" in (route.methods or ()):
            found.append(route.path)
    return list(dict.fromkeys(found))
