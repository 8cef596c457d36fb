"""1881, chapter 12: the S-Bahn starts, its nets begin with their seats, run, settle together, join the main net."""

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
    PlaceStation,
    Run,
    SellShares,
    StartCompany,
)
from stellwerk.events import CompanyClosed, Paid
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, OUT, POOL
from stellwerk.rules.limits import certificates_of
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.steps.operating_round import OperatingRound
from stellwerk.steps.train_purchase_variants import TradeIn
from stellwerk.titles.t1881.depots import DepotChoice
from stellwerk.titles.t1881.joint_turn import JointTurn, TakeBonus
from stellwerk.titles.t1881.nets import SeatLapsed, joined_of
from stellwerk.titles.t1881.state import State1881
from stellwerk.titles.t1881.turn import CompanyTurn
from stellwerk.trains import trains_of

SEATS = {"S-II": "Bo", "S-III": "Cy", "S-IV": "Di"}
CARDS = {"S-II": "S_5", "S-III": "S_9", "S-IV": "S_13"}
APART = {"S": ["H20"], "S-II": ["H10"], "S-III": ["I23"], "S-IV": ["A23"]}
"""Depots of which no two are joined by track."""
BESIDE = {"S": ["H10"], "S-II": ["I9"]}
"""Westkreuz, and Grunewald beside it: a tile on I9 joins them."""


def holding(**percent: int) -> dict[str, Mapping[str, int]]:
    """Who holds plain S-Bahn shares, the president first."""
    return {"S": holders(**percent)}


def net_turn(net: str, stage: str = "track", seats: Sequence[str] = ("S-II",), **parts: Any) -> Game:
    """A net at a stage of its turn: Ada is president, Bo, Cy and Di own the seats that are sold."""
    owned = {name: SEATS[name] for name in seats}
    usual: dict[str, Any] = {"companies": holding(Ada=20, Bo=5, Cy=5), "seats": owned, "stations": APART}
    return at_turn(net, stage, **{**usual, **parts})


def last_net(revenues: Sequence[int], seats: Sequence[str], last: int = 0, **parts: Any) -> Game:
    """The last net decides about its income; those before it have paid so much (0: nothing), one after the other."""
    nets = ["S", *seats]
    paid = tuple((net, amount, True) for net, amount in zip(nets, revenues, strict=False) if amount)
    joint = {"operated": tuple(nets), "paid": paid}
    trains = {net: ["4S"] for net in nets}
    turn = {"revenue": last}
    return net_turn(nets[-1], "dividend", seats, joint=joint, turn=turn, trains=trains, **parts)


def end_turn(game: Game, net: str) -> Game:
    """The net ends its turn."""
    return play_on(game, Pass(net))


def buying(percent_before: int = 25, **parts: Any) -> Game:
    """SBV in its vehicle step, and Ada with so much of the S-Bahn."""
    companies = {"S": holders(Ada=percent_before), **parts.pop("companies", {})}
    return at_turn("SBV", "trains", companies=companies, trains={"SBV": ["3"]}, **parts)


def take(game: Game, company: str = "SBV") -> Game:
    """A company buys the next share of the offering."""
    return play_on(game, next(a for a in offered(game, BuyShare) if a.source == OFFERING and a.player == company))


def place(game: Game, hex: str | None = None) -> Game:
    """The net that is asked places its depot: there, or anywhere."""
    assert isinstance(game.position.agenda[-1], DepotChoice)
    actions = offered(game, PlaceStation)
    return play_on(game, actions[0] if hex is None else next(a for a in actions if a.hex == hex))


# 12.4, 12.5a: how the nets begin


