"""The old editions of 18BL: what games that began before a rule was mended are played by."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.events import Event, Paid
from stellwerk.position import BANK, Position
from stellwerk.referee import Referee
from stellwerk.rules import Stage
from stellwerk.rules.editions import OldEdition, OldEditions
from stellwerk.rules.stages import swap_acts
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.titles.t18bl.acts import RunWithTrailer, SellForVehicle
from stellwerk.titles.t18bl.rules import T18BL

FULL_TRAILER = RunWithTrailer(must_be_best=False)
"""R91: a trailer was always used where it earned more."""


class First(T18BL):
    """18BL: edition 1."""

    step_acts: ClassVar = {ForcedSale: (SellForVehicle(must_suffice=True),)}
    """R90: each sale was judged by itself."""

    def bank_falls_short(self, ref: Referee, amount: int) -> None:
        """R89: nothing came before the payment."""

    def follow_event(self, ref: Referee, event: Event) -> None:
        """R89: the players contributed after it, out of what it brought them, too."""
        super().follow_event(ref, event)
        if isinstance(event, Paid) and event.payer == BANK and ref.cash(BANK) < 0:
            super().bank_falls_short(ref, 0)

    def stages(self, position: Position, company: str) -> tuple[Stage, ...]:
        """R91: a trailer was always used where it earned more."""
        return swap_acts(super().stages(position, company), FULL_TRAILER)


OLD: OldEditions = {
    1: OldEdition(answers=(First,)),
}
