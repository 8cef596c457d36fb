"""What 18CZ's rule book says, as answers to the questions of the steps."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.actions import BuyTrain
from stellwerk.board.ground import Ground
from stellwerk.events import RoundBegan
from stellwerk.figures import FaceFigure
from stellwerk.position import OFFERING, Position, Round
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP, RoundKind
from stellwerk.routes import Network, TrainSpec, build_network
from stellwerk.rules import Rules, Stage
from stellwerk.rules.homes import is_settled
from stellwerk.steps.acquisition import AcquireCompany, Clash, TrainsTaken
from stellwerk.steps.base import Act, Task
from stellwerk.steps.connection_cache import stations_of
from stellwerk.steps.deals import Consent
from stellwerk.steps.draft import DRAFT, SnakeDraft
from stellwerk.steps.game_flow import Finished, GameFlow, Seating, end_game, order_by_cash, pay_starting_cash
from stellwerk.steps.income import pay_privates
from stellwerk.steps.operating_round import EndTurn, OperatingRound, OperatingTurn, begin_operating_round
from stellwerk.steps.privates import BuyFromPlayer, LaySpecialTile, SellToBank
from stellwerk.steps.running import DecideDividend, RunTrains
from stellwerk.steps.rusting import Surplus, export_top_card
from stellwerk.steps.stations import CityChoice, HomeTile, Station, put_homes
from stellwerk.steps.stock_round import StockRound, begin_stock_round, raise_sold_out
from stellwerk.steps.track import LayTrack, is_connected
from stellwerk.steps.train_purchase import BuyFromBank, BuyFromCompany, borrow_for_train

EXPORT = RoundKind(name="export", title="Export after set {set}", phrase="export", short="Export")
"""Between two sets a train leaves for abroad (V)."""


class T18CZ(Rules):
    """The base game, by the book."""

    title = "18CZ"
    newest_edition = 2
    variants: ClassVar[tuple[str, ...]] = ("base", "bohemia", "moravia")
    programs: ClassVar[tuple[str, ...]] = ("book", "18xx-games")
    sales_go_to = OFFERING  # VII.6: there is no bank pool
    sources = (OFFERING,)
    own_rounds = (EXPORT,)
    tasks: ClassVar[tuple[type[Task], ...]] = (
        GameFlow, Seating, SnakeDraft, StockRound, OperatingRound, OperatingTurn, HomeTile, CityChoice, Consent,
        Clash, TrainsTaken, Surplus, Finished,
    )  # fmt: skip
    turn: ClassVar[tuple[Stage, ...]] = (  # VIII.3
        Stage("track", (LayTrack(),)),
        Stage("station", (Station(),)),
        Stage("run", (RunTrains(),), must=True),
        Stage("dividend", (DecideDividend(rounded_up=True),), must=True),
        Stage("acquire", (AcquireCompany(),)),
        Stage("trains", (BuyFromBank(), BuyFromCompany())),
        Stage("end", (EndTurn(),)),
    )
    any_time: ClassVar[tuple[Act, ...]] = (BuyFromPlayer(), SellToBank(), LaySpecialTile())

    # V, VI, X: the course of the game

    def opening(self) -> tuple[Task, ...]:
        """Order cards are dealt at random, then the Pre-Stock Round begins (III.3)."""
        return (GameFlow(), Seating())

    def next_round(self, ref: Referee) -> None:
        """Follow the Game Process track: SR, its operating rounds, an exported train, the next SR (V)."""
        now = ref.pos.round
        sets = self.figures.sets
        if now.kind == SETUP.name:
            pay_starting_cash(ref)
            ref.pos.round = Round(DRAFT.name)
            ref.say(RoundBegan("The Pre-Stock Round"))
            ref.push(self.pre_stock_round())
        elif now.kind in (DRAFT.name, EXPORT.name):
            begin_stock_round(ref, now.set + 1)
        elif self.kind_of(now).shares_trade or now.number < now.of:
            begin_operating_round(ref, now.set, now.number + 1, len(sets[now.set - 1]), self.pay_owners)
        elif now.set == len(sets):
            end_game(ref)
        else:
            ref.pos.round = Round(EXPORT.name, now.set)
            self.end_set(ref)

    def pre_stock_round(self) -> Task:
        """Local Railways are bought in snake order (VI)."""
        return SnakeDraft()

    def pay_owners(self, ref: Referee) -> None:
        """Local Railways pay at the start of an operating round (VIII.2)."""
        pay_privates(ref)

    def end_set(self, ref: Referee) -> None:
        """A train leaves for abroad (VIII.13)."""
        export_top_card(ref)

    def wealth(self, position: Position, player: str) -> int:
        """Cash, shares and Local Railways at their last price, less debts and penalties (X.2)."""
        mine = [self.privates[private] for private, owner in position.privates.items() if owner == player]
        railways = sum(1 for private in mine if private.size)
        return super().wealth(position, player) + railways * self.figures.sets[-1][-1]

    # VII: shares

    def available(self, position: Position, company: str) -> bool:
        """Medium companies from phase b, large ones from phase d (VII.3)."""
        return self.allows(position, self.companies[company].size)

    def close_stock_round(self, ref: Referee) -> None:
        """Sold-out companies rise, then the richest player takes the lowest order card (IX.3, VII.2)."""
        raise_sold_out(ref)
        order_by_cash(ref, most_first=True)

    # VIII.10, VIII.11: trains

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """Out of the director's cash, and a loan with its penalty for the rest (VIII.11)."""
        borrow_for_train(ref, action.company, missing)
        return True

    # VIII.4 to VIII.6: track and stations

    def yellow_tiles(self, position: Position, company: str, first_turn: bool) -> int:
        """Two in the first turn, then one (VIII.4)."""
        return 2 if first_turn else 1

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """Its track touches track connected with a station, or the hex holds one (VIII.4, VIII.5, R23)."""
        return is_connected(ref, company, hex, new)

    def is_upgrade(self, position: Position, hex: str) -> bool:
        """Promotions, and the first tile on hexes with printed track or marked OO (VIII.3, VIII.5, R20)."""
        ground = self.board.ground(position.tiles, hex)
        return ground.color != "white" or bool(ground.exits)

    def special_tile(self, tile: str) -> bool:
        """Purple-edged tiles (VIII.5)."""
        figure = self.board.tiles.get(tile)
        return figure is not None and "purple-edged" in figure.flags

    def check_hex(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """In its first turn a company lays on its home hex first, if that is still bare (VIII.4, VIII.5)."""
        if not task.first or self.companies[task.company].home_tile:
            return
        home = self.companies[task.company].home[0].hex
        bare = home not in ref.pos.tiles and not self.board.printed(home).exits
        if bare and hex != home:
            ref.refuse("home-first", f"{task.company} must lay a tile on {home} first.")

    def place_home(self, ref: Referee, company: str) -> None:
        """The home station is placed free at the start of the first turn (VII.5, VIII.6, R24)."""
        figure = self.companies[company]
        if figure.home_tile:
            ref.push(HomeTile(company))
            return
        put_homes(ref, company)

    def station_cost(self, position: Position, company: str) -> int:
        """40 while the company stands in one place only, then 100 (VIII.6, R29)."""
        first = len(stations_of(position, company)) <= 1
        return self.figures.station_costs["first" if first else "further"]

    def reserved(self, position: Position, hex: str, ground: Ground, city: int, company: str) -> int:
        """Places kept for companies that have not operated; on an OO hex all places (VIII.6, R27, R28)."""
        choosing = (home.company for home in self.board.hexes[hex].home if home.city is None)
        if any(c != company and not is_settled(self, position, c) for c in choosing):
            return ground.cities[city].slots
        return super().reserved(position, hex, ground, city, company)

    # VIII.7, VIII.8: running

    def network(self, position: Position, company: str) -> Network:
        """Values of the phase; the red home tile is worth 50 more to its own company (VIII.8)."""
        return build_network(
            self.board,
            position.tiles,
            company,
            position.stations,
            colour=self.phases[position.phase].values,
            plus=self.home_bonus(position, company),
        )

    def home_bonus(self, position: Position, company: str) -> dict[str, int]:
        """The stop where a company's red home tile adds to its runs."""
        tile = self.companies[company].home_tile
        hexes = [hex for hex, (laid, _) in position.tiles.items() if laid == tile]
        return {f"{hex}.0": self.figures.home_bonus for hex in hexes}

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """Plain, plus and E-trains (VIII.7)."""
        if face.kind == "plus":
            return TrainSpec.plus(face.cities, face.towns)
        return TrainSpec.express(face.cities) if face.kind == "express" else TrainSpec.plain(face.cities)

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """One space right for a dividend, two for a large company; one left for none (IX.2)."""
        if paid:
            ref.move_price(company, "right", self.figures.dividend_steps[self.companies[company].size])
        else:
            ref.move_price(company, "left")
