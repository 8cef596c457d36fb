"""What a company can reach from its stations, remembered while track and stations stay the same."""

from __future__ import annotations

from functools import partial

from stellwerk.board.reach import Reach, find_reach
from stellwerk.memory import Memory
from stellwerk.position import Position
from stellwerk.rules import Rules

_reaches: Memory[tuple[object, ...], Reach] = Memory(2_000)
_last: tuple[object, object, object, Reach] = (None, None, None, Reach(frozenset(), frozenset()))
"""Track, stations, company and reach of the last question: mappings of a position never change in place."""


def reach_of(rules: Rules, pos: Position, company: str) -> Reach:
    """What a company can reach now; remembered as long as track and stations are the same."""
    global _last
    closed = rules.closed_to(pos, company)
    tiles, stations, case, known = _last
    if tiles is pos.tiles and stations is pos.stations and case == (rules.board, company, closed):
        return known
    key = (id(rules.board), company, frozenset(pos.tiles.items()), frozenset(pos.stations.items()), closed)
    found = _reaches.find(key)
    if found is None:
        starts = [(hex, city) for hex, city in stations_of(pos, company) if city >= 0]
        open_to = partial(rules.may_pass, pos, company)
        twice = rules.visited_twice(pos)
        found = find_reach(rules.board_for(company), pos.tiles, starts, open_to, closed, twice)
        _reaches.put(key, found)
    _last = (pos.tiles, pos.stations, (rules.board, company, closed), found)
    return found


def stations_of(pos: Position, company: str) -> list[tuple[str, int]]:
    """Hexes and cities where a company has stations (-1: waiting in the hex)."""
    return [(hex, city) for hex, here in pos.stations.items() for c, city in here if c == company]
