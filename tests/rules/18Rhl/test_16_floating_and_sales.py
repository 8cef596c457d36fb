"""18Rhl, sections 16.3 to 16.6: limits, floating, sales of shares."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, company_of, director, events, given, offered, percent, play_on, price, refused

from stellwerk import new_game
from stellwerk.actions import BuyPrivate, BuyShare, GiveCertificates, Pass, SellShares, StartCompany
from stellwerk.events import DirectorChanged, Floated, PriceMoved
from stellwerk.game import Game
from stellwerk.rules.limits import certificates_of
from stellwerk.titles.t18rhl.rules import T18Rhl

SIX = ("Ada", "Bo", "Cy", "Di", "Ed", "Fi")


def stock(set: int = 2, **parts: Any) -> Game:
    """A stock round, Ada to play, then Bo, then Cy; whatever floats has operated."""
    position = {"title": "18Rhl", "round": {"kind": "stock", "set": set}, "phase": "3", **parts}
    position.setdefault("operated", position.get("floated", tuple(position.get("companies", ()))))
    return given(**position)


def unfloated(**parts: Any) -> Game:
    """A stock round in which nothing has floated yet."""
    return stock(floated=(), **parts)


def all_pass(game: Game) -> Game:
    """Everybody passes, so that the round ends."""
    now = game.position.round
    for _ in range(2 * len(game.position.order)):
        if game.position.round == now:
            game.play(Pass(game.actor))
    assert game.position.round != now
    return game


def cash(game: Game, *names: str) -> list[int]:
    """What they have."""
    return [game.position.cash[name] for name in names]


# 16.3 Limits


def holding(players: tuple[str, ...], own: dict[str, int], **parts: Any) -> Game:
    """Ada holds these percentages; one corporation (DEE) is there to buy from."""
    companies = {name: company(70, Ada=held) for name, held in own.items() if held > 10}
    companies |= {name: company(70, Bo=40, Ada=held) for name, held in own.items() if held <= 10}
    companies["DEE"] = company(70, Bo=50)
    return stock(players=players, companies=companies, cash={"Ada": 900}, **parts)


@pytest.mark.clause("18Rhl/16.3a")
@pytest.mark.parametrize(
    ("count", "limit", "own"),
    [
        (3, 20, {"ADR": 100, "BME": 100, "CME": 20}),  # 9 + 9 + 1
        (4, 15, {"ADR": 100, "BME": 60}),  # 9 + 5
        (5, 12, {"ADR": 100, "BME": 30}),  # 9 + 2
        (6, 10, {"ADR": 100}),
    ],
)
def test_20_15_12_or_10_certificates(count: int, limit: int, own: dict[str, int]) -> None:
    """One below the limit Ada may buy one more; at the limit none, unless she sells first (R64)."""
    game = holding(SIX[:count], own)
    assert certificates_of(game.rules, game.position, "Ada") == limit - 1
    game.play(BuyShare("Ada", "DEE", 10))
    at_it = holding(SIX[:count], {**own, "GVE": 10})
    refused(at_it, BuyShare("Ada", "DEE", 10), clause="18Rhl/16.3a")
    refused(at_it, StartCompany("Ada", "CCE", 60), clause="18Rhl/16.3a")
    play_on(at_it, SellShares("Ada", "ADR", 10), BuyShare("Ada", "DEE", 10))
    assert certificates_of(at_it.rules, at_it.position, "Ada") == limit


@pytest.mark.clause("18Rhl/16.3b")
def test_a_certificate_of_20_percent_counts_as_one() -> None:
    game = stock(companies={"KKK": company(70, Ada=60), "ADR": company(70, Ada=20)})
    assert certificates_of(game.rules, game.position, "Ada") == 3 + 1
    parts: dict[str, Any] = {"players": SIX, "cash": {"Ada": 900}}
    companies = {"ADR": company(70, Ada=80), "KKK": company(70, Ada=40)}  # 7 + 2
    game = stock(**parts, companies=companies)
    game.play(BuyShare("Ada", "KKK", 20))
    assert certificates_of(game.rules, game.position, "Ada") == 10


@pytest.mark.clause("18Rhl/16.3c")
def test_who_loses_a_directors_certificate_at_the_limit_must_sell_down_in_his_next_turn() -> None:
    companies = {"ADR": company(70, Ada=100), "BME": company(70, Ada=20, Bo=20), "DEE": company(70, Cy=50)}
    game = stock(players=SIX, companies=companies, cash={"Ada": 900, "Bo": 900})  # Ada: 9 + 1
    play_on(game, Pass("Ada"), BuyShare("Bo", "BME", 10), *(Pass(player) for player in SIX[2:]))
    assert certificates_of(game.rules, game.position, "Ada") == 11
    refused(game, Pass("Ada"), clause="18Rhl/16.3c")
    refused(game, BuyShare("Ada", "DEE", 10))
    game.play(SellShares("Ada", "ADR", 10))
    refused(game, BuyShare("Ada", "DEE", 10), clause="18Rhl/16.3a")
    game.play(Pass("Ada"))


@pytest.mark.clause("18Rhl/16.3c")
def test_who_can_sell_nothing_of_what_is_too_much_may_go_on() -> None:  # R64
    """Ada holds 12 of 10 certificates; only the single BME share can be sold, since the rest has not operated."""
    companies = {"ADR": company(70, Ada=100), "CME": company(70, Ada=30), "BME": company(70, Bo=60, Ada=10)}
    game = stock(players=SIX, companies=companies, operated=("BME",))
    assert certificates_of(game.rules, game.position, "Ada") == 12
    refused(game, Pass("Ada"), clause="18Rhl/16.3c")
    play_on(game, SellShares("Ada", "BME", 10), Pass("Ada"))
    assert game.turn == "Bo"


@pytest.mark.clause("18Rhl/16.3d")
def test_a_player_may_hold_a_whole_corporation() -> None:
    game = stock(companies={"ADR": company(70, Ada=90)})
    game.play(BuyShare("Ada", "ADR", 10))
    assert percent(game, "ADR", "Ada") == 100


# 16.4 Floating a corporation


@pytest.mark.clause("18Rhl/16.4a")
@pytest.mark.parametrize(
    ("name", "holders", "floats"),
    [
        ("ADR", {"Ada": 40}, False),
        ("ADR", {"Ada": 50}, True),
        ("ADR", {"Ada": 30, "Bo": 10, "Cy": 10}, True),
        ("ADR", {"Ada": 100}, True),
        ("GVE", {"Ada": 40}, False),
        ("GVE", {"Ada": 40, "Bo": 10}, True),  # Bo's share came with No. 5
        ("KKK", {"Ada": 40}, False),
        ("KKK", {"Ada": 40, "Bo": 20}, True),
        ("RhE", {"Ada": 20, "pool": 30}, True),  # R10: the Pool shares of the packet count
    ],
)
def test_at_the_end_of_a_stock_round_half_out_of_the_offering_floats(name: str, holders: Any, floats: bool) -> None:
    game = unfloated(companies={name: company(70, **holders)})
    assert game.position.floated == (), "not before the end of the round"  # R8
    all_pass(game)
    assert game.position.floated == ((name,) if floats else ())
    assert len(list(events(game, Floated))) == floats


@pytest.mark.clause("18Rhl/16.4a")
def test_the_share_of_no_5_counts_in_a_game_too() -> None:
    """Bo buys No. 5 and with it a GVE share; 40% bought from the offering make the GVE float with 5 x 60 (R9)."""
    game = new_game("18Rhl", ["Ada", "Bo", "Cy"])
    game.position.cash = {**game.position.cash, **dict.fromkeys(("Ada", "Bo", "Cy"), 1000)}
    for lot in ("No1", "No2", "No3", "No4", "No5", "No6"):
        game.play(BuyPrivate(game.turn, lot))
    game.play(StartCompany(game.turn, "RhE", 100))
    game.play(StartCompany(game.turn, "GVE", 60))
    for _ in range(2):
        assert isinstance(game.rules, T18Rhl)
        assert game.rules.sold_percent(game.position, "GVE") < 50
        game.play(BuyShare(game.turn, "GVE", 10))
    all_pass(game)
    assert {event.company: event.capital for event in events(game, Floated)} == {"RhE": 200, "GVE": 300}


@pytest.mark.clause("18Rhl/16.4a")
def test_a_corporation_floats_once_and_its_director_gets_the_charter() -> None:
    game = all_pass(stock(companies={"ADR": company(70, Ada=30, Bo=20)}))
    assert (list(events(game, Floated)), cash(game, "ADR"), price(game, "ADR")) == ([], [0], 70)
    game = all_pass(unfloated(companies={"ADR": company(70, Ada=20, Bo=30, director="Bo")}))
    assert (game.actor, game.turn) == ("ADR", "Bo")
    assert game.position.unplaced["ADR"] == 2, "three markers, the home on the map"


@pytest.mark.clause("18Rhl/16.4b")
@pytest.mark.parametrize(
    ("name", "par", "holders", "capital", "after"),
    [
        ("ADR", 70, {"Ada": 50}, 350, 75),
        ("ADR", 70, {"Ada": 60, "Bo": 20}, 560, 75),  # every share sold in the round is paid for (R9)
        ("BME", 60, {"Ada": 50}, 300, 65),
        ("BME", 65, {"Ada": 50}, 325, 70),
        ("CME", 75, {"Ada": 50}, 375, 80),
        ("CME", 80, {"Ada": 50}, 400, 90),
        ("DEE", 90, {"Ada": 50}, 450, 100),
        ("DEE", 100, {"Ada": 50}, 500, 100),  # R21: the top row
        ("GVE", 70, {"Ada": 50}, 350, 75),
        ("KKK", 70, {"Ada": 60}, 420, 75),
        ("RhE", 70, {"Ada": 20, "pool": 30}, 140, 75),  # R10: nothing for the Pool shares
        ("RhE", 70, {"Ada": 40, "pool": 30}, 280, 75),
    ],
)
def test_before_brown_the_bank_pays_the_shares_sold_and_the_marker_rises(
    name: str, par: int, holders: Any, capital: int, after: int
) -> None:
    for phase in ("2", "3", "4"):
        game = unfloated(companies={name: company(par, **holders)}, phase=phase)
        bank = game.position.cash["bank"]
        all_pass(game)
        assert cash(game, name, "bank") == [capital, bank - capital]
        assert price(game, name) == after
        column = game.rules.chart.starts("")[par][1]
        assert game.position.markers[name][1] == column, "up one row, in its column"


@pytest.mark.clause("18Rhl/16.4b")
def test_a_corporation_may_rise_for_floating_and_again_for_being_sold_out() -> None:  # R20
    game = all_pass(unfloated(companies={"ADR": company(65, Ada=60, Bo=40)}))
    assert [(event.before, event.price) for event in events(game, PriceMoved)] == [(65, 70), (70, 75)]
    assert cash(game, "ADR") == [650]


@pytest.mark.clause("18Rhl/16.4b")
def test_floating_comes_before_sold_out_and_goes_in_operating_order() -> None:  # R20
    """BME lies above ADR at 75; CME, sold out, rises after both have floated, and goes underneath."""
    companies = {
        "CME": {"par": 75, "holders": {"Cy": 100}, "cell": (2, 2)},
        "BME": company(75, Bo=50),
        "ADR": company(75, Ada=50),
    }
    game = all_pass(stock(companies=companies, floated=("CME",)))
    assert [event.company for event in events(game, PriceMoved)] == ["BME", "ADR", "CME"]
    assert [game.position.markers[name] for name in ("BME", "ADR", "CME")] == [(1, 2, 0), (1, 2, 1), (1, 2, 2)]


@pytest.mark.clause("18Rhl/16.4c")
@pytest.mark.parametrize("phase", ["5", "6", "8"])
@pytest.mark.parametrize(("name", "held"), [("ADR", 50), ("ADR", 70), ("KKK", 60)])
def test_in_brown_it_gets_ten_times_the_price_and_the_rest_goes_to_the_pool(phase: str, name: str, held: int) -> None:
    game = unfloated(companies={name: company(70, Ada=held)}, phase=phase)
    bank = game.position.cash["bank"]
    all_pass(game)
    assert cash(game, name, "bank") == [700, bank - 700]
    assert (percent(game, name, "pool"), percent(game, name, "offering")) == (100 - held, 0)
    assert (price(game, name), list(events(game, PriceMoved))) == (70, [])


@pytest.mark.clause("18Rhl/16.4c")
def test_before_brown_the_unsold_shares_stay_in_the_offering() -> None:
    game = all_pass(unfloated(companies={"ADR": company(70, Ada=50)}, phase="4"))
    assert (percent(game, "ADR", "pool"), percent(game, "ADR", "offering")) == (0, 50)


# 16.5 Selling shares


@pytest.mark.clause("18Rhl/16.5a")
def test_sold_shares_go_to_the_pool_at_the_price_before_the_sale() -> None:
    game = stock(companies={"ADR": company(70, price=90, Ada=60)})
    bank = game.position.cash["bank"]
    game.play(SellShares("Ada", "ADR", 30))
    assert cash(game, "Ada", "bank", "ADR") == [600 + 270, bank - 270, 0]
    assert (percent(game, "ADR", "pool"), percent(game, "ADR", "Ada"), percent(game, "ADR", "offering")) == (30, 30, 40)
    play_on(game, Pass("Ada"), BuyShare("Bo", "ADR", 10, "pool"))
    assert percent(game, "ADR", "pool") == 20
    assert cash(game, "Bo") == [600 - price(game, "ADR")]


@pytest.mark.clause("18Rhl/16.5a")
def test_nobody_sells_what_he_does_not_hold() -> None:
    game = stock(companies={"ADR": company(70, Bo=60, Ada=10)})
    for held in (20, 0, -10, 5):
        refused(game, SellShares("Ada", "ADR", held), clause="18Rhl/16.5a")
    assert offered(game, SellShares) == [SellShares("Ada", "ADR", 10)]


@pytest.mark.clause("18Rhl/16.5b")
@pytest.mark.parametrize(("held", "pool", "most"), [(70, 0, 50), (60, 10, 40), (50, 30, 20), (50, 50, 0)])
def test_at_most_half_of_a_corporation_lies_in_the_pool(held: int, pool: int, most: int) -> None:
    game = stock(companies={"ADR": company_of({"Ada": held, **({"pool": pool} if pool else {})}, par=70)})
    if most:
        assert allowed(game, SellShares("Ada", "ADR", most))
    refused(game, SellShares("Ada", "ADR", most + 10), clause="18Rhl/16.5b")


@pytest.mark.clause("18Rhl/16.5b")
def test_a_certificate_of_20_percent_must_fit_as_a_whole() -> None:  # R26
    game = stock(companies={"KKK": {"par": 70, "holders": {"Ada": 60}}})
    register = game.rules.register
    for card in register.ordinary(game.position, "KKK", "offering"):
        game.position.put("certificates", card.id, "pool")
    assert percent(game, "KKK", "pool") == 40
    refused(game, SellShares("Ada", "KKK", 20), clause="18Rhl/16.5b")
    assert offered(game, SellShares) == []


@pytest.mark.clause("18Rhl/16.5c")
def test_shares_of_a_corporation_without_a_turn_so_far_are_not_sold() -> None:
    companies = {"ADR": company(70, Ada=60), "BME": company(70, Ada=50)}
    game = stock(companies=companies, operated=("BME",))
    refused(game, SellShares("Ada", "ADR", 10), clause="18Rhl/16.5c")
    assert allowed(game, SellShares("Ada", "BME", 10))
    first = stock(set=1, companies=companies, operated=("BME",))
    refused(first, SellShares("Ada", "BME", 10), clause="18Rhl/3l")


@pytest.mark.clause("18Rhl/16.5d")
def test_a_directors_certificate_is_sold_only_to_a_successor_with_20_percent() -> None:
    alone = stock(companies={"ADR": company(70, Ada=30, Bo=10, Cy=10)})
    assert offered(alone, SellShares) == [SellShares("Ada", "ADR", 10)]
    for part in (20, 30):
        refused(alone, SellShares("Ada", "ADR", part), clause="18Rhl/5.4d")
    heir = stock(companies={"ADR": company(70, Ada=30, Bo=20, Cy=10)})
    heir.play(SellShares("Ada", "ADR", 30))
    assert [(e.company, e.player) for e in events(heir, DirectorChanged)] == [("ADR", "Bo")]
    assert [percent(heir, "ADR", who) for who in ("Ada", "Bo", "pool")] == [0, 20, 30]
    assert heir.position.certificates["ADR_0"] == "Bo"


@pytest.mark.clause("18Rhl/16.5d")
def test_a_director_who_stays_the_largest_holder_cannot_sell_into_his_certificate() -> None:  # R24, R26
    """Ada holds the director's and two 20% certificates of the KKK: 10% would leave her 50% and Bo director."""
    game = stock(companies={"KKK": company(70, Ada=60, Bo=20)})
    assert [action.percent for action in offered(game, SellShares)] == [20, 40, 50]
    for part in (10, 30):
        refused(game, SellShares("Ada", "KKK", part), clause="18Rhl/5.4d")
    game.play(SellShares("Ada", "KKK", 50))
    assert (director(game, "KKK"), percent(game, "KKK", "Ada")) == ("Bo", 10)


