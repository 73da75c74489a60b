"""What only makes sense after what was learned lately: "actually it's ramen", "he's called Biscuit".

A correction goes to the newest single-valued key whose present value is of the same sort as the new one
(a number for a number, a day for a day, a name for a name). Where none fits, nothing is learned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from reverie.learning.rules import values
from reverie.learning.rules.rule import Rule, Shape
from reverie.learning.rules.sentences.reading import Clause
from reverie.records.memories import Candidate, Category
from reverie.text.patterns import lazy_pattern
from reverie.text.word_lists import SPECIES

_MENDED = lazy_pattern(
    r"(?:(?:oh|no|wait|actually|sorry|oops|correction|scratch that|hm+|well|i mean|my bad|not anymore)[ "
    r",.!:\u2014-]+){0,4}(?:actually|no wait|wait no|wait|no|sorry|oops|correction|scratch that|i mean|my bad|"
    r"not anymore)[ ,.!:\u2014-]+(?:it is(?: actually| really)?|that is|i meant?|make (?:that|it)|i meant to say|it "
    r"should be) (?P<value>[^,;:]+?)(?: now| these days)?(?:, not (?P<old>[^,;:]+))?",
    re.IGNORECASE,
)
_REPLACED = lazy_pattern(
    r"(?:actually,? )?it is(?: actually)? (?P<value>[^,;:]+?)(?: now)?,? not (?P<old>[^,;:]+?)(?: any ?more)?",
    re.IGNORECASE,
)
_SWAPPED = lazy_pattern(
    r"(?:(?:no|wait|actually|sorry|oops|correction|i mean|i meant|it is)[ ,.!]+)*not (?P<old>[^,;:]+?),? (?:but |it "
    r"is |i mean |i meant )?"
    r"(?P<value>[^,;:]+)|(?:(?:no|wait|actually|sorry|oops|correction|i mean|i meant)[ "
    r",.!]+)+(?P<value2>[^,;:]+?),? not (?P<old2>[^,;:]+)",
    re.IGNORECASE,
)
_TRADED = lazy_pattern(
    r"(?:(?:I|we) )?(?:have |just |finally |recently )*(?:(?:switched|swapped|traded|changed|gone|went|moved on|"
    r"converted|upgraded|jumped ship|left|ditched|dropped|replaced)(?: over| careers| jobs)?(?: my \w+)?(?: from)?"
    r"(?: being)? (?:my |our |the |an? )?(?P<old>[\w' -]{2,30}?)(?: in)? (?:for|to|with|and (?:took up|started|got"
    r"))(?: being)? (?:the |an? )?(?P<value>[\w' -]{2,30}?)|(?:play|do|drink|eat|have|am going to|are going to|am "
    r"learning|am studying|use|drive|watch|wear|read|want|am into) (?:the |an? )?(?P<value2>[\w' -]{2,30}?)(?: now"
    r")? instead of (?:the |an? |my )?(?P<old2>[\w' -]{2,30}?))(?: now| these days| instead| lately| last \w+| "
    r"this \w+| in \w+)*(?:,.*)?",
    re.IGNORECASE,
)
_SEVERAL = frozenset("likes dislikes prefers hobby owns learning speaks plan pet skill".split())
_DROPPED = lazy_pattern(
    r"(?:(?:actually|but|no|well|and)[ ,]+)*I (?:(?:do not|can not)(?: even)? (?:like|love|enjoy|do|play)|no longer "
    r"(?:like|love|enjoy|do|play)) (?:it|that|them)(?: any ?more| now| these days)?",
    re.IGNORECASE,
)
_OVER = lazy_pattern(r"any ?more|no longer|now|these days", re.IGNORECASE)
_NOT_A_VALUE = frozenset(
    "a an the not very so too my your his her their our all just really quite going been only time that this what how "
    "why fine good bad great ok okay true false right wrong raining snowing cold hot warm late early easy hard fun "
    "nice cool funny weird crazy amazing awesome terrible awful over done been up down on off in out at for to about "
    "because better worse best worst more less complicated possible impossible important interesting boring beautiful "
    "sad happy called like pretty kind sort nothing something everything worth me you him them us both neither here "
    "there now then".split()
)
_NUMBER = lazy_pattern(r"\d{1,3}(?: years old)?$")
_WEEKDAY = lazy_pattern(r"(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$", re.IGNORECASE)
_NAMED = frozenset({"name", "nickname", "partner"})
_PLACES = frozenset({"home", "origin", "employer", "school"})
_FIXED = frozenset({"feeling", "pronouns", "diet", "relationship_status"})


def _sort(value: str) -> str:
    if _NUMBER.match(value):
        return "number"
    if _WEEKDAY.match(value):
        return "weekday"
    if values.values(value, Shape.DAY) and any(c.isdigit() for c in value):
        return "day"
    return "pronouns" if "/" in value else "words"


_NAMED_NOW = lazy_pattern(r"(?:(?:he|she|it) is (?:called|named)|(?:his|her|its) name is) (?P<name>.+)", re.IGNORECASE)


def name_of_the_pet(clause: Clause, recent: Sequence[tuple[str, str]]) -> Candidate | None:
    """Learn whose name "he's called Biscuit" is, when the pet itself was among the three last things learned."""
    match = _NAMED_NOW.fullmatch(clause.plain)
    name = next(iter(values.values(match["name"], Shape.PROPER)), None) if match else None
    pet = next((value for key, value in recent[:3] if key.startswith("pet:")), "")
    species = SPECIES.get(pet.split()[-1]) if pet else None
    if name is None or species is None or pet.endswith("s"):
        return None
    return Candidate(
        text=f"Has a {species} named {name.shown}.",
        key=f"{species}:{name.plain}",
        value=name.plain,
        importance=0.7,
        confidence=0.7,
        span=(clause.start, clause.end),
        ends=(f"pet:{pet}",),
        rule="pet's name",
    )


def correction(clause: Clause, recent: Sequence[tuple[str, str]], rules: Sequence[Rule]) -> Candidate | None:
    """What a correction without a slot changes, given the keys and values learned lately, newest first."""
    said = clause.opened.strip(" .!")
    if _DROPPED.fullmatch(said):
        return _dropped(said, clause, recent)
    match = _REPLACED.fullmatch(said) or _MENDED.fullmatch(said)
    if swapped := _swapped(said, clause, recent, rules):
        return swapped
    if match is None:
        return None
    value = next(iter(values.values(match["value"], Shape.THING)), None)
    if (
        value is None
        or len(value.plain.split()) > 4
        or value.plain.split()[0] in _NOT_A_VALUE
        or value.plain.endswith("ing")
    ):
        return None
    old = values.compared(match["old"]) if match["old"] else None
    for key, present in recent:
        if present and _fits(key, present, value) and (old is None or old == present) and value.plain != present:
            day = next(iter(values.values(value.shown, Shape.DAY)), None)
            return _mended(key, day or value, clause, rules)
    return None


def _swapped(said: str, clause: Clause, recent: Sequence[tuple[str, str]], rules: Sequence[Rule]) -> Candidate | None:
    """Read "not jazz, blues": the old value is named, so it may be one of several ("likes:jazz")."""
    match = _REPLACED.fullmatch(said) or _SWAPPED.fullmatch(said)
    if match is None:
        return _traded(clause, recent, rules)
    groups = match.groupdict()
    old = values.compared(groups["old"] or groups.get("old2") or "")
    value = next(iter(values.values(groups["value"] or groups.get("value2") or "", Shape.THING)), None)
    if value is None or not old or len(value.plain.split()) > 4 or value.plain.split()[0] in _NOT_A_VALUE:
        return None
    for key, present in recent:
        family, several, _ = key.partition(":")
        if several and family in _SEVERAL and present == old and value.plain != present:
            mended = _mended(f"{family}:{{value}}", value, clause, rules)
            return replace(mended, key=f"{family}:{value.plain}", ends=(key,))
    return None


def _traded(clause: Clause, recent: Sequence[tuple[str, str]], rules: Sequence[Rule]) -> Candidate | None:
    """Read "swapped tennis for padel": the newest thing known by the old words gives way to the new ones."""
    match = _TRADED.fullmatch(clause.plain)
    if match is None:
        return None
    old = values.compared(match["old"] or match["old2"])
    value = next(iter(values.values(match["value"] or match["value2"], Shape.THING)), None)
    if value is None or value.plain.split()[0] in _NOT_A_VALUE:
        return None
    for key, present in recent:
        family, several, _ = key.partition(":")
        if key in _PLACES and not value.shown[:1].isupper():
            continue
        if (family in _TRADABLE or family.startswith("favorite_")) and _speaks_of(present, old):
            if not several:
                return _mended(key, value, clause, rules)
            mended = _mended(f"{family}:{{value}}", value, clause, rules)
            return replace(mended, key=f"{family}:{value.plain}", ends=(key,))
    return None


_TRADABLE = _SEVERAL | {"employer", "home", "occupation", "diet", "studies", "school", "partner", "habit", "avoids"}


def _speaks_of(present: str, old: str) -> bool:
    """Whether every word of what gave way stands in what is known, but for its ending ("nursing" is "nurse")."""
    known = present.casefold().split()
    return all(
        any(word[: max(4, len(word) - 3)] == one[: max(4, len(word) - 3)] for one in known) for word in old.split()
    )


def _fits(key: str, present: str, value: values.Value) -> bool:
    if ":" in key or key in _FIXED or _sort(present) != _sort(value.plain):
        return False
    return key not in _NAMED | _PLACES or value.shown[:1].isupper()


def _dropped(said: str, clause: Clause, recent: Sequence[tuple[str, str]]) -> Candidate | None:
    ended = next((k for k, _ in recent if k.startswith(("likes:", "hobby:", "prefers:", "favorite_"))), None)
    if ended is None or not _OVER.search(said):
        return None
    return Candidate(ends=(ended,), confidence=0.7, span=(clause.start, clause.end), rule="dropped")


_FIELD = lazy_pattern(r"{(\w+)}")


def _mended(key: str, value: values.Value, clause: Clause, rules: Sequence[Rule]) -> Candidate:
    """A candidate for a slot with another value, in the words of the slot's first rule that the value alone fills."""
    stem, family = key.partition("_")[0] + "_", key.partition(":")[0]
    told = {
        "value": value.shown,
        "a_value": values.with_article(value.shown),
        "slot": family.removeprefix("favorite_").replace("_", " "),
    }
    there = [r for r in rules if r.key == key or (r.key == "favorite_{slot}" and stem == "favorite_")]
    rule = next((r for r in there if set(_FIELD.findall(r.text)) <= told.keys()), None)
    text = rule.text.format(**told) if rule else f"{family.replace('_', ' ').capitalize()} is {value.shown}."
    rule = rule or next(iter(there), None)
    return Candidate(
        text=text,
        key=key,
        value=value.plain,
        category=rule.category if rule else Category.FACT,
        importance=rule.importance if rule else 0.7,
        confidence=rule.confidence if rule else 0.7,
        span=(clause.start, clause.end),
        rule="correction",
    )
