"""18DO, 4.3: private breweries with markers and cubes; railways, their abilities, their directors."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dokit import (
    EAST,
    EAST_LINE,
    HOMES,
    SOUTH_EAST,
    SOUTH_EAST_LINE,
    cash,
    cube_stock,
    cubes,
    do,
    earns,
    end_round,
    fresh,
    no_run,
    run,
    state,
    stock,
    trains,
    turn_of,
)
from tests.kit import company, director, events, offered, percent, play_on, price, refused

from stellwerk.actions import (
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellPrivate,
    SellShares,
    StartCompany,
    TakeOverPrivate,
)
from stellwerk.events import DirectorChanged
from stellwerk.game import Game
from stellwerk.position import BANK, OUT, POOL
from stellwerk.steps.links import BuildLink
from stellwerk.titles import rules_of
from stellwerk.titles.t18do.beer import CarryBeer
from stellwerk.titles.t18do.breweries import AssignMarker

RULES = rules_of("18DO")
FULL_CITY = {"CME": ("A3", "E13"), "RhE": ("H2", "E13"), "BME": ("I11", "E13")}


def kwe(stage: str = "run", **parts: Any) -> Game:
    """The KWE (Ada) with track to Dortmund City."""
    return turn_of("KWE", stage, **{"tiles": EAST, **parts})


# 4.3.1


@pytest.mark.clause("18DO/4.3.1a")
def test_a_brewery_pays_at_the_start_of_every_operating_round() -> None:
    """Given 4 with its front up and 5 flipped, when an operating round begins, Ada gets 20 and Bo nothing."""
    parts: dict[str, Any] = {
        "privates": {"PB4": "Ada", "PB5": "Bo"},
        "used": ("PB5",),
        "extra": {"markers": {"PB5": "KWE"}},
    }
    game = stock(companies={"KWE": company(65, Ada=60)}, **parts)
    before = cash(game, "Ada"), cash(game, "Bo")
    end_round(game)
    assert (cash(game, "Ada"), cash(game, "Bo")) == (before[0] + 20, before[1])
    assert [RULES.privates[p].income for p in RULES.privates] == [5, 10, 15, 20, 25]


@pytest.mark.clause("18DO/4.3.1b")
def test_a_brewery_is_never_sold_and_worth_nothing() -> None:
    """Given Ada with brewery 5, nothing in stock round or operating turn sells it, and her wealth is her cash."""
    for game in (stock(privates={"PB5": "Ada"}), kwe("trains", privates={"PB5": "Ada"}, trains={"KWE": ("3",)})):
        for kind in (SellPrivate, TakeOverPrivate, BuyPrivate):
            assert not offered(game, kind)
    assert RULES.wealth(stock(privates={"PB5": "Ada"}).position, "Ada") == 375


@pytest.mark.clause("18DO/4.3.1c")
def test_a_certificate_is_flipped_by_its_marker() -> None:
    game = stock(privates={"PB4": "Ada"}, companies={"KWE": company(65, Bo=60)})
    assert RULES.private_income(game.position, "PB4") == 20
    game.play(AssignMarker("Ada", "PB4", "KWE"))
    assert game.position.used == ("PB4",) and RULES.private_income(game.position, "PB4") == 0


@pytest.mark.clause("18DO/4.3.1c", "18DO/4.3.1e", "18DO/4.3.1.2b")
def test_the_first_6_train_flips_all_certificates() -> None:
    """Given the first 6-train, all are flipped with their cubes, and markers not assigned leave the game."""
    parts: dict[str, Any] = {
        "privates": {"PB1": "Ada", "PB2": "Bo", "PB4": "Cy"},
        "used": ("PB4",),
        "extra": {"cubes": {"PB1": 2, "PB2": 3}, "markers": {"PB4": "KWE"}},
    }
    game = kwe("trains", phase="5", next_card="6-1", cash={"KWE": 700}, **parts)
    game.play(BuyTrain("KWE", BANK, "6-1", "6", 630))
    assert set(game.position.used) == {"PB1", "PB2", "PB4"}
    assert state(game).holder("PB2") == OUT and state(game).holder("PB4") == "KWE"
    assert (cubes(game, "PB1"), cubes(game, "PB2")) == (2, 3)
    refused(game, AssignMarker("Bo", "PB2", "KWE"))


@pytest.mark.clause("18DO/4.3.1d")
def test_a_marker_goes_to_any_corporation_in_a_stock_round_turn() -> None:
    """Given Ada's turn, her marker may go to Bo's railway; not to one that is not founded, and not Bo's marker."""
    parts: dict[str, Any] = {"privates": {"PB3": "Ada", "PB4": "Bo"}}
    game = stock(companies={"KWE": company(65, Bo=60), "BME": company(60, Ada=20)}, **parts)
    assert {a.company for a in offered(game, AssignMarker)} == {"KWE", "BME"}
    refused(game, AssignMarker("Ada", "PB3", "CME"), clause="18DO/4.3.1d")
    refused(game, AssignMarker("Bo", "PB4", "KWE"))
    refused(game, AssignMarker("Ada", "PB4", "KWE"), clause="18DO/4.3.1d")


