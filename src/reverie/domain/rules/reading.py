"""Reading a message: whose words they are, where clauses begin and end, and which of them assert something.

Every step keeps positions: words that are not the person's own are blanked, never cut, so that a clause's
span is true in the message as it was sent. What a guard turns away teaches nothing; a guard is wide where
it is unsure, because a wrong memory costs more than a missing one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

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
_QUOTED = re.compile(r'"[^"\n]{1,600}"')
_CLAIM = re.compile(r"\b(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|you)\b|\bmy\b.*\b(?:is|are|was)\b|[.!?,]", _I)
_ACTION = re.compile(r"(?<![*\w])\*[^*\n]{1,400}\*(?![*\w])|(?<!\w)_[^_\n]{8,400}_(?!\w)")


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
_STOP = re.compile(rf"[.!?\u2026]+[\"')*]?(?=\s|$|[{_EMOJI}])|\n|[{_EMOJI}]|(?<=\s)[:;]-?[()DPp3](?!\w)")
_ABBREVIATED = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|st|mt|ft|prof|jr|sr|vs|etc|approx|e\.g|i\.e|a\.m|p\.m)|\b[a-hj-z](?:\.[a-z])*)\.$", _I
)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _STOP.finditer(text):
        if stop.group() == "." and _ABBREVIATED.search(text, max(start, stop.end() - 12), stop.end()):
            continue
        if text[start : stop.end()].strip():
            yield start, stop.end()
        start = stop.end()
    if text[start:].strip():
        yield start, len(text)


_OPENERS = re.compile(
    r"(?:(?:hi|hey|hello|well|so|yeah|yea|yep|yup|yes|no|nope|nah|oh|ohh|ah|aw|ok|okay|alright|right|wow|omg|btw|by "
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
    r"indeed|me|both|in fact|speaking of which|ever since)(?:\b| that\b)[\s,:.!\u2014-]*){1,5}",
    _I,
)
_AND = r"(?:and|but|so|because|cause|cuz|bc|since|plus|though|although|while|whereas|also|then|yet|or)"
_SUBJECT = (
    r"(?:i|i'm|im|i've|ive|i'd|i'll|my|we|we're|we've|you|you're|he|he's|she|she's|they|they're|it|it's|its|that's|"
    r"this|there|there's|our|your|(?:his|her|its) name|what|what's|how|how's|who|where|when|why|which|do|does|did|"
    r"is|are|can|any|have you|"
    r"call me|everyone|everybody|people|(?:and |but )?today is|in my (?:free|spare) time|nice to|feeling)"
)
_VERB = (
    r"(?:work|live|like|love|hate|enjoy|play|study|speak|own|just|adopted|passed|moved|started|do not|don't|dont|"
    r"can't stand|am|collect|drive|prefer|got|have (?:a|an|two|three|four))"
)
_TRAILING_DOUBT = r"(?!i (?:think|guess|suppose|believe|hope)\W*$)"
_SPLIT = re.compile(
    rf"\s{{0,2}}(?:[,;:(\u2014\u2013]|--?(?=\s))\s{{0,3}}(?={_TRAILING_DOUBT}(?:{_AND}\s{{1,2}})?{_SUBJECT}\b)"
    rf"|\s{{1,2}}(?={_AND}\s{{1,2}}{_TRAILING_DOUBT}{_SUBJECT}\b)"
    rf"|(?:\s{{0,2}},)?\s{{1,2}}(?=(?:and|but)\s{{1,2}}{_VERB}\b)",
    _I,
)
_CARRIED = re.compile(rf"(?:and|but)\s+(?={_VERB}\b)", _I)
_FIRST_PERSON = re.compile(r"(?:I|we)\b")
_BOUND = re.compile(
    r"\b(?:want|going|have|need|like|love|try|trying|plan|planning|used|hope|hoping|able|will|can|let) to\b|"
    r"\b(?:will|can|let)\b",
    _I,
)


_WITH_ME = re.compile(r"(?:\w+,? )?my [\w-]+(?: [\w-]+)?", _I)
_WE = re.compile(r"\bmy [\w-]+(?: [\w-]+)? and I\b", _I)


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a sentence before each new subject; an opener stays with what it opens."""
    begin = start
    for cut in _SPLIT.finditer(text, start, end):
        before = text[begin : cut.start()].strip()
        if not before or _only_opener(before) or _WITH_ME.fullmatch(before):
            continue
        yield begin, cut.start()
        begin = cut.end()
    yield begin, end


