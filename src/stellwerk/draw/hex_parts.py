"""The small things on a hex: track, places, tokens, values, costs, letters. Each function returns markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from stellwerk.draw import geometry
from stellwerk.draw.faces import PlannedFace
from stellwerk.draw.geometry import Point, TrackArc
from stellwerk.draw.hex_plan import FERRY, OFFBOARD_END, HexPlan, PlannedStop
from stellwerk.draw.labels import LINE, Name, Size
from stellwerk.draw.markup import (
    Attribute,
    make_element,
    make_group,
    make_named_group,
    make_polygon,
    shift_transform,
    write_attributes,
    write_number,
    write_text,
)
from stellwerk.draw.style import COLOR_ORDER, INK, NARROW, PIPS, Theme, ink_on, safe_color
from stellwerk.figures import CompanyFigure, Revenue

VALUE_RADIUS = 12.0
STRIP_CELL = 18.0
SMALL_LABEL = 11.5
BOAT = Size(7.5, 6.0, 0.5)
"""The room a boat takes."""
STRIP_HEIGHT = 15.0

FRAMES = {"orange": "16 6", "blue": "9 5", "turquoise": "2.5 5", "pink": "18 5 3 5"}
"""The dash of a coloured line inside tiles, so that frames can be told apart without colour; others are solid."""
_BOAT = "M-7.5 1H7.5L5 5.5H-5ZM-4.3 0V-2.6H-1.2V-6H1.2V-2.6H4.3V0Z"


class Tone(NamedTuple):
    """The colours of one hex: ground, rim, writing, and whether it is open land."""

    ground: str
    line: str
    ink: str
    dim: str
    rail: str
    land: bool
    kind: str = "land"
    """The class of the ground, for style sheets."""


def tone_of(color: str, theme: Theme, red_edged: bool = False, spent: bool = False) -> Tone:
    """The colours of a hex of a printed colour."""
    if red_edged or color not in theme.tiles:
        ground = theme.table if spent else theme.red_edge if red_edged else theme.land
        kind = "spent" if spent else "red-edge" if red_edged else "land"
        return Tone(ground, theme.land_line, theme.land_ink, theme.land_dim, theme.land_ink, True, kind)
    return Tone(theme.tiles[color], theme.tile_line, INK, INK, theme.rail, False, color)


def path_data(arcs: Iterable[TrackArc]) -> str:
    """Path commands for pieces of track; a piece that starts where the last one ended goes on with it."""
    written, pen = [], None
    for arc in arcs:
        if pen is None or abs(pen[0] - arc.start[0]) + abs(pen[1] - arc.start[1]) > 0.02:
            written.append(f"M{_write_point(arc.start)}")
        radius = write_number(arc.radius)
        curve = f"A{radius} {radius} 0 0 {int(arc.clockwise)} " if arc.middle else "L"
        written.append(curve + _write_point(arc.end))
        pen = arc.end
    return "".join(written)


def draw_ground(face: PlannedFace, layout: str, tone: Tone) -> str:
    """The hex itself, and the coloured line inside it that some tiles have."""
    outline = make_polygon(
        geometry.hex_corners(layout),
        class_=f"tile {tone.kind}",
        fill=tone.ground,
        stroke=tone.line,
        stroke_width=1.2,
    )
    if not face.frame:
        return outline
    inner = make_polygon(
        geometry.hex_corners(layout, 0.93),
        class_="frame",
        fill="none",
        stroke=safe_color(face.frame, "#77308f"),
        stroke_width=6,
        stroke_dasharray=FRAMES.get(face.frame),
    )
    return outline + inner


def draw_track(plan: HexPlan, tone: Tone, theme: Theme, stubs: Iterable[int] = ()) -> str:
    """All track on its light bed, the arrows of an off-board area, and printed beginnings of track."""
    data = path_data(plan.lines())
    drawn = ""
    if data:
        bed = make_element(
            "path", class_="bed", d=data, stroke="#ffffff", stroke_width=14, stroke_opacity=theme.bed_opacity
        )
        drawn = bed + make_element("path", class_="rail", d=data, stroke=tone.rail, stroke_width=9.5)
        drawn += make_element("circle", class_="joint", r=4.75, fill=tone.rail) if plan.shape.junction else ""
    ends = "".join(_draw_arrow(edge, plan.layout, tone) for edge in plan.shape.offboard or ())
    short = path_data(plan.spoke(edge, geometry.APOTHEM - 15) for edge in stubs)
    begun = make_element("path", class_="stub", d=short, stroke=tone.rail, stroke_width=8) if short else ""
    return make_group(drawn, ends, begun, fill="none")


def draw_ferries(plan: HexPlan, theme: Theme) -> str:
    """The ways of the ferries over the water, dashed."""
    data = path_data(plan.ferries())
    if not data:
        return ""
    water = make_element(
        "path", class_="ferry-bed", d=data, stroke="#ffffff", stroke_width=9, stroke_opacity=theme.bed_opacity
    )
    line = make_element(
        "path", class_="ferry", d=data, stroke=theme.water_line, stroke_width=4, stroke_dasharray="4.5 3"
    )
    return make_named_group("Ferry", water, line, data_link=FERRY, fill="none")


def draw_boat(at: Point, theme: Theme) -> str:
    """A small boat, where a ferry crosses."""
    line = write_attributes(stroke="#ffffff", stroke_width=1.4, stroke_linejoin="round", paint_order="stroke")
    hull = make_element("path", d=_BOAT, fill=theme.water_line, **line)
    return make_named_group("Ferry", hull, class_="boat", data_boat=FERRY, transform=shift_transform(*at))


def _draw_arrow(edge: int, layout: str, tone: Tone) -> str:
    """The pointed end of track that leaves the board."""
    angle = geometry.edge_angle(edge, layout)
    tip = geometry.polar_point(angle, OFFBOARD_END)
    x, y = geometry.polar_point(angle, OFFBOARD_END + 14)
    aside = geometry.polar_point(angle + 1.5708, 10)
    shape = (tip, (x + aside[0], y + aside[1]), (x - aside[0], y - aside[1]))
    return make_polygon(shape, class_="red-rail", fill=tone.rail)


def draw_stop(place: PlannedStop, tone: Tone, theme: Theme) -> str:
    """A town, or a city with its places in one white body."""
    if place.kind == "town":
        rim = write_attributes() if tone.land else write_attributes(stroke="#ffffff", stroke_width=2.5)
        x, y = place.at
        return make_element(
            "circle", class_="town", data_town=place.number, cx=x, cy=y, r=place.radius, fill=tone.rail, **rim
        )
    slots = "".join(_draw_slot(at, place.radius, theme) for at in place.places)
    return make_group(_draw_city_body(place, theme), slots, data_city=place.number)


def _draw_city_body(city: PlannedStop, theme: Theme) -> str:
    """What holds several places together: their hull, drawn as a thick line with a thin dark rim."""
    if len(city.places) == 1:
        return ""
    data = "M" + "L".join(_write_point(point) for point in city.places) + "Z"
    wide = write_attributes(d=data, stroke_linejoin="round")
    rim = make_element("path", class_="city-rim", fill=INK, stroke=INK, stroke_width=2 * city.radius + 5, **wide)
    return rim + make_element(
        "path", class_="hull", fill=theme.city, stroke=theme.city, stroke_width=2 * city.radius + 1.4, **wide
    )


def _draw_slot(at: Point, radius: float, theme: Theme) -> str:
    return make_element(
        "circle", class_="slot", cx=at[0], cy=at[1], r=radius, fill=theme.city, stroke=INK, stroke_width=2
    )


def draw_token(
    at: Point,
    radius: float,
    company: str,
    companies: Mapping[str, CompanyFigure],
    title: str = "",
    sign: str = "",
    ring: str = "",
) -> str:
    """A station or marker: the company's colour and letters; others may be said, and a ring may be added."""
    figure = companies.get(company)
    color = safe_color(figure.color if figure else None)
    letters = sign or (figure.sign if figure else company)
    size = radius * (1.02 if len(letters) < 3 else 2.5 / len(letters))
    named_class = f" co-{company}" if company.isalnum() else ""
    return make_named_group(
        title or company_title(company, companies),
        make_element("circle", class_=f"token-disc{named_class}", r=radius, fill=color, stroke=INK, stroke_width=1.6),
        ring,
        write_text(
            letters,
            0,
            0.355 * size,
            class_=f"token-text{named_class}",
            font_size=size,
            font_family=NARROW,
            font_weight=800,
            text_anchor="middle",
            fill=ink_on(color, figure.text if figure else "black"),
        ),
        class_="station",
        data_company=company,
        transform=shift_transform(*at),
    )