@pytest.mark.clause("18DO/4.3.1d")
def test_a_marker_goes_to_the_own_corporation_on_turn_in_an_operating_round() -> None:
    """Given Ada's KWE on turn, Ada's marker may go there at any stage; Bo's and other corporations not."""
    parts: dict[str, Any] = {"privates": {"PB3": "Ada", "PB4": "Bo"}, "stations": {"BME": ("I11",)}}
    for stage in ("track", "run", "trains"):
        game = kwe(stage, trains={"KWE": ("3",)}, **parts)
        assert offered(game, AssignMarker) == [AssignMarker("Ada", "PB3", "KWE")]
        refused(game, AssignMarker("Ada", "PB3", "BME"), clause="18DO/4.3.1d")
        refused(game, AssignMarker("Bo", "PB4", "KWE"))


@pytest.mark.clause("18DO/4.3.1e")
def test_a_marker_is_given_once_and_never_sold() -> None:
    game = stock(privates={"PB3": "Ada"}, companies={"KWE": company(65, Ada=60), "BME": company(60, Ada=20)})
    before = {who: cash(game, who) for who in game.position.cash}
    game.play(AssignMarker("Ada", "PB3", "KWE"))
    assert before == {who: cash(game, who) for who in game.position.cash}
    refused(game, AssignMarker("Ada", "PB3", "BME"), clause="18DO/4.3.1e")


@pytest.mark.clause("18DO/4.3.1.1a")
def test_markers_2_and_3_leave_once_used_and_4_and_5_stay() -> None:
    """Given the KWE with all four, when it places a station in Dortmund City, 2 and 3 are gone."""
    markers = {"PB2": "KWE", "PB3": "KWE", "PB4": "KWE", "PB5": "KWE"}
    parts: dict[str, Any] = {"players": ("Ada", "Bo", "Cy", "Di")}
    owners = dict(zip(markers, parts["players"], strict=True))
    game = kwe("station", privates=owners, used=tuple(markers), extra={"markers": markers}, **parts)
    game.play(PlaceStation("KWE", "E13", 0))
    assert state(game).markers == {"PB2": OUT, "PB3": OUT, "PB4": "KWE", "PB5": "KWE"}


@pytest.mark.clause("18DO/4.3.1.1b")
def test_marker_2_opens_the_reserved_circle_at_the_usual_cost() -> None:
    parts: dict[str, Any] = {"privates": {"PB2": "Ada"}, "used": ("PB2",), "stations": FULL_CITY}
    game = kwe("station", extra={"markers": {"PB2": "KWE"}}, **parts)
    game.play(PlaceStation("KWE", "E13", 0))
    assert cash(game, "KWE") == 500 - 30 and state(game).holder("PB2") == OUT
    refused(kwe("station", extra={"markers": {"PB2": "CME"}}, **parts), PlaceStation("KWE", "E13", 0))


