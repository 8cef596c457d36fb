"""Draw docs/house.svg: the rooms of the package, and who imports whom, read from the imports themselves.

A line from a room to one further down says that it imports it; what follows from other lines is left out, so that the
picture stays readable. `python -m tools.draw_house` draws it anew, a test compares it with the imports as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from tests.test_layers import LEVELS, SOURCE

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "house.svg"

WIDTH, MARGIN, GAP = 1080, 24, 14
ROW, BOX = 104, 46
LEVEL_NAMES = {
    5: "doors for people",
    4: "doors for programs",
    3: "the games",
    2: "how a game goes on",
    1: "what lies on the table",
    0: "records",
}
INK, PAPER, LINE, WALL = "#1d2733", "#ffffff", "#6b7a8c", "#c8d0d9"
FILLS = {5: "#dcebf7", 4: "#dff1e6", 3: "#fbe9c6", 2: "#f7dfd6", 1: "#ece4f5", 0: "#e9edf1"}

Imports = Mapping[str, frozenset[str]]
"""Room to the rooms it imports."""


def read_imports(source: Path = SOURCE) -> Imports:
    """Which room imports which, as the modules say; imports for the type checker only do not count."""
    found: dict[str, set[str]] = {}
    for path in sorted(source.rglob("*.py")):
        room = path.relative_to(source).with_suffix("").parts[0]
        for name in imported_modules(ast.parse(path.read_text(encoding="utf-8"))):
            if name.startswith("stellwerk."):
                found.setdefault(room, set()).add(name.split(".")[1])
    rooms = {room for level in LEVELS.values() for room in level}
    return {room: frozenset(found.get(room, set()) & rooms - {room}) for room in sorted(rooms)}


def imported_modules(node: ast.AST) -> Iterator[str]:
    """The full names of what a module imports when it runs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and not child.level and child.module:
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        else:
            yield from imported_modules(child)


def downward_lines(imports: Imports) -> list[tuple[str, str]]:
    """The imports of lower levels that do not follow from others."""
    level_of = {room: level for level, rooms in LEVELS.items() for room in rooms}
    below = {room: {other for other in found if level_of[other] < level_of[room]} for room, found in imports.items()}

    def reaches(room: str) -> set[str]:
        return below[room].union(*(reaches(other) for other in below[room])) if below[room] else set()

    return [
        (room, other)
        for room in below
        for other in sorted(below[room])
        if not any(other in reaches(between) for between in below[room] - {other})
    ]


def place_rooms() -> dict[str, tuple[float, float, float]]:
    """Room to the left edge, top and width of its box: a row for each level, the highest on top."""
    places: dict[str, tuple[float, float, float]] = {}
    for row, level in enumerate(sorted(LEVELS, reverse=True)):
        rooms = [room for room in LEVELS[level] if not room.startswith("_")]
        width = (WIDTH - 2 * MARGIN - 150 - GAP * (len(rooms) - 1)) / len(rooms)
        for number, room in enumerate(rooms):
            places[room] = (MARGIN + 150 + number * (width + GAP), MARGIN + row * ROW, width)
    return places


def draw_line(start: tuple[float, float, float], end: tuple[float, float, float], title: str) -> str:
    """A curve from the foot of one box to the head of another."""
    x1, y1 = start[0] + start[2] / 2, start[1] + BOX
    x2, y2 = end[0] + end[2] / 2, end[1]
    bend = (y2 - y1) * 0.5
    path = f"M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f} {x2:.1f} {y2:.1f}"
    return f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.4"><title>{escape(title)}</title></path>'


def draw_room(room: str, place: tuple[float, float, float], level: int) -> str:
    """A box with a room's name."""
    x, y, width = place
    return (
        f'<g data-room="{escape(room)}"><rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{BOX}" rx="6" '
        f'fill="{FILLS[level]}" stroke="{WALL}"/><text x="{x + width / 2:.1f}" y="{y + BOX / 2 + 5:.1f}" '
        f'text-anchor="middle" font-size="{14 if len(room) < 12 else 12}">{escape(room)}</text></g>'
    )


def draw_house(imports: Imports) -> str:
    """The whole picture."""
    places = place_rooms()
    levels = sorted(LEVELS, reverse=True)
    height = MARGIN * 2 + ROW * (len(levels) - 1) + BOX
    lines = [
        draw_line(places[room], places[other], f"{room} imports {other}")
        for room, other in downward_lines(imports)
        if room in places and other in places
    ]
    names = [
        f'<text x="{MARGIN}" y="{MARGIN + row * ROW + BOX / 2 + 5:.1f}" font-size="13" fill="{LINE}">'
        f"{escape(LEVEL_NAMES[level])}</text>"
        for row, level in enumerate(levels)
    ]
    boxes = [draw_room(room, place, level) for level in levels for room, place in _on_level(places, LEVELS[level])]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" fill="{INK}"><title>The rooms of stellwerk and what they import</title>'
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>'
    )
    return "\n".join([head, *lines, *names, *boxes, "</svg>", ""])


def _on_level(
    places: Mapping[str, tuple[float, float, float]], rooms: Iterable[str]
) -> Iterator[tuple[str, tuple[float, float, float]]]:
    return ((room, places[room]) for room in rooms if room in places)


if __name__ == "__main__":
    PICTURE.write_text(draw_house(read_imports()), encoding="utf-8")
