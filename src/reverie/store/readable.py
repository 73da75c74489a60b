"""The gateways of a session for a reader who may not see all: each leaves out what is withheld.

Settings tell such a reader that the person switched the category off, so what is written for categories that are off
holds for it too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from reverie.records.conversations import Conversation, Message, Place, Role, Sheet, SheetName
from reverie.records.memories import About, Kind, Link, LogEntry, Memory, Relation, Status, Told
from reverie.records.read_access import ReadAccess, switched_off
from reverie.store import row_mapping
from reverie.store.engine.transactions import Moment
from reverie.store.keyset_pages import Listing
from reverie.store.pending_writes import Ledger
from reverie.store.tables.change_log import Changes
from reverie.store.tables.conversation_notes import Earlier, Kept, Sheets
from reverie.store.tables.links import Links
from reverie.store.tables.memories import Memories
from reverie.store.tables.messages import Dialogue
from reverie.store.tables.model_work import Due, Work
from reverie.store.tables.people import RULES, People
from reverie.store.withheld import Hiding

_EVERY = 2**31 - 1


class ReadablePeople(People):
    """The directory, in which the categories that a reader may not see are switched off."""

    def __init__(
        self, connection: Connection, access: ReadAccess, moment: Moment | None = None, ledger: Ledger | None = None
    ) -> None:
        super().__init__(connection, moment, ledger)
        self._access = access

    def settings(self, owner: str, *, to_write: bool = False) -> dict[str, Any]:
        """What an owner has set, without what holds words: the page that a person wrote has their comments."""
        found = {name: value for name, value in super().settings(owner, to_write=to_write).items() if name in RULES}
        return {**found, "categories_off": sorted({*found["categories_off"], *self._access.without})}


class ReadableMemories(Memories):
    """An owner's memories, without those that a reader may not see."""

    def __init__(self, connection: Connection, hiding: Hiding, *, reads_one_moment: bool = False) -> None:
        super().__init__(connection, reads_one_moment=reads_one_moment)
        self._hiding = hiding

    def by_ids(self, owner: str, ids: Sequence[str]) -> dict[str, Memory]:
        """Memories by id."""
        return {one.id: one for one in self._hiding.memories(super().by_ids(owner, ids).values())}

    def by_prefix(self, owner: str, prefix: str) -> list[Memory]:
        """Memories whose id begins like this."""
        return self._hiding.memories(super().by_prefix(owner, prefix))

    def all(self, owner: str, statuses: Collection[Status] | None = None) -> list[Memory]:
        """An owner's memories, in the order in which they became so."""
        return self._hiding.memories(super().all(owner, statuses))

    def of_kind(
        self, owner: str, kind: Kind, statuses: Collection[Status], *, naming: Collection[str] | None = None
    ) -> list[Memory]:
        """Memories of one kind."""
        return self._hiding.memories(super().of_kind(owner, kind, statuses, naming=naming))

    def quoting(self, owner: str, message_ids: Collection[str]) -> list[str]:
        """Ids of the memories whose source is one of these messages."""
        withheld = self._hiding.of(owner).ids
        return [one for one in super().quoting(owner, message_ids) if one not in withheld]

    def active(self, owner: str, prefix: str) -> list[Memory]:
        """Active memories whose key begins like this."""
        return self._hiding.memories(super().active(owner, prefix))

    def keyless(self, owner: str, kind: Kind, about: About) -> dict[str, str]:
        """The texts of active memories of a sort that are in no slot, by id."""
        withheld = self._hiding.of(owner).ids
        return {one: text for one, text in super().keyless(owner, kind, about).items() if one not in withheld}

    def keyed(self, owner: str, keys: Iterable[str], of: Iterable[Status], at: datetime | None = None) -> list[Memory]:
        """Memories in these slots."""
        return self._hiding.memories(super().keyed(owner, keys, of, at))

    def standing(
        self, owner: str, now: datetime, keys: Collection[str] | None, prefixes: Collection[str], off: Collection[str]
    ) -> list[Memory]:
        """Current memories in slots."""
        return self._hiding.memories(super().standing(owner, now, keys, prefixes, off))

    def introducing(
        self,
        owner: str,
        now: datetime,
        slots: tuple[Collection[str], Sequence[str], str],
        off: Collection[str],
        most: Mapping[str, int],
        aside: Sequence[str] = (),
        began: datetime | None = None,
    ) -> list[Memory]:
        """What may introduce somebody."""
        return self._hiding.memories(super().introducing(owner, now, slots, off, most, aside, began))

    def recent(self, owner: str, limit: int) -> list[Told]:
        """Nothing: what was told last is read only where a message is learned from."""
        return []


class NamedMemories(Memories):
    """An owner's memories, of which a writer names only those that it may see."""

    def __init__(self, connection: Connection, hiding: Hiding) -> None:
        super().__init__(connection)
        self._hiding = hiding

    def by_prefix(self, owner: str, prefix: str) -> list[Memory]:
        """Memories whose id begins like this."""
        return self._hiding.memories(super().by_prefix(owner, prefix))


