"""What 18CZ as 18xx.games plays it answered in old editions, for games that began before it was mended."""

from __future__ import annotations

from dataclasses import replace

from stellwerk.position import Position
from stellwerk.rules import Stage
from stellwerk.rules.stages import swap_acts
from stellwerk.steps.train_purchase import BuyFromCompany
from stellwerk.titles.as_18xx_games.cz import RUN, T18CZAsPlayedOnline

FREE_RUN = replace(RUN, claims_are_free=True)
"""R35: anybody could claim any amount."""
KEPT = BuyFromCompany(keeps_bought=True)
"""R48: a train of another company was kept all the same."""


class FirstOnlineCZ(T18CZAsPlayedOnline):
    """18CZ: edition 1."""

    def stages(self, position: Position, company: str) -> tuple[Stage, ...]:
        """Claims were free, and trains of other companies were kept."""
        return swap_acts(super().stages(position, company), FREE_RUN, KEPT)
