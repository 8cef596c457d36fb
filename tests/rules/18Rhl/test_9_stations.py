"""18Rhl, section 9: station markers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, given, offered, play_on, refused
from tests.trackkit import earns, hexes, no_run

from stellwerk.actions import BuyTrain, LayTile, Pass, PlaceStation, Run
from stellwerk.events import StationPlaced
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18Rhl")
BONN = {"K4": "4@1", "K8": "9@1", "K10": "5@1"}
"""Aachen (K2), Düren (K6), Bonn (K10)."""
WESEL = {"B9": "57@1", "B11": "9@1", "B13": "1@0"}
"""Wesel (B9) to Hamburg/Münster (A14); the other town of B13 joins C12 with Berlin/Minden (B15)."""


def turn_of(name: str, stage: str = "station", first: bool = False, **parts: Any) -> Game:
    """Ada's corporation with 500 in its treasury, phase 3 unless said; other stations are of Bo's corporations."""
    others = [other for other in parts.get("stations", ()) if other != name]
    position = {
        "companies": {name: company(70, Ada=60), **{other: company(65, Bo=60) for other in others}},
        "cash": {name: 500},
        "phase": "3",
        "turn": {"company": name, "stage": stage, "first": first},
    }
    return given(title="18Rhl", **{**position, **parts})


def adr(stage: str = "station", **parts: Any) -> Game:
    """The ADR, with track from Aachen to Bonn."""
    return turn_of("ADR", stage, **{"stations": {"ADR": ("K2",)}, "tiles": BONN, **parts})


def places(game: Game) -> set[tuple[str, int]]:
    """Where a station is on offer."""
    return {(action.hex, action.city) for action in offered(game, PlaceStation)}


@pytest.mark.clause("18Rhl/9a")
def test_stations_go_into_white_circles_of_the_map_and_of_tiles() -> None:
    """Düren's circle is printed, Bonn's is on a tile; the town K4 and the red Liège have none."""
    game = adr(tiles={**BONN, "K2": "930@0"})
    assert places(game) == {("K6", 0), ("K10", 0)}
    for hex in ("K4", "K8", "L1", "J1"):
        refused(game, PlaceStation("ADR", hex, 0), code="no-way")
    red = turn_of("BME", tiles=WESEL, stations={"BME": ("F13.1", "B9")})
    assert places(red) == {("A14", 0)}


@pytest.mark.clause("18Rhl/9a")
def test_a_full_city_takes_no_further_station() -> None:
    full = adr(stations={"ADR": ("K2",), "BME": ("F13.1", "K6")})
    refused(full, PlaceStation("ADR", "K6", 0), code="no-place")
    assert allowed(adr(tiles={**BONN, "K6": "15@1"}, stations={"ADR": ("K2",), "BME": ("F13.1", "K6")}),
                   PlaceStation("ADR", "K6", 0))  # fmt: skip


@pytest.mark.clause("18Rhl/9b")
def test_track_is_connected_to_a_station_of_its_builder() -> None:
    stations = {"ADR": ("K2",), "BME": ("F13.1", "K10")}
    game = adr("track", tiles={"K8": "9@1", "K10": "5@1"}, stations=stations)
    assert hexes(game) == {"J3", "K2", "K4"}
    refused(game, LayTile("ADR", "J9", "8", 1), clause="18Rhl/7.1c")  # Bonn is the BME's
    both = adr("track", tiles={"K8": "9@1", "K10": "5@1"}, stations={"ADR": ("K2", "K10")})
    assert {"J3", "K4", "J9", "K10"} <= hexes(both)


@pytest.mark.clause("18Rhl/9c")
def test_a_route_includes_a_station_of_the_corporation() -> None:
    game = adr("run", trains={"ADR": ("3",)})
    assert earns(game, "ADR", ("K2.0", "K4.t0", "K6.0", "K8", "K10.0")) == 70
    assert earns(game, "ADR", ("K2.0", "K4.t0", "K6.0")) == 50
    no_run(game, "ADR", "route-without-station", ("K6.0", "K8", "K10.0"))
    other = adr("run", trains={"ADR": ("3",)}, stations={"ADR": ("K2",), "BME": ("F13.1", "K10")})
    no_run(other, "ADR", "route-without-station", ("K6.0", "K8", "K10.0"))


@pytest.mark.clause("18Rhl/9d")
@pytest.mark.parametrize(
    ("dueren", "stations", "passes"),
    [
        ({}, {"ADR": ("K2",), "BME": ("F13.1", "K6")}, False),
        ({}, {"ADR": ("K2", "K6")}, True),
        ({"K6": "15@1"}, {"ADR": ("K2",), "BME": ("F13.1", "K6")}, True),
        ({"K6": "15@1"}, {"ADR": ("K2",), "BME": ("F13.1", "K6"), "CME": ("I10.2", "K6")}, False),
        ({"K6": "15@1"}, {"ADR": ("K2", "K6"), "CME": ("I10.2", "K6")}, True),
    ],
)
def test_a_full_city_is_passed_only_by_those_who_fill_it(dueren: Any, stations: Any, passes: bool) -> None:
    game = adr("run", trains={"ADR": ("3",)}, tiles={**BONN, **dueren}, stations=stations)
    through, to_it = ("K2.0", "K4.t0", "K6.0", "K8", "K10.0"), ("K2.0", "K4.t0", "K6.0")
    more = 10 if dueren else 0
    assert earns(game, "ADR", to_it) == 50 + more
    if passes:
        assert earns(game, "ADR", through) == 70 + more
    else:
        no_run(game, "ADR", "route-through-blocked-city", through)


HAMBURG = ("B9.0", "B11", "B13.t0", "A14.0")


@pytest.mark.clause("18Rhl/9e")
@pytest.mark.parametrize(("phase", "far"), [("4", 40), ("5", 60)])
def test_a_station_on_a_red_hex_takes_its_value_from_all_others(phase: str, far: int) -> None:
    """R35: the hex counts 0 for the others, and stays a legal end of a route."""
    trains = {"BME": ("4",), "CME": ("4",)}
    stations = {"BME": ("F13.1", "B9"), "CME": ("I10.2", "A14")}
    alone = turn_of("BME", "run", tiles=WESEL, trains=trains, phase=phase, stations={"BME": ("F13.1", "B9")},
                    companies={"BME": company(70, Ada=60), "CME": company(65, Bo=60)})  # fmt: skip
    assert earns(alone, "BME", HAMBURG) == 20 + 10 + far
    blocked = turn_of("BME", "run", tiles=WESEL, trains=trains, phase=phase, stations=stations)
    assert earns(blocked, "BME", HAMBURG) == 20 + 10
    assert earns(blocked, "CME", HAMBURG) == 20 + 10 + far
    assert blocked.best_runs("BME").total == 30


@pytest.mark.clause("18Rhl/9e")
def test_boxtel_is_taken_like_hamburg_and_berlin() -> None:  # R35
    tiles = {"C4": "58@5", "D5": "9@2", "E6": "201@2"}
    route = ("C2.0", "C4.t0", "D5", "E6.0")
    homes, trains = {"CCE": ("I10.1", "E6")}, {"CCE": ("2",)}
    game = turn_of("CCE", "run", tiles=tiles, trains=trains, stations=homes)
    assert earns(game, "CCE", route) == 10 + 10 + 30
    game = turn_of("CCE", "run", tiles=tiles, trains=trains, stations={**homes, "CME": ("I10.2", "C2")})
    assert earns(game, "CCE", route) == 10 + 30


@pytest.mark.clause("18Rhl/9f")
@pytest.mark.parametrize(("taken", "hamburg", "berlin"), [("A14", 0, 50), ("B15", 40, 0)])
def test_a_station_blocks_its_own_red_hex_and_not_the_other(taken: str, hamburg: int, berlin: int) -> None:
    """R35: Hamburg/Münster is A14, Berlin/Minden is B15; a marker does not reach into another hex."""
    tiles = {**WESEL, "C12": "937@3"}
    stations = {"BME": ("F13.1", "B9", "C12.0"), "CME": ("I10.2", taken)}
    game = turn_of("BME", "run", tiles=tiles, trains={"BME": ("2", "2")}, stations=stations)
    assert earns(game, "BME", HAMBURG) == 20 + 10 + hamburg
    assert earns(game, "BME", ("C12.0", "B13.t1", "B15.0")) == 20 + 10 + berlin


IRON = {
    "G4": "8@1", "F5": "1@0", "F7": "8@5", "G8": "7@2", "F9": "921@0", "F11": "9@1", "F13": "934@5", "E14": "9@0",
}  # fmt: skip
"""Roermond (G2) by Düsseldorf (F9) and Elberfeld (F13) to the Eastern Ruhr (D15): 10 + 10 + 30 + 40 + 20."""


@pytest.mark.clause("18Rhl/9f")
def test_a_station_in_roermond_takes_the_bonus_eiserner_rhein_and_nothing_else() -> None:  # R36
    free = {"BME": ("F13",)}
    taken = {"BME": ("F13",), "CME": ("I10.2", "G2")}
    trains = {"BME": ("4",)}
    assert turn_of("BME", "run", tiles=IRON, trains=trains, stations=free).best_runs("BME").total == 110 + 80
    game = turn_of("BME", "run", tiles=IRON, trains={**trains, "CME": ("4",)}, stations=taken)
    assert game.best_runs("BME").total == 110, "Roermond's own 10 still counts"
    assert game.best_runs("CME").total == 110 + 80


# Prices and homes


@pytest.mark.clause("18Rhl/9g")
@pytest.mark.parametrize(
    ("name", "costs"),
    [
        ("ADR", (0, 60, 80)),
        ("BME", (0, 60, 80, 100)),
        ("CCE", (0, 0, 80)),
        ("CME", (0, 60, 80, 100)),
        ("DEE", (0, 60)),
        ("GVE", (0, 60)),
        ("KKK", (0, 60)),
        ("RhE", (0, 60, 80, 100)),
    ],
)
def test_the_charters_name_the_prices_in_ascending_order(name: str, costs: tuple[int, ...]) -> None:  # R59, R66
    game = turn_of(name, first=True, stage="track")
    prices = []
    for left in range(len(costs), 0, -1):
        game.position.put("unplaced", name, left)
        prices.append(RULES.station_cost(game.position, name))
    assert tuple(prices) == costs


@pytest.mark.clause("18Rhl/9g")
def test_the_home_is_free_and_the_next_stations_are_paid_from_the_treasury() -> None:
    game = turn_of("ADR", "track", first=True, tiles=BONN)
    assert game.position.cash["ADR"] == 500
    game.play(PlaceStation("ADR", "K6", 0))
    assert game.position.cash["ADR"] == 440
    second: dict[str, Any] = {"stations": {"ADR": ("K2", "K6")}}
    refused(adr(**second, cash={"ADR": 79, "Ada": 900}), PlaceStation("ADR", "K10", 0), clause="18Rhl/9g")
    game = play_on(adr(**second, cash={"ADR": 80}), PlaceStation("ADR", "K10", 0))
    assert (game.position.cash["ADR"], game.position.unplaced["ADR"]) == (0, 0)
    none = adr(stations={"ADR": ("K2", "K6", "K10")}, tiles={**BONN, "J3": "1@2"})
    refused(none, PlaceStation("ADR", "K10", 0), clause="18Rhl/9g")


@pytest.mark.clause("18Rhl/9h")
@pytest.mark.parametrize(
    ("name", "homes"),
    [
        ("ADR", [("K2", 0)]),
        ("BME", [("F13", 1)]),
        ("CCE", [("I10", 1), ("E6", 0)]),
        ("CME", [("I10", 2)]),
        ("DEE", [("F9", 1)]),
        ("GVE", [("G6", 1)]),
        ("KKK", [("D7", 0)]),
        ("RhE", [("I10", 0)]),
    ],
)
def test_a_corporation_starts_its_first_turn_with_its_home_station(name: str, homes: list[Any]) -> None:  # R58, R59
    """Before its first step, whether track lies there or not; the circles are those with the logo."""
    position = {"companies": {name: company(70, Ada=60)}, "round": {"kind": "stock", "set": 2}}
    game = given(title="18Rhl", **position)
    assert game.position.stations == {}
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert list(events(game, StationPlaced)) == [StationPlaced(name, hex, city, 0) for hex, city in homes]
    assert game.position.stations == {hex: ((name, city),) for hex, city in homes}
    exits = {"BME": (3, 5), "CCE": (2,), "CME": (3,), "DEE": (4,), "GVE": (2,), "RhE": (0,)}
    if name in exits:
        hex, city = homes[0]
        assert RULES.board.printed(hex).cities[city].exits == exits[name]


@pytest.mark.clause("18Rhl/9i")
def test_at_most_one_station_a_turn_besides_the_home() -> None:
    game = turn_of("ADR", "track", first=True, tiles=BONN)
    play_on(game, PlaceStation("ADR", "K6", 0))
    refused(game, PlaceStation("ADR", "K10", 0), clause="18Rhl/6.3a")
    assert places(game) == set()
    buy = BuyTrain("ADR", "bank", "3-1", "3", 200)
    play_on(game, Run("ADR", 0), buy, Pass("ADR"))
    assert (game.position.round.number, places(game)) == (2, {("K10", 0)})


@pytest.mark.clause("18Rhl/9j")
def test_not_two_stations_on_one_tile() -> None:
    game = adr(tiles={**BONN, "K6": "15@1"}, stations={"ADR": ("K2", "K6")})
    refused(game, PlaceStation("ADR", "K6", 0), clause="18Rhl/9j")
    assert places(game) == {("K10", 0)}
    ferry = turn_of("DEE", tiles={"F9": "921@0"}, stations={"DEE": ("F9.1",)})
    for city in (0, 1):
        refused(ferry, PlaceStation("DEE", "F9", city), clause="18Rhl/9j")


# Connection and reservation


@pytest.mark.clause("18Rhl/9k")
def test_a_station_needs_an_unblocked_connection_of_any_length() -> None:  # R71
    assert places(adr()) == {("K6", 0), ("K10", 0)}
    refused(adr(tiles={"K8": "9@1", "K10": "5@1"}), PlaceStation("ADR", "K10", 0), clause="18Rhl/9k")
    blocked = adr(stations={"ADR": ("K2",), "BME": ("F13.1", "K6")})
    refused(blocked, PlaceStation("ADR", "K10", 0), clause="18Rhl/9k")
    stations = {"ADR": ("K2",), "BME": ("F13.1", "K6")}
    open_city = adr(tiles={**BONN, "K6": "15@1"}, stations=stations)
    assert places(open_city) == {("K6", 0), ("K10", 0)}
    stations["CME"] = ("I10.2", "K6")
    refused(adr(tiles={**BONN, "K6": "15@1"}, stations=stations), PlaceStation("ADR", "K10", 0), clause="18Rhl/9k")


@pytest.mark.clause("18Rhl/9k")
def test_private_no_4_opens_its_metropolis_without_a_connection_in_the_same_turn() -> None:
    game = adr("track", privates={"No4": "Ada"})
    refused(game, PlaceStation("ADR", "D9", 0), clause="18Rhl/9k")
    play_on(game, LayTile("ADR", "D9", "925", 0, "No4"), PlaceStation("ADR", "D9", 0))
    assert game.position.cash["ADR"] == 440
    later = adr(tiles={**BONN, "D9": "925@0"}, privates={"No4": "Ada"}, used=("No4",))
    refused(later, PlaceStation("ADR", "D9", 0), clause="18Rhl/9k")


@pytest.mark.clause("18Rhl/9k")
def test_private_no_2_opens_e8_without_a_connection_right_after_its_tile() -> None:
    game = adr("track", privates={"No2": "Ada"})
    play_on(game, LayTile("ADR", "E8", "935", 1, "No2"), PlaceStation("ADR", "E8", 0))
    assert (game.position.cash["ADR"], game.position.stations["E8"]) == (500, (("ADR", 0),))
    declined = adr("track", privates={"No2": "Ada"})
    play_on(declined, LayTile("ADR", "E8", "935", 1, "No2"), Pass("ADR"))
    refused(declined, PlaceStation("ADR", "E8", 0), clause="18Rhl/9k")


@pytest.mark.clause("18Rhl/9k")
def test_a_connection_to_either_bank_of_a_green_metropolis_opens_all_its_places() -> None:  # R34c
    """The BME comes to Neuss from Roermond; the ferry takes it to Düsseldorf, where one circle is the DEE's."""
    tiles = {"G4": "8@1", "F5": "1@0", "F7": "8@5", "G8": "7@2"}
    at_roermond = {"BME": ("F13.1", "G2")}
    yellow = turn_of("BME", tiles=tiles, stations=at_roermond)
    assert places(yellow) == {("F9", 0)}
    tiles["F9"] = "921@0"
    green = turn_of("BME", tiles=tiles, stations=at_roermond)
    assert places(green) == {("F9", 0), ("F9", 1)}
    right_bank = turn_of("BME", tiles=tiles, stations={**at_roermond, "CME": ("I10.2", "F9.1")})
    assert places(right_bank) == {("F9", 0)}
    refused(right_bank, PlaceStation("BME", "F9", 1), clause="18Rhl/9l")


