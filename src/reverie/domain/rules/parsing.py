"""Finding the clauses of a sentence, and in each its subject, its auxiliaries and its verb, without a tagger.

A clause begins with a pronoun, with "my" and a word for somebody close, or goes on with a verb after "and"; adverbs and
auxiliaries are closed classes; the first word that is neither is the verb. The reading is shallow and knows it: what
does not come apart this way is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from reverie.domain.rules.verbs import PROJECTS, forms
from reverie.domain.rules.words import KIN, PARTNERS, SPECIES

_I = re.IGNORECASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a sentence that holds one clause: its words, where they stand, and the word that joins it on."""

    start: int
    end: int
    words: str
    joined: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A clause: who it is about, its verb, what stands before the verb (``marks``) and after it (``rest``).

    ``subject`` is "I" or somebody close ("wife", "cat"). ``begun`` is the subject with its auxiliaries: what a second
    verb goes on with ("I have been stung by a jellyfish, bitten by a monkey").
    """

    subject: str
    begun: str
    marks: frozenset[str]
    verb: str
    rest: str


ASIDE = frozenset("when whenever if unless which where before after until till".split())
"""Words that open a clause which asserts nothing by itself."""

_BOUNDARY = re.compile(
    r"\s*[,;:(\u2014\u2013]\s*(?:(?:and|but|so|or|plus|yet|then)\b\s*)*|\s-+\s+(?:(?:and|but|so)\s+)?|"
    r"\s+who\s+(?=[a-z]+s\b|have\b|moved\b|came\b)|"
    r"\s+(?:and|but|so|or|because|becuase|cause|cuz|bc|since|while|although|though|when|whenever|which|if|until|till|"
    r"before|after|where|unless)\s+(?:then\s+|so\s+)?",
    _I,
)
_SUBJECT = re.compile(
    r"(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|you|you're|he|he's|she|she's|they|they're|it|it's|that|that's|"
    r"this|there|there's|my|our|your|his|her|their|its|everyone|everybody|nobody|people|who|what|how|why|"
    r"here in (?=[A-Z])|(?:now|these days|nowadays|so far|currently|by day|by night|lately|sometimes|"
    r"usually),? (?:i|i'm|im|we))\b",
    _I,
)
_ADVERBS = frozenset(
    "also just still always usually often sometimes mostly mainly only even both all really actually already recently "
    "finally currently now then ever once probably basically pretty kinda literally simply proudly happily regularly "
    "normally typically generally occasionally rarely seldom hardly barely totally honestly technically together "
    "either too newly half quite legit basicly freaking merely nearly almost definitely gladly".split()
)
_BE = frozenset("am is are was were be been being".split())
_FINITE = frozenset("am is are was were has can will would could should might may must".split())
"""What no verb stands before: "work can be stressful" is about work."""

_MODALS = frozenset("will would could should might may must shall can ought need dare used".split())


def pieces(start: int, sentence: str) -> list[Piece]:
    """Cut a sentence where a clause begins: before a subject, or before a verb that goes on with the last one."""
    cuts = [(0, 0, "")]
    for found in _BOUNDARY.finditer(sentence):
        joined = found.group().strip(" ,;:(-\u2014\u2013").lower().partition(" ")[0]
        after = sentence[found.end() : found.end() + 40].lstrip()
        listed = found.group().lstrip().startswith(",")
        begins = joined in ASIDE or _SUBJECT.match(after) or _verb_first(after, listed=listed)
        if begins and sentence[: found.start()].strip():
            cuts.append((found.start(), found.end(), joined))
    found_pieces = []
    for at, (_, begin, joined) in enumerate(cuts):
        words = sentence[begin : cuts[at + 1][0] if at + 1 < len(cuts) else len(sentence)]
        if words.strip():
            left = start + begin + len(words) - len(words.lstrip())
            found_pieces.append(Piece(start=left, end=left + len(words.strip()), words=words.strip(), joined=joined))
    return found_pieces


def _verb_first(after: str, *, listed: bool) -> bool:
    """Whether words begin with a verb that could go on with the clause before them."""
    for word in after.lower().split(None, 3)[:3]:
        form = forms().get(word.rstrip(".,!;:"))
        if form is not None and word != "like":
            finite = form.past or form.present or form.participle or form.third
            return finite or (listed and form.lemma in _BEGUN_ING)
        if word in {"have", "had", "was", "am", "been"}:
            return True
        if word not in _ADVERBS:
            return False
    return False


_BEGUN_ING = PROJECTS | {"live", "work", "graduate", "turn"}
"""Verbs whose "-ing" begins a statement without "I am": "living in Reno now", "graduating in May"."""

_BEGUN_ALONE = frozenset("live work graduate turn study save".split())

_CHILDREN = frozenset("son daughter child stepson stepdaughter stepchild twin baby".split())
CLOSE = {
    **{word: word for word in PARTNERS},
    **{word: word for word, kind in KIN.items() if kind in _CHILDREN},
    **{word: word for word in SPECIES},
}
"""Who shares a person's house and life, and is told of with them: partner, children, pets."""

