"""Figures to draw: a board, a tile set, companies and a chart of our own data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stellwerk import figures
from stellwerk.figures import BoardFigure, ChartFigure, CompanyFigure, TileFigure


@pytest.fixture(scope="session")
def title() -> dict[str, Any]:
    path = Path(figures.__file__).parent / "titles" / "t18cz" / "18CZ.json"
    if not path.exists():
        pytest.skip("the data of the first title are not there")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@pytest.fixture(scope="session")
def board(title: dict[str, Any]) -> BoardFigure:
    return msgspec.convert(title["boards"]["czechia"], BoardFigure)


@pytest.fixture(scope="session")
def catalogue(title: dict[str, Any]) -> dict[str, TileFigure]:
    own = msgspec.convert(title["tile_definitions"], tuple[TileFigure, ...])
    return {**figures.common_tiles(), **{tile.id: tile for tile in own}}


@pytest.fixture(scope="session")
def companies(title: dict[str, Any]) -> dict[str, CompanyFigure]:
    return {c.id: c for c in msgspec.convert(title["companies"], tuple[CompanyFigure, ...])}


@pytest.fixture(scope="session")
def chart(title: dict[str, Any]) -> ChartFigure:
    return msgspec.convert(title["chart"], ChartFigure)
