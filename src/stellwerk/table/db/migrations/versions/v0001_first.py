"""The first version: the whole schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NAMES = (
    "accounts",
    "sessions",
    "tables",
    "seats",
    "entries",
    "snapshots",
    "requests",
    "chat",
    "notes",
    "programs",
    "what_ifs",
)


def upgrade() -> None:
    """Make every table."""
    _accounts()
    _sessions()
    _tables()
    _seats()
    _entries()
    _snapshots()
    _requests()
    _chat()
    _notes()
    _programs()
    _what_ifs()
    _append_only()


def downgrade() -> None:
    """Remove every table."""
    for name in reversed(NAMES):
        op.drop_table(name)


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=80), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("folded", name=op.f("uq_accounts_folded")),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_sessions_account_accounts")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_account"), "sessions", ["account"], unique=False)


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("variant", sa.String(length=200), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.Column("invitation", sa.String(length=64), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name=op.f("fk_tables_owner_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("invitation", name=op.f("uq_tables_invitation")),
    )
    op.create_index(op.f("ix_tables_owner"), "tables", ["owner"], unique=False)
    op.create_index(op.f("ix_tables_state"), "tables", ["state"], unique=False)


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("account", sa.Integer(), nullable=True),
        sa.Column("bot", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_seats_account_accounts")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_seats_table_tables")),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_account"), "seats", ["account"], unique=False)


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("node", sa.Integer(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("action", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("hash", sa.String(length=16), nullable=False),
        sa.Column("who", sa.String(length=40), nullable=False),
        sa.Column("account", sa.Integer(), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_entries_account_accounts")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_entries_table_tables")),
        sa.PrimaryKeyConstraint("table", "number", name=op.f("pk_entries")),
    )
    op.create_index("uq_entries_table_key", "entries", ["table", "key"], unique=True)


def _snapshots() -> None:
    op.create_table(
        "snapshots",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_snapshots_table_tables")),
        sa.PrimaryKeyConstraint("table", "number", name=op.f("pk_snapshots")),
    )


def _requests() -> None:
    op.create_table(
        "requests",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at_number", sa.Integer(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_requests_table_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
    )
    op.create_index(op.f("ix_requests_table"), "requests", ["table"], unique=False)


def _chat() -> None:
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_chat_account_accounts")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_chat_table_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_chat_table"), "chat", ["table"], unique=False)


def _notes() -> None:
    op.create_table(
        "notes",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_notes_account_accounts")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_notes_table_tables")),
        sa.PrimaryKeyConstraint("table", "account", name=op.f("pk_notes")),
    )


def _programs() -> None:
    op.create_table(
        "programs",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("program", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_programs_table_tables")),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_programs")),
    )


def _what_ifs() -> None:
    op.create_table(
        "what_ifs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("actions", sa.JSON(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name=op.f("fk_what_ifs_owner_accounts")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_what_ifs_table_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_what_ifs")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_what_ifs_owner"), "what_ifs", ["owner"], unique=False)
    op.create_index(op.f("ix_what_ifs_table"), "what_ifs", ["table"], unique=False)


def _append_only() -> None:
    """SQLite itself refuses to change or delete what stands in a log."""
    if op.get_bind().dialect.name != "sqlite":
        return
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER entries_no_{verb.lower()} BEFORE {verb} ON entries "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        )
