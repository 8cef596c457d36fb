"""Where hexes, corners and edges lie, and the arcs of track between them.

Units: a hex has radius 60. The y axis points down. Edges are numbered clockwise from the bottom (`flat`) or
the lower left (`pointy`); a corner carries the number of the edge that follows it clockwise.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from stellwerk.errors import BadInput

Point = tuple[float, float]

RADIUS = 60.0
APOTHEM = RADIUS * math.sqrt(3) / 2

_FIRST_EDGE = {"pointy": 120.0, "flat": 90.0}
_STEPS = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)),
}
_NAME = re.compile(r"([A-Z]{1,2})(-?\d{1,3})")


def row_column(name: str) -> tuple[int, int]:
    """Row (A is 1) and column of a hex from its name."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise BadInput(f"{name!r} is not the name of a hex.")
    row = 0
    for letter in match[1]:
        row = 26 * row + ord(letter) - 64
    return row, int(match[2])


def row_letters(row: int) -> str:
    """The letters of a row: 1 is A, 27 is AA."""
    letters = ""
    while row > 0:
        row, rest = divmod(row - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def hex_beyond(name: str, edge: int, layout: str) -> str | None:
    """The hex beyond an edge; None above the first row."""
    row, column = row_column(name)
    down, right = _STEPS[layout][edge % 6]
    return f"{row_letters(row + down)}{column + right}" if row + down > 0 else None


def centre_of_hex(name: str, layout: str) -> Point:
    """The middle of a hex on the board."""
    row, column = row_column(name)
    return (column * APOTHEM, row * 1.5 * RADIUS) if layout == "pointy" else (column * 1.5 * RADIUS, row * APOTHEM)


def edge_angle(edge: float, layout: str) -> float:
    """The direction of an edge from the middle, in radians clockwise from the right."""
    return math.radians(_FIRST_EDGE[layout] + 60 * edge)


def polar_point(angle: float, distance: float) -> Point:
    """The point at an angle and a distance from the middle."""
    return distance * math.cos(angle), distance * math.sin(angle)


def edge_middle(edge: int, layout: str) -> Point:
    """The middle of an edge, seen from the middle of the hex."""
    return polar_point(edge_angle(edge, layout), APOTHEM)


def beside_edge(edge: int, layout: str, aside: float = 17.0) -> Point:
    """A point on an edge, beside the track that may cross it."""
    x, y = edge_middle(edge, layout)
    along = polar_point(edge_angle(edge, layout) + math.pi / 2, aside)
    return x + along[0], y + along[1]


def hex_corner(index: int, layout: str, scale: float = 1.0) -> Point:
    """The corner before edge `index`, clockwise."""
    return polar_point(edge_angle(index - 0.5, layout), RADIUS * scale)


def hex_corners(layout: str, scale: float = 1.0) -> tuple[Point, ...]:
    """The outline of a hex."""
    return tuple(hex_corner(index, layout, scale) for index in range(6))


def reach_of_box(layout: str, half_width: float, half_height: float, round_by: float, at: Point) -> float:
    """How far a box (with rounded corners) at a point reaches towards the edge it is nearest to."""
    best = 0.0
    for edge in range(3):
        x, y = polar_point(edge_angle(edge, layout), 1.0)
        extent = half_width * abs(x) + half_height * abs(y) + round_by
        best = max(best, abs(at[0] * x + at[1] * y) + extent)
    return best


class TrackArc(NamedTuple):
    """A piece of track: straight (`middle` is None), or part of a circle around `middle`."""

    start: Point
    end: Point
    middle: Point | None = None
    clockwise: bool = False

    @property
    def radius(self) -> float:
        """The radius of the circle; 0 if straight."""
        return 0.0 if self.middle is None else math.dist(self.middle, self.start)

    def at(self, part: float) -> Point:
        """The point a part (0 to 1) of the way along."""
        if self.middle is None:
            return tuple_mix(self.start, self.end, part)
        angle = self._angle(self.start) + part * self.turn
        return self.middle[0] + self.radius * math.cos(angle), self.middle[1] + self.radius * math.sin(angle)

    @property
    def turn(self) -> float:
        """The angle gone round, clockwise positive."""
        if self.middle is None:
            return 0.0
        turn = (self._angle(self.end) - self._angle(self.start)) % math.tau
        return turn if self.clockwise else turn - math.tau

    @property
    def length(self) -> float:
        """How long the piece is."""
        return math.dist(self.start, self.end) if self.middle is None else abs(self.turn) * self.radius

    def back(self) -> TrackArc:
        """The same piece the other way."""
        return TrackArc(self.end, self.start, self.middle, not self.clockwise)

    def moved(self, by: Point) -> TrackArc:
        """The same piece elsewhere."""
        middle = None if self.middle is None else _add_points(self.middle, by)
        return TrackArc(_add_points(self.start, by), _add_points(self.end, by), middle, self.clockwise)

    def samples(self, spacing: float) -> tuple[Point, ...]:
        """Points along the piece, ends included."""
        count = max(1, math.ceil(self.length / spacing))
        return tuple(self.at(step / count) for step in range(count + 1))

    def _angle(self, point: Point) -> float:
        assert self.middle is not None
        return math.atan2(point[1] - self.middle[1], point[0] - self.middle[0])


def tuple_mix(first: Point, second: Point, part: float) -> Point:
    """The point a part of the way between two."""
    return first[0] + part * (second[0] - first[0]), first[1] + part * (second[1] - first[1])


def arc_from_edge(edge: int, to: Point, layout: str) -> TrackArc:
    """Track that leaves an edge at a right angle and ends at a point.

    To the middle of another edge this gives the usual tracks: sharp curves of radius 30, gentle ones of 90.
    """
    start = edge_middle(edge, layout)
    inward = (-start[0] / APOTHEM, -start[1] / APOTHEM)
    right = (-inward[1], inward[0])
    away = (to[0] - start[0], to[1] - start[1])
    aside = away[0] * right[0] + away[1] * right[1]
    if abs(aside) < 0.01:
        return TrackArc(start, to)
    offset = (away[0] ** 2 + away[1] ** 2) / (2 * aside)
    middle = (start[0] + offset * right[0], start[1] + offset * right[1])
    return TrackArc(start, to, middle, offset > 0)


def arc_between_edges(first: int, second: int, layout: str) -> TrackArc:
    """Plain track from edge to edge."""
    return arc_from_edge(first, edge_middle(second, layout), layout)


def _add_points(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]
