"""13.3: receivership and bank debts."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, director, events, offered, percent, play_on, refused
from tests.rhlkit import debts, rhl, trains

from stellwerk.actions import BuyShare, BuyTrain, Dividend, LayTile, Pass, PlaceStation, Run
from stellwerk.events import DividendDecided, Paid, PriceMoved, Ran, StationPlaced, TileLaid
from stellwerk.game import Game

ROUTE = {"K4": "4@1"}


def receivership(stage: str = "track", **parts: Any) -> Game:
    """The GVE (Bo) is in turn; the ADR, whose director's certificate lies in the pool, operates after it."""
    position = {
        "phase": "4",
        "companies": {
            "GVE": company(80, price=100, Bo=60),
            "ADR": company(80, price=90, director="pool", pool=60, Cy=10),
        },
        "operated": ("GVE", "ADR"),
        "tiles": ROUTE,
        "stations": {"ADR": ("K2",), "GVE": ("G6.1",)},
        "trains": {"GVE": ("4-1 4",), "ADR": ("3-1 3",)},
        "next_card": "4-2",
        "turn": {"company": "GVE", "stage": stage},
    }
    return rhl(**{**position, **parts})


def adr_operates(**parts: Any) -> Game:
    """The GVE ends its turn and the ADR, in receivership, has operated."""
    game = receivership("trains", **parts)
    game.play(Pass("GVE"))
    return game


@pytest.mark.clause("18Rhl/13.3f")
def test_a_corporation_in_receivership_only_runs_its_trains() -> None:
    # R49: the best route; no dividend, everything to the treasury, the price falls
    game = adr_operates(round={"kind": "operating", "set": 2, "number": 1})
    (ran,) = events(game, Ran)
    assert (ran.company, ran.revenue) == ("ADR", 50)
    assert game.position.cash["ADR"] == 50
    assert [(e.company, e.before, e.price) for e in events(game, PriceMoved)] == [("ADR", 90, 80)]
    for kind in (TileLaid, StationPlaced, DividendDecided):
        assert not list(events(game, kind))
    assert game.position.cash["Cy"] == 600
    assert game.actor == "GVE"  # the next operating round


@pytest.mark.clause("18Rhl/13.3f")
def test_nobody_can_act_for_it() -> None:
    game = receivership()
    for action in (LayTile("ADR", "K8", "9", 1), PlaceStation("ADR", "K6", 0), Dividend("ADR", "pay"), Run("ADR", 50)):
        refused(game, action)


@pytest.mark.clause("18Rhl/13.3e", "18Rhl/13.3f")
def test_without_a_train_it_buys_the_cheapest_new_one() -> None:
    # R49
    rich = adr_operates(cash={"ADR": 330}, trains={"GVE": ("4-1 4",), "pool": ("3-1 3",)})
    assert trains(rich, "ADR") == {"4-2": "4"} and rich.position.cash["ADR"] == 30 and debts(rich) == {}
    poor = adr_operates(cash={"ADR": 80}, trains={"GVE": ("4-1 4",)})
    assert trains(poor, "ADR") == {"4-2": "4"} and debts(poor) == {"ADR": 220 + 100}
    again = adr_operates(cash={"ADR": 80}, trains={"GVE": ("4-1 4",)}, extra={"debts": {"ADR": 150}})
    assert debts(again) == {"ADR": 150 - 80 + 300 + 100}
    bare = adr_operates(cash={"ADR": 80}, trains={"GVE": ("4-1 4",)}, tiles={})
    assert trains(bare, "ADR") == {} and debts(bare) == {} and bare.position.cash["ADR"] == 80


@pytest.mark.clause("18Rhl/13.3h")
@pytest.mark.parametrize(("treasury", "debt", "left", "owes"), [(0, 400, 0, 350), (30, 80, 0, 0), (100, 90, 60, 0)])
def test_it_repays_as_much_as_it_can_after_its_income(treasury: int, debt: int, left: int, owes: int) -> None:
    # R50: income 50
    game = adr_operates(cash={"ADR": treasury}, extra={"debts": {"ADR": debt}})
    assert game.position.cash["ADR"] == left
    assert debts(game) == ({"ADR": owes} if owes else {})


@pytest.mark.clause("18Rhl/13.3h")
@pytest.mark.parametrize(("kind", "kept", "paid"), [("retain", 50, 0), ("pay", 15, 30)])
def test_with_a_director_again_it_repays_too(kind: str, kept: int, paid: int) -> None:
    # R50: also after a dividend (30% of the shares lie in the offering), and the director owes nothing
    game = rhl(
        phase="4",
        companies={"ADR": company(80, Ada=60, pool=10)},
        stations={"ADR": ("K2",)},
        tiles=ROUTE,
        trains={"ADR": ("3-1 3",)},
        cash={"ADR": 10, "Ada": 0},
        extra={"debts": {"ADR": 320}},
        turn={"company": "ADR", "stage": "track"},
    )
    play_on(game, Run("ADR", 50), Dividend("ADR", kind))
    assert debts(game) == {"ADR": 320 - 10 - kept}
    assert (game.position.cash["ADR"], game.position.cash["Ada"]) == (0, paid)


