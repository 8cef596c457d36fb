"""18BL, 8.4 to 8.7: stations, running, revenue, dividends, stock values."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blkit import at, bl, cash, earns, no_run, runs, token, turn_of, withheld
from tests.kit import allowed, company, events, offered, play_on, price, refused
from tests.trackkit import way

from stellwerk.actions import Dividend, Pass, PlaceStation, Run
from stellwerk.events import CompanyClosed
from stellwerk.game import Game
from stellwerk.position import BANK
from stellwerk.steps.running import round_revenue, worth_of
from stellwerk.titles import rules_of

RULES = rules_of("18BL")
KOELN = {"CME": ("O3",)}
NORTH = {"M3": "57@0", "K3": "4@0", "I3": "4@0", "G3": "9@0", "E3": "4@0"}
"""Köln, Leverkusen, then the towns Langenfeld, Hilden and Mettmann."""


def cme(stage: str = "run", **parts: Any) -> Game:
    """The CME (Ada) in Köln."""
    return turn_of("CME", stage, **{"stations": KOELN, **parts})


# 8.4: stations


@pytest.mark.clause("18BL/8.4a")
def test_the_home_station_is_free_at_the_first_turn() -> None:
    """Given BME and DEE before their first turns, their stations go to Barmen and Elberfeld (R56)."""
    companies = {"BME": company(90, Ada=60), "DEE": company(80, Ada=60)}
    game = bl(phase="2", companies=companies, turn={"company": "BME", "first": True}, cash={"BME": 450})
    assert game.position.stations == {"F6": (("BME", 1),)} and cash(game, "BME") == 450
    other = bl(phase="2", companies=companies, turn={"company": "DEE", "first": True})
    assert other.position.stations == {"F6": (("DEE", 0),)}
    upgraded = bl(phase="3", companies=companies, turn={"company": "BME", "first": True}, tiles={"F6": "1957@3"})
    assert upgraded.position.stations == {"F6": (("BME", 0),)}, "Barmen keeps its side of the tile"


@pytest.mark.clause("18BL/8.4b")
def test_one_more_station_in_each_round() -> None:
    """Given the first turn, the home and one more may be placed (R57), no third."""
    game = bl(
        phase="3",
        companies={"CME": company(80, Ada=60)},
        cash={"CME": 500},
        turn={"company": "CME", "first": True},
        tiles={"M3": "57@0", "P4": "8@2", "O5": "57@1"},
    )
    game.play(PlaceStation("CME", "M3", 0))
    refused(game, PlaceStation("CME", "O5", 0), clause="18BL/8.2a")
    two = turn_of("DEE", "station", stations={"DEE": ("F6.0", "H6")}, tiles={"H6": "6@4"})
    assert not offered(two, PlaceStation)
    refused(two, PlaceStation("DEE", "J4", 0), clause="18BL/8.4b")


@pytest.mark.clause("18BL/8.4c")
def test_on_an_empty_place_once_in_a_hex() -> None:
    tiles = {"M3": "57@0"}
    full = cme("station", tiles=tiles, stations={**KOELN, "OV": ("M3",)})
    refused(full, PlaceStation("CME", "M3", 0), clause="18BL/8.4c")
    own = cme("station", tiles={"M3": "15@3"}, stations={"CME": ("O3", "M3")})
    refused(own, PlaceStation("CME", "M3", 0), clause="18BL/8.4c")
    linked = {"F6": "1958@0", "D6": "7@0", "E5": "3@4"}
    double = turn_of("BME", "station", phase="6", tiles=linked, stations={"BME": ("F6.1",)})
    refused(double, PlaceStation("BME", "F6", 0), clause="18BL/8.4c")  # Elberfeld and Barmen are one hex (R59)


@pytest.mark.clause("18BL/8.4c", "18BL/11c")
def test_a_station_in_siegen() -> None:
    """Given a link to R12, its one place takes a station at the usual price (R60)."""
    parts: dict[str, Any] = {"tiles": {"N12": "57@0"}, "extra": {"access": ["OV"]}, "stations": {"OV": ("N12",)}}
    game = turn_of("OV", "station", **parts)
    game.play(PlaceStation("OV", "R12", 0))
    assert game.position.stations["R12"] == (("OV", 0),) and cash(game, "OV") == 460
    taken = turn_of("OV", "station", **{**parts, "stations": {"OV": ("N12",), "RSE": ("R12",)}})
    refused(taken, PlaceStation("OV", "R12", 0), clause="18BL/8.4c")
    refused(turn_of("OV", "station", **{**parts, "extra": {}}), PlaceStation("OV", "R12", 0), clause="18BL/8.4e")


@pytest.mark.clause("18BL/8.4d")
@pytest.mark.parametrize(("placed", "cost"), [(("O3",), 40), (("O3", "O5"), 100)])
def test_what_stations_cost(placed: tuple[str, ...], cost: int) -> None:
    tiles = {"M3": "57@0", "P4": "8@2", "O5": "57@1"}
    game = cme("station", tiles=tiles, stations={"CME": placed})
    game.play(PlaceStation("CME", "M3", 0))
    assert cash(game, "CME") == 500 - cost
    poor = cme("station", tiles=tiles, stations={"CME": placed}, cash={"CME": cost - 1})
    refused(poor, PlaceStation("CME", "M3", 0), clause="18BL/8.4d")
    assert all(c.token_costs == (0, 40, 100)[: len(c.token_costs)] for c in RULES.companies.values())


@pytest.mark.clause("18BL/8.4e")
def test_a_station_needs_a_link() -> None:
    tiles = {"M3": "57@0", "K3": "58@4", "J4": "57@1"}
    assert allowed(cme("station", tiles=tiles), PlaceStation("CME", "J4", 0))
    blocked = cme("station", tiles=tiles, stations={**KOELN, "OV": ("M3",)})
    refused(blocked, PlaceStation("CME", "J4", 0), clause="18BL/8.4e")


@pytest.mark.clause("18BL/8.4f")
def test_a_place_is_kept_for_a_home() -> None:
    """Given Köln with the CME and one place, it is the RSE's until it has begun or left the game (R58)."""
    parts: dict[str, Any] = {"tiles": {"M3": "57@0"}, "stations": {"CME": ("O3",), "OV": ("M3",)}}
    game = turn_of("OV", "station", **parts)
    refused(game, PlaceStation("OV", "O3", 0), clause="18BL/8.4f")
    bigger = turn_of("OV", "station", **{**parts, "tiles": {"M3": "57@0", "O3": "1954@0"}})
    assert allowed(bigger, PlaceStation("OV", "O3", 0)), "1954 has a third place"
    there = turn_of("OV", "station", **{**parts, "stations": {**parts["stations"], "RSE": ("O3",)}})
    refused(there, PlaceStation("OV", "O3", 0), clause="18BL/8.4c")


