"""What the layers of a board are made of: every hex as it is to be drawn, and the markup of each of its layers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from stellwerk.draw import (
    borders,
    capsules,
    geometry,
    hex_parts,
    second_track,
    sign_marks,
    spoken_words,
    station_places,
    terrain,
    tiles,
)
from stellwerk.draw.faces import PlannedFace, hex_face, tile_face
from stellwerk.draw.geometry import Point
from stellwerk.draw.hex_plan import PLACE, HexPlan, plan_of
from stellwerk.draw.labels import LabelBlock, Size
from stellwerk.draw.markup import make_element, make_group, make_polygon, shift_transform, write_attributes, write_text
from stellwerk.draw.style import Theme
from stellwerk.draw.tiles import Writing
from stellwerk.errors import BadInput
from stellwerk.figures import BorderFigure, CompanyFigure, HexFigure, TileFigure

Stations = Sequence[tuple[str, int]]
Reserved = Sequence[tuple[str, int | None]]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""

RED_EDGED_PLACE: Point = (0.0, -8.0)
"""Where the home of a red-edged hex is drawn before a tile lies there."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex as it is to be drawn."""

    figure: HexFigure
    face: PlannedFace
    plan: HexPlan
    at: Point
    tone: hex_parts.Tone
    red_edged: bool
    spent: bool
    seating: station_places.StationPlaces
    label: str | None
    signs: tuple[str, ...]
    spoken: str
    delivery: capsules.Delivery | None = None
    whose: str = ""
    """The company for which its values count."""

    @property
    def name(self) -> str:
        """The name of the hex."""
        return self.figure.at

    @property
    def tells(self) -> bool:
        """Has the hex more to tell than open land?"""
        figure = self.figure
        return bool(self.face.tile or figure.name or self.seating.placed or self.seating.waiting or figure.offboard)


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is drawn: which way its hexes stand, its companies, the colours, the values of the phase."""

    layout: str
    companies: Mapping[str, CompanyFigure]
    theme: Theme
    values: str


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the board, and the tiles there are."""

    catalogue: Mapping[str, TileFigure]
    tiles: Mapping[str, tuple[str, int]]
    stations: Mapping[str, Stations]
    reserved: Mapping[str, Reserved] | None
    markers: Mapping[str, Sequence[str]]
    worths: Mapping[str, int]
    second: frozenset[str] = frozenset()
    """The companies that use track of the second kind."""
    whose: str = ""
    """The company for which `worths` count, where that matters."""
    deliveries: Mapping[str, capsules.Delivery] = field(default_factory=dict)
    beside: Collection[str] = ()
    """The companies whose homes stand beside the places of their cities."""


def cell_of(printed: HexFigure, layout: str, laid: Laid, theme: Theme) -> Cell:
    """What is to be seen on one hex."""
    here = printed.at
    figure = _now_worth(printed, laid.worths)
    face = _tile_on_hex(here, laid.catalogue, laid.tiles) if here in laid.tiles else hex_face(figure)
    whose = laid.whose if here in laid.worths and figure.offboard is None else ""
    red_edged = here not in laid.tiles and "red-edged" in figure.flags
    spent = red_edged and any(tile == figure.home_tile for tile, _ in laid.tiles.values())
    plan = plan_of(face, layout)
    present = tuple(laid.stations.get(here, ()))
    kept = () if spent else station_places.kept_free(figure, present, laid.reserved)
    beside = {home.company for home in figure.home if home.company in laid.beside}
    signs = capsules.join_links(
        (*(figure.icons if face.tile else ()), *sign_marks.signs_to_write(face), *laid.markers.get(here, ()))
    )
    label = _own_label(face.label, figure)
    told = [*spoken_words.speak_ferries(face.links), *map(sign_marks.speak_sign, signs)]
    told += [f"counts {laid.worths[here]} for {whose}"] if whose else []
    names = [name for name, _ in present]
    extra = (RED_EDGED_PLACE,) if red_edged else ()
    return Cell(
        figure=figure,
        face=face,
        plan=plan,
        at=geometry.centre_of_hex(here, layout),
        tone=_tone_of(figure, face, theme, red_edged, spent),
        red_edged=red_edged,
        spent=spent,
        seating=station_places.seat_stations(plan, present, kept, extra, laid.second, beside),
        label=label,
        signs=signs,
        spoken=", ".join(spoken_words.hex_line(figure, face.color, face.tile, label, told, names)),
        delivery=laid.deliveries.get(here),
        whose=whose,
    )


