"""What a message is for, by rule: a greeting, something told of oneself, a question, the end, or going on.

The one idea: what is said last and what is said besides courtesy decides. A farewell ends; a greeting counts only when
nothing else is there; a question asks unless more of the message tells something.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from enum import StrEnum

from reverie.learning.rules import extract
from reverie.store.search.ranking import is_question, question_share
from reverie.text.farewells import farewell
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import sentences


class Intent(StrEnum):
    """What a message is for."""

    GREETING = "greeting"
    TELLING = "telling"
    ASKING = "asking"
    ENDING = "ending"
    GOING_ON = "going_on"


READ = 4_000
"""Characters of a message that are read."""

_TO_WHOM = r"(?:,? (?:there|again|everyone|everybody|all|you|friend|my friend|dear|love|(?-i:[A-Z]\w{1,20})))?"
_HELLO = lazy_pattern(
    r"\s*(?:h(?:i+|ello|ullo|ey+|owdy|iya|eya)|yo|greetings|(?:good|g['’]) ?(?:morning|afternoon|evening|day)|morning|"
    r"welcome back|i['’]?m (?:back|here|home)(?: again)?|(?:it['’]s )?me again|hola|bonjour|salut|ciao|hallo|namaste)"
    rf"{_TO_WHOM}\b(?=\s*(?:[^\w\s'’]|$)|\s+(?:how|what['’]?s|nice|it['’]?s me|long time)\b)[^\w]*",
    re.IGNORECASE,
)
_COURTESY = lazy_pattern(
    r"(?:(?:so,? )?how(?:['’]s| is| are|['’]re|s) (?:it going|you(?: doing| feeling)?|things|life|everything|your "
    r"(?:day|evening|morning|night|week)(?: going| been| so far)?)(?: (?:today|tonight|this morning|these days))?|"
    r"how have you been|how do you do|what['’]?s (?:up|new|going on)|long time no (?:see|speak|talk)|"
    r"nice to (?:see|meet|hear from) you(?: again)?|it['’]?s me(?: again)?|hope you(?:['’]re| are) (?:well|fine|ok))"
    rf"{_TO_WHOM}[^\w]*",
    re.IGNORECASE,
)
_OF_ONESELF = lazy_pattern(
    r"\b(?:i|i['’](?:m|ve|d|ll)|im|ive|my|mine|me|we|we['’](?:re|ve|ll)|our|us)\b", re.IGNORECASE
)
_ANSWERS = lazy_pattern(
    r"\W*(?:(?:yes|yeah|yep|no|nope|ok|okay|oh|well|so|and|but|ah|hm+|haha|sure|right|exactly|true)\W+)*(?:"
    r"i (?:see|know|agree|disagree|understand|guess|mean|think|suppose|believe|bet|hope|don['’]?t (?:know|think|mind|"
    r"care|understand|get it)|do|don['’]?t|will|won['’]?t|would|can|can['’]?t|did|didn['’]?t|am|get it|love (?:it|that|"
    r"this)|like (?:it|that|this)|hear you|wonder)(?:\s*$|\s*[.!,…]|\s+(?:so|that|you|it|too|what|how|why|if)\b)|"
    r"(?:tell|show|give|let|help|excuse|remind|teach|believe|trust|send|read|wake) (?:me|us)\b|let['’]?s\b|"
    r"(?:can|could|would|will|do|did|are|is) you\b)",
    re.IGNORECASE,
)
_FEWEST_WORDS = 4
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)  # whether something is told is the same on every day


def intent(text: str) -> Intent:
    """What a message is for.

    >>> intent("Hi Luna, how are you?"), intent("Hi! I got a dog."), intent("Good night!")
    (<Intent.GREETING: 'greeting'>, <Intent.TELLING: 'telling'>, <Intent.ENDING: 'ending'>)
    """
    if farewell(text):
        return Intent.ENDING
    rest = _without_greeting(text[:READ])
    if not rest.strip(" \t\n.!?,…"):
        return Intent.GREETING if rest != text[:READ] else Intent.GOING_ON
    if is_question(rest):
        share = question_share(rest)
        return Intent.TELLING if 0 < share < 0.5 and _tells(rest) else Intent.ASKING
    return Intent.TELLING if _tells(rest) else Intent.GOING_ON


def _without_greeting(text: str) -> str:
    """A message without the greetings and courtesy that it begins with."""
    found = _HELLO.match(text)
    if found is None:
        return text
    rest = text[found.end() :]
    while courtesy := _COURTESY.match(rest) or _HELLO.match(rest):
        rest = rest[courtesy.end() :]
    return rest


def _tells(text: str) -> bool:
    """Whether a sentence of it tells something about who speaks."""
    told = [text[s:e] for s, e in sentences(text) if not text[s:e].rstrip(" \"'”’)").endswith(("?", "？"))]
    for sentence in told:
        long_enough = len(sentence.split()) >= _FEWEST_WORDS
        if long_enough and _OF_ONESELF.search(sentence) and not _ANSWERS.match(sentence):
            return True
    return bool(extract(" ".join(told), sent_at=_ANY_DAY))
