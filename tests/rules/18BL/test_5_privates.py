"""18BL, chapter 5: private companies, how corporations buy them and what they are good for."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blkit import cash, stock, token, turn_of
from tests.kit import allowed, choices, company, company_of, director, events, offered, percent, play_on, refused

from stellwerk.actions import (
    Answer,
    BuyShare,
    BuyToken,
    BuyTrain,
    ExchangePrivate,
    LayTile,
    Pass,
    Run,
    SellShares,
    StartCompany,
    TakeOverPrivate,
)
from stellwerk.errors import Illegal
from stellwerk.events import Offered, Paid
from stellwerk.game import Game
from stellwerk.position import BANK, OUT, POOL
from stellwerk.rules.phases import is_color_open
from stellwerk.titles import rules_of
from stellwerk.titles.t18bl import tokens

RULES = rules_of("18BL")
TO_J4 = {"M3": "57@0", "K3": "58@4"}
"""From Köln over Leverkusen and Langenfeld to the border of J4."""
AT_KOELN = {"CME": ("O3",)}
TO_I5 = {**TO_J4, "J4": "57@1"}
"""On over Solingen to the Müngsten bridge."""


def cme(**parts: Any) -> Game:
    """The CME (Ada) lays track from Köln."""
    return turn_of("CME", **{"stations": AT_KOELN, "tiles": TO_J4, **parts})


def brown(game: Game) -> Game:
    """The acting corporation buys the first 5-train."""
    return play_on(game, BuyTrain("CME", "bank", "5-1", "5", 450))


def before_brown(**parts: Any) -> Game:
    """The CME is about to buy the first 5-train."""
    return turn_of(
        "CME", "trains", **{"stations": AT_KOELN, "phase": "4", "next_card": "5-1", "trains": {"CME": ("4",)}, **parts}
    )


@pytest.mark.clause("18BL/5.1a", "18BL/8.1a")
def test_privates_pay_at_the_start_of_an_operating_round() -> None:
    game = stock(privates={"SK": "Ada", "EHG": "BME", "DTE": OUT}, companies={"BME": company(80, Ada=60)})
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    paid = [(e.payee, e.amount) for e in events(game, Paid) if e.reason.startswith("income")]
    assert paid == [("Ada", 5), ("BME", 15)]


@pytest.mark.clause("18BL/5.1b", "18BL/9d")
def test_at_the_latest_the_brown_phase_closes_them() -> None:
    game = brown(before_brown(privates={"SK": "Ada", "DTE": "CME", "MBG": "Bo", "CCE": "Cy"}))
    assert set(game.position.privates.values()) == {OUT}


@pytest.mark.clause("18BL/5.1c")
@pytest.mark.parametrize(
    ("private", "low", "high"),
    [("SK", 13, 50), ("DTE", 25, 100), ("MBG", 40, 160), ("EHG", 50, 200), ("DEB", 60, 240), ("CCE", 90, 360)],
)
def test_half_to_double_the_printed_price(private: str, low: int, high: int) -> None:
    game = cme(privates={private: "Ada"})
    (choice,) = choices(game, TakeOverPrivate)
    assert (choice.low, choice.high) == (low, high)
    refused(game, TakeOverPrivate("CME", private, low - 1), clause="18BL/5.1c")
    refused(game, TakeOverPrivate("CME", private, high + 1), clause="18BL/5.1c")
    game.play(TakeOverPrivate("CME", private, low))
    assert game.position.privates[private] == "CME" and cash(game, "CME") == 500 - low, "no consent needed for her own"
    assert cash(game, "Ada") == 700 + low


@pytest.mark.clause("18BL/5.1c")
def test_the_owner_must_agree() -> None:
    game = play_on(cme(privates={"MBG": "Bo"}), TakeOverPrivate("CME", "MBG", 100))
    assert game.turn == "Bo"
    declined = play_on(game.copy(), Answer("Bo", False))
    refused(declined, TakeOverPrivate("CME", "MBG", 100), clause="18BL/5.1c")
    game.play(Answer("Bo", True))
    assert game.position.privates["MBG"] == "CME" and cash(game, "Bo") == 800


@pytest.mark.clause("18BL/5.1c")
def test_the_treasury_pays_and_corporations_never_sell() -> None:
    refused(cme(privates={"MBG": "Ada"}, cash={"CME": 39}), TakeOverPrivate("CME", "MBG", 40), clause="18BL/5.1c")
    owned = cme(privates={"MBG": "RSE"}, companies={"CME": company(80, Ada=60), "RSE": company(80, Ada=60)})
    refused(owned, TakeOverPrivate("CME", "MBG", 80), clause="18BL/5.1c")


PHASE_OF = {"SK": "3", "DTE": "3", "MBG": "2", "EHG": "2", "DEB": "3", "CCE": "3"}


@pytest.mark.clause("18BL/5.2.1a", "18BL/5.2.2a", "18BL/5.2.3a", "18BL/5.2.4a", "18BL/5.2.5a", "18BL/5.2.6a")
@pytest.mark.parametrize(
    ("private", "price", "income"),
    [("SK", 25, 5), ("DTE", 50, 10), ("MBG", 80, 10), ("EHG", 100, 15), ("DEB", 120, 20), ("CCE", 180, 25)],
)
def test_prices_revenues_and_phases(private: str, price: int, income: int) -> None:
    figure = RULES.privates[private]
    assert (figure.price, figure.income) == (price, income)
    for phase in ("2", "3", "4"):
        game = cme(privates={private: "Ada"}, phase=phase)
        assert bool(offered(game, TakeOverPrivate)) == (phase >= PHASE_OF[private])
    yellow = cme(privates={private: "Ada"}, phase="2")
    if PHASE_OF[private] == "3":
        refused(yellow, TakeOverPrivate("CME", private, price), clause="18BL/5.1c")


@pytest.mark.clause("18BL/8.2e")
@pytest.mark.parametrize("stage", ["track", "station", "run", "dividend", "trains", "end"])
def test_a_private_is_bought_at_any_time_of_the_turn(stage: str) -> None:
    game = cme(privates={"MBG": "Ada"}, turn={"company": "CME", "stage": stage, "revenue": 50}, trains={"CME": ("3",)})
    game.play(TakeOverPrivate("CME", "MBG", 80))
    assert game.position.privates["MBG"] == "CME" and game.actor == "CME"


# 5.1e, 5.2.1: the tile on J4


@pytest.mark.clause("18BL/5.1e")
@pytest.mark.parametrize(
    ("private", "tiles", "lay"),
    [
        ("SK", TO_J4, LayTile("CME", "J4", "57", 1)),
        ("MBG", TO_I5, LayTile("CME", "I5", "1961", 0)),
    ],
)
def test_the_owner_s_tile_is_its_whole_action(private: str, tiles: dict[str, str], lay: LayTile) -> None:
    """Given the first turn with two yellow tiles, the tile of a private company is neither the first nor the second."""
    turn = {"company": "CME", "first": True}
    game = cme(privates={private: "CME"}, tiles=tiles, turn=turn)
    assert allowed(game, lay)
    after = play_on(game.copy(), LayTile("CME", "P4", "8", 0))
    refused(after, lay, clause="18BL/8.2b")
    game.play(lay)
    assert not offered(game, LayTile)


@pytest.mark.clause("18BL/5.1e", "18BL/8.3.2b")
def test_the_owner_needs_access() -> None:
    refused(cme(privates={"SK": "CME"}, tiles={"M3": "57@0"}), LayTile("CME", "J4", "57", 1), clause="18BL/8.3.1b")


@pytest.mark.clause("18BL/5.2.1b", "18BL/8.3.2b")
def test_nobody_builds_on_j4_while_a_player_owns_number_1() -> None:
    for owner in ("Ada", "Bo"):
        refused(cme(privates={"SK": owner}), LayTile("CME", "J4", "57", 1), clause="18BL/5.2.1b")
    assert allowed(cme(privates={}), LayTile("CME", "J4", "57", 1)), "free for all when it is out of the game (R16)"


@pytest.mark.clause("18BL/5.2.1c", "18BL/8.3.2b")
def test_the_owning_corporation_gives_leave_or_not() -> None:
    """Given No. 1 with Bo's OV, when the CME wants to build on J4, Bo is asked, once a turn, and it costs nothing."""
    parts = {"privates": {"SK": "OV"}, "stations": {**AT_KOELN, "OV": ("N12",)}}
    game = play_on(cme(**parts), LayTile("CME", "J4", "57", 1))
    assert game.turn == "Bo" and [event.asked for event in events(game, Offered)] == ["Bo"]
    refused_ = play_on(game.copy(), Answer("Bo", False))
    assert "J4" not in refused_.position.tiles
    refused(refused_, LayTile("CME", "J4", "57", 1), clause="18BL/5.2.1c")
    assert allowed(refused_, LayTile("CME", "P4", "8", 0)), "it may build elsewhere"
    game.play(Answer("Bo", True))
    assert game.position.tiles["J4"] == ("57", 1) and cash(game, "CME") == 500
    assert game.position.privates["SK"] == OUT


