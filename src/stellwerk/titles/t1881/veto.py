"""The board of the S-Bahn: vetoes and votes on what the main net does (12.6, R67, R79, R85, R97)."""

from __future__ import annotations

from typing import Any

from stellwerk.actions import BuyTrain, Dividend, LayTile, PlaceStation
from stellwerk.referee import Referee
from stellwerk.steps.objection import Contested
from stellwerk.steps.operating_round import EndTurn
from stellwerk.steps.station_sale import BuyDepot
from stellwerk.steps.track import LayTrack
from stellwerk.steps.train_purchase_variants import BuyWithHelp, TradeIn
from stellwerk.titles.t1881 import nets
from stellwerk.titles.t1881.depots import PlaceDepot, TakeOverDepot
from stellwerk.titles.t1881.joint_turn import DivideNetIncome
from stellwerk.titles.t1881.printed import plays
from stellwerk.titles.t1881.state import STADTBAHN
from stellwerk.titles.t1881.turn import CompanyTurn
from stellwerk.titles.t1881.vehicles import BuyForOld, BuyHelped, BuyOfCompany, BuyVehicle
from stellwerk.trains import trains_of

DEPOTS = (PlaceStation, BuyDepot)
END_OF_TURN = EndTurn(duty_rests=True)


def owners_of_seats(ref: Referee) -> dict[str, int]:
    """The president, then the owners of sold seats by their numbers, each with his votes; who rests has none."""
    president = ref.rules.register.director(ref.pos, STADTBAHN)
    assert president is not None, "a main net without president does not act"
    votes = {president: 2 if plays(ref.rules, "house") else 1}
    for net, card in nets.seats(ref.rules).items():
        owner = nets.owner_of(ref.rules, ref.pos, net)
        if owner is None or nets.has_lapsed(ref.pos, card) or nets.decider_of(ref.rules, ref.pos, net) is None:
            continue
        votes[owner] = votes.get(owner, 0) + 1
    return votes


class BoardMatter(Contested):
    """Something the main net does only if its board lets it pass."""

    def may_be_replaced(self, ref: Referee) -> bool:
        """By the house rules nothing takes the place of what was voted down."""
        return not plays(ref.rules, "house")

    def objectors(self, ref: Referee, task: Any, action: Any) -> tuple[str, ...]:
        """The vice-presidents, each once; by the house rules only those who have not objected in this round (R97)."""
        if self.is_forced(ref, task, action):
            return ()
        _, *others = owners_of_seats(ref)
        used = task.objected if plays(ref.rules, "house") else ()
        return tuple(owner for owner in others if owner not in used)

    def voters(self, ref: Referee, task: Any) -> dict[str, int]:
        """The whole board."""
        return owners_of_seats(ref)


class LayBoardTrack(BoardMatter, LayTrack):
    """Track of the main net."""

    replacing = (LayTile,)


class PlaceBoardDepot(BoardMatter, PlaceDepot):
    """The main net's additional depot."""

    replacing = DEPOTS


class TakeOverBoardDepot(BoardMatter, TakeOverDepot):
    """A depot the main net buys."""

    replacing = DEPOTS


class BoardPurchase(BoardMatter):
    """A purchase of the main net; one it must make is not contested (R67)."""

    replacing = (BuyTrain, BuyWithHelp, TradeIn)

    def is_forced(self, ref: Referee, task: Any, action: Any) -> bool:
        """Has the net no train, and must its turn not end so?"""
        return not trains_of(ref.pos, task.company) and END_OF_TURN.must_own(ref, task.company)


class BuyBoardVehicle(BoardPurchase, BuyVehicle):
    """From the bank."""


class BuyBoardHelped(BoardPurchase, BuyHelped):
    """From the bank, with the president's money."""


class BuyBoardOfCompany(BoardPurchase, BuyOfCompany):
    """From a subnet."""


class BuyBoardForOld(BoardPurchase, BuyForOld):
    """From the bank, for an old one."""


class DivideBoardIncome(BoardMatter, DivideNetIncome):
    """The main net's dividend: the opposite of what was voted down stands (R79)."""

    def check(self, ref: Referee, task: CompanyTurn, action: Dividend) -> None:  # type: ignore[override]
        """After a carried veto against keeping the net pays; the president says what becomes of the bonuses."""
        super().check(ref, task, action)
        if action.kind == "retain" and self.was_voted_down(task):
            ref.refuse("voted-down", "The board has voted against keeping the income.")

    def was_voted_down(self, task: CompanyTurn) -> bool:
        """Has the board voted down a dividend decision in this turn?"""
        return any(isinstance(action, Dividend) for action in task.voted_down)

    def objectors(self, ref: Referee, task: CompanyTurn, action: Dividend) -> tuple[str, ...]:
        """Nobody by the house rules, nor against a second decision."""
        if plays(ref.rules, "house") or self.was_voted_down(task):
            return ()
        return super().objectors(ref, task, action)

    def voted_down(self, ref: Referee, task: CompanyTurn, action: Dividend) -> None:
        """Not paid is kept; not kept is paid, where there is nothing to choose at once (R79)."""
        if action.kind != "retain":
            self.retain(ref, task)
        elif not (task.bonus and task.revenue):
            self.pay_out(ref, task)
