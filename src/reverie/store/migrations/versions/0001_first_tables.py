"""The tables of the first version."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("folded_nickname", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("nickname", sa.Text(), nullable=True),
        sa.Column("pronouns", sa.Text(), nullable=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("kind", "handle", name=op.f("uq_users_kind_handle")),
    )
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_users_folded"), ["folded"], unique=False)
        batch_op.create_index(batch_op.f("ix_users_folded_nickname"), ["folded_nickname"], unique=False)

    op.create_table(
        "accounts",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("linked_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_accounts_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("platform", "external_id", name=op.f("pk_accounts")),
    )
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_accounts_user_id"), ["user_id"], unique=False)

    op.create_table(
        "blocked",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("message_id", sa.String(length=36), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_blocked_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "message_id", "digest", name=op.f("pk_blocked")),
    )
    op.create_table(
        "changes",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.String(length=32), nullable=False),
        sa.Column("actor", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.String(length=36), nullable=True),
        sa.Column("batch", sa.Text(), nullable=True),
        sa.Column("undone_by", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_changes_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "id", name=op.f("pk_changes")),
    )
    with op.batch_alter_table("changes", schema=None) as batch_op:
        batch_op.create_index("ix_changes_batch", ["owner", "batch"], unique=False)
        batch_op.create_index("ix_changes_message", ["owner", "message_id"], unique=False)
        batch_op.create_index("ix_changes_seq", ["owner", "seq"], unique=False)

    op.create_table(
        "conversations",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("external_id", sa.Text(), nullable=True),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_conversations_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "id", name=op.f("pk_conversations")),
        sa.UniqueConstraint("owner", "external_id", name=op.f("uq_conversations_owner_external_id")),
    )
    op.create_table(
        "entries",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("item_id", sa.String(length=36), nullable=False),
        sa.Column("item", sa.String(length=16), nullable=False),
        sa.Column("tokens", sa.LargeBinary(), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("question_share", sa.Float(), nullable=False),
        sa.Column("temporal", sa.Boolean(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.Column("scale", sa.Float(), nullable=False),
        sa.Column("space", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_entries_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "item_id", name=op.f("pk_entries")),
    )
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.create_index("ix_entries_space", ["owner", "space"], unique=False)

    op.create_table(
        "heads",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_heads_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", name=op.f("pk_heads")),
    )
    op.create_table(
        "links",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("from_id", sa.String(length=36), nullable=False),
        sa.Column("to_id", sa.String(length=36), nullable=False),
        sa.Column("relation", sa.String(length=16), nullable=False),
        sa.Column("quote", sa.Text(), nullable=True),
        sa.Column("span_start", sa.Integer(), nullable=True),
        sa.Column("span_end", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_links_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "from_id", "to_id", "relation", name=op.f("pk_links")),
    )
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.create_index("ix_links_to", ["owner", "to_id", "relation", "from_id"], unique=False)

    op.create_table(
        "log",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("change_id", sa.String(length=36), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("item", sa.String(length=16), nullable=False),
        sa.Column("item_id", sa.Text(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_log_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "seq", name=op.f("pk_log")),
    )
    with op.batch_alter_table("log", schema=None) as batch_op:
        batch_op.create_index("ix_log_change", ["owner", "change_id"], unique=False)
        batch_op.create_index("ix_log_item", ["owner", "item_id"], unique=False)

    op.create_table(
        "memories",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("about", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("category", sa.String(length=32), nullable=False),
        sa.Column("key", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("supersedes", sa.String(length=36), nullable=True),
        sa.Column("superseded_by", sa.String(length=36), nullable=True),
        sa.Column("source_kind", sa.String(length=16), nullable=False),
        sa.Column("message_id", sa.String(length=36), nullable=True),
        sa.Column("conversation_id", sa.String(length=36), nullable=True),
        sa.Column("quote", sa.Text(), nullable=True),
        sa.Column("span_start", sa.Integer(), nullable=True),
        sa.Column("span_end", sa.Integer(), nullable=True),
        sa.Column("valid_from", sa.BigInteger(), nullable=False),
        sa.Column("valid_to", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("last_used_at", sa.BigInteger(), nullable=True),
        sa.Column("validations", sa.Integer(), nullable=False),
        sa.Column("last_validated_at", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_memories_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "id", name=op.f("pk_memories")),
    )
    with op.batch_alter_table("memories", schema=None) as batch_op:
        batch_op.create_index("ix_memories_key", ["owner", "key"], unique=False)
        batch_op.create_index(
            "ix_memories_strength",
            ["owner", "category", "importance"],
            unique=False,
            sqlite_where=sa.text("status = 'active'"),
            postgresql_where=sa.text("status = 'active'"),
        )
        batch_op.create_index(
            "ix_memories_recent",
            ["owner", sa.text("coalesce(last_validated_at, valid_from) DESC"), sa.text("id DESC")],
            unique=False,
            sqlite_where=sa.text("status = 'active' AND key IS NOT NULL"),
            postgresql_where=sa.text("status = 'active' AND key IS NOT NULL"),
        )
        batch_op.create_index(
            "uq_memories_active_key",
            ["owner", "key", "about", "kind"],
            unique=True,
            sqlite_where=sa.text("status = 'active'"),
            postgresql_where=sa.text("status = 'active'"),
        )

    op.create_table(
        "settings",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_settings_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "name", name=op.f("pk_settings")),
    )
    op.create_table(
        "messages",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("conversation_id", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=True),
        sa.Column("learnable", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner", "conversation_id"],
            ["conversations.owner", "conversations.id"],
            name=op.f("fk_messages_owner_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name=op.f("fk_messages_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner", "id", name=op.f("pk_messages")),
        sa.UniqueConstraint(
            "owner", "conversation_id", "external_id", name=op.f("uq_messages_owner_conversation_id_external_id")
        ),
    )
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.create_index("ix_messages_order", ["owner", "conversation_id", "sent_at", "id"], unique=False)
        batch_op.create_index("ix_messages_time", ["owner", "sent_at", "id"], unique=False)
