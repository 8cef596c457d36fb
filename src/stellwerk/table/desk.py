"""What all parts of the service share: the database, the archive, the feed, the clock, and looking things up."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection, select

from stellwerk.errors import Illegal
from stellwerk.table import archive, checks
from stellwerk.table.allowance import Allowance
from stellwerk.table.archive import Archive
from stellwerk.table.feed import Feed
from stellwerk.table.ownfigures import OwnFigures
from stellwerk.table.permission import demand
from stellwerk.table.records import CLOSED, PLAYING, WAITING, Actor, Head, Seat, TableInfo
from stellwerk.table.schema import seats, tables
from stellwerk.table.sessions import OpenSessions
from stellwerk.table.store import Store

Clock = Callable[[], float]


class Desk:
    """The ground the parts of the service stand on."""

    def __init__(self, store: Store, clock: Clock = time.time):
        self.store = store
        self.clock = clock
        self.figures = OwnFigures()
        self.archive = Archive(self.figures)
        self.feed = Feed()
        self.sessions = OpenSessions()
        self.allowance = Allowance()

    def find(self, connection: Connection, table_id: int, actor: Actor, action: str = "table.see") -> TableInfo:
        """A table the actor may do this to."""
        checks.number(table_id, "table")
        row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
        if row is None:
            raise Illegal("unknown-table", f"There is no table {table_id}.")
        sitting = connection.execute(select(seats).where(seats.c.table == table_id).order_by(seats.c.seat))
        table = TableInfo(**row._mapping, seats=tuple(Seat(**seat._mapping) for seat in sitting))
        demand(actor, "table.see", table)
        demand(actor, action, table)
        return table

    def seat(self, table: TableInfo, seat: int, actor: Actor, action: str = "seat.play") -> Seat:
        """A seat the actor may do this for."""
        checks.number(seat, "seat")
        if seat >= len(table.seats):
            raise Illegal("unknown-seat", f"The table has no seat {seat}; it has {len(table.seats)}, from 0 on.")
        found = table.seats[seat]
        demand(actor, action, found)
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
    now = archive.head(connection, table)
    if now.number != at:
        raise Illegal("stale", f"This was said at entry {at}, but the game is at entry {now.number} now: look again.")
    return now
