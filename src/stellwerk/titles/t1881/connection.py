"""The first connection of a station on the edge of the map with the centre of Berlin (9.4, R53, R88)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple

from stellwerk.board.board import Board, Laid
from stellwerk.events import MONEY, Event
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.titles.t1881.printed import printed_of


class CentreConnected(Event, frozen=True, tag="centre-connected"):
    """Edge stations are connected with the centre for the first time."""

    sentence: ClassVar[str] = "{company} connects {hexes} with the centre"
    heading: ClassVar[str] = MONEY

    company: str
    hexes: tuple[str, ...]


class Place(NamedTuple):
    """Where a walk has come to: a station (`kind` -1, `at` its city), or a hex over edge `at`, on track of a kind."""

    hex: str
    at: int
    kind: int = -1


def edge_stations_connected(rules: Arranged, tiles: Laid) -> tuple[str, ...]:
    """The stations on the edge of the map that are connected with the centre."""
    link = printed_of(rules.variant).connection_bonus
    connected = stations_connected(rules.board, tiles, link.centre_stations)
    return tuple(hex for hex in link.edge_stations if hex in connected)


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
        yield from (Place(place.hex, city) for _, city in joined)
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
