"""What somebody says that they are: the complement of "be", by the head of its noun phrase or its preposition.

"I'm a huge dinosaur fan" is a liking, "I'm a stay-at-home mom" says what one is, "I've been at the library for eleven
years" where one works. A head counts where it names a person, by a list or by its ending.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import names, values
from reverie.domain.rules.candidates import candidate
from reverie.domain.rules.objects import cut, object_of
from reverie.domain.rules.rule import Shape
from reverie.domain.rules.words import DIETS, ROLES

_I = re.IGNORECASE

_FANS = frozenset("fan fans buff nerd geek junkie addict nut freak enthusiast lover guy girl fanatic kid fiend".split())
"""Heads whose modifier is what somebody likes: "a huge nascar guy"."""

_PEOPLE = frozenset(
    "person introvert extrovert ambivert perfectionist workaholic homebody bookworm foodie optimist pessimist "
    "romantic worrier overthinker atheist agnostic diabetic asthmatic insomniac lefty redhead expat immigrant refugee "
    "veteran vegan vegetarian pescatarian smoker drinker hoarder minimalist feminist twin orphan widow widower parent "
    "mom mum dad mother father grandmother grandfather grandma grandpa auntie aunt uncle godmother godfather stepmom "
    "stepdad survivor captain owner member founder volunteer caregiver night-owl owl quaker quakers mormon mormons "
    "muslim muslims christian buddhist buddhists hindu hindus sikh jew catholic catholics lutheran baptist methodist "
    "amish twins homeowner renter landlord collector beginner dishwasher busboy freshman sophomore junior senior "
    "dropout graduate alum grad texan midwesterner southerner new-yorker".split()
)
_ENDING = re.compile(
    r"[a-z-]{3,}(?:ologist|grapher|keeper|maker|washer|worker|driver|teacher|player|farmer|walker|sitter|trainer|"
    r"runner|climber|hiker|swimmer|cyclist|surfer|skater|gamer|gardener|knitter|quilter|birder|collector|"
    r"builder|dancer|singer|drummer|guitarist|pianist|painter|writer|blogger|streamer|baker|brewer)s?$",
    _I,
)
_NO_ONE = frozenset(
    "kind sort type terrible awful lousy hopeless keen bad hater mess wreck clown potato idiot disaster joke "
    "fool child robot bot machine monster genius".split()
)
_SCHOOL = re.compile(r"in (?:my |the )?(?P<year>(?:[\w-]+ )?(?:year|grade|semester))(?: of (?P<of>.+))?", _I)
_AGE = re.compile(
    r"(?P<age>\d{1,2}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen)"
    r"|\w+ty)(?: (?:years?|months?) old)?(?=$|[ ,.](?!feet|foot|miles|minutes|hours|times|too|of|and a))",
    _I,
)
_FROM = re.compile(r"from (?P<place>.+)")
_KEPT_TO = re.compile(
    rf"(?:an? )?(?P<diet>{DIETS})(?=$|[ ,.])|allergic to (?P<allergy>.+)|on an? (?P<low>[\w-]+(?: [\w-]+)?) diet\b", _I
)
_FAMILY = re.compile(r"an? (?P<value>family of (?:\d+|\w+))", _I)
_AT_WORK = re.compile(r"at (?P<org>.+)|with (?P<named>(?:the )?[A-Z].+)")


def told(rest: str, *, past: bool, lasting: bool, own: bool) -> Iterator[Candidate]:
    """The candidates of what follows "I am"; ``lasting`` for "I have been ... for years"."""
    rest = re.sub(r"^(?:also|still|just|now|both|such|really|currently|only|very) ", "", rest, flags=_I)
    if not own and (found := _AGE.match(rest)):
        yield from candidate("age", "age", found["age"], f"is {found['age']}")
    elif not own and (found := _FROM.match(rest)) and (place := names.place(found["place"])):
        yield from candidate("from", "origin", place.shown, f"is from {place.shown}")
    elif not own and (found := _KEPT_TO.match(rest)):
        sort = "allergy" if found["allergy"] else "diet"
        named = object_of(found["allergy"]) if found["allergy"] else found["diet"] or f"{found['low']} diet"
        yield from candidate(sort, sort, named, f"is {cut(rest)}", category=Category.HEALTH)
    elif found := _FAMILY.match(rest):
        yield from candidate("family", "family", found["value"], f"is in a {found['value']}")
    elif lasting and (found := _AT_WORK.match(rest)):
        named = object_of(found["org"] or found["named"])
        if named and named.lower() not in {"home", "war", "peace", "sea"}:
            yield from candidate("at work", "works_at", named, f"has been {cut(rest)}")
    elif (found := _SCHOOL.match(rest)) and not past:
        yield from candidate("year", "school_year", found["year"], f"is {cut(rest)}")
        of = object_of(found["of"] or "")
        if of:
            yield from candidate("studies", "studies_at", of, f"is {cut(rest)}")
    else:
        yield from _someone(rest, past=past, lasting=lasting, own=own)


_NOUN_PHRASE = re.compile(r"(?:(?:an?|the|one|more of an?|kind of an?)\s+)(?P<value>.+)", _I)


def _someone(rest: str, *, past: bool, lasting: bool, own: bool) -> Iterator[Candidate]:
    found = _NOUN_PHRASE.match(rest)
    named = object_of(found["value"] if found else rest).split()
    if not named or len(named) > 4 or not _NO_ONE.isdisjoint(w.lower() for w in named):
        return
    head = named[-1].lower()
    if past:
        if found and values.values(" ".join(named), Shape.ROLE):
            yield from candidate("was", "works_as", " ".join(named), f"was {cut(rest)}")
    elif found and head in _FANS and len(named) > 1:
        liked = [w for w in named[:-1] if w.lower() not in _DEGREES]
        if liked:
            yield from candidate("fan", "likes", " ".join(liked), f"is {cut(rest)}", category=Category.PREFERENCE)
    elif head in _PEOPLE or ((found or lasting) and (_ENDING.match(head) or (head in ROLES and (lasting or not own)))):
        while named[0].lower() in _GREAT and len(named) > 1:
            named = named[1:]
        if len(named) > 1 or head not in _TOO_LITTLE:
            key = "works_as" if head in ROLES and not own else "is"
            yield from candidate("is", key, " ".join(named), f"is {cut(rest)}")


_GREAT = frozenset(
    "huge big massive total real such proud super complete true pretty good great decent lifelong".split()
)
_TOO_LITTLE = frozenset("person owner member parent senior junior worker player maker walker baker".split())
_DEGREES = frozenset(
    "huge big massive total real such proud avid super complete hardcore lifelong true good great bad nice little old "
    "young tough lucky smart fat party tall only cool average regular normal family local wise funny happy simple "
    "short barbie city".split()
)