@pytest.mark.clause("18BL/8.4g")
def test_a_kept_place_does_not_block() -> None:
    """Given Düsseldorf with no station yet, others run through it; its home stays there after an upgrade."""
    game = bl(phase="3")
    assert RULES.reserved(game.position, "E1", RULES.board.ground({}, "E1"), 0, "CME") == 1
    net = RULES.network(game.position, "CME")
    assert net.passable[net.track.index["E1.0"]]
    green = RULES.board.ground({"E1": ("1951", 0)}, "E1")
    assert RULES.reserved(game.position, "E1", green, 0, "CME") == 1


# 8.5: running

TOWNS = {"CME": ("3", "2")}


@pytest.mark.clause("18BL/8.5.1a", "18BL/8.2d")
def test_each_vehicle_runs_once_with_a_station() -> None:
    game = cme(tiles={"M3": "57@0", "P4": "8@0"}, trains={"CME": ("2-1 2", "2-2 2")}, next_card="3-1")
    assert game.best_runs("CME").total == 50 + 70
    refused(game, Run("CME", 0), clause="18BL/8.2d")
    refused(game, Pass("CME"), clause="18BL/8.2a")


@pytest.mark.clause("18BL/8.5.1a")
def test_a_route_needs_an_own_station_and_does_not_turn_at_junctions() -> None:
    """Given P4 with Köln joined to Bonn and to Rösrath, no route leads from Bonn to Rösrath over the switch."""
    tiles = {"P4": "24@2", "Q5": "3@2", "M3": "57@0"}
    game = cme(tiles=tiles, trains={"CME": ("3",)})
    assert sorted(RULES.board.ground(game.position.tiles, "P4").track) == [(2, 4), (2, 5)]
    no_run(game, "CME", "route-not-connected", ("Q5.t0", "P4", "O5.0"))
    line = cme(tiles={**NORTH, "O3": "1954@0"}, trains={"CME": ("3",)})
    no_run(line, "CME", "route-without-station", ("M3.0", "K3.t0"))


