"""From a message to candidates: read its clauses, try every rule on each, fill in what the rule teaches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from itertools import pairwise

from reverie.learning.rules import dates, values
from reverie.learning.rules.cues import chooser
from reverie.learning.rules.given_names import PET_NAMES, SAID_OF_ONESELF
from reverie.learning.rules.life.corrections import correction, name_of_the_pet
from reverie.learning.rules.life.endings import ENDINGS, GENERAL
from reverie.learning.rules.life.events import DATED, EVENTS, TRIVIAL_DEEDS
from reverie.learning.rules.life.feelings import FEELING
from reverie.learning.rules.life.habits import HABITS
from reverie.learning.rules.life.hobbies import CRAFTS, HOBBIES, HOBBYISTS
from reverie.learning.rules.life.plans import PLANS
from reverie.learning.rules.life.tastes import FAVORITE, TASTES
from reverie.learning.rules.rule import Rule, Shape
from reverie.learning.rules.self.belongings import BELONGINGS
from reverie.learning.rules.self.health import HEALTH
from reverie.learning.rules.self.identity import IDENTITY
from reverie.learning.rules.self.skills import SKILLS
from reverie.learning.rules.self.work import WORK
from reverie.learning.rules.sentences.reading import Clause, clauses
from reverie.records.memories import Candidate, Category
from reverie.records.read_access import speaks_of
from reverie.text.patterns import lazy_pattern
from reverie.text.word_lists import KIN, PARTNERS, SPECIES

RULES: tuple[Rule, ...] = (
    *WORK,
    *EVENTS,
    *PLANS,
    *ENDINGS,
    *IDENTITY,
    *HEALTH,
    *FEELING,
    *FAVORITE,
    *TASTES,
    *HOBBIES,
    *HABITS,
    *CRAFTS,
    *SKILLS,
    *BELONGINGS,
    *GENERAL,
    *DATED,
)
"""Every rule, in the order they are tried. Where two teach the same key from one clause, the first stands."""

_LAST = len(RULES) - len(DATED)
_GENERAL = _LAST - len(GENERAL)

READ_AT_MOST = 20_000
"""Characters of a message that are read: a person's own words are shorter, a pasted document teaches nothing."""

_TRIVIAL = rf"(?:{'|'.join(TRIVIAL_DEEDS)})\b"


@cache
def _compiled(rule: str) -> re.Pattern[str]:
    return re.compile(rule, re.IGNORECASE)


@cache
def _worth_trying() -> Callable[[str], list[int]]:
    return chooser([rule.pattern for rule in RULES])


def extract(text: str, *, sent_at: datetime, recent: Sequence[tuple[str, str]] = ()) -> list[Candidate]:
    """Learn what a person says of themselves in a message, by rules alone.

    ``recent`` holds (key, value) pairs learned of this person lately, newest first: what a correction without
    a slot ("actually it's ramen") may mean. The first ``READ_AT_MOST`` characters are read. Every candidate's
    ``quote`` stands in the text at its ``span``. A later statement of a key replaces an earlier one.
    """
    found: dict[str, Candidate] = {}
    for clause in clauses(text[:READ_AT_MOST]):
        lately = [(c.key, c.value or "") for c in reversed(found.values()) if c.key] + list(recent)
        for name, candidate in _said(clause, sent_at, lately).items():
            found.pop(name, None)
            found[name] = replace(candidate, quote=text[clause.start : clause.end])
    return [*found.values()]


def categories(text: str, *, sent_at: datetime) -> set[str]:
    """The categories of what a text tells of somebody: those of what the rules learn of it, money and health."""
    told = {str(one.category) for one in extract(text, sent_at=sent_at)}
    return told | {one for one in (Category.MONEY, Category.HEALTH) if speaks_of(text, (one,))}


