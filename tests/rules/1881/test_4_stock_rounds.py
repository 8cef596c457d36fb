"""1881, chapters 3, 4 and 13: turns, purchases, sales, limits, prices, the end of a stock round."""

from __future__ import annotations

import pytest
from tests.kit import allowed, company_of, events, offered, percent, play_on, price, refused
from tests.tramsharekit import (
    NAMES,
    SIX,
    TRAMS,
    buy,
    cash,
    end_round,
    passes,
    place_depots,
    sell,
    shared_out,
    shares_only,
    started,
    stock,
    take,
    tram,
)

from stellwerk.actions import BuyShare, Pass, Repay, SellShares
from stellwerk.events import PriceMoved
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.titles import rules_of

RULES = rules_of("1881")
TWO = {**started(Ada=40, Bo=20), **tram("SSC", Ada=20, Bo=30, Cy=10)}
"""BChSt (88) directed by Ada, SSC (84) by Bo."""


def order(game: Game) -> tuple[str, ...]:
    """The playing order."""
    return game.position.order


def stack(game: Game, *companies: str) -> list[int]:
    """Where markers of one space lie, 0 on top."""
    spaces = {game.position.markers[company][:2] for company in companies}
    assert len(spaces) == 1, f"{spaces} are several"
    return [game.position.markers[company][2] for company in companies]


# 3, 4.1, 4.6, 4.7: turns, the leader


@pytest.mark.clause("1881/4.1a", "1881/3.4")
def test_turns_go_clockwise_from_the_leader() -> None:
    game = stock(companies=TWO, order=("Bo", "Cy", "Ada"))
    refused(game, Pass("Ada"), clause="1881/4.1a")
    play_on(game, Pass("Bo"), Pass("Cy"))
    assert game.turn == "Ada"


@pytest.mark.clause("1881/4.1a", "1881/2.4b")
def test_the_first_round_goes_by_the_bids_the_next_by_the_seats() -> None:
    """Given the order Cy, Bo, Ada by bids, when Ada buys last, Bo leads the next round, then Cy, then Ada (R10)."""
    game = stock(1, companies=TWO, order=("Cy", "Bo", "Ada"), extra={"seats": NAMES})
    play_on(game, Pass("Cy"), Pass("Bo"), buy("Ada", "BChSt"), Pass("Ada"))
    assert game.turn == "Cy"
    assert order(end_round(game)) == ("Bo", "Cy", "Ada")
    play_on(game, *passes("Bo", "Cy", "Ada"))
    assert order(game) == ("Bo", "Cy", "Ada")


@pytest.mark.clause("1881/4.1b")
def test_one_purchase_and_any_sales_in_any_order() -> None:
    """Given a turn, when a player sells, buys and sells again, then all of it is one turn (R15)."""
    game = play_on(stock(companies=TWO), sell("Ada", "SSC"), buy("Ada", "BChSt"))
    assert game.turn == "Ada"
    refused(game, buy("Ada", "BChSt"), clause="1881/4.1b", code="one-purchase")
    play_on(game, sell("Ada", "BChSt", 20), sell("Ada", "SSC"), Pass("Ada"))
    assert game.turn == "Bo" and (percent(game, "BChSt", "Ada"), percent(game, "SSC", "Ada")) == (30, 0)


@pytest.mark.clause("1881/4.1b")
def test_a_turn_ends_by_itself_when_nothing_could_be_sold_any_more() -> None:
    game = stock(companies=started(Bo=60, pool=10), order=("Cy", "Ada", "Bo"), sold={"Cy": ()})
    play_on(game, take("Cy", "BChSt"))
    assert game.turn == "Cy", "he may sell the share again"
    play_on(game, sell("Cy", "BChSt"))
    assert game.turn == "Ada"


@pytest.mark.clause("1881/4.6")
def test_the_round_ends_when_all_in_succession_buy_nothing() -> None:
    game = play_on(stock(companies=TWO), Pass("Ada"), Pass("Bo"), buy("Cy", "BChSt"), *passes("Cy", "Ada", "Bo"))
    assert game.turn == "Cy" and game.position.round.set == 2
    play_on(game, Pass("Cy"))
    assert game.position.round.set == 3


