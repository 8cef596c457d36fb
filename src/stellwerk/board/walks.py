"""Walks over both kinds of track of a board: which stations they lead to (`stations_connected`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from stellwerk.board.board import Board, Laid


class Place(NamedTuple):
    """Where a walk has come to: a station (`kind` -1, `at` its city), or a hex over edge `at`, on track of a kind."""

    hex: str
    at: int
    kind: int = -1


def stations_connected(board: Board, tiles: Laid, starts: Iterable[str]) -> frozenset[str]:
    """The hexes of all stations to which a walk leads from the stations of these hexes.

    A walk goes on over either kind of track and changes between them only in a station; it never turns back on a switch
    or at a halt, and may come back to any track. No depot stops it.
    """
    cities = {hex: board.ground(tiles, hex).cities for hex in starts}
    ahead = [Place(hex, city) for hex, here in cities.items() for city in range(len(here))]
    seen = set(ahead)
    while ahead:
        new = set(_walk_on((board, board.second_track), tiles, ahead.pop())) - seen
        seen |= new
        ahead += new
    return frozenset(place.hex for place in seen if place.kind == -1)


def _walk_on(kinds: tuple[Board, Board], tiles: Laid, place: Place) -> Iterator[Place]:
    """Where a walk may go from a place."""
    if place.kind == -1:
        for kind, board in enumerate(kinds):
            ground = board.ground(tiles, place.hex)
            yield from _cross(board, place.hex, ground.cities[place.at].exits, kind)
        here = ("city", place.at)
        joined = [b if a == here else a for a, b, _ in ground.links if here in (a, b)]
        yield from (Place(place.hex, number) for what, number in joined if what == "city")
        return
    board = kinds[place.kind]
    ground = board.ground(tiles, place.hex)
    for what, number in ground.ways[place.at]:
        if what == "city":
            yield Place(place.hex, number)
        else:
            exits = (number,) if what == "side" else ground.towns[number].exits
            yield from _cross(board, place.hex, (edge for edge in exits if edge != place.at), place.kind)


def _cross(board: Board, hex: str, edges: Iterable[int], kind: int) -> Iterator[Place]:
    """The places beyond some edges of a hex."""
    return (Place(*board.across[hex, edge], kind) for edge in edges if (hex, edge) in board.across)
