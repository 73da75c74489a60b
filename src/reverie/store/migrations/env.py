"""How Alembic runs here: over a connection that the caller holds, both databases alike."""

from alembic import context

from reverie.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table="reverie_version",
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
