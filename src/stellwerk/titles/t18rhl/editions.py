"""The old editions of 18Rhl: what games that began before a rule was mended are played by."""

from __future__ import annotations

from stellwerk.rules.editions import Old, OldEdition
from stellwerk.titles.online.rhl_editions import FirstOnlineRhl
from stellwerk.titles.t18rhl.rules import T18Rhl


class FirstRhl(T18Rhl):
    """18Rhl by the book: edition 1."""

    def sales_must_suffice(self) -> bool:
        """R76: a director could sell blocks of any size, and be bankrupt by that."""
        return False


OLD: Old = {
    1: OldEdition(answers=(FirstRhl, FirstOnlineRhl)),
}
