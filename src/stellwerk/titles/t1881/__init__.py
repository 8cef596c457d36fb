"""1881 by Michael Mette: the trams and the S-Bahn of Berlin, with three variants; the chart is reconstructed."""

from __future__ import annotations

from functools import cache

import msgspec

from stellwerk.errors import BadInput
from stellwerk.rules import Figures, Rules
from stellwerk.titles.t1881.printed import data_of
from stellwerk.titles.t1881.rules import T1881

RULES = T1881


@cache
def figures(variant: str) -> Figures:
    """The printed figures of a variant, or of several joined by `+`, checked."""
    return msgspec.convert(data_of(variant), type=Figures)


def make(variant: str, program: str, edition: int) -> Rules:
    """The rules of a variant in an edition; variants can be joined (`house+credit`)."""
    names = variant.split("+")
    if variant != "base" and (set(names) - set(T1881.variants[1:]) or len(set(names)) < len(names)):
        raise BadInput(f"1881 has no variant {variant!r}; it has {', '.join(T1881.variants)} (joined by +).")
    if program not in T1881.programs:
        raise BadInput(f"1881 has no rules {program!r}; it has {', '.join(T1881.programs)}.")
    return T1881(figures(variant), variant, program, edition)
