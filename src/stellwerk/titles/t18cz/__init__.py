"""18CZ by Leonhard Orgler: the base game on the whole map."""

from __future__ import annotations

from functools import cache

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import read
from stellwerk.rules import Figures, Rules
from stellwerk.titles.online.cz import T18CZAsPlayedOnline
from stellwerk.titles.t18cz.rules import T18CZ

_PROGRAMS: dict[str, type[T18CZ]] = {"book": T18CZ, "18xx-games": T18CZAsPlayedOnline}


@cache
def figures() -> Figures:
    """The printed figures, checked."""
    return msgspec.convert(read(__package__, "18CZ.json"), type=Figures)


def make(variant: str, program: str) -> Rules:
    """The rules of a variant."""
    if variant not in T18CZ.variants:
        raise BadInput(f"18CZ has no variant {variant!r}; it has {', '.join(T18CZ.variants)}.")
    if program not in _PROGRAMS:
        raise BadInput(f"18CZ has no rules {program!r}; it has {', '.join(_PROGRAMS)}.")
    return _PROGRAMS[program](figures(), variant, program)
