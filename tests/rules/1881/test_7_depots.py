"""1881, chapter 7: new depots, what they cost, where they may stand, whom they block, depots bought of others."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, events, offered, play_on, refused
from tests.kit81 import at_turn, cash, holders
from tests.trackkit import hexes, no_run, runs

from stellwerk.actions import Answer, LayTile, PlaceStation
from stellwerk.events import Paid
from stellwerk.game import Game
from stellwerk.position import BANK
from stellwerk.referee import Referee
from stellwerk.steps.closing import close_company
from stellwerk.steps.station_sale import BuyDepot

SOUTH = {"J18": "8@0", "K17": "1@0", "L16": "9@5", "M17": "1@2", "N18": "8@3"}
"""Tram track from Kreuzberg over Marienfelde to Lichtenrade."""
TO_ALEX = {"J18": "8@4", "I19": "4@0"}
"""Tram track from Kreuzberg to Alexanderplatz, as it is printed."""
TO_TEGEL = {"D12": "8@5", "D14": "20@1"}
"""Tegel and Wittenau with two circles, side by side."""
TO_MOABIT = {"G15": "31@5"}
"""Moabit with two circles; printed track leads there from the second city of Bhf. Zoo."""


def depots(*hexes: str, **parts: Any) -> Game:
    """BChSt, which has tokens for 40, 80 and 120, with depots in these hexes, at its second action."""
    usual = {"tiles": SOUTH, "stations": {"BChSt": hexes}}
    return at_turn("BChSt", "station", **{**usual, **parts})


# 7.1, 7.2: tokens and costs


@pytest.mark.clause("1881/7.2")
@pytest.mark.parametrize(
    ("there", "cost"), [(("J18",), 40), (("J18", "H14"), 80), (("J18", "H14", "F24"), 120)], ids=["40", "80", "120"]
)
def test_additional_depots_cost_40_80_and_120(there: tuple[str, ...], cost: int) -> None:
    game = depots(*there, cash={"BChSt": cost - 1})
    refused(game, PlaceStation("BChSt", "N18", 0), clause="1881/7.2", code="no-cash-station")
    game = depots(*there, cash={"BChSt": cost})
    before = cash(game, BANK)
    game.play(PlaceStation("BChSt", "N18", 0))
    assert cash(game, "BChSt") == 0 and cash(game, BANK) == before + cost
    assert ("BChSt", 0) in game.position.stations["N18"]


@pytest.mark.clause("1881/7.1")
def test_depots_come_from_the_tokens_that_are_left() -> None:
    """BChSt has four beside its price marker; GBS has one for its home and no other (R4)."""
    game = depots("J18", "H14", "F24", "D14")
    refused(game, PlaceStation("BChSt", "N18", 0), clause="1881/7.1", code="no-marker")
    gbs = at_turn("GBS", "station", tiles=TO_ALEX)
    assert not offered(gbs, PlaceStation)
    refused(gbs, PlaceStation("GBS", "J18", 0), clause="1881/7.1", code="no-marker")


@pytest.mark.clause("1881/7.1")
def test_one_new_depot_a_turn() -> None:
    game = depots("J18")
    assert [(a.hex, a.city) for a in offered(game, PlaceStation)] == [("N18", 0)], "Marienfelde is kept for SBV"
    game.play(PlaceStation("BChSt", "N18", 0))
    assert not offered(game, PlaceStation) and not offered(game, BuyDepot)


# 7.3: where


@pytest.mark.clause("1881/7.3a")
def test_a_new_depot_must_be_in_reach_of_another_one() -> None:
    assert allowed(depots("J18"), PlaceStation("BChSt", "N18", 0))
    broken = {hex: tile for hex, tile in SOUTH.items() if hex != "M17"}
    refused(depots("J18", tiles=broken), PlaceStation("BChSt", "N18", 0), clause="1881/7.3a", code="no-way")


@pytest.mark.clause("1881/7.3a", "1881/7.6", "1881/6.12")
def test_no_depot_beyond_a_station_full_of_others() -> None:
    """Given SBV's depot in the only circle of Marienfelde, BChSt gets there and no further."""
    parts = {"companies": {"BChSt": holders(Ada=60), "SBV": holders(Bo=60)}}
    game = depots("J18", **parts)
    refused(game, PlaceStation("BChSt", "N18", 0), clause="1881/7.3a", code="no-way")
    refused(game, PlaceStation("BChSt", "L16", 0), clause="1881/7.6", code="no-place")