@pytest.mark.clause("1881/12.4a", "1881/12.4b", "1881/12.5a", "1881/H.7", "1881/H.38")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_with_30_percent_sold_the_main_net_begins(variant: str) -> None:
    """420 TM of the 1680 and a depot, free; its first turn is in the next operating round (R60)."""
    game = buying(25, variant=variant)
    assert "S" not in game.position.floated
    take(game)
    assert "S" in game.position.floated and cash(game, "S") == 420 and game.turn == "Ada"
    assert game.rules.figures.companies[8].capital_factor == 5 and 84 * 20 == 4 * 420
    before = cash(game, "S")
    place(game, "H18")
    assert game.position.stations["H18"] == (("S", 0),) and cash(game, "S") == before
    play_on(game, Pass("SBV"))
    assert game.position.round.number == 2, "nobody else operates in this round"
    order = [step for step in game.position.agenda if isinstance(step, OperatingRound)]
    assert "S" in order[0].queue or isinstance(game.position.agenda[-1], JointTurn | CompanyTurn)


@pytest.mark.clause("1881/12.4a")
def test_with_less_it_does_not() -> None:
    game = take(buying(20))
    assert "S" not in game.position.floated and cash(game, "S") == 0


@pytest.mark.clause("1881/12.4c", "1881/12.5a", "1881/12.5b", "1881/H.7", "1881/H.38")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_with_a_seat_a_net_begins(variant: str) -> None:
    """It gets 420 TM and a depot of its choice, free; its first turn is in the next operating round (R60)."""
    game = buying(variant=variant, companies={"S": holders(Ada=20, Bo=10)}, stations={"S": ["H10"]})
    bank = cash(game, BANK)
    take(game)
    assert game.position.certificates[CARDS["S-II"]] == "SBV" and game.position.floated[-1] == "S-II"
    assert cash(game, "S-II") == 420 and cash(game, BANK) == bank - 420 + 84
    assert game.position.agenda[-1] == DepotChoice("S-II") and game.turn == "Ada"
    refused(game, PlaceStation("S-II", "H10", 0), clause="1881/12.5a", code="net-depot")
    refused(game, PlaceStation("S-II", "N18", 0), clause="1881/12.5a", code="net-depot")
    place(game, "C21")
    assert game.position.stations["C21"] == (("S-II", 0),) and cash(game, "S-II") == 420
    assert "S-II" not in game.position.operated


@pytest.mark.clause("1881/12.5a")
def test_the_president_places_first_then_the_others() -> None:
    """A seat that was sold before the start brings its net when the S-Bahn starts."""
    game = buying(25)
    game.position.put("certificates", CARDS["S-II"], "Cy")
    for card in ("S_4",):
        game.position.put("certificates", card, OFFERING)
    take(game)
    placed = []
    while isinstance(step := game.position.agenda[-1], DepotChoice):
        placed.append((step.company, game.turn))
        place(game)
    assert placed == [("S", "Ada"), ("S-II", "Cy")]


@pytest.mark.clause("1881/12.5a", "1881/7.4")
def test_stations_without_a_free_circle_are_not_offered() -> None:
    """One S-Bahn depot a station; circles of trams that are not in the game stay free (R60, R45, R46)."""
    companies = {"S": holders(Ada=20, Bo=10), "BESTAG": holders(Bo=60)}
    stations = {"S": ["H20"], "SBV": ["L16"], "BESTAG": ["H18"]}
    game = take(buying(companies=companies, stations=stations))
    places = {(action.hex, action.city) for action in offered(game, PlaceStation)}
    assert ("H18", 0) not in places and ("H20", 0) not in places
    assert ("H14", 0) in places and ("H14", 1) not in places and ("K29", 0) in places


# 12.5b, H.12: turns


@pytest.mark.clause("1881/12.5b", "1881/H.37", "1881/H.39", "1881/12.5a")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_each_owner_acts_for_his_net(variant: str) -> None:
    """With its own money, trains and depot; nets act one after the other, the main net first (R59)."""
    queue = {"queue": ("S-II", "S-III"), "operated": ("S",)}
    trains = {net: ["4S"] for net in ("S", "S-II", "S-III")}
    game = net_turn("S", "trains", ("S-II", "S-III"), joint=queue, trains=trains, variant=variant)
    for net, owner in (("S", "Ada"), ("S-II", "Bo"), ("S-III", "Cy")):
        assert (game.position.agenda[-1].company, game.turn) == (net, owner)  # type: ignore[attr-defined]
        if net != "S":
            game.play(Run(net, 0))
        end_turn(game, net)
    assert (game.position.round.number, game.turn) == (2, "Ada"), "the S-Bahn is one company: all nets are through"


