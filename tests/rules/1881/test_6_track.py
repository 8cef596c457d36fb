"""1881, 6 and 12.1: track tiles, S-Bahn hexes, what may follow what, what a tile costs and brings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from tests.groundkit81 import NAMES, ground_rules, lays, on_ground
from tests.kit import allowed, events, offered, play_on, refused

from stellwerk import BadInput
from stellwerk.actions import LayTile
from stellwerk.board.ground import COLORS
from stellwerk.events import Paid
from stellwerk.game import Game
from stellwerk.interop import position_file
from stellwerk.position import BANK
from stellwerk.referee import Referee
from stellwerk.table.view.title.tile_growth import find_growth

RULES = ground_rules()
BOARD = RULES.board

UPGRADES = {
    "A23": {"49": [0]},
    "B22": {"21": [0, 3], "22": [0]},
    "C21": {"27": [0]},
    "D20": {"21": [0, 3], "22": [0, 3], "23": [0, 3], "24": [0, 3]},
    "E19": {"29": [0, 3]},
    "F8": {"52": [4]},
    "F18": {"21": [0, 3], "22": [0, 3], "23": [0, 3], "24": [0, 3]},
    "G9": {"21": [2, 5], "22": [2], "23": [2, 5]},
    "G15": {"31": [5]},
    "G17": {"34": [1, 5]},
    "H10": {"47": [4]},
    "H12": {"21": [1, 4], "22": [1, 4], "23": [1, 4], "24": [1, 4]},
    "H14": {"54": [2]},
    "H16": {"11": [5], "12": [4], "14": [1, 2]},
    "H18": {"30": [5]},
    "H20": {"55": [0]},
    "I9": {"26": [0, 3]},
    "I15": {"33": [1, 4]},
    "I21": {"25": [2]},
    "I23": {"28": [1, 4]},
    "I25": {"21": [1, 4], "22": [1, 4], "23": [1, 4], "24": [1, 4]},
    "I27": {"30": [2]},
    "J8": {"21": [0, 3]},
    "J28": {"21": [2, 5]},
    "K7": {"21": [0, 3]},
    "K29": {"50": [4]},
    "L6": {"32": [0]},
    "M5": {"21": [0, 3]},
    "N2": {"49": [4]},
    "N4": {"25": [1]},
}
"""The printed yellow and green hexes, and the tiles and rotations that fit on them, worked out by hand."""


def by_tile(fitting: Sequence[tuple[str, int]]) -> dict[str, list[int]]:
    """Tile to its rotations."""
    return {tile: sorted(turn for name, turn in fitting if name == tile) for tile, _ in fitting}


# 6.1, 6.2: how many tiles, and of which colours


@pytest.mark.clause("1881/6.1b", "1881/H.13")
def test_two_tiles_in_phase_1() -> None:
    """R43: the second may build on the first."""
    game = on_ground("SBV", phase="yellow")
    play_on(game, LayTile("SBV", "L16", "9", 0))
    second = LayTile("SBV", "L18", "1", 1)
    assert allowed(game, second)
    game.play(second)
    refused(game, LayTile("SBV", "M15", "1", 0), clause="1881/6.1a")


@pytest.mark.clause("1881/6.1b")
def test_two_tiles_are_never_laid_on_one_hex() -> None:
    game = on_ground("SBV", phase="yellow")
    play_on(game, LayTile("SBV", "L16", "9", 0))
    refused(game, LayTile("SBV", "L16", "8", 0), code="tile-order")


@pytest.mark.clause("1881/6.1a")
@pytest.mark.parametrize("phase", ["green", "brown", "gray"])
def test_one_tile_later_new_or_an_upgrade(phase: str) -> None:
    for first in (LayTile("SBV", "L18", "1", 1), LayTile("SBV", "L16", "17", 0)):
        game = on_ground("SBV", tiles={"L16": "9@0"}, phase=phase)
        game.play(first)
        refused(game, LayTile("SBV", "M15", "2", 3), clause="1881/6.1a")


@pytest.mark.clause("1881/6.2", "1881/T2a", "1881/T2b", "1881/T2c", "1881/T2d", "1881/12.1a")
@pytest.mark.parametrize(
    ("tile", "since"), [("9", 0), ("21", 1), ("49", 2), ("56", 3), ("57", 3), ("58", 3), ("61", 3)]
)
def test_colours_come_with_the_phases(tile: str, since: int) -> None:
    """S-Bahn tiles are green at least: none before phase 2."""
    for number, phase in enumerate(RULES.phases):
        game = on_ground("SBV", phase=phase)
        why = refused(game, LayTile("SBV", "A11", tile, 0))
        assert (why.clause == "1881/6.2") == (number < since)


# 6.3 to 6.11, 6.13, 6.14, tables 5 and 6: what fits where


@pytest.mark.clause("1881/6.4", "1881/6.13a", "1881/6.13b", "1881/6.14", "1881/T5a", "1881/T5b", "1881/T5c")
@pytest.mark.parametrize("hex", sorted(UPGRADES))
def test_what_may_lie_on_the_printed_yellow_and_green_hexes(hex: str) -> None:
    assert by_tile(BOARD.fitting({}, hex)) == UPGRADES[hex]


@pytest.mark.clause("1881/6.3", "1881/6.6a")
def test_beige_hexes_take_yellow_tiles_and_only_they() -> None:
    for hex, figure in BOARD.hexes.items():
        colors = {BOARD.tiles[tile].color for tile, _ in BOARD.fitting({}, hex)}
        after = {"white": {"yellow"}, "yellow": {"green"}, "green": {"brown"}}
        assert colors == after.get(figure.color, set()), hex
    assert by_tile(BOARD.fitting({}, "A17")), "partly covered by water"


@pytest.mark.clause("1881/6.5a", "1881/C.f")
@pytest.mark.parametrize("hex", ["H4", "M9", "M13", "M19", "M23", "H8", "I29", "L32", "J6"])
def test_nothing_is_built_on_gray_hexes_woods_and_lakes(hex: str) -> None:
    assert not BOARD.fitting({}, hex)
    game = on_ground("SBV")
    refused(game, LayTile("SBV", hex, "1", 0), clause="1881/6.5a")


@pytest.mark.clause("1881/6.5b", "1881/H.15")
def test_no_track_crosses_the_lake_of_tegel() -> None:
    """R6: the book's D3 is Tegel, D12; its lake lies to the west."""
    assert all(1 not in BOARD.as_laid(tile, turn).exits for tile, turn in BOARD.fitting({}, "D12"))
    assert all(4 not in BOARD.as_laid(tile, turn).exits for tile, turn in BOARD.fitting({}, "D10"))
    game = on_ground("SHG", tiles={"D14": "10@1"}, phase="yellow")
    refused(game, LayTile("SHG", "D12", "8", 2), clause="1881/6.11")


