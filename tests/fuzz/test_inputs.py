"""A few made-up inputs of each target; very many of them at night, which is what ``make fuzz`` does too."""

from __future__ import annotations

import pytest
from tests.fuzz import stores
from tests.fuzz.readers import TARGETS, Target
from tests.fuzz.run import Found, once, tried


def found_in(target: Target, inputs: int, seed: int = 0) -> Found:
    found = Found()
    for number in range(inputs):
        once(target, seed, number, found)
    return found


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_few_inputs(target: Target) -> None:
    assert found_in(target, 40).told == []


def test_a_few_inputs_with_a_store() -> None:
    with stores.targets() as targets:
        assert [found_in(target, 8).told for target in targets] == [[]] * len(targets)


def test_what_is_wrong_is_found_and_can_be_made_again() -> None:
    def check(text: str, dice: object) -> None:
        assert "ramen" not in text, "it speaks of ramen"

    target = Target(name="picky", check=check, pieces=("ramen ", "tea "), wholes=("I like ramen.", "tea"), weight=1)
    found = found_in(target, 50)
    assert sum(found.times.values()) > 5
    (told,) = found.told
    assert "it speaks of ramen" in told
    number = int(told.partition("--number ")[2].split()[0])
    assert "ramen" in once(target, 0, number, Found())


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
def test_a_million_inputs() -> None:
    with stores.targets() as targets:
        assert [one for _, _, _, found in tried((*TARGETS, *targets), 1_000_000, 1) for one in found.told] == []