@pytest.mark.clause("18BL/5.2.1c")
def test_one_director_needs_no_leave_and_a_second_tile_may_follow() -> None:
    """Given both corporations Ada's, the tile on J4 is an ordinary yellow lay of the CME, one of two (R14)."""
    companies = {"CME": company(80, Ada=60), "OV": company(80, Ada=60)}
    game = cme(privates={"SK": "OV"}, companies=companies, turn={"company": "CME", "first": True})
    play_on(game, LayTile("CME", "J4", "57", 1), LayTile("CME", "P4", "8", 0))
    assert {"J4", "P4"} <= set(game.position.tiles)


@pytest.mark.clause("18BL/5.2.1d")
def test_a_tile_on_j4_closes_number_1() -> None:
    game = play_on(cme(privates={"SK": "CME"}), LayTile("CME", "J4", "57", 1))
    assert game.position.privates["SK"] == OUT


@pytest.mark.clause("18BL/5.2.1e")
def test_in_the_brown_phase_j4_is_open() -> None:
    game = brown(before_brown(privates={"SK": "Bo"}, tiles=TO_J4))
    game.play(Pass("CME"))
    assert is_color_open(RULES, game.position, "brown") and game.position.privates["SK"] == OUT
    late = cme(privates={}, phase="5")
    assert allowed(late, LayTile("CME", "J4", "57", 1))


