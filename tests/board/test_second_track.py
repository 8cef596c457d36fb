"""Track of a second kind: the view of those who use it, and what a board and a tile set of two kinds must keep."""

from __future__ import annotations

from msgspec.structs import replace

from stellwerk.board.board import Board
from stellwerk.board.check import problems_of
from stellwerk.board.check_tiles import tile_problems
from stellwerk.board.own_figures import TileSetFigure
from stellwerk.board.reach import find_reach
from stellwerk.figures import BoardFigure, CityFigure, HexFigure, SecondTrackFigure, TileFigure, common_tiles

HUB = TileFigure("hub", "yellow", cities=(CityFigure(1, 20, (0, 3), sexits=(1, 4)),))
LINE = TileFigure("line", "yellow", track=((0, 3),), sbahn=SecondTrackFigure(track=((1, 4),)))
PLAIN = TileFigure("plain", "yellow", track=((1, 4),))
TILES = {tile.id: tile for tile in (HUB, LINE, PLAIN)}


def row(*routes: tuple[int, ...], stops: tuple[int, ...] = ()) -> BoardFigure:
    """Hexes side by side, joined by their sides 1 and 4, each with a route for the second kind of track."""
    cities = [(CityFigure(1, 20),) if place in stops else () for place in range(len(routes))]
    return BoardFigure(
        "pointy",
        tuple(
            HexFigure(f"C{2 * i + 1}", cities=cities[i], sbahn=SecondTrackFigure(route=route) if route else None)
            for i, route in enumerate(routes)
        ),
    )


def board_of(figure: BoardFigure) -> Board:
    """A board with the three tiles."""
    return Board(figure, TILES, dict.fromkeys(TILES))


def test_a_tile_follows_the_route_and_only_where_there_is_one() -> None:
    figure = row((4,), (1, 4), (1,), ())
    board = Board(
        replace(figure, hexes=(*figure.hexes, HexFigure("B4"), HexFigure("D2"), HexFigure("C9"))),
        TILES,
        dict.fromkeys(TILES),
    )
    assert board.fitting({}, "C3") == (("line", 0), ("line", 3))
    assert board.fitting({}, "C7") == (("plain", 0), ("plain", 3))
    assert board.misfit({}, "C3", "line", 1) == "route"
    assert board.misfit({}, "C3", "plain", 0) == "kind"
    assert board.misfit({}, "C7", "line", 0) == "kind"
    assert not board.may_lie("C3", "line", 1) and not board.may_lie("C7", "line", 0)


def test_each_kind_of_track_leads_its_own_way() -> None:
    """From the station in C3 the second kind leads west and east over C5, the first kind leads nowhere."""
    board = board_of(row((4,), (1, 4), (1, 4), (1,), stops=(1,)))
    tiles = {"C3": ("hub", 0), "C5": ("line", 0)}
    assert not find_reach(board, tiles, [("C3", 0)], lambda hex, city: True).entries
    reached = find_reach(board.second_track, tiles, [("C3", 0)], lambda hex, city: True)
    assert reached.entries == {("C1", 4), ("C5", 1), ("C7", 1)}
    assert board.second_track.ground(tiles, "C5").exits == {1, 4} == board.second_track.as_laid("line", 3).exits
    assert board.ground(tiles, "C5").exits == {0, 3}


def test_a_route_goes_on_in_the_next_hex() -> None:
    codes = {(one.at, one.code) for one in problems_of(row((4,), (1, 4), ()), {}, TILES)}
    assert codes == {("C3", "meet")}
    sentence = next(one.sentence for one in problems_of(row((4,), (1, 4), ()), {}, TILES))
    assert sentence == "The route for another kind of track does not go on at side 4."


def test_a_tile_with_the_second_kind_of_track_only_is_one() -> None:
    """And a tile that names the colour it replaces may stand after it in the table."""
    line = TileFigure("s", "yellow", sbahn=SecondTrackFigure(track=((1, 4),)))
    late = TileFigure("late", "gray", track=((0, 3), (1, 4)), flags=("replaces yellow",))
    brown = TileFigure("brown", "brown", track=((0, 3), (1, 4)))
    counts = dict.fromkeys(("s", "late", "brown", "plain"), 2)
    colors = ("yellow", "green", "brown", "gray")
    for after, wrong in ((("late",), set()), (("brown",), {"upgrade"}), ((), set())):
        tiles = TileSetFigure(counts, (line, late, brown, PLAIN), {"plain": after})
        assert {problem.code for problem in tile_problems(tiles, common_tiles(), colors)} == wrong