@pytest.mark.clause("18BL/8.5.1b")
def test_in_by_one_track_out_by_another() -> None:
    game = cme(tiles=NORTH, trains={"CME": ("4",)}, phase="4")
    assert earns(game, "CME", ("O3.0", "M3.0", "K3.t0", "I3.t0")) == 70
    no_run(game, "CME", "route-shares-track", ("M3.0", "O3.0", "M3.0"))


@pytest.mark.clause("18BL/8.5.1c")
def test_a_city_with_a_station_and_another_stop() -> None:
    game = cme(tiles={"M3": "57@0"}, trains={"CME": ("2",)}, next_card="3-1")
    no_run(game, "CME", "route-one-stop", ("O3.0",))
    assert earns(game, "CME", ("O3.0", "M3.0")) == 50
    red = cme(tiles={"P4": "8@0"}, trains={"CME": ("2",)}, next_card="3-1")
    assert earns(red, "CME", ("O3.0", "P4", "R4.o")) == 30 + 40


@pytest.mark.clause("18BL/8.5.1d")
def test_nothing_twice_but_separate_tracks_of_a_tile() -> None:
    """Given a double-track tile on P4, one route may use both its tracks; a stop comes once."""
    game = cme(tiles={"M3": "57@0"}, trains={"CME": ("3",)})
    no_run(game, "CME", "route-shares-track", ("O3.0", "M3.0", "O3.0"))
    tiles = {"O3": "1955@0", "P4": "20@1", "Q5": "3@2", "O5": "5@0", "Q3": "5@3"}
    both = cme(tiles=tiles, phase="5", trains={"CME": ("5",)})
    assert earns(both, "CME", ("O3.0", "P4", "Q5.t0", "O5.0", "P4", "Q3.0")) == 60 + 10 + 20 + 20


@pytest.mark.clause("18BL/8.5.1e")
def test_both_towns_of_a_tile_in_one_route() -> None:
    """Given a tile with two towns on L4, a route from Leverkusen comes through it twice, by different towns."""
    tiles = {"M3": "6@4", "L4": "56@1", "J4": "5@0", "K3": "3@4"}
    game = cme(tiles=tiles, trains={"CME": ("6",)}, phase="6")
    assert earns(game, "CME", ("O3.0", "M3.0", "L4.t0", "J4.0", "K3.t0", "L4.t1")) == 30 + 20 + 10 + 20 + 10 + 10


@pytest.mark.clause("18BL/8.5.1f", "18BL/11b")
def test_a_full_city_is_an_end() -> None:
    full = cme(tiles=NORTH, stations={**KOELN, "OV": ("M3",)}, trains={"CME": ("3",)})
    assert earns(full, "CME", ("O3.0", "M3.0")) == 50
    no_run(full, "CME", "route-through-blocked-city", ("O3.0", "M3.0", "K3.t0"))
    room = cme(tiles={**NORTH, "M3": "15@3"}, stations={**KOELN, "OV": ("M3",)}, trains={"CME": ("3",)})
    assert earns(room, "CME", ("O3.0", "M3.0", "K3.t0")) == 30 + 30 + 10


@pytest.mark.clause("18BL/8.5.1g")
def test_red_fields_are_ends() -> None:
    """Given Bonn with both its arrows built, a route from Köln ends there."""
    tiles = {"P4": "8@0", "Q3": "5@4", "O3": "1955@0"}
    game = cme(tiles=tiles, phase="5", trains={"CME": ("5",)})
    assert earns(game, "CME", ("O3.0", "P4", "R4.o")) == 60 + 50
    no_run(game, "CME", "route-through-blocked-city", ("O3.0", "P4", "R4.o", "Q3.0"))


