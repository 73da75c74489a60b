"""From a message to candidates: read its clauses, try every rule on each, fill in what the rule teaches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from reverie.domain.memories import Candidate
from reverie.domain.rules import dates, values
from reverie.domain.rules.corrections import correction
from reverie.domain.rules.identity import IDENTITY
from reverie.domain.rules.life import LIFE
from reverie.domain.rules.reading import Clause, clauses
from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.tastes import TASTES
from reverie.domain.rules.words import KIN, SPECIES

RULES: tuple[Rule, ...] = (*LIFE, *IDENTITY, *TASTES)
"""Every rule, in the order they are tried. Where two teach the same key from one clause, the first stands."""

READ_AT_MOST = 20_000
"""Characters of a message that are read: a person's own words are shorter, a pasted document teaches nothing."""

_SPEAKS_OF_SELF = re.compile(
    r"\b(?:i|i'm|im|i’m|i've|ive|i’ve|my|we|our|feeling|call me|calls me|it'?s|it’s)\b", re.IGNORECASE
)
_TRIVIAL = re.compile(
    r"(?:went to (?:(?:the|my|a) )?(?:bed|sleep|work|school|class|store|shop|shops|bathroom|toilet|gym|kitchen|office|"
    r"doctor|grocery store|supermarket|mall|church|bank|other|next|great|trouble|town|hell|wrong)\b|(?:ran|bought|"
    r"lost|won|sold|finished|joined|visited|met) (?:in|it|that|this|you|him|her|them|out|over|away|up|off|down|around|"
    r"late)\b|(?:finished|completed) (?:eating|my (?:dinner|lunch|breakfast|coffee|shift))\b|lost (?:my|our) (?:mind|"
    r"temper|cool|way|train|patience|appetite)|been to (?:hell|bed|work|the)\b|ran (?:to|for|because)\b|(?:write|"
    r"start|read|buy|save|apply|open|see|learn|finish) (?:it|that|this|what|if|how (?:you|it|that)|you|more|about|"
    r"over|up|a lot|the day|by|with|from|working|off|again|everything|something)\b|got (?:back|home) from (?:work|"
    r"school|the gym|class|the store)\b)",
    re.IGNORECASE,
)


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
    if not _SPEAKS_OF_SELF.search(read):
        return []
    found: dict[str, Candidate] = {}
    for clause in clauses(read):
        lately = [(c.key, c.value or "") for c in reversed(found.values()) if c.key] + list(recent)
        for name, candidate in _said(clause, sent_at, lately).items():
            found.pop(name, None)
            found[name] = replace(candidate, quote=text[clause.start : clause.end])
    return list(found.values())


def _said(clause: Clause, sent_at: datetime, recent: Sequence[tuple[str, str]]) -> dict[str, Candidate]:
    mended = correction(clause, recent, RULES)
    if mended:
        return {_identity(mended): mended}
    taught: dict[str, Candidate] = {}
    for rule in RULES:
        for candidate in _taught(rule, clause, sent_at):
            if not any(
                candidate.value in (e.partition(":")[2], e.partition("=")[2])
                for c in taught.values()
                for e in c.ends
                if not c.text
            ):
                taught.setdefault(_identity(candidate), candidate)
    return taught


def _identity(candidate: Candidate) -> str:
    return candidate.key if candidate.key and candidate.text else "-" + "|".join(candidate.ends)


def _taught(rule: Rule, clause: Clause, sent_at: datetime) -> Iterator[Candidate]:
    pattern = _compiled(rule.pattern)
    match = pattern.search(clause.plain) if rule.anywhere else pattern.fullmatch(clause.plain)
    if match is None and clause.opened != clause.plain:
        match = pattern.fullmatch(clause.opened)
    if match is None:
        return
    groups = match.groupdict()
    if groups.get("role") and not values.values(f"a {groups['role']}", Shape.ROLE):
        return
    if rule.name.startswith("no longer likes") and " not " in f" {clause.plain[:12]} " and not groups.get("over"):
        return
    raw = groups.get("value") or groups.get("today") or ""
    if rule.text == "" and not raw:
        yield _candidate(rule, clause, {}, {}, sent_at)
    for value in values.values(raw, rule.shape, many=rule.many):
        filled = _filled(rule, groups, value, sent_at)
        if filled:
            yield _candidate(rule, clause, *filled, sent_at)


def _filled(
    rule: Rule, groups: dict[str, str | None], value: values.Value, sent_at: datetime
) -> tuple[dict[str, str], dict[str, str]] | None:
    """What the templates are filled with: as shown, and as compared."""
    shown = {"value": value.shown, "a_value": _with_article(value.shown)}
    plain = {"value": value.plain}
    if rule.shape is Shape.DEED and _TRIVIAL.match(value.shown):
        return None
    if groups.get("slot"):
        named = values.slot(groups["slot"] or "")
        if named is None:
            return None
        shown["slot"], plain["slot"] = named.replace("_", " "), named
    if relation := groups.get("relation"):
        shown["relation"] = plain["relation"] = KIN.get(relation.lower(), relation.lower())
    if species := groups.get("species"):
        shown["species"] = plain["species"] = SPECIES[species.lower()]
    if verb := groups.get("verb"):
        shown["verb"] = verb
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
