"""Taking back: a change, a message, an import, an undo; exactly, or with a word on what is in the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.service.scene import DAY, EVERY, MINUTE, START, Scene, about, only, texts

import reverie
from reverie.records.memories import Relation, Status


def test_undoing_a_remember_and_undoing_that(scene: Scene) -> None:
    scene.say("My favorite food is pizza.")
    before = scene.written()
    scene.ada.remember("My favorite food is ramen.")
    scene.clock.advance(MINUTE)
    undone = scene.ada.undo(scene.change("remember"))
    pizza = about(scene.ada, "pizza")
    assert scene.known() == ["Favorite food is pizza."]
    assert (pizza.status, pizza.valid_to, pizza.closed_at, pizza.superseded_by) == (Status.ACTIVE, None, None, None)
    assert {m.id for m in undone.memories} == {pizza.id, about(scene.ada, "ramen").id}
    scene.clock.advance(MINUTE)
    scene.ada.undo(undone.change.id)
    assert scene.known() == ["Favorite food is ramen."]
    assert about(scene.ada, "ramen").supersedes == about(scene.ada, "pizza").id
    assert before != scene.written()


@pytest.mark.parametrize("way", ["correct", "end", "in chat"])
def test_undo_alone_takes_a_correction_back_and_then_what_was_said(scene: Scene, way: str) -> None:
    scene.say("I live in Lyon.")
    lyon = about(scene.ada, "Lyon").id
    scene.ada.user_model.correct(lyon, None if way == "end" else "I live in Porto.")
    scene.clock.advance(MINUTE)
    if way == "in chat":
        scene.say("Undo that.")
    else:
        undone = scene.ada.undo()
        assert undone.of is not None
        assert undone.of.cause == "correct"
    assert scene.known() == ["Lives in Lyon."]
    assert about(scene.ada, "Lyon").id == lyon
    scene.clock.advance(MINUTE)
    scene.ada.undo()
    assert scene.known() == []


def test_undoing_what_a_message_taught_keeps_the_message(scene: Scene) -> None:
    scene.say("I live in Lyon.", "I like jazz.")
    said = scene.say("I live in Paris. I no longer like jazz. I play chess.")[0]
    assert said.message is not None
    scene.ada.undo(message=said.message.id)
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]
    assert len(scene.ada.messages()) == 3


def test_deleting_a_message_takes_what_came_from_it(scene: Scene) -> None:
    scene.say("I live in Lyon.", "I like jazz.")
    before = scene.written()
    said = scene.say("I live in Zanzibar. I no longer like jazz. I play chess.")[0]
    assert said.message is not None
    gone = scene.ada.unsay(said.message.id)
    assert gone.messages == (said.message.id,)
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]
    lyon = about(scene.ada, "Lyon")
    assert (lyon.status, lyon.valid_to, lyon.superseded_by) == (Status.ACTIVE, None, None)
    assert not any("Zanzibar" in hit.text for hit in scene.ada.recall("Zanzibar"))
    scene.clock.advance(MINUTE)
    after = scene.written()
    scene.ada.undo(gone.change.id)
    assert scene.known() == ["Lives in Zanzibar.", "Plays chess."]
    assert any("Zanzibar" in hit.text for hit in scene.ada.recall("Zanzibar"))
    assert scene.written() not in (before, after)


def test_two_witnesses_and_one_is_deleted(scene: Scene) -> None:
    first, second = scene.say("I like jazz!", "Yes, I really like jazz.")
    assert first.message is not None
    assert second.message is not None
    scene.ada.unsay(first.message.id)
    jazz = about(scene.ada, "jazz")
    assert jazz.status is Status.ACTIVE
    assert (jazz.source.message_id, jazz.valid_from) == (second.message.id, second.message.sent_at)
    assert jazz.source.quote is not None
    assert jazz.source.span is not None
    assert second.message.text[slice(*jazz.source.span)] == jazz.source.quote
    scene.ada.unsay(second.message.id)
    assert about(scene.ada, "jazz").status is Status.RETRACTED


def test_what_was_remembered_outright_outlives_a_message_that_said_it_too(scene: Scene) -> None:
    scene.ada.remember("I like jazz.")
    scene.clock.advance(MINUTE)
    said = scene.say("I like jazz.")[0]
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    assert scene.known() == ["Likes jazz."]


def test_a_voice_taken_back_takes_its_weight_along(scene: Scene) -> None:
    once = scene.say("I like jazz.")[0].learned[0].memory
    said = scene.say("I like jazz.")[0]
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    jazz = about(scene.ada, "jazz")
    assert once is not None
    assert (jazz.validations, jazz.confidence) == (0, once.confidence)


def test_deleting_the_middle_of_a_line_joins_its_ends(scene: Scene) -> None:
    said = scene.say("I live in Lyon.", "I live in Paris.", "I live in Oslo.")[1]
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    lyon, oslo = about(scene.ada, "Lyon"), about(scene.ada, "Oslo")
    assert (lyon.superseded_by, oslo.supersedes) == (oslo.id, lyon.id)
    assert lyon.valid_to == oslo.valid_from
    assert scene.known() == ["Lives in Oslo."]


def test_undoing_the_first_message_of_a_conversation_spares_the_others(scene: Scene) -> None:
    scene.say("Hello there.")
    first = scene.change("say")
    scene.say("What weather we have!", "The harbour smells of tar.")
    scene.ada.undo(first)
    assert [m.text for m in scene.ada.messages()] == ["What weather we have!", "The harbour smells of tar."]
    assert scene.ada.recall("harbour tar")[0].text == "The harbour smells of tar."


def test_a_change_that_others_built_on_names_them(scene: Scene) -> None:
    scene.ada.remember("My favorite food is pizza.")
    first = scene.change("remember")
    scene.clock.advance(MINUTE)
    scene.ada.remember("My favorite food is ramen.")
    pizza = about(scene.ada, "pizza")
    with pytest.raises(reverie.Conflict, match=pizza.id) as told:
        scene.ada.undo(first)
    assert told.value.existing == pizza.id
    assert scene.known() == ["Favorite food is ramen."]


def test_once_the_later_change_is_undone_the_earlier_can_be(scene: Scene) -> None:
    scene.ada.remember("I like jazz.")
    first = scene.change("remember")
    scene.clock.advance(MINUTE)
    scene.say("I like jazz.")
    scene.ada.undo(scene.change("learn"))
    scene.clock.advance(MINUTE)
    scene.ada.undo(first)
    assert scene.known() == []


def test_a_change_is_undone_once(scene: Scene) -> None:
    scene.say("I like jazz.")
    learned = scene.change("learn")
    undone = scene.ada.undo(learned)
    with pytest.raises(reverie.Conflict, match="undone already") as told:
        scene.ada.undo(learned)
    assert told.value.existing == undone.change.id


def test_an_undone_forget_whose_slot_was_taken_names_what_took_it(scene: Scene) -> None:
    scene.say("My favorite food is ramen.")
    forgotten = scene.ada.forget("ramen")
    scene.say("My favorite food is sushi.")
    with pytest.raises(reverie.Conflict) as told:
        scene.ada.undo(forgotten.change_id)
    assert told.value.existing == about(scene.ada, "sushi").id
    assert scene.known() == ["Favorite food is sushi."]


@pytest.mark.parametrize(
    "target", [{"message": "a", "batch": "b"}, {"change": "a", "message": "b"}, {"change": "a", "batch": "b"}]
)
def test_one_thing_at_a_time_is_undone(scene: Scene, target: dict[str, str]) -> None:
    with pytest.raises(reverie.InvalidInput, match="one thing"):
        scene.ada.undo(target.get("change"), message=target.get("message"), batch=target.get("batch"))


def test_there_is_no_such_thing_to_undo(scene: Scene) -> None:
    for attempt in ({"message": "nope"}, {"batch": "nope"}):
        with pytest.raises(reverie.NotFound):
            scene.ada.undo(**attempt)
    for name in ("nope", "", "abcdef0123", "%", "______"):
        with pytest.raises(reverie.NotFound):
            scene.ada.undo(name)


# -- imports -------------------------------------------------------------------------------------

_CHAT = "2026-01-01\nAda: I live in Lyon.\nLuna: Nice!\n2026-02-01\nAda: I live in Paris. I like jazz.\n"


def test_an_import_is_undone_whole_and_can_come_again(scene: Scene, tmp_path: Path) -> None:
    scene.ada.say("I live in Oslo.", at=START - 400 * DAY)
    before = scene.written()
    chat = tmp_path / "chat.txt"
    chat.write_text(_CHAT, "utf-8")
    report = scene.luna.import_history(chat, scene.ada)
    assert (report.conversations, report.messages) == (2, 3)
    imported = scene.written()
    scene.clock.advance(MINUTE)
    scene.ada.undo(batch=report.batch)
    assert scene.known() == ["Lives in Oslo."]
    assert [m.text for m in scene.ada.messages()] == ["I live in Oslo."]
    assert len(scene.luna.export(scene.ada)["conversations"]) == 1
    oslo = about(scene.ada, "Oslo")
    assert (oslo.valid_to, oslo.superseded_by) == (None, None)
    again = scene.luna.import_history(chat, scene.ada)
    assert (again.conversations, again.messages, again.known) == (2, 3, 0)
    assert scene.known() == ["Likes jazz.", "Lives in Paris."]
    assert before != imported


def test_an_undone_import_comes_back_when_the_undo_is_undone(scene: Scene, tmp_path: Path) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text(_CHAT, "utf-8")
    report = scene.luna.import_history(chat, scene.ada)
    imported = scene.written()
    undone = scene.ada.undo(batch=report.batch)
    scene.clock.advance(MINUTE)
    scene.ada.undo(undone.change.id)
    assert scene.known() == ["Likes jazz.", "Lives in Paris."]
    assert scene.written() == imported
    assert scene.luna.import_history(chat, scene.ada).known == 3


def test_an_import_is_undone_once(scene: Scene, tmp_path: Path) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text(_CHAT, "utf-8")
    report = scene.luna.import_history(chat, scene.ada)
    scene.ada.undo(batch=report.batch)
    with pytest.raises(reverie.Conflict, match="already"):
        scene.ada.undo(batch=report.batch)


def test_evidence_is_linked_and_goes_with_its_message(scene: Scene) -> None:
    said = scene.say("I like jazz.", "I like jazz.")
    links = scene.luna.export(scene.ada)["links"]
    assert {(link["relation"], link["to_id"]) for link in links} == {
        (Relation.EVIDENCE, s.message.id) for s in said if s.message
    }
    assert said[0].message is not None
    scene.ada.unsay(said[0].message.id)
    assert len(scene.luna.export(scene.ada)["links"]) == 1
    assert texts(scene.ada.memories(statuses=EVERY)) == [only(scene.ada.memories()).text]


@pytest.mark.parametrize("way", ["unsay", "undo"])
def test_without_the_message_that_began_it_the_value_before_lasts_until_the_next(scene: Scene, way: str) -> None:
    scene.ada.say("My favorite food is pizza.")
    scene.clock.advance(DAY)
    first = scene.ada.say("My favorite food is ramen.").message
    scene.clock.advance(DAY)
    scene.ada.say("My favorite food is ramen.")
    assert first is not None
    (scene.ada.unsay if way == "unsay" else lambda message: scene.ada.undo(message=message))(first.id)
    assert texts(scene.ada.memories(as_of=START + 1.5 * DAY)) == ["Favorite food is pizza."]
    assert texts(scene.ada.memories(as_of=START + 2 * DAY)) == ["Favorite food is ramen."]
    scene.ada.undo(scene.ada.history()[-1].change.id)
    assert texts(scene.ada.memories(as_of=START + 1.5 * DAY)) == ["Favorite food is ramen."]


def _foods(scene: Scene, *foods: str) -> list[str]:
    """Favorite foods are told, a minute apart; gives the messages."""
    said = scene.say(*(f"My favorite food is {food}." for food in foods))
    return [one.message.id for one in said if one.message is not None]


def test_what_is_forgotten_says_until_when_the_value_before_it_was_so(scene: Scene) -> None:
    _ramen, pizza, sushi = _foods(scene, "ramen", "pizza", "sushi")
    scene.ada.forget(about(scene.ada, "pizza").id)
    scene.ada.unsay(sushi)
    assert scene.known() == []
    scene.ada.unsay(pizza)
    assert scene.known() == ["Favorite food is ramen."]


@pytest.mark.parametrize("gone", ["ramen", "pizza"])
def test_a_forgetting_is_undone_after_a_neighbour_was_unsaid(scene: Scene, gone: str) -> None:
    said = dict(zip(("ramen", "pizza", "sushi"), _foods(scene, "ramen", "pizza", "sushi"), strict=True))
    sushi = scene.ada.forget(about(scene.ada, "sushi").id)
    scene.ada.unsay(said[gone])
    scene.ada.undo(sushi.change_id)
    left = next(food for food in ("ramen", "pizza") if food != gone)
    kept = [m for m in scene.ada.memories(statuses=EVERY) if m.status is not Status.RETRACTED]
    assert [(m.value, m.valid_to) for m in kept] == [(left, START + 2 * MINUTE), ("sushi", None)]
    assert "My favorite food is sushi." in [m.text for m in scene.ada.messages()]


def test_what_was_unsaid_since_it_was_forgotten_does_not_come_back(scene: Scene) -> None:
    pizza, _ramen = _foods(scene, "pizza", "ramen")
    forgotten = scene.ada.forget(about(scene.ada, "pizza").id)
    scene.ada.unsay(pizza)
    scene.ada.undo(forgotten.change_id)
    assert scene.known() == ["Favorite food is ramen."]
    assert [m.text for m in scene.ada.messages()] == ["My favorite food is ramen."]


def test_what_is_kept_is_never_joined_with_what_is_forgotten(scene: Scene) -> None:
    _ramen, pizza, _again = _foods(scene, "ramen", "pizza", "ramen")
    scene.ada.forget(only(scene.ada.memories()).id)
    scene.ada.unsay(pizza)
    kept = only(m for m in scene.ada.memories(statuses=EVERY) if m.status is not Status.RETRACTED)
    assert (kept.text, kept.valid_from, kept.valid_to) == ("Favorite food is ramen.", START, START + 2 * MINUTE)


def test_what_is_forgotten_is_never_joined_with_what_is_kept(scene: Scene) -> None:
    for food in ("ramen", "pizza", "ramen"):
        scene.ada.say(f"My favorite food is {food}.", at=START)  # as imported chats without seconds have it
    first = only(m for m in scene.ada.memories(statuses=EVERY) if m.status is Status.SUPERSEDED and m.value == "ramen")
    last, pizza = only(scene.ada.memories()), about(scene.ada, "pizza").source.message_id
    scene.ada.forget(first.id)
    scene.ada.unsay(pizza or "")
    assert only(scene.ada.memories()).id == last.id


@pytest.mark.parametrize("foods", [("ramen", "pizza", "ramen"), ("ramen", "pizza", "ramen", "sushi")])
@pytest.mark.parametrize("way", ["unsay", "undo"])
def test_a_message_taken_back_comes_back_and_goes_again_exactly(scene: Scene, way: str, foods: tuple[str, ...]) -> None:
    pizza = _foods(scene, *foods)[1]
    before = scene.written()
    back = (scene.ada.unsay if way == "unsay" else lambda message: scene.ada.undo(message=message))(pizza)
    after = scene.written()
    restored = scene.ada.undo(back.change.id)
    assert scene.written() == before
    scene.ada.undo(restored.change.id)
    assert scene.written() == after
