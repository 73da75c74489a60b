"""Profiles as values: read off memories, compared, merged, updated."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.errors import Conflict, InvalidInput
from reverie.records.memories import About, Category, Kind, Memory, Source, SourceKind
from reverie.records.profiles import (
    Communication,
    Profile,
    assembled,
    background_name,
    checked_background,
    difference,
    merged,
    place,
    places,
    profile_of,
    tidied,
    unknown_field,
    updated,
)
from reverie.records.users import User, UserKind

AT = datetime(2026, 3, 1, tzinfo=UTC)
ADA = User(id="1", kind=UserKind.PERSON, name="Ada", nickname="Bo", created_at=AT)


def fact(key: str, text: str, value: str | None = None, **more: Any) -> Memory:
    return Memory(
        id=key,
        owner="1",
        key=key,
        text=text,
        details={} if value is None else {"value": value},
        source=Source(kind=SourceKind.PERSON),
        valid_from=AT,
        created_at=AT,
        **more,
    )


def test_a_profile_is_read_off_the_user_and_memories() -> None:
    found = profile_of(
        ADA,
        [
            fact("name", "Name is Ada Lovelace.", "ada lovelace"),
            fact("home", "Lives in São Paulo.", "são paulo"),
            fact("company", "Company is Acme.", "Acme"),
            fact("hobby:chess", "Hobby is chess.", "chess", category=Category.PREFERENCE),
            fact("value:honesty", "Honesty above all"),
            fact("communication_style", "Is direct.", "direct"),
            fact("notes", "Flies.\nHas a dog."),
        ],
    )
    assert (found.display_name, found.nickname, found.last_updated) == ("Ada Lovelace", "Bo", AT)
    assert found.background == {"home": "São Paulo", "employer": "Acme"}
    assert (found.hobbies, found.values, found.notes) == (("chess",), ("Honesty above all",), "Flies.\nHas a dog.")
    assert found.communication == Communication(style="direct")


@pytest.mark.parametrize(
    "memory",
    [
        fact("favorite_food", "x", "ramen"),
        fact("diet", "x", "vegan", category=Category.PREFERENCE),
        fact("likes:jazz", "x", "jazz"),
        fact("home", "x", "Bern", about=About.SELF),
        fact("home", "x", "Bern", kind=Kind.OBSERVATION),
    ],
)
def test_other_memories_have_no_place_in_it(memory: Memory) -> None:
    assert place(memory) is None


MAPPINGS = st.dictionaries(
    st.sampled_from(
        [
            ("notes", ""),
            ("background", "home"),
            ("background", "employer"),
            ("values", "a"),
            ("values", "b"),
            ("hobbies", "a"),
        ]
    ),
    st.sampled_from("xy"),
).map(lambda found: assembled({at: at[1] if at[0] in ("values", "hobbies") else text for at, text in found.items()}))


@given(MAPPINGS)
def test_places_say_all_of_it(profile: Profile) -> None:
    assert assembled(places(profile)) == profile
    assert difference(profile, profile) == ()


@given(MAPPINGS, MAPPINGS)
def test_one_side_alone_is_taken_as_it_is(base: Profile, edited: Profile) -> None:
    assert merged(base, edited, base) == edited
    assert merged(base, base, edited) == edited
    assert merged(base, edited, edited) == edited


def applied(base: Profile, edits: Mapping[tuple[str, str], str | None]) -> Profile:
    return assembled({at: text for at, text in {**places(base), **edits}.items() if text is not None})


@given(MAPPINGS, MAPPINGS, MAPPINGS)
def test_a_merge_has_the_changes_of_both_or_is_refused_where_they_clash(
    base: Profile, mine: Profile, theirs: Profile
) -> None:
    own = {(e.field, e.name): e.after for e in difference(base, mine)}
    others = {(e.field, e.name): e.after for e in difference(base, theirs)}
    clashing = [at for at in own.keys() & others.keys() if own[at] != others[at]]
    if clashing:
        with pytest.raises(Conflict):
            merged(base, mine, theirs)
    else:
        assert merged(base, mine, theirs) == applied(base, {**own, **others})


def test_a_clash_shows_both_values_and_where() -> None:
    base, mine = Profile(display_name="Ada", notes="a"), Profile(display_name="Ada", notes="b")
    with pytest.raises(Conflict, match=r"notes became nothing, and you wrote 'b'") as refused:
        merged(base, mine, Profile(display_name="Ada"))
    assert refused.value.existing == "notes"


def test_names_in_background_are_slots() -> None:
    names = ["Company", "position", " Location ", "Star-Sign", "FAVOURITE team", "🎸"]
    assert [background_name(n) for n in names] == [
        "employer",
        "occupation",
        "home",
        "star_sign",
        "favourite_team",
        "🎸",
    ]
    for name in ("", "notes", "Name", "favorite_food", "a" * 201):
        with pytest.raises(InvalidInput):
            checked_background(name)


def test_texts_are_tidied_to_what_is_kept() -> None:
    raw = Profile(display_name=" Ada \n L. ", notes="\n  a \n\n b\n", values=(" x\ty ", "\n"), background={"home": " "})
    assert tidied(raw) == Profile(display_name="Ada L.", notes="a \n\n b", values=("x y",))


def test_an_unknown_field_is_told_with_the_one_that_is_meant() -> None:
    assert "did you mean relationship?" in unknown_field("relationshp")
    assert "did you mean display_name?" in unknown_field("name")
    assert "there are display_name, nickname" in unknown_field("zzz")


def test_a_list_is_appended_to_without_duplicates() -> None:
    ada = Profile(display_name="Ada", hobbies=("Chess",))
    assert updated(ada, "hobbies", ["chess", "go"], "append").hobbies == ("Chess", "go")
