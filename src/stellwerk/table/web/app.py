"""The application: pages, middleware and static files put together."""

from __future__ import annotations

import mimetypes
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from stellwerk.errors import Illegal
from stellwerk.table.allowance import ALONE
from stellwerk.table.ready import ready
from stellwerk.table.records import Account
from stellwerk.table.runner import Runner
from stellwerk.table.service import Service
from stellwerk.table.view.naming import anchor, css_name
from stellwerk.table.web.connections import Doors
from stellwerk.table.web.guard import Guard
from stellwerk.table.web.health import Health
from stellwerk.table.web.limits import Limits
from stellwerk.table.web.notice import proof
from stellwerk.table.web.pages import (
    accounts,
    boards,
    ending,
    hints,
    history,
    live,
    lobby,
    seating,
    table,
    talk,
    tiles,
    titles,
)
from stellwerk.table.web.passwords import nobody
from stellwerk.table.web.refusals import not_served
from stellwerk.table.web.reply import json
from stellwerk.table.web.site import STATIC, Settings, Site, site, static, work
from stellwerk.table.web.streams import Streams
from stellwerk.table.web.watch import Watch

PAGES = (lobby, seating, accounts, table, history, live, talk, titles, boards, ending, tiles, hints)
"""Where two have a route for an address, the first answers."""
LOCAL_NAME = "Player"

mimetypes.add_type("font/woff2", ".woff2")


def make(service: Service, settings: Settings | None = None, secret: bytes | None = None) -> Starlette:
    """The web application over a service; `secret` signs the tokens of forms."""
    ready()
    settings = settings or Settings()
    if settings.local:
        service.allowance = ALONE
    pages = [route for module in PAGES for route in module.routes]
    app = Starlette(
        routes=[
            *pages,
            Route("/alive.json", _alive),
            Route("/health.json", _health),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Watch), Middleware(Guard)],
        exception_handlers={HTTPException: _not_served},
        lifespan=_life,
    )
    made = app.state.site = Site(
        service=service,
        settings=settings,
        templates=_templates(),
        secret=secret or secrets.token_bytes(32),
        local=local_account(service) if settings.local else None,
        limits=Limits(settings.limits),
        streams=Streams(settings.limits),
        doors=Doors(settings.limits),
        health=Health(service.store),
    )
    made.figures.watch(made)
    return app


def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("stellwerk.table.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(static=static, css_name=css_name, anchor=anchor)
    return made


def local_account(service: Service) -> Account:
    """The account of the one at this machine: the first of the store, if it has no password; else one of its own."""
    try:
        first = service.account(1)
    except Illegal:
        return service.open_account(LOCAL_NAME)
    if service.password_of(first.name) == (first.id, None):
        return first
    found = service.password_of(LOCAL_NAME)
    return service.account(found[0]) if found else service.open_account(LOCAL_NAME)


@asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    """While the server runs, the bots do."""
    here: Site = app.state.site
    if not here.settings.local:
        await work(nobody, here.hasher)  # so that not even the first unknown name takes longer
    runner = here.runner = Runner(here.service, here.settings)
    await work(runner.start)
    yield
    await work(runner.stop)


async def _alive(request: Request) -> Response:
    return json({"program": "stellwerk", "proof": proof(site(request).secret)})


async def _health(request: Request) -> Response:
    """Is the database there, to read and to write?"""
    await work(site(request).health.check)
    return json({"database": "ok"})


async def _not_served(request: Request, error: Exception) -> Response:
    return not_served(request, cast(HTTPException, error))
