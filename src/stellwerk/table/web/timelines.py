"""Games played through for the pages of their ends, kept in memory: by table and position, which never changes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.memory import Memory
from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import Actor, Logged, TableInfo
from stellwerk.table.service.service import Service
from stellwerk.table.view.ending.game_timeline import GameTimeline, course_of

KEPT = 32
"""So many games are kept in memory once they were played through."""


class PlayedThrough(msgspec.Struct, frozen=True):
    """A table's game, played through."""

    table: TableInfo
    course: GameTimeline
    game: Game
    seconds: float
    lost: int | None = None
    """The first entry of which nobody knows any more what happened by it."""
    damage: Damaged | None = None


class Courses:
    """Plays games through."""

    def __init__(self, service: Service):
        self.service = service
        self.known: Memory[tuple[int, int], PlayedThrough] = Memory(KEPT)

    def play_through(self, table_id: int, who: Actor) -> PlayedThrough:
        """The course of a table's game as it stands."""
        service = self.service
        with service.desk.reading(who):
            table, head = service.tables.table(table_id, actor=who), service.games.head(table_id, actor=who)
            sound = service.games.sound(table_id, actor=who)
            known = self.known.find((table_id, head.node))
            if known is not None:
                return msgspec.structs.replace(known, table=table, damage=sound.damage)
            if sound.game is None:
                raise sound.damage or Illegal("not-begun", "The game has not begun.")
            line = service.history.line(table_id, sound.node, actor=who)
            begun = service.games.game(table_id, 0, actor=who)
        played = self._play(table, sound.game, line, begun, who)
        self.known.put((table_id, head.node), played)
        return msgspec.structs.replace(played, damage=sound.damage)

    def _play(self, table: TableInfo, stands: Game, line: Sequence[Logged], begun: Game, who: Actor) -> PlayedThrough:
        """The course up to where the game stands; where it can no longer be followed from its beginning, less of it."""
        seconds = line[-1].at - line[0].at if line else 0.0
        with suppress(Exception):
            course, game = _timeline_so_far(begun, line)
            if game.position.hash() == stands.position.hash():
                return PlayedThrough(table, course, game, seconds)
        told = self.service.history.told_from_start(table.id, line, actor=who)
        course, _ = _timeline_so_far(begun, told)
        lost = line[len(told)].number if len(told) < len(line) else None
        return PlayedThrough(table, msgspec.structs.replace(course, over=stands.over), stands, seconds, lost)


def _timeline_so_far(begun: Game, line: Sequence[Logged]) -> tuple[GameTimeline, Game]:
    decided = [begun.rules.shapes.actions.decode(step.action) for step in line]
    return course_of(begun.start, begun.rules, decided, [step.number for step in line], [step.hash for step in line])
