"""Lists of memories by their order, by category, and of proposals, without a look at all others."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    listed, proposed = sa.text("kind <> 'episode'"), sa.text("status = 'proposed'")
    for name, of, where in (("listed", [], listed), ("category", ["category"], listed), ("proposed", [], proposed)):
        columns = ["owner", *of, "valid_from", "id"]
        op.create_index(f"ix_memories_{name}", "memories", columns, sqlite_where=where, postgresql_where=where)
