"""Two people who turn out to be one, and are told apart again: nothing is lost, and nothing is left behind."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.service.scene import DAY, EVERY, MINUTE, START, Scene, _plain, about, on_file, opened, texts

import reverie
from reverie import Person, Reverie
from reverie.config import Config
from reverie.privacy.privacy_settings import Settings
from reverie.records.memories import Status
from reverie.records.opinions import Occasion
from reverie.settings_sections import MemorySettings
from reverie.testing import FrozenClock


def kept(luna: Reverie, person: Person) -> dict[str, Any]:
    """All that is kept of a person, but for what differs at every write."""
    whole = luna.export(person)
    for name in ("changes", "exported_at", "merged"):
        del whole[name]
    whole["links"].sort(key=lambda link: (link["from_id"], link["to_id"], link["relation"]))
    found = _plain(whole)
    assert isinstance(found, dict)
    return found


def seen(person: Person) -> tuple[object, ...]:
    """What a person's words find, and what a model is told."""
    hits = [(hit.text, round(hit.score, 9)) for hit in person.recall("what food and music, and where?")]
    return hits, str(person.context("What shall we eat tonight?"))


@pytest.fixture
def jon(scene: Scene) -> Person:
    """Somebody who will turn out to be Ada."""
    jon = scene.luna.directory.add("Adelaide")
    scene.say("I live in Lyon.", "I like jazz.", "My favorite food is pizza.")
    for text in ("I like jazz.", "I like chess.", "My favorite food is ramen.", "I no longer like chess."):
        jon.say(text)
        scene.clock.advance(MINUTE)
    jon.say("Noted.", role="assistant")
    jon.remember("A red scarf suits them.")
    return jon


def test_who_is_merged_is_found_in_the_other(scene: Scene, jon: Person) -> None:
    luna = scene.luna
    luna.directory.describe(jon, nickname="Addie")
    luna.directory.link(jon, "discord", "1")
    old, other = jon.id, luna.find(jon.id)
    merged = luna.directory.merge(jon, into=scene.ada)
    assert (merged.person.id, merged.merged.id) == (scene.ada.id, old)
    assert (merged.messages, merged.memories) == (5, 4)
    assert [user.name for user in luna.people()] == ["Ada"]
    for who in ("Adelaide", "addie", "discord:1", old):
        assert luna.find(who).id == scene.ada.id
    assert luna.meet("Adelaide").id == luna.directory.by_account("discord", "1").id == scene.ada.id
    assert [a.external_id for a in luna.directory.accounts(scene.ada)] == ["1"]
    # Whoever spoke for them speaks for the other now, and what they say is kept there.
    assert texts(jon.memories()) == texts(other.memories()) == texts(scene.ada.memories())
    assert jon.id == other.id == scene.ada.id
    other.say("I own a boat.")
    assert "Owns a boat." in texts(scene.ada.memories())


def test_the_other_knows_what_both_knew_as_if_they_had_said_it_all(scene: Scene, jon: Person) -> None:
    scene.luna.directory.merge(jon, into=scene.ada)
    foods = [m for m in scene.ada.memories(statuses=EVERY) if m.key == "favorite_food"]
    assert [(m.value, m.status, m.superseded_by) for m in foods] == [
        ("pizza", Status.SUPERSEDED, foods[1].id),
        ("ramen", Status.ACTIVE, None),
    ]
    assert about(scene.ada, "jazz").validations == 1
    assert about(scene.ada, "chess").status is Status.SUPERSEDED
    assert "A red scarf suits them." in scene.known()
    hit = scene.ada.recall("ramen")[0]
    assert hit.message is not None
    assert hit.message.text == "My favorite food is ramen."
    assert texts(scene.ada.memories(as_of=foods[0].valid_from)).count("Favorite food is pizza.") == 1
    assert len(scene.ada.messages()) == 8


def test_what_was_said_twice_comes_in_at_both_times(scene: Scene) -> None:
    jon = scene.luna.directory.add("Adelaide")
    scene.say("My favorite food is pizza.")
    jon.say("My favorite food is ramen.")
    jon.say("My favorite food is ramen.", at=START - MINUTE)
    scene.luna.directory.merge(jon, into=scene.ada)
    assert scene.known() == ["Favorite food is ramen."]
    line = [m.value for m in scene.ada.memories(statuses=EVERY) if m.key == "favorite_food"]
    assert line == ["ramen", "pizza", "ramen"]


