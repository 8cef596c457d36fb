"""docs/adding-a-title.md, followed: the title of that page is installed from the page and played through every door."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import tinykit

import stellwerk
from stellwerk import BadInput, Illegal, bots, ledger
from stellwerk.actions import Action, Choice, LayTile, StartCompany, encode
from stellwerk.draw import board_svg
from stellwerk.game import Game
from stellwerk.interop.check_position import game_at
from stellwerk.interop.files import load_any, load_game, save_game
from stellwerk.interop.text import from_text, to_text
from stellwerk.rules import Rules
from stellwerk.titles import rules_of
from stellwerk.vocabulary import tag_of

SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is installed."""
    return tinykit.install(tmp_path_factory.mktemp("tiny"), tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module", autouse=True)
def installed(folder: Path) -> Iterator[None]:
    """The package is there in this process, too."""
    with tinykit.beside_ours(folder):
        yield


@pytest.fixture
def rules() -> Rules:
    """The tiny title."""
    return rules_of("Tiny")


def any_move(choice: Choice, chance: random.Random) -> Action:
    """A choice with some number of its range."""
    steps = (choice.high - choice.low) // choice.step
    return choice.at(choice.low + choice.step * chance.randint(0, steps)) if choice.field else choice.action


def played(seed: int, players: int = 3, until: str = "") -> Game:
    """A random game, to its end, or to where a step of this name waits."""
    chance = random.Random(seed)
    game = stellwerk.new_game("Tiny", [f"P{i}" for i in range(players)], seed)
    while not game.over and (not until or tag_of(game.position.agenda[-1]) != until):
        game.play(any_move(chance.choice(list(game.legal())), chance))
        assert ledger.total_money(game.position) == 0
        assert len(game.log) < 2000
    return game


def at_a_fair() -> Game:
    """A game in which a fair waits for its judgement."""
    games = (played(seed, until="fair-judgement") for seed in range(50))
    return next(game for game in games if not game.over)


def stellwerk_says(folder: Path, *words: str, given: str = "") -> str:
    """What the command line answers, with the package installed beside ours."""
    path = {"PYTHONPATH": os.pathsep.join((str(SOURCE), str(folder)))}
    command = [sys.executable, "-m", "stellwerk", *words]
    done = subprocess.run(command, input=given, env={**os.environ, **path}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


# Python


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", [2, 3])
def test_the_page_s_game_can_be_played_to_the_end(rules: Rules, players: int, seed: int) -> None:
    game = played(seed, players)
    assert game.position.result == {p: rules.wealth(game.position, p) for p in game.position.players}


def test_a_company_of_each_kind_runs_between_the_two_cities(rules: Rules) -> None:
    game = Game(rules, rules.new_position(["Ada", "Bo"], 1))
    first = game.turn
    game.play(StartCompany(first, "AA", 20))
    assert game.position.cash["AA"] == 80
    tiles = {"A1": ("end", 4), "A3": ("9", 1), "A5": ("end", 1)}
    position = game.position.copy()
    position.tiles, position.stations = tiles, {"A1": (("AA", 0),)}
    position.put("trains", "a1", ("AA", "2"))
    assert Game(rules, position).best_runs("AA").total == 40


def test_the_board_is_drawn_without_another_line(rules: Rules) -> None:
    svg = board_svg(rules.board.figure, rules.board.tiles, rules.companies, tiles={}, stations={})
    assert "West" in svg and "East" in svg
    assert LayTile("AA", "A1", "end", 4).hex in svg


def test_it_stands_beside_ours() -> None:
    assert stellwerk.titles()[:3] == ("18CZ", "18Rhl", "18BL") and stellwerk.titles()[-1] == "Tiny"
    assert stellwerk.new_game("18CZ", ["Ada", "Bo", "Cy"]).rules.shapes.actions.by_tag.get("hold-fair") is None


# Text, JSON, files


@pytest.mark.parametrize("seed", range(5))
def test_every_choice_can_be_said_and_read_back(seed: int) -> None:
    chance = random.Random(seed)
    game, kinds = stellwerk.new_game("Tiny", ["Ada", "Bo L."], seed), set()
    words = game.rules.shapes.actions
    while not game.over:
        for choice in game.legal():
            action = any_move(choice, chance)
            assert stellwerk.from_text(to_text(action), "Tiny") == action == from_text(to_text(action), words)
            assert action == words.decode(json.loads(json.dumps(encode(action))))
            kinds.add(tag_of(action))
        game.play(any_move(chance.choice(list(game.legal())), chance))
    assert {"hold-fair", "judge-fair"} <= kinds


def test_a_game_file_and_a_position_hold_its_actions_and_steps() -> None:
    game = at_a_fair()
    again = load_game(save_game(game))
    assert again.position.hash() == game.position.hash() and list(again.log) == list(game.log)
    stands = game_at(json.loads(json.dumps(game.position.as_json())))
    assert stands.position.hash() == game.position.hash()
    assert [c.action for c in stands.legal()] == [c.action for c in game.legal()]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"asked": "Zoe"}, "Zoe does not play, and judges no fair."),
        ({"amount": 7}, "No fair is held for 7."),
        ({"amount": "much"}, "This is no position: Expected `int`, got `str` - at `$[3].amount`."),
        ({"step": "fair-verdict"}, "This is no position: Invalid value 'fair-verdict' - at `$[3].step`."),
    ],
)
def test_an_unsound_step_is_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    data = json.loads(json.dumps(at_a_fair().position.as_json()))
    data["agenda"][-1] |= change
    with pytest.raises(BadInput) as refused:
        game_at(data)
    assert str(refused.value) == sentence


