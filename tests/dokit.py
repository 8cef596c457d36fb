"""Words for tests of 18DO: positions, a railway at its turn, the starting round, lines of track, cubes and markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from tests.kit import company, company_of, given, play_on
from tests.trackkit import way

import stellwerk
from stellwerk import Illegal
from stellwerk.actions import Action, Draw, Pass, Run
from stellwerk.game import Game
from stellwerk.position import OFFERING
from stellwerk.routes import Answer
from stellwerk.steps.bidding import PlaceToken
from stellwerk.steps.running import worth_of
from stellwerk.titles.t18do.intro_turn import TILE, PlayerTurn
from stellwerk.titles.t18do.state import DoState
from stellwerk.trains import trains_of

NAMES = ("Ada", "Bo", "Cy")
FIRST_FOUNDED = {"KWE": {"Ada": 20}}
"""Of the Introduction Game: corporation to who has what of it."""
RAILWAYS = ("BME", "CME", "RhE", "KWE", "DGEE", "DHB", "HHW")
HOMES = {"BME": "I11", "CME": "A3", "RhE": "H2", "KWE": "E21", "DGEE": "A19", "DHB": "C9", "HHW": "H20"}

EAST = {"E19": "9@1", "E15": "9@1"}
"""From Unna-Soest (E21) by GBF Ost (E17) to Dortmund City (E13)."""
EAST_LINE = ("E21.o", "E19", "E17.0", "E15", "E13.0")
SOUTH_EAST = {"H18": "8@2", "F16": "9@2", "E15": "8@5"}
"""From Arnsberg (I21) by two steel mills (H20, G17) to Dortmund City."""
SOUTH_EAST_LINE = ("I21.o", "H20.0", "H18", "G17.0", "F16", "E15", "E13.0")
SOUTH_WEST = {"H4": "9@1", "G7": "9@0", "F8": "8@4", "F10": "8@1", "E11": "8@4"}
"""From Bochum-Düsseldorf (H2) by Witten (H6) to Dortmund City."""
SOUTH_WEST_LINE = ("H2.o", "H4", "H6.0", "G7", "F8", "F10", "E11", "E13.0")
HARBOUR = {"C11": "9@1", "D12": "8@3"}
"""From the harbour (C9) by GBF Nord (C13) to Dortmund City."""
HARBOUR_LINE = ("C9.0", "C11", "C13.0", "D12", "E13.0")


def do(**parts: Any) -> Game:
    """A position of 18DO."""
    return given(title="18DO", **parts)


def dealt(*breweries: str, players: tuple[str, ...] = NAMES, variant: str = "") -> Game:
    """A new game in which the players were dealt these breweries, in this order."""
    game = stellwerk.new_game("18DO", players, variant=variant, draws=False)
    return play_on(game, Draw("breweries", breweries))


def fresh(*done: Action, players: tuple[str, ...] = NAMES) -> Game:
    """The players own breweries 1, 2, 3 and so on for the least they cost; then some actions."""
    names = tuple(f"PB{i + 1}" for i in range(len(players)))
    game = dealt(*names, players=players)
    for player, private in zip(players, names, strict=True):
        game.play(PlaceToken(player, private, game.rules.privates[private].boxes[0]))
    return play_on(game, *done)


def passes(*names: str) -> list[Action]:
    """All of them pass."""
    return [Pass(name) for name in names]


def turn_of(name: str, stage: str = "track", first: bool = False, **parts: Any) -> Game:
    """Ada's railway (60%, 500 in the treasury) at a stage of its turn, phase 3 unless said; others are Bo's."""
    stations = {name: (HOMES[name],), **parts.pop("stations", {})}
    others = [c for c in (*stations, *parts.get("trains", ())) if c not in (name, "pool")]
    position = {
        "companies": {name: company(65, Ada=60), **{other: company(60, Bo=60) for other in others}},
        "cash": {name: 500},
        "phase": "3",
        "stations": stations,
        "turn": {"company": name, "stage": stage, "first": first, "revenue": parts.pop("revenue", 0)},
    }
    return do(**{**position, **parts})


def stock(number: int = 2, **parts: Any) -> Game:
    """Ada's turn in a stock round after the first, phase 3 unless said."""
    companies = tuple(parts.get("companies", {}))
    homes = {name: (HOMES[name],) for name in companies if name in parts.get("floated", companies)}
    known = {"stations": homes, "floated": companies, "operated": companies}
    return do(**{"phase": "3", "round": {"kind": "stock", "set": number}, **known, **parts})


