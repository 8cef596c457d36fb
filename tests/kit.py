"""Words for tests of rules: given a position, when somebody acts, then this follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stellwerk import Illegal
from stellwerk.actions import Action, Choice
from stellwerk.game import Game
from stellwerk.interop.setup import set_up

PLAYERS = ("Ada", "Bo", "Cy")


def given(**parts: Any) -> Game:
    """A game at a position: the parts of a position file (docs/positions.md), 18CZ with Ada, Bo and Cy unless said."""
    return set_up({"title": "18CZ", "players": PLAYERS, **parts})


def company(par: int, price: int | None = None, director: str | None = None, **holders: int) -> dict[str, Any]:
    """A started company for `given(companies={...})`: company(80, Ada=60, Bo=20)."""
    return {"par": par, "price": price, "director": director, "holders": holders}


def choices(game: Game, kind: type[Action]) -> list[Choice]:
    """What is on offer of one kind of action."""
    return [choice for choice in game.legal() if type(choice.action) is kind]


def offered(game: Game, kind: type[Action]) -> list[Action]:
    """The actions on offer of one kind (free numbers at their lowest)."""
    return [choice.action for choice in choices(game, kind)]


def refused(game: Game, action: Action, clause: str | None = None, code: str | None = None) -> Illegal:
    """The action is refused (by this clause or with this code), is not on offer, and changes nothing."""
    before = game.position.hash()
    with pytest.raises(Illegal) as caught:
        game.play(action)
    assert game.position.hash() == before
    assert action not in game.legal()
    assert not any(choice.covers(action) for choice in game.legal())
    if clause is not None:
        assert caught.value.clause == clause, f"{caught.value.clause} says: {caught.value.sentence}"
    if code is not None:
        assert caught.value.code == code, f"{caught.value.code}: {caught.value.sentence}"
    return caught.value


def allowed(game: Game, action: Action) -> bool:
    """Is the action on offer (and accepted)?"""
    listed = any(choice.covers(action) for choice in game.legal())
    assert listed == (action in game.legal()), "legal and play disagree"
    return listed


def events(game: Game, kind: type) -> Iterator[Any]:
    """What happened of one kind, over the whole game."""
    for entry in game.log:
        yield from (event for event in entry.events if isinstance(event, kind))


def percent(game: Game, company: str, holder: str) -> int:
    """How much of a company somebody holds."""
    return game.rules.register.percent(game.position, company, holder)


def price(game: Game, company: str) -> int:
    """The share price of a company."""
    row, column, _ = game.position.markers[company]
    return game.rules.chart.value((row, column))


def director(game: Game, company: str) -> str | None:
    """Who directs a company."""
    return game.rules.register.director(game.position, company)


def play_on(game: Game, *actions: Action) -> Game:
    """Play several actions."""
    for action in actions:
        game.play(action)
    return game
