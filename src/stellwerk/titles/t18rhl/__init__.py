"""18Rhl by Wolfram Janich: the Rhineland, with its variants."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import apply_changes
from stellwerk.rules import Figures, Rules
from stellwerk.rules.editions import class_in_edition, read_data_in_edition
from stellwerk.titles.as_18xx_games.rhl import T18RhlAsPlayedOnline
from stellwerk.titles.t18rhl.editions import OLD
from stellwerk.titles.t18rhl.rules import T18Rhl

RULES = T18Rhl
_PROGRAMS: dict[str, type[T18Rhl]] = {"book": T18Rhl, "18xx-games": T18RhlAsPlayedOnline}


@cache
def _read_title_data(edition: int) -> Any:
    return read_data_in_edition(__package__, "18Rhl.json", edition, RULES.newest_edition, OLD)


def figures(variant: str, edition: int) -> Figures:
    """The printed figures of a variant, or of several joined by `+`, checked."""
    printed = _read_title_data(edition)
    for name in [] if variant == "base" else variant.split("+"):
        printed = apply_changes(printed, printed["variants"][name])
    return msgspec.convert(printed, type=Figures)


def make(variant: str, program: str, edition: int) -> Rules:
    """The rules of a variant in an edition; variants can be joined (`optional-2-train+promotion-tiles`)."""
    names = variant.split("+")
    if variant != "base" and (set(names) - set(_read_title_data(edition)["variants"]) or len(set(names)) < len(names)):
        raise BadInput(f"18Rhl has no variant {variant!r}; it has {', '.join(T18Rhl.variants)} (joined by +).")
    if program not in _PROGRAMS:
        raise BadInput(f"18Rhl has no rules {program!r}; it has {', '.join(_PROGRAMS)}.")
    rules = class_in_edition(_PROGRAMS[program], edition, OLD)
    return rules(figures(variant, edition), variant, program, edition)
