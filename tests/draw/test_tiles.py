"""Tiles alone and on a sheet."""

from __future__ import annotations

from typing import Any

import pytest
from tests.draw.drawn import having, parse, texts

from stellwerk.draw import tile_set_svg, tile_svg
from stellwerk.errors import BadInput
from stellwerk.figures import CityFigure, TileFigure


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("layout", ["pointy", "flat"])
def test_every_tile_is_drawn(catalogue: dict[str, TileFigure], layout: str, theme: str) -> None:
    for tile in catalogue.values():
        svg = tile_svg(tile, 2, layout=layout, theme=theme)
        root = parse(svg)
        assert root.get("role") == "img"
        assert tile.id in (root.get("aria-label") or "")
        assert len(having(svg, city="0")) == bool(tile.cities)
        assert [len(having(svg, city=str(n))) for n in range(len(tile.cities))] == [1] * len(tile.cities)
        assert [len(having(svg, town=str(n))) for n in range(len(tile.towns))] == [1] * len(tile.towns)


def test_places_values_letters_and_frame_are_there(catalogue: dict[str, TileFigure]) -> None:
    svg = tile_svg(catalogue["216p"])
    slots = [e for e in parse(svg).iter() if e.get("class") == "slot"]
    assert len(slots) == 2
    assert having(svg, value="50")
    assert having(svg, label="Y")
    assert [e.get("stroke") for e in parse(svg).iter() if e.get("class") == "frame"] == ["#800080"]


@pytest.mark.parametrize(("color", "dots"), [("yellow", 1), ("green", 2), ("brown", 3), ("gray", 4), ("red", 0)])
def test_pips_tell_the_colour(color: str, dots: int) -> None:
    root = parse(tile_svg(TileFigure("x", color)))
    groups = [e for e in root.iter() if e.get("class") == "pips"]
    assert sum(len(list(group)) for group in groups) == dots


@pytest.mark.parametrize(
    ("values", "worth"), [("yellow", "20"), ("green", "20"), ("brown", "40"), ("gray", "40"), ("odd", "20")]
)
def test_a_value_not_named_takes_the_one_before(values: str, worth: str) -> None:
    tile = TileFigure("x", "red", cities=(CityFigure(revenue={"brown": 40, "yellow": 20}),))
    svg = tile_svg(tile, values=values)
    assert [e.get("data-value") for e in parse(svg).iter() if e.get("class") == "strip"] == [worth]
    assert {"20", "40"} <= set(texts(svg))


def test_unequal_stops_carry_their_own_values() -> None:
    tile = TileFigure("x", "green", cities=(CityFigure(revenue=20, exits=(0,)), CityFigure(revenue=40, exits=(3,))))
    assert {"20", "40"} <= set(texts(tile_svg(tile)))


def test_hostile_text_is_only_text() -> None:
    evil = "\"><script>alert('x')</script>\x00&"
    tile = TileFigure(evil, "green", label=evil, frame="url(http://evil.example/x)")
    svg = tile_svg(tile, title=evil)
    assert "<script" not in svg
    assert "evil.example" not in svg
    assert parse(svg).get("data-tile") == evil.replace("\x00", "\ufffd")


def test_the_sheet_shows_every_tile_with_its_count(title: dict[str, Any], catalogue: dict[str, TileFigure]) -> None:
    counts = {**title["tiles"], "9": None}
    svg = tile_set_svg([catalogue[tile] for tile in counts], counts, {"7": 0, "8": 3})
    for tile, count in counts.items():
        wanted = "unlimited" if count is None else str(count)
        assert len(having(svg, tile=tile, count=wanted)) == 1
    assert {"none left", "3 of 14", "×∞"} <= set(texts(svg))
    colors = [e.get("data-color") for e in parse(svg).iter() if e.get("data-color")]
    assert colors == ["yellow", "green", "brown", "gray", "red"]


def test_an_empty_set_and_an_unknown_theme() -> None:
    parse(tile_set_svg([], {}))
    with pytest.raises(BadInput):
        tile_svg(TileFigure("x", "green"), theme="sepia")


def test_the_same_tile_gives_the_same_text(catalogue: dict[str, TileFigure]) -> None:
    assert tile_svg(catalogue["8891"], 1) == tile_svg(catalogue["8891"], 1)
    assert tile_svg(catalogue["8891"], 1) == tile_svg(catalogue["8891"], 7)
    assert tile_svg(catalogue["8891"], 1) != tile_svg(catalogue["8891"], 2)
