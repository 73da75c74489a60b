"""One turn: what is said is kept, looked up, answered and kept again; what breaks off loses and doubles nothing."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from tests.service.scene import HOUSEHOLD, MINUTE, Scene, texts

import reverie
from reverie import Person
from reverie.app.turns import BROKEN_OFF, Finish
from reverie.config import Config
from reverie.context import answers
from reverie.context.intents import Intent
from reverie.errors import Conflict, InvalidInput, ModelReplyInvalid, ModelUnavailable, Refused
from reverie.ports import Call, Reply, Usage
from reverie.settings_sections import ModelSettings
from reverie.testing import FrozenClock, HashEmbedder, ScriptedModel

DOWN = ModelUnavailable("the server does not answer: start it")
NOTE = '<record_user_observation category="interest">Rows at dawn.</record_user_observation>'


def calls(*made: tuple[str, Mapping[str, object]], text: str = "") -> Reply:
    written = tuple(
        Call(id=f"call_{n}", name=name, arguments=json.dumps(given)) for n, (name, given) in enumerate(made)
    )
    return Reply(text=text, calls=written, finish="tool_calls")


OBSERVE = calls(("record_user_observation", {"observation": "Likes maps", "category": "interest"}))


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(lambda _messages: "I see.", window=16_000)


@pytest.fixture
def settings() -> Config:
    return Config(embedder="none")


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock, model: ScriptedModel, settings: Config) -> Iterator[Scene]:
    with reverie.open(
        tmp_path / "luna.db", companion="Luna", embedder=HashEmbedder(), model=model, clock=clock, config=settings
    ) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=tmp_path / "luna.db")


def answering(model: ScriptedModel, *script: str | Reply | Exception) -> None:
    model.__init__(script, window=model.window)  # type: ignore[misc] # the same model, with another script


def dialogue(person: Person) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in person.messages()]


def contents(messages: Sequence[Mapping[str, object]]) -> str:
    return "\n".join(str(message["content"]) for message in messages)


# -- with a model ------------------------------------------------------------------------------------


def test_a_turn_has_every_intermediate(scene: Scene, model: ScriptedModel) -> None:
    scene.say("My favorite food is ramen.")
    answering(model, OBSERVE, Reply(text=f"Ramen it is! {NOTE}", usage=Usage(prompt=40, completion=7)))
    turn = scene.ada.turn("I live in Lyon. What should I cook tonight, maybe my favorite food?")
    assert (turn.intent, turn.model, turn.finish, turn.degraded) == (Intent.ASKING, "scripted:model", Finish.STOP, ())
    assert [learned.memory.text for learned in turn.said.learned if learned.memory] == ["Lives in Lyon."]
    assert turn.reply == "Ramen it is!"
    assert turn.replied is not None
    assert turn.replied.message is not None
    assert turn.replied.message.text == "Ramen it is!"
    assert [str(notice) for notice in turn.replied.notices] == ["👤 Rows at dawn."]
    (called,) = turn.calls
    assert (called.call.name, called.outcome.ok) == ("record_user_observation", True)
    assert turn.usage == Usage(prompt=40, completion=7)
    assert turn.context is not None
    assert "Favorite food is ramen." in str(turn.context)
    assert turn.prompt == tuple(model.asked[0])
    assert (turn.left_out, turn.hits) == ((), ())
    observed = {one.memory.text for one in scene.ada.user_model.review()}
    assert observed == {"Likes maps", "Rows at dawn."}


def test_the_model_sees_who_it_is_what_was_said_and_the_message_last(scene: Scene, model: ScriptedModel) -> None:
    scene.ada.turn("Hello!")
    scene.ada.turn("I bought a harp.")
    messages = model.asked[-1]
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert [message["content"] for message in messages[1:3]] == ["Hello!", "I see."]
    assert str(messages[0]["content"]).startswith("You are Luna, a companion")
    assert str(messages[-1]["content"]).endswith("Today is Sunday, 2026-03-01.\n\nI bought a harp.")
    assert len(model.offered[-1]) == 11


def test_the_message_is_kept_before_the_model_is_asked(scene: Scene, model: ScriptedModel) -> None:
    seen: list[list[tuple[str, str]]] = []

    def looks(_messages: object) -> str:
        with reverie.open(scene.path, embedder="none") as other:
            seen.append(dialogue(other.find("Ada")))
        return "I see."

    model.__init__(looks, window=16_000)  # type: ignore[misc] # the same model, with another script
    scene.ada.turn("I bought a harp.")
    assert seen == [[("user", "I bought a harp.")]]


def test_a_stream_gives_the_reply_piece_by_piece_and_keeps_it_before_the_last(
    scene: Scene, model: ScriptedModel
) -> None:
    answering(model, f"It is {NOTE} a lovely instrument.")
    streaming = scene.ada.turn.stream("I bought a harp.")
    assert dialogue(scene.ada) == [("user", "I bought a harp.")]
    pieces, kept = [], []
    for piece in streaming:
        pieces.append(piece)
        kept.append(len(scene.ada.messages()))
    assert len(pieces) > 3
    assert "".join(pieces) == streaming.turn.reply == "It is a lovely instrument."
    assert kept == [1] * (len(pieces) - 1) + [2]
    assert not any("<" in piece or "Rows" in piece for piece in pieces)
    assert dialogue(scene.ada)[-1] == ("assistant", "It is a lovely instrument.")


def test_whole_and_streamed_are_the_same(scene: Scene, model: ScriptedModel) -> None:
    script: list[str | Reply] = [calls(("reflect_on_self", {}), text="Let me think."), f"Yes. {NOTE} I do."]
    answering(model, *script, *script)
    whole = scene.ada.turn("Do you like me?")
    streaming = scene.ada.turn.stream("Do you like me?")
    assert "".join(streaming) == streaming.turn.reply == whole.reply == "Let me think.\n\nYes. I do."
    assert [called.call for called in streaming.turn.calls] == [called.call for called in whole.calls]


def test_a_model_that_only_thought_is_told_apart(scene: Scene, model: ScriptedModel) -> None:
    answering(model, Reply(text="", finish="length"))
    turn = scene.ada.turn("I bought a harp.")
    assert (turn.finish, turn.replied) == (Finish.FAILED, None)
    assert "used up before a word of the answer, as by thinking: raise model.reply" in turn.degraded[0]


def test_a_turn_that_is_not_over_is_not_given(scene: Scene) -> None:
    streaming = scene.ada.turn.stream("Hello!")
    with pytest.raises(InvalidInput, match="not over: read it to its end, or close it"):
        _ = streaming.turn
    streaming.close()


def test_a_secret_does_not_reach_the_model(scene: Scene, model: ScriptedModel) -> None:
    scene.ada.turn("my password is hunter22")
    scene.ada.off_record().turn("my password is hunter22")
    assert "hunter22" not in json.dumps(model.asked)


def test_instructions_of_the_settings_are_told(model: ScriptedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.app.turns.turn_taking.ROUNDS", 0)
    chosen = Config(embedder="none", model=ModelSettings(instructions="You speak like a pirate."))
    with reverie.open(":memory:", companion="Luna", model=model, config=chosen) as luna:
        luna.meet("Ada").turn("Hello!")
    assert "You speak like a pirate." in str(model.asked[0][0]["content"])
    assert model.offered == [()]


# -- what is asked of the memory itself --------------------------------------------------------------


def test_memory_answers_what_is_asked_of_it_and_the_model_is_not_called(scene: Scene, model: ScriptedModel) -> None:
    scene.say("My favorite food is ramen.")
    turn = scene.ada.turn("What do you know about me?")
    assert "- Your favorite food is ramen." in turn.reply
    assert (turn.model, turn.replied, turn.prompt) == (None, None, ())
    assert scene.ada.turn("Forget that.").reply.startswith("Forgotten:")
    assert model.asked == []
    assert dialogue(scene.ada) == []


@pytest.mark.parametrize("settings", [HOUSEHOLD])
def test_a_name_is_confirmed_without_the_model(scene: Scene, model: ScriptedModel) -> None:
    scene.luna.meet("Katherine Johnson").say("I like maps.")
    guest = scene.luna.meet("Catherine Johnson")
    assert guest.confirmation is not None
    turn = guest.turn("Yes, that's me.")
    assert turn.reply == "Welcome back, Katherine Johnson."
    assert turn.said.identified is not None
    assert model.asked == []


# -- tools -------------------------------------------------------------------------------------------


def test_what_a_tool_tells_goes_back_to_the_model(scene: Scene, model: ScriptedModel) -> None:
    answering(model, calls(("no_such_tool", {}), ("form_opinion", {"topic": "tea", "opinion": "Tea calms."})), "There.")
    turn = scene.ada.turn("Tea?")
    *_, called, unknown, formed = model.asked[-1]
    assert [call["id"] for call in called["tool_calls"]] == ["call_0", "call_1"]  # type: ignore[attr-defined] # a list
    assert (unknown["role"], unknown["tool_call_id"]) == ("tool", "call_0")
    assert "there is no tool 'no_such_tool'" in str(unknown["content"])
    assert json.loads(str(formed["content"]))["step"] == "added"
    assert [one.outcome.ok for one in turn.calls] == [False, True]


def test_arguments_that_are_no_json_go_back_as_json(scene: Scene, model: ScriptedModel) -> None:
    answering(model, Reply(calls=(Call(id="1", name="reflect_on_self", arguments="{focus"),)), "There.")
    turn = scene.ada.turn("Hm?")
    assert not turn.calls[0].outcome.ok
    assert model.asked[-1][-2]["tool_calls"][0]["function"]["arguments"] == "{}"  # type: ignore[index] # a list


def test_a_model_that_calls_for_ever_is_cut_off(scene: Scene, model: ScriptedModel) -> None:
    forever = calls(("reflect_on_self", {}))
    answering(model, *[forever] * 4, Reply(text="Well.", calls=forever.calls))
    turn = scene.ada.turn("Who are you?")
    assert (turn.reply, len(turn.calls)) == ("Well.", 4)
    assert turn.degraded == ("the model called tools 4 times in a row: it had to answer without calling more",)
    assert [bool(offered) for offered in model.offered] == [True] * 4 + [False]


def test_a_server_that_refuses_tools_is_asked_without(scene: Scene, model: ScriptedModel) -> None:
    answering(model, ModelUnavailable("this model does not support tools"), "Hello.")
    turn = scene.ada.turn("Hello!")
    assert (turn.reply, turn.finish) == ("Hello.", Finish.STOP)
    assert turn.degraded == ("the model's server refuses tools: the model answered without them",)
    assert [bool(offered) for offered in model.offered] == [True, False]


def test_a_result_without_room_is_answered_so() -> None:
    small = ScriptedModel([calls(("review_user_observations", {"limit": 100})), "Well."], window=8192)
    with reverie.open(":memory:", companion="Luna", model=small, config=Config(embedder="none")) as luna:
        ada = luna.meet("Ada")
        for number in range(16):
            ada.user_model.record(f"Observation number {number} is " + "long " * 300)
        turn = ada.turn("Tell me everything.")
    assert "has no room in your window" in turn.calls[0].outcome.content
    assert turn.reply == "Well."


# -- what does not work ------------------------------------------------------------------------------


def test_when_the_model_is_down_memory_answers_and_says_so(scene: Scene, model: ScriptedModel) -> None:
    scene.say("My favorite food is ramen.")
    answering(model, DOWN, DOWN)
    turn = scene.ada.turn("What is my favorite food?")
    assert turn.reply == "Your favorite food is ramen. You told me today: “My favorite food is ramen.”"
    assert (turn.finish, turn.replied, len(turn.hits)) == (Finish.FAILED, None, 1)
    (why,) = turn.degraded
    assert why == f"the language model did not answer ({DOWN}): this answer is from memory"
    told = scene.ada.turn("I live in Lyon.")
    assert (
        told.reply
        == f"👤 I'll remember: you live in Lyon.\n{answers.NO_WORDS}: what you said is kept, so ask me again."
    )
    assert [role for role, _text in dialogue(scene.ada)] == ["user"] * 3
    assert len(model.asked) == 2  # a server that is down is not asked again without tools


@pytest.mark.parametrize(
    "reply", [Reply(text="  "), Reply(text="", finish="length"), ModelReplyInvalid("no", reply="")]
)
def test_a_model_without_words_is_no_reply(scene: Scene, model: ScriptedModel, reply: Reply | Exception) -> None:
    answering(model, reply, reply)
    turn = scene.ada.turn("Nice weather.")
    assert turn.finish is Finish.FAILED
    assert turn.degraded
    assert dialogue(scene.ada) == [("user", "Nice weather.")]


def test_notes_without_words_are_recorded(scene: Scene, model: ScriptedModel) -> None:
    answering(model, NOTE)
    turn = scene.ada.turn("Nice weather.")
    assert turn.replied is not None
    assert texts([notice.memory for notice in turn.replied.notices if notice.memory]) == ["Rows at dawn."]
    assert dialogue(scene.ada) == [("user", "Nice weather.")]


def test_a_refusal_is_told(scene: Scene, model: ScriptedModel) -> None:
    answering(model, Reply(finish="refused"))
    turn = scene.ada.turn("Nice weather.")
    assert turn.finish is Finish.REFUSED
    assert turn.degraded == ("the language model's server refused to answer: this is from memory",)


def test_a_reply_at_its_limit_is_kept_and_marked(scene: Scene, model: ScriptedModel) -> None:
    answering(model, Reply(text=f"It {NOTE} was a", finish="length"))
    turn = scene.ada.turn("Tell me a story.")
    assert (turn.reply, turn.finish) == ("It was a", Finish.LENGTH)
    assert dialogue(scene.ada)[-1] == ("assistant", f"It was a {BROKEN_OFF}")
    assert turn.replied is not None
    assert len(turn.replied.notices) == 1
    answering(model, Reply(text="So.\n<record_user_observation>Rows at", finish="length"))
    scene.ada.turn("Go on.")
    assert dialogue(scene.ada)[-1][1].endswith(BROKEN_OFF)


class Breaking(ScriptedModel):
    """Breaks off after three words."""

    def stream(
        self,
        messages: Sequence[Mapping[str, object]],
        *,
        tools: Sequence[Mapping[str, object]] = (),
        limit: int | None = None,
    ) -> Iterator[str | Reply]:
        self.closed = False
        try:
            yield from ("One ", "two ", "three ")
            raise DOWN
        finally:
            self.closed = True


@pytest.fixture
def breaking(clock: FrozenClock) -> Iterator[tuple[Breaking, Person]]:
    model = Breaking()
    with reverie.open(":memory:", companion="Luna", embedder="none", model=model, clock=clock) as luna:
        yield model, luna.meet("Ada")


def test_a_stream_that_breaks_off_keeps_what_was_shown(breaking: tuple[Breaking, Person]) -> None:
    _model, ada = breaking
    streaming = ada.turn.stream("Count!", id="1")
    assert "".join(streaming) == "One two three "
    turn = streaming.turn
    assert (turn.finish, turn.degraded[-1]) == (Finish.BROKEN, f"the language model broke off ({DOWN})")
    assert dialogue(ada) == [("user", "Count!"), ("assistant", f"One two three {BROKEN_OFF}")]
    again = ada.turn("Count!", id="1")
    assert (again.finish, again.reply) == (Finish.AGAIN, f"One two three {BROKEN_OFF}")


@pytest.mark.parametrize("shown", [0, 1, 2])
def test_a_cancelled_stream_keeps_what_was_shown(breaking: tuple[Breaking, Person], shown: int) -> None:
    model, ada = breaking
    with ada.turn.stream("Count!") as streaming:
        pieces = [next(streaming) for _ in range(shown)]
    turn = streaming.turn
    assert (turn.finish, turn.reply) == (Finish.CANCELLED, "".join(pieces))
    assert [text for role, text in dialogue(ada) if role == "assistant"] == (
        [f"{''.join(pieces).rstrip()} {BROKEN_OFF}"] if shown else []
    )
    assert getattr(model, "closed", True)
    streaming.close()
    assert len(ada.messages()) == 1 + bool(shown)


def test_an_interrupted_stream_keeps_what_was_shown(breaking: tuple[Breaking, Person]) -> None:
    _model, ada = breaking
    streaming = ada.turn.stream("Count!")

    def shown() -> None:
        with streaming:
            next(streaming)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shown()
    assert dialogue(ada)[-1] == ("assistant", f"One {BROKEN_OFF}")


def test_a_stream_that_is_let_go_of_keeps_what_was_shown(breaking: tuple[Breaking, Person]) -> None:
    _model, ada = breaking
    next(ada.turn.stream("Count!"))
    gc.collect()
    assert dialogue(ada)[-1] == ("assistant", f"One {BROKEN_OFF}")


# -- the same turn again -----------------------------------------------------------------------------


def test_a_turn_tried_again_says_and_answers_nothing_twice(scene: Scene, model: ScriptedModel) -> None:
    answering(model, DOWN, "Hello Ada!")
    first = scene.ada.turn("I live in Lyon.", id="turn-1")
    assert first.finish is Finish.FAILED
    scene.clock.advance(MINUTE * 600)
    second = scene.ada.turn("I live in Lyon.", id="turn-1")
    assert (second.reply, second.finish, second.said.again) == ("Hello Ada!", Finish.STOP, True)
    third = scene.ada.turn("I live in Lyon.", id="turn-1")
    assert (third.reply, third.finish) == ("Hello Ada!", Finish.AGAIN)
    streamed = scene.ada.turn.stream("I live in Lyon.", id="turn-1")
    assert list(streamed) == ["Hello Ada!"]
    assert dialogue(scene.ada) == [("user", "I live in Lyon."), ("assistant", "Hello Ada!")]
    assert len(scene.ada.conversations.all()) == 1
    assert len(model.asked) == 2


def test_one_reply_is_kept_where_two_answer_at_once(scene: Scene) -> None:
    both = Barrier(2, timeout=30)

    def answers_with(reply: str) -> ScriptedModel:
        def waits(_messages: object) -> str:
            both.wait()
            return reply

        return ScriptedModel(waits)

    def take(reply: str) -> str:
        with reverie.open(scene.path, model=answers_with(reply), config=Config(embedder="none")) as luna:
            return luna.find("Ada").turn("I live in Lyon.", id="turn-1").reply

    with ThreadPoolExecutor(2) as threads:
        replies = set(threads.map(take, ["One.", "Two."]))
    assert len(replies) == 1
    assert dialogue(scene.ada) == [("user", "I live in Lyon."), ("assistant", *replies)]


def test_an_unanswered_message_is_answered_with_what_was_before_it(scene: Scene, model: ScriptedModel) -> None:
    answering(model, DOWN, "Later.", "First!")
    scene.ada.turn("The first thing.", id="a")
    scene.clock.advance(MINUTE)
    scene.ada.turn("The second thing.", id="b")
    scene.clock.advance(MINUTE)
    scene.ada.turn("The first thing.", id="a")
    assert "The second thing." not in contents(model.asked[-1])


def test_an_id_belongs_to_one_message(scene: Scene) -> None:
    scene.ada.turn("Hello!", id="a")
    with pytest.raises(Conflict, match="another message has this id"):
        scene.ada.turn("Something else.", id="a")
    for impossible in ("", " ", "x" * 201):
        with pytest.raises(InvalidInput, match="an id of a message has 1 to 200 characters"):
            scene.ada.turn("Hello!", id=impossible)
    assert len(scene.ada.messages()) == 2


def test_ids_that_look_like_secrets_are_told_apart_and_not_kept(scene: Scene) -> None:
    for number in ("4111111111111111", "5500005555555559"):
        scene.ada.turn("ok", id=number)
    assert len(scene.ada.messages()) == 4
    assert b"4111111111111111" not in scene.bytes_on_disk()


def test_what_was_deleted_does_not_come_back(scene: Scene) -> None:
    scene.ada.turn("I live in Lyon.", id="a")
    scene.ada.turn("Forget that.", id="b")
    assert dialogue(scene.ada) == []
    with pytest.raises(Refused, match="was deleted"):
        scene.ada.turn("I live in Lyon.", id="a")


@pytest.mark.parametrize(("gone", "other"), [("A1", "a1"), ("5", "-5"), ("1/2", "1 2"), ("🎈", "🎉"), ("the 7", "7")])
def test_a_message_whose_id_looks_like_a_deleted_ones_is_kept(scene: Scene, gone: str, other: str) -> None:
    scene.ada.unsay(said.id if (said := scene.ada.say("I have a cat.", id=gone).message) else "")
    assert scene.ada.say("I live in Lyon.", id=other).message is not None
    with pytest.raises(Refused, match="was deleted"):
        scene.ada.say("I have a cat.", id=gone)


def test_what_is_deleted_while_it_is_answered_has_no_reply(scene: Scene, model: ScriptedModel) -> None:
    def deletes(_messages: object) -> str:
        scene.ada.say("Forget that.")
        return f"Lyon is lovely. {NOTE}"

    model.__init__(deletes, window=16_000)  # type: ignore[misc] # the same model, with another script
    turn = scene.ada.turn("I live in Lyon.")
    assert turn.reply == "Lyon is lovely."
    assert (dialogue(scene.ada), scene.ada.memories()) == ([], [])


def test_a_reply_stands_after_its_message_whatever_the_clock_does(scene: Scene, model: ScriptedModel) -> None:
    def put_back(_messages: object) -> str:
        scene.clock.advance(-60)
        return "I see."

    model.__init__(put_back, window=16_000)  # type: ignore[misc] # the same model, with another script
    scene.ada.turn("I bought a harp.")
    assert dialogue(scene.ada) == [("user", "I bought a harp."), ("assistant", "I see.")]


def test_a_command_is_obeyed_once(scene: Scene) -> None:
    scene.ada.turn("I live in Lyon.")
    scene.ada.turn("I have a cat.")
    assert "I have a cat." in scene.ada.turn("Forget that.", id="x").reply
    assert scene.ada.turn("Forget that.", id="x").reply == "That is done already."
    assert [text for role, text in dialogue(scene.ada) if role == "user"] == ["I live in Lyon."]
    assert scene.ada.turn("undo that", id="y").reply.startswith("Undone.")


def test_say_takes_an_id_too(scene: Scene) -> None:
    first = scene.ada.say("I live in Lyon.", id="a")
    again = scene.ada.say("I live in Lyon.", id="a")
    assert (first.again, again.again, again.learned) == (False, True, ())
    assert again.message == first.message
    with pytest.raises(Conflict):
        scene.ada.say("I live in Lyon.", role="assistant", id="a")


# -- off the record, paused, without a model ---------------------------------------------------------


def test_off_the_record_and_paused_the_model_answers_and_nothing_is_kept(scene: Scene, model: ScriptedModel) -> None:
    scene.say("My favorite food is ramen.")
    answering(model, *[f"Yes. {NOTE} I prefer tea to coffee."] * 4, OBSERVE, "Right.")
    before = scene.written()
    for off in (scene.ada.off_record(), scene.ada):
        if off is scene.ada:
            scene.ada.pause()
            before = scene.written()
        turn = off.turn("I live in Lyon.", id="a")
        assert (turn.reply, turn.said.message) == ("Yes. I prefer tea to coffee.", None)
        off.turn("And I have a cat.")
        told = contents(model.asked[-1])
        assert "I live in Lyon." in told  # a conversation has a thread, while it lasts
        assert "Favorite food is ramen." in told
    refused = scene.ada.turn("So?").calls[0].outcome
    assert not refused.ok
    assert scene.written() == before
    assert scene.luna.opinions.list() == []
    assert b"a cat" not in scene.bytes_on_disk()


@pytest.fixture
def alone(clock: FrozenClock) -> Iterator[Person]:
    with reverie.open(":memory:", companion="Luna", embedder="none", clock=clock) as luna:
        yield luna.meet("Ada")


def test_without_a_model_memory_answers(alone: Person) -> None:
    told = alone.turn("My favorite food is ramen.", id="a")
    assert (told.reply, told.intent, told.model) == (
        "👤 I'll remember: your favorite food is ramen.",
        Intent.TELLING,
        None,
    )
    asked = alone.turn("What is my favorite food?")
    assert asked.reply == "Your favorite food is ramen. You told me today: “My favorite food is ramen.”"
    assert len(asked.hits) == 1
    assert list(alone.turn.stream("Who is the king of Spain?")) == [answers.NOTHING]
    assert [role for role, _text in dialogue(alone)] == ["user", "assistant"] * 3
    assert alone.turn("My favorite food is ramen.", id="a").finish is Finish.AGAIN
    assert alone.turn.model is None


def test_what_memory_quotes_is_no_opinion_of_the_companion(alone: Person) -> None:
    alone.say("I prefer tea to coffee.")
    turn = alone.turn("Do I prefer tea or coffee?")
    assert "I prefer tea to coffee." in turn.reply
    assert turn.replied is not None
    assert turn.replied.notices == ()


def test_a_message_without_room_is_refused_and_not_kept(clock: FrozenClock) -> None:
    small = ScriptedModel(["I see."], window=1200)
    with reverie.open(":memory:", embedder="none", model=small, clock=clock) as luna:
        ada = luna.meet("Ada")
        with pytest.raises(InvalidInput, match=r"the model's window of 1,200 leaves \d+ for it"):
            ada.turn("word " * 1000)
        assert ada.messages() == []
        turn = ada.turn("A short one.")
        assert "the tools, about" in turn.left_out[0]
        assert small.offered == [()]


def test_forty_turns_share_their_beginning_while_nothing_changes(scene: Scene, model: ScriptedModel) -> None:
    scene.say("I live in Lyon.")
    for number in range(40):
        scene.ada.turn(f"Number {number}, the weather is lovely.")
        scene.clock.advance(MINUTE)
    sent = [json.dumps(list(messages)) for messages in model.asked]
    heads = [one[: one.rindex('{"role": "user"')] for one in sent]
    breaks = sum(not two.startswith(one) for one, two in zip(heads, sent[1:], strict=False))
    assert len({messages[0]["content"] for messages in model.asked}) == 1
    assert breaks <= 8  # the summary takes ten messages at a time, five turns
