"""18Rhl, chapter 4: the special functions of the private companies Nos. 1 to 4."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, given, offered, play_on, refused

from stellwerk.actions import BuyTrain, LayTile, Pass, PlaceStation, Run
from stellwerk.events import PowerUsed, StationPlaced
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18Rhl")
ALL = dict.fromkeys(("No1", "No2", "No3", "No4"), "Ada")


def rhl(**parts: Any) -> Game:
    return given(title="18Rhl", **parts)


def turn(name: str = "ADR", **parts: Any) -> Game:
    """ADR, BME, DEE and CCE belong to Ada, Bo, Cy and Ada; one of them is on turn with 500 in the green phase."""
    return rhl(
        **{
            "phase": "3",
            "companies": {
                "ADR": company(100, Ada=50),
                "BME": company(90, Bo=50),
                "DEE": company(80, Cy=50),
                "CCE": company(70, Ada=50),
            },
            "stations": {"ADR": ("K2",), "BME": ("F13.1",), "DEE": ("F9.1",), "CCE": ("I10.1", "E6")},
            "privates": ALL,
            "cash": {name: 500},
            "turn": {"company": name},
            **parts,
        }
    )


def use(private: str, name: str = "ADR") -> LayTile:
    """A plain use of each function, nowhere near Aachen."""
    place = {"No1": ("E14", "9", 0), "No2": ("E8", "935", 1), "No3": ("H13", "9", 0), "No4": ("D9", "925", 0)}[private]
    return LayTile(name, *place, private)


# 4.1 All of them


@pytest.mark.clause("18Rhl/4.1c")
@pytest.mark.parametrize("private", ALL)
def test_only_the_owner_uses_a_function_and_only_as_director(private: str) -> None:
    assert allowed(turn("ADR"), use(private))
    refused(turn("BME"), use(private, "BME"), clause="18Rhl/4.1c")  # Bo directs it
    assert allowed(turn("BME", privates={private: "Bo"}), use(private, "BME"))
    refused(turn("ADR", privates={private: "Bo"}), use(private), clause="18Rhl/4.1c")
    refused(turn("ADR", privates={}), use(private), clause="18Rhl/4.1c")
    stock = rhl(round={"kind": "stock", "set": 2}, companies={"ADR": company(100, Ada=50)}, privates=ALL)
    refused(stock, use(private))


@pytest.mark.clause("18Rhl/4.1c")
@pytest.mark.parametrize("private", ALL)
def test_a_function_works_once_in_the_game(private: str) -> None:  # R63
    game = turn(used=(private,))
    refused(game, use(private), clause="18Rhl/4.1c")
    assert not [action for action in offered(game, LayTile) if action.private == private]


@pytest.mark.clause("18Rhl/4.1c")
def test_no_5_has_no_function_for_the_map() -> None:
    game = turn(privates={"No5": "Ada"})
    refused(game, LayTile("ADR", "H13", "9", 0, "No5"), clause="18Rhl/4.1c")


@pytest.mark.clause("18Rhl/4.1d")
@pytest.mark.parametrize("private", ALL)
@pytest.mark.parametrize("stage", ["station", "run", "trains", "end"])
def test_tiles_of_private_companies_are_laid_in_the_track_step_only(private: str, stage: str) -> None:  # R62
    refused(turn(turn={"company": "ADR", "stage": stage}), use(private))


@pytest.mark.clause("18Rhl/4.1d")
def test_after_a_station_the_time_of_the_functions_is_over() -> None:
    """From Krefeld CCE reaches Duisburg's left bank."""
    game = turn("CCE", tiles={"E6": "202@4", "E8": "56@0"})
    assert allowed(game, use("No3", "CCE"))
    game.play(PlaceStation("CCE", "D9", 0))
    for private in ALL:
        refused(game, use(private, "CCE"))


@pytest.mark.clause("18Rhl/4.1e")
@pytest.mark.parametrize("first", [True, False])
def test_functions_come_in_addition_to_the_normal_lay_and_to_each_other(first: bool) -> None:
    game = turn()
    normal = LayTile("ADR", "K4", "4", 1)
    if first:
        game.play(normal)
    play_on(game, use("No1"), use("No2"), Pass("ADR"), use("No3"), use("No4"))
    if not first:
        game.play(normal)
    assert set(game.position.tiles) == {"E14", "E8", "H13", "D9", "K4"}
    refused(game, LayTile("ADR", "J3", "69", 2), clause="18Rhl/6.3b")
    assert [(event.private, event.company) for event in events(game, PowerUsed)] == [(p, "ADR") for p in ALL]
    assert game.position.cash["ADR"] == 500 - 30  # the mountain of E14


