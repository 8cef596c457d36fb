"""Tiles: one alone, the whole set on a sheet, and the groups a board is made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from stellwerk.draw import capsules, hex_parts, second_track, sign_marks, spoken_words, terrain
from stellwerk.draw.faces import PlannedFace, tile_face
from stellwerk.draw.geometry import Point
from stellwerk.draw.hex_parts import Tone
from stellwerk.draw.hex_plan import HexPlan, plan_of
from stellwerk.draw.labels import Item, LabelBlock, Name, Size, Spot, arrange_labels, name_choices, text_width
from stellwerk.draw.markup import (
    make_document,
    make_element,
    make_group,
    make_named_group,
    shift_transform,
    write_attributes,
    write_text,
)
from stellwerk.draw.style import COLOR_ORDER, PIPS, Theme, theme_named
from stellwerk.figures import CompanyFigure, CostFigure, Revenue, TileFigure

_SHEET_COLUMNS = 10
_CELL = (92.0, 128.0)
_SCALE = 0.68
BESIDE = 12.0
"""Radius of a station beside the places of a city."""


@dataclass(frozen=True, slots=True)
class Writing:
    """What is to be written on a hex besides its stops."""

    values: str = "yellow"
    name: str | None = None
    label: str | None = None
    small_label: bool = False
    cost: CostFigure | None = None
    icons: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    name_at: Point | None = None
    taken: tuple[LabelBlock, ...] = ()
    beside: tuple[tuple[str, bool], ...] = ()
    """Stations beside the places of the city, and whether they are there yet."""
    whose: str = ""
    """The company for which the values count, where that matters."""
    delivery: capsules.Delivery | None = None


class _Piece(NamedTuple):
    """Something to write and how to draw it where it went."""

    item: Item
    draw: Callable[[Spot], str]


class _Worth(NamedTuple):
    """A printed value, the lower one for runs by ferry, and where it would best stand."""

    revenue: Revenue
    by_ferry: int | None
    wish: Point


def tile_svg(
    tile: TileFigure,
    rotation: int = 0,
    size: float = 104.0,
    title: str | None = None,
    *,
    layout: str = "pointy",
    theme: str = "light",
    values: str = "yellow",
) -> str:
    """A tile alone, `size` wide, turned by a number of edges."""
    look = theme_named(theme)
    half = (56.0, 64.0) if layout == "pointy" else (64.0, 56.0)
    drawn = tile_group(tile, rotation, layout, look, values)
    box = (-half[0], -half[1], 2 * half[0], 2 * half[1])
    spoken = title or spoken_words.speak_tile(tile)
    return make_document(box, drawn, label=spoken, scale=size / box[2], class_="thumb", data_tile=tile.id)


def tile_group(tile: TileFigure, rotation: int, layout: str, theme: Theme, values: str = "yellow") -> str:
    """Everything on a tile, around its middle."""
    face = tile_face(tile, rotation)
    plan = plan_of(face, layout)
    tone = hex_parts.tone_of(face.color, theme)
    text = Writing(values, label=tile.label, cost=tile.cost, icons=sign_marks.signs_to_write(face))
    return make_named_group(
        spoken_words.speak_tile(tile),
        ground_group(face, plan, tone, theme),
        stops_group(plan, tone, theme),
        writing_group(face, plan, tone, theme, text, {}),
        class_=f"on-{tile.color}",
        data_tile=tile.id,
        data_rotation=rotation % 6,
    )


def ground_group(face: PlannedFace, plan: HexPlan, tone: Tone, theme: Theme) -> str:
    """The lowest layer of a hex: ground, track, pips."""
    pips = hex_parts.draw_pips(face.color, plan.layout, bool(face.frame))
    rails = hex_parts.draw_ferries(plan, theme) + hex_parts.draw_track(plan, tone, theme, face.stubs)
    second = second_track.draw_route(plan, tone, theme), second_track.draw_second_track(plan, theme)
    return hex_parts.draw_ground(face, plan.layout, tone) + second[0] + rails + second[1] + pips


def stops_group(plan: HexPlan, tone: Tone, theme: Theme) -> str:
    """The cities and towns of a hex."""
    drawn = (hex_parts.draw_stop(stop, tone, theme) + second_track.draw_kept_places(stop, theme) for stop in plan.stops)
    return "".join(drawn)


def writing_group(
    face: PlannedFace, plan: HexPlan, tone: Tone, theme: Theme, text: Writing, companies: Mapping[str, CompanyFigure]
) -> str:
    """Names, values, letters, costs, signs and waiting stations, each where there is room."""
    pieces = [
        *_boat_pieces(plan, theme),
        *_value_pieces(face, plan, theme, text, companies),
        *_delivery_pieces(face, text),
        *_beside_pieces(plan, tone, text, companies),
        *_name_pieces(face, plan, tone, text),
        *_small_pieces(plan, tone, theme, text, companies),
    ]
    pips = (LabelBlock(hex_parts.pips_at(plan.layout, bool(face.frame)), Size(9, 1, 2)),) if face.color in PIPS else ()
    spots = arrange_labels(
        plan, tuple(piece.item for piece in pieces), (*text.taken, *pips), 8.0 if face.frame else 3.0
    )
    return "".join(piece.draw(spot) for piece, spot in zip(pieces, spots, strict=True))


def _boat_pieces(plan: HexPlan, theme: Theme) -> list[_Piece]:
    """A boat beside the way of every ferry."""
    items = [Item((hex_parts.BOAT,), plan.open_water(ferry), 0.4) for ferry in plan.ferries()]
    return [_Piece(item, lambda spot: hex_parts.draw_boat(spot.at, theme)) for item in items]


def _delivery_pieces(face: PlannedFace, text: Writing) -> list[_Piece]:
    """What loads bring here."""
    sign = text.delivery
    if sign is None:
        return []
    return [_Piece(Item((sign.size,), (0.0, 38.0), 0.6), lambda spot: capsules.draw_delivery(spot.at, sign))]


def _beside_pieces(plan: HexPlan, tone: Tone, text: Writing, companies: Mapping[str, CompanyFigure]) -> list[_Piece]:
    """Stations beside the places of the city, each tied to it."""
    city = plan.city(0)
    if city is None:
        return []
    return [_beside_piece(company, there, city.places[0], tone, companies) for company, there in text.beside]


def _beside_piece(company: str, there: bool, city: Point, tone: Tone, companies: Mapping[str, CompanyFigure]) -> _Piece:
    title = f"{hex_parts.company_title(company, companies)}, beside the places"

    def draw(spot: Spot) -> str:
        token = (
            hex_parts.draw_token(spot.at, BESIDE, company, companies, title)
            if there
            else hex_parts.draw_reservation(spot.at, BESIDE, company, tone.ink)
        )
        return capsules.draw_beside(spot.at, city, BESIDE, token)

    return _Piece(Item((Size(0, 0, BESIDE + 3),), (-30.0, -14.0), 0.8), draw)


def _value_pieces(
    face: PlannedFace, plan: HexPlan, theme: Theme, text: Writing, companies: Mapping[str, CompanyFigure]
) -> list[_Piece]:
    """One value if all stops are worth the same, else one beside each stop or group of stops."""
    values = text.values
    worths = [worth for worth in _place_values(face, plan) if _ever_worth(worth.revenue)]
    if worths and len(plan.stops) > 1 and all(worth[:2] == worths[0][:2] for worth in worths):
        worths = [worths[0]._replace(wish=(0.0, -38.0))]
    if text.whose:
        return [
            _worth_piece(text.whose, hex_parts.value_at(worth.revenue, values), worth, companies) for worth in worths
        ]
    return [_value_piece(worth, values, theme) for worth in worths]


def _worth_piece(company: str, worth: int, printed: _Worth, companies: Mapping[str, CompanyFigure]) -> _Piece:
    item = Item((capsules.worth_size(company, worth),), printed.wish, 0.7)
    return _Piece(item, lambda spot: capsules.draw_worth(spot.at, company, worth, companies))


def _ever_worth(revenue: Revenue) -> bool:
    return bool(revenue) if isinstance(revenue, int) else any(revenue.values())


def _place_values(face: PlannedFace, plan: HexPlan) -> list[_Worth]:
    """The values on a face and where they would best stand; cities of one group share theirs."""
    worths = [_Worth(face.offboard.revenue, None, (0.0, 0.0))] if face.offboard else []
    told = set()
    for stop in plan.stops:
        wish = stop.at if math.hypot(*stop.at) > 1 else (0.0, -38.0)
        if stop.kind == "town":
            worths.append(_Worth(face.towns[stop.number].revenue, None, wish))
            continue
        city = face.cities[stop.number]
        if city.group is None or city.group not in told:
            worths.append(_Worth(city.revenue, city.ferry_revenue, wish))
        told.add(city.group)
    return worths


def _value_piece(printed: _Worth, values: str, theme: Theme) -> _Piece:
    revenue, by_ferry, wish = printed
    if isinstance(revenue, dict) and len(revenue) > 1:
        size = Size(hex_parts.STRIP_CELL * len(revenue) / 2, hex_parts.STRIP_HEIGHT / 2)
        several = dict(revenue)
        return _Piece(
            Item((size,), wish, 0.5), lambda spot: hex_parts.draw_value_strip(spot.at, several, values, theme)
        )
    worth = hex_parts.value_at(revenue, values)
    if by_ferry is not None:
        both = Item((Size(7.5, 0, hex_parts.VALUE_RADIUS),), wish, 0.7)
        return _Piece(both, lambda spot: hex_parts.ferry_value(spot.at, worth, by_ferry, theme))
    item = Item((Size(0, 0, hex_parts.VALUE_RADIUS),), wish, 0.7)
    return _Piece(item, lambda spot: hex_parts.draw_value(spot.at, worth))


def _name_pieces(face: PlannedFace, plan: HexPlan, tone: Tone, text: Writing) -> list[_Piece]:
    """The name, below the stops if there is room."""
    if not text.name:
        return []
    choices = name_choices(text.name)
    item = Item(tuple(choice.box for choice in choices), text.name_at or _spot_below(face, plan, choices[0]), 0.5)
    return [_Piece(item, lambda spot: hex_parts.draw_name(spot.at, choices[spot.choice], tone))]


def _spot_below(face: PlannedFace, plan: HexPlan, name: Name) -> Point:
    if face.offboard:
        return 0.0, 22.0
    places = [(place, stop.radius) for stop in plan.stops for place in stop.places]
    if not places:
        return 0.0, 0.0
    foot = max(place[1] + radius for place, radius in places)
    centred = sum(place[0] for place, _ in places) / len(places)
    return centred, min(foot + 3 + name.box.height, 36.0)


def _small_pieces(
    plan: HexPlan, tone: Tone, theme: Theme, text: Writing, companies: Mapping[str, CompanyFigure]
) -> list[_Piece]:
    """Letters, cost, signs and stations that wait for a place."""
    pieces = []
    if text.label:
        pieces.append(_label_piece(text.label, text.small_label, tone))
    for company in text.waiting:
        pieces.append(_waiting_piece(company, companies))
    if text.cost:
        price = text.cost
        bare = not plan.stops and not text.name
        wish = (0.0, 0.0) if bare else (0.0, -32.0)
        scales = (1.0, 0.72)
        half = 15 + 5 * len(str(price.amount))
        sizes = tuple(Size(half * scale, 8 * scale, 0, 25 * (1 - scale)) for scale in scales)
        pieces.append(
            _Piece(
                Item(sizes, wish),
                lambda spot: terrain.draw_cost(spot.at, price, tone, theme, scales[spot.choice]),
            )
        )
    for sign in text.icons:
        pieces.append(_icon_piece(sign, theme))
    return pieces


def _label_piece(letters: str, small: bool, tone: Tone) -> _Piece:
    size = hex_parts.SMALL_LABEL if small else hex_parts.label_size(letters)
    item = Item((Size(text_width(letters, size) / 2, 0.38 * size, 1),), (-31.0, -19.0), 2.0)
    return _Piece(item, lambda spot: hex_parts.draw_label(spot.at, letters, tone, size))


def _waiting_piece(company: str, companies: Mapping[str, CompanyFigure]) -> _Piece:
    item = Item((Size(0, 0, 14),), (0.0, 0.0))
    title = f"{hex_parts.company_title(company, companies)}, waiting for its city"
    return _Piece(item, lambda spot: hex_parts.draw_token(spot.at, 13, company, companies, title))


def _icon_piece(sign: str, theme: Theme) -> _Piece:
    item = Item((sign_marks.icon_size(sign),), (0.0, 38.0), sign_marks.shyness_of_sign(sign))
    return _Piece(item, lambda spot: sign_marks.draw_icon(spot.at, sign, theme))


def tile_set_svg(
    tiles: Sequence[TileFigure],
    counts: Mapping[str, int | None],
    left: Mapping[str, int] | None = None,
    *,
    layout: str = "pointy",
    theme: str = "light",
    values: str = "yellow",
    dotted: Collection[str] = (),
) -> str:
    """A sheet of the tile set by colours, with numbers and counts; `left` says how many are in the box.

    `dotted` are tiles to look at.
    """
    look = theme_named(theme)
    y, rows = 8.0, []
    for color in _colors_in_order(tiles):
        of_color = [tile for tile in tiles if tile.color == color]
        rows.append(_draw_heading(color, of_color, counts, y, look))
        y += 30
        cells = [_sheet_cell(tile, counts, left, layout, look, values) for tile in of_color]
        dots = _draw_dots(look)
        cells = [cell + (dots if tile.id in dotted else "") for cell, tile in zip(cells, of_color, strict=True)]
        rows += [_at_cell(cell, index, y) for index, cell in enumerate(cells)]
        y += _CELL[1] * -(-len(cells) // _SHEET_COLUMNS) + 8
    box = (0.0, 0.0, _CELL[0] * _SHEET_COLUMNS + 16, y)
    paper = make_element("rect", width=box[2], height=box[3], fill=look.panel)
    desc = "; ".join(
        f"{spoken_words.speak_tile(tile)}, {spoken_words.speak_count(counts.get(tile.id))}" for tile in tiles
    )
    return make_document(box, paper, *rows, label="Tile set", desc=desc, class_="tileset")


def _draw_dots(theme: Theme) -> str:
    """A dotted frame around a tile to look at."""
    size = write_attributes(x=4 - _CELL[0] / 2, y=-44, width=_CELL[0] - 8, height=_CELL[1] - 8, rx=6)
    return make_element(
        "rect", class_="dotted", fill="none", stroke=theme.ink, stroke_width=2, stroke_dasharray="2 4", **size
    )


def _colors_in_order(tiles: Sequence[TileFigure]) -> list[str]:
    """The colours of a set, in the order they come into play."""
    known = [color for color in COLOR_ORDER if any(tile.color == color for tile in tiles)]
    return known + sorted({tile.color for tile in tiles} - set(known))


def _draw_heading(
    color: str, tiles: Sequence[TileFigure], counts: Mapping[str, int | None], y: float, theme: Theme
) -> str:
    """The heading of a colour: its name and how many tiles there are."""
    numbers = [counts.get(tile.id) for tile in tiles]
    number = sum(n or 0 for n in numbers)
    total = "" if None in numbers else f", {number} tile{'' if number == 1 else 's'}"
    bar = make_element(
        "rect", x=8, y=y + 17, width=_CELL[0] * _SHEET_COLUMNS, height=3, rx=1.5, fill=theme.tiles.get(color)
    )
    name = {"gray": "grey"}.get(color, color)
    text = write_text(f"{name}{total}", 10, y + 11, font_size=14, font_weight=650, fill=theme.ink)
    return make_group(bar, text, class_="colour-tag", data_color=color)


def _at_cell(cell: str, index: int, y: float) -> str:
    row, column = divmod(index, _SHEET_COLUMNS)
    return make_group(cell, transform=shift_transform(8 + _CELL[0] * (column + 0.5), y + _CELL[1] * row + 46))


def _sheet_cell(
    tile: TileFigure,
    counts: Mapping[str, int | None],
    left: Mapping[str, int] | None,
    layout: str,
    theme: Theme,
    values: str,
) -> str:
    """One tile of the sheet with its number and count; none left makes it pale."""
    count = counts.get(tile.id)
    gone = left is not None and left.get(tile.id, count or 1) == 0
    picture = make_group(
        tile_group(tile, 0, layout, theme, values),
        transform=f"scale({_SCALE})",
        opacity=0.35 if gone else None,
    )
    title = write_text(tile.id, 0, 58, font_size=13, font_weight=700, fill=theme.ink)
    written = write_text(_count_text(tile, count, left), 0, 72, font_size=11.5, fill=theme.second_ink)
    return make_group(
        picture,
        make_group(title, written, text_anchor="middle"),
        class_="upgrade-tile none" if gone else "upgrade-tile",
        data_tile=tile.id,
        data_count="unlimited" if count is None else count,
        data_left=None if left is None else left.get(tile.id),
    )


def _count_text(tile: TileFigure, count: int | None, left: Mapping[str, int] | None) -> str:
    whole = "∞" if count is None else str(count)
    if left is None or tile.id not in left:
        return f"×{whole}"
    return "none left" if left[tile.id] == 0 else f"{left[tile.id]} of {whole}"
