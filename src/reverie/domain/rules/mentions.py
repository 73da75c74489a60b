"""What a sentence of one's own takes for granted: facts told in passing, without a verb of their own.

"As a night-shift paramedic I eat at six", "here in Santa Fe", "my band opened for them", "with my daughter": whoever
says so has that job, lives there, has a band and a daughter. Only what closed lists or fixed frames make sure is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import names, values
from reverie.domain.rules.cutting import Value, tidy, valued
from reverie.domain.rules.objects import object_of
from reverie.domain.rules.rule import Shape
from reverie.domain.rules.words import KIN, PARTNERS, ROLES, SPECIES

_I = re.IGNORECASE


def _any_of(listed: object) -> str:
    return "|".join(sorted((re.escape(word) for word in listed), key=lambda word: (-len(word), word)))  # type: ignore


_AS = re.compile(
    r"(?:^|[ ,])(?:as|being|(?:\w+|\d+) years? (?:of being|as)) (?P<value>an? (?!result|matter|kid|child|joke|rule|teen|girl|boy|gift|treat|"
    r"whole|side|way|bit|teenager|student\b)[^,.;:!?]{3,50})", _I
)
_HERE_IN = re.compile(r"\b(?:(?:here|living|based|starting over|settled|home) in|(?:here|home) at) (?P<value>.+)", _I)
_AWAY = re.compile(
    r"\b(?:visit\w*|holidays?|vacation\w*|trip|travel\w*|honeymoon|touring|conference|staying|stuck|layover|airport|"
    r"hotel|hostel|airbnb|weekend|today|tonight|this week|for the (?:week|day|night)|used to|lived|was|were|"
    r"my (?:\w+ )?(?:mom|mum|mother|dad|father|sister|brother|son|daughter|friend|cousin|aunt|uncle|parents|boss))\b",
    _I,
)
_HELD = (
    r"xbox(?: \w+)?|playstation|ps[45]|nintendo switch|steam deck|backyard|back yard|front yard|yard|porch|driveway|allotment|"
    r"greenhouse|vegetable garden|garden|herb garden|balcony|garage|basement|attic|pool|hot tub|farm|ranch|orchard|"
    r"vineyard|(?:flip|android) phone|motorcycle|motorbike|(?:mountain |road |e-?)?bike|scooter|kayak|canoe|boat|"
    r"sailboat|camper(?: van)?|rv|van|truck|car|tent|telescope|sewing machine|piano|guitar|violin|cello|drum kit|banjo|"
    r"ukulele|camera|kiln|record collection|record player|typewriter|3d printer|air fryer|sourdough starter|"
    r"houseplants|plants|beehives|condo|cabin|cottage|bungalow|apartment|houseboat|narrowboat|wheelchair|hearing aids?|"
    r"insulin pump|pacemaker|prosthetic|inhaler|epipen"
)
_JOINED_IN = (
    r"(?:[\w-]+ )?(?:band|choir|orchestra|quartet|bowling league|softball team|soccer team|football team|hockey team|"
    r"rugby team|basketball team|volleyball team|baseball team|netball team|quiz team|book club|running club|chess club|"
    r"knitting circle|writing group|support group|prayer group|improv group|improv troupe|theat(?:er|re) group|dance crew|d&d "
    r"group|sorority|fraternity|congregation|parish)"
)
_RUN = (
    r"(?:[\w-]+ )?(?:business|shop|store|salon|bakery|restaurant|cafe|barbershop|startup|studio|food truck|practice|gallery|podcast|"
    r"youtube channel|blog|newsletter|farm stand|etsy)"
)
_MINE = re.compile(rf"\b(?:my|our) (?!fav)(?:own |new |old |little |small )*(?:(?P<held>{_HELD})|(?P<joined>{_JOINED_IN})|(?P<run>{_RUN}))(?= |$|[,.;:!])", _I)
_WITHIN = re.compile(r" in (?P<place>(?:[a-z]+ern )?[A-Z][\w-]+(?: [A-Z][\w-]+)*)")
_ROOTED = frozenset("porch garage driveway backyard yard garden allotment greenhouse apartment condo cabin cottage bungalow balcony".split())
_IS_MINE = re.compile(r"mine(?:'s| is) an? (?P<value>.+)", _I)
_FAMILY = sorted((PARTNERS | {w for w, k in KIN.items() if k in {"son", "daughter", "child", "stepson", "stepdaughter", "grandson",
    "granddaughter", "grandchild", "twin"}} | {"kids", "children", "toddler", "teenager", "twins", "ex", "sons", "daughters"})
    - {"partner in crime", "girls", "boy", "boys", "ex"}, key=lambda w: (-len(w), w))
_WITH_FAMILY = re.compile(
    rf"(?<=\S )(?:my|our) (?:\w+ )?(?P<value>{'|'.join(map(re.escape, _FAMILY))})(?=$|[ ,.;:!])|^my (?:\w+ )?(?P<value1>{'|'.join(map(re.escape, _FAMILY))}) and I\b", _I
)
_PET = re.compile(
    rf"\b(?:my|our) (?:(?:old|little|new|big|crazy|sweet|elderly|rescue|\w+ing) )?(?P<value>{_any_of(SPECIES)})(?=$|[ ,.;:!])(?! (?:food|phone|bed|hair|walker))", _I
)
_GONE = re.compile(r"\b(?:died|dead|passed|gone|used to|was|were|had|lost|growing up|as a kid|when i was|put down|want|wish|ex)\b", _I)
_BODY = r"(?:back|knees?|hips?|shoulders?|neck|ankles?|wrists?|elbows?|feet|joints|eyesight|hearing|memory|hands|spine|stomach)"
_ACHES = re.compile(rf"^(?:and |but |so )?(?:my|the) (?:own |left |right |lower |upper |bad |old )*(?P<value>{_BODY} (?:aches?|hurts?|swells?|clicks?|pops|is killing me|are killing me|acts up|act up|goes out|gives out|locks up|is (?:bad|shot|going|failing|terrible)|are (?:bad|shot|going|failing|terrible)))\b", _I)


def mentioned(sentence: str, *, own: bool) -> Iterator[Candidate]:
    """The candidates that a plain sentence takes for granted, without span or quote."""
    if own and (found := _AS.search(sentence)):
        for value in values.values(found["value"], Shape.ROLE):
            yield _candidate("as", "works_as", value, f"Works or worked as {_a(value.shown)}.")
            yield from _at(found["value"])
    if (found := _HERE_IN.search(sentence)) and not _AWAY.search(sentence):
        place = names.place(found["value"])
        if place is not None and place.shown[:1].isupper():
            yield _candidate("here", "lives_in", place, f"Lives in {place.shown}.")
    for found in _MINE.finditer(sentence):
        yield from _mine(found)
        within = _WITHIN.match(sentence, found.end())
        if found["held"] in _ROOTED and within is not None and not _AWAY.search(sentence):
            yield _candidate("rooted", "lives_in", names.place(within["place"]) or valued(within["place"]), f"Lives in {tidy(within['place'])}.")
    if found := _IS_MINE.match(sentence):
        value = valued(object_of(found["value"]))
        if value is not None:
            yield _candidate("mine", "owns", value, f"Has {_a(value.shown)}.")
    if found := _WITH_FAMILY.search(sentence):
        value = valued(found["value"] or found["value1"])
        if value is not None and not _GONE.search(sentence):
            yield _candidate("with", "family", value, f"Has {_a(value.shown)}.")
    if (found := _PET.search(sentence)) and not _GONE.search(sentence):
        value = valued(found["value"])
        if value is not None:
            yield _candidate("pet", "pet", value, f"Has {_a(value.shown)}.")
    if found := _ACHES.match(sentence):
        value = valued(found["value"])
        if value is not None:
            yield _candidate("aches", "condition", value, f"Their {value.shown}.", Category.HEALTH)


_EMPLOYER = re.compile(r" (?:at|for|with) (?P<org>(?:the )?[A-Z][\w'&-]+(?: [A-Z][\w'&-]+){0,3})")


def _at(words: str) -> Iterator[Candidate]:
    if found := _EMPLOYER.search(words):
        value = valued(found["org"])
        if value is not None:
            yield _candidate("employer", "works_at", value, f"Works or worked at {value.shown}.")


def _mine(found: re.Match[str]) -> Iterator[Candidate]:
    for group, key, text in (("held", "owns", "Has {}."), ("joined", "member_of", "Is in {}."), ("run", "business", "Has {}.")):
        value = valued(found[group] or "")
        if value is not None:
            yield _candidate(group, key, value, text.format(_a(value.shown)))


def _a(shown: str) -> str:
    if shown.endswith("s") or re.match(r"(?:an?|the|two|three|four|five|six|\d+) ", shown):
        return shown
    return f"{'an' if shown[:1].lower() in 'aeio' else 'a'} {shown}"


def _candidate(rule: str, key: str, value: Value, text: str, category: Category = Category.FACT) -> Candidate:
    return Candidate(
        text=text, key=f"{key}:{value.plain}", value=value.plain, category=category, importance=0.5, confidence=0.6,
        rule=f"clause:{rule}",
    )