@pytest.mark.clause("1881/12.5b", "1881/6.13a")
def test_a_net_pays_for_its_track_out_of_its_own_purse() -> None:
    game = net_turn("S-II", stations={"S": ["H20"], "S-II": ["G15"]}, cash={"S": 900, "S-II": 49})
    refused(game, LayTile("S-II", "G15", "31", 5), clause="1881/6.15b")
    game = net_turn("S-II", stations={"S": ["H20"], "S-II": ["G15"]}, cash={"S": 0, "S-II": 60})
    game.play(LayTile("S-II", "G15", "31", 5))
    assert (cash(game, "S-II"), cash(game, "S")) == (10, 0)


@pytest.mark.clause("1881/H.12")
@pytest.mark.parametrize(("variant", "order"), [("base", ["S", "SBV", "SHG"]), ("house", ["SBV", "SHG", "S"])])
def test_by_the_house_rules_the_s_bahn_operates_after_all_trams(variant: str, order: list[str]) -> None:
    companies = {"SBV": holders(Ada=60), "SHG": holders(Bo=60), **holding(Ada=20, Bo=10)}
    game = at_turn("SBV", companies=companies, cells={"S": (8, 3)}, seats={"S-II": "Cy"}, variant=variant)
    assert game.rules.operating_order(game.position) == order


# 12.5c: the success bonus


@pytest.mark.clause("1881/12.5c", "1881/H.40")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_whoever_owns_a_subnet_that_pays_may_take_20(variant: str) -> None:
    """Optional, once a turn, after the dividend, out of the subnet's treasury."""
    game = net_turn("S-II", "dividend", turn={"revenue": 60}, trains={"S-II": ["4S"]}, variant=variant)
    refused(game, TakeBonus("S-II"), clause="1881/5.4a", code="not-now")
    game.play(Dividend("S-II", "pay"))
    assert allowed(game, Pass("S-II"))
    game.play(TakeBonus("S-II"))
    assert (cash(game, "S-II"), cash(game, "Bo")) == (480, 520)
    refused(game, TakeBonus("S-II"), clause="1881/12.5c", code="no-success")


@pytest.mark.clause("1881/12.5c", "1881/H.40")
def test_not_without_success_nor_money() -> None:
    kept = net_turn("S-II", "dividend", turn={"revenue": 60}, trains={"S-II": ["4S"]})
    refused(play_on(kept, Dividend("S-II", "retain")), TakeBonus("S-II"), clause="1881/12.5c", code="no-success")
    for money, may in ((19, False), (20, True)):
        turn = {"revenue": 60}
        game = net_turn("S-II", "dividend", turn=turn, trains={"S-II": ["4S"]}, cash={"S-II": money})
        game.play(Dividend("S-II", "pay"))
        if may:
            game.play(TakeBonus("S-II"))
        else:
            refused(game, TakeBonus("S-II"), clause="1881/12.5c", code="no-cash")
    main = net_turn("S", "dividend", (), turn={"revenue": 60}, trains={"S": ["4S"]})
    refused(play_on(main, Dividend("S", "pay")), TakeBonus("S"), clause="1881/5.4a")


@pytest.mark.clause("1881/12.5c")
def test_for_a_company_its_director_takes_it() -> None:
    companies = {"SBV": holders(Cy=60), **holding(Ada=20, Bo=10)}
    turn = {"revenue": 60}
    game = net_turn("S-II", "dividend", companies=companies, turn=turn, trains={"S-II": ["4S"]}, stations={})
    game.position.put("certificates", CARDS["S-II"], "SBV")
    play_on(game, Dividend("S-II", "pay"), TakeBonus("S-II"))
    assert (cash(game, "Cy"), cash(game, "SBV")) == (520, 500)


# 12.7 to 12.9: trains


