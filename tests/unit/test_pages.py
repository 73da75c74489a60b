"""Profiles as pages: whatever a profile holds comes back, and what a person wrote beside it stays."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from reverie.domain.profiles import Profile, assembled, background_name
from reverie.services.pages import parsed, rendered
from reverie.services.pages.writing import BLANK

OTHER_THINGS = [
    "no", "1e3", "2026-01-01", "null", "~", "  leading", "trailing ", "# x", "a # b", "a: b", "- a", "[a]", "{a: b}", "&a",
    "*a", "!a", "|", ">", "%a", "@a", "`a", "'a'", '"a"', "a\nb", "a\n\n  b\n", "\n", "\t", "a\tb", "\x07", "\x85", "\u2028",
    "\ufeff", "🎸", "e\u0301", "---", "...", "? a", "C++", "O'Brien", "a, b", "=", "<<", "0o7", "true", "Null", "\\", "\r\n",
    "\x7f", "a\n# b\n- c", "|-", "a:", ":a", "a\n ", " \na", "\U000e0001",
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
    'display_name: "A"\nbackground:\n    Company: Acme  # firm\n    "favourite team": x\n\n    # last\nvalues: {}\n'.replace(
        "values: {}", "values:"
    ),
]


@given(profiles())
def test_a_profile_comes_back_from_its_page(profile: Profile) -> None:
    assert parsed(rendered(profile)).profile == profile


def remarks(page: str) -> list[str]:
    """The comments that stand on lines of their own."""
    return [line.strip() for line in page.splitlines() if re.match(r" *#", line) and "no comment" not in line]


@given(profiles(), profiles(), st.sampled_from(PAGES))
def test_a_profile_comes_back_from_a_page_that_somebody_wrote(one: Profile, two: Profile, page: str) -> None:
    first = rendered(one, page)
    assert parsed(first).profile == one
    second = rendered(two, first)
    assert parsed(second).profile == two
    assert [line for line in remarks(page) if line not in second] == []
