"""18DO, 4.5.5 and 4.5.6: running trains, beer, income, dividends, stock values."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dokit import (
    EAST,
    EAST_LINE,
    HOMES,
    SOUTH_EAST,
    SOUTH_EAST_LINE,
    SOUTH_WEST,
    SOUTH_WEST_LINE,
    at,
    cash,
    cube_stock,
    cubes,
    earns,
    no_run,
    no_such_run,
    run,
    state,
    token,
    trains,
    turn_of,
)
from tests.kit import allowed, choices, company, offered, play_on, price, refused

from stellwerk.actions import Dividend, Run
from stellwerk.game import Game
from stellwerk.position import BANK, POOL
from stellwerk.routes import Bonus, TrainSpec, evaluate_routes
from stellwerk.titles import rules_of
from stellwerk.titles.t18do.beer import CarryBeer

RULES = rules_of("18DO")


def kwe(*fleet: str, stage: str = "run", **parts: Any) -> Game:
    """The KWE (Ada) with track to Dortmund City, and these trains."""
    return turn_of("KWE", stage, **{"tiles": EAST, "trains": {"KWE": fleet}, **parts})


# 4.5.5


@pytest.mark.clause("18DO/4.5.5a")
def test_every_train_that_can_must_run() -> None:
    """Given two 2-trains and track for both, one may not stand still; the director is free in the routes (R68)."""
    tiles = {**EAST, "F20": "K4@0"}
    game = kwe("2", "2", tiles=tiles, phase="3")
    assert earns(game, "KWE", ("E21.o", "E19", "E17.0"), ("E21.o", "F20.t0")) == 40 + 30
    no_such_run(game, run(game, "KWE", ("E21.o", "E19", "E17.0"), ()), "18DO/4.5.5a")
    (choice,) = choices(game, Run)
    assert choice.field == "routes"
    game.play(run(game, "KWE", ("E21.o", "F20.t0"), ("E21.o", "E19", "E17.0")))
    assert game.position.revenues["KWE"] == 70


@pytest.mark.clause("18DO/4.5.5a")
def test_a_train_without_track_stands_still() -> None:
    """Given track for one train only, the other one need not run; without any track the revenue is nothing."""
    game = kwe("2", "2", phase="3")
    game.play(run(game, "KWE", ("E21.o", "E19", "E17.0"), ()))
    assert game.position.revenues["KWE"] == 40
    bare = kwe("3", tiles={})
    bare.play(Run("KWE", 0))
    assert bare.position.revenues["KWE"] == 0


@pytest.mark.clause("18DO/4.5.5a")
def test_a_shorter_run_than_the_best_is_legal() -> None:
    """R68: a 3-train may run for 40 where 70 are to be had; a claim without routes is the best one."""
    game = kwe("3")
    refused(game, Run("KWE", 40), clause="18DO/4.5.5a")
    game.play(run(game, "KWE", ("E21.o", "E19", "E17.0")))
    assert game.position.revenues["KWE"] == 40


@pytest.mark.clause("18DO/4.5.5b")
def test_a_train_counts_so_many_hexes_and_skips_none() -> None:
    """Given three stops in a row, a 2-train does not reach the third; two stops at least make a route (R21)."""
    no_run(kwe("2"), "KWE", "route-too-long", EAST_LINE)
    assert earns(kwe("3"), "KWE", EAST_LINE) == 70
    no_run(kwe("3"), "KWE", "route-one-stop", ("E21.o",))
    mines = {"F20": "K4@0", "G19": "9@0", "H18": "7@3"}
    no_run(kwe("2", tiles=mines), "KWE", "route-too-long", ("E21.o", "F20.t0", "G19", "H18", "H20.0"))


@pytest.mark.clause("18DO/4.5.5c")
def test_trains_share_no_track_but_may_meet() -> None:
    stations = {"KWE": ("E21", "E17")}
    game = kwe("2", "2", stations=stations)
    no_run(game, "KWE", "route-shares-track", ("E21.o", "E19", "E17.0"), ("E17.0", "E19", "E21.o"))
    assert earns(game, "KWE", ("E21.o", "E19", "E17.0"), ("E17.0", "E15", "E13.0")) == 50 + 60


@pytest.mark.clause("18DO/4.5.5d")
def test_two_trains_use_two_triangles_of_a_red_area() -> None:
    """Given both triangles of Unna-Soest, two trains end there; over one of them only one, and no route twice (R19)."""
    tiles = {**EAST, "F20": "K4@0"}
    game = kwe("2", "2", tiles=tiles)
    assert earns(game, "KWE", ("E21.o", "E19", "E17.0"), ("E21.o", "F20.t0")) == 70
    area = turn_of("CME", "run", tiles={"B4": "7@1"}, trains={"CME": ("3",)})
    no_run(area, "CME", "route-visits-twice", ("A3.o", "B4", "B2.o"))


def network_stops(game: Game, name: str) -> list[Any]:
    """The stops of a company's network."""
    return list(game.rules.network(game.position, name).track.stops)


