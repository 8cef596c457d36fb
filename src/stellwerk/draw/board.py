"""The board: everything that is printed and everything that lies on it, in layers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from stellwerk.draw import geometry, icons, marks, runs, seats, speech, tiles
from stellwerk.draw.geometry import Point
from stellwerk.draw.labels import Block, Size
from stellwerk.draw.markup import attributes, document, group, named, polygon, shift, tag, words
from stellwerk.draw.plan import PLACE, Face, Plan, hex_face, plan_of, tile_face
from stellwerk.draw.style import INK, Theme, theme_named
from stellwerk.draw.tiles import Writing
from stellwerk.errors import BadInput
from stellwerk.figures import BoardFigure, CompanyFigure, HexFigure, TileFigure

Stations = Sequence[tuple[str, int]]
Reserved = Sequence[tuple[str, int | None]]

RED_EDGED_PLACE: Point = (0.0, -8.0)
"""Where the home of a red-edged hex is drawn before a tile lies there."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex as it is to be drawn."""

    figure: HexFigure
    face: Face
    plan: Plan
    at: Point
    tone: marks.Tone
    red_edged: bool
    spent: bool
    seating: seats.Seating
    label: str | None
    signs: tuple[str, ...]
    spoken: str

    @property
    def name(self) -> str:
        """The name of the hex."""
        return self.figure.at


@dataclass(frozen=True, slots=True)
class _Scene:
    """What the layers are drawn from."""

    cells: tuple[Cell, ...]
    layout: str
    companies: Mapping[str, CompanyFigure]
    theme: Theme
    values: str


@dataclass(frozen=True, slots=True)
class _Laid:
    """What lies on the board, and the tiles there are."""

    catalogue: Mapping[str, TileFigure]
    tiles: Mapping[str, tuple[str, int]]
    stations: Mapping[str, Stations]
    reserved: Mapping[str, Reserved] | None
    markers: Mapping[str, Sequence[str]]
    worths: Mapping[str, int]


def board_svg(
    board: BoardFigure,
    catalogue: Mapping[str, TileFigure],
    companies: Mapping[str, CompanyFigure],
    *,
    tiles: Mapping[str, tuple[str, int]],
    stations: Mapping[str, Stations],
    routes: Sequence[Sequence[str]] = (),
    route_values: Sequence[int] = (),
    values: str = "yellow",
    reserved: Mapping[str, Reserved] | None = None,
    markers: Mapping[str, Sequence[str]] | None = None,
    worths: Mapping[str, int] | None = None,
    buildable: Collection[str] = (),
    selected: str | None = None,
    fresh: Collection[str] = (),
    theme: str = "light",
    caption: str | None = None,
) -> str:
    """The board with tiles, stations and runs.

    A run in `routes` is a sequence of nodes: a city `E11.0`, a town `E13.t0`, an off-board area `A3.o`, a hex
    side `E11/5`; `route_values` are printed on them. `values` is the colour that decides what off-board areas
    and home tiles are worth. `reserved` says whose homes are still kept free (None: every printed home whose
    company has no station there). `markers` are signs that lie on hexes beside the printed ones, `worths`
    what off-board areas are worth now where that is not printed. `buildable`, `selected` and `fresh` (laid
    since one's last turn) are hexes to be marked.
    """
    look = theme_named(theme)
    laid = _Laid(catalogue, tiles, stations, reserved, markers or {}, worths or {})
    cells = tuple(_cell(figure, board.layout, laid, look) for figure in board.hexes)
    scene = _Scene(cells, board.layout, companies, look, values)
    lines, boxes = _runs(scene, routes, route_values)
    box = _view(scene)
    layers = [
        tag("rect", class_="table", x=box[0], y=box[1], width=box[2], height=box[3], fill=look.table),
        _rim(scene, box),
        _layer("ground", scene, _ground),
        _borders(scene),
        group(*lines, class_="layer runs"),
        _layer("stops", scene, _stops),
        _layer("tokens", scene, _tokens),
        _layer("writing", scene, _writing),
        _marks(scene, frozenset(buildable), selected, frozenset(fresh)),
        group(*boxes, class_="layer values"),
    ]
    label = caption or "Board"
    desc = "; ".join(cell.spoken for cell in cells if _worth_telling(cell))
    return document(box, *layers, label=label, desc=f"{label}. {desc}.", class_="board", data_layout=board.layout)


