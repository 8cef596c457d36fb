"""18CZ, chapter VII.6: the sale of shares."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, director, events, given, offered, percent, play_on, price, refused

from stellwerk.actions import BuyShare, Pass, SellPrivate, SellShares, StartCompany
from stellwerk.events import CertificateMoved, Paid
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18CZ")


def stock(set: int = 2, **parts: Any) -> Game:
    """A stock round, Ada to play."""
    return given(**{"round": {"kind": "stock", "set": set}, "phase": "d", **parts})


@pytest.mark.clause("18CZ/VII.6a")
def test_sold_shares_go_back_to_the_bank_and_are_sold_again_at_the_current_price() -> None:
    game = stock(companies={"EKJ": company(60, Ada=75)})
    play_on(game, SellShares("Ada", "EKJ", 25), Pass("Ada"))
    assert list(events(game, CertificateMoved)) == [CertificateMoved("EKJ", 25, "Ada", "offering")]
    assert "pool" not in game.position.certificates.values()
    assert percent(game, "EKJ", "offering") == 50
    game.play(BuyShare("Bo", "EKJ", 25))
    assert game.position.cash["Bo"] == 380 - 58


@pytest.mark.clause("18CZ/VII.6a")
def test_nobody_sells_what_he_does_not_have() -> None:
    game = stock(companies={"EKJ": company(60, Bo=50, Ada=25), "Sx": company(100, Bo=20)})
    assert offered(game, SellShares) == [SellShares("Ada", "EKJ", 25)]
    for company_name, part in (("EKJ", 50), ("EKJ", 10), ("EKJ", 0), ("EKJ", -25), ("Sx", 10), ("OFE", 25)):
        refused(game, SellShares("Ada", company_name, part), clause="18CZ/VII.6a")


@pytest.mark.clause("18CZ/VII.6b")
@pytest.mark.parametrize("shares", [1, 2, 3, 4])
def test_every_share_sold_brings_the_price_before_the_sale(shares: int) -> None:  # R13
    game = stock(companies={"Sx": company(100, price=151, Ada=60)}, cash={"Ada": 0})
    game.play(SellShares("Ada", "Sx", shares * 10))
    assert list(events(game, Paid)) == [Paid("bank", "Ada", shares * 151, f"{shares * 10}% of Sx")]
    assert game.position.cash["Ada"] == shares * 151


@pytest.mark.clause("18CZ/VII.6c")
def test_nothing_is_sold_in_the_very_first_stock_round() -> None:
    companies = {"EKJ": company(60, Bo=50, Ada=25), "OFE": company(60, Ada=75)}
    first = stock(1, companies=companies, phase="a")
    for name in companies:
        refused(first, SellShares("Ada", name, 25), clause="18CZ/VII.6c")
    assert not offered(first, SellShares)
    for name in companies:
        assert allowed(stock(2, companies=companies, phase="a"), SellShares("Ada", name, 25))


@pytest.mark.clause("18CZ/VII.6d")
@pytest.mark.parametrize(
    ("name", "par", "most", "heir"), [("EKJ", 60, 50, 50), ("BTE", 60, 60, 40), ("Sx", 100, 60, 40)]
)
def test_the_directors_certificate_never_goes_to_the_bank(name: str, par: int, most: int, heir: int) -> None:
    """Alone, a director sells his ordinary shares only; with a successor the certificate goes to him."""
    directors = RULES.register.of[name][0]
    unit = RULES.register.unit[name]
    alone = stock(companies={name: company(par, Ada=most)})
    ordinary = most - directors.percent
    assert [sale.percent for sale in offered(alone, SellShares)] == list(range(unit, ordinary + 1, unit))
    refused(alone, SellShares("Ada", name, most), clause="18CZ/VII.5.b-c")
    game = stock(companies={name: company(par, Ada=most, Bo=heir, director="Ada")})
    game.play(SellShares("Ada", name, most))
    assert game.position.certificates[directors.id] == "Bo" == director(game, name)
    assert percent(game, name, "offering") == 100 - heir


@pytest.mark.clause("18CZ/VII.6e")
def test_a_players_local_railway_cannot_be_sold_in_a_stock_round() -> None:
    game = stock(privates={"S1": "Ada"}, companies={"EKJ": company(60, Ada=50)}, cash={"EKJ": 500})
    for seller in ("Ada", "EKJ"):
        refused(game, SellPrivate(seller, "S1"), code="not-now")
    refused(game, SellShares("Ada", "S1", 100), code="no-shares")
    assert {type(choice.action) for choice in game.legal()} == {StartCompany, BuyShare, Pass}


@pytest.mark.clause("18CZ/VII.6f")
@pytest.mark.parametrize("first", ["EKJ", "OFE"])
def test_the_seller_chooses_the_order_of_his_sales(first: str) -> None:
    """Both fall from 60 to 58; the one sold first lies on top there."""
    second = {"EKJ": "OFE", "OFE": "EKJ"}[first]
    game = stock(companies={"EKJ": company(60, Ada=75), "OFE": company(60, Ada=75)})
    play_on(game, SellShares("Ada", first, 25), SellShares("Ada", second, 25))
    assert (price(game, first), price(game, second)) == (58, 58)
    assert (game.position.markers[first][2], game.position.markers[second][2]) == (0, 1)
