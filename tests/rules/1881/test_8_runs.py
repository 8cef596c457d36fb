"""1881, chapter 8 and 9.1 to 9.3: runs, what they may pass, where they end, what their stops bring."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import offered, play_on, refused
from tests.kit81 import at_turn, holders
from tests.trackkit import earns, no_run, runs, way

from stellwerk import Illegal
from stellwerk.actions import Run
from stellwerk.game import Game
from stellwerk.titles import rules_of
from stellwerk.titles.t1881.turn import CompanyTurn

BOARD = rules_of("1881").board

SOUTH = {"J18": "8@0", "K17": "1@0", "L16": "9@5", "M17": "1@2", "N18": "8@3"}
"""Tram track from Kreuzberg over Marienfelde to Lichtenrade."""
NORTHWARD, SOUTHWARD = ["L16.0", "K17", "J18.0"], ["L16.0", "M17", "N18.0"]
WHOLE = ["J18.0", "K17", "L16.0", "M17", "N18.0"]
CROSSED = {"L16": "9@5", "K17": "38@0", "K15": "3@3", "J16": "5@4", "J18": "8@1", "K19": "10@1"}
"""K17 has two tracks apart: from Marienfelde to K15, J16 (a halt) and Kreuzberg, and from Kreuzberg to Tempelhof."""
ROUND_ABOUT, ACROSS = ["L16.0", "K17", "K15", "J16.t0", "J18.0"], ["J18.0", "K17", "K19.0"]
SWITCH = {"L16": "9@5", "M17": "35@2", "N18": "8@3", "L18": "2@4", "L20": "1@1", "L22": "1@1", "L24": "9@1"}
"""In M17 track from L18 meets that of Marienfelde; from Marienfelde it goes on to Lichtenrade, from L18 it does not."""
FROM_BRITZ = ["L24.0", "L22", "L20", "L18", "M17"]
SQUARE = {"I15": "53@4", "J16": "5@2", "J18": "8@1", "I13": "6@3"}
"""Breitscheidplatz with tile 53, its first station towards Kreuzberg, its second one towards Zoo."""
THROUGH = ["J18.0", "J16.t0", "I15.0", "I15.1", "I13.t0", "H14.0"]
AROUND = {"I17": "6@1", "H16": "11@5"}
"""Track out of the first station of Breitscheidplatz and over Zoo into the second one."""
AND_BACK = ["I15.0", "I17.t0", "H16", "H14.1", "I15.1"]


def sbv(*trains: str, tiles: Any = None, **parts: Any) -> Game:
    """SBV before its run."""
    return at_turn("SBV", "run", tiles=SOUTH if tiles is None else tiles, trains={"SBV": trains}, **parts)


def refused_run(game: Game, revenue: int, clause: str, *routes: list[str]) -> None:
    """These routes, claimed to bring so much, are refused by this clause."""
    company = game.actor
    with pytest.raises(Illegal) as caught:
        game.play(Run(company, revenue, tuple(tuple(way(game, *route)) for route in routes)))
    assert caught.value.clause == clause, caught.value.sentence


# 8.1, 8.2


@pytest.mark.clause("1881/8.1")
def test_every_vehicle_runs_once() -> None:
    """Given one vehicle, two runs are refused; with two vehicles they are not."""
    routes = tuple(tuple(way(sbv("2"), *route)) for route in (NORTHWARD, SOUTHWARD))
    refused(sbv("2"), Run("SBV", 80, routes), clause="1881/8.1", code="route-too-many")
    two = sbv("2", "2")
    two.play(Run("SBV", 80, routes))
    assert two.position.revenues["SBV"] == 80


@pytest.mark.clause("1881/8.1")
def test_a_company_runs_once_a_turn() -> None:
    refused(play_on(sbv("2"), Run("SBV", 40)), Run("SBV", 40), clause="1881/5.4a")


@pytest.mark.clause("1881/8.2a")
def test_a_run_is_one_stretch_with_a_depot_on_it() -> None:
    """The depot may be at an end or between."""
    game = sbv("3", tiles={**SOUTH, "J18": "8@4", "K17": "1@0", "I19": "4@0"})
    no_run(game, "SBV", "route-without-station", ["J18.0", "I19.t0", "H20.0"])
    no_run(game, "SBV", "route-not-connected", ["L16.0", "K17", "J18.0"])
    assert earns(sbv("3"), "SBV", WHOLE) == 60 and earns(sbv("3"), "SBV", NORTHWARD) == 40
    end = sbv("3", stations={"SBV": ["N18"]})
    assert earns(end, "SBV", WHOLE) == 60


@pytest.mark.clause("1881/8.2a", "1881/7.6")
def test_the_refusal_names_the_clause() -> None:
    game = sbv("3", tiles={**SOUTH, "J18": "8@4", "I19": "4@0"})
    refused_run(game, 70, "1881/8.2a", ["J18.0", "I19.t0", "H20.0"])


@pytest.mark.clause("1881/8.2b")
def test_a_run_ends_at_a_station_full_of_others_and_does_not_pass_it() -> None:
    full = {"companies": {"SBV": holders(Ada=60), "BChSt": holders(Bo=60)}}
    game = sbv("3", stations={"SBV": ["J18"], "BChSt": ["L16"]}, **full)
    no_run(game, "SBV", "route-through-blocked-city", WHOLE)
    refused_run(game, 60, "1881/8.2b", WHOLE)
    assert earns(game, "SBV", ["J18.0", "K17", "L16.0"]) == 40
    (best,) = offered(game, Run)
    assert best.revenue == 40


# 8.3, 8.4


@pytest.mark.clause("1881/8.3")
def test_a_run_does_not_come_back_to_a_hex_on_other_track_either() -> None:
    game = sbv("4", tiles=CROSSED, phase="brown", stations={"SBV": ["L16", "J18"]})
    no_run(game, "SBV", "route-visits-twice", [*ROUND_ABOUT, "K17", "K19.0"])
    refused_run(game, 70, "1881/8.3", [*ROUND_ABOUT, "K17", "K19.0"])
    assert earns(game, "SBV", ROUND_ABOUT) == 20 + 10 + 20
    assert earns(game, "SBV", ACROSS) == 40


@pytest.mark.clause("1881/8.4a")
def test_a_run_follows_a_switch_and_does_not_turn_back_in_its_sharp_angle() -> None:
    game = sbv("4", tiles=SWITCH, phase="brown")
    assert earns(game, "SBV", [*FROM_BRITZ, "L16.0"]) == 40
    assert earns(game, "SBV", SOUTHWARD) == 40
    away = sbv("4", tiles=SWITCH, phase="brown", stations={"SBV": ["L24"]})
    no_run(away, "SBV", "route-not-connected", [*FROM_BRITZ, "N18.0"])


@pytest.mark.clause("1881/8.4b")
@pytest.mark.parametrize("start", ["K17", "L18", "M17"])
def test_in_a_station_a_run_turns_in_any_direction(start: str) -> None:
    """Given track out of Marienfelde on three sides that lie beside each other."""
    tiles = {**SOUTH, "L16": "41@1", "L18": "1@1", "L20": "1@1", "L22": "1@1", "L24": "9@1"}
    game = sbv("3", tiles=tiles, phase="brown")
    ends = {"K17": ["J18.0", "K17"], "M17": ["N18.0", "M17"], "L18": ["L24.0", "L22", "L20", "L18"]}
    for other, back in ends.items():
        if other != start:
            assert earns(game, "SBV", [*ends[start], "L16.0", *reversed(back)]) == 20 + 40 + 20


# 8.5, 8.6: ends, range


@pytest.mark.clause("1881/8.5a")
def test_halts_are_no_ends() -> None:
    game = sbv("3", tiles=CROSSED, phase="brown", stations={"SBV": ["J18"]})
    no_run(game, "SBV", "route-wrong-ends", ["J18.0", "J16.t0"])
    refused_run(game, 30, "1881/8.5a", ["J18.0", "J16.t0"])


@pytest.mark.clause("1881/8.5a")
def test_a_run_begins_at_one_station_and_ends_at_another() -> None:
    """Given a ring of track from Marienfelde over Tempelhof and back, a run ends before it closes."""
    ring = {"L16": "41@1", "K17": "2@4", "K19": "20@4", "L18": "2@1"}
    game = sbv("3", tiles=ring, phase="brown")
    assert earns(game, "SBV", ["L16.0", "K17", "K19.0"]) == earns(game, "SBV", ["L16.0", "L18", "K19.0"]) == 80
    no_run(game, "SBV", "route-visits-twice", ["L16.0", "K17", "K19.0", "L18", "L16.0"])
    no_run(game, "SBV", "route-one-stop", ["L16.0"])


NBSN = {"F24": "20@2", "G23": "4@0", "G25": "4@2"}
"""Weißensee between two halts."""


@pytest.mark.clause("1881/8.5b", "1881/H.22")
def test_a_company_without_another_station_ends_a_run_at_a_halt() -> None:
    """There is no time limit (R49): phase and round do not matter. With another station in reach it is over."""
    for phase in ("green", "gray"):
        game = at_turn("NBSN", "run", tiles=NBSN, trains={"NBSN": ["3"]}, phase=phase)
        assert earns(game, "NBSN", ["F24.0", "G23.t0"]) == 40 + 10
        (best,) = offered(game, Run)
        assert best.revenue == 50
    alone = at_turn("NBSN", "run", tiles={"F24": "10@0"}, trains={"NBSN": ["3"]})
    (nothing,) = offered(alone, Run)
    assert nothing.revenue == 0, "a station and nothing else is no run"


@pytest.mark.clause("1881/8.5b", "1881/H.22")
def test_a_station_that_is_full_of_others_is_another_station() -> None:
    """A run can end there, so halts are no ends any more."""
    tiles = {**NBSN, "F26": "1@1", "F28": "8@1"}
    for inside in ({}, {"SBV": ["F28"]}):
        companies = {"NBSN": holders(Ada=60), **dict.fromkeys(inside, holders(Bo=60))}
        game = at_turn("NBSN", "run", tiles=tiles, trains={"NBSN": ["3"]}, companies=companies, stations=inside)
        no_run(game, "NBSN", "route-wrong-ends", ["F24.0", "G23.t0"])
        assert earns(game, "NBSN", ["F24.0", "F26", "F28.0"]) == 60


@pytest.mark.clause("1881/8.5c", "1881/H.22")
def test_one_end_of_such_a_run_is_a_station() -> None:
    game = at_turn("NBSN", "run", tiles=NBSN, trains={"NBSN": ["3"]})
    no_run(game, "NBSN", "route-wrong-ends", ["G23.t0", "F24.0", "G25.t0"])
    two = at_turn("NBSN", "run", tiles=NBSN, trains={"NBSN": ["3", "3"]})
    (best,) = offered(two, Run)
    assert best.revenue == 100, "two vehicles run to a halt each"


@pytest.mark.clause("1881/8.6", "1881/H.21")
def test_stations_count_against_the_range_and_halts_do_not() -> None:
    no_run(sbv("2"), "SBV", "route-too-long", WHOLE)
    assert earns(sbv("3"), "SBV", WHOLE) == 60
    assert earns(sbv("2", tiles=CROSSED), "SBV", ROUND_ABOUT) == 50, "a halt between is free"
    refused_run(sbv("2"), 60, "1881/8.6", WHOLE)


@pytest.mark.clause("1881/8.6")
@pytest.mark.parametrize(("reach", "most"), [(2, 40), (3, 60)])
def test_the_range_bounds_the_best_run(reach: int, most: int) -> None:
    (best,) = offered(sbv(str(reach)), Run)
    assert best.revenue == most


# 8.7: several runs


@pytest.mark.clause("1881/8.7a")
def test_runs_of_a_company_share_no_track() -> None:
    game = sbv("3", "2")
    no_run(game, "SBV", "route-shares-track", WHOLE, NORTHWARD)
    refused_run(game, 100, "1881/8.7a", WHOLE, NORTHWARD)


@pytest.mark.clause("1881/8.7a")
def test_runs_of_different_companies_never_interfere() -> None:
    """R50."""
    companies = {"SBV": holders(Ada=60), "BChSt": holders(Ada=60)}
    game = sbv("2", companies=companies, tiles={**SOUTH, "L16": "41@3"})
    game.play(Run("SBV", 60))
    other = at_turn("BChSt", "run", companies=companies, tiles={**SOUTH, "L16": "41@3"}, trains={"BChSt": ["2"]},
                    stations={"BChSt": ["J18"]})  # fmt: skip
    assert earns(other, "BChSt", ["J18.0", "K17", "L16.0"]) == 60


@pytest.mark.clause("1881/8.7b", "1881/9.2b")
def test_runs_may_share_a_station_which_counts_in_each() -> None:
    """Also where both end, and where both pass: each has its own track; K17 is in both, on track apart (8.3)."""
    assert earns(sbv("2", "2"), "SBV", NORTHWARD, SOUTHWARD) == 80
    game = sbv("2", "2", tiles=CROSSED, phase="gray", stations={"SBV": ["J18"]})
    assert earns(game, "SBV", ROUND_ABOUT, ACROSS) == 50 + 40


@pytest.mark.clause("1881/8.7b", "1881/9.2b")
def test_runs_may_share_a_halt_on_track_apart() -> None:
    """J16 with four ends of track: one run from Kreuzberg to Marienfelde, one from Breitscheidplatz to Zoo."""
    tiles = {"J16": "56@2", "J18": "8@1", "K17": "2@0", "L16": "9@5", "J14": "2@2", "I13": "5@3"}
    companies = {"BESTAG": holders(Ada=60)}
    game = at_turn("BESTAG", "run", companies=companies, tiles=tiles, phase="gray", trains={"BESTAG": ["5", "5"]},
                   stations={"BESTAG": ["I15.0", "J18"]})  # fmt: skip
    one, two = ["J18.0", "J16.t0", "K17", "L16.0"], ["I15.0", "J16.t0", "J14", "I13.t0", "H14.0"]
    assert earns(game, "BESTAG", one, two) == (20 + 20 + 20) + (20 + 20 + 10 + 30)


# 8.8: tile 53


def bestag(*trains: str, tiles: Any, **parts: Any) -> Game:
    """BESTAG before its run in the brown phase."""
    return at_turn("BESTAG", "run", tiles=tiles, phase="brown", trains={"BESTAG": trains}, **parts)


@pytest.mark.clause("1881/8.8")
def test_tile_53_is_two_stations_of_one_run() -> None:
    """R51: directly, each taking one of the range and paying 40."""
    assert earns(bestag("4", tiles=SQUARE), "BESTAG", THROUGH) == 20 + 10 + 40 + 40 + 10 + 30
    no_run(bestag("3", tiles=SQUARE), "BESTAG", "route-too-long", THROUGH)
    assert earns(bestag("3", tiles=SQUARE), "BESTAG", THROUGH[:4]) == 20 + 10 + 40 + 40


@pytest.mark.clause("1881/8.8", "1881/8.3")
def test_a_run_may_leave_tile_53_and_come_back() -> None:
    """R51: to the other station; without tile 53 it may not (8.3), and to no station twice."""
    assert earns(bestag("3", tiles={**SQUARE, **AROUND}), "BESTAG", AND_BACK) == 40 + 10 + 30 + 40
    before = bestag("3", tiles={**SQUARE, **AROUND, "I15": "33@4"})
    no_run(before, "BESTAG", "route-visits-twice", AND_BACK)
    game = bestag("4", tiles={**SQUARE, **AROUND})
    no_run(game, "BESTAG", "route-visits-twice", [*AND_BACK, "I15.0"])


@pytest.mark.clause("1881/8.8", "1881/8.2b")
def test_each_station_of_tile_53_blocks_for_itself() -> None:
    companies = {"BESTAG": holders(Ada=60), "SBV": holders(Bo=60)}
    game = bestag("4", tiles=SQUARE, companies=companies, stations={"BESTAG": ["I15.0"], "SBV": ["I15.1"]})
    no_run(game, "BESTAG", "route-through-blocked-city", THROUGH)
    assert earns(game, "BESTAG", THROUGH[:4]) == 110


# 9.1 to 9.3: what stops bring


STATIONS = {
    20: "7 8 9 10",
    30: "17 18 19 26 27 28 29 30 31 32 33 34",
    40: "20 41 42 45 46 47 48 51 53",
    50: "49 50 52 54 57 58 59",
    60: "55 60",
    80: "61",
}
HALTS = {10: "4 5 6 15 16 25", 20: "56"}
"""The values printed on the tiles."""
PRINTED = {20: "C21 E19 G15 G17 H18 I15 I23 I27 L6", 30: "H10 H14", 40: "A23 F8 H20 K29 N2"}
PRINTED_HALTS = {20: "M9 M13"}
"""Those printed on hexes."""


@pytest.mark.clause("1881/9.1")
def test_the_values_of_stations_and_halts() -> None:
    """All others have none before a tile lies there."""
    told = {tile: value for values in (STATIONS, HALTS) for value, tiles in values.items() for tile in tiles.split()}
    for name, figure in BOARD.tiles.items():
        stops = {*(city.revenue for city in figure.cities), *(town.revenue for town in figure.towns)}
        assert stops == ({told[name]} if name in told else set()), name
    printed = {hex: v for values in (PRINTED, PRINTED_HALTS) for v, hexes in values.items() for hex in hexes.split()}
    for hex in BOARD.hexes:
        ground = BOARD.printed(hex)
        stops = {*(city.revenue for city in ground.cities), *(town.revenue for town in ground.towns)}
        assert stops <= {printed.get(hex, 0)}, hex


@pytest.mark.clause("1881/9.1", "1881/9.2a")
def test_the_income_is_the_sum_of_all_stops_of_all_runs() -> None:
    """20 + 10 + 20 on the one run, 20 + 20 on the other; a claim that is no such sum is refused."""
    game = sbv("2", "2", tiles=CROSSED, phase="gray", stations={"SBV": ["J18"]})
    assert [run.value for run in runs(game, "SBV", ROUND_ABOUT, ACROSS).runs] == [50, 40]
    routes = tuple(tuple(way(game, *route)) for route in (ROUND_ABOUT, ACROSS))
    for wrong in (89, 91):
        refused_run(game, wrong, "1881/9.2a", ROUND_ABOUT, ACROSS)
    refused_run(game, 89, "1881/9.2a")
    game.play(Run("SBV", 90, routes))
    assert game.position.revenues["SBV"] == 90


PIERS = {
    "J4": ("SpS", {"H6": "9@2", "I5": "1@0", "J4": "8@3"}, ["H6.0", "I5", "J4.0"], {"SpS": ["H6"]}),
    "L6": ("SBV", {"L8": "1@1", "L10": "9@1"}, ["L6.0", "L8", "L10.0"], {"SBV": ["L10"]}),
    "K35": ("SSC", {"K31": "4@1", "K33": "4@1", "K35": "7@1"}, ["K29.0", "K31.t0", "K33.t0", "K35.0"], {}),
    "M33": ("SSC", {"L30": "1@2", "M31": "2@2", "M33": "7@1"}, ["K29.0", "L30", "M31", "M33.0"], {}),
}
"""Hexes with a pier: a company, track, a run to there, depots."""
STOPS = {"J4": 40, "L6": 40, "K35": 80, "M33": 60}
"""What the stops of these runs bring without the pier."""


@pytest.mark.clause("1881/9.3", "1881/H.24")
@pytest.mark.parametrize("hex", sorted(PIERS))
def test_a_ferry_pier_on_a_run_adds_40(hex: str) -> None:
    """Wannsee, Kladow, Müggelheim and Rahnsdorf; it is a bonus, and takes nothing of the range."""
    company, tiles, route, stations = PIERS[hex]
    game = at_turn(company, "run", tiles=tiles, trains={company: ["2"]}, stations=stations)
    assert earns(game, company, route) == STOPS[hex] + 40
    game.play(Run(company, STOPS[hex] + 40, (tuple(way(game, *route)),)))
    turn = game.position.agenda[-1]
    assert isinstance(turn, CompanyTurn) and (turn.revenue, turn.piers) == (STOPS[hex], 40)


@pytest.mark.clause("1881/9.3")
def test_two_piers_on_a_run_add_80_and_there_are_four_in_all() -> None:
    tiles = {**PIERS["K35"][1], **PIERS["M33"][1]}
    game = at_turn("SSC", "run", tiles=tiles, trains={"SSC": ["3"]})
    route = [*reversed(PIERS["K35"][2]), *PIERS["M33"][2][1:]]
    assert earns(game, "SSC", route) == 20 + 10 + 10 + 40 + 20 + 80
    signs = game.rules.signs(game.position).hexes
    assert {hex for hex, here in signs.items() if "pier 40" in here} == set(PIERS)


@pytest.mark.clause("1881/9.3")
def test_each_run_to_a_pier_gets_it() -> None:
    """Given two runs that end in Wannsee's neighbour, only the one to the pier; two to a pier both."""
    tiles = {**PIERS["M33"][1], **PIERS["K35"][1]}
    game = at_turn("SSC", "run", tiles=tiles, trains={"SSC": ["2", "2"]})
    assert earns(game, "SSC", PIERS["K35"][2], PIERS["M33"][2]) == 80 + 60 + 2 * 40
