"""18CZ XI.2, Moravia-Silesia: players, companies, stations, trains, phases and prices."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.kit import allowed, company, events, offered, percent, play_on, price, refused
from tests.moraviakit import BUDAPEST, LARGE, LINE, RULES, WIEN, auction, cash, ms, passes, sold, turn_of
from tests.trackkit import runs

import stellwerk
from stellwerk import BadInput
from stellwerk.actions import (
    Acquire,
    BuyShare,
    BuyTrain,
    Dividend,
    Draw,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellShares,
    StartCompany,
    TakeOverPrivate,
)
from stellwerk.events import Floated, TypeScrapped
from stellwerk.game import Game
from stellwerk.position import OUT
from stellwerk.rules.limits import certificates_of, limit_of_certificates


def first_stock_round(*players: str, removed: str = "Sx") -> Game:
    """The first stock round, after the first player has bought S4 for 30."""
    game = auction(*players, removed=removed)
    sold(game, players[0], "S4", 30)
    return play_on(game, *passes(*players[1:], players[0]))


# Players and companies


@pytest.mark.clause("18CZ/XI.2a")
@pytest.mark.parametrize(("count", "start", "limit"), [(2, 500, 15), (3, 450, 13)])
def test_two_players_have_500_each_three_have_450_and_so_many_certificates(count: int, start: int, limit: int) -> None:
    game = auction(*("Ada", "Bo", "Cy")[:count])
    assert {cash(game, player) for player in game.position.players} == {start}
    assert limit_of_certificates(RULES, game.position) == limit
    assert list(RULES.figures.boards) == ["moravia-silesia"]


@pytest.mark.clause("18CZ/XI.2a")
def test_a_purchase_beyond_the_limit_of_13_certificates_is_refused() -> None:  # R69: papers count
    holdings = {"Sx": 70, "Pr": 60}
    companies = {name: company(50, Ada=percent) for name, percent in holdings.items()}
    parts = {"companies": {**companies, "kk": company(50, Bo=50)}, "round": {"kind": "stock", "set": 2}}
    papers = {"3E": "Ada", "MW": "Ada"}
    game = ms(**parts, privates=papers)
    assert certificates_of(RULES, game.position, "Ada") == 6 + 5 + 2
    refused(game, BuyShare("Ada", "kk", 10), code="certificate-limit", clause="18CZ/XI.2a")
    assert allowed(ms(**parts, privates={"3E": "Ada", "MW": "Bo"}), BuyShare("Ada", "kk", 10))


@pytest.mark.clause("18CZ/XI.2a")
@pytest.mark.parametrize("count", [1, 4])
def test_it_is_for_two_or_three_players(count: int) -> None:
    with pytest.raises(BadInput):
        stellwerk.new_game("18CZ", [f"P{i}" for i in range(count)], variant="moravia")


@pytest.mark.clause("18CZ/XI.2b")
def test_the_five_large_companies_are_there_and_with_two_players_chance_removes_one() -> None:
    assert tuple(RULES.companies) == LARGE
    three = first_stock_round("Ada", "Bo", "Cy")
    assert {action.company for action in offered(three, StartCompany)} == set(LARGE)
    two = first_stock_round("Ada", "Bo", removed="By")
    assert {action.company for action in offered(two, StartCompany)} == set(LARGE) - {"By"}
    refused(two, StartCompany("Ada", "By", 50))
    refused(two, BuyShare("Ada", "By", 10))
    assert percent(two, "By", OUT) == 100


@pytest.mark.clause("18CZ/XI.2b")
def test_the_company_is_drawn_from_the_positions_own_generator() -> None:
    drawn = {
        seed: next(
            entry.action.result[0]
            for entry in stellwerk.new_game("18CZ", ("Ada", "Bo"), seed, "moravia").log
            if isinstance(entry.action, Draw) and entry.action.what == "company"
        )
        for seed in range(40)
    }
    assert set(drawn.values()) == set(LARGE)
    again = stellwerk.new_game("18CZ", ("Ada", "Bo"), 7, "moravia")
    assert percent(again, drawn[7], OUT) == 100
    waiting = stellwerk.new_game("18CZ", ("Ada", "Bo"), 7, "moravia", draws=False)
    play_on(waiting, Draw("seating", ("Ada", "Bo")))
    refused(waiting, Draw("company", ("BN",)), clause="18CZ/XI.2b")
    refused(waiting, Draw("company", ()))


@pytest.mark.clause("18CZ/XI.2c")
def test_large_companies_are_sold_from_the_first_stock_round_on() -> None:
    game = first_stock_round("Ada", "Bo", "Cy")
    assert (game.position.phase, game.position.round.set) == ("a", 1)
    play_on(game, StartCompany("Ada", "kk", 50), *passes("Bo", "Cy"), BuyShare("Ada", "kk", 10))
    play_on(game, *passes("Bo", "Cy"), BuyShare("Ada", "kk", 10), *passes("Bo", "Cy"), BuyShare("Ada", "kk", 10))
    assert list(events(game, Floated)) == [Floated("kk", 500)], "50% sold, ten times the first price (R69)"
    play_on(game, *passes("Bo", "Cy"))
    refused(game, SellShares("Ada", "kk", 10), code="no-sale-yet")


@pytest.mark.clause("18CZ/XI.2e")
def test_a_player_may_hold_70_percent_of_a_company() -> None:
    parts = {"round": {"kind": "stock", "set": 2}, "turn": {"player": "Ada"}}
    assert allowed(ms(companies={"kk": company(50, Ada=60)}, **parts), BuyShare("Ada", "kk", 10))
    full = ms(companies={"kk": company(50, Ada=70)}, **parts)
    refused(full, BuyShare("Ada", "kk", 10), code="ownership-limit", clause="18CZ/XI.2e")


@pytest.mark.clause("18CZ/XI.2m")
def test_the_first_price_is_one_of_those_marked_red() -> None:
    game = first_stock_round("Ada", "Bo", "Cy")
    prices = {action.price for action in offered(game, StartCompany) if action.company == "kk"}
    assert prices == {50, 55, 60, 65, 70}
    refused(game, StartCompany("Ada", "kk", 90), clause="18CZ/XI.2m")
    play_on(game, StartCompany("Ada", "kk", 65))
    assert price(game, "kk") == 65


@pytest.mark.clause("18CZ/XI.2n")
def test_a_dividend_moves_the_price_one_space_only() -> None:
    game = turn_of("kk", "dividend", revenue=100, stations={"kk": ("I17",)}, tiles=WIEN)
    play_on(game, Dividend("kk", "pay"))
    assert price(game, "kk") == 80, "one space right of 70; a large company of the base game would be at 90"
    kept = turn_of("kk", "dividend", revenue=100, stations={"kk": ("I17",)}, tiles=WIEN)
    assert price(play_on(kept, Dividend("kk", "retain")), "kk") == 65


# Stations


@pytest.mark.clause("18CZ/XI.2d")
def test_beside_its_home_station_a_company_has_one_for_40_and_one_for_100() -> None:
    game = turn_of("kk", "station", tiles=LINE, stations={"kk": ("I17",)})
    play_on(game, PlaceStation("kk", "G19", 0))
    assert cash(game, "kk") == 500 - 40
    tiles = {**LINE, "G19": "622@4", "F20": "1@0", "F18": "9@1"}
    again = turn_of("kk", "station", phase="d", tiles=tiles, stations={"kk": ("I17", "C23")})
    assert game.rules.station_cost(again.position, "kk") == 100
    play_on(again, PlaceStation("kk", "G19", 0))
    assert cash(again, "kk") == 400
    none_left = turn_of("kk", "station", tiles=LINE, stations={"kk": ("I17", "C23", "G23")})
    refused(none_left, PlaceStation("kk", "G19", 0), code="no-marker", clause="18CZ/XI.2d")
    poor = turn_of("kk", "station", tiles=LINE, stations={"kk": ("I17",)}, cash={"kk": 39})
    refused(poor, PlaceStation("kk", "G19", 0), clause="18CZ/XI.2d")


@pytest.mark.clause("18CZ/XI.2d")
@pytest.mark.parametrize(
    ("name", "hexes"),
    [
        ("Sx", {"C17", "D16"}),
        ("Pr", {"B18", "A21"}),
        ("By", {"F14", "H14"}),
        ("kk", {"I17", "J20"}),
        ("Ug", {"I23", "G27"}),
    ],
)
def test_a_company_begins_with_its_red_tile_on_one_of_its_two_hexes(name: str, hexes: set[str]) -> None:
    game = turn_of(name, first=True)
    assert {action.hex for action in offered(game, LayTile)} == hexes
    lay = offered(game, LayTile)[0]
    play_on(game, lay)
    assert game.position.stations[lay.hex] == ((name, 0),)
    assert game.position.unplaced[name] == 2


# Trains and phases


@pytest.mark.clause("18CZ/XI.2f")
@pytest.mark.parametrize(("players", "counts"), [(("Ada", "Bo"), (5, 4, 3, 2)), (("Ada", "Bo", "Cy"), (6, 5, 3, 3))])
def test_the_stack_has_so_many_trains_and_5_5_without_end(players: tuple[str, ...], counts: tuple[int, ...]) -> None:
    game = auction(*players)
    letters = Counter(game.rules.cards.letter(card) for card in game.position.stack)
    assert letters == dict(zip("adegj", (*counts, 1), strict=True))
    assert game.rules.cards.figures["j"].count is None


@pytest.mark.clause("18CZ/XI.2f")
def test_two_players_who_buy_all_2_trains_find_a_3_next() -> None:
    game = turn_of("kk", "trains", players=("Ada", "Bo"), next_card="a5", stations={"kk": ("I17",)}, tiles=WIEN)
    play_on(game, BuyTrain("kk", "bank", "a5", "2", 70))
    assert game.position.stack[0] == "d1"
    three = turn_of("kk", "trains", next_card="a5", stations={"kk": ("I17",)}, tiles=WIEN)
    play_on(three, BuyTrain("kk", "bank", "a5", "2", 70))
    assert three.position.stack[0] == "a6"


@pytest.mark.clause("18CZ/XI.2f")
@pytest.mark.parametrize(
    ("phase", "card", "face", "cost"),
    [
        ("a", "a2", "2", 70),
        ("a", "d1", "3", 120),
        ("d", "e1", "4", 250),
        ("e", "g1", "4+4", 400),
        ("g", "j1", "5+5", 500),
    ],
)
def test_every_company_may_buy_every_train_at_its_price(phase: str, card: str, face: str, cost: int) -> None:
    game = turn_of("kk", "trains", phase=phase, next_card=card, stations={"kk": ("I17",)}, tiles=WIEN)
    refused(game, BuyTrain("kk", "bank", card, face, cost - 10))
    play_on(game, BuyTrain("kk", "bank", card, face, cost))
    assert game.position.trains[card] == ("kk", face)
    play_on(game, Pass("kk"))
    assert game.position.round.number == 2, "any train satisfies the duty to own one (R69)"


@pytest.mark.clause("18CZ/XI.2f")
@pytest.mark.parametrize(("face", "earned"), [("2", 50), ("3", 60), ("4", 80), ("4+4", 180), ("5+5", 180)])
def test_every_company_may_run_every_train(face: str, earned: int) -> None:
    game = turn_of(
        "kk", "run", next_card="j1", phase="a", tiles=LINE, stations={"kk": ("I17",)}, trains={"kk": (face,)}
    )
    assert offered(game, Run) == [Run("kk", earned)]


@pytest.mark.clause("18CZ/XI.2g")
def test_the_train_limit_is_4_at_the_start() -> None:
    parts: dict[str, Any] = {"stations": {"kk": ("I17",)}, "tiles": WIEN}
    assert allowed(
        turn_of("kk", "trains", next_card="a4", trains={"kk": ("2",) * 3}, **parts),
        BuyTrain("kk", "bank", "a4", "2", 70),
    )
    game = turn_of("kk", "trains", next_card="a5", trains={"kk": ("2",) * 4}, **parts)
    refused(game, BuyTrain("kk", "bank", "a5", "2", 70), code="train-limit")
    assert RULES.phases["a"].tiles == ("yellow",)
    refused(turn_of("kk", tiles=LINE, stations={"kk": ("I17",)}), LayTile("kk", "G19", "207", 4), code="tile-color")


@pytest.mark.clause("18CZ/XI.2h")
def test_the_first_3_allows_companies_to_buy_trains_from_each_other_and_papers_from_players() -> None:
    parts: dict[str, Any] = {
        "stations": {"kk": ("I17",), "Ug": ("I23",)},
        "tiles": {**WIEN, **BUDAPEST},
        "privates": {"S4": "Ada"},
    }
    trains = {"kk": ("2",), "Ug": ("2", "2")}
    game = turn_of("kk", "trains", trains=trains, next_card="d1", phase="a", **parts)
    card = next(card for card, (owner, _) in game.position.trains.items() if owner == "Ug")
    refused(game, BuyTrain("kk", "Ug", card, "2", 10), clause="18CZ/XI.2h")
    refused(game, TakeOverPrivate("kk", "S4", 10), clause="18CZ/XI.2h")
    play_on(game, BuyTrain("kk", "bank", "d1", "3", 120))
    assert game.position.phase == "d"
    assert allowed(game, BuyTrain("kk", "Ug", card, "2", 10))
    assert allowed(game, TakeOverPrivate("kk", "S4", 10))
    assert RULES.train_limit(game.position, "kk") == 4
    assert RULES.phases["d"].tiles == ("yellow", "green"), "R62"


@pytest.mark.clause("18CZ/XI.2i")
def test_the_first_4_scraps_all_2_trains() -> None:
    parts: dict[str, Any] = {"stations": {"kk": ("I17",), "Ug": ("I23",)}, "tiles": {**WIEN, **BUDAPEST}}
    trains = {"kk": ("2", "3"), "Ug": ("2",), "pool": ("2",)}
    game = turn_of("kk", "trains", trains=trains, next_card="e1", phase="d", **parts)
    play_on(game, BuyTrain("kk", "bank", "e1", "4", 250))
    assert list(events(game, TypeScrapped)) == [TypeScrapped("2")]
    left = sorted((owner, face) for owner, face in game.position.trains.values() if owner != OUT)
    assert left == [("kk", "3"), ("kk", "4")]
    assert game.position.phase == "e"
    assert RULES.train_limit(game.position, "kk") == 4


@pytest.mark.clause("18CZ/XI.2j")
@pytest.mark.parametrize("how", ["bought", "exported"])
def test_the_first_4_4_closes_all_papers_and_lowers_the_limit_to_3(how: str) -> None:
    """The 3E is lost, the Westbahn's station leaves the map, a company's Local Railway closes too (R65)."""
    game = turn_of(
        "kk", "trains", phase="e", next_card="g1", tiles=WIEN, stations={"kk": ("I17",)}, trains={"kk": ("3",)},
        privates={"3E": "Ada", "MW": "Bo", "S4": "kk", "M4": "Cy"}, round={"kind": "operating", "set": 3, "number": 2},
    )  # fmt: skip
    assert game.position.stations["F22"] == (("MW", 0),)
    before = {player: cash(game, player) for player in game.position.players}
    play_on(game, BuyTrain("kk", "bank", "g1", "4+4", 400) if how == "bought" else Pass("kk"))
    assert set(game.position.privates.values()) == {OUT}
    assert not game.position.stations.get("F22")
    assert {player: cash(game, player) for player in game.position.players} == before, "closed without payment"
    assert game.position.phase == "g"
    assert RULES.train_limit(game.position, "kk") == 3
    assert RULES.phases["g"].tiles[-1] == "brown", "R62"


@pytest.mark.clause("18CZ/XI.2k")
def test_the_first_5_5_scraps_all_3_trains_and_lowers_the_limit_to_2() -> None:
    parts: dict[str, Any] = {"stations": {"kk": ("I17",), "Ug": ("I23",)}, "tiles": {**WIEN, **BUDAPEST}}
    trains = {"kk": ("3",), "Ug": ("4", "4", "4+4")}
    game = turn_of("kk", "trains", trains=trains, next_card="j1", phase="g", **parts)
    play_on(game, BuyTrain("kk", "bank", "j1", "5+5", 500))
    assert list(events(game, TypeScrapped)) == [TypeScrapped("3")]
    assert game.position.phase == "j"
    assert (game.actor, game.turn) == ("Ug", "Bo"), "Ug has a train too many"
    assert RULES.train_limit(game.position, "kk") == 2
    assert RULES.phases["j"].tiles[-1] == "gray", "R62"
    assert game.position.stack == ("j2",)


@pytest.mark.clause("18CZ/XI.2f")
def test_no_company_can_take_over_another() -> None:  # R69
    parts: dict[str, Any] = {
        "stations": {"kk": ("I17",), "Ug": ("I23",)},
        "tiles": {**WIEN, **BUDAPEST},
        "trains": {"kk": ("2",)},
    }
    game = turn_of("kk", "acquire", **parts)
    assert not offered(game, Acquire)
    refused(game, Acquire("kk", "Ug", 60), code="not-smaller")


# Red tiles


@pytest.mark.clause("18CZ/XI.2l")
def test_4_4_and_5_5_add_50_for_every_red_tile_whosever_home_it_is() -> None:  # R63
    parts: dict[str, Any] = {"tiles": LINE, "stations": {"kk": ("G19",)}, "next_card": "j1", "phase": "a"}
    through = ("I17.0", "H18", "G19.0", "G21.t0", "H22", "I23.0")
    for face in ("4+4", "5+5"):
        game = turn_of("kk", "run", trains={"kk": (face,)}, **parts)
        assert runs(game, "kk", through).total == 20 + 30 + 10 + 20 + 2 * 50
        assert runs(game, "kk", through[:3]).total == 20 + 30 + 50
        assert offered(game, Run) == [Run("kk", 180)]


@pytest.mark.clause("18CZ/XI.2l")
def test_2_3_and_4_trains_add_nothing_even_at_home() -> None:  # R63
    parts: dict[str, Any] = {"tiles": LINE, "stations": {"kk": ("I17",)}, "next_card": "g1", "phase": "a"}
    for face, earned in (("2", 50), ("3", 60), ("4", 80)):
        game = turn_of("kk", "run", trains={"kk": (face,)}, **parts)
        assert offered(game, Run) == [Run("kk", earned)]


@pytest.mark.clause("18CZ/XI.2l")
@pytest.mark.parametrize(("phase", "red"), [("a", 20), ("d", 30), ("e", 30), ("g", 40), ("j", 50)])
def test_red_tiles_follow_the_colours_of_the_phases(phase: str, red: int) -> None:  # R9, R62
    parts: dict[str, Any] = {"tiles": LINE, "stations": {"kk": ("I17",)}, "next_card": "j1", "phase": phase}
    game = turn_of("kk", "run", trains={"kk": ("4",)}, **parts)
    assert offered(game, Run) == [Run("kk", red + 30 + 10 + red)]
