"""The application: pages, middleware and static files put together."""

from __future__ import annotations

import mimetypes
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from stellwerk.errors import Illegal
from stellwerk.table.custom_boards import pages
from stellwerk.table.db.records import Account
from stellwerk.table.live.background_player import Runner
from stellwerk.table.live.warm_up import read_everything_once
from stellwerk.table.service.service import Service
from stellwerk.table.service.table_limits import ALONE
from stellwerk.table.web.connections import Doors
from stellwerk.table.web.guard import Guard
from stellwerk.table.web.health import Health
from stellwerk.table.web.limits import Limits
from stellwerk.table.web.notice import proof_of_running
from stellwerk.table.web.pages import accounts, chat, ending, hints, history, live, lobby, table, tables, tiles, titles
from stellwerk.table.web.passwords import hash_of_nobody
from stellwerk.table.web.refusal_replies import not_served
from stellwerk.table.web.reply import answer_json
from stellwerk.table.web.request_log import RequestLog
from stellwerk.table.web.site import STATIC, Settings, Site, run_in_thread, site_of
from stellwerk.table.web.streams import Streams
from stellwerk.table.web.templating import make_environment
from stellwerk.table.web.timelines import Courses

PAGES = (lobby, tables, accounts, table, history, live, chat, titles, pages, ending, tiles, hints)
"""Where two have a route for an address, the first answers."""
LOCAL_NAME = "Player"

mimetypes.add_type("font/woff2", ".woff2")


def make_app(service: Service, settings: Settings | None = None, secret: bytes | None = None) -> Starlette:
    """The web application over a service; `secret` signs the tokens of forms."""
    read_everything_once()
    settings = settings or Settings()
    if settings.local:
        service.desk.allowance = ALONE
    pages = [route for module in PAGES for route in module.routes]
    app = Starlette(
        routes=[
            *pages,
            Route("/alive.json", _answer_alive),
            Route("/health.json", _answer_health),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(RequestLog), Middleware(Guard)],
        exception_handlers={HTTPException: _not_served},
        lifespan=_run_while_serving,
    )
    made = app.state.site = Site(
        service=service,
        settings=settings,
        templates=make_environment(),
        secret=secret or secrets.token_bytes(32),
        local=local_account(service) if settings.local else None,
        limits=Limits(settings.limits),
        streams=Streams(settings.limits),
        doors=Doors(settings.limits),
        health=Health(service.store),
        courses=Courses(service),
    )
    made.figures.watch(made)
    return app


def local_account(service: Service) -> Account:
    """The account of the one at this machine: the first of the store, if it has no password; else one of its own."""
    try:
        first = service.accounts.account(1)
    except Illegal:
        return service.accounts.open_account(LOCAL_NAME)
    if service.accounts.password_of(first.name) == (first.id, None):
        return first
    found = service.accounts.password_of(LOCAL_NAME)
    return service.accounts.account(found[0]) if found else service.accounts.open_account(LOCAL_NAME)


@asynccontextmanager
async def _run_while_serving(app: Starlette) -> AsyncIterator[None]:
    """While the server runs, the bots do."""
    here: Site = app.state.site
    if not here.settings.local:
        await run_in_thread(hash_of_nobody, here.hasher)  # so that not even the first unknown name takes longer
    runner = here.runner = Runner(here.service, here.settings)
    await run_in_thread(runner.start)
    yield
    await run_in_thread(runner.stop)


async def _answer_alive(request: Request) -> Response:
    return answer_json({"program": "stellwerk", "proof": proof_of_running(site_of(request).secret)})


async def _answer_health(request: Request) -> Response:
    """Is the database there, to read and to write?"""
    await run_in_thread(site_of(request).health.check)
    return answer_json({"database": "ok"})


async def _not_served(request: Request, error: Exception) -> Response:
    return not_served(request, cast(HTTPException, error))
