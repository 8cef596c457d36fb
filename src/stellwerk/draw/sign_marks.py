"""Signs on a hex: coal mines and steel mills as white letters in circles, all others as words."""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.draw import capsules
from stellwerk.draw.faces import PlannedFace
from stellwerk.draw.geometry import Point
from stellwerk.draw.hex_plan import FERRY
from stellwerk.draw.labels import Size, text_width
from stellwerk.draw.markup import make_element, make_named_group, shift_transform, write_text
from stellwerk.draw.style import INK, LIGHT, Theme

RADIUS = 9.0
"""Of a round sign."""


class RoundSign(NamedTuple):
    """A round sign: its letter, its colour, and what it stands for."""

    letter: str
    color: str
    meaning: str
    square: bool = False


ROUND = {
    "coal": RoundSign("K", "#5f676c", "coal mine"),
    "steel": RoundSign("S", "#b3261e", "steel mill", square=True),
}


class ShapedSign(NamedTuple):
    """A sign with an amount (`pier 40`) and a shape of its own."""

    shape: str
    half: float
    """Half its width."""
    spoken: str


SHAPED = {
    "pier": ShapedSign("M-13 -8H13a8 8 0 0 1 0 16H-13a8 8 0 0 1 0 -16Z", 21, "ferry pier {0}"),
    "first": ShapedSign("M-16 -7H12L18 0 12 7H-16Z", 18, "first connection {0}"),
    "bonus": ShapedSign("", 18, "building bonus {0}"),
}
USED = "used"
"""After the amount of a sign whose amount nobody gets any more."""
_BOAT = "M-17.1 2H-2.9L-5.3 6.2H-14.8ZM-14.1 1V-1.5H-11.1V-4.7H-8.9V-1.5H-5.9V1Z"
_FERRIES = frozenset({"ferry", "trajekt"})
"""Signs that need not be written where a boat is drawn."""


def signs_to_write(face: PlannedFace) -> tuple[str, ...]:
    """The signs of a face that are to be written: not those of a ferry whose boat is drawn."""
    boats = any(link.kind == FERRY for link in face.links)
    return tuple(sign for sign in face.icons if not (boats and sign in _FERRIES))


def draw_icon(at: Point, text: str, theme: Theme = LIGHT) -> str:
    """A sign at a point."""
    if _shaped(text):
        return _draw_shaped(at, text, theme)
    linked = capsules.LINKED.fullmatch(text)
    if linked is not None and linked["sign"] in ROUND:
        letter, color, _, square = ROUND[linked["sign"]]
        return capsules.draw_link(at, letter, color, square, int(linked["value"]), speak_sign(text))
    return _draw_circle_sign(at, text, ROUND[text]) if text in ROUND else _draw_chip(at, text)


def _draw_circle_sign(at: Point, text: str, sign: RoundSign) -> str:
    disc = make_element("circle", r=RADIUS - 0.8, fill=sign.color, stroke="#ffffff", stroke_width=1.6)
    letter = write_text(sign.letter, 0, 4.3, font_size=12, font_weight=800, text_anchor="middle", fill="#ffffff")
    return make_named_group(
        sign.meaning, disc, letter, class_="icon round", data_icon=text, transform=shift_transform(*at)
    )


def _shaped(text: str) -> ShapedSign | None:
    """The shape of a sign with an amount."""
    kind, _, amount = text.partition(" ")
    return SHAPED.get(kind) if amount else None


def _draw_shaped(at: Point, text: str, theme: Theme) -> str:
    """A pier, a first connection (dashed and struck through once it is used up), or a bonus in brackets."""
    kind, amount, *more = text.split(" ")
    sign, used = SHAPED[kind], USED in more
    color = {"pier": theme.pier, "first": theme.limit, "bonus": theme.bonus}[kind]
    frame = make_element(
        "path", class_="sign-frame", d=sign.shape, fill="none" if used else "#ffffff", stroke=color,
        stroke_width=1.2 if used else 1.8, stroke_dasharray="3 2.5" if used else None,
    ) if sign.shape else ""  # fmt: skip
    boat = make_element("path", class_="pier-boat", d=_BOAT, fill=color) if kind == "pier" else ""
    words = f"(+{amount})" if kind == "bonus" else f"+{amount}"
    letters = write_text(
        words, {"pier": 8, "first": -1.5, "bonus": 0}[kind], 4.4, class_="sign-text",
        font_size=14 if kind == "bonus" else 10.5, font_weight=700, text_anchor="middle",
        fill=color if kind == "bonus" else INK,
    )  # fmt: skip
    stroke = make_element("path", class_="used-up", d="M-14 0H12", stroke=color, stroke_width=1.4) if used else ""
    return make_named_group(
        speak_sign(text), frame, boat, letters, stroke, class_=f"icon {kind}{' used' if used else ''}", data_icon=text,
        transform=shift_transform(*at),
    )  # fmt: skip


def _draw_chip(at: Point, text: str) -> str:
    half = _chip_width(text) / 2
    box = make_element(
        "rect", x=-half, y=-7, width=2 * half, height=14, rx=4, fill="#ffffff", fill_opacity=0.75, stroke=INK
    )
    word = write_text(_chip_text(text), 0, 3.7, font_size=10, font_weight=600, text_anchor="middle", fill=INK)
    return make_named_group(text, box, word, class_="icon", data_icon=text, transform=shift_transform(*at))


def icon_size(text: str) -> Size:
    """The room a sign takes."""
    sign = _shaped(text)
    if sign is not None:
        return Size(sign.half, 7)
    if is_linked(text):
        return capsules.LINK_SIZE
    return Size(0, 0, RADIUS) if text in ROUND else Size(_chip_width(text) / 2, 7)


def shyness_of_sign(text: str) -> float:
    """How much a sign minds lying on track."""
    return 1.5 if text in ROUND else 0.6


def is_linked(text: str) -> bool:
    """Is it a mine or mill with a link?"""
    linked = capsules.LINKED.fullmatch(text)
    return linked is not None and linked["sign"] in ROUND


def letter_of(text: str) -> str:
    """The letter of a mine or mill, with a link or without; nothing for other signs."""
    sign = text.partition("+")[0]
    return ROUND[sign].letter if sign in ROUND else ""


def _chip_text(text: str) -> str:
    """A sign's word, cut where it would not fit."""
    return text if len(text) <= 8 else f"{text[:7]}…"


def _chip_width(text: str) -> float:
    return text_width(_chip_text(text), 11.0) + 8


def speak_sign(text: str) -> str:
    """A sign in words."""
    sign = _shaped(text)
    if sign is not None:
        amount, *more = text.split(" ")[1:]
        return sign.spoken.format("used up" if USED in more else amount)
    if is_linked(text):
        name, _, value = text.partition("+")
        return f"{ROUND[name].meaning}, link {value}"
    return ROUND[text].meaning if text in ROUND else text
