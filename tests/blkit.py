"""Words for tests of 18BL: positions, a corporation at its turn, the starting round, routes by the hexes they pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.kit import company, given, play_on
from tests.trackkit import way

import stellwerk
from stellwerk import Illegal
from stellwerk.actions import Action, Draw, Pass
from stellwerk.game import Game
from stellwerk.routes import Answer
from stellwerk.rules.stages import usual_act
from stellwerk.steps.running import DecideDividend, worth_of
from stellwerk.titles import rules_of
from stellwerk.trains import trains_of

NAMES = ("Ada", "Bo", "Cy")
PRIVATES = ("SK", "DTE", "MBG", "EHG", "DEB", "CCE")


def bl(**parts: Any) -> Game:
    """A position of 18BL."""
    return given(title="18BL", **parts)


def fresh(*done: Action, players: tuple[str, ...] = NAMES) -> Game:
    """A new game with the players in this order, after some actions."""
    game = stellwerk.new_game("18BL", players, draws=False)
    return play_on(game, Draw("seating", players), *done)


def passes(*names: str) -> list[Action]:
    """All of them pass."""
    return [Pass(name) for name in names]


def turn_of(name: str, stage: str = "track", first: bool = False, **parts: Any) -> Game:
    """Ada's corporation (60%, 500 in the treasury) at a stage of its turn, phase 3 unless said; others are Bo's."""
    others = [c for c in (*parts.get("stations", ()), *parts.get("trains", ())) if c not in (name, "pool")]
    position = {
        "companies": {name: company(80, Ada=60), **{other: company(80, Bo=60) for other in others}},
        "cash": {name: 500},
        "phase": "3",
        "turn": {"company": name, "stage": stage, "first": first, "revenue": parts.pop("revenue", 0)},
    }
    return bl(**{**position, **parts})


def stock(number: int = 2, **parts: Any) -> Game:
    """Ada's turn in a stock round after the first, phase 3 unless said."""
    return bl(**{"phase": "3", "round": {"kind": "stock", "set": number}, **parts})


def at(game: Game, name: str) -> tuple[int, int]:
    """Where a stock value token lies: row and cell, counted from 1."""
    row, column, _ = game.position.markers[name]
    return row + 1, column + 1


def cell(row: int, column: int) -> tuple[int, int]:
    """A cell for `token`, counted from 1 as the rulings do."""
    return row - 1, column - 1


def token(par: int, row: int, column: int, **holders: int) -> dict[str, Any]:
    """A founded corporation with its token on a space."""
    return {"par": par, "cell": cell(row, column), "holders": holders}


def cash(game: Game, who: str) -> int:
    """What somebody has."""
    return game.position.cash[who]


def runs(game: Game, name: str, *routes: Sequence[str]) -> Answer:
    """What the vehicles earn on these routes, the dearest first; () is one that stands still."""
    named = [tuple(way(game, *route)) if route else () for route in routes]
    return worth_of(game.rules, game.position, name, named)


def earns(game: Game, name: str, *routes: Sequence[str]) -> int:
    """The revenue of these routes."""
    return runs(game, name, *routes).total


def no_run(game: Game, name: str, code: str, *routes: Sequence[str]) -> None:
    """These routes are refused for this reason."""
    with pytest.raises(Illegal) as caught:
        runs(game, name, *routes)
    assert caught.value.code == code, f"{caught.value.code}: {caught.value.sentence}"


def trains(game: Game, owner: str) -> list[str]:
    """The vehicles somebody has, by type."""
    return sorted(face for _, face in trains_of(game.position, owner))


def end_round(game: Game) -> Game:
    """Everybody passes until the stock round is over."""
    while game.position.round.kind == "stock":
        game.play(Pass(game.actor))
    return game


def withheld(revenue: int) -> int:
    """What a corporation keeps that splits its revenue."""
    rules = rules_of("18BL")
    act = usual_act(rules, DecideDividend)
    assert act is not None
    return act.withheld(rules, rules.new_position(["Ada", "Bo", "Cy"], 1), "CME", revenue)
