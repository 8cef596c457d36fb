"""Checking and valuing given routes: what the search may return is exactly what `evaluate_routes` accepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product

from stellwerk.errors import Illegal
from stellwerk.routes.answer import Answer, RunResult
from stellwerk.routes.network import Network
from stellwerk.routes.route_value import Path, RouteValue, meets_needs, places_touched, worth_of_route
from stellwerk.routes.spec import TrainSpec


def read_path(network: Network, nodes: Sequence[str]) -> Path:
    """Follow a route's node names over the track."""
    index = network.track.index
    if not nodes or nodes[0] not in index or nodes[-1] not in index:
        raise Illegal("route-not-connected", "A route begins and ends at a stop.")
    node, at = index[nodes[0]], 1
    stops, arcs = [node], []
    while at < len(nodes):
        number = _next_arc(network, node, nodes, at)
        arc = network.track.arcs[number]
        arcs.append(number)
        node, at = arc.to, at + len(arc.sides)
        if network.is_stop(node):
            stops.append(node)
            at += 1
    return Path(tuple(stops), tuple(arcs))


def _next_arc(network: Network, node: int, nodes: Sequence[str], at: int) -> int:
    """The arc that the next names describe."""
    names = network.track.names
    for number in network.track.out[node]:
        arc = network.track.arcs[number]
        end = at + len(arc.sides)
        if tuple(nodes[at:end]) != arc.sides:
            continue
        if not network.is_stop(arc.to) or (end < len(nodes) and nodes[end] == names[arc.to]):
            return number
    raise Illegal("route-not-connected", f"No track leads on from {names[node]} to {nodes[at]}.")


def write_path(network: Network, path: Path) -> tuple[str, ...]:
    """A route's node names; of the two directions the one that reads first in the alphabet."""
    nodes = [network.stop(path.stops[0]).name]
    for number in path.arcs:
        arc = network.track.arcs[number]
        nodes += arc.sides
        if network.is_stop(arc.to):
            nodes.append(network.stop(arc.to).name)
    return min(tuple(nodes), tuple(reversed(nodes)))


def turn_forward(network: Network, path: Path) -> Path:
    """The same route in the direction in which it is written."""
    return read_path(network, write_path(network, path))


def check_path(network: Network, path: Path) -> None:
    """The rules common to all trains: station, no stop and no track twice, no blocked or closed stop passed."""
    used, once = 0, 1
    for number in path.arcs:
        arc = network.track.arcs[number]
        if used & arc.mask:
            raise Illegal("route-shares-track", "A route may use no piece of track twice.")
        if once & network.arc_once[number]:
            raise Illegal("route-visits-twice", "A route may not come back to a hex it has left.")
        used |= arc.mask
        once |= network.arc_once[number]
    _check_stops(network, path, once)
    if not any(network.own[node] for node in path.stops):
        raise Illegal("route-without-station", f"The route has no station of {network.company}.")


def _check_stops(network: Network, path: Path, once: int) -> None:
    arcs = network.track.arcs
    ferried = {frozenset((arcs[n].start, arcs[n].to)) for n in path.arcs if arcs[n].ferry}
    before = -1
    for place, node in enumerate(path.stops):
        name = network.stop(node).name
        if network.stop(node).hex in network.closed:
            raise Illegal("route-through-closed-hex", f"{network.company} may not use {name}.")
        if once & network.once[node] and frozenset((before, node)) not in ferried:
            raise Illegal("route-visits-twice", f"A route may visit {name} only once.")
        if 0 < place < len(path.stops) - 1 and not network.passable[node]:
            raise Illegal("route-through-blocked-city", f"A route may end at {name} but not pass it.")
        once |= network.once[node]
        before = node


def modes_of(network: Network, train: TrainSpec, path: Path) -> list[tuple[int, RouteValue]]:
    """The modes in which a train can run a route, the one that earns most first."""
    found: list[tuple[int, RouteValue]] = []
    refusal: Illegal | None = None
    for number, mode in enumerate(train.modes):
        try:
            found.append((number, worth_of_route(network, mode, path)))
        except Illegal as error:
            refusal = refusal or error
    if not found and refusal is not None:
        raise refusal
    return sorted(found, key=lambda item: -item[1].value)


Choice = tuple[tuple[int, RouteValue], ...]
"""Per run its mode and what it earns."""


def best_modes(
    trains: Sequence[TrainSpec], options: Sequence[Sequence[tuple[int, RouteValue]]], left: Mapping[str, int]
) -> Choice | None:
    """The modes of all runs together that earn most with the supplies there are; None if they do not suffice."""
    if not options:
        return ()
    best: Choice | None = None
    for mode, earned in options[0]:
        rest = dict(left)
        for supply, amount in trains[0].modes[mode].uses:
            rest[supply] = rest.get(supply, 0) - amount
        if any(amount < 0 for amount in rest.values()):
            continue
        others = best_modes(trains[1:], options[1:], rest)
        if others is not None:
            choice = ((mode, earned), *others)
            if best is None or _total_of_choice(choice) > _total_of_choice(best):
                best = choice
            if rest == left:
                break
    return best


def _total_of_choice(choice: Choice) -> int:
    return sum(earned.value for _, earned in choice)


def run_result(network: Network, train: int, path: Path, mode: int, earned: RouteValue) -> RunResult:
    """A run as it is handed out."""
    return RunResult(train, write_path(network, path), earned.stops, earned.value, earned.bonuses, mode)


