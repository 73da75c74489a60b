"""Whether a conversation stays on this machine."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    with op.batch_alter_table("conversations") as conversations:
        conversations.add_column(sa.Column("local_only", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_conversations_local",
        "conversations",
        ["owner"],
        sqlite_where=sa.text("local_only"),
        postgresql_where=sa.text("local_only"),
    )
