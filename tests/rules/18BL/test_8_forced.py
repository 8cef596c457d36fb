"""18BL, 8.8.3 to 8.8.5 and 10: the duty to own a vehicle, forced purchases, bankruptcy, the end."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blkit import bl, cash, end_round, stock, token, trains, turn_of
from tests.kit import allowed, company, director, events, offered, percent, play_on, refused

from stellwerk.actions import BuyShare, BuyTrain, Dividend, Pass, Run, SellShares
from stellwerk.events import BankBroken, Bankrupt, CompanyClosed, Paid
from stellwerk.game import Game
from stellwerk.position import BANK, OUT, POOL, Round
from stellwerk.titles import rules_of
from stellwerk.titles.t18bl import tokens

RULES = rules_of("18BL")
SIX = BuyTrain("CME", BANK, "6-1", "6", 600)
BUS = BuyTrain("CME", BANK, "SB5-1", "SB5", 340)
POOLED = BuyTrain("CME", POOL, "4-1", "4", 300)


def need(treasury: int, director: int = 700, **parts: Any) -> Game:
    """The book's example: the CME without a vehicle; on sale 6 (600), SB5 (340), SB6 (440), in the pool a 4 (300).

    Ada holds 50% of the CME, 30% of the OV (Bo's, 75) and 20% of the MEG (Cy's, 70).
    """
    position = {
        "phase": "5",
        "next_card": ("6-1", "SB5-1", "BW-B-1"),
        "companies": {
            "CME": company(80, Ada=50, Bo=20),
            "OV": company(75, Bo=40, Ada=30),
            "MEG": company(70, Cy=40, Ada=20),
        },
        "operated": ("CME", "OV", "MEG"),
        "stations": {"CME": ("O3",)},
        "cash": {"CME": treasury, "Ada": director},
        "trains": {"pool": ("4-1 4",)},
        "scrapped": ("2", "BW-A"),
    }
    return turn_of("CME", "trains", **{**position, **parts})


# 8.8.3


@pytest.mark.clause("18BL/8.8.3a")
def test_every_corporation_must_own_a_train_or_a_rail_bus() -> None:
    """Without any route too; a trailer is not enough."""
    refused(need(1000), Pass("CME"), clause="18BL/8.8.3a")
    trailer = need(1000, trains={"CME": ("BW-B-1 BW-B",)}, next_card=("6-1", "SB5-1", "BW-B-2"))
    refused(trailer, Pass("CME"), clause="18BL/8.8.3a")
    for fleet in ("5-1 5", "SB4-1 SB4"):
        assert allowed(need(0, trains={"CME": (fleet,)}), Pass("CME"))


@pytest.mark.clause("18BL/8.8.3b")
def test_the_treasury_pays_if_it_can_pay_the_cheapest() -> None:
    """The book's example: with 320 it must take the 4-train of the pool, or one of another corporation (R76)."""
    game = need(
        320,
        companies={"CME": company(80, Ada=50), "OV": company(75, Ada=60)},
        trains={"pool": ("4-1 4",), "OV": ("5-1 5", "5-2 5")},
        operated=("CME", "OV"),
    )
    own = {action for action in offered(game, BuyTrain) if action.source in (BANK, POOL)}
    assert own == {POOLED}
    refused(game, SIX, clause="18BL/8.8.1f")
    assert allowed(game, BuyTrain("CME", "OV", "5-1", "5", 1)) and not allowed(game, Pass("CME"))
    more = need(450)
    assert {a.face for a in offered(more, BuyTrain)} == {"4", "SB5", "SB6"}, "any one it can pay"


@pytest.mark.clause("18BL/8.8.3c", "18BL/8.8.4a")
def test_a_forced_purchase_out_of_the_boxes() -> None:
    """The book's example: with 250 the 6-train or the SB5, not the 4-train of the pool nor the SB6."""
    game = need(250)
    assert set(offered(game, BuyTrain)) == {SIX, BUS}
    refused(game, POOLED, clause="18BL/8.8.1f")
    refused(game, BuyTrain("CME", BANK, "SB6-1", "SB6", 440), clause="18BL/8.8.1f")
    arranged = need(
        250,
        companies={"CME": company(80, Ada=50), "OV": company(75, Ada=60)},
        operated=("CME", "OV"),
        trains={"OV": ("5-1 5",)},
    )
    play_on(arranged, BuyTrain("CME", "OV", "5-1", "5", 250), Pass("CME"))


