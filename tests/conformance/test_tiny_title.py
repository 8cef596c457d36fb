"""docs/adding-a-title.md, followed: the game on that page is built from the page and played to the end."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stellwerk import ledger
from stellwerk.actions import LayTile, StartCompany
from stellwerk.draw import board_svg
from stellwerk.game import Game
from stellwerk.rules import Figures, Rules

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-title.md"


def block(language: str) -> str:
    """The block of the page in a language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.fixture(scope="module")
def rules() -> Rules:
    """The tiny title, read from the page."""
    names: dict[str, Any] = {}
    exec(compile(block("python"), str(PAGE), "exec"), names)
    made: Rules = names["Tiny"](msgspec.json.decode(block("json"), type=Figures))
    return made


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", [2, 3])
def test_the_page_s_game_can_be_played_to_the_end(rules: Rules, players: int, seed: int) -> None:
    chance = random.Random(seed)
    game = Game(rules, rules.new_position([f"P{i}" for i in range(players)], seed))
    while not game.over:
        choice = chance.choice(list(game.legal()))
        game.play(choice.at(choice.low) if choice.field else choice.action)
        assert ledger.total(game.position) == 0
        assert len(game.log) < 2000
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
