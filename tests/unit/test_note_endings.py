"""What ends what: the sort of a note and of a memory, and whom they tell of, decide how sure a judge has to be."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from reverie.learning.note_endings import ends
from reverie.records.memories import About, Candidate, Category, Kind, Memory, Source, SourceKind, Status

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def note(attribute: str, *, about: str = "me", likely: float = 0.9, text: str = "“that”") -> Candidate:
    details = {"attribute": attribute, "about": about, "ends": likely}
    return Candidate(text=text, key=f"note_{attribute}:x", details=details)


def known(attribute: str, *, about: str = "me", text: str = "“this”") -> Memory:
    return held(f"note_{attribute}:y", text, attribute=attribute, about=about)


def held(key: str, text: str, **details: object) -> Memory:
    return Memory(
        id="m",
        owner="ada",
        about=About.USER,
        kind=Kind.FACT,
        category=Category.FACT,
        text=text,
        key=key,
        status=Status.ACTIVE,
        importance=0.5,
        confidence=0.9,
        source=Source(kind=SourceKind.MESSAGE),
        valid_from=NOW,
        created_at=NOW,
        details=details,
    )


@pytest.mark.parametrize(
    ("told", "memory", "sure"),
    [
        (note("medication"), known("medication"), 0.15),
        (note("home"), known("living_with"), 0.55),
        (note("death", about="other"), known("pet", about="other"), 0.55),
        (note("hobby"), known("medication"), 0.995),
        (note("occupation", likely=0.1), known("occupation"), 0.95),
    ],
)
def test_what_goes_together_ends_more_easily(told: Candidate, memory: Memory, sure: float) -> None:
    assert ends(told, memory, sure)
    assert not ends(told, memory, sure - 0.1)


@pytest.mark.parametrize("said_so", [0.9, 0.0])
def test_who_there_is_and_what_was_stay(said_so: float) -> None:
    cast = note("health", about="other", likely=said_so, text="“tylers cast is off”")
    children = known("family", text="“got 2 kids, Tyler 9 and Mia”")
    assert not ends(cast, children, 0.99)
    assert not ends(replace(cast, details={**cast.details, "attribute": "family", "about": "me"}), children, 0.95)
    died = note("death", about="other", text="“Tyler died on tuesday”")
    assert ends(died, known("family", about="other", text="“my brother Tyler”"), 0.98)


def test_somebody_elses_job_ends_nobody_elses() -> None:
    krista = note("occupation", about="other", text="“Krista got the post office job”")
    assert ends(krista, known("occupation", about="other", text="“Krista waits tables”"), 0.2)
    assert not ends(krista, known("occupation", about="other", text="“Darlene waits tables”"), 0.9)
    assert not ends(krista, known("occupation"), 1.0)


def test_what_a_rule_filled_has_the_sort_of_its_slot() -> None:
    home = held("home", "Lives in Leeds.")
    assert ends(note("home"), home, 0.2)
    assert not ends(note("hobby"), home, 0.9)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("partner", "Has a wife named Ann."),
        ("dog:ann", "Has a dog named Ann."),
        ("note_living_with:x", "“just me n ann in the flat”"),
    ],
)
def test_a_death_ends_what_goes_with_who_died(key: str, text: str) -> None:
    memory = held(key, text, attribute="living_with") if key.startswith("note") else held(key, text)
    assert ends(note("death", about="other", likely=0.1, text="“my Ann died in march”"), memory, 0.4)
    assert not ends(note("death", about="other", likely=0.1, text="“my Bex died in march”"), memory, 0.9)


def test_what_is_named_ends_more_easily() -> None:
    job = held("employer", "Works at Costco.", value="costco")
    assert ends(note("habit", text="“i quit costco”"), job, 0.75)
    assert not ends(note("habit", text="“i quit smoking”"), job, 0.75)


def test_what_is_less_than_lasting_ends_only_what_it_surely_ends() -> None:
    over = replace(note("hobby", text="“thats me done playing”"), confidence=0.25)
    assert ends(over, known("hobby"), 0.45)
    assert not ends(over, known("hobby"), 0.35)
    gone = replace(note("death", about="other", text="“he's gone”"), confidence=0.25)
    assert not ends(gone, known("partner", text="“dan and me live in hove”"), 0.9)


def test_what_harms_when_it_is_lost_or_is_said_again_ends_by_what_says_so_alone() -> None:
    tofu = note("diet", likely=0.3, text="“mushroom broth, tofu, corn”")
    assert not ends(tofu, known("diet", text="“i'm vegetarian now”"), 0.95)
    assert ends(note("diet", likely=0.5), known("diet"), 0.5)
    ramen = held("favorite_food", "Favorite food is ramen.", value="ramen", attribute="favorite")
    assert not ends(note("favorite", likely=0.3, text="“ramen. still ramen.”"), ramen, 0.9)
    assert ends(note("favorite", likely=0.9, text="“done with ramen”"), ramen, 0.9)


def test_who_died_ends_nothing_of_somebody_else_who_is_named() -> None:
    died = note("death", about="other", likely=0.1, text="“my Bex died in march”")
    assert not ends(died, held("partner", "Has a wife named Ann."), 0.95)


@pytest.mark.parametrize(
    ("told", "memory", "ended"),
    [
        ("“grandad passed away”", known("home", about="other", text="“my nan and grandad live in hull”"), False),
        ("“grandad passed away”", known("home", about="other", text="“my grandad lives in hull”"), True),
        ("“rex passed away”", known("pet", about="other", text="“my cat miso is 3 and my dog rex is 9”"), False),
        ("“rex passed away”", held("cat:miso", "Has a cat named Miso.", value="miso"), False),
        ("“rex passed away”", held("dog:rex", "Has a dog named Rex.", value="rex"), True),
        ("“my brother moved to leeds”", known("home", about="other", text="“my brother lives in york”"), True),
        (
            "“my brother moved to leeds”",
            known("home", about="other", text="“brother in york, sister in hull”"),
            False,
        ),
    ],
)
def test_what_is_of_several_does_not_end_with_one_of_them(told: str, memory: Memory, ended: bool) -> None:
    attribute = "death" if "passed" in told else "home"
    assert ends(note(attribute, about="other", text=told), memory, 0.99) is ended
