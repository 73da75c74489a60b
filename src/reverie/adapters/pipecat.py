"""Memory for a voice pipeline of Pipecat: a processor before the model, in the memory of one person.

- On add it keeps what the person said and what was spoken to them, as Pipecat's aggregators write both down, and learns
  from the person's words; it does so in the background, once memory was read for them, so that nobody waits for it.
- On recall it puts what is known, and what bears on the newest words, into the context as one message before them; the
  next turn's takes its place. A greeting, which has no words before it, gets what is known.
- On delete it does nothing: what memory holds is forgotten, unsaid and erased through the person.
- It can't recall for a model that hears the audio itself, and keeps no calls of tools and no "mhm" while the bot talks.
- What the person asks of the memory itself ("forget that") is done; the answer to it is the model's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reverie.adapters.prompt_parts import text_of
from reverie.adapters.voice import Voice, newest_words
from reverie.app.person import Person
from reverie.errors import ConfigError
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
        self._memory = Voice(person, budget=budget, report=self.push_error)
        self._held = ""
        self._shown: dict[str, str] | None = None
        self._asked: tuple[LLMContext, list[Any]] | None = None
        self._cut_off = ""

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Let a frame through: a context with what memory holds, what was said once its keeping has begun."""
        await super().process_frame(frame, direction)
        if isinstance(frame, LLMContextUserTurnFrame):
            self._cut_off = self._spoken()
            self._answered(self._cut_off)
            self._hold(frame.text)
        elif isinstance(frame, LLMContextAssistantTurnFrame):
            if frame.text.strip() != self._cut_off:
                self._answered(frame.text)
        elif isinstance(frame, LLMContextFrame):
            await self._remind(frame.context)
            self._asked = (frame.context, [*frame.context.get_messages()])
        await self.push_frame(frame, direction)

    async def cleanup(self) -> None:
        """End, once all that was said is kept."""
        await super().cleanup()
        self._answered(self._spoken())
        await self._memory.close()

    def _hold(self, words: str) -> None:
        """Hold the person's words until memory was read for them, and keep those that were held before."""
        self._memory.keep("user", self._held)
        self._held = words

    def _answered(self, text: str) -> None:
        self._hold("")
        self._memory.keep("assistant", text)
        self._asked = None

    def _spoken(self) -> str:
        """What was spoken of an answer that no frame came with, as the context has it.

        None comes where the pipeline is cancelled, and where an interruption from behind overtakes it.
        """
        if self._asked is None:
            return ""
        context, before = self._asked
        known = set(map(id, before))
        added = (one for one in context.get_messages() if id(one) not in known)
        return "\n".join(filter(None, (_words(one, "assistant") for one in added)))

    async def _remind(self, context: LLMContext) -> None:
        """Put what memory holds before the newest words. Where it can't be read, the model is asked without."""
        _place, words = newest_words(context.get_messages(), _words)
        try:
            told = await self._memory.recall(words)
        finally:
            self._hold("")
        messages = [one for one in context.get_messages() if one != self._shown]
        self._shown = {"role": "developer", "content": told} if told else None
        if self._shown is not None:
            messages.insert(newest_words(messages, _words)[0], self._shown)
        context.set_messages(messages)


def _words(message: Any, role: str = "user") -> str:
    """What somebody says in a message; none where it is not theirs."""
    theirs = isinstance(message, dict) and message.get("role") == role
    return text_of(message.get("content")).strip() if theirs else ""
