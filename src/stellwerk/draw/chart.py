"""The share chart: a grid of prices, or two staggered rows, with the companies' markers in their stacks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from stellwerk.draw import hex_parts
from stellwerk.draw.markup import (
    make_document,
    make_element,
    make_group,
    make_named_group,
    make_polygon,
    shift_transform,
    write_attributes,
    write_number,
    write_text,
)
from stellwerk.draw.pills import draw_pills
from stellwerk.draw.style import Theme, theme_named
from stellwerk.errors import BadInput
from stellwerk.figures import CellFigure, ChartFigure, CompanyFigure

MARGIN = 2.0
GAP = 3.0
"""Between two rows; between two columns it is one less."""
ANY = ""
"""The kind of company where a game has but one."""
_ARROWS = {
    "left": "M3 0H-3M0 -3L-3 0L0 3",
    "right": "M-3 0H3M0 -3L3 0L0 3",
    "up": "M0 3V-3M-3 0L0 -3L3 0",
    "down": "M0 -3V3M-3 0L0 3L3 0",
}
TURNED = {"left": "down", "down": "right", "right": "up", "up": "left"}
"""Where a way leads on a chart that lies on its side."""


class _Shape(NamedTuple):
    """The measures of a cell: its size, and the middle of its price, its letters and a lone marker."""

    width: float
    height: float
    price: tuple[float, float]
    signs: tuple[float, float]
    arrow: tuple[float, float]
    lozenge: tuple[float, float]
    zone: tuple[float, float]
    marker: tuple[float, float, float]

    @property
    def step(self) -> float:
        """From one column to the next."""
        return self.width + GAP - 1

    @property
    def row(self) -> float:
        """From one row to the next."""
        return self.height + (LOWEST_GAP if self.height < 20 else GAP)


TALL = _Shape(32.0, 47.0, (17.0, 13.5), (17.0, 42.5), (17.0, 29.0), (17.0, 36.0), (8.0, 42.0), (17.0, 31.0, 10.5))
FLAT = _Shape(40.0, 31.0, (12.5, 12.5), (21.0, 27.5), (31.0, 12.0), (30.0, 19.0), (8.0, 26.5), (29.5, 18.5, 10.0))
"""A cell for charts of many rows: the marker stands beside the price, not below it."""

LOW = _Shape(45.0, 15.0, (11.5, 11.2), (33.0, 11.0), (33.0, 7.5), (33.0, 7.5), (33.0, 11.2), (33.0, 7.5, 7.0))
"""A cell for charts that are higher than wide: the marker is a pill beside the price."""
LOWEST_GAP = 1.6
"""Between two rows of low cells."""


class _Cell(NamedTuple):
    """A cell, where it stands, and the markers in it, top first."""

    figure: CellFigure
    row: int
    column: int
    x: float
    y: float
    stack: tuple[str, ...]
    shape: _Shape
    on_side: bool = False


def chart_svg(
    chart: ChartFigure,
    companies: Mapping[str, CompanyFigure],
    markers: Mapping[str, tuple[int, int, int]],
    *,
    theme: str = "light",
    acting: str | None = None,
    caption: str | None = None,
    flat: bool = False,
    dotted: Collection[tuple[int, int]] = (),
    on_side: bool = False,
    low: bool = False,
) -> str:
    """The chart with its markers: company to row, column and place in the stack (0 on top).

    `acting` names the company whose marker gets the lamp; `flat` makes cells low and wide, for charts of many rows;
    `dotted` are rows and columns of cells to look at; `on_side` turns the chart by a quarter to the left; `low` makes
    cells so low that markers are pills, for charts higher than wide.
    """
    look, shape = theme_named(theme), LOW if low else FLAT if flat else TALL
    cells = _place_cells(chart, _stack_markers(markers), shape, on_side)
    letters = _letters_of_kinds(cells)
    parts = [_drawn_cell(cell, companies, letters, look, acting) for cell in cells]
    width = max((cell.x for cell in cells), default=0.0) + shape.step + 2 * MARGIN
    height = max((cell.y for cell in cells), default=0.0) + shape.row + 2 * MARGIN
    back = make_element("rect", width=width, height=height, fill=look.panel)
    dots = [_draw_dots(cell, look) for cell in cells if (cell.row, cell.column) in dotted]
    inside = make_group(*parts, *dots, transform=shift_transform(MARGIN, MARGIN), text_anchor="middle")
    label = caption or "Share chart"
    box = (0.0, 0.0, width, height)
    return make_document(
        box, back, inside, label=label, desc=_describe_chart(label, chart, cells), scale=1.5, class_="chart"
    )


def _stack_markers(markers: Mapping[str, tuple[int, int, int]]) -> dict[tuple[int, int], tuple[str, ...]]:
    """The companies in every cell, top of the stack first."""
    ranked: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    for company, (row, column, rank) in markers.items():
        ranked[row, column].append((rank, company))
    return {place: tuple(company for _, company in sorted(stack)) for place, stack in ranked.items()}


def _place_cells(
    chart: ChartFigure, stacks: Mapping[tuple[int, int], tuple[str, ...]], shape: _Shape = TALL, on_side: bool = False
) -> list[_Cell]:
    """All cells at their places; a marker without a cell is refused."""
    shifts, last = _row_shifts(chart, shape), max(map(len, chart.rows), default=1) - 1
    cells = []
    for row, figures in enumerate(chart.rows):
        for column, figure in enumerate(figures):
            if figure is not None:
                across, down = (row, last - column) if on_side else (column, row)
                x, y = shape.step * across + shifts[row], shape.row * down
                cells.append(_Cell(figure, row, column, x, y, stacks.get((row, column), ()), shape, on_side))
    lost = set(stacks) - {(cell.row, cell.column) for cell in cells}
    if lost:
        row, column = min(lost)
        raise BadInput(f"The chart has no cell in row {row}, column {column}, where {stacks[row, column][0]} stands.")
    return cells


def _row_shifts(chart: ChartFigure, shape: _Shape) -> list[float]:
    """How far each row is moved right: half a cell for the dearer one of two staggered rows."""
    if chart.kind != "zigzag":
        return [0.0] * len(chart.rows)
    firsts = [next((cell.value for cell in row if cell is not None), 0) for row in chart.rows]
    return [0.0 if first == min(firsts) else shape.step / 2 for first in firsts]


def _letters_of_kinds(cells: list[_Cell]) -> dict[str, str]:
    """A sign for every kind of company that may start somewhere: as few letters as tell it apart."""
    kinds = list(dict.fromkeys(kind for cell in cells for kind in cell.figure.par))
    signs: dict[str, str] = {}
    for kind in kinds:
        length = 1
        while length < len(kind) and any(other != kind and other[:length] == kind[:length] for other in kinds):
            length += 1
        signs[kind] = kind[:length].capitalize()
    return signs


def _drawn_cell(
    cell: _Cell,
    companies: Mapping[str, CompanyFigure],
    letters: Mapping[str, str],
    theme: Theme,
    acting: str | None,
) -> str:
    """A cell with its price, its marks and its stack."""
    return make_named_group(
        _speak_cell(cell),
        _draw_frame(cell, theme),
        _draw_price(cell, theme),
        _draw_signs(cell, letters, theme, companies),
        _draw_stack(cell, companies, theme, acting),
        class_="cellbox",
        data_row=cell.row,
        data_column=cell.column,
        data_value=cell.figure.value,
        data_zone=cell.figure.zone,
        transform=shift_transform(cell.x, cell.y),
    )


def _draw_frame(cell: _Cell, theme: Theme) -> str:
    """The box of a cell; a zone colours it, its head most."""
    occupied = bool(cell.stack)
    wide, high = cell.shape.width, cell.shape.height
    box = make_element(
        "rect",
        class_="cell occupied" if occupied else "cell",
        x=1,
        width=wide,
        height=high,
        rx=3,
        fill=theme.panel if occupied else theme.inset,
        stroke=theme.strong_line if occupied else theme.line,
        stroke_width=1.4 if occupied else 1,
    )
    color = theme.tiles.get(cell.figure.zone or "")
    if color:
        inner = write_attributes(x=1.7, y=0.7, width=wide - 1.4, rx=2)
        box += make_element("rect", class_="tint", height=high - 1.4, fill=color, fill_opacity=0.3, **inner)
        if cell.shape is not LOW:
            box += make_element("rect", height=3.2, fill=color, **inner)
    if cell.shape is LOW and cell.figure.par:
        inner = write_attributes(x=1.8, y=0.8, width=wide - 1.6, height=high - 1.6, rx=2.4)
        box += make_element("rect", class_="named-start", fill="none", stroke=theme.second_ink, **inner)
    if cell.figure.par == (ANY,):
        inner = write_attributes(x=2.6, y=1.6, width=wide - 3.2, height=high - 3.2, rx=2)
        box += make_element("rect", class_="start-price-line", fill="none", stroke=theme.par, stroke_width=1.8, **inner)
    return box


def _draw_dots(cell: _Cell, theme: Theme) -> str:
    """A dotted frame around a cell to look at."""
    size = write_attributes(x=cell.x, y=cell.y - 1, width=cell.shape.width + 2, height=cell.shape.height + 2, rx=4)
    return make_element(
        "rect", class_="dotted", fill="none", stroke=theme.ink, stroke_width=2, stroke_dasharray="2 3", **size
    )


def _draw_price(cell: _Cell, theme: Theme) -> str:
    occupied = bool(cell.stack)
    return write_text(
        str(cell.figure.value),
        *cell.shape.price,
        class_="cell-price",
        font_size=10.5,
        font_weight=750 if occupied else 600,
        fill=theme.ink if occupied else theme.second_ink,
    )


def _draw_signs(cell: _Cell, letters: Mapping[str, str], theme: Theme, companies: Mapping[str, CompanyFigure]) -> str:
    """Who may start here, the zone's letter and the arrow; hidden where a stack stands on them."""
    if cell.shape is LOW:
        return "" if cell.stack else _zone_and_arrow(cell, theme)
    if cell.stack:
        return _zone_sign(cell, theme) if cell.shape is FLAT and len(cell.stack) == 1 else ""
    kinds = list(letters)
    if cell.figure.par == (ANY,):
        return _start_mark(cell.shape, theme) + _zone_and_arrow(cell, theme)
    if cell.shape is TALL and cell.figure.par and all(kind in companies for kind in cell.figure.par):
        return _name_companies(cell, companies, theme) + _zone_and_arrow(cell, theme)
    middle, foot = cell.shape.signs
    left = middle - 4.5 * (len(cell.figure.par) - 1)
    signs = [
        write_text(
            letters[kind],
            left + 9 * place,
            foot,
            class_=f"par {kind}",
            data_par=kind,
            font_size=8.5,
            font_weight=750,
            fill=theme.kinds[kinds.index(kind) % len(theme.kinds)],
        )
        for place, kind in enumerate(cell.figure.par)
    ]
    return "".join(signs) + _zone_and_arrow(cell, theme)


