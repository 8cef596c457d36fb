"""1881, position files: at every kind of round, in the bid, the distribution, before a veto and in a vote."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk import BadInput
from stellwerk.interop.position_file import set_up
from stellwerk.steps.objection import CastVote, LetPass
from stellwerk.steps.sealed_bids import SealBid

PLAYERS = ["Ada", "Bo", "Cy"]
TILE = {"type": "lay-tile", "company": "S", "hex": "H18", "tile": "30", "rotation": 5}
SBAHN: dict[str, Any] = {
    "phase": "green",
    "round": {"kind": "operating", "set": 2, "number": 1},
    "cash": {"S": 100, "S-II": 420, "S-III": 420},
    "companies": {"S": {"par": 84, "holders": {"Ada": 20, "Bo": 5}, "cards": {"S_5": "Bo", "S_9": "Cy"}}},
    "floated": ["S", "S-II", "S-III"],
    "operated": ["S", "S-II", "S-III"],
    "stations": {"S": ["H20"], "S-II": ["H10"], "S-III": ["A23"]},
    "trains": {"S": ["4S"]},
}
TURN = [
    {"step": "operating-round", "queue": []},
    {"step": "joint-turn", "company": "S", "queue": ["S-II", "S-III"], "operated": ["S"]},
]


def file(**parts: Any) -> dict[str, Any]:
    """A position file of 1881 with Ada, Bo and Cy."""
    return {"title": "1881", "players": PLAYERS, **parts}


def voting(votes: list[list[Any]], **turn: Any) -> dict[str, Any]:
    """The board votes on the main net's tile."""
    steps = [*TURN, {"step": "company-turn", "company": "S", **turn}]
    return file(**SBAHN, agenda=[*steps, {"step": "vote", "proposal": TILE, "votes": votes}])


def test_a_new_game_begins_with_the_bid() -> None:
    game = set_up(file(seed=3))
    assert game.position.round.kind == "bids" and {type(choice.action) for choice in game.legal()} == {SealBid}


def test_in_the_bid_some_are_in() -> None:
    step = {"step": "sealed-bids", "least": 20, "unit": 10, "sealed": [["Ada", 50]]}
    game = set_up(file(round={"kind": "bids", "set": 0}, agenda=[step]))
    assert game.turn == "Bo"
    game.play(SealBid("Bo", 70))
    game.play(SealBid("Cy", 20))
    assert game.position.order[0] == "Bo" and game.cash("Bo") == 720 - 70 + 20


def test_in_the_distribution_somebody_has_bought_some() -> None:
    step = {"step": "distribution", "most": 4, "seat": 1, "taken": 3}
    companies = {"GBS": {"par": 92, "holders": {"Bo": 40, "Ada": 30}, "director": "offering"}}
    seats = {"seats": PLAYERS}
    game = set_up(
        file(
            round={"kind": "distribution", "set": 0},
            order=["Bo", "Ada", "Cy"],
            companies=companies,
            extra=seats,
            agenda=[step],
        )
    )
    assert game.turn == "Ada"
    game.play(next(iter(game.legal())).action)
    assert game.turn == "Cy", "it was the fourth"


def test_before_a_veto_and_in_a_vote() -> None:
    steps = [*TURN, {"step": "company-turn", "company": "S"}]
    asked = set_up(file(**SBAHN, agenda=[*steps, {"step": "veto", "proposal": TILE, "asked": ["Cy"]}]))
    assert asked.turn == "Cy"
    asked.play(LetPass("Cy"))
    assert asked.position.tiles["H18"] == ("30", 5)
    vote = set_up(voting([["Ada", True], ["Bo", False]], objected=["Bo"]))
    assert vote.turn == "Cy"
    vote.play(CastVote("Cy", False))
    assert "H18" not in vote.position.tiles


def test_a_turn_of_a_tram_company_needs_no_agenda() -> None:
    companies = {"SBV": {"par": 84, "holders": {"Ada": 60}}}
    turn = {"company": "SBV", "stage": "trains"}
    game = set_up(file(phase="green", companies=companies, stations={"SBV": ["L16"]}, turn=turn, cash={"SBV": 400}))
    assert (game.actor, game.turn) == ("SBV", "Ada")


def bidding(step: dict[str, Any], number: int = 0, kind: str = "bids") -> dict[str, Any]:
    """The initial bid, or what is said to be one."""
    rest = {"step": "sealed-bids", "least": 20, "unit": 10, **step}
    return file(round={"kind": kind, "set": number}, agenda=[rest])


def giving_out(**step: Any) -> dict[str, Any]:
    """The distribution."""
    return file(round={"kind": "distribution", "set": 0}, agenda=[{"step": "distribution", "most": 4, **step}])


def asking(*between: dict[str, Any], **tile: Any) -> dict[str, Any]:
    """Bo is asked about a tile."""
    veto = {"step": "veto", "proposal": {**TILE, **tile}, "asked": ["Bo"]}
    return file(**SBAHN, agenda=[*TURN, *between, veto])


def with_card(**cards: str) -> dict[str, Any]:
    """S-Bahn cards in somebody's hands."""
    return file(**{**SBAHN, "companies": {"S": {"par": 84, "holders": {"Ada": 30}, "cards": cards}}})


BROKEN: tuple[tuple[dict[str, Any], str], ...] = (
    (voting([["Ada", True], ["Di", False]]), "Di is not on the board"),
    (voting([["Bo", True], ["Ada", False]]), "begins with the proposal"),
    (voting([]), "begins with the proposal"),
    (asking(), "."),
    (asking({"step": "company-turn", "company": "S"}, rotation=1), "is not legal"),
    (bidding({"sealed": [["Zoe", 50]]}), "."),
    (bidding({"sealed": [["Ada", 55]]}), "."),
    (bidding({}, number=1), "."),
    (bidding({}, number=1, kind="stock"), "."),
    (bidding({"step": "brew"}), "This is no position"),
    (giving_out(seat=3), "."),
    (giving_out(taken=5), "."),
    (with_card(S_4="Bo"), "S_4"),
    (with_card(S_5="Zoe"), "Zoe"),
)


@pytest.mark.parametrize(("data", "sentence"), BROKEN, ids=range(len(BROKEN)))
def test_what_cannot_be_is_refused_in_a_sentence(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        set_up(data)


@pytest.mark.clause("1881/6.13b")
@pytest.mark.parametrize("turn", range(6))
def test_a_wrong_rotation_on_the_route_is_refused(turn: int) -> None:
    """H18's route leads from edge 2 to edge 4: tile 30 lies there in one way."""
    data = file(**SBAHN, tiles={"H18": f"30@{turn}"}, agenda=[*TURN, {"step": "company-turn", "company": "S"}])
    if turn == 5:
        assert set_up(data).position.tiles == {"H18": ("30", 5)}
    else:
        with pytest.raises(BadInput, match="cannot lie on H18"):
            set_up(data)