# 5.2.2: F6


def bme(**parts: Any) -> Game:
    """The BME (Ada) in Barmen."""
    return turn_of("BME", **{"stations": {"BME": ("F6.1",)}, **parts})


@pytest.mark.clause("18BL/5.2.2b")
def test_number_2_saves_the_cost_of_f6() -> None:
    game = play_on(bme(privates={"DTE": "BME"}, cash={"BME": 0}), LayTile("BME", "F6", "1957", 0))
    assert game.position.tiles["F6"] == ("1957", 0) and game.position.privates["DTE"] == OUT
    others = bme(privates={"DTE": "Ada"})
    others.play(LayTile("BME", "F6", "1957", 0))
    assert cash(others, "BME") == 500 - 80
    refused(bme(cash={"BME": 79}), LayTile("BME", "F6", "1957", 0), clause="18BL/8.3.1g")


@pytest.mark.clause("18BL/5.2.2c")
def test_upgraded_by_another_number_2_stays_open() -> None:
    owner = {"DTE": "OV"}
    game = play_on(bme(privates=owner, stations={"BME": ("F6.1",), "OV": ("N12",)}), LayTile("BME", "F6", "1957", 0))
    assert game.position.privates["DTE"] == "OV" and cash(game, "BME") == 420


# 5.2.3: the bridge


