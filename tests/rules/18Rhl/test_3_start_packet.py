"""18Rhl, chapter 3: the first stock round; the start packet with its bids and auctions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, choices, company, company_of, events, given, percent, play_on, price, refused

import stellwerk
from stellwerk.actions import Bid, BuyPrivate, BuyShare, Draw, Pass, SellShares, StartCompany
from stellwerk.events import Floated, Paid, PriceCut
from stellwerk.game import Game
from stellwerk.position import Round

NAMES = ("Ada", "Bo", "Cy")


def rhl(**parts: Any) -> Game:
    return given(title="18Rhl", **parts)


def packet(*done: Any, players: tuple[str, ...] = NAMES) -> Game:
    """The start packet on sale; Ada, Bo and Cy with 600 each in this order, after some actions."""
    game = stellwerk.new_game("18Rhl", players, draws=False)
    return play_on(game, Draw("seating", players), Draw("mines", ("1",)), *done)


def passes(*names: str) -> list[Pass]:
    return [Pass(name) for name in names]


def sold_packet() -> Game:
    """All six certificates sold at their printed values: Ada has 500, Bo 450, Cy 410 and the RhE at 70."""
    sales = [BuyPrivate(NAMES[i % 3], f"No{i + 1}") for i in range(6)]
    return packet(*sales, StartCompany("Cy", "RhE", 70))


def lots_on_offer(game: Game) -> dict[str, tuple[int, int]]:
    """Lots that may be bid on, with the least and the most bid."""
    return {getattr(choice.action, "lot", ""): (choice.low, choice.high) for choice in choices(game, Bid)}


# The sale


@pytest.mark.clause("18Rhl/3a")
def test_the_holder_of_the_priority_deal_starts_with_the_packet_and_shares_wait() -> None:
    game = packet(players=("Cy", "Ada", "Bo"))
    assert game.turn == "Cy"
    assert game.position.round == Round("stock", 1)
    for lot, buyer in (("No1", "Cy"), ("No2", "Ada"), ("No3", "Bo"), ("No4", "Cy"), ("No5", "Ada"), ("No6", "Bo")):
        refused(game, StartCompany(buyer, "BME", 60))
        refused(game, BuyShare(buyer, "RhE", 10, "pool"))
        game.play(BuyPrivate(buyer, lot))
    refused(game, StartCompany("Bo", "BME", 60))
    game.play(StartCompany("Bo", "RhE", 70))
    assert game.position.round == Round("stock", 1)  # R14: the same round goes on with the next player
    assert allowed(game, StartCompany("Cy", "BME", 60))
    assert allowed(game, BuyShare("Cy", "RhE", 10))
    assert allowed(game, BuyShare("Cy", "RhE", 10, "pool"))


@pytest.mark.clause("18Rhl/3b")
@pytest.mark.parametrize("act", [BuyPrivate("Ada", "No1"), Bid("Ada", "No4", 85), Pass("Ada")])
def test_one_purchase_one_bid_or_a_pass_is_a_turn(act: Any) -> None:
    game = packet()
    refused(game, Pass("Bo"), code="not-your-turn")
    assert allowed(game, act)
    game.play(act)
    assert game.turn == "Bo"
    refused(game, Bid("Ada", "No6", 145), code="not-your-turn")
    assert {type(choice.action) for choice in game.legal()} == {BuyPrivate, Bid, Pass}


@pytest.mark.clause("18Rhl/3c")
def test_only_the_lowest_lot_can_be_bought_at_its_printed_value_and_nobody_bids_on_it() -> None:
    game = packet()
    for lot, value in (("No1", 20), ("No2", 30), ("No3", 50), ("No4", 80), ("No5", 120), ("No6", 140)):
        buyer = game.turn
        for other in {"No1", "No2", "No3", "No4", "No5", "No6"} - {lot}:
            refused(game, BuyPrivate(buyer, other), clause="18Rhl/3c")
        refused(game, Bid(buyer, lot, value + 5), code="bid-lot")
        before = game.position.cash[buyer]
        game.play(BuyPrivate(buyer, lot))
        assert game.position.cash[buyer] == before - value


@pytest.mark.clause("18Rhl/3c")
def test_who_has_less_than_the_printed_value_is_told_of_it() -> None:
    game = packet()
    game.position.cash = {**game.position.cash, game.turn: 19}
    refused(game, BuyPrivate(game.turn, "No1"), code="no-cash", clause="18Rhl/3c")


@pytest.mark.clause("18Rhl/3d")
@pytest.mark.parametrize(("lot", "value"), [("No2", 30), ("No3", 50), ("No4", 80), ("No5", 120), ("No6", 140)])
def test_a_bid_is_5_marks_above_the_printed_value_and_above_the_highest_bid(lot: str, value: int) -> None:
    game = packet()
    refused(game, Bid("Ada", lot, value + 4), clause="18Rhl/3d")
    assert allowed(game, Bid("Ada", lot, value + 6))  # whole marks, no steps of 5 (R15)
    game.play(Bid("Ada", lot, value + 5))
    refused(game, Bid("Bo", lot, value + 9), clause="18Rhl/3d")
    game.play(Bid("Bo", lot, value + 10))
    assert lots_on_offer(game)[lot] == (value + 15, 600)


@pytest.mark.clause("18Rhl/3d")
def test_a_sold_certificate_takes_no_bids() -> None:
    game = packet(BuyPrivate("Ada", "No1"))
    assert set(lots_on_offer(game)) == {"No3", "No4", "No5", "No6"}
    refused(game, Bid("Bo", "No1", 25), clause="18Rhl/3d")


@pytest.mark.clause("18Rhl/3d")
def test_a_player_may_bid_on_several_lots_and_a_new_bid_on_one_replaces_the_old() -> None:  # R15
    game = packet(Bid("Ada", "No6", 200), *passes("Bo", "Cy"), Bid("Ada", "No5", 125), *passes("Bo", "Cy"))
    assert lots_on_offer(game)["No6"] == (205, 600 - 125)
    game.play(Bid("Ada", "No6", 300))
    play_on(game, BuyPrivate("Bo", "No1"), BuyPrivate("Cy", "No2"), Pass("Ada"), BuyPrivate("Bo", "No3"))
    game.play(BuyPrivate("Cy", "No4"))  # one bid on No. 5, one on No. 6: no auctions
    assert game.position.cash["Ada"] == 600 - 125 - 300


@pytest.mark.clause("18Rhl/3e")
def test_money_that_is_bid_cannot_be_used_for_anything_else() -> None:
    game = packet(Bid("Ada", "No6", 585), *passes("Bo", "Cy"))
    refused(game, BuyPrivate("Ada", "No1"))  # 15 left
    refused(game, Bid("Ada", "No2", 35), clause="18Rhl/3e")
    assert allowed(game, Bid("Ada", "No6", 600))
    refused(game, Bid("Ada", "No6", 601), clause="18Rhl/3e")
    play_on(game, *passes("Ada", "Bo", "Cy"))
    assert allowed(game, BuyPrivate("Ada", "No1"))  # for 15 by now


@pytest.mark.clause("18Rhl/3e")
def test_money_bid_on_another_lot_cannot_be_used_in_an_auction() -> None:
    game = packet(Bid("Ada", "No2", 35), Bid("Bo", "No2", 40), Pass("Cy"), Bid("Ada", "No6", 500))
    play_on(game, Pass("Bo"), BuyPrivate("Cy", "No1"))
    assert game.turn == "Ada"  # the auction for No. 2
    refused(game, Bid("Ada", "No2", 101), clause="18Rhl/3e")
    assert allowed(game, Bid("Ada", "No2", 100))


# Nobody wants it


@pytest.mark.clause("18Rhl/3f")
def test_after_each_round_of_passes_the_pwb_is_5_marks_cheaper_and_nothing_is_paid() -> None:  # R16
    game = packet(Bid("Ada", "No2", 35))
    for cost in (15, 10, 5):
        play_on(game, *passes("Bo", "Cy", "Ada"))
        twin = game.copy()
        twin.play(BuyPrivate("Bo", "No1"))
        assert twin.position.cash["Bo"] == 600 - cost
    assert [(cut.lot, cut.price) for cut in events(game, PriceCut)] == [("No1", 15), ("No1", 10), ("No1", 5)]
    assert {pay.reason for pay in events(game, Paid)} == {"starting cash"}
    game.play(BuyPrivate("Bo", "No1"))
    assert game.position.privates["No2"] == "Ada"  # her bid has stayed in force
    assert game.position.cash["Ada"] == 565


@pytest.mark.clause("18Rhl/3f")
def test_the_price_falls_only_when_all_have_passed_in_succession() -> None:
    game = packet(Pass("Ada"), Bid("Bo", "No6", 145), *passes("Cy", "Ada"))
    assert not list(events(game, PriceCut))
    game.play(Pass("Bo"))
    assert [cut.price for cut in events(game, PriceCut)] == [15]
    assert game.turn == "Cy"


@pytest.mark.clause("18Rhl/3g")
def test_the_first_player_offered_the_pwb_for_nothing_must_take_it() -> None:  # R16
    game = packet(Bid("Ada", "No6", 145), *passes("Bo", "Cy", "Ada") * 3)
    assert allowed(game, Pass("Bo"))
    play_on(game, *passes("Bo", "Cy", "Ada"))
    assert game.turn == "Bo"
    refused(game, Pass("Bo"), clause="18Rhl/3g")
    refused(game, Bid("Bo", "No2", 35), clause="18Rhl/3g")
    game.play(BuyPrivate("Bo", "No1"))
    assert game.position.cash["Bo"] == 600
    assert game.position.privates["No1"] == "Bo"
    assert game.turn == "Cy"  # that was his turn


@pytest.mark.clause("18Rhl/3m")
def test_when_all_pass_without_the_pwb_the_private_companies_pay_and_the_round_goes_on() -> None:  # R17
    game = packet(BuyPrivate("Ada", "No1"), BuyPrivate("Bo", "No2"), BuyPrivate("Cy", "No3"), Bid("Ada", "No6", 145))
    cash = {"Ada": 580, "Bo": 570, "Cy": 550}
    for again in (1, 2, 3):
        play_on(game, *passes("Bo", "Cy", "Ada"))
        paid = [game.position.cash[name] - cash[name] for name in NAMES]
        assert paid == [5 * again, 0, 15 * again]
        assert game.position.round == Round("stock", 1)
        assert game.turn == "Bo"
    assert not list(events(game, PriceCut))
    assert lots_on_offer(game)["No6"][0] == 150  # the bid stays
    game.play(BuyPrivate("Bo", "No4"))
    assert game.position.cash["Bo"] == 570 - 80  # at its printed value


# Bids are settled


@pytest.mark.clause("18Rhl/3h", "18Rhl/3j", "18Rhl/3k")
def test_a_lot_with_one_bid_is_sold_when_it_becomes_the_lowest_and_so_on() -> None:  # R14
    game = packet(Bid("Ada", "No2", 41), Bid("Bo", "No3", 55), Pass("Cy"), Bid("Ada", "No6", 150))
    assert set(game.position.privates.values()) == {"offering"}
    game.play(BuyPrivate("Bo", "No1"))
    owners = {"No1": "Bo", "No2": "Ada", "No3": "Bo", "No4": "offering", "No5": "offering", "No6": "offering"}
    assert game.position.privates == owners
    assert [game.position.cash[who] for who in NAMES] == [600 - 41, 600 - 20 - 55, 600]
    assert game.position.cash["bank"] == 7200 + 41 + 20 + 55
    assert game.turn == "Cy"  # left of Bo, whose turn caused the sales


def three_bids() -> Game:
    """Ada has bid 35, Cy 40, Bo 45 for No. 2; Cy has just bought No. 1."""
    game = packet(Bid("Ada", "No2", 35), Pass("Bo"), Bid("Cy", "No2", 40), Pass("Ada"), Bid("Bo", "No2", 45))
    return play_on(game, BuyPrivate("Cy", "No1"))


@pytest.mark.clause("18Rhl/3i")
def test_in_an_auction_the_lowest_bidder_speaks_first_and_then_it_goes_clockwise() -> None:  # R15
    game = three_bids()
    assert game.turn == "Ada"
    refused(game, Bid("Ada", "No2", 49), code="bid-low")
    refused(game, Bid("Ada", "No3", 60), code="bid-lot")
    refused(game, BuyPrivate("Ada", "No2"))
    game.play(Bid("Ada", "No2", 50))
    assert game.turn == "Bo"  # not Cy, whose bid is the lowest now
    refused(game, Bid("Bo", "No2", 54), code="bid-low")
    game.play(Bid("Bo", "No2", 61))
    assert game.turn == "Cy"
    game.play(Pass("Cy"))
    game.play(Bid("Ada", "No2", 66))
    assert game.turn == "Bo"
    game.play(Bid("Bo", "No2", 71))
    assert game.turn == "Ada"  # Cy has passed and is out
    game.play(Pass("Ada"))
    assert game.position.privates["No2"] == "Bo"
    assert game.position.cash["Bo"] == 600 - 71


@pytest.mark.clause("18Rhl/3i")
def test_the_last_one_left_buys_at_his_own_bid() -> None:
    game = play_on(three_bids(), Pass("Ada"))
    assert game.turn == "Cy"  # Bo has the highest bid
    game.play(Pass("Cy"))
    assert game.position.privates["No2"] == "Bo"
    assert game.position.cash["Bo"] == 600 - 45


@pytest.mark.clause("18Rhl/3j", "18Rhl/3k")
def test_the_bank_is_paid_at_once_and_the_other_bidders_take_their_money_back() -> None:
    game = play_on(three_bids(), Bid("Ada", "No2", 50), Pass("Bo"), Pass("Cy"))
    assert [game.position.cash[who] for who in (*NAMES, "bank")] == [550, 600, 580, 7270]
    assert game.turn == "Ada"  # left of Cy, who bought No. 1
    assert lots_on_offer(game)["No6"] == (145, 550)
    game.play(Pass("Ada"))
    assert lots_on_offer(game)["No6"] == (145, 600)


@pytest.mark.clause("18Rhl/3k")
def test_after_the_last_sales_the_player_left_of_the_buyer_has_the_first_turn_with_shares() -> None:  # R14
    game = packet(BuyPrivate("Ada", "No1"), BuyPrivate("Bo", "No2"), Bid("Cy", "No6", 150), Bid("Ada", "No5", 125))
    play_on(game, BuyPrivate("Bo", "No3"), Bid("Cy", "No6", 160), BuyPrivate("Ada", "No4"))
    assert game.actor == "Cy"  # Ada's purchase sold No. 5 to her and No. 6 to Cy, who sets the price
    game.play(StartCompany("Cy", "RhE", 65))
    assert game.turn == "Bo"
    assert allowed(game, StartCompany("Bo", "BME", 60))


# After the packet


@pytest.mark.clause("18Rhl/3l")
def test_no_share_is_sold_in_the_first_stock_round() -> None:
    game = sold_packet()
    play_on(game, BuyShare("Ada", "RhE", 10), *passes("Bo", "Cy"))
    refused(game, SellShares("Ada", "RhE", 10), code="no-sale-yet", clause="18Rhl/3l")
    parts = {"companies": {"BME": company(70, Ada=50)}, "operated": ("BME",)}
    sale = SellShares("Ada", "BME", 10)
    refused(rhl(round={"kind": "stock", "set": 1}, **parts), sale, code="no-sale-yet")
    assert allowed(rhl(round={"kind": "stock", "set": 2}, **parts), sale)


@pytest.mark.clause("18Rhl/3n", "18Rhl/3q")
def test_the_first_stock_round_ends_when_all_have_passed_in_succession() -> None:
    game = sold_packet()
    play_on(game, *passes("Ada", "Bo"), BuyShare("Cy", "RhE", 10), *passes("Ada", "Bo"))
    assert game.position.round == Round("stock", 1)
    game.play(Pass("Cy"))
    assert game.position.round == Round("operating", 1, 1, 1)
    assert game.actor == "RhE"


@pytest.mark.clause("18Rhl/3o")
def test_the_player_with_the_most_cash_gets_the_priority_deal() -> None:
    game = sold_packet()
    assert [game.position.cash[who] for who in NAMES] == [500, 450, 410]
    play_on(game, StartCompany("Ada", "BME", 60), *passes("Bo", "Cy", "Ada"))
    # at the start of the operating round Ada gets 5 + 20, Bo 25, Cy 15: too late
    assert [game.position.cash[who] for who in NAMES] == [380 + 25, 450 + 25, 410 + 15]
    assert game.position.order == ("Bo", "Cy", "Ada")


@pytest.mark.clause("18Rhl/3o")
@pytest.mark.parametrize(
    ("last", "tied", "first"),
    [
        ("Bo", ("Ada", "Cy"), "Cy"),
        ("Bo", ("Ada", "Bo"), "Ada"),
        ("Ada", ("Ada", "Bo", "Cy"), "Bo"),
        ("Cy", ("Bo", "Cy"), "Bo"),
        ("Ada", ("Ada", "Cy"), "Cy"),
        ("Ada", ("Ada",), "Ada"),
    ],
)
def test_a_tie_goes_to_the_first_of_them_after_the_last_buyer(last: str, tied: tuple[str, ...], first: str) -> None:
    game = rhl(
        round={"kind": "stock", "set": 1},
        companies={"BME": company(70, Ada=40)},
        cash={name: 300 if name in tied else 299 for name in NAMES},
        extra={"last_buyer": last},
        turn={"player": "Cy", "passed": ["Ada", "Bo"]},
    )
    game.play(Pass("Cy"))
    assert game.position.order[0] == first
    assert game.position.order == (NAMES * 2)[NAMES.index(first) :][:3]


@pytest.mark.clause("18Rhl/3o")
def test_for_a_tie_sellers_do_not_matter() -> None:  # R19
    game = rhl(
        round={"kind": "stock", "set": 2},
        companies={"BME": company(70, Ada=30, Cy=30)},
        operated=("BME",),
        cash={"Ada": 200, "Bo": 270, "Cy": 130},
    )
    play_on(game, Pass("Ada"), BuyShare("Bo", "BME", 10), SellShares("Cy", "BME", 10), *passes("Cy", "Ada", "Bo", "Cy"))
    # all three have 200: Cy is the first after Bo, the last buyer; after the seller it would be Ada
    assert game.position.order[0] == "Cy"


@pytest.mark.clause("18Rhl/3o")
def test_for_a_tie_purchases_in_the_packet_count() -> None:
    """Bo buys all six, while Ada and Cy keep their money: Cy follows him."""
    game = packet()
    for lot in ("No1", "No2", "No3", "No4", "No5", "No6"):
        play_on(game, Pass("Ada"), BuyPrivate("Bo", lot))
        game.play(Pass("Cy") if lot != "No6" else StartCompany("Bo", "RhE", 60))
    play_on(game, *passes("Cy", "Ada", "Bo"))
    assert game.position.order == ("Cy", "Ada", "Bo")


def after_first_round(**parts: Any) -> Game:
    """Cy's pass has ended the first stock round; nothing floated before."""
    game = rhl(
        **{
            "round": {"kind": "stock", "set": 1},
            "floated": (),
            "operated": (),
            "turn": {"player": "Cy", "passed": ["Ada", "Bo"]},
            **parts,
        }
    )
    game.play(Pass("Cy"))
    return game


