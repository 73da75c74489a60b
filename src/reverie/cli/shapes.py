"""Records as JSON: the field names that programs rely on.

A field may be added; none is renamed or taken away. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reverie.domain.confirming import Confirmation
    from reverie.domain.context import Context, Line
    from reverie.domain.dialogue import Conversation, Message
    from reverie.domain.documents import Document, Passage
    from reverie.domain.episodes import Episode, Excerpt
    from reverie.domain.memories import Change, Memory
    from reverie.domain.users import Account, User
    from reverie.services.folders import Brought, Exported
    from reverie.services.forgetting import Forgotten
    from reverie.services.history import Event
    from reverie.services.identity import Happened
    from reverie.services.imports import Report
    from reverie.services.learning import Notice, Said
    from reverie.services.memories import Learned
    from reverie.services.merging import Merged
    from reverie.services.privacy import Receipt, Settings
    from reverie.services.recall import Hit, Recalled
    from reverie.services.said import Quote, Quotes
    from reverie.services.scenes import Scene
    from reverie.services.summaries import Summary
    from reverie.services.undoing import Undone

Record = dict[str, Any]


def utc(moment: datetime | None) -> str | None:
    """A moment as ISO 8601 in UTC.

    >>> utc(datetime(2026, 3, 1, 18, 30, tzinfo=UTC))
    '2026-03-01T18:30:00Z'
    """
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def document(one: Document) -> Record:
    """A document of the companion's knowledge."""
    return {name: value for name, value in asdict(one).items() if name != "owner"} | {"indexed_at": utc(one.indexed_at)}


def passage(one: Passage) -> Record:
    """A passage, with its place and its reasons."""
    pictures = [{"alt": alt, "path": path} for alt, path in one.pictures]
    return {**asdict(one), "pictures": pictures, "features": dict(one.features), "source": one.source}


def user(one: User) -> Record:
    """Somebody in the directory."""
    return {
        "id": one.id,
        "name": one.name,
        "nickname": one.nickname,
        "pronouns": one.pronouns,
        "guest": one.guest,
        "created_at": utc(one.created_at),
    }


def message(one: Message) -> Record:
    """A message."""
    return {
        "id": one.id,
        "conversation_id": one.conversation_id,
        "role": one.role.value,
        "speaker": one.speaker,
        "text": one.text,
        "sent_at": utc(one.sent_at),
    }


def conversation(one: Conversation) -> Record:
    """A conversation."""
    return {
        "id": one.id,
        "title": one.title,
        "key": one.external_id,
        "started_at": utc(one.started_at),
        "ended_at": utc(one.ended_at),
    }


def episode(one: Episode) -> Record:
    """An episode; ``score`` and ``why`` are none where it was not looked for."""
    return {
        "id": one.id,
        "conversation_id": one.conversation_id,
        "text": one.text,
        **{name: getattr(one.outline, name) for name in ("observation", "thought", "action", "result")},
        "excerpt": one.excerpt,
        "author": one.author,
        "started_at": utc(one.started_at),
        "ended_at": utc(one.ended_at),
        "messages": one.messages,
        "score": one.score,
        "why": one.why or None,
    }


def excerpt(one: Excerpt) -> Record:
    """Turns of a conversation around the one that bears on a message."""
    return {
        "conversation_id": one.conversation_id,
        "best": one.best,
        "messages": [message(turn) for turn in one.messages],
        "outdated": dict(one.outdated),
        "score": one.score,
        "why": one.why,
    }


def quotes(many: Quotes) -> Record:
    """Words as they were said, and what the search had to do without."""
    return {"quotes": [_quote(one) for one in many], "degraded": list(many.degraded)}


def _quote(one: Quote) -> Record:
    turn = one.turn
    return {
        "message": message(one.message),
        "sentences": list(one.sentences),
        "score": one.score,
        "why": one.why,
        "turn": None if turn is None else {"change": turn.change.value, "earlier": turn.earlier, "why": turn.why},
    }


def summary(one: Summary) -> Record:
    """A summary with what it covers."""
    covers = one.covers
    return {
        "conversation_id": one.conversation_id,
        "text": one.text,
        "author": one.author.value,
        "covers": None
        if covers is None
        else {
            "from_id": covers.from_id,
            "from_at": utc(covers.from_at),
            "to_id": covers.to_id,
            "to_at": utc(covers.to_at),
            "count": covers.count,
        },
    }


def exported(one: Exported) -> Record:
    """A conversation that was written as a folder."""
    return {
        "conversation_id": one.conversation_id,
        "folder": str(one.folder),
        "messages": one.messages,
        "files": list(one.files),
    }


def brought(one: Brought) -> Record:
    """What reading a folder did."""
    return asdict(one)


def memory(one: Memory) -> Record:
    """A memory, with where it came from."""
    return {
        "id": one.id,
        "kind": one.kind.value,
        "about": one.about.value,
        "text": one.text,
        "key": one.key,
        "value": one.value,
        "category": str(one.category),
        "status": one.status.value,
        "importance": one.importance,
        "confidence": one.confidence,
        "valid_from": utc(one.valid_from),
        "valid_to": utc(one.valid_to),
        "created_at": utc(one.created_at),
        "closed_at": utc(one.closed_at),
        "expires_at": utc(one.expires_at),
        "validations": one.validations,
        "supersedes": one.supersedes,
        "superseded_by": one.superseded_by,
        "source": {
            "kind": one.source.kind.value,
            "message_id": one.source.message_id,
            "conversation_id": one.source.conversation_id,
            "quote": one.source.quote,
            "span": None if one.source.span is None else list(one.source.span),
        },
    }


