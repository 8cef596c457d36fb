"""18DO, 4.5 to 4.5.4: the order of a turn, own certificates, track, stations, links."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dokit import (
    EAST,
    HARBOUR,
    HOMES,
    SOUTH_EAST,
    at,
    cash,
    charter,
    cube_stock,
    cubes,
    do,
    earns,
    no_run,
    state,
    stock,
    token,
    turn_of,
)
from tests.kit import allowed, company, offered, percent, play_on, price, refused

from stellwerk.actions import BuyTrain, Dividend, LayTile, Pass, PlaceStation, Run, SellShares
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.rules.stages import acts_of
from stellwerk.steps.links import BuildLink
from stellwerk.steps.own_shares import BuyOwn, SellOwn
from stellwerk.titles import rules_of

RULES = rules_of("18DO")
BOARD = RULES.board
MINE = {"F20": "K4@0"}
"""Schürbank & Charlottenburg, beside Unna-Soest."""
TO_MILL = {"F20": "K4@0", "G19": "9@0", "H18": "7@3"}
"""From Unna-Soest over the mine to Aplerbecker Hütte (H20)."""


def kwe(stage: str = "track", **parts: Any) -> Game:
    """The KWE (Ada) at home in Unna-Soest."""
    return turn_of("KWE", stage, **parts)


def colors(game: Game, hex: str) -> set[str]:
    """The colours of the tiles on offer for a hex."""
    return {BOARD.tiles[action.tile].color for action in offered(game, LayTile) if action.hex == hex}


# 4.5


@pytest.mark.clause("18DO/4.5a")
def test_the_order_is_that_of_the_values_at_the_start_of_the_round() -> None:
    """Given KWE 60 and BME 55, KWE begins; the BME's rise above it in its turn changes nothing, unfloated ones wait."""
    companies = {"BME": token(55, 5, 3, Ada=50), "KWE": token(60, 4, 3, Bo=50), "CME": token(65, 4, 4, Cy=20)}
    game = stock(companies=companies, floated=("BME", "KWE"), operated=("BME", "KWE"))
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.actor == "KWE"
    play_on(game, Run("KWE", 0))
    assert price(game, "KWE") == 55, "it is behind the BME now, and goes on"
    assert game.actor == "KWE"
    first = next(iter(game.position.agenda[1:2]))
    assert first.queue == ("BME",)  # type: ignore[attr-defined]


@pytest.mark.clause("18DO/4.5b")
def test_among_equals_the_token_further_right_then_the_upper_one() -> None:
    companies = {
        "BME": token(65, 5, 5, Ada=50),
        "KWE": token(65, 4, 4, Bo=50),
        "CME": token(65, 4, 4, Cy=50),
    }
    game = stock(companies=companies)
    assert BOARD and [price(game, c) for c in companies] == [65, 65, 65]
    assert RULES.operating_order(game.position) == ["BME", "KWE", "CME"]


@pytest.mark.clause("18DO/4.5c")
def test_the_steps_of_a_turn_in_their_order() -> None:
    """Given a station placed, no tile may be laid any more; a train is bought only after the run."""
    names = [stage.name for stage in RULES.turn]
    assert names == ["start", "track", "station", "link", "run", "dividend", "trains", "end"]
    game = kwe(tiles=EAST, trains={"KWE": ("2",)})
    tile = next(a for a in offered(game, LayTile) if a.hex == "F20")
    game.play(PlaceStation("KWE", "E17", 0))
    refused(game, tile, clause="18DO/4.5c")
    refused(game, BuyTrain("KWE", BANK, "3-1", "3", 180), clause="18DO/4.5c")
    refused(game, Pass("KWE"), clause="18DO/4.5c")
    play_on(game, Run("KWE", 60), Dividend("KWE", "pay"))
    game.play(BuyTrain("KWE", BANK, "3-1", "3", 180))
    refused(kwe("trains"), Pass("KWE"), clause="18DO/4.5.7.4a")


@pytest.mark.clause("18DO/4.5d")
@pytest.mark.parametrize("tile", [("E19", "9", 1), ("F20", "K4", 0)])
def test_one_tile_a_turn(tile: tuple[str, str, int]) -> None:
    game = kwe()
    game.play(LayTile("KWE", *tile))
    assert not offered(game, LayTile)
    other = ("F20", "K4", 0) if tile[0] == "E19" else ("E19", "9", 1)
    refused(game, LayTile("KWE", *other), clause="18DO/4.5d")


