"""1881, chapter 15: trams on credit, the second variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.kit import allowed, events, offered, play_on, refused
from tests.kit81 import at_turn, cash, holders, lie

from stellwerk.actions import Answer, BuyShare, BuyTrain, Dividend, LayTile, Pass, PlaceStation, Run, SellShares
from stellwerk.game import Game
from stellwerk.position import BANK, OUT, POOL
from stellwerk.referee import Referee
from stellwerk.steps.closing import close_company
from stellwerk.steps.station_sale import BuyDepot
from stellwerk.titles.t1881.credit import CreditTaken, debts_of
from stellwerk.titles.t1881.vehicles import BuyOnCredit
from stellwerk.trains import trains_of

TAKE = BuyOnCredit("SBV", BANK, "3-2", "3", 330)
SOUTH = {"J18": "8@0", "K17": "1@0", "L16": "9@5", "M17": "1@2", "N18": "8@3"}


def poor(money: int = 100, variant: str = "credit", **parts: Any) -> Game:
    """SBV without a vehicle in its vehicle step, with so much money."""
    funds = {"SBV": money, **parts.pop("cash", {})}
    return at_turn("SBV", "trains", variant=variant, cash=funds, **parts)


def in_debt(stage: str = "trains", owed: int = 330, money: int = 100, **parts: Any) -> Game:
    """SBV with a 3 on credit, at a stage of its turn."""
    funds = {"SBV": money, **parts.pop("cash", {})}
    trains = {"SBV": ["3"], **parts.pop("trains", {})}
    return at_turn("SBV", stage, variant="credit", cash=funds, trains=trains, state={"debts": {"SBV": owed}}, **parts)


def debt(game: Game) -> Mapping[str, int]:
    """Who owes how much."""
    return debts_of(game.position)


@pytest.mark.clause("1881/15.1", "1881/15.2")
def test_a_company_without_a_vehicle_and_money_takes_one_on_credit() -> None:
    """Nothing is paid down; the clip marks the vehicle (R75)."""
    game = poor()
    bank = cash(game, BANK)
    game.play(TAKE)
    assert trains_of(game.position, "SBV") == [("3-2", "3")] and debt(game) == {"SBV": 330}
    assert (cash(game, "SBV"), cash(game, "Ada"), cash(game, BANK)) == (100, 500, bank)
    assert [(event.company, event.amount) for event in events(game, CreditTaken)] == [("SBV", 330)]
    assert allowed(game, Pass("SBV"))


@pytest.mark.clause("1881/15.1")
@pytest.mark.parametrize(("money", "may"), [(329, True), (330, False)])
def test_not_with_money_enough(money: int, may: bool) -> None:
    game = poor(money)
    assert allowed(game, TAKE) == may
    if not may:
        refused(game, TAKE, clause="1881/15.1", code="no-credit")


@pytest.mark.clause("1881/15.1")
@pytest.mark.parametrize(("money", "may"), [(330 - 168 - 1, True), (330 - 168, False)])
def test_its_s_bahn_shares_count_at_the_market_price(money: int, may: bool) -> None:
    """If they do not suffice none need be sold (R96)."""
    game = poor(money, companies={"S": holders(Ada=20, SBV=10)}, stations={"S": ["H20"], "SBV": ["L16"]})
    assert allowed(game, TAKE) == may


@pytest.mark.clause("1881/15.1")
def test_a_presidents_share_does_not_count() -> None:
    """R96: two plain shares beside it do."""
    stations = {"S": ["H20"], "SBV": ["L16"]}
    for money, may in ((330 - 168 - 1, True), (330 - 168, False)):
        game = poor(money, companies={"S": holders(SBV=20, Ada=10)}, stations=stations)
        assert allowed(game, TAKE) == may


@pytest.mark.clause("1881/15.1")
def test_not_with_a_vehicle_nor_for_a_net_nor_without_the_variant() -> None:
    refused(poor(trains={"SBV": ["2"]}), TAKE, clause="1881/15.1", code="no-credit")
    refused(poor(variant="base"), TAKE, clause="1881/5.4a")
    net = at_turn("S", "trains", variant="credit", companies={"S": holders(Ada=20, Bo=10)}, cash={"S": 0, "Ada": 0})
    refused(net, BuyOnCredit("S", BANK, "4S-1", "4S", 300), clause="1881/5.4a")


@pytest.mark.clause("1881/15.1", "1881/10.3d")
def test_only_the_cheapest_tram_is_taken() -> None:
    game = poor(phase="brown", trains={POOL: ["3"]})
    refused(game, BuyOnCredit("SBV", BANK, "4-2", "4", 440), clause="1881/10.3d")
    assert allowed(game, BuyOnCredit("SBV", POOL, "3-1", "3", 330))


@pytest.mark.clause("1881/15.1", "1881/10.8")
def test_nobody_is_ruined_who_can_take_credit() -> None:
    """The director may pay in the usual way if he can (R33)."""
    game = poor(cash={"Ada": 0}, companies={"SBV": holders(Ada=40, Bo=20)})
    refused(game, BuyTrain("SBV", BANK, "3-2", "3", 330), clause="1881/15.1", code="takes-credit")
    rich = poor(cash={"Ada": 230})
    assert allowed(rich, TAKE)
    rich.play(BuyTrain("SBV", BANK, "3-2", "3", 330))
    assert cash(rich, "Ada") == 0 and not debt(rich)


@pytest.mark.clause("1881/15.2")
def test_there_are_five_clips() -> None:
    """Then a forced purchase is as in the base game (R75)."""
    others = ("GBS", "BChSt", "BESTAG", "SSC", "SHG")
    companies = {company: holders(Bo=60) for company in others}
    trains = {company: ["3"] for company in others[:1]} | {company: ["2"] for company in others[1:]}
    for count in (4, 5):
        state = {"debts": dict.fromkeys(others[:count], 220)}
        game = poor(companies=companies, trains=trains, state=state)
        first = next(a for a in offered(game, BuyTrain) if a.source == BANK) if count == 5 else None
        action = BuyOnCredit("SBV", BANK, "3-2", "3", 330)
        assert allowed(game, action) == (count == 4)
        if first is not None:
            refused(game, action, clause="1881/15.1", code="no-credit")
            assert first.face == "3", "the director pays"


@pytest.mark.clause("1881/15.3a", "1881/9.6")
def test_while_in_debt_all_income_is_withheld() -> None:
    game = in_debt("dividend", turn={"revenue": 60})
    for kind in ("pay", "split"):
        refused(game, Dividend("SBV", kind), code="in-debt" if kind == "pay" else None)
    game.play(Dividend("SBV", "retain"))
    assert cash(game, "SBV") == 160 and debt(game) == {"SBV": 330}


@pytest.mark.clause("1881/15.3a")
@pytest.mark.parametrize(("revenue", "left"), [(229, 329), (230, 0), (260, 30)])
def test_the_price_is_paid_in_full_as_soon_as_the_treasury_holds_it(revenue: int, left: int) -> None:
    """Right after its income (R75)."""
    game = in_debt("dividend", turn={"revenue": revenue})
    bank = cash(game, BANK)
    game.play(Dividend("SBV", "retain"))
    paid = left < 300
    assert (cash(game, "SBV"), bool(debt(game))) == (left, not paid)
    assert cash(game, BANK) == bank - revenue + (330 if paid else 0)
    assert allowed(game, BuyShare("SBV", "S", 10)) == (paid and left >= 168)


@pytest.mark.clause("1881/15.3a")
def test_or_at_the_start_of_the_vehicle_step() -> None:
    """Money that came otherwise is enough too (R75)."""
    game = in_debt("run", money=330)
    game.play(Run("SBV", 0))
    assert not debt(game) and cash(game, "SBV") == 0


@pytest.mark.clause("1881/15.3b")
def test_no_vehicles_depots_and_shares_while_in_debt() -> None:
    """Building costs may be paid (R75)."""
    owns = {"SHG": ["3"]}
    companies = {"SHG": holders(Bo=60), "S": holders(Ada=20)}
    game = in_debt(money=320, owed=330, companies=companies, trains=owns)
    refused(game, BuyTrain("SBV", BANK, "3-3", "3", 330), code="in-debt", clause="1881/15.3b")
    refused(game, BuyTrain("SBV", "SHG", "3-2", "3", 5), code="in-debt", clause="1881/15.3b")
    card = next(card for card, (owner, _) in game.position.trains.items() if owner == "SHG")
    refused(game, BuyTrain("SBV", "SHG", card, "3", 5), code="in-debt", clause="1881/15.3b")
    refused(game, BuyShare("SBV", "S", 5), code="in-debt", clause="1881/15.3b")
    station = in_debt("station", money=320, tiles=SOUTH)
    refused(station, PlaceStation("SBV", "J18", 0), code="in-debt", clause="1881/15.3b")
    refused(station, BuyDepot("SBV", "SHG", "J18", 0, 5), code="in-debt", clause="1881/15.3b")
    free = at_turn("SBV", "station", variant="credit", tiles=SOUTH, cash={"SBV": 320})
    assert allowed(free, PlaceStation("SBV", "J18", 0))
    build = in_debt("track", money=60, tiles=SOUTH)
    assert offered(build, LayTile)


@pytest.mark.clause("1881/15.3b", "1881/10.9b")
def test_one_share_may_be_sold_while_in_debt() -> None:
    """R96."""
    stations = {"S": ["H20"], "SBV": ["L16"]}
    game = in_debt(companies={"S": holders(Ada=20, SBV=10)}, stations=stations)
    game.play(SellShares("SBV", "S", 5))
    assert lie(game, "S", "SBV") == 5 and cash(game, "SBV") == 184
    refused(game, SellShares("SBV", "S", 5), clause="1881/10.9b")


@pytest.mark.clause("1881/15.4")
def test_a_vehicle_on_credit_is_not_sold() -> None:
    companies = {"SHG": holders(Bo=60)}
    state = {"debts": {"SHG": 330}}
    game = at_turn("SBV", "trains", variant="credit", companies=companies, trains={"SHG": ["3"]}, state=state)
    refused(game, BuyTrain("SBV", "SHG", "3-1", "3", 5), clause="1881/15.4", code="on-credit")
    free = at_turn("SBV", "trains", variant="credit", companies=companies, trains={"SHG": ["3"]})
    play_on(free, BuyTrain("SBV", "SHG", "3-1", "3", 5), Answer("Bo", True))
    assert trains_of(free.position, "SBV")


@pytest.mark.clause("1881/15.2", "1881/10.4")
def test_with_the_vehicle_the_debt_lapses() -> None:
    """When it rusts, is given up, or its company closes; the clip is free again (R75)."""
    companies = {"SHG": holders(Bo=60)}
    state = {"debts": {"SHG": 220}}
    game = at_turn("SBV", "trains", variant="credit", companies=companies, trains={"SHG": ["2"]}, state=state)
    game.position.put("cash", "SBV", 440)
    game.position.stack = game.position.stack[game.position.stack.index("4-1") :]
    game.play(BuyTrain("SBV", BANK, "4-1", "4", 440))
    assert game.position.trains["2-1"] == (OUT, "2") and not debt(game)
    closed = at_turn("SBV", "trains", variant="credit", companies=companies, trains={"SHG": ["2"]}, state=state)
    close_company(Referee(closed.rules, closed.position), "SHG")
    assert not debt(closed)
