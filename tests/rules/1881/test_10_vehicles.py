"""1881, chapters 10 and 11: vehicles of the bank and of others, limits, the duty to own one, S-Bahn shares, phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.kit import allowed, director, events, offered, play_on, price, refused
from tests.kit81 import at_turn, cash, holders, lie

from stellwerk.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Pass,
    ReturnTrain,
    Run,
    ScrapTrain,
    SellShares,
)
from stellwerk.events import PhaseBegan, TrainBought, TrainReturned
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, OUT, POOL
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.steps.train_purchase_variants import BuyWithHelp, TradeIn
from stellwerk.titles import rules_of
from stellwerk.trains import trains_of

PRICES = {"2": 220, "3": 330, "4": 440, "5": 550, "6": 660, "4S": 300, "7S": 600, "9S": 900}
FIRST_STAGES = ("track", "station", "run", "dividend")
NET = {"S": holders(Ada=20, Bo=15)}


def new(company: str, card: str) -> BuyTrain:
    """A vehicle of the bank's stack at its printed price."""
    face = card.partition("-")[0]
    return BuyTrain(company, BANK, card, face, PRICES[face])


def old(company: str, card: str) -> BuyTrain:
    """A vehicle that was given up and lies in the bank, at its printed price."""
    return BuyTrain(company, POOL, card, card.partition("-")[0], PRICES[card.partition("-")[0]])


def buyer(cards: Sequence[str] = (), money: int = 2000, first: str = "", **parts: Any) -> Game:
    """SBV with these vehicles and so much money in its vehicle step; the bank's trams begin with `first`."""
    trains = {"SBV": cards, **parts.pop("trains", {})}
    funds = {"SBV": money, **parts.pop("cash", {})}
    return sold_before(at_turn("SBV", "trains", trains=trains, cash=funds, **parts), first)


def net(cards: Sequence[str] = (), money: int = 2000, **parts: Any) -> Game:
    """The main net with Ada (20%) as its president, in its vehicle step."""
    funds = {"S": money, **parts.pop("cash", {})}
    return at_turn("S", "trains", trains={"S": cards}, cash=funds, **{"companies": NET, **parts})


def sold_before(game: Game, first: str) -> Game:
    """All trams before this one were sold."""
    if first:
        game.position.stack = game.position.stack[game.position.stack.index(first) :]
    return game


def faces_of(game: Game, company: str) -> list[str]:
    """The vehicles a company owns."""
    return sorted(face for _, face in trains_of(game.position, company))


def on_offer(game: Game) -> set[tuple[str, str]]:
    """What the bank offers: where it lies, and its face."""
    bank = [action for action in offered(game, BuyTrain) if action.source in (BANK, POOL)]
    return {(action.source, action.face) for action in bank}


# 10.1 to 10.4: from the bank


@pytest.mark.clause("1881/10.1c", "1881/10.1a")
def test_several_vehicles_are_bought_in_one_turn() -> None:
    game = play_on(buyer(money=700), new("SBV", "3-2"), new("SBV", "3-3"))
    assert faces_of(game, "SBV") == ["3", "3"] and cash(game, "SBV") == 40


@pytest.mark.clause("1881/10.3a")
def test_the_next_type_comes_when_the_one_before_is_sold_out() -> None:
    game = buyer(["3"], first="3-6")
    refused(game, new("SBV", "4-1"), clause="1881/10.3a", code="not-on-sale")
    play_on(game, new("SBV", "3-6"), new("SBV", "4-1"))
    assert faces_of(game, "SBV") == ["3", "3", "4"]


@pytest.mark.clause("1881/10.3a")
def test_sixes_are_sold_when_the_fives_are_sold_out() -> None:
    """R31, although table 2 lists both."""
    game = buyer(phase="gray", first="5-4")
    refused(game, new("SBV", "6-1"), clause="1881/10.3a", code="not-on-sale")
    assert on_offer(play_on(game, new("SBV", "5-4"))) == {(BANK, "6")}


