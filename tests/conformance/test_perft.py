"""Numbers of legal actions from fixed positions, one and two decisions deep; a free number counts once.

A change of these numbers is a change of the rules: find out which before you write a new number here.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.kit import company, given, play_on

import stellwerk
from stellwerk import actions
from stellwerk.actions import Acquire, Answer, BuyTrain
from stellwerk.game import Game

STARTED = {
    "Sx": company(100, Ada=50, Bo=30),
    "KFN": company(80, Ada=60, Bo=20),
    "NWB": company(70, Bo=60),
    "MW": company(65, Bo=50, Cy=25),
    "EKJ": company(60, Ada=50),
}
EAST = {"G19": "202@4", "G21": "4@1", "G23": "5@1", "F22": "57@2", "E21": "57@2"}
"""Brno - Hulín - Přerov - Olomouc."""

TRAINS = {"KFN": ("d1 3+3",), "MW": ("d2 3", "c1 3"), "Sx": ("d3 3E",), "EKJ": ("c2 3",), "pool": ("b1 2",)}


def perft(game: Game, depth: int) -> int:
    """How many ways there are to play so many decisions."""
    if depth == 1:
        return sum(1 for _ in iter(game.legal()))
    count = 0
    for choice in iter(game.legal()):
        twin = game.copy()
        twin.play(choice.action)
        count += perft(twin, depth - 1)
    return count


def played(players: int, seed: int, decisions: int) -> Game:
    """A game after so many seeded decisions; the order in which choices are listed does not matter."""
    dice = random.Random(seed)
    game = stellwerk.new_game("18CZ", [f"P{i + 1}" for i in range(players)], seed)
    for _ in range(decisions):
        texts = sorted({json.dumps(actions.encode(choice.action), sort_keys=True) for choice in iter(game.legal())})
        kinds = sorted({json.loads(text)["type"] for text in texts})
        kind = dice.choice(kinds)
        game.play(actions.decode(json.loads(dice.choice([t for t in texts if json.loads(t)["type"] == kind]))))
    return game


def operating(name: str, stage: str = "track", **parts: Any) -> Game:
    """A company in its turn among the companies of this file."""
    return given(
        **{
            "phase": "e",
            "round": {"kind": "operating", "set": 5, "number": 1},
            "companies": STARTED,
            "cash": dict.fromkeys(STARTED, 600),
            "tiles": {"A7": "8896@4", **EAST},
            "stations": {"Sx": ("A7",), "KFN": ("G19",), "NWB": ("E11.0",), "MW": ("F22",), "EKJ": ("D4",)},
            "trains": {
                "KFN": ("d1 3+3",),
                "MW": ("d2 3", "c1 3"),
                "Sx": ("d3 3E",),
                "EKJ": ("c2 3",),
                "pool": ("b1 2",),
            },
            "next_card": "e2",
            "privates": {"S1": "Bo", "M1": "KFN", "S2": "MW"},
            "turn": {"company": name, "stage": stage, "revenue": 90},
            **parts,
        }
    )


def taken() -> Game:
    """KFN decides about the trains it has taken over from MW."""
    return play_on(operating("KFN", "acquire"), Acquire("KFN", "MW", 40), Answer("Bo", True))


def surplus() -> Game:
    """MW has too many trains after a phase change."""
    trains = {"EKJ": ("c1 3",), "MW": ("c2 3", "c3 3", "c4 3")}
    game = operating("EKJ", "trains", phase="d", next_card="e1", trains=trains)
    return play_on(game, BuyTrain("EKJ", "bank", "e1", "4", 250))


def first_turns(name: str, **parts: Any) -> Game:
    """A company at the beginning of its first turn, alone in the game."""
    holders = {"Ada": 60 if name in ("BN", "KFN", "ATE", "Sx") else 50}
    return given(
        **{
            "phase": "d",
            "companies": {name: {"par": 60 if name != "Sx" else 100, "holders": holders}},
            "cash": {name: 300},
            "turn": {"company": name, "first": True},
            **parts,
        }
    )


def exchange() -> Game:
    """A stock round with shares to sell, a loan to repay and a directorship to lose."""
    return given(
        phase="d",
        round={"kind": "stock", "set": 5},
        companies={**STARTED, "KFN": company(80, Ada=40, Bo=40)},
        cash={"Ada": 300, "Bo": 400, "Cy": 500},
        loans={"Ada": 50},
        penalties={"Ada": 50},
    )


POSITIONS: dict[str, tuple[Callable[[], Game], int, int]] = {
    # 18 railways or a pass; then 17 or a pass (18 times), or 18 again
    "the draft begins": (lambda: stellwerk.new_game("18CZ", ["Ada", "Bo", "Cy"], 7), 19, 343),
    # 5 companies at 5 prices or a pass; then 4 x 5, the started one's 25% or a pass, or all again
    "the first stock round": (lambda: given(phase="a", round={"kind": "stock", "set": 1}), 26, 576),
    "a later stock round": (exchange, 9, 100),
    "a small company's first turn": (lambda: first_turns("EKJ"), 19, 211),
    "a medium company's first turn in Praha": (lambda: first_turns("BN"), 11, 62),
    "a first turn on an OO hex": (lambda: first_turns("ATE"), 37, 74),
    # two hexes, two rotations each way
    "a large company lays its home tile": (lambda: first_turns("Sx"), 4, 82),
    "track and a power in the east": (lambda: operating("KFN"), 51, 1596),
    "a station to place": (lambda: operating("KFN", "station"), 23, 138),
    "an acquisition to make": (lambda: operating("Sx", "acquire"), 15, 158),
    "trains taken over": (taken, 58, 1481),
    "trains to buy": (lambda: operating("KFN", "trains"), 29, 355),
    "a forced train": (lambda: operating("NWB", "trains", cash={"NWB": 30}), 7, 25),
    "trains to return": (surplus, 3, 6),
    "300 decisions of three players": (lambda: played(3, 11, 300), 26, 326),
    "120 decisions of four players": (lambda: played(4, 13, 120), 25, 450),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_ways_lead_on_as_ever(name: str) -> None:
    make, once, twice = POSITIONS[name]
    game = make()
    assert (perft(game, 1), perft(game, 2)) == (once, twice)
