"""18BL by Hans-Peter Heep: the Bergisches Land; board, chart and some tables are reconstructed."""

from __future__ import annotations

from functools import cache

import msgspec

from stellwerk.errors import BadInput
from stellwerk.rules import Figures, Rules
from stellwerk.rules.editions import class_in_edition, read_data_in_edition
from stellwerk.titles.t18bl.editions import OLD
from stellwerk.titles.t18bl.rules import T18BL

RULES = T18BL


@cache
def figures(edition: int) -> Figures:
    """The figures of an edition, checked."""
    return msgspec.convert(
        read_data_in_edition(__package__, "18BL.json", edition, RULES.newest_edition, OLD), type=Figures
    )


def make(variant: str, program: str, edition: int) -> Rules:
    """The rules of a variant in an edition."""
    if variant not in T18BL.variants:
        raise BadInput(f"18BL has no variant {variant!r}; it has {', '.join(T18BL.variants)}.")
    if program not in T18BL.programs:
        raise BadInput(f"18BL has no rules {program!r}; it has {', '.join(T18BL.programs)}.")
    return class_in_edition(T18BL, edition, OLD)(figures(edition), variant, program, edition)
