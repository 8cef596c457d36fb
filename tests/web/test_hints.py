"""Hints for the new kinds of choices: what to do and why, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.kit81 import NAMES
from tests.tablekit81 import at_net, before_board
from tests.web.test_state import scene

import stellwerk
from stellwerk.actions import encode
from stellwerk.bots.steady import Steady
from stellwerk.game import Game
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.pages.hints import find_hint


def at_round(kind: str) -> Game:
    """A game of four when a kind of round begins."""
    game, bot = stellwerk.new_game("1881", NAMES, seed=2), Steady(2)
    while game.position.round.kind != kind:
        game.play(bot.choose(game))
    return game


CASES: dict[str, Callable[[], Game]] = {
    "seal-bid": lambda: at_round("bids"),
    "buy-share": lambda: at_round("distribution"),
    "lay-tile": lambda: at_net("S-IV"),
    "dividend": lambda: at_net("S-II", "dividend", turn={"revenue": 200}),
    "call-vote": before_board,
    "cast-vote": lambda: before_board(voting=True),
}


@pytest.mark.parametrize("kind", CASES)
def test_a_hint_has_a_reason_in_words(kind: str) -> None:
    game = CASES[kind]()
    english = find_hint(scene(game))
    german = find_hint(replace(scene(game), say=Speech("de")))
    assert english.action is not None and english.action == german.action
    assert english.action["type"] in {kind, "let-pass" if kind == "call-vote" else kind}
    assert english.action in [encode(choice.action) for choice in game.legal()] or kind == "seal-bid"
    assert english.text and german.text
    assert english.why.endswith(".") and german.why.endswith(".") and english.why != german.why
