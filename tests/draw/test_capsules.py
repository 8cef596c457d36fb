"""Capsules on boards: links with their value, what a stop counts for one company, loads; circles kept, homes beside."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from tests.dokit import EAST, turn_of
from tests.draw.drawn import having, parse, texts

from stellwerk.draw import board_svg, tile_svg
from stellwerk.draw.board_pieces import sheet_of
from stellwerk.draw.capsules import join_links
from stellwerk.draw.game import board_picture
from stellwerk.draw.sign_marks import speak_sign
from stellwerk.figures import BoardFigure, HexFigure, TileFigure
from stellwerk.game import Game

MINE = {**EAST, "F20": "K4@0"}


def kwe(**parts: Any) -> Game:
    """The KWE at its turn in the green phase, with a mine beside its home."""
    return turn_of("KWE", **{"tiles": MINE, **parts})


def of_class(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    return [e for e in element.iter() if name in (e.get("class") or "").split()]


def on_hex(svg: str, hex: str) -> list[ElementTree.Element]:
    """Everything drawn for a hex."""
    return [e for group in having(svg, hex=hex) for e in group.iter()]


# Links


@pytest.mark.parametrize("value", [10, 20, 30])
def test_a_link_is_a_capsule_with_letter_value_and_a_bar_for_every_ten(value: int) -> None:
    svg = board_picture(kwe(extra={"links": {"F20": value}}))
    (capsule,) = having(svg, link=str(value))
    assert [e.text for e in capsule.iter() if e.tag.endswith("}text")] == ["K", f"+{value}"]
    assert len(of_class(capsule, "link-bar")) == value // 10
    assert f"coal mine, link {value}" in (parse(svg).findtext("{*}desc") or "")


def test_a_mine_is_round_and_a_mill_is_square() -> None:
    svg = board_picture(kwe(extra={"links": {"F20": 10, "H20": 20}}))
    shapes = [e.tag.rpartition("}")[2] for e in of_class(parse(svg), "link-sign")]
    assert sorted(shapes) == ["circle", "rect"]
    assert {"K", "S", "+10", "+20"} <= set(texts(svg))


def test_without_a_link_the_small_letter_stays() -> None:
    svg = board_picture(kwe())
    assert not of_class(parse(svg), "link-capsule")
    assert [e.get("data-icon") for e in on_hex(svg, "F20") if e.get("data-icon")] == ["coal"]
    assert [e for e in on_hex(svg, "F20") if e.get("data-label")] == []


def test_a_link_belongs_to_its_mine_and_to_nothing_else() -> None:
    assert join_links(("coal", "+20")) == ("coal+20",)
    assert join_links(("port", "coal")) == ("port", "coal")
    assert join_links(("+20",)) == ("+20",)
    assert speak_sign("steel+30") == "steel mill, link 30"


# Freight yards


def test_a_freight_yard_shows_what_it_counts_for_the_company_at_its_turn() -> None:
    """Given two stations in GBF Ost, one of them the KWE's, then it counts 40 for it; other yards 20."""
    game = kwe(stations={"KWE": ("E21", "E17"), "BME": ("I11", "E17")})
    svg = board_picture(game)
    worths = {(e.get("data-value"), e.get("data-worth")) for e in of_class(parse(svg), "worth-capsule")}
    assert worths == {("40", "KWE"), ("20", "KWE")}
    assert "KWE 40" in texts(svg)
    assert "counts 40 for KWE" in (parse(svg).findtext("{*}desc") or "")


def test_where_nobody_acts_a_freight_yard_shows_its_print() -> None:
    game = kwe()
    game.position.agenda = game.position.agenda[:1]
    svg = board_picture(game)
    assert not of_class(parse(svg), "worth-capsule")
    assert [e.get("data-value") for e in on_hex(svg, "E17") if e.get("data-value")] == ["20"]


# Beer


def test_a_red_area_shows_what_each_cube_brings() -> None:
    svg = board_picture(kwe(privates={"PB3": "Ada"}))
    shown = {e.get("data-hex"): e for e in parse(svg).iter() if e.get("data-hex") and of_class(e, "delivery")}
    amounts = {hex: of_class(e, "delivery")[0].get("data-delivery") for hex, e in shown.items()}
    red = ("A3", "B2", "E21", "H2", "I3", "I11", "I21")
    assert amounts == dict(zip(red, ("50", "50", "40", "50", "50", "40", "40"), strict=True))


def test_where_breweries_are_not_in_the_game_there_is_no_sign_for_beer() -> None:
    assert not of_class(parse(board_picture(kwe(privates={}))), "delivery")


