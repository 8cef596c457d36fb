"""The log of a table and the positions it leads to: read from snapshots and entries, every hash compared."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select

from stellwerk import actions
from stellwerk.actions import Action, Run
from stellwerk.errors import BadInput, Illegal, StellwerkError
from stellwerk.game import Entry, Game
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.table.chronicle import Chronicle, Happened, happened
from stellwerk.table.ownfigures import OwnFigures
from stellwerk.table.records import DRAW, MOVE, UNDO, Head, Logged, TableInfo
from stellwerk.table.schema import entries, snapshots

LOG = logging.getLogger(__name__)

SNAPSHOT_EVERY = 50
CACHED = 512
"""So many positions are kept in memory, over all tables."""
COPIES = 64
"""So many private copies are kept in memory."""
LOGS = 256
"""Of so many tables the entries are kept in memory."""

STEPS = (MOVE, DRAW)


class Damaged(StellwerkError):
    """What is stored does not lead where it led when it was played."""


class Archive:
    """Games by table and entry. A position never changes once it has its number, so the cache is never stale."""

    def __init__(self, figures: OwnFigures, cached: int = CACHED):
        self._figures = figures
        self._cached = cached
        self._games: OrderedDict[tuple[int, int], Game] = OrderedDict()
        self._logs: OrderedDict[int, list[Logged]] = OrderedDict()
        self._whole: OrderedDict[int, list[Logged]] = OrderedDict()
        self._lock = threading.Lock()
        self._copies: OrderedDict[tuple[int, int], Game] = OrderedDict()
        self.chronicle = Chronicle()

    def game_at(self, connection: Connection, table: TableInfo, node: int) -> Game:
        """The game as it stood after the step `node` (0: at the start); its log reaches back to a snapshot only."""
        known = self._recall(table.id, node)
        if known is not None:
            return known
        game, path = self._base(connection, table, node)
        for row in reversed(path):
            self._step(game, row, table.id)
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
            self._logs.clear()
            self._whole.clear()
            self._copies.clear()
        self.chronicle.forget()

    def log(self, connection: Connection, table: int, to: int | None = None) -> list[Logged]:
        """All entries in order (up to number `to`), as they stood then: those undone say by which entry.

        Not to be asked in a transaction that has written entries: what is read here is remembered.
        """
        last = head(connection, table).number
        if to is not None and to < last:
            return undone_in(self._read(connection, table, last)[:to])
        with self._lock:
            whole = self._whole.get(table, [])
        if len(whole) != last:
            whole = undone_in(self._read(connection, table, last)[:last])
            with self._lock:
                self._whole[table] = whole
                self._whole.move_to_end(table)
                while len(self._whole) > LOGS:
                    self._whole.popitem(last=False)
        return whole

    def _read(self, connection: Connection, table: int, last: int) -> list[Logged]:
        """The entries of a table, at least to number `last`; only those not yet known are read."""
        with self._lock:
            known = self._logs.get(table, [])
        if len(known) < last:
            new = select(entries).where(entries.c.table == table, entries.c.number > len(known))
            known = known + [as_logged(row) for row in connection.execute(new.order_by(entries.c.number))]
        with self._lock:
            if len(known) >= len(self._logs.get(table, [])):
                self._logs[table] = known
            self._logs.move_to_end(table)
            while len(self._logs) > LOGS:
                self._logs.popitem(last=False)
        return known

    def happened(self, connection: Connection, table: TableInfo, steps: Iterable[Logged]) -> dict[int, Happened]:
        """What happened by some steps, in one pass: those not remembered are played again, each once."""
        found: dict[int, Happened] = {}
        game, at = None, -1
        for step in sorted(steps, key=lambda step: step.number):
            known = self.chronicle.get(table.id, step.number)
            if known is None:
                if game is None or at != step.parent:
                    game = self.game_at(connection, table, step.parent)
                self._step(game, step, table.id)
                at = step.number
                known = happened(game.rules, game.log[-1])
            found[step.number] = known
        if game is not None:
            self.remember(table.id, at, game)
        return found

    def tell(self, table: int, new: Sequence[Logged], game: Game) -> None:
        """Remember what happened by the steps a game has just played."""
        for line, entry in zip(new, game.log[-len(new) :], strict=True):
            self.chronicle.put(table, line.number, happened(game.rules, entry))

    def _step(self, game: Game, row: Row[Any] | Logged, table: int) -> None:
        """Play a step again."""
        try:
            action = actions.decode(row.action)
            if not _trusted(game, action, row.hash):
                game.replay((action,))
                _compare(game.position, row, table)
        except (BadInput, Illegal) as error:
            raise Damaged(f"Entry {row.number} of table {table} can no longer be played: {error}") from error
        self.chronicle.put(table, row.number, happened(game.rules, game.log[-1]))

    def copy_at(self, copy: int, played: int) -> Game | None:
        """The game of a private copy with its log, if it is in memory; `played` stands for what was played on it."""
        with self._lock:
            game = self._copies.get((copy, played))
            return game.copy() if game is not None else None

    def remember_copy(self, copy: int, played: int, game: Game) -> None:
        """Keep the game of a private copy in memory."""
        kept = game.copy()
        with self._lock:
            self._copies[copy, played] = kept
            self._copies.move_to_end((copy, played))
            while len(self._copies) > COPIES:
                self._copies.popitem(last=False)

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
        return beginning(table, self._figures.rules(connection, table)), path

    def _snapshot(self, connection: Connection, table: TableInfo, row: Row[Any]) -> Game:
        where = (snapshots.c.table == table.id, snapshots.c.number == row.number)
        data = connection.scalar(select(snapshots.c.position).where(*where))
        rules = self._figures.rules(connection, table)
        position = Position.from_json(data, rules.task_union)
        _compare(position, row, table.id)
        return Game(rules, position)


def beginning(table: TableInfo, rules: Rules) -> Game:
    """The game before anything happened, draws not yet made."""
    return Game(rules, rules.new_position(table.players, table.seed), draws=False)


def _trusted(game: Game, action: Action, expected: str) -> bool:
    """Play a step without asking whether it is legal: it was when it was played, and its hash is proof enough.

    The route finder rests: a claim says what was earned, the runs themselves are not shown. If anything is not as it
    was, nothing is played here, and the step is to be judged.
    """
    after = game.position.copy()
    referee = Referee(game.rules, after)
    told = msgspec.structs.replace(action, routes=((),)) if isinstance(action, Run) and not action.routes else action
    try:
        task = referee.task
        act = next(act for act in task.acts(referee) if act.covers(referee, action))
        act.apply(referee, task, told)
        referee.settle()
    except Exception:
        LOG.debug("Entry cannot be played unjudged", exc_info=True)
        return False
    if after.hash() != expected:
        return False
    game.log.append(Entry(action, tuple(referee.events), game.position))
    game.position = after
    return True


def _compare(position: Position, row: Row[Any] | Logged, table: int) -> None:
    if position.hash() != row.hash:
        raise Damaged(
            f"After entry {row.number} of table {table} the position is another one than when it was played:"
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
    return undone_in([as_logged(row) for row in rows])


def undone_in(entries: Sequence[Logged]) -> list[Logged]:
    """The entries of a log, each with the entry that undid it for good."""
    lines = {line.number: line for line in entries}
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
