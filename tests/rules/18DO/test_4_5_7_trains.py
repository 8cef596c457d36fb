"""18DO, 4.5.7: buying trains, obsolescence, forced purchases."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dokit import EAST, EAST_LINE, at, cash, charter, no_run, token, trains, turn_of
from tests.kit import allowed, choices, company, director, events, offered, percent, play_on, price, refused

from stellwerk.actions import Answer, BuyTrain, Dividend, Pass, ReturnTrain, Run, ScrapTrain
from stellwerk.events import LoanTaken
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, OUT, POOL
from stellwerk.rules.stages import acts_of
from stellwerk.steps.own_shares import BuyOwn, SellOwn
from stellwerk.titles import rules_of

RULES = rules_of("18DO")
PRICES = {"2": 80, "3": 180, "4": 300, "5": 450, "6": 630, "8": 800}


def kwe(stage: str = "trains", **parts: Any) -> Game:
    """The KWE (Ada) buying trains."""
    return turn_of("KWE", stage, **parts)


def buy(card: str, name: str = "KWE", source: str = BANK) -> BuyTrain:
    """A train at its printed price."""
    face = RULES.cards.letter(card)
    return BuyTrain(name, source, card, face, PRICES[face])


@pytest.mark.clause("18DO/4.5.7a")
def test_trains_are_bought_at_the_end_out_of_the_treasury() -> None:
    """Given Ada has money and the KWE a train, only its treasury buys; the new train runs in the next turn."""
    game = kwe(trains={"KWE": ("2",)}, cash={"KWE": 179, "Ada": 1000})
    refused(game, buy("3-1"), clause="18DO/4.5.7a")
    game = kwe("run", tiles=EAST, trains={"KWE": ("2",)})
    play_on(game, Run("KWE", 40), Dividend("KWE", "retain"), buy("3-1"))
    assert cash(game, "KWE") == 540 - 180 and game.position.revenues["KWE"] == 40
    refused(game, Run("KWE", 70), clause="18DO/4.5c")


@pytest.mark.clause("18DO/4.5.7b")
@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("8", 2)])
def test_the_train_limit(phase: str, limit: int) -> None:
    """Given a full charter nothing is bought, even if it made some of its trains obsolete."""
    assert RULES.train_limit(kwe(phase=phase).position, "KWE") == limit
    if phase == "3":
        game = kwe(phase="3", trains={"KWE": ("2", "2", "2", "2")}, next_card="4-1")
        refused(game, buy("4-1"), clause="18DO/4.5.7b")


@pytest.mark.clause("18DO/4.5.7c", "18DO/4.5.7.3a")
def test_surplus_trains_go_to_the_pool_unpaid() -> None:
    """Given the CME with three 3-trains when phase 5 begins, its director gives one up, of his choice (R14)."""
    game = kwe(phase="4", next_card="5-1", trains={"KWE": ("4-1 4",), "CME": ("3", "3", "4-2 4")})
    money = cash(game, "CME")
    game.play(buy("5-1"))
    assert game.actor == "CME" and game.turn == "Bo"
    assert {a.card for a in offered(game, ReturnTrain)} == {"3-5", "3-4", "4-2"}
    game.play(ReturnTrain("CME", "3-5"))
    assert trains(game, "CME") == ["3", "4"] and trains(game, POOL) == ["3"] and cash(game, "CME") == money
    assert game.actor == "KWE"


@pytest.mark.clause("18DO/4.5.7d")
def test_pool_trains_for_others_than_the_one_that_gave_them_up() -> None:
    parts: dict[str, Any] = {
        "trains": {"KWE": ("3-1 3",), "pool": ("3-2 3", "3-3 3")},
        "phase": "4",
        "next_card": "4-2",
    }
    game = kwe(returned={"3-2": "KWE", "3-3": "CME"}, **parts)
    bank = cash(game, BANK)
    refused(game, buy("3-2", source=POOL), clause="18DO/4.5.7d")
    refused(game, BuyTrain("KWE", POOL, "3-3", "3", 100), clause="18DO/4.5.7.1a")
    game.play(buy("3-3", source=POOL))
    assert cash(game, BANK) == bank + 180


@pytest.mark.clause("18DO/4.5.7e")
def test_nobody_gives_up_trains_of_his_own_will() -> None:
    game = kwe(trains={"KWE": ("3", "3")})
    kinds = {act.action for act in acts_of(RULES, game.position, "KWE")}
    assert not kinds & {ReturnTrain, ScrapTrain}
    refused(game, ReturnTrain("KWE", "3-1"), clause="18DO/4.5c")


# 4.5.7.1


@pytest.mark.clause("18DO/4.5.7.1a")
def test_new_trains_at_their_price_in_ascending_order() -> None:
    assert {name: face.price for name, face in RULES.cards.by_name.items()} == PRICES
    game = kwe(next_card="3-5")
    refused(game, BuyTrain("KWE", BANK, "3-5", "3", 170), clause="18DO/4.5.7.1a")
    refused(game, buy("4-1"), clause="18DO/4.5.7.1a")
    game.play(buy("3-5"))
    assert RULES.on_stack(game.position) == ("4-1",)


@pytest.mark.clause("18DO/4.5.7.1b")
def test_two_trains_in_the_yellow_phase_then_one() -> None:
    game = kwe(phase="2", next_card="2-3")
    play_on(game, buy("2-3"), buy("2-4"))
    refused(game, buy("2-5"), clause="18DO/4.5.7.1b")
    game = kwe(phase="3", next_card="3-2")
    game.play(buy("3-2"))
    refused(game, buy("3-3"), clause="18DO/4.5.7.1b")
    pool = kwe(phase="3", next_card="3-3", trains={"pool": ("3-1 3",)})
    pool.play(buy("3-1", source=POOL))
    refused(pool, buy("3-3"), clause="18DO/4.5.7.1b")


@pytest.mark.clause("18DO/4.5.7.1b")
def test_the_early_train_is_one_of_them() -> None:
    """R11: in phase 3 who has bought an early train buys no other one of the bank's in that turn."""
    for phase, card, following, may in (("2", "2-3", "2-4", True), ("3", "3-2", "3-3", False)):
        game = turn_of("BME", "start", first=True, phase=phase, next_card=card, tiles={"H12": "9@0"})
        play_on(game, buy(card, "BME"), Run("BME", 50))
        game.play(Dividend("BME", "retain"))
        if may:
            game.play(buy(following, "BME"))
        else:
            refused(game, buy(following, "BME"), clause="18DO/4.5.7.1b")


