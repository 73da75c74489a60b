"""An agent of LiveKit in real sessions, with a script as the model, words for speech and silence for a voice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from livekit import rtc
from livekit.agents import Agent, AgentSession, AgentTask, APIConnectOptions, StopResponse, function_tool
from livekit.agents.language import LanguageCode
from livekit.agents.llm import (
    LLM,
    ChatChunk,
    ChatContext,
    ChatMessage,
    ChoiceDelta,
    FunctionToolCall,
    LLMStream,
    Tool,
)
from livekit.agents.stt import STT, RecognizeStream, SpeechData, SpeechEvent, SpeechEventType, STTCapabilities
from livekit.agents.voice.io import AudioOutput, AudioOutputCapabilities
from tests.spoken import spoken

from reverie import Person, Reverie
from reverie.adapters.livekit import Remembering

RAMEN = "Favorite food is ramen."
QUESTION = "Which food is my favorite?"


class Script(LLM[Any]):
    """Answers one after the other, texts or calls of tools, with what it was asked each time."""

    def __init__(self, *answers: str | FunctionToolCall) -> None:
        super().__init__()
        self.answers = list(answers)
        self.asked: list[list[tuple[str, str]]] = []

    def chat(self, *, chat_ctx: ChatContext, tools: list[Tool] | None = None, **more: Any) -> LLMStream:
        self.asked.append([(one.role, one.text_content or "") for one in chat_ctx.messages()])
        return Answer(self, chat_ctx=chat_ctx, tools=tools or [], conn_options=APIConnectOptions(max_retry=0))


class Answer(LLMStream):
    async def _run(self) -> None:
        assert isinstance(self._llm, Script)
        answer = self._llm.answers.pop(0)
        said, calls = (answer, []) if isinstance(answer, str) else (None, [answer])
        delta = ChoiceDelta(role="assistant", content=said, tool_calls=calls)
        self._event_ch.send_nowait(ChatChunk(id="answer", delta=delta))


class Ears(STT[Any]):
    """Where speech comes from: `Spoken` says what is heard."""

    def __init__(self) -> None:
        super().__init__(capabilities=STTCapabilities(streaming=True, interim_results=True))

    async def _recognize_impl(self, *_audio: Any, **_more: Any) -> SpeechEvent:
        raise NotImplementedError

    def stream(self, **_more: Any) -> RecognizeStream:
        raise NotImplementedError


class Loudspeaker(AudioOutput):
    """Plays nothing, and says of an answer that is interrupted that its first words were heard."""

    def __init__(self, heard: str) -> None:
        super().__init__(label="loudspeaker", capabilities=AudioOutputCapabilities(pause=False))
        self._heard = heard
        self.playing = asyncio.Event()

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        await super().capture_frame(frame)
        if not self.playing.is_set():
            self.playing.set()
            self.on_playback_started(created_at=0.0)

    def flush(self) -> None:
        super().flush()

    def clear_buffer(self) -> None:
        self.on_playback_finished(playback_position=0.5, interrupted=True, synchronized_transcript=self._heard)


class Spoken(Remembering):
    """An agent that hears what is put into ``ears``, and speaks in silence."""

    def __init__(self, person: Person, **options: Any) -> None:
        super().__init__(person, instructions="Be brief.", stt=Ears(), **options)
        self.ears: asyncio.Queue[SpeechEvent] = asyncio.Queue()

    async def stt_node(self, audio: Any, model_settings: Any) -> AsyncIterator[SpeechEvent]:
        while True:
            yield await self.ears.get()

    async def tts_node(self, text: Any, model_settings: Any) -> AsyncIterator[rtc.AudioFrame]:
        async for _piece in text:
            yield rtc.AudioFrame.create(sample_rate=24000, num_channels=1, samples_per_channel=2400)

    def hear(self, *kinds: SpeechEventType, text: str = "") -> None:
        for kind in kinds:
            self.ears.put_nowait(SpeechEvent(kind, alternatives=[SpeechData(language=LanguageCode("en"), text=text)]))


def session_with(script: Script) -> AgentSession[None]:
    handling: Any = {"turn_detection": "stt", "endpointing": {"min_delay": 0.0, "max_delay": 0.0}}
    return AgentSession(llm=script, vad=None, turn_handling=handling, session_close_transcript_timeout=0.0)


def during(agent: Agent, script: Script, talk: Callable[[AgentSession[None]], Awaitable[None]]) -> None:
    """Do something in a session of an agent, and close it."""

    async def talking() -> None:
        async with session_with(script) as session:
            await session.start(agent)
            await session.wait_for_idle()
            await talk(session)

    asyncio.run(talking())


def talk(agent: Agent, script: Script, *texts: str) -> None:
    """Say texts, each once the one before is answered."""

    async def talking(session: AgentSession[None]) -> None:
        for text in texts:
            await session.run(user_input=text)

    during(agent, script, talking)


pytestmark = pytest.mark.usefixtures("patient")


def test_the_model_reads_what_is_known_and_both_sides_are_kept(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.")
    talk(Remembering(ada, instructions="Be brief."), script, "My favorite food is ramen.", QUESTION)
    assert RAMEN in script.asked[-1][-2][1]
    assert spoken(ada) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", QUESTION),
        ("assistant", "Ramen, then."),
    ]


def test_memory_is_read_before_the_newest_words_are_learned(ada: Person) -> None:
    script = Script("Noted!")
    talk(Remembering(ada, instructions="Be brief."), script, "My favorite food is ramen.")
    assert RAMEN not in str(script.asked)
    assert [one.text for one in ada.memories()] == [RAMEN]


def test_one_message_stands_before_the_newest_words_and_the_history_stays_without_it(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.", "Yes.")
    agent = Remembering(ada, instructions="Be brief.")
    talk(agent, script, "My favorite food is ramen.", QUESTION, "Are you sure?")
    roles = [[role for role, _text in asked] for asked in script.asked]
    assert roles == [["system", *["user", "assistant"] * turn, "system", "user"] for turn in range(3)]
    assert script.asked[-1][-1] == ("user", "Are you sure?")
    assert RAMEN not in str(agent.chat_ctx.items)


def test_a_new_session_remembers_what_was_said_in_the_last(luna: Reverie, ada: Person) -> None:
    talk(Remembering(ada, instructions=""), Script("Hello!"), "I live in Lyon.")
    talk(Remembering(luna.meet("Bo"), instructions=""), Script("Hello!"), "I live in Rome.")
    script = Script("In Lyon.")
    talk(Remembering(ada, instructions=""), script, "Where do I live, in Lyon or in Rome?")
    assert "Lives in Lyon." in str(script.asked)
    assert "Lives in Rome." not in str(script.asked)


def test_a_greeting_knows_whom_it_greets_and_is_kept(ada: Person) -> None:
    class Greeting(Remembering):
        async def on_enter(self) -> None:
            self.session.generate_reply(instructions="Greet them.")

    ada.say("My favorite food is ramen.")
    script = Script("Hello Ada!")
    talk(Greeting(ada, instructions="Be brief."), script)
    assert [role for role, _text in script.asked[0]] == ["system"] * 3
    assert RAMEN in script.asked[0][-1][1]
    assert spoken(ada)[1:] == [("assistant", "Hello Ada!")]


def test_what_is_heard_is_answered_ahead_from_memory_and_kept_once(
    ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    ada.say("My favorite food is ramen.")
    agent, script = Spoken(ada), Script("Ramen.", "Sure.")

    async def speaking(session: AgentSession[None]) -> None:
        answered = asyncio.Event()
        session.on("conversation_item_added", lambda added: answered.set() if added.item.role == "assistant" else None)
        agent.hear(SpeechEventType.START_OF_SPEECH)
        agent.hear(SpeechEventType.PREFLIGHT_TRANSCRIPT, text=QUESTION)
        while not script.asked:
            await asyncio.sleep(0.01)
        agent.hear(SpeechEventType.FINAL_TRANSCRIPT, text=QUESTION)
        agent.hear(SpeechEventType.END_OF_SPEECH)
        await answered.wait()

    during(agent, script, speaking)
    [asked] = script.asked
    assert RAMEN in asked[-2][1]
    assert spoken(ada)[1:] == [("user", QUESTION), ("assistant", "Ramen.")]
    assert "invalidated" not in caplog.text


@pytest.mark.parametrize("ending", ["interrupted", "closed"])
def test_of_an_answer_that_is_cut_off_what_was_heard_is_kept(ada: Person, ending: str) -> None:
    agent, script = Spoken(ada), Script("You like ramen, and the sea.")

    async def speaking(session: AgentSession[None]) -> None:
        session.output.audio = speaker = Loudspeaker("You like")
        session.generate_reply(user_input="What do I like?")
        await speaker.playing.wait()
        if ending == "interrupted":
            await session.interrupt()

    during(agent, script, speaking)
    assert spoken(ada) == [("user", "What do I like?"), ("assistant", "You like")]


def test_a_call_of_a_tool_is_answered_with_memory_too_and_is_not_kept(ada: Person) -> None:
    @function_tool
    async def clock() -> str:
        """Tell the time."""
        return "noon"

    ada.say("My favorite food is ramen.")
    call = FunctionToolCall(name="clock", arguments="{}", call_id="1")
    script = Script(call, "It is noon: ramen!")
    agent = Remembering(ada, instructions="Be brief.", tools=[clock])
    talk(agent, script, "Is it time for my favorite food?")
    assert [RAMEN in str(asked) for asked in script.asked] == [True, True]
    assert [len([text for _role, text in asked if "<memory" in text]) for asked in script.asked] == [1, 1]
    assert spoken(ada)[1:] == [("user", "Is it time for my favorite food?"), ("assistant", "It is noon: ramen!")]


def test_with_other_tools_it_goes_on_remembering(ada: Person) -> None:
    agent, script = Remembering(ada, instructions="Be brief."), Script("Hello!")

    async def talking(session: AgentSession[None]) -> None:
        await agent.update_tools([])
        await session.run(user_input="I live in Lyon.")

    during(agent, script, talking)
    assert spoken(ada) == [("user", "I live in Lyon."), ("assistant", "Hello!")]


def test_after_a_handoff_the_new_agent_keeps_what_is_said_and_an_agent_without_memory_nothing(ada: Person) -> None:
    entered = asyncio.Event()

    class Second(Remembering):
        async def on_enter(self) -> None:
            entered.set()

    class Third(Agent):
        async def on_enter(self) -> None:
            entered.set()

    async def talking(session: AgentSession[None]) -> None:
        await session.run(user_input="I live in Lyon.")
        others = Second(ada, instructions=""), Third(instructions="")
        for agent, text in zip(others, ("I am a baker.", "My favorite food is ramen."), strict=True):
            entered.clear()
            session.update_agent(agent)
            await entered.wait()
            await session.run(user_input=text)

    during(Remembering(ada, instructions=""), Script("Hello!", "Nice.", "Yum."), talking)
    assert [text for _role, text in spoken(ada)] == ["I live in Lyon.", "Hello!", "I am a baker.", "Nice."]


def test_what_is_said_to_a_task_of_an_agent_is_kept_once(ada: Person) -> None:
    asked = asyncio.Event()

    class Asking(Remembering, AgentTask[None]):
        async def on_enter(self) -> None:
            await self.session.generate_reply(user_input="I live in Lyon.")
            self.complete(None)

    class Host(Remembering):
        async def on_enter(self) -> None:
            await Asking(ada, instructions="")
            asked.set()

    async def talking(session: AgentSession[None]) -> None:
        await asked.wait()
        await session.run(user_input="I am back.")

    script = Script("Noted!", "Hello!")
    during(Host(ada, instructions=""), script, talking)
    assert [text for _role, text in spoken(ada)] == ["I live in Lyon.", "Noted!", "I am back.", "Hello!"]
    assert "You are talking to Ada." in str(script.asked[0])


def test_a_turn_that_the_program_drops_is_not_kept(ada: Person) -> None:
    class Ignoring(Spoken):
        async def on_user_turn_completed(self, turn_ctx: ChatContext, new_message: ChatMessage) -> None:
            dropped.set()
            raise StopResponse

    agent, dropped = Ignoring(ada), asyncio.Event()

    async def speaking(session: AgentSession[None]) -> None:
        agent.hear(SpeechEventType.START_OF_SPEECH)
        agent.hear(SpeechEventType.FINAL_TRANSCRIPT, SpeechEventType.END_OF_SPEECH, text="Never mind.")
        await dropped.wait()

    during(agent, Script("No."), speaking)
    assert spoken(ada) == []


def test_what_cannot_be_kept_is_logged_and_the_talk_goes_on(ada: Person, caplog: pytest.LogCaptureFixture) -> None:
    script = Script("That was long.", "I do.")
    talk(Remembering(ada, instructions=""), script, "x" * 2_000_001, "I live in Lyon.")
    [told] = [one for one in caplog.records if one.name == "reverie.adapters"]
    assert (told.levelno, "at most 2,000,000 characters" in told.message) == (logging.ERROR, True)
    assert [text for _role, text in spoken(ada)] == ["That was long.", "I live in Lyon.", "I do."]


def test_where_memory_cannot_be_read_the_model_is_asked_without(ada: Person, caplog: pytest.LogCaptureFixture) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("I don't know.")
    talk(Remembering(ada, budget=-1, instructions="Be brief."), script, QUESTION)
    assert script.asked == [[("system", "Be brief."), ("user", QUESTION)]]
    assert "nothing recalled" in caplog.text
    assert spoken(ada)[1:] == [("user", QUESTION), ("assistant", "I don't know.")]


def test_off_the_record_nothing_is_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("Ramen.")
    talk(Remembering(ada.off_record(), instructions=""), script, QUESTION)
    assert RAMEN in str(script.asked)
    assert len(ada.messages()) == 1
