"""Whole games ask for best runs thousands of times: use the compiled search where numba is installed."""

from __future__ import annotations

import importlib.util

import pytest

from stellwerk.routes import warm_up


@pytest.fixture(scope="session", autouse=True)
def compiled_routes() -> None:
    """Compile once a session."""
    if importlib.util.find_spec("numba"):
        warm_up()