@pytest.mark.clause("18BL/8.5.1h")
def test_vehicles_of_a_corporation_use_different_track() -> None:
    game = cme(tiles={"M3": "57@0", "P4": "8@0"}, trains={"CME": ("2-1 2", "2-2 2")}, next_card="3-1")
    no_run(game, "CME", "route-shares-track", ("O3.0", "M3.0"), ("O3.0", "M3.0"))
    assert earns(game, "CME", ("O3.0", "M3.0"), ("O3.0", "P4", "R4.o")) == 120, "they meet in Köln"
    switch = cme(tiles={"P4": "24@2", "Q5": "3@2", "O5": "57@1"}, trains={"CME": ("2-1 2", "2-2 2")}, next_card="3-1")
    no_run(switch, "CME", "route-shares-track", ("O3.0", "P4", "Q5.t0"), ("O3.0", "P4", "O5.0"))


@pytest.mark.clause("18BL/8.5.2a")
@pytest.mark.parametrize(
    ("train", "phase", "best"), [("2", "3", 50), ("3", "3", 60), ("4", "4", 70), ("5", "5", 80), ("6", "6", 80)]
)
def test_trains_count_all_stops(train: str, phase: str, best: int) -> None:
    """Köln 30, Leverkusen 20, then three towns: none is skipped, none goes beyond the number."""
    game = cme(
        tiles=NORTH, trains={"CME": (train,)}, phase=phase, next_card="3-1" if phase == "3" and train == "2" else None
    )
    assert game.best_runs("CME").total == best
    if train == "2":
        no_run(game, "CME", "route-too-long", ("O3.0", "M3.0", "K3.t0"))


@pytest.mark.clause("18BL/8.5.2b", "18BL/8.6.1b")
def test_the_3_plus_3_counts_its_three_stops_twice() -> None:
    game = cme(tiles=NORTH, trains={"CME": ("3+3",)}, phase="3+3")
    assert earns(game, "CME", ("O3.0", "M3.0", "K3.t0")) == 2 * (30 + 20 + 10)
    no_run(game, "CME", "route-too-long", ("O3.0", "M3.0", "K3.t0", "I3.t0"))
    red = cme(tiles={"P4": "8@0"}, trains={"CME": ("3+3",)}, phase="3+3")
    assert earns(red, "CME", ("O3.0", "P4", "R4.o")) == 2 * (30 + 60)


BUS: dict[str, Any] = {"phase": "3", "next_card": ("3-1", "SB3-2", "BW-A-2")}


@pytest.mark.clause("18BL/8.5.2c", "18BL/8.6.1c")
def test_a_rail_bus_has_one_city_and_no_red_field() -> None:
    """Given a station in Leverkusen, a SB3 runs to two towns, never through or to a second city, nor to Bonn."""
    game = cme(tiles={**NORTH, "P4": "8@0"}, stations={"CME": ("O3", "M3")}, trains={"CME": ("SB3",)}, **BUS)
    assert earns(game, "CME", ("M3.0", "K3.t0", "I3.t0")) == 40
    no_run(game, "CME", "route-not-one-city", ("O3.0", "M3.0", "K3.t0"))
    no_run(game, "CME", "route-to-red-area", ("O3.0", "P4", "R4.o"))
    no_run(game, "CME", "route-too-long", ("M3.0", "K3.t0", "I3.t0", "G3", "E3.t0"))
    foreign = cme(tiles=NORTH, stations={**KOELN}, trains={"CME": ("SB3",)}, **BUS)
    no_run(foreign, "CME", "route-without-station", ("M3.0", "K3.t0", "I3.t0"))
    assert foreign.best_runs("CME").total == 0, "the one city must hold an own station (R63)"


@pytest.mark.clause("18BL/8.5.2c")
@pytest.mark.parametrize(
    ("bus", "phase", "towns"), [("SB3", "3", 2), ("SB4", "4", 3), ("SB5", "5", 3), ("SB6", "6", 3)]
)
def test_how_far_rail_busses_run(bus: str, phase: str, towns: int) -> None:
    game = cme(tiles=NORTH, stations={"CME": ("O3", "M3")}, trains={"CME": (bus,)}, phase=phase)
    assert game.best_runs("CME").total == 20 + 10 * towns


