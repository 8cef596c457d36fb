"""18BL, 8.1 to 8.3: the order of an operating round, a corporation's turn, laying and upgrading track."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blkit import bl, cash, stock, token, turn_of
from tests.kit import allowed, company, offered, play_on, refused

from stellwerk import BadInput
from stellwerk.actions import BuyTrain, Dividend, LayTile, Pass, PlaceStation, Run
from stellwerk.board.ground import new_cities
from stellwerk.game import Game
from stellwerk.position import Round
from stellwerk.titles import rules_of

RULES = rules_of("18BL")
BOARD = RULES.board
KOELN = {"CME": ("O3",)}


def cme(**parts: Any) -> Game:
    """The CME (Ada) in Köln, its track stage, phase 3 unless said."""
    return turn_of("CME", **{"stations": KOELN, **parts})


def hexes(game: Game) -> set[str]:
    """Where tiles are on offer."""
    return {action.hex for action in offered(game, LayTile)}


def lays(game: Game, hex: str) -> set[str]:
    """The tiles on offer for a hex."""
    return {action.tile for action in offered(game, LayTile) if action.hex == hex}


# 8, 8.1, 8.2


@pytest.mark.clause("18BL/8")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("3+3", 3)])
def test_operating_rounds_after_a_stock_round(phase: str, rounds: int) -> None:
    game = stock(phase=phase, companies={"BME": company(80, Ada=60)})
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.round == Round("operating", 2, 1, rounds)


@pytest.mark.clause("18BL/8.1b")
def test_the_highest_stock_value_acts_first_and_the_order_is_running() -> None:
    """Given BME, OV and MEG at 90, 80 and 75, when OV's value is passed by MEG meanwhile, MEG acts before it (R41)."""
    companies = {"BME": company(90, Ada=60), "OV": company(80, Bo=60), "MEG": company(75, Cy=60)}
    game = bl(phase="2", companies=companies, turn={"company": "BME", "stage": "end"}, trains={"BME": ("2",)})
    assert RULES.operating_order(game.position) == ["BME", "OV", "MEG"]
    game.position.markers = {**game.position.markers, "MEG": (0, 8, 0)}
    game.play(Pass("BME"))
    assert game.actor == "MEG"


@pytest.mark.clause("18BL/8.1c")
def test_on_top_first_and_farthest_right_first() -> None:
    companies = {"BME": token(80, 3, 6, Ada=60), "OV": token(80, 3, 6, Bo=60), "MEG": token(80, 4, 7, Cy=60)}
    game = stock(companies=companies)
    assert RULES.operating_order(game.position) == ["MEG", "BME", "OV"]


@pytest.mark.clause("18BL/8.2a")
def test_the_order_of_a_turn() -> None:
    game = cme(tiles={"M3": "57@0"}, trains={"CME": ("2",)}, phase="2")
    refused(game, Dividend("CME", "pay"), clause="18BL/8.2a")
    refused(game, BuyTrain("CME", "bank", "2-2", "2", 100), clause="18BL/8.2a")
    game.play(PlaceStation("CME", "M3", 0))
    refused(game, LayTile("CME", "P4", "8", 0), clause="18BL/8.2a")
    game.play(Run("CME", 50))
    refused(game, PlaceStation("CME", "M3", 0), clause="18BL/8.2a")
    play_on(game, Dividend("CME", "pay"), BuyTrain("CME", "bank", "2-2", "2", 100), Pass("CME"))
    assert game.position.round.kind == "stock"


@pytest.mark.clause("18BL/8.2b")
def test_one_yellow_tile_or_one_upgrade() -> None:
    game = cme(tiles={"M3": "57@0"})
    one = play_on(game.copy(), LayTile("CME", "P4", "8", 0))
    assert not offered(one, LayTile)
    refused(one, LayTile("CME", "K3", "4", 0), clause="18BL/8.2b")
    replaced = play_on(game.copy(), LayTile("CME", "M3", "15", 3))
    assert not offered(replaced, LayTile)
    printed = play_on(game.copy(), LayTile("CME", "O3", "1954", 0))
    assert not offered(printed, LayTile) and cash(printed, "CME") == 460