def _name_companies(cell: _Cell, companies: Mapping[str, CompanyFigure], theme: Theme) -> str:
    """The companies that start here, a line each."""
    middle = cell.shape.price[0]
    look = write_attributes(class_="par company", font_size=7.6, font_weight=700, fill=theme.second_ink)
    lines = enumerate(cell.figure.par)
    signs = ((companies[company].sign, 22.0 + 7.4 * line, company) for line, company in lines)
    return "".join(write_text(sign, middle, y, data_par=company, **look) for sign, y, company in signs)


def _start_mark(cell: _Shape, theme: Theme) -> str:
    """A violet lozenge: here any company may start."""
    (x, y), half = cell.lozenge, 6.0
    shape = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
    line = make_polygon(shape, fill=theme.par)
    return make_named_group("Start price: a company may be started here", line, class_="par", data_par=ANY)


def _zone_sign(cell: _Cell, theme: Theme) -> str:
    """The letter of a zone, so that nobody needs its colour."""
    if not cell.figure.zone:
        return ""
    x, y = cell.shape.zone
    letter = zone_letter(cell.figure.zone)
    return write_text(letter, x, y, class_="zone", font_size=9, font_weight=700, fill=theme.second_ink)


def _zone_and_arrow(cell: _Cell, theme: Theme) -> str:
    way = cell.figure.arrow or ""
    signs = [] if way and cell.shape is LOW else [_zone_sign(cell, theme)]
    arrow = _ARROWS.get(TURNED.get(way, "") if cell.on_side else way)
    if arrow:
        line = write_attributes(fill="none", stroke=theme.second_ink, stroke_width=1.3)
        signs.append(
            make_element("path", class_="arrow", d=arrow, transform=shift_transform(*cell.shape.arrow), **line)
        )
    return "".join(signs)


