"""What the certificates of the private breweries show: side, cubes, marker; and the cubes in the stock (4.3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stellwerk.position import Position
from stellwerk.rules import CardSign
from stellwerk.titles.t18do.beer import is_turned
from stellwerk.titles.t18do.breweries import has_marker
from stellwerk.titles.t18do.state import DoState

if TYPE_CHECKING:
    from stellwerk.rules import Rules

BEER_STOCK, LAST_RUN = "Beer stock", "last run"


def card_signs(rules: Rules, position: Position) -> Mapping[str, CardSign]:
    """Every private brewery: its number, its side, its cubes, its marker."""
    state = DoState.of(position)
    return {
        private: CardSign(
            sign=private.removeprefix("PB"),
            back=private in position.used,
            cubes=state.cubes_on(private),
            marker=state.holder(private) if has_marker(rules, private) else None,
        )
        for private in position.privates
    }


def stock_signs(position: Position) -> Mapping[str, int]:
    """The cubes nobody has, as long as anybody has a brewery."""
    brewed = any(owner in position.players for owner in position.privates.values())
    return {BEER_STOCK: DoState.of(position).stock(position)} if brewed else {}


def train_signs(rules: Rules, position: Position) -> Mapping[str, str]:
    """The trains that have been turned (4.5.7.3b)."""
    return {card: LAST_RUN for card, (_, face) in position.trains.items() if is_turned(rules, position, face)}