@pytest.mark.clause("1881/7.3b")
@pytest.mark.parametrize("tile", [None, "55@0", "61@0"])
def test_one_circle_of_alexanderplatz_is_the_s_bahn_s(tile: str | None) -> None:
    """As printed and on both of its tiles (R46): three circles, on 61 four; one of them stays free of trams."""
    tiles = {**TO_ALEX, **({"H20": tile} if tile else {})}
    circles = 4 if tile == "61@0" else 3
    inside = ["GBS", "BChSt", "BESTAG"][: circles - 1]
    companies = {name: holders(Bo=60) for name in inside}
    game = at_turn("SBV", "station", phase="gray", companies=companies, tiles=tiles,
                   stations={"SBV": ["J18"], **{name: ["H20"] for name in inside}})  # fmt: skip
    refused(game, PlaceStation("SBV", "H20", 0), clause="1881/7.3b", code="kept-place")
    room = at_turn("SBV", "station", phase="gray", companies={"GBS": holders(Bo=60)}, tiles=tiles,
                   stations={"SBV": ["J18"]})  # fmt: skip
    assert allowed(room, PlaceStation("SBV", "H20", 0))


@pytest.mark.clause("1881/7.3b")
def test_s_circles_are_those_of_zoo_koepenick_alexanderplatz_and_the_ends() -> None:
    board = at_turn("SBV").rules.board
    printed = {hex for hex in board.hexes if any(city.s_slots for city in board.printed(hex).cities)}
    assert printed == {"A23", "H14", "H20", "K29", "N2"}
    assert {tile for tile, figure in board.tiles.items() if any(c.s_slots for c in figure.cities)} == {
        *("49", "50", "54", "55", "61")
    }


@pytest.mark.clause("1881/7.3b")
def test_an_s_bahn_depot_takes_the_s_circle() -> None:
    """Given the S-Bahn in Alexanderplatz beside GBS, the third circle is free for a tram."""
    companies = {"GBS": holders(Bo=60), "S": holders(Bo=30)}
    game = at_turn("SBV", "station", companies=companies, tiles=TO_ALEX, stations={"SBV": ["J18"], "S": ["H20"]})
    assert allowed(game, PlaceStation("SBV", "H20", 0))


# 7.4: one in each station


@pytest.mark.clause("1881/7.4")
def test_one_depot_of_a_company_in_a_station_of_several_circles() -> None:
    game = at_turn("SHG", "station", tiles=TO_TEGEL, stations={"SHG": ["D12", "D14"]})
    refused(game, PlaceStation("SHG", "D14", 0), clause="1881/7.4", code="one-per-hex")
    other = at_turn("SBV", "station", companies={"SHG": holders(Bo=60)}, tiles=TO_TEGEL, stations={"SBV": ["D12"]})
    assert allowed(other, PlaceStation("SBV", "D14", 0))


@pytest.mark.clause("1881/7.4")
def test_zoo_is_one_station_breitscheidplatz_two() -> None:
    """R47: the printed Zoo has two cities, Breitscheidplatz too; track from Moabit leads to Zoo's second one."""
    zoo = at_turn("BChSt", "station", stations={"BChSt": ["H14", "G15"]})
    refused(zoo, PlaceStation("BChSt", "H14", 1), clause="1881/7.4", code="one-per-hex")
    other = at_turn("BESTAG", "station", companies={"BChSt": holders(Bo=60)}, stations={"BESTAG": ["G15"]})
    assert allowed(other, PlaceStation("BESTAG", "H14", 1))
    square = at_turn("BESTAG", "station", tiles={"I13": "6@3"}, stations={"BESTAG": ["I15.0", "H14.0"]})
    assert allowed(square, PlaceStation("BESTAG", "I15", 1))