@pytest.mark.clause("1881/4.6")
def test_a_sale_is_no_purchase() -> None:
    """Given two passes, when the third player sells only, the round is over."""
    game = play_on(stock(companies=TWO), sell("Ada", "BChSt"), Pass("Ada"), Pass("Bo"), sell("Cy", "SSC"))
    assert game.position.round.set == 2
    play_on(game, Pass("Cy"))
    assert game.position.round.set == 3


@pytest.mark.clause("1881/4.7", "1881/3.4")
def test_the_player_left_of_the_last_buyer_leads() -> None:
    game = play_on(stock(companies=TWO), buy("Ada", "BChSt"), Pass("Ada"), Pass("Bo"), sell("Cy", "SSC"))
    assert order(end_round(game)) == ("Bo", "Cy", "Ada")


@pytest.mark.clause("1881/4.7")
def test_the_token_stays_when_nobody_bought() -> None:
    """Also where the order of the bids ends with the first round (R18)."""
    assert order(end_round(stock(companies=TWO, order=("Cy", "Ada", "Bo")))) == ("Cy", "Ada", "Bo")
    first = stock(1, companies=TWO, order=("Cy", "Bo", "Ada"), extra={"seats": NAMES})
    assert order(end_round(first)) == ("Cy", "Ada", "Bo")


@pytest.mark.clause("1881/4.7")
def test_who_bought_in_an_earlier_round_does_not_count() -> None:
    game = end_round(play_on(stock(companies=TWO), buy("Ada", "BChSt"), Pass("Ada")))
    assert order(game) == ("Bo", "Cy", "Ada")
    assert order(end_round(game)) == ("Bo", "Cy", "Ada")


@pytest.mark.clause("1881/4.7")
def test_the_seat_of_a_bankrupt_player_is_passed_over() -> None:
    """Given Bo out of the game, when Ada buys last, Cy leads (R94)."""
    game = stock(companies=started(Ada=40, Cy=20), order=("Cy", "Ada"))
    play_on(game, Pass("Cy"), buy("Ada", "BChSt"), Pass("Ada"))
    assert order(end_round(game)) == ("Cy", "Ada")


@pytest.mark.clause("1881/3.2", "1881/5.3")
def test_after_a_stock_round_as_many_operating_rounds_as_the_phase_has() -> None:
    for phase, rounds in (("yellow", 1), ("green", 2), ("brown", 3), ("gray", 3)):
        assert RULES.rounds_of_set(stock(companies=TWO, phase=phase).position, 2) == rounds


# 4.2, 4.3, 4.9 to 4.11: what is bought and sold, from and to whom


@pytest.mark.clause("1881/4.2", "1881/4.9")
def test_the_director_s_share_is_never_sold() -> None:
    """Given a director whom nobody can follow, when he would sell into his last 20 %, it is refused."""
    game = stock(companies=started(Ada=50, Bo=10))
    refused(game, sell("Ada", "BChSt", 40), clause="1881/4.2", code="director-stays")
    assert allowed(game, sell("Ada", "BChSt", 30))


@pytest.mark.clause("1881/4.3a")
def test_all_deals_are_with_the_bank() -> None:
    game = stock(companies=TWO)
    refused(game, BuyShare("Ada", "BChSt", 10, "Bo"), clause="1881/4.3a", code="no-certificate")
    before = cash(game, BANK)[0]
    play_on(game, buy("Ada", "BChSt"))
    assert cash(game, BANK, "BChSt") == (before + 88, 0), "the company gets its capital once, when it starts"


@pytest.mark.clause("1881/4.3a", "1881/3.5")
def test_shares_are_paid_from_private_cash() -> None:
    game = stock(companies=TWO, cash={"Ada": 87, "BChSt": 900})
    refused(game, buy("Ada", "BChSt"), clause="1881/4.3a", code="no-cash")
    assert allowed(game, buy("Ada", "SSC"))


@pytest.mark.clause("1881/4.3b")
def test_companies_hold_shares_of_the_s_bahn_only() -> None:
    register = RULES.register
    trams = tuple(company for company, figure in RULES.companies.items() if figure.size == "tram")
    assert register.holding_companies["S"] == trams
    assert not any(register.holding_companies[company] for company in trams)


