"""18DO, 4.6, 4.7 and 1: the bank that cannot pay, the end of the game, agreements."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dokit import EAST, cash, do, end_round, state, stock, turn_of
from tests.kit import company, events, offered, play_on, refused

from stellwerk.actions import BuyShare, Dividend, Pass, Run, SellShares
from stellwerk.events import BankBroken, GameEnded
from stellwerk.game import Game
from stellwerk.position import BANK, Round
from stellwerk.titles import rules_of

RULES = rules_of("18DO")


def nearly_broken(bank: int, **parts: Any) -> dict[str, Any]:
    """Cash that leaves so much in the bank: the players have 1,000 each, the BME's treasury the rest."""
    players = {"Ada": 1000, "Bo": 1000, "Cy": 1000}
    return {**players, "KWE": 100, "BME": 9_000 - 3_100 - bank, **parts}


def last_turn(stage: str, bank: int, number: int = 1, **parts: Any) -> Game:
    """The KWE's turn, the last one of an operating round of two, with so much in the bank."""
    round = {"kind": "operating", "set": 3, "number": number}
    known: dict[str, Any] = {
        "cash": nearly_broken(bank),
        "tiles": EAST,
        "trains": {"KWE": ("3",), "BME": ("3",)},
        "round": round,
    }
    companies = {"KWE": company(65, Ada=60), "BME": company(60, Bo=60)}
    turn = {"company": "KWE", "stage": stage, "revenue": 70, "after": ()}
    position = {"companies": companies, "phase": "3", "turn": turn, "stations": {"KWE": ("E21",), "BME": ("I11",)}}
    return do(**{**position, **known, **parts})


@pytest.mark.clause("18DO/4.6a")
def test_the_game_ends_after_the_set_in_which_the_bank_breaks() -> None:
    """Given 20 in the bank and 70 to pay in the first of two rounds, the second one is played, and that is the end."""
    game = last_turn("dividend", 20)
    game.play(Dividend("KWE", "retain"))
    assert len(list(events(game, BankBroken))) == 1 and state(game).broken == "operating"
    game.play(Pass("KWE"))
    assert game.position.round == Round("operating", 3, 2, 2)
    while not game.over:
        choices = [c.action for c in game.legal() if isinstance(c.action, Pass | Run | Dividend)]
        game.play(choices[0])
    assert game.position.round == Round("operating", 3, 2, 2) and list(events(game, GameEnded))


@pytest.mark.clause("18DO/4.6a")
def test_a_bank_that_can_pay_goes_on() -> None:
    game = last_turn("dividend", 70, number=2)
    play_on(game, Dividend("KWE", "retain"), Pass("KWE"))
    assert game.position.round.kind == "stock" and cash(game, BANK) == 0


@pytest.mark.clause("18DO/4.6b")
def test_every_player_contributes_the_same_in_full_tens() -> None:
    """Given 20 in the bank and 90 to pay, 70 are missing: each gives 30 (R28)."""
    turn = {"company": "KWE", "stage": "dividend", "revenue": 90, "after": ()}
    game = last_turn("dividend", 20, turn=turn)
    game.play(Dividend("KWE", "retain"))
    assert [cash(game, name) for name in ("Ada", "Bo", "Cy")] == [970] * 3
    assert cash(game, BANK) == 20 + 90 - 90 and cash(game, "KWE") == 190


@pytest.mark.clause("18DO/4.6b")
def test_who_has_too_little_owes_the_rest_and_buys_nothing() -> None:
    """Given Cy with 5, a contribution of 30 leaves him 25 short: he may not buy, and it counts at the end (R28)."""
    money = nearly_broken(20, Cy=5, BME=9_000 - 2_105 - 20)
    turn = {"company": "KWE", "stage": "dividend", "revenue": 90, "after": ()}
    game = last_turn("dividend", 20, turn=turn, cash=money)
    game.play(Dividend("KWE", "retain"))
    assert cash(game, "Cy") == -25 and RULES.wealth(game.position, "Cy") == -25
    buying = stock(companies={"KWE": company(65, Ada=60)}, turn={"player": "Cy"})
    assert offered(buying, BuyShare)
    poor = buying.position.copy()
    poor.cash = {**poor.cash, "Cy": -25, BANK: poor.cash[BANK] + 400}
    assert not offered(Game(RULES, poor), BuyShare)


