"""18Rhl, section 8: upgrading track."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.kit import allowed, company, given, offered, play_on, refused

from stellwerk.actions import Dividend, LayTile, Pass, Run
from stellwerk.board.ground import Ground
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18Rhl")
BOARD = RULES.board
BONN = {"K4": "4@1", "K8": "9@1", "K10": "5@1"}
"""Aachen (K2), Düren (K6), Bonn (K10)."""


def turn_of(name: str, **parts: Any) -> Game:
    """Ada's corporation in its track step with 500 in its treasury, phase 3 unless said; other stations are Bo's."""
    others = [other for other in parts.get("stations", ()) if other != name]
    position = {
        "companies": {name: company(70, Ada=60), **{other: company(65, Bo=60) for other in others}},
        "cash": {name: 500},
        "phase": "3",
        "turn": {"company": name},
    }
    return given(title="18Rhl", **{**position, **parts})


def unfit(game: Game, lay: LayTile, clause: str | None = None) -> None:
    """The tile does not fit there (by this clause)."""
    assert refused(game, lay, clause=clause).code.startswith("tile-")


def adr(**parts: Any) -> Game:
    """The ADR, with track from Aachen to Bonn."""
    return turn_of("ADR", **{"stations": {"ADR": ("K2",)}, "tiles": BONN, **parts})


def steps() -> Iterator[tuple[str, Ground, Ground]]:
    """Every upgrade there can be: hex, what lies there, what replaces it."""
    for hex in BOARD.hexes:
        seen: set[tuple[str, int]] = set()
        ahead: list[dict[str, tuple[str, int]]] = [{}]
        while ahead:
            tiles = ahead.pop()
            old = BOARD.ground(tiles, hex)
            for tile, turn in BOARD.fitting(tiles, hex):
                if (tile, turn) not in seen:
                    seen.add((tile, turn))
                    ahead.append({hex: (tile, turn)})
                if old.color != "white":
                    yield hex, old, BOARD.as_laid(tile, turn)


def followers(tile: str, hexes: tuple[str, ...] = tuple(BOARD.hexes)) -> set[str]:
    """What can replace a tile anywhere."""
    return {new.tile for hex, old, new in steps() if old.tile == tile and hex in hexes}


@pytest.mark.clause("18Rhl/8a")
@pytest.mark.parametrize("upgrade", [LayTile("ADR", "K4", "141", 1), LayTile("ADR", "K6", "15", 1)])
def test_an_upgrade_of_a_tile_or_of_a_printed_hex_takes_the_place_of_the_yellow_lay(upgrade: LayTile) -> None:
    yellow = LayTile("ADR", "J3", "1", 2)
    game = play_on(adr(), upgrade)
    refused(game, yellow, clause="18Rhl/6.3b")
    game = play_on(adr(), yellow)
    refused(game, upgrade, clause="18Rhl/6.3b")


@pytest.mark.clause("18Rhl/8b")
@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6", "8"])
def test_green_comes_with_the_first_3_train_brown_with_the_first_5_and_grey_with_the_first_8(phase: str) -> None:
    tries = {
        "3": (turn_of("ADR", phase=phase, stations={"ADR": ("K2",)}), LayTile("ADR", "K2", "930", 0)),
        "5": (
            turn_of("ADR", phase=phase, stations={"ADR": ("K2",)}, tiles={"K2": "930@0"}),
            LayTile("ADR", "K2", "931", 0),
        ),
        "8": (
            turn_of("DEE", phase=phase, stations={"DEE": ("F9",)}, tiles={"F9": "927@0"}),
            LayTile("DEE", "F9", "932", 0),
        ),
    }
    for first, (game, upgrade) in tries.items():
        if phase >= first:
            assert allowed(game, upgrade)
        else:
            refused(game, upgrade, clause="18Rhl/8b")


@pytest.mark.clause("18Rhl/8b")
def test_colours_are_not_skipped() -> None:
    game = turn_of("ADR", phase="8", stations={"ADR": ("K2",)})
    unfit(game, LayTile("ADR", "K2", "931", 0), "18Rhl/8b")
    assert allowed(game, LayTile("ADR", "K2", "930", 0))
    colours = ["yellow", "green", "brown", "gray"]
    assert {(old.color, new.color) for _, old, new in steps()} == {*pairwise(colours)}


@pytest.mark.clause("18Rhl/8c")
def test_new_track_must_extend_a_way_from_a_station() -> None:
    """On K8 the ADR comes from the west: a branch from the west extends its way, one from the east does not."""
    west, east = LayTile("ADR", "K8", "23", 1), LayTile("ADR", "K8", "23", 4)
    game = adr()
    assert allowed(game, west)
    refused(game, east, clause="18Rhl/8c")
    assert allowed(adr(stations={"ADR": ("K2", "K10")}), east)
    refused(adr(tiles={"K8": "9@1", "K10": "5@1"}), west, clause="18Rhl/8c")


@pytest.mark.clause("18Rhl/8c")
def test_a_crossing_that_the_corporation_cannot_enter_extends_nothing() -> None:
    """#20 and #19 lay a second way across the old one of K8; the ADR comes only from the west (side 1)."""
    game = adr()
    across = LayTile("ADR", "K8", "20", 1)  # 1-4 and 2-5
    assert BOARD.fits(game.position.tiles, "K8", "20", 1)
    refused(game, across, clause="18Rhl/8c")
    by_l9 = adr(tiles={**BONN, "K10": "5@0"})  # Bonn leads over L9 to K8 from the south-east (side 5)
    assert allowed(by_l9, across)