@pytest.mark.clause("18DO/4.5d")
def test_a_printed_yellow_hex_may_be_the_tile_of_the_turn() -> None:
    game = turn_of("DHB")
    upgrade = next(a for a in offered(game, LayTile) if a.hex == "C9")
    game.play(upgrade)
    assert not offered(game, LayTile)


@pytest.mark.clause("18DO/4.5e")
@pytest.mark.parametrize("stage", ["track", "run", "dividend", "trains"])
def test_one_own_certificate_a_turn_at_any_moment(stage: str) -> None:
    """Given charter and pool with certificates, one is sold or bought back, once; a sale moves the price left (R8)."""
    parts: dict[str, Any] = {"tiles": EAST, "trains": {"KWE": ("3",)}, "revenue": 60}
    companies = {"KWE": {"par": 65, "holders": {"Ada": 60, "pool": 20}}}
    game = kwe(stage, companies=companies, **parts)
    game.play(SellOwn("KWE", 10))
    assert cash(game, "KWE") == 565 and percent(game, "KWE", POOL) == 30 and price(game, "KWE") == 60
    refused(game, BuyOwn("KWE", 10), clause="18DO/4.5e")
    refused(game, SellOwn("KWE", 10), clause="18DO/4.5e")
    game = kwe(stage, companies=companies, **parts)
    bank = cash(game, BANK)
    game.play(BuyOwn("KWE", 10))
    assert (cash(game, "KWE"), cash(game, BANK)) == (500 - 65, bank + 65)
    assert percent(game, "KWE", POOL) == 10 and charter(game, "KWE") == 30 and price(game, "KWE") == 65
    poor = kwe(stage, companies=companies, cash={"KWE": 60}, **parts)
    refused(poor, BuyOwn("KWE", 10), clause="18DO/4.5e")


@pytest.mark.clause("18DO/4.5e")
def test_the_sale_at_the_left_end_and_the_pool_limit() -> None:
    """Given the leftmost space, the sale moves the price down; with 50% in the pool nothing is sold (R8)."""
    game = kwe(companies={"KWE": token(50, 4, 1, Ada=60)})
    game.play(SellOwn("KWE", 10))
    assert at(game, "KWE") == (5, 1)
    full = kwe(companies={"KWE": company(65, Ada=50, pool=50)})
    refused(full, SellOwn("KWE", 10), clause="18DO/4.5e")
    half = kwe(companies={"KWE": {"par": 65, "holders": {"Ada": 40, "pool": 50}}}, floated=("KWE",))
    refused(half, SellOwn("KWE", 10), clause="18DO/4.4.5b")


@pytest.mark.clause("18DO/4.5e")
def test_the_director_chooses_the_certificate_and_it_comes_back_on_top() -> None:
    """Given 20% and 10% on the DHB's charter, either is sold; a 10% bought back is the next one players buy (R70)."""
    register = RULES.register
    game = turn_of("DHB", companies={"DHB": {"par": 60, "holders": {"Ada": 20, "pool": 10}}}, floated=("DHB",))
    assert register.on_sale(game.position, "DHB", OFFERING)[0].percent == 20
    assert {a.percent for a in offered(game, SellOwn)} == {10, 20}
    game.play(BuyOwn("DHB", 10))
    assert register.on_sale(game.position, "DHB", OFFERING)[0].percent == 10


# 4.5.1


@pytest.mark.clause("18DO/4.5.1a")
def test_a_route_has_a_station_and_continuous_track() -> None:
    """Given the KWE in Unna-Soest: a route without its station, and one where track is missing, are none."""
    game = kwe("run", tiles={**EAST, **HARBOUR}, trains={"KWE": ("4",)}, phase="4")
    no_run(game, "KWE", "route-without-station", ("C13.0", "D12", "E13.0"))
    no_run(game, "KWE", "route-not-connected", ("E21.o", "F20", "G19", "H20.0"))


@pytest.mark.clause("18DO/4.5.1b")
def test_no_hex_twice() -> None:
    """Given a ring from GBF Ost by the mine D16 and back, no route comes back to GBF Ost."""
    game = kwe("run", tiles={"D16": "K3@5", "E15": "7@3"}, trains={"KWE": ("3",)}, stations={"KWE": ("E21", "E17")})
    assert earns(game, "KWE", ("E17.0", "D16.t0")) == 30 + 10
    no_run(game, "KWE", "route-visits-twice", ("E17.0", "D16.t0", "E15", "E17.0"))


