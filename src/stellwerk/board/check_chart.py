"""Is a share chart fit for play? Every mistake is found, space by space, and told in a sentence."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from stellwerk.board.shapes import Looker, Problem
from stellwerk.figures import CellFigure, ChartFigure

MOST_ROWS, MOST_COLUMNS, DEAREST = 30, 60, 10_000
DIRECTIONS = ("up", "down", "left", "right")
STAGGERED = "zigzag"
SENTENCES = ("row {0}, column {1}",)
"""How a space is named."""


def chart_problems(chart: ChartFigure, printed: ChartFigure, kinds: Collection[str]) -> tuple[Problem, ...]:
    """All mistakes of a chart for a title's kinds of companies; `printed` is the title's own chart."""
    checker = ChartChecker(chart, printed, kinds)
    checker.look()
    return tuple(dict.fromkeys(checker.found))


def name_space(row: int, column: int) -> str:
    """How people find a space: rows and columns are counted from 1."""
    return SENTENCES[0].format(row + 1, column + 1)


class ChartChecker(Looker):
    """Looks at a chart and collects what is wrong with it."""

    part = "chart"

    def __init__(self, chart: ChartFigure, printed: ChartFigure, kinds: Collection[str]) -> None:
        super().__init__()
        self.chart, self.printed, self.kinds = chart, printed, kinds

    def look(self) -> None:
        """Find everything: the frame, each space, each row, then what the rules need."""
        if not self._is_a_chart():
            return
        for row, cells in enumerate(self.chart.rows):
            for column, cell in enumerate(cells):
                self.at = name_space(row, column)
                if cell is not None:
                    self._space(cell)
            self._row(row, cells)
        self._starts()
        self._zones()

    def _is_a_chart(self) -> bool:
        rows, kind = self.chart.rows, self.printed.kind
        if self.chart.kind != kind:
            self.refuse("kind", f"The rules move prices on a chart of the kind {kind}, not {self.chart.kind[:20]!r}.")
        widest = max(map(len, rows), default=0)
        if not 1 <= len(rows) <= MOST_ROWS or not 1 <= widest <= MOST_COLUMNS:
            self.refuse("size", f"A chart has 1 to {MOST_ROWS} rows of 1 to {MOST_COLUMNS} spaces.")
        elif self.chart.kind == STAGGERED and len(rows) != len(self.printed.rows):
            self.refuse("size", f"This chart has {len(self.printed.rows)} rows, not {len(rows)}.")
        return not self.found

    def _space(self, cell: CellFigure) -> None:
        if not 0 <= cell.value <= DEAREST:
            self.refuse("price", f"A price is 0 to {DEAREST}, not {cell.value}.")
        for kind in cell.par:
            if kind not in self.kinds:
                known = ", ".join(repr(kind) for kind in self.kinds)
                self.refuse("start", f"{kind[:20]!r} is no kind of company; there are {known}.")
        if len(set(cell.par)) < len(cell.par):
            self.refuse("start", "A kind of company is named twice.")
        if cell.par and not cell.value:
            self.refuse("start", "No company starts at 0.")
        known_zones = _zones_of(self.printed)
        if cell.zone is not None and cell.zone not in known_zones:
            zones = ", ".join(sorted(known_zones)) or "-"
            self.refuse("zone", f"{cell.zone[:20]!r} is no zone of this chart; there are {zones}.")
        if cell.arrow is not None and cell.arrow not in DIRECTIONS:
            self.refuse("arrow", f"{cell.arrow[:20]!r} is no direction; {', '.join(DIRECTIONS)} are.")

    def _row(self, row: int, cells: tuple[CellFigure | None, ...]) -> None:
        """Prices do not fall to the right."""
        there = [(column, cell) for column, cell in enumerate(cells) if cell is not None]
        for (_, left), (column, right) in pairwise(there):
            if right.value < left.value:
                self.at = name_space(row, column)
                self.refuse("price", f"To the right prices rise, but {right.value} follows {left.value}.")

    def _starts(self) -> None:
        """Every kind of company has initial prices, each price once."""
        for kind in self.kinds:
            seen: set[int] = set()
            for row, cells in enumerate(self.chart.rows):
                for column, cell in enumerate(cells):
                    if cell is None or kind not in cell.par:
                        continue
                    if cell.value in seen:
                        self.at = name_space(row, column)
                        self.refuse("start", f"There is another space to start at {cell.value}.")
                    seen.add(cell.value)
            self.at = ""
            if not seen:
                self.refuse("start", f"No space is marked as initial price of companies of the kind {kind!r} (`par`).")

    def _zones(self) -> None:
        """The zones the rules speak of are there."""
        for zone in sorted(_zones_of(self.printed) - _zones_of(self.chart)):
            self.at = ""
            self.refuse("zone", f"The rules speak of the zone {zone}, which the chart does not have.")


def _zones_of(chart: ChartFigure) -> set[str]:
    return {cell.zone for cells in chart.rows for cell in cells if cell is not None and cell.zone}
