"""Own boards: figures by their digest, who keeps which, and the ones a table is played with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two more tables, and a column that is empty for every table there is."""
    op.create_table(
        "own_figures",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_own_figures")),
    )
    op.create_table(
        "own_boards",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_own_boards_account_accounts")),
        sa.ForeignKeyConstraint(["digest"], ["own_figures.digest"], name=op.f("fk_own_boards_digest_own_figures")),
        sa.PrimaryKeyConstraint("account", "digest", name=op.f("pk_own_boards")),
    )
    # SQLite adds a column with its reference in one statement, but no constraint by itself
    constraint = "CONSTRAINT fk_tables_own_own_figures REFERENCES own_figures (digest)"
    op.execute(f"ALTER TABLE tables ADD COLUMN own VARCHAR(32) {constraint}")


def downgrade() -> None:
    """Games on own boards are lost with them."""
    op.drop_column("tables", "own")
    op.drop_table("own_boards")
    op.drop_table("own_figures")
