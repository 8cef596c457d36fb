"""The board in pieces, for pages: ground below the runs, stops and writing above them, a tile to be tried between.

The pieces of a hex are kept by what they depend on (what lies there, the phase), and shared by all boards of a
title. So a board is put together in about a millisecond, and one that differs in a hex costs one hex more. Nothing in
them speaks a language, and a page's style sheet colours them in both themes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from weakref import WeakKeyDictionary

from stellwerk.board.board import Board
from stellwerk.draw import geometry, layers, runs, second_track
from stellwerk.draw.capsules import Delivery
from stellwerk.draw.game import company_at_turn, kept_homes, stations_to_draw
from stellwerk.draw.geometry import Point
from stellwerk.draw.layers import Box, Cell, Laid, Look
from stellwerk.draw.markup import make_group, write_number
from stellwerk.draw.station_places import homes_beside
from stellwerk.draw.style import LIGHT
from stellwerk.figures import CompanyFigure, HexFigure
from stellwerk.game import Game
from stellwerk.rules import Rules

KEPT = 16384
"""So many hexes are remembered; one takes about two kilobytes."""


class Source:
    """A board with its companies; pieces drawn from it are told apart by it."""

    def __init__(self, board: Board, companies: Mapping[str, CompanyFigure]):
        self.figure = board.figure
        self.catalogue = board.tiles
        self.companies = companies
        self.second = second_track.companies_of_parts(companies)
        self.beside = homes_beside(companies)


@dataclass(frozen=True, slots=True)
class Lies:
    """What the drawing of one hex depends on."""

    hex: str
    tile: tuple[str, int] | None
    stations: tuple[tuple[str, int], ...]
    kept: tuple[tuple[str, int | None], ...]
    markers: tuple[str, ...]
    worth: int | None
    spent: bool
    """Does the home tile that could lie here lie elsewhere?"""
    values: str
    whose: str = field(default="", repr=False)
    """The company for which the worth counts."""
    delivery: Delivery | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Piece:
    """One hex: how it is drawn, and its markup, layer by layer, at its place on the board."""

    cell: Cell
    ground: str
    borders: str
    stops: str
    tokens: str
    writing: str

    @property
    def over(self) -> str:
        """All that lies above the runs."""
        return self.stops + self.tokens + self.writing


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board in pieces."""

    look: Look
    box: Box
    pieces: Mapping[str, Piece]
    lies: tuple[Lies, ...]

    @property
    def view_box(self) -> str:
        """The view box of the drawing."""
        return " ".join(write_number(side) for side in self.box)

    @property
    def key(self) -> str:
        """A short name of what is drawn: the same for the same picture."""
        more = [(here.hex, here.whose, here.delivery) for here in self.lies if here.whose or here.delivery]
        text = (repr((self.look.layout, self.lies)) + (repr(more) if more else "")).encode()
        return hashlib.blake2b(text, digest_size=8).hexdigest()

    def under(self) -> str:
        """The rim, the ground with its track, and the sides with rules of their own."""
        cells = [piece.cell for piece in self.pieces.values()]
        ground = make_group(*(piece.ground for piece in self.pieces.values()), class_="layer ground")
        borders = make_group(*(piece.borders for piece in self.pieces.values()), class_="layer borders")
        return layers.draw_rim(cells, self.look, self.box) + ground + borders

    def over(self, without: str = "") -> str:
        """Stops, stations and writing; one hex may be left out, for a tile that is tried there."""
        shown = [piece for hex, piece in self.pieces.items() if hex != without]
        return "".join(
            make_group(*parts, class_=f"layer {name}")
            for name, parts in (
                ("stops", [piece.stops for piece in shown]),
                ("tokens", [piece.tokens for piece in shown]),
                ("writing", [piece.writing for piece in shown]),
            )
        )

    def runs(
        self, routes: Sequence[Sequence[str]], worths: Sequence[int], loads: Sequence[int] = ()
    ) -> tuple[str, str]:
        """The lines of runs, and the boxes with their values and what they carry."""
        sites = {hex: runs.RunSite(piece.cell.at, piece.cell.plan) for hex, piece in self.pieces.items()}
        lines, boxes = runs.draw_runs(routes, worths, sites, self.look.layout, self.look.theme, loads)
        return "".join(lines), "".join(boxes)

    def outline(self, scale: float = 1.0) -> str:
        """The corners of a hex around its middle, as a polygon wants them."""
        return _write_points(geometry.hex_corners(self.look.layout, scale))

    def pennant(self) -> str:
        """The corners of the pennant of a hex on which a tile is new."""
        x, y = (0.0, -49.0) if self.look.layout == "pointy" else (-22.0, -45.0)
        return _write_points(((x - 9, y - 5), (x + 9, y - 5), (x, y + 5)))

    def around(self, hex: str, across: float = 3.1, down: float = 1.75) -> str:
        """A view box with a hex in its middle, so many hexes wide and high."""
        x, y = self.pieces[hex].cell.at
        width, height = across * 2 * geometry.APOTHEM, down * 2 * geometry.RADIUS
        return " ".join(write_number(side) for side in (x - width / 2, y - height / 2, width, height))


