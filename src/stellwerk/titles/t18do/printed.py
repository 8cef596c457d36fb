"""What is printed in 18DO beside what all games have: links, cubes, abilities of corporations, freight yards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from stellwerk.figures import apply_changes, read_data_file

FIRST = "railway"


class Links(msgspec.Struct, frozen=True):
    """What a link costs, and its value by the colour of the phase from which it can have it (4.5.4)."""

    cost: int
    values: Mapping[str, int]


class Yard(msgspec.Struct, frozen=True):
    """What a freight yard counts, and what each station adds for those who have one there (4.5.6.1)."""

    base: int
    each: int


class Printed(msgspec.Struct, frozen=True):
    """The figures only 18DO has."""

    links: Links
    yard: Yard
    cubes: int
    """The cubes in the stock at the start (4.1c)."""
    cubes_on: Mapping[str, int]
    """Brewery to the cubes that lie on it (4.1g)."""
    more_for_beer: Mapping[str, int]
    """Brewery to what its marker adds to a route with beer (4.3.1.1d)."""
    more_cubes: Mapping[str, int]
    """Brewery to the cubes one train more can carry with its marker (4.3.1.1e)."""
    founded_after: Mapping[str, str]
    """Corporation to the one that must have been founded before it (4.3.2b)."""
    early_trains: tuple[str, ...]
    free_link: tuple[str, ...]
    through_steel: tuple[str, ...]
    no_beer: tuple[str, ...]


@cache
def data_of(variant: str) -> Any:
    """The data file, with what a variant's own file changes in it."""
    printed = read_data_file(__package__, "18DO.json")
    return printed if variant == FIRST else apply_changes(printed, read_data_file(__package__, f"{variant}.json"))


@cache
def printed_of(variant: str) -> Printed:
    """The figures only 18DO has, in a variant."""
    return msgspec.convert(data_of(variant)["own"], type=Printed)
