"""The desk, where whoever asks comes first: his session is looked at, the table found, permission asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, select

from stellwerk.errors import Illegal
from stellwerk.table.db import archive
from stellwerk.table.db.records import CLOSED, PLAYING, WAITING, Actor, Head, TableInfo, TableSeat
from stellwerk.table.db.schema import seats, tables
from stellwerk.table.db.store import Store
from stellwerk.table.live.sessions import demand_session
from stellwerk.table.service import input_checks
from stellwerk.table.service.permission import demand_permission
from stellwerk.table.service.table_limits import Allowance

Clock = Callable[[], float]


class Desk:
    """Gives out transactions and what stands in them, to those who may have it."""

    def __init__(self, store: Store, clock: Clock = time.time):
        self.store = store
        self.clock = clock
        self.allowance = Allowance()
        """How many tables an account may have."""

    @contextmanager
    def reading(self, actor: Actor) -> Iterator[Connection]:
        """One moment of the database, for somebody whose session stands in it."""
        with self.store.reading() as connection:
            demand_session(connection, actor, self.clock())
            yield connection

    @contextmanager
    def writing(self, actor: Actor) -> Iterator[Connection]:
        """One transaction that may write, for somebody whose session stands in it."""
        with self.store.writing() as connection:
            demand_session(connection, actor, self.clock())
            yield connection

    def find(self, connection: Connection, table_id: int, actor: Actor, action: str = "table.see") -> TableInfo:
        """A table the actor may do this to."""
        input_checks.check_number(table_id, "table")
        row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
        if row is None:
            raise Illegal("unknown-table", f"There is no table {table_id}.")
        sitting = connection.execute(select(seats).where(seats.c.table == table_id).order_by(seats.c.seat))
        table = TableInfo(**row._mapping, seats=tuple(TableSeat(**seat._mapping) for seat in sitting))
        demand_permission(actor, action, table)
        return table

    def seat(self, table: TableInfo, seat: int, actor: Actor, action: str = "seat.play") -> TableSeat:
        """A seat the actor may do this for."""
        input_checks.check_number(seat, "seat")
        if seat >= len(table.seats):
            raise Illegal("unknown-seat", f"The table has no seat {seat}; it has {len(table.seats)}, from 0 on.")
        found = table.seats[seat]
        demand_permission(actor, action, found)
        return found


def needs_waiting(table: TableInfo) -> None:
    """Refuse once the game has begun."""
    if table.state == CLOSED:
        raise Illegal("closed", "This table was closed before the game began.")
    if table.state != WAITING:
        raise Illegal("begun", "The game has begun; its seats stay as they are.")


def needs_game(table: TableInfo) -> None:
    """Refuse while the game has not begun."""
    if table.state in (WAITING, CLOSED):
        raise Illegal("not-begun", "The game has not begun.")


def needs_play(table: TableInfo) -> None:
    """Refuse unless the game runs."""
    needs_game(table)
    if table.state != PLAYING:
        raise Illegal("game-over", "The game is over.")


def head_at(connection: Connection, table: int, at: int) -> Head:
    """The end of the log, which must be where the request was made."""
    now = archive.read_head(connection, table)
    if now.number != at:
        raise Illegal("stale", f"This was said at entry {at}, but the game is at entry {now.number} now: look again.")
    return now