@pytest.mark.clause("18DO/4.5.1c", "18DO/4.5.3d")
def test_a_filled_hex_ends_a_route() -> None:
    """Given GBF Ost filled by others, the KWE runs to it and not through it; with a station there it passes."""
    others = {"CME": ("A3", "E17"), "RhE": ("H2", "E17"), "BME": ("I11", "E17")}
    game = kwe("run", tiles=EAST, trains={"KWE": ("3",)}, stations=others)
    assert earns(game, "KWE", ("E21.o", "E19", "E17.0")) == 40
    no_run(game, "KWE", "route-through-blocked-city", ("E21.o", "E19", "E17.0", "E15", "E13.0"))
    own = {"KWE": ("E21", "E17"), "RhE": ("H2", "E17"), "BME": ("I11", "E17")}
    assert earns(kwe("run", tiles=EAST, trains={"KWE": ("3",)}, stations=own), "KWE", (
        "E21.o", "E19", "E17.0", "E15", "E13.0",
    )) == 20 + 50 + 30  # fmt: skip


@pytest.mark.clause("18DO/4.5.1d")
def test_no_track_twice_and_no_turning_at_a_junction() -> None:
    """Given a fork on E15 (from E17 to E13 and to the mine D16), none runs from E13 to D16, nor two over the stem."""
    fork = next(
        (tile, turn)
        for tile in ("23", "24", "25")
        for turn in range(6)
        if {frozenset(pair) for pair in BOARD.as_laid(tile, turn).track} == {frozenset({4, 1}), frozenset({4, 2})}
    )
    tiles = {"E15": f"{fork[0]}@{fork[1]}", "D14": "7@4", "D16": "K4@1"}
    stations = {"KWE": ("E21", "E17"), "RhE": ("H2", "E13")}
    game = turn_of("RhE", "run", tiles=tiles, trains={"RhE": ("3",)}, stations=stations)
    assert earns(game, "RhE", ("E13.0", "E15", "E17.0")) == 50
    no_run(game, "RhE", "route-not-connected", ("E13.0", "E15", "D14", "D16.t0"))
    no_run(game, "RhE", "route-shares-track", ("E13.0", "E15", "E17.0", "E15", "D14", "D16.t0"))
    two = turn_of("KWE", "run", tiles=tiles, trains={"KWE": ("3", "2")}, stations={"KWE": ("E21", "E17")})
    no_run(two, "KWE", "route-shares-track", ("E17.0", "E15", "E13.0"), ("E17.0", "E15", "D14", "D16.t0"))


@pytest.mark.clause("18DO/4.5.1e")
def test_no_route_passes_a_red_area() -> None:
    """Given track on both triangles of Unna-Soest, a route ends there."""
    tiles = {"E19": "9@1", "F20": "K4@0", "G19": "8@3"}
    game = kwe("run", tiles=tiles, trains={"KWE": ("4",)}, phase="4")
    assert earns(game, "KWE", ("E17.0", "E19", "E21.o")) == 40
    no_run(game, "KWE", "route-through-blocked-city", ("E17.0", "E19", "E21.o", "F20.t0"))


@pytest.mark.clause("18DO/4.5.1f")
def test_new_track_extends_a_route() -> None:
    """Given the KWE, its first tile touches a triangle of Unna-Soest; elsewhere nothing is laid (R17)."""
    game = kwe()
    assert {a.hex for a in offered(game, LayTile)} == {"E19", "F20"}
    refused(game, LayTile("KWE", "E19", "9", 2), clause="18DO/4.5.1f")
    refused(game, LayTile("KWE", "D16", "K4", 0), clause="18DO/4.5.1f")
    blocked = {"CME": ("A3", "E17"), "RhE": ("H2", "E17"), "BME": ("I11", "E17")}
    game = kwe(tiles={"E19": "9@1"}, stations=blocked)
    refused(game, LayTile("KWE", "E15", "9", 1), clause="18DO/4.5.1f")


@pytest.mark.clause("18DO/4.5.1f")
def test_an_upgrade_adds_track_to_a_route() -> None:
    """Given E19 straight from E21 to E17, an upgrade is laid if its new track is joined with the route (R17)."""
    game = kwe(tiles={"E19": "9@1"})
    laid = {(a.tile, a.rotation) for a in offered(game, LayTile) if a.hex == "E19"}
    fitting = BOARD.fitting(game.position.tiles, "E19")
    touching = {at for at in fitting if BOARD.tiles[at[0]].color == "green" and joins(*at)}
    assert laid == touching and set(fitting) - laid
    apart = next(iter(sorted(set(fitting) - laid)))
    refused(game, LayTile("KWE", "E19", *apart), clause="18DO/4.5.1f")


