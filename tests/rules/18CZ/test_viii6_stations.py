"""18CZ VIII.6: establishing stations."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, offered, play_on, refused
from tests.trackkit import earns, floated, hexes, no_run, turn_of

from stellwerk.actions import ChooseCity, LayTile, Pass, PlaceStation, Run
from stellwerk.events import Paid, StationPlaced
from stellwerk.game import Game

KLADNO = {"D4": "57@1", "D6": "9@1", "D8": "8@5", "E9": "57@2", "F10": "4@2", "G11": "57@2"}
"""Karlovy Vary (D4), Kladno (E9), a town (F10) and Tábor (G11) on one line."""

EKJ = {"EKJ": ("D4",)}
LINE = ("D4.0", "D6", "D8", "E9.0", "F10.t0", "G11.0")
YELLOW_PRAHA, GREEN_PRAHA, BROWN_PRAHA = "8889@1", "8891@1", "8892@0"


def places(game: Game, name: str) -> set[tuple[str, int]]:
    """Where a station is on offer."""
    return {(action.hex, action.city) for action in offered(game, PlaceStation) if action.company == name}


# What stations are for


@pytest.mark.clause("18CZ/VIII.6a")
def test_every_route_contains_a_station_of_the_company() -> None:
    game = turn_of("EKJ", tiles=KLADNO, stations=EKJ, trains={"EKJ": ("2",)})
    assert earns(game, "EKJ", LINE[:4]) == 40
    no_run(game, "EKJ", "route-without-station", LINE[3:5])
    assert game.best_runs("EKJ").total == 40


@pytest.mark.clause("18CZ/VIII.6a")
def test_a_station_in_the_middle_of_the_route_is_enough() -> None:
    game = turn_of("EKJ", phase="c", tiles=KLADNO, stations={"EKJ": ("E9",)}, trains={"EKJ": ("3",)})
    assert earns(game, "EKJ", LINE[:5]) == 50


@pytest.mark.clause("18CZ/VIII.6b")
@pytest.mark.parametrize(
    ("stations", "revenue"),
    [
        ({"EKJ": ("D4",)}, 50),
        ({"EKJ": ("D4",), "KFN": ("E9",)}, 40),
        ({"EKJ": ("D4", "E9")}, 50),
    ],
)
def test_a_full_city_is_run_through_only_by_a_company_with_a_station_in_it(
    stations: dict[str, Any], revenue: int
) -> None:
    game = turn_of("EKJ", phase="c", tiles=KLADNO, stations=stations, trains={"EKJ": ("3",)})
    assert game.best_runs("EKJ").total == revenue
    assert earns(game, "EKJ", LINE[:4]) == 40  # to Kladno in any case
    if revenue == 40:
        no_run(game, "EKJ", "route-through-blocked-city", LINE[:5])
    else:
        assert earns(game, "EKJ", LINE[:5]) == 50


@pytest.mark.clause("18CZ/VIII.6b")
def test_a_green_city_is_full_only_with_two_stations() -> None:
    tiles = {**KLADNO, "E9": "14@1"}
    for others, revenue in ((("KFN",), 60), (("KFN", "BTE"), 50)):
        stations = {**EKJ, **dict.fromkeys(others, ("E9",))}
        game = turn_of("EKJ", phase="d", tiles=tiles, stations=stations, trains={"EKJ": ("3",)})
        assert game.best_runs("EKJ").total == revenue


@pytest.mark.clause("18CZ/VIII.6b")
def test_of_two_places_one_own_station_opens_a_full_city() -> None:
    tiles = {**KLADNO, "E9": "14@1"}
    game = turn_of(
        "EKJ", phase="d", tiles=tiles, stations={"EKJ": ("D4", "E9"), "KFN": ("E9",)}, trains={"EKJ": ("3",)}
    )
    assert earns(game, "EKJ", LINE[:5]) == 60


# The home station


@pytest.mark.clause("18CZ/VIII.6c")
def test_the_home_station_is_placed_free_when_the_first_turn_begins() -> None:
    companies = {"BTE": company(100, Bo=60), "EKJ": floated("EKJ", "Ada")}
    game = turn_of(
        "BTE",
        "end",
        companies=companies,
        cash={"EKJ": 0},
        stations={"BTE": ("D2",)},
        trains={"BTE": ("2+2",)},
    )
    assert "D4" not in game.position.stations
    game.play(Pass("BTE"))
    assert game.actor == "EKJ"
    assert game.position.stations["D4"] == (("EKJ", 0),)
    assert list(events(game, StationPlaced)) == [StationPlaced("EKJ", "D4", 0, 0)]
    assert (game.position.cash["EKJ"], game.position.unplaced["EKJ"]) == (0, 2)
    assert not [event for event in events(game, Paid) if event.payer == "EKJ"]


@pytest.mark.clause("18CZ/VIII.6c")
@pytest.mark.parametrize(
    ("name", "tiles", "city"),
    [
        ("BN", {}, 1),
        ("NWB", {}, 0),
        ("BN", {"E11": YELLOW_PRAHA}, 0),
        ("NWB", {"E11": YELLOW_PRAHA}, 2),
        ("BN", {"E11": GREEN_PRAHA}, 1),
        ("NWB", {"E11": GREEN_PRAHA}, 3),
        ("BN", {"E11": BROWN_PRAHA}, 0),
    ],
)
def test_the_homes_in_praha_lie_on_the_track_to_d12_and_f12(name: str, tiles: dict[str, Any], city: int) -> None:
    """R28: BN towards D12 (edge 3), NWB towards F12 (edge 5)."""
    game = turn_of(name, first=True, phase="g", tiles=tiles)
    assert game.position.stations["E11"] == ((name, city),)
    edge = {"BN": 3, "NWB": 5}[name]
    assert edge in game.rules.board.ground(game.position.tiles, "E11").cities[city].exits


# Further stations


@pytest.mark.clause("18CZ/VIII.6d")
def test_one_station_a_turn_in_a_free_place() -> None:
    game = turn_of("EKJ", tiles=KLADNO, stations=EKJ)
    assert places(game, "EKJ") == {("E9", 0), ("G11", 0)}
    game.play(PlaceStation("EKJ", "E9", 0))
    refused(game, PlaceStation("EKJ", "G11", 0), clause="18CZ/VIII.3a")
    assert offered(game, PlaceStation) == []
    assert allowed(game, Run("EKJ", 0))
    taken = turn_of("EKJ", tiles=KLADNO, stations={**EKJ, "KFN": ("E9",)})
    refused(taken, PlaceStation("EKJ", "E9", 0), code="no-place")


@pytest.mark.clause("18CZ/VIII.6d")
def test_a_station_may_follow_the_home_station_in_the_same_turn() -> None:
    game = turn_of("EKJ", first=True, tiles=KLADNO)
    game.play(PlaceStation("EKJ", "E9", 0))
    assert game.position.stations["D4"] == game.position.stations["E9"] == (("EKJ", 0),)


@pytest.mark.clause("18CZ/VIII.6d")
def test_a_company_without_markers_places_none() -> None:
    game = turn_of("EKJ", tiles={**KLADNO, "D2": "57@4"}, stations={"EKJ": ("D4", "E9", "G11")})
    refused(game, PlaceStation("EKJ", "D2", 0), clause="18CZ/IV.2.b-d")


@pytest.mark.clause("18CZ/VIII.6e")
@pytest.mark.parametrize(("stations", "cost"), [(("D4",), 40), (("D4", "G11"), 100)])
def test_the_first_additional_station_costs_40_and_each_further_one_100(stations: tuple[Any, ...], cost: int) -> None:
    station = PlaceStation("EKJ", "E9", 0)
    game = turn_of("EKJ", cash={"EKJ": cost}, tiles=KLADNO, stations={"EKJ": stations})
    game.play(station)
    assert game.position.cash["EKJ"] == 0
    assert [(event.payee, event.amount) for event in events(game, Paid)] == [("bank", cost)]
    poor = turn_of("EKJ", cash={"EKJ": cost - 1, "Ada": 500}, tiles=KLADNO, stations={"EKJ": stations})
    refused(poor, station, clause="18CZ/VIII.6e")


@pytest.mark.clause("18CZ/VIII.6e")
@pytest.mark.parametrize(("stations", "cost"), [(("D2",), 40), (("D2", "D4"), 100), (("D2", "D4", "E9"), 100)])
def test_after_an_acquisition_the_stations_on_the_map_decide(stations: tuple[Any, ...], cost: int) -> None:
    """R29: 40 while the company stands in one place only, whosever marker it uses."""
    tiles = {**KLADNO, "D2": "57@1"}
    game = turn_of("BTE", tiles=tiles, stations={"BTE": stations}, absorbed={"BTE": ("EKJ",)})
    game.play(PlaceStation("BTE", "G11", 0))
    assert game.position.cash["BTE"] == 500 - cost


@pytest.mark.clause("18CZ/VIII.6f")
def test_one_station_of_a_company_in_a_hex_even_where_it_has_two_cities() -> None:
    tiles = {"D4": "57@1", "D6": "9@1", "D8": "7@1", "C7": "8859@0"}
    other_city = PlaceStation("EKJ", "C7", 1)
    assert allowed(turn_of("EKJ", phase="d", tiles=tiles, stations=EKJ), other_city)
    game = turn_of("EKJ", phase="d", tiles=tiles, stations={"EKJ": ("D4", "C7.0")})
    refused(game, other_city, clause="18CZ/VIII.6f")
    green = turn_of("EKJ", phase="d", tiles={"D4": "14@0"}, stations=EKJ)
    refused(green, PlaceStation("EKJ", "D4", 0), clause="18CZ/VIII.6f")


@pytest.mark.clause("18CZ/VIII.6g")
def test_a_new_station_needs_an_unblocked_connection_of_any_length() -> None:
    far = PlaceStation("EKJ", "G11", 0)
    assert allowed(turn_of("EKJ", tiles=KLADNO, stations=EKJ), far)
    refused(turn_of("EKJ", tiles=KLADNO, stations={**EKJ, "KFN": ("E9",)}), far, clause="18CZ/VIII.6g")
    gap = {hex: tile for hex, tile in KLADNO.items() if hex != "D6"}
    refused(turn_of("EKJ", tiles=gap, stations=EKJ), far, clause="18CZ/VIII.6g")


@pytest.mark.clause("18CZ/VIII.6g")
@pytest.mark.parametrize(
    ("junction", "reaches"),
    [("24@1", False), ("26@4", True)],  # from D8 only on to D4; to D4 and to C7
)
def test_a_connection_does_not_reverse_at_a_junction(junction: str, reaches: bool) -> None:
    tiles = {**KLADNO, "D6": junction, "C7": "8859@0"}
    game = turn_of("KFN", phase="d", tiles=tiles, stations={"KFN": ("E9",)})
    assert (("C7", 0) in places(game, "KFN")) == reaches
    assert ("G11", 0) in places(game, "KFN")
    if not reaches:
        refused(game, PlaceStation("KFN", "C7", 0), clause="18CZ/VIII.6g")


# Homes of others


@pytest.mark.clause("18CZ/VIII.6h")
@pytest.mark.parametrize(
    ("tile", "stations", "may"),
    [
        ("57@1", {}, False),  # one place: EKJ's
        ("14@0", {}, True),  # two places: one is left for EKJ
        ("14@0", {"KFN": ("D4",)}, False),
        ("14@0", {"EKJ": ("D4",)}, True),  # EKJ has come; the other place is free
    ],
)
def test_a_place_stays_free_for_a_company_that_has_not_operated(tile: str, stations: dict[str, Any], may: bool) -> None:
    game = turn_of("BTE", phase="d", tiles={"D2": "57@1", "D4": tile}, stations={"BTE": ("D2",), **stations})
    station = PlaceStation("BTE", "D4", 0)
    assert allowed(game, station) == may
    if not may:
        refused(game, station, clause="18CZ/VIII.6h")


@pytest.mark.clause("18CZ/VIII.6h")
def test_the_place_of_an_acquired_company_is_not_kept() -> None:
    parts: dict[str, Any] = {"phase": "d", "tiles": {"D2": "57@1", "D4": "57@1"}, "stations": {"BTE": ("D2",)}}
    station = PlaceStation("BTE", "D4", 0)
    refused(turn_of("BTE", **parts), station, clause="18CZ/VIII.6h")
    assert allowed(turn_of("BTE", absorbed={"BTE": ("EKJ",)}, **parts), station)


TO_PRAHA = {
    3: {"D16": "57@1", "D14": "9@1", "D12": "8@4"},
    4: {"E15": "57@1", "E13": "55@0"},
    5: {"G15": "57@2", "F14": "8@5", "F12": "58@2"},
}
"""Praha's edge, and track that leads there from a city: Hradec Králové, Pardubice, Jihlava."""


