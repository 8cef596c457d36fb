"""Going on with a game that can no longer be followed: from its last sound position, if its people agree.

Nothing is deleted: an undo is written that points at that position, and what came after it stays in the log.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from stellwerk.actions import CHANCE
from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.table import archive, checks
from stellwerk.table.damage import NO_RULES, Sound
from stellwerk.table.desk import head_at, needs_game
from stellwerk.table.moves import set_state, steps_of
from stellwerk.table.records import PERSON, SCREEN, UNDO, Actor, Head, Request, Seat, TableInfo
from stellwerk.table.schema import accounts
from stellwerk.table.undoing import Lines, Undoing


class Repair(Undoing):
    """The part of the service that takes back and restores, also where a log breaks."""

    def go_on(self, table_id: int, seat: int, at: int, *, actor: Actor) -> Head | Request:
        """Go on from the last sound position of a game that can no longer be followed.

        All other people at the table must agree: then the answer is the request to them, which is answered like
        one for an undo. Bots and closed accounts are not asked.
        """
        checks.number(at, "number of an entry")
        with self.store.writing() as connection:
            table = self.find(connection, table_id, actor)
            sitting = self.seat(table, seat, actor)
            needs_game(table)
            now = head_at(connection, table_id, at)
            target = _target(self.archive.sound_at(connection, table, now.node))
            asked = people_besides(connection, table, sitting)
            if asked:
                answer: Head | Request = self._ask(connection, UNDO, sitting, now, target, asked)
            else:
                lines = {line.number: line for line in self.archive.log(connection, table_id)}
                answer = self._point(connection, table, UNDO, sitting.name, actor, now, lines, target)
        self.feed.publish(table_id)
        return answer

    def _point(
        self,
        connection: Connection,
        table: TableInfo,
        kind: str,
        who: str,
        actor: Actor,
        now: Head,
        lines: Lines,
        target: int,
    ) -> Head:
        """Write the entry; where chance is to decide then (a game that begins anew), it does so at once."""
        done = super()._point(connection, table, kind, who, actor, now, lines, target)
        game = self.archive.game_at(connection, table, target)
        if game.turn != CHANCE:
            return done
        fresh = Game(game.rules, game.position)
        new = steps_of(fresh, 0, done, CHANCE, None, self.clock())
        archive.append(connection, table.id, new, fresh)
        set_state(connection, table.id, fresh)
        return archive.head(connection, table.id)


def _target(sound: Sound) -> int:
    if sound.damage is None:
        raise Illegal("not-damaged", "This game can be followed to its end; there is nothing to go back to.")
    if sound.damage.cause == NO_RULES:
        raise sound.damage
    return sound.node


def people_besides(connection: Connection, table: TableInfo, seat: Seat) -> list[int]:
    """The seats of all other people at a table whose accounts are open."""
    closed = set(connection.scalars(select(accounts.c.id).where(accounts.c.closed)))
    return [
        other.seat
        for other in table.seats
        if other.kind in (PERSON, SCREEN) and other.account not in closed and other.account not in (seat.account, None)
    ]
