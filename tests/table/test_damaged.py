"""A game that can no longer be followed still opens, up to its last sound position; its people may go on from it."""

from __future__ import annotations

import json
import logging

import pytest
from sqlalchemy import text
from tests.table.damagekit import RULES, STEPS, change_hash, edited, set_entry
from tests.table.tablekit import BOTS, Club, bot_table, person

from stellwerk.errors import Illegal
from stellwerk.table.db.archive import SNAPSHOT_EVERY
from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import Head, UndoRequest
from stellwerk.table.live.background_player import Runner
from stellwerk.table.service.service import Service
from stellwerk.table.service.undo import Ways
from stellwerk.table.web.site import Settings

BROKEN = 7


@pytest.fixture
def twelve(club: Club) -> Club:
    """The club after twelve entries."""
    while club.at < 12:
        club.move()
    return club


def refusal(club: Club) -> Illegal:
    """What is said to somebody who moves."""
    with pytest.raises(Illegal) as found:
        club.service.moves.play(club.table, 0, {"type": "pass", "who": "Ada"}, club.at, actor=club.ada)
    return found.value


@pytest.mark.parametrize("how", STEPS)
def test_the_last_sound_position_is_the_one_before_the_break(twelve: Club, how: str) -> None:
    spoil, cause = STEPS[how]
    service = twelve.service
    before = service.games.game(twelve.table, BROKEN - 1, actor=BOTS).position.hash()
    spoil(service, twelve.table, BROKEN)
    found = service.games.sound(twelve.table, actor=BOTS)
    assert found.damage is not None and found.game is not None
    assert (found.damage.entry, found.damage.cause, found.node) == (BROKEN, cause, BROKEN - 1)
    assert found.game.position.hash() == before
    assert service.games.sound(twelve.table, BROKEN - 2, actor=BOTS).damage is None


@pytest.mark.parametrize("how", STEPS)
def test_moves_undo_and_redo_are_refused_with_one_code(twelve: Club, how: str) -> None:
    STEPS[how][0](twelve.service, twelve.table, BROKEN)
    assert refusal(twelve).code == "damaged"
    for deed in (twelve.service.undo.undo, twelve.service.undo.redo):
        with pytest.raises(Damaged):
            deed(twelve.table, 0, twelve.at, actor=twelve.ada)


@pytest.mark.parametrize("how", STEPS)
def test_the_people_agree_and_the_game_goes_on(twelve: Club, how: str) -> None:
    service = twelve.service
    STEPS[how][0](service, twelve.table, BROKEN)
    asked = service.repair.go_on(twelve.table, 0, twelve.at, actor=twelve.ada)
    assert isinstance(asked, UndoRequest) and asked.asked == (1, 2)
    assert isinstance(service.undo.answer(twelve.table, asked.id, 1, True, actor=twelve.bo), UndoRequest)
    done = service.undo.answer(twelve.table, asked.id, 2, True, actor=twelve.cy)
    assert isinstance(done, Head) and (done.number, done.node) == (13, BROKEN - 1)
    assert twelve.move().number == 14
    service.archive.forget()
    assert service.games.sound(twelve.table, actor=BOTS).damage is None
    assert [line.kind for line in service.history.log(twelve.table, actor=BOTS)][-2:] == ["undo", "move"]


def test_one_who_declines_leaves_it_as_it_is(twelve: Club) -> None:
    change_hash(twelve.service, twelve.table, BROKEN)
    asked = twelve.service.repair.go_on(twelve.table, 0, twelve.at, actor=twelve.ada)
    assert isinstance(asked, UndoRequest)
    twelve.service.undo.answer(twelve.table, asked.id, 1, False, actor=twelve.bo)
    assert twelve.at == 12 and refusal(twelve).code == "damaged"


def test_a_sound_game_has_nothing_to_go_back_to(twelve: Club) -> None:
    with pytest.raises(Illegal) as found:
        twelve.service.repair.go_on(twelve.table, 0, twelve.at, actor=twelve.ada)
    assert found.value.code == "not-damaged"


