"""Rules common to all trains: stations, blocked cities, red ends, groups, ferries, shared track."""

from __future__ import annotations

from typing import Any

import pytest
from tests.routes.boards import RIM, net, patch, row

from stellwerk.errors import Illegal
from stellwerk.routes import Network, TrainSpec, best_runs, evaluate_routes

CITIES = (("city", 1), ("city", 1), ("city", 1))


def total(network: Network, *trains: TrainSpec) -> int:
    """The revenue of these trains."""
    return best_runs(network, trains).total


def refusal(network: Network, *routes: tuple[str, ...], train: TrainSpec | None = None) -> str:
    """The code with which routes are refused."""
    trains = [train or TrainSpec.plain(9)] * len(routes)
    with pytest.raises(Illegal) as refused:
        evaluate_routes(network, trains, list(enumerate(routes)))
    return refused.value.code


@pytest.mark.clause("18CZ/VIII.7b")
def test_a_route_needs_a_station_and_two_stops() -> None:
    network = net(*row(*CITIES), {"C1": [("X", 0)]})
    assert total(network, TrainSpec.plain(2)) == 40
    assert refusal(network, ("C3.0", "C5/1", "C5.0")) == "route-without-station"
    assert refusal(network, ("C1.0",)) == "route-one-stop"
    assert total(net(*row(*CITIES), {}), TrainSpec.plain(2)) == 0
    assert refusal(network, ("C1.0", "C3/1", "C3.0", "C5/1", "C5.0"), train=TrainSpec.plain(2)) == "route-too-long"
    assert refusal(network, ("C1.0", "C5/1", "C5.0")) == "route-not-connected"


@pytest.mark.clause("18CZ/VIII.7j")
def test_a_blocked_city_is_an_end() -> None:
    blocked = net(*row(*CITIES), {"C1": [("X", 0)], "C3": [("Y", 0)]})
    assert total(blocked, TrainSpec.plain(3)) == 40
    through = ("C1.0", "C3/1", "C3.0", "C5/1", "C5.0")
    assert refusal(blocked, through) == "route-through-blocked-city"
    shared = net(*row(CITIES[0], ("hub", 0), CITIES[2]), {"C1": [("X", 0)], "C3": [("Y", 0), ("X", 0)]})
    assert total(shared, TrainSpec.plain(3)) == 90
    free = net(*row(CITIES[0], ("hub", 0), CITIES[2]), {"C1": [("X", 0)], "C3": [("Y", 0)]})
    assert total(free, TrainSpec.plain(3)) == 90
    asked = net(*row(*CITIES), {"C1": [("X", 0)], "C3": [("Y", 0)]}, passable=lambda name, city: True)
    assert total(asked, TrainSpec.plain(3)) == 60


@pytest.mark.clause("18CZ/VIII.7h", "18CZ/VIII.7i", "18CZ/VIII.8c")
def test_red_tiles_end_routes_and_count_as_cities() -> None:
    tiles = (("city", 1), ("red", 1), ("city", 1))
    network = net(*row(*tiles), {"C3": [("X", 0)]}, plus={"C3": 50})
    assert total(network, TrainSpec.plain(3)) == 20 + 40 + 50
    assert total(network, TrainSpec.plus(1, 5)) == 0


@pytest.mark.clause("18CZ/VIII.8b")
@pytest.mark.parametrize(("colour", "value"), [("yellow", 20), ("green", 20), ("brown", 50), ("gray", 50)])
def test_areas_pay_by_the_colour_of_the_phase(colour: str, value: int) -> None:
    network = net(patch(), {"B2": ("city", 0)}, {"B2": [("X", 0)]}, colour=colour)
    assert total(network, TrainSpec.plain(2)) == 20 + value


@pytest.mark.clause("18CZ/VIII.7f", "18CZ/VIII.7g")
def test_cities_of_one_group_are_one_location() -> None:
    board = patch(rim=False)
    tiles = {"C3": ("capital", 0), "D4": ("hub", 0), "D2": ("hub", 0)}
    stations = {"C3": [("X", 0)]}
    route = ("C3.0", "C3/0", "D2.0", "D4/1", "D4.0")
    one = net(board, tiles, stations)
    assert evaluate_routes(one, [TrainSpec.plain(3)], [(0, route)]).total == 130
    two = net(board, tiles, stations, group=lambda name, city: "all" if name in ("C3", "D4") else None)
    assert refusal(two, route) == "route-visits-twice"


@pytest.mark.clause("18CZ/VIII.7a", "18CZ/VIII.7m")
def test_trains_share_no_track() -> None:
    network = net(*row(*CITIES), {"C3": [("X", 0)]})
    train = TrainSpec.plain(2)
    assert total(network, train) == 40
    assert total(network, train, train) == 80
    assert total(network, train, train, train) == 80
    assert refusal(network, ("C1.0", "C3/1", "C3.0"), ("C3.0", "C3/1", "C1.0")) == "route-shares-track"


