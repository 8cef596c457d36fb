"""The board: every hex, station, home, run and mark is there and can be found."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from tests.draw.drawn import TITLES, fact_boards, fact_file, having, parse, texts

from stellwerk.draw import board_svg, geometry
from stellwerk.errors import BadInput
from stellwerk.figures import (
    BoardFigure,
    BorderFigure,
    CityFigure,
    CompanyFigure,
    CostFigure,
    HexFigure,
    OffboardFigure,
    TileFigure,
    TownFigure,
)

LAID = {"B12": ("202", 0), "C13": ("887p", 0), "D12": ("9", 0), "E11": ("8891", 1), "I17": ("8895", 2)}
STATIONS = {"E11": (("NWB", 3), ("BN", 1)), "I17": (("kk", 0),), "C25": (("OFE", -1),), "A7": (("Sx", -1),)}
RUN = ("E11.1", "E11/3", "D12/3", "C13.t0")


@pytest.fixture(scope="session")
def busy(board: BoardFigure, catalogue: dict[str, TileFigure], companies: dict[str, CompanyFigure]) -> str:
    return board_svg(
        board,
        catalogue,
        companies,
        tiles=LAID,
        stations=STATIONS,
        routes=(RUN, ("B12.0", "B12/0", "B12.0")),
        route_values=(60, 30),
        values="brown",
        buildable=("B12", "C13"),
        selected="C13",
        fresh=("D12",),
        caption="A board",
    )


def test_every_hex_has_its_ground_and_its_title(busy: str, board: BoardFigure) -> None:
    root = parse(busy)
    grounds = _layer(root, "ground")
    marks = _layer(root, "marks")
    names = [figure.at for figure in board.hexes]
    assert [e.get("data-hex") for e in grounds] == names
    assert [e.get("data-hex") for e in marks] == names
    assert all(e.find("{*}title") is not None for e in marks)


def test_layers_come_in_their_order(busy: str) -> None:
    layers = [e.get("class", "")[6:] for e in parse(busy) if e.get("class", "").startswith("layer")]
    assert layers == ["ground", "runs", "stops", "tokens", "writing", "marks", "values"]


def test_the_drawing_tells_what_lies_where(busy: str) -> None:
    root = parse(busy)
    assert (root.get("role"), root.get("aria-label")) == ("img", "A board")
    desc = root.findtext("{*}desc") or ""
    assert "B12, Liberec, yellow tile 202, marked Y" in desc
    assert "E11, Praha, green tile 8891, marked P, stations NWB and BN" in desc


def test_tiles_and_stations_carry_their_ids(busy: str) -> None:
    for at, (tile, rotation) in LAID.items():
        assert len(having(busy, hex=at, tile=tile, rotation=str(rotation))) == 1
    for company in ("NWB", "BN", "kk", "OFE", "Sx"):
        assert len([e for e in having(busy, company=company) if e.get("class") == "station"]) == 1
    assert busy.count("waiting for its city") == 1


def test_homes_are_kept_free_until_the_station_stands(busy: str) -> None:
    assert having(busy, reserved="BCB")
    assert not having(busy, reserved="BN")
    assert not having(busy, reserved="OFE")


def test_told_homes_replace_the_printed_ones(board: BoardFigure, companies: dict[str, CompanyFigure]) -> None:
    svg = board_svg(board, {}, companies, tiles={}, stations={}, reserved={"G11": [("VBW", None)]})
    assert [e.get("data-reserved") for e in parse(svg).iter() if e.get("data-reserved")] == ["VBW"]


def test_a_station_waits_on_a_bare_hex(board: BoardFigure, companies: dict[str, CompanyFigure]) -> None:
    svg = board_svg(board, {}, companies, tiles={}, stations={"A11": (("BN", -1),)})
    assert "waiting for its city" in svg
    assert having(svg, company="BN")


def test_terrain_is_gone_under_a_tile(board: BoardFigure, catalogue: dict[str, TileFigure]) -> None:
    bare = board_svg(board, catalogue, {}, tiles={}, stations={})
    laid = board_svg(board, catalogue, {}, tiles={"D12": ("9", 0)}, stations={})
    assert len(having(bare, cost="10")) == len(having(laid, cost="10")) + 1


def test_the_unused_twin_is_faint(busy: str, board: BoardFigure) -> None:
    twin = next(e for e in _layer(parse(busy), "ground") if e.get("data-hex") == "J14")
    line = next(e for e in twin if e.get("class") == "red-line")
    assert line.get("stroke-dasharray")
    assert not having(busy, reserved="kk")


def test_runs_follow_the_track(busy: str) -> None:
    lines = _layer(parse(busy), "runs")
    assert [e.get("data-run") for e in lines] == ["1", "2"]
    assert lines[0].get("data-nodes") == " ".join(RUN)
    data = next(e.get("d", "") for e in lines[0] if e.get("class") == "line")
    points = [(float(x), float(y)) for x, y in re.findall(r"[ML ](-?[\d.]+) (-?[\d.]+)(?=[MLA]|$)", data)]
    side = _on_board("D12", geometry.edge_middle(3, "pointy"))
    assert min(math.dist(point, side) for point in points) < 0.1
    assert math.dist(points[-1], geometry.centre_of_hex("C13", "pointy")) < 0.1


def test_runs_differ_in_their_strokes_and_carry_values(busy: str) -> None:
    lines = [e for run in _layer(parse(busy), "runs") for e in run if e.get("class") == "line"]
    assert [bool(line.get("stroke-dasharray")) for line in lines] == [False, True]
    assert len(having(busy, run="1", value="60")) == len(having(busy, run="2", value="30")) == 1


def test_a_side_may_be_named_from_either_hex(board: BoardFigure, catalogue: dict[str, TileFigure]) -> None:
    def drawn(run: tuple[str, ...]) -> str:
        svg = board_svg(board, catalogue, {}, tiles=LAID, stations={}, routes=(run,))
        return next(e.get("d", "") for e in parse(svg).iter() if e.get("class") == "line")

    assert drawn(RUN) == drawn(("E11.1", "D12/0", "C13/0", "C13.t0"))


@pytest.mark.parametrize(
    "run", [("E11",), ("E11.x",), ("E11.0", "A9.t0"), ("E11.7", "E11/3"), ("Z99.0", "Z99/1"), ("A9/9",)]
)
def test_runs_that_make_no_sense_are_refused(
    board: BoardFigure, catalogue: dict[str, TileFigure], run: tuple[str, ...]
) -> None:
    with pytest.raises(BadInput):
        board_svg(board, catalogue, {}, tiles=LAID, stations={}, routes=(run,))


def test_an_unknown_tile_is_refused(board: BoardFigure) -> None:
    with pytest.raises(BadInput):
        board_svg(board, {}, {}, tiles={"D12": ("nine", 0)}, stations={})


def test_marks(busy: str) -> None:
    marks = {e.get("data-hex"): e for e in _layer(parse(busy), "marks")}
    assert marks["B12"].get("class") == "hex legal"
    assert marks["C13"].get("class") == "hex legal selected"
    assert any(e.get("class") == "new-flag" for e in marks["D12"])
    assert "you can build here" in (marks["B12"].findtext("{*}title") or "")


@pytest.mark.parametrize("layout", ["pointy", "flat"])
def test_everything_a_hex_may_have(layout: str) -> None:
    figure = HexFigure(
        at="C3",
        color="yellow",
        name="Two & Three",
        label="OO",
        cities=(CityFigure(2, 30, (0, 1)), CityFigure(1, 40, (3,))),
        towns=(TownFigure(10, (2,)),),
        track=((4, 5),),
        cost=CostFigure(120, "swamp"),
        borders=(BorderFigure(2, "impassable"), BorderFigure(3, "crossing")),
        icons=("coal", "a very long sign"),
    )
    area = OffboardFigure({"yellow": 30, "brown": 60}, (5,), "NW", slots=1)
    beyond = HexFigure(at="B2", color="red", name="Beyond", offboard=area)
    board = BoardFigure(layout, (figure, beyond, HexFigure(at="D4", stubs=(0,))))
    run = ("B2.o", "B2/5", "C3.t0") if layout == "pointy" else ("C3.0", "C3/0")
    svg = board_svg(board, {}, {}, tiles={}, stations={"B2": (("X", 0),)}, routes=(run,), values="brown")
    assert {"30", "40", "10", "60", "120", "OO", "K"} <= set(texts(svg))
    assert len(having(svg, edge="2")) == len(having(svg, edge="3")) == 1
    assert having(svg, company="X")
    assert len([e for e in parse(svg).iter() if e.get("class") == "stub"]) == 1


def test_hostile_names_are_only_text(board: BoardFigure) -> None:
    evil = "<script>\"'&\x07\ud800]]>"
    company = CompanyFigure(evil, evil, "url(#x)", evil, (), ())
    figure = HexFigure(at="A1", name=evil, label=evil, icons=(evil,), cities=(CityFigure(),))
    svg = board_svg(
        BoardFigure("flat", (figure,)),
        {},
        {evil: company},
        tiles={},
        stations={"A1": ((evil, 0),)},
        caption=evil,
    )
    assert "<script" not in svg
    assert "url(" not in svg
    svg.encode("utf-8")
    parse(svg)


def test_a_board_without_hexes_is_still_a_drawing() -> None:
    parse(board_svg(BoardFigure("flat", ()), {}, {}, tiles={}, stations={}))


def test_themes_differ_and_texts_repeat(board: BoardFigure, companies: dict[str, CompanyFigure]) -> None:
    def draw(theme: str) -> str:
        return board_svg(board, {}, companies, tiles={}, stations={}, theme=theme)

    assert draw("light") == draw("light")
    assert draw("dark") == draw("dark")
    assert draw("light") != draw("dark")
    for svg in (draw("light"), draw("dark")):
        assert "var(" not in svg
        assert "<style" not in svg


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", TITLES)
def test_the_boards_of_all_titles_can_be_drawn(name: str, theme: str) -> None:
    facts = fact_file(name)
    for _, board in fact_boards(facts):
        svg = board_svg(board, {}, _companies(facts), tiles={}, stations={}, values="green", theme=theme)
        drawn = {e.get("data-hex") for e in _layer(parse(svg), "marks")}
        assert drawn == {figure.at for figure in board.hexes}


def _companies(facts: dict[str, Any]) -> dict[str, CompanyFigure]:
    """Companies with no more than a drawing needs; fact files write shares in several ways."""
    return {
        row["id"]: CompanyFigure(row["id"], row.get("name", row["id"]), row.get("color", ""), "black", (), ())
        for row in facts["companies"]
    }


def _layer(root: Any, name: str) -> list[Any]:
    layer = next(e for e in root if e.get("class") == f"layer {name}")
    return [e for e in layer if e.tag.endswith("}g")]


def _on_board(name: str, point: geometry.Point) -> geometry.Point:
    x, y = geometry.centre_of_hex(name, "pointy")
    return x + point[0], y + point[1]
