"""Sides of hexes that mean something of their own: rivers, and the limit of a city."""

from __future__ import annotations

from stellwerk.draw import geometry
from stellwerk.draw.geometry import TrackArc
from stellwerk.draw.hex_parts import path_data
from stellwerk.draw.markup import escape_text, make_element, make_named_group, write_attributes
from stellwerk.draw.style import Theme

LIMIT = "limit"
"""The kind of a hex side on the limit of a city: no rule about track, but one to be seen."""


def draw_border(kind: str, edge: int, layout: str, theme: Theme) -> str:
    """A hex side with a rule of its own: a river that stops track (thick), or others (dashed)."""
    ends = path_data([TrackArc(geometry.hex_corner(edge, layout), geometry.hex_corner(edge + 1, layout))])
    if kind == LIMIT:
        return _draw_limit(ends, edge, theme)
    title = make_element("title", escape_text(f"{kind} side"))
    line = write_attributes(d=ends, fill="none", stroke=theme.river, stroke_linecap="round")
    if kind == "impassable":
        return make_element("path", title, class_="border", data_edge=edge, stroke_width=7.5, **line)
    return make_element("path", title, class_="border", data_edge=edge, stroke_width=5, stroke_dasharray="2 9", **line)


def _draw_limit(side: str, edge: int, theme: Theme) -> str:
    """A side on the limit of a city: a red line in a light casing."""
    return make_named_group(
        "city limit",
        make_element("path", class_="limit-bed", d=side, stroke=theme.limit_bed, stroke_width=9, stroke_opacity=0.65),
        make_element("path", class_="limit", d=side, stroke=theme.limit, stroke_width=4.5, stroke_linecap="round"),
        data_limit=edge,
        fill="none",
    )
