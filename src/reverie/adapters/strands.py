"""Memory for an agent of Strands: a store of its memory manager, in the memory of one person.

- On add it keeps what the person and the agent said, after each call of the agent, and learns from the person's words.
  What the agent's tool adds is remembered as its statement.
- On recall a search gives memories and messages with their times, best first; Strands puts them into the model's input
  alone, and gives the model a tool that searches.
- On delete it does nothing: Strands asks its stores for no deletion.
- It can't learn before the model is asked, nor tell it who the companion is; it keeps no calls of tools.
- It raises where something can't be kept, and Strands logs that and tries again: what was kept is not said twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reverie import aio
from reverie.adapters.prompt_parts import text_of
from reverie.app.person import Person
from reverie.errors import ConfigError, InvalidInput
from reverie.extras import install

try:
    from strands.memory import (
        AddMessagesContext,
        ExtractionConfig,
        InvocationTrigger,
        MemoryEntry,
        MemoryStore,
    )
    from strands.memory.types import SearchOptions
    from strands.types.content import Message
except ImportError as error:
    raise ConfigError(f"Strands is not installed: {install('strands')}") from error

Numbered = tuple[int, str, str]
"""A message: its number among those of an agent, who speaks, and the words."""


class ReverieMemoryStore(MemoryStore):
    """A store of one person: ``Agent(memory_manager=MemoryManager(stores=[ReverieMemoryStore(ada)]))``.

    ``limit`` is how many entries a search gives where nobody says how many.
    """

    writable = True

    def __init__(self, person: Person, *, name: str = "reverie", limit: int | None = None) -> None:
        self.name = name
        self.description: str | None = f"What is known of {person.user.name}, and what they and you have said"
        self.max_search_results = limit
        self.extraction: ExtractionConfig | bool | None = ExtractionConfig(trigger=[InvocationTrigger()])
        self._person = person
        self._half: set[Numbered] = set()

    async def search(self, query: str, options: SearchOptions | None = None) -> list[MemoryEntry]:
        """Give what answers a query, best first."""
        return await aio.call(self._search, query, (options or {}).get("max_search_results"))

    async def add(self, content: str, metadata: dict[str, Any] | None = None) -> None:
        """Remember what the agent states.

        Raises:
            Refused: there is a secret in it, or memory is paused.
        """
        await aio.call(self._person.remember, content, actor="strands")

    async def add_messages(self, messages: list[Message], context: AddMessagesContext | None = None) -> None:
        """Keep what was said, and learn from it. Of a batch that is given again after a failure, the rest is kept.

        Raises:
            InvalidInput: a message can't be kept; those after it were.
        """
        numbers = None if context is None else context.sequence_numbers
        said = [(one["role"], text_of(one["content"]).strip()) for one in messages]
        await aio.call(
            self._keep, [(number, *one) for number, one in zip(numbers or range(len(said)), said, strict=True)]
        )

    def _keep(self, said: Sequence[Numbered]) -> None:
        failed: InvalidInput | None = None
        for one in said:
            _number, role, text = one
            if text and one not in self._half:
                try:
                    self._person.say(text, role=role)
                except InvalidInput as error:  # it will never be kept, and what comes after it shall be
                    failed = failed or error
                else:
                    self._half.add(one)
        if failed is not None:
            raise failed
        self._half.clear()

    def _search(self, query: str, most: int | None) -> list[MemoryEntry]:
        limit = self.max_search_results if most is None else most
        entries = []
        for hit in self._person.recall(query, limit=limit) if query.strip() else ():
            old = hit.outdated_by
            entries.append(
                MemoryEntry(
                    content=hit.text if old is None else f"{hit.text} (no longer so: {old.text})",
                    metadata={"id": hit.memory.id, "score": hit.score, "at": hit.memory.valid_from.isoformat()},
                )
            )
        return entries
