"""What is done otherwise than in most books: debts after the income, and the end of a forced purchase (11, 13)."""

from __future__ import annotations

from stellwerk.referee import Referee
from stellwerk.steps.forced_purchase import ForcedSale, SellForTrain
from stellwerk.steps.running import DecideDividend
from stellwerk.titles.t18rhl import bankruptcy


class DivideAndRepay(DecideDividend):
    """The dividend, and the debts after it."""

    def settle_income(self, ref: Referee, company: str) -> None:
        """Bank debts are repaid (13.3)."""
        bankruptcy.repay_debt(ref, company)


class SellInNeed(SellForTrain):
    """Shares sold for a train (13.2)."""

    def be_ruined(self, ref: Referee, task: ForcedSale) -> None:
        """Bankruptcy (13.3)."""
        bankruptcy.declare_bankrupt(ref, task.director, task.train)
