"""The old editions of 18BL: what games that began before a rule was mended are played by."""

from __future__ import annotations

from stellwerk.referee import Referee
from stellwerk.rules.editions import Old, OldEdition
from stellwerk.titles.t18bl.rules import T18BL


class First(T18BL):
    """18BL: edition 1."""

    def bank_falls_short(self, ref: Referee, amount: int) -> None:
        """R89: nothing came before the payment."""

    def bank_is_empty(self, ref: Referee) -> None:
        """R89: the players contributed after it, out of what it brought them, too."""
        super().bank_falls_short(ref, 0)

    def sales_are_judged_together(self) -> bool:
        """R90: each sale was judged by itself."""
        return False

    def supplies_may_rest(self) -> bool:
        """R91: a trailer was always used where it earned more."""
        return False


OLD: Old = {
    1: OldEdition(answers=(First,)),
}
