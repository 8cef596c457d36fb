"""Signs on a hex: coal mines and steel mills as white letters in circles, all others as words."""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.draw.geometry import Point
from stellwerk.draw.hex_plan import FERRY, PlannedFace
from stellwerk.draw.labels import Size, text_width
from stellwerk.draw.markup import make_element, make_named_group, shift_transform, write_text
from stellwerk.draw.style import INK

RADIUS = 9.0
"""Of a round sign."""


class RoundSign(NamedTuple):
    """A round sign: its letter, its colour, and what it stands for."""

    letter: str
    color: str
    meaning: str


ROUND = {
    "coal": RoundSign("K", "#5f676c", "coal mine"),
    "steel": RoundSign("S", "#b3261e", "steel mill"),
}
_FERRIES = frozenset({"ferry", "trajekt"})
"""Signs that need not be written where a boat is drawn."""


def signs_to_write(face: PlannedFace) -> tuple[str, ...]:
    """The signs of a face that are to be written: not those of a ferry whose boat is drawn."""
    boats = any(link.kind == FERRY for link in face.links)
    return tuple(sign for sign in face.icons if not (boats and sign in _FERRIES))


def draw_icon(at: Point, text: str) -> str:
    """A sign at a point."""
    return _draw_circle_sign(at, text, ROUND[text]) if text in ROUND else _draw_chip(at, text)


def _draw_circle_sign(at: Point, text: str, sign: RoundSign) -> str:
    disc = make_element("circle", r=RADIUS - 0.8, fill=sign.color, stroke="#ffffff", stroke_width=1.6)
    letter = write_text(sign.letter, 0, 4.3, font_size=12, font_weight=800, text_anchor="middle", fill="#ffffff")
    return make_named_group(
        sign.meaning, disc, letter, class_="icon round", data_icon=text, transform=shift_transform(*at)
    )


def _draw_chip(at: Point, text: str) -> str:
    half = _chip_width(text) / 2
    box = make_element(
        "rect", x=-half, y=-7, width=2 * half, height=14, rx=4, fill="#ffffff", fill_opacity=0.75, stroke=INK
    )
    word = write_text(_chip_text(text), 0, 3.7, font_size=10, font_weight=600, text_anchor="middle", fill=INK)
    return make_named_group(text, box, word, class_="icon", data_icon=text, transform=shift_transform(*at))


def icon_size(text: str) -> Size:
    """The room a sign takes."""
    return Size(0, 0, RADIUS) if text in ROUND else Size(_chip_width(text) / 2, 7)


def shyness_of_sign(text: str) -> float:
    """How much a sign minds lying on track."""
    return 1.5 if text in ROUND else 0.6


def _chip_text(text: str) -> str:
    """A sign's word, cut where it would not fit."""
    return text if len(text) <= 8 else f"{text[:7]}…"


def _chip_width(text: str) -> float:
    return text_width(_chip_text(text), 11.0) + 8


def speak_sign(text: str) -> str:
    """A sign in words."""
    return ROUND[text].meaning if text in ROUND else text
