"""The games: one folder a title, its figures as data, its own rules as small modules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from stellwerk.errors import BadInput

if TYPE_CHECKING:
    from stellwerk.rules import Rules

_MODULES = {"18CZ": "t18cz", "18Rhl": "t18rhl", "18BL": "t18bl"}
_IN_WORK = {"18BL"}
"""Titles that can be named already but are not on offer yet."""


def titles() -> tuple[str, ...]:
    """The titles that can be played."""
    return tuple(title for title in _MODULES if title not in _IN_WORK)


@cache
def rules_of(title: str, variant: str = "base", program: str = "book") -> Rules:
    """A title in one of its variants, by the book or as a program plays it."""
    if title not in _MODULES:
        raise BadInput(f"There is no title {title!r}; there are {', '.join(_MODULES)}.")
    make = import_module(f"stellwerk.titles.{_MODULES[title]}").make
    rules: Rules = make(variant, program)
    return rules