@pytest.mark.clause("18CZ/VIII.6h")
@pytest.mark.parametrize("edge", TO_PRAHA)
@pytest.mark.parametrize("praha", [None, YELLOW_PRAHA, GREEN_PRAHA])
def test_praha_keeps_the_single_cities_of_bn_and_nwb(praha: str | None, edge: int) -> None:
    """R28: others may take only the further cities of yellow and green Praha, here that of edge 4."""
    tiles = {**TO_PRAHA[edge], **({"E11": praha} if praha else {})}
    game = turn_of("BCB", phase="d", tiles=tiles, stations={"BCB": (next(iter(tiles)),)})
    city = game.rules.board.ground(game.position.tiles, "E11").city_with((edge,))
    if edge in (3, 5):
        refused(game, PlaceStation("BCB", "E11", city), clause="18CZ/VIII.6h")
    assert places(game, "BCB") == ({("E11", city)} if edge == 4 and praha else set())


@pytest.mark.clause("18CZ/VIII.6h")
@pytest.mark.parametrize(
    ("stations", "absorbed", "may"),
    [
        (("KFN",), {}, True),
        (("KFN", "BTE"), {}, False),  # two of four places stay for BN and NWB
        (("KFN", "BN", "BTE"), {}, False),  # BN has come, NWB's place stays
        (("KFN", "BN", "NWB"), {}, True),
        (("KFN", "By"), {"By": ("BN",)}, True),  # BN was taken over before it operated
    ],
)
def test_brown_praha_keeps_a_place_for_each_of_its_companies(
    stations: tuple[Any, ...], absorbed: dict[str, Any], may: bool
) -> None:
    """R28."""
    tiles = {**TO_PRAHA[3], "E11": BROWN_PRAHA}
    parts = {"BCB": ("D16",), **dict.fromkeys(stations, ("E11",))}
    game = turn_of("BCB", phase="g", tiles=tiles, stations=parts, absorbed=absorbed)
    station = PlaceStation("BCB", "E11", 0)
    assert allowed(game, station) == may
    if not may:
        refused(game, station, clause="18CZ/VIII.6h")


