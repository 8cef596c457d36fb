"""Routes written as hexes, the way 18xx.games records them: for each leg the hexes from stop to stop.

Legs name hexes, not cities or track. A leg may be written backwards, and a hex may have two cities or two ways
through: of all readings the one that hangs together, has a station of the company, repeats nothing and shares no track
with the routes before it is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.errors import Illegal
from stellwerk.routes.answer import Route
from stellwerk.routes.check import check_path, mask_of, write_path
from stellwerk.routes.network import Network
from stellwerk.routes.route_value import Path

Legs = Sequence[Sequence[str]]

INSIDE = " "
"""A leg inside one hex reads `F9 0.1` (the hex, and the two cities) or just `F9`."""


def route_from_hexes(network: Network, legs: Legs, *, used: int = 0) -> list[Route]:
    """The readings of a route's legs, best first: legal ones on track not `used`, then those that are not."""
    paths = {write_path(network, path): path for path in _readings_of_legs(network, legs)}
    return [
        route for route, path in sorted(paths.items(), key=lambda item: (_count_flaws(network, item[1], used), item[0]))
    ]


def routes_from_hexes(network: Network, all_legs: Sequence[Legs]) -> list[Route]:
    """Readings of several routes that share no track, where there are such; else the best reading of each."""
    options = [_paths_over_legs(network, legs) for legs in all_legs]
    chosen = _choose_apart(network, options, 0)
    if chosen is None:
        chosen = [row[0] for row in options if row]
    return [write_path(network, path) for path in chosen]


def _paths_over_legs(network: Network, legs: Legs) -> list[Path]:
    found = {write_path(network, path): path for path in _readings_of_legs(network, legs)}
    return [path for _, path in sorted(found.items(), key=lambda item: (_count_flaws(network, item[1], 0), item[0]))]


def _choose_apart(network: Network, options: Sequence[Sequence[Path]], used: int) -> list[Path] | None:
    if not options:
        return []
    for path in options[0]:
        mask = mask_of(network, path)
        if not mask & used and not _count_flaws(network, path, used):
            rest = _choose_apart(network, options[1:], used | mask)
            if rest is not None:
                return [path, *rest]
    return None


def _count_flaws(network: Network, path: Path, used: int) -> int:
    """0 for a legal route on free track."""
    try:
        check_path(network, path)
    except Illegal as error:
        return 4 if error.code == "route-without-station" else 2
    return 1 if mask_of(network, path) & used else 0


def _readings_of_legs(network: Network, legs: Legs) -> Iterator[Path]:
    """All ways to follow the legs from one end to the other."""
    pieces = [tuple(_paths_of_leg(network, leg)) for leg in legs]
    for first in pieces[0] if pieces else ():
        yield from _follow_pieces(network, first, pieces[1:])


def _follow_pieces(network: Network, path: Path, pieces: Sequence[Sequence[Path]]) -> Iterator[Path]:
    if not pieces:
        yield path
        return
    for piece in pieces[0]:
        ferry = _ferry_between(network, path.stops[-1], piece.stops[0])
        if piece.stops[0] == path.stops[-1]:
            joined = Path(path.stops + piece.stops[1:], path.arcs + piece.arcs)
        elif ferry is not None:
            joined = Path(path.stops + piece.stops, (*path.arcs, ferry, *piece.arcs))
        else:
            continue
        yield from _follow_pieces(network, joined, pieces[1:])


def _ferry_between(network: Network, start: int, to: int) -> int | None:
    """The ferry between two cities, if there is one."""
    arcs = network.track.arcs
    return next((n for n in network.track.out[start] if arcs[n].ferry and arcs[n].to == to), None)


def _paths_of_leg(network: Network, leg: Sequence[str]) -> Iterator[Path]:
    """Both directions of a leg, over every track and between every stop that fits."""
    if len(leg) == 1:
        leg = [leg[0].split(INSIDE)[0]] * 2
    for hexes in (tuple(leg), tuple(reversed(leg))):
        for start, stop in enumerate(network.track.stops):
            if stop.hex == hexes[0]:
                yield from _follow_hexes(network, start, hexes, Path((start,), ()))


def _follow_hexes(network: Network, node: int, hexes: tuple[str, ...], path: Path) -> Iterator[Path]:
    """Follow arcs through exactly these hexes to a stop in the last one."""
    for number in network.track.out[node]:
        arc = network.track.arcs[number]
        passed = (hexes[0], *arc.hexes) if node < len(network.track.stops) else arc.hexes
        if network.is_stop(arc.to):
            if (*passed, network.stop(arc.to).hex) == hexes:
                yield Path((*path.stops, arc.to), (*path.arcs, number))
        elif hexes[: len(passed)] == passed and len(hexes) > len(passed):
            yield from _follow_hexes(network, arc.to, hexes[len(passed) :], Path(path.stops, (*path.arcs, number)))