def company_title(company: str, companies: Mapping[str, CompanyFigure]) -> str:
    """A company's letters and full name."""
    return f"{company}, {companies[company].name}" if company in companies else company


def draw_reservation(at: Point, radius: float, company: str, ink: str, sign: str = "") -> str:
    """The letters of a company whose home a place is, in italics."""
    sign = sign or company
    size = radius * (0.78 if len(sign) < 3 else 2.1 / len(sign))
    letters = write_text(sign, at[0], at[1] + 0.355 * size, class_="reserved", data_reserved=company)
    return make_group(letters, font_size=size, font_style="italic", font_weight=600, text_anchor="middle", fill=ink)


def value_at(revenue: Revenue, values: str) -> int:
    """What a stop is worth at a phase colour."""
    if isinstance(revenue, int):
        return revenue
    return revenue[present_color(revenue, values)] if revenue else 0


def present_color(revenue: Mapping[str, int], values: str) -> str:
    """Which of its printed values counts at a phase colour: one not named takes the one before it."""
    printed = strip_colors(revenue)
    until = COLOR_ORDER.index(values) if values in COLOR_ORDER else 0
    past = [color for color in printed if color in COLOR_ORDER[: until + 1]]
    return past[-1] if past else printed[0]


def draw_value(at: Point, worth: int) -> str:
    """The value of a stop in a white circle."""
    text = str(worth)
    circle = make_element("circle", class_="revenue-disc", r=VALUE_RADIUS, fill="#ffffff", stroke=INK, stroke_width=1.4)
    size = 14 if len(text) < 3 else 11.5
    label = write_text(
        text,
        0,
        0.36 * size,
        class_="revenue-text" if len(text) < 3 else "revenue-text small",
        font_size=size,
        font_weight=700,
        text_anchor="middle",
        fill=INK,
    )
    return make_group(circle, label, class_="val", data_value=worth, transform=shift_transform(*at))


