"""What is understood of people is the same on both databases: observations, proposals, relationships and patterns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.scene import DAY, START, opened, texts

from reverie import Reverie, Review
from reverie.profile.population_patterns import Pattern
from reverie.testing import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(store_url: str, clock: FrozenClock) -> Iterator[Reverie]:
    with opened(store_url, clock) as companion:
        yield companion


def test_observations_contradict_are_confirmed_and_reviewed(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    older = ada.user_model.record("Prefers concise answers", category="preference").memory
    clock.advance(DAY)
    newer = ada.user_model.record("Prefers detailed answers", category="preference")
    assert newer.contradicts == (older,)
    clock.advance(DAY)
    ada.user_model.validate(older.id)
    first, second = ada.user_model.review(Review(since=START + DAY))
    assert (first.memory.id, first.memory.last_validated_at) == (older.id, clock())
    assert [o.memory.id for o in first.contradictions] == [second.memory.id]
    ada.undo()
    assert texts(o.memory for o in ada.user_model.review()) == ["Prefers detailed answers", "Prefers concise answers"]


def test_proposals_are_made_once_declined_for_good_and_undone(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    for text in ("Enjoys astronomy", "Loves astronomy", "Is interested in astronomy"):
        ada.user_model.record(text, category="interest")
    (waiting,) = ada.user_model.synthesize()
    assert ada.user_model.synthesize() == [waiting]
    ada.decide(waiting.memory.id, accept=False)
    assert ada.user_model.synthesize() == []
    ada.undo()
    ada.decide(waiting.memory.id, accept=True)
    assert ada.user_model.profile().interests == ("astronomy",)


def test_a_relationship_keeps_its_line(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    for value in ("acquaintance", "friend"):
        ada.user_model.update("relationship", value, reason=f"she is a {value}")
        clock.advance(DAY)
    found = [(m.value, m.at, m.until, m.reason) for m in ada.user_model.relationship()]
    assert found == [
        ("acquaintance", START, START + DAY, "she is a acquaintance"),
        ("friend", START + DAY, None, "she is a friend"),
    ]


def test_patterns_count_people(luna: Reverie) -> None:
    for name in ("Ada", "Bo", "Cyd", "Dan", "Eve", "Flo"):
        person = luna.meet(name)
        person.say("My hobby is chess.")
        person.user_model.record("Values honesty", category="value")
    luna.find("Flo").pause()
    assert luna.directory.patterns() == [
        Pattern(of="hobby", what="chess", people=5, examples=("chess",)),
        Pattern(of="value", what="value honesty", people=5, examples=("Values honesty",)),
    ]


def test_episodes_are_drawn_once_follow_the_words_and_go_with_a_split(luna: Reverie, clock: FrozenClock) -> None:
    ada, eve = luna.meet("Ada"), luna.directory.add("Eve")
    for person, word in ((ada, "driving"), (eve, "sailing")):
        person.say(f"I failed my {word} test this morning.")
        person.say("You could try again.", role="assistant")
        person.say("Good idea, I'll do that. Bye!")
    assert (luna.upkeep().episodes, luna.upkeep().episodes) == (2, 0)
    (mine,) = ada.conversations.episodes.all()
    luna.directory.merge(eve, into=ada)
    assert len(ada.conversations.episodes.all()) == 2
    luna.directory.split("Eve")
    assert ada.conversations.episodes.all() == [mine]
    clock.advance(DAY)
    episode, excerpt = ada.conversations.episodes.best("the driving test")
    assert episode is not None
    assert excerpt is not None
    assert (episode.id, excerpt.conversation_id) == (mine.id, mine.conversation_id)
    ada.forget("driving")
    assert ada.conversations.episodes.all() == []
    ada.undo()
    assert ada.conversations.episodes.all() == [mine]
