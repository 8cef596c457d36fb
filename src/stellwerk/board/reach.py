"""What a company can reach: the track connected with its stations, past no city that others fill.

A connection follows track from a station to wherever it leads. It never turns back at a junction and never uses
a hex side twice; a city whose places are all taken by others may be reached but not passed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import msgspec

from stellwerk.board.board import Board, Laid
from stellwerk.board.ground import Ground

Entry = tuple[str, int]
"""A hex entered over an edge."""


class Reach(msgspec.Struct, frozen=True):
    """The hexes a company's track arrives at, and the cities on it."""

    entries: frozenset[Entry]
    cities: frozenset[tuple[str, int]]

    def touches(self, name: str, ground: Ground) -> bool:
        """Does connected track arrive at one of the edges this ground uses?"""
        return any((name, edge) in self.entries for edge in ground.exits)


class _Walk:
    """One search over the board."""

    def __init__(self, board: Board, tiles: Laid, passable: Callable[[str, int], bool]):
        self.board = board
        self.tiles = tiles
        self.passable = passable
        self.entries: set[Entry] = set()
        self.cities: set[tuple[str, int]] = set()
        self.bits: dict[str, int] = {}
        self.queue: deque[tuple[Entry, int]] = deque()
        self.cut: set[Entry] = set()

    def leave(self, name: str, edge: int, used: int) -> None:
        """Cross a hex side, unless this connection has crossed it before."""
        entry = self.board.across.get((name, edge))
        if entry is None:
            return
        bit = 1 << self.bits.setdefault(self.board.side(name, edge), len(self.bits))
        if used & bit:
            self.cut.add(entry)
        elif entry not in self.entries:
            self.entries.add(entry)
            self.queue.append((entry, used | bit))

    def enter(self, entry: Entry, used: int) -> None:
        """Go on from an edge of a hex wherever its track leads."""
        name, edge = entry
        ground = self.board.ground(self.tiles, name)
        for way in ground.ways[edge]:
            kind, index = way
            if kind == "side":
                self.leave(name, index, used)
                continue
            if kind == "city":
                self.cities.add((name, index))
            if kind == "town" or (kind == "city" and not ground.terminus and self.passable(name, index)):
                for exit in ground.stop_exits(way):
                    if exit != edge:
                        self.leave(name, exit, used)

    def run(self, starts: Iterable[tuple[str, int]]) -> None:
        """Walk breadth first from the cities where the company has stations."""
        for name, city in starts:
            self.cities.add((name, city))
            for edge in self.board.ground(self.tiles, name).cities[city].exits:
                self.leave(name, edge, 0)
        while self.queue:
            self.enter(*self.queue.popleft())


def reach(
    board: Board, tiles: Laid, stations: Iterable[tuple[str, int]], passable: Callable[[str, int], bool]
) -> Reach:
    """What is connected with these stations; `passable` tells whether a city can be run through."""
    starts = list(stations)
    walk = _Walk(board, tiles, passable)
    walk.run(starts)
    if walk.cut - walk.entries:
        _search_deeper(walk, starts)
    return Reach(frozenset(walk.entries), frozenset(walk.cities))


def _search_deeper(walk: _Walk, starts: list[tuple[str, int]], budget: int = 20_000) -> None:
    """The shortest way to a side may bar itself: look for longer ones, depth first, over simple paths only."""
    board = walk.board
    stack: list[tuple[Entry, frozenset[str]]] = []

    def leave(name: str, edge: int, used: frozenset[str]) -> None:
        side = board.side(name, edge)
        if (name, edge) in board.across and side not in used:
            stack.append((board.across[name, edge], used | {side}))

    for name, city in starts:
        for edge in board.ground(walk.tiles, name).cities[city].exits:
            leave(name, edge, frozenset())
    while stack and budget:
        budget -= 1
        (name, edge), used = stack.pop()
        walk.entries.add((name, edge))
        ground = board.ground(walk.tiles, name)
        for way in ground.ways[edge]:
            kind, index = way
            if kind == "side":
                leave(name, index, used)
                continue
            if kind == "city":
                walk.cities.add((name, index))
            if kind == "town" or (kind == "city" and not ground.terminus and walk.passable(name, index)):
                for exit in ground.stop_exits(way):
                    if exit != edge:
                        leave(name, exit, used)
