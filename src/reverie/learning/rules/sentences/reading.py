"""Reading a message: whose words they are, where clauses begin and end, and which of them assert something.

Every step keeps positions: words that are not the person's own are blanked, never cut, so that a clause's
span is true in the message as it was sent. What a guard turns away teaches nothing; a guard is wide where
it is unsure, because a wrong memory costs more than a missing one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from reverie.learning.rules.sentences import guards
from reverie.learning.rules.sentences.elided_subjects import leaves_out, with_subject
from reverie.learning.rules.sentences.spelling import plain, rejoined, restated
from reverie.learning.rules.sentences.statements import statements
from reverie.text.patterns import lazy_pattern

_I = re.IGNORECASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch of a message that may assert one thing.

    ``plain`` is the clause as patterns read it; ``opened`` still has its openers ("no wait, it is ramen").
    """

    start: int
    end: int
    opened: str
    plain: str


def own_words(text: str) -> str:
    """Blank what is not the person's own: context frames, block quotes and code fences.

    The result has the same length, with spaces in place of what was taken out, so spans stay true. A frame
    is what Reverie puts around recalled text: from a line that begins with ``<memory`` to the line
    ``</memory>``. An unclosed frame or fence reaches to the end.
    """
    kept: list[str] = []
    until = ""
    for line in text.splitlines(keepends=True):
        mark = line.strip().casefold()
        blank = bool(until) or mark.startswith(("<memory", "```", "~~~", ">"))
        if until:
            until = "" if mark.startswith(until) else until
        elif mark.startswith("<memory"):
            until = "" if mark.endswith("</memory>") else "</memory>"
        elif mark.startswith(("```", "~~~")):
            until = mark[:3]
        kept.append("".join(c if c in "\r\n" else " " for c in line) if blank else line)
    return "".join(kept)


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "\x00": " ", "\xa0": " "})
_QUOTED = lazy_pattern(r'"[^"\n]{1,600}"')
_CLAIM = lazy_pattern(r"\b(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|you)\b|\bmy\b.*\b(?:is|are|was)\b|[.!?,]", _I)
_ACTION = lazy_pattern(r"(?<![*\w])\*[^*\n]{1,400}\*(?![*\w])|(?<!\w)_[^_\n]{8,400}_(?!\w)")


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _unquoted(text: str) -> str:
    """Blank quotations that claim something, and acted-out actions; a quoted name or title stays."""

    def title_or_blank(match: re.Match[str]) -> str:
        inside = match.group()[1:-1].strip()
        claims = _CLAIM.search(inside.rstrip(".!?,")) or len(inside.split()) > 6
        return _blank(match) if claims else match.group()

    def word_or_blank(match: re.Match[str]) -> str:
        return _blank(match) if " " in match.group().strip() else match.group()

    text = _QUOTED.sub(title_or_blank, text) if '"' in text else text
    return _ACTION.sub(word_or_blank, text) if "*" in text or "_" in text else text


_EMOJI = "\U0001f000-\U0001faff\u2600-\u27bf\u2b50\ufe0f"
_STOP = lazy_pattern(rf"[.!?\u2026]+[\"')*]?(?=\s|$|[{_EMOJI}])|\n|[{_EMOJI}]|(?<=\s)[:;]-?[()DPp3](?!\w)")
_ABBREVIATED = lazy_pattern(
    r"(?:\b(?:dr|mr|mrs|ms|st|mt|ft|prof|jr|sr|vs|etc|approx|e\.g|i\.e|a\.m|p\.m)|\b[a-hj-z](?:\.[a-z])*)\.$", _I
)
_HOUR_ENDS = lazy_pattern(r"(?i:[ap]\.m\.) [A-Z]")
"""Where "6 a.m." ends a sentence too: what follows begins one."""


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _STOP.finditer(text):
        end = stop.end()
        shortened = stop.group() == "." and _ABBREVIATED.search(text, max(start, end - 12), end)
        if shortened and not _HOUR_ENDS.match(text, end - 4, end + 2):
            continue
        if text[start : stop.end()].strip():
            yield start, stop.end()
        start = stop.end()
    if text[start:].strip():
        yield start, len(text)


