"""What happened once, what was done to somebody, what never happened, and what is under way or ahead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import values
from reverie.domain.rules.candidates import candidate
from reverie.domain.rules.doing import had
from reverie.domain.rules.objects import PARTICLE, cut, object_of, placed
from reverie.domain.rules.parsing import Said
from reverie.domain.rules.rule import Shape
from reverie.domain.rules.verbs import LANDMARKS, PROJECTS, SUFFERED, forms

_I = re.IGNORECASE

_EPISODE = re.compile(
    r"(?:an? |my |two |three |\d )?(?:[\w-]+ ){0,2}?(?:stroke|surger(?:y|ies)|heart attack|baby|babies|twins|"
    r"miscarriage|operation|transplant|c-section|bypass|accident|concussion|breakdown|hysterectomy|mastectomy|"
    r"replacement|amputation|seizure|tumou?r)\b",
    _I,
)
_GAINED = re.compile(
    r"(?:an?|the|his|her|their) (?:[\w-]+ )?(?:job|scholarship|degree|promotion|licen[cs]e|divorce)|into [A-Z]\w+", _I
)
_MADE = re.compile(
    r"(?:the|his|her|their|varsity|a) ?(?:[\w-]+ ){0,4}?(?:team|"
    r"squad|roster|finals?|honou?r roll|dean's list|cut)\b|partner\b",
    _I,
)
_CAME = re.compile(r"out(?= to|$| as)", _I)
_IN_SOME = re.compile(
    r"in (?:two|three|four|five|six|seven|eight|nine|ten|\d+|several|many) (?:[\w-]+ )?"
    r"(?:countries|states|cities|continents|places|towns|houses)",
    _I,
)
_INTRANSITIVE = frozenset(
    "graduate retire divorce separate elope emigrate propose settle serve play study train "
    "perform travel compete star volunteer qualify enlist".split()
)


_IN_SCHOOL = re.compile(
    r"(?:the )?(?:[\w-]+ ){1,2}?(?=(?:all )?(?:in|at|for|through|throughout) (?:my |all )?(?:of )?(?:junior |senior )?"
    r"(?:high|middle|high school|college|school|uni|university)\b)",
    _I,
)
_TITLE = re.compile(r"(?P<title>(?:The )?(?-i:[A-Z])[\w':-]+(?: (?:(?:of|the|and|to|in) )*(?-i:[A-Z])[\w':-]+)*)", _I)
_FRAMES = {"play": _IN_SCHOOL, "have": _EPISODE, "make": _MADE, "come": _CAME, "live": _IN_SOME}
"""What common verbs must be followed by to tell of a landmark."""


def happened(lemma: str, clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """What happened once, told in the past."""
    told = f"{clause.verb} {clause.rest}"
    if lemma in _FRAMES:
        if found := _FRAMES[lemma].match(clause.rest):
            yield from _event(f"{clause.verb} {found.group()}", told, sent_at)
    elif lemma == "get":
        yield from undergone(clause.rest, "got", sent_at)
        if clause.subject != "I" and (gained := _GAINED.match(clause.rest)):
            yield from _event(f"got {gained.group()}", told, sent_at)
    elif lemma in {"adore", "love"} and clause.subject == "I" and (title := _TITLE.match(clause.rest)):
        yield from candidate("loved", "likes", title["title"], f"loved {title['title']}", category=Category.PREFERENCE)
    elif lemma == "inherit":
        yield from had(clause.rest)
    elif lemma in LANDMARKS:
        particle, rest = _apart(clause.rest)
        named = object_of(rest) or (placed(rest) if lemma in _INTRANSITIVE else "")
        if named and named.lower() not in _PASSING and not named.split()[0].endswith("ing"):
            yield from _event(f"{clause.verb} {particle}{named}", told, sent_at)


def _apart(rest: str) -> tuple[str, str]:
    """The particle that words begin with, and a space; and what follows it."""
    particle = PARTICLE.match(rest)
    return (f"{particle.group()} ", rest[particle.end() :].strip()) if particle else ("", rest)


_PASSING = frozenset(
    "keys wallet phone salt bus train plane game call movie show mind temper way track heart chain majors racers "
    "breakfast lunch dinner level test box work school".split()
)


def undergone(said: str, auxiliary: str, sent_at: datetime) -> Iterator[Candidate]:
    """What was done to somebody: "got kicked out of girl scouts", "have been stung by a jellyfish"."""
    first, _, rest = said.partition(" ")
    form = forms().get(first.lower())
    if form is None or form.lemma not in SUFFERED or form.lemma == "bear" or not form.participle:
        return
    particle, rest = _apart(rest)
    if form.lemma != "raise" or rest.startswith(("in ", "by ")):
        where = f"out {placed(rest[4:])}" if rest.startswith("out of ") else placed(rest)
        yield from _event(f"{first} {particle}{where}", f"{auxiliary} {said}", sent_at)


def _event(deed: str, text: str, sent_at: datetime) -> Iterator[Candidate]:
    yield from candidate("event", "event", deed, cut(text), category=Category.EVENT, sent_at=sent_at)


_NO_FIRST = re.compile(
    r"(?:said|told|thought|heard|known|met|asked|had|felt|tried|seen (?:it|that|this|one)|been (?!on |in ))", _I
)


def never(clause: Said) -> Iterator[Candidate]:
    """What somebody has never done; where they have never been is left: it is no fact of theirs."""
    verb = "been" if clause.verb == "be" else clause.verb
    raw = re.split(r"[,;(]", f"{verb} {clause.rest}", maxsplit=1)[0]
    if _NO_FIRST.match(raw) is None:
        for value in values.values(raw, Shape.DEED):
            if " " in value.plain:
                yield from candidate("never", "never", f"never {value.shown}", f"has never {value.shown}")


_OFFSPRING = re.compile(r"\b(?:first|second|third|fourth|twins|triplets|baby|child|boy|girl|kid|son|daughter)\b", _I)
_AHEAD = re.compile(
    r"\b(?:next|tomorrow|tonight|in (?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december|\w+ (?:weeks|months|days))|on (?:\w+day|\w+ \d+)|at christmas|this (?:summer|fall|winter|spring|autumn|"
    r"weekend|month|year))\b",
    _I,
)


def going_on(lemma: str, clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """What somebody is at for weeks, or plans: "I'm writing a thesis on moss", "I'm taking the LSAT on Saturday"."""
    if lemma == "dream" and clause.rest.startswith("of "):
        dreamt = object_of(clause.rest.removeprefix("of "))
        if dreamt:
            yield from candidate("dream", "plan", dreamt, f"dreams of {cut(clause.rest.removeprefix('of '))}")
    if lemma not in PROJECTS or (lemma == "expect" and not _OFFSPRING.search(clause.rest)):
        return
    named = object_of(clause.rest) or placed(clause.rest)
    if named:
        ahead = _AHEAD.search(clause.rest)
        if lemma == "take" and not ahead:
            return
        rule, key, text = ("plan", "plan", "plans: ") if ahead else ("project", "now", "is ")
        deed = f"{clause.verb} {clause.rest}"
        yield from candidate(
            rule, key, f"{clause.verb} {named}", f"{text}{cut(deed)}", sent_at=sent_at if key == "plan" else None
        )