@pytest.mark.clause("18BL/8.2c")
def test_two_yellow_tiles_or_one_upgrade_in_the_first_turn() -> None:
    """The second tile may continue the first; after a tile no upgrade, after an upgrade no tile."""
    game = bl(
        phase="3", companies={"CME": company(80, Ada=60)}, cash={"CME": 500}, turn={"company": "CME", "first": True}
    )
    assert game.position.stations["O3"] == (("CME", 0),)
    two = play_on(game.copy(), LayTile("CME", "M3", "57", 0), LayTile("CME", "K3", "4", 0))
    assert not offered(two, LayTile)
    mixed = play_on(game.copy(), LayTile("CME", "M3", "57", 0))
    refused(mixed, LayTile("CME", "O3", "1954", 0), clause="18BL/8.2b")
    upgraded = play_on(game.copy(), LayTile("CME", "O3", "1954", 0))
    assert not offered(upgraded, LayTile)
    assert allowed(mixed, Run("CME", 0)), "laying only one is allowed (R47)"


@pytest.mark.clause("18BL/8.2f")
def test_the_round_ends_when_all_have_acted() -> None:
    companies = {"BME": company(90, Ada=60), "OV": company(80, Bo=60)}
    game = bl(
        phase="2", companies=companies, turn={"company": "BME", "stage": "end"}, trains={"BME": ("2",), "OV": ("2",)}
    )
    game.play(Pass("BME"))
    assert game.actor == "OV"
    play_on(game, Run("OV", 0), Pass("OV"))
    assert game.position.round == Round("stock", 2)


# 8.3.1: basic rules


@pytest.mark.clause("18BL/8.3.1a")
@pytest.mark.parametrize("hex", ["R4", "P2", "P12", "R12"])
def test_no_tile_on_red_and_grey_fields(hex: str) -> None:
    assert BOARD.fitting({}, hex) == ()
    refused(cme(tiles={"P4": "8@0"}), LayTile("CME", hex, "9", 0), clause="18BL/8.3.1a")


@pytest.mark.clause("18BL/8.3.1b", "18BL/11a")
def test_new_track_continues_a_route_of_the_corporation() -> None:
    game = cme()
    assert hexes(game) == {"M3", "P4", "O3"}
    refused(game, LayTile("CME", "N4", "4", 0), clause="18BL/8.3.1b")
    refused(game, LayTile("CME", "P4", "9", 0), clause="18BL/8.3.1b")
    home = turn_of("OV", stations={"OV": ("N12",)})
    assert hexes(home) == {"N12"}, "the home hex is reached even without a tile (R48), a neighbour is not"


@pytest.mark.clause("18BL/8.3.1b", "18BL/11b")
def test_a_full_city_blocks() -> None:
    """Given M3 full of another corporation, track behind it is out of reach; with a free place it is not."""
    tiles = {"M3": "57@0"}
    assert "K3" in hexes(cme(tiles=tiles))
    blocked = cme(tiles=tiles, stations={**KOELN, "OV": ("M3",)})
    assert "K3" not in hexes(blocked)
    room = cme(tiles={"M3": "15@3"}, stations={**KOELN, "OV": ("M3",)})
    assert "K3" in hexes(room)


@pytest.mark.clause("18BL/8.3.1b")
def test_no_link_through_p12_without_a_token() -> None:
    """Given the line to P12, Waldbröl behind it can be built only with an access token (R50)."""
    parts: dict[str, Any] = {"stations": {"OV": ("N12",)}, "tiles": {"N12": "57@0"}}
    assert "Q11" not in hexes(turn_of("OV", **parts))
    assert "Q11" in hexes(turn_of("OV", **parts, extra={"access": ["OV"]}))


@pytest.mark.clause("18BL/8.3.1b", "18BL/8.5.3a")
@pytest.mark.parametrize("edition", [1, 2])
def test_access_tokens_gate_every_link_always(edition: int) -> None:
    """R92: no edition, variant or word of a position file lifts the gate, for track, stations and vehicles alike."""
    parts: dict[str, Any] = {
        "stations": {"OV": ("N12",)},
        "tiles": {"N12": "57@0"},
        "trains": {"OV": ("3",)},
        "edition": edition,
    }
    for opened in (False, True):
        extra = {"access": ["OV"]} if opened else {}
        building = turn_of("OV", **parts, extra=extra)
        assert ("Q11" in hexes(building)) == opened
        assert (PlaceStation("OV", "R12", 0) in offered(building, PlaceStation)) == opened
        assert (building.best_runs("OV").total > 0) == opened
    assert rules_of("18BL").variants == ("base",) and not hasattr(rules_of("18BL", edition=edition), "gates_building")
    with pytest.raises(BadInput):
        turn_of("OV", **parts, extra={"gates_building": False})


