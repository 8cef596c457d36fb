"""What 1881's rule book says, as answers to the questions of the steps; by chapters in the modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from stellwerk.position import Position
from stellwerk.rules import Stage
from stellwerk.steps.base import Act, Task
from stellwerk.steps.deals import Consent
from stellwerk.steps.distribution import Distribution
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.steps.game_flow import Finished, GameFlow, Seating
from stellwerk.steps.objection import Veto, Vote
from stellwerk.steps.operating_round import OperatingRound
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.sealed_bids import SealedBids
from stellwerk.steps.sell_buy_sell import SellAtOnePrice, SellBuySell
from stellwerk.steps.stock_round import EndStockTurn
from stellwerk.steps.track import LayTrack
from stellwerk.titles.t1881 import nets, veto
from stellwerk.titles.t1881.broking import BuyForCompany, SellForCompany
from stellwerk.titles.t1881.depots import DepotChoice, PlaceDepot, TakeOverDepot
from stellwerk.titles.t1881.income import DivideIncome, RunVehicles
from stellwerk.titles.t1881.joint_turn import DivideNetIncome, JointTurn, TakeSuccessBonus
from stellwerk.titles.t1881.nets import NetRules
from stellwerk.titles.t1881.printed import Printed, plays, printed_of
from stellwerk.titles.t1881.standing import StandingRules
from stellwerk.titles.t1881.state import STADTBAHN, State1881
from stellwerk.titles.t1881.stock import StockRules
from stellwerk.titles.t1881.stock_round import BuyTramShare, StockRound1881
from stellwerk.titles.t1881.streets import StreetRules
from stellwerk.titles.t1881.turn import CompanyTurn
from stellwerk.titles.t1881.vehicles import (
    BuyForOld,
    BuyHelped,
    BuyOfCompany,
    BuyVehicle,
    SellForVehicle,
    TakeCredit,
    VehicleRules,
)

KINDS = ("pay", "split", "retain")
RUN = Stage("run", (RunVehicles(must_be_best=False, may_run_nothing=True),), must=True)
END = Stage("end", (veto.END_OF_TURN,))


class T1881(StandingRules, NetRules, VehicleRules, StreetRules, StockRules):
    """The game by the book."""

    title = "1881"
    variants = ("base", "house", "double-track", "credit")
    players_may_leave = True
    receivership = True
    state = State1881
    tasks: ClassVar[tuple[type[Task], ...]] = (
        GameFlow, Seating, SealedBids, Distribution, StockRound1881, OperatingRound, JointTurn, CompanyTurn,
        DepotChoice, Consent, Veto, Vote, Surplus, ForcedSale, Finished,
    )  # fmt: skip
    turn: ClassVar[tuple[Stage, ...]] = (  # 5.4
        Stage("track", (LayTrack(),)),
        Stage("station", (PlaceDepot(), TakeOverDepot())),
        RUN,
        Stage("dividend", (DivideIncome(kinds=KINDS),), must=True),
        Stage("trains", (BuyVehicle(), BuyHelped(), TakeCredit(), BuyOfCompany(), BuyForCompany(), SellForCompany())),
        END,
    )
    main_net_turn: ClassVar[tuple[Stage, ...]] = (  # 12.6
        Stage("track", (veto.LayBoardTrack(),)),
        Stage("station", (veto.PlaceBoardDepot(), veto.TakeOverBoardDepot())),
        RUN,
        Stage("dividend", (veto.DivideBoardIncome(kinds=KINDS),), must=True),
        Stage(
            "trains", (veto.BuyBoardVehicle(), veto.BuyBoardHelped(), veto.BuyBoardForOld(), veto.BuyBoardOfCompany())
        ),
        END,
    )
    subnet_turn: ClassVar[tuple[Stage, ...]] = (  # 12.5, 12.10
        Stage("track", (LayTrack(),)),
        RUN,
        Stage("dividend", (DivideNetIncome(kinds=KINDS),), must=True),
        Stage("trains", (BuyVehicle(), BuyHelped(), BuyForOld(), BuyOfCompany(), TakeSuccessBonus())),
        END,
    )
    other_turns: ClassVar[tuple[tuple[Stage, ...], ...]] = (main_net_turn, subnet_turn)
    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {
        SellBuySell: (SellAtOnePrice(), BuyTramShare(), EndStockTurn()),  # 4.1, R15, R16
        ForcedSale: (SellForVehicle(must_suffice=True, judged_together=True),),
    }

    @property
    def printed(self) -> Printed:
        """The figures only this game has."""
        return printed_of(self.variant)

    def rounds_of_set(self, position: Position, number: int) -> int:
        """As many as the phase has (5.3)."""
        return self.phases[position.phase].operating_rounds if number >= 1 else 0

    # 5.4, 12: turns

    def own_turn(self, position: Position, company: str) -> Task | None:
        """A tram company's, a net's, or that of the S-Bahn with all its nets (R59)."""
        if company != STADTBAHN or any(isinstance(step, JointTurn) for step in position.agenda):
            return CompanyTurn(company)
        return JointTurn(company, queue=tuple(nets.nets_to_operate(self, position)))

    def stages(self, position: Position, company: str) -> tuple[Stage, ...]:
        """By the kind of company and the variants."""
        if company == STADTBAHN:
            return self.stages_of_main_net
        return self.stages_of_subnets if self.companies[company].part_of else self.stages_of_trams

    @cached_property
    def stages_of_trams(self) -> tuple[Stage, ...]:
        """A tram company's turn."""
        return self.without_other_variants(self.turn)

    @cached_property
    def stages_of_main_net(self) -> tuple[Stage, ...]:
        """The main net's turn."""
        return self.without_other_variants(self.main_net_turn)

    @cached_property
    def stages_of_subnets(self) -> tuple[Stage, ...]:
        """A subnet's turn."""
        return self.without_other_variants(self.subnet_turn)

    def without_other_variants(self, turn: tuple[Stage, ...]) -> tuple[Stage, ...]:
        """A turn without what only variants know that are not played."""
        return tuple(Stage(s.name, tuple(act for act in s.acts if self.knows(act)), s.must) for s in turn)

    def knows(self, act: Act) -> bool:
        """Is this one of the acts of the variants that are played?"""
        if isinstance(act, BuyHelped):
            return plays(self, "house")
        return plays(self, "credit") or not isinstance(act, TakeCredit)
