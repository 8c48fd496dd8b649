"""Run by Alembic, inside the transaction that `Store` has opened."""

from __future__ import annotations

from alembic import context

from meowple.server.tables.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the caller's transaction holds it all
)
context.run_migrations()
