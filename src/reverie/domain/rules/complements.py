"""What a clause teaches: the door from its verb, its tense and its auxiliaries to the kinds of facts.

The simple present of a verb tells what somebody does again and again (``doing``), the past what happened
(``happening``), "be" what they are (``being``). What is told of somebody close goes into their own slots.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import being, doing, happening, values
from reverie.domain.rules.parsing import CLOSE, Said
from reverie.domain.rules.verbs import HABITS, Form, forms

_I = re.IGNORECASE

_COUNT = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|many|\w+(?:-\w+)?)"
_LASTING = re.compile(
    rf"\bsince\b|\bfor (?:(?:about|almost|nearly|over|the last|the past|more than) )?{_COUNT} (?:years?|months?|"
    r"decades?|seasons?|yrs)\b|\b(?:all my|my whole|my entire) life\b",
    _I,
)


def told(clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """The candidates of a clause, without span or quote: at most a few, none where its verb is in no class."""
    if clause.subject == "I":
        yield from _of(clause, sent_at)
        return
    told_of_them = _of(clause, sent_at) if clause.subject in _HOUSE or _lasts_long(clause) else ()
    for told_of in told_of_them:
        sort = (told_of.key or "").partition(":")[0]
        if sort not in _ONES_OWN and (clause.subject in _HOUSE or sort in _OF_KIN):
            yield _somebody_elses(clause.subject, told_of)


_HOUSE = frozenset(CLOSE.values())
_OF_KIN = frozenset("event origin lives_in studying studies_at".split())
"""What is told of the family outside the house; what they do for a living is the rules' (``relatives``)."""

_LANDMARKS = frozenset(
    "graduate marry divorce separate elope retire adopt enlist emigrate immigrate relocate propose deploy serve have "
    "get live be study attend go".split()
)


def _lasts_long(clause: Said) -> bool:
    """Whether a verb tells of a life and not of a day, said of somebody outside the house."""
    form = forms().get(clause.verb)
    return clause.verb == "be" or (form is not None and form.lemma in _LANDMARKS)


_ONES_OWN = frozenset("habit owns now never plan living speaks".split())
"""What is not told of somebody else: it is small, or not theirs alone."""


_WORK = frozenset("does works_as works_at works_shift business".split())


def _somebody_elses(who: str, told_of: Candidate) -> Candidate:
    """What is told of somebody close, in their own slot, named as the rules name it (``relatives``).

    "Their wife fixes elevators." stands under ``wife_work:fixes elevators``.
    """
    text = told_of.text
    sort, _, value = (told_of.key or "").partition(":")
    value = values.third_person(value) if sort == "does" else value
    return replace(
        told_of,
        key=f"{who.replace(' ', '_')}_{'work' if sort in _WORK else sort}:{value}",
        value=value,
        text=f"Their {who} {text[:1].lower()}{text[1:]}",
        category=told_of.category if told_of.category is Category.HEALTH else Category.FACT,
    )


def _of(clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    marks = clause.marks
    form = forms().get(clause.verb)
    if not marks.isdisjoint({"modal", "not"}) or form is None:
        return
    if "never" in marks:
        yield from happening.never(clause) if "perfect" in marks else ()
    elif clause.verb == "be":
        yield from being.told(clause.rest, past="past" in marks, lasting=_lasts(clause), own=clause.subject == "I")
    elif "progressive" in marks:
        yield from _in_progress(form.lemma, clause, sent_at)
    elif "passive" in marks:
        yield from happening.undergone(f"{clause.verb} {clause.rest}", "was", sent_at)
    elif _present(form, clause):
        yield from doing.done(form.lemma, clause)
    elif form.past or "perfect" in marks:
        yield from happening.happened(form.lemma, clause, sent_at)


def _present(form: Form, clause: Said) -> bool:
    return form.present or ("third" in clause.marks and form.third) or _lasts(clause)


def _in_progress(lemma: str, clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    if "perfect" not in clause.marks:
        yield from happening.going_on(lemma, clause, sent_at)
    elif lemma not in HABITS or _lasts(clause):
        yield from doing.done(lemma, clause)


def _lasts(clause: Said) -> bool:
    return "perfect" in clause.marks and _LASTING.search(clause.rest) is not None
