"""What the gateways to an owner's rows have in common: a connection, and what whoever reads over it may not see.

The one idea: rows become records in few places, and there what is withheld is left out, so a reader is given none of it
by any way. Many ids are asked for in parts, as a statement takes only so many.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Executable

from reverie.records.conversations import Conversation, Message, Role
from reverie.records.memories import LogEntry, Memory
from reverie.records.read_access import ReadAccess, speaks_of, switched_off
from reverie.store import row_mapping

CHUNK = 500
"""Ids in one IN list: below every database's limit on parameters."""


def chunks(ids: Collection[str]) -> Iterator[list[str]]:
    """Cut ids into as many as one statement takes."""
    many = list(ids)
    for start in range(0, len(many), CHUNK):
        yield many[start : start + CHUNK]


@dataclass(frozen=True, slots=True)
class Withheld:
    """What is withheld of an owner: ids of memories and messages, conversations, and those that have such messages.

    ``told`` are the sentences of these memories and the words they rest on, folded: the companion may have said them.
    ``only`` are ids of all that may be seen, in company, where even what is gone from the rows may not.
    """

    ids: frozenset[str] = frozenset()
    conversations: frozenset[str] = frozenset()
    touched: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()
    only: frozenset[str] | None = None

    def shows(self, item_id: str) -> bool:
        """Whether something may be seen, where it may be gone from the rows."""
        return item_id not in self.ids and (self.only is None or item_id in self.only)


NOTHING = Withheld()


class Hiding:
    """What a reader with less ``access`` may not see: ``find`` finds it, once of each owner."""

    def __init__(self, access: ReadAccess, find: Callable[[str], Withheld]) -> None:
        self.access = access
        self._find = find
        self._known: dict[str, Withheld] = {}

    def of(self, owner: str) -> Withheld:
        """What is withheld of an owner."""
        if owner not in self._known:
            self._known[owner] = self._find(owner)
        return self._known[owner]

    def memories(self, found: Iterable[Memory]) -> list[Memory]:
        """The memories that may be seen; of those from a message that may not, without its words."""
        return [self._unquoted(one) for one in found if one.id not in self.of(one.owner).ids]

    def conversations(self, found: Iterable[Conversation]) -> list[Conversation]:
        """The conversations that may be seen; without the title that tells of what may not."""
        shown = [one for one in found if one.id not in self.of(one.owner).conversations]
        return [replace(one, title=None) if self._titled_by(one) else one for one in shown]

    def _titled_by(self, one: Conversation) -> bool:
        """Whether the title of a conversation may be of what is withheld of it."""
        return one.id in self.of(one.owner).touched or speaks_of(one.title or "", self.access.without) is not None

    def messages(self, found: Iterable[Message]) -> list[Message]:
        """The messages that may be seen."""
        return [m for m in found if m.id not in self.of(m.owner).ids and not self._tells(m)]

    def entries(self, found: Iterable[LogEntry]) -> list[LogEntry]:
        """The steps that may be seen: of what may be seen as it is now, and never was what may not."""
        return [one for one in found if self.of(one.owner).shows(one.item_id) and not self._was_off(one)]

    def _was_off(self, entry: LogEntry) -> bool:
        states, local = [one for one in (entry.before, entry.after) if one], self.of(entry.owner).conversations
        if any(one.get("conversation_id") in local for one in states):
            return True
        if entry.item == "message":
            return any(self._tells(row_mapping.kept_message(one)) for one in states)
        off = (switched_off(row_mapping.kept_memory(one), self.access.without) for one in states)
        return entry.item == "memory" and any(off)

    def _tells(self, message: Message) -> bool:
        """Whether a message that taught nothing withheld tells of it: by its words, or as the companion's answer."""
        if speaks_of(message.text, self.access.without) is not None:
            return True
        words = message.text.casefold() if message.role is Role.ASSISTANT else ""
        return any(told in words for told in self.of(message.owner).told)

    def _unquoted(self, one: Memory) -> Memory:
        if one.source.message_id not in self.of(one.owner).ids:
            return one
        return replace(one, source=replace(one.source, message_id=None, quote=None, span=None))


class Gateway:
    """A part of an owner's rows, over one connection; ``hiding`` knows what its reader may not see, None is nothing."""

    def __init__(self, connection: Connection, hiding: Hiding | None = None) -> None:
        self._connection = connection
        self._hiding = hiding

    def _withheld(self, owner: str) -> Withheld:
        return NOTHING if self._hiding is None else self._hiding.of(owner)

    def _rows(self, query: Executable, asked: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        return row_mapping.rows(self._connection.execute(query, asked))

    def _these(self, query: Executable, owner: str, ids: Collection[str], **asked: object) -> list[dict[str, Any]]:
        """The rows of a query that names its ``owner`` and ``ids``."""
        return [row for part in chunks(ids) for row in self._rows(query, {"owner": owner, "ids": part, **asked})]

    def _memories(self, rows: Iterable[row_mapping.Row]) -> list[Memory]:
        """The memories of rows that may be seen."""
        found = [row_mapping.memory(row) for row in rows]
        return found if self._hiding is None else self._hiding.memories(found)

    def _messages(self, rows: Iterable[row_mapping.Row]) -> list[Message]:
        """The messages of rows that may be seen."""
        return self._shown([row_mapping.message(row) for row in rows])

    def _shown(self, found: list[Message]) -> list[Message]:
        return found if self._hiding is None else self._hiding.messages(found)
