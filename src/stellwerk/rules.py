"""What a title answers: its figures, and the questions the steps ask where rule books differ.

The defaults say what most books say. A title overrides a question where its book says otherwise; the steps never
know which title they play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from stellwerk import ledger, market
from stellwerk.board.board import Board
from stellwerk.board.ground import Ground
from stellwerk.certificates import Register
from stellwerk.errors import BadInput
from stellwerk.figures import (
    BoardFigure,
    ChartFigure,
    CompanyFigure,
    CostFigure,
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
    from stellwerk.actions import BuyTrain
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
    upgrades: Mapping[str, tuple[str, ...]] = {}
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
    sources: ClassVar[tuple[str, ...]] = (OFFERING, POOL)
    """Where players buy shares."""
    floats_at_once: ClassVar[bool] = True
    """Does a company float with the purchase that reaches its mark (otherwise at the end of the stock round)?"""

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
        board = next(iter(self.figures.boards.values()))
        return Board(board, tiles, self.figures.tiles, self.figures.upgrades)

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

    def operating_order(self, position: Position) -> list[str]:
        """Floated companies, highest price first, the upper marker first."""
        return [company for company in market.in_order(position, self.chart) if company in position.floated]

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

    def offered_percents(self, position: Position, company: str, source: str) -> set[int]:
        """Which sizes of certificates of a started company can be bought from a place."""
        return {card.percent for card in self.register.ordinary(position, company, source)}

    def payee(self, position: Position, company: str, source: str) -> str:
        """Who gets the money for a certificate from a place."""
        return BANK

    def may_lose_directorship(self, position: Position, company: str) -> bool:
        """May this company's director change now?"""
        return True

    def bought(self, ref: Referee, player: str) -> None:
        """A player has bought a certificate in a stock round."""

    def pool_limit(self) -> int:
        """How many percent of a company may lie in the pool."""
        return 100

    def close_stock_round(self, ref: Referee) -> None:
        """What happens at the end of a stock round."""
        raise AssertionError("a title says how stock rounds end")

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

    def runs_itself(self, position: Position, company: str) -> bool:
        """Does a company act without anybody deciding for it?"""
        return False

    def automatic_turn(self, ref: Referee, company: str) -> None:
        """The turn of a company that runs itself."""

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

    def on_stack(self, position: Position) -> Sequence[str]:
        """The cards of the stack that are on sale."""
        return position.stack[:1]

    def may_buy_card(self, position: Position, company: str, card: str) -> bool:
        """May the company buy this card (and not: have it back)?"""
        return True

    def sale_counts(self, source: str) -> bool:
        """Does a sale from here scrap older trains?"""
        return True

    def may_sell_train(self, position: Position, company: str) -> bool:
        """May this company sell trains to others?"""
        return True

    def emergency_choice(self, ref: Referee, company: str, source: str, face: FaceFigure) -> bool:
        """May the director help to buy this one of the trains the company can run?"""
        return True

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """The director makes up what the treasury lacks; False if that takes a step of its own first."""
        raise AssertionError("a title says where emergency money comes from")

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """In which order companies return trains above their limit."""
        return self.operating_order(ref.pos)

    def phase_began(self, ref: Referee) -> None:
        """What else happens when a phase begins."""

    def bank_is_empty(self, ref: Referee) -> None:
        """The bank has paid more than it had; nothing where it is unlimited."""

    def turning_scraps(self) -> bool:
        """Does a train turned over in an acquisition scrap older ones, as a sale does?"""
        return False

    def surplus_is_scrapped(self) -> bool:
        """Must trains taken over keep within the limit at once (otherwise the surplus is returned later)?"""
        return True

    def keeps_last_place(self) -> bool:
        """Is a company's last place, and the train bought beyond it, for a train it can run?"""
        return True

    # Track and stations

    def place_home(self, ref: Referee, company: str) -> None:
        """A company's first turn begins: its home stations come on the map, free of charge."""
        raise AssertionError("a title says how companies start")

    def home_city(self, position: Position, company: str, hex: str) -> int:
        """The city of a home hex that takes the home station; -1 where the company has to choose."""
        ground = self.board.ground(position.tiles, hex)
        place = next(place for place in self.companies[company].home if place.hex == hex)
        if len(ground.cities) == 1:
            return 0
        if place.city is None:
            return -1
        return ground.city_with(self.board.printed(hex).cities[place.city].exits)

    def check_hex(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """Refuse track on a hex that is closed to this company now, whatever the tile."""

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """Is a tile connected with the company's network as the book wants it?"""
        raise AssertionError("a title says how track must be connected")

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
        """What a tile on this hex costs now: the amount printed there, or on the tile that is replaced."""
        cost = self.terrain(position, hex)
        return cost.amount if cost else 0

    def terrain(self, position: Position, hex: str) -> CostFigure | None:
        """The cost printed on a hex, or on the tile that lies there."""
        laid = position.tiles.get(hex)
        return self.board.tiles[laid[0]].cost if laid else self.board.hexes[hex].cost

    def special_tile(self, tile: str) -> bool:
        """Is this tile laid only with a power?"""
        return False

    def station_cost(self, position: Position, company: str) -> int:
        """What the next station of a company costs: markers are used in the order of their prices."""
        costs = self.companies[company].token_costs
        return costs[len(costs) - position.unplaced[company]]

    def reserved(self, position: Position, hex: str, ground: Ground, city: int, company: str) -> int:
        """How many places of a city are kept for homes of companies other than this one."""
        homes = (home.company for home in self.board.hexes[hex].home if home.company != company)
        waiting = (other for other in homes if not self.settled(position, other))
        return sum(self.home_city(position, other, hex) in (city, -1) for other in waiting)

    def settled(self, position: Position, company: str) -> bool:
        """Has the company placed its home, or will it never?"""
        return company in position.operated

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

    def treasury_part(self, position: Position, company: str) -> int:
        """How many percent of a dividend go into the company's own treasury."""
        return 0

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