@pytest.mark.clause("1881/4.8", "1881/H.3")
def test_what_one_sold_one_does_not_buy_until_the_next_round() -> None:
    game = play_on(stock(companies=TWO), sell("Ada", "BChSt"))
    refused(game, take("Ada", "BChSt"), clause="1881/4.8", code="sold-before")
    assert allowed(game, buy("Ada", "SSC"))
    play_on(game, Pass("Ada"), buy("Bo", "SSC"), Pass("Bo"), Pass("Cy"))
    refused(game, buy("Ada", "BChSt"), clause="1881/4.8")
    end_round(game)
    play_on(game, *passes(*order(game)[: order(game).index("Ada")]))
    assert allowed(game, take("Ada", "BChSt"))


@pytest.mark.clause("1881/4.9", "1881/4.14")
def test_a_sale_brings_the_market_price_and_goes_to_the_pool() -> None:
    """Given BChSt at 102, when Bo sells one share, he gets 102, and the marker goes one space left."""
    game = stock(companies=tram("BChSt", price=102, Ada=40, Bo=20))
    play_on(game, Pass("Ada"), sell("Bo", "BChSt"))
    assert cash(game, "Bo") == (802,) and percent(game, "BChSt", POOL) == 10 and price(game, "BChSt") == 96


@pytest.mark.clause("1881/4.10", "1881/4.11")
def test_new_shares_at_the_initial_price_old_ones_at_the_market_price() -> None:
    """Whatever the market price is (R27)."""
    for market, paid in ((138, 88), (42, 88)):
        game = stock(companies=tram("BChSt", Ada=40, Bo=20, pool=10, price=market))
        new, old = play_on(game.copy(), buy("Ada", "BChSt")), play_on(game.copy(), take("Ada", "BChSt"))
        assert cash(new, "Ada") == (700 - paid,) and cash(old, "Ada") == (700 - market,)


@pytest.mark.clause("1881/4.9", "1881/H.2", "1881/2.9a")
def test_sales_in_the_first_stock_round_of_companies_that_have_not_started() -> None:
    """R17."""
    game = play_on(shared_out(*[buy("Ada", "GBS")] * 2, Pass("Ada"), *passes("Bo", "Cy")), sell("Ada", "GBS"))
    assert cash(game, "Ada") == (720 - 2 * 92 + 92,) and price(game, "GBS") == 88


@pytest.mark.clause("1881/4.9", "1881/H.4")
def test_any_number_of_shares_may_lie_in_the_pool() -> None:
    """R17."""
    game = stock(companies=started(Ada=20, Bo=20, pool=50))
    play_on(game, Pass("Ada"), sell("Bo", "BChSt", 20))
    assert percent(game, "BChSt", POOL) == 70


# 4.4, 4.5: limits


def at_the_limit(price: int | None = None) -> Game:
    """Six players (limit 12): Ada holds twelve certificates in three companies, of them four of SHG at a price."""
    holders = {"Ada": 50, "Bo": 10}
    companies = {
        **tram("GBS", holders),
        **tram("BChSt", holders),
        **tram("SHG", Ada=50, Bo=10, price=price),
        **tram("SSC", Bo=40, Cy=20, pool=10),
        **tram("SpS", Bo=40, Cy=20, price=54),
    }
    return stock(players=SIX, companies=companies)


@pytest.mark.clause("1881/4.4a", "1881/T1b")
def test_the_certificate_limit() -> None:
    """Every card counts as one, the director's share too."""
    game = at_the_limit()
    assert certificates_of(RULES, game.position, "Ada") == 12 == limit_of_certificates(RULES, game.position)
    refused(game, buy("Ada", "SSC"), clause="1881/4.4a", code="certificate-limit")
    play_on(game, sell("Ada", "GBS"))
    assert allowed(game, buy("Ada", "SSC"))


@pytest.mark.clause("1881/4.4b")
def test_shares_in_the_yellow_zone_do_not_count() -> None:
    """Who is at the limit may buy one of them (R24)."""
    game = at_the_limit()
    assert allowed(game, buy("Ada", "SpS"))
    low = at_the_limit(price=54)
    assert certificates_of(RULES, low.position, "Ada") == 8 and allowed(low, buy("Ada", "SSC"))


