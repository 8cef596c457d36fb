"""18CZ XI.2, Moravia-Silesia: the auction of the private papers before the first stock round."""

from __future__ import annotations

import pytest
from tests.kit import allowed, choices, events, play_on, refused
from tests.moraviakit import PAPERS, auction, cash, passes, sold

from stellwerk.actions import Bid, BuyPrivate, Pass
from stellwerk.events import Exported, GameEnded, OrderDealt, RoundBegan
from stellwerk.interop.text import from_text, to_text
from stellwerk.position import OFFERING, OUT

MINIMUM = {"3E": 40, "MW": 50, "S4": 30, "M4": 45, "L1": 60}


@pytest.mark.clause("18CZ/XI.2.pre-a")
def test_the_player_on_turn_chooses_any_of_the_five_papers_and_bids_first() -> None:
    game = auction("Ada", "Bo", "Cy")
    offers = {
        getattr(choice.action, "lot", ""): (choice.low, choice.high) for choice in choices(game, Bid) if choice.field
    }
    assert offers == {paper: (least, 450) for paper, least in MINIMUM.items()}
    refused(game, BuyPrivate("Ada", "S4"))
    play_on(game, Bid("Ada", "MW", 60))
    assert game.turn == "Bo"
    assert cash(game, "Ada") == 450, "a bid is not paid yet"


@pytest.mark.clause("18CZ/XI.2.pre-a")
@pytest.mark.parametrize(("paper", "least"), MINIMUM.items())
def test_the_first_bid_is_at_least_the_printed_minimum(paper: str, least: int) -> None:
    game = auction("Ada", "Bo", "Cy")
    refused(game, Bid("Ada", paper, least - 1), code="bid-low", clause="18CZ/XI.2.pre-a")
    refused(game, Bid("Ada", paper, 451), code="bid-aside")
    assert allowed(game, Bid("Ada", paper, least))
    assert allowed(game, Bid("Ada", paper, 450))


@pytest.mark.clause("18CZ/XI.2.pre-a")
def test_who_puts_a_paper_up_may_pass_and_the_others_may_open_in_order_at_the_minimum() -> None:  # R64
    game = play_on(auction("Ada", "Bo", "Cy"), Bid("Ada", "L1", 0))
    assert game.turn == "Bo"
    refused(game, Bid("Bo", "L1", 59), code="bid-low")
    refused(game, Bid("Bo", "MW", 80), clause="18CZ/XI.2.pre-b")
    play_on(game, Pass("Bo"), Bid("Cy", "L1", 60))
    assert game.position.privates["L1"] == "Cy", "nobody is left who could raise"
    assert cash(game, "Cy") == 390


@pytest.mark.clause("18CZ/XI.2.pre-a", "18CZ/XI.2.pre-e")
def test_a_paper_that_was_sold_cannot_be_put_up_again_but_one_without_a_bid_can() -> None:  # R64
    game = auction("Ada", "Bo", "Cy")
    sold(game, "Ada", "S4", 30)
    play_on(game, Bid("Bo", "M4", 0), *passes("Cy", "Ada"))
    assert game.position.privates["M4"] == OFFERING
    refused(game, Bid("Cy", "S4", 100), clause="18CZ/XI.2.pre-a")
    assert allowed(game, Bid("Cy", "M4", 45))


@pytest.mark.clause("18CZ/XI.2.pre-b")
def test_the_others_bid_or_pass_in_playing_order_until_nobody_raises() -> None:
    game = play_on(auction("Cy", "Ada", "Bo"), Bid("Cy", "3E", 40))
    assert game.turn == "Ada"
    play_on(game, Bid("Ada", "3E", 45), Bid("Bo", "3E", 50), Bid("Cy", "3E", 70), Pass("Ada"))
    assert game.turn == "Bo"
    play_on(game, Bid("Bo", "3E", 80), Pass("Cy"))
    assert game.position.privates["3E"] == "Bo"
    assert {name: cash(game, name) for name in ("Ada", "Bo", "Cy")} == {"Ada": 450, "Bo": 370, "Cy": 450}


@pytest.mark.clause("18CZ/XI.2.pre-b")
def test_each_raise_is_at_least_5() -> None:
    game = play_on(auction("Ada", "Bo"), Bid("Ada", "S4", 33))
    refused(game, Bid("Bo", "S4", 37), code="bid-low", clause="18CZ/XI.2.pre-b")
    assert allowed(game, Bid("Bo", "S4", 38))
    assert allowed(game, Bid("Bo", "S4", 39)), "five or more"
    refused(game, Bid("Bo", "S4", 501), code="bid-aside", clause="18CZ/XI.2.pre-b")


