"""What is learned from real talk with the model that comes with the package: what it does, not how sure it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.scene import MINUTE, START, texts

import reverie
from reverie import Reverie
from reverie.testing import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reverie]:
    monkeypatch.setenv("REVERIE_EXTRACTOR", "tuned")
    with reverie.open(":memory:", companion="Luna", embedder="none", model="none", clock=clock) as opened:
        yield opened


TALK = [
    ("user", "evening. knackered, the ward was chaos again"),
    ("assistant", "Sit down first. Is it always the same ward?"),
    ("user", "yeah been on cardiology since march, before that a&e for nine yrs"),
    ("assistant", "Nine years! Does anybody cook for you at home?"),
    ("user", "just me n the cat since tom moved out in june. hes called pickle, the cat, not tom"),
    ("assistant", "Good. Tom is a poor name for a cat. What will Pickle eat tonight?"),
    ("user", "better than me lol. oh and im allergic to prawns so no takeaway from that place pls"),
]


def test_a_talk_is_listened_to(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    for role, text in TALK:
        ada.say(text, role=role)
        clock.advance(MINUTE)
    held = "\n".join(texts(ada.memories()))
    for words in ("cardiology", "pickle", "prawns"):
        assert words in held.casefold()
    assert "chaos" not in held
    for memory in ada.memories():
        assert memory.source.quote is None or memory.source.quote in "\n".join(text for _role, text in TALK)


@pytest.mark.parametrize(
    "said",
    [
        "I'm allergic to peanuts.",
        "I live in Leeds.",
        "My favorite food is ramen.",
        "I work as a nurse in Lisbon.",
        "I have a dog called Biscuit.",
        "My sister Bex is a vet.",
        "I don't eat meat.",
        "I'm 34 years old.",
        "My birthday is May 12.",
        "I play bass in a band.",
        "I passed my pilot's exam!",
        "I take metformin.",
        "I love jazz.",
    ],
)
def test_what_is_said_plainly_and_out_of_the_blue_is_learned(luna: Reverie, said: str) -> None:
    assert any(one.memory for one in luna.meet("Ada").say(said).learned)


@pytest.mark.parametrize(
    "said",
    [
        "What a lovely day.",
        "I just had toast.",
        "Write me a poem about Paris.",
        "If I had a boat I would sail to Malta.",
        "oh sure, I just LOVE mondays",
        "can you help me with my essay on Rome?",
        "lol stop it",
        "they say Leeds is nice in spring",
    ],
)
def test_what_does_not_last_is_not_learned(luna: Reverie, said: str) -> None:
    learned = luna.meet("Ada").say(said).learned
    assert [one.text for one in learned if one.memory and one.memory.category != "feeling"] == []
