"""18CZ VIII.8: calculating income, paying it out or retaining it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import company, events, given, offered, percent, play_on, price, refused
from tests.trackkit import earns, runs, turn_of

from stellwerk.actions import Dividend, Run
from stellwerk.events import DividendDecided, Paid, PriceMoved
from stellwerk.game import Game

SOUTH = {"F2": "8898@4", "F4": "9@1", "F6": "621@1"}
"""München (red) and Plzeň (30)."""
TO_MUNICH = ("F6.0", "F4", "F2.0")

LINE = {"D2": "57@1", "D4": "57@1", "D6": "9@1", "D8": "8@5", "E9": "57@2"}
"""The grey town D0 (10), Cheb, Karlovy Vary and Kladno (20 each)."""


def earned(
    name: str, revenue: int, holders: dict[str, int], par: int = 70, at: int | None = None, **parts: Any
) -> Game:
    """A company that has just run and must decide about its revenue; the players have nothing."""
    cash = {"Ada": 0, "Bo": 0, "Cy": 0, name: 0}
    turn = {"company": name, "stage": "dividend", "revenue": revenue}
    shares = {name: {**company(par, at), "holders": holders}, **parts.pop("others", {})}
    return given(companies=shares, cash=cash, turn=turn, **parts)


def purses(game: Game, *names: str) -> tuple[int, ...]:
    """What they have."""
    return tuple(game.position.cash[name] for name in names)


# Revenue


@pytest.mark.clause("18CZ/VIII.8a")
def test_the_revenue_is_the_sum_over_the_locations_and_over_the_trains() -> None:
    parts: dict[str, Any] = {"phase": "c", "tiles": LINE, "stations": {"EKJ": ("D4",)}}
    game = turn_of("EKJ", trains={"EKJ": ("c1 3",)}, **parts)
    answer = runs(game, "EKJ", ("D0.t0", "D2.0", "D4.0"))
    assert answer.runs[0].stops == (("D0.t0", 10), ("D2.0", 20), ("D4.0", 20))
    assert answer.total == 50
    game = turn_of("EKJ", "run", trains={"EKJ": ("3", "2")}, **parts)
    assert earns(game, "EKJ", ("D0.t0", "D2.0", "D4.0"), ("D4.0", "D6", "D8", "E9.0")) == 50 + 40
    game.play(Run("EKJ", 90))
    assert game.position.revenues["EKJ"] == 90


EXAMPLE = {
    "E11": "8891@1",
    "D12": "8@0",
    "C11": "58@3",
    "B12": "216@3",
    "B14": "55@0",
    "B16": "888p@0",
    "B18": "8897@0",
    "C17": "9@2",
    "D18": "8@0",
    "E17": "8@1",
    "E15": "619@0",
    "F14": "8@3",
    "G15": "57@2",
    "C13": "4@2",
    "D14": "9@2",
    "D2": "57@1",
    "D4": "57@1",
}
BOOK = {  # the letters of the book's picture
    "A": "D0.t0",
    "B": "D2.0",
    "C": "D4.0",
    "F": "G15.0",
    "G": "E11.1",
    "H": "E15.0",
    "I": "C11.t0",
    "J": "B12.0",
    "K": "B14.t1",
    "L": "B16.t0",
    "M": "B18.0",
}


@pytest.mark.clause("18CZ/VIII.8a", "18CZ/VIII.8c")
def test_the_books_examples() -> None:
    """The text has lost the picture: the places are chosen so that its sums come out, in the brown phase."""
    game = turn_of(
        "BCB",
        phase="g",
        tiles=EXAMPLE,
        stations={"BCB": ("E15",), "BN": ("E11.1",), "NWB": ("D2",), "Pr": ("B18",)},
        trains={"BCB": ("3", "2"), "BN": ("3+3",), "NWB": ("4+4",), "Pr": ("4E",)},
    )
    at = BOOK
    to_l = ("E17", "D18", "C17", at["L"])
    assert earns(game, "BCB", (at["H"], *to_l, at["M"]), (at["F"], "F14", at["H"])) == 90 + 50
    assert game.best_runs("BCB").total == 140
    north = (at["J"], at["K"], at["L"], at["M"])
    assert earns(game, "BN", (at["G"], "D12", at["I"], *north)) == 170
    assert game.best_runs("BN").total == 170
    assert earns(game, "NWB", (at["A"], at["B"], at["C"])) == 50
    assert game.best_runs("NWB").total == 50
    south = ("C13.t0", "D14", at["H"], "F14", at["F"])
    assert earns(game, "Pr", (*reversed(north), *south)) == 190


@pytest.mark.clause("18CZ/VIII.8b")
@pytest.mark.parametrize(
    ("phases", "value"), [("abc", 20), ("def", 30), ("gh", 40), ("ij", 50)]
)  # R9: the yellow value never matters in the base game
def test_a_red_tile_has_four_values_by_phase(phases: str, value: int) -> None:
    for phase in phases:
        game = turn_of("EKJ", phase=phase, tiles=SOUTH, stations={"EKJ": ("F6",)}, trains={"EKJ": ("2",)})
        assert game.best_runs("EKJ").total == 30 + value


@pytest.mark.clause("18CZ/VIII.8c")
def test_the_50_of_a_red_tile_is_for_its_own_company_only() -> None:
    stations = {"By": ("F2",), "KFN": ("F6",)}
    game = turn_of("By", tiles=SOUTH, stations=stations, trains={"By": ("3E",), "KFN": ("3+3",)})
    assert game.best_runs("By").total == 30 + 50 + 30
    assert game.best_runs("KFN").total == 30 + 30


@pytest.mark.clause("18CZ/VIII.8c")
def test_a_large_company_gets_no_50_at_the_red_tile_of_another() -> None:
    game = turn_of("Sx", tiles=SOUTH, stations={"By": ("F2",), "Sx": ("F6",)}, trains={"Sx": ("3E",)})
    assert game.best_runs("Sx").total == 30 + 30


@pytest.mark.clause("18CZ/VIII.8c")
def test_every_train_that_ends_at_home_adds_50() -> None:
    """R36."""
    tiles = {**SOUTH, "G3": "8@2", "G5": "8@5", "H6": "4@2"}
    game = turn_of("By", tiles=tiles, stations={"By": ("F2",)}, trains={"By": ("3E", "3E")})
    assert earns(game, "By", TO_MUNICH, ("F2.0", "G3", "G5", "H6.t0")) == 110 + 90
    assert game.best_runs("By").total == 200


@pytest.mark.clause("18CZ/VIII.8d")
@pytest.mark.parametrize("claim", [0, 40, 50, 70, -10])
def test_only_the_highest_revenue_is_accepted(claim: int) -> None:
    """R35: the program proves the maximum; 40 and 50 could be run, but 60 is the best."""
    game = turn_of("EKJ", "run", phase="c", tiles=LINE, stations={"EKJ": ("D4",)}, trains={"EKJ": ("3",)})
    answer = game.best_runs("EKJ")
    assert (answer.total, answer.proven) == (60, True)
    refused(game, Run("EKJ", claim), clause="18CZ/VIII.8d")
    assert offered(game, Run) == [Run("EKJ", 60)]


# Pay or retain


@pytest.mark.clause("18CZ/VIII.8e")
def test_the_director_pays_out_everything_or_retains_everything() -> None:
    holders = {"Bo": 50, "Ada": 25}
    game = earned("EKJ", 100, holders)
    assert game.turn == "Bo"
    assert offered(game, Dividend) == [Dividend("EKJ", "pay"), Dividend("EKJ", "retain")]
    refused(game, Dividend("EKJ", "half"), clause="18CZ/VIII.8e")
    game.play(Dividend("EKJ", "pay"))
    assert purses(game, "EKJ", "Bo", "Ada", "Cy") == (0, 50, 25, 0)
    game = play_on(earned("EKJ", 100, holders), Dividend("EKJ", "retain"))
    assert purses(game, "EKJ", "Bo", "Ada", "Cy") == (100, 0, 0, 0)


@pytest.mark.clause("18CZ/VIII.8f")
@pytest.mark.parametrize(
    ("name", "holders", "par", "phase"),
    [("EKJ", {"Ada": 50}, 70, "a"), ("KFN", {"Ada": 40, "Bo": 20}, 100, "b"), ("By", {"Ada": 20, "Bo": 30}, 100, "d")],
)
def test_shares_in_the_bank_pay_nobody(name: str, holders: dict[str, Any], par: int, phase: str) -> None:
    game = earned(name, 200, holders, par, phase=phase)
    bank = game.position.cash["bank"]
    game.play(Dividend(name, "pay"))
    assert {p: game.position.cash[p] for p in holders} == {p: 2 * held for p, held in holders.items()}
    assert game.position.cash[name] == 0
    assert game.position.cash["bank"] == bank - 2 * sum(holders.values())


TABLE = {
    50: (13, 38), 60: (15, 45), 70: (18, 53), 80: (20, 60), 90: (23, 68), 100: (25, 75), 110: (28, 83),
    120: (30, 90), 130: (33, 98), 140: (35, 105), 150: (38, 113), 160: (40, 120), 170: (43, 128), 180: (45, 135),
    190: (48, 143), 200: (50, 150), 210: (53, 158), 220: (55, 165), 230: (58, 173), 240: (60, 180), 250: (63, 188),
    260: (65, 195),
}  # fmt: skip
"""The book's table: revenue, 25% and 75% of it."""


