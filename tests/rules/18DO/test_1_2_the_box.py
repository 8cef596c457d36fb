"""18DO, chapters 1 and 2: the games, what is in the box."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.dokit import EAST, EAST_LINE, HOMES, RAILWAYS, cash, do, earns, fresh, stock, turn_of
from tests.kit import allowed, company, director, offered, refused

import stellwerk
from stellwerk.actions import BuyShare, BuyTrain, LayTile, Pass, PlaceStation, Run, StartCompany
from stellwerk.figures import HexFigure
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.steps.links import BuildLink
from stellwerk.titles import rules_of
from stellwerk.titles.t18do.breweries import AssignMarker

RULES = rules_of("18DO")
INTRO = rules_of("18DO", "introduction")
BOARD = RULES.board


def hexes(flag: str) -> list[HexFigure]:
    """The hexes with a flag, an icon or a colour."""
    return [hex for hex in BOARD.hexes.values() if flag in (*hex.flags, *hex.icons, hex.color)]


@pytest.mark.clause("18DO/1a")
def test_the_two_games_are_for_three_to_five() -> None:
    assert {"railway", "introduction"} <= set(RULES.variants)
    assert list(RULES.figures.player_counts()) == list(INTRO.figures.player_counts()) == [3, 4, 5]
    for variant in ("railway", "introduction"):
        assert stellwerk.new_game("18DO", ["Ada", "Bo", "Cy", "Di", "Ed"], 1, variant).legal()


@pytest.mark.clause("18DO/1b")
def test_the_introduction_game_has_none_of_the_money_of_the_railway_game() -> None:
    """Given the same board, tiles and corporations, it has no bank, no chart and no breweries in play."""
    assert INTRO.board.hexes == BOARD.hexes and INTRO.figures.tiles == RULES.figures.tiles
    game = stellwerk.new_game("18DO", ["Ada", "Bo", "Cy"], 1, "introduction")
    assert not game.position.cash and set(game.position.privates.values()) == {"out"}
    assert not any(INTRO.starting_prices(game.position, name) for name in RAILWAYS)


@pytest.mark.clause("18DO/1d")
def test_the_director_alone_decides() -> None:
    """Given Ada's KWE, Ada decides; Bo with 40% and Cy have no say."""
    game = turn_of("KWE", "trains", companies={"KWE": company(65, Ada=60, Bo=40)})
    assert director(game, "KWE") == "Ada" and game.turn == "Ada"
    refused(game, Pass("Bo"), clause="18DO/1d")


@pytest.mark.clause("18DO/2.1.1a")
def test_the_hexes() -> None:
    assert len(BOARD.hexes) == 77
    coal, steel = hexes("coal"), hexes("steel")
    assert len(coal) == 10 and all(hex.label == "K" and hex.color == "white" for hex in coal)
    assert len(steel) == 5 and all(hex.color == "yellow" for hex in steel)
    assert len({hex.frame for hex in steel}) == 5 and None not in {hex.frame for hex in steel}
    assert BOARD.hexes["C9"].color == "yellow" and BOARD.hexes["C9"].label == "Hafen"
    assert [hex.at for hex in hexes("dortmund_city")] == ["E13"]
    assert {hex.at for hex in hexes("freight_yard")} == {"C13", "E17", "G11"}
    assert {hex.at for hex in hexes("red")} == {"A3", "B2", "E21", "H2", "I3", "I11", "I21"}


@pytest.mark.clause("18DO/2.1.1b")
def test_no_tile_lies_on_grey_or_red() -> None:
    closed = [hex.at for hex in (*hexes("gray"), *hexes("red"))]
    assert all(not BOARD.fitting({}, name) for name in closed)
    game = turn_of("KWE", tiles=EAST)
    for name in ("E17", "E13", "E21"):
        refused(game, LayTile("KWE", name, "9", 1), clause="18DO/2.1.1b")


@pytest.mark.clause("18DO/2.1.2a")
def test_a_space_of_the_chart_is_the_value_of_a_tenth() -> None:
    """Given the KWE at 65, 10% costs 65."""
    game = stock(companies={"KWE": company(65, Ada=60)})
    before = cash(game, "Ada")
    game.play(BuyShare("Ada", "KWE", 10))
    assert cash(game, "Ada") == before - 65


@pytest.mark.clause("18DO/2.1.2b")
def test_what_is_sold_lies_in_the_pool_and_can_be_bought() -> None:
    game = stock(companies={"KWE": company(65, Ada=50, pool=20)})
    assert allowed(game, BuyShare("Ada", "KWE", 10, POOL))


@pytest.mark.clause("18DO/2.1.2c")
def test_the_trains_of_both_games() -> None:
    counts = {v: Counter(r.cards.letter(card) for card in r.cards.stack()) for v, r in (("b", RULES), ("i", INTRO))}
    assert counts["b"] == {"2": 7, "3": 5, "4": 3, "5": 2, "6": 3, "8": 6}
    assert counts["i"] == {"2": 3, "3": 2, "4": 2, "5": 1, "6": 1, "8": 3}


@pytest.mark.clause("18DO/2.2.3a")
def test_the_last_revenue_is_shown() -> None:
    game = turn_of("KWE", "run", tiles=EAST, trains={"KWE": ("3",)})
    game.play(Run("KWE", 70))
    assert game.position.revenues["KWE"] == 70