def joins(tile: str, turn: int) -> bool:
    """Has it new track from the side towards Unna-Soest (4), where the route of the KWE comes from?"""
    return any(4 in pair and set(pair) != {1, 4} for pair in BOARD.as_laid(tile, turn).track)


@pytest.mark.clause("18DO/4.5.1g")
@pytest.mark.parametrize(("hex", "tile"), [("D18", "8"), ("F20", "K3"), ("D18", "9")])
def test_no_track_against_blank_sides_or_off_the_map(hex: str, tile: str) -> None:
    """Given E17's blank side to D18, E21's and the rim of the map, no tile leads there."""
    closed = {
        (name, edge)
        for name in BOARD.hexes
        for edge in range(6)
        if (name, edge) not in BOARD.across
        or (
            BOARD.hexes[BOARD.across[name, edge][0]].color in ("gray", "red")
            and BOARD.across[name, edge][1] not in BOARD.printed(BOARD.across[name, edge][0]).exits
        )
    }
    for name in BOARD.hexes:
        for fitting in BOARD.fitting({}, name):
            assert not any((name, edge) in closed for edge in BOARD.as_laid(*fitting).exits)
    wrong = next(t for t in range(6) if any((hex, e) in closed for e in BOARD.as_laid(tile, t).exits))
    refused(kwe(tiles={"E19": "8@1"}), LayTile("KWE", hex, tile, wrong), clause="18DO/4.5.1g")


@pytest.mark.clause("18DO/4.5.1h")
def test_neighbours_need_not_match() -> None:
    """Given track on F18 that points at E19, a tile on E19 may ignore it."""
    game = kwe(tiles={"F18": "9@0"})
    game.play(LayTile("KWE", "E19", "9", 1))
    assert game.position.tiles["E19"] == ("9", 1)


@pytest.mark.clause("18DO/4.5.1i")
def test_a_home_in_a_red_area_is_joined_with_all_its_triangles() -> None:
    """Given each railway at home in a red area, all hexes at its triangles can be built on; the DHB's on all of C9."""
    triangles = {"BME": {"H10", "H12"}, "CME": {"A5", "B4"}, "RhE": {"G3", "H4"}, "KWE": {"E19", "F20"}}
    for name, hexes in triangles.items():
        found = {a.hex for a in offered(turn_of(name), LayTile)}
        assert found == hexes | ({"H4"} if name == "RhE" else set())
    assert {a.hex for a in offered(turn_of("DHB", phase="2"), LayTile)} == {"D8", "C11"}


# 4.5.2


@pytest.mark.clause("18DO/4.5.2a")
def test_only_yellow_in_the_yellow_phase_on_bare_hexes() -> None:
    game = turn_of("DHB", phase="2", tiles={"C11": "9@1"})
    assert {BOARD.tiles[a.tile].color for a in offered(game, LayTile)} == {"yellow"}
    refused(game, LayTile("DHB", "C9", "DH1", 0), clause="18DO/4.5.2a")
    refused(game, LayTile("DHB", "C11", "23", 1), clause="18DO/4.5.2a")
    assert not [a for a in offered(game, LayTile) if a.hex == "C9"]


@pytest.mark.clause("18DO/4.5.2b")
def test_mines_take_tiles_with_hammer_and_pike_and_nothing_else_does() -> None:
    game = kwe()
    for action in offered(game, LayTile):
        assert action.tile.startswith("K") == ("coal" in BOARD.hexes[action.hex].icons)
    refused(game, LayTile("KWE", "F20", "9", 0), clause="18DO/4.5.2b")
    refused(game, LayTile("KWE", "E19", "K4", 1), clause="18DO/4.5.2b")


