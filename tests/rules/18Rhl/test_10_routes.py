"""10.1, 10.3: routes, their length, and the Rheingold-Express."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, play_on, refused
from tests.rhlkit import earns, no_run, rhl, turn_of, way

from stellwerk import Illegal
from stellwerk.actions import BuyTrain, Dividend, Pass, Run
from stellwerk.events import Ran
from stellwerk.game import Game
from stellwerk.routes import evaluate_routes
from stellwerk.steps.running import specs_of

SOUTH = {"K4": "4@1", "K8": "9@1", "K10": "5@1", "J9": "8@3"}
"""Aachen (20), a town (10), Düren (20), Bonn (20), Köln (30)."""
TO_DUEREN = ("K2.0", "K4.t0", "K6.0")
TO_BONN = (*TO_DUEREN, "K8", "K10.0")
TO_KOELN = (*TO_BONN, "J9", "I10.0")

TWO_WAYS = {"J3": "2@3", "H5": "9@0", "K4": "3@1", "J5": "8@5", "K6": "15@1"}
"""From Aachen over J3 to Gladbach, and over K4 and J3's other town to Düren (30)."""
VENLO = {"E6": "202@2", "D5": "8@5", "D3": "8@4", "F3": "9@2", "G4": "7@1"}
"""Krefeld, Venlo, Roermond."""
TO_GLADBACH = ("K2.0", "J3.t0", "I4", "H5", "G6.0")
OVER_J3 = ("K2.0", "K4.t0", "J3.t1", "J5", "K6.0")


def adr(*faces: str, tiles: dict[str, str] = SOUTH, **parts: Any) -> Game:
    """The ADR with a station in Aachen and these trains."""
    stations = {"ADR": ("K2",), **parts.pop("stations", {})}
    return turn_of("ADR", tiles=tiles, stations=stations, trains={"ADR": faces}, **parts)


def run(game: Game, name: str, revenue: int, *routes: tuple[str, ...]) -> Run:
    """Run on these routes; an empty one is a train that stays at home."""
    return Run(name, revenue, tuple(way(game, *route) if route else () for route in routes))


def not_run(game: Game, action: Run, code: str, clause: str | None = None) -> None:
    """This run is refused and changes nothing."""
    before = game.position.hash()
    with pytest.raises(Illegal) as caught:
        game.play(action)
    assert (caught.value.code, game.position.hash()) == (code, before)
    assert clause is None or caught.value.clause == clause
    assert action not in game.legal()


# 10.1: one route for each train


@pytest.mark.clause("18Rhl/10.1a")
def test_each_train_runs_one_route_in_a_turn() -> None:
    game = adr("2", tiles=TWO_WAYS)
    not_run(game, run(game, "ADR", 120, TO_GLADBACH, OVER_J3), "route-too-many", "18Rhl/10.1a")
    network, specs = game.rules.network(game.position, "ADR"), specs_of(game.rules, game.position, "ADR")
    with pytest.raises(Illegal) as caught:
        evaluate_routes(network, specs, [(0, way(game, *TO_GLADBACH)), (0, way(game, *OVER_J3))])
    assert caught.value.code == "train-runs-twice"
    assert game.best_runs("ADR").total == 70
    assert adr("2", "2", tiles=TWO_WAYS).best_runs("ADR").total == 120
    game.play(run(game, "ADR", 70, OVER_J3))
    refused(game, Run("ADR", 70), code="not-now")


@pytest.mark.clause("18Rhl/10.1a", "18Rhl/11.1a")
def test_the_director_need_not_run_the_best_route_but_must_run_one() -> None:
    # R65
    game = adr("3")
    best = Run("ADR", 70)
    assert allowed(game, best)
    not_run(game, Run("ADR", 0), "not-the-maximum")
    not_run(game, Run("ADR", 50), "not-the-maximum")
    not_run(game, run(game, "ADR", 0, ()), "route-too-many")
    not_run(game, run(game, "ADR", 60, TO_DUEREN), "not-the-sum", "18Rhl/11.1a")
    game.play(run(game, "ADR", 50, TO_DUEREN))
    assert list(events(game, Ran))[-1].revenue == 50
    refused(game, Pass("ADR"), code="not-now")


@pytest.mark.clause("18Rhl/10.1a")
def test_a_train_may_stay_at_home_while_another_runs() -> None:
    # R65: at least one
    game = adr("3", "2")
    game.play(run(game, "ADR", 50, (), TO_DUEREN))
    game.play(Dividend("ADR", "retain"))
    assert game.position.cash["ADR"] == 50