@pytest.mark.clause("18BL/5.2.3b")
def test_number_3_lays_the_bridge_free() -> None:
    game = play_on(
        cme(privates={"MBG": "CME"}, tiles=TO_I5, cash={"CME": 0}, phase="2"), LayTile("CME", "I5", "1961", 0)
    )
    assert game.position.privates["MBG"] == OUT and game.position.tiles["I5"] == ("1961", 0)


@pytest.mark.clause("18BL/5.2.3c", "18BL/8.3.2a")
@pytest.mark.parametrize("owner", ["Ada", "Bo", "OV"])
def test_others_pay_for_the_bridge(owner: str) -> None:
    companies = {"CME": company(80, Ada=60), "OV": company(80, Bo=60)}
    game = cme(privates={"MBG": owner}, tiles=TO_I5, companies=companies)
    game.play(LayTile("CME", "I5", "1961", 0))
    assert cash(game, "CME") == 500 - 120 and game.position.privates["MBG"] == owner
    poor = cme(privates={"MBG": owner}, tiles=TO_I5, companies=companies, cash={"CME": 119})
    refused(poor, LayTile("CME", "I5", "1961", 0), clause="18BL/8.3.1g")


# 5.2.4: access tokens

EHG = {"privates": {"EHG": "CME"}, "extra": {"access": ["CME"]}}
OV_AND_CME = {"CME": company(80, Bo=60), "OV": company(80, Ada=60)}


def ov(**parts: Any) -> Game:
    """The OV (Ada) beside the CME (Bo), which owns No. 4."""
    return turn_of("OV", **{"companies": OV_AND_CME, "stations": {"OV": ("N12",)}, **EHG, **parts})


@pytest.mark.clause("18BL/5.2.4b")
def test_the_buyer_of_number_4_has_access_and_two_tokens_for_sale() -> None:
    game = play_on(cme(privates={"EHG": "Ada"}), TakeOverPrivate("CME", "EHG", 100))
    assert tokens.token_holders(game.position) == ["CME"]
    refused(game, BuyToken("CME", "CME"), clause="18BL/5.2.4c")
    assert game.position.privates["EHG"] == "CME", "it stays open and pays (R20)"


@pytest.mark.clause("18BL/5.2.4c")
@pytest.mark.parametrize("stage", ["track", "run", "trains"])
def test_others_buy_a_token_for_60(stage: str) -> None:
    game = ov(turn={"company": "OV", "stage": stage})
    game.play(BuyToken("OV", "CME"))
    assert (cash(game, "OV"), cash(game, "CME")) == (440, 60) and game.actor == "OV", "nobody is asked"
    assert tokens.token_holders(game.position) == ["CME", "OV"]
    refused(game, BuyToken("OV", "CME"), clause="18BL/5.2.4c")
    refused(ov(cash={"OV": 59}), BuyToken("OV", "CME"), clause="18BL/5.2.4c")


@pytest.mark.clause("18BL/5.2.4c")
def test_there_are_three_tokens() -> None:
    companies = {**OV_AND_CME, "BME": company(80, Bo=60), "RSE": company(80, Bo=60)}
    game = ov(companies=companies, extra={"access": ["CME", "BME", "RSE"]})
    refused(game, BuyToken("OV", "CME"), clause="18BL/5.2.4d")


@pytest.mark.clause("18BL/5.2.4d")
def test_no_token_while_a_player_owns_number_4() -> None:
    game = ov(privates={"EHG": "Ada"}, extra={})
    for source in ("Ada", "CME", POOL):
        refused(game, BuyToken("OV", source), clause="18BL/5.2.4d")
    assert not offered(game, BuyToken)


