"""18CZ VIII.5: promoting track."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, choices, company, events, given, offered, play_on, refused
from tests.trackkit import floated, hexes, turn_of

from stellwerk.actions import BuyTrain, ChooseCity, Dividend, LayTile, Pass, PlaceStation, Run
from stellwerk.events import TileLaid
from stellwerk.rules.phases import is_color_open

KLADNO = {"D4": "57@1", "D6": "9@1", "D8": "8@5", "E9": "57@2"}
"""Karlovy Vary (D4) to Kladno (E9), and on to F10."""

EKJ = {"EKJ": ("D4",)}
PRAHA = {"yellow": "8889@1", "green": "8891@1", "brown": "8892@0"}
NEXT = {"yellow": ("8891", 1), "green": ("8892", 0), "brown": ("8893", 0)}


# Colours


@pytest.mark.clause("18CZ/VIII.5a")
@pytest.mark.parametrize("old", PRAHA)
def test_tiles_are_promoted_one_colour_at_a_time(old: str) -> None:
    game = turn_of("BN", phase="i", tiles={"E11": PRAHA[old]}, stations={"BN": ("E11.0",)})
    for tile, rotation in (("8889", 1), *NEXT.values()):
        action = LayTile("BN", "E11", tile, rotation)
        if (tile, rotation) == NEXT[old]:
            assert allowed(game, action)
        else:
            refused(game, action, clause="18CZ/VIII.5a")


@pytest.mark.clause("18CZ/VIII.5a")
def test_no_colour_is_left_out() -> None:
    game = turn_of("EKJ", phase="g", tiles={"D4": "57@1"}, stations=EKJ)
    refused(game, LayTile("EKJ", "D4", "611", 0), clause="18CZ/VIII.5a")
    assert allowed(game, LayTile("EKJ", "D4", "14", 0))


@pytest.mark.clause("18CZ/VIII.5b")
@pytest.mark.parametrize(
    ("old", "before", "since"), [("yellow", "abc", "defghij"), ("green", "def", "ghij"), ("brown", "gh", "ij")]
)
def test_green_comes_with_phase_d_brown_with_g_and_grey_with_i(old: str, before: str, since: str) -> None:
    tile, rotation = NEXT[old]
    action = LayTile("BN", "E11", tile, rotation)
    for phase in (before + since).replace("a", ""):  # BN exists from phase b on
        game = turn_of("BN", phase=phase, tiles={"E11": PRAHA[old]}, stations={"BN": ("E11.0",)})
        if phase in since:
            assert allowed(game, action)
        else:
            refused(game, action, clause="18CZ/VIII.5b")


@pytest.mark.clause("18CZ/VIII.5b")
def test_the_sale_of_the_first_d_train_opens_green_at_once() -> None:
    game = turn_of(
        "BTE",
        "trains",
        phase="c",
        next_card="d1",
        tiles={"D4": "57@1"},
        stations={"EKJ": ("D4",), "BTE": ("D2",)},
        trains={"EKJ": ("2",), "BTE": ("2+2",)},
    )
    green = LayTile("EKJ", "D4", "14", 0)
    assert not is_color_open(game.rules, game.position, "green")
    play_on(game, BuyTrain("BTE", "bank", "d1", "3+3", 180), Pass("BTE"))
    assert game.actor == "EKJ"
    assert allowed(game, green)


@pytest.mark.clause("18CZ/VIII.5b")
def test_the_export_of_the_first_d_train_opens_green_too() -> None:
    game = turn_of("EKJ", "end", phase="c", next_card="d1", stations=EKJ, trains={"EKJ": ("2",)})
    game.play(Pass("EKJ"))
    assert game.position.round.kind == "stock"
    assert is_color_open(game.rules, game.position, "green")
    assert not is_color_open(game.rules, game.position, "brown")


# Purple-edged tiles


@pytest.mark.clause("18CZ/VIII.5c")
def test_purple_edged_tiles_are_laid_only_with_the_power_of_a_local_railway() -> None:
    parts: dict[str, Any] = {"phase": "d", "tiles": {"D4": "57@1"}, "stations": EKJ}
    plain, powered = LayTile("EKJ", "D4", "14p", 0), LayTile("EKJ", "D4", "14p", 0, "S1")
    refused(turn_of("EKJ", **parts), plain, clause="18CZ/VIII.5c")
    game = turn_of("EKJ", privates={"S1": "EKJ"}, **parts)
    refused(game, plain, clause="18CZ/VIII.5c")
    assert allowed(game, powered)
    for privates, used in (({"S1": "Ada"}, ()), ({"S1": "EKJ"}, ("S1",))):
        refused(turn_of("EKJ", privates=privates, used=used, **parts), powered, clause="18CZ/IV.1k")


@pytest.mark.clause("18CZ/VIII.5d")
def test_any_company_may_promote_a_purple_edged_tile_with_an_ordinary_one() -> None:
    game = turn_of("EKJ", phase="g", tiles={**KLADNO, "E9": "14p@0"}, stations=EKJ)
    assert allowed(game, LayTile("EKJ", "E9", "611", 1))
    refused(game, LayTile("EKJ", "E9", "611p", 1), clause="18CZ/VIII.5c")


# Connections


@pytest.mark.clause("18CZ/VIII.5e")
def test_after_the_promotion_the_tile_has_track_connected_to_the_company() -> None:
    game = turn_of("EKJ", phase="d", tiles={"D4": "57@1", "D6": "9@0"}, stations=EKJ)
    assert allowed(game, LayTile("EKJ", "D6", "20", 0))  # the new track meets that of D4
    refused(game, LayTile("EKJ", "D6", "23", 0), clause="18CZ/VIII.5e")
    game = turn_of("EKJ", phase="d", tiles={"D4": "57@1", "D6": "9@1"}, stations=EKJ)
    assert allowed(game, LayTile("EKJ", "D6", "24", 1))  # D4 is joined already; the new track leads into the OO hex


@pytest.mark.clause("18CZ/VIII.5e", "18CZ/VIII.5i")
@pytest.mark.parametrize(
    ("kladno", "others", "passes"),
    [
        ("57@2", (), True),
        ("57@2", ("KFN",), False),
        ("14@1", ("KFN",), True),  # two places, one free
        ("14@1", ("KFN", "BTE"), False),
    ],
)
def test_a_city_is_passed_while_it_has_a_free_place(kladno: str, others: tuple[Any, ...], passes: bool) -> None:
    tiles = {**KLADNO, "E9": kladno, "F10": "4@2", "G11": "57@2"}
    stations = {**EKJ, **dict.fromkeys(others, ("E9",))}
    game = turn_of("EKJ", phase="d", tiles=tiles, stations=stations)
    promote, lay = LayTile("EKJ", "G11", "14", 1), LayTile("EKJ", "H12", "9", 2)
    for action in (promote, lay):
        if passes:
            assert allowed(game, action)
        else:
            refused(game, action, code="not-connected")


@pytest.mark.clause("18CZ/VIII.5e")
def test_the_blocked_city_itself_may_be_promoted() -> None:
    game = turn_of("EKJ", phase="d", tiles=KLADNO, stations={**EKJ, "KFN": ("E9",)})
    assert allowed(game, LayTile("EKJ", "E9", "14", 1))


# What is kept


@pytest.mark.clause("18CZ/VIII.5f")
def test_existing_track_is_kept() -> None:
    game = turn_of("EKJ", phase="d", tiles={"D4": "57@1", "D6": "9@1"}, stations=EKJ)
    plain = {(a.tile, a.rotation) for a in offered(game, LayTile) if a.hex == "D6"}
    ground = game.rules.board.as_laid
    assert plain
    assert all({(1, 4), (4, 1)} & set(ground(tile, rotation).track) for tile, rotation in plain)
    refused(game, LayTile("EKJ", "D6", "25", 1), clause="18CZ/VIII.5f")  # two curves, no straight
    refused(game, LayTile("EKJ", "D6", "23", 0), clause="18CZ/VIII.5f")  # the straight lies elsewhere
    refused(game, LayTile("EKJ", "D4", "15", 0), clause="18CZ/VIII.5f")  # the city would lose edge 4


@pytest.mark.clause("18CZ/VIII.5g")
def test_locations_are_neither_added_nor_lost_nor_changed() -> None:
    tiles = {"D4": "57@1", "D6": "9@1", "D2": "57@1", "E3": "4@1"}
    game = turn_of("EKJ", phase="d", tiles=tiles, stations=EKJ, privates={"S1": "EKJ"})
    kinds = {hex: {a.tile for a in offered(game, LayTile) if a.hex == hex} for hex in ("D4", "D6", "D2")}
    assert kinds["D4"] == kinds["D2"] == {"14", "15", "619", "14p", "15p"}
    assert kinds["D6"] == {"19", "20", "23", "24", "26", "27"}
    for hex, wrong in (("D6", "14"), ("D6", "888p"), ("D4", "20"), ("D4", "888p"), ("D4", "208")):
        private = "S1" if wrong.endswith("p") else None
        for rotation in range(6):
            refused(game, LayTile("EKJ", hex, wrong, rotation, private))
    for rotation in range(6):
        keeps_both = rotation in (0, 1, 3, 4)  # exits 0 1 3 4, turned; the city keeps edges 1 and 4
        assert allowed(game, LayTile("EKJ", "D4", "14", rotation)) == keeps_both


@pytest.mark.clause("18CZ/VIII.5h")
def test_a_promoted_city_may_have_a_further_place_for_a_station() -> None:
    game = turn_of("EKJ", phase="d", tiles=KLADNO, stations={**EKJ, "KFN": ("E9",)})
    station = PlaceStation("EKJ", "E9", 0)
    refused(game, station, code="no-place")
    play_on(game, LayTile("EKJ", "E9", "14", 1), station)
    assert game.position.stations["E9"] == (("KFN", 0), ("EKJ", 0))


@pytest.mark.clause("18CZ/VIII.5j")
def test_there_is_no_tile_left_until_one_is_replaced() -> None:
    tiles = {"D2": "57@1", "E9": "57@1", "G11": "57@1", "C23": "57@1"}
    stations = {"BTE": ("D2",), "EKJ": ("D4",)}
    parts: dict[str, Any] = {"phase": "d", "tiles": tiles, "trains": {"BTE": ("3+3",), "EKJ": ("3",)}}
    home = LayTile("EKJ", "D4", "57", 1)
    refused(turn_of("EKJ", stations=stations, **parts), home, clause="18CZ/IIa")
    game = turn_of("BTE", stations=stations, **parts)
    game.play(LayTile("BTE", "D2", "14", 0))
    assert game.rules.board.left(game.position.tiles, "57") == 1
    play_on(game, Run("BTE", 40), Dividend("BTE", "pay"), Pass("BTE"))
    assert game.actor == "EKJ"
    assert allowed(game, home)


# OO hexes and ATE


@pytest.mark.clause("18CZ/VIII.5k")
@pytest.mark.parametrize("first", [True, False])
def test_the_first_tile_on_an_oo_hex_is_green_and_an_upgrade(first: bool) -> None:
    parts: dict[str, Any] = {"phase": "d", "tiles": {"D4": "57@1", "D6": "8@1"}, "stations": EKJ}
    double, yellow = LayTile("EKJ", "C7", "8859", 0), LayTile("EKJ", "D2", "57", 1)
    game = turn_of("EKJ", first=first, **parts)
    assert {game.rules.board.tiles[a.tile].color for a in offered(game, LayTile) if a.hex == "C7"} == {"green"}
    game.play(double)
    assert offered(game, LayTile) == []
    game = play_on(turn_of("EKJ", first=first, **parts), yellow)
    refused(game, double, clause="18CZ/VIII.4c")


@pytest.mark.clause("18CZ/VIII.5l")
@pytest.mark.parametrize(("phase", "place"), [("b", set()), ("c", set()), ("d", {"B8"})])
def test_ate_lays_only_green_on_its_bare_home(phase: str, place: set[str]) -> None:
    """R25: before phase d nothing at all; its station waits in the hex."""
    game = turn_of("ATE", first=True, phase=phase)
    assert hexes(game) == place
    assert game.position.stations["B8"] == (("ATE", -1),)
    refused(game, LayTile("ATE", "B10", "57", 1))
    if place:
        play_on(game, LayTile("ATE", "B8", "8863", 0), ChooseCity("ATE", "B8", 1))
        assert offered(game, LayTile) == []  # it was the upgrade of this turn


@pytest.mark.clause("18CZ/VIII.5l")
def test_ate_lays_green_as_the_upgrade_of_any_later_turn() -> None:
    game = turn_of("ATE", phase="d", stations={"ATE": ("B8",)})
    assert hexes(game) == {"B8"}


@pytest.mark.clause("18CZ/VIII.5l")
def test_ate_lays_like_others_where_its_home_was_built_before() -> None:
    parts: dict[str, Any] = {"phase": "d", "tiles": {"B8": "8859@1"}}  # cities on edges 1, 4 and 3, 0
    game = turn_of("ATE", first=True, **parts)
    play_on(game, ChooseCity("ATE", "B8", 0), LayTile("ATE", "B10", "57", 1), LayTile("ATE", "B12", "621", 1))
    refused(game, LayTile("ATE", "B14", "55", 1), clause="18CZ/VIII.4c")
    game = turn_of("ATE", first=True, phase="d", tiles={"B8": "8859@1", "B10": "57@1"})
    play_on(game, ChooseCity("ATE", "B8", 0), LayTile("ATE", "B10", "14", 0))
    assert offered(game, LayTile) == []


# Cost, chart


@pytest.mark.clause("18CZ/VIII.5m")
def test_promoting_costs_nothing_whatever_the_terrain() -> None:
    tiles = {"E15": "57@1", "D14": "9@2"}  # both on a river; E15 leads to E13 and E17
    game = turn_of("BCB", phase="d", cash={"BCB": 0}, tiles=tiles, stations={"BCB": ("E15",)})
    game.play(LayTile("BCB", "E15", "15", 1))
    assert [event.cost for event in events(game, TileLaid)] == [0]


@pytest.mark.clause("18CZ/VIII.5m", "18CZ/VIII.4j")
@pytest.mark.parametrize(
    ("name", "bare", "built", "first", "later"),
    [
        ("BN", "E11.1", "E11.0", LayTile("BN", "E11", "8889", 1), LayTile("BN", "E11", "8891", 1)),
        ("ATE", "B8", "B8.0", LayTile("ATE", "B8", "8863", 0), LayTile("ATE", "B8", "8894p", 3, "M1")),
    ],
)
def test_the_first_tile_on_praha_and_teplice_pays_the_river_though_it_is_an_upgrade(
    name: str, bare: str, built: str, first: LayTile, later: LayTile
) -> None:
    """R21: the first tile on the hex pays the printed 10, later promotions are free."""
    refused(turn_of(name, phase="g", cash={name: 9}, stations={name: (bare,)}), first, clause="18CZ/VIII.4j")
    game = turn_of(name, phase="g", cash={name: 10}, stations={name: (bare,)})
    game.play(first)
    assert game.position.cash[name] == 0
    tiles = {first.hex: f"{first.tile}@{first.rotation}"}
    poor: dict[str, Any] = {"cash": {name: 0}, "tiles": tiles, "stations": {name: (built,)}, "privates": {"M1": name}}
    assert allowed(turn_of(name, phase="g", **poor), later)


@pytest.mark.clause("18CZ/VIII.5m")
def test_the_first_tile_on_the_other_oo_hexes_is_free() -> None:
    """R21: C7 and D26 show no cost."""
    game = turn_of("EKJ", phase="d", cash={"EKJ": 0}, tiles={"D4": "57@1", "D6": "8@1"}, stations=EKJ)
    assert allowed(game, LayTile("EKJ", "C7", "8859", 0))
    assert game.rules.board.hexes["D26"].cost is None


CHART = {
    "7": "26 27 28 29 30 31",
    "8": "16 19 23 24 25 28 29 30 31",
    "9": "19 20 23 24 26 27",
    "16": "43 70",
    "19": "45 46",
    "20": "44 47",
    "23": "41 43 45 47",
    "24": "42 43 46 47",
    "25": "40 45 46",
    "26": "42 44 45",
    "27": "41 44 46",
    "28": "39 43 46 70",
    "29": "39 43 45 70",
    "30": "42 70",
    "31": "41 70",
    **dict.fromkeys(("39", "40", "41", "42", "43", "44", "45", "46", "47", "70"), ""),
    **dict.fromkeys(("5", "6", "57"), "14 15 619 14p 15p"),
    **dict.fromkeys(("14", "15", "619", "14p", "15p"), "611 611p"),
    **dict.fromkeys(("611", "611p"), "595p"),
    **dict.fromkeys(("201", "202", "621"), "207 208 622"),
    **dict.fromkeys(("207", "208", "622"), "216 216p"),
    **dict.fromkeys(("216", "216p"), "8857p"),
    **dict.fromkeys(("3", "4", "58"), "887p 888p 8866p"),
    **dict.fromkeys(("1", "55"), "888p"),  # R22: two towns become one
    **dict.fromkeys(("2", "56"), "887p"),
    "69": "8866p",
    **dict.fromkeys(("887p", "888p", "8866p"), "889p"),
    **dict.fromkeys(("8885", "8863"), "8894p"),  # R22: two cities become one with two places
    **dict.fromkeys(("8864", "8865"), "8895p"),
    **dict.fromkeys(("8859", "8860"), "8896p"),
    **dict.fromkeys(("8889", "8890"), "8891"),
    "8891": "8892",  # R22: four cities become one with four places
    "8892": "8893",
    **dict.fromkeys(("889p", "8894p", "8895p", "8896p", "595p", "8857p", "8893"), ""),
}


@pytest.mark.clause("18CZ/VIII.5n", "18CZ/VIII.5g")
def test_the_upgrade_chart() -> None:
    board = given().rules.board
    inner = {None: "G7", "Y": "G19", "OO": "C7", "P": "E11"}
    chart = {}
    for tile in (name for name in board.counts if board.tiles[name].color != "red"):
        hex = inner[board.tiles[tile].label]
        chart[tile] = {new for turn in range(6) for new, _ in board.fitting({hex: (tile, turn)}, hex)}
    assert chart == {tile: set(new.split()) for tile, new in CHART.items()}


@pytest.mark.clause("18CZ/VIII.5n", "18CZ/VIII.5g")
def test_stations_move_into_the_merged_city() -> None:
    """R22."""
    game = turn_of("BN", phase="g", tiles={"E11": "8891@1"}, stations={"BN": ("E11.2",), "KFN": ("E11.3",)})
    game.play(LayTile("BN", "E11", "8892", 0))
    assert game.position.stations["E11"] == (("BN", 0), ("KFN", 0))
    game = turn_of("ATE", phase="g", tiles={"B8": "8863@0"}, stations={"ATE": ("B8.1",)}, privates={"M1": "ATE"})
    game.play(LayTile("ATE", "B8", "8894p", 3, "M1"))
    assert game.position.stations["B8"] == (("ATE", 0),)
    assert choices(game, ChooseCity) == []


@pytest.mark.clause("18CZ/VIII.5g")
def test_stations_of_praha_stay_with_their_track() -> None:
    companies = {"BN": floated("BN", "Ada"), "NWB": company(100, Bo=60)}
    game = turn_of("BN", companies=companies, stations={"BN": ("E11.1",), "NWB": ("E11.0",)})
    game.play(LayTile("BN", "E11", "8889", 1))  # edges 3, 4 and 5
    assert dict(game.position.stations["E11"]) == {"BN": 0, "NWB": 2}
