"""The games: one folder a title, its figures as data, its own rules as small modules."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from stellwerk.errors import BadInput

if TYPE_CHECKING:
    from stellwerk.board.own import Own
    from stellwerk.rules import Rules

_MODULES = {"18CZ": "t18cz", "18Rhl": "t18rhl", "18BL": "t18bl"}

OWN_KEPT = 32
"""Rules with own figures that are kept at hand."""


def titles() -> tuple[str, ...]:
    """The titles that can be played."""
    return tuple(_MODULES)


def rules_of(title: str, variant: str = "base", program: str = "book", own: Own | None = None) -> Rules:
    """A title in one of its variants, by the book or as a program plays it, with own figures if there are such."""
    return _printed(title, variant, program) if own is None else _replaced(title, variant, program, own)


@cache
def _printed(title: str, variant: str, program: str) -> Rules:
    if title not in _MODULES:
        raise BadInput(f"There is no title {title!r}; there are {', '.join(_MODULES)}.")
    make = import_module(f"stellwerk.titles.{_MODULES[title]}").make
    rules: Rules = make(variant, program)
    return rules


@lru_cache(OWN_KEPT)
def _replaced(title: str, variant: str, program: str, own: Own) -> Rules:
    return _printed(title, variant, program).on(own)