@pytest.mark.clause("18DO/4.5.2c")
def test_printed_costs_are_paid_once() -> None:
    """Given F18 with 20 Mark, the first tile costs that, the upgrade nothing; without money it is not laid (R16)."""
    tiles = {"E19": "8@4"}
    game = kwe(tiles=tiles)
    bank = cash(game, BANK)
    lay = next(a for a in offered(game, LayTile) if a.hex == "F18" and a.tile == "9")
    game.play(lay)
    assert cash(game, "KWE") == 480 and cash(game, BANK) == bank + 20
    refused(kwe(tiles=tiles, cash={"KWE": 19}), lay, clause="18DO/4.5.2c")
    again = kwe(tiles={**tiles, "F18": f"{lay.tile}@{lay.rotation}"}, cash={"KWE": 0})
    upgrade = next(a for a in offered(again, LayTile) if a.hex == "F18")
    again.play(upgrade)
    assert cash(again, "KWE") == 0


@pytest.mark.clause("18DO/4.5.2d")
def test_an_upgrade_keeps_the_track() -> None:
    game = kwe(tiles={"E19": "9@1"})
    upgrades = [a for a in offered(game, LayTile) if a.hex == "E19"]
    assert upgrades and all({1, 4} <= BOARD.as_laid(a.tile, a.rotation).exits for a in upgrades)
    wrong = next(
        t
        for t in range(6)
        if not {1, 4} <= BOARD.as_laid("23", t).exits and BOARD.stays_on_map("E19", BOARD.as_laid("23", t))
    )
    refused(game, LayTile("KWE", "E19", "23", wrong), clause="18DO/4.5.2d")


@pytest.mark.clause("18DO/4.5.2e")
def test_plain_green_on_plain_yellow_only() -> None:
    """Given a mine with a link and a plain tile, the green K tiles follow on the one, the plain ones on the other."""
    game = kwe(tiles={**MINE, "E19": "9@1"}, extra={"links": {"F20": 10}})
    for action in offered(game, LayTile):
        if BOARD.tiles[action.tile].color == "green":
            assert (BOARD.tiles[action.tile].label == "K") == (action.hex == "F20")
    plain = next((t, r) for t in ("23", "24", "26", "28") for r in range(6) if keeps(game, "F20", t, r))
    refused(game, LayTile("KWE", "F20", *plain), clause="18DO/4.5.2e")


def keeps(game: Game, hex: str, tile: str, turn: int) -> bool:
    """Does a tile keep the exits of the one that lies there, and stay on the map?"""
    ground = BOARD.as_laid(tile, turn)
    return BOARD.ground(game.position.tiles, hex).exits <= ground.exits and BOARD.stays_on_map(hex, ground)


@pytest.mark.clause("18DO/4.5.2f")
def test_a_mine_is_upgraded_once_it_has_a_link() -> None:
    turned = next(t for t in range(6) if ("K141", t) in BOARD.fitting({"F20": ("K4", 0)}, "F20"))
    refused(kwe(tiles=MINE), LayTile("KWE", "F20", "K141", turned), clause="18DO/4.5.2f")
    game = kwe(tiles=MINE, extra={"links": {"F20": 10}})
    game.play(LayTile("KWE", "F20", "K141", turned))
    assert game.position.tiles["F20"] == ("K141", turned)


@pytest.mark.clause("18DO/4.5.2g")
def test_a_mill_takes_tiles_of_its_frame_once_it_has_a_link() -> None:
    for hex, figure in BOARD.hexes.items():
        if "steel" in figure.icons:
            frames = {BOARD.tiles[tile].frame for tile, _ in BOARD.fitting({}, hex)}
            assert frames == {figure.frame}
    (tile, turn), *_ = BOARD.fitting({}, "H20")
    refused(turn_of("HHW"), LayTile("HHW", "H20", tile, turn), clause="18DO/4.5.2g")
    game = turn_of("HHW", extra={"links": {"H20": 10}})
    union = turn_of("RhE", stations={"RhE": ("H2", "E9")}, extra={"links": {"E9": 10}})
    other = next(turn for turn in range(6) if keeps(union, "E9", "SW1", turn))
    refused(union, LayTile("RhE", "E9", "SW1", other), clause="18DO/4.5.2g")
    game.play(LayTile("HHW", "H20", tile, turn))
    assert game.position.tiles["H20"] == (tile, turn)


@pytest.mark.clause("18DO/4.5.2h")
@pytest.mark.parametrize(("phase", "before", "color"), [("5", "SP1@0", "brown"), ("8", "SP2@0", "gray")])
def test_brown_and_grey_come_with_their_phases(phase: str, before: str, color: str) -> None:
    extra = {"links": {"H20": 10}}
    early = {"5": "4", "8": "6"}[phase]
    assert not colors(turn_of("HHW", phase=early, tiles={"H20": before}, extra=extra), "H20")
    assert colors(turn_of("HHW", phase=phase, tiles={"H20": before}, extra=extra), "H20") == {color}
    assert not colors(turn_of("HHW", phase=phase, tiles={"H20": before}), "H20"), "the link is needed"