def test_a_split_restores_both_exactly(scene: Scene, jon: Person) -> None:
    luna, who = scene.luna, jon.id
    before = kept(luna, scene.ada), kept(luna, jon), seen(scene.ada), seen(jon)
    luna.directory.merge(jon, into=scene.ada)
    back = luna.directory.split(who)
    assert (back.id, back.name) == (who, "Adelaide")
    assert (kept(luna, scene.ada), kept(luna, back), seen(scene.ada), seen(back)) == before
    assert luna.find("Adelaide").id == who
    assert "scarf" not in json.dumps(luna.export(scene.ada))
    again = luna.directory.merge(back, into=scene.ada)
    assert "A red scarf suits them." in scene.known()
    luna.directory.split(again)
    assert kept(luna, scene.ada) == before[0]


def test_what_was_said_after_the_merge_stays(scene: Scene, jon: Person) -> None:
    luna, theirs = scene.luna, kept(scene.luna, jon)
    luna.directory.merge(jon, into=scene.ada)
    scene.clock.advance(DAY)
    scene.say("I like jazz.", "I like chess.", "My favorite food is sushi.", "I work at Acme.")
    back = luna.directory.split("Adelaide")
    assert kept(luna, back) == theirs
    assert scene.known() == [
        "Favorite food is sushi.",
        "Likes chess.",
        "Likes jazz.",
        "Lives in Lyon.",
        "Works at Acme.",
    ]
    foods = {m.value: m for m in scene.ada.memories(statuses=EVERY) if m.key == "favorite_food"}
    assert foods["sushi"].supersedes == foods["pizza"].id
    assert foods["pizza"].superseded_by == foods["sushi"].id
    assert foods["pizza"].valid_to == foods["sushi"].valid_from
    assert "ramen" not in foods
    assert about(scene.ada, "jazz").validations == 1
    assert {m.text for m in scene.ada.messages()} >= {"My favorite food is sushi."}
    assert all("ramen" not in m.text for m in scene.ada.messages())


SUSHI, PIZZA = "My favorite food is sushi.", "My favorite food is pizza."
JAZZ, NO_JAZZ = "I like jazz.", "I no longer like jazz."
SENTENCES = [
    "I like jazz.",
    "I like chess.",
    "I no longer like jazz.",
    "My favorite food is pizza.",
    "My favorite food is ramen.",
    "My favorite food is sushi.",
    "I live in Lyon.",
    "I live in Paris.",
    "I work at Acme.",
    "I feel sad today.",
]


def states(person: Person) -> list[tuple[object, ...]]:
    found = person.memories(statuses=frozenset(Status) - {Status.RETRACTED})
    return sorted((str(m.key), m.text, m.status, m.valid_from, m.valid_to is None) for m in found)


@pytest.mark.parametrize(
    ("first", "since"),
    [
        # Said before and after what the other said: the merge parts the two, the split joins them.
        ([(True, SUSHI), (False, PIZZA), (True, SUSHI)], [SUSHI]),
        ([(True, SUSHI), (False, PIZZA), (False, SUSHI), (True, SUSHI)], [PIZZA]),
        # Ended by the other, and said again since.
        ([(True, JAZZ), (False, JAZZ), (False, NO_JAZZ)], [JAZZ]),
        # Said first by the other: the memory of one's own began with them for a while.
        ([(False, SUSHI), (False, PIZZA), (True, SUSHI)], [SUSHI]),
    ],
)
def test_what_the_merge_parted_is_joined_again(first: list[tuple[bool, str]], since: list[str]) -> None:
    apart(first, since)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    first=st.lists(st.tuples(st.booleans(), st.sampled_from(SENTENCES)), max_size=6),
    since=st.lists(st.sampled_from(SENTENCES), max_size=4),
)
def test_any_two_histories_come_apart_again(first: list[tuple[bool, str]], since: list[str]) -> None:
    apart(first, since)


