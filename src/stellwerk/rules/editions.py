"""Rules have editions: how the rules of a game that began before a rule was mended are put together.

A title's own code and data are its newest edition. What an older one answered otherwise stands in `editions.py` of the
title's folder, as one `OldEdition` for each; a game keeps the edition it began with (docs/adding-a-title.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import apply_changes, read_data_file
from stellwerk.rules import Rules

FIRST = 1
"""The edition of every game that names none."""


class OldEdition(msgspec.Struct, frozen=True):
    """What an edition had otherwise than the one after it."""

    answers: tuple[type[Rules], ...] = ()
    """Subclasses of the classes whose answers they were: of the title, of a variant, of another program's rules.
    Each goes before every class that is below its base; of two the later one goes first."""
    figures: Mapping[str, Any] = {}
    """Data file to what stood otherwise in it, written as a variant's changes are (`figures.apply_changes`)."""


OldEditions = Mapping[int, OldEdition]
"""The old editions of a title by their numbers."""


def check_edition(rules: type[Rules], edition: int) -> None:
    """Refuse an edition that a title does not have."""
    newest = rules.newest_edition
    if not FIRST <= edition <= newest:
        raise BadInput(f"The rules of {rules.title} have no such edition; the newest is number {newest}.")


def class_in_edition(newest: type[Rules], edition: int, old: OldEditions) -> type[Rules]:
    """The class that answers as an edition did, made from the class that answers today."""
    for number in _back_to(edition, newest.newest_edition):
        newest = _class_before(newest, number, old[number].answers)
    return newest


def _class_before(after: type[Rules], number: int, answers: tuple[type[Rules], ...]) -> type[Rules]:
    """A class with the answers of the edition before it, as far as they are about this class."""
    mine = [answer for answer in answers if issubclass(after, answer.__bases__)]
    return type(f"{after.__name__}Edition{number}", (*reversed(mine), after), {}) if mine else after


def read_data_in_edition(package: str, name: str, edition: int, newest: int, old: OldEditions) -> Any:
    """A data file of a title as it was in an edition."""
    data = read_data_file(package, name)
    for number in _back_to(edition, newest):
        data = apply_changes(data, old[number].figures.get(name, {}))
    return data


def _back_to(edition: int, newest: int) -> range:
    """The old editions on the way from the newest one back to this one."""
    return range(newest - 1, edition - 1, -1)
