"""Memory for an agent of LangChain 1: a middleware that keeps what is said, and lets the model know what was.

- On add it keeps the newest message of the person, and learns from it, before the model is asked; its answer after.
- On recall it puts what is known of the person behind the system prompt, and what bears on the message before that
  message, in the request alone: the agent's state, and so its checkpoints, stay without it.
- On delete it does nothing: messages of a checkpoint and of memory are deleted each in its own place.
- It can't see messages that were put into the state without the agent, and keeps no calls of tools.
- What the person asks of the memory itself ("forget that") is done; the answer to it is the model's.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from reverie import aio
from reverie.adapters.prompt_parts import placed
from reverie.app.person import Person
from reverie.errors import ConfigError
from reverie.extras import install

try:
    from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
    from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
    from langgraph.runtime import Runtime
except ImportError as error:
    raise ConfigError(f"LangChain is not installed: {install('langchain')}") from error

State = AgentState[Any]


class Remembering(AgentMiddleware[State, Any, Any]):
    """A middleware of an agent: ``create_agent(model, tools, middleware=[Remembering(ada)])``.

    ``whose`` is the person, or gives them for a run: ``lambda runtime: luna.meet(runtime.context["user"])``.
    ``budget`` is the number of tokens that a context may take; by default it is the one of the settings.
    """

    def __init__(self, whose: Person | Callable[[Runtime[Any]], Person], *, budget: int | None = None) -> None:
        super().__init__()
        self._whose = whose
        self._budget = budget

    def before_agent(self, state: State, runtime: Runtime[Any]) -> None:
        """Keep what the person said, and learn from it. The id of the message makes it safe to run again."""
        said = _newest(state["messages"])
        if said is not None and said.text.strip():
            self._person(runtime).say(said.text, id=_key(said))

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Ask the model, with what memory holds."""
        return handler(self._remembering(request))

    def after_agent(self, state: State, runtime: Runtime[Any]) -> None:
        """Keep the answer; tags in it are recorded and taken out of what is kept."""
        last = state["messages"][-1] if state["messages"] else None
        if isinstance(last, AIMessage) and last.text.strip():
            self._person(runtime).say(last.text, role="assistant", id=_key(last))

    async def abefore_agent(self, state: State, runtime: Runtime[Any]) -> None:
        """Keep what the person said, in a thread."""
        await aio.call(self.before_agent, state, runtime)

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Ask the model, with what memory holds, which a thread reads."""
        return await handler(await aio.call(self._remembering, request))

    async def aafter_agent(self, state: State, runtime: Runtime[Any]) -> None:
        """Keep the answer, in a thread."""
        await aio.call(self.after_agent, state, runtime)

    def _person(self, runtime: Runtime[Any]) -> Person:
        return self._whose if isinstance(self._whose, Person) else self._whose(runtime)

    def _remembering(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        said = _newest(request.messages)
        if said is None:
            return request
        context = self._person(request.runtime).context(said.text, budget=self._budget)
        told = placed(context, request.system_prompt, said.content)
        shown = said.model_copy(update={"content": told.content})
        return request.override(
            system_message=SystemMessage(content=told.instructions) if told.instructions else request.system_message,
            messages=[shown if one is said else one for one in request.messages],
        )


def _newest(messages: Sequence[AnyMessage]) -> HumanMessage | None:
    """The last message of the person."""
    return next((one for one in reversed(messages) if isinstance(one, HumanMessage)), None)


def _key(message: HumanMessage | AIMessage) -> str | None:
    return None if message.id is None else f"langchain:{message.id}"
