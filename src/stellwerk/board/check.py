"""Is a board fit for play? Every mistake of a board file is found, hex by hex, and told in a sentence.

A board that a person has written may say anything. `Checker` looks at one hex after the other: names, sides, stops,
homes, letters, and whether track meets track. What it finds does not depend on any rule of a title, only on the
companies and tiles it has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

import msgspec

from stellwerk.board.board import Board
from stellwerk.board.geometry import EDGES, neighbour_hex, opposite_edge, split_hex_name
from stellwerk.board.ground import COLORS
from stellwerk.board.shapes import (
    CROWD,
    DRAWN_CROWDS,
    LONGEST,
    MOST_PLACES,
    Looker,
    Problem,
    exits_of,
    stops_of,
    too_crowded,
)
from stellwerk.figures import BoardFigure, CompanyFigure, HexFigure, TileFigure

LAYOUTS = ("pointy", "flat")
PRINTED = ("white", "yellow", "green", "brown", "gray", "red", "blue")
FIXED = ("gray", "red", "blue")
"""Colours of hexes no tile is laid on, unless they are flagged `empty`."""
BORDERS = ("impassable", "crossing")
NAME = re.compile(r"[A-Z][0-9]{1,2}")
MOST_HEXES = 600


def problems_of(
    board: BoardFigure,
    companies: Mapping[str, CompanyFigure],
    tiles: Mapping[str, TileFigure],
    borders: Collection[str] = (),
    named: Mapping[str, HexFigure] | None = None,
) -> tuple[Problem, ...]:
    """All mistakes of a board for a title's companies and tiles.

    `borders` are kinds of hex sides only the title knows; `named` are the printed hexes its rules speak of.
    """
    checker = Checker(board, companies, tiles, (*BORDERS, *sorted(set(borders).difference(BORDERS))), named)
    checker.look()
    order = {hex.at[:LONGEST]: place for place, hex in enumerate(board.hexes)}
    return tuple(
        sorted(
            dict.fromkeys(checker.found), key=lambda problem: order.get(problem.at, len(order) if problem.at else -1)
        )
    )


def sound_part(board: BoardFigure, problems: Iterable[Problem]) -> BoardFigure:
    """The board without the hexes that cannot even be drawn."""
    broken = {problem.at for problem in problems if problem.code in SHAPELESS}
    first = {hex.at: hex for hex in reversed(board.hexes) if NAME.fullmatch(hex.at) and hex.at not in broken}
    kept = [first[name] for name in dict.fromkeys(hex.at for hex in board.hexes) if name in first][:MOST_HEXES]
    crowds = [hex.at for hex in kept if len(stops_of(hex)) >= CROWD]
    left_out = {*crowds[DRAWN_CROWDS:], *(hex.at for hex in kept if too_crowded(hex))}
    return msgspec.structs.replace(board, hexes=tuple(hex for hex in kept if hex.at not in left_out))


SHAPELESS = frozenset({"side", "stops", "places", "worth", "color", "name", "link", "words"})
"""Codes of mistakes that leave a hex without a shape."""


class Checker(Looker):
    """Looks at a board and collects what is wrong with it."""

    def __init__(
        self,
        board: BoardFigure,
        companies: Mapping[str, CompanyFigure],
        tiles: Mapping[str, TileFigure],
        borders: Collection[str] = BORDERS,
        named: Mapping[str, HexFigure] | None = None,
    ) -> None:
        self.board, self.companies, self.tiles, self.borders = board, companies, tiles, borders
        self.named = named or {}
        super().__init__()
        self.broken: set[str] = set()
        """Hexes whose shape is wrong; what they mean is not asked."""
        self.hexes = {hex.at: hex for hex in board.hexes}

    def look(self) -> None:
        """Find everything: first the shapes, then what the sound hexes mean together."""
        if not self._is_a_board():
            return
        for figure in self.board.hexes:
            self.at = figure.at
            self._shape(figure)
        self.broken = {problem.at for problem in self.found}
        for figure in self.board.hexes:
            self.at = figure.at
            if figure.at not in self.broken:
                self._neighbours(figure)
            self._homes(figure)
            self._letters(figure)
        self._companies()
        self._named()
        self.at = ""
        self._tiles()

    def _is_a_board(self) -> bool:
        self.remarks((self.board.note, self.board.source))
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
        if sum(split_hex_name(figure.at)) % 2 != sum(split_hex_name(self.board.hexes[0].at)) % 2:
            self.refuse("grid", f"{figure.at} does not lie in the pattern of the others: row and number do not match.")
        self.lists((figure.borders, figure.stubs, figure.home, figure.only_tiles))
        group = figure.offboard.group if figure.offboard else None
        self.words((figure.name, figure.home_tile, group, *figure.only_tiles))
        self.remarks((figure.note, figure.source))
        self.face(figure)
        self._printed(figure)

    def _printed(self, figure: HexFigure) -> None:
        """What only hexes have."""
        for border in figure.borders:
            if border.kind not in self.borders:
                self.refuse("border", f"{border.kind[:20]!r} is no kind of border; {', '.join(self.borders)} are.")
        if figure.offboard is not None and not 0 <= figure.offboard.slots <= MOST_PLACES:
            self.refuse("places", f"A red area has 0 to {MOST_PLACES} places, not {figure.offboard.slots}.")
        if figure.label_from is not None and figure.label_from not in COLORS:
            self.refuse("color", f"{figure.label_from[:20]!r} is no colour of a tile; {', '.join(COLORS[1:])} are.")

    # hexes together

    def _neighbours(self, figure: HexFigure) -> None:
        """Printed track leads to a hex, and meets track there if nothing is ever built on it."""
        around = {edge: neighbour_hex(self.board.layout, figure.at, edge) for edge in EDGES}
        if not any(name in self.hexes for name in around.values()):
            self.refuse("alone", f"{figure.at} has no neighbour.")
            return
        for edge in sorted(exits_of(figure) | set(figure.stubs)):
            other = self.hexes.get(around[edge])
            if other is None:
                self.refuse("rim", f"Track leads to side {edge}, where no hex lies.")
            elif other.at not in self.broken and _is_closed(other) and opposite_edge(edge) not in exits_of(other):
                self.refuse(
                    "meet", f"Track leads to side {edge}, but {other.at} has none at its side {opposite_edge(edge)}."
                )
            elif any(border.edge == edge and border.kind == "impassable" for border in figure.borders):
                self.refuse("meet", f"Track leads to side {edge}, which is impassable.")
        for edge in sorted(figure.sbahn.route if figure.sbahn else ()):
            beyond = self.hexes.get(around[edge])
            kept = beyond.sbahn.route if beyond is not None and beyond.sbahn else ()
            if opposite_edge(edge) not in kept:
                self.refuse("meet", f"The route for another kind of track does not go on at side {edge}.")

    def _homes(self, figure: HexFigure) -> None:
        for home in figure.home:
            company = self.companies.get(home.company)
            if company is None:
                known = ", ".join(self.companies)
                self.refuse("home", f"{home.company[:20]!r} is no company; there are {known}.")
            elif company.home_tile != figure.home_tile:
                tile, here = company.home_tile or "-", (figure.home_tile or "-")[:20]
                self.refuse("home", f"{home.company} starts with the home tile {tile}; the hex names {here}.")
            elif not figure.home_tile and not 0 <= (home.city or 0) < len(figure.cities):
                self.refuse("home", f"{home.company} is at home in city {home.city}, which the hex does not have.")
        if figure.home_tile is not None and figure.home_tile not in self.tiles:
            self.refuse("home", f"The home tile {figure.home_tile[:20]!r} is not in the tile set.")
        for tile in figure.only_tiles:
            if tile not in self.tiles:
                self.refuse("tile", f"Tile {tile[:20]!r}, which may lie here, is not in the tile set.")

    def _letters(self, figure: HexFigure) -> None:
        """Letters on a hex one can build on must be on a tile, too."""
        if figure.label is None or _is_closed(figure):
            return
        known = {letters for tile in self.tiles.values() if tile.label for letters in tile.label.split("/")}
        if figure.label not in known:
            self.refuse("letters", f"No tile is marked {figure.label}; there are {', '.join(sorted(known))}.")

    def _companies(self) -> None:
        """Every company finds as many homes as its charter has."""
        for company in self.companies.values():
            shown = [hex.at for hex in self.board.hexes for home in hex.home if home.company == company.id]
            missing = [place.hex for place in company.home if place.hex not in shown]
            for place in missing[: max(0, len(company.home) - len(shown))]:
                self.at = place
                self.refuse("home", f"{company.id} is at home in {place}, but no hex says so.")
            if len(shown) > len(company.home):
                self.at = shown[-1]
                self.refuse("home", f"{company.id} is at home in {', '.join(shown)}: too many hexes by its charter.")

    def _named(self) -> None:
        """The hexes the rules speak of are there, with their stops."""
        for name, printed in self.named.items():
            self.at, figure = name, self.hexes.get(name)
            if figure is None:
                self.refuse("named", f"The rules speak of {name}, which is not on the board.")
            elif _count_stops(figure) != _count_stops(printed):
                wanted, here = (" / ".join(map(str, _count_stops(one))) for one in (printed, figure))
                self.refuse("named", f"By the rules {name} has cities / towns / red areas {wanted}, not {here}.")

    def _tiles(self) -> None:
        """Tiles for certain hexes find them, and every city or town one can build on finds a tile."""
        for tile in self.tiles.values():
            for name in tile.only_on:
                if name not in self.hexes:
                    self.refuse("tile", f"Tile {tile.id} lies only on {name}, which is not on the board.")
        crowds = [figure.at for figure in self.board.hexes if len(stops_of(figure)) >= CROWD]
        if len(crowds) > DRAWN_CROWDS:
            self.refuse("crowd", f"At most {DRAWN_CROWDS} hexes have {CROWD} stops or more, not {len(crowds)}.")
        if self.found:
            return
        board = Board(self.board, self.tiles, dict.fromkeys(self.tiles))
        for figure in self.board.hexes:
            bare = figure.color == "white" and not figure.home_tile
            if bare and not board.fitting({}, figure.at):
                self.at = figure.at
                self.refuse("tile", f"No tile of the set fits on {figure.at}.")


def _count_stops(figure: HexFigure) -> tuple[int, int, int]:
    """How many cities, towns and red areas a hex has."""
    return len(figure.cities), len(figure.towns), int(figure.offboard is not None)


def _is_closed(figure: HexFigure) -> bool:
    """Is nothing ever built here?"""
    return figure.color in FIXED and "empty" not in figure.flags