def apart(first: list[tuple[bool, str]], since: list[str]) -> None:
    """See that Ada after a merge and a split is the Ada who never was merged, and who said the same."""
    clock = FrozenClock(START)
    with opened(":memory:", clock) as luna, opened(":memory:", clock) as alone:
        ada, eve, only = luna.meet("Ada"), luna.meet("Eve"), alone.meet("Ada")
        for hers, text in first:
            clock.advance(MINUTE)
            for person in (ada, only) if hers else (eve,):
                person.say(text)
        theirs, who, hers_before = kept(luna, eve), eve.id, kept(luna, ada)
        luna.directory.merge(eve, into=ada)
        for text in since:
            clock.advance(timedelta(hours=1))
            ada.say(text)
            only.say(text)
        back = luna.directory.split(who)
        assert kept(luna, back) == theirs
        if not since:
            assert kept(luna, ada) == hers_before
        assert states(ada) == states(only)
        assert texts(ada.messages()) == texts(only.messages())


def _line(person: Person) -> list[tuple[object, ...]]:
    """A slot's line of time, and when what stands there was stated outright."""
    found = [m for m in person.memories(statuses=EVERY) if m.status is not Status.RETRACTED]
    return [(m.value, m.valid_from, m.valid_to, m.stated) for m in found]


def test_each_time_that_something_was_stated_comes_in_by_itself(scene: Scene) -> None:
    bob = scene.luna.meet("Bob")
    bob.remember("My favorite food is ramen.")
    scene.clock.advance(6 * DAY)
    bob.remember("My favorite food is ramen.")
    scene.ada.say("My favorite food is pizza.", at=START + 3 * DAY)
    scene.luna.directory.merge(bob, into=scene.ada)
    scene.ada.say("My favorite food is sushi.", at=START + 2 * DAY)
    days = [START + day * DAY for day in (0, 2, 3, 6)]
    assert _line(scene.ada) == [
        ("ramen", days[0], days[1], (days[0],)),
        ("sushi", days[1], days[2], ()),
        ("pizza", days[2], days[3], ()),
        ("ramen", days[3], None, (days[3],)),
    ]
    scene.luna.directory.split("Bob")
    assert _line(scene.ada) == [("sushi", days[1], days[2], ()), ("pizza", days[2], None, ())]


def test_splits_out_of_order_leave_what_belongs_to_each(scene: Scene, jon: Person) -> None:
    luna = scene.luna
    before = scene.known()
    zoe = luna.directory.add("Zoe")
    zoe.say("I like jazz. My favorite food is soup. I own a boat.")
    luna.directory.merge(jon, into=scene.ada)
    luna.directory.merge(zoe, into=scene.ada)
    luna.directory.split("Adelaide")
    assert scene.known() == ["Favorite food is soup.", "Likes jazz.", "Lives in Lyon.", "Owns a boat."]
    luna.directory.split("Zoe")
    assert scene.known() == before
    assert about(scene.ada, "jazz").validations == 0


def test_a_chain_is_split_from_its_end(scene: Scene, jon: Person) -> None:
    luna, middle = scene.luna, kept(scene.luna, jon)
    zoe = luna.directory.add("Zoe")
    zoe.say("I own a boat.")
    luna.directory.merge(zoe, into=jon)
    luna.directory.merge(jon, into=scene.ada)
    assert "Owns a boat." in scene.known()
    assert luna.find("Zoe").id == scene.ada.id
    with pytest.raises(reverie.Conflict, match="split Adelaide first"):
        luna.directory.split("Zoe")
    back = luna.directory.split("Adelaide")
    assert "Owns a boat." in texts(back.memories())
    assert "Owns a boat." not in scene.known()
    assert luna.find("Zoe").id == back.id
    luna.directory.split("Zoe")
    assert kept(luna, back) == middle


def test_what_can_not_be_merged(scene: Scene, jon: Person) -> None:
    luna = scene.luna
    with pytest.raises(reverie.InvalidInput, match="name two people"):
        luna.directory.merge(scene.ada, into=luna.find("Ada"))
    companion = Person(luna._runtime, luna._settings, luna.companion, luna.companion)
    with pytest.raises(reverie.InvalidInput, match="companion"):
        luna.directory.merge(companion, into=scene.ada)
    with pytest.raises(reverie.InvalidInput, match="companion"):
        luna.directory.merge(jon, into=companion)
    gone = luna.directory.add("Gone")
    luna.erase(gone)
    with pytest.raises(reverie.NotFound, match="erased"):
        luna.directory.merge(gone, into=scene.ada)
    luna.directory.merge(jon, into=scene.ada)
    with pytest.raises(reverie.InvalidInput, match="name two people"):
        luna.directory.merge(luna.find("Adelaide"), into=scene.ada)
    for who in ("Nobody", "Ada", ""):
        with pytest.raises(reverie.NotFound):
            luna.directory.split(who)


