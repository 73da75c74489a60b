"""How a person takes leave: the words that end a conversation, and their look-alikes that don't.

The one idea: a farewell is what is said last and stands on its own. So only the end of a message is read, thanks and
kisses behind it are passed over, and before it there has to be a pause or a word that leads up to it ("ok", "anyway",
"gotta run"). "She said bye", "we said our goodbyes" and "have to go to Oslo" have none of that.
"""

from __future__ import annotations

import re

from reverie.text.patterns import lazy_pattern

READ = 100
"""Characters at the end of a message that are read: a farewell is short."""

_WHEN = (
    r"(?:soon|later|again(?: soon)?|then|around|tomorrow(?: (?:morning|night|evening))?|tonight|in the morning|"
    r"in (?:a bit|a while|an hour|a few (?:hours|days))|after (?:work|dinner|lunch|school)|"
    r"(?:on |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:week|time|month)|another (?:time|day)|"
    r"(?:at|over) the weekend)"
)
_I_WILL = r"(?:(?:i(?:['’]?ll| will)|we(?:['’]?ll| will)|let['’]?s) )?"
_MUST = (
    r"(?:(?:i|we)(?:['’]?(?:ve|d|m|ll))? )?(?:really |do )?(?:(?:have|need) to|got to|gotta|must|should|"
    r"had better|better|have got to|am going to|going to|gonna)(?: really| probably)?"
)
_PARTINGS = (
    r"(?:good ?)?bye(?:[ -]?bye)*", "bye+", "good ?bye", "byee*", "buh-?bye", "farewell", "so long", "cheerio",
    "toodle-?oo", "ta-?ta", "ciao(?: ciao)?", "adios", "adiós", "au revoir", "à demain", "arrivederci", "tschüss?",
    "auf wiedersehen", "gute nacht", "bonne nuit", "buenas noches", "hasta (?:luego|mañana|pronto)", "sayonara",
    r"(?:good ?|g')?night(?: night)?", "nighty(?:[ -]night)?", "nite", "sweet dreams", r"sleep (?:well|tight)",
    r"(?:have|enjoy) (?:a |an |the )?(?:very )?(?:good|great|nice|lovely|wonderful|pleasant|amazing|fantastic|"
    r"restful|rest of (?:your|the)) (?:one|night|day|evening|afternoon|weekend|week|sleep|rest)",
    rf"{_I_WILL}(?:see|catch) (?:you|ya|u)(?: all)?(?: {_WHEN})*", r"c(?:ya| ya|u)(?: later| soon)?",
    rf"{_I_WILL}(?:talk|speak|chat|write)(?: (?:to|with) (?:you|ya|u))?(?: {_WHEN})+", "ttyl", "l8r", "laters",
    rf"{_I_WILL}be back {_WHEN}", r"until (?:tomorrow|next time|then|later|next week)", "till tomorrow",
    "peace out", "over and out", r"take (?:good )?care(?: of yourself)?", r"(?:i(?:['’]?m| am) )?signing off",
    rf"{_MUST} (?:go|run|leave|dash|head (?:out|off|home)|get going|be going|log off|sign off|hang up|"
    r"(?:go |get )?(?:to )?(?:bed|sleep|rest)|turn in|call it a (?:day|night))",
    r"(?:gtg|g2g|gotta go|gotta run)", r"i(?:['’]?m| am) (?:off|out|heading (?:out|off|home|to bed)|going to (?:bed|"
    r"sleep)|off to (?:bed|sleep|work)|logging off|leaving)", r"(?:off|heading|going) to (?:bed|sleep)",
    r"that(?:['’]?s| is| will be|['’]?ll be) (?:all|it|enough) for (?:now|today|tonight)", "that will be all",
    r"(?:let['’]?s )?call it a (?:day|night)", r"(?:let['’]?s )?(?:stop|end|leave it) (?:here|there)(?: for (?:now|"
    r"today|tonight))?",
)  # fmt: skip
_AFTER = r"(?:(?: now| for now| then| everyone| everybody| all| guys| folks| dear| darling| love| honey| friend| my "
_AFTER += r"(?:friend|dear|love)| buddy| mate| again| soon| tomorrow| later| tonight| and (?=(?:take|good|sweet|see|"
_AFTER += r"sleep|have|talk|bye|thank)))|,? (?-i:[A-Z]\w{1,20}))"
_PARTING = rf"(?:{'|'.join(_PARTINGS)}){_AFTER}{{0,3}}"
_LEADS = frozenset(
    "ok okay k alright right well so anyway anyways thanks cheers yes yeah yep sorry oh then now and but "
    "sure great cool perfect lovely hey sadly unfortunately".split()
)  # fmt: skip
_WORD = lazy_pattern(r"\w+")
_SIGNS = frozenset(
    "bye byee goodbye farewell long cheerio oodle ta ciao adios adiós revoir demain arrivederci tschüss tschüs "
    "wiedersehen nacht nuit noches hasta sayonara night goodnight nighty nite dreams sleep have enjoy see catch "
    "cya cu talk speak chat write ttyl l8r laters back until till peace over care signing go run leave dash head log "
    "sign hang bed rest turn call gtg g2g gotta off out heading going logging leaving all it enough stop end here "
    "there byebye toodleoo toodle buhbye c".split()
)
"""Words of which a farewell has one: most messages have none at their end, and need no closer look."""