@pytest.mark.clause("18Rhl/8d")
def test_a_city_upgrade_may_just_raise_the_value_of_a_city_on_a_route() -> None:
    game = turn_of("ADR", phase="5", tiles={"K2": "930@0"}, stations={"ADR": ("K2",)})
    old, new = BOARD.as_laid("930", 0), BOARD.as_laid("931", 0)
    assert old.exits == new.exits and (old.cities[0].revenue, new.cities[0].revenue) == (30, 40)
    assert allowed(game, LayTile("ADR", "K2", "931", 0))


@pytest.mark.clause("18Rhl/8d")
def test_a_city_the_corporation_cannot_reach_is_not_upgraded_by_it() -> None:
    upgrade = LayTile("ADR", "K6", "15", 1)
    refused(adr(tiles={}), upgrade, clause="18Rhl/8c")
    assert allowed(adr(), upgrade)
    full = adr(stations={"ADR": ("K2",), "BME": ("F13.1", "K6")})
    assert allowed(full, upgrade), "a route may end in a full city, so its value counts"
    refused(full, LayTile("ADR", "K10", "15", 5), clause="18Rhl/8c")


@pytest.mark.clause("18Rhl/8d")
def test_joining_two_cities_counts_for_whoever_reaches_either() -> None:  # R31
    """The BME comes to F13 from the east, the DEE from the west; #934 makes one city of Elberfeld and Barmen."""
    upgrade = ("F13", "934", 5)
    assert allowed(turn_of("BME", stations={"BME": ("F13.1",)}), LayTile("BME", *upgrade))
    west = turn_of("DEE", stations={"DEE": ("F9.1",)}, tiles={"F11": "9@1"})
    assert allowed(west, LayTile("DEE", *upgrade))
    refused(turn_of("DEE", stations={"DEE": ("F9.1",)}), LayTile("DEE", *upgrade), clause="18Rhl/8c")


@pytest.mark.clause("18Rhl/8e")
def test_an_upgrade_keeps_all_track_and_connections() -> None:
    game = adr()
    for hex, tile, turn in (("K8", "16", 1), ("K8", "25", 3)):
        refused(game, LayTile("ADR", hex, tile, turn), clause="18Rhl/8e")
    for hex, old, new in steps():
        assert old.exits <= new.exits, hex
        pairs = {frozenset(pair) for pair in new.track}
        assert {frozenset(pair) for pair in old.track} <= pairs, hex
        kept = [{*city.exits} for city in new.cities] + [{*town.exits} for town in new.towns]
        for exits in [{*city.exits} for city in old.cities] + [{*town.exits} for town in old.towns]:
            assert not exits or any(exits <= heir for heir in kept), hex


@pytest.mark.clause("18Rhl/8e")
def test_stations_stay_with_their_track() -> None:
    game = turn_of("GVE", stations={"GVE": ("G6.1",), "BME": ("F13.1", "G6.0")})
    game.play(LayTile("GVE", "G6", "938", 2))  # [2] and [4, 0]
    assert {*game.position.stations["G6"]} == {("GVE", 0), ("BME", 1)}


@pytest.mark.clause("18Rhl/8e")
def test_two_separate_cities_stay_separate_while_the_new_tile_has_two() -> None:
    """#938 turned by four would lead both printed tracks of G6 into one circle."""
    game = turn_of("GVE", stations={"GVE": ("G6.1",)})
    refused(game, LayTile("GVE", "G6", "938", 4), clause="18Rhl/8e")
    turns = {(a.tile, a.rotation) for a in offered(game, LayTile) if a.hex == "G6"}
    assert turns == {("938", 0), ("938", 2), ("941", 0), ("942", 3)}
    for hex, old, new in steps():
        if len(old.cities) == len(new.cities):
            heirs = [i for city in old.cities for i, c in enumerate(new.cities) if {*city.exits} <= {*c.exits}]
            assert len({*heirs}) == len(new.cities) or not all(city.exits for city in old.cities), hex


@pytest.mark.clause("18Rhl/8f")
def test_the_replaced_tile_may_be_used_again() -> None:
    """The only #5 lies in Bonn; when the ADR replaces it the BME can lay it in Wesel (B9)."""
    wesel = LayTile("BME", "B9", "5", 4)
    parts = {
        "tiles": {**BONN, "B13": "1@0", "B11": "9@1"},
        "stations": {"ADR": ("K2",), "BME": ("F13.1", "A14")},
        "trains": {"ADR": ("2",), "BME": ("2",)},
    }
    for upgrade, again in ((LayTile("ADR", "K10", "15", 5), True), (LayTile("ADR", "K6", "15", 1), False)):
        game = play_on(adr(**parts), upgrade)
        play_on(game, offered(game, Run)[0], Dividend("ADR", "pay"), Pass("ADR"))
        assert game.actor == "BME"
        if again:
            assert allowed(game, wesel)
        else:
            refused(game, wesel, code="no-tile")


