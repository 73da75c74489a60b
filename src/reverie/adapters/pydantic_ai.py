"""Memory for an agent of pydantic-ai: a capability that keeps what is said, and lets the model know what was.

- On add it keeps the prompt of a run, and learns from it, before the model is asked; the answer after, if it is text.
- On recall it puts what is known of the person into a system prompt, and what bears on the prompt before the prompt,
  in each request alone: the message history stays without it, and so do histories that you keep.
- On delete it does nothing: what memory holds is forgotten, unsaid and erased through the person.
- It can't see runs without a prompt, and keeps no calls of tools and no answers that are records.
- What the person asks of the memory itself ("forget that") is done; the answer to it is the model's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from reverie import aio
from reverie.adapters.prompt_parts import placed, text_of
from reverie.app.person import Person
from reverie.errors import ConfigError
from reverie.extras import install

try:
    from pydantic_ai import AgentRunResult, RunContext
    from pydantic_ai.capabilities import AbstractCapability
    from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
    from pydantic_ai.models import ModelRequestContext
except ImportError as error:
    raise ConfigError(f"pydantic-ai is not installed: {install('pydantic-ai')}") from error


class Remembering(AbstractCapability[Any]):
    """A capability of an agent: ``Agent(model, capabilities=[Remembering(ada)])``.

    ``whose`` is the person, or gives them for a run: ``lambda ctx: luna.meet(ctx.deps.user, exact=True)``.
    ``budget`` is the number of tokens that a context may take; by default it is the one of the settings.
    """

    def __init__(self, whose: Person | Callable[[RunContext[Any]], Person], *, budget: int | None = None) -> None:
        self._whose = whose
        self._budget = budget

    async def before_run(self, ctx: RunContext[Any]) -> None:
        """Keep what the person said, and learn from it."""
        await aio.call(self._keep, ctx, text_of(ctx.prompt), "user")

    async def after_run(self, ctx: RunContext[Any], *, result: AgentRunResult[Any]) -> AgentRunResult[Any]:
        """Keep the answer; tags in it are recorded and taken out of what is kept."""
        await aio.call(self._keep, ctx, result.output if isinstance(result.output, str) else "", "assistant")
        return result

    async def before_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Put what memory holds into a request."""
        return await aio.call(self._remembering, ctx, request_context)

    def _person(self, ctx: RunContext[Any]) -> Person:
        return self._whose if isinstance(self._whose, Person) else self._whose(ctx)

    def _keep(self, ctx: RunContext[Any], text: str, role: str) -> None:
        if text.strip():
            self._person(ctx).say(text, role=role, id=f"pydantic-ai:{ctx.run_id}:{role}")

    def _remembering(self, ctx: RunContext[Any], request: ModelRequestContext) -> ModelRequestContext:
        asked = [one for one in request.messages if isinstance(one, ModelRequest)]
        newest = next((one for one in reversed(asked) if _prompt(one)), None)
        said = None if newest is None else _prompt(newest)
        if newest is None or said is None:
            return request
        context = self._person(ctx).context(text_of(said.content), budget=self._budget)
        told = placed(context, None, said.content, part=str)
        shown = {id(newest): _with(newest, said, replace(said, content=told.content))}
        if told.instructions:
            first = asked[0]
            shown[id(first)] = _instructed(shown.get(id(first), first), told.instructions)
        return replace(request, messages=[shown.get(id(one), one) for one in request.messages])


def _prompt(message: ModelRequest) -> UserPromptPart | None:
    """What the person says in a message of the history."""
    return next((part for part in message.parts if isinstance(part, UserPromptPart)), None)


def _with(message: ModelRequest, part: UserPromptPart, new: UserPromptPart) -> ModelRequest:
    return replace(message, parts=[new if one is part else one for one in message.parts])


def _instructed(message: ModelRequest, text: str) -> ModelRequest:
    """A message with a system prompt more: instructions would be noted in the history, and stay there."""
    parts = list(message.parts)
    after = next((place for place, part in enumerate(parts) if not isinstance(part, SystemPromptPart)), len(parts))
    return replace(message, parts=[*parts[:after], SystemPromptPart(text), *parts[after:]])