@pytest.mark.clause("18BL/8.8.4a")
def test_the_pool_only_when_both_boxes_are_empty() -> None:
    """R77: then the cheapest of the pool; where that is empty too the duty rests."""
    empty = need(100, trains={"pool": ("4-1 4", "5-1 5")}, next_card=("BW-B-1",))
    assert {a.card for a in offered(empty, BuyTrain)} == {"4-1"}
    nothing = need(100, trains={}, next_card=("BW-B-1",))
    assert not offered(nothing, BuyTrain) and allowed(nothing, Pass("CME"))


@pytest.mark.clause("18BL/8.8.4b")
@pytest.mark.parametrize(("sale", "left"), [(SIX, 350), (BUS, 610)])
def test_the_treasury_first_then_the_director(sale: BuyTrain, left: int) -> None:
    game = play_on(need(250), sale)
    assert (cash(game, "CME"), cash(game, "Ada")) == (0, left) and trains(game, "CME") == [sale.face]


@pytest.mark.clause("18BL/8.8.4c")
def test_no_private_money_for_a_second_vehicle() -> None:
    game = play_on(need(250), BUS)
    assert not offered(game, BuyTrain)
    refused(game, SIX, clause="18BL/8.8.1f")
    game.play(Pass("CME"))


@pytest.mark.clause("18BL/8.8.4d")
def test_the_director_sells_only_as_much_as_is_needed() -> None:
    """Given 90 missing and 30 in cash, 60 is needed: one share of any corporation, not two."""
    game = play_on(need(250, 30), BUS)
    assert game.turn == "Ada"
    assert {(a.company, a.percent) for a in offered(game, SellShares)} == {("CME", 10), ("OV", 10), ("MEG", 10)}
    refused(game, SellShares("Ada", "OV", 20), clause="18BL/8.8.4d")
    game.play(SellShares("Ada", "OV", 10))
    assert trains(game, "CME") == ["SB5"] and cash(game, "Ada") == 30 + 75 - 90


@pytest.mark.clause("18BL/8.8.4d")
def test_the_acting_corporation_keeps_its_director_others_need_not() -> None:
    """Given Ada with 40% of the CME and Bo with 30%, she sells one share of it at most; the OV may change director."""
    companies = {"CME": company(80, Ada=40, Bo=30), "OV": company(75, Ada=30, Bo=20)}
    game = play_on(need(100, 0, companies=companies, operated=("CME", "OV")), BUS)
    refused(game, SellShares("Ada", "CME", 20), clause="18BL/8.8.4d")
    play_on(game, SellShares("Ada", "OV", 30))
    assert director(game, "OV") == "Bo"
    game.play(SellShares("Ada", "CME", 10))
    assert director(game, "CME") == "Ada" and trains(game, "CME") == ["SB5"]


@pytest.mark.clause("18BL/8.8.4d", "18BL/7.4d")
def test_in_its_first_turn_its_own_shares_are_not_sold() -> None:
    """Given the CME in its first turn, it has finished none, so only shares of others help (R33)."""
    turn = {"company": "CME", "stage": "trains", "first": True}
    game = play_on(need(250, 30, turn=turn), BUS)
    assert {a.company for a in offered(game, SellShares)} == {"OV", "MEG"}
    refused(game, SellShares("Ada", "CME", 10), clause="18BL/7.4d")


@pytest.mark.clause("18BL/8.8.4d")
def test_no_sale_may_close_the_acting_corporation() -> None:
    """Given the CME on a brown arrow, none of its shares can be sold for its train (R79)."""
    companies = {"CME": token(65, 8, 2, Ada=60), "OV": company(75, Bo=40, Ada=30)}
    game = play_on(need(250, 0, companies=companies, operated=("CME", "OV")), BUS)
    assert {a.company for a in offered(game, SellShares)} == {"OV"}
    refused(game, SellShares("Ada", "CME", 10), clause="18BL/8.8.4d")