@pytest.mark.clause("1881/6.6a", "1881/6.6b", "1881/T6b", "1881/H.16")
def test_56_and_58_replace_green_tiles_others_the_colour_before() -> None:
    for tile, figure in BOARD.tiles.items():
        before = {BOARD.tiles[old].color for old in find_growth(RULES).before.get(tile, ())}
        green = tile in ("56", "58")
        wanted = {"green"} if green else {COLORS[COLORS.index(figure.color) - 1]}
        assert before <= wanted, tile
    grown = find_growth(RULES).before
    assert (set(grown["56"]), set(grown["58"])) == ({"15", "16"}, {"20"})


@pytest.mark.clause("1881/6.6b", "1881/T6b", "1881/H.16")
@pytest.mark.parametrize(
    ("depot", "tiles", "lay"),
    [
        ("J18", {"J18": "8@1", "J16": "15@1"}, LayTile("SBV", "J16", "56", 1)),
        ("K19", {"K19": "20@0"}, LayTile("SBV", "K19", "58", 2)),
    ],
)
def test_56_and_58_are_laid_only_in_the_gray_phase(depot: str, tiles: dict[str, str], lay: LayTile) -> None:
    for phase in ("green", "brown"):
        refused(on_ground("SBV", {"SBV": [depot]}, tiles, phase=phase), lay, clause="1881/6.2")
    assert allowed(on_ground("SBV", {"SBV": [depot]}, tiles, phase="gray"), lay)


