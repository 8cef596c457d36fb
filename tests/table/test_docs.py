"""The page about storage says what is so."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

from stellwerk.table.db.schema import metadata

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "storage.md"
PACKAGE = ROOT / "src" / "stellwerk" / "table"


def test_the_examples_of_the_page_are_so() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10 and result.failed == 0


def codes() -> set[str]:
    """The codes of all refusals in the package."""
    calls = (node for file in PACKAGE.rglob("*.py") for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    return {
        str(node.args[0].value)
        for node in calls
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Illegal"
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_code_and_every_table_is_on_the_page() -> None:
    words = set(re.findall(r"`([\w-]+)`", PAGE.read_text(encoding="utf-8")))
    assert codes() and codes() <= words
    assert set(metadata.tables) <= words