@pytest.mark.clause("18DO/4.5.7.1c")
def test_the_8_train_comes_with_the_second_6_train() -> None:
    game = kwe(phase="6", next_card="6-2", cash={"KWE": 2000})
    assert RULES.on_stack(game.position) == ("6-2",)
    refused(game, buy("8-1"), clause="18DO/4.5.7.1a")
    game.play(buy("6-2"))
    assert RULES.on_stack(game.position) == ("6-3", "8-1")
    later = kwe(phase="6", next_card="6-3", cash={"KWE": 2000})
    later.play(buy("8-1"))
    assert later.position.phase == "8" and RULES.on_stack(later.position) == ("6-3", "8-2")


@pytest.mark.clause("18DO/4.5.7.1d")
def test_the_last_2_train_and_the_first_3_train_in_one_turn() -> None:
    """Given the last 2-train, the first 3-train may follow, for it is yellow before; after that none (R11)."""
    game = kwe(phase="2", next_card="2-7")
    play_on(game, buy("2-7"), buy("3-1"))
    assert game.position.phase == "3"
    first = kwe(phase="2", next_card="3-1")
    first.play(buy("3-1"))
    refused(first, buy("3-2"), clause="18DO/4.5.7.1b")


# 4.5.7.2


@pytest.mark.clause("18DO/4.5.7.2a")
def test_trains_between_corporations_for_any_price_from_one_mark() -> None:
    """Given phase 2 and two trains of the CME's, both can be bought, beside the bank's, within the limit."""
    fleet = {"KWE": ("2-1 2",), "CME": ("2-2 2", "2-3 2")}
    both = {"KWE": company(65, Ada=60), "CME": company(60, Ada=60)}
    game = kwe(phase="2", next_card="2-4", trains=fleet, companies=both)
    offers = [choice for choice in choices(game, BuyTrain) if choice.field == "price"]
    assert {(c.low, c.high) for c in offers} == {(1, 500)}
    refused(game, BuyTrain("KWE", "CME", "2-2", "2", 0), clause="18DO/4.5.7.2a")
    play_on(game, BuyTrain("KWE", "CME", "2-2", "2", 1), BuyTrain("KWE", "CME", "2-3", "2", 99), buy("2-4"))
    assert trains(game, "KWE") == ["2"] * 4 and cash(game, "CME") == 100
    early = kwe("track", phase="2", next_card="2-4", trains=fleet)
    refused(early, BuyTrain("KWE", "CME", "2-2", "2", 50), clause="18DO/4.5c")