def _cell(printed: HexFigure, layout: str, laid: _Laid, theme: Theme) -> Cell:
    """What is to be seen on one hex."""
    here = printed.at
    figure = _now_worth(printed, laid.worths)
    face = _tile(here, laid.catalogue, laid.tiles) if here in laid.tiles else hex_face(figure)
    red_edged = here not in laid.tiles and "red-edged" in figure.flags
    spent = red_edged and any(tile == figure.home_tile for tile, _ in laid.tiles.values())
    plan = plan_of(face, layout)
    present = tuple(laid.stations.get(here, ()))
    kept = () if spent else seats.kept_free(figure, present, laid.reserved)
    signs = (*(figure.icons if face.tile else ()), *icons.written(face), *laid.markers.get(here, ()))
    label = _own_label(face.label, figure)
    told = [*speech.ferries(face.links), *map(icons.spoken, signs)]
    names = [name for name, _ in present]
    extra = (RED_EDGED_PLACE,) if red_edged else ()
    return Cell(
        figure=figure,
        face=face,
        plan=plan,
        at=geometry.centre(here, layout),
        tone=marks.tone_of(face.color, theme, red_edged, spent),
        red_edged=red_edged,
        spent=spent,
        seating=seats.seat(plan, present, kept, extra),
        label=label,
        signs=signs,
        spoken=", ".join(speech.hex_line(figure, face.color, face.tile, label, told, names)),
    )


def _now_worth(figure: HexFigure, worths: Mapping[str, int]) -> HexFigure:
    """A hex whose off-board area shows what it is worth now."""
    if figure.offboard is None or figure.at not in worths:
        return figure
    return msgspec.structs.replace(figure, offboard=msgspec.structs.replace(figure.offboard, revenue=worths[figure.at]))


def _own_label(label: str | None, figure: HexFigure) -> str | None:
    """The letters to show on a hex: of a tile that fits several, only the hex's own."""
    if label is None or "/" not in label:
        return label
    return figure.label if figure.label in label.split("/") else None


def _tile(here: str, catalogue: Mapping[str, TileFigure], laid: Mapping[str, tuple[str, int]]) -> Face:
    tile, rotation = laid[here]
    if tile not in catalogue:
        raise BadInput(f"On {here} lies a tile {tile!r} that is not in the set.")
    return tile_face(catalogue[tile], rotation)


def _layer(name: str, scene: _Scene, draw: Callable[[Cell, _Scene], str]) -> str:
    """One layer: what `draw` gives for every hex, at its place."""
    parts = []
    for cell in scene.cells:
        drawn = draw(cell, scene)
        if drawn:
            ground = "onland" if cell.tone.land else f"g-{cell.face.color}"
            parts.append(group(drawn, class_=ground, data_hex=cell.name, transform=shift(*cell.at)))
    return group(*parts, class_=f"layer {name}")


def _ground(cell: Cell, scene: _Scene) -> str:
    if not cell.red_edged:
        return tiles.ground_group(cell.face, cell.plan, cell.tone, scene.theme)
    faint = attributes(stroke_opacity=0.4, stroke_dasharray="8 8") if cell.spent else attributes()
    inner = polygon(
        geometry.corners(scene.layout, 0.9),
        class_="redline",
        fill="none",
        stroke=scene.theme.red_line,
        stroke_width=4.5,
        **faint,
    )
    return marks.ground(cell.face, scene.layout, cell.tone) + inner


def _stops(cell: Cell, scene: _Scene) -> str:
    """The stops of a hex; a red-edged one shows a dashed place for its home."""
    if not cell.red_edged:
        return tiles.stops_group(cell.plan, cell.tone, scene.theme)
    if cell.spent:
        return ""
    x, y = RED_EDGED_PLACE
    line = attributes(fill="none", stroke=scene.theme.red_line, stroke_width=2, stroke_dasharray="4 4")
    return tag("circle", class_="slot resvslot", cx=x, cy=y, r=PLACE, **line)


def _tokens(cell: Cell, scene: _Scene) -> str:
    """Stations in their places, and the letters of companies whose homes are kept free."""
    ink = scene.theme.land_dim if cell.red_edged else "#5c6468"
    kept = [marks.reservation(seat.at, seat.radius, seat.company, ink) for seat in cell.seating.kept]
    placed = [marks.token(seat.at, seat.radius - 1.8, seat.company, scene.companies) for seat in cell.seating.placed]
    return "".join([*kept, *placed])


def _writing(cell: Cell, scene: _Scene) -> str:
    label = cell.label
    # The letters of a home tile or red-edged hex are the company's; its place shows them already.
    letters = None if label in scene.companies or label == cell.figure.name else label
    place = (Block(RED_EDGED_PLACE, Size(0, 0, PLACE)),) if cell.red_edged and not cell.spent else ()
    text = Writing(
        values=scene.values,
        name=cell.figure.name,
        label=None if cell.red_edged else letters,
        small_label=cell.label != cell.face.label,
        cost=None if cell.face.tile else cell.figure.cost,
        icons=cell.signs,
        waiting=cell.seating.waiting,
        name_at=(0.0, 25.0) if place else None,
        taken=place,
    )
    tone = cell.tone._replace(ink=scene.theme.land_dim) if cell.spent else cell.tone
    return tiles.writing_group(cell.face, cell.plan, tone, scene.theme, text, scene.companies)


def _borders(scene: _Scene) -> str:
    parts = []
    for cell in scene.cells:
        lines = [marks.border(b.kind, b.edge, scene.layout, scene.theme) for b in cell.figure.borders]
        parts.append(group(*lines, data_hex=cell.name, transform=shift(*cell.at)))
    return group(*parts, class_="layer borders")