_NO_KIN = frozenset("friend boss roommate colleague neighbor therapist teacher coach mentor tutor professor".split())
TOLD_OF = {
    **{word: kind for word, kind in KIN.items() if kind not in _NO_KIN | _CHILDREN and " " not in word},
    **CLOSE,
}
"""Everybody of the family, also outside the house, to the word that their slots begin with."""

_EVERYONE = {**KIN, **CLOSE}
_SHES = frozenset(
    "wife girlfriend fiancée fiancee mother grandmother sister half-sister stepsister daughter stepdaughter "
    "granddaughter aunt niece stepmother goddaughter godmother mother-in-law sister-in-law ex-wife".split()
)
_HES = frozenset(
    "husband boyfriend father grandfather brother half-brother stepbrother son stepson grandson uncle nephew "
    "stepfather godson godfather father-in-law brother-in-law ex-husband".split()
)
_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
_CLOSE_ONE = re.compile(
    r"(?:my|our) (?P<words>(?:[\w-]+ ){0,3}?)(?P<who>[a-z-]+)(?P<is>'s(?= (?:from|an?|\d+|allergic|in)\b))?"
    r"(?:,? (?P<named>(?-i:[A-Z])[\w-]+),?|, (?P<named1>\w+),| (?P<named2>\w+)(?= (?:is|was|has)\b))? (?P<rest>.+)",
    _I,
)


def close_one(words: str) -> str:
    """The last relative, friend or pet that words name; empty where there is none, or none of the family."""
    lowered = words.lower()
    if not any(mark in lowered for mark in ("my ", "our ", "have a", "'ve a", "got a")):
        return ""
    listed = _WORD.findall(lowered)
    for at in range(len(listed) - 1, 0, -1):
        who = listed[at].removesuffix("'s")
        before = frozenset(listed[max(0, at - 3) : at])
        if who in _EVERYONE and not before.isdisjoint({"my", "our"} if who in SPECIES else _OF_MINE):
            return TOLD_OF.get(who, "")
    return ""


_OF_MINE = frozenset({"my", "our", "have", "got"})


def runtime(pronoun: str, who: str) -> bool:
    """Whether "he" or "she" can be somebody."""
    return bool(who) and who not in (_SHES if pronoun == "he" else _HES)


def clause(said: str, *, carried: Said | None, joined: str, bare: bool, spoken_of: str) -> Said | None:
    """Find subject, auxiliaries and verb at the beginning of plain words; None where they are nobody's of interest.

    ``carried`` is the clause that words without a subject go on with, ``bare`` allows none at all ("grew up in
    Cork"), ``spoken_of`` is who "he" or "she" is.
    """
    subject, words = _subject(said, spoken_of)
    if not subject and carried is not None and words[:1] == ["been"]:
        subject, words = carried.subject, ["have", *words]
    elif not subject and carried is not None and not _SUBJECT.match(said) and (joined or _agree(carried, said)):
        subject, words = carried.subject, [*carried.begun.split(), *words]
    if not subject and bare and words:
        subject, words = "I", _left_out(words)
    marks: list[str] = [] if subject == "I" else ["third"]
    begun: list[str] = []
    for at, word in enumerate(words if subject else []):
        mark = _mark(words, at)
        if mark is None:
            lowered = word.lower().strip(",.!;:()")
            is_being = lowered in _BE
            if not is_being and words[at + 1 : at + 2] and words[at + 1].lower() in _FINITE:
                return None
            return Said(
                subject=subject,
                begun=" ".join(begun),
                marks=frozenset([*marks, "past"] if lowered in {"was", "were"} else marks),
                verb="be" if is_being else lowered,
                rest=" ".join(words[at + 1 :]),
            )
        marks.append(mark)
        if mark:
            begun.append(word)
    return None