def test_what_was_left_behind_is_not_offered_to_be_restored(twelve: Club) -> None:
    service = twelve.service
    change_hash(service, twelve.table, BROKEN)
    asked = service.repair.go_on(twelve.table, 0, twelve.at, actor=twelve.ada)
    assert isinstance(asked, UndoRequest)
    for seat, who in ((1, twelve.bo), (2, twelve.cy)):
        service.undo.answer(twelve.table, asked.id, seat, True, actor=who)
    assert service.undo.ways(twelve.table, actor=twelve.ada).redo is None
    with pytest.raises(Damaged):
        service.undo.redo(twelve.table, 0, twelve.at, actor=twelve.ada)


def test_a_break_in_the_first_draw_lets_the_game_begin_anew(twelve: Club) -> None:
    service = twelve.service
    change_hash(service, twelve.table, 1)
    assert service.games.sound(twelve.table, actor=BOTS).game is None
    asked = service.repair.go_on(twelve.table, 0, twelve.at, actor=twelve.ada)
    assert isinstance(asked, UndoRequest) and asked.target == 0
    for seat, who in ((1, twelve.bo), (2, twelve.cy)):
        done = service.undo.answer(twelve.table, asked.id, seat, True, actor=who)
    assert isinstance(done, Head) and (done.number, done.depth) == (14, 1)
    assert twelve.move().number == 15


@pytest.mark.parametrize("how", RULES)
def test_without_its_rules_there_is_no_position_but_log_and_file(twelve: Club, how: str) -> None:
    service = twelve.service
    RULES[how](service, twelve.table)
    found = service.games.sound(twelve.table, actor=BOTS)
    assert found.game is None and found.damage is not None and found.damage.cause == "rules"
    assert refusal(twelve).code == "damaged"
    assert len(service.games.export(twelve.table, actor=twelve.ada)["actions"]) == 12
    assert len(service.history.log(twelve.table, actor=twelve.ada)) == 12
    with pytest.raises(Damaged):
        service.repair.go_on(twelve.table, 0, twelve.at, actor=twelve.ada)


@pytest.mark.parametrize("how", [how for how in STEPS if how != "lost"])
def test_log_and_export_are_whole(twelve: Club, how: str) -> None:
    whole = twelve.service.games.export(twelve.table, actor=twelve.ada)["actions"]
    STEPS[how][0](twelve.service, twelve.table, BROKEN)
    given = twelve.service.games.export(twelve.table, actor=twelve.ada)["actions"]
    assert len(given) == 12
    assert [line for at, line in enumerate(given, 1) if at != BROKEN] == whole[: BROKEN - 1] + whole[BROKEN:]


def test_a_snapshot_whose_hash_fits_is_sound_whatever_came_before(club: Club) -> None:
    while club.at < SNAPSHOT_EVERY + 5:
        club.move()
    change_hash(club.service, club.table, 20)
    assert club.service.games.sound(club.table, actor=BOTS).damage is None
    assert club.move().number == SNAPSHOT_EVERY + 6
    assert club.service.games.sound(club.table, 30, actor=BOTS).node == 19
    assert club.service.games.sound(club.table, SNAPSHOT_EVERY, actor=BOTS).damage is None


def test_a_spoilt_snapshot_is_no_damage_where_the_steps_tell_the_same(club: Club) -> None:
    while club.at < SNAPSHOT_EVERY + 5:
        club.move()
    now = club.service.games.game(club.table, actor=BOTS).position.hash()
    for spoilt in ('{"nonsense": 1}', '{"no JSON'):
        with edited(club.service) as connection:
            connection.execute(text("UPDATE snapshots SET position = :spoilt"), {"spoilt": spoilt})
        assert club.service.games.game(club.table, actor=BOTS).position.hash() == now


def test_the_operator_is_told_once(twelve: Club, caplog: pytest.LogCaptureFixture) -> None:
    service = twelve.service
    expected = "0" * 16
    found = service.games.head(twelve.table, actor=BOTS).hash
    change_hash(service, twelve.table, 12)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            service.games.sound(twelve.table, actor=BOTS)
            refusal(twelve)
    (line,) = [record.getMessage() for record in caplog.records]
    assert f"Table {twelve.table} " in line and "entry 12 " in line and expected in line and found in line