_LONGEST = 70
_START = rf"(?:^|[.!?…,;)~\n—–]|\s-|\b(?:{'|'.join(sorted(_LEADS))})\b|[^\w\s'\"’”,:(])[\s\"“]*"
_LAST = lazy_pattern(rf"{_START}(?P<said>{_PARTING})[^\w?\"”]*$", re.IGNORECASE)
_EAST = lazy_pattern(
    r"(?:再见|再見|拜拜|晚安|明天见|回头见|さようなら|おやすみ(?:なさい)?|またね|안녕히|잘\s?자)[^\w?？]*$"
)
_PASSED = lazy_pattern(
    r"(?:^|(?<=[\s.!?,;…~\W]))(?:thank(?:s| you)(?: (?:so much|a lot|again|very much))*"
    r"(?: for (?:everything|all|the \w+|your \w+|listening|today|talking)(?: \w+){0,2})?|"
    r"(?:i )?love (?:you|ya)(?: too)?|xo(?:xo)*x?|x{1,4}|hugs?|kisses|(?:you|u) too|same to you|miss you|lol|"
    r"haha)[^\w?]*$",
    re.IGNORECASE,
)
_TOLD = lazy_pattern(
    r"\b(?:sa(?:y|ys|id|ying)|tell(?:s|ing)?|told|wrote|writes?|text(?:s|ed)?|shout(?:s|ed)?|yell(?:s|ed)?|whisper(?:s|ed)?|"
    r"wave[ds]?|repl(?:y|ied|ies)|answer(?:s|ed)?|ask(?:s|ed)?|goes|went|like|was|were|is|called|titled|named|means?|"
    r"word|words|song|movie|film|book|sign)\b(?:[^\w.!?\n]|\.{2,})*\Z",
    re.IGNORECASE,
)


def farewell(text: str) -> bool:
    """Whether a message ends with a farewell of its speaker's own.

    >>> farewell("Good night, talk tomorrow!"), farewell("She said bye."), farewell("I have to go to Oslo.")
    (True, False, False)
    """
    left, own = _taken(text)
    return own and left is not None


def only_parting(text: str) -> bool:
    """Whether a message is nothing but farewell and courtesy, as an answer to a farewell is."""
    left, _own = _taken(text)
    return len(text) <= READ and left is not None and not set(_WORD.findall(left.casefold())) - _LEADS


def _taken(text: str) -> tuple[str | None, bool]:
    """What is left of the end of a message without its farewells and courtesy, and whether there were farewells.

    None is left where somebody else's farewell is told of.
    """
    left = _without_courtesy(text[-READ:].rstrip())
    if _EAST.search(left):
        return "", True
    own = False
    while not _SIGNS.isdisjoint(_WORD.findall(left.casefold()[-_LONGEST:])) and (found := _LAST.search(left)):
        before = left[: found.start("said")]
        if _TOLD.search(before):
            return None, own
        left, own = _without_courtesy(before.rstrip()), True
    return left, own


def _without_courtesy(end: str) -> str:
    """The end of a message without what is often said behind a farewell."""
    shorter = _PASSED.sub("", end).rstrip()
    while shorter and shorter != end:
        end, shorter = shorter, _PASSED.sub("", shorter).rstrip()
    return end if shorter or not end else shorter


_GREETING = lazy_pattern(
    r"\W*(?:hi+|he+y+a?|hello|hiya|yo|sup|(?:good )?(?:morning|afternoon|evening)|gm|(?:are )?(?:you|u) (?:up|there)"
    r"|hola|buenas|buenos días)(?:\W+\w+){0,2}\W*",
    re.IGNORECASE,
)


def only_greets(text: str) -> bool:
    """Whether a message only says hello, and to whom: it has to do with no other words.

    >>> only_greets("heyyy luna 👋"), only_greets("hey what is my cat called")
    (True, False)
    """
    return len(text) <= READ and _GREETING.fullmatch(text) is not None
