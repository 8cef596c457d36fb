"""Position files: a position written by a person. What is not said takes the game's start; what cannot be is refused.

The fields are described in docs/positions.md; `set_up` turns one into a game that can be played on.
"""

from __future__ import annotations

import msgspec

from stellwerk import ledger, market
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.interop.check_position import MOST, check_position, make_playable, place_of, stack_from
from stellwerk.interop.own_figures_file import checked_rules
from stellwerk.interop.position_fields import BEGINNING, FORMAT, PositionFile, Share, Turn, fields_said
from stellwerk.interop.position_trains import TrainDealer, require_company, require_once
from stellwerk.position import BANK, OFFERING, OUT, Position, Round, read_agenda
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.base import Task
from stellwerk.steps.game_flow import GameFlow
from stellwerk.steps.operating_round import OPERATING, OperatingRound, OperatingTurn
from stellwerk.steps.stock_round import STOCK, StockRound


def set_up(data: object) -> Game:
    """A game that stands at the position a file describes."""
    try:
        spec = msgspec.convert(data, type=PositionFile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"This is no position file: {error}.") from None
    if spec.format != FORMAT:
        raise BadInput(f"This is no position file: its format is {spec.format[:60]!r}, not {FORMAT!r}.")
    if abs(spec.seed) > 2**53:
        raise BadInput("The seed is too large a number.")
    rules = checked_rules(spec.title, spec.variant, spec.rules, spec.own, spec.edition)
    position = rules.new_position(spec.players, spec.seed)
    if fields_said(spec) <= BEGINNING:
        return Game(rules, position)
    _PositionBuilder(rules, spec, position).build()
    check_position(rules, position)
    return make_playable(rules, position)


