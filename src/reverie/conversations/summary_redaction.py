"""What stands beside conversations, following what is known: what is forgotten or unsaid goes out of it too.

A sentence goes that has all the words of something that went. A model may have said the same in words of its own, so
its summary of words that were changed goes as a whole; the rules' own takes its place until another is put there. A
title goes that tells of it, or has a word of what a message there lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from reverie.records.conversations import Author, Conversation, Sheet
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.text.value_matching import mentions, sentences, topic_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Words that a message lost: all of them, or the sentences that were forgotten."""

    conversation_id: str
    text: str


def lost(conversation_id: str, before: str, after: str) -> list[Lost]:
    """The sentences of a message that are not in what it says now."""
    said = [before[start:end] for start, end in sentences(before)]
    return [Lost(conversation_id=conversation_id, text=text) for text in said if text not in after]


def follow(session: Session, act: Act, lost: Sequence[Lost], topics: Iterable[frozenset[str]] = ()) -> None:
    """Take out of summaries, notes and titles what tells of topics, or of words that messages lost."""
    topics = list(topics)
    for sheet, text in _followed(session, act.change.owner, lost, topics):
        act.write(sheet, replace(sheet, text=text, revision=sheet.revision + 1) if text else None)
    for titled in _retitled(session, act.change.owner, lost, topics):
        act.write(titled, replace(titled, title=None))


def speak(session: Session, owner: str, topics: Iterable[frozenset[str]]) -> bool:
    """Whether a summary, notes or a title tell of one of these topics."""
    topics = list(topics)
    return bool(_followed(session, owner, (), topics) or _retitled(session, owner, (), topics))


def _retitled(
    session: Session, owner: str, lost: Sequence[Lost], topics: Sequence[frozenset[str]]
) -> list[Conversation]:
    """The conversations that lose their title."""
    gone: dict[str, set[str]] = {}
    for one in lost:
        gone.setdefault(one.conversation_id, set()).update(topic_words(one.text))
    return [
        one
        for one in session.dialogue.conversations(owner, titled=True)
        if not gone.get(one.id, set()).isdisjoint(topic_words(one.title or ""))
        or any(mentions(one.title or "", topic) for topic in topics)
    ]


def _followed(
    session: Session, owner: str, lost: Sequence[Lost], topics: Iterable[frozenset[str]]
) -> list[tuple[Sheet, str]]:
    """The summaries and notes that change, with what is left of them."""
    there = session.sheets.all(owner)
    if not there:
        return []
    sought = [topic for topic in (*topics, *(topic for one in lost for topic in _told(one.text))) if topic]
    touched = {one.conversation_id for one in lost}
    found = []
    for sheet in there:
        again = sheet.author is Author.MODEL and sheet.conversation_id in touched
        text = "" if again else without(sheet.text, lambda said: any(mentions(said, topic) for topic in sought))
        if text != sheet.text:
            found.append((sheet, text))
    return found


def clear(session: Session, act: Act) -> None:
    """Take away what stands beside conversations that have no message left."""
    owner = act.change.owner
    for sheet in session.sheets.all(owner):
        if not session.dialogue.counted(owner, sheet.conversation_id):
            act.write(sheet, None)


def without(text: str, going: Callable[[str], bool]) -> str:
    """A text without the sentences that are going."""
    for start, end in reversed(sentences(text)):
        if going(text[start:end]):
            text = f"{text[:start].rstrip(' ')}{' ' if text[start - 1 : start] == ' ' else ''}{text[end:].lstrip(' ')}"
    return text.strip()


def _told(text: str) -> list[frozenset[str]]:
    """The words of each sentence of a message; one word alone would take too much along."""
    found = [topic_words(text[start:end]) for start, end in sentences(text)]
    return [topic for topic in found if len(topic) > 1]