@pytest.mark.clause("18Rhl/10.1a")
def test_without_a_route_the_run_earns_nothing_and_the_turn_goes_on() -> None:
    game = adr("2", tiles={})
    play_on(game, Run("ADR", 0), Pass("ADR"))
    assert game.position.cash["ADR"] == 0


@pytest.mark.clause("18Rhl/10.1b")
def test_a_train_does_not_run_in_the_turn_it_is_bought() -> None:
    game = adr(phase="2", cash={"ADR": 500}, turn={"company": "ADR", "stage": "track"})
    assert game.best_runs("ADR").total == 0
    refused(game, BuyTrain("ADR", "bank", "2-1", "2", 100), code="not-now")
    play_on(game, Run("ADR", 0), BuyTrain("ADR", "bank", "2-1", "2", 100))
    refused(game, Run("ADR", 50), code="not-now")
    game.play(Pass("ADR"))
    assert game.best_runs("ADR").total == 50
    assert game.position.revenues == {"ADR": 0}


@pytest.mark.clause("18Rhl/10.1b")
def test_a_corporation_earns_nothing_in_its_first_operating_round() -> None:
    game = rhl(
        companies={"ADR": company(80, Ada=60)},
        cash={"ADR": 480},
        tiles={"K4": "4@1"},
        turn={"company": "ADR", "first": True},
    )
    not_run(game, Run("ADR", 50), "not-the-maximum")
    game.play(Run("ADR", 0))
    assert game.position.cash["ADR"] == 480
    assert allowed(game, BuyTrain("ADR", "bank", "2-1", "2", 100))


@pytest.mark.clause("18Rhl/10.1c")
def test_a_route_joins_two_cities_by_track() -> None:
    game = adr("4")
    no_run(game, "ADR", "route-one-stop", ("K2.0",))
    no_run(game, "ADR", "route-not-connected", ("K2.0", "J3.t0", "I4", "H5", "G6.0"))
    assert earns(game, "ADR", TO_DUEREN) == 50
    assert adr("4", tiles={}).best_runs("ADR").total == 0
    bare = adr("4", tiles={k: v for k, v in SOUTH.items() if k != "K8"})
    assert bare.best_runs("ADR").total == 50
    no_run(bare, "ADR", "route-not-connected", TO_BONN)


@pytest.mark.clause("18Rhl/10.1c")
def test_an_off_board_destination_is_as_good_as_a_city() -> None:
    game = adr("2", tiles={"K2": "930@0"})
    assert earns(game, "ADR", ("K2.0", "L1.o")) == 30 + 30
    assert earns(adr("3", tiles={"K2": "930@0"}), "ADR", ("L1.o", "K2.0", "J1.o")) == 30 + 30 + 10


@pytest.mark.clause("18Rhl/10.1d")
def test_a_route_neither_starts_nor_ends_at_a_town() -> None:
    game = adr("4")
    no_run(game, "ADR", "route-wrong-ends", ("K2.0", "K4.t0"))
    no_run(game, "ADR", "route-wrong-ends", ("K4.t0", "K2.0"))
    alone = adr("4", tiles={"K4": "3@1", "J3": "2@3"})
    no_run(alone, "ADR", "route-wrong-ends", ("J3.t0", "K2.0", "K4.t0"))
    assert alone.best_runs("ADR").total == 0
    assert earns(game, "ADR", TO_DUEREN) == 20 + 10 + 20


@pytest.mark.clause("18Rhl/10.1e")
def test_no_city_twice_in_a_route() -> None:
    game = adr("4", tiles={"K8": "7@4", "K10": "15@5"}, stations={"ADR": ("K2", "K10")})
    no_run(game, "ADR", "route-visits-twice", ("K10.0", "L9.t0", "K8", "K10.0"))
    no_run(game, "ADR", "route-visits-twice", ("L11.o", "K10.0", "L9.t0", "K8", "K10.0"))
    assert game.best_runs("ADR").total == earns(game, "ADR", ("L11.o", "K10.0")) == 30 + 30


@pytest.mark.clause("18Rhl/10.1e")
def test_no_town_twice_in_a_route() -> None:
    tiles = {"J3": "87@3", "H5": "9@0", "J5": "7@0", "K4": "3@2"}
    game = adr("4", tiles=tiles)
    around = ("K2.0", "J3.t0", "J5", "K4.t0", "J3.t0", "I4", "H5", "G6.0")
    no_run(game, "ADR", "route-visits-twice", around)
    assert earns(game, "ADR", ("K2.0", "J3.t0", "I4", "H5", "G6.0")) == 20 + 10 + 20
    assert game.best_runs("ADR").total == 50


