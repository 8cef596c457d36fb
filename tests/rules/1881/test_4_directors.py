"""1881, chapter 4: how companies start, who directs them, ties."""

from __future__ import annotations

import json

import pytest
from msgspec import UNSET
from tests.kit import company_of, director, events, percent, play_on, price, refused
from tests.tramsharekit import (
    buy,
    cash,
    depots_placed,
    end_round,
    passes,
    sell,
    shared_out,
    shares_only,
    started,
    stock,
    take,
    tram,
)

from stellwerk.actions import BuyShare, Pass, SellShares
from stellwerk.events import DirectorChanged, Floated, StationPlaced
from stellwerk.game import Game
from stellwerk.interop.check_position import read_position
from stellwerk.position import OFFERING, POOL
from stellwerk.rules.limits import certificates_of
from stellwerk.titles.t1881.state import State1881


def director_s_share(game: Game, company: str) -> str:
    """Where it lies."""
    return game.position.certificates[f"{company}_0"]


# 4.21, 4.22, 4.26: starting


@pytest.mark.clause("1881/4.21a", "1881/4.26a", "1881/4.26b", "1881/4.23", "1881/H.6")
def test_a_company_starts_when_60_percent_are_sold() -> None:
    """Given a director and 50 % sold, a fifth of it in the pool, when 10 % more are sold, it starts."""
    game = stock(companies=tram("SSC", Ada=40, pool=10))
    assert game.position.floated == ()
    play_on(game, Pass("Ada"), buy("Bo", "SSC"))
    assert [(e.company, e.capital) for e in events(game, Floated)] == [("SSC", 840)] and cash(game, "SSC") == (840,)
    assert [(e.company, e.hex, e.cost) for e in events(game, StationPlaced)] == [("SSC", "K29", 0)]
    assert not list(events(game, DirectorChanged)), "Ada directs it since she bought the director's share"


@pytest.mark.clause("1881/4.21a")
def test_a_purchase_from_the_pool_sells_nothing_new() -> None:
    game = play_on(stock(companies=tram("SSC", Ada=40, pool=10)), Pass("Ada"), take("Bo", "SSC"))
    assert game.position.floated == ()


@pytest.mark.clause("1881/4.22a", "1881/4.22b")
def test_the_largest_holder_of_a_distributed_company_directs_it_at_60_percent() -> None:
    """Given shares 30, 10 and 10 without a director, when 60 % are sold, Ada swaps two shares with the offering."""
    game = stock(companies=tram("GBS", Ada=30, Bo=10, Cy=10, director="offering"))
    assert director(game, "GBS") is None and percent(game, "GBS", OFFERING) == 50
    play_on(game, Pass("Ada"), buy("Bo", "GBS"))
    assert director(game, "GBS") == "Ada" and director_s_share(game, "GBS") == "Ada"
    assert percent(game, "GBS", OFFERING) == 40 and percent(game, "GBS", "Ada") == 30
    assert certificates_of(game.rules, game.position, "Ada") == 2
    assert "GBS" in game.position.floated


@pytest.mark.clause("1881/4.22a")
def test_before_that_nobody_directs_whoever_holds_most() -> None:
    game = stock(companies=tram("GBS", Ada=30, Bo=10, director="offering"))
    play_on(game, buy("Ada", "GBS"))
    assert director(game, "GBS") is None and director_s_share(game, "GBS") == OFFERING


@pytest.mark.clause("1881/4.22b", "1881/4.12a")
def test_the_two_shares_of_the_exchange_are_offered() -> None:
    """Given 50 % sold without a director, when the company starts, four more sales open the next company."""
    game = stock(companies=tram("GBS", Ada=30, Bo=20, director="offering"))
    play_on(game, Pass("Ada"), Pass("Bo"), buy("Cy", "GBS"), Pass("Cy"))
    for player in ("Ada", "Bo", "Cy"):
        play_on(game, buy(player, "GBS"), Pass(player))
        assert State1881.of(game.position).openings is UNSET
    play_on(game, buy("Ada", "GBS"))
    assert percent(game, "GBS", OFFERING) == 0 and State1881.of(game.position).openings == 1