@pytest.mark.clause("18Rhl/16.5d")
def test_the_20_percent_certificates_of_the_kkk_are_sold_whole() -> None:  # R25, R26
    """Bo holds one of 20% and two of 10%; Ada's sale of 10% out of her 20% needs his two small ones."""
    game = stock(companies={"KKK": company(70, Ada=40, Bo=40, director="Ada")})
    assert [card.percent for card in game.rules.register.at(game.position, "KKK", "Ada")] == [20, 20]
    assert [card.percent for card in game.rules.register.at(game.position, "KKK", "Bo")] == [20, 10, 10]
    game.play(SellShares("Ada", "KKK", 10))
    assert offered(game, GiveCertificates) == []
    assert [percent(game, "KKK", who) for who in ("Ada", "Bo", "pool")] == [30, 40, 10]
    assert director(game, "KKK") == "Bo"
    game = stock(companies={"KKK": company(70, Bo=40, Ada=20)})
    assert [card.percent for card in game.rules.register.at(game.position, "KKK", "Ada")] == [20]
    assert offered(game, SellShares) == [SellShares("Ada", "KKK", 20)]
    refused(game, SellShares("Ada", "KKK", 10))


# 16.6 Prices


@pytest.mark.clause("18Rhl/16.6a")
@pytest.mark.parametrize("part", [10, 20, 40])
def test_a_sale_moves_the_marker_down_one_row_however_many_shares(part: int) -> None:
    game = stock(companies={"ADR": {"par": 70, "holders": {"Ada": 60}, "cell": (1, 4)}})
    game.play(SellShares("Ada", "ADR", part))
    assert game.position.markers["ADR"] == (2, 4, 0)
    assert [(event.before, event.price) for event in events(game, PriceMoved)] == [(100, 90)]