# 7.5: homes of others


@pytest.mark.clause("1881/7.5")
def test_the_home_of_a_company_that_has_not_started_is_kept() -> None:
    """Given no SBV in the game, its Marienfelde takes nobody else's depot; when it is bankrupt, it does (R45)."""
    lay = PlaceStation("BChSt", "L16", 0)
    refused(depots("J18"), lay, clause="1881/7.5", code="reserved")
    sold = depots("J18", companies={"BChSt": holders(Ada=60), "SBV": holders(Bo=50)})
    refused(sold, lay, clause="1881/7.5", code="reserved")
    gone = depots("J18")
    close_company(Referee(gone.rules, gone.position), "SBV")
    assert allowed(Game(gone.rules, gone.position), lay)


@pytest.mark.clause("1881/7.5")
def test_other_circles_of_such_a_station_may_be_used() -> None:
    """R45: Wittenau, raised before SHG has started, has two circles: one for another company, one for SHG."""
    one = at_turn("SBV", "station", tiles=TO_TEGEL, stations={"SBV": ["D12"]})
    assert allowed(one, PlaceStation("SBV", "D14", 0))
    companies = {"NBSN": holders(Bo=60)}
    full = at_turn("SBV", "station", companies=companies, tiles=TO_TEGEL, stations={"SBV": ["D12"], "NBSN": ["D14"]})
    refused(full, PlaceStation("SBV", "D14", 0), clause="1881/7.5", code="reserved")


# 7.6, 7.7: blocking


@pytest.mark.clause("1881/7.6", "1881/8.2b")
def test_a_station_full_of_others_blocks_building_and_running() -> None:
    game = at_turn("BChSt", companies={"SBV": holders(Bo=60)}, tiles=SOUTH, stations={"BChSt": ["J18"]},
                   trains={"BChSt": ["3"]})  # fmt: skip
    assert "M17" not in hexes(game) and "L16" in hexes(game)
    no_run(game, "BChSt", "route-through-blocked-city", ["J18.0", "K17", "L16.0", "M17", "N18.0"])
    assert runs(game, "BChSt", ["J18.0", "K17", "L16.0"]).total == 40
    free = at_turn("BChSt", tiles=SOUTH, stations={"BChSt": ["J18"]}, trains={"BChSt": ["3"]})
    assert "M17" in hexes(free), "the empty home circle of SBV is empty (R44)"
    assert runs(free, "BChSt", ["J18.0", "K17", "L16.0", "M17", "N18.0"]).total == 60


@pytest.mark.clause("1881/7.6", "1881/7.7a", "1881/7.7b", "1881/H.23")
@pytest.mark.parametrize(
    ("inside", "blocked", "in_house"),
    [
        ((), False, False),
        (("GBS",), False, False),
        (("S",), False, False),
        (("GBS", "SHG"), True, True),
        (("S", "GBS"), True, False),
    ],
)
def test_whom_a_station_of_two_circles_blocks(inside: tuple[str, ...], blocked: bool, in_house: bool) -> None:
    """R44: full, with a tram's depot in it; by the house rules an S-Bahn depot leaves its circle empty for trams.

    It never blocks a net, and nobody with a depot in it. The tram comes from Zoo's second city and builds on in F14.
    """
    held = {name: holders(Bo=30 if name == "S" else 60) for name in inside}
    at = {"BESTAG": ["H14.1"], **{name: ["G15.0"] for name in inside}}
    for variant, closed in (("base", blocked), ("house", in_house)):
        companies = {"BESTAG": holders(Ada=60), **held}
        game = at_turn("BESTAG", variant=variant, companies=companies, tiles=TO_MOABIT, stations=at)
        assert ("F14" in hexes(game)) != closed, variant
        assert all(game.rules.may_pass(game.position, name, "G15", 0) for name in ("S-III", *inside))