# ATE


@pytest.mark.clause("18CZ/VIII.6i")
@pytest.mark.parametrize("city", [0, 1])
def test_ate_chooses_one_of_the_two_cities_of_its_green_home(city: int) -> None:
    game = turn_of("ATE", first=True, phase="d", tiles={"B8": "8863@0"})
    assert (game.actor, game.turn) == ("ATE", "Ada")
    assert offered(game, ChooseCity) == [ChooseCity("ATE", "B8", 0), ChooseCity("ATE", "B8", 1)]
    refused(game, Run("ATE", 0))
    refused(game, ChooseCity("ATE", "B8", 2), clause="18CZ/VIII.6i")
    game.play(ChooseCity("ATE", "B8", city))
    assert game.position.stations["B8"] == (("ATE", city),)
    assert game.position.cash["ATE"] == 500


@pytest.mark.clause("18CZ/VIII.6i")
def test_on_a_brown_home_there_is_nothing_to_choose() -> None:
    game = turn_of("ATE", first=True, phase="g", tiles={"B8": "8894p@3"})
    assert offered(game, ChooseCity) == []
    assert game.position.stations["B8"] == (("ATE", 0),)


@pytest.mark.clause("18CZ/VIII.6i")
def test_ate_chooses_at_once_when_another_company_builds_its_home() -> None:
    """R26."""
    tiles = {"B10": "57@1"}
    game = turn_of("BTE", phase="d", tiles=tiles, stations={"BTE": ("B10",), "ATE": ("B8",)})
    game.play(LayTile("BTE", "B8", "8860", 0))
    assert (game.actor, game.turn) == ("ATE", "Bo")
    game.play(ChooseCity("ATE", "B8", 1))
    assert game.position.stations["B8"] == (("ATE", 1),)
    assert (game.actor, game.turn) == ("BTE", "Ada")
    assert hexes(game) == set()