@pytest.mark.clause("1881/4.4b")
def test_the_yellow_zone_ends_with_54() -> None:
    for row in RULES.chart.figure.rows:
        for cell in row:
            assert cell is None or (cell.zone in ("yellow", "bankrupt")) == (cell.value <= 54), cell


@pytest.mark.clause("1881/4.4c", "1881/4.4a")
def test_over_the_limit_one_sells_before_anything_else() -> None:
    """Given thirteen certificates, Ada neither passes nor buys before she has sold one that counts (R24)."""
    companies = {**tram("NBSN", Ada=20, Bo=20, Cy=20), **tram("SpS", Ada=10, Bo=40, Cy=20, price=54)}
    shares = {**tram("GBS", Ada=50, Bo=10), **tram("BChSt", Ada=50, Bo=10), **tram("SHG", Ada=50, Bo=10), **companies}
    game = stock(players=SIX, companies=shares)
    assert certificates_of(RULES, game.position, "Ada") == 13
    refused(game, Pass("Ada"), clause="1881/4.4c", code="over-limit")
    refused(game, buy("Ada", "SpS"), clause="1881/4.4c", code="over-limit")
    play_on(game, sell("Ada", "SpS"))
    refused(game, Pass("Ada"), code="over-limit")
    play_on(game, sell("Ada", "GBS"))
    assert allowed(game, Pass("Ada")) and not allowed(game, buy("Ada", "NBSN")), "she is at the limit now"


@pytest.mark.clause("1881/4.4c", "1881/4.24")
def test_over_the_limit_by_a_change_of_director() -> None:
    """Given Ada at the limit, when Bo becomes director of GBS, she has two cards for one and sells in her turn."""
    shares = {
        **tram("GBS", director="Ada", Ada=30, Bo=30, pool=10),
        **tram("BChSt", Ada=60),
        **tram("SHG", Ada=60),
    }
    game = stock(players=SIX, order=("Bo", "Cy", "Di", "Ed", "Flo", "Ada"), companies=shares)
    assert certificates_of(RULES, game.position, "Ada") == 12
    play_on(game, take("Bo", "GBS"))
    assert certificates_of(RULES, game.position, "Ada") == 13
    play_on(game, *passes("Bo", "Cy", "Di", "Ed", "Flo"))
    refused(game, Pass("Ada"), clause="1881/4.4c")
    play_on(game, sell("Ada", "GBS"), Pass("Ada"))


@pytest.mark.clause("1881/4.5", "1881/H.5")
def test_at_most_60_percent_of_a_tram_company() -> None:
    game = stock(companies=started(Ada=60, Bo=20, pool=10))
    refused(game, buy("Ada", "BChSt"), clause="1881/4.5", code="ownership-limit")
    refused(game, take("Ada", "BChSt"), clause="1881/4.5", code="ownership-limit")
    assert allowed(stock(companies=started(Ada=50, Bo=20)), buy("Ada", "BChSt"))


@pytest.mark.clause("1881/12.2a", "1881/H.5")
def test_at_most_30_percent_of_the_s_bahn() -> None:
    game = stock(phase="green", companies={"S": company_of({"Ada": 30, "Bo": 25}, 84)})
    (seat,) = [action for action in offered(play_on(game.copy(), Pass("Ada")), BuyShare) if action.company == "S"]
    assert (seat.player, seat.percent, seat.card) == ("Bo", 5, "S_5"), "certificate number 6"
    refused(game, BuyShare("Ada", "S", 5, OFFERING, "S_5"), clause="1881/12.2a", code="ownership-limit")


# 4.12, 4.13, 4.23: new companies


def one_left(**extra: object) -> Game:
    """BChSt with one share left in the offering: Ada 40, Bo 30, Cy 20."""
    return stock(companies=started(Ada=40, Bo=30, Cy=20), extra=extra)


@pytest.mark.clause("1881/4.12a", "1881/4.12b")
def test_an_offering_sold_out_opens_one_company_of_the_buyer_s_choice() -> None:
    game = one_left()
    refused(game, buy("Ada", "SHG", 20), clause="1881/4.12a", code="closed")
    play_on(game, buy("Ada", "BChSt"), Pass("Ada"))
    assert {action.company for action in offered(game, BuyShare)} == set(TRAMS) - {"BChSt"}
    play_on(game, buy("Bo", "SHG", 20), Pass("Bo"))
    refused(game, buy("Cy", "GBS", 20), clause="1881/4.12a", code="closed")
    assert allowed(game, buy("Cy", "SHG"))


