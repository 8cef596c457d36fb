"""What a company can reach, against trying every way, on small random boards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.routes.boards import PATCH, TILES, patch

from stellwerk.board.board import Board
from stellwerk.board.geometry import EDGES
from stellwerk.board.reach import Entry, find_reach
from stellwerk.figures import BoardFigure, HexFigure

BOARD = patch(rim=False)
Tiles = Mapping[str, tuple[str, int]]


def leaves(board: Board, tiles: Tiles, hex: str, edge: int, shut: Collection[tuple[str, int]]) -> Iterator[int]:
    """The edges by which track that enters a hex over one edge leaves it again."""
    ground = board.ground(tiles, hex)
    stops = [way for way in ground.ways[edge] if way[0] != "side"]
    yield from (way[1] for way in ground.ways[edge] if way[0] == "side")
    passed = [stop for stop in stops if (hex, stop[1]) not in shut or stop[0] != "city"]
    yield from (exit for stop in passed for exit in ground.stop_exits(stop) if exit != edge)
    for stop in passed:
        for first, second, _ in ground.links:
            if stop in (first, second):
                other = second if stop == first else first
                if (hex, other[1]) not in shut or other[0] != "city":
                    yield from ground.stop_exits(other)


def try_all(
    board: Board, tiles: Tiles, start: tuple[str, int], shut: Collection[tuple[str, int]], twice: Collection[str] | None
) -> set[Entry]:
    """Every entry of every way from a station: no hex side twice, and no hex twice where that is the rule."""
    found: set[Entry] = set()
    hex, city = start
    stack: list[tuple[str, int, frozenset[str]]] = []

    def leave(hex: str, edge: int, used: frozenset[str]) -> None:
        entry = board.across.get((hex, edge))
        if entry is None:
            return
        piece = board.side(hex, edge) if twice is None or entry[0] in twice else entry[0]
        if piece not in used:
            found.add(entry)
            stack.append((*entry, used | {piece}))

    here = frozenset[str]() if twice is None or hex in twice else frozenset({hex})
    ground = board.ground(tiles, hex)
    reached = [("city", city)]
    for way in reached:
        linked = [second if first == way else first for first, second, _ in ground.links if way in (first, second)]
        shown = way[0] != "city" or (hex, way[1]) not in shut
        reached += [other for other in linked if other not in reached and shown]
    for way in reached:
        if way == ("city", city) or way[0] != "city" or (hex, way[1]) not in shut:
            for edge in ground.stop_exits(way):
                leave(hex, edge, here)
    while stack:
        name, edge, used = stack.pop()
        for exit in leaves(board, tiles, name, edge, shut):
            leave(name, exit, used)
    return found


@st.composite
def boards(draw: st.DrawFn) -> tuple[dict[str, tuple[str, int]], tuple[str, int], set[tuple[str, int]]]:
    """Tiles, a station, and cities that cannot be passed."""
    kinds = sorted(set(TILES) - {"red", "suburb"})
    tiles = {name: (draw(st.sampled_from(kinds)), draw(st.sampled_from(EDGES))) for name in PATCH}
    cities = [(name, city) for name, (tile, _) in tiles.items() for city in range(len(TILES[tile].cities))]
    if not cities:
        tiles["C3"], cities = ("hub", 0), [("C3", 0)]
    start = draw(st.sampled_from(cities))
    shut = set(draw(st.lists(st.sampled_from(cities), max_size=3))) - {start}
    return tiles, start, shut


@settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, max_examples=400)
@given(boards(), st.sampled_from([None, (), ("C3",)]))
def test_reach_is_what_some_way_comes_to(
    drawn: tuple[dict[str, tuple[str, int]], tuple[str, int], set[tuple[str, int]]], twice: Collection[str] | None
) -> None:
    tiles, start, shut = drawn
    reached = find_reach(BOARD, tiles, [start], lambda hex, city: (hex, city) not in shut, (), twice)
    assert reached.entries == try_all(BOARD, tiles, start, shut, twice)


@settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, max_examples=300)
@given(boards(), st.sampled_from(PATCH))
def test_two_stations_reach_what_one_of_them_does(
    drawn: tuple[dict[str, tuple[str, int]], tuple[str, int], set[tuple[str, int]]], other: str
) -> None:
    tiles, start, shut = drawn
    stations = [start, *([(other, 0)] if TILES[tiles[other][0]].cities and other != start[0] else [])]
    found = set[Entry]().union(*(try_all(BOARD, tiles, one, shut - set(stations), ()) for one in stations))
    reached = find_reach(BOARD, tiles, stations, lambda hex, city: (hex, city) not in shut - set(stations), (), ())
    homes = {hex for hex, _ in stations}
    assert {entry for entry in found if entry[0] not in homes} <= reached.entries <= found


def test_what_lies_beyond_a_long_way_round_is_reached() -> None:
    """The short way from E5 to B2 bars itself; on the long one track goes on beyond what it looked for, back to E5."""
    hexes = [f"{row}{column}" for row in "BCDEF" for column in range(1, 11) if (ord(row) + column) % 2 == 0]
    board = Board(BoardFigure("pointy", tuple(HexFigure(hex) for hex in hexes)), TILES, dict.fromkeys(TILES))
    tiles = {
        "B2": ("web", 4), "B4": ("bend", 5), "C1": ("bend", 3), "C3": ("bend", 0), "C5": ("bend", 2), "C7": ("bend", 5),
        "D2": ("web", 2), "D4": ("bend", 5), "D8": ("bend", 0), "E5": ("three", 4), "E7": ("bend", 1),
    }  # fmt: skip
    reached = find_reach(board, tiles, [("E5", 0)], lambda hex, city: True)
    assert reached.entries == try_all(board, tiles, ("E5", 0), set(), None)
    assert ("E5", 2) in reached.entries
