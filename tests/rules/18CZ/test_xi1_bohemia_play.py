"""XI.1, Bohemia: who decides for Vaclav's companies, what they do, their trains, shares and order cards."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, bohemia, company, director, events, offered, percent, play_on, price, refused

import stellwerk
from stellwerk.actions import (
    Acquire,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    Dividend,
    Draw,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellShares,
)
from stellwerk.events import DividendDecided, Exported, Paid, PhaseBegan, Ran, TrainGiven, TypeScrapped
from stellwerk.game import Game
from stellwerk.trains import trains_of

STOCK = {"round": {"kind": "stock", "set": 5}, "turn": {"player": "Ada"}}


def trains(game: Game, owner: str) -> dict[str, str]:
    return dict(trains_of(game.position, owner))


# Track and stations: Ada has the lowest order card


@pytest.mark.clause("18CZ/XI.1i")
@pytest.mark.parametrize(("name", "decides"), [("VBW", "Ada"), ("By", "Ada"), ("BTE", "Bo")])
def test_who_lays_track_for_vaclav(name: str, decides: str) -> None:  # R18
    game = bohemia(name)
    assert (game.actor, game.turn) == (name, decides)
    assert {type(choice.action) for choice in game.legal()} == {LayTile, Pass}


@pytest.mark.clause("18CZ/XI.1i")
def test_the_lowest_order_card_decides_and_not_the_seat() -> None:  # R18
    assert bohemia("VBW", order=("Bo", "Ada")).turn == "Bo"
    assert bohemia("BTE", order=("Bo", "Ada")).turn == "Ada"


@pytest.mark.clause("18CZ/XI.1i")
def test_vaclav_pays_no_terrain() -> None:
    hill = LayTile("VBW", "J10", "58", 2)
    game = bohemia("VBW", tiles={"I9": "5@4"})
    play_on(game, hill)
    assert game.position.tiles["J10"] == ("58", 2) and not list(events(game, Paid))
    own = bohemia(tiles={"I9": "5@4"}, companies={"VBW": company(50, Ada=50)}, stations={"VBW": ("I9",)},
                  turn={"company": "VBW"}, cash={"VBW": 19})  # fmt: skip
    refused(own, hill, clause="18CZ/VIII.4j")


@pytest.mark.clause("18CZ/XI.1i")
def test_in_its_first_turn_a_company_of_vaclav_lays_two_yellow_tiles_at_home_first() -> None:  # R57
    game = bohemia("VBW", tiles={}, stations={"VBW": ()}, operated=(), turn={"company": "VBW", "first": True})
    assert {lay.hex for lay in offered(game, LayTile)} == {"I9"}
    game.play(LayTile("VBW", "I9", "57", 1))
    assert game.turn == "Ada" and allowed(game, LayTile("VBW", "I11", "621", 1))
    game.play(LayTile("VBW", "I11", "621", 1))
    assert game.turn == "Bo" and allowed(game, PlaceStation("VBW", "I11", 0))


@pytest.mark.clause("18CZ/XI.1i")
def test_the_red_tile_of_his_large_company_is_a_decision_about_track() -> None:  # R57
    game = bohemia("By", tiles={}, stations={"By": ()}, operated=(), turn={"company": "By", "first": True})
    assert game.turn == "Ada"
    assert {lay.hex for lay in offered(game, LayTile)} == {"F2", "H4"}
    game.play(LayTile("By", "H4", "8898", 3))
    assert game.position.stations["H4"] == (("By", 0),)


@pytest.mark.clause("18CZ/XI.1j")
@pytest.mark.parametrize(("name", "decides", "city"), [("VBW", "Bo", "I11"), ("By", "Bo", "F6"), ("BTE", "Ada", "D4")])
def test_who_places_stations_for_vaclav(name: str, decides: str, city: str) -> None:
    game = bohemia(name)
    game.play(Pass(name))
    assert (game.actor, game.turn) == (name, decides)
    assert {type(choice.action) for choice in game.legal()} == {PlaceStation, Pass}
    before = game.position.cash
    game.play(PlaceStation(name, city, 0))
    assert (name, 0) in game.position.stations[city]
    assert not [paid for paid in events(game, Paid) if "station" in paid.reason] and before[name] == 0


@pytest.mark.clause("18CZ/XI.1j")
def test_a_station_may_be_left_out() -> None:
    game = bohemia("VBW")
    play_on(game, Pass("VBW"), Pass("VBW"))
    assert game.position.stations == {"I9": (("VBW", 0),)} and list(events(game, Ran))


@pytest.mark.clause("18CZ/XI.1j")
def test_the_home_city_of_vaclavs_ate_is_a_decision_about_stations() -> None:  # R26, R57
    game = bohemia(
        companies={"ATE": company(60, Vaclav=60), "BCB": company(70, Bo=50)},
        stations={"ATE": ("B8",), "BCB": ("B10",)},
        tiles={"B10": "57@1"},
        operated=("ATE", "BCB"),
        turn={"company": "BCB"},
        cash={"BCB": 100},
    )
    lay = next(lay for lay in offered(game, LayTile) if lay.hex == "B8")
    assert game.turn == "Bo"
    game.play(lay)
    assert (game.actor, game.turn) == ("ATE", "Ada")
    assert set(offered(game, ChooseCity)) == {ChooseCity("ATE", "B8", 0), ChooseCity("ATE", "B8", 1)}


@pytest.mark.clause("18CZ/XI.1i", "18CZ/XI.1j")
def test_nobody_is_asked_where_there_is_nothing_to_choose() -> None:
    # the VBW reaches no city but its own, and has no route
    game = bohemia("VBW", tiles={"I9": "57@1"})
    game.play(Pass("VBW"))
    assert game.position.round.number == 2 and list(events(game, Ran)) == [Ran("VBW", 0, (), ("2",))]


# Running


@pytest.mark.clause("18CZ/XI.1k")
def test_the_best_run_is_made_and_paid_without_a_decision() -> None:
    game = bohemia(
        "VBW", companies={"VBW": company(50, Vaclav=50, Ada=25)}, round={"kind": "operating", "set": 5, "number": 2}
    )
    refused(game, Run("VBW", 50))
    refused(game, Dividend("VBW", "retain"))
    play_on(game, Pass("VBW"), Pass("VBW"))
    assert [event.revenue for event in events(game, Ran)] == [50]
    assert list(events(game, DividendDecided)) == [DividendDecided("VBW", "pay", 50)]
    assert list(events(game, Paid)) == [Paid("bank", "Ada", 13, "dividend of VBW")]
    assert game.position.round.kind == "stock"


@pytest.mark.clause("18CZ/XI.1k")
@pytest.mark.parametrize(("name", "before", "after"), [("VBW", 50, 55), ("BTE", 60, 65), ("By", 90, 110)])
def test_the_price_rises_as_ever(name: str, before: int, after: int) -> None:
    game = bohemia(name)
    assert price(game, name) == before
    play_on(game, Pass(name), Pass(name))
    assert price(game, name) == after


@pytest.mark.clause("18CZ/XI.1k")
def test_without_revenue_the_price_falls_as_ever() -> None:
    game = bohemia("VBW", tiles={"I9": "57@1"})
    game.play(Pass("VBW"))
    assert price(game, "VBW") == 40 and not list(events(game, Paid))


@pytest.mark.clause("18CZ/XI.1k")
def test_the_dividends_of_vaclav_vanish() -> None:  # R58
    game = bohemia("VBW")
    total = sum(game.position.cash.values())
    play_on(game, Pass("VBW"), Pass("VBW"))
    assert not list(events(game, Paid)) and sum(game.position.cash.values()) == total


# Trains


@pytest.mark.clause("18CZ/XI.1l")
def test_vaclavs_companies_buy_nothing_in_their_turns() -> None:
    game = bohemia("VBW", trains={"VBW": ()})
    refused(game, BuyTrain("VBW", "bank", game.position.stack[0], "3", 120), code="not-now")
    play_on(game, Pass("VBW"), Pass("VBW"))
    assert trains(game, "VBW") == {} and game.position.revenues["VBW"] == 0 and price(game, "VBW") == 40
    assert game.position.round.number == 2


@pytest.mark.clause("18CZ/XI.1l")
def test_a_train_scrapped_inside_a_set_is_not_replaced_before_its_end() -> None:  # R56
    game = bohemia(
        "VBW",
        companies={"BCB": company(70, Ada=75)}, cash={"BCB": 1000}, stations={"BCB": ("E15",)}, next_card="e1",
        phase="d", turn={"company": "BCB", "stage": "trains", "after": ("VBW",)},
    )  # fmt: skip
    play_on(game, BuyTrain("BCB", "bank", "e1", "4", 250), Pass("BCB"))
    assert trains(game, "VBW") == {} and game.actor == "VBW"
    while game.position.round.kind == "operating":
        assert trains(game, "VBW") == {}
        game.play(list(game.legal())[-1].action)
    assert trains(game, "VBW") == {"e2": "4"}


def end_of_set(*names: str, card: str, **parts: Any) -> Game:
    """The last turn of set 4 has just ended: Vaclav's companies have taken their cards."""
    settings = {
        "companies": {"BCB": company(70, Ada=75)},
        "stations": {"BCB": ("E15",)},
        "trains": {"BCB": ("2",), **parts.pop("trains", {})},
        "next_card": card,
        "round": {"kind": "operating", "set": 4, "number": 1},
        "turn": {"company": "BCB", "stage": "end", "after": ()},
        **parts,
    }
    return play_on(bohemia(*names, **settings), Pass("BCB"))


