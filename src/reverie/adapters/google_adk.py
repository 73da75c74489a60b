"""Memory for Google's Agent Development Kit: a memory service in which each user of an agent is a person.

- On add it keeps what the user and the agent said in the events of a session, each once by the event's id, however
  often the session is added, and learns from the user's words. ``add_memory`` remembers what the agent states.
- On recall ``search_memory`` gives memories and messages with their times, best first. Who is unknown has none.
- On delete ``delete_memory`` forgets a memory or deletes a message, with what that taught; added again with its
  session it stays away. ADK's own session keeps the words.
- It can't tell apps apart: the memory of a person is one. It keeps no calls of tools, no thoughts and no files.
- It learns when a session is added, so add it after each run; what ADK does not ask for, the model is not told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from reverie import aio
from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.errors import ConfigError, InvalidInput, NotFound, Refused
from reverie.extras import install

try:
    from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
    from google.adk.memory.memory_entry import MemoryEntry
    from google.genai import types
except ImportError as error:
    raise ConfigError(f"Google's ADK is not installed: {install('google-adk')}") from error

if TYPE_CHECKING:
    from google.adk.events.event import Event
    from google.adk.sessions.session import Session

_ACTOR = "google-adk"


class ReverieMemoryService(BaseMemoryService):
    """A memory service: ``Runner(agent=agent, memory_service=ReverieMemoryService(luna), …)``.

    A user's id is compared to the letter, and who is new is met when a session is added.
    """

    def __init__(self, luna: Reverie, *, limit: int | None = None) -> None:
        self._luna = luna
        self._limit = limit

    async def add_session_to_memory(self, session: Session) -> None:
        """Keep what was said in a session and is not kept yet."""
        await aio.call(self._add, session.user_id, session.events)

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Keep what was said in events and is not kept yet."""
        await aio.call(self._add, user_id, events)

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Remember what is stated outright.

        Raises:
            Refused: there is a secret in it, or memory is paused.
        """
        await aio.call(self._remember, user_id, [_text(one.content) for one in memories])

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        """Give what answers a query, best first."""
        return SearchMemoryResponse(memories=await aio.call(self._search, user_id, query))

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        """Forget a memory, or delete a message, by the id that ``search_memory`` gave.

        Raises:
            NotFound: the user has nothing of this id.
            InvalidInput: there is no id.
        """
        if memory_id is None:
            raise InvalidInput("delete_memory needs a memory_id: it is the id of an entry that search_memory gave")
        await aio.call(self._delete, user_id, memory_id)

    def _add(self, user: str, events: Sequence[Event]) -> None:
        every = [(one, _text(one.content)) for one in events if not one.partial]
        said = [(one, text) for one, text in every if text]
        if not said:
            return
        person = self._luna.meet(user, exact=True)
        for one, text in said:
            role = "user" if one.author == "user" else "assistant"
            try:
                person.say(text, role=role, at=datetime.fromtimestamp(one.timestamp, UTC), id=f"google-adk:{one.id}")
            except Refused as error:
                if error.reason != "deleted":
                    raise

    def _remember(self, user: str, texts: Sequence[str]) -> None:
        person = self._luna.meet(user, exact=True)
        for text in filter(None, texts):
            person.remember(text, actor=_ACTOR)

    def _known(self, user: str) -> Person | None:
        try:
            return self._luna.find(user, exact=True)
        except NotFound:
            return None

    def _search(self, user: str, query: str) -> list[MemoryEntry]:
        person = self._known(user)
        if person is None or not query.strip():
            return []
        entries = []
        for hit in person.recall(query, limit=self._limit):
            old = hit.outdated_by
            text = hit.text if old is None else f"{hit.text} (no longer so: {old.text})"
            words = hit.message if hit.message is not None and hit.message.id == hit.memory.id else None
            entries.append(
                MemoryEntry(
                    id=hit.memory.id,
                    content=types.Content(role="user", parts=[types.Part(text=text)]),
                    author=None if words is None else words.speaker,
                    timestamp=(hit.memory.valid_from if words is None else words.sent_at).isoformat(),
                )
            )
        return entries

    def _delete(self, user: str, id: str) -> None:
        person = self._luna.find(user, exact=True)
        try:
            person.memory(id)
        except NotFound:
            person.unsay(id)
        else:
            person.forget(id)


def _text(content: types.Content | None) -> str:
    """The words of a content, without thoughts, calls and files."""
    parts = content.parts if content is not None and content.parts else ()
    return "\n".join(part.text for part in parts if part.text and not part.thought).strip()
