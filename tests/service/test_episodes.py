"""Episodes: when a conversation ends, what is kept of it, how it follows the words, and how it is found."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.service.scene import DAY, MINUTE, START, Scene, on_file, opened

from reverie import Person
from reverie.config import Config
from reverie.conversations.episodes import Outline
from reverie.errors import InvalidInput, NotFound, Refused
from reverie.records.conversations import Role
from reverie.records.memories import Kind, Memory, Status
from reverie.settings_sections import ConversationSettings

OPERA = (
    ("user", "Hi Luna!"),
    ("assistant", "Hello Ada, how are you?"),
    ("user", "I failed my singing exam at the opera school today."),
    ("user", "I feel so ashamed of it."),
    ("assistant", "I'm sorry. You could ask the teacher for a second try."),
    ("user", "Good idea, I'll write to her tonight."),
)
DOG = (
    ("user", "I adopted a dog named Biscuit yesterday."),
    ("assistant", "How about a walk along the river with him?"),
    ("user", "Thanks, we will go there on Sunday."),
)


def talk(scene: Scene, turns: tuple[tuple[str, str], ...], person: Person | None = None) -> str:
    """Say these turns, a minute apart; give the conversation's id."""
    where = ""
    for role, text in turns:
        message = (person or scene.ada).say(text, role=role).message
        assert message is not None
        where = message.conversation_id
        scene.clock.advance(MINUTE)
    return where


def rows(scene: Scene, person: Person | None = None) -> list[Memory]:
    """Every episode that is kept in any status, retracted ones too."""
    with scene.luna._runtime.store.reading() as session:
        return session.memories.of_kind((person or scene.ada).id, Kind.EPISODE, list(Status))


def words(scene: Scene) -> str:
    """All the words that episodes and excerpts show, whatever is asked."""
    told = scene.ada.conversations.episodes.all()
    asked = [
        scene.ada.conversations.episodes.best(text) for text in ("the opera school exam", "a walk with the dog Biscuit")
    ]
    return " ".join(map(str, [*told, *asked])).casefold()


# -- the end of a conversation ---------------------------------------------------------------------


def test_a_farewell_ends_a_conversation_and_its_answer_belongs_to_it(scene: Scene) -> None:
    first = talk(scene, (*OPERA, ("user", "Good night, talk tomorrow!"), ("assistant", "Sleep well, Ada.")))
    parting = talk(scene, (("user", "You too!"),))
    after = talk(scene, (("user", "I forgot to tell you something about Biscuit."),))
    assert parting == first != after
    ended = scene.ada.conversations.find(first)
    assert ended.ended_at == START + 6 * MINUTE
    assert scene.ada.conversations.find(after).ended_at is None


def test_what_only_looks_like_a_farewell_ends_nothing(scene: Scene) -> None:
    first = talk(scene, (("user", "She said bye."), ("user", "I have to go to Oslo."), ("assistant", "Good night!")))
    assert talk(scene, (("user", "Did you have a good night?"),)) == first


def test_unsaying_a_farewell_lets_the_conversation_go_on(scene: Scene) -> None:
    first = talk(scene, (("user", "I like my garden."),))
    bye = scene.ada.say("Bye!").message
    assert bye is not None
    assert scene.ada.conversations.find(first).ended_at is not None
    scene.ada.unsay(bye.id)
    assert scene.ada.conversations.find(first).ended_at is None
    assert talk(scene, (("user", "Still here."),)) == first


@pytest.mark.parametrize(("pause", "same"), [(9, True), (11, False)])
def test_a_silence_ends_it_and_is_a_setting(scene: Scene, pause: int, same: bool) -> None:
    config = Config(embedder="none", conversations=ConversationSettings(silence_minutes=10))
    with opened(scene.path.with_name("short.db"), scene.clock, config) as luna:
        bob = luna.meet("Bob")
        first = bob.say("I like tea.").message
        scene.clock.advance(pause * MINUTE)
        then = bob.say("I like jazz.").message
        assert first is not None
        assert then is not None
        assert (first.conversation_id == then.conversation_id) is same


