"""Files: JSON read with care, games that come back the same, changes that are found."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.doors.made import SPEC, TITLE, plain, played

from stellwerk import BadInput
from stellwerk.game import Game
from stellwerk.interop.files import game_as_text, kind_of, load_any, load_game, read_json, save_game
from stellwerk.interop.position_file import set_up


def refused(data: Any, *, by: Any = load_any) -> str:
    """The sentence with which something is refused."""
    with pytest.raises(BadInput) as caught:
        by(data)
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence and len(sentence) < 400, sentence
    return sentence


BROKEN: list[tuple[bytes | str, str]] = [
    (b"", "no JSON: line 1, column 1"),
    (b"{", "no JSON"),
    (b'{"a": 1,}', "no JSON"),
    (b'{"a": 1} x', "no JSON: line 1, column 10"),
    ("{'a': 1}", "no JSON"),
    (b'{"a": NaN}', "no number NaN"),
    (b'{"a": -Infinity}', "no number -Infinity"),
    (b'{"a": 1e999}', "too large"),
    (b'{"a": 9007199254740993}', "The number 9007199254740993 is too large"),
    (b'{"a": ' + b"9" * 100_000 + b"}", "is too large"),
    (b'{"a": 1, "a": 2}', "'a' stands twice"),
    (b"[" * 100_000, "nested too deep"),
    (b"[" * 70 + b"]" * 70, "nested too deep"),
    (b"\x89PNG\r\n\x1a\n\x00\x00", "UTF-8"),
    (b'{"a": "\x00"}', "binary"),
    ('{"a": 1}'.encode("utf-16"), "UTF-8"),
    (b'"\\ud800"', "half a letter"),
    ('{"a": "\ud800"}', "half a letter"),
    (b'{"a": "\xff"}', "UTF-8"),
    (b" " * 20_000_001, "too large"),
]


@pytest.mark.parametrize(("data", "words"), BROKEN, ids=[words for _, words in BROKEN])
def test_broken_json_is_refused_in_one_sentence(data: bytes | str, words: str) -> None:
    assert words in refused(data, by=read_json)


def test_sound_json_is_read() -> None:
    text = '\ufeff{"a": [1, -2, 9007199254740992, 1.5, null, true, "\\u017d"], "b": ' + "[" * 62 + "]" * 62 + "}"
    found = read_json(text.encode())
    assert found["a"] == [1, -2, 2**53, 1.5, None, True, "Ž"]


@pytest.mark.parametrize("decisions", [0, 1, 60, 200, 2000])
@pytest.mark.parametrize("players", [3, 6])
def test_a_game_comes_back_the_same(decisions: int, players: int) -> None:
    game = played(11, decisions, players)
    again = load_game(save_game(game))
    assert again.position.hash() == game.position.hash()
    assert again.position == game.position
    assert [entry.action for entry in again.log] == [entry.action for entry in game.log]
    assert save_game(again) == save_game(game) == game_as_text(again).encode()
    assert load_any(game_as_text(game)).position.hash() == game.position.hash()


def test_a_loaded_game_goes_on_like_the_saved_one() -> None:
    game = played(3, 90).copy()
    again = load_game(save_game(game))
    action = next(iter(game.legal())).action
    game.play(action)
    again.play(action)
    assert again.position.hash() == game.position.hash()
    again.undo()
    assert again.redo() == action


def test_a_game_from_a_position_file_is_saved_with_its_start() -> None:
    game = set_up(SPEC)
    game.play(next(iter(game.legal())).action)
    data = game.as_json()
    assert "start" in data
    again = load_game(plain(data))
    assert again.position.hash() == game.position.hash()
    again.undo()
    assert again.position.hash() == set_up(SPEC).position.hash()


def test_a_changed_rule_is_found_and_the_action_named() -> None:
    data = plain(played(2, 40).as_json())
    data["hashes"][17] = "0" * 16
    sentence = refused(data)
    assert "After action 18 (" in sentence and "the rules have changed since" in sentence


def test_an_illegal_action_is_named_with_the_reason() -> None:
    data = plain(played(2, 40).as_json())
    data["actions"][5] = {"type": "pass", "who": "Zoe"}
    sentence = refused(data)
    assert sentence.startswith("Action 6 (Zoe passes) is not legal: It is ")
    data["actions"][5] = {"type": "fly", "who": "Zoe"}
    assert refused(data).startswith("Action 6 cannot be read: This is no action")


def test_part_of_a_game_can_be_replayed() -> None:
    game = played(2, 40)
    heard: list[tuple[int, int]] = []
    part = load_game(save_game(game), lambda done, of: heard.append((done, of)), to=7)
    assert part.position.hash() == game.as_json()["hashes"][6]
    assert heard == [(n, 7) for n in range(1, 8)]


def test_a_game_without_hashes_and_without_draws_is_completed() -> None:
    data = {"format": "stellwerk-game", "title": TITLE, "players": ["Ada", "Bo", "Cy"], "seed": 7}
    game = load_game(data)
    assert len(game.log) == 1 and game.turn == "Ada"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "no format known"),
        ({"format": 7}, "no format known"),
        ({"version": 2}, "version 2"),
        ({"title": "Go"}, "There is no title 'Go'"),
        ({"variant": "Go"}, "no variant 'Go'"),
        ({"rules": "Go"}, "no rules 'Go'"),
        ({"players": ["Ada"]}, "is for 3, 4, 5, 6 players"),
        ({"players": ["Ada", "Ada", "Bo"]}, "name of his own"),
        ({"players": ["bank", "Ada", "Bo"]}, "something else in the game"),
        ({"players": "Ada"}, "Expected `array`"),
        ({"seed": 2**60}, "seed is too large"),
        ({"hashes": []}, "one each is right"),
        ({"start": {}}, "no position"),
        ({"more": 1}, "unknown field `more`"),
    ],
)
def test_a_wrong_game_file_is_refused(change: dict[str, Any], words: str) -> None:
    assert words in refused({**plain(played(2, 10).as_json()), **change})


def test_kinds_of_files_are_told_apart() -> None:
    game = played(2, 10)
    assert kind_of(game.as_json()) == "game"
    assert kind_of(SPEC) == "position file"
    assert kind_of(game.position.as_json()) == "position"
    assert kind_of({"id": 1, "title": TITLE, "players": [{"name": "Ada"}], "actions": []}) == "18xx.games"
    for wrong in cast("tuple[Any, ...]", ([], '"x"', 3, None)):
        assert "one JSON object" in refused(wrong)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        game = load_any(data)
    except BadInput as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(game, Game)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
parts = st.sampled_from(["format", "title", "players", "actions", "agenda", "round", "turn", "cash", "start", "hashes"])


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.dictionaries(parts, anything | st.just(TITLE) | st.just(["Ada", "Bo", "Cy"]), max_size=6))
def test_any_object_is_a_game_or_refused(data: dict[str, Any]) -> None:
    try:
        load_any(json.dumps(data))
    except BadInput as error:
        assert "\n" not in str(error)
