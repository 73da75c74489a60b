"""What a person decides: off the record, paused, categories, retention; said by method, and said in chat."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from tests.service.scene import DAY, EVERY, MINUTE, Scene, about, readable, texts

import reverie
from reverie.conversations.episodes import Outline
from reverie.memory.reading import Part
from reverie.memory.writing import Step
from reverie.privacy import chat_commands
from reverie.records.memories import Status
from reverie.records.opinions import Occasion

CARD = "4111 1111 1111 1111"


def test_off_the_record_reads_and_writes_nothing(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    before = scene.luna.export(scene.ada)
    hidden = scene.ada.off_record()
    said = hidden.say("I robbed a bank in Zanzibar.")
    assert (said.message, said.learned) == (None, ())
    hidden.say("How dreadful!", role="assistant")
    assert "Lyon" in str(hidden.context("where do I live?"))
    assert any("Lyon" in hit.text for hit in hidden.recall("where do I live?"))
    with pytest.raises(reverie.Refused) as refused:
        hidden.remember("I robbed a bank in Zanzibar.")
    assert refused.value.reason == "off_record"
    assert {**scene.luna.export(scene.ada), "exported_at": ""} == {**before, "exported_at": ""}
    assert b"Zanzibar" not in scene.bytes_on_disk()


def test_forget_that_off_the_record_spares_what_was_said_on_it(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    hidden = scene.ada.off_record()
    hidden.say("I robbed a bank.")
    hidden.say("Forget that.")
    assert scene.known() == ["Lives in Lyon."]


def test_what_is_remembered_of_a_topic_has_its_words_its_slots_and_the_notes_on_it(scene: Scene) -> None:
    scene.say("my grandson oliver studies in leeds", "my brother's name is joe", "I work at Acme.", "I love opera.")
    family = str(scene.ada.say("what do you remember about my family?").reply)
    assert ("Joe" in family, "oliver" in family.casefold(), "Acme" in family) == (True, True, False)
    assert scene.ada.say("what do you know about my cat?").reply == "I remember nothing about your cat."
    assert "Acme" in str(scene.ada.say("what do you know about my job?").reply)


def test_what_is_asked_outright_to_be_remembered_is_and_goes_with_its_message(scene: Scene) -> None:
    said = scene.ada.say("can you remember that my dentist is on Elm Street?")
    (kept,) = scene.ada.memories()
    assert (kept.text, kept.source.quote) == ("My dentist is on Elm Street.", "my dentist is on Elm Street")
    assert [one.text for one in said.learned] == [kept.text]
    assert scene.ada.turn("remember: my locker is number 12").reply == "👤 I'll remember: your locker is number 12."
    scene.ada.say("undo that")
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    assert scene.known() == []
    scene.ada.pause()
    scene.say("remember: my locker is number 12")
    scene.ada.resume()
    assert scene.say("remember: my pin is 4821")[0].learned == ()
    assert scene.known() == []


def test_undoing_a_forgetting_does_not_say_that_something_is_lost(scene: Scene) -> None:
    scene.say("I live in Lyon.", "undo that", "forget lyon")
    assert "no longer know" not in str(scene.ada.say("undo that").reply)


def test_paused_keeps_nothing_until_resumed(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    scene.ada.pause()
    assert scene.ada.settings().paused
    assert scene.ada.say("I love Zanzibar.").message is None
    with pytest.raises(reverie.Refused) as refused:
        scene.ada.remember("I love Zanzibar.")
    assert refused.value.reason == "paused"
    assert "Lyon" in str(scene.ada.context("where do I live?"))
    assert b"Zanzibar" not in scene.bytes_on_disk()
    scene.ada.resume()
    scene.say("I love jazz.")
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]


def test_a_category_that_is_off_is_neither_learned_nor_shown(scene: Scene) -> None:
    scene.say("I feel sad today. I like jazz.")
    scene.ada.settings(categories_off=["preference"])
    assert not any("Likes jazz" in line.text for line in scene.ada.context("jazz?", budget=2000).lines)
    assert not any(hit.memory.category == "preference" for hit in scene.ada.recall("jazz"))
    said = scene.ada.say("I like tea. I live in Lyon.")
    assert sorted(one.step for one in said.learned) == [Step.ADDED, Step.REFUSED]
    assert [bool(one.text) for one in said.learned] == [one.step is Step.ADDED for one in said.learned]
    with pytest.raises(reverie.Refused) as refused:
        scene.ada.remember("I like chess.")
    assert refused.value.reason == "category"
    scene.ada.settings(categories_off=[])
    assert scene.known() == ["Feels sad.", "Likes jazz.", "Lives in Lyon."]


def test_a_category_that_is_off_is_used_nowhere_and_can_still_be_seen_and_forgotten(scene: Scene) -> None:
    scene.say("My hobby is chess. I like jazz. I live in Lyon.")
    model, before = scene.ada.user_model, scene.clock()
    assert "jazz" in scene.ada.say("What do you remember about me?").reply  # type: ignore[operator]
    assert "chess" in model.yaml()
    page = model.yaml()
    scene.ada.settings(categories_off=["preference"])
    listed = scene.ada.say("What do you remember about me?").reply or ""
    assert ("Lyon" in listed, "jazz" in listed, "switched off" in listed) == (True, False, True)
    assert scene.ada.say("What do you know about my jazz?").reply == chat_commands.SWITCHED_OFF
    shown = (model.yaml(), str(model.profile()), str(model.profile(known_at=before)), model.reflect())
    assert not any("chess" in one or "jazz" in one for one in shown)
    model.edit(model.yaml())
    model.edit(page)
    assert len(scene.known()) == 3
    assert scene.ada.forget("jazz").memories


def test_what_words_tell_of_a_category_that_is_off_goes_through_no_door(scene: Scene) -> None:
    scene.ada.settings(categories_off=["health", "money"])
    scene.say("hi")
    model, on = scene.ada.user_model, Occasion(user=scene.ada.id)
    for refused in (
        lambda: model.update("notes", "Was diagnosed with MS"),
        lambda: model.update("background", {"condition": "asthma"}),
        lambda: scene.ada.remember("Takes insulin every day."),
        lambda: model.record("Sees a psychiatrist", category="background"),
        lambda: scene.luna.opinions.add("the salary", "50k a year is too little", occasion=on),
        lambda: scene.luna.opinions.add("asthma", "It should be treated", occasion=on),
        lambda: scene.luna.self_model.record_self_observation("I worry about Ada's asthma", occasion=on),
        lambda: scene.ada.conversations.episodes.put(Outline(observation="Told of her asthma.")),
    ):
        with pytest.raises(reverie.Refused) as error:
            refused()
        assert error.value.reason == "category"
    scene.ada.conversations.note("Has asthma. Likes tea.")
    assert "asthma" not in scene.ada.conversations.notes()
    scene.ada.remember("Is a cancer nurse.")
    assert scene.known() == ["Is a cancer nurse."]


def test_what_words_told_before_a_category_was_off_is_used_no_more(scene: Scene) -> None:
    model = scene.ada.user_model
    scene.ada.settings(categories_off=())
    scene.say("hello")
    model.record("Has asthma", category="background")
    model.update("notes", "Earns 50k a year")
    scene.ada.conversations.note("Earns 80k a year. Likes tea.")
    scene.luna.self_model.note_disagreement(scene.ada.user, "work", mine="x is y", theirs="I earn 70k a year")
    scene.ada.settings(categories_off=["health", "money"])
    told = [
        str(scene.ada.context("work? money? asthma?")),
        model.yaml(),
        model.reflect(),
        scene.ada.conversations.notes(),
        scene.luna.self_model.reflect_on_self(people=[scene.ada.id]),
        str([one.text for one in model.review()]),
    ]
    assert not [one for one in told if "asthma" in one or "0k a year" in one]


def test_what_was_forgotten_is_listed_without_its_words(scene: Scene) -> None:
    scene.say("I like jazz.")
    declined = scene.ada.memories()[0]
    scene.ada.forget("jazz")
    gone = frozenset({Status.RETRACTED})
    for found in (scene.ada.memories(statuses=gone), scene.ada.memories(statuses=gone, part=Part(limit=9))):
        assert [(m.id, m.text, m.source.quote, m.details) for m in found] == [
            (declined.id, "[forgotten]", "[forgotten]", {})
        ]
    assert scene.ada.memories(statuses=gone, part=Part(limit=9, words=("jazz",))) == []
    scene.ada.undo()
    assert scene.known() == ["Likes jazz."]


def test_health_switched_off_leaves_nothing_of_it(scene: Scene) -> None:
    scene.say("I have asthma. I'm allergic to peanuts. I live in Lyon.")
    assert "peanuts" in str(scene.ada.context("Any dinner ideas?"))
    scene.ada.settings(categories_off=["health"])
    assert not any(hit.memory.category == "health" for hit in scene.ada.recall("asthma and peanuts"))
    assert not any("llergic" in line.text for line in scene.ada.context("Any dinner ideas?", budget=2000).lines)
    said = scene.ada.say("I was diagnosed with adhd. I play chess.")
    assert sorted(one.step for one in said.learned) == [Step.ADDED, Step.REFUSED]
    with pytest.raises(reverie.Refused) as refused:
        scene.ada.remember("Has diabetes.", category="health")
    assert refused.value.reason == "category"
    scene.ada.settings(categories_off=[])
    assert not any("adhd" in text or "diabetes" in text for text in scene.known())


def test_money_is_off_until_it_is_turned_on(scene: Scene) -> None:
    said = scene.ada.say("I'm on 38k a year. I owe my sister 300 bucks. I play chess.")
    assert scene.known() == ["Plays chess."]
    assert {one.step for one in said.learned} <= {Step.ADDED, Step.REFUSED}
    for told in ("Earns 52k a year.", "Has 12,000 euros of debt."):
        with pytest.raises(reverie.Refused, match="money"):
            scene.ada.remember(told, category="preference")
    with pytest.raises(reverie.Refused, match="money"):
        scene.ada.user_model.record("Worries about the mortgage", category="background", confidence=0.8)
    scene.clock.advance(timedelta(days=1))
    scene.ada.say("hello again")
    assert "bucks" not in " ".join(one.text for one in scene.ada.conversations.episodes.all())
    scene.ada.settings(categories_off=[])
    scene.ada.remember("Earns 52k a year.")
    (earns,) = [memory for memory in scene.ada.memories() if "52k" in memory.text]
    assert earns.category == "money"
    scene.ada.settings(categories_off=["money"])
    assert "52k" not in str(scene.ada.context("what do I earn?", budget=2000)).split("what do I earn?")[0]


@pytest.mark.parametrize(
    "changed",
    [
        {"colour": "red"},
        {"categories_off": ["moods"]},
        {"categories_off": "feeling"},
        {"paused": "no"},
        {"retention_days": 0},
        {"retention_days": -1},
        {"retention_days": float("nan")},
        {"retention_days": float("inf")},
        {"retention_days": "30"},
        {"retention_days": True},
    ],
)
def test_a_setting_without_sense_changes_nothing(scene: Scene, changed: dict[str, object]) -> None:
    before = scene.ada.settings()
    with pytest.raises(reverie.InvalidInput):
        scene.ada.settings(**changed)
    assert scene.ada.settings() == before


def test_settings_are_kept(scene: Scene) -> None:
    scene.ada.settings(categories_off=["feeling", "event", "feeling"], retention_days=30)
    kept = scene.luna.find("Ada").settings()
    assert (kept.paused, kept.categories_off, kept.retention_days) == (False, ("event", "feeling"), 30)
    assert scene.ada.settings(retention_days=None).retention_days is None
    assert scene.luna.meet("Bob").settings().categories_off == ("money",)


def test_retention_shortens_and_never_prolongs(scene: Scene) -> None:
    scene.ada.settings(retention_days=30)
    scene.say("I feel sad today. I like jazz.")
    scene.clock.advance(timedelta(hours=7))
    assert scene.known() == ["Likes jazz."]
    scene.clock.advance(30 * DAY)
    assert scene.known() == []


def test_retention_counts_from_the_last_time_it_was_said(scene: Scene) -> None:
    scene.ada.settings(retention_days=30)
    scene.say("I like jazz.")
    scene.clock.advance(20 * DAY)
    scene.say("I like jazz.")
    scene.clock.advance(15 * DAY)
    scene.luna.upkeep()
    assert scene.known() == ["Likes jazz."]
    scene.clock.advance(16 * DAY)
    scene.luna.upkeep()
    assert scene.known() == []


def test_upkeep_deletes_what_is_past_its_retention(scene: Scene) -> None:
    scene.say("I like Zanzibar.", "My favorite food is ramen.")
    scene.clock.advance(20 * DAY)
    scene.say("My favorite food is sushi.")
    bob = scene.luna.meet("Bob")
    bob.say("I like Zanzibar.", at=scene.clock() - 100 * DAY)
    scene.ada.settings(retention_days=30)
    scene.clock.advance(15 * DAY)
    kept = scene.luna.upkeep()
    assert kept.deleted == 4  # two messages, and two memories with them
    assert [m.text for m in scene.ada.messages()] == ["My favorite food is sushi."]
    assert scene.known() == ["Favorite food is sushi."]
    assert not any("Zanzibar" in hit.text for hit in scene.ada.recall("Zanzibar"))
    assert len(bob.messages()) == 1
    assert scene.luna.upkeep().deleted == 0


def test_undo_that_after_upkeep_means_what_the_person_did(scene: Scene) -> None:
    scene.say("I feel sad today.", "I like jazz.")
    scene.ada.forget("jazz")
    scene.clock.advance(DAY)
    scene.luna.upkeep()
    scene.ada.say("Undo that.")
    assert scene.known() == ["Likes jazz."]
    assert about(scene.ada, "sad").status is Status.EXPIRED


# -- in chat -------------------------------------------------------------------------------------


def test_asking_what_is_remembered_quotes_and_keeps_nothing(scene: Scene) -> None:
    scene.say("I live in Lyon.", "I like jazz.")
    said = scene.ada.say("What do you remember about me?")
    assert said.message is None
    assert said.reply is not None
    for word in ("- You live in Lyon.", "“I like jazz.”", "you said today"):
        assert word in said.reply
    assert len(scene.ada.messages()) == 2
    assert "jazz" not in str(scene.ada.say("What do you remember about my home?").reply)


def test_forget_that_takes_the_last_thing_said(scene: Scene) -> None:
    scene.say("I live in Lyon.", "I like jazz.")
    scene.ada.say("How nice!", role="assistant")
    assert scene.ada.say("Forget that, please.").reply
    assert scene.known() == ["Lives in Lyon."]
    assert not any("jazz" in m.text for m in scene.ada.messages())
    scene.clock.advance(MINUTE)
    scene.ada.say("Undo that.")
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]


def test_forget_everything_about_a_topic(scene: Scene) -> None:
    scene.say("I work at Acme.", "I work as a nurse.", "I like jazz.")
    reply = scene.ada.say("Please forget everything about my job.").reply
    assert "- You work at Acme." in str(reply)
    assert scene.known() == ["Likes jazz."]


def test_dont_remember_this(scene: Scene) -> None:
    said = scene.ada.say("I love Zanzibar, but don't remember this.")
    assert said.message is None
    assert said.reply
    assert scene.ada.memories(statuses=EVERY) == []
    scene.say("I like jazz.")
    scene.ada.say("Don't remember that.")
    assert scene.known() == []
    assert b"Zanzibar" not in scene.bytes_on_disk()


def test_pause_and_resume_in_chat(scene: Scene) -> None:
    scene.ada.say("Stop remembering.")
    scene.say("I like jazz.")
    assert scene.ada.messages() == []
    scene.ada.say("Start remembering again.")
    scene.say("I live in Lyon.")
    assert scene.known() == ["Lives in Lyon."]


def test_forget_everything_erases_nothing_by_itself(scene: Scene) -> None:
    scene.say("I like jazz.")
    assert scene.ada.say("Forget everything about me.").reply
    assert scene.known() == ["Likes jazz."]


def test_the_companion_gives_no_commands(scene: Scene) -> None:
    scene.say("I like jazz.")
    for role in ("assistant", "peer", "system"):
        assert scene.ada.say("Forget that.", role=role, speaker="X").message is not None
    assert scene.known() == ["Likes jazz."]


# -- never learned, never kept -------------------------------------------------------------------


@pytest.mark.parametrize("wrapped", ["{}", "Here is my prompt:\n{}\nWhat now?", "> {}", "{}\n\n{}", "```\n{}\n```"])
def test_a_context_that_comes_back_teaches_nothing(scene: Scene, wrapped: str) -> None:
    scene.say("My favorite food is ramen. I live in Lyon.", "I like jazz.", "I play chess with my brother.")
    context = str(scene.ada.context("What shall we eat with jazz?", budget=2000, emotion="calm"))
    bob = scene.luna.meet("Bob")
    said = bob.say(wrapped.replace("{}", context))
    assert said.learned == ()
    assert bob.memories(statuses=EVERY) == []


@pytest.mark.parametrize("part", ["summary", "emotion", "relationship"])
def test_the_hosts_words_in_a_context_teach_nothing_either(scene: Scene, part: str) -> None:
    context = str(scene.ada.context("Hello", budget=2000, **{part: "I love Oslo."}))  # type: ignore[arg-type] # each of them is a text
    assert "I love Oslo." in context
    assert scene.ada.say(context).learned == ()


def test_secrets_never_reach_the_disk(scene: Scene) -> None:
    said = scene.ada.say(f"My password is hunter2xyz and my card is {CARD}. I like jazz.")
    assert set(said.masked) == {"password", "card number"}
    with pytest.raises(reverie.Refused) as refused:
        scene.ada.remember("The wifi password is hunter2xyz")
    assert refused.value.reason == "sensitive"
    with pytest.raises(reverie.Refused):
        scene.ada.remember("The wifi", key="wifi", value="password is hunter2xyz")
    scene.ada.say(f"Your card is {CARD}, noted.", role="assistant")
    chat = scene.path.with_name("chat.txt")
    chat.write_text(f"2026-01-01\nAda: my password is hunter2xyz\nLuna: and the card {CARD}?\n", "utf-8")
    assert scene.luna.import_history(chat, scene.ada).masked == 2
    scene.ada.recall("my password is hunter2xyz")
    scene.ada.context(f"my card is {CARD}")
    disk = scene.bytes_on_disk()
    for secret in (b"hunter2xyz", CARD.encode(), CARD.replace(" ", "").encode()):
        assert secret not in disk
    assert "hunter2xyz" not in json.dumps(scene.luna.export(scene.ada))
    assert texts(scene.ada.memories()) == ["Likes jazz."]


def test_a_secret_off_the_record_is_not_even_masked_onto_the_disk(scene: Scene) -> None:
    said = scene.ada.off_record().say("My password is hunter2xyz.")
    assert (said.message, said.masked) == (None, ("password",))
    assert b"hunter2xyz" not in scene.bytes_on_disk()


@readable
def test_erasing_leaves_no_byte_behind(scene: Scene) -> None:
    bob = scene.luna.meet("Bob")
    bob.say("I like Quetzalcoatl.")
    scene.say("I love Zanzibarian ramen.", "My brother Bartholomew too!")
    scene.ada.forget("Bartholomew")
    scene.ada.settings(retention_days=100)
    scene.luna.directory.link(scene.ada, "discord", "zanzibarian-account")
    receipt = scene.luna.erase(scene.ada)
    assert receipt.proved
    assert (receipt.looked_for or 0) > 0
    for word in (b"Zanzibarian", b"zanzibarian", b"Bartholomew", scene.ada.id.encode()):
        assert word not in scene.bytes_on_disk()
    assert b"Quetzalcoatl" in scene.bytes_on_disk()
    with pytest.raises(reverie.NotFound):
        scene.luna.find("Ada")
    assert texts(bob.memories()) == ["Likes Quetzalcoatl."]


def test_nothing_can_be_told_of_an_erased_person(scene: Scene) -> None:
    scene.say("I like jazz.")
    scene.luna.erase(scene.ada)
    with pytest.raises(reverie.NotFound):
        scene.ada.say("I like jazz.")
    assert len(scene.ada.recall("jazz")) == 0


def test_a_fact_beside_a_question_to_memory_is_learned(scene: Scene) -> None:
    said = scene.ada.say("I moved to Bern. What do you remember about me?")
    assert "- You live in Bern." in str(said.reply)
    assert scene.known() == ["Lives in Bern."]


@pytest.mark.parametrize("words", ["forget jazz", "forget that I love jazz", "please forget about jazz"])
def test_one_thing_is_forgotten_by_its_name(scene: Scene, words: str) -> None:
    scene.say("I love jazz.", "I live in Lyon.")
    assert "- You like jazz." in str(scene.ada.say(words).reply)
    assert scene.known() == ["Lives in Lyon."]


def test_what_only_the_history_tells_is_forgotten_by_its_name_too(scene: Scene) -> None:
    (said,) = scene.say("I love jazz.")
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    reply = str(scene.ada.say("forget jazz").reply)
    assert reply.startswith("Forgotten: what its history told.")
    assert "jazz" not in str(scene.ada.history())
    assert "I find nothing about jazz" in str(scene.ada.say("forget jazz").reply)


def test_what_is_near_to_words_that_no_memory_has_is_named_and_stays(scene: Scene) -> None:
    """To say of a question alone that it is forgotten would sound as if the dog was."""
    scene.say("I own a brown beagle dog.", "Where is my mongrel beagle dog?")
    gone = scene.ada.forget("mongrel beagle dog", preview=True)
    assert (len(gone.messages), [one.text for one in gone.near]) == (1, ["Has a brown beagle dog."])
    for begins in ("Forgotten: what was said of it in 1 message.", "I find nothing about your mongrel beagle dog"):
        reply = str(scene.ada.say("forget my mongrel beagle dog").reply)
        assert reply.startswith(begins)
        assert "What is near to it stays:\n- You have a brown beagle dog." in reply
    assert scene.known() == ["Has a brown beagle dog."]
    assert scene.ada.forget("opera").near == ()
    scene.say("Sold the brown caravan.")
    assert not scene.ada.forget("brown caravan").near, "what was meant is found"


def test_forget_that_takes_the_answer_along_and_nothing_while_paused(scene: Scene) -> None:
    scene.say("I live in Lyon.", "My favorite food is ramen.")
    scene.ada.say("Noted: ramen it is!", role="assistant")
    scene.ada.say("forget that")
    assert "ramen" not in repr([m.text for m in scene.ada.messages()])
    scene.ada.pause()
    scene.ada.say("I hate my boss.")
    scene.ada.say("forget that")
    assert scene.known() == ["Lives in Lyon."]


def test_what_is_past_its_retention_leaves_no_byte(scene: Scene) -> None:
    scene.say("I collect zeppelins.", "I live in Lyon.")
    scene.ada.settings(retention_days=1)
    scene.clock.advance(3 * DAY)
    scene.luna.find("Ada")
    assert scene.ada.messages() == []
    assert scene.ada.memories(statuses=EVERY) == []
    assert "zeppelins" not in json.dumps(scene.luna.export(scene.ada))
    assert "zeppelins" not in repr(scene.ada.history())
