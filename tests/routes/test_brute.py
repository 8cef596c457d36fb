"""The search against trying everything, on small random boards."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.routes.boards import PATCH, TILES, net, patch
from tests.routes.brute import totals

from stellwerk.routes import Bonus, Mode, Network, TrainSpec, best, best_runs, evaluate_routes
from stellwerk.routes.best import forget_answers
from stellwerk.routes.plain_search import all_paths
from stellwerk.steps.running import best_with

BOARD = patch()
TRAINS = st.one_of(
    st.builds(TrainSpec.plain, st.integers(2, 5)),
    st.builds(TrainSpec.plus, st.integers(1, 3), st.integers(1, 3)),
    st.builds(TrainSpec.express, st.integers(2, 4)),
    st.builds(TrainSpec.dearest, st.integers(2, 4), st.integers(1, 2)),
    st.builds(TrainSpec.halts_free, st.integers(2, 4), halt_ends=st.booleans()),
    st.builds(TrainSpec.cities_skipped, st.integers(2, 4), st.just("north"), st.just("south"), st.just("big")),
    st.builds(TrainSpec.rail_bus, st.integers(2, 5), trailer=st.sampled_from([None, "trailer"])),
    st.builds(TrainSpec.twice, st.integers(2, 3)),
    st.builds(TrainSpec.shuttle, st.integers(2, 4), st.just("double"), halt_ends=st.booleans()),
    st.builds(
        lambda n, cubes: TrainSpec.plain(n).loaded(
            cubes,
            "beer",
            (("big", 1),),
            (Bonus("near", 40, (("north", 1),)), Bonus("far", 50, (("south", 1),))),
        ),
        st.integers(2, 4),
        st.integers(1, 2),
    ),
)
BONUSES = (
    Bonus("mine and mill", 20, (("coal", 1), ("steel", 1))),
    Bonus("two of each", 30, (("coal", 2), ("steel", 1))),
    Bonus("both borders", 60, (("north", 1), ("south", 1)), across=True),
    Bonus("first steel", 25, (("steel", 1),), once=True),
)
STATIONS = st.lists(st.tuples(st.sampled_from(["X", "X", "Y", "Z"]), st.integers(0, 1)), max_size=2)


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """A random board with random stations, tags and rules."""
    tiles = {
        name: (draw(st.sampled_from(sorted(TILES))), draw(st.integers(0, 5)))
        for name in PATCH
        if draw(st.integers(0, 9))
    }
    stations: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(PATCH), max_size=5, unique=True)):
        stations[name] = [
            (who, city) for who, city in draw(STATIONS) if name in tiles and city < len(TILES[tiles[name][0]].cities)
        ]
    some = st.lists(st.sampled_from(PATCH), min_size=1, max_size=3)
    tags = {
        "north": [{"A3"}, {"A5"}],
        "south": [{"B8"}, {draw(st.sampled_from(PATCH))}],
        "big": [set(draw(some))],
        "coal": [{name} for name in draw(some)],
        "steel": [
            {BOARD.side(draw(st.sampled_from(PATCH)), draw(st.integers(0, 5)))},
            {draw(st.sampled_from(PATCH))},
        ],
        "double": [{*PATCH, *(BOARD.side(n, e) for n in PATCH for e in range(6) if draw(st.integers(0, 4)))}],
    }
    result = net(
        BOARD,
        tiles,
        stations,
        colour=draw(st.sampled_from(["yellow", "brown"])),
        once=draw(st.sampled_from(["stop", "stop", "stops-of-hex", "hex"])),
        closed=draw(st.lists(st.sampled_from(PATCH), max_size=1)),
        others=draw(st.lists(st.sampled_from(PATCH), max_size=1)),
        tags=tags,
        bonuses=draw(st.lists(st.sampled_from(BONUSES), max_size=3, unique=True)),
        ferry_shares_station=draw(st.booleans()),
    )
    assume(any(result.own))
    return result


def agree(network: Network, trains: list[TrainSpec], k: int, most: int = 5_000) -> None:
    """Same total as trying everything, the runs are legal, and the k best sets are the k best."""
    paths = sum(1 for _ in all_paths(network))
    assume(paths > 0 and paths ** len(trains) < most)
    supplies = {"trailer": 1, "beer": 2}
    sets = totals(network, trains, supplies)
    answer = best_runs(network, trains, k=k, supplies=supplies)
    assert answer.proven
    assert answer.total == answer.bound == max(sets.values())
    routes = [(run.train, run.nodes) for run in answer.runs]
    assert evaluate_routes(network, trains, routes, supplies=supplies).total == answer.total
    if k > 1:
        order = [trains.index(train) for train in trains]
        distinct: dict[Any, int] = {}
        for chosen, total in sets.items():
            key = frozenset((order[i], nodes) for i, nodes in enumerate(chosen) if nodes)
            distinct[key] = max(distinct.get(key, 0), total)
        best = sorted((t for key, t in distinct.items() if key), reverse=True)[:k]
        assert [answer.total, *(other.total for other in answer.others)] == best or not best


SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@settings(SETTINGS, max_examples=500)
@given(networks(), st.lists(TRAINS, min_size=1, max_size=1), st.just(1))
def test_one_train(network: Network, trains: list[TrainSpec], k: int) -> None:
    agree(network, trains, k)


@settings(SETTINGS, max_examples=250)
@given(networks(), st.lists(TRAINS, min_size=2, max_size=3), st.just(1))
def test_several_trains(network: Network, trains: list[TrainSpec], k: int) -> None:
    agree(network, trains, k)


@settings(SETTINGS, max_examples=150)
@given(networks(), st.lists(TRAINS, min_size=1, max_size=2), st.integers(2, 5))
def test_several_sets(network: Network, trains: list[TrainSpec], k: int) -> None:
    agree(network, trains, k)


@settings(SETTINGS, max_examples=120)
@given(networks(), st.lists(TRAINS, min_size=2, max_size=3), st.just(1))
def test_prices_on_track(network: Network, trains: list[TrainSpec], k: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(best, "LISTED", -1)
        forget_answers()
        agree(network, trains, k)
    forget_answers()


def with_load(n: int, area: str, pay: int) -> TrainSpec:
    """A train that carries what was named for it: by way of a certain place to a certain area (18DO 4.5.5.1)."""
    mode = Mode(stops=n, needs=(("big", 1), (area, 1)), bonuses=(Bonus("beer", pay, ()),))
    return TrainSpec(f"{n} to {area}", (mode,), must=True)


NAMED = st.builds(with_load, st.integers(2, 5), st.sampled_from(["north", "south"]), st.sampled_from([0, 40, 110]))
"""Trains with one or two cubes; what is held back is a train without, or with fewer."""
CARRIERS = st.lists(st.one_of(st.builds(TrainSpec.plain, st.integers(2, 5)), NAMED, NAMED), min_size=1, max_size=3)


def agree_on_loads(network: Network, trains: list[TrainSpec], most: int = 5_000) -> None:
    """As many trains with loads run as can at the same time; of such sets it is the dearest."""
    paths = sum(1 for _ in all_paths(network))
    assume(paths > 0 and paths ** len(trains) < most)
    loaded = [i for i, train in enumerate(trains) if train.must]
    sets = totals(network, trains)
    ranks = [(sum(chosen[i] is not None for i in loaded), total) for chosen, total in sets.items()]
    answer = best_with(network, trains, {})
    ran = sum(run.train in loaded for run in answer.runs)
    assert answer.proven and (ran, answer.total) == max(ranks)
    assert evaluate_routes(network, trains, [(run.train, run.nodes) for run in answer.runs]).total == answer.total


@settings(SETTINGS, max_examples=300)
@given(networks(), CARRIERS)
def test_trains_with_named_loads(network: Network, trains: list[TrainSpec]) -> None:
    agree_on_loads(network, trains)


@pytest.mark.slow
@settings(SETTINGS, max_examples=4000)
@given(networks(), CARRIERS)
def test_thousands_with_named_loads(network: Network, trains: list[TrainSpec]) -> None:
    agree_on_loads(network, trains, 40_000)


@pytest.mark.slow
@settings(SETTINGS, max_examples=8000)
@given(networks(), st.lists(TRAINS, min_size=1, max_size=3), st.integers(1, 3))
def test_thousands(network: Network, trains: list[TrainSpec], k: int) -> None:
    agree(network, trains, k, 40_000)
