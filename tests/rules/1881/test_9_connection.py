"""1881, 9.4: the first connection of a station on the edge of the map with the centre of Berlin."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from tests.connection81 import Opinion
from tests.groundkit81 import ground_rules, on_ground
from tests.kit import events
from tests.routes.boards import row

from stellwerk import BadInput
from stellwerk.actions import LayTile
from stellwerk.board.walks import stations_connected
from stellwerk.game import Game
from stellwerk.titles.t1881.connection import CentreConnected, edge_stations_connected
from stellwerk.titles.t1881.state import State1881
from stellwerk.titles.t1881.turn import CompanyTurn

RULES = ground_rules()
BOARD = RULES.board

NORTH = {"G17": "34@1", "F18": "21@0", "E19": "29@0", "D20": "21@0", "C21": "27@0", "B22": "21@0"}
"""S-Bahn track from Lehrter Bahnhof, in the centre, to Bernau, on the edge."""
SOUTH = {"J18": "8@0", "K17": "1@0", "L16": "9@5", "M17": "1@2", "N18": "8@3"}
"""Tram track from Kreuzberg, in the centre, over Marienfelde to Lichtenrade, on the edge."""


def without(tiles: Mapping[str, str], *hexes: str) -> dict[str, str]:
    """The same tiles but some."""
    return {hex: tile for hex, tile in tiles.items() if hex not in hexes}


def lay(company: str, hex: str, tiles: Mapping[str, str]) -> LayTile:
    """The tile that is still missing on a hex."""
    tile, turn = tiles[hex].split("@")
    return LayTile(company, hex, tile, int(turn))


def bonus(game: Game) -> int:
    """The bonus income of the turn that goes on."""
    turn = game.position.agenda[-1]
    assert isinstance(turn, CompanyTurn)
    return turn.bonus


def connected(game: Game) -> tuple[str, ...]:
    """The edge stations whose bonus is used up."""
    return State1881.of(game.position).connected or ()


# What the book says


@pytest.mark.clause("1881/9.4b", "1881/C.h", "1881/H.18")
def test_edge_stations_lie_on_the_edge_and_centre_stations_inside_the_red_line_or_are_zoo_and_breitscheidplatz() -> (
    None
):
    link = RULES.printed.connection_bonus
    cities = {hex for hex, figure in BOARD.hexes.items() if figure.cities}
    assert set(link.edge_stations) == {
        hex for hex in cities if any((hex, edge) not in BOARD.across and not lake(hex, edge) for edge in range(6))
    }
    inside = cities & set(link.inside_1881_limit)
    assert set(link.centre_stations) == inside | {"H14", "I15"} == {*inside, *link.outside_but_counted}
    assert not edge_stations_connected(RULES, {}), "nothing is connected at the start"


def lake(hex: str, edge: int) -> bool:
    """Is this the lake of Tegel, which lies inside the map?"""
    return any(border.edge == edge for border in BOARD.hexes[hex].borders) or hex == "D12"


@pytest.mark.clause("1881/9.4a", "1881/H.18")
@pytest.mark.parametrize("last", ["M17", "N18", "K17"])
def test_the_tile_that_connects_brings_100(last: str) -> None:
    game = on_ground("SBV", {"SBV": ["L16"]}, without(SOUTH, last))
    game.play(lay("SBV", last, SOUTH))
    assert bonus(game) == 100
    assert connected(game) == ("N18",)
    assert [event.hexes for event in events(game, CentreConnected)] == [("N18",)]
    assert "SBV connects N18 with the centre" in [str(event) for event in game.log[-1].events]


@pytest.mark.clause("1881/9.4a", "1881/12.11", "1881/12.11b", "1881/H.19")
@pytest.mark.parametrize("company", ["S", "S-III"])
def test_a_net_gets_it_as_well(company: str) -> None:
    game = on_ground(company, {company: ["G17"]}, without(NORTH, "B22"))
    game.play(lay(company, "B22", NORTH))
    assert bonus(game) == 100 and connected(game) == ("A23",)


@pytest.mark.clause("1881/9.4a", "1881/H.18")
def test_each_edge_station_pays_once_in_the_game() -> None:
    """R53: a later tile on the way, of another company too, brings nothing."""
    game = on_ground("SBV", {"SBV": ["L16"]}, SOUTH)
    game.position.update_state(connected=("N18",))
    game.play(LayTile("SBV", "L16", "17", 1))
    assert bonus(game) == 0 and not list(events(game, CentreConnected))


@pytest.mark.clause("1881/9.4a", "1881/H.20")
def test_two_stations_at_once_bring_one_bonus_and_both_are_used_up() -> None:
    """R53: Lichtenrade hangs on M17, Zehlendorf on L16; the tile on K17 connects both."""
    tiles = {**SOUTH, "L16": "17@1", "L14": "1@1", "L12": "1@1", "L10": "9@4"}
    game = on_ground("SBV", {"SBV": ["L16"]}, without(tiles, "K17"))
    game.play(lay("SBV", "K17", tiles))
    assert bonus(game) == 100
    assert connected(game) == ("L10", "N18")


@pytest.mark.clause("1881/9.4a", "1881/H.20")
def test_a_second_tile_of_the_turn_brings_no_second_bonus() -> None:
    """R53, phase 1: the station is used up all the same."""
    tiles = {**SOUTH, "L16": "9@5", "N18": "8@3", "M19": "x"}
    game = on_ground("SBV", {"SBV": ["J18"], "GBS": ["H20"]}, without(tiles, "K17", "M19"), phase="yellow")
    game.position.agenda = tuple(
        CompanyTurn("SBV", link=100) if isinstance(step, CompanyTurn) else step for step in game.position.agenda
    )
    game.play(lay("SBV", "K17", tiles))
    assert bonus(game) == 100 and connected(game) == ("N18",)


@pytest.mark.clause("1881/9.4c", "1881/H.19")
def test_depots_of_others_do_not_block() -> None:
    """GBS fills Marienfelde: SBV, which could not run there, still connects."""
    game = on_ground("SBV", {"SBV": ["J18"], "GBS": ["L16"]}, without(SOUTH, "K17"))
    game.play(lay("SBV", "K17", SOUTH))
    assert bonus(game) == 100


@pytest.mark.clause("1881/9.4a")
def test_connections_follow_from_the_tiles() -> None:
    """In a position file `connected` need not be told; a position that says otherwise is refused."""
    game = on_ground("SBV", tiles=SOUTH)
    RULES.read_extra(game.position, {})
    assert connected(game) == ("N18",)
    game.position.state.check(RULES, game.position)
    for wrong in ((), ("N18", "A23")):
        game.position.update_state(connected=wrong)
        with pytest.raises(BadInput):
            game.position.state.check(RULES, game.position)


# What a walk may do (R88)


@pytest.mark.clause("1881/9.4a", "1881/H.19")
def test_a_walk_changes_the_kind_of_track_in_a_station_only() -> None:
    """`second` is a station of both kinds, `second-line` two tracks that cross: the second kind runs 0 to 3."""
    board, tiles = row(("city", 1), ("second", 3), ("city", 1))
    assert stations_connected(board, tiles, ["C1"]) == {"C1", "C3", "C5"}
    assert stations_connected(*row(("city", 1), ("second-line", 0), ("city", 1)), ["C1"]) == {"C1", "C3", "C5"} - {"C3"}
    assert stations_connected(*row(("city", 1), ("second-line", 1), ("second", 1), ("city", 1)), ["C1"]) == {"C1"}
    board, tiles = row(("second", 1), ("second-line", 1), ("second", 1), ("city", 1))
    assert stations_connected(board, tiles, ["C1"]) == {"C1", "C5"}, "the second kind leads to C5"
    board, tiles = row(("second", 1), ("second-line", 1), ("second", 0), ("city", 1))
    assert stations_connected(board, tiles, ["C1"]) == {"C1"}


@pytest.mark.clause("1881/8.8")
def test_two_stations_of_a_hex_are_one_place_only_where_track_joins_them() -> None:
    """As on tile 53; on `pair` they lie apart."""
    assert stations_connected(*row(("city", 1), ("river", 0), ("city", 1)), ["C1"]) == {"C1", "C3", "C5"}
    for start in ("C1", "C5"):
        assert stations_connected(*row(("city", 1), ("pair", 1), ("city", 1)), [start]) == {start, "C3"}


# A second opinion


def random_tiles(seed: int) -> dict[str, tuple[str, int]]:
    """Tiles such as a long game might leave: hex by hex from the centre, mostly meeting what lies beside."""
    chance = random.Random(seed)
    order = sorted(BOARD.hexes, key=lambda hex: abs(ord(hex[0]) - ord("H")) + abs(int(hex[1:]) - 18) / 2)
    tiles: dict[str, tuple[str, int]] = {}
    for hex in order:
        for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3))):
            fitting = BOARD.fitting(tiles, hex)
            if not fitting:
                break
            if chance.random() < 0.75:
                best = max(meetings(hex, tiles, laid) for laid in fitting)
                fitting = tuple(laid for laid in fitting if meetings(hex, tiles, laid) == best)
            tiles[hex] = chance.choice(fitting)
    return tiles


def meetings(hex: str, tiles: Mapping[str, tuple[str, int]], laid: tuple[str, int]) -> int:
    """On how many sides track would meet track."""
    exits = BOARD.as_laid(*laid).exits
    return sum(BOARD.across[hex, edge][1] in BOARD.ground(tiles, BOARD.across[hex, edge][0]).exits for edge in exits)


@pytest.mark.clause("1881/9.4a", "1881/9.4b", "1881/9.4c")
def test_a_second_opinion_on_four_hundred_random_boards() -> None:
    link, found = RULES.printed.connection_bonus, []
    for seed in range(400):
        tiles = random_tiles(seed)
        opinion = Opinion(tiles)
        by_hand = [hex for hex in link.edge_stations if opinion.linked(hex, set(link.centre_stations))]
        assert list(edge_stations_connected(RULES, tiles)) == by_hand, f"seed {seed}"
        found += by_hand
    assert set(found) == set(link.edge_stations), "each edge station is connected on some board"
    assert len(found) < 400 * 7, "and not on all"