_OPENERS = lazy_pattern(
    r"(?:(?:(?:hi|hey|hello)(?: there| everyone| again| all)?|how (?:are|r) (?:you|u)(?: doing)?(?: today| tonight)?|"
    r"well|so|"
    r"yeah|yea|yep|yup|yes|no|nope|nah|oh|ohh|ah|aw|ok|okay|alright|right|wow|omg|btw|by "
    r"the way|fyi|also|and|but|anyway|anyways|honestly|actually|really|tbh|to be honest|ngl|lol|haha|hahaha|fun fact|"
    r"as for me|for me|personally|because|cause|cuz|bc|since|plus|although|though|even though|whereas|while|you know|"
    r"you see|i mean|guess what|for the record|just so you know|good news|big news|news|update|turns out|it turns out|"
    r"as i said|like i said|i'd say|i would say|remember|please remember|don't forget|i forgot to mention|did i "
    r"mention|i should mention|"
    r"i must say|i have to say|i have to admit|i admit|i told you|in case you're wondering|the thing is|the truth is|"
    r"truth is|i'm proud to say|i'm happy to say|i can't believe|currently|right now|nowadays|these days|lately|"
    r"recently|sadly|unfortunately|luckily|fortunately|thankfully|finally|sorry|thanks|thank you|cool|nice|great|true|"
    r"same|me too|wait|no wait|hm+|um+|uh+|er|today|yesterday|last night|last week|last month|last year|last weekend|"
    r"last summer|this morning|this week|this year|tomorrow|next week|next month|next year|then|now|too|good question|"
    r"first|first of all|at the moment|nice to meet you|good morning|good evening|good afternoon|hey there|hi there|"
    r"hello there|welp|dude|man|bro|girl|hooray|yay|ugh|phew|argh|luna|sure|of course|absolutely|definitely|exactly|"
    r"indeed|me|both|before that|after that|in the past|years ago|back then|growing up|at one point|technically|in "
    r"fact|speaking of which|ever since)(?:\b| that\b)[\s,:.!\u2014-]*){1,5}",
    _I,
)
_AND = r"(?:and|but|so|because|cause|cuz|bc|since|plus|though|although|while|whereas|also|then|yet|or)"
_SUBJECT = (
    r"(?:i|i'm|im|i've|ive|i'd|i'll|my|we|we're|we've|you|you're|he|he's|she|she's|they|they're|it|it's|its|that's|"
    r"this|there|there's|our|your|hbu|wbu|(?:his|her|its) name|what|what's|how|how's|who|where|when|why|which|do|"
    r"does|did|"
    r"is|are|isn't|isnt|aren't|arent|don't you|dont you|can|any|have you|"
    r"call me|everyone|everybody|everything|people|(?:and |but )?today is|in my (?:free|spare) time|nice to|feeling)"
)
_VERB = (
    r"(?:work|live|like|love|hate|enjoy|play|study|speak|own|just|adopted|passed|moved|started|do not|don't|dont|"
    r"can't stand|cant stand|can not stand|am|collect|drive|prefer|got|have (?:an?|two|three|four|five|six|\d|no|my|"
    r"(?:[\w-]+ ){1,3}(?:hair|eyes|skin))|speak|teach|settled in|grew up|was (?:born|raised)|come from|can speak|am|"
    r"have been|used to|dislike|adore|volunteer|write|paint|sing|sell|raise|grow|bake|listen to|(?:watch|read|wear|"
    r"coach|"
    r"drink|eat) \w+|hunt|hike|camp|swim|ski|knit|sew|draw|cook|(?:want|hope|plan) to|go to|attend|suffer from|"
    r"(?:always|usually|"
    r"often|mostly|never|sometimes|currently|recently|also|"
    r"really|still) (?!be\b|have\b|life\b|[a-z]+ing\b)[a-z]+)"
)
_THEN = r"(?:(?:now|technically|actually|currently|honestly|luckily|sadly|still|then|since then)\s)?"
_TRAILING_DOUBT = r"(?!i (?:think|guess|suppose|believe|hope)\W*$)"
_SPLIT = lazy_pattern(
    rf"\s{{0,2}}(?:[,;:(\u2014\u2013]|--?(?=\s))\s{{0,3}}(?={_TRAILING_DOUBT}(?:{_AND}\s{{1,2}}{_THEN})?{_SUBJECT}\b)"
    rf"|\s{{1,2}}(?={_AND}\s{{1,2}}{_TRAILING_DOUBT}{_THEN}{_SUBJECT}\b)"
    rf"|(?:\s{{0,2}},)?\s{{1,2}}(?=(?:and|but)\s{{1,2}}{_VERB}\b)"
    r"|\s{0,2},\s{1,2}(?=(?:[\w']+ ){1,4}(?:is|are) my (?:fav|all))",
    _I,
)
_CARRIED = lazy_pattern(rf"(?:and|but)\s+(?={_VERB}\b)", _I)
_FIRST_PERSON = lazy_pattern(r"(?:I|[Ww]e)\b")
_BOUND = lazy_pattern(
    r"\b(?:want|going(?! to (?:school|college|uni|the)\b)|have|need|try|trying|plan|planning|used|hope|hoping|able|"
    r"will|can|let|learn|learning) to\b|"
    r"\b(?:will|can|let|rather)\b",
    _I,
)
_LIKED = lazy_pattern(r"\b(?:like|love|enjoy|prefer|hate) (?:to\b|\w+ing\b)|\b(?:free|spare) time\b", _I)
_FINITE = lazy_pattern(
    r",?\s*(?:and|but)\s+(?:have|own|drive|am|live|work|was|grew|do not|don't|dont|hate|love|come|used|want|speak|got|"
    r"adopted|passed|moved|started|prefer|can't|cant|(?:also|really|currently|still) (?:have|live|work|am|own|love))\b",
    _I,
)
"""What after "and" is a statement of its own even where the verb before takes others along ("I like to sing")."""