@pytest.mark.clause("18BL/8.5.2c", "18BL/8.6.1c", "18BL/8.5.3a")
def test_a_rail_bus_may_include_p12_which_no_trailer_doubles() -> None:
    """Given Gummersbach, Dieringhausen and P12, a trailer doubles the town, not the city nor P12 (R62, R63)."""
    parts: dict[str, Any] = {
        "tiles": {"N12": "5@0", "O11": "3@4"},
        "stations": {"OV": ("N12",)},
        "extra": {"access": ["OV"]},
        "stage": "run",
    }
    alone = turn_of("OV", **parts, trains={"OV": ("SB3",)}, **BUS)
    assert earns(alone, "OV", ("N12.0", "O11.t0", "P12.t0")) == 50, "20 + 10 + 25, rounded down"
    pulled = turn_of("OV", **parts, trains={"OV": ("SB3", "BW-A-1 BW-A")}, **BUS)
    assert earns(pulled, "OV", ("N12.0", "O11.t0", "P12.t0")) == 60, "20 + 20 + 25, rounded down"
    assert earns(pulled, "OV", ("N12.0", "P12.t0")) == 40
    without = turn_of("OV", **{**parts, "extra": {}}, trains={"OV": ("SB3",)}, **BUS)
    no_run(without, "OV", "route-through-closed-hex", ("N12.0", "P12.t0"))


@pytest.mark.clause("18BL/8.5.2d")
def test_one_trailer_for_one_rail_bus() -> None:
    """Given two rail busses and a trailer, it is used where it earns most; without a rail bus it is of no use."""
    tiles = {"M3": "57@0", "K3": "4@0", "I3": "4@0", "P4": "9@2", "Q5": "58@2", "P6": "58@1"}
    stations = {"CME": ("O3", "M3")}
    two = cme(
        tiles=tiles,
        stations=stations,
        trains={"CME": ("SB3-1 SB3", "SB3-2 SB3", "BW-A-1 BW-A")},
        phase="3",
        next_card=("3-1", "SB3-3", "BW-A-2"),
    )
    answer = runs(two, "CME", ("M3.0", "K3.t0", "I3.t0"), ("O3.0", "P4", "Q5.t0", "P6.t0"))
    assert answer.total == (20 + 20) + (30 + 20) + 20
    assert sorted(run.mode for run in answer.runs) == [0, 1]
    routes = [tuple(way(two, "M3.0", "K3.t0")), tuple(way(two, "O3.0", "P4", "Q5.t0", "P6.t0"))]
    claims = {claim: worth_of(two.rules, two.position, "CME", routes, claim) for claim in (100, 90, 80, 70)}
    modes = {claim: [run.mode for run in answer.runs] for claim, answer in claims.items()}
    assert modes == {100: [0, 1], 90: [1, 0], 80: [0, 0], 70: [0, 1]}, "behind either or none (R91), else the best"
    trains = cme(
        tiles=tiles,
        stations=stations,
        trains={"CME": ("3-1 3", "BW-A-1 BW-A")},
        phase="3",
        next_card=("3-2", "SB3-1", "BW-A-2"),
    )
    assert earns(trains, "CME", ("M3.0", "K3.t0", "I3.t0")) == 40


@pytest.mark.clause("18BL/8.5.3b")
def test_routes_begin_in_siegen_with_a_station_and_never_pass_it() -> None:
    """Given only a station in R12, a train runs from there (R61); no route goes through."""
    parts: dict[str, Any] = {
        "tiles": {"N12": "57@0"},
        "extra": {"access": ["OV"]},
        "trains": {"OV": ("4",)},
        "phase": "4",
        "stage": "run",
    }
    game = turn_of("OV", stations={"OV": ("R12",)}, **parts)
    assert earns(game, "OV", ("N12.0", "P12.t0", "R12.0")) == 80
    net = RULES.network(game.position, "OV")
    assert not net.passable[net.track.index["R12.0"]]
    bus = turn_of("OV", stations={"OV": ("R12",)}, **{**parts, "trains": {"OV": ("SB4",)}})
    assert bus.best_runs("OV").total == 0, "it is no city for rail busses (R60)"


# 8.6: revenue


@pytest.mark.clause("18BL/8.6.1a")
@pytest.mark.parametrize(("phase", "bonn"), [("2", 30), ("3", 40), ("4", 40), ("5", 50), ("6", 60), ("3+3", 60)])
def test_red_fields_by_the_colour_of_the_phase(phase: str, bonn: int) -> None:
    train = {"2": "2", "3": "3", "4": "4", "3+3": "6"}.get(phase, phase)
    game = cme(tiles={"P4": "8@0"}, trains={"CME": (train,)}, phase=phase)
    assert earns(game, "CME", ("O3.0", "P4", "R4.o")) == 30 + bonn


