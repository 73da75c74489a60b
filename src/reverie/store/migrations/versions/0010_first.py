"""Where the chain begins: the tables of the first stores that are upgraded, which are there."""

revision = "0010"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Do nothing: a new database is made at the newest version."""
