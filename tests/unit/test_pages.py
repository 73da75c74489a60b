"""Profiles as pages: whatever a profile holds comes back, and what a person wrote beside it stays."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reverie.errors import InvalidInput
from reverie.pages import parsed, rendered
from reverie.pages.page_writer import BLANK
from reverie.records.profiles import Profile, assembled, background_name

OTHER_THINGS = [
    "no", "1e3", "2026-01-01", "null", "~", "  leading", "trailing ", "# x", "a # b", "a: b", "- a", "[a]", "{a: b}",
    "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "'a'", '"a"', "a\nb", "a\n\n  b\n", "\n", "\t", "a\tb", "\x07",
    "\x85", "\u2028", "\ufeff", "🎸", "e\u0301", "---", "...", "? a", "C++", "O'Brien", "a, b", "=", "<<", "0o7",
    "true", "Null", "\\", "\r\n", "\x7f", "a\n# b\n- c", "|-", "a:", ":a", "a\n ", " \na", "\U000e0001",
]  # fmt: skip
TEXT = st.one_of(
    st.sampled_from(OTHER_THINGS),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
    st.text(st.sampled_from("ab :#-\n\"'[]{},|>&*!%"), min_size=1, max_size=12),
)
NAMES = st.one_of(
    st.sampled_from(["employer", "no", "star_sign", "42", "preferences"]), TEXT.map(background_name)
).filter(
    lambda name: bool(name) and ":" not in name and background_name(name) == name and not name.startswith("favorite_")
)


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    texts = ["nickname", "pronouns", "relationship", "communication.style", "notes", "face_image"]
    lists = ["communication.preferences", "values", "interests", "hobbies"]
    found = {("display_name", ""): draw(TEXT)}
    found |= {(name, ""): draw(TEXT) for name in draw(st.sets(st.sampled_from(texts)))}
    found |= {("background", name): draw(TEXT) for name in draw(st.sets(NAMES, max_size=3))}
    found |= {(name, e): e for name in draw(st.sets(st.sampled_from(lists))) for e in draw(st.sets(TEXT, max_size=3))}
    return assembled(found)


PAGES = [
    BLANK.replace("display_name:", "display_name: Ada"),
    """\
# mine
---
display_name: 'Ada'   # not Lovelace

background: {employer: "Acme", home: Bern,   # in brackets
  star_sign: leo}   # behind
communication:
    # how
    style: >-
      long and
      folded
    preferences:   # what
    - one   # first
    # between
    - "two"
    -   three
        more
    # after
values: [a, 'b', C++]  # flowing
interests: []   # none yet
hobbies:
- no
# end of hobbies
notes: |  # free
    line

      # no comment

# before the face

face_image: ~
# the end
""",
    """\
hobbies:
  - chess
  - playing
    the piano
background:
  # nothing here yet
notes: old words   # a remark
display_name:
  Ada
communication: {style: , preferences: [x]}
# tail""",
    'display_name: "A"\nbackground:\n    Company: Acme  # firm\n    "favourite team": x\n\n    # last\nvalues:\n',
    "---\n# only a comment\n",
]


@settings(max_examples=50)
@given(profiles())
def test_a_profile_comes_back_from_its_page(profile: Profile) -> None:
    assert parsed(rendered(profile)).profile == profile


def remarks(page: str) -> list[str]:
    """The comments that stand on lines of their own."""
    return [line.strip() for line in page.splitlines() if re.match(r" *#", line) and "no comment" not in line]


@settings(max_examples=25)
@example(Profile(display_name="x"), Profile(display_name="x", background={"employer": "0\n0"}), PAGES[3])
@given(profiles(), profiles(), st.sampled_from(PAGES))
def test_a_profile_comes_back_from_a_page_that_somebody_wrote(one: Profile, two: Profile, page: str) -> None:
    first = rendered(one, page)
    assert parsed(first).profile == one
    second = rendered(two, first)
    assert parsed(second).profile == two
    assert [line for line in remarks(page) if line not in second] == []


