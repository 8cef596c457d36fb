"""What 18Rhl as 18xx.games plays it answered in old editions, for games that began before it was mended."""

from __future__ import annotations

from stellwerk.referee import Referee
from stellwerk.titles.online.rhl import T18RhlAsPlayedOnline
from stellwerk.titles.t18rhl import ruin


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
