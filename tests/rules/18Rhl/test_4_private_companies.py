"""18Rhl, chapter 4: what the certificates of the start packet are, bring and pay, and when they close."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, director, events, given, offered, percent, play_on, price, refused

import stellwerk
from stellwerk.actions import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    Draw,
    LayTile,
    Pass,
    Run,
    SellPrivate,
    SellShares,
    StartCompany,
    TakeOverPrivate,
)
from stellwerk.events import Floated, Paid
from stellwerk.game import Game
from stellwerk.titles import rules_of

NAMES = ("Ada", "Bo", "Cy")
RULES = rules_of("18Rhl")
ALL = dict.fromkeys(("No1", "No2", "No3", "No4", "No5"), "Ada")
ASIDE = "beside Aachen"


def rhl(**parts: Any) -> Game:
    return given(title="18Rhl", **parts)


def adr(**parts: Any) -> Game:
    """ADR (Ada) alone on its turn, with 1000 and a station in Aachen."""
    return rhl(
        **{
            "phase": "3",
            "companies": {"ADR": company(70, Ada=50)},
            "stations": {"ADR": ("K2",)},
            "cash": {"ADR": 1000},
            "turn": {"company": "ADR"},
            **parts,
        }
    )


def sold_up_to(last: int) -> Game:
    """The packet is sold at printed prices up to a number: 1 and 4 to Ada, 2 and 5 to Bo, 3 and 6 to Cy."""
    game = stellwerk.new_game("18Rhl", NAMES, draws=False)
    play_on(game, Draw("seating", NAMES), Draw("mines", ("1",)))
    return play_on(game, *(BuyPrivate(NAMES[i % 3], f"No{i + 1}") for i in range(last)))


# 4.1 General


@pytest.mark.clause("18Rhl/4.2.1a", "18Rhl/4.2.2a", "18Rhl/4.2.3a", "18Rhl/4.2.4a", "18Rhl/4.2.5a", "18Rhl/4.2.6a")
def test_the_six_certificates_with_their_prices_and_revenues() -> None:
    assert [(figure.id, figure.name, figure.price, figure.income) for figure in RULES.figures.privates] == [
        ("No1", "Prinz-Wilhelm-Bahn", 20, 5),
        ("No2", "Konzession Essen-Osterath", 30, 0),
        ("No3", "Seilzuganlage", 50, 15),
        ("No4", "Trajektanstalt", 80, 20),
        ("No5", "Niederrheinische Licht- und Kraftwerke", 120, 25),
        ("No6", "Director's certificate of the RhE", 140, 0),
    ]


@pytest.mark.clause("18Rhl/4.1a", "18Rhl/4.2.1a", "18Rhl/4.2.2a", "18Rhl/4.2.3a", "18Rhl/4.2.4a", "18Rhl/4.2.5a")
@pytest.mark.parametrize(("private", "revenue"), [("No1", 5), ("No2", 0), ("No3", 15), ("No4", 20), ("No5", 25)])
def test_the_bank_pays_the_owners_at_the_start_of_each_operating_round(private: str, revenue: int) -> None:
    game = adr(privates={private: "Bo"}, cash={"Bo": 100}, turn={"company": "ADR", "stage": "trains"})
    game.play(Pass("ADR"))  # the second of the two rounds of the set begins
    assert game.position.round.number == 2
    assert game.position.cash["Bo"] == 100 + revenue
    play_on(game, Run("ADR", 0), Pass("ADR"), Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.round.set == 2
    assert game.position.cash["Bo"] == 100 + 2 * revenue  # nothing in the stock round between
    assert [pay.payer for pay in events(game, Paid) if pay.payee == "Bo"] == ["bank", "bank"] * bool(revenue)


@pytest.mark.clause("18Rhl/4.1b")
@pytest.mark.parametrize("stage", ["track", "station", "trains", "end"])
@pytest.mark.parametrize("private", ALL)
def test_private_companies_cannot_be_sold_to_corporations(stage: str, private: str) -> None:
    game = adr(privates=ALL, turn={"company": "ADR", "stage": stage})
    refused(game, TakeOverPrivate("ADR", private, 1))
    refused(game, SellPrivate("ADR", private))
    assert not any(isinstance(choice.action, TakeOverPrivate | SellPrivate) for choice in game.legal())


@pytest.mark.clause("18Rhl/4.1b")
def test_private_companies_cannot_be_sold_to_players_and_change_hands_only_once() -> None:
    game = rhl(round={"kind": "stock", "set": 2}, companies={"ADR": company(70, Ada=50)}, privates=ALL)
    kinds = {type(choice.action) for choice in game.legal()}
    assert kinds == {BuyShare, StartCompany, Pass}
    refused(game, BuyPrivate("Ada", "No1"))
    game = sold_up_to(2)
    refused(game, BuyPrivate("Cy", "No1"), clause="18Rhl/3c")
    refused(game, Bid("Cy", "No2", 100), clause="18Rhl/3d")


@pytest.mark.clause("18Rhl/4.1b")
def test_the_rhe_directors_certificate_cannot_be_sold_by_itself() -> None:
    game = rhl(
        round={"kind": "stock", "set": 2},
        companies={"RhE": company(70, Ada=30, Bo=10, pool=30)},
        operated=("RhE",),
    )
    refused(game, SellShares("Ada", "RhE", 20), clause="18Rhl/5.4d")
    assert allowed(game, SellShares("Ada", "RhE", 10))


@pytest.mark.clause("18Rhl/4.1g")
def test_using_a_function_closes_nothing() -> None:
    game = adr(privates=ALL, cash={"Ada": 0, "ADR": 30})
    play_on(game, LayTile("ADR", "E14", "9", 0, "No1"), LayTile("ADR", "E8", "935", 1, "No2"), Pass("ADR"))
    play_on(game, LayTile("ADR", "H13", "9", 0, "No3"), LayTile("ADR", "D9", "925", 0, "No4"))
    assert game.position.privates == {**ALL, "No6": "out"}
    assert set(game.position.used) == {"No1", "No2", "No3", "No4"}
    play_on(game, Run("ADR", 0), Pass("ADR"))
    assert game.position.cash["Ada"] == 65  # they still pay


@pytest.mark.clause("18Rhl/4.1g", "18Rhl/14d")
def test_all_five_close_with_the_first_5_train_and_unused_functions_are_lost() -> None:
    owners = {"No1": "Ada", "No2": "Bo", "No3": "Ada", "No4": "Ada", "No5": "Cy"}
    parts = {"phase": "4", "scrapped": ("2",), "privates": owners, "used": ("No3",)}
    game = adr(next_card="4-3", turn={"company": "ADR", "stage": "trains"}, **parts)
    game.play(BuyTrain("ADR", "bank", "4-3", "4", 300))
    assert game.position.privates == {**owners, "No6": "out"}  # not yet
    game.play(BuyTrain("ADR", "bank", "5-1", "5", 500))
    assert set(game.position.privates.values()) == {"out"}
    cash = dict(game.position.cash)
    game.play(Pass("ADR"))
    assert [game.position.cash[name] for name in NAMES] == [cash[name] for name in NAMES]  # no more revenue
    assert game.actor == "ADR"
    refused(game, LayTile("ADR", "E14", "9", 0, "No1"), clause="18Rhl/4.1c")
    refused(game, LayTile("ADR", "D9", "925", 0, "No4"), clause="18Rhl/4.1c")


@pytest.mark.clause("18Rhl/4.1h")
def test_each_private_company_counts_as_a_certificate() -> None:
    """Six players may hold ten each."""
    parts = {
        "players": ("Ada", "Bo", "Cy", "Di", "Eve", "Flo"),
        "round": {"kind": "stock", "set": 2},
        "companies": {"ADR": company(70, Ada=60)},  # five certificates
    }
    buy = BuyShare("Ada", "ADR", 10)
    refused(rhl(privates=ALL, **parts), buy, clause="18Rhl/16.3a")
    for private in ALL:
        owners = {**ALL, private: "Bo"}
        assert allowed(rhl(privates=owners, **parts), buy)
    assert allowed(rhl(privates={}, **parts), buy)  # closed ones free their places (R64)


# 4.2, No. 5


@pytest.mark.clause("18Rhl/4.2.5b")
def test_the_buyer_of_no_5_gets_a_gve_share_for_nothing_at_once() -> None:
    game = sold_up_to(4)
    assert percent(game, "GVE", "Bo") == 0
    game.play(BuyPrivate("Bo", "No5"))
    assert percent(game, "GVE", "Bo") == 10
    assert game.position.cash["Bo"] == 600 - 30 - 120
    assert percent(game, "GVE", "offering") == 90


@pytest.mark.clause("18Rhl/4.2.5b")
def test_the_free_share_makes_no_director_and_cannot_be_sold_before_the_gve_has_a_price() -> None:  # R70
    game = play_on(sold_up_to(6), StartCompany("Cy", "RhE", 70))
    assert director(game, "GVE") is None
    refused(game, BuyShare("Ada", "GVE", 10), clause="18Rhl/5.1a")
    stock = rhl(round={"kind": "stock", "set": 2}, operated=("GVE",))
    stock.position.put("certificates", "GVE_8", "Ada")
    refused(stock, SellShares("Ada", "GVE", 10), code="no-shares")
    game.play(StartCompany("Ada", "GVE", 60))
    assert director(game, "GVE") == "Ada"
    assert percent(game, "GVE", "Bo") == 10


@pytest.mark.clause("18Rhl/4.2.5c")
@pytest.mark.parametrize(("bought", "floats"), [(30, False), (40, True)])
def test_with_the_free_share_the_gve_floats_with_40_percent_from_the_offering(bought: int, floats: bool) -> None:
    game = play_on(sold_up_to(6), StartCompany("Cy", "RhE", 70), StartCompany("Ada", "GVE", 60))
    game.play(BuyShare("Bo", "GVE", 10))
    if bought == 40:
        play_on(game, BuyShare("Cy", "GVE", 10), Pass("Ada"), Pass("Bo"))
    play_on(game, Pass("Cy"), *(() if bought == 40 else (Pass("Ada"), Pass("Bo"))))
    assert ("GVE" in game.position.floated) == floats
    assert game.position.cash["GVE"] == (5 * 60 if floats else 0)  # R9


# 4.2, No. 6


@pytest.mark.clause("18Rhl/4.2.6a")
def test_the_rhe_directors_certificate_costs_140_at_least() -> None:
    game = sold_up_to(4)
    refused(game, Bid("Bo", "No6", 144), clause="18Rhl/3d")
    assert allowed(game, Bid("Bo", "No6", 145))
    game.play(BuyPrivate("Bo", "No5"))
    game.play(BuyPrivate("Cy", "No6"))
    assert game.position.cash["Cy"] == 600 - 50 - 140
    assert director(game, "RhE") == "Cy"
    assert percent(game, "RhE", "Cy") == 20


@pytest.mark.clause("18Rhl/4.2.6b")
@pytest.mark.parametrize("value", [60, 65, 70, 75, 80, 90, 100])
def test_its_buyer_sets_the_value_at_once_on_any_violet_square_whatever_he_paid(value: int) -> None:  # R11
    game = sold_up_to(6)
    assert [action.price for action in offered(game, StartCompany)].count(value) == 1
    assert {type(choice.action) for choice in game.legal()} == {StartCompany}
    assert game.legal().count() == 7
    for wrong in (StartCompany("Cy", "RhE", 85), StartCompany("Cy", "RhE", 110), StartCompany("Cy", "BME", value)):
        refused(game, wrong, clause="18Rhl/16.2b")
    refused(game, Pass("Cy"))
    game.play(StartCompany("Cy", "RhE", value))
    assert price(game, "RhE") == value
    assert game.position.cash["Cy"] == 410  # nothing more to pay
    assert game.position.cash[ASIDE] == 3 * value


@pytest.mark.clause("18Rhl/4.2.6c")
def test_three_rhe_shares_go_to_the_pool_where_they_can_be_bought_at_once() -> None:  # R13
    game = sold_up_to(5)
    assert percent(game, "RhE", "pool") == 0
    game.play(BuyPrivate("Cy", "No6"))
    assert [card.percent for card in RULES.register.at(game.position, "RhE", "pool")] == [10, 10, 10]
    assert percent(game, "RhE", "offering") == 50
    game.play(StartCompany("Cy", "RhE", 80))
    bank = game.position.cash["bank"]
    game.play(BuyShare("Ada", "RhE", 10, "pool"))
    assert game.position.cash["Ada"] == 500 - 80
    assert game.position.cash["bank"] == bank + 80
    assert percent(game, "RhE", "pool") == 20


@pytest.mark.clause("18Rhl/4.2.6c")
def test_the_pool_shares_are_old_shares() -> None:  # R13
    game = rhl(
        companies={"RhE": company(70, Ada=20, pool=30)},
        stations={"RhE": ("I10.0",)},
        turn={"company": "RhE", "stage": "dividend", "revenue": 100},
    )
    game.play(Dividend("RhE", "pay"))
    assert game.position.cash["RhE"] == 50  # for the offering alone
    parts = {"round": {"kind": "stock", "set": 2}, "operated": ("RhE",)}
    full = rhl(companies={"RhE": company(70, Ada=20, Bo=30, pool=30)}, turn={"player": "Bo"}, **parts)
    refused(full, SellShares("Bo", "RhE", 30), clause="18Rhl/16.5b")
    assert allowed(full, SellShares("Bo", "RhE", 20))


def linking(tiles: dict[str, str], name: str = "RhE", **parts: Any) -> Game:
    """RhE (Ada) has 210 waiting beside Aachen; ADR (Bo) has its home there; `name` is on turn."""
    return rhl(
        **{
            "phase": "3",
            "companies": {"RhE": company(70, Ada=30, pool=30), "ADR": company(65, Bo=50)},
            "stations": {"RhE": ("I10.0",), "ADR": ("K2",)},
            "cash": {"RhE": 10, "ADR": 20, ASIDE: 210},
            "tiles": tiles,
            "turn": {"company": name},
            **parts,
        }
    )


def money(game: Game) -> tuple[int, int]:
    """In the RhE's treasury, and beside Aachen."""
    return game.position.cash["RhE"], game.position.cash[ASIDE]