@pytest.mark.clause("18DO/4.3.1.1c")
def test_marker_3_halves_the_cost_in_dortmund_city_only() -> None:
    parts: dict[str, Any] = {"privates": {"PB3": "Ada"}, "used": ("PB3",), "extra": {"markers": {"PB3": "KWE"}}}
    game = kwe("station", **parts)
    game.play(PlaceStation("KWE", "E13", 0))
    assert cash(game, "KWE") == 500 - 15 and state(game).holder("PB3") == OUT
    yard = kwe("station", **parts)
    yard.play(PlaceStation("KWE", "E17", 0))
    assert cash(yard, "KWE") == 500 - 30 and state(yard).holder("PB3") == "KWE"
    kept: dict[str, Any] = {"privates": {"PB3": "Ada", "PB2": "Bo"}, "stations": FULL_CITY}
    refused(kwe("station", **{**parts, **kept}), PlaceStation("KWE", "E13", 0), clause="18DO/4.5.3f")


BEER: dict[str, Any] = {"phase": "6", "trains": {"KWE": ("5",)}, "next_card": "6-2"}


@pytest.mark.clause("18DO/4.3.1.1d")
def test_marker_4_brings_10_for_a_route_with_beer() -> None:
    """Given 40 a cube in Unna-Soest: a route with one earns 50 more with marker 4, 40 without."""
    plain = 40 + 20 + 40
    for markers, more in (({"PB4": OUT}, 40), ({"PB4": "KWE"}, 50)):
        extra = {"cubes": {"PB4": 2}, "markers": markers}
        game = kwe(**BEER, privates={"PB4": "Ada"}, used=("PB4",), extra=extra)
        assert earns(game, "KWE", EAST_LINE) == plain
        game.play(CarryBeer("KWE", "5-2", 1, "E21"))
        assert earns(game, "KWE", EAST_LINE) == plain + more


@pytest.mark.clause("18DO/4.3.1.1e")
def test_marker_5_is_room_for_one_more() -> None:
    """Given marker 5, a 5-train carries two cubes, and a 3-train one."""
    extra = {"cubes": {"PB5": 5}, "markers": {"PB5": "KWE"}}
    parts: dict[str, Any] = {"privates": {"PB5": "Ada"}, "used": ("PB5",), "extra": extra}
    assert {a.cubes for a in offered(kwe(**BEER, **parts), CarryBeer) if a.hex == "E21"} == {1, 2}
    small = kwe(phase="5", trains={"KWE": ("3",)}, **parts)
    assert {a.cubes for a in offered(small, CarryBeer)} == {1}


@pytest.mark.clause("18DO/4.3.1.2a")
def test_a_link_brings_the_director_a_cube() -> None:
    """Given Ada's KWE builds a link, the cube lies on Ada's own brewery, front or back."""
    tiles = {"F20": "K4@0"}
    for used in ((), ("PB3",)):
        extra = {"markers": {"PB3": OUT}} if used else {}
        game = kwe("link", tiles=tiles, privates={"PB3": "Ada", "PB4": "Bo"}, used=used, extra=extra)
        game.play(BuildLink("KWE", "F20"))
        assert (cubes(game, "PB3"), cubes(game, "PB4"), cube_stock(game)) == (1, 0, 17)


@pytest.mark.clause("18DO/4.3.1.2b")
def test_cubes_are_carried_once_the_certificate_is_flipped() -> None:
    """Given cubes on the front of Ada's brewery, when its marker is assigned, they can be carried."""
    game = kwe(**BEER, privates={"PB3": "Ada"}, extra={"cubes": {"PB3": 2}})
    assert not offered(game, CarryBeer)
    game.play(AssignMarker("Ada", "PB3", "KWE"))
    assert cubes(game, "PB3") == 2 and offered(game, CarryBeer)


