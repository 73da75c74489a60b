"""Two people who are one: a user may be merged into another, in whom they are found from then on."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column("users", sa.Column("merged_into", sa.String(36), nullable=True))
    op.create_index("ix_users_merged_into", "users", ["merged_into"])
