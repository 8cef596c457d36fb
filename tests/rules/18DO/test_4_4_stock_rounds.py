"""18DO, 4.4: founding, buying, trading up, limits, selling, stock values."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dokit import at, cash, charter, do, end_round, fresh, passes, stock, token
from tests.kit import allowed, company, company_of, director, offered, percent, play_on, price, refused

from stellwerk.actions import BuyShare, Pass, SellShares, StartCompany
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.titles import rules_of
from stellwerk.titles.t18do.stock import TradeUp

RULES = rules_of("18DO")


def kwe(**holders: int) -> dict[str, Any]:
    """The KWE at 65."""
    return {"KWE": company_of(holders, 65)}


def dhb(**holders: int) -> dict[str, Any]:
    """The DHB at 60, with its second certificate of 20%."""
    return {"DHB": company_of(holders, 60)}


# 4.4


@pytest.mark.clause("18DO/4.4a")
def test_sell_and_buy_buy_or_pass_clockwise() -> None:
    """Given Ada with the priority deal, she sells of two corporations, then buys one certificate; then Bo acts."""
    game = stock(companies={**kwe(Ada=50), "BME": company(60, Ada=50), "CME": company(55, Bo=50)})
    assert game.turn == "Ada"
    play_on(game, SellShares("Ada", "KWE", 10), SellShares("Ada", "BME", 20))
    assert game.turn == "Ada" and allowed(game, BuyShare("Ada", "CME", 10))
    game.play(BuyShare("Ada", "CME", 10))
    assert game.turn == "Bo"
    game.play(Pass("Bo"))
    assert game.turn == "Cy"


@pytest.mark.clause("18DO/4.4b")
def test_the_three_ways_to_a_certificate() -> None:
    game = stock(companies=kwe(Ada=50, pool=20))
    assert allowed(game, StartCompany("Ada", "BME", 60))
    assert allowed(game, BuyShare("Ada", "KWE", 10)) and allowed(game, BuyShare("Ada", "KWE", 10, POOL))
    game.play(BuyShare("Ada", "KWE", 10))
    assert game.turn == "Bo", "one a turn"


@pytest.mark.clause("18DO/4.4c")
def test_nothing_is_sold_after_the_purchase() -> None:
    game = stock(companies={**kwe(Ada=50), "BME": company(60, Ada=50)})
    game.play(BuyShare("Ada", "KWE", 10))
    refused(game, SellShares("Ada", "BME", 10), clause="18DO/4.4a")


@pytest.mark.clause("18DO/4.4d")
def test_the_priority_deal_goes_left_of_the_last_to_act() -> None:
    """Given Bo only sells, that is an action: Cy has the priority deal afterwards (R2)."""
    game = stock(companies={"KWE": company(65, Ada=50, Bo=20)})
    play_on(game, Pass("Ada"), SellShares("Bo", "KWE", 10), Pass("Bo"), Pass("Cy"), Pass("Ada"))
    assert game.position.round.kind == "stock"
    game.play(Pass("Bo"))
    assert game.position.round.kind == "operating" and game.position.order == ("Cy", "Ada", "Bo")


@pytest.mark.clause("18DO/4.4d")
def test_the_priority_deal_stays_where_nobody_acts() -> None:
    game = stock(companies=kwe(Ada=50), order=("Bo", "Cy", "Ada"))
    play_on(game, *passes("Bo", "Cy", "Ada"))
    assert game.position.order == ("Bo", "Cy", "Ada")


# 4.4.1, 4.4.2


@pytest.mark.clause("18DO/4.4.1a")
@pytest.mark.parametrize(
    ("phase", "prices"),
    [("2", {50, 55, 60, 65}), ("4", {50, 55, 60, 65, 75, 80}), ("5", {50, 55, 60, 65, 75, 80, 90, 100})],
)
def test_the_starting_values(phase: str, prices: set[int]) -> None:
    game = stock(phase=phase, cash={"Ada": 600})
    assert {a.price for a in offered(game, StartCompany) if a.company == "BME"} == prices
    refused(game, StartCompany("Ada", "BME", 70), clause="18DO/4.4.1a")


@pytest.mark.clause("18DO/4.4.1b")
def test_a_token_goes_under_those_on_its_space() -> None:
    """Given the KWE on 60, the BME founded there lies under it; one that moves there, too."""
    game = stock(companies={"KWE": company(60, Bo=50)})
    game.play(StartCompany("Ada", "BME", 60))
    assert [game.position.markers[name][2] for name in ("KWE", "BME")] == [0, 1]
    game = stock(companies={"KWE": token(60, 4, 2, Ada=50), "BME": token(55, 5, 2, Ada=50)})
    game.play(SellShares("Ada", "KWE", 10))
    assert at(game, "KWE") == at(game, "BME")
    assert [game.position.markers[name][2] for name in ("BME", "KWE")] == [0, 1]


@pytest.mark.clause("18DO/4.4.1c")
@pytest.mark.parametrize(("name", "shares"), [("BME", 2), ("DGEE", 3)])
def test_the_founder_pays_the_treasury(name: str, shares: int) -> None:
    game = stock(companies=kwe(Bo=50))
    bank = cash(game, BANK)
    game.play(StartCompany("Ada", name, 60))
    assert cash(game, "Ada") == 375 - 60 * shares and cash(game, name) == 60 * shares and cash(game, BANK) == bank


@pytest.mark.clause("18DO/4.4.1d")
def test_the_rest_belongs_to_the_corporation() -> None:
    """Given the BME founded, 80% lie on its charter with all its tokens, and what is bought there pays it."""
    game = stock()
    game.play(StartCompany("Ada", "BME", 60))
    assert charter(game, "BME") == 80 and game.position.unplaced["BME"] == 6
    assert RULES.treasury_part(game.position, "BME") == 80
    game.play(BuyShare("Bo", "BME", 10))
    assert cash(game, "BME") == 180


@pytest.mark.clause("18DO/4.4.2a")
def test_five_shares_with_players_float_a_corporation() -> None:
    """Given 40% with players and 10% in the pool it has not floated; with the fifth share it has, home and all."""
    game = stock(companies={"KWE": company(65, Ada=20, Bo=20, pool=10)}, floated=())
    assert "KWE" not in game.position.floated and not game.position.stations
    game.play(BuyShare("Ada", "KWE", 10))
    assert game.position.floated == ("KWE",) and game.position.stations == {"E21": (("KWE", 0),)}
    assert cash(game, "KWE") == 65, "nothing comes from the bank"


# 4.4.3


@pytest.mark.clause("18DO/4.4.3a")
def test_the_price_and_who_gets_it() -> None:
    """Given the KWE at 70: a charter certificate pays the treasury, one of the pool the bank."""
    game = stock(companies={"KWE": {"par": 65, "cell": (3, 4), "holders": {"Ada": 50, "pool": 20}}})
    bank = cash(game, BANK)
    game.play(BuyShare("Ada", "KWE", 10))
    assert (cash(game, "Ada"), cash(game, "KWE"), cash(game, BANK)) == (375 - 70, 70, bank)
    game.play(BuyShare("Bo", "KWE", 10, POOL))
    assert (cash(game, "Bo"), cash(game, "KWE"), cash(game, BANK)) == (375 - 70, 70, bank + 70)


@pytest.mark.clause("18DO/4.4.3b")
def test_a_10_percent_certificate_is_traded_up_from_the_charter() -> None:
    """Given Bo with 10% of the DHB, he pays one share for the 20%, and his 10% lies on top of the charter (R4)."""
    certificates = {"par": 60, "director": "Ada", "holders": {"Ada": 50, "Bo": 10}}
    game = stock(companies={"DHB": certificates}, turn={"player": "Bo"})
    assert sorted(c.percent for c in RULES.register.at(game.position, "DHB", "Ada")) == [10, 20, 20]
    game = stock(companies=dhb(Ada=20), turn={"player": "Bo"})
    refused(game, TradeUp("Bo", "DHB", 20), clause="18DO/4.4.3b")
    held = {"par": 60, "director": "Ada", "holders": {"Ada": 20, "Bo": 10}}
    game = stock(companies={"DHB": held}, turn={"player": "Bo"})
    before = cash(game, "Bo")
    game.play(TradeUp("Bo", "DHB", 20))
    assert (percent(game, "DHB", "Bo"), cash(game, "Bo"), cash(game, "DHB")) == (20, before - 60, 60)
    assert [c.percent for c in RULES.register.at(game.position, "DHB", "Bo")] == [20]
    assert [c.percent for c in RULES.register.on_sale(game.position, "DHB", OFFERING)] == [10]


@pytest.mark.clause("18DO/4.4.3b")
def test_a_10_percent_certificate_is_traded_up_from_the_pool() -> None:
    """Given the 20% in the pool: the bank is paid one share, the 10% lies in the pool; no sale, no price move."""
    holders = {"Ada": 50, "Bo": 10, "pool": 20}
    game = stock(
        companies={"DHB": {"par": 60, "director": "Ada", "holders": {"pool": 20, **holders}}}, turn={"player": "Bo"}
    )
    bank, before = cash(game, BANK), price(game, "DHB")
    game.play(TradeUp("Bo", "DHB", 20, POOL))
    assert [c.percent for c in RULES.register.at(game.position, "DHB", POOL)] == [10]
    assert cash(game, BANK) == bank + 60 and price(game, "DHB") == before
    assert game.position.sold == {} and game.turn == "Cy", "it is the purchase of the turn"


@pytest.mark.clause("18DO/4.4.3b")
def test_trading_up_is_possible_at_the_certificate_limit() -> None:
    """Given Bo at the limit of certificates, he may trade up and not buy (R4); beyond 60% he may not."""
    full = {name: {"par": 65, "director": "Ada", "holders": {"Ada": 50, "Bo": 40}} for name in ("KWE", "BME")}
    more = {"CME": {"par": 55, "director": "Ada", "holders": {"Ada": 50, "Bo": 40}}}
    held = {"DHB": {"par": 60, "director": "Ada", "holders": {"Ada": 20, "Bo": 10}}}
    players = ("Ada", "Bo", "Cy", "Di")
    game = stock(companies={**full, **more, **held}, turn={"player": "Bo"}, players=players)
    assert certificates_of(RULES, game.position, "Bo") == limit_of_certificates(RULES, game.position) == 13
    refused(game, BuyShare("Bo", "DHB", 20), clause="18DO/4.4.4a")
    assert allowed(game, TradeUp("Bo", "DHB", 20))


@pytest.mark.clause("18DO/4.4.3c")
def test_what_was_sold_is_not_bought_in_the_same_round() -> None:
    game = stock(companies={**kwe(Ada=50), "BME": company(60, Ada=20)})
    game.play(SellShares("Ada", "KWE", 10))
    refused(game, BuyShare("Ada", "KWE", 10), clause="18DO/4.4.3c")
    play_on(game, BuyShare("Ada", "BME", 10), Pass("Bo"), Pass("Cy"))
    refused(game, BuyShare("Ada", "KWE", 10), clause="18DO/4.4.3c")
    assert allowed(game, BuyShare("Ada", "BME", 10))


# 4.4.4


@pytest.mark.clause("18DO/4.4.4a")
@pytest.mark.parametrize(("players", "limit"), [(3, 17), (4, 13), (5, 10)])
def test_the_certificate_limit(players: int, limit: int) -> None:
    """Given certificates of any size, each counts as one."""
    names = ("Ada", "Bo", "Cy", "Di", "Ed")[:players]
    game = stock(players=names, companies={"DHB": company(60, Ada=50)})
    assert limit_of_certificates(RULES, game.position) == limit
    assert certificates_of(RULES, game.position, "Ada") == 3, "20, 20 and 10"


@pytest.mark.clause("18DO/4.4.4b")
def test_breweries_do_not_count() -> None:
    game = stock(privates={"PB2": "Ada"}, companies=kwe(Ada=20))
    assert certificates_of(RULES, game.position, "Ada") == 1


@pytest.mark.clause("18DO/4.4.4c")
@pytest.mark.parametrize(("players", "limit"), [(3, 70), (4, 60), (5, 60)])
def test_the_share_limit(players: int, limit: int) -> None:
    names = ("Ada", "Bo", "Cy", "Di", "Ed")[:players]
    game = stock(players=names, companies=kwe(Ada=limit - 10))
    game.play(BuyShare("Ada", "KWE", 10))
    play_on(game, *passes(*names[1:]))
    refused(game, BuyShare("Ada", "KWE", 10), clause="18DO/4.4.4c")


def over_the_limit(**parts: Any) -> Game:
    """Five players; Ada holds eleven certificates of three corporations."""
    names = ("Ada", "Bo", "Cy", "Di", "Ed")
    third = {"par": 55, "director": "Bo", "holders": {"Bo": 40, "Ada": 30}}
    companies = {"KWE": company(65, Ada=50), "BME": company(60, Ada=50), "CME": third}
    return stock(players=names, companies=companies, **parts)


@pytest.mark.clause("18DO/4.4.4d")
def test_who_holds_too_many_sells_first() -> None:
    """Given eleven certificates with a limit of ten, Ada neither passes nor buys before she has sold (R33)."""
    game = over_the_limit()
    assert certificates_of(RULES, game.position, "Ada") == 11
    refused(game, Pass("Ada"), clause="18DO/4.4.4d")
    refused(game, BuyShare("Ada", "CME", 10))
    game.play(SellShares("Ada", "CME", 10))
    assert allowed(game, Pass("Ada"))


@pytest.mark.clause("18DO/4.4.4d")
def test_who_cannot_sell_may_pass() -> None:
    """Given none of them has finished a turn, Ada can sell nothing: she passes and buys nothing (R33)."""
    game = over_the_limit(operated=())
    assert not offered(game, SellShares)
    refused(game, BuyShare("Ada", "CME", 10))
    game.play(Pass("Ada"))
    assert game.turn == "Bo"


# 4.4.5


@pytest.mark.clause("18DO/4.4.5a")
def test_every_share_brings_the_value_before_the_sale() -> None:
    game = stock(companies=kwe(Ada=50))
    game.play(SellShares("Ada", "KWE", 30))
    assert cash(game, "Ada") == 375 + 3 * 65
    refused(game, SellShares("Ada", "KWE", 10), clause="18DO/4.4.5a")


@pytest.mark.clause("18DO/4.4.5b")
def test_half_of_a_corporation_at_most_lies_in_the_pool() -> None:
    game = stock(companies={"KWE": company(65, Ada=50, pool=30)})
    refused(game, SellShares("Ada", "KWE", 30), clause="18DO/4.4.5b")
    game.play(SellShares("Ada", "KWE", 20))
    assert percent(game, "KWE", POOL) == 50


@pytest.mark.clause("18DO/4.4.5c")
def test_nothing_is_sold_of_a_corporation_without_a_finished_turn() -> None:
    game = stock(companies={**kwe(Ada=50), "BME": company(60, Ada=50)}, operated=("BME",))
    refused(game, SellShares("Ada", "KWE", 10), clause="18DO/4.4.5c")
    assert allowed(game, SellShares("Ada", "BME", 10))


@pytest.mark.clause("18DO/4.4.5d")
def test_a_director_keeps_the_directors_certificate() -> None:
    """Given nobody else with 20%, Ada sells all but the director's certificate."""
    game = stock(companies={"KWE": company(65, Ada=60, Bo=10)})
    refused(game, SellShares("Ada", "KWE", 50), clause="18DO/4.3.2.2d")
    game.play(SellShares("Ada", "KWE", 40))
    assert game.position.certificates["KWE_0"] == "Ada" and director(game, "KWE") == "Ada"