@pytest.mark.clause("1881/10.3b", "1881/10.3a", "1881/10.9a")
@pytest.mark.parametrize(
    ("phase", "types"), [("green", ["4S"]), ("brown", ["4S", "7S"]), ("gray", ["7S", "9S"])], ids=str
)
def test_trains_of_the_s_bahn_lie_beside_the_trams(phase: str, types: list[str]) -> None:
    """Any type of the phase may be chosen (R31); trams are offered as always."""
    assert on_offer(net(phase=phase)) == {(BANK, face) for face in types}
    assert on_offer(buyer(phase=phase)) == {(BANK, {"green": "3", "brown": "4", "gray": "5"}[phase])}


@pytest.mark.clause("1881/10.3d", "1881/10.3c")
def test_the_cheapest_tram_of_the_bank_is_bought_those_given_up_included() -> None:
    game = buyer(trains={POOL: ["3"]}, phase="brown")
    refused(game, new("SBV", "4-2"), clause="1881/10.3d", code="smallest-first")
    play_on(game, old("SBV", "3-1"), new("SBV", "4-2"))
    assert faces_of(game, "SBV") == ["3", "4"] and cash(game, "SBV") == 2000 - 330 - 440


@pytest.mark.clause("1881/10.3d")
def test_a_dearer_tram_that_was_given_up_waits() -> None:
    game = buyer(trains={POOL: ["4"]}, phase="green")
    refused(game, old("SBV", "4-1"), clause="1881/10.3d")
    assert allowed(game, new("SBV", "3-2"))


@pytest.mark.clause("1881/10.4", "1881/11.2")
@pytest.mark.parametrize(
    ("phase", "card", "owned", "gone"),
    [
        ("green", "4-1", {"SBV": ["2", "3"], "SHG": ["2", "3"], "S": ["4S"]}, {"2"}),
        ("brown", "5-1", {"SBV": ["3", "4"], "SHG": ["3"], "S": ["4S", "7S"]}, {"3", "4S"}),
    ],
    ids=["brown", "gray"],
)
def test_vehicles_made_obsolete_leave_the_game(
    phase: str, card: str, owned: dict[str, list[str]], gone: set[str]
) -> None:
    """Wherever they are; unsold 4S too (R31)."""
    others = {"SHG": holders(Bo=60), **NET}
    game = buyer(owned["SBV"], 3000, card, phase=phase, trains=owned, companies=others)
    game.play(new("SBV", card))
    left = [face for owner, face in game.position.trains.values() if owner != OUT]
    kept = [face for faces in owned.values() for face in faces if face not in gone]
    assert sorted(left) == sorted([*kept, card[0]])
    assert not gone & {game.rules.cards.letter(card) for card in game.position.stack}
    assert gone <= set(game.position.scrapped)


@pytest.mark.clause("1881/10.2", "1881/5.4a")
@pytest.mark.parametrize("stage", FIRST_STAGES)
def test_a_vehicle_is_bought_after_the_run_and_runs_in_the_next_round(stage: str) -> None:
    turn = {"revenue": 60} if stage == "dividend" else {}
    game = at_turn("SBV", stage, cash={"SBV": 2000}, turn=turn)
    refused(game, new("SBV", "3-2"), clause="1881/5.4a", code="not-now")
    bought = play_on(buyer(["3"]), new("SBV", "3-2"))
    assert not offered(bought, Run)
    refused(bought, Run("SBV", 0), clause="1881/5.4a")


# 10.5: from other companies


@pytest.mark.clause("1881/10.5b", "1881/5.2")
def test_a_company_does_not_sell_in_its_own_turn() -> None:
    game = buyer(["3"], trains={"SHG": ["3"]}, companies={"SHG": holders(Bo=60)})
    assert {action.company for action in offered(game, BuyTrain)} == {"SBV"}
    refused(game, BuyTrain("SHG", "SBV", "3-1", "3", 100), code="not-your-turn")