@pytest.mark.clause("18Rhl/4.1e")
def test_the_station_of_no_4_is_the_normal_one_of_the_turn() -> None:
    game = play_on(turn(), use("No4"), PlaceStation("ADR", "D9", 0))
    refused(game, PlaceStation("ADR", "J3", 0))
    assert not offered(game, PlaceStation)


@pytest.mark.clause("18Rhl/4.1f")
@pytest.mark.parametrize("private", ["No1", "No3", "No4"])
def test_the_hex_of_a_function_need_not_be_connected(private: str) -> None:  # R3
    game, lay = turn(), use(private)
    refused(game, LayTile("ADR", lay.hex, lay.tile, lay.rotation), code="not-connected")
    assert allowed(game, lay)


# No. 1


@pytest.mark.clause("18Rhl/4.2.1b")
def test_only_the_owner_of_the_pwb_may_place_the_first_tile_on_e14() -> None:
    """BME (Bo) reaches E14 from Elberfeld."""
    lay = LayTile("BME", "E14", "9", 0)
    refused(turn("BME", privates={"No1": "Ada"}), lay, clause="18Rhl/7.3b")
    game = turn("BME", privates={"No1": "Bo"})
    game.play(lay)  # with the normal lay, if he likes (R4)
    assert game.position.cash["BME"] == 470
    assert game.position.used == ()
    refused(game, use("No1", "BME"), code="tile-fit")
    refused(game, LayTile("BME", "G14", "9", 2), clause="18Rhl/6.3b")


@pytest.mark.clause("18Rhl/4.2.1c")
def test_the_owner_lays_it_beside_his_normal_lay_unconnected_and_pays_the_mountain() -> None:  # R4
    game = turn(cash={"ADR": 30})
    game.play(use("No1"))
    assert game.position.tiles["E14"] == ("9", 0)
    assert game.position.cash["ADR"] == 0
    assert allowed(game, LayTile("ADR", "K4", "4", 1))
    refused(turn(cash={"ADR": 29}), use("No1"), clause="18Rhl/7.1i")
    game = turn(cash={"ADR": 0})  # free with No. 3 used for it
    game.play(LayTile("ADR", "E14", "9", 0, "No3"))
    assert game.position.used == ("No3",)
    refused(game, use("No1"), code="tile-fit")


@pytest.mark.clause("18Rhl/4.2.1c")
def test_the_pwb_lays_the_first_tile_on_e14_and_nothing_else() -> None:
    refused(turn(), LayTile("ADR", "G14", "9", 2, "No1"), code="power-hex")
    refused(turn(), LayTile("ADR", "E14", "9", 1, "No1"), code="tile-fit")  # off the map
    laid = turn(tiles={"E14": "9@0"})
    refused(laid, LayTile("ADR", "E14", "24", 0, "No1"), code="power-hex")
    assert not [action for action in offered(laid, LayTile) if action.private == "No1"]


@pytest.mark.clause("18Rhl/4.2.1d")
def test_anybody_upgrades_e14_by_the_normal_rules() -> None:
    parts = {"privates": {"No1": "Ada"}, "tiles": {"E14": "9@0"}}
    game = turn("BME", **parts)
    game.play(LayTile("BME", "E14", "24", 0))
    assert game.position.cash["BME"] == 500  # R28: the mountain is paid once
    refused(turn("ADR", **parts), LayTile("ADR", "E14", "24", 0), code="not-connected")
    refused(turn("BME", phase="2", **parts), LayTile("BME", "E14", "24", 0), clause="18Rhl/8b")


@pytest.mark.clause("18Rhl/4.2.1e")
def test_the_first_5_train_ends_the_block_of_e14() -> None:
    parts: dict[str, Any] = {"phase": "4", "next_card": "5-1", "scrapped": ("2",), "trains": {"ADR": ("4",)}}
    game = turn(turn={"company": "ADR", "stage": "trains"}, **parts)
    lay = LayTile("BME", "E14", "9", 0)
    refused(play_on(game.copy(), Pass("ADR")), lay, clause="18Rhl/7.3b")
    play_on(game, BuyTrain("ADR", "bank", "5-1", "5", 500), Pass("ADR"))
    assert game.actor == "BME"
    game.position.put("cash", "BME", 30)
    assert allowed(game, lay)


