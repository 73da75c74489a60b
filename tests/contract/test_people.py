"""Merging, splitting and confirming on both databases: the same rules hold, and each owner's rows stay their own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.service.scene import HOUSEHOLD, MINUTE, START, _plain, opened, texts

import reverie
from reverie import Person, Reverie
from reverie.testing import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(store_url: str, clock: FrozenClock) -> Iterator[Reverie]:
    with opened(store_url, clock) as luna:
        yield luna


def kept(luna: Reverie, person: Person) -> Any:
    whole = luna.export(person)
    for name in ("changes", "exported_at", "merged"):
        del whole[name]
    whole["links"].sort(key=lambda link: (link["from_id"], link["to_id"], link["relation"]))
    return _plain(whole)


def two(luna: Reverie, clock: FrozenClock) -> tuple[Person, Person]:
    """Ada, and somebody who will turn out to be Ada."""
    ada, eve = luna.meet("Ada"), luna.meet("Eve")
    for person, text in (
        (ada, "My favorite food is pizza. I like jazz."),
        (eve, "My favorite food is ramen. I like jazz."),
        (ada, "I live in Lyon."),
        (eve, "I no longer like jazz. I work at Acme."),
    ):
        person.say(text)
        clock.advance(MINUTE)
    return ada, eve


def test_a_merge_is_split_exactly(luna: Reverie, clock: FrozenClock) -> None:
    ada, eve = two(luna, clock)
    before, who = (kept(luna, ada), kept(luna, eve)), eve.id
    merged = luna.directory.merge(eve, into=ada)
    assert [user.name for user in luna.people()] == ["Ada"]
    assert luna.find("Eve").id == luna.find(who).id == ada.id
    assert sorted(texts(ada.memories())) == ["Favorite food is ramen.", "Lives in Lyon.", "Works at Acme."]
    assert ada.recall("ramen")[0].memory.value == "ramen"
    back = luna.directory.split(merged)
    assert (kept(luna, ada), kept(luna, back)) == before
    assert "ramen" not in [hit.memory.value for hit in ada.recall("ramen")]


def test_names_and_accounts_are_changes(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    luna.directory.describe(ada, name="Eve")
    luna.directory.link(ada, "discord", "1")
    luna.directory.unlink(ada, "discord", "1")
    steps = luna.directory.history(ada)
    assert [step.what for step in steps] == ["met", "name", "account", "account"]
    ada.undo(steps[3].change_id)
    assert luna.directory.by_account("discord", "1").id == ada.id
    ada.undo(steps[1].change_id)
    assert luna.find("Ada").id == ada.id


def test_who_is_asked_waits_and_becomes_the_known_one(store_url: str, clock: FrozenClock) -> None:
    with opened(store_url, clock, HOUSEHOLD) as luna:
        _asked_and_known(luna)


def _asked_and_known(luna: Reverie) -> None:
    john = luna.meet("John Smith")
    jon = luna.meet("Jon")
    assert jon.confirmation is not None
    jon.say("I own a boat.")
    assert luna.meet("Jon").confirmation is not None
    assert jon.say("yes").identified is not None
    assert texts(john.memories()) == ["Owns a boat."]
    assert texts(luna.directory.split("Jon").memories()) == ["Owns a boat."]
    assert john.memories() == []


def test_two_merges_at_once_do_not_wait_for_each_other(luna: Reverie, store_url: str, clock: FrozenClock) -> None:
    ada, eve = two(luna, clock)
    done: list[str] = []

    def merged(person: str, into: str) -> None:
        with opened(store_url, clock) as other:
            try:
                other.directory.merge(other.find(person), into=other.find(into))
            except reverie.InvalidInput:
                done.append("one already")
            else:
                done.append("merged")

    threads = [threading.Thread(target=merged, args=pair) for pair in ((ada.id, eve.id), (eve.id, ada.id))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == ["merged", "one already"]
    assert len(luna.people()) == 1


def test_those_who_meet_somebody_new_at_once_meet_one_person(luna: Reverie) -> None:
    with ThreadPoolExecutor(8) as pool:
        for number in range(5):
            found = pool.map(lambda _, id=f"u-{number}": luna.meet("Ada", account=("openwebui", id)).id, range(8))
            assert len({*found}) == 1
    assert len(luna.people()) == 5
    steps = luna.directory.history(luna.directory.by_account("openwebui", "u-0"))
    assert [step.what for step in steps] == ["met", "account"]


def test_who_can_not_be_linked_is_not_met(luna: Reverie) -> None:
    with pytest.raises(reverie.Refused):
        luna.meet("Ada", account=("my password is hunter2", "1"))
    assert luna.people() == []