@pytest.mark.clause("18CZ/XI.1m")
def test_instead_of_an_export_each_company_takes_the_next_card() -> None:
    game = end_of_set("By", "BTE", "VBW", card="d2")
    assert [(g.company, g.card, g.face) for g in events(game, TrainGiven)] == [
        ("VBW", "d2", "3"), ("BTE", "d3", "3+3"), ("By", "d4", "3E"),
    ]  # fmt: skip
    assert not list(events(game, Exported)) and game.position.stack[0] == "e1"
    assert game.position.round.kind == "stock" and game.position.round.set == 5
    assert not list(events(game, Paid))


@pytest.mark.clause("18CZ/XI.1m")
def test_the_old_train_leaves_the_game_so_that_there_is_always_one() -> None:
    game = bohemia(
        "VBW", trains={"VBW": ("b3 2",)}, next_card="d1", phase="c", round={"kind": "operating", "set": 4, "number": 1}
    )
    play_on(game, Pass("VBW"), Pass("VBW"))
    assert trains(game, "VBW") == {"d1": "3"} and trains(game, "out") == {"b3": "2"}
    assert not trains(game, "pool")


@pytest.mark.clause("18CZ/XI.1m")
def test_only_companies_in_play_take_cards_and_not_inside_a_set() -> None:
    game = end_of_set("VBW", card="c1", phase="b")
    assert [(g.company, g.card) for g in events(game, TrainGiven)] == [("VBW", "c1")]
    inside = bohemia("VBW")
    play_on(inside, Pass("VBW"), Pass("VBW"))
    assert not list(events(inside, TrainGiven)) and inside.position.round.number == 2