@pytest.mark.clause("18DO/4.5.2i")
def test_the_harbour_has_tiles_of_its_own_and_needs_no_link() -> None:
    game = turn_of("DHB", tiles={"C11": "9@1"})
    assert {a.tile for a in offered(game, LayTile) if a.hex == "C9"} == {"DH1", "DH2"}
    assert all(tile in ("DH1", "DH2") for tile, _ in BOARD.fitting({}, "C9"))
    assert not any(tile.startswith("DH") for hex in BOARD.hexes if hex != "C9" for tile, _ in BOARD.fitting({}, hex))
    refused(game, LayTile("DHB", "C11", "DH1", 1))


@pytest.mark.clause("18DO/4.5.2j")
def test_tiles_are_limited_and_come_back() -> None:
    """Given both K3 on the map, no third is laid; of an upgraded tile the old one is in the box again."""
    both = {"B6": "K3@4", "B12": "K3@0"}
    turn = next(t for t in range(6) if ("K3", t) in BOARD.fitting({}, "F20") and 3 in BOARD.as_laid("K3", t).exits)
    refused(kwe(tiles=both), LayTile("KWE", "F20", "K3", turn), clause="18DO/4.5.2j")
    assert allowed(kwe(tiles={"B6": "K3@4"}), LayTile("KWE", "F20", "K3", turn))
    game = kwe(tiles={"E19": "9@1"})
    left = BOARD.left(game.position.tiles, "9")
    game.play(next(a for a in offered(game, LayTile) if a.hex == "E19"))
    assert BOARD.left(game.position.tiles, "9") == (left or 0) + 1


# 4.5.3


@pytest.mark.clause("18DO/4.5.3a")
def test_a_station_needs_a_circle_on_a_route() -> None:
    """Given the line to Dortmund City, tokens go to E17 and E13; not where no route leads, not twice into a hex."""
    game = kwe("station", tiles=EAST)
    assert {a.hex for a in offered(game, PlaceStation)} == {"E17", "E13"}
    refused(game, PlaceStation("KWE", "C13", 0), clause="18DO/4.5.3a")
    twice = kwe("station", tiles=EAST, stations={"KWE": ("E21", "E17")})
    refused(twice, PlaceStation("KWE", "E17", 0), clause="18DO/4.5.3a")
    full = {"CME": ("A3", "E17"), "RhE": ("H2", "E17"), "BME": ("I11", "E17")}
    refused(kwe("station", tiles=EAST, stations=full), PlaceStation("KWE", "E17", 0), clause="18DO/4.5.3a")


@pytest.mark.clause("18DO/4.5.3b")
def test_a_station_costs_what_the_charter_says() -> None:
    game = kwe("station", tiles=EAST)
    bank = cash(game, BANK)
    game.play(PlaceStation("KWE", "E17", 0))
    assert cash(game, "KWE") == 470 and cash(game, BANK) == bank + 30
    refused(game, PlaceStation("KWE", "E13", 0), clause="18DO/4.5c")
    refused(kwe("station", tiles=EAST, cash={"KWE": 29}), PlaceStation("KWE", "E17", 0), clause="18DO/4.5.3b")


@pytest.mark.clause("18DO/4.5.3c")
def test_a_station_stays() -> None:
    """Given a station in the harbour, an upgrade leaves it there, and nothing else moves stations."""
    game = turn_of("DHB", stations={"CME": ("A3", "C9")}, tiles={"C11": "9@1"})
    game.play(next(a for a in offered(game, LayTile) if a.hex == "C9"))
    assert sorted(game.position.stations["C9"]) == [("CME", 0), ("DHB", 0)]
    kinds = {act.action.__name__ for act in acts_of(RULES, game.position, "DHB")}
    assert not kinds & {"RemoveStation", "ChooseCity"}


