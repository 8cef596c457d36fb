"""The games: one folder a title, its figures as data, its own rules as small modules."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
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


def newest_edition(title: str) -> int:
    """The edition of a title's rules that new games are played by."""
    return _class(title).newest_edition


def rules_of(
    title: str, variant: str = "base", program: str = "book", own: Own | None = None, edition: int | None = None
) -> Rules:
    """A title in one of its variants, by the book or as a program plays it, with own figures if there are such.

    Without an edition it is the newest one; a game that has begun is played by the one it began with.
    """
    number = newest_edition(title) if edition is None else edition
    if own is None:
        return _printed(title, variant, program, number)
    return _replaced(title, variant, program, own, number)


def _folder(title: str) -> ModuleType:
    if title not in _MODULES:
        raise BadInput(f"There is no title {title!r}; there are {', '.join(_MODULES)}.")
    return import_module(f"stellwerk.titles.{_MODULES[title]}")


def _class(title: str) -> type[Rules]:
    """The class that answers as the title's book does."""
    found: type[Rules] = _folder(title).RULES
    return found


@cache
def _printed(title: str, variant: str, program: str, edition: int) -> Rules:
    from stellwerk.rules.editions import check_edition

    check_edition(_class(title), edition)
    rules: Rules = _folder(title).make(variant, program, edition)
    return rules


@lru_cache(OWN_KEPT)
def _replaced(title: str, variant: str, program: str, own: Own, edition: int) -> Rules:
    return _printed(title, variant, program, edition).on(own)