@pytest.mark.clause("18Rhl/16.6a")
def test_all_shares_of_a_corporation_sold_in_a_turn_are_one_sale() -> None:  # R23
    game = stock(companies={"ADR": company(70, Ada=60)})
    game.play(SellShares("Ada", "ADR", 10))
    refused(game, SellShares("Ada", "ADR", 10), clause="18Rhl/16.6a")
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"), SellShares("Ada", "ADR", 10))
    assert price(game, "ADR") == 60, "in her next turn she may sell again: 70, 65, 60"


@pytest.mark.clause("18Rhl/16.6a")
def test_the_marker_goes_underneath_those_on_its_new_square() -> None:
    there = {name: {"par": 70, "holders": {"Bo": 60}, "cell": (2, 4)} for name in ("BME", "CME")}
    game = stock(companies={"ADR": {"par": 70, "holders": {"Ada": 60}, "cell": (1, 4)}, **there})
    game.play(SellShares("Ada", "ADR", 10))
    assert game.position.markers["ADR"] == (2, 4, 2)


@pytest.mark.clause("18Rhl/16.6b")
@pytest.mark.parametrize("cell", [(5, 0), (5, 2), (4, 3), (3, 6), (2, 10), (1, 13), (0, 16), (0, 14)])
def test_a_marker_at_the_bottom_of_its_column_does_not_move(cell: tuple[int, int]) -> None:
    there = {"BME": {"par": 70, "holders": {"Bo": 60}, "cell": cell}}
    game = stock(companies={"ADR": {"par": 70, "holders": {"Ada": 60}, "cell": cell}, **there})
    game.play(SellShares("Ada", "ADR", 10))
    assert (game.position.markers["ADR"], list(events(game, PriceMoved))) == ((*cell, 0), [])


@pytest.mark.clause("18Rhl/16.5a")
@pytest.mark.parametrize(("given", "left"), [((20,), [20, 10, 10]), ((10, 10), [20, 20])])
def test_a_seller_chooses_which_certificates_he_gives(given: tuple[int, ...], left: list[int]) -> None:  # R26
    game = stock(companies={"KKK": {"par": 70, "holders": {"Ada": 60}}})
    for card, place in (("KKK_2", "pool"), ("KKK_3", "Ada"), ("KKK_4", "Ada")):
        game.position.put("certificates", card, place)
    game.play(SellShares("Ada", "KKK", 20))
    assert {action.percents for action in offered(game, GiveCertificates)} == {(20,), (10, 10)}
    refused(game, GiveCertificates("Ada", "KKK", (10,)), code="exchange")
    game.play(GiveCertificates("Ada", "KKK", given))
    assert [card.percent for card in game.rules.register.at(game.position, "KKK", "Ada")] == left
    assert percent(game, "KKK", "pool") == 40