def test_its_step_does_not_lie_where_it_says_it_does_not() -> None:
    data = json.loads(json.dumps(at_a_fair().position.as_json()))
    data["agenda"] = [data["agenda"][0], data["agenda"][-1]]
    with pytest.raises(BadInput, match="The step 'fair-judgement' does not follow 'course'"):
        game_at(data)


def test_an_unknown_action_gets_one_sentence_at_every_door() -> None:
    game = at_a_fair()
    strange = {"type": "burn-down", "company": "AA"}
    sentence = "there is no kind of action 'burn-down' in this game"
    file = json.loads(save_game(game))
    doors: list[Callable[[], object]] = [
        lambda: game.rules.shapes.actions.decode(strange),
        lambda: load_any({**file, "actions": [strange], "hashes": None}),
        lambda: stellwerk.load({**file, "actions": [*file["actions"], strange], "hashes": None}),
    ]
    for door in doors:
        with pytest.raises(BadInput, match=sentence):
            door()
    with pytest.raises(Illegal, match="cannot do this now"):
        game.play(StartCompany("P0", "AA", 20))


# The protocol and the command line, as others start them


def test_a_program_plays_it_by_the_protocol(folder: Path) -> None:
    game = at_a_fair()
    said = [to_text(entry.action) for entry in game.log if tag_of(entry.action) != "draw"]
    lines = [{"command": "new", "title": "Tiny", "players": list(game.position.players), "seed": game.start.seed}]
    lines += [{"command": "play", "action": line} for line in said]
    lines += [{"command": "legal"}, {"command": "play", "action": {"type": "nothing-such"}}, {"command": "quit"}]
    replies = stellwerk_says(folder, "engine", given="\n".join(map(json.dumps, lines))).splitlines()
    *before, legal, refused, _ = map(json.loads, replies)
    assert all(reply["ok"] for reply in before) and before[-1]["hash"] == game.position.hash()
    assert {choice["action"]["type"] for choice in legal["choices"]} == {"judge-fair", "pass"}
    assert f"{legal['actor']} calls the fair dull" in {choice["text"] for choice in legal["choices"]}
    assert refused["error"]["sentence"] == "This is no action: there is no kind of action 'nothing-such' in this game."


def test_the_command_line_lists_shows_and_replays_it(folder: Path, tmp_path: Path) -> None:
    file, game = tmp_path / "game.json", at_a_fair()
    game.play(from_text(f"{game.turn} calls the fair dull", game.rules.shapes.actions))
    file.write_bytes(save_game(game))
    assert "\nFrom stellwerk-tiny 1.2: Tiny.\n" in stellwerk_says(folder, "titles")
    assert "Tiny" in stellwerk_says(folder, "show", str(file))
    told = stellwerk_says(folder, "replay", "--events", str(file))
    assert "holds a fair in A" in told and "calls the fair dull" in told and "The fair of " in told


# Programs that play


@pytest.mark.parametrize("name", ["random", "casual", "steady", "keen"])
def test_bots_play_it_to_the_end(name: str) -> None:
    game, bot = stellwerk.new_game("Tiny", ["Ada", "Bo"], 4), bots.make_bot(name, 1)
    while not game.over:
        game.play(bot.choose(game.seen_by(game.turn)))
        assert len(game.log) < 1500
    assert any(tag_of(entry.action) == "hold-fair" for entry in game.log) or name in ("steady", "keen")


def test_the_encoding_has_a_table_for_its_actions(rules: Rules) -> None:
    pytest.importorskip("numpy")
    from stellwerk.lab.encoding_actions import ActionCode

    code, game = ActionCode(rules), at_a_fair()
    assert {"hold-fair", "judge-fair"} <= {block.name for block in code.blocks}
    offered = code.offers(game.position)
    assert set(offered.values()) == {choice.action for choice in game.legal()}
    assert all(code.block_of(index).name != "other" for index in offered)
    assert all(code.encode(game.position, action) == index for index, action in offered.items())


def test_programs_learn_it_by_the_research_interface() -> None:
    pytest.importorskip("pettingzoo")
    from stellwerk.lab.aec import env

    table, chance = env("Tiny", players=2, seed=5), random.Random(5)
    table.reset()
    for _ in table.agent_iter(3000):
        seen, _, termination, truncation, _ = table.last()
        done = termination or truncation
        legal = [index for index, may in enumerate(seen["action_mask"]) if may]
        table.step(None if done else chance.choice(legal))
    assert not table.agents
