"""The old editions of 18Rhl: what games that began before a rule was mended are played by."""

from __future__ import annotations

from stellwerk.rules.editions import Old, OldEdition
from stellwerk.titles.online.rhl_editions import FirstOnlineRhl

OLD: Old = {
    1: OldEdition(answers=(FirstOnlineRhl,)),
}
