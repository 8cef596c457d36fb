"""What a company can reach: the track connected with its stations, past no city that others fill.

A connection follows track from a station to wherever it leads. It never turns back at a junction and never uses
a hex side twice, and where a game says so it never comes back to a hex; a city whose places are all taken by others
may be reached but not passed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import msgspec

from stellwerk.board.board import Board, Laid
from stellwerk.board.ground import Ground, Way

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
    """One search over the board, breadth first; sides (or hexes) are bits so that a way knows what it has used."""

    def __init__(
        self,
        board: Board,
        tiles: Laid,
        passable: Callable[[str, int], bool],
        closed: Collection[str] = (),
        twice: Collection[str] | None = None,
    ):
        self.board = board
        self.closed = closed
        self.twice = twice
        self.tiles = tiles
        self.passable = passable
        self.entries: set[Entry] = set()
        self.cities: set[tuple[str, int]] = set()
        self.bits: dict[str, int] = {}
        self.queue: deque[tuple[Entry, int]] = deque()
        self.cut: set[Entry] = set()
        self.goals: list[tuple[Entry, int]] = []
        self.goal = ""
        """A hex where every way ends, if there is one."""

    def cross(self, name: str, edge: int) -> tuple[Entry, int] | None:
        """The hex across a side, and the bit of what no way may use again: that side, or the hex."""
        entry = self.board.across.get((name, edge))
        if entry is None or entry[0] in self.closed:
            return None
        return entry, self.hex_bit(entry[0]) or self.bit(self.board.side(name, edge))

    def hex_bit(self, name: str) -> int:
        """The bit of a hex to which no way may come back, if it is one."""
        return 0 if self.twice is None or name in self.twice else self.bit(name)

    def bit(self, name: str) -> int:
        """The bit of a side or a hex."""
        return 1 << self.bits.setdefault(name, len(self.bits))

    def onward(self, name: str, edge: int) -> Iterator[int]:
        """The edges where track that enters a hex over one edge leaves it again; cities on the way are noted."""
        ground = self.board.ground(self.tiles, name)
        for way in ground.ways[edge]:
            if way[0] == "side":
                yield way[1]
            else:
                yield from self.through(name, ground, way, edge)

    def through(self, name: str, ground: Ground, stop: Way, came: int | None) -> Iterator[int]:
        """The edges by which a stop, or one joined with it inside the hex, can be left."""
        seen, ahead = {stop}, [stop]
        while ahead:
            way = ahead.pop()
            if way[0] == "city":
                self.cities.add((name, way[1]))
            if not self.open(name, ground, way):
                continue
            yield from (exit for exit in ground.stop_exits(way) if exit != came)
            joined = [b if a == way else a for a, b, _ in ground.links if way in (a, b)]
            ahead += [other for other in joined if other not in seen]
            seen.update(joined)

    def open(self, name: str, ground: Ground, way: Way) -> bool:
        """Can this stop be passed?"""
        kind, index = way
        return kind == "town" or (kind == "city" and not ground.terminus and self.passable(name, index))

    def starts(self, stations: Iterable[tuple[str, int]]) -> list[tuple[Entry, int]]:
        """The sides next to the company's stations."""
        found = []
        for name, city in stations:
            ground = self.board.ground(self.tiles, name)
            edges = {*ground.cities[city].exits, *self.through(name, ground, ("city", city), None)}
            sides = [(name, edge) for edge in sorted(edges)]
            if ground.offboard is not None and not ground.cities[city].exits:
                sides = self.sides_of_area(name)
            here = self.hex_bit(name)
            crossings = [crossing for side in sides if (crossing := self.cross(*side))]
            found += [(entry, bit | here) for entry, bit in crossings]
        return found

    def sides_of_area(self, name: str) -> list[tuple[str, int]]:
        """The sides by which track leads into a red area: a station in one of its hexes is joined with all of them."""
        grounds = {hex: self.board.printed(hex) for hex in self.board.areas[name]}
        return [(hex, edge) for hex, ground in grounds.items() for edge in sorted(ground.exits)]

    def run(self, starts: list[tuple[Entry, int]]) -> None:
        """Walk breadth first; a way that would use a side again is cut."""
        for entry, bit in starts:
            self.arrive(entry, bit)
        while self.queue:
            (name, edge), used = self.queue.popleft()
            for exit in self.onward(name, edge):
                crossing = self.cross(name, exit)
                if crossing is None:
                    continue
                entry, bit = crossing
                if used & bit:
                    self.cut.add(entry)
                else:
                    self.arrive(entry, used | bit)

    def arrive(self, entry: Entry, used: int) -> None:
        """A hex entered for the first time over this edge."""
        if entry not in self.entries:
            self.entries.add(entry)
            self.queue.append((entry, used))
            if entry[0] == self.goal:
                self.goals.append(self.queue.pop())

    def ways_to(
        self, goal: str, stations: Sequence[tuple[str, int]], loosely: Collection[str] | None = None
    ) -> list[tuple[Entry, int]]:
        """How a hex is entered by the shortest ways that have not been there before.

        With `loosely` they may come back to any hex but these.
        """
        kind = _Walk if loosely is None else _Loose
        walk = kind(self.board, self.tiles, self.passable, (*self.closed, *(loosely or ())), self.twice)
        walk.goal, walk.bits = goal, self.bits
        walk.run(walk.starts(stations))
        return walk.goals

    def go_round(self, stations: Sequence[tuple[str, int]]) -> None:
        """Where no way comes back to a hex, the shortest to a cut entry may lead through its hex: look for others."""
        tried: set[Entry] = set()
        while missing := self.cut - self.entries - tried:
            tried |= missing
            for name in sorted({name for name, _ in missing}):
                for entry, used in self.ways_to(name, stations):
                    self.arrive(entry, used)
            self.run([])

    def could_be_met(self, stations: Sequence[tuple[str, int]]) -> set[Entry]:
        """The cut entries to which there is a way if it may come back to hexes, but not to the station it leaves."""
        grounds = {name: self.board.ground(self.tiles, name) for name, _ in stations}
        homes = [name for name, lies in grounds.items() if len(lies.cities) == 1 and not lies.towns and not lies.track]
        missing = self.cut - self.entries
        goals = {name for name, _ in missing}.difference(homes)
        return missing & {entry for name in goals for entry, _ in self.ways_to(name, stations, homes)}

    def search_deeper(self, starts: list[tuple[Entry, int]], missing: set[Entry], budget: int = 20_000) -> None:
        """The shortest way to a side may bar itself: look for longer ones, depth first, until all cut ones are met."""
        stack = list(starts)
        while stack and budget and missing:
            budget -= 1
            (name, edge), used = stack.pop()
            self.entries.add((name, edge))
            missing.discard((name, edge))
            for exit in self.onward(name, edge):
                crossing = self.cross(name, exit)
                if crossing is None:
                    continue
                if crossing[0] not in self.entries:
                    missing.add(crossing[0])
                if not used & crossing[1]:
                    stack.append((crossing[0], used | crossing[1]))


