"""Capsules: what a link of a mine or mill adds, what a stop counts for one company, what loads bring in a red area."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from stellwerk.draw.geometry import Point
from stellwerk.draw.labels import Size, text_width
from stellwerk.draw.markup import (
    make_element,
    make_group,
    make_named_group,
    shift_transform,
    write_attributes,
    write_number,
    write_text,
)
from stellwerk.draw.style import INK, NARROW, Theme, safe_color
from stellwerk.figures import CompanyFigure

LINKED = re.compile(r"(?P<sign>[a-z]+)\+(?P<value>\d+)")
"""A sign with its link: `coal+20`."""
_LINK = re.compile(r"\+\d+")
LINK_SIZE = Size(23, 11)
BAR = 10
"""A link has one bar for so much."""
CUBE = 11
CUBE_COLOR = "#2f6fb5"


class Delivery(NamedTuple):
    """What each load brings in a red area, and how many loads are chosen to go there."""

    amount: int
    loads: int = 0

    @property
    def size(self) -> Size:
        """The room its sign takes."""
        return Size(30 if self.loads else 19, 12 if self.loads else 9)


def join_links(signs: Iterable[str]) -> tuple[str, ...]:
    """The signs of a hex, the value of a link (`+20`) joined to its mine or mill."""
    listed = list(signs)
    links = [sign for sign in listed if _LINK.fullmatch(sign)]
    others = [sign for sign in listed if not _LINK.fullmatch(sign)]
    if not links or not others:
        return tuple(listed)
    return (others[0] + links[0], *others[1:], *links[1:])


def draw_link(at: Point, letter: str, color: str, square: bool, value: int, spoken: str) -> str:
    """A mine (round) or mill (square) with what its link adds, and a bar for every ten."""
    frame = make_element(
        "rect", class_="link-frame", x=-23, y=-11, width=46, height=22, rx=4 if square else 11, fill="#ffffff",
        stroke=INK, stroke_width=1.8,
    )  # fmt: skip
    if square:
        disc = make_element("rect", class_="link-sign", x=-20.5, y=-8.5, width=17, height=17, rx=1.5, fill=color)
    else:
        disc = make_element("circle", class_="link-sign", cx=-12, r=9.2, fill=color)
    center = write_attributes(text_anchor="middle", font_weight=800)
    bars = (
        make_element("rect", class_="link-bar", x=-1 + 7.2 * n, y=4.6, width=5.4, height=2.8, fill=INK)
        for n in range(value // BAR)
    )
    return make_named_group(
        spoken,
        frame,
        disc,
        write_text(letter, -12, 4.4, font_size=12.5, fill="#ffffff", **center),
        write_text(f"+{value}", 9.5, 2.6, font_size=12, fill=INK, **center),
        *bars,
        class_="link-capsule",
        data_link=value,
        transform=shift_transform(*at),
    )


def worth_size(company: str, worth: int) -> Size:
    """The room of a value that counts for one company."""
    return Size(text_width(f"{company} {worth}", 13.0) / 2 + 14, 10)


def draw_worth(at: Point, company: str, worth: int, companies: Mapping[str, CompanyFigure]) -> str:
    """What a stop counts for one company: its colour, its letters, the value."""
    half, figure = worth_size(company, worth).width, companies.get(company)
    color = safe_color(figure.color if figure else None)
    named = f" co-{company}" if company.isalnum() else ""
    return make_named_group(
        f"counts {worth} for {company}",
        make_element(
            "rect", x=-half, y=-10, width=2 * half, height=20, rx=10, fill="#ffffff", stroke=INK, stroke_width=1.6
        ),
        make_element(
            "circle", class_=f"token-disc{named}", cx=10.5 - half, r=7, fill=color,
            stroke=INK, stroke_width=1.2,
        ),
        write_text(
            f"{company} {worth}", 8, 4.8, font_size=13, font_family=NARROW, font_weight=750, text_anchor="middle",
            fill=INK,
        ),
        class_="val worth-capsule",
        data_value=worth,
        data_worth=company,
        transform=shift_transform(*at),
    )  # fmt: skip


def draw_cube(left: float, top: float, side: int = CUBE) -> str:
    """A load."""
    data = f"M{write_number(left)} {write_number(top)}h{side}v{side}h-{side}Z"
    line = write_attributes(stroke=INK, stroke_width=1.3, stroke_linejoin="round")
    return make_element("path", class_="load-cube", d=data, fill=CUBE_COLOR, **line)


def draw_delivery(at: Point, sign: Delivery) -> str:
    """What each load brings in a red area; where some are chosen to go, a frame and how many."""
    amount, loads = sign
    half = 27.0 if loads else 19.0
    ring = write_attributes(class_="delivery-ring", fill="#0a5c70", stroke="#ffffff", stroke_width=2)
    center = write_attributes(y=4.6, font_size=12.5, font_weight=750, text_anchor="middle", fill=INK)
    drawn = [
        make_element("rect", x=-half - 3, y=-12, width=2 * half + 6, height=24, rx=6, **ring) if loads else "",
        make_element(
            "rect", x=-half, y=-9, width=2 * half, height=18, rx=4, fill="#ffffff", stroke=INK, stroke_width=1.3
        ),
        make_element("text", f"{loads}×", x=-17, **center) if loads else "",
        draw_cube(-8.0 if loads else -15.5, -5.5),
        make_element("text", str(amount), x=15.5 if loads else 7, **center),
    ]
    spoken = f"each load brings {amount}" + (f", chosen for {loads}" if loads else "")
    return make_named_group(
        spoken,
        *drawn,
        class_="delivery chosen" if loads else "delivery",
        data_delivery=amount,
        data_loads=loads or None,
        transform=shift_transform(*at),
    )


def draw_kept_circle(at: Point, radius: float, letters: str) -> str:
    """A circle that is kept for whoever has a certain marker: dashed, with the marker's letters."""
    x, y = at
    circle = make_element(
        "circle", class_="kept-circle", cx=x, cy=y, r=radius - 3, fill="#eaf3ea", stroke="#2c6b3b", stroke_width=2.4,
        stroke_dasharray="4 3",
    )  # fmt: skip
    text = write_text(
        letters, x, y + 4.5, class_="kept-letters", font_size=13, font_style="italic", font_weight=800,
        text_anchor="middle", fill="#14502a",
    )  # fmt: skip
    return make_named_group(f"kept for {letters}", circle, text, data_kept=letters)


