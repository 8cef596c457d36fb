"""Undo and redo: one's own freely, more by asking; what was undone stays as a branch."""

from __future__ import annotations

import pytest
from tests.table.tablekit import BOTS, NAMES, Club, bot_move, person, same
from tests.table.test_moves import refused

from stellwerk import load
from stellwerk.bots.casual import CasualBot
from stellwerk.table.db.records import Head, UndoRequest
from stellwerk.table.service.service import Service
from stellwerk.table.service.undo import _seats_concerned


def test_an_own_move_is_undone_freely_and_stays_as_a_branch(club: Club) -> None:
    before = club.service.games.game(club.table, actor=BOTS).position.hash()
    seat, actor = club.turn
    number = club.move().number
    head = club.service.undo.undo(club.table, seat, club.at, actor=actor)
    assert isinstance(head, Head) and head.hash == before
    assert club.service.games.game(club.table, actor=BOTS).position.hash() == before
    log = club.service.history.log(club.table, actor=BOTS)
    assert [line.undone_by for line in log if line.number == number] == [head.number]
    assert log[-1].kind == "undo" and log[-1].who == NAMES[seat]
    undone = club.service.games.game(club.table, number, actor=BOTS).position
    assert undone.hash() == log[number - 1].hash


def test_redo_restores_step_by_step_until_somebody_moves(club: Club) -> None:
    seat, actor = club.turn
    club.move()
    after = club.service.games.head(club.table, actor=BOTS).hash
    club.service.undo.undo(club.table, seat, club.at, actor=actor)
    head = club.service.undo.redo(club.table, seat, club.at, actor=actor)
    assert isinstance(head, Head) and head.hash == after
    assert all(
        line.undone_by is None for line in club.service.history.log(club.table, actor=BOTS) if line.kind == "move"
    )
    with refused("nothing-to-redo"):
        club.service.undo.redo(club.table, seat, club.at, actor=actor)
    club.service.undo.undo(club.table, seat, club.at, actor=actor)
    club.move()
    with refused("nothing-to-redo"):
        club.service.undo.redo(club.table, seat, club.at, actor=actor)
    club.service.archive.forget()
    assert club.service.games.verify(club.table) == 3


def test_nothing_of_ones_own_to_undo(club: Club) -> None:
    seat, actor = club.turn
    with refused("nothing-to-undo"):
        club.service.undo.undo(club.table, seat, club.at, actor=actor)
    with refused("nothing-to-undo"):
        club.service.undo.undo(club.table, seat, club.at, 0, actor=actor)
    with refused("stale"):
        club.service.undo.undo(club.table, seat, club.at + 1, actor=actor)


def asked(club: Club) -> tuple[UndoRequest, int]:
    """The first player has asked to go back past the others' moves; the request, and his seat."""
    seat, actor = club.turn
    while club.turn[0] == seat:
        club.move()
    start = club.service.history.log(club.table, actor=BOTS)[1].parent
    second, _ = club.turn
    club.move()
    while club.turn[0] == second:
        club.move()
    request = club.service.undo.undo(club.table, seat, club.at, start, actor=actor)
    assert isinstance(request, UndoRequest) and request.asked == (second,)
    return request, seat


def test_more_than_ones_own_is_asked_for_and_agreed(club: Club) -> None:
    request, seat = asked(club)
    at, table, service = club.at, club.table, club.service
    second = request.asked[0]
    other = ({0, 1, 2} - {seat, second}).pop()
    actors = [club.people[name] for name in NAMES]
    assert service.undo.request(table, actor=BOTS) == request
    with refused("asked-already"):
        service.undo.undo(table, seat, at, request.target, actor=actors[seat])
    with refused("not-asked"):
        service.undo.answer(table, request.id, other, True, actor=actors[other])
    with refused("forbidden"):
        service.undo.answer(table, request.id, second, True, actor=actors[seat])
    head = service.undo.answer(table, request.id, second, True, actor=actors[second])
    assert isinstance(head, Head) and head.node == request.target
    assert service.undo.request(table, actor=BOTS) is None
    with refused("unknown-request"):
        service.undo.answer(table, request.id, second, True, actor=actors[second])
    again = service.undo.redo(table, seat, head.number, actor=actors[seat])
    assert isinstance(again, UndoRequest) and again.kind == "redo" and again.asked == (second,)


