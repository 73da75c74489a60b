"""What a sentence of one's own takes for granted: facts told in passing, without a verb of their own.

"As a night-shift paramedic I eat at six", "here in Santa Fe", "my band opened for them", "with my daughter": whoever
says so has that job, lives there, has a band and a daughter. Only what closed lists or fixed frames make sure is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import names, values
from reverie.domain.rules.candidates import candidate
from reverie.domain.rules.objects import ends_object, object_of
from reverie.domain.rules.parsing import CLOSE
from reverie.domain.rules.rule import Shape
from reverie.domain.rules.verbs import TRADES, forms
from reverie.domain.rules.words import KIN, SPECIES

_I = re.IGNORECASE


def mentioned(sentence: str, *, own: bool) -> Iterator[Candidate]:
    """The candidates that a plain clause takes for granted, without span or quote; ``own`` if its subject is "I"."""
    words = frozenset(_WORD.findall(sentence.lower()))
    if own:
        yield from _as_somebody(sentence, words)
        yield from _by_trade(sentence)
    if not words.isdisjoint(_PLACED):
        yield from _here(sentence)
    if not words.isdisjoint(_MINE):
        yield from _mine(sentence)
    if "job" in words:
        yield from _job(sentence)
    if "mine" in words or "mine's" in words:
        yield from _is_mine(sentence)


_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
_MINE = frozenset({"my", "our"})
_PLACED = frozenset("here home living based starting settled".split())


_AS = re.compile(
    r"(?:^|[ ,])(?:as|being) (?P<value>an? (?:(?! (?:I|we)\b)[^,.;:!?]){3,60})"
    r"|(?:\w+|\d+) (?:years?|seasons?|months|decades?) as "
    r"(?P<value1>[^,.;:!?]{3,60})",
    _I,
)
_EMPLOYER = re.compile(r" (?:at|for|with) (?P<org>(?:the )?[A-Z][\w'&-]+(?: [A-Z][\w'&-]+){0,3})")
_SHIFT = re.compile(r"an? (?P<shift>night|day|graveyard|swing|weekend)[ -]shift ", _I)


def _as_somebody(sentence: str, words: frozenset[str]) -> Iterator[Candidate]:
    """What somebody does, and where, from "as a site supervisor at Turner"."""
    found = _AS.search(sentence) if not words.isdisjoint({"as", "being"}) else None
    if found is None:
        return
    said = found["value"] or found["value1"]
    for value in values.values(said, Shape.ROLE):
        yield from candidate("as", "works_as", value.shown, f"works or worked as {_a(value.shown)}")
        if at := _EMPLOYER.search(said):
            yield from candidate("employer", "works_at", at["org"], f"works or worked at {at['org']}")
        if shift := _SHIFT.match(said):
            yield from candidate("shift", "works_shift", f"{shift['shift']} shift", f"works the {shift['shift']} shift")


_TRADE = re.compile(
    r"\b(?:from|by|a year|a month|a week|days|nights|weekends|figures|money|cash|a living|time) "
    r"(?P<verb>\w+ing) (?P<rest>.+)",
    _I,
)


def _by_trade(sentence: str) -> Iterator[Candidate]:
    """What somebody does in what they say of their days: "200 nights a year selling dental equipment"."""
    found = _TRADE.search(sentence) if "ing " in sentence else None
    form = forms().get(found["verb"].lower()) if found else None
    if found is None or form is None or not form.ing or form.lemma not in TRADES:
        return
    on = "on " if found["rest"].startswith("on ") else ""
    named = object_of(found["rest"].removeprefix("on "))
    if named:
        yield from candidate(
            "trade", "does", f"{form.lemma} {on}{named}", f"{values.third_person(form.lemma)} {on}{named}"
        )
        if at := _EMPLOYER.search(found["rest"]):
            yield from candidate("employer", "works_at", at["org"], f"works or worked at {at['org']}")


_HERE = re.compile(r"\b(?:here|living|based|starting over|settled|home) in (?P<place>.+)", _I)
_AWAY = re.compile(
    r"\b(?:visit\w*|holidays?|vacation\w*|trip|travel\w*|honeymoon|touring|conference|staying|stuck|layover|airport|"
    r"hotel|hostel|airbnb|weekend|today|tonight|this week|for the (?:week|day|night)|used to|lived|was|were|"
    r"my (?:\w+ )?(?:mom|mum|mother|dad|father|sister|brother|son|daughter|friend|cousin|aunt|uncle|parents|boss))\b",
    _I,
)


def _here(sentence: str) -> Iterator[Candidate]:
    found = _HERE.search(sentence)
    place = names.place(found["place"]) if found and not _AWAY.search(sentence) else None
    if place is not None and (place.shown[:1].isupper() or sentence.islower() or " i " in sentence):
        yield from candidate("here", "lives_in", place.shown, f"lives in {place.shown}")


_HELD = frozenset(
    "xbox playstation ps4 ps5 switch backyard yard porch driveway allotment greenhouse garden balcony garage basement "
    "attic pool farm ranch orchard vineyard motorcycle motorbike bike scooter kayak canoe boat sailboat camper rv van "
    "truck car jeep tent telescope piano guitar violin cello banjo ukulele camera kiln typewriter houseplants "
    "beehives condo cabin cottage bungalow apartment houseboat narrowboat wheelchair pacemaker prosthetic inhaler "
    "epipen treehouse sauna loom tractor drone kindle laptop".split()
)
_JOINED = frozenset(
    "band choir orchestra quartet team league club troupe sorority fraternity congregation parish".split()
)
_RUN = frozenset(
    "business shop store salon bakery restaurant cafe barbershop startup studio practice gallery podcast channel blog "
    "newsletter".split()
)
_ROOTED = frozenset(
    "porch garage driveway backyard yard garden allotment greenhouse apartment condo cabin cottage "
    "bungalow balcony".split()
)
_ALL = _HELD | _JOINED | _RUN | CLOSE.keys()
_OF_MINE = re.compile(
    r"(?P<before>^|.*? )(?:my|our) (?P<words>(?:(?!(?:my|our|is|was|and|to|for|in|on|with)\b)[\w'-]+ ){0,3}?)"
    rf"(?P<head>{'|'.join(sorted(map(re.escape, _ALL), key=lambda word: (-len(word), word)))})"
    rf"(?=$|[ ,.;:!?])(?P<after>.*)",
    _I | re.DOTALL,
)
_PLACE = re.compile(r" in (?P<place>(?:[a-z]+ern )?[A-Z][\w-]+(?: [A-Z][\w-]+)*)")
_PLAIN = frozenset("own new old little small big favorite dear sweet lovely beautiful first second only whole".split())
_NOT_MINE = frozenset("favorite fav fave neighbor's neighbour's roommate's local old former ex dream".split())


def _mine(sentence: str) -> Iterator[Candidate]:
    """What "my" goes with: a thing that is kept, a group one belongs to, a business, a partner, a child, a pet."""
    at = 0
    while (found := _OF_MINE.match(sentence, at)) is not None:
        at = found.start("after")
        before = found["words"].lower().split()
        head = found["head"].lower()
        if (
            any(map(_no_adjective, before))
            or not _NOT_MINE.isdisjoint(before)
            or _POINTS.match(sentence)
            or _goes_on(found["after"])
        ):
            continue
        if head in CLOSE:
            yield from _somebody(sentence, found, head)
        else:
            yield from _something(found, head)


_POINTS = re.compile(r"(?:he|she|this|that|it|they|these|those|you)\b", _I)


_JOINING = frozenset(
    "a an the has have had got who that which under over at by from of into about as or but so if when because near "
    "day days week life time".split()
)


def _no_adjective(word: str) -> bool:
    form = forms().get(word)
    verb = form is not None and (form.third or (form.past and not form.participle))
    return verb or word.endswith("'s") or word in KIN or word in _JOINING


def _goes_on(after: str) -> bool:
    """Whether a noun is only the first of a compound: "my chicken recipes"."""
    following = after.split(None, 1)[0] if after[:1] == " " and after.strip() else ""
    form = forms().get(following.lower().strip(",.;:!?"))
    verb = form is not None and (form.third or form.past or form.ing)
    return following[:1].islower() and not (verb or ends_object(following) or following.endswith("ly"))


def _something(found: re.Match[str], head: str) -> Iterator[Candidate]:
    named = " ".join([w for w in found["words"].split() if w.lower() not in _PLAIN] + [found["head"]])
    if found["after"][:5].lower() in {" mate", " memb", " meet", " owne"}:
        return
    if whole := _SAID_WHOLE.match(found["after"]):
        if head in _HELD and (thing := object_of(whole["thing"])) != thing.lower():
            yield from candidate("mine", "owns", thing, f"has {whole['a']} {thing}")
        return
    if head in {"team", "league", "switch", "practice", "channel", "club"} and named.lower() == head:
        return
    key, text = (
        ("owns", "has {}")
        if head in _HELD
        else ("member_of", "is in {}")
        if head in _JOINED
        else ("business", "has {}")
    )
    yield from candidate("mine", key, named, text.format(_a(named)))
    within = _PLACE.match(found["after"])
    if head in _ROOTED and within is not None and not _AWAY.search(found.string):
        yield from candidate("rooted", "lives_in", within["place"], f"lives in {within['place']}")


_SAID_WHOLE = re.compile(r" is (?P<a>an?) (?P<thing>[\w-]+ .+)", _I | re.DOTALL)
"""What says what a thing is, and may name it in full: "my laptop is a Dell Latitude", "my car is a total wreck"."""

_GONE = re.compile(
    r"\b(?:died|dead|passed|gone|used to|was|were|had|lost|growing up|as a kid|when i was|put down|(?:want|wish)\w*"
    r"(?: for)? (?:my|our|an?)|wish|ex)\b",
    _I,
)
_NOT_LIVING = frozenset("tree food phone bed hair walker videos pictures photos rescue shelter show".split())


def _somebody(sentence: str, found: re.Match[str], head: str) -> Iterator[Candidate]:
    """A pet, a partner, a child, wherever they are mentioned; ``spoken of`` where the sentence is about them."""
    after = found["after"].split()[:1]
    if _GONE.search(sentence) or (after and after[0].lower() in _NOT_LIVING):
        return
    if head in SPECIES:
        if SPECIES[head] != "pet":
            yield from candidate("pet", "pet", found["head"], f"has {_a(found['head'])}")
    else:
        only = not found["before"].strip() and after[:1] != ["and"]
        yield from candidate("spoken of" if only else "family", "family", found["head"], f"has {_a(found['head'])}")


_JOB_AT = re.compile(
    r"\bmy (?:(?:new|current|day|night|part-time|full-time|summer) )*job (?:at|with|for) (?P<org>(?:(?:an?|the|our) )?"
    r"[A-Za-z][^,.;:!?]*)",
    _I,
)


def _job(sentence: str) -> Iterator[Candidate]:
    """Where somebody works, from "my new job at the bank has ..."."""
    found = _JOB_AT.search(sentence)
    named = object_of(found["org"]) if found else ""
    if named:
        yield from candidate("my job", "works_at", named, f"works at {named}")


_IS_MINE = re.compile(r"mine(?:'s| is) an? (?P<value>.+)", _I)


def _is_mine(sentence: str) -> Iterator[Candidate]:
    found = _IS_MINE.match(sentence)
    named = object_of(found["value"]) if found else ""
    if named:
        yield from candidate("is mine", "owns", named, f"has {_a(named)}")


_BODY = "back|knees?|hips?|shoulders?|neck|ankles?|wrists?|elbows?|joints|eyesight|hearing|memory|hands|spine|stomach"
_BAD = "killing me|bad|shot|going|failing|terrible|awful|stiff|sore"
_ACHES = re.compile(
    rf"(?:my|the) (?:own |left |right |lower |upper |bad |old )*(?P<value>(?:{_BODY}) "
    rf"(?:(?:is|are) (?:{_BAD})|aches?|hurts?|"
    r"swells?|clicks?|pops|acts? up|goes out|gives out|locks up))\b",
    _I,
)


_MENDED = re.compile(
    r"\bmy (?:own )?(?P<value>(?:new|artificial|replaced|prosthetic|bum|bad|trick|fake) (?:hip|knee|heart|kidney|liver|"
    r"leg|arm|foot|shoulder|back|ankle))\b|\b(?:done with|on|in|for|doing|starting|started|finish|finished) (?:my )?"
    r"(?P<value1>chemo(?:therapy)?|dialysis|ivf|rehab|physical therapy|physiotherapy)\b(?! \w+ing\b)",
    _I,
)


def ailing(sentence: str) -> Iterator[Candidate]:
    """What ails the body: "my knees ache", "my own back is killing me", "my new hip", "done with chemo"."""
    if found := _MENDED.search(sentence):
        named = found["value"] or found["value1"]
        text = f"has {_a(named)}" if found["value"] else f"was or is treated with {named}"
        yield from candidate("mended", "condition", named, text, category=Category.HEALTH)
    if found := _ACHES.match(sentence):
        yield from candidate("aches", "condition", found["value"], f"their {found['value']}", category=Category.HEALTH)


def _a(shown: str) -> str:
    if re.search(r"[^s]s$", shown, _I) or re.match(r"(?:an?|the|two|three|four|five|six|\d+) ", shown):
        return shown
    return f"{'an' if shown[:1].lower() in 'aeiox' else 'a'} {shown}"