@pytest.mark.clause("1881/10.5a", "1881/H.33")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_a_vehicle_of_a_company_costs_1_at_least_and_its_director_agrees(variant: str) -> None:
    """R36, R89."""
    game = buyer(money=400, trains={"SHG": ["3"]}, companies={"SHG": holders(Bo=60)}, variant=variant)
    for amount in (0, 401):
        refused(game, BuyTrain("SBV", "SHG", "3-1", "3", amount), clause="1881/10.5a", code="train-price")
    game.play(BuyTrain("SBV", "SHG", "3-1", "3", 1))
    assert game.turn == "Bo"
    game.play(Answer("Bo", True))
    assert faces_of(game, "SBV") == ["3"] and (cash(game, "SBV"), cash(game, "SHG")) == (399, 501)


@pytest.mark.clause("1881/10.6")
def test_vehicles_are_not_given_back_nor_scrapped_to_make_room() -> None:
    game = buyer(["3", "3", "3", "3"], first="3-6")
    kinds = {type(choice.action) for choice in game.legal()}
    assert not [kind for kind in kinds if issubclass(kind, (ReturnTrain, ScrapTrain))]
    refused(game, new("SBV", "3-6"), clause="1881/10.7", code="train-limit")
    refused(game, TradeIn("SBV", BANK, "3-6", "3", 330, "3-1"), clause="1881/5.4a")


# 10.7: limits


@pytest.mark.clause("1881/10.7", "1881/12.7a", "1881/T2a", "1881/T2b", "1881/T2c", "1881/T2d")
@pytest.mark.parametrize(("phase", "limit"), [("yellow", 4), ("green", 4), ("brown", 3), ("gray", 2)], ids=str)
def test_the_limit_depends_on_the_phase(phase: str, limit: int) -> None:
    """The same for each net (R64)."""
    games = [buyer(["6"] * limit, phase=phase), buyer(["6"] * (limit - 1), phase=phase)]
    if phase != "yellow":
        games += [net(["9S"] * limit, phase=phase), net(["9S"] * (limit - 1), phase=phase)]
    for full, room in zip(games[::2], games[1::2], strict=True):
        action = next(action for action in offered(room, BuyTrain))
        clause = "1881/10.7" if action.company == "SBV" else "1881/12.7a"
        refused(full, action, clause=clause, code="train-limit")
        assert allowed(room, action)


@pytest.mark.clause("1881/10.7", "1881/10.3d")
def test_who_has_too_many_at_a_new_phase_gives_up_of_his_choice() -> None:
    """At once, the buyer first, then in the order of prices, unpaid; the bank sells them at the printed price (R30)."""
    companies = {"SHG": holders(Bo=60), "BChSt": holders(Cy=60)}
    trains = {"SBV": ["3"] * 3, "SHG": ["6"] * 4, "BChSt": ["5"] * 4}
    game = buyer(["3"] * 3, first="4-1", trains=trains, companies=companies)
    game.position.put("trains", "3-4", ("SBV", "3"))
    refused(game, new("SBV", "4-1"), clause="1881/10.7")
    game.position.put("trains", "3-4", (OUT, "3"))
    before = {company: cash(game, company) for company in trains}
    game.play(new("SBV", "4-1"))
    for player, company, count in (("Ada", "SBV", 4), ("Cy", "BChSt", 4), ("Bo", "SHG", 4)):
        given_up = offered(game, ReturnTrain)
        assert game.turn == player and {action.company for action in given_up} == {company}
        assert len({action.card for action in given_up}) == count
        game.play(given_up[0])
    assert {company: len(trains_of(game.position, company)) for company in trains} == dict.fromkeys(trains, 3)
    assert {company: cash(game, company) for company in trains} == {**before, "SBV": before["SBV"] - 440}
    assert len(list(events(game, TrainReturned))) == 3
    game.play(Pass("SBV"))
    pool = {face for owner, face in game.position.trains.values() if owner == POOL}
    assert pool == {"3", "5", "6"}


# 10.8: the duty


@pytest.mark.clause("1881/10.8", "1881/H.32")
@pytest.mark.parametrize("variant", ["base", "house"])
@pytest.mark.parametrize("stations", [("L16",), ("A11",)], ids=["a station", "no other station"])
def test_a_company_without_a_vehicle_must_buy_one(variant: str, stations: tuple[str, ...]) -> None:
    """With a possible run or without (R34)."""
    game = buyer(money=330, variant=variant, stations={"SBV": stations})
    refused(game, Pass("SBV"), clause="1881/10.8", code="must-own-train")
    play_on(game, new("SBV", "3-2"))
    assert allowed(game, Pass("SBV"))


