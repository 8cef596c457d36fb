"""What a game of 18Rhl remembers beside what every game does: mines, bank debts, the broken bank, the last buyer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.errors import BadInput
from stellwerk.position import Position, TitleState, value_or
from stellwerk.rules import Rules
from stellwerk.titles.t18rhl import map as land
from stellwerk.titles.t18rhl.mines import MineDraw

Debt = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class RhlState(TitleState, frozen=True):
    """The state of the title."""

    broken: bool | UnsetType = UNSET
    """Has the bank been broken (17.1)?"""
    debts: Mapping[str, Debt] | UnsetType = UNSET
    """Corporation to what it owes the bank (13.3)."""
    last_buyer: str | UnsetType = UNSET
    """Who decides ties for the priority deal (3)."""
    mines: tuple[str, str] | UnsetType = UNSET
    """Where the extra coal mine and the extra steel mill lie (2.2)."""

    def money_owed(self) -> Mapping[str, int]:
        """What corporations owe the bank."""
        return value_or(self.debts, {})

    def check(self, rules: Rules, position: Position) -> None:
        """Mines are drawn first; corporations owe, and players buy."""
        drawn = not any(isinstance(step, MineDraw) for step in position.agenda)
        if (self.mines not in land.MINES) if drawn else (self.mines is not UNSET):
            raise BadInput("The draw for the mines puts the two markers on one of nine pairs of hexes.")
        if set(self.money_owed()) - set(rules.companies):
            raise BadInput("Only corporations have debts.")
        if self.last_buyer is not UNSET and self.last_buyer not in position.players:
            raise BadInput("The last buyer is a player.")