def test_a_merge_is_split_and_not_undone(scene: Scene, jon: Person) -> None:
    merged = scene.luna.directory.merge(jon, into=scene.ada)
    with pytest.raises(reverie.Conflict, match="split"):
        scene.ada.undo(merged.id)
    with pytest.raises(reverie.NotFound):
        scene.ada.undo(batch=f"merge:{merged.merged.id}")
    scene.luna.directory.split(merged.id)
    with pytest.raises(reverie.Conflict, match="merge them again"):
        scene.ada.undo(scene.change("split"))


def test_what_is_forgotten_while_they_are_one_does_not_come_back(scene: Scene, jon: Person) -> None:
    luna = scene.luna
    luna.directory.merge(jon, into=scene.ada)
    gone = scene.ada.forget("ramen")
    scene.ada.forget(about(scene.ada, "scarf").id)
    scene.ada.forget(about(scene.ada, "jazz").id)
    back = luna.directory.split("Adelaide")
    for person in (scene.ada, back):
        whole = json.dumps(luna.export(person))
        assert "ramen" not in whole
        assert "jazz" not in whole
        assert "scarf" not in whole
    assert gone.change_id is not None


def test_forgetting_undone_brings_it_back_to_both(scene: Scene, jon: Person) -> None:
    luna, theirs = scene.luna, kept(scene.luna, jon)
    luna.directory.merge(jon, into=scene.ada)
    both = kept(luna, scene.ada)
    gone = scene.ada.forget("ramen")
    undone = scene.ada.undo(gone.change_id)
    assert kept(luna, scene.ada) == both
    scene.ada.undo(undone.change.id)
    scene.ada.undo()
    assert kept(luna, luna.directory.split("Adelaide")) == theirs


def test_what_only_the_history_of_one_tells_is_forgotten_of_both(scene: Scene) -> None:
    bob = scene.luna.meet("Bob")
    said = bob.say("I like jazz.")
    assert said.message is not None
    scene.luna.directory.merge(bob, into=scene.ada)
    scene.ada.unsay(said.message.id)
    forgotten = scene.ada.forget("jazz")
    assert (forgotten.past, forgotten.memories) == (True, ())
    assert "jazz" not in str(scene.ada.history())
    assert "jazz" not in str(scene.luna.directory.split("Bob").history())


def test_a_message_unsaid_while_they_are_one_is_unsaid_for_both(scene: Scene, jon: Person) -> None:
    ramen = next(m for m in jon.messages() if "ramen" in m.text)
    scene.luna.directory.merge(jon, into=scene.ada)
    scene.ada.unsay(ramen.id)
    assert "Favorite food is pizza." in scene.known()
    back = scene.luna.directory.split("Adelaide")
    assert "ramen" not in json.dumps(scene.luna.export(back))
    assert "Favorite food is pizza." in scene.known()


@on_file
def test_erasing_one_erases_who_was_merged_into_them(scene: Scene, jon: Person) -> None:
    jon.say("I collect zanzibarian stamps.")
    scene.luna.directory.merge(jon, into=scene.ada)
    receipt = scene.luna.erase(scene.ada)
    assert (receipt.proved, receipt.rows["users"]) == (True, 2)
    assert b"anzibarian" not in scene.bytes_on_disk()
    assert b"Adelaide" not in scene.bytes_on_disk()
    assert scene.luna.people() == []


@on_file
def test_erasing_who_was_split_off_leaves_nothing_in_the_other(scene: Scene, jon: Person) -> None:
    jon.say("I collect zanzibarian stamps.")
    scene.luna.directory.merge(jon, into=scene.ada)
    scene.clock.advance(MINUTE)
    scene.say("I like jazz.")
    assert scene.luna.erase(scene.luna.directory.split("Adelaide")).proved
    assert b"anzibarian" not in scene.bytes_on_disk()
    assert b"Adelaide" not in scene.bytes_on_disk()
    assert "Likes jazz." in scene.known()


