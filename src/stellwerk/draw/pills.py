"""A chart of many rows as it is printed: low cells, in which markers are pills beside the price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stellwerk.draw import hex_parts, second_track
from stellwerk.draw.markup import make_element, make_group, make_named_group, shift_transform, write_text
from stellwerk.draw.style import INK, NARROW, Theme, ink_on, safe_color
from stellwerk.figures import CompanyFigure

PILL_LEFT, PILL_WIDTH, PILL_HEIGHT = 21.0, 24.0, 12.0
SLIVER = 3.2
"""How much of a marker below another one is seen, at its right."""


def draw_pills(
    stack: Sequence[str],
    price: int,
    companies: Mapping[str, CompanyFigure],
    theme: Theme,
    acting: str | None,
    height: float,
) -> str:
    """The markers of a cell: the upper one as a pill with its letters, the others as slivers at its right."""
    width = PILL_WIDTH - SLIVER * (len(stack) - 1)
    drawn = []
    for rank in reversed(range(len(stack))):
        company, left = stack[rank], PILL_LEFT + SLIVER * rank
        pill = _draw_pill(left, width, height, company, companies, theme)
        lamp = _draw_lamp(left, width, height, theme) if company == acting else ""
        place = f", {rank + 1} of {len(stack)} from the top" if len(stack) > 1 else ""
        title = f"{hex_parts.company_title(company, companies)}: {price}{place}"
        drawn.append(
            make_named_group(
                title, lamp, pill, class_="chart-marker acting" if company == acting else "chart-marker", data_rank=rank
            )
        )
    return make_group(*drawn, class_="stack")


def _draw_pill(
    left: float, width: float, height: float, company: str, companies: Mapping[str, CompanyFigure], theme: Theme
) -> str:
    figure = companies.get(company)
    color = safe_color(figure.color if figure else None)
    named_class = f" co-{company}" if company.isalnum() else ""
    second = company in second_track.companies_of_parts(companies)
    letters = figure.sign if figure else company
    box = make_element(
        "rect", class_=f"token-disc{named_class}", x=-width / 2, y=-PILL_HEIGHT / 2, width=width, height=PILL_HEIGHT,
        rx=PILL_HEIGHT / 2, fill=color, stroke=theme.second_rail if second else INK, stroke_width=1.2,
    )  # fmt: skip
    text = write_text(
        letters, 0, 3.1, class_=f"token-text{named_class}", font_size=8.6, font_family=NARROW, font_weight=800,
        text_anchor="middle", fill=ink_on(color, figure.text if figure else "black"),
    )  # fmt: skip
    at = shift_transform(left + width / 2, height / 2)
    return make_group(box, text, class_="station", data_company=company, transform=at)


def _draw_lamp(left: float, width: float, height: float, theme: Theme) -> str:
    return make_element(
        "rect", class_="halo", x=left - 1.8, y=(height - PILL_HEIGHT) / 2 - 1.8, width=width + 3.6,
        height=PILL_HEIGHT + 3.6, rx=PILL_HEIGHT / 2 + 1.8, fill=theme.lamp,
    )  # fmt: skip