@pytest.mark.clause("18Rhl/9l")
def test_the_circle_of_a_home_not_yet_placed_is_kept() -> None:
    game = turn_of("BME", tiles={"K4": "4@1"}, stations={"BME": ("F13.1", "K6")})
    refused(game, PlaceStation("BME", "K2", 0), clause="18Rhl/9l")
    surplus = turn_of("BME", tiles={"K4": "4@1", "K2": "930@0"}, stations={"BME": ("F13.1", "K6")})
    assert allowed(surplus, PlaceStation("BME", "K2", 0))
    parts: dict[str, Any] = {"tiles": {"K4": "4@1", "K2": "930@0"}}
    one_left = turn_of("BME", **parts, stations={"BME": ("F13.1", "K6"), "CME": ("I10.2", "K2")})
    refused(one_left, PlaceStation("BME", "K2", 0), clause="18Rhl/9l")
    placed = turn_of("BME", **parts, stations={"BME": ("F13.1", "K6"), "ADR": ("K2",)})
    assert allowed(placed, PlaceStation("BME", "K2", 0))


KOELN = {"H11": "9@0", "G12": "937@0"}
"""Remscheid/Solingen (G12) to Deutz (I10) over H11."""


@pytest.mark.clause("18Rhl/9l")
@pytest.mark.parametrize(
    ("tile", "phase", "open_to_bme"),
    [("", "3", False), ("923@0", "3", False), ("928@0", "5", False), ("932@0", "8", True)],
)
def test_nobody_else_enters_koeln_before_the_grey_tile(tile: str, phase: str, open_to_bme: bool) -> None:  # R58
    tiles = {**KOELN, **({"I10": tile} if tile else {})}
    game = turn_of("BME", tiles=tiles, phase=phase, stations={"BME": ("F13.1", "G12.0")})
    assert bool({place for place in places(game) if place[0] == "I10"}) == open_to_bme
    cities = range(len(RULES.board.ground(game.position.tiles, "I10").cities))
    for city in cities:
        if not open_to_bme and (tile or city == 2):
            refused(game, PlaceStation("BME", "I10", city), clause="18Rhl/9l")


@pytest.mark.clause("18Rhl/9l")
def test_the_kept_circle_follows_its_track_through_upgrades() -> None:  # R58
    """GVE's circle of M-Gladbach is the one with side 2: on #938 turned by two it stands alone."""
    game = turn_of("BME", stations={"BME": ("F13.1",)}, tiles={"G6": "938@2"})
    ground = RULES.board.ground(game.position.tiles, "G6")
    kept = [RULES.reserved(game.position, "G6", ground, city, "BME") for city in range(2)]
    assert (ground.cities[0].exits, kept) == ((2,), [1, 0])
    game.position.put("tiles", "G6", ("941", 0))
    ground = RULES.board.ground(game.position.tiles, "G6")
    assert [RULES.reserved(game.position, "G6", ground, city, "BME") for city in range(2)] == [0, 1]
