"""What happened by each step: derived once, in one pass, and remembered."""

from __future__ import annotations

import pytest
from tests.table.tablekit import BOTS, Club, bot_move, bot_table, person
from tests.table.test_moves import refused

from stellwerk import actions
from stellwerk.bots.casual import CasualBot
from stellwerk.events import Ran
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.event_cache import Chronicle, Happened
from stellwerk.table.service import history
from stellwerk.table.service.service import Service


@pytest.mark.parametrize("title", ["18CZ", "18Rhl"])
def test_it_tells_what_the_game_told_when_it_was_played(service: Service, title: str) -> None:
    table, bot = bot_table(service, title, person(service, "Ada")), CasualBot(3)
    while service.games.head(table, actor=BOTS).number < 150:
        bot_move(service, table, bot)
    numbers = range(2, service.games.head(table, actor=BOTS).number + 1)
    told = {number: service.history.happenings(table, number, actor=BOTS) for number in numbers}
    service.archive.forget()
    for number in numbers:
        again = service.history.happenings(table, number, actor=BOTS)
        assert len(again) == len(told[number])
        for one, other in zip(told[number], again, strict=True):
            assert one == other or (isinstance(one, Ran) and isinstance(other, Ran) and one.revenue == other.revenue)


def test_each_step_is_played_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(70):
        club.move()
    club.service.archive.forget()
    played: list[int] = []
    step = Archive._step

    def counted(self: Archive, game: object, row: object, table: int) -> None:
        played.append(row.number)  # type: ignore[attr-defined]
        step(self, game, row, table)  # type: ignore[arg-type]

    monkeypatch.setattr(Archive, "_step", counted)
    club.service.history.of_table(club.table, actor=club.ada)
    assert len(played) <= history.SHOWN + 50 and len(played) == len(set(played))
    played.clear()
    club.service.history.of_table(club.table, actor=club.ada)
    club.move()
    club.service.history.of_table(club.table, actor=club.ada)
    assert played == []


def test_the_memory_is_limited() -> None:
    chronicle = Chronicle(kept=3)
    for number in range(5):
        chronicle.put(1, number, Happened())
    assert [chronicle.get(1, number) is None for number in range(5)] == [True, True, False, False, False]


def test_the_log_is_read_as_it_stood_then(club: Club) -> None:
    seat, actor = club.turn
    number = club.move().number
    club.service.undo.undo(club.table, seat, club.at, actor=actor)
    now = club.service.history.of_table(club.table, actor=club.ada)
    then = club.service.history.of_table(club.table, number, actor=club.ada)
    assert [entry.undone_by for entry in now.entries] == [None, 3, None]
    assert [entry.undone_by for entry in then.entries] == [None, None]
    assert all(entry.key is None and entry.account is None and not entry.hash for entry in now.entries)


def test_ways_back_say_who_would_be_asked_and_do_nothing(club: Club) -> None:
    seat, actor = club.turn
    club.move()
    second, _ = club.turn
    at = club.at
    mine = club.service.undo.ways(club.table, actor=actor)
    assert mine.undo is not None and mine.undo.free and mine.undo.to == 1
    club.move()
    while club.turn[0] == second:
        club.move()
    later = club.service.undo.ways(club.table, actor=actor)
    assert later.undo is not None and later.undo.asked == (
        club.service.tables.table(club.table, actor=BOTS).seats[second].name,
    )
    assert club.service.undo.ways(club.table, actor=person(club.service, "Eve")).undo is None
    assert club.at > at and club.service.undo.request(club.table, actor=BOTS) is None
    with refused("stale"):
        club.service.undo.undo(club.table, seat, at, later.undo.to, actor=actor)


def test_an_export_hides_what_is_secret(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    _, actor = club.turn
    club.move()
    monkeypatch.setattr(
        actions.BuyPrivate,
        "seen_by",
        lambda self, name: self if name == self.player else actions.BuyPrivate(self.player, "hidden"),
    )
    own = club.service.games.export(club.table, actor=actor)["actions"][-1]
    others = [person for name, person in club.people.items() if person != actor]
    assert own["private"] != "hidden"
    assert club.service.games.export(club.table, actor=others[0])["actions"][-1]["private"] == "hidden"
