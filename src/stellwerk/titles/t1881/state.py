"""What a game of 1881 remembers beside what every game does."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from stellwerk.errors import refuse_unless
from stellwerk.position import Position, TitleState, value_or
from stellwerk.rules import Rules
from stellwerk.titles.t1881.connection import edge_stations_connected


class State1881(TitleState, frozen=True):
    """The state of the title."""

    bought: bool | UnsetType = UNSET
    """Has anybody bought a share in the present or last stock round (R78)?"""
    broken: bool | UnsetType = UNSET
    """Is the bank empty (13.1, R72)?"""
    clipped: tuple[str, ...] | UnsetType = UNSET
    """The vehicles bought on credit (15.2)."""
    connected: tuple[str, ...] | UnsetType = UNSET
    """The edge stations whose connection bonus is used up (9.4, R53)."""
    emptied: tuple[str, ...] | UnsetType = UNSET
    """The tram companies whose offering has been empty and has opened another company (4.12, R19)."""
    joined: tuple[str, ...] | UnsetType = UNSET
    """The nets that have joined the main net (12.5, R62)."""
    lapsed: tuple[str, ...] | UnsetType = UNSET
    """The seat cards that are plain shares for good (R63, R80, R82)."""
    last_buyer: str | UnsetType = UNSET
    """Who bought last in this stock round (4.7)."""
    openings: int | UnsetType = UNSET
    """How many companies may still be opened (4.12, R19)."""
    seniority: Mapping[str, tuple[str, ...]] | UnsetType = UNSET
    """Company to its holders, the one first whose number of shares has not changed for longest (4.25, R23)."""
    waiting: tuple[str, ...] | UnsetType = UNSET
    """The nets whose depot has not found a free place yet (R60)."""

    def check(self, rules: Rules, position: Position) -> None:
        """Refuse what cannot be in this position."""
        connected = set(edge_stations_connected(rules, position.tiles)) == set(value_or(self.connected, ()))
        refuse_unless(connected, "The stations connected with the centre are those that track leads to.")
