"""Cutting people, places, languages, jobs and what is counted out of the words after a pattern.

A capital says a name where there is one. Most chats have none, so a name in lower case ends at the first word
that no name holds, and counts only where nothing else could stand there or where it is on a list.
"""

from __future__ import annotations

import re
from itertools import takewhile

from reverie.learning.rules.cutting import EDGES, Value, tidy, valued
from reverie.learning.rules.given_names import GIVEN_NAMES, PET_NAMES, SAID_OF_ONESELF
from reverie.text import word_lists
from reverie.text.patterns import lazy_pattern

_I = re.IGNORECASE

_STOPS = frozenset(
    "and but or so because cause cuz bc since when whenever while which who whose where though although as too also "
    "either now nowadays currently lately recently today tonight tomorrow yesterday this last next every if unless "
    "until "
    "again already anymore thanks please i i'm you he she they we it it's is isn't was are am has have had with for "
    "after before near to at just from by on in of not btw lol lmao haha hehe xd tbh ngl rn atm about like that then "
    "than my your his her our their me him them what how there here right actually though obviously basically or "
    "instead online around over under once one two three four five six ten few couple ago together forever these "
    "those such until would will can could should may might do does did don't doesn't".split()
)
"""Words that no name and no title holds in lower case."""


def _phrase(raw: str, limit: int) -> list[str]:
    """The words up to the first that a name can't hold or that punctuation follows, at most ``limit``."""
    taken: list[str] = []
    for word in raw.split()[:limit]:
        bare = word.strip(EDGES)
        if not bare or bare.lower() in _STOPS or word[0] in "([\u2014\u2013" or bare[0].isdigit():
            break
        taken.append(bare)
        if word[-1] in ",;:.!?)" and not re.fullmatch(r"\w\.", word):
            break
    return taken


def _capitals(raw: str, limit: int) -> list[str]:
    taken: list[str] = []
    for word in raw.split()[:limit]:
        bare = word.strip(EDGES)
        if not bare[:1].isupper() or bare.casefold() in word_lists.NOT_NAMES or (bare.isupper() and len(bare) > 2):
            break
        taken.append(bare.removesuffix("'s"))
        if word[-1] in ",;:.!?)" and not re.fullmatch(r"\w\.", word):
            break
    return taken


def proper(raw: str) -> Value | None:
    """A name with a capital, up to three words; in lower case, a given name that is on the list."""
    taken = _capitals(raw, 3)
    if taken and len(taken[0]) > 1:
        return valued(" ".join(taken))
    first = (_phrase(raw, 1) or [""])[0].removesuffix("'s")
    return valued(first) if first in GIVEN_NAMES | PET_NAMES else None


def given(raw: str) -> Value | None:
    """A given name that is on the list, with or without a capital, and what has a capital after it."""
    first, *others = _phrase(raw, 3) or [""]
    if first.casefold() not in SAID_OF_ONESELF:
        return None
    surnames = [word for word in others if word[:1].isupper() and word.casefold() not in word_lists.NOT_NAMES]
    return valued(" ".join([first, *surnames]))


_NO_NAME = lazy_pattern(r"(?:\w+(?:ing|ly)|\w{2,}ed|\W*\d.*)$", _I)


def _no_name(word: str) -> bool:
    bare = word.casefold()
    if bare in GIVEN_NAMES | PET_NAMES:
        return False
    return bare in word_lists.NOT_NAMES or bool(_NO_NAME.match(bare)) or not re.sub("[-'.]", "", bare).isalpha()


def name(raw: str) -> Value | None:
    """A name where one is due ("my name is ..."), in lower case too."""
    taken = _capitals(raw, 3)
    if taken and len(taken[0]) > 1:
        return valued(" ".join(taken))
    taken = _phrase(raw, 3)
    if len(taken) == 2 and taken[1].casefold() in word_lists.NOT_NAMES:
        taken.pop()
    if not 1 <= len(taken) <= 2 or any(_no_name(w) for w in taken):
        return None
    return valued(" ".join(taken)) if len(taken[0]) > 1 or len(taken) == 2 else None