def sourced(one: Memory, said: Message | None) -> Record:
    """A memory with who said it, and when; None where nobody did."""
    return memory(one) | {
        "said_by": None if said is None else said.speaker,
        "said_at": None if said is None else utc(said.sent_at),
    }


def hit(one: Hit) -> Record:
    """Something recalled: the memory (of kind ``message`` for words alone), its score and its reasons."""
    return sourced(one.memory, one.message) | {
        "score": one.score,
        "why": one.why,
        "features": dict(one.features),
        "message": None if one.message is None else message(one.message),
    }


def recalled(found: Recalled) -> Record:
    """A whole answer."""
    other = found.beside
    return {
        "hits": [hit(one) for one in found],
        "episodes": [episode(one) for one in other.episodes],
        "excerpt": None if other.excerpt is None else excerpt(other.excerpt),
        "scenes": [scene(one) for one in other.scenes],
        "passages": [passage(one) for one in other.passages],
        "degraded": list(dict.fromkeys((*found.degraded, *other.degraded))),
    }


def learned(one: Learned) -> Record:
    """What became of something told."""
    return {
        "step": one.step.value,
        "memory": None if one.memory is None else memory(one.memory),
        "previous": None if one.previous is None else memory(one.previous),
        "reason": one.reason,
    }


def said(one: Said) -> Record:
    """What became of a message."""
    return {
        "message": None if one.message is None else message(one.message),
        "learned": [learned(each) for each in one.learned],
        "masked": list(one.masked),
        "reply": one.reply,
        "identified": None if one.identified is None else asdict(one.identified),
        "notices": [notice(each) for each in one.notices],
    }


def notice(one: Notice) -> Record:
    """What a reply of the companion recorded; ``memory_id`` is None where that is no observation."""
    return {
        "mark": one.mark,
        "text": one.text,
        "memory_id": None if one.memory is None else one.memory.id,
        "troubles": list(one.troubles),
    }


def account(one: Account) -> Record:
    """A login of a person on another platform."""
    return {"platform": one.platform, "external_id": one.external_id, "linked_at": utc(one.linked_at)}


def happened(one: Happened) -> Record:
    """Something that became of who a person is."""
    return asdict(one) | {"at": utc(one.at)}


def confirmation(one: Confirmation) -> Record:
    """The question who somebody is."""
    return asdict(one) | {"question": one.question}


def merged(one: Merged) -> Record:
    """Two people who are one now."""
    return {
        "id": one.id,
        "person": user(one.person),
        "merged": user(one.merged),
        "at": utc(one.at),
        "messages": one.messages,
        "memories": one.memories,
    }


def context(one: Context) -> Record:
    """A context with the reasons of its lines."""
    return {
        "text": str(one),
        "stable": one.stable,
        "volatile": one.volatile,
        "tokens": one.tokens,
        "lines": [_line(line) for line in one.lines],
        "left_out": [_line(line) for line in one.left_out],
        "degraded": list(one.degraded),
    }


def _line(one: Line) -> Record:
    return {
        "text": one.text,
        "why": one.why,
        "source": one.source,
        "memory_id": one.memory_id,
        "message_id": one.message_id,
    }


def change(one: Change) -> Record:
    """An act that wrote."""
    return {
        "id": one.id,
        "cause": one.cause,
        "actor": one.actor,
        "at": utc(one.at),
        "message_id": one.message_id,
        "batch": one.batch,
        "undone_by": one.undone_by,
    }


def event(one: Event) -> Record:
    """What a change did to a memory."""
    return {
        "change": change(one.change),
        "at": utc(one.at),
        "before": None if one.before is None else memory(one.before),
        "after": None if one.after is None else memory(one.after),
        "contradicts": [memory(other) for other in one.contradicts],
    }


def undone(one: Undone) -> Record:
    """What was taken back."""
    return {
        "change": change(one.change),
        "memories": [memory(each) for each in one.memories],
        "messages": list(one.messages),
    }


def forgotten(one: Forgotten, words: dict[str, list[str]]) -> Record:
    """What goes, or went: ``words`` are the sentences that go, by message id."""
    return {
        "change_id": one.change_id,
        "memories": [memory(each) for each in one.memories],
        "messages": [message(each) | {"words": words.get(each.id, [])} for each in one.messages],
        "page": one.page,
    }


def settings(one: Settings) -> Record:
    """What a person decided."""
    return asdict(one) | {"categories_off": list(one.categories_off)}


def receipt(one: Receipt) -> Record:
    """What an erasure took."""
    return asdict(one) | {"rows": dict(one.rows), "proved": one.proved}


def report(one: Report, file: str) -> Record:
    """What the import of a file did."""
    return {"file": file, **asdict(one), "error": None}


def scene(one: Scene) -> Record:
    """A picture that is remembered."""
    return {
        "id": one.id,
        "scene_id": one.scene_id,
        "path": str(one.path),
        "description": one.description,
        "similarity": one.similarity,
        "why": one.why,
        "media_type": one.media_type,
        "width": one.width,
        "height": one.height,
        "sha256": one.sha256,
        "at": utc(one.at),
        "missing": one.missing,
    }
