"""18CZ VIII.1 to VIII.3: who acts in an operating round, in which order, and what a company's turn consists of."""

from __future__ import annotations

import pytest
from tests.kit import allowed, company, events, given, offered, play_on, refused

from stellwerk.actions import (
    Acquire,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellPrivate,
    SellShares,
    TakeOverPrivate,
)
from stellwerk.events import Paid, RoundBegan
from stellwerk.game import Game
from stellwerk.rules.privates import price_of_privates

STAGES = ("track", "station", "run", "dividend", "acquire", "trains", "end")

BRNO = {"G19": "621@1", "G17": "4@1", "G15": "57@1", "G21": "4@1"}
"""Brno (30) with a town (10) on either side, and Jihlava (20) in the west."""


def brno(stage: str = "track", **parts: object) -> Game:
    """KFN (Ada) at a stage of its turn, phase d, everything possible: track, a station, MW to take over, trains."""
    position: dict[str, object] = {
        "companies": {"KFN": company(100, Ada=60), "MW": company(70, Ada=50)},
        "cash": {"KFN": 1000},
        "phase": "d",
        "tiles": BRNO,
        "stations": {"KFN": ("G19",)},
        "trains": {"KFN": ("3+3",)},
        "turn": {"company": "KFN", "stage": stage, "revenue": 70},
    }
    return given(**{**position, **parts})


# VIII.1


@pytest.mark.clause("18CZ/VIII.1")
def test_in_an_operating_round_only_the_company_acts_and_its_director_decides() -> None:
    game = given(
        companies={"EKJ": company(70, Bo=50, Ada=25)},
        round={"kind": "operating", "set": 2, "number": 1},
        turn={"company": "EKJ"},
    )
    assert (game.actor, game.turn) == ("EKJ", "Bo")
    assert {choice.action.actor for choice in game.legal()} == {"EKJ"}
    for action in (BuyShare("Ada", "EKJ", 25), SellShares("Ada", "EKJ", 25), Pass("Bo")):
        refused(game, action, code="not-now")


@pytest.mark.clause("18CZ/VIII.1")
def test_no_player_and_no_other_company_can_act_in_a_companys_turn() -> None:
    game = brno("end", companies={"KFN": company(100, Ada=60), "MW": company(70, Bo=50)})
    for other in ("Ada", "Bo", "MW"):
        refused(game, Pass(other), code="not-your-turn")
    assert allowed(game, Pass("KFN"))


# VIII.2


@pytest.mark.clause("18CZ/VIII.2a")
def test_every_local_railway_pays_its_owner_when_an_operating_round_begins() -> None:
    game = given(
        companies={"EKJ": company(70, Ada=50)},
        cash={"Ada": 100, "Bo": 100, "Cy": 100, "EKJ": 0},
        privates={"S1": "Ada", "S2": "Ada", "M1": "Bo", "L1": "Cy", "S3": "EKJ", "S4": "out"},
        used=("S3",),
        turn={"player": "Ada"},
    )
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.round.kind == "operating"
    assert {who: game.position.cash[who] for who in ("Ada", "Bo", "Cy", "EKJ")} == {
        "Ada": 110,
        "Bo": 110,
        "Cy": 120,
        "EKJ": 5,  # its power is used, it pays all the same
    }


@pytest.mark.clause("18CZ/VIII.2a")
def test_the_price_of_the_railways_moves_before_they_pay_in_each_round_of_a_set() -> None:
    game = given(
        companies={"EKJ": company(70, Ada=50)},
        cash={"Ada": 100},
        privates={"L1": "Ada"},
        round={"kind": "operating", "set": 5, "number": 1},
        trains={"EKJ": ("2",)},
        turn={"company": "EKJ", "stage": "end"},
    )
    assert price_of_privates(game.rules, game.position) == 60
    game.play(Pass("EKJ"))
    assert (game.position.round.number, price_of_privates(game.rules, game.position)) == (2, 65)
    assert game.position.cash["Ada"] == 120
    kinds = [type(event) for event in game.log[-1].events if isinstance(event, (RoundBegan, Paid))]
    assert kinds == [RoundBegan, Paid]


