"""A pattern's cue: it leaves out no pattern that could match, and it leaves out most of those that could not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reverie.learning.rules import RULES
from reverie.learning.rules.cues import chooser, cue


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"I (?:own|drive) (?P<value>.+)", {"own", "drive"}),
        (r"I (?:really )?collect (?P<value>(?!my\b).+)", {"collect"}),
        (r"colou?rs?", {"colo"}),
        (r"(?:my )?(?P<value>\w+)", set()),
        (r"(?:.* )?knit(?:ting)?\b.*", {"knit"}),
        (r"(?=.* now$)I sail", {"sail"}),
        (r"I(?: have){0,2} (?:a|\d+) (?P<value>cat|dog)", {"cat", "dog"}),
        (r"(?:sail|.+) away", {"away"}),
    ],
)
def test_a_cue_is_what_every_match_holds(pattern: str, needed: set[str]) -> None:
    assert cue(pattern) == needed


def test_no_rule_is_left_out_of_a_clause_that_it_matches() -> None:
    worth_trying = chooser([rule.pattern for rule in RULES])
    examples = json.loads(Path(__file__).with_name("rule_examples.json").read_text("utf-8"))
    for said in (said for of in examples.values() for said in of["teaches"]):
        matching = {
            at
            for at, rule in enumerate(RULES)
            if re.search(rule.pattern, said, re.IGNORECASE) and not rule.pattern.startswith("(?<")
        }
        assert matching <= set(worth_trying(said)), said


def test_most_rules_are_left_out_of_most_clauses() -> None:
    worth_trying = chooser([rule.pattern for rule in RULES])
    assert len(worth_trying("I told the plumber about that leak again")) < len(RULES) / 4
