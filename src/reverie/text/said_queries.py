"""Words that ask for words: "what did I say about my knee?" asks for the knee.

What frames a question like that stands in nothing that answers it, and in much that doesn't ("The vet says …"). It is
cut off before anything is looked for; what is left is looked for as it is.
"""

from __future__ import annotations

import re

from reverie.text.patterns import lazy_pattern

_OPENING = lazy_pattern(
    r"\W*(?:(?:hey|hi|hello|ok|okay|so|and|well|um+|uh+|oh|pls|plz|please|sorry|wait|listen|also|but|now|then|luv|love|dear)"
    r"\b[\s,.!…-]*)+",
    re.IGNORECASE,
)
_ASKING = r"(?:whom|whose|who|what|wat|wot|which|when|wen|where|why|how)"
QUESTION_WORD = rf"{_ASKING}(?:['’]?(?:s|re|d))?"
"""A word with which a question begins, as people write it too ("wots", "wheres")."""

_WHO = r"(?:i|we|you|u|ya)"
_PASSING = (
    r"(?:\s+(?:ever|just|already|once|also|actually|last|first|originally|previously|earlier|recently|even|exactly|"
    r"really|again|always|still|have|had|been|not))*"
)
_SAY = (
    r"(?:say(?:ing)?|said|tell(?:ing)?|told|talk(?:ed|ing)?|sp[eo]ake?|spoken|wr[io]te|written|think|thought|ask(?:ed)?|"
    r"chat(?:ted)?)"
)
_NAME = r"(?:mention(?:ed)?|discuss(?:ed)?|describe[d]?|bring up|brought up)"
_TO = (
    r"(?:\s+(?:(?:to|with)\s+)?(?:you|u|ya|me|us))?(?:\s+(?:anything|something|everything|all|sth|lots|before|earlier|"
    r"recently|yesterday|today|last\s+(?:week|month|time|night|year)|the\s+other\s+day|on\s+\w+day))*"
)
_OF = r"\s+(?:about|abt|bout|of|on|regarding|concerning)"
_SAID = rf"(?:{_SAY}{_PASSING}{_TO}{_OF}|{_NAME}{_PASSING}(?:\s+to\s+(?:you|me))?(?:{_OF})?)"
_SAYING = rf"{_WHO}(?:['’](?:d|ve))?{_PASSING}\s+{_SAID}"
_AUX = r"(?:did|had|have|do|does|was|were|haven['’]?t|didn['’]?t)"
_WHAT = (
    r"(?:(?:what|whats|wat|wht|when|where|how(?:\s+(?:often|many\s+times|much))?|whatever|everything|anything|all|"
    r"something|the\s+things?|stuff)(?:['’]s|['’]?d)?(?:\s+(?:all|else|exactly|was\s+it|is\s+it|things|stuff|that|"
    r"which))*)"
)


def _frame(*forms: str) -> re.Pattern[str]:
    return lazy_pattern(rf"\W*(?:{'|'.join(forms)})\b[\s,:]*", re.IGNORECASE)


_FRAME = _frame(
    # what did I say about …, what I told you about …, when did I last mention …; did I ever talk about …
    rf"{_WHAT}\s+(?:{_AUX}\s+)?{_SAYING}|{_AUX}\s+{_SAYING}",
    # do you remember when …, do you know anything about …, what do you know about …
    r"(?:(?:what|whats|wat|anything|everything|all)\s+)?(?:(?:do|did|don['’]?t|can|will)\s+)?(?:you|u|ya)"
    r"(?:\s+(?:still|even|also|not|happen\s+to))*\s+(?:"
    rf"(?:remember|recall|rmbr)(?:\s+(?:anything|something|everything|all))?(?:{_OF}|\s+(?:when|what|that\s+time|the\s+time"
    rf"|how|if|whether))?|know(?:\s+(?:anything|something|everything|all))?{_OF})",
    # my thoughts on …
    r"(?:(?:what|whats|what['’]s)\s+)?(?:(?:are|were|is|was)\s+)?(?:all\s+)?my\s+(?:words|thoughts?|opinions?|views?|"
    rf"feelings?|questions?){_OF}",
    r"remember\s+(?:when|that\s+time|the\s+time|what|how)",
    # tell me what …, can you remind me of …
    r"(?:(?:can|could|would|will)\s+(?:you|u)\s+)?(?:please\s+|pls\s+)?(?:tell|remind)\s+me(?:\s+again)?(?:\s+please)?"
    rf"(?:\s+(?:everything|anything|all|something))?(?:{_OF}|\s+(?:what|when|how|whether|if|that))",
    r"(?:let['’]?s|can\s+we|could\s+we|i\s+(?:want|wanted|['’]?d\s+like)\s+to|i\s+wanna)\s+(?:talk|speak|chat)"
    rf"(?:\s+(?:more|again))?{_OF}",
)
_INSIDE = _frame(_SAYING)
"""What may stand behind a frame: "tell me what | I told you about". By itself it tells something."""

