"""Memory for a voice pipeline of Pipecat: a processor before the model, in the memory of one person.

- On add it keeps what the person said and what was spoken to them, as Pipecat's aggregators write both down, and learns
  from the person's words; it does so in the background, so that nobody waits for it.
- On recall it puts what is known, and what bears on the newest words, into the context as one message before them; the
  next turn's takes its place.
- On delete it does nothing: what memory holds is forgotten, unsaid and erased through the person.
- It can't recall for a model that hears the audio itself, and keeps no calls of tools and no "mhm" while the bot talks.
- What the person asks of the memory itself ("forget that") is done; the answer to it is the model's.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from reverie import aio
from reverie.app.person import Person
from reverie.errors import ConfigError, ReverieError
from reverie.extras import install

try:
    from pipecat.frames.frames import LLMContextAssistantTurnFrame, LLMContextFrame, LLMContextUserTurnFrame
    from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
except ImportError as error:
    raise ConfigError(f"Pipecat is not installed: {install('pipecat')}") from error

if TYPE_CHECKING:
    from pipecat.frames.frames import Frame
    from pipecat.processors.aggregators.llm_context import LLMContext


class Remembering(FrameProcessor):
    """A processor between the user's aggregator and the model: ``Pipeline([…, user, Remembering(ada), model, …])``.

    ``budget`` is the number of tokens that a context may take; by default it is the one of the settings.
    """

    def __init__(self, person: Person, *, budget: int | None = None) -> None:
        super().__init__()
        self._person = person
        self._budget = budget
        self._shown: dict[str, str] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._earlier: asyncio.Task[None] | None = None

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Let a frame through: a context with what memory holds, what was said once its keeping has begun."""
        await super().process_frame(frame, direction)
        if isinstance(frame, LLMContextUserTurnFrame):
            self._keep("user", frame.text)
        elif isinstance(frame, LLMContextAssistantTurnFrame):
            self._keep("assistant", frame.text)
        elif isinstance(frame, LLMContextFrame):
            await self._remind(frame.context)
        await self.push_frame(frame, direction)

    async def cleanup(self) -> None:
        """End, once all that was said is kept."""
        if self._keeping is not None:
            await self._keeping
        await super().cleanup()

    def _keep(self, role: str, text: str) -> None:
        if text.strip():
            self._earlier = self._keeping
            self._keeping = asyncio.create_task(self._say(self._earlier, role, text))

    async def _say(self, before: asyncio.Task[None] | None, role: str, text: str) -> None:
        """Keep something, after what was said before it. What can't be kept is told as an error of the pipeline."""
        if before is not None:
            await before
        try:
            await aio.call(self._person.say, text, role=role)
        except ReverieError as error:
            await self.push_error(f"not kept: {error}", error)

    async def _remind(self, context: LLMContext) -> None:
        """Put what memory holds before the newest words. Where it can't be read, the model is asked without.

        It waits for what was said before them, which is long kept when somebody has heard an answer, and not for them.
        """
        if self._earlier is not None:
            await self._earlier
        messages = [one for one in context.get_messages() if one != self._shown]
        self._shown = None
        place = next((at for at in reversed(range(len(messages))) if _words(messages[at])), None)
        if place is not None:
            try:
                told = str(await aio.call(self._person.context, _words(messages[place]), budget=self._budget))
            except ReverieError as error:
                told = ""
                await self.push_error(f"nothing recalled: {error}", error)
            if told:
                self._shown = {"role": "developer", "content": told}
                messages.insert(place, self._shown)
        context.set_messages(messages)


def _words(message: Any) -> str:
    """What the person says in a message; none where it is not theirs."""
    if not isinstance(message, dict) or message.get("role") != "user":
        return ""
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    return "\n".join(str(part["text"]) for part in parts if part.get("type") == "text" and part.get("text")).strip()
