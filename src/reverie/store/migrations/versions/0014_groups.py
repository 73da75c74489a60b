"""The group in which a conversation was."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and find a person's conversations in a group by it."""
    op.add_column("conversations", sa.Column("group_id", sa.String(36)))
    op.create_index("ix_conversations_group", "conversations", ["owner", "group_id"])
