"""18CZ, chapter VII.4: the certificate limit and how much of a company one player may hold."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, director, given, offered, percent, play_on, refused

from stellwerk.actions import BuyShare, Pass, Repay, SellShares, StartCompany
from stellwerk.game import Game
from stellwerk.rules.limits import certificates_of
from stellwerk.titles import rules_of

RULES = rules_of("18CZ")
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")


def stock(set: int = 2, **parts: Any) -> Game:
    """A stock round, Ada to play."""
    return given(**{"round": {"kind": "stock", "set": set}, "phase": "d", **parts})


def railways(count: int, owner: str = "Ada") -> dict[str, str]:
    """So many Local Railways of one player."""
    return dict.fromkeys([*RULES.privates][:count], owner)


@pytest.mark.clause("18CZ/VII.4a")
@pytest.mark.parametrize(("players", "limit"), [(3, 14), (4, 12), (5, 10), (6, 9)])
def test_the_certificate_limit_depends_on_the_number_of_players(players: int, limit: int) -> None:
    seats = NAMES[:players]
    below = stock(players=seats, privates=railways(limit - 1))
    below.play(StartCompany("Ada", "EKJ", 50))
    assert certificates_of(RULES, below.position, "Ada") == limit
    companies = {"EKJ": company(60, Bo=50)}
    at = stock(players=seats, privates=railways(limit), companies=companies)
    refused(at, StartCompany("Ada", "OFE", 50), clause="18CZ/VII.4a")
    refused(at, BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.4a")
    assert allowed(stock(players=seats, privates=railways(limit - 1), companies=companies), BuyShare("Ada", "EKJ", 25))


@pytest.mark.clause("18CZ/VII.4b")
def test_railways_shares_and_directors_certificates_count_one_each() -> None:
    """Two directors' certificates, four ordinary ones and seven railways are 13; one more is allowed, not two."""
    companies = {"EKJ": company(60, Ada=75), "BTE": company(60, Ada=60), "Sx": company(100, Bo=30, Ada=20)}
    more = BuyShare("Ada", "Sx", 10)
    at_13 = stock(companies=companies, privates=railways(7))
    assert certificates_of(RULES, at_13.position, "Ada") == 13
    assert allowed(at_13, more)
    at_14 = stock(companies=companies, privates=railways(8))
    assert certificates_of(RULES, at_14.position, "Ada") == 14
    refused(at_14, more, clause="18CZ/VII.4a")


@pytest.mark.clause("18CZ/VII.4b")
def test_a_sale_before_the_purchase_makes_room() -> None:
    game = stock(companies={"EKJ": company(60, Ada=75)}, privates=railways(12))
    refused(game, StartCompany("Ada", "OFE", 50), clause="18CZ/VII.4a")
    play_on(game, SellShares("Ada", "EKJ", 25), StartCompany("Ada", "OFE", 50))
    assert certificates_of(RULES, game.position, "Ada") == 14


@pytest.mark.clause("18CZ/VII.4c")
@pytest.mark.parametrize(
    ("name", "below", "at", "unit"), [("EKJ", 50, 75, 25), ("BTE", 40, 60, 20), ("Sx", 50, 60, 10)]
)
def test_the_largest_part_of_a_company_one_player_may_hold(name: str, below: int, at: int, unit: int) -> None:
    par = 100 if name == "Sx" else 60
    more = BuyShare("Ada", name, unit)
    game = stock(companies={name: company(par, Ada=below)})
    game.play(more)
    assert percent(game, name, "Ada") == at
    refused(stock(companies={name: company(par, Ada=at)}), more, clause="18CZ/VII.4c")


def loses_directorship(**parts: Any) -> Game:
    """Bo becomes director of BTE; Ada, who had 14 certificates, gets two for the director's and has 15."""
    companies = {"BTE": company(60, Ada=40, Bo=40, director="Ada"), "EKJ": company(60, Cy=50)}
    game = stock(**{"companies": companies, "privates": railways(13), "order": ("Bo", "Ada", "Cy"), **parts})
    game.play(BuyShare("Bo", "BTE", 20))
    assert director(game, "BTE") == "Bo"
    assert certificates_of(RULES, game.position, "Ada") == 15
    return game


@pytest.mark.clause("18CZ/VII.4d")
def test_who_is_over_the_limit_must_sell_before_anything_else() -> None:  # R16
    game = loses_directorship(loans={"Ada": 10})
    assert game.turn == "Ada"
    refused(game, Pass("Ada"), clause="18CZ/VII.4d")
    refused(game, Repay("Ada", 10), clause="18CZ/VII.4d")
    refused(game, BuyShare("Ada", "EKJ", 25))
    assert {type(choice.action) for choice in game.legal()} == {SellShares}
    game.play(SellShares("Ada", "BTE", 20))
    assert certificates_of(RULES, game.position, "Ada") == 14
    assert allowed(game, Pass("Ada"))
    assert allowed(game, Repay("Ada", 10))


@pytest.mark.clause("18CZ/VII.4d")
def test_back_at_the_limit_he_may_not_buy_but_below_it_he_may() -> None:  # R16
    game = loses_directorship()
    refused(game, BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.4a")
    at = game.copy()
    at.play(SellShares("Ada", "BTE", 20))
    refused(at, BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.4a")
    game.play(SellShares("Ada", "BTE", 40))
    assert allowed(game, BuyShare("Ada", "EKJ", 25))


@pytest.mark.clause("18CZ/VII.4d")
def test_he_sells_until_he_is_within_the_limit() -> None:  # R16
    """Two directorships are lost: 16 certificates."""
    companies = {
        "BTE": company(60, Ada=40, Bo=40, director="Ada"),
        "KFN": company(60, Ada=40, Cy=40, director="Ada"),
    }
    game = stock(companies=companies, privates=railways(12), order=("Bo", "Cy", "Ada"))
    play_on(game, BuyShare("Bo", "BTE", 20), BuyShare("Cy", "KFN", 20), SellShares("Ada", "BTE", 20))
    assert certificates_of(RULES, game.position, "Ada") == 15
    refused(game, Pass("Ada"), clause="18CZ/VII.4d")
    play_on(game, SellShares("Ada", "KFN", 20), Pass("Ada"))
    assert game.turn == "Bo"


@pytest.mark.clause("18CZ/VII.4d")
def test_who_can_sell_nothing_passes_and_may_not_buy() -> None:  # R16
    game = stock(privates=railways(15))
    refused(game, StartCompany("Ada", "OFE", 50), clause="18CZ/VII.4a")
    assert not offered(game, SellShares)
    assert allowed(game, Pass("Ada"))
