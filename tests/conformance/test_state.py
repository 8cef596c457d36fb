"""What only one title knows is read strictly: at every door, for every title, junk gets one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import stellwerk
from stellwerk import BadInput
from stellwerk.bots.casual import CasualBot
from stellwerk.cli import main
from stellwerk.game import Game
from stellwerk.interop.protocol import Session
from stellwerk.table.db.records import Actor
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.titles import rules_of

KINDS = [(title, variant) for title in stellwerk.titles() for variant in rules_of(title).variants]
MINES = {"mines": ["A1", "A1"]}
JUNK: tuple[Any, ...] = (
    {"foo": 1},
    {"access": 5},
    {"debts": {"nobody": 3}},
    {"mines": ["A1", "A1"]},
    {"mw": "x"},
    [],
    7,
)


@cache
def begun(title: str, variant: str) -> Game:
    """A game after forty decisions."""
    rules = rules_of(title, variant)
    game = stellwerk.new_game(title, [f"P{i}" for i in range(max(rules.figures.player_counts()))], 1, variant)
    bot = CasualBot(1)
    for _ in range(40):
        game.play(bot.choose(game))
    return game


def position(game: Game, junk: Any) -> dict[str, Any]:
    """The position of a game with junk in it."""
    return {**game.position.as_json(), "extra": junk}


def game_file(game: Game, junk: Any) -> dict[str, Any]:
    """A game that begins at such a position."""
    start = {"format": "stellwerk-game", "version": 1, "title": game.rules.title, "variant": game.rules.variant}
    players, seed = game.position.players, game.position.seed
    return {
        **start,
        "edition": game.rules.edition,
        "players": list(players),
        "seed": seed,
        "actions": [],
        "start": position(game, junk),
    }


def position_file(game: Game, junk: Any) -> dict[str, Any]:
    """A position file with such words of its title."""
    head = {"format": "stellwerk-position", "title": game.rules.title, "variant": game.rules.variant}
    return {**head, "players": list(game.position.players), "extra": junk}


Shape = Callable[[Game, Any], dict[str, Any]]
SHAPES: tuple[Shape, ...] = (position, game_file, position_file)


@pytest.mark.parametrize(("title", "variant"), KINDS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_every_door_refuses_junk_with_one_sentence(title: str, variant: str, shape: Shape, junk: Any) -> None:
    told = shape(begun(title, variant), junk)
    with pytest.raises(BadInput) as caught:
        stellwerk.load(json.dumps(told).encode())
    sentence = str(caught.value)
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 300
    for command, name in (("setup", "position"), ("load", "game")):
        reply = json.loads(Session().answer(json.dumps({"command": command, name: told})))
        assert not reply["ok"] and reply["error"]["sentence"] == sentence


@pytest.mark.parametrize("title", stellwerk.titles())
def test_the_table_and_the_command_line_refuse_it_too(title: str, tmp_path: Path) -> None:
    told, file = game_file(begun(title, rules_of(title).variant), {"foo": 1}), tmp_path / "game.json"
    file.write_text(json.dumps(told))
    result = CliRunner().invoke(main, ["show", str(file)])
    assert result.exit_code != 0 and "foo" in result.output and "Traceback" not in result.output
    service = Service(Store(f"sqlite:///{tmp_path / 'tables.sqlite'}", durable=False))
    with pytest.raises(BadInput, match="foo"):
        service.game_import.import_table(told, actor=Actor(account=1))


@pytest.mark.parametrize(("title", "variant"), KINDS)
def test_a_position_with_its_own_state_is_read_again(title: str, variant: str) -> None:
    game = begun(title, variant)
    again = Session()
    reply = json.loads(again.answer(json.dumps({"command": "setup", "position": game.position.as_json()})))
    assert reply["ok"] and reply["hash"] == game.position.hash()