@pytest.mark.clause("18DO/4.4.5e")
def test_sales_are_settled_in_the_order_in_which_they_are_made() -> None:
    """Given KWE and BME on one space, the one sold first comes to lie above the other one below."""
    companies = {"KWE": token(65, 4, 4, Ada=50), "BME": token(65, 4, 4, Ada=50)}
    for first, second in (("KWE", "BME"), ("BME", "KWE")):
        game = stock(companies=companies)
        play_on(game, SellShares("Ada", first, 10), SellShares("Ada", second, 10))
        assert at(game, first) == at(game, second) == (5, 4)
        assert game.position.markers[first][2] < game.position.markers[second][2]


# 4.4.6


@pytest.mark.clause("18DO/4.4.6a")
@pytest.mark.parametrize(("row", "sold", "after"), [(1, 10, 2), (1, 30, 4), (5, 30, 6), (6, 10, 6)])
def test_a_sale_moves_the_token_down(row: int, sold: int, after: int) -> None:
    game = stock(companies={"KWE": token(65, row, 3, Ada=60)})
    game.play(SellShares("Ada", "KWE", sold))
    assert at(game, "KWE") == (after, 3)


@pytest.mark.clause("18DO/4.4.6a")
def test_a_column_ends_where_the_row_below_is_shorter() -> None:
    game = stock(companies={"KWE": token(65, 4, 9, Ada=60)})
    game.play(SellShares("Ada", "KWE", 20))
    assert at(game, "KWE") == (4, 9)


@pytest.mark.clause("18DO/4.4.6b")
@pytest.mark.parametrize(("bo", "row", "after"), [(40, 4, 3), (40, 1, 1), (30, 4, 4)])
def test_what_players_hold_altogether_rises(bo: int, row: int, after: int) -> None:
    """Given all certificates with players at the end of the round: one up, on the top space none; else nothing."""
    game = end_round(stock(companies={"KWE": token(65, row, 3, Ada=60, Bo=bo)}))
    assert at(game, "KWE") == (after, 3)


def test_the_pool_keeps_no_director() -> None:
    """A new game's stock round never offers a director's certificate from the pool."""
    game = fresh()
    assert not [a for a in offered(game, BuyShare) if a.source == POOL]
    assert do(round={"kind": "stock", "set": 2}).turn == "Ada"
