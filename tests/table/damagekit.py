"""Ways to spoil a game behind the program's back, as an edited file or a changed rule would."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, create_engine, text

from stellwerk.table.service.service import Service


@contextmanager
def edited(service: Service) -> Iterator[Connection]:
    """The file, without what protects it: triggers and foreign keys; afterwards nothing is remembered."""
    engine = create_engine(service.store.engine.url)
    with engine.begin() as connection:
        triggers = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
        for name, _ in triggers:
            connection.execute(text(f"DROP TRIGGER {name}"))
        yield connection
        for _, statement in triggers:
            connection.execute(text(statement))
    engine.dispose()
    service.archive.forget()


def set_entry(service: Service, table: int, number: int, **values: object) -> None:
    """Change an entry of the log."""
    fields = ", ".join(f"{name} = :{name}" for name in values)
    with edited(service) as connection:
        where = {"table": table, "number": number}
        connection.execute(
            text(f'UPDATE entries SET {fields} WHERE "table" = :table AND number = :number'), values | where
        )


def change_hash(service: Service, table: int, number: int) -> None:
    """The position after this entry is another one, as a changed rule makes it."""
    set_entry(service, table, number, hash="0" * 16)


def spoil_action(service: Service, table: int, number: int) -> None:
    """The action cannot be decoded."""
    set_entry(service, table, number, action=json.dumps({"type": "dance", "player": "Ada"}))


def spoil_json(service: Service, table: int, number: int) -> None:
    """The action is not even JSON."""
    set_entry(service, table, number, action='{"type": "pa')


def list_for_action(service: Service, table: int, number: int) -> None:
    """The action is JSON, but no record."""
    set_entry(service, table, number, action="[1, 2]")


def forbid_action(service: Service, table: int, number: int) -> None:
    """The rules refuse the action."""
    set_entry(service, table, number, action=json.dumps({"type": "buy-private", "player": "Nobody", "private": "S1"}))


def lose_entry(service: Service, table: int, number: int) -> None:
    """The entry is gone."""
    with edited(service) as connection:
        where = {"table": table, "number": number}
        connection.execute(text('DELETE FROM entries WHERE "table" = :table AND number = :number'), where)


Spoil = Callable[[Service, int, int], None]

STEPS: dict[str, tuple[Spoil, str]] = {
    "another position": (change_hash, "other"),
    "undecodable": (spoil_action, "unreadable"),
    "no JSON": (spoil_json, "unreadable"),
    "no record": (list_for_action, "unreadable"),
    "forbidden": (forbid_action, "refused"),
    "lost": (lose_entry, "missing"),
}
"""What can happen to one step, and the cause that is told."""


def _set_table(service: Service, table: int, **values: object) -> None:
    fields = ", ".join(f"{name} = :{name}" for name in values)
    with edited(service) as connection:
        connection.execute(text(f"UPDATE tables SET {fields} WHERE id = :table"), {**values, "table": table})


RULES: dict[str, Callable[[Service, int], None]] = {
    "unknown title": lambda service, table: _set_table(service, table, title="18Nowhere"),
    "unknown variant": lambda service, table: _set_table(service, table, variant="upside-down"),
    "unknown program": lambda service, table: _set_table(service, table, rules="elsewhere"),
    "own board missing": lambda service, table: _set_table(service, table, own="f" * 32),
}
"""What can happen to the rules of a whole game."""
