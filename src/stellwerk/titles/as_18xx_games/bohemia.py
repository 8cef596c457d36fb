"""18CZ's Bohemia as 18xx.games plays it with two players, where that differs from the book.

Each answer names the ruling whose Replay line it follows; docs/interop.md lists them.
"""

from __future__ import annotations

from typing import ClassVar

from stellwerk.actions import BuyTrain
from stellwerk.position import BANK, Position
from stellwerk.referee import Referee
from stellwerk.rules import Stage
from stellwerk.rules.stages import swap_acts
from stellwerk.steps.operating_round import EndTurn
from stellwerk.steps.running import DecideDividend
from stellwerk.steps.train_purchase import BuyFromBank
from stellwerk.titles.as_18xx_games.cz import LAY, RUN, T18CZAsPlayedOnline
from stellwerk.titles.t18cz.bohemia import Bohemia
from stellwerk.titles.t18cz.vaclav import VACLAV

_VACLAVS = swap_acts(
    Bohemia.vaclavs_turn, LAY, RUN, DecideDividend(kinds=("pay",), rounded_up=True, partners_collect=True)
)


class BohemiaAsPlayedOnline(Bohemia, T18CZAsPlayedOnline):
    """Bohemia with the answers of the Replay lines."""

    programs = ("book", "18xx-games")
    purses = (VACLAV,)
    turn: ClassVar[tuple[Stage, ...]] = swap_acts(
        T18CZAsPlayedOnline.turn, DecideDividend(rounded_up=True, partners_collect=True)
    )  # R56: Vaclav collects his dividends
    vaclavs_turn: ClassVar[tuple[Stage, ...]] = (
        *(stage for stage in _VACLAVS if stage.name not in ("trains", "end")),
        Stage("surplus", ()),
        Stage("trains", (BuyFromBank(),)),
        Stage("end", (EndTurn(needs_train=False),)),
    )

    def must_own_train(self, position: Position, company: str) -> bool:
        """R56: a company of Vaclav that lost its train buys another."""
        return True

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """R56: out of the dividends Vaclav has collected, and of the bank where they do not suffice."""
        if not self.vaclavs(ref.pos, action.company):
            return super().raise_money(ref, action, missing)
        saved = min(missing, ref.cash(VACLAV))
        ref.pay(VACLAV, action.company, saved, "train of Vaclav")
        ref.pay(BANK, action.company, missing - saved, "train of Vaclav")
        return True
