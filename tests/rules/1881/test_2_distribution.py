"""1881, chapter 2: markers and shares at the start, the distribution after the initial bid."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from tests.kit import allowed, director, events, offered, percent, play_on, price, refused
from tests.tramsharekit import NAMES, SIX, TRAMS, bids, buy, cash, end_round, fresh, passes, sell, shared_out, take

from stellwerk.actions import BuyShare, Pass
from stellwerk.events import CompanyStarted, DirectorChanged, RoundBegan, StationPlaced
from stellwerk.position import BANK, OFFERING
from stellwerk.rules.limits import certificates_of
from stellwerk.titles import rules_of
from stellwerk.titles.t1881.state import State1881

RULES = rules_of("1881")


# What lies ready


@pytest.mark.clause("1881/C.c", "1881/C.d")
def test_the_certificates() -> None:
    for company in TRAMS:
        assert RULES.companies[company].shares == (20, *[10] * 8)
    cards = RULES.register.of["S"]
    assert [card.percent for card in cards] == [10] + [5] * 18
    assert [number for number, card in enumerate(cards, 1) if card.mark] == [6, 10, 14]


@pytest.mark.clause("1881/2.1")
def test_everything_lies_in_the_bank_at_the_start() -> None:
    game = fresh()
    assert set(game.position.certificates.values()) == {OFFERING}
    assert cash(game, *TRAMS) == (0,) * 8 and not game.position.trains and not game.position.stations


@pytest.mark.clause("1881/2.10c", "1881/C.g", "1881/O.1")
def test_all_trams_have_a_marker_from_the_start() -> None:
    """Each on its circle, the lower company number on top; the S-Bahn has none yet (R14)."""
    game = fresh()
    prices = {company: price(game, company) for company in game.position.markers}
    assert prices == {
        "GBS": 92, "BChSt": 88, "BESTAG": 88, "SSC": 84, "NBSN": 84, "SBV": 84, "SHG": 80, "SpS": 80,
    } == game.position.pars  # fmt: skip
    stack = {company: rank for company, (_, _, rank) in game.position.markers.items()}
    assert [stack[company] for company in ("BChSt", "BESTAG")] == [0, 1]
    assert [stack[company] for company in ("SSC", "NBSN", "SBV")] == [0, 1, 2]
    assert [stack[company] for company in ("SHG", "SpS")] == [0, 1]


# The distribution


@pytest.mark.clause("1881/2.9a", "1881/2.4b")
def test_one_visit_each_in_the_order_of_the_bids() -> None:
    """Given bids of 50, 200 and 90, Bo buys first, up to four shares, and nobody comes again (R13)."""
    game = fresh(*bids(Ada=50, Bo=200, Cy=90))
    assert game.turn == "Bo"
    play_on(game, buy("Bo", "SHG"), buy("Bo", "GBS"), buy("Bo", "SHG"))
    refused(game, buy("Cy", "SHG"), clause="1881/2.9a")
    play_on(game, buy("Bo", "SSC"))
    assert game.turn == "Cy", "after four shares the visit is over"
    play_on(game, buy("Cy", "SSC"), Pass("Cy"))
    assert game.turn == "Ada"
    play_on(game, Pass("Ada"))
    assert game.position.round.kind == "stock" and game.turn == "Bo"


@pytest.mark.clause("1881/2.9a", "1881/4.10")
def test_a_share_costs_its_initial_price_and_the_bank_is_paid() -> None:
    game = play_on(shared_out(), buy("Ada", "GBS"))
    assert cash(game, "Ada", BANK) == (720 - 92, 10_320 - 3 * 720 + 92)
    assert (percent(game, "GBS", "Ada"), percent(game, "GBS", OFFERING)) == (10, 90)


@pytest.mark.clause("1881/2.9a")
def test_only_what_one_can_pay() -> None:
    game = shared_out(cash=100)
    play_on(game, buy("Ada", "GBS"))
    refused(game, buy("Ada", "SHG"), code="no-cash")


@pytest.mark.clause("1881/2.9b")
def test_ordinary_shares_only_and_nobody_directs_yet() -> None:
    game = shared_out()
    assert {action.percent for action in offered(game, BuyShare)} == {10}
    refused(game, buy("Ada", "GBS", 20), code="no-certificate")
    play_on(game, *[buy("Ada", "GBS")] * 4, buy("Bo", "GBS"))
    assert director(game, "GBS") is None and not game.position.floated
    assert game.position.certificates["GBS_0"] == OFFERING, "the director's share waits"


@pytest.mark.clause("1881/2.9a", "1881/2.1")
def test_no_share_of_the_s_bahn_is_distributed() -> None:
    refused(shared_out(), BuyShare("Ada", "S", 10), code="director-first")


@pytest.mark.clause("1881/2.9b", "1881/4.21a", "1881/4.22a", "1881/4.22b", "1881/4.26a", "1881/4.26b")
def test_with_60_percent_a_company_starts_at_once() -> None:
    """Given four shares with Ada and one with Bo, when Bo buys the sixth, Ada directs (R28)."""
    game = shared_out(*[buy("Ada", "GBS")] * 4, *[buy("Bo", "GBS")] * 2)
    assert director(game, "GBS") == "Ada" and [e.player for e in events(game, DirectorChanged)] == ["Ada"]
    assert (percent(game, "GBS", "Ada"), percent(game, "GBS", "Bo"), percent(game, "GBS", OFFERING)) == (40, 20, 40)
    assert certificates_of(game.rules, game.position, "Ada") == 3, "two shares for the director's"
    assert len(game.rules.register.at(game.position, "GBS", OFFERING)) == 4, "the two go back to the offering"
    assert cash(game, "GBS") == (920,) and game.position.floated == game.position.operated == ("GBS",)
    assert [(e.company, e.hex, e.cost) for e in events(game, StationPlaced)] == [("GBS", "H20", 0)]


@pytest.mark.clause("1881/4.5")
def test_the_limit_of_60_percent_holds_in_the_distribution() -> None:
    """Nobody can reach it in one visit of four; the certificate limit cannot be met either."""
    game = shared_out(*[buy("Ada", "GBS")] * 4)
    assert percent(game, "GBS", "Ada") == 40 <= RULES.figures.ownership_limit["tram"]


@pytest.mark.clause("1881/4.22a", "1881/4.21a")
def test_six_single_shares_make_no_director() -> None:
    """Given one share with each of six, when Ada buys a second one, she directs and the company starts (R21)."""
    done = [action for player in SIX for action in (buy(player, "SHG"), Pass(player))]
    game = shared_out(*done, players=SIX)
    assert director(game, "SHG") is None and not game.position.floated and game.turn == "Ada"
    play_on(game, buy("Ada", "SHG"))
    assert director(game, "SHG") == "Ada" and game.position.floated == ("SHG",) and cash(game, "SHG") == (800,)
    assert percent(game, "SHG", OFFERING) == 30


@pytest.mark.clause("1881/4.22a", "1881/4.21a")
def test_the_second_share_may_come_from_the_pool() -> None:
    done = [action for player in SIX for action in (buy(player, "SHG"), Pass(player))]
    game = shared_out(*done, sell("Ada", "SHG"), Pass("Ada"), players=SIX)
    assert percent(game, "SHG", "pool") == 10 and not game.position.floated
    play_on(game, take("Bo", "SHG"))
    assert director(game, "SHG") == "Bo" and game.position.floated == ("SHG",), "what lies in the pool is sold"


# After it


@pytest.mark.clause("1881/2.10a", "1881/2.10b")
def test_what_nobody_bought_is_closed() -> None:
    """Given a distribution with shares of GBS and SSC only, the others cannot be bought in the stock round."""
    game = shared_out(buy("Ada", "GBS"), buy("Ada", "SSC"), *passes("Ada", "Bo", "Cy"))
    assert {action.company for action in offered(game, BuyShare)} == {"GBS", "SSC"}
    refused(game, buy("Ada", "SHG", 20), clause="1881/4.12a", code="closed")
    refused(game, buy("Ada", "SHG"), clause="1881/4.12a", code="closed")
    assert allowed(game, buy("Ada", "GBS")) and not allowed(game, buy("Ada", "GBS", 20))


@pytest.mark.clause("1881/2.11")
def test_the_first_stock_round_follows() -> None:
    game = shared_out(buy("Ada", "GBS"), *passes("Ada", "Bo", "Cy"))
    assert (game.position.round.kind, game.position.round.set) == ("stock", 1)
    begun = [event.name for event in events(game, RoundBegan)]
    assert len(begun[begun.index("The distribution of shares") :]) == 2, "nothing lies between"


@pytest.mark.clause("1881/2.10d")
def test_nobody_bought_anything_so_one_company_may_be_opened() -> None:
    """Given a distribution in which all pass, one company can be opened in the first stock round (R78)."""
    game = shared_out(*passes(*NAMES))
    offers = offered(game, BuyShare)
    assert {action.company for action in offers} == set(TRAMS) and {action.percent for action in offers} == {20}
    play_on(game, buy("Ada", "SpS", 20))
    assert [(e.company, e.player, e.price) for e in events(game, CompanyStarted)] == [("SpS", "Ada", 80)]
    assert State1881.of(game.position).openings is UNSET, "it is used up"
    refused(game, buy("Bo", "GBS", 20), code="closed")


@pytest.mark.clause("1881/2.10d")
def test_no_opening_is_granted_while_a_company_is_in_the_game() -> None:
    game = shared_out(buy("Ada", "GBS"), *passes("Ada", "Bo", "Cy"))
    play_on(game, sell("Ada", "GBS"), Pass("Ada"), *passes("Bo"))
    refused(game, buy("Cy", "SHG", 20), code="closed")


@pytest.mark.clause("1881/2.10d")
def test_the_game_ends_when_nobody_buys_and_nobody_operates() -> None:
    """Given a stock round in which nobody bought, and no company that could operate, the game is over (R78)."""
    game = shared_out(*passes(*NAMES))
    assert end_round(game).over and set(game.position.result or {}) == set(NAMES)
    bought = shared_out(*passes(*NAMES), buy("Ada", "SpS", 20))
    assert end_round(bought).position.round.set == 2, "a share was bought"