def _only_opener(text: str) -> bool:
    return _OPENERS.fullmatch(text.strip(" .,!:;")) is not None


_ADVERBS = (
    r"really|absolutely|totally|actually|just|also|currently|still|truly|literally|always|usually|often|personally|"
    r"honestly|mostly|mainly|now|recently|finally|officially|genuinely|both|freaking|fucking|definitely|certainly|"
    r"secretly|simply|particularly|especially|kinda sorta|low-?key|happen to|do so|myself|already|deeply|only just|"
    r"too"
)
_OPENED = {
    "i": "I", "i'm": "I am", "im": "I am", "i've": "I have", "ive": "I have", "i'd": "I would", "i'll": "I will",
    "we're": "we are", "we've": "we have", "it's": "it is", "that's": "that is", "name's": "name is",
    "bday's": "bday is", "birthday's": "birthday is", "don't": "do not", "dont": "do not", "can't": "can not",
    "cant": "can not", "cannot": "can not", "didn't": "did not", "didnt": "did not", "haven't": "have not",
    "won't": "will not", "he's": "he is", "she's": "she is", "isn't": "is not", "aren't": "are not",
    "wasn't": "was not", "couldn't": "could not",
    "gonna": "going to", "wanna": "want to", "favourite": "favorite", "fave": "favorite", "fav": "favorite",
    "colour": "color",
}  # fmt: skip
_ADVERB = re.compile(
    rf"\b((?:I|we)(?: am not| am| are| have| do not| can not| did not)?|my|is|it) (?:{_ADVERBS})(?= (?!$))(?! (?:back|"
    rf"about|over|in|me)\b)",
    _I,
)
_NAMES = re.compile(r"\bmy names (?=\w)", _I)
_HAVE_GOT = re.compile(
    r"\b(I|we) have (?:got|gotten)(?= (?:a|an|two|three|four|five|\d)\b)|\bI got a (?=(?:dog|cat|puppy|kitten)\b)", _I
)


def plain(text: str) -> str:
    """The words as patterns read them: contractions opened, adverbs after "I" gone, single spaces."""
    if text.isupper() and len(text.split()) > 2:
        text = text.lower()
    said = " ".join([_OPENED.get(word.lower(), word) for word in text.split()])
    for _ in range(2):
        said = _ADVERB.sub(r"\1", said)
    said = _HAVE_GOT.sub(lambda m: f"{m.group(1) or 'I'} have" if m.group(1) else "I have a ", said)
    return _WE.sub("we", _NAMES.sub("my name is ", said))


_HEDGE = re.compile(
    r"\b(?:might|maybe|perhaps|probably|possibly|presumably|supposedly|apparently|thinking (?:about|of)|would|"
    r"wouldn't|could(?! never)|should|if|wish|wishing|unless|hypothetically|not sure|unsure|no idea|idk|dunno|in "
    r"theory|i may|we may|i guess|i think|i suppose|i doubt|i hope|i believe|i feel like|i'm (?:kind|sort) of|(?:i|i "
    r"am|i have|i'm|im|ive) (?:kind of|sort of|kinda|sorta|almost|nearly)|as if|or something|supposed to|"
    r"pretend(?:ing|ed)?|imagin(?:e|ed|ing)|role-?play(?:ing)?|fictional|my character|in (?:the|my|this|a) (?:game|"
    r"story|dream|novel|movie|book)|last life|another life|be like|someday|said (?:the|my)|says (?:the|my)|sang|"
    r"one day|eventually|said no one|(?:he|she|"
    r"they|people|someone|everyone|mom|dad|wife|husband|brother|sister|friend|boss|doctor|teacher) (?:says?|said|"
    r"thinks?|thought|claims?|claimed|told|tells|believes?|assumes?))\b",
    _I,
)
_CONDITION = re.compile(
    r"\W*(?:(?:so|and|but|well|ok|okay|hey|now)\W+)*(?:if|suppose|supposing|imagine|pretend|let's say|lets say|let's "
    r"pretend|lets pretend|what if|say i|assume|assuming|hypothetically|for example|for instance|once upon|"
    r"whenever|when|unless|act as|"
    r"roleplay|repeat after me|translate|write|rewrite|complete|summari[sz]e|correct|proofread|paraphrase|lyrics|she "
    r"said|he said|they said)\b",
    _I,
)
_WHEN = re.compile(r"\W*(?:(?:so|and|but|well)\W+)*when(?:ever)?\b", _I)
_IRONY = re.compile(
    r"(?<!\S)/s(?!\w)|\byeah,? right\b|\bsure\s?\.{2,}|\boh,? great\b|\bas if\b|\bsaid no one\b|\b(?:what a joy|"
    r"how lovely)\b|\U0001f644|\bnot!$",
    _I,
)
_JOKE = re.compile(
    r"\b(?:just kidding|only kidding|kidding|jk|j/k|just joking|only joking|i'm joking|im joking|lol not really|"
    r"lol no|lol nope|yeah right|i wish|in my dreams|psych|gotcha|april fools?)\b|(?<![a-z'] )\bnot really\b|"
    r"(?<!\S)/[sj](?!\w)|\U0001f644",
    _I,
)
_NOT = re.compile(r"not\W*$", _I)
_ASKING = re.compile(
    r"\W*(?:(?:and|but|so|or)\W+)?(?:what|what's|whats|how|how's|who|where|when|why|which|any|"
    r"(?:do|does|did|have|are|can|could|would|will|should|were|is)n?'?t? (?!i\b|we\b|it$|that$))",
    _I,
)
_ASKS = re.compile(
    r"\W*(?:and |but |so )?(?:do|does|did|am|are|is|was|were|can|could|would|will|should|shall|have|has|what|who|"
    r"where|when|why|how|which)\b",
    _I,
)


