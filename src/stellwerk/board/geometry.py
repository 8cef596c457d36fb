"""Where hexes lie: names, neighbours, edges (numbered 0 to 5 clockwise as 18xx software does)."""

from __future__ import annotations

EDGES = range(6)

_STEPS: dict[str, tuple[tuple[int, int], ...]] = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)),
}
"""Per layout and edge: how far the row letter and the column number move."""


def opposite_edge(edge: int) -> int:
    """The number of the same hex side seen from the neighbour."""
    return (edge + 3) % 6


def split_hex_name(name: str) -> tuple[int, int]:
    """`E11` as row and column numbers."""
    return ord(name[0]), int(name[1:])


def neighbour_hex(layout: str, name: str, edge: int) -> str:
    """The name of the hex that would lie across an edge, whether the board has it or not."""
    row, column = split_hex_name(name)
    down, right = _STEPS[layout][edge]
    return f"{chr(row + down)}{column + right}"
