"""Tables that somebody no longer wants to see in his list of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One more table."""
    op.create_table(
        "shelved",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_shelved_account_accounts")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_shelved_table_tables")),
        sa.PrimaryKeyConstraint("table", "account", name=op.f("pk_shelved")),
    )
    op.create_index(op.f("ix_shelved_account"), "shelved", ["account"], unique=False)


def downgrade() -> None:
    """Everything is in everybody's list again."""
    op.drop_table("shelved")
