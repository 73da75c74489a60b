"""What a clause teaches, by the class of its verb and its tense: where its object ends, and which slot that fills.

A value is the shortest that names the thing: the verb with its object for what somebody does ("sell candles"), the
object alone for what somebody has; the sentence that is kept says the rest. An object ends at the first closed-class
word: a preposition, a conjunction, a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import being, dates, values
from reverie.domain.rules.cutting import valued
from reverie.domain.rules.objects import PARTICLE, cut, object_of, placed, workplaces
from reverie.domain.rules.parsing import Said
from reverie.domain.rules.rule import Shape
from reverie.domain.rules.verbs import (
    ABSTRACT,
    ALONE,
    HABITS,
    LANDMARKS,
    PASTIMES,
    PLACEABLE,
    PROJECTS,
    SUFFERED,
    TRADES,
    TRANSITIVE,
    forms,
)
from reverie.domain.rules.words import CONDITIONS, KIN, LANGUAGES, SPECIES

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
    for told_of in _of(clause, sent_at):
        if (told_of.key or "").partition(":")[0] not in _ONES_OWN:
            yield _somebody_elses(clause.subject, told_of)


_ONES_OWN = frozenset("habit owns now never plan living speaks".split())
"""What is not told of somebody else: it is small, or not theirs alone."""


def _somebody_elses(who: str, told_of: Candidate) -> Candidate:
    """What is told of somebody close, in their own slot: "Their wife teaches yoga." under ``wife_does``."""
    text = told_of.text
    return replace(
        told_of,
        key=f"{who.replace(' ', '_')}_{told_of.key}",
        text=f"Their {who} {text[:1].lower()}{text[1:]}",
        category=Category.FACT,
    )


def _of(clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    marks = clause.marks
    if not marks.isdisjoint({"modal", "not"}):
        return
    if clause.verb == "be":
        if "never" in marks:
            yield from _never(replace(clause, verb="been")) if "perfect" in marks else ()
        else:
            yield from being.told(clause.rest, past="past" in marks, lasting=_lasts(clause), own=clause.subject == "I")
        return
    form = forms().get(clause.verb)
    if form is None:
        return
    if "never" in marks:
        yield from _never(clause) if "perfect" in marks else ()
    elif "progressive" in marks:
        if "perfect" not in marks:
            yield from _going_on(form.lemma, clause, sent_at)
        elif form.lemma not in HABITS or _lasts(clause):
            yield from _done(form.lemma, clause)
    elif "passive" in marks:
        yield from _undergone(f"{clause.verb} {clause.rest}", "was", sent_at)
    elif form.present or ("third" in marks and form.third) or ("perfect" in marks and _lasts(clause)):
        yield from _done(form.lemma, clause)
    elif form.past or "perfect" in marks:
        yield from _happened(form.lemma, clause, sent_at)


def _lasts(clause: Said) -> bool:
    return "perfect" in clause.marks and _LASTING.search(clause.rest) is not None


def _candidate(
    rule: str, key: str, value: str, text: str, *, category: Category = Category.FACT, sent_at: datetime | None = None
) -> Iterator[Candidate]:
    """One candidate, if its value is one; with ``sent_at``, dated by the words of its text."""
    named, kept = valued(value), valued(text)
    if named is None or kept is None:
        return
    shown = kept.shown
    said = dates.moment(text, sent_at, past=category is Category.EVENT) if sent_at else None
    yield Candidate(
        text=f"{shown[:1].upper()}{shown[1:]}{f' ({said.shown})' if said else ''}.",
        key=f"{key}:{named.plain}",
        value=named.plain,
        category=category,
        importance=0.5,
        confidence=0.6,
        valid_from=min(said.at, sent_at) if said and sent_at and category is Category.EVENT else None,
        rule=f"clause:{rule}",
        details={"when": said.when} if said else {},
    )


_PASSING_BY = re.compile(r"\b(?:today|tonight|tomorrow|right now|this (?:morning|afternoon|evening)|home|at the moment)\b", _I)
_AILMENT = re.compile(CONDITIONS, _I)
_CLASSES = ((TRADES, "does", "does"), (PASTIMES, "pastime", "hobby"), (HABITS, "habit", "habit"))


def _done(lemma: str, clause: Said) -> Iterator[Candidate]:
    """What somebody does again and again, in the simple present; "live" and "have" say how they are placed."""
    if _PASSING_BY.search(clause.rest):
        return
    if lemma in {"have", "own", "inherit"}:
        yield from _had(clause.rest)
    elif lemma == "get":
        named = object_of(clause.rest)
        if _AILMENT.fullmatch(named):
            yield from _candidate("ails", "condition", named, f"gets {named}", category=Category.HEALTH)
    elif lemma == "live":
        yield from _lived(clause.rest)
    elif lemma == "study":
        named = object_of(clause.rest)
        if named and named.lower() not in {"hard", "lots"}:
            yield from _candidate("studies", "studying", named, values.third_person(cut(f"{lemma} {clause.rest}")))
    elif lemma == "speak":
        yield from _spoken(clause.rest)
    elif "third" in clause.marks and clause.subject != "I" and lemma in _TASTES:
        named = object_of(clause.rest)
        if named:
            kept = values.third_person(cut(f"{lemma} {clause.rest}"))
            yield from _candidate("taste", _TASTES[lemma], named, kept)
    else:
        rule, key = next(((rule, key) for verbs, rule, key in _CLASSES if lemma in verbs), ("", ""))
        definite = rule != "habit" and re.match(r"(?:my|our)\b", clause.rest, _I)
        deed = _deed(lemma, clause.rest) if rule and not definite else ""
        if deed:
            yield from _candidate(rule, key, deed, values.third_person(cut(f"{lemma} {clause.rest}")))
        if rule == "does":
            for place in workplaces(clause.rest):
                yield from _candidate("workplace", "works_at", place, f"Works at {place}")


_TASTES = {"love": "likes", "like": "likes", "enjoy": "likes", "adore": "likes", "hate": "dislikes"}

_FREE = re.compile(
    r"(?:[,.;:!?(\u2014\u2013]|-+ |(?:every|on|in|at|and|but|a lot|when|all|most|too|for|since|as|to)\b)", _I
)


def _deed(lemma: str, rest: str) -> str:
    """A verb with its particle and its object, or with its place where it has none; empty where it says too little."""
    if lemma == "do" and not _DONE.match(rest):
        return ""
    particle = PARTICLE.match(rest)
    rest = rest[particle.end() :].strip() if particle else rest
    named = object_of(rest)
    if (lemma == "drive" and named) or (lemma == "work" and re.match(r"(?:in|with)\b", rest)):
        return ""
    if not named and not particle and lemma in PLACEABLE:
        named = placed(rest)
    if not named:
        alone = lemma in ALONE or (lemma in PASTIMES and lemma not in TRANSITIVE) or (particle and lemma in _PHRASAL)
        if not alone or (rest and not _FREE.match(rest)):
            return ""
    return " ".join(filter(None, [lemma, particle.group() if particle else "", named]))


_DONE = re.compile(
    r"(?:the |some )?(?:hair|nails|make-?up|lashes|karate|judo|jiu[- ]?jitsu|yoga|pilates|crossfit|ballet|gymnastics|"
    r"stand-?up|improv|magic|taxes|payroll|marketing|accounting|carpentry|landscaping|catering|data|voice-?overs?|"
    r"tattoos|custom|odd jobs|drag|cosplay|commissions|payroll|logistics|security|construction|social media|tech "
    r"support|home repairs?|volunteer|community theat(?:er|re)|triathlons?|marathons?|crosswords?|puzzles|jigsaws?)\b",
    _I,
)
_PHRASAL = frozenset("eat work camp sleep".split())
_SETTLED = re.compile(
    r"(?P<alone>alone|abroad|off[- ]grid)\b|(?:in (?=an? )|on (?=(?:the |an? )?[A-Z]|an? )|off (?=the )|with (?=my |our |two |"
    r"three |four |an? ))(?P<where>.+)"
)


def _lived(rest: str) -> Iterator[Candidate]:
    """How somebody lives: "in a 1920s bungalow", "alone", "on Marsh Lane"."""
    found = _SETTLED.match(rest)
    if found is None:
        return
    named = f"live {found['alone']}" if found["alone"] else object_of(found["where"])
    if named and not named.isdigit():
        yield from _candidate("lives", "living", named, f"Lives {cut(rest)}")


def _spoken(rest: str) -> Iterator[Candidate]:
    if re.match(r"(?:no|little|hardly|zero|not)\b", rest, _I):
        return
    for word in re.findall(r"[A-Za-z]+", rest.partition(" from ")[0]):
        if word.lower() in LANGUAGES:
            yield from _candidate("speaks", "speaks", word, f"Speaks {word.capitalize()}")


_HAD = re.compile(
    r"(?:(?:an?|some|several|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|"
    r"ninety|\d[\d,]*|about \w+|over \d+) .+)",
    _I,
)
_PEOPLE = (frozenset(KIN) | frozenset(SPECIES)) - {"sheep"}
_ANOTHER = re.compile(r"(?:, | )(?:and |plus )(?=(?:an?|two|three|four|five|\d+) )", _I)


def _had(rest: str) -> Iterator[Candidate]:
    """What somebody has: counted things, of which none is a feeling, a plan or a matter of the day."""
    for what in _ANOTHER.split(rest):
        named = object_of(what) if _HAD.match(what) else ""
        words = named.lower().split()
        if not 1 <= len(words) <= 4 or not ABSTRACT.isdisjoint(words) or not _PEOPLE.isdisjoint(words) or "'s" in named:
            return
        after = what.partition(named)[2].split()[:1]
        if after and after[0].lower().strip(",.") in {"to", "about", "that", "left", "today", "tomorrow", "tonight"}:
            return
        yield from _candidate("has", "owns", named, f"Has {cut(what)}")


_EPISODE = re.compile(
    r"(?:an? |my |two |three |\d )?(?:[\w-]+ ){0,2}?(?:stroke|surger(?:y|ies)|heart attack|baby|babies|twins|"
    r"miscarriage|operation|transplant|c-section|bypass|accident|concussion|breakdown|hysterectomy|mastectomy|"
    r"replacement|amputation|seizure|tumou?r)\b",
    _I,
)
_GAINED = re.compile(r"(?:an?|the|his|her|their) (?:[\w-]+ )?(?:job|scholarship|degree|promotion|licen[cs]e|divorce)|into [A-Z]\w+", _I)
_MADE = re.compile(r"(?:the|his|her|their|varsity|a) ?(?:[\w-]+ ){0,4}?(?:team|squad|roster|finals?|honou?r roll|dean's list|cut)\b|partner\b", _I)
_CAME = re.compile(r"out(?= to|$| as)", _I)
_IN_SOME = re.compile(r"in (?:two|three|four|five|six|seven|eight|nine|ten|\d+|several|many) (?:[\w-]+ )?(?:countries|states|cities|continents|places|towns|houses)", _I)
_INTRANSITIVE = frozenset("graduate retire divorce separate elope emigrate propose settle serve play study train "
                          "perform travel compete star volunteer qualify enlist".split())


def _happened(lemma: str, clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """What happened once, told in the past."""
    if lemma == "get":
        yield from _undergone(clause.rest, "got", sent_at)
        if clause.subject != "I" and (gained := _GAINED.match(clause.rest)):
            yield from _event(f"got {gained.group()}", f"got {clause.rest}", sent_at)
    elif lemma in {"make", "come"}:
        if achieved := (_MADE if lemma == "make" else _CAME).match(clause.rest):
            yield from _event(f"{clause.verb} {achieved.group()}", f"{clause.verb} {clause.rest}", sent_at)
    elif lemma == "inherit":
        yield from _had(clause.rest)
    elif lemma == "have":
        if episode := _EPISODE.match(clause.rest):
            yield from _event(f"had {episode.group()}", f"had {clause.rest}", sent_at)
    elif lemma == "live" and (counted := _IN_SOME.match(clause.rest)):
        yield from _event(f"{clause.verb} {counted.group()}", f"{clause.verb} {clause.rest}", sent_at)
    elif lemma in LANDMARKS and lemma != "live":
        particle = PARTICLE.match(clause.rest)
        rest = clause.rest[particle.end() :].strip() if particle else clause.rest
        named = object_of(rest) or (placed(rest) if lemma in _INTRANSITIVE else "")
        if named and named.lower() not in _PASSING and not named.split()[0].endswith("ing"):
            deed = " ".join(filter(None, [clause.verb, particle.group() if particle else "", named]))
            yield from _event(deed, f"{clause.verb} {clause.rest}", sent_at)


_PASSING = frozenset(
    "keys wallet phone salt bus train plane game call movie show mind temper way track heart chain majors racers "
    "breakfast lunch dinner level test box work school".split()
)
def _undergone(said: str, auxiliary: str, sent_at: datetime) -> Iterator[Candidate]:
    """What was done to somebody: "got kicked out of girl scouts", "have been stung by a jellyfish"."""
    first, _, rest = said.partition(" ")
    form = forms().get(first.lower())
    if form is None or form.lemma not in SUFFERED or form.lemma == "bear" or not form.participle:
        return
    particle = PARTICLE.match(rest)
    rest = rest[particle.end() :].strip() if particle else rest
    if form.lemma != "raise" or rest.startswith(("in ", "by ")):
        deed = " ".join(filter(None, [first, particle.group() if particle else "", placed(rest)]))
        yield from _event(deed, f"{auxiliary} {said}", sent_at)


def _event(deed: str, text: str, sent_at: datetime) -> Iterator[Candidate]:
    yield from _candidate("event", "event", deed, cut(text), category=Category.EVENT, sent_at=sent_at)


_NO_FIRST = re.compile(r"(?:said|told|thought|heard|known|met|asked|had|felt|tried|seen (?:it|that|this|one)|been (?!on |in ))", _I)


def _never(clause: Said) -> Iterator[Candidate]:
    """What somebody has never done; where they have never been is left: it is no fact of theirs."""
    raw = f"{clause.verb} {clause.rest}"
    if _NO_FIRST.match(raw) is None:
        for value in values.values(raw, Shape.DEED):
            if " " in value.plain:
                yield from _candidate("never", "never", value.plain, f"has never {value.shown}")


_OFFSPRING = re.compile(r"\b(?:first|second|third|fourth|twins|triplets|baby|child|boy|girl|kid|son|daughter)\b", _I)
_AHEAD = re.compile(
    r"\b(?:next|tomorrow|tonight|in (?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december|\w+ (?:weeks|months|days))|on (?:\w+day|\w+ \d+)|at christmas|this (?:summer|fall|winter|spring|autumn|"
    r"weekend|month|year))\b",
    _I,
)


def _going_on(lemma: str, clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """What somebody is at for weeks, or plans: "I'm writing a thesis on moss", "I'm taking the LSAT on Saturday"."""
    if lemma == "dream" and clause.rest.startswith("of "):
        dreamt = object_of(clause.rest.removeprefix("of "))
        if dreamt:
            yield from _candidate("dream", "plan", dreamt, f"dreams of {cut(clause.rest.removeprefix('of '))}")
    if lemma not in PROJECTS or (lemma == "expect" and not _OFFSPRING.search(clause.rest)):
        return
    named = object_of(clause.rest) or placed(clause.rest)
    if named:
        ahead = _AHEAD.search(clause.rest)
        if lemma == "take" and not ahead:
            return
        rule, key, text = ("plan", "plan", "plans: ") if ahead else ("project", "now", "is ")
        deed = f"{clause.verb} {clause.rest}"
        yield from _candidate(rule, key, f"{clause.verb} {named}", f"{text}{cut(deed)}", sent_at=sent_at if key == "plan" else None)
