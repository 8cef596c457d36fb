"""VIII.11: emergency financing, loans and penalties."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, choices, company, events, given, offered, play_on, refused

from stellwerk import actions, ledger
from stellwerk.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    Pass,
    Repay,
    ReturnTrain,
    Run,
    SellPrivate,
    SellShares,
    StartCompany,
    TakeOverPrivate,
)
from stellwerk.events import LoanTaken, Paid
from stellwerk.game import Game

FORCED = BuyTrain("BN", "bank", "b1", "2+2", 80)


def need(treasury: int, cash: int, **parts: Any) -> Game:
    """BN (Ada) has no train; its treasury and Ada's cash are given. The next card is b1: a 2 for 70 or a 2+2 for 80."""
    return given(
        **{
            "phase": "b",
            "companies": {
                "BN": company(80, Ada=60),
                "NWB": company(70, Bo=60),
                "EKJ": company(60, Ada=50, Bo=25),
            },
            "cash": {"BN": treasury, "Ada": cash},
            "turn": {"company": "BN", "stage": "trains"},
            **parts,
        }
    )


def debts(game: Game) -> tuple[int, int]:
    """Ada's loan and penalty."""
    return game.position.loans.get("Ada", 0), game.position.penalties.get("Ada", 0)


def purses(game: Game) -> tuple[int, int]:
    """BN's treasury and Ada's cash."""
    return game.position.cash["BN"], game.position.cash["Ada"]


@pytest.mark.clause("18CZ/VIII.11a", "18CZ/VIII.11d")
@pytest.mark.parametrize(
    ("treasury", "cash", "left", "loan"),
    [(80, 100, 100, 0), (79, 100, 99, 0), (30, 100, 50, 0), (30, 50, 0, 0), (30, 49, 0, 1), (0, 0, 0, 80)],
)
def test_the_director_adds_exactly_the_deficit_from_cash_and_then_by_loan(
    treasury: int, cash: int, left: int, loan: int
) -> None:
    # R50: his cash first, the loan only for the rest
    game = need(treasury, cash)
    before = game.position.cash["bank"]
    game.play(FORCED)
    assert purses(game) == (0, left)
    assert debts(game) == (loan, loan)
    assert game.position.trains["b1"] == ("BN", "2+2")
    assert game.position.cash["bank"] == before + 80 - loan
    assert ledger.total_money(game.position) == ledger.total_money(game.start)


@pytest.mark.clause("18CZ/VIII.11a")
def test_the_director_never_helps_while_the_treasury_can_pay_or_a_train_is_there() -> None:
    rich = need(100, 500)
    rich.play(FORCED)
    assert purses(rich) == (20, 500)
    owner = need(50, 500, trains={"BN": ("b1 2+2",)}, next_card="b2")
    refused(owner, BuyTrain("BN", "bank", "b2", "2+2", 80), clause="18CZ/VIII.11a")
    refused(owner, BuyTrain("BN", "bank", "b2", "2", 70), clause="18CZ/VIII.11a")
    cheap = need(120, 500, phase="d", next_card="d1", trains={"pool": ("c1 2+2",)})
    refused(cheap, BuyTrain("BN", "bank", "d1", "3+3", 180), clause="18CZ/VIII.11a")
    assert allowed(cheap, BuyTrain("BN", "pool", "c1", "2+2", 80))


@pytest.mark.clause("18CZ/VIII.11a")
def test_the_company_may_but_need_not_sell_its_railways_first() -> None:
    # R50
    game = need(0, 100, privates={"S1": "BN"}, round={"kind": "operating", "set": 2, "number": 1})
    assert allowed(game, FORCED)
    game.play(SellPrivate("BN", "S1"))
    game.play(FORCED)
    assert purses(game) == (0, 100 - (80 - 45))


@pytest.mark.clause("18CZ/VIII.11b")
def test_the_director_selects_among_the_top_card_and_the_pool() -> None:
    # R46, R51: any train of the company's own size, dearer ones too, and no other
    game = need(10, 1000, phase="h", next_card="h2", trains={"pool": ("f1 4+4", "e1 4", "h1 5+5")})
    assert set(offered(game, BuyTrain)) == {
        BuyTrain("BN", "bank", "h2", "5+5", 500),
        BuyTrain("BN", "pool", "f1", "4+4", 400),
        BuyTrain("BN", "pool", "e1", "3+3", 180),
        BuyTrain("BN", "pool", "h1", "5+5", 500),
    }
    refused(game, BuyTrain("BN", "bank", "h2", "5", 350), clause="18CZ/VIII.11a")
    refused(game, BuyTrain("BN", "pool", "e1", "4", 250), clause="18CZ/VIII.11a")
    game.play(BuyTrain("BN", "bank", "h2", "5+5", 500))
    assert purses(game) == (0, 1000 - 490)


