"""A title's figures, checked and arranged for use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from stellwerk import market
from stellwerk.board.board import Board
from stellwerk.board.own_figures import Own
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
from stellwerk.position import OFFERING, POOL, Position, Round, TitleState
from stellwerk.round_kinds import SETUP, RoundKind
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
    pool_limit: int = 100
    """How many percent of a company may lie in the pool."""
    revenue_unit: int = 1
    """Revenue is rounded down to a multiple of this."""
    named_hexes: tuple[str, ...] = ()
    """Hexes that the rules themselves speak of, beside those of the private companies: every board has them."""
    named_tiles: tuple[str, ...] = ()
    """Tiles that the rules themselves speak of, beside those of the charters: every tile set has them."""
    advice: Mapping[str, str] = {}
    """What the book advises against in this variant, by the number of players."""
    about: str = ""
    """The game in one line, in our words."""
    variant_name: str = ""
    """What people call the variant, where its id says it too shortly."""
    clauses: Mapping[str, str] = {}
    """Code of a refusal (and its case) to the section of the rule book that stands behind it."""
    facts: Mapping[str, Mapping[str, str]] = {}
    """What the fact sheet says of a section of the rule book, in our words, by chapters of the sheet."""
    trains_stay: bool = False
    """Does a train stay that a later one would scrap: obsolete, but it can still run?"""
    sections: tuple[str, ...] = ()
    """The beginnings of the sections that hold, for a variant that leaves much of the book out; empty: all hold."""
    sources: Mapping[str, tuple[str, ...]] = {}
    """Which figures come from the rules, which are public and which reconstructed, where they differ in that."""

    def player_counts(self) -> Sequence[int]:
        """For how many players the game is."""
        return sorted(int(count) for count in self.starting_cash)

    @property
    def has_money(self) -> bool:
        """Is it played with money? Where it is not there are no purses, no prices and no costs."""
        return any(self.starting_cash.values())

    def size_rank(self, size: str) -> int:
        """How big a size is; sizes come in order."""
        return self.sizes.index(size)


def replace_figures(figures: Figures, own: Own) -> Figures:
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
    """What it is called in addresses and files; the first one is played where nobody names one."""
    newest_edition: ClassVar[int] = 1
    """The edition of the rules that is played now; the older ones are in `editions.py` of the title's folder."""
    programs: ClassVar[tuple[str, ...]] = ("book",)
    """Values of a game's `rules`: the book, or a program whose deviations recorded games need."""
    tasks: ClassVar[tuple[type[Task], ...]] = ()
    """The steps that may stand on the agenda."""
    state: ClassVar[type[TitleState]] = TitleState
    """What its positions remember that no other title knows."""
    own_rounds: ClassVar[tuple[RoundKind, ...]] = ()
    """Kinds of rounds it has beside those its steps begin."""
    turn: ClassVar[tuple[Stage, ...]] = ()
    """The stages of a company's turn, in order."""
    other_turns: ClassVar[tuple[tuple[Stage, ...], ...]] = ()
    """Turns of other shapes, which some companies have."""
    any_time: ClassVar[tuple[Act, ...]] = ()
    """What a company may do at any point of its turn."""
    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {}
    """What may be done in a step, where it is not what the step says by itself; a class names the steps it changes."""
    players_may_leave: ClassVar[bool] = False
    """Can a player go bankrupt and leave the game?"""
    players_may_owe: ClassVar[bool] = False
    """Can a player have less than nothing?"""
    privates_count: ClassVar[bool] = True
    """Do private companies count against the certificate limit?"""
    treasuries_may_owe: ClassVar[bool] = False
    """Can a company have less than nothing?"""
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
        rules = type(self)(replace_figures(self.figures, own), self.variant, self.program, self.edition)
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

    def clause(self, code: str, about: str = "") -> str | None:
        """The clause behind a refusal; a book may have one for a company, a size of them, a hex, a step or a round."""
        size = self.companies[about].size if about in self.companies else ""
        clauses = self.figures.clauses
        section = clauses.get(f"{code} {about}") or clauses.get(f"{code} {size}") or clauses.get(code)
        return f"{self.title}/{section}" if section else None

    @cached_property
    def acts_by_step(self) -> Mapping[type[Task], tuple[Act, ...]]:
        """Step to what may be done in it, for the steps that this title, variant, program or edition changes."""
        found: dict[type[Task], tuple[Act, ...]] = {}
        for kind in reversed(type(self).__mro__):
            found |= vars(kind).get("step_acts", {})
        return found

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

    @cached_property
    def round_kinds(self) -> dict[str, RoundKind]:
        """The kinds of rounds of the game, by name."""
        begun = [task.round_kind for task in self.tasks if task.round_kind is not None]
        return {kind.name: kind for kind in (SETUP, *begun, *self.own_rounds)}

    def kind_of(self, round: Round) -> RoundKind:
        """What kind of round this is."""
        return self.round_kinds.get(round.kind) or RoundKind(name=round.kind)

    def stages(self, position: Position, company: str) -> tuple[Stage, ...]:
        """The stages of a company's turn: those of `turn`, or of a turn of another shape (see `other_turns`)."""
        return self.turn

    def own_turn(self, position: Position, company: str) -> Task | None:
        """The step that is a company's turn in the place of the ordinary one, where it needs one of its own."""
        return None

    def companies_in_play(self, position: Position) -> tuple[str, ...]:
        """The companies that have been started and are still there: with a price, or without one."""
        return (*position.markers, *self.register.unpriced_in_play(position))

    def price_of(self, position: Position, company: str) -> int | None:
        """The share price of a company, if it has one."""
        marker = position.markers.get(company)
        return self.chart.value(marker[:2]) if marker is not None else None

    def companies_by_price(self, position: Position) -> list[str]:
        """The companies in play: highest price first, the upper marker first; then those without a price."""
        priced = market.in_order(position, self.chart)
        return [*priced, *self.companies_in_play(position)[len(priced) :]] if self.register.unpriced else priced

    def operating_order(self, position: Position) -> list[str]:
        """Floated companies, highest price first, the upper marker first."""
        return [company for company in self.companies_by_price(position) if company in position.floated]
