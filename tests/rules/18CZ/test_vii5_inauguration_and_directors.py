"""18CZ, chapter VII.5: how a company starts, its capital, its home, and how directors change."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, director, events, given, offered, percent, play_on, price, refused

from stellwerk.actions import BuyShare, LayTile, Pass, Run, SellShares, StartCompany
from stellwerk.events import DirectorChanged, Floated, StationPlaced, TileLaid
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18CZ")
STARTS = {"EKJ": [50, 55, 60, 65, 70], "BTE": [60, 70, 80, 90, 100], "Sx": [90, 100, 110, 120]}


def stock(set: int = 2, **parts: Any) -> Game:
    """A stock round, Ada to play."""
    return given(**{"round": {"kind": "stock", "set": set}, "phase": "d", **parts})


def cards(game: Game, name: str, holder: str) -> list[int]:
    """The certificates somebody holds, the director's first, in percent."""
    return [card.percent for card in RULES.register.at(game.position, name, holder)]


# VII.5 Inauguration


@pytest.mark.clause("18CZ/VII.5a")
def test_a_new_marker_goes_under_those_on_its_cell() -> None:
    """So of companies with one price the elder operates first."""
    game = stock(companies={"OFE": company(60, Bo=50), "BTE": company(60, Bo=60)})
    game.play(StartCompany("Ada", "EKJ", 60))
    assert [game.position.markers[name][2] for name in ("OFE", "BTE", "EKJ")] == [0, 1, 2]
    assert len({game.position.markers[name][:2] for name in ("OFE", "BTE", "EKJ")}) == 1
    play_on(game, Pass("Bo"), Pass("Cy"), Pass("Ada"))
    assert game.actor == "OFE"


@pytest.mark.clause("18CZ/VII.5b")
@pytest.mark.parametrize("name", RULES.companies)
def test_the_initial_prices_of_a_size(name: str) -> None:
    prices = {"small": STARTS["EKJ"], "medium": STARTS["BTE"], "large": STARTS["Sx"]}[RULES.companies[name].size]
    game = stock(cash={"Ada": 1000})
    assert [start.price for start in offered(game, StartCompany) if start.company == name] == prices
    for wrong in {40, 45, 50, 53, 60, 63, 65, 75, 80, 85, 90, 105, 110, 115, 120, 126, 132, 370} - set(prices):
        refused(game, StartCompany("Ada", name, wrong), clause="18CZ/VII.3e")


@pytest.mark.clause("18CZ/VII.5b")
@pytest.mark.parametrize(("name", "par"), [(name, par) for name, pars in STARTS.items() for par in pars])
def test_the_marker_is_put_on_the_lower_row(name: str, par: int) -> None:  # R8
    game = stock()
    game.play(StartCompany("Ada", name, par))
    assert game.position.markers[name][0] == 1
    assert price(game, name) == par


@pytest.mark.clause("18CZ/VII.5c")
def test_a_floated_company_has_its_markers_and_acts_from_the_next_operating_round() -> None:
    game = stock(companies={"BTE": company(60, Ada=40)})
    game.play(BuyShare("Ada", "BTE", 20))
    assert [floated.company for floated in events(game, Floated)] == ["BTE"]
    assert game.position.unplaced["BTE"] == 3
    assert game.position.operated == ()
    play_on(game, Pass("Bo"), Pass("Cy"), Pass("Ada"))
    assert (game.position.round.kind, game.actor, game.turn) == ("operating", "BTE", "Ada")


def first_turn(name: str = "EKJ", **parts: Any) -> Game:
    """A company's first turn begins."""
    shares = {"EKJ": company(60, Ada=50), "BTE": company(60, Ada=60)}
    game = given(**{
        "round": {"kind": "stock", "set": 2},
        "phase": "b",
        "companies": {name: shares[name]},
        "cash": {name: 0},
        **parts,
    })  # fmt: skip
    for player in game.position.order:
        game.play(Pass(player))
    return game


