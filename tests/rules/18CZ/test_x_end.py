"""X: the end of the game and the reckoning."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import company, events, given, play_on, refused

from stellwerk.actions import BuyTrain, Pass, Run
from stellwerk.events import Exported, GameEnded, RoundBegan
from stellwerk.game import Game
from stellwerk.rules.privates import price_of_privates


def last(set: int = 8, number: int = 3, **parts: Any) -> Game:
    """EKJ, the last company to operate, is about to end its turn."""
    return given(
        **{
            "phase": "d",
            "round": {"kind": "operating", "set": set, "number": number},
            "companies": {"EKJ": company(60, Ada=50, Bo=25)},
            "cash": {"Ada": 100, "Bo": 200, "Cy": 300},
            "trains": {"EKJ": ("3",)},
            "turn": {"company": "EKJ", "stage": "trains", "after": ()},
            **parts,
        }
    )


def result(**parts: Any) -> dict[str, int]:
    """The reckoning when the last turn ends."""
    game = last(**parts)
    game.play(Pass("EKJ"))
    assert game.position.result is not None
    return dict(game.position.result)


@pytest.mark.clause("18CZ/X.1", "18CZ/IV.1c")
def test_the_game_ends_after_the_round_in_the_120_space() -> None:
    game = last()
    assert price_of_privates(game.rules, game.position) == 120
    game.play(Pass("EKJ"))
    assert game.over and game.turn == "" and list(game.legal()) == []
    assert not list(events(game, Exported)) and not list(events(game, RoundBegan))
    assert len(list(events(game, GameEnded))) == 1
    refused(game, Pass("EKJ"), code="game-over")


@pytest.mark.clause("18CZ/X.1")
@pytest.mark.parametrize(("set", "number", "follows"), [(8, 1, 2), (8, 2, 3)])
def test_rounds_before_the_120_space_are_followed_by_another(set: int, number: int, follows: int) -> None:
    game = last(set, number)
    game.play(Pass("EKJ"))
    assert not game.over and game.actor == "EKJ"
    assert (game.position.round.set, game.position.round.number) == (set, follows)


@pytest.mark.clause("18CZ/X.1")
@pytest.mark.parametrize("set", [1, 2, 3, 4, 5, 6, 7])
def test_every_earlier_set_is_followed_by_a_stock_round(set: int) -> None:
    game = last(set, 2 if set >= 5 else 1)
    game.play(Pass("EKJ"))
    assert not game.over and (game.position.round.kind, game.position.round.set) == ("stock", set + 1)


@pytest.mark.clause("18CZ/X.1")
def test_every_company_operates_before_the_last_round_is_over() -> None:
    game = last(
        companies={"EKJ": company(60, Ada=50), "MW": company(50, Bo=50)},
        trains={"EKJ": ("3",), "MW": ("3",)},
        turn={"company": "EKJ", "stage": "trains"},
    )
    game.play(Pass("EKJ"))
    assert not game.over and game.actor == "MW"
    play_on(game, Run("MW", 0), Pass("MW"))
    assert game.over


@pytest.mark.clause("18CZ/X.1")
def test_neither_debts_nor_the_bank_end_the_game() -> None:
    # R10: the bank is unlimited
    game = last(4, 1, cash={"Ada": 0, "Bo": 900_000, "Cy": 900_000, "EKJ": 0}, trains={}, loans={"Ada": 9000})
    game.play(BuyTrain("EKJ", "bank", "d1", "3", 120))
    assert game.position.cash["bank"] < -1_000_000 and game.position.loans["Ada"] == 9120 and not game.over
    game.play(Pass("EKJ"))
    assert game.position.round.kind == "stock"


@pytest.mark.clause("18CZ/X.2a")
def test_treasuries_trains_and_a_companys_railways_count_nothing() -> None:
    plain = result()
    rich = result(
        cash={"Ada": 100, "Bo": 200, "Cy": 300, "EKJ": 7777},
        trains={"EKJ": ("3", "3", "2")},
        privates={"S1": "EKJ", "S2": "EKJ"},
    )
    assert plain == rich == {"Ada": 100 + 2 * 60, "Bo": 200 + 60, "Cy": 300}


@pytest.mark.clause("18CZ/X.2b", "18CZ/IV.1h")
def test_wealth_is_cash_railways_and_shares_less_debts_and_penalties() -> None:
    wealth = result(
        companies={
            "EKJ": company(60, 80, Ada=50, Bo=25),
            "BN": company(70, 126, Bo=60, Ada=20),
            "Sx": company(100, 90, Cy=50, Ada=30),
        },
        trains={"EKJ": ("3",), "BN": ("3+3",), "Sx": ("3E",)},
        privates={"S1": "Ada", "M1": "Ada", "L1": "Bo", "S2": "EKJ"},
        loans={"Bo": 30},
        penalties={"Bo": 45, "Cy": 10},
    )
    assert wealth == {
        "Ada": 100 + 2 * 120 + 2 * 80 + 1 * 126 + 3 * 90,
        "Bo": 200 + 1 * 120 + 1 * 80 + 3 * 126 - 30 - 45,
        "Cy": 300 + 5 * 90 - 10,
    }


@pytest.mark.clause("18CZ/X.2b", "18CZ/Ib")
@pytest.mark.parametrize(
    ("cash", "winners"),
    [
        ((300, 200, 100), ("Ada",)),
        ((0, 200, 300), ("Cy",)),
        ((100, 100, 220), ("Ada", "Cy")),
        ((0, 60, 120), ("Ada", "Bo", "Cy")),
    ],
)
def test_the_greatest_wealth_wins_and_equals_win_together(cash: tuple[int, int, int], winners: tuple[str, ...]) -> None:
    # R19; Ada has 120 in shares and Bo 60
    game = last(cash=dict(zip(("Ada", "Bo", "Cy"), cash, strict=True)))
    game.play(Pass("EKJ"))
    (end,) = events(game, GameEnded)
    assert end.winners == winners and end.result == game.position.result


@pytest.mark.clause("18CZ/X.2b")
def test_wealth_may_be_negative() -> None:
    # R19
    assert result(loans={"Cy": 400}, penalties={"Cy": 400})["Cy"] == 300 - 800
