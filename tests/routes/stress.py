"""Full boards: every hex carrying its richest tile, all cities open, four of the biggest trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.routes.traces import board

from stellwerk.board.board import Board
from stellwerk.board.geometry import EDGES
from stellwerk.board.ground import COLORS, Ground
from stellwerk.routes import Network, TrainSpec, build_network
from stellwerk.routes.network import printed_value

BOARDS = (
    ("18CZ", "czechia"),
    ("18CZ", "bohemia"),
    ("18CZ", "moravia-silesia"),
    ("18Rhl", "rheinland"),
    ("18Rhl", "ratingen"),
    ("18BL", "main"),
    ("1881", "main"),
    ("18DO", "TRG"),
    ("18DO", "HSB-5"),
    ("18DO", "HSB-3-4"),
    ("18DO", "TPV-TRG"),
    ("18DO", "TPV-HSB"),
)
TRAINS = {
    "18CZ": TrainSpec.express(8),
    "18Rhl": TrainSpec.cities_skipped(8, "north", "south", "metropolis"),
    "18BL": TrainSpec.plain(6),
    "1881": TrainSpec.halts_free(6),
    "18DO": TrainSpec.plain(8),
}
TAGS: dict[str, Any] = {
    "18Rhl": {
        "north": [{"A4"}, {"A6"}],
        "south": [{"L11"}, {"L13"}],
        "metropolis": [{"D9"}, {"F9"}, {"I10"}],
    }
}
ONCE = {"1881": "hex", "18DO": "stops-of-hex"}


def richness(ground: Ground) -> tuple[int, int, int, int]:
    """Value, exits, track, colour."""
    revenues = [*(city.revenue for city in ground.cities), *(town.revenue for town in ground.towns)]
    value = max((printed_value(revenue, "gray") for revenue in revenues), default=0)
    colour = COLORS.index(ground.color) if ground.color in COLORS else 0
    return value, len(ground.exits), len(ground.track), colour


def full(plan: Board) -> dict[str, tuple[str, int]]:
    """Every hex that can carry a tile with its richest one."""
    tiles = {}
    for name in sorted(plan.hexes):
        found = sorted(_possible(plan, name), key=lambda t: (*(-n for n in richness(plan.as_laid(*t))), t))
        if found:
            tiles[name] = found[0]
    return tiles


def _possible(plan: Board, name: str) -> Iterator[tuple[str, int]]:
    """Tiles by label, sort of stops, printed track and rim; how many there are of each does not matter."""
    old, figure = plan.printed(name), plan.hexes[name]
    if figure.home_tile:
        yield from ((figure.home_tile, r) for r in EDGES if plan.stays_on_map(name, plan.as_laid(figure.home_tile, r)))
    if old.color not in ("white", "yellow", "green", "brown"):
        return
    for tile in plan.counts:
        shape = plan.tiles[tile]
        if (shape.only_on and name not in shape.only_on) or not _label(old.label, shape.label):
            continue
        if bool(shape.cities) != bool(old.cities) or bool(shape.towns) != bool(old.towns):
            continue
        for rotation in EDGES:
            new = plan.as_laid(tile, rotation)
            if plan.stays_on_map(name, new) and old.exits | set(figure.stubs) <= new.exits:
                yield tile, rotation


def _label(old: str | None, new: str | None) -> bool:
    return old == new or (old is not None and new is not None and old in new.split("/"))


def case(title: str, name: str) -> tuple[Network, list[TrainSpec]]:
    """A full board and four trains of a company with stations in the three richest cities."""
    plan = board(title, name)
    tiles = full(plan)
    cities = [
        (printed_value(city.revenue, "gray"), hex, index)
        for hex in sorted(plan.hexes)
        for index, city in enumerate(plan.ground(tiles, hex).cities)
        if city.exits and not plan.ground(tiles, hex).terminus
    ]
    best = sorted(cities, key=lambda c: (-c[0], c[1:]))[:3]
    stations = {hex: (("X", index),) for _, hex, index in reversed(best)}
    once = ONCE.get(title, "stop")
    net = build_network(plan, tiles, "X", stations, colour="gray", once=once, tags=TAGS.get(title))
    return net, [TRAINS[title]] * 4
