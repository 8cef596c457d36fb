"""18DO from position files: in the bidding, at every stage of a turn in both games; junk is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dokit import NAMES

from stellwerk import BadInput
from stellwerk.interop.check_position import game_at
from stellwerk.interop.files import load_game, save_game
from stellwerk.interop.position_file import set_up
from stellwerk.steps.bidding import PlaceToken
from stellwerk.titles import rules_of

BIDDING: dict[str, Any] = {
    "title": "18DO",
    "players": NAMES,
    "round": {"kind": "draft", "set": 0},
    "privates": {"PB1": "offering", "PB3": "offering", "PB5": "offering"},
    "turn": {"player": "Cy", "bids": {"Ada": ["PB1", 20], "Bo": ["PB3", 60]}},
}
OPERATING: dict[str, Any] = {
    "title": "18DO",
    "players": NAMES,
    "phase": "6",
    "round": {"kind": "operating", "set": 6, "number": 1},
    "companies": {"CME": {"par": 65, "holders": {"Ada": 60}}},
    "privates": {"PB1": "Bo", "PB4": "Ada", "PB5": "Cy"},
    "used": ["PB4"],
    "tiles": {"E15": "9@1"},
    "stations": {"CME": ["A3", "E13"]},
    "trains": {"CME": ["5"]},
    "extra": {"cubes": {"PB1": 2, "PB4": 1}, "links": {"E9": 20}, "markers": {"PB4": "CME"}},
    "turn": {"company": "CME"},
}
INTRODUCTION: dict[str, Any] = {
    "title": "18DO",
    "variant": "introduction",
    "players": NAMES,
    "round": {"kind": "introduction", "set": 1},
    "companies": {"CME": {"holders": {"Ada": 20}}},
    "floated": ["CME"],
    "stations": {"CME": ["A3"]},
    "trains": {"CME": ["2"]},
    "turn": {"player": "Ada"},
}


def test_a_file_stands_in_the_middle_of_the_bidding() -> None:
    game = set_up(BIDDING)
    assert game.turn == "Cy" and PlaceToken("Cy", "PB1", 20) not in game.legal()
    game.play(PlaceToken("Cy", "PB1", 25))
    assert game.turn == "Ada"
    game.play(PlaceToken("Ada", "PB5", 100))
    assert game.position.privates == {"PB1": "Cy", "PB2": "out", "PB3": "Bo", "PB4": "out", "PB5": "Ada"}
    assert load_game(save_game(game)).position == game.position


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"turn": {"player": "Ada", "bids": {"Ada": ["PB1", 20]}}}, "Ada has no token to place or move."),
        ({"turn": {"player": "Zoe"}}, "Zoe has no token to place or move."),
        ({"turn": {"bids": {"Zoe": ["PB1", 20]}}}, "Only players bid."),
        ({"turn": {"bids": {"Ada": ["PB2", 40]}}}, "There is no box of 40 for PB2."),
        ({"turn": {"bids": {"Ada": ["PB1", 21]}}}, "There is no box of 21 for PB1."),
        ({"turn": {"bids": {"Ada": ["PB1", 20], "Bo": ["PB1", 20]}}}, "On one box lies one token."),
        ({"cash": {"Ada": 10}}, "A bid is in the purse of whoever made it."),
        ({"privates": {"PB1": "offering"}, "turn": {}}, "Every player needs a lot to bid for."),
        ({"turn": {"company": "BME"}}, "BME has not floated and cannot operate."),
    ],
)
def test_a_bidding_that_cannot_be_is_refused(change: dict[str, Any], refusal: str) -> None:
    with pytest.raises(BadInput) as caught:
        set_up({**BIDDING, **change})
    assert str(caught.value) == refusal


@pytest.mark.parametrize("stage", [stage.name for stage in rules_of("18DO").turn])
def test_a_file_stands_at_every_stage_of_a_turn(stage: str) -> None:
    game = set_up({**OPERATING, "turn": {"company": "CME", "stage": stage, "revenue": 60}})
    assert game.actor == "CME" and game.legal()
    again = game_at(game.position.as_json())
    assert again.position == game.position and list(again.legal()) == list(game.legal())


@pytest.mark.parametrize("stage", ["certificate", "tile", "place", "trains"])
def test_a_file_stands_at_every_step_of_a_turn_of_the_introduction_game(stage: str) -> None:
    game = set_up({**INTRODUCTION, "turn": {"player": "Ada", "stage": stage}})
    assert game.turn == "Ada" and game.legal()
    assert game_at(game.position.as_json()).position == game.position
    with pytest.raises(BadInput, match=r"There is no stage 'tea' of a player's turn\.$"):
        set_up({**INTRODUCTION, "turn": {"player": "Ada", "stage": "tea"}})


JUNK: list[tuple[dict[str, Any], str]] = [
    ({"links": {"Z9": 10}}, "Z9 cannot have a link of 10."),
    ({"links": {"E15": 10}}, "E15 cannot have a link of 10."),
    ({"links": {"E9": 15}}, "E9 cannot have a link of 15."),
    ({"links": {"D8": 10}}, "D8 has no track, and no link."),
    ({"cubes": {"PB2": 1}}, "Cubes lie on breweries in play."),
    ({"cubes": {"PB4": -1}}, "Cubes lie on breweries in play."),
    ({"cubes": {"PB4": 99}}, "There are not so many beer cubes."),
    ({"markers": {"PB4": "RhE"}}, "The marker of PB4 cannot be with 'RhE'."),
    ({"markers": {"PB1": "CME"}}, "The marker of PB1 cannot be with 'CME'."),
    ({"markers": {"PB2": "CME"}}, "The marker of PB2 cannot be with 'CME'."),
    ({"free_links": ["XX"]}, "Free links belong to corporations."),
    ({"loads": {"9-1": [1, "E21"]}}, "9-1 cannot carry a load."),
    ({"loads": {"5-1": [0, "E21"]}}, "5-1 cannot carry a load."),
    ({"loads": {"5-1": [1, "E15"]}}, "5-1 cannot carry a load."),
    ({"stacks": {"XX": []}}, "Certificates that came back are named once each."),
    ({"stacks": {"CME": ["XX-1"]}}, "Certificates that came back are named once each."),
    ({"last_acting": "Zoe"}, "The last one to act is a player."),
    ({"broken": "tea"}, "The bank breaks in a stock or operating round."),
    ({"seen": "x" * 99}, "A digest of a position is short."),
]


@pytest.mark.parametrize(("extra", "refusal"), JUNK)
def test_what_cannot_be_remembered_is_refused_in_one_sentence(extra: dict[str, Any], refusal: str) -> None:
    with pytest.raises(BadInput) as caught:
        set_up({**OPERATING, "extra": extra})
    assert str(caught.value) == refusal


@pytest.mark.parametrize(
    "extra", [{"tea": 1}, {"links": 5}, {"links": {"E9": "x"}}, {"cubes": []}, {"loads": {"5-1": 1}}]
)
def test_what_has_no_such_shape_is_refused_in_one_sentence(extra: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        set_up({**OPERATING, "extra": extra})
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")
