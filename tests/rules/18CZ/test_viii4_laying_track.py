"""18CZ VIII.4: laying track."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, events, offered, play_on, refused
from tests.trackkit import hexes, turn_of

from stellwerk.actions import LayTile, PlaceStation, Run
from stellwerk.events import Paid, StationPlaced

KLADNO = {"D4": "57@1", "D6": "9@1", "D8": "8@5", "E9": "57@2"}
"""Karlovy Vary (D4) to Kladno (E9), and on to F10."""


@pytest.mark.clause("18CZ/VIII.4a")
def test_revenue_locations_are_cities_towns_and_red_tiles_and_nothing_else() -> None:
    game = turn_of(
        "By",
        phase="f",
        tiles={"F2": "8898@4", "F4": "9@1", "F6": "621@1", "F8": "9@1", "F10": "4@1"},
        stations={"By": ("F2",)},
        trains={"By": ("4E",)},
    )
    (run,) = game.best_runs("By").runs
    assert set(run.stops) == {("F2.0", 80), ("F6.0", 30), ("F10.t0", 10)}
    assert {node for node in run.nodes if "." in node} == {"F2.0", "F6.0", "F10.t0"}


# Where yellow tiles go, and how many


@pytest.mark.clause("18CZ/VIII.4b")
def test_yellow_tiles_go_on_empty_hexes_and_praha_and_never_on_an_oo_hex() -> None:
    board = turn_of("EKJ").rules.board
    for name, figure in board.hexes.items():
        colours = {board.tiles[tile].color for tile, _ in board.fitting({}, name)} - {"red"}
        expected = {"white": {"yellow"}, "yellow": {"green"}, "red": set(), "gray": set()}[figure.color]
        assert colours == expected, name
    assert {hex for hex, figure in board.hexes.items() if figure.color == "yellow"} == {"B8", "C7", "D26"}


@pytest.mark.clause("18CZ/VIII.4b")
def test_a_company_at_an_oo_hex_can_lay_only_green_there() -> None:
    tiles = {"D4": "57@1", "D6": "8@1"}
    for phase, fits in (("c", False), ("d", True)):
        game = turn_of("EKJ", phase=phase, tiles=tiles, stations={"EKJ": ("D4",)})
        for yellow in ("5", "6", "57", "201", "9"):
            for rotation in range(6):
                refused(game, LayTile("EKJ", "C7", yellow, rotation), code="tile-order")
        assert allowed(game, LayTile("EKJ", "C7", "8859", 0)) == fits
        assert ("C7" in hexes(game)) == fits


@pytest.mark.clause("18CZ/VIII.4c")
def test_the_first_turn_has_two_yellow_tiles_and_later_turns_one() -> None:
    game = turn_of("EKJ", first=True)
    play_on(game, LayTile("EKJ", "D4", "57", 1), LayTile("EKJ", "D6", "9", 1))
    refused(game, LayTile("EKJ", "D8", "9", 1), clause="18CZ/VIII.4c")
    game = turn_of("EKJ", tiles={"D4": "57@1"}, stations={"EKJ": ("D4",)})
    game.play(LayTile("EKJ", "D6", "9", 1))
    refused(game, LayTile("EKJ", "D8", "9", 1), clause="18CZ/VIII.4c")


@pytest.mark.clause("18CZ/VIII.4c")
@pytest.mark.parametrize("first", [True, False])
def test_an_upgrade_excludes_yellow_tiles_and_the_other_way_round(first: bool) -> None:
    yellow, green = LayTile("EKJ", "D6", "9", 1), LayTile("EKJ", "D4", "14", 0)
    parts: dict[str, Any] = {"phase": "d", "tiles": {"D4": "57@1"}, "stations": {"EKJ": ("D4",)}}
    game = play_on(turn_of("EKJ", first=first, **parts), green)
    refused(game, yellow, clause="18CZ/VIII.4c")
    game = play_on(turn_of("EKJ", first=first, **parts), yellow)
    refused(game, green, clause="18CZ/VIII.4c")


# The home hex first, then connected track


@pytest.mark.clause("18CZ/VIII.4d")
def test_in_its_first_turn_a_company_lays_on_its_home_hex_first() -> None:
    game = turn_of("EKJ", first=True, tiles={"D2": "57@1"})
    assert hexes(game) == {"D4"}
    refused(game, LayTile("EKJ", "E5", "9", 2), clause="18CZ/VIII.4d")
    game.play(LayTile("EKJ", "D4", "57", 2))
    assert hexes(game) == {"C3", "E5"}


@pytest.mark.clause("18CZ/VIII.4d")
def test_a_company_need_not_lay_a_tile_and_then_can_lay_only_at_home() -> None:
    """R70: the station stays in the bare hex, where the company can lay one tile a turn later."""
    game = turn_of("EKJ", first=True)
    game.play(Run("EKJ", 0))
    assert game.position.stations["D4"] == (("EKJ", 0),)
    later = turn_of("EKJ", stations={"EKJ": ("D4",)})
    assert hexes(later) == {"D4"}
    later.play(LayTile("EKJ", "D4", "57", 1))
    assert offered(later, LayTile) == []


@pytest.mark.clause("18CZ/VIII.4d")
def test_a_bare_home_may_be_built_by_any_connected_company() -> None:
    """R70: the station that waits there takes its place at once."""
    game = turn_of("BTE", tiles={"D2": "57@1"}, stations={"BTE": ("D2",), "EKJ": ("D4",)})
    game.play(LayTile("BTE", "D4", "57", 1))
    assert game.position.stations["D4"] == (("EKJ", 0),)
    assert game.rules.board.ground(game.position.tiles, "D4").cities[0].slots == 1
    assert game.actor == "BTE"


@pytest.mark.clause("18CZ/VIII.4d")
def test_home_first_does_not_bind_where_the_home_hex_has_a_tile_or_in_praha() -> None:
    game = turn_of("EKJ", first=True, tiles={"D4": "57@1"})
    assert hexes(game) == {"D2", "D6"}
    game = turn_of("BN", first=True)
    assert hexes(game) == {"D12", "E11"}


@pytest.mark.clause("18CZ/VIII.4e")
def test_further_tiles_extend_connected_track() -> None:
    game = turn_of("EKJ", tiles={"D4": "57@1", "D2": "57@1"}, stations={"EKJ": ("D4",)})
    assert hexes(game) == {"D6", "E1"}  # E1 by way of Cheb and the grey town D0
    refused(game, LayTile("EKJ", "D6", "9", 0), clause="18CZ/VIII.4e")
    refused(game, LayTile("EKJ", "D8", "9", 1), clause="18CZ/VIII.4e")
    assert allowed(game, LayTile("EKJ", "D6", "9", 1))


@pytest.mark.clause("18CZ/VIII.4e")
@pytest.mark.parametrize(
    ("stations", "passes"),
    [({}, True), ({"KFN": ("E9",)}, False), ({"EKJ": ("D4", "E9")}, True)],
)
def test_a_city_filled_by_others_ends_the_connection(stations: dict[str, Any], passes: bool) -> None:
    game = turn_of("EKJ", tiles=KLADNO, stations={"EKJ": ("D4",), **stations})
    beyond = LayTile("EKJ", "F10", "4", 2)
    assert allowed(game, beyond) == passes
    if not passes:
        refused(game, beyond, clause="18CZ/VIII.4e")


@pytest.mark.clause("18CZ/VIII.4e")
def test_a_free_place_kept_for_a_home_does_not_block() -> None:
    """R23."""
    game = turn_of("BTE", tiles={"D2": "57@1", "D4": "57@1"}, stations={"BTE": ("D2",)})
    refused(game, PlaceStation("BTE", "D4", 0), clause="18CZ/VIII.6h")
    assert allowed(game, LayTile("BTE", "D6", "9", 1))


# What fits on a hex


@pytest.mark.parametrize(
    ("name", "tiles", "stations", "hex", "expected"),
    [
        pytest.param("EKJ", {"D4": "57@0"}, ("D4",), "E3", {"3", "4", "58"}, marks=pytest.mark.clause("18CZ/VIII.4f")),
        pytest.param(
            "BCB",
            {"E15": "57@1"},
            ("E15",),
            "E13",
            {"1", "2", "55", "56", "69"},
            marks=pytest.mark.clause("18CZ/VIII.4g"),
        ),
        pytest.param("BTE", {"D2": "57@1"}, ("D2",), "D4", {"5", "6", "57"}, marks=pytest.mark.clause("18CZ/VIII.4h")),
        pytest.param(
            "VBW", {"I9": "57@1"}, ("I9",), "I11", {"201", "202", "621"}, marks=pytest.mark.clause("18CZ/VIII.4h")
        ),
        pytest.param("BN", {}, ("E11.1",), "E11", {"8889", "8890"}, marks=pytest.mark.clause("18CZ/VIII.4h")),
        pytest.param(
            "BCB", {"E15": "57@1"}, ("E15",), "E17", {"7", "8", "9"}, marks=pytest.mark.clause("18CZ/VIII.4i")
        ),
    ],
)
def test_a_hex_takes_only_tiles_with_its_kind_of_location(
    name: str, tiles: Any, stations: Any, hex: str, expected: Any
) -> None:
    game = turn_of(name, tiles=tiles, stations={name: stations})
    assert {action.tile for action in offered(game, LayTile) if action.hex == hex} == expected
    board = game.rules.board
    for tile in (t for t in board.counts if board.tiles[t].color == "yellow" and t not in expected):
        for rotation in range(6):
            refused(game, LayTile(name, hex, tile, rotation))


@pytest.mark.clause("18CZ/VIII.4g")
def test_one_of_the_two_tracks_of_a_two_town_tile_must_connect() -> None:
    game = turn_of("BCB", tiles={"E15": "57@1"}, stations={"BCB": ("E15",)})
    for rotation, connects in ((0, True), (1, True), (2, False), (3, True), (5, False)):
        action = LayTile("BCB", "E13", "55", rotation)  # two straight tracks; BCB comes over edge 4
        if connects:
            assert allowed(game, action)
        else:
            refused(game, action, clause="18CZ/VIII.4e")


@pytest.mark.clause("18CZ/VIII.4h")
def test_y_and_p_tiles_lie_nowhere_else() -> None:
    board = turn_of("EKJ").rules.board
    for label in ("Y", "P"):
        marked = {tile for tile, figure in board.tiles.items() if figure.label == label and figure.color == "yellow"}
        places = {name for name in board.hexes for tile, _ in board.fitting({}, name) if tile in marked}
        assert places == {name for name, figure in board.hexes.items() if figure.label == label}
    assert {name for name, figure in board.hexes.items() if figure.label == "Y"} == {"B12", "C25", "F6", "G19", "I11"}


# Terrain


@pytest.mark.clause("18CZ/VIII.4j")
@pytest.mark.parametrize(
    ("name", "home", "action", "cost"),
    [
        ("VBW", {"I9": "6@1"}, LayTile("VBW", "H10", "9", 0), 10),  # river
        ("EKJ", {"D4": "57@2"}, LayTile("EKJ", "E5", "9", 2), 20),  # hill
        ("EKJ", {"D4": "57@2"}, LayTile("EKJ", "C3", "7", 4), 40),  # mountain
        ("EKJ", {"D4": "57@1"}, LayTile("EKJ", "D6", "9", 1), 0),
    ],
)
def test_the_first_tile_costs_what_the_hex_shows(name: str, home: dict[str, Any], action: LayTile, cost: int) -> None:
    parts: dict[str, Any] = {"tiles": home, "stations": {name: tuple(home)}}
    game = turn_of(name, cash={name: cost}, **parts)
    game.play(action)
    assert game.position.cash[name] == 0
    paid = [(event.payer, event.payee, event.amount) for event in events(game, Paid)]
    assert paid == ([(name, "bank", cost)] if cost else [])
    if cost:
        refused(turn_of(name, cash={name: cost - 1, "Ada": 500}, **parts), action, clause="18CZ/VIII.4j")


# The rim of the map, stubs, neighbours


@pytest.mark.clause("18CZ/VIII.4k")
def test_no_track_leads_off_the_map_or_to_a_place_without_a_hex() -> None:
    game = turn_of("VBW", first=True)
    refused(game, LayTile("VBW", "I9", "57", 0), clause="18CZ/VIII.4k")  # J8 is not on the map
    assert allowed(game, LayTile("VBW", "I9", "57", 1))
    game = turn_of("KFN", tiles={"G15": "57@0"}, stations={"KFN": ("G15",)})
    refused(game, LayTile("KFN", "H14", "8", 3), clause="18CZ/VIII.4k")  # I15 is a hole in the map
    assert allowed(game, LayTile("KFN", "H14", "8", 1))
    game = turn_of("VBW", phase="d", tiles={"I9": "57@1"}, stations={"VBW": ("I9",)})
    refused(game, LayTile("VBW", "I9", "14", 0), clause="18CZ/VIII.4k")  # a promotion neither
    assert allowed(game, LayTile("VBW", "I9", "14", 1))


@pytest.mark.clause("18CZ/VIII.4l")
@pytest.mark.parametrize("red", [{}, {"A7": "8896@4"}])
def test_track_may_lead_into_a_red_edged_hex_even_a_dead_one(red: dict[str, Any]) -> None:
    game = turn_of("EKJ", tiles={"D4": "57@2", **red}, stations={"EKJ": ("D4",)})
    assert allowed(game, LayTile("EKJ", "C3", "8", 3))  # towards B4, where Sx may (or no longer can) lay its tile


@pytest.mark.clause("18CZ/VIII.4m")
def test_track_need_not_match_the_neighbours_track() -> None:
    game = turn_of("EKJ", first=True, tiles={"D2": "57@0"})
    assert allowed(game, LayTile("EKJ", "D4", "57", 1))  # against a blank side of D2
    game = turn_of("EKJ", tiles={"D4": "57@2", "B4": "8896@4"}, stations={"EKJ": ("D4",)})
    assert allowed(game, LayTile("EKJ", "C3", "8", 3))  # against a blank side of the red tile on B4


@pytest.mark.clause("18CZ/VIII.4n")
@pytest.mark.parametrize(
    ("tiles", "station", "kept", "lost"),
    [
        ({"D16": "57@1", "D14": "9@1"}, "D16", LayTile("BCB", "D12", "8", 4), LayTile("BCB", "D12", "9", 1)),
        ({"G15": "57@2", "F14": "8@5"}, "G15", LayTile("BCB", "F12", "58", 2), LayTile("BCB", "F12", "4", 1)),
    ],
)
def test_the_printed_stubs_beside_praha_are_continued(
    tiles: dict[str, Any], station: str, kept: LayTile, lost: LayTile
) -> None:
    game = turn_of("BCB", tiles=tiles, stations={"BCB": (station,)})
    assert allowed(game, kept)
    refused(game, lost, clause="18CZ/VIII.4n")


# Red tiles


@pytest.mark.clause("18CZ/VIII.4o")
def test_a_large_company_lays_its_red_tile_first_with_its_home_station_free_of_charge() -> None:
    """R24: mandatory, both ends towards hexes of the map, and nothing else before it."""
    game = turn_of("Sx", first=True, phase="d", cash={"Sx": 0})
    assert {(a.hex, a.tile, a.rotation) for a in offered(game, LayTile)} == {
        ("A7", "8896", 4),
        ("A7", "8896", 5),
        ("B4", "8896", 4),
        ("B4", "8896", 5),
    }
    refused(game, Run("Sx", 0))
    refused(game, LayTile("Sx", "A7", "8896", 0), clause="18CZ/VIII.4k")
    refused(game, LayTile("Sx", "A7", "8897", 4), clause="18CZ/VIII.4o")
    refused(game, LayTile("Sx", "F2", "8896", 4), clause="18CZ/VIII.4o")
    game.play(LayTile("Sx", "A7", "8896", 4))
    assert game.position.stations["A7"] == (("Sx", 0),)
    assert [event.cost for event in events(game, StationPlaced)] == [0]
    assert (game.position.cash["Sx"], game.position.unplaced["Sx"]) == (0, 1)


@pytest.mark.clause("18CZ/VIII.4o")
def test_the_red_tile_comes_beside_the_two_yellow_tiles_of_the_first_turn() -> None:
    game = turn_of("Sx", first=True, phase="d")
    play_on(game, LayTile("Sx", "A7", "8896", 4), LayTile("Sx", "A9", "4", 1), LayTile("Sx", "A11", "9", 1))
    assert {"A7", "A9", "A11"} <= set(game.position.tiles)
    refused(game, LayTile("Sx", "A13", "8", 5), clause="18CZ/VIII.4c")


@pytest.mark.clause("18CZ/VIII.4o")
def test_no_other_company_lays_a_red_tile() -> None:
    game = turn_of("EKJ", phase="d", tiles={"D4": "57@2", "C3": "8@3"}, stations={"EKJ": ("D4",)})
    for hex, tile in (("B4", "8896"), ("B4", "8897"), ("A7", "8896")):
        for rotation in range(6):
            refused(game, LayTile("EKJ", hex, tile, rotation))


@pytest.mark.clause("18CZ/VIII.4p")
def test_the_other_reserved_hex_stays_empty() -> None:
    tiles = {"A7": "8896@5", "B6": "8@1", "C3": "8@3", "D4": "57@2"}
    for name in ("Sx", "EKJ"):
        game = turn_of(name, phase="i", tiles=tiles, stations={"Sx": ("A7",), "EKJ": ("D4",)})
        assert "B4" not in hexes(game)
        for tile in ("8896", "8897", "9", "57", "4"):
            for rotation in range(6):
                refused(game, LayTile(name, "B4", tile, rotation))
    assert game.rules.board.left(game.position.tiles, "8896") == 0
