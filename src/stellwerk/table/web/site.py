"""What every page has at hand: the service, the settings, the templates; and who asks, in which language."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import msgspec
from anyio import CapacityLimiter, to_thread
from argon2 import PasswordHasher
from jinja2 import Environment
from starlette.requests import Request

from stellwerk.table.db.records import Account, Actor
from stellwerk.table.live.background_player import Runner
from stellwerk.table.service.service import Service
from stellwerk.table.view.words.texts import LANGUAGES, Speech
from stellwerk.table.web.connections import Doors
from stellwerk.table.web.health import Health
from stellwerk.table.web.limits import Limits
from stellwerk.table.web.metrics import FigureCollector
from stellwerk.table.web.streams import Streams
from stellwerk.table.web.timelines import Courses

P = ParamSpec("P")
T = TypeVar("T")

STATIC = Path(__file__).parent / "static"
HASHING_AT_ONCE = 2
"""So many passwords are hashed at once: each takes 64 MB and a core."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the site is run."""

    local: bool = True
    """On one's own machine: no accounts, the one who opens the page plays."""
    secure: bool = False
    """Are cookies for HTTPS only?"""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]", "testserver")
    """Names the site answers to; `*` is any."""
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
    health: Health
    courses: Courses
    local: Account | None = None
    """The one account of a site on one's own machine."""
    limits: Limits = msgspec.field(default_factory=Limits)
    streams: Streams = msgspec.field(default_factory=Streams)
    doors: Doors = msgspec.field(default_factory=Doors)
    figures: FigureCollector = msgspec.field(default_factory=FigureCollector)
    runner: Runner | None = None
    """Plays for bots while the server runs."""
    hasher: PasswordHasher = msgspec.field(default_factory=PasswordHasher)
    hashing: CapacityLimiter = msgspec.field(default_factory=lambda: CapacityLimiter(HASHING_AT_ONCE))
    words: dict[str, Speech] = msgspec.field(
        default_factory=lambda: {language: Speech(language) for language in LANGUAGES}
    )


def site_of(request: Request) -> Site:
    """The site a request came to."""
    return cast(Site, request.app.state.site)


def actor_of(request: Request) -> Actor:
    """Who asks."""
    return cast(Actor, request.state.actor)


def account_of(request: Request) -> Account | None:
    """The account of the one who asks; None for a visitor."""
    return cast(Account | None, request.state.account)


def speech_of(request: Request) -> Speech:
    """The words in the language of the one who asks."""
    return cast(Speech, request.state.say)


async def run_in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do something in a worker thread: the service and the views wait for the disk and compute."""
    return await to_thread.run_sync(partial(function, *args, **kwargs))


def number_in(request: Request, name: str) -> int:
    """A number of the address."""
    return int(request.path_params[name])


def data_as_json(data: Any) -> bytes:
    """Data as JSON."""
    return msgspec.json.encode(data)


def static_address(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep what they have."""
    try:
        return f"/static/{name}?v={_version_of_file(name, (STATIC / name).stat().st_mtime_ns)}"
    except FileNotFoundError:
        return f"/static/{name}"


@lru_cache(maxsize=256)
def _version_of_file(name: str, _changed: int) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
