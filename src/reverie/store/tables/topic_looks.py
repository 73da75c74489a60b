"""Which rows may speak of a topic, asked of the database, so that not all of an owner's rows become records.

It finds too much rather than too little: whoever asks compares the words themselves. Texts with letters beyond ASCII
are all found, since databases fold these in their own ways.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Integer, Text, and_, cast, false, func, or_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

from reverie.store.schema import memories, messages
from reverie.text.value_matching import word_beginning

_MOST_QUOTES = 200
"""Above it every text may have one: a database takes only so many conditions in a statement."""
_READ = 200
"""Characters of a quote that are looked for; a longer pattern than 50,000 bytes is refused by SQLite."""


_SIGNS = "“”’–—…"
"""No letters, and each is one sign to a pattern."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicLook:
    """What speaks of a topic has all of its ``words``, or stands in one of ``slots``, or repeats one of ``quotes``."""

    words: frozenset[str]
    slots: frozenset[str] = frozenset()
    quotes: Collection[str] = ()


class octet_length(GenericFunction[int]):
    """How many bytes a text has."""

    type = Integer()
    inherit_cache = True


@compiles(octet_length, "sqlite")
def _as_blob(element: octet_length, compiler: SQLCompiler, **options: Any) -> str:
    return f"length(CAST({compiler.process(element.clauses, **options)} AS BLOB))"


def messages_of(look: TopicLook) -> ColumnElement[bool]:
    """Whether a message may speak of it."""
    return or_(_beyond_ascii(messages.c.text), *_said(look, messages.c.text))


def memories_of(look: TopicLook) -> ColumnElement[bool]:
    """Whether a memory may speak of it: by its text, slot or details, of which JSON escapes what is beyond ASCII."""
    key, details = memories.c.key, cast(memories.c.details, Text)
    said = memories.c.text + " " + func.coalesce(key, "") + " " + details
    in_slot = [or_(key == slot, key.startswith(f"{slot}:", autoescape=True)) for slot in sorted(look.slots)]
    escaped = details.contains("\\u", autoescape=True)
    return or_(_beyond_ascii(said), escaped, *in_slot, *_said(look, said))


def _beyond_ascii(said: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether it has letters beyond ASCII, or at least more than the signs that people and notes quote with."""
    plain = said
    for sign in _SIGNS:
        plain = func.replace(plain, sign, "")
    return and_(octet_length(said) != func.length(said), octet_length(plain) != func.length(plain))


def _said(look: TopicLook, said: Column[str] | ColumnElement[str]) -> list[ColumnElement[bool]]:
    if len(look.quotes) > _MOST_QUOTES:
        return [said.is_not(None)]
    spoken = and_(*(_holds(said, word_beginning(word)) for word in sorted(look.words))) if look.words else false()
    return [spoken, *(_holds(said, quote) for quote in sorted(look.quotes))]


def _holds(said: ColumnElement[str], piece: str) -> ColumnElement[bool]:
    """Whether it stands there in any case. Any character serves for a sign, and for an i: in Turkish, I is no i."""
    plain = ("_" if not (c.isascii() and c.isalnum()) or c in "iI" else c for c in piece[:_READ])
    return said.ilike(f"%{''.join(plain)}%")