def _write_points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{write_number(x)},{write_number(y)}" for x, y in points)


_sources: WeakKeyDictionary[Board, Source] = WeakKeyDictionary()


def _source_of_pieces(rules: Rules) -> Source:
    source = _sources.get(rules.board)
    if source is None:
        source = _sources.setdefault(rules.board, Source(rules.board, rules.companies))
    return source


def sheet_of(game: Game, loads: Mapping[str, int] | None = None, company: str | None = None) -> Sheet:
    """The board of a game as it lies; with `loads`, how many are chosen to go to red areas.

    What stops count for a company is told for the one that is named, else for the one that has its turn.
    """
    rules, pos = game.rules, game.position
    source, values = _source_of_pieces(rules), rules.phases[pos.phase].values
    kept, signs, whose = kept_homes(game), rules.signs(pos), company_at_turn(game)
    whose = company if company in rules.companies else whose
    worths, markers = rules.stop_values(pos, whose), signs.hexes
    goals = {hex: Delivery(amount, (loads or {}).get(hex, 0)) for hex, amount in signs.deliveries.items()}
    laid, stations = {tile for tile, _ in pos.tiles.values()}, stations_to_draw(rules, pos)
    lies = tuple(
        Lies(
            hex=figure.at,
            tile=pos.tiles.get(figure.at),
            stations=tuple(stations.get(figure.at, ())),
            kept=tuple(kept.get(figure.at, ())),
            markers=tuple(markers.get(figure.at, ())),
            worth=worths.get(figure.at),
            spent=figure.home_tile is not None and figure.home_tile in laid,
            values=values,
            whose=whose if figure.at in worths and figure.offboard is None else "",
            delivery=goals.get(figure.at),
        )
        for figure in source.figure.hexes
    )
    pieces = {here.hex: _draw_piece(source, here) for here in lies}
    box = layers.view_box([piece.cell for piece in pieces.values()], source.figure.layout)
    return Sheet(_look_of_source(source, values), box, pieces, lies)


def _look_of_source(source: Source, values: str) -> Look:
    return Look(source.figure.layout, source.companies, LIGHT, values)


@lru_cache(KEPT)
def _draw_piece(source: Source, here: Lies) -> Piece:
    """Draw one hex."""
    figure = next(figure for figure in source.figure.hexes if figure.at == here.hex)
    look = _look_of_source(source, here.values)
    cell = layers.cell_of(figure, look.layout, _lay_on_hex(source, figure, here), look.theme)
    return Piece(
        cell=cell,
        ground=layers.put_in_place(cell, layers.draw_ground_layer(cell, look)),
        borders=layers.draw_borders_layer(cell, look),
        stops=layers.put_in_place(cell, layers.draw_stops_layer(cell, look)),
        tokens=layers.put_in_place(cell, layers.draw_tokens_layer(cell, look)),
        writing=layers.put_in_place(cell, layers.draw_writing_layer(cell, look)),
    )


def _lay_on_hex(source: Source, figure: HexFigure, here: Lies) -> Laid:
    """What lies on one hex, and its home tile elsewhere if it does."""
    tiles = {here.hex: here.tile} if here.tile else {}
    elsewhere = {"": (figure.home_tile, 0)} if here.spent and figure.home_tile and not here.tile else {}
    return Laid(
        source.catalogue,
        {**tiles, **elsewhere},
        {here.hex: here.stations},
        {here.hex: here.kept},
        {here.hex: here.markers},
        {here.hex: here.worth} if here.worth is not None else {},
        source.second,
        here.whose,
        {here.hex: here.delivery} if here.delivery is not None else {},
        source.beside,
    )