@pytest.mark.clause("18BL/8.6.1a")
@pytest.mark.parametrize(("phase", "value"), [("2", 15), ("3", 25), ("5", 35), ("6", 45)])
def test_p12_by_the_colour_of_the_phase(phase: str, value: int) -> None:
    game = turn_of("OV", "run", tiles={"N12": "57@0"}, stations={"OV": ("N12",)}, extra={"access": ["OV"]}, phase=phase)
    net = RULES.network(game.position, "OV")
    assert net.values[net.track.index["P12.t0"]] == value


@pytest.mark.clause("18BL/8.6.1d")
def test_rounded_down_once_on_the_sum() -> None:
    """Given runs of 75 and 85 to the two arrows of Krefeld, the sum 160 is rounded, not each of them (R64a, R66)."""
    assert [round_revenue(RULES, total) for total in (0, 5, 15, 95, 100)] == [0, 0, 10, 90, 100]
    rhe = turn_of("RhE", "run", tiles={"D2": "3@1"}, stations={"RhE": ("E1",)}, trains={"RhE": ("3",)})
    assert rhe.best_runs("RhE").total == 70, "30 + 10 + 35 = 75"
    named = (tuple(way(rhe, "E1.0", "D2.t0", "C1.o")),)
    refused(rhe, Run("RhE", 75, named), clause="18BL/8.6.1a")
    assert allowed(rhe, Run("RhE", 70, named))
    two = turn_of(
        "RhE",
        "run",
        tiles={"D2": "3@1", "E1": "1951@0"},
        stations={"RhE": ("E1",)},
        trains={"RhE": ("3-1 3", "2-1 2")},
        next_card="3-2",
    )
    assert earns(two, "RhE", ("E1.0", "D2.t0", "C1.o"), ("E1.0", "C1.o")) == 160


@pytest.mark.clause("18BL/8.2d")
def test_the_director_chooses_the_routes_but_must_run() -> None:
    """Given a run of 60 and one of 50, either may be run, not none (R65)."""
    game = cme(tiles=NORTH, trains={"CME": ("3",)})
    short = (tuple(way(game, "O3.0", "M3.0")),)
    assert allowed(game, Run("CME", 50, short)) and allowed(game, Run("CME", 60))
    refused(game, Run("CME", 0), clause="18BL/8.2d")
    play_on(game, Run("CME", 50, short))
    assert game.position.revenues["CME"] == 50


def paying(revenue: int, **parts: Any) -> Game:
    """The CME decides about a revenue: Ada 50%, Bo 20%, 20% in the pool, 10% in the initial offering."""
    companies = {"CME": company(80, Ada=50, Bo=20, pool=20), **parts.pop("companies", {})}
    return cme("dividend", companies=companies, revenue=revenue, cash={"CME": 0, "Ada": 0, "Bo": 0}, **parts)


@pytest.mark.clause("18BL/8.6.2a")
def test_the_revenue_is_saved() -> None:
    game = play_on(paying(120), Dividend("CME", "retain"))
    assert (cash(game, "CME"), cash(game, "Ada"), cash(game, "Bo")) == (120, 0, 0)


@pytest.mark.clause("18BL/8.6.2b")
def test_all_of_it_is_paid_out() -> None:
    game = paying(120)
    before = cash(game, BANK)
    game.play(Dividend("CME", "pay"))
    assert (cash(game, "Ada"), cash(game, "Bo"), cash(game, "CME")) == (60, 24, 24)
    assert cash(game, BANK) == before - 108, "the part of the initial offering stays in the bank"


@pytest.mark.clause("18BL/8.6.2c")
@pytest.mark.parametrize(
    ("revenue", "share", "kept"), [(30, 3, 0), (40, 3, 10), (120, 9, 30), (190, 15, 40), (600, 45, 150)]
)
def test_three_quarters_are_paid_out(revenue: int, share: int, kept: int) -> None:
    game = play_on(paying(revenue), Dividend("CME", "split"))
    assert (cash(game, "Ada"), cash(game, "Bo"), cash(game, "CME")) == (5 * share, 2 * share, kept + 2 * share)
    refused(paying(revenue), Dividend("CME", "half"), clause="18BL/8.6.2a")