@pytest.mark.clause("1881/6.7", "1881/T6a")
def test_the_table_says_what_follows_what() -> None:
    """R3: 13 takes 36 and 40, 14 takes 35 and 36, 20 takes 58; pairs that cannot keep the track are dropped.

    26 lies only in Grunewald, where the woods leave no room for what the table has after it.
    """
    after = find_growth(RULES).after
    assert after["13"] == ("36", "40")
    assert after["14"] == ("35", "36")
    assert after["20"] == ("58",)
    assert after["3"] == ("11", "12", "14")
    listed = {old: tuple(new) for old, new in RULES.figures.upgrades.items() if new and old != "26"}
    assert {old: new for old, new in after.items() if new} == listed


@pytest.mark.clause("1881/6.8")
def test_hexes_without_stops_take_tiles_without_stops() -> None:
    game = on_ground("SBV", tiles={"L16": "9@0"})
    for tile in ("4", "8"):
        refused(game, LayTile("SBV", "L18", tile, 1), clause="1881/6.8")


@pytest.mark.clause("1881/6.9")
def test_a_halt_stays_a_halt_and_a_station_a_station() -> None:
    """R3: tile 20 is no halt, so 56 does not follow it."""
    for old, news in RULES.figures.upgrades.items():
        for new in news:
            before, after = BOARD.tiles[old], BOARD.tiles[new]
            assert bool(before.cities) == bool(after.cities) and bool(before.towns) == bool(after.towns)
    refused(on_ground("SBV", tiles={"L16": "9@0"}), LayTile("SBV", "L16", "15", 0), clause="1881/6.9")
    game = on_ground("SBV", {"SBV": ["K19"]}, {"K19": "20@0"}, phase="gray")
    refused(game, LayTile("SBV", "K19", "56", 0), clause="1881/6.14")


@pytest.mark.clause("1881/6.10")
def test_an_upgrade_keeps_all_track_of_both_kinds() -> None:
    for hex in BOARD.hexes:
        seen = set(BOARD.fitting({}, hex))
        ahead = list(seen)
        while ahead:
            old = ahead.pop()
            for new in BOARD.fitting({hex: old}, hex):
                for board in (BOARD, BOARD.second_track):
                    before, after = board.as_laid(*old), board.as_laid(*new)
                    joined = {(a, b) for a in before.exits for b in before.exits if leads(before, a, b)}
                    assert all(leads(after, a, b) for a, b in joined), f"{new} on {old} in {hex}"
                if new not in seen:
                    seen.add(new)
                    ahead.append(new)


def leads(ground: Any, first: int, second: int) -> bool:
    """Does track lead from one edge to another inside a hex, at most through one stop?"""
    direct = ("side", second) in ground.ways[first]
    stops = {way for way in ground.ways[first] if way[0] != "side"}
    return direct or bool(stops & set(ground.ways[second]))


@pytest.mark.clause("1881/6.10")
def test_a_tile_that_breaks_track_is_refused() -> None:
    game = on_ground("SBV", tiles={"L16": "9@4", "L18": "1@1"})
    refused(game, LayTile("SBV", "L18", "11", 0), clause="1881/6.10")


