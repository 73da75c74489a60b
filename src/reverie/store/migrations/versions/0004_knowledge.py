"""The documents of a companion's knowledge, and memories by kind: opinions are found among many passages."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "documents",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("root", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("indexed_at", sa.BigInteger(), nullable=False),
        sa.Column("passages", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_documents_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "id", name=op.f("pk_documents")),
        sa.UniqueConstraint("owner", "root", "path", name=op.f("uq_documents_owner_root_path")),
    )
    op.create_index("ix_memories_kind", "memories", ["owner", "kind", "valid_from", "id"], unique=False)
