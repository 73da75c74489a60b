"""What somebody does again and again, in the simple present: at work, for pleasure, day by day; how they live."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import names, values
from reverie.domain.rules.candidates import candidate
from reverie.domain.rules.objects import PARTICLE, cut, object_of, placed, workplaces
from reverie.domain.rules.parsing import Said
from reverie.domain.rules.verbs import ABSTRACT, ALONE, HABITS, PASTIMES, PLACEABLE, TRADES, TRANSITIVE
from reverie.domain.rules.words import CONDITIONS, KIN, LANGUAGES, SPECIES

_I = re.IGNORECASE

_PASSING_BY = re.compile(
    r"\b(?:today|tonight|tomorrow|right now|this (?:morning|afternoon|evening)|home|at the moment)\b", _I
)
_CLASSES = ((TRADES, "does", "does"), (PASTIMES, "pastime", "hobby"), (HABITS, "habit", "habit"))
_TASTES = {"love": "likes", "like": "likes", "enjoy": "likes", "adore": "likes", "hate": "dislikes"}
_OWN_THING = re.compile(r"(?:my|our)\b", _I)


def done(lemma: str, clause: Said) -> Iterator[Candidate]:
    """The candidates of a verb in the simple present; none where it tells of today only."""
    if _PASSING_BY.search(clause.rest):
        return
    known = _BY_VERB if clause.subject == "I" else _BY_VERB | _OF_OTHERS
    if lemma in known:
        yield from known[lemma](clause.rest)
        return
    if lemma == "take" and (drug := MEDICINE.match(clause.rest)):
        named = drug["drug"]
        yield from candidate("takes", "medication", named, f"takes {named}", category=Category.HEALTH)
        return
    told = values.third_person(cut(f"{lemma} {clause.rest}"))
    if clause.subject != "I" and lemma in _TASTES:
        yield from candidate("taste", _TASTES[lemma], object_of(clause.rest), told)
        return
    rule, key = next(((rule, key) for verbs, rule, key in _CLASSES if lemma in verbs), ("", ""))
    if rule and (rule == "habit" or not _OWN_THING.match(clause.rest)):
        yield from candidate(rule, key, _deed(lemma, clause.rest), told)
    if rule == "does":
        for place in workplaces(clause.rest):
            yield from candidate("workplace", "works_at", place, f"Works at {place}")


_FREE = re.compile(
    r"(?:[,.;:!?(\u2014\u2013]|-+ |(?:every|on|in|at|and|but|a lot|when|all|most|too|for|since|to)\b)", _I
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


MEDICINE = re.compile(
    r"(?:(?:my|some|daily|an?|low|high|dose|of|baby|\d+ ?mg) )*(?P<drug>[a-z]{2,}(?:pril|sartan|olol|statin|formin|"
    r"oxetine|traline|pram|azepam|azolam|prazole|dipine|gabalin|triptan|zepine|thyroxine|apine|idone|caine|mycin|cillin)|"
    r"insulin|prednisone|lithium|methotrexate|gabapentin|adderall|ritalin|xanax|prozac|zoloft|lexapro|ozempic|warfarin|"
    r"aspirin|ibuprofen|antidepressants|blood thinners|birth control|(?:my )?(?:meds|medication|pills))\b",
    _I,
)
"""Medicines by the endings that their names are given by (the WHO's list of stems), and the best known by name."""
_DONE = re.compile(
    r"(?:the |some )?(?:hair|nails|make-?up|lashes|karate|judo|jiu[- ]?jitsu|yoga|pilates|crossfit|gymnastics|"
    r"stand-?up|improv|magic|taxes|payroll|marketing|accounting|carpentry|landscaping|catering|data|voice-?overs?|"
    r"tattoos|custom|odd jobs|drag|cosplay|commissions|payroll|logistics|security|construction|social media|tech "
    r"support|home repairs?|volunteer|community theat(?:er|re)|triathlons?|marathons?|crosswords?|puzzles|jigsaws?)\b",
    _I,
)
_PHRASAL = frozenset("eat work camp sleep".split())
_SETTLED = re.compile(
    r"(?P<alone>alone|abroad|off[- ]grid)\b|(?:in (?=an? )|on (?=(?:the |an? )?[A-Z]|an? )|"
    r"off (?=the )|with (?=my |our |two |"
    r"three |four |an? ))(?P<where>.+)"
)


def _lived(rest: str) -> Iterator[Candidate]:
    """How somebody lives: "in a 1920s bungalow", "alone", "on Marsh Lane"."""
    found = _SETTLED.match(rest)
    if found is None:
        return
    named = f"live {found['alone']}" if found["alone"] else object_of(found["where"])
    if not named.isdigit():
        yield from candidate("lives", "living", named, f"Lives {cut(rest)}")


def _spoken(rest: str) -> Iterator[Candidate]:
    if re.match(r"(?:no|little|hardly|zero|not)\b", rest, _I):
        return
    for word in re.findall(r"[A-Za-z]+", rest.partition(" from ")[0]):
        if word.lower() in LANGUAGES:
            yield from candidate("speaks", "speaks", word, f"Speaks {word.capitalize()}")


_HAD = re.compile(
    r"(?:(?:an?|some|several|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|"
    r"ninety|\d[\d,]*|about \w+|over \d+) .+)",
    _I,
)
_PEOPLE = (frozenset(KIN) | frozenset(SPECIES)) - {"sheep"}
_ANOTHER = re.compile(r"(?:, | )(?:and |plus )(?=(?:an?|two|three|four|five|\d+) )", _I)


def had(rest: str) -> Iterator[Candidate]:
    """What somebody has: counted things, of which none is a feeling, a plan or a matter of the day."""
    for what in _ANOTHER.split(rest):
        named = object_of(what) if _HAD.match(what) else ""
        words = named.lower().split()
        if not 1 <= len(words) <= 4 or not ABSTRACT.isdisjoint(words) or not _PEOPLE.isdisjoint(words) or "'s" in named:
            return
        after = what.partition(named)[2].split()[:1]
        if after and after[0].lower().strip(",.") in {"to", "about", "that", "left", "today", "tomorrow", "tonight"}:
            return
        yield from candidate("has", "owns", named, f"Has {cut(what)}")


_AILMENT = re.compile(CONDITIONS, _I)


def _ailing(rest: str) -> Iterator[Candidate]:
    """What somebody gets that is an illness: "migraines"."""
    named = object_of(rest)
    if _AILMENT.fullmatch(named):
        yield from candidate("ails", "condition", named, f"gets {named}", category=Category.HEALTH)


def _studied(rest: str) -> Iterator[Candidate]:
    named = object_of(rest)
    if named.lower() not in {"hard", "lots"}:
        yield from candidate("studies", "studying", named, f"studies {cut(rest)}")


_IN = re.compile(r"(?:\w+ )?(?:in|near) (?P<place>.+)", _I)
_SCHOOL = re.compile(
    r"(?:to |at )?(?:the )?(?P<school>(?:(?-i:[A-Z])[\w&'-]+ ?)+|(?:[\w-]+ ){0,2}(?:college|university|school))", _I
)


def _lives_in(rest: str) -> Iterator[Candidate]:
    """Where somebody else lives."""
    found = _IN.match(rest)
    place = names.place(found["place"]) if found else None
    if place is not None and place.shown[:1].isupper():
        yield from candidate("lives in", "lives_in", place.shown, f"lives in {place.shown}")


def _goes_to(rest: str) -> Iterator[Candidate]:
    """Where somebody else goes to school; not which church or doctor they go to."""
    found = _SCHOOL.match(rest)
    named = object_of(found["school"]) if found else ""
    if named and re.search(r"[A-Z]|college|university|art school|law school|med", named):
        yield from candidate("goes to", "studies_at", named, f"goes to {named}")


def _has(rest: str) -> Iterator[Candidate]:
    """What somebody else suffers from, or has of things that count."""
    ails = _AILS.match(rest)
    if ails:
        yield from candidate("ails", "condition", ails["what"], f"has {ails['what']}", category=Category.HEALTH)
    else:
        yield from had(rest)


_AILS = re.compile(rf"(?:early |mild |severe |bad )?(?P<what>{CONDITIONS})\b", _I)

_OF_OTHERS: dict[str, Callable[[str], Iterator[Candidate]]] = {
    "have": _has,
    "live": _lives_in,
    "go": _goes_to,
    "attend": _goes_to,
}
_BY_VERB: dict[str, Callable[[str], Iterator[Candidate]]] = {
    "have": had,
    "own": had,
    "inherit": had,
    "live": _lived,
    "speak": _spoken,
    "get": _ailing,
    "study": _studied,
}
