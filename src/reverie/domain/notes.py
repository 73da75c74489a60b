"""Notes: what lasts of what somebody said, kept in their own words where no slot is sure.

A note is a clause, or clauses of one sentence that stand side by side. What it leans on is told with it: the question
that it answers, and who "she" is. Nothing is invented; what is not understood alone stays beside what makes it so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import categories
from reverie.domain.rules.given_names import GIVEN_NAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause of a turn that says something lasting; ranges are of characters in the turn.

    ``confidence`` is from 0 to 1. ``values`` are the words in it that carry what is said. ``about`` is "me", "other" or
    "companion"; ``state`` "is", "was", "will_be", "would_be" or "never"; ``effect`` what it does to what was known:
    "states", "repeats", "changes", "ends", "corrects" or "denies". ``leans``: it is understood with the turn before.
    """

    start: int
    end: int
    confidence: float
    values: tuple[tuple[int, int], ...] = ()
    attribute: str = "other"
    about: str = "me"
    state: str = "is"
    effect: str = "states"
    leans: bool = False


NOTE = "note"
"""The rule that a note names."""

LONGEST_QUESTION = 160
"""Characters of a question that are told with its answer."""

_CATEGORIES = {
    **dict.fromkeys(("health", "allergy", "medication", "pregnancy", "sobriety"), Category.HEALTH),
    **dict.fromkeys(("likes", "dislikes", "favorite", "preference_for_companion"), Category.PREFERENCE),
}
_IMPORTANCE = {
    **dict.fromkeys(("allergy", "health", "medication", "pregnancy", "death", "sobriety", "name", "pronouns"), 0.9),
    **dict.fromkeys(("family", "partner", "home", "occupation", "employer", "age", "birthday", "diet", "pet"), 0.8),
}
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\s*\n+\s*")
_BETWEEN = 3
"""Words that may stand between two clauses of one note."""

_SHORT = 12
"""Words of a sentence that is kept whole where a clause of it is."""

