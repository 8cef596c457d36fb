"""18BL, chapter 3: the Starting Round with standing bids, auctions among the bidders and a falling price."""

from __future__ import annotations

import pytest
from tests.blkit import NAMES, cash, fresh, passes
from tests.kit import allowed, choices, events, play_on, refused

from stellwerk.actions import Bid, BuyPrivate, Pass
from stellwerk.events import Paid, PriceCut
from stellwerk.position import BANK, OFFERING, Round


@pytest.mark.clause("18BL/3a")
def test_privates_are_sold_in_their_order() -> None:
    game = fresh()
    refused(game, BuyPrivate("Ada", "DTE"), clause="18BL/3a")
    game.play(BuyPrivate("Ada", "SK"))
    assert game.position.privates["SK"] == "Ada" and cash(game, "Ada") == 675
    assert allowed(game, BuyPrivate("Bo", "DTE"))


@pytest.mark.clause("18BL/3b")
def test_a_turn_is_a_purchase_a_bid_or_a_pass() -> None:
    game = fresh()
    refused(game, BuyPrivate("Bo", "SK"), clause="18BL/3b")
    refused(game, Bid("Ada", "SK", 30), clause="18BL/3b")
    for action in (BuyPrivate("Ada", "SK"), Bid("Ada", "MBG", 85), Pass("Ada")):
        other = fresh(action)
        assert other.turn == "Bo"


@pytest.mark.clause("18BL/3c")
def test_it_goes_on_until_all_are_sold() -> None:
    sales = [BuyPrivate(NAMES[i % 3], lot) for i, lot in enumerate(("SK", "DTE", "MBG", "EHG", "DEB"))]
    game = fresh(*sales)
    assert game.position.round == Round("draft")
    game.play(BuyPrivate("Cy", "CCE"))
    assert game.position.round == Round("stock", 1)
    assert OFFERING not in game.position.privates.values()


@pytest.mark.clause("18BL/3d")
def test_bids_rise_by_multiples_of_five() -> None:
    game = fresh()
    for amount in (80, 84, 86):
        refused(game, Bid("Ada", "MBG", amount), clause="18BL/3d")
    game.play(Bid("Ada", "MBG", 85))
    refused(game, Bid("Bo", "MBG", 85), clause="18BL/3d")
    assert allowed(game, Bid("Bo", "MBG", 90)) and allowed(game, Bid("Bo", "MBG", 200))
    (choice,) = [c for c in choices(game, Bid) if c.action.lot == "MBG"]  # type: ignore[attr-defined]
    assert (choice.low, choice.high, choice.step) == (90, 700, 5)


@pytest.mark.clause("18BL/3e")
def test_money_bid_is_set_aside() -> None:
    game = fresh(Bid("Ada", "CCE", 600), *passes("Bo", "Cy"))
    refused(game, Bid("Ada", "MBG", 105), clause="18BL/3e")
    assert allowed(game, Bid("Ada", "MBG", 100)) and allowed(game, BuyPrivate("Ada", "SK"))
    poor = fresh(Bid("Ada", "CCE", 680), *passes("Bo", "Cy"))
    refused(poor, BuyPrivate("Ada", "SK"))


@pytest.mark.clause("18BL/3f")
def test_a_bid_may_be_raised_later_but_need_not() -> None:
    game = fresh(Bid("Ada", "MBG", 85), Bid("Bo", "MBG", 90), Pass("Cy"))
    assert allowed(game, Pass("Ada"))
    game.play(Bid("Ada", "MBG", 95))
    play_on(game, BuyPrivate("Bo", "SK"), BuyPrivate("Cy", "DTE"))
    assert game.turn == "Bo", "both bidders are in the auction, Bo with his first bid"
    other = fresh(Bid("Ada", "MBG", 85), Bid("Bo", "MBG", 90), BuyPrivate("Cy", "SK"), BuyPrivate("Ada", "DTE"))
    assert other.turn == "Ada", "one bid admits to the auction, though it was not raised"


@pytest.mark.clause("18BL/3g")
def test_bids_on_several_privates() -> None:
    game = fresh(Bid("Ada", "MBG", 85), *passes("Bo", "Cy"), Bid("Ada", "EHG", 105), *passes("Bo", "Cy"))
    assert allowed(game, Bid("Ada", "CCE", 185))


@pytest.mark.clause("18BL/3h")
def test_a_single_bidder_gets_it_at_once() -> None:
    game = fresh(Bid("Ada", "DTE", 60), Bid("Bo", "MBG", 90), BuyPrivate("Cy", "SK"))
    owners = game.position.privates
    assert (owners["DTE"], owners["MBG"], owners["EHG"]) == ("Ada", "Bo", OFFERING)
    assert (cash(game, "Ada"), cash(game, "Bo"), cash(game, "Cy")) == (640, 610, 675)
    assert cash(game, BANK) == 10_000 - 2_100 + 60 + 90 + 25


