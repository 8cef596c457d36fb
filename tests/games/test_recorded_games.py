"""The games we keep: each is replayed from its start and every position must have the hash it had when recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stellwerk.interop.files import load_game

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
