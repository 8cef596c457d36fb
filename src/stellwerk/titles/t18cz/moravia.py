"""The Moravia-Silesia variant: large companies only, and five private papers by auction (XI.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from stellwerk.errors import BadInput
from stellwerk.events import Event, PhaseBegan, PrivateMoved
from stellwerk.figures import FaceFigure
from stellwerk.position import OFFERING, OUT, Position, TitleState, value_or
from stellwerk.referee import Referee
from stellwerk.routes import Bonus, Network, TrainSpec, build_network
from stellwerk.rules import Rules, Stage
from stellwerk.rules.phases import is_color_open
from stellwerk.rules.stages import swap_acts
from stellwerk.steps.auction import Auctions
from stellwerk.steps.base import Act, Task
from stellwerk.steps.draft import DRAFT
from stellwerk.steps.game_flow import GameFlow, Seating, end_game, order_by_cash
from stellwerk.steps.income import owned_privates, pay_private
from stellwerk.steps.privates import close_private
from stellwerk.steps.waterfall import LotAuction
from stellwerk.titles.t18cz import papers
from stellwerk.titles.t18cz.papers import MW, TRAIN_PAPER, AssignTrain, BuyPaper, CompanyDraw, HomeBuild, RunTrainPaper
from stellwerk.titles.t18cz.rules import T18CZ

RED = "red"
"""The tag of the red tiles on the map."""


class MoraviaState(TitleState, frozen=True):
    """Who bought the Westbahn's marker, and whether it came to the charter."""

    mw: str | msgspec.UnsetType = msgspec.UNSET
    spare: bool | msgspec.UnsetType = msgspec.UNSET

    def check(self, rules: Rules, position: Position) -> None:
        """A floated company has bought it, or none."""
        if self.mw is msgspec.UNSET and self.spare is not msgspec.UNSET:
            raise BadInput("Only a company that has bought the Westbahn has its marker to spare.")
        if self.mw is not msgspec.UNSET and (self.mw not in position.floated or position.privates[MW] != OUT):
            raise BadInput("A floated company has bought the Westbahn, which is out of the game then.")


class WrittenState(MoraviaState, frozen=True):
    """What a position file may say: also which company two players do without."""

    removed: str = ""