def test_a_call_ends_it_and_gives_the_episode(scene: Scene) -> None:
    first = talk(scene, OPERA)
    episode = scene.ada.conversations.end()
    assert episode is not None
    assert episode.conversation_id == first
    assert scene.ada.conversations.end(first) == episode
    assert scene.ada.conversations.find(first).ended_at == START + 5 * MINUTE
    assert talk(scene, DOG) != first
    with pytest.raises(NotFound):
        scene.luna.meet("Nobody yet").conversations.end()


# -- what is kept ----------------------------------------------------------------------------------


def test_an_episode_is_quoted_from_the_dialogue(scene: Scene) -> None:
    where = talk(scene, OPERA)
    scene.clock.advance(DAY)
    (episode,) = scene.ada.conversations.episodes.all()
    assert episode.outline == Outline(
        observation="Ada: “I failed my singing exam at the opera school today.”",
        thought="Ada: “I feel so ashamed of it.”",
        action="Luna: “You could ask the teacher for a second try.”",
        result="Ada: “Good idea, I'll write to her tonight.”",
    )
    assert episode.text == " ".join(getattr(episode.outline, part) for part in Outline.__slots__)
    assert episode.excerpt.split("\n") == [
        "Ada: I failed my singing exam at the opera school today.",
        "Ada: I feel so ashamed of it.",
        "Luna: I'm sorry. You could ask the teacher for a second try.",
        "Ada: Good idea, I'll write to her tonight.",
    ]
    assert (episode.started_at, episode.ended_at) == (START, START + 5 * MINUTE)
    assert (episode.messages, episode.author) == (6, "rules")
    (kept,) = rows(scene)
    assert kept.valid_from == START + 5 * MINUTE
    links = [link for link in scene.luna.export(scene.ada)["links"] if link["from_id"] == kept.id]
    texts = [message.text for message in scene.ada.messages(ids=[link["to_id"] for link in links])]
    assert texts == [text for _role, text in OPERA[2:]]
    assert where == episode.conversation_id


def test_too_little_makes_none(scene: Scene) -> None:
    talk(
        scene,
        (("user", "Hi!"), ("assistant", "Hello! I love the opera."), ("user", "I'm fine, thanks."), ("user", "Bye!")),
    )
    scene.clock.advance(DAY)
    talk(
        scene, (("user", "I failed my singing exam at the opera school today."), ("assistant", "You could try again."))
    )
    scene.clock.advance(DAY)
    assert scene.ada.conversations.episodes.all() == []
    assert rows(scene) == []


def test_of_an_unknown_speaker_there_is_none_until_they_are_known(scene: Scene) -> None:
    guest = scene.luna.guest()
    talk(scene, OPERA, guest)
    scene.clock.advance(DAY)
    assert guest.conversations.end() is None
    with pytest.raises(Refused, match="nobody knows"):
        guest.conversations.episodes.put(Outline(observation="They failed."))
    assert rows(scene, guest) == []


def test_off_the_record_while_paused_and_with_events_off_there_is_none(scene: Scene) -> None:
    for role, text in OPERA:
        scene.ada.off_record().say(text, role=role)
    where = talk(scene, OPERA)
    scene.clock.advance(DAY)
    assert scene.ada.off_record().conversations.episodes.all() == []
    scene.ada.pause()
    assert scene.luna.upkeep().episodes == 0
    scene.ada.resume()
    scene.ada.settings(categories_off=["event"])
    assert scene.luna.upkeep().episodes == 0
    scene.ada.settings(categories_off=[])
    assert scene.luna.upkeep().episodes == 1
    assert [episode.conversation_id for episode in scene.ada.conversations.episodes.all()] == [where]


def test_what_the_companion_said_of_its_memory_is_quoted_nowhere(scene: Scene) -> None:
    notice = "👤 I'll remember: you go to the opera school.\n"
    talk(scene, tuple((role, f"{notice * (role == 'assistant')}{text}") for role, text in OPERA))
    scene.clock.advance(DAY)
    (episode,) = scene.ada.conversations.episodes.all()
    assert episode.outline.action == "Luna: “You could ask the teacher for a second try.”"
    assert "I'll remember" not in episode.text


