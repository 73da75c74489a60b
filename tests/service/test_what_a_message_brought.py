"""What came from a message, by tool or by tag, names it, and is away with it: deleted, undone, forgotten or erased."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.service.scene import Scene, texts
from tests.service.test_turn import answering, calls

import reverie
from reverie import Memory
from reverie.app.tools import Toolbox
from reverie.config import Config
from reverie.records.memories import SourceKind, Status
from reverie.testing import FrozenClock, HashEmbedder, ScriptedModel

SAID = "I have not slept since the move."
TAG = '<record_user_observation category="background">Sleeps badly in Zanzibar.</record_user_observation>'
SELF = "<record_self_observation>I worry of Zanzibar.</record_self_observation>"
EVERY_TOOL = calls(
    ("record_user_observation", {"observation": "Is worn out by Zanzibar", "category": "background"}),
    ("update_user_profile", {"field": "background", "value": [{"key": "home", "value": "Zanzibar"}]}),
    ("update_user_profile", {"field": "values", "value": "Zanzibarian calm", "action": "append"}),
    ("record_self_observation", {"observation": "I ramble of Zanzibar", "category": "pattern"}),
    ("form_opinion", {"topic": "moving", "opinion": "Moving to Zanzibar is hard", "rationale": "Zanzibar is far"}),
    ("note_disagreement", {"topic": "spices", "my_view": "Zanzibar has good ones", "their_view": "Zanzibar is bland"}),
    ("add_growth_observation", {"observation": "I know more of Zanzibar now"}),
)


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(lambda _messages: "I see.", window=16_000)


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock, model: ScriptedModel) -> Iterator[Scene]:
    path = tmp_path / "luna.db"
    config = Config(embedder="none")
    with reverie.open(path, companion="Luna", embedder=HashEmbedder(), model=model, clock=clock, config=config) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)


def turn(scene: Scene, text: str = SAID) -> str:
    """Take a turn; the id of what Ada said."""
    taken = scene.ada.turn(text)
    assert all(one.outcome.ok for one in taken.calls), taken.calls
    assert taken.said.message is not None
    scene.clock.advance(60)
    return taken.said.message.id


def noted(scene: Scene) -> list[Memory]:
    """All that stands of Ada, and of the companion itself."""
    luna = scene.luna
    found = [*scene.ada.memories(), *(one.memory for one in luna.self_model.observations())]
    found += [one.memory for one in scene.ada.user_model.review() if one.memory not in found]
    return found


def told(scene: Scene) -> str:
    """Whatever a model would be given, and what can be looked into."""
    own = [*scene.luna.opinions.list(include_retracted=False), *scene.luna.self_model.disagreements()]
    return f"{texts(noted(scene))} {own} {scene.ada.context('How are you?')} {scene.ada.user_model.profile()}"


ENDS: dict[str, Callable[[Scene, str], object]] = {
    "erase": lambda scene, message: scene.luna.erase(scene.ada, message=message),
    "unsay": lambda scene, message: scene.ada.unsay(message),
    "undo": lambda scene, message: scene.ada.undo(message=message),
}


@pytest.mark.parametrize("end", ENDS)
def test_what_tools_noted_names_the_message_and_goes_with_it(scene: Scene, model: ScriptedModel, end: str) -> None:
    answering(model, EVERY_TOOL, "Oh dear.")
    message = turn(scene)
    assert {one.source.message_id for one in noted(scene)} == {message}
    assert [one.triggering_message for one in scene.luna.opinions.list()] == [message] * 2
    assert "Zanzibar" in told(scene)
    ENDS[end](scene, message)
    assert "Zanzibar" not in told(scene)


@pytest.mark.parametrize("end", ENDS)
def test_what_tags_in_its_answer_noted_goes_with_a_message(scene: Scene, model: ScriptedModel, end: str) -> None:
    answering(model, f"Oh dear. {TAG} {SELF}")
    message = turn(scene)
    assert "Zanzibar" in told(scene)
    ENDS[end](scene, message)
    assert "Zanzibar" not in told(scene)
    assert "Oh dear." in texts(scene.ada.messages())


@pytest.mark.parametrize("end", ENDS)
def test_what_tags_alone_noted_goes_with_the_message_they_answer(scene: Scene, end: str) -> None:
    said = scene.ada.say(SAID).message
    assert said is not None
    scene.clock.advance(60)
    scene.ada.say(f"{TAG} {SELF}", role="assistant")
    assert {one.source.message_id for one in noted(scene)} == {said.id}
    ENDS[end](scene, said.id)
    assert noted(scene) == []


def test_an_erased_message_leaves_no_byte_of_what_was_noted(scene: Scene, model: ScriptedModel) -> None:
    answering(model, EVERY_TOOL, f"Oh dear. {TAG} {SELF}")
    message = turn(scene)
    receipt = scene.luna.erase(scene.ada, message=message)
    assert receipt.proved
    assert b"Zanzibar" not in scene.bytes_on_disk()


def test_undoing_a_deletion_brings_it_all_back(scene: Scene, model: ScriptedModel) -> None:
    answering(model, EVERY_TOOL, f"Oh dear. {TAG} {SELF}")
    message = turn(scene)
    before = sorted(texts(noted(scene))), len(scene.luna.opinions.list())
    scene.ada.unsay(message)
    assert noted(scene) == []
    scene.ada.undo()
    assert (sorted(texts(noted(scene))), len(scene.luna.opinions.list())) == before


def test_what_was_noted_of_two_messages_stays_with_the_other(scene: Scene, model: ScriptedModel) -> None:
    note = calls(("record_user_observation", {"observation": "Sleeps badly", "category": "background"}))
    answering(model, note, "Oh dear.", note, "Still?")
    first, second = turn(scene), turn(scene, "Another night without a wink.")
    (before,) = noted(scene)
    scene.ada.unsay(first)
    (left,) = noted(scene)
    assert (left.id, left.source.message_id, left.validations) == (before.id, second, before.validations - 1)
    scene.ada.unsay(second)
    assert noted(scene) == []


def test_several_lines_are_answered_together(scene: Scene) -> None:
    """People send a thought in pieces: what the answer noted goes with any of them."""
    first, _second = scene.say("so my mum", "shes not sleeping at all")
    scene.ada.say(f"Oh no. {TAG}", role="assistant")
    assert first.message is not None
    scene.ada.unsay(first.message.id)
    assert noted(scene) == []


def test_a_later_answer_stays(scene: Scene) -> None:
    first = scene.say("Good evening.")[0].message
    scene.ada.say("Good evening, Ada.", role="assistant")
    scene.clock.advance(60)
    scene.say(SAID)
    scene.ada.say(f"Oh dear. {TAG}", role="assistant")
    assert first is not None
    scene.ada.unsay(first.id)
    assert texts(noted(scene)) == ["Sleeps badly in Zanzibar."]


def test_an_opinion_voiced_in_a_reply_goes_with_the_reply_and_not_with_the_question(scene: Scene) -> None:
    asked = scene.say("What do you think of remakes?")[0].message
    reply = scene.ada.say("I think remakes are dull.", role="assistant").message
    assert asked is not None
    assert reply is not None
    scene.ada.unsay(asked.id)
    assert [one.opinion for one in scene.luna.opinions.list()] == ["I think remakes are dull"]
    scene.ada.unsay(reply.id)
    assert scene.luna.opinions.list() == []


def test_what_was_thought_before_is_thought_again(scene: Scene, model: ScriptedModel) -> None:
    scene.luna.opinions.add("moving", "Moving is easy")
    held = scene.luna.opinions.get("moving")
    changed = {"opinion_id": held.id, "new_opinion": "Moving to Zanzibar is hard", "reason": "Ada cannot sleep"}
    answering(model, calls(("evolve_opinion", changed)), "Oh dear.")
    message = turn(scene)
    assert "Moving to Zanzibar is hard" in str(scene.ada.context("moving"))
    scene.ada.unsay(message)
    assert "Moving is easy" in str(scene.ada.context("moving"))
    assert [one.opinion for one in scene.luna.opinions.list()] == ["Moving is easy"]


def test_a_proposal_goes_with_the_last_of_what_it_was_drawn_from(scene: Scene, model: ScriptedModel) -> None:
    notes = [f"Values {how} honesty" for how in ("plain", "plain", "plain")]
    ids: list[str] = []
    for note in notes:
        answering(model, calls(("record_user_observation", {"observation": note, "category": "value"})), "I see.")
        ids.append(turn(scene, f"To be honest, {len(ids)} times over."))
    (proposal,) = scene.ada.user_model.synthesize()
    assert proposal.memory.status is Status.PROPOSED
    for message in ids:
        scene.ada.unsay(message)
    assert scene.ada.user_model.proposals() == []


def test_an_application_that_asks_its_own_model_names_what_it_answers(scene: Scene) -> None:
    message = scene.say(SAID)[0].message
    assert message is not None
    assert scene.ada.turn.unanswered() == message.id
    scene.ada.say("Oh dear.", role="assistant")
    assert scene.ada.turn.unanswered() is None
    box = Toolbox(scene.luna, scene.ada, message=message.id)
    assert box.run("record_user_observation", {"observation": "Sleeps badly", "category": "background"}).ok
    scene.ada.unsay(message.id)
    outcome = box.run("record_user_observation", {"observation": "Sleeps badly", "category": "background"})
    assert not outcome.ok
    assert "no message" in outcome.content
    assert noted(scene) == []


def test_of_somebody_else_nothing_of_it_is_named(scene: Scene) -> None:
    bob = scene.luna.meet("Bob")
    message = scene.say(SAID)[0].message
    assert message is not None
    box = Toolbox(scene.luna, scene.ada, others=True, message=message.id)
    note = {"user_id": "Bob", "observation": "Sleeps badly", "category": "background"}
    assert box.run("record_user_observation", note).ok
    (one,) = bob.user_model.review()
    assert (one.memory.source.kind, one.memory.source.message_id) == (SourceKind.TOOL, None)
