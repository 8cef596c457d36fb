"""Legs: recorded routes name hexes from stop to stop; ours name stops and hex sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from stellwerk.routes import Network

MOST_READINGS = 200
"""How many readings of one route are looked at; real routes have one or two."""


class Reading(msgspec.Struct, frozen=True):
    """One way to read a recorded route on the track: its node names, its stops and the track it uses."""

    nodes: tuple[str, ...]
    stops: tuple[int, ...]
    mask: int


class _Leg(msgspec.Struct, frozen=True):
    """Track from one stop to the next."""

    start: int
    to: int
    sides: tuple[str, ...]
    mask: int


def readings(network: Network, legs: Sequence[Sequence[str]], stops: Sequence[str] | None) -> list[Reading]:
    """All ways to read a route given as legs; `stops` are its stops by name, where the record gives them."""
    found: list[Reading] = []
    for reading in _walk(network, legs):
        names = [network.stop(node).name for node in reading.stops]
        if stops is None or list(stops) in (names, names[::-1]):
            found.append(reading)
        if len(found) >= MOST_READINGS:
            break
    return found


def _walk(network: Network, legs: Sequence[Sequence[str]]) -> Iterator[Reading]:
    """Depth first over the legs, each in both directions, joined at stops."""
    options = [[*_tracks(network, leg), *_tracks(network, leg[::-1])] for leg in legs]
    stack: list[tuple[int, Reading]] = []
    for leg in options[0] if options else ():
        stack.append((1, _join(network, None, leg)))
    while stack:
        at, reading = stack.pop()
        if at == len(options):
            yield reading
            continue
        for leg in options[at]:
            if leg.start == reading.stops[-1] and not leg.mask & reading.mask:
                stack.append((at + 1, _join(network, reading, leg)))


def _join(network: Network, before: Reading | None, leg: _Leg) -> Reading:
    end = network.stop(leg.to).name
    if before is None:
        start = network.stop(leg.start).name
        return Reading((start, *leg.sides, end), (leg.start, leg.to), leg.mask)
    return Reading((*before.nodes, *leg.sides, end), (*before.stops, leg.to), before.mask | leg.mask)


def _tracks(network: Network, hexes: Sequence[str]) -> Iterator[_Leg]:
    """The pieces of track that lead from a stop in the first hex to one in the last over just these hexes."""
    track, want = network.track, tuple(hexes)
    starts = [node for node, stop in enumerate(track.stops) if stop.hex == want[0]]
    stack: list[tuple[int, int, tuple[str, ...], tuple[str, ...], int]] = [(n, n, want[:1], (), 0) for n in starts]
    while stack:
        start, node, passed, sides, mask = stack.pop()
        for number in track.out[node]:
            arc = track.arcs[number]
            way = (*passed, *arc.hexes)
            if arc.mask & mask or way != want[: len(way)]:
                continue
            crossed = (*sides, *arc.sides)
            if not network.is_stop(arc.to):
                stack.append((start, arc.to, way, crossed, mask | arc.mask))
            elif (*way, network.stop(arc.to).hex) == want:
                yield _Leg(start, arc.to, crossed, mask | arc.mask)


def legs_of(network: Network, nodes: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """The legs of a route of ours as hexes from stop to stop, and its stops by name."""
    track = network.track
    at, legs, stops = 1, [], [nodes[0]]
    node, leg = track.index[nodes[0]], [track.stops[track.index[nodes[0]]].hex]
    while at < len(nodes):
        arc = next(
            track.arcs[n]
            for n in track.out[node]
            if tuple(nodes[at : at + len(track.arcs[n].sides)]) == track.arcs[n].sides
            and (not network.is_stop(track.arcs[n].to) or nodes[at + len(track.arcs[n].sides)] == track.names[track.arcs[n].to])
        )
        leg += arc.hexes
        node, at = arc.to, at + len(arc.sides)
        if network.is_stop(node):
            hex = track.stops[node].hex
            legs.append([*leg, hex])
            stops.append(nodes[at])
            leg, at = [hex], at + 1
    return legs, stops
