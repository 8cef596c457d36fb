"""The games: one folder a title, its figures as data, its own rules as small modules.

Ours are listed here; those of other packages are found by their entry points (`titles.packages`), which are looked at
only when somebody asks for what is not ours.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from stellwerk.errors import BadInput

if TYPE_CHECKING:
    from stellwerk.board.own_figures import Own
    from stellwerk.rules import Rules
    from stellwerk.titles.packages import Found, Origin

_MODULES = {"18CZ": "t18cz", "18Rhl": "t18rhl", "18BL": "t18bl", "1881": "t1881", "18DO": "t18do"}

OWN_KEPT = 32
"""Rules with own figures that are kept at hand."""


def titles() -> tuple[str, ...]:
    """The titles that can be played: ours, then those of other packages."""
    return (*_MODULES, *(one.origin.title for one in _others() if not one.origin.left_out))


def origins() -> tuple[Origin, ...]:
    """Where the titles of other packages come from; those that are left out say why."""
    return tuple(one.origin for one in _others())


def newest_edition(title: str) -> int:
    """The edition of a title's rules that new games are played by."""
    return _rules_class_of(title).newest_edition


def first_variant(title: str) -> str:
    """The variant of a title that is played where nobody names one."""
    return _rules_class_of(title).variants[0]


def rules_of(
    title: str, variant: str = "", program: str = "book", own: Own | None = None, edition: int | None = None
) -> Rules:
    """A title in one of its variants, by the book or as a program plays it, with own figures if there are such.

    Without a variant it is the title's first one. Without an edition it is the newest one; a game that has begun is
    played by the one it began with.
    """
    number, played = newest_edition(title) if edition is None else edition, variant or first_variant(title)
    if own is None:
        return _printed_rules(title, played, program, number)
    return _rules_with_own(title, played, program, own, number)


@cache
def words_of(title: str) -> Any:
    """The module `words` of a title's folder, with better words for the table; nothing, if it has none."""
    from stellwerk.titles.packages import words_in

    return words_in(f"{__package__}.{_MODULES[title]}" if title in _MODULES else _other(title).point.module)


def _others() -> tuple[Found, ...]:
    from stellwerk.titles.packages import all_found

    return all_found(frozenset(_MODULES))


def _other(title: str) -> Found:
    """A title of another package; refuses what no package names, and what is left out."""
    from stellwerk.titles.packages import found

    one = found(title, frozenset(_MODULES))
    if one is None:
        raise BadInput(f"There is no title {title!r}; there are {', '.join(titles())}.")
    if one.origin.left_out:
        raise BadInput(f"The title {title!r} of {one.origin.package} is left out: {one.origin.left_out}.")
    return one


def _folder_of(title: str) -> Any:
    return import_module(f"{__package__}.{_MODULES[title]}") if title in _MODULES else _other(title).folder


def _rules_class_of(title: str) -> type[Rules]:
    """The class that answers as the title's book does."""
    found: type[Rules] = _folder_of(title).RULES
    return found


@cache
def _printed_rules(title: str, variant: str, program: str, edition: int) -> Rules:
    from stellwerk.rules.editions import check_edition

    check_edition(_rules_class_of(title), edition)
    if title not in _MODULES:
        from stellwerk.titles.packages import make

        return make(_other(title), variant, program, edition)
    rules: Rules = _folder_of(title).make(variant, program, edition)
    return rules


@lru_cache(OWN_KEPT)
def _rules_with_own(title: str, variant: str, program: str, own: Own, edition: int) -> Rules:
    return _printed_rules(title, variant, program, edition).on(own)
