"""The answer: fixed runs, several sets, time limits, memory, the same answer always, plain and compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from tests.routes import traces
from tests.routes.boards import net, patch, row

from stellwerk.errors import Illegal
from stellwerk.routes import Network, TrainSpec, best, best_runs, engine, evaluate_routes, warm_up
from stellwerk.routes.best import forget_answers
from stellwerk.routes.recorded_legs import route_from_hexes

CITIES = (("city", 1), ("city", 1), ("hub", 0), ("city", 1))
TWO = [TrainSpec.plain(2), TrainSpec.plain(2)]
APART = TrainSpec("2", TrainSpec.plain(2).modes, apart=True)


def cities() -> Network:
    """A row of cities with two stations of X."""
    return net(*row(*CITIES), {"C1": [("X", 0)], "C5": [("X", 0)]})


def crowd() -> Network:
    """The whole patch full of hubs."""
    tiles = dict.fromkeys(("B2", "B4", "B6", "C1", "C3", "C5", "C7", "D2", "D4", "D6"), ("hub", 0))
    return net(patch(), tiles, {"C3": [("X", 0)]})


def test_runs_say_what_each_stop_earns() -> None:
    answer = best_runs(cities(), TWO)
    assert [run.stops for run in answer.runs] == [(("C3.0", 20), ("C5.0", 50)), (("C5.0", 50), ("C7.0", 20))]
    assert [run.nodes for run in answer.runs] == [("C3.0", "C5/1", "C5.0"), ("C5.0", "C7/1", "C7.0")]
    assert (answer.total, answer.bound, answer.proven) == (140, 140, True)


def test_fixed_runs_keep_their_track() -> None:
    route = ("C1.0", "C3/1", "C3.0")
    answer = best_runs(cities(), TWO, fixed={1: route})
    assert answer.runs[1].nodes == route
    assert answer.total == 40 + 70
    with pytest.raises(Illegal):
        best_runs(cities(), TWO, fixed={1: ("C1.0", "C5/1", "C5.0")})


def test_several_sets_fall_in_value_and_differ() -> None:
    answer = best_runs(cities(), [TrainSpec.plain(2)], k=5)
    totals = [answer.total, *(other.total for other in answer.others)]
    assert totals == [70, 70, 40]
    assert len({other.runs for other in (answer, *answer.others)}) == 3


def test_a_limit_that_strikes_leaves_a_bound() -> None:
    clock = count()
    answer = best_runs(crowd(), [TrainSpec.plain(8)] * 4, limit=1, now=lambda: float(next(clock)))
    assert not answer.proven
    assert answer.bound >= answer.total
    forget_answers()


def test_a_limit_that_does_not_strike_changes_nothing() -> None:
    with_limit = best_runs(cities(), TWO, limit=1e9, now=lambda: 0.0)
    forget_answers()
    assert with_limit == best_runs(cities(), TWO)


def test_the_same_question_is_not_searched_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    first = best_runs(cities(), TWO)
    monkeypatch.setattr(best, "_Problem", None)
    assert best_runs(cities(), TWO) is first


def test_track_elsewhere_does_not_matter() -> None:
    tiles = {"B2": ("city", 1), "B4": ("city", 1)}
    stations = {"B2": [("X", 0)]}
    near = net(patch(rim=False), tiles, stations)
    far = net(patch(rim=False), {**tiles, "D2": ("city", 1), "D4": ("hub", 0)}, {**stations, "D4": [("Y", 0)]})
    other = net(patch(rim=False), {**tiles, "B6": ("city", 1)}, stations)
    assert near.key == far.key != other.key


def test_nothing_to_run() -> None:
    assert best_runs(cities(), []).total == 0
    assert best_runs(net(*row(*CITIES), {}), TWO).runs == ()
    assert evaluate_routes(cities(), TWO, []).total == 0


def test_legs_are_read_either_way() -> None:
    network = net(*row(*CITIES), {"C1": [("X", 0)]})
    assert route_from_hexes(network, [["C3", "C1"], ["C3", "C5"]]) == [("C1.0", "C3/1", "C3.0", "C5/1", "C5.0")]
    assert route_from_hexes(network, [["C1", "C5"]]) == []


def test_the_package_loads_without_numba() -> None:
    code = "import sys, stellwerk.routes; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    places = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2] / "src")}
    assert subprocess.run([sys.executable, "-c", code], check=False, env=places).returncode == 0


def questions() -> list[tuple[Network, list[TrainSpec]]]:
    """Some questions of all sorts."""
    found = [(cities(), TWO), (crowd(), [TrainSpec.express(4), TrainSpec.plus(2, 2)])]
    if traces.TRACES.is_dir():
        for title, build, train in (
            ("18CZ", traces.cz_network, traces.cz_train),
            ("18Rhl", traces.rhl_network, traces.rhl_train),
        ):
            for case in traces.cases(title)[::6]:
                state = traces.lines(title, case["fixture"])[case["action_index"] - 1]
                found.append((build(state, case["corporation"]), [train(name) for name in case["trains"]]))
    return found


def test_compiled_and_plain_agree_to_the_step() -> None:
    if not warm_up():
        pytest.skip("numba is not installed")
    compiled = engine.current_engine()
    assert compiled.name == "numba"
    for network, trains in questions():
        forget_answers()
        fast = best_runs(network, trains)
        forget_answers()
        engine.use_engine(engine.PLAIN)
        plain = best_runs(network, trains)
        engine.use_engine(compiled)
        assert fast == plain
    engine.use_engine(engine.PLAIN)
    forget_answers()


def test_a_train_that_runs_apart_may_use_the_track_of_the_others() -> None:
    answer = best_runs(cities(), [TWO[0], APART, TWO[1]])
    assert [(run.train, run.value) for run in answer.runs] == [(0, 70), (1, 70), (2, 70)]
    assert answer.runs[1].nodes in (answer.runs[0].nodes, answer.runs[2].nodes)
    assert (answer.total, answer.bound, answer.proven) == (210, 210, True)
    named = [(run.train, run.nodes) for run in answer.runs]
    assert evaluate_routes(cities(), [TWO[0], APART, TWO[1]], named).total == 210
    with pytest.raises(Illegal, match="share no track"):
        evaluate_routes(cities(), [*TWO, TWO[0]], named)


def test_sets_with_a_train_apart_are_ranked_and_keep_what_is_fixed() -> None:
    trains, route = [*TWO, APART], ("C1.0", "C3/1", "C3.0")
    best_set = best_runs(cities(), trains, k=4)
    totals = [best_set.total, *(other.total for other in best_set.others)]
    assert totals == sorted(totals, reverse=True) and totals[0] == 210 and len(totals) == 4
    fixed = best_runs(cities(), trains, fixed={2: route})
    assert fixed.runs[2].nodes == route and fixed.total == 140 + fixed.runs[2].value < 210
