"""Position files: a position written by a person. What is not said takes the game's start; what cannot be is refused.

The fields are described in docs/positions.md; `set_up` turns one into a game that can be played on.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from stellwerk import ledger, market
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, OUT, POOL, Position, Round
from stellwerk.rules import Rules
from stellwerk.steps.base import Task
from stellwerk.steps.course import Course
from stellwerk.steps.operating import OperatingRound, OperatingTurn, operating_order
from stellwerk.steps.stock import StockRound
from stellwerk.titles import rules_of

MOST = 1_000_000


class Share(msgspec.Struct, forbid_unknown_fields=True):
    """A started company: its initial price, the present one, and who holds how many percent."""

    par: int
    holders: dict[str, int] = {}
    price: int | None = None
    director: str | None = None


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """Whose turn it is: a player of a stock round, or a company at a stage of its turn."""

    player: str | None = None
    company: str | None = None
    stage: str = "track"
    first: bool = False
    laid: tuple[str, ...] = ()
    revenue: int = 0
    passed: tuple[str, ...] = ()
    after: tuple[str, ...] | None = None
    """Companies that operate after this one; default: all others with a lower price."""


class PositionFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A position as a person writes it."""

    format: str = "stellwerk-position"
    title: str
    variant: str = "base"
    rules: str = "book"
    players: tuple[str, ...]
    order: tuple[str, ...] | None = None
    seed: int = 0
    phase: str | None = None
    round: Round | None = None
    cash: dict[str, int] = {}
    loans: dict[str, int] = {}
    penalties: dict[str, int] = {}
    companies: dict[str, Share] = {}
    """Started companies; of those on one cell the first one named lies on top."""
    floated: tuple[str, ...] | None = None
    operated: tuple[str, ...] | None = None
    absorbed: dict[str, tuple[str, ...]] = {}
    privates: dict[str, str] = {}
    used: tuple[str, ...] = ()
    tiles: dict[str, str] = {}
    """Hex to `tile@rotation`."""
    stations: dict[str, tuple[str, ...]] = {}
    """Company to places: `E11.1` (hex and city), `D4` (its only city)."""
    trains: dict[str, tuple[str, ...]] = {}
    """Company or `pool` to trains: a face (`3+3`) or a card and its face (`e2 3+3`)."""
    next_card: str | None = None
    scrapped: tuple[str, ...] = ()
    sold: dict[str, tuple[str, ...]] = {}
    turn: Turn | None = None


def set_up(data: object) -> Game:
    """A game that stands at the position a file describes."""
    try:
        spec = msgspec.convert(data, type=PositionFile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"This is no position file: {error}.") from None
    rules = rules_of(spec.title, spec.variant, spec.rules)
    position = rules.new_position(spec.players, _whole(spec.seed, "seed"))
    if spec.turn is None and spec.round is None:
        return Game(rules, position)
    builder = _Builder(rules, spec, position)
    builder.build()
    return Game(rules, position)


def _whole(number: int, what: str) -> int:
    if not -MOST <= number <= MOST:
        raise BadInput(f"{number} is too large a number for {what}.")
    return number