class Moravia(T18CZ):
    """Moravia-Silesia, by the book."""

    programs = ("book",)
    state = MoraviaState
    tasks: ClassVar[tuple[type[Task], ...]] = (*T18CZ.tasks, CompanyDraw, Auctions, LotAuction, HomeBuild)
    turn: ClassVar[tuple[Stage, ...]] = swap_acts(T18CZ.turn, RunTrainPaper())
    any_time: ClassVar[tuple[Act, ...]] = (BuyPaper(), *T18CZ.any_time[1:], AssignTrain())

    # The cards and companies in play

    def new_position(self, players: Iterable[str], seed: int) -> Position:
        """Fewer train cards for two; the 3E-train comes with its paper (XI.2f)."""
        position = super().new_position(players, seed)
        for card in (self.cards.name(TRAIN_PAPER, 1), *self.unused_cards(len(position.players))):
            self.cards.take(position, card)
            position.put("trains", card, (OUT, self.cards.faces(card)[0].name))
        return position

    def unused_cards(self, players: int) -> Iterator[str]:
        """The train cards that a game of so many players does without (XI.2f)."""
        for train in self.figures.trains:
            used, printed = train.counts.get(str(players)), train.count or 0
            if used is not None:
                yield from (self.cards.name(train.letter, number) for number in range(used + 1, printed + 1))

    def opening(self) -> tuple[Task, ...]:
        """The order cards are dealt; with two players a company is drawn that is left out (XI.2b)."""
        return (GameFlow(), CompanyDraw(), Seating())

    def available(self, position: Position, company: str) -> bool:
        """All but the one left out (XI.2b, XI.2c)."""
        return super().available(position, company) and not self.register.has_left(position, company)

    def places_before_start(self, position: Position, company: str) -> set[str]:
        """With the bank, or out of the game."""
        return {OFFERING, OUT}

    def read_extra(self, position: Position, extra: Mapping[str, Any]) -> None:
        """`removed` (the company two players do without), `mw` (who bought its station), `spare` (not on the map)."""
        known = WrittenState.read(extra)
        self.read_removed(position, known.removed)
        if known.mw:
            position.state = MoraviaState(mw=known.mw, spare=value_or(known.spare, False))
            position.state.check(self, position)
            position.put("unplaced", known.mw, position.unplaced[known.mw] + 1)
        elif position.privates[MW] in position.players:
            papers.found_westbahn(Referee(self, position))

    def read_removed(self, position: Position, named: str) -> None:
        """With two players the company named is left out, or the last one that is not started."""
        waiting = [company for company in self.companies if company not in position.markers]
        if len(position.players) != 2 and not named:
            return
        if len(position.players) != 2 or not waiting or (named and named not in waiting):
            raise BadInput("With two players one company that has not been started is left out.")
        for card in self.register.of[named or waiting[-1]]:
            position.put("certificates", card.id, OUT)

    # The auction (XI.2.pre)

    def pre_stock_round(self) -> Task:
        """The papers are auctioned (XI.2.pre-a)."""
        return Auctions()

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """The Westbahn is on the map from its sale on (XI.2.papers-d, R67)."""
        super().lot_sold(ref, player, lot, price)
        if lot == MW:
            papers.found_westbahn(ref)

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """The poorest player plays first; if nothing was sold there is no game, and player 1 wins (XI.2.pre-d, R64)."""
        if self.nothing_sold(ref.pos):
            end_game(ref)
        else:
            order_by_cash(ref, most_first=False)

    def nothing_sold(self, position: Position) -> bool:
        """Is the auction over although nobody has bid for any paper?"""
        return position.round.kind == DRAFT.name and set(position.privates.values()) == {OUT}

    def wealth(self, position: Position, player: str) -> int:
        """Where nothing was sold only player 1 has won anything (XI.2.pre-d)."""
        lost = self.nothing_sold(position) and player != position.order[0]
        return 0 if lost else super().wealth(position, player)

    # The papers

    def pay_owners(self, ref: Referee) -> None:
        """The Westbahn builds before it pays (XI.2.papers-e)."""
        for private, owner in owned_privates(ref):
            if private == MW:
                ref.push(HomeBuild(MW))
            else:
                pay_private(ref, private, owner)

    def private_income(self, position: Position, private: str) -> int:
        """The Westbahn pays the value of its home tile (XI.2.papers-f)."""
        if private != MW:
            return super().private_income(position, private)
        value = self.board.ground(position.tiles, self.privates[MW].hex).cities[0].revenue
        assert isinstance(value, int)
        return value

    def follow_event(self, ref: Referee, event: Event) -> None:
        """What becomes of the Westbahn's station, and of all papers with the first 4+4 (XI.2j, XI.2.papers-g, R65)."""
        match event:
            case PrivateMoved(private, owner) if private == MW and owner in self.companies:
                papers.take_over(ref, owner)  # the station stays
                close_private(ref, MW)
            case PrivateMoved(private, owner) if private == MW and owner == OUT:
                papers.give_up(ref)  # the station of a Westbahn that nobody bought leaves the map
            case PhaseBegan() if is_color_open(self, ref.pos, "brown"):
                for paper in self.privates:
                    close_private(ref, paper)

    # Stations

    def station_cost(self, position: Position, company: str) -> int:
        """By marker: 40, then 100; the Westbahn's, if it came to the charter, last for 100 (XI.2d, R61, R68)."""
        costs = self.companies[company].token_costs
        own = position.unplaced[company] - self.spare_marker(position, company)
        return costs[len(costs) - own] if own else costs[-1]

    def spare_marker(self, position: Position, company: str) -> bool:
        """Did the Westbahn's marker come to the company's charter?"""
        return self.bought_westbahn(position, company) and bool(MoraviaState.of(position).spare)

    def bought_westbahn(self, position: Position, company: str) -> bool:
        """Is the Westbahn's marker one of the company's?"""
        return MoraviaState.of(position).mw == company

    def station_markers(self, position: Position) -> dict[str, int]:
        """Also that of the Westbahn: its own while a player owns it, then of the company that bought it."""
        markers = super().station_markers(position)
        owned_by_player = {MW: 1} if position.privates[MW] in position.players else {}
        return {c: number + self.bought_westbahn(position, c) for c, number in markers.items()} | owned_by_player

    # Running

    def network(self, position: Position, company: str) -> Network:
        """Values of the phase; the red tiles are marked, for trains that add their bonus (XI.2l, R63)."""
        reds = [{hex} for hex, (tile, _) in position.tiles.items() if "home-tile" in self.board.tiles[tile].flags]
        colour = self.phases[position.phase].values
        return build_network(
            self.board, position.tiles, company, position.stations, colour=colour, tags={RED: sorted(reds, key=min)}
        )

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """4+4, 5+5 and 3E add 50 for each red tile; the 3E runs apart (XI.2l, XI.2.papers-b)."""
        spec = super().train_spec(position, company, face, card)
        if face.kind == "plain":
            return spec
        bonuses = tuple(Bonus(f"red tile {n}", self.figures.home_bonus, ((RED, n),)) for n in (1, 2))
        modes = tuple(replace(mode, bonuses=bonuses) for mode in spec.modes)
        return replace(spec, modes=modes, apart=face.name == TRAIN_PAPER)

    def counts_as_train(self, face: FaceFigure) -> bool:
        """The 3E-train does not count (XI.2.papers-c)."""
        return face.name != TRAIN_PAPER