# 4.5.5.1


def beer(*fleet: str, on: int = 5, **parts: Any) -> Game:
    """The KWE with trains in phase 8, Ada's brewery 3 flipped with cubes on it."""
    extra = {"cubes": {"PB3": on}, "markers": {"PB3": "out"}}
    known: dict[str, Any] = {
        "privates": {"PB3": "Ada"},
        "used": ("PB3",),
        "extra": extra,
        "phase": "8",
        "next_card": "8-3",
    }
    return kwe(*fleet, **{**known, **parts})


@pytest.mark.clause("18DO/4.5.5.1a")
@pytest.mark.parametrize(("train", "most"), [("5", 1), ("6", 2), ("8", 3), ("4", 0), ("3", 0)])
def test_the_blue_squares(train: str, most: int) -> None:
    game = beer(train, phase="6" if train == "4" else "5" if train == "3" else "8", next_card=None)
    assert max((a.cubes for a in offered(game, CarryBeer)), default=0) == most
    card = next(card for card, (owner, _) in game.position.trains.items() if owner == "KWE")
    refused(game, CarryBeer("KWE", card, most + 1, "E21"), clause="18DO/4.5.5.1a")


@pytest.mark.clause("18DO/4.5.5.1a", "18DO/4.5.6.1a")
def test_the_run_earns_its_income_beside_the_beer() -> None:
    """Given Unna-Soest 40, GBF 20, Dortmund City 50 in the grey phase: two cubes to Unna-Soest add 80."""
    game = beer("6")
    assert earns(game, "KWE", EAST_LINE) == 110
    game.play(CarryBeer("KWE", "6-3", 2, "E21"))
    assert earns(game, "KWE", EAST_LINE) == 190


@pytest.mark.clause("18DO/4.5.5.1b")
def test_a_beer_run_touches_dortmund_city_and_the_red_area() -> None:
    """Given no way to Dortmund City, or to another area, no beer is carried; a shorter run is no run for the load."""
    assert not offered(beer("6", tiles={"E19": "9@1"}), CarryBeer)
    game = beer("6")
    refused(game, CarryBeer("KWE", "6-3", 1, "H2"), clause="18DO/4.5.5.1b")
    refused(game, CarryBeer("KWE", "6-3", 1, "E13"), clause="18DO/4.5.5.1b")
    game.play(CarryBeer("KWE", "6-3", 1, "E21"))
    no_run(game, "KWE", "route-misses-place", ("E21.o", "E19", "E17.0"))


@pytest.mark.clause("18DO/4.5.5.1c")
def test_marker_5_is_for_one_train_a_turn() -> None:
    """Given marker 5, one of two 5-trains carries two cubes, the other one then its one (R24)."""
    tiles = {**EAST, **SOUTH_WEST}
    extra = {"cubes": {"PB5": 5}, "markers": {"PB5": "KWE"}}
    parts: dict[str, Any] = {"privates": {"PB5": "Ada"}, "used": ("PB5",), "extra": extra, "tiles": tiles}
    game = beer("5", "5", stations={"KWE": ("E21", "E13")}, **parts)
    game.play(CarryBeer("KWE", "5-1", 2, "E21"))
    assert {a.cubes for a in offered(game, CarryBeer)} == {1}
    refused(game, CarryBeer("KWE", "5-2", 2, "H2"), clause="18DO/4.5.5.1a")


