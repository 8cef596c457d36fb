"""18Rhl by Wolfram Janich: the Rhineland, with its variants."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from stellwerk.errors import BadInput
from stellwerk.figures import read
from stellwerk.rules import Figures, Rules
from stellwerk.titles.online.rhl import T18RhlAsPlayedOnline
from stellwerk.titles.t18rhl.rules import T18Rhl

_PROGRAMS: dict[str, type[T18Rhl]] = {"book": T18Rhl, "18xx-games": T18RhlAsPlayedOnline}


class Variant(msgspec.Struct, frozen=True):
    """What a variant changes in the figures."""

    trains: Mapping[str, int] = {}
    starting_cash: Mapping[str, int] = {}
    tiles: Mapping[str, int] = {}
    upgrades: Mapping[str, tuple[str, ...]] = {}


@cache
def _data() -> Any:
    return read(__package__, "18Rhl.json")


def figures(variant: str) -> Figures:
    """The printed figures of a variant, or of several joined by `+`, checked."""
    base = msgspec.convert(_data(), type=Figures)
    for name in [] if variant == "base" else variant.split("+"):
        change = msgspec.convert(_data()["variants"][name], type=Variant)
        base = replace(
            base,
            trains=tuple(replace(t, count=change.trains.get(t.letter, t.count)) for t in base.trains),
            starting_cash={**base.starting_cash, **change.starting_cash},
            tiles={**base.tiles, **change.tiles},
            upgrades={**base.upgrades, **change.upgrades},
        )
    return base


def make(variant: str, program: str) -> Rules:
    """The rules of a variant; variants can be joined (`optional-2-train+promotion-tiles`)."""
    names = variant.split("+")
    if variant != "base" and (set(names) - set(_data()["variants"]) or len(set(names)) < len(names)):
        raise BadInput(f"18Rhl has no variant {variant!r}; it has {', '.join(T18Rhl.variants)} (joined by +).")
    if program not in _PROGRAMS:
        raise BadInput(f"18Rhl has no rules {program!r}; it has {', '.join(_PROGRAMS)}.")
    return _PROGRAMS[program](figures(variant), variant, program)