def _asserted(text: str, start: int, end: int, *, has_mark: bool) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence that are no question: before "?", only those ahead of a clause that asks."""
    parts = list(_clauses(text, start, end))
    if has_mark:
        asking = next((at for at, (a, b) in enumerate(parts) if at and _ASKING.match(text, a, b)), None)
        if asking is None or _ASKS.match(text, start, end):
            return
        parts = parts[:asking]
    yield from parts


def clauses(text: str) -> Iterator[Clause]:
    """The clauses in which the person asserts something of their own, in order.

    Questions, hedges, conditions, irony, jokes, quotations and what others said are left out.
    """
    own = _unquoted(own_words(text).translate(_STRAIGHT))
    spans = _merged(own, list(_sentences(own)))
    for at, (start, end) in enumerate(spans):
        following = own[slice(*spans[at + 1])].strip() if at + 1 < len(spans) else ""
        if _turned_away(own[start:end]) or (
            (_JOKE.search(following[:40]) or _NOT.match(following)) and len(following.split()) <= 6
        ):
            continue
        yield from _read(own, start, end)


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


def _turned_away(sentence: str) -> bool:
    if _IRONY.search(sentence) or _JOKE.search(sentence):
        return True
    return bool(_CONDITION.match(sentence)) and not _WHEN.match(sentence)


OF_ONESELF = re.compile(
    r"\b(?:i|i'm|im|i've|ive|my|we|we're|we've|our|he/|she/|they/|called|name is|feeling|favou?rite|fave?|calls? "
    r"me|it'?s|it is|that's|make)\b",
    _I,
)
"""What every clause that a rule could learn from holds: the cheap look before any work."""

LONGEST = 400
"""A clause is read up to this many characters: nobody states a fact in more."""


def _read(text: str, start: int, end: int) -> Iterator[Clause]:
    has_mark = "?" in text[max(start, end - 6) : end]
    carried = ""
    for begin, stop in _asserted(text, start, end, has_mark=has_mark):
        whole = text[begin:stop].strip()
        begins_at = begin + len(text[begin:stop]) - len(text[begin:stop].lstrip())
        said = whole[:LONGEST]
        if not OF_ONESELF.search(said) and not carried:
            continue
        opened = plain(said).rstrip(" .!")
        bare = plain(_OPENERS.sub("", said, count=1) if _OPENERS.match(said) else said)
        if carried and (match := _CARRIED.match(said)):
            bare = plain(f"{carried} {said[match.end() :]}")
        elif first := _FIRST_PERSON.match(bare):
            carried = "" if _BOUND.search(bare) else first.group()
        else:
            carried = ""
        if bare and not _HEDGE.search(said) and not _WHEN.match(said):
            yield Clause(start=begins_at, end=begins_at + len(whole), opened=opened, plain=bare.rstrip(" .!"))
