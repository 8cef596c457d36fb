"""Own boards: those an account keeps here for its tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, exists, insert, or_, select

from stellwerk.board.own_figures import Own, in_order
from stellwerk.errors import BadInput, Illegal
from stellwerk.interop.own_figures_file import check_file
from stellwerk.rules import Rules
from stellwerk.table.custom_boards.kept_figures import OwnFigures, store_figures
from stellwerk.table.db.records import Actor, OwnBoard, TableInfo
from stellwerk.table.db.schema import own_boards, own_figures, tables
from stellwerk.table.service.front_desk import Desk
from stellwerk.table.service.permission import demand_permission

MOST_KEPT = 20
"""So many own boards an account keeps at most."""


class OwnBoards:
    """The part of the service that is about own boards."""

    def __init__(self, desk: Desk, figures: OwnFigures):
        self.desk = desk
        self.figures = figures

    def keep_board(self, data: bytes | str | Mapping[str, Any], *, actor: Actor, title: str = "") -> OwnBoard:
        """Check a board file and keep it for the tables of its owner."""
        demand_permission(actor, "board.keep")
        found = check_file(data, title)
        if found.own is None or not found.good:
            raise BadInput(found.problems[0].sentence)
        own = in_order(found.own)
        with self.desk.writing(actor) as connection:
            digest, now = store_figures(connection, own, self.desk.clock()), self.desk.clock()
            mine = list(connection.scalars(select(own_boards.c.digest).where(own_boards.c.account == actor.account)))
            if digest not in mine:
                if len(mine) >= MOST_KEPT:
                    raise Illegal("too-many-boards", f"You keep {MOST_KEPT} own boards here; throw one away first.")
                connection.execute(insert(own_boards).values(account=actor.account, digest=digest, created=now))
        return OwnBoard(digest, own.title, own.name, now)

    def boards_kept(self, *, actor: Actor) -> list[OwnBoard]:
        """The own boards an account keeps, newest first; a visitor keeps none."""
        columns = (own_figures.c.digest, own_figures.c.title, own_figures.c.name, own_boards.c.created)
        query = select(*columns).join(own_boards, own_boards.c.digest == own_figures.c.digest)
        query = query.where(own_boards.c.account == actor.account).order_by(own_boards.c.created.desc())
        with self.desk.reading(actor) as connection:
            return [OwnBoard(*row) for row in connection.execute(query)] if actor.account is not None else []

    def board_kept(self, digest: str, *, actor: Actor) -> Own:
        """One of them."""
        with self.desk.reading(actor) as connection:
            mine = (own_boards.c.account == actor.account, own_boards.c.digest == str(digest)[:64])
            if connection.scalar(select(own_boards.c.digest).where(*mine)) is None:
                raise Illegal("unknown-board", "You keep no such own board here.")
            return self.figures.get(connection, digest)

    def drop_board(self, digest: str, *, actor: Actor) -> None:
        """Throw an own board away; tables that are played on it keep it."""
        self.board_kept(digest, actor=actor)
        with self.desk.writing(actor) as connection:
            mine = (own_boards.c.account == actor.account, own_boards.c.digest == digest)
            connection.execute(delete(own_boards).where(*mine))
            used = or_(
                exists().where(tables.c.own == own_figures.c.digest),
                exists().where(own_boards.c.digest == own_figures.c.digest),
            )
            connection.execute(delete(own_figures).where(own_figures.c.digest == digest, ~used))

    def board_at(self, table_id: int, *, actor: Actor) -> Own:
        """The own board of a table, for everybody who sees the table."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            if table.own is None:
                raise Illegal("unknown-board", "This table is played on the printed board.")
            return self.figures.get(connection, table.own)

    def rules_at(self, table: TableInfo) -> Rules:
        """The rules a table plays by."""
        with self.desk.store.reading() as connection:
            return self.figures.rules(connection, table)
