"""What ends what: the sort of a note and of a memory, and whom they tell of, decide how sure a judge has to be."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.learning.note_endings import CAREFUL, OTHER, SAME, as_known, bar, sort_of
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


def ends(told: Candidate, memory: Memory, likely: float) -> bool:
    return likely >= bar(told, memory)


def test_the_sort_decides_how_sure_a_judge_has_to_be() -> None:
    assert ends(note("home"), known("home"), SAME)
    assert not ends(note("home"), known("living_with"), SAME)
    assert ends(note("home"), known("living_with"), OTHER)
    assert not ends(note("occupation", likely=0.1), known("occupation"), OTHER)


def test_who_is_named_ends_nothing_of_others_who_are() -> None:
    krista = note("occupation", about="other", text="“Krista got the post office job”")
    assert ends(krista, known("occupation", about="other", text="“Krista waits tables”"), SAME)
    assert not ends(krista, known("occupation", about="other", text="“Darlene waits tables”"), OTHER)


def test_what_a_rule_filled_has_the_sort_of_its_slot() -> None:
    home = held("home", "Lives in Leeds.")
    assert ends(note("home"), home, SAME)
    assert not ends(note("hobby"), home, SAME)
    assert as_known(home.details, home.text, 3, sort=sort_of(home)) == "home, days ago: Lives in Leeds."


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


def test_a_death_of_nobody_who_is_named_ends_no_life() -> None:
    died = note("death", about="other", text="“she passed on sunday”")
    assert not ends(died, known("family", text="“theres me, my lad and nonna”"), 0.95)


def test_what_harms_when_it_is_lost_or_is_said_again_ends_by_what_says_so_alone() -> None:
    tofu = note("diet", likely=0.3, text="“mushroom broth, tofu, corn”")
    assert not ends(tofu, known("diet", text="“i'm vegetarian now”"), 0.95)
    assert ends(note("diet", likely=0.5), known("diet"), CAREFUL)
    ramen = held("favorite_food", "Favorite food is ramen.", value="ramen", attribute="favorite")
    assert not ends(note("favorite", likely=0.3, text="“ramen. still ramen.”"), ramen, 0.9)
    assert ends(note("favorite", likely=0.9, text="“done with ramen”"), ramen, 0.9)


def test_who_died_ends_nothing_of_somebody_else_who_is_named() -> None:
    died = note("death", about="other", likely=0.1, text="“my Bex died in march”")
    assert not ends(died, held("partner", "Has a wife named Ann."), OTHER)


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
