"""18CZ, chapter IX.3: share prices in a stock round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, given, play_on, price, refused

from stellwerk.actions import BuyShare, Pass, SellShares
from stellwerk.events import PriceMoved
from stellwerk.game import Game
from stellwerk.titles import rules_of

LOWER = [40, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 132, 144, 158, 172, 188, 204, 222, 240, 260, 290, 320, 350]
UPPER = [45, 53, 58, 63, 68, 75, 85, 95, 105, 115, 126, 138, 151, 165, 180, 196, 213, 231, 250, 275, 305, 335, 370]
PRICES = sorted(LOWER + UPPER)


def stock(**parts: Any) -> Game:
    """A stock round, Ada to play."""
    return given(**{"round": {"kind": "stock", "set": 2}, "phase": "d", **parts})


def all_pass(game: Game) -> None:
    """The rest of the round: everybody passes."""
    for _ in game.position.order:
        game.play(Pass(game.turn))


def rank(game: Game, name: str) -> int:
    """The place of a marker on its cell, 0 on top."""
    return game.position.markers[name][2]


@pytest.mark.clause("18CZ/IX.3a", "18CZ/IX.3b")
def test_the_chart_has_two_rows() -> None:  # R8
    rows = [[cell.value for cell in row if cell] for row in rules_of("18CZ").figures.chart.rows]
    assert rows == [UPPER, LOWER]


@pytest.mark.clause("18CZ/IX.3a")
@pytest.mark.parametrize("before", PRICES)
def test_a_sale_drops_the_price_one_space_diagonally_left(before: int) -> None:
    """From either row to the other one; 40 stays."""
    game = stock(companies={"EKJ": company(60, price=before, Ada=75)})
    game.play(SellShares("Ada", "EKJ", 25))
    after = PRICES[max(0, PRICES.index(before) - 1)]
    assert price(game, "EKJ") == after
    assert list(events(game, PriceMoved)) == ([PriceMoved("EKJ", after, before)] if before > 40 else [])
    assert (game.position.markers["EKJ"][0] == 0) == (after in UPPER)


@pytest.mark.clause("18CZ/IX.3a")
@pytest.mark.parametrize("part", [10, 20, 30, 40])
def test_it_drops_one_space_however_many_shares_are_sold(part: int) -> None:
    game = stock(companies={"Sx": company(100, Ada=60)})
    game.play(SellShares("Ada", "Sx", part))
    assert price(game, "Sx") == 95


@pytest.mark.clause("18CZ/IX.3a")
def test_all_shares_of_a_company_sold_in_one_turn_are_one_sale() -> None:  # R13
    game = stock(companies={"Sx": company(100, Ada=60), "EKJ": company(60, Ada=75)})
    game.play(SellShares("Ada", "Sx", 10))
    refused(game, SellShares("Ada", "Sx", 10), clause="18CZ/IX.3a")
    game.play(SellShares("Ada", "EKJ", 25))
    refused(game, SellShares("Ada", "Sx", 10), clause="18CZ/IX.3a")
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    game.play(SellShares("Ada", "Sx", 20))  # in the next turn it is another sale, with its own drop
    assert (price(game, "Sx"), price(game, "EKJ")) == (90, 58)


@pytest.mark.clause("18CZ/IX.3a")
def test_recorded_games_may_sell_twice_in_a_turn_with_two_drops() -> None:  # R13, Replay
    game = stock(rules="18xx-games", companies={"Sx": company(100, Ada=60)}, cash={"Ada": 0})
    play_on(game, SellShares("Ada", "Sx", 10), SellShares("Ada", "Sx", 20))
    assert price(game, "Sx") == 90
    assert game.position.cash["Ada"] == 100 + 2 * 95


@pytest.mark.clause("18CZ/IX.3a")
def test_a_purchase_moves_nothing() -> None:
    game = stock(companies={"Sx": company(100, Ada=50)})
    game.play(BuyShare("Ada", "Sx", 10))
    assert not list(events(game, PriceMoved))


@pytest.mark.clause("18CZ/IX.3b")
@pytest.mark.parametrize("before", PRICES)
def test_a_company_all_in_player_hands_rises_one_space_diagonally_right(before: int) -> None:
    """From either row to the other one; 370 stays."""
    game = stock(companies={"EKJ": company(60, price=before, Ada=75, Bo=25)})
    play_on(game, Pass("Ada"), Pass("Bo"))
    assert not list(events(game, PriceMoved))  # only at the end of the round
    game.play(Pass("Cy"))
    after = PRICES[min(len(PRICES) - 1, PRICES.index(before) + 1)]
    assert price(game, "EKJ") == after
    assert list(events(game, PriceMoved)) == ([PriceMoved("EKJ", after, before)] if before < 370 else [])


@pytest.mark.clause("18CZ/IX.3b")
@pytest.mark.parametrize(("name", "par", "missing"), [("EKJ", 60, 25), ("BTE", 60, 20), ("Sx", 100, 10)])
def test_with_one_share_left_in_the_bank_nothing_rises(name: str, par: int, missing: int) -> None:
    ada = 50 if name != "BTE" else 60
    game = stock(companies={name: company(par, Ada=ada, Bo=100 - missing - ada)})
    all_pass(game)
    assert price(game, name) == par
    assert not list(events(game, PriceMoved))
    game = stock(companies={name: company(par, Ada=ada, Bo=100 - missing - ada)}, turn={"player": "Cy"})
    game.play(BuyShare("Cy", name, missing))
    all_pass(game)
    assert price(game, name) == PRICES[PRICES.index(par) + 1]


@pytest.mark.clause("18CZ/IX.3b")
def test_what_counts_is_the_end_of_the_round() -> None:
    """A share sold and bought again: one drop and one rise."""
    game = stock(companies={"EKJ": company(60, Ada=75, Bo=25)})
    play_on(game, SellShares("Ada", "EKJ", 25), Pass("Ada"), BuyShare("Bo", "EKJ", 25))
    assert price(game, "EKJ") == 58
    all_pass(game)
    assert [(move.before, move.price) for move in events(game, PriceMoved)] == [(60, 58), (58, 60)]
    game = stock(companies={"EKJ": company(60, Ada=75, Bo=25)})
    play_on(game, SellShares("Ada", "EKJ", 25), Pass("Ada"))
    all_pass(game)
    assert price(game, "EKJ") == 58


@pytest.mark.clause("18CZ/IX.3c")
def test_a_marker_that_falls_goes_under_those_on_the_cell() -> None:
    game = stock(companies={
        "EKJ": company(60, Ada=75), "OFE": company(60, price=58, Bo=50), "BCB": company(60, price=58, Bo=50),
    })  # fmt: skip
    game.play(SellShares("Ada", "EKJ", 25))
    assert [(price(game, name), rank(game, name)) for name in ("OFE", "BCB", "EKJ")] == [(58, 0), (58, 1), (58, 2)]


@pytest.mark.clause("18CZ/IX.3c")
def test_a_marker_that_rises_goes_under_those_on_the_cell() -> None:
    game = stock(companies={"EKJ": company(60, Ada=75, Bo=25), "OFE": company(60, price=63, Bo=50)})
    all_pass(game)
    assert [(price(game, name), rank(game, name)) for name in ("OFE", "EKJ")] == [(63, 0), (63, 1)]


@pytest.mark.clause("18CZ/IX.3c")
def test_the_markers_left_behind_close_up() -> None:
    game = stock(companies={"EKJ": company(60, Ada=75), "OFE": company(60, Bo=50), "BCB": company(60, Bo=50)})
    assert [rank(game, name) for name in ("EKJ", "OFE", "BCB")] == [0, 1, 2]
    game.play(SellShares("Ada", "EKJ", 25))
    assert [rank(game, name) for name in ("OFE", "BCB")] == [0, 1]


@pytest.mark.clause("18CZ/IX.3b", "18CZ/IX.3c")
def test_of_several_sold_out_companies_the_upper_marker_moves_first() -> None:  # R17
    game = stock(companies={
        "OFE": company(60, Ada=50, Bo=50, director="Ada"),
        "BTE": company(60, Ada=60, Bo=40),
        "EKJ": company(60, Ada=75, Bo=25),
    })  # fmt: skip
    all_pass(game)
    assert [move.company for move in events(game, PriceMoved)] == ["OFE", "BTE", "EKJ"]
    assert [rank(game, name) for name in ("OFE", "BTE", "EKJ")] == [0, 1, 2]


@pytest.mark.clause("18CZ/IX.3b")
def test_of_several_sold_out_companies_the_dearest_moves_first() -> None:  # R17
    game = stock(companies={
        "EKJ": company(60, price=58, Ada=75, Bo=25),
        "BTE": company(60, price=105, Ada=60, Bo=40),
        "OFE": company(60, Bo=75, Ada=25),
    })  # fmt: skip
    all_pass(game)
    assert [move.company for move in events(game, PriceMoved)] == ["BTE", "OFE", "EKJ"]


@pytest.mark.clause("18CZ/IX.3c")
def test_a_marker_that_cannot_move_keeps_its_place_in_the_stack() -> None:
    game = stock(companies={"EKJ": company(60, price=40, Ada=75), "OFE": company(60, price=40, Bo=50)})
    game.play(SellShares("Ada", "EKJ", 25))
    assert [rank(game, name) for name in ("EKJ", "OFE")] == [0, 1]
    assert allowed(game, BuyShare("Ada", "OFE", 25))
