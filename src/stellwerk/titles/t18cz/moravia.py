"""The Moravia-Silesia variant: large companies only, and five private papers by auction (XI.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from stellwerk.errors import BadInput
from stellwerk.events import TrainScrapped
from stellwerk.figures import FaceFigure
from stellwerk.position import OFFERING, OUT, Position
from stellwerk.referee import Referee
from stellwerk.routes import Answer, Bonus, Network, TrainSpec, network
from stellwerk.steps.auction import Auctions
from stellwerk.steps.base import Act, Task
from stellwerk.steps.course import Course, Seating, end_game, order_by_cash
from stellwerk.steps.privates import close_private
from stellwerk.steps.waterfall import LotAuction
from stellwerk.titles.t18cz import papers
from stellwerk.titles.t18cz.papers import MW, TRAIN_PAPER, AssignTrain, CompanyDraw, HomeBuild
from stellwerk.titles.t18cz.rules import T18CZ
from stellwerk.trains import scrap

RED = "red"
"""The tag of the red tiles on the map."""


class Extra(msgspec.Struct, forbid_unknown_fields=True):
    """What a position file of this variant may add."""

    removed: str = ""
    mw: str = ""
    spare: bool = False


class Moravia(T18CZ):
    """Moravia-Silesia, by the book."""

    programs = ("book",)
    tasks: ClassVar[tuple[type[Task], ...]] = (*T18CZ.tasks, CompanyDraw, Auctions, LotAuction, HomeBuild)
    any_time: ClassVar[tuple[Act, ...]] = (*T18CZ.any_time, AssignTrain())

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
        return (Course(), CompanyDraw(), Seating())

    def available(self, position: Position, company: str) -> bool:
        """All but the one left out (XI.2b, XI.2c)."""
        return super().available(position, company) and not self.gone(position, company)

    def places_before_start(self, position: Position, company: str) -> set[str]:
        """With the bank, or out of the game."""
        return {OFFERING, OUT}

    def read_extra(self, position: Position, extra: Mapping[str, Any]) -> None:
        """`removed` (the company two players do without), `mw` (who bought its station), `spare` (not on the map)."""
        try:
            known = msgspec.convert(extra, type=Extra)
        except msgspec.ValidationError as error:
            raise BadInput(f"This is nothing Moravia-Silesia knows: {error}.") from None
        self.read_removed(position, known.removed)
        if known.mw:
            self.read_bought(position, known)
        elif position.privates[MW] in position.players:
            papers.found(Referee(self, position))

    def read_removed(self, position: Position, named: str) -> None:
        """With two players the company named is left out, or the last one that is not started."""
        waiting = [company for company in self.companies if company not in position.markers]
        if len(position.players) != 2 and not named:
            return
        if len(position.players) != 2 or not waiting or (named and named not in waiting):
            raise BadInput("With two players one company that has not been started is left out.")
        for card in self.register.of[named or waiting[-1]]:
            position.put("certificates", card.id, OUT)

    def read_bought(self, position: Position, known: Extra) -> None:
        """A company has bought the Westbahn: one more marker is its own."""
        if known.mw not in position.floated or position.privates[MW] != OUT:
            raise BadInput("A floated company has bought the Westbahn, which is out of the game then.")
        position.extra = {"mw": known.mw, "spare": known.spare}
        position.put("unplaced", known.mw, position.unplaced[known.mw] + 1)

    # The auction (XI.2.pre)

    def pre_stock_round(self) -> Task:
        """The papers are auctioned (XI.2.pre-a)."""
        return Auctions()

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """The Westbahn is on the map from its sale on (XI.2.papers-d, R67)."""
        super().lot_sold(ref, player, lot, price)
        if lot == MW:
            papers.found(ref)

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """The poorest player plays first; if nothing was sold there is no game, and player 1 wins (XI.2.pre-d, R64)."""
        if self.nothing_sold(ref.pos):
            end_game(ref)
        else:
            order_by_cash(ref, most_first=False)

    def nothing_sold(self, position: Position) -> bool:
        """Is the auction over although nobody has bid for any paper?"""
        return position.round.kind == "draft" and set(position.privates.values()) == {OUT}

    def wealth(self, position: Position, player: str) -> int:
        """Where nothing was sold only player 1 has won anything (XI.2.pre-d)."""
        lost = self.nothing_sold(position) and player != position.order[0]
        return 0 if lost else super().wealth(position, player)

    # The papers

    def pay_private(self, ref: Referee, private: str, owner: str) -> None:
        """The Westbahn builds before it pays (XI.2.papers-e)."""
        if private == MW:
            ref.push(HomeBuild(MW))
        else:
            super().pay_private(ref, private, owner)

    def private_income(self, position: Position, private: str) -> int:
        """The Westbahn pays the value of its home tile (XI.2.papers-f)."""
        if private != MW:
            return super().private_income(position, private)
        value = self.board.ground(position.tiles, self.privates[MW].hex).cities[0].revenue
        assert isinstance(value, int)
        return value

    def may_own_private(self, position: Position, company: str, private: str) -> bool:
        """All but the 3E-train, which is not for sale (R66)."""
        return private != TRAIN_PAPER

    def private_bought(self, ref: Referee, company: str, private: str) -> None:
        """The Westbahn closes; its station stays (XI.2.papers-g)."""
        if private == MW:
            papers.take_over(ref, company)
            close_private(ref, MW)

    def private_closed(self, ref: Referee, private: str) -> None:
        """The station of a Westbahn that nobody bought leaves the map (R65)."""
        if private == MW:
            papers.give_up(ref)

    def phase_began(self, ref: Referee) -> None:
        """With the first 4+4 all papers close (XI.2j)."""
        if self.color_open(ref.pos, "brown"):
            for private in self.privates:
                close_private(ref, private)

    # Stations

    def station_cost(self, position: Position, company: str) -> int:
        """By marker: 40, then 100; the Westbahn's, if it came to the charter, last for 100 (XI.2d, R61, R68)."""
        costs = self.companies[company].token_costs
        own = position.unplaced[company] - self.spare_marker(position, company)
        return costs[len(costs) - own] if own else costs[-1]

    def spare_marker(self, position: Position, company: str) -> bool:
        """Did the Westbahn's marker come to the company's charter?"""
        return self.bought_westbahn(position, company) and bool(position.extra.get("spare"))

    def bought_westbahn(self, position: Position, company: str) -> bool:
        """Is the Westbahn's marker one of the company's?"""
        return bool(position.extra.get("mw") == company)

    def station_markers(self, position: Position, company: str) -> int:
        """Its own, and that of a Westbahn it bought."""
        return super().station_markers(position, company) + self.bought_westbahn(position, company)

    def has_stations(self, position: Position, who: str) -> bool:
        """Companies, and the Westbahn while a player owns it."""
        return super().has_stations(position, who) or (who == MW and position.privates[MW] in position.players)

    # Running

    def network(self, position: Position, company: str) -> Network:
        """Values of the phase; the red tiles are marked, for trains that add their bonus (XI.2l, R63)."""
        reds = [{hex} for hex, (tile, _) in position.tiles.items() if "home-tile" in self.board.tiles[tile].flags]
        colour = self.phases[position.phase].values
        return network(
            self.board, position.tiles, company, position.stations, colour=colour, tags={RED: sorted(reds, key=min)}
        )

    def train_spec(self, face: FaceFigure) -> TrainSpec:
        """4+4, 5+5 and 3E add 50 for each red tile; the 3E runs apart (XI.2l, XI.2.papers-b)."""
        spec = super().train_spec(face)
        if face.kind == "plain":
            return spec
        bonuses = tuple(Bonus(f"red tile {n}", self.figures.home_bonus, ((RED, n),)) for n in (1, 2))
        modes = tuple(replace(mode, bonuses=bonuses) for mode in spec.modes)
        return replace(spec, modes=modes, apart=face.name == TRAIN_PAPER)

    def ran(self, ref: Referee, company: str, answer: Answer) -> None:
        """The 3E-train runs once (XI.2.papers-a)."""
        card = self.cards.name(TRAIN_PAPER, 1)
        if ref.pos.trains[card][0] == company:
            scrap(ref.pos, card)
            ref.say(TrainScrapped(company, card, TRAIN_PAPER))

    def counts_as_train(self, face: FaceFigure) -> bool:
        """The 3E-train does not count (XI.2.papers-c)."""
        return face.name != TRAIN_PAPER