@pytest.mark.clause("18DO/4.5.7.2b")
def test_another_players_corporation_must_agree() -> None:
    game = kwe(trains={"KWE": ("2-1 2",), "CME": ("2-2 2",)})
    game.play(BuyTrain("KWE", "CME", "2-2", "2", 50))
    assert game.turn == "Bo" and trains(game, "KWE") == ["2"]
    game.play(Answer("Bo", False))
    assert trains(game, "CME") == ["2"]
    refused(game, BuyTrain("KWE", "CME", "2-2", "2", 50), clause="18DO/4.5.7.2b")
    play_on(game, BuyTrain("KWE", "CME", "2-2", "2", 60), Answer("Bo", True))
    assert trains(game, "KWE") == ["2", "2"] and cash(game, "CME") == 60


# 4.5.7.3


@pytest.mark.clause("18DO/4.5.7.3a")
@pytest.mark.parametrize(("phase", "card", "gone", "stay"), [("3", "4-1", "2", "3"), ("5", "6-1", "3", "5")])
def test_obsolete_trains_leave_at_once(phase: str, card: str, gone: str, stay: str) -> None:
    """Given the first 4-train (6-train), all 2-trains (3-trains) leave, of all corporations and the pool, unpaid."""
    fleet = {"KWE": (f"{stay}-1 {stay}",), "CME": (f"{gone}-1 {gone}",), "pool": (f"{gone}-2 {gone}",)}
    game = kwe(phase=phase, next_card=card, trains=fleet, cash={"KWE": 700})
    money = cash(game, "CME")
    game.play(buy(card))
    assert trains(game, "CME") == [] and trains(game, POOL) == [] and trains(game, OUT) == [gone, gone]
    assert cash(game, "CME") == money and stay in trains(game, "KWE")


@pytest.mark.clause("18DO/4.5.7.3b")
def test_a_4_train_has_a_final_run() -> None:
    """Given the first 8-train: 4-trains stay for one run of their owners; those in the pool leave at once (R13)."""
    fleet = {"KWE": ("4-1 4",), "CME": ("4-2 4", "5-1 5"), "pool": ("4-3 4",)}
    parts: dict[str, Any] = {"trains": fleet, "phase": "6", "next_card": "6-3", "cash": {"KWE": 900}}
    game = kwe(**parts, companies={"KWE": token(65, 4, 4, Ada=60), "CME": token(60, 4, 3, Bo=60)})
    game.play(buy("8-1"))
    assert trains(game, "KWE") == ["4", "8"] and trains(game, POOL) == [] and trains(game, "CME") == ["4", "5"]
    game.play(Pass("KWE"))
    assert game.actor == "CME"
    game.play(Run("CME", 0))
    assert trains(game, "CME") == ["5"] and trains(game, OUT) == ["4", "4"], "run or not"


@pytest.mark.clause("18DO/4.5.7.3b")
def test_the_final_run_earns_and_does_not_count_as_a_train_afterwards() -> None:
    """Given a 4-train alone in phase 8, it runs once more, and then the KWE must buy (R13)."""
    game = kwe("run", phase="8", next_card="8-3", tiles=EAST, trains={"KWE": ("4",)}, cash={"KWE": 100})
    play_on(game, Run("KWE", 110), Dividend("KWE", "pay"))
    assert trains(game, "KWE") == []
    refused(game, Pass("KWE"), clause="18DO/4.5.7.4a")
    for train in ("5", "6", "8"):
        lasting = kwe("run", phase="8", next_card="8-3", tiles=EAST, trains={"KWE": (train,)})
        lasting.play(Run("KWE", 110))
        assert trains(lasting, "KWE") == [train]


@pytest.mark.clause("18DO/4.5.7.3c")
def test_a_turned_train_is_not_sold() -> None:
    fleet = {"KWE": ("5",), "CME": ("4",)}
    game = kwe(phase="8", next_card="8-3", trains=fleet)
    refused(game, BuyTrain("KWE", "CME", "4-3", "4", 50), clause="18DO/4.5.7.3c")
    assert allowed(kwe(phase="6", next_card="6-3", trains=fleet), BuyTrain("KWE", "CME", "4-3", "4", 50))


# 4.5.7.4


@pytest.mark.clause("18DO/4.5.7.4a")
def test_a_corporation_owns_a_train_at_the_end_of_its_turn() -> None:
    """Given no train, the turn does not end before one is bought: of the display, the pool, or another corporation."""
    parts: dict[str, Any] = {"trains": {"CME": ("2-1 2",), "pool": ("2-2 2",)}, "next_card": "3-2"}
    for purchase in (buy("3-2"), buy("2-2", source=POOL), BuyTrain("KWE", "CME", "2-1", "2", 40)):
        game = kwe(**parts, companies={"KWE": company(65, Ada=60), "CME": company(60, Ada=60)})
        refused(game, Pass("KWE"), clause="18DO/4.5.7.4a")
        play_on(game, purchase, Pass("KWE"))
        assert game.actor != "KWE"
    none = kwe(phase="8", next_card="8-6", trains={"CME": ("8-1 8",)}, cash={"KWE": 10})
    refused(none, Pass("KWE"))
    assert director(none, "KWE") == "Ada"