def several(treasury: int, edition: int = 2, **held: int) -> Game:
    """Ada, without money, must help the CME to a rail bus for 340; shares are worth 75 (OV), 70 (MEG) and 150 (RhE)."""
    worth = {"OV": company(75, Bo=40), "MEG": company(70, Bo=40), "RhE": token(100, 1, 10, Bo=40)}
    companies = {"CME": company(80, Ada=20)} | {name: worth[name] for name in held}
    for name, share in held.items():
        companies[name]["holders"]["Ada"] = share
    names = tuple(companies)
    return play_on(need(treasury, 0, companies=companies, operated=names, floated=names, edition=edition), BUS)


@pytest.mark.clause("18BL/8.8.4d")
def test_no_sale_makes_an_earlier_one_superfluous() -> None:
    """Given 140 missing and a share of the OV sold for 75, one of the MEG (70) does it; one of the RhE (150) would
    have done it alone (R90)."""
    game = play_on(several(200, OV=10, MEG=10, RhE=10), SellShares("Ada", "OV", 10))
    assert {(a.company, a.percent) for a in offered(game, SellShares)} == {("MEG", 10)}
    refused(game, SellShares("Ada", "RhE", 10), clause="18BL/8.8.4d", code="sells-too-much")
    play_on(game, SellShares("Ada", "MEG", 10))
    assert trains(game, "CME") == ["SB5"] and cash(game, "Ada") == 75 + 70 - 140
    alone = play_on(several(200, OV=10, MEG=10, RhE=10), SellShares("Ada", "RhE", 10))
    assert trains(alone, "CME") == ["SB5"]


@pytest.mark.clause("18BL/8.8.4d")
def test_no_sale_that_every_other_would_make_superfluous() -> None:
    """Given 140 missing and nothing but a share of the OV (75) and one of the RhE (150), the RhE's is sold (R90)."""
    game = several(200, OV=10, RhE=10)
    refused(game, SellShares("Ada", "OV", 10), clause="18BL/8.8.4d", code="sells-too-much")
    assert offered(game, SellShares) == [SellShares("Ada", "RhE", 10)]


@pytest.mark.clause("18BL/8.8.4d")
def test_two_sales_that_need_each_other() -> None:
    """Given 160 missing, a share of the RhE (150) needs another beside it, in either order; and then no third (R90)."""
    game = several(180, OV=10, MEG=10, RhE=10)
    assert len(offered(game, SellShares)) == 3
    for first, second in (("OV", "RhE"), ("RhE", "OV"), ("MEG", "RhE")):
        sold = play_on(game.copy(), SellShares("Ada", first, 10), SellShares("Ada", second, 10))
        assert trains(sold, "CME") == ["SB5"]
    refused(play_on(game, SellShares("Ada", "OV", 10)), SellShares("Ada", "MEG", 10), clause="18BL/8.8.4d")


@pytest.mark.clause("18BL/8.8.4d")
def test_in_the_first_edition_each_sale_was_judged_by_itself() -> None:
    """R90: a game that began by edition 1 lets the RhE's share make the OV's superfluous."""
    game = several(200, edition=1, OV=10, MEG=10, RhE=10)
    play_on(game, SellShares("Ada", "OV", 10), SellShares("Ada", "RhE", 10))
    assert trains(game, "CME") == ["SB5"] and cash(game, "Ada") == 75 + 150 - 140


@pytest.mark.clause("18BL/8.8.4d", "18BL/8.8.4e")
def test_who_can_raise_the_money_must() -> None:
    """Given 280 missing and sales of 150 (OV) and 140 (MEG) at most, a smaller one is refused."""
    companies = {"CME": company(80, Ada=20), "OV": company(75, Bo=40, Ada=20), "MEG": company(70, Cy=40, Ada=20)}
    game = play_on(need(60, 0, companies=companies, operated=("CME", "OV", "MEG"), floated=("CME", "OV", "MEG")), BUS)
    refused(game, SellShares("Ada", "MEG", 10), clause="18BL/8.8.4e")
    play_on(game, SellShares("Ada", "MEG", 20), SellShares("Ada", "OV", 20))
    assert trains(game, "CME") == ["SB5"] and not list(events(game, Bankrupt))