@pytest.mark.clause("1881/6.11")
def test_no_track_leads_off_the_map_or_into_woods_lakes_and_blank_gray_sides() -> None:
    """R39: the side of a printed gray hex without track, too; an empty hex or a tile's blank side may be met."""
    game = on_ground("SSC", phase="yellow", cash=500)
    refused(game, LayTile("SSC", "K31", "4", 0), clause="1881/6.11")  # K31 has the lake L32 at side 5, L30 at 0
    for hex in BOARD.hexes:
        for tile, turn in BOARD.fitting({}, hex):
            for edge in BOARD.as_laid(tile, turn).exits:
                other = BOARD.hexes[BOARD.across[hex, edge][0]]
                assert other.color != "blue"
                assert other.color != "gray" or (edge + 3) % 6 in BOARD.printed(other.at).exits


@pytest.mark.clause("1881/6.13a")
def test_s_bahn_tiles_lie_on_s_bahn_hexes_and_nothing_else_does() -> None:
    game = on_ground("GBS", {"GBS": ["H20"]}, {"H22": "1@1"}, phase="green")
    refused(game, LayTile("GBS", "H24", "22", 1), code="tile-order")
    routes = {hex for hex, figure in BOARD.hexes.items() if figure.sbahn}
    for hex in BOARD.hexes:
        for tile, turn in BOARD.fitting({}, hex):
            assert bool(BOARD.as_laid(tile, turn).second_exits) == (hex in routes)
    refused(on_ground("GBS"), LayTile("GBS", "I21", "15", 0), clause="1881/6.13a")


@pytest.mark.clause("1881/6.13b")
def test_the_route_forces_the_rotation() -> None:
    game = on_ground("S", {"S": ["H14"]})
    assert lays(game, "H12") == {tile: [1, 4] for tile in ("21", "22", "23", "24")}
    for turn in (0, 2, 3, 5):
        refused(game, LayTile("S", "H12", "21", turn), clause="1881/6.13b")


@pytest.mark.clause("1881/6.14")
def test_marked_tiles_lie_where_their_letters_say() -> None:
    game = on_ground("SBV", {"SBV": ["K19"]}, phase="yellow")
    assert set(lays(game, "K19")) == {"10"}
    refused(game, LayTile("SBV", "K19", "9", 0), clause="1881/6.14")
    refused(game, LayTile("SBV", "L16", "10", 0), clause="1881/6.14")


@pytest.mark.clause("1881/C.e", "1881/6.17")
def test_a_tile_out_of_stock_cannot_be_laid_and_a_replaced_one_is_back() -> None:
    """Given all three 17s on the map, a fourth is refused; when one of them has been replaced, it may be laid."""
    lying = {"L10": "17@0", "J22": "17@0", "J18": "17@0"}
    game = on_ground("SBV", tiles={"L16": "9@0", **lying})
    refused(game, LayTile("SBV", "L16", "17", 0), clause="1881/C.e")
    game = on_ground("SBV", tiles={"L16": "9@0", **lying, "J18": "41@0"})
    assert allowed(game, LayTile("SBV", "L16", "17", 0))


def line_of_play(company: str, depots: Sequence[str], seed: int) -> Counter[str]:
    """Tiles a company lays in the gray phase, turn after turn, those least laid first, until nothing more fits."""
    chance, laid = random.Random(seed), Counter[str]()
    game = on_ground(company, {company: depots}, phase="gray", cash=5000)
    while lays := offered_lays(game):
        fewest = min(laid[lay.tile] for lay in lays)
        lay = chance.choice([lay for lay in lays if laid[lay.tile] == fewest])
        laid[lay.tile] += 1
        game.play(lay)
        turn: Any = game.position.agenda[-1]
        game.position.agenda = (*game.position.agenda[:-1], replace(turn, laid=(), stage=0))
    return laid


def offered_lays(game: Game) -> list[LayTile]:
    """The tiles a company may lay now, without asking for its runs."""
    ref = Referee(RULES, game.position)
    choices = ref.task.choices_of(ref, RULES.turn[0].acts[0])
    return [choice.action for choice in choices if isinstance(choice.action, LayTile)]


