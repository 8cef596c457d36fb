"""18Rhl, section 6: operating rounds."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, given, offered, play_on, price, refused
from tests.trackkit import way

from stellwerk import Illegal
from stellwerk.actions import BuyTrain, Dividend, LayTile, Pass, PlaceStation, Run, SellShares
from stellwerk.events import Paid, PriceMoved, RoundBegan, TileLaid
from stellwerk.game import Game

DUEREN = {"K4": "4@1"}
"""Aachen (K2) to Düren (K6) over one town: 20 + 10 + 20."""
BONN = {"K4": "4@1", "K8": "9@1", "K10": "5@1"}
"""Aachen over Düren to Bonn (K10): 20 + 10 + 20 + 20."""


def rhl(**parts: Any) -> Game:
    """A position of 18Rhl with Ada, Bo and Cy."""
    return given(title="18Rhl", **parts)


def adr(stage: str = "track", **parts: Any) -> Game:
    """Ada's ADR at Aachen with 500 in its treasury at a stage of its turn, phase 3 unless said."""
    position = {
        "companies": {"ADR": company(70, Ada=60)},
        "cash": {"ADR": 500},
        "phase": "3",
        "tiles": BONN,
        "stations": {"ADR": ("K2",)},
        "turn": {"company": "ADR", "stage": stage},
    }
    return rhl(**{**position, **parts})


def after_stock_round(**parts: Any) -> Game:
    """All players pass in the second stock round, so that an operating round begins."""
    game = rhl(**{"round": {"kind": "stock", "set": 2}, **parts})
    return play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))


def idle(game: Game) -> str:
    """A company without a train does nothing; who was it?"""
    name = game.actor
    play_on(game, Run(name, 0), Pass(name))
    return name


# 6.2 Sequence within an operating round


@pytest.mark.clause("18Rhl/6.2a")
def test_an_operating_round_starts_with_the_private_revenues() -> None:
    owners = {"No1": "Ada", "No2": "Bo", "No3": "Bo", "No4": "Cy", "No5": "Ada"}
    game = after_stock_round(companies={"ADR": company(70, Ada=60)}, privates=owners)
    paid = [(event.payee, event.amount) for event in events(game, Paid)]
    assert [entry for entry in paid if entry[1]] == [("Ada", 5), ("Bo", 15), ("Cy", 20), ("Ada", 25)]
    assert [game.position.cash[player] for player in ("Ada", "Bo", "Cy")] == [630, 615, 620]
    assert game.actor == "ADR"


@pytest.mark.clause("18Rhl/6.2a")
def test_every_operating_round_of_a_set_starts_with_the_private_revenues() -> None:
    game = after_stock_round(companies={"ADR": company(70, Ada=60)}, privates={"No4": "Cy"}, phase="3")
    idle(game)
    assert [event.name for event in events(game, RoundBegan)] == ["Operating round 2.1", "Operating round 2.2"]
    assert game.position.cash["Cy"] == 640
    idle(game)
    assert game.position.cash["Cy"] == 640, "a stock round pays nothing"


@pytest.mark.clause("18Rhl/6.2b")
def test_floated_corporations_operate_highest_share_price_first() -> None:
    game = after_stock_round(
        companies={
            "ADR": company(80, Ada=60),
            "CME": company(65, Bo=60),
            "BME": company(70, price=110, Cy=60),
            "GVE": company(100, Cy=20),
        },
        floated=("ADR", "CME", "BME"),
    )
    assert [idle(game) for _ in range(3)] == ["BME", "ADR", "CME"]
    assert game.position.round.kind == "stock"


@pytest.mark.clause("18Rhl/6.2b")
def test_a_forced_sale_changes_the_order_of_those_who_still_wait() -> None:  # R22
    game = adr(
        "run",
        companies={
            "ADR": company(70, price=100, Ada=60),
            "BME": {"par": 90, "holders": {"Bo": 40, "Ada": 20}, "cell": (1, 3)},
            "CME": {"par": 90, "holders": {"Cy": 60}, "cell": (0, 2)},
        },
        cash={"ADR": 100, "Ada": 0},
        operated=("ADR", "BME", "CME"),
        stations={"ADR": ("K2",), "BME": ("F13.1",), "CME": ("I10.2",)},
    )
    assert getattr(game.position.agenda[1], "queue", ()) == ("BME", "CME"), "90 further right comes first"
    play_on(game, Run("ADR", 0), BuyTrain("ADR", "bank", "3-1", "3", 200), SellShares("Ada", "BME", 20))
    assert price(game, "BME") == 80
    game.play(Pass("ADR"))
    assert [idle(game), idle(game)] == ["CME", "BME"]


