"""A processor of Pipecat in real pipelines, with a script as the model and words instead of audio."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.spoken import spoken

pytest.importorskip("pipecat", reason="Pipecat asks for an older protobuf than the development pins have")

from pipecat.frames.frames import (
    EndFrame,
    ErrorFrame,
    Frame,
    LLMContextAssistantTurnFrame,
    LLMContextFrame,
    LLMContextUserTurnFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    ProposedUserStartedSpeakingFrame,
    ProposedUserStoppedSpeakingFrame,
    TranscriptionFrame,
    UserStartedSpeakingFrame,
    UserStoppedSpeakingFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.tests.utils import run_test
from pipecat.turns.user_turn_strategies import ExternalUserTurnStrategies
from pipecat.workers.runner import WorkerRunner

from reverie import Person, Reverie
from reverie.adapters.pipecat import Remembering

RAMEN = "Favorite food is ramen."


class Script(FrameProcessor):
    """Answers one after the other, with what it was asked each time."""

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self._answers = list(answers)
        self.asked: list[list[Any]] = []

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            await self.push_frame(frame, direction)
            return
        self.asked.append([dict(one) for one in frame.context.get_messages()])
        await self.push_frame(LLMFullResponseStartFrame())
        await self.push_frame(LLMTextFrame(self._answers.pop(0)))
        await self.pause()
        await self.push_frame(LLMFullResponseEndFrame())

    async def pause(self) -> None:
        """Wait before an answer ends."""


class Endless(Script):
    """Begins to answer and does not come to an end, once; then it answers as another."""

    def __init__(self, *answers: str) -> None:
        super().__init__("You like", *answers)
        self._begun = False

    async def pause(self) -> None:
        if not self._begun:
            self._begun = True
            await asyncio.Event().wait()


class Watching(FrameProcessor):
    """Holds what of some kind comes by."""

    def __init__(self, kind: type[Frame]) -> None:
        super().__init__()
        self._kind = kind
        self.seen: asyncio.Queue[Any] = asyncio.Queue()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, self._kind):
            self.seen.put_nowait(frame)
        await self.push_frame(frame, direction)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A pipeline that runs."""

    worker: PipelineWorker
    pair: LLMContextAggregatorPair
    answers: Watching

    async def hear(self, text: str) -> None:
        """Let the person say something; an answer that is still spoken is not interrupted."""
        heard = TranscriptionFrame(text, "ada", "2026-01-01T00:00:00Z")
        await self.worker.queue_frames([UserStartedSpeakingFrame(), heard, UserStoppedSpeakingFrame()])

    async def speaks(self) -> None:
        """Wait until an answer that does not end has begun."""
        while not self.pair.assistant().aggregation_string():
            await asyncio.sleep(0.01)


def during(person: Person, script: Script, speaking: Callable[[Call], Awaitable[None]]) -> list[str]:
    """Do something while a pipeline runs, which it ends; give what errors the pipeline told."""

    async def talking() -> list[str]:
        external = LLMUserAggregatorParams(user_turn_strategies=ExternalUserTurnStrategies())
        pair = LLMContextAggregatorPair(LLMContext([{"role": "system", "content": "Be brief."}]), user_params=external)
        errors, answers = Watching(ErrorFrame), Watching(LLMContextAssistantTurnFrame)
        stages = [errors, pair.user(), Remembering(person), script, pair.assistant(), answers]
        worker = PipelineWorker(Pipeline(stages), cancel_on_idle_timeout=False, enable_rtvi=False)
        started = asyncio.Event()
        worker.add_event_handler("on_pipeline_started", lambda *_more: started.set())

        async def begun() -> None:
            await started.wait()
            await speaking(Call(worker=worker, pair=pair, answers=answers))

        runner = WorkerRunner()
        await runner.add_workers(worker)
        await asyncio.gather(runner.run(), begun())
        return [errors.seen.get_nowait().error for _each in range(errors.seen.qsize())]

    return asyncio.run(talking())


