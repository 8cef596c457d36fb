"""Words for tests of 18CZ's Moravia-Silesia: the auction, a company at its turn, a railway from Wien to Budapest."""

from __future__ import annotations

from typing import Any

from tests.kit import company, given, play_on

import stellwerk
from stellwerk.actions import Action, Bid, Draw, Pass
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18CZ", "moravia")
LARGE = ("Sx", "Pr", "By", "kk", "Ug")
PAPERS = ("S4", "M4", "L1", "3E", "MW")

WIEN, BUDAPEST = {"I17": "8895@3"}, {"I23": "8894@1"}
LINE = {**WIEN, "H18": "9@0", "G19": "202@4", "G21": "58@5", "H22": "9@2", **BUDAPEST}
"""Wien (red), Brno (30), a town (10) and Budapest (red), one behind the other."""


def ms(**parts: Any) -> Game:
    """A position of Moravia-Silesia."""
    return given(variant="moravia", **parts)


def auction(*order: str, removed: str = "Sx") -> Game:
    """The auction of the papers, the players in this order; with two of them a company is left out."""
    game = stellwerk.new_game("18CZ", sorted(order), variant="moravia", draws=False)
    game.play(Draw("seating", order))
    return play_on(game, Draw("company", (removed,))) if len(order) == 2 else game


def sold(game: Game, player: str, lot: str, amount: int) -> None:
    """The player on turn puts a paper up; this player buys it for so much, the others pass."""
    if game.turn != player:
        game.play(Bid(game.turn, lot, 0))
    while game.position.privates[lot] != player:
        game.play(Bid(player, lot, amount) if game.turn == player else Pass(game.turn))


def passes(*names: str) -> list[Action]:
    """All of them pass."""
    return [Pass(name) for name in names]


def turn_of(name: str, stage: str = "track", first: bool = False, **parts: Any) -> Game:
    """Ada's company (50%, 500 in the treasury) at a stage of its turn in set 3; others named are Bo's."""
    named = (*parts.get("stations", ()), *parts.get("trains", ()))
    others = [other for other in dict.fromkeys(named) if other not in (name, "pool")]
    position = {
        "round": {"kind": "operating", "set": 3, "number": 1},
        "companies": {name: company(70, Ada=50), **{other: company(60, Bo=50) for other in others}},
        "cash": {name: 500},
        "turn": {"company": name, "stage": stage, "first": first, "revenue": parts.pop("revenue", 0)},
    }
    return ms(**{**position, **parts})


def cash(game: Game, who: str) -> int:
    """What somebody has."""
    return game.position.cash[who]
