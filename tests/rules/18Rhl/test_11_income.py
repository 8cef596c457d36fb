"""11.1: what routes earn, and what becomes of the income."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, offered, play_on, refused
from tests.rhlkit import earns, rhl, runs, turn_of

from stellwerk.actions import Dividend, Pass, Run
from stellwerk.events import DividendDecided, Paid
from stellwerk.game import Game

TWO_WAYS = {"J3": "2@3", "H5": "9@0", "K4": "3@1", "J5": "8@5", "K6": "15@1"}
TO_GLADBACH = ("K2.0", "J3.t0", "I4", "H5", "G6.0")
TO_DUEREN = ("K2.0", "K4.t0", "J3.t1", "J5", "K6.0")


def deciding(revenue: int = 150, **parts: Any) -> Game:
    """The example of the book: 40% Ada, 10% each Bo and Cy, 10% in the pool, 30% in the offering."""
    return rhl(
        **{
            "phase": "3",
            "companies": {"ADR": company(80, Ada=40, Bo=10, Cy=10, pool=10)},
            "cash": {"Ada": 0, "Bo": 0, "Cy": 0, "ADR": 5},
            "turn": {"company": "ADR", "stage": "dividend", "revenue": revenue},
            **parts,
        }
    )


def purses(game: Game) -> tuple[int, ...]:
    """What Ada, Bo, Cy and the ADR have."""
    return tuple(game.position.cash[who] for who in ("Ada", "Bo", "Cy", "ADR"))


@pytest.mark.clause("18Rhl/11.1a")
def test_the_income_is_the_sum_of_all_stops_of_all_trains() -> None:
    game = turn_of("ADR", tiles=TWO_WAYS, stations={"ADR": ("K2",)}, trains={"ADR": ("2", "2")})
    answer = runs(game, "ADR", TO_GLADBACH, TO_DUEREN)
    assert [run.value for run in answer.runs] == [20 + 10 + 20, 20 + 10 + 10 + 30]
    assert answer.runs[1].stops == (("K2.0", 20), ("K4.t0", 10), ("J3.t1", 10), ("K6.0", 30))
    assert answer.total == game.best_runs("ADR").total == 120


@pytest.mark.clause("18Rhl/11.1a")
def test_bonuses_belong_to_the_income() -> None:
    tiles = {"E6": "202@4", "E8": "56@0"}
    game = turn_of("CCE", tiles=tiles, stations={"CCE": ("I10.1", "E6")}, trains={"CCE": ("2",)}, extra={"mines": 3})
    assert game.best_runs("CCE").total == 30 + 10 + 20 + 20


@pytest.mark.clause("18Rhl/11.1a")
def test_the_bank_pays_the_income() -> None:
    game = turn_of("ADR", tiles=TWO_WAYS, stations={"ADR": ("K2",)}, trains={"ADR": ("2", "2")})
    bank = game.position.cash["bank"]
    refused(game, Run("ADR", 121), clause="18Rhl/11.1a")
    play_on(game, Run("ADR", 120), Dividend("ADR", "retain"))
    assert (game.position.cash["ADR"], game.position.cash["bank"]) == (120, bank - 120)
    assert Paid("bank", "ADR", 120, "revenue retained") in list(events(game, Paid))


REDS = {
    "A4": (40, 60), "A6": (40, 60), "A14": (40, 60), "B15": (50, 80), "C2": (10, 30), "G2": (10, 20), "J1": (10, 30),
    "L1": (30, 60), "L11": (30, 70), "L13": (30, 60),
}  # fmt: skip
GREYS = {"E2": (20, 40), "J15": (20, 40)}


@pytest.mark.clause("18Rhl/11.1b")
@pytest.mark.parametrize(("phase", "column"), [("2", 0), ("3", 0), ("4", 0), ("5", 1), ("6", 1), ("8", 1)])
def test_off_board_values_change_with_the_first_5_train(phase: str, column: int) -> None:
    game = turn_of("ADR", stations={"ADR": ("K2",)}, phase=phase)
    network = game.rules.network(game.position, "ADR")
    values = {stop.hex: network.values[node] for node, stop in enumerate(network.track.stops)}
    assert {hex: values[hex] for hex in (*REDS, *GREYS)} == {h: v[column] for h, v in {**REDS, **GREYS}.items()}


@pytest.mark.clause("18Rhl/11.1b")
def test_a_run_to_liege_before_and_after_the_first_5_train() -> None:
    for phase, card, worth in (("4", "4-1 4", 30), ("5", "5-1 5", 60)):
        game = turn_of("ADR", tiles={"K2": "930@0"}, stations={"ADR": ("K2",)}, trains={"ADR": (card,)}, phase=phase)
        assert earns(game, "ADR", ("L1.o", "K2.0")) == worth + 30


@pytest.mark.clause("18Rhl/11.1c")
def test_the_director_alone_pays_all_or_keeps_all() -> None:
    game = deciding()
    assert game.turn == "Ada"
    assert offered(game, Dividend) == [Dividend("ADR", "pay"), Dividend("ADR", "retain")]
    for kind in ("half", "", "split"):
        refused(game, Dividend("ADR", kind), clause="18Rhl/11.1c")
    refused(game, Dividend("BME", "pay"), code="not-your-turn")
    refused(game, Pass("ADR"), code="not-now")
    assert allowed(game, Dividend("ADR", "pay"))
    game.play(Dividend("ADR", "retain"))
    assert purses(game) == (0, 0, 0, 155)
    assert list(events(game, DividendDecided)) == [DividendDecided("ADR", "retain", 150)]
    refused(game, Dividend("ADR", "pay"), code="not-now")


@pytest.mark.clause("18Rhl/11.1d", "18Rhl/11.1e", "18Rhl/11.1f", "18Rhl/11.1g")
def test_the_example_of_a_dividend() -> None:
    game = deciding()
    bank = game.position.cash["bank"]
    game.play(Dividend("ADR", "pay"))
    assert purses(game) == (60, 15, 15, 5 + 45)
    assert game.position.cash["bank"] == bank - 135


@pytest.mark.clause("18Rhl/11.1d")
def test_each_ten_percent_gets_a_tenth() -> None:
    # R74: no rounding; a 20% share of the KKK gets two tenths
    game = rhl(
        phase="3",
        companies={"KKK": company(80, Ada=40, Bo=20, Cy=30)},
        cash={"Ada": 0, "Bo": 0, "Cy": 0},
        turn={"company": "KKK", "stage": "dividend", "revenue": 70},
    )
    game.play(Dividend("KKK", "pay"))
    assert [game.position.cash[who] for who in ("Ada", "Bo", "Cy", "KKK")] == [28, 14, 21, 7]


@pytest.mark.clause("18Rhl/11.1e")
@pytest.mark.parametrize(("pool", "treasury"), [(10, 45), (20, 30), (30, 15), (40, 0)])
def test_only_shares_of_the_offering_pay_the_treasury(pool: int, treasury: int) -> None:
    game = deciding(companies={"ADR": company(80, Ada=40, Bo=10, Cy=10, pool=pool)})
    game.play(Dividend("ADR", "pay"))
    assert game.position.cash["ADR"] == 5 + treasury


@pytest.mark.clause("18Rhl/11.1f")
def test_the_dividend_of_the_pool_stays_in_the_bank() -> None:
    game = deciding(companies={"ADR": company(80, Ada=50, pool=50)})
    bank = game.position.cash["bank"]
    game.play(Dividend("ADR", "pay"))
    assert purses(game) == (75, 0, 0, 5) and game.position.cash["bank"] == bank - 75