@pytest.mark.clause("18Rhl/10.1e")
def test_the_eastern_ruhr_is_visited_once() -> None:
    game = turn_of("BME", tiles={"D13": "201@3"}, stations={"BME": ("F13.1", "D13")}, trains={"BME": ("4",)})
    no_run(game, "BME", "route-visits-twice", ("C14.o", "D13.0", "D15.o"))
    assert earns(game, "BME", ("C14.o", "D13.0")) == earns(game, "BME", ("D15.o", "D13.0")) == 60
    assert game.best_runs("BME").total == 60


@pytest.mark.clause("18Rhl/10.1e")
def test_no_route_runs_from_hamburg_to_berlin() -> None:
    # R37, though a station there would make it a route
    stations = {"BME": ("F13.1", "A14")}
    game = turn_of("BME", tiles={"B13": "88@0"}, stations=stations, trains={"BME": ("4",)})
    no_run(game, "BME", "route-visits-twice", ("A14.0", "B13.t0", "B15.0"))
    assert game.best_runs("BME").total == 0
    tiles = {"B13": "88@0", "B11": "9@1", "B9": "57@1"}
    west = turn_of("BME", tiles=tiles, stations=stations, trains={"BME": ("4",)})
    assert west.best_runs("BME").total == 40 + 10 + 20
    assert earns(west, "BME", ("A14.0", "B13.t0", "B11", "B9.0")) == 70


@pytest.mark.clause("18Rhl/10.1e")
def test_these_areas_are_one_destination_each_and_no_others() -> None:
    # R37
    rules = rhl(players=("Ada", "Bo", "Cy")).rules
    areas: dict[str, set[str]] = {}
    for hex in rules.board.hexes.values():
        stops = [*hex.cities, *([hex.offboard] if hex.offboard else [])]
        for stop in stops:
            if hex.color == "red":
                areas.setdefault(getattr(stop, "group", None) or hex.at, set()).add(hex.at)
    pairs = [{"A14", "B15"}, {"C14", "D15"}, {"A4", "A6"}, {"L11", "L13"}]
    alone = [{hex} for hex in ("L1", "J1", "G2", "C2")]
    assert sorted(map(sorted, areas.values())) == sorted(map(sorted, [*pairs, *alone]))


@pytest.mark.clause("18Rhl/10.1f")
def test_a_city_full_of_others_ends_a_route_but_is_not_passed() -> None:
    game = adr("4", stations={"RhE": ("I10.0", "K6")})
    no_run(game, "ADR", "route-through-blocked-city", TO_BONN)
    assert game.best_runs("ADR").total == 50
    assert earns(game, "ADR", TO_DUEREN) == 50
    not_run(game, run(game, "ADR", 70, TO_BONN), "route-through-blocked-city", "18Rhl/10.1f")


@pytest.mark.clause("18Rhl/10.1f")
def test_a_free_place_or_an_own_station_lets_trains_through() -> None:
    green = {**SOUTH, "K6": "15@1"}
    assert earns(adr("4", tiles=green, stations={"RhE": ("I10.0", "K6")}), "ADR", TO_BONN) == 20 + 10 + 30 + 20
    full = {"RhE": ("I10.0", "K6"), "CME": ("I10.2", "K6")}
    no_run(adr("4", tiles=green, stations=full), "ADR", "route-through-blocked-city", TO_BONN)
    own = adr("4", tiles=SOUTH, stations={"ADR": ("K2", "K6")})
    assert earns(own, "ADR", TO_BONN) == 70
    assert earns(own, "ADR", TO_KOELN) == 100


@pytest.mark.clause("18Rhl/10.1g")
def test_a_route_uses_no_track_twice() -> None:
    game = adr("6", phase="6")
    no_run(game, "ADR", "route-shares-track", ("K2.0", "K4.t0", "K2.0"))
    # tile 27 on K8: both ways of the switch use the same piece on the side of Bonn
    switch = adr("3", tiles={"K8": "27@4", "K4": "4@1", "K10": "15@5"}, stations={"ADR": ("K2", "K10")})
    no_run(switch, "ADR", "route-shares-track", ("K6.0", "K8", "K10.0", "L9.t0", "K8", "K10.0"))
    assert earns(switch, "ADR", ("K6.0", "K8", "K10.0")) == 50


@pytest.mark.clause("18Rhl/10.1g")
def test_a_route_may_use_different_pieces_of_track_on_one_tile() -> None:
    game = adr("3", tiles=TWO_WAYS)
    assert earns(game, "ADR", (*reversed(TO_GLADBACH), *OVER_J3[1:])) == 20 + 10 + 20 + 10 + 10 + 30
    assert game.best_runs("ADR").total == 100


