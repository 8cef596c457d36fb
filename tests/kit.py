"""Words for tests of rules: given a position, when somebody acts, then this follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import pytest

from stellwerk import Illegal
from stellwerk.actions import Action, Choice
from stellwerk.game import Game
from stellwerk.interop.position_file import set_up

PLAYERS = ("Ada", "Bo", "Cy")

Kind = TypeVar("Kind", bound=Action)


def given(**parts: Any) -> Game:
    """A game at a position: the parts of a position file (docs/positions.md), 18CZ with Ada, Bo and Cy unless said."""
    return set_up({"title": "18CZ", "players": PLAYERS, **parts})


def company(par: int, price: int | None = None, director: str | None = None, **holders: int) -> dict[str, Any]:
    """A started company for `given(companies={...})`: company(80, Ada=60, Bo=20)."""
    return {"par": par, "price": price, "director": director, "holders": holders}


def company_of(holders: Mapping[str, int], par: int) -> dict[str, Any]:
    """The same where the holders are not written out: company_of({player: 60}, par=80)."""
    return {**company(par), "holders": dict(holders)}


def choices(game: Game, kind: type[Action]) -> list[Choice]:
    """What is on offer of one kind of action."""
    return [choice for choice in game.legal() if type(choice.action) is kind]


def offered(game: Game, kind: type[Kind]) -> list[Kind]:
    """The actions on offer of one kind (free numbers at their lowest)."""
    return [choice.action for choice in game.legal() if isinstance(choice.action, kind)]


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


VACLAVS: dict[str, dict[str, Any]] = {
    "VBW": {"par": 50, "part": 50, "at": "I9", "train": "2", "tiles": {"I9": "57@1", "I11": "621@1"}},
    "BTE": {"par": 60, "part": 60, "at": "D2", "train": "2+2", "tiles": {"D2": "57@1", "D4": "14@0"}},
    "By": {"par": 90, "part": 50, "at": "F2", "train": "3E", "tiles": {"F2": "8898@3", "F4": "9@1", "F6": "621@1"}},
}
"""A small, a medium and a large company of Vaclav, each with a track from its home to one free city."""


def bohemia(*vaclavs: str, **parts: Any) -> Game:
    """A position of 18CZ's Bohemia variant: Ada has the lowest order card, these companies are Vaclav's.

    The first of them has its turn in operating round 5.1, phase d, unless said otherwise.
    """
    own = {name: VACLAVS[name] for name in vaclavs}
    position: dict[str, Any] = {
        "variant": "bohemia",
        "players": ("Ada", "Bo"),
        "phase": "d",
        "round": {"kind": "operating", "set": 5, "number": 1},
        "tiles": {hex: tile for made in own.values() for hex, tile in made["tiles"].items()},
        "turn": {"company": next(iter(vaclavs), None), "after": ()},
        **parts,
    }
    companies = {name: company(made["par"], Vaclav=made["part"]) for name, made in own.items()}
    position["companies"] = {**companies, **parts.get("companies", {})}
    stations = {**{name: (made["at"],) for name, made in own.items()}, **parts.get("stations", {})}
    position["stations"] = {name: places for name, places in stations.items() if places}
    position["trains"] = {**{name: (made["train"],) for name, made in own.items()}, **parts.get("trains", {})}
    return given(**position)
