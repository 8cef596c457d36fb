"""Chat at the table, and private notes."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Table, insert, select, update

from stellwerk.errors import Illegal
from stellwerk.table.db import archive
from stellwerk.table.db.records import PERSON, Actor, Message, TableInfo
from stellwerk.table.db.schema import accounts, chat, notes
from stellwerk.table.live.feed import Feed
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk

MESSAGES = 200
"""So many lines of chat are given at once."""
PER_MINUTE = 30
"""So many lines of chat one account may write in a minute."""


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat as others read it: by name, without account numbers."""

    id: int
    who: str
    text: str
    at: float
    number: int
    mine: bool = False


class Chat:
    """The part of the service that is about what people say."""

    def __init__(self, desk: Desk, feed: Feed):
        self.desk = desk
        self.feed = feed

    def say(self, table_id: int, text: str, *, actor: Actor) -> Message:
        """Say something at the table."""
        text = input_checks.check_words(text, "message", input_checks.CHAT)
        with self.desk.writing(actor) as connection:
            self.desk.find(connection, table_id, actor, "chat.write")
            self._not_too_fast(connection, table_id, actor)
            number = archive.read_head(connection, table_id).number
            values = {
                "table": table_id,
                "account": actor.account,
                "text": text,
                "number": number,
                "at": self.desk.clock(),
            }
            made = connection.execute(insert(chat).values(values).returning(*chat.c)).one()
        self.feed.publish(table_id)
        return Message(**made._mapping)

    def _not_too_fast(self, connection: Connection, table_id: int, actor: Actor) -> None:
        now = self.desk.clock()
        lately = chat.c.at.between(now - 60, now)  # lines of a clock that was set back since do not count for ever
        where = (chat.c.table == table_id, chat.c.account == actor.account, lately)
        if len(connection.scalars(select(chat.c.id).where(*where).limit(PER_MINUTE)).all()) >= PER_MINUTE:
            raise Illegal("too-fast", f"{PER_MINUTE} messages a minute are enough; wait a little.")

    def messages(self, table_id: int, after: int = 0, *, actor: Actor) -> list[Message]:
        """What was said after a message; the latest lines if there are too many."""
        with self.desk.reading(actor) as connection:
            self.desk.find(connection, table_id, actor)
            return messages_in(connection, table_id, input_checks.check_number(after, "message"))

    def lines(self, table_id: int, after: int = 0, *, actor: Actor) -> list[ChatLine]:
        """What was said after a message, under the names the people have at this table."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            return lines_in(connection, table, input_checks.check_number(after, "message"), actor)


class Notes:
    """The part of the service that keeps private notes."""

    def __init__(self, desk: Desk):
        self.desk = desk

    def note(self, table_id: int, *, actor: Actor) -> str:
        """The actor's own note at a table."""
        with self.desk.reading(actor) as connection:
            self.desk.find(connection, table_id, actor, "note")
            return note_in(connection, table_id, actor)

    def write_note(self, table_id: int, text: str, *, actor: Actor) -> None:
        """Write the actor's own note anew."""
        text = input_checks.check_words(text, "note", input_checks.NOTE, empty=True)
        with self.desk.writing(actor) as connection:
            self.desk.find(connection, table_id, actor, "note")
            keys = {"table": table_id, "account": actor.account}
            put_row(connection, notes, keys, {"text": text, "at": self.desk.clock()})


def note_in(connection: Connection, table_id: int, actor: Actor) -> str:
    """The actor's own note at a table."""
    where = (notes.c.table == table_id, notes.c.account == actor.account)
    return connection.scalar(select(notes.c.text).where(*where)) or ""


def lines_in(connection: Connection, table: TableInfo, after: int, actor: Actor) -> list[ChatLine]:
    """What was said at a table after a message, by the names of its seats, or of the accounts."""
    found = messages_in(connection, table.id, after)
    if not found:
        return []
    wanted = {message.account for message in found}
    rows = connection.execute(select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(wanted)))
    names: dict[int, str] = {row.id: row.name for row in rows}
    for seat in reversed(table.seats):
        if seat.kind == PERSON and seat.account is not None:
            names[seat.account] = seat.name
    return [
        ChatLine(line.id, names[line.account], line.text, line.at, line.number, line.account == actor.account)
        for line in found
    ]


def messages_in(connection: Connection, table_id: int, after: int) -> list[Message]:
    """What was said at a table after a message."""
    later = select(chat).where(chat.c.table == table_id, chat.c.id > after).order_by(chat.c.id.desc()).limit(MESSAGES)
    return [Message(**row._mapping) for row in connection.execute(later)][::-1]


def put_row(connection: Connection, table: Table, keys: dict[str, Any], values: dict[str, Any]) -> None:
    """Insert a row or change it; safe because writers come one after the other."""
    where = [table.c[name] == value for name, value in keys.items()]
    if connection.execute(update(table).where(*where).values(values)).rowcount == 0:
        connection.execute(insert(table).values(**keys, **values))
