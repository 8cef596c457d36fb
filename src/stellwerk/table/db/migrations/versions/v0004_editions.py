"""Editions of the rules: a table names the one its game is played by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One more column; every game there is was begun with the first edition."""
    op.add_column("tables", sa.Column("edition", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    """Games of later editions can no longer be followed then."""
    op.drop_column("tables", "edition")