def _tone_of(figure: HexFigure, face: PlannedFace, theme: Theme, red_edged: bool, spent: bool) -> hex_parts.Tone:
    """The colours of a hex; woods in which nothing can be built have their own."""
    if face.tile is None and terrain.cover_of(figure) == terrain.WOODS:
        return hex_parts.tone_of(face.color, theme)._replace(ground=theme.woods, kind="woods")
    return hex_parts.tone_of(face.color, theme, red_edged, spent)


def _now_worth(figure: HexFigure, worths: Mapping[str, int]) -> HexFigure:
    """A hex whose off-board area, or whose cities, show what they are worth now."""
    if figure.at not in worths:
        return figure
    if figure.offboard is None:
        cities = tuple(msgspec.structs.replace(city, revenue=worths[figure.at]) for city in figure.cities)
        return msgspec.structs.replace(figure, cities=cities)
    return msgspec.structs.replace(figure, offboard=msgspec.structs.replace(figure.offboard, revenue=worths[figure.at]))


def _own_label(label: str | None, figure: HexFigure) -> str | None:
    """The letters to show on a hex: of a tile that fits several, only the hex's own."""
    if label is None or "/" not in label:
        return label
    return figure.label if figure.label in label.split("/") else None


def _tile_on_hex(here: str, catalogue: Mapping[str, TileFigure], laid: Mapping[str, tuple[str, int]]) -> PlannedFace:
    tile, rotation = laid[here]
    if tile not in catalogue:
        raise BadInput(f"On {here} lies a tile {tile!r} that is not in the set.")
    return tile_face(catalogue[tile], rotation)


def draw_ground_layer(cell: Cell, look: Look) -> str:
    """The ground of a hex, its track and pips; the red line of a red-edged one."""
    if not cell.red_edged:
        cover = "" if cell.face.tile else terrain.draw_cover(cell.figure, look.theme)
        return tiles.ground_group(cell.face, cell.plan, cell.tone, look.theme) + cover
    faint = write_attributes(stroke_opacity=0.4, stroke_dasharray="8 8") if cell.spent else write_attributes()
    inner = make_polygon(
        geometry.hex_corners(look.layout, 0.9),
        class_="red-line",
        fill="none",
        stroke=look.theme.red_line,
        stroke_width=4.5,
        **faint,
    )
    return hex_parts.draw_ground(cell.face, look.layout, cell.tone) + inner


def draw_stops_layer(cell: Cell, look: Look) -> str:
    """The stops of a hex; a red-edged one shows a dashed place for its home."""
    if not cell.red_edged:
        return tiles.stops_group(cell.plan, cell.tone, look.theme)
    if cell.spent:
        return ""
    x, y = RED_EDGED_PLACE
    line = write_attributes(fill="none", stroke=look.theme.red_line, stroke_width=2, stroke_dasharray="4 4")
    return make_element("circle", class_="slot reserved-slot", cx=x, cy=y, r=PLACE, **line)


def draw_tokens_layer(cell: Cell, look: Look) -> str:
    """Stations in their places, and the letters of companies whose homes are kept free."""
    ink = look.theme.land_dim if cell.red_edged else "#5c6468"
    kept = [_draw_kept(seat, look, ink) for seat in cell.seating.kept]
    placed = [_draw_station(seat, look) for seat in cell.seating.placed]
    return "".join([*kept, *placed])


def _draw_station(seat: station_places.StationPlace, look: Look) -> str:
    """A station; one of a company of parts has the numeral of the part and a second ring."""
    radius, company = seat.radius - 1.8, seat.company
    ring = (
        second_track.draw_second_ring(radius, look.theme) if second_track.is_of_parts(company, look.companies) else ""
    )
    sign = second_track.depot_sign(company, look.companies)
    return hex_parts.draw_token(seat.at, radius, company, look.companies, sign=sign, ring=ring)