@pytest.mark.clause("18CZ/VIII.8g")
@pytest.mark.parametrize("revenue", TABLE)
def test_a_holding_is_rounded_up_as_the_books_table_says(revenue: int) -> None:
    game = play_on(earned("EKJ", revenue, {"Ada": 75, "Bo": 25}), Dividend("EKJ", "pay"))
    assert purses(game, "Bo", "Ada") == TABLE[revenue]


@pytest.mark.clause("18CZ/VIII.8g")
def test_rounding_is_once_for_the_whole_holding_of_a_player() -> None:
    """The book's example: of 110 two shares of 25% get 55, not twice 28."""
    game = earned("EKJ", 110, {"Ada": 50, "Bo": 50})
    assert percent(game, "EKJ", "Bo") == 50
    game.play(Dividend("EKJ", "pay"))
    assert purses(game, "Ada", "Bo") == (55, 55)


@pytest.mark.clause("18CZ/VIII.8g")
def test_the_bank_pays_the_excess_and_retained_revenue_is_not_rounded() -> None:
    """R40."""
    game = earned("EKJ", 110, {"Ada": 50, "Bo": 25, "Cy": 25})
    bank = game.position.cash["bank"]
    game.play(Dividend("EKJ", "pay"))
    assert purses(game, "Ada", "Bo", "Cy", "bank") == (55, 28, 28, bank - 111)
    game = play_on(earned("EKJ", 110, {"Ada": 50}), Dividend("EKJ", "retain"))
    assert purses(game, "EKJ") == (110,)


