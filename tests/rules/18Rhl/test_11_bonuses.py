"""11.2 to 11.4: the Montan bonus, the Eastern Ruhr, the Iron Rhine."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rhlkit import earns, no_run, runs, turn_of

from stellwerk.game import Game

CARDS = {"2": "2-1 2", "3": "3-1 3", "4": "4-1 4", "5": "5-1 5", "6": "6-1 6"}


def cce(train: str, tiles: dict[str, str], mines: int, phase: str | None = None, **parts: Any) -> Game:
    """The CCE with stations in Köln and Krefeld and one train; the markers lie where an ADR share puts them."""
    position = {
        "tiles": tiles,
        "stations": {"CCE": ("I10.1", "E6")},
        "trains": {"CCE": (CARDS[train],)},
        "extra": {"mines": mines},
        "phase": phase or train,
    }
    return turn_of("CCE", **{**position, **parts})


def bonuses(game: Game, name: str, *route: str) -> dict[str, int]:
    """The bonuses of a route."""
    return dict(runs(game, name, route).runs[0].bonuses)


# 11.2: Montan

KREFELD_DUISBURG = {"E6": "202@4", "E8": "56@0"}
TO_DUISBURG = ("E6.0", "E8.t1", "D9.0")


@pytest.mark.clause("18Rhl/11.2a")
@pytest.mark.parametrize(("phase", "bonus"), [("2", 20), ("3", 20), ("4", 20), ("5", 40), ("6", 40), ("8", 40)])
def test_a_mine_and_a_mill_earn_20_and_40_from_the_first_5_train(phase: str, bonus: int) -> None:
    # share No. 3: the mine in Duisburg, the mill in Krefeld
    card = "2-1 2" if phase in "23" else "5-1 5" if phase in "568" else "4-1 4"
    game = cce("2", KREFELD_DUISBURG, 3, phase=phase, trains={"CCE": (card,)})
    assert earns(game, "CCE", TO_DUISBURG) == 30 + 10 + 20 + bonus


@pytest.mark.clause("18Rhl/11.2a", "18Rhl/11.2c")
@pytest.mark.parametrize("mines", range(1, 10))
def test_the_markers_lie_where_the_drawn_share_puts_them(mines: int) -> None:
    # only share No. 3 has the mine in Duisburg (D9) and the mill in Krefeld (E6); one of the two is not enough
    game = cce("3", KREFELD_DUISBURG, mines)
    assert bonuses(game, "CCE", *TO_DUISBURG) == ({"Montan": 20} if mines == 3 else {})


@pytest.mark.clause("18Rhl/11.2c")
@pytest.mark.parametrize(("tile", "last"), [("", "D9.0"), ("925@0", "D9.0"), ("929@0", "D9.0")])
def test_a_marker_belongs_to_all_of_its_hex(tile: str, last: str) -> None:
    # R42: any part of D9, on every tile
    tiles = {**KREFELD_DUISBURG, **({"D9": tile} if tile else {})}
    assert bonuses(cce("5", tiles, 3), "CCE", "E6.0", "E8.t1", last) == {"Montan": 40}
    right = {"E6": "201@3", "D7": "947@0", "E8": "87@0", "D9": "925@0", "E10": "8@0", "F9": "921@0"}
    game = cce("6", right, 3)
    over = ("E6.0", "D7.0", "E8.t0", "D9.0", "D9.1", "E10", "F9.1")
    assert bonuses(game, "CCE", *over) == {"Montan": 40}


@pytest.mark.clause("18Rhl/11.2c")
@pytest.mark.parametrize(("tile", "town"), [("2@3", "J3.t0"), ("55@2", "J3.t1")])
def test_a_mine_counts_in_either_town_of_its_hex(tile: str, town: str) -> None:
    # R42; share No. 1: the mine in J3, the mill in Krefeld
    tiles = {"J3": tile, "H5": "9@0", "G6": "916@5", "F7": "8@0", "E6": "201@5"}
    route = ("K2.0", town, "I4", "H5", "G6.0", "F7", "E6.0")
    assert earns(cce("5", tiles, 1), "CCE", route) == 20 + 10 + 40 + 30 + 40
    assert earns(cce("5", tiles, 2), "CCE", route) == 20 + 10 + 40 + 30


MONTAN = {"E6": "201@3", "D7": "947@0", "E8": "87@0", "D9": "929@0", "D11": "916@0", "D13": "202@1"}
"""Krefeld (30), Moers (30), a town, Duisburg (50), Oberhausen (40), Essen (30), the Eastern Ruhr (20)."""
TO_ESSEN = ("E6.0", "D7.0", "E8.t0", "D9.0", "D11.0", "D13.0")
TO_RUHR = (*TO_ESSEN, "C14.o")


@pytest.mark.clause("18Rhl/11.2b")
def test_two_mines_and_two_mills_double_the_bonus() -> None:
    # mines in Moers and Duisburg, mills in Krefeld and at the link from Essen
    game = cce("6", MONTAN, 3)
    assert earns(game, "CCE", TO_RUHR) == 30 + 30 + 10 + 50 + 40 + 30 + 20 + 80
    assert game.best_runs("CCE").total == 290


@pytest.mark.clause("18Rhl/11.2b")
def test_two_of_one_kind_and_one_of_the_other_are_single() -> None:
    # R42
    game = cce("6", MONTAN, 3)
    assert earns(game, "CCE", TO_ESSEN) == 30 + 30 + 10 + 50 + 40 + 30 + 40  # 2 mines, 1 mill
    two_mills = cce("6", MONTAN, 5)  # mines C12 and Moers, mills Krefeld and the link
    assert earns(two_mills, "CCE", TO_RUHR) == 30 + 30 + 10 + 50 + 40 + 30 + 20 + 40
    none = cce("6", MONTAN, 3, stations={"CCE": ("I10.1", "E6", "D13")})
    assert earns(none, "CCE", ("D11.0", "D13.0", "C14.o")) == 40 + 30 + 20


@pytest.mark.clause("18Rhl/11.2b")
def test_the_bonus_is_doubled_once_at_most() -> None:
    # R42: mines in Duisburg, Moers; mills in Essen's hex, at its link (and no third kind of pay)
    game = cce("6", MONTAN, 4)
    assert bonuses(game, "CCE", *TO_RUHR) == {"Montan": 40, "Montan twice": 40}
    assert sum(bonuses(game, "CCE", *TO_RUHR).values()) == 80


@pytest.mark.clause("18Rhl/11.2c")
def test_the_mine_of_moers_counts_with_its_brown_tile() -> None:
    game = cce("5", {"E6": "201@3", "D7": "947@0"}, 3)
    assert earns(game, "CCE", ("E6.0", "D7.0")) == 30 + 30 + 40
    other = cce("5", {"E6": "201@3", "D7": "947@0"}, 2)  # no mill in Krefeld
    assert earns(other, "CCE", ("E6.0", "D7.0")) == 30 + 30
    bare = cce("5", {"E6": "201@3"}, 3)
    assert {"D7"} not in bare.rules.network(bare.position, "CCE").tags["coal"]
    assert not bare.rules.board.printed("D7").exits


@pytest.mark.clause("18Rhl/11.2c")
def test_the_grey_tile_of_moers_keeps_the_mine() -> None:
    game = cce("6", {"E6": "201@3", "D7": "950@0"}, 3, phase="8", variant="promotion-tiles")
    assert earns(game, "CCE", ("E6.0", "D7.0")) == 30 + 30 + 40


@pytest.mark.clause("18Rhl/11.2c")
def test_the_mill_of_the_siegerland_and_the_mine_at_the_link_of_e14_are_printed() -> None:
    # R43
    tiles, route = {"G14": "9@2", "E14": "9@0"}, ("J15.0", "I14", "H15", "G14", "F13.1", "E14", "D15.o")
    parts: dict[str, Any] = {"stations": {"BME": ("F13.1",)}, "trains": {"BME": (CARDS["3"],)}, "extra": {"mines": 2}}
    game = turn_of("BME", tiles=tiles, **parts)
    assert earns(game, "BME", route) == 20 + 30 + 20 + 20
    assert bonuses(game, "BME", *route[:5]) == bonuses(game, "BME", *route[4:]) == {}


@pytest.mark.clause("18Rhl/11.2c")
@pytest.mark.parametrize(
    ("route", "essen", "with_sign", "without"),
    [
        (("D13.0", "C12.1", "C14.o"), "202@2", 7, 5),  # a mine at this link: with the mill in Essen
        (("C12.1", "D13.0", "C14.o"), "201@2", 5, 7),  # a mill at these two: with the mine in C12
        (("C12.1", "D13.0", "D15.o"), "202@2", 5, 7),
    ],
)
def test_the_link_to_the_eastern_ruhr_decides_the_sign(
    route: tuple[str, ...], essen: str, with_sign: int, without: int
) -> None:
    # R43; two links are built, so the Eastern Ruhr is worth 30
    for mines, bonus in ((with_sign, 40), (without, 0)):
        game = turn_of(
            "BME",
            tiles={"C12": "919@0", "D13": essen},
            stations={"BME": ("F13.1", "D13")},
            trains={"BME": (CARDS["5"],)},
            extra={"mines": mines},
            phase="5",
        )
        assert earns(game, "BME", route) == 30 + 40 + 30 + bonus


# 11.3: the Eastern Ruhr


@pytest.mark.clause("18Rhl/11.3a")
@pytest.mark.parametrize("phase", ["3", "5"])
@pytest.mark.parametrize(
    ("more", "worth"),
    [
        ({"D13": "202@1"}, 20),
        ({"D13": "202@2"}, 20),
        ({"D13": "201@3"}, 30),
        ({"D13": "202@1", "E14": "9@0"}, 30),
        ({"D13": "202@1", "C12": "937@0"}, 30),
        ({"D13": "201@3", "E14": "9@0"}, 40),
        ({"D13": "201@3", "E14": "9@0", "C12": "937@0"}, 50),
        ({"D13": "201@3", "E14": "8@5", "C12": "937@1"}, 30),
    ],
)
def test_the_eastern_ruhr_is_worth_10_and_10_for_each_link(more: dict[str, str], worth: int, phase: str) -> None:
    # R41: whoever laid it, connected or not, in every phase, for both hexes
    game = turn_of("BME", tiles=more, stations={"BME": ("F13.1", "D13")}, trains={"BME": (CARDS[phase],)}, phase=phase)
    network = game.rules.network(game.position, "BME")
    assert [network.values[network.track.index[stop]] for stop in ("C14.o", "D15.o")] == [worth, worth]
    assert game.best_runs("BME").total == 30 + worth


@pytest.mark.clause("18Rhl/11.3b")
def test_two_trains_visit_the_eastern_ruhr_over_different_links() -> None:
    tiles, stations = {"D13": "201@3"}, {"BME": ("F13.1", "D13")}
    one = turn_of("BME", tiles=tiles, stations=stations, trains={"BME": ("3-1 3",)})
    no_run(one, "BME", "route-visits-twice", ("C14.o", "D13.0", "D15.o"))
    two = turn_of("BME", tiles=tiles, stations=stations, trains={"BME": ("3-1 3", "3-2 3")})
    assert earns(two, "BME", ("C14.o", "D13.0"), ("D15.o", "D13.0")) == 60 + 60
    assert two.best_runs("BME").total == 120
    no_run(two, "BME", "route-shares-track", ("C14.o", "D13.0"), ("C14.o", "D13.0"))


# 11.4: the Iron Rhine

RHINE = {
    "G4": "8@1", "F5": "1@0", "F7": "8@1", "E8": "2@0", "D9": "929@0", "D11": "916@0", "D13": "202@1",
}  # fmt: skip
"""Roermond (20), two towns, Duisburg (50), Oberhausen (40), Essen (30), the Eastern Ruhr (20)."""
IRON_RHINE = ("G2.0", "G4", "F5.t1", "F7", "E8.t0", "D9.0", "D11.0", "D13.0", "C14.o")
PLAIN = 20 + 10 + 10 + 50 + 40 + 30 + 20


def iron(**stations: tuple[str, ...]) -> Game:
    """The BME with a 5-train between Roermond and the Eastern Ruhr."""
    own = {"BME": ("F13.1", "D13"), **stations}
    return turn_of("BME", tiles=RHINE, stations=own, trains={"BME": (CARDS["5"],)}, phase="5")


@pytest.mark.clause("18Rhl/11.4a")
def test_roermond_and_the_eastern_ruhr_in_one_route_earn_80_more() -> None:
    game = iron()
    assert earns(game, "BME", IRON_RHINE) == PLAIN + 80
    assert game.best_runs("BME").total == 260
    assert earns(game, "BME", IRON_RHINE[:-1]) == PLAIN - 20
    assert earns(game, "BME", IRON_RHINE[5:]) == 50 + 40 + 30 + 20
    logos = {hex.at for hex in game.rules.board.hexes.values() if "ERh" in hex.icons}
    assert logos == {"G2", "C14", "D15"}


@pytest.mark.clause("18Rhl/11.4a")
def test_either_hex_of_the_eastern_ruhr_will_do() -> None:
    tiles = {**RHINE, "D13": "934@1"}
    game = turn_of("BME", tiles=tiles, stations={"BME": ("F13.1", "D13")}, trains={"BME": (CARDS["5"],)}, phase="5")
    for end in ("C14.o", "D15.o"):
        assert earns(game, "BME", (*IRON_RHINE[:-1], end)) == PLAIN + 10 + 10 + 80  # Essen 40, two links 30


@pytest.mark.clause("18Rhl/11.4b")
def test_a_station_in_roermond_takes_the_bonus_from_the_others() -> None:
    # R36: but not Roermond's own value
    game = iron(GVE=("G6.1", "G2"))
    assert earns(game, "BME", IRON_RHINE) == PLAIN
    assert game.best_runs("BME").total == PLAIN
    own = iron(BME=("F13.1", "G2"))
    assert earns(own, "BME", IRON_RHINE) == PLAIN + 80
    elsewhere = iron(GVE=("G6.1", "C2"))
    assert earns(elsewhere, "BME", IRON_RHINE) == PLAIN + 80
