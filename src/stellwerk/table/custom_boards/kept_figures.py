"""The figures of own boards, as the database keeps them: by their digest, never changed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from stellwerk.actions import COMMON
from stellwerk.board.own_figures import Own, read_own
from stellwerk.errors import BadInput, Illegal, StellwerkError
from stellwerk.memory import Memory
from stellwerk.rules import Rules
from stellwerk.rules.check_own_figures import problems_with
from stellwerk.table.db.records import Actor, TableInfo
from stellwerk.table.db.schema import own_boards, own_figures
from stellwerk.titles import rules_of
from stellwerk.vocabulary import Vocabulary

AT_HAND = 64
"""So many own figures are kept in memory."""


class OwnFigures:
    """The figures of own boards by their digest; they never change, so the memory is never stale."""

    def __init__(self) -> None:
        self.known: Memory[str, Own] = Memory(AT_HAND)

    def get(self, connection: Connection, digest: str) -> Own:
        """The figures a digest stands for."""
        return self.known.get(digest, lambda: _read_figures(connection, digest))

    def content(self, connection: Connection, digest: str) -> dict[str, Any] | None:
        """The figures as a file has them; as they are stored, if they cannot be read; None, if they are not here."""
        try:
            return self.get(connection, digest).as_json()
        except StellwerkError:
            stored = connection.scalar(select(own_figures.c.content).where(own_figures.c.digest == digest))
            return stored if isinstance(stored, dict) else None

    def rules(self, connection: Connection, table: TableInfo) -> Rules:
        """The rules a table plays by."""
        own = self.get(connection, table.own) if table.own is not None else None
        return rules_of(table.title, table.variant, table.rules, own, table.edition)


def _read_figures(connection: Connection, digest: str) -> Own:
    content = connection.scalar(select(own_figures.c.content).where(own_figures.c.digest == digest))
    if content is None:
        raise Illegal("unknown-board", "This own board is not here.")
    return read_own(content)


def vocabulary_of(table: TableInfo) -> Vocabulary:
    """What can be said at a table; where its rules cannot be had, what every title understands."""
    try:
        return rules_of(table.title, table.variant, table.rules, edition=table.edition).shapes.actions
    except StellwerkError:
        return COMMON


def store_figures(connection: Connection, own: Own, now: float) -> str:
    """Put figures into the database, if they are not there; their digest."""
    digest = own.digest()
    if connection.scalar(select(own_figures.c.digest).where(own_figures.c.digest == digest)) is None:
        values = {"digest": digest, "title": own.title, "name": own.name, "content": own.as_json(), "created": now}
        connection.execute(insert(own_figures).values(values))
    return digest


def chosen_board(figures: OwnFigures, connection: Connection, digest: str, rules: Rules, actor: Actor) -> str:
    """One of the actor's own boards, if a title can be played on it; its digest."""
    mine = (own_boards.c.account == actor.account, own_boards.c.digest == digest)
    if connection.scalar(select(own_boards.c.digest).where(*mine)) is None:
        raise Illegal("unknown-board", "You keep no such own board here.")
    found = problems_with(rules, figures.get(connection, digest))
    if found:
        raise BadInput(found[0].sentence)
    return digest