@pytest.mark.clause("18BL/5.2.4e")
@pytest.mark.parametrize(("owner", "access", "left"), [("CME", ["CME"], 2), ("Bo", [], 3)])
def test_in_the_brown_phase_the_bank_sells_them(owner: str, access: list[str], left: int) -> None:
    """Given unplaced tokens in a treasury or on a player's No. 4, from the brown phase on the pool sells them."""
    companies = {"CME": company(90, Ada=60), "OV": company(80, Bo=60)}
    game = before_brown(
        privates={"EHG": owner},
        extra={"access": access},
        cash={"CME": 500, "OV": 100},
        companies=companies,
        trains={"CME": ("4-1 4",), "OV": ("4-2 4",)},
    )
    play_on(brown(game), Pass("CME"))
    assert game.actor == "OV" and tokens.on_sale(RULES, game.position, POOL) == left
    before = cash(game, BANK)
    game.play(BuyToken("OV", POOL))
    assert cash(game, BANK) == before + 60 and tokens.token_holders(game.position) == [*access, "OV"]


@pytest.mark.clause("18BL/5.2.4f")
def test_a_placed_token_is_never_sold() -> None:
    companies = {**OV_AND_CME, "BME": company(80, Bo=60)}
    game = ov(companies=companies, extra={"access": ["CME", "BME"]})
    assert offered(game, BuyToken) == [BuyToken("OV", "CME")]
    refused(game, BuyToken("OV", "BME"), clause="18BL/5.2.4d")


@pytest.mark.clause("18BL/5.2.4g", "18BL/8.5.3a")
def test_a_token_opens_p12() -> None:
    """Given OV in Gummersbach beside P12, with a token it runs there and through it to Siegen, without one nowhere."""
    parts = {"tiles": {"N12": "57@0"}, "trains": {"OV": ("3",)}}
    assert ov(**parts).best_runs("OV").total == 0
    assert ov(**parts, extra={"access": ["CME", "OV"]}).best_runs("OV").total == 20 + 25 + 35


# 5.2.5: the trailer


def with_trailer(trains: tuple[str, ...], **parts: Any) -> Game:
    """The OV (Ada) with No. 5, its trailer and other vehicles, and a line to the town of Marienheide."""
    line = {"N12": "57@2", "M11": "4@2"}
    position = {
        "privates": {"DEB": "OV"},
        "trains": {"OV": (*trains, "BW-A-3 BW-A")},
        "tiles": line,
        "stations": {"OV": ("N12",)},
        "next_card": ("3-2", "SB3-2", "BW-A-1"),
        "stage": "run",
    }
    return turn_of("OV", **{**position, **parts})


@pytest.mark.clause("18BL/5.2.5b", "18BL/5.2.5c")
def test_number_5_brings_a_trailer() -> None:
    """Given a corporation without a rail bus, it buys No. 5 and has a BW-A; with a trailer it could not (R22)."""
    game = play_on(cme(privates={"DEB": "Ada"}), TakeOverPrivate("CME", "DEB", 120))
    assert game.position.trains["BW-A-3"] == ("CME", "BW-A") and game.position.privates["DEB"] == "CME"
    full = cme(privates={"DEB": "Ada"}, trains={"CME": ("SB3", "BW-A-1 BW-A")}, next_card=("3-1", "SB3-2", "BW-A-2"))
    refused(full, TakeOverPrivate("CME", "DEB", 120), clause="18BL/5.2.5b")


@pytest.mark.clause("18BL/5.2.5b")
def test_it_closes_when_its_trailer_has_earned_money() -> None:
    game = with_trailer(("SB3-1 SB3",))
    best = game.best_runs("OV").total
    game.play(Run("OV", best))
    assert best == 20 + 2 * 10 and game.position.privates["DEB"] == OUT
    assert game.position.trains["BW-A-3"] == ("OV", "BW-A"), "the trailer stays (R22)"
    train = with_trailer(("3-1 3",))
    train.play(Run("OV", train.best_runs("OV").total))
    assert train.position.privates["DEB"] == "OV", "without a rail bus it earned nothing"