@pytest.mark.clause("18CZ/VIII.11c")
def test_the_directors_money_buys_from_the_bank_and_the_pool_only() -> None:
    # R49: another company's train only out of the treasury
    game = need(30, 500, trains={"NWB": ("b1 2+2",), "pool": ("b2 2+2",)}, next_card="b3")
    refused(game, BuyTrain("BN", "NWB", "b1", "2+2", 31), code="train-price")
    refused(game, BuyTrain("BN", "NWB", "b1", "2+2", 80), code="train-price")
    assert allowed(game, BuyTrain("BN", "pool", "b2", "2+2", 80))
    play_on(game, BuyTrain("BN", "NWB", "b1", "2+2", 30), Answer("Bo", True))
    assert purses(game) == (0, 500) and game.position.cash["NWB"] == 30
    assert allowed(game, Pass("BN"))


@pytest.mark.clause("18CZ/VIII.11c")
def test_an_empty_treasury_buys_nothing_from_another_company() -> None:
    game = need(0, 500, trains={"NWB": ("b1 2+2",)}, next_card="b2")
    refused(game, BuyTrain("BN", "NWB", "b1", "2+2", 1), code="train-price")
    assert {action.source for action in offered(game, BuyTrain)} == {"bank"}


@pytest.mark.clause("18CZ/VIII.11a", "18CZ/VIII.10e")
def test_the_director_also_helps_a_company_at_its_limit_without_a_runnable_train() -> None:
    game = need(0, 500, phase="f", next_card="f2", trains={"BN": ("d1 3", "d2 3")})
    assert set(offered(game, BuyTrain)) == {BuyTrain("BN", "bank", "f2", "4+4", 400)}
    play_on(game, BuyTrain("BN", "bank", "f2", "4+4", 400), ReturnTrain("BN", "d1"))
    assert purses(game) == (0, 100) and allowed(game, Pass("BN"))


@pytest.mark.clause("18CZ/VIII.11d")
def test_the_help_is_for_that_one_train() -> None:
    game = need(30, 500)
    game.play(FORCED)
    assert game.position.cash["BN"] == 0
    refused(game, BuyTrain("BN", "bank", "b2", "2+2", 80), clause="18CZ/VIII.11a")
    refused(game, BuyTrain("BN", "bank", "b2", "2", 70), clause="18CZ/VIII.11a")
    assert [e for e in events(game, Paid) if e.payer == "Ada"] == [Paid("Ada", "BN", 50, "emergency money")]


@pytest.mark.clause("18CZ/VIII.11e")
def test_a_loan_carries_a_penalty_of_the_same_amount_and_loans_add_up() -> None:
    # R52
    game = need(30, 20, loans={"Ada": 15}, penalties={"Ada": 100})
    game.play(FORCED)
    assert list(events(game, LoanTaken)) == [LoanTaken("Ada", 30, 30)]
    assert debts(game) == (15 + 30, 100 + 30)


@pytest.mark.clause("18CZ/VIII.11e", "18CZ/VIII.11a")
def test_there_is_no_voluntary_loan() -> None:
    # R50: the only action about loans is to repay
    named = {kind.__name__ for kind in actions.Action.__subclasses__()}
    assert not [name for name in named if "loan" in name.lower() or "borrow" in name.lower()]
    game = need(0, 79)
    game.play(FORCED)
    assert debts(game) == (1, 1)


def in_debt(cash: int, loan: int = 50, **parts: Any) -> Game:
    """A stock round; Ada owes the Bank a loan and has noted penalties of 70."""
    return given(
        **{
            "phase": "b",
            "round": {"kind": "stock", "set": 3},
            "order": ("Ada", "Bo", "Cy"),
            "companies": {"BN": company(80, Ada=60), "EKJ": company(60, Bo=50)},
            "cash": {"Ada": cash},
            "loans": {"Ada": loan},
            "penalties": {"Ada": 70},
            **parts,
        }
    )


@pytest.mark.clause("18CZ/VIII.11g", "18CZ/VII.3f")
def test_a_player_in_debt_buys_no_shares() -> None:
    game = in_debt(500)
    refused(game, BuyShare("Ada", "EKJ", 25), clause="18CZ/VIII.11g")
    refused(game, StartCompany("Ada", "MW", 50), clause="18CZ/VIII.11g")
    game.play(Repay("Ada", 49))
    refused(game, BuyShare("Ada", "EKJ", 25), clause="18CZ/VIII.11g")
    game.play(Repay("Ada", 1))
    assert debts(game) == (0, 70)
    assert allowed(game, StartCompany("Ada", "MW", 50))
    game.play(BuyShare("Ada", "EKJ", 25))
    assert game.position.cash["Ada"] == 500 - 50 - 60


