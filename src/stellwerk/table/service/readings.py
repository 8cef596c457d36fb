"""Everything a page of a table is made from, read in one moment of the database and with one look at who may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection

from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.table.db import archive
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import Actor, Head, Logged, TableInfo, TableSeat, WhatIf
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk, needs_game
from stellwerk.table.service.games import line_to, node_at
from stellwerk.table.service.history import History, Past, past_of_copy
from stellwerk.table.service.program_store import programs_in
from stellwerk.table.service.tables import table_as_shown
from stellwerk.table.service.what_if import WhatIfs, copy_in


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A table, a position of its game, and how it came to it."""

    table: TableInfo
    head: Head
    game: Game
    """As the server knows it; what leaves the server goes through `Game.seen_by`."""
    number: int
    """The entry after which the position stands; on a copy, how many actions were played on it."""
    line: tuple[Logged, ...]
    """The steps that lead to the position; on a copy, to where it was made."""
    mine: tuple[TableSeat, ...]
    """The seats the reader plays for."""
    past: Past
    programs: Mapping[int, dict[str, Any]] = {}
    """The programmed choices of these seats."""
    damage: Damaged | None = None
    copied: WhatIf | None = None


class Readings:
    """The part of the service that reads all a page shows at once."""

    def __init__(self, desk: Desk, archive: Archive, history: History, what_ifs: WhatIfs):
        self.desk = desk
        self.archive = archive
        self.history = history
        self.what_ifs = what_ifs

    def read_table(self, table_id: int, number: int | None = None, *, actor: Actor) -> Reading:
        """A table now, or as it stood after an entry; where its log breaks before that, at the last sound position."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            now = archive.read_head(connection, table_id)
            asked = now.number if number is None else input_checks.check_number(number, "number of an entry")
            needs_game(table)
            sound = self.archive.sound_at(connection, table, node_at(connection, table_id, asked))
            if sound.game is None:
                raise sound.damage or Illegal("not-begun", "The game has not begun.")
            stands = asked if sound.damage is None else sound.node
            mine = seats_of(table, actor)
            return Reading(
                table=table_as_shown(table, actor),
                head=now,
                game=sound.game,
                number=asked if number is None else stands,
                line=self._line(connection, table, stands),
                mine=mine,
                past=self.history.past_in(connection, table, now, None if number is None else stands, actor),
                programs=programs_in(connection, mine) if number is None else {},
                damage=sound.damage,
            )

    def read_copy(self, what_if: int, *, actor: Actor) -> Reading:
        """A private copy of a game."""
        with self.desk.reading(actor) as connection:
            copied = copy_in(connection, what_if, actor)
            table, game = self.what_ifs.copied(connection, copied, actor)
            now = archive.read_head(connection, table.id)
            past = self.history.past_in(connection, table, now, copied.number, actor)
            return Reading(
                table=table_as_shown(table, actor),
                head=now,
                game=game,
                number=len(copied.actions),
                line=self._line(connection, table, copied.number),
                mine=seats_of(table, actor),
                past=past_of_copy(past, copied, game),
                copied=copied,
            )

    def _line(self, connection: Connection, table: TableInfo, number: int) -> tuple[Logged, ...]:
        return tuple(line_to(self.archive.log(connection, table.id), node_at(connection, table.id, number)))


def seats_of(table: TableInfo, actor: Actor) -> tuple[TableSeat, ...]:
    """The seats somebody plays for."""
    return tuple(seat for seat in table.seats if seat.account is not None and seat.account == actor.account)