@pytest.mark.clause("18Rhl/6.2c")
@pytest.mark.parametrize("names", [("BME", "ADR", "CME"), ("CME", "ADR", "BME"), ("ADR", "CME", "BME")])
def test_on_the_same_square_the_uppermost_marker_operates_first(names: tuple[str, ...]) -> None:
    game = after_stock_round(companies={name: company(75, Ada=60) for name in names})
    assert [idle(game) for _ in names] == list(names)


@pytest.mark.clause("18Rhl/6.2c", "18Rhl/12d")
def test_a_marker_that_moved_onto_a_square_operates_after_those_there() -> None:
    """ADR falls from 80 (row 2, column 3) to the 75 of BME and CME and lies underneath."""
    at = {name: {"par": 75, "holders": {"Ada": 60}, "cell": (2, 2)} for name in ("BME", "CME")}
    companies = {"ADR": {"par": 75, "holders": {"Ada": 60}, "cell": (2, 3)}, **at}
    game = after_stock_round(companies=companies, phase="3")
    assert [idle(game) for _ in companies] == ["ADR", "BME", "CME"]
    markers = game.position.markers
    assert markers["ADR"] == (2, 2, 0), "the others have moved on to 70"
    game = after_stock_round(companies=companies, phase="3")
    idle(game)
    assert game.position.markers["ADR"] == (2, 2, 2)
    assert {game.position.markers[name] for name in ("BME", "CME")} == {(2, 2, 0), (2, 2, 1)}


@pytest.mark.clause("18Rhl/6.2d")
def test_of_equal_prices_on_different_squares_the_one_furthest_right_operates_first() -> None:
    cells = {"ADR": (0, 0), "BME": (2, 2), "CME": (3, 3), "GVE": (1, 1)}
    companies = {name: {"par": 75, "holders": {"Ada": 50}, "cell": cell} for name, cell in cells.items()}
    game = after_stock_round(companies=companies)
    assert {price(game, name) for name in cells} == {75}
    assert [idle(game) for _ in cells] == ["CME", "BME", "GVE", "ADR"]


# 6.3 Sequence within a corporation's turn


TRACK = LayTile("ADR", "K6", "15", 1)
STATION = PlaceStation("ADR", "K6", 0)
TRAIN = BuyTrain("ADR", "bank", "3-1", "3", 200)
STAGES: list[tuple[str, Any]] = [
    ("track", TRACK),
    ("station", STATION),
    ("run", Run("ADR", 70)),
    ("dividend", Dividend("ADR", "pay")),
    ("trains", TRAIN),
    ("end", Pass("ADR")),
]


@pytest.mark.clause("18Rhl/6.3a")
@pytest.mark.parametrize("now", range(6))
def test_the_steps_of_a_turn_follow_in_order_and_never_go_back(now: int) -> None:
    """Track and station may be left out, so from them everything up to the run is open; nothing before is."""
    game = adr(STAGES[now][0], trains={"ADR": ("3",)})
    if now == 3:
        game = play_on(adr("run", trains={"ADR": ("3",)}), Run("ADR", 70))
    open_now = {0: {0, 1, 2}, 1: {1, 2}, 2: {2}, 3: {3}, 4: {4, 5}, 5: {5}}[now]
    for index, (_, action) in enumerate(STAGES):
        if action == TRAIN:
            action = BuyTrain("ADR", "bank", game.position.stack[0], "3", 200)
        if index in open_now:
            assert allowed(game, action), action
        else:
            refused(game, action, clause="18Rhl/6.3a")


@pytest.mark.clause("18Rhl/6.3a")
def test_a_whole_turn_leaves_each_step_behind() -> None:
    game = adr(trains={"ADR": ("3",)})
    play_on(game, TRACK, STATION)
    refused(game, LayTile("ADR", "J3", "1", 2), clause="18Rhl/6.3a")
    game.play(Run("ADR", 80))
    refused(game, PlaceStation("ADR", "K10", 0), clause="18Rhl/6.3a")
    game.play(Dividend("ADR", "pay"))
    refused(game, Dividend("ADR", "retain"), clause="18Rhl/6.3a")
    refused(game, Run("ADR", 80), clause="18Rhl/6.3a")
    assert {type(choice.action) for choice in game.legal()} == {BuyTrain, Pass}


@pytest.mark.clause("18Rhl/6.3b")
def test_one_yellow_tile_or_one_upgrade_of_a_tile_or_of_a_printed_hex() -> None:
    yellow, tile, printed = LayTile("ADR", "J3", "1", 2), LayTile("ADR", "K4", "141", 1), TRACK
    for first in (yellow, tile, printed):
        game = adr()
        assert all(allowed(game, action) for action in (yellow, tile, printed))
        game.play(first)
        assert [event.hex for event in events(game, TileLaid)] == [first.hex]
        for second in (yellow, tile, printed):
            if second != first:
                refused(game, second, clause="18Rhl/6.3b")
        assert offered(game, LayTile) == []