@pytest.mark.clause("1881/12.7b", "1881/H.43")
@pytest.mark.parametrize("variant", ["base", "house"])
@pytest.mark.parametrize("net", ["S", "S-II"])
def test_a_net_may_discard_a_smaller_train_with_a_purchase(net: str, variant: str) -> None:
    """The old one leaves the game (R87); it goes before the limit is looked at (R92)."""
    trains = {net: ["4S", "4S", "4S"]}
    seats = ("S-II",) if net == "S-II" else ()
    game = net_turn(net, "trains", seats, trains=trains, phase="brown", cash={net: 700}, variant=variant)
    refused(game, BuyTrain(net, BANK, "7S-1", "7S", 600), clause="1881/12.7a")
    refused(game, TradeIn(net, BANK, "4S-4", "4S", 300, "4S-1"), clause="1881/12.7b", code="no-older")
    game.play(TradeIn(net, BANK, "7S-1", "7S", 600, "4S-2"))
    assert sorted(face for _, face in trains_of(game.position, net)) == ["4S", "4S", "7S"]
    assert game.position.trains["4S-2"] == (OUT, "4S") and cash(game, net) == 100


@pytest.mark.clause("1881/12.7b")
def test_only_its_own_trains_are_discarded() -> None:
    trains = {"S": ["4S"], "S-II": ["4S"]}
    game = net_turn("S-II", "trains", trains=trains, phase="brown", cash={"S-II": 700})
    refused(game, TradeIn("S-II", BANK, "7S-1", "7S", 600, "4S-1"), clause="1881/12.7b", code="no-older")
    poor = net_turn("S-II", "trains", trains=trains, phase="brown", cash={"S-II": 400, "Bo": 149})
    refused(poor, TradeIn("S-II", BANK, "7S-1", "7S", 600, "4S-2"), code="no-cash-train")


@pytest.mark.clause("1881/12.8", "1881/H.38")
@pytest.mark.parametrize("variant", ["base", "house"])
@pytest.mark.parametrize(("net", "owner"), [("S", "Ada"), ("S-II", "Bo")])
def test_every_net_must_have_a_train(net: str, owner: str, variant: str) -> None:
    """The owner adds what is missing (R65)."""
    game = net_turn(net, "trains", ("S-II",), cash={net: 100}, variant=variant)
    refused(game, Pass(net), clause="1881/12.8", code="must-own-train")
    game.play(BuyTrain(net, BANK, "4S-1", "4S", 300))
    assert (cash(game, net), cash(game, owner)) == (0, 300)
    assert allowed(game, Pass(net))


@pytest.mark.clause("1881/12.8")
def test_an_owner_sells_shares_for_it_but_not_the_net() -> None:
    """Cash first, then shares; no more than needed, and nothing by which the net would change hands (R93)."""
    companies = {"SHG": holders(Bo=40, Cy=20), **holding(Ada=20, Cy=10, Bo=5)}
    game = net_turn("S-II", "trains", companies=companies, cash={"S-II": 100, "Bo": 50})
    game.play(BuyTrain("S-II", BANK, "4S-1", "4S", 300))
    assert isinstance(game.position.agenda[-1], ForcedSale) and game.turn == "Bo"
    assert cash(game, "S-II") == 100 and cash(game, "Bo") == 50
    refused(game, SellShares("Bo", "S", 5, CARDS["S-II"]), clause="1881/12.8", code="keeps-directorship")
    refused(game, SellShares("Bo", "SHG", 30), clause="1881/10.8")
    game.play(SellShares("Bo", "SHG", 20))
    assert trains_of(game.position, "S-II") and cash(game, "S-II") == 0
    assert lie(game, "SHG", "Bo") == 20 and lie(game, "S", "Bo") == 10, "no more than needed"


@pytest.mark.clause("1881/12.8")
def test_a_president_does_not_sell_his_presidency_for_it() -> None:
    companies = {"SHG": holders(Bo=40, Ada=20), **holding(Ada=20, Cy=15)}
    game = net_turn("S", "trains", (), companies=companies, cash={"S": 100, "Ada": 50}, stations={"S": ["H20"]})
    game.play(BuyTrain("S", BANK, "4S-1", "4S", 300))
    refused(game, SellShares("Ada", "S", 10), code="keeps-directorship")
    assert {a.company for a in offered(game, SellShares)} <= {"SHG", "S"}