def find_reach(
    board: Board,
    tiles: Laid,
    stations: Sequence[tuple[str, int]],
    passable: Callable[[str, int], bool],
    closed: Collection[str] = (),
    twice: Collection[str] | None = None,
) -> Reach:
    """What is connected with these stations; `passable` tells whether a city can be run through.

    Hexes in `closed` are barred to the company. Where `twice` is said, no connection comes back to any other hex; ways
    from station to station are not looked for everywhere.
    """
    walk = _Walk(board, tiles, passable, closed, twice)
    starts = walk.starts(stations)
    walk.run(starts)
    if twice is not None:
        walk.go_round(stations)
    if missing := walk.could_be_met(stations) if twice is not None else walk.cut - walk.entries:
        walk.search_deeper(starts, missing)
    return Reach(frozenset(walk.entries), frozenset(walk.cities))


class _Loose(_Walk):
    """A walk that may use a side again."""

    def cross(self, name: str, edge: int) -> tuple[Entry, int] | None:
        """The hex across a side; no bit, so that nothing bars itself."""
        entry = self.board.across.get((name, edge))
        return None if entry is None or entry[0] in self.closed else (entry, 0)


def find_surroundings(
    board: Board,
    tiles: Laid,
    stations: Iterable[tuple[str, int]],
    passable: Callable[[str, int], bool],
    closed: Collection[str] = (),
) -> Reach:
    """Everything these stations could be connected with: at least what `find_reach` finds, and sooner found."""
    walk = _Loose(board, tiles, passable, closed)
    walk.run(walk.starts(stations))
    return Reach(frozenset(walk.entries), frozenset(walk.cities))


def reach_over(board: Board, tiles: Laid, side: tuple[str, int], passable: Callable[[str, int], bool]) -> Reach:
    """What track can be reached by leaving a hex over one of its edges."""
    walk = _Walk(board, tiles, passable)
    crossing = walk.cross(*side)
    walk.run([crossing] if crossing else [])
    return Reach(frozenset(walk.entries), frozenset(walk.cities))
