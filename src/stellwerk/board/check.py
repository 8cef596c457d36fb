"""Is a board fit for play? Every mistake of a board file is found, hex by hex, and told in a sentence.

A board that a person has written may say anything. `Checker` looks at one hex after the other: names, sides, stops,
homes, letters, and whether track meets track. What it finds does not depend on any rule of a title, only on the
companies and tiles it has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from stellwerk.board.board import Board
from stellwerk.board.geometry import EDGES, neighbour, opposite, split
from stellwerk.board.ground import COLORS
from stellwerk.figures import (
    BoardFigure,
    CityFigure,
    CompanyFigure,
    HexFigure,
    OffboardFigure,
    Revenue,
    TileFigure,
    TownFigure,
)

LAYOUTS = ("pointy", "flat")
PRINTED = ("white", "yellow", "green", "brown", "gray", "red", "blue")
FIXED = ("gray", "red", "blue")
"""Colours of hexes no tile is laid on, unless they are flagged `empty`."""
BORDERS = ("impassable", "crossing")
LINKS = ("track", "ferry")
NAME = re.compile(r"[A-Z][0-9]{1,2}")
STOP = re.compile(r"(city|town)[0-9]")
MOST_HEXES, MOST_STOPS, MOST_PLACES, MOST_WORTH, LONGEST = 600, 6, 6, 1000, 60
MOST_LISTED = 15
"""So many tracks, borders, signs, flags, homes or links a hex has at most."""
CROWD, DRAWN_STOPS, DRAWN_PLACES, DRAWN_CROWDS = 3, 4, 8, 12
"""Placing many stops takes a drawing long: a hex with more is not drawn, of those with a crowd of them few."""


class Problem(msgspec.Struct, frozen=True):
    """A mistake: the hex it is on (empty: the whole board), a code for programs, a sentence for people."""

    hex: str
    code: str
    sentence: str


def problems_of(
    board: BoardFigure,
    companies: Mapping[str, CompanyFigure],
    tiles: Mapping[str, TileFigure],
    borders: Collection[str] = (),
) -> tuple[Problem, ...]:
    """All mistakes of a board for a title's companies and tiles; `borders` are kinds of hex sides only it knows."""
    checker = Checker(board, companies, tiles, (*BORDERS, *sorted(set(borders).difference(BORDERS))))
    checker.look()
    order = {hex.at[:LONGEST]: place for place, hex in enumerate(board.hexes)}
    return tuple(
        sorted(
            dict.fromkeys(checker.found), key=lambda problem: order.get(problem.hex, len(order) if problem.hex else -1)
        )
    )


def sound_part(board: BoardFigure, problems: Iterable[Problem]) -> BoardFigure:
    """The board without the hexes that cannot even be drawn."""
    broken = {problem.hex for problem in problems if problem.code in SHAPELESS}
    first = {hex.at: hex for hex in reversed(board.hexes) if NAME.fullmatch(hex.at) and hex.at not in broken}
    kept = [first[name] for name in dict.fromkeys(hex.at for hex in board.hexes) if name in first][:MOST_HEXES]
    crowds = [hex.at for hex in kept if len(_stops_of(hex)) >= CROWD]
    left_out = {*crowds[DRAWN_CROWDS:], *(hex.at for hex in kept if _too_crowded(hex))}
    return msgspec.structs.replace(board, hexes=tuple(hex for hex in kept if hex.at not in left_out))


SHAPELESS = frozenset({"side", "stops", "places", "worth", "color", "name", "link", "words"})
"""Codes of mistakes that leave a hex without a shape."""


