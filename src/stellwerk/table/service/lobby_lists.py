"""Lists for the lobby: one's games and where each stands, what others ask, private copies. Few queries each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, exists, func, insert, or_, select

from stellwerk.errors import Illegal
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import (
    CLOSED,
    OVER,
    PERSON,
    PLAYING,
    SCREEN,
    WAITING,
    Actor,
    Copied,
    Overview,
    TableInfo,
    TableSeat,
    TableStanding,
    UndoRequest,
)
from stellwerk.table.db.schema import accounts, entries, requests, seats, shelved, tables, what_ifs
from stellwerk.table.service.front_desk import Desk
from stellwerk.table.service.permission import demand_permission, is_member
from stellwerk.table.service.standings import standing_of
from stellwerk.table.service.tables import LISTED, table_as_shown
from stellwerk.table.service.undo import OPEN


class Overviews:
    """The part of the service that lists."""

    def __init__(self, desk: Desk, archive: Archive):
        self.desk = desk
        self.archive = archive

    def overview(
        self, *, actor: Actor, put_away: bool = False, limit: int = LISTED, budget: float | None = None
    ) -> list[Overview]:
        """The actor's tables, running ones first, newest first; `put_away` gives those he has put away instead.

        Where a game stands is remembered. `budget` is how many seconds may be spent on looking it up anew.
        """
        if actor.account is None:
            return []
        at = exists().where(seats.c.table == tables.c.id, seats.c.account == actor.account)
        hidden = exists().where(shelved.c.table == tables.c.id, shelved.c.account == actor.account)
        mine = and_(or_(tables.c.owner == actor.account, at), hidden if put_away else ~hidden)
        return self._overview(mine, actor, limit, budget)

    def open_overview(self, *, actor: Actor, limit: int = LISTED) -> list[Overview]:
        """Open tables that wait for people and at which the actor does not sit: the newest of each owner first."""
        free = exists().where(seats.c.table == tables.c.id, seats.c.kind == "free")
        where = and_(tables.c.visibility == "open", tables.c.state == WAITING, free)
        turn = func.row_number().over(partition_by=tables.c.owner, order_by=tables.c.id.desc())
        found = self._overview(where, actor, limit, 0, (turn, tables.c.id.desc()))
        return [one for one in found if not is_member(actor, one.table)]

    def asked_of(self, *, actor: Actor) -> list[UndoRequest]:
        """Undos and redos the actor is asked about and has not answered, oldest first."""
        if actor.account is None:
            return []
        here = (requests.c.state == OPEN, requests.c.at_number == _last_entry_query(requests.c.table))
        mine = exists().where(seats.c.table == requests.c.table, seats.c.account == actor.account)
        with self.desk.reading(actor) as connection:
            rows = connection.execute(select(requests).where(*here, mine).order_by(requests.c.id)).all()
            sitting = _read_seats(connection, [row.table for row in rows])
        found = []
        for row in rows:
            own = {seat.seat for seat in sitting[row.table] if seat.account == actor.account}
            if own & ({*row.asked} - {*row.agreed}):
                fields = {**row._mapping, "asked": tuple(row.asked), "agreed": tuple(row.agreed)}
                found.append(UndoRequest(**fields))
        return found

    def copies(self, *, actor: Actor) -> list[Copied]:
        """The actor's private copies of all games, newest first."""
        played = func.json_array_length(what_ifs.c.actions).label("played")
        columns = (what_ifs.c.id, what_ifs.c.table, what_ifs.c.number, what_ifs.c.created, played)
        query = select(*columns, tables.c.title, tables.c.options).join(tables, tables.c.id == what_ifs.c.table)
        query = query.where(what_ifs.c.owner == actor.account).order_by(what_ifs.c.id.desc())
        with self.desk.reading(actor) as connection:
            return [_read_copy(row) for row in connection.execute(query)]

    def put_away(self, table_id: int, *, actor: Actor) -> None:
        """Take a table off the actor's list; nothing is lost, and nobody may be waiting for him there."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor, "table.shelve")
            if table.state in (WAITING, PLAYING) and _waits_for_others(table, actor):
                raise Illegal("others-play", "Others sit at this table; give up your seat first.")
            here = (shelved.c.table == table_id, shelved.c.account == actor.account)
            connection.execute(delete(shelved).where(*here))
            connection.execute(insert(shelved).values(table=table_id, account=actor.account, at=self.desk.clock()))

    def bring_back(self, table_id: int, *, actor: Actor) -> None:
        """Put a table back on the actor's list."""
        with self.desk.writing(actor) as connection:
            self.desk.find(connection, table_id, actor, "table.shelve")
            here = (shelved.c.table == table_id, shelved.c.account == actor.account)
            connection.execute(delete(shelved).where(*here))

    def _overview(
        self,
        where: ColumnElement[bool],
        actor: Actor,
        limit: int,
        budget: float | None,
        order: Sequence[ColumnElement[Any]] = (tables.c.state.in_((OVER, CLOSED)), tables.c.id.desc()),
    ) -> list[Overview]:
        until = None if budget is None else perf_counter() + budget
        with self.desk.reading(actor) as connection:
            columns = (*tables.c, accounts.c.name.label("host"))
            query = select(*columns).join(accounts, accounts.c.id == tables.c.owner).where(where).order_by(*order)
            rows = connection.execute(query.limit(min(limit, LISTED))).all()
            numbers = [row.id for row in rows]
            sitting, ends = _read_seats(connection, numbers), _ends_of_logs(connection, numbers)
            return [self._listed_one(connection, row, sitting[row.id], ends.get(row.id), actor, until) for row in rows]

    def _listed_one(
        self,
        connection: Connection,
        row: Row[Any],
        sitting: tuple[TableSeat, ...],
        end: Row[Any] | None,
        actor: Actor,
        until: float | None,
    ) -> Overview:
        fields = {key: value for key, value in row._mapping.items() if key != "host"}
        table = TableInfo(**fields, seats=sitting)
        number, at = (end.number, end.at) if end is not None else (0, table.created)
        standing, damaged = None, False
        if table.state in (PLAYING, OVER):
            try:
                standing = self._standing(connection, table, end.node if end is not None else 0, until)
            except Damaged:
                damaged = True
        demand_permission(actor, "table.see", table)
        return Overview(table_as_shown(table, actor), number, at, standing, row.host, damaged)

    def _standing(
        self, connection: Connection, table: TableInfo, node: int, until: float | None
    ) -> TableStanding | None:
        known = self.archive.standing(table.id, node)
        if known is not None or (until is not None and perf_counter() > until):
            if known is None:
                self.archive.refuse_lost(table.id, node)
            return known
        return standing_of(self.archive.game_at(connection, table, node))


