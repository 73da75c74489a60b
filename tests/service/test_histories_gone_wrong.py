"""Histories that were not what the model says, once: each is short, and found by lot among long ones.

A step is written as it is called: who does it, its rule in ``Histories``, and what it is given.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.service.remembering import FACTS
from tests.service.test_any_history import Histories

GIVEN = {
    "choose": "off",
    "correct": "place fact",
    "decide": "place accept",
    "forget_by_id": "place",
    "forget_by_topic": "place",
    "import_twice": "some",
    "pause": "pause",
    "remember": "fact",
    "say": "fact",
    "say_it_is_over": "fact",
    "say_late": "fact hours",
    "say_off_the_record": "fact",
    "time_goes_by": "hours upkeep",
    "undo_a_message": "place",
    "unsay": "place",
}
"""What a rule is given, after whose step it is."""

FACT = {fact.value: fact for fact in FACTS}

WENT_WRONG = [
    "Bob say Oslo; merge; Bob say Quito; split",
    "Bob import_twice pizza,ramen,jazz; Bob say_it_is_over jazz; merge",
    "Bob say ramen; merge; Bob remember sushi; split; Bob erase",
    "Ada remember pizza; merge; split; Bob remember sushi; Bob forget_by_id 74; merge",
    "Bob import_twice jazz; merge; Ada say_it_is_over jazz; split; merge",
    "Bob say Oslo; merge; Bob say Quito; Bob say Lyon; Ada decide 70 false; split",
    "Bob import_twice jazz; Bob say_it_is_over jazz; Bob import_twice jazz; Bob undo_a_message 1; Bob say sushi",
    "Bob import_twice jazz; Bob say_it_is_over jazz; Bob import_twice jazz; Bob undo_a_message 0; Bob say sushi",
    "Bob remember pizza; Bob say_late ramen 31; Bob import_twice ramen,pizza; merge; Ada forget_by_id 7; split",
    "Bob say sad; time_goes_by 3 false; Bob say sad; time_goes_by 9 true; Bob unsay 1; Bob say jazz",
    "Bob say sad; time_goes_by 3 false; Bob say sad; time_goes_by 4 true; Bob unsay 1; Bob say jazz",
    "Bob say sad; time_goes_by 3 false; Bob say sad; Bob unsay 1; time_goes_by 4 false; Bob say jazz",
    "Ada say_late sushi 42; Bob say ramen; Ada say ramen; merge; Ada forget_by_topic 61; Bob undo_a_message 62",
    "Bob say_late sushi 114; Bob correct 26 ramen; Bob say_late ramen 196; merge; Ada correct 16 sushi; split",
    (
        "Bob remember sushi; Bob correct 39 ramen; Bob forget_by_id 73; Bob remember sushi; "
        "Bob import_twice sushi,ramen,pizza"
    ),
    (
        "Ada import_twice pizza; Ada remember ramen; Bob say_late pizza 45; Ada forget_by_topic 63; merge; "
        "Ada undo_a_message 24"
    ),
    (
        "Ada say pizza; Ada import_twice pizza; Bob say_late ramen 110; merge; Ada forget_by_topic 73; "
        "Bob unsay 81; split"
    ),
    (
        "Bob import_twice jazz; Bob say_it_is_over jazz; Bob say jazz; Bob import_twice jazz; "
        "Bob undo_a_message 0; Bob say sushi"
    ),
    "Bob say sad; time_goes_by 5 false; Bob say proud; time_goes_by 4 true; Bob say sad; Bob unsay 1; Bob say jazz",
    "Bob say sad; time_goes_by 3 false; Bob say sad; time_goes_by 4 true; Bob say proud; Bob unsay 1; Bob say jazz",
    (
        "Bob import_twice jazz; Bob say_it_is_over jazz; Bob import_twice jazz; Bob undo_a_message 1; "
        "Bob undo_a_message 0; Bob say sushi"
    ),
    (
        "Bob remember sad; time_goes_by 3 false; Bob remember sad; Bob say sad; time_goes_by 1 true; "
        "Bob unsay 0; Bob say jazz"
    ),
    (
        "Bob say sushi; merge; Ada correct 32 pizza; Bob forget_by_topic 35; "
        "Bob import_twice ramen,pizza,sushi; Bob say sad; Bob unsay 25"
    ),
    (
        "Bob say sad; time_goes_by 3 false; Bob say sad; time_goes_by 4 true; Bob say proud; Bob unsay 1; "
        "Bob unsay 1; Bob say jazz"
    ),
    (
        "Bob import_twice jazz; Bob say_it_is_over jazz; Bob say jazz; Bob say_it_is_over jazz; "
        "Bob import_twice jazz; Bob undo_a_message 0; Bob say sushi"
    ),
    (
        "Bob say ramen; Ada remember sushi; merge; Bob say proud; Bob remember pizza; Bob remember Lyon; "
        "Bob forget_by_topic 36; Bob import_twice pizza; split"
    ),
    (
        "Ada say pizza; Bob import_twice ramen,jazz,pizza; Bob say Lyon; merge; Bob say_it_is_over jazz; "
        "Ada say jazz; Bob say_it_is_over jazz; Bob import_twice jazz; Bob say pizza; Ada say sad; "
        "Bob undo_a_message 52"
    ),
    (
        "Ada remember Quito; Bob say sushi; guest choose true; Bob remember sushi; guest remember Lyon; "
        "guest forget_by_id 75; Bob say sushi; guest choose true; merge; Bob remember sushi; "
        "guest decide 26 false; split"
    ),
    (
        "Ada decide 47 false; Ada remember sad; undo_the_last; Ada say_late ramen 185; undo_the_last; "
        "Bob forget_by_topic 4; Ada decide 92 false; Ada undo_a_message 84; Bob erase; guest choose true; "
        "Ada say_off_the_record Lyon; undo_the_undoing"
    ),
    (
        "Ada undo_a_message 49; Ada erase; Bob import_twice fog,pizza; Bob remember ramen; Ada remember pizza; "
        "Bob say sad; merge; Ada say_off_the_record proud; Ada say_it_is_over fog; Bob forget_by_topic 29; "
        "Ada decide 70 false; Bob undo_a_message 93; guest forget_by_id 60; split"
    ),
]


def _read(name: str, word: str) -> Any:
    if name == "some":
        return [FACT[value] for value in word.split(",")]
    if name == "fact":
        return FACT[word]
    return int(word) if name in ("place", "hours") else word == "true"


def _step(history: Histories, step: str) -> None:
    words = step.split()
    given: dict[str, Any] = {"who": words.pop(0)} if words[0] in ("Ada", "Bob", "guest") else {}
    rule = words.pop(0)
    given |= {name: _read(name, word) for name, word in zip(GIVEN.get(rule, "").split(), words, strict=True)}
    getattr(history, rule)(**given)


@pytest.mark.parametrize("steps", WENT_WRONG)
def test_it_is_what_the_model_says(steps: str) -> None:
    history = Histories()
    try:
        for step in steps.split("; "):
            _step(history, step)
            history.nobody_else_changed()
            history.it_is_as_the_model_says()
            history.it_finds_what_is_so_and_nothing_that_is_gone()
            history.its_history_ends_as_it_is()
    finally:
        history.teardown()
