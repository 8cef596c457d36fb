"""What 18CZ's rule book says, as answers to the questions of the steps."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.actions import BuyTrain
from stellwerk.board.ground import Ground
from stellwerk.events import RoundBegan
from stellwerk.figures import FaceFigure
from stellwerk.position import OFFERING, Position, Round
from stellwerk.referee import Referee
from stellwerk.routes import Network, TrainSpec, network
from stellwerk.rules import Rules, Stage
from stellwerk.steps.acquisition import AcquireCompany, Clash, TrainsTaken
from stellwerk.steps.base import Act, Task
from stellwerk.steps.buying import BuyFromBank, BuyFromCompany, borrow
from stellwerk.steps.course import Course, Finished, Seating, end_game, order_by_cash
from stellwerk.steps.deals import Consent
from stellwerk.steps.draft import SnakeDraft
from stellwerk.steps.operating import EndTurn, OperatingRound, OperatingTurn, begin_operating_round
from stellwerk.steps.privates import BuyFromPlayer, LaySpecialTile, SellToBank
from stellwerk.steps.reaching import stations_of
from stellwerk.steps.run import DecideDividend, RunTrains
from stellwerk.steps.rusting import Surplus, export
from stellwerk.steps.stations import CityChoice, HomeTile, Station, put_homes
from stellwerk.steps.stock import StockRound, begin_stock_round, raise_sold_out
from stellwerk.steps.track import LayTrack, connected


class T18CZ(Rules):
    """The base game, by the book."""

    title = "18CZ"
    newest_edition = 2
    variants: ClassVar[tuple[str, ...]] = ("base", "bohemia", "moravia")
    programs: ClassVar[tuple[str, ...]] = ("book", "18xx-games")
    sales_go_to = OFFERING  # VII.6: there is no bank pool
    sources = (OFFERING,)
    tasks: ClassVar[tuple[type[Task], ...]] = (
        Course, Seating, SnakeDraft, StockRound, OperatingRound, OperatingTurn, HomeTile, CityChoice, Consent,
        Clash, TrainsTaken, Surplus, Finished,
    )  # fmt: skip
    turn: ClassVar[tuple[Stage, ...]] = (  # VIII.3
        Stage("track", (LayTrack(),)),
        Stage("station", (Station(),)),
        Stage("run", (RunTrains(),), must=True),
        Stage("dividend", (DecideDividend(),), must=True),
        Stage("acquire", (AcquireCompany(),)),
        Stage("trains", (BuyFromBank(), BuyFromCompany())),
        Stage("end", (EndTurn(),)),
    )
    any_time: ClassVar[tuple[Act, ...]] = (BuyFromPlayer(), SellToBank(), LaySpecialTile())

    # V, VI, X: the course of the game

    def opening(self) -> tuple[Task, ...]:
        """Order cards are dealt at random, then the Pre-Stock Round begins (III.3)."""
        return (Course(), Seating())

    def next_round(self, ref: Referee) -> None:
        """Follow the Game Process track: SR, its operating rounds, an exported train, the next SR (V)."""
        now = ref.pos.round
        sets = self.figures.sets
        if now.kind == "setup":
            self.pay_starting_cash(ref)
            ref.pos.round = Round("draft")
            ref.say(RoundBegan("The Pre-Stock Round"))
            ref.push(self.pre_stock_round())
        elif now.kind in ("draft", "export"):
            begin_stock_round(ref, now.set + 1)
        elif now.kind == "stock" or now.number < now.of:
            begin_operating_round(ref, now.set, now.number + 1, len(sets[now.set - 1]))
        elif now.set == len(sets):
            end_game(ref)
        else:
            ref.pos.round = Round("export", now.set)
            self.end_set(ref)

    def pre_stock_round(self) -> Task:
        """Local Railways are bought in snake order (VI)."""
        return SnakeDraft()

    def end_set(self, ref: Referee) -> None:
        """A train leaves for abroad (VIII.13)."""
        export(ref)

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
        borrow(ref, action.company, missing)
        return True

    # VIII.4 to VIII.6: track and stations

    def yellow_tiles(self, first_turn: bool) -> int:
        """Two in the first turn, then one (VIII.4)."""
        return 2 if first_turn else 1

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """Its track touches track connected with a station, or the hex holds one (VIII.4, VIII.5, R23)."""
        return connected(ref, company, hex, new)

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
        if any(c != company and not self.settled(position, c) for c in choosing) and self.keeps_whole_hex(ground):
            return ground.cities[city].slots
        return super().reserved(position, hex, ground, city, company)

    def keeps_whole_hex(self, ground: Ground) -> bool:
        """Is a hex whose home company chooses its city closed to others until it has chosen?"""
        return True

    def settled(self, position: Position, company: str) -> bool:
        """Has the company placed its home, or will it never?"""
        return super().settled(position, company) or any(company in taken for taken in position.absorbed.values())

    # VIII.7, VIII.8: running

    def network(self, position: Position, company: str) -> Network:
        """Values of the phase; the red home tile is worth 50 more to its own company (VIII.8)."""
        return network(
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

    def train_spec(self, face: FaceFigure) -> TrainSpec:
        """Plain, plus and E-trains (VIII.7)."""
        if face.kind == "plus":
            return TrainSpec.plus(face.cities, face.towns)
        return TrainSpec.express(face.cities) if face.kind == "express" else TrainSpec.plain(face.cities)

    def dividend(self, revenue: int, percent: int) -> int:
        """Rounded up once for each owner (VIII.8)."""
        return -(-revenue * percent // 100)

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """One space right for a dividend, two for a large company; one left for none (IX.2)."""
        if paid:
            ref.move_price(company, "right", self.figures.dividend_steps[self.companies[company].size])
        else:
            ref.move_price(company, "left")
