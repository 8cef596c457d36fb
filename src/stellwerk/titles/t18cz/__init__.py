"""18CZ by Leonhard Orgler: the base game on the whole map, and its two small maps."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import apply_changes
from stellwerk.rules import Figures, Rules
from stellwerk.rules.editions import class_in_edition, read_data_in_edition
from stellwerk.titles.as_18xx_games.bohemia import BohemiaAsPlayedOnline
from stellwerk.titles.as_18xx_games.cz import T18CZAsPlayedOnline
from stellwerk.titles.t18cz.bohemia import Bohemia
from stellwerk.titles.t18cz.editions import OLD
from stellwerk.titles.t18cz.moravia import Moravia
from stellwerk.titles.t18cz.rules import T18CZ

RULES = T18CZ
_CLASSES: dict[tuple[str, str], type[T18CZ]] = {
    ("base", "book"): T18CZ,
    ("base", "18xx-games"): T18CZAsPlayedOnline,
    ("bohemia", "book"): Bohemia,
    ("bohemia", "18xx-games"): BohemiaAsPlayedOnline,
    ("moravia", "book"): Moravia,
}


def _read_title_data(name: str, edition: int) -> Any:
    return read_data_in_edition(__package__, name, edition, RULES.newest_edition, OLD)


@cache
def figures(variant: str, edition: int) -> Figures:
    """The printed figures, with what a variant's own file changes in them, checked."""
    printed = _read_title_data("18CZ.json", edition)
    changed = printed if variant == "base" else apply_changes(printed, _read_title_data(f"{variant}.json", edition))
    return msgspec.convert(changed, type=Figures)


def make(variant: str, program: str, edition: int) -> Rules:
    """The rules of a variant in an edition."""
    if variant not in {known for known, _ in _CLASSES}:
        raise BadInput(f"18CZ has no variant {variant!r}; it has {', '.join(T18CZ.variants)}.")
    if (variant, program) not in _CLASSES:
        programs = [by for known, by in _CLASSES if known == variant]
        raise BadInput(f"18CZ ({variant}) has no rules {program!r}; it has {', '.join(programs)}.")
    rules = class_in_edition(_CLASSES[variant, program], edition, OLD)
    return rules(figures(variant, edition), variant, program, edition)
