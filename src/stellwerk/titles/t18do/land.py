"""Track and hexes: what needs a link first, what an upgrade must extend, what a freight yard counts (4.5.1-4.5.4)."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.board.ground import Ground
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.strict_connection import extends_route
from stellwerk.steps.track import is_connected
from stellwerk.titles.t18do.links import is_place
from stellwerk.titles.t18do.printed import printed_of
from stellwerk.titles.t18do.state import DoState

YARD = "freight_yard"


def refuse_without_link(ref: Referee, hex: str) -> None:
    """Track on a mine or mill is upgraded only with a link (4.5.2f, g)."""
    upgrade = ref.rules.is_upgrade(ref.pos, hex)
    if upgrade and is_place(ref.rules, hex) and not DoState.of(ref.pos).link(hex):
        ref.refuse("link-first", f"Nothing is upgraded on {hex} before it has a railway link.", hex)


def adds_nothing(old: Ground, new: Ground) -> bool:
    """Has a tile no track but that which lies there?"""
    before = {frozenset(pair) for pair in old.track}
    return new.exits == old.exits and {frozenset(pair) for pair in new.track} == before


def extends_route_or_stop(ref: Referee, company: str, hex: str, new: Ground) -> bool:
    """Some new track continues a route; an upgrade without new track lies on one (4.5.1f, R17)."""
    old = ref.rules.board.ground(ref.pos.tiles, hex)
    if adds_nothing(old, new):
        return is_connected(ref, company, hex, new)
    return extends_route(ref, company, hex, new)


def yard_values(rules: Rules, position: Position, company: str) -> Mapping[str, int]:
    """Freight yard to what it counts for a company: more with each station, for those who have one (4.5.6.1c, d)."""
    yard, values = printed_of(rules.variant).yard, {}
    for hex, figure in rules.board.hexes.items():
        if YARD in figure.flags:
            here = [c for c, _ in position.stations.get(hex, ())]
            values[hex] = yard.base + (yard.each * len(here) if company in here else 0)
    return values
