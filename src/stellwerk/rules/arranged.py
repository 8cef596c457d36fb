"""A title's figures, checked and arranged for use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from stellwerk import market
from stellwerk.board.board import Board
from stellwerk.board.own import Own
from stellwerk.certificates import Register
from stellwerk.figures import (
    BoardFigure,
    ChartFigure,
    CompanyFigure,
    HexPlace,
    PhaseFigure,
    PrivateFigure,
    TileFigure,
    TrainFigure,
    common_tiles,
)
from stellwerk.market import Chart
from stellwerk.position import OFFERING, OUT, POOL, Position
from stellwerk.trains import Cards

if TYPE_CHECKING:
    from stellwerk.steps.base import Act, Task


class Figures(msgspec.Struct, frozen=True):
    """A title's data file."""

    title: str
    designer: str
    publisher: str
    currency: str
    source: str
    starting_cash: Mapping[str, int]
    certificate_limit: Mapping[str, int]
    ownership_limit: Mapping[str, int]
    float_percent: int
    chart: ChartFigure
    companies: tuple[CompanyFigure, ...]
    privates: tuple[PrivateFigure, ...]
    trains: tuple[TrainFigure, ...]
    phases: tuple[PhaseFigure, ...]
    sets: tuple[tuple[int, ...], ...]
    tiles: Mapping[str, int | None]
    tile_definitions: tuple[TileFigure, ...]
    boards: Mapping[str, BoardFigure]
    station_costs: Mapping[str, int]
    dividend_steps: Mapping[str, int]
    sizes: tuple[str, ...] = ()
    bank: int | None = None
    upgrades: Mapping[str, tuple[str, ...]] = {}
    home_bonus: int = 0
    about: str = ""
    """The game in one line, in our words."""
    variant_name: str = ""
    """What people call the variant, where its id says it too shortly."""
    clauses: Mapping[str, str] = {}
    """Code of a refusal (and its case) to the section of the rule book that stands behind it."""
    facts: Mapping[str, Mapping[str, str]] = {}
    """What the fact sheet says of a section of the rule book, in our words, by chapters of the sheet."""
    sources: Mapping[str, tuple[str, ...]] = {}
    """Which figures come from the rules, which are public and which reconstructed, where they differ in that."""


def replaced(figures: Figures, own: Own) -> Figures:
    """A title's figures with own ones in place of the printed; with a board come the homes that it shows."""
    replace = msgspec.structs.replace
    if own.board is not None:
        homes = tuple(_at_home(company, own.board) for company in figures.companies)
        figures = replace(figures, boards={"own": own.board}, companies=homes)
    if own.chart is not None:
        figures = replace(figures, chart=own.chart)
    if own.tiles is not None:
        tiles = own.tiles
        figures = replace(figures, tiles=tiles.counts, tile_definitions=tiles.definitions, upgrades=tiles.upgrades)
    return figures


def _at_home(company: CompanyFigure, board: BoardFigure) -> CompanyFigure:
    """A company at home where a board says so; places the charter names come first, in its order."""
    shown = [HexPlace(hex.at, home.city) for hex in board.hexes for home in hex.home if home.company == company.id]
    home = (*(place for place in company.home if place in shown), *(p for p in shown if p not in company.home))
    if home == company.home:
        return company
    names = {hex.at: hex.name for hex in board.hexes}
    name = names.get(home[0].hex) if home else None
    return msgspec.structs.replace(company, home=home, home_name=name or company.home_name)


class Stage(msgspec.Struct, frozen=True):
    """One stage of a company's turn: its name, what may be done in it, whether it must be done."""

    name: str
    acts: tuple[Any, ...]
    must: bool = False


