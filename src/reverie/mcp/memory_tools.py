"""The tools of memory: those that every client gets, few, short and enough to remember by, and further ones.

A tool is a method: its signature is the schema that a client is sent, its docstring what a model reads of it, and what
it gives back is checked against its output schema. Whom it is about is never an argument: ``whose`` says it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import Field

from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.context.rendering import dated
from reverie.errors import NotFound
from reverie.mcp import records
from reverie.mcp.records import (
    Added,
    Contextual,
    Event,
    Events,
    Found,
    Gone,
    Listed,
    Passage,
    Passages,
    Profiled,
    Quoted,
    Quotes,
    Talk,
    Talks,
    Undone,
    cut,
)
from reverie.memory.history import Last
from reverie.records.memories import Category
from reverie.shapes import conversations, memories, observations
from reverie.text.value_matching import holds

ACTOR = "companion"
"""Who changes what a tool changes: what it writes has a tool as its source."""

Limit = Annotated[int, Field(ge=1, le=100)]
Topic = Annotated[str, Field(min_length=1, max_length=2000)]
Words = Annotated[str, Field(max_length=2000)]
Named = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(min_length=1, max_length=20_000)]


class Core:
    """The tools of the default set, for whoever is spoken for. ``undoing`` says how a change is taken back."""

    def __init__(self, whose: Callable[[], Person], undoing: str) -> None:
        self._whose = whose
        self._undoing = undoing

    def memory_search(self, query: Topic, limit: Limit = 10) -> Found:
        """Search what is remembered of the user: facts, and their own words, best first."""
        found = self._whose().recall(query, limit=limit)
        return Found(found=records.hits(found), note="; ".join(found.degraded))

    def memory_add(self, text: Text, category: Category = Category.FACT) -> Added:
        """Remember one lasting thing the user told you, as their own sentence: "I moved to Lyon"."""
        return Added.of(self._whose().remember(text, category=category, actor=ACTOR))

    def memory_decide(self, memory_id: Topic, accept: bool) -> Added:
        """Do what the user answers to a question of memory_add: accept updates, else what was so stays."""
        decided = self._whose().decide(memory_id, accept=accept)
        done = "Updated" if accept else "Kept as it was, without"
        return Added(steps=[f"{done}: {decided.text}"], ids=[decided.id] if accept else [], ask="")

    def memory_context(self, message: Text, budget: Annotated[int, Field(ge=0, le=100_000)] = 0) -> Contextual:
        """Get all that matters for answering a message; budget is in tokens, 0 the usual."""
        return Contextual(context=str(self._whose().context(message, budget=budget or None)))

    def memory_list(self, about: Words = "", limit: Limit = 20, start: Annotated[int, Field(ge=0)] = 0) -> Listed:
        """List memories, the newest first: all, or those with all these words; start skips so many."""
        person, wanted = self._whose(), about.split()
        known = records.usable(person)
        found = [m for m in known if holds(f"{m.text} {m.key} {m.category} {m.source.quote}", wanted)]
        return Listed(memories=records.remembered(person, found[start : start + limit]), total=len(found))

    def memory_forget(self, what: Topic, preview: bool = True) -> Gone:
        """Forget a memory by id, or a topic. Shows what would go; with preview false, once the user agrees, it goes."""
        person = self._whose()
        gone = person.forget(what, preview=preview)
        if not gone:
            raise NotFound(f"nothing is remembered about {cut(what, 80)!r}: memory_list shows what is, with ids")
        undo = self._undoing.format(name=shlex.quote(person.name), change=gone.change_id)
        following = "Nothing is gone yet: call again with preview false if the user agrees." if preview else undo
        return Gone(
            forgotten=not preview,
            memories=[memory.text for memory in gone.memories],
            messages=[dated(cut(one.text), one.speaker, one.sent_at) for one in gone.messages],
            elsewhere=gone.elsewhere,
            next=following,
        )

    def profile(self, form: Literal["yaml", "json"] = "yaml") -> Profiled:
        """Get the user's profile: names, background, how to talk with them, values, interests."""
        model = self._whose().user_model
        if form == "yaml":
            return Profiled(profile=model.yaml())
        return Profiled(profile=json.dumps(observations.profile(model.profile()), ensure_ascii=False))


class Full:
    """Further tools: the history of memories, and conversations, quotes and documents, for whoever is spoken for."""

    def __init__(self, companion: Reverie, whose: Callable[[], Person]) -> None:
        self._companion = companion
        self._whose = whose

    def memory_update(self, memory_id: Topic, text: Text) -> Added:
        """Correct a memory by its id: say as one sentence how it really is."""
        learned = self._whose().user_model.correct(memory_id, text, actor=ACTOR)
        return Added.of(learned)

    def memory_pin(self, memory_id: Topic, pinned: bool = True) -> Listed:
        """Pin a memory by its id, so that you are always told it first, or unpin it. Lists what is pinned then."""
        person = self._whose()
        (person.pin if pinned else person.unpin)(memory_id, actor=ACTOR)
        kept = person.pinned()
        return Listed(memories=records.remembered(person, kept), total=len(kept))

    def memory_undo(self, change: Named = "") -> Undone:
        """Take back a change of memory by its id, or else the last one."""
        person = self._whose()
        undone = person.undo(change.strip() or None)
        what = undone.of.cause if undone.of is not None else undone.change.cause
        return Undone(undone=what, memories=records.remembered(person, undone.memories))

    def memory_history(self, memory_id: Named = "", limit: Limit = 20) -> Events:
        """See how a memory came to be and changed, or the latest changes of all; with change ids for memory_undo."""
        person, named = self._whose(), memory_id.strip()
        found = person.history(named or None, Last(limit=limit))
        if named and not found:
            raise NotFound(f"there is no memory {cut(named, 80)!r}: memory_list shows ids")
        return Events(events=[Event.of(memories.event(one)) for one in found])

    def conversations(self, limit: Limit = 20) -> Talks:
        """List conversations with the user, the newest first, each with what it came to."""
        talks = self._whose().conversations
        every, told = talks.all(), {one.conversation_id: one.text for one in talks.episodes.all()}
        newest = [Talk.of(conversations.conversation(one), told.get(one.id, "")) for one in every[::-1][:limit]]
        return Talks(conversations=newest, total=len(every))

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