# No. 2


@pytest.mark.clause("18Rhl/4.2.2b")
@pytest.mark.parametrize("before", [None, "1@2", "56@0", "88@2", "87@0"])
def test_tile_935_goes_on_e8_whatever_lies_there(before: str | None) -> None:
    game = turn(tiles={"E8": before} if before else {}, cash={"ADR": 0})
    game.play(use("No2"))
    assert game.position.tiles["E8"] == ("935", 1)
    assert game.position.cash["ADR"] == 0
    ground = RULES.board.ground(game.position.tiles, "E8")
    assert ground.exits == {0, 1, 2, 3, 5}  # R60: not over the Rhine
    if before:
        tile = before.partition("@")[0]
        assert RULES.board.left(game.position.tiles, tile) == RULES.board.counts[tile]  # back to the supply


@pytest.mark.clause("18Rhl/4.2.2b")
def test_tile_935_belongs_to_the_green_phase_and_to_no_2() -> None:
    refused(turn(phase="2"), use("No2"), clause="18Rhl/8b")
    for phase in ("3", "4"):
        assert allowed(turn(phase=phase), use("No2"))
    refused(turn(phase="5", privates={}), use("No2"), clause="18Rhl/4.1c")
    connected = turn("CCE", tiles={"E6": "202@4"})
    refused(connected, LayTile("CCE", "E8", "935", 1))
    assert allowed(connected, use("No2", "CCE"))
    for rotation in (0, 2, 3, 4, 5):
        refused(turn(), LayTile("ADR", "E8", "935", rotation, "No2"), code="tile-fit")
    refused(turn(), LayTile("ADR", "E8", "56", 0, "No2"), code="tile-fit")
    refused(turn(), LayTile("ADR", "E10", "935", 1, "No2"), code="power-hex")
    assert RULES.board.fitting({"E8": ("935", 1)}, "E8") == ()  # R60: never upgraded


@pytest.mark.clause("18Rhl/4.2.2c")
def test_directly_after_it_the_corporation_may_place_its_cheapest_marker_there_free() -> None:
    game = play_on(turn(), use("No2"))
    assert [choice.action for choice in game.legal()] == [PlaceStation("ADR", "E8", 0), Pass("ADR")]  # R60
    refused(game, LayTile("ADR", "K4", "4", 1))
    assert RULES.station_cost(game.position, "ADR") == 60
    game.play(PlaceStation("ADR", "E8", 0))
    assert game.position.stations["E8"] == (("ADR", 0),)
    assert game.position.cash["ADR"] == 500
    assert game.position.unplaced["ADR"] == 1
    assert RULES.station_cost(game.position, "ADR") == 80  # the 60 marker is gone
    assert list(events(game, StationPlaced)) == [StationPlaced("ADR", "E8", 0, 0)]


@pytest.mark.clause("18Rhl/4.2.2c")
def test_a_corporation_without_a_marker_may_still_lay_the_tile() -> None:  # R60
    stations = {"ADR": ("K2", "K6", "J15")}
    game = play_on(turn(stations=stations), use("No2"))
    assert game.position.tiles["E8"] == ("935", 1)
    assert allowed(game, LayTile("ADR", "K4", "4", 1))


@pytest.mark.clause("18Rhl/4.2.2d", "18Rhl/4.2.2f")
def test_after_the_free_station_there_is_no_other_station_and_no_track() -> None:  # R60
    """CCE in Krefeld could reach Duisburg over E8."""
    game = play_on(turn("CCE", tiles={"E6": "202@4"}), use("No2", "CCE"))
    placed = play_on(game.copy(), PlaceStation("CCE", "E8", 0))
    refused(placed, PlaceStation("CCE", "D9", 0))
    refused(placed, LayTile("CCE", "E6", "934", 0))
    refused(placed, use("No3", "CCE"))
    assert {type(choice.action) for choice in placed.legal()} == {Run}
    game.play(Pass("CCE"))
    assert allowed(game, LayTile("CCE", "E6", "934", 0))
    assert allowed(game, use("No3", "CCE"))
    assert allowed(game, PlaceStation("CCE", "D9", 0))