_POINTING = frozenset("me my myself i you your it its that this them they him his her she he us we one".split())
_DEEPEST = 3


def without_asking(text: str) -> str:
    """A question without the words that ask for words; as it is where nothing else is in it.

    >>> without_asking("What did I say about my knee?"), without_asking("hey do you remember what i told u abt emma")
    ('my knee?', 'emma')
    >>> without_asking("What do you know about me?"), without_asking("What did I say to my boss?")
    ('What do you know about me?', 'What did I say to my boss?')
    """
    left = text
    for depth in range(_DEEPEST):
        opening = _OPENING.match(left)
        begun = left[opening.end() :] if opening else left
        frame = _FRAME.match(begun) or (_INSIDE.match(begun) if depth else None)
        if frame is None or not _tells(begun[frame.end() :]):
            break
        left = begun[frame.end() :]
    return left


def _tells(text: str) -> bool:
    """Whether a text names anything."""
    return any(word not in _POINTING for word in re.findall(r"\w+", text.casefold()))


_VERB = (
    r"(?:(?:is|are|was|were|do|does|did|have|has|had|could|would|should)(?:n['’]?t)?|am|can(?:['’]?t)?|will|won['’]?t|"
    r"may|might)"
)
_ABOUT = r"(?:i|you|u|ya|we|he|she|it|they|my|our|ma|your|his|her|their|this|that|there)"
_TELLING = r"(?:have|had|do|did)\s+(?:my|our|ma|your|his|her|their|this|that|it|there)\b"
"""How somebody tells who leaves themselves out ("had my scan today"): with a mark behind it, it asks."""

_DOES = r"(?:still|ever|even|know|like|love|hate|live|work|have|want|need|eat|drink|take|play|speak|own|mind)"
_NAMED = (
    r"(?!(?:not|now|just|also|still|only|never|always|on|at|in|off|back|the|a|an|so|all|very|much|no|be|been|being|"
    r"\w+ing)\b)\w+"
)
"""Somebody by name, in what leaves nobody out: "is now working" and "are getting married" tell of who speaks."""

_SO = (
    r"(?:still|getting|coming|going|moving|back|ok|okay|home|here|there|married|alive|dead|gone|better|well|allowed|free|"
    r"ready|working|happy)"
)
_QUESTION = lazy_pattern(
    r"\W*(?:(?:so|and|but|ok|okay|well|hey|hi|remind me|tell me|do you (?:know|remember|recall)),?\s+)*"
    rf"(?:(?:(?:to|in|on|at|with|for|of|from) )?{_ASKING}"
    rf"(?:['’]?(?:s|re)|\s+(?!{_ABOUT}\b)(?:\w+\s+){{0,3}}?{_VERB})\b|(?!{_TELLING}[^?]*$){_VERB}\s+{_ABOUT}\b"
    rf"|(?:does|did|do)\s+(?:my\s+|the\s+)?\w+\s+{_DOES}\b"
    rf"|(?:is|are|was|were|will)\s+(?:the\s+)?{_NAMED}\s+{_SO}\b)",
    re.IGNORECASE,
)
_MARKED = lazy_pattern(
    rf"\W*(?:(?:so|and|but|ok|okay|well|hey|hi),?\s+)*(?:{_VERB}|how|where|when|who|whose|which|why|what|wot)\s.*\?\W*",
    re.IGNORECASE | re.DOTALL,
)
"""With a mark any verb asks, and any such word: "is bruno ok?", "where my brother live?"; without, it may go on."""

_LONGEST_QUESTION = 16
"""Words of a question that tells nothing beside."""


def asks_outright(text: str) -> bool:
    """Whether words are one question by their form, with a mark behind it or none; a fragment of an answer is none.

    >>> asks_outright("where does my uncle live?"), asks_outright("whats my age"), asks_outright("am i still in?")
    (True, True, True)
    >>> asks_outright("does Piet still live next door"), asks_outright("does nights at the home")
    (True, False)
    >>> asks_outright("is bruno ok?"), asks_outright("is on night shifts"), asks_outright("has he? he is 34")
    (True, False, False)
    >>> asks_outright("how old my son?"), asks_outright("where my brother live?"), asks_outright("how they loved him")
    (True, True, False)
    >>> asks_outright("is Patel getting married"), asks_outright("is now working nights"), asks_outright("is on well")
    (True, False, False)
    >>> asks_outright("wot cant i eat again"), asks_outright("cant eat fish"), asks_outright("isnt for me, milk")
    (True, False, False)
    >>> asks_outright("Am alto in the choir"), asks_outright("what i want is a dog"), asks_outright("can swim. do you?")
    (False, False, False)
    >>> asks_outright("had my scan today"), asks_outright("did it!"), asks_outright("did my mum call?")
    (False, False, True)
    """
    said = text.strip()
    alone = not re.search(r"[.!?\n]\s*\S", said)
    asks = _QUESTION.match(said) or _MARKED.fullmatch(said)
    return alone and len(said.split()) <= _LONGEST_QUESTION and asks is not None