class Checker:
    """Looks at a board and collects what is wrong with it."""

    def __init__(
        self,
        board: BoardFigure,
        companies: Mapping[str, CompanyFigure],
        tiles: Mapping[str, TileFigure],
        borders: Collection[str] = BORDERS,
    ) -> None:
        self.board, self.companies, self.tiles, self.borders = board, companies, tiles, borders
        self.found: list[Problem] = []
        self.at = ""
        self.broken: set[str] = set()
        """Hexes whose shape is wrong; what they mean is not asked."""
        self.hexes = {hex.at: hex for hex in board.hexes}

    def refuse(self, code: str, sentence: str) -> None:
        """Note a mistake on the present hex."""
        self.found.append(Problem(self.at, code, sentence))

    def look(self) -> None:
        """Find everything: first the shapes, then what the sound hexes mean together."""
        if not self._is_a_board():
            return
        for figure in self.board.hexes:
            self.at = figure.at
            self._shape(figure)
        self.broken = {problem.hex for problem in self.found}
        for figure in self.board.hexes:
            self.at = figure.at
            if figure.at not in self.broken:
                self._neighbours(figure)
            self._homes(figure)
            self._letters(figure)
        self._companies()
        self.at = ""
        self._tiles()

    def _is_a_board(self) -> bool:
        if self.board.layout not in LAYOUTS:
            self.refuse("layout", f"The layout is pointy or flat, not {self.board.layout[:20]!r}.")
        if not 2 <= len(self.board.hexes) <= MOST_HEXES:
            self.refuse("size", f"A board has 2 to {MOST_HEXES} hexes, not {len(self.board.hexes)}.")
        seen: set[str] = set()
        for hex in self.board.hexes:
            self.at = hex.at[:LONGEST]
            if hex.at in seen:
                self.refuse("twice", f"{self.at} is there twice.")
            seen.add(hex.at)
            if not NAME.fullmatch(hex.at):
                self.refuse("name", f"{self.at!r} is no name of a hex: a letter from A to Z and a number to 99 are.")
        self.at = ""
        return not self.found

    # one hex

    def _shape(self, figure: HexFigure) -> None:
        """What can be said of a hex alone."""
        if figure.color not in PRINTED:
            self.refuse("color", f"{figure.color[:20]!r} is no colour of a hex; {', '.join(PRINTED)} are.")
        if sum(split(figure.at)) % 2 != sum(split(self.board.hexes[0].at)) % 2:
            self.refuse("grid", f"{figure.at} does not lie in the pattern of the others: row and number do not match.")
        lists = (figure.track, figure.borders, figure.stubs, figure.icons, figure.flags, figure.home, figure.links)
        if any(len(listed) > MOST_LISTED for listed in lists):
            self.refuse("stops", f"No list of a hex has more than {MOST_LISTED} entries.")
        self._words(figure)
        self._sides(figure)
        self._stops(figure)
        self._links(figure)

    def _words(self, figure: HexFigure) -> None:
        terrain = figure.cost.terrain if figure.cost else None
        words = (figure.name, figure.label, figure.home_tile, terrain, *figure.icons, *figure.flags)
        for word in words:
            if word is not None and (not 0 < len(word) <= LONGEST or not word.isprintable()):
                self.refuse("words", f"Names, letters and signs have 1 to {LONGEST} printable characters.")

    def _sides(self, figure: HexFigure) -> None:
        """Sides are numbered 0 to 5."""
        for edge in sorted({edge for edge in _edges(figure) if edge not in EDGES}):
            self.refuse("side", f"There is no side {edge}; sides are numbered 0 to 5.")
        for first, second in figure.track:
            if first == second:
                self.refuse("side", f"Track cannot lead from side {first} to the same side.")
        for border in figure.borders:
            if border.kind not in self.borders:
                self.refuse("border", f"{border.kind[:20]!r} is no kind of border; {', '.join(self.borders)} are.")

    def _stops(self, figure: HexFigure) -> None:
        if len(figure.cities) > MOST_STOPS or len(figure.towns) > MOST_STOPS:
            self.refuse("stops", f"A hex has at most {MOST_STOPS} cities and {MOST_STOPS} towns.")
        for city in figure.cities:
            if not 1 <= city.slots <= MOST_PLACES or not 0 <= city.s_slots <= MOST_PLACES:
                self.refuse("places", f"A city has 1 to {MOST_PLACES} places, not {city.slots}.")
        for stop in _stops_of(figure):
            if len(set(stop.exits)) < len(stop.exits):
                self.refuse("side", "A stop names the same side twice.")
            for worth in _worths(stop.revenue):
                if not 0 <= worth <= MOST_WORTH:
                    self.refuse("worth", f"A stop is worth 0 to {MOST_WORTH}, not {worth}.")
            self._phases(stop.revenue)
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

    def _links(self, figure: HexFigure) -> None:
        """Links join stops that are there."""
        here = {f"city{i}" for i in range(len(figure.cities))} | {f"town{i}" for i in range(len(figure.towns))}
        for link in figure.links:
            for end in (link.start, link.to):
                if not STOP.fullmatch(end) or end not in here:
                    self.refuse("link", f"A link leads to {end[:20]!r}, which the hex does not have.")
            if link.kind not in LINKS or link.start == link.to:
                self.refuse("link", f"A link joins two stops, by {' or '.join(LINKS)}.")

    # hexes together

    def _neighbours(self, figure: HexFigure) -> None:
        """Printed track leads to a hex, and meets track there if nothing is ever built on it."""
        around = {edge: neighbour(self.board.layout, figure.at, edge) for edge in EDGES}
        if not any(name in self.hexes for name in around.values()):
            self.refuse("alone", f"{figure.at} has no neighbour.")
            return
        for edge in sorted(_exits(figure) | set(figure.stubs)):
            other = self.hexes.get(around[edge])
            if other is None:
                self.refuse("rim", f"Track leads to side {edge}, where no hex lies.")
            elif other.at not in self.broken and _closed(other) and opposite(edge) not in _exits(other):
                self.refuse(
                    "meet", f"Track leads to side {edge}, but {other.at} has none at its side {opposite(edge)}."
                )
            elif any(border.edge == edge and border.kind == "impassable" for border in figure.borders):
                self.refuse("meet", f"Track leads to side {edge}, which is impassable.")

    def _homes(self, figure: HexFigure) -> None:
        for home in figure.home:
            if home.company not in self.companies:
                known = ", ".join(self.companies)
                self.refuse("home", f"{home.company[:20]!r} is no company; there are {known}.")
            elif home.city is not None and not figure.home_tile and not 0 <= home.city < len(figure.cities):
                self.refuse("home", f"{home.company} is at home in city {home.city}, which the hex does not have.")
        if figure.home_tile is not None and figure.home_tile not in self.tiles:
            self.refuse("home", f"The home tile {figure.home_tile!r} is not in the tile set.")

    def _letters(self, figure: HexFigure) -> None:
        """Letters on a hex one can build on must be on a tile, too."""
        if figure.label is None or _closed(figure):
            return
        known = {letters for tile in self.tiles.values() if tile.label for letters in tile.label.split("/")}
        if figure.label not in known:
            self.refuse("letters", f"No tile is marked {figure.label}; there are {', '.join(sorted(known))}.")

    def _companies(self) -> None:
        """Every company finds its homes."""
        for company in self.companies.values():
            for place in company.home:
                figure = self.hexes.get(place.hex)
                self.at = place.hex
                if figure is None:
                    self.refuse("home", f"{company.id} is at home in {place.hex}, which is not on the board.")
                elif all(home.company != company.id for home in figure.home):
                    self.refuse("home", f"{company.id} is at home in {place.hex}, but the hex does not say so.")

    def _tiles(self) -> None:
        """Tiles for certain hexes find them, and every city or town one can build on finds a tile."""
        for tile in self.tiles.values():
            for name in tile.only_on:
                if name not in self.hexes:
                    self.refuse("tile", f"Tile {tile.id} lies only on {name}, which is not on the board.")
        if self.found:
            return
        board = Board(self.board, self.tiles, dict.fromkeys(self.tiles))
        for figure in self.board.hexes:
            bare = figure.color == "white" and not figure.home_tile
            if bare and not board.fitting({}, figure.at):
                self.at = figure.at
                self.refuse("tile", f"No tile of the set fits on {figure.at}.")


