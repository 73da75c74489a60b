"""What is kept of a person: stated, listed, decided, undone and taken away.

A verb loads its service when it is first called, as all of a ``Person`` do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from reverie.app.person_readers import PersonReaders
from reverie.argument_checks import checked
from reverie.memory.runtime import aware, see_recorded, surviving
from reverie.records.conversations import Message
from reverie.records.memories import Category, Memory, Status
from reverie.spans import forgotten, learned, observed

if TYPE_CHECKING:
    from reverie.decisions.pins import Pinned
    from reverie.memory.history import Event, Last
    from reverie.memory.reading import Counts, Part
    from reverie.memory.writing import Learned
    from reverie.people.acquaintances import Acquaintance
    from reverie.removal.forgetting import Forgotten
    from reverie.removal.message_deletion import Undone


@checked
class PersonMemories(PersonReaders):
    """Somebody of the directory, with what is kept of them; nothing is, where they are not ``recorded``."""

    _recorded = True

    @observed("remember", learned)
    @surviving
    def remember(
        self,
        text: str,
        *,
        key: str | None = None,
        value: str | None = None,
        category: Category | str = Category.FACT,
        importance: float = 0.8,
        at: datetime | None = None,
        actor: str = "person",
    ) -> list[Learned]:
        """Remember something stated outright, as sure as it can be (confidence 1).

        What another ``actor`` than the person states has a tool as its source.

        Raises:
            Refused: it holds a secret, memory is paused or off the record, or its category is switched off.
        """
        from reverie.learning import message_learning

        see_recorded(self._recorded)
        candidate = message_learning.stated(text, key=key, value=value, category=category, importance=importance)
        learned = message_learning.remember(self.reads, self.id, candidate, at=at, actor=actor)
        return self._shown(learned, stated=True)

    @surviving
    def memories(
        self,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        statuses: frozenset[Status] | None = None,
        part: Part | None = None,
    ) -> list[Memory]:
        """What is remembered of this person now, or at a moment, or in given states (proposals, superseded ones).

        ``part`` is for lists that are shown piece by piece.
        """
        from reverie.memory import reading

        now, owner = self.reads.clock(), self.id
        then = None if as_of is None else aware(as_of, now)
        if part is not None and known_at is None:
            return reading.list_memories(self.reads, owner, part, as_of=then, statuses=statuses)
        known = None if known_at is None else aware(known_at, now)
        found = reading.memories(self.reads, owner, as_of=then, known_at=known, statuses=statuses)
        return found if part is None else reading.cut(found, part, statuses)

    def memory(self, id: str) -> Memory:
        """One memory, whatever became of it, unless it was forgotten.

        Raises:
            NotFound: this person has none of this id.
        """
        from reverie.memory import reading

        return reading.read_memory(self.reads, self.id, id)

    @surviving
    def acquaintances(self) -> list[Acquaintance]:
        """The people and pets of this person's life, each with what is known of them."""
        from reverie.people import acquaintances

        return acquaintances.acquaintances(self.reads, self.id)

    def count(self) -> Counts:
        """How many memories, messages and conversations are kept, by kind, category and day; nothing is read."""
        from reverie.memory import reading

        return reading.counted(self.reads, self.id)

    @observed("forget", forgotten)
    @surviving
    def forget(self, what: str, *, preview: bool = False) -> Forgotten:
        """Forget one thing everywhere, by the id of a memory or by words; with ``preview``, only show what would go."""
        from reverie.app import saying
        from reverie.removal import forgetting

        if not preview:
            saying.see_all_shown(self._runtime, self.reads, self.id, what)
        return forgetting.forget(self.reads, self.id, what, preview=preview)

    @surviving
    def decide(self, proposal: str, *, accept: bool) -> Memory:
        """Accept or decline a proposed memory.

        Raises:
            NotFound: there is no such proposal.
            Refused: it is off the record.
        """
        from reverie.decisions import proposals

        see_recorded(self._recorded)
        return proposals.decide(self.reads, self.id, proposal, accept=accept)

    @surviving
    def pin(self, memory: str, *, actor: str = "person") -> Pinned:
        """Pin a memory that is so now, by its id or the beginning of it: every context begins with it.

        It holds for whatever takes the place of that memory. At most 12 are pinned.

        Raises:
            NotFound: there is no such memory.
            Conflict: it is not so now, or 12 are pinned already.
            Refused: memory is paused or off the record.
        """
        from reverie.decisions import pins

        see_recorded(self._recorded)
        return pins.pin(self.reads, self.id, memory, actor=actor)

    @surviving
    def unpin(self, memory: str, *, actor: str = "person") -> Pinned:
        """Take the pin off a memory, by its id or the beginning of it.

        Raises:
            NotFound: there is no such memory.
            Refused: it is off the record.
        """
        from reverie.decisions import pins

        see_recorded(self._recorded)
        return pins.unpin(self.reads, self.id, memory, actor=actor)

    @surviving
    def pinned(self) -> list[Memory]:
        """The pinned memories that are so now, in the order in which they were learned."""
        from reverie.decisions import pins

        return pins.pinned(self.reads, self.id)

    @surviving
    def history(self, memory: str | None = None, last: Last | None = None) -> list[Event]:
        """What happened to a memory, or to all of them, in order: everything, or the last of it."""
        from reverie.memory import history

        return history.events(self.reads, self.id, memory, last)

    @surviving
    def undo(self, change: str | None = None, *, message: str | None = None, batch: str | None = None) -> Undone:
        """Take back a change, what a message taught, or a whole import; or else the last thing that can be undone.

        Raises:
            NotFound: there is no such thing.
            Conflict: it was undone already, or later changes stand in the way.
            Refused: it did what may not be seen here.
        """
        from reverie.removal import message_deletion, undo

        undo.checked_target(change, message, batch)
        owner = self.id
        if message is not None:
            self.see_readable(message)
            undone = message_deletion.undo_message(self._runtime, owner, message)
        elif batch is not None:
            undo.see_shown(self.reads, owner, batch=batch)
            undone = undo.undo_import(self._runtime, owner, batch)
        else:
            named = change or undo.last_undoable(self._runtime, owner).id
            undo.see_shown(self.reads, owner, named)
            undone = undo.undo(self._runtime, owner, named)
        return self._brought_back(undone)

    @surviving
    def unsay(self, message: str) -> Undone:
        """Delete a message, and everything that came from it."""
        from reverie.removal import message_deletion

        self.see_readable(message)
        return self._brought_back(message_deletion.delete_messages(self._runtime, self.id, [message]))

    @surviving
    def messages(
        self, *, conversation: str | None = None, newest: int | None = None, ids: Sequence[str] | None = None
    ) -> list[Message]:
        """Messages in the order in which they were sent: all, a conversation's, the ``newest``, or those of ``ids``."""
        from reverie.conversations import message_store

        if ids is not None:
            return message_store.by_ids(self.reads, self.id, ids)
        return message_store.messages(self.reads, self.id, conversation_id=conversation, newest=newest)