@pytest.mark.clause("1881/T6a")
def test_every_tile_can_be_laid_in_some_line_of_play() -> None:
    trams = ["I15", "H20", "F24", "L16", "D14", "F8", "K29"]
    laid = line_of_play("BESTAG", trams, 1) + line_of_play("BESTAG", trams, 3)
    laid += line_of_play("S", ["H20", "H14", "K29", "A23", "N2", "F8", "G15"], 1)
    assert set(BOARD.counts) == set(laid)
    assert len(BOARD.counts) == 61


# 6.12: extending a route


@pytest.mark.clause("1881/6.12")
def test_a_company_on_a_beige_hex_starts_there() -> None:
    game = on_ground("SBV", phase="yellow")
    assert {lay.hex for lay in offered(game, LayTile)} == {"L16"}


@pytest.mark.clause("1881/6.12")
def test_a_tile_extends_a_route_of_the_company() -> None:
    game = on_ground("SBV", tiles={"L16": "9@0"})
    assert {lay.hex for lay in offered(game, LayTile)} == {"L16", "L18", "M15"}
    assert lays(game, "L18") == {"1": [1, 4], "2": [1], "3": [0, 1]}
    refused(game, LayTile("SBV", "L18", "2", 2), clause="1881/6.12")
    refused(game, LayTile("SBV", "K17", "1", 0), clause="1881/6.12")


@pytest.mark.clause("1881/6.12")
def test_a_route_does_not_pass_a_station_full_of_others() -> None:
    """R44: SSC's depot fills Britz's only circle; with a free circle there is a way on."""
    tiles = {"L16": "9@4", "L18": "1@1", "L20": "1@1", "L22": "1@1", "L24": "9@1"}
    closed = on_ground("SBV", {"SBV": ["L16"], "SSC": ["L24"]}, tiles)
    assert not lays(closed, "K23") and not lays(closed, "L26") and not lays(closed, "M25")
    assert lays(closed, "L24"), "the station itself is reached"
    assert lays(on_ground("SBV", tiles=tiles), "M25") or lays(on_ground("SBV", tiles=tiles), "L26")


@pytest.mark.clause("1881/6.12")
def test_raising_a_station_that_is_reached_is_enough() -> None:
    """R38: SBV reaches Britz, full of another's depot: more track there would lead it nowhere, but the value rises."""
    tiles = {"L16": "9@4", "L18": "1@1", "L20": "1@1", "L22": "1@1", "L24": "9@1"}
    game = on_ground("SBV", {"SBV": ["L16"], "SSC": ["L24"]}, tiles)
    assert "17" in lays(game, "L24")


@pytest.mark.clause("1881/6.12", "1881/6.13a")
def test_trams_lay_s_bahn_tiles_for_their_tram_track_and_nets_for_the_s_bahn_s() -> None:
    """R40: 21 has S-Bahn track only, 22 tram track too."""
    tiles = {"G13": "2@5", "H14": "54@2"}
    tram = on_ground("BChSt", {"BChSt": ["H14"]}, {"H14": "54@2"})
    assert "21" not in lays(tram, "H12")
    refused(tram, LayTile("BChSt", "H12", "21", 1), clause="1881/6.12")
    net = on_ground("S", {"S": ["H14"]}, tiles)
    assert set(lays(net, "H12")) == {"21", "22", "23", "24"}
    assert {lay.hex for lay in offered(net, LayTile)} == {"H12", "G15"}


@pytest.mark.clause("1881/6.13a")
def test_the_route_of_a_yellow_hex_is_no_track_yet() -> None:
    """R40: a net in Friedrichstraße begins with the tile there; from Alexanderplatz it comes as far as the next hex."""
    game = on_ground("S", {"S": ["H18"]})
    assert {lay.hex for lay in offered(game, LayTile)} == {"H18"}
    game = on_ground("S", {"S": ["H20"]})
    assert {lay.hex for lay in offered(game, LayTile)} == {"H18", "I21"}


# 6.15, 6.16: costs and bonuses


