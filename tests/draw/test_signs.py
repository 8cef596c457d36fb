"""Signs, letters and values that are not just printed: mines and mills, tiles that fit several hexes, values of now."""

from __future__ import annotations

from typing import Any

import pytest
from tests.draw.drawn import having, parse, texts
from tests.kit import given

from stellwerk.draw import board_svg, tile_svg
from stellwerk.draw.game import board_picture
from stellwerk.figures import BoardFigure, HexFigure, OffboardFigure, TileFigure
from stellwerk.titles import rules_of

RULES = rules_of("18Rhl")
TILES = {tile.id: tile for tile in RULES.figures.tile_definitions}


def _board(**parts: Any) -> str:
    return board_svg(RULES.board.figure, TILES, RULES.companies, **{"tiles": {}, "stations": {}, **parts})


def _signs(svg: str, hex: str) -> list[str]:
    layer = next(e for e in parse(svg) if e.get("class") == "layer writing")
    here = [e for e in layer if e.get("data-hex") == hex]
    return [sign for e in here for part in e.iter() if (sign := part.get("data-icon"))]


@pytest.mark.parametrize(("sign", "letter"), [("coal", "K"), ("steel", "S")])
def test_mines_and_mills_are_white_letters_in_circles(sign: str, letter: str) -> None:
    svg = tile_svg(TileFigure("x", "brown", icons=(sign,)))
    (drawn,) = having(svg, icon=sign)
    assert [e.get("fill") for e in drawn if e.tag.endswith("}text")] == ["#ffffff"]
    assert [e.text for e in drawn if e.tag.endswith("}text")] == [letter]
    assert [e for e in drawn if e.tag.endswith("}circle")]


def test_other_signs_are_words() -> None:
    svg = _board()
    assert _signs(svg, "A4") == ["RGE"]
    assert _signs(svg, "G2") == _signs(svg, "C14") == ["ERh"]
    assert _signs(svg, "J15") == ["steel"]
    assert {"RGE", "ERh", "S"} <= set(texts(svg))


def test_signs_of_tiles_are_shown() -> None:
    assert having(tile_svg(TILES["947"]), icon="coal")
    assert _signs(_board(tiles={"D7": ("947", 0)}), "D7") == ["coal"]


@pytest.mark.parametrize("tiles", [{}, {"D9": ("932", 0), "E6": ("934", 0)}])
def test_markers_stay_in_sight_on_tiles(tiles: dict[str, tuple[str, int]]) -> None:
    svg = _board(tiles=tiles, markers={"D9": ("coal",), "E6": ("steel",)})
    assert (_signs(svg, "D9"), _signs(svg, "E6")) == (["coal"], ["steel"])
    desc = parse(svg).findtext("{*}desc") or ""
    assert "coal mine" in desc
    assert "steel mill" in desc


def test_printed_signs_stay_on_a_tile() -> None:
    board = BoardFigure("pointy", (HexFigure("A2", icons=("port",)),))
    svg = board_svg(board, TILES, {}, tiles={"A2": ("947", 0)}, stations={})
    assert _signs(svg, "A2") == ["port", "coal"]


@pytest.mark.parametrize(("hex", "own"), [("D9", "DU"), ("F9", "D"), ("I10", "K")])
def test_of_a_tile_for_several_hexes_only_the_own_letters_are_shown(hex: str, own: str) -> None:
    svg = _board(tiles={hex: ("932", 0)})
    assert not having(svg, label="D/DU/K")
    assert len(having(svg, label=own)) == 1
    assert f"grey tile 932, marked {own}" in (parse(svg).findtext("{*}desc") or "")


@pytest.mark.parametrize("label", [None, "X", "D/DU/K"])
def test_a_hex_without_letters_of_its_own_shows_none(label: str | None) -> None:
    board = BoardFigure("pointy", (HexFigure("A2", label=label, name="Somewhere"),))
    svg = board_svg(board, TILES, {}, tiles={"A2": ("932", 0)}, stations={})
    assert not [e for e in parse(svg).iter() if e.get("data-label")]


def test_an_off_board_area_shows_what_it_is_worth_now() -> None:
    area = HexFigure("A2", "red", offboard=OffboardFigure(10, (0,)))
    board = BoardFigure("pointy", (area,))
    printed = board_svg(board, {}, {}, tiles={}, stations={})
    now = board_svg(board, {}, {}, tiles={}, stations={}, worths={"A2": 50, "Z9": 7})
    assert having(printed, value="10")
    assert having(now, value="50")
    assert not having(now, value="10")
    assert "off-board area 50" in now


def test_the_picture_of_a_game_shows_mine_mill_and_values_of_now() -> None:
    game = given(title="18Rhl", tiles={"C12": "916@0"}, extra={"mines": 5})
    svg = board_picture(game)
    assert (_signs(svg, "C12"), _signs(svg, "E6")) == (["coal"], ["steel"])
    worth = game.rules.stop_values(game.position)
    assert worth == {"C14": 20, "D15": 20}
    assert len(having(svg, value="20")) >= 2
    assert "off-board area 20" in svg


def test_a_title_without_such_things_has_none() -> None:
    game = given(title="18CZ")
    assert not game.rules.stop_values(game.position)
    assert not game.rules.signs(game.position).hexes
