"""Taking a clause apart into plain statements, each with its own subject, the way rules are written.

People state several things in one breath and leave out what goes without saying: "im ana, 31, from oslo and a
mom of two", "moved to Ghent last year", "i live in oslo i work as a welder".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.learning.rules.given_names import GIVEN_NAMES
from reverie.text.patterns import lazy_pattern
from reverie.text.word_lists import FEELINGS, NOT_NAMES, TRAITS

_I = re.IGNORECASE

_AS_A = lazy_pattern(
    r"as (?P<what>an? (?!kid|child|teen|girl|boy|young|result|matter|joke|student|gift|treat|rule|last)[\w' -]{3,60}?)"
    r"(?:,? (?=(?:I|my) )(?P<more>.+)|,?$)",
    _I,
)


_INTRODUCED = lazy_pattern(
    r"I am (?P<name>[^\W\d_][\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?P<more>, ?(?:an? )?(?=\d\d\b|from |(?:he|she|they|ze|"
    r"xe)/).+"
    r"| (?=\d\d(?: |$)).+|$)",
    _I,
)
_MEETING = lazy_pattern(
    r"\W*(?:(?:and )?(?:it'?s )?(?:very )?(?:nice|pleased|glad|good|great|lovely) to meet|(?:but |and )?(?:(?:just "
    r")?call me|(?:everyone|everybody|people|friends|most people|they|my \w+) (?:\w+ )?calls? me|(?:but )?i go by)|"
    r"(?:he|she|they)/)",
    _I,
)
_NO_NAME = lazy_pattern(r"\w+(?:ing|ed|ly)$", _I)
_BEING = (
    r"(?:an? |from |aged |residing |born |based |living |originally |married|single|"
    r"divorced|engaged|retired|"
    r"widowed|vegan|vegetarian|"
    r"allergic to |\d\d(?: years?| yrs?| yo\b|$|,| and\b|m\b|f\b)|(?:mom|mum|mother|dad|father) (?:of|to) |fluent |"
    r"bilingual|diabetic|pregnant|autistic|the (?:youngest|oldest|eldest|middle|mom|mother|dad|father) )"
)
_BEING_FIRST = lazy_pattern(rf"I am (?:currently |now |also )?{_BEING}", _I)
_BEING_MORE = lazy_pattern(
    rf"(?:, ?(?:and |but )?|\s(?:and|but)\s)(?:I am )?(?:also |currently |now |just |still )*(?={_BEING})(?!a (?:bit|"
    rf"lot|"
    rf"little|few)\b)"
    r"|(?<! am)\s(?:currently |now )?(?=(?:living|based) in\b|studying (?:to be|[a-z]+)\b)",
    _I,
)
_PLACED_MORE = lazy_pattern(
    r"(?:, ?(?:and |but )?|\s(?:and|but|now)\s)(?:currently |now )?(?=(?:living|based|working) (?:in|as|at|for)\b|"
    r"studying (?:to|at|for|[a-z]+)\b|"
    r"originally from\b|born (?:in|on)\b)",
    _I,
)
_RUN_ON = lazy_pattern(
    r"(?<=[\w.]) (?=(?:I am|I have (?:an?|two|three|\d)|I live in|I work (?:as|at|for|in)|I was born|my name is|my "
    r"favorite)\b)"
)
_HANGING = lazy_pattern(
    r"(?:\b(?:that|when|where|what|who|why|how|because|think|know|knew|say|said|tell|told|believe|guess|hope|wish|feel|"
    r"thought|like|as|than|before|after|while|since|until|though|although|so|and|but|or|if|whether|all|everything|"
    r"sure|glad|happy|sad|sorry|afraid|proud|means?|with|to|for|of|in|at|on)"
    r"|\b(?:the|every|any|only|no|this|each|favorite|time|first|last|way|place) (?:[\w'-]+ ){0,2}[\w'-]+)$",
    _I,
)


_LISTED = lazy_pattern(
    r"(?P<name>[^\W\d_]{2,20}), (?P<age>[1-9]\d), (?P<more>(?:from |single|married|(?:[a-z-]+ ){1,3}(?:from|in|at) |"
    r"[mf],? ).+)",
    _I,
)
_ROLLED = lazy_pattern(
    r"(?:I am a )?(?P<role>(?!I\b|my\b)[a-z-]+(?: [a-z-]+){0,2}), (?P<age>[1-9]\d)(?:, "
    r"(?P<more>.+))?",
    _I,
)
_TOWN = lazy_pattern(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?")
_HAD = lazy_pattern(r"(?:an?|one|two|three|four|five|\d) ", _I)
_LOVED = lazy_pattern(r"(?:love|hate|like|enjoy|play|speak|work|live)s?\b", _I)
_BEEN = lazy_pattern(r"(?:from|in|single|married|living|based|born|vegan|vegetarian)\b", _I)


def _listed_as(piece: str) -> str:
    """What goes before a piece of "kofi, 33, nurse from Kumasi, two kids, love football"."""
    if _LOVED.match(piece):
        return "I"
    if _HAD.match(piece):
        return "I have"
    return "I am" if _BEEN.match(piece) else "I am a"


def statements(bare: str, after: str) -> Iterator[str]:
    """What one clause states, piece by piece: "I am Ana, 31, from Oslo and a mom of two" is four statements.

    ``after`` is how the message goes on: "I'm Odalys, nice to meet you" is a name.
    """
    spoken_as = _AS_A.match(bare)
    if spoken_as and (spoken_as["more"] or after[:2].lower() in {"i ", "i'", "my"}):
        yield f"I am {spoken_as['what']}"
        bare = spoken_as["more"] or ""
    if listed := _LISTED.match(bare):
        yield from (f"my name is {listed['name']}", f"I am {listed['age']}")
        bare = listed["more"]
        yield from (f"{_listed_as(piece)} {piece}" for piece in bare.split(", "))
        return
    if rolled := _ROLLED.fullmatch(bare):
        yield from (f"I am a {rolled['role']}", f"I am {rolled['age']}")
        pieces = (rolled["more"] or "").split(", ")
        yield from (
            f"I live in {piece}" if _TOWN.fullmatch(piece) else f"{_listed_as(piece)} {piece}" for piece in pieces
        )
        return
    introduced = _INTRODUCED.match(bare)
    if introduced and (introduced["more"] or _MEETING.match(after)) and not _unnamed(introduced["name"]):
        yield f"my name is {introduced['name']}"
        bare = f"I am{introduced['more'].replace(',', '', 1)}" if introduced["more"] else ""
    begin = 0
    for cut in _RUN_ON.finditer(bare):
        if not _HANGING.search(bare[begin : cut.start()]):
            yield from _described(bare[begin : cut.start()])
            begin = cut.end()
    if bare[begin:]:
        yield from _described(bare[begin:])


def _unnamed(name: str) -> bool:
    return name.casefold() not in GIVEN_NAMES and (
        name.partition(" ")[0].casefold() in NOT_NAMES or bool(_NO_NAME.match(name))
    )


_HAVING_MORE = lazy_pattern(
    r"(?:, ?(?:and )?(?:also )?|\s(?:and|plus)\s(?:also )?)(?:I have )?(?=(?:lots of|a lot of|many|an?|one|two|three|"
    r"four|five|six|seven|"
    r"\d{1,2}) [a-z]|(?:[a-z]+ ){1,2}(?:eyes|hair)\b|(?:freckles|dimples|braces|glasses|tattoos|piercings)\b)"
)


_WITH = lazy_pattern(
    r"(?P<being>I am (?!in |with |done |fine |good |ok|happy |busy |stuck |sick )(?:(?!with\b)[\w'-]+ )+?)with "
    r"(?P<had>(?:an?|one|two|three|four|five|six|seven|\d{1,2}|no|twins?|brown|blue|green|hazel|red|blonde?|black|long|"
    r"short|"
    r"curly|dark) .+)",
    _I,
)


_TWO_TRAITS = lazy_pattern(
    rf"I am (?:(?:very|really|quite|pretty|so|also) )*(?P<first>{TRAITS}|tall|short|skinny|bald|slim|chubby) (?:and|"
    rf"but|,) "
    r"(?P<second>(?:(?:very|really|quite|pretty|also|a bit) )*"
    rf"(?!(?:{FEELINGS})\b)[\w-]+)(?=$|[,.] )",
    _I,
)
_WHO_DOES = lazy_pattern(
    r"(?P<being>I am (?:an?|the) (?:(?!who\b|one\b|person\b|people\b)[\w'-]+ ){0,5}(?:[\w'-]+)),? who (?:(?:also|just|"
    r"really|"
    r"always|secretly|still) )*(?P<verb>[a-z]{2,}s) (?P<rest>.+)",
    _I,
)
_IRREGULAR = {"is": "am", "has": "have", "does": "do", "goes": "go"}


def first_person(verb: str) -> str:
    """The verb of somebody else as one says it of oneself.

    >>> [first_person(verb) for verb in ("loves", "teaches", "studies", "has")]
    ['love', 'teach', 'study', 'have']
    """
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return _IRREGULAR.get(verb) or re.sub(r"(?<=sh|ch|ss)es$|(?<=[xz])es$|s$", "", verb)


def _described(bare: str) -> Iterator[str]:
    """The pieces of "I am this, that and the other", each with its own "I am"; "with two cats" is had."""
    if not bare.startswith(("I ", "we ", "my name")):
        yield bare
        return
    if doing := _WHO_DOES.fullmatch(bare):
        yield from _described(doing["being"])
        bare = f"I {first_person(doing['verb'].lower())} {doing['rest']}"
    if traits := _TWO_TRAITS.match(bare):
        yield f"I am {traits['first']}"
        bare = f"I am {traits['second']}"
    if having_too := _WITH.match(bare):
        yield from _described(having_too["being"].strip())
        bare = f"I have {having_too['had']}"
    having = bare.startswith(("I have ", "we have "))
    more = _HAVING_MORE if having else _BEING_MORE if _BEING_FIRST.match(bare) else _PLACED_MORE
    first, *others = more.split(bare)
    yield first
    for other in others:
        yield f"I have {other}" if having else f"I am {other}"