def test_an_area_that_is_chosen_has_a_frame_and_says_how_many() -> None:
    sheet = sheet_of(kwe(privates={"PB3": "Ada"}), loads={"E21": 3})
    (chosen,) = of_class(parse(f'<svg xmlns="http://www.w3.org/2000/svg">{sheet.over()}</svg>'), "chosen")
    assert chosen.get("data-loads") == "3"
    assert of_class(chosen, "delivery-ring")
    assert [e.text for e in chosen.iter() if e.tag.endswith("}text")] == ["3×", "40"]
    plain = sheet_of(kwe(privates={"PB3": "Ada"})).over()
    assert "delivery-ring" not in plain
    assert "3×" not in plain


def test_the_loads_of_a_run_lie_under_its_value_in_its_dash() -> None:
    sheet = sheet_of(kwe())
    routes = [("E21.o", "E21/1", "E19/1", "E17.0"), ("E17.0", "E17/1", "E15/1", "E13.0")]
    _, boxes = sheet.runs(routes, (70, 60), (0, 2))
    drawn = parse(f'<svg xmlns="http://www.w3.org/2000/svg">{boxes}</svg>')
    (loads,) = of_class(drawn, "run-loads")
    assert (loads.get("data-run"), loads.get("data-loads")) == ("2", "2")
    assert len(of_class(loads, "load-cube")) == 2
    frames = [e.get("stroke-dasharray") for e in loads if not e.get("class")]
    value = next(e for e in of_class(drawn, "run-end") if e.get("data-value") == "60")
    assert frames == [e.get("stroke-dasharray") for e in value if e.get("stroke-dasharray")] == ["7 4"]


# Circles, homes, frames


@pytest.mark.parametrize(
    ("phase", "marker", "kept"),
    [("3", {}, True), ("3", {"PB2": "KWE"}, True), ("3", {"PB2": "out"}, False), ("8", {}, False)],
)
def test_the_kept_circle_goes_with_marker_2_or_the_grey_phase(phase: str, marker: dict[str, str], kept: bool) -> None:
    used = ("PB2",) if marker or phase == "8" else ()
    game = kwe(phase=phase, privates={"PB2": "Ada"}, used=used, extra={"markers": marker})
    circles = having(board_picture(game), kept="B2")
    assert bool(circles) is kept
    if kept:
        (circle,) = [e for e in circles[0].iter() if e.tag.endswith("}circle")]
        assert circle.get("stroke-dasharray")
        assert [e.text for e in circles[0].iter() if e.tag.endswith("}text")] == ["B2"]


def test_the_home_of_the_dhb_stands_beside_the_circle_with_a_tie() -> None:
    """Given the DHB's home and another station in the harbour, both are seen: the circle is the other's."""
    game = turn_of("DHB", stations={"DHB": ("C9",), "CME": ("A3", "C9")})
    svg = board_picture(game)
    tokens = {e.get("data-company"): e.get("transform") for e in on_hex(svg, "C9") if e.get("data-company")}
    assert set(tokens) == {"DHB", "CME"}
    assert tokens["CME"] == "translate(0 0)" != tokens["DHB"]
    ties = [e for e in on_hex(svg, "C9") if "beside-tie" in (e.get("class") or "")]
    assert [tie.get("stroke-dasharray") for tie in ties] == ["2 3"]


def test_before_it_floats_its_place_is_kept_beside_the_circle() -> None:
    svg = board_picture(kwe())
    assert [e.text for e in having(svg, reserved="DHB")] == ["DHB"]
    assert [e for e in on_hex(svg, "C9") if "beside-tie" in (e.get("class") or "")]


def test_frames_are_told_apart_by_dash_and_word() -> None:
    svg = board_picture(kwe())
    hexes = {"C17": "orange", "E9": "blue", "G13": "turquoise", "G17": "purple", "H20": "pink"}
    dashes = {hex: [e.get("stroke-dasharray") for e in on_hex(svg, hex) if e.get("class") == "frame"] for hex in hexes}
    assert all(len(dash) == 1 for dash in dashes.values())
    assert len({dash[0] for dash in dashes.values()}) == len(hexes)
    desc = parse(svg).findtext("{*}desc") or ""
    assert all(f"{color} frame" in desc for color in hexes.values())
    assert "orange frame" in tile_svg(TileFigure("x", "green", frame="orange"))


def test_a_board_without_such_things_draws_none_of_them() -> None:
    board = BoardFigure("pointy", (HexFigure("A2", icons=("coal",)),))
    svg = board_svg(board, {}, {}, tiles={}, stations={})
    for name in ("link-capsule", "worth-capsule", "delivery", "beside-tie", "kept-circle", "frame"):
        assert not of_class(parse(svg), name)
