"""What every page has at hand: the service, the settings, the templates; and who asks, in which language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast

import msgspec
from anyio import to_thread
from jinja2 import Environment
from starlette.requests import Request

from stellwerk.table.records import Actor
from stellwerk.table.service import Service
from stellwerk.table.view.texts import Say

P = ParamSpec("P")
T = TypeVar("T")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the site is run."""

    local: bool = True
    """On one's own machine: no accounts, the one who opens the page plays."""
    secure: bool = False
    """Are cookies for HTTPS only?"""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]", "testserver")
    """Names the site answers to."""
    bot_delay: float = 0.0
    """Seconds a bot waits before it moves."""
    limits: bool = True
    """Are sign-ins and moves counted, and too many refused?"""


class Site(msgspec.Struct, kw_only=True):
    """The site: one object for all requests."""

    service: Service
    settings: Settings
    templates: Environment
    secret: bytes


def site(request: Request) -> Site:
    """The site a request came to."""
    return cast(Site, request.app.state.site)


def actor(request: Request) -> Actor:
    """Who asks."""
    return cast(Actor, request.state.actor)


def say(request: Request) -> Say:
    """The words in the language of the one who asks."""
    return cast(Say, request.state.say)


async def work(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do something in a worker thread: the service and the views wait for the disk and compute."""
    return await to_thread.run_sync(partial(function, *args, **kwargs))


def number_in(request: Request, name: str) -> int:
    """A number of the address."""
    return int(request.path_params[name])


def plain(data: Any) -> bytes:
    """Data as JSON."""
    return msgspec.json.encode(data)
