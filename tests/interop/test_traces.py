"""Recorded games of 18xx.games, compared with our replay after every action; what differs is named below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from tests.interop import states

from stellwerk.interop.games18xx import Imported, import_game
from stellwerk.position import Position
from stellwerk.steps.waterfall import ParChoice

TITLES = ("18CZ", "18Rhl")
LEAST_PLAYERS = 3
"""In 18CZ two play on another map with a dummy."""

pytestmark = pytest.mark.skipif(not states.TRACES.is_dir(), reason=states.MISSING)

WAITING = "a home station in a bare OO hex waits there; 18xx.games puts it into a city and asks again (R70)"
BETWEEN = "No. 6 is the director's certificate; 18xx.games hands it over when the first price is set (4.2)"

ILLEGAL_RUNS = {
    ("29247", 345): "two runs, one from Praha to Praha: the book and the present 18xx.games forbid it (R39)"
}
"""Runs the engine of their day accepted; the recorded amount is taken."""


def games() -> list[tuple[str, str]]:
    """The recorded games of 3 to 6 players."""
    found = [(title, file) for title in TITLES for file in sorted((states.TRACES / title).glob("*.jsonl.gz"))]
    names = [(title, file.name.split(".")[0]) for title, file in found]
    return [(title, name) for title, name in names if len(states.file_of(title, name)["players"]) >= LEAST_PLAYERS]


def cases() -> list[Any]:
    """The recorded games as cases of a test; without them one case that is skipped and says why."""
    missing = pytest.param("", "", marks=pytest.mark.skip(reason=states.MISSING), id="no recorded games")
    return [pytest.param(*game, id=game[1]) for game in games()] or [missing]


@cache
def imported(title: str, name: str) -> Imported:
    """A recorded game, played by our engine."""
    return import_game(states.file_of(title, name))


def known(position: Position) -> Iterator[tuple[str, str]]:
    """Paths that may differ in a position, and why (docs/interop.md)."""
    waiting = [company for here in position.stations.values() for company, city in here if city == -1]
    for company in waiting:
        yield f"companies.{company}.stations", WAITING
        yield f"companies.{company}.markers", WAITING
    for step in position.agenda:
        if isinstance(step, ParChoice):
            for field in ("director", "unsold"):
                yield f"companies.{step.company}.{field}", BETWEEN
            for field in ("privates", "shares"):
                yield f"players.{step.player}.{field}", BETWEEN
            yield f"privates.{step.company}", BETWEEN


def complaint(line: dict[str, Any], unlike: dict[str, Any]) -> str:
    """What differs after an action, in words."""
    what = "; ".join(f"{path}: ours {ours}, recorded {theirs}" for path, (ours, theirs) in unlike.items())
    return f"after action {line['id']} {line['action']}: {what}"


@pytest.mark.parametrize(("title", "name"), cases())
def test_every_state_is_the_recorded_one(title: str, name: str) -> None:
    game = imported(title, name)
    for line in states.lines(title, name):
        position = states.position_after(game, line["id"])
        ours = states.Ours(game, position)
        unlike = states.unlike(ours.state(), states.recorded(line))
        named = dict(known(position))
        unlike = {path: values for path, values in unlike.items() if ours.plain(path) not in named}
        assert not unlike, complaint(line, unlike)


@pytest.mark.parametrize(("title", "name"), cases())
def test_every_run_has_the_recorded_value(title: str, name: str) -> None:
    noted = [note.split(" ")[1] for note in imported(title, name).differences]
    assert noted == [str(number) for game, number in ILLEGAL_RUNS if game == name]
    for line in states.lines(title, name):
        if "routes_total" in line:
            total = sum(route["revenue"] for route in line["action"]["routes"])
            assert line["routes_total"] == total, line["id"]
        assert ("routes_error" in line) == ((name, line["id"]) in ILLEGAL_RUNS)


@pytest.mark.parametrize(("title", "name"), cases())
def test_the_result_is_the_recorded_one(title: str, name: str) -> None:
    game, file = imported(title, name), states.file_of(title, name)
    result = game.game.position.result
    assert result is not None
    assert {str(id): result[player] for id, player in game.names.items()} == file["result"]


@pytest.mark.parametrize("title", TITLES)
def test_there_are_games(title: str) -> None:
    names = [name for its, name in games() if its == title]
    assert len(names) >= 5
    assert {len(states.file_of(title, name)["players"]) for name in names} == {3, 4, 5, 6}


def test_the_games_have_ruined_players_and_companies_without_a_director() -> None:
    """So that bankruptcy and receivership are compared too."""
    lines = [line for title, name in games() for line in states.lines(title, name)]
    assert any(player["bankrupt"] for line in lines for player in line["players"].values())
    assert any(company["president"] == "market" for line in lines for company in line["corporations"].values())
