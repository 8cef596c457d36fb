"""Undo, redo, chat, standing orders, the agreed end: what of a file counts."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.actions import Action, BuyPrivate
from stellwerk.interop.games18xx import import_game
from stellwerk.interop.games18xx.read_file import live_entries, read_entries, read_seed

IDS = (11, 12, 13)


def file(*actions: dict[str, Any], **head: Any) -> dict[str, Any]:
    """A file of three players with numbered actions."""
    players = [{"id": id, "name": f"Player {id}"} for id in IDS]
    numbered = [{"id": number, **action} for number, action in enumerate(actions, 1)]
    return {"title": "18CZ", "players": players, "settings": {"seed": 5}, "actions": numbered, **head}


def bid(player: int, private: str, price: int, **more: Any) -> dict[str, Any]:
    """A purchase in the draft."""
    return {"type": "bid", "entity": player, "entity_type": "player", "company": private, "price": price, **more}


def played(data: dict[str, Any]) -> list[Action]:
    """Our actions after the seating."""
    return [entry.action for entry in import_game(data).game.log[1:]]


ADA, BO, CY = (f"Player {id}" for id in IDS)
FIRST, SECOND = bid(11, "S1", 25), bid(12, "S2", 30)
UNDO = {"type": "undo", "entity": 11, "entity_type": "player"}
REDO = {"type": "redo", "entity": 11, "entity_type": "player"}
CHAT = {"type": "message", "entity": 11, "entity_type": "player", "message": "hello"}


def test_undo_takes_the_last_action_back_and_leaves_chat_alone() -> None:
    assert played(file(FIRST, SECOND, CHAT, UNDO, bid(12, "S3", 35))) == [BuyPrivate(ADA, "S1"), BuyPrivate(BO, "S3")]


def test_undo_to_a_number_and_redo() -> None:
    back = {**UNDO, "action_id": 0}
    assert played(file(FIRST, SECOND, back)) == []
    assert played(file(FIRST, SECOND, back, CHAT, REDO)) == [BuyPrivate(ADA, "S1"), BuyPrivate(BO, "S2")]
    assert played(file(FIRST, SECOND, UNDO, UNDO, REDO)) == [BuyPrivate(ADA, "S1")]
    assert played(file(FIRST, SECOND, UNDO, UNDO, REDO, REDO)) == [BuyPrivate(ADA, "S1"), BuyPrivate(BO, "S2")]


def test_an_action_closes_what_was_undone() -> None:
    entries = read_entries(file(FIRST, UNDO, SECOND, REDO)["actions"])
    assert [entry.number for entry in live_entries(entries)] == [3]


def test_standing_orders_bring_their_actions_with_them() -> None:
    order = {"type": "program_share_pass", "entity": 12, "entity_type": "player", "auto_actions": [SECOND]}
    disabled = {"type": "program_disable", "entity": 11, "entity_type": "player", "reason": "x"}
    data = file(bid(11, "S1", 25, auto_actions=[disabled]), order)
    assert played(data) == [BuyPrivate(ADA, "S1"), BuyPrivate(BO, "S2")]


def test_players_are_found_by_id_or_name() -> None:
    hotseat = file(bid("A", "S1", 25))  # type: ignore[arg-type]
    hotseat["players"] = [{"name": "A"}, {"name": "BN"}, {"name": "A\t"}]
    imported = import_game(hotseat)
    assert list(imported.names.values()) == ["A", "BN 2", "A 2"]
    assert imported.game.log[1].action == BuyPrivate("A", "S1")


def test_the_players_can_agree_to_stop() -> None:
    imported = import_game(file(FIRST, {"type": "end_game", "entity": 11, "entity_type": "player"}, status="finished"))
    assert imported.ended_early and not imported.game.over
    assert len(imported.game.log) == 2


def test_a_result_that_differs_is_told() -> None:
    imported = import_game(file(FIRST, result={"11": 1}))
    assert imported.differences == []


@pytest.mark.parametrize(
    ("settings", "id", "seed"),
    [({"seed": 9}, 1, 9), ({"seed": ""}, "hs_abc_77_8", 77), ({}, 29247, 29247), ({"seed": True}, None, 0)],
)
def test_the_seed(settings: dict[str, Any], id: object, seed: int) -> None:
    assert read_seed(settings, id) == seed
