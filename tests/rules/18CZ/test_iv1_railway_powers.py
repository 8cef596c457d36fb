"""18CZ, chapter IV.1: the powers of the Local Railways that companies own."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, given, refused

from stellwerk.actions import Acquire, LayTile
from stellwerk.events import PowerUsed
from stellwerk.game import Game


def sx(phase: str = "i", **parts: Any) -> Game:
    """Sx (large, directed by Ada) on its turn, with one Local Railway of each size and stations in D4 and G11."""
    return given(**{
        "round": {"kind": "operating", "set": 7, "number": 1},
        "phase": phase,
        "companies": {"Sx": company(100, Ada=60)},
        "stations": {"Sx": ("D4", "G11")},
        "tiles": {"D4": "57@2", "G11": "57@1"},
        "trains": {"Sx": ("4E",)},
        "privates": {"S1": "Sx", "M1": "Sx", "L1": "Sx"},
        "cash": {"Sx": 100},
        "turn": {"company": "Sx"},
        **parts,
    })  # fmt: skip


# Option 1: a purple-edged tile


def purple(color: str, private: str | None) -> LayTile:
    """A purple-edged tile of a colour for D4."""
    tile = {"green": "14p", "brown": "611p", "gray": "595p"}[color]
    return LayTile("Sx", "D4", tile, {"green": 1, "brown": 2, "gray": 0}[color], private)


BEFORE = {"green": "57@2", "brown": "15@2", "gray": "611@2"}
COVERED = {"S1": ("green",), "M1": ("green", "brown"), "L1": ("green", "brown", "gray")}


@pytest.mark.clause("18CZ/IV.1n")
@pytest.mark.parametrize("private", COVERED)
@pytest.mark.parametrize("color", BEFORE)
def test_the_size_of_a_railway_says_which_purple_tiles_it_lays(private: str, color: str) -> None:
    game = sx(tiles={"D4": BEFORE[color], "G11": "57@1"})
    if color in COVERED[private]:
        assert allowed(game, purple(color, private))
    else:
        refused(game, purple(color, private), clause="18CZ/IV.1n")


@pytest.mark.clause("18CZ/IV.1l")
def test_a_purple_tile_comes_free_and_in_addition_to_the_normal_track() -> None:
    game = sx()
    game.play(purple("green", "S1"))
    assert game.position.tiles["D4"] == ("14p", 1)
    assert game.position.cash["Sx"] == 100
    game.play(LayTile("Sx", "G11", "14", 1))
    refused(game, LayTile("Sx", "E5", "9", 2), clause="18CZ/VIII.4c")
    game = sx()
    game.play(LayTile("Sx", "E5", "9", 2))
    assert allowed(game, purple("green", "S1"))


@pytest.mark.clause("18CZ/IV.1l")
@pytest.mark.parametrize("stage", ["track", "station", "run", "dividend", "acquire", "trains", "end"])
def test_a_purple_tile_can_be_laid_at_any_time_of_the_turn(stage: str) -> None:
    game = sx(turn={"company": "Sx", "stage": stage, "revenue": 10})
    before = game.position.agenda
    game.play(purple("green", "S1"))
    assert game.position.tiles["D4"] == ("14p", 1)
    assert game.position.agenda == before  # the turn goes on where it was


@pytest.mark.clause("18CZ/IV.1l")
def test_all_other_tile_rules_hold_for_a_purple_tile() -> None:  # R31
    lay = purple("green", "S1")
    refused(sx(phase="c"), lay, clause="18CZ/VIII.5b")  # its colour is not in use
    assert allowed(sx(phase="d"), lay)
    refused(sx(tiles={"G11": "57@1"}), lay, code="tile-order")  # no yellow tile before it
    refused(sx(tiles={"D4": "57@1", "G11": "57@1"}), lay, code="tile-track")  # track lost
    elsewhere = LayTile("Sx", "E9", "14p", 0, "S1")
    refused(sx(tiles={"D4": "57@2", "G11": "57@1", "E9": "57@1"}), elsewhere, code="not-connected")
    taken = {"D4": "57@2", "G11": "57@1", "E9": "14p@0"}
    refused(sx(tiles=taken), lay, clause="18CZ/IIa")  # there is only one 14p


@pytest.mark.clause("18CZ/IV.1l")
def test_a_purple_tile_may_follow_on_a_hex_promoted_in_the_same_turn() -> None:  # R31
    game = sx(phase="g")
    game.play(LayTile("Sx", "D4", "15", 2))
    game.play(purple("brown", "M1"))
    assert game.position.tiles["D4"] == ("611p", 2)


@pytest.mark.clause("18CZ/IV.1k")
def test_a_railway_has_one_power_for_the_whole_game_and_stays() -> None:
    game = sx(phase="g")
    game.play(purple("green", "M1"))
    assert list(events(game, PowerUsed)) == [PowerUsed("M1", "Sx")]
    assert game.position.privates["M1"] == "Sx"
    refused(game, purple("brown", "M1"), clause="18CZ/IV.1k")
    refused(game, LayTile("Sx", "E5", "9", 2, "M1"), clause="18CZ/IV.1k")
    assert allowed(game, LayTile("Sx", "E5", "9", 2, "L1"))
    game.play(LayTile("Sx", "E5", "9", 2, "L1"))
    refused(game, LayTile("Sx", "G11", "14p", 0, "L1"), clause="18CZ/IV.1k")


@pytest.mark.clause("18CZ/IV.1k")
def test_only_railways_of_the_company_itself_have_powers_for_it() -> None:
    game = sx(
        companies={"Sx": company(100, Ada=60), "BTE": company(60, Ada=60)},
        privates={"S1": "Ada", "M1": "BTE", "L1": "out", "S2": "Sx"},
    )
    for private in ("S1", "M1", "L1"):
        refused(game, purple("green", private), clause="18CZ/IV.1k")
        refused(game, LayTile("Sx", "G9", "9", 1, private), clause="18CZ/IV.1k")
    assert allowed(game, purple("green", "S2"))


@pytest.mark.clause("18CZ/IV.1k")
def test_a_used_power_stays_used_when_the_railway_changes_hands() -> None:  # R31
    game = sx(
        companies={"Sx": company(100, Ada=60), "EKJ": company(60, Ada=50)},
        privates={"S1": "EKJ", "S2": "EKJ"},
        used=("S1",),
        turn={"company": "Sx", "stage": "acquire"},
    )
    game.play(Acquire("Sx", "EKJ", 30))
    assert game.position.privates["S1"] == game.position.privates["S2"] == "Sx"
    refused(game, purple("green", "S1"), clause="18CZ/IV.1k")
    assert allowed(game, purple("green", "S2"))


# Option 2: terrain for nothing

TILES = {"river": ("G9", "9", 1), "hill": ("G13", "9", 1), "mountain": ("C3", "8", 3)}
COSTS = {"river": 10, "hill": 20, "mountain": 40}
FREE = {"S1": ("river",), "M1": ("river", "hill"), "L1": ("river", "hill", "mountain")}


@pytest.mark.clause("18CZ/IV.1m")
@pytest.mark.parametrize("terrain", COSTS)
@pytest.mark.parametrize("private", FREE)
def test_the_size_of_a_railway_says_which_terrain_it_makes_free(private: str, terrain: str) -> None:
    game = sx(phase="d")
    with_it = LayTile("Sx", *TILES[terrain], private)
    if terrain in FREE[private]:
        game.play(with_it)
        assert game.position.cash["Sx"] == 100
        assert game.position.used == (private,)
    else:  # R31: no discount on a terrain the railway does not name
        refused(game, with_it, clause="18CZ/IV.1m")


@pytest.mark.clause("18CZ/IV.1m")
@pytest.mark.parametrize("terrain", COSTS)
def test_without_the_power_the_printed_cost_is_paid(terrain: str) -> None:
    game = sx(phase="d")
    game.play(LayTile("Sx", *TILES[terrain]))
    assert game.position.cash["Sx"] == 100 - COSTS[terrain]
    assert game.position.used == ()


@pytest.mark.clause("18CZ/IV.1m")
def test_the_power_serves_a_poor_company_for_one_tile_only() -> None:
    """In a first turn two yellow tiles are laid; each railway saves the cost of one. Free ground saves nothing."""
    game = sx(cash={"Sx": 0}, privates={"M1": "Sx"}, turn={"company": "Sx", "first": True}, phase="d")
    refused(game, LayTile("Sx", "G9", "9", 1), clause="18CZ/VIII.4j")
    game.play(LayTile("Sx", "G9", "9", 1, "M1"))
    refused(game, LayTile("Sx", "G13", "9", 1, "M1"), clause="18CZ/IV.1k")
    plain = sx(tiles={"D4": "57@1", "G11": "57@1"})
    assert allowed(plain, LayTile("Sx", "D6", "9", 1))
    refused(plain, LayTile("Sx", "D6", "9", 1, "S1"), clause="18CZ/IV.1m")
