"""What is written as an 18xx.games file can be read again and is the same game."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.interop import states
from tests.interop.test_traces import TITLES, cases, imported

import stellwerk
from stellwerk.actions import Action
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.interop.files import load_game
from stellwerk.interop.games18xx import Imported, export_game, import_game
from stellwerk.interop.games18xx.read_file import read_file

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.json"))
TOLD_ELSEWHERE = ("18CZ", "18Rhl")
"""Titles that 18xx.games plays too."""
RECORDED = [path for path in GAMES if path.stem.startswith(TOLD_ELSEWHERE)]
ALIKE = [path for path in RECORDED if path.stem.startswith("18CZ")]
"""Games in which the two rules come to the same."""


def again(game: Imported) -> Imported:
    """Written and read again, through JSON."""
    return import_game(json.loads(json.dumps(export_game(game.game, game.names))))


def actions_of(game: Game) -> list[Action]:
    """What was played."""
    return [entry.action for entry in game.log]


@pytest.mark.parametrize(("title", "name"), cases())
def test_an_imported_game_comes_back_unchanged(title: str, name: str) -> None:
    first, second = imported(title, name), again(imported(title, name))
    assert actions_of(second.game) == actions_of(first.game)
    assert second.game.position.hash() == first.game.position.hash()
    assert second.names == first.names


@pytest.mark.parametrize(("title", "name"), cases())
def test_the_file_says_what_the_recorded_one_says(title: str, name: str) -> None:
    """The same actions by the same entities, those played by themselves too; at most two passes may be missing."""
    game, recorded = imported(title, name), states.file_of(title, name)
    written = export_game(game.game, game.names)
    ours, theirs = (Counter((r.type, str(r.entity)) for r in read_file(file).records) for file in (written, recorded))
    unlike = (ours - theirs) + (theirs - ours)
    assert {kind for kind, _ in unlike} <= {"pass"}
    assert unlike.total() <= 2
    assert written["result"] == {str(id): worth for id, worth in recorded["result"].items()}


@pytest.mark.parametrize(("title", "name"), cases())
def test_no_tile_lies_twice_and_actions_are_numbered(title: str, name: str) -> None:
    file = export_game(imported(title, name).game)
    lying: dict[str, str] = {}
    for number, action in enumerate(file["actions"], 1):
        assert action["id"] == number
        if action["type"] == "lay_tile":
            lying.pop(action["hex"], None)
            assert action["tile"] not in lying.values()
            lying[action["hex"]] = action["tile"]


@pytest.mark.parametrize(("title", "name"), cases())
def test_written_routes_are_complete(title: str, name: str) -> None:
    file = export_game(imported(title, name).game)
    runs = [action for action in file["actions"] if action["type"] == "run_routes"]
    assert runs
    for route in (route for run in runs for route in run["routes"]):
        assert set(route) == {"train", "connections", "hexes", "revenue", "revenue_str", "nodes"}
        assert len(route["connections"]) == len(route["hexes"]) - 1 == len(route["nodes"]) - 1
        for leg, start, end in zip(route["connections"], route["hexes"], route["hexes"][1:], strict=False):
            assert [leg[0], leg[-1]] == [start, end]


@pytest.mark.parametrize("title", TITLES)
def test_a_game_of_ours_can_be_written_before_its_end(title: str) -> None:
    game = stellwerk.new_game(title, ["Ada", "Bo", "Cy"], seed=3)
    game.play(next(iter(game.legal())).action)
    file = export_game(game)
    assert (file["status"], len(file["actions"]), file["acting"]) == ("active", 1, [game.turn])
    assert actions_of(import_game(file).game) == actions_of(game)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_game_by_the_book_can_be_written(path: Path) -> None:
    """What the other program plays otherwise may be refused when it is read, but with a sentence."""
    game = load_game(json.loads(path.read_text(encoding="utf-8")))
    file: dict[str, Any] = json.loads(json.dumps(export_game(game)))
    assert file["result"] == dict(game.position.result or {})
    try:
        import_game(file)
    except BadInput as refusal:
        assert str(refusal).startswith("Action ")


@pytest.mark.parametrize("path", sorted(set(GAMES) - set(RECORDED)), ids=lambda path: path.stem)
def test_a_title_that_18xx_games_does_not_play_is_refused_in_a_sentence(path: Path) -> None:
    game = load_game(json.loads(path.read_text(encoding="utf-8")))
    with pytest.raises(BadInput, match=re.escape(f"18xx.games does not play {game.position.title!r}")):
        export_game(game)


@pytest.mark.parametrize("path", ALIKE, ids=lambda path: path.stem)
def test_a_game_by_the_book_comes_back_with_its_result(path: Path) -> None:
    """Read again it is played by the other program's rules; in these games no difference (docs/interop.md) shows."""
    game = load_game(json.loads(path.read_text(encoding="utf-8")))
    back = import_game(json.loads(json.dumps(export_game(game))))
    assert back.differences == []
    assert back.game.position.result == game.position.result