_EDGES = " \t\r\n,;:–—-"
_LEADING = re.compile(
    r"^(?:(?:and|but|so|because|cos|coz|cause|then|though|well|oh|also|plus)\b[\s,]*)+", re.IGNORECASE
)
_NO_NAMES = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december mondays tuesdays wednesdays thursdays fridays saturdays sundays english "
    "french german spanish italian portuguese dutch christmas easter god lord".split()
)
_PRONOUN = re.compile(r"\b(?:he|she|him|his|her|hers|hes|shes|they|theyre|their|them)\b", re.IGNORECASE)
_KIN = (
    "mother mum mom mam mama ma father dad da papa parents sister sis brother bro twin twins son daughter kid kids "
    "child children baby grandmother gran granny nan nana grandma grandfather grandad grandpa granddad aunt auntie "
    "uncle cousin niece nephew wife husband hubby partner girlfriend boyfriend gf bf fiance fiancee ex friend bestie "
    "mate flatmate roommate housemate neighbour neighbor colleague coworker boss manager landlord landlady teacher "
    "supervisor dog cat puppy kitten horse rabbit granddaughter grandson stepson stepdaughter stepdad stepmum"
).split()
_SOMEBODY = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Tt]he)\s+(?:\w+\s+)?(?P<kin>{'|'.join(_KIN)})\b(?:,?\s+(?P<called>[A-Z][\w'’-]+|\w+))?"
    rf"|\b(?P<name>[A-Za-z][\w'’-]+),\s+(?:my\s+)?(?P<is>{'|'.join(_KIN)})\b"
    r"|(?<![.!?…]\s)(?<!^)\b(?P<capital>[A-Z][a-z]{2,})\b"
    r"|\b(?P<alone>[A-Za-z]{3,})\b",
)


def notes(
    text: str, clauses: Sequence[Clause], *, sent_at: datetime, own: str = "", companion: str = ""
) -> list[Candidate]:
    """Make a note of each stretch of lasting clauses; ``own`` and ``companion`` are the turns before.

    >>> [c.text for c in notes("callum, bf, six years in april", [Clause(start=0, end=30, confidence=0.9, leans=True)],
    ...     sent_at=datetime(2026, 1, 1), companion="Lovely. Does anyone wait up for you?")]
    ['“callum, bf, six years in april” (asked “Does anyone wait up for you?”)']
    """
    found = []
    for group in _groups(text, [clause for clause in clauses if clause.state != "would_be"]):
        note = _note(text, group, own, companion)
        if note is not None:
            of_health = Category.HEALTH in categories(note.quote or "", sent_at=sent_at)
            found.append(replace(note, category=Category.HEALTH) if of_health else note)
    return found


def _groups(text: str, clauses: Sequence[Clause]) -> list[list[Clause]]:
    """Clauses of one sentence that stand side by side, or nearly so, together."""
    groups: list[list[Clause]] = []
    for clause in clauses:
        last = groups[-1][-1] if groups else None
        between = "" if last is None else text[last.start : clause.start]
        ends = _SENTENCE_END.search(between)
        if last is None or ends or len(text[last.end : clause.start].split()) > _BETWEEN:
            groups.append([clause])
        else:
            groups[-1].append(clause)
    return groups


def _stretch(text: str, group: Sequence[Clause]) -> tuple[int, int]:
    """The range of characters of a group; of a short sentence it is the whole."""
    start, end = group[0].start, group[-1].end
    first = max((match.end() for match in _SENTENCE_END.finditer(text, 0, start)), default=0)
    after = _SENTENCE_END.search(text, max(start, end - 1))
    last = len(text) if after is None else after.start()
    return (first, last) if len(text[first:last].split()) <= _SHORT else (start, end)


def _note(text: str, group: Sequence[Clause], own: str, companion: str) -> Candidate | None:
    start, end = _stretch(text, group)
    words = text[start:end].strip(_EDGES)
    said = _LEADING.sub("", words).strip(_EDGES)
    if len(said) < 2:
        return None
    first = max(group, key=lambda clause: clause.confidence)
    asked = _question(companion) if first.leans or len(said.split()) <= 3 else None
    who = _who(said, text[:start], own, companion)
    beside = [*([f"of {who}"] if who else []), *([f"asked “{asked}”"] if asked else [])]
    at = text.index(words, start)
    return Candidate(
        text=f"“{said}”" + (f" ({', '.join(beside)})" if beside else ""),
        category=_CATEGORIES.get(first.attribute, Category.FACT),
        importance=_IMPORTANCE.get(first.attribute, 0.6),
        confidence=round(first.confidence, 3),
        quote=words,
        span=(at, at + len(words)),
        rule=NOTE,
        details={"attribute": first.attribute, "about": first.about, "state": first.state, "effect": first.effect},
    )


def _question(companion: str) -> str | None:
    """The last question of a turn."""
    asked = [one.strip() for one in re.findall(r"[^.!?…\n]*\?", companion)]
    return asked[-1][-LONGEST_QUESTION:] if asked and asked[-1] != "?" else None


def _who(said: str, before: str, own: str, companion: str) -> str | None:
    """Who "she" is: whoever was named last before, where nobody is named with it."""
    pronoun = _PRONOUN.search(said)
    if pronoun is None or _named(said[: pronoun.start()]):
        return None
    return next(filter(None, (_named(one) for one in (before, own, companion))), None)


def _named(text: str) -> str | None:
    """Whoever is named last in a text: "my sister Bex", "callum, bf", "Emma"."""
    found = None
    for match in _SOMEBODY.finditer(text):
        if match["kin"]:
            called = match["called"] or ""
            name = called if called[:1].isupper() or called.casefold() in GIVEN_NAMES else ""
            found = f"their {match['kin']} {name}".strip()
        elif match["is"]:
            found = f"{match['name']}, {match['is']}"
        elif match["capital"] and match["capital"].casefold() not in _NO_NAMES:
            found = match["capital"]
        elif (match["alone"] or "").casefold() in GIVEN_NAMES:
            found = match["alone"]
    return found
