"""What 1881's rule book says, as answers to the questions of the steps; by chapters in the modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from stellwerk.position import Position
from stellwerk.rules import Rules, Stage
from stellwerk.steps.base import Act, Task
from stellwerk.steps.distribution import Distribution
from stellwerk.steps.game_flow import Finished, GameFlow
from stellwerk.steps.operating_round import OperatingRound
from stellwerk.steps.sealed_bids import SealedBids
from stellwerk.steps.sell_buy_sell import SellAtOnePrice, SellBuySell
from stellwerk.steps.stock_round import EndStockTurn
from stellwerk.titles.t1881.nets import NetRules
from stellwerk.titles.t1881.printed import Printed, printed_of
from stellwerk.titles.t1881.state import State1881
from stellwerk.titles.t1881.stock import StockRules
from stellwerk.titles.t1881.stock_round import BuyTramShare, StockRound1881
from stellwerk.titles.t1881.streets import StreetRules
from stellwerk.titles.t1881.turn import CompanyTurn
from stellwerk.titles.t1881.vehicles import VehicleRules


class T1881(StockRules, StreetRules, VehicleRules, NetRules, Rules):
    """The game by the book."""

    title = "1881"
    variants = ("base", "house", "double-track", "credit")
    players_may_leave = True
    receivership = True
    state = State1881
    tasks: ClassVar[tuple[type[Task], ...]] = (
        GameFlow, SealedBids, Distribution, StockRound1881, OperatingRound, CompanyTurn, Finished,
    )  # fmt: skip
    turn: ClassVar[tuple[Stage, ...]] = ()  # 5.4
    other_turns: ClassVar[tuple[tuple[Stage, ...], ...]] = ()
    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {
        SellBuySell: (SellAtOnePrice(), BuyTramShare(), EndStockTurn()),  # 4.1, R15, R16
    }

    @property
    def printed(self) -> Printed:
        """The figures only this game has."""
        return printed_of(self.variant)

    def plays(self, variant: str) -> bool:
        """Is this one of the variants that are played?"""
        return variant in self.variant.split("+")

    def rounds_of_set(self, position: Position, number: int) -> int:
        """As many as the phase has (5.3)."""
        return self.phases[position.phase].operating_rounds if number >= 1 else 0
