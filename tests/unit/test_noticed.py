"""How observations are phrased: without their subject, and as the person would say it of themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.errors import InvalidInput
from reverie.records.memories import About
from reverie.records.observation_categories import categories, checked_category, in_first_person, plain


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("The user values honesty.", "values honesty"),
        ("Ada values honesty", "values honesty"),
        ("she values honesty ", "values honesty"),
        ("Values honesty", "Values honesty"),
        ("Adamant people tire her", "Adamant people tire her"),
        ("Ada", "Ada"),
        ("Ms. (Ada) values it", "Ms. (Ada) values it"),
    ],
)
def test_a_subject_that_means_the_person_is_cut(text: str, bare: str) -> None:
    assert plain(text, ["Ada", "A.+", " "]) == bare


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Works as a nurse, and lives with her sister.", "I work as a nurse, and live with my sister"),
        ("Is a nurse", "I am a nurse"),
        ("Has asthma", "I have asthma"),
        ("Studies physics", "I study physics"),
        ("Teaches maths", "I teach maths"),
        ("Fixes bikes", "I fix bikes"),
        ("Currently works in Bern", "I Currently work in Bern"),
        ("Was born in Spain", "I was born in Spain"),
        ("Her job is teaching", "my job is teaching"),
        ("Ada grew up in Ohio", "I grew up in Ohio"),
    ],
)
def test_what_is_noticed_is_said_as_the_person_would(text: str, spoken: str) -> None:
    assert in_first_person(text, ["Ada"]) == spoken


@given(st.text(max_size=60))
def test_any_text_can_be_put_so(text: str) -> None:
    assert isinstance(in_first_person(text, [text]), str)


@pytest.mark.parametrize("about", [About.USER, About.SELF])
def test_a_category_is_of_its_closed_set(about: About) -> None:
    assert [checked_category(about, f" {one.upper()} ") for one in categories(about)] == list(categories(about))
    assert checked_category(about, None) in categories(about)
    with pytest.raises(InvalidInput) as refused:
        checked_category(about, "mood")
    assert all(one in str(refused.value) for one in categories(about))


def test_of_the_world_nothing_is_observed() -> None:
    with pytest.raises(InvalidInput, match="the world"):
        checked_category(About.WORLD, None)
