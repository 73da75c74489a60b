"""Cutting a value out of the words after a pattern: where it ends, how it is shown, how it is compared.

A value has two faces. ``shown`` keeps the person's spelling and goes into a sentence about them ("their
pilot's exam"); ``plain`` is what two mentions of the same thing have in common ("pilot's exam"). A value that
does not look as its rule's ``Shape`` asks is no value: the reader would rather learn nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from reverie.domain.rules import words
from reverie.domain.rules.rule import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value as it is shown and as it is compared."""

    shown: str
    plain: str


# Lower-case only, so that a title keeps its words ("The Day After Tomorrow").
_AFTERTHOUGHT = (
    r"because|cause|cuz|ever since|since|when|whenever|while|but|which|who|whose|where|though|although|as well|too|"
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
    r"by myself|on my own|once|twice|sometimes|from time|or so|or something|and stuff|and all|etc|just|so|enough"
)


@cache
def _tail(words_: str) -> re.Pattern[str]:
    return re.compile(rf"(?:\s[-\u2013\u2014]{{1,2}}\s|(?:\s|, ?)(?:{words_})\b(?!')).*", re.DOTALL)


_ALL_DETAIL = f"{_AFTERTHOUGHT}|{_DETAIL}"
_EDGES = " \t\r\n.,!?;:~*_\"'()[]{}<>«»“”…-–—/\\|#=+^"
_ARTICLE = re.compile(r"(?:the|a|an|my|our|their|some|any|all|of|to)\s+", re.IGNORECASE)
_POSSESSIVES = {"my": "their", "our": "their", "me": "them", "us": "them", "myself": "themselves", "mine": "theirs"}
_OWN = re.compile(r"\b(?:my|our|me|us|myself|mine)\b")  # lower case only: "My Neighbor Totoro" is a title
_LIST = re.compile(
    r"\s*,\s*(?:and\s+|or\s+)?(?:(?:especially|particularly|mostly|mainly|even|also)\s+)?|\s+(?:and|or|&|"
    r"\+)\s+(?:also\s+)?"
)
_JOINED = re.compile(r"\b(?:and|or|especially|particularly)\b|[&+]")
_POINTING = frozenset(
    "it its it's this that these those you your yours him his her hers them their us how what when who why where if "
    "not no nothing anything everything something someone everyone anyone everybody anybody nobody none neither both "
    "one ones so too there here i we he she they same more most much many less being having just only never yes "
    "is are was be me mine last next".split()
)
_CLAIMING = frozenset(
    "i I you your you're he she they it it's is are was were that what there will would can them this these those "
    "him her his your".split()
)
_EMPTY = frozenset(
    "life thing things stuff lot bit people person way idea fact look sound day time wife husband girlfriend "
    "boyfriend partner mom mum dad mother father sister brother son daughter kids kid family parents one answer "
    "question joke reply suggestion message myself playing seeing being having doing going getting making idea "
    "concept".split()
)
_PLACE_JOINTS = frozenset("de la le of the upon am an der den del di da do and y on st".split())
_NOT_PLACES = frozenset(
    "a an my your the this that these those his her their our here there home fear peace love harmony constant "
    "denial bed hope pain poverty town person two one future past 80s 90s hell tears bed sleep now school college "
    "university high "
    "countryside suburbs city small big different another other some it where what which".split()
)


def tidy(raw: str) -> str:
    """The words without punctuation at the edges and with single spaces."""
    bare = " ".join(raw.split()).strip(_EDGES)
    return bare.replace('"', "") if bare.count('"') % 2 else bare


def compared(shown: str) -> str:
    """The form in which two mentions of one thing are alike: lower case, no article, no possessive."""
    plain = tidy(shown).casefold()
    while match := _ARTICLE.match(plain):
        plain = plain[match.end() :]
    return plain


