"""Line plots as SVG for pages: each line has a colour, a dash and a marker of its own and its name at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from stellwerk.draw.markup import escape_text, make_element, write_number
from stellwerk.table.view.words.names import group_digits

WIDTH, HEIGHT = 860.0, 330.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 742.0, 14.0, 296.0
NAME_GAP = 16.0
LONGEST_NAME = 14
LOOKS = 6
"""So many lines look different: `s1` to `s6` in the style sheet."""


class PlotLine(msgspec.Struct, frozen=True):
    """A line of a plot: whose it is, and its values, one for each column."""

    name: str
    values: tuple[int, ...]


def line_plot(columns: Sequence[str], lines: Sequence[PlotLine], label: str, unit: str = "") -> str:
    """A plot of lines over the same columns; `label` tells in words what it shows."""
    values = [value for line in lines for value in line.values]
    ticks = _round_ticks(min(0, *values), max(1, *values)) if values else [0, 1]
    plot = _Plot(len(columns), ticks)
    heights = _name_heights([plot.y(line.values[-1]) for line in lines])
    parts = [*plot.grid(), *plot.columns(columns)]
    for look, (line, height) in reversed(list(enumerate(zip(lines, heights, strict=True), start=1))):
        parts += plot.line(line, f"seat-{(look - 1) % LOOKS + 1}", columns, height, unit)
    return make_element(
        "svg",
        *parts,
        class_="worth",
        viewBox=f"0 0 {write_number(WIDTH)} {write_number(HEIGHT)}",
        role="img",
        aria_label=label,
    )


class _Plot:
    """The scales of a plot, and its pieces."""

    def __init__(self, columns: int, ticks: list[int]):
        self.step = (RIGHT - LEFT) / max(1, columns - 1)
        self.ticks = ticks

    def x(self, column: int) -> float:
        return LEFT + column * self.step

    def y(self, value: int) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP)

    def grid(self) -> list[str]:
        pieces = []
        for tick in self.ticks:
            y = self.y(tick)
            pieces.append(
                make_element(
                    "line", class_="grid-line zero" if tick == 0 else "grid-line", x1=LEFT, y1=y, x2=RIGHT, y2=y
                )
            )
            pieces.append(
                make_element("text", group_digits(tick), class_="axis-label", x=LEFT - 8, y=y + 4, text_anchor="end")
            )
        return pieces

    def columns(self, names: Sequence[str]) -> list[str]:
        every = 1 + len(names) // 18
        shown = [i for i in range(len(names)) if i % every == 0 or i == len(names) - 1]
        return [
            make_element(
                "text", escape_text(names[i]), class_="axis-label", x=self.x(i), y=HEIGHT - 12, text_anchor="middle"
            )
            for i in shown
        ]

    def line(self, line: PlotLine, look: str, columns: Sequence[str], height: float, unit: str) -> list[str]:
        points = [(self.x(i), self.y(value)) for i, value in enumerate(line.values)]
        path = " ".join(f"{write_number(x)},{write_number(y)}" for x, y in points)
        pieces = [make_element("polyline", class_=f"worth-line {look}", points=path)]
        for (x, y), column, value in zip(points, columns, line.values, strict=True):
            told = make_element("title", escape_text(f"{line.name}, {column}: {group_digits(value)} {unit}".strip()))
            pieces.append(make_element("g", told, MARKERS[look](x, y), class_=f"worth-mark {look}"))
        name = line.name if len(line.name) <= LONGEST_NAME else line.name[: LONGEST_NAME - 1] + "…"
        text = escape_text(f"{name} {group_digits(line.values[-1])}")
        pieces.append(make_element("text", text, class_=f"worth-name {look}", x=RIGHT + 12, y=height + 4))
        return pieces


def _round_ticks(low: int, high: int) -> list[int]:
    """Round numbers that span all values, about six of them."""
    step = next(s for s in _tick_steps() if (high - low) / s <= 6)
    first, last = low // step, -(-high // step)
    return [step * i for i in range(first, max(last, first + 1) + 1)]


def _tick_steps() -> list[int]:
    return [factor * 10**power for power in range(12) for factor in (1, 2, 5)]


def _name_heights(heights: list[float]) -> list[float]:
    """Where the names stand: at the ends of their lines, but apart from each other."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    last = -NAME_GAP
    for i in order:
        placed[i] = last = max(heights[i], last + NAME_GAP)
    over = last - (HEIGHT - 24)
    return [height - over if over > 0 else height for height in placed]


def _circle_marker(x: float, y: float) -> str:
    return make_element("circle", cx=x, cy=y, r=4)


def _square_marker(x: float, y: float) -> str:
    return make_element("rect", x=x - 4, y=y - 4, width=8, height=8)


def _shape_of_line(*corners: tuple[float, float]) -> Callable[[float, float], str]:
    def marker(x: float, y: float) -> str:
        path = "M" + "L".join(f"{write_number(x + dx)} {write_number(y + dy)}" for dx, dy in corners) + "Z"
        return make_element("path", d=path)

    return marker


MARKERS: dict[str, Callable[[float, float], str]] = {
    "seat-1": _circle_marker,
    "seat-2": _square_marker,
    "seat-3": _shape_of_line((0, -5), (4.8, 3), (-4.8, 3)),
    "seat-4": _shape_of_line((0, -5), (5, 0), (0, 5), (-5, 0)),
    "seat-5": _shape_of_line((0, 5), (4.8, -3), (-4.8, -3)),
    "seat-6": _shape_of_line((0, -5.5), (2, -2), (5.5, 0), (2, 2), (0, 5.5), (-2, 2), (-5.5, 0), (-2, -2)),
}  # fmt: skip
"""The marker of each look: circle, square, triangle, diamond, triangle on its tip, star."""