def bus_line(game: Game) -> tuple[str, ...]:
    """The one route of the rail bus."""
    return game.best_runs("OV").runs[0].nodes


def claim_refused(game: Game, run: Run) -> None:
    """These routes do not earn this."""
    with pytest.raises(Illegal) as caught:
        game.play(run)
    assert caught.value.code == "not-the-sum"


@pytest.mark.clause("18BL/5.2.5b", "18BL/8.5.2d")
def test_a_trailer_may_stay_behind() -> None:
    """Given a rail bus that earns 40 with the trailer of No. 5, 30 without it is legal and leaves No. 5 open (R91)."""
    game = with_trailer(("SB3-1 SB3",))
    route = bus_line(game)
    claim_refused(game, Run("OV", 20, (route,)))
    without = play_on(game.copy(), Run("OV", 30, (route,)))
    assert without.position.revenues["OV"] == 30 and without.position.privates["DEB"] == "OV"
    pulled = play_on(game, Run("OV", 40, (route,)))
    assert pulled.position.privates["DEB"] == OUT


@pytest.mark.clause("18BL/5.2.5b")
def test_in_the_first_edition_a_trailer_was_always_used() -> None:
    """R91: in a game that began by edition 1 the same route earns 40 and nothing else."""
    game = with_trailer(("SB3-1 SB3",), edition=1)
    claim_refused(game, Run("OV", 30, (bus_line(game),)))
    play_on(game, Run("OV", 40, (bus_line(game),)))
    assert game.position.privates["DEB"] == OUT


# 5.2.6: the exchange


def rhe(holders: dict[str, int], **parts: Any) -> Game:
    """A stock round; Ada owns No. 6."""
    companies = {"RhE": company_of(holders, par=80)}
    floated = ("RhE",) if sum(holders.values()) >= 50 else ()
    return stock(
        **{"companies": companies, "floated": floated, "operated": floated, "privates": {"CCE": "Ada"}, **parts}
    )


EXCHANGE = ExchangePrivate("Ada", "CCE")


@pytest.mark.clause("18BL/5.2.6a")
def test_number_6_for_20_percent_of_the_rhe() -> None:
    game = rhe({"Bo": 50}, phase="2")
    game.play(EXCHANGE)
    assert percent(game, "RhE", "Ada") == 20 and game.position.privates["CCE"] == OUT
    assert percent(game, "RhE", "offering") == 30 and cash(game, "RhE") == 0 and cash(game, "Ada") == 700
    refused(stock(privates={"CCE": "Ada"}), EXCHANGE, clause="18BL/5.2.6a")  # not founded (R23)
    refused(rhe({"Bo": 50}, privates={"CCE": "Bo"}), EXCHANGE, clause="18BL/5.2.6a")


@pytest.mark.clause("18BL/5.2.6a")
def test_from_the_initial_offering_first_then_from_the_pool() -> None:
    mixed = play_on(rhe({"Bo": 60, "Cy": 20, "pool": 10}), EXCHANGE)
    assert (percent(mixed, "RhE", "Ada"), percent(mixed, "RhE", POOL), percent(mixed, "RhE", "offering")) == (20, 0, 0)
    both = play_on(rhe({"Bo": 50, "pool": 20}), EXCHANGE)
    assert (percent(both, "RhE", POOL), percent(both, "RhE", "offering")) == (20, 10)
    refused(rhe({"Bo": 60, "Cy": 30}), EXCHANGE, clause="18BL/5.2.6a")