@pytest.mark.clause("1881/10.8")
def test_a_vehicle_of_another_company_will_do() -> None:
    game = buyer(money=10, trains={"SHG": ["2"]}, companies={"SHG": holders(Ada=60)})
    game.play(BuyTrain("SBV", "SHG", "2-1", "2", 10))
    assert faces_of(game, "SBV") == ["2"]


@pytest.mark.clause("1881/10.8", "1881/H.32")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_no_vehicle_in_the_bank_no_duty(variant: str) -> None:
    game = buyer(money=0, phase="gray", variant=variant)
    game.position.stack = tuple(card for card in game.position.stack if card.endswith("S-1"))
    assert allowed(game, Pass("SBV"))


@pytest.mark.clause("1881/10.8", "1881/10.1b", "1881/H.35a")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_first_the_companys_s_bahn_shares_then_its_directors_money(variant: str) -> None:
    """R33: the director's money without limit, after all S-Bahn shares that the company can sell."""
    companies = {"S": holders(Ada=20, SBV=10)}
    game = buyer(money=60, cash={"Ada": 500}, companies=companies, variant=variant)
    clause = "1881/10.8" if variant == "base" else "1881/H.35a"
    refused(game, new("SBV", "3-2"), clause=clause, code="sells-shares-first")
    play_on(game, SellShares("SBV", "S", 5), SellShares("SBV", "S", 5))
    assert cash(game, "SBV") == 60 + 2 * 84 and price(game, "S") == 84
    game.play(new("SBV", "3-2"))
    assert (cash(game, "SBV"), cash(game, "Ada")) == (0, 500 - (330 - 228))


@pytest.mark.clause("1881/10.8", "1881/H.35a")
def test_no_more_s_bahn_shares_than_needed() -> None:
    """With one share sold the treasury holds enough: the other trade in this turn is refused."""
    game = buyer(money=280, companies={"S": holders(Ada=20, SBV=10)})
    game.play(SellShares("SBV", "S", 5))
    refused(game, SellShares("SBV", "S", 5), clause="1881/10.9b", code="one-trade")
    game.play(new("SBV", "3-2"))
    assert cash(game, "SBV") == 280 + 84 - 330 and cash(game, "Ada") == 500


@pytest.mark.clause("1881/10.8", "1881/H.35a", "1881/H.35b")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_then_the_director_sells_shares_but_not_his_office(variant: str) -> None:
    """No more than needed; markers move as for sales in a stock round; other companies may change directors (R33)."""
    companies = {"SBV": holders(Ada=40, Bo=30), "SHG": holders(Ada=40, Bo=40)}
    game = buyer(money=0, cash={"Ada": 120}, companies=companies, variant=variant)
    game.play(new("SBV", "3-2"))
    assert isinstance(game.position.agenda[-1], ForcedSale) and game.turn == "Ada"
    clause = "1881/10.8" if variant == "base" else "1881/H.35b"
    refused(game, SellShares("Ada", "SBV", 20), clause=clause, code="keeps-directorship")
    price_before = price(game, "SHG")
    game.play(SellShares("Ada", "SHG", 30))
    assert game.director("SHG") == "Bo" and price(game, "SHG") < price_before
    assert faces_of(game, "SBV") == ["3"] and cash(game, "Ada") == 120 + 3 * price_before - 330