@pytest.mark.clause("18DO/4.5.7.4b")
def test_private_money_buys_no_train_of_another_corporation() -> None:
    game = kwe(trains={"CME": ("3-1 3",)}, next_card="3-2", cash={"KWE": 20, "Ada": 1000})
    offers = [c for c in choices(game, BuyTrain) if c.field == "price"]
    assert max(c.high for c in offers) == 20
    refused(game, BuyTrain("KWE", "CME", "3-1", "3", 21), clause="18DO/4.5.7.2a")


@pytest.mark.clause("18DO/4.5.7.4c")
def test_an_own_certificate_is_sold_first() -> None:
    """Given too little money and shares on the charter, one is sold before the director helps (R9)."""
    game = kwe(next_card="3-2", cash={"KWE": 150, "Ada": 1000})
    refused(game, buy("3-2"), clause="18DO/4.5.7.4c")
    game.play(SellOwn("KWE", 10))
    assert cash(game, "KWE") == 215
    game.play(buy("3-2"))
    assert cash(game, "Ada") == 1000 and cash(game, "KWE") == 35, "that was enough"
    for parts in (
        {"companies": {"KWE": company(65, Ada=60, Bo=40)}},
        {"companies": {"KWE": {"par": 65, "holders": {"Ada": 40, "pool": 50}}}, "floated": ("KWE",)},
    ):
        at_once = kwe(next_card="3-2", cash={"KWE": 150, "Ada": 1000}, **parts)
        at_once.play(buy("3-2"))
        assert trains(at_once, "KWE") == ["3"]
    used = kwe(next_card="3-2", cash={"KWE": 150, "Ada": 1000}, companies={"KWE": company(65, Ada=60, pool=20)})
    used.play(BuyOwn("KWE", 10))
    used.play(buy("3-2"))
    assert trains(used, "KWE") == ["3"]


# 4.5.7.5

BARE = {"KWE": company(65, Ada=60, Bo=40)}
"""A corporation with nothing on its charter."""


@pytest.mark.clause("18DO/4.5.7.5a")
def test_the_cheapest_new_train_or_one_of_the_pool() -> None:
    """Given 6- and 8-trains on display and a 5-train in the pool: a forced purchase is of the 6 or of the 5 (R10)."""
    parts: dict[str, Any] = {"phase": "8", "next_card": "6-3", "companies": BARE, "cash": {"KWE": 100, "Ada": 1000}}
    game = kwe(trains={"pool": ("5-1 5",)}, **parts)
    refused(game, buy("8-1"), clause="18DO/4.5.7.5a")
    assert allowed(game, buy("6-3")) and allowed(game, buy("5-1", source=POOL))
    enough = kwe(trains={"pool": ("5-1 5",)}, **{**parts, "cash": {"KWE": 640, "Ada": 1000}})
    assert allowed(enough, buy("6-3")) and allowed(enough, buy("5-1", source=POOL))
    refused(enough, buy("8-1"), clause="18DO/4.5.7a")
    rich = kwe(**{**parts, "cash": {"KWE": 800, "Ada": 0}})
    rich.play(buy("8-1"))
    assert trains(rich, "KWE") == ["8"], "out of the treasury any train"


@pytest.mark.clause("18DO/4.5.7.5b", "18DO/4.5.7.5d")
def test_the_treasury_then_private_cash() -> None:
    game = kwe(next_card="3-2", companies=BARE, cash={"KWE": 150, "Ada": 100})
    game.play(buy("3-2"))
    assert (cash(game, "KWE"), cash(game, "Ada")) == (0, 70)


@pytest.mark.clause("18DO/4.5.7.5c")
def test_own_certificates_before_private_cash() -> None:
    """Given 40% on the charter and 240 missing: after the one of 4.5.7.4c, four more would do; three are left (R9)."""
    companies = {"KWE": token(65, 4, 4, Ada=60)}
    game = kwe(phase="4", next_card="4-2", companies=companies, cash={"KWE": 60, "Ada": 500})
    game.play(SellOwn("KWE", 10))
    assert (cash(game, "KWE"), at(game, "KWE")) == (125, (4, 3))
    game.play(buy("4-2"))
    assert charter(game, "KWE") == 0 and percent(game, "KWE", POOL) == 40
    assert at(game, "KWE") == (5, 1), "three spaces left, at the end of the row down"
    assert cash(game, "Ada") == 500 and cash(game, "KWE") == 125 + 180 - 300


