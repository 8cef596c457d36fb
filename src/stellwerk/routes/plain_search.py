"""Every route of a network by simple enumeration: slow, short, and the measure for the fast search."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.routes.network import Network
from stellwerk.routes.route_value import Path


def all_paths(network: Network) -> Iterator[Path]:
    """All routes of at least two stops with a station on them, each in one direction."""
    for start in range(len(network.track.stops)):
        if start in network.reached and network.stop(start).hex not in network.closed:
            for path in _extend_route(network, (start,), (), 0, 1 | network.once[start]):
                if path.stops[0] < path.stops[-1] and any(network.own[node] for node in path.stops):
                    yield path


def _extend_route(
    network: Network, stops: tuple[int, ...], arcs: tuple[int, ...], used: int, once: int
) -> Iterator[Path]:
    """Go on from the last stop over every free arc."""
    here = network.track.arcs[arcs[-1]].to if arcs else stops[0]
    for number in network.track.out[here]:
        arc = network.track.arcs[number]
        if used & arc.mask or once & network.arc_once[number]:
            continue
        seen = once | network.arc_once[number]
        if not network.is_stop(arc.to):
            yield from _extend_route(network, stops, (*arcs, number), used | arc.mask, seen)
            continue
        again = seen & network.once[arc.to] and not (arc.ferry and arc.to not in stops)
        if again or network.stop(arc.to).hex in network.closed:
            continue
        path = Path((*stops, arc.to), (*arcs, number))
        yield path
        if network.passable[arc.to]:
            yield from _extend_route(network, path.stops, path.arcs, used | arc.mask, seen | network.once[arc.to])