def draw_loads(number: int, count: int, at: Point, theme: Theme, dash: str | None) -> str:
    """The loads of a run in a box under its value, framed in the run's colour and dash."""
    half = 6.0 * count + 5.0
    box = make_element(
        "rect", x=-half, y=-8.5, width=2 * half, height=17, rx=4, fill="#ffffff",
        stroke=theme.runs[number % len(theme.runs)], stroke_width=2.6, stroke_dasharray=dash,
    )  # fmt: skip
    cubes = (draw_cube(1.0 + 12.0 * n - 6.0 * count, -5.0, 10) for n in range(count))
    return make_group(
        box, *cubes, class_=f"run-end run-loads run-{number + 1}", data_run=number + 1, data_loads=count,
        transform=shift_transform(at[0], at[1] + 20),
    )  # fmt: skip


def draw_beside(at: Point, to: Point, radius: float, token: str) -> str:
    """A station that stands beside the places of a city, tied to it."""
    tie = make_element(
        "line", class_="beside-tie", x1=at[0], y1=at[1], x2=to[0], y2=to[1], stroke=INK, stroke_width=2,
        stroke_dasharray="2 3",
    )  # fmt: skip
    ring = make_element(
        "circle", class_="beside", cx=at[0], cy=at[1], r=radius + 2.5, fill="none", stroke=INK, stroke_width=2,
        stroke_dasharray="2 3",
    )  # fmt: skip
    return make_group(tie, ring, token, class_="beside-station")
