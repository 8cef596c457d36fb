"""18Rhl as 18xx.games plays it, where that differs from the book: only so that recorded games replay.

Each answer names the ruling whose Replay line it follows; docs/interop.md lists them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from stellwerk.actions import BuyTrain, StartCompany
from stellwerk.certificates import Certificate, Register
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, Position, value_or
from stellwerk.referee import Referee
from stellwerk.routes import TrainSpec
from stellwerk.rules import Rules, Stage
from stellwerk.steps.base import Act, Task
from stellwerk.steps.game_flow import deal_order, rotate_order
from stellwerk.steps.operating_round import EndTurn, OperatingTurn
from stellwerk.steps.running import RunTrains
from stellwerk.steps.share_sales_and_directors import settle_float
from stellwerk.steps.stations import Station
from stellwerk.steps.stock_round import STOCK_ACTS, StockRound, raise_sold_out
from stellwerk.steps.track import LayTrack
from stellwerk.steps.train_purchase import BuyFromBank, BuyFromCompany
from stellwerk.titles.as_18xx_games.rhl_acts import (
    AS_RECORDED,
    BuyAndBump,
    GiveUp,
    RunForBank,
    SellAgain,
    SellBefore,
    StartAndBump,
    StationLater,
    UsePowerLater,
    lend_for_train,
)
from stellwerk.titles.as_18xx_games.rhl_state import OnlineState
from stellwerk.titles.t18rhl import map as land
from stellwerk.titles.t18rhl.acts import DivideAndRepay
from stellwerk.titles.t18rhl.powers import UsePower
from stellwerk.titles.t18rhl.rules import RHE, RHE_LOT, T18Rhl

LIST = ("ADR", "BME", "CME", "DEE", "KKK", "GVE", "CCE", "RhE")
"""The other program's order of the companies."""


class PartRegister(Register):
    """Holdings less what was sold of certificates that could not be split."""

    sells_parts = True

    def note_part(self, position: Position, company: str, player: str, percent: int) -> None:
        """R26: for the directorship and for the rise of sold-out companies that part counts as sold."""
        parts = OnlineState.of(position).sold_parts()
        owed = parts.get(company, {})
        if percent:
            changed = {**owed, player: owed.get(player, 0) + percent}
            position.update_state(parts={**parts, company: changed})

    def given_for_directorship(
        self, position: Position, player: str, ways: list[list[Certificate]]
    ) -> list[Certificate]:
        """R25: nobody is asked; the 20% share if he has at most two shares, else two of 10%."""
        few = len(self.ordinary(position, ways[0][0].company, player)) <= 2
        return ways[0] if few else ways[-1]

    def standing(self, position: Position, company: str, player: str) -> int:
        """The percentage as the other program counts it."""
        parts = OnlineState.of(position).sold_parts().get(company, {})
        return self.percent(position, company, player) - parts.get(player, 0)


