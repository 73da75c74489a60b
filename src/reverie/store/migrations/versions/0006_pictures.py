"""Vectors of pictures: of a geometry of their own, beside the memory that is the scene."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "pictures",
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("item_id", sa.String(36), nullable=False),
        sa.Column("space", sa.String(200), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("scale", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name="fk_pictures_owner", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["owner", "item_id"],
            ["memories.owner", "memories.id"],
            name="fk_pictures_owner_item_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("owner", "item_id", "space", name="pk_pictures"),
    )
