"""10.2, 11.5: the Rhine metropolises, ferries and bridges."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rhlkit import earns, no_run, rhl, turn_of

from stellwerk.game import Game

BANKS = {"H9": "4@2", "G8": "8@3", "G10": "2@2", "H11": "8@0"}
"""Köln and Düsseldorf joined on both banks, with a town (10) on each."""
LEFT = ("I10.1", "H9.t0", "G8", "F9.0")
RIGHT = ("F9.1", "G10.t0", "H11", "I10.2")
"""With the green tile of Düsseldorf; Köln is still as printed: 30 on the left bank, Deutz 20."""


def cme(tile: str = "921@0", *, stations: dict[str, tuple[str, ...]] | None = None, **parts: Any) -> Game:
    """The CME (Deutz) with a 3-train, Düsseldorf as said."""
    tiles = {**BANKS, **parts.pop("tiles", {}), **({"F9": tile} if tile else {})}
    stations = {"CME": ("I10.2",), **(stations or {})}
    return turn_of("CME", **{"tiles": tiles, "stations": stations, "trains": {"CME": ("3",)}, **parts})


def others(*cities: int) -> dict[str, tuple[str, ...]]:
    """Stations of other corporations in these cities of Düsseldorf."""
    homes = {"DEE": (), "BME": ("F13.1",), "ADR": ("K2",)}
    return {name: (*homes[name], f"F9.{city}") for name, city in zip(homes, cities, strict=False)}


@pytest.mark.clause("18Rhl/10.2a", "18Rhl/10.2c", "18Rhl/10.2f", "18Rhl/11.5")
def test_from_deutz_by_the_ferry_of_duesseldorf_into_koeln() -> None:
    """The example of the book: 20 + 10 + 30 (not 40) + 10 + 30."""
    game = cme()
    assert earns(game, "CME", (*reversed(RIGHT), *reversed(LEFT))) == 20 + 10 + 30 + 10 + 30
    assert game.best_runs("CME").total == 100


@pytest.mark.clause("18Rhl/10.2a")
def test_a_green_metropolis_is_one_stop_of_the_range() -> None:
    # R34a: counted once; with a 2-train the crossing leads no further
    game = cme(trains={"CME": ("2",)})
    assert game.best_runs("CME").total == 20 + 10 + 40
    no_run(game, "CME", "route-too-long", (*LEFT, *RIGHT))
    tile = game.rules.board.tiles["921"]
    assert sum(city.slots for city in tile.cities) == 3
    home = cme(stations={"CME": ("I10.2", "F9.0")})
    no_run(home, "CME", "route-one-stop", ("F9.0", "F9.1"))


@pytest.mark.clause("18Rhl/10.2a")
def test_a_green_metropolis_is_visited_once() -> None:
    tiles = {"I10": "923@0"}
    game = cme(tiles=tiles, stations={"CME": ("I10.1",)}, trains={"CME": ("4",)})
    no_run(game, "CME", "route-visits-twice", ("I10.0", *LEFT[1:], "F9.1", "G10.t0", "H11", "I10.1"))
    assert game.best_runs("CME").total == 40 + 10 + 40
    yellow = cme("", tiles=tiles, stations={"CME": ("I10.1",)}, trains={"CME": ("4",)})
    crossing = ("F9.0", "G8", "H9.t0", "I10.0", "I10.1", "H11", "G10.t0", "F9.2")
    assert earns(yellow, "CME", crossing) == 20 + 10 + 30 + 10 + 30


@pytest.mark.clause("18Rhl/10.2b")
def test_a_full_bank_does_not_block_the_crossing() -> None:
    # R34a
    for cities in ((1, 1), (0,), (0, 1)):
        assert earns(cme(stations=others(*cities)), "CME", (*LEFT, *RIGHT)) == 100
    full = cme(stations=others(1, 1, 0))
    no_run(full, "CME", "route-through-blocked-city", (*LEFT, *RIGHT))
    assert full.best_runs("CME").total == 20 + 10 + 40


@pytest.mark.clause("18Rhl/10.2b")
@pytest.mark.parametrize(("mine", "theirs"), [(1, (1, 0)), (0, (1, 1))])
def test_an_own_station_on_either_bank_opens_the_full_city(mine: int, theirs: tuple[int, ...]) -> None:
    stations = {**others(*theirs), "CME": ("I10.2", f"F9.{mine}")}
    assert earns(cme(stations=stations), "CME", (*LEFT, *RIGHT)) == 100


@pytest.mark.clause("18Rhl/10.2c", "18Rhl/11.5")
def test_who_stays_on_one_bank_or_ends_there_pays_no_ferry() -> None:
    # R34b
    game = cme(tiles={"F11": "9@1"})
    assert earns(game, "CME", (*reversed(RIGHT), "F11", "F13.0")) == 20 + 10 + 40 + 30
    assert earns(game, "CME", tuple(reversed(RIGHT))) == 20 + 10 + 40
    assert earns(game, "CME", (*LEFT, *RIGHT)) == 100


@pytest.mark.clause("18Rhl/10.2c")
def test_a_station_on_one_bank_serves_a_route_that_ends_on_the_other() -> None:
    # R34b: the whole 40 too
    game = turn_of("DEE", tiles={**BANKS, "F9": "921@0"}, stations={"DEE": ("F9.1",)}, trains={"DEE": ("2",)})
    assert earns(game, "DEE", tuple(reversed(LEFT))) == 40 + 10 + 30
    assert game.best_runs("DEE").total == 80
    yellow = turn_of("DEE", tiles=BANKS, stations={"DEE": ("F9.1",)}, trains={"DEE": ("2",)})
    no_run(yellow, "DEE", "route-without-station", tuple(reversed(LEFT)))


@pytest.mark.clause("18Rhl/10.2c")
def test_a_route_that_only_ends_at_the_tile_counts_the_full_value_however_it_is_named() -> None:
    # R34b: the lower value only where track on both banks is used
    game = cme()
    assert earns(game, "CME", ("F9.0", *RIGHT)) == 20 + 10 + 40


@pytest.mark.clause("18Rhl/10.2a", "18Rhl/10.2c")
def test_two_trains_may_cross_at_the_same_metropolis() -> None:
    # R34d: the ferry is no track
    tiles = {**BANKS, "F9": "922@0", "E8": "56@5", "E6": "202@4", "F11": "9@1"}
    game = turn_of("CCE", tiles=tiles, stations={"CCE": ("I10.1", "E6")}, trains={"CCE": ("3", "3")})
    second = ("E6.0", "E8.t0", "F9.0", "F9.1", "F11", "F13.0")
    assert earns(game, "CCE", (*LEFT, *RIGHT), second) == 100 + 30 + 10 + 30 + 30
    assert game.best_runs("CCE").total == 200


@pytest.mark.clause("18Rhl/10.2d", "18Rhl/11.5")
@pytest.mark.parametrize(("tile", "phase", "worth"), [("927@0", "5", 50), ("932@0", "8", 60)])
def test_bridges_cost_nothing(tile: str, phase: str, worth: int) -> None:
    trains = {"CME": ("5-1 5",)}
    game = cme(tile, phase=phase, trains=trains)
    assert earns(game, "CME", (*LEFT, "G10.t0", *RIGHT[2:])) == 30 + 10 + worth + 10 + 20
    assert game.best_runs("CME").total == 70 + worth


@pytest.mark.clause("18Rhl/10.2e")
def test_the_banks_of_a_yellow_metropolis_are_two_cities_without_a_crossing() -> None:
    game = cme("", trains={"CME": ("4",)})
    no_run(game, "CME", "route-not-connected", ("I10.1", "I10.2", "H11", "G10.t0", "F9.2"))
    no_run(game, "CME", "route-not-connected", (*LEFT, "F9.2", "G10.t0", "H11", "I10.2"))
    assert game.best_runs("CME").total == 20 + 10 + 30
    for hex in ("D9", "F9", "I10"):
        ground = game.rules.board.printed(hex)
        assert (len(ground.cities), ground.links) == (3, ())


@pytest.mark.clause("18Rhl/10.2e", "18Rhl/10.2f")
def test_both_banks_of_a_yellow_metropolis_may_stand_in_one_route() -> None:
    game = cme(trains={"CME": ("3",)})
    assert [stop for stop, _ in game.best_runs("CME").runs[0].stops] == ["I10.1", "H9.t0", "F9.0", "G10.t0", "I10.2"]


@pytest.mark.clause("18Rhl/10.2f")
def test_koeln_north_to_koeln_south_is_no_route() -> None:
    # R33: the circles of one bank are one city
    tiles = {"H9": "3@5", "I8": "8@3", "J9": "7@2"}
    stations = {"RhE": ("I10.0",)}
    game = turn_of("RhE", tiles=tiles, stations=stations, trains={"RhE": ("2",)})
    no_run(game, "RhE", "route-visits-twice", ("I10.1", "H9.t0", "I8", "J9", "I10.0"))
    assert game.best_runs("RhE").total == 0


@pytest.mark.clause("18Rhl/10.2f")
def test_the_circles_of_each_bank() -> None:
    # R33
    board = rhl(players=("Ada", "Bo", "Cy")).rules.board
    banks = {}
    for hex in ("D9", "F9", "I10"):
        together: dict[str, list[int]] = {}
        for number, city in enumerate(board.printed(hex).cities):
            together.setdefault(city.group or str(number), []).extend(city.exits)
        banks[hex] = sorted(together.values())
    assert banks == {"D9": [[0], [3, 5]], "F9": [[0], [4, 5]], "I10": [[0, 2], [3]]}


# 11.5: every ferry tile


@pytest.mark.clause("18Rhl/11.5")
@pytest.mark.parametrize("tile", ["921", "922", "923", "924", "925", "926"])
def test_each_ferry_tile_counts_30_for_a_crossing_and_40_otherwise(tile: str) -> None:
    board = rhl(players=("Ada", "Bo", "Cy")).rules.board
    cities = board.tiles[tile].cities
    assert [(city.revenue, city.ferry_revenue) for city in cities] == [(40, 30), (40, 30)]
    assert [link.kind for link in board.tiles[tile].links] == ["ferry"]


@pytest.mark.clause("18Rhl/11.5")
@pytest.mark.parametrize(("tile", "worth"), [("923", 30), ("924", 30), ("928", 50)])
def test_crossing_at_koeln(tile: str, worth: int) -> None:
    bridge = tile == "928"
    game = cme("", tiles={"I10": f"{tile}@0"}, stations={"CME": ("I10.0",)}, phase="5", trains={"CME": ("5-1 5",)})
    middle = ("I10.0",) if bridge else ("I10.0", "I10.1")
    route = ("F9.0", "G8", "H9.t0", *middle, "H11", "G10.t0", "F9.2")
    assert earns(game, "CME", route) == 20 + 10 + worth + 10 + 30


@pytest.mark.clause("18Rhl/11.5")
@pytest.mark.parametrize(("tile", "worth"), [("925", 30), ("926", 30), ("929", 50)])
def test_crossing_at_duisburg(tile: str, worth: int) -> None:
    tiles = {"E6": "202@4", "E8": "56@0", "D9": f"{tile}@0", "E10": "8@0", "F9": "921@0"}
    stations = {"CCE": ("I10.1", "E6")}
    game = turn_of("CCE", tiles=tiles, stations=stations, phase="5", trains={"CCE": ("5-1 5",)}, extra={"mines": 5})
    middle = ("D9.0",) if tile == "929" else ("D9.0", "D9.1")
    assert earns(game, "CCE", ("E6.0", "E8.t1", *middle, "E10", "F9.1")) == 30 + 10 + worth + 40