@pytest.mark.clause("18Rhl/3p")
@pytest.mark.parametrize(
    ("name", "held", "capital"),
    [
        ("BME", {"Ada": 40}, None),
        ("BME", {"Ada": 20, "Bo": 30}, 350),
        ("BME", {"Ada": 50, "Bo": 20}, 490),
        ("KKK", {"Ada": 40}, None),
        ("KKK", {"Ada": 40, "Bo": 20}, 420),  # R9
        ("GVE", {"Ada": 40}, None),
        ("GVE", {"Ada": 40, "Bo": 10}, 350),  # R9: the free share is paid too
        ("RhE", {"Ada": 20, "pool": 30}, 140),  # R10: the three pool shares count but bring nothing
        ("RhE", {"Ada": 30, "pool": 20}, 140),
        ("RhE", {"Ada": 40, "pool": 30}, 280),
    ],
)
def test_what_is_out_of_the_offering_decides_who_floats_after_the_first_round(
    name: str, held: dict[str, int], capital: int | None
) -> None:
    others: dict[str, Any] = {} if capital else {"DEE": company(65, Cy=50)}  # somebody must operate
    game = after_first_round(companies={name: company_of(held, par=70), **others})
    floats = {event.company: event.capital for event in events(game, Floated)}
    assert floats.get(name) == capital
    assert (name in game.position.floated) == (capital is not None)
    assert price(game, name) == (75 if capital else 70)  # one row up from 70 in the column of 75
    assert game.position.cash[name] == (capital or 0)


@pytest.mark.clause("18Rhl/3p", "18Rhl/3q")
def test_the_rhe_always_floats_after_the_first_round_and_operates() -> None:  # R10
    game = play_on(sold_packet(), *passes("Ada", "Bo", "Cy"))
    assert [(event.company, event.capital) for event in events(game, Floated)] == [("RhE", 140)]
    assert game.position.round == Round("operating", 1, 1, 1)
    assert (game.actor, game.turn) == ("RhE", "Cy")
    assert percent(game, "RhE", "pool") == 30
