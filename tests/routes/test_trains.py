"""Every kind of train on a small board: a row of a city (20), a town (10), a city (20) and a hub (50)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.routes.boards import net, row

from stellwerk.routes import Bonus, Network, TrainSpec, best_runs

LINE = (("city", 1), ("halt", 1), ("city", 1), ("hub", 0))
ENDS = {"north": [{"C1"}], "south": [{"C7"}], "big": [{"C5"}]}


def line(**more: Any) -> Network:
    """The row, with a station of X in its first city."""
    return net(*row(*LINE), {"C1": [("X", 0)]}, **more)


def best(network: Network, *trains: TrainSpec, **supplies: int) -> int:
    """The revenue of these trains."""
    answer = best_runs(network, trains, supplies=supplies)
    assert answer.proven
    assert answer.total == answer.bound
    return answer.total


@pytest.mark.clause("18CZ/VIII.7c", "18CZ/VIII.8a")
@pytest.mark.parametrize(("n", "total"), [(2, 30), (3, 50), (4, 100), (9, 100)])
def test_plain_train_skips_nothing(n: int, total: int) -> None:
    assert best(line(), TrainSpec.plain(n)) == total


@pytest.mark.clause("18CZ/VIII.7d")
@pytest.mark.parametrize(("cities", "towns", "total"), [(1, 1, 30), (2, 2, 50), (3, 3, 100)])
def test_plus_train_limits_its_cities(cities: int, towns: int, total: int) -> None:
    assert best(line(), TrainSpec.plus(cities, towns)) == total


@pytest.mark.clause("18CZ/VIII.7d")
def test_plus_train_may_fill_its_range_with_towns() -> None:
    towns = (("city", 1), ("halt", 1), ("halt", 1), ("halt", 1), ("halt", 1))
    assert best(net(*row(*towns), {"C1": [("X", 0)]}), TrainSpec.plus(2, 2)) == 20 + 3 * 10


@pytest.mark.clause("18CZ/VIII.7e")
@pytest.mark.parametrize(("n", "total"), [(2, 40), (3, 90), (4, 100)])
def test_express_skips_towns_only(n: int, total: int) -> None:
    assert best(line(), TrainSpec.express(n)) == total


@pytest.mark.clause("18CZ/VIII.7e")
def test_express_counts_every_city_it_passes() -> None:
    rich_towns = (("city", 1), ("star", 0), ("city", 1), ("star", 0))
    network = net(*row(*rich_towns), {"C1": [("X", 0)]})
    assert best(network, TrainSpec.express(3)) == 20 + 30 + 20 + 30 - 30
    assert best(network, TrainSpec.dearest(3)) == 30 + 30 + 20
    assert best(network, TrainSpec.dearest(3, towns=1)) == 20 + 30 + 20


@pytest.mark.parametrize(("n", "total"), [(2, 50), (3, 100)])
def test_halts_are_free(n: int, total: int) -> None:
    assert best(line(), TrainSpec.halts_free(n)) == total


def test_halts_are_no_ends_unless_allowed() -> None:
    network = net(*row(("city", 1), ("halt", 1)), {"C1": [("X", 0)]})
    assert best(network, TrainSpec.halts_free(3)) == 0
    assert best(network, TrainSpec.halts_free(3, halt_ends=True)) == 30


@pytest.mark.parametrize(("n", "total"), [(2, 70), (3, 110)])
def test_cities_skipped_between_the_borders(n: int, total: int) -> None:
    network = line(tags=ENDS)
    assert best(network, TrainSpec.cities_skipped(n, "north", "south", "big")) == total


def test_cities_skipped_towards_the_other_border_doubles_nothing() -> None:
    network = line(tags={**ENDS, "south": []})
    answer = best_runs(network, [TrainSpec.cities_skipped(2, "north", "south", "big")])
    assert answer.runs[0].stops == (("C1.0", 20), ("C7.0", 50))
    assert best(network, TrainSpec.cities_skipped(3, "north", "south", "big")) == 90


def test_rail_bus_runs_to_one_city_with_a_station() -> None:
    assert best(line(), TrainSpec.rail_bus(4)) == 30
    network = net(*row(*LINE), {"C5": [("X", 0)]})
    assert best(network, TrainSpec.rail_bus(4)) == 30


def test_one_trailer_for_two_rail_busses() -> None:
    tiles = (("halt", 1), ("city", 1), ("halt", 1))
    network = net(*row(*tiles), {"C3": [("X", 0)]})
    bus = TrainSpec.rail_bus(2, trailer="trailer")
    assert best(network, bus) == 30
    assert best(network, bus, trailer=1) == 40
    assert best(network, bus, bus, trailer=1) == 70
    assert best(network, bus, bus, trailer=2) == 80


def test_rail_bus_keeps_off_red_areas_and_may_include_a_stop_of_neither_kind() -> None:
    network = net(*row(("red", 2), ("city", 1), ("halt", 1)), {"C3": [("X", 0)]}, others=["C5"])
    bus = TrainSpec.rail_bus(3, trailer="trailer")
    answer = best_runs(network, [bus], supplies={"trailer": 1})
    assert answer.runs[0].stops == (("C3.0", 20), ("C5.t0", 10))


@pytest.mark.parametrize(("n", "total"), [(2, 60), (4, 200)])
def test_everything_twice(n: int, total: int) -> None:
    assert best(line(), TrainSpec.twice(n)) == total


def test_shuttle_counts_what_lies_between_twice() -> None:
    board, tiles = row(*LINE)
    sides = {board.side(name, 4) for name in tiles}
    double = {"double": [{*tiles, *sides}]}
    network = net(board, tiles, {"C1": [("X", 0)]}, tags=double)
    assert best(network, TrainSpec.shuttle(3, "double")) == 20 + 2 * (10 + 20) + 50


def test_shuttle_needs_double_track_all_the_way() -> None:
    board, tiles = row(*LINE)
    double = {"double": [{*tiles, board.side("C1", 4)}]}
    network = net(board, tiles, {"C1": [("X", 0)]}, tags=double)
    assert best(network, TrainSpec.shuttle(3, "double")) == 100


def test_loads_are_tied_to_the_route() -> None:
    network = line(tags={"brewery": [{"C1"}], "red": [{"C7"}]})
    pays = (Bonus("beer", 40, (("red", 1),)), Bonus("trip", 10, ()))
    train = TrainSpec.plain(4).loaded(2, "beer", (("brewery", 1),), pays)
    short = TrainSpec.plain(3).loaded(2, "beer", (("brewery", 1),), pays)
    assert best(network, train) == 100
    assert best(network, train, beer=1) == 100 + 40 + 10
    assert best(network, train, beer=5) == 100 + 2 * 40 + 10
    assert best(network, short, beer=5) == 50


def test_loads_go_to_the_better_area() -> None:
    network = line(tags={"brewery": [{"C5"}], "west": [{"C1"}], "east": [{"C7"}]})
    pays = (Bonus("west", 40, (("west", 1),)), Bonus("east", 50, (("east", 1),)))
    train = TrainSpec.plain(4).loaded(1, "beer", (("brewery", 1),), pays)
    assert best(network, train, beer=1) == 150


def test_bonus_for_two_places_on_one_route() -> None:
    bonus = Bonus("mine and mill", 40, (("coal", 1), ("steel", 1)))
    network = line(tags={"coal": [{"C1"}], "steel": [{"C5.0"}]}, bonuses=[bonus])
    assert best(network, TrainSpec.plain(2)) == 30
    assert best(network, TrainSpec.plain(3)) == 90
    answer = best_runs(network, [TrainSpec.plain(3)])
    assert answer.runs[0].bonuses == (("mine and mill", 40),)


def test_bonus_for_the_side_a_route_crosses() -> None:
    board, tiles = row(*LINE)
    places = {"coal": [{board.side("C3", 4)}]}
    network = net(board, tiles, {"C1": [("X", 0)]}, tags=places, bonuses=[Bonus("link", 15, (("coal", 1),))])
    assert best(network, TrainSpec.plain(2)) == 30
    assert best(network, TrainSpec.plain(3)) == 65


def test_bonus_across_all_trains_is_paid_once() -> None:
    bonus = Bonus("both ends", 70, (("north", 1), ("south", 1)), across=True)
    network = net(*row(*LINE), {"C1": [("X", 0)], "C5": [("X", 0)]}, tags=ENDS, bonuses=[bonus])
    assert best(network, TrainSpec.plain(2)) == 70
    assert best(network, TrainSpec.plain(2), TrainSpec.plain(2)) == 30 + 70 + 70


def test_bonus_once_is_paid_for_one_run() -> None:
    bonus = Bonus("first", 25, (("big", 1),), once=True)
    network = net(*row(*LINE), {"C5": [("X", 0)]}, tags=ENDS, bonuses=[bonus])
    assert best(network, TrainSpec.plain(2), TrainSpec.plain(2)) == 70 + 30 + 25


def test_track_of_the_second_kind() -> None:
    tiles = (("second", 1), ("second-line", 1), ("second", 1))
    stations = {"C1": [("X", 0)]}
    assert best(net(*row(*tiles), stations), TrainSpec.plain(3)) == 0
    assert best(net(*row(*tiles), stations, second=True), TrainSpec.plain(3)) == 60
