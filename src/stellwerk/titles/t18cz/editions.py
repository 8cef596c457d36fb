"""The old editions of 18CZ: what games that began before a rule was mended are played by."""

from __future__ import annotations

from stellwerk.rules.editions import Old, OldEdition
from stellwerk.titles.online.cz_editions import FirstOnlineCZ

OLD: Old = {
    1: OldEdition(answers=(FirstOnlineCZ,)),
}
