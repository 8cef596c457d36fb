"""What alembic runs around the migrations: they take the connection `upgrade` gives."""

from __future__ import annotations

from alembic import context

from stellwerk.table.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