def _draw_kept(seat: station_places.StationPlace, look: Look, ink: str) -> str:
    """A place kept for the home of a company, or a circle kept for a marker."""
    if look.companies and seat.company not in look.companies:
        return capsules.draw_kept_circle(seat.at, seat.radius, seat.company)
    sign = second_track.depot_sign(seat.company, look.companies)
    return hex_parts.draw_reservation(seat.at, seat.radius, seat.company, ink, sign)


def draw_writing_layer(cell: Cell, look: Look) -> str:
    """Name, values, letters, cost and signs."""
    label = cell.label
    # The letters of a home tile or red-edged hex are the company's; its place shows them already.
    letters = None if label in look.companies or label == cell.figure.name else label
    named = bool(letters) and (cell.figure.name or "").startswith(f"{letters} ")
    letters = None if named or any(sign_marks.letter_of(sign) == letters for sign in cell.signs) else letters
    place = (LabelBlock(RED_EDGED_PLACE, Size(0, 0, PLACE)),) if cell.red_edged and not cell.spent else ()
    text = Writing(
        values=look.values,
        name=None if cell.tone.kind == "woods" else cell.figure.name,
        label=None if cell.red_edged else letters,
        small_label=cell.label != cell.face.label,
        cost=cell.face.cost,
        icons=cell.signs,
        waiting=cell.seating.waiting,
        beside=cell.seating.beside,
        whose=cell.whose,
        delivery=cell.delivery,
        name_at=(0.0, 25.0) if place else None,
        taken=place,
    )
    tone = cell.tone._replace(ink=look.theme.land_dim) if cell.spent else cell.tone
    return tiles.writing_group(cell.face, cell.plan, tone, look.theme, text, look.companies)


def draw_borders_layer(cell: Cell, look: Look) -> str:
    """The sides of a hex that have a rule or a sign of their own."""
    lines = [_draw_side(border, look) for border in cell.figure.borders]
    return make_group(*lines, data_hex=cell.name, transform=shift_transform(*cell.at))


def _draw_side(border: BorderFigure, look: Look) -> str:
    if border.kind in sign_marks.ROUND:
        return sign_marks.draw_icon(geometry.beside_edge(border.edge, look.layout), border.kind)
    return borders.draw_border(border.kind, border.edge, look.layout, look.theme)


def put_in_place(cell: Cell, drawn: str) -> str:
    """What was drawn for a hex, at its place on the board."""
    if not drawn:
        return ""
    kind = "on-land" if cell.tone.land else f"on-{cell.face.color}"
    return make_group(drawn, class_=kind, data_hex=cell.name, transform=shift_transform(*cell.at))


def view_box(cells: Sequence[Cell], layout: str) -> Box:
    """The part of the plane the board covers, with room for letters and numbers at the rim."""
    half = (geometry.APOTHEM, geometry.RADIUS) if layout == "pointy" else (geometry.RADIUS, geometry.APOTHEM)
    xs = [cell.at[0] for cell in cells] or [0.0]
    ys = [cell.at[1] for cell in cells] or [0.0]
    left, top = min(xs) - half[0] - 34, min(ys) - half[1] - 30
    return left, top, max(xs) + half[0] + 10 - left, max(ys) + half[1] + 10 - top


def draw_rim(cells: Sequence[Cell], look: Look, box: Box) -> str:
    """Letters of rows on the left, numbers of columns on top."""
    places = [geometry.row_column(cell.name) for cell in cells]
    rows = _range_of(row for row, _ in places)
    columns = _range_of(column for _, column in places)
    heights = [(row, geometry.centre_of_hex(f"{geometry.row_letters(row)}0", look.layout)[1]) for row in rows]
    widths = [(column, geometry.centre_of_hex(f"A{column}", look.layout)[0]) for column in columns]
    letters = [write_text(geometry.row_letters(row), box[0] + 15, y + 5) for row, y in heights]
    numbers = [write_text(str(column), x, box[1] + 20) for column, x in widths]
    return make_group(
        *letters,
        *numbers,
        class_="rim-text",
        font_size=15,
        font_weight=600,
        text_anchor="middle",
        fill=look.theme.land_dim,
    )


def _range_of(numbers: Iterable[int]) -> range:
    known = list(numbers)
    return range(min(known), max(known) + 1) if known else range(0)
