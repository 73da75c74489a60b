"""The tools beyond the default set: the history of memories, and conversations, quotes and documents.

They are methods like those of ``core``. The companion's own tools, about itself and what it makes of the person, stand
beside them as ``reverie.app.tools`` has them.
"""

from __future__ import annotations

from collections.abc import Callable

from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.context.rendering import dated
from reverie.errors import NotFound
from reverie.mcp import records
from reverie.mcp.core_tools import ACTOR, Limit, Text, Topic
from reverie.mcp.records import Added, Event, Events, Passage, Passages, Quoted, Quotes, Talk, Talks, Undone, cut, day
from reverie.memory.reading.history import Last


class Full:
    """Further tools, for whoever is spoken for."""

    def __init__(self, companion: Reverie, whose: Callable[[], Person]) -> None:
        self._companion = companion
        self._whose = whose

    def memory_update(self, memory_id: Topic, text: Text) -> Added:
        """Correct a memory by its id: say as one sentence how it really is."""
        learned = self._whose().user_model.correct(memory_id, text, actor=ACTOR)
        return Added.of(learned)

    def memory_undo(self, change: str = "") -> Undone:
        """Take back a change of memory by its id, or else the last one."""
        person = self._whose()
        undone = person.undo(change.strip() or None)
        what = undone.of.cause if undone.of is not None else undone.change.cause
        return Undone(undone=what, memories=records.remembered(person, undone.memories))

    def memory_history(self, memory_id: str = "", limit: Limit = 20) -> Events:
        """See how a memory came to be and changed, or the latest changes of all; with change ids for memory_undo."""
        person, named = self._whose(), memory_id.strip()
        found = person.history(named or None, Last(limit=limit))
        if named and not found:
            raise NotFound(f"there is no memory {cut(named, 80)!r}: memory_list shows ids")
        return Events(
            events=[
                Event(
                    day=day(one.at),
                    what=one.change.cause,
                    by=one.change.actor,
                    before="" if one.before is None else f"{one.before.text} ({one.before.status})",
                    after="" if one.after is None else f"{one.after.text} ({one.after.status})",
                    change=one.change.id,
                )
                for one in found
            ]
        )

    def conversations(self, limit: Limit = 20) -> Talks:
        """List conversations with the user, the newest first, each with what it came to."""
        talks = self._whose().conversations
        every, told = talks.all(), {one.conversation_id: one.text for one in talks.episodes.all()}
        newest = every[::-1][:limit]
        return Talks(
            conversations=[
                Talk(
                    id=one.id,
                    title=one.title or "",
                    started=day(one.started_at),
                    ended=day(one.ended_at),
                    episode=told.get(one.id, ""),
                )
                for one in newest
            ],
            total=len(every),
        )

    def said(self, topic: Topic, over_time: bool = False, limit: Limit = 10) -> Quotes:
        """Quote what the user said about a topic, word for word; over_time shows how their mind changed."""
        found = self._whose().conversations.said(topic, over_time=over_time, limit=limit)
        quotes = [
            Quoted(
                words=dated(cut(" ".join(one.sentences) or one.message.text), one.message.speaker, one.message.sent_at),
                turn="" if one.turn is None else one.turn.why,
            )
            for one in found
        ]
        return Quotes(quotes=quotes[-limit:] if over_time else quotes, note="; ".join(found.degraded))

    def knowledge_search(self, question: Topic, limit: Limit = 3) -> Passages:
        """Search the documents that the companion has read."""
        found = self._companion.knowledge.search(question, limit)
        passages = [Passage(text=one.text, source=one.source) for one in found]
        return Passages(passages=passages, note="; ".join(found.degraded))