@pytest.mark.clause("18DO/2.3a", "18DO/4.7a")
def test_what_a_corporation_and_a_player_have_is_open() -> None:
    """Given a seat, its view of a game hides nothing but the seed."""
    game = turn_of("KWE", trains={"KWE": ("3",)})
    seen = game.position.seen_by("Bo")
    assert (seen.cash, seen.trains, seen.certificates) == (
        game.position.cash,
        game.position.trains,
        game.position.certificates,
    )


@pytest.mark.clause("18DO/2.3a")
def test_the_charter_follows_the_directorship() -> None:
    """Given Ada's KWE, when Bo holds more than she, trains, money and turn are his to decide about."""
    parts = {"companies": {"KWE": company(65, Ada=20, Bo=20, Cy=10)}, "round": {"kind": "stock", "set": 2}}
    game = do(phase="3", stations={"KWE": ("E21",)}, trains={"KWE": ("2",)}, turn={"player": "Bo"}, **parts)
    game.play(BuyShare("Bo", "KWE", 10))
    assert director(game, "KWE") == "Bo" and game.position.trains["2-7"] == ("KWE", "2")


@pytest.mark.clause("18DO/2.4.2a")
def test_the_breweries_and_their_markers() -> None:
    assert list(RULES.privates) == ["PB1", "PB2", "PB3", "PB4", "PB5"]
    game = fresh(players=("Ada", "Bo", "Cy", "Di", "Ed"))
    assert game.position.state.counted_things(RULES, game.position)["a beer cube"]["PB1"] == 2
    game.play(StartCompany(game.turn, "KWE", 50))
    found = set()
    for _ in game.position.players:
        found |= {action.private for action in offered(game, AssignMarker)}
        game.play(Pass(game.turn))
    assert found == {"PB2", "PB3", "PB4", "PB5"}


@pytest.mark.clause("18DO/2.4.3a")
def test_ten_shares_in_certificates_of_one_or_more() -> None:
    assert all(sum(figure.shares) == 100 for figure in RULES.companies.values())
    sizes = {name: sorted(RULES.companies[name].shares, reverse=True)[:2] for name in RAILWAYS}
    assert sizes["DHB"] == [20, 20] and sizes["DGEE"] == [30, 10] and sizes["CME"] == [20, 10]
    assert sum(len(figure.shares) for figure in RULES.companies.values()) == 60


@pytest.mark.clause("18DO/2.4.3b")
def test_certificates_come_from_charter_or_pool_only() -> None:
    game = stock(companies={"KWE": company(65, Ada=20, Bo=30)})
    assert {action.source for action in offered(game, BuyShare)} <= {OFFERING, POOL}
    refused(game, BuyShare("Ada", "KWE", 10, "Bo"), clause="18DO/4.4b")


@pytest.mark.clause("18DO/2.4.4a")
def test_trains_come_in_ascending_order() -> None:
    """Given one 2-train left, only it is for sale; a 3-train is not."""
    game = turn_of("KWE", "trains", phase="2", next_card="2-7")
    assert {action.card for action in offered(game, BuyTrain) if action.source == BANK} == {"2-7"}
    refused(game, BuyTrain("KWE", BANK, "3-1", "3", 180), clause="18DO/4.5.7.1a")


@pytest.mark.clause("18DO/2.5a")
def test_the_colours_follow_one_another() -> None:
    """Given E19 with a yellow tile in the grey phase, green may follow and brown may not."""
    game = turn_of("KWE", phase="8", tiles={"E19": "9@1"})
    colors = {BOARD.tiles[action.tile].color for action in offered(game, LayTile) if action.hex == "E19"}
    assert colors == {"green"}
    refused(game, LayTile("KWE", "E19", "47", 1), clause="18DO/4.5.2d")


@pytest.mark.clause("18DO/2.6a", "18DO/4.3.2c")
def test_the_tokens_and_the_homes() -> None:
    tokens = {name: len(RULES.companies[name].token_costs) for name in RAILWAYS}
    assert tokens == {"BME": 6, "CME": 6, "RhE": 6, "KWE": 4, "DGEE": 3, "DHB": 3, "HHW": 3}
    assert {name: RULES.companies[name].home[0].hex for name in RAILWAYS} == HOMES
    assert BOARD.areas["A3"] == ("A3", "B2") and BOARD.areas["H2"] == ("H2", "I3")
    spent = turn_of("DGEE", "station", stations={"DGEE": ("A19", "E13", "C17")}, tiles=EAST)
    assert not offered(spent, PlaceStation)


@pytest.mark.clause("18DO/2.6b")
def test_links_are_worth_10_20_and_30() -> None:
    """Given a mill the KWE reaches in the grey phase, its link goes 10, 20, 30, and no further."""
    values = []
    for before in (None, 10, 20):
        extra = {"links": {"H20": before}} if before else {}
        game = turn_of("HHW", "link", phase="8", extra=extra)
        game.play(BuildLink("HHW", "H20"))
        values.append(game.position.as_json()["extra"]["links"]["H20"])
    assert values == [10, 20, 30]
    refused(turn_of("HHW", "link", phase="8", extra={"links": {"H20": 30}}), BuildLink("HHW", "H20"))


@pytest.mark.clause("18DO/2.8a")
def test_the_bank_has_9000_with_the_starting_capital() -> None:
    game = fresh()
    assert RULES.figures.bank == 9_000 and sum(game.position.cash.values()) == 9_000


def test_the_words_of_the_kit_are_true() -> None:
    """The lines other tests use join the places they name."""
    game = turn_of("KWE", "run", tiles=EAST, trains={"KWE": ("3",)})
    assert earns(game, "KWE", EAST_LINE) == 20 + 20 + 30
