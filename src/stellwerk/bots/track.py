"""What track is good for, beyond what it earns today: the stops it reaches, and those its open ends come near to."""

from __future__ import annotations

from functools import lru_cache

from stellwerk.actions import LayTile
from stellwerk.board.board import Board
from stellwerk.board.reach import Reach
from stellwerk.position import Position
from stellwerk.rules import Rules

ENDS = 4
"""So many open ends count."""
FAR = 4
"""Stops farther off are out of sight."""
JOINS, RICHER = 2.0, 1.5
"""At first sight a tile is liked for each piece of track it joins, and for making a stop richer."""


def stops_in_reach(rules: Rules, pos: Position, reached: Reach) -> float:
    """How many stops a company's track arrives at; one that an open end comes near to counts in part."""
    hexes = {hex for hex, _ in reached.entries} | {hex for hex, _ in reached.cities}
    stops = frozenset(hex for hex in hexes if has_stop(rules.board, hex))
    ends = {
        hex for hex, edge in reached.entries if not rules.board.ground(pos.tiles, hex).ways[edge] and hex not in stops
    }
    near = sorted((nearness(rules.board, hex, stops) for hex in ends), reverse=True)
    return len(stops) + sum(near[:ENDS])


def at_first_sight(rules: Rules, pos: Position, action: LayTile) -> float:
    """How promising a tile looks before anything is reckoned: what its new track leads to."""
    board = rules.board
    old, new = board.ground(pos.tiles, action.hex), board.as_laid(action.tile, action.rotation)
    liked = RICHER if has_stop(board, action.hex) else 0.0
    for edge in new.exits - old.exits:
        beyond = board.across.get((action.hex, edge))
        if beyond is None:
            continue
        hex, entered = beyond
        if board.ground(pos.tiles, hex).ways[entered]:
            liked += JOINS
        liked += 1.0 if has_stop(board, hex) else nearness(board, hex, frozenset((action.hex,)))
    return liked - rules.tile_cost(pos, action.hex) / 40 * (action.private is None)


def has_stop(board: Board, hex: str) -> bool:
    """Is there something to run to in a hex?"""
    figure = board.hexes[hex]
    return bool(figure.cities or figure.towns or figure.offboard)


@lru_cache(20_000)
def nearness(board: Board, start: str, known: frozenset[str]) -> float:
    """How near a hex is to a stop that is not known yet: a half, a third, a quarter ..."""
    seen, ahead = {start}, [start]
    for distance in range(1, FAR):
        ahead = [hex for near in ahead for hex in neighbours(board, near) if hex not in seen]
        seen.update(ahead)
        if any(has_stop(board, hex) and hex not in known for hex in ahead):
            return 1 / (1 + distance)
    return 0.0


@lru_cache(10_000)
def neighbours(board: Board, hex: str) -> tuple[str, ...]:
    """The hexes beside a hex."""
    return tuple(entry[0] for edge in range(6) if (entry := board.across.get((hex, edge))) is not None)