@pytest.mark.clause("1881/12.8")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_who_cannot_pay_for_a_net_leaves_it_without_a_train(variant: str) -> None:
    """Nothing is paid, nothing sold, nobody bankrupt (R83, R93)."""
    game = net_turn("S-II", "trains", cash={"S-II": 100, "Bo": 50}, variant=variant)
    refused(game, BuyTrain("S-II", BANK, "4S-1", "4S", 300), clause="1881/10.1b", code="no-cash-train")
    end_turn(game, "S-II")
    assert not trains_of(game.position, "S-II") and "Bo" in game.position.order
    assert (cash(game, "S-II"), cash(game, "Bo")) == (100, 50)


@pytest.mark.clause("1881/12.8", "1881/10.1b")
@pytest.mark.parametrize(("money", "may"), [(200, True), (199, False)])
def test_a_company_that_owns_a_net_pays_out_of_its_treasury_alone(money: int, may: bool) -> None:
    companies = {"SBV": holders(Cy=60), **holding(Ada=20, Bo=10)}
    game = net_turn("S-II", "trains", companies=companies, cash={"S-II": 100, "SBV": money, "Cy": 900}, stations={})
    game.position.put("certificates", CARDS["S-II"], "SBV")
    action = BuyTrain("S-II", BANK, "4S-1", "4S", 300)
    if may:
        game.play(action)
        assert (cash(game, "S-II"), cash(game, "SBV"), cash(game, "Cy")) == (0, 0, 900)
    else:
        refused(game, action, clause="1881/10.1b", code="no-cash-train")
        assert allowed(game, Pass("S-II"))


@pytest.mark.clause("1881/12.8", "1881/10.1b")
def test_a_net_that_can_pay_one_with_a_quarter_buys_that() -> None:
    """It chooses among what its treasury can pay with a quarter of a player; only then the cheapest (R93)."""
    cheap, dear = BuyTrain("S-II", BANK, "4S-1", "4S", 300), BuyTrain("S-II", BANK, "7S-1", "7S", 600)
    game = net_turn("S-II", "trains", phase="brown", cash={"S-II": 450, "Bo": 150})
    assert allowed(game, cheap) and allowed(game, dear)
    less = net_turn("S-II", "trains", phase="brown", cash={"S-II": 449, "Bo": 900})
    assert allowed(less, cheap)
    refused(less, dear, clause="1881/10.1b")
    poor = net_turn("S-II", "trains", phase="brown", cash={"S-II": 100, "Bo": 900})
    assert allowed(poor, cheap)
    refused(poor, dear, clause="1881/10.1b")


@pytest.mark.clause("1881/12.9a", "1881/10.5a")
def test_nets_buy_trains_from_each_other() -> None:
    game = net_turn("S-II", "trains", trains={"S": ["4S"]}, cash={"S-II": 30})
    game.play(BuyTrain("S-II", "S", "4S-1", "4S", 30))
    assert game.turn == "Ada"
    game.play(Answer("Ada", True))
    assert trains_of(game.position, "S-II") == [("4S-1", "4S")] and cash(game, "S") == 530


@pytest.mark.clause("1881/12.9b")
@pytest.mark.parametrize("net", ["S", "S-II"])
def test_the_s_bahn_owns_no_shares_of_trams(net: str) -> None:
    companies = {"SHG": holders(Bo=40, pool=20), **holding(Ada=20, Cy=10)}
    game = net_turn(net, "trains", trains={net: ["4S"]}, companies=companies)
    for company, source in (("SHG", OFFERING), ("SHG", POOL), ("S", OFFERING)):
        refused(game, BuyShare(net, company, 10, source), clause="1881/5.4a")
    refused(game, StartCompany(net, "SpS", 80))
    held = game.rules.register.holders(game.position, "SHG")
    assert "S" not in held and "S-II" not in held