@pytest.mark.clause("1881/10.8", "1881/H.35c")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_who_cannot_pay_is_bankrupt(variant: str) -> None:
    """What he raised stays in the treasury, no vehicle is bought, the game goes on without him (R35)."""
    companies = {"SBV": holders(Ada=40, Bo=20), "SHG": holders(Bo=40, Ada=20)}
    game = buyer(money=0, cash={"Ada": 0, "SHG": 0}, companies=companies, variant=variant)
    game.play(new("SBV", "3-2"))
    play_on(game, *[next(a for a in offered(game, SellShares) if a.company == "SHG" and a.percent == 20)])
    game.play(next(a for a in offered(game, SellShares) if a.company == "SBV" and a.percent == 20))
    assert "Ada" not in game.position.order and not game.over
    assert (cash(game, "Ada"), cash(game, "SBV")) == (0, 2 * 80 + 2 * 84) and not trains_of(game.position, "SBV")
    assert director(game, "SBV") == "Bo"
    assert not [c for c in game.position.markers if game.rules.register.percent(game.position, c, "Ada")]


# 10.1b: the director's quarter


@pytest.mark.clause("1881/10.1b")
@pytest.mark.parametrize(("money", "may"), [(330 - 82, True), (330 - 83, False)])
def test_a_quarter_may_be_added_where_nothing_must_be_bought(money: int, may: bool) -> None:
    """R32: no more than is missing."""
    game = buyer(["3"], money=money)
    if not may:
        refused(game, new("SBV", "3-2"), clause="1881/10.1b", code="no-cash-train")
        return
    game.play(new("SBV", "3-2"))
    assert (cash(game, "SBV"), cash(game, "Ada")) == (0, 500 - 82)


@pytest.mark.clause("1881/H.34", "1881/10.1b")
def test_by_the_house_rules_a_quarter_may_always_be_added() -> None:
    """Any amount up to it, needed or not."""
    game = buyer(["3"], money=1000, variant="house")
    refused(game, BuyWithHelp("SBV", BANK, "3-2", "3", 330, 83), clause="1881/H.34", code="help")
    refused(game, BuyWithHelp("SBV", BANK, "3-2", "3", 330, 0), clause="1881/H.34", code="help")
    game.play(BuyWithHelp("SBV", BANK, "3-2", "3", 330, 82))
    assert (cash(game, "SBV"), cash(game, "Ada")) == (1000 - 330 + 82, 500 - 82)
    refused(buyer(["3"], money=1000), BuyWithHelp("SBV", BANK, "3-2", "3", 330, 50), code="not-now")
    poor = buyer(["3"], money=300, variant="house", cash={"Ada": 50})
    refused(poor, BuyWithHelp("SBV", BANK, "3-2", "3", 330, 29), clause="1881/H.34")
    refused(poor, BuyWithHelp("SBV", BANK, "3-2", "3", 330, 51), clause="1881/H.34")
    assert allowed(poor, BuyWithHelp("SBV", BANK, "3-2", "3", 330, 30))


# 10.9: the S-Bahn and tram companies


@pytest.mark.clause("1881/10.9a")
def test_tram_companies_own_and_run_no_trains_of_the_s_bahn() -> None:
    game = buyer()
    refused(game, new("SBV", "4S-1"), clause="1881/10.9a", code="train-size")
    refused(net(), new("S", "3-2"), clause="1881/10.9a", code="train-size")
    game = buyer(companies=NET, trains={"S": ["4S"]})
    refused(game, BuyTrain("SBV", "S", "4S-1", "4S", 1), clause="1881/10.9a", code="train-size")
    rules = rules_of("1881")
    for face in rules.cards.by_name.values():
        assert rules.may_run("SBV", face) == (not face.name.endswith("S")) != rules.may_run("S-II", face)


@pytest.mark.clause("1881/10.9b", "1881/O.4", "1881/12.1b")
def test_one_share_of_the_s_bahn_is_bought_a_turn() -> None:
    """From the offering at the initial price, in the order of the numbers; number 1 is one purchase (R91)."""
    game = buyer(["3"], money=600)
    refused(game, BuyShare("SBV", "S", 5), clause="1881/12.1b", code="no-certificate")
    game.play(BuyShare("SBV", "S", 10))
    assert lie(game, "S", "SBV") == 10 and cash(game, "SBV") == 600 - 168 and price(game, "S") == 84
    refused(game, BuyShare("SBV", "S", 5), clause="1881/10.9b", code="one-trade")
    refused(game, SellShares("SBV", "S", 5), clause="1881/10.9b", code="one-trade")