@pytest.mark.clause("1881/4.12a")
def test_the_pool_does_not_matter_and_an_opening_keeps() -> None:
    """Given an offering sold out while shares lie in the pool, the opening waits, also for a later round (R19)."""
    game = stock(companies=started(Ada=30, Bo=30, Cy=20, pool=10))
    end_round(play_on(game, buy("Ada", "BChSt"), Pass("Ada")))
    assert (percent(game, "BChSt", OFFERING), percent(game, "BChSt", POOL)) == (0, 10)
    assert allowed(game, buy(game.turn, "GBS", 20))


@pytest.mark.clause("1881/4.12a")
def test_a_company_opens_another_one_once() -> None:
    """A company whose offering was empty before opens no second one; every other does (R19)."""
    again = play_on(one_left(emptied=["BChSt"]), buy("Ada", "BChSt"), Pass("Ada"))
    refused(again, buy("Bo", "SHG", 20), code="closed")
    two = {**started(Ada=40, Bo=30, Cy=20), **tram("SSC", Ada=40, Bo=30, Cy=20)}
    game = play_on(stock(companies=two), buy("Ada", "BChSt"), Pass("Ada"), buy("Bo", "SSC"), Pass("Bo"))
    play_on(game, buy("Cy", "GBS", 20), Pass("Cy"), buy("Ada", "SHG", 20), Pass("Ada"))
    refused(game, buy("Bo", "SpS", 20), code="closed")


@pytest.mark.clause("1881/4.12a", "1881/12.1a")
def test_the_s_bahn_neither_opens_a_company_nor_needs_an_opening() -> None:
    companies = {**started(Ada=40, Bo=20), "S": company_of({"Ada": 30, "Bo": 30, "Cy": 30, "pool": 5}, 84)}
    game = stock(phase="brown", companies=companies, players=("Ada", "Bo", "Cy", "Di"), order=("Di", "Ada", "Bo", "Cy"))
    (last,) = [action for action in offered(game, BuyShare) if action.company == "S" and action.source == OFFERING]
    place_depots(play_on(game, last))
    assert percent(game, "S", OFFERING) == 0
    play_on(game, Pass("Di"))
    refused(game, buy("Ada", "SHG", 20), code="closed")
    new = stock(phase="green", companies=started(Ada=40, Bo=20))
    assert allowed(new, BuyShare("Ada", "S", 10))


@pytest.mark.clause("1881/4.13", "1881/4.23")
def test_the_director_s_share_comes_first_at_twice_the_price() -> None:
    """One purchase, one certificate; its buyer directs at once, and acts when 60 % are sold (R20)."""
    game = one_left(openings=1)
    refused(game, buy("Ada", "SHG"), clause="1881/4.13", code="director-first")
    play_on(game, buy("Ada", "SHG", 20))
    assert cash(game, "Ada") == (700 - 160,) and percent(game, "SHG", "Ada") == 20
    assert game.director("SHG") == "Ada" and "SHG" not in game.position.floated
    refused(game, buy("Ada", "SHG"), code="one-purchase")


@pytest.mark.clause("1881/4.13")
def test_who_cannot_pay_the_director_s_share_cannot_open_a_company() -> None:
    game = stock(companies=started(Ada=40, Bo=20), cash={"Ada": 160}, extra={"openings": 1})
    refused(game, buy("Ada", "GBS", 20), code="no-cash")
    assert allowed(game, buy("Ada", "SHG", 20))


# 4.14 to 4.19: prices


@pytest.mark.clause("1881/4.14", "1881/O.2", "1881/H.9")
def test_one_space_for_a_company_and_turn_however_many_shares() -> None:
    """Given three shares sold in two sales, the marker goes one space, and each share brings the old price (R16)."""
    game = stock(companies=started(Ada=60, Bo=20))
    play_on(game, sell("Ada", "BChSt", 20), sell("Ada", "BChSt", 10))
    assert price(game, "BChSt") == 86 and cash(game, "Ada") == (700 + 3 * 88,)
    assert len(list(events(game, PriceMoved))) == 1


