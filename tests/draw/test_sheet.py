"""The board in pieces shows what the whole drawing shows; signs at sides, costs on tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.draw.drawn import having, parse
from tests.kit import given

from stellwerk.draw import board_svg, tile_svg
from stellwerk.draw.board_pieces import sheet_of
from stellwerk.draw.game import board_picture
from stellwerk.figures import BoardFigure, BorderFigure, CityFigure, CostFigure, HexFigure, TileFigure
from stellwerk.game import Game

STATIC = Path(__file__).parents[2] / "src" / "stellwerk" / "table" / "web" / "static"
GROUPS = {
    "layer", "ground", "stops", "tokens", "writing", "runs", "values", "marks", "borders", "val", "station", "strip",
    "now", "icon", "round", "on-land", "board", "terrain", "other", "thumb", "co",
}  # fmt: skip
"""Classes that name things and need no colour of their own."""


def games() -> list[Game]:
    """Boards with much on them."""
    cz: dict[str, Any] = {"B12": "202@0", "E11": "8891@1", "C13": "887p@0", "I17": "8895@2", "B8": "8859@0"}
    rhl = {"D7": "947@0", "I10": "923@0", "F9": "932@0", "E8": "935@1", "K2": "930@0", "F7": "9@0"}
    mines = {"mines": 5}
    return [
        given(title="18CZ"),
        given(title="18CZ", tiles=cz),
        given(title="18Rhl", extra=mines),
        given(title="18Rhl", tiles=rhl, extra=mines),
    ]


@pytest.mark.parametrize("game", games())
def test_the_pieces_are_those_of_the_drawing(game: Game) -> None:
    whole, sheet = board_picture(game), sheet_of(game)
    assert sheet.under() in whole
    assert sheet.over() in whole
    assert f'viewBox="{sheet.view_box}"' in whole
    assert set(sheet.pieces) == set(game.rules.board.hexes)


def test_a_hex_can_be_left_out_for_a_tile_that_is_tried() -> None:
    sheet = sheet_of(given(title="18CZ", tiles={"B12": "202@0"}))
    assert 'data-hex="B12"' in sheet.over()
    assert 'data-hex="B12"' not in sheet.over("B12")
    parse(f"<svg xmlns='http://www.w3.org/2000/svg'>{sheet.under()}{sheet.over('B12')}</svg>")


@pytest.mark.parametrize("game", games())
def test_style_sheets_know_every_class_that_is_drawn(game: Game) -> None:
    rules = (STATIC / "stellwerk.css").read_text("utf-8") + (STATIC / "board.css").read_text("utf-8")
    named = {name for e in parse(board_picture(game)).iter() for name in (e.get("class") or "").split()}
    unknown = {n for n in named - GROUPS if f".{n}" not in rules and not n.startswith(("co-", "on-"))}
    assert not unknown


def test_a_side_can_carry_a_sign() -> None:
    board = BoardFigure("pointy", (HexFigure("B3", borders=(BorderFigure(4, "coal"), BorderFigure(1, "impassable"))),))
    svg = board_svg(board, {}, {}, tiles={}, stations={})
    assert len(having(svg, icon="coal")) == 1
    assert len(having(svg, edge="1")) == 1
    assert not having(svg, edge="4")


def test_the_cost_printed_on_a_tile_is_shown() -> None:
    tile = TileFigure("x", "green", cities=(CityFigure(2, 40, (0, 3)),), cost=CostFigure(50, "river"))
    board = BoardFigure("pointy", (HexFigure("B3", cost=CostFigure(30, "river"), cities=(CityFigure(),)),))
    assert having(tile_svg(tile), cost="50")
    bare = board_svg(board, {}, {}, tiles={}, stations={})
    laid = board_svg(board, {"x": tile}, {}, tiles={"B3": ("x", 0)}, stations={})
    assert (len(having(bare, cost="30")), len(having(bare, cost="50"))) == (1, 0)
    assert (len(having(laid, cost="30")), len(having(laid, cost="50"))) == (0, 1)
