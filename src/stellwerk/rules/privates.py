"""What private companies cost, and what lies on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.position import OUT

if TYPE_CHECKING:
    from stellwerk.position import Position
    from stellwerk.rules.arranged_figures import Arranged


def price_of_privates(rules: Arranged, position: Position) -> int:
    """The present price of private companies, where they share one."""
    return rules.figures.sets[position.round.set - 1][position.round.number - 1]


def cards_on_privates(rules: Arranged, position: Position) -> frozenset[str]:
    """Train cards that lie on private companies: not for sale as long as those are open."""
    lying = ((figure.train, position.privates[private]) for private, figure in rules.privates.items() if figure.train)
    return frozenset(card for card, owner in lying if owner != OUT)
