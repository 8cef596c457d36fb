"""18BL, chapters 4 and 6: the First Stock Round, corporations and their directors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.blkit import NAMES, bl, cash, end_round, fresh, passes, stock, turn_of
from tests.kit import allowed, company, director, events, offered, percent, play_on, refused

from stellwerk.actions import (
    Action,
    BuyPrivate,
    BuyShare,
    ExchangePrivate,
    LayTile,
    Pass,
    SellShares,
    StartCompany,
)
from stellwerk.events import DirectorChanged, Floated
from stellwerk.game import Game
from stellwerk.position import BANK, POOL, Round
from stellwerk.referee import Referee
from stellwerk.titles import rules_of

RULES = rules_of("18BL")


def sold_out(*order: str) -> list[Action]:
    """The six private companies bought at their prices by these players."""
    return [BuyPrivate(who, lot) for who, lot in zip(order, RULES.privates, strict=True)]


def first_round() -> Game:
    """The First Stock Round: Ada bought No. 1 and 4, Bo 2 and 5, Cy 3 and 6."""
    return fresh(*sold_out("Ada", "Bo", "Cy", "Ada", "Bo", "Cy"))


def round_one(**parts: object) -> Game:
    """A position in the First Stock Round."""
    return bl(phase="2", round={"kind": "stock", "set": 1}, **parts)


@pytest.mark.clause("18BL/4.1a")
def test_the_richest_player_begins() -> None:
    game = first_round()
    assert [cash(game, name) for name in NAMES] == [575, 530, 440]
    assert game.position.order == ("Ada", "Bo", "Cy")
    richer = fresh(
        *sold_out("Ada", "Bo", "Cy", "Ada", "Bo", "Cy")[:3],
        Pass("Ada"),
        *passes("Bo", "Cy"),
        *sold_out("Ada", "Ada", "Ada", "Ada", "Bo", "Cy")[3:],
    )
    assert richer.position.order[0] == "Ada"


@pytest.mark.clause("18BL/4.1a")
@pytest.mark.parametrize(("last", "first"), [("Ada", "Bo"), ("Bo", "Cy"), ("Cy", "Ada")])
def test_among_equals_the_one_left_of_the_last_buyer(last: str, first: str) -> None:
    game = fresh()
    position = game.position.copy()
    position.update_state(last_buyer=last)
    RULES.packet_sold(Referee(RULES, position), 0)
    assert position.order[0] == first


@pytest.mark.clause("18BL/4.1b")
def test_found_buy_or_pass() -> None:
    game = first_round()
    refused(game, BuyShare("Ada", "BME", 10), clause="18BL/7.1b")
    game.play(StartCompany("Ada", "BME", 80))
    assert director(game, "BME") == "Ada" and cash(game, "Ada") == 575 - 160
    play_on(game, BuyShare("Bo", "BME", 10), Pass("Cy"))
    assert percent(game, "BME", "Bo") == 10
    assert {type(c.action) for c in game.legal()} == {BuyShare, StartCompany, Pass}


@pytest.mark.clause("18BL/4.1b", "18BL/5.2.6a")
def test_no_exchange_in_the_first_stock_round() -> None:
    parts = {"companies": {"RhE": company(80, Bo=20)}, "privates": {"CCE": "Ada"}}
    refused(round_one(**parts), ExchangePrivate("Ada", "CCE"), clause="18BL/5.2.6a")


@pytest.mark.clause("18BL/4.1c", "18BL/7.4b")
def test_nothing_is_sold_in_the_first_stock_round() -> None:
    game = round_one(companies={"BME": company(80, Ada=60)}, operated=("BME",))
    refused(game, SellShares("Ada", "BME", 10), code="no-sale-yet")
    assert not offered(game, SellShares)


@pytest.mark.clause("18BL/4.2a")
def test_it_ends_when_all_pass_and_the_left_of_the_last_buyer_is_first() -> None:
    game = play_on(first_round(), StartCompany("Ada", "BME", 80), BuyShare("Bo", "BME", 10), *passes("Cy", "Ada", "Bo"))
    assert game.position.round == Round("stock", 2), "no corporation floats, so the operating round is over at once"
    assert game.position.order == ("Cy", "Ada", "Bo")
    nobody = play_on(first_round(), *passes(*NAMES))
    assert nobody.position.order[0] == "Ada", "who began it (R8)"


@pytest.mark.clause("18BL/4.2b")
def test_corporations_are_floated_and_one_operating_round_follows() -> None:
    game = play_on(
        first_round(),
        StartCompany("Ada", "BME", 75),
        BuyShare("Bo", "BME", 10),
        BuyShare("Cy", "BME", 10),
        BuyShare("Ada", "BME", 10),
        *passes("Bo", "Cy", "Ada"),
    )
    assert game.position.floated == ("BME",) and cash(game, "BME") == 375
    assert game.position.round == Round("operating", 1, 1, 1) and game.actor == "BME"


@pytest.mark.clause("18BL/6.1a", "18BL/7.3a", "18BL/2.3b")
def test_founded_with_the_directors_certificate_floated_at_half() -> None:
    """Given 40% sold, the next share (the fourth certificate is the director's and three) floats it with 5 x par."""
    game = stock(companies={"BME": company(90, Ada=30, Bo=10)}, cash={"Ada": 500})
    assert "BME" not in game.position.floated
    game.play(BuyShare("Ada", "BME", 10))
    assert game.position.floated == ("BME",) and cash(game, "BME") == 450
    refused(stock(companies={"BME": company(90, Ada=20)}), StartCompany("Ada", "BME", 90), clause="18BL/6.1a")


@pytest.mark.clause("18BL/6.1b")
def test_what_a_floated_corporation_gets() -> None:
    game = stock(companies={"BME": company(65, Ada=30, Bo=10)}, cash={"Ada": 500})
    before = cash(game, BANK)
    game.play(BuyShare("Ada", "BME", 10))
    assert [event.capital for event in events(game, Floated)] == [325]
    assert cash(game, BANK) == before + 65 - 325 and game.position.unplaced["BME"] == 3
    end_round(game)
    assert game.actor == "BME" and game.turn == "Ada"


@pytest.mark.clause("18BL/6.1c")
def test_homes_and_stations() -> None:
    homes = {c.id: (RULES.board.hexes[c.home[0].hex].name, len(c.token_costs)) for c in RULES.companies.values()}
    double = "Elberfeld / Barmen"
    assert homes == {
        "BME": (double, 3),
        "CME": ("Köln", 3),
        "DEE": (double, 2),
        "MEG": ("Lüdenscheid", 3),
        "OV": ("Gummersbach", 3),
        "RhE": ("Düsseldorf", 3),
        "RSE": ("Köln", 3),
        "WEG": ("Hagen", 2),
    }
    groups = [city.group for city in RULES.board.printed("F6").cities]
    assert groups[RULES.companies["BME"].home[0].city or 0] == "Barmen" and groups[0] == "Elberfeld"


@pytest.mark.clause("18BL/6.2")
def test_only_the_director_decides() -> None:
    game = turn_of("OV", companies={"OV": company(80, Ada=50, Bo=40)}, stations={"OV": ("N12",)})
    assert game.turn == "Ada"
    refused(game, LayTile("CME", "N12", "57", 0), clause="18BL/6.2")


@pytest.mark.clause("18BL/6.3a")
def test_more_shares_make_the_director() -> None:
    old = stock(companies={"BME": company(80, Bo=30, Ada=20, director="Bo")}, cash={"Ada": 500})
    old.play(BuyShare("Ada", "BME", 10))
    assert director(old, "BME") == "Bo", "equality changes nothing"
    play_on(old, *passes("Bo", "Cy"), BuyShare("Ada", "BME", 10))
    assert director(old, "BME") == "Ada" and percent(old, "BME", "Bo") == 30


@pytest.mark.clause("18BL/6.3a")
def test_among_equals_the_next_to_the_left() -> None:
    """Given Bo as director who sells from 40% to 20%, Cy (left of him) and Ada with 30% each: Cy takes over."""
    game = stock(companies={"BME": company(80, Bo=40, Ada=30, Cy=30)}, operated=("BME",), turn={"player": "Bo"})
    game.play(SellShares("Bo", "BME", 20))
    assert director(game, "BME") == "Cy"
    assert (percent(game, "BME", "Bo"), percent(game, "BME", "Cy"), percent(game, "BME", POOL)) == (20, 30, 20)


@pytest.mark.clause("18BL/6.3b")
@pytest.mark.parametrize(
    ("holders", "pool", "sold", "possible"),
    [
        ({"Ada": 40, "Bo": 20}, 0, (10, 20, 30, 40), (10, 20, 30, 40)),  # at 10% left Bo has more
        ({"Ada": 40, "Bo": 10}, 0, (10, 20, 30, 40), (10, 20)),  # nobody has 20%
        ({"Ada": 40, "Bo": 20}, 30, (10, 20, 30, 40), (10, 20)),  # the pool takes half
        ({"Ada": 30, "Bo": 20}, 0, (10, 20, 30), (10, 20, 30)),
    ],
)
def test_selling_out_of_the_post(
    holders: dict[str, int], pool: int, sold: Sequence[int], possible: Sequence[int]
) -> None:
    shares: dict[str, Any] = {**holders, **({"pool": pool} if pool else {})}
    game = stock(companies={"BME": company(80, **shares)}, operated=("BME",), floated=("BME",))
    assert tuple(p for p in sold if allowed(game, SellShares("Ada", "BME", p))) == tuple(possible)


@pytest.mark.clause("18BL/6.3c", "18BL/7.4e")
def test_the_directors_certificate_is_exchanged_never_sold() -> None:
    """Given Ada with only the director's certificate and 10%, when she sells 30%, Bo gives two shares for it."""
    game = stock(companies={"BME": company(80, Ada=30, Bo=20)}, operated=("BME",), floated=("BME",))
    game.play(SellShares("Ada", "BME", 30))
    assert director(game, "BME") == "Bo" and percent(game, "BME", "Bo") == 20
    pooled = RULES.register.at(game.position, "BME", POOL)
    assert [card.percent for card in pooled] == [10, 10, 10] and not any(card.director for card in pooled)
    alone = stock(companies={"BME": company(80, Ada=20, Bo=10)}, operated=("BME",), floated=("BME",))
    refused(alone, SellShares("Ada", "BME", 10), clause="18BL/7.4e")


@pytest.mark.clause("18BL/6.3d")
def test_the_new_director_has_the_charter() -> None:
    """Given the BME with money and a train, after the change Bo acts for it."""
    game = stock(
        companies={"BME": company(80, Ada=30, Bo=30)},
        operated=("BME",),
        floated=("BME",),
        cash={"BME": 123},
        trains={"BME": ("2",)},
        phase="3",
        next_card="3-1",
    )
    assert director(game, "BME") == "Ada"
    game.play(SellShares("Ada", "BME", 10))
    assert [event.player for event in events(game, DirectorChanged)] == ["Bo"]
    end_round(game)
    assert (game.actor, game.turn, cash(game, "BME")) == ("BME", "Bo", 123)
