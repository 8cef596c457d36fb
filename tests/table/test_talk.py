"""Chat, notes, programmed choices, and news as they come."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.table.tablekit import BOTS, Clock, Club, person
from tests.table.test_moves import refused

from stellwerk.errors import BadInput
from stellwerk.table.db.records import Actor
from stellwerk.table.live.feed import Cursor, FeedEvent, read_cursor
from stellwerk.table.service import chat


def test_chat_is_for_those_at_the_table(club: Club) -> None:
    said = club.service.chat.say(club.table, "Hello <b>\nyou</b>", actor=club.bo)
    assert club.service.chat.messages(club.table, actor=club.ada) == [said]
    assert club.service.chat.messages(club.table, said.id, actor=club.ada) == []
    assert said.number == club.at
    for stranger in (person(club.service, "Eve"), Actor(), BOTS):
        with refused("forbidden"):
            club.service.chat.say(club.table, "Hello", actor=stranger)


@pytest.mark.parametrize("bad", ["", "  \n", "x" * 1001, "a\0b", "\ud800", None, 5])
def test_a_message_that_cannot_be(club: Club, bad: Any) -> None:
    with pytest.raises(BadInput):
        club.service.chat.say(club.table, bad, actor=club.ada)


def test_chat_has_a_speed_limit(club: Club) -> None:
    for number in range(chat.PER_MINUTE):
        club.service.chat.say(club.table, str(number), actor=club.ada)
    with refused("too-fast"):
        club.service.chat.say(club.table, "more", actor=club.ada)
    club.service.chat.say(club.table, "I am another", actor=club.bo)
    assert isinstance(club.service.clock, Clock)
    club.service.clock.now += 61
    club.service.chat.say(club.table, "more", actor=club.ada)


def test_notes_are_private(club: Club) -> None:
    for text in ("Sell BY", "Keep BY"):
        club.service.notes.write_note(club.table, text, actor=club.ada)
    assert club.service.notes.note(club.table, actor=club.ada) == "Keep BY"
    assert club.service.notes.note(club.table, actor=club.bo) == ""
    club.service.notes.write_note(club.table, "", actor=club.ada)
    with pytest.raises(BadInput):
        club.service.notes.write_note(club.table, "x" * 20_001, actor=club.ada)
    with refused("forbidden"):
        club.service.notes.note(club.table, actor=Actor())


def test_programmed_choices_are_the_seats_own(club: Club) -> None:
    club.service.programs.set_program(club.table, 0, {"kind": "pass"}, actor=club.ada)
    club.service.programs.set_program(club.table, 0, {"kind": "float"}, actor=club.ada)
    assert club.service.programs.program(club.table, 0, actor=club.ada) == {"kind": "float"}
    with refused("forbidden"):
        club.service.programs.program(club.table, 0, actor=club.bo)
    club.service.programs.set_program(club.table, 0, None, actor=club.ada)
    assert club.service.programs.program(club.table, 0, actor=club.ada) is None
    with pytest.raises(BadInput):
        club.service.programs.set_program(club.table, 0, {"kind": "x" * 5000}, actor=club.ada)


async def take(events: AsyncIterator[FeedEvent], count: int) -> list[FeedEvent]:
    """So many entries and messages, hints left out."""
    found: list[FeedEvent] = []
    while len(found) < count:
        event = await asyncio.wait_for(anext(events), 30)
        found += [event] if event.kind != "table" else []
    return found


def test_a_listener_gets_what_was_and_what_comes(club: Club) -> None:
    async def run() -> None:
        club.move()
        events = club.service.live.listen(club.table, actor=club.bo)
        past = await take(events, 2)
        assert [event.cursor.number for event in past] == [1, 2]
        writer = threading.Thread(target=lambda: (club.move(), club.service.chat.say(club.table, "Oh", actor=club.ada)))
        writer.start()
        entry, message = await take(events, 2)
        writer.join()
        assert (entry.kind, entry.data.number) == ("entry", 3)
        assert (message.kind, message.data.text, str(message.cursor)) == ("chat", "Oh", "3.1")
        assert club.service.feed.listeners(club.table) == 1
        await events.aclose()
        assert club.service.feed.listeners(club.table) == 0

    asyncio.run(run())


def test_who_comes_back_misses_nothing(club: Club) -> None:
    async def run() -> None:
        events = club.service.live.listen(club.table, actor=club.bo)
        seen = (await take(events, 1))[-1].cursor
        await events.aclose()
        for _ in range(3):
            club.move()
        club.service.chat.say(club.table, "Where is Bo?", actor=club.ada)
        back = club.service.live.listen(club.table, str(seen), actor=club.bo)
        caught = await take(back, 4)
        assert [str(event.cursor) for event in caught] == ["2", "3", "4", "4.1"]
        again = club.service.live.listen(club.table, "4", actor=club.bo)
        assert [event.kind for event in await take(again, 1)] == ["chat"]

    asyncio.run(run())


def test_many_listeners_all_get_everything(club: Club) -> None:
    async def run() -> None:
        streams = [club.service.live.listen(club.table, club.at, actor=club.bo) for _ in range(10)]
        listening = [asyncio.create_task(take(stream, 20)) for stream in streams]
        await asyncio.to_thread(lambda: [club.move() for _ in range(20)])
        for events in await asyncio.gather(*listening):
            assert [event.data.number for event in events] == list(range(2, 22))

    asyncio.run(run())


def test_news_of_another_process_come_by_polling(club: Club, tmp_path: Any) -> None:
    from tests.table.tablekit import service_on

    other = service_on(tmp_path / "games.sqlite")

    async def run() -> None:
        events = other.live.listen(club.table, club.at, actor=club.bo, poll=0.05)
        waiting = asyncio.create_task(take(events, 1))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(club.move)
        assert (await waiting)[0].data.number == 2

    asyncio.run(run())


def test_a_listener_who_fails_harms_nobody(club: Club) -> None:
    told = []
    club.service.feed.subscribe(club.table, lambda: 1 // 0)  # type: ignore[arg-type]
    end = club.service.feed.subscribe(club.table, lambda: told.append(1))
    club.move()
    end()
    club.move()
    assert told == [1]


def test_event_ids(club: Club) -> None:
    assert read_cursor("57.12") == Cursor(57, 12) and read_cursor(57) == Cursor(57)
    for bad in ("", "x", "1.2.3", "-1", "1e3", "9" * 20, None, True, "²"):
        with pytest.raises(BadInput):
            club.service.live.listen(club.table, bad, actor=club.ada)  # type: ignore[arg-type]