@pytest.mark.clause("18BL/8.6.2c")
def test_the_printed_table() -> None:
    for revenue in range(10, 610, 10):
        kept = withheld(revenue)
        assert kept % 10 == 0 and (revenue - kept) % 10 == 0 and 0 <= revenue - 4 * kept < 40


# 8.7: stock values


def valued(row: int, column: int, revenue: int, **parts: Any) -> Game:
    """The CME with its token on a space decides about a revenue."""
    companies = {"CME": token(80, row, column, Ada=60), **parts.pop("companies", {})}
    return cme("dividend", companies=companies, revenue=revenue, **parts)


@pytest.mark.clause("18BL/8.7a")
@pytest.mark.parametrize(("start", "end"), [((3, 6), (3, 5)), ((1, 1), (2, 1)), ((6, 1), (7, 1)), ((8, 3), (8, 2))])
def test_no_dividend_moves_left_or_along_the_red_arrow(start: tuple[int, int], end: tuple[int, int]) -> None:
    game = play_on(valued(*start, 60), Dividend("CME", "retain"))
    assert at(game, "CME") == end
    idle = cme(companies={"CME": token(80, *start, Ada=60)})
    assert at(play_on(idle, Run("CME", 0)), "CME") == end, "no income at all"


@pytest.mark.clause("18BL/8.7a", "18BL/7.5d")
@pytest.mark.parametrize("start", [(7, 1), (8, 2)])
def test_into_the_red_area_the_corporation_closes(start: tuple[int, int]) -> None:
    """Given the brown arrow spaces, no dividend closes the corporation, and its turn is over at once (R35)."""
    turn = {"company": "CME", "stage": "dividend", "after": ["OV"], "revenue": 60}
    game = valued(*start, 60, companies={"OV": company(65, Bo=60)}, turn=turn)
    game.play(Dividend("CME", "retain"))
    assert [event.company for event in events(game, CompanyClosed)] == ["CME"] and game.actor == "OV"
    idle = play_on(cme(companies={"CME": token(80, *start, Ada=60)}), Run("CME", 0))
    assert "CME" not in idle.position.markers


@pytest.mark.clause("18BL/8.7b")
@pytest.mark.parametrize(("start", "end"), [((3, 6), (3, 7)), ((3, 13), (2, 13)), ((8, 7), (7, 7)), ((1, 19), (1, 19))])
def test_a_full_dividend_moves_right_or_along_the_green_arrow(start: tuple[int, int], end: tuple[int, int]) -> None:
    assert at(play_on(valued(*start, 10), Dividend("CME", "pay")), "CME") == end


@pytest.mark.clause("18BL/8.7c", "18BL/8.7d")
@pytest.mark.parametrize(("revenue", "end"), [(150, (3, 7)), (160, (3, 7)), (140, (3, 6)), (10, (3, 6))])
def test_75_percent_moves_if_it_is_one_and_a_half_times_the_value(revenue: int, end: tuple[int, int]) -> None:
    """At 80 a pay-out of 120 is needed: revenue 150 pays 120, 140 pays 110 (R43, R44)."""
    assert at(play_on(valued(3, 6, revenue), Dividend("CME", "split")), "CME") == end


@pytest.mark.clause("18BL/8.7d")
def test_75_percent_below_that_goes_under_the_others() -> None:
    companies = {"OV": token(80, 3, 6, Bo=60)}
    game = valued(3, 6, 60, companies=companies)
    assert RULES.operating_order(game.position) == ["CME", "OV"]
    game.play(Dividend("CME", "split"))
    assert RULES.operating_order(game.position) == ["OV", "CME"] and price(game, "CME") == 80


@pytest.mark.clause("18BL/8.7b")
def test_at_the_end_of_the_top_row_it_keeps_its_place() -> None:
    companies = {"OV": token(80, 1, 19, Bo=60)}
    game = play_on(valued(1, 19, 60, companies=companies), Dividend("CME", "pay"))
    assert RULES.operating_order(game.position) == ["CME", "OV"], "R42"
