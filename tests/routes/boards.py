"""Small boards for the tests: a patch of hexes with tiles of our own on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stellwerk.board.board import Board
from stellwerk.figures import (
    BoardFigure,
    CityFigure,
    HexFigure,
    LinkFigure,
    OffboardFigure,
    SecondTrackFigure,
    TileFigure,
    TownFigure,
)
from stellwerk.routes import Network, build_network

PATCH = ("B2", "B4", "B6", "C1", "C3", "C5", "C7", "D2", "D4", "D6")
"""Ten hexes in three rows, a corner on top: 3, 4, 3."""

RIM = {
    "A3": OffboardFigure({"yellow": 20, "brown": 50}, (0, 5)),
    "A5": OffboardFigure({"yellow": 30, "brown": 40}, (0, 5), "east"),
    "B8": OffboardFigure(40, (0, 1), "east"),
}


def _tile(name: str, cities: Any = (), towns: Any = (), track: Any = (), **more: Any) -> TileFigure:
    return TileFigure(
        name,
        more.pop("color", "green"),
        cities=tuple(CityFigure(*c) for c in cities),
        towns=tuple(TownFigure(*t) for t in towns),
        track=tuple(track),
        **more,
    )


def _ferry(exits: tuple[int, ...], slots: int) -> CityFigure:
    return CityFigure(slots, 40, exits, ferry_revenue=30)


TILES = {
    tile.id: tile
    for tile in (
        _tile("straight", track=[(0, 3)], color="yellow"),
        _tile("bend", track=[(0, 2)]),
        _tile("fork", track=[(0, 3), (0, 2)]),
        _tile("cross", track=[(0, 3), (1, 4)]),
        _tile("web", track=[(0, 2), (0, 3), (1, 3), (1, 2)]),
        _tile("knot", track=[(0, 3), (0, 4), (1, 3), (1, 4)], junction=True),
        _tile("halt", towns=[(10, (0, 3))], color="yellow"),
        _tile("halts", towns=[(10, (0, 1)), (20, (3, 5))]),
        _tile("star", towns=[(30, (0, 1, 3, 4))]),
        _tile("city", cities=[(1, 20, (0, 3))], color="yellow"),
        _tile("hub", cities=[(2, 50, (0, 1, 2, 3, 4, 5))], color="gray"),
        _tile("three", cities=[(1, 30, (0, 2, 4))]),
        _tile("pair", cities=[(1, 40, (0, 2)), (1, 40, (3, 5))]),
        _tile("capital", cities=[(1, 30, (0, 1), "capital"), (1, 30, (3, 4), "capital")]),
        _tile("bypass", cities=[(1, 20, (0, 2, 4))], track=[(0, 2)]),
        _tile("red", cities=[(1, 40, (0, 1, 2))], flags=("terminus",), color="red"),
        TileFigure(
            "river", "green", cities=(_ferry((0, 1), 1), _ferry((3, 4, 5), 2)),
            links=(LinkFigure("city0", "city1", "ferry"),),
        ),
        TileFigure(
            "suburb", "brown", cities=(CityFigure(1, 20, (0, 1, 4)),), towns=(TownFigure(10, (2, 3)),),
            links=(LinkFigure("town0", "city0"),),
        ),
        TileFigure(
            "second", "green", cities=(CityFigure(2, 30, (1, 4), sexits=(0, 3)),),
        ),
        TileFigure("second-line", "green", track=((1, 4),), sbahn=SecondTrackFigure(track=((0, 3),))),
    )
}  # fmt: skip


def patch(rim: bool = True) -> Board:
    """The ten hexes, and three red areas around them."""
    hexes = [HexFigure(name) for name in PATCH]
    if rim:
        hexes += [HexFigure(name, "red", offboard=area) for name, area in RIM.items()]
    return Board(BoardFigure("pointy", tuple(hexes)), TILES, dict.fromkeys(TILES))


def row(*tiles: tuple[str, int], start: str = "C1", **more: Any) -> tuple[Board, dict[str, tuple[str, int]]]:
    """Tiles side by side along one row, the first at column 1; tracks 1 and 4 join them."""
    names = [f"{start[0]}{int(start[1:]) + 2 * i}" for i in range(len(tiles))]
    board = Board(BoardFigure("pointy", tuple(HexFigure(name) for name in names)), TILES, dict.fromkeys(TILES))
    return board, dict(zip(names, tiles, strict=True))


def net(
    board: Board,
    tiles: Mapping[str, tuple[str, int]],
    stations: Mapping[str, Sequence[tuple[str, int]]],
    **more: Any,
) -> Network:
    """The network of company X."""
    held = {name: tuple(markers) for name, markers in stations.items()}
    return build_network(board, tiles, "X", held, **{"colour": "yellow", **more})