@pytest.mark.clause("1881/4.14")
def test_the_old_price_holds_after_a_purchase_in_the_same_turn_too() -> None:
    game = stock(companies={**started(Ada=60, Bo=20), **tram("SSC", Ada=20, Bo=40)})
    play_on(game, sell("Ada", "BChSt"), buy("Ada", "SSC"), sell("Ada", "BChSt"), Pass("Ada"))
    assert price(game, "BChSt") == 86 and cash(game, "Ada") == (700 + 2 * 88 - 84,)


@pytest.mark.clause("1881/4.14")
def test_another_player_or_turn_moves_it_again() -> None:
    game = stock(companies={**started(Ada=50, Bo=20), **tram("SSC", Ada=20, Bo=40)})
    play_on(game, sell("Ada", "BChSt"), Pass("Ada"), sell("Bo", "BChSt"), Pass("Bo"), buy("Cy", "SSC"), Pass("Cy"))
    assert price(game, "BChSt") == 82 and cash(game, "Bo") == (700 + 86,)
    play_on(game, sell("Ada", "BChSt"))
    assert price(game, "BChSt") == 76 and cash(game, "Ada") == (700 + 88 + 82,)


@pytest.mark.clause("1881/4.15", "1881/4.18")
def test_a_sale_goes_no_further_than_the_edge_and_bankrupts_nobody() -> None:
    """Given 20 and 10 in the top row, sales lead to 10 and stay there, and the company stays in the game."""
    game = stock(companies={**tram("BChSt", price=10, Ada=60, Bo=20), **tram("SSC", Ada=20, Bo=40)})
    play_on(game, sell("Ada", "BChSt", 20), Pass("Ada"), sell("Bo", "BChSt", 20))
    assert price(game, "BChSt") == 10 and cash(game, "Bo") == (720,) and "BChSt" in game.position.floated


@pytest.mark.clause("1881/4.16", "1881/H.10")
def test_a_sold_out_company_rises_at_the_end() -> None:
    game = end_round(stock(companies=started(Ada=50, Bo=30, Cy=20)))
    assert price(game, "BChSt") == 92


@pytest.mark.clause("1881/4.16")
@pytest.mark.parametrize("holders", [{"Ada": 50, "Bo": 30, "pool": 20}, {"Ada": 50, "Bo": 30, "Cy": 10}])
def test_shares_in_the_pool_or_the_offering_keep_the_price(holders: dict[str, int]) -> None:
    assert price(end_round(stock(companies=started(**holders))), "BChSt") == 88


@pytest.mark.clause("1881/4.16")
def test_shares_of_the_s_bahn_that_companies_hold_count_as_held() -> None:
    """R25."""
    held = {"Ada": 30, "Bo": 30, "Cy": 30, "BChSt": 10}
    game = stock(phase="brown", companies={**started(Ada=40, Bo=20), "S": company_of(held, 84)})
    assert price(end_round(game), "S") == 86


@pytest.mark.clause("1881/4.16", "1881/4.19", "1881/5.1a", "1881/5.1b")
def test_sold_out_companies_rise_in_operating_order() -> None:
    """Given two on one space, the upper one goes first and is the upper one again, under the one it meets (R25)."""
    full = {"Ada": 50, "Bo": 30, "Cy": 20}
    companies = {**tram("BESTAG", full), **tram("BChSt", full), **tram("GBS", Ada=40, Bo=20)}
    game = stock(companies=companies)
    assert stack(game, "BESTAG", "BChSt") == [0, 1]
    assert stack(end_round(game), "GBS", "BESTAG", "BChSt") == [0, 1, 2]


@pytest.mark.clause("1881/5.1a")
def test_equal_prices_further_down_then_further_right_come_first() -> None:
    """The table has 54 on four spaces, 86 and 92 on two (R77)."""
    companies = {
        "GBS": company_of({"Ada": 60}, 92) | {"cell": (2, 2)},
        "BChSt": company_of({"Ada": 60}, 88) | {"cell": (4, 0)},
        "SSC": company_of({"Bo": 60}, 84) | {"cell": (3, 1)},
    }
    assert stock(companies=companies).operating_order() == ("BChSt", "SSC", "GBS")


