"""Life spans and the two clocks: what was so, and what was known, at any moment."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.service.scene import DAY, EVERY, MINUTE, START, Scene, about, opened, texts

from reverie import Person
from reverie.context.selection import OF_THEN
from reverie.recall.search import Amounts
from reverie.records.memories import Status
from reverie.testing import FrozenClock
from reverie.text.value_matching import FORGOTTEN

HOUR = timedelta(hours=1)
SPANS = [("I feel sad today.", "sad", 6 * HOUR), ("I ran a marathon.", "marathon", 7 * DAY)]


@pytest.mark.parametrize(("said", "word", "span"), SPANS)
def test_a_life_span_ends_on_the_second(scene: Scene, said: str, word: str, span: timedelta) -> None:
    scene.ada.say(said)
    scene.clock.set(START + span - timedelta(seconds=1))
    assert len(scene.ada.memories()) == 1
    assert any(word in hit.memory.text for hit in scene.ada.recall(word) if hit.memory.kind == "fact")
    scene.clock.set(START + span)
    assert scene.ada.memories() == []
    assert not any(line.memory_id for line in scene.ada.context(f"that {word}", budget=2000).lines)
    assert all(hit.memory.kind == "message" for hit in scene.ada.recall(word))


def test_facts_and_preferences_are_for_good(scene: Scene) -> None:
    scene.say("I live in Lyon. I like jazz.")
    scene.clock.advance(36_500 * DAY)
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]


def test_saying_it_again_prolongs_it(scene: Scene) -> None:
    scene.ada.say("I feel sad today.")
    scene.clock.advance(5 * HOUR)
    scene.ada.say("I feel sad today.")
    scene.clock.advance(5 * HOUR)
    assert scene.known() == ["Feels sad."]


def test_an_old_feeling_that_arrives_late_is_not_current(scene: Scene) -> None:
    scene.ada.say("I feel happy today.")
    scene.ada.say("I feel sad today.", at=START - 30 * DAY)
    assert scene.known() == ["Feels happy."]
    assert texts(scene.ada.memories(as_of=START - 30 * DAY + HOUR)) == ["Feels sad."]


@pytest.mark.parametrize(("second", "stretches"), [("sad", [(0, 8)]), ("happy", [(0, 2), (2, 8)])])
def test_what_was_so_long_ago_and_is_told_late_is_one_line_of_time(
    scene: Scene, second: str, stretches: list[tuple[int, int]]
) -> None:
    then = START - 30 * DAY
    scene.ada.say("I feel sad today.", at=then)
    scene.ada.say(f"I feel {second} today.", at=then + 2 * HOUR)
    kept = sorted(scene.ada.memories(statuses=EVERY), key=lambda memory: memory.valid_from)
    assert [(m.valid_from, m.valid_to) for m in kept] == [(then + a * HOUR, then + b * HOUR) for a, b in stretches]
    assert scene.known() == []


def test_upkeep_marks_what_expired_and_leaves_the_rest(scene: Scene) -> None:
    scene.say("I feel sad today.", "I live in Lyon.")
    scene.clock.advance(DAY)
    assert scene.luna.upkeep().expired == 1
    assert scene.luna.upkeep().expired == 0
    assert about(scene.ada, "sad").status is Status.EXPIRED
    assert texts(scene.ada.memories(as_of=START + HOUR)) == ["Feels sad.", "Lives in Lyon."]
    assert scene.known() == ["Lives in Lyon."]


def _retract(person: Person) -> None:
    person.forget(about(person, "jazz").id)


def _supersede(person: Person) -> None:
    person.say("I no longer like jazz.")


@pytest.mark.parametrize("end", [_retract, _supersede])
def test_what_ended_is_in_no_context(scene: Scene, end: Callable[[Person], None]) -> None:
    scene.say("I like jazz.")
    end(scene.ada)
    context = scene.ada.context("Shall we listen to jazz?", budget=2000)
    assert not any(line.memory_id for line in context.lines)
    assert not any(hit.memory.kind == "fact" for hit in scene.ada.recall("jazz"))


def test_as_of_tells_what_was_so(scene: Scene) -> None:
    scene.ada.say("I live in Lyon.")
    scene.clock.advance(10 * DAY)
    scene.ada.say("I live in Paris.")
    scene.clock.advance(10 * DAY)
    for moment, home in [(-1, []), (0, ["Lives in Lyon."]), (9, ["Lives in Lyon."]), (10, ["Lives in Paris."])]:
        at = START + moment * DAY
        assert texts(scene.ada.memories(as_of=at)) == home
        facts = [h.memory.text for h in scene.ada.recall("where does she live?", as_of=at) if h.memory.key == "home"]
        assert facts == home


def test_as_of_does_not_hear_what_was_said_later(scene: Scene) -> None:
    scene.ada.say("The harbour smells of tar.")
    assert len(scene.ada.recall("harbour tar", as_of=START - DAY)) == 0
    assert len(scene.ada.recall("harbour tar", as_of=START + DAY)) == 1


def test_known_at_and_as_of_are_two_clocks(scene: Scene) -> None:
    scene.clock.set(START + 10 * DAY)
    scene.ada.say("I live in Paris.", at=START + 5 * DAY)
    scene.clock.set(START + 20 * DAY)
    scene.ada.say("I live in Lyon.", at=START)
    then = START + 2 * DAY
    assert texts(scene.ada.memories(as_of=then)) == ["Lives in Lyon."]
    assert texts(scene.ada.memories(as_of=then, known_at=START + 15 * DAY)) == []
    assert texts(scene.ada.memories(known_at=START + 15 * DAY)) == ["Lives in Paris."]
    assert texts(scene.ada.memories(known_at=START)) == []


def test_recall_known_at_does_not_hear_what_was_said_since(scene: Scene) -> None:
    scene.say("I live in Lyon.", "My favorite food is pizza.")
    before = scene.clock()
    scene.clock.advance(DAY)
    scene.say("My favorite food is ramen.")
    foods = [h.memory.value for h in scene.ada.recall("favorite food", known_at=before) if h.memory.key]
    assert "pizza" in foods
    assert "ramen" not in foods


_STATEMENTS = ["I like jazz.", "My favorite food is ramen.", "My favorite food is pizza.", "I no longer like jazz."]
_ACTS = st.one_of(
    st.tuples(st.just("say"), st.sampled_from(_STATEMENTS), st.integers(-3, 0)),
    st.tuples(st.sampled_from(["forget", "unsay", "undo", "remember"]), st.sampled_from(["jazz", "food"]), st.just(0)),
)


def _do(person: Person, act: tuple[str, str, int], now: datetime) -> None:
    verb, word, days = act
    messages = person.messages()
    if verb == "say":
        person.say(word, at=now + days * DAY)
    elif verb == "remember":
        person.remember("I like jazz." if word == "jazz" else "My favorite food is sushi.")
    elif verb == "forget":
        person.forget(word)
    elif verb == "undo":
        person.say("undo that")
    elif messages:
        person.unsay(messages[0].id)


def _state(person: Person, known_at: datetime | None) -> list[tuple[object, ...]]:
    return [
        (m.id, m.text, m.status, m.valid_from, m.valid_to, m.confidence, m.superseded_by)
        for m in person.memories(known_at=known_at)
    ]


@settings(max_examples=30)
@given(acts=st.lists(_ACTS, min_size=2, max_size=8))
def test_known_at_is_exact_whatever_happened_since(acts: list[tuple[str, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        clock = FrozenClock(START)
        with opened(Path(folder) / "l.db", clock) as luna:
            ada = luna.meet("Ada")
            seen = []
            for act in acts:
                _do(ada, act, clock())
                seen.append((clock(), _state(ada, None)))
                clock.advance(MINUTE)
            forgotten = {e.after.id for e in ada.history() if e.after is not None and e.after.text == FORGOTTEN}
            for moment, state in seen:
                assert _state(ada, moment) == [row for row in state if row[0] not in forgotten]


def test_what_is_forgotten_is_in_no_past_and_no_history(scene: Scene) -> None:
    scene.say("I love ramen and jazz.", "I live in Lyon.")
    before = scene.clock()
    scene.clock.advance(DAY)
    ramen = about(scene.ada, "ramen")
    forgotten = scene.ada.forget("ramen")
    assert texts(scene.ada.memories(known_at=before)) == ["Likes jazz.", "Lives in Lyon."]
    found = [scene.ada.recall("ramen", known_at=before), scene.ada.recall("ramen", as_of=before)]
    assert "ramen" not in repr([found, scene.ada.memories(known_at=before), scene.ada.history()])
    assert [e.change.cause for e in scene.ada.history(ramen.id)] == ["learn", "forget"]
    scene.ada.undo(forgotten.change_id)
    assert "Likes ramen." in texts(scene.ada.memories(known_at=before))


def test_history_tells_every_step_of_a_memory(scene: Scene) -> None:
    scene.say("I like jazz.", "I like jazz.", "I no longer like jazz.")
    memory = about(scene.ada, "jazz")
    events = scene.ada.history(memory.id)
    assert [e.after.status for e in events if e.after] == [Status.ACTIVE, Status.ACTIVE, Status.SUPERSEDED]
    assert [e.before is None for e in events] == [True, False, False]
    assert events[-1].after is not None
    assert events[-1].after.revision == memory.revision
    assert [e.at for e in events] == sorted(e.at for e in events)
    assert len(scene.ada.history()) == len(events)
    assert scene.ada.memories(statuses=EVERY) == [memory]


def test_what_is_so_now_comes_before_words_that_are_outdated(scene: Scene) -> None:
    scene.say("my favorite food is pizza", "actually it's ramen")
    first, *others = scene.ada.recall("what's my favorite food?")
    assert first.memory.text == "Favorite food is ramen."
    old = next(hit for hit in others if "pizza" in hit.text)
    assert old.outdated_by is not None
    assert old.outdated_by.id == first.memory.id
    assert sum(old.features.values()) == pytest.approx(old.score)


_TOLD = [
    "I'm allergic to peanuts. My favorite food is pizza.",
    "I feel sad today. I live in Lyon.",
    "My favorite food is ramen. I like jazz.",
    "I moved to Bern. I no longer like jazz.",
]


def test_a_context_of_then_is_as_it_was(tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.context.selection.BESIDE", Amounts())  # an episode is drawn later than it was
    with opened(tmp_path / "l.db", clock) as luna:
        ada = luna.meet("Ada")
        seen = []
        for number, told in enumerate(_TOLD):
            ada.say(told)
            ada.user_model.record(f"Gets up at {number + 5}.", confidence=0.6)
            luna.self_model.append("identity_statements", f"I have seen {number} winters.")
            clock.advance(3 * HOUR)
            seen.append((clock(), [str(ada.context(message)) for message in ("Which food do I like?", "Jazz?")]))
            clock.advance(DAY)
        assert len({tuple(contexts) for _, contexts in seen}) == len(_TOLD)
        for moment, contexts in seen:
            then = [ada.context(message, known_at=moment) for message in ("Which food do I like?", "Jazz?")]
            assert [str(one) for one in then] == contexts
            assert OF_THEN in then[0].degraded


def test_looking_at_a_context_of_then_is_no_use_of_it(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    assert scene.ada.context("Where do I live?", known_at=scene.clock()).lines
    assert [m.last_used_at for m in scene.ada.memories()] == [None]
    scene.clock.advance(DAY)
    assert scene.ada.context("Where do I live?", known_at=START - MINUTE).lines == ()
    scene.ada.forget("Lyon")
    assert "Lyon" not in str(scene.ada.context("Where do I live?", known_at=START + MINUTE))