@pytest.mark.clause("1881/7.7a")
@pytest.mark.parametrize(("inside", "passes"), [("S", True), ("GBS", False)])
def test_an_s_bahn_depot_alone_in_a_station_of_one_circle_blocks_no_tram(inside: str, passes: bool) -> None:
    """Friedrichstraße, between Kreuzberg's track and G19."""
    tiles = {"J18": "8@4", "I19": "5@0", "H18": "30@5"}
    companies = {"SBV": holders(Ada=60), inside: holders(Bo=60 if inside == "GBS" else 30)}
    game = at_turn("SBV", companies=companies, tiles=tiles, stations={"SBV": ["J18"], inside: ["H18"]})
    assert ("G19" in hexes(game)) == passes
    assert game.rules.may_pass(game.position, "S-II", "H18", 0)


@pytest.mark.clause("1881/7.6", "1881/7.4")
def test_a_depot_in_zoo_serves_and_blocks_its_own_city_only() -> None:
    """R98: BESTAG fills the second city; from the first one it goes nowhere, and others pass there."""
    tiles = {"G13": "3@4"}
    companies = {"BESTAG": holders(Ada=60), "BChSt": holders(Bo=60)}
    game = at_turn("BESTAG", tiles=tiles, stations={"BESTAG": ["H14.1"]}, companies=companies)
    assert "I13" not in hexes(game), "the first city's track is not its own"
    assert not game.rules.may_pass(game.position, "BChSt", "H14", 1)
    assert game.rules.may_pass(game.position, "SBV", "H14", 0)
    assert game.rules.may_pass(game.position, "BESTAG", "H14", 1)


# 7.8: depots stay, and are bought


@pytest.mark.clause("1881/7.8a")
def test_depots_stay_when_a_tile_is_raised() -> None:
    """Two depots in Wittenau, one in each city of Breitscheidplatz: all are on the next tile, where they were."""
    game = at_turn("SHG", phase="gray", companies={"SBV": holders(Bo=60)}, tiles=TO_TEGEL,
                   stations={"SHG": ["D14"], "SBV": ["D14"]})  # fmt: skip
    game.play(LayTile("SHG", "D14", "58", 5))
    assert sorted(game.position.stations["D14"]) == [("SBV", 0), ("SHG", 0)]
    square = at_turn("BESTAG", phase="brown", companies={"SBV": holders(Bo=60)}, tiles={"I15": "33@4"},
                     stations={"BESTAG": ["I15.0"], "SBV": ["I15.1"]})  # fmt: skip
    board, lying = square.rules.board, square.position.tiles
    before = board.ground(lying, "I15").cities
    square.play(next(lay for lay in offered(square, LayTile) if lay.tile == "53"))
    after = board.ground(square.position.tiles, "I15").cities
    for company, city in square.position.stations["I15"]:
        old = {"BESTAG": 0, "SBV": 1}[company]
        assert set(before[old].exits) <= set(after[city].exits)


def for_sale(buyer: str = "SBV", director: str = "Bo", **parts: Any) -> Game:
    """SBV in Marienfelde; BChSt has a depot in Lichtenrade beside its home, which another player directs."""
    companies = {"SBV": holders(Ada=60), "BChSt": holders(**{director: 60})}
    usual = {"companies": companies, "tiles": SOUTH, "stations": {"BChSt": ["H14", "N18"]}}
    return at_turn(buyer, "station", **{**usual, **parts})


@pytest.mark.clause("1881/7.8b")
def test_a_depot_is_bought_at_an_agreed_price() -> None:
    """R48: from treasury to treasury, nothing to the bank; the seller's director is asked."""
    game = for_sale()
    offer = BuyDepot("SBV", "BChSt", "N18", 0, 77)
    game.play(offer)
    assert game.turn == "Bo"
    declined = play_on(game.copy(), Answer("Bo", False))
    assert ("BChSt", 0) in declined.position.stations["N18"]
    refused(declined, offer, clause="1881/7.8b", code="declined-buy-depot")
    before = cash(game, BANK)
    game.play(Answer("Bo", True))
    assert game.position.stations["N18"] == (("SBV", 0),)
    assert (cash(game, "SBV"), cash(game, "BChSt"), cash(game, BANK)) == (500 - 77, 500 + 77, before)
    assert [(paid.payer, paid.payee) for paid in events(game, Paid)] == [("SBV", "BChSt")]