@pytest.mark.clause("18Rhl/6.3b", "18Rhl/6.3c")
def test_track_and_station_may_be_left_out() -> None:
    game = adr(trains={"ADR": ("3",)})
    game.play(Run("ADR", 70))
    assert list(events(game, TileLaid)) == []
    assert game.position.stations == {"K2": (("ADR", 0),)}


@pytest.mark.clause("18Rhl/6.3c")
def test_one_station_marker_is_bought_and_placed() -> None:
    game = adr("station")
    game.play(STATION)
    assert game.position.stations["K6"] == (("ADR", 0),)
    assert (game.position.cash["ADR"], game.position.unplaced["ADR"]) == (440, 1)
    refused(game, PlaceStation("ADR", "K10", 0), clause="18Rhl/6.3a")


@pytest.mark.clause("18Rhl/6.3d")
def test_a_corporation_with_a_train_and_a_route_must_run() -> None:
    game = adr("run", trains={"ADR": ("3",)})
    refused(game, Run("ADR", 0), code="not-the-maximum")
    refused(game, Run("ADR", 0, ((),)), code="route-too-many")
    refused(game, Pass("ADR"), clause="18Rhl/6.3a")
    refused(game, Dividend("ADR", "retain"), clause="18Rhl/6.3a")
    assert allowed(game, Run("ADR", 70))


@pytest.mark.clause("18Rhl/6.3d")
def test_the_director_need_not_find_the_best_route() -> None:  # R65
    game = adr("run", trains={"ADR": ("3",)})
    short = tuple(way(game, "K2.0", "K4.t0", "K6.0"))
    with pytest.raises(Illegal) as caught:
        game.play(Run("ADR", 70, (short,)))
    assert caught.value.code == "not-the-sum"
    game.play(Run("ADR", 50, (short,)))
    game.play(Dividend("ADR", "retain"))
    assert game.position.cash["ADR"] == 550


@pytest.mark.clause("18Rhl/6.3d")
def test_one_of_two_trains_is_enough() -> None:  # R65
    game = adr("run", trains={"ADR": ("3", "2")}, tiles=DUEREN)
    route = tuple(way(game, "K2.0", "K4.t0", "K6.0"))
    refused(game, Run("ADR", 0, ((), ())), code="route-too-many")
    assert allowed(game, Run("ADR", 50, ((), route)))


@pytest.mark.clause("18Rhl/6.3d")
@pytest.mark.parametrize("parts", [{"tiles": {}, "trains": {"ADR": ("3",)}}, {"trains": {}}])
def test_without_a_route_or_without_a_train_nothing_is_run(parts: dict[str, Any]) -> None:
    game = adr("run", **parts)
    refused(game, Run("ADR", 70), code="not-the-maximum")
    game.play(Run("ADR", 0))
    assert price(game, "ADR") == 65


@pytest.mark.clause("18Rhl/6.3e")
@pytest.mark.parametrize(("kind", "after"), [("pay", [75]), ("retain", [65])])
def test_the_share_price_moves_at_once_without_being_asked_for(kind: str, after: list[int]) -> None:
    game = adr("run", trains={"ADR": ("3",)})
    play_on(game, Run("ADR", 70), Dividend("ADR", kind))
    assert [event.price for event in events(game, PriceMoved)] == after
    assert {type(choice.action) for choice in game.legal()} == {BuyTrain, Pass}


@pytest.mark.clause("18Rhl/6.3f")
def test_whoever_has_a_route_must_own_a_train_at_the_end_of_the_turn() -> None:
    game = adr("trains")
    refused(game, Pass("ADR"), code="must-own-train")
    play_on(game, TRAIN, Pass("ADR"))


@pytest.mark.clause("18Rhl/6.3f")
def test_whoever_has_no_route_needs_no_train() -> None:  # R57
    game = adr("trains", tiles={})
    assert allowed(game, Pass("ADR"))
    kkk: dict[str, Any] = {
        "companies": {"KKK": company(70, Ada=60)},
        "turn": {"company": "KKK", "stage": "trains"},
        "tiles": {},
    }
    game = adr(**kkk, stations={"KKK": ("D7",)}, cash={"KKK": 500})
    game.play(Pass("KKK"))
    assert game.position.round.number == 2


@pytest.mark.clause("18Rhl/6.3g")
def test_the_round_ends_when_all_have_operated_and_the_next_of_the_set_or_a_stock_round_follows() -> None:
    game = after_stock_round(companies={"ADR": company(80, Ada=60), "CME": company(65, Bo=60)}, phase="3")
    rounds = []
    for _ in range(4):
        rounds.append((game.position.round.kind, game.position.round.set, game.position.round.number))
        idle(game)
    assert rounds == [("operating", 2, 1)] * 2 + [("operating", 2, 2)] * 2
    assert (game.position.round.kind, game.position.round.set) == ("stock", 3)