@pytest.mark.clause("18DO/4.5.7.5c")
def test_no_more_own_certificates_than_needed() -> None:
    """Given 100 missing at a value of 60, two of three certificates are sold in one sale at the value before it."""
    game = kwe(phase="3", next_card="3-2", companies={"KWE": token(65, 4, 4, Ada=60)}, cash={"KWE": 15})
    game.play(SellOwn("KWE", 10))
    assert cash(game, "KWE") == 80
    game.play(buy("3-2"))
    assert charter(game, "KWE") == 10 and cash(game, "KWE") == 80 + 120 - 180 and at(game, "KWE") == (4, 1)


@pytest.mark.clause("18DO/4.5.7.5e")
def test_the_directors_certificates_of_that_corporation_last() -> None:
    """Given 180 needed: Ada sells three shares of four, keeps what makes her director, and the price falls."""
    companies = {"KWE": token(65, 4, 4, Ada=60, Bo=30, Cy=10), "BME": company(60, Ada=60)}
    game = kwe(next_card="3-2", companies=companies, cash={"KWE": 0, "Ada": 5}, stations={"BME": ("I11",)})
    game.play(buy("3-2"))
    assert percent(game, "KWE", "Ada") == 30 and director(game, "KWE") == "Ada"
    assert percent(game, "KWE", POOL) == 30 and at(game, "KWE") == (6, 4)
    assert cash(game, "Ada") == 5 + 3 * 65 - 180 and percent(game, "BME", "Ada") == 60


@pytest.mark.clause("18DO/4.5.7.5e")
def test_no_change_of_director_and_no_directors_certificate() -> None:
    """Given Bo with 40%, Ada may sell 20% of 60%; with the director's certificate alone nothing."""
    game = kwe(next_card="3-2", companies=BARE, cash={"KWE": 0, "Ada": 0})
    game.play(buy("3-2"))
    assert percent(game, "KWE", "Ada") == 40 and director(game, "KWE") == "Ada"
    alone = {"KWE": {"par": 65, "director": "Ada", "holders": {"Ada": 20, "Bo": 20, "Cy": 20, "pool": 40}}}
    game = kwe(next_card="3-2", companies=alone, cash={"KWE": 0, "Ada": 0}, floated=("KWE",))
    game.play(buy("3-2"))
    assert percent(game, "KWE", "Ada") == 20 and director(game, "KWE") == "Ada"


@pytest.mark.clause("18DO/4.5.7.5f")
def test_the_pool_may_hold_more_than_half() -> None:
    companies = {"KWE": {"par": 65, "director": "Ada", "holders": {"Ada": 40, "pool": 50}}}
    game = kwe(next_card="3-2", companies=companies, cash={"KWE": 0, "Ada": 0}, floated=("KWE",))
    refused(game, SellOwn("KWE", 10), clause="18DO/4.4.5b")
    game.play(buy("3-2"))
    assert percent(game, "KWE", POOL) == 80 and percent(game, "KWE", OFFERING) == 0


@pytest.mark.clause("18DO/4.5.7.5g", "18DO/4.5.7.5h", "18DO/4.5.7.5i")
def test_the_bank_lends_the_rest_and_deducts_twice_as_much() -> None:
    """Given 180 for a train and 130 in all, the bank lends 50; 100 are deducted, and Ada plays on."""
    alone = {"KWE": {"par": 65, "director": "Ada", "holders": {"Ada": 20, "Bo": 20, "Cy": 20, "pool": 40}}}
    game = kwe(next_card="3-2", companies=alone, cash={"KWE": 70, "Ada": 60}, floated=("KWE",))
    game.play(buy("3-2"))
    assert [(e.player, e.amount) for e in events(game, LoanTaken)] == [("Ada", 50)]
    assert trains(game, "KWE") == ["3"] and cash(game, "KWE") == cash(game, "Ada") == 0
    assert RULES.wealth(game.position, "Ada") == 2 * price(game, "KWE") - 100
    game.play(Pass("KWE"))
    assert "Ada" in game.position.order and not game.over


def test_what_is_run_is_checked() -> None:
    """A 2-train has no route of three hexes."""
    no_run(kwe("run", tiles=EAST, trains={"KWE": ("2",)}), "KWE", "route-too-long", EAST_LINE)