@pytest.mark.clause("18BL/8.8.4e")
def test_just_enough_is_enough() -> None:
    """Given 290 missing and sales of 150 (OV) and 140 (MEG), Ada sells both and is not bankrupt."""
    companies = {"CME": company(80, Ada=20), "OV": company(75, Bo=40, Ada=20), "MEG": company(70, Cy=40, Ada=20)}
    game = play_on(need(50, 0, companies=companies, operated=("CME", "OV", "MEG"), floated=("CME", "OV", "MEG")), BUS)
    play_on(game, SellShares("Ada", "MEG", 20), SellShares("Ada", "OV", 20))
    assert trains(game, "CME") == ["SB5"] and cash(game, "Ada") == 0 and not list(events(game, Bankrupt))


@pytest.mark.clause("18BL/8.8.4a")
def test_the_dearer_one_only_if_the_director_can_pay_it() -> None:
    """R80: with little behind her Ada may choose only the rail bus."""
    companies = {"CME": company(80, Ada=50, Bo=20)}
    poor = need(250, 100, companies=companies, operated=("CME",))
    assert offered(poor, BuyTrain) == [BUS]


# 8.8.5


def ruined(**parts: Any) -> Game:
    """Ada, with nothing but shares that cannot all be sold, must buy for the CME and is bankrupt."""
    companies = {
        "CME": company(80, Ada=50, Bo=40),
        "OV": company(75, Ada=40, Bo=20, pool=40),
        "MEG": company(70, Cy=40, Ada=20, pool=40),
    }
    position = {"companies": companies, "trains": {}, "privates": {}}
    game = need(0, 5, **{**position, **parts})
    game.play(BUS)
    return game


@pytest.mark.clause("18BL/8.8.4e", "18BL/8.8.5a")
def test_a_bankrupt_player_leaves_and_takes_his_corporations_along() -> None:
    """Given 5 cash and sales of 80 (CME), 75 (OV), 70 (MEG), the 340 of the SB5 cannot be raised.

    Ada sells first; she still directs CME and OV, which are removed; the vehicle is not bought (R80).
    """
    game = ruined()
    assert [event.player for event in events(game, Bankrupt)] == ["Ada"]
    assert {event.company for event in events(game, CompanyClosed)} == {"CME", "OV"}
    assert game.position.order == ("Bo", "Cy") and "SB5-1" in game.position.stack
    assert game.actor == "MEG" and not game.over
    refused(game, Pass("Ada"))


@pytest.mark.clause("18BL/8.8.5b")
def test_his_privates_leave_the_game() -> None:
    """Given No. 4 and No. 5 with Ada in the green phase, they go; the tokens go to the pool, the trailer leaves."""
    game = ruined(
        phase="4",
        privates={"EHG": "Ada", "DEB": "Ada", "MBG": "Bo"},
        scrapped=("2",),
        next_card=("6-1", "SB5-1", "BW-A-1"),
    )
    assert game.position.privates["EHG"] == game.position.privates["DEB"] == OUT
    assert game.position.privates["MBG"] == "Bo"
    assert tokens.on_sale(RULES, game.position, POOL) == 3
    assert game.position.trains[RULES.own_trailer][0] == OUT  # type: ignore[attr-defined]


