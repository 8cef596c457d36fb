"""Whole games through the service, and what is read back from the disk."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.table.tablekit import BOTS, Club, bot_move, bot_table, person, service_on

from stellwerk import load, titles
from stellwerk.bots.casual import CasualBot
from stellwerk.table.db import archive
from stellwerk.table.db.archive import Damaged
from stellwerk.table.db.records import OVER


@pytest.mark.parametrize("title", titles())
def test_a_whole_game_is_the_same_when_read_again(tmp_path: Path, title: str) -> None:
    service = service_on(tmp_path / "games.sqlite")
    table = bot_table(service, title, person(service, "Ada"))
    bot = CasualBot(3)
    while bot_move(service, table, bot) is not None:
        pass
    game = service.games.game(table, actor=BOTS)
    service.store.close()

    again = service_on(tmp_path / "games.sqlite")
    read = again.games.game(table, actor=BOTS)
    assert read.over and read.position.hash() == game.position.hash()
    assert again.tables.table(table, actor=BOTS).state == OVER
    assert again.games.verify(table) == again.games.head(table, actor=BOTS).number
    file = again.games.export(table, actor=BOTS)
    assert load(file).position.hash() == game.position.hash()
    again.store.close()


def test_a_game_is_read_from_a_snapshot(club: Club) -> None:
    for _ in range(archive.SNAPSHOT_EVERY + 5):
        club.move()
    now = club.service.games.game(club.table, actor=BOTS)
    club.service.archive.forget()
    read = club.service.games.game(club.table, actor=BOTS)
    assert read.position.hash() == now.position.hash()
    assert len(read.log) < 20
    assert club.service.games.game(club.table, 10, actor=BOTS).position.hash() == entry_hash(club, 10)


def entry_hash(club: Club, number: int) -> str:
    return club.service.history.log(club.table, actor=BOTS)[number - 1].hash


def test_every_old_position_can_be_seen(club: Club) -> None:
    for _ in range(12):
        club.move()
    club.service.archive.forget()
    for line in club.service.history.log(club.table, actor=BOTS):
        assert club.service.games.game(club.table, line.number, actor=BOTS).position.hash() == line.hash
    assert club.service.games.position(club.table, number=0, actor=BOTS).draws == 0


def test_a_move_is_quick(club: Club) -> None:
    times = []
    for _ in range(40):
        seat, actor = club.turn
        action, at = club.choice(), club.at
        begun = time.perf_counter()
        club.service.moves.play(club.table, seat, action, at, actor=actor)
        times.append(time.perf_counter() - begun)
    assert sorted(times)[len(times) // 2] < 0.15


def test_a_log_that_was_edited_is_found(club: Club) -> None:
    for _ in range(5):
        club.move()
    with club.service.store.writing() as connection:
        connection.exec_driver_sql("DROP TRIGGER entries_no_update")
        connection.exec_driver_sql("UPDATE entries SET hash = '0000000000000000' WHERE number = 3")
    club.service.archive.forget()
    with pytest.raises(Damaged, match="after entry 3"):
        club.service.games.game(club.table, actor=BOTS)
    with pytest.raises(Damaged, match="after entry 3"):
        club.service.games.verify(club.table)


def test_what_happened_is_derived(club: Club) -> None:
    number = club.move().number
    assert club.service.history.happenings(club.table, number, actor=club.ada)
