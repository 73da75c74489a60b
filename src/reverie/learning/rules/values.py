"""Cutting a value out of the words after a pattern: where it ends, and whether it is one at all.

A value that does not look as its rule's ``Shape`` asks is no value: the reader would rather learn nothing.
Things, deeds and lists are cut here; people, places and jobs in ``names``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

from reverie.learning.rules import dates, names
from reverie.learning.rules.cutting import Value, compared, tidy
from reverie.learning.rules.cutting import valued as _value
from reverie.learning.rules.given_names import GIVEN_NAMES
from reverie.learning.rules.rule import Shape
from reverie.text import word_lists
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import singular

__all__ = ["Value", "compared", "slot", "third_person", "tidy", "values"]

# Lower-case only, so that a title keeps its words ("The Day After Tomorrow").
_AFTERTHOUGHT = (
    r"because|cause|cuz|bc|coz|cos|b/c|that (?:i|I|we|my)|ever since|since|when|whenever|while|but|which|who|whose|"
    r"where|though"
    r"|although|as well|too|"
    r"also|either|these days|nowadays|(?:right )?now|at the moment|currently|lately|recently|today|tonight|tomorrow|"
    r"yesterday|(?:this|last|next|every|the other|in the) (?:week|weekend|month|year|morning|afternoon|evening|night|"
    r"day|spring|summer|fall|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?|(?:on |this |"
    r"next |last )(?i:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?|on weekends|tbh|lol|lmao|"
    r"ha(?:ha)+|ngl|imo|honestly|actually|anyways?|btw|by the way|if|unless|until|anymore|any more|again|already|"
    r"thanks|thank you|please|so (?:i|that|we|it)|(?:a|an|one|two|three|four|five|six|ten|a few|few|couple of|\d+) "
    r"(?:minutes?|hours?|days?|weeks?|months?|years?) ago|and (?:i|my|we|it|that|this|he|she|they|you|so|then|have|am|"
    r"was|want|would|will|now|got|had)|[Ii]|you|he|she|they|xd|rn|atm"
)
_DETAIL = (
    r"a (?:lot|bit|little|ton)|lots|very much|so much|at all|at least|most of all|the most|more than|to death|to bits|"
    r"even|especially|for|all the time|every|with|together|after|before|during|instead|except|like|as|over|since|"
    r"called|named|(?:bigger|larger|older|smaller|better) than|in particular|in general|by myself|on my own|once"
    r"|twice|sometimes|downtown|nearby|around here|from time|or so|or something|and stuff|and all|etc|just|so|enough"
)


@cache
def _tail(words_: str) -> re.Pattern[str]:
    return lazy_pattern(rf"(?:\s[-\u2013\u2014]{{1,2}}\s|(?:\s|, ?)(?:{words_})\b(?!')).*", re.DOTALL)


_ALL_DETAIL = f"{_AFTERTHOUGHT}|{_DETAIL}"
_LIST = lazy_pattern(
    r"\s*,\s*(?:and\s+|or\s+|&\s*)?(?:(?:especially|particularly|mostly|mainly|even|also)\s+)?|\s+(?:and|or|n|/|"
    r"(?:&|\+)(?!\s+[A-Z]))\s+(?:(?:also|especially|sometimes|even)\s+)?"
)
"""What stands between the items of a list; an ampersand before a capital is part of a name ("Jenkins & Sons")."""
_COUNTED = lazy_pattern(r"(?:\w+ )?(?:things|foods|bands|games|hobbies|sports|shows|movies|books): ")
"""What announces a list: "three things: coffee, dogs and sleep"."""
_NO_ITEM = lazy_pattern(r"(?:and|or|plus|then|oddly|we[ie]rdly|wierdly|strangely|surprisingly|of course)?")
_JOINED = lazy_pattern(r"\b(?:and|or|n|especially|particularly)\b|[&+/]|^\w+, \w+, \w+(?:, \w+)*$")
_POINTING = frozenset(
    "it its it's this that these those you your yours him his her hers them their us how what when who why "
    "where if em ppl not no nothing anything everything something someone everyone anyone everybody anybody "
    "nobody none neither both one ones so too there here i we he she they same more most much many less having "
    "in at on for from with by of during about just only never yes is are was be me mine last next".split()
)
_CLAIMING = frozenset(
    "i I you your you're he she they it it's is are was were that what there will would can them this these those "
    "him her his your".split()
)
_EMPTY = frozenset(
    "the life thing things stuff lot bit people person way idea fact look sound day time wife husband girlfriend "
    "boyfriend partner mom mum dad mother father sister brother son daughter family parents one answer "
    "question joke reply suggestion message myself playing seeing being having doing going getting making idea "
    "concept".split()
)
_ONES_OWN = frozenset({"my kids", "our kids", "my kid", "my children"})
_TOGETHER = frozenset({"friends and family", "family and friends", "kids and husband", "r and b", "d and d"})


_THING_TO = {
    "thing to do": "activity", "things to do": "activity", "thing to eat": "food", "things to eat": "food",
    "thing to drink": "drink", "thing to watch": "show", "thing to read": "book", "thing to cook": "dish",
    "thing to make": "dish", "way to relax": "activity", "way to spend time": "activity",
}  # fmt: skip


def with_article(shown: str) -> str:
    """A thing with an article, where it needs one: "a Tesla", "two cats"."""
    if re.match(
        r"(?:an?|the|their|two|three|four|five|six|seven|\d+) |(?:retired|unemployed|self)", shown, re.IGNORECASE
    ):
        return shown
    return f"{'an' if shown[:1].lower() in 'aeio' else 'a'} {shown}"


def third_person(deed: str) -> str:
    """A deed as it is said of somebody: "run every morning" is "runs every morning"."""
    verb, space, rest = deed.partition(" ")
    if verb == "never":
        return f"never {third_person(rest)}"
    if verb == "am":
        return f"is{space}{rest}"
    if verb == "have":
        verb = "ha"
    elif verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        verb += "e"
    elif re.search(r"[^aeiou]y$", verb):
        verb = f"{verb[:-1]}ie"
    return f"{verb}s{space}{rest}"


def slot(raw: str) -> str | None:
    """The name of a favourite as a key ("type of movies" is "movie"), or None where it names nothing.

    >>> slot("kind of music"), slot("board games"), slot("thing about you")
    ('music', 'board_game', None)
    """
    plain = re.sub(r"^(?:all[- ]time |absolute )?(?:(?:type|kind|sort|style)s? of )?", "", tidy(raw).casefold())
    plain = _THING_TO.get(plain, plain).replace("colour", "color")
    plain = re.sub(
        r" (?:ever|of all time|to (?:eat|watch|read|play|do|drink|visit|listen to)|these days|right now|now|atm|rn"
        r"|at the moment|by far)$",
        "",
        plain,
    )
    named = plain.split()
    if not named or len(named) > 3 or named[0] in {"thing", "part", "one", "way", "moment", "memory", "is", "are"}:
        return None
    if any(word in {"about", "to", "in", "that", "with", "from", "for", "is"} for word in named):
        return None
    named[-1] = singular(named[-1])
    return re.sub(r"[^\w]+", "_", "_".join(named)).strip("_") or None


def values(raw: str, shape: Shape, *, many: bool = False) -> list[Value]:
    """The values in the words after a pattern, in order; none where they do not have the shape.

    With ``many``, a list is read up to the first item that has not; commas alone ("jazz, so calming") make none.
    """
    found: list[Value] = []
    for part in _parts(raw, whole=shape is Shape.THING) if many else [raw]:
        value = _SHAPES[shape](part)
        if value is None:
            break
        if found and not _JOINED.search(raw):
            break
        found.append(value)
        if many and _tail(_DETAIL).search(part):
            break
    return found


def _parts(raw: str, *, whole: bool) -> Iterable[str]:
    kept = _tail(_AFTERTHOUGHT).sub("", raw)
    if whole and compared(kept) in word_lists.COMPOUNDS:
        return [kept]
    parts = [part for part in _LIST.split(_COUNTED.sub("", kept)) if not _NO_ITEM.fullmatch(part)] or [kept]
    pairs = [f"{first} and {second}" for first, second in pairwise(parts)]
    for at, pair in reversed(list(enumerate(pairs))):
        if whole and _compound(compared(pair)):
            parts[at : at + 2] = [pair]
    if re.fullmatch(r"to [a-z]+", parts[0]):
        # "to sing and dance": both are verbs.
        parts[1:] = [f"to {part}" if re.fullmatch(r"[a-z]+[^s\W]", part) else part for part in parts[1:]]
    return parts[:8]


def _compound(pair: str) -> bool:
    """Whether words joined by "and" end in a single thing ("hanging out with friends and family")."""
    return any(" ".join(pair.split()[-count:]) in word_lists.COMPOUNDS | _TOGETHER for count in (3, 4, 5))


_GOING = lazy_pattern(r"^((?:to )?go(?:ing)? [a-z]+ing) (?:with|in|on|at|by) .*", re.IGNORECASE)
"""What one goes doing, and with whom or where."""
_VERBAL = lazy_pattern(r"(?:to [a-z]+|[a-z]+ing) ", re.IGNORECASE)
_ALL_DEED = (
    rf"{_AFTERTHOUGHT}|a (?:lot|bit|little|ton)|lots|very much|so much|more than|most of all|the most|to death|even|"
    r"especially|all the time|every|whenever|instead|except|once|twice|sometimes|or something|and stuff|and all|etc|"
    r"just|so|in my (?:free|spare|down|off)[- ]?time|on (?:my )?(?:the )?weekends?|most (?:days|nights|mornings|"
    r"weekends)|(?:two|three|four|five|six|\d) (?:times|days|nights) a"
)


def _thing(raw: str) -> Value | None:
    quoted = raw.lstrip()[:1] in {'"', "“", "*"}
    verbal = bool(_VERBAL.match(raw))
    head, _, rest = raw.partition(", ")
    if rest and " and " not in rest and not rest[0].isupper():
        raw = head
    raw = _GOING.sub(r"\1", raw)
    shown = tidy(raw if quoted else _tail(_ALL_DEED if verbal else _ALL_DETAIL).sub("", raw))
    named = (shown.lower() if shown.isupper() or " " not in shown else shown).split()
    if named and named[0].lower() == "to":
        named = named[1:]
    if not named or len(named) > (9 if verbal else 6):
        return None
    if not quoted and (named[0].lower() in _POINTING or not _CLAIMING.isdisjoint(named)):
        return None
    if verbal and named[-1] in _DANGLING:
        return None
    return None if compared(shown) in _EMPTY or shown.casefold() in _ONES_OWN else _value(shown)


_OF_DEED = (
    rf"{_AFTERTHOUGHT}|a lot(?! of)|for (?:my|our|the|a) (?:honeymoon|birthday|anniversary|vacation|holiday|weekend|"
    rf"week|month)|(?i:{dates.SAID})|one day|some ?day|eventually|that|so far|soon|together|later|instead|"
    r"'cause|named|called|so"
)
_DEED_END = lazy_pattern(r", (?!and\b|[A-Z]).*")
_DANGLING = frozenset(
    "for about of on in at with to from a an the this that few by and or as is was so 'cause my some".split()
)
_SOMEONE_ELSES = frozenset("her his him them it its those these this you your there".split())


def _deed(raw: str) -> Value | None:
    shown = tidy(_DEED_END.sub("", _tail(_OF_DEED).sub("", raw)))
    while (named := shown.split()) and named[-1].casefold() in _DANGLING:
        shown = tidy(" ".join(named[:-1]))
    if not _SOMEONE_ELSES.isdisjoint(named):
        return None
    if not 1 <= len(shown.split()) <= 14:
        return None
    value = _value(shown)
    if value is None:
        return None
    verb, _, rest = value.plain.partition(" ")
    rest = " ".join(w for w in rest.split() if w not in {"a", "an", "the", "my", "our", "their"})
    return Value(shown=value.shown, plain=f"{verb} {rest}".strip())


_NAMED_ORGANISATION = lazy_pattern(r"(?:an? |the |my )[\w' -]+? (?:called|named) (?P<named>.+)", re.IGNORECASE)


def _organisation(raw: str) -> Value | None:
    """A thing one works for, by its name where it has one: "a bakery called Krumbz"; one is with dan, not at dan."""
    named = _NAMED_ORGANISATION.match(raw)
    return None if tidy(raw) in GIVEN_NAMES else _thing(named["named"] if named else raw)


def _exact(raw: str) -> Value | None:
    return _value(tidy(raw))


_SHAPES: dict[Shape, Callable[[str], Value | None]] = {
    Shape.THING: _thing,
    Shape.NAME: names.name,
    Shape.PROPER: names.proper,
    Shape.GIVEN: names.given,
    Shape.PLACE: names.place,
    Shape.ORGANISATION: _organisation,
    Shape.ROLE: names.role,
    Shape.JOB: names.job,
    Shape.TRADE: names.trade,
    Shape.ANIMAL: names.animal,
    Shape.RELATIVE: names.relative,
    Shape.LANGUAGE: names.language,
    Shape.DEED: _deed,
    Shape.DAY: names.day,
    Shape.EXACT: _exact,
}