@pytest.mark.clause("18CZ/XI.2.pre-b")
def test_who_has_passed_is_out_of_this_auction_but_not_of_the_next() -> None:
    game = play_on(auction("Ada", "Bo", "Cy"), Bid("Ada", "S4", 30), Pass("Bo"), Bid("Cy", "S4", 35))
    assert game.turn == "Ada"
    refused(game, Bid("Bo", "S4", 50), clause="18CZ/XI.2.pre-b")
    play_on(game, Bid("Ada", "S4", 40), Pass("Cy"))
    assert game.position.privates["S4"] == "Ada"
    assert allowed(game, Bid("Bo", "M4", 45))


@pytest.mark.clause("18CZ/XI.2.pre-c")
def test_player_1_starts_the_first_auction_player_2_the_second_whoever_buys() -> None:
    game = auction("Ada", "Bo", "Cy")
    for opener, paper in zip(("Ada", "Bo", "Cy", "Ada", "Bo"), PAPERS, strict=True):
        assert game.turn == opener
        sold(game, "Cy", paper, 60)
    assert game.position.round.kind == "stock"
    game = play_on(auction("Ada", "Bo"), Bid("Ada", "S4", 0), Pass("Bo"))
    assert game.turn == "Bo", "an auction without a sale is one too"
    refused(game, Bid("Ada", "M4", 45), clause="18CZ/XI.2.pre-c")


@pytest.mark.clause("18CZ/XI.2.pre-d")
@pytest.mark.parametrize("order", [("Bo", "Ada"), ("Cy", "Ada", "Bo")])
def test_if_nobody_bids_for_any_paper_the_game_is_over_and_player_1_wins(order: tuple[str, ...]) -> None:
    game = play_on(auction(*order), *passes(*order))
    assert game.over
    assert next(events(game, GameEnded)).winners == (order[0],)
    result = game.position.result or {}
    assert max(result, key=lambda player: result[player]) == order[0]


@pytest.mark.clause("18CZ/XI.2.pre-d")
def test_papers_put_up_in_vain_make_no_game_either() -> None:  # R64
    game = play_on(auction("Ada", "Bo"), Bid("Ada", "MW", 0), Pass("Bo"), Bid("Bo", "MW", 0), Pass("Ada"))
    assert game.over
    assert game.position.result == {"Ada": 500, "Bo": 0}


@pytest.mark.clause("18CZ/XI.2.pre-e")
def test_after_a_lap_without_a_sale_the_rest_leaves_the_game() -> None:  # R64
    game = auction("Ada", "Bo", "Cy")
    play_on(game, *passes("Ada", "Bo"))
    sold(game, "Cy", "L1", 60)
    play_on(game, *passes("Ada", "Bo"))
    assert game.position.round.kind == "draft", "Cy has not chosen since the sale"
    play_on(game, Pass("Cy"))
    assert game.position.round.kind == "stock"
    assert game.position.privates == {"S4": OUT, "M4": OUT, "L1": "Cy", "3E": OUT, "MW": OUT}
    assert "F22" not in game.position.stations


@pytest.mark.clause("18CZ/XI.2.pre-e")
def test_the_round_ends_with_the_last_paper_and_the_poorest_player_comes_first() -> None:  # R69
    game = auction("Ada", "Bo", "Cy")
    for player, paper in zip(("Ada", "Ada", "Bo", "Bo", "Bo"), PAPERS, strict=True):
        sold(game, player, paper, 60)
    assert list(events(game, OrderDealt))[-1].order == ("Bo", "Ada", "Cy")
    assert game.turn == "Bo"


@pytest.mark.clause("18CZ/XI.2.pre-f")
def test_the_first_operating_round_has_the_local_railway_price_50() -> None:
    game = auction("Ada", "Bo", "Cy")
    sold(game, "Ada", "S4", 30)
    while not game.over:
        game.play(Pass(game.actor))
    rounds = [event.name for event in events(game, RoundBegan)]
    assert rounds[:3] == ["The Pre-Stock Round", "Stock round 1", "Operating round 1.1"]
    assert game.rules.figures.sets == ((50,), (55,), (60, 65), (70, 75), (80, 90), (100, 110, 120))
    assert rounds[-3:] == ["Operating round 6.1", "Operating round 6.2", "Operating round 6.3"]
    assert len(list(events(game, Exported))) == 5, "a train is exported after every set but the last (R69)"


@pytest.mark.clause("18CZ/XI.2.pre-a")
def test_a_paper_put_up_without_a_bid_has_words_of_its_own() -> None:
    for line in ("Ada puts MW up without a bid", "Ada bids 55 for MW"):
        assert to_text(from_text(line)) == line
    assert from_text("Ada puts MW up without a bid") == Bid("Ada", "MW", 0)
