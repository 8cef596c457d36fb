"""The first connection of a station on the edge of the map with the centre of Berlin (9.4, R53, R88)."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.board.board import Laid
from stellwerk.board.walks import stations_connected
from stellwerk.events import MONEY, Event
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.titles.t1881.printed import printed_of


class CentreConnected(Event, frozen=True, tag="centre-connected"):
    """Edge stations are connected with the centre for the first time."""

    sentence: ClassVar[str] = "{company} connects {hexes} with the centre"
    heading: ClassVar[str] = MONEY

    company: str
    hexes: tuple[str, ...]


def edge_stations_connected(rules: Arranged, tiles: Laid) -> tuple[str, ...]:
    """The stations on the edge of the map that are connected with the centre."""
    link = printed_of(rules.variant).connection_bonus
    connected = stations_connected(rules.board, tiles, link.centre_stations)
    return tuple(hex for hex in link.edge_stations if hex in connected)
