"""18CZ by Leonhard Orgler: the base game on the whole map, and its two small maps."""

from __future__ import annotations

from functools import cache

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import altered, read
from stellwerk.rules import Figures, Rules
from stellwerk.titles.online.bohemia import BohemiaAsPlayedOnline
from stellwerk.titles.online.cz import T18CZAsPlayedOnline
from stellwerk.titles.t18cz.bohemia import Bohemia
from stellwerk.titles.t18cz.moravia import Moravia
from stellwerk.titles.t18cz.rules import T18CZ

_CLASSES: dict[tuple[str, str], type[T18CZ]] = {
    ("base", "book"): T18CZ,
    ("base", "18xx-games"): T18CZAsPlayedOnline,
    ("bohemia", "book"): Bohemia,
    ("bohemia", "18xx-games"): BohemiaAsPlayedOnline,
    ("moravia", "book"): Moravia,
}


@cache
def figures(variant: str = "base") -> Figures:
    """The printed figures, with what a variant's own file changes in them, checked."""
    printed = read(__package__, "18CZ.json")
    changed = printed if variant == "base" else altered(printed, read(__package__, f"{variant}.json"))
    return msgspec.convert(changed, type=Figures)


def make(variant: str, program: str) -> Rules:
    """The rules of a variant."""
    if variant not in {known for known, _ in _CLASSES}:
        raise BadInput(f"18CZ has no variant {variant!r}; it has {', '.join(T18CZ.variants)}.")
    if (variant, program) not in _CLASSES:
        programs = [by for known, by in _CLASSES if known == variant]
        raise BadInput(f"18CZ ({variant}) has no rules {program!r}; it has {', '.join(programs)}.")
    return _CLASSES[variant, program](figures(variant), variant, program)
