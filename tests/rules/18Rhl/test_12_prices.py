"""18Rhl, section 12: share prices in the operating round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import company, events, given, play_on, price

from stellwerk.actions import Dividend, Run
from stellwerk.events import PriceMoved
from stellwerk.game import Game

CHART = [
    [75, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200, 220, 240, 265, 290, 320, 350],
    [70, 75, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200, 220, 240],
    [65, 70, 75, 80, 90, 100, 110, 120, 135, 150, 165],
    [60, 65, 70, 75, 80, 90, 100],
    [55, 60, 65, 70],
    [50, 55, 60],
]


def decides(kind: str, cell: tuple[int, int], revenue: int, **parts: Any) -> Game:
    """The ADR, its marker on a cell, pays or keeps a revenue."""
    position = {
        "companies": {"ADR": {"par": 70, "holders": {"Ada": 60, "pool": 10}, "cell": cell}},
        "phase": "3",
        "stations": {"ADR": ("K2",)},
        "turn": {"company": "ADR", "stage": "dividend", "revenue": revenue},
    }
    return play_on(given(title="18Rhl", **{**position, **parts}), Dividend("ADR", kind))


def cell(game: Game, name: str = "ADR") -> tuple[int, int]:
    """Where a marker stands."""
    return game.position.markers[name][:2]


@pytest.mark.clause("18Rhl/12a")
def test_a_dividend_of_the_share_price_or_more_moves_the_marker_one_to_the_right() -> None:
    for revenue in (80, 90, 800):
        game = decides("pay", (1, 2), revenue)
        assert (cell(game), price(game, "ADR")) == ((1, 3), 90)


@pytest.mark.clause("18Rhl/12a", "18Rhl/12b")
def test_the_whole_dividend_is_compared_with_the_price_of_one_share() -> None:  # R27
    """80 in all is 8 a share; what stays in the Bank for Pool shares counts as well."""
    assert cell(decides("pay", (1, 2), 80)) == (1, 3)
    assert cell(decides("pay", (1, 2), 70)) == (1, 2)


@pytest.mark.clause("18Rhl/12a")
@pytest.mark.parametrize("row", range(6))
def test_every_square_leads_to_the_next_one_on_its_right_or_at_the_end_of_its_row_up(row: int) -> None:
    for column in range(len(CHART[row])):
        after = (row, column + 1) if column + 1 < len(CHART[row]) else (max(row - 1, 0), column)
        game = decides("pay", (row, column), 400)
        assert (cell(game), price(game, "ADR")) == (after, CHART[after[0]][after[1]])


@pytest.mark.clause("18Rhl/12a")
def test_at_the_right_end_of_a_row_the_marker_moves_up_and_stays_on_the_last_square() -> None:
    assert cell(decides("pay", (1, 13), 240)) == (0, 13)  # 240 to 265
    assert cell(decides("pay", (5, 2), 60)) == (4, 2)  # 60 to 65
    last = decides("pay", (0, 16), 350)
    assert (cell(last), list(events(last, PriceMoved))) == ((0, 16), [])


@pytest.mark.clause("18Rhl/12b")
@pytest.mark.parametrize("revenue", [10, 40, 70])
def test_a_smaller_dividend_leaves_the_marker_where_it_is(revenue: int) -> None:
    game = decides("pay", (1, 2), revenue)
    assert (cell(game), list(events(game, PriceMoved))) == ((1, 2), [])
    at_the_end = decides("pay", (3, 6), 90)
    assert cell(at_the_end) == (3, 6)


@pytest.mark.clause("18Rhl/12c")
@pytest.mark.parametrize("row", range(6))
def test_without_a_dividend_the_marker_moves_left_or_from_the_first_column_down(row: int) -> None:
    for column in range(len(CHART[row])):
        after = (row, column - 1) if column else (min(row + 1, 5), 0)
        game = decides("retain", (row, column), 400)
        assert (cell(game), price(game, "ADR")) == (after, CHART[after[0]][after[1]])


@pytest.mark.clause("18Rhl/12c")
def test_the_lowest_left_square_is_the_bottom() -> None:
    game = decides("retain", (5, 0), 100)
    assert (cell(game), price(game, "ADR"), list(events(game, PriceMoved))) == ((5, 0), 50, [])


@pytest.mark.clause("18Rhl/12c")
@pytest.mark.parametrize("trains", [{}, {"ADR": ("2",)}])
def test_no_income_and_no_train_are_no_dividend(trains: dict[str, tuple[str, ...]]) -> None:
    game = given(
        title="18Rhl",
        companies={"ADR": company(70, Ada=60)},
        phase="3",
        stations={"ADR": ("K2",)},
        trains=trains,
        turn={"company": "ADR", "stage": "run"},
    )
    game.play(Run("ADR", 0))
    assert [(event.before, event.price) for event in events(game, PriceMoved)] == [(70, 65)]


@pytest.mark.clause("18Rhl/12c")
def test_the_kkk_without_a_route_falls_too() -> None:  # R57
    game = given(
        title="18Rhl",
        companies={"KKK": company(70, Ada=60)},
        phase="3",
        turn={"company": "KKK", "first": True},
    )
    game.play(Run("KKK", 0))
    assert price(game, "KKK") == 65


@pytest.mark.clause("18Rhl/12d")
@pytest.mark.parametrize(("kind", "target"), [("pay", (1, 3)), ("retain", (1, 1))])
def test_a_marker_goes_underneath_those_on_its_new_square(kind: str, target: tuple[int, int]) -> None:
    def at(place: tuple[int, int], player: str) -> dict[str, Any]:
        return {"par": 70, "holders": {player: 60}, "cell": place}

    companies = {"ADR": at((1, 2), "Ada"), "BME": at(target, "Bo"), "CME": at(target, "Cy"), "DEE": at((1, 2), "Bo")}
    game = decides(kind, (1, 2), 90, companies=companies)
    markers = game.position.markers
    assert [markers[name] for name in ("BME", "CME", "ADR")] == [(*target, place) for place in range(3)]
    assert markers["DEE"] == (1, 2, 0), "who lay below has moved up"
