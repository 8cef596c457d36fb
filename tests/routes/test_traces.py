"""The recorded games: known optima, and every recorded run valued as the reference program values it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.routes import traces

from stellwerk.routes import best_runs, evaluate_routes
from stellwerk.routes.recorded_legs import routes_from_hexes

pytestmark = pytest.mark.skipif(not traces.TRACES.is_dir(), reason="the shared traces are not here")

GAMES = {"18CZ": (traces.cz_network, traces.cz_train), "18Rhl": (traces.rhl_network, traces.rhl_train)}


@pytest.mark.parametrize("title", GAMES)
def test_optimum_of_every_benchmark_position(title: str) -> None:
    build, train = GAMES[title]
    for case in traces.cases(title):
        state = traces.lines(title, case["fixture"])[case["action_index"] - 1]
        answer = best_runs(build(state, case["corporation"]), [train(name) for name in case["trains"]])
        assert (answer.total, answer.proven) == (case["optimum"], True), case["action_index"]


def fixtures() -> list[tuple[str, str]]:
    """All traces."""
    return [
        (title, path.name.split(".")[0]) for title in GAMES for path in sorted((traces.TRACES / title).glob("*.gz"))
    ]


def legs_of(title: str, route: Any) -> list[list[str]]:
    """A recorded route's legs under rule-book names."""
    name = traces.shifted if title == "18CZ" else str
    return [[name(hex) if " " not in hex else hex for hex in leg] for leg in route["connections"]]


@pytest.mark.parametrize(("title", "fixture"), fixtures())
def test_recorded_runs_earn_what_was_recorded(title: str, fixture: str) -> None:
    build, train = GAMES[title]
    checked = 0
    for state, line in traces.runs(title, fixture):
        if "routes_error" in line or not line["routes"]:
            continue
        network = build(state, line["action"]["entity"])
        trains = [train(route["train_name"]) for route in line["routes"]]
        read = routes_from_hexes(network, [legs_of(title, route) for route in line["routes"]])
        answer = evaluate_routes(network, trains, list(enumerate(read)))
        assert [run.value for run in answer.runs] == [r["revenue"] for r in line["routes"]], line["i"]
        assert answer.total == line["routes_total"]
        assert best_runs(network, trains).total >= answer.total
        checked += 1
    assert checked