def intro_turn(
    stage: int = TILE, seat: int = 0, founded: Mapping[str, Mapping[str, int]] = FIRST_FOUNDED, **parts: Any
) -> Game:
    """Ada's turn at a step, with these corporations founded; phase 3 unless said."""
    companies = {name: {**company_of(holders, 0), "par": None} for name, holders in founded.items()}
    stations = {name: (HOMES[name],) for name in founded} | parts.pop("stations", {})
    known = {"variant": "introduction", "phase": "3", "round": {"kind": "introduction", "set": 1}}
    game = do(**{**known, "companies": companies, "floated": tuple(founded), "stations": stations, **parts})
    pos = game.position
    (flow, step) = pos.agenda
    assert isinstance(step, PlayerTurn)
    pos.agenda = (flow, replace(step, seat=seat, stage=stage))
    return Game(game.rules, pos)


def state(game: Game) -> DoState:
    """What only 18DO remembers."""
    return DoState.of(game.position)


def cash(game: Game, who: str) -> int:
    """What somebody has."""
    return game.position.cash[who]


def cubes(game: Game, private: str) -> int:
    """The cubes on a brewery."""
    return state(game).cubes_on(private)


def cube_stock(game: Game) -> int:
    """The cubes in the stock."""
    return state(game).stock(game.position)


def at(game: Game, name: str) -> tuple[int, int]:
    """Where a stock value token lies: row and column, counted from 1."""
    row, column, _ = game.position.markers[name]
    return row + 1, column + 1


def token(par: int, row: int, column: int, **holders: int) -> dict[str, Any]:
    """A founded railway with its token on a space, counted from 1."""
    return {"par": par, "cell": (row - 1, column - 1), "holders": holders}


def charter(game: Game, name: str) -> int:
    """How much of a railway lies on its charter."""
    return game.rules.register.percent(game.position, name, OFFERING)


def trains(game: Game, owner: str) -> list[str]:
    """The trains somebody has, by type."""
    return sorted(face for _, face in trains_of(game.position, owner))


def runs(game: Game, name: str, *routes: Sequence[str]) -> Answer:
    """What the trains earn on these routes, the dearest first; () is one that stands still."""
    named = [tuple(way(game, *route)) if route else () for route in routes]
    return worth_of(game.rules, game.position, name, named)


def earns(game: Game, name: str, *routes: Sequence[str]) -> int:
    """The revenue of these routes."""
    return runs(game, name, *routes).total


def run(game: Game, name: str, *routes: Sequence[str]) -> Run:
    """A run on these routes for what they earn."""
    named = tuple(tuple(way(game, *route)) if route else () for route in routes)
    return Run(name, earns(game, name, *routes), named)


def no_run(game: Game, name: str, code: str, *routes: Sequence[str]) -> None:
    """These routes are refused for this reason."""
    with pytest.raises(Illegal) as caught:
        runs(game, name, *routes)
    assert caught.value.code == code, f"{caught.value.code}: {caught.value.sentence}"


def no_such_run(game: Game, action: Run, clause: str) -> None:
    """The run is refused by this clause. (A choice of free routes covers whatever is within its range.)"""
    before = game.position.hash()
    with pytest.raises(Illegal) as caught:
        game.play(action)
    assert game.position.hash() == before and action not in game.legal()
    assert caught.value.clause == clause, f"{caught.value.clause} says: {caught.value.sentence}"


def end_round(game: Game) -> Game:
    """Everybody passes until the stock round is over."""
    while game.position.round.kind == "stock":
        game.play(Pass(game.actor))
    return game