@pytest.mark.clause("18BL/8.3.1c")
@pytest.mark.parametrize(
    ("hex", "good", "bad"),
    [
        ("P4", {"7", "8", "9"}, "57"),
        ("N4", {"3", "4", "58"}, "9"),
        ("M3", {"5", "6", "57"}, "4"),
        ("K3", {"3", "4", "58"}, "6"),
    ],
)
def test_plain_town_and_city_tiles(hex: str, good: set[str], bad: str) -> None:
    assert {tile for tile, _ in BOARD.fitting({}, hex)} == good
    assert BOARD.misfit({}, hex, bad, 0) in ("stops", "rim")


@pytest.mark.clause("18BL/8.3.1d")
def test_letter_codes() -> None:
    """Two-town hexes take only T tiles, and T tiles go nowhere else."""
    codes = {"1", "2", "55", "56", "69"}
    assert {tile for tile, _ in BOARD.fitting({}, "H4")} <= codes and BOARD.fitting({}, "H4")
    for hex in BOARD.hexes:
        if BOARD.hexes[hex].label != "T":
            assert not codes & {tile for tile, _ in BOARD.fitting({}, hex)}
    refused(
        turn_of("DEE", stations={"DEE": ("F6.0",)}, tiles={"G5": "4@1"}),
        LayTile("DEE", "H4", "58", 0),
        clause="18BL/8.3.1d",
    )


@pytest.mark.clause("18BL/8.3.1e")
@pytest.mark.parametrize(
    ("hex", "tile", "rotation"),
    [("D2", "4", 0), ("C3", "4", 0), ("G5", "4", 0), ("G5", "4", 2)],
)
def test_no_track_off_the_map_into_blank_sides_or_bars(hex: str, tile: str, rotation: int) -> None:
    """D2 and C3 to the north lead off the map, Vohwinkel to the south and south-east against its bars."""
    assert not BOARD.fits({}, hex, tile, rotation)
    assert BOARD.misfit({}, hex, tile, rotation) == "rim"


@pytest.mark.clause("18BL/8.3.1e")
def test_no_track_into_a_blank_side_of_a_red_or_grey_field() -> None:
    """R4 has arrows to the north-west and north; O13 lies beside P12's north-east, which has no track (R49)."""
    blank = BOARD.across["O13", 1]
    assert blank == ("P12", 4)
    assert all(1 not in BOARD.as_laid(*tile).exits for tile in BOARD.fitting({}, "O13"))
    assert any(0 in BOARD.as_laid(*tile).exits for tile in BOARD.fitting({}, "P4")), "Bonn's arrow"
    assert all(1 not in BOARD.as_laid(*tile).exits for tile in BOARD.fitting({}, "Q5")), "Bonn's blank side"


@pytest.mark.clause("18BL/8.3.1f")
def test_a_tile_need_not_meet_its_neighbours() -> None:
    """Given track in Q5 that does not lead to P4, a tile on P4 may end at its blank side."""
    game = cme(tiles={"Q5": "3@3"})
    game.play(LayTile("CME", "P4", "9", 2))
    assert game.position.tiles["P4"] == ("9", 2)


@pytest.mark.clause("18BL/8.3.1g", "18BL/8.3.3h")
def test_terrain_is_paid_once() -> None:
    weg: dict[str, Any] = {"stations": {"WEG": ("B10",)}, "tiles": {"B10": "6@0"}}
    game = play_on(turn_of("WEG", **weg), LayTile("WEG", "D10", "9", 0))
    assert cash(game, "WEG") == 460
    poor = turn_of("WEG", **weg, cash={"WEG": 39, "Ada": 900})
    refused(poor, LayTile("WEG", "D10", "9", 0), clause="18BL/8.3.1g")
    later = turn_of("WEG", **{**weg, "tiles": {"B10": "6@0", "D10": "9@0"}}, cash={"WEG": 0})
    assert allowed(later, LayTile("WEG", "D10", "23", 3)), "an upgrade is free"
    cost = RULES.board.tile_cost(later.position.tiles, "E1")
    assert cost == 40, "a printed hex is paid for at its first upgrade (R51)"
    green = cme(tiles={"O3": "1954@0"}, phase="5", cash={"CME": 0})
    assert allowed(green, LayTile("CME", "O3", "1955", 0))


