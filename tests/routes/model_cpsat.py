"""Best runs as a constraint model: one circuit a train, Boolean variables for arcs and stops, solved by CP-SAT.

It shares the graph of the track with the search (`test_graph.py` checks that graph against the tiles), nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.routes import Network, TrainSpec
from stellwerk.routes.network import CITY, OFFBOARD, TOWN


def optimum(network: Network, trains: Sequence[TrainSpec], seconds: float = 60.0) -> int:
    """The best total for plain, plus and express trains, proven by CP-SAT."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    used: dict[str, list[Any]] = {}
    profit: list[Any] = []
    for number, train in enumerate(trains):
        _add_train(model, network, train, number, used, profit)
    for literals in used.values():
        model.add_at_most_one(literals)
    model.maximize(sum(profit))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)


def _add_train(
    model: Any, network: Network, train: TrainSpec, number: int, used: dict[str, list[Any]], profit: list[Any]
) -> None:
    """One circuit through a depot: depot, stop, arcs, stop, ..., depot; all nodes else loop on themselves."""
    track, mode = network.track, train.modes[0]
    stops = len(track.stops)
    depot = len(track.names)
    runs = model.new_bool_var(f"t{number}")
    circuit = [(depot, depot, ~runs)]
    visits = []
    for node in range(len(track.names)):
        visit = model.new_bool_var(f"t{number} at {track.names[node]}")
        visits.append(visit)
        circuit.append((node, node, ~visit))
        if node < stops:
            first, last = model.new_bool_var(""), model.new_bool_var("")
            circuit += [(depot, node, first), (node, depot, last)]
            if not network.passable[node]:
                model.add_at_least_one([first, last, ~visit])
    sides: dict[str, list[Any]] = {}
    for arc in track.arcs:
        literal = model.new_bool_var("")
        circuit.append((arc.start, arc.to, literal))
        for side in arc.sides:
            sides.setdefault(side, []).append(literal)
    model.add_circuit(circuit)
    for side, literals in sides.items():
        model.add_at_most_one(literals)
        used.setdefault(side, []).extend(literals)
    _add_stops(model, network, mode, visits[:stops], runs, profit)


def _add_stops(model: Any, network: Network, mode: Any, visits: Sequence[Any], runs: Any, profit: list[Any]) -> None:
    """Range, groups, station, two stops, and what counts."""
    stops = network.track.stops
    groups: dict[str, list[Any]] = {}
    counts = []
    for node, visit in enumerate(visits):
        if stops[node].group is not None:
            groups.setdefault(stops[node].group or "", []).append(visit)
        count = visit
        if network.kinds[node] == TOWN and "town" in mode.skips:
            count = model.new_bool_var("")
            model.add_implication(count, visit)
        counts.append(count)
        profit.append(network.values[node] * count)
    for literals in groups.values():
        model.add_at_most_one(literals)
    cities = [visit for node, visit in enumerate(visits) if network.kinds[node] in (CITY, OFFBOARD)]
    model.add(sum(counts) <= mode.stops)
    model.add(sum(cities) <= min(mode.cities, mode.stops))
    model.add(sum(visits) >= 2 * runs)
    model.add(sum(visit for node, visit in enumerate(visits) if network.own[node]) >= runs)
