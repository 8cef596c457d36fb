"""18Rhl, chapter 5: corporations, their specialities, their directors."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, company_of, director, events, given, offered, percent, play_on, price, refused

from stellwerk.actions import (
    BuyShare,
    BuyTrain,
    Dividend,
    GiveCertificates,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellShares,
    StartCompany,
)
from stellwerk.events import DirectorChanged, Floated, StationPlaced
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18Rhl")


def rhl(**parts: Any) -> Game:
    return given(title="18Rhl", **parts)


def stock(player: str = "Ada", set: int = 2, **parts: Any) -> Game:
    """A stock round; everything started has operated."""
    base = {"round": {"kind": "stock", "set": set}, "operated": tuple(parts.get("companies", ()))}
    return rhl(**{**base, "turn": {"player": player}, **parts})


def cards(game: Game, name: str, holder: str) -> list[int]:
    """The percentages of somebody's certificates, the director's first."""
    return [card.percent for card in RULES.register.at(game.position, name, holder)]


# 5.1 General


@pytest.mark.clause("18Rhl/5.1a", "18Rhl/5.3a")
@pytest.mark.parametrize("name", [name for name in RULES.companies if name != "RhE"])
def test_the_first_share_sold_is_the_directors_and_its_buyer_sets_the_value(name: str) -> None:
    game = stock(set=1)
    refused(game, BuyShare("Ada", name, 10), clause="18Rhl/5.1a")
    refused(game, BuyShare("Ada", name, 20), clause="18Rhl/5.1a")
    values = [action.price for action in offered(game, StartCompany) if action.company == name]
    assert sorted(values) == [60, 65, 70, 75, 80, 90, 100]
    refused(game, StartCompany("Ada", name, 85), clause="18Rhl/16.2b")
    game.play(StartCompany("Ada", name, 75))
    assert price(game, name) == 75
    assert game.position.cash["Ada"] == 600 - 150
    assert cards(game, name, "Ada") == [20]
    assert director(game, name) == "Ada"
    refused(game, StartCompany("Bo", name, 75), clause="18Rhl/5.1a")
    assert allowed(game, BuyShare("Bo", name, 20 if name == "KKK" else 10))


@pytest.mark.clause("18Rhl/5.1b")
def test_the_eight_corporations_with_their_homes_and_station_markers() -> None:
    charters = {
        figure.id: ([home.hex for home in figure.home], figure.token_costs) for figure in RULES.figures.companies
    }
    assert charters == {
        "ADR": (["K2"], (0, 60, 80)),
        "BME": (["F13"], (0, 60, 80, 100)),
        "CCE": (["I10", "E6"], (0, 0, 80)),
        "CME": (["I10"], (0, 60, 80, 100)),
        "DEE": (["F9"], (0, 60)),
        "GVE": (["G6"], (0, 60)),
        "KKK": (["D7"], (0, 60)),
        "RhE": (["I10"], (0, 60, 80, 100)),
    }
    names = {figure.id: figure.name for figure in RULES.figures.companies}
    assert names == {
        "ADR": "Aachen-Düsseldorf-Ruhrorter Eisenbahn",
        "BME": "Bergisch-Märkische Eisenbahn",
        "CCE": "Cöln-Crefelder Eisenbahn",
        "CME": "Cöln-Mindener Eisenbahn",
        "DEE": "Düsseldorf-Elberfelder Eisenbahn",
        "GVE": "Gladbach-Venloer Eisenbahn",
        "KKK": "Krefeld-Kreis-Kempener Eisenbahn",
        "RhE": "Rheinische Eisenbahn",
    }


def first_turn(name: str, **parts: Any) -> Game:
    """A corporation (Ada's, with 500) at the beginning of its first turn."""
    started = {name: company(70, Ada=60)}
    turn = {"company": name, "first": True}
    return rhl(**{"companies": started, "cash": {name: 500}, "turn": turn, **parts})


HOMES = {"ADR": ("K2", 0), "BME": ("F13", 1), "CME": ("I10", 2), "DEE": ("F9", 1), "GVE": ("G6", 1), "KKK": ("D7", 0)}


@pytest.mark.clause("18Rhl/5.1b")
@pytest.mark.parametrize("name", [*HOMES, "RhE"])
def test_a_corporation_starts_with_its_station_on_its_start_hex(name: str) -> None:  # R58
    game = first_turn(name)
    hex, city = HOMES.get(name, ("I10", 0))
    assert game.position.stations == {hex: ((name, city),)}
    assert game.position.unplaced[name] == len(RULES.companies[name].token_costs) - 1
    assert game.position.cash[name] == 500


@pytest.mark.clause("18Rhl/5.1c")
def test_shareholders_get_a_dividend_unless_the_director_withholds() -> None:
    game = rhl(
        companies={"DEE": company(70, Ada=30, Bo=20, Cy=10, pool=10)},
        stations={"DEE": ("F9.1",)},
        cash={"Ada": 0, "Bo": 0, "Cy": 0},
        turn={"company": "DEE", "stage": "dividend", "revenue": 120},
    )
    assert game.turn == "Ada"
    kept = play_on(game.copy(), Dividend("DEE", "retain"))
    assert [kept.position.cash[who] for who in ("Ada", "Bo", "Cy", "DEE")] == [0, 0, 0, 120]
    game.play(Dividend("DEE", "pay"))
    assert [game.position.cash[who] for who in ("Ada", "Bo", "Cy", "DEE")] == [36, 24, 12, 36]


# 5.2 Specialities


@pytest.mark.clause("18Rhl/5.2a")
def test_the_cce_starts_with_free_stations_in_koeln_and_krefeld() -> None:  # R59
    game = first_turn("CCE")
    assert game.position.stations == {"I10": (("CCE", 1),), "E6": (("CCE", 0),)}
    assert game.position.cash["CCE"] == 500
    assert game.position.unplaced["CCE"] == 1
    assert RULES.station_cost(game.position, "CCE") == 80


@pytest.mark.clause("18Rhl/5.2a")
@pytest.mark.parametrize(("koeln", "right"), [("923@0", 1), ("924@0", 1), ("928@0", 0)])
def test_the_home_of_the_cce_in_koeln_lies_on_the_left_bank_through_every_upgrade(koeln: str, right: int) -> None:
    """CME's home is on the right bank; brown Köln is one city."""
    for name, city in (("CCE", 0), ("RhE", 0), ("CME", right)):
        game = first_turn(name, phase="5", tiles={"I10": koeln})
        assert game.position.stations["I10"] == ((name, city),)


@pytest.mark.clause("18Rhl/5.2b")
def test_the_three_20_percent_certificates_of_the_kkk_are_sold_first() -> None:
    game = play_on(stock(set=1), StartCompany("Ada", "KKK", 60))
    for buyer in ("Bo", "Cy"):
        refused(game, BuyShare(buyer, "KKK", 10), clause="18Rhl/5.2b")
        before = game.position.cash[buyer]
        game.play(BuyShare(buyer, "KKK", 20))
        assert game.position.cash[buyer] == before - 120  # R26: twice the market value
    refused(game, BuyShare("Ada", "KKK", 20), clause="18Rhl/5.2b")
    for buyer in ("Ada", "Bo", "Cy", "Ada"):
        game.play(BuyShare(buyer, "KKK", 10))
    refused(game, BuyShare("Bo", "KKK", 10), clause="18Rhl/5.2b")
    assert [cards(game, "KKK", name) for name in ("Ada", "Bo", "Cy")] == [[20, 10, 10], [20, 10], [20, 10]]
    assert cards(game, "ADR", "offering") == [20] + [10] * 8


@pytest.mark.clause("18Rhl/5.2c")
def test_the_kkk_floats_at_60_percent_and_no_sooner() -> None:
    game = play_on(stock(set=1), StartCompany("Ada", "KKK", 65), BuyShare("Bo", "KKK", 20))
    assert not RULES.floats(game.position, "KKK")
    play_on(game, BuyShare("Cy", "KKK", 20), Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert [(event.company, event.capital) for event in events(game, Floated)] == [("KKK", 390)]
    assert game.actor == "KKK"
    half = {"KKK": company(65, pool=10, Ada=40), "BME": company(65, Cy=50)}
    game = stock("Cy", companies=half, floated=("BME",), turn={"player": "Cy", "passed": ["Ada", "Bo"]})
    game.play(Pass("Cy"))
    assert game.position.floated == ("BME",)


@pytest.mark.clause("18Rhl/5.2d")
@pytest.mark.parametrize("phase", ["2", "3", "4"])
def test_the_kkk_operates_although_its_home_has_no_track_before_brown(phase: str) -> None:  # R57, R58
    game = first_turn("KKK", phase=phase)
    assert list(game.position.stations.items()) == [("D7", (("KKK", 0),))]
    assert not offered(game, LayTile)
    assert not offered(game, PlaceStation)
    refused(game, LayTile("KKK", "D7", "947", 0), clause="18Rhl/8b")
    game.play(Run("KKK", 0))
    assert price(game, "KKK") == 65  # left of 70
    game.play(Pass("KKK"))  # no route, no train needed
    assert (game.actor, game.position.round.number) == (("Ada", 0) if phase == "2" else ("KKK", 2))


@pytest.mark.clause("18Rhl/5.2d")
def test_in_the_brown_phase_moers_gets_its_track() -> None:
    game = first_turn("KKK", phase="5")
    assert {action.tile for action in offered(game, LayTile)} == {"947"}
    game.play(LayTile("KKK", "D7", "947", 0))
    assert game.position.stations["D7"] == (("KKK", 0),)


@pytest.mark.clause("18Rhl/5.2e")
@pytest.mark.parametrize(
    ("private", "tile", "cost", "onward"),
    [
        ("No2", ("E8", "935", 1), 0, ("F7", "9", 0)),
        ("No4", ("D9", "925", 0), 60, ("C10", "55", 2)),
    ],
)
def test_with_no_2_or_no_4_the_kkk_starts_a_network_in_the_green_phase(
    private: str, tile: tuple[str, str, int], cost: int, onward: tuple[str, str, int]
) -> None:
    early = first_turn("KKK", phase="2", privates={private: "Ada"})
    refused(early, LayTile("KKK", *tile, private), clause="18Rhl/8b")
    game = first_turn("KKK", phase="3", privates={private: "Ada"})
    game.play(LayTile("KKK", *tile, private))
    game.play(PlaceStation("KKK", tile[0], 1 if private == "No4" else 0))
    assert list(events(game, StationPlaced))[-1].cost == cost
    assert game.position.cash["KKK"] == 500 - cost
    game.play(Run("KKK", 0))
    game.play(BuyTrain("KKK", "bank", "3-1", "3", 200))  # from E8 there is a route to Duisburg at once
    game.play(Pass("KKK"))
    assert (game.actor, game.position.round.number) == ("KKK", 2)
    assert allowed(game, LayTile("KKK", *onward))


# 5.4 Change of director


@pytest.mark.clause("18Rhl/5.4a", "18Rhl/5.4b", "18Rhl/5.4e")
def test_a_higher_percentage_makes_the_director_at_once_and_an_equal_one_does_not() -> None:
    game = stock("Bo", companies={"BME": company(70, Ada=30, Bo=20)}, cash={"BME": 333}, trains={"BME": ("2",)})
    game.play(BuyShare("Bo", "BME", 10))
    assert director(game, "BME") == "Ada"
    play_on(game, Pass("Cy"), Pass("Ada"), BuyShare("Bo", "BME", 10))
    assert list(events(game, DirectorChanged)) == [DirectorChanged("BME", "Bo")]
    assert cards(game, "BME", "Bo") == [20, 10, 10]
    assert cards(game, "BME", "Ada") == [10, 10, 10]  # two ordinary shares for the director's
    assert game.position.cash["BME"] == 333 + 140  # treasury and train stay with the charter
    assert [owner for owner, _ in game.position.trains.values()] == ["BME"]
    play_on(game, Pass("Cy"), Pass("Ada"), Pass("Bo"))
    assert (game.actor, game.turn) == ("BME", "Bo")


@pytest.mark.clause("18Rhl/5.4c")
@pytest.mark.parametrize(
    ("held", "seller", "heir"),
    [
        ({"Ada": 40, "Bo": 30, "Cy": 30}, "Ada", "Bo"),
        ({"Bo": 40, "Ada": 30, "Cy": 30}, "Bo", "Cy"),
        ({"Cy": 40, "Ada": 30, "Bo": 30}, "Cy", "Ada"),
        ({"Ada": 40, "Bo": 20, "Cy": 30}, "Ada", "Cy"),
        ({"Bo": 40, "Ada": 30, "Cy": 20}, "Bo", "Ada"),
    ],
)
def test_the_highest_percentage_directs_and_among_equals_the_first_to_the_left(
    held: dict[str, int], seller: str, heir: str
) -> None:
    game = stock(seller, companies={"BME": company_of(held, par=70)})
    game.play(SellShares(seller, "BME", 20))
    assert director(game, "BME") == heir
    for name in held:
        assert percent(game, "BME", name) == held[name] - (20 if name == seller else 0)


@pytest.mark.clause("18Rhl/5.4b")
def test_a_director_who_sells_down_to_the_same_percentage_stays() -> None:
    game = stock(companies={"BME": company(70, Ada=40, Bo=20)})
    game.play(SellShares("Ada", "BME", 20))
    assert director(game, "BME") == "Ada"


@pytest.mark.clause("18Rhl/5.4d")
def test_the_directorship_is_given_up_only_if_another_player_holds_20_percent() -> None:  # R24
    game = stock(companies={"BME": company(70, Ada=30, Bo=10, Cy=10)})
    assert allowed(game, SellShares("Ada", "BME", 10))
    for too_much in (20, 30):
        refused(game, SellShares("Ada", "BME", too_much), clause="18Rhl/5.4d")
    game = stock(companies={"BME": company(70, Ada=30, Bo=20)})
    game.play(SellShares("Ada", "BME", 30))
    assert director(game, "BME") == "Bo"
    assert percent(game, "BME", "Ada") == 0


@pytest.mark.clause("18Rhl/5.4d")
@pytest.mark.parametrize(("pool", "most"), [(50, 0), (40, 10), (30, 20)])
def test_the_shares_of_a_director_who_leaves_must_fit_into_the_pool(pool: int, most: int) -> None:  # R24
    game = stock(companies={"BME": company(70, Ada=20, Bo=20, pool=pool)})
    for percentage in (10, 20):
        sale = SellShares("Ada", "BME", percentage)
        if percentage <= most:
            assert director(play_on(game.copy(), sale), "BME") == "Bo"
        else:
            refused(game, sale, clause="18Rhl/16.5b")


@pytest.mark.clause("18Rhl/5.4e", "18Rhl/5.4f")
def test_what_was_sold_out_of_the_directors_certificate_comes_from_the_shares_received() -> None:
    game = stock(companies={"BME": company(70, Ada=30, Bo=20)}, cash={"Ada": 0})
    game.play(SellShares("Ada", "BME", 20))
    assert cards(game, "BME", "Bo") == [20]
    assert cards(game, "BME", "Ada") == [10]
    assert cards(game, "BME", "pool") == [10, 10]
    assert game.position.cash["Ada"] == 140
    assert game.turn == "Ada"


# 5.4 with the KKK's large certificates


def kkk(player: str = "Ada", **held: int) -> Game:
    """Whoever is named first gets the 20% certificates first, the director's before all."""
    return stock(player, companies={"KKK": company_of(held, par=60)})


@pytest.mark.clause("18Rhl/5.4e")
@pytest.mark.parametrize("gives", [(20,), (10, 10)])
def test_a_new_director_of_the_kkk_chooses_what_he_gives(gives: tuple[int, ...]) -> None:  # R25
    game = kkk("Bo", Ada=30, Bo=30, Cy=20)
    assert [cards(game, "KKK", name) for name in ("Ada", "Bo", "Cy")] == [[20, 10], [20, 10], [20]]
    game.play(BuyShare("Bo", "KKK", 10))
    assert game.turn == "Bo"
    assert {action.percents for action in offered(game, GiveCertificates)} == {(20,), (10, 10)}
    refused(game, GiveCertificates("Bo", "KKK", (10,)), clause="18Rhl/5.4e")
    refused(game, Pass("Bo"))
    game.play(GiveCertificates("Bo", "KKK", gives))
    assert director(game, "KKK") == "Bo"
    assert sorted(cards(game, "KKK", "Ada")) == sorted([10, *gives])
    assert [percent(game, "KKK", name) for name in ("Ada", "Bo")] == [30, 40]
    assert game.turn == "Cy"


@pytest.mark.clause("18Rhl/5.4e")
def test_without_a_choice_nobody_is_asked() -> None:  # R25
    game = kkk("Bo", Ada=20, Bo=20)
    game.play(BuyShare("Bo", "KKK", 20))
    assert (director(game, "KKK"), game.turn) == ("Bo", "Cy")
    assert [cards(game, "KKK", name) for name in ("Ada", "Bo")] == [[20], [20, 20]]


@pytest.mark.clause("18Rhl/5.4f")
def test_a_sale_must_be_made_up_of_whole_certificates() -> None:  # R25, R26
    game = kkk(Ada=40, Bo=20)
    assert [cards(game, "KKK", name) for name in ("Ada", "Bo")] == [[20, 20], [20]]
    assert [action.percent for action in offered(game, SellShares)] == [20, 40]
    for odd in (10, 30):
        refused(game, SellShares("Ada", "KKK", odd), clause="18Rhl/5.4d")
    game.play(SellShares("Ada", "KKK", 40))
    assert director(game, "KKK") == "Bo"
    assert cards(game, "KKK", "pool") == [20, 20]


@pytest.mark.clause("18Rhl/5.4d", "18Rhl/5.4f")
def test_a_director_of_the_kkk_who_would_still_hold_more_cannot_break_his_certificate() -> None:  # R24
    """Selling 10 of her 40 Ada would keep 30, more than Bo: he does not become director by it."""
    game = kkk(Ada=40, Cy=20, Bo=20)
    assert [cards(game, "KKK", name) for name in ("Ada", "Bo", "Cy")] == [[20, 20], [10, 10], [20]]
    refused(game, SellShares("Ada", "KKK", 10), clause="18Rhl/5.4d")
    game.play(SellShares("Ada", "KKK", 30))
    assert director(game, "KKK") == "Bo"
    assert [cards(game, "KKK", name) for name in ("Ada", "pool")] == [[10], [20, 10]]