@pytest.mark.clause("1881/10.9b")
@pytest.mark.parametrize("stage", FIRST_STAGES[:2])
def test_shares_are_dealt_with_in_the_vehicle_step(stage: str) -> None:
    """Not before the run, and building is over with it."""
    game = at_turn("SBV", stage, trains={"SBV": ["2"]}, tiles={"M17": "9@0"})
    refused(game, BuyShare("SBV", "S", 10), clause="1881/5.4a")
    sold = buyer(["2"])
    sold.play(BuyShare("SBV", "S", 10))
    assert not offered(sold, LayTile)
    assert allowed(sold, new("SBV", "3-2"))


@pytest.mark.clause("1881/10.9b", "1881/H.29")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_or_one_is_sold_and_the_price_stays(variant: str) -> None:
    game = buyer(["3"], money=0, companies={"S": holders(Ada=20, SBV=10)}, variant=variant)
    game.play(SellShares("SBV", "S", 5))
    assert cash(game, "SBV") == 84 == price(game, "S") and lie(game, "S") == 5
    if variant == "base":
        refused(game, SellShares("SBV", "S", 5), clause="1881/10.9b", code="one-trade")
        refused(game, BuyShare("SBV", "S", 5, POOL), clause="1881/10.9b", code="one-trade")


@pytest.mark.clause("1881/H.28", "1881/H.29")
def test_by_the_house_rules_one_is_bought_and_any_number_sold() -> None:
    game = buyer(["3"], money=500, companies={"S": holders(Ada=20, SBV=15)}, seats={"S-II": "Bo"}, variant="house")
    play_on(game, *[SellShares("SBV", "S", 5)] * 2, next(a for a in offered(game, BuyShare) if a.source == OFFERING))
    game.play(SellShares("SBV", "S", 5))
    assert lie(game, "S", "SBV") == 5 and lie(game, "S") == 15 and price(game, "S") == 84
    refused(game, BuyShare("SBV", "S", 5, POOL), clause="1881/H.28", code="one-trade")


@pytest.mark.clause("1881/10.9b", "1881/4.10")
def test_a_share_of_the_pool_costs_the_market_price() -> None:
    game = buyer(["3"], money=102, companies={"S": holders(Ada=20, pool=10)}, cells={"S": (8, 3)})
    assert price(game, "S") == 102
    game.play(BuyShare("SBV", "S", 5, POOL))
    assert lie(game, "S", "SBV") == 5 and cash(game, "SBV") == 0 and price(game, "S") == 102


@pytest.mark.clause("1881/10.9b", "1881/H.30", "1881/12.2a")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_a_company_holds_no_more_than_30_percent(variant: str) -> None:
    for held, may in ((25, True), (30, False)):
        game = buyer(["3"], companies={"S": holders(Bo=10, SBV=held)}, variant=variant)
        action = next(a for a in offered(buyer(["3"], companies={"S": holders(Bo=10, Ada=held)}), BuyShare))
        assert action.source == OFFERING
        if may:
            assert allowed(game, action)
        else:
            refused(game, action, clause="1881/12.2a", code="ownership-limit")


@pytest.mark.clause("1881/10.9b", "1881/12.1a")
def test_in_the_yellow_phase_there_are_no_such_shares() -> None:
    game = buyer(["2"], phase="yellow")
    assert not offered(game, BuyShare)
    refused(game, BuyShare("SBV", "S", 10), clause="1881/12.1a", code="not-available")
    refused(game, SellShares("SBV", "S", 5), clause="1881/12.1a", code="not-available")


@pytest.mark.clause("1881/10.9b", "1881/C.i")
def test_a_company_pays_out_of_its_treasury_alone() -> None:
    refused(buyer(["3"], money=167), BuyShare("SBV", "S", 10), clause="1881/10.9b", code="no-cash")
    game = buyer(["3"], money=168)
    game.play(BuyShare("SBV", "S", 10))
    assert (cash(game, "SBV"), cash(game, "Ada")) == (0, 500)
    refused(buyer(["3"]), SellShares("SBV", "S", 5), clause="1881/10.9b", code="no-shares")


