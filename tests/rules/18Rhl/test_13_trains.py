"""13.1: buying trains."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, choices, company, events, offered, play_on, refused
from tests.rhlkit import floated, rhl, trains

from stellwerk.actions import Answer, BuyTrain, Pass, PlaceStation, ReturnTrain, Run, ScrapTrain
from stellwerk.events import Offered, PhaseBegan, TrainBought, TrainScrapped
from stellwerk.game import Game

ROUTE = {"K4": "4@1"}
"""Aachen is joined with Düren."""
PRICES = {"2": 100, "3": 200, "4": 300, "5": 500, "6": 600, "8": 800}


def buying(treasury: int = 2000, **parts: Any) -> Game:
    """The ADR (Ada) has a route and buys trains; the GVE and the BME are Bo's, the DEE is Ada's."""
    others = {"DEE": floated("DEE", "Ada"), "GVE": floated("GVE", "Bo"), "BME": floated("BME", "Bo")}
    position = {
        "companies": {"ADR": floated("ADR", "Ada"), **others},
        "operated": ("ADR", "DEE", "GVE", "BME"),
        "cash": {"ADR": treasury, "Ada": 400, "Bo": 400, "Cy": 400},
        "tiles": ROUTE,
        "stations": {"ADR": ("K2",)},
        "turn": {"company": "ADR", "stage": "trains"},
    }
    return rhl(**{**position, **parts})


def new(card: str) -> BuyTrain:
    """The ADR buys a new train."""
    face = card[0]
    return BuyTrain("ADR", "bank", card, face, PRICES[face])


def pooled(card: str) -> BuyTrain:
    """The ADR buys a train from the pool."""
    return BuyTrain("ADR", "pool", card, card[0], PRICES[card[0]])


def on_sale(game: Game) -> set[str]:
    """The new trains on offer."""
    return {action.card for action in offered(game, BuyTrain) if action.source == "bank"}


@pytest.mark.clause("18Rhl/13.1a")
def test_new_trains_cost_the_printed_price_out_of_the_treasury() -> None:
    game = buying(250)
    bank = game.position.cash["bank"]
    for price in (99, 101, 1, 0):
        refused(game, BuyTrain("ADR", "bank", "2-1", "2", price), clause="18Rhl/13.1a")
    game.play(new("2-1"))
    assert (game.position.cash["ADR"], game.position.cash["bank"]) == (150, bank + 100)
    assert game.position.cash["Ada"] == 400
    game.play(new("2-2"))
    refused(game, new("2-3"), code="no-cash-train")
    assert trains(game, "ADR") == {"2-1": "2", "2-2": "2"} and game.position.cash["ADR"] == 50


@pytest.mark.clause("18Rhl/13.1a")
@pytest.mark.parametrize(("face", "price"), PRICES.items())
def test_the_price_list(face: str, price: int) -> None:
    # R54
    counts = {"2": 6, "3": 5, "4": 3, "5": 3, "6": 6, "8": 4}
    game = buying(price, phase=face)
    figure = game.rules.cards.figures[face]
    assert (figure.count, figure.faces[0].price) == (counts[face], price)
    game.play(BuyTrain("ADR", "bank", f"{face}-1", face, price))
    assert game.position.cash["ADR"] == 0


@pytest.mark.clause("18Rhl/13.1a", "18Rhl/13.1d")
def test_trains_are_bought_at_the_end_of_the_turn_and_only_by_the_corporation_in_turn() -> None:
    game = buying(cash={"ADR": 500, "GVE": 500}, trains={"ADR": ("2-1 2", "2-2 2"), "GVE": ("2-3 2",)}, phase="3")
    refused(game, BuyTrain("GVE", "ADR", "2-1", "2", 50), code="not-your-turn")
    refused(game, BuyTrain("GVE", "bank", "3-1", "3", 200), code="not-your-turn")
    assert {action.company for action in offered(game, BuyTrain)} == {"ADR"}
    game.play(new("3-1"))
    refused(game, PlaceStation("ADR", "K6", 0), code="not-now")
    early = buying(500, turn={"company": "ADR", "stage": "track"})
    refused(early, new("2-1"), code="not-now")
    early.play(Run("ADR", 0))
    assert allowed(early, new("2-1"))


@pytest.mark.clause("18Rhl/13.1b")
def test_trains_change_hands_from_the_first_3_train_on() -> None:
    # R44: also later in the same step
    offer = BuyTrain("ADR", "GVE", "2-1", "2", 30)
    game = buying(trains={"GVE": ("2-1 2",), "BME": ("2-2 2", "2-3 2", "2-4 2", "2-5 2")}, next_card="2-6")
    refused(game, offer, clause="18Rhl/13.1b")
    game.play(new("2-6"))
    refused(game, offer, clause="18Rhl/13.1b")
    game.play(new("3-1"))
    play_on(game, offer, Answer("Bo", True))
    assert trains(game, "ADR") == {"2-6": "2", "3-1": "3", "2-1": "2"} and trains(game, "GVE") == {}
    assert game.position.cash["GVE"] == 30


@pytest.mark.clause("18Rhl/13.1b")
def test_the_price_between_corporations_is_free_from_1_up_to_the_treasury() -> None:
    game = buying(65, phase="3", trains={"GVE": ("2-1 2",)})
    (choice,) = [choice for choice in choices(game, BuyTrain) if getattr(choice.action, "source", "") == "GVE"]
    assert (choice.low, choice.high) == (1, 65)
    for price in (0, -5, 66):
        refused(game, BuyTrain("ADR", "GVE", "2-1", "2", price), clause="18Rhl/13.1b")
    play_on(game, BuyTrain("ADR", "GVE", "2-1", "2", 65), Answer("Bo", True))
    assert (game.position.cash["ADR"], game.position.cash["GVE"], game.position.cash["Ada"]) == (0, 65, 400)
    cheap = buying(65, phase="3", trains={"GVE": ("2-1 2",)})
    play_on(cheap, BuyTrain("ADR", "GVE", "2-1", "2", 1), Answer("Bo", True))
    assert cheap.position.cash["GVE"] == 1


@pytest.mark.clause("18Rhl/13.1b")
def test_both_directors_must_agree() -> None:
    game = buying(phase="3", trains={"GVE": ("2-1 2",), "DEE": ("2-2 2",)})
    game.play(BuyTrain("ADR", "GVE", "2-1", "2", 30))
    assert game.turn == "Bo"
    refused(game, Answer("Ada", True), code="not-your-turn")
    game.play(Answer("Bo", False))
    assert trains(game, "GVE") == {"2-1": "2"} and game.position.cash["ADR"] == 2000
    game.play(BuyTrain("ADR", "DEE", "2-2", "2", 1))  # Ada directs both
    assert trains(game, "ADR") == {"2-2": "2"} and game.position.cash["DEE"] == 1


@pytest.mark.clause("18Rhl/13.1c")
def test_the_price_of_a_sale_between_corporations_is_announced() -> None:
    game = buying(phase="3", trains={"GVE": ("2-1 2",)})
    offer = BuyTrain("ADR", "GVE", "2-1", "2", 77)
    play_on(game, offer, Answer("Bo", True))
    assert list(events(game, Offered)) == [Offered("ADR", "Bo", "77 for the 2-train of GVE")]
    (bought,) = events(game, TrainBought)
    assert bought == TrainBought("ADR", "2-1", "2", "GVE", 77)
    assert str(bought) == "ADR buys train 2 (card 2-1) from GVE for 77"


@pytest.mark.clause("18Rhl/13.1d")
def test_a_train_is_not_sold_in_the_sellers_own_turn() -> None:
    game = buying(cash={"ADR": 0, "GVE": 500}, phase="3", trains={"ADR": ("2-1 2",)})
    refused(game, BuyTrain("GVE", "ADR", "2-1", "2", 100), code="not-your-turn")
    refused(game, BuyTrain("ADR", "ADR", "2-1", "2", 1))
    play_on(game, Pass("ADR"))
    assert game.actor != "ADR"


@pytest.mark.clause("18Rhl/13.1e")
@pytest.mark.parametrize(
    ("phase", "next_card", "cards"),
    [
        ("2", "2-1", {"2-1"}),
        ("2", "2-6", {"2-6"}),
        ("2", "3-1", {"3-1"}),
        ("3", "3-5", {"3-5"}),
        ("3", "4-1", {"4-1"}),
        ("4", "4-3", {"4-3"}),
        ("4", "5-1", {"5-1"}),
        ("5", "5-2", {"5-2", "6-1"}),
        ("5", "6-1", {"6-1"}),
        ("6", "6-2", {"6-2", "8-1"}),
        ("8", "6-6", {"6-6", "8-1"}),
        ("8", "8-4", {"8-4"}),
    ],
)
def test_the_trains_on_sale(phase: str, next_card: str, cards: set[str]) -> None:
    game = buying(phase=phase, next_card=next_card)
    assert on_sale(game) == cards
    others = {f"{face}-{i}" for face in PRICES for i in range(1, 7)} - cards
    for card in others:
        refused(game, new(card), clause="18Rhl/13.1e")


@pytest.mark.clause("18Rhl/13.1e")
def test_the_next_size_comes_when_the_smaller_one_is_sold_out() -> None:
    game = buying(phase="3", next_card="3-5")
    refused(game, new("4-1"), clause="18Rhl/13.1e")
    game.play(new("3-5"))
    assert on_sale(game) == {"4-1"}


@pytest.mark.clause("18Rhl/13.1e", "18Rhl/13.1f")
def test_6_trains_come_with_the_first_5_train_and_8_trains_with_the_first_6_train() -> None:
    game = buying(phase="4", next_card="5-1")
    refused(game, new("6-1"), clause="18Rhl/13.1e")
    game.play(new("5-1"))
    assert on_sale(game) == {"5-2", "6-1"}
    refused(game, new("8-1"), clause="18Rhl/13.1e")
    game.play(new("6-1"))
    assert game.position.phase == "6"
    late = buying(phase="6", next_card="5-2", trains={"GVE": ("6-1 6",)})
    assert on_sale(late) == {"5-2", "6-2", "8-1"}
    late.play(new("5-2"))
    assert late.position.phase == "6"  # a smaller train later changes nothing


@pytest.mark.clause("18Rhl/13.1f")
def test_every_phase_change_is_carried_out_before_the_next_purchase() -> None:
    fleet = {"ADR": ("2-1 2", "2-2 2", "3-1 3"), "GVE": ("2-3 2",)}
    game = buying(phase="3", next_card="4-1", trains=fleet)
    game.play(new("4-1"))
    assert [event.phase for event in events(game, PhaseBegan)] == ["4"]
    assert {event.card for event in events(game, TrainScrapped)} == {"2-1", "2-2", "2-3"}
    assert trains(game, "ADR") == {"3-1": "3", "4-1": "4"}
    game.play(new("4-2"))
    refused(game, new("4-3"), clause="18Rhl/13.1g")  # the limit is 3 now


@pytest.mark.clause("18Rhl/13.1f", "18Rhl/13.1i")
def test_after_a_purchase_that_lowers_the_limit_the_surplus_goes_first() -> None:
    # R53: first the corporation in turn, then the others in operating order; then buying goes on
    fleet = {"ADR": ("3-1 3", "4-1 4"), "GVE": ("3-2 3", "3-3 3", "4-2 4"), "BME": ("3-4 3", "3-5 3", "4-3 4")}
    companies = {
        "ADR": company(80, price=100, Ada=60),
        "GVE": company(80, price=110, Bo=60),
        "BME": company(80, price=120, Bo=60),
    }
    game = buying(phase="4", next_card="5-1", trains=fleet, companies=companies, operated=("ADR", "GVE", "BME"))
    game.play(new("5-1"))
    assert game.actor == "ADR"
    refused(game, new("5-2"), code="not-now")
    refused(game, ReturnTrain("GVE", "3-2"), code="not-your-turn")
    game.play(ReturnTrain("ADR", "3-1"))
    assert game.actor == "BME"
    play_on(game, ReturnTrain("BME", "4-3"))
    assert game.actor == "GVE"
    game.play(ReturnTrain("GVE", "3-3"))
    assert game.actor == "ADR"
    assert trains(game, "ADR") == {"4-1": "4", "5-1": "5"}
    refused(game, new("5-2"), clause="18Rhl/13.1g")


@pytest.mark.clause("18Rhl/13.1g")
@pytest.mark.parametrize(
    ("phase", "fleet", "card"),
    [
        ("2", ("2-1 2", "2-2 2", "2-3 2", "2-4 2"), "2-5"),
        ("3", ("2-1 2", "2-2 2", "3-1 3", "3-2 3"), "3-3"),
        ("3", ("2-1 2", "2-2 2", "2-3 2", "2-4 2"), "4-1"),  # though all four would be scrapped
        ("4", ("3-1 3", "3-2 3", "4-1 4"), "4-2"),
        ("5", ("3-1 3", "3-2 3"), "6-1"),  # though both would be scrapped
        ("6", ("4-1 4", "4-2 4"), "8-1"),
        ("8", ("5-1 5", "6-1 6"), "8-2"),
    ],
)
def test_at_the_limit_nothing_is_bought(phase: str, fleet: tuple[str, ...], card: str) -> None:
    game = buying(phase=phase, trains={"ADR": fleet}, next_card=card)
    refused(game, new(card), clause="18Rhl/13.1g")
    fewer = buying(phase=phase, trains={"ADR": fleet[1:]}, next_card=card)
    assert allowed(fewer, new(card))


@pytest.mark.clause("18Rhl/13.1g")
def test_at_the_limit_nothing_is_bought_from_pool_or_corporations_either() -> None:
    fleet = {"ADR": ("3-1 3", "3-2 3"), "GVE": ("4-3 4",), "pool": ("4-2 4",)}
    game = buying(phase="5", trains=fleet, next_card="6-1")
    refused(game, BuyTrain("ADR", "GVE", "4-3", "4", 1), clause="18Rhl/13.1g")
    refused(game, pooled("4-2"), clause="18Rhl/13.1g")
    one = buying(phase="5", trains={**fleet, "ADR": ("3-1 3",)}, next_card="6-1")
    assert allowed(one, BuyTrain("ADR", "GVE", "4-3", "4", 1)) and allowed(one, pooled("4-2"))


@pytest.mark.clause("18Rhl/13.1h")
def test_trains_are_never_given_up_voluntarily() -> None:
    game = buying(phase="3", trains={"ADR": ("2-1 2", "3-1 3")})
    for action in (ReturnTrain("ADR", "2-1"), ScrapTrain("ADR", "2-1")):
        refused(game, action, code="not-now")
    for place in ("bank", "pool"):
        refused(game, BuyTrain("ADR", place, "2-1", "2", 100), clause="18Rhl/13.1e")
    game.play(Pass("ADR"))
    assert trains(game, "ADR") == {"2-1": "2", "3-1": "3"}


@pytest.mark.clause("18Rhl/13.1i")
@pytest.mark.parametrize("card", ["3-1", "4-1", "5-1"])
def test_the_corporation_chooses_which_trains_it_keeps(card: str) -> None:
    # R53: the new one may go too
    game = buying(800, phase="4", next_card="5-1", trains={"ADR": ("3-1 3", "4-1 4")})
    game.play(new("5-1"))
    assert game.turn == "Ada" and {a.card for a in offered(game, ReturnTrain)} == {"3-1", "4-1", "5-1"}
    cash = game.position.cash
    game.play(ReturnTrain("ADR", card))
    assert trains(game, "pool") == {card: card[0]} and game.position.cash == cash


@pytest.mark.clause("18Rhl/13.1i", "18Rhl/13.1f")
def test_scrapping_comes_before_the_limit() -> None:
    # R53: at the first 4-train four trains become two, so nothing is given up
    game = buying(phase="3", next_card="4-1", trains={"GVE": ("2-1 2", "2-2 2", "3-1 3", "3-2 3")})
    game.play(new("4-1"))
    assert trains(game, "GVE") == {"3-1": "3", "3-2": "3"} and trains(game, "pool") == {}
    assert game.actor == "ADR"


@pytest.mark.clause("18Rhl/13.1j")
def test_pool_trains_are_bought_at_full_price_by_others() -> None:
    # R68: not by the one who gave it up, and without a phase change
    game = buying(900, phase="4", next_card="4-2", trains={"pool": ("3-1 3", "4-1 4")}, returned={"3-1": "ADR"})
    refused(game, pooled("3-1"), clause="18Rhl/13.1j")
    refused(game, BuyTrain("ADR", "pool", "4-1", "4", 299), clause="18Rhl/13.1a")
    bank = game.position.cash["bank"]
    game.play(pooled("4-1"))
    assert (game.position.cash["ADR"], game.position.cash["bank"]) == (600, bank + 300)
    other = buying(900, phase="4", next_card="4-2", trains={"pool": ("3-1 3", "4-1 4")}, returned={"3-1": "GVE"})
    other.play(pooled("3-1"))
    assert trains(other, "ADR") == {"3-1": "3"}
    assert not list(events(other, PhaseBegan)) and other.position.phase == "4"


@pytest.mark.clause("18Rhl/13.1j")
def test_a_train_given_up_in_play_cannot_be_bought_back() -> None:
    # R68
    game = buying(phase="4", next_card="5-1", trains={"ADR": ("3-1 3", "4-1 4")})
    play_on(game, new("5-1"), ReturnTrain("ADR", "5-1"))
    refused(game, pooled("5-1"))
    assert game.position.returned == {"5-1": "ADR"}


@pytest.mark.clause("18Rhl/13.1k")
def test_scrapped_trains_leave_the_game_also_from_the_pool() -> None:
    fleet = {"GVE": ("3-2 3",), "pool": ("3-1 3", "4-1 4")}
    game = buying(phase="5", next_card="6-1", trains=fleet)
    game.play(new("6-1"))
    assert trains(game, "out") == {"3-1": "3", "3-2": "3"} and trains(game, "pool") == {"4-1": "4"}
    refused(game, pooled("3-1"))
    refused(game, BuyTrain("ADR", "out", "3-1", "3", 1))
    refused(game, BuyTrain("ADR", "GVE", "3-2", "3", 1))
    assert allowed(game, pooled("4-1"))


@pytest.mark.clause("18Rhl/13.1l")
def test_a_corporation_with_a_route_must_own_a_train() -> None:
    game = buying(500)
    refused(game, Pass("ADR"), clause="18Rhl/13.1l")
    play_on(game, new("2-1"), Pass("ADR"))
    assert game.actor != "ADR"
    poor = buying(0)
    refused(poor, Pass("ADR"), clause="18Rhl/13.1l")


@pytest.mark.clause("18Rhl/13.1l")
@pytest.mark.parametrize(
    ("name", "tiles", "stations"),
    [
        ("KKK", {}, ("D7",)),
        ("ADR", {}, ("K2",)),
        ("ADR", {"K4": "3@1", "J3": "2@3"}, ("K2",)),  # towns only
        ("RhE", {"H9": "3@5", "I8": "8@3", "J9": "7@2"}, ("I10.0",)),  # Köln to Köln
    ],
)
def test_without_a_route_no_train_is_needed(name: str, tiles: dict[str, str], stations: tuple[str, ...]) -> None:
    # R57
    game = rhl(
        companies={name: floated(name, "Ada"), "GVE": floated("GVE", "Bo")},
        cash={name: 500},
        tiles=tiles,
        stations={name: stations},
        turn={"company": name, "stage": "trains"},
    )
    assert allowed(game, BuyTrain(name, "bank", "2-1", "2", 100))
    game.play(Pass(name))
    assert game.actor != name


@pytest.mark.clause("18Rhl/13.1l")
def test_a_route_blocked_behind_the_next_city_is_a_route_too() -> None:
    # R57: track it could use, whatever its trains
    stations = {"ADR": ("K2",), "BME": ("F13.1", "K6")}
    refused(buying(500, stations=stations), Pass("ADR"), clause="18Rhl/13.1l")


@pytest.mark.clause("18Rhl/13.1l")
def test_where_no_train_is_left_to_buy_the_turn_ends_without_one() -> None:
    fleet = {"GVE": ("8-3 8", "8-4 8"), "BME": ("8-1 8", "8-2 8")}
    game = buying(phase="8", trains=fleet, next_card="8-4")
    assert not on_sale(game)
    play_on(game, Pass("ADR"))
    assert game.actor != "ADR"


@pytest.mark.clause("18Rhl/13.1m")
def test_a_poor_corporation_may_buy_from_another_with_treasury_money_only() -> None:
    game = buying(90, phase="3", next_card="3-2", trains={"GVE": ("2-1 2", "3-1 3")})
    refused(game, BuyTrain("ADR", "GVE", "2-1", "2", 91), clause="18Rhl/13.1b")
    play_on(game, BuyTrain("ADR", "GVE", "2-1", "2", 90), Answer("Bo", True))
    assert (game.position.cash["ADR"], game.position.cash["Ada"]) == (0, 400)
    play_on(game, Pass("ADR"))
    declined = buying(90, phase="3", next_card="3-2", trains={"GVE": ("2-1 2", "3-1 3")})
    play_on(declined, BuyTrain("ADR", "GVE", "2-1", "2", 90), Answer("Bo", False))
    refused(declined, Pass("ADR"), clause="18Rhl/13.1l")
    declined.play(new("3-2"))  # the forced purchase
    assert (declined.position.cash["ADR"], declined.position.cash["Ada"]) == (0, 400 - 110)
