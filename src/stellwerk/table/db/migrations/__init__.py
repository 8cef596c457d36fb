"""Migrations of the database: `upgrade(engine)` brings any version up to date, an empty file included.

A file that holds something is copied first; one of a version that is newer than the program is refused.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from stellwerk.errors import BadInput


def upgrade_database(engine: Engine, to: str = "head", *, keep_old: bool = True) -> None:
    """Bring the database up to a version, in one transaction; `keep_old`: a file that holds something is copied."""
    with engine.execution_options(writer=True).begin() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
        wanted = newest_version() if to == "head" else to
        if current == wanted:
            return
        _refuse_newer(current, engine)
        if keep_old and current is not None and wanted is not None and engine.url.get_backend_name() == "sqlite":
            copy_before(Path(str(engine.url.database)), wanted)
        command.upgrade(_alembic_config(connection), to)


def _refuse_newer(current: str | None, engine: Engine) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_alembic_config()).walk_revisions()}
    if current is not None and current not in known:
        raise BadInput(
            f"{engine.url.database} was written by a newer version of Stellwerk "
            f"({current}; this one knows {newest_version()})."
            " Start the newer one, or go back to a copy that was made before the upgrade."
        )


def copy_before(file: Path, version: str) -> Path:
    """Copy a file beside itself before it is brought up to a version; an earlier copy is never written over.

    Who asks holds the write lock, so that nothing is committed meanwhile.
    """
    place = next(place for place in _backup_places(file, version) if not place.exists())
    unfinished = place.with_name(place.name + ".part")
    try:
        copy_database(file, unfinished)
        shutil.copymode(file, unfinished)
        unfinished.rename(place)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise BadInput(f"{file} was not brought up to date, for no copy of it could be made first: {error}.") from None
    return place


def _backup_places(file: Path, version: str) -> Iterator[Path]:
    """`club.sqlite.before-0004`, and with a number behind it if there is one already."""
    name = f"{file.name}.before-{version}"
    yield file.with_name(name)
    for number in count(2):
        yield file.with_name(f"{name}.{number}")


def copy_database(file: Path, to: Path) -> None:
    """A copy of a database by SQLite's own means, also while a server writes to it; the file itself is only read."""
    log = file.with_name(file.name + "-wal")
    is_quiet = not log.exists() or log.stat().st_size == 0
    how = "mode=ro&immutable=1" if is_quiet else "mode=ro"
    address = f"{file.resolve().as_uri()}?{how}"
    os.close(os.open(to, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)


def database_version(engine: Engine) -> str | None:
    """The version the database is at; None for an empty one."""
    with engine.begin() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest_version() -> str | None:
    """The version this program writes."""
    return ScriptDirectory.from_config(_alembic_config()).get_current_head()


def _alembic_config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
