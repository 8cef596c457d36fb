"""VIII.9: a company acquires a smaller one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, choices, company, director, events, given, offered, percent, play_on, refused

from stellwerk.actions import (
    Acquire,
    Answer,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PlaceStation,
    RemoveStation,
    Run,
    ScrapTrain,
    StartCompany,
    TurnTrain,
)
from stellwerk.events import Paid, StationRemoved, TypeScrapped
from stellwerk.game import Game

# Brno - Hulín - Přerov - Olomouc: KFN's home, two free cities, and MW's home between them
TRACK = {"G19": "202@4", "G21": "4@1", "G23": "5@1", "F22": "57@2", "E21": "57@2"}


def offer(stage: str = "acquire", **parts: Any) -> Game:
    """KFN (Ada) may acquire MW (Bo 50%, Cy 25%, 25% in the Bank; price 65)."""
    return given(
        **{
            "phase": "c",
            "round": {"kind": "operating", "set": 5, "number": 1},
            "companies": {"KFN": company(80, Ada=60, Bo=20), "MW": company(65, Bo=50, Cy=25)},
            "cash": {"KFN": 500, "MW": 37, "Ada": 10, "Bo": 20, "Cy": 30},
            "stations": {"KFN": ("G19",), "MW": ("F22",)},
            "trains": {"KFN": ("2+2",), "MW": ("b1 2", "c1 3")},
            "next_card": "c3",
            "turn": {"company": "KFN", "stage": stage, "revenue": 40},
            **parts,
        }
    )


def taken(price: int = 50, **parts: Any) -> Game:
    """The offer is made and accepted."""
    return play_on(offer(**parts), Acquire("KFN", "MW", price), Answer("Bo", True))


@pytest.mark.clause("18CZ/VIII.9a")
@pytest.mark.parametrize(
    ("stage", "possible"), [("run", False), ("dividend", False), ("acquire", True), ("trains", False)]
)
def test_acquisitions_come_after_the_income_and_before_trains(stage: str, possible: bool) -> None:
    game = offer(stage)
    if possible:
        assert allowed(game, Acquire("KFN", "MW", 50))
    else:
        refused(game, Acquire("KFN", "MW", 50), code="not-now")


@pytest.mark.clause("18CZ/VIII.9a")
def test_a_company_that_has_bought_a_train_acquires_nothing_more() -> None:
    game = offer()
    game.play(BuyTrain("KFN", "bank", "c3", "2+2", 80))
    refused(game, Acquire("KFN", "MW", 50), code="not-now")


@pytest.mark.clause("18CZ/VIII.9a")
def test_only_smaller_floated_companies_are_acquired() -> None:
    # R42
    parts: dict[str, Any] = {
        "phase": "d",
        "companies": {
            "Sx": company(90, Ada=50),
            "Pr": company(90, Bo=50),
            "kk": company(90, Bo=40),
            "BN": company(80, Bo=60),
            "ATE": company(80, Bo=40),
            "KFN": company(80, Bo=60),
            "MW": company(60, Bo=50),
            "EKJ": company(60, Cy=50),
        },
        "cash": dict.fromkeys(("Sx", "BN", "EKJ"), 5000),
        "stations": {},
        "trains": {},
        "next_card": None,
    }
    bigger = offer(**parts, turn={"company": "Sx", "stage": "acquire"})
    assert {action.target for action in offered(bigger, Acquire)} == {"BN", "KFN", "MW", "EKJ"}
    refused(bigger, Acquire("Sx", "Pr", 90), clause="18CZ/VIII.9a", code="not-smaller")
    refused(bigger, Acquire("Sx", "Sx", 90), code="not-smaller")
    refused(bigger, Acquire("Sx", "ATE", 80), clause="18CZ/VIII.9a", code="not-floated")
    refused(bigger, Acquire("Sx", "OFE", 60), code="not-floated")
    medium = offer(**parts, turn={"company": "BN", "stage": "acquire"})
    assert {action.target for action in offered(medium, Acquire)} == {"MW", "EKJ"}
    refused(medium, Acquire("BN", "KFN", 80), code="not-smaller")
    refused(medium, Acquire("BN", "Sx", 90), code="not-smaller")
    small = offer(**parts, turn={"company": "EKJ", "stage": "acquire"})
    assert offered(small, Acquire) == []
    refused(small, Acquire("EKJ", "MW", 60), code="not-smaller")


@pytest.mark.clause("18CZ/VIII.9a")
def test_one_acquisition_is_completed_before_the_next_begins() -> None:
    companies = {"KFN": company(80, Ada=60), "MW": company(65, Ada=50), "EKJ": company(60, Ada=50)}
    game = offer(companies=companies)
    game.play(Acquire("KFN", "MW", 50))
    refused(game, Acquire("KFN", "EKJ", 40), code="not-now")
    game.play(Pass("KFN"))
    game.play(Acquire("KFN", "EKJ", 40))
    assert game.position.absorbed["KFN"] == ("MW", "EKJ")


@pytest.mark.clause("18CZ/VIII.9b")
def test_the_smaller_companys_director_is_asked_and_may_decline() -> None:
    game = offer()
    before = game.position
    game.play(Acquire("KFN", "MW", 50))
    assert game.turn == "Bo"
    refused(game, Answer("Ada", True), code="not-your-turn")
    refused(game, Answer("Cy", True), code="not-your-turn")
    refused(game, Pass("KFN"))
    game.play(Answer("Bo", False))
    assert (game.turn, game.position.cash, game.position.floated) == ("Ada", before.cash, before.floated)
    assert game.position.markers == before.markers
    refused(game, Acquire("KFN", "MW", 50), clause="18CZ/VIII.9b")
    game.play(Acquire("KFN", "MW", 51))
    game.play(Answer("Bo", True))
    assert game.position.absorbed == {"KFN": ("MW",)}


@pytest.mark.clause("18CZ/VIII.9b")
def test_one_director_of_both_agrees_with_himself() -> None:
    # R42
    game = offer(companies={"KFN": company(80, Ada=60), "MW": company(65, Ada=50, Bo=25)})
    game.play(Acquire("KFN", "MW", 33))
    assert game.position.absorbed == {"KFN": ("MW",)} and game.turn == "Ada"


@pytest.mark.clause("18CZ/VIII.9c")
@pytest.mark.parametrize(("price", "low", "high"), [(65, 33, 97), (60, 30, 90), (53, 27, 79), (188, 94, 282)])
def test_the_price_per_share_is_half_to_one_and_a_half_of_the_share_price(price: int, low: int, high: int) -> None:
    # R41: whole K, up at the lower bound and down at the upper one
    companies = {"KFN": company(80, Ada=60), "MW": company(60, price, Bo=50)}
    game = offer(companies=companies, cash={"KFN": 5000})
    (choice,) = choices(game, Acquire)
    assert (choice.low, choice.high) == (low, high)
    assert allowed(game, Acquire("KFN", "MW", low)) and allowed(game, Acquire("KFN", "MW", high))
    refused(game, Acquire("KFN", "MW", low - 1), clause="18CZ/VIII.9c")
    refused(game, Acquire("KFN", "MW", high + 1), clause="18CZ/VIII.9c")


@pytest.mark.clause("18CZ/VIII.9d")
def test_every_player_is_paid_for_his_shares_and_the_bank_gets_nothing() -> None:
    game = taken(50)
    cash = game.position.cash
    assert (cash["Ada"], cash["Bo"], cash["Cy"]) == (10, 20 + 2 * 50, 30 + 50)
    assert cash["KFN"] == 500 - 3 * 50 + 37
    assert not [event for event in events(game, Paid) if event.payee == "bank"]


@pytest.mark.clause("18CZ/VIII.9e")
@pytest.mark.parametrize(("treasury", "most"), [(98, None), (99, 33), (150, 50), (152, 50), (153, 51), (290, 96)])
def test_the_larger_treasury_alone_must_pay_everybody(treasury: int, most: int | None) -> None:
    game = offer(cash={"KFN": treasury, "MW": 9999, "Ada": 9999})
    if most is None:
        refused(game, Acquire("KFN", "MW", 33), clause="18CZ/VIII.9e")
        assert choices(game, Acquire) == []
    else:
        assert allowed(game, Acquire("KFN", "MW", most))
        refused(game, Acquire("KFN", "MW", most + 1), clause="18CZ/VIII.9e")


@pytest.mark.clause("18CZ/VIII.9f")
def test_treasury_railways_and_unplaced_markers_go_to_the_larger_company() -> None:
    # R31: the used state moves with the railway
    game = taken(50, privates={"S1": "MW", "S2": "MW", "S3": "Bo", "S4": "Ada"}, used=("S2",))
    pos = game.position
    assert (pos.cash["KFN"], pos.cash["MW"]) == (500 - 150 + 37, 0)
    assert {p: pos.privates[p] for p in ("S1", "S2", "S3", "S4")} == {
        "S1": "KFN", "S2": "KFN", "S3": "Bo", "S4": "Ada"
    }  # fmt: skip
    assert pos.used == ("S2",)
    assert (pos.unplaced["KFN"], pos.unplaced["MW"]) == (2 + 2, 0)


def next_turn(**parts: Any) -> Game:
    """KFN in the operating round after it has acquired MW, the trains kept."""
    return play_on(taken(50, tiles=TRACK, **parts), Pass("KFN"), Pass("KFN"))


@pytest.mark.clause("18CZ/VIII.9g")
def test_stations_on_the_map_stay_and_received_markers_cost_100() -> None:
    # R29 by count
    game = next_turn()
    assert game.position.stations["F22"] == (("KFN", 0),)
    assert game.actor == "KFN" and game.position.round.number == 2
    cash = game.position.cash["KFN"]
    game.play(PlaceStation("KFN", "E21", 0))
    assert game.position.cash["KFN"] == cash - 100
    assert game.position.unplaced["KFN"] == 3


@pytest.mark.clause("18CZ/VIII.9g")
def test_a_received_marker_cannot_be_placed_for_less_than_100() -> None:
    poor = next_turn(cash={"KFN": 250, "MW": 0})
    assert poor.position.cash["KFN"] == 100 and allowed(poor, PlaceStation("KFN", "G23", 0))
    poorer = next_turn(cash={"KFN": 249, "MW": 0})
    refused(poorer, PlaceStation("KFN", "G23", 0), code="no-cash-station")


@pytest.mark.clause("18CZ/VIII.9g", "18CZ/VIII.9f")
def test_a_company_that_never_operated_brings_three_markers_and_frees_its_home() -> None:
    # R29, R42: KFN stands in one place still, so its own second marker costs 40
    game = next_turn(stations={"KFN": ("G19",)})
    assert game.position.unplaced["KFN"] == 2 + 3
    cash = game.position.cash["KFN"]
    game.play(PlaceStation("KFN", "F22", 0))
    assert game.position.cash["KFN"] == cash - 40
    kept = offer("station", stations={"KFN": ("G19",)}, tiles=TRACK)
    refused(kept, PlaceStation("KFN", "F22", 0), clause="18CZ/VIII.6h")


def praha(**parts: Any) -> Game:
    """Sx, with a station in Praha, may acquire NWB, whose home is there."""
    return given(
        **{
            "phase": "g",
            "companies": {"Sx": company(100, Ada=60), "NWB": company(80, Ada=40, Bo=20)},
            "cash": {"Sx": 900},
            "tiles": {"A7": "8896@4"},
            "stations": {"Sx": ("A7", "E11.1"), "NWB": ("E11.0",)},
            "turn": {"company": "Sx", "stage": "acquire"},
            **parts,
        }
    )


@pytest.mark.clause("18CZ/VIII.9h")
@pytest.mark.parametrize("city", [0, 1])
def test_of_two_stations_on_one_hex_the_director_takes_one_off(city: int) -> None:
    # R30
    game = praha()
    game.play(Acquire("Sx", "NWB", 80))
    assert game.turn == "Ada"
    refused(game, RemoveStation("Sx", "E11", 2), clause="18CZ/VIII.9h")
    refused(game, RemoveStation("Sx", "A7", 0), clause="18CZ/VIII.9h")
    refused(game, Pass("Sx"), code="not-now")
    game.play(RemoveStation("Sx", "E11", city))
    assert game.position.stations["E11"] == (("Sx", 1 - city),)
    assert game.position.unplaced["Sx"] == 0 + 2 + 1
    assert game.rules.station_cost(game.position, "Sx") == 100


@pytest.mark.clause("18CZ/VIII.9h")
def test_of_two_stations_in_one_city_one_is_taken_off_without_a_choice() -> None:
    game = praha(tiles={"A7": "8896@4", "E11": "8892@0"}, stations={"Sx": ("A7", "E11"), "NWB": ("E11",)})
    game.play(Acquire("Sx", "NWB", 80))
    assert game.position.stations["E11"] == (("Sx", 0),)
    assert game.position.unplaced["Sx"] == 3
    assert list(events(game, StationRemoved)) == [StationRemoved("Sx", "E11", 0)]


@pytest.mark.clause("18CZ/VIII.9i")
def test_each_train_is_taken_over_or_scrapped() -> None:
    game = taken()
    assert game.actor == "KFN" and game.turn == "Ada"
    game.play(ScrapTrain("KFN", "c1"))
    assert game.position.trains["c1"] == ("out", "3")
    game.play(Pass("KFN"))
    assert game.position.trains["b1"] == ("KFN", "2")
    refused(game, BuyTrain("KFN", "pool", "c1", "3", 120), code="not-on-sale")


@pytest.mark.clause("18CZ/VIII.9i")
def test_all_trains_may_be_kept_within_the_limit_and_the_rest_must_be_scrapped() -> None:
    # R43: the limit (3) holds at once; the smaller company's trains go, never the own ones
    game = taken(trains={"KFN": ("c2 2+2", "b3 2+2"), "MW": ("b1 2", "c1 3")})
    refused(game, Pass("KFN"), code="train-limit")
    refused(game, ScrapTrain("KFN", "b3"), clause="18CZ/VIII.9k")
    game.play(TurnTrain("KFN", "b1", "2+2"))
    refused(game, Pass("KFN"), code="train-limit")
    refused(game, TurnTrain("KFN", "c1", "2+2"), code="train-limit")
    game.play(ScrapTrain("KFN", "c1"))
    owned = {card: face for card, (owner, face) in game.position.trains.items() if owner == "KFN"}
    assert owned == {"c2": "2+2", "b3": "2+2", "b1": "2+2"}


@pytest.mark.clause("18CZ/VIII.9j")
@pytest.mark.parametrize(("card", "cost"), [("b1", 10), ("c1", 0)])
def test_a_train_is_turned_for_the_difference_and_nothing_is_paid_back(card: str, cost: int) -> None:
    game = taken()
    cash = game.position.cash
    game.play(TurnTrain("KFN", card, "2+2"))
    assert game.position.trains[card] == ("KFN", "2+2")
    assert game.position.cash["KFN"] == cash["KFN"] - cost
    assert game.position.cash["bank"] == cash["bank"] + cost


@pytest.mark.clause("18CZ/VIII.9j")
def test_turning_needs_the_money() -> None:
    enough = taken(50, cash={"KFN": 150, "MW": 10})
    assert allowed(enough, TurnTrain("KFN", "b1", "2+2"))
    short = taken(50, cash={"KFN": 150, "MW": 9})
    refused(short, TurnTrain("KFN", "b1", "2+2"), clause="18CZ/VIII.9j")
    assert allowed(short, TurnTrain("KFN", "c1", "2+2"))


@pytest.mark.clause("18CZ/VIII.9j")
def test_a_train_is_turned_only_to_a_larger_side_the_company_may_own() -> None:
    # R43: any larger side, not only the company's own size; not a scrapped type
    medium = taken(phase="d", next_card="d3", trains={"KFN": ("2+2",), "MW": ("d1 3", "a1 2")})
    assert set(offered(medium, TurnTrain)) == {TurnTrain("KFN", "d1", "3+3")}
    refused(medium, TurnTrain("KFN", "d1", "3E"), clause="18CZ/VIII.9j")
    refused(medium, TurnTrain("KFN", "d1", "3"), clause="18CZ/VIII.9j")
    refused(medium, TurnTrain("KFN", "d1", "4+4"), clause="18CZ/VIII.9j")
    refused(medium, TurnTrain("KFN", "a1", "2+2"), clause="18CZ/VIII.9j")
    large = praha(phase="e", next_card="e3", trains={"NWB": ("d1 3", "c1 2+2", "e1 3+3")}, stations={"Sx": ("A7",)})
    large.play(Acquire("Sx", "NWB", 80))
    assert set(offered(large, TurnTrain)) == {
        TurnTrain("Sx", "d1", "3+3"), TurnTrain("Sx", "d1", "3E"), TurnTrain("Sx", "e1", "3E")
    }  # fmt: skip
    refused(large, TurnTrain("Sx", "c1", "3"), clause="18CZ/VIII.9j")
    rusted = taken(scrapped=("2+2",), trains={"MW": ("b1 2",)})
    refused(rusted, TurnTrain("KFN", "b1", "2+2"), code="no-such-face")


@pytest.mark.clause("18CZ/VIII.9j")
def test_turning_is_no_sale() -> None:
    # R44: a 4 turned to 4+4 scraps no 2+2
    game = taken(phase="f", next_card="f3", trains={"KFN": ("c2 2+2",), "MW": ("f1 4",)})
    game.play(TurnTrain("KFN", "f1", "4+4"))
    assert game.position.trains["c2"] == ("KFN", "2+2")
    assert not list(events(game, TypeScrapped)) and game.position.scrapped == ()


@pytest.mark.clause("18CZ/VIII.9k", "18CZ/VIII.10j")
def test_trains_are_scrapped_and_turned_only_in_the_acquisition_and_only_those_taken_over() -> None:
    game = offer(trains={"KFN": ("b2 2",), "MW": ("b1 2", "c1 3")})
    for action in (TurnTrain("KFN", "b2", "2+2"), ScrapTrain("KFN", "b2")):
        refused(game, action, code="not-now")
    play_on(game, Acquire("KFN", "MW", 50), Answer("Bo", True))
    for action in (TurnTrain("KFN", "b2", "2+2"), ScrapTrain("KFN", "b2")):
        refused(game, action, clause="18CZ/VIII.9k")
    assert allowed(game, TurnTrain("KFN", "b1", "2+2")) and allowed(game, ScrapTrain("KFN", "b1"))
    game.play(Pass("KFN"))
    for action in (TurnTrain("KFN", "b1", "2+2"), ScrapTrain("KFN", "b1")):
        refused(game, action, code="not-now")


@pytest.mark.clause("18CZ/VIII.9l")
def test_the_smaller_company_its_marker_and_its_shares_leave_the_game() -> None:
    # R42: it does not operate afterwards
    game = play_on(taken(turn={"company": "KFN", "stage": "acquire", "after": ["MW"]}), Pass("KFN"))
    pos = game.position
    assert "MW" not in pos.markers and "MW" not in pos.floated
    assert percent(game, "MW", "out") == 100 and director(game, "MW") is None
    game.play(Pass("KFN"))
    assert (game.actor, game.position.round.number) == ("KFN", 2)
    stock = given(round={"kind": "stock", "set": 2}, companies={"KFN": company(80, Ada=60)}, absorbed={"KFN": ("MW",)})
    refused(stock, StartCompany("Ada", "MW", 65))
    refused(stock, BuyShare("Ada", "MW", 25))


@pytest.mark.clause("18CZ/VIII.9m")
def test_no_track_between_the_two_is_needed() -> None:
    game = taken()
    assert game.position.tiles == {} and game.position.absorbed == {"KFN": ("MW",)}


@pytest.mark.clause("18CZ/VIII.9a")
def test_a_company_acquires_in_the_turn_in_which_it_ran() -> None:
    game = offer("track", tiles={"G19": "202@4"})
    refused(game, LayTile("KFN", "G19", "202", 4))
    game.play(Run("KFN", 0))
    game.play(Acquire("KFN", "MW", 50))
    assert game.turn == "Bo"
