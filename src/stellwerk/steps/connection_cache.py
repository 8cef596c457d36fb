"""What a company can reach from its stations, remembered while track and stations stay the same."""

from __future__ import annotations

from functools import partial

from stellwerk.board.reach import Reach, find_reach
from stellwerk.memory import Memory
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.rules.homes import in_places

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
        open_to = partial(can_pass_city, rules, pos, company)
        found = find_reach(rules.board, pos.tiles, starts, open_to, closed)
        _reaches.put(key, found)
    _last = (pos.tiles, pos.stations, (rules.board, company, closed), found)
    return found


def can_pass_city(rules: Rules, pos: Position, company: str, hex: str, city: int) -> bool:
    """Can the company go through this city: a free place, or a station of its own?"""
    ground = rules.board.ground(pos.tiles, hex)
    cities = {city, *(way[1] for link in ground.links if link[2] == "ferry" for way in link[:2])}
    own = any(c == company and place in cities for c, place in pos.stations.get(hex, ()))
    taken = sum(place in cities for _, place in in_places(rules, pos, hex))
    return own or taken < sum(ground.cities[place].slots for place in cities)


def stations_of(pos: Position, company: str) -> list[tuple[str, int]]:
    """Hexes and cities where a company has stations (-1: waiting in the hex)."""
    return [(hex, city) for hex, here in pos.stations.items() for c, city in here if c == company]
