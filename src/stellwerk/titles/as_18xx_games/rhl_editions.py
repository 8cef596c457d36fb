"""What 18Rhl as 18xx.games plays it answered in old editions, for games that began before it was mended."""

from __future__ import annotations

from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Stage
from stellwerk.rules.stages import swap_acts
from stellwerk.steps.running import RunTrains
from stellwerk.titles.as_18xx_games.rhl import T18RhlAsPlayedOnline
from stellwerk.titles.as_18xx_games.rhl_acts import AS_RECORDED, RunForBank
from stellwerk.titles.t18rhl import bankruptcy
from stellwerk.titles.t18rhl.acts import DivideAndRepay


class DivideAndOwe(DivideAndRepay):
    """The dividend, and the debts after it."""

    def settle_income(self, ref: Referee, company: str) -> None:
        """R50: a negative treasury was made up by the bank, and the corporation owed it that."""
        if ref.cash(company) >= 0:
            super().settle_income(ref, company)
            return
        below = ref.cash(company)
        ref.charge(company, below, "bank debt")
        bankruptcy.change_debt(ref, company, -below)


CLAIMED = {**AS_RECORDED, "claims_are_free": True}
"""R65: anybody could claim any amount."""


ACTS = (RunForBank(**CLAIMED), RunTrains(**CLAIMED), DivideAndOwe())


class FirstOnlineRhl(T18RhlAsPlayedOnline):
    """18Rhl: edition 1."""

    def stages(self, position: Position, company: str) -> tuple[Stage, ...]:
        """Claims were free, and a negative treasury became a debt (R50, R65)."""
        return swap_acts(super().stages(position, company), *ACTS)
