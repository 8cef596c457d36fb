"""The table of 1881: what no other title has, on the page, in files and in words."""

from __future__ import annotations

import json

from tests.tablekit81 import before_board

from stellwerk.interop.files import load_game
from stellwerk.steps.objection import CastVote, LetPass

# Files


def test_a_game_with_a_veto_and_a_vote_is_read_from_its_file() -> None:
    """Given a vote that a veto has brought, when its file is loaded, then the vote goes on where it stood."""
    game = before_board()
    game.play(LetPass("GBS"))
    game.play(next(action for action in game.legal().actions() if action != LetPass("BESTAG")))
    game.play(CastVote("GBS", agrees=False))
    loaded = load_game(json.loads(json.dumps(game.as_json())))

    assert loaded.position.hash() == game.position.hash()
    assert loaded.legal().actions() == game.legal().actions() != []