class Arranged:
    """What every question leans on: the figures of a title in one of its variants, and its fixed answers."""

    title: ClassVar[str]
    variants: ClassVar[tuple[str, ...]] = ("base",)
    newest_edition: ClassVar[int] = 1
    """The edition of the rules that is played now; the older ones are in `editions.py` of the title's folder."""
    programs: ClassVar[tuple[str, ...]] = ("book",)
    """Values of a game's `rules`: the book, or a program whose deviations recorded games need."""
    tasks: ClassVar[tuple[type[Task], ...]] = ()
    """The steps that may stand on the agenda."""
    turn: ClassVar[tuple[Stage, ...]] = ()
    """The stages of a company's turn, in order."""
    any_time: ClassVar[tuple[Act, ...]] = ()
    """What a company may do at any point of its turn."""
    stock_acts: ClassVar[tuple[Act, ...]] = ()
    """What a player may do in his turn of a stock round beside buying, selling and passing."""
    players_may_leave: ClassVar[bool] = False
    """Can a player go bankrupt and leave the game?"""
    receivership: ClassVar[bool] = False
    """Can a company be without a director?"""
    silent_partners: ClassVar[tuple[str, ...]] = ()
    """Who holds shares like a player but has no seat and never acts."""
    purses: ClassVar[tuple[str, ...]] = ()
    """Where money lies beside players, companies and bank."""
    sales_go_to: ClassVar[str] = POOL
    """Where shares lie that players sell."""
    sources: ClassVar[tuple[str, ...]] = (OFFERING, POOL)
    """Where players buy shares."""
    floats_at_once: ClassVar[bool] = True
    """Does a company float with the purchase that reaches its mark (otherwise at the end of the stock round)?"""

    def __init__(self, figures: Figures, variant: str = "base", program: str = "book", edition: int | None = None):
        self.figures = figures
        self.variant = variant
        self.program = program
        self.edition = self.newest_edition if edition is None else edition
        self.own: Own | None = None
        """The figures that stand in place of the printed ones, if there are such."""

    def on(self, own: Own) -> Self:
        """The same rules with own figures."""
        rules = type(self)(replaced(self.figures, own), self.variant, self.program, self.edition)
        rules.own = own
        return rules

    @cached_property
    def own_digest(self) -> str | msgspec.UnsetType:
        """How positions name the own figures; nothing where all are printed."""
        return self.own.digest() if self.own is not None else msgspec.UNSET

    @property
    def edition_named(self) -> int | msgspec.UnsetType:
        """How positions name the edition; the first has no name, so that its games keep their hashes."""
        return self.edition if self.edition > 1 else msgspec.UNSET

    def named_hexes(self) -> frozenset[str]:
        """The hexes that the rules themselves speak of: every board of the title has them."""
        return frozenset(private.hex for private in self.figures.privates if private.hex)

    def named_tiles(self) -> frozenset[str]:
        """The tiles that the rules themselves speak of: every tile set of the title has them."""
        return frozenset(company.home_tile for company in self.figures.companies if company.home_tile)

    def clause(self, code: str, about: str = "") -> str | None:
        """The clause behind a refusal; a book may have one for a company, a size of them, a hex, a step or a round."""
        size = self.companies[about].size if about in self.companies else ""
        clauses = self.figures.clauses
        section = clauses.get(f"{code} {about}") or clauses.get(f"{code} {size}") or clauses.get(code)
        return f"{self.title}/{section}" if section else None

    @cached_property
    def companies(self) -> dict[str, CompanyFigure]:
        """Company id to its charter."""
        return {company.id: company for company in self.figures.companies}

    @cached_property
    def privates(self) -> dict[str, PrivateFigure]:
        """Private company id to its card."""
        return {private.id: private for private in self.figures.privates}

    @cached_property
    def phases(self) -> dict[str, PhaseFigure]:
        """Phase name to what holds in it."""
        return {phase.phase: phase for phase in self.figures.phases}

    @cached_property
    def register(self) -> Register:
        """All certificates."""
        return Register(self.figures.companies, self.silent_partners)

    @cached_property
    def cards(self) -> Cards:
        """All train cards."""
        return Cards(self.figures.trains)

    @cached_property
    def chart(self) -> Chart:
        """The stock chart."""
        return Chart(self.figures.chart)

    @cached_property
    def board(self) -> Board:
        """The board and its tiles."""
        own = {tile.id: tile for tile in self.figures.tile_definitions}
        known = {**common_tiles(), **own}
        tiles = {name: known[name] for name in self.figures.tiles}
        board = next(iter(self.figures.boards.values()))
        return Board(board, tiles, self.figures.tiles, self.figures.upgrades)

    def stages(self, position: Position, company: str) -> tuple[Stage, ...]:
        """The stages of a company's turn, called and counted like those of `turn`."""
        return self.turn

    def phase_rank(self, phase: str) -> int:
        """How late in the game a phase comes."""
        return list(self.phases).index(phase)

    def gone(self, position: Position, company: str) -> bool:
        """Has a company left the game, closed or taken over?"""
        return position.certificates[self.register.of[company][0].id] == OUT

    def limit_of_certificates(self, position: Position) -> int:
        """How many certificates a player may hold."""
        return self.figures.certificate_limit[str(len(position.players))]

    def operating_order(self, position: Position) -> list[str]:
        """Floated companies, highest price first, the upper marker first."""
        return [company for company in market.in_order(position, self.chart) if company in position.floated]
