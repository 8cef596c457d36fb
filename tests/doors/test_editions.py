"""Every door tells the edition of a game's rules, takes one, and keeps to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from stellwerk import BadInput, load, new_game
from stellwerk.cli import main
from stellwerk.game import Game
from stellwerk.interop.check_position import position_with_own
from stellwerk.interop.files import game_as_text, load_any
from stellwerk.interop.protocol import Session
from stellwerk.titles import newest_edition, titles

PLAYERS = ["Ada", "Bo", "Cy"]
EDITIONS = [(title, edition) for title in titles() for edition in range(1, newest_edition(title) + 1)]
every_edition = pytest.mark.parametrize(("title", "edition"), EDITIONS)
MENDED = [title for title in titles() if newest_edition(title) > 1]


def begun(title: str, edition: int) -> Game:
    """A game a few moves old."""
    game = new_game(title, PLAYERS, seed=7, edition=edition)
    for _ in range(5):
        game.play(next(iter(game.legal())).action)
    return game


@every_edition
def test_a_game_file_keeps_the_edition(title: str, edition: int) -> None:
    game = begun(title, edition)
    data = json.loads(game_as_text(game))
    assert data.get("edition", 1) == edition and ("edition" in data) == (edition > 1)
    again = load(data)
    assert again.rules is game.rules and again.position.hash() == game.position.hash()


@every_edition
def test_a_bare_position_keeps_the_edition(title: str, edition: int) -> None:
    game = begun(title, edition)
    data = position_with_own(game)
    assert data.get("edition", 1) == edition and ("edition" in data) == (edition > 1)
    again = load(data)
    assert again.rules is game.rules and again.position.hash() == game.position.hash()


@every_edition
def test_a_game_that_begins_at_a_position_keeps_the_edition(title: str, edition: int) -> None:
    game = load(position_with_own(begun(title, edition)))
    game.play(next(iter(game.legal())).action)
    again = load(game_as_text(game))
    assert again.rules is game.rules and again.position.hash() == game.position.hash()


@every_edition
def test_a_position_file_is_played_by_the_edition_it_names(title: str, edition: int) -> None:
    named = load({"title": title, "players": PLAYERS, "edition": edition})
    assert named.rules.edition == edition
    silent = load({"title": title, "players": PLAYERS, "seed": 3})
    assert silent.rules.edition == newest_edition(title)


def test_the_first_edition_said_aloud_is_the_same_position() -> None:
    game = begun("18CZ", 1)
    assert load({**position_with_own(game), "edition": 1}).position.hash() == game.position.hash()
    assert load({**game.as_json(), "edition": 1}).position.hash() == game.position.hash()


@pytest.mark.parametrize("edition", [0, 99, -1, "1", 1.5, None, [], 2**60])
def test_an_edition_that_is_none_is_refused_in_every_file(edition: object) -> None:
    game = begun("18CZ", 1)
    files: list[dict[str, Any]] = [game.as_json(), position_with_own(game)]
    if edition is not None:
        files.append({"title": "18CZ", "players": PLAYERS})
    for file in files:
        with pytest.raises(BadInput) as refused:
            load_any({**file, "edition": edition})
        assert str(refused.value).endswith(".")


@pytest.mark.parametrize("title", MENDED)
def test_a_start_of_another_edition_is_refused(title: str) -> None:
    game = load(position_with_own(begun(title, newest_edition(title))))
    with pytest.raises(BadInput, match="another edition"):
        load({**game.as_json(), "edition": 1})


@every_edition
def test_the_protocol_takes_and_tells_an_edition(title: str, edition: int) -> None:
    session = Session()
    said = {"command": "new", "title": title, "players": PLAYERS, "edition": edition}
    assert json.loads(session.answer(json.dumps(said)))["edition"] == edition
    saved = json.loads(session.answer('{"command": "save"}'))["game"]
    taken = json.loads(session.answer(json.dumps({"command": "load", "game": saved})))
    assert taken["edition"] == edition
    seen = json.loads(session.answer('{"command": "position"}'))["position"]
    assert json.loads(session.answer(json.dumps({"command": "setup", "position": seen})))["edition"] == edition


def test_the_protocol_begins_with_the_newest_edition() -> None:
    session = Session()
    for told in json.loads(session.answer('{"command": "titles"}'))["titles"]:
        assert told["edition"] == newest_edition(told["title"])
        said = {"command": "new", "title": told["title"], "players": PLAYERS}
        assert json.loads(session.answer(json.dumps(said)))["edition"] == told["edition"]
    refused = json.loads(session.answer(json.dumps({**said, "edition": 99})))
    assert not refused["ok"] and refused["error"]["code"] == "bad-input"


@every_edition
def test_copies_and_views_keep_the_edition(title: str, edition: int) -> None:
    game = begun(title, edition)
    for other in (game.copy(), game.seen_by("Ada"), game.copy().copy()):
        assert other.rules is game.rules
        assert other.position.edition == game.position.edition


def test_titles_shows_the_edition() -> None:
    shown = CliRunner().invoke(main, ["titles"]).output
    assert "edition" in shown


@every_edition
def test_show_tells_an_old_edition(title: str, edition: int, tmp_path: Any) -> None:
    file = tmp_path / "game.json"
    file.write_text(game_as_text(begun(title, edition)))
    shown = CliRunner().invoke(main, ["show", str(file)]).output
    newest = newest_edition(title)
    assert (f"edition {edition} of {newest}" in shown) == (edition < newest)
