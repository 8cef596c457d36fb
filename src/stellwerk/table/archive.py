"""The log of a table and the positions it leads to: read from snapshots and entries, every hash compared."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select

from stellwerk import actions
from stellwerk.errors import BadInput, Illegal, StellwerkError
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.table.records import DRAW, MOVE, UNDO, Head, Logged, TableInfo
from stellwerk.table.schema import entries, snapshots
from stellwerk.titles import rules_of

SNAPSHOT_EVERY = 50
CACHED = 512
"""So many positions are kept in memory, over all tables."""

STEPS = (MOVE, DRAW)


class Damaged(StellwerkError):
    """What is stored does not lead where it led when it was played."""


class Archive:
    """Games by table and entry. A position never changes once it has its number, so the cache is never stale."""

    def __init__(self, cached: int = CACHED):
        self._cached = cached
        self._games: OrderedDict[tuple[int, int], Game] = OrderedDict()
        self._lock = threading.Lock()

    def game_at(self, connection: Connection, table: TableInfo, node: int) -> Game:
        """The game as it stood after the step `node` (0: at the start); its log reaches back to a snapshot only."""
        known = self._recall(table.id, node)
        if known is not None:
            return known
        game, path = self._base(connection, table, node)
        for row in reversed(path):
            _step(game, row)
        game.draws = True
        self.remember(table.id, node, game)
        return game

    def remember(self, table: int, node: int, game: Game) -> None:
        """Keep a game in memory; the caller may go on with his own."""
        kept = game.copy() if len(game.log) < SNAPSHOT_EVERY else Game(game.rules, game.position.copy())
        with self._lock:
            self._games[table, node] = kept
            self._games.move_to_end((table, node))
            while len(self._games) > self._cached:
                self._games.popitem(last=False)

    def forget(self) -> None:
        """Empty the memory: everything is read and compared anew."""
        with self._lock:
            self._games.clear()

    def _recall(self, table: int, node: int) -> Game | None:
        with self._lock:
            game = self._games.get((table, node))
            if game is None:
                return None
            self._games.move_to_end((table, node))
            return game.copy()

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
                if known is not None:
                    return known, path
                if wanted in stored:
                    return self._snapshot(connection, table, row), path
                path.append(row)
                wanted = row.parent
        if wanted != 0:
            raise Damaged(f"The log of table {table.id} has no step {wanted}.")
        return beginning(table), path

    def _snapshot(self, connection: Connection, table: TableInfo, row: Row[Any]) -> Game:
        where = (snapshots.c.table == table.id, snapshots.c.number == row.number)
        data = connection.scalar(select(snapshots.c.position).where(*where))
        rules = rules_of(table.title, table.variant, table.rules)
        position = Position.from_json(data, rules.task_union)
        _compare(position, row)
        return Game(rules, position)


def beginning(table: TableInfo) -> Game:
    """The game before anything happened, draws not yet made."""
    rules = rules_of(table.title, table.variant, table.rules)
    return Game(rules, rules.new_position(table.players, table.seed), draws=False)


def _step(game: Game, row: Row[Any]) -> None:
    try:
        game.replay((actions.decode(row.action),))
    except (BadInput, Illegal) as error:
        raise Damaged(f"Entry {row.number} of table {row.table} can no longer be played: {error}") from error
    _compare(game.position, row)


def _compare(position: Position, row: Row[Any]) -> None:
    if position.hash() != row.hash:
        raise Damaged(
            f"After entry {row.number} of table {row.table} the position is another one than when it was played:"
            " the rules have changed since, or the file was edited."
        )


def head(connection: Connection, table: int) -> Head:
    """Where the log of a table ends."""
    columns = (entries.c.number, entries.c.node, entries.c.depth, entries.c.hash)
    last = select(*columns).where(entries.c.table == table).order_by(entries.c.number.desc()).limit(1)
    row = connection.execute(last).one_or_none()
    return Head(*row) if row is not None else Head()


def entry(connection: Connection, table: int, number: int) -> Logged | None:
    """One entry of a log."""
    row = connection.execute(select(entries).where(entries.c.table == table, entries.c.number == number)).one_or_none()
    return as_logged(row) if row is not None else None


def as_logged(row: Row[Any]) -> Logged:
    """An entry as a record."""
    fields = dict(row._mapping)
    del fields["table"]
    return Logged(**fields)


def append(connection: Connection, table: int, new: Sequence[Logged], game: Game) -> None:
    """Write entries at the end of a log, and a snapshot of the position after them where one is due."""
    rows = [{"table": table, **_fields(line)} for line in new]
    connection.execute(insert(entries), rows)
    first, last = new[0], new[-1]
    if last.kind in STEPS and last.depth // SNAPSHOT_EVERY > (first.depth - 1) // SNAPSHOT_EVERY:
        position = game.position.as_json()
        connection.execute(insert(snapshots).values(table=table, number=last.number, position=position))


def _fields(line: Logged) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.structs.asdict(line)
    del fields["undone_by"]
    return fields


def whole_log(connection: Connection, table: int) -> list[Logged]:
    """All entries in order; those that no longer count say which entry undid them."""
    rows = connection.execute(select(entries).where(entries.c.table == table).order_by(entries.c.number))
    lines = {row.number: as_logged(row) for row in rows}
    undone: dict[int, int] = {}
    for line in lines.values():
        if line.kind == UNDO:
            undone |= dict.fromkeys(path(lines, line.parent, line.node), line.number)
        elif line.kind not in STEPS:
            for number in path(lines, line.node, line.parent):
                undone.pop(number, None)
    return [
        msgspec.structs.replace(line, undone_by=undone[line.number]) if line.number in undone else line
        for line in lines.values()
    ]


def path(lines: dict[int, Logged], down: int, up: int) -> list[int]:
    """The steps from `down` back to (not including) `up`, last first."""
    found = []
    while down != up:
        if down == 0:
            raise Damaged(f"Step {up} does not lie before it.")
        found.append(down)
        down = lines[down].parent
    return found
