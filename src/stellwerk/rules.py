"""What a title answers: its figures, and the questions the steps ask where rule books differ.

The defaults say what most books say. A title overrides a question where its book says otherwise; the steps never
know which title they play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from stellwerk import ledger
from stellwerk.board.board import Board
from stellwerk.board.ground import Ground
from stellwerk.certificates import Register
from stellwerk.errors import BadInput
from stellwerk.figures import (
    BoardFigure,
    ChartFigure,
    CompanyFigure,
    FaceFigure,
    PhaseFigure,
    PrivateFigure,
    TileFigure,
    TrainFigure,
    common_tiles,
)
from stellwerk.market import Chart
from stellwerk.position import BANK, OFFERING, POOL, Position
from stellwerk.trains import Cards

if TYPE_CHECKING:
    from stellwerk.referee import Referee
    from stellwerk.routes import Network, TrainSpec
    from stellwerk.steps.base import Act, Task
    from stellwerk.steps.operating import OperatingTurn


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
    home_bonus: int = 0


class Stage(msgspec.Struct, frozen=True):
    """One stage of a company's turn: its name, what may be done in it, whether it must be done."""

    name: str
    acts: tuple[Any, ...]
    must: bool = False


class Rules:
    """A title in one of its variants: figures and answers."""

    title: ClassVar[str]
    variants: ClassVar[tuple[str, ...]] = ("base",)
    programs: ClassVar[tuple[str, ...]] = ("book",)
    """Values of a game's `rules`: the book, or a program whose deviations recorded games need."""
    clauses: ClassVar[Mapping[str, str]] = {}
    """Code of a refusal to the clause of the rule book."""
    tasks: ClassVar[tuple[type[Task], ...]] = ()
    """The steps that may stand on the agenda."""
    turn: ClassVar[tuple[Stage, ...]] = ()
    """The stages of a company's turn, in order."""
    any_time: ClassVar[tuple[Act, ...]] = ()
    """What a company may do at any point of its turn."""
    sales_go_to: ClassVar[str] = POOL
    """Where shares lie that players sell."""

    def __init__(self, figures: Figures, variant: str = "base", program: str = "book"):
        self.figures = figures
        self.variant = variant
        self.program = program

    # Figures, arranged

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
        return Register(self.figures.companies)

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
        return Board(next(iter(self.figures.boards.values())), tiles, self.figures.tiles)

    def limit_of_certificates(self, position: Position) -> int:
        """How many certificates a player may hold."""
        return self.figures.certificate_limit[str(len(position.players))]

    # Set-up

    def player_counts(self) -> Sequence[int]:
        """For how many players the game is."""
        return [int(count) for count in self.figures.starting_cash]

    def check_players(self, players: Iterable[str]) -> tuple[str, ...]:
        """Names that can be told apart, in a number the game allows."""
        names = tuple(players)
        if len(names) not in self.player_counts():
            allowed = ", ".join(map(str, self.player_counts()))
            raise BadInput(f"{self.title} ({self.variant}) is for {allowed} players, not {len(names)}.")
        taken = {*self.companies, *self.privates, BANK, OFFERING, POOL, "out", "chance"}
        for name in names:
            if not isinstance(name, str) or not 0 < len(name) <= 40 or not name.isprintable() or name != name.strip():
                raise BadInput(f"{name!r} is no name for a player: 1 to 40 printable characters are.")
            if name in taken:
                raise BadInput(f"{name!r} cannot be a player's name: something else in the game is called so.")
        if len(set(names)) != len(names):
            raise BadInput("Every player needs a name of his own.")
        return names

    def new_position(self, players: Iterable[str], seed: int) -> Position:
        """The game before anything happened: bank, offering and stack full, players with their starting cash."""
        names = self.check_players(players)
        position = Position(
            title=self.title,
            variant=self.variant,
            rules=self.program,
            players=names,
            order=names,
            seed=seed,
            phase=self.figures.phases[0].phase,
            cash={},
            certificates={card.id: OFFERING for card in self.register.all()},
            privates=dict.fromkeys(self.privates, OFFERING),
            unplaced={company.id: len(company.token_costs) for company in self.figures.companies},
            stack=self.cards.stack(),
        )
        ledger.empty_purses(position, (*names, *self.companies), BANK)
        position.agenda = self.opening()
        return position

    def opening(self) -> tuple[Task, ...]:
        """The agenda of a new game."""
        raise AssertionError("a title says how it begins")

    def next_round(self, ref: Referee) -> None:
        """A round is over: put the next one on the agenda, or end the game."""
        raise AssertionError("a title says how its rounds follow")

    # Players and shares

    def decides(self, position: Position, company: str) -> str:
        """The player who acts for a company."""
        director = self.register.director(position, company)
        assert director is not None, f"nobody directs {company}"
        return director

    def available(self, position: Position, company: str) -> bool:
        """May shares of this company be bought in this phase?"""
        return True

    def ownership_limit(self, company: str) -> int:
        """How many percent of a company one player may hold."""
        return self.figures.ownership_limit[self.companies[company].size]

    def certificates_of(self, position: Position, player: str) -> int:
        """How many of a player's certificates count against the limit."""
        privates = sum(1 for owner in position.privates.values() if owner == player)
        return self.register.count(position, player) + privates

    def may_sell_now(self, position: Position, company: str) -> bool:
        """May players sell shares of this company in this round?"""
        return position.round.set > 1

    def sells_again(self) -> bool:
        """May a player sell shares of one company twice in one turn?"""
        return False

    def floats(self, position: Position, company: str) -> bool:
        """Has enough of the company been bought?"""
        return self.register.in_hands(position, company) >= self.figures.float_percent

    def capital(self, position: Position, company: str) -> int:
        """What the bank pays into the treasury of a company that floats."""
        return position.pars[company] * self.companies[company].capital_factor

    # Companies and trains

    def size_rank(self, size: str) -> int:
        """How big a size is; sizes come in order."""
        return self.figures.sizes.index(size)

    def train_limit(self, position: Position, company: str) -> int:
        """How many trains a company may own now."""
        return self.phases[position.phase].train_limit.get(self.companies[company].size, 0)

    def may_own(self, company: str, face: FaceFigure) -> bool:
        """May this company own such a train?"""
        return self.size_rank(face.size) <= self.size_rank(self.companies[company].size)

    def may_run(self, company: str, face: FaceFigure) -> bool:
        """May this company run such a train?"""
        return face.size == self.companies[company].size

    def must_own_train(self, position: Position, company: str) -> bool:
        """Must the company own a train it can run at the end of its turn?"""
        return True

    def may_end_without_train(self, position: Position, company: str) -> bool:
        """May a turn end although the company owns no train it can run?"""
        return not self.must_own_train(position, company)

    def allows(self, position: Position, what: str) -> bool:
        """Does the present phase allow it?"""
        return what in self.phases[position.phase].allows

    def may_acquire(self, position: Position, company: str, target: str) -> bool:
        """May the one take the other over?"""
        sizes = [self.size_rank(self.companies[c].size) for c in (company, target)]
        return sizes[0] > sizes[1]

    def may_own_private(self, company: str, private: str) -> bool:
        """May the company own this private company?"""
        return self.size_rank(self.privates[private].size) <= self.size_rank(self.companies[company].size)

    def private_price(self, position: Position) -> int:
        """The present price of private companies, where they share one."""
        return self.figures.sets[position.round.set - 1][position.round.number - 1]

    def turning_scraps(self) -> bool:
        """Does a train turned over in an acquisition scrap older ones, as a sale does?"""
        return False

    # Track and stations

    def place_home(self, ref: Referee, company: str) -> None:
        """A company's first turn begins: its home station comes on the map."""
        raise AssertionError("a title says where companies start")

    def check_home_first(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """Refuse track elsewhere while the home hex must be built first."""

    def is_upgrade(self, position: Position, hex: str) -> bool:
        """Does a tile on this hex count as a promotion?"""
        return self.board.ground(position.tiles, hex).color != "white"

    def color_open(self, position: Position, color: str) -> bool:
        """Are tiles of this colour in use?"""
        return color in self.phases[position.phase].tiles

    def yellow_tiles(self, first_turn: bool) -> int:
        """How many yellow tiles a company may lay in a turn."""
        return 1

    def tile_cost(self, position: Position, hex: str) -> int:
        """What a tile on this hex costs now: the printed amount for the first one."""
        cost = self.board.hexes[hex].cost
        return cost.amount if cost and hex not in position.tiles else 0

    def special_tile(self, tile: str) -> bool:
        """Is this tile laid only with a power?"""
        return False

    def station_cost(self, position: Position, company: str) -> int:
        """What the next station of a company costs."""
        raise AssertionError("a title says what stations cost")

    def reserved(self, position: Position, hex: str, ground: Ground, city: int, company: str) -> int:
        """How many places of a city are kept for homes of companies other than this one."""
        raise AssertionError("a title says which homes are kept free")

    def places_waiting_station(self, position: Position, waiting: str, layer: str) -> str:
        """Which company's director picks the city for a station that waited in a bare hex."""
        return waiting

    # Running

    def claims_are_free(self) -> bool:
        """Is a claimed revenue taken at its word (recorded games) instead of proven best?"""
        return False

    def network(self, position: Position, company: str) -> Network:
        """The track a company's trains run on, with the values they find there."""
        raise AssertionError("a title says what stops are worth")

    def train_spec(self, face: FaceFigure) -> TrainSpec:
        """How a train runs."""
        raise AssertionError("a title says how its trains run")

    def dividend(self, revenue: int, percent: int) -> int:
        """What a holder of so many percent gets."""
        return revenue * percent // 100

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """Move the price marker for a dividend or for none."""
        raise AssertionError("a title says how prices move")

    # End

    def wealth(self, position: Position, player: str) -> int:
        """What a player is worth."""
        shares = sum(
            self.register.shares(company, self.register.percent(position, company, player))
            * self.chart.value(position.markers[company][:2])
            for company in position.markers
        )
        debts = position.loans.get(player, 0) + position.penalties.get(player, 0)
        return position.cash[player] + shares - debts

    def explain(self, task: Task) -> str:
        """What is going on, in a few words for a refusal."""
        return f"the game is at “{type(task).__name__}”"

    @cached_property
    def task_union(self) -> Any:
        """The union type of all steps, for reading positions."""
        union: Any = self.tasks[0]
        for task in self.tasks[1:]:
            union = union | task
        return union