def talk(person: Person, script: Script, *texts: str) -> list[str]:
    """Say texts, each once the one before is answered; give what errors the pipeline told."""

    async def speaking(call: Call) -> None:
        for text in texts:
            await call.hear(text)
            await call.answers.seen.get()
        await call.worker.queue_frame(EndFrame())

    return during(person, script, speaking)


pytestmark = pytest.mark.usefixtures("patient")


def test_the_model_reads_what_is_known_and_both_sides_are_kept(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.")
    assert talk(ada, script, "My favorite food is ramen.", "Which food is my favorite?") == []
    assert RAMEN in script.asked[-1][-2]["content"]
    assert spoken(ada) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", "Which food is my favorite?"),
        ("assistant", "Ramen, then."),
    ]


def test_one_message_stands_before_the_newest_words_and_is_replaced(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.", "Yes.")
    talk(ada, script, "My favorite food is ramen.", "Which food is my favorite?", "Are you sure?")
    roles = [[one["role"] for one in asked] for asked in script.asked]
    said = ["user", "assistant"]
    assert roles == [["system", *said * turn, "developer", "user"] for turn in range(3)]
    assert script.asked[-1][-1]["content"] == "Are you sure?"


def test_a_new_pipeline_remembers_what_was_said_in_the_last(luna: Reverie, ada: Person) -> None:
    bo = luna.meet("Bo")
    talk(ada, Script("Hello!"), "I live in Lyon.")
    talk(bo, Script("Hello!"), "I live in Rome.")
    script = Script("In Lyon.")
    talk(ada, script, "Where do I live, in Lyon or in Rome?")
    assert "Lives in Lyon." in str(script.asked)
    assert "Lives in Rome." not in str(script.asked)


def asked_of(ada: Person, *frames: Frame) -> None:
    asyncio.run(run_test(Remembering(ada), frames_to_send=frames))


def test_what_was_said_before_is_known_however_fast_one_speaks_and_all_is_kept_at_the_end(ada: Person) -> None:
    asked = LLMContext([{"role": "user", "content": "Which food is my favorite?"}])
    said = ["My favorite food is ramen.", "I live in Lyon.", "I am a baker.", "Which food is my favorite?"]
    turns = [LLMContextUserTurnFrame(text, "2026-01-01T00:00:00Z") for text in said]
    asked_of(ada, *turns, LLMContextFrame(asked), LLMContextAssistantTurnFrame("Ramen.", "2026-01-01T00:00:01Z"))
    assert RAMEN in str(asked.get_messages())
    assert [text for _role, text in spoken(ada)] == [*said, "Ramen."]


def test_a_guess_at_what_will_be_said_is_not_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    guess = LLMContext([{"role": "user", "content": "Which food is my favorite?"}])
    asked_of(ada, LLMContextFrame(guess, speculation=True))
    assert RAMEN in str(guess.get_messages())
    assert len(ada.messages()) == 1


def test_words_beside_a_picture_are_looked_for(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    words = {"type": "text", "text": "Is this my favorite food?"}
    shown = LLMContext([{"role": "user", "content": [words, {"type": "image_url", "image_url": {"url": "x"}}]}])
    asked_of(ada, LLMContextFrame(shown))
    assert RAMEN in str(shown.get_messages()[0])


def test_a_greeting_knows_whom_it_greets(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    greeting = LLMContext([{"role": "system", "content": "Greet them."}])
    asked_of(ada, LLMContextFrame(greeting))
    assert [one["role"] for one in greeting.get_messages()] == ["system", "developer"]
    assert RAMEN in str(greeting.get_messages()[-1])


def test_memory_is_read_before_the_newest_words_are_learned(ada: Person) -> None:
    script = Script("Noted!")
    talk(ada, script, "My favorite food is ramen.")
    assert RAMEN not in str(script.asked)
    assert [one.text for one in ada.memories()] == [RAMEN]


def test_what_was_spoken_is_kept_where_somebody_hangs_up(ada: Person) -> None:
    async def speaking(call: Call) -> None:
        await call.hear("What do I like?")
        await call.speaks()
        await call.worker.cancel()

    assert during(ada, Endless(), speaking) == []
    assert spoken(ada) == [("user", "What do I like?"), ("assistant", "You like")]


@pytest.mark.parametrize("where", ["before memory", "behind what speaks"])
def test_of_an_answer_that_is_interrupted_what_was_spoken_is_kept(ada: Person, where: str) -> None:
    async def speaking(call: Call) -> None:
        await call.hear("What do I like?")
        await call.speaks()
        if where == "behind what speaks":
            await call.answers.broadcast_interruption()
        await call.worker.queue_frame(ProposedUserStartedSpeakingFrame())
        await call.answers.seen.get()
        heard = TranscriptionFrame("I mean: to eat.", "ada", "2026-01-01T00:00:00Z")
        await call.worker.queue_frames([heard, ProposedUserStoppedSpeakingFrame()])
        await call.answers.seen.get()
        await call.worker.queue_frame(EndFrame())

    assert during(ada, Endless("Ramen."), speaking) == []
    assert spoken(ada) == [
        ("user", "What do I like?"),
        ("assistant", "You like"),
        ("user", "I mean: to eat."),
        ("assistant", "Ramen."),
    ]


def test_what_was_spoken_is_kept_once_where_its_frame_comes_late(ada: Person) -> None:
    asked, remembering = LLMContext([{"role": "user", "content": "What do I like?"}]), Remembering(ada)
    first, second = (LLMContextUserTurnFrame(text, "2026-01-01T00:00:00Z") for text in ("What do I like?", "To eat."))

    async def write(_processor: FrameProcessor, frame: Frame) -> None:
        if frame is second:
            asked.add_message({"role": "assistant", "content": "You like"})

    remembering.add_event_handler("on_before_process_frame", write)
    late = LLMContextAssistantTurnFrame("You like", "2026-01-01T00:00:01Z")
    asyncio.run(run_test(remembering, frames_to_send=[first, LLMContextFrame(asked), second, late]))
    assert spoken(ada) == [("user", "What do I like?"), ("assistant", "You like"), ("user", "To eat.")]


def test_what_comes_into_the_context_while_memory_is_read_stays_there(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = LLMContext([{"role": "user", "content": "Which food is my favorite?"}])
    read = Person.context

    def meanwhile(person: Person, words: str, *, budget: int | None) -> Any:
        asked.add_message({"role": "user", "content": "And what do I drink?"})
        return read(person, words, budget=budget)

    monkeypatch.setattr(Person, "context", meanwhile)
    asked_of(ada, LLMContextFrame(asked))
    assert [one["role"] for one in asked.get_messages()] == ["user", "developer", "user"]


def test_what_cannot_be_kept_is_told_and_the_talk_goes_on(ada: Person) -> None:
    script = Script("That was long.", "I do.")
    [told] = talk(ada, script, "x" * 2_000_001, "I live in Lyon.")
    assert "at most 2,000,000 characters" in told
    assert [text for _role, text in spoken(ada)] == ["That was long.", "I live in Lyon.", "I do."]


def test_where_memory_cannot_be_read_the_model_is_asked_without(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    shown = LLMContext([{"role": "user", "content": "Which food is my favorite?"}])
    down, up = asyncio.run(run_test(Remembering(ada, budget=-1), frames_to_send=[LLMContextFrame(shown)]))
    assert ([type(one) for one in down], [type(one) for one in up]) == ([LLMContextFrame], [ErrorFrame])
    assert shown.get_messages() == [{"role": "user", "content": "Which food is my favorite?"}]


def test_off_the_record_nothing_is_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("Ramen.")
    talk(ada.off_record(), script, "Which food is my favorite?")
    assert RAMEN in str(script.asked)
    assert len(ada.messages()) == 1