@pytest.mark.clause("18CZ/VIII.7k", "18CZ/VIII.7l")
def test_no_track_twice_in_a_route() -> None:
    network = net(*row(("city", 1), ("hub", 0)), {"C1": [("X", 0)]})
    back = ("C1.0", "C3/1", "C3.0", "C3/1", "C1.0")
    assert refusal(network, back) == "route-shares-track"


def test_a_point_where_all_track_meets_serves_one_train() -> None:
    knot = {"C3": ("knot", 0), "C1": ("hub", 0), "C5": ("hub", 0), "B4": ("hub", 0), "D2": ("hub", 0)}
    stations = {"C1": [("X", 0)], "D2": [("X", 0)]}
    plain = {**knot, "C3": ("cross", 0)}
    train = TrainSpec.plain(2)
    assert total(net(patch(rim=False), plain, stations), train, train) == 200
    away = {name: tile for name, tile in knot.items() if name not in ("C1", "C5")}
    assert total(net(patch(rim=False), away, stations), train, train) == 100


RIVER = (("city", 1), ("river", 0), ("city", 1))


def river(stations: dict[str, Any], **more: Any) -> Network:
    """Two cities and a crossing between them: banks with edges 0, 1 and 3, 4, 5."""
    return net(*row(*RIVER), stations, **more)


def test_a_ferry_costs_where_both_banks_are_used() -> None:
    network = river({"C1": [("X", 0)]})
    answer = best_runs(network, [TrainSpec.plain(3)])
    assert answer.runs[0].stops == (("C1.0", 20), ("C3.0", 30), ("C5.0", 20))
    assert total(network, TrainSpec.plain(2)) == 20 + 40


def test_a_station_on_either_bank_counts() -> None:
    stations = {"C3": [("X", 1)]}
    assert total(river(stations), TrainSpec.plain(2), TrainSpec.plain(2)) == 120
    strict = river(stations, ferry_shares_station=False)
    assert total(strict, TrainSpec.plain(2), TrainSpec.plain(2)) == 60 + 50


def test_banks_block_together() -> None:
    home = ("X", 0)
    one = river({"C1": [home], "C3": [("Y", 0), ("Z", 1)]})
    assert total(one, TrainSpec.plain(3)) == 70
    full = river({"C1": [home], "C3": [("Y", 0), ("Z", 1), ("W", 1)]})
    assert total(full, TrainSpec.plain(3)) == 60


def test_a_link_inside_a_hex_is_track() -> None:
    network = net(*row(("city", 1), ("suburb", 5), ("city", 1)), {"C1": [("X", 0)]})
    assert total(network, TrainSpec.plain(4)) == 20 + 10 + 20
    nodes = best_runs(network, [TrainSpec.plain(3)]).runs[0].nodes
    assert {"C3.0", "C3.t0"} <= {*nodes}


@pytest.mark.parametrize(("once", "twice", "legal"), [
    ("stop", (), True), ("stops-of-hex", (), False), ("hex", (), False), ("hex", ("C3",), True),
])  # fmt: skip
def test_what_a_route_may_visit_once(once: str, twice: tuple[str, ...], legal: bool) -> None:
    tiles = {"C3": ("pair", 0), "D2": ("hub", 0), "D4": ("hub", 0)}
    network = net(patch(rim=False), tiles, {"C3": [("X", 0)]}, once=once, twice=twice)
    around = ("C3.0", "C3/0", "D2.0", "D4/1", "D4.0", "D4/2", "C3.1")
    if legal:
        assert evaluate_routes(network, [TrainSpec.plain(4)], [(0, around)]).total == 180
    else:
        assert refusal(network, around) == "route-visits-twice"
    assert (total(network, TrainSpec.plain(4)) >= 180) == legal


def test_closed_hexes_are_out_of_bounds() -> None:
    network = net(*row(*CITIES), {"C1": [("X", 0)]}, closed=["C3"])
    assert total(network, TrainSpec.plain(3)) == 0
    assert refusal(network, ("C1.0", "C3/1", "C3.0")) == "route-through-closed-hex"


def test_a_station_in_a_red_area_stands_in_all_of_it() -> None:
    board = patch()
    assert RIM["A5"].group == RIM["B8"].group
    network = net(board, {"B4": ("city", 0)}, {"B8": [("X", 0)]})
    assert total(network, TrainSpec.plain(2)) == 20 + 30


def test_values_of_the_title() -> None:
    network = net(*row(*CITIES), {"C1": [("X", 0)]}, value=lambda name, kind, index: 5 if name == "C3" else None)
    assert total(network, TrainSpec.plain(2)) == 25
