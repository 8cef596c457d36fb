"""Fixtures of the table's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.tablekit import Club, service_on

from stellwerk.table.service.service import Service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service on a fresh file."""
    made = service_on(tmp_path / "games.sqlite")
    yield made
    made.store.close()


@pytest.fixture
def club(service: Service) -> Club:
    """Three people at a running game of 18CZ."""
    return Club(service)