_PLACE_JOINTS = frozenset("de la le of the upon am an der den del di da do and y on st".split())
_NOT_PLACES = frozenset(
    "a an my your the this that these those his her their our here there home foster poor fast junk pizza coffee "
    "cereal ramen noodles takeout fear peace love harmony "
    "constant "
    "denial bed hope pain poverty town person two one future past 80s 90s hell tears bed sleep now school college "
    "university high countryside suburbs city small big different another other some it where what which nowhere "
    "somewhere everywhere debt squalor silence shame sin luxury limbo darkness terror solitude isolation exile "
    "apartment house flat basement van trailer studio dorm dorms condo mansion cabin woods forest mountains desert "
    "country state area neighborhood outskirts middle rural downtown tiny large little public private person general "
    "time sync style secret prison jail space chaos misery filth tents tent heaven paradise retirement each same "
    "both one's anywhere abroad overseas work bits both ruins shambles order progress together "
    "upstairs downstairs north south east west spring summer autumn fall winter".split()
)
_THE_PLACES = frozenset(
    "netherlands us uk usa states united philippines bahamas bay bronx maldives midwest south north east west "
    "south-west pacific caribbean balkans highlands hague czech dominican gambia congo emirates uae azores canary "
    "faroe seychelles alps".split()
)
_WITHIN = lazy_pattern(
    r"(?:an?|the|my|our|this|one of the)\s(?:[\w'-]+,?\s){0,5}?(?:(?:called|named|in|near|outside|outside of)\s|"
    r"(?:city|town|heart|suburbs?|outskirts|cent(?:er|re)|north|south|east|west|middle|part|state|island|village|"
    r"capital|"
    r"coast) of\s|(?<=,\s)(?=(?-i:[A-Z])))(?P<place>.+)",
    _I,
)


def place(raw: str) -> Value | None:
    """A place: what has capitals, or up to three words in lower case; "a small town in Ohio" is Ohio."""
    raw = raw.strip()
    first = raw.split(" ", 1)[0].casefold()
    if first in {"a", "an", "my", "our", "this", "one"} or (first == "the" and not _the_place(raw)):
        within = _WITHIN.match(raw)
        if within is None:
            return None
        raw = within["place"].removeprefix("the ")
    article = "the " if raw[:4].casefold() == "the " else ""
    raw = raw[len(article) :]
    return _place_in_capitals(raw, article) if raw[:1].isupper() else _place_in_lower_case(raw, article)


def _the_place(raw: str) -> bool:
    second = (raw.split()[1:2] or [""])[0].strip(EDGES)
    return second[:1].isupper() or second in _THE_PLACES


def _place_in_capitals(raw: str, article: str) -> Value | None:
    taken: list[str] = []
    for word in raw.split()[:6]:
        bare = word.strip(EDGES)
        if not (bare[:1].isupper() or (taken and bare in _PLACE_JOINTS)):
            break
        taken.append(word)
        if word[-1] in ",;:.!?)" and not re.fullmatch(r"(?:\w|St|Mt|Ft)\.", word):
            break
    while taken and taken[-1].strip(EDGES) in _PLACE_JOINTS | {"I"}:
        taken.pop()
    shown = tidy(" ".join(taken))
    if not shown or shown.casefold() in _NOT_PLACES or not shown[0].isalpha():
        return None
    return valued(article + shown)


def _place_in_lower_case(raw: str, article: str) -> Value | None:
    taken = _phrase(raw, 4)
    listed = [w.casefold() for w in taken]
    if not 1 <= len(taken) <= 3 or any(len(w) < 2 or not w.replace("-", "").isalpha() for w in listed):
        return None
    if listed[0] in _NOT_PLACES and not (len(listed) > 1 and listed[0] in {"north", "south", "east", "west"}):
        return None
    if (
        listed[0] in word_lists.NOT_NAMES - {"new", "upper", "lower"} and not (article and listed[0] in _THE_PLACES)
    ) or listed[-1] in {"state", "area", "house"} | word_lists.NOT_NAMES:
        return None
    return valued(article + " ".join(taken))


_AGED = lazy_pattern(r"^(?:(?:an?|the)\s+)?(?:[\w-]+[- ]year[- ]old|\d\d ?(?:yo|y/o|yr old))\s+", _I)
_ROLE_END = lazy_pattern(
    r"\s(?:at|for|in|from|by|who|with|on|of|and|but|to|working|living|now|here|lol|that|these|or|back)\b|[,;(:.!]", _I
)
_NO_ROLE = frozenset(
    "terrible bad horrible not great good better born like role biggest total complete wannabe aspiring future "
    "former ex "
    "retired-ish hopeless failed armchair backseat amateur hobby terrible lousy big shitty mind keyboard grammar party "
    "slave puppet stone lazy worst best hard straight fast slow quick honor".split()
)
_STUDENT = lazy_pattern(rf"(?:.*\s)?(?:{word_lists.FIELDS})\s(?:student|major|undergrad|freshman|sophomore)$", _I)


