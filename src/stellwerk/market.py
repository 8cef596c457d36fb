"""Stock charts: cells, directions, and the order of stacked markers."""

from __future__ import annotations

from collections.abc import Callable, Collection

from stellwerk.events import Event, PriceMoved
from stellwerk.figures import ChartFigure
from stellwerk.position import Position

Cell = tuple[int, int]
"""Row (0 on top) and column."""


class Chart:
    """A stock chart: values of cells, where a kind of company may start, where a move leads."""

    def __init__(self, figure: ChartFigure):
        self.figure = figure
        self._starts: dict[tuple[str, ...], dict[int, Cell]] = {}
        self._steps = _step_zigzag if figure.kind == "zigzag" else _step_grid

    def has(self, cell: Cell) -> bool:
        """Is there such a cell?"""
        row, column = cell
        rows = self.figure.rows
        return 0 <= row < len(rows) and 0 <= column < len(rows[row]) and rows[row][column] is not None

    def value(self, cell: Cell) -> int:
        """The price printed in a cell."""
        figure = self.figure.rows[cell[0]][cell[1]]
        assert figure is not None
        return figure.value

    def zone(self, cell: Cell) -> str:
        """The zone a cell lies in; empty for the ordinary ones."""
        figure = self.figure.rows[cell[0]][cell[1]]
        return (figure.zone or "") if figure is not None else ""

    def arrow(self, cell: Cell) -> str:
        """The direction of the arrow printed in a cell; empty where there is none."""
        figure = self.figure.rows[cell[0]][cell[1]]
        return (figure.arrow or "") if figure is not None else ""

    def starts(self, *names: str) -> dict[int, Cell]:
        """The initial prices at which the cells name a kind of company, or a company, and their cells."""
        if names not in self._starts:
            self._starts[names] = {
                figure.value: (row, column)
                for row, cells in enumerate(self.figure.rows)
                for column, figure in enumerate(cells)
                if figure is not None and not set(names).isdisjoint(figure.par)
            }
        return self._starts[names]

    def beyond(self, cell: Cell, direction: str) -> Cell:
        """The next cell in a direction; at the edge of the chart the same one."""
        target = self._steps(cell, direction)
        return target if self.has(target) else cell

    def way_from(self, cell: Cell, direction: str, arrows: Collection[str]) -> str:
        """Where a move goes: at the edge of the chart along an arrow in the cell, if it is one of these."""
        arrow, at_the_edge = self.arrow(cell), self.beyond(cell, direction) == cell
        return arrow if at_the_edge and arrow in arrows else direction


def _step_zigzag(cell: Cell, direction: str) -> Cell:
    """Two rows, the upper one half a cell to the right: along the row, or diagonally to the other one."""
    row, column = cell
    return {
        "right": (row, column + 1),
        "left": (row, column - 1),
        "down": (1 - row, column - row),
        "up": (1 - row, column + 1 - row),
    }[direction]


def _step_grid(cell: Cell, direction: str) -> Cell:
    """Rows and columns."""
    row, column = cell
    return {
        "right": (row, column + 1),
        "left": (row, column - 1),
        "down": (row + 1, column),
        "up": (row - 1, column),
    }[direction]


def cell_of(position: Position, company: str) -> Cell:
    """Where a company's marker stands."""
    row, column, _ = position.markers[company]
    return row, column


def share_price(position: Position, chart: Chart, company: str) -> int:
    """The current share price of a company."""
    return chart.value(cell_of(position, company))


def take_off(position: Position, company: str) -> None:
    """Lift a marker from the chart; those below it move up."""
    row, column, rank = position.markers[company]
    position.markers = {
        other: (r, c, k - 1 if (r, c) == (row, column) and k > rank else k)
        for other, (r, c, k) in position.markers.items()
        if other != company
    }


def put_on(position: Position, company: str, cell: Cell) -> None:
    """Put a marker on a cell, under those already there."""
    below = sum(1 for r, c, _ in position.markers.values() if (r, c) == cell)
    position.markers = {**position.markers, company: (*cell, below)}


def move_marker(
    position: Position,
    chart: Chart,
    company: str,
    direction: str,
    say: Callable[[Event], None],
    times: int = 1,
) -> None:
    """Move a marker; it goes under what it meets, and stays (in its place of the stack) at the edge."""
    start = cell = cell_of(position, company)
    for _ in range(times):
        cell = chart.beyond(cell, direction)
    if cell != start:
        take_off(position, company)
        put_on(position, company, cell)
        say(PriceMoved(company, chart.value(cell), chart.value(start)))


def put_marker_below(position: Position, company: str) -> None:
    """A marker goes under those that share its cell."""
    cell = cell_of(position, company)
    take_off(position, company)
    put_on(position, company, cell)


def in_order(position: Position, chart: Chart) -> list[str]:
    """Companies by price, highest first; further right first; the upper marker first."""

    def key(company: str) -> tuple[int, int, int]:
        row, column, rank = position.markers[company]
        return -chart.value((row, column)), -column, rank

    return sorted(position.markers, key=key)
