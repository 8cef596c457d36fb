"""The application: pages, middleware and static files put together."""

from __future__ import annotations

import secrets
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from stellwerk.table.service import Service
from stellwerk.table.web.guard import Guard
from stellwerk.table.web.pages import table
from stellwerk.table.web.site import Settings, Site

HERE = Path(__file__).parent


def make(service: Service, settings: Settings | None = None) -> Starlette:
    """The web application over a service."""
    templates = Environment(
        loader=PackageLoader("stellwerk.table.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    static = Mount("/static", StaticFiles(directory=HERE / "static"))
    app = Starlette(routes=[*table.routes, static], middleware=[Middleware(Guard)])
    secret = secrets.token_bytes(32)
    app.state.site = Site(service=service, settings=settings or Settings(), templates=templates, secret=secret)
    return app