@pytest.mark.clause("1881/10.9c", "1881/9.7b")
def test_the_dividend_of_its_shares_goes_to_the_companys_treasury() -> None:
    companies = {"SBV": holders(Ada=60), "S": holders(Bo=20, SBV=10)}
    game = at_turn("S", "dividend", companies=companies, turn={"revenue": 200}, trains={"S": ["4S"]})
    play_on(game, Dividend("S", "pay"), Pass("S"))
    assert cash(game, "SBV") == 500 + 20 and cash(game, "Ada") == 500 and cash(game, "Bo") == 500 + 40


@pytest.mark.clause("1881/10.9d", "1881/H.31", "1881/12.5b", "1881/H.37")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_the_director_of_a_company_acts_for_its_nets(variant: str) -> None:
    """As president and as vice-president."""
    companies: dict[str, Mapping[str, int]] = {"SBV": holders(Cy=60), "S": holders(SBV=20, Bo=10)}
    main = at_turn("S", companies=companies, variant=variant)
    assert main.turn == "Cy" and director(main, "S") == "SBV"
    companies = {"SBV": holders(Cy=60), "S": holders(Ada=20, Bo=10)}
    part = at_turn("S-II", companies=companies, seats={"S-II": "SBV"}, variant=variant)
    assert part.turn == "Cy"


# 11: phases


@pytest.mark.clause("1881/11.1a", "1881/3.3")
@pytest.mark.parametrize(
    ("phase", "card", "then"),
    [("yellow", "3-1", "green"), ("green", "4-1", "brown"), ("brown", "5-1", "gray")],
    ids=["green", "brown", "gray"],
)
def test_the_first_tram_of_a_type_begins_a_phase_at_once(phase: str, card: str, then: str) -> None:
    """Tiles, offer and number of operating rounds are its own; a phase may last any number of rounds."""
    game = buyer(phase=phase, first=card, money=3000)
    game.play(new("SBV", card))
    rules, now = game.rules, game.position
    assert now.phase == then and [event.phase for event in events(game, PhaseBegan)] == [then]
    assert rules.rounds_of_set(now, 2) == {"green": 2, "brown": 3, "gray": 3}[then]
    assert then in rules.phases[now.phase].tiles and ("S" in now.markers)
    game.play(next(action for action in offered(game, BuyTrain) if action.source == BANK))
    assert game.position.phase == then, "the second one changes nothing"


@pytest.mark.clause("1881/11.1a")
def test_sixes_and_trains_of_the_s_bahn_begin_no_phase() -> None:
    game = buyer(phase="gray", first="6-1")
    game.play(new("SBV", "6-1"))
    assert game.position.phase == "gray" and not list(events(game, PhaseBegan))
    for phase, card in (("green", "4S-1"), ("brown", "7S-1"), ("gray", "9S-1")):
        bought = net(phase=phase)
        bought.play(new("S", card))
        assert bought.position.phase == phase and list(events(bought, TrainBought))


@pytest.mark.clause("1881/11.2", "1881/H.11", "1881/5.3")
@pytest.mark.parametrize("variant", ["base", "house"])
@pytest.mark.parametrize(("phase", "rounds"), [("yellow", 1), ("green", 2), ("brown", 3), ("gray", 3)], ids=str)
def test_the_phase_says_how_many_operating_rounds_follow(phase: str, rounds: int, variant: str) -> None:
    game = at_turn("SBV", "run", phase=phase, variant=variant)
    assert game.rules.rounds_of_set(game.position, 3) == rounds


@pytest.mark.clause("1881/11.2", "1881/10.2")
def test_the_number_of_rounds_is_fixed_when_the_stock_round_ends() -> None:
    """R29: a new phase begins within a set, whose number stays."""
    game = buyer(phase="green", first="4-1", money=3000)
    game.play(new("SBV", "4-1"))
    assert game.position.round.of == 2
    before = game.position.round.number
    play_on(game, Pass("SBV"))
    assert game.position.round.number == before + 1 and offered(game, LayTile)
    assert Run("SBV", 0) in game.legal()
