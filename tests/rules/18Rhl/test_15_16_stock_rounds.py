"""18Rhl, sections 15, 16.1 and 16.2: stock rounds, turns and purchases."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, given, offered, percent, play_on, price, refused

from stellwerk import new_game
from stellwerk.actions import BuyPrivate, BuyShare, BuyTrain, Pass, Run, SellShares, StartCompany
from stellwerk.events import Paid
from stellwerk.game import Game


def stock(set: int = 2, **parts: Any) -> Game:
    """A stock round, Ada to play, then Bo, then Cy; whatever floats has operated."""
    position = {"title": "18Rhl", "round": {"kind": "stock", "set": set}, "phase": "3", **parts}
    position.setdefault("operated", position.get("floated", tuple(position.get("companies", ()))))
    return given(**position)


def cash(game: Game, *names: str) -> list[int]:
    """What they have."""
    return [game.position.cash[name] for name in names]


def all_pass(game: Game) -> Game:
    """Everybody passes, so that the round ends."""
    now = game.position.round
    for _ in range(2 * len(game.position.order)):
        if game.position.round == now:
            game.play(Pass(game.actor))
    assert game.position.round != now
    return game


# 15.1 General


@pytest.mark.clause("18Rhl/15.1a")
def test_a_turn_is_sales_sales_and_a_purchase_a_purchase_or_a_pass() -> None:
    companies = {"ADR": company(70, Ada=60), "BME": company(70, Bo=60, Ada=30), "CME": company(70, Cy=60)}
    sales = (SellShares("Ada", "BME", 30), SellShares("Ada", "ADR", 20))
    buy = BuyShare("Ada", "CME", 10)
    for turn in ((*sales, Pass("Ada")), (*sales, buy), (buy,), (Pass("Ada"),)):
        game = play_on(stock(companies=companies), *turn)
        assert game.turn == "Bo"


@pytest.mark.clause("18Rhl/15.1a")
def test_one_purchase_ends_the_turn() -> None:
    game = stock(companies={"ADR": company(70, Ada=60), "CME": company(70, Cy=60)})
    game.play(BuyShare("Ada", "CME", 10))
    for more in (BuyShare("Ada", "CME", 10), SellShares("Ada", "ADR", 10), StartCompany("Ada", "DEE", 60)):
        refused(game, more, clause="18Rhl/15.2a")


@pytest.mark.clause("18Rhl/15.1b")
def test_players_deal_only_with_the_bank() -> None:
    game = stock(companies={"ADR": company(70, Bo=60, Cy=20, pool=10)})
    for source in ("Bo", "Cy", "ADR", "bank", "Ada"):
        refused(game, BuyShare("Ada", "ADR", 10, source), code="no-certificate")
    play_on(game, BuyShare("Ada", "ADR", 10, "pool"), SellShares("Bo", "ADR", 10))
    between = [event for event in events(game, Paid) if {event.payer, event.payee} <= {"Ada", "Bo", "Cy"}]
    assert between == []
    assert [(e.payer, e.payee, e.amount) for e in events(game, Paid)] == [("Ada", "bank", 70), ("bank", "Bo", 70)]


@pytest.mark.clause("18Rhl/15.1c")
@pytest.mark.parametrize("source", ["offering", "pool"])
def test_new_and_old_shares_have_one_price(source: str) -> None:  # R6
    game = stock(companies={"ADR": company(70, price=110, Bo=60, pool=10)})
    game.play(BuyShare("Ada", "ADR", 10, source))
    assert (cash(game, "Ada"), price(game, "ADR")) == ([490], 110)


@pytest.mark.clause("18Rhl/15.1d")
@pytest.mark.parametrize(("source", "treasury"), [("offering", 110), ("pool", 0)])
def test_new_shares_of_a_floated_corporation_pay_its_treasury_old_ones_the_bank(source: str, treasury: int) -> None:
    game = stock(companies={"ADR": company(70, price=110, Bo=60, pool=10)})
    bank = game.position.cash["bank"]
    game.play(BuyShare("Ada", "ADR", 10, source))
    assert cash(game, "ADR", "bank") == [treasury, bank + 110 - treasury]


@pytest.mark.clause("18Rhl/15.1e")
def test_certificates_of_20_percent_cost_and_bring_twice_the_price() -> None:
    game = stock(companies={"KKK": company(70, price=90, Ada=40)})
    play_on(game, Pass("Ada"), BuyShare("Bo", "KKK", 20))
    assert (cash(game, "Bo"), percent(game, "KKK", "Bo")) == ([600 - 180], 20)
    game = play_on(stock(companies={"KKK": company(70, price=90, Ada=60)}), SellShares("Ada", "KKK", 20))
    assert cash(game, "Ada") == [600 + 180]
    game = play_on(stock(), StartCompany("Ada", "DEE", 75))
    assert cash(game, "Ada") == [450]


@pytest.mark.clause("18Rhl/15.1f")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3)])
def test_one_operating_round_follows_two_with_3_trains_three_with_5_trains(phase: str, rounds: int) -> None:
    game = all_pass(stock(companies={"ADR": company(70, Ada=60)}, phase=phase))
    for number in range(1, rounds + 1):
        assert (game.position.round.kind, game.position.round.number) == ("operating", number)
        play_on(game, Run("ADR", 0), Pass("ADR"))
    assert (game.position.round.kind, game.position.round.set) == ("stock", 3)


@pytest.mark.clause("18Rhl/15.1f")
@pytest.mark.parametrize(("card", "phase", "now", "then"), [("3-1", "2", 1, 2), ("5-1", "4", 2, 3)])
def test_a_train_bought_during_a_set_changes_only_the_next_one(card: str, phase: str, now: int, then: int) -> None:
    """R52."""
    game = all_pass(stock(companies={"ADR": company(70, Ada=60)}, cash={"ADR": 900}, phase=phase, next_card=card))
    face = card[0]
    play_on(game, Run("ADR", 0), BuyTrain("ADR", "bank", card, face, {"3": 200, "5": 500}[face]), Pass("ADR"))
    for _ in range(now - 1):
        play_on(game, Run("ADR", 0), Pass("ADR"))
    assert game.position.round.kind == "stock"
    all_pass(game)
    assert game.position.round.of == then


# 15.2 Sequence


@pytest.mark.clause("18Rhl/15.2a")
def test_the_holder_of_the_priority_deal_starts_and_it_goes_clockwise() -> None:
    game = stock(companies={"ADR": company(70, Ada=50)}, order=("Cy", "Ada", "Bo"))
    turns = []
    for _ in range(4):
        turns.append(game.turn)
        refused(game, Pass({"Cy": "Ada", "Ada": "Bo", "Bo": "Cy"}[game.turn]), clause="18Rhl/15.2a")
        game.play(BuyShare(game.turn, "ADR", 10))
    assert turns == ["Cy", "Ada", "Bo", "Cy"]


@pytest.mark.clause("18Rhl/15.2a")
def test_the_round_ends_when_all_pass_in_succession() -> None:
    game = stock(companies={"ADR": company(70, Ada=60)})
    play_on(game, Pass("Ada"), Pass("Bo"), BuyShare("Cy", "ADR", 10), Pass("Ada"), Pass("Bo"))
    assert (game.position.round.kind, game.turn) == ("stock", "Cy")
    game.play(Pass("Cy"))
    assert game.position.round.kind == "operating"


@pytest.mark.clause("18Rhl/15.2b")
def test_the_player_with_the_most_cash_gets_the_priority_deal() -> None:
    game = all_pass(stock(cash={"Ada": 500, "Bo": 501, "Cy": 400}))
    assert game.position.order == ("Bo", "Cy", "Ada")


@pytest.mark.clause("18Rhl/15.2b")
@pytest.mark.parametrize(
    ("buyer", "first"), [("Ada", "Bo"), ("Bo", "Cy"), ("Cy", "Bo")]
)  # Bo and Cy are tied; Ada has less
def test_a_tie_goes_to_the_first_tied_player_after_the_last_buyer(buyer: str, first: str) -> None:  # R19
    money = {"Ada": 300, "Bo": 400, "Cy": 400}
    money[buyer] += 70
    game = stock(companies={"ADR": company(70, Ada=60)}, cash=money)
    for player in game.position.order[: game.position.order.index(buyer)]:
        game.play(Pass(player))
    all_pass(play_on(game, BuyShare(buyer, "ADR", 10)))
    assert game.position.order[0] == first


@pytest.mark.clause("18Rhl/15.2b")
def test_sellers_do_not_matter_and_without_a_purchase_the_earlier_buyer_counts() -> None:  # R19
    parts: dict[str, Any] = {"companies": {"ADR": company(70, Ada=50, Bo=20)}, "extra": {"last_buyer": "Ada"}}
    game = stock(**parts, cash={"Ada": 100, "Bo": 330, "Cy": 400})
    play_on(game, Pass("Ada"), SellShares("Bo", "ADR", 10), Pass("Bo"))
    all_pass(game)
    assert (cash(game, "Bo", "Cy"), game.position.order[0]) == ([400, 400], "Bo")


# 15.3 Sold-out corporations


def after_round(**parts: Any) -> Game:
    """A stock round in which all pass at once."""
    return all_pass(stock(**parts))


@pytest.mark.clause("18Rhl/15.3")
def test_a_corporation_all_of_whose_shares_players_own_moves_up_one_row() -> None:
    for name in ("ADR", "KKK"):
        game = after_round(companies={name: {"par": 70, "holders": {"Ada": 60, "Bo": 40}, "cell": (3, 4)}})
        assert game.position.markers[name] == (2, 4, 0)


@pytest.mark.clause("18Rhl/15.3")
@pytest.mark.parametrize("holders", [{"Ada": 60, "Bo": 30}, {"Ada": 60, "Bo": 30, "pool": 10}])
def test_one_share_with_the_bank_keeps_the_marker_where_it_is(holders: dict[str, int]) -> None:
    game = after_round(companies={"ADR": {"par": 70, "holders": holders, "cell": (3, 4)}})
    assert game.position.markers["ADR"] == (3, 4, 0)


@pytest.mark.clause("18Rhl/15.3")
def test_in_the_top_row_nothing_moves() -> None:
    game = after_round(companies={"ADR": {"par": 70, "holders": {"Ada": 100}, "cell": (0, 5)}})
    assert game.position.markers["ADR"] == (0, 5, 0)


@pytest.mark.clause("18Rhl/15.3")
def test_it_goes_underneath_and_in_operating_order() -> None:  # R20
    """BME and CME rise from one square to that of DEE; BME lies above CME and goes first."""
    up = {name: {"par": 70, "holders": {"Ada": 100}, "cell": (3, 4)} for name in ("BME", "CME")}
    there = {"DEE": {"par": 70, "holders": {"Bo": 60}, "cell": (2, 4)}}
    markers = after_round(companies={**up, **there}).position.markers
    assert [markers[name] for name in ("DEE", "BME", "CME")] == [(2, 4, 0), (2, 4, 1), (2, 4, 2)]


# 16.1 General


@pytest.mark.clause("18Rhl/16.1a")
def test_who_has_bought_cannot_sell_in_that_turn() -> None:
    game = stock(companies={"ADR": company(70, Ada=60), "CME": company(70, Cy=60)})
    play_on(game, SellShares("Ada", "ADR", 10), BuyShare("Ada", "CME", 10))
    refused(game, SellShares("Ada", "CME", 10), clause="18Rhl/15.2a")
    assert game.turn == "Bo"


@pytest.mark.clause("18Rhl/16.1a")
@pytest.mark.parametrize("names", [("ADR", "BME"), ("BME", "ADR")])
def test_shares_of_different_corporations_are_sold_in_the_order_stated(names: tuple[str, str]) -> None:
    """Both fall from 75 (row 2) to 70 (row 3): who is sold first lies on top."""
    at = {"par": 75, "holders": {"Ada": 20, "Bo": 40}}
    game = stock(companies={"ADR": at, "BME": at})
    play_on(game, *(SellShares("Ada", name, 10) for name in names))
    assert [game.position.markers[name] for name in names] == [(3, 2, 0), (3, 2, 1)]


@pytest.mark.clause("18Rhl/16.1b")
@pytest.mark.parametrize("action", [SellShares("Ada", "ADR", 10), BuyShare("Ada", "CME", 10)])
def test_whoever_sold_or_bought_gets_another_turn(action: Any) -> None:
    game = stock(companies={"ADR": company(70, Ada=60), "CME": company(70, Cy=60)})
    game.play(action)
    if game.turn == "Ada":
        game.play(Pass("Ada"))
    play_on(game, Pass("Bo"), Pass("Cy"))
    assert (game.position.round.kind, game.turn) == ("stock", "Ada")
    game.play(Pass("Ada"))
    assert game.position.round.kind == "operating"


# 16.2 Buying certificates


@pytest.mark.clause("18Rhl/16.2a")
def test_no_share_is_sold_before_the_whole_packet_and_then_the_choice_is_free() -> None:
    game = new_game("18Rhl", ["Ada", "Bo", "Cy"])
    for lot in ("No1", "No2", "No3", "No4", "No5", "No6"):
        for name in ("ADR", "KKK", "RhE"):
            refused(game, StartCompany(game.turn, name, 70))
        refused(game, BuyShare(game.turn, "GVE", 10))
        game.play(BuyPrivate(game.turn, lot))
    game.play(StartCompany(game.turn, "RhE", 70))
    assert {action.company for action in offered(game, StartCompany)} == {
        "ADR", "BME", "CCE", "CME", "DEE", "GVE", "KKK",
    }  # fmt: skip
    assert {(a.company, a.source) for a in offered(game, BuyShare)} == {("RhE", "offering"), ("RhE", "pool")}


VIOLET = {60: (3, 0), 65: (3, 1), 70: (2, 1), 75: (2, 2), 80: (1, 2), 90: (1, 3), 100: (0, 3)}


@pytest.mark.clause("18Rhl/16.2b")
def test_the_buyer_of_a_directors_certificate_chooses_a_violet_square_and_pays_twice_its_value() -> None:
    game = stock()
    assert {action.price for action in offered(game, StartCompany) if action.company == "BME"} == {*VIOLET}
    for wrong in (50, 55, 85, 110, 0):
        refused(game, StartCompany("Ada", "BME", wrong), clause="18Rhl/16.2b")
    for value, cell in VIOLET.items():
        game = stock()
        bank = game.position.cash["bank"]
        game.play(StartCompany("Ada", "BME", value))
        assert game.position.markers["BME"] == (*cell, 0)
        assert cash(game, "Ada", "bank", "BME") == [600 - 2 * value, bank + 2 * value, 0]
        assert percent(game, "BME", "Ada") == 20


@pytest.mark.clause("18Rhl/16.2b")
def test_the_new_marker_goes_underneath_and_the_money_must_be_there() -> None:
    game = stock(companies={"ADR": company(75, Bo=20), "CME": company(75, Cy=20)}, cash={"Ada": 150})
    refused(game, StartCompany("Ada", "BME", 80), code="no-cash")
    refused(game, StartCompany("Ada", "ADR", 75), code="started")
    game.play(StartCompany("Ada", "BME", 75))
    assert game.position.markers["BME"] == (2, 2, 2)


@pytest.mark.clause("18Rhl/16.2c")
@pytest.mark.parametrize("source", ["offering", "pool"])
def test_a_certificate_costs_the_current_market_value(source: str) -> None:
    companies = {"ADR": company(70, price=135, Bo=60, pool=10)}
    refused(stock(companies=companies, cash={"Ada": 134}), BuyShare("Ada", "ADR", 10, source), clause="18Rhl/16.2c")
    game = play_on(stock(companies=companies, cash={"Ada": 135}), BuyShare("Ada", "ADR", 10, source))
    assert cash(game, "Ada") == [0]


@pytest.mark.clause("18Rhl/16.2d")
def test_before_floating_the_bank_keeps_the_money_even_beyond_half() -> None:  # R7, R8
    """The fifth and the sixth share are sold in the same round: the corporation floats only at its end."""
    game = stock(companies={"ADR": company(70, Ada=40)}, floated=())
    bank = game.position.cash["bank"]
    play_on(game, BuyShare("Ada", "ADR", 10), BuyShare("Bo", "ADR", 10))
    assert cash(game, "ADR", "bank") == [0, bank + 140]
    assert game.position.floated == ()
    all_pass(game)
    assert cash(game, "ADR", "bank") == [420, bank + 140 - 420]


@pytest.mark.clause("18Rhl/16.2e")
def test_who_has_sold_a_corporation_buys_none_of_it_in_that_stock_round() -> None:
    companies = {"ADR": company(70, Ada=60, pool=10), "BME": company(70, Bo=60)}
    game = play_on(stock(companies=companies), SellShares("Ada", "ADR", 10))
    for source in ("offering", "pool"):
        refused(game, BuyShare("Ada", "ADR", 10, source), clause="18Rhl/16.2e")
    play_on(game, BuyShare("Ada", "BME", 10), BuyShare("Bo", "ADR", 10), Pass("Cy"))
    refused(game, BuyShare("Ada", "ADR", 10), clause="18Rhl/16.2e")
    all_pass(game)
    for _ in range(4):
        name = game.actor
        play_on(game, Run(name, 0), Pass(name))
    for player in game.position.order[: game.position.order.index("Ada")]:
        game.play(Pass(player))
    assert allowed(game, BuyShare("Ada", "ADR", 10)), "in the next stock round"


@pytest.mark.clause("18Rhl/16.2f")
def test_only_floated_corporations_operate() -> None:
    companies = {"ADR": company(70, Ada=40), "BME": company(65, Bo=50), "KKK": company(60, Cy=40)}
    game = all_pass(stock(companies=companies, floated=()))
    assert game.actor == "BME"
    play_on(game, Run("BME", 0), Pass("BME"))
    assert (game.position.round.number, game.actor) == (2, "BME")
