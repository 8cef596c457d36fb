"""Recorded games of 18xx.games, compared with our replay after every action; what differs is named below."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.interop import states

from stellwerk.interop.games18xx import Imported, import_game

TITLE = "18CZ"
LEAST_PLAYERS = 3
"""Two play on another map with a dummy."""

pytestmark = pytest.mark.skipif(
    not states.TRACES.is_dir(), reason="no recorded games: the folder shared/traces beside the project is missing"
)

WAITING = "a home station in a bare OO hex waits there; 18xx.games puts it into a city and asks again (R70)"
KNOWN = {"companies.ATE.stations": WAITING, "companies.ATE.markers": WAITING}
"""Paths that may differ while ATE's home station waits in its hex, and why (docs/interop.md)."""

ILLEGAL_RUNS = {
    ("29247", 345): "two runs, one from Praha to Praha: the book and the present 18xx.games forbid it (R39)"
}
"""Runs the engine of their day accepted; the recorded amount is taken."""


def games() -> list[str]:
    """The recorded games of 3 to 6 players."""
    files = sorted((states.TRACES / TITLE).glob("*.jsonl.gz")) if states.TRACES.is_dir() else []
    names = [file.name.split(".")[0] for file in files]
    return [name for name in names if len(states.file_of(TITLE, name)["players"]) >= LEAST_PLAYERS]


@cache
def imported(name: str) -> Imported:
    """A recorded game, played by our engine."""
    return import_game(states.file_of(TITLE, name))


def waits(imported: Imported, number: int) -> bool:
    """Does a home station wait in its hex, or has it just been asked for?"""
    stations = states.position_after(imported, number).stations
    return any(city == -1 for here in stations.values() for _, city in here)


def complaint(line: dict[str, Any], unlike: dict[str, Any]) -> str:
    """What differs after an action, in words."""
    what = "; ".join(f"{path}: ours {ours}, recorded {theirs}" for path, (ours, theirs) in unlike.items())
    return f"after action {line['id']} {line['action']}: {what}"


@pytest.mark.parametrize("name", games())
def test_every_state_is_the_recorded_one(name: str) -> None:
    game = imported(name)
    for line in states.lines(TITLE, name):
        ours = states.Ours(game, states.position_after(game, line["id"])).state()
        unlike = states.unlike(ours, states.recorded(line))
        if waits(game, line["id"]):
            unlike = {path: values for path, values in unlike.items() if path not in KNOWN}
        assert not unlike, complaint(line, unlike)


@pytest.mark.parametrize("name", games())
def test_every_run_has_the_recorded_value(name: str) -> None:
    noted = [note.split(" ")[1] for note in imported(name).differences]
    assert noted == [str(number) for game, number in ILLEGAL_RUNS if game == name]
    for line in states.lines(TITLE, name):
        if "routes_total" in line:
            total = sum(route["revenue"] for route in line["action"]["routes"])
            assert line["routes_total"] == total, line["id"]
        assert ("routes_error" in line) == ((name, line["id"]) in ILLEGAL_RUNS)


@pytest.mark.parametrize("name", games())
def test_the_result_is_the_recorded_one(name: str) -> None:
    game, file = imported(name), states.file_of(TITLE, name)
    result = game.game.position.result
    assert result is not None
    assert {str(id): result[player] for id, player in game.names.items()} == file["result"]


def test_there_are_games() -> None:
    assert len(games()) >= 5
    assert {len(states.file_of(TITLE, name)["players"]) for name in games()} == {3, 4, 5, 6}