@pytest.mark.clause("18DO/4.3.1.2c")
def test_only_cubes_on_the_back_are_carried() -> None:
    game = kwe(**BEER, privates={"PB1": "Ada"}, extra={"cubes": {"PB1": 2}})
    refused(game, CarryBeer("KWE", "5-2", 1, "E21"), clause="18DO/4.5.5.1d")
    game = kwe(**BEER, privates={"PB1": "Ada"}, used=("PB1",), extra={"cubes": {"PB1": 2}})
    play_on(game, CarryBeer("KWE", "5-2", 1, "E21"))
    game.play(run(game, "KWE", EAST_LINE))
    assert cubes(game, "PB1") == 1 and cube_stock(game) == 19, "the cubes of brewery 1 are extra (R25)"


# 4.3.2


@pytest.mark.clause("18DO/4.3.2a")
def test_the_first_certificate_is_the_directors_with_the_starting_value() -> None:
    game = fresh()
    refused(game, BuyShare("Ada", "BME", 10), clause="18DO/4.3.2a")
    game.play(StartCompany("Ada", "BME", 55))
    assert director(game, "BME") == "Ada" and price(game, "BME") == 55
    refused(game, StartCompany("Bo", "BME", 55), clause="18DO/4.3.2a")


@pytest.mark.clause("18DO/4.3.2b")
def test_the_order_of_founding() -> None:
    """Given the start, four can be founded; DGEE after KWE, DHB and HHW after DGEE."""
    game = fresh(players=("Ada", "Bo", "Cy"))
    assert {a.company for a in offered(game, StartCompany)} == {"BME", "CME", "RhE", "KWE"}
    refused(game, StartCompany("Ada", "DGEE", 50), clause="18DO/4.3.2b")
    game.play(StartCompany("Ada", "KWE", 50))
    assert "DGEE" in {a.company for a in offered(game, StartCompany)}
    refused(game, StartCompany("Bo", "DHB", 50), clause="18DO/4.3.2b")
    game.play(StartCompany("Bo", "DGEE", 50))
    assert {"DHB", "HHW"} <= {a.company for a in offered(game, StartCompany)}


@pytest.mark.clause("18DO/4.3.2.1a")
@pytest.mark.parametrize("name", ["BME", "CME", "RhE", "KWE"])
def test_an_early_train(name: str) -> None:
    """Given its first turn, BME, CME and RhE buy a train before anything else and build on; others do not (R11)."""
    game = turn_of(name, "start", first=True, phase="2", next_card="2-3")
    early = BuyTrain(name, BANK, "2-3", "2", 80)
    if name == "KWE":
        refused(game, early, clause="18DO/4.3.2.1a")
        return
    game.play(early)
    assert trains(game, name) == ["2"] and offered(game, LayTile)
    refused(game, BuyTrain(name, BANK, "2-4", "2", 80), clause="18DO/4.3.2.1a")
    refused(turn_of(name, "start", phase="2", next_card="2-3"), early, clause="18DO/4.3.2.1a")
    later = turn_of(name, "track", first=True, phase="2", next_card="2-3")
    refused(later, early)


@pytest.mark.clause("18DO/4.3.2.1a")
def test_an_early_train_runs_in_the_same_turn() -> None:
    """Given the RhE with Witten at hand, the train it buys first runs in that turn."""
    game = turn_of("RhE", "start", first=True, phase="2", next_card="2-3", tiles={"H4": "9@1"})
    play_on(game, BuyTrain("RhE", BANK, "2-3", "2", 80), Run("RhE", 50))
    assert game.position.revenues["RhE"] == 50


@pytest.mark.clause("18DO/4.3.2.1b")
def test_the_first_mine_of_the_kwe_is_free() -> None:
    """Given the KWE before its first turn, it gets a token; a coal mine costs it nothing once, a mill does (R26)."""
    companies = {"KWE": company(65, Ada=60)}
    game = do(
        phase="2", companies=companies, stations={}, turn={"company": "KWE", "first": True}, tiles={"F20": "K4@0"}
    )
    assert state(game).free_links == ("KWE",)
    parts: dict[str, Any] = {"extra": {"free_links": ("KWE",)}, "cash": {"KWE": 0}}
    game = kwe("link", tiles={"F20": "K4@0"}, **parts)
    game.play(BuildLink("KWE", "F20"))
    assert state(game).link("F20") == 10 and state(game).free_links == ()
    mill = kwe("link", tiles={"F20": "K4@0", "G19": "9@0", "H18": "7@3"}, **parts)
    refused(mill, BuildLink("KWE", "H20"), clause="18DO/4.5.4.1c")


