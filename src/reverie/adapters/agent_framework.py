"""Memory for Microsoft's Agent Framework: a context provider that keeps what is said, and lets the model know what was.

- On add it keeps the person's newest message, and learns from it, before the model is asked; the answer after, if it is
  text.
- On recall it puts what is known of the person behind the instructions, and what bears on the message before that
  message, in the requests of a run alone: the session, and so its history, stays without it.
- On delete it does nothing: what memory holds is forgotten, unsaid and erased through the person.
- It can't see runs without a message of the person, and keeps no calls of tools and no answers that are records.
- What the person asks of the memory itself ("forget that") is done; the answer to it is the model's.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from reverie import aio
from reverie.adapters.prompt_parts import placed
from reverie.app.person import Person
from reverie.errors import ConfigError
from reverie.extras import install

try:
    from agent_framework import AgentSession, ChatContext, Content, ContextProvider, Message, chat_middleware
except ImportError as error:
    raise ConfigError(f"the Agent Framework is not installed: {install('agent-framework')}") from error

if TYPE_CHECKING:
    from agent_framework import AgentResponse, SessionContext, SupportsAgentRun

    from reverie.context.rendering import Context


class Remembering(ContextProvider):
    """A provider of an agent: ``Agent(client, context_providers=[Remembering(ada)])``.

    ``whose`` is the person, or gives them for a session: ``lambda session: luna.meet(session.state["user"],
    exact=True)``. ``budget`` is the number of tokens that a context may take; by default it is the one of the settings.
    """

    def __init__(
        self,
        whose: Person | Callable[[AgentSession], Person],
        *,
        budget: int | None = None,
        source_id: str = "reverie",
    ) -> None:
        super().__init__(source_id)
        self._whose = whose
        self._budget = budget

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Keep what the person said, learn from it, and give the requests of the run what memory holds."""
        said = _newest(context.input_messages)
        if said is None:
            return
        told = await aio.call(self._heard, session, said)
        context.extend_instructions(self.source_id, told.noted)
        context.extend_middleware(self.source_id, _placing(told))

    async def after_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Keep the answer; tags in it are recorded and taken out of what is kept."""
        if context.response is not None and not _is_record(context.response):
            said = [one.text for one in context.response.messages if one.role == "assistant" and one.text.strip()]
            if said:
                await aio.call(self._answered, session, "\n".join(said))

    def _person(self, session: AgentSession) -> Person:
        return self._whose if isinstance(self._whose, Person) else self._whose(session)

    def _heard(self, session: AgentSession, said: Message) -> Context:
        person = self._person(session)
        person.say(said.text, id=None if said.message_id is None else f"agent-framework:{said.message_id}")
        return person.context(said.text, budget=self._budget)

    def _answered(self, session: AgentSession, text: str) -> None:
        self._person(session).say(text, role="assistant")


def _placing(told: Context) -> Callable[[ChatContext, Callable[[], Awaitable[None]]], Awaitable[None]]:
    """What puts the volatile part of a context before the newest message, in each request of a run."""

    @chat_middleware
    async def placing(context: ChatContext, call_next: Callable[[], Awaitable[None]]) -> None:
        said = _newest(context.messages)
        if said is not None:
            shown = copy(said)
            shown.contents = [*placed(told, None, said.contents, part=Content.from_text).content]
            context.messages = [shown if one is said else one for one in context.messages]
        await call_next()

    return placing


def _is_record(response: AgentResponse[Any]) -> bool:
    """Whether an answer was to be a record; one that is none after all is no answer in words either."""
    try:
        return response.value is not None
    except ValueError:
        return True


def _newest(messages: Sequence[Message]) -> Message | None:
    """The last message in which the person says something."""
    return next((one for one in reversed(messages) if one.role == "user" and one.text.strip()), None)
