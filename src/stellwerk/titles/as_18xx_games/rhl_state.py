"""What 18xx.games remembers of a game of 18Rhl beside what the book does."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from stellwerk.errors import BadInput
from stellwerk.position import Position, value_or
from stellwerk.rules import Rules
from stellwerk.titles.t18rhl.rules import RHE
from stellwerk.titles.t18rhl.state import RhlState

MOST = 1_000_000
"""More than any bid or promise."""


class OnlineState(RhlState, frozen=True):
    """What that program remembers beside what the book does."""

    bumps: tuple[str, ...] | UnsetType = UNSET
    """Corporations that floated in this stock round and have not risen for it (R8, R20)."""
    link: int | UnsetType = UNSET
    """What the bank has promised the RhE for its link (R12)."""
    parts: Mapping[str, Mapping[str, int]] | UnsetType = UNSET
    """Corporation and player to the percentage he sold of certificates that could not be split (R26)."""
    rhe_bid: int | UnsetType = UNSET
    """What was paid for the RhE's director's certificate (R10)."""

    def money_promised(self) -> Mapping[str, int]:
        """The money for the RhE's link."""
        return {RHE: value_or(self.link, 0)}

    def sold_parts(self) -> Mapping[str, Mapping[str, int]]:
        """The parts of certificates that were sold."""
        return value_or(self.parts, {})

    def check(self, rules: Rules, position: Position) -> None:
        """Corporations, players, amounts."""
        super().check(rules, position)
        if {*value_or(self.bumps, ()), *self.sold_parts()} - set(rules.companies):
            raise BadInput("Only corporations rise and have shares that are sold in part.")
        for parts in self.sold_parts().values():
            if set(parts) - set(position.players) or not all(0 <= percent <= 100 for percent in parts.values()):
                raise BadInput("Players sell parts of a share, up to 100% of a corporation.")
        if not (0 <= value_or(self.link, 0) <= MOST and 0 <= value_or(self.rhe_bid, 0) <= MOST):
            raise BadInput("The bid for the RhE and the money for its link are amounts of money.")
