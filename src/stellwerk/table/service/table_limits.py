"""How many tables one account may have, so that nobody crowds the others out."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, exists, select

from stellwerk.errors import Illegal
from stellwerk.table.db.records import BOT, FREE, PLAYING, WAITING
from stellwerk.table.db.schema import seats, tables

ENDLESS = 10**9


class Allowance(msgspec.Struct, frozen=True):
    """The most an account may have at the same time."""

    waiting: int = 20
    """Tables that wait for players."""
    open: int = 5
    """Of these, open ones: they stand on everybody's list."""
    running: int = 100
    """Games that run."""
    bots_only: int = 8
    """Of these, games at which no person sits: they play whenever the machine has time."""


ALONE = Allowance(ENDLESS, ENDLESS, ENDLESS, ENDLESS)
"""On one's own machine there is nobody else."""


def refuse_more_waiting(connection: Connection, account: int | None, visibility: str, most: Allowance) -> None:
    """Refuse another table of an account that has many waiting."""
    mine = (tables.c.owner == account, tables.c.state == WAITING)
    if _count_tables(connection, most.waiting, *mine) >= most.waiting:
        raise Illegal("too-many-tables", f"{most.waiting} of your tables wait for players; start one first.")
    if visibility == "open" and _count_tables(connection, most.open, *mine, tables.c.visibility == "open") >= most.open:
        raise Illegal("too-many-tables", f"{most.open} of your open tables wait for players; start one first.")


def refuse_more_running(connection: Connection, account: int | None, kinds: list[str], most: Allowance) -> None:
    """Refuse to begin another game of an account that has many running; `kinds` are those of its seats."""
    mine = (tables.c.owner == account, tables.c.state == PLAYING)
    if _count_tables(connection, most.running, *mine) >= most.running:
        raise Illegal("too-many-tables", f"{most.running} of your games run; end one first.")
    if set(kinds) == {BOT}:
        refuse_more_of_bots(connection, account, most)


def refuse_more_of_bots(connection: Connection, account: int | None, most: Allowance) -> None:
    """Refuse another game of bots alone at a table of an account that has many of them running."""
    person = exists().where(seats.c.table == tables.c.id, seats.c.kind.not_in((BOT, FREE)))
    mine = (tables.c.owner == account, tables.c.state == PLAYING)
    if _count_tables(connection, most.bots_only, *mine, ~person) >= most.bots_only:
        sentence = f"{most.bots_only} games of bots alone run for the owner of this table; let one end first."
        raise Illegal("too-many-tables", sentence)


def _count_tables(connection: Connection, most: int, *where: object) -> int:
    query = select(tables.c.id).where(*where).limit(most)  # type: ignore[arg-type]
    return len(connection.scalars(query).all())
