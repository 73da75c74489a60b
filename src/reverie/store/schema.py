"""The tables, once for both databases.

The owner is part of every primary key, unique index and foreign key of a person's rows, so that a distributed
PostgreSQL can keep each person on one node. ``users``, ``accounts``, ``settings`` and ``keys`` are the small directory.
Times are microseconds since 1970 in UTC; sequence numbers run per owner.
"""

from __future__ import annotations

# isort: off
from sqlalchemy import (
    JSON, BigInteger, Boolean, Column, Float, ForeignKey, ForeignKeyConstraint, Index, Integer,
    LargeBinary, String, Table, Text, UniqueConstraint, false, text,
)  # fmt: skip
# isort: on

from reverie.store.table_metadata import Instant, new_metadata

metadata = new_metadata()

_Id = String(36)


def _owner() -> Column[str]:
    return Column("owner", _Id, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)


def _partial(name: str, so: str, *columns: str) -> Index:
    return Index(name, "owner", *columns, sqlite_where=text(so))


users = Table(
    "users",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("kind", String(16), nullable=False),
    # Unique: two processes that meet the same stranger at once make one row, not two.
    Column("handle", Text, nullable=False),
    Column("folded", Text, nullable=False, index=True),
    Column("folded_nickname", Text, index=True),
    Column("name", Text, nullable=False),
    Column("nickname", Text),
    Column("pronouns", Text),
    Column("guest", Boolean, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("revision", Integer, nullable=False),
    # Whoever finds this user is led on to that one; the rows of both stay as they are.
    Column("merged_into", _Id, index=True),
    UniqueConstraint("kind", "handle"),
)

accounts = Table(
    "accounts",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("external_id", Text, primary_key=True),
    Column("user_id", _Id, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("linked_at", Instant, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    _owner(),
    Column("name", String(64), primary_key=True),
    Column("value", JSON, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("name", Text, nullable=False),
    # Of the secret, which is shown once and kept nowhere.
    Column("hash", Text, nullable=False),
    Column("scope", String(16), nullable=False),
    Column("person_id", _Id, ForeignKey("users.id", ondelete="CASCADE"), index=True),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant),
    Column("revoked_at", Instant),
)

heads = Table(
    "heads",
    metadata,
    _owner(),
    Column("seq", BigInteger, nullable=False),
    # Raised when every vector may have changed (reindex): caches then load the owner anew.
    Column("generation", Integer, nullable=False),
    # The time of the last change: a clock that goes backwards does not reorder the log.
    Column("at", Instant, nullable=False),
)

conversations = Table(
    "conversations",
    metadata,
    _owner(),
    Column("id", _Id, primary_key=True),
    Column("title", Text),
    Column("external_id", Text),
    Column("started_at", Instant, nullable=False),
    Column("ended_at", Instant),
    # Shown to nobody who is not on this machine; a log from before the column has rows without it.
    Column("local_only", Boolean, nullable=False, default=False, server_default=false()),
    # The group in which it was: what goes on with one person alone is never a part of that.
    Column("group_id", _Id),
    UniqueConstraint("owner", "external_id"),
    _partial("ix_conversations_local", "local_only"),
    Index("ix_conversations_group", "owner", "group_id"),
)

messages = Table(
    "messages",
    metadata,
    _owner(),
    Column("id", _Id, primary_key=True),
    Column("conversation_id", _Id, nullable=False),
    Column("role", String(16), nullable=False),
    Column("speaker", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("sent_at", Instant, nullable=False),
    Column("external_id", Text),
    Column("learnable", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    ForeignKeyConstraint(["owner", "conversation_id"], ["conversations.owner", "conversations.id"], ondelete="CASCADE"),
    UniqueConstraint("owner", "conversation_id", "external_id"),
    Index("ix_messages_order", "owner", "conversation_id", "sent_at", "id"),
    Index("ix_messages_time", "owner", "sent_at", "id"),
)

memories = Table(
    "memories",
    metadata,
    _owner(),
    Column("id", _Id, primary_key=True),
    Column("about", String(16), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("category", String(32), nullable=False),
    # By its bytes on both databases: slots are found by how they begin, which a language's own order can't do.
    Column("key", Text().with_variant(Text(collation="C"), "postgresql")),
    Column("text", Text, nullable=False),
    Column("details", JSON, nullable=False),
    Column("importance", Float, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("status", String(16), nullable=False),
    Column("supersedes", _Id),
    Column("superseded_by", _Id),
    Column("source_kind", String(16), nullable=False),
    Column("message_id", _Id),
    Column("conversation_id", _Id),
    Column("quote", Text),
    Column("span_start", Integer),
    Column("span_end", Integer),
    Column("valid_from", Instant, nullable=False),
    Column("valid_to", Instant),
    Column("created_at", Instant, nullable=False),
    Column("closed_at", Instant),
    Column("expires_at", Instant),
    Column("last_used_at", Instant),
    Column("validations", Integer, nullable=False),
    Column("last_validated_at", Instant),
    Column("revision", Integer, nullable=False),
    # The key before the others: slots are looked up by it.
    Index(
        "uq_memories_active_key", "owner", "key", "about", "kind", unique=True, sqlite_where=text("status = 'active'")
    ),
    Index("ix_memories_key", "owner", "key"),
    # Without the status on purpose: with it, SQLite prefers this to the index that gives the strongest in order.
    Index("ix_memories_kind", "owner", "kind", "valid_from", "id"),
    # Partial, so that SQLite takes them for lists alone: a few of one slot it had better look for and sort.
    _partial("ix_memories_listed", "kind <> 'episode'", "valid_from", "id"),
    _partial("ix_memories_category", "kind <> 'episode'", "category", "valid_from", "id"),
    _partial("ix_memories_proposed", "status = 'proposed'", "valid_from", "id"),
    Index(
        "ix_memories_strength",
        "owner",
        "category",
        # In the whole order in which they are read: else all that are equally important are read and sorted.
        text("importance DESC"),
        text("confidence DESC"),
        "valid_from",
        "id",
        sqlite_where=text("status = 'active'"),
    ),
    Index(
        "ix_memories_recent",
        "owner",
        text("coalesce(last_validated_at, valid_from) DESC"),
        text("id DESC"),
        sqlite_where=text("status = 'active' AND key IS NOT NULL"),
    ),
)

links = Table(
    "links",
    metadata,
    _owner(),
    Column("from_id", _Id, primary_key=True),
    Column("to_id", _Id, primary_key=True),
    Column("relation", String(16), primary_key=True),
    Column("quote", Text),
    Column("span_start", Integer),
    Column("span_end", Integer),
    # All that a look from a message to its memories needs: else the planner reads every link of the owner.
    Index("ix_links_to", "owner", "to_id", "relation", "from_id"),
)

# What a memory follows from, in no words: they are the memory's, and the quote is the evidence link's.
statements = Table(
    "statements",
    metadata,
    _owner(),
    Column("id", _Id, primary_key=True),
    Column("memory_id", _Id, nullable=False),
    *(Column(name, String(16), nullable=False) for name in ("says", "source_kind")),
    *(Column(name, Instant, nullable=False) for name in ("at", "said_at")),
    # Where the log ended when it became known, and when it was silenced: two are never at once.
    *(Column(name, BigInteger, nullable=name == "silenced") for name in ("known", "silenced")),
    *(Column(name, _Id) for name in ("message_id", "conversation_id", "by_id")),
    *(Column(name, Float, nullable=False) for name in ("confidence", "importance")),
    Column("expires_at", Instant),
    *(Index(f"ix_statements_{one}", "owner", f"{one}_id") for one in ("memory", "message")),
)

changes = Table(
    "changes",
    metadata,
    _owner(),
    Column("id", _Id, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("cause", String(32), nullable=False),
    Column("actor", String(32), nullable=False),
    Column("at", Instant, nullable=False),
    Column("message_id", _Id),
    Column("batch", Text),
    Column("undone_by", _Id),
    Index("ix_changes_seq", "owner", "seq"),
    Index("ix_changes_message", "owner", "message_id"),
    Index("ix_changes_batch", "owner", "batch"),
)

log = Table(
    "log",
    metadata,
    _owner(),
    Column("seq", BigInteger, primary_key=True),
    Column("change_id", _Id, nullable=False),
    Column("at", Instant, nullable=False),
    Column("item", String(16), nullable=False),
    Column("item_id", Text, nullable=False),
    Column("before", JSON),
    Column("after", JSON),
    Index("ix_log_item", "owner", "item_id"),
    Index("ix_log_change", "owner", "change_id"),
)

entries = Table(
    "entries",
    metadata,
    _owner(),
    Column("item_id", _Id, primary_key=True),
    Column("item", String(16), nullable=False),
    Column("tokens", LargeBinary, nullable=False),
    Column("words", Integer, nullable=False),
    Column("question_share", Float, nullable=False),
    Column("temporal", Boolean, nullable=False),
    Column("vector", LargeBinary),
    Column("scale", Float, nullable=False),
    Column("space", Text),
    Index("ix_entries_space", "owner", "space"),
)

blocked = Table(
    "blocked",
    metadata,
    _owner(),
    Column("message_id", _Id, primary_key=True),
    # A digest of what was learned there, so that what was forgotten is not kept in order to be refused.
    Column("digest", String(64), primary_key=True),
)

documents = Table(
    "documents",
    metadata,
    _owner(),
    Column("id", _Id, primary_key=True),
    Column("root", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("indexed_at", Instant, nullable=False),
    Column("passages", Integer, nullable=False),
    UniqueConstraint("owner", "root", "path"),
)

# What stands beside a conversation: a summary that a model or a person wrote, and the companion's notes.
sheets = Table(
    "sheets",
    metadata,
    _owner(),
    Column("conversation_id", _Id, primary_key=True),
    Column("name", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("author", String(16), nullable=False),
    Column("to_id", _Id),
    Column("to_at", Instant),
    Column("written_at", Instant, nullable=False),
    Column("revision", Integer, nullable=False),
    ForeignKeyConstraint(["owner", "conversation_id"], ["conversations.owner", "conversations.id"], ondelete="CASCADE"),
)

# How far a conversation is summed up by rule, and by which sentences: where they stand, never their words. Like the
# search entries it can be made anew at any time, and is in no log.
gists = Table(
    "gists",
    metadata,
    _owner(),
    Column("conversation_id", _Id, primary_key=True),
    Column("to_id", _Id, nullable=False),
    Column("to_at", Instant, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("made", Text, nullable=False),
    Column("chosen", JSON, nullable=False),
    ForeignKeyConstraint(["owner", "conversation_id"], ["conversations.owner", "conversations.id"], ondelete="CASCADE"),
)

pictures = Table(
    "pictures",
    metadata,
    _owner(),
    Column("item_id", _Id, primary_key=True),
    # Pictures and text of one image model; never that of ``entries``, which are texts alone.
    Column("space", String(200), primary_key=True),
    Column("vector", LargeBinary, nullable=False),
    Column("scale", Float, nullable=False),
    ForeignKeyConstraint(["owner", "item_id"], ["memories.owner", "memories.id"], ondelete="CASCADE"),
)

# What a language model was asked to do in the background. A row is there once an item was claimed; what is still to be
# done is what has none, so this is no queue. It holds no words: an item is its id, an error says what happened.
work = Table(
    "work",
    metadata,
    _owner(),
    Column("item_id", String(120), primary_key=True),
    Column("task", String(32), primary_key=True),
    # As of what it was done: a message's revision, the last message of a conversation.
    Column("mark", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("worker", Text),
    # A lease holds, and a failed item rests, until then.
    Column("until", Instant),
    Column("tries", Integer, nullable=False),
    Column("error", Text),
    Column("model", Text),
    Column("prompt", String(64)),
    Column("tokens_in", BigInteger, nullable=False),
    Column("tokens_out", BigInteger, nullable=False),
    Column("at", Instant, nullable=False),
)

# What agents' frameworks keep of a person, to be given back as it was. No memory is made of it.
items = Table(
    "items",
    metadata,
    _owner(),
    Column("id", _Id, primary_key=True),
    # A JSON list of labels.
    Column("namespace", Text().with_variant(Text(collation="C"), "postgresql"), nullable=False),
    Column("key", Text().with_variant(Text(collation="C"), "postgresql"), nullable=False),
    Column("value", JSON, nullable=False),
    # What it is found by; where it is empty, the item is not in the search.
    Column("text", Text, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("revision", Integer, nullable=False),
    UniqueConstraint("owner", "namespace", "key"),
)

# Requests that were done for a person, so that they are done once, and for a while what was answered.
requests = Table(
    "requests",
    metadata,
    _owner(),
    Column("key", String(64), primary_key=True),
    Column("request", String(64), nullable=False),
    Column("answer", LargeBinary),
    Column("at", Instant, nullable=False),
)

OWNED = (
    requests, work, items, pictures, gists, sheets, documents, blocked, entries, log, changes, statements, links,
    memories, messages, conversations, settings, heads,
)  # fmt: skip
"""Every table of a person's rows, in an order in which they can be deleted."""
