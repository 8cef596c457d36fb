"""Documentation that is run: examples read from a page, and replies compared where parts are left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
REST = "..."


def conversation(page: str) -> list[tuple[str, Any]]:
    """The requests on a page (as lines) with their expected replies."""
    lines = [line[4:] for line in (DOCS / page).read_text(encoding="utf-8").splitlines() if line.startswith("    ")]
    parts = re.split(r"^([<>]) ", "\n".join(lines), flags=re.MULTILINE)[1:]
    turns = list(zip(parts[::2], parts[1::2], strict=True))
    assert [mark for mark, _ in turns] == [">", "<"] * (len(turns) // 2), "requests and replies take turns"
    said = [" ".join(text.split("\n")).strip() for _, text in turns]
    return [(request, json.loads(reply)) for request, reply in zip(said[::2], said[1::2], strict=True)]


def files(page: str) -> list[dict[str, Any]]:
    """The JSON blocks on a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)]


def alike(found: Any, expected: Any) -> bool:
    """Does a reply agree with the page, where that says something?"""
    if expected == REST:
        return True
    if isinstance(expected, dict):
        named = {name: value for name, value in expected.items() if name != REST}
        exact = REST in expected or (isinstance(found, dict) and found.keys() == named.keys())
        return exact and isinstance(found, dict) and all(n in found and alike(found[n], v) for n, v in named.items())
    if isinstance(expected, list) and isinstance(found, list):
        if expected and expected[-1] == REST:
            expected, found = expected[:-1], found[: len(expected) - 1]
        return len(found) == len(expected) and all(map(alike, found, expected))
    return bool(found == expected)
