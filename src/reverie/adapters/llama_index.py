"""Memory for LlamaIndex: a block of its ``Memory`` that keeps what is said, and lets the model know what was.

- On add it keeps the person's newest message, and learns from it, when the memory is read for the model; the reply at
  the next reading, which for an agent is the end of the run. A message that leaves the queue unread is kept then.
- On recall it gives what is known of the person and what bears on their message; LlamaIndex puts it into the system
  message, or before the newest message, of what the model reads alone: its chat store stays without it.
- On delete it does nothing: LlamaIndex tells its blocks nothing of ``reset`` and ``set``.
- It can't keep a last reply that nobody reads behind, and keeps no calls of tools, and no history that it first sees.
- What the person asks of the memory itself ("forget that") is done; the answer to it is the model's.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from reverie import aio
from reverie.app.person import Person
from reverie.errors import ConfigError
from reverie.extras import install

try:
    from llama_index.core.base.llms.types import ChatMessage
    from llama_index.core.memory import BaseMemoryBlock
    from llama_index.core.utils import get_tokenizer
    from pydantic import PrivateAttr
except ImportError as error:
    raise ConfigError(f"LlamaIndex is not installed: {install('llama-index')}") from error

Spoken = tuple[str, str]
"""Who speaks, and the words."""


class Remembering(BaseMemoryBlock[str]):
    """A block of one person: ``Memory.from_defaults(memory_blocks=[Remembering(ada)])``.

    It may serve several sessions of the person. ``budget`` is the number of tokens that a context may take; by default
    it is the one of the settings. Other arguments are those of a block: ``name``, ``description`` and ``priority``.
    """

    name: str = "reverie"
    priority: int = 1

    _person: Person = PrivateAttr()
    _budget: int | None = PrivateAttr()
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)
    _kept: dict[str, list[Spoken]] = PrivateAttr(default_factory=dict)
    _asked: dict[str, str] = PrivateAttr(default_factory=dict)

    def __init__(self, person: Person, *, budget: int | None = None, **block: Any) -> None:
        super().__init__(**block)
        self._person = person
        self._budget = budget

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Write a context again with fewer tokens; give None where none are left."""
        return await aio.call(self._shorter, content, tokens_to_truncate)

    async def _aget(
        self, messages: list[ChatMessage] | None = None, *, session_id: str | None = None, **_others: Any
    ) -> str:
        """Keep what is new in a session, and give the context of the newest message."""
        return await aio.call(self._read, session_id or "", _spoken(messages or ()))

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Keep those messages that leave the queue and were not read."""
        session = next((one.additional_kwargs.get("session_id") for one in messages), None)
        await aio.call(self._leave, session or "", _spoken(messages))

    def _read(self, session: str, spoken: list[Spoken]) -> str:
        asks = bool(spoken) and spoken[-1][0] == "user"
        if asks and spoken[-2:-1] == spoken[-1:]:
            del spoken[-1]  # an agent gives its prompt once more while it uses tools
        with self._lock:
            kept = self._kept.get(session)
            if kept is None or spoken[: len(kept)] != kept:  # a history that was begun elsewhere, or set anew
                kept = self._kept[session] = spoken[:-1] if asks else list(spoken)
            self._keep(kept, spoken)
        said = next((text for role, text in reversed(spoken) if role == "user"), None)
        if said is None:
            return ""
        told = str(self._person.context(said, budget=self._budget))
        self._asked = {told: said}
        return told

    def _leave(self, session: str, spoken: list[Spoken]) -> None:
        with self._lock:
            kept = self._kept.get(session)
            if kept is not None:
                self._keep(kept, spoken)
                del kept[: len(spoken)]

    def _keep(self, kept: list[Spoken], spoken: Sequence[Spoken]) -> None:
        for role, text in spoken[len(kept) :]:
            self._person.say(text, role=role)
            kept.append((role, text))

    def _shorter(self, content: str, fewer: int) -> str | None:
        said, encode = self._asked.get(content), get_tokenizer()
        budget = len(encode(content)) - fewer
        if said is None or budget <= 0:
            return None
        return str(self._person.context(said, budget=budget, count_tokens=lambda text: len(encode(text)))) or None


def _spoken(messages: Sequence[ChatMessage]) -> list[Spoken]:
    """What the person and the agent say in messages, in words."""
    every = [(one.role.value, one.content or "") for one in messages]
    return [(role, text) for role, text in every if role in ("user", "assistant") and text.strip()]