class ReadableDialogue(Dialogue):
    """An owner's conversations and messages, without what a reader may not see."""

    def __init__(self, connection: Connection, hiding: Hiding, *, reads_one_moment: bool = False) -> None:
        super().__init__(connection, reads_one_moment=reads_one_moment, local=hiding.access.local_only)
        self._hiding = hiding

    def conversation(self, owner: str, conversation_id: str) -> Conversation | None:
        """One conversation."""
        found = super().conversation(owner, conversation_id)
        return None if found is None or found.id in self._hiding.of(owner).conversations else found

    def by_external_id(self, owner: str, external_id: str) -> Conversation | None:
        """The conversation that was imported under this key."""
        found = super().by_external_id(owner, external_id)
        return None if found is None or found.id in self._hiding.of(owner).conversations else found

    def conversations(self, owner: str) -> list[Conversation]:
        """All conversations, the oldest first."""
        withheld = self._hiding.of(owner).conversations
        return [one for one in super().conversations(owner) if one.id not in withheld]

    def latest(
        self, owner: str, *, until: datetime | None = None, lines: int = 0, group: str | None = None
    ) -> tuple[Conversation, datetime] | None:
        """The conversation with the newest message; in company the group's."""
        company = self._hiding.access.company
        return super().latest(owner, until=until, lines=lines, group=company.group if company else group)

    def message(self, owner: str, message_id: str) -> Message | None:
        """One message."""
        return self._one(super().message(owner, message_id))

    def by_key(self, owner: str, key: str) -> Message | None:
        """The message that was said under this key."""
        return self._one(super().by_key(owner, key))

    def by_ids(self, owner: str, ids: Sequence[str]) -> dict[str, Message]:
        """Messages by id."""
        return {one.id: one for one in self._hiding.messages(super().by_ids(owner, ids).values())}

    def told(self, owner: str, ids: Sequence[str]) -> tuple[dict[str, Message], dict[str, str]]:
        """Messages by id, and what took the place of what they taught."""
        found, replaced = super().told(owner, ids)
        shown = {one.id: one for one in self._hiding.messages(found.values())}
        return shown, {one: by for one, by in replaced.items() if one in shown}

    def messages(
        self,
        owner: str,
        *,
        conversation_id: str | None = None,
        role: Role | None = None,
        before: datetime | None = None,
        newest: int | None = None,
    ) -> list[Message]:
        """Messages in the order in which they were sent."""
        found = super().messages(owner, conversation_id=conversation_id, role=role, before=before, newest=newest)
        return self._hiding.messages(found)

    def stretch(
        self,
        owner: str,
        conversation_id: str,
        *,
        after: Place | None = None,
        until: Place | None = None,
        ids: Sequence[str] | None = None,
        limit: int | None = None,
    ) -> list[Message]:
        """Messages of one conversation between two places."""
        found = super().stretch(owner, conversation_id, after=after, until=until, ids=ids, limit=limit)
        return self._hiding.messages(found)

    def before(self, message: Message, limit: int) -> list[Message]:
        """What was said just before a message."""
        return self._hiding.messages(super().before(message, limit))

    def without_episode(self, owner: str, silent_since: datetime, fewest: int) -> list[Conversation]:
        """Conversations that are over and have no episode."""
        touched = self._hiding.of(owner).touched
        return [one for one in super().without_episode(owner, silent_since, fewest) if one.id not in touched]

    def _one(self, found: Message | None) -> Message | None:
        return None if found is None else next(iter(self._hiding.messages([found])), None)


class ReadableListing(Listing):
    """Pieces of an owner's lists, without what a reader may not see; a piece is as long as it would be."""

    def __init__(self, connection: Connection, hiding: Hiding) -> None:
        super().__init__(connection)
        self._hiding = hiding

    def messages(
        self,
        owner: str,
        limit: int,
        *,
        conversation_id: str | None = None,
        after: Place | None = None,
        backwards: bool = False,
    ) -> list[Message]:
        """So many messages in the order in which they were sent."""
        shown: list[Message] = []
        while len(shown) < limit:
            piece = super().messages(owner, limit, conversation_id=conversation_id, after=after, backwards=backwards)
            shown += self._hiding.messages(piece)
            if len(piece) < limit:
                break
            after = (piece[-1].sent_at, piece[-1].id)
        return shown[:limit]

    def in_group(self, owner: str, group: str, newest: int) -> list[Message]:
        """The newest messages of an owner's part in a group."""
        return self._hiding.messages(super().in_group(owner, group, newest))

    def memories(
        self,
        owner: str,
        limit: int,
        *,
        after: Place | None,
        span: tuple[datetime | None, datetime | None],
        statuses: Collection[Status] | None,
        sort: Mapping[str, str | Sequence[str]],
        backwards: bool,
    ) -> list[Memory]:
        """So many memories in the order in which they became so."""
        shown: list[Memory] = []
        while len(shown) < limit:
            piece = super().memories(
                owner, limit, after=after, span=span, statuses=statuses, sort=sort, backwards=backwards
            )
            shown += self._hiding.memories(piece)
            if len(piece) < limit:
                break
            after = (piece[-1].valid_from, piece[-1].id)
        return shown[:limit]