@pytest.mark.clause("18CZ/VII.5d")
def test_the_home_station_is_placed_free_at_the_start_of_the_first_turn() -> None:
    game = first_turn()
    assert list(events(game, StationPlaced)) == [StationPlaced("EKJ", "D4", 0, 0)]
    assert dict(game.position.stations) == {"D4": (("EKJ", 0),)}
    assert (game.position.cash["EKJ"], game.position.unplaced["EKJ"]) == (0, 2)


@pytest.mark.clause("18CZ/VII.5d")
def test_it_is_placed_once_and_on_a_tile_too() -> None:
    game = first_turn(tiles={"D4": "57@1"}, trains={"EKJ": ("2",)})
    assert dict(game.position.stations) == {"D4": (("EKJ", 0),)}
    play_on(game, Run("EKJ", 0), Pass("EKJ"))
    for player in game.position.order:
        game.play(Pass(player))
    assert (game.position.round.set, game.actor) == (3, "EKJ")
    assert len(list(events(game, StationPlaced))) == 1


@pytest.mark.clause("18CZ/VII.5e")
def test_the_tile_on_the_home_hex_is_part_of_the_regular_build() -> None:
    """Of the two yellow tiles of the first turn one is used up."""
    game = first_turn()
    game.play(LayTile("EKJ", "D4", "57", 1))
    game.play(LayTile("EKJ", "D6", "9", 1))
    refused(game, LayTile("EKJ", "D8", "9", 1), code="track-used")
    assert not offered(game, LayTile)


@pytest.mark.clause("18CZ/VII.5e")
def test_laying_is_not_mandatory_and_the_station_waits_in_the_bare_hex() -> None:
    game = first_turn(trains={"EKJ": ("2",)})
    play_on(game, Run("EKJ", 0), Pass("EKJ"))
    assert dict(game.position.tiles) == {}
    assert dict(game.position.stations) == {"D4": (("EKJ", 0),)}
    for player in game.position.order:
        game.play(Pass(player))
    assert game.actor == "EKJ"
    assert {lay.hex for lay in offered(game, LayTile)} == {"D4"}  # R70
    game.play(LayTile("EKJ", "D4", "57", 1))
    assert not offered(game, LayTile)  # the one yellow tile of a later turn


@pytest.mark.clause("18CZ/VII.5e")
def test_another_company_may_lay_the_tile_under_a_waiting_station() -> None:  # R70
    game = given(
        round={"kind": "operating", "set": 2, "number": 1},
        phase="b",
        companies={"BTE": company(60, Ada=60), "EKJ": company(50, Bo=50)},
        stations={"BTE": ("D2",), "EKJ": ("D4",)},
        tiles={"D2": "57@1"},
        turn={"company": "BTE"},
    )
    game.play(LayTile("BTE", "D4", "57", 1))
    assert list(events(game, TileLaid)) == [TileLaid("BTE", "D4", "57", 1, 0)]
    assert game.position.stations["D4"] == (("EKJ", 0),)
    assert game.actor == "BTE"


# VII.5.a Capital


@pytest.mark.clause("18CZ/VII.5.a")
@pytest.mark.parametrize(("name", "par"), [(name, par) for name, pars in STARTS.items() for par in pars])
def test_the_capital_is_a_multiple_of_the_initial_price(name: str, par: int) -> None:
    """4, 5 and 10 times; the bank pays it at once, and nothing more when more shares are sold later."""
    holders: dict[str, Any] = {"EKJ": {}, "BTE": {"Ada": 40}, "Sx": {"Ada": 40}}[name]
    game = stock(companies={name: company(par, **holders)} if holders else {}, cash={"Ada": 900, "Bo": 900})
    unit = {"EKJ": 25, "BTE": 20, "Sx": 10}[name]
    game.play(BuyShare("Ada", name, unit) if holders else StartCompany("Ada", name, par))
    capital = par * {"EKJ": 4, "BTE": 5, "Sx": 10}[name]
    assert list(events(game, Floated)) == [Floated(name, capital)]
    assert game.position.cash[name] == capital
    game.play(BuyShare("Bo", name, unit))
    assert game.position.cash[name] == capital


