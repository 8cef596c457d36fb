"""The engine protocol: a conversation from line to line; bad requests are answered and change nothing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.doors.made import ODD, SPEC, TITLE, any_action, plain, played, spoil

from stellwerk import actions
from stellwerk.interop.protocol import COMMANDS, Session
from stellwerk.interop.text import to_text


def ask(session: Session, command: str, **parts: Any) -> dict[str, Any]:
    """A request and its reply."""
    line = session.answer(json.dumps({"command": command, **parts}))
    assert "\n" not in line
    reply: dict[str, Any] = json.loads(line)
    return reply


def begun(decisions: int = 0, seed: int = 1) -> Session:
    """A session in the middle of a game."""
    session = Session()
    assert ask(session, "load", game=played(seed, decisions).as_json())["ok"]
    return session


def refusal(reply: dict[str, Any]) -> dict[str, Any]:
    """The error of a refusal, of the right shape."""
    assert reply["ok"] is False
    error: dict[str, Any] = reply["error"]
    assert error.keys() == {"code", "sentence", "clause"}
    assert error["sentence"] and "\n" not in error["sentence"] and len(error["sentence"]) < 500
    assert error["code"] != "internal"
    return error


def test_a_whole_game_is_played_by_lines() -> None:
    dice = random.Random(5)
    session = Session()
    reply = ask(session, "new", players=["Ada", "Bo L.", "Cy"], seed=5)
    while not reply["over"]:
        choices = ask(session, "legal")["choices"]
        choice = dice.choice(choices)
        reply = ask(session, "play", action=choice["text"] if dice.random() < 0.5 else choice["action"])
        assert reply["ok"] and reply["events"]
    assert sorted(reply["result"]) == ["Ada", "Bo L.", "Cy"] and reply["turn"] == ""
    assert ask(session, "legal")["choices"] == []
    assert refusal(ask(session, "play", action="Ada passes"))["code"] == "game-over"
    saved = ask(session, "save")["game"]
    again = Session()
    assert ask(again, "load", game=saved)["hash"] == reply["hash"]


def test_every_command_is_answered_before_and_after_a_game_begins() -> None:
    for command in COMMANDS:
        reply = ask(Session(), command)
        assert reply["ok"] == (command in ("titles", "quit")), command
    session = begun(50)
    for command in ("titles", "legal", "position", "log", "save", "undo", "redo", "quit"):
        assert ask(session, command)["ok"], command
    assert session.over


@pytest.mark.parametrize("id", [0, "a", None, [1, {"b": 2}], 1.5])
def test_the_id_of_a_request_is_echoed(id: Any) -> None:
    assert ask(Session(), "titles", id=id)["id"] == id
    assert ask(Session(), "legal", id=id)["id"] == id
    assert ask(Session(), "fly", id=id)["id"] == id


def test_a_position_goes_out_and_comes_in() -> None:
    session = begun(120)
    out = ask(session, "position")
    other = Session()
    assert ask(other, "setup", position=out["position"])["hash"] == out["hash"]
    assert ask(other, "legal")["choices"] == ask(session, "legal")["choices"]
    assert ask(other, "setup", position=plain(SPEC))["actor"] == "Sx"


def test_a_view_is_for_a_seat() -> None:
    session = begun(10)
    seen, whole = ask(session, "view", seat="Ada")["position"], ask(session, "position")["position"]
    assert seen == {**whole, "seed": 0, "draws": 0}, "all but the seed: draws could be foretold"
    assert "'Zoe' does not play" in refusal(ask(session, "view", seat="Zoe"))["sentence"]


def test_runs_are_told_for_every_company() -> None:
    session = begun(300)
    for company in session.game.rules.companies:
        reply = ask(session, "runs", company=company)
        assert reply["proven"] and reply["total"] >= sum(run["value"] for run in reply["runs"])
    assert "no company" in refusal(ask(session, "runs", company="XX"))["sentence"]


def test_the_log_starts_where_asked() -> None:
    session = begun(20)
    whole = ask(session, "log")["log"]
    assert [entry["number"] for entry in whole] == list(range(1, len(session.game.log) + 1))
    assert ask(session, "log", start=5)["log"] == whole[4:]
    assert ask(session, "log", start=-5)["log"] == whole
    assert ask(session, "log", start=10**9)["log"] == []


def test_an_illegal_action_names_code_and_clause() -> None:
    session = begun(0)
    turn = session.game.turn
    other = next(player for player in session.game.position.players if player != turn)
    error = refusal(ask(session, "play", action=f"{other} passes"))
    assert error["code"] == "not-your-turn"
    error = refusal(ask(session, "play", action=f"{turn} buys XX"))
    assert error["clause"].startswith(f"{TITLE}/")


BAD: list[Any] = [
    {}, [], 7, "x", None, {"command": 3}, {"command": "fly"}, {"command": "play"}, {"command": "play", "action": 3},
    {"command": "play", "action": {}}, {"command": "play", "action": {"type": "pass"}},
    {"command": "play", "action": ""},
    {"command": "play", "action": {"type": "pass", "who": 3}}, {"command": "play", "action": "x", "more": 1},
    {"command": "new"}, {"command": "new", "players": "Ada"},
    {"command": "new", "players": ["Ada", "Bo", "Cy"], "title": "Go"},
    {"command": "new", "players": ["Ada", "Bo", "Cy"], "seed": "x"}, {"command": "new", "players": ["Ada", "Bo", ""]},
    {"command": "view"}, {"command": "view", "seat": 3}, {"command": "runs", "company": None},
    {"command": "log", "start": "x"},
    {"command": "load"}, {"command": "load", "game": {}}, {"command": "load", "game": {"format": "stellwerk-game"}},
    {"command": "setup", "position": []}, {"command": "setup", "position": {"title": TITLE, "players": ["Ada"]}},
]  # fmt: skip


@pytest.mark.parametrize("request_", BAD, ids=repr)
def test_bad_requests_are_refused_and_change_nothing(request_: Any) -> None:
    session = begun(40)
    before = (session.game, session.game.position.hash(), len(session.game.log))
    refusal(json.loads(session.answer(json.dumps(request_))))
    assert (session.game, session.game.position.hash(), len(session.game.log)) == before


@pytest.mark.parametrize(
    "line", ["", "{", "\x00", b"\xff\xfe", b"\x89PNG", "[" * 10**5, '{"command": "titles"', "9" * 10**5, "\ud800"]
)
def test_lines_that_are_no_json_are_refused(line: str | bytes) -> None:
    refusal(json.loads(Session().answer(line)))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(any_action, st.booleans(), st.sampled_from([0, 40, 150, 300]))
def test_any_action_is_played_or_refused(action: actions.Action, words: bool, decisions: int) -> None:
    session = begun_once(decisions)
    before = session.game.position.hash()
    reply = ask(session, "play", action=to_text(action) if words else actions.encode(action))
    if reply["ok"]:
        ask(session, "undo")
    else:
        refusal(reply)
    assert session.game.position.hash() == before


_SESSIONS: dict[int, Session] = {}


def begun_once(decisions: int) -> Session:
    """A session for tests that leave it as it was."""
    return _SESSIONS.setdefault(decisions, begun(decisions))


@pytest.mark.parametrize("lot", range(3))
def test_spoiled_requests_are_answered(lot: int) -> None:
    dice = random.Random(lot)
    session = begun(100, seed=lot)
    game = played(lot, 100).as_json()
    for _ in range(120):
        legal = [{"command": "play", "action": plain(told)} for told in _some(session, dice)]
        requests = [
            {
                "command": "new",
                "players": ["Ada", "Bo", "Cy"],
                "title": TITLE,
                "seed": 1,
                "variant": "base",
                "rules": "book",
            },
            {"command": "setup", "position": SPEC},
            {"command": "load", "game": {**game, "actions": game["actions"][:9], "hashes": game["hashes"][:9]}},
            {"command": "view", "seat": "Ada"},
            {"command": "runs", "company": "BN"},
            {"command": "log", "start": 3},
            {"command": "undo"},
            {"command": "redo"},
            *legal,
        ]
        request = spoil(dice.choice(requests), dice, dice.choice((1, 1, 2)))
        before = (session.game, session.game.position.hash(), len(session.game.log))
        reply = json.loads(session.answer(json.dumps(request)))
        if not reply["ok"]:
            refusal(reply)
            assert (session.game, session.game.position.hash(), len(session.game.log)) == before
        session.over = False


def _some(session: Session, dice: random.Random) -> list[dict[str, Any]]:
    choices = list(session.game.legal())
    return [actions.encode(choice.action) for choice in dice.sample(choices, min(3, len(choices)))]


@pytest.mark.parametrize("part", [*ODD], ids=repr)
def test_an_action_with_anything_in_it_is_played_or_refused(part: Any) -> None:
    session = begun_once(150)
    before = session.game.position.hash()
    for choice in list(session.game.legal())[::7]:
        action = actions.encode(choice.action)
        for field in action:
            reply = ask(session, "play", action={**action, field: part})
            if reply["ok"]:
                ask(session, "undo")
            else:
                refusal(reply)
            assert session.game.position.hash() == before
