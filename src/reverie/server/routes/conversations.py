"""Conversations with what is kept of them: summaries, the companion's notes, episodes."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from typing_extensions import TypedDict

from reverie.conversations import summaries
from reverie.records.conversations import Author
from reverie.server.access.authorization import Reading, Speaking, Writing
from reverie.server.pagination import Command, Id, Page, Piece, Words, kept_page, paged, place_of
from reverie.shapes import conversations
from reverie.shapes.fields import Maker, maker

router = APIRouter(prefix="/v1/people/{person_id}", tags=["conversations"])


@router.get("/conversations")
def list_conversations(person: Reading, piece: Piece) -> Page[conversations.Conversation]:
    """List conversations, the oldest first."""
    return paged(person.conversations.all(), conversations.conversation, piece, lambda one: one.id)


@router.get("/conversations/{conversation_id}")
def get_conversation(person: Reading, conversation_id: str) -> conversations.Conversation:
    """Show a conversation."""
    return conversations.conversation(person.conversations.find(conversation_id))


@router.get("/conversations/{conversation_id}/messages")
def list_conversation_messages(person: Reading, conversation_id: str, piece: Piece) -> Page[conversations.Message]:
    """List what was said in a conversation, word for word."""
    found = person.conversations.page(piece.limit + 1, conversation=conversation_id, after=place_of(piece))
    return kept_page(found, piece, conversations.message, lambda one: one.place)


class Begin(Command):
    """A conversation to be begun."""

    local_only: bool = False


@router.post("/conversations")
def begin_conversation(person: Writing, body: Begin) -> conversations.Conversation:
    """Begin a conversation in which nothing was said yet."""
    return conversations.conversation(person.conversations.begin(local_only=body.local_only))


class Keep(Command):
    """Whether a conversation stays on this machine."""

    local_only: bool


@router.patch("/conversations/{conversation_id}")
def change_conversation(person: Writing, conversation_id: str, body: Keep) -> conversations.Conversation:
    """Let a conversation stay on this machine, or not any more: it is for no model that is elsewhere."""
    talks = person.conversations
    return conversations.conversation(talks.keep_local(talks.find(conversation_id).id, local_only=body.local_only))


class Ended(TypedDict):
    """A conversation that is over, and what is kept of it; null where there was nothing to keep."""

    conversation: conversations.Conversation
    episode: conversations.Episode | None


@router.post("/conversations/{conversation_id}/end")
def end_conversation(person: Writing, conversation_id: str) -> Ended:
    """End a conversation; the next message begins another."""
    talks = person.conversations
    where = talks.find(conversation_id)
    episode = talks.end(where.id)
    return {
        "conversation": conversations.conversation(talks.find(where.id)),
        "episode": None if episode is None else conversations.episode(episode),
    }


class Window(TypedDict):
    """A conversation for a prompt: what came before in short, and the last messages word for word."""

    summary: conversations.Summary
    messages: list[conversations.Message]


_window: Maker[summaries.Window, Window] = maker(Window)


@router.get("/conversations/{conversation_id}/summary")
def get_summary(person: Reading, conversation_id: str) -> Window:
    """Show what came before the last messages of a conversation, in short."""
    return _window(person.conversations.window(conversation_id))


class Summarize(Command):
    """A summary of one's own, of all up to the message ``covers``; an empty text gives it back to the rules."""

    text: Annotated[str, Field(max_length=20_000)]
    covers: Id | None = None
    author: Author = Author.PERSON


@router.put("/conversations/{conversation_id}/summary")
def put_summary(person: Writing, conversation_id: str, body: Summarize) -> conversations.Summary:
    """Put a summary in the place of the rules' own."""
    talks = person.conversations
    talks.summarize(body.text, conversation=conversation_id, covers=body.covers, author=body.author)
    return conversations.summary(talks.summary(conversation_id))


class Notes(TypedDict):
    """The companion's hidden notes on a conversation."""

    text: str


@router.get("/conversations/{conversation_id}/notes")
def get_notes(person: Speaking, conversation_id: str) -> Notes:
    """Show the companion's hidden notes: they are in no context, and not for the person's own token."""
    return {"text": person.conversations.notes(conversation_id)}


class Note(Command):
    """The companion's notes, in the place of those before."""

    text: Annotated[str, Field(max_length=20_000)]


@router.put("/conversations/{conversation_id}/notes")
def put_notes(person: Speaking, conversation_id: str, body: Note) -> Notes:
    """Write the companion's hidden notes."""
    person.conversations.note(body.text, conversation=conversation_id)
    return {"text": person.conversations.notes(conversation_id)}


@router.get("/episodes")
def list_episodes(person: Reading, piece: Piece) -> Page[conversations.Episode]:
    """List what is kept of conversations that are over."""
    return paged(person.conversations.episodes.all(), conversations.episode, piece, lambda one: one.id)


class Bear(Command):
    """A message that may bring an episode to mind."""

    message: Words
    conversation_id: Id | None = None


class Brought(TypedDict):
    """The episode and the excerpt of a conversation that have most to do with a message; null where none has enough."""

    episode: conversations.Episode | None
    excerpt: conversations.Excerpt | None


@router.post("/episodes/search")
def search_episodes(person: Reading, body: Bear) -> Brought:
    """Find the episode, and the excerpt of a conversation, that bear most on a message."""
    here = body.conversation_id and person.conversations.find(body.conversation_id).id
    episode, excerpt = person.conversations.episodes.best(body.message, conversation=here)
    return {
        "episode": None if episode is None else conversations.episode(episode),
        "excerpt": None if excerpt is None else conversations.excerpt(excerpt),
    }