def _agree(carried: Said, said: str) -> bool:
    """Whether a verb after a comma has the tense of the one before it: "won the race, lost my voice"."""
    before = forms().get(carried.verb)
    after = next((form for word in said.lower().split()[:3] if (form := forms().get(word))), None)
    if after is None or before is None:
        return "passive" in carried.marks or carried.verb == "be"
    return (
        (before.past and after.past)
        or (before.present and after.present)
        or (before.third and after.third)
        or (before.participle and after.participle)
        or after.ing
    )


def _subject(said: str, spoken_of: str) -> tuple[str, list[str]]:
    """Who plain words begin with ("I", or somebody close), and the words after that; nobody where it is unclear."""
    words = said.split()
    first = words[0].lower() if words else ""
    if first in {"i", "we"}:
        return "I", words[1:]
    if first in {"he", "she"} and runtime(first, spoken_of):
        return spoken_of, words[1:]
    if first in {"my", "our"} and (found := _CLOSE_ONE.match(said)):
        who = found["who"].lower()
        if who in TOLD_OF and _WORD.sub("", found["words"].lower()).strip() == "":
            rest = f"is {found['rest']}" if found["is"] else found["rest"]
            return TOLD_OF[who], rest.split()
    return "", words


def _mark(words: list[str], at: int) -> str | None:
    """What the word at a place adds to the verb that follows it; None where it is that verb."""
    word = words[at].lower()
    if word in {"have", "has", "had"} and _participle_follows(words, at + 1):
        return "past perfect" if word == "had" else "perfect"
    if word in _BE:
        return _follows(words, at + 1) or ("be" if at + 1 < len(words) and words[at + 1].lower() == "been" else None)
    if word in {"do", "did", "does"} and at + 1 < len(words) and _after_do(words[at + 1].lower()):
        return "modal" if word == "did" else "do"
    if word in _MODALS:
        return "modal"
    if word in {"not", "never"}:
        return word
    return "" if word in _ADVERBS or (word.endswith("ly") and len(word) > 5) else None


def _after_do(word: str) -> bool:
    form = forms().get(word.strip(",."))
    return word in {"not", "never"} or word in _ADVERBS or (form is not None and form.present)


def _participle_follows(words: list[str], at: int) -> bool:
    while at < len(words) and (words[at].lower() in _ADVERBS or words[at].lower() in {"been", "never", "not"}):
        if words[at].lower() == "been":
            return True
        at += 1
    form = forms().get(words[at].lower().strip(",.")) if at < len(words) else None
    return form is not None and form.participle


def _follows(words: list[str], at: int) -> str:
    """What a form of "be" leads to: "progressive", "passive", or nothing where it is the verb itself."""
    while at < len(words) and (words[at].lower() in _ADVERBS or words[at].lower() in {"been", "not"}):
        at += 1
    form = forms().get(words[at].lower().strip(",.")) if at < len(words) else None
    if form is None:
        return ""
    return "progressive" if form.ing else "passive" if form.participle and not form.present else ""


def begins_bare(said: str) -> bool:
    """Whether a sentence begins with a verb, and so may leave its subject out: the cheap look."""
    return any(word.strip(",.!;:()") in forms() for word in said[:60].lower().split()[:3])


def _left_out(words: list[str]) -> list[str]:
    """Words that begin with a verb whose subject can only be the person, made whole; none where they do not."""
    first = words[0].lower()
    if first == "been":
        return ["have", *words]
    form = forms().get(first)
    if form is None or form.present:
        return []
    if form.ing and form.lemma in _BEGUN_ALONE and not {"is", "are", "was", "makes", "takes"} & {*words}:
        return ["am", *words]
    if form.lemma == "bear" or (first == "raised" and words[1:2] in (["in"], ["by"])):
        return ["was", *words]
    return words if form.past else []
