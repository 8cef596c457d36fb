"""A program with a rule changed under its games: a copy of the package in which nobody kept the old answer."""

from __future__ import annotations

import shutil
from pathlib import Path

import stellwerk

PACKAGE = Path(stellwerk.__file__).parent
CHANGES = {
    "income of S2": ("titles/t18cz/18CZ.json", '"size": "small", "price": 30, "income": 5, "free_terrain": ["river"]',
                     '"size": "small", "price": 30, "income": 10, "free_terrain": ["river"]'),
    "rounding of dividends": ("titles/t18cz/rules.py", "DecideDividend(rounded_up=True)", "DecideDividend()"),
}  # fmt: skip
"""What is changed: the file, what stands there, what it becomes."""


def changed_copy(folder: Path, change: str) -> Path:
    """A copy of the package with one rule changed."""
    copy = folder / "changed" / "stellwerk"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    name, old, new = CHANGES[change]
    text = (copy / name).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (copy / name).write_text(text.replace(old, new), encoding="utf-8")
    return copy
