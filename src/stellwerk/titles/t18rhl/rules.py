"""What 18Rhl's rule book says, as answers to the questions of the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from stellwerk import market
from stellwerk.actions import BuyTrain, StartCompany
from stellwerk.board.ground import Ground
from stellwerk.errors import BadInput
from stellwerk.events import BankBroken, Event, Paid, PhaseBegan, TileLaid
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OFFERING, OUT, POOL, Position, value_or
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP
from stellwerk.routes import Network, TrainSpec, best_runs, build_network
from stellwerk.rules import Rules, Signs, Stage
from stellwerk.rules.phases import is_color_open
from stellwerk.steps.base import Act, Task
from stellwerk.steps.deals import Consent
from stellwerk.steps.forced_purchase import ForcedSale, director_pays
from stellwerk.steps.game_flow import Finished, GameFlow, Seating, deal_order, pay_starting_cash, rotate_order
from stellwerk.steps.operating_round import EndTurn, OperatingRound, OperatingTurn, acting_first
from stellwerk.steps.privates import close_private
from stellwerk.steps.rounds import go_on
from stellwerk.steps.running import RunTrains
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.share_sales_and_directors import ExchangeChoice, SaleChoice, hand_over, settle_float
from stellwerk.steps.stations import CityChoice, Station, put_homes
from stellwerk.steps.stock_round import StockRound, begin_stock_round, raise_sold_out
from stellwerk.steps.strict_connection import extends_route
from stellwerk.steps.track import LayTrack
from stellwerk.steps.train_purchase import BuyFromBank, BuyFromCompany, from_bank
from stellwerk.steps.waterfall import LotAuction, Packet, ParChoice
from stellwerk.titles.t18rhl import bankruptcy
from stellwerk.titles.t18rhl import map as land
from stellwerk.titles.t18rhl.acts import DivideAndRepay, SellInNeed
from stellwerk.titles.t18rhl.mines import MineDraw
from stellwerk.titles.t18rhl.powers import PWB, PWB_HEX, FreeStation, UsePower
from stellwerk.titles.t18rhl.state import RhlState

NLK, RHE_LOT = "No5", "No6"
RHE, GVE = "RhE", "GVE"
ASIDE = "beside Aachen"
"""The purse of the money that waits for the link from Köln to Aachen (4.2)."""


class T18Rhl(Rules):
    """The game by the book."""

    title = "18Rhl"
    newest_edition = 2
    variants = ("base", "optional-2-train", "lower-capital", "promotion-tiles")
    programs = ("book", "18xx-games")
    purses = (ASIDE,)
    players_may_leave = True
    receivership = True
    state = RhlState
    floats_at_once = False  # 16.4: at the end of the stock round
    tasks: ClassVar[tuple[type[Task], ...]] = (
        GameFlow, MineDraw, Seating, Packet, LotAuction, ParChoice, StockRound, ExchangeChoice, SaleChoice,
        OperatingRound, OperatingTurn, CityChoice, FreeStation, Consent, Surplus, ForcedSale, Finished,
    )  # fmt: skip
    turn: ClassVar[tuple[Stage, ...]] = (  # 6.3
        Stage("track", (UsePower(), LayTrack())),
        Stage("station", (Station(),)),
        Stage("run", (RunTrains(must_be_best=False),), must=True),
        Stage("dividend", (DivideAndRepay(),), must=True),
        Stage("trains", (BuyFromBank(), BuyFromCompany())),
        Stage("end", (EndTurn(duty_rests=True),)),
    )

    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {ForcedSale: (SellInNeed(must_suffice=True),)}  # R76

    # 2, 3, 17: the course of the game

    def new_position(self, players: Sequence[str], seed: int) -> Position:  # type: ignore[override]
        """One share of the GVE lies with private No. 5 (2.4)."""
        position = super().new_position(players, seed)
        share = self.register.ordinary(position, GVE, OFFERING)[0]
        position.put("certificates", share.id, NLK)
        return position

    def rounds_of_set(self, position: Position, number: int) -> int:
        """As many as the phase has."""
        return self.phases[position.phase].operating_rounds if number >= 1 else 0

    def read_extra(self, position: Position, extra: Mapping[str, Any]) -> None:
        """`mines` (1 to 9), `debts` (corporation to amount), `broken`, `last_buyer`."""
        number = extra.get("mines", 1)
        if type(number) is not int or not 1 <= number <= len(land.MINES):
            raise BadInput("Mines are numbered 1 to 9.")
        super().read_extra(position, {**extra, "mines": land.MINES[number - 1]})

    def opening(self) -> tuple[Task, ...]:
        """Seats and the extra mine and mill are drawn (2.1, 2.2)."""
        return (GameFlow(), MineDraw(), Seating())

    def next_round(self, ref: Referee) -> None:
        """A stock round, then as many operating rounds as the phase had at its end (3, 15.1)."""
        now = ref.pos.round
        if now.kind == SETUP.name:
            pay_starting_cash(ref)
            begin_stock_round(ref, 1, Packet())
        else:
            go_on(ref, bool(RhlState.of(ref.pos).broken))

    def follow_event(self, ref: Referee, event: Event) -> None:
        """The bank may be broken, a link built; with the first 5-train the private companies close (4.1, 14)."""
        match event:
            case Paid(payer) if payer == BANK and ref.cash(BANK) < 0:
                self.end_soon(ref)
            case PhaseBegan("5"):
                for private in self.privates:
                    close_private(ref, private)
            case TileLaid():
                self.pay_link(ref)

    def end_soon(self, ref: Referee) -> None:
        """The game ends after this set of operating rounds, or the one that follows this stock round (17.1)."""
        if not RhlState.of(ref.pos).broken:
            ref.pos.update_state(broken=True)
            ref.say(BankBroken())

    # 3, 4: the start packet

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """No. 5 brings a share of the GVE, No. 6 is the RhE director's certificate (4.2)."""
        super().lot_sold(ref, player, lot, price)
        self.bought(ref, player)
        if lot == NLK:
            for card in self.register.at(ref.pos, GVE, NLK):
                hand_over(ref, card, player)
        if lot == RHE_LOT:
            ref.pos.put("privates", lot, OUT)
            hand_over(ref, self.register.of[RHE][0], player)
            for card in self.register.ordinary(ref.pos, RHE, OFFERING)[:3]:
                hand_over(ref, card, POOL)
            ref.push(ParChoice(player, RHE))

    def start_company(self, ref: Referee, action: StartCompany) -> None:
        """For the RhE the bank sets money aside (4.2)."""
        super().start_company(ref, action)
        if action.company == RHE:
            ref.pay(BANK, ASIDE, 3 * action.price, "set aside for the link from Köln to Aachen")

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """The same round goes on with shares (3, R14)."""
        ref.push(StockRound(seat))

    def pay_link(self, ref: Referee) -> None:
        """The RhE gets its money as soon as Köln and Aachen are linked via Düren (4.2, R12)."""
        if ref.cash(ASIDE) and land.is_rhe_linked(self.board, ref.pos.tiles):
            ref.pay(ASIDE, RHE, ref.cash(ASIDE), "link from Köln to Aachen")

    # 5, 15, 16: shares

    def may_sell_now(self, position: Position, company: str) -> bool:
        """Not in the first stock round, and only shares of corporations that have operated (16.5)."""
        first = position.round.kind == "stock" and position.round.set == 1
        return not first and company in position.operated

    def payee(self, position: Position, company: str, source: str) -> str:
        """New shares of a floated corporation pay its treasury (16.2)."""
        return company if source == OFFERING and company in position.floated else BANK

    def places_before_start(self, position: Position, company: str) -> set[str]:
        """A share of the GVE goes with No. 5; the RhE's are dealt before its price is set (2.4, 4.2)."""
        return {OFFERING, POOL, NLK, *position.players} if company in (RHE, GVE) else {OFFERING}

    def bought(self, ref: Referee, player: str) -> None:
        """The last buyer decides ties for the priority deal (3)."""
        ref.pos.update_state(last_buyer=player)

    def sold_percent(self, position: Position, company: str) -> int:
        """How much of a corporation has left the offering."""
        unsold = self.register.percent(position, company, OFFERING) + self.register.percent(position, company, NLK)
        return 100 - unsold

    def floats(self, position: Position, company: str) -> bool:
        """At 50% (KKK 60%) out of the offering (16.4, 5.2)."""
        needed = self.companies[company].float_percent or self.figures.float_percent
        return self.sold_percent(position, company) >= needed

    def late(self, position: Position) -> bool:
        """Is it the brown phase or later?"""
        return is_color_open(self, position, "brown")

    def capital(self, position: Position, company: str) -> int:
        """The starting value of the shares sold; ten times the market value in the brown phase (16.4, R10)."""
        if self.late(position):
            return 10 * market.share_price(position, self.chart, company)
        given = 30 if company == RHE else 0
        return position.pars[company] * (self.sold_percent(position, company) - given) // 10

    def close_stock_round(self, ref: Referee) -> None:
        """Floating, sold-out corporations, the priority deal (15, 16.4, R20)."""
        for company in market.in_order(ref.pos, self.chart):
            if company not in ref.pos.floated and self.floats(ref.pos, company):
                self.float(ref, company)
        raise_sold_out(ref)
        deal_order(ref, rotate_order(ref.pos.order, self.priority(ref)))

    def float(self, ref: Referee, company: str) -> None:
        """The capital; before brown the price rises one row, in brown the unsold shares go to the pool (16.4)."""
        settle_float(ref, company)
        if not self.late(ref.pos):
            ref.move_price(company, "up")
            return
        for card in self.register.at(ref.pos, company, OFFERING):
            hand_over(ref, card, POOL)

    def priority(self, ref: Referee) -> str:
        """The player with the most cash; of several the first one after the last buyer (3, 15.2)."""
        most = max(ref.cash(player) for player in ref.pos.order)
        after = rotate_order(ref.pos.order, value_or(RhlState.of(ref.pos).last_buyer, ref.pos.order[-1]))
        return next(player for player in (*after[1:], after[0]) if ref.cash(player) == most)

    # 7, 8, 9: track and stations

    def place_home(self, ref: Referee, company: str) -> None:
        """All homes at the start of the first turn (9)."""
        put_homes(ref, company)

    def check_hex(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """The first tile on E14 belongs to the owner of No. 1 (4.2, 7.3)."""
        owner = ref.pos.privates[PWB]
        if hex == PWB_HEX and hex not in ref.pos.tiles and owner not in (OUT, task.decider(ref)):
            ref.refuse("pwb-hex", f"Only the owner of the Prinz-Wilhelm-Bahn may build first on {hex}.")

    def special_tile(self, tile: str) -> bool:
        """The orange tile needs No. 2."""
        figure = self.board.tiles.get(tile)
        return figure is not None and figure.color == "orange"

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """New track continues a route; a promotion adds track to one, or raises a city on it (7.1, 8, R31)."""
        return extends_route(ref, company, hex, new)

    # 10, 11: running

    def network(self, position: Position, company: str) -> Network:
        """Values by phase, the Eastern Ruhr by its links, blocked long-distance values, and the bonuses (11)."""
        others = {hex for hex, here in position.stations.items() if any(c != company for c, _ in here)}
        values = {**dict.fromkeys(others.intersection(land.LONG_DISTANCE), 0), **self.stop_values(position)}
        return build_network(
            self.board, position.tiles, company, position.stations,
            colour=self.phases[position.phase].values,
            value=lambda hex, kind, index: values.get(hex),
            tags=land.place_tags(self.board, position, value_or(RhlState.of(position).mines, land.MINES[0])),
            bonuses=land.route_bonuses(40 if self.late(position) else 20, self.iron_rhine(others)),
            **self.network_options(),
        )  # fmt: skip

    def stop_values(self, position: Position, company: str = "") -> Mapping[str, int]:
        """The Eastern Ruhr (11.3)."""
        return dict.fromkeys(land.RUHR, land.ruhr_value(self.board, position.tiles))

    def signs(self, position: Position) -> Signs:
        """The extra coal mine and steel mill, once they are drawn (2.2)."""
        return Signs(dict(zip(value_or(RhlState.of(position).mines, ()), (("coal",), ("steel",)), strict=False)))

    def network_options(self) -> dict[str, Any]:
        """How the network is read, beside its values."""
        return {}

    def iron_rhine(self, others: set[str]) -> bool:
        """A station in Roermond takes the bonus from the others (9, 11.4)."""
        return land.ROERMOND not in others

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """Towns are free; the 8-train is the Rheingold-Express (10.3)."""
        return land.rheingold_express() if face.kind == "express" else TrainSpec.halts_free(face.cities)

    def treasury_part(self, position: Position, company: str) -> int:
        """The dividend of shares in the offering goes to the treasury (11.1)."""
        return self.register.percent(position, company, OFFERING)

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """Right (or up) for a dividend of the share price or more, left (or down) for none (12)."""
        if 0 < paid < ref.price(company):
            return
        cell = market.cell_of(ref.pos, company)
        first, second = ("right", "up") if paid else ("left", "down")
        ref.move_price(company, first if self.chart.beyond(cell, first) != cell else second)

    # 13, 14: trains

    def on_stack(self, position: Position) -> Sequence[str]:
        """In order of size; 6-trains from the first 5-train on, 8-trains from the first 6-train (13.1)."""
        rank = self.cards.rank(position.phase)
        opened = {"6"} if rank >= self.cards.rank("5") else set()
        opened |= {"8"} if rank >= self.cards.rank("6") else set()
        first = {self.cards.letter(card): card for card in reversed(position.stack)}
        smallest = next(iter(reversed(first)), None)
        return [card for letter, card in first.items() if letter in opened or letter == smallest][::-1]

    def may_buy_card(self, position: Position, company: str, card: str) -> bool:
        """Not a train it has given up itself (13.1, R68)."""
        return position.returned.get(card) != company

    def sale_counts(self, source: str) -> bool:
        """A train from the pool changes nothing (R68)."""
        return source == BANK

    def may_sell_train(self, position: Position, company: str) -> bool:
        """Not with bank debts, nor in receivership (13.3)."""
        return not bankruptcy.debt_of(position, company) and not self.runs_itself(position, company)

    def must_own_train(self, position: Position, company: str) -> bool:
        """Only a corporation that has a route (13.1, R57)."""
        return bool(best_runs(self.network(position, company), [TrainSpec.halts_free(2)]).runs)

    def emergency_choice(self, ref: Referee, company: str, source: str, face: FaceFigure) -> bool:
        """Any train of the pool, of the new ones the cheapest (13.2, R45)."""
        new = [self.cards.faces(card)[0].price for place, card in from_bank(ref) if place == BANK]
        return source == POOL or face.price == min(new)

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """The director's cash, then his shares (13.2)."""
        return director_pays(ref, action, missing)

    def runs_itself(self, position: Position, company: str) -> bool:
        """In receivership (13.3)."""
        return self.register.director(position, company) is None

    def automatic_turn(self, ref: Referee, company: str) -> None:
        """The bank runs it (13.3, R49)."""
        if company not in ref.pos.operated:
            ref.pos.operated = (*ref.pos.operated, company)
            self.place_home(ref, company)
        bankruptcy.run_by_bank(ref, company)

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """First the corporation in turn, then the others in operating order (R53)."""
        return acting_first(ref)