@pytest.mark.clause("18BL/8.8.5c")
def test_what_a_bankrupt_player_keeps() -> None:
    """The cash of his sales, and the 10% of the MEG the full pool did not take, which still gets dividends (R81)."""
    game = ruined()
    assert cash(game, "Ada") == 5 + 80 + 75 + 70
    assert percent(game, "MEG", "Ada") == 10 and percent(game, "MEG", POOL) == 50
    position = game.position
    assert RULES.wealth(position, "Ada") == cash(game, "Ada") + RULES.chart.value(position.markers["MEG"][:2])
    before = cash(game, "Ada")
    paying = game.copy()
    paying.position.agenda = (*paying.position.agenda[:-1], type(paying.position.agenda[-1])("MEG", 3, revenue=100))
    paying.play(Dividend("MEG", "pay"))
    assert cash(paying, "Ada") == before + 10


@pytest.mark.clause("18BL/8.8.5a")
def test_with_one_player_left_the_game_ends_at_once() -> None:
    """R82."""
    companies = {"CME": company(80, Ada=50, Bo=20)}
    game = need(0, 5, players=("Ada", "Bo"), companies=companies, operated=("CME",), trains={})
    game.play(BUS)
    assert game.over and game.position.result is not None and set(game.position.result) == {"Ada", "Bo"}


# 10: the end


def rich(bank: int, **parts: Any) -> dict[str, Any]:
    """Cash so that the bank holds so much: the rest lies with Cy."""
    others = {"Ada": 0, "Bo": 0, **parts}
    return {**others, "Cy": 10_000 - bank - sum(others.values())}


def last(bank: int, number: int = 1, **parts: Any) -> Game:
    """The CME (Ada 60%) decides about a revenue of 100 in an operating round of a set of two."""
    position = {
        "cash": rich(bank),
        "round": {"kind": "operating", "set": 3, "number": number},
        "revenue": 100,
        "trains": {"CME": ("3-1 3",)},
        "next_card": "3-2",
    }
    return turn_of("CME", "dividend", **{**position, **parts})


@pytest.mark.clause("18BL/10.1a")
def test_the_bank_breaks_in_an_operating_round() -> None:
    """Given 59 in the bank and 60 to pay, the set of operating rounds is played to its end, then the game is over."""
    game = play_on(last(59), Dividend("CME", "pay"))
    assert list(events(game, BankBroken)) == [BankBroken()]
    game.play(Pass("CME"))
    assert game.position.round == Round("operating", 3, 2, 2) and not game.over
    play_on(game, Run("CME", 0), Pass("CME"))
    assert game.over
    enough = play_on(last(60, 2), Dividend("CME", "pay"), Pass("CME"))
    assert not enough.over and enough.position.round == Round("stock", 4)


@pytest.mark.clause("18BL/10.1b")
def test_payments_are_still_made_in_full() -> None:
    game = play_on(last(10), Dividend("CME", "pay"))
    assert cash(game, "Ada") == 60 and cash(game, BANK) == -50


def broke(bank: int, edition: int = 2, **purses: int) -> Game:
    """A stock round in which Ada sells 20% of the BME (160) out of a bank that holds so much."""
    companies = {"BME": company(80, Ada=40, Bo=20)}
    money = {"Ada": 0, "Bo": 0, "Cy": 0, **purses}
    money["BME"] = 10_000 - bank - sum(money.values())
    fleet: dict[str, Any] = {"trains": {"BME": ("3-1 3",)}, "next_card": "3-2"}
    return stock(companies=companies, operated=("BME",), cash=money, edition=edition, **fleet)


def contributions(game: Game) -> dict[str, int]:
    """What the players have given to the bank."""
    return {e.payer: e.amount for e in events(game, Paid) if e.reason.startswith("contribution")}


@pytest.mark.clause("18BL/10.1c")
def test_the_bank_is_empty_in_a_stock_round_and_all_contribute_the_same() -> None:
    """Given 100 in the bank and 160 to pay, each of three gives 20 (R84)."""
    game = play_on(broke(100, Ada=50, Bo=300, Cy=500), SellShares("Ada", "BME", 20))
    assert contributions(game) == {"Ada": 20, "Bo": 20, "Cy": 20} and cash(game, BANK) == 0


@pytest.mark.clause("18BL/10.1c")
def test_who_has_less_gives_all_and_the_others_share_the_rest() -> None:
    game = play_on(broke(100, Ada=200, Bo=10, Cy=500), SellShares("Ada", "BME", 20))
    assert contributions(game) == {"Ada": 25, "Bo": 10, "Cy": 25}


