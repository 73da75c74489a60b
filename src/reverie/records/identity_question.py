"""Is it you? The question whether somebody new is somebody known, as a value, and how people answer it.

A name that is like a known one makes nobody new and leads to nobody by guessing: whoever gave it is asked about one
candidate after another. The rules read what people answer in English; what is no answer leaves the question open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from reverie.records.users import folded
from reverie.text.patterns import lazy_pattern

LONGEST = 300
"""Characters that an answer has at most; more is something else."""

WORDS = 12
"""Words of a clause that may be an answer: in more of them the patterns would look for too long."""

ASKED = 2
"""How often the question is asked before it waits in silence."""


Asks = Literal["never", "vouched", "household"]
"""Whether somebody whose name is like a known one is asked, and whether their own yes is enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Somebody known who may be meant, with the likeness of the names, 0 to 1."""

    id: str
    name: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """It became clear who somebody is: ``new``, or known already. What links a face to a person listens for this."""

    name: str
    user_id: str
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """Who may be meant by a name, the likest first; ``position`` is whom the question is about.

    ``asked`` counts how often it was asked. Where somebody else has to vouch (``vouched``) the question names nobody,
    and ``claimed`` is the id of the one they said they are.
    """

    given_name: str
    candidates: tuple[Known, ...]
    position: int = 0
    asked: int = 0
    vouched: bool = False
    claimed: str | None = None

    @property
    def candidate(self) -> Known:
        """Whom the question is about."""
        return self.candidates[self.position]

    @property
    def question(self) -> str:
        """What to ask, as the companion would."""
        if self.vouched:
            return "I know somebody by a name like yours. Have we met before?"
        if self.position == 0:
            return f"I know somebody called {self.candidate.name}. Is that you?"
        return f"Then are you {self.candidate.name}?"

    @property
    def following(self) -> Confirmation | None:
        """The question about the next candidate; None where all have been asked about."""
        last = self.vouched or self.position + 1 >= len(self.candidates)
        return None if last else replace(self, position=self.position + 1, asked=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """They are this one."""

    candidate: Known


@dataclass(frozen=True, slots=True, kw_only=True)
class Next:
    """They are not the one who was asked about, and may be another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranger:
    """They are none of those, and are called ``name``."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """It was no answer."""


Answer = Accept | Next | Stranger | Unclear

_POLITE = """
    please|thanks|thank you|thx|sorry|hi|hello|hey|oh|ah|um+|uh+|hm+|well|haha+|lol|actually|of course|i am afraid|
    i think|i guess|i believe|mate|(?:my )?dear|darling|honey|
    there|again|just|so|indeed|nice to see you|good to see you|really|honestly|
    nice to meet you
"""
_YES = """
    y|ye+s+|ye[ahp]+s?|yup+|yas+|ya|aye|ja|si|sure|sure thing|correct|right|exactly|indeed|absolutely|definitely|
    certainly|totally|true|affirmative|uh huh|mm?hm+|ok|okay|of course|you got (?:it|me)|
    (?:it|that|this) is (?:me|right|correct|true)|(?:that|it) would be me|it is|i am|i am indeed|that one|this one|me|
    (?:the|that) same(?: one)?|the one and only|one and the same|speaking|guilty|in the flesh|you know me|
    you (?:do )?remember(?:ed)?(?: me)?|we (?:have )?(?:met|spoken|talked)(?: before| already)?|
    i am (?:he|him|she|her|that (?:one|person))
"""
_NO = """
    n|no+|nope+|nah+|na|naw|not|nay|wrong|incorrect|negative|not (?:me|that one|him|her|them|the one|exactly|quite)|
    (?:that|it|this) is not(?: (?:me|right|correct|true))?|i am not(?: (?:him|her|them|that one))?|
    wrong (?:one|person|guy)|you have (?:got )?the wrong (?:one|person|guy)|
    (?:i am |it is )?(?:the |an)?(?:other|next)(?: one| person| guy| woman| man)?|i am the second(?: one)?
