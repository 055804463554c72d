"""What Alembic runs for an upgrade: the revisions, on the connection and in the transaction it is handed."""

from alembic import context

from bot.store.schema import metadata

# SQLite alters a table by copying it, which Alembic does in batches.
context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
context.run_migrations()
