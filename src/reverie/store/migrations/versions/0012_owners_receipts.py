"""Receipts lie with the owner whose transaction left them, and requests that were done with whom they were done for.

Receipts that are there stay: a server of the version before may still come back for one, and goes on leaving its own.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of requests; give receipts an owner, and each connection one row of an owner."""
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
    if op.get_bind().dialect.name != "postgresql":
        return
    op.add_column("receipts", sa.Column("owner", sa.String(36), nullable=False, server_default=""))
    op.add_column("receipts", sa.Column("last", sa.Uuid()))
    op.drop_constraint("pk_receipts", "receipts", type_="primary")
    op.create_primary_key("pk_receipts", "receipts", ["owner", "id"])
