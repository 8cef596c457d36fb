"""Words for tests of the web: an application on a fresh file, a browser that carries cookies and tokens, tables.

`Browser` is starlette's TestClient with forms that work: `submit` and `ask` add the CSRF token of the browser.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from httpx import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.table.db.records import Actor
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.table.web.app import make_app
from stellwerk.table.web.site import Settings

PASSWORD = "a long enough password"
META = re.compile(r'<meta name="csrf" content="([^"]*)">')
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""Hashes of passwords that nobody has to fear for."""
HTMX = {"HX-Request": "true"}


def service_on(file: Path) -> Service:
    """A service on a file; not durable against power cuts, so that tests are quick."""
    return Service(Store(f"sqlite:///{file}", durable=False))


def app_on(service: Service, **settings: Any) -> Starlette:
    """The application: on one's own machine and without rate limits, unless the settings say otherwise."""
    app = make_app(service, Settings(**{"limits": False, **settings}))
    app.state.site.hasher = QUICK
    return app


class Browser(TestClient):
    """A browser: keeps cookies, knows its token, follows redirects."""

    def __init__(self, app: Starlette, **more: Any):
        super().__init__(app, **{"raise_server_exceptions": False, **more})

    @property
    def csrf(self) -> str:
        """The token that forms carry now."""
        return str(self.get("/settings.json").json()["csrf"])

    def submit(self, address: str, form: dict[str, Any] | None = None, **more: Any) -> Response:
        """Send a form as a page without script does, its token in it."""
        answer: Response = self.post(address, data={"csrf": self.csrf, **(form or {})}, **more)
        return answer

    def ask(self, address: str, form: dict[str, Any] | None = None, **more: Any) -> Response:
        """Send a form as htmx does: token in the header, an answer in fragments."""
        answer: Response = self.post(address, data=form or {}, headers={**HTMX, "X-CSRF-Token": self.csrf}, **more)
        return answer

    def sign_up(self, name: str, password: str = PASSWORD) -> Response:
        """A new account; the browser is signed in afterwards."""
        return self.submit("/sign-up", {"name": name, "password": password})

    def sign_in(self, name: str, password: str = PASSWORD) -> Response:
        """Sign in."""
        return self.submit("/sign-in", {"name": name, "password": password})


def local_actor(app: Starlette) -> Actor:
    """Who plays at an application on one's own machine."""
    return Actor(account=app.state.site.local.id)


def table_of(service: Service, actor: Actor, title: str = "18CZ", *, bots: int = 0, **more: Any) -> int:
    """A started table of four: the actor's seats Ada, Bo, Cy, Di; the last `bots` of them are bots."""
    names = ("Ada", "Bo", "Cy", "Di")
    kinds = ["account", "screen", "screen", "screen"][: 4 - bots] + ["bot"] * bots
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, names, strict=True)]
    table = service.tables.create_table(title, seats, actor=actor, **{"seed": 7, **more})
    service.tables.start(table, actor=actor)
    return table


def play_some(service: Service, table: int, actor: Actor, count: int, seed: int = 1) -> int:
    """Play so many casual moves for whoever decides; gives the number of the last entry."""
    from stellwerk.bots.casual import CasualBot

    bot = CasualBot(seed)
    for _ in range(count):
        game = service.games.game(table, actor=actor)
        if game.over:
            break
        seats = service.tables.table(table, actor=actor).seats
        seat = next(seat for seat in seats if seat.name == game.turn)
        who = Actor(bot=True) if seat.kind == "bot" else actor
        service.moves.play(table, seat.seat, bot.choose(game), service.games.head(table, actor=actor).number, actor=who)
    return service.games.head(table, actor=actor).number
