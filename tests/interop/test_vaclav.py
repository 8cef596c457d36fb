"""18CZ with two players: written as an 18xx.games file and read again, Vaclav's draws and trains included."""

from __future__ import annotations

import json
from typing import Any

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.actions import BuyTrain, Draw
from stellwerk.game import Game
from stellwerk.interop.games18xx import export_game, import_game
from stellwerk.interop.position_file import set_up


def by_the_book(seed: int) -> Game:
    """A whole game of Bohemia by random players."""
    game = stellwerk.new_game("18CZ", ("Ada", "Bo"), seed, "bohemia")
    bot = bots.make_bot("random", seed)
    while not game.over:
        game.play(bot.choose(game))
    return game


def drawn(game: Game) -> list[str]:
    return [e.action.result[0] for e in game.log if isinstance(e.action, Draw) and e.action.what == "vaclav"]


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_vaclav_comes_back_with_the_same_end(seed: int) -> None:
    game = by_the_book(seed)
    back = import_game(json.loads(json.dumps(export_game(game))))
    assert back.differences == [] and back.game.over
    assert back.game.position.result == game.position.result
    assert drawn(back.game) == drawn(game) and len(drawn(game)) >= 2
    assert (back.game.position.variant, back.game.position.rules) == ("bohemia", "18xx-games")


def file(**parts: Any) -> dict[str, Any]:
    """A game of two that has just begun."""
    players = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}]
    return {"id": "hs_a", "title": "18CZ", "players": players, "settings": {"seed": 1}, "actions": [], **parts}


@pytest.mark.parametrize(("seed", "company"), [(1, "EKJ"), (2, "BCB"), (4, "VBW"), (6, "EKJ")])
def test_the_first_draw_is_the_first_number_of_the_other_programs_generator(seed: int, company: str) -> None:
    assert (1103515245 * seed + 12345) % 2**31 % 3 == ["EKJ", "BCB", "VBW"].index(company)
    assert drawn(import_game(file(settings={"seed": seed})).game) == [company]


def test_vaclav_collects_dividends_and_buys_a_train_with_them() -> None:  # R56, Replay
    game = set_up(
        {
            "title": "18CZ", "variant": "bohemia", "rules": "18xx-games", "players": ("Ada", "Bo"), "phase": "d",
            "round": {"kind": "operating", "set": 5, "number": 1},
            "companies": {"VBW": {"par": 50, "holders": {"Vaclav": 50}}},
            "cash": {"Vaclav": 100}, "stations": {"VBW": ("I9",)}, "next_card": "d2",
            "turn": {"company": "VBW", "stage": "trains", "after": ()},
        }
    )  # fmt: skip
    game.play(BuyTrain("VBW", "bank", "d2", "3", 120))
    assert game.position.cash["Vaclav"] == 0 and game.position.trains["d2"] == ("VBW", "3")
    assert game.position.cash["Ada"] == game.position.cash["Bo"] == 280
