"""Whether a conversation stays on this machine."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column as it is: made anew in a batch, the table would take all messages along when it goes."""
    op.add_column("conversations", sa.Column("local_only", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_conversations_local",
        "conversations",
        ["owner"],
        sqlite_where=sa.text("local_only"),
        postgresql_where=sa.text("local_only"),
    )