class ReadableLinks(Links):
    """An owner's links, without those from or to what a reader may not see."""

    def __init__(self, connection: Connection, hiding: Hiding) -> None:
        super().__init__(connection)
        self._hiding = hiding

    def find(self, owner: str, *, of: str | None = None, to: str | None = None) -> list[Link]:
        """Links that lead from or to an item."""
        return self._shown(owner, super().find(owner, of=of, to=to))

    def related(self, owner: str, relation: Relation, ids: Collection[str]) -> list[Link]:
        """Links of one relation."""
        return self._shown(owner, super().related(owner, relation, ids))

    def evidence(self, owner: str, memory_ids: Collection[str]) -> list[Link]:
        """The words behind memories."""
        return self._shown(owner, super().evidence(owner, memory_ids))

    def _shown(self, owner: str, found: Iterable[Link]) -> list[Link]:
        withheld = self._hiding.of(owner).ids
        return [one for one in found if one.from_id not in withheld and one.to_id not in withheld]


class ReadableChanges(Changes):
    """The change log, without the steps of what a reader may not see."""

    def __init__(self, ledger: Ledger, people: People, hiding: Hiding) -> None:
        super().__init__(ledger, lambda owner: people.standing(owner).head)
        self._hiding = hiding

    def log(
        self,
        owner: str,
        *,
        change_ids: Collection[str] | None = None,
        item_id: str | None = None,
        items: Collection[str] = (),
        until: datetime | int | None = None,
    ) -> list[LogEntry]:
        """What happened, in order."""
        return self._shown(super().log(owner, change_ids=change_ids, item_id=item_id, items=items, until=until))

    def steps(
        self,
        owner: str,
        item: str,
        item_id: str | None,
        limit: int | None,
        before: int | None,
        apart: str | None = None,
    ) -> list[LogEntry]:
        """What happened to items of a sort, the last so many."""
        found: list[LogEntry] = []
        while True:
            piece = super().steps(owner, item, item_id, limit, before, apart)
            found = [*self._shown(piece), *found]
            if limit is None or len(piece) < limit or len(found) >= limit:
                return found if limit is None else found[-limit:]
            before = piece[0].seq

    def _shown(self, found: Iterable[LogEntry]) -> list[LogEntry]:
        return [one for one in found if self._hiding.of(one.owner).shows(one.item_id) and self._open(one)]

    def _open(self, entry: LogEntry) -> bool:
        """Whether a memory that may be seen as it is now was never of a category that may not."""
        if entry.item != "memory":
            return True
        states = (one for one in (entry.before, entry.after) if one is not None)
        return not any(switched_off(row_mapping.kept_memory(one), self._hiding.access.without) for one in states)


class ReadableSheets(Sheets):
    """What stands beside conversations, but for those with messages that a reader may not see."""

    def __init__(self, connection: Connection, hiding: Hiding) -> None:
        super().__init__(connection)
        self._hiding = hiding

    def named(self, owner: str, conversation_id: str, name: SheetName) -> Sheet | None:
        """One sheet of a conversation."""
        touched = self._hiding.of(owner).touched
        return None if conversation_id in touched else super().named(owner, conversation_id, name)

    def all(self, owner: str) -> list[Sheet]:
        """All sheets."""
        return [one for one in super().all(owner) if one.conversation_id not in self._hiding.of(owner).touched]

    def earlier(self, owner: str, conversation_id: str) -> Earlier:
        """What sums a conversation up."""
        found = super().earlier(owner, conversation_id)
        if conversation_id not in self._hiding.of(owner).touched:
            return found
        return Earlier(left=Dialogue(self._connection).counted(owner, conversation_id))

    def gist(self, owner: str, conversation_id: str) -> Kept | None:
        """How far a conversation is summed up: such a reader's summary begins anew."""
        return None if conversation_id in self._hiding.of(owner).touched else super().gist(owner, conversation_id)


class ReadableWork(Work):
    """What a language model is to work on, but for what it may not see."""

    def __init__(self, connection: Connection, hiding: Hiding) -> None:
        super().__init__(connection)
        self._hiding = hiding

    def messages(
        self, owner: str, task: str, now: datetime, limit: int, *, role: Role = Role.USER, over: datetime | None = None
    ) -> list[Due]:
        """Messages that are due."""
        withheld = self._hiding.of(owner).ids
        found = super().messages(owner, task, now, _EVERY, role=role, over=over)
        return [one for one in found if one.id not in withheld][:limit]

    def conversations(
        self, owner: str, task: str, now: datetime, limit: int, *, silent_since: datetime | None = None
    ) -> list[Due]:
        """Conversations that are due: what is made of one with withheld messages would be all that is kept of it."""
        touched = self._hiding.of(owner).touched
        found = super().conversations(owner, task, now, _EVERY, silent_since=silent_since)
        return [one for one in found if one.id not in touched][:limit]

    def free(self, owner: str, task: str, wanted: Sequence[Due], now: datetime) -> list[Due]:
        """Those of these items that are due."""
        touched = self._hiding.of(owner).touched
        return [one for one in super().free(owner, task, wanted, now) if one.id.partition(":")[0] not in touched]