# 8.3.2: the bridge


@pytest.mark.clause("18BL/8.3.2a")
def test_only_the_bridge_lies_on_i5() -> None:
    assert set(BOARD.fitting({}, "I5")) == {("1961", 0), ("1961", 3)}
    tiles = {"M3": "57@0", "K3": "58@4", "J4": "57@1"}
    game = cme(tiles=tiles, phase="2")
    refused(game, LayTile("CME", "I5", "9", 1), clause="18BL/8.3.2a")
    refused(game, LayTile("CME", "I5", "1961", 1), clause="18BL/8.3.2a")
    game.play(LayTile("CME", "I5", "1961", 0))
    assert BOARD.fitting(game.position.tiles, "I5") == (), "never upgraded (R14)"
    refused(cme(tiles={"M3": "57@0"}), LayTile("CME", "I5", "1961", 0), clause="18BL/8.3.1b")


@pytest.mark.clause("18BL/8.3.2a")
def test_tile_1961_lies_nowhere_else() -> None:
    assert [hex for hex in BOARD.hexes if any(tile == "1961" for tile, _ in BOARD.fitting({}, hex))] == ["I5"]


# 8.3.3: upgrades


@pytest.mark.clause("18BL/8.3.3a")
@pytest.mark.parametrize(
    ("phase", "tiles", "lay", "ok"),
    [
        ("2", {"M3": "57@0"}, ("M3", "15", 3), False),
        ("3", {"M3": "57@0"}, ("M3", "15", 3), True),
        ("4", {"M3": "15@3"}, ("M3", "448", 3), False),
        ("5", {"M3": "15@3"}, ("M3", "448", 3), True),
        ("5", {"O3": "1955@0"}, ("O3", "1956", 0), False),
        ("6", {"O3": "1955@0"}, ("O3", "1956", 0), True),
        ("2", {}, ("O3", "1954", 0), False),
        ("5", {"M3": "57@0"}, ("M3", "448", 3), False),
    ],
)
def test_colours_follow_each_other_from_their_phases_on(
    phase: str, tiles: dict[str, str], lay: tuple[str, str, int], ok: bool
) -> None:
    game = cme(phase=phase, tiles=tiles)
    if ok:
        assert allowed(game, LayTile("CME", *lay))
    else:
        refused(game, LayTile("CME", *lay), clause="18BL/8.3.3a")


@pytest.mark.clause("18BL/8.3.3b")
def test_plain_track_needs_a_link_to_its_new_track() -> None:
    """Given a straight P4 between Köln and Rösrath, a green tile whose new piece is off the link is refused."""
    game = cme(tiles={"P4": "9@2"})
    assert allowed(game, LayTile("CME", "P4", "23", 2)), "its new piece begins at Köln's side"
    refused(game, LayTile("CME", "P4", "23", 5), clause="18BL/8.3.3b")


@pytest.mark.clause("18BL/8.3.3c")
def test_a_city_or_town_needs_access_to_any_track() -> None:
    """Given Leverkusen full of the OV's station, the CME upgrades it all the same; a town on its line too."""
    full = cme(tiles={"M3": "57@0"}, stations={**KOELN, "OV": ("M3",)})
    assert allowed(full, LayTile("CME", "M3", "15", 3))
    town = cme(tiles={"M3": "57@0", "K3": "4@0"})
    assert allowed(town, LayTile("CME", "K3", "142", 0))
    far = cme(tiles={"M3": "5@3"})
    refused(far, LayTile("CME", "M3", "12", 3), clause="18BL/8.3.3b")
    assert allowed(far, LayTile("CME", "M3", "205", 3)), "the new track reaches Köln"


@pytest.mark.clause("18BL/8.3.3d")
def test_existing_track_is_kept() -> None:
    game = cme(tiles={"P4": "9@2"})
    refused(game, LayTile("CME", "P4", "25", 0), clause="18BL/8.3.3d")
    city = cme(tiles={"M3": "57@0"})
    refused(city, LayTile("CME", "M3", "12", 3), clause="18BL/8.3.3d")


