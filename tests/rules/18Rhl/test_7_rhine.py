"""18Rhl, sections 7.2 and 7.3: the Rhine, and hexes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.kit import allowed, company, given, offered, play_on, refused

from stellwerk.actions import LayTile, Pass, PlaceStation, Run
from stellwerk.board.geometry import EDGES, neighbour_hex, opposite_edge
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18Rhl")
BOARD = RULES.board
RIVER = [
    ("B5", 3), ("B5", 4), ("B7", 0), ("B7", 5), ("C8", 4), ("E8", 4), ("G8", 4), ("G10", 0),
    ("H9", 4), ("J9", 4), ("J11", 0), ("K10", 4), ("K12", 0),
]  # fmt: skip
"""Sides on which the Rhine flows between two hexes, without the crossing C8/B9 and the metropolises."""
METROPOLISES = ("D9", "F9", "I10")


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


def exits() -> Iterator[tuple[str, int]]:
    """Every hex and edge on which some tile that can ever lie there has track."""
    for hex in BOARD.hexes:
        for tile in BOARD.counts:
            for turn in BOARD.tiles[tile].rotations:
                if BOARD.may_lie(hex, tile, turn):
                    yield from ((hex, edge) for edge in BOARD.as_laid(tile, turn).exits)


# 7.2 The Rhine


def joined(cut: set[str], bridge: bool) -> set[str]:
    """The hexes that track could join with Aachen if these hexes took none, with or without the crossing of C8."""
    seen, ahead = {"K2"}, ["K2"]
    while ahead:
        hex = ahead.pop()
        for edge in EDGES:
            other, _ = BOARD.across.get((hex, edge), ("", 0))
            closed = not other or other in seen | cut or BOARD.hexes[other].color in ("red", "gray")
            if not closed and (bridge or {hex, other} != {"C8", "B9"}):
                seen.add(other)
                ahead.append(other)
    return seen


@pytest.mark.clause("18Rhl/7.2a")
def test_the_rhine_is_crossed_only_at_the_metropolises_and_on_c8() -> None:
    right_bank = {"B9", "F13", "D13", "E10", "G10", "H11", "J11", "K12"}
    assert not joined({*METROPOLISES}, bridge=False) & right_bank
    assert right_bank <= joined({*METROPOLISES}, bridge=True)
    for open_hex in METROPOLISES:
        assert right_bank <= joined({*METROPOLISES} - {open_hex}, bridge=False)


@pytest.mark.clause("18Rhl/7.2b")
@pytest.mark.parametrize(
    ("name", "home", "ladder"),
    [
        ("DEE", "F9", ["921", "927", "932"]),
        ("DEE", "F9", ["922", "927", "932"]),
        ("CME", "I10", ["923", "928", "932"]),
        ("CME", "I10", ["924", "928", "932"]),
        ("BME", "D9", ["925", "929", "932"]),
        ("BME", "D9", ["926", "929", "932"]),
    ],
)
def test_a_metropolis_costs_at_every_step_the_map_first_then_the_tile_replaced(
    name: str, home: str, ladder: list[Any]
) -> None:
    place = {"F9": f"{home}.1", "I10": f"{home}.2", "D9": f"{home}.1"}[home]
    under: dict[str, str] = {}
    for tile, cost, phase in zip(ladder, (30, 50, 50), ("3", "5", "8"), strict=True):
        parts: dict[str, Any] = {"tiles": under, "stations": {name: (place,)}, "phase": phase}
        refused(turn_of(name, **parts, cash={name: cost - 1}), LayTile(name, home, tile, 0), clause="18Rhl/7.2b")
        game = play_on(turn_of(name, **parts), LayTile(name, home, tile, 0))
        assert game.position.cash[name] == 500 - cost
        under = {home: f"{tile}@0"}
        place = f"{home}.{game.position.stations[home][0][1]}"


@pytest.mark.clause("18Rhl/7.2c")
def test_the_first_tile_on_c8_joins_the_printed_track() -> None:  # R67
    fitting = {*BOARD.fitting({}, "C8")}
    assert fitting == {("8", 1), ("8", 3), ("9", 0), ("9", 3)}
    assert all(3 in BOARD.as_laid(*tile).exits for tile in fitting)


@pytest.mark.clause("18Rhl/7.2c")
def test_c8_is_built_from_either_bank_with_its_printed_track() -> None:  # R67
    wesel = turn_of("BME", tiles={"B9": "6@4"}, stations={"BME": ("F13.1", "B9")}, cash={"BME": 30})
    assert {(a.tile, a.rotation) for a in offered(wesel, LayTile) if a.hex == "C8"} == {*BOARD.fitting({}, "C8")}
    wesel.play(LayTile("BME", "C8", "9", 0))
    assert wesel.position.cash["BME"] == 0
    left = turn_of("BME", tiles={"D7": "947@0", "C6": "3@4"}, stations={"BME": ("F13.1", "D7")}, phase="5")
    assert {(a.tile, a.rotation) for a in offered(left, LayTile) if a.hex == "C8"} == {("8", 1), ("9", 0), ("9", 3)}
    for tile, turn in (("9", 1), ("8", 5), ("7", 0), ("8", 4)):
        unfit(left, LayTile("BME", "C8", tile, turn))
    later = turn_of("BME", tiles={"B9": "6@4", "C8": "9@0"}, stations={"BME": ("F13.1", "B9")})
    assert RULES.board.tile_cost(later.position.tiles, "C8") == 0
    assert all(3 in BOARD.as_laid(*tile).exits for tile in BOARD.fitting(later.position.tiles, "C8"))


@pytest.mark.clause("18Rhl/7.2c")
def test_the_printed_track_of_g12_is_kept_too() -> None:  # R67
    assert {*BOARD.fitting({}, "G12")} == {("937", 0), ("937", 4)}
    assert all(4 in BOARD.as_laid(*tile).exits for tile in BOARD.fitting({}, "G12"))


BANKS = {"D9": ({0}, {3, 5}), "F9": ({0}, {4, 5}), "I10": ({0, 2}, {3})}
"""Left and right bank by the printed track (R33)."""


@pytest.mark.clause("18Rhl/7.2d")
@pytest.mark.parametrize("hex", METROPOLISES)
def test_a_metropolis_tile_lies_one_way_and_keeps_the_places_of_each_bank(hex: str) -> None:
    printed = BOARD.printed(hex)
    for tile, turn in BOARD.fitting({}, hex):
        assert turn == 0
        green = BOARD.as_laid(tile, turn)
        for bank in BANKS[hex]:
            before = sum(city.slots for city in printed.cities if {*city.exits} <= bank)
            (after,) = [city.slots for city in green.cities if bank <= {*city.exits}]
            assert before == after
    assert all(turn == 0 for _, turn in BOARD.fitting({hex: BOARD.fitting({}, hex)[0]}, hex))


@pytest.mark.clause("18Rhl/7.2d")
def test_a_turned_metropolis_tile_is_refused() -> None:
    game = turn_of("DEE", stations={"DEE": ("F9.1",)})
    for turn in range(1, 6):
        unfit(game, LayTile("DEE", "F9", "921", turn), "18Rhl/7.2d")
    unfit(game, LayTile("DEE", "F9", "925", 0))  # Duisburg's
    assert allowed(game, LayTile("DEE", "F9", "921", 0))


@pytest.mark.clause("18Rhl/7.2e")
def test_no_tile_anywhere_leads_into_the_river() -> None:
    both_sides = {*RIVER} | {(neighbour_hex("pointy", hex, edge), opposite_edge(edge)) for hex, edge in RIVER}
    assert not both_sides & {*BOARD.across}
    assert not {*exits()} & both_sides
    assert {("C8", 3), ("B9", 0), ("D9", 0), ("D9", 3)} <= {*exits()}


@pytest.mark.clause("18Rhl/7.2e")
def test_a_tile_by_the_rhine_is_refused_if_its_track_runs_into_the_river() -> None:
    game = turn_of("RhE", stations={"RhE": ("I10.0",)})
    unfit(game, LayTile("RhE", "J9", "7", 3))
    assert {(a.tile, a.rotation) for a in offered(game, LayTile) if a.hex == "J9"} == {
        ("7", 2), ("8", 1), ("8", 3), ("9", 0), ("9", 3),
    }  # fmt: skip


# 7.3 Specials


@pytest.mark.clause("18Rhl/7.3a")
@pytest.mark.parametrize("under", [{}, {"E8": "1@2"}, {"E8": "56@0"}, {"E8": "88@2"}])
def test_the_owner_of_no_2_places_935_on_e8_whatever_lies_there(under: dict[str, str]) -> None:  # R5, R60
    lay = LayTile("ADR", "E8", "935", 1, "No2")
    game = adr(tiles=under, privates={"No2": "Ada", "No3": "Bo"})
    for turn in (0, 2, 3, 4, 5):
        unfit(game, LayTile("ADR", "E8", "935", turn, "No2"))
    play_on(game, lay, Pass("ADR"))
    assert game.position.tiles["E8"] == ("935", 1)
    assert BOARD.ground(game.position.tiles, "E8").exits == {0, 1, 2, 3, 5}
    assert game.position.cash["ADR"] == 500
    assert all(BOARD.left(game.position.tiles, text.split("@")[0]) != 0 for text in under.values())
    assert BOARD.fitting(game.position.tiles, "E8") == ()


@pytest.mark.clause("18Rhl/7.3a")
def test_935_needs_no_2_and_not_no_3() -> None:  # R5
    game = adr(privates={"No3": "Ada", "No2": "Bo"})
    refused(game, LayTile("ADR", "E8", "935", 1))
    refused(game, LayTile("ADR", "E8", "935", 1, "No3"), code="power-hex")
    refused(game, LayTile("ADR", "E8", "935", 1, "No2"), code="no-power")
    early = adr(phase="2", privates={"No2": "Ada"})
    refused(early, LayTile("ADR", "E8", "935", 1, "No2"), code="tile-color")
    elsewhere = adr(privates={"No2": "Ada"})
    refused(elsewhere, LayTile("ADR", "C10", "935", 1, "No2"), code="power-hex")


@pytest.mark.clause("18Rhl/7.3b")
def test_the_first_build_on_e14_is_for_the_owner_of_no_1() -> None:
    lay, home = LayTile("BME", "E14", "9", 0), {"BME": ("F13.1",)}
    refused(turn_of("BME", stations=home, privates={"No1": "Bo"}), lay, clause="18Rhl/7.3b")
    assert allowed(turn_of("BME", stations=home, privates={"No1": "Ada"}), lay)
    built = turn_of("BME", stations=home, privates={"No1": "Bo"}, tiles={"E14": "9@0"})
    assert allowed(built, LayTile("BME", "E14", "24", 0))  # the reservation is for the first build only


@pytest.mark.clause("18Rhl/7.3b")
def test_after_the_first_5_train_anybody_builds_on_e14_by_the_standard_rules() -> None:
    game = turn_of("BME", stations={"BME": ("F13.1",)}, phase="5")
    game.play(LayTile("BME", "E14", "9", 0))
    assert game.position.cash["BME"] == 470
    refused(adr(phase="5"), LayTile("ADR", "E14", "9", 0), clause="18Rhl/7.1c")
    assert offered(play_on(game, Run("BME", 0)), PlaceStation) == []
