"""What is stored, as SQLAlchemy Core tables.

`entries` is the truth: an append-only log per table, never changed and never deleted. A move is an entry that goes on
from the position of an earlier one (`parent`); an undo or a redo is an entry that points at the position which holds
from then on (`node`). So what was undone stays as a branch, and the number of an entry is never used twice.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(80), nullable=False, unique=True),
    Column("password", String(200)),
    Column("closed", Boolean, nullable=False, default=False),
    Column("created", Float, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
)

own_figures = Table(
    "own_figures",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("title", String(60), nullable=False),
    Column("name", String(60), nullable=False),
    Column("content", JSON, nullable=False),
    Column("created", Float, nullable=False),
)

own_boards = Table(
    "own_boards",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("digest", ForeignKey("own_figures.digest"), primary_key=True),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("title", String(40), nullable=False),
    Column("variant", String(200), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("invitation", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("state", String(10), nullable=False, index=True),
    Column("own", ForeignKey("own_figures.digest")),
    Column("edition", Integer, nullable=False, server_default="1"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("account", ForeignKey("accounts.id"), index=True),
    Column("bot", String(40)),
)

entries = Table(
    "entries",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("parent", Integer, nullable=False),
    Column("node", Integer, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("action", JSON(none_as_null=True)),
    Column("hash", String(16), nullable=False),
    Column("who", String(40), nullable=False),
    Column("account", ForeignKey("accounts.id")),
    Column("at", Float, nullable=False),
    Column("key", String(64)),
    Index("uq_entries_table_key", "table", "key", unique=True),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("position", JSON, nullable=False),
)

requests = Table(
    "requests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey("tables.id"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("at_number", Integer, nullable=False),
    Column("target", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("asked", JSON, nullable=False),
    Column("agreed", JSON, nullable=False),
    Column("state", String(10), nullable=False),
    Column("at", Float, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey("tables.id"), nullable=False, index=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_autoincrement=True,
)

notes = Table(
    "notes",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

programs = Table(
    "programs",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("program", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

what_ifs = Table(
    "what_ifs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("table", ForeignKey("tables.id"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("actions", JSON, nullable=False),
    Column("created", Float, nullable=False),
    sqlite_autoincrement=True,
)

shelved = Table(
    "shelved",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("account", ForeignKey("accounts.id"), primary_key=True, index=True),
    Column("at", Float, nullable=False),
)