@pytest.mark.clause("18BL/5.2.6a", "18BL/6.1b")
def test_the_exchange_floats_the_rhe_and_may_change_its_director() -> None:
    """Given 40% sold, the exchange jumps to 60%: the treasury gets 5 x par all the same (R24, R28)."""
    game = play_on(rhe({"Bo": 20, "Ada": 20}), EXCHANGE)
    assert cash(game, "RhE") == 400 and director(game, "RhE") == "Ada" and percent(game, "RhE", "Ada") == 40


@pytest.mark.clause("18BL/5.2.6b")
def test_beside_the_action_of_the_turn() -> None:
    """Before a purchase, after a sale of others, and after a purchase; it moves no priority deal (R26)."""
    game = rhe({"Bo": 50})
    before = play_on(game.copy(), EXCHANGE, BuyShare("Ada", "RhE", 10))
    assert before.turn == "Bo" and percent(before, "RhE", "Ada") == 30
    after = play_on(game.copy(), BuyShare("Ada", "RhE", 10))
    assert after.turn == "Ada"
    assert play_on(after.copy(), Pass("Ada")).turn == "Bo"
    play_on(after, EXCHANGE)
    assert after.turn == "Bo" and percent(after, "RhE", "Ada") == 30
    founding = play_on(stock(privates={"CCE": "Ada"}), StartCompany("Ada", "RhE", 70), EXCHANGE)
    assert percent(founding, "RhE", "Ada") == 40 and founding.turn == "Bo"


@pytest.mark.clause("18BL/5.2.6c")
def test_not_with_more_than_half() -> None:
    refused(rhe({"Ada": 60}), EXCHANGE, clause="18BL/5.2.6c")
    game = play_on(rhe({"Ada": 50}), EXCHANGE)
    assert percent(game, "RhE", "Ada") == 70


@pytest.mark.clause("18BL/5.2.6c", "18BL/7.2a")
def test_not_above_the_certificate_limit() -> None:
    """Given six players (limit 11) and P1 with ten certificates and No. 6, the net one more is too many (R25)."""
    names = tuple(f"P{i}" for i in range(1, 7))
    shares = {"BME": company(80, P1=60, P2=20), "OV": company(80, P1=60), "RhE": company(80, P2=50)}
    game = stock(players=names, companies=shares, privates={"CCE": "P1"})
    refused(game, ExchangePrivate("P1", "CCE"), clause="18BL/7.2a")
    yellow = stock(players=names, companies={**shares, "RhE": token(80, 6, 2, P2=50)}, privates={"CCE": "P1"})
    assert allowed(yellow, ExchangePrivate("P1", "CCE")), "yellow shares do not count"


@pytest.mark.clause("18BL/5.2.6d")
def test_not_after_a_sale_of_the_rhe() -> None:
    game = play_on(rhe({"Bo": 40, "Ada": 20}), SellShares("Ada", "RhE", 10))
    refused(game, EXCHANGE, clause="18BL/5.2.6d")
    refused(rhe({"Bo": 50}, sold={"Ada": ("RhE",)}), EXCHANGE, clause="18BL/5.2.6d")


@pytest.mark.clause("18BL/5.2.6e")
def test_sold_to_a_corporation_it_is_not_exchanged() -> None:
    game = play_on(cme(privates={"CCE": "Ada"}), TakeOverPrivate("CME", "CCE", 90))
    assert game.position.privates["CCE"] == "CME"
    owned = stock(companies={"RhE": company(80, Bo=50), "CME": company(80, Ada=60)}, privates={"CCE": "CME"})
    refused(owned, EXCHANGE, clause="18BL/5.2.6a")
    closed = brown(before_brown(privates={"CCE": "CME"}))
    assert closed.position.privates["CCE"] == OUT


@pytest.mark.clause("18BL/5.2.6a")
def test_a_player_s_number_6_closes_in_the_brown_phase_without_compensation() -> None:
    game = brown(before_brown(privates={"CCE": "Bo"}))
    assert game.position.privates["CCE"] == OUT and cash(game, "Bo") == 700
