"""From a message to candidates: read its clauses, try every rule on each, fill in what the rule teaches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from reverie.domain.memories import Candidate
from reverie.domain.rules import dates, values
from reverie.domain.rules.corrections import correction, name_of_the_pet
from reverie.domain.rules.health import HEALTH
from reverie.domain.rules.identity import IDENTITY
from reverie.domain.rules.life import LIFE, TRIVIAL_DEEDS
from reverie.domain.rules.reading import OF_ONESELF, Clause, clauses
from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.tastes import TASTES
from reverie.domain.rules.words import KIN, SPECIES
from reverie.domain.rules.work import WORK

RULES: tuple[Rule, ...] = (*WORK, *LIFE, *IDENTITY, *HEALTH, *TASTES)
"""Every rule, in the order they are tried. Where two teach the same key from one clause, the first stands."""

READ_AT_MOST = 20_000
"""Characters of a message that are read: a person's own words are shorter, a pasted document teaches nothing."""

_TRIVIAL = rf"(?:{'|'.join(TRIVIAL_DEEDS)})\b"


@cache
def _compiled(rule: str) -> re.Pattern[str]:
    return re.compile(rule, re.IGNORECASE)


def extract(text: str, *, sent_at: datetime, recent: Sequence[tuple[str, str]] = ()) -> list[Candidate]:
    """Learn what a person says of themselves in a message, by rules alone.

    ``recent`` holds (key, value) pairs learned of this person lately, newest first: what a correction without
    a slot ("actually it's ramen") may mean. The first ``READ_AT_MOST`` characters are read. Every candidate's
    ``quote`` stands in the text at its ``span``. A later statement of a key replaces an earlier one.
    """
    read = text[:READ_AT_MOST]
    if not OF_ONESELF.search(read):
        return []
    found: dict[str, Candidate] = {}
    for clause in clauses(read):
        lately = [(c.key, c.value or "") for c in reversed(found.values()) if c.key] + list(recent)
        for name, candidate in _said(clause, sent_at, lately).items():
            found.pop(name, None)
            found[name] = replace(candidate, quote=text[clause.start : clause.end])
    return list(found.values())


def _said(clause: Clause, sent_at: datetime, recent: Sequence[tuple[str, str]]) -> dict[str, Candidate]:
    mended = correction(clause, recent, RULES) or name_of_the_pet(clause, recent)
    if mended:
        return {_identity(mended): mended}
    taught: dict[str, Candidate] = {}
    for rule in RULES:
        for candidate in _taught(rule, clause, sent_at):
            taught.setdefault(_identity(candidate), candidate)
    return taught


def _identity(candidate: Candidate) -> str:
    return candidate.key or "ends " + " ".join(candidate.ends)


def _taught(rule: Rule, clause: Clause, sent_at: datetime) -> Iterator[Candidate]:
    pattern = _compiled(rule.pattern)
    match = pattern.search(clause.plain) if rule.anywhere else pattern.fullmatch(clause.plain)
    if match is None and clause.opened != clause.plain:
        match = pattern.fullmatch(clause.opened)
    if match is None:
        return
    groups = {name.rstrip("123456789"): words for name, words in match.groupdict().items() if words}
    if not pattern.groupindex:
        yield _candidate(rule, clause, {}, {}, sent_at)
    for value in values.values(groups.get("value", ""), rule.shape, many=rule.many):
        filled = _filled(rule, groups, value, sent_at)
        if filled:
            yield _candidate(rule, clause, *filled, sent_at)


def _filled(
    rule: Rule, groups: dict[str, str], value: values.Value, sent_at: datetime
) -> tuple[dict[str, str], dict[str, str]] | None:
    """What the templates are filled with, as shown and as compared; None where a group is not what it should be."""
    shown = {"value": value.shown, "a_value": _with_article(value.shown), "verb": groups.get("verb", "")}
    plain = {"value": value.plain}
    if rule.shape is Shape.DEED and _compiled(_TRIVIAL).match(value.shown):
        return None
    if "role" in groups and not values.values(groups["role"], Shape.ROLE):
        return None
    if "slot" in groups:
        named = values.slot(groups["slot"])
        if named is None:
            return None
        shown["slot"], plain["slot"] = named.replace("_", " "), named
    if "relation" in groups:
        relation = groups["relation"].lower()
        shown["relation"] = plain["relation"] = KIN.get(relation, relation)
    if "species" in groups:
        shown["species"] = plain["species"] = SPECIES[groups["species"].lower()]
    if "{date}" in rule.text:
        day = dates.named_day(value.plain, sent_at)
        if day is None:
            return None
        shown["date"], plain["value"] = day, day.lower()
    return shown, plain


def _with_article(shown: str) -> str:
    if re.match(
        r"(?:an?|the|their|two|three|four|five|six|seven|\d+) |(?:retired|unemployed|self)", shown, re.IGNORECASE
    ):
        return shown
    return f"{'an' if shown[:1].lower() in 'aeio' else 'a'} {shown}"


def _candidate(
    rule: Rule, clause: Clause, shown: dict[str, str], plain: dict[str, str], sent_at: datetime
) -> Candidate:
    text = rule.text.format(**shown)
    text = re.sub(r"^been ", "Has been ", text)
    text = re.sub(r"\bHas a (?=[aeiou])", "Has an ", text)
    details: dict[str, object] = {}
    day = dates.coming_day(clause.plain, sent_at) if rule.key.startswith("plan:") else None
    if day:
        details["when"] = day.isoformat()
        text = f"{text.removesuffix('.')} ({day.isoformat()})."
    return Candidate(
        text=text[:1].upper() + text[1:],
        key=rule.key.format(**plain) or None,
        value=plain.get("value") if rule.text else None,
        category=rule.category,
        importance=rule.importance,
        confidence=rule.confidence,
        span=(clause.start, clause.end),
        ends=tuple(end.format(**plain) for end in rule.ends),
        valid_from=dates.past_moment(clause.plain, sent_at) if rule.key.startswith("event:") else None,
        rule=rule.name,
        details=details,
    )
