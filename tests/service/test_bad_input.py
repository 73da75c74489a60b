"""Nothing a caller can send makes it crash, hang or lose something: a clear error, or a correct result."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.service.scene import DAY, EVERY, MINUTE, START, Scene, only, texts

import reverie
from reverie import Looking, Person
from reverie.records.conversations import cleaned
from reverie.records.memories import Status


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u2003"])
def test_an_empty_message_is_refused(scene: Scene, text: str) -> None:
    for hidden in (scene.ada, scene.ada.off_record()):
        with pytest.raises(reverie.InvalidInput, match="empty"):
            hidden.say(text)
    assert scene.ada.messages() == []


def test_a_megabyte_is_kept_whole_and_found(scene: Scene) -> None:
    text = "My favorite food is ramen. " + "The harbour smells of tar and old rope. " * 25_000
    said = scene.ada.say(text)
    assert said.message is not None
    assert scene.ada.messages()[0].text == text
    assert scene.known() == ["Favorite food is ramen."]
    assert len(scene.ada.recall("harbour tar rope")) >= 1
    assert scene.ada.context("harbour?", budget=300).tokens <= 300


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "\u0301" * 300_000, "(" * 300_000, "my " * 300_000, "I like " * 100_000, "😀" * 300_000]
)
def test_a_megabyte_of_nonsense_is_kept(scene: Scene, text: str) -> None:
    scene.ada.say(text)
    assert scene.ada.messages()[0].text == text


def test_too_long_a_message_says_how_long_it_may_be(scene: Scene) -> None:
    scene.ada.say("x" * 2_000_000)
    with pytest.raises(reverie.InvalidInput, match="2,000,000"):
        scene.ada.say("x" * 2_000_001)
    assert len(scene.ada.messages()) == 1


@pytest.mark.parametrize("text", ["", " ", "x" * 4_001])
def test_a_memory_is_a_sentence(scene: Scene, text: str) -> None:
    with pytest.raises(reverie.InvalidInput):
        scene.ada.remember(text)
    assert scene.ada.memories(statuses=EVERY) == []


@pytest.mark.parametrize(
    "more", [{"importance": 1.1}, {"importance": -0.1}, {"importance": math.nan}, {"category": "mood"}]
)
def test_what_a_memory_can_not_be(scene: Scene, more: dict[str, object]) -> None:
    with pytest.raises(reverie.InvalidInput):
        scene.ada.remember("The key is under the third pot.", **more)  # type: ignore[arg-type] # that is what is tried
    assert scene.ada.memories(statuses=EVERY) == []


@pytest.mark.parametrize("place", ["key", "value"])
def test_a_slot_is_a_few_words(scene: Scene, place: str) -> None:
    slot = {"key": "nickname", "value": "Countess", place: "x" * 100_000}
    with pytest.raises(reverie.InvalidInput):
        scene.ada.remember("Goes by Countess.", key=slot["key"], value=slot["value"])
    with pytest.raises(reverie.InvalidInput):
        scene.ada.remember("Goes by Countess.", key="  ", value="Countess")


def test_a_role_that_there_is_not(scene: Scene) -> None:
    with pytest.raises(reverie.InvalidInput, match="assistant"):
        scene.ada.say("Hello", role="robot")


@pytest.mark.parametrize("limit", [0, -1, 1001])
def test_a_limit_has_limits(scene: Scene, limit: int) -> None:
    with pytest.raises(reverie.InvalidInput, match="1000"):
        scene.ada.recall("jazz", limit=limit)


def test_an_empty_question_and_a_negative_budget(scene: Scene) -> None:
    with pytest.raises(reverie.InvalidInput):
        scene.ada.recall(" ")
    with pytest.raises(reverie.InvalidInput):
        scene.ada.context("Hello", budget=-1)
    assert str(scene.ada.context("", budget=0)) == ""
    assert "Ada" in str(scene.ada.context(""))


def test_a_context_that_is_refused_leaves_no_trace(scene: Scene) -> None:
    scene.say("I like jazz.")
    with pytest.raises(reverie.InvalidInput):
        scene.ada.context("jazz", budget=-1)
    assert only(scene.ada.memories()).last_used_at is None


# -- characters no database holds ----------------------------------------------------------------

ODD = ["a\0b", "a\ud800b", "\udfff", "\ud83d\ude00", "a\u2028b\u0085c\x1bd\u202ee"]


@pytest.mark.parametrize("odd", ODD)
def test_odd_characters_in_a_message(scene: Scene, odd: str) -> None:
    said = scene.ada.say(f"I like jazz. {odd}")
    assert said.message is not None
    assert scene.ada.messages()[0].text == said.message.text
    assert scene.ada.messages()[0].text.startswith("I like jazz. ")
    assert scene.known() == ["Likes jazz."]
    assert len(scene.ada.recall("jazz")) >= 1
    str(scene.ada.context("jazz")).encode()


VERBS: dict[str, Callable[[Scene, str], object]] = {
    "recall": lambda s, odd: s.ada.recall(f"jazz {odd}"),
    "context": lambda s, odd: str(s.ada.context(f"jazz {odd}", summary=odd, emotion=odd)).encode(),
    "remember": lambda s, odd: s.ada.remember(f"Something {odd}", key=f"k{odd}", value=f"v{odd}"),
    "forget": lambda s, odd: s.ada.forget(f"jazz {odd}"),
    "speaker": lambda s, odd: s.ada.say("Hello", role="peer", speaker=f"Mia{odd}"),
    "conversation": lambda s, odd: s.ada.say("Hello", conversation=odd),
    "unsay": lambda s, odd: s.ada.unsay(odd),
    "undo a change": lambda s, odd: s.ada.undo(f"abcdef{odd}"),
    "undo a message": lambda s, odd: s.ada.undo(message=odd),
    "undo an import": lambda s, odd: s.ada.undo(batch=odd),
    "history": lambda s, odd: s.ada.history(odd),
    "decide": lambda s, odd: s.ada.decide(odd, accept=True),
    "messages": lambda s, odd: s.ada.messages(conversation=odd),
    "meet": lambda s, odd: s.luna.meet(f"Bob {odd}", account=("x", f"y{odd}")),
    "find": lambda s, odd: s.luna.find(f"x:{odd}"),
    "link": lambda s, odd: s.luna.directory.link(s.ada, f"x{odd}", f"y{odd}"),
    "describe": lambda s, odd: s.luna.directory.describe(s.ada, nickname=f"B{odd}", pronouns=f"they{odd}"),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("odd", ODD[:3])
def test_odd_characters_anywhere_else(scene: Scene, verb: str, odd: str) -> None:
    scene.say("I like jazz.")
    with contextlib.suppress(reverie.InvalidInput, reverie.NotFound):  # a clear no is an answer too
        VERBS[verb](scene, odd)
    scene.luna.export(scene.ada)
    assert {"Likes jazz.", "[forgotten]"} & set(texts(scene.ada.memories(statuses=EVERY)))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=()), min_size=1, max_size=300))
def test_any_text_can_be_said_asked_and_forgotten(scene: Scene, text: str) -> None:
    if not cleaned(text).strip():
        with pytest.raises(reverie.InvalidInput):
            scene.ada.say(text)
        return
    said = scene.ada.say(text)
    assert said.reply or (said.message is not None and said.message in scene.ada.messages())
    scene.ada.recall(text)
    str(scene.ada.context(text)).encode()
    with contextlib.suppress(reverie.InvalidInput):  # it may have no word to go by
        scene.ada.forget(text, preview=True)


# -- time ----------------------------------------------------------------------------------------


def test_a_clock_that_goes_backwards_loses_nothing(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    scene.clock.set(START - 400 * DAY)
    scene.say("I like jazz.", "I play chess.")
    scene.ada.forget("chess")
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]
    assert len(scene.ada.messages()) == 3
    assert any(hit.memory.key == "home" for hit in scene.ada.recall("where do I live?"))
    times = [event.at for event in scene.ada.history()]
    assert times == sorted(times)
    scene.clock.set(START + DAY)
    scene.ada.undo(scene.change("forget"))
    assert scene.known() == ["Likes jazz.", "Lives in Lyon.", "Plays chess."]


def test_a_time_without_a_zone_is_the_clocks(scene: Scene) -> None:
    naive = datetime(2026, 2, 1, 9)
    said = scene.ada.say("I live in Lyon.", at=naive)
    assert said.message is not None
    assert said.message.sent_at == naive.replace(tzinfo=UTC)
    assert texts(scene.ada.memories(as_of=naive)) == ["Lives in Lyon."]
    assert scene.ada.memories(known_at=naive) == []
    assert len(scene.ada.recall("yesterday?", as_of=naive, known_at=naive)) == 0
    assert len(scene.ada.recall("Lyon yesterday?", looking=Looking(asked_at=naive))) >= 1


def test_zones_are_compared_by_their_moment(scene: Scene) -> None:
    east, west = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
    scene.ada.say("I live in Lyon.", at=datetime(2026, 2, 2, 1, tzinfo=east))
    scene.ada.say("I live in Paris.", at=datetime(2026, 2, 1, 23, tzinfo=west))
    assert scene.known() == ["Lives in Paris."]


@pytest.mark.parametrize("year", [1, 1899, 2201, 9999])
def test_an_impossible_year_is_refused(scene: Scene, year: int) -> None:
    at = datetime(year, 1, 1, tzinfo=timezone(timedelta(hours=12)))
    with pytest.raises(reverie.InvalidInput, match="1900 to 2200"):
        scene.ada.say("I like jazz.", at=at)
    with pytest.raises(reverie.InvalidInput, match="1900 to 2200"):
        scene.ada.remember("I like jazz.", at=at)
    assert scene.ada.messages() == []


@pytest.mark.parametrize("moment", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_any_moment_can_be_asked_about(scene: Scene, moment: datetime) -> None:
    scene.say("I live in Lyon.")
    late = moment.year > 2000
    assert len(scene.ada.memories(as_of=moment)) == late
    assert len(scene.ada.memories(known_at=moment)) == late
    assert bool(scene.ada.recall("where? Yesterday", as_of=moment)) == late
    assert bool(scene.ada.recall("where? Tomorrow", known_at=moment)) == late
    scene.ada.recall("where? Last week", looking=Looking(asked_at=moment))


def test_a_message_from_the_future_is_kept_as_it_is(scene: Scene) -> None:
    scene.ada.say("I live in Lyon.", at=START + 5 * DAY)
    scene.clock.advance(MINUTE)
    scene.ada.say("I live in Paris.")
    assert len(scene.ada.messages()) == 2
    assert texts(scene.ada.memories(as_of=START + 6 * DAY)) == ["Lives in Lyon."]


# -- ids -----------------------------------------------------------------------------------------


def test_ids_that_there_are_not(scene: Scene) -> None:
    attempts: list[Callable[[Person], object]] = [
        lambda p: p.unsay("nope"),
        lambda p: p.say("Hello", conversation="nope"),
        lambda p: p.decide("nope", accept=True),
        lambda p: p.decide("", accept=True),
    ]
    for attempt in attempts:
        with pytest.raises(reverie.NotFound):
            attempt(scene.ada)
    assert scene.ada.messages() == []
    assert scene.ada.history("nope") == []
    assert scene.ada.memories(statuses=frozenset({Status.PROPOSED})) == []