@on_file
@pytest.mark.parametrize("outright", [False, True])
def test_what_was_parted_since_leaves_nothing_in_the_other_either(scene: Scene, outright: bool) -> None:
    bob = scene.luna.meet("Bob")
    for _day in range(2):
        (bob.remember if outright else bob.say)("My favorite food is zanzibarian ramen.")
        scene.clock.advance(2 * DAY)
    scene.luna.directory.merge(bob, into=scene.ada)
    scene.clock.advance(MINUTE)
    scene.ada.say("My favorite food is pizza.", at=START + DAY)
    scene.clock.advance(MINUTE)
    back = scene.luna.directory.split("Bob")
    assert texts(scene.ada.memories(statuses=EVERY)) == ["Favorite food is pizza."]
    assert "anzibarian" not in "".join(event.after.text for event in scene.ada.history() if event.after)
    assert scene.luna.erase(back).proved
    assert b"anzibarian" not in scene.bytes_on_disk()


def test_a_split_takes_every_statement_along(scene: Scene) -> None:
    bob = scene.luna.meet("Bob")
    for _day in range(3):
        bob.remember("My favorite food is ramen.")
        scene.clock.advance(DAY)
    scene.luna.directory.merge(bob, into=scene.ada)
    scene.ada.say("My favorite food is ramen.")
    scene.luna.directory.split("Bob")
    (left,) = scene.ada.memories()
    assert (left.valid_from, left.validations, left.stated) == (START + 3 * DAY, 0, ())


def test_a_statement_that_moves_to_an_earlier_memory_is_taken_along(scene: Scene) -> None:
    bob = scene.luna.meet("Bob")
    bob.say("My favorite food is ramen.", at=START - 2 * DAY)
    bob.say("My favorite food is sushi.", at=START - DAY)
    bob.remember("My favorite food is ramen.")
    scene.luna.directory.merge(bob, into=scene.ada)
    scene.clock.advance(DAY)
    scene.ada.remember("My favorite food is sushi.")
    scene.luna.directory.split("Bob")
    assert _line(scene.ada) == [("sushi", START + DAY, None, (START + DAY,))]


def test_the_stricter_settings_hold_while_they_are_one(scene: Scene, jon: Person) -> None:
    luna = scene.luna
    scene.ada.settings(categories_off=("health",), retention_days=90, told_in_company=("event", "fact"))
    jon.settings(categories_off=("feeling",), retention_days=30, told_in_company=("fact", "other"))
    jon.pause()
    luna.directory.merge(jon, into=scene.ada)
    one = scene.ada.settings()
    assert (one.paused, one.categories_off, one.retention_days) == (True, ("feeling", "health"), 30)
    assert one.told_in_company == ("fact",)
    scene.ada.resume()  # decided since: a split does not take it back
    back = luna.directory.split("Adelaide")
    assert scene.ada.settings() == Settings(
        categories_off=("health",), retention_days=90, told_in_company=("event", "fact")
    )
    assert (back.settings().paused, back.settings().retention_days) == (True, 30)


def test_retention_holds_for_the_hidden_rows_too(scene: Scene, jon: Person) -> None:
    scene.luna.directory.merge(jon, into=scene.ada)
    scene.ada.settings(retention_days=1)
    scene.clock.advance(2 * DAY)
    scene.luna.upkeep()
    back = scene.luna.directory.split("Adelaide")
    assert (back.messages(), back.memories()) == ([], [])


def test_one_file_imported_twice_is_said_once(scene: Scene, tmp_path: Any) -> None:
    file = tmp_path / "chat.txt"
    file.write_text("[2026-01-05 10:00]\nAda: I like jazz.\nLuna: Nice.\nAda: I live in Lyon.\n", encoding="utf-8")
    twin = scene.luna.directory.add("Adelaide")
    scene.luna.import_history(file, scene.ada)
    scene.luna.import_history(file, twin, speaker="Ada")
    before = kept(scene.luna, scene.ada)
    merged = scene.luna.directory.merge(twin, into=scene.ada)
    assert (merged.messages, len(scene.ada.messages())) == (0, 3)
    assert about(scene.ada, "jazz").validations == 0
    scene.luna.directory.split(merged)
    assert kept(scene.luna, scene.ada) == before


