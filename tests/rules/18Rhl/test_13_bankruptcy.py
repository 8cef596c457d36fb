"""13.3: bankruptcy, receivership, bank debts."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import company, director, events, offered, percent, play_on, price
from tests.rhlkit import debts, rhl, trains

from stellwerk import ledger
from stellwerk.actions import (
    BuyTrain,
    GiveCertificates,
    Pass,
    Run,
    SellShares,
)
from stellwerk.events import (
    Bankrupt,
    DirectorChanged,
    GameEnded,
    InReceivership,
    Paid,
    PriceMoved,
    TrainBought,
)
from stellwerk.game import Game

FORCED = BuyTrain("ADR", "bank", "4-1", "4", 300)
ROUTE = {"K4": "4@1"}
FOUR = ("Ada", "Bo", "Cy", "Di")
LAST = {"kind": "operating", "set": 2, "number": 2}
"""The last operating round of its set."""


def need(treasury: int = 0, cash: int = 0, adr: dict[str, int] | None = None, **parts: Any) -> Game:
    """The ADR (Ada, 20%) has a route and no train: a 4-train costs 300. The CME (Di) operates after it.

    The order is Bo, Cy, Di, Ada, so Bo sits to the left of Ada.
    """
    more = {"CME": company(75, Di=60), **parts.pop("more", {})}
    position = {
        "players": FOUR,
        "order": ("Bo", "Cy", "Di", "Ada"),
        "phase": "3",
        "next_card": "4-1",
        "companies": {"ADR": company(80, director="Ada", **{"Ada": 20, **(adr or {})}), **more},
        "floated": ("ADR", *more),
        "operated": ("ADR", *more),
        "cash": {"ADR": treasury, "Ada": cash, "Bo": 400, "Cy": 400, "Di": 400, **parts.pop("purses", {})},
        "tiles": ROUTE,
        "stations": {"ADR": ("K2",), "CME": ("I10.2",)},
        "turn": {"company": "ADR", "stage": "trains"},
    }
    return rhl(**{**position, **parts})


def ruined(treasury: int = 0, cash: int = 0, adr: dict[str, int] | None = None, **parts: Any) -> Game:
    """Ada has decided for the new train and is bankrupt."""
    game = need(treasury, cash, adr, **parts)
    game.play(FORCED)
    assert "Ada" in [event.player for event in events(game, Bankrupt)]
    return game


# The player


@pytest.mark.clause("18Rhl/13.3a")
def test_a_bankrupt_player_leaves_the_game_and_his_shares_go_to_the_pool() -> None:
    # more than 50% and director's certificates too, prices stay
    more = {"GVE": company(70, Ada=60, pool=40), "BME": company(60, Bo=30, Ada=20)}
    game = need(adr={"Bo": 10}, more=more, purses={"Ada": 0})
    game.play(FORCED)
    play_on(game, SellShares("Ada", "GVE", 10), SellShares("Ada", "BME", 20))
    assert [event.player for event in events(game, Bankrupt)] == ["Ada"]
    assert game.position.order == ("Bo", "Cy", "Di")
    assert [percent(game, name, "Ada") for name in ("ADR", "GVE", "BME")] == [0, 0, 0]
    assert percent(game, "GVE", "pool") == 100 and director(game, "GVE") is None
    moved = [event.company for event in events(game, PriceMoved)]
    assert moved == ["GVE", "BME"]  # his own sales; nothing for what the bankruptcy moved
    assert ledger.total_money(game.position) == ledger.total_money(game.start)


@pytest.mark.clause("18Rhl/13.3a")
def test_the_bankruptcy_itself_changes_no_price() -> None:
    more = {"GVE": company(70, Ada=20, Bo=30)}
    game = ruined(more={"GVE": {**more["GVE"], "director": "Bo"}}, operated=("ADR",))
    assert not list(events(game, PriceMoved))
    assert (price(game, "ADR"), price(game, "GVE"), percent(game, "GVE", "pool")) == (80, 70, 20)


@pytest.mark.clause("18Rhl/13.3a")
def test_the_privates_of_a_bankrupt_player_close_and_play_goes_on_without_him() -> None:
    # R63
    game = ruined(adr={"Bo": 20}, privates={"No3": "Ada", "No4": "Bo"}, round=LAST)
    assert (game.position.privates["No3"], game.position.privates["No4"]) == ("out", "Bo")
    play_on(game, Pass("ADR"), Run("CME", 0), Pass("CME"))
    assert game.actor == "Bo"
    play_on(game, Pass("Bo"), Pass("Cy"), Pass("Di"))
    assert game.position.round.kind == "operating" and "Ada" not in game.position.order


@pytest.mark.clause("18Rhl/13.3a")
def test_the_last_player_left_ends_the_game() -> None:
    # R69
    game = ruined(0, 0, {"Bo": 20}, order=("Bo", "Ada"), purses={"Cy": 0, "Di": 0})
    assert game.over and game.position.result == {"Ada": 0, "Bo": 400 + 2 * 80, "Cy": 0, "Di": 6 * 75}
    (ended,) = events(game, GameEnded)
    assert ended.winners == ("Bo",)


# The money


@pytest.mark.clause("18Rhl/13.3b", "18Rhl/13.3d")
def test_his_cash_is_part_payment_and_the_new_director_pays_the_rest() -> None:
    # R47
    game = ruined(50, 120, {"Bo": 20})
    assert (game.position.cash["Ada"], game.position.cash["ADR"], game.position.cash["Bo"]) == (0, 0, 400 - 130)
    assert trains(game, "ADR") == {"4-1": "4"}
    paid = [(e.payer, e.payee, e.amount) for e in events(game, Paid)]
    assert paid == [("Ada", "ADR", 120), ("Bo", "ADR", 130), ("ADR", "bank", 300)]


@pytest.mark.clause("18Rhl/13.3b", "18Rhl/13.3e")
def test_in_receivership_his_cash_counts_too() -> None:
    # R47
    game = ruined(50, 120)
    assert debts(game) == {"ADR": 130 + 100}
    assert game.position.cash["Ada"] == 0


# The new director


@pytest.mark.clause("18Rhl/13.3c")
@pytest.mark.parametrize(
    ("adr", "heir"),
    [
        ({"Cy": 20}, "Cy"),
        ({"Bo": 10, "Cy": 20}, "Cy"),
        ({"Bo": 20, "Cy": 20}, "Bo"),
        ({"Cy": 20, "Di": 20}, "Cy"),
        ({"Bo": 10, "Cy": 10, "Di": 10}, None),
        ({}, None),
    ],
)
def test_the_largest_holder_of_20_percent_becomes_director(adr: dict[str, int], heir: str | None) -> None:
    game = ruined(0, 0, adr)
    assert director(game, "ADR") == heir
    assert [event.company for event in events(game, InReceivership)] == ([] if heir else ["ADR"])
    assert [event.player for event in events(game, DirectorChanged)] == ([heir] if heir else [])


@pytest.mark.clause("18Rhl/13.3c")
def test_a_tie_goes_to_the_first_to_the_left_of_the_bankrupt_player() -> None:
    game = ruined(0, 0, {"Bo": 20, "Di": 20}, order=("Ada", "Di", "Cy", "Bo"))
    assert director(game, "ADR") == "Di"
    middle = ruined(0, 0, {"Bo": 20, "Di": 20}, order=("Di", "Cy", "Ada", "Bo"))
    assert director(middle, "ADR") == "Bo"


@pytest.mark.clause("18Rhl/13.3c")
def test_the_new_director_gives_20_percent_for_the_certificate() -> None:
    # R48: into the pool
    game = ruined(0, 0, {"Bo": 20, "Cy": 10})
    assert (percent(game, "ADR", "Bo"), percent(game, "ADR", "pool"), percent(game, "ADR", "Cy")) == (20, 20, 10)
    assert [card.director for card in game.rules.register.at(game.position, "ADR", "pool")] == [False, False]
    assert game.actor == "ADR" and game.turn == "Bo"


@pytest.mark.clause("18Rhl/13.3d")
def test_the_new_director_completes_the_same_purchase() -> None:
    game = need(0, 0, {"Bo": 20}, trains={"pool": ("3-1 3",)})
    game.play(FORCED)  # Ada took the new train, so Bo cannot take the pool train
    assert trains(game, "ADR") == {"4-1": "4"} and game.position.cash["Bo"] == 100
    assert [(e.card, e.price) for e in events(game, TrainBought)] == [("4-1", 300)]
    pool = need(0, 0, {"Bo": 20}, trains={"pool": ("3-1 3",)})
    pool.play(BuyTrain("ADR", "pool", "3-1", "3", 200))
    assert trains(pool, "ADR") == {"3-1": "3"} and pool.position.cash["Bo"] == 200


@pytest.mark.clause("18Rhl/13.3d")
def test_a_new_director_without_the_cash_sells_shares() -> None:
    # R48: by 13.2; he cannot choose anything else
    game = ruined(0, 0, {"Ada": 40, "Bo": 40}, purses={"Bo": 250})
    assert game.actor == "Bo"
    assert {type(choice.action) for choice in game.legal()} == {SellShares}
    assert {(a.company, a.percent) for a in offered(game, SellShares)} == {("ADR", 10)}


@pytest.mark.clause("18Rhl/13.3d", "18Rhl/13.2g")
def test_a_new_director_who_cannot_raise_it_sells_all_he_can_too() -> None:
    # R76
    more = {"GVE": company(70, Cy=40, Bo=20)}
    game = ruined(0, 0, {"Ada": 40, "Bo": 40}, more=more, purses={"Bo": 0})
    assert {(a.company, a.percent) for a in offered(game, SellShares)} == {("ADR", 10), ("GVE", 20)}
    play_on(game, SellShares("Bo", "GVE", 20), SellShares("Bo", "ADR", 10))
    assert [event.player for event in events(game, Bankrupt)] == ["Ada", "Bo"]
    assert debts(game) == {"ADR": 300 - 140 - 80 + 100}


@pytest.mark.clause("18Rhl/13.3d")
def test_a_new_director_may_go_bankrupt_in_turn() -> None:
    # R48: then the next one, here the bank
    game = ruined(0, 10, {"Bo": 20, "Cy": 10}, purses={"Bo": 30})
    assert [event.player for event in events(game, Bankrupt)] == ["Ada", "Bo"]
    assert game.position.order == ("Cy", "Di")
    assert [event.company for event in events(game, InReceivership)] == ["ADR"]
    assert debts(game) == {"ADR": 300 - 40 + 100} and trains(game, "ADR") == {"4-1": "4"}
    third = ruined(0, 10, {"Bo": 20, "Cy": 20}, purses={"Bo": 30})
    assert director(third, "ADR") == "Cy" and third.position.cash["Cy"] == 400 - 260


@pytest.mark.clause("18Rhl/13.3c", "18Rhl/13.3d")
def test_a_new_director_of_the_kkk_chooses_what_he_gives_and_then_pays() -> None:
    # R25, R48
    game = rhl(
        players=FOUR,
        order=("Bo", "Cy", "Di", "Ada"),
        phase="5",
        next_card="5-2",
        companies={"KKK": company(80, director="Ada", Ada=40, Bo=40), "GVE": company(70, Cy=60)},
        operated=("GVE", "KKK"),
        tiles={"D7": "947@0", "E6": "201@3"},
        stations={"KKK": ("D7",)},
        turn={"company": "KKK", "stage": "trains"},
        cash={"Ada": 100, "Bo": 900},
    )
    twenty = next(c for c in game.rules.register.ordinary(game.position, "KKK", "Ada") if c.percent == 20)
    tens = game.rules.register.ordinary(game.position, "KKK", "Bo")
    if [card.percent for card in tens] == [10, 10, 10, 10]:  # Bo shall hold a 20% share and two 10% shares
        game.position.put("certificates", twenty.id, "Bo")
        for card in tens[:2]:
            game.position.put("certificates", card.id, "Ada")
    game.play(BuyTrain("KKK", "bank", "5-2", "5", 500))
    while game.actor == "Ada":
        game.play(offered(game, SellShares)[-1])
    assert [event.player for event in events(game, Bankrupt)] == ["Ada"]
    assert game.actor == "Bo"
    game.play(GiveCertificates("Bo", "KKK", (10, 10)))
    assert director(game, "KKK") == "Bo" and percent(game, "KKK", "Bo") == 40
    assert trains(game, "KKK") == {"5-2": "5"} and debts(game) == {}


# Receivership


@pytest.mark.clause("18Rhl/13.3e")
@pytest.mark.parametrize(("treasury", "cash", "rest"), [(0, 0, 300), (299, 0, 1), (100, 50, 150)])
def test_the_bank_pays_the_rest_and_the_corporation_owes_it_and_100(treasury: int, cash: int, rest: int) -> None:
    game = ruined(treasury, cash, {"Bo": 10})
    assert trains(game, "ADR") == {"4-1": "4"} and game.position.cash["ADR"] == 0
    assert debts(game) == {"ADR": rest + 100}
    assert Paid("bank", "ADR", rest, "train in receivership") in list(events(game, Paid))
    assert game.position.phase == "4"
    assert game.actor != "ADR"


# Other corporations


@pytest.mark.clause("18Rhl/13.3j")
def test_other_corporations_of_the_bankrupt_player_are_treated_alike() -> None:
    more = {
        "GVE": company(70, director="Ada", Ada=30, Cy=20),
        "BME": company(60, director="Ada", Ada=40, Cy=10),
    }
    game = ruined(0, 0, {"Bo": 20}, more=more, operated=("ADR",))
    assert (director(game, "ADR"), director(game, "GVE"), director(game, "BME")) == ("Bo", "Cy", None)
    assert [event.company for event in events(game, InReceivership)] == ["BME"]
    assert debts(game) == {}
    assert (percent(game, "GVE", "Cy"), percent(game, "GVE", "pool")) == (20, 30)
    assert percent(game, "BME", "pool") == 40


@pytest.mark.clause("18Rhl/13.3j")
def test_its_other_corporation_operates_in_receivership_in_the_same_round() -> None:
    more = {"BME": company(60, director="Ada", Ada=50)}
    game = need(0, 0, {"Bo": 20}, more=more, operated=("ADR", "CME"), round={**LAST, "number": 1})
    play_on(game, FORCED, Pass("ADR"), Run("CME", 0), Pass("CME"))
    assert [event.company for event in events(game, InReceivership)] == ["BME"]
    assert "BME" in game.position.operated and ("BME", 1) in game.position.stations["F13"]
    assert game.position.round.number == 2
