"""Track of a second kind: drawn over the other as a bridge, its route where none lies yet, its places and depots."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.draw.geometry import Point
from stellwerk.draw.hex_parts import Tone, path_data
from stellwerk.draw.hex_plan import HexPlan, PlannedStop
from stellwerk.draw.markup import make_element, make_group, make_named_group, write_text
from stellwerk.draw.style import NARROW, Theme
from stellwerk.figures import CompanyFigure

FIRST = "I"
"""The numeral of the part that bears the name of the whole company; the other parts have theirs as their sign."""
RING_INSIDE = 2.6
"""How far inside its rim a depot of this kind has its second ring."""


def draw_second_track(plan: HexPlan, theme: Theme) -> str:
    """All track of the second kind: a light casing that cuts what it crosses, a dark line, ties on it."""
    data = path_data(plan.second_lines())
    if not data:
        return ""
    return make_group(
        make_element("path", class_="second-bed", d=data, stroke=theme.second_bed, stroke_width=17),
        make_element("path", class_="second-rail", d=data, stroke=theme.second_rail, stroke_width=11),
        make_element(
            "path", class_="second-ties", d=data, stroke=theme.second_tie, stroke_width=3.4, stroke_dasharray="7 5"
        ),
        class_="second-track",
        fill="none",
    )


def draw_route(plan: HexPlan, tone: Tone, theme: Theme) -> str:
    """Where such track is to lie one day: two thin dashed lines."""
    data = path_data(plan.second_route())
    if not data:
        return ""
    return make_group(
        make_element(
            "path",
            class_="second-route",
            d=data,
            stroke=theme.second_rail,
            stroke_width=9,
            stroke_dasharray="9 6",
            stroke_opacity=0.55,
        ),
        make_element("path", class_="second-route-gap", d=data, stroke=tone.ground, stroke_width=5),
        class_="route-ahead",
        fill="none",
    )


def draw_kept_places(stop: PlannedStop, theme: Theme) -> str:
    """The places of a city that only railways of the second kind may take: a ring of theirs, and an S."""
    places = stop.places[len(stop.places) - stop.kept_places :] if stop.kept_places else ()
    return "".join(_draw_kept_place(at, stop.radius, theme) for at in places)


def _draw_kept_place(at: Point, radius: float, theme: Theme) -> str:
    x, y = at
    ring = make_element(
        "circle", class_="second-place", cx=x, cy=y, r=radius - 1.5, fill="#fff7e2", stroke=theme.second_rail,
        stroke_width=3,
    )  # fmt: skip
    letter = write_text(
        "S", x, y + 0.41 * radius, class_="second-place-letter", font_size=1.15 * radius, font_family=NARROW,
        font_weight=800, text_anchor="middle", fill=theme.second_rail,
    )  # fmt: skip
    return make_named_group("S-Bahn only", ring, letter, data_kept="s")


def companies_of_parts(companies: Mapping[str, CompanyFigure]) -> frozenset[str]:
    """The companies that are parts of others, or have parts."""
    return frozenset(company for company in companies if is_of_parts(company, companies))


def is_of_parts(company: str, companies: Mapping[str, CompanyFigure]) -> bool:
    """Is a company a part of another, or one of which others are parts?"""
    figure = companies.get(company)
    return figure is not None and (bool(figure.part_of) or any(c.part_of == company for c in companies.values()))


def depot_sign(company: str, companies: Mapping[str, CompanyFigure]) -> str:
    """What stands on a station: the numeral of a part, else what stands on all small tokens of the company."""
    figure = companies.get(company)
    if figure is None:
        return company
    return FIRST if is_of_parts(company, companies) and not figure.part_of else figure.sign


def draw_second_ring(radius: float, theme: Theme) -> str:
    """The inner ring of a depot of such a company."""
    return make_element(
        "circle",
        class_="part-ring",
        r=radius - RING_INSIDE,
        fill="none",
        stroke=theme.second_rail,
        stroke_width=1.6,
    )