@pytest.mark.clause("18CZ/VIII.11g", "18CZ/VIII.11e")
@pytest.mark.parametrize(("cash", "loan", "most"), [(500, 50, 50), (30, 50, 30), (50, 50, 50)])
def test_any_part_of_the_debt_is_repaid_and_never_the_penalty(cash: int, loan: int, most: int) -> None:
    game = in_debt(cash, loan)
    (choice,) = choices(game, Repay)
    assert (choice.low, choice.high) == (1, most)
    refused(game, Repay("Ada", most + 1), clause="18CZ/VIII.11g")
    refused(game, Repay("Ada", 0), clause="18CZ/VIII.11g")
    game.play(Repay("Ada", most))
    assert debts(game) == (loan - most, 70) and game.position.cash["Ada"] == cash - most
    refused(game, Repay("Ada", 1), clause="18CZ/VIII.11g")
    refused(in_debt(cash, 0), Repay("Ada", 1), clause="18CZ/VIII.11g")


@pytest.mark.clause("18CZ/VIII.11g")
def test_a_repayment_is_neither_a_sale_nor_a_purchase() -> None:
    # R12: before, between or after sales; a turn with nothing else is a pass
    game = in_debt(40, turn={"player": "Ada", "passed": ("Bo", "Cy")})
    assert game.turn == "Ada"
    game.play(Repay("Ada", 10))
    game.play(Pass("Ada"))
    assert game.position.round.kind == "operating"
    seller = in_debt(40)
    play_on(seller, Repay("Ada", 10), SellShares("Ada", "BN", 20), Repay("Ada", 40))
    assert debts(seller) == (0, 70) and seller.position.cash["Ada"] == 40 - 10 + 80 - 40
    assert allowed(seller, BuyShare("Ada", "EKJ", 25))


@pytest.mark.clause("18CZ/VIII.11g")
def test_only_the_debtor_repays_and_only_in_a_stock_round() -> None:
    others_turn = in_debt(500, order=("Bo", "Ada", "Cy"))
    refused(others_turn, Repay("Ada", 10), code="not-your-turn")
    assert allowed(others_turn, BuyShare("Bo", "EKJ", 25))
    refused(need(100, 500, loans={"Ada": 10}, penalties={"Ada": 10}), Repay("Ada", 10), code="not-now")


@pytest.mark.clause("18CZ/VIII.11f")
def test_a_loan_grows_no_further() -> None:
    """From one stock round through an operating round to the next: the same loan, the same penalty."""
    game = in_debt(500, trains={"BN": ("b1 2+2",), "EKJ": ("a1 2",)}, next_card="b2")
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    play_on(game, Run("BN", 0), Pass("BN"), Run("EKJ", 0), Pass("EKJ"))
    assert (game.position.round.kind, game.position.round.set) == ("stock", 4)
    assert debts(game) == (50, 70) and game.position.cash["Ada"] == 500


@pytest.mark.clause("18CZ/VIII.11h", "18CZ/VIII.11e")
def test_unpaid_debt_and_all_penalties_are_subtracted_at_the_end() -> None:
    game = need(
        0,
        100,
        phase="d",
        next_card="d1",
        round={"kind": "operating", "set": 8, "number": 3},
        companies={"BN": company(80, Ada=60)},
        loans={"Ada": 33},
        penalties={"Ada": 44},
    )
    play_on(game, BuyTrain("BN", "bank", "d1", "3+3", 180), Pass("BN"))
    assert game.over
    assert debts(game) == (33 + 80, 44 + 80)
    assert game.position.result is not None
    assert game.position.result["Ada"] == 0 + 3 * 80 - (33 + 80) - (44 + 80)


@pytest.mark.clause("18CZ/VIII.11i")
def test_no_shares_are_sold_for_a_forced_train_and_nobody_goes_bankrupt() -> None:
    game = need(0, 0)
    refused(game, SellShares("Ada", "BN", 20), code="not-now")
    refused(game, SellShares("Ada", "EKJ", 25), code="not-now")
    refused(game, Pass("BN"), clause="18CZ/VIII.10a")
    assert set(game.legal().actions()) == {FORCED}
    game.play(FORCED)
    assert not game.over and debts(game) == (80, 80)
    game.play(Pass("BN"))
    assert game.actor == "NWB"


@pytest.mark.clause("18CZ/VIII.11i")
def test_a_debt_of_any_size_is_possible_and_the_game_goes_on() -> None:
    game = need(0, 0, phase="j", next_card="j2", loans={"Ada": 5000}, penalties={"Ada": 5000})
    game.play(BuyTrain("BN", "bank", "j2", "5+5", 500))
    assert debts(game) == (5500, 5500) and not game.over
    assert game.rules.wealth(game.position, "Ada") == 3 * 80 + 2 * 60 - 11000


@pytest.mark.clause("18CZ/VIII.11c")
def test_a_railway_is_not_bought_with_the_directors_money_either() -> None:
    game = need(5, 500, privates={"S1": "Bo"})
    assert allowed(game, TakeOverPrivate("BN", "S1", 5))
    refused(game, TakeOverPrivate("BN", "S1", 6), code="no-cash-private")
