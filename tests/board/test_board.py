"""The board: neighbours, what fits where, what a company can reach."""

from __future__ import annotations

import pytest

from stellwerk.board.board import Board
from stellwerk.board.geometry import neighbour_hex, opposite_edge
from stellwerk.board.reach import find_reach
from stellwerk.figures import BoardFigure, CityFigure, HexFigure, TileFigure, common_tiles
from stellwerk.titles import rules_of


@pytest.mark.parametrize("layout", ["pointy", "flat"])
@pytest.mark.parametrize("edge", range(6))
def test_a_neighbour_s_neighbour_across_the_same_side_is_the_hex_itself(layout: str, edge: int) -> None:
    assert neighbour_hex(layout, neighbour_hex(layout, "E11", edge), opposite_edge(edge)) == "E11"


def test_a_side_has_one_name_from_both_hexes() -> None:
    board = rules_of("18CZ").board
    for (hex, edge), (other, other_edge) in board.across.items():
        assert board.side(hex, edge) == board.side(other, other_edge)


def test_what_fits_is_what_may_lie_and_follows() -> None:
    board = rules_of("18CZ").board
    for hex in board.hexes:
        for tile, rotation in board.fitting({}, hex):
            assert board.may_lie(hex, tile, rotation)
            assert board.misfit({}, hex, tile, rotation) in ("table", "")


def tiny(*hexes: HexFigure, tiles: dict[str, TileFigure] | None = None) -> Board:
    """A board of these hexes with the common tiles."""
    known = {**common_tiles(), **(tiles or {})}
    return Board(BoardFigure("pointy", hexes), known, dict.fromkeys(known, None))


def test_a_connection_does_not_turn_round_in_a_loop() -> None:
    """From C4 over a switch on C6 into a loop and back: the siding to B5 would need the side C6/C8 twice."""
    city = HexFigure("C4", color="gray", cities=(CityFigure(exits=(4,)),))
    board = tiny(city, *(HexFigure(at) for at in ("B5", "C6", "C8", "C10", "D9")))
    tiles = {"C6": ("23", 4), "C8": ("23", 1), "C10": ("7", 0), "D9": ("7", 2)}
    entries = find_reach(board, tiles, [("C4", 0)], lambda hex, city: True).entries
    assert {("C8", 4), ("C8", 5)} <= entries  # round the loop both ways
    assert ("B5", 5) not in entries


def test_a_city_full_of_others_is_reached_but_not_passed() -> None:
    rules = rules_of("18CZ")
    tiles = {"D4": ("57", 1), "D6": ("9", 1), "D8": ("9", 1)}
    open_way = find_reach(rules.board, tiles, [("D4", 0)], lambda hex, city: True)
    assert ("D10", 1) in open_way.entries
    tiles["D2"] = ("57", 1)
    closed = find_reach(rules.board, tiles, [("D2", 0)], lambda hex, city: hex != "D4")
    assert ("D4", 0) in closed.cities
    assert ("D6", 1) not in closed.entries
