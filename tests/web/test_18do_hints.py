"""Hints at tables of 18DO: what to do with boxes, links, beer and certificates, and why, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from tests.dokit import EAST, dealt, turn_of
from tests.web.test_state import scene

import stellwerk
from stellwerk.actions import Pass, encode
from stellwerk.bots.steady import Steady
from stellwerk.game import Game
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.pages.hints import find_hint


def carrying() -> Game:
    """Ada's KWE before its run, with a train, a way to Dortmund City and cubes."""
    parts: dict[str, Any] = {"privates": {"PB3": "Ada"}, "used": ("PB3",), "extra": {"cubes": {"PB3": 5}}}
    return turn_of("KWE", "run", tiles=EAST, trains={"KWE": ("8",)}, phase="8", next_card="8-3", **parts)


def linking() -> Game:
    """Ada's BME with track on a coal mine and a train that runs there."""
    return turn_of("BME", "link", tiles={"H10": "K58@3"}, trains={"BME": ("2",)})


def introduction(kind: str) -> Game:
    """The Introduction Game, when steady players have come to such a choice."""
    game, bot = stellwerk.new_game("18DO", ("Ada", "Bo", "Cy"), seed=1, variant="introduction"), Steady(1)
    while encode(action := bot.choose(game))["type"] != kind:
        game.play(action)
    return game


CASES: dict[str, Callable[[], Game]] = {
    "place-token": lambda: dealt("PB1", "PB3", "PB5"),
    "build-link": linking,
    "carry-beer": carrying,
    "buy-train": lambda: turn_of("BME", "start", first=True, phase="2", cash={"BME": 300}),
    "take-certificate": lambda: introduction("take-certificate"),
    "lay-tile": lambda: introduction("lay-tile"),
}


@pytest.mark.parametrize("kind", CASES)
def test_a_hint_has_a_reason_in_words(kind: str) -> None:
    game = CASES[kind]()
    english = find_hint(scene(game))
    german = find_hint(replace(scene(game), say=Speech("de")))
    assert english.action is not None and english.action == german.action
    assert english.action["type"] == kind
    assert english.text and german.text
    assert english.why.endswith(".") and german.why.endswith(".") and english.why != german.why


def test_a_hint_for_a_run_that_cannot_be_better_says_so() -> None:
    game = carrying()
    game.play(Steady(1).choose(game))
    told = find_hint(scene(game))
    assert told.action is not None and told.action["type"] == "run"
    assert told.why == "The trains run for the most they can."


def test_who_passes_is_told_that_nothing_better_is_in_sight() -> None:
    game = turn_of("BME", "end", trains={"BME": ("2", "2", "3", "3")}, cash={"BME": 0})
    told = find_hint(scene(game))
    assert told.action == encode(Pass("BME"))
    assert told.why in ("Nothing better is in sight.", "Nothing else can be done.")