@pytest.mark.clause("18BL/3i")
def test_an_auction_among_the_bidders() -> None:
    """Given bids of Ada, Cy and Dee, the highest Ada's, Cy (left of her) starts; Bo has no say; a pass is final."""
    names = ("Ada", "Bo", "Cy", "Dee")
    game = fresh(
        Pass("Ada"),
        Pass("Bo"),
        Bid("Cy", "DTE", 55),
        Bid("Dee", "DTE", 60),
        Bid("Ada", "DTE", 65),
        BuyPrivate("Bo", "SK"),
        players=names,
    )
    assert game.turn == "Cy"
    refused(game, Bid("Bo", "DTE", 70), clause="18BL/3i")
    refused(game, Bid("Cy", "DTE", 72), clause="18BL/3d")
    play_on(game, Bid("Cy", "DTE", 70))
    assert game.turn == "Dee"
    play_on(game, Pass("Dee"))
    assert game.turn == "Ada"
    play_on(game, Bid("Ada", "DTE", 75))
    assert game.turn == "Cy", "Dee is out"
    play_on(game, Pass("Cy"))
    assert game.position.privates["DTE"] == "Ada" and cash(game, "Ada") == 525 - 75


@pytest.mark.clause("18BL/3j")
def test_the_others_get_their_money_back() -> None:
    game = fresh(Bid("Ada", "DTE", 300), Bid("Bo", "DTE", 305), BuyPrivate("Cy", "SK"), Pass("Ada"))
    assert game.position.privates["DTE"] == "Bo"
    assert cash(game, "Ada") == 700 and allowed(game, Bid("Ada", "CCE", 700))


@pytest.mark.clause("18BL/3k")
def test_play_goes_on_left_of_the_last_purchase_without_auction() -> None:
    """Given Cy's purchase that starts an auction, Ada is next; what bidders are handed does not move the turn."""
    game = fresh(Bid("Ada", "DTE", 55), Bid("Bo", "DTE", 60), BuyPrivate("Cy", "SK"), Pass("Ada"))
    assert game.turn == "Ada"
    handed = fresh(Bid("Ada", "DTE", 55), BuyPrivate("Bo", "SK"))
    assert handed.position.privates["DTE"] == "Ada" and handed.turn == "Cy"


@pytest.mark.clause("18BL/3l")
def test_the_first_private_becomes_cheaper() -> None:
    """Given three passes, it is offered from the first seat on for 20, then 15; nobody bids; Bo takes it."""
    game = fresh(*passes(*NAMES))
    assert game.turn == "Ada" and not choices(game, Bid)
    refused(game, Bid("Ada", "CCE", 185), clause="18BL/3l")
    play_on(game, *passes(*NAMES))
    assert game.turn == "Ada"
    play_on(game, Pass("Ada"), BuyPrivate("Bo", "SK"))
    assert cash(game, "Bo") == 685 and game.turn == "Cy" and choices(game, Bid)


@pytest.mark.clause("18BL/3l")
def test_at_nothing_the_first_player_must_take_it() -> None:
    game = fresh(*passes(*(NAMES * 5)))
    assert [event.price for event in events(game, PriceCut)] == [20, 15, 10, 5, 0]
    refused(game, Pass("Ada"), clause="18BL/3l")
    game.play(BuyPrivate("Ada", "SK"))
    assert cash(game, "Ada") == 700 and game.turn == "Bo"


@pytest.mark.clause("18BL/3l")
def test_bids_lying_there_stay_while_the_price_falls() -> None:
    game = fresh(Bid("Ada", "DTE", 55), *passes("Bo", "Cy", "Ada"))
    assert game.turn == "Ada"
    play_on(game, Pass("Ada"), BuyPrivate("Bo", "SK"))
    assert game.position.privates["DTE"] == "Ada" and game.turn == "Cy"


@pytest.mark.clause("18BL/3m")
def test_all_pass_later_and_the_privates_pay() -> None:
    game = fresh(BuyPrivate("Ada", "SK"), BuyPrivate("Bo", "DTE"), *passes("Cy", "Ada", "Bo"))
    paid = [(event.payee, event.amount) for event in events(game, Paid) if event.reason.startswith("income")]
    assert paid == [("Ada", 5), ("Bo", 10)]
    assert game.turn == "Cy"
    play_on(game, *passes("Cy", "Ada", "Bo"), BuyPrivate("Cy", "MBG"))
    assert cash(game, "Ada") == 675 + 10 and cash(game, "Cy") == 620, "no price is reduced"