@pytest.mark.clause("1881/4.26b", "1881/4.26a")
def test_the_capital_is_ten_times_the_initial_price_whatever_the_market_price() -> None:
    game = play_on(stock(companies=tram("GBS", Ada=50, price=122)), Pass("Ada"), buy("Bo", "GBS"))
    assert cash(game, "GBS") == (920,) and price(game, "GBS") == 122


@pytest.mark.clause("1881/4.27")
def test_a_new_company_operates_in_the_next_operating_round() -> None:
    game = play_on(stock(companies=tram("GBS", Ada=50)), Pass("Ada"), buy("Bo", "GBS"))
    assert game.operating_order() == ("GBS",) and game.stations("GBS") == (("H20", 0),)


# 4.24, 4.25: changes


@pytest.mark.clause("1881/4.24")
def test_who_holds_more_than_the_director_takes_over() -> None:
    """Given equal holdings nothing changes; one share more, and the cards are swapped."""
    game = stock(companies=tram("BChSt", director="Ada", Ada=30, Bo=20, pool=20), order=("Bo", "Cy", "Ada"))
    play_on(game, take("Bo", "BChSt"), *passes("Bo", "Cy", "Ada"))
    assert director(game, "BChSt") == "Ada", "a tie leaves the director"
    play_on(game, take("Bo", "BChSt"))
    assert director(game, "BChSt") == "Bo" and certificates_of(game.rules, game.position, "Bo") == 3
    assert certificates_of(game.rules, game.position, "Ada") == 3, "the director's share for two others"
    assert [e.player for e in events(game, DirectorChanged)] == ["Bo"]


@pytest.mark.clause("1881/4.24", "1881/4.2")
def test_who_sells_below_another_gives_the_company_up_and_may_sell_on() -> None:
    """Given 40 to 30, when Ada sells two, Bo directs; the two shares she got for hers she may sell, too (R22)."""
    game = stock(companies=started(Ada=40, Bo=30))
    play_on(game, sell("Ada", "BChSt", 20))
    assert director(game, "BChSt") == "Bo" and percent(game, "BChSt", "Ada") == 20
    play_on(game, sell("Ada", "BChSt", 20))
    assert percent(game, "BChSt", "Ada") == 0 and percent(game, "BChSt", POOL) == 40 and game.turn == "Ada"


@pytest.mark.clause("1881/4.24", "1881/4.2")
def test_a_director_sells_all_at_once_when_somebody_can_follow() -> None:
    game = play_on(stock(companies=started(Ada=40, Bo=20)), sell("Ada", "BChSt", 40))
    assert director(game, "BChSt") == "Bo" and percent(game, "BChSt", POOL) == 40
    assert director_s_share(game, "BChSt") == "Bo"


@pytest.mark.clause("1881/4.2")
def test_nobody_with_two_shares_can_follow() -> None:
    game = stock(companies=started(Ada=40, Bo=10, Cy=10))
    refused(game, sell("Ada", "BChSt", 30), clause="1881/4.2", code="director-stays")


@pytest.mark.clause("1881/4.25", "1881/4.22a")
def test_a_tie_goes_to_whoever_has_held_as_many_for_longest() -> None:
    """Given two of three shares with Bo first, then with Ada, when the company starts, Bo directs it."""
    players = ("Bo", "Ada", "Cy")
    game = shared_out(*[buy("Bo", "SHG")] * 2, Pass("Bo"), *[buy("Ada", "SHG")] * 2, Pass("Ada"), players=players)
    play_on(game, *[buy("Cy", "SHG")] * 2)
    assert director(game, "SHG") == "Bo"


