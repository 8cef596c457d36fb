"""10.3d-f, 11.6: the Rheingold-Express."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rhlkit import earns, no_run, runs, turn_of

from stellwerk.game import Game

NORTH = {"B7": "8@2", "B9": "6@5", "C10": "1@5", "D9": "929@0"}
"""Arnhem (60), Wesel (20), a town, Duisburg (50)."""
RIGHT_BANK = {"E10": "8@0", "F9": "927@0", "G10": "2@2", "H11": "8@0", "I10": "928@0"}
"""Düsseldorf and Köln (50 each), a town between them."""
SOUTH = {"J9": "8@3", "K10": "57@2"}
"""Bonn (20), Basel (70)."""
LINE = {**NORTH, **RIGHT_BANK, **SOUTH}
ARNHEM_DUISBURG = ("A6.o", "B7", "B9.0", "C10.t0", "D9.0")
TO_KOELN = (*ARNHEM_DUISBURG, "E10", "F9.0", "G10.t0", "H11", "I10.0")
TO_BONN = (*TO_KOELN, "J9", "K10.0")
TO_BASEL = (*TO_BONN, "L11.o")


def rhe(train: str = "8", tiles: dict[str, str] = LINE, **parts: Any) -> Game:
    """The RhE with a station in Köln and one train (two, joined by a blank), phase 8."""
    stations = {"RhE": ("I10.0",), **parts.pop("stations", {})}
    cards = {"8": "8-1 8", "6": "6-1 6", "5": "5-1 5"}
    trains = {"RhE": tuple(cards[face] for face in train.split())}
    return turn_of("RhE", **{"tiles": tiles, "stations": stations, "trains": trains, "phase": "8", **parts})


@pytest.mark.clause("18Rhl/11.6c", "18Rhl/11.6a", "18Rhl/10.3e")
def test_from_arnhem_to_basel_the_metropolises_count_double_and_towns_nothing() -> None:
    game = rhe()
    assert earns(game, "RhE", TO_BASEL) == 60 + 20 + 2 * (50 + 50 + 50) + 20 + 70
    assert game.best_runs("RhE").total == 470


@pytest.mark.clause("18Rhl/11.6c")
@pytest.mark.parametrize(("hex", "worth"), [("I10", 60), ("F9", 60), ("D9", 60)])
def test_each_metropolis_counts_twice_what_its_tile_shows(hex: str, worth: int) -> None:
    game = rhe(tiles={**LINE, hex: "932@0"})
    assert earns(game, "RhE", TO_BASEL) == 470 + 2 * (worth - 50)


@pytest.mark.clause("18Rhl/11.6c")
def test_short_of_the_other_border_nothing_is_doubled() -> None:
    # R39
    game = rhe()
    assert earns(game, "RhE", TO_BONN) == 60 + 20 + 150 + 20
    assert earns(game, "RhE", TO_BASEL[6:]) == 50 + 50 + 20 + 70


@pytest.mark.clause("18Rhl/11.6c")
def test_a_ferry_crossing_counts_twice_the_lower_value() -> None:
    # R40
    tiles = {**NORTH, **SOUTH, "E10": "8@0", "F9": "921@0", "G8": "8@3", "H9": "4@2", "I10": "928@0"}
    game = rhe(tiles=tiles)
    route = (*ARNHEM_DUISBURG, "E10", "F9.1", "F9.0", "G8", "H9.t0", "I10.0", "J9", "K10.0", "L11.o")
    assert earns(game, "RhE", route) == 60 + 20 + 2 * (50 + 30 + 50) + 20 + 70
    assert game.best_runs("RhE").total == 430


@pytest.mark.clause("18Rhl/11.6c")
def test_other_trains_double_nothing() -> None:
    short = {k: v for k, v in LINE.items() if k not in ("B7", "B9", "C10")}
    game = rhe("6", tiles=short)
    assert earns(game, "RhE", TO_BASEL[4:]) == 50 + 50 + 10 + 50 + 20 + 70


LONG = {
    **NORTH, **SOUTH, "D11": "917@5", "E10": "9@0", "F9": "927@0", "G8": "8@1", "G6": "920@5", "H5": "7@3", "H7": "9@1",
    "H9": "58@5", "I10": "928@0",
}  # fmt: skip
"""Two cities more on the way: Oberhausen and Gladbach (40 each), nine stops in all."""
ALL_NINE = (
    *ARNHEM_DUISBURG, "D11.0", "E10", "F9.0", "G8", "G6.0", "H5", "H7", "H9.t0", "I10.0", "J9", "K10.0", "L11.o",
)  # fmt: skip


@pytest.mark.clause("18Rhl/10.3d")
def test_it_skips_cities_and_counts_eight() -> None:
    # R40
    game = rhe(tiles=LONG)
    assert earns(game, "RhE", ALL_NINE) == 60 + 20 + 100 + 40 + 100 + 40 + 100 + 70
    (run,) = runs(game, "RhE", ALL_NINE).runs
    assert sum(not name.partition(".")[2].startswith("t") for name, _ in run.stops) == 8
    assert game.best_runs("RhE").total == 530
    no_run(rhe("6", tiles=LONG), "RhE", "route-too-long", ALL_NINE[2:-1])


@pytest.mark.clause("18Rhl/10.3d")
def test_the_ends_always_count_and_the_station_may_stand_in_a_skipped_city() -> None:
    # R40: Bonn (20) is left out though the station stands there; Wesel is 20 too, Arnhem and Basel count
    game = turn_of(
        "RhE", tiles={**LONG, "B9": "15@4"}, stations={"RhE": ("K10",)}, trains={"RhE": ("8-1 8",)}, phase="8"
    )
    (run,) = runs(game, "RhE", ALL_NINE).runs
    names = [name for name, _ in run.stops]
    assert {"A6.o", "L11.o", "B9.0"} <= set(names) and "K10.0" not in names
    assert run.value == 60 + 30 + 100 + 40 + 100 + 40 + 100 + 70


@pytest.mark.clause("18Rhl/10.3d")
def test_a_skipped_city_must_not_be_blocked() -> None:
    # R40
    game = rhe(tiles=LONG, stations={"ADR": ("K2", "K10")})
    no_run(game, "RhE", "route-through-blocked-city", ALL_NINE)
    assert earns(game, "RhE", ALL_NINE[:-1]) == 60 + 20 + 50 + 40 + 50 + 40 + 50 + 20
    assert game.best_runs("RhE").total == 330


@pytest.mark.clause("18Rhl/10.3d")
def test_it_needs_a_station_on_its_way() -> None:
    game = rhe()
    no_run(game, "RhE", "route-without-station", TO_KOELN[:7])
    assert earns(game, "RhE", TO_KOELN) == 60 + 20 + 150


@pytest.mark.clause("18Rhl/10.3e")
def test_one_end_is_an_rge_hex() -> None:
    # R39
    game = rhe()
    no_run(game, "RhE", "route-wrong-ends", TO_BONN[4:])
    no_run(game, "RhE", "route-wrong-ends", TO_BONN[2:])
    assert earns(game, "RhE", TO_KOELN) == 230
    only_inner = rhe(tiles=RIGHT_BANK)
    assert only_inner.best_runs("RhE").total == 0
    logos = {hex.at for hex in game.rules.board.hexes.values() if "RGE" in hex.icons}
    assert logos == {"A4", "A6", "L11", "L13"}


@pytest.mark.clause("18Rhl/10.3e")
def test_both_ends_are_never_on_the_same_border() -> None:
    # R39: Nijmegen to Arnhem, Basel to Frankfurt
    tiles = {"I10": "928@0", "J9": "8@3", "K10": "57@2", "I12": "3@0", "J11": "8@3", "K12": "4@2"}
    game = rhe(tiles=tiles)
    south = ("L11.o", "K10.0", "J9", "I10.0", "I12.t0", "J11", "K12.t0", "L13.o")
    no_run(game, "RhE", "route-visits-twice", south)
    assert earns(game, "RhE", south[:4]) == 70 + 20 + 50
    assert earns(game, "RhE", south[3:]) == 50 + 60


@pytest.mark.clause("18Rhl/10.3e")
def test_the_far_end_is_a_city_and_no_town() -> None:
    # R39; R40 Replay lets it end at a town
    tiles = {"K10": "15@5", "I10": "928@0", "K8": "8@5", "J9": "8@3"}
    game = rhe(tiles=tiles, stations={"RhE": ("I10.0", "K10")})
    no_run(game, "RhE", "route-wrong-ends", ("I10.0", "J9", "K10.0", "L9.t0"))
    no_run(game, "RhE", "route-wrong-ends", ("L9.t0", "K10.0", "L11.o"))
    assert earns(game, "RhE", ("L11.o", "K10.0", "J9", "I10.0")) == 70 + 30 + 50


@pytest.mark.clause("18Rhl/10.3e", "18Rhl/10.1d")
def test_the_town_of_a_tile_with_a_city_is_no_far_end_either() -> None:
    # tile 935 on E8 has both
    game = rhe(tiles={**LINE, "E8": "935@1"}, stations={"RhE": ("I10.0", "D9")})
    no_run(game, "RhE", "route-wrong-ends", (*ARNHEM_DUISBURG, "E8.t0"))
    assert earns(game, "RhE", (*ARNHEM_DUISBURG, "E8.t0", "E8.0")) == 60 + 20 + 50 + 20


@pytest.mark.clause("18Rhl/10.3f")
def test_no_other_red_hex_stands_in_the_route() -> None:
    tiles = {"K10": "15@5", "K8": "9@1", "K4": "4@1", "K2": "930@0", "J9": "8@3"}
    game = rhe(tiles=tiles, stations={"RhE": ("I10.0", "K6")})
    line = ("L11.o", "K10.0", "K8", "K6.0", "K4.t0", "K2.0")
    assert earns(game, "RhE", line) == 70 + 30 + 20 + 0 + 30
    no_run(game, "RhE", "route-wrong-ends", (*line, "L1.o"))
    no_run(game, "RhE", "route-wrong-ends", (*line, "J1.o"))
    no_run(game, "RhE", "route-wrong-ends", ("L1.o", "K2.0", "K4.t0", "K6.0"))
    assert game.best_runs("RhE").total == 150


@pytest.mark.clause("18Rhl/10.3f")
def test_red_cities_with_a_station_place_are_no_end_for_it() -> None:
    tiles = {**LINE, "B9": "15@4", "B11": "9@1", "B13": "88@0"}
    game = rhe(tiles=tiles, stations={"RhE": ("I10.0", "B9")})
    no_run(game, "RhE", "route-wrong-ends", ("A6.o", "B7", "B9.0", "B11", "B13.t0", "A14.0"))
    assert earns(game, "RhE", ("A6.o", "B7", "B9.0")) == 60 + 30


@pytest.mark.clause("18Rhl/10.3f")
def test_it_passes_the_grey_hexes() -> None:
    # R38: L9 is no red hex
    game = rhe(tiles={"K10": "15@5", "K8": "8@5"}, stations={"RhE": ("I10.0", "K6")})
    assert earns(game, "RhE", ("L11.o", "K10.0", "L9.t0", "K8", "K6.0")) == 70 + 30 + 0 + 20


@pytest.mark.clause("18Rhl/11.6a")
def test_towns_earn_it_nothing_and_others_their_value() -> None:
    tiles = {"K10": "15@5", "K8": "9@1", "K4": "4@1"}
    line = ("L11.o", "K10.0", "K8", "K6.0", "K4.t0", "K2.0")
    stations = {"RhE": ("I10.0", "K6")}
    assert earns(rhe(tiles=tiles, stations=stations), "RhE", line) == 70 + 30 + 20 + 0 + 20
    assert earns(rhe("6", tiles=tiles, stations=stations), "RhE", line) == 70 + 30 + 20 + 10 + 20


@pytest.mark.clause("18Rhl/11.6b", "18Rhl/11.2d")
def test_it_never_gets_the_montan_bonus() -> None:
    # mine in D11, mill in D9
    game = rhe("8", tiles=LONG, extra={"mines": 9})
    (run,) = runs(game, "RhE", ALL_NINE).runs
    assert (run.value, run.bonuses) == (530, ())
    part = ALL_NINE[2:14]
    other = rhe("6", tiles=LONG, extra={"mines": 9})
    assert earns(other, "RhE", part) == 20 + 10 + 50 + 40 + 50 + 40 + 10 + 50 + 40
    assert dict(runs(other, "RhE", part).runs[0].bonuses) == {"Montan": 40}