@pytest.mark.clause("18Rhl/4.2.2f")
def test_the_normal_lay_may_come_before_tile_935_and_its_station() -> None:  # R60
    game = play_on(turn(), LayTile("ADR", "K4", "4", 1), use("No2"), PlaceStation("ADR", "E8", 0))
    assert set(game.position.tiles) == {"K4", "E8"}


@pytest.mark.clause("18Rhl/4.2.2e")
def test_a_station_on_e8_that_was_not_placed_at_once_follows_the_normal_rules() -> None:
    game = play_on(turn(), use("No2"), Pass("ADR"))
    refused(game, PlaceStation("ADR", "E8", 0), clause="18Rhl/9k")  # no connection from Aachen
    game = play_on(turn("CCE", tiles={"E6": "202@4"}), use("No2", "CCE"), Pass("CCE"))
    game.play(PlaceStation("CCE", "E8", 0))  # connected: at the normal price
    assert game.position.cash["CCE"] == 420
    laid = {"used": ("No2",), "tiles": {"E6": "202@4", "E8": "935@1"}}
    other = play_on(turn("CCE", privates={"No2": "Bo"}, **laid), PlaceStation("CCE", "E8", 0))
    assert other.position.cash["CCE"] == 420  # any corporation may
    refused(turn("BME", **laid), PlaceStation("BME", "E8", 0), clause="18Rhl/9k")


# No. 3

FREE = {"D13": ("201", 0), "E12": ("56", 0), "F11": ("9", 1), "G14": ("9", 2), "I12": ("4", 1), "J13": ("9", 0)}


@pytest.mark.clause("18Rhl/4.2.3b")
@pytest.mark.parametrize("hex", FREE)
@pytest.mark.parametrize("phase", ["2", "3"])
def test_no_3_places_a_yellow_tile_on_a_mountain_for_nothing(hex: str, phase: str) -> None:
    game = turn(phase=phase, cash={"ADR": 0})
    game.play(LayTile("ADR", hex, *FREE[hex], "No3"))
    assert game.position.tiles[hex] == FREE[hex]
    assert game.position.cash["ADR"] == 0
    assert allowed(game, LayTile("ADR", "K4", "4", 1))  # the normal lay is left
    refused(game, use("No3"), clause="18Rhl/4.1c")


@pytest.mark.clause("18Rhl/4.2.3b")
@pytest.mark.parametrize(("hex", "tile"), [("K2", ("930", 0)), ("F13", ("934", 5)), ("I14", ("24", 3))])
def test_no_3_may_upgrade_a_printed_mountain_hex_in_the_green_phase(hex: str, tile: tuple[str, int]) -> None:  # R29
    lay = LayTile("CCE", hex, *tile, "No3")
    refused(turn("CCE", phase="2"), lay, clause="18Rhl/8b")
    game = turn("CCE", cash={"CCE": 0})
    game.play(lay)
    assert game.position.cash["CCE"] == 0


@pytest.mark.clause("18Rhl/4.2.3b")
def test_no_3_may_upgrade_a_tile_on_a_mountain_but_works_on_no_other_ground() -> None:  # R29
    game = turn(tiles={"F11": "9@1"})
    assert allowed(game, LayTile("ADR", "F11", "24", 1, "No3"))
    refused(game, LayTile("ADR", "F11", "24", 0, "No3"), code="tile-fit")  # track lost
    for hex, tile, rotation in (("C8", "9", 0), ("K4", "4", 1), ("D9", "925", 0)):  # a river, a town, a metropolis
        refused(game, LayTile("ADR", hex, tile, rotation, "No3"), code="power-hex")


@pytest.mark.clause("18Rhl/4.2.3b")
def test_no_3_does_not_open_e14_while_the_pwb_of_another_blocks_it() -> None:  # R29
    lay = LayTile("ADR", "E14", "9", 0, "No3")
    refused(turn(privates={"No1": "Bo", "No3": "Ada"}), lay, clause="18Rhl/7.3b")
    assert allowed(turn(privates={"No1": "out", "No3": "Ada"}), lay)
    laid = turn(privates={"No1": "Bo", "No3": "Ada"}, tiles={"E14": "9@0"})
    assert allowed(laid, LayTile("ADR", "E14", "24", 0, "No3"))


# No. 4

GREEN = {"D9": ("925", "926"), "F9": ("921", "922"), "I10": ("923", "924")}


