"""What 18xx.games' rules answered in the first edition, title by title: for games that began before they were mended.

A claim was a free number there, a train bought of another company beyond the limit had to be kept, and a negative
treasury was filled by the bank and became a debt.
"""

from __future__ import annotations

from stellwerk.referee import Referee
from stellwerk.titles.online.cz import T18CZAsPlayedOnline
from stellwerk.titles.online.rhl import T18RhlAsPlayedOnline
from stellwerk.titles.t18rhl import ruin


class FirstOnlineCZ(T18CZAsPlayedOnline):
    """18CZ: edition 1."""

    def claims_are_free(self) -> bool:
        """R35: anybody could claim any amount."""
        return True

    def keeps_bought_train(self, traded: bool = False) -> bool:
        """R48: a train of another company was kept all the same."""
        return traded or super().keeps_bought_train(traded)


class FirstOnlineRhl(T18RhlAsPlayedOnline):
    """18Rhl: edition 1."""

    def claims_are_free(self) -> bool:
        """R65: anybody could claim any amount."""
        return True

    def after_income(self, ref: Referee, company: str) -> None:
        """R50: a negative treasury was made up by the bank, and the corporation owed it that."""
        if ref.cash(company) >= 0:
            super().after_income(ref, company)
            return
        below = ref.cash(company)
        ref.charge(company, below, "bank debt")
        ruin.owe(ref, company, -below)