def _said(clause: Clause, sent_at: datetime, recent: Sequence[tuple[str, str]]) -> dict[str, Candidate]:
    mended = correction(clause, recent, RULES) or name_of_the_pet(clause, recent)
    if mended:
        return {_identity(mended): mended}
    clause = replace(clause, plain=dates.date_last(clause.plain))
    taught: dict[str, Candidate] = {}
    over = False
    for at in _worth_trying()(f"{clause.opened} {clause.plain}"):
        if at >= _LAST and taught:
            break
        if at >= _GENERAL and over:
            continue
        for candidate in _taught(RULES[at], clause, sent_at):
            over = over or (at < _GENERAL and _ended(candidate))
            if not _said_already(candidate, taught):
                taught[_identity(candidate)] = candidate
    if _INSTEAD.search(clause.opened):
        taught = {key: _in_place_of_another(candidate) for key, candidate in taught.items()}
    return _overruled(taught, recent)


def _ended(candidate: Candidate) -> bool:
    """Whether a candidate ends something, other than a plan that it is the fulfilment of."""
    return any(not end.startswith(("done~", "likes:", "dislikes:")) for end in candidate.ends)


_INSTEAD = lazy_pattern(
    r"\b(?:now|instead|these days|nowadays|from now on)\b|^(?:oh |and )?(?:no,? wait|wait,? no|actually|sorry"
    r"|correction|"
    r"scratch that|i mean|oops)\b",
    re.IGNORECASE,
)
"""What says that something takes the place of another, where a slot may hold several."""

_REPLACED = frozenset("habit plan family pet prefers learning volunteers".split())


def _in_place_of_another(candidate: Candidate) -> Candidate:
    family = (candidate.key or "").partition(":")[0]
    if family not in _REPLACED:
        return candidate
    return replace(candidate, ends=(*candidate.ends, f"replaced~{family}:{candidate.value}"))


def _overruled(taught: dict[str, Candidate], recent: Sequence[tuple[str, str]]) -> dict[str, Candidate]:
    """Without what another rule knows better: "a keen gardener" is one for pleasure, "my dog Rex died" has no dog."""
    rules = {candidate.rule for candidate in taught.values()}
    gone = {"occupation"} if "hobbyist" in rules else set()
    if "team position" in rules:
        gone = {"occupation", "employer"}
    if not rules.isdisjoint(_PAST_AND_OVER):
        gone |= {key for key in taught if key.partition(":")[0] in ("condition", "owns", "fears", "dislikes")}
    if "pet mentioned" in rules:
        known = [c for c in taught.values() if c.rule != "pet mentioned" and _family(c) in _KEPT]
        kept = {key.partition(":")[0] for key, _ in recent}
        gone |= {
            key
            for key, c in taught.items()
            if c.rule == "pet mentioned" and (known or SPECIES[c.value or ""] in kept or "pet" in kept)
        }
    if "loss" in rules:
        gone |= {key for key in taught if key.partition(":")[0] in _PETS}
    return {key: candidate for key, candidate in taught.items() if key not in gone}


_PAST_AND_OVER = frozenset({"over and gone", "is gone", "no longer put off", "no longer dislikes"})
_PETS = frozenset(SPECIES.values())
_KEPT = _PETS | {"pet", "likes", "favorite"}


def _said_already(candidate: Candidate, taught: Mapping[str, Candidate]) -> bool:
    """Whether a clause has taught the same key, or the same words under one that says more."""
    if _identity(candidate) in taught:
        return True
    named = set((candidate.value or "").split())
    if not named or _family(candidate) not in _SAYS_LESS:
        return False
    return any(
        named <= words or words <= named
        for other in taught.values()
        if other.rule != candidate.rule and (words := set((other.value or "").split()))
    )


def _family(candidate: Candidate) -> str:
    return (candidate.key or "").partition(":")[0].partition("_")[0]


_SAYS_LESS = frozenset("likes dislikes hobby habit skill learning plan prefers favorite owns".split())
"""What is liked, done or had: "we keep chickens" is told by the pet, "I'm studying to be a vet" by the studies."""


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
    if "agent" in groups:
        groups["value"] = HOBBYISTS[groups["agent"].lower()]
    for value in values.values(groups.get("value", ""), rule.shape, many=rule.many):
        filled = _filled(rule, groups, value, sent_at)
        if filled:
            yield _candidate(rule, clause, *filled, sent_at)


