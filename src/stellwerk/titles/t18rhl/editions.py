"""The old editions of 18Rhl: what games that began before a rule was mended are played by."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.rules.editions import OldEdition, OldEditions
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.titles.as_18xx_games.rhl_editions import FirstOnlineRhl
from stellwerk.titles.t18rhl.acts import SellInNeed
from stellwerk.titles.t18rhl.rules import T18Rhl


class FirstRhl(T18Rhl):
    """18Rhl by the book: edition 1."""

    step_acts: ClassVar = {ForcedSale: (SellInNeed(),)}
    """R76: a director could sell blocks of any size, and be bankrupt by that."""


OLD: OldEditions = {
    1: OldEdition(answers=(FirstRhl, FirstOnlineRhl)),
}
