"""13.2: the forced purchase."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, director, events, offered, percent, play_on, price, refused
from tests.rhlkit import rhl, trains

from stellwerk import ledger
from stellwerk.actions import Answer, BuyTrain, Pass, SellShares
from stellwerk.events import Bankrupt, Paid, PriceMoved
from stellwerk.game import Game
from stellwerk.titles.t18rhl.state import RhlState

FORCED = BuyTrain("ADR", "bank", "4-1", "4", 300)
ROUTE = {"K4": "4@1"}


def need(treasury: int = 0, cash: int = 0, **parts: Any) -> Game:
    """The ADR (Ada) has a route and no train; the next new train is the first 4-train (300).

    Ada holds 50% of the ADR (price 80), 20% of the GVE (70) and 30% of the BME (60), which are Bo's; all have operated.
    """
    position = {
        "phase": "3",
        "next_card": "4-1",
        "companies": {
            "ADR": company(80, Ada=50, Cy=20),
            "GVE": company(70, Bo=40, Ada=20),
            "BME": company(60, Bo=40, Ada=30),
        },
        "operated": ("ADR", "GVE", "BME"),
        "cash": {"ADR": treasury, "Ada": cash, "Bo": 500, "Cy": 500},
        "tiles": ROUTE,
        "stations": {"ADR": ("K2",)},
        "turn": {"company": "ADR", "stage": "trains"},
    }
    return rhl(**{**position, **parts})


def forced(treasury: int = 0, cash: int = 0, **parts: Any) -> Game:
    """Ada has decided to buy the new train and must sell."""
    game = need(treasury, cash, **parts)
    game.play(FORCED)
    return game


def purses(game: Game) -> tuple[int, int]:
    """The ADR's treasury and Ada's cash."""
    return game.position.cash["ADR"], game.position.cash["Ada"]


def sales(game: Game) -> set[tuple[str, int]]:
    """Sales on offer."""
    return {(action.company, action.percent) for action in offered(game, SellShares)}


@pytest.mark.clause("18Rhl/13.2a")
@pytest.mark.parametrize(("treasury", "cash"), [(299, 1), (250, 50), (250, 400), (0, 300)])
def test_the_director_pays_the_difference_and_the_treasury_is_empty(treasury: int, cash: int) -> None:
    game = need(treasury, cash)
    bank = game.position.cash["bank"]
    game.play(FORCED)
    assert purses(game) == (0, cash - (300 - treasury)) and game.position.cash["bank"] == bank + 300
    assert trains(game, "ADR") == {"4-1": "4"}
    assert [e for e in events(game, Paid) if e.payer == "Ada"] == [
        Paid("Ada", "ADR", 300 - treasury, "forced purchase")
    ]
    assert ledger.total_money(game.position) == ledger.total_money(game.start)
    assert game.actor == "ADR" and allowed(game, Pass("ADR"))


@pytest.mark.clause("18Rhl/13.2a", "18Rhl/13.1m")
def test_there_is_no_forced_purchase_while_the_treasury_can_pay_some_train() -> None:
    # R45
    rich = need(300, 500)
    rich.play(FORCED)
    assert purses(rich) == (0, 500)
    pool = need(200, 500, trains={"pool": ("3-1 3",)})
    refused(pool, FORCED, clause="18Rhl/13.2b")
    assert allowed(pool, BuyTrain("ADR", "pool", "3-1", "3", 200))
    just_short = need(199, 500, trains={"pool": ("3-1 3",)})
    assert allowed(just_short, FORCED)


@pytest.mark.clause("18Rhl/13.2a")
def test_there_is_none_with_a_train_or_without_a_route() -> None:
    refused(need(100, 500, trains={"ADR": ("3-1 3",)}), FORCED, clause="18Rhl/13.2b")
    bare = need(100, 500, tiles={})
    refused(bare, FORCED, clause="18Rhl/13.2b")
    assert allowed(bare, Pass("ADR"))


@pytest.mark.clause("18Rhl/13.2b")
def test_the_director_chooses_a_pool_train_or_the_cheapest_new_one() -> None:
    # R45: any pool train, though a cheaper or dearer one lies there; the smaller of two new sizes
    pool = ("3-1 3", "4-1 4", "5-2 5")
    game = need(10, 1000, phase="5", next_card="5-3", trains={"pool": pool})
    assert set(offered(game, BuyTrain)) == {
        BuyTrain("ADR", "bank", "5-3", "5", 500),
        BuyTrain("ADR", "pool", "3-1", "3", 200),
        BuyTrain("ADR", "pool", "4-1", "4", 300),
        BuyTrain("ADR", "pool", "5-2", "5", 500),
    }
    refused(game, BuyTrain("ADR", "bank", "6-1", "6", 600), clause="18Rhl/13.2b")
    game.play(BuyTrain("ADR", "bank", "5-3", "5", 500))
    assert purses(game) == (0, 1000 - 490)
    late = need(10, 1000, phase="6", next_card="6-2")
    assert set(offered(late, BuyTrain)) == {BuyTrain("ADR", "bank", "6-2", "6", 600)}


@pytest.mark.clause("18Rhl/13.2b")
def test_the_directors_money_buys_no_train_of_another_corporation() -> None:
    game = need(30, 500, trains={"GVE": ("3-1 3",)})
    for amount in (31, 200, 300):
        refused(game, BuyTrain("ADR", "GVE", "3-1", "3", amount), clause="18Rhl/13.1b")
    play_on(game, BuyTrain("ADR", "GVE", "3-1", "3", 30), Answer("Bo", True))
    assert purses(game) == (0, 500)
    selling = forced(30, 100, trains={"GVE": ("3-1 3",)})
    refused(selling, BuyTrain("ADR", "GVE", "3-1", "3", 30), code="not-now")


@pytest.mark.clause("18Rhl/13.2c")
def test_the_director_helps_with_one_train_only() -> None:
    game = need(30, 900)
    game.play(FORCED)
    refused(game, BuyTrain("ADR", "bank", "4-2", "4", 300), clause="18Rhl/13.2b")
    assert not offered(game, BuyTrain)
    assert [e.amount for e in events(game, Paid) if (e.payer, e.payee) == ("Ada", "ADR")] == [270]


@pytest.mark.clause("18Rhl/13.2d")
def test_with_too_little_cash_he_sells_shares() -> None:
    game = forced(100, 70)  # 130 missing
    assert game.actor == "Ada" and game.turn == "Ada"
    assert {type(choice.action) for choice in game.legal()} == {SellShares}
    refused(game, Pass("Ada"), code="not-now")
    game.play(SellShares("Ada", "GVE", 20))
    assert purses(game) == (0, 70 + 140 - 200)
    assert trains(game, "ADR") == {"4-1": "4"} and percent(game, "GVE", "pool") == 20


@pytest.mark.clause("18Rhl/13.2d")
def test_cash_comes_first() -> None:
    # R46
    game = need(100, 200)
    game.play(FORCED)
    assert purses(game) == (0, 0) and game.actor == "ADR"
    assert percent(game, "GVE", "pool") == 0


@pytest.mark.clause("18Rhl/13.2d")
def test_the_acting_corporation_keeps_its_director() -> None:
    game = forced(0, 0)
    # Ada 50%, Cy 20%: she may sell down to 20%, where a tie leaves her director (5.4)
    assert {p for c, p in sales(game) if c == "ADR"} == {10, 20, 30}
    refused(game, SellShares("Ada", "ADR", 40), clause="18Rhl/13.2d")
    game.play(SellShares("Ada", "ADR", 30))
    assert director(game, "ADR") == "Ada" and percent(game, "ADR", "Ada") == 20
    rival = forced(0, 0, companies={"ADR": company(80, Ada=50, Cy=40), "GVE": company(70, Bo=40, Ada=20)})
    assert {p for c, p in sales(rival) if c == "ADR"} == {10}
    refused(rival, SellShares("Ada", "ADR", 20), clause="18Rhl/13.2d")


@pytest.mark.clause("18Rhl/13.2d")
def test_the_acting_kkk_keeps_its_director_where_certificates_cannot_be_split() -> None:
    # R24, R26: with 40% in two certificates she cannot sell 10%: that would need Bo's, who does not become director
    parts: dict[str, Any] = {
        "phase": "5",
        "next_card": "5-2",
        "companies": {"KKK": company(80, Ada=40, Cy=20, Bo=20), "GVE": company(70, Bo=60)},
        "operated": ("KKK", "GVE"),
        "tiles": {"D7": "947@0", "E6": "201@3"},
        "stations": {"KKK": ("D7",)},
        "turn": {"company": "KKK", "stage": "trains"},
        "cash": {"Ada": 0},
    }
    game = rhl(**parts)
    game.play(BuyTrain("KKK", "bank", "5-2", "5", 500))
    assert sales(game) == {("KKK", 20)}
    refused(game, SellShares("Ada", "KKK", 10))


@pytest.mark.clause("18Rhl/13.2d")
def test_another_corporation_may_lose_its_director() -> None:
    # R46
    companies = {"ADR": company(80, Ada=50), "GVE": company(70, Ada=30, Bo=20), "BME": company(60, Ada=60)}
    game = forced(0, 190, companies=companies)
    assert {("GVE", 10), ("GVE", 20)} <= sales(game)
    game.play(SellShares("Ada", "GVE", 20))
    assert director(game, "GVE") == "Bo" and trains(game, "ADR") == {"4-1": "4"}
    assert percent(game, "GVE", "Ada") == 10 and purses(game) == (0, 190 + 140 - 300)


@pytest.mark.clause("18Rhl/13.2d")
def test_the_limits_of_ordinary_sales_hold() -> None:
    # R46: pool 50%, corporations that have not operated, director's certificates without an heir
    companies = {
        "ADR": company(80, Ada=50, Cy=20),
        "GVE": company(70, Bo=30, Ada=20, pool=40),
        "BME": company(60, Bo=40, Ada=30),
        "DEE": company(60, Ada=50, Bo=10),
    }
    game = forced(0, 0, companies=companies, operated=("ADR", "GVE", "DEE"))
    assert {p for c, p in sales(game) if c == "GVE"} == {10}
    refused(game, SellShares("Ada", "GVE", 20), clause="18Rhl/16.5b")
    refused(game, SellShares("Ada", "BME", 10), clause="18Rhl/16.5c")
    assert {p for c, p in sales(game) if c == "DEE"} == {10, 20, 30}
    refused(game, SellShares("Ada", "DEE", 40), clause="18Rhl/5.4d")


@pytest.mark.clause("18Rhl/13.2e")
@pytest.mark.parametrize(
    ("missing", "gve", "bme"), [(1, {10}, {10}), (60, {10}, {10}), (61, {10}, {10, 20}), (71, {10, 20}, {10, 20})]
)
def test_he_sells_no_more_than_the_missing_amount_needs(missing: int, gve: set[int], bme: set[int]) -> None:
    # R46: each block is as small as will do
    game = forced(0, 300 - missing)
    assert {p for c, p in sales(game) if c == "GVE"} == gve
    assert {p for c, p in sales(game) if c == "BME"} == bme
    refused(game, SellShares("Ada", "BME", max(bme) + 10), clause="18Rhl/13.2e")


@pytest.mark.clause("18Rhl/13.2e")
def test_a_20_percent_share_that_cannot_be_split_is_sold_whole() -> None:
    # R26, R46: nothing smaller will do where he has no smaller certificate
    companies = {"ADR": company(80, Ada=50), "KKK": company(80, Bo=40, Ada=20)}
    game = forced(0, 290, companies=companies, operated=("ADR", "KKK"), tiles=ROUTE)
    assert ("KKK", 20) in sales(game) and ("KKK", 10) not in sales(game)
    game.play(SellShares("Ada", "KKK", 20))
    assert purses(game) == (0, 290 + 160 - 300)


@pytest.mark.clause("18Rhl/13.2e")
def test_sales_go_on_until_the_money_is_there_and_not_longer() -> None:
    game = forced(0, 100)  # 200 missing
    play_on(game, SellShares("Ada", "BME", 30))
    assert game.actor == "Ada" and purses(game) == (0, 280)  # 20 missing
    refused(game, SellShares("Ada", "GVE", 20), clause="18Rhl/13.2e")
    game.play(SellShares("Ada", "GVE", 10))
    assert purses(game) == (0, 280 + 70 - 300) and game.actor == "ADR"
    refused(game, SellShares("Ada", "GVE", 10), code="not-now")


@pytest.mark.clause("18Rhl/13.2e")
def test_prices_fall_one_row_for_each_corporation_sold() -> None:
    game = forced(0, 50)
    before = {name: price(game, name) for name in ("ADR", "GVE", "BME")}
    play_on(game, SellShares("Ada", "BME", 30), SellShares("Ada", "GVE", 10))
    assert [(e.company, e.before, e.price) for e in events(game, PriceMoved)] == [("BME", 60, 55), ("GVE", 70, 65)]
    assert before == {"ADR": 80, "GVE": 70, "BME": 60} and price(game, "ADR") == 80


@pytest.mark.clause("18Rhl/13.2e")
def test_one_corporation_is_sold_once_in_a_forced_purchase() -> None:
    # R23, R46
    game = forced(0, 0)
    game.play(SellShares("Ada", "BME", 10))
    refused(game, SellShares("Ada", "BME", 10), clause="18Rhl/16.6a")
    assert allowed(game, SellShares("Ada", "GVE", 10))


@pytest.mark.clause("18Rhl/13.2e")
def test_the_seller_gets_the_price_before_the_sale() -> None:
    game = forced(0, 0)
    game.play(SellShares("Ada", "BME", 20))
    assert game.position.cash["Ada"] == 120


@pytest.mark.clause("18Rhl/13.2f")
def test_the_priority_deal_and_the_next_stock_round_are_not_affected() -> None:
    game = forced(0, 200, order=("Bo", "Cy", "Ada"), extra={"last_buyer": "Cy"})
    game.play(SellShares("Ada", "GVE", 20))
    assert game.position.order == ("Bo", "Cy", "Ada")
    assert RhlState.of(game.position).last_buyer == "Cy" and game.position.sold == {}


@pytest.mark.clause("18Rhl/13.2g")
def test_he_is_bankrupt_only_when_all_possible_sales_do_not_suffice() -> None:
    # 30% of the ADR (240) and 10% of the GVE (70) are all he can sell
    companies = {"ADR": company(80, Ada=50, Cy=20), "GVE": company(70, Bo=40, Ada=10)}
    just = forced(0, 0, companies=companies)
    play_on(just, SellShares("Ada", "ADR", 30), SellShares("Ada", "GVE", 10))
    assert not list(events(just, Bankrupt)) and purses(just) == (0, 10)
    less = {**companies, "GVE": company(60, price=55, Bo=40, Ada=10)}
    short = forced(0, 0, companies=less)
    play_on(short, SellShares("Ada", "ADR", 30))
    assert not list(events(short, Bankrupt))
    short.play(SellShares("Ada", "GVE", 10))
    assert [event.player for event in events(short, Bankrupt)] == ["Ada"]


@pytest.mark.clause("18Rhl/13.2g")
def test_with_nothing_to_sell_he_is_bankrupt_at_once() -> None:
    game = forced(0, 299, companies={"ADR": company(80, Ada=20, Bo=10, Cy=20)}, floated=("ADR",))
    assert [event.player for event in events(game, Bankrupt)] == ["Ada"]
    enough = forced(0, 300, companies={"ADR": company(80, Ada=20, Bo=10, Cy=20)}, floated=("ADR",))
    assert not list(events(enough, Bankrupt))


# R76: who can pay does pay, who cannot sells all he can


def tight(missing: int = 300, gve: int = 70, **parts: Any) -> Game:
    """Ada can sell 30% of the ADR (240) and 20% of the GVE, each at once only."""
    companies = {"ADR": company(80, Ada=50, Cy=20), "GVE": company(70, price=gve, Bo=40, Ada=20)}
    return forced(300 - missing, 0, companies=companies, operated=("ADR", "GVE"), **parts)


def hopeless(**parts: Any) -> Game:
    """All Ada can sell brings 295: 30% of the ADR (240), and one share of the GVE, for the pool takes no more."""
    companies = {"ADR": company(80, Ada=50, Cy=20), "GVE": company(60, price=55, Bo=30, Ada=20, pool=40)}
    return forced(0, 0, companies=companies, operated=("ADR", "GVE"), **parts)


def only_these(game: Game, *wanted: tuple[str, int]) -> None:
    """These sales are on offer; every other one is refused."""
    assert sales(game) == set(wanted)
    for name in ("ADR", "GVE"):
        for size in set(range(10, 60, 10)) - {size for sold, size in wanted if sold == name}:
            refused(game, SellShares("Ada", name, size))


def ends(game: Game) -> list[Game]:
    """Where every course of sales leads."""
    if game.actor != "Ada":
        return [game]
    found = []
    for sale in offered(game, SellShares):
        after = game.copy()
        after.play(sale)
        found += ends(after)
    return found


@pytest.mark.clause("18Rhl/13.2d", "18Rhl/13.2g")
@pytest.mark.parametrize(
    ("missing", "gve", "sizes"),
    [
        (220, 70, {"ADR": (10, 20, 30), "GVE": (10, 20)}),
        (230, 70, {"ADR": (20, 30), "GVE": (10, 20)}),
        (300, 70, {"ADR": (20, 30), "GVE": (10, 20)}),
        (300, 60, {"ADR": (30,), "GVE": (10, 20)}),
        (300, 55, {"ADR": (30,), "GVE": (20,)}),
    ],
)
def test_who_can_raise_the_money_sells_no_block_too_small(
    missing: int, gve: int, sizes: dict[str, tuple[int, ...]]
) -> None:
    game = tight(missing, gve)
    only_these(game, *((name, size) for name, each in sizes.items() for size in each))
    if 10 not in sizes["ADR"]:
        refused(game, SellShares("Ada", "ADR", 10), clause="18Rhl/13.2d", code="sells-too-little")
    assert all(trains(end, "ADR") and not list(events(end, Bankrupt)) for end in ends(game))


@pytest.mark.clause("18Rhl/13.2g")
def test_who_cannot_raise_it_sells_the_largest_blocks_before_he_is_bankrupt() -> None:
    game = hopeless()
    only_these(game, ("ADR", 30), ("GVE", 10))
    refused(game, SellShares("Ada", "ADR", 20), clause="18Rhl/13.2g", code="sells-too-little")
    for end in ends(game):
        assert [event.player for event in events(end, Bankrupt)] == ["Ada"]
        assert Paid("Ada", "ADR", 295, "last money of a bankrupt player") in list(events(end, Paid))
        assert sorted(event.company for event in events(end, PriceMoved)) == ["ADR", "GVE"]


@pytest.mark.clause("18Rhl/13.2g")
def test_games_of_the_first_edition_sell_as_they_did() -> None:
    able = tight(edition=1)
    only_these(able, *(("ADR", size) for size in (10, 20, 30)), *(("GVE", size) for size in (10, 20)))
    play_on(able, SellShares("Ada", "ADR", 10), SellShares("Ada", "GVE", 10))
    assert [event.player for event in events(able, Bankrupt)] == ["Ada"]
    unable = hopeless(edition=1)
    only_these(unable, ("ADR", 10), ("ADR", 20), ("ADR", 30), ("GVE", 10))


@pytest.mark.clause("18Rhl/13.2d")
@pytest.mark.parametrize("edition", [1, 2])
def test_recorded_games_sell_as_recorded(edition: int) -> None:
    # R76, Replay: the sales come before the train, of any size
    companies = {"ADR": company(80, Ada=50, Cy=20), "GVE": company(70, Bo=40, Ada=20)}
    game = need(0, 0, companies=companies, operated=("ADR", "GVE"), rules="18xx-games", edition=edition)
    assert {("ADR", 10), ("ADR", 20), ("ADR", 30), ("GVE", 10), ("GVE", 20)} == sales(game)


@pytest.mark.clause("18Rhl/13.2d")
@pytest.mark.parametrize("edition", [1, 2])
def test_where_no_train_is_on_sale_nobody_is_in_need(edition: int) -> None:
    # R46, R50, Replay: with bank and pool empty there is nothing to sell shares for, however low the treasury is
    game = need(0, 0, rules="18xx-games", edition=edition)
    game.position.stack = ()
    game.position.put("cash", "ADR", -301)
    assert not offered(game, SellShares)
    refused(game, SellShares("Ada", "GVE", 10), code="not-now")
    refused(game, Pass("Ada"), code="not-now")
    assert allowed(game, Pass("ADR"))
