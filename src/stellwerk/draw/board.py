"""The board: everything that is printed and everything that lies on it, in layers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from stellwerk.draw import geometry, layers, runs, second_track
from stellwerk.draw.capsules import Delivery
from stellwerk.draw.layers import Cell, Laid, Look, Reserved, Stations
from stellwerk.draw.markup import (
    make_document,
    make_element,
    make_group,
    make_named_group,
    make_polygon,
    shift_transform,
    write_attributes,
)
from stellwerk.draw.station_places import homes_beside
from stellwerk.draw.style import INK, Theme, theme_named
from stellwerk.figures import BoardFigure, CompanyFigure, TileFigure


@dataclass(frozen=True, slots=True)
class _Scene:
    """What the layers are drawn from."""

    cells: tuple[Cell, ...]
    look: Look


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
    whose: str = "",
    deliveries: Mapping[str, Delivery] | None = None,
    buildable: Collection[str] = (),
    wrong: Collection[str] = (),
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
    what off-board areas are worth now where that is not printed, or what stops count for the company `whose`;
    `deliveries` is what loads bring in red areas. `buildable`, `selected`, `fresh` (laid
    since one's last turn) and `wrong` (of a board that is checked) are hexes to be marked.
    """
    look = theme_named(theme)
    second, beside = second_track.companies_of_parts(companies), homes_beside(companies)
    laid = Laid(
        catalogue, tiles, stations, reserved, markers or {}, worths or {}, second, whose, deliveries or {}, beside
    )
    cells = tuple(layers.cell_of(figure, board.layout, laid, look) for figure in board.hexes)
    scene = _Scene(cells, Look(board.layout, companies, look, values))
    sites = {cell.name: runs.RunSite(cell.at, cell.plan) for cell in cells}
    lines, boxes = runs.draw_runs(routes, route_values, sites, board.layout, look)
    box = layers.view_box(cells, board.layout)
    drawn = [
        make_element("rect", class_="table", x=box[0], y=box[1], width=box[2], height=box[3], fill=look.table),
        layers.draw_rim(cells, scene.look, box),
        _draw_layer("ground", scene, layers.draw_ground_layer),
        make_group(*(layers.draw_borders_layer(cell, scene.look) for cell in cells), class_="layer borders"),
        make_group(*lines, class_="layer runs"),
        _draw_layer("stops", scene, layers.draw_stops_layer),
        _draw_layer("tokens", scene, layers.draw_tokens_layer),
        _draw_layer("writing", scene, layers.draw_writing_layer),
        _draw_marks(scene, frozenset(buildable), selected, frozenset(fresh), frozenset(wrong)),
        make_group(*boxes, class_="layer values"),
    ]
    label = caption or "Board"
    desc = "; ".join(cell.spoken for cell in cells if cell.tells)
    return make_document(box, *drawn, label=label, desc=f"{label}. {desc}.", class_="board", data_layout=board.layout)


def _draw_layer(name: str, scene: _Scene, draw: Callable[[Cell, Look], str]) -> str:
    """One layer: what `draw` gives for every hex, at its place."""
    parts = [layers.put_in_place(cell, draw(cell, scene.look)) for cell in scene.cells]
    return make_group(*parts, class_=f"layer {name}")


def _draw_marks(
    scene: _Scene, buildable: frozenset[str], selected: str | None, fresh: frozenset[str], wrong: frozenset[str]
) -> str:
    """The top layer: every hex with its spoken name, and marks on those that matter now."""
    parts = []
    for cell in scene.cells:
        can, chosen, new = cell.name in buildable, cell.name == selected, cell.name in fresh
        classes = ["hex", *(["legal"] if can else []), *(["selected"] if chosen else [])]
        drawn = (
            [_draw_ring(scene.look.layout, scene.look.theme)]
            if chosen
            else [_draw_dots(scene.look.layout)]
            if can
            else []
        )
        drawn += [_draw_dots(scene.look.layout)] if cell.name in wrong else []
        drawn += [_draw_pennant(scene.look.layout, scene.look.theme)] if new else []
        parts.append(
            make_named_group(
                cell.spoken
                + ("; you can build here" if can else "")
                + ("; new" if new else "")
                + ("; has a mistake" if cell.name in wrong else ""),
                make_polygon(
                    geometry.hex_corners(scene.look.layout), class_="hit-area", fill="#000000", fill_opacity=0
                ),
                *drawn,
                class_=" ".join(classes),
                data_hex=cell.name,
                data_tile=cell.face.tile,
                data_rotation=cell.face.rotation if cell.face.tile else None,
                transform=shift_transform(*cell.at),
            )
        )
    return make_group(*parts, class_="layer marks")


def _draw_ring(layout: str, theme: Theme) -> str:
    """The lamp around the selected hex."""
    line = geometry.hex_corners(layout, 0.95)
    lamp = make_polygon(line, class_="mark under", fill="none", stroke=theme.lamp, stroke_width=9)
    return lamp + make_polygon(line, class_="mark", fill="none", stroke=INK, stroke_width=4)


def _draw_dots(layout: str) -> str:
    """A dotted inner line, black on white, to be seen on every colour."""
    line = geometry.hex_corners(layout, 0.95)
    dots = write_attributes(fill="none", stroke_dasharray="3 7", stroke_linecap="round")
    white = make_polygon(line, class_="mark under", stroke="#ffffff", stroke_width=5.5, **dots)
    return white + make_polygon(line, class_="mark", stroke=INK, stroke_width=3, **dots)


def _draw_pennant(layout: str, theme: Theme) -> str:
    """A small yellow pennant at the top of a hex."""
    x, y = (0.0, -49.0) if layout == "pointy" else (-22.0, -45.0)
    shape = ((x - 9, y - 5), (x + 9, y - 5), (x, y + 5))
    return make_polygon(
        shape, class_="new-flag", fill=theme.lamp, stroke=INK, stroke_width=1.6, stroke_linejoin="round"
    )
