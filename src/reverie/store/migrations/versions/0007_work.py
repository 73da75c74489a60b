"""What a language model was asked to do in the background: what is claimed, done, failed or given up for now."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "work",
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("item_id", sa.String(120), nullable=False),
        sa.Column("task", sa.String(32), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("worker", sa.Text(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("prompt", sa.String(64), nullable=True),
        sa.Column("tokens_in", sa.BigInteger(), nullable=False),
        sa.Column("tokens_out", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_work_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "item_id", "task", name=op.f("pk_work")),
    )
