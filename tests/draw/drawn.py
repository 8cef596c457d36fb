"""What the tests of drawings share: reading SVG, and the fact files beside the repository if present."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from stellwerk.figures import BoardFigure

FACTS = Path(__file__).parents[2].parent / "shared" / "facts"
TITLES = ("18CZ", "18Rhl", "18BL", "1881", "18DO")


def parse(svg: str) -> ElementTree.Element:
    """The tree of a drawing; fails if it is not well-formed."""
    return ElementTree.fromstring(svg)


def having(svg: str, **attributes: str) -> list[ElementTree.Element]:
    """The elements whose data- attributes have these values."""
    wanted = {f"data-{name}": value for name, value in attributes.items()}
    return [e for e in parse(svg).iter() if all(e.get(name) == value for name, value in wanted.items())]


def texts(svg: str) -> list[str]:
    """Everything written in a drawing."""
    return [e.text or "" for e in parse(svg).iter() if e.tag.endswith("}text")]


def fact_file(name: str) -> dict[str, Any]:
    """A fact file, or a skipped test."""
    path = FACTS / f"{name}.json"
    if not path.exists():
        pytest.skip(f"the fact files are not beside the repository: {path.name}")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def fact_boards(facts: dict[str, Any]) -> Iterator[tuple[str, BoardFigure]]:
    """All boards of a fact file, those that are parts of others included."""
    for name in facts["boards"]:
        layout, hexes = _resolved(facts["boards"], name)
        yield name, msgspec.convert({"layout": layout, "hexes": list(hexes.values())}, BoardFigure)


def _resolved(boards: dict[str, Any], name: str) -> tuple[str, dict[str, Any]]:
    board = boards[name]
    layout, hexes = _resolved(boards, board["base"]) if board.get("base") else ("pointy", {})
    kept = {at: figure for at, figure in hexes.items() if at not in board.get("remove", [])}
    return board.get("layout", layout), kept | {figure["at"]: figure for figure in board.get("hexes", [])}
