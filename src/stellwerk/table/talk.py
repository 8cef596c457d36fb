"""Chat at the table, private notes, programmed choices, and what listeners are told."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, delete, insert, select, update

from stellwerk.errors import Illegal
from stellwerk.table import archive, checks
from stellwerk.table.accounts import demand_session, digest
from stellwerk.table.desk import Desk
from stellwerk.table.feed import Cursor, Event, Listener, cursor, follow
from stellwerk.table.records import PERSON, Actor, Message, TableInfo
from stellwerk.table.schema import accounts, chat, entries, notes, programs

MESSAGES = 200
"""So many lines of chat are given at once."""
PER_MINUTE = 30
"""So many lines of chat one account may write in a minute."""


class Line(msgspec.Struct, frozen=True):
    """A line of chat as others read it: by name, without account numbers."""

    id: int
    who: str
    text: str
    at: float
    number: int
    mine: bool = False


class Talk(Desk):
    """The part of the service that is about words and news."""

    def say(self, table_id: int, text: str, *, actor: Actor) -> Message:
        """Say something at the table."""
        text = checks.words(text, "message", checks.CHAT)
        with self.store.writing() as connection:
            self.find(connection, table_id, actor, "chat.write")
            self._not_too_fast(connection, table_id, actor)
            number = archive.head(connection, table_id).number
            values = {"table": table_id, "account": actor.account, "text": text, "number": number, "at": self.clock()}
            made = connection.execute(insert(chat).values(values).returning(*chat.c)).one()
        self.feed.publish(table_id)
        return Message(**made._mapping)

    def _not_too_fast(self, connection: Connection, table_id: int, actor: Actor) -> None:
        now = self.clock()
        lately = chat.c.at.between(now - 60, now)  # lines of a clock that was set back since do not count for ever
        where = (chat.c.table == table_id, chat.c.account == actor.account, lately)
        if len(connection.scalars(select(chat.c.id).where(*where).limit(PER_MINUTE)).all()) >= PER_MINUTE:
            raise Illegal("too-fast", f"{PER_MINUTE} messages a minute are enough; wait a little.")

    def chat(self, table_id: int, after: int = 0, *, actor: Actor) -> list[Message]:
        """What was said after a message; the latest lines if there are too many."""
        with self.store.reading() as connection:
            self.find(connection, table_id, actor)
            return _messages(connection, table_id, checks.number(after, "message"))

    def lines(self, table_id: int, after: int = 0, *, actor: Actor) -> list[Line]:
        """What was said after a message, under the names the people have at this table."""
        with self.store.reading() as connection:
            table = self.find(connection, table_id, actor)
            return lines_in(connection, table, checks.number(after, "message"), actor)

    def note(self, table_id: int, *, actor: Actor) -> str:
        """The actor's own note at a table."""
        with self.store.reading() as connection:
            self.find(connection, table_id, actor, "note")
            return note_in(connection, table_id, actor)

    def write_note(self, table_id: int, text: str, *, actor: Actor) -> None:
        """Write the actor's own note anew."""
        text = checks.words(text, "note", checks.NOTE, empty=True)
        with self.store.writing() as connection:
            self.find(connection, table_id, actor, "note")
            keys = {"table": table_id, "account": actor.account}
            _put(connection, notes, keys, {"text": text, "at": self.clock()})

    def program(self, table_id: int, seat: int, *, actor: Actor) -> dict[str, Any] | None:
        """The programmed choice of a seat; only who plays for the seat sees it."""
        with self.store.reading() as connection:
            self.seat(self.find(connection, table_id, actor), seat, actor, "seat.program")
            where = (programs.c.table == table_id, programs.c.seat == seat)
            found: dict[str, Any] | None = connection.scalar(select(programs.c.program).where(*where))
            return found

    def set_program(self, table_id: int, seat: int, program: dict[str, Any] | None, *, actor: Actor) -> None:
        """Store a programmed choice for a seat, or end it (None)."""
        if program is not None:
            checks.plain(program, "programmed choice")
        with self.store.writing() as connection:
            self.seat(self.find(connection, table_id, actor), seat, actor, "seat.program")
            if program is None:
                connection.execute(delete(programs).where(programs.c.table == table_id, programs.c.seat == seat))
            else:
                keys = {"table": table_id, "seat": seat}
                _put(connection, programs, keys, {"program": program, "at": self.clock()})

    def news(self, table_id: int, after: Cursor, *, actor: Actor) -> list[Event]:
        """What came after a cursor: entries, then chat, then the hint to look at the table again."""
        with self.store.reading() as connection:
            self.find(connection, table_id, actor)
            later = select(entries).where(entries.c.table == table_id, entries.c.number > after.number)
            lines = [archive.as_logged(row) for row in connection.execute(later.order_by(entries.c.number))]
            messages = _messages(connection, table_id, after.chat)
        found = [Event("entry", Cursor(line.number, after.chat), line) for line in lines]
        number = lines[-1].number if lines else after.number
        found += [Event("chat", Cursor(number, message.id), message) for message in messages]
        return [*found, Event("table", found[-1].cursor if found else after)]

    def listen(
        self, table_id: int, after: int | str = 0, *, actor: Actor, poll: float | None = None, session: str = ""
    ) -> AsyncGenerator[Event]:
        """Events after an event id, and then as they come; the id of an event is the number of the last entry.

        They end with the session they are heard under, and when the actor may no longer see the table.
        """
        start = cursor(after)

        def check() -> None:
            with self.store.reading() as connection:
                demand_session(connection, session, actor, self.clock())
                self.find(connection, table_id, actor)

        check()
        return self._events(table_id, start, actor, poll, Listener(check), digest(session) if session else "")

    async def _events(
        self, table_id: int, start: Cursor, actor: Actor, poll: float | None, listener: Listener, session: str
    ) -> AsyncGenerator[Event]:
        leave = self.sessions.enter(session, actor.account, listener.send_away)
        heard = follow(self.feed, table_id, start, partial(self.news, table_id, actor=actor), poll, listener)
        try:
            async with aclosing(heard):
                async for event in heard:
                    yield event
        finally:
            leave()


def note_in(connection: Connection, table_id: int, actor: Actor) -> str:
    """The actor's own note at a table."""
    where = (notes.c.table == table_id, notes.c.account == actor.account)
    return connection.scalar(select(notes.c.text).where(*where)) or ""


def lines_in(connection: Connection, table: TableInfo, after: int, actor: Actor) -> list[Line]:
    """What was said at a table after a message, by the names of its seats, or of the accounts."""
    found = _messages(connection, table.id, after)
    if not found:
        return []
    wanted = {message.account for message in found}
    rows = connection.execute(select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(wanted)))
    names: dict[int, str] = {row.id: row.name for row in rows}
    for seat in reversed(table.seats):
        if seat.kind == PERSON and seat.account is not None:
            names[seat.account] = seat.name
    return [
        Line(line.id, names[line.account], line.text, line.at, line.number, line.account == actor.account)
        for line in found
    ]


def _messages(connection: Connection, table_id: int, after: int) -> list[Message]:
    later = select(chat).where(chat.c.table == table_id, chat.c.id > after).order_by(chat.c.id.desc()).limit(MESSAGES)
    return [Message(**row._mapping) for row in connection.execute(later)][::-1]


def _put(connection: Connection, table: Table, keys: dict[str, Any], values: dict[str, Any]) -> None:
    """Insert a row or change it; safe because writers come one after the other."""
    where = [table.c[name] == value for name, value in keys.items()]
    if connection.execute(update(table).where(*where).values(values)).rowcount == 0:
        connection.execute(insert(table).values(**keys, **values))