@pytest.mark.clause("18DO/4.3.2.1c")
def test_the_hhw_carries_no_beer() -> None:
    parts: dict[str, Any] = {"privates": {"PB3": "Ada"}, "used": ("PB3",), "extra": {"cubes": {"PB3": 3}}}
    game = turn_of("HHW", "run", phase="6", next_card="6-2", tiles=SOUTH_EAST, trains={"HHW": ("5",)}, **parts)
    assert earns(game, "HHW", SOUTH_EAST_LINE) > 0 and not offered(game, CarryBeer)
    refused(game, CarryBeer("HHW", "5-2", 1, "I21"), clause="18DO/4.3.2.1c")


@pytest.mark.clause("18DO/4.3.2.1d")
def test_the_hhw_passes_blocked_steel_mills() -> None:
    """Given G17 filled by the KWE, the HHW runs through it to Dortmund City; the DGEE from there does not (R75)."""
    stations = {"KWE": ("E21", "G17"), "DGEE": ("A19", "H20")}
    game = turn_of("HHW", "run", tiles=SOUTH_EAST, stations={"KWE": ("E21", "G17")}, trains={"HHW": ("4",)}, phase="4")
    assert earns(game, "HHW", SOUTH_EAST_LINE) == 20 + 20 + 20 + 30
    tiles = {**SOUTH_EAST, "H20": "SP1@0"}
    other = turn_of("DGEE", "run", tiles=tiles, stations=stations, trains={"DGEE": ("4",)}, phase="4")
    no_run(other, "DGEE", "route-through-blocked-city", SOUTH_EAST_LINE)
    build = turn_of("HHW", "station", tiles=SOUTH_EAST, stations={"KWE": ("E21", "G17")})
    refused(build, PlaceStation("HHW", "E13", 0), clause="18DO/4.5.3a")


# 4.3.2.2


@pytest.mark.clause("18DO/4.3.2.2a")
def test_equality_changes_nothing() -> None:
    """Given Ada with 20%, Bo with 20% stays a shareholder; with 30% he directs."""
    game = stock(companies={"KWE": company(65, Ada=20, Bo=10)}, turn={"player": "Bo"})
    game.play(BuyShare("Bo", "KWE", 10))
    assert director(game, "KWE") == "Ada"
    play_on(game, Pass("Cy"), Pass("Ada"), BuyShare("Bo", "KWE", 10))
    assert director(game, "KWE") == "Bo"


@pytest.mark.clause("18DO/4.3.2.2b")
def test_of_several_the_first_to_the_left_takes_over() -> None:
    """Given Ada sells down to 10%, Bo and Cy with 30% each: Bo, to her left, directs."""
    holders = {"Ada": 30, "Bo": 30, "Cy": 30}
    game = stock(companies={"KWE": {"par": 65, "director": "Ada", "holders": holders}})
    game.play(SellShares("Ada", "KWE", 20))
    assert director(game, "KWE") == "Bo" and percent(game, "KWE", "Ada") == 10
    game = stock(companies={"KWE": {"par": 65, "director": "Bo", "holders": holders}}, turn={"player": "Bo"})
    game.play(SellShares("Bo", "KWE", 20))
    assert director(game, "KWE") == "Cy"


@pytest.mark.clause("18DO/4.3.2.2c")
def test_the_change_happens_at_once() -> None:
    """Given Bo's purchase in his turn, he directs before the next player acts, with exactly ten shares about."""
    game = stock(companies={"KWE": company(65, Ada=20, Bo=20)}, turn={"player": "Bo"})
    game.play(BuyShare("Bo", "KWE", 10))
    assert [e.player for e in events(game, DirectorChanged)] == ["Bo"]
    assert (percent(game, "KWE", "Ada"), percent(game, "KWE", "Bo")) == (20, 30)