def _draw_stack(cell: _Cell, companies: Mapping[str, CompanyFigure], theme: Theme, acting: str | None) -> str:
    """The markers of a cell, lowest first, so that the top one lies on top; all letters stay in sight."""
    if cell.shape is LOW:
        return draw_pills(cell.stack, cell.figure.value, companies, theme, acting, cell.shape.height)
    count = len(cell.stack)
    drawn = []
    for rank in reversed(range(count)):
        company = cell.stack[rank]
        x, y, radius = _marker_place(rank, count, cell.shape)
        lamp = (
            make_element("circle", class_="halo", cx=x, cy=y, r=radius + 2.4, fill=theme.lamp)
            if company == acting
            else ""
        )
        place = f", {rank + 1} of {count} from the top" if count > 1 else ""
        title = f"{hex_parts.company_title(company, companies)}: {cell.figure.value}{place}"
        token = hex_parts.draw_token((x, y), radius, company, companies, title)
        drawn.append(
            make_group(
                lamp, token, class_="chart-marker acting" if company == acting else "chart-marker", data_rank=rank
            )
        )
    return make_group(*drawn, class_="stack")


def _marker_place(rank: int, count: int, shape: _Shape) -> tuple[float, float, float]:
    """Where the marker of a rank lies, and its radius: alone in its place, else left and right in turn or in a row."""
    if count == 1:
        return shape.marker
    if shape is FLAT:
        return 9.5 + rank * min(15.0, 23.0 / (count - 1)), 21.5, 7.8
    rows = (count + 1) // 2
    step = 0.0 if rows == 1 else min(11.5, 13.0 / (rows - 1))
    first = 29.5 if rows == 1 else 24.5
    x = 1 + shape.width / 2 + (7.2 if rank % 2 else -7.2)
    return x, first + step * (rank // 2) + (3.0 if rank % 2 else 0.0), 8.3


def zone_letter(zone: str) -> str:
    """The sign of a zone in its cells."""
    return zone[:1].upper()


def _speak_cell(cell: _Cell) -> str:
    """A cell in words."""
    parts = [write_number(cell.figure.value)]
    if cell.figure.par:
        parts.append("start price" + "".join(f" {kind}" for kind in cell.figure.par if kind))
    if cell.figure.zone:
        parts.append(f"{cell.figure.zone} zone")
    if cell.stack:
        parts.append(" above ".join(cell.stack))
    return ", ".join(parts)


def _describe_chart(label: str, chart: ChartFigure, cells: list[_Cell]) -> str:
    """The chart in words: its size, and the companies from the highest price down."""
    values = [cell.figure.value for cell in cells] or [0]
    rows = f"{len(chart.rows)} rows from {min(values)} to {max(values)}"
    taken = sorted(
        (cell for cell in cells if cell.stack), key=lambda cell: (-cell.figure.value, cell.row, -cell.column)
    )
    told = ", ".join(f"{' above '.join(cell.stack)} {cell.figure.value}" for cell in taken)
    return f"{label}, {rows}. {told or 'No markers'}."