@pytest.mark.clause("18DO/4.6c")
def test_a_bank_broken_in_a_stock_round_brings_three_more_operating_rounds() -> None:
    """Given phase 3 with its two rounds, a sale the bank cannot pay brings exactly three, then the end."""
    companies = {"KWE": company(65, Ada=60), "BME": company(60, Bo=60)}
    game = stock(companies=companies, cash=nearly_broken(30), trains={"KWE": ("3",), "BME": ("3",)})
    game.play(SellShares("Ada", "KWE", 10))
    assert state(game).broken == "stock" and [cash(game, p) for p in ("Bo", "Cy")] == [980, 980]
    end_round(game)
    assert game.position.round == Round("operating", 2, 1, 3)
    while not game.over:
        choices = [c.action for c in game.legal() if isinstance(c.action, Pass | Run | Dividend)]
        game.play(choices[0])
    assert game.position.round == Round("operating", 2, 3, 3)


@pytest.mark.clause("18DO/4.6d", "18DO/1c")
def test_cash_and_stock_value_decide() -> None:
    """Given certificates at 65 and 60, private cash, a brewery and a deduction: only the brewery counts nothing."""
    companies = {"KWE": company(65, Ada=60, Bo=20), "BME": company(60, Bo=50)}
    game = do(
        companies=companies, round={"kind": "stock", "set": 2}, privates={"PB5": "Cy"}, penalties={"Bo": 80},
        stations={"KWE": ("E21",), "BME": ("I11",)}, cash={"Ada": 100, "Bo": 200, "Cy": 300, "KWE": 900},
    )  # fmt: skip
    worth = {player: RULES.wealth(game.position, player) for player in ("Ada", "Bo", "Cy")}
    assert worth == {"Ada": 100 + 6 * 65, "Bo": 200 + 2 * 65 + 5 * 60 - 80, "Cy": 300}


@pytest.mark.clause("18DO/1c")
def test_the_richest_win_equals_together() -> None:
    """R31: Given the last turn of the last round with Bo and Cy equal at the top, both win."""
    money = {"Ada": 100, "Bo": 1000, "Cy": 1360, "KWE": 100, "BME": 6440}
    game = last_turn("trains", 0, number=2, extra={"broken": "operating"}, cash=money)
    wealth = {player: RULES.wealth(game.position, player) for player in ("Ada", "Bo", "Cy")}
    game.play(Pass("KWE"))
    (ended,) = events(game, GameEnded)
    assert ended.result == wealth == {"Ada": 490, "Bo": 1360, "Cy": 1360} and ended.winners == ("Bo", "Cy")


@pytest.mark.clause("18DO/4.7b")
def test_no_money_goes_between_players_or_from_players_to_companies_by_agreement() -> None:
    """Given any turn, no action on offer names two players, or a player and a company and a price of their own."""
    game = turn_of("KWE", "trains", tiles=EAST, trains={"KWE": ("3",), "BME": ("3",)})
    for choice in game.legal():
        named = {str(v) for v in vars_of(choice.action).values()} & set(game.position.players)
        assert len(named) <= 1 and (choice.field != "price" or not named)


def vars_of(action: Any) -> dict[str, Any]:
    """The fields of an action."""
    return {name: getattr(action, name) for name in action.__struct_fields__}


def test_a_game_in_which_nothing_happens_any_more_ends() -> None:
    """The book is silent: given a whole set of rounds that changed nothing, the next one would not, either."""
    game = stock(companies={}, cash={"Ada": 0, "Bo": 0, "Cy": 0})
    for _ in range(3):
        if not game.over:
            end_round(game)
    assert game.over
    refused(game, Pass("Ada"))