@pytest.mark.clause("18CZ/VII.5.a")
@pytest.mark.parametrize("now", [45, 85, 126])
def test_the_present_price_does_not_matter_for_the_capital(now: int) -> None:  # R14
    game = stock(companies={"BTE": company(60, price=now, Ada=40)})
    game.play(BuyShare("Ada", "BTE", 20))
    assert game.position.cash["BTE"] == 300
    assert game.position.cash["Ada"] == 380 - now


# VII.5.b Change of director


@pytest.mark.clause("18CZ/VII.5.b-a")
def test_who_holds_more_than_the_director_becomes_director_at_once() -> None:
    game = stock(companies={"Sx": company(100, Ada=30, Bo=30, director="Ada")})
    play_on(game, Pass("Ada"), BuyShare("Bo", "Sx", 10))
    assert list(events(game, DirectorChanged)) == [DirectorChanged("Sx", "Bo")]
    assert director(game, "Sx") == "Bo"
    game = stock(companies={"Sx": company(100, Ada=40, Bo=30)})
    game.play(SellShares("Ada", "Sx", 20))
    assert director(game, "Sx") == "Bo"


@pytest.mark.clause("18CZ/VII.5.b-a")
@pytest.mark.parametrize(("name", "par", "ada", "bo", "unit"), [
    ("EKJ", 60, 50, 25, 25), ("BTE", 60, 40, 20, 20), ("Sx", 100, 40, 30, 10),
])  # fmt: skip
def test_equal_holdings_change_nothing(name: str, par: int, ada: int, bo: int, unit: int) -> None:
    game = stock(companies={name: company(par, Ada=ada, Bo=bo)})
    play_on(game, Pass("Ada"), BuyShare("Bo", name, unit))
    assert percent(game, name, "Bo") == percent(game, name, "Ada")
    assert director(game, name) == "Ada"
    game = stock(companies={"Sx": company(100, Ada=40, Bo=30)})
    game.play(SellShares("Ada", "Sx", 10))
    assert director(game, "Sx") == "Ada"


@pytest.mark.clause("18CZ/VII.5.b-b")
def test_the_directors_certificate_is_exchanged_for_ordinary_shares_of_the_same_part() -> None:
    game = stock(companies={"BTE": company(60, Ada=40, Bo=40, director="Ada")})
    assert (cards(game, "BTE", "Ada"), cards(game, "BTE", "Bo")) == ([40], [20, 20])
    play_on(game, Pass("Ada"), BuyShare("Bo", "BTE", 20))
    assert (cards(game, "BTE", "Ada"), cards(game, "BTE", "Bo")) == ([20, 20], [40, 20])
    game = stock(companies={"Sx": company(100, Ada=30, Bo=30, director="Ada")})
    play_on(game, Pass("Ada"), BuyShare("Bo", "Sx", 10))
    assert (cards(game, "Sx", "Ada"), cards(game, "Sx", "Bo")) == ([10, 10, 10], [20, 10, 10])


@pytest.mark.clause("18CZ/VII.5.b-b")
def test_the_charter_and_all_that_lies_on_it_follow_the_new_director() -> None:
    game = stock(
        companies={"BTE": company(60, Ada=40, Bo=40, director="Ada")},
        stations={"BTE": ("D2",)},
        trains={"BTE": ("3+3",)},
        privates={"M1": "BTE"},
        cash={"BTE": 77},
    )
    before = game.position
    play_on(game, Pass("Ada"), BuyShare("Bo", "BTE", 20))
    for field in ("trains", "privates", "stations", "unplaced"):
        assert getattr(game.position, field) == getattr(before, field)
    assert game.position.cash["BTE"] == 77
    play_on(game, Pass("Cy"), Pass("Ada"), Pass("Bo"))
    assert (game.actor, game.turn) == ("BTE", "Bo")


