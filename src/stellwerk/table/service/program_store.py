"""The programmed choices of seats, as they are stored; what they mean stands in `programs`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, select

from stellwerk.table.db.records import Actor, TableSeat
from stellwerk.table.db.schema import programs
from stellwerk.table.service import input_checks
from stellwerk.table.service.chat import put_row
from stellwerk.table.service.front_desk import Desk


class Programs:
    """The part of the service that keeps programmed choices."""

    def __init__(self, desk: Desk):
        self.desk = desk

    def program(self, table_id: int, seat: int, *, actor: Actor) -> dict[str, Any] | None:
        """The programmed choice of a seat; only who plays for the seat sees it."""
        with self.desk.reading(actor) as connection:
            self.desk.seat(self.desk.find(connection, table_id, actor), seat, actor, "seat.program")
            where = (programs.c.table == table_id, programs.c.seat == seat)
            found: dict[str, Any] | None = connection.scalar(select(programs.c.program).where(*where))
            return found

    def set_program(self, table_id: int, seat: int, program: dict[str, Any] | None, *, actor: Actor) -> None:
        """Store a programmed choice for a seat, or end it (None)."""
        if program is not None:
            input_checks.check_plain_object(program, "programmed choice")
        with self.desk.writing(actor) as connection:
            self.desk.seat(self.desk.find(connection, table_id, actor), seat, actor, "seat.program")
            if program is None:
                connection.execute(delete(programs).where(programs.c.table == table_id, programs.c.seat == seat))
            else:
                keys = {"table": table_id, "seat": seat}
                put_row(connection, programs, keys, {"program": program, "at": self.desk.clock()})


def programs_in(connection: Connection, mine: Sequence[TableSeat]) -> dict[int, dict[str, Any]]:
    """The programmed choices of somebody's own seats at a table."""
    if not mine:
        return {}
    here = (programs.c.table == mine[0].table, programs.c.seat.in_([seat.seat for seat in mine]))
    rows = connection.execute(select(programs.c.seat, programs.c.program).where(*here).order_by(programs.c.seat))
    return {row.seat: row.program for row in rows if row.program is not None}
