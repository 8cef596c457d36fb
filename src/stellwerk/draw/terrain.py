"""Terrain: what building on a hex costs, with the sign of what makes it dear."""

from __future__ import annotations

from stellwerk.draw.geometry import Point
from stellwerk.draw.hex_parts import Tone
from stellwerk.draw.markup import (
    make_element,
    make_group,
    make_named_group,
    shift_transform,
    write_attributes,
    write_number,
    write_text,
)
from stellwerk.draw.style import Theme
from stellwerk.figures import CostFigure, HexFigure

_WAVES = "M-20.5 -3q3.5 -4.5 7 0t7 0 7 0M-20.5 3q3.5 -4.5 7 0t7 0 7 0"
_HILLS = "M-22.5 5c3 -9.5 9 -9.5 12 -2.5 3 -5.5 8.5 -5 12 2.5z"
_PEAKS = "M-22.5 6l9 -15 4.5 7 3 -4.5 8.5 12.5z"
_SNOW = "M-16.2 -4.6l2.7 -4.4 2.8 4.4 -1.5 1.6 -1.5 -1.4z"
_TREES = "M-17 -9l6.5 11h-4.8v4h-3.4v-4h-4.8zM-5 -5l4.6 8h-3.2v3h-2.8v-3h-3.2z"
_FOREST = "M-17 4l7 -12 7 12h-5v5h-4v-5zM4 8l5.5 -9.5 5.5 9.5h-4v4h-3v-4z"
_LAKE = "M-21 -15q3.5 -4.5 7 0t7 0 7 0 7 0 7 0M-21 -6q3.5 -4.5 7 0t7 0 7 0 7 0 7 0"
WOODS, LAKE = "woodland", "water"
"""Flags of hexes that are covered altogether, so that nothing can be built on them."""


def cover_of(figure: HexFigure) -> str:
    """What covers a hex altogether; nothing, if something can be built there."""
    return next((flag for flag in (WOODS, LAKE) if flag in figure.flags), "")


def draw_cover(figure: HexFigure, theme: Theme) -> str:
    """The sign of what covers a hex altogether."""
    cover = cover_of(figure)
    if cover == WOODS:
        return make_element("path", class_="forest", d=_FOREST, fill=theme.wood, fill_opacity=0.75)
    if cover == LAKE:
        line = write_attributes(fill="none", stroke=theme.water_line, stroke_width=2.2, stroke_linecap="round")
        return make_element("path", class_="lake", d=_LAKE, stroke_opacity=0.55, **line)
    return ""


def draw_cost(at: Point, figure: CostFigure, tone: Tone, theme: Theme, scale: float = 1.0) -> str:
    """Terrain (waves, hills, peaks, trees) and what it costs."""
    color, shape = _draw_terrain(figure.terrain, tone, theme)
    text = write_text(str(figure.amount), 6, 5.4, class_="cost", font_size=15, font_weight=600, fill=tone.dim)
    aside = shift_transform(-5.0 * (len(str(figure.amount)) - 1.4), 0)
    content = make_group(shape, text, transform=aside if scale == 1 else f"scale({write_number(scale)}) {aside}")
    title = f"{figure.terrain} {figure.amount}"
    return make_named_group(
        title, content, class_=f"terrain {color}", data_cost=figure.amount, transform=shift_transform(*at)
    )


def _draw_terrain(terrain: str, tone: Tone, theme: Theme) -> tuple[str, str]:
    """The kind of a terrain and its sign; unknown ones are written."""
    if terrain in ("river", "water", "sea", "lake"):
        color = theme.river if tone.land else tone.ink
        lines = write_attributes(fill="none", stroke=color, stroke_width=2.4, stroke_linecap="round")
        return "river", make_element("path", d=_WAVES, **lines)
    if terrain == "mountain":
        peaks = make_element("path", d=_PEAKS, fill=theme.peak if tone.land else tone.ink)
        return "mountain", peaks + make_element("path", class_="snow", d=_SNOW, fill=tone.ground)
    if terrain == "hill":
        return "hill", make_element("path", d=_HILLS, fill=theme.hill if tone.land else tone.ink)
    if terrain in ("woodland", "forest"):
        return "wood", make_element("path", d=_TREES, fill=theme.wood if tone.land else tone.ink)
    return "other", write_text(terrain[:4], 2, 5, font_size=11, text_anchor="end", fill=tone.dim)
