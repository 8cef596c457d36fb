"""Going on with a game that can no longer be followed: from its last sound position, if its people agree.

Nothing is deleted: an undo is written that points at that position, and what came after it stays in the log.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from stellwerk.errors import Illegal
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.damage import NO_RULES, Sound
from stellwerk.table.db.records import PERSON, SCREEN, UNDO, Actor, Head, TableInfo, TableSeat, UndoRequest
from stellwerk.table.db.schema import accounts
from stellwerk.table.live.feed import Feed
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk, head_at, needs_game
from stellwerk.table.service.undo import Undoing


class Repair:
    """The part of the service that goes on where a log breaks."""

    def __init__(self, desk: Desk, archive: Archive, feed: Feed, undo: Undoing):
        self.desk = desk
        self.archive = archive
        self.feed = feed
        self.undo = undo

    def go_on(self, table_id: int, seat: int, at: int, *, actor: Actor) -> Head | UndoRequest:
        """Go on from the last sound position of a game that can no longer be followed.

        All other people at the table must agree: then the answer is the request to them, which is answered like
        one for an undo. Bots and closed accounts are not asked.
        """
        input_checks.check_number(at, "number of an entry")
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            sitting = self.desk.seat(table, seat, actor)
            needs_game(table)
            now = head_at(connection, table_id, at)
            target = _target_entry(self.archive.sound_at(connection, table, now.node))
            asked = people_besides(connection, table, sitting)
            if asked:
                answer: Head | UndoRequest = self.undo.ask(connection, UNDO, sitting, now, target, asked)
            else:
                lines = {line.number: line for line in self.archive.log(connection, table_id)}
                answer = self.undo.point(connection, table, UNDO, sitting.name, actor, now, lines, target)
        self.feed.publish(table_id)
        return answer


def _target_entry(sound: Sound) -> int:
    if sound.damage is None:
        raise Illegal("not-damaged", "This game can be followed to its end; there is nothing to go back to.")
    if sound.damage.cause == NO_RULES:
        raise sound.damage
    return sound.node


def people_besides(connection: Connection, table: TableInfo, seat: TableSeat) -> list[int]:
    """The seats of all other people at a table whose accounts are open."""
    closed = set(connection.scalars(select(accounts.c.id).where(accounts.c.closed)))
    return [
        other.seat
        for other in table.seats
        if other.kind in (PERSON, SCREEN) and other.account not in closed and other.account not in (seat.account, None)
    ]
