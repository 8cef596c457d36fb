"""Questions about companies, their trains and their privates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stellwerk.figures import (
    FaceFigure,
)
from stellwerk.position import Position
from stellwerk.rules.arranged_figures import Arranged

if TYPE_CHECKING:
    from stellwerk.actions import BuyTrain
    from stellwerk.referee import Referee


class TrainRules(Arranged):
    """The defaults say what most books say."""

    def train_limit(self, position: Position, company: str) -> int:
        """How many trains a company may own now."""
        return self.phases[position.phase].train_limit.get(self.companies[company].size, 0)

    def may_run(self, company: str, face: FaceFigure) -> bool:
        """May this company run such a train?"""
        return face.size == self.companies[company].size

    def must_own_train(self, position: Position, company: str) -> bool:
        """Must the company own a train it can run at the end of its turn?"""
        return True

    def runs_itself(self, position: Position, company: str) -> bool:
        """Does a company act without anybody deciding for it?"""
        return False

    def automatic_turn(self, ref: Referee, company: str) -> None:
        """The turn of a company that runs itself."""

    def goes_alone(self, position: Position, company: str) -> bool:
        """Is what leaves no choice in this company's turn done without asking anybody?"""
        return False

    def allows(self, position: Position, what: str) -> bool:
        """Does the present phase allow it?"""
        return what in self.phases[position.phase].allows

    def counts_as_train(self, face: FaceFigure) -> bool:
        """Does such a vehicle count against the train limit?"""
        return True

    def on_stack(self, position: Position) -> Sequence[str]:
        """The cards of the stack that are on sale."""
        return position.stack[:1]

    def may_buy_card(self, position: Position, company: str, card: str) -> bool:
        """May the company buy this card (and not: have it back)?"""
        return True

    def sale_counts(self, source: str) -> bool:
        """Does a sale from here scrap older trains?"""
        return True

    def may_sell_train(self, position: Position, company: str) -> bool:
        """May this company sell trains to others?"""
        return True

    def emergency_choice(self, ref: Referee, company: str, source: str, face: FaceFigure) -> bool:
        """May the director help to buy this one of the trains the company can run?"""
        return True

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """The director makes up what the treasury lacks; False if that takes a step of its own first."""
        raise AssertionError("a title says where emergency money comes from")

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """In which order companies return trains above their limit."""
        return self.operating_order(ref.pos)

    def bank_falls_short(self, ref: Referee, amount: int) -> None:
        """The bank is about to pay an amount that is more than it has; nothing where it is unlimited."""

    def keeps_last_place(self) -> bool:
        """Is a company's last place, and the train bought beyond it, for a train it can run?"""
        return True