def _read_seats(connection: Connection, numbers: Iterable[int]) -> dict[int, tuple[TableSeat, ...]]:
    wanted = set(numbers)
    found: dict[int, list[TableSeat]] = {number: [] for number in wanted}
    query = select(seats).where(seats.c.table.in_(wanted)).order_by(seats.c.table, seats.c.seat)
    for row in connection.execute(query):
        found[row.table].append(TableSeat(**row._mapping))
    return {number: tuple(sitting) for number, sitting in found.items()}


def _read_copy(row: Any) -> Copied:
    name = str(row.options.get("name") or "")
    return Copied(row.id, row.table, row.title, name, row.number, row.played, row.created)


def _last_entry_query(table: ColumnElement[int]) -> ColumnElement[int]:
    """The number of the last entry of a table's log, inside a query."""
    query = select(entries.c.number).where(entries.c.table == table).order_by(entries.c.number.desc()).limit(1)
    return query.correlate_except(entries).scalar_subquery()


def _ends_of_logs(connection: Connection, numbers: Iterable[int]) -> dict[int, Any]:
    """The last entry of each log."""
    last = entries.alias("last")
    columns = (last.c.table, last.c.number, last.c.node, last.c.at)
    query = select(*columns).where(last.c.table.in_(set(numbers)), last.c.number == _last_entry_query(last.c.table))
    return {row.table: row for row in connection.execute(query)}


def _waits_for_others(table: TableInfo, actor: Actor) -> bool:
    return any(seat.kind in (PERSON, SCREEN) and seat.account != actor.account for seat in table.seats)