@pytest.mark.clause("1881/12.10", "1881/H.38")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_the_main_net_alone_may_place_one_more_depot_for_40(variant: str) -> None:
    track = {"H18": "30@5", "G17": "34@1", "H16": "14@1"}
    stations = {"S": ["H20"], "S-II": ["A23"]}
    game = net_turn("S", "station", (), stations=stations, tiles=track, cash={"S": 39}, variant=variant)
    places = [
        (a.hex, a.city) for a in offered(net_turn("S", "station", (), stations=stations, tiles=track), PlaceStation)
    ]
    assert ("H18", 0) in places
    refused(game, PlaceStation("S", "H18", 0), clause="1881/7.2", code="no-cash-station")
    game = net_turn("S", "station", (), stations=stations, tiles=track, cash={"S": 40}, variant=variant)
    game.play(PlaceStation("S", "H18", 0))
    assert cash(game, "S") == 0
    two = net_turn("S", "station", (), stations={"S": ["H20", "H18"]}, tiles=track, variant=variant)
    refused(two, PlaceStation("S", "G17", 0), clause="1881/12.10", code="no-marker")
    part = net_turn("S-II", stations={"S": ["A23"], "S-II": ["H20"]}, tiles=track, variant=variant)
    refused(part, PlaceStation("S-II", "H18", 0), clause="1881/5.4a")


# 12.12, 12.13: dividend and price of all nets


@pytest.mark.clause("1881/12.12", "1881/H.42")
@pytest.mark.parametrize("variant", ["base", "house"])
@pytest.mark.parametrize(
    ("before", "last", "price_after"),
    [
        ((), 40, 94),
        ((), 0, 78),
        ((40,), 40, 94),
        ((40,), 0, 84),
        ((0,), 40, 84),
        ((0,), 0, 78),
        ((40, 0), 40, 94),
        ((40, 0), 0, 78),
        ((0, 40, 40), 0, 84),
        ((0, 40, 40), 40, 94),
        ((0, 40, 0), 0, 78),
    ],
    ids=str,
)
def test_the_price_follows_the_majority_of_the_nets(
    before: tuple[int, ...], last: int, price_after: int, variant: str
) -> None:
    """Each net that operates counts once, no income as withholding (R68)."""
    game = last_net(before, tuple(SEATS)[: len(before)], last, cells={"S": (6, 3)}, variant=variant)
    assert price(game, "S") == 88
    net = game.position.agenda[-1].company  # type: ignore[attr-defined]
    game.play(Dividend(net, "pay" if last else "retain"))
    assert price(game, "S") == 88, "not before the last turn is over"
    end_turn(game, net)
    assert price(game, "S") == {94: 94, 84: 88, 78: 84}[price_after]


@pytest.mark.clause("1881/12.12")
def test_a_bonus_alone_is_paid_and_counts_as_not_paying() -> None:
    """R84."""
    game = net_turn("S", "dividend", (), turn={"link": 100}, trains={"S": ["4S"]}, cells={"S": (6, 3)})
    play_on(game, Dividend("S", "pay"), Pass("S"))
    assert cash(game, "Ada") == 520 and price(game, "S") == 84


@pytest.mark.clause("1881/12.13a", "1881/12.13b", "1881/H.27", "1881/H.39", "1881/H.41", "1881/9.7b")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_what_all_nets_pay_is_paid_together(variant: str) -> None:
    """5% for a share of 5%, rounded down; the pool's goes to the main net, the offering's to nobody (R55)."""
    companies = holding(Ada=20, Bo=5, Cy=5, pool=10)
    game = last_net((50, 0), ("S-II", "S-III"), 33, companies=companies, variant=variant)
    bank = cash(game, BANK)
    game.play(Dividend("S-III", "pay"))
    assert cash(game, "Ada") == 500, "held until the last net has had its turn"
    end_turn(game, "S-III")
    gains = {who: cash(game, who) - 500 for who in ("Ada", "Bo", "Cy", "Di", "S", "S-II", "S-III")}
    assert gains == {"Ada": 16, "Bo": 8, "Cy": 8, "Di": 0, "S": 8, "S-II": 0, "S-III": 0}
    assert cash(game, BANK) == bank - 40