def actors(game: Game) -> list[str]:
    """Play the round to its end, every company running for nothing; who operated, in order."""
    order = []
    while game.position.round.kind == "operating":
        order.append(game.actor)
        play_on(game, Run(game.actor, 0), Pass(game.actor))
    return order


@pytest.mark.clause("18CZ/VIII.2b")
def test_floated_companies_operate_by_price_and_on_one_cell_the_upper_marker_first() -> None:
    game = given(
        companies={
            "BCB": company(70, Ada=50),
            "EKJ": company(70, Bo=50),  # under BCB
            "KFN": company(60, 80, Cy=60),
            "OFE": company(50, 80, Ada=75),  # under KFN
            "VBW": company(70, 75, Bo=50),
            "BTE": company(100, Bo=40),  # not floated
        },
        phase="b",
        stations={"BCB": ("E15",), "EKJ": ("D4",), "KFN": ("G19",), "OFE": ("C25",), "VBW": ("I9",)},
        trains={"BCB": ("2",), "EKJ": ("2",), "KFN": ("2+2",), "OFE": ("2",), "VBW": ("2",)},
        turn={"player": "Ada"},
    )
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert actors(game) == ["KFN", "OFE", "VBW", "BCB", "EKJ"]


# VIII.3


@pytest.mark.clause("18CZ/VIII.3a", "18CZ/VIII.3d")
@pytest.mark.parametrize(
    ("stage", "kinds"),
    [
        ("track", {LayTile, PlaceStation, Run}),
        ("station", {PlaceStation, Run}),
        ("run", {Run}),
        ("dividend", {Dividend}),
        ("acquire", {Acquire, BuyTrain, Pass}),
        ("trains", {BuyTrain, Pass}),
        ("end", {Pass}),
    ],
)
def test_at_each_stage_a_company_does_this_or_goes_on_up_to_what_it_must_do(stage: str, kinds: set[type]) -> None:
    assert {type(choice.action) for choice in brno(stage).legal()} == kinds


@pytest.mark.clause("18CZ/VIII.3a")
def test_a_turn_never_goes_back_to_an_earlier_stage() -> None:
    game = brno()
    track, station = LayTile("KFN", "G13", "9", 1), PlaceStation("KFN", "G15", 0)
    run, pay = Run("KFN", 70), Dividend("KFN", "pay")
    buy = BuyTrain("KFN", "bank", "d2", "3+3", 180)
    assert allowed(game, track)
    game.play(station)
    refused(game, track, clause="18CZ/VIII.3a")
    game.play(run)
    refused(game, station, clause="18CZ/VIII.3a")
    game.play(pay)
    refused(game, run, clause="18CZ/VIII.3a")
    assert allowed(game, Acquire("KFN", "MW", 70))
    game.play(buy)
    refused(game, Acquire("KFN", "MW", 70), clause="18CZ/VIII.3a")
    refused(game, pay, clause="18CZ/VIII.3a")
    game.play(Pass("KFN"))
    assert game.actor == "MW"


@pytest.mark.clause("18CZ/VIII.3d")
def test_running_and_the_decision_about_the_income_cannot_be_left_out() -> None:
    game = brno()
    for action in (Pass("KFN"), BuyTrain("KFN", "bank", "d2", "3+3", 180), Acquire("KFN", "MW", 70)):
        refused(game, action, clause="18CZ/VIII.3a")
    game.play(Run("KFN", 70))
    for action in (Pass("KFN"), BuyTrain("KFN", "bank", "d2", "3+3", 180), Acquire("KFN", "MW", 70)):
        refused(game, action, clause="18CZ/VIII.3a")
    game.play(Dividend("KFN", "retain"))
    assert allowed(game, Pass("KFN"))