def slot(raw: str) -> str | None:
    """The name of a favourite as a key ("type of movies" is "movie"), or None where it names nothing.

    >>> slot("kind of music"), slot("board games"), slot("thing about you")
    ('music', 'board_game', None)
    """
    plain = re.sub(r"^(?:all[- ]time |absolute )?(?:(?:type|kind|sort|style)s? of )?", "", tidy(raw).casefold())
    plain = re.sub(
        r" (?:ever|of all time|to (?:eat|watch|read|play|do|drink|visit)|these days|right now|now)$", "", plain
    )
    named = plain.split()
    if not named or len(named) > 3 or named[0] in {"thing", "part", "one", "way", "moment", "memory", "is", "are"}:
        return None
    if any(word in {"about", "to", "in", "that", "with", "from", "for", "is"} for word in named):
        return None
    named[-1] = _singular(named[-1])
    return re.sub(r"[^\w]+", "_", "_".join(named)).strip("_") or None


def _singular(word: str) -> str:
    if word in {"movies", "cookies", "smoothies", "veggies", "pies"}:
        return word[:-1]
    if word.endswith("ies") and word != "series":
        return word[:-3] + "y"
    if word.endswith(("shes", "ches", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is", "series")) else word


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
    if whole and compared(kept) in words.COMPOUNDS:
        return [kept]
    parts = _LIST.split(kept)
    pairs = [f"{first} and {second}" for first, second in pairwise(parts)]
    for at, pair in reversed(list(enumerate(pairs))):
        if whole and compared(pair) in words.COMPOUNDS:
            parts[at : at + 2] = [pair]
    return parts[:8]


def _value(shown: str) -> Value | None:
    plain = compared(shown)
    if not plain or len(plain) > 80 or not any(c.isalnum() for c in plain):
        return None
    return Value(shown=_OWN.sub(lambda m: _POSSESSIVES[m.group().lower()], shown), plain=plain)


def _thing(raw: str) -> Value | None:
    quoted = raw.lstrip()[:1] in {'"', "“", "*"}
    head, _, rest = raw.partition(", ")
    if rest and " and " not in rest and not rest[0].isupper():
        raw = head
    shown = tidy(raw if quoted else _tail(_ALL_DETAIL).sub("", raw))
    named = (shown.lower() if shown.isupper() or " " not in shown else shown).split()
    if named and named[0] == "to":
        named = named[1:]
    if not named or len(named) > 6:
        return None
    if not quoted and (named[0] in _POINTING or not _CLAIMING.isdisjoint(named)):
        return None
    return None if compared(shown) in _EMPTY else _value(shown)


def _capitals(raw: str, limit: int) -> list[str]:
    taken: list[str] = []
    for word in raw.split()[:limit]:
        bare = word.strip(_EDGES)
        if not bare[:1].isupper() or bare.casefold() in words.NOT_NAMES or (bare.isupper() and len(bare) > 2):
            break
        taken.append(bare.removesuffix("'s"))
        if word[-1] in ",;:.!?)" and not re.fullmatch(r"\w\.", word):
            break
    return taken


def _proper(raw: str) -> Value | None:
    taken = _capitals(raw, 3)
    return _value(" ".join(taken)) if taken and len(taken[0]) > 1 else None


def _name(raw: str) -> Value | None:
    if proper := _proper(raw):
        return proper
    kept = tidy(_tail(_ALL_DETAIL).sub("", raw).partition(",")[0])
    named = kept.split()
    if not 1 <= len(named) <= 2 or any(
        w.casefold() in words.NOT_NAMES or not w.replace("-", "").isalpha() for w in named
    ):
        return None
    return _value(kept) if len(kept) > 1 and not kept.endswith("ing") else None


_OF_PLACE = f"{_AFTERTHOUGHT}|with|for|after|before|near|as|to|at|just|and"


def _place(raw: str) -> Value | None:
    kept = _tail(_OF_PLACE).sub("", raw)
    named = kept.split()
    if named and named[0].casefold() == "the":
        named = named[1:]
    if not any(c.isupper() for c in kept):
        plain = tidy(kept.partition(",")[0])
        listed = plain.removeprefix("the ").split()
        if plain.startswith("the ") and plain[4:] not in {"netherlands", "us", "uk", "usa", "philippines", "bahamas"}:
            return None
        usable = 1 <= len(listed) <= 3 and listed[0] not in _NOT_PLACES and all(len(w) > 1 for w in listed)
        return _value(plain) if usable and listed[0] not in words.NOT_NAMES - {"new"} else None
    taken: list[str] = []
    for word in named[:6]:
        bare = word.strip(_EDGES)
        if not (bare[:1].isupper() or (taken and bare in _PLACE_JOINTS)):
            break
        taken.append(word)
        if word.endswith(","):
            break
    while taken and taken[-1].strip(_EDGES) in _PLACE_JOINTS:
        taken.pop()
    if not taken or tidy(" ".join(taken)).casefold() in _NOT_PLACES or not taken[0][0].isalpha():
        return None
    article = "the " if kept.split()[0].casefold() == "the" else ""
    return _value(article + tidy(" ".join(taken)))


def _role(raw: str) -> Value | None:
    shown = tidy(
        re.split(r"\s(?:at|for|in|from|by|who|with|on|of|and|but|to)\b|[,;(]", _tail(_AFTERTHOUGHT).sub("", raw))[0]
    )
    shown = re.sub(r"^(?:a|an|the)\s+", "", shown, flags=re.IGNORECASE)
    named = shown.split()
    if not 1 <= len(named) <= 5 or named[-1].casefold() not in words.ROLES:
        return None
    if any(
        w.casefold() in {"terrible", "bad", "horrible", "not", "great", "good", "better", "born", "like"} for w in named
    ):
        return None
    return _value(shown)


def _language(raw: str) -> Value | None:
    named = [w for w in tidy(_tail(_ALL_DETAIL).sub("", raw)).split() if w not in {"fluent", "some", "both"}]
    if len(named) > 1 and named[0].casefold() in {
        "fluent",
        "basic",
        "conversational",
        "some",
        "both",
        "brazilian",
        "swiss",
    }:
        named = named[1:]
    return _value(named[0]) if named and named[0].casefold() in words.LANGUAGES else None


_OF_DEED = rf"{_AFTERTHOUGHT}|that|so far|soon|together|later|'cause"
_DEED_END = re.compile(r", (?!and\b|[A-Z]).*")
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
    if not 2 <= len(shown.split()) <= 14:
        return None
    value = _value(shown)
    if value is None:
        return None
    verb, _, rest = value.plain.partition(" ")
    rest = " ".join(w for w in rest.split() if w not in {"a", "an", "the", "my", "our", "their"})
    return Value(shown=value.shown, plain=f"{verb} {rest}".strip())


_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in _MONTHS)
_DAY = re.compile(
    rf"(?:the )?(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m1>{_MONTH})\b|(?P<m2>{_MONTH})\b\.?(?: the)? "
    rf"(?P<d2>\d{{1,2}})(?!\d)"
    rf"|(?:in )?(?P<m3>{_MONTH})\b",
    re.IGNORECASE,
)


def _day(raw: str) -> Value | None:
    match = _DAY.match(raw.strip())
    if match is None:
        return None
    day = match["d1"] or match["d2"]
    month = next(m for m in _MONTHS if m.startswith((match["m1"] or match["m2"] or match["m3"]).lower()[:3]))
    if day and not 1 <= int(day) <= 31:
        return None
    return Value(
        shown=f"{month.title()} {int(day)}" if day else month.title(), plain=f"{month} {int(day)}" if day else month
    )


def _exact(raw: str) -> Value | None:
    return _value(tidy(raw))


_SHAPES: dict[Shape, Callable[[str], Value | None]] = {
    Shape.THING: _thing,
    Shape.NAME: _name,
    Shape.PROPER: _proper,
    Shape.PLACE: _place,
    Shape.ROLE: _role,
    Shape.LANGUAGE: _language,
    Shape.DEED: _deed,
    Shape.DAY: _day,
    Shape.EXACT: _exact,
}
