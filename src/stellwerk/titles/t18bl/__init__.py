"""18BL by Hans-Peter Heep: the Bergisches Land; board, chart and some tables are reconstructed."""

from __future__ import annotations

from functools import cache

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import read
from stellwerk.rules import Figures, Rules
from stellwerk.titles.t18bl.rules import T18BL


@cache
def figures() -> Figures:
    """The figures, checked."""
    return msgspec.convert(read(__package__, "18BL.json"), type=Figures)


def make(variant: str, program: str) -> Rules:
    """The rules of a variant."""
    if variant not in T18BL.variants:
        raise BadInput(f"18BL has no variant {variant!r}; it has {', '.join(T18BL.variants)}.")
    if program not in T18BL.programs:
        raise BadInput(f"18BL has no rules {program!r}; it has {', '.join(T18BL.programs)}.")
    return T18BL(figures(), variant, program)
