"""Fixtures of the web's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from tests.web.webkit import Browser, app_on, local_actor, service_on

from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service on a fresh file."""
    made = service_on(tmp_path / "games.sqlite")
    yield made
    made.store.close()


@pytest.fixture
def app(service: Service) -> Starlette:
    """The application on one's own machine."""
    return app_on(service)


@pytest.fixture
def me(app: Starlette) -> Actor:
    """Who plays on his own machine."""
    return local_actor(app)


@pytest.fixture
def browser(app: Starlette) -> Browser:
    """A browser on one's own machine."""
    return Browser(app)


@pytest.fixture
def club(service: Service) -> Starlette:
    """The application of a club, with accounts."""
    return app_on(service, local=False)
