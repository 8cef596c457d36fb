"""Two networks on one board: track of the second kind, its route, places and depots; limits, piers and bonuses."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from tests.draw.drawn import having, parse, texts
from tests.kit81 import TRAMS, at_turn

from stellwerk.draw import chart_svg, geometry, tile_svg
from stellwerk.draw.board_pieces import sheet_of
from stellwerk.draw.game import board_picture
from stellwerk.draw.markup import write_number
from stellwerk.draw.sign_marks import speak_sign
from stellwerk.figures import TileFigure
from stellwerk.game import Game
from stellwerk.titles import rules_of
from stellwerk.titles.t1881.printed import printed_of

RULES = rules_of("1881")
TILES = {tile.id: tile for tile in RULES.figures.tile_definitions}
NETS: dict[str, Any] = {
    "companies": {"S": {"Ada": 25, "Bo": 5, "Cy": 5}, "GBS": {"Bo": 60}},
    "seats": {"S-II": "GBS", "S-III": "Di"},
    "stations": {"S": ["H20.0"], "S-II": ["H10.0"], "S-III": ["A23.0"]},
}


def second_edges(tile: TileFigure) -> list[int]:
    """The edges of a tile that track of the second kind reaches, each as often as it does."""
    ends = [*chain.from_iterable(city.sexits for city in tile.cities)]
    ends += chain.from_iterable(town.sexits for town in tile.towns)
    return ends + [edge for pair in (tile.sbahn.track if tile.sbahn else ()) for edge in pair]


def drawn(svg: str, name: str) -> list[Element]:
    """The elements of a class."""
    return [e for e in parse(svg).iter() if name in (e.get("class") or "").split()]


def on_hex(svg: str, layer: str, hex: str) -> Element:
    """What is drawn on a hex in one layer."""
    (found,) = [e for e in drawn(svg, layer) if "layer" in (e.get("class") or "")]
    return next(e for e in found if e.get("data-hex") == hex)


def reaches(path: str, edge: int, layout: str = "pointy") -> bool:
    """Does a path touch the middle of an edge?"""
    x, y = geometry.edge_middle(edge, layout)
    return re.search(rf"{re.escape(write_number(x))} {re.escape(write_number(y))}(?![\d.])", path) is not None


@pytest.fixture
def game() -> Game:
    """Three nets stand on the board; the SpS, a tram company, acts."""
    return at_turn("SpS", **NETS)


# Track


@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("tile", [tile for tile in TILES.values() if second_edges(tile)], ids=lambda tile: tile.id)
def test_every_edge_of_the_second_kind_has_a_stroke(tile: TileFigure, rotation: int) -> None:
    svg = tile_svg(tile, rotation)
    for part in ("second-bed", "second-rail", "second-ties"):
        (line,) = drawn(svg, part)
        for edge in second_edges(tile):
            assert reaches(line.get("d") or "", (edge + rotation) % 6), f"{part} at edge {edge}"


@pytest.mark.parametrize("tile", [tile for tile in TILES.values() if not second_edges(tile)], ids=lambda tile: tile.id)
def test_tram_tiles_have_none(tile: TileFigure) -> None:
    assert not drawn(tile_svg(tile), "second-track")


def test_the_second_kind_crosses_the_first_as_a_bridge() -> None:
    """Its casing is drawn after the rail below it, and its line after its casing."""
    classes = [e.get("class") for e in parse(tile_svg(TILES["23"])).iter()]
    assert classes.index("rail") < classes.index("second-bed") < classes.index("second-rail")


def test_runs_lie_over_both_kinds(game: Game) -> None:
    game.position.put("tiles", "G9", ("21", 2))
    svg = board_picture(game, [["F8.0", "F8/5", "G9/5", "H10.0"]], [70])
    order = [e.get("class") for e in parse(svg).iter()]
    assert max(i for i, name in enumerate(order) if name == "second-ties") < order.index("layer runs")
    (line,) = [e for e in drawn(svg, "line") if e.tag.endswith("path")]
    assert (line.get("d") or "").count("M") == 1, "one line from Spandau to Westkreuz"


# The route, where no track lies yet


def test_the_route_is_dashed_until_the_tile_lies(game: Game) -> None:
    before = board_picture(game)
    route = {hex: figure.sbahn.route for hex, figure in RULES.board.hexes.items() if figure.sbahn is not None}
    for hex, edges in route.items():
        cell = on_hex(before, "ground", hex)
        found = {name: [e.get("d") or "" for e in cell.iter() if e.get("class") == name] for name in
                 ("second-route", "second-rail")}  # fmt: skip
        for edge in edges:
            assert any(reaches(path, edge) for paths in found.values() for path in paths), f"{hex}, edge {edge}"
    assert [e for e in on_hex(before, "ground", "H12").iter() if e.get("class") == "second-route"]
    game.position.put("tiles", "H12", ("21", 1))
    after = on_hex(board_picture(game), "ground", "H12")
    assert not [e for e in after.iter() if e.get("class") == "second-route"]
    assert [e for e in after.iter() if e.get("class") == "second-rail"]


# Places and depots


def test_places_for_nets_only_are_told_apart(game: Game) -> None:
    svg = board_picture(game)
    kept = {hex for hex, figure in RULES.board.hexes.items() if any(city.s_slots for city in figure.cities)}
    layer = next(e for e in drawn(svg, "stops") if "layer" in (e.get("class") or ""))
    assert {e.get("data-hex") for e in layer if [p for p in e.iter() if p.get("data-kept")]} == kept
    for tile in ("49", "50", "54", "55", "61"):
        assert len(having(tile_svg(TILES[tile]), kept="s")) == 1


def test_a_net_takes_its_own_place_and_a_tram_company_another(game: Game) -> None:
    game.position.put("stations", "H20", (("S", 0), ("GBS", 0)))
    seats = {seat.company: seat for seat in sheet_of(game).pieces["H20"].cell.seating.placed}
    city = sheet_of(game).pieces["H20"].cell.plan.stops[0]
    assert seats["S"].at == city.places[-1] and seats["GBS"].at == city.places[0]
    assert seats["S"].radius < seats["GBS"].radius, "the ring of the place is seen around the depot"


def test_depots_of_nets_have_numerals_and_a_second_ring(game: Game) -> None:
    svg = board_picture(game)
    for hex, company, sign in (("H20", "S", "I"), ("H10", "S-II", "II"), ("A23", "S-III", "III"), ("F8", "SpS", "SpS")):
        (token,) = [e for e in on_hex(svg, "tokens", hex) if e.get("data-company") == company]
        assert [e.text for e in token if e.tag.endswith("}text")] == [sign]
        assert bool([e for e in token if e.get("class") == "part-ring"]) == (company != "SpS")


def test_a_joined_net_keeps_its_numeral(game: Game) -> None:
    """Given net II has joined the main net with its depot in Westkreuz, the depot there still says II."""
    game.position.put("stations", "H10", (("S", 0),))
    game.position.update_state(joined={"S-II": "H10"})
    assert [e.get("data-company") for e in on_hex(board_picture(game), "tokens", "H10")] == ["S-II"]
    (token,) = sheet_of(game).pieces["H10"].cell.seating.placed
    assert token.company == "S-II"


def test_small_tokens_bear_short_names(game: Game) -> None:
    game.position.put("stations", "D14", (("NBSN", 0),))
    svg = board_picture(game)
    written = {e.text for token in having(svg, company="NBSN") for e in token if e.tag.endswith("}text")}
    assert written == {"NBS"}
    assert "BCh" in texts(svg), "a home that is kept"


# The town of 1881, piers and bonuses


def test_the_limit_goes_round_the_town(game: Game) -> None:
    """Every side between a hex inside and one outside is drawn, and no other one."""
    inside = set(printed_of("base").connection_bonus.inside_1881_limit)
    sides = {
        (hex, edge) for hex in inside for edge in range(6) if geometry.hex_beyond(hex, edge, "pointy") not in inside
    }
    layer = next(e for e in parse(board_picture(game)).iter() if e.get("class") == "layer borders")
    found = {
        (str(cell.get("data-hex")), int(part.get("data-limit") or 0))
        for cell in layer
        for part in cell
        if part.get("data-limit") is not None
    }
    assert found == sides and len(sides) == 32


def test_piers_bonuses_and_first_connections_are_signs(game: Game) -> None:
    svg, printed = board_picture(game), printed_of("base")
    layer = next(e for e in parse(svg).iter() if e.get("class") == "layer writing")
    signs = {
        str(cell.get("data-hex")): {e.get("data-icon") for e in cell.iter() if e.get("data-icon")} for cell in layer
    }
    assert {hex for hex, here in signs.items() if "pier 40" in here} == set(printed.ferry_piers.hexes)
    assert {hex for hex, here in signs.items() if "first 100" in here} == set(printed.connection_bonus.edge_stations)
    bonuses = {hex: here for hex, here in signs.items() if {"bonus 50", "bonus 100"} & here}
    assert {hex: f"bonus {amount}" in bonuses[hex] for hex, amount in printed.building_bonus.items()} == dict.fromkeys(
        bonuses, True
    )
    assert {"+40", "+100", "(+50)", "(+100)"} <= set(texts(svg))


def test_a_bonus_goes_with_the_first_tile_and_a_used_connection_is_struck_out(game: Game) -> None:
    game.position.put("tiles", "K7", ("21", 0))
    game.position.update_state(connected=("N2",))
    svg = board_picture(game)
    assert not having(svg, icon="bonus 50")[4:] and len(having(svg, icon="bonus 50")) == 3
    (used,) = having(svg, icon="first 100 used")
    assert {"used-up", "sign-frame"} <= {e.get("class") for e in used}
    assert [e.get("stroke-dasharray") for e in used if e.get("class") == "sign-frame"] == ["3 2.5"]
    assert speak_sign("first 100 used") == "first connection used up"


def test_woods_and_lakes_that_cover_a_hex_are_drawn(game: Game) -> None:
    svg = board_picture(game)
    assert len(drawn(svg, "forest")) == 6 and len(drawn(svg, "lake")) == 4
    assert len([e for e in drawn(svg, "woods") if "tile" in (e.get("class") or "")]) == 6


# The chart of many rows


def test_markers_of_low_cells_are_pills_the_upper_one_with_its_letters() -> None:
    """Given three markers in one cell, they lie in order from left to right, and each tells its place."""
    markers = {"GBS": (6, 4, 0), "BESTAG": (6, 4, 1), "S": (6, 4, 2)}
    svg = chart_svg(RULES.figures.chart, RULES.companies, markers, low=True, acting="GBS")
    cell = next(e for e in having(svg, row="6", column="4"))
    pills = {e.get("data-company"): e for e in cell.iter() if e.get("data-company")}
    left = {who: float(str(e.get("transform"))[10:].split()[0]) for who, e in pills.items()}

    assert left["GBS"] < left["BESTAG"] < left["S"] and list(pills) == ["S", "BESTAG", "GBS"]
    assert {"GBS", "BES", "S"} <= {e.text for e in cell.iter() if e.tag.endswith("}text")}
    titles_of = [e.text or "" for e in cell.iter() if e.tag.endswith("}title")]
    assert "BESTAG, Berliner Elektrische Straßenbahn AG: 92, 2 of 3 from the top" in titles_of
    assert [e for e in cell.iter() if e.get("class") == "halo"]


def test_first_prices_of_companies_are_framed_or_named() -> None:
    """In low cells a frame, on the side the short names of those who start there."""
    low = chart_svg(RULES.figures.chart, RULES.companies, {}, low=True)
    assert len(drawn(low, "named-start")) == 4
    side = chart_svg(RULES.figures.chart, RULES.companies, {}, on_side=True)
    starts = {e.get("data-par"): e.text for e in parse(side).iter() if e.get("data-par")}
    assert starts == {c: RULES.companies[c].sign for c in (*TRAMS, "S")}