@pytest.mark.clause("18Rhl/10.1h")
def test_two_trains_share_no_track() -> None:
    game = adr("3", "2")
    no_run(game, "ADR", "route-shares-track", TO_BONN, TO_DUEREN)
    not_run(game, run(game, "ADR", 120, TO_BONN, TO_DUEREN), "route-shares-track", "18Rhl/10.1h")
    assert game.best_runs("ADR").total == 70
    middle = adr("3", "2", stations={"ADR": ("K2", "K6")})
    assert earns(middle, "ADR", ("K6.0", "K8", "K10.0", "J9", "I10.0"), TO_DUEREN) == 70 + 50
    assert middle.best_runs("ADR").total == 120


@pytest.mark.clause("18Rhl/10.1h")
def test_two_trains_may_meet_in_cities_and_towns_and_cross_on_a_tile() -> None:
    tiles = {**TWO_WAYS, "J3": "87@3"}  # four ways into one town
    game = adr("2", "2", tiles=tiles)
    second = ("K2.0", "K4.t0", "J3.t0", "J5", "K6.0")
    assert earns(game, "ADR", TO_GLADBACH, second) == 50 + 70
    assert game.best_runs("ADR").total == 120
    assert earns(adr("2", "2", tiles=TWO_WAYS), "ADR", TO_GLADBACH, OVER_J3) == 50 + 70


# 10.3: length


@pytest.mark.clause("18Rhl/10.3a", "18Rhl/10.3b")
@pytest.mark.parametrize(("train", "worth"), [("2", 50), ("3", 70), ("4", 100), ("5", 100)])
def test_a_train_counts_as_many_cities_as_its_number_and_all_towns(train: str, worth: int) -> None:
    game = adr(train, phase="3" if train in "23" else "5", next_card=None if train in "23" else "5-2")
    assert game.best_runs("ADR").total == worth


@pytest.mark.clause("18Rhl/10.3a", "18Rhl/10.3b")
def test_a_route_with_more_cities_is_refused_not_shortened() -> None:
    game = adr("2")
    no_run(game, "ADR", "route-too-long", TO_BONN)
    not_run(game, run(game, "ADR", 40, TO_BONN), "route-too-long", "18Rhl/10.3a")
    assert earns(game, "ADR", TO_DUEREN) == 50
    no_run(adr("3"), "ADR", "route-too-long", TO_KOELN)
    assert earns(adr("4"), "ADR", TO_KOELN) == 100


@pytest.mark.clause("18Rhl/10.3a")
def test_off_board_destinations_use_up_the_range_and_towns_do_not() -> None:
    tiles = {**TWO_WAYS, "K2": "930@0"}
    game = adr("2", tiles=tiles)
    no_run(game, "ADR", "route-too-long", ("L1.o", *OVER_J3))
    assert earns(game, "ADR", OVER_J3) == 30 + 10 + 10 + 30
    assert earns(adr("3", tiles=tiles), "ADR", ("L1.o", *OVER_J3)) == 30 + 80


@pytest.mark.clause("18Rhl/10.3c")
def test_a_red_hex_is_only_an_end() -> None:
    tiles = {"C12": "937@0", "D13": "202@1", "D11": "916@0"}
    game = turn_of("BME", tiles=tiles, stations={"BME": ("F13.1", "D13")}, trains={"BME": ("5",)}, phase="5")
    no_run(game, "BME", "route-through-blocked-city", ("D13.0", "C14.o", "C12.1"))
    assert earns(game, "BME", ("D13.0", "C14.o")) == 30 + 30
    assert earns(game, "BME", ("D11.0", "D13.0", "C14.o")) == 40 + 30 + 30


@pytest.mark.clause("18Rhl/10.3c")
def test_the_grey_hexes_venlo_and_l9_are_run_through() -> None:
    # R38
    game = adr("4", tiles={"K8": "7@4", "K10": "15@5"}, stations={"ADR": ("K2", "K10")})
    assert earns(game, "ADR", ("K10.0", "L11.o")) == 60
    through = adr("2", tiles={"K8": "8@5", "K10": "15@5", "K4": "4@1"}, stations={"ADR": ("K2", "K6")})
    assert earns(through, "ADR", ("K6.0", "K8", "L9.t0", "K10.0")) == 20 + 10 + 30
    west = turn_of("CCE", tiles=VENLO, stations={"CCE": ("I10.1", "E6")}, trains={"CCE": ("3",)})
    assert earns(west, "CCE", ("E6.0", "D5", "D3", "E2.0", "F3", "G4", "G2.0")) == 30 + 20 + 10
    assert earns(west, "CCE", ("E6.0", "D5", "D3", "E2.0")) == 30 + 20