@pytest.mark.clause("18Rhl/4.2.4b")
@pytest.mark.parametrize("hex", GREEN)
def test_no_4_upgrades_a_yellow_metropolis_for_nothing(hex: str) -> None:  # R61
    for tile in GREEN[hex]:
        lay = LayTile("ADR", hex, tile, 0, "No4")
        refused(turn(phase="2"), lay, clause="18Rhl/8b")
        game = turn(cash={"ADR": 0})
        refused(game, LayTile("ADR", hex, tile, 0), code="not-connected")
        game.play(lay)
        assert game.position.tiles[hex] == (tile, 0)
        assert game.position.cash["ADR"] == 0
        assert allowed(game, LayTile("ADR", "K4", "4", 1))
        elsewhere = next(other for other in GREEN if other != hex)
        refused(game, LayTile("ADR", elsewhere, GREEN[elsewhere][0], 0, "No4"), clause="18Rhl/4.1c")


@pytest.mark.clause("18Rhl/4.2.4b")
def test_no_4_works_only_on_the_three_metropolises_while_they_are_yellow() -> None:
    refused(turn(), LayTile("ADR", "K2", "930", 0, "No4"), code="power-hex")
    green = turn(tiles={"D9": "925@0", "F9": "921@0", "I10": "923@0"})
    assert not [action for action in offered(green, LayTile) if action.private == "No4"]
    refused(green, LayTile("ADR", "D9", "929", 0, "No4"))
    refused(green, LayTile("ADR", "D9", "926", 0, "No4"))
    assert allowed(turn(tiles={"D9": "925@0", "F9": "921@0"}), LayTile("ADR", "I10", "924", 0, "No4"))


@pytest.mark.clause("18Rhl/4.2.4c")
@pytest.mark.parametrize("city", [0, 1])
def test_in_the_same_turn_a_station_may_follow_there_without_connection_at_its_price(city: int) -> None:
    refused(turn(tiles={"D9": "925@0"}), PlaceStation("ADR", "D9", city), clause="18Rhl/9k")
    game = play_on(turn(), use("No4"), LayTile("ADR", "K4", "4", 1))  # R61: the normal lay may come between
    game.play(PlaceStation("ADR", "D9", city))
    assert game.position.cash["ADR"] == 500 - 60
    assert game.position.stations["D9"] == (("ADR", city),)
    poor = play_on(turn(cash={"ADR": 59}), use("No4"))
    refused(poor, PlaceStation("ADR", "D9", city), clause="18Rhl/9g")


@pytest.mark.clause("18Rhl/4.2.4c")
def test_places_kept_for_homes_stay_closed_to_the_station_of_no_4() -> None:  # R58, R61
    homes = {"ADR": ("K2",), "BME": ("F13.1",)}  # neither DEE nor CCE has placed its home yet
    game = play_on(turn(stations=homes), LayTile("ADR", "I10", "923", 0, "No4"))
    for city in (0, 1):  # for RhE, CCE and CME
        refused(game, PlaceStation("ADR", "I10", city), clause="18Rhl/9l")
    game = play_on(turn(stations=homes), LayTile("ADR", "F9", "922", 0, "No4"))
    assert allowed(game, PlaceStation("ADR", "F9", 0))
    game.play(PlaceStation("ADR", "F9", 1))  # two places, one of them for DEE
    assert game.position.stations["F9"] == (("ADR", 1),)


@pytest.mark.clause("18Rhl/4.2.4d")
def test_in_a_later_round_a_station_there_needs_a_connection() -> None:
    alone = turn(companies={"ADR": company(100, Ada=50)}, stations={"ADR": ("K2",)})
    game = play_on(alone, use("No4"), Run("ADR", 0), Pass("ADR"))
    assert (game.actor, game.position.round.number) == ("ADR", 2)
    refused(game, PlaceStation("ADR", "D9", 0), clause="18Rhl/9k")
    joined = {"D9": "925@0", "E8": "56@0", "E6": "202@4"}
    assert allowed(turn("CCE", used=("No4",), tiles=joined), PlaceStation("CCE", "D9", 0))


@pytest.mark.clause("18Rhl/4.2.4e")
def test_after_that_station_no_track_is_laid_though_the_normal_lay_is_unused() -> None:  # R61
    game = play_on(turn(), use("No4"))
    normal = LayTile("ADR", "K4", "4", 1)
    assert allowed(game, normal)
    game.play(PlaceStation("ADR", "D9", 1))
    refused(game, normal)
    refused(game, use("No3"))