"""
_NOBODY = """
    neither(?: one)?(?: of (?:them|these|those|the two))?|none(?: of (?:them|these|those|the above|the two))?|
    nobody|no one|not (?:any|one|either) of (?:them|these|those)|
    (?:we |i |you )?(?:have )?never (?:met|seen|spoken|talked|been here|heard of)
        (?:(?: to| with)? (?:you|me|him|her|them)| each other| before| yet| a \\w+)*|
    (?:you|i) do not know (?:me|you|him|her|them|each other)(?: yet)?|
    we have not (?:met|spoken|talked)(?: before| yet)?|
    we do not know each other(?: yet)?|(?:i am )?new(?: here)?|(?:this|it) is (?:my|the|our) first time(?: here)?|
    (?:my )?first time(?: here)?|(?:i am |it is )?(?:somebody|someone) (?:else|new|different)|
    (?:i am )?a? ?(?:different|new|another) (?:person|one|user)|(?:i am )?a stranger|we are strangers
"""


def _phrases(*lists: str) -> str:
    """One pattern for any of the phrases of these lists."""
    return "|".join("".join(map(str.strip, one.splitlines())) for one in lists)


def _answer(*lists: str) -> re.Pattern[str]:
    """A clause of these phrases alone, with polite words around them."""
    return lazy_pattern(rf"(?:(?:{_phrases(_POLITE)}) )*(?:{_phrases(*lists)})(?: (?:{_phrases(*lists, _POLITE)}))*")


_YES_ALONE, _NO_ALONE, _NOBODY_ALONE = _answer(_YES), _answer(_NO), _answer(_NOBODY)
_POLITE_ALONE = lazy_pattern(rf"(?:{_phrases(_POLITE)})(?: (?:{_phrases(_POLITE)}))*")

_GREETING = lazy_pattern(
    r"(?:(?:and|so|but) )?(?:how (?:are|is|have|about) \w+(?: (?:today|doing|been))*|what is up|it has been a while|"
    r"(?:good|long) \w+(?: no see)?)"
)
_ABOUT_ME = lazy_pattern(r"\b(?:(?:it|that|this) is me|that would be me|we (?:have )?met|remember(?:ed)? me)\b")

_CALLED = _phrases("""
    (?:my|the) (?:full |real |first )?name is|name is|i am called|(?:people |they )?call me|i go by|(?:it|this) is|i am
