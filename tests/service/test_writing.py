"""What becomes of what is said: once, again, otherwise, late, and in conflict."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.service.scene import DAY, EVERY, START, Scene, about, only, opened, texts

import reverie
from reverie import Person
from reverie.config import Config
from reverie.memory.writing import Step
from reverie.records.memories import SourceKind, Status
from reverie.settings_sections import MemorySettings
from reverie.testing import FrozenClock


def test_a_fact_names_the_message_and_the_words_it_came_from(scene: Scene) -> None:
    said = scene.ada.say("Morning! My favorite food is ramen. How are you?")
    memory = only(scene.ada.memories())
    assert said.message is not None
    assert said.learned[0].text == memory.text == "Favorite food is ramen."
    assert memory.source.kind is SourceKind.MESSAGE
    assert memory.source.message_id == said.message.id
    assert memory.source.conversation_id == said.message.conversation_id
    assert memory.source.span is not None
    assert said.message.text[slice(*memory.source.span)] == memory.source.quote
    assert "ramen" in str(memory.source.quote)
    assert (memory.key, memory.value, memory.valid_from) == ("favorite_food", "ramen", START)


def test_the_same_again_reinforces_and_never_passes_one(scene: Scene) -> None:
    seen = []
    for text in ["I like jazz.", "I really like jazz!", "i like Jazz"] * 8:
        scene.say(text)
        seen.append(only(scene.ada.memories(statuses=EVERY)).confidence)
    assert seen == sorted(seen)
    assert seen[1] > seen[0]
    assert seen[-1] <= 1.0
    assert only(scene.ada.memories()).importance <= 1.0
    assert only(scene.ada.memories()).validations == 23


def test_the_same_twice_in_one_message_is_one_voice(scene: Scene) -> None:
    scene.say("I like jazz. Did I mention that I like jazz?")
    assert only(scene.ada.memories()).validations == 0


def test_another_value_supersedes_and_both_know_it(scene: Scene) -> None:
    scene.say("My favorite food is pizza.")
    changed = scene.clock()
    scene.say("My favorite food is ramen.")
    old, new = about(scene.ada, "pizza"), about(scene.ada, "ramen")
    assert (old.status, new.status) == (Status.SUPERSEDED, Status.ACTIVE)
    assert (old.superseded_by, new.supersedes) == (new.id, old.id)
    assert (old.valid_from, old.valid_to, new.valid_from, new.valid_to) == (START, changed, changed, None)
    assert (old.created_at, old.closed_at, new.created_at, new.closed_at) == (START, changed, changed, None)


def test_what_is_no_longer_so_ends_and_stays_in_the_past(scene: Scene) -> None:
    scene.say("I like jazz.")
    ended = scene.clock()
    scene.say("I no longer like jazz.")
    memory = about(scene.ada, "jazz")
    assert scene.known() == []
    assert (memory.status, memory.valid_to, memory.superseded_by) == (Status.SUPERSEDED, ended, None)


@pytest.mark.parametrize("name", ["Foo~Bar", "Foo=Bar"])
def test_signs_in_what_is_no_longer_so_are_signs(scene: Scene, name: str) -> None:
    scene.say(f"I work at {name}.")
    assert scene.known() == [f"Works at {name}."]
    scene.say(f"I no longer work at {name}.")
    assert scene.known() == []


@pytest.mark.parametrize("role", ["assistant", "peer", "system"])
def test_only_the_persons_own_words_teach(scene: Scene, role: str) -> None:
    said = scene.ada.say("My favorite food is ramen and I live in Lyon.", role=role, speaker="Someone")
    assert said.learned == ()
    assert scene.ada.memories(statuses=EVERY) == []


def test_a_peer_without_a_name_is_not_taken_for_the_person(scene: Scene) -> None:
    said = scene.ada.say("The harbour smells of tar.", role="peer")
    assert said.message is not None
    assert said.message.speaker != "Ada"


# -- late and out of order -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Person]]:
    """Ever new people of one companion, ten days after the first thing that is told."""
    path = tmp_path_factory.mktemp("strangers") / "luna.db"
    with opened(path, FrozenClock(START + 10 * DAY)) as luna:
        yield (luna.meet(f"Stranger {chr(97 + n % 26)}{n}") for n in itertools.count())


def _end_state(person: Person, told: tuple[tuple[int, str], ...]) -> list[tuple[object, ...]]:
    """What stands in the slot after foods were told for days; one in capitals is stated outright."""
    for day, food in told:
        tell = person.remember if food.isupper() else person.say
        tell(f"My favorite food is {food.lower()}.", at=START + day * DAY)
    known = {m.id: m for m in person.memories(statuses=EVERY - {Status.RETRACTED})}
    name = {None: None} | {m.id: m.value for m in known.values()}
    return [
        (m.value, m.status, m.valid_from, m.valid_to, name[m.supersedes], name[m.superseded_by]) for m in known.values()
    ]


_FOODS = st.lists(st.sampled_from(["ramen", "pizza", "RAMEN", "PIZZA"]), min_size=2, max_size=4)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(foods=_FOODS)
@example(foods=["ramen", "pizza", "RAMEN"])
def test_the_order_of_arrival_does_not_matter(strangers: Iterator[Person], foods: list[str]) -> None:
    told = tuple(enumerate(foods))
    expected = _end_state(next(strangers), told)
    assert sum(row[1] is Status.ACTIVE for row in expected) == 1
    for order in itertools.permutations(told):
        assert _end_state(next(strangers), order) == expected, order


def test_a_slots_line_of_time_has_no_gap_and_no_overlap(strangers: Iterator[Person]) -> None:
    told = ((0, "pizza"), (4, "ramen"), (2, "ramen"), (6, "sushi"), (5, "pizza"))
    line = _end_state(next(strangers), told)
    assert [row[0] for row in line] == ["pizza", "ramen", "pizza", "sushi"]
    assert [row[3] for row in line[:-1]] == [row[2] for row in line[1:]]
    assert line[-1][3] is None


def test_what_is_stated_outright_is_not_overruled_by_older_words(scene: Scene) -> None:
    scene.ada.say("My favorite food is sushi.", at=START - 9 * DAY)
    scene.ada.user_model.correct(only(scene.ada.memories()).id, "Favorite food is ramen.", value="ramen")
    scene.ada.say("My favorite food is ramen.", at=START - 8 * DAY)
    said = scene.ada.say("My favorite food is sushi.", at=START - 7 * DAY)
    standing = only(scene.ada.memories())
    assert (standing.value, standing.valid_from, standing.source.kind) == ("ramen", START, SourceKind.PERSON)
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    assert (standing := only(scene.ada.memories())).value == "ramen"
    assert standing.stated == (START,)


def test_a_sentence_of_the_same_form_fills_the_slot_that_it_corrects(scene: Scene) -> None:
    scene.ada.say("I live in Lyon.")
    scene.ada.user_model.correct(only(scene.ada.memories()).id, "Lives in Bern.")
    assert (only(scene.ada.memories()).value, scene.ada.user_model.profile().background["home"]) == ("Bern", "Bern")
    scene.ada.user_model.correct(only(scene.ada.memories()).id, "Home is where the sea is.")
    assert only(scene.ada.memories()).value == "Home is where the sea is."


# -- conflicts -----------------------------------------------------------------------------------


def _with(tmp_path: Path, clock: FrozenClock, memory: MemorySettings) -> reverie.Reverie:
    return opened(tmp_path / "policy.db", clock, Config(embedder="none", memory=memory))


def test_confident_keeps_the_surer_and_equals_go_by_time(tmp_path: Path, clock: FrozenClock) -> None:
    with _with(tmp_path, clock, MemorySettings(conflict="confident")) as luna:
        ada = luna.meet("Ada")
        ada.remember("My favorite food is pizza.")
        clock.advance(60)
        said = ada.say("My favorite food is ramen.")
        assert [one.step for one in said.learned] == [Step.PROPOSED]
        assert texts(ada.memories()) == ["Favorite food is pizza."]
        assert "ramen" not in str(ada.context("dinner?", budget=2000))
        clock.advance(60)
        ada.remember("My favorite food is sushi.")
        assert texts(ada.memories()) == ["Favorite food is sushi."]


@pytest.mark.parametrize("surer_first", [True, False])
def test_confident_does_not_depend_on_the_order_of_arrival(
    tmp_path: Path, clock: FrozenClock, surer_first: bool
) -> None:
    with _with(tmp_path, clock, MemorySettings(conflict="confident")) as luna:
        ada = luna.meet("Ada")
        clock.advance(9 * DAY)
        if surer_first:
            ada.remember("My favorite food is pizza.", at=START)
        ada.say("My favorite food is ramen.", at=START + DAY)
        if not surer_first:
            ada.remember("My favorite food is pizza.", at=START)
        assert texts(ada.memories()) == ["Favorite food is pizza."]


@pytest.mark.parametrize("accept", [True, False])
def test_ask_waits_until_the_person_decides(tmp_path: Path, clock: FrozenClock, accept: bool) -> None:
    with _with(tmp_path, clock, MemorySettings(conflicts={"favorite_food": "ask"})) as luna:
        ada = luna.meet("Ada")
        ada.say("My favorite food is pizza. I live in Lyon.")
        clock.advance(60)
        ada.say("My favorite food is ramen. I live in Paris.")
        assert sorted(texts(ada.memories())) == ["Favorite food is pizza.", "Lives in Paris."]
        clock.advance(60)
        ada.say("My favorite food is ramen.")
        proposal = only(ada.memories(statuses=frozenset({Status.PROPOSED})))
        assert proposal.validations == 1
        assert not any(hit.memory.id == proposal.id for hit in ada.recall("favorite food"))
        clock.advance(60)
        decided = ada.decide(proposal.id, accept=accept)
        assert decided.status is (Status.ACTIVE if accept else Status.RETRACTED)
        pizza, ramen = about(ada, "pizza"), about(ada, "ramen")
        if accept:
            assert (pizza.superseded_by, ramen.supersedes) == (ramen.id, pizza.id)
            assert any(hit.memory.id == proposal.id for hit in ada.recall("favorite food"))
        assert pizza.status is (Status.SUPERSEDED if accept else Status.ACTIVE)
        with pytest.raises(reverie.NotFound):
            ada.decide(proposal.id, accept=accept)


def test_remembering_outright_is_sure_and_reads_its_slot(scene: Scene) -> None:
    scene.ada.remember("My favorite food is ramen.")
    scene.ada.remember("The key is under the third pot.")
    scene.ada.remember("the key is under the third pot")
    slot, free = about(scene.ada, "ramen"), about(scene.ada, "third pot")
    assert (slot.key, slot.value, slot.confidence) == ("favorite_food", "ramen", 1.0)
    assert (free.key, free.confidence, free.validations) == (None, 1.0, 1)
    assert free.source.kind is SourceKind.PERSON