@pytest.mark.clause("18Rhl/13.3h")
@pytest.mark.parametrize(("edition", "left", "owes"), [(2, -286, {}), (1, 0, {"ADR": 286})])
def test_a_negative_treasury_without_debt_pays_nothing_back(edition: int, left: int, owes: dict[str, int]) -> None:
    # R50, Replay: what the bank lent is a negative treasury; games of the first edition made a debt of it
    game = rhl(
        phase="4",
        companies={"ADR": company(80, Ada=60, pool=10)},
        stations={"ADR": ("K2",)},
        tiles=ROUTE,
        trains={"ADR": ("3-1 3",)},
        turn={"company": "ADR", "stage": "track"},
        rules="18xx-games",
        edition=edition,
    )
    game.position.put("cash", "ADR", -301)
    play_on(game, Run("ADR", 50), Dividend("ADR", "pay"))
    assert (game.position.cash["ADR"], debts(game)) == (left, owes)
    assert any(event.reason == "bank debt" for event in events(game, Paid)) == bool(owes)


@pytest.mark.clause("18Rhl/13.3i")
def test_a_corporation_with_bank_debt_sells_no_train() -> None:
    # R50, also with a director
    parts: dict[str, Any] = {
        "phase": "4",
        "companies": {"ADR": company(80, Ada=60), "GVE": company(80, price=70, Bo=60)},
        "operated": ("ADR", "GVE"),
        "trains": {"GVE": ("3-1 3",)},
        "cash": {"ADR": 500},
        "turn": {"company": "ADR", "stage": "trains"},
    }
    offer = BuyTrain("ADR", "GVE", "3-1", "3", 50)
    refused(rhl(**parts, extra={"debts": {"GVE": 1}}), offer)
    assert allowed(rhl(**parts), offer)
    refused(receivership("trains", cash={"GVE": 500}), BuyTrain("GVE", "ADR", "3-1", "3", 50))


def stock(adr: dict[str, int], **parts: Any) -> Game:
    """A stock round, Ada's turn; the ADR (80) is in receivership."""
    position = {
        "round": {"kind": "stock", "set": 2},
        "phase": "4",
        "companies": {"ADR": company(80, director="pool", **adr)},
        "operated": ("ADR",),
        "stations": {"ADR": ("K2",)},
        "trains": {"ADR": ("4-1 4",)},
        "extra": {"debts": {"ADR": 250}},
    }
    return rhl(**{**position, **parts})


@pytest.mark.clause("18Rhl/13.3g")
def test_receivership_ends_when_a_player_has_20_percent_and_more_than_any_other() -> None:
    # R49: he takes the certificate from the pool for 20% of his shares
    game = stock({"pool": 60, "Ada": 10, "Bo": 10})
    game.play(BuyShare("Ada", "ADR", 10, "pool"))
    assert director(game, "ADR") == "Ada"
    assert (percent(game, "ADR", "Ada"), percent(game, "ADR", "pool")) == (20, 50)
    assert debts(game) == {"ADR": 250} and game.position.cash["Ada"] == 600 - 80
    first = stock({"pool": 60})
    first.play(BuyShare("Ada", "ADR", 10, "pool"))
    assert director(first, "ADR") is None


@pytest.mark.clause("18Rhl/13.3g")
def test_new_shares_count_as_well() -> None:
    game = stock({"pool": 60, "Ada": 10})
    game.play(BuyShare("Ada", "ADR", 10, "offering"))
    assert director(game, "ADR") == "Ada" and game.position.cash["ADR"] == 80


@pytest.mark.clause("18Rhl/13.3g")
def test_the_directors_certificate_itself_may_be_bought_for_twice_the_price() -> None:
    # R49
    game = stock({"pool": 60, "Bo": 10})
    game.play(BuyShare("Ada", "ADR", 20, "pool"))
    assert director(game, "ADR") == "Ada" and game.position.cash["Ada"] == 600 - 160
    assert (percent(game, "ADR", "Ada"), percent(game, "ADR", "pool")) == (20, 40)
    refused(game, BuyShare("Bo", "ADR", 20, "pool"))


@pytest.mark.clause("18Rhl/13.3g", "18Rhl/13.3f")
def test_with_a_director_again_it_acts_as_others_do() -> None:
    # R50
    game = stock({"pool": 60, "Ada": 10}, tiles=ROUTE, cash={"ADR": 500})
    play_on(game, BuyShare("Ada", "ADR", 10, "pool"), Pass("Bo"), Pass("Cy"), Pass("Ada"))
    assert (game.actor, game.turn) == ("ADR", "Ada")
    assert offered(game, PlaceStation)
    assert offered(game, LayTile)
    game.play(Run("ADR", 50))
    assert offered(game, Dividend) == [Dividend("ADR", "pay"), Dividend("ADR", "retain")]