class _PositionBuilder:
    """Turns a file into a position, part by part."""

    def __init__(self, rules: Rules, spec: PositionFile, position: Position):
        self.rules = rules
        self.spec = spec
        self.pos = position

    def build(self) -> None:
        """All parts; the turn last, because it looks at the rest."""
        self.pos.certificates = dict.fromkeys(self.pos.certificates, OFFERING)
        self.time()
        self.shares()
        self.standing()
        self.money()
        self.railways()
        self.map()
        TrainDealer(self.rules, self.spec, self.pos).deal_trains()
        self.rules.read_extra(self.pos, self.spec.extra)
        self.agenda()

    def time(self) -> None:
        """Round, phase and order."""
        spec, pos = self.spec, self.pos
        if spec.order is not None:
            pos.order = spec.order
        pos.phase = self.phase()
        turns = spec.turn is not None and spec.turn.company is not None
        round = spec.round or Round((OPERATING if turns else STOCK).name, 1, 1 if turns else 0)
        kind, rounds = self.rules.kind_of(round), self.rules.rounds_of_set(pos, round.set)
        if self.written_step(round.kind) is not None:
            pos.round = Round(round.kind)
            return
        if self.spec.agenda and not kind.companies_act:
            pos.round = Round(round.kind, round.set)
            return
        if not (kind.companies_act or kind.shares_trade) or not rounds:
            raise BadInput(f"There is no such round: set {round.set} is not played.")
        if kind.companies_act and not 1 <= round.number <= rounds:
            raise BadInput(f"Set {round.set} has {rounds} operating rounds.")
        of = rounds if kind.companies_act else 0
        pos.round = Round(round.kind, round.set, round.number if of else 0, of)

    def phase(self) -> str:
        """The phase said; else that of the last card sold, if the next one is said; else the first."""
        spec, cards = self.spec, self.rules.cards
        if spec.phase is not None:
            if spec.phase not in self.rules.phases:
                raise BadInput(f"There is no phase {spec.phase!r}; there are {', '.join(self.rules.phases)}.")
            return spec.phase
        if spec.next_card is None:
            return self.pos.phase
        named = spec.next_card if isinstance(spec.next_card, str) else spec.next_card[0]
        first = stack_from(self.rules, named)[0]
        rank, number = place_of(self.rules, first)
        letter = cards.letters[rank if number > 1 else max(0, rank - 1)]
        return letter if letter in self.rules.phases else self.pos.phase

    def shares(self) -> None:
        """Who holds what; the director is the one named or the largest holder."""
        self.pos.pars, self.pos.markers = {}, {}
        for company, share in self.spec.companies.items():
            require_company(self.rules, company)
            if share.par is not None or company not in self.rules.register.unpriced:
                self.mark(company, share)
            self.deal(company, share)
        self.rules.put_first_markers(self.pos)

    def mark(self, company: str, share: Share) -> None:
        """Its first price, and its marker on the chart."""
        starts = self.rules.starting_prices(self.pos, company)
        if share.par is None or share.par not in starts:
            raise BadInput(f"{company} cannot have started at {share.par}.")
        self.pos.put("pars", company, share.par)
        market.put_on(self.pos, company, self.cell(share, starts[share.par]))

    def cell(self, share: Share, start: tuple[int, int]) -> tuple[int, int]:
        """The cell said, the first one with the price said, or where the company started."""
        chart = self.rules.chart
        if share.cell is not None:
            if not chart.has(share.cell) or share.price not in (None, chart.value(share.cell)):
                raise BadInput(f"The share chart has no such price in row {share.cell[0]}, column {share.cell[1]}.")
            return share.cell
        if share.price is None:
            return start
        for row, cells in enumerate(chart.figure.rows):
            for column, cell in enumerate(cells):
                if cell is not None and cell.value == share.price:
                    return row, column
        raise BadInput(f"The share chart has no price {share.price}.")

    def deal(self, company: str, share: Share) -> None:
        """Hand out certificates, the director's first."""
        register = self.rules.register
        able = register.holders(self.pos, company)
        if not register.of[company]:
            raise BadInput(f"{company} has no shares.")
        for holder, percent in share.holders.items():
            if holder not in (*able, *self.rules.sources) or holder == OFFERING or percent <= 0:
                raise BadInput(f"{holder} cannot hold {percent}% of {company}.")
        if sum(share.holders.values()) > 100:
            raise BadInput(f"More than 100% of {company} are held.")
        marked = {card.id for card in register.of[company] if card.mark}
        for name, holder in share.cards.items():
            if name not in marked or holder not in (*able, *self.rules.sources) or holder == OFFERING:
                raise BadInput(f"{holder} cannot hold the certificate {name} of {company}.")
            self.pos.put("certificates", name, holder)
        directors = register.of[company][0]
        named = self.director(company, share, able)
        self.pos.put("certificates", directors.id, named)
        for holder, percent in share.holders.items():
            rest = percent - (directors.percent if holder == named else 0)
            bundle = next(iter(register.bundles(self.pos, company, OFFERING, rest)), None) if rest else []
            if bundle is None:
                raise BadInput(f"The certificates of {company} cannot give {holder} {percent}%.")
            for card in bundle:
                self.pos.put("certificates", card.id, holder)

    def director(self, company: str, share: Share, able: tuple[str, ...]) -> str:
        """Who holds the director's certificate, or where it lies."""
        players = {holder: percent for holder, percent in share.holders.items() if holder in able}
        named = share.director or max(players, key=lambda h: players[h], default=None)
        if named == OFFERING and named in self.rules.sources and self.rules.receivership:
            return named
        if named is None or share.holders.get(named, 0) < self.rules.register.of[company][0].percent:
            raise BadInput(f"A started company has a director; nobody named holds enough of {company}.")
        if named in players and players[named] < max(players.values()):
            raise BadInput(f"{named} cannot direct {company}: another player holds more.")
        return named

    def standing(self) -> None:
        """Which companies float, have operated, are taken over."""
        spec, pos = self.spec, self.pos
        for company, taken in spec.absorbed.items():
            for target in (company, *taken):
                require_company(self.rules, target)
            for target in taken:
                self.take_over(company, target)
        pos.absorbed = dict(spec.absorbed)
        floating = tuple(c for c in self.rules.companies_in_play(pos) if self.rules.floats(pos, c))
        pos.floated = floating if spec.floated is None else spec.floated
        pos.operated = tuple(c for c in spec.stations if c in pos.floated) if spec.operated is None else spec.operated
        for company in (*pos.floated, *pos.operated):
            require_company(self.rules, company)
        for company in pos.floated:
            if company not in self.rules.companies_in_play(pos):
                raise BadInput(f"{company} cannot float: it has not been started.")
        pos.sold = dict(spec.sold)

    def take_over(self, company: str, target: str) -> None:
        """One company was taken over: its shares are gone, its station markers are the other's."""
        pos = self.pos
        if target in self.spec.companies:
            raise BadInput(f"{target} is taken over and has no shares any more.")
        gone = {card.id: OUT for card in self.rules.register.of[target]}
        pos.certificates = {**pos.certificates, **gone}
        if target not in self.rules.register.unpriced:
            pos.put("pars", target, min(self.rules.starting_prices(pos, target)))
        both = pos.unplaced[company] + pos.unplaced[target]
        pos.unplaced = {**pos.unplaced, target: 0, company: both}

    def money(self) -> None:
        """Cash, loans, penalties; the bank holds the rest."""
        spec, pos = self.spec, self.pos
        if not self.rules.figures.has_money:
            if spec.cash or spec.loans or spec.penalties:
                raise BadInput(f"There is no money in this variant of {spec.title}.")
            return
        start = self.rules.figures.starting_cash.get(str(len(pos.players)), 0)
        others = (*self.rules.companies, *self.rules.purses)
        purses = {**dict.fromkeys(pos.players, start), **dict.fromkeys(others, 0)}
        for who, amount in spec.cash.items():
            if who not in purses or not 0 <= amount <= MOST:
                raise BadInput(f"{who!r} cannot have {amount}.")
            purses[who] = amount
        ledger.empty_purses(pos, purses, BANK, self.rules.figures.bank or 0)
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
            on_sale = owner == OFFERING and self.written_step(self.pos.round.kind) is not None
            if owner not in (*self.pos.players, *self.rules.companies, OUT) and not on_sale:
                raise BadInput(f"{owner!r} cannot own {private}.")
        self.pos.privates = {p: self.spec.privates.get(p, OUT) for p in self.rules.privates}
        if set(self.spec.used) - set(self.rules.privates):
            raise BadInput("Only private companies have used powers.")
        require_once(self.spec.used, "Used powers")
        self.pos.used = self.spec.used

    def map(self) -> None:
        """Tiles and stations."""
        for hex, text in self.spec.tiles.items():
            self.pos.put("tiles", hex, self.tile(hex, text))
        for company, places in self.spec.stations.items():
            require_company(self.rules, company)
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
        hex, dot, number = text.partition(".")
        if hex not in self.rules.board.hexes or (dot and not (number.isdecimal() and len(number) < 3)):
            raise BadInput(f"{text!r} is no place for a station: write a hex and a city (E11.1).")
        cities = self.rules.board.ground(self.pos.tiles, hex).cities
        several = len(cities) > 1
        waits = several and not self.rules.board.ground(self.pos.tiles, hex).exits
        if waits == bool(number) and several:
            raise BadInput(f"Write {hex!r} while there is no track, and the city too ({hex}.0) when there is.")
        city = -1 if waits else int(number or 0)
        if city >= len(cities):
            raise BadInput(f"{hex} has no city {city}.")
        self.pos.put("stations", hex, (*self.pos.stations.get(hex, ()), (company, city)))
        self.pos.put("unplaced", company, self.pos.unplaced[company] - 1)

    def agenda(self) -> None:
        """Whose turn it is."""
        turn, pos = self.spec.turn or Turn(), self.pos
        if self.spec.agenda:
            pos.agenda = (GameFlow(), *read_agenda(self.spec.agenda, self.rules.shapes))
            return
        steps: list[Task] = [GameFlow()]
        if turn.company is not None and turn.player is not None:
            raise BadInput("It is the turn of a player or of a company, not of both.")
        written = self.written_step(pos.round.kind)
        if written is not None and turn.company is None:
            steps.append(written.as_written(Referee(self.rules, pos), turn.player, turn.bids))
        elif self.rules.kind_of(pos.round).shares_trade:
            steps.append(self.stock(turn))
        elif turn.company is None:
            raise BadInput("A position in an operating round says which company's turn it is.")
        else:
            steps += self.operating(turn, turn.company)
        pos.agenda = tuple(steps)

    def written_step(self, kind: str) -> type[Task] | None:
        """The step of a round outside the sets in which a file can stand."""
        tasks = (task for task in self.rules.tasks if task.can_be_written and task.round_kind is not None)
        return next((task for task in tasks if task.round_kind is not None and task.round_kind.name == kind), None)

    def stock(self, turn: Turn) -> Task:
        """A player's turn in a stock round."""
        order = self.pos.order
        player = turn.player or order[0]
        for name in (player, *turn.passed):
            if name not in order:
                raise BadInput(f"{name!r} does not play.")
        require_once(turn.passed, "Players who passed")
        if turn.company is not None or len(turn.passed) == len(order):
            raise BadInput("In a stock round it is a player's turn, and not all players have passed.")
        kind = self.rules.kind_of(self.pos.round)
        rounds = (task for task in self.rules.tasks if issubclass(task, StockRound) and task.round_kind == kind)
        step = next(rounds, StockRound)(order.index(player), turn.passed)
        if turn.stage is None:
            return step
        if turn.stage not in step.stage_names:
            raise BadInput(f"There is no stage {turn.stage!r} of a player's turn.")
        return msgspec.structs.replace(step, stage=step.stage_names.index(turn.stage))

    def operating(self, turn: Turn, company: str) -> list[Task]:
        """A company in the middle of its turn, the others after it."""
        if company not in self.pos.floated:
            raise BadInput(f"{company} has not floated and cannot operate.")
        names = [stage.name for stage in self.rules.stages(self.pos, company)]
        stage = turn.stage or names[0]
        if stage not in names:
            raise BadInput(f"There is no stage {stage!r}; a turn has {', '.join(names)}.")
        order = self.rules.operating_order(self.pos)
        after = tuple(order[order.index(company) + 1 :]) if turn.after is None else turn.after
        for other in after:
            if other not in self.pos.floated or other == company:
                raise BadInput(f"{other!r} cannot operate after {company}.")
        if turn.first and stage == names[0] and company not in self.spec.stations:
            return [self.round_step((company, *after))]
        if company not in self.pos.operated:
            self.pos.operated = (*self.pos.operated, company)
        if not 0 <= turn.revenue <= MOST:
            raise BadInput(f"{company} cannot have earned {turn.revenue}.")
        own = self.rules.own_turn(self.pos, company)
        step = own if isinstance(own, OperatingTurn) else OperatingTurn(company)
        told = {"stage": names.index(stage), "first": turn.first, "laid": turn.laid, "revenue": turn.revenue}
        return [self.round_step(after), msgspec.structs.replace(step, **told)]

    def round_step(self, queue: tuple[str, ...]) -> OperatingRound:
        """The step that plays a round of this kind."""
        kind = self.rules.kind_of(self.pos.round)
        rounds = (task for task in self.rules.tasks if issubclass(task, OperatingRound) and task.round_kind == kind)
        return next(rounds, OperatingRound)(queue)