class _Builder:
    """Turns a file into a position, part by part."""

    def __init__(self, rules: Rules, spec: PositionFile, position: Position):
        self.rules = rules
        self.spec = spec
        self.pos = position

    def build(self) -> None:
        """All parts; the turn last, because it looks at the rest."""
        self.time()
        self.shares()
        self.standing()
        self.money()
        self.railways()
        self.map()
        self.cards()
        self.agenda()

    def time(self) -> None:
        """Round, phase and order."""
        spec, pos = self.spec, self.pos
        if spec.order is not None:
            if sorted(spec.order) != sorted(spec.players):
                raise BadInput("The playing order names every player once.")
            pos.order = spec.order
        if spec.phase is not None:
            if spec.phase not in self.rules.phases:
                raise BadInput(f"There is no phase {spec.phase!r}.")
            pos.phase = spec.phase
        kind = "operating" if spec.turn and spec.turn.company else "stock"
        round = spec.round or Round(kind, 1, 1 if kind == "operating" else 0)
        sets = self.rules.figures.sets
        if round.kind not in ("stock", "operating") or not 1 <= round.set <= len(sets):
            raise BadInput(f"There is no such round: sets are numbered 1 to {len(sets)}.")
        if round.kind == "operating" and not 1 <= round.number <= len(sets[round.set - 1]):
            raise BadInput(f"Set {round.set} has {len(sets[round.set - 1])} operating rounds.")
        of = len(sets[round.set - 1]) if round.kind == "operating" else 0
        pos.round = Round(round.kind, round.set, round.number if of else 0, of)

    def shares(self) -> None:
        """Who holds what; the director is the one named or the largest holder."""
        for company, share in self.spec.companies.items():
            self.known(company)
            starts = self.rules.chart.starts(self.rules.companies[company].size)
            if share.par not in starts:
                raise BadInput(f"{company} cannot have started at {share.par}.")
            self.pos.put("pars", company, share.par)
            cell = starts[share.par] if share.price is None else self.cell(share.price)
            market.put_on(self.pos, company, cell)
            self.deal(company, share)

    def cell(self, price: int) -> tuple[int, int]:
        """The first cell with that price."""
        for row, cells in enumerate(self.rules.figures.chart.rows):
            for column, cell in enumerate(cells):
                if cell is not None and cell.value == price:
                    return row, column
        raise BadInput(f"The share chart has no price {price}.")

    def deal(self, company: str, share: Share) -> None:
        """Hand out certificates, the director's first."""
        register = self.rules.register
        for holder, percent in share.holders.items():
            if holder not in self.pos.players or percent <= 0:
                raise BadInput(f"{holder} cannot hold {percent}% of {company}.")
        if sum(share.holders.values()) > 100:
            raise BadInput(f"More than 100% of {company} are held.")
        directors = register.of[company][0]
        named = share.director or max(share.holders, key=lambda h: share.holders[h], default=None)
        if named is None or share.holders.get(named, 0) < directors.percent:
            raise BadInput(f"A started company has a director; nobody named holds enough of {company}.")
        if share.holders[named] < max(share.holders.values()):
            raise BadInput(f"{named} cannot direct {company}: another player holds more.")
        self.pos.put("certificates", directors.id, named)
        for holder, percent in share.holders.items():
            rest = percent - (directors.percent if holder == named else 0)
            bundle = register.bundle(self.pos, company, OFFERING, rest)
            if bundle is None:
                raise BadInput(f"The certificates of {company} cannot give {holder} {percent}%.")
            for card in bundle:
                self.pos.put("certificates", card.id, holder)

    def standing(self) -> None:
        """Which companies float, have operated, are taken over."""
        spec, pos = self.spec, self.pos
        for company, taken in spec.absorbed.items():
            for target in (company, *taken):
                self.known(target)
            for target in taken:
                if target in spec.companies:
                    raise BadInput(f"{target} is taken over and has no shares any more.")
                gone = {card.id: OUT for card in self.rules.register.of[target]}
                pos.certificates = {**pos.certificates, **gone}
                pos.put("pars", target, self.rules.chart.value((1, 1)))
        pos.absorbed = dict(spec.absorbed)
        floating = tuple(c for c in pos.markers if self.rules.floats(pos, c))
        pos.floated = floating if spec.floated is None else spec.floated
        pos.operated = tuple(spec.stations) if spec.operated is None else spec.operated
        for company in (*pos.floated, *pos.operated):
            self.known(company)
        for company in pos.floated:
            if company not in pos.markers:
                raise BadInput(f"{company} cannot float: it has not been started.")
        pos.sold = dict(spec.sold)

    def money(self) -> None:
        """Cash, loans, penalties; the bank holds the rest."""
        spec, pos = self.spec, self.pos
        start = self.rules.figures.starting_cash.get(str(len(pos.players)), 0)
        purses = {**dict.fromkeys(pos.players, start), **dict.fromkeys(self.rules.companies, 0)}
        for who, amount in spec.cash.items():
            if who not in purses or not 0 <= amount <= MOST:
                raise BadInput(f"{who!r} cannot have {amount}.")
            purses[who] = amount
        ledger.empty_purses(pos, purses, BANK)
        for who, amount in purses.items():
            ledger.pay(pos, BANK, who, amount, "position file", lambda _: None)
        for field, amounts in (("loans", spec.loans), ("penalties", spec.penalties)):
            for player, amount in amounts.items():
                if player not in pos.players or not 0 <= amount <= MOST:
                    raise BadInput(f"{player!r} cannot owe {amount}.")
            setattr(pos, field, dict(amounts))

    def railways(self) -> None:
        """Private companies: those not named are out of the game."""
        for private, owner in self.spec.privates.items():
            if private not in self.rules.privates:
                raise BadInput(f"There is no private company {private!r}.")
            if owner not in (*self.pos.players, *self.rules.companies, OUT):
                raise BadInput(f"{owner!r} cannot own {private}.")
        self.pos.privates = {p: self.spec.privates.get(p, OUT) for p in self.rules.privates}
        if set(self.spec.used) - set(self.rules.privates):
            raise BadInput("Only private companies have used powers.")
        self.pos.used = self.spec.used

    def map(self) -> None:
        """Tiles and stations."""
        for hex, text in self.spec.tiles.items():
            self.pos.put("tiles", hex, self.tile(hex, text))
        for tile, count in Counter(tile for tile, _ in self.pos.tiles.values()).items():
            most = self.rules.board.counts[tile]
            if most is not None and count > most:
                raise BadInput(f"There are only {most} tiles {tile}, not {count}.")
        for company, places in self.spec.stations.items():
            self.known(company)
            for place in places:
                self.station(company, place)

    def tile(self, hex: str, text: str) -> tuple[str, int]:
        """`57@2` as a tile and its rotation, if it can lie there."""
        name, _, turn = text.partition("@")
        board = self.rules.board
        if hex not in board.hexes or name not in board.counts or turn not in ("0", "1", "2", "3", "4", "5"):
            raise BadInput(f"{text!r} cannot lie on {hex!r}: write an existing hex, and tile@rotation (57@2).")
        if not board.may_lie(hex, name, int(turn)):
            raise BadInput(f"Tile {text} cannot lie on {hex}: its mark, stops or track do not fit the hex.")
        return name, int(turn)

    def station(self, company: str, text: str) -> None:
        """`E11.1` as a station in a city."""
        hex, _, number = text.partition(".")
        if hex not in self.rules.board.hexes or (number and not number.isdecimal()):
            raise BadInput(f"{text!r} is no place for a station: write a hex and a city (E11.1).")
        ground = self.rules.board.ground(self.pos.tiles, hex)
        waits = not number and len(ground.cities) > 1 and not ground.exits
        city = -1 if waits else int(number or 0)
        here = self.pos.stations.get(hex, ())
        if any(c == company for c, _ in here):
            raise BadInput(f"{company} cannot have two stations in {hex}.")
        if not waits:
            if city >= len(ground.cities):
                raise BadInput(f"{hex} has no city {city}.")
            if sum(1 for _, k in here if k == city) >= ground.cities[city].slots:
                raise BadInput(f"There is no place for {company} in city {city} of {hex}.")
        if not self.pos.unplaced[company] and not self.spec.absorbed.get(company):
            raise BadInput(f"{company} has no more station markers.")
        self.pos.put("stations", hex, (*here, (company, city)))
        self.pos.put("unplaced", company, max(0, self.pos.unplaced[company] - 1))

    def cards(self) -> None:
        """Trains and the bank's stack; cards before the next one that nobody holds are out of the game."""
        spec, pos, cards = self.spec, self.pos, self.rules.cards
        for face in spec.scrapped:
            if face not in cards.by_name:
                raise BadInput(f"There is no {face!r}-train.")
        pos.scrapped = spec.scrapped
        first = spec.next_card or next(c for c in pos.stack if cards.letter(c) == pos.phase)
        if first not in pos.stack:
            raise BadInput(f"There is no card {first!r}; the next card of the stack is one like e2.")
        before = list(pos.stack[: pos.stack.index(first)])
        for owner, trains in spec.trains.items():
            if owner != POOL:
                self.known(owner)
            for text in trains:
                self.train(owner, text, before)
        pos.stack = tuple(card for card in pos.stack if card not in pos.trains and card not in before)

    def train(self, owner: str, text: str, before: list[str]) -> None:
        """A train, on the card named or on the latest one that shows it and is still free."""
        card, _, face = text.rpartition(" ")
        cards = self.rules.cards
        free = [c for c in self.pos.stack if c not in self.pos.trains and cards.face(c, face)]
        if card:
            free = [c for c in free if c == card]
        if not free or face in self.pos.scrapped:
            raise BadInput(f"There is no train {text!r} left for {owner}.")
        sold = [c for c in free if c in before]
        chosen = sold[-1] if sold else free[0]
        self.pos.put("trains", chosen, (owner, face))

    def agenda(self) -> None:
        """Whose turn it is."""
        turn, pos = self.spec.turn or Turn(), self.pos
        steps: list[Task] = [Course()]
        if turn.company is not None:
            steps += self.operating(turn, turn.company)
        elif pos.round.kind == "stock":
            player = turn.player or pos.order[0]
            if player not in pos.order:
                raise BadInput(f"{player!r} does not play.")
            steps.append(StockRound(pos.order.index(player), turn.passed))
        else:
            raise BadInput("A position in an operating round says which company's turn it is.")
        pos.agenda = tuple(steps)

    def operating(self, turn: Turn, company: str) -> list[Task]:
        """A company in the middle of its turn, the others after it."""
        if company not in self.pos.floated:
            raise BadInput(f"{company} has not floated and cannot operate.")
        names = [stage.name for stage in self.rules.turn]
        if turn.stage not in names:
            raise BadInput(f"There is no stage {turn.stage!r}; a turn has {', '.join(names)}.")
        order = operating_order(_Eyes(self.rules, self.pos))  # type: ignore[arg-type]
        after = order[order.index(company) + 1 :] if turn.after is None else turn.after
        steps: list[Task] = [OperatingRound(tuple(after))]
        if turn.first and turn.stage == "track" and company not in self.spec.stations:
            steps[0] = OperatingRound((company, *after))
            return steps
        if company not in self.pos.operated:
            self.pos.operated = (*self.pos.operated, company)
        stage = names.index(turn.stage)
        steps.append(OperatingTurn(company, stage, turn.first, turn.laid, _whole(turn.revenue, "a revenue")))
        return steps

    def known(self, company: str) -> None:
        """Refuse what is no company."""
        if company not in self.rules.companies:
            raise BadInput(f"There is no company {company!r}.")


class _Eyes(msgspec.Struct):
    """Rules and position, for questions that only look."""

    rules: Any
    pos: Position