def _too_crowded(figure: HexFigure) -> bool:
    """Does a hex have more stops, or in a crowd of stops more places, than can be drawn in a moment?"""
    stops, places = len(_stops_of(figure)), sum(city.slots for city in figure.cities)
    return stops > DRAWN_STOPS or (stops >= CROWD and places > DRAWN_PLACES)


def _closed(figure: HexFigure) -> bool:
    """Is nothing ever built here?"""
    return figure.color in FIXED and "empty" not in figure.flags


def _stops_of(figure: HexFigure) -> list[CityFigure | TownFigure | OffboardFigure]:
    offboard = [figure.offboard] if figure.offboard else []
    return [*figure.cities, *figure.towns, *offboard]


def _worths(revenue: Revenue) -> tuple[int, ...]:
    return (revenue,) if isinstance(revenue, int) else tuple(revenue.values())


def _exits(figure: HexFigure) -> set[int]:
    """The sides printed track reaches."""
    ends = {edge for pair in figure.track for edge in pair}
    return ends | {edge for stop in _stops_of(figure) for edge in stop.exits}


def _edges(figure: HexFigure) -> Iterator[int]:
    """Every side a hex names."""
    yield from _exits(figure)
    yield from figure.stubs
    yield from (border.edge for border in figure.borders)
    yield from (edge for city in figure.cities for edge in city.sexits)
    yield from (edge for town in figure.towns for edge in town.sexits)
    if figure.sbahn is not None:
        yield from figure.sbahn.route
        yield from (edge for pair in figure.sbahn.track for edge in pair)
