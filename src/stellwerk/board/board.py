"""A board and its tile set: static, shared by all games played on it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cached_property

import msgspec

from stellwerk.board.geometry import EDGES, neighbour_hex, opposite_edge
from stellwerk.board.ground import (
    COLORS,
    Ground,
    ground_of_hex,
    ground_of_second_track,
    ground_of_tile,
    keeps_listed_track,
    keeps_track_and_stops,
    may_replace_ground,
    next_color,
    why_not,
)
from stellwerk.figures import BoardFigure, CostFigure, HexFigure, TileFigure

Laid = Mapping[str, tuple[str, int]]
"""Hex to tile and rotation, as a position keeps it."""


class Board:
    """The hexes, their neighbours, and which tiles fit where."""

    def __init__(
        self,
        figure: BoardFigure,
        tiles: Mapping[str, TileFigure],
        counts: Mapping[str, int | None],
        upgrades: Mapping[str, tuple[str, ...]] | None = None,
    ):
        self.figure = figure
        self.upgrades = upgrades or {}
        """What may follow a tile, where the game's own table decides."""
        self.layout = figure.layout
        self.tiles = tiles
        self.counts = counts
        self.hexes: dict[str, HexFigure] = {hex.at: hex for hex in figure.hexes}
        self._printed = {name: ground_of_hex(hex) for name, hex in self.hexes.items()}
        self._laid = {(name, turn): ground_of_tile(tile, turn) for name, tile in tiles.items() for turn in EDGES}
        self._fitting: dict[tuple[str, str, int], tuple[tuple[str, int], ...]] = {}
        self._fitting_sets: dict[tuple[str, str, int], frozenset[tuple[str, int]]] = {}

    @cached_property
    def across(self) -> dict[tuple[str, int], tuple[str, int]]:
        """Hex and edge to the neighbour and its edge, where a track may cross."""
        pairs = {}
        for name in self.hexes:
            for edge in EDGES:
                other = neighbour_hex(self.layout, name, edge)
                if other in self.hexes and self._crossable(name, edge) and self._crossable(other, opposite_edge(edge)):
                    pairs[name, edge] = (other, opposite_edge(edge))
        return pairs

    @cached_property
    def areas(self) -> dict[str, tuple[str, ...]]:
        """Hex of a red area to all hexes of the area, itself among them."""
        red = [hex for hex in self.figure.hexes if hex.offboard is not None]
        return {hex.at: tuple(other.at for other in red if _same_area(hex, other)) for hex in red}

    @cached_property
    def second_track(self) -> Board:
        """The board as those see it who use the track of the second kind; what fits where is asked of the whole one."""
        seen = copy.copy(self)
        seen._printed = {name: ground_of_second_track(ground) for name, ground in self._printed.items()}
        seen._laid = {laid: ground_of_second_track(ground) for laid, ground in self._laid.items()}
        seen._fitting, seen._fitting_sets = {}, {}
        return seen

    def _crossable(self, name: str, edge: int) -> bool:
        return all(b.edge != edge or b.kind != "impassable" for b in self.hexes[name].borders)

    def side(self, name: str, edge: int) -> str:
        """One name for the hex side that two hexes share: that of the hex whose edge number is lower."""
        if edge < 3 or (name, edge) not in self.across:
            return f"{name}/{edge}"
        other, edge = self.across[name, edge]
        return f"{other}/{edge}"

    def ground(self, tiles: Laid, name: str) -> Ground:
        """What a hex shows now."""
        on_it = tiles.get(name)
        return self._printed[name] if on_it is None else self._laid[on_it]

    def printed(self, name: str) -> Ground:
        """What a hex showed at the start."""
        return self._printed[name]

    def as_laid(self, tile: str, rotation: int) -> Ground:
        """A tile in its rotation."""
        return self._laid[tile, rotation]

    def terrain(self, tiles: Laid, name: str) -> CostFigure | None:
        """The cost printed on a hex, or on the tile that lies there."""
        on_it = tiles.get(name)
        return self.hexes[name].cost if on_it is None else self.tiles[on_it[0]].cost

    def tile_cost(self, tiles: Laid, name: str) -> int:
        """What a tile on a hex costs now: the amount printed there, or on the tile that is replaced."""
        cost = self.terrain(tiles, name)
        return cost.amount if cost else 0

    def fitting(self, tiles: Laid, name: str) -> tuple[tuple[str, int], ...]:
        """The tiles and rotations that may follow on a hex by colour, mark, stops, track and rim."""
        key = (name, *tiles.get(name, ("", 0)))
        if key not in self._fitting:
            self._fitting[key] = tuple(self._find_fitting(name, self.ground(tiles, name)))
            self._fitting_sets[key] = frozenset(self._fitting[key])
        return self._fitting[key]

    def fits(self, tiles: Laid, name: str, tile: str, rotation: int) -> bool:
        """Is this tile among the fitting ones?"""
        self.fitting(tiles, name)
        return (tile, rotation) in self._fitting_sets[name, *tiles.get(name, ("", 0))]

    def misfit(self, tiles: Laid, name: str, tile: str, rotation: int) -> str:
        """Why a tile does not fit: `turn`, `order`, `kind`, `route`, `rim`, `stub`, `only`, or what `why_not` says."""
        old, figure = self.ground(tiles, name), self.hexes[name]
        new = self._laid.get((tile, rotation))
        reasons = {
            "turn": new is None or rotation not in self.tiles[tile].rotations,
            "order": new is not None and not next_color(old, new),
            "kind": new is not None and bool(new.second_exits) != bool(self.route(name)),
            "route": new is not None and new.second_exits != self.route(name),
            "rim": new is not None and not self.stays_on_map(name, new),
            "stub": new is not None and not set(figure.stubs) <= new.exits,
        }
        found = next((reason for reason, holds in reasons.items() if holds), "")
        if found or new is None:
            return found
        found = why_not(self._marked(name, old, new), new)
        return "only" if found == "table" and not self.admits(name, tile) else found

    def _find_fitting(self, name: str, old: Ground) -> list[tuple[str, int]]:
        figure = self.hexes[name]
        return [
            (tile, rotation)
            for tile in self.counts
            if self.admits(name, tile)
            for rotation in self.tiles[tile].rotations
            if self.may_follow(self._marked(name, old, new := self.as_laid(tile, rotation)), new)
            and set(figure.stubs) <= new.exits
            and self.stays_on_map(name, new)
            and new.second_exits == self.route(name)
        ]

    def admits(self, name: str, tile: str) -> bool:
        """Do the hex and the tile, where one of them is particular, name each other?"""
        hexes, tiles = self.tiles[tile].only_on, self.hexes[name].only_tiles
        return (not hexes or name in hexes) and (not tiles or tile in tiles)

    def _marked(self, name: str, old: Ground, new: Ground) -> Ground:
        """What lies on a hex, with the letter the next tile needs, where a hex asks for it only from a colour on."""
        figure = self.hexes[name]
        if figure.label_from is None or new.color not in COLORS:
            return old
        due = COLORS.index(new.color) >= COLORS.index(figure.label_from)
        return msgspec.structs.replace(old, label=figure.label if due else None)

    def may_follow(self, old: Ground, new: Ground) -> bool:
        """May one tile replace another: by the game's table where it has the old one, else by the usual rule."""
        if old.tile in self.upgrades:
            return new.tile in self.upgrades[old.tile] and next_color(old, new) and keeps_listed_track(old, new)
        return may_replace_ground(old, new)

    def route(self, name: str) -> frozenset[int]:
        """The edges a hex keeps for track of the second kind: that of a tile reaches exactly these."""
        figure = self.hexes[name].sbahn
        return frozenset(figure.route if figure is not None else ())

    def stays_on_map(self, name: str, ground: Ground) -> bool:
        """Does every track end of a tile lead to a hex, and not against a closed side of a printed one?"""
        return all(self._open(name, edge) for edge in ground.exits)

    def _open(self, name: str, edge: int) -> bool:
        if (name, edge) not in self.across:
            return False
        other, other_edge = self.across[name, edge]
        figure = self.hexes[other]
        closed = figure.color in ("gray", "red", "blue") and "empty" not in figure.flags
        return not closed or other_edge in self._printed[other].exits

    def may_lie(self, name: str, tile: str, rotation: int) -> bool:
        """Could this tile have come to lie on this hex, by whatever steps?"""
        figure, start, new = self.hexes[name], self._printed[name], self._laid[tile, rotation]
        if figure.home_tile is not None:
            return tile == figure.home_tile and self.stays_on_map(name, new)
        if new.second_exits != self.route(name):
            return False
        if self.tiles[tile].only_on:
            kept = not self.route(name) or (self.stays_on_map(name, new) and keeps_listed_track(start, new))
            return name in self.tiles[tile].only_on and rotation in self.tiles[tile].rotations and kept
        if not self.admits(name, tile) or new.color not in COLORS or start.color not in COLORS:
            return False
        later = COLORS.index(start.color) < COLORS.index(new.color)
        kept = keeps_track_and_stops(self._marked(name, start, new), new)
        return later and self.stays_on_map(name, new) and kept and set(figure.stubs) <= new.exits

    def left(self, tiles: Laid, tile: str) -> int | None:
        """How many of a tile are still in the box (None: as many as you like)."""
        count = self.counts.get(tile, 0)
        return None if count is None else count - sum(1 for t, _ in tiles.values() if t == tile)


def _same_area(one: HexFigure, other: HexFigure) -> bool:
    """Are two red hexes one area?"""
    group, same = (hex.offboard.group if hex.offboard else None for hex in (one, other))
    return one.at == other.at or (group is not None and group == same)