@pytest.mark.clause("1881/4.19")
def test_a_marker_that_arrives_goes_under_the_others() -> None:
    """Given BChSt and BESTAG on 88, when BESTAG's neighbour GBS falls there, it lies below both."""
    game = play_on(stock(companies=tram("GBS", Ada=50, Bo=20)), sell("Ada", "GBS"))
    assert stack(game, "BChSt", "BESTAG", "GBS") == [0, 1, 2]


# 4.17, 13: the end


@pytest.mark.clause("1881/H.51", "1881/13.1b")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_in_a_stock_round_both_ends_are_at_once(variant: str) -> None:
    full = {"Ada": 50, "Bo": 30, "Cy": 20}
    assert end_round(stock(companies=tram("GBS", full, price=384), variant=variant)).over
    cash_of_all = {"Ada": 700, "Bo": 700, "Cy": 10_320 - 1400 - 88}
    game = stock(companies=started(Ada=40, Bo=20), cash=cash_of_all, variant=variant)
    assert play_on(game, sell("Ada", "BChSt")).over


@pytest.mark.clause("1881/4.17")
def test_400_by_a_sold_out_rise_ends_the_game_when_all_have_moved() -> None:
    """Given two sold-out companies, one beside the 400, both move, then the game is over (R26)."""
    full = {"Ada": 50, "Bo": 30, "Cy": 20}
    game = end_round(stock(companies={**tram("GBS", full, price=384), **tram("BChSt", full)}))
    assert game.over and (price(game, "GBS"), price(game, "BChSt")) == (400, 92)
    shares = {"Ada": 5 * (400 + 92), "Bo": 3 * (400 + 92), "Cy": 2 * (400 + 92)}
    assert game.position.result == {player: 700 + worth for player, worth in shares.items()}


@pytest.mark.clause("1881/13.1b")
def test_an_empty_bank_ends_the_game_after_the_action() -> None:
    """Given a bank that a sale empties, the game is over at once, the money is paid and counts (R72)."""
    game = stock(companies=started(Ada=40, Bo=20), cash={"Ada": 700, "Bo": 700, "Cy": 10_320 - 1400 - 88})
    assert cash(game, BANK) == (88,)
    play_on(game, sell("Ada", "BChSt"))
    assert game.over and (game.position.result or {})["Ada"] == 700 + 88 + 3 * 86


@pytest.mark.clause("1881/13.1b")
def test_a_bank_that_keeps_one_mark_is_not_empty() -> None:
    game = stock(companies=started(Ada=40, Bo=20), cash={"Ada": 700, "Bo": 700, "Cy": 10_320 - 1400 - 89})
    assert not play_on(game, sell("Ada", "BChSt")).over


@pytest.mark.clause("1881/13.1b", "1881/4.26a")
def test_a_starting_capital_can_empty_the_bank() -> None:
    """It is paid in full: the bank owes what it does not have."""
    game = stock(companies=started(Ada=30, Bo=20), cash={"Ada": 700, "Bo": 700, "Cy": 10_320 - 1400 - 700})
    play_on(game, buy("Ada", "BChSt"))
    assert game.over and cash(game, "BChSt", BANK) == (880, 700 + 88 - 880)


@pytest.mark.clause("1881/13.2", "1881/1.a")
def test_fortunes() -> None:
    """Cash and shares at the market price, the director's share twice, a company that never started too (R73)."""
    companies = {**started(Ada=40, Bo=20), **tram("SSC", director="offering", Cy=20, price=94)}
    game = stock(companies=companies, cash={"Ada": 100, "Bo": 50, "Cy": 70, "BChSt": 2000})
    assert [game.wealth(player) for player in NAMES] == [100 + 4 * 88, 50 + 2 * 88, 70 + 2 * 94]


# Words that other titles have


def test_there_is_no_loan_and_no_other_action() -> None:
    game = stock(companies=TWO)
    refused(game, Repay("Ada", 10), code="not-now")
    assert {type(choice.action) for choice in game.legal()} == {BuyShare, SellShares, Pass}
    assert shares_only().figures.pool_limit == 100