@pytest.mark.clause("18CZ/VIII.6j")
@pytest.mark.parametrize("tile", ["8860@0", "8896p@5"])
def test_nobody_else_places_a_station_in_b8_before_ate(tile: str) -> None:
    """R27: the same on a brown tile, though it has two places."""
    parts: dict[str, Any] = {"phase": "g", "tiles": {"B10": "57@1", "B8": tile}}
    city = 1 if tile == "8860@0" else 0
    station = PlaceStation("BTE", "B8", city)
    refused(turn_of("BTE", stations={"BTE": ("B10",)}, **parts), station, clause="18CZ/VIII.6j")
    assert allowed(turn_of("BTE", stations={"BTE": ("B10",), "ATE": ("B8.0",)}, **parts), station)
    taken = turn_of("By", stations={"By": ("B10",)}, absorbed={"By": ("ATE",)}, **parts)
    assert allowed(taken, PlaceStation("By", "B8", city))


@pytest.mark.clause("18CZ/VIII.6j")
def test_the_ban_holds_while_ate_has_floated_but_not_operated() -> None:
    companies = {"BTE": floated("BTE", "Ada"), "ATE": company(90, Bo=60)}
    game = turn_of(
        "BTE", phase="d", companies=companies, tiles={"B10": "57@1", "B8": "8860@0"}, stations={"BTE": ("B10",)}
    )
    refused(game, PlaceStation("BTE", "B8", 1), clause="18CZ/VIII.6j")
    play_on(game, Run("BTE", 0))
    assert "B8" not in game.position.stations