def joint_bonuses(network: Network, paths: Sequence[Path]) -> tuple[tuple[str, int], ...]:
    """Bonuses paid once for all runs of the company together."""
    names = [places_touched(network, path) for path in paths]
    everything: set[str] = set().union(*names)
    earned = []
    for bonus in network.bonuses:
        across = bonus.across and bool(paths) and meets_needs(network, everything, bonus.needs)
        once = bonus.once and any(meets_needs(network, each, bonus.needs) for each in names)
        if across or once:
            earned.append((bonus.name, bonus.amount))
    return tuple(earned)


def evaluate_routes(
    network: Network,
    trains: Sequence[TrainSpec],
    routes: Sequence[tuple[int, Sequence[str]]],
    *,
    supplies: Mapping[str, int] | None = None,
) -> Answer:
    """Check given routes (train index and node names) and value them; `Illegal` says what is wrong."""
    paths = checked_paths(network, trains, routes)
    options = [modes_of(network, trains[number], path) for number, path in paths]
    choice = best_modes([trains[number] for number, _ in paths], options, supplies or {})
    if choice is None:
        raise Illegal("supplies-exhausted", "The runs need more than the company has.")
    return value_runs(network, paths, choice)


def evaluate_each(
    network: Network,
    trains: Sequence[TrainSpec],
    routes: Sequence[tuple[int, Sequence[str]]],
    *,
    supplies: Mapping[str, int] | None = None,
) -> list[Answer]:
    """The same, once for each way the supplies can be used, the one that earns most first."""
    paths = checked_paths(network, trains, routes)
    specs = [trains[number] for number, _ in paths]
    choices = product(*(modes_of(network, spec, path) for spec, (_, path) in zip(specs, paths, strict=True)))
    ways = [value_runs(network, paths, choice) for choice in choices if supplies_suffice(specs, choice, supplies or {})]
    if not ways:
        raise Illegal("supplies-exhausted", "The runs need more than the company has.")
    return sorted(ways, key=lambda answer: -answer.total)


def supplies_suffice(trains: Sequence[TrainSpec], choice: Choice, supplies: Mapping[str, int]) -> bool:
    """Has the company what its runs use in these modes?"""
    used: Counter[str] = Counter()
    for train, (mode, _) in zip(trains, choice, strict=True):
        used.update(dict(train.modes[mode].uses))
    return all(amount <= supplies.get(supply, 0) for supply, amount in used.items())


def checked_paths(
    network: Network, trains: Sequence[TrainSpec], routes: Sequence[tuple[int, Sequence[str]]]
) -> list[tuple[int, Path]]:
    """Train and path of each route, which break no rule that is common to all trains."""
    if any(not 0 <= number < len(trains) for number, _ in routes):
        raise Illegal("no-such-train", f"Trains are numbered from 0 to {len(trains) - 1}.")
    used = 0
    paths: list[tuple[int, Path]] = []
    for number, nodes in routes:
        path = turn_forward(network, without_idle_ferry(network, read_path(network, nodes)))
        check_path(network, path)
        mask = 0 if trains[number].apart else mask_of(network, path)
        if used & mask:
            raise Illegal("route-shares-track", "Two runs of a company may share no track.")
        used |= mask
        paths.append((number, path))
    if len({number for number, _ in paths}) < len(paths):
        raise Illegal("train-runs-twice", "Each train runs once.")
    return paths


def value_runs(network: Network, paths: Sequence[tuple[int, Path]], choice: Choice) -> Answer:
    """The runs in their modes, with what they earn together."""
    runs = [run_result(network, *path, *modes) for path, modes in zip(paths, choice, strict=True)]
    joint = joint_bonuses(network, [path for _, path in paths])
    total = sum(run.value for run in runs) + sum(amount for _, amount in joint)
    return Answer(tuple(runs), total, False, total, joint)


def runs_beside(network: Network, routes: Sequence[Sequence[str]]) -> bool:
    """Is there track for one more train, from a station to the next stop, beside these routes?"""
    used = 0
    for nodes in routes:
        used |= mask_of(network, read_path(network, nodes))
    stops = range(len(network.track.stops))
    return any(network.own[node] and _leads_to_stop(network, node, used) for node in stops)


def _leads_to_stop(network: Network, start: int, used: int) -> bool:
    """Does free track lead from a stop to another one that may be visited beside it?"""
    arcs, ahead = network.track.arcs, [(start, used)]
    while ahead:
        node, taken = ahead.pop()
        for number in network.track.out[node]:
            arc = arcs[number]
            if taken & arc.mask:
                continue
            if not network.is_stop(arc.to):
                ahead.append((arc.to, taken | arc.mask))
            elif _go_together(network, start, arc.to):
                return True
    return False


def _go_together(network: Network, one: int, other: int) -> bool:
    """May one route visit both stops?"""
    once = network.once[one] & network.once[other]
    return not once and network.stop(other).hex not in network.closed


def without_idle_ferry(network: Network, path: Path) -> Path:
    """A route that only ends at a ferry does not cross: where both banks share their stations it needs none (R34)."""
    stops, arcs = path.stops, path.arcs
    if network.ferry_at_ends:
        return path
    if len(stops) > 2 and network.track.arcs[arcs[0]].ferry:
        stops, arcs = stops[1:], arcs[1:]
    if len(stops) > 2 and network.track.arcs[arcs[-1]].ferry:
        stops, arcs = stops[:-1], arcs[:-1]
    return Path(stops, arcs)


def mask_of(network: Network, path: Path) -> int:
    """The track a route uses, as bits."""
    mask = 0
    for number in path.arcs:
        mask |= network.track.arcs[number].mask
    return mask
