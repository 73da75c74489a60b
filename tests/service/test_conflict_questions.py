"""Where a person says other than before and the rule is to ask: the question, and what their answer makes so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from tests.service.scene import DAY, MINUTE, Scene, opened, texts

import reverie
from reverie import Person
from reverie.config import Config
from reverie.learning.message_learning import Said
from reverie.ports import Reply
from reverie.records.memories import Status
from reverie.records.update_question import Choice
from reverie.settings_sections import MemorySettings
from reverie.testing import FrozenClock, ScriptedModel

ASKING = Config(embedder="none", memory=MemorySettings(conflict="ask"))
PROPOSED = frozenset({Status.PROPOSED})
QUESTION = (
    "Earlier you said “My favorite food is pizza” (2026-03-01), now “My favorite food is ramen” (2026-03-02): "
    "should I update it?"
)


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock) -> Iterator[Scene]:
    path = tmp_path / "luna.db"
    with opened(path, clock, ASKING) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)


@pytest.fixture
def raised(scene: Scene) -> Said:
    """What became of a message that says other than one of the day before."""
    scene.ada.say("My favorite food is pizza.")
    scene.clock.advance(DAY)
    said = scene.ada.say("My favorite food is ramen.")
    scene.clock.advance(MINUTE)
    return said


def waiting(ada: Person) -> list[str]:
    return texts(ada.memories(statuses=PROPOSED))


def test_the_question_has_both_in_their_own_words(raised: Said) -> None:
    assert raised.question is not None
    assert raised.question.text == QUESTION
    assert raised.reply is None


@pytest.mark.parametrize(
    ("answer", "holds", "reply"),
    [
        ("yes, update it", ["Favorite food is ramen."], "Updated: Favorite food is ramen."),
        ("👍", ["Favorite food is ramen."], "Updated: Favorite food is ramen."),
        ("yes dear update it please", ["Favorite food is ramen."], "Updated: Favorite food is ramen."),
        ("it's ramen now", ["Favorite food is ramen."], "Updated: Favorite food is ramen."),
        (
            "no no keep pizza for now",
            ["Favorite food is pizza."],
            "All right, I keep what I knew: Favorite food is pizza.",
        ),
        ("yeah do that", ["Favorite food is ramen."], "Updated: Favorite food is ramen."),
        ("ramen", ["Favorite food is ramen."], "Updated: Favorite food is ramen."),
        ("nope keep it", ["Favorite food is pizza."], "All right, I keep what I knew: Favorite food is pizza."),
        ("keep pizza", ["Favorite food is pizza."], "All right, I keep what I knew: Favorite food is pizza."),
        (
            "both",
            ["Favorite food is pizza.", "Favorite food is ramen."],
            "Noted, both are so: Favorite food is pizza. Favorite food is ramen.",
        ),
    ],
)
def test_an_answer_settles_it(scene: Scene, raised: Said, answer: str, holds: list[str], reply: str) -> None:
    said = scene.ada.say(answer)
    assert (said.reply, said.question) == (reply, None)
    assert said.message is not None
    assert (texts(scene.ada.memories()), waiting(scene.ada)) == (holds, [])


def test_what_was_so_before_an_update_stays_in_the_past(scene: Scene, raised: Said) -> None:
    scene.ada.say("yes")
    past = scene.ada.memories(statuses=frozenset({Status.SUPERSEDED}))
    assert texts(past) == ["Favorite food is pizza."]


@pytest.mark.parametrize(
    "other",
    [
        "yes please, tell me about jazz",
        "what's the weather like?",
        "hm i don't know",
        "should I?",
        "ok so yesterday I saw Emma",
    ],
)
def test_what_is_no_answer_leaves_it_open_and_is_not_asked_again(scene: Scene, raised: Said, other: str) -> None:
    said = scene.ada.say(other)
    assert (said.settled, said.question, said.reply) == ((), None, None)
    assert ({*scene.known()}, waiting(scene.ada)) == ({"Favorite food is pizza."}, ["Favorite food is ramen."])


def test_a_bare_yes_answers_only_what_was_asked_last(scene: Scene, raised: Said) -> None:
    scene.ada.say("what's the weather like?")
    assert scene.ada.say("yes").settled == ()
    assert [one.choice for one in scene.ada.say("yes, update it").settled] == [Choice.UPDATE]


def test_after_a_few_messages_it_waits_with_the_proposals(scene: Scene, raised: Said) -> None:
    for n in range(5):
        scene.ada.say(f"what's the weather like on day {n}?")
    assert scene.ada.say("update it").settled == ()
    (proposal,) = scene.ada.memories(statuses=PROPOSED)
    scene.ada.decide(proposal.id, accept=True)
    assert {*scene.known()} == {"Favorite food is ramen."}


def test_it_is_asked_twice_at_most(scene: Scene, raised: Said) -> None:
    asked = []
    for _time in range(3):
        scene.clock.advance(DAY)
        asked.append(scene.ada.say("My favorite food is ramen.").question is not None)
    assert asked == [True, False, False]


def test_a_reply_that_asked_something_else_is_what_a_yes_answers(scene: Scene, raised: Said) -> None:
    scene.ada.say("Ooh, ramen! Shall I find you a recipe?", role="assistant")
    assert scene.ada.say("yes").settled == ()
    assert scene.ada.say("update it").settled != ()


def test_a_reply_that_asked_it_in_other_words_is_answered(scene: Scene, raised: Said) -> None:
    scene.ada.say("Wait, I thought pizza was your favorite. Is that over now?", role="assistant")
    assert scene.ada.say("yep").settled != ()


def test_it_survives_a_restart_and_is_answered_elsewhere(scene: Scene, raised: Said) -> None:
    with opened(scene.path, scene.clock, ASKING) as elsewhere:
        assert elsewhere.find("Ada").say("yes update it").settled != ()
    assert {*scene.known()} == {"Favorite food is ramen."}
    assert scene.ada.say("yes").settled == ()


def test_off_the_record_and_paused_nothing_is_settled(scene: Scene, raised: Said) -> None:
    aside = scene.ada.off_record()
    assert aside.say("yes").settled == ()
    assert "should I update" not in str(aside.context("hello"))
    scene.ada.pause()
    assert scene.ada.say("yes").settled == ()
    scene.ada.resume()
    assert waiting(scene.ada) == ["Favorite food is ramen."]
    assert scene.ada.say("yes").settled != ()


def test_what_was_accepted_is_taken_back(scene: Scene, raised: Said) -> None:
    for answer in ("yes", "update it", "keep the old one"):
        scene.ada.say(answer)
        scene.ada.say("undo that")
        assert ({*scene.known()}, waiting(scene.ada)) == ({"Favorite food is pizza."}, ["Favorite food is ramen."])


def test_both_are_taken_back_and_said_again_without_being_asked(scene: Scene, raised: Said) -> None:
    scene.ada.say("both")
    scene.clock.advance(DAY)
    for food in ("pizza", "ramen"):
        said = scene.ada.say(f"My favorite food is {food}.")
        assert (said.question, [one.step for one in said.learned]) == (None, ["reinforced"])
    assert {*scene.known()} == {"Favorite food is pizza.", "Favorite food is ramen."}


def test_the_question_goes_with_its_message(scene: Scene, raised: Said) -> None:
    assert raised.message is not None
    scene.ada.unsay(raised.message.id)
    assert scene.ada.say("yes").settled == ()
    assert {*scene.known()} == {"Favorite food is pizza."}


def test_of_two_open_questions_the_newest_is_answered(scene: Scene, raised: Said) -> None:
    scene.ada.say("I live in Lyon.")
    scene.clock.advance(DAY)
    scene.ada.say("I live in Paris.")
    scene.ada.say("yes")
    assert {*scene.known()} == {"Favorite food is pizza.", "Lives in Paris."}
    assert waiting(scene.ada) == ["Favorite food is ramen."]


def test_one_message_raises_one_question(scene: Scene) -> None:
    scene.ada.say("My favorite food is pizza. My favorite color is red.")
    scene.clock.advance(DAY)
    said = scene.ada.say("My favorite food is ramen. My favorite color is blue.")
    assert said.question is not None
    assert said.question.text.endswith("should I update these?")
    scene.ada.say("blue")
    assert {*scene.known()} == {"Favorite food is pizza.", "Favorite color is blue."}
    assert scene.ada.say("update my favorite food").settled != ()
    assert {*scene.known()} == {"Favorite food is ramen.", "Favorite color is blue."}


def test_an_answer_that_goes_on_is_answered_too(scene: Scene, raised: Said) -> None:
    turn = scene.ada.turn("yes update it. also i have a cat called Miso")
    assert turn.reply.startswith("👤 Updated: Favorite food is ramen.")
    assert "Miso" in turn.reply


def test_without_a_model_the_turn_asks(scene: Scene) -> None:
    scene.ada.say("My favorite food is pizza.")
    scene.clock.advance(DAY)
    assert scene.ada.turn("My favorite food is ramen.").reply == QUESTION
    assert scene.ada.turn("yes please").reply == "Updated: Favorite food is ramen."


def test_a_model_is_given_the_question_and_the_rule_reads_the_answer(tmp_path: Path, clock: FrozenClock) -> None:
    script: list[str | Reply | Mapping[str, object] | Exception] = [
        "Noted.",
        Reply(text="Didn't you like pizza best? Shall I change that?"),
    ]
    model = ScriptedModel(script, window=16_000)
    with reverie.open(tmp_path / "m.db", companion="Luna", model=model, clock=clock, config=ASKING) as luna:
        ada = luna.meet("Ada")
        ada.turn("My favorite food is pizza.")
        clock.advance(DAY)
        turn = ada.turn("My favorite food is ramen.")
        assert any(f"To ask them: {QUESTION}" in str(one["content"]) for one in turn.prompt)
        assert ada.turn("yes do that").reply == "Updated: Favorite food is ramen."
        assert texts(ada.memories()) == ["Favorite food is ramen."]


def test_an_answer_under_an_id_is_read_once(scene: Scene, raised: Said) -> None:
    assert scene.ada.say("yes", id="a").settled != ()
    again = scene.ada.say("yes", id="a")
    assert (again.again, again.settled) == (True, ())


@pytest.mark.parametrize(("chat", "settles"), [("webui:1", 1), ("webui:2", 0)])
def test_a_yes_answers_in_the_chat_that_a_program_names(scene: Scene, chat: str, settles: int) -> None:
    for text in ("My favorite food is pizza.", "My favorite food is ramen."):
        scene.ada.say(text, conversation="webui:1")
        scene.clock.advance(DAY)
    assert len(scene.ada.say("yes", conversation=chat).settled) == settles


def test_a_yes_in_another_conversation_answers_nothing(scene: Scene) -> None:
    scene.ada.say("My favorite food is pizza.")
    scene.clock.advance(DAY)
    first = scene.ada.say("My favorite food is ramen.")
    assert first.message is not None
    other = scene.ada.conversations.all()[0].id
    assert other != first.message.conversation_id
    assert scene.ada.say("yes", conversation=other).settled == ()
