"""18DO by Wolfram Janich and Michael Scharf: Dortmund's railways and breweries; map and tiles are reconstructed."""

from __future__ import annotations

from functools import cache

import msgspec

from stellwerk.errors import BadInput
from stellwerk.rules import Figures, Rules
from stellwerk.titles.t18do.intro import IntroductionGame
from stellwerk.titles.t18do.printed import data_of
from stellwerk.titles.t18do.rules import T18DO

RULES = T18DO
_CLASSES: dict[str, type[T18DO]] = {"railway": T18DO, "introduction": IntroductionGame}


@cache
def figures(variant: str) -> Figures:
    """The printed figures of a variant, checked."""
    return msgspec.convert(data_of(variant), type=Figures)


def make(variant: str, program: str, edition: int) -> Rules:
    """The rules of a variant in an edition."""
    if variant not in _CLASSES:
        raise BadInput(f"18DO has no variant {variant!r}; it has {', '.join(T18DO.variants)}.")
    if program not in T18DO.programs:
        raise BadInput(f"18DO has no rules {program!r}; it has {', '.join(T18DO.programs)}.")
    return _CLASSES[variant](figures(variant), variant, program, edition)