@pytest.mark.clause("18BL/10.1c")
def test_contributions_come_before_the_payment_that_broke_the_bank() -> None:
    """R89: given Ada without cash, what she is paid for her shares is not asked of her; then it is paid in full."""
    game = play_on(broke(100, Cy=500), SellShares("Ada", "BME", 20))
    assert contributions(game) == {"Cy": 60}
    assert (cash(game, "Ada"), cash(game, "Cy"), cash(game, BANK)) == (160, 440, 0)
    told = [e.reason for e in events(game, Paid)]
    assert told.index("contribution to the bank") < told.index("20% of BME")


@pytest.mark.clause("18BL/10.1c")
def test_what_the_players_cannot_give_the_bank_owes() -> None:
    """R89: given 100 in the bank and 15 with all players, the 160 are paid in full."""
    game = play_on(broke(100, Bo=5, Cy=10), SellShares("Ada", "BME", 20))
    assert contributions(game) == {"Bo": 5, "Cy": 10}
    assert cash(game, "Ada") == 160 and cash(game, BANK) == -45


@pytest.mark.clause("18BL/10.1c")
def test_in_the_first_edition_the_payment_came_first() -> None:
    """R89: a game that began by edition 1 takes the contributions out of what was paid, too."""
    game = play_on(broke(100, edition=1, Bo=10, Cy=500), SellShares("Ada", "BME", 20))
    assert contributions(game) == {"Ada": 25, "Bo": 10, "Cy": 25} and cash(game, "Ada") == 135


@pytest.mark.clause("18BL/10.1c")
def test_three_operating_rounds_follow_and_the_game_ends() -> None:
    """In the green phase too; a further shortage is only recorded."""
    game = play_on(broke(100, Bo=300, Cy=500), SellShares("Ada", "BME", 20), Pass("Ada"))
    end_round(game)
    for number in (1, 2, 3):
        assert game.position.round == Round("operating", 2, number, 3)
        play_on(game, Run("BME", 0), Pass("BME"))
    assert game.over


@pytest.mark.clause("18BL/10.2a")
def test_wealth_is_cash_and_shares() -> None:
    game = bl(
        phase="3",
        companies={"BME": company(80, 120, Ada=40, Bo=20)},
        cash={"Ada": 100, "BME": 900},
        privates={"SK": "Ada"},
        trains={"BME": ("3",)},
    )
    assert [RULES.wealth(game.position, player) for player in ("Ada", "Bo", "Cy")] == [100 + 480, 700 + 240, 700]


@pytest.mark.clause("18BL/10.2a")
def test_the_richest_wins_and_equals_share() -> None:
    game = last(59, 2, companies={"CME": company(80, Ada=60)})
    play_on(game, Dividend("CME", "pay"), Pass("CME"))
    assert game.over and game.position.result == {
        "Ada": 60 + 6 * 90,
        "Bo": 0,
        "Cy": 10_000 - 59,
    }
    (ended,) = [e for entry in game.log for e in entry.events if hasattr(e, "winners")]
    assert ended.winners == ("Cy",)


@pytest.mark.clause("18BL/10.2b")
def test_the_score_sheet_says_the_same() -> None:
    """Recorded dividends of 10% added to the stock value give the same result as money paid out (R86)."""
    game = last(0, 2, companies={"CME": company(80, Ada=60)})
    play_on(game, Dividend("CME", "pay"), Pass("CME"))
    value, dividend, shares = 90, 10, 6
    assert game.position.result is not None and game.position.result["Ada"] == shares * (value + dividend)
    assert BuyShare("Ada", "CME", 10) not in game.legal()


@pytest.mark.clause("18BL/10.1a")
def test_a_game_in_which_nothing_moves_any_more_ends() -> None:
    """Given no floated corporation and no private company, when all pass the bank could never be broken: it is over."""
    game = play_on(stock(), Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.over
    goes_on = play_on(stock(privates={"SK": "Ada"}), Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert not goes_on.over
