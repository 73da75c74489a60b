"""Statements, read off what there is; requests that were done; conversations that are a group's, or stay on a machine.

Receipts lie with the owner whose transaction left them. Those that are there stay: a server of the version before may
still come back for one, and goes on leaving its own.
"""

import sqlalchemy as sa
from alembic import op

from reverie.store.migrations import statement_backfill

revision = "0014"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "statements",
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("memory_id", sa.String(36), nullable=False),
        sa.Column("says", sa.String(16), nullable=False),
        sa.Column("source_kind", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("said_at", sa.BigInteger(), nullable=False),
        sa.Column("known", sa.BigInteger(), nullable=False),
        sa.Column("silenced", sa.BigInteger()),
        sa.Column("message_id", sa.String(36)),
        sa.Column("conversation_id", sa.String(36)),
        sa.Column("by_id", sa.String(36)),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("expires_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name="fk_statements_owner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "id", name="pk_statements"),
    )
    op.create_index("ix_statements_memory", "statements", ["owner", "memory_id"])
    op.create_index("ix_statements_message", "statements", ["owner", "message_id"])
    statement_backfill.fill(op.get_bind())
    op.create_table(
        "requests",
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("answer", sa.LargeBinary()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name="fk_requests_owner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "key", name="pk_requests"),
    )
    # Columns are added as they are: made anew in a batch, the table would take all messages along when it goes.
    op.add_column("conversations", sa.Column("local_only", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("conversations", sa.Column("group_id", sa.String(36)))
    local = sa.text("local_only")
    op.create_index("ix_conversations_local", "conversations", ["owner"], sqlite_where=local, postgresql_where=local)
    op.create_index("ix_conversations_group", "conversations", ["owner", "group_id"])
    if op.get_bind().dialect.name == "postgresql":
        op.add_column("receipts", sa.Column("owner", sa.String(36), nullable=False, server_default=""))
        op.add_column("receipts", sa.Column("last", sa.Uuid()))
        op.drop_constraint("pk_receipts", "receipts", type_="primary")
        op.create_primary_key("pk_receipts", "receipts", ["owner", "id"])
