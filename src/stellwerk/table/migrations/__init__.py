"""Migrations of the database: `upgrade(engine)` brings any version up to date, an empty file included."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring the database up to a version, in one transaction."""
    with engine.execution_options(writer=True).begin() as connection:
        command.upgrade(_config(connection), to)


def version(engine: Engine) -> str | None:
    """The version the database is at; None for an empty one."""
    with engine.begin() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest() -> str | None:
    """The version this program writes."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
