"""Printed figures: boards, tiles, charts, cards, charters, as typed records read from data files.

What is printed is data. Each title keeps one JSON file; the records below say what may stand in it, and
reading it checks it. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

Revenue = int | dict[str, int]


class CityFigure(msgspec.Struct, frozen=True):
    """A city: places for stations, its value, and the edges its track reaches."""

    slots: int = 1
    revenue: Revenue = 0
    exits: tuple[int, ...] = ()
    group: str | None = None
    ferry_revenue: int | None = None
    """What it counts for a route that crosses by the ferry to the other bank."""
    sexits: tuple[int, ...] = ()
    """Edges its track of the second kind reaches."""
    s_slots: int = 0
    """Places for the second kind of railway only."""


class TownFigure(msgspec.Struct, frozen=True):
    """A town (a black circle): its value and the edges its track reaches."""

    revenue: Revenue = 0
    exits: tuple[int, ...] = ()
    sexits: tuple[int, ...] = ()


class LinkFigure(msgspec.Struct, frozen=True, rename={"start": "from"}):
    """Two stops joined inside a hex (`city0`, `town0`), by track or by a ferry."""

    start: str
    to: str
    kind: str = "track"


class SecondTrackFigure(msgspec.Struct, frozen=True):
    """Track of a second kind: plain track of a tile, and the edges a hex keeps for it."""

    track: tuple[tuple[int, int], ...] = ()
    route: tuple[int, ...] = ()


class OffboardFigure(msgspec.Struct, frozen=True):
    """A printed red area at the rim of a board: an end of routes, worth more in later phases."""

    revenue: Revenue = 0
    exits: tuple[int, ...] = ()
    group: str | None = None
    slots: int = 0
    delivery: int = 0
    """What each load brings that a train carries here."""


class CostFigure(msgspec.Struct, frozen=True):
    """What the first tile on a hex costs, and which terrain asks for it."""

    amount: int
    terrain: str


class HomeFigure(msgspec.Struct, frozen=True):
    """Whose home a hex is; `city` is None where the company chooses."""

    company: str
    city: int | None = 0


class BorderFigure(msgspec.Struct, frozen=True):
    """A hex side with a rule of its own (an impassable river, say)."""

    edge: int
    kind: str


class HexFigure(msgspec.Struct, frozen=True):
    """What is printed on one hex of a board."""

    at: str
    color: str = "white"
    name: str | None = None
    label: str | None = None
    cities: tuple[CityFigure, ...] = ()
    towns: tuple[TownFigure, ...] = ()
    offboard: OffboardFigure | None = None
    track: tuple[tuple[int, int], ...] = ()
    cost: CostFigure | None = None
    borders: tuple[BorderFigure, ...] = ()
    stubs: tuple[int, ...] = ()
    icons: tuple[str, ...] = ()
    home: tuple[HomeFigure, ...] = ()
    home_tile: str | None = None
    flags: tuple[str, ...] = ()
    links: tuple[LinkFigure, ...] = ()
    sbahn: SecondTrackFigure | None = None
    label_from: str | None = None
    """The colour of the first tile that needs the hex's letter; the tiles before it carry none."""
    only_tiles: tuple[str, ...] = ()
    """The only tiles that may lie here, where the hex names them."""
    frame: str | None = None
    """The colour of a border inside the hex: tiles that may lie here have the same."""
    source: str | None = None
    note: str | None = None


