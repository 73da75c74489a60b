"""Memory for an agent of agno: a store of its learning machine that lets the model know what was said, and two hooks.

- On add the hook ``keep`` keeps what the person says, and learns from it, before the model is asked; ``keep_reply`` the
  answer after, if it is text. The id of the run makes it safe to try a run again.
- On recall it gives what is known of the person and what bears on their message; agno puts it into the system message
  of the request alone.
- On delete it does nothing: what memory holds is forgotten, unsaid and erased through the person.
- It can't raise: agno logs what fails in a store or a hook, and the run goes on. It keeps no calls of tools.
- What the person asks of the memory itself ("forget that") is done; the answer to it is the model's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reverie import aio
from reverie.adapters.prompt_parts import text_of
from reverie.app.person import Person
from reverie.errors import ConfigError
from reverie.extras import install

try:
    from agno.models.message import Message
    from agno.run import RunContext
    from agno.run.agent import RunInput, RunOutput
except ImportError as error:
    raise ConfigError(f"agno is not installed: {install('agno')}") from error


class Remembering:
    """A learning store: ``Agent(learning=LearningMachine(custom_stores={"reverie": memory}), …)``.

    It needs its hooks too: ``pre_hooks=[memory.keep], post_hooks=[memory.keep_reply]``; where the agent is awaited,
    ``memory.akeep`` and ``memory.akeep_reply``.

    ``whose`` is the person, or gives them for the ``user_id`` of a run: ``lambda user: luna.meet(user, exact=True)``. A
    run without a ``user_id`` then has no memory. ``budget`` is the number of tokens that a context may take; by default
    it is the one of the settings.
    """

    learning_type = "reverie"
    schema = None
    was_updated = False

    def __init__(self, whose: Person | Callable[[str], Person], *, budget: int | None = None) -> None:
        self._whose = whose
        self._budget = budget

    def keep(self, run_input: RunInput, run_context: RunContext) -> None:
        """Keep what the person says in a run, and learn from it."""
        self._say(_said(run_input.input_content), "user", run_context)

    def keep_reply(self, run_output: RunOutput, run_context: RunContext) -> None:
        """Keep the answer; tags in it are recorded and taken out of what is kept."""
        self._say(run_output.content if isinstance(run_output.content, str) else "", "assistant", run_context)

    async def akeep(self, run_input: RunInput, run_context: RunContext) -> None:
        """Keep what the person says, in a thread."""
        await aio.call(self.keep, run_input, run_context)

    async def akeep_reply(self, run_output: RunOutput, run_context: RunContext) -> None:
        """Keep the answer, in a thread."""
        await aio.call(self.keep_reply, run_output, run_context)

    def recall(self, *, user_id: str | None = None, message: str | None = None, **_others: Any) -> str | None:
        """The context of a message; None where nobody says whose it is."""
        person = self._person(user_id)
        return None if person is None else str(person.context(message or "", budget=self._budget))

    async def arecall(self, *, user_id: str | None = None, message: str | None = None, **_others: Any) -> str | None:
        """The context of a message, which a thread reads."""
        return await aio.call(self.recall, user_id=user_id, message=message)

    def build_context(self, data: str | None) -> str:
        """What the system message says: the context as it is."""
        return data or ""

    def instructions(self) -> str:
        """Nothing: there are no tools to explain."""
        return ""

    def process(self, messages: Sequence[Any], **_others: Any) -> None:
        """Do nothing: agno has written its own notes into these messages, so the hooks keep what was said."""

    async def aprocess(self, messages: Sequence[Any], **_others: Any) -> None:
        """Do nothing, as ``process`` does."""

    def get_tools(self, **_others: Any) -> list[Callable[..., Any]]:
        """No tools: the model is told what is known, and what is said is kept, without it."""
        return []

    async def aget_tools(self, **_others: Any) -> list[Callable[..., Any]]:
        """No tools either."""
        return []

    def _person(self, user: str | None) -> Person | None:
        if isinstance(self._whose, Person):
            return self._whose
        return self._whose(user) if user else None

    def _say(self, text: str, role: str, run: RunContext) -> None:
        person = self._person(run.user_id)
        if person is not None and text.strip():
            person.say(text, role=role, id=f"agno:{run.run_id}:{role}")


def _said(content: Any) -> str:
    """The words of the person in the input of a run: those of the newest message, where there are several."""
    if isinstance(content, list) and content and _role(content[-1]) is not None:
        content = content[-1]
    if (role := _role(content)) is not None:
        if role != "user":
            return ""
        content = content.content if isinstance(content, Message) else content.get("content")
    return text_of(content)


def _role(message: Any) -> str | None:
    """Who speaks in a message; None where it is none."""
    if isinstance(message, Message):
        return message.role
    return message.get("role") if isinstance(message, dict) else None