def test_a_category_that_is_off_is_in_no_episode(scene: Scene) -> None:
    talk(scene, (*DOG, ("user", "I am allergic to peanuts and I carry a pen with me.")))
    scene.ada.settings(categories_off=["health"])
    scene.clock.advance(DAY)
    (episode,) = scene.ada.conversations.episodes.all()
    assert "peanuts" not in str(episode)
    assert "Biscuit" in episode.outline.observation
    scene.ada.settings(categories_off=[])
    talk(scene, (("user", "I am allergic to walnuts since my childhood."), ("user", "I moved to Lyon in May.")))
    scene.clock.advance(DAY)
    assert len(scene.ada.conversations.episodes.all()) == 2
    scene.ada.settings(categories_off=["health"])
    assert "walnuts" not in str(scene.ada.conversations.episodes.all())


def test_friends_count_as_others(scene: Scene) -> None:
    turns = (
        ("user", "I failed my driving test this morning."),
        ("peer", "Why don't you ask Max?"),
        ("user", "I will, thanks."),
    )
    for role, text in turns:
        scene.ada.say(text, role=role, speaker=None if role == "user" else "Eve")
    scene.clock.advance(DAY)
    (episode,) = scene.ada.conversations.episodes.all()
    assert episode.outline.action == "Eve: “Why don't you ask Max?”"


# -- drawn from the state --------------------------------------------------------------------------


def test_the_next_conversation_draws_the_one_before(scene: Scene) -> None:
    talk(scene, OPERA)
    assert rows(scene) == []
    scene.clock.advance(DAY)
    talk(scene, DOG[:1])
    assert [memory.status for memory in rows(scene)] == [Status.ACTIVE]