def ferry_value(at: Point, worth: int, by_ferry: int, theme: Theme) -> str:
    """The value of a stop, and small beside it what a run gets that takes the ferry."""
    big, small = str(worth), str(by_ferry)
    center = write_attributes(font_weight=700, text_anchor="middle", fill=INK)
    return make_named_group(
        f"{worth}, with the ferry {by_ferry}",
        make_element(
            "circle", class_="ferry-revenue", cx=10.5, cy=2, r=9, fill="#ffffff", stroke=theme.river, stroke_width=1.8
        ),
        write_text(small, 11.7, 5.4, class_="ferry-revenue-text", font_size=9.5, **center),
        make_element(
            "circle", class_="revenue-disc", cx=-7.5, r=VALUE_RADIUS, fill="#ffffff", stroke=INK, stroke_width=1.4
        ),
        write_text(
            big,
            -7.5,
            5,
            class_="revenue-text" if len(big) < 3 else "revenue-text small",
            font_size=14 if len(big) < 3 else 11.5,
            **center,
        ),
        class_="val",
        data_value=worth,
        data_ferry_value=by_ferry,
        transform=shift_transform(*at),
    )


def strip_colors(revenue: Mapping[str, int]) -> list[str]:
    """The colours a value is printed for, earliest first."""
    return sorted(revenue, key=lambda color: COLOR_ORDER.index(color) if color in COLOR_ORDER else 9)


