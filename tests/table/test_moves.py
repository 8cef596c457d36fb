"""Moves: at the right number, by the right seat, once; two at once; bad input."""

from __future__ import annotations

import multiprocessing
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.table.tablekit import BOTS, Club, person, service_on

from stellwerk import actions
from stellwerk.actions import Pass
from stellwerk.errors import BadInput, Illegal
from stellwerk.position import Position
from stellwerk.table.db import archive
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service


def refused(code: str) -> Any:
    """A refusal with this code is expected."""
    return pytest.raises(Illegal, check=lambda error: error.code == code)


def test_draws_are_entries_too(club: Club) -> None:
    first = club.service.history.log(club.table, actor=club.ada)[0]
    assert (first.number, first.kind, first.who, first.account) == (1, "draw", "chance", None)


def test_a_move_is_an_entry_with_its_hash(club: Club) -> None:
    seat, actor = club.turn
    action, at = club.choice(), club.at
    played = club.service.moves.play(club.table, seat, actions.encode(action), at, actor=actor)
    line = club.service.history.log(club.table, at, actor=actor)[0]
    assert line.number == played.number == at + 1
    assert actions.decode(line.action) == action
    assert (line.kind, line.parent, line.account, line.at) == ("move", at, actor.account, 1_000_000.0)
    assert club.service.games.game(club.table, actor=actor).position.hash() == played.hash


def test_a_move_at_an_old_number_is_refused_and_changes_nothing(club: Club) -> None:
    seat, actor = club.turn
    action, at = club.choice(), club.at
    club.service.moves.play(club.table, seat, action, at, actor=actor)
    before = club.service.history.log(club.table, actor=actor)
    for wrong in (at, at - 1, at + 2):
        with refused("stale"):
            club.service.moves.play(club.table, seat, action, wrong, actor=actor)
    assert club.service.history.log(club.table, actor=actor) == before


def test_a_number_is_not_used_again_after_an_undo(club: Club) -> None:
    seat, actor = club.turn
    action, at = club.choice(), club.at
    club.service.moves.play(club.table, seat, action, at, actor=actor)
    club.service.undo.undo(club.table, seat, club.at, actor=actor)
    with refused("stale"):
        club.service.moves.play(club.table, seat, action, at, actor=actor)
    club.service.moves.play(club.table, seat, action, club.at, actor=actor)


def test_the_same_request_twice_is_answered_as_before(club: Club) -> None:
    seat, actor = club.turn
    action, at = club.choice(), club.at
    first = club.service.moves.play(club.table, seat, action, at, actor=actor, key="k1")
    club.move()
    count = club.at
    assert club.service.moves.play(club.table, seat, action, at, actor=actor, key="k1") == first
    assert club.at == count
    with pytest.raises(BadInput, match="another request"):
        club.service.moves.play(club.table, seat, Pass(who="Ada"), at, actor=actor, key="k1")


def test_only_the_seat_that_decides_may_play(club: Club) -> None:
    seat, actor = club.turn
    action, at = club.choice(), club.at
    other = (seat + 1) % 3
    with refused("forbidden"):
        club.service.moves.play(club.table, other, action, at, actor=actor)
    with refused("not-your-turn"):
        club.service.moves.play(club.table, other, action, at, actor=list(club.people.values())[other])
    for stranger in (Actor(), BOTS, person(club.service, "Eve")):
        with refused("forbidden"):
            club.service.moves.play(club.table, seat, action, at, actor=stranger)
    with refused("unknown-seat"):
        club.service.moves.play(club.table, 3, action, at, actor=actor)
    assert club.at == at


def test_an_illegal_action_is_refused_and_changes_nothing(club: Club) -> None:
    seat, actor = club.turn
    at = club.at
    with pytest.raises(Illegal):
        club.service.moves.play(club.table, seat, {"type": "run", "company": "BY", "revenue": 10}, at, actor=actor)
    with pytest.raises(Illegal):
        club.service.moves.play(club.table, seat, {"type": "draw", "what": "order", "result": ["Ada"]}, at, actor=actor)
    assert club.at == at


