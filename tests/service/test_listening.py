"""What is learned from real talk with the model that comes with the package: what it does, not how sure it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.scene import MINUTE, START, texts

import reverie
from reverie import Reverie
from reverie.context.answers import NOTHING
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


@pytest.mark.parametrize(
    "said",
    [
        "my wife Hannelore has dementia",
        "my brother Tom lost his job",
        "my boss Kim has breast cancer",
        "my boyfriend dan moved out",
        "my dog Waldi is eleven",
    ],
)
def test_whom_somebody_has_is_not_all_that_is_held_of_them(luna: Reverie, said: str) -> None:
    ada = luna.meet("Ada")
    ada.say(said)
    assert f"“{said}”" in texts(ada.memories())


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("been with dan for 3 years, we live in a flat in hove", "dan dumped me", "dan for 3 years"),
        ("my wife is called Ann", "my wife Ann died in march", "named Ann"),
        ("my husband Alfons has a bad heart", "Alfons died last night.", "bad heart"),
        ("i work at costco", "i quit costco", "Works at"),
        ("gp put me on amlodipine in spring", "gp says losartan now instead", "amlodipine"),
        ("my boyfriend dan and me live in hove", "its over with dan", "live in hove"),
        ("pickle is a very old chihuahua", "pickle died on december 28", "very old"),
    ],
)
def test_what_is_over_is_held_as_so_no_longer(
    luna: Reverie, clock: FrozenClock, known: str, said: str, over: str
) -> None:
    ada = luna.meet("Ada")
    ada.say(known)
    assert over in "\n".join(texts(ada.memories()))
    clock.advance(MINUTE)
    ada.say(said)
    (held,) = texts(ada.memories())
    assert held.startswith(f"“{said}”") or held == "Their wife Ann died (2026-03)."


def test_with_a_life_all_that_goes_with_it_is_over(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    told = ("my dog pickle is a very old chihuahua", "pickle is diabetic", "pickle is 14", "pickle stays at my mums")
    for said in told:
        ada.say(said)
        clock.advance(MINUTE)
    assert len(ada.memories()) == len(told)
    ada.say("pickle died on december 28. he was in my lap")
    assert texts(ada.memories()) == ["“pickle died on december 28.”"]


def test_a_death_leaves_what_others_have_of_the_dead(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    kept = ["i'm a plumber like my dad tom was", "my dog rex is nine and scared of fireworks"]
    for said in (*kept, "my dad tom died last night"):
        ada.say(said)
        clock.advance(MINUTE)
    held = "\n".join(texts(ada.memories()))
    assert "plumber" in held
    assert "rex is nine" in held


def test_a_parting_names_nobody_as_there(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("my girlfriend maya broke up with me")
    assert texts(ada.memories()) == ["“my girlfriend maya broke up with me”"]


def test_a_question_teaches_nothing_beside_the_last_one(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    for said in ("been with dan for 3 years", "am i still with dan?", "is bruno ok?", "is dan getting better"):
        ada.say(said)
        clock.advance(MINUTE)
    assert texts(ada.memories()) == ["“been with dan for 3 years”"]


@pytest.fixture
def embedding(clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reverie]:
    monkeypatch.setenv("REVERIE_EXTRACTOR", "tuned")
    with reverie.open(":memory:", companion="Luna", model="none", clock=clock) as opened:
        yield opened


def test_a_change_is_told_with_what_it_changes(embedding: Reverie, clock: FrozenClock) -> None:
    ada = embedding.meet("Ada")
    first = ada.say("i take ramipril 5mg")
    clock.advance(MINUTE)
    ada.say("doctor upped it to 10")
    assert texts(ada.memories()) == ["“doctor upped it to 10” (after “i take ramipril 5mg”)"]
    assert first.message is not None
    ada.unsay(first.message.id)
    assert "ramipril" not in "\n".join(texts(ada.memories()))


def test_a_message_that_mentions_a_cat_brings_the_kitten(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    ada.say("my kitten is called Miso shes 3 months")
    clock.advance(MINUTE)
    context = ada.context("hows the cat")
    assert [line.source for line in context.lines if "Miso" in line.text] == ["people"]
    assert not any("Miso" in line.text for line in ada.context("hows the car").lines)


def test_a_question_is_answered_by_what_is_of_its_sort_and_never_by_what_is_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REVERIE_EXTRACTOR", "tuned")
    with reverie.open(":memory:", model="none") as luna:
        rohan = luna.meet("Rohan")
        for said in (
            "my name is rohan",
            "i can't have penicillin, i come up like a balloon",
            "the doctor has put me on metformin for the sugar",
            "took the grandson fishing. Toby's birthday is the fourth of june",
            "my wife Maureen does the flowers at the crematorium",
            "my dad works at the airport, night shifts",
        ):
            rohan.say(said)
        for asked, told in (
            ("what am i allergic to?", "penicillin"),
            ("what tablets am i on?", "metformin"),
            ("when is Toby's birthday?", "fourth of june"),
            ("where does my father work?", "airport"),
        ):
            assert told in rohan.turn(asked).reply, asked
        for asked in (
            "when is Maureen's birthday?",
            "when is my birthday?",
            "whats my cats name?",
            "where does my mum work?",
        ):
            assert rohan.turn(asked).reply == NOTHING, asked


def test_who_somebody_is_is_answered_by_what_introduces_them(embedding: Reverie, clock: FrozenClock) -> None:
    ada = embedding.meet("Ada")
    for said in (
        "my sister kel is coming up from devon w her two",
        "tash is my best friend since reception",
        "kel rang",
    ):
        ada.say(said)
        clock.advance(MINUTE)
    assert "my sister kel" in ada.turn("who is kel").reply
    for said in ("my brother Obinna rang on sunday", "Obinna lives in Enugu now, he teaches chemistry"):
        ada.say(said)
        clock.advance(MINUTE)
    assert "Enugu" in ada.turn("where does my brother live?").reply
    assert "best friend" in ada.turn("whos tash again?").reply
    assert ada.turn("who is gareth?").reply == NOTHING
    ada.say("my daughter Ingrid comes on saturdays, and the cat that comes round i call her Biscay")
    clock.advance(MINUTE)
    assert "Ingrid" in ada.turn("what is my daughters name").reply
    assert "Biscay" in ada.turn("who is Biscay?").reply
    assert ada.turn("whats my dogs name").reply == NOTHING
