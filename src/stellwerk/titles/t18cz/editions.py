"""The old editions of 18CZ: what games that began before a rule was mended are played by."""

from __future__ import annotations

from stellwerk.rules.editions import OldEdition, OldEditions
from stellwerk.titles.as_18xx_games.cz_editions import FirstOnlineCZ

OLD: OldEditions = {
    1: OldEdition(answers=(FirstOnlineCZ,)),
}