def test_nothing_is_lost_and_nothing_is_drawn_twice(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    with opened(scene.path, scene.clock) as luna:
        assert luna.upkeep().episodes == 1
        assert luna.upkeep().episodes == 0
    assert len(scene.ada.conversations.episodes.all()) == 1


def test_a_conversation_that_goes_on_is_drawn_again(scene: Scene) -> None:
    where = talk(scene, OPERA[:4])
    scene.clock.advance(DAY)
    assert scene.ada.conversations.episodes.all()[0].outline.action == ""
    scene.ada.say("You could ask the teacher for a second try.", role="assistant", conversation=where)
    scene.clock.advance(DAY)
    (episode,) = scene.ada.conversations.episodes.all()
    assert episode.outline.action != ""
    assert sorted(memory.status for memory in rows(scene)) == [Status.ACTIVE, Status.RETRACTED]
    hits = scene.ada.recall("the singing exam at the opera school")
    assert all(hit.outdated_by is None for hit in hits)


def test_episodes_are_no_facts(scene: Scene) -> None:
    talk(scene, DOG)
    before = scene.known()
    scene.clock.advance(DAY)
    assert len(scene.ada.conversations.episodes.all()) == 1
    assert scene.known() == before
    assert all(hit.memory.kind is not Kind.EPISODE for hit in scene.ada.recall("dog Biscuit walk river"))
    quotes = scene.ada.conversations.said("Biscuit")
    assert [quote.message.text for quote in quotes] == [DOG[0][1]]


# -- a language model's ----------------------------------------------------------------------------


def test_a_models_episode_takes_the_place_and_its_quotes_are_checked(scene: Scene) -> None:
    where = talk(scene, OPERA)
    scene.clock.advance(DAY)
    put = scene.ada.conversations.episodes.put
    put(Outline(observation='She failed: "ashamed of it".', action="Luna: “I'm sorry.”"), conversation=where)
    (episode,) = scene.ada.conversations.episodes.all()
    assert (episode.author, episode.outline.observation) == ("model", 'She failed: "ashamed of it".')
    with pytest.raises(InvalidInput, match="nobody said 'I love singing'"):
        put(Outline(observation="She said “I love singing”."), conversation=where)
    with pytest.raises(InvalidInput, match="nobody said"):
        put(Outline(observation="Luna: “I feel so ashamed of it.”"), conversation=where)
    with pytest.raises(InvalidInput, match="needs an observation"):
        put(Outline(observation="  "), conversation=where)
    with pytest.raises(InvalidInput, match="at most 600"):
        put(Outline(observation="a" * 601), conversation=where)
    assert [one.outline for one in scene.ada.conversations.episodes.all()] == [episode.outline]


def test_undoing_it_brings_the_rules_own_back(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    (drawn,) = scene.ada.conversations.episodes.all()
    scene.ada.conversations.episodes.put(Outline(observation="She failed."))
    scene.ada.undo(scene.change("episode"))
    assert scene.ada.conversations.episodes.all() == [drawn]


# -- following the words ---------------------------------------------------------------------------


def test_forgetting_takes_words_out_of_episodes_and_excerpts(scene: Scene) -> None:
    talk(scene, (*OPERA, *DOG))
    scene.clock.advance(DAY)
    assert "opera" in words(scene)
    scene.ada.forget("opera")
    assert "opera" not in words(scene)
    (episode,) = scene.ada.conversations.episodes.all()
    assert "Biscuit" in episode.outline.observation
    scene.ada.forget("Biscuit")
    assert "biscuit" not in words(scene)
    assert {m.text for m in scene.ada.messages()} >= {"Hi Luna!", "I feel so ashamed of it."}


def test_a_models_own_words_are_forgotten_too(scene: Scene) -> None:
    talk(scene, DOG)
    scene.clock.advance(DAY)
    scene.ada.conversations.episodes.put(Outline(observation="Ada brought a puppy home."))
    assert scene.ada.forget("puppy", preview=True).beside
    scene.ada.forget("puppy")
    (episode,) = scene.ada.conversations.episodes.all()
    assert (episode.author, "puppy" in str(episode)) == ("rules", False)


def test_undo_brings_the_same_episode_back(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    scene.ada.conversations.episodes.put(Outline(observation="She failed.", thought="Ada: “I feel so ashamed of it.”"))
    before = scene.ada.conversations.episodes.all()
    scene.ada.forget("ashamed")
    assert scene.ada.conversations.episodes.all() != before
    forgetting = scene.change("forget")
    scene.ada.undo(forgetting)
    assert scene.ada.conversations.episodes.all() == before
    scene.ada.undo(scene.change("undo"))
    assert "ashamed" not in words(scene)


def test_undo_brings_back_no_word_that_was_forgotten_since(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    scene.ada.conversations.episodes.all()
    scene.ada.forget("ashamed")
    first = scene.change("forget")
    scene.ada.conversations.episodes.all()
    scene.ada.forget("opera")
    scene.ada.undo(first)
    assert "opera" not in words(scene)
    assert "ashamed" in words(scene)


def test_unsaying_and_undoing_what_was_taught(scene: Scene) -> None:
    talk(scene, (*OPERA, *DOG))
    scene.clock.advance(DAY)
    scene.ada.conversations.episodes.all()
    dog = next(m for m in scene.ada.messages() if "Biscuit" in m.text)
    scene.ada.undo(message=dog.id)
    (standing,) = [memory for memory in rows(scene) if memory.status is Status.ACTIVE]
    assert standing.confidence == 0.7
    scene.ada.unsay(dog.id)
    assert "biscuit" not in words(scene)


def test_forgetting_an_episode_by_id_is_for_good(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    (episode,) = scene.ada.conversations.episodes.all()
    said = [message.text for message in scene.ada.messages()]
    scene.ada.forget(episode.id)
    assert (scene.ada.conversations.episodes.all(), scene.luna.upkeep().episodes) == ([], 0)
    assert [message.text for message in scene.ada.messages()] == said
    scene.ada.undo(scene.change("forget"))
    assert scene.ada.conversations.episodes.all() == [episode]


def test_undoing_the_drawing_is_for_good(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    (episode,) = scene.ada.conversations.episodes.all()
    scene.ada.undo(scene.change("episode"))
    assert (scene.ada.conversations.episodes.all(), scene.luna.upkeep().episodes) == ([], 0)
    scene.ada.undo(scene.change("undo"))
    assert scene.ada.conversations.episodes.all() == [episode]


def test_retention_takes_episodes_out_of_the_file(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    scene.ada.conversations.episodes.all()
    scene.ada.conversations.episodes.put(Outline(observation="Ada despaired of her melodiousness."))
    scene.ada.settings(retention_days=3)
    scene.clock.advance(5 * DAY)
    talk(scene, DOG)
    scene.luna.upkeep()
    assert rows(scene) == []
    with scene.luna._runtime.store.reading() as session:
        log = session.changes.log(scene.ada.id)
    assert "melodiousness" not in str(log)
    assert "ashamed" not in str(log)


@on_file
def test_erasing_leaves_nothing_of_them_in_the_file(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    scene.ada.conversations.episodes.put(Outline(observation="Ada despaired.", thought="Melodiousness is all to her."))
    receipt = scene.luna.erase(scene.ada)
    assert receipt.proved
    assert receipt.looked_for
    assert b"melodiousness" not in scene.bytes_on_disk().lower()


def test_an_export_has_them(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    (episode,) = scene.ada.conversations.episodes.all()
    (kept,) = [m for m in scene.luna.export(scene.ada)["memories"] if m["kind"] == "episode"]
    assert (kept["id"], kept["details"]["thought"]) == (episode.id, episode.outline.thought)


# -- people who are one ----------------------------------------------------------------------------


def test_merging_brings_episodes_and_splitting_takes_them_out(scene: Scene) -> None:
    eve = scene.luna.directory.add("Eve")
    talk(scene, OPERA, eve)
    scene.clock.advance(DAY)
    (theirs,) = eve.conversations.episodes.all()
    talk(scene, DOG)
    pending = talk(scene, (("user", "I broke my left arm in Bergen."), ("user", "I cannot play the violin now.")), eve)
    scene.clock.advance(DAY)
    (mine,) = scene.ada.conversations.episodes.all()
    scene.luna.directory.merge(eve, into=scene.ada)
    told = scene.ada.conversations.episodes.all()
    assert [one.conversation_id for one in told] == [theirs.conversation_id, mine.conversation_id, pending]
    assert told[:2] == [theirs, mine]
    scene.ada.forget("ashamed")
    assert "ashamed" not in str(scene.ada.conversations.episodes.all())
    again = scene.luna.directory.split("Eve")
    assert scene.ada.conversations.episodes.all() == [mine]
    assert [memory.details["conversation"] for memory in rows(scene)] == [mine.conversation_id]
    assert {one.conversation_id for one in again.conversations.episodes.all()} == {theirs.conversation_id, pending}
    assert "ashamed" not in str(again.conversations.episodes.all())


# -- finding them again ----------------------------------------------------------------------------


def test_the_best_episode_and_excerpt_for_a_message(scene: Scene) -> None:
    opera = talk(scene, OPERA)
    scene.clock.advance(DAY)
    dog = talk(scene, DOG)
    scene.clock.advance(DAY)
    scene.ada.conversations.episodes.all()
    episode, excerpt = scene.ada.conversations.episodes.best("How was the singing exam at the opera school?")
    assert episode is not None
    assert excerpt is not None
    assert (episode.conversation_id, excerpt.conversation_id) == (opera, opera)
    assert episode.score
    assert "words match" in episode.why
    assert excerpt.score
    assert "words match" in excerpt.why
    assert [m.text for m in excerpt.messages] == [text for _role, text in OPERA[:5]]
    assert excerpt.text.split("\n")[2] == "Ada: I failed my singing exam at the opera school today."
    episode, excerpt = scene.ada.conversations.episodes.best("a walk with Biscuit the dog")
    assert episode is not None
    assert excerpt is not None
    assert (episode.conversation_id, excerpt.conversation_id) == (dog, dog)


@pytest.mark.parametrize(
    "message", ["Hi, how are you?", "Tell me a joke.", "Good morning!", "   ", "Quantum chromodynamics"]
)
def test_small_talk_finds_nothing(scene: Scene, message: str) -> None:
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    scene.ada.conversations.episodes.all()
    assert scene.ada.conversations.episodes.best(message) == (None, None)


def test_the_present_conversation_is_no_answer_to_itself(scene: Scene) -> None:
    talk(scene, OPERA)
    scene.ada.conversations.end()
    scene.clock.advance(timedelta(hours=1))
    talk(scene, (("user", "The opera school wrote to me about the singing exam."),))
    episode, excerpt = scene.ada.conversations.episodes.best("The opera school wrote to me about the singing exam.")
    assert episode is not None
    assert excerpt is not None
    first = scene.ada.conversations.all()[0].id
    assert {episode.conversation_id, excerpt.conversation_id} == {first}
    assert all(message.role in (Role.USER, Role.ASSISTANT) for message in excerpt.messages)