_GOES_ON = lazy_pattern(
    r"\s*,\s*(?:my|our) [\w-]+(?: [\w-]+){0,2},|\s*since (?:i|we) (?:was|were|could|turned|left|moved|got|started|"
    r"finished|became)\b|\s*and (?:i|me) (?:don't|dont|do not|are|aren't|never) (?:get|mix|agree|enemies|friends|not|"
    r"mortal|sworn)\b",
    _I,
)
"""What looks like a new statement and goes on with the old: "Leo, my boy, ..." and "shellfish and I don't mix"."""
_WITH_ME = lazy_pattern(r"(?:\w+,? )?my [\w-]+(?: [\w-]+)?", _I)


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a sentence before each new subject; an opener stays with what it opens."""
    begin = start
    for cut in _SPLIT.finditer(text, start, end):
        before = text[begin : cut.start()].strip()
        if not before or _only_opener(before) or _WITH_ME.fullmatch(before) or _GOES_ON.match(text, cut.start()):
            continue
        if _CARRIED.match(text, cut.end()) and not _FINITE.match(text, cut.start()) and _takes_along(before):
            continue
        yield begin, cut.start()
        begin = cut.end()
    yield begin, end


def _takes_along(before: str) -> bool:
    """Whether a verb after "and" goes with the one before: "I like to hike and paint", "I can cook and sew"."""
    return bool(_BOUND.search(before) or _LIKED.search(before))


def _only_opener(text: str) -> bool:
    return _OPENERS.fullmatch(text.strip(" .,!:;")) is not None


def _asserted(text: str, start: int, end: int, *, has_mark: bool) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence that are no question: before "?", only those ahead of a clause that asks."""
    parts = list(_clauses(text, start, end))
    if has_mark:
        asking = next((at for at, (a, b) in enumerate(parts) if at and guards.ASKING.match(text, a, b)), None)
        if asking is None or guards.ASKS.match(text, start, end):
            return
        parts = parts[:asking]
    yield from parts


_SLOT_ASKED = lazy_pattern(
    r"\b(my (?:job|name|age|birthday|hobby|pronouns|diet)|(?:my )?fav(?:e|ou?rite)? [\w ]{2,20})\?(?= +\w)", _I
)
_PERFORMED = lazy_pattern(r"\s*\*[^*\s]+\s[^*\n]{1,400}\*")


def clauses(text: str) -> Iterator[Clause]:
    """The clauses in which the person asserts something of their own, in order.

    Questions, hedges, conditions, irony, jokes, quotations and what others said are left out. What follows a
    pasted text or the beginning of a part that is played is nobody's.
    """
    straight = own_words(text).translate(_STRAIGHT)
    if _PERFORMED.match(straight):
        return
    typed = _unquoted(straight)
    own = _SLOT_ASKED.sub(r"\1:", rejoined(typed))
    spans = _merged(own, list(_sentences(own)))
    of_oneself = True
    for at, (start, end) in enumerate(spans):
        sentence = own[start:end]
        if guards.others_from_here(sentence):
            return
        if not tells_of_oneself(sentence) and not (of_oneself and leaves_out(_OPENERS.sub("", sentence.strip(), 1))):
            of_oneself = not _OF_OTHERS.match(sentence)
            continue
        following = own[slice(*spans[at + 1])].strip() if at + 1 < len(spans) else ""
        if guards.in_jest(sentence, following) or guards.conditional(sentence):
            continue
        for clause in _read(own, start, end, following=following, of_oneself=of_oneself):
            yield replace(clause, end=max(clause.end, clause.start + len(typed[clause.start : clause.end].rstrip())))
        of_oneself = not _OF_OTHERS.match(sentence)


