"""JSON items of a person, which agents' frameworks keep here."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    by_bytes = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "items",
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("namespace", by_bytes, nullable=False),
        sa.Column("key", by_bytes, nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_items_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "id", name=op.f("pk_items")),
        sa.UniqueConstraint("owner", "namespace", "key", name=op.f("uq_items_owner_namespace_key")),
    )
