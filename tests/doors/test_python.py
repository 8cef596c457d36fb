"""The Python door: beginning and loading games, and what it says to bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.doors.made import SPEC, TITLE, played

import stellwerk
from stellwerk import BadInput, Illegal, actions
from stellwerk.interop.files import save_game

NAMES = ["Ada", "Bo", "Cy"]


def test_titles_and_games() -> None:
    assert TITLE in stellwerk.titles()
    game = stellwerk.new_game(TITLE, players=NAMES, seed=7)
    assert game.turn in NAMES and game.legal()


def test_load_takes_files_of_every_kind() -> None:
    game = played(1, 60)
    for data in (save_game(game), save_game(game).decode(), game.as_json(), game.position.as_json()):
        assert stellwerk.load(data).position.hash() == game.position.hash()
    assert stellwerk.load(SPEC).actor == "Sx"
    assert stellwerk.load(SPEC)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"title": "Go"}, "no title 'Go'"),
        ({"title": 3}, "are names"),
        ({"title": []}, "are names"),
        ({"variant": None}, "are names"),
        ({"rules": "x"}, "no rules 'x'"),
        ({"players": "Ada"}, "a list of names"),
        ({"players": 3}, "a list of names"),
        ({"players": []}, "players, not 0"),
        ({"players": [1, 2, 3]}, "is no name for a player"),
        ({"players": ["Ada", "Bo", "x" * 41]}, "is no name for a player"),
        ({"players": ["Ada", "Bo", "a\nb"]}, "is no name for a player"),
        ({"players": ["Ada", "Bo", " "]}, "is no name for a player"),
        ({"players": ["Ada", "Bo", "BN"]}, "something else in the game"),
        ({"players": ["Ada", "Bo", "chance"]}, "something else in the game"),
        ({"seed": "x"}, "whole number"),
        ({"seed": 2**54}, "whole number"),
    ],
)
def test_a_game_that_cannot_begin(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        stellwerk.new_game(**{"title": TITLE, "players": NAMES, **arguments})


def test_load_opens_a_path(tmp_path: Path) -> None:
    game = played(1, 60)
    file = tmp_path / "game.json"
    file.write_bytes(save_game(game))
    assert stellwerk.load(file).position.hash() == game.position.hash()
    with pytest.raises(BadInput, match=r"There is no file .*none\.json\."):
        stellwerk.load(tmp_path / "none.json")
    with pytest.raises(BadInput, match="is a directory"):
        stellwerk.load(tmp_path)
    with pytest.raises(BadInput, match="no JSON"):
        stellwerk.load(str(file))


def test_words_and_actions_at_the_front_door() -> None:
    lay = actions.LayTile("MW", "F22", "57", 2)
    assert stellwerk.to_text(lay) == "MW lays 57@2 on F22"
    assert stellwerk.from_text("MW lays 57@2 on F22") == lay
    with pytest.raises(BadInput, match="closest form"):
        stellwerk.from_text("MW lay 57 to F22")


@pytest.mark.parametrize("data", [b"", "x", b"[]", {}, {"title": TITLE}, {"format": 3}, None, 3, [SPEC]])
def test_what_is_no_file_is_refused(data: Any) -> None:
    with pytest.raises(BadInput) as caught:
        stellwerk.load(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("thing", ["Ada passes", None, 3, {"type": "pass", "who": "Ada"}])
def test_what_is_no_action_is_refused_and_changes_nothing(thing: Any) -> None:
    game = played(1, 20).copy()
    before = game.position.hash()
    with pytest.raises(Illegal):
        game.play(thing)
    assert thing not in game.legal()
    assert game.position.hash() == before
    with pytest.raises(BadInput, match="no action"):
        actions.decode(thing if not isinstance(thing, dict) else [thing])
