"""18Rhl by Wolfram Janich: the Rhineland, with its variants."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import altered, read
from stellwerk.rules import Figures, Rules
from stellwerk.titles.online.rhl import T18RhlAsPlayedOnline
from stellwerk.titles.t18rhl.rules import T18Rhl

_PROGRAMS: dict[str, type[T18Rhl]] = {"book": T18Rhl, "18xx-games": T18RhlAsPlayedOnline}


@cache
def _data() -> Any:
    return read(__package__, "18Rhl.json")


def figures(variant: str) -> Figures:
    """The printed figures of a variant, or of several joined by `+`, checked."""
    printed = _data()
    for name in [] if variant == "base" else variant.split("+"):
        printed = altered(printed, printed["variants"][name])
    return msgspec.convert(printed, type=Figures)


def make(variant: str, program: str) -> Rules:
    """The rules of a variant; variants can be joined (`optional-2-train+promotion-tiles`)."""
    names = variant.split("+")
    if variant != "base" and (set(names) - set(_data()["variants"]) or len(set(names)) < len(names)):
        raise BadInput(f"18Rhl has no variant {variant!r}; it has {', '.join(T18Rhl.variants)} (joined by +).")
    if program not in _PROGRAMS:
        raise BadInput(f"18Rhl has no rules {program!r}; it has {', '.join(_PROGRAMS)}.")
    return _PROGRAMS[program](figures(variant), variant, program)