def sentences(text: str) -> Iterator[tuple[int, str, str]]:
    """The person's own sentences, each whole: where it begins in the message, its words, and what follows it."""
    straight = own_words(text).translate(_STRAIGHT)
    if _PERFORMED.match(straight):
        return
    own = rejoined(_unquoted(straight))
    spans = list(_sentences(own))
    for at, (start, end) in enumerate(spans):
        if guards.others_from_here(own[start:end]):
            return
        following = own[slice(*spans[at + 1])].strip() if at + 1 < len(spans) else ""
        yield start, own[start:end], following


def _merged(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join a sentence that is only an opener to the one it opens."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if (
            merged
            and _only_opener(text[slice(*merged[-1])])
            and "?" not in text[slice(*merged[-1])]
            and start - merged[-1][0] < 60
        ):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


_ONES_OWN = frozenset(
    "i i'm im i've ive i'd i'll iam my we we're we've our me mine us myself here name name's names called calls call "
    "born living based raised bday birthday grandma grandpa granny gran nan uncle aunt auntie trade speaker home "
    "home's diagnosed single surgery finals it's its that's best worst nothing scares frightens terrifies feeling "
    "allergic not as hi hey hello favorite favourite fav fave favs faves husband wife hubby missus girlfriend "
    "boyfriend gf bf "
    "partner pronouns she/her he/him they/them greetings yours mum mom dad sister brother son daughter eldest "
    "youngest folks siblings kids parents native age nickname job surname bred from freaks freak scare terrify "
    "makes make lover fan".split()
)
_SPELLED = lazy_pattern(r"[a-z]+(?:['/][a-z]+)*")


_OVER = frozenset(
    "died dead sank gone over off fell passed ended cancelled canceled crossed healed bust stolen sold outgrew dreamed "
    "ditched dropped scrapped lapsed closed closing folded ran haven't havent anymore longer every sober proud owner "
    "fired sacked divorced stopped decided overrated disgusting revolting addicted hooked hits rocks".split()
)
"""Words that tell of what is over, or of a taste or habit, without saying whose it is."""


def tells_of_oneself(text: str) -> bool:
    """Whether a text may tell of the person who wrote it: the cheap look before any work."""
    spelled = _SPELLED.findall(text.lower())
    return not (_ONES_OWN.isdisjoint(spelled) and _OVER.isdisjoint(spelled))


LONGEST = 400
"""A clause is read up to this many characters: nobody states a fact in more."""

_OF_OTHERS = lazy_pattern(r"\W*(?:he|she|they|it|his|her|their|the|this|that|these|you|your|my|our|some|a)\b", _I)
_SLOT_TOLD = lazy_pattern(
    r"(my (?:job|name|age|birthday|hobby|pronouns|diet)|(?:my )?favorite [\w ]{2,20}): (?=\w)", _I
)
_END = lazy_pattern(rf"[\s.!\u2026{_EMOJI}]+$")


def _without_end(said: str) -> str:
    return _END.sub("", said)


def _read(text: str, start: int, end: int, *, following: str, of_oneself: bool) -> Iterator[Clause]:
    has_mark = "?" in text[max(start, end - 6) : end]
    carried = ""
    for begin, stop in _asserted(text, start, end, has_mark=has_mark):
        whole = text[begin:stop].strip()
        begins_at = begin + len(text[begin:stop]) - len(text[begin:stop].lstrip())
        said = whole[:LONGEST]
        first_of_all = begin == start and of_oneself
        if not carried and not tells_of_oneself(said) and not (first_of_all and leaves_out(_OPENERS.sub("", said, 1))):
            continue
        if guards.hedged(said):
            carried = ""
            continue
        opened = _without_end(plain(said))
        opener = _OPENERS.match(said)
        bare = _without_end(plain(said[opener.end() :])) if opener else opened
        bare = _SLOT_TOLD.sub(r"\1 is ", bare) if ": " in bare else bare
        if carried and (match := _CARRIED.match(said)):
            bare = _without_end(plain(f"{carried} {said[match.end() :]}"))
        elif first_of_all:
            bare = with_subject(bare)
        bare = restated(bare)
        if not carried and not tells_of_oneself(bare) and not tells_of_oneself(said):
            continue
        first = _FIRST_PERSON.match(bare)
        carried = first.group() if first and not _BOUND.search(bare) else ""
        after = text[stop:end] if stop < end else following
        for stated in statements(bare, after.lstrip(" ,.!;:")[:40]):
            yield Clause(start=begins_at, end=begins_at + len(whole), opened=opened, plain=stated)
            opened = stated
