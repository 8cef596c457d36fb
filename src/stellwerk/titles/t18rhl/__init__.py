"""18Rhl by Wolfram Janich: the Rhineland, with its variants."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import altered
from stellwerk.rules import Figures, Rules
from stellwerk.rules.editions import class_of, read_edition
from stellwerk.titles.online.rhl import T18RhlAsPlayedOnline
from stellwerk.titles.t18rhl.editions import OLD
from stellwerk.titles.t18rhl.rules import T18Rhl

RULES = T18Rhl
_PROGRAMS: dict[str, type[T18Rhl]] = {"book": T18Rhl, "18xx-games": T18RhlAsPlayedOnline}


@cache
def _data(edition: int) -> Any:
    return read_edition(__package__, "18Rhl.json", edition, RULES.newest_edition, OLD)


def figures(variant: str, edition: int) -> Figures:
    """The printed figures of a variant, or of several joined by `+`, checked."""
    printed = _data(edition)
    for name in [] if variant == "base" else variant.split("+"):
        printed = altered(printed, printed["variants"][name])
    return msgspec.convert(printed, type=Figures)


def make(variant: str, program: str, edition: int) -> Rules:
    """The rules of a variant in an edition; variants can be joined (`optional-2-train+promotion-tiles`)."""
    names = variant.split("+")
    if variant != "base" and (set(names) - set(_data(edition)["variants"]) or len(set(names)) < len(names)):
        raise BadInput(f"18Rhl has no variant {variant!r}; it has {', '.join(T18Rhl.variants)} (joined by +).")
    if program not in _PROGRAMS:
        raise BadInput(f"18Rhl has no rules {program!r}; it has {', '.join(_PROGRAMS)}.")
    rules = class_of(_PROGRAMS[program], edition, OLD)
    return rules(figures(variant, edition), variant, program, edition)
