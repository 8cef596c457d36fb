"""18BL, chapter 7: stock rounds, purchases, limits, sales."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blkit import NAMES, at, cash, end_round, passes, stock, token
from tests.kit import allowed, choices, company, offered, percent, play_on, price, refused

from stellwerk.actions import BuyShare, ExchangePrivate, Pass, SellShares, StartCompany
from stellwerk.game import Game
from stellwerk.position import BANK, POOL
from stellwerk.rules.homes import is_settled
from stellwerk.rules.limits import certificates_of
from stellwerk.titles import rules_of
from stellwerk.titles.t18bl.state import BlState

RULES = rules_of("18BL")
BME = {"BME": company(80, Ada=40, Bo=20)}


def running(companies: dict[str, Any] | None = None, **parts: Any) -> Game:
    """A stock round with corporations that have all operated; everybody has 700."""
    shares = companies or BME
    return stock(companies=shares, operated=tuple(shares), floated=tuple(shares), **parts)


@pytest.mark.clause("18BL/7a")
def test_clockwise_until_all_pass_in_sequence() -> None:
    game = running(order=("Bo", "Cy", "Ada"))
    assert game.turn == "Bo"
    refused(game, Pass("Ada"), clause="18BL/7a")
    play_on(game, Pass("Bo"), BuyShare("Cy", "BME", 10), *passes("Ada", "Bo"))
    assert game.position.round.kind == "stock"
    game.play(Pass("Cy"))
    assert game.position.round.kind == "operating"


@pytest.mark.clause("18BL/7b")
def test_the_priority_deal() -> None:
    bought = play_on(running(), BuyShare("Ada", "BME", 10), *passes("Bo", "Cy", "Ada"))
    assert bought.position.order[0] == "Bo"
    sold = play_on(running(order=("Cy", "Ada", "Bo")), Pass("Cy"), SellShares("Ada", "BME", 10), Pass("Ada"))
    end_round(sold)
    assert sold.position.order[0] == "Cy", "a sale is no purchase"


@pytest.mark.clause("18BL/7c")
def test_sell_any_number_then_buy_one() -> None:
    companies = {**BME, "OV": company(70, Ada=30, Bo=20), "MEG": company(65, Bo=50)}
    game = running(companies)
    play_on(game, SellShares("Ada", "BME", 10), SellShares("Ada", "OV", 10), BuyShare("Ada", "MEG", 10))
    assert game.turn == "Bo", "after the purchase the turn is over: never buy first and sell afterwards (R31)"
    assert percent(game, "MEG", "Ada") == 10


@pytest.mark.clause("18BL/7d")
def test_who_passed_may_act_again() -> None:
    game = play_on(running(), Pass("Ada"), SellShares("Bo", "BME", 10), Pass("Bo"), Pass("Cy"))
    assert game.turn == "Ada" and allowed(game, BuyShare("Ada", "BME", 10))


@pytest.mark.clause("18BL/7e")
def test_an_exchange_does_not_prolong_the_round() -> None:
    """Given two passes, when the third player exchanges and does nothing else, all have passed (R26)."""
    game = running({"RhE": company(80, Bo=50)}, privates={"CCE": "Cy"})
    play_on(game, *passes("Ada", "Bo"), ExchangePrivate("Cy", "CCE"), Pass("Cy"))
    assert game.position.round.kind == "operating" and game.position.order == NAMES


@pytest.mark.clause("18BL/7.1a", "18BL/7.1d")
def test_new_shares_at_par_old_ones_at_the_stock_value() -> None:
    game = running({"BME": company(80, 120, Ada=20, Bo=30, pool=20)}, turn={"player": "Cy"})
    new = play_on(game.copy(), BuyShare("Cy", "BME", 10))
    old = play_on(game.copy(), BuyShare("Cy", "BME", 10, POOL))
    assert (cash(new, "Cy"), cash(old, "Cy")) == (620, 580)
    refused(game, BuyShare("Cy", "BME", 20), clause="18BL/7.1a")
    refused(game, BuyShare("Cy", "BME", 10, "Bo"), clause="18BL/7.1a")


@pytest.mark.clause("18BL/7.1b")
def test_the_director_first_at_a_par_of_the_table() -> None:
    game = stock()
    refused(game, BuyShare("Ada", "OV", 10), clause="18BL/7.1b")
    pars = {action.price for action in offered(game, StartCompany) if action.company == "OV"}
    assert pars == {100, 90, 80, 75, 70, 65}
    refused(game, StartCompany("Ada", "OV", 85), clause="18BL/7.1b")
    play_on(game, StartCompany("Ada", "OV", 80), StartCompany("Bo", "MEG", 80), StartCompany("Cy", "WEG", 80))
    assert game.position.pars == {"OV": 80, "MEG": 80, "WEG": 80} and cash(game, "Ada") == 540


@pytest.mark.clause("18BL/7.1c")
def test_a_token_goes_below_those_there() -> None:
    game = play_on(stock(), StartCompany("Ada", "OV", 75), StartCompany("Bo", "MEG", 75))
    assert at(game, "OV") == at(game, "MEG") == (4, 6)
    assert [game.position.markers[c][2] for c in ("OV", "MEG")] == [0, 1]


@pytest.mark.clause("18BL/7.1e", "18BL/7.3b")
def test_who_gets_the_money() -> None:
    floated = play_on(running({"BME": company(80, Ada=50)}), BuyShare("Ada", "BME", 10))
    assert cash(floated, "BME") == 80
    founded = stock(companies={"BME": company(80, Ada=20)})
    before = cash(founded, BANK)
    founded.play(BuyShare("Ada", "BME", 10))
    assert cash(founded, "BME") == 0 and cash(founded, BANK) == before + 80
    pooled = running({"BME": company(80, Ada=50, pool=10)}, turn={"player": "Bo"})
    pooled.play(BuyShare("Bo", "BME", 10, POOL))
    assert cash(pooled, "BME") == 0


@pytest.mark.clause("18BL/7.1f")
def test_nothing_is_bought_back_in_the_same_round() -> None:
    game = play_on(running(), SellShares("Ada", "BME", 10))
    refused(game, BuyShare("Ada", "BME", 10, POOL), clause="18BL/7.1f")
    play_on(game, Pass("Ada"), *passes("Bo", "Cy"))
    refused(game, BuyShare("Ada", "BME", 10), clause="18BL/7.1f")
    other = running(sold={"Bo": ("BME",)})
    assert allowed(other, BuyShare("Ada", "BME", 10))


@pytest.mark.clause("18BL/7.1g")
def test_who_has_acted_has_another_turn() -> None:
    game = play_on(running(), *passes("Ada", "Bo"), BuyShare("Cy", "BME", 10), *passes("Ada", "Bo"))
    assert game.turn == "Cy"
    sold = play_on(running(), SellShares("Ada", "BME", 10), Pass("Ada"), *passes("Bo", "Cy"))
    assert sold.turn == "Ada"


# 7.2: limits

FIVE = ("P1", "P2", "P3", "P4", "P5", "P6")


def six(privates: int, **parts: Any) -> Game:
    """Six players (limit 11): P1 with ten certificates in BME (6), OV (4), and some private companies."""
    owned = dict.fromkeys(("SK", "DTE", "MBG")[:privates], "P1")
    companies = {"BME": company(80, P1=60, P2=20), "OV": company(80, P1=60, P2=10), "MEG": company(65, P2=50)}
    return running({**companies, **parts.pop("companies", {})}, players=FIVE, privates=owned, **parts)


@pytest.mark.clause("18BL/7.2a", "18BL/5.1d")
def test_the_certificate_limit() -> None:
    limits = {str(n): limit for n, limit in zip(range(2, 7), (28, 20, 16, 13, 11), strict=True)}
    assert RULES.figures.certificate_limit == limits
    game = six(1)  # 5 + 5 + 1
    assert certificates_of(RULES, game.position, "P1") == 11
    refused(game, BuyShare("P1", "MEG", 10), clause="18BL/7.2a")
    assert allowed(six(0), BuyShare("P1", "MEG", 10))


@pytest.mark.clause("18BL/7.2b")
def test_yellow_certificates_do_not_count() -> None:
    yellow = token(80, 6, 2, P1=60, P2=20)
    game = six(3, companies={"BME": yellow})
    assert certificates_of(RULES, game.position, "P1") == 5 + 3
    assert allowed(game, BuyShare("P1", "MEG", 10))
    full = six(3, companies={"BME": yellow, "WEG": company(80, P1=30), "DEE": company(80, P1=20)})
    refused(full, BuyShare("P1", "MEG", 10), clause="18BL/7.2a")
    assert allowed(full, BuyShare("P1", "BME", 10)), "a yellow share can always be bought"


@pytest.mark.clause("18BL/7.2c")
def test_at_most_60_percent() -> None:
    game = running({"BME": company(80, Ada=60, pool=20)})
    refused(game, BuyShare("Ada", "BME", 10, POOL), clause="18BL/7.2c")
    assert allowed(running({"BME": company(80, Ada=50, pool=20)}), BuyShare("Ada", "BME", 10, POOL))


@pytest.mark.clause("18BL/7.2d")
def test_70_percent_out_of_the_initial_offering() -> None:
    game = running({"BME": company(80, Ada=60, pool=20)})
    game.play(BuyShare("Ada", "BME", 10))
    assert percent(game, "BME", "Ada") == 70
    play_on(game, *passes("Bo", "Cy"))
    refused(game, BuyShare("Ada", "BME", 10), clause="18BL/7.2c")
    assert allowed(game, Pass("Ada")), "70% may be kept (R38)"


@pytest.mark.clause("18BL/7.2e")
def test_no_limit_in_the_brown_area() -> None:
    brown = token(65, 7, 2, Ada=70, pool=20)
    game = running({"BME": brown})
    assert certificates_of(RULES, game.position, "Ada") == 0
    play_on(game, BuyShare("Ada", "BME", 10, POOL), *passes("Bo", "Cy"), BuyShare("Ada", "BME", 10, POOL))
    play_on(game, *passes("Bo", "Cy"), BuyShare("Ada", "BME", 10))
    assert percent(game, "BME", "Ada") == 100


@pytest.mark.clause("18BL/7.2f")
def test_who_is_over_a_limit_sells_first() -> None:
    """Given 12 certificates of 11, P1 neither passes nor buys before he has sold; 80% outside brown is too much too."""
    game = six(2)
    refused(game, Pass("P1"), clause="18BL/7.2f")
    refused(game, BuyShare("P1", "MEG", 10), clause="18BL/7.2a")
    play_on(game, SellShares("P1", "OV", 10), Pass("P1"))
    much = running({"BME": company(80, Ada=80), "OV": company(80, Ada=30, Bo=20)})
    refused(much, Pass("Ada"), clause="18BL/7.2f")
    refused(much, BuyShare("Ada", "OV", 10), clause="18BL/7.2f")
    much.play(SellShares("Ada", "OV", 10))
    refused(much, Pass("Ada"), clause="18BL/7.2f")
    play_on(much, SellShares("Ada", "BME", 10), Pass("Ada"))


@pytest.mark.clause("18BL/7.2f")
def test_who_sold_too_little_sells_on() -> None:
    """Given 90% outside the brown area, after one share another must follow in the same turn (R37)."""
    game = running({"BME": company(80, Ada=90)})
    game.play(SellShares("Ada", "BME", 10))
    refused(game, Pass("Ada"), clause="18BL/7.2f")
    play_on(game, SellShares("Ada", "BME", 10), Pass("Ada"))


@pytest.mark.clause("18BL/7.2f")
def test_who_cannot_sell_keeps_the_excess() -> None:
    companies = {"BME": company(80, Ada=80, director="Ada")}
    game = stock(companies=companies, floated=("BME",), operated=())
    assert not offered(game, SellShares) and allowed(game, Pass("Ada"))


@pytest.mark.clause("18BL/7.2g")
def test_a_sale_that_makes_the_shares_yellow_will_do() -> None:
    """Given a token one space above the yellow area, one share sold cures all of it."""
    companies = {"BME": token(65, 5, 5, P1=60, P2=20)}  # 65, above 60 in the yellow area
    game = six(3, companies=companies)
    assert certificates_of(RULES, game.position, "P1") == 13
    game.play(SellShares("P1", "BME", 10))
    assert price(game, "BME") == 60 and certificates_of(RULES, game.position, "P1") == 8
    game.play(Pass("P1"))


# 7.4: sales


@pytest.mark.clause("18BL/7.4a")
def test_sold_for_the_value_before_the_sale() -> None:
    game = running()
    game.play(SellShares("Ada", "BME", 20))
    assert cash(game, "Ada") == 700 + 160 and percent(game, "BME", POOL) == 20
    refused(game, SellShares("Ada", "BME", 10), clause="18BL/7.4a")


@pytest.mark.clause("18BL/7.4c")
def test_the_pool_takes_half() -> None:
    game = running({"BME": company(80, Ada=40, Bo=20, pool=40)})
    refused(game, SellShares("Ada", "BME", 20), clause="18BL/7.4c")
    assert allowed(game, SellShares("Ada", "BME", 10))


@pytest.mark.clause("18BL/7.4d")
def test_a_corporation_that_has_not_acted_is_not_sold() -> None:
    game = stock(companies={"BME": company(80, Ada=50), "OV": company(80, Ada=40)}, operated=())
    refused(game, SellShares("Ada", "BME", 10), clause="18BL/7.4d")
    refused(game, SellShares("Ada", "OV", 10), clause="18BL/7.4d")


@pytest.mark.clause("18BL/7.4f")
def test_sales_are_made_one_after_the_other() -> None:
    companies = {"BME": company(80, Ada=40, Bo=20), "OV": company(80, Ada=40, Bo=20)}
    one = play_on(running(companies), SellShares("Ada", "BME", 10), SellShares("Ada", "OV", 10))
    two = play_on(running(companies), SellShares("Ada", "OV", 10), SellShares("Ada", "BME", 10))
    assert RULES.operating_order(one.position) == ["BME", "OV"]
    assert RULES.operating_order(two.position) == ["OV", "BME"], "the first one sold lies on top"


# 7.5, 7.6: prices


@pytest.mark.clause("18BL/7.5a")
@pytest.mark.parametrize(
    ("start", "sold", "end"),
    [((3, 6), 10, (4, 6)), ((3, 6), 30, (6, 6)), ((5, 6), 50, (8, 6)), ((2, 16), 20, (2, 16)), ((8, 3), 30, (8, 3))],
)
def test_one_space_down_for_each_share(start: tuple[int, int], sold: int, end: tuple[int, int]) -> None:
    game = running({"BME": token(80, *start, Ada=60, Bo=20)})
    game.play(SellShares("Ada", "BME", sold))
    assert at(game, "BME") == end


@pytest.mark.clause("18BL/7.5b", "18BL/7.5d")
@pytest.mark.parametrize(("start", "sold"), [((7, 1), 10), ((8, 2), 10), ((7, 2), 20), ((6, 1), 20)])
def test_from_the_brown_arrows_into_the_red(start: tuple[int, int], sold: int) -> None:
    """Given a token at an arrow (or above it), a sale closes the corporation; the seller is paid in full (R34)."""
    game = running({"BME": token(65, *start, Ada=40, Bo=20), "OV": company(65, Bo=50)})
    worth = price(game, "BME") * sold // 10
    game.play(SellShares("Ada", "BME", sold))
    assert "BME" not in game.position.markers and cash(game, "Ada") == 700 + worth
    assert all(game.position.certificates[card.id] == "out" for card in RULES.register.of["BME"])
    refused(game, StartCompany("Ada", "BME", 80), code="started")
    assert game.turn == "Ada" and not [c for c in choices(game, SellShares) if c.action.company == "BME"]  # type: ignore[attr-defined]


@pytest.mark.clause("18BL/7.5b")
def test_just_above_the_red_area_it_stays() -> None:
    game = running({"BME": token(65, 7, 2, Ada=40, Bo=20)})
    game.play(SellShares("Ada", "BME", 10))
    assert at(game, "BME") == (8, 2)


@pytest.mark.clause("18BL/7.5c")
def test_a_fallen_token_goes_underneath() -> None:
    game = running({"BME": token(80, 3, 6, Ada=40, Bo=20), "OV": token(75, 4, 6, Bo=50)})
    game.play(SellShares("Ada", "BME", 10))
    assert RULES.operating_order(game.position) == ["OV", "BME"]


@pytest.mark.clause("18BL/7.5d")
def test_a_closed_corporation_leaves_the_map() -> None:
    game = running({"BME": token(65, 8, 2, Ada=40, Bo=20)}, stations={"BME": ("F6.1", "B10")}, tiles={"B10": "57@2"})
    game.play(SellShares("Ada", "BME", 10))
    assert game.position.stations == {} and game.position.tiles == {"B10": ("57", 2)}
    assert percent(game, "BME", "Bo") == 0 and cash(game, "Bo") == 700
    assert is_settled(RULES, game.position, "BME"), "its home is no longer reserved (R35)"


@pytest.mark.clause("18BL/7.5e")
def test_what_becomes_of_its_property() -> None:
    game = running(
        {"BME": token(65, 8, 2, Ada=40, Bo=20)},
        cash={"BME": 333},
        trains={"BME": ("SB3-1 SB3", "BW-A-1 BW-A", "3-1 3")},
        next_card=("3-2", "SB3-2", "BW-A-2"),
        privates={"MBG": "BME", "EHG": "BME", "DTE": "Bo"},
        extra={"access": ["BME"]},
    )
    before = cash(game, BANK)
    game.play(SellShares("Ada", "BME", 10))
    position = game.position
    assert cash(game, "BME") == 0 and cash(game, BANK) == before + 333 - 30
    assert {face for owner, face in position.trains.values() if owner == POOL} == {"SB3", "BW-A", "3"}
    assert position.privates["MBG"] == position.privates["EHG"] == "out" and position.privates["DTE"] == "Bo"
    assert BlState.of(position).access == ()


@pytest.mark.clause("18BL/7.6")
def test_sold_out_corporations_rise() -> None:
    companies = {
        "BME": token(80, 3, 6, Ada=60, Bo=40),
        "OV": token(100, 1, 8, Ada=50, Bo=50),
        "MEG": token(80, 3, 6, Ada=60, Bo=30, pool=10),
        "WEG": token(90, 2, 6, Cy=50),
    }
    game = end_round(running(companies))
    assert (at(game, "BME"), at(game, "OV"), at(game, "MEG")) == ((2, 6), (1, 8), (3, 6))
    assert RULES.operating_order(game.position)[:3] == ["OV", "WEG", "BME"], "it lies below the token there (R40)"