@pytest.mark.clause("18BL/8.3.3d")
def test_stations_follow_their_city() -> None:
    """Given DEE in Elberfeld and BME in Barmen, both stay there on green and brown; on 1959 they are in one city."""
    for tile, rotation in BOARD.fitting({}, "F6"):
        cities = list(new_cities(BOARD.printed("F6"), BOARD.as_laid(tile, rotation)))
        assert len(set(cities)) == 2 and -1 not in cities
    game = turn_of("BME", phase="6", tiles={"F6": "1958@0"}, stations={"BME": ("F6.1",), "DEE": ("F6.0",)})
    game.play(LayTile("BME", "F6", "1959", 0))
    assert game.position.stations["F6"] == (("BME", 0), ("DEE", 0))


@pytest.mark.clause("18BL/8.3.3e")
def test_plain_stays_plain_town_town_city_city() -> None:
    game = cme(tiles={"P4": "9@2", "M3": "57@0"})
    refused(game, LayTile("CME", "P4", "141", 2), clause="18BL/8.3.3e")
    refused(game, LayTile("CME", "M3", "142", 0), clause="18BL/8.3.3e")
    after = play_on(game, LayTile("CME", "M3", "15", 3))
    assert BOARD.ground(after.position.tiles, "M3").cities[0].slots == 2


@pytest.mark.clause("18BL/8.3.3e")
def test_two_towns_merge_when_they_turn_green() -> None:
    fitting = BOARD.fitting({"H4": ("55", 0)}, "H4")
    assert fitting and {tile for tile, _ in fitting} <= {"887", "888", "8866"}
    assert all(len(BOARD.as_laid(*tile).towns) == 1 for tile in fitting)


@pytest.mark.clause("18BL/8.3.3f")
@pytest.mark.parametrize(("hex", "tile"), [("E1", "1951"), ("O3", "1954"), ("F6", "1957")])
def test_lettered_hexes_have_their_own_tiles(hex: str, tile: str) -> None:
    assert {name for name, _ in BOARD.fitting({}, hex)} == {tile}
    others = [other for other in BOARD.hexes if other != hex]
    assert not any(name == tile for other in others for name, _ in BOARD.fitting({}, other))
    refused(cme(), LayTile("CME", "O3", "14", 0), clause="18BL/8.3.3f")


@pytest.mark.clause("18BL/8.3.3g")
def test_a_replaced_tile_can_be_used_again() -> None:
    game = cme(tiles={"M3": "57@0"})
    left = BOARD.left(game.position.tiles, "57")
    game.play(LayTile("CME", "M3", "15", 3))
    assert left is not None and BOARD.left(game.position.tiles, "57") == left + 1


@pytest.mark.clause("18BL/8.3.3i")
@pytest.mark.parametrize("hex", ["C5", "Q3"])
def test_the_hexes_with_a_p(hex: str) -> None:
    """Yellow and green any city tile without a letter, brown only 1963, which goes nowhere else."""
    yellow = BOARD.fitting({}, hex)
    assert {tile for tile, _ in yellow} == {"5", "6", "57"}
    straight = next((tile, turn) for tile, turn in yellow if tile == "6")
    green = BOARD.fitting({hex: straight}, hex)
    assert {tile for tile, _ in green} <= {"12", "14", "15", "205", "206", "619"} and green
    laid = next((tile, turn) for tile, turn in green if tile in ("12", "205"))
    brown = BOARD.fitting({hex: laid}, hex)
    assert brown and {tile for tile, _ in brown} == {"1963"}
    assert not any(tile == "1963" for tile, _ in BOARD.fitting({"M3": ("12", 0)}, "M3"))
    assert {tile for tile, _ in BOARD.fitting({"M3": ("14", 0)}, "M3")} <= {"63", "448", "611"}


@pytest.mark.clause("18BL/8.3.3i")
def test_a_green_tile_that_does_not_fit_1963_blocks_it() -> None:
    assert BOARD.fitting({"C5": ("14", 0)}, "C5") == ()
    game = turn_of("CME", phase="5", stations={"CME": ("O3", "Q3")}, tiles={"Q3": "15@2"})
    refused(game, LayTile("CME", "Q3", "448", 2), clause="18BL/8.3.3f")
    assert allowed(game, LayTile("CME", "Q3", "1963", 2))
