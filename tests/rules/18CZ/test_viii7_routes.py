"""18CZ VIII.7: operating trains."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from tests.trackkit import earns, no_run, runs, turn_of, way

from stellwerk import Illegal
from stellwerk.game import Game
from stellwerk.routes import evaluate_routes
from stellwerk.steps.running import running_trains, specs_of

WEST = {"D2": "57@1", "D4": "57@1", "D6": "9@1", "D8": "8@5", "E9": "57@2", "F10": "4@2", "G11": "57@2"}
"""One line: the grey town D0 (10), Cheb, Karlovy Vary, Kladno (20 each), a town (10), Tábor (20)."""
LINE = ("D0.t0", "D2.0", "D4.0", "D6", "D8", "E9.0", "F10.t0", "G11.0")

SOUTH = {"F2": "8898@4", "F4": "9@1", "F6": "621@1", "F8": "9@1", "F10": "58@5", "G11": "57@2", "H12": "8@0"}
"""München (red), Plzeň (30), a town (10), Tábor (20), and on to České Budějovice (I11)."""
TO_TABOR = ("F2.0", "F4", "F6.0", "F8", "F10.t0", "G11.0")


def line(train: str, phase: str = "c", station: str = "D4", name: str = "EKJ") -> Game:
    """One company with a train and a station on the western line."""
    return turn_of(name, phase=phase, tiles=WEST, stations={name: (station,)}, trains={name: (train,)})


def south(name: str, *trains: str, stations: tuple[str, ...], phase: str = "d", **tiles: str) -> Game:
    """One company with trains and stations on the southern line."""
    return turn_of(name, phase=phase, tiles={**SOUTH, **tiles}, stations={name: stations}, trains={name: trains})


# One run for each train of its own kind


@pytest.mark.clause("18CZ/VIII.7a")
def test_each_train_runs_once() -> None:
    game = line("2")
    assert game.best_runs("EKJ").total == 40
    network, trains = game.rules.network(game.position, "EKJ"), specs_of(game.rules, game.position, "EKJ")
    routes = [way(game, "D2.0", "D4.0"), way(game, "D4.0", "D6", "D8", "E9.0")]
    with pytest.raises(Illegal) as caught:
        evaluate_routes(network, trains, [(0, routes[0]), (0, routes[1])])
    assert caught.value.code == "train-runs-twice"
    both = turn_of("EKJ", tiles=WEST, stations={"EKJ": ("D4",)}, trains={"EKJ": ("2", "2")})
    assert both.best_runs("EKJ").total == 80
    assert earns(both, "EKJ", ("D2.0", "D4.0"), ("D4.0", "D6", "D8", "E9.0")) == 80


@pytest.mark.clause("18CZ/VIII.7a")
def test_a_company_runs_only_trains_of_its_own_kind() -> None:
    trains = {"BTE": ("2+2", "2"), "By": ("3E", "3+3", "3")}
    game = turn_of("BTE", phase="d", tiles=WEST, stations={"BTE": ("D2",), "By": ("E9",)}, trains=trains)
    for name, face in (("BTE", "2+2"), ("By", "3E")):
        assert [f for _, f in running_trains(game.rules, game.position, name)] == [face]
    assert game.best_runs("BTE").total == 50  # D0, D2 and D4 with the 2+2; the 2-train stands still


# Range


@pytest.mark.clause("18CZ/VIII.7b")
def test_a_route_has_two_locations_joined_by_track_and_a_station() -> None:
    game = line("3")
    assert earns(game, "EKJ", ("D2.0", "D4.0")) == 40
    no_run(game, "EKJ", "route-one-stop", ("D4.0",))
    no_run(game, "EKJ", "route-without-station", ("D0.t0", "D2.0"))
    no_run(game, "EKJ", "route-not-connected", ("D4.0", "C5", "C7.0"))
    alone = turn_of("EKJ", tiles={"D4": "57@1"}, stations={"EKJ": ("D4",)}, trains={"EKJ": ("2",)})
    assert alone.best_runs("EKJ").total == 0


@pytest.mark.clause("18CZ/VIII.7c")
@pytest.mark.parametrize(("train", "phase", "best"), [("2", "c", 40), ("3", "c", 60), ("4", "e", 70), ("5", "g", 90)])
def test_a_red_train_counts_at_most_its_number_of_locations_and_skips_none(train: str, phase: str, best: int) -> None:
    game = line(train, phase)
    assert game.best_runs("EKJ").total == best
    stops = [i for i, place in enumerate(LINE) if "." in place]
    longest = LINE[1 : stops[int(train)] + 1]  # from D2 over D4 on
    assert len([place for place in longest if "." in place]) == int(train)
    assert earns(game, "EKJ", longest) == sum(10 if ".t" in place else 20 for place in longest if "." in place)
    no_run(game, "EKJ", "route-too-long", LINE[: stops[int(train)] + 1])


@pytest.mark.clause("18CZ/VIII.7c")
def test_a_red_train_cannot_pass_a_town_without_counting_it() -> None:
    game = line("2", station="E9")
    no_run(game, "EKJ", "route-too-long", ("E9.0", "F10.t0", "G11.0"))
    assert line("3", station="G11").best_runs("EKJ").total == 50  # G11, F10, E9


@pytest.mark.clause("18CZ/VIII.7d")
def test_a_plus_train_has_so_many_cities_and_twice_as_many_locations() -> None:
    game = line("2+2", "b", "D2", "BTE")
    assert earns(game, "BTE", ("D0.t0", "D2.0", "D4.0")) == 50
    no_run(game, "BTE", "route-too-long", LINE[:6])  # four locations, but three cities
    assert game.best_runs("BTE").total == 50
    game = line("3+3", "d", "D4", "BTE")
    assert earns(game, "BTE", LINE[2:]) == 70
    assert earns(game, "BTE", LINE[:6]) == 70
    assert earns(game, "BTE", LINE[1:7]) == 70
    no_run(game, "BTE", "route-too-long", LINE[1:])  # five locations, but four cities
    assert line("4+4", "f", "D4", "BTE").best_runs("BTE").total == 100


@pytest.mark.clause("18CZ/VIII.7d")
def test_all_but_one_location_of_a_plus_train_may_be_towns() -> None:
    tiles = {"D2": "57@1", "E1": "58@2", "E3": "4@1", "E5": "9@1", "E7": "9@1", "E9": "57@1"}
    game = turn_of("BTE", tiles=tiles, stations={"BTE": ("D2",)}, trains={"BTE": ("2+2",)})
    towns = ("D2.0", "D0.t0", "E1.t0", "E3.t0")
    assert earns(game, "BTE", towns) == 50
    no_run(game, "BTE", "route-too-long", (*towns, "E5", "E7", "E9.0"))  # five locations
    assert game.best_runs("BTE").total == 50


@pytest.mark.clause("18CZ/VIII.7e")
def test_an_e_train_may_leave_out_towns_and_counts_every_city() -> None:
    game = south("By", "3E", stations=("F2",), I11="621@0")
    assert earns(game, "By", TO_TABOR) == 80 + 30 + 20
    assert dict(runs(game, "By", TO_TABOR).runs[0].stops) == {"F2.0": 80, "F6.0": 30, "G11.0": 20}
    no_run(game, "By", "route-too-long", (*TO_TABOR, "H12", "I11.0"))  # I11 would pay more, but Tábor cannot be skipped
    assert game.best_runs("By").total == 130


@pytest.mark.clause("18CZ/VIII.7e")
def test_an_e_train_fills_its_range_with_the_best_towns() -> None:
    """R37: no limit on the towns it passes; those that do not count earn nothing."""
    game = south("By", "4E", stations=("F2",), phase="f")
    assert earns(game, "By", TO_TABOR) == 80 + 30 + 10 + 20
    tiles = {"D2": "57@1", "E1": "58@2", "E3": "888p@0", "E5": "9@1", "E7": "9@1", "E9": "57@1"}
    towns = ("D2.0", "D0.t0", "E1.t0", "E3.t0", "E5", "E7", "E9.0")
    game = turn_of("By", tiles=tiles, stations={"By": ("D2",)}, trains={"By": ("3E",)})
    assert dict(runs(game, "By", towns).runs[0].stops) == {"D2.0": 20, "E3.t0": 20, "E9.0": 20}
    assert game.best_runs("By").total == 60


# Locations


@pytest.mark.clause("18CZ/VIII.7f", "18CZ/VIII.7k")
def test_a_location_occurs_once_in_a_route() -> None:
    tiles = {"D4": "14@0", "D6": "7@1", "C5": "3@5", "D2": "57@1"}
    game = turn_of("EKJ", phase="d", tiles=tiles, stations={"EKJ": ("D4",)}, trains={"EKJ": ("3",)})
    no_run(game, "EKJ", "route-visits-twice", ("D4.0", "D6", "C5.t0", "D4.0"))
    assert earns(game, "EKJ", ("D2.0", "D4.0", "D6", "C5.t0")) == 60
    assert game.best_runs("EKJ").total == 60


@pytest.mark.clause("18CZ/VIII.7f")
def test_both_cities_of_a_green_oo_tile_may_be_in_one_route() -> None:
    tiles = {"C7": "8859@0", "B8": "8863@0", "B6": "7@4"}
    game = turn_of("ATE", phase="d", tiles=tiles, stations={"ATE": ("B8.0",)}, trains={"ATE": ("3+3",)})
    assert earns(game, "ATE", ("C7.0", "B8.0", "B6", "C7.1")) == 120
    assert game.best_runs("ATE").total == 120


PRAHA_LOOPS = [
    (
        {"D12": "7@5", "E13": "56@0", "F12": "3@2"},
        ("E11.1", "D12", "E13.t0", "F12.t0", "E11.0"),
        20,
    ),
    ({"E11": "8889@1", "D12": "7@5", "E13": "2@0"}, ("E11.0", "D12", "E13.t1", "E11.1"), 30),
    ({"E11": "8891@1", "D12": "7@5", "E13": "2@0"}, ("E11.1", "D12", "E13.t1", "E11.2"), 40),
    ({"E11": "8892@0", "D12": "7@5", "E13": "2@0"}, ("E11.0", "D12", "E13.t1", "E11.0"), 60),
]


@pytest.mark.clause("18CZ/VIII.7g")
@pytest.mark.parametrize(("tiles", "loop", "value"), PRAHA_LOOPS)
def test_no_route_leads_from_praha_to_praha(tiles: dict[str, Any], loop: tuple[Any, ...], value: int) -> None:
    """R39: pre-printed, yellow and green Praha are one location, whichever of its cities."""
    game = turn_of("BN", phase="g", tiles=tiles, stations={"BN": (loop[0],)}, trains={"BN": ("3+3",)})
    no_run(game, "BN", "route-visits-twice", loop)
    towns = sum(10 for place in loop if ".t" in place)
    assert earns(game, "BN", loop[:-1]) == value + towns
    assert game.best_runs("BN").total == value + towns


@pytest.mark.clause("18CZ/VIII.7g")
def test_two_trains_may_each_run_to_praha() -> None:
    """R39."""
    tiles = {"E11": "8889@1", "D12": "9@0", "C13": "4@0", "E13": "55@0", "E15": "57@1"}
    stations = {"BN": ("E11.0", "E15")}
    game = turn_of("BN", phase="d", tiles=tiles, stations=stations, trains={"BN": ("3+3", "3+3")})
    assert earns(game, "BN", ("E11.0", "D12", "C13.t0"), ("E11.1", "E13.t1", "E15.0")) == 40 + 60
    assert game.best_runs("BN").total == 100


# Red tiles, blocked cities


@pytest.mark.clause("18CZ/VIII.7h")
def test_a_red_tile_counts_as_a_city() -> None:
    game = south("KFN", "2+2", stations=("F6",))
    assert earns(game, "KFN", TO_TABOR[:5]) == 30 + 30 + 10
    no_run(game, "KFN", "route-too-long", TO_TABOR)  # two cities and the red tile
    assert earns(game, "KFN", TO_TABOR[2:]) == 30 + 10 + 20
    small = south("EKJ", "2", stations=("F6",))
    assert earns(small, "EKJ", TO_TABOR[:3]) == 60
    no_run(small, "EKJ", "route-too-long", TO_TABOR[:5])


@pytest.mark.clause("18CZ/VIII.7i")
@pytest.mark.parametrize(("name", "station", "value"), [("By", "F2", 80), ("KFN", "F6", 30)])
def test_a_red_tile_is_an_end_of_the_route(name: str, station: str, value: int) -> None:
    train = {"By": "3E", "KFN": "3+3"}[name]
    game = south(name, train, stations=(station,), G3="8@2", G5="8@5", H6="4@2")
    through = ("F6.0", "F4", "F2.0", "G3", "G5", "H6.t0")
    no_run(game, name, "route-through-blocked-city", through)
    assert earns(game, name, through[:3]) == value + 30
    if name == "By":
        assert earns(game, name, through[2:]) == 90


@pytest.mark.clause("18CZ/VIII.7j")
def test_a_blocked_city_ends_a_route_and_an_unblocked_one_is_passed() -> None:
    parts: dict[str, Any] = {"phase": "c", "tiles": WEST, "trains": {"EKJ": ("3",)}}
    open_line = turn_of("EKJ", stations={"EKJ": ("D4",)}, **parts)
    assert earns(open_line, "EKJ", LINE[2:7]) == 50  # through Kladno
    blocked = turn_of("EKJ", stations={"EKJ": ("D4",), "KFN": ("D2",), "BTE": ("E9",)}, **parts)
    assert earns(blocked, "EKJ", LINE[1:6]) == 60  # from Cheb to Kladno, both blocked
    no_run(blocked, "EKJ", "route-through-blocked-city", LINE[2:7])
    no_run(blocked, "EKJ", "route-through-blocked-city", LINE[:3])


# Track


@pytest.mark.clause("18CZ/VIII.7k")
def test_no_piece_of_track_is_used_twice_in_a_route() -> None:
    tiles = {**WEST, "D6": "24@1", "C7": "8859@0"}  # D6 joins D4 with D8 and with C7
    game = turn_of("EKJ", phase="e", tiles=tiles, stations={"EKJ": ("D4",)}, trains={"EKJ": ("4",)})
    no_run(game, "EKJ", "route-shares-track", ("C7.0", "D6", "D4.0", "D6", "D8", "E9.0"))
    assert earns(game, "EKJ", ("C7.0", "D6", "D4.0", "D2.0")) == 80


@pytest.mark.clause("18CZ/VIII.7k")
def test_separate_tracks_on_one_tile_may_be_in_one_route() -> None:
    tiles = {"D4": "57@1", "D6": "20@1", "D8": "7@0", "E7": "7@2", "C5": "4@2"}  # D6: two straight tracks that cross
    game = turn_of("EKJ", phase="e", tiles=tiles, stations={"EKJ": ("D4",)}, trains={"EKJ": ("4",)})
    assert earns(game, "EKJ", ("D4.0", "D6", "D8", "E7", "D6", "C5.t0")) == 30


@pytest.mark.clause("18CZ/VIII.7l")
def test_a_train_leaves_a_city_by_any_track_but_the_one_it_came_by() -> None:
    tiles = {"D4": "14@0", "D2": "57@1", "E3": "4@0", "C5": "4@0", "D6": "9@1", "D8": "8@5", "E9": "57@2"}
    game = turn_of("EKJ", phase="d", tiles=tiles, stations={"EKJ": ("D4",)}, trains={"EKJ": ("3",)})
    branches = {("D2.0",): 20, ("E3.t0",): 10, ("C5.t0",): 10, ("D6", "D8", "E9.0"): 20}
    for (back, a), (on, b) in combinations(branches.items(), 2):
        assert earns(game, "EKJ", (*reversed(back), "D4.0", *on)) == a + 30 + b
    no_run(game, "EKJ", "route-shares-track", ("D2.0", "D4.0", "D2.0"))


@pytest.mark.clause("18CZ/VIII.7l")
def test_a_train_leaves_a_town_by_any_track_but_the_one_it_came_by() -> None:
    tiles = {"D4": "57@0", "E3": "888p@1", "D2": "6@5", "F2": "8898@3"}  # E3 leads to D2, D4 and the red tile on F2
    game = turn_of("EKJ", phase="d", tiles=tiles, stations={"EKJ": ("D4", "D2")}, trains={"EKJ": ("3",)})
    values = {"D4.0": 20, "D2.0": 20, "F2.0": 30}
    for start, end in combinations(values, 2):
        assert earns(game, "EKJ", (start, "E3.t0", end)) == values[start] + 20 + values[end]


@pytest.mark.clause("18CZ/VIII.7m")
def test_the_routes_of_two_trains_share_no_track_but_may_meet_at_locations() -> None:
    game = turn_of("EKJ", tiles=WEST, stations={"EKJ": ("D4",)}, trains={"EKJ": ("2", "2")})
    assert earns(game, "EKJ", ("D2.0", "D4.0"), ("D4.0", "D6", "D8", "E9.0")) == 80
    no_run(game, "EKJ", "route-shares-track", ("D2.0", "D4.0"), ("D4.0", "D2.0"))
    east = {hex: tile for hex, tile in WEST.items() if hex != "D2"} | {"D2": "57@0"}  # no track from D2 to D4
    single = turn_of("EKJ", tiles=east, stations={"EKJ": ("D4",)}, trains={"EKJ": ("2", "2")})
    assert single.best_runs("EKJ").total == 40


@pytest.mark.clause("18CZ/VIII.7m")
def test_a_junction_leg_serves_only_one_train() -> None:
    """R38: the two tracks merge together."""
    tiles = {"D4": "57@1", "D6": "24@1", "D8": "8@5", "E9": "57@2", "C7": "8859@0"}
    game = turn_of("EKJ", phase="d", tiles=tiles, stations={"EKJ": ("D4",)}, trains={"EKJ": ("2", "2")})
    north, east = ("D4.0", "D6", "C7.0"), ("D4.0", "D6", "D8", "E9.0")
    assert (earns(game, "EKJ", north), earns(game, "EKJ", east)) == (60, 40)
    no_run(game, "EKJ", "route-shares-track", north, east)
    assert game.best_runs("EKJ").total == 60


@pytest.mark.clause("18CZ/VIII.7m")
def test_routes_may_cross_on_a_tile_with_separate_tracks() -> None:
    """R38: on D6 two straight tracks cross and do not meet."""
    tiles = {"D4": "14@0", "D6": "20@1", "D8": "8@5", "E9": "57@2", "C5": "3@5", "E7": "9@2", "F8": "8@2", "F10": "4@1"}
    game = turn_of("EKJ", phase="d", tiles=tiles, stations={"EKJ": ("D4",)}, trains={"EKJ": ("3", "3")})
    across, along = ("D4.0", "C5.t0", "D6", "E7", "F8", "F10.t0"), ("D4.0", "D6", "D8", "E9.0")
    assert earns(game, "EKJ", across, along) == 50 + 50
    assert game.best_runs("EKJ").total == 100
