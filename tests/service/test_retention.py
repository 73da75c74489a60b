"""Retention: what is past it goes for good. The byte search of erasure finds nothing of it in any table."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.service.scene import DAY, EVERY, Scene, texts
from tests.service.test_erasing import ACTS, House, done

from reverie import Reverie
from reverie.store import row_erasure
from reverie.store.sqlite.residue import Search, Traces

DATED = frozenset(ACTS) - {"opinion", "self", "page", "account", "nickname"}
"""What is kept because something was said at some time; names, accounts, the host's own notes of the companion and a
person's comments in their profile stay."""

TAG = '<record_user_observation category="interest">Rows at dawn in Zanzibar.</record_user_observation>'
SELF = "<record_self_observation>I long for Zanzibar.</record_self_observation>"


def left(luna: Reverie, words: Iterable[str]) -> set[str]:
    """Which tables still hold any of these words."""
    gathered = Traces()
    for word in words:
        gathered.text(word)
    with luna._runtime.store.reading() as session:
        looked = row_erasure.look_in_tables(session.connection, Search(gathered.probes()))
    return {one.where for one in looked if one.found}


def over(scene: Scene, *, days: int = 9) -> None:
    """Let the time of all that was said be over."""
    scene.ada.settings(retention_days=5)
    scene.clock.advance(days * DAY)
    scene.luna.upkeep()


def test_the_quote_of_a_fact_goes_from_the_log(scene: Scene) -> None:
    scene.say("I collect Zanzibarian stamps.")
    assert left(scene.luna, ["Zanzibarian"]) >= {"table messages", "table log"}
    over(scene)
    assert left(scene.luna, ["Zanzibarian"]) == set()


def test_an_older_quote_of_what_was_said_again_goes_from_the_log(scene: Scene) -> None:
    scene.say("I like jazz, Bartholomew.")
    scene.clock.advance(7 * DAY)
    scene.say("I like jazz.")
    over(scene, days=2)
    assert scene.known() == ["Likes jazz."]
    assert left(scene.luna, ["Bartholomew"]) == set()


def test_what_was_replaced_ended_or_expired_goes_too(scene: Scene) -> None:
    scene.ada.remember("My favorite food is Zanzibarian pie.")
    scene.ada.remember("I feel sad about Bartholomew today.")
    scene.clock.advance(8 * DAY)
    scene.luna.upkeep()
    scene.ada.remember("My favorite food is ramen.")
    over(scene, days=1)
    assert texts(scene.ada.memories(statuses=EVERY)) == ["Favorite food is ramen."]
    assert left(scene.luna, ["Zanzibarian", "Bartholomew"]) == set()


def test_what_was_forgotten_deleted_or_undone_is_kept_for_undo_no_longer_than_that(scene: Scene) -> None:
    scene.say("My brother is Bartholomew.", "I hate Zanzibarian jazz.", "I like Patagonian tea.")
    scene.ada.forget("brother")
    scene.ada.unsay(scene.ada.messages()[1].id)
    scene.ada.undo(message=scene.ada.messages()[-1].id)
    words = ["Bartholomew", "Zanzibarian", "Patagonian"]
    assert left(scene.luna, words) >= {"table log"}
    over(scene)
    assert left(scene.luna, words) == set()


def test_what_a_reply_noted_goes_with_it(scene: Scene) -> None:
    scene.say("I was rowing this morning.")
    scene.ada.say(f"I think Zanzibarian oars are lovely. {TAG} {SELF}", role="assistant")
    assert left(scene.luna, ["Zanzibar"]) >= {"table messages", "table memories", "table log"}
    over(scene)
    assert scene.luna.opinions.list(include_retracted=True) == []
    assert left(scene.luna, ["Zanzibar"]) == set()


def test_notes_that_were_rewritten_go_from_the_log(scene: Scene) -> None:
    scene.say("Hello there.")
    scene.ada.conversations.note("About Bartholomew.")
    scene.clock.advance(7 * DAY)
    scene.say("Hello again.")
    over(scene, days=2)
    assert left(scene.luna, ["Bartholomew"]) == set()


HISTORIES = st.lists(st.tuples(st.sampled_from(sorted(DATED)), st.integers(0, 2)), min_size=1, max_size=14)
PATIENT = (HealthCheck.too_slow,)


def outlive(acts: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        with house.luna as luna:
            for name in ("Adalind", "Bertram", "Cyriac"):
                luna.meet(name)
            for name, whose in acts:
                done(house, name, whose)
            for user in luna.people():
                luna.find(user.id).settings(retention_days=1)
            house.clock.advance(3 * DAY)
            luna.upkeep()
            assert all(not luna.find(user.id).messages() for user in luna.people())
            assert left(luna, {word for words in house.words.values() for word in words}) == set()


@settings(max_examples=15, suppress_health_check=PATIENT)
@given(HISTORIES)
def test_whatever_happened_its_time_over_leaves_nothing_in_any_table(acts: list[tuple[str, int]]) -> None:
    outlive(acts)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@settings(max_examples=500, suppress_health_check=PATIENT)
@given(HISTORIES)
def test_many_histories_outlived_leave_nothing(acts: list[tuple[str, int]]) -> None:
    outlive(acts)


def test_a_page_as_it_was_is_kept_for_undo_no_longer_than_that(scene: Scene) -> None:
    model = scene.ada.user_model
    model.edit("# Zanzibar\ndisplay_name: Ada\n")
    model.edit(model.yaml().replace("Zanzibar", "Patagonia"))
    assert left(scene.luna, ["Zanzibar"]) == {"table log"}
    over(scene)
    assert left(scene.luna, ["Zanzibar"]) == set()
    assert "# Patagonia" in model.yaml()