def test_proposals_come_along_and_go_again(tmp_path: Any) -> None:
    clock = FrozenClock(START)
    asking = Config(embedder="none", memory=MemorySettings(conflict="ask"))
    with opened(tmp_path / "luna.db", clock, asking) as luna:
        ada, eve = luna.meet("Ada"), luna.meet("Eve")
        ada.say("My favorite food is pizza.")
        eve.say("I live in Lyon.")
        clock.advance(MINUTE)
        eve.say("I live in Paris.")
        eve.say("My favorite food is ramen.")
        before, theirs = kept(luna, ada), kept(luna, eve)
        luna.directory.merge(eve, into=ada)
        waiting = ada.memories(statuses=frozenset({Status.PROPOSED}))
        assert sorted(m.value or "" for m in waiting) == ["paris", "ramen"]
        assert texts(ada.memories()) == ["Favorite food is pizza.", "Lives in Lyon."]
        back = luna.directory.split("Eve")
        assert (kept(luna, ada), kept(luna, back)) == (before, theirs)


def test_an_open_companion_elsewhere_follows_before_it_writes(scene: Scene, jon: Person) -> None:
    with opened(scene.path, scene.clock) as elsewhere:
        there = elsewhere.find("Adelaide")
        scene.luna.directory.merge(jon, into=scene.ada)
        there.say("I own a boat.")
        assert there.id == scene.ada.id
    assert "Owns a boat." in scene.known()


def test_who_they_are_has_a_history(scene: Scene, jon: Person) -> None:
    luna, directory = scene.luna, scene.luna.directory
    directory.describe(scene.ada, name="Ada Lovelace", pronouns="she/her")
    directory.link(scene.ada, "discord", "1")
    directory.unlink(scene.ada, "discord", "1")
    directory.merge(jon, into=scene.ada)
    directory.split("Adelaide")
    told = [(h.what, h.before, h.after) for h in directory.history(luna.find("Ada Lovelace"))]
    assert told == [
        ("met", None, "Ada"),
        ("name", "Ada", "Ada Lovelace"),
        ("pronouns", None, "she/her"),
        ("account", None, "discord:1"),
        ("account", "discord:1", None),
        ("merged", None, "Adelaide"),
        ("split", None, "Adelaide"),
    ]


def test_names_and_accounts_are_undone_like_anything_else(scene: Scene) -> None:
    directory = scene.luna.directory
    directory.describe(scene.ada, name="Eve")
    scene.ada.undo(scene.change("describe"))
    assert scene.luna.find("Ada").id == scene.ada.id
    directory.link(scene.ada, "discord", "1")
    scene.ada.undo(scene.change("link"))
    with pytest.raises(reverie.NotFound):
        directory.by_account("discord", "1")
    directory.link(scene.ada, "discord", "1")
    directory.unlink(scene.ada, "discord", "1")
    scene.ada.undo(scene.change("unlink"))
    assert directory.by_account("discord", "1").id == scene.ada.id
    with pytest.raises(reverie.NotFound):
        directory.unlink(scene.ada, "discord", "2")


def test_what_the_companion_thinks_of_them_follows(scene: Scene, jon: Person) -> None:
    luna = scene.luna
    about_them = Occasion(user=jon.id, related_users=(jon.id,))
    luna.opinions.add("chess", "Chess rewards patience.", strength=0.9, occasion=about_them)
    luna.directory.merge(jon, into=scene.ada)
    assert "Chess rewards patience." in str(scene.ada.context("Hello!"))
    luna.directory.split("Adelaide")
    assert "Chess rewards patience." not in str(scene.ada.context("Hello!"))


def test_observations_come_along_and_go_again(scene: Scene, jon: Person) -> None:
    luna, model = scene.luna, jon.user_model
    model.record("They answer at night.", category="communication_style", confidence=0.6)
    scene.ada.user_model.record("They answer at night.", category="communication_style", confidence=0.5)
    model.record("They love machines.", category="interest")
    before, theirs = kept(luna, scene.ada), kept(luna, jon)
    luna.directory.merge(jon, into=scene.ada)
    seen = {o.memory.text: o.memory.validations for o in scene.ada.user_model.review()}
    assert seen == {"They answer at night.": 1, "They love machines.": 0}
    assert len(model.review()) == 2
    back = luna.directory.split("Adelaide")
    assert (kept(luna, scene.ada), kept(luna, back)) == (before, theirs)
