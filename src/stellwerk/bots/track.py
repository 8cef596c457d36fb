"""What track is good for, beyond what it earns today: the stops it reaches, and those its open ends come near to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from stellwerk.actions import Choice, LayTile
from stellwerk.board.board import Board
from stellwerk.board.ground import Ground
from stellwerk.board.reach import Reach
from stellwerk.figures import CityFigure, TownFigure
from stellwerk.position import Position
from stellwerk.routes.network import printed_value
from stellwerk.rules import Rules

ENDS = 4
"""So many open ends count."""
FAR = 4
"""Stops farther off are out of sight."""
JOINS, STOP, RICHER = 2.0, 1.0, 2.0
"""At first sight a tile is liked for each piece of track it joins, for a stop, and for each ten a stop gets richer."""
TWINS = 2
"""So many ways to lay a tile in one hex are looked at."""


def stops_in_reach(board: Board, pos: Position, reached: Reach) -> float:
    """How many stops a company's track arrives at; one that an open end comes near to counts in part."""
    hexes = {hex for hex, _ in reached.entries} | {hex for hex, _ in reached.cities}
    stops = frozenset(hex for hex in hexes if has_stop(board, hex))
    ends = {hex for hex, edge in reached.entries if not board.ground(pos.tiles, hex).ways[edge] and hex not in stops}
    near = sorted((nearness_to_stops(board, hex, stops) for hex in ends), reverse=True)
    return len(stops) + sum(near[:ENDS])


def at_first_sight(rules: Rules, pos: Position, action: LayTile) -> float:
    """How promising a tile looks before anything is reckoned: what its new track leads to."""
    board = rules.board_for(action.company)
    old, new = board.ground(pos.tiles, action.hex), board.as_laid(action.tile, action.rotation)
    liked = (
        STOP * has_stop(board, action.hex)
        + RICHER * (richness_of_hex(new, rules, pos) - richness_of_hex(old, rules, pos)) / 10
    )
    for edge in new.exits - old.exits:
        beyond = board.across.get((action.hex, edge))
        if beyond is None:
            continue
        hex, entered = beyond
        if board.ground(pos.tiles, hex).ways[entered]:
            liked += JOINS
        liked += 1.0 if has_stop(board, hex) else nearness_to_stops(board, hex, frozenset((action.hex,)))
    return liked - board.tile_cost(pos.tiles, action.hex) / 40 * (action.private is None)


def most_promising(rules: Rules, pos: Position, choices: Iterable[Choice], most: int) -> list[Choice]:
    """The tiles that look best at first sight, not too many in one hex."""
    lays = [(choice, choice.action) for choice in choices if isinstance(choice.action, LayTile)]
    liked: list[Choice] = []
    hexes: Counter[str] = Counter()
    for choice, action in sorted(lays, key=lambda lay: -at_first_sight(rules, pos, lay[1])):
        hexes[action.hex] += 1
        if hexes[action.hex] <= TWINS:
            liked.append(choice)
    return liked[:most]


def richness_of_hex(ground: Ground, rules: Rules, pos: Position) -> int:
    """What the stops of a hex count now."""
    column = rules.phases[pos.phase].tiles[-1]
    stops: list[CityFigure | TownFigure] = [*ground.cities, *ground.towns]
    return sum(printed_value(stop.revenue, column) for stop in stops)


def has_stop(board: Board, hex: str) -> bool:
    """Is there something to run to in a hex?"""
    figure = board.hexes[hex]
    return bool(figure.cities or figure.towns or figure.offboard)


@lru_cache(20_000)
def nearness_to_stops(board: Board, start: str, known: frozenset[str]) -> float:
    """How near a hex is to a stop that is not known yet: a half, a third, a quarter ..."""
    seen, ahead = {start}, [start]
    for distance in range(1, FAR):
        ahead = [hex for near in ahead for hex in hexes_beside(board, near) if hex not in seen]
        seen.update(ahead)
        if any(has_stop(board, hex) and hex not in known for hex in ahead):
            return 1 / (1 + distance)
    return 0.0


@lru_cache(10_000)
def hexes_beside(board: Board, hex: str) -> tuple[str, ...]:
    """The hexes beside a hex."""
    return tuple(entry[0] for edge in range(6) if (entry := board.across.get((hex, edge))) is not None)
