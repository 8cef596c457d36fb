"""What can be said of a hex or a tile alone: sides, stops, values, links; and how mistakes are collected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from stellwerk.board.geometry import EDGES
from stellwerk.board.ground import COLORS
from stellwerk.figures import CityFigure, HexFigure, OffboardFigure, Revenue, TileFigure, TownFigure

LINKS = ("track", "ferry")
STOP = re.compile(r"(city|town)[0-9]")
MOST_STOPS, MOST_PLACES, MOST_WORTH, LONGEST = 6, 6, 1000, 60
LONGEST_REMARK = 500
MOST_LISTED = 15
"""So many tracks, borders, signs, flags, homes or links a hex or tile has at most."""
CROWD, DRAWN_STOPS, DRAWN_PLACES, DRAWN_CROWDS = 3, 4, 8, 12
"""Placing many stops takes a drawing long: a hex with more is not drawn, of those with a crowd of them few."""

Face = HexFigure | TileFigure


class Problem(msgspec.Struct, frozen=True):
    """A mistake: where it is, a code for programs, a sentence for people, and which part of the file has it."""

    at: str
    """The hex, the space of the chart or the tile; empty: the whole of it."""
    code: str
    sentence: str
    part: str = "board"
    """`board`, `chart`, `tiles`, or nothing for the file itself."""


class Looker:
    """Looks at one thing after the other and collects what is wrong with it."""

    part = "board"
    """The part of a file it looks at."""

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self.at = ""
        """Where it looks now."""

    def refuse(self, code: str, sentence: str) -> None:
        """Note a mistake at the present place."""
        self.found.append(Problem(self.at, code, sentence, self.part))

    def face(self, figure: Face) -> None:
        """What hexes and tiles have in common."""
        lists = (figure.track, figure.icons, figure.flags, figure.links)
        self.lists(lists)
        terrain = figure.cost.terrain if figure.cost else None
        groups = (city.group for city in figure.cities)
        self.words((figure.label, terrain, *figure.icons, *figure.flags, *groups))
        self._sides(figure)
        self._stops(figure)
        self._links(figure)

    def lists(self, lists: Iterable[tuple[object, ...]]) -> None:
        """No list is endless."""
        if any(len(listed) > MOST_LISTED for listed in lists):
            self.refuse("stops", f"No list of a hex or tile has more than {MOST_LISTED} entries.")

    def words(self, words: Iterable[str | None]) -> None:
        """Names and signs can be shown."""
        for word in words:
            if word is not None and (not 0 < len(word) <= LONGEST or not word.isprintable()):
                self.refuse("words", f"Names, letters and signs have 1 to {LONGEST} printable characters.")

    def remarks(self, remarks: Iterable[str | None]) -> None:
        """Remarks can be shown."""
        for remark in remarks:
            if remark is not None and (len(remark) > LONGEST_REMARK or not remark.isprintable()):
                self.refuse("words", f"A remark has at most {LONGEST_REMARK} printable characters.")

    def _sides(self, figure: Face) -> None:
        """Sides are numbered 0 to 5."""
        for edge in sorted({edge for edge in _edges_named(figure) if edge not in EDGES}):
            self.refuse("side", f"There is no side {edge}; sides are numbered 0 to 5.")
        for first, second in figure.track:
            if first == second:
                self.refuse("side", f"Track cannot lead from side {first} to the same side.")

    def _stops(self, figure: Face) -> None:
        if len(figure.cities) > MOST_STOPS or len(figure.towns) > MOST_STOPS:
            self.refuse("stops", f"A hex or tile has at most {MOST_STOPS} cities and {MOST_STOPS} towns.")
        for city in figure.cities:
            if city.ferry_revenue is not None and not 0 <= city.ferry_revenue <= MOST_WORTH:
                self.refuse("worth", f"A stop is worth 0 to {MOST_WORTH}, not {city.ferry_revenue}.")
            if not 1 <= city.slots <= MOST_PLACES or not 0 <= city.s_slots <= MOST_PLACES:
                self.refuse("places", f"A city has 1 to {MOST_PLACES} places, not {city.slots}.")
        for stop in stops_of(figure):
            if len(set(stop.exits)) < len(stop.exits):
                self.refuse("side", "A stop names the same side twice.")
            for worth in _values_of(stop.revenue):
                if not 0 <= worth <= MOST_WORTH:
                    self.refuse("worth", f"A stop is worth 0 to {MOST_WORTH}, not {worth}.")
            self._phases(stop.revenue)
        if too_crowded(figure):
            self.refuse("crowd", f"So many stops cannot be drawn: {DRAWN_STOPS} with {DRAWN_PLACES} places in all can.")
        if figure.cost is not None and not 0 <= figure.cost.amount <= MOST_WORTH:
            self.refuse("worth", f"Terrain costs 0 to {MOST_WORTH}, not {figure.cost.amount}.")

    def _phases(self, revenue: Revenue) -> None:
        if isinstance(revenue, int):
            return
        for color in revenue:
            if color not in COLORS:
                self.refuse("worth", f"{color[:20]!r} is no colour of a phase; {', '.join(COLORS[1:])} are.")
        if not revenue:
            self.refuse("worth", "A value by phases names at least one phase.")

    def _links(self, figure: Face) -> None:
        """Links join stops that are there."""
        here = {f"city{i}" for i in range(len(figure.cities))} | {f"town{i}" for i in range(len(figure.towns))}
        for link in figure.links:
            for end in (link.start, link.to):
                if not STOP.fullmatch(end) or end not in here:
                    self.refuse("link", f"A link leads to {end[:20]!r}, which is not there.")
            if link.kind not in LINKS or link.start == link.to:
                self.refuse("link", f"A link joins two stops, by {' or '.join(LINKS)}.")


def too_crowded(figure: Face) -> bool:
    """Does a hex have more stops, or in a crowd of stops more places, than can be drawn in a moment?"""
    stops, places = len(stops_of(figure)), sum(city.slots for city in figure.cities)
    return stops > DRAWN_STOPS or (stops >= CROWD and places > DRAWN_PLACES)


def stops_of(figure: Face) -> list[CityFigure | TownFigure | OffboardFigure]:
    """All stops."""
    offboard = figure.offboard if isinstance(figure, HexFigure) else None
    return [*figure.cities, *figure.towns, *([offboard] if offboard else [])]


def _values_of(revenue: Revenue) -> tuple[int, ...]:
    return (revenue,) if isinstance(revenue, int) else tuple(revenue.values())


def exits_of(figure: Face) -> set[int]:
    """The sides printed track reaches."""
    ends = {edge for pair in figure.track for edge in pair}
    return ends | {edge for stop in stops_of(figure) for edge in stop.exits}


def second_exits_of(figure: Face) -> set[int]:
    """The sides printed track of the second kind reaches."""
    ends = {edge for pair in (figure.sbahn.track if figure.sbahn else ()) for edge in pair}
    stops: list[CityFigure | TownFigure] = [*figure.cities, *figure.towns]
    return ends | {edge for stop in stops for edge in stop.sexits}


def _edges_named(figure: Face) -> Iterator[int]:
    """Every side a hex names."""
    yield from exits_of(figure)
    if isinstance(figure, HexFigure):
        yield from figure.stubs
        yield from (border.edge for border in figure.borders)
    yield from second_exits_of(figure)
    if figure.sbahn is not None:
        yield from figure.sbahn.route
