"""Words for tests of track, stations and routes: a company at its turn, a route by the hexes it passes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from tests.kit import company_of, given, offered

from stellwerk import Illegal
from stellwerk.actions import LayTile
from stellwerk.board.geometry import EDGES, neighbour_hex
from stellwerk.game import Game
from stellwerk.routes import Answer, evaluate_routes
from stellwerk.steps.running import specs_of

SMALL, LARGE = ("EKJ", "OFE", "BCB", "MW", "VBW"), ("Sx", "Pr", "By", "kk", "Ug")


def floated(name: str, player: str) -> dict[str, Any]:
    """A company just floated by one player: small ones at 70, others at 100."""
    return company_of({player: 50}, par=70) if name in SMALL else company_of({player: 60}, par=100)


def turn_of(name: str, stage: str = "track", first: bool = False, **parts: Any) -> Game:
    """Ada's company at a stage of its turn with 500 in its treasury, phase b (d for a large one) unless said.

    Whoever else has stations or trains is floated and directed by Bo.
    """
    others = [c for c in (*parts.get("stations", ()), *parts.get("trains", ())) if c not in (name, "pool")]
    position = {
        "companies": {name: floated(name, "Ada"), **{other: floated(other, "Bo") for other in others}},
        "cash": {name: 500},
        "phase": "d" if {name, *others} & {*LARGE} else "b",
        "turn": {"company": name, "stage": stage, "first": first},
    }
    return given(**{**position, **parts})


def hexes(game: Game) -> set[str]:
    """Where tiles are on offer."""
    return {action.hex for action in offered(game, LayTile)}


def way(game: Game, *places: str) -> list[str]:
    """A route by the stops (`D4.0`) and hexes (`D6`) it passes, as the names of its stops and hex sides."""
    board = game.rules.board
    nodes = [places[0]]
    for here, there in pairwise(places):
        start, to = here.partition(".")[0], there.partition(".")[0]
        if start == to:
            nodes.append(there)
            continue
        edge = next(e for e in EDGES if neighbour_hex(board.layout, start, e) == to)
        nodes.append(board.side(start, edge))
        if "." in there:
            nodes.append(there)
    return nodes


def runs(game: Game, name: str, *routes: Sequence[str]) -> Answer:
    """What a company's trains earn on these routes, the first train (the dearest) on the first route."""
    network = game.rules.network(game.position, name)
    numbered = [(number, way(game, *route)) for number, route in enumerate(routes)]
    return evaluate_routes(network, specs_of(game.rules, game.position, name), numbered)


def earns(game: Game, name: str, *routes: Sequence[str]) -> int:
    """The revenue of these routes."""
    return runs(game, name, *routes).total


def no_run(game: Game, name: str, code: str, *routes: Sequence[str]) -> None:
    """These routes are refused for this reason."""
    with pytest.raises(Illegal) as caught:
        runs(game, name, *routes)
    assert caught.value.code == code, f"{caught.value.code}: {caught.value.sentence}"