@pytest.mark.clause("1881/12.13a", "1881/H.39")
def test_income_withheld_stays_with_its_net() -> None:
    game = last_net((50,), ("S-II",), 70)
    play_on(game, Dividend("S-II", "retain"), Pass("S-II"))
    assert cash(game, "S-II") == 570 and cash(game, "Ada") == 510


@pytest.mark.clause("1881/12.12", "1881/9.13a")
def test_at_10_all_nets_close() -> None:
    """R57."""
    companies = {"SBV": holders(Cy=60), **holding(Ada=20, Bo=5, Cy=5)}
    game = last_net((0,), ("S-II",), 0, companies=companies, cells={"S": (1, 0)}, stations=APART)
    play_on(game, Dividend("S-II", "retain"), Pass("S-II"))
    assert {event.company for event in events(game, CompanyClosed)} >= {"S"}
    assert not {"S", "S-II"} & {*game.position.floated, *game.position.markers}
    assert not any(
        owner.startswith("S-") or owner == "S" for here in game.position.stations.values() for owner, _ in here
    )


# 12.3b, 12.5, 12.5d, H.45 to H.47: joining


@pytest.mark.clause("1881/12.3b", "1881/H.38", "1881/H.31")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_a_seat_of_the_presidents_own_joins_at_once(variant: str) -> None:
    """Its 420 TM and its depot are the main net's (R62)."""
    game = buying(companies={"S": holders(SBV=20, Bo=10)}, stations={"S": ["H10"], "SBV": ["L16"]}, variant=variant)
    take(game)
    assert "S-II" not in game.position.floated and list(joined_of(game.position)) == ["S-II"]
    assert cash(game, "S") == 500 + 420 and cash(game, "S-II") == 0
    assert game.position.agenda[-1] == DepotChoice("S")
    place(game, "C21")
    assert game.position.stations["C21"] == (("S", 0),) and joined_of(game.position) == {"S-II": "C21"}
    assert game.position.certificates[CARDS["S-II"]] == "SBV", "the seat stays a seat"


@pytest.mark.clause("1881/12.5b", "1881/H.46")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_a_subnet_joined_by_track_is_the_main_nets_after_its_turn(variant: str) -> None:
    """Money, trains and depot for good; it is checked after the last net has operated (R62)."""
    trains = {"S": ["4S"], "S-II": ["4S"]}
    game = net_turn("S-II", stations=BESIDE, trains=trains, cash={"S-II": 300}, variant=variant)
    game.play(LayTile("S-II", "I9", "26", 0))
    assert "S-II" in game.position.floated
    play_on(game, Run("S-II", 0), Pass("S-II"))
    assert "S-II" not in game.position.floated and joined_of(game.position) == {"S-II": "I9"}
    assert cash(game, "S") == 500 + 250 and cash(game, "S-II") == 0
    assert len(trains_of(game.position, "S")) == 2 and game.position.stations["I9"] == (("S", 0),)
    sold = variant == "house"
    assert game.position.certificates[CARDS["S-II"]] == (POOL if sold else "Bo")
    assert bool(list(events(game, SeatLapsed))) == sold


@pytest.mark.clause("1881/H.47", "1881/H.45")
def test_by_the_house_rules_the_seat_of_a_joined_net_is_sold() -> None:
    """At the market price; it cannot be revived: the card is plain (R63)."""
    game = net_turn("S-II", stations=BESIDE, trains={"S": ["4S"], "S-II": ["4S"]}, cells={"S": (6, 3)}, variant="house")
    play_on(game, LayTile("S-II", "I9", "26", 0), Run("S-II", 0), Pass("S-II"))
    paid = [event for event in events(game, Paid) if event.payee == "Bo"]
    assert [event.amount for event in paid] == [price(game, "S")] and cash(game, "Bo") == 500 + price(game, "S")
    card = next(card for card in game.rules.register.of["S"] if card.id == CARDS["S-II"])
    assert not game.rules.register.mark_of(game.position, card)