WEST, EAST = {"K4": "4@1"}, {"K8": "8@1", "J9": "9@0"}
"""Aachen to Düren; Düren to Köln."""


@pytest.mark.clause("18Rhl/4.2.6d")
def test_three_starting_values_wait_beside_aachen_out_of_the_bank() -> None:
    game = sold_up_to(6)
    bank = game.position.cash["bank"]
    game.play(StartCompany("Cy", "RhE", 90))
    assert money(game) == (0, 270)
    assert game.position.cash["bank"] == bank - 270
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert [(event.company, event.capital) for event in events(game, Floated)] == [("RhE", 180)]
    assert money(game) == (180, 270)


@pytest.mark.clause("18Rhl/4.2.6d")
def test_the_money_comes_as_soon_as_track_links_koeln_via_dueren_with_aachen() -> None:
    game = linking({**WEST, "K8": "8@1"})
    assert money(game) == (10, 210)
    game.play(LayTile("RhE", "J9", "9", 0))
    assert money(game) == (220, 0)
    assert game.position.cash["bank"] == linking({}).position.cash["bank"]
    game = linking({"J9": "9@0"})  # half of the way is not enough
    game.play(LayTile("RhE", "K8", "8", 1))
    assert money(game) == (10, 210)


@pytest.mark.clause("18Rhl/4.2.6d")
def test_anybodys_tile_may_complete_the_link_and_stations_do_not_block_it() -> None:  # R12
    companies = {"RhE": company(70, Ada=30, pool=30), "ADR": company(65, Bo=50), "BME": company(60, Cy=50)}
    stations = {"RhE": ("I10.0",), "ADR": ("K2",), "BME": ("F13.1", "K6")}
    game = linking(EAST, "ADR", companies=companies, stations=stations)
    game.play(LayTile("ADR", "K4", "4", 1))
    assert money(game) == (220, 0)
    assert game.position.cash["ADR"] == 20


@pytest.mark.clause("18Rhl/4.2.6d")
def test_a_link_past_dueren_or_by_one_and_the_same_track_of_dueren_brings_nothing() -> None:  # R12
    north = {"J3": "69@2", "J5": "9@1", "J7": "9@1"}  # from Aachen to J9
    game = linking(north)
    game.play(LayTile("RhE", "J9", "8", 1))
    assert money(game) == (10, 210)
    game = linking({**north, **EAST}, "ADR")
    game.play(LayTile("ADR", "J9", "27", 0))  # from Düren's eastern track both to Köln and to Aachen
    assert money(game) == (10, 210)
    game = linking({**north, **EAST, "J9": "27@0"}, "ADR")
    game.play(LayTile("ADR", "K4", "4", 1))
    assert money(game) == (220, 0)
