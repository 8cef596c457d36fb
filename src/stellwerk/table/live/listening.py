"""What listeners are told: what came after a cursor, and then what comes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial

from sqlalchemy import select

from stellwerk.table.db import archive
from stellwerk.table.db.records import Actor
from stellwerk.table.db.schema import entries
from stellwerk.table.live.feed import Cursor, Feed, FeedEvent, Listener, follow_table, read_cursor
from stellwerk.table.live.sessions import OpenSessions
from stellwerk.table.service.chat import messages_in
from stellwerk.table.service.front_desk import Desk


class Live:
    """The part of the service that tells news."""

    def __init__(self, desk: Desk, feed: Feed, sessions: OpenSessions):
        self.desk = desk
        self.feed = feed
        self.sessions = sessions

    def news(self, table_id: int, after: Cursor, *, actor: Actor) -> list[FeedEvent]:
        """What came after a cursor: entries, then chat, then the hint to look at the table again."""
        with self.desk.reading(actor) as connection:
            self.desk.find(connection, table_id, actor)
            later = select(entries).where(entries.c.table == table_id, entries.c.number > after.number)
            lines = [archive.as_logged(row) for row in connection.execute(later.order_by(entries.c.number))]
            messages = messages_in(connection, table_id, after.chat)
        found = [FeedEvent("entry", Cursor(line.number, after.chat), line) for line in lines]
        number = lines[-1].number if lines else after.number
        found += [FeedEvent("chat", Cursor(number, message.id), message) for message in messages]
        return [*found, FeedEvent("table", found[-1].cursor if found else after)]

    def listen(
        self, table_id: int, after: int | str = 0, *, actor: Actor, poll: float | None = None
    ) -> AsyncGenerator[FeedEvent]:
        """Events after an event id, and then as they come; the id of an event is the number of the last entry.

        They end with the session the actor hears them under, and when the actor may no longer see the table.
        """
        start = read_cursor(after)

        def check() -> None:
            with self.desk.reading(actor) as connection:
                self.desk.find(connection, table_id, actor)

        check()
        return self._events(table_id, start, actor, poll, Listener(check))

    async def _events(
        self, table_id: int, start: Cursor, actor: Actor, poll: float | None, listener: Listener
    ) -> AsyncGenerator[FeedEvent]:
        leave = self.sessions.enter(actor.session, actor.account, listener.send_away)
        heard = follow_table(self.feed, table_id, start, partial(self.news, table_id, actor=actor), poll, listener)
        try:
            async with aclosing(heard):
                async for event in heard:
                    yield event
        finally:
            leave()