@pytest.mark.clause("18DO/4.5.3d")
def test_nobody_builds_beyond_a_filled_hex() -> None:
    others = {"CME": ("A3", "E17"), "RhE": ("H2", "E17"), "BME": ("I11", "E17")}
    game = kwe(tiles=EAST, stations=others)
    assert not [a for a in offered(game, LayTile) if a.hex == "E15"]
    refused(kwe("station", tiles=EAST, stations=others), PlaceStation("KWE", "E13", 0), clause="18DO/4.5.3a")
    two = {"CME": ("A3", "E17"), "RhE": ("H2", "E17")}
    assert [a for a in offered(kwe(tiles=EAST, stations=two), LayTile) if a.hex == "E15"]


@pytest.mark.clause("18DO/4.5.3e")
def test_tokens_in_red_areas_and_the_dhbs_home_block_nobody() -> None:
    """Given the KWE's token in E21 and DHB and CME in the one circle of C9, others run there and through."""
    tiles = {**EAST, "C11": "9@1"}
    game = turn_of("CME", "run", tiles=tiles, stations={"CME": ("A3", "E13"), "KWE": ("E21",)}, trains={"CME": ("3",)})
    assert earns(game, "CME", ("E21.o", "E19", "E17.0", "E15", "E13.0")) == 70
    harbour = {"D8": "K4@0", "C11": "9@1"}
    alone = turn_of(
        "CME", "run", tiles=harbour, stations={"CME": ("A3", "C13"), "DHB": ("C9",)}, trains={"CME": ("3",)}
    )
    assert earns(alone, "CME", ("D8.t0", "C9.0", "C11", "C13.0")) == 10 + 20 + 30
    place = turn_of("CME", "station", tiles=harbour, stations={"CME": ("A3", "C13"), "DHB": ("C9",)})
    place.play(PlaceStation("CME", "C9", 0))
    assert set(place.position.stations["C9"]) == {("DHB", 0), ("CME", 0)}
    dhb = turn_of("DHB", "run", tiles=harbour, stations={"CME": ("A3", "C9")}, trains={"DHB": ("3",)})
    assert earns(dhb, "DHB", ("D8.t0", "C9.0", "C11", "C13.0")) == 50, "it has its home there"
    rhe = turn_of(
        "RhE", "run", tiles=harbour, stations={"RhE": ("H2", "C13"), "CME": ("A3", "C9")}, trains={"RhE": ("3",)}
    )
    no_run(rhe, "RhE", "route-through-blocked-city", ("D8.t0", "C9.0", "C11", "C13.0"))


@pytest.mark.clause("18DO/4.5.3f")
def test_the_reservation_ends_with_the_grey_phase() -> None:
    stations = {"CME": ("A3", "E13"), "RhE": ("H2", "E13"), "BME": ("I11", "E13")}
    parts: dict[str, Any] = {"tiles": EAST, "stations": stations, "privates": {"PB2": "Bo"}}
    refused(kwe("station", phase="6", **parts), PlaceStation("KWE", "E13", 0), clause="18DO/4.5.3f")
    assert allowed(kwe("station", phase="8", **parts), PlaceStation("KWE", "E13", 0))
    gone = {"used": ("PB2",), "extra": {"markers": {"PB2": "out"}}}
    assert allowed(kwe("station", phase="6", **parts, **gone), PlaceStation("KWE", "E13", 0))


# 4.5.4


@pytest.mark.clause("18DO/4.5.4a")
def test_a_link_adds_to_the_hex_for_everybody() -> None:
    """Given a mine (10), its link of 20 makes it 30 for the KWE and for the CME alike."""
    tiles = {"F20": "K3@2", "E19": "8@5"}
    for extra, worth in (({}, 10), ({"links": {"F20": 20}}, 30)):
        own = kwe("run", tiles=tiles, trains={"KWE": ("2",)}, extra=extra)
        assert earns(own, "KWE", ("E21.o", "F20.t0")) == 20 + worth
        cme: dict[str, Any] = {"stations": {"CME": ("A3", "E17")}, "trains": {"CME": ("3",)}}
        other = turn_of("CME", "run", tiles=tiles, extra=extra, **cme)
        assert earns(other, "CME", ("E17.0", "E19", "F20.t0")) == 30 + worth


@pytest.mark.clause("18DO/4.5.4.1a")
def test_one_link_a_turn_from_the_start_of_the_game() -> None:
    game = kwe("link", phase="2", tiles=TO_MILL)
    assert {a.hex for a in offered(game, BuildLink)} == {"F20", "H20"}
    game.play(BuildLink("KWE", "F20"))
    assert not offered(game, BuildLink)
    refused(game, BuildLink("KWE", "H20"), clause="18DO/4.5c")
    refused(kwe("link", tiles=EAST), BuildLink("KWE", "E17"), clause="18DO/4.5.4.1a")