def test_other_tables_and_lists_are_untouched(twelve: Club) -> None:
    service = twelve.service
    other = bot_table(service, "18CZ", twelve.ada)
    STEPS["no JSON"][0](service, twelve.table, BROKEN)
    listed = {one.table.id: one.damaged for one in service.overviews.overview(actor=twelve.ada)}
    assert listed == {twelve.table: True, other: False}
    assert service.games.sound(other, actor=BOTS).damage is None


def test_a_list_in_a_hurry_tells_of_the_break_that_is_known(twelve: Club) -> None:
    service = twelve.service
    STEPS["no JSON"][0](service, twelve.table, BROKEN)
    (unread,) = service.overviews.overview(actor=twelve.ada, budget=-1)
    assert not unread.damaged, "nobody has looked"
    service.games.sound(twelve.table, actor=BOTS)
    (listed,) = service.overviews.overview(actor=twelve.ada, budget=-1)
    assert listed.damaged


def test_the_runner_leaves_a_stopped_table_alone_until_its_people_go_on(service: Service) -> None:
    ada = person(service, "Ada")
    seats = [{"kind": "account", "name": "Ada"}, {"kind": "bot", "name": "Bo"}, {"kind": "bot", "name": "Cy"}]
    table = service.tables.create_table("18CZ", seats, actor=ada, seed=7)
    service.tables.start(table, actor=ada)
    runner = Runner(service, Settings())
    for _ in range(8):
        runner._look(table)
        game = service.games.game(table, actor=BOTS)
        if game.turn == "Ada":
            head = service.games.head(table, actor=ada)
            service.moves.play(table, 0, game.legal().actions()[0], head.number, actor=ada)
    last = service.games.head(table, actor=ada)
    change_hash(service, table, last.number)
    with pytest.raises(Damaged):
        runner._look(table)
    runner.start()
    runner.wake(table, 0)
    try:
        with service.store.reading() as connection:
            assert connection.scalar(text("SELECT count(*) FROM entries")) == last.number
        done = service.repair.go_on(table, 0, last.number, actor=ada)
        assert isinstance(done, Head) and done.number == last.number + 1
    finally:
        runner.stop()
    assert runner._failures == {}


def test_verify_tells_both_hashes(twelve: Club) -> None:
    found = twelve.service.games.game(twelve.table, BROKEN, actor=BOTS).position.hash()
    change_hash(twelve.service, twelve.table, BROKEN)
    for trust in (True, False):
        with pytest.raises(Damaged) as damage:
            twelve.service.games.verify(twelve.table, trust=trust)
        assert (damage.value.entry, damage.value.expected, damage.value.found) == (BROKEN, "0" * 16, found)


def test_nothing_can_be_taken_back_at_a_stopped_table(twelve: Club) -> None:
    change_hash(twelve.service, twelve.table, BROKEN)
    assert twelve.service.undo.ways(twelve.table, actor=twelve.ada) == Ways()


def test_a_copy_that_can_no_longer_be_played_says_so(twelve: Club) -> None:
    service = twelve.service
    copy = service.what_ifs.create_what_if(twelve.table, 5, actor=twelve.ada)
    with edited(service) as connection:
        spoilt = json.dumps([{"type": "buy-private", "player": "Nobody", "private": "S1"}])
        connection.execute(text("UPDATE what_ifs SET actions = :spoilt"), {"spoilt": spoilt})
    with pytest.raises(Illegal) as found:
        service.what_ifs.what_if_game(copy.id, actor=twelve.ada)
    assert found.value.code == "damaged"


def test_an_entry_that_points_nowhere_is_a_break_not_a_crash(twelve: Club) -> None:
    set_entry(twelve.service, twelve.table, BROKEN, parent=40)
    found = twelve.service.games.sound(twelve.table, actor=BOTS)
    assert found.damage is not None and found.game is not None and found.node < BROKEN