@pytest.mark.parametrize(
    "bad",
    [None, [], "pass", {}, {"type": "nonsense"}, {"type": "pass", "who": "x" * 30_000}, {"type": "pass", "who": 2**70},
     {"type": "pass", "who": "\ud800"}],
)  # fmt: skip
def test_what_is_no_action_is_refused(club: Club, bad: Any) -> None:
    seat, actor = club.turn
    with pytest.raises(BadInput):
        club.service.moves.play(club.table, seat, bad, club.at, actor=actor)


@pytest.mark.parametrize("bad", [None, -1, "1", 1.0, True, 2**40])
def test_what_is_no_number_is_refused(club: Club, bad: Any) -> None:
    seat, actor = club.turn
    action = club.choice()
    with pytest.raises(BadInput):
        club.service.moves.play(club.table, seat, action, bad, actor=actor)
    with pytest.raises(BadInput):
        club.service.moves.play(bad, seat, action, club.at, actor=actor)
    with pytest.raises(BadInput):
        club.service.moves.play(club.table, bad, action, club.at, actor=actor)


@pytest.mark.parametrize("bad", ["", "x" * 65, "ä", 5, "a\n"])
def test_what_is_no_key_is_refused(club: Club, bad: Any) -> None:
    seat, actor = club.turn
    with pytest.raises(BadInput, match="key"):
        club.service.moves.play(club.table, seat, club.choice(), club.at, actor=actor, key=bad)


def test_an_entry_or_table_that_is_not_there(club: Club) -> None:
    with refused("unknown-entry"):
        club.service.games.game(club.table, 999, actor=club.ada)
    with refused("unknown-table"):
        club.service.games.game(999, actor=club.ada)


def test_a_move_that_fails_half_way_leaves_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    before = club.service.games.head(club.table, actor=BOTS)

    def fail(self: Position) -> dict[str, Any]:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(archive, "SNAPSHOT_EVERY", 1)
        patch.setattr(Position, "as_json", fail)
        with pytest.raises(OSError, match="disk"):
            club.move()
    assert club.service.games.head(club.table, actor=BOTS) == before
    assert club.service.games.game(club.table, actor=BOTS).position.hash() == before.hash
    club.move()
    club.service.games.verify(club.table)


def race(services: list[Service], club: Club, key: str | None) -> list[str]:
    """All services play the same move at the same number at once; how each was answered."""
    seat, actor = club.turn
    action, at = club.choice(), club.at
    barrier, answers = threading.Barrier(len(services)), []

    def play(service: Service) -> None:
        service.games.head(club.table, actor=BOTS)
        barrier.wait()
        try:
            answers.append(str(service.moves.play(club.table, seat, action, at, actor=actor, key=key)))
        except Illegal as refusal:
            answers.append(refusal.code)

    threads = [threading.Thread(target=play, args=(service,)) for service in services]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert club.at - at == 1 + sum(line.kind == "draw" for line in club.service.history.log(club.table, at, actor=BOTS))
    return answers


@pytest.mark.parametrize("shared", [True, False], ids=["one service", "a service each"])
def test_of_two_moves_at_once_exactly_one_wins(club: Club, tmp_path: Path, shared: bool) -> None:
    services = [club.service if shared else service_on(tmp_path / "games.sqlite") for _ in range(4)]
    for _ in range(10):
        answers = race(services, club, None)
        assert sorted(answer == "stale" for answer in answers) == [False, True, True, True]
    for turn in range(5):
        assert len(set(race(services, club, f"double click {turn}"))) == 1
    club.service.games.verify(club.table)


def in_a_process(file: Path, club_table: int, seat: int, account: int, at: int, data: Any, answers: Any) -> None:
    """Play a move from another process."""
    service = service_on(file)
    try:
        service.moves.play(club_table, seat, data, at, actor=Actor(account=account))
        answers.put("played")
    except Illegal as refusal:
        answers.put(refusal.code)


def test_of_two_processes_exactly_one_wins(club: Club, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    seat, actor = club.turn
    told = (tmp_path / "games.sqlite", club.table, seat, actor.account, club.at, actions.encode(club.choice()), answers)
    processes = [context.Process(target=in_a_process, args=told) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert sorted(answers.get(timeout=60) for _ in processes) == ["played", "stale"]
    club.service.games.verify(club.table)