@pytest.mark.clause("1881/4.25")
def test_who_sold_and_bought_again_has_held_for_a_short_time() -> None:
    """R23: "for longest" is without a break."""
    done = [*[buy("Ada", "SHG")] * 2, Pass("Ada"), *[buy("Bo", "SHG")] * 2, Pass("Bo"), Pass("Cy")]
    game = shared_out(*done, sell("Ada", "SHG"), Pass("Ada"), Pass("Bo"), buy("Cy", "SHG"), Pass("Cy"))
    assert end_round(game).turn == "Ada"
    play_on(game, take("Ada", "SHG"), Pass("Ada"), Pass("Bo"), buy("Cy", "SHG"))
    assert director(game, "SHG") == "Bo" and game.position.floated == ("SHG",)
    assert State1881.of(game.position).seniority == {"SHG": ("Bo", "Ada", "Cy")}


@pytest.mark.clause("1881/4.25", "1881/4.24")
def test_a_tie_among_those_who_could_follow() -> None:
    """Given Cy's three shares older than Bo's, when Ada sells down to two, Cy follows, not the next seat (R22)."""
    game = stock(companies=started(Ada=40, Bo=20, Cy=20), order=("Cy", "Ada", "Bo"))
    play_on(game, buy("Cy", "BChSt"), *passes("Cy", "Ada"), buy("Bo", "BChSt"), *passes("Bo", "Cy"))
    play_on(game, sell("Ada", "BChSt", 20))
    assert director(game, "BChSt") == "Cy"


@pytest.mark.clause("1881/4.25", "1881/4.24")
def test_where_nothing_else_is_known_the_next_seat_follows() -> None:
    """In a position that somebody wrote down; who has traded since has held for a shorter time."""
    game = stock(companies=started(Ada=40, Bo=30, Cy=30))
    assert director(play_on(game, sell("Ada", "BChSt", 20)), "BChSt") == "Bo"
    since = stock(companies=started(Ada=40, Bo=20, Cy=30), order=("Bo", "Cy", "Ada"))
    play_on(since, buy("Bo", "BChSt"), *passes("Bo", "Cy"), sell("Ada", "BChSt", 20))
    assert director(since, "BChSt") == "Cy"


@pytest.mark.clause("1881/4.25")
def test_an_exchange_changes_nobody_s_number() -> None:
    game = shared_out(*[buy("Ada", "GBS")] * 4, *[buy("Bo", "GBS")] * 2, Pass("Bo"), Pass("Cy"))
    assert director(game, "GBS") == "Ada" and State1881.of(game.position).seniority == {"GBS": ("Ada", "Bo")}


@pytest.mark.clause("1881/4.25")
def test_how_long_one_has_held_is_kept_with_the_position() -> None:
    game = shared_out(buy("Ada", "GBS"), Pass("Ada"), buy("Bo", "GBS"), Pass("Bo"), Pass("Cy"))
    data = json.loads(json.dumps(game.position.as_json()))
    assert data["extra"] == {"seniority": {"GBS": ["Ada", "Bo"]}}
    assert read_position(shares_only(), data).hash() == game.position.hash()
    for wrong in (["Ada", "Cy"], ["Ada", "Ada"], ["Zed"]):
        with pytest.raises(Exception, match="list"):
            read_position(shares_only(), {**data, "extra": {"seniority": {"GBS": wrong}}})


# The S-Bahn: shares and the president


def bahn(phase: str = "green", **holders: int) -> Game:
    """Ada's turn, with shares of the S-Bahn sold."""
    companies = {**started(Ada=40, Bo=20), **({"S": company_of(holders, 84)} if holders else {})}
    return stock(phase=phase, companies=companies)


@pytest.mark.clause("1881/12.1a", "1881/H.8")
def test_the_s_bahn_comes_with_phase_2() -> None:
    """Its marker lies under those on its space (R14)."""
    refused(bahn("yellow"), BuyShare("Ada", "S", 10), clause="1881/12.1a", code="not-available")
    game = bahn()
    assert price(game, "S") == 84 and game.position.markers["S"][2] == 3, "below SSC, NBSN and SBV"


