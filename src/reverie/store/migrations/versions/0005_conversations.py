"""What stands beside a conversation: its summary, the companion's notes, and how far it is summed up by rule."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "sheets",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("conversation_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=16), nullable=False),
        sa.Column("to_id", sa.String(length=36), nullable=True),
        sa.Column("to_at", sa.BigInteger(), nullable=True),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        *_beside("sheets", "name"),
    )
    op.create_table(
        "gists",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("conversation_id", sa.String(length=36), nullable=False),
        sa.Column("to_id", sa.String(length=36), nullable=False),
        sa.Column("to_at", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("made", sa.Text(), nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        *_beside("gists"),
    )


def _beside(table: str, *more: str) -> list[sa.Constraint]:
    """The key of a table beside the conversations, and where its rows belong."""
    return [
        sa.ForeignKeyConstraint(
            ["owner", "conversation_id"],
            ["conversations.owner", "conversations.id"],
            name=op.f(f"fk_{table}_owner_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f(f"fk_{table}_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "conversation_id", *more, name=op.f(f"pk_{table}")),
    ]
