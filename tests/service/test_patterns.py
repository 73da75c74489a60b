"""What people share, counted for an operator: never a small group, a guest, a pause, a name, a place or an illness."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.scene import START, opened

import reverie
from reverie.profile.population_patterns import Pattern
from reverie.testing import FrozenClock

NAMES = ["Ada", "Bo", "Cyd", "Dan", "Eve", "Flo", "Gus"]


@pytest.fixture
def luna() -> Iterator[reverie.Reverie]:
    with opened(":memory:", FrozenClock(START)) as companion:
        yield companion


def all_say(luna: reverie.Reverie, text: str, many: int = 5) -> list[reverie.Person]:
    people = [luna.meet(name) for name in NAMES[:many]]
    for person in people:
        person.say(text)
    return people


def shared(luna: reverie.Reverie, minimum: int = 5) -> dict[str, int]:
    return {f"{p.of} {p.what}": p.people for p in luna.directory.patterns(minimum)}


def test_slots_and_observations_are_counted_by_person(luna: reverie.Reverie) -> None:
    people = all_say(luna, "My hobby is chess. I love jazz.", 6)
    people[0].say("I love jazz!")
    for number, person in enumerate(people[:5]):
        text = f"{person.name} values honesty." if number % 2 else "Values honesty"
        person.user_model.record(text, category="value")
        person.user_model.record("Works nights.", category="background")
    luna.meet("Gus").say("My hobby is chess.")
    assert luna.directory.patterns() == [
        Pattern(of="hobby", what="chess", people=7, examples=("chess",)),
        Pattern(of="likes", what="jazz", people=6, examples=("jazz",)),
        Pattern(of="value", what="value honesty", people=5, examples=("Values honesty", "values honesty")),
    ]
    assert shared(luna, 6) == {"hobby chess": 7, "likes jazz": 6}
    assert shared(luna, 8) == {}


@pytest.mark.parametrize("minimum", [4, 1, 0, -5, True])
def test_the_minimum_can_not_be_lowered(luna: reverie.Reverie, minimum: int) -> None:
    with pytest.raises(reverie.InvalidInput, match="5 people or more"):
        luna.directory.patterns(minimum)


def test_four_are_nobodys_pattern(luna: reverie.Reverie) -> None:
    all_say(luna, "My hobby is chess.", 4)
    assert shared(luna) == {}
    luna.guest().say("My hobby is chess.")
    assert shared(luna) == {}
    luna.meet("Eve").say("My hobby is chess.")
    assert shared(luna) == {"hobby chess": 5}


def test_who_paused_or_switched_it_off_is_not_counted(luna: reverie.Reverie) -> None:
    people = all_say(luna, "My hobby is chess. I love jazz.", 6)
    people[0].pause()
    assert shared(luna) == {"hobby chess": 5, "likes jazz": 5}
    people[1].settings(categories_off=["preference"])
    assert shared(luna) == {}
    people[0].resume()
    assert "likes jazz" in shared(luna)


def test_what_tells_of_one_person_is_never_counted(luna: reverie.Reverie) -> None:
    told = "I live in Lyon. I work at Acme. I'm allergic to nuts. My dog is called Rex. My wife is Mia. I'm from Spain."
    people = all_say(luna, f"{told} I love Bo. I'm vegan. My birthday is May 3.", 7)
    assert all(len(person.memories()) >= 7 for person in people)
    for person in people:
        for key, value in (("notes", "Met at Acme"), ("face_image", "a.png"), ("nickname", "Buddy")):
            person.remember(f"{key} {value}", key=key, value=value)
    assert shared(luna) == {}


def test_what_is_over_or_forgotten_is_not_counted(luna: reverie.Reverie) -> None:
    people = all_say(luna, "My hobby is chess.")
    people[0].forget("chess")
    assert shared(luna) == {}
    people[0].undo()
    assert shared(luna) == {"hobby chess": 5}
    luna.erase(people[1])
    assert shared(luna) == {}