class T18RhlAsPlayedOnline(T18Rhl):
    """The answers of the Replay lines."""

    state = OnlineState
    floats_at_once: ClassVar[bool] = True  # R8
    treasuries_may_owe: ClassVar[bool] = True  # R50
    turn: ClassVar[tuple[Stage, ...]] = (
        Stage("track", (UsePower(), LayTrack())),
        Stage("station", (Station(),)),
        Stage("run", (RunForBank(**AS_RECORDED), RunTrains(**AS_RECORDED)), must=True),  # R49, R65
        Stage("dividend", (DivideAndRepay(),), must=True),
        Stage("trains", (BuyFromBank(), BuyFromCompany(), SellBefore(), GiveUp())),  # R46, R47
        Stage("end", (EndTurn(duty_rests=True),)),
    )
    any_time: ClassVar[tuple[Act, ...]] = (UsePowerLater(), StationLater())  # R62

    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {
        StockRound: (SellAgain(again=True), BuyAndBump(), StartAndBump(), *STOCK_ACTS[3:]),  # R8, R19, R23
    }

    # The start packet

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """R14: the round ends, the priority deal goes to the most cash, a stock round starts."""
        deal_order(ref, rotate_order(ref.pos.order, self.priority(ref)))
        ref.push(StockRound())

    def auction_speaker(self, position: Position, bids: tuple[tuple[str, int], ...], last: str) -> str:
        """R15: always the one whose bid is lowest."""
        return min(bids, key=lambda bid: bid[1])[0]

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """R10: what was paid for the RhE certificate is the RhE's capital."""
        super().lot_sold(ref, player, lot, price)
        if lot == RHE_LOT:
            ref.pos.update_state(rhe_bid=price)

    def start_company(self, ref: Referee, action: StartCompany) -> None:
        """R10, R12: the RhE floats when it is bought; the money for its link stays in the bank."""
        Rules.start_company(self, ref, action)
        if action.company == RHE:
            ref.pos.update_state(link=3 * action.price)
            settle_float(ref, RHE)
            ref.pos.update_state(bumps=(RHE,))

    def pay_link(self, ref: Referee) -> None:
        """R12: the bank pays when the link is there; a Düren beside the way from Köln to Aachen will do."""
        promised = value_or(OnlineState.of(ref.pos).link, 0)
        if promised and land.is_rhe_linked(self.board, ref.pos.tiles, spur=True):
            ref.pay(BANK, RHE, promised, "link from Köln to Aachen")
            ref.pos.update_state(link=0)

    # Shares

    def capital(self, position: Position, company: str) -> int:
        """R10: the RhE's is the winning bid."""
        if company == RHE and not self.late(position):
            return value_or(OnlineState.of(position).rhe_bid, 0)
        return super().capital(position, company)

    def close_stock_round(self, ref: Referee) -> None:
        """R20: bumps in the order in which corporations floated."""
        for company in value_or(OnlineState.of(ref.pos).bumps, ()):
            ref.move_price(company, "up")
        ref.pos.update_state(bumps=())
        raise_sold_out(ref)
        deal_order(ref, rotate_order(ref.pos.order, self.priority(ref)))

    def priority(self, ref: Referee) -> str:
        """R19: in a tie the player left of the last one who bought or sold."""
        most = max(ref.cash(player) for player in ref.pos.order)
        richest = [player for player in ref.pos.order if ref.cash(player) == most]
        if len(richest) == 1:
            return richest[0]
        return rotate_order(ref.pos.order, value_or(OnlineState.of(ref.pos).last_buyer, ref.pos.order[-1]))[1]

    @cached_property
    def register(self) -> Register:
        """R25, R26: certificates that cannot be split."""
        return PartRegister(self.figures.companies)

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """R53: in the order of its list of companies."""
        return [company for company in LIST if company in ref.pos.floated]

    # Trains

    def allows(self, position: Position, what: str) -> bool:
        """R44: trains between corporations from the start."""
        return what == "trains-between-companies" or super().allows(position, what)

    def may_buy_card(self, position: Position, company: str, card: str) -> bool:
        """R68: it may buy back what it gave up."""
        return True

    def emergency_choice(self, ref: Referee, company: str, source: str, face: FaceFigure) -> bool:
        """R46: the director has sold what he has to sell before."""
        missing = face.price - ref.cash(company)
        pays = self.runs_itself(ref.pos, company) or ref.cash(ref.director(company)) >= missing
        return pays and super().emergency_choice(ref, company, source, face)

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """R46, R50: the director's cash; in receivership a loan that makes the treasury negative."""
        if self.runs_itself(ref.pos, action.company):
            lend_for_train(ref, action.company, missing)
        else:
            ref.pay(ref.director(action.company), action.company, missing, "forced purchase")
        return True

    def decides(self, position: Position, company: str, stage: str = "") -> str:
        """Anybody may press the button for a company in receivership."""
        return self.register.director(position, company) or position.order[0]

    def automatic_turn(self, ref: Referee, company: str) -> None:
        """R49: the record says how a company in receivership runs."""
        if company not in ref.pos.operated:
            ref.pos.operated = (*ref.pos.operated, company)
            self.place_home(ref, company)
        ref.push(OperatingTurn(company, stage=[stage.name for stage in self.turn].index("run")))

    # Running

    def network_options(self) -> dict[str, Any]:
        """R33, R34, R37: circles of a bank and neighbouring red hexes are places of their own; the ferry is paid."""
        return {"group": lambda hex, city: None, "ferry_shares_station": False}

    def iron_rhine(self, others: set[str]) -> bool:
        """R36: everybody gets the bonus."""
        return True

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """R40: the far end of the 8-train may be a town."""
        if face.kind == "express":
            return land.rheingold_express("city", "town")
        return super().train_spec(position, company, face, card)
