"""What is printed in 1881 beside what all games have: piers, bonuses, the city limit, the first bid, nets, clips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from stellwerk.figures import apply_changes, read_data_file
from stellwerk.rules.arranged_figures import Arranged

BASE = "base"


class Piers(msgspec.Struct, frozen=True):
    """Stations with a ferry pier, and what each adds to a run (9.3)."""

    bonus: int
    hexes: tuple[str, ...]


class CentreLink(msgspec.Struct, frozen=True):
    """The first connection of a station on the edge of the map with the centre of Berlin (9.4)."""

    amount: int
    edge_stations: tuple[str, ...]
    centre_stations: tuple[str, ...]
    inside_1881_limit: tuple[str, ...]
    outside_but_counted: tuple[str, ...]


class FirstBid(msgspec.Struct, frozen=True):
    """The least sealed bid, and by what bids rise (2.6)."""

    min: int
    step: int


class Printed(msgspec.Struct, frozen=True):
    """The figures only 1881 has."""

    ferry_piers: Piers
    building_bonus: Mapping[str, int]
    """Hex to what the first tile there brings (6.16)."""
    connection_bonus: CentreLink
    initial_bid: FirstBid
    initial_shares: int
    """How many shares a player may buy in the distribution (2.9)."""
    two_stations: tuple[str, ...]
    """Hexes whose cities are stations of their own (8.8, R47)."""
    net_capital: int
    success_bonus: int
    """What the owner of a subnet that pays may take (12.5)."""
    clips: int
    """How many trams can be on credit at a time (15.2)."""
    shorts: Mapping[str, str]
    """Company to the three letters on its small tokens."""


@cache
def data_of(variant: str) -> Any:
    """The data file with the changes of a variant, or of several joined by `+`."""
    printed = read_data_file(__package__, "1881.json")
    for name in [] if variant == BASE else variant.split("+"):
        printed = apply_changes(printed, printed["variants"][name])
    return printed


def plays(rules: Arranged, variant: str) -> bool:
    """Is this one of the variants that are played?"""
    return variant in rules.variant.split("+")


@cache
def printed_of(variant: str) -> Printed:
    """The figures only 1881 has, in a variant."""
    return msgspec.convert(data_of(variant)["own"], type=Printed)
