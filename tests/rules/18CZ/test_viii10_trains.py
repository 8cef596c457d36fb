"""VIII.10: buying trains."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, choices, company, events, given, offered, play_on, refused

from stellwerk import actions
from stellwerk.actions import Answer, BuyTrain, Dividend, Pass, ReturnTrain, Run, ScrapTrain, SellPrivate
from stellwerk.events import Paid, PhaseBegan, TrainReturned
from stellwerk.game import Game

COMPANIES = {
    "Sx": company(100, Ada=60),
    "BN": company(80, Ada=60),
    "NWB": company(70, Bo=60),
    "EKJ": company(60, Ada=50),
    "MW": company(55, Bo=50),
}


STARTED = {"a": ("EKJ", "MW"), "b": ("EKJ", "MW", "BN", "NWB"), "c": ("EKJ", "MW", "BN", "NWB")}
"""Companies that can exist in early phases."""


def buying(buyer: str, cash: int = 2000, stage: str = "trains", phase: str = "d", **parts: Any) -> Game:
    """A company at a stage of its turn, with some money; no other company has any."""
    return given(
        **{
            "phase": phase,
            "companies": {name: COMPANIES[name] for name in STARTED.get(phase, COMPANIES)},
            "cash": {buyer: cash},
            "turn": {"company": buyer, "stage": stage, "revenue": 50},
            **parts,
        }
    )


def trains(game: Game, owner: str) -> dict[str, str]:
    """Cards and faces of an owner."""
    return {card: face for card, (place, face) in game.position.trains.items() if place == owner}


@pytest.mark.clause("18CZ/VIII.10a", "18CZ/VIII.10k")
@pytest.mark.parametrize(
    ("buyer", "own", "enough"),
    [
        ("EKJ", (), False),
        ("EKJ", ("3",), True),
        ("BN", ("3",), False),
        ("BN", ("3", "3+3"), True),
        ("Sx", ("3", "3+3"), False),
        ("Sx", ("3E",), True),
    ],
)
def test_a_turn_ends_only_with_a_train_of_the_companys_own_colour(
    buyer: str, own: tuple[str, ...], enough: bool
) -> None:
    """There is no track at all: the obligation holds without a route too."""
    game = buying(buyer, phase="d", trains={buyer: own})
    assert game.position.tiles == {}
    if enough:
        assert allowed(game, Pass(buyer))
    else:
        refused(game, Pass(buyer), clause="18CZ/VIII.10a")


@pytest.mark.clause("18CZ/VIII.10a")
@pytest.mark.parametrize("stage", ["acquire", "trains"])
def test_no_stage_lets_a_company_without_a_train_escape(stage: str) -> None:
    game = buying("EKJ", stage=stage, phase="a")
    refused(game, Pass("EKJ"), clause="18CZ/VIII.10a")


@pytest.mark.clause("18CZ/VIII.10b")
def test_trains_are_bought_at_the_end_of_the_turn_and_do_not_run_in_it() -> None:
    game = buying("EKJ", stage="track", phase="a", trains={"EKJ": ("2",)}, next_card="a2", stations={"EKJ": ("D4",)})
    purchase = BuyTrain("EKJ", "bank", "a2", "2", 70)
    refused(game, purchase, code="not-now")
    game.play(Run("EKJ", 0))
    game.play(purchase)
    refused(game, Run("EKJ", 0), code="not-now")
    dividend = buying("EKJ", stage="dividend", phase="a")
    refused(dividend, BuyTrain("EKJ", "bank", "a1", "2", 70), code="not-now")
    dividend.play(Dividend("EKJ", "pay"))
    assert allowed(dividend, BuyTrain("EKJ", "bank", "a1", "2", 70))


@pytest.mark.clause("18CZ/VIII.10b", "18CZ/VIII.12a")
def test_a_purchase_may_change_the_phase() -> None:
    game = buying("EKJ", phase="a", next_card="a5")
    game.play(BuyTrain("EKJ", "bank", "a5", "2", 70))
    assert game.position.phase == "a"
    game.play(BuyTrain("EKJ", "bank", "b1", "2", 70))
    assert game.position.phase == "b" and list(events(game, PhaseBegan)) == [PhaseBegan("b")]


@pytest.mark.clause("18CZ/VIII.10c", "18CZ/VIII.10d")
def test_a_company_at_its_limit_buys_nothing_from_anybody() -> None:
    parts: dict[str, Any] = {"phase": "e", "next_card": "e2"}
    full = buying("EKJ", **parts, trains={"EKJ": ("3", "3"), "MW": ("c4 3",), "pool": ("d1 3",)})
    refused(full, BuyTrain("EKJ", "bank", "e2", "4", 250), clause="18CZ/VIII.10d")
    refused(full, BuyTrain("EKJ", "pool", "d1", "3", 120), clause="18CZ/VIII.10d")
    refused(full, BuyTrain("EKJ", "MW", "c4", "3", 1), clause="18CZ/VIII.10d")
    assert offered(full, BuyTrain) == []
    room = buying("EKJ", **parts, trains={"EKJ": ("3",), "MW": ("c4 3",), "pool": ("d1 3",)})
    for purchase in (("bank", "e2", "4", 250), ("pool", "d1", "3", 120), ("MW", "c4", "3", 1)):
        assert allowed(room, BuyTrain("EKJ", *purchase))


@pytest.mark.clause("18CZ/VIII.10d")
def test_the_limit_holds_even_if_the_purchase_would_scrap_its_own_trains() -> None:
    game = buying("EKJ", phase="e", next_card="e2", trains={"EKJ": ("2", "2")})
    refused(game, BuyTrain("EKJ", "bank", "e2", "4", 250), clause="18CZ/VIII.10d")
    one_less = buying("EKJ", phase="e", next_card="e2", trains={"EKJ": ("2",)})
    one_less.play(BuyTrain("EKJ", "bank", "e2", "4", 250))
    assert trains(one_less, "EKJ") == {"e2": "4"}


@pytest.mark.clause("18CZ/VIII.10e")
def test_at_the_limit_without_a_runnable_train_it_must_buy_one_and_return_another() -> None:
    # R48
    game = buying("BN", phase="f", next_card="f2", trains={"BN": ("d1 3", "d2 3")})
    refused(game, Pass("BN"), clause="18CZ/VIII.10a")
    refused(game, BuyTrain("BN", "bank", "f2", "4", 250), clause="18CZ/VIII.10e")
    game.play(BuyTrain("BN", "bank", "f2", "4+4", 400))
    assert set(offered(game, ReturnTrain)) == {ReturnTrain("BN", "d1"), ReturnTrain("BN", "d2")}
    refused(game, ReturnTrain("BN", "f2"), clause="18CZ/VIII.10e")
    refused(game, Pass("BN"), code="not-now")
    cash = game.position.cash
    game.play(ReturnTrain("BN", "d1"))
    assert trains(game, "BN") == {"d2": "3", "f2": "4+4"} and trains(game, "pool") == {"d1": "3"}
    assert game.position.cash == cash
    refused(game, BuyTrain("BN", "bank", "f3", "4+4", 400), clause="18CZ/VIII.10d")
    assert allowed(game, Pass("BN"))


@pytest.mark.clause("18CZ/VIII.10e")
def test_the_exception_holds_for_a_train_of_another_company_too() -> None:
    # R48 "it buys one it can run", R49: out of its treasury
    game = buying("BN", phase="f", next_card="f3", trains={"BN": ("d1 3", "d2 3"), "NWB": ("f1 4+4",), "MW": ("f2 4",)})
    refused(game, BuyTrain("BN", "MW", "f2", "4", 1))
    play_on(game, BuyTrain("BN", "NWB", "f1", "4+4", 100), Answer("Bo", True))
    refused(game, ReturnTrain("BN", "f1"), clause="18CZ/VIII.10e")
    game.play(ReturnTrain("BN", "d1"))
    assert trains(game, "BN") == {"d2": "3", "f1": "4+4"}


@pytest.mark.clause("18CZ/VIII.10e")
@pytest.mark.parametrize(("edition", "cards"), [(2, {"d1", "d2", "f1"}), (1, {"d1", "d2"})])
def test_played_as_18xx_games_plays_it_returns_any_train_also_the_one_it_bought(edition: int, cards: set[str]) -> None:
    # R48, Replay; games of the first edition kept a train of another company all the same
    game = buying(
        "BN", phase="f", next_card="f3", trains={"BN": ("d1 3", "d2 3"), "NWB": ("f1 4+4",)},
        rules="18xx-games", edition=edition,
    )  # fmt: skip
    play_on(game, BuyTrain("BN", "NWB", "f1", "4+4", 100), Answer("Bo", True))
    assert set(offered(game, ReturnTrain)) == {ReturnTrain("BN", card) for card in cards}


@pytest.mark.clause("18CZ/VIII.10e")
def test_the_last_place_is_kept_for_a_runnable_train() -> None:
    # R48
    parts: dict[str, Any] = {"phase": "e", "next_card": "e2"}
    last = buying("BN", **parts, trains={"BN": ("c1 3", "c2 3"), "MW": ("d3 3",)})
    refused(last, BuyTrain("BN", "bank", "e2", "4", 250), clause="18CZ/VIII.10e")
    refused(last, BuyTrain("BN", "MW", "d3", "3", 1), clause="18CZ/VIII.10e")
    assert allowed(last, BuyTrain("BN", "bank", "e2", "3+3", 180))
    two_left = buying("BN", **parts, trains={"BN": ("c1 3",), "MW": ("d3 3",)})
    assert allowed(two_left, BuyTrain("BN", "bank", "e2", "4", 250))
    assert allowed(two_left, BuyTrain("BN", "MW", "d3", "3", 1))
    runnable = buying("BN", **parts, trains={"BN": ("c1 3", "d1 3+3"), "MW": ("d3 3",)})
    assert allowed(runnable, BuyTrain("BN", "bank", "e2", "4", 250))


@pytest.mark.clause("18CZ/VIII.10f")
def test_new_trains_cost_the_printed_price_of_the_chosen_side() -> None:
    game = buying("Sx", phase="e", next_card="e1")
    prices = {(action.face, action.price) for action in offered(game, BuyTrain)}
    assert prices == {("4", 250), ("3+3", 180), ("3E", 250)}
    for price in (179, 181, 1):
        refused(game, BuyTrain("Sx", "bank", "e1", "3+3", price), clause="18CZ/VIII.10f")
    refused(game, BuyTrain("Sx", "bank", "e1", "4+4", 400), code="no-such-face")
    bank = game.position.cash["bank"]
    game.play(BuyTrain("Sx", "bank", "e1", "3+3", 180))
    assert game.position.cash["Sx"] == 2000 - 180 and game.position.cash["bank"] == bank + 180
    assert trains(game, "Sx") == {"e1": "3+3"}


@pytest.mark.clause("18CZ/VIII.10f", "18CZ/III.3c")
def test_new_trains_come_in_ascending_order() -> None:
    game = buying("EKJ", phase="a", next_card="a5")
    refused(game, BuyTrain("EKJ", "bank", "b1", "2", 70), clause="18CZ/VIII.10f")
    refused(game, BuyTrain("EKJ", "bank", "a4", "2", 70), clause="18CZ/VIII.10f")
    stack = buying("BN", phase="b").position.stack
    assert "".join(card[0] for card in stack) == "bbbbccccddddeeeeffffgggghhiij"
    game = buying("BN", phase="c", next_card="c4")
    refused(game, BuyTrain("BN", "bank", "d1", "3+3", 180), clause="18CZ/VIII.10f")
    game.play(BuyTrain("BN", "bank", "c4", "2+2", 80))
    assert allowed(game, BuyTrain("BN", "bank", "d1", "3+3", 180))


@pytest.mark.clause("18CZ/VIII.10g", "18CZ/VIII.12c")
def test_trains_change_hands_between_companies_from_phase_b_on() -> None:
    # R33, R34
    purchase = BuyTrain("EKJ", "MW", "a1", "2", 30)
    phase_a = buying("EKJ", phase="a", next_card="a5", trains={"MW": ("a1 2",)})
    refused(phase_a, purchase, code="no-train-trade")
    phase_b = buying("EKJ", phase="b", trains={"MW": ("a1 2",)})
    assert allowed(phase_b, purchase)
    phase_a.play(BuyTrain("EKJ", "bank", "a5", "2", 70))
    refused(phase_a, purchase, code="no-train-trade")
    phase_a.play(BuyTrain("EKJ", "bank", "b1", "2", 70))
    assert allowed(phase_a, purchase)


@pytest.mark.clause("18CZ/VIII.10g")
def test_the_price_between_companies_is_free_from_1_to_the_treasury() -> None:
    game = buying("EKJ", cash=65, phase="b", trains={"MW": ("a1 2",)})
    (choice,) = [choice for choice in choices(game, BuyTrain) if getattr(choice.action, "source", "") == "MW"]
    assert (choice.low, choice.high) == (1, 65)
    refused(game, BuyTrain("EKJ", "MW", "a1", "2", 0), clause="18CZ/VIII.10g")
    refused(game, BuyTrain("EKJ", "MW", "a1", "2", -5), clause="18CZ/VIII.10g")
    refused(game, BuyTrain("EKJ", "MW", "a1", "2", 66), clause="18CZ/VIII.10g")
    play_on(game, BuyTrain("EKJ", "MW", "a1", "2", 65), Answer("Bo", True))
    assert (game.position.cash["EKJ"], game.position.cash["MW"]) == (0, 65)
    assert trains(game, "EKJ") == {"a1": "2"} and trains(game, "MW") == {}


@pytest.mark.clause("18CZ/VIII.10g")
def test_both_directors_agree_to_a_train_deal() -> None:
    game = buying("EKJ", phase="b", trains={"MW": ("a1 2",), "BN": ("b1 2",)}, next_card="b2")
    game.play(BuyTrain("EKJ", "MW", "a1", "2", 30))
    assert game.turn == "Bo"
    refused(game, Answer("Ada", True), code="not-your-turn")
    game.play(Answer("Bo", False))
    assert trains(game, "MW") == {"a1": "2"} and game.position.cash["MW"] == 0
    play_on(game, BuyTrain("EKJ", "MW", "a1", "2", 31), Answer("Bo", True))
    assert trains(game, "EKJ") == {"a1": "2"}
    game.play(BuyTrain("EKJ", "BN", "b1", "2", 1))
    assert trains(game, "EKJ") == {"a1": "2", "b1": "2"} and game.position.cash["BN"] == 1


@pytest.mark.clause("18CZ/VIII.10g")
def test_a_train_is_sold_between_companies_as_it_lies_and_scraps_nothing() -> None:
    # R45: sales between companies do not scrap
    game = buying("EKJ", phase="e", next_card="e2", trains={"MW": ("e1 4", "a1 2")})
    refused(game, BuyTrain("EKJ", "MW", "e1", "3+3", 10))
    refused(game, BuyTrain("EKJ", "NWB", "e1", "4", 10), code="not-its-train")
    play_on(game, BuyTrain("EKJ", "MW", "e1", "4", 10), Answer("Bo", True))
    assert trains(game, "MW") == {"a1": "2"} and game.position.scrapped == ()


@pytest.mark.clause("18CZ/VIII.10g", "18CZ/VIII.12f")
def test_a_scrapped_train_cannot_be_bought_from_anywhere() -> None:
    game = buying("EKJ", phase="e", next_card="e1", trains={"MW": ("a1 2",)})
    game.play(BuyTrain("EKJ", "bank", "e1", "4", 250))
    assert trains(game, "out") == {"a1": "2"}
    for source in ("out", "MW", "pool", "bank", "nowhere"):
        refused(game, BuyTrain("EKJ", source, "a1", "2", 70 if source in ("pool", "bank") else 1))


@pytest.mark.clause("18CZ/VIII.10h")
def test_a_company_buys_only_in_its_own_turn_and_sells_none_in_it() -> None:
    game = buying("EKJ", phase="b", trains={"EKJ": ("a1 2",)}, cash=500)
    game.position.cash = {**game.position.cash, "MW": 500, "bank": game.position.cash["bank"] - 500}
    refused(game, BuyTrain("MW", "EKJ", "a1", "2", 50), code="not-your-turn")
    refused(game, BuyTrain("MW", "bank", "b1", "2", 70), code="not-your-turn")
    assert {action.company for action in offered(game, BuyTrain)} == {"EKJ"}
    game.play(Pass("EKJ"))
    assert game.actor == "MW"
    game.play(Run("MW", 0))
    assert allowed(game, BuyTrain("MW", "EKJ", "a1", "2", 50))


@pytest.mark.clause("18CZ/VIII.10h")
def test_nobody_buys_trains_in_a_stock_round() -> None:
    game = given(companies=COMPANIES, phase="b", round={"kind": "stock", "set": 2}, cash={"EKJ": 500})
    refused(game, BuyTrain("EKJ", "bank", "b1", "2", 70), code="not-now")


@pytest.mark.clause("18CZ/VIII.10i", "18CZ/VIII.10j")
@pytest.mark.parametrize("stage", ["track", "dividend", "acquire", "trains"])
def test_trains_are_neither_sold_to_the_bank_nor_scrapped_nor_returned_at_will(stage: str) -> None:
    game = buying("BN", stage=stage, phase="d", trains={"BN": ("2+2", "3+3", "b1 2")}, privates={"S1": "BN"})
    refused(game, ScrapTrain("BN", "b1"), code="not-now")
    refused(game, ReturnTrain("BN", "b1"), code="not-now")
    kinds = {type(action) for action in game.legal().actions()}
    assert not kinds & {ScrapTrain, ReturnTrain} and SellPrivate in kinds


@pytest.mark.clause("18CZ/VIII.10i")
def test_the_only_way_of_a_train_to_the_bank_is_unpaid() -> None:
    """Of all actions only two name a train without buying or turning it; neither pays anything."""
    kinds = given().rules.shapes.actions.kinds
    with_card = {kind for kind in kinds if "card" in kind.__struct_fields__}
    of_shares = {actions.BuyShare, actions.SellShares}
    assert with_card - of_shares == {actions.BuyTrain, actions.TurnTrain, ScrapTrain, ReturnTrain}
    game = buying("EKJ", phase="d", next_card="e1", trains={"BN": ("3+3",), "MW": ("3", "3", "d1 3")})
    play_on(game, BuyTrain("EKJ", "bank", "e1", "4", 250), ReturnTrain("MW", "d1"))
    assert list(events(game, TrainReturned)) == [TrainReturned("MW", "d1", "3")]
    assert not [event for event in events(game, Paid) if event.payee == "MW"]


@pytest.mark.clause("18CZ/VIII.10k")
def test_smaller_trains_may_be_owned_and_larger_ones_not() -> None:
    parts: dict[str, Any] = {"phase": "d", "trains": {"NWB": ("d1 3E",), "MW": ("c1 3",)}, "next_card": "d2"}
    faces = {
        buyer: {action.face for action in offered(buying(buyer, **parts), BuyTrain) if action.source == "bank"}
        for buyer in ("EKJ", "BN", "Sx")
    }
    assert faces == {"EKJ": {"3"}, "BN": {"3", "3+3"}, "Sx": {"3", "3+3", "3E"}}
    refused(buying("EKJ", **parts), BuyTrain("EKJ", "bank", "d2", "3+3", 180), code="train-size")
    refused(buying("BN", **parts), BuyTrain("BN", "NWB", "d1", "3E", 10), code="train-size")
    assert allowed(buying("BN", **parts), BuyTrain("BN", "MW", "c1", "3", 10))