def test_a_request_declined_withdrawn_or_overtaken_is_void(club: Club) -> None:
    request, seat = asked(club)
    table, service, actor = club.table, club.service, club.people[NAMES[seat]]
    second = request.asked[0]
    answer = service.undo.answer(table, request.id, second, False, actor=club.people[NAMES[second]])
    assert isinstance(answer, UndoRequest) and answer.state == "declined"
    request = service.undo.undo(table, seat, club.at, request.target, actor=actor)  # type: ignore[assignment]
    with refused("forbidden"):
        service.undo.withdraw(table, request.id, second, actor=club.people[NAMES[second]])
    assert service.undo.withdraw(table, request.id, seat, actor=actor).state == "withdrawn"
    request = service.undo.undo(table, seat, club.at, request.target, actor=actor)  # type: ignore[assignment]
    club.move()
    assert service.undo.request(table, actor=BOTS) is None
    with refused("unknown-request"):
        service.undo.answer(table, request.id, second, True, actor=club.people[NAMES[second]])


def test_bots_and_people_at_one_screen_need_not_be_asked(service: Service) -> None:
    ada = person(service, "Ada")
    seats = [{"kind": "screen", "name": "Ada"}, {"kind": "screen", "name": "Bo"}, {"kind": "bot", "name": "Cy"}]
    table = service.tables.create_table("18CZ", seats, actor=ada, seed=7)
    service.tables.start(table, actor=ada)
    begin, bot = service.games.head(table, actor=ada), CasualBot(5)
    for _ in range(9):
        game = service.games.game(table, actor=ada)
        at = service.games.head(table, actor=ada).number
        if game.turn == "Cy":
            bot_move(service, table, bot)
        else:
            service.moves.play(table, NAMES.index(game.turn), bot.choose(game), at, actor=ada)
    head = service.undo.undo(table, 0, service.games.head(table, actor=ada).number, begin.node, actor=ada)
    assert isinstance(head, Head) and head.hash == begin.hash and head.depth == begin.depth


def test_a_draw_concerns_everybody(club: Club) -> None:
    table = club.service.tables.table(club.table, actor=BOTS)
    draw = club.service.history.log(club.table, actor=BOTS)[0]
    assert club.cy.account is not None
    with club.service.store.reading() as connection:
        assert _seats_concerned(connection, table, table.seats[0], [draw]) == [1, 2]
    club.service.accounts.close_account(club.cy.account)
    with club.service.store.reading() as connection:
        assert _seats_concerned(connection, table, table.seats[0], [draw]) == [1]


@pytest.mark.parametrize("seed", range(3))
def test_branches_upon_branches_keep_the_line(club: Club, seed: int) -> None:
    for turn in range(12):
        seat, actor = club.turn
        club.service.moves.play(club.table, seat, club.choice(seed + turn), club.at, actor=actor)
        if turn % 2:
            club.service.undo.undo(club.table, seat, club.at, actor=actor)
        if turn % 4 == 3:
            club.service.undo.redo(club.table, seat, club.at, actor=actor)
    club.service.archive.forget()
    now = club.service.games.game(club.table, actor=BOTS).position.hash()
    line = club.service.history.line(club.table, actor=BOTS)
    log = club.service.history.log(club.table, actor=BOTS)
    assert [step.number for step in line] == [e.number for e in log if e.action and e.undone_by is None]
    assert [step.depth for step in line] == list(range(1, len(line) + 1))
    assert same(
        load(club.service.games.export(club.table, actor=BOTS)), club.service.games.game(club.table, actor=BOTS)
    )
    assert now == log[-1].hash
    club.service.games.verify(club.table)
