"""Statements: what each memory follows from, read off what there is."""

import sqlalchemy as sa
from alembic import op

from reverie.store.migrations import statement_backfill

revision = "0011"
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
        sa.Column("silenced", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.String(36), nullable=True),
        sa.Column("conversation_id", sa.String(36), nullable=True),
        sa.Column("by_id", sa.String(36), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_statements_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "id", name=op.f("pk_statements")),
    )
    op.create_index("ix_statements_memory", "statements", ["owner", "memory_id"])
    op.create_index("ix_statements_message", "statements", ["owner", "message_id"])
    statement_backfill.fill(op.get_bind())
