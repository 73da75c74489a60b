"""The clause reader: the second stage, which reads by grammar what no rule was written for.

English puts the verb where it can be found without a tagger: a clause of one's own begins with "I" or "we" (or with
nothing at all), adverbs and auxiliaries follow, and then comes the verb. The verb's class (``verbs``) and its tense say
what sort of fact the rest is, and closed-class words where the object ends. What it finds is less sure than a rule's,
and it writes only into slots that hold many values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.domain.memories import Candidate
from reverie.domain.rules import guards
from reverie.domain.rules.complements import Said, told
from reverie.domain.rules.mentions import mentioned
from reverie.domain.rules.reading import sentences, tells_of_oneself, without_openers
from reverie.domain.rules.spelling import plain
from reverie.domain.rules.verbs import forms
from reverie.domain.rules.words import KIN, PARTNERS, SPECIES

_I = re.IGNORECASE

_BOUNDARY = re.compile(
    r"\s*[,;:(\u2014\u2013]\s*(?:(?:and|but|so|or|plus|yet|then)\b\s*)*|\s-+\s+(?:(?:and|but|so)\s+)?|"
    r"\s+who\s+(?=[a-z]+s\b|have\b|moved\b|came\b)|\s+(?:and|but|so|or|because|becuase|cause|cuz|bc|since|while|although|though|when|whenever|which|if|until|till|"
    r"before|after|where|unless)\s+(?:then\s+|so\s+)?",
    _I,
)
_OPENS_ASIDE = frozenset("when whenever if unless which where before after until till".split())
_SUBJECT = re.compile(
    r"(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|you|you're|he|he's|she|she's|they|they're|it|it's|that|that's|"
    r"this|there|there's|my|our|your|his|her|their|its|everyone|everybody|nobody|people|who|what|how|why)\b",
    _I,
)
_LEAD = re.compile(
    r"(?:(?:(?:in|on|at|by|for|after|before|during|since|ever since|throughout|over|until|about|around|back in|as|"
    r"besides|despite|thanks to|between|these|every|each|last|next|this|most|some|one|two|three|sometimes|often|"
    r"usually|always|mostly|mainly|occasionally|still|once|here|outside|away|by day|by night)\b[^,]{0,40}?,? ?)"
    r"(?=(?:i|we)\b))",
    _I,
)
_ADVERBS = frozenset(
    "also just still always usually often sometimes mostly mainly only even both all really actually already recently "
    "finally currently now then ever once probably basically pretty kinda literally simply proudly happily regularly "
    "normally typically generally occasionally rarely seldom hardly barely totally honestly technically together "
    "either too never not newly half quite legit basicly freaking merely nearly almost definitely gladly".split()
)
_BE = frozenset("am is are was were be been being 'm".split())
_MODALS = frozenset("will would could should might may must shall can ought wo ca need dare better".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A stretch of a sentence that holds one clause, with where it stands in the message."""

    start: int
    end: int
    words: str
    joined: str


def read(text: str, *, sent_at: datetime, known: Iterable[Candidate]) -> Iterator[Candidate]:
    """Read by grammar what the rules left of a message; ``known`` is what they have learned from it."""
    taken = list(known)
    own = True
    for start, sentence in sentences(text):
        first = without_openers(sentence.lstrip())
        others = _OTHERS.match(first)
        if tells_of_oneself(sentence) or (own and not others):
            for candidate in _of_sentence(start, sentence, sent_at, bare=own):
                if not _known(candidate, taken):
                    taken.append(candidate)
                    yield replace(candidate, quote=text[slice(*(candidate.span or (0, 0)))])
        own = not others


_OTHERS = re.compile(r"\W*(?:he|she|they|it|his|her|their|the|this|that|these|those|you|your|some|a|my|our)\b", _I)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SMALL = frozenset("a an the some my our their of in on at to for with and or from by about as".split())


def _content(value: str) -> frozenset[str]:
    """The words of a value that say something, without endings: "hiking trails" and "hike a trail" share both."""
    return frozenset(re.sub(r"(?:ing|ed|es|s|e)$", "", w) or w for w in _WORD.findall(value.lower()) if w not in _SMALL)


_WHOLE = frozenset({"clause:lives", "clause:project", "clause:plan", "clause:event", "clause:is", "clause:habit"})
"""What tells again, in its sentence, what another candidate is about."""

_NAMED = {**KIN, **SPECIES}
"""What a relative or a pet is kept under once it has a name."""


def _known(candidate: Candidate, taken: Iterable[Candidate]) -> bool:
    """Whether what was learned before says the same, wholly or for the most part."""
    new = _content(candidate.value or "")
    spoken = _content(candidate.text) if candidate.rule in _WHOLE else frozenset()
    kind, _, _ = (candidate.key or "").partition(":")
    for other in taken:
        other_kind, _, _ = (other.key or "").partition(":")
        if other.key == candidate.key or _NAMED.get(candidate.value or "", candidate.value) == other_kind:
            return True
        if kind == "family" and other_kind == "partner" and candidate.value in PARTNERS:
            return True
        if spoken and other.text and _content(other.value or "") and _content(other.value or "") <= spoken:
            return True
        old = _content(f"{other.value or ''} {' '.join(end.partition(':')[2] for end in other.ends)}")
        same = len(new & old)
        if same and (same == len(old) or same == len(new) or same * 2 > min(len(new), len(old))):
            return True
        spans = candidate.span and other.span
        if spans and other.ends and not other.text and candidate.span[0] < other.span[1] and candidate.span[1] > other.span[0]:
            return True
    return False