""")
_NAME = lazy_pattern(rf"\b(?:{_CALLED}) (?P<name>[^,.!?;:()]+)", re.IGNORECASE)
_AFTER_A_NAME = lazy_pattern(
    r"\s(?:and|but|from|by the way|btw|not|actually|thanks|please|again|here|though)\b", re.IGNORECASE
)
_NOT_IN_A_NAME = frozenset(
    """me a an the not no so very really just fine good well ok okay happy sad tired here back new sure sorry afraid
    glad right wrong from in at on still also him her them it that this one other another else somebody someone
    nobody called going doing looking trying asking wondering hungry busy your you my what who how great late early
    ready""".split()
)
_SPELT_OUT = {
    "i'm": "i am", "im": "i am", "it's": "it is", "its": "it is", "that's": "that is", "thats": "that is",
    "don't": "do not", "dont": "do not", "isn't": "is not", "isnt": "is not", "we've": "we have", "weve": "we have",
    "haven't": "have not", "havent": "have not", "i've": "i have", "ive": "i have", "you've": "you have",
    "youve": "you have", "you're": "you are", "we're": "we are", "name's": "name is", "names": "name is",
    "nevr": "never", "nver": "never", "noone": "no one", "neather": "neither", "niether": "neither", "yess": "yes",
    "they're": "they are",
}  # fmt: skip


def answered(confirmation: Confirmation, text: str) -> Answer:
    """Read what somebody said to the question.

    A name comes first: one of the candidates is accepted, somebody else is a stranger. Then a clause that is nothing
    but an answer, the first that is: "Yes! How are you?" is one, "no way, did you see the game?" is none.
    """
    if len(text) > LONGEST:
        return Unclear()
    words = spelt_out(text)
    clauses = [said for part in re.split(r"[,.!?;:()…]+|\s[-–—]+\s", words) if (said := plain(part))]
    named = _named(confirmation, words)
    if named is not None:
        return named
    spoken = [clause for clause in clauses if _is(_YES_ALONE, clause) or not _is(_POLITE_ALONE, clause)]
    if any(_is(_NOBODY_ALONE, clause) for clause in spoken[:2]):
        return Stranger(name=confirmation.given_name)
    if spoken and _is(_NO_ALONE, spoken[0]):
        return Next()
    if spoken and (_is(_YES_ALONE, spoken[0]) or _mistyped(spoken[0])) and _about_them(clauses, words):
        return Accept(candidate=confirmation.candidate)
    return Unclear()


def _about_them(clauses: Sequence[str], words: str) -> bool:
    """Whether a yes says who they are ("that's me"), or is all that is said but for a greeting.

    "Yes, put on some jazz" and "right, my day was awful" may answer something else; "yes?" asks back.
    """
    if any(_is(_YES_ALONE, clause) and _ABOUT_ME.search(clause) for clause in clauses[:2]):
        return True
    rest = [clause for clause in clauses[1:] if clause]
    alone = (_YES_ALONE, _POLITE_ALONE, _GREETING)
    return "yes?" not in words.casefold() and all(any(_is(one, clause) for one in alone) for clause in rest)


def _is(pattern: re.Pattern[str], clause: str) -> bool:
    return clause.count(" ") < WORDS and pattern.fullmatch(clause) is not None


def _opened(word: str) -> str:
    """A word with its contraction opened and what is often mistyped put right."""
    bare = word.strip(",.!?;:()…")
    opened = _SPELT_OUT.get(bare.casefold())
    return word if opened is None else word.replace(bare, opened)


def spelt_out(text: str) -> str:
    """An answer with its contractions opened and what is often mistyped put right."""
    return " ".join(_opened(word) for word in text.replace("\u2019", "'").split())


def says_yes(clause: str) -> bool:
    """Whether a plain clause is nothing but a yes."""
    return _is(_YES_ALONE, clause) or _mistyped(clause)


def says_no(clause: str) -> bool:
    """Whether a plain clause is nothing but a no."""
    return _is(_NO_ALONE, clause)


def is_polite(clause: str) -> bool:
    """Whether a plain clause is nothing but courtesy."""
    return _is(_POLITE_ALONE, clause)


def plain(part: str) -> str:
    """Words as they are compared: folded, without marks."""
    return " ".join(re.sub(r"[^\w ]", " ", folded(part)).split())


def _mistyped(said: str) -> bool:
    """Whether it is a "yes" typed in a hurry: its letters in another order, or one of them beside its key."""
    if sorted(said) == sorted("yes"):
        return True
    return len(said) == 3 and said != "yet" and sum(a != b for a, b in zip(said, "yes", strict=True)) == 1


def _named(confirmation: Confirmation, words: str) -> Answer | None:
    """Whom they name: a candidate, or somebody else; None where they name nobody."""
    said = plain(words)
    about = plain(confirmation.candidate.name)
    if about and re.search(rf"\bnot (?:{re.escape(about)}|{re.escape(about.split()[0])})\b", said):
        return _meant(confirmation, _name_after(words)) or Next()
    alone = [c for c in confirmation.candidates if said in (plain(c.name), f"yes {plain(c.name)}")]
    return Accept(candidate=alone[0]) if alone else _meant(confirmation, _name_after(words))


def _name_after(words: str) -> str | None:
    """The name that stands after "I am" or its like, as it is written; the last one counts."""
    for found in reversed(list(_NAME.finditer(words))):
        parts = _AFTER_A_NAME.split(found["name"].strip())[0].split()
        if 0 < len(parts) <= 5 and _NOT_IN_A_NAME.isdisjoint(word.casefold() for word in parts):
            return " ".join(parts)
    return None


def _meant(confirmation: Confirmation, name: str | None) -> Answer | None:
    """Who is meant by a name: a candidate, also by the first name alone, or somebody else, who writes it large."""
    if name is None:
        return None
    said = folded(name)
    named = [c for c in confirmation.candidates if folded(c.name) == said]
    if said == folded(confirmation.given_name) and not named:
        return None  # the name they gave before decides nothing: the rest of the answer may
    named = named or [c for c in confirmation.candidates if folded(c.name).split()[0] == said]
    if len(named) == 1:
        return Accept(candidate=named[0])
    large = all(word[:1].isupper() for word in name.split())
    return Stranger(name=name) if large and not named else None
