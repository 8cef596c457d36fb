"""Writing SVG: elements, numbers, and text that may come from anywhere."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape as _xml_escape

from stellwerk.draw.style import FONT

Attribute = str | int | float | None

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape_text(text: str) -> str:
    """Text that may stand in an element or an attribute; characters XML forbids become a question mark."""
    return _xml_escape(_ILLEGAL.sub("\ufffd", text), {'"': "&quot;", "'": "&#39;"})


def write_number(value: float) -> str:
    """A coordinate with at most two decimals, never minus zero."""
    rounded = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if rounded in ("-0", "") else rounded


def make_element(element: str, *children: str, **attributes: Attribute) -> str:
    """An element; children are markup already, attribute names write `_` for `-`, None leaves one out."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_write_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    if not children:
        return f"<{element}{written}/>"
    return f"<{element}{written}>{''.join(children)}</{element}>"


def write_attributes(**given: Attribute) -> dict[str, Attribute]:
    """Attributes that several elements share."""
    return given


def write_text(content: str, x: float, y: float, **attributes: Attribute) -> str:
    """A line of text."""
    return make_element("text", escape_text(content), x=x, y=y, **attributes)


def make_group(*children: str, **attributes: Attribute) -> str:
    """A group, or nothing if nothing is in it."""
    inside = [child for child in children if child]
    return make_element("g", *inside, **attributes) if inside else ""


def make_named_group(title: str, *children: str, **attributes: Attribute) -> str:
    """A group with a title, which browsers show and readers speak."""
    return make_group(make_element("title", escape_text(title)), *children, **attributes)


def shift_transform(x: float, y: float) -> str:
    """The transform that moves a group to a point."""
    return f"translate({write_number(x)} {write_number(y)})"


def make_polygon(points: tuple[tuple[float, float], ...], **attributes: Attribute) -> str:
    """A closed shape through points."""
    listed = " ".join(f"{write_number(x)},{write_number(y)}" for x, y in points)
    return make_element("polygon", points=listed, **attributes)


def make_document(
    box: tuple[float, float, float, float],
    *children: str,
    label: str,
    desc: str = "",
    scale: float = 1.0,
    **attributes: Attribute,
) -> str:
    """A whole drawing: its view box, what it is called, what it shows in words, and its parts."""
    return make_element(
        "svg",
        make_element("desc", escape_text(desc)) if desc else "",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(write_number(side) for side in box),
        width=box[2] * scale,
        height=box[3] * scale,
        role="img",
        aria_label=label,
        font_family=FONT,
        **attributes,
    )


def _write_value(value: str | int | float) -> str:
    return escape_text(value) if isinstance(value, str) else write_number(value)