@pytest.mark.clause("18DO/4.5.5.1d")
def test_the_cubes_come_from_the_directors_brewery_and_go_to_the_stock() -> None:
    """Given five cubes with Ada, one carried leaves four and lies in the stock; less than the room is fine."""
    game = beer("8")
    before = cube_stock(game)
    play_on(game, CarryBeer("KWE", "8-2", 1, "E21"))
    assert cubes(game, "PB3") == 5, "they go with the run"
    game.play(Run("KWE", 150))
    assert cubes(game, "PB3") == 4 and cube_stock(game) == before + 1 and not state(game).loads
    short = beer("8", on=1)
    refused(short, CarryBeer("KWE", "8-2", 2, "E21"), clause="18DO/4.5.5.1d")


@pytest.mark.clause("18DO/4.5.5.1e")
def test_what_is_not_named_is_held_back() -> None:
    """Given cubes and room, a run without a word carries nothing; a train is named once, and then must run so (R84)."""
    game = beer("6")
    game.play(Run("KWE", 110))
    assert cubes(game, "PB3") == 5
    game = beer("6")
    game.play(CarryBeer("KWE", "6-3", 1, "E21"))
    refused(game, CarryBeer("KWE", "6-3", 2, "E21"), clause="18DO/4.5.5.1e")
    refused(game, Run("KWE", 110))
    refused(game, CarryBeer("KWE", "5-1", 1, "E21"), clause="18DO/4.5.5.1e")


@pytest.mark.clause("18DO/4.5.5.1e")
def test_a_train_that_carries_may_not_be_left_out_of_the_named_routes() -> None:
    """Given a 5- and a 6-train, the 6-train named: routes for the 5-train alone are refused."""
    tiles = {**EAST, **SOUTH_WEST}
    game = beer("6", "5", tiles=tiles, stations={"KWE": ("E21", "E13")})
    game.play(CarryBeer("KWE", "6-3", 1, "E21"))
    only = run(game, "KWE", (), SOUTH_WEST_LINE)
    no_such_run(game, only, "18DO/4.5.5.1e")
    game.play(run(game, "KWE", EAST_LINE, SOUTH_WEST_LINE))
    assert cubes(game, "PB3") == 4


# 4.5.6.1


@pytest.mark.clause("18DO/4.5.6.1a")
def test_income_is_the_sum_over_all_trains() -> None:
    game = kwe("2", "2", stations={"KWE": ("E21", "E17")})
    game.play(Run("KWE", 110))
    assert game.position.revenues["KWE"] == 50 + 60


@pytest.mark.clause("18DO/4.5.6.1b")
@pytest.mark.parametrize(
    ("phase", "red", "city", "edge"), [("2", 20, 20, 10), ("3", 20, 30, 10), ("5", 40, 40, 20), ("8", 40, 50, 20)]
)
def test_values_by_phase(phase: str, red: int, city: int, edge: int) -> None:
    """Given the phase, red areas and the towns of the edge have two values, Dortmund City four (R20)."""
    game = kwe("3", phase=phase) if phase != "2" else kwe("2", phase="2")
    stops = {stop.name: value for stop, value in zip(network_stops(game, "KWE"), values(game), strict=True)}
    assert (stops["E21.o"], stops["E13.0"], stops["F4.t0"]) == (red, city, edge)


def values(game: Game) -> tuple[int, ...]:
    """What the stops are worth to the KWE."""
    return game.rules.network(game.position, "KWE").values


@pytest.mark.clause("18DO/4.5.6.1c", "18DO/4.5.6.1d")
@pytest.mark.parametrize(
    ("others", "without", "with_own"), [((), 20, 30), (("CME",), 20, 40), (("CME", "RhE"), 20, 50)]
)
def test_freight_yards(others: tuple[str, ...], without: int, with_own: int) -> None:
    """Given so many stations of others: 20 without one, 20 and 10 for each with one."""
    stations = {name: (HOMES[name], "E17") for name in others}
    route = ("E21.o", "E19", "E17.0")
    assert earns(kwe("2", stations=stations), "KWE", route) == 20 + without
    assert earns(kwe("2", stations={**stations, "KWE": ("E21", "E17")}), "KWE", route) == 20 + with_own