@pytest.mark.clause("18CZ/XI.1m")
def test_after_the_last_round_no_card_is_taken() -> None:  # R6
    game = bohemia("VBW", round={"kind": "operating", "set": 8, "number": 3}, phase="h", trains={"VBW": ("5",)})
    while not game.over:
        game.play(Pass("VBW"))
    assert not list(events(game, TrainGiven))


@pytest.mark.clause("18CZ/XI.1m")
def test_a_card_taken_counts_as_a_purchase_of_its_one_side() -> None:  # R54
    game = end_of_set("VBW", card="e1", phase="d", trains={"BCB": ("a1 2", "d1 3")})
    assert list(events(game, PhaseBegan)) == [PhaseBegan("e")]
    assert list(events(game, TypeScrapped)) == [TypeScrapped("2")] and trains(game, "BCB") == {"d1": "3"}
    blue = end_of_set("BTE", card="f1", phase="e", trains={"BCB": ("d1 3",), "BTE": ("c1 2+2",)})
    assert [event.face for event in events(blue, TypeScrapped)] == ["2+2"]
    assert blue.position.phase == "f" and trains(blue, "BTE") == {"f1": "4+4"}


@pytest.mark.clause("18CZ/XI.1m")
def test_players_return_what_is_over_the_new_limit_before_the_next_card_is_taken() -> None:  # R47, R54
    game = end_of_set("VBW", "BTE", card="e1", phase="d", trains={"BCB": ("d1 3", "d2 3", "d3 3"), "VBW": ("d4 3",)})
    assert game.actor == "BCB" and trains(game, "VBW") == {"e1": "4"}
    assert [g.company for g in events(game, TrainGiven)] == ["VBW"]
    game.play(next(iter(game.legal())).action)
    assert [g.company for g in events(game, TrainGiven)] == ["VBW", "BTE"]
    assert game.position.round.kind == "stock"


@pytest.mark.clause("18CZ/XI.1m", "18CZ/XI.1e", "18CZ/XI.1f")
def test_a_company_that_comes_with_a_card_takes_its_own_before_the_next_in_order() -> None:  # R55
    game = end_of_set("VBW", "BTE", card="d1", phase="c", trains={"VBW": ("c4 3",), "BTE": ("c3 2+2",)})
    (large,) = [e.action.result[0] for e in game.log if isinstance(e.action, Draw)]
    assert [(g.company, g.card) for g in events(game, TrainGiven)] == [("VBW", "d1"), (large, "d2"), ("BTE", "d3")]
    assert trains(game, large) == {"d2": "3E"} and game.position.stack[0] == "d4"


