"""18CZ, chapter IV.1: income, price, purchase and sale of the Local Railways (their powers: the next file)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, choices, company, events, given, offered, refused

from stellwerk.actions import (
    Action,
    Answer,
    BuyTrain,
    LayTile,
    Pass,
    Run,
    SellPrivate,
    StartCompany,
    TakeOverPrivate,
)
from stellwerk.events import GameEnded, Paid
from stellwerk.game import Game
from stellwerk.rules.privates import price_of_privates
from stellwerk.titles import rules_of

RULES = rules_of("18CZ")
PRICES = {
    (1, 1): 40, (2, 1): 45, (3, 1): 50, (4, 1): 55, (5, 1): 60, (5, 2): 65, (6, 1): 70, (6, 2): 75,
    (7, 1): 80, (7, 2): 90, (8, 1): 100, (8, 2): 110, (8, 3): 120,
}  # fmt: skip


def ekj(set: int = 5, number: int = 1, phase: str = "b", stage: str = "track", **parts: Any) -> Game:
    """EKJ (small, directed by Ada) on its turn, with 100 K, a train and a station in Karlovy Vary."""
    return given(**{
        "round": {"kind": "operating", "set": set, "number": number},
        "phase": phase,
        "companies": {"EKJ": company(60, Ada=50)},
        "stations": {"EKJ": ("D4",)},
        "tiles": {"D4": "57@1"},
        "trains": {"EKJ": ("2",)},
        "cash": {"EKJ": 100},
        "turn": {"company": "EKJ", "stage": stage},
        **parts,
    })  # fmt: skip


def pass_round(game: Game) -> None:
    """Every player passes in the stock round."""
    for player in game.position.order:
        game.play(Pass(player))


# Income and price


@pytest.mark.clause("18CZ/IV.1a", "18CZ/IV.1j")
def test_local_railways_pay_their_owners_at_the_start_of_the_operating_round() -> None:
    game = given(
        round={"kind": "stock", "set": 4},
        privates={"S1": "Ada", "M1": "Ada", "L1": "Bo", "S2": "EKJ", "M2": "BTE", "L2": "Sx"},
        companies={"EKJ": company(60, Ada=50), "BTE": company(60, Ada=60), "Sx": company(100, Ada=50)},
        phase="d",
    )
    pass_round(game)
    gains = {pay.payee: 0 for pay in events(game, Paid)}
    for pay in events(game, Paid):
        assert pay.payer == "bank"
        gains[pay.payee] += pay.amount
    assert gains == {"Ada": 15, "Bo": 20, "EKJ": 5, "BTE": 10, "Sx": 20}
    assert game.position.round.kind == "operating"
    assert not offered(game, Run)  # Sx, first in order, has not yet done anything: its home tile comes now


@pytest.mark.clause("18CZ/IV.1a")
def test_they_pay_again_in_the_second_operating_round_of_a_set_but_those_out_of_the_game_do_not() -> None:
    game = given(round={"kind": "stock", "set": 5}, privates={"S1": "Ada", "L1": "out"})
    before = game.position.cash["Ada"]
    pass_round(game)
    assert game.position.round.set == 6
    assert game.position.cash["Ada"] == before + 2 * 5
    assert len(list(events(game, Paid))) == 2


@pytest.mark.clause("18CZ/IV.1j")
def test_a_railway_whose_power_is_used_still_pays_its_company() -> None:
    game = given(
        round={"kind": "stock", "set": 4},
        privates={"S1": "EKJ", "S2": "EKJ"},
        used=("S1",),
        companies={"EKJ": company(60, Ada=50)},
    )
    pass_round(game)
    assert game.position.cash["EKJ"] == 10


@pytest.mark.clause("18CZ/IV.1b")
def test_local_railways_neither_build_nor_run() -> None:
    game = ekj(privates={"S1": "Ada", "S2": "EKJ"}, trains={"EKJ": ("2",)})
    for railway in ("S1", "S2"):
        refused(game, LayTile(railway, "D6", "9", 1), code="not-your-turn")
        refused(game, Run(railway, 0), code="not-your-turn")
    assert allowed(game, LayTile("EKJ", "D6", "9", 1))
    alone = given(round={"kind": "stock", "set": 2}, privates={"S1": "Ada"})
    pass_round(alone)
    assert alone.position.round.kind == "stock"  # nobody had a turn in the operating round


@pytest.mark.clause("18CZ/IV.1c")
@pytest.mark.parametrize(("set", "number"), PRICES)
def test_all_local_railways_have_the_price_of_the_operating_round(set: int, number: int) -> None:  # R6
    game = ekj(
        set,
        number,
        phase="d",
        companies={"Sx": company(100, Ada=50)},
        stations={"Sx": ("D4",)},
        trains={"Sx": ("3E",)},
        cash={"Sx": 100},
        privates={"S1": "Sx", "S2": "Sx", "M1": "Sx", "L1": "Sx"},
        turn={"company": "Sx"},
    )
    for count, railway in enumerate(("S1", "S2", "M1", "L1"), 1):
        game.play(SellPrivate("Sx", railway))
        assert game.position.cash["Sx"] == 100 + count * PRICES[set, number]


@pytest.mark.clause("18CZ/IV.1c")
def test_the_price_moves_up_when_the_next_operating_round_begins() -> None:
    game = ekj(5, 1, stage="trains", privates={"S1": "EKJ"})
    assert price_of_privates(RULES, game.position) == 60
    game.play(Pass("EKJ"))
    assert (game.position.round.set, game.position.round.number) == (5, 2)
    game.play(SellPrivate("EKJ", "S1"))
    assert game.position.cash["EKJ"] == 100 + 5 + 65


@pytest.mark.clause("18CZ/IV.1d")
def test_the_game_ends_after_the_operating_round_at_120_and_not_before() -> None:
    game = ekj(8, 2, stage="trains")
    game.play(Pass("EKJ"))
    assert not game.over
    assert price_of_privates(RULES, game.position) == 120
    game.play(Run("EKJ", 0))
    assert not game.over
    game.play(Pass("EKJ"))
    assert game.over
    assert len(list(events(game, GameEnded))) == 1


# Bought by companies


@pytest.mark.clause("18CZ/IV.1e")
def test_companies_buy_railways_from_players_from_phase_b_on() -> None:
    offer = TakeOverPrivate("EKJ", "S1", 30)
    refused(ekj(phase="a", privates={"S1": "Ada"}), offer, clause="18CZ/IV.1e")
    game = ekj(phase="b", privates={"S1": "Ada"})
    cash = game.position.cash["Ada"]
    game.play(offer)  # owner and director are one person
    assert game.position.privates["S1"] == "EKJ"
    assert (game.position.cash["Ada"], game.position.cash["EKJ"]) == (cash + 30, 70)


@pytest.mark.clause("18CZ/IV.1e")
def test_phase_b_begun_by_an_export_counts_as_well() -> None:  # R33
    game = ekj(1, 1, phase="a", stage="trains", next_card="b1", privates={"S1": "Ada"})
    refused(game, TakeOverPrivate("EKJ", "S1", 1), clause="18CZ/IV.1e")
    game.play(Pass("EKJ"))
    assert game.position.phase == "b"
    pass_round(game)
    assert allowed(game, TakeOverPrivate("EKJ", "S1", 1))


@pytest.mark.clause("18CZ/IV.1e")
@pytest.mark.parametrize("stage", ["track", "station", "run", "dividend", "acquire", "trains", "end"])
def test_a_railway_can_be_bought_at_any_point_of_the_turn(stage: str) -> None:
    game = ekj(stage=stage, privates={"S1": "Ada", "S2": "out", "S3": "EKJ"})
    assert allowed(game, TakeOverPrivate("EKJ", "S1", 1))
    for railway in ("S2", "S3"):
        refused(game, TakeOverPrivate("EKJ", railway, 1), code="not-a-players")


@pytest.mark.clause("18CZ/IV.1e")
def test_another_owner_is_asked_and_may_decline() -> None:  # R32
    game = ekj(privates={"S1": "Bo"})
    game.play(TakeOverPrivate("EKJ", "S1", 30))
    assert game.turn == "Bo"
    assert game.position.privates["S1"] == "Bo"
    game.play(Answer("Bo", False))
    assert (game.position.privates["S1"], game.position.cash["EKJ"]) == ("Bo", 100)
    before = game.position.cash["Bo"]
    game.play(TakeOverPrivate("EKJ", "S1", 31))
    game.play(Answer("Bo", True))
    assert game.position.privates["S1"] == "EKJ"
    assert (game.position.cash["Bo"], game.position.cash["EKJ"]) == (before + 31, 69)


@pytest.mark.clause("18CZ/IV.1f")
@pytest.mark.parametrize(("set", "number"), [(1, 1), (5, 2), (8, 3)])
def test_the_price_of_a_purchase_is_between_1_and_the_present_price(set: int, number: int) -> None:
    game = ekj(set, number, privates={"S1": "Ada"}, cash={"EKJ": 500})
    most = PRICES[set, number]
    assert [(c.low, c.high, c.step) for c in choices(game, TakeOverPrivate)] == [(1, most, 1)]
    for price in (1, most):
        assert allowed(game, TakeOverPrivate("EKJ", "S1", price))
    for price in (-1, 0, most + 1):
        refused(game, TakeOverPrivate("EKJ", "S1", price), clause="18CZ/IV.1f")


@pytest.mark.clause("18CZ/IV.1f")
def test_the_treasury_must_hold_the_price() -> None:
    game = ekj(privates={"S1": "Ada"}, cash={"EKJ": 20, "Ada": 500})
    assert allowed(game, TakeOverPrivate("EKJ", "S1", 20))
    refused(game, TakeOverPrivate("EKJ", "S1", 21), clause="18CZ/IV.1f")


# In a player's hands


@pytest.mark.clause("18CZ/IV.1g")
def test_a_player_cannot_sell_his_railway_to_the_bank_nor_close_it() -> None:
    stock = given(round={"kind": "stock", "set": 2}, privates={"S1": "Ada"})
    for seller in ("Ada", "bank"):
        refused(stock, SellPrivate(seller, "S1"), code="not-now")
    game = ekj(privates={"S1": "Ada", "S2": "EKJ"})
    refused(game, SellPrivate("Ada", "S1"), code="not-your-turn")
    refused(game, SellPrivate("EKJ", "S1"), clause="18CZ/IV.1o")
    assert offered(game, SellPrivate) == [SellPrivate("EKJ", "S2")]


@pytest.mark.clause("18CZ/IV.1h")
def test_a_players_railway_counts_as_a_certificate_and_a_companys_does_not() -> None:
    railways = [*RULES.privates][:14]
    full = dict.fromkeys(railways, "Ada")
    start = StartCompany("Ada", "OFE", 50)
    parts = {"round": {"kind": "stock", "set": 2}, "companies": {"EKJ": company(60, Bo=50)}}
    refused(given(privates=full, **parts), start, clause="18CZ/VII.4a")
    assert allowed(given(privates={**full, "S1": "EKJ"}, **parts), start)


@pytest.mark.clause("18CZ/IV.1i")
def test_a_players_railway_is_worth_120_at_the_end() -> None:
    parts: dict[str, Any] = {"stage": "trains", "privates": {"S1": "Bo", "L1": "Bo", "S2": "EKJ", "S3": "out"}}
    game = ekj(8, 3, cash={"Ada": 0, "Bo": 7, "Cy": 9, "EKJ": 100}, **parts)
    game.play(Pass("EKJ"))
    assert game.position.result == {"Ada": 120, "Bo": 247, "Cy": 9}  # Ada: two shares at 60


# Sold to the bank


@pytest.mark.clause("18CZ/IV.1o")
@pytest.mark.parametrize("stage", ["track", "station", "run", "dividend", "acquire", "trains", "end"])
def test_a_company_sells_its_railway_at_any_point_of_its_turn(stage: str) -> None:
    companies = {"EKJ": company(60, Ada=50), "BCB": company(50, Ada=50)}
    game = ekj(4, 1, stage=stage, companies=companies, privates={"S1": "EKJ", "S2": "BCB"}, used=("S1",))
    refused(game, SellPrivate("EKJ", "S2"), clause="18CZ/IV.1o")
    game.play(SellPrivate("EKJ", "S1"))
    assert game.position.privates["S1"] == "out"
    assert game.position.cash["EKJ"] == 155
    refused(game, SellPrivate("EKJ", "S1"), clause="18CZ/IV.1o")


@pytest.mark.clause("18CZ/IV.1o")
def test_a_railway_just_bought_may_be_used_and_sold_in_the_same_turn() -> None:  # R31
    game = ekj(5, 1, phase="d", privates={"S1": "Ada"})
    actions: tuple[Action, ...] = (
        TakeOverPrivate("EKJ", "S1", 1),
        LayTile("EKJ", "D4", "14p", 0, "S1"),
        SellPrivate("EKJ", "S1"),
    )
    for action in actions:
        game.play(action)
    assert game.position.cash["EKJ"] == 100 - 1 + 60
    assert game.position.privates["S1"] == "out"


@pytest.mark.clause("18CZ/IV.1o")
def test_another_companys_turn_is_no_time_to_sell() -> None:
    game = ekj(
        companies={"EKJ": company(60, Ada=50), "BCB": company(50, Ada=50)},
        privates={"S1": "EKJ", "S2": "BCB"},
    )
    refused(game, SellPrivate("BCB", "S2"), code="not-your-turn")
    assert not allowed(game, BuyTrain("BCB", "bank", "b1", "2", 70))