def _filled(
    rule: Rule, groups: dict[str, str], value: values.Value, sent_at: datetime
) -> tuple[dict[str, str], dict[str, str]] | None:
    """What the templates are filled with, as shown and as compared; None where a group is not what it should be."""
    shown = {
        "value": with_capitals(value.shown) if rule.shape in _NAMED else with_names(value.shown),
        "a_value": values.with_article(value.shown),
        "verb": groups.get("verb", ""),
        "does": values.third_person(value.shown),
    }
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
    plain["gone"] = values.compared(groups["gone"]) if "gone" in groups else value.plain
    plain["kind"] = SPECIES.get(plain["gone"], plain["gone"])
    if "species" in groups:
        shown["species"] = plain["species"] = SPECIES[groups["species"].lower()]
    if "{date}" in rule.text:
        day = dates.named_day(value.plain, sent_at)
        if day is None:
            return None
        shown["date"], plain["value"] = day, day.lower()
    return shown, plain


_NAMED = frozenset({Shape.NAME, Shape.PROPER, Shape.GIVEN, Shape.PLACE})
_NO_NAME = frozenset("a an the my our his her their this that some".split())
_FIRST = lazy_pattern(r"(?:^|(?<=-))\w")
_SMALL = frozenset("and at by da de del der di do du in la le near of on the under upon van von".split())


def with_capitals(name: str) -> str:
    """A name that was typed without capitals, with them; what begins like a description stays as it is.

    >>> [with_capitals(name) for name in ("ann-marie", "stoke on trent", "a small town", "McKay")]
    ['Ann-Marie', 'Stoke on Trent', 'a small town', 'McKay']
    """
    words = name.split(" ")
    if name != name.lower() or words[0] in _NO_NAME:
        return name
    return " ".join(word if word in _SMALL else _FIRST.sub(lambda one: one[0].upper(), word) for word in words)


_NAMING = frozenset({"to", "with", "from", "friend", *PARTNERS, *KIN, *SPECIES})
"""Words behind which a given name is one, whatever else it means."""


def with_names(told: str) -> str:
    """Words in which names were typed without capitals, with them where it is certain that they are names.

    >>> with_names("broke up with liam"), with_names("their dog rocky died"), with_names("st marys hospital")
    ('broke up with Liam', 'their dog Rocky died', 'St Marys hospital')
    >>> with_names("went hiking with joy in june"), with_names("sue the landlord")
    ('went hiking with joy in june', 'sue the landlord')
    """
    words = told.split(" ")
    for at, (before, word) in enumerate(pairwise(words), start=1):
        names = SAID_OF_ONESELF | PET_NAMES if before in SPECIES else SAID_OF_ONESELF
        if before.casefold() in _NAMING and word.removesuffix("'s") in names:
            words[at] = word.capitalize()
    if words[0] == "st" and len(words) > 1:
        words[:2] = [word.capitalize() for word in words[:2]]
    return " ".join(words)


def _candidate(
    rule: Rule, clause: Clause, shown: dict[str, str], plain: dict[str, str], sent_at: datetime
) -> Candidate:
    text = rule.text.format(**shown)
    text = re.sub(r"^been ", "Has been ", text)
    text = re.sub(r"\bHas a (?=[aeiou])", "Has an ", text)
    family = rule.key.partition(":")[0]
    said = dates.moment(clause.opened, sent_at, past=family == "event") if family in ("event", "plan") else None
    details: dict[str, object] = {}
    if said:
        details["when"] = said.when
        text = f"{text.removesuffix('.')} ({said.shown})."
    return Candidate(
        text=text[:1].upper() + text[1:],
        key=rule.key.format(**plain) or None,
        value=plain.get("value") if rule.text else None,
        category=rule.category,
        importance=rule.importance,
        confidence=rule.confidence,
        span=(clause.start, clause.end),
        ends=tuple(dict.fromkeys(end.format(**plain) for end in rule.ends)),
        valid_from=min(said.at, sent_at) if said and family == "event" else None,
        rule=rule.name,
        details=details,
    )