@pytest.mark.clause("18DO/4.5.4.1b")
def test_a_link_needs_a_route_to_track_on_the_hex() -> None:
    refused(kwe("link"), BuildLink("KWE", "F20"), clause="18DO/4.5.4.1b")
    refused(kwe("link", tiles={"D16": "K4@0"}), BuildLink("KWE", "D16"), clause="18DO/4.5.4.1b")
    assert allowed(kwe("link", tiles=MINE), BuildLink("KWE", "F20"))


@pytest.mark.clause("18DO/4.5.4.1c")
@pytest.mark.parametrize("hex", ["F20", "H20"])
def test_a_link_costs_30_and_is_worth_10(hex: str) -> None:
    game = kwe("link", tiles=TO_MILL)
    bank = cash(game, BANK)
    game.play(BuildLink("KWE", hex))
    assert cash(game, "KWE") == 470 and cash(game, BANK) == bank + 30 and state(game).link(hex) == 10
    refused(kwe("link", tiles=TO_MILL, cash={"KWE": 29}), BuildLink("KWE", hex), clause="18DO/4.5.4.1c")


@pytest.mark.clause("18DO/4.5.4.2a")
@pytest.mark.parametrize(
    ("phase", "before", "after"),
    [("2", 10, None), ("3", 10, 20), ("4", 20, None), ("5", 20, 30), ("5", 10, 20), ("8", 30, None)],
)
def test_links_are_extended_with_the_colours(phase: str, before: int, after: int | None) -> None:
    game = kwe("link", phase=phase, tiles=MINE, extra={"links": {"F20": before}})
    if after is None:
        refused(game, BuildLink("KWE", "F20"), clause="18DO/4.5.4.2a")
    else:
        game.play(BuildLink("KWE", "F20"))
        assert state(game).link("F20") == after


@pytest.mark.clause("18DO/4.5.4.2b")
def test_an_extension_costs_30_and_needs_an_open_way() -> None:
    """Given H20 filled by the HHW and the mill G17 behind GBF, a link is extended where a route leads."""
    game = kwe("link", tiles=MINE, extra={"links": {"F20": 10}, "free_links": ("KWE",)})
    game.play(BuildLink("KWE", "F20"))
    assert cash(game, "KWE") == 470 and state(game).free_links == ("KWE",), "the free token is for new mines (R26)"
    behind = {"tiles": {**TO_MILL}, "extra": {"links": {"H20": 10}}}
    assert allowed(kwe("link", **behind, stations={"HHW": ("H20",)}), BuildLink("KWE", "H20")), "its track is reached"
    far = {**SOUTH_EAST, "H18": "8@2"}
    no_way = turn_of("DGEE", "link", tiles=far, extra={"links": {"G17": 10}})
    refused(no_way, BuildLink("DGEE", "G17"), clause="18DO/4.5.4.1b")


@pytest.mark.clause("18DO/4.5.4.3a")
def test_without_cubes_in_the_stock_the_link_is_built_all_the_same() -> None:
    game = kwe("link", tiles=MINE, privates={"PB3": "Ada", "PB4": "Bo"}, extra={"cubes": {"PB4": 18}})
    game.play(BuildLink("KWE", "F20"))
    assert state(game).link("F20") == 10 and cubes(game, "PB3") == 0 and cube_stock(game) == 0


@pytest.mark.clause("18DO/4.5.4.3b")
@pytest.mark.parametrize(
    ("phase", "before", "left", "more"), [("6", 20, 5, 2), ("6", 10, 5, 1), ("5", 20, 5, 1), ("6", 20, 1, 1)]
)
def test_the_last_step_brings_two_cubes_after_the_first_6_train(phase: str, before: int, left: int, more: int) -> None:
    extra = {"links": {"F20": before}, "cubes": {"PB4": 18 - left}}
    game = kwe("link", phase=phase, tiles=MINE, privates={"PB3": "Ada", "PB4": "Bo"}, extra=extra)
    game.play(BuildLink("KWE", "F20"))
    assert cubes(game, "PB3") == more


def test_the_places_of_the_kit() -> None:
    assert all(home in BOARD.hexes for home in HOMES.values())
    assert do(round={"kind": "stock", "set": 2}).position.round.set == 2
    assert SellShares("Ada", "KWE", 10).player == "Ada"