def _role_words(raw: str) -> list[str]:
    cut = _ROLE_END.split(_AGED.sub("", raw.strip()), maxsplit=1)[0]
    named = re.sub(r"^(?:an?|the|currently)\s+", "", tidy(cut), flags=_I).split()
    return list(takewhile(lambda word: word.casefold() not in _STOPS, named))


def role(raw: str) -> Value | None:
    """An occupation by its last word: "freelance graphic designer"; what is studied is none."""
    named = _role_words(raw)
    if not 1 <= len(named) <= 5 or not _NO_ROLE.isdisjoint(w.casefold() for w in named):
        return None
    last = named[-1].casefold()
    if (
        len(named) > 1
        and named[0].casefold() in {"professional", "pro", "semi-pro"}
        and last.endswith(("er", "ist", "or"))
    ):
        return valued(" ".join(named))
    last = last if last in word_lists.ROLES else last.removesuffix("s")
    if last in word_lists.ROLES_IN_FULL and len(named) == 1:
        return None
    if last not in word_lists.ROLES and (not last.endswith(word_lists.ROLE_ENDINGS) or last in word_lists.NOT_ROLES):
        return None
    shown = " ".join(named)
    return None if _STUDENT.match(shown) else valued(shown)


_NO_JOB = frozenset(
    "team pair couple group family unit favor hobby way reminder joke result rule child kid teen teenager well slave "
    "charm dream whole one it that this hell much side volunteer kid lot bit distraction treat test job precaution "
    "backup gift present surprise punishment".split()
)


def job(raw: str) -> Value | None:
    """What comes after "I work as a": any name of a job, up to four words."""
    named = _role_words(raw)
    if not 1 <= len(named) <= 4 or named[-1].casefold() in _NO_JOB or named[0].casefold() in _NO_ROLE:
        return None
    return valued(" ".join(named)) if all(w[:1].isalpha() for w in named) else None


def trade(raw: str) -> Value | None:
    """What somebody does for a living, in their words without "do": "drive a truck", "welding"."""
    said = tidy(raw)
    verb, _, rest = said.partition(" ")
    named = _phrase(re.sub(r"^(?:an?|the|my|some)\s+", "", rest), 5)
    if verb.casefold() == "do":
        return valued(" ".join(named)) if 1 <= len(named) <= 3 else None
    if verb.casefold() in _NO_TRADE or (rest and not named):
        return None
    return valued(said) if len(said.split()) <= 7 else None


_NO_TRADE = frozenset("breathe live exist sleep eat suffer procrastinate complain nap worry cry".split())

COUNTS = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|some|a couple(?: of)?|a few|\d{1,3}|"
    r"lots of|a lot of|another|too many)"
)
"""How many, in words or digits."""

UNNAMED = r"(?![^,:(]*(?:[,:]| \() ?(?:(?-i:[A-Z])|[\w-]+ and [\w-]+\)?$))"
"""Before what is counted: no names follow it, as they do in "two cats, Luna and Sol"."""

_ENDED = (
    r"(?=$|[,.!;:(]| (?:and|who|which|that|but|she|he|they|at home|as|for|with|now|too|lol|older|bigger|since|"
    r"already|so|"
    r"currently|from|myself|together|right now|btw|haha|named|called|together|also|both|all|plus|in (?!my\b|our\b|"
    r"this\b|the\b(?! "
    r"(?:army|navy|military|marines|air force)))\w+)\b)"
)


def _listing(listed: list[str]) -> str:
    return "|".join(sorted(listed, key=lambda word: (-len(word), word)))