PIECES = [
    "notes:",
    "hobbies:",
    "background:",
    "communication:",
    "- ",
    "x",
    "\n",
    " ",
    "  ",
    "[",
    "]",
    "{",
    "}",
    ",",
    '"',
    "'",
]
PIECES += [
    "|",
    ">",
    "#",
    "# c",
    "&a",
    "*a",
    "!t",
    "---",
    "...",
    "%YAML 1.1",
    "?",
    ":",
    "\t",
    "\\x",
    "\r\n",
    "\x00",
    "\ud800",
    "~",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
@example("? a\n: b\n")
@example("hobbies:\n-\n  x\n")
def test_any_text_is_read_or_refused_and_what_is_read_can_be_written_on(text: str) -> None:
    try:
        read = parsed(text).profile
    except InvalidInput:
        return
    assert parsed(rendered(read, text)).profile == read
    other = Profile(display_name="Ada", hobbies=("go",), background={"home": "Bern"}, notes="a\nb")
    assert parsed(rendered(other, text)).profile == other


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hobbies: [a, go, b]  # c\n", "hobbies: [a, b]  # c\n"),
        ("hobbies: [  # one\n  a,  # two\n  go, b]\n", "# one\n# two\nhobbies: [a, b]\n"),
        ("hobbies:\n- a\n- go  # mine\n# next\n- b\n", "hobbies:\n- a\n# next\n- b\n"),
        ("hobbies:\n  -\n    a\n  - b\n", "hobbies:\n  -\n    a\n  - b\n"),
        ("hobbies:\n  - 'b'\n\n# end\n", "hobbies:\n  - 'b'\n  - a\n\n# end\n"),
        ("hobbies: []  # none yet\n# end\n", "hobbies:  # none yet\n  - a\n  - b\n# end\n"),
        ("hobbies: ~\n", "hobbies:\n  - a\n  - b\n"),
        ('hobbies: ""  # c\n', "hobbies:  # c\n  - a\n  - b\n"),
    ],
)
def test_a_list_is_changed_where_it_stands(before: str, after: str) -> None:
    assert rendered(Profile(display_name="", hobbies=("a", "b")), before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("notes: old  # c\n# end\n", "notes: |-  # c\n  a\n\n  # b\n# end\n"),
        ("notes: |  # c\n  old\n\n  older\n\n# end\n", "notes: |-  # c\n  a\n\n  # b\n\n# end\n"),
        ("notes:   # c\nhobbies:\n", "notes: |-   # c\n  a\n\n  # b\nhobbies:\n"),
        ("notes:\n  long\n  words\n", "notes:\n  |-\n  a\n\n  # b\n"),
        ("notes: 'old'\r\nhobbies: \r\n", "notes: |-\n  a\n\n  # b\nhobbies: \n"),
    ],
)
def test_a_text_is_changed_where_it_stands(before: str, after: str) -> None:
    assert rendered(Profile(display_name="", notes="a\n\n# b"), before) == after


def test_what_is_empty_again_leaves_its_name() -> None:
    page = "notes: x  # c\nbackground:\n  # here\n  home: Bern  # since June\n  # there\nnickname: 'B'\npronouns: ~\n"
    assert rendered(Profile(display_name=""), page) == (
        "notes:  # c\nbackground:\n  # here\n  # there\nnickname:\npronouns: ~\n"
    )


def test_a_page_in_braces_gives_way_to_a_new_one() -> None:
    ada = Profile(display_name="Ada", hobbies=("go",))
    assert rendered(ada, '{"display_name": "Ada", "hobbies": []}') == rendered(ada)
    same = '{"display_name": "Ada", "hobbies": ["go"]}\n'
    assert rendered(ada, same) == same


def test_the_first_comment_says_whose_it_is_and_what_was_known() -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    ada = Profile(display_name="Ada", last_updated=at - timedelta(days=1))
    page = rendered(ada, "# mine\ndisplay_name: Ada\n", owner="42", known_at=at)
    assert page.split("\n")[0].endswith("as known at 2026-03-01T12:00:00+00:00, last updated 2026-02-28T12:00:00+00:00")
    assert (parsed(page).owner, parsed(page).known_at) == ("42", at)
    assert parsed(page).said == {"display_name"}
    later = rendered(ada, page, owner="42", known_at=at + timedelta(days=1))
    assert (later.count("# reverie profile of"), parsed(later).known_at) == (1, at + timedelta(days=1))
    for broken in ("yesterday", "2026-03-01"):
        with pytest.raises(InvalidInput, match="first comment"):
            parsed(page.replace("2026-03-01T12:00:00+00:00", broken))
