"""The log of a table and the positions it leads to: read from snapshots and entries, every hash compared."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select
from sqlalchemy.exc import SQLAlchemyError

from stellwerk.actions import CHANCE
from stellwerk.game import Game
from stellwerk.memory import Memory
from stellwerk.position import Position
from stellwerk.table.custom_boards.kept_figures import OwnFigures
from stellwerk.table.db.damage import MISSING, NO_RULES, Damaged, Sound
from stellwerk.table.db.event_cache import Chronicle, Happened, what_happened
from stellwerk.table.db.records import DRAW, MOVE, UNDO, Head, Logged, TableInfo, TableStanding
from stellwerk.table.db.replay import as_action, beginning_of_game, play_again, standing_at
from stellwerk.table.db.schema import entries, snapshots
from stellwerk.table.service.standings import standing_of

__all__ = ["Archive", "Damaged", "beginning_of_game"]

LOG = logging.getLogger(__name__)

SNAPSHOT_EVERY = 50
CACHED = 512
"""So many positions are kept in memory, over all tables."""
COPIES = 64
"""So many private copies are kept in memory."""
LOGS = 256
"""Of so many tables the entries are kept in memory."""
LOST = 50_000
"""So many steps that lead nowhere are remembered, so that nobody plays them again in vain."""
STANDINGS = 5_000
"""So many notes of where a game stands are kept in memory; each is small, and lists need no positions."""

STEPS = (MOVE, DRAW)


class Archive:
    """Games by table and entry. A position never changes once it has its number, so the cache is never stale."""

    def __init__(self, figures: OwnFigures, cached: int = CACHED):
        self._figures = figures
        self._games: Memory[tuple[int, int], Game] = Memory(cached)
        self._logs: Memory[int, list[Logged]] = Memory(LOGS)
        self._whole: Memory[int, list[Logged]] = Memory(LOGS)
        self._copies: Memory[tuple[int, int], Game] = Memory(COPIES)
        self._lost: Memory[tuple[int, int], Damaged] = Memory(LOST)
        self._standings: Memory[tuple[int, int], TableStanding] = Memory(STANDINGS)
        self._lock = threading.Lock()
        self._untold: set[tuple[int, int]] = set()
        """Steps that can no longer be played from the position before them; the operator knows of each."""
        self.chronicle = Chronicle()

    def game_at(self, connection: Connection, table: TableInfo, node: int) -> Game:
        """The game as it stood after the step `node` (0: at the start); its log reaches back to a snapshot only."""
        known = self._recall(table.id, node)
        if known is not None:
            return known
        self.refuse_lost(table.id, node)
        game, path = self._base(connection, table, node)
        steps = path[::-1]
        for index, row in enumerate(steps):
            before = game.position
            try:
                self._step(game, row, table.id)
            except Damaged as damage:
                self._lose(table.id, (later.number for later in steps[index:]), damage)
                self.remember(table.id, row.parent, standing_at(game.rules, before))
                raise
        game.draws = True
        self.remember(table.id, node, game)
        return game

    def refuse_lost(self, table: int, node: int) -> None:
        """Refuse a step that is known to lead nowhere."""
        lost = self._lost.find((table, node))
        if lost is not None:
            raise lost.with_traceback(None)

    def sound_at(self, connection: Connection, table: TableInfo, node: int) -> Sound:
        """The position after the step `node`; if the log breaks on the way there, the last one before that.

        It is one in which a player decides: where chance was about to, the one before it.
        """
        try:
            return Sound(self.game_at(connection, table, node), node)
        except Damaged as damage:
            if damage.cause == NO_RULES:
                return Sound(None, 0, damage)
            return self._last_sound(connection, table, damage)

    def _last_sound(self, connection: Connection, table: TableInfo, damage: Damaged) -> Sound:
        node = damage.before
        while True:
            try:
                game = self.game_at(connection, table, node)
            except Damaged as earlier:
                if earlier.cause == NO_RULES:
                    return Sound(None, 0, earlier)
                node = earlier.before
                continue
            if game.turn != CHANCE:
                return Sound(game, node, damage)
            if node == 0:
                return Sound(None, 0, damage)
            found = read_entry(connection, table.id, node)
            node = found.parent if found is not None else 0

    def is_sound(self, connection: Connection, table: TableInfo, node: int) -> bool:
        """Can the position after a step still be had? Nobody plays for the answer, unless the table has losses."""
        with self._lock:
            harmed = any(number == table.id for number, _ in self._untold)
        if not harmed:
            return True
        try:
            self.game_at(connection, table, node)
        except Damaged:
            return False
        return True

    def _lose(self, table: int, steps: Iterable[int], damage: Damaged) -> None:
        """Remember steps that lead nowhere; the operator is told once of each break."""
        with self._lock:
            known = (table, damage.entry) in self._untold
            self._untold.add((table, damage.entry))
        for step in steps:
            self._lost.put((table, step), damage)
        if not known:
            LOG.error(damage.told())

    def remember(self, table: int, node: int, game: Game) -> None:
        """Keep a game in memory, and where it stands for longer; the caller may go on with his own."""
        kept = game.copy() if len(game.log) < SNAPSHOT_EVERY else standing_at(game.rules, game.position.copy())
        self._games.put((table, node), kept)
        self._standings.put((table, node), standing_of(game))

    def standing(self, table: int, node: int) -> TableStanding | None:
        """Where a game stood after a step, if it is known."""
        return self._standings.find((table, node))

    def memories(self) -> dict[str, Memory[Any, Any]]:
        """What is kept in memory, by name: for figures of how much it helps."""
        return {
            "positions": self._games,
            "entries": self._logs,
            "logs": self._whole,
            "copies": self._copies,
            "lost": self._lost,
            "standings": self._standings,
            "steps": self.chronicle.steps,
        }

    def forget(self) -> None:
        """Empty the memory: everything is read and compared anew."""
        for memory in self.memories().values():
            memory.clear()
        with self._lock:
            self._untold.clear()

    def log(self, connection: Connection, table: int, to: int | None = None) -> list[Logged]:
        """All entries in order (up to number `to`), as they stood then: those undone say by which entry.

        Not to be asked in a transaction that has written entries: what is read here is remembered.
        """
        last = read_head(connection, table).number
        if to is not None and to < last:
            return undone_in([line for line in self._read(connection, table, last) if line.number <= to])
        whole = self._whole.find(table) or []
        if (whole[-1].number if whole else 0) != last:
            whole = undone_in([line for line in self._read(connection, table, last) if line.number <= last])
            self._whole.put(table, whole)
        return whole

    def _read(self, connection: Connection, table: int, last: int) -> list[Logged]:
        """The entries of a table, at least to number `last`; only those not yet known are read."""
        known = self._logs.find(table) or []
        if (at := known[-1].number if known else 0) < last:
            new = select(entries).where(entries.c.table == table, entries.c.number > at)
            known = known + [as_logged(row) for row in connection.execute(new.order_by(entries.c.number))]
            self._logs.put(table, known)
        return known

    def happened(self, connection: Connection, table: TableInfo, steps: Iterable[Logged]) -> dict[int, Happened]:
        """What happened by some steps, in one pass: those not remembered are played again, each once.

        Steps that can no longer be played tell nothing: they are not in the answer.
        """
        found: dict[int, Happened] = {}
        game, at = None, -1
        for step in sorted(steps, key=lambda step: step.number):
            known = self.chronicle.get(table.id, step.number)
            if known is None and (table.id, step.number) in self._untold:
                continue
            if known is None:
                try:
                    if game is None or at != step.parent:
                        game = self.game_at(connection, table, step.parent)
                    self._step(game, step, table.id)
                except Damaged as damage:
                    self._lose(table.id, (), damage)
                    game, at = None, -1
                    continue
                at = step.number
                known = what_happened(game.rules, game.log[-1])
            found[step.number] = known
        if game is not None:
            self.remember(table.id, at, game)
        return found

    def tell(self, table: int, new: Sequence[Logged], game: Game) -> None:
        """Remember what happened by the steps a game has just played."""
        for line, entry in zip(new, game.log[-len(new) :], strict=True):
            self.chronicle.put(table, line.number, what_happened(game.rules, entry))

    def _step(self, game: Game, row: Row[Any] | Logged, table: int) -> None:
        """Play a step again."""
        play_again(game, row, table)
        self.chronicle.put(table, row.number, what_happened(game.rules, game.log[-1]))

    def copy_at(self, copy: int, played: int) -> Game | None:
        """The game of a private copy with its log, if it is in memory; `played` stands for what was played on it."""
        game = self._copies.find((copy, played))
        return game.copy() if game is not None else None

    def remember_copy(self, copy: int, played: int, game: Game) -> None:
        """Keep the game of a private copy in memory."""
        self._copies.put((copy, played), game.copy())

    def _recall(self, table: int, node: int) -> Game | None:
        game = self._games.find((table, node))
        return game.copy() if game is not None else None

    def _base(self, connection: Connection, table: TableInfo, node: int) -> tuple[Game, list[Row[Any]]]:
        """The nearest position before `node` that is at hand, and the steps from there, last first."""
        stored = set(connection.scalars(select(snapshots.c.number).where(snapshots.c.table == table.id)))
        path: list[Row[Any]] = []
        wanted = node
        steps = select(entries).where(entries.c.table == table.id, entries.c.number <= node, entries.c.kind.in_(STEPS))
        with connection.execute(steps.order_by(entries.c.number.desc())) as rows:
            for row in rows:
                if row.number != wanted:
                    continue
                known = self._recall(table.id, wanted)
                if known is None and wanted in stored:
                    known = self._snapshot(connection, table, row)
                if known is not None:
                    return known, path
                path.append(row)
                wanted = row.parent
        numbers = [row.number for row in path]
        if wanted != 0:
            before = _step_before(connection, table.id, min(wanted, *numbers, node))
            damage = Damaged(table.id, wanted, MISSING, before=before)
            self._lose(table.id, [*numbers, wanted], damage)
            raise damage
        return self.begin(connection, table, numbers), path

    def begin(self, connection: Connection, table: TableInfo, steps: Sequence[int] = ()) -> Game:
        """The game at its beginning; without its rules all steps lead nowhere."""
        try:
            return beginning_of_game(table, self._figures.rules(connection, table))
        except SQLAlchemyError:
            raise
        except Exception as error:
            damage = Damaged(table.id, 0, NO_RULES, str(error))
            self._lose(table.id, steps, damage)
            raise damage from error

    def _snapshot(self, connection: Connection, table: TableInfo, row: Row[Any]) -> Game | None:
        """A stored position; nothing, if it cannot be read or is not the one of its entry: the steps tell it, too."""
        where = (snapshots.c.table == table.id, snapshots.c.number == row.number)
        data = connection.scalar(select(snapshots.c.position).where(*where))
        try:
            rules = self._figures.rules(connection, table)
            position = Position.from_json(data, rules.shapes)
            return standing_at(rules, position) if position.hash() == row.hash else None
        except SQLAlchemyError:
            raise
        except Exception:
            LOG.debug("Snapshot %d of table %d cannot be read", row.number, table.id, exc_info=True)
            return None


def read_head(connection: Connection, table: int) -> Head:
    """Where the log of a table ends."""
    columns = (entries.c.number, entries.c.node, entries.c.depth, entries.c.hash)
    last = select(*columns).where(entries.c.table == table).order_by(entries.c.number.desc()).limit(1)
    row = connection.execute(last).one_or_none()
    return Head(*row) if row is not None else Head()


def _step_before(connection: Connection, table: int, number: int) -> int:
    """The last step of a log before a number; 0 if there is none."""
    steps = select(entries.c.number).where(entries.c.table == table, entries.c.number < number)
    return connection.scalar(steps.where(entries.c.kind.in_(STEPS)).order_by(entries.c.number.desc()).limit(1)) or 0


def read_entry(connection: Connection, table: int, number: int) -> Logged | None:
    """One entry of a log."""
    row = connection.execute(select(entries).where(entries.c.table == table, entries.c.number == number)).one_or_none()
    return as_logged(row) if row is not None else None


def as_logged(row: Row[Any]) -> Logged:
    """An entry as a record."""
    fields = {**row._mapping, "action": as_action(row.action)}
    del fields["table"]
    return Logged(**fields)


def append_entries(connection: Connection, table: int, new: Sequence[Logged], game: Game) -> None:
    """Write entries at the end of a log, and a snapshot of the position after them where one is due."""
    rows = [{"table": table, **_entry_fields(line)} for line in new]
    connection.execute(insert(entries), rows)
    first, last = new[0], new[-1]
    if last.kind in STEPS and last.depth // SNAPSHOT_EVERY > (first.depth - 1) // SNAPSHOT_EVERY:
        position = game.position.as_json()
        connection.execute(insert(snapshots).values(table=table, number=last.number, position=position))


def _entry_fields(line: Logged) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.structs.asdict(line)
    del fields["undone_by"]
    return fields


def whole_log(connection: Connection, table: int) -> list[Logged]:
    """All entries in order; those that no longer count say which entry undid them."""
    rows = connection.execute(select(entries).where(entries.c.table == table).order_by(entries.c.number))
    return undone_in([as_logged(row) for row in rows])


def undone_in(entries: Sequence[Logged]) -> list[Logged]:
    """The entries of a log, each with the entry that undid it for good."""
    lines = {line.number: line for line in entries}
    undone: dict[int, int] = {}
    for line in lines.values():
        if line.kind == UNDO:
            undone |= dict.fromkeys(path_between(lines, line.parent, line.node), line.number)
        elif line.kind not in STEPS:
            for number in path_between(lines, line.node, line.parent):
                undone.pop(number, None)
    return [
        msgspec.structs.replace(line, undone_by=undone[line.number]) if line.number in undone else line
        for line in lines.values()
    ]


def path_between(lines: dict[int, Logged], down: int, up: int) -> list[int]:
    """The steps from `down` back to (not including) `up`, last first; where one is missing, as far as it goes."""
    found: list[int] = []
    while down != up and down in lines and (not found or down < found[-1]):
        found.append(down)
        down = lines[down].parent
    return found