@pytest.mark.clause("1881/12.1b", "1881/C.d")
def test_the_president_s_share_is_the_first() -> None:
    """One purchase of twice the price (R91); then one share after the other, number 6 by its name."""
    game = bahn()
    refused(game, BuyShare("Ada", "S", 5), clause="1881/12.1b", code="director-first")
    play_on(game, BuyShare("Ada", "S", 10), Pass("Ada"))
    assert cash(game, "Ada") == (700 - 168,) and director(game, "S") == "Ada"
    cards = game.rules.register
    for number, player in enumerate(("Bo", "Cy", "Ada", "Bo"), 2):
        (card,) = cards.on_sale(game.position, "S", OFFERING)
        assert card.id == f"S_{number - 1}"
        play_on(game, BuyShare(player, "S", 5))
        play_on(depots_placed(game), Pass(player))
    (card,) = cards.on_sale(game.position, "S", OFFERING)
    assert (card.id, card.mark) == ("S_5", "seat")
    refused(game, BuyShare("Cy", "S", 5), code="no-certificate")
    play_on(game, BuyShare("Cy", "S", 5, OFFERING, "S_5"))


@pytest.mark.clause("1881/12.2b", "1881/12.3a")
def test_the_president_s_share_is_not_sold_and_moves_with_the_majority() -> None:
    """A tie leaves the president (R61); who follows gives two plain shares, which may be sold on (R91)."""
    game = bahn(Ada=15, Bo=10)
    refused(bahn(Ada=15, Bo=5), sell("Ada", "S", 10), clause="1881/12.2b", code="director-stays")
    play_on(game, Pass("Ada"), BuyShare("Bo", "S", 5))
    play_on(depots_placed(game), Pass("Bo"), Pass("Cy"))
    assert director(game, "S") == "Ada"
    play_on(game, sell("Ada", "S", 5))
    assert director(game, "S") == "Bo" and percent(game, "S", "Ada") == 10
    play_on(game, sell("Ada", "S", 10))
    assert director_s_share(game, "S") == "Bo" and percent(game, "S", POOL) == 15


@pytest.mark.clause("1881/12.3a")
def test_a_seat_fills_up_where_plain_shares_do_not_suffice() -> None:
    """Given Bo with one plain share and two seats, when he holds more than Ada, a seat of his lapses (R61, R82)."""
    game = bahn("brown", Ada=10, Bo=5)
    for card in ("S_5", "S_9"):
        game.position.put("certificates", card, "Bo" if card == "S_5" else OFFERING)
    for number in (2, 3, 4, 6, 7, 8):
        game.position.put("certificates", f"S_{number}", POOL)
    play_on(game, Pass("Ada"), BuyShare("Bo", "S", 5, OFFERING, "S_9"))
    assert director(game, "S") == "Bo" and percent(game, "S", "Bo") == 15
    lapsed = State1881.of(game.position).lapsed
    assert lapsed == ("S_5",) and game.position.certificates["S_5"] == "Ada"
    assert not game.rules.register.mark_of(game.position, game.rules.register.of["S"][5])


@pytest.mark.clause("1881/12.2b", "1881/12.5d")
def test_a_seat_that_is_sold_is_a_plain_share_for_good() -> None:
    """Whoever sells says which card; without a word it is a plain one (R63, R81)."""
    game = bahn("brown", Ada=10, Bo=10)
    game.position.put("certificates", "S_5", "Bo")
    play_on(game, Pass("Ada"), sell("Bo", "S", 5))
    assert game.position.certificates["S_5"] == "Bo"
    play_on(game, SellShares("Bo", "S", 5, "S_5"), Pass("Bo"))
    assert State1881.of(game.position).lapsed == ("S_5",)
    play_on(game, BuyShare("Cy", "S", 5, POOL), Pass("Cy"))
    refused(game, BuyShare("Ada", "S", 5, POOL, "S_5"), code="no-certificate")