@pytest.mark.clause("18DO/4.5.6.1e")
def test_the_beer_of_the_red_areas() -> None:
    board = RULES.board.hexes
    amounts = {hex: figure.offboard.delivery for hex, figure in board.items() if figure.offboard}
    assert set(amounts.values()) == {40, 50} and amounts["I21"] == 40 and amounts["H2"] == 50
    assert amounts["A3"] == amounts["B2"] and amounts["H2"] == amounts["I3"]


@pytest.mark.clause("18DO/4.5.6.1f")
def test_a_route_with_two_red_areas_delivers_to_the_one_named() -> None:
    """Given a route from Unna-Soest (40) to Bochum (50): each cube counts once, where the director says."""
    tiles = {**EAST, **SOUTH_WEST}
    line = (*EAST_LINE, *SOUTH_WEST_LINE[-2::-1])
    for hex, each in (("E21", 40), ("H2", 50)):
        game = beer("8", tiles=tiles, stations={"KWE": ("E21", "E13")})
        plain = earns(game, "KWE", line)
        game.play(CarryBeer("KWE", "8-2", 3, hex))
        assert earns(game, "KWE", line) == plain + 3 * each


@pytest.mark.clause("18DO/4.5.6.1g", "18DO/4.5.6.1e")
def test_the_example_of_the_book() -> None:
    """Given a 5- and an 8-train, marker 4 and five cubes: 1 to I21 by the 5 (+50), 2 to H2 by the 8 (+110)."""
    tiles = {**SOUTH_EAST, **SOUTH_WEST}
    extra = {"cubes": {"PB4": 5}, "markers": {"PB4": "RhE"}}
    game = turn_of(
        "RhE", "run", tiles=tiles, phase="8", next_card="8-2", trains={"RhE": ("5", "8")},
        stations={"RhE": ("H2", "E13")}, privates={"PB4": "Ada"}, used=("PB4",), extra=extra,
    )  # fmt: skip
    before = earns(game, "RhE", SOUTH_WEST_LINE, SOUTH_EAST_LINE)
    play_on(game, CarryBeer("RhE", "5-2", 1, "I21"))
    assert earns(game, "RhE", SOUTH_WEST_LINE, SOUTH_EAST_LINE) == before + 50
    game.play(CarryBeer("RhE", "8-1", 2, "H2"))
    game.play(run(game, "RhE", SOUTH_WEST_LINE, SOUTH_EAST_LINE))
    assert game.position.revenues["RhE"] == before + 50 + 110
    assert cubes(game, "PB4") == 2, "the remaining two are held back for another corporation"


# 4.5.6.2


@pytest.mark.clause("18DO/4.5.6.2a")
def test_all_or_nothing() -> None:
    game = kwe("3", stage="dividend", revenue=70)
    assert {a.kind for a in offered(game, Dividend)} == {"pay", "retain"}
    refused(game, Dividend("KWE", "split"), clause="18DO/4.5.6.2a")
    game.play(Dividend("KWE", "retain"))
    assert cash(game, "KWE") == 570 and cash(game, "Ada") == 375


@pytest.mark.clause("18DO/4.5.6.2b")
def test_the_pay_out_of_the_book() -> None:
    """Given 150 Mark: 40% get 60, 10% 15 each, three shares in the pool nothing, one on the charter 15 for it."""
    holders = {"Ada": 40, "Bo": 10, "Cy": 10, "pool": 30}
    companies = {"KWE": {"par": 65, "holders": holders}}
    game = kwe("3", stage="dividend", revenue=150, companies=companies)
    bank = cash(game, BANK)
    game.play(Dividend("KWE", "pay"))
    assert [cash(game, name) for name in ("Ada", "Bo", "Cy")] == [375 + 60, 375 + 15, 375 + 15]
    assert cash(game, "KWE") == 515 and cash(game, BANK) == bank - 105
    assert RULES.register.percent(game.position, "KWE", POOL) == 30


