"""What the laboratory notes of a game: splits, the round in which the bank broke, prices that end a game."""

from __future__ import annotations

from typing import Any

from tests.kit81 import at_turn, holders

from stellwerk.actions import Dividend
from stellwerk.game import Game
from stellwerk.lab.game_observer import GameObserver
from stellwerk.lab.record import BANK, PRICE
from stellwerk.position import BANK as THE_BANK


def paying(**parts: Any) -> Game:
    """The GBS decides about what it has run for, 100, and a bonus of 20; nobody acts after it."""
    return at_turn("GBS", "dividend", turn={"revenue": 100, "piers": 20}, companies={"GBS": holders(Ada=100)}, **parts)


def watched(game: Game, kind: str) -> GameObserver:
    """What was noted when the company decided so, and everybody passed until the end of the round."""
    observer = GameObserver(game)
    game.play(Dividend("GBS", kind))
    observer.look()
    return observer


def test_what_is_kept_of_a_split_is_what_the_company_gets() -> None:
    noted = {kind: watched(paying(), kind).company("GBS") for kind in ("pay", "split", "retain")}
    assert {kind: (one.paid, one.kept, one.payments) for kind, one in noted.items()} == {
        "pay": (120, 0, 1),
        "split": (100, 20, 1),
        "retain": (0, 120, 0),
    }


def test_the_round_in_which_the_bank_broke_is_noted() -> None:
    game = paying()
    game.position.put("cash", THE_BANK, 50)
    observer = watched(game, "pay")
    assert observer.broken == "operating"
    game.position.result = dict.fromkeys(game.players, 0)
    assert (observer.how_it_ended(), observer.where_it_ended()) == (BANK, "operating")


def test_a_price_that_ends_the_game_is_told_from_a_last_round() -> None:
    """1881/13.1: 400 ends the game at once."""
    game = paying(cells={"GBS": (18, 6)})
    assert game.rules.price_of(game.position, "GBS") == 382
    observer = watched(game, "pay")
    assert game.over
    assert (observer.how_it_ended(), observer.where_it_ended()) == (PRICE, "operating")