_ANIMAL = lazy_pattern(
    rf"(?:{COUNTS} |my |our )(?:own |the )?(?P<kind>(?:(?!(?:to|who|that|and|with|of|in|on|for|or)\b)[\w'-]+ ){{0,4}}?"
    rf"(?:{_listing(list(word_lists.SPECIES))})){_ENDED}(?P<rest>.*)",
    _I,
)
_NAMED_NEXT = lazy_pattern(r",? (?:named|called|whose|and (?:his|her|its|their) names?)\b", _I)
_RELATIVE = lazy_pattern(
    rf"(?:{COUNTS} |(?=twins?\b|triplets\b))(?P<kind>(?:(?:little|big|baby|older|elder|younger|twin|grown|grown-up|"
    rf"adult|small|teenage|foster|"
    rf"adopted|step|half|beautiful|wonderful|amazing|great|lovely|young|sweet|teen|identical|school-age|\d+|awesome|"
    rf"biological) ){{0,2}}"
    rf"(?:{_listing([word for word, kind in word_lists.KIN.items() if kind in word_lists.OFFSPRING])}|"
    rf"twins|triplets|boys|"
    rf"girls|baby girl|"
    rf"baby boy|twin boys|twin girls|[\w-]+[- ](?:year|yr|month|week)s?[- ]olds?(?: (?:son|daughter|kid|boy|girl|"
    rf"toddler|twins?))?)){_ENDED}(?P<rest>.*)",
    _I,
)


_DEGREES = lazy_pattern(
    r"^(?:one|a lot of|lots of|some) |\b(?:very|really|rather|extremely|pretty|quite|super) \w+ ", _I
)
"""What is left out of a count: "one", and "very old"."""


def animal(raw: str) -> Value | None:
    """Animals that are counted and not named: "two cats", "a pet tarantula"."""
    return _counted(_ANIMAL.match(raw.strip()), raw)


def relative(raw: str) -> Value | None:
    """Relatives that are counted and not named: "two kids", "an older brother"."""
    return _counted(_RELATIVE.match(raw.strip()), raw)


def _counted(match: re.Match[str] | None, raw: str) -> Value | None:
    if match is None or _NAMED_NEXT.match(match["rest"]):
        return None
    return valued(_DEGREES.sub("", raw.strip()[: match.end("kind")]))


_LANGUAGE_KINDS = frozenset(
    "a bit little of some fluent broken rusty rather very basic conversational decent perfect native both brazilian "
    "swiss "
    "good okay ok pretty excellent passable terrible bad only mostly canadian quebec mexican egyptian modern ancient "
    "simplified the language american british fluently tiny mainly".split()
)


def language(raw: str) -> Value | None:
    """A language, past what says how well it is spoken: "a rather rusty French"."""
    for word in raw.split()[:6]:
        bare = word.strip(EDGES)
        if bare.casefold() in word_lists.LANGUAGES:
            return valued(bare)
        if bare.casefold() == "sign" and "language" in raw.casefold():
            return valued("sign language")
        if bare.casefold() not in _LANGUAGE_KINDS:
            return None
    return None


_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in _MONTHS) + "|sept"
_DAY = lazy_pattern(
    rf"(?:the )?(?P<d1>\d{{1,2}}) ?(?:st|nd|rd|th)?(?: of)? (?P<m1>{_MONTH})\b|(?P<m2>{_MONTH})\b\.?(?: the)? "
    rf"(?P<d2>\d{{1,2}})(?!\d)"
    rf"|(?:in )?(?P<m3>{_MONTH})\b|\d{{4}}-(?P<m4>\d\d)-(?P<d4>\d\d)",
    _I,
)
_FEASTS = {
    "christmas eve": "December 24", "christmas": "December 25", "new year's eve": "December 31",
    "new year's": "January 1", "new years eve": "December 31", "new years": "January 1", "halloween": "October 31",
    "valentine": "February 14", "leap day": "February 29", "st patrick": "March 17", "april fool": "April 1",
}  # fmt: skip


def day(raw: str) -> Value | None:
    """A day of the year as "March 3"; a month alone where no day is said."""
    said = raw.strip()
    feast = next((date for named, date in _FEASTS.items() if said.casefold().startswith(named)), None)
    if feast:
        return valued(feast)
    match = _DAY.match(said)
    if match is None:
        return None
    number = match["d1"] or match["d2"] or match["d4"]
    if match["m4"]:
        if not 1 <= int(match["m4"]) <= 12:
            return None
        month = _MONTHS[int(match["m4"]) - 1]
    else:
        month = next(m for m in _MONTHS if m.startswith((match["m1"] or match["m2"] or match["m3"]).lower()[:3]))
    if number and not 1 <= int(number) <= 31:
        return None
    return valued(f"{month.title()} {int(number)}" if number else month.title())