@pytest.mark.clause("18DO/4.5.6.2c")
def test_what_is_no_full_ten_goes_to_the_treasury() -> None:
    game = kwe("3", stage="dividend", revenue=75, companies={"KWE": company(65, Ada=60, Bo=40)})
    game.play(Dividend("KWE", "pay"))
    assert (cash(game, "Ada"), cash(game, "Bo"), cash(game, "KWE")) == (375 + 42, 375 + 28, 505)
    little = kwe("3", stage="dividend", revenue=5)
    little.play(Dividend("KWE", "pay"))
    assert cash(little, "KWE") == 505 and price(little, "KWE") == 60, "no dividend (R22)"


# 4.5.6.3


def after(row: int, column: int, revenue: int, kind: str = "pay") -> tuple[int, int]:
    """Where the token of the KWE lies after such a dividend."""
    companies = {"KWE": token(65, row, column, Ada=60)}
    game = kwe("3", stage="dividend", revenue=revenue, companies=companies)
    game.play(Dividend("KWE", kind))
    return at(game, "KWE")


@pytest.mark.clause("18DO/4.5.6.3a")
@pytest.mark.parametrize(("start", "end"), [((4, 4), (4, 3)), ((4, 1), (5, 1)), ((6, 1), (6, 1))])
def test_without_a_dividend_left_or_down(start: tuple[int, int], end: tuple[int, int]) -> None:
    assert after(*start, 70, "retain") == end


@pytest.mark.clause("18DO/4.5.6.3a")
def test_no_income_is_no_dividend() -> None:
    game = kwe("3", tiles={}, companies={"KWE": token(65, 4, 4, Ada=60)})
    game.play(Run("KWE", 0))
    assert at(game, "KWE") == (4, 3)


@pytest.mark.clause("18DO/4.5.6.3b")
def test_a_small_dividend_goes_below_the_others() -> None:
    companies = {"KWE": token(65, 4, 4, Ada=60), "BME": token(65, 4, 4, Bo=60)}
    game = kwe("3", stage="dividend", revenue=60, companies=companies)
    game.play(Dividend("KWE", "pay"))
    assert at(game, "KWE") == (4, 4) and game.position.markers["KWE"][2] == 1


@pytest.mark.clause("18DO/4.5.6.3c")
@pytest.mark.parametrize(("revenue", "end"), [(60, (4, 4)), (64, (4, 4)), (70, (4, 5)), (190, (4, 5)), (200, (4, 6))])
def test_the_size_of_the_dividend(revenue: int, end: tuple[int, int]) -> None:
    """Given a value of 65: from 65 one space right, from 195 two; what counts is the dividend rounded down (R22)."""
    assert after(4, 4, revenue) == end


@pytest.mark.clause("18DO/4.5.6.3d")
@pytest.mark.parametrize(
    ("start", "revenue", "end"),
    [((4, 9), 110, (3, 9)), ((4, 8), 300, (3, 9)), ((4, 9), 400, (3, 10)), ((1, 19), 400, (1, 19))],
)
def test_up_at_the_right_end(start: tuple[int, int], revenue: int, end: tuple[int, int]) -> None:
    assert after(*start, revenue) == end


def test_marker_and_load_make_one_mode() -> None:
    """A loaded train of the house, with the areas to choose from, earns the same as the one that is named."""
    game = beer("6")
    network = game.rules.network(game.position, "KWE")
    pays = (Bonus("E21", 40, (("E21", 1),)),)
    free = TrainSpec.plain(6).loaded(2, "cubes", (("Dortmund City", 1),), pays)
    from tests.trackkit import way

    named = [(0, way(game, *EAST_LINE))]
    told = evaluate_routes(network, [free], named, supplies={"cubes": 2}).total
    game.play(CarryBeer("KWE", "6-3", 2, "E21"))
    assert told == earns(game, "KWE", EAST_LINE)
    assert allowed(game, run(game, "KWE", EAST_LINE)) and trains(game, "KWE") == ["6"]