@pytest.mark.clause("18CZ/VII.5.b-c")
@pytest.mark.parametrize(("name", "par", "ada", "heir", "unit"), [
    ("EKJ", 60, 50, 50, 25), ("BTE", 60, 60, 40, 20), ("Sx", 100, 40, 20, 10),
])  # fmt: skip
def test_a_director_leaves_only_if_somebody_holds_the_certificates_part(
    name: str, par: int, ada: int, heir: int, unit: int
) -> None:  # R15
    ordinary = ada - RULES.register.of[name][0].percent
    too_few = stock(companies={name: company(par, Ada=ada, Bo=heir - unit)})
    enough = stock(companies={name: company(par, director="Ada", Ada=ada, Bo=heir)})
    for sale in range(ordinary + unit, ada + 1, unit):
        refused(too_few, SellShares("Ada", name, sale), clause="18CZ/VII.5.b-c")
        game = enough.copy()
        game.play(SellShares("Ada", name, sale))
        assert director(game, name) == "Bo"
        assert (percent(game, name, "Ada"), percent(game, name, "Bo")) == (ada - sale, heir)
        assert game.position.cash["Ada"] == 380 + par * (sale // unit)
        assert cards(game, name, "Bo")[0] == RULES.register.of[name][0].percent
    if ordinary:
        assert allowed(too_few, SellShares("Ada", name, ordinary))


@pytest.mark.clause("18CZ/VII.5.b-c")
def test_a_successor_needs_the_part_but_no_majority() -> None:  # R15
    game = stock(companies={"Sx": company(100, Ada=60, Bo=20)})
    game.play(SellShares("Ada", "Sx", 50))
    assert (director(game, "Sx"), percent(game, "Sx", "Ada"), percent(game, "Sx", "Bo")) == ("Bo", 10, 20)
    assert price(game, "Sx") == 95  # one sale, one drop
    assert game.position.cash["Ada"] == 380 + 5 * 100


@pytest.mark.clause("18CZ/VII.5.b-c")
def test_a_director_cannot_hand_over_in_any_other_way() -> None:
    game = stock(companies={"Sx": company(100, Ada=20, Bo=20, director="Ada")})
    kinds = {type(choice.action) for choice in game.legal()}
    assert kinds == {SellShares, BuyShare, StartCompany, Pass}
    game.play(Pass("Ada"))
    assert director(game, "Sx") == "Ada"


@pytest.mark.clause("18CZ/VII.5.b-d")
def test_the_largest_other_holder_becomes_director() -> None:
    game = stock(companies={"Sx": company(100, Ada=40, Bo=20, Cy=30)}, order=("Ada", "Bo", "Cy"))
    game.play(SellShares("Ada", "Sx", 40))
    assert director(game, "Sx") == "Cy"


@pytest.mark.clause("18CZ/VII.5.b-d")
@pytest.mark.parametrize(("order", "heir"), [
    (("Ada", "Bo", "Cy"), "Bo"), (("Ada", "Cy", "Bo"), "Cy"), (("Bo", "Ada", "Cy"), "Cy"), (("Bo", "Cy", "Ada"), "Bo"),
])  # fmt: skip
@pytest.mark.parametrize("sale", [20, 30, 40])
def test_among_equals_the_next_in_playing_order_after_the_old_director(
    order: tuple[str, ...], heir: str, sale: int
) -> None:
    """Whether he sells ordinary shares only (20) or into his certificate."""
    companies = {"Sx": company(100, Ada=40, Bo=30, Cy=30)}
    game = stock(companies=companies, order=order, turn={"player": "Ada"})
    game.play(SellShares("Ada", "Sx", sale))
    assert director(game, "Sx") == heir