@pytest.mark.clause("1881/7.8b")
@pytest.mark.parametrize("price", [0, 501])
def test_the_price_is_what_the_treasury_can_pay(price: int) -> None:
    refused(for_sale(), BuyDepot("SBV", "BChSt", "N18", 0, price), clause="1881/7.8b", code="train-price")


@pytest.mark.clause("1881/7.8b")
def test_it_must_be_in_reach_and_the_buyer_needs_a_token() -> None:
    offer = BuyDepot("SBV", "BChSt", "N18", 0, 1)
    apart = for_sale(tiles={hex: tile for hex, tile in SOUTH.items() if hex != "M17"})
    refused(apart, offer, clause="1881/7.8b", code="no-way")
    poor = for_sale()
    poor.position.put("unplaced", "SBV", 0)
    refused(poor, offer, clause="1881/7.1", code="no-marker")
    refused(for_sale(), BuyDepot("SBV", "BChSt", "J18", 0, 1), clause="1881/7.8b", code="no-depot")


@pytest.mark.clause("1881/7.8b")
def test_a_first_depot_cannot_be_bought_nor_one_where_the_buyer_has_one() -> None:
    home = at_turn("BChSt", "station", companies={"SBV": holders(Bo=60)}, tiles=SOUTH, stations={"BChSt": ["J18"]})
    refused(home, BuyDepot("BChSt", "SBV", "L16", 0, 9), clause="1881/7.8b", code="first-depot")
    both = for_sale(tiles={**SOUTH, "N18": "41@3"}, stations={"BChSt": ["H14", "N18"], "SBV": ["L16", "N18"]})
    refused(both, BuyDepot("SBV", "BChSt", "N18", 0, 9), clause="1881/7.4", code="one-per-hex")


@pytest.mark.clause("1881/7.8b", "1881/7.3b")
def test_a_depot_of_the_s_bahn_goes_to_no_tram_company() -> None:
    """R95."""
    companies = {"S": holders(Bo=30), "GBS": holders(Bo=60)}
    game = at_turn("SBV", "station", companies=companies, tiles=TO_ALEX, stations={"SBV": ["J18"], "S": ["G15", "H20"]})
    assert not offered(game, BuyDepot)
    refused(game, BuyDepot("SBV", "S", "H20", 0, 9), code="first-depot")


@pytest.mark.clause("1881/7.8b", "1881/7.8c", "1881/7.2")
def test_the_token_goes_back_to_the_dearest_free_place() -> None:
    """Given BChSt with its 40 and its 80 in use, when it sells the depot that cost 40, its next one costs 80.

    The buyer has used its token for 40 and pays 80 for its next one.
    """
    game = for_sale(director="Ada", stations={"BChSt": ["H14", "N18", "F24"]})
    rules = game.rules
    assert (rules.station_cost(game.position, "BChSt"), rules.station_cost(game.position, "SBV")) == (120, 40)
    game.play(BuyDepot("SBV", "BChSt", "N18", 0, 1))
    assert (rules.station_cost(game.position, "BChSt"), rules.station_cost(game.position, "SBV")) == (80, 80)
    assert game.stations_left("BChSt") == 2 and game.stations_left("SBV") == 1


@pytest.mark.clause("1881/7.8b")
def test_who_has_no_director_sells_nothing() -> None:
    """R85: nobody can agree for a company that rests."""
    game = for_sale()
    for card in [card for card, place in game.position.certificates.items() if place == "Bo"]:
        game.position.put("certificates", card, "pool")
    refused(game, BuyDepot("SBV", "BChSt", "N18", 0, 9), clause="1881/7.8b", code="nobody-asked")
