"""Random games by the other program's rules, written and read again: the same actions in the same order."""

from __future__ import annotations

import json

import pytest
from tests.interop.made import random_game
from tests.interop.test_traces import TITLES

from stellwerk.interop.games18xx import export_game, import_game

UNSAID = 20
"""How many of the last actions of an unfinished game may be passes that no record tells yet."""


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_a_random_game_comes_back_unchanged(title: str, count: int) -> None:
    game = random_game(title, count, seed=count, most=350)
    back = import_game(json.loads(json.dumps(export_game(game))))
    played, again = ([entry.action for entry in g.log] for g in (game, back.game))
    assert again == played[: len(again)]
    assert len(played) - len(again) <= (0 if game.over else UNSAID)
    assert back.differences == []


def test_the_seed_gives_what_was_drawn() -> None:
    """The other program draws from the seed: another seed is written where it would draw otherwise."""
    for seed in range(12):
        game = random_game("18Rhl", 3, seed, most=4)
        back = import_game(export_game(game))
        assert back.game.log[1].action == game.log[1].action
