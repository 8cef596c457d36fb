"""Words for tests of 18Rhl: a corporation at its turn, routes by the hexes they pass (ferries too)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests import trackkit
from tests.kit import company_of, given

from stellwerk import Illegal
from stellwerk.game import Game
from stellwerk.routes import Answer, evaluate_routes
from stellwerk.steps.running import specs_of
from stellwerk.trains import trains_of


def rhl(**parts: Any) -> Game:
    """A position of 18Rhl."""
    return given(title="18Rhl", **parts)


def floated(name: str, player: str) -> dict[str, Any]:
    """A corporation just floated by one player."""
    return company_of({player: 60}, par=80)


def turn_of(name: str, stage: str = "run", **parts: Any) -> Game:
    """Ada's corporation at a stage of its turn, phase 4 unless said; whoever else is on the map is Bo's."""
    others = [c for c in (*parts.get("stations", ()), *parts.get("trains", ())) if c not in (name, "pool")]
    position = {
        "companies": {name: floated(name, "Ada"), **{other: floated(other, "Bo") for other in others}},
        "phase": "4",
        "turn": {"company": name, "stage": stage},
    }
    return rhl(**{**position, **parts})


def way(game: Game, *places: str) -> tuple[str, ...]:
    """A route by stops (`K2.0`) and hexes (`K8`); two stops of one hex in a row are joined by a ferry or by track."""
    parts: list[list[str]] = [[]]
    for place in places:
        if parts[-1] and parts[-1][-1].partition(".")[0] == place.partition(".")[0]:
            parts.append([])
        parts[-1].append(place)
    return tuple(node for part in parts for node in trackkit.way(game, *part))


def runs(game: Game, name: str, *routes: Sequence[str]) -> Answer:
    """What trains earn on these routes, the first train (the dearest) on the first route."""
    numbered = [(number, way(game, *route)) for number, route in enumerate(routes)]
    return evaluate_routes(game.rules.network(game.position, name), specs_of(game.rules, game.position, name), numbered)


def earns(game: Game, name: str, *routes: Sequence[str]) -> int:
    """The income of these routes."""
    return runs(game, name, *routes).total


def no_run(game: Game, name: str, code: str, *routes: Sequence[str]) -> None:
    """These routes are refused for this reason."""
    with pytest.raises(Illegal) as caught:
        runs(game, name, *routes)
    assert caught.value.code == code, f"{caught.value.code}: {caught.value.sentence}"


def trains(game: Game, owner: str) -> dict[str, str]:
    """Cards and faces somebody has."""
    return dict(trains_of(game.position, owner))


def debts(game: Game) -> dict[str, int]:
    """Who owes the bank how much."""
    return dict(game.position.state.money_owed())