def draw_value_strip(at: Point, revenue: Mapping[str, int], values: str, theme: Theme) -> str:
    """All values of a stop side by side, the present one marked by a thick frame."""
    colors = strip_colors(revenue)
    now = present_color(revenue, values)
    left = -STRIP_CELL * len(colors) / 2
    lefts = {color: left + STRIP_CELL * place for place, color in enumerate(colors)}
    drawn_last = sorted(colors, key=lambda color: color == now)
    cells = [_strip_cell(lefts[color], revenue[color], color, color == now, theme) for color in drawn_last]
    spoken = ", ".join(f"{color} {revenue[color]}" for color in colors)
    return make_named_group(
        f"Values: {spoken}; now {revenue[now]}",
        *cells,
        class_="strip",
        data_value=revenue[now],
        transform=shift_transform(*at),
    )


def _strip_cell(left: float, worth: int, color: str, now: bool, theme: Theme) -> str:
    box = make_element(
        "rect",
        class_=f"strip-{color}",
        x=left,
        y=-STRIP_HEIGHT / 2,
        width=STRIP_CELL,
        height=STRIP_HEIGHT,
        fill=theme.tiles.get(color, "#ffffff"),
        stroke=INK,
        stroke_width=2.8 if now else 0.8,
    )
    weight = 800 if now else 600
    text = write_text(
        str(worth),
        left + STRIP_CELL / 2,
        3.9,
        class_="strip-value" if worth < 100 else "strip-value small",
        font_size=11 if worth < 100 else 8.5,
        font_weight=weight,
        text_anchor="middle",
        fill=INK,
    )
    return make_group(box, text, class_="now" if now else None)


def draw_name(at: Point, chosen: Name, tone: Tone) -> str:
    """The name of a hex, in lines, with a halo in the colour of the ground."""
    first = at[1] - chosen.size * LINE * (len(chosen.lines) - 1) / 2 + 0.35 * chosen.size
    lines = [
        write_text(line, at[0], first + chosen.size * LINE * i, class_="place-name")
        for i, line in enumerate(chosen.lines)
    ]
    return make_group(*lines, font_family=NARROW, font_weight=700, font_size=chosen.size, **_halo_attributes(tone, 4.5))


def draw_label(at: Point, text: str, tone: Tone, size: float) -> str:
    """The letters that say which tiles fit."""
    line = write_text(text, at[0], at[1] + 0.36 * size, class_="place-letter", data_label=text)
    return make_group(line, font_size=size, font_weight=800, **_halo_attributes(tone, 4))


def label_size(text: str) -> float:
    """The font size of the letters; words are written small."""
    return 18.0 if len(text) < 3 else SMALL_LABEL


def draw_pips(color: str, layout: str, framed: bool) -> str:
    """Dots at the foot of a tile that tell its colour."""
    x, y = pips_at(layout, framed)
    count = PIPS.get(color, 0)
    dots = [make_element("circle", cx=x + 5.5 * (i - (count - 1) / 2), cy=y, r=2) for i in range(count)]
    return make_group(*dots, class_="pips", fill=INK, fill_opacity=0.75)


def pips_at(layout: str, framed: bool = False) -> Point:
    """The foot of a tile where no track can end: a corner, inside the frame if there is one."""
    if layout == "pointy":
        return 0.0, 43.0 if framed else 50.5
    return (-19.5, 41.0) if framed else (-22.0, 46.0)


def _halo_attributes(tone: Tone, width: float) -> dict[str, Attribute]:
    """Attributes of writing that must be read over track."""
    return write_attributes(
        fill=tone.ink,
        stroke=tone.ground,
        stroke_width=width,
        stroke_linejoin="round",
        paint_order="stroke",
        text_anchor="middle",
    )


def _write_point(point: Point) -> str:
    return f"{write_number(point[0])} {write_number(point[1])}"
