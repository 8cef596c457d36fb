"""Tables of 1881 for tests of pages: an S-Bahn of four nets, each with another owner, as it acts."""

from __future__ import annotations

from typing import Any

from tests.kit81 import at_turn

from stellwerk.actions import LayTile
from stellwerk.game import Game

BOARD = {"S": {"Ada": 25, "Bo": 5, "Cy": 5}, "BESTAG": {"Cy": 60}, "GBS": {"Bo": 60}}
SEATS = {"S-II": "GBS", "S-III": "BESTAG", "S-IV": "Di"}
DEPOTS = {"S": ["H20.0"], "S-II": ["H10.0"], "S-III": ["I23.0"], "S-IV": ["A23.0"]}
VEHICLES = {"S": ["4S"], "S-II": ["4S"], "S-III": ["4S"], "BESTAG": ["3"]}
TILES = {"I23": "28@1"}
SWALLOWS = LayTile("S", "I21", "25", 2)
"""The main net's tile that joins net III, of BESTAG, with it."""


def at_net(net: str = "S", stage: str = "track", **parts: Any) -> Game:
    """A net at a stage of its turn: II is the GBS's (Bo), III the BESTAG's (Cy), IV Di's, I Ada's, who is president."""
    nets = ["S", *SEATS]
    place = nets.index(net)
    joint = {"queue": tuple(nets[place + 1 :]), "operated": tuple(nets[: place + 1])}
    given: dict[str, Any] = {
        "companies": BOARD, "seats": SEATS, "stations": DEPOTS, "tiles": TILES, "trains": VEHICLES, "joint": joint
    }  # fmt: skip
    return at_turn(net, stage=stage, **{**given, **parts})


def before_board(voting: bool = False) -> Game:
    """The president proposes the tile that swallows net III; Bo is asked, or has objected."""
    game = at_net()
    game.play(SWALLOWS)
    if voting:
        game.play(next(action for action in game.legal().actions() if type(action).__name__ == "CallVote"))
    return game