def _runs(scene: _Scene, routes: Sequence[Sequence[str]], worths: Sequence[int]) -> tuple[list[str], list[str]]:
    """The lines of the runs, and the boxes with their values."""
    sites = {cell.name: runs.Site(cell.at, cell.plan) for cell in scene.cells}
    lines, boxes = [], []
    taken: list[Point] = []
    for number, run in enumerate(routes):
        arcs = runs.run_arcs(run, sites, scene.layout)
        lines.append(runs.run_line(number, arcs, run, scene.theme))
        point = runs.box_point(arcs, runs.stop_points(run, sites), taken)
        if number < len(worths) and point is not None:
            taken.append(point)
            boxes.append(runs.run_value(number, worths[number], point, scene.theme))
    return lines, boxes


def _marks(scene: _Scene, buildable: frozenset[str], selected: str | None, fresh: frozenset[str]) -> str:
    """The top layer: every hex with its spoken name, and marks on those that matter now."""
    parts = []
    for cell in scene.cells:
        can, chosen, new = cell.name in buildable, cell.name == selected, cell.name in fresh
        classes = ["hex", *(["legal"] if can else []), *(["sel"] if chosen else [])]
        drawn = [_ring(scene.layout, scene.theme)] if chosen else [_dots(scene.layout)] if can else []
        drawn += [_pennant(scene.layout, scene.theme)] if new else []
        parts.append(
            named(
                cell.spoken + ("; you can build here" if can else "") + ("; new" if new else ""),
                polygon(geometry.corners(scene.layout), class_="hit", fill="#000000", fill_opacity=0),
                *drawn,
                class_=" ".join(classes),
                data_hex=cell.name,
                data_tile=cell.face.tile,
                data_rotation=cell.face.rotation if cell.face.tile else None,
                transform=shift(*cell.at),
            )
        )
    return group(*parts, class_="layer marks")


def _ring(layout: str, theme: Theme) -> str:
    """The lamp around the selected hex."""
    line = geometry.corners(layout, 0.95)
    lamp = polygon(line, class_="mark b", fill="none", stroke=theme.lamp, stroke_width=9)
    return lamp + polygon(line, class_="mark", fill="none", stroke=INK, stroke_width=4)


def _dots(layout: str) -> str:
    """A dotted inner line, black on white, to be seen on every colour."""
    line = geometry.corners(layout, 0.95)
    dots = attributes(fill="none", stroke_dasharray="3 7", stroke_linecap="round")
    white = polygon(line, class_="mark b", stroke="#ffffff", stroke_width=5.5, **dots)
    return white + polygon(line, class_="mark", stroke=INK, stroke_width=3, **dots)


def _pennant(layout: str, theme: Theme) -> str:
    """A small yellow pennant at the top of a hex."""
    x, y = (0.0, -49.0) if layout == "pointy" else (-22.0, -45.0)
    shape = ((x - 9, y - 5), (x + 9, y - 5), (x, y + 5))
    return polygon(shape, class_="flag", fill=theme.lamp, stroke=INK, stroke_width=1.6, stroke_linejoin="round")


def _view(scene: _Scene) -> tuple[float, float, float, float]:
    """The part of the plane the board covers, with room for letters and numbers at the rim."""
    half = (geometry.APOTHEM, geometry.RADIUS) if scene.layout == "pointy" else (geometry.RADIUS, geometry.APOTHEM)
    xs = [cell.at[0] for cell in scene.cells] or [0.0]
    ys = [cell.at[1] for cell in scene.cells] or [0.0]
    left, top = min(xs) - half[0] - 34, min(ys) - half[1] - 30
    return left, top, max(xs) + half[0] + 10 - left, max(ys) + half[1] + 10 - top


def _rim(scene: _Scene, box: tuple[float, float, float, float]) -> str:
    """Letters of rows on the left, numbers of columns on top."""
    places = [geometry.row_column(cell.name) for cell in scene.cells]
    rows = _span(row for row, _ in places)
    columns = _span(column for _, column in places)
    heights = [(row, geometry.centre(f"{geometry.row_letters(row)}0", scene.layout)[1]) for row in rows]
    widths = [(column, geometry.centre(f"A{column}", scene.layout)[0]) for column in columns]
    letters = [words(geometry.row_letters(row), box[0] + 15, y + 5) for row, y in heights]
    numbers = [words(str(column), x, box[1] + 20) for column, x in widths]
    return group(
        *letters,
        *numbers,
        class_="rim",
        font_size=15,
        font_weight=600,
        text_anchor="middle",
        fill=scene.theme.land_dim,
    )


def _span(numbers: Iterable[int]) -> range:
    known = list(numbers)
    return range(min(known), max(known) + 1) if known else range(0)


def _worth_telling(cell: Cell) -> bool:
    """Whether a hex has more to tell than open land."""
    figure = cell.figure
    return bool(cell.face.tile or figure.name or cell.seating.placed or cell.seating.waiting or figure.offboard)
