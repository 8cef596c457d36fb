"""18Rhl, section 7.1: laying track."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.kit import allowed, company, events, given, offered, play_on, refused
from tests.trackkit import hexes

from stellwerk.actions import LayTile
from stellwerk.board.ground import Ground
from stellwerk.events import TileLaid
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18Rhl")
BOARD = RULES.board


def turn_of(name: str, first: bool = False, **parts: Any) -> Game:
    """Ada's corporation in its track step with 500 in its treasury, phase 3 unless said; other stations are Bo's."""
    others = [other for other in parts.get("stations", ()) if other != name]
    position = {
        "companies": {name: company(70, Ada=60), **{other: company(65, Bo=60) for other in others}},
        "cash": {name: 500},
        "phase": "3",
        "turn": {"company": name, "first": first},
    }
    return given(title="18Rhl", **{**position, **parts})


def unfit(game: Game, lay: LayTile, clause: str | None = None) -> None:
    """The tile does not fit there (by this clause)."""
    assert refused(game, lay, clause=clause).code.startswith("tile-")


def adr(**parts: Any) -> Game:
    """The ADR at Aachen."""
    return turn_of("ADR", **{"stations": {"ADR": ("K2",)}, **parts})


def grounds() -> Iterator[tuple[str, str, Ground, Ground]]:
    """Every hex with every tile that can follow on what can lie there: hex, tile, before, after."""
    for hex in BOARD.hexes:
        seen: set[tuple[str, int]] = set()
        ahead: list[dict[str, tuple[str, int]]] = [{}]
        while ahead:
            tiles = ahead.pop()
            for tile, turn in BOARD.fitting(tiles, hex):
                if (tile, turn) not in seen:
                    seen.add((tile, turn))
                    ahead.append({hex: (tile, turn)})
                yield hex, tile, BOARD.ground(tiles, hex), BOARD.as_laid(tile, turn)


# 7.1 General


@pytest.mark.clause("18Rhl/7.1a")
def test_grey_and_red_hexes_cannot_be_built_on() -> None:
    closed = [hex for hex, figure in BOARD.hexes.items() if figure.color in ("gray", "red")]
    assert {"E2", "L9", "J15", "I4", "A14", "C14", "L1", "G2"} <= {*closed}
    assert all(BOARD.fitting({}, hex) for hex in BOARD.hexes if hex not in closed)
    game = adr(tiles={"K2": "930@0", "K4": "4@1"})
    for hex in closed:
        for tile, turn in (("9", 0), ("8", 1), ("4", 1), ("57", 1), ("6", 0), ("15", 0)):
            unfit(game, LayTile("ADR", hex, tile, turn))


@pytest.mark.clause("18Rhl/7.1b")
def test_in_the_yellow_phase_only_yellow_tiles_exist() -> None:
    green = LayTile("ADR", "K6", "15", 1)
    yellow_phase, green_phase = (adr(phase=phase, tiles={"K4": "4@1"}) for phase in ("2", "3"))
    assert {BOARD.tiles[action.tile].color for action in offered(yellow_phase, LayTile)} == {"yellow"}
    refused(yellow_phase, green, clause="18Rhl/8b")
    assert allowed(green_phase, green)


@pytest.mark.clause("18Rhl/7.1c")
def test_new_track_continues_what_a_station_reaches() -> None:
    game = adr(tiles={"K4": "4@1"})
    assert allowed(game, LayTile("ADR", "K8", "9", 1))
    refused(game, LayTile("ADR", "K8", "8", 2), clause="18Rhl/7.1c")  # touches K8 on the wrong side
    refused(game, LayTile("ADR", "H11", "9", 0), clause="18Rhl/7.1c")
    refused(adr(), LayTile("ADR", "K8", "9", 1), clause="18Rhl/7.1c")


@pytest.mark.clause("18Rhl/7.1c")
@pytest.mark.parametrize(
    ("dueren", "stations", "passes"),
    [
        ({}, {"ADR": ("K2",)}, True),
        ({}, {"ADR": ("K2",), "BME": ("K6",)}, False),
        ({}, {"ADR": ("K2", "K6")}, True),
        ({"K6": "15@1"}, {"ADR": ("K2",), "BME": ("K6",)}, True),
        ({"K6": "15@1"}, {"ADR": ("K2",), "BME": ("K6",), "CME": ("K6",)}, False),
        ({"K6": "15@1"}, {"ADR": ("K2", "K6"), "BME": ("K6",)}, True),
    ],
)
def test_a_city_full_of_others_markers_cuts_the_way(dueren: dict[str, str], stations: Any, passes: bool) -> None:
    game = adr(tiles={"K4": "4@1", **dueren}, stations=stations)
    beyond = LayTile("ADR", "K8", "9", 1)
    assert allowed(game, beyond) == passes
    if not passes:
        refused(game, beyond, clause="18Rhl/7.1c")


@pytest.mark.clause("18Rhl/7.1d")
@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("ADR", {"J3", "K4"}),
        ("BME", {"E14", "G14"}),
        ("CCE", {"E6", "H9"}),
        ("CME", {"H11"}),
        ("DEE", {"F11"}),
        ("GVE", {"F5"}),
        ("KKK", set()),
        ("RhE", {"J9"}),
    ],
)
def test_in_its_first_turn_a_corporation_builds_its_start_hex_or_extends_the_track_there(
    name: str, where: set[str]
) -> None:
    game = turn_of(name, first=True, phase="2", floated=(name,))
    assert hexes(game) == where
    refused(game, LayTile(name, "D5", "9", 1), clause="18Rhl/7.1c")


@pytest.mark.clause("18Rhl/7.1d")
def test_the_start_hex_takes_a_station_tile_only() -> None:
    game = turn_of("CCE", first=True, phase="2")
    assert {action.tile for action in offered(game, LayTile) if action.hex == "E6"} == {"201", "202"}
    kkk = turn_of("KKK", first=True, phase="5")
    assert {action.tile for action in offered(kkk, LayTile)} == {"947"}


@pytest.mark.clause("18Rhl/7.1e")
@pytest.mark.parametrize(
    ("hex", "fits", "others"),
    [
        ("K8", [("9", 1)], [("4", 1), ("57", 1)]),  # plain
        ("K4", [("4", 1), ("58", 1), ("3", 1)], [("9", 1), ("57", 1), ("2", 1)]),  # one town
        ("J3", [("1", 2)], [("9", 0), ("4", 0), ("57", 0)]),  # two towns
        ("K10", [("57", 2), ("5", 1)], [("9", 2), ("4", 2), ("8", 5)]),  # a city
    ],
)
def test_plain_hexes_take_plain_track_towns_as_many_towns_and_cities_cities(hex: str, fits: Any, others: Any) -> None:
    way = {"K4": {}, "J3": {}, "K8": {"K4": "4@1"}, "K10": {"K4": "4@1", "K8": "9@1"}}
    game = adr(tiles=way[hex])
    for tile, turn in others:
        unfit(game, LayTile("ADR", hex, tile, turn), "18Rhl/7.1e")
    for tile, turn in fits:
        assert BOARD.fits(game.position.tiles, hex, tile, turn)
    assert allowed(game, LayTile("ADR", hex, *fits[-1]))


@pytest.mark.clause("18Rhl/7.1e")
def test_every_first_tile_has_the_stops_of_its_hex() -> None:
    first = [(old, new) for _, _, old, new in grounds() if old.color == "white"]
    assert len(first) > 300
    for old, new in first:
        assert (len(new.towns), len(new.cities)) == (len(old.towns), len(old.cities))


@pytest.mark.clause("18Rhl/7.1f")
def test_lettered_hexes_and_lettered_tiles_belong_together() -> None:
    letters = {hex: figure.label for hex, figure in BOARD.hexes.items() if figure.label}
    assert letters == {
        "K2": "AC", "F9": "D", "D9": "DU", "I10": "K", "D7": "Moers", "C12": "OO", "D11": "OO", "G12": "OO", "G6": "OO",
        "E6": "Y", "D13": "Y", "F13": "Y",
    }  # fmt: skip
    for hex, tile, _, new in grounds():
        marks = (new.label or "").split("/")
        assert letters.get(hex, "") in marks, (hex, tile)


@pytest.mark.clause("18Rhl/7.1f")
def test_a_plain_city_tile_is_refused_on_a_lettered_hex_and_the_other_way_round() -> None:  # R30: Y too
    game = turn_of("CCE", first=True, phase="2")
    for tile in ("5", "6", "57", "937"):
        unfit(game, LayTile("CCE", "E6", tile, 0), "18Rhl/7.1f")
    assert allowed(game, LayTile("CCE", "E6", "201", 0))
    game = adr(tiles={"K4": "4@1", "K8": "9@1"})
    for tile in ("201", "202", "937"):
        unfit(game, LayTile("ADR", "K10", tile, 1))
    assert allowed(game, LayTile("ADR", "K10", "5", 1))


@pytest.mark.clause("18Rhl/7.1g")
def test_no_track_into_a_blank_side_of_a_grey_or_red_hex_or_off_the_board() -> None:
    """I2 lies between the grey H1 and I4, the red J1 and the rim: only towards H3 may the way go on."""
    game = adr(tiles={"J3": "1@2"})
    wrong = {"grey H1": ("9", 2), "off the board": ("8", 5), "grey I4": ("7", 4), "red J1": ("7", 5)}
    for tile, turn in wrong.values():
        unfit(game, LayTile("ADR", "I2", tile, turn), "18Rhl/7.1g")
    assert [(a.tile, a.rotation) for a in offered(game, LayTile) if a.hex == "I2"] == [("8", 3)]


@pytest.mark.clause("18Rhl/7.1g")
def test_track_may_lead_into_the_printed_track_of_red_and_grey_hexes() -> None:
    fitting = {hex: {*BOARD.fitting({}, hex)} for hex in ("B13", "C12", "J3", "K10")}
    assert ("1", 0) in fitting["B13"]  # Hamburg and Berlin
    assert ("937", 4) in fitting["C12"]  # Eastern Ruhr
    assert {3, 5} <= BOARD.as_laid("1", 2).exits  # J3 to the grey I4
    assert ("57", 2) in fitting["K10"]  # Basel
    for hex, tile, _, new in grounds():
        for edge in new.exits:
            other, back = BOARD.across[hex, edge]
            if BOARD.hexes[other].color in ("gray", "red"):
                assert back in BOARD.printed(other).exits, (hex, tile)


@pytest.mark.clause("18Rhl/7.1h")
def test_a_tile_need_not_join_the_track_of_its_neighbours() -> None:
    """J5 has track, but not towards K4; K4 may lead against its side."""
    game = adr(tiles={"J5": "9@1"})
    game.play(LayTile("ADR", "K4", "58", 1))
    assert BOARD.across["K4", 3] == ("J5", 0)
    assert 0 not in BOARD.ground(game.position.tiles, "J5").exits


MOUNTAINS = {"D13": 30, "E12": 30, "E14": 30, "F11": 60, "F13": 30, "G12": 30, "G14": 60, "H13": 60, "I12": 30,
             "I14": 60, "J13": 30, "K12": 30, "K2": 30}  # fmt: skip


@pytest.mark.clause("18Rhl/7.1i")
def test_small_mountains_cost_30_and_large_ones_60() -> None:
    figures = {hex: figure.cost.amount for hex, figure in BOARD.hexes.items() if figure.cost and _is_mountain(hex)}
    assert figures == MOUNTAINS


def _is_mountain(hex: str) -> bool:
    cost = BOARD.hexes[hex].cost
    return cost is not None and cost.terrain == "mountain"


@pytest.mark.clause("18Rhl/7.1i")
@pytest.mark.parametrize(("hex", "tile", "cost"), [("E14", ("9", 0), 30), ("G14", ("9", 2), 60)])
def test_the_mountain_is_paid_from_the_treasury_when_the_tile_is_placed(hex: str, tile: Any, cost: int) -> None:
    lay = LayTile("BME", hex, *tile)
    home: dict[str, Any] = {"stations": {"BME": ("F13.1",)}}
    refused(turn_of("BME", **home, cash={"BME": cost - 1, "Ada": 900}), lay, clause="18Rhl/7.1i")
    game = play_on(turn_of("BME", **home, cash={"BME": cost, "Ada": 900}), lay)
    assert (game.position.cash["BME"], game.position.cash["Ada"]) == (0, 900)
    assert [event.cost for event in events(game, TileLaid)] == [cost]


@pytest.mark.clause("18Rhl/7.1i")
@pytest.mark.parametrize(
    ("name", "at", "under", "lay", "cost"),
    [
        ("BME", "F13.1", {}, ("F13", "934", 5), 30),  # printed yellow: paid at the first upgrade
        ("BME", "F13.0", {"F13": "934@5"}, ("F13", "216", 5), 0),
        ("BME", "F13.1", {"E14": "9@0"}, ("E14", "24", 0), 0),  # once only
        ("ADR", "K2", {}, ("K2", "930", 0), 30),
        ("ADR", "K2", {"K2": "930@0"}, ("K2", "931", 0), 30),  # printed on #930
    ],
)
def test_a_mountain_is_paid_once_and_a_tile_by_its_own_print(
    name: str, at: str, under: Any, lay: Any, cost: int
) -> None:
    """R28: when the printed hex is first covered; #930 shows 30 of its own."""
    game = turn_of(name, phase="5", tiles=under, stations={name: (at,)})
    game.play(LayTile(name, *lay))
    assert game.position.cash[name] == 500 - cost


@pytest.mark.clause("18Rhl/7.1i")
def test_the_large_mountain_under_printed_track_is_paid_too() -> None:  # R28
    game = adr()
    assert RULES.board.tile_cost(game.position.tiles, "I14") == 60
    game.position.put("tiles", "I14", ("23", 0))
    assert RULES.board.tile_cost(game.position.tiles, "I14") == 0


@pytest.mark.clause("18Rhl/7.1j")
def test_the_owner_of_no_3_builds_on_one_mountain_free_once() -> None:
    game = turn_of("BME", stations={"BME": ("F13.1",)}, privates={"No3": "Ada"}, cash={"BME": 30})
    refused(game, LayTile("BME", "G14", "9", 2), clause="18Rhl/7.1i")
    game.play(LayTile("BME", "G14", "9", 2, "No3"))
    assert game.position.cash["BME"] == 30
    refused(game, LayTile("BME", "H13", "9", 2, "No3"), code="no-power")
    game.play(LayTile("BME", "E14", "9", 0))
    assert game.position.cash["BME"] == 0
    of_bo = turn_of("BME", stations={"BME": ("F13.1",)}, privates={"No3": "Bo"})
    refused(of_bo, LayTile("BME", "G14", "9", 2, "No3"), code="no-power")