# The share price


@pytest.mark.clause("18CZ/VIII.8h")
@pytest.mark.parametrize(
    ("name", "par", "phase", "after"), [("EKJ", 70, "a", 80), ("KFN", 100, "b", 110), ("By", 100, "d", 120)]
)
def test_a_dividend_moves_the_price_one_space_right_and_two_for_a_large_company(
    name: str, par: int, phase: str, after: int
) -> None:
    game = earned(name, 10, {"Ada": 50 if name != "KFN" else 60}, par, phase=phase)
    game.play(Dividend(name, "pay"))
    assert price(game, name) == after
    assert [(event.before, event.price) for event in events(game, PriceMoved)] == [(par, after)]


@pytest.mark.clause("18CZ/VIII.8h")
@pytest.mark.parametrize(("name", "at", "after"), [("EKJ", 350, 350), ("EKJ", 370, 370), ("By", 320, 350)])
def test_at_the_end_of_its_row_a_price_stays(name: str, at: int, after: int) -> None:
    par, phase = (70, "a") if name == "EKJ" else (100, "d")
    game = play_on(earned(name, 100, {"Ada": 50}, par, at, phase=phase), Dividend(name, "pay"))
    assert price(game, name) == after


@pytest.mark.clause("18CZ/VIII.8i")
@pytest.mark.parametrize(("at", "after"), [(70, 65), (75, 68), (40, 40), (45, 45)])
def test_a_price_falls_one_space_left_when_nothing_is_paid(at: int, after: int) -> None:
    game = play_on(earned("EKJ", 100, {"Ada": 50}, 70, at), Dividend("EKJ", "retain"))
    assert price(game, "EKJ") == after


@pytest.mark.clause("18CZ/VIII.8i")
def test_a_revenue_of_nothing_leaves_no_choice_and_the_price_falls() -> None:
    game = turn_of("EKJ", "run", phase="a", stations={"EKJ": ("D4",)}, trains={"EKJ": ("2",)})
    game.play(Run("EKJ", 0))
    assert price(game, "EKJ") == 65
    assert offered(game, Dividend) == []
    assert list(events(game, DividendDecided)) == [DividendDecided("EKJ", "retain", 0)]
    assert not list(events(game, Paid))


@pytest.mark.clause("18CZ/VIII.8j")
@pytest.mark.parametrize(("kind", "cell"), [("pay", 80), ("retain", 65)])
def test_a_marker_goes_under_the_markers_it_meets(kind: str, cell: int) -> None:
    others = {"BCB": company(70, cell, Bo=50), "VBW": company(70, cell, Cy=50)}
    game = earned("EKJ", 50, {"Ada": 50}, others=others)
    game.play(Dividend("EKJ", kind))
    assert price(game, "EKJ") == price(game, "BCB") == cell
    assert [game.position.markers[name][2] for name in ("BCB", "VBW", "EKJ")] == [0, 1, 2]


@pytest.mark.clause("18CZ/VIII.8j")
def test_a_marker_that_leaves_lets_those_below_move_up() -> None:
    others = {"BCB": company(70, Bo=50)}  # under EKJ at 70
    game = earned("EKJ", 50, {"Ada": 50}, others=others)
    assert [game.position.markers[name][2] for name in ("EKJ", "BCB")] == [0, 1]
    game.play(Dividend("EKJ", "pay"))
    assert [game.position.markers[name][2] for name in ("EKJ", "BCB")] == [0, 0]


@pytest.mark.clause("18CZ/VIII.8j", "18CZ/VIII.8h")
def test_a_marker_that_cannot_move_keeps_its_place_in_the_stack() -> None:
    others = {"BCB": company(70, 350, Bo=50)}
    game = play_on(earned("EKJ", 50, {"Ada": 50}, 70, 350, others=others), Dividend("EKJ", "pay"))
    assert [game.position.markers[name][2] for name in ("EKJ", "BCB")] == [0, 1]
    assert not list(events(game, PriceMoved))
