"""The file: migrations, settings, one writer, an append-only log."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, insert, inspect, select
from sqlalchemy.exc import IntegrityError
from tests.table.tablekit import BOTS, Club, url

from stellwerk.errors import BadInput
from stellwerk.table.db.migrations import database_version, newest_version, upgrade_database
from stellwerk.table.db.schema import accounts, metadata, seats
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service


def test_an_empty_file_is_brought_up_to_date_and_twice_is_once(tmp_path: Path) -> None:
    engine = create_engine(url(tmp_path / "games.sqlite"))
    assert database_version(engine) is None
    for _ in range(2):
        upgrade_database(engine)
        assert database_version(engine) == newest_version() is not None
    assert set(metadata.tables) <= set(inspect(engine).get_table_names())


def test_the_migrations_make_what_the_schema_says(service: Service) -> None:
    with service.store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_file_whose_path_has_a_percent_sign_and_a_space(tmp_path: Path) -> None:
    (tmp_path / "100% mine").mkdir()
    Store(f"sqlite:///{tmp_path / '100% mine'}/games.sqlite").close()


def test_the_settings_of_the_file(tmp_path: Path) -> None:
    store = Store(url(tmp_path / "games.sqlite"))
    with store.reading() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 2_000}
    with pytest.raises(IntegrityError), store.writing() as connection:
        connection.execute(insert(seats).values(table=99, seat=0, name="Ada", kind="free"))


def test_many_open_a_fresh_file_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(Store, [url(tmp_path / "games.sqlite")] * 8))
    assert {database_version(store.engine) for store in stores} == {newest_version()}


@pytest.mark.parametrize("bad", ["", "nonsense", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(BadInput):
        Store(bad)


def test_a_transaction_that_fails_leaves_nothing(service: Service) -> None:
    values = {"name": "Ada", "folded": "ada", "closed": False, "created": 0.0}
    with pytest.raises(RuntimeError), service.store.writing() as connection:
        connection.execute(insert(accounts).values(values))
        raise RuntimeError
    with service.store.reading() as connection:
        assert connection.execute(select(accounts)).all() == []


def test_the_log_cannot_be_changed(club: Club, tmp_path: Path) -> None:
    club.move()
    with sqlite3.connect(tmp_path / "games.sqlite") as raw:
        for statement in ("DELETE FROM entries", "UPDATE entries SET who = 'me'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                raw.execute(statement)
    raw.close()


def test_readers_do_not_wait_for_the_writer(club: Club) -> None:
    with club.service.store.writing():
        reader = threading.Thread(target=lambda: club.service.games.game(club.table, actor=BOTS))
        reader.start()
        reader.join(timeout=5)
        assert not reader.is_alive()
