"""Arcs are true arcs and end where edges meet."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from stellwerk.draw import faces, geometry, hex_plan
from stellwerk.errors import BadInput
from stellwerk.figures import TileFigure

LAYOUTS = ("pointy", "flat")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("edges", list(combinations(range(6), 2)))
def test_arcs_join_edge_middles(layout: str, edges: tuple[int, int]) -> None:
    first, second = edges
    arc = geometry.arc_between_edges(first, second, layout)
    assert arc.start == geometry.edge_middle(first, layout)
    assert math.dist(arc.at(1), geometry.edge_middle(second, layout)) < 1e-6
    gap = min((second - first) % 6, (first - second) % 6)
    assert arc.radius == pytest.approx({1: 30, 2: 90, 3: 0}[gap])


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("edges", [(0, 1), (0, 2), (0, 3), (4, 1), (5, 3)])
def test_arcs_cross_the_edge_at_a_right_angle(layout: str, edges: tuple[int, int]) -> None:
    arc = geometry.arc_between_edges(*edges, layout)
    x, y = arc.at(0.0001)
    inward = (x - arc.start[0], y - arc.start[1])
    angle = math.atan2(inward[1], inward[0]) - geometry.edge_angle(edges[0], layout)
    assert math.cos(angle) == pytest.approx(-1, abs=1e-5)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_neighbours_meet_in_the_middle_of_an_edge(layout: str) -> None:
    here = geometry.centre_of_hex("E11", layout)
    for edge in range(6):
        name = geometry.hex_beyond("E11", edge, layout)
        assert name is not None
        there = geometry.centre_of_hex(name, layout)
        out, back = geometry.edge_middle(edge, layout), geometry.edge_middle((edge + 3) % 6, layout)
        meeting = (here[0] + out[0], here[1] + out[1])
        assert math.dist(meeting, (there[0] + back[0], there[1] + back[1])) < 1e-6
        assert geometry.hex_beyond(name, (edge + 3) % 6, layout) == "E11"


def test_edges_lie_where_their_numbers_say() -> None:
    left, down = geometry.edge_middle(1, "pointy"), geometry.edge_middle(0, "flat")
    assert left == pytest.approx((-geometry.APOTHEM, 0))
    assert down == pytest.approx((0, geometry.APOTHEM))


def test_a_piece_back_covers_the_same_points() -> None:
    arc = geometry.arc_between_edges(0, 2, "pointy")
    back = arc.back()
    assert all(math.dist(arc.at(part), back.at(1 - part)) < 1e-6 for part in (0, 0.3, 1))
    assert back.length == pytest.approx(arc.length)


@pytest.mark.parametrize("name", ["", "11", "E", "e11", "E11.0", "ABC1"])
def test_no_hex_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        geometry.row_column(name)


def test_rows_beyond_z() -> None:
    assert geometry.row_column("AA3") == (27, 3)
    assert geometry.row_letters(27) == "AA"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_stops_of_all_tiles_lie_inside_and_apart(layout: str, catalogue: dict[str, TileFigure]) -> None:
    for tile in catalogue.values():
        drawn = hex_plan.plan_of(faces.tile_face(tile, 0), layout)
        places = [(place, stop) for stop in drawn.stops for place in stop.places]
        for place, stop in places:
            assert geometry.reach_of_box(layout, 0, 0, stop.radius, place) <= geometry.APOTHEM + 1, tile.id
        for (one, a), (other, b) in combinations(places, 2):
            if a is not b:
                assert math.dist(one, other) > 0.9 * (a.radius + b.radius), tile.id


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_track_starts_at_an_edge(layout: str, catalogue: dict[str, TileFigure]) -> None:
    for tile in catalogue.values():
        for rotation in range(6):
            drawn = hex_plan.plan_of(faces.tile_face(tile, rotation), layout)
            starts = {round(math.hypot(*arc.start), 3) for arc in drawn.arcs()}
            assert starts <= {round(geometry.APOTHEM, 3)}, tile.id