@pytest.mark.clause("1881/6.15a", "1881/6.15b", "1881/6.15c", "1881/H.14", "1881/O.3")
def test_the_first_tile_on_water_or_woodland_costs_50_later_ones_nothing() -> None:
    game = on_ground("SHG", tiles={"D14": "10@1"}, phase="yellow", cash=49)
    refused(game, LayTile("SHG", "D12", "8", 5), clause="1881/6.15b")
    game = on_ground("SHG", tiles={"D14": "10@1"}, phase="yellow", cash=50)
    game.play(LayTile("SHG", "D12", "8", 5))
    assert game.position.cash["SHG"] == 0
    game = on_ground("SHG", tiles={"D14": "10@1", "D12": "8@5"}, cash=0)
    assert lays(game, "D12")


@pytest.mark.clause("1881/6.15a")
def test_the_first_tile_on_a_printed_hex_pays_too() -> None:
    """R41: Friedrichstraße is printed yellow, Alexanderplatz green; both lie at the water."""
    for company, hex, tile, turn, phase in (("S", "H18", "30", 5, "green"), ("GBS", "H20", "55", 0, "brown")):
        game = on_ground(company, {company: [hex]}, phase=phase, cash=60)
        game.play(LayTile(company, hex, tile, turn))
        assert game.position.cash[company] == 10
    game = on_ground("GBS", {"GBS": ["H20"]}, {"H20": "55@0"}, phase="gray", cash=0)
    assert lays(game, "H20") == {"61": [0]}


@pytest.mark.clause("1881/6.16a", "1881/6.16b", "1881/H.17")
def test_the_building_bonus_comes_once_and_after_the_cost() -> None:
    """I5, beside Gatow, brings 50, its woodland costs 50; the bonus does not help to pay (R42)."""
    gatow, lay = {"H6": "9@2"}, LayTile("SpS", "I5", "1", 0)
    refused(on_ground("SpS", {"SpS": ["H6"]}, gatow, cash=49), lay, clause="1881/6.15b")
    game = on_ground("SpS", {"SpS": ["H6"]}, gatow, cash=50)
    game.play(lay)
    payments = [(paid.payer, paid.payee, paid.amount) for paid in events(game, Paid)]
    assert payments == [("SpS", BANK, 50), (BANK, "SpS", 50)]
    later = on_ground("SpS", {"SpS": ["H6"]}, {**gatow, "I5": "1@0"}, cash=50)
    later.play(LayTile("SpS", "I5", "12", 3))
    assert later.position.cash["SpS"] == 50


@pytest.mark.clause("1881/6.16a", "1881/12.11b")
@pytest.mark.parametrize(("hex", "amount"), [("D10", 100), ("K33", 50), ("M31", 50), ("K7", 50)])
def test_what_the_hexes_bring(hex: str, amount: int) -> None:
    """K7 is printed yellow: its first tile is green, and a net that lays it gets the bonus (R84)."""
    assert RULES.is_first_tile(hex, "21" if hex == "K7" else "1" if hex == "M31" else "4")
    assert not RULES.is_first_tile(hex, "43" if hex == "K7" else "11" if hex == "M31" else "15")
    if hex == "K7":
        game = on_ground("S", {"S": ["L6"]}, {"L6": "32@0"}, cash=50)
        game.play(LayTile("S", "K7", "21", 0))
        assert game.position.cash["S"] == amount


# Positions from outside


@pytest.mark.clause("1881/6.13b")
def test_a_position_file_with_a_tile_off_the_route_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_file, "checked_rules", lambda *_: RULES)
    for hex, tile in {"H12": "21@0", "H18": "30@2", "H22": "21@1", "G15": "9@1", "C21": "27@3"}.items():
        data = {
            "title": "1881",
            "players": NAMES,
            "tiles": {hex: tile},
            "round": {"kind": "operating", "set": 1, "number": 1},
        }
        with pytest.raises(BadInput, match=f"Tile {tile} cannot lie on {hex}"):
            position_file.set_up(data)
