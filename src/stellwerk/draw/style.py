"""Colours, faces and measures of the drawings: one palette for light, one for dark.

The colours are written into the drawings as literals, so that a saved file looks right everywhere; the class
names beside them let a page's own style sheet take over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from stellwerk.errors import BadInput

FONT = "Inter, 'Segoe UI', system-ui, 'Noto Sans', 'Liberation Sans', Arial, 'DejaVu Sans', sans-serif"
NARROW = (
    "'Barlow Semi Condensed', 'Bahnschrift SemiCondensed', 'Roboto Condensed', 'Arial Narrow', "
    "'Liberation Sans Narrow', 'DejaVu Sans Condensed', sans-serif"
)

INK = "#14181a"
"""What is printed on tokens, values and tiles, in both themes."""

COLOR_ORDER = ("yellow", "green", "brown", "gray")
"""The colours of tiles and phases, earliest first."""

PIPS = {color: number for number, color in enumerate(COLOR_ORDER, start=1)}
"""How many dots stand at the foot of a tile, so that its colour can be told without colour."""

DASHES = ("", "13 9", "1 11", "18 7 2 7")
"""The stroke of the first, second, third and fourth run."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme."""

    name: str
    panel: str
    inset: str
    line: str
    strong_line: str
    ink: str
    second_ink: str
    lamp: str
    table: str
    land: str
    land_line: str
    land_ink: str
    land_dim: str
    tiles: Mapping[str, str]
    red_edge: str
    red_line: str
    tile_line: str
    rail: str
    bed_opacity: float
    city: str
    river: str
    water_line: str
    """Ferries, on tiles."""
    hill: str
    peak: str
    wood: str
    runs: tuple[str, ...]
    kinds: tuple[str, ...]
    """Marks of the kinds of companies on a chart, in order of appearance."""
    par: str
    """The mark of a start price where there is one kind of company."""
    second_rail: str
    """Track of the second kind; its ties and its casing follow."""
    second_tie: str
    second_bed: str
    limit: str
    """The limit of a city."""
    limit_bed: str
    pier: str
    bonus: str
    woods: str
    """The ground of woods in which nothing can be built."""


LIGHT = Theme(
    name="light",
    panel="#ffffff",
    inset="#f3f5f2",
    line="#d5dad3",
    strong_line="#aeb6ad",
    ink="#1a2125",
    second_ink="#4c565b",
    lamp="#ffc93c",
    table="#d3dad5",
    land="#f6f5ea",
    land_line="#c8cbb9",
    land_ink="#1a2125",
    land_dim="#545c52",
    tiles={
        "yellow": "#f4d35e",
        "green": "#84bd8b",
        "brown": "#c48d5d",
        "gray": "#b7bdc4",
        "red": "#dc7d73",
        "orange": "#efae6b",
        "blue": "#9cc6de",
    },
    red_edge="#f8e6e1",
    red_line="#c2453b",
    tile_line="#7f7f70",
    rail=INK,
    bed_opacity=0.6,
    city="#ffffff",
    river="#1f6f98",
    water_line="#0d4f8b",
    hill="#6f6449",
    peak="#6a5d52",
    wood="#3f6b45",
    runs=("#b8124f", "#0b4fb3", "#5d2f91", "#0b6b5d"),
    kinds=("#a3211b", "#0b4fb3", "#17643f", "#6f4a00"),
    par="#7a2ea6",
    second_rail="#7d1d2e",
    second_tie="#f6cf73",
    second_bed="#ffffff",
    limit="#c2453b",
    limit_bed="#ffffff",
    pier="#0d4f8b",
    bonus="#17643f",
    woods="#b9c48e",
)

DARK = Theme(
    name="dark",
    panel="#1b2124",
    inset="#23292d",
    line="#343c41",
    strong_line="#59646a",
    ink="#eaeeee",
    second_ink="#b9c3c7",
    lamp="#ffc93c",
    table="#0b0e10",
    land="#2a3135",
    land_line="#434c51",
    land_ink="#e6ebeb",
    land_dim="#aab4b6",
    tiles={
        "yellow": "#d8b843",
        "green": "#5f9f6c",
        "brown": "#a9764a",
        "gray": "#939aa1",
        "red": "#bf635a",
        "orange": "#cf8a45",
        "blue": "#5d8ba6",
    },
    red_edge="#3a2625",
    red_line="#c9584e",
    tile_line="#2b2c28",
    rail="#0d1012",
    bed_opacity=0.3,
    city="#f4f4f0",
    river="#6cb8de",
    water_line="#0b3f70",
    hill="#b7aa86",
    peak="#b3a597",
    wood="#86b98d",
    runs=("#d4145e", "#1256c4", "#6a35a5", "#0b6b5d"),
    kinds=("#ff9d94", "#8db9ff", "#7ad3a2", "#ffd479"),
    par="#cf9bf2",
    second_rail="#7d1d2e",
    second_tie="#ffd97d",
    second_bed="#fff6e6",
    limit="#ff7a6e",
    limit_bed="#0b0e10",
    pier="#0d4f8b",
    bonus="#7ad3a2",
    woods="#6d7a4b",
)

_THEMES = {"light": LIGHT, "dark": DARK}
_SAFE = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|[a-zA-Z]{3,30}")


def theme_named(name: str) -> Theme:
    """The theme of this name."""
    if name not in _THEMES:
        raise BadInput(f"There is no theme {name!r}; there are light and dark.")
    return _THEMES[name]


def safe_color(color: str | None, otherwise: str = "#999999") -> str:
    """A colour from outside, or `otherwise` if it is none (an address to fetch, say)."""
    return color if color and _SAFE.fullmatch(color) else otherwise


READABLE = 4.6
"""The contrast that small letters need, after WCAG, and a little more."""


def ink_on(color: str, printed: str = "black") -> str:
    """Black or white, whichever has more contrast; `printed` decides for colours given by name.

    The black is our ink, or full black on the few colours where the ink would be too faint to read.
    """
    if not re.fullmatch(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?", color):
        return "#ffffff" if printed == "white" else INK
    light = _luminance_of(color)
    on_ink = (light + 0.05) / 0.059
    if on_ink < 1.05 / (light + 0.05):
        return "#ffffff"
    return INK if on_ink >= READABLE else "#000000"


def _luminance_of(color: str) -> float:
    """Relative luminance of a hexadecimal colour, after WCAG."""
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