@pytest.mark.clause("18CZ/VIII.3d")
def test_a_company_without_trains_runs_for_nothing_before_it_can_buy_one() -> None:
    game = brno(trains={})
    buy = BuyTrain("KFN", "bank", "d1", "3+3", 180)
    refused(game, buy, clause="18CZ/VIII.3a")
    game.play(Run("KFN", 0))
    assert allowed(game, buy)


@pytest.mark.clause("18CZ/VIII.3b")
def test_a_later_turn_has_one_yellow_tile_or_one_promotion() -> None:
    yellow, promotion = LayTile("KFN", "G13", "9", 1), LayTile("KFN", "G19", "208", 0)
    for first in (yellow, promotion):
        game = brno()
        assert allowed(game, yellow)
        assert allowed(game, promotion)
        game.play(first)
        refused(game, promotion if first is yellow else yellow, clause="18CZ/VIII.4c")
        assert offered(game, LayTile) == []


@pytest.mark.clause("18CZ/VIII.3b")
def test_the_first_turn_has_two_yellow_tiles() -> None:
    game = brno(turn={"company": "KFN", "first": True})
    game.play(next(a for a in offered(game, LayTile) if a.hex == "G13"))
    game.play(next(a for a in offered(game, LayTile) if a.tile in ("7", "8", "9")))
    assert offered(game, LayTile) == []


@pytest.mark.clause("18CZ/VIII.3b")
def test_upgrading_preprinted_praha_is_the_whole_track_action() -> None:
    """R20: a promotion, though the tile is yellow; it needs no phase and cannot be one of two first tiles."""
    first = {"companies": {"BN": company(100, Ada=60)}, "cash": {"BN": 500}, "phase": "b"}
    first |= {"turn": {"company": "BN", "first": True}}
    praha, plain = LayTile("BN", "E11", "8889", 1), LayTile("BN", "D12", "9", 0)
    game = play_on(given(**first), praha)
    refused(game, plain, clause="18CZ/VIII.4c")
    assert offered(game, LayTile) == []
    game = play_on(given(**first), plain)
    refused(game, praha, clause="18CZ/VIII.4c")
    assert offered(game, LayTile) != []


@pytest.mark.clause("18CZ/VIII.3c")
@pytest.mark.parametrize("stage", STAGES)
def test_local_railways_are_bought_sold_and_used_at_every_stage(stage: str) -> None:
    game = brno(stage, privates={"M1": "KFN", "S1": "Ada", "S2": "MW"})
    power = LayTile("KFN", "G17", "888p", 0, "M1")
    buy, sell = TakeOverPrivate("KFN", "S1", 10), SellPrivate("KFN", "M1")
    before = {type(choice.action) for choice in game.legal()} - {TakeOverPrivate, SellPrivate}
    assert allowed(game, sell)
    refused(game, SellPrivate("MW", "S2"), code="not-your-turn")
    play_on(game, buy, power)
    assert game.position.privates["S1"] == "KFN"
    assert game.position.tiles["G17"] == ("888p", 0)
    after = {type(choice.action) for choice in game.legal()} - {TakeOverPrivate, SellPrivate}
    assert after - {LayTile} == before - {LayTile}, "the turn stands where it stood"
    game.play(sell)
    assert [e.amount for e in events(game, Paid) if e.payer == "bank"] == [40]


@pytest.mark.clause("18CZ/VIII.3c")
def test_a_railways_tile_comes_beside_the_normal_track_action() -> None:
    game = brno(privates={"M1": "KFN"})
    game.play(LayTile("KFN", "G17", "888p", 0, "M1"))
    game.play(next(a for a in offered(game, LayTile) if a.hex == "G13"))
    refused(game, LayTile("KFN", "G23", "57", 1), clause="18CZ/VIII.4c")
    game = brno(privates={"M1": "KFN"})
    game.play(LayTile("KFN", "G13", "9", 1))
    assert {a.tile for a in offered(game, LayTile)} >= {"888p"}
    assert all(lay.private == "M1" for lay in offered(game, LayTile))
