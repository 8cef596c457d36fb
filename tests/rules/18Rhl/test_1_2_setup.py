"""18Rhl, chapters 1 and 2: players, components, seats, the extra mine and mill, capital, what lies where."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.kit import allowed, company, company_of, events, given, offered, refused
from tests.trackkit import earns

import stellwerk
from stellwerk import BadInput
from stellwerk.actions import Answer, BuyShare, BuyTrain, Dividend, Draw, LayTile, Pass, Run, SellShares
from stellwerk.events import GameEnded
from stellwerk.game import Game
from stellwerk.titles import rules_of
from stellwerk.titles.t18rhl.state import RhlState

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gil")
RULES = rules_of("18Rhl")


def rhl(**parts: Any) -> Game:
    return given(title="18Rhl", **parts)


def new(players: int, seed: int = 0, **parts: Any) -> Game:
    return stellwerk.new_game("18Rhl", NAMES[:players], seed=seed, **parts)


# 1. General


@pytest.mark.clause("18Rhl/1a")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_may_play(players: int) -> None:
    assert new(players).position.players == NAMES[:players]


@pytest.mark.clause("18Rhl/1a")
@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_nobody_plays_with_fewer_or_more(players: int) -> None:
    with pytest.raises(BadInput):
        new(players)


@pytest.mark.clause("18Rhl/1b", "18Rhl/2.3")
@pytest.mark.parametrize(("players", "each"), [(3, 600), (4, 450), (5, 360), (6, 300)])
def test_the_capital_comes_out_of_9000_marks(players: int, each: int) -> None:  # R18
    cash = new(players).position.cash
    assert [cash[name] for name in NAMES[:players]] == [each] * players
    assert cash["bank"] == 9000 - 1800
    assert sum(cash.values()) == 9000


@pytest.mark.clause("18Rhl/1c")
def test_the_box_holds_120_tiles_24_station_markers_and_28_trains() -> None:  # R54
    board = RULES.board
    tiles: Counter[str] = Counter()
    for tile, count in board.counts.items():
        tiles[board.tiles[tile].color] += count or 0
    assert tiles == {"yellow": 45, "green": 45, "brown": 26, "gray": 3, "orange": 1}
    assert [tile for tile in board.counts if board.tiles[tile].color == "orange"] == ["935"]
    assert sum(new(3).position.unplaced.values()) == 24
    trains = {figure.letter: figure.count for figure in rules_of("18Rhl", "optional-2-train").figures.trains}
    assert trains == {"2": 7, "3": 5, "4": 3, "5": 3, "6": 6, "8": 4}
    assert sum(count or 0 for count in trains.values()) == 28
    prices = [figure.faces[0].price for figure in RULES.figures.trains]
    assert prices == [100, 200, 300, 500, 600, 800]


@pytest.mark.clause("18Rhl/1c")
def test_a_tile_that_lies_on_the_map_is_not_in_the_box() -> None:
    """There is one tile 57; K10 (Bonn) would take it."""
    parts = {
        "companies": {"RhE": company(70, Ada=50)},
        "stations": {"RhE": ("I10.0",)},
        "turn": {"company": "RhE"},
    }
    lay = LayTile("RhE", "K10", "57", 2)
    track = {"J9": "8@3"}  # from Köln to Bonn
    assert allowed(rhl(tiles=track, **parts), lay)
    refused(rhl(tiles={**track, "B9": "57@1"}, **parts), lay, clause="18Rhl/1c")


@pytest.mark.clause("18Rhl/1d", "18Rhl/1e")
@pytest.mark.parametrize("name", RULES.companies)
def test_certificates_of_every_corporation_add_up_to_100_percent(name: str) -> None:  # R1
    percents = [card.percent for card in RULES.register.of[name]]
    assert percents == ([20, 20, 20, 10, 10, 10, 10] if name == "KKK" else [20] + [10] * 8)
    assert [card.director for card in RULES.register.of[name]] == [True] + [False] * (len(percents) - 1)
    assert sum(percents) == 100


@pytest.mark.clause("18Rhl/1f")
@pytest.mark.parametrize(("holders", "director"), [({"Ada": 40, "Bo": 30}, "Ada"), ({"Ada": 20, "Bo": 60}, "Bo")])
def test_the_director_alone_decides_for_a_corporation(holders: dict[str, int], director: str) -> None:
    parts = {
        "phase": "3",
        "companies": {"DEE": company_of(holders, par=70), "BME": company(70, Cy=50)},
        "stations": {"DEE": ("F9.1",), "BME": ("F13.1",)},
        "trains": {"DEE": ("2",)},
        "cash": {"DEE": 1000, "BME": 1000},
    }
    for stage in ("track", "station", "run", "trains"):
        assert rhl(turn={"company": "DEE", "stage": stage}, **parts).turn == director
    assert rhl(turn={"company": "DEE", "stage": "dividend", "revenue": 50}, **parts).turn == director
    game = rhl(turn={"company": "BME", "stage": "trains"}, **parts)
    game.play(BuyTrain("BME", "DEE", next(iter(game.position.trains)), "2", 5))  # even a sale of its train
    assert game.turn == director
    assert [choice.action for choice in game.legal()] == [Answer(director, True), Answer(director, False)]


@pytest.mark.clause("18Rhl/1g")
@pytest.mark.parametrize(("bo", "winners"), [(199, ("Ada",)), (200, ("Ada", "Bo")), (201, ("Bo",))])
def test_cash_and_shares_at_market_price_decide_who_wins(bo: int, winners: tuple[str, ...]) -> None:  # R69
    game = rhl(
        companies={"DEE": company(70, price=100, Ada=30, Bo=20)},
        floated=("DEE",),
        stations={"DEE": ("F9.1",)},
        trains={"DEE": ("2",)},
        cash={"Ada": 100, "Bo": bo, "Cy": 399, "DEE": 5000},
        privates={"No3": "Cy"},
        extra={"broken": True},
        turn={"company": "DEE", "stage": "trains"},
    )
    game.play(Pass("DEE"))
    assert game.position.result == {"Ada": 400, "Bo": 200 + bo, "Cy": 399}  # privates and treasuries count nothing
    assert [end.winners for end in events(game, GameEnded)] == [winners]


# 2.1 Starting order


@pytest.mark.clause("18Rhl/2.1a")
def test_the_seats_are_drawn_and_the_first_one_has_the_priority_deal() -> None:
    orders = Counter(new(3, seed).position.order for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60
    for seed in range(10):
        game = new(3, seed)
        assert game.turn == game.position.order[0]


@pytest.mark.clause("18Rhl/2.1a")
def test_a_drawn_order_names_every_player_once() -> None:
    game = new(3, draws=False)
    assert game.turn == "chance"
    refused(game, Draw("seating", ("Ada", "Ada", "Bo")), clause="18Rhl/2.1a")
    refused(game, Draw("seating", ("Ada", "Bo")), clause="18Rhl/2.1a")
    game.play(Draw("seating", ("Cy", "Ada", "Bo")))
    assert game.position.order == ("Cy", "Ada", "Bo")


@pytest.mark.clause("18Rhl/2.1b")
def test_nobody_owns_the_dealt_certificates_and_they_lie_in_the_order_of_their_price() -> None:
    game = new(6)
    assert set(game.position.privates.values()) == {"offering"}
    assert [figure.price for figure in RULES.figures.privates] == [20, 30, 50, 80, 120, 140]
    assert set(game.position.certificates.values()) == {"offering", "No5"}  # the RhE director's too


# 2.2 Coal mine and steel mill

PLACES = {
    1: ("J3", "E6"), 2: ("K4", "D9"), 3: ("D9", "E6"), 4: ("D9", "D13"), 5: ("C12", "E6"),
    6: ("C12", "D9"), 7: ("J3", "D13"), 8: ("D11", "E6"), 9: ("D11", "D9"),
}  # fmt: skip


@pytest.mark.clause("18Rhl/2.2a")
@pytest.mark.parametrize("share", PLACES)
def test_the_adr_share_drawn_tells_where_mine_and_mill_lie(share: int) -> None:
    game = new(3, draws=False)
    game.play(Draw("seating", NAMES[:3]))
    game.play(Draw("mines", (str(share),)))
    assert RhlState.of(game.position).mines == PLACES[share]
    assert {game.position.certificates[card.id] for card in RULES.register.of["ADR"]} == {"offering"}  # put back


@pytest.mark.clause("18Rhl/2.2a")
def test_each_of_the_nine_shares_is_drawn_as_often_and_no_other() -> None:
    drawn = Counter(RhlState.of(new(3, seed).position).mines for seed in range(900))
    assert set(drawn) == set(PLACES.values())
    assert min(drawn.values()) > 60
    game = new(3, draws=False)
    game.play(Draw("seating", NAMES[:3]))
    for wrong in ("0", "10", "ADR"):
        refused(game, Draw("mines", (wrong,)), clause="18Rhl/2.2a")


def cce_run(mines: int, tiles: dict[str, str]) -> Game:
    """CCE with a 3-train and stations in Köln and Krefeld."""
    return rhl(
        phase="3",
        companies={"CCE": company(70, Ada=50)},
        stations={"CCE": ("I10.1", "E6")},
        trains={"CCE": ("3",)},
        tiles=tiles,
        extra={"mines": mines},
        turn={"company": "CCE", "stage": "run"},
    )


@pytest.mark.clause("18Rhl/2.2b")
@pytest.mark.parametrize(("krefeld", "worth"), [("202@4", 30), ("934@0", 40)])
@pytest.mark.parametrize(("duisburg", "bank"), [(None, 20), ("925@0", 40)])
def test_the_markers_survive_tiles_and_upgrades_on_their_hex(
    krefeld: str, worth: int, duisburg: str | None, bank: int
) -> None:
    """From Duisburg along the town in E8 to Krefeld: 20 more when mine and mill lie on these two hexes."""
    tiles = {"E8": "56@0", "E6": krefeld, **({"D9": duisburg} if duisburg else {})}
    route = ("D9.0", "E8.t1", "E6.0")
    assert earns(cce_run(3, tiles), "CCE", route) == bank + 10 + worth + 20  # coal D9, steel E6
    assert earns(cce_run(1, tiles), "CCE", route) == bank + 10 + worth  # coal J3, steel E6


@pytest.mark.clause("18Rhl/2.2b")
def test_a_tile_laid_on_their_hex_moves_no_marker() -> None:
    game = rhl(
        phase="3",
        companies={"CCE": company(70, Ada=50)},
        stations={"CCE": ("I10.1", "E6")},
        tiles={"E6": "202@4"},
        extra={"mines": 3},
        turn={"company": "CCE"},
    )
    game.play(LayTile("CCE", "E6", "934", 0))
    assert RhlState.of(game.position).mines == ("D9", "E6")


# 2.4 Miscellaneous


@pytest.mark.clause("18Rhl/2.4a")
def test_one_gve_share_lies_with_no_5_and_all_others_in_the_offering() -> None:
    position = new(3).position
    apart = [card for card in RULES.register.all() if position.certificates[card.id] != "offering"]
    assert [(card.company, card.percent, card.director) for card in apart] == [("GVE", 10, False)]
    assert position.certificates[apart[0].id] == "No5"


@pytest.mark.clause("18Rhl/2.4b")
def test_the_pool_starts_empty_and_keeps_old_shares_apart_from_new_ones() -> None:
    position = new(3).position
    assert "pool" not in position.certificates.values()
    game = rhl(
        round={"kind": "stock", "set": 2},
        companies={"BME": company(70, Ada=50)},
        operated=("BME",),
    )
    refused(game, BuyShare("Ada", "BME", 10, "pool"), code="no-certificate")
    game.play(SellShares("Ada", "BME", 20))
    assert RULES.register.percent(game.position, "BME", "pool") == 20
    assert RULES.register.percent(game.position, "BME", "offering") == 50
    game.play(Pass("Ada"))
    game.play(BuyShare("Bo", "BME", 10, "pool"))
    game.play(BuyShare("Cy", "BME", 10, "offering"))
    assert RULES.register.percent(game.position, "BME", "pool") == 10
    assert RULES.register.percent(game.position, "BME", "offering") == 40


@pytest.mark.clause("18Rhl/2.4c")
def test_at_the_start_only_2_trains_are_on_sale() -> None:
    game = rhl(
        companies={"BME": company(70, Ada=50)},
        stations={"BME": ("F13.1",)},
        cash={"BME": 3000},
        turn={"company": "BME", "stage": "trains"},
    )
    assert offered(game, BuyTrain) == [BuyTrain("BME", "bank", "2-1", "2", 100)]
    for card, price in (("3-1", 200), ("4-1", 300), ("5-1", 500), ("6-1", 600), ("8-1", 800)):
        refused(game, BuyTrain("BME", "bank", card, card[0], price), clause="18Rhl/13.1e")


@pytest.mark.clause("18Rhl/2.4d")
def test_treasuries_and_purses_are_kept_apart() -> None:
    """F11 costs 60 (mountain); the treasury pays it, not Ada, not her other corporation."""
    parts = {
        "companies": {"DEE": company(70, Ada=50), "BME": company(70, Ada=50)},
        "stations": {"DEE": ("F9.1",)},
        "turn": {"company": "DEE"},
    }
    lay = LayTile("DEE", "F11", "9", 1)
    refused(rhl(cash={"Ada": 900, "DEE": 59, "BME": 900}, **parts), lay, clause="18Rhl/7.1i")
    game = rhl(cash={"Ada": 900, "DEE": 60, "BME": 900}, **parts)
    game.play(lay)
    assert [game.position.cash[who] for who in ("Ada", "DEE", "BME")] == [900, 0, 900]
    assert game.position.unplaced["DEE"] == 1
    share = BuyShare("Ada", "BME", 10)
    stock = {"round": {"kind": "stock", "set": 2}, "companies": {"BME": company(70, Ada=50)}}
    refused(rhl(cash={"Ada": 69, "BME": 900}, **stock), share, clause="18Rhl/16.2c")
    assert allowed(rhl(cash={"Ada": 70}, **stock), share)


@pytest.mark.clause("18Rhl/2.4d")
def test_income_that_is_withheld_goes_to_the_charter_and_not_to_the_director() -> None:
    game = rhl(
        companies={"DEE": company(70, Ada=50)},
        stations={"DEE": ("F9.1",)},
        trains={"DEE": ("2",)},
        cash={"Ada": 100},
        turn={"company": "DEE", "stage": "dividend", "revenue": 50},
    )
    game.play(Dividend("DEE", "retain"))
    assert game.position.cash["DEE"] == 50
    assert game.position.cash["Ada"] == 100
    assert Run("DEE", 0) not in game.legal()
