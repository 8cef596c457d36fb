"""The graph of the track against a walk over the tiles themselves, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.routes.boards import PATCH, TILES, net, patch

from stellwerk.board.board import Board
from stellwerk.board.ground import Way
from stellwerk.routes.check import write_path
from stellwerk.routes.plain_search import all_paths
from stellwerk.routes.track import stop_name

Tiles = dict[str, tuple[str, int]]
BOARD = patch()
PLAIN = sorted(set(TILES) - {"knot", "capital", "river", "suburb", "second", "second-line"})


def walks(board: Board, tiles: Tiles) -> Iterator[tuple[str, ...]]:
    """All ways over track from stop to stop, straight from what lies on the hexes."""
    for name in board.hexes:
        ground = board.ground(tiles, name)
        ways: list[Way] = [("city", i) for i in range(len(ground.cities))]
        ways += [("town", i) for i in range(len(ground.towns))]
        for way in [*ways, *([("offboard", 0)] if ground.offboard else [])]:
            yield from leave_stop(board, tiles, name, way, (stop_name(name, way),))


def leave_stop(board: Board, tiles: Tiles, name: str, way: Way, nodes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Go on from a stop over each of its exits."""
    for edge in board.ground(tiles, name).stop_exits(way):
        yield from cross(board, tiles, name, edge, nodes)


def cross(board: Board, tiles: Tiles, name: str, edge: int, nodes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Cross a side that was not crossed before, and take every way behind it."""
    side = board.side(name, edge)
    if (name, edge) not in board.across or side in nodes:
        return
    other, entry = board.across[name, edge]
    for way in board.ground(tiles, other).ways[entry]:
        if way[0] == "side":
            yield from cross(board, tiles, other, way[1], (*nodes, side))
            continue
        stop = stop_name(other, way)
        if stop in nodes:
            continue
        found = (*nodes, side, stop)
        if nodes[0] < stop:
            yield found
        ground = board.ground(tiles, other)
        if way[0] == "town" or (way[0] == "city" and not ground.terminus):
            yield from leave_stop(board, tiles, other, way, found)


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(PLAIN), st.integers(0, 5)), min_size=len(PATCH), max_size=len(PATCH)))
def test_the_same_routes(laid: list[tuple[str, int]]) -> None:
    tiles = dict(zip(PATCH, laid, strict=True))
    own = {name: [("X", i) for i in range(len(TILES[tile].cities))] for name, (tile, _) in tiles.items()}
    network = net(BOARD, tiles, own)
    walked = {
        min(nodes, nodes[::-1])
        for nodes in walks(BOARD, tiles)
        if any("." in node and node[0] in "BCD" and node.split(".")[1].isdigit() for node in nodes)
        and not {"A5.o", "B8.o"} <= {*nodes}
        and not any(is_red(tiles, node) for node in nodes[1:-1])
    }
    assert {write_path(network, path) for path in all_paths(network)} == walked


def is_red(tiles: Tiles, node: str) -> bool:
    """Is this a red tile's city?"""
    return "." in node and tiles.get(node.split(".")[0], ("", 0))[0] == "red"
