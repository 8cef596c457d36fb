"""Colours: readable ink, nothing fetched."""

from __future__ import annotations

import pytest

from stellwerk.draw import DARK, LIGHT
from stellwerk.draw.markup import escape_text, write_number
from stellwerk.draw.style import INK, ink_on, safe_color


@pytest.mark.parametrize(
    ("color", "ink"),
    [("#ffffff", INK), ("#000000", "#ffffff"), ("#ffd700", INK), ("#0b4fb3", "#ffffff"), ("#fff", INK)],
)
def test_ink_has_the_better_contrast(color: str, ink: str) -> None:
    assert ink_on(color) == ink


def test_named_colours_take_the_printed_ink() -> None:
    assert (ink_on("navy", "white"), ink_on("khaki", "black")) == ("#ffffff", INK)


@pytest.mark.parametrize("color", ["url(#a)", "red;fill:blue", "", None, "#12", "expression(1)", 'x"y'])
def test_what_is_no_colour_is_replaced(color: str | None) -> None:
    assert safe_color(color, "#123456") == "#123456"


@pytest.mark.parametrize("color", ["#abc", "#a1B2c3", "turquoise"])
def test_colours_stay(color: str) -> None:
    assert safe_color(color) == color


def test_both_themes_know_the_same_tile_colours() -> None:
    assert set(LIGHT.tiles) == set(DARK.tiles)


def test_numbers_are_short_and_never_minus_zero() -> None:
    assert [write_number(n) for n in (-0.001, 1.0, 1.25, 1.256, 10, -3.5)] == [
        "0",
        "1",
        "1.25",
        "1.26",
        "10",
        "-3.5",
    ]


def test_escaping_covers_attributes_and_forbidden_characters() -> None:
    assert escape_text("<a b=\"c\" d='e'>&\x00") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\ufffd"
