"""The share chart: cells, marks, and stacks in their order."""

from __future__ import annotations

from typing import Any

import pytest
from tests.draw.drawn import TITLES, fact_file, having, parse, texts

from stellwerk.draw import chart_svg
from stellwerk.errors import BadInput
from stellwerk.figures import CellFigure, ChartFigure, CompanyFigure

MARKERS = {"BTE": (1, 6, 1), "BCB": (1, 6, 0), "kk": (1, 6, 2), "VBW": (0, 9, 0)}


def _cell(svg: str, row: int, column: int) -> Any:
    return having(svg, row=str(row), column=str(column))[0]


def _companies_of(cell: Any) -> list[str]:
    return [e.get("data-company") for e in cell.iter() if e.get("data-company")]


def test_the_top_of_a_stack_is_drawn_last(chart: ChartFigure, companies: dict[str, CompanyFigure]) -> None:
    svg = chart_svg(chart, companies, MARKERS)
    assert _companies_of(_cell(svg, 1, 6)) == ["kk", "BTE", "BCB"]
    assert {"kk", "BTE", "BCB", "VBW"} <= set(texts(svg))
    assert "BCB above BTE above kk 80" in (parse(svg).findtext("{*}desc") or "")


@pytest.mark.parametrize("count", range(1, 9))
def test_markers_of_a_stack_stay_in_their_cell(chart: ChartFigure, count: int) -> None:
    svg = chart_svg(chart, {}, {f"C{n}": (0, 3, n) for n in range(count)})
    tokens = [e for e in _cell(svg, 0, 3).iter() if e.get("class") == "station"]
    places = [e.get("transform", "")[10:-1].split() for e in tokens]
    assert len(set(map(tuple, places))) == count
    assert all(5 < float(x) < 29 and 15 < float(y) < 43 for x, y in places)


def test_every_cell_shows_its_price(chart: ChartFigure) -> None:
    svg = chart_svg(chart, {}, {})
    for row, cells in enumerate(chart.rows):
        for column, cell in enumerate(cells):
            assert cell is not None
            assert _cell(svg, row, column).get("data-value") == str(cell.value)


def test_rows_of_a_zigzag_are_staggered_by_half_a_cell(chart: ChartFigure) -> None:
    svg = chart_svg(chart, {}, {})
    upper, lower = (_cell(svg, row, 0).get("transform") for row in (0, 1))
    assert (upper, lower) == ("translate(17 0)", "translate(0 50)")


def test_start_prices_are_marked_by_letters(chart: ChartFigure) -> None:
    svg = chart_svg(chart, {}, {})
    signs = {e.get("data-par"): e.text for e in parse(svg).iter() if e.get("data-par")}
    assert signs == {"small": "S", "medium": "M", "large": "L"}


def test_kinds_with_one_initial_get_more_letters() -> None:
    chart = ChartFigure("2d", ((CellFigure(50, par=("major",)), CellFigure(60, par=("minor",))),))
    assert {"Ma", "Mi"} <= set(texts(chart_svg(chart, {}, {})))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_with_one_kind_of_company_start_prices_are_violet(theme: str) -> None:
    chart = ChartFigure("grid", ((CellFigure(50, par=("",)), CellFigure(60), CellFigure(70, par=("",))),))
    svg = chart_svg(chart, {}, {"X": (0, 2, 0)}, theme=theme)
    (mark,) = having(svg, par="")
    assert "start" in (mark.findtext("{*}title") or "").lower()
    violet = {"light": "#7a2ea6", "dark": "#cf9bf2"}[theme]
    assert [e.get("fill") for e in mark if e.tag.endswith("}polygon")] == [violet]
    lines = [e.get("stroke") for e in parse(svg).iter() if e.get("class") == "start-price-line"]
    assert lines == [violet, violet]  # also where a marker stands
    assert "•" not in texts(svg)


def test_gaps_zones_and_arrows() -> None:
    chart = ChartFigure("2d", ((None, CellFigure(60, zone="yellow", arrow="up")), (CellFigure(40), None)))
    svg = chart_svg(chart, {}, {"X": (1, 0, 0)})
    assert len([e for e in parse(svg).iter() if e.get("data-row")]) == 2
    assert having(svg, zone="yellow")
    assert [e for e in parse(svg).iter() if e.get("class") == "arrow"]


def test_a_marker_without_a_cell_is_refused() -> None:
    chart = ChartFigure("2d", ((None, CellFigure(60)),))
    with pytest.raises(BadInput):
        chart_svg(chart, {}, {"X": (0, 0, 0)})


def test_the_acting_company_gets_the_lamp(chart: ChartFigure, companies: dict[str, CompanyFigure]) -> None:
    svg = chart_svg(chart, companies, MARKERS, acting="VBW")
    halos = [e for e in parse(svg).iter() if e.get("class") == "halo"]
    assert len(halos) == 1


def test_hostile_names_themes_and_repetition(chart: ChartFigure) -> None:
    evil = '<b>"&'
    svg = chart_svg(chart, {}, {evil: (0, 0, 0)}, theme="dark", caption=evil)
    assert "<b>" not in svg
    assert parse(svg).get("aria-label") == evil
    assert svg == chart_svg(chart, {}, {evil: (0, 0, 0)}, theme="dark", caption=evil)
    assert svg != chart_svg(chart, {}, {evil: (0, 0, 0)}, caption=evil)


@pytest.mark.parametrize("name", TITLES)
def test_the_charts_of_all_titles_can_be_drawn(name: str) -> None:
    market = fact_file(name)["market"]
    rows = tuple(tuple(_figure(cell) for cell in row) for row in market["rows"])
    svg = chart_svg(ChartFigure(market["kind"], rows), {}, {})
    cells = sum(cell is not None for row in rows for cell in row)
    assert len([e for e in parse(svg).iter() if e.get("data-row")]) == cells


def _figure(cell: Any) -> CellFigure | None:
    if cell is None or isinstance(cell, int):
        return None if cell is None else CellFigure(cell)
    return CellFigure(cell["value"], zone=cell.get("zone"))
