"""18Rhl, chapter 18: the optional 2-train, the lower starting capital, the promotion tiles."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, given, offered, refused

import stellwerk
from stellwerk import BadInput
from stellwerk.actions import BuyTrain, LayTile
from stellwerk.game import Game
from stellwerk.titles import rules_of

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")
SCRAPPED = ("2", "3", "4")


def rhl(**parts: Any) -> Game:
    return given(title="18Rhl", **parts)


# 18.1


@pytest.mark.clause("18Rhl/18.1")
@pytest.mark.parametrize(("variant", "count"), [("base", 6), ("optional-2-train", 7)])
def test_there_is_one_more_2_train(variant: str, count: int) -> None:
    stack = stellwerk.new_game("18Rhl", NAMES[:3], variant=variant).position.stack
    assert [card for card in stack if card.startswith("2-")] == [f"2-{i + 1}" for i in range(count)]
    assert len(stack) == 21 + count  # the other types are as they were
    game = rhl(
        variant=variant,
        companies={"BME": company(80, Ada=50)},
        stations={"BME": ("F13.1",)},
        cash={"BME": 1000},
        next_card="2-6",
        turn={"company": "BME", "stage": "trains"},
    )
    game.play(BuyTrain("BME", "bank", "2-6", "2", 100))
    assert [action.card for action in offered(game, BuyTrain)] == ["2-7" if count == 7 else "3-1"]


# 18.2


@pytest.mark.clause("18Rhl/18.2")
@pytest.mark.parametrize(("players", "each"), [(3, 500), (4, 375), (5, 300), (6, 250)])
def test_the_starting_capital_is_1500_in_all(players: int, each: int) -> None:  # R55: offered to 5 and 6 too
    cash = stellwerk.new_game("18Rhl", NAMES[:players], variant="lower-capital").position.cash
    assert [cash[name] for name in NAMES[:players]] == [each] * players
    assert cash["bank"] == 7500  # R18


# 18.3

PROMOTION = {"949": "gray", "950": "gray", "Essen": "gray"}


@pytest.mark.clause("18Rhl/18.3")
def test_three_grey_tiles_are_added_to_the_supply_one_each() -> None:  # R56
    base, more = rules_of("18Rhl").board, rules_of("18Rhl", "promotion-tiles").board
    assert not set(PROMOTION) & set(base.counts)
    assert more.counts == {**base.counts, "949": 1, "950": 1, "Essen": 1}
    assert {tile: more.tiles[tile].color for tile in PROMOTION} == PROMOTION


def grey(variant: str = "promotion-tiles", phase: str = "8", **parts: Any) -> Game:
    """KKK (Ada) with 500 and stations in brown Moers and Duisburg; Essen is brown too."""
    return rhl(
        **{
            "variant": variant,
            "phase": phase,
            "scrapped": SCRAPPED if phase == "8" else ("2", "3"),
            "companies": {"KKK": company(70, Ada=60)},
            "stations": {"KKK": ("D7", "D9")},
            "tiles": {"D7": "947@0", "D9": "929@0", "D13": "216@1"},
            "trains": {"KKK": ("6",)},
            "next_card": "8-2" if phase == "8" else "6-3",
            "cash": {"KKK": 500},
            "turn": {"company": "KKK"},
            **parts,
        }
    )


DUISBURG, MOERS = LayTile("KKK", "D9", "949", 0), LayTile("KKK", "D7", "950", 0)
ESSEN = LayTile("KKK", "D13", "Essen", 2)
IN_ESSEN = {"KKK": ("D7", "D13")}


@pytest.mark.clause("18Rhl/18.3")
@pytest.mark.parametrize(("lay", "cost"), [(DUISBURG, 50), (MOERS, 0), (ESSEN, 0)])
def test_the_promotion_tiles_follow_the_brown_tiles_of_their_cities(lay: LayTile, cost: int) -> None:  # R56
    parts: dict[str, Any] = {"stations": IN_ESSEN} if lay is ESSEN else {}
    game = grey(**parts)
    game.play(lay)
    assert game.position.tiles[lay.hex] == (lay.tile, lay.rotation)
    assert game.position.cash["KKK"] == 500 - cost
    assert ("KKK", 0) in game.position.stations[lay.hex]
    refused(grey("base", **parts), lay, clause="18Rhl/1c")
    refused(grey(phase="6", **parts), lay, clause="18Rhl/8b")  # the ordinary rules hold


@pytest.mark.clause("18Rhl/18.3")
def test_the_town_of_grey_moers_extends_a_route_from_the_city_itself() -> None:  # R31
    """It is worth no more than the brown tile, but there is new track from the city to the west bank of Duisburg."""
    assert allowed(grey(tiles={"D7": "947@0"}, stations={"KKK": ("D7",)}), MOERS)
    away: dict[str, Any] = {
        "companies": {"KKK": company(70, Ada=60), "ADR": company(70, Ada=50)},
        "stations": {"ADR": ("K2",)},
    }
    lay = LayTile("ADR", "D7", "950", 0)
    refused(grey(tiles={"D7": "947@0"}, turn={"company": "ADR"}, **away), lay, code="not-connected")


@pytest.mark.clause("18Rhl/18.3")
def test_duisburg_may_still_take_the_common_grey_tile() -> None:  # R56
    assert allowed(grey(), LayTile("KKK", "D9", "932", 0))
    assert allowed(grey("base"), LayTile("KKK", "D9", "932", 0))


@pytest.mark.clause("18Rhl/18.3")
def test_each_of_them_lies_only_on_its_own_hex_after_its_own_brown_tile() -> None:
    parts: dict[str, Any] = {"tiles": {"E6": "216@0", "F13": "216@5", "F9": "927@0"}, "stations": {"KKK": ("E6", "F9")}}
    game = grey(**parts)
    for hex, tile in (("E6", "Essen"), ("F13", "Essen"), ("F9", "949"), ("F9", "950")):
        for rotation in range(6):
            refused(game, LayTile("KKK", hex, tile, rotation))
    assert allowed(grey(tiles={"D13": "216@1"}, stations=IN_ESSEN), ESSEN)
    refused(grey(tiles={"D9": "925@0"}, stations={"KKK": ("D9.1",)}), DUISBURG)


@pytest.mark.clause("18Rhl/18.3")
def test_the_towns_of_the_promotion_tiles_count_and_moers_keeps_its_coal() -> None:
    parts: dict[str, Any] = {"trains": {"KKK": ("5",)}, "turn": {"company": "KKK", "stage": "run"}}
    moers = grey(tiles={"D7": "950@0", "D9": "929@0"}, extra={"mines": 2}, **parts)
    # the town 10 lies between Moers 30, with its coal, and Duisburg 50, with the steel marker
    assert moers.best_runs("KKK").total == 30 + 10 + 50 + 40
    duisburg = grey(tiles={"D9": "949@0", "D11": "937@1"}, stations={"KKK": ("D7", "D9")}, **parts)
    assert duisburg.best_runs("KKK").total == 60 + 20 + 20


@pytest.mark.clause("18Rhl/18.1", "18Rhl/18.2", "18Rhl/18.3")
def test_variants_can_be_joined_and_unknown_ones_are_refused() -> None:
    game = stellwerk.new_game("18Rhl", NAMES[:3], variant="optional-2-train+lower-capital+promotion-tiles")
    assert len(game.position.stack) == 28
    assert game.position.cash["bank"] == 7500
    assert game.rules.board.counts["949"] == 1
    for wrong in ("optional", "lower-capital+lower-capital", "base+lower-capital"):
        with pytest.raises(BadInput):
            stellwerk.new_game("18Rhl", NAMES[:3], variant=wrong)