@pytest.mark.clause("18DO/4.3.2.2d")
@pytest.mark.parametrize(
    ("name", "other", "may"), [("KWE", 20, True), ("KWE", 10, False), ("DGEE", 20, False), ("DGEE", 30, True)]
)
def test_a_successor_holds_as_much_as_the_directors_certificate(name: str, other: int, may: bool) -> None:
    """Given a director with the director's certificate alone who sells 10%: the next one needs 20%, or 30%."""
    own = 20 if name == "KWE" else 30
    game = stock(companies={name: {"par": 60, "director": "Ada", "holders": {"Ada": own, "Bo": other}}})
    sale = SellShares("Ada", name, own - other + 10 if other <= own else 10)
    if may:
        game.play(sale)
        assert director(game, name) == "Bo"
    else:
        refused(game, sale, clause="18DO/4.3.2.2d")


@pytest.mark.clause("18DO/4.3.2.2e")
def test_the_pool_limit_holds_for_a_director_who_sells() -> None:
    """Given 40% in the pool and Bo with 20%, Ada (30%) may sell 10% but not the 20% that would make Bo director."""
    holders = {"Ada": 30, "Bo": 20, "pool": 40}
    game = stock(companies={"KWE": {"par": 65, "director": "Ada", "holders": holders}})
    refused(game, SellShares("Ada", "KWE", 20), clause="18DO/4.4.5b")
    game.play(SellShares("Ada", "KWE", 10))
    assert director(game, "KWE") == "Ada", "20% against 20%"


@pytest.mark.clause("18DO/4.3.2.2f", "18DO/4.4.5d")
def test_the_directors_certificate_never_enters_the_pool() -> None:
    """Given Ada sells 20% of 30%, Bo gives 10% certificates for the director's, and 20% lie in the pool (R5)."""
    game = stock(companies={"KWE": {"par": 65, "director": "Ada", "holders": {"Ada": 30, "Bo": 30}}})
    game.play(SellShares("Ada", "KWE", 20))
    register = RULES.register
    assert game.position.certificates["KWE_0"] == "Bo" and percent(game, "KWE", POOL) == 20
    assert [card.percent for card in register.at(game.position, "KWE", "Ada")] == [10]
    assert percent(game, "KWE", "Bo") == 30


@pytest.mark.clause("18DO/4.3.2.2f")
def test_the_new_director_gives_10_percent_certificates_first() -> None:
    """Given Bo with 20 + 10 of the DHB, he gives the 20% certificate; with 20 + 10 + 10 the two of 10% (R5)."""
    for ada, given in ((20, [20]), (30, [10, 10, 10])):
        shares = {"par": 60, "director": "Ada", "holders": {"Ada": ada, "Bo": ada}}
        game = stock(companies={"DHB": shares}, turn={"player": "Bo"})
        game.play(BuyShare("Bo", "DHB", 10))
        assert director(game, "DHB") == "Bo"
        assert [card.percent for card in RULES.register.at(game.position, "DHB", "Ada")] == given


@pytest.mark.clause("18DO/4.3.2.2g")
def test_the_special_case_of_the_book() -> None:
    """Given Ada's 20% director's certificate, 20% each with two others, 40% in the pool: she may sell 10%."""
    holders = {"Ada": 20, "Bo": 20, "Cy": 20, "pool": 40}
    game = stock(companies={"KWE": {"par": 65, "director": "Ada", "holders": holders}})
    refused(game, SellShares("Ada", "KWE", 20), clause="18DO/4.4.5b")
    game.play(SellShares("Ada", "KWE", 10))
    assert director(game, "KWE") == "Bo"
    assert (percent(game, "KWE", "Ada"), percent(game, "KWE", POOL)) == (10, 50)


def test_homes_are_known() -> None:
    assert set(HOMES) == set(RULES.companies)
