"""Memory for a voice agent of LiveKit: an agent that knows, and keeps what is said, in the memory of one person.

- On add it keeps what LiveKit puts into a session's history: what the person said, and what was spoken to them, an
  interrupted answer as far as it was spoken. It learns from the person's words. All that happens in the background,
  once memory was read for them; the session closes once it is done.
- On recall it puts what is known, and what bears on the newest words, before them as one message, in the request alone:
  the history stays without it. A greeting, which has no words before it, gets what is known.
- On delete it does nothing: what memory holds is forgotten, unsaid and erased through the person.
- It can't recall for a model that hears the audio itself, and keeps no calls of tools and no turns that LiveKit drops.
- What the person asks of the memory itself ("forget that") is done; the answer to it is the model's.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, Self

from reverie.adapters.voice import Voice, newest_words
from reverie.app.person import Person
from reverie.errors import ConfigError, ReverieError
from reverie.extras import install

try:
    from livekit.agents import Agent, ConversationItemAddedEvent, FlushSentinel, ModelSettings
    from livekit.agents.llm import ChatChunk, ChatContext, ChatMessage, Tool, Toolset
except ImportError as error:
    raise ConfigError(f"LiveKit Agents is not installed: {install('livekit')}") from error

log = logging.getLogger("reverie.adapters")


class Remembering(Agent):
    """An agent with a memory: ``session.start(Remembering(ada, instructions="Be brief."))``.

    ``budget`` is the number of tokens that a context may take; by default it is the one of the settings. Whatever else
    ``Agent`` takes, it takes too. A subclass that has its own ``llm_node`` asks the model by ``super().llm_node``.
    """

    def __init__(
        self, person: Person, *, budget: int | None = None, tools: Sequence[Tool | Toolset] = (), **options: Any
    ) -> None:
        self._memory = Voice(person, budget=budget, report=_report)
        self._kept = _Kept(self, self._memory)
        super().__init__(tools=[*tools, self._kept], **options)

    async def update_tools(self, tools: list[Tool | Toolset]) -> None:
        """Give the agent other tools; it goes on remembering."""
        await super().update_tools([*tools, self._kept])

    async def llm_node(
        self, chat_ctx: ChatContext, tools: list[Tool], model_settings: ModelSettings
    ) -> AsyncGenerator[ChatChunk | str | FlushSentinel, None]:
        """Ask the model, with what memory holds. Where it can't be read, the model is asked without."""
        items = list(chat_ctx.items)
        place, words = newest_words(items, _words)
        if told := await self._memory.recall(words):
            items.insert(place, ChatMessage(role="system", content=[told]))
        async with aclosing(Agent.default.llm_node(self, ChatContext(items), tools, model_settings)) as answer:
            async for chunk in answer:
                yield chunk


class _Kept(Toolset):
    """Keeps what is said from an agent's start to its end.

    It is a toolset without tools, since LiveKit sets those of an agent up and closes them, whatever an agent that is
    derived does when it is entered or left, and closes them after the last words are in its history.
    """

    def __init__(self, agent: Agent, memory: Voice) -> None:
        super().__init__(id="reverie")
        self._agent = agent
        self._memory = memory

    async def setup(self) -> Self:
        self._agent.session.on("conversation_item_added", self._keep)
        return self

    async def aclose(self) -> None:
        self._agent.session.off("conversation_item_added", self._keep)
        await self._memory.close()

    def _keep(self, added: ConversationItemAddedEvent) -> None:
        item = added.item
        if isinstance(item, ChatMessage) and item.role in ("user", "assistant"):
            self._memory.keep(item.role, item.text_content or "", id=f"livekit:{item.id}")


def _words(item: Any) -> str:
    """What the person says in an item of the history; none where it is not theirs."""
    return (item.text_content or "").strip() if isinstance(item, ChatMessage) and item.role == "user" else ""


async def _report(what: str, error: ReverieError) -> None:
    log.error(what, exc_info=error)