class TileFigure(msgspec.Struct, frozen=True):
    """One kind of track tile at rotation 0."""

    id: str
    color: str
    label: str | None = None
    cities: tuple[CityFigure, ...] = ()
    towns: tuple[TownFigure, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    junction: bool = False
    frame: str | None = None
    flags: tuple[str, ...] = ()
    only_on: tuple[str, ...] = ()
    rotations: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    """The rotations it may be laid in."""
    cost: CostFigure | None = None
    """What replacing it costs."""
    icons: tuple[str, ...] = ()
    links: tuple[LinkFigure, ...] = ()
    sbahn: SecondTrackFigure | None = None


class BoardFigure(msgspec.Struct, frozen=True):
    """A board: `pointy` (a corner on top) or `flat` (an edge on top), and its hexes."""

    layout: str
    hexes: tuple[HexFigure, ...]
    source: str = "public"
    note: str | None = None


class CompanyFigure(msgspec.Struct, frozen=True):
    """A company's charter and certificates; `shares` lists them in percent, the director's first."""

    id: str
    name: str
    color: str
    text: str
    shares: tuple[int, ...]
    token_costs: tuple[int, ...]
    size: str = ""
    home: tuple[HexPlace, ...] = ()
    home_name: str = ""
    home_tile: str | None = None
    home_beside: bool = False
    """Stands its home station beside the places of the city, so that it takes none and blocks nobody?"""
    capital_factor: int = 10
    float_percent: int | None = None
    priced: bool = True
    """Has it a share price, and a marker on the chart?"""
    held_by: tuple[str, ...] = ()
    """Companies, or sizes of companies, that may hold its shares as players do."""
    part_of: str = ""
    """The company it is a part of: with a purse and trains of its own, without a price."""
    marks: Mapping[str, str] = {}
    """Number of a certificate (0: the director's) to what it brings beside its percentage."""
    short: str = ""
    """What stands on its small tokens, where that is not its id."""

    @property
    def sign(self) -> str:
        """What stands on its small tokens."""
        return self.short or self.id


class HexPlace(msgspec.Struct, frozen=True):
    """A hex and one of its cities (None: to be chosen)."""

    hex: str
    city: int | None = 0


class PrivateFigure(msgspec.Struct, frozen=True):
    """A private company: its printed price, its income and what its power covers."""

    id: str
    name: str
    price: int
    income: int
    size: str = ""
    short: str = ""
    power: str = ""
    """What its owner can do with it, in our words, where no figure tells."""
    from_phase: str = ""
    """The phase from which companies may buy it, where each has its own."""
    hex: str = ""
    """The hex its power is about, if it is one."""
    train: str = ""
    """The train card that lies on it from the start."""
    tokens: int = 0
    """How many tokens come with it."""
    token_price: int = 0
    """What other companies pay for one of them."""
    free_terrain: tuple[str, ...] = ()
    purple_tile_colors: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()
    """The values of the boxes in which bids for it are placed, in ascending order."""


class FaceFigure(msgspec.Struct, frozen=True):
    """One face of a train card: the train's name, who may run it, its price, what its sale scraps."""

    name: str
    price: int
    size: str = ""
    cities: int = 0
    towns: int = 0
    kind: str = "plain"
    scraps: tuple[str, ...] = ()
    loads: int = 0
    """How many loads it can carry."""


class TrainFigure(msgspec.Struct, frozen=True):
    """The cards of one letter; `count` None means as many as are asked for."""

    letter: str
    count: int | None
    faces: tuple[FaceFigure, ...]
    phase: str = ""
    """The phase its first sale begins, where it is not called like the letter."""
    pile: str = ""
    """Which of the bank's stacks it lies in, where there are several."""
    counts: Mapping[str, int] = {}
    """How many cards there are with so many players, where that is fewer than `count`."""


class PhaseFigure(msgspec.Struct, frozen=True):
    """What holds from the first sale of a letter's card: tiles, limits, values, and what becomes possible."""

    phase: str
    tiles: tuple[str, ...]
    train_limit: Mapping[str, int]
    values: str
    allows: tuple[str, ...] = ()
    operating_rounds: int = 0
    """How many operating rounds follow a stock round, where the phase decides."""


class CellFigure(msgspec.Struct, frozen=True):
    """A cell of a stock chart; `par` names the companies, or kinds of companies, that may start there."""

    value: int
    par: tuple[str, ...] = ()
    zone: str | None = None
    arrow: str | None = None


class ChartFigure(msgspec.Struct, frozen=True):
    """A stock chart, first row on top; None is a gap."""

    kind: str
    rows: tuple[tuple[CellFigure | None, ...], ...]


def read_data_file(package: str, name: str) -> Any:
    """The JSON of a data file that lies in a package of ours."""
    return msgspec.json.decode(resources.files(package).joinpath(name).read_bytes())


_NAMED_BY = ("id", "at", "letter", "phase")
"""The fields by which the things of a list are told apart, in this order."""


def apply_changes(printed: Any, change: Any) -> Any:
    """Figures with what a variant changes: parts of an object, or named things of a list; null takes one away.

    `like` names a neighbour that is the pattern of a new thing: {"bohemia": {"like": "czechia", ...}}.
    """
    if not isinstance(change, dict) or not isinstance(printed, dict | list):
        return change
    if isinstance(printed, list):
        return list(_with_changes({_name_of(thing): thing for thing in printed}, change).values())
    return _with_changes(printed, change)


def _with_changes(parts: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    new = dict(parts)
    for name, change in changes.items():
        if isinstance(change, dict) and "like" in change:
            new[name] = apply_changes(parts[change["like"]], {k: v for k, v in change.items() if k != "like"})
        else:
            new[name] = apply_changes(parts.get(name), change)
    for name in [name for name, change in changes.items() if change is None]:
        del new[name]
    return new


def _name_of(thing: Mapping[str, Any]) -> str:
    return str(next(thing[key] for key in _NAMED_BY if key in thing))


@cache
def common_tiles() -> Mapping[str, TileFigure]:
    """The numbered tiles that many games share."""
    rows = msgspec.convert(read_data_file("stellwerk.board", "tiles.json")["tiles"], type=tuple[TileFigure, ...])
    return {tile.id: tile for tile in rows}
