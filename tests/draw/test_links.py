"""Links inside a hex: ferries between two banks, track from town to city, and runs along them."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from tests.draw.drawn import having, parse, texts

from stellwerk.draw import board_svg, faces, geometry, hex_plan, tile_svg
from stellwerk.draw.runs import RunSite, run_arcs
from stellwerk.figures import BoardFigure, HexFigure, LinkFigure, TileFigure, TownFigure
from stellwerk.titles import rules_of

FERRIES = ("921", "922", "923", "924", "925", "926")
LINKED_TOWNS = ("935", "949", "950")
RULES = rules_of("18Rhl")
TILES = {tile.id: tile for tile in RULES.figures.tile_definitions}


def _class(svg: str, name: str) -> list[Any]:
    return [e for e in parse(svg).iter() if e.get("class") == name]


def _plan(tile: str, rotation: int = 0) -> hex_plan.HexPlan:
    return hex_plan.plan_of(faces.tile_face(TILES[tile], rotation), "pointy")


@pytest.mark.parametrize("tile", FERRIES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_ferry_is_a_dashed_line_with_a_boat(tile: str, theme: str) -> None:
    svg = tile_svg(TILES[tile], theme=theme)
    assert len(having(svg, link="ferry")) == 1
    (line,) = _class(svg, "ferry")
    assert line.get("stroke-dasharray")
    assert len(having(svg, boat="ferry")) == 1
    assert not having(svg, icon="trajekt")
    assert "ferry" in (parse(svg).get("aria-label") or "")


@pytest.mark.parametrize("tile", FERRIES)
def test_there_is_water_between_the_banks(tile: str) -> None:
    drawn = _plan(tile)
    (ferry,) = drawn.ferries()
    places = [(place, stop.radius) for stop in drawn.stops for place in stop.places]
    free = [p for p in ferry.samples(1) if all(math.dist(p, place) > radius + 1 for place, radius in places)]
    assert len(free) > 8
    assert drawn.open_water(ferry) in free


@pytest.mark.parametrize("tile", FERRIES)
def test_the_value_by_ferry_stands_small_beside_the_value(tile: str) -> None:
    svg = tile_svg(TILES[tile])
    (value,) = having(svg, value="40", **{"ferry-value": "30"})
    sizes = {e.text: float(e.get("font-size", 0)) for e in value.iter() if e.tag.endswith("}text")}
    assert sizes["30"] < sizes["40"]


@pytest.mark.parametrize("tile", LINKED_TOWNS)
@pytest.mark.parametrize("rotation", range(6))
def test_track_joins_a_town_with_its_city(tile: str, rotation: int) -> None:
    drawn = _plan(tile, rotation)
    town, city = drawn.town(0), drawn.city(0)
    assert town is not None and city is not None
    assert geometry.TrackArc(town.at, city.at) in drawn.lines()
    assert not drawn.ferries()
    assert min(math.dist(town.at, place) for place in city.places) > town.radius + city.radius
    for place in (town.at, *city.places):
        assert math.hypot(*place) < geometry.APOTHEM


def test_towns_and_cities_keep_their_own_values() -> None:
    assert {"60", "20", "DU"} <= set(texts(tile_svg(TILES["949"])))


@pytest.mark.parametrize(("tile", "stops"), [(t, ("A2.0", "A2.1")) for t in FERRIES] + [("949", ("A2.t0", "A2.0"))])
def test_runs_follow_the_link(tile: str, stops: tuple[str, str]) -> None:
    drawn = _plan(tile)
    ways = [arc for _, arc in drawn.joined()]
    assert run_arcs(stops, {"A2": RunSite((0.0, 0.0), drawn)}, "pointy") == ways


def test_a_run_by_ferry_is_drawn_between_the_banks() -> None:
    run = ("F9/0", "F9.0", "F9.1", "F9/5")
    svg = board_svg(
        RULES.board.figure, TILES, RULES.companies, tiles={"F9": ("921", 0)}, stations={}, routes=(run,), reserved={}
    )
    (line,) = [e for e in parse(svg).iter() if e.get("class") == "line"]
    drawn, at = _plan("921"), geometry.centre_of_hex("F9", "pointy")
    pairs = re.findall(r"(-?[\d.]+) (-?[\d.]+)(?=[MLA]|$)", line.get("d", ""))
    points = [(float(x) - at[0], float(y) - at[1]) for x, y in pairs]
    for number in (0, 1):
        city = drawn.city(number)
        assert city is not None
        assert min(math.dist(city.at, point) for point in points) < 0.1
    assert "F9, Neuss / Düsseldorf, green tile 921, marked D, ferry" in (parse(svg).findtext("{*}desc") or "")


def test_links_printed_on_a_hex_and_links_to_nowhere() -> None:
    links = (LinkFigure("town0", "town1"), LinkFigure("town0", "city7", "ferry"), LinkFigure("odd", "town1"))
    figure = HexFigure("A2", towns=(TownFigure(exits=(0,)), TownFigure(exits=(3,))), links=links)
    drawn = hex_plan.plan_of(faces.hex_face(figure), "flat")
    assert [kind for kind, _ in drawn.joined()] == ["track"]
    parse(board_svg(BoardFigure("flat", (figure,)), {}, {}, tiles={}, stations={}))


def test_a_ferry_sign_without_a_link_is_written() -> None:
    assert having(tile_svg(TileFigure("x", "green", icons=("ferry",))), icon="ferry")