# Shares


@pytest.mark.clause("18CZ/XI.1n")
def test_a_player_may_hold_70_percent_of_a_large_company() -> None:
    game = bohemia(companies={"kk": company(90, Ada=60)}, cash={"Ada": 1000}, **STOCK)
    play_on(game, BuyShare("Ada", "kk", 10), Pass("Bo"))
    assert percent(game, "kk", "Ada") == 70
    refused(game, BuyShare("Ada", "kk", 10), clause="18CZ/VII.4c")


@pytest.mark.clause("18CZ/XI.1n")
def test_of_small_and_medium_companies_a_player_holds_no_more_than_ever() -> None:  # R59
    game = bohemia(companies={"BN": company(60, Ada=60), "EKJ": company(60, Ada=75)}, cash={"Ada": 1000}, **STOCK)
    refused(game, BuyShare("Ada", "BN", 20), clause="18CZ/VII.4c")
    refused(game, BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.4c")


@pytest.mark.clause("18CZ/XI.1c")
@pytest.mark.parametrize(("rest", "after"), [({"Ada": 25, "Bo": 25}, 53), ({"Ada": 25}, 50)])
def test_vaclavs_shares_count_as_sold_to_players(rest: dict[str, Any], after: int) -> None:  # R17
    game = bohemia(
        companies={"VBW": company(50, Vaclav=50, **rest)}, stations={"VBW": ("I9",)}, tiles={"I9": "57@1"}, **STOCK
    )
    play_on(game, Pass("Ada"), Pass("Bo"))
    assert price(game, "VBW") == after


@pytest.mark.clause("18CZ/XI.1c")
def test_vaclav_stays_director_when_players_sell() -> None:  # R58
    game = bohemia(companies={"VBW": company(50, Vaclav=50, Ada=50)}, **STOCK)
    game.play(SellShares("Ada", "VBW", 50))
    assert director(game, "VBW") == "Vaclav" and percent(game, "VBW", "offering") == 50


@pytest.mark.clause("18CZ/XI.1c")
def test_nobody_acquires_a_company_of_vaclav_nor_buys_its_train() -> None:  # R42, R58
    game = bohemia(
        "VBW", companies={"BTE": company(60, Ada=60)}, stations={"BTE": ("D2",)}, cash={"BTE": 2000},
        turn={"company": "BTE", "stage": "acquire"},
    )  # fmt: skip
    refused(game, Acquire("BTE", "VBW", 50), clause="18CZ/XI.1c")
    assert not offered(game, Acquire)
    card = next(iter(trains(game, "VBW")))
    refused(game, BuyTrain("BTE", "VBW", card, "2", 10), code="not-its-train")


@pytest.mark.clause("18CZ/XI.1c")
def test_vaclavs_companies_acquire_nothing() -> None:  # R58
    game = bohemia("BTE", companies={"VBW": company(50, Ada=50)}, stations={"VBW": ("I9",)})
    refused(game, Acquire("BTE", "VBW", 50), code="not-now")
    game.play(Pass("BTE"))
    refused(game, Acquire("BTE", "VBW", 50), code="not-now")


# Order cards


@pytest.mark.clause("18CZ/XI.1o")
def test_the_poorer_player_is_first_after_the_pre_stock_round() -> None:
    game = stellwerk.new_game("18CZ", ("Ada", "Bo"), 5, "bohemia")
    first, second = game.position.order
    play_on(game, Pass(first), BuyPrivate(second, "S1"))
    while game.position.round.kind == "draft":
        game.play(Pass(game.turn))
    cash = game.position.cash
    assert cash[second] < cash[first] and game.position.order == (second, first)


@pytest.mark.clause("18CZ/XI.1o")
@pytest.mark.parametrize(
    ("cash", "order"), [({"Ada": 10, "Bo": 20}, ("Bo", "Ada")), ({"Ada": 20, "Bo": 20}, ("Ada", "Bo"))]
)
def test_the_richer_player_is_first_after_a_stock_round(cash: dict[str, int], order: tuple[str, str]) -> None:
    game = bohemia("VBW", cash=cash, **STOCK)
    play_on(game, Pass("Ada"), Pass("Bo"))
    assert game.position.order == order and game.turn == order[0]
