"""The games we keep: each is replayed from its start and every position must have the hash it had when recorded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.changedkit import CHANGES, PACKAGE, changed_copy

from stellwerk.interop.files import load_game
from stellwerk.titles import newest_edition, titles

GAMES = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_position_has_its_hash(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert len(data["hashes"]) == len(data["actions"]) > 200
    game = load_game(data)
    assert game.over
    after = [entry.before.hash() for entry in game.log[1:]] + [game.position.hash()]
    assert after == data["hashes"]


def test_there_is_a_game_for_each_player_count() -> None:
    counts = {len(json.loads(path.read_text(encoding="utf-8"))["players"]) for path in GAMES}
    assert counts >= {3, 4, 5, 6}


@pytest.mark.parametrize("title", titles())
def test_there_is_a_game_of_each_edition(title: str) -> None:
    games = [json.loads(path.read_text(encoding="utf-8")) for path in GAMES]
    recorded = {game.get("edition", 1) for game in games if game["title"] == title}
    assert recorded == set(range(1, newest_edition(title) + 1)), "tools/record_games.py records a game"


def replayed(program: Path, title: str) -> dict[str, str]:
    """What a program says to each of our games of a title; nothing where every hash is as recorded."""
    code = """if True:
        import json, sys
        from pathlib import Path
        from stellwerk.errors import StellwerkError
        from stellwerk.interop.files import load_game
        found = {}
        for path in map(Path, sys.argv[1:]):
            try:
                load_game(json.loads(path.read_text(encoding="utf-8")))
            except StellwerkError as error:
                found[path.stem] = str(error)
        print(json.dumps(found))
    """
    files = [str(path) for path in GAMES if path.stem.startswith(f"{title}-")]
    told = subprocess.run(
        [sys.executable, "-c", code, *files],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(program.parent)},
    )
    found: dict[str, str] = json.loads(told.stdout)
    return found


@pytest.mark.parametrize("change", CHANGES)
def test_a_rule_mended_without_an_old_answer_is_found(change: str, tmp_path: Path) -> None:
    assert not replayed(PACKAGE, "18CZ")
    differing = replayed(changed_copy(tmp_path, change), "18CZ")
    by_edition = {
        game.get("edition", 1)
        for game in (json.loads(path.read_text(encoding="utf-8")) for path in GAMES if path.stem in differing)
    }
    assert by_edition == set(range(1, newest_edition("18CZ") + 1))