@pytest.mark.clause("1881/H.46", "1881/12.5b")
def test_subnets_joined_only_with_each_other_stay_apart() -> None:
    stations = {"S": ["A23"], "S-II": ["H10"], "S-III": ["I9"]}
    trains = {net: ["4S"] for net in stations}
    game = net_turn("S-III", seats=("S-II", "S-III"), stations=stations, trains=trains)
    play_on(game, LayTile("S-III", "I9", "26", 0), Run("S-III", 0), Pass("S-III"))
    assert {"S-II", "S-III"} <= set(game.position.floated) and not joined_of(game.position)


@pytest.mark.clause("1881/12.5b")
def test_trains_over_the_limit_are_given_up_when_a_net_joins() -> None:
    """R62, R30."""
    trains = {"S": ["7S", "7S"], "S-II": ["7S"]}
    game = net_turn("S-II", stations=BESIDE, trains=trains, phase="gray")
    play_on(game, LayTile("S-II", "I9", "26", 0), Run("S-II", 0), Pass("S-II"))
    assert game.turn == "Ada"
    game.play(next(iter(game.legal())).action)
    assert len(trains_of(game.position, "S")) == 2


@pytest.mark.clause("1881/12.5d", "1881/12.2b", "1881/H.45")
def test_a_seat_that_is_sold_is_plain_and_its_net_the_main_nets() -> None:
    companies = {"SBV": holders(Cy=60), "S": holders(Ada=20, Bo=10)}
    trains = {"S-II": ["4S"], "SBV": ["3"]}
    stations = {"S": ["H10"], "S-II": ["C21"], "SBV": ["L16"]}
    game = at_turn("SBV", "trains", companies=companies, seats={"S-II": "SBV"}, trains=trains, stations=stations)
    game.play(SellShares("SBV", "S", 5, CARDS["S-II"]))
    assert lie(game, "S") == 5 and "S-II" not in game.position.floated
    assert cash(game, "S") == 1000 and trains_of(game.position, "S") == [("4S-1", "4S")]
    assert State1881.of(game.position).lapsed == (CARDS["S-II"],)


# 12.3, H.44, H.45: the president


@pytest.mark.clause("1881/12.3a", "1881/H.44", "1881/H.45")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_the_presidency_changes_with_the_majority_alone(variant: str) -> None:
    """SBV, with as much as Ada, buys more: it gives two plain shares for the president's."""
    game = buying(companies={"S": holders(Ada=20, SBV=20)}, variant=variant, stations={"S": ["H10"], "SBV": ["L16"]})
    game.position.put("certificates", CARDS["S-II"], "Bo")
    assert director(game, "S") == "Ada"
    take(game)
    assert director(game, "S") == "SBV" and lie(game, "S", "SBV") == 25 and lie(game, "S", "Ada") == 20
    held = game.rules.register.at(game.position, "S", "Ada")
    assert len(held) == 4 and all(card.percent == 5 for card in held)


@pytest.mark.clause("1881/12.3a", "1881/H.45")
def test_where_plain_shares_do_not_suffice_seats_fill_up() -> None:
    """R61, R82: the seat given up lapses, its net joins, and the former president has a plain share."""
    stations = {"S": ["H10"], "SBV": ["L16"], "S-II": ["C21"], "S-III": ["A23"]}
    companies = {"S": holders(Ada=15, Bo=10)}
    game = buying(companies=companies, seats={"S-II": "SBV", "S-III": "SBV"}, stations=stations)
    take(game)
    if isinstance(game.position.agenda[-1], DepotChoice):
        place(game)
    assert lie(game, "S", "SBV") == 15
    assert director(game, "S") == "Ada", "ties leave the president in office"


@pytest.mark.clause("1881/H.36", "1881/4.4a")
def test_each_card_of_the_s_bahn_is_one_certificate_at_the_price_of_the_table() -> None:
    game = at_turn("SBV", companies=holding(Ada=20, Bo=10), seats={"S-II": "Cy"}, variant="house", cells={"S": (6, 3)})
    rules, pos = game.rules, game.position
    base = {player: certificates_of(rules, pos, player) for player in ("Bo", "Cy")}
    assert base == {"Bo": 2, "Cy": 1}
    assert rules.share_price(pos, "S", POOL) == 88 == price(game, "S")
    assert rules.register.shares("S", 10) == 2 and rules.register.shares("S", 5) == 1
