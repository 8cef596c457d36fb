"""18CZ IX.2: share prices in an operating round."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.kit import company, given, play_on, price

from stellwerk.actions import Dividend, Run
from stellwerk.game import Game

LOWER = (40, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 132, 144, 158, 172, 188, 204, 222, 240, 260, 290, 320, 350)
UPPER = (45, 53, 58, 63, 68, 75, 85, 95, 105, 115, 126, 138, 151, 165, 180, 196, 213, 231, 250, 275, 305, 335, 370)
"""R8: the two rows of the chart."""

SIZES = {"EKJ": ("a", 70, 50), "KFN": ("b", 100, 60), "By": ("d", 100, 50)}
"""A small, a medium and a large company: its first phase, an initial price, Ada's holding."""


def decided(name: str, at: int, kind: str) -> Game:
    """A company with this price has earned 100 and paid it out or retained it."""
    phase, par, held = SIZES[name]
    turn = {"company": name, "stage": "dividend", "revenue": 100}
    game = given(companies={name: company(par, at, Ada=held)}, phase=phase, turn=turn)
    return play_on(game, Dividend(name, kind))


@pytest.mark.clause("18CZ/IX.2a")
@pytest.mark.parametrize("row", [LOWER, UPPER])
@pytest.mark.parametrize("name", ["EKJ", "KFN"])
def test_a_dividend_moves_one_space_right_in_the_row(name: str, row: tuple[Any, ...]) -> None:
    for before, after in pairwise(row):
        assert price(decided(name, before, "pay"), name) == after
    assert price(decided(name, row[-1], "pay"), name) == row[-1]


@pytest.mark.clause("18CZ/IX.2a")
@pytest.mark.parametrize("row", [LOWER, UPPER])
def test_a_large_company_moves_two_spaces_right(row: tuple[Any, ...]) -> None:
    for before, after in zip(row, row[2:], strict=False):
        assert price(decided("By", before, "pay"), "By") == after
    for edge in row[-2:]:
        assert price(decided("By", edge, "pay"), "By") == row[-1]


@pytest.mark.clause("18CZ/IX.2b")
@pytest.mark.parametrize("row", [LOWER, UPPER])
@pytest.mark.parametrize("name", SIZES)
def test_without_a_dividend_the_price_moves_one_space_left_for_every_size(name: str, row: tuple[Any, ...]) -> None:
    for after, before in pairwise(row):
        assert price(decided(name, before, "retain"), name) == after
    assert price(decided(name, row[0], "retain"), name) == row[0]


@pytest.mark.clause("18CZ/IX.2b")
@pytest.mark.parametrize("trains", [(), ("2",)])
def test_without_a_train_or_without_a_route_the_price_falls_too(trains: tuple[Any, ...]) -> None:
    game = given(
        companies={"EKJ": company(70, Ada=50)},
        stations={"EKJ": ("D4",)},
        trains={"EKJ": trains},
        turn={"company": "EKJ", "stage": "run"},
    )
    game.play(Run("EKJ", 0))
    assert price(game, "EKJ") == 65