def _of_sentence(start: int, sentence: str, sent_at: datetime, *, bare: bool) -> Iterator[Candidate]:
    carried = ""
    for piece in _pieces(start, sentence):
        if piece.joined in _OPENS_ASIDE or guards.hedged(piece.words):
            carried = ""
            continue
        said = plain(without_openers(piece.words.strip())).strip(" .!,;:\u2026")
        clause = _clause(_LEAD.sub("", said, count=1), carried=carried, bare=bare and not piece.joined)
        if clause and piece.joined == "who":
            clause = replace(clause, marks=clause.marks | {"who"})
        carried = clause.begun if clause else ""
        if clause is not None:
            for candidate in told(clause, sent_at):
                yield replace(candidate, span=(piece.start, piece.end))
        if clause is not None or _OWN.search(said):
            for candidate in mentioned(said, own=clause is not None):
                yield replace(candidate, span=(piece.start, piece.end))


_OWN = re.compile(r"\b(?:I|my|we|our|me|us)\b", _I)


def _pieces(start: int, sentence: str) -> list[_Piece]:
    """Cut a sentence where a new clause begins: before a subject, or before a verb that goes on with the last one."""
    cuts: list[tuple[int, int, str]] = []
    for found in _BOUNDARY.finditer(sentence):
        after = sentence[found.end() :].lstrip()
        if not sentence[: found.start()].strip():
            continue
        joined = found.group().strip(" ,;:(-\u2014\u2013").lower().partition(" ")[0]
        if _SUBJECT.match(after) or joined in _OPENS_ASIDE or _verb_first(after):
            cuts.append((found.start(), found.end(), joined))
    pieces: list[_Piece] = []
    begin, joined = 0, ""
    for stop, next_begin, next_joined in [*cuts, (len(sentence), len(sentence), "")]:
        words = sentence[begin:stop]
        if words.strip():
            left = begin + len(words) - len(words.lstrip())
            pieces.append(_Piece(start=start + left, end=start + begin + len(words.rstrip()), words=words.strip(), joined=joined))
        begin, joined = next_begin, next_joined
    return pieces


def _verb_first(after: str) -> bool:
    """Whether words begin with a verb that could go on with the clause before them."""
    for word in after.lower().split(None, 3)[:3]:
        form = forms().get(word.rstrip(".,!;:"))
        if form is not None:
            return form.past or form.present or form.participle or form.third
        if word not in _ADVERBS and word not in {"have", "had", "was", "am"}:
            return False
        if word in {"have", "had", "was", "am"}:
            return True
    return False


_FIRST = re.compile(r"(?:I|we)\b", _I)


def _clause(said: str, *, carried: str, bare: bool) -> Said | None:
    """Find subject, auxiliaries and verb at the beginning of plain words; None where they are not one's own."""
    words = said.split()
    if not words:
        return None
    at = 0
    if _FIRST.fullmatch(words[0]):
        at = 1
    elif carried and not _SUBJECT.match(said):
        words = [*carried.split(), *words]
        at = 1
    elif not (bare and _left_out(words)):
        return None
    begun_at = at
    marks: set[str] = set()
    while at < len(words):
        found = _mark(words, at)
        if found is None:
            break
        marks.add(found)
        at += 1
    if at >= len(words):
        return None
    is_being = words[at].lower() in _BE
    return Said(
        begun=" ".join(["I", *(w for w in words[begun_at:at] if w.lower() not in _ADVERBS)]),
        marks=frozenset(marks | ({"past"} if words[at].lower() in {"was", "were"} else set())),
        verb="be" if is_being else words[at].lower().strip(",.!;:()"),
        rest=" ".join(words[at + 1 :]),
    )


def _mark(words: list[str], at: int) -> str | None:
    """What the word at a place adds to the verb that follows it; None where it is that verb."""
    word = words[at].lower()
    if word in {"have", "has", "had"} and _participle_follows(words, at + 1):
        return "past perfect" if word == "had" else "perfect"
    if word in _BE:
        return _follows(words, at + 1) or None
    if word in {"do", "did", "does"} and at + 1 < len(words) and _after_do(words[at + 1].lower()):
        return "do"
    if word in _MODALS:
        return "modal"
    if word in {"not", "never"}:
        return word
    return "" if word in _ADVERBS or (word.endswith("ly") and len(word) > 5) else None


def _after_do(word: str) -> bool:
    form = forms().get(word.strip(",."))
    return word in {"not", "never", *_ADVERBS} or (form is not None and form.present)


def _participle_follows(words: list[str], at: int) -> bool:
    while at < len(words) and (words[at].lower() in _ADVERBS or words[at].lower() == "been"):
        if words[at].lower() == "been":
            return True
        at += 1
    form = forms().get(words[at].lower().strip(",.")) if at < len(words) else None
    return form is not None and form.participle


def _follows(words: list[str], at: int) -> str:
    """What a form of "be" leads to: "progressive", "passive", or nothing where it is the verb itself."""
    while at < len(words) and (words[at].lower() in _ADVERBS or words[at].lower() == "been"):
        at += 1
    form = forms().get(words[at].lower().strip(",.")) if at < len(words) else None
    if form is None:
        return ""
    return "progressive" if form.ing else "passive" if form.participle and not form.present else ""


def _left_out(words: list[str]) -> bool:
    """Whether a sentence begins with a verb in the past, whose subject can only be the person."""
    first = words[0].lower()
    form = forms().get(first)
    return form is not None and form.past and not form.present