@pytest.mark.clause("18Rhl/8g")
def test_plain_stays_plain_town_stays_town_and_city_stays_city() -> None:
    kinds = {(bool(o.cities), bool(o.towns), bool(n.cities), bool(n.towns)) for _, o, n in steps()}
    assert kinds == {(False, False, False, False), (True, False, True, False), (False, True, False, True)}
    game = adr()
    for hex, tile, turn in (("K8", "141", 1), ("K8", "15", 1), ("K4", "23", 1), ("K4", "15", 1), ("K6", "141", 1)):
        unfit(game, LayTile("ADR", hex, tile, turn))


@pytest.mark.clause("18Rhl/8h")
def test_lettered_tiles_upgrade_only_tiles_with_the_same_letters() -> None:
    seen = set()
    for hex, _, new in steps():
        letters = BOARD.hexes[hex].label or ""
        assert letters in (new.label or "").split("/"), (hex, new.tile)
        seen.add(letters)
    assert seen == {"", "AC", "D", "DU", "K", "Moers", "OO", "Y"}
    assert followers("", ("E6", "D13", "F13")) == {"934"}  # R30: F13 is printed yellow
    assert followers("201") == followers("202") == {"934"}
    assert followers("934") == {"216"}
    assert followers("930") == {"931"}


@pytest.mark.clause("18Rhl/8h")
def test_a_tile_with_other_letters_or_none_is_refused() -> None:
    game = turn_of("BME", phase="5", stations={"BME": ("F13.1",)})
    for tile in ("15", "938", "930", "921"):
        for turn in range(6):
            unfit(game, LayTile("BME", "F13", tile, turn))
    assert allowed(game, LayTile("BME", "F13", "934", 5))
    game = adr()
    for turn in range(6):
        unfit(game, LayTile("ADR", "K6", "934", turn))


@pytest.mark.clause("18Rhl/8i")
def test_a_single_town_becomes_a_green_town_with_three_links_and_nothing_more() -> None:
    assert followers("3") == {"141", "142", "143"}  # R32: as the track fits
    assert followers("4") == {"141", "142"}
    assert followers("58") == {"141", "142", "143", "144"}
    for tile in ("141", "142", "143", "144"):
        (town,) = BOARD.tiles[tile].towns
        assert (len(town.exits), town.revenue, BOARD.tiles[tile].color) == (3, 10, "green")
        assert followers(tile) == set()
    game = adr(phase="8")
    for tile in ("87", "88", "204", "933"):
        for turn in range(6):
            unfit(game, LayTile("ADR", "K4", tile, turn))
    play_on(game, LayTile("ADR", "K4", "141", 1))
    assert BOARD.fitting(game.position.tiles, "K4") == ()


@pytest.mark.clause("18Rhl/8j")
def test_the_double_towns_have_their_own_green_and_one_brown_tile() -> None:  # R32
    assert followers("1") == followers("55") == {"88"}
    assert followers("2") == followers("56") == {"87"}
    assert followers("69") == {"204"}
    for tile in ("87", "88", "204"):
        (town,) = BOARD.tiles[tile].towns
        assert (len(town.exits), town.revenue, BOARD.tiles[tile].color) == (4, 10, "green")
        assert followers(tile) == {"933"}
    (town,) = BOARD.tiles["933"].towns
    assert (len(town.exits), town.revenue, BOARD.tiles["933"].color) == (5, 20, "brown")
    assert followers("933") == set()
    assert "933" not in {new.tile for hex, _, new in steps() if hex == "G10"}, "no room for the fifth exit"


@pytest.mark.clause("18Rhl/8j")
@pytest.mark.parametrize(
    ("yellow", "green", "brown"), [("1@2", ("88", 2), ("933", 4)), ("55@2", ("88", 2), ("933", 4))]
)
def test_two_towns_become_a_green_town_with_four_links_and_then_a_brown_one(
    yellow: str, green: Any, brown: Any
) -> None:
    game = adr(tiles={"J3": yellow}, phase="3")
    unfit(game, LayTile("ADR", "J3", "87", 2))
    unfit(game, LayTile("ADR", "J3", "141", 2))
    play_on(game, LayTile("ADR", "J3", *green))
    later = adr(tiles={"J3": f"{green[0]}@{green[1]}"}, phase="5")
    assert {(a.tile, a.rotation) for a in offered(later, LayTile) if a.hex == "J3"} == {brown}
    play_on(later, LayTile("ADR", "J3", *brown))


@pytest.mark.clause("18Rhl/8j", "18Rhl/8c")
def test_the_joining_of_two_towns_extends_the_way_of_whoever_reaches_one_of_them() -> None:  # R31, R32
    assert allowed(adr(tiles={"J3": "1@2"}), LayTile("ADR", "J3", "88", 2))
    refused(adr(tiles={"F5": "1@0"}), LayTile("ADR", "F5", "88", 0), clause="18Rhl/8c")
