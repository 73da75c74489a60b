"""The strongest memories of a category, read in their order: the index holds all that they are ordered by."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.drop_index("ix_memories_strength", table_name="memories")
    op.create_index(
        "ix_memories_strength",
        "memories",
        ["owner", "category", sa.text("importance DESC"), sa.text("confidence DESC"), "valid_from", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'active'"),
        postgresql_where=sa.text("status = 'active'"),
    )
