"""How likely what was found is to answer a question: by its sort, its person, and a judge of both, beside its score.

The extractor reads a question as it reads what is told: "what am I allergic to?" is of an allergy, and of who asks, as
"prawns bring me out in lumps" is, though the two share no word.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from reverie.errors import ModelError, ReverieWarning
from reverie.learning.notes import mentions
from reverie.memory.runtime import Runtime
from reverie.ports import Clause
from reverie.recall.search import Hit
from reverie.records.memories import Kind
from reverie.text.patterns import lazy_pattern
from reverie.text.second_person import in_own_words
from reverie.text.value_matching import words
from reverie.text.word_lists import KIN, PARTNERS, SPECIES

READ = 400
"""Characters of a hit that are read: a note is shorter."""

WEIGHTS, BIAS = (1.33, 0.478, -0.721, 0.542, 0.582), -2.876
"""The weights of a logistic regression, of the features of a ``Reading`` in their order.

Fitted by ``benchmarks/fit_answers.py`` on the hits of 337 questions that are of whom they ask about: 132 of
``benchmarks/answers`` about nine histories, 205 about six whole lives of the corpus, of writers that the models did not
learn from.
"""

OWN = 0.05
"""How likely words may be about somebody else, for them to be about who says them alone."""

_OPENING = r"\W*(?:(?:so|and|but|hey|ok|okay),? )*"
_WHO = lazy_pattern(
    rf"{_OPENING}who(?:['’]?s| is| was) (?:this |that )?(?P<name>[\w'’-]+)\W*(?:again)?\W*", re.IGNORECASE
)
_WHAT_NAME = lazy_pattern(
    rf"{_OPENING}what(?:['’]?s| is| was) (?:(?:my|our) (?P<whose>\w+?)(?:['’]?s)? (?:name|called))\W*(?:again)?\W*",
    re.IGNORECASE,
)
"""Questions who somebody is, and how a relation or an animal of theirs is called."""

_RELATIONS = {**SPECIES, **KIN, **dict.fromkeys(PARTNERS, "partner")}
_RELATION = "|".join(map(re.escape, _RELATIONS))
_KINDS = frozenset(_RELATIONS.values())
_IN_LAW = lazy_pattern(r"(\w+)[- ]in[- ]law\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What tells whether a hit answers a question: ``of_whom``, whether it is of them whom that asks about.

    ``introduces``: whether it says who just that one is. ``features``: the likeness of the sorts of both (0 to 1), the
    log-odds of the judge of pairs, whether it is words that were never made a memory (0 or 1), how far its score lies
    behind the best one's (0 or less), and its nearness in meaning, or else in words, as the score has it.
    """

    features: tuple[float, ...]
    of_whom: bool
    introduces: bool

    def likely(self, weights: Sequence[float] = WEIGHTS, bias: float = BIAS) -> float:
        """How likely it answers, from 0 to 1: what is of somebody else does not, what introduces does for sure."""
        if self.introduces or not self.of_whom:
            return float(self.introduces)
        return 1 / (1 + math.exp(-bias - sum(map(mul, weights, self.features))))


def answering(runtime: Runtime, question: str, hits: Sequence[Hit]) -> list[float] | None:
    """Tell how likely each hit is to answer a question, from 0 to 1.

    None where there is no extractor, or it fails, which a warning says. It computes, 4 to 14 ms a hit: call it outside
    a transaction.
    """
    found = readings(runtime, question, hits)
    return None if found is None else [one.likely() for one in found]


def readings(runtime: Runtime, question: str, hits: Sequence[Hit]) -> list[Reading] | None:
    """Read each hit beside a question; None as ``answering`` has it."""
    if runtime.extractor is None or not hits:
        return None
    try:
        wanted = runtime.extractor.extract(question)
        told = [runtime.extractor.extract(_said(hit)[:READ]) for hit in hits]
        judged = runtime.extractor.answering([hit.text for hit in hits], question)
    except ModelError as error:
        warnings.warn(f"{error} Until then answers are chosen by words and meaning.", ReverieWarning, stacklevel=3)
        return None
    of_other = max((clause.of_other for clause in wanted), default=0.0)
    people = list(_people(question, hits, with_relations=of_other >= 0.5))
    introducing = _introducing(question)
    best = max(hit.score for hit in hits)

    def reading(hit: Hit, clauses: Sequence[Clause], judge: float) -> Reading:
        features = (
            _likeness(wanted, clauses),
            math.log((judge + 0.01) / (1.01 - judge)),
            float(hit.memory.kind is Kind.MESSAGE),
            hit.score - best,
            hit.features.get("dense", hit.features.get("lex", 0.0)),
        )
        of_whom = _names(hit, people) and _is_of(clauses, own=of_other < OWN)
        introduces = introducing is not None and introducing.search(hit.text) is not None
        return Reading(features=features, of_whom=of_whom, introduces=introduces)

    return [reading(*each) for each in zip(hits, told, judged, strict=True)]


def _introducing(question: str) -> re.Pattern[str] | None:
    """What says who somebody is, or how a relation is called, where a question asks for just that."""
    if who := _WHO.fullmatch(question):
        name = re.escape(who["name"])
        called = rf"\b(?:call|called|named|names?(?: is|'s)?) (?:him |her |it |them )?{name}\b"
        is_theirs = rf"\b{name},? (?:(?:is|was) )?\(?(?:my|our|the) (?:\w+ )?(?:{_RELATION})\b"
        return re.compile(rf"\b(?:{_RELATION}),? {name}\b|{called}|{is_theirs}", re.IGNORECASE)
    if named := _WHAT_NAME.fullmatch(question):
        same = [word for word in _RELATIONS if _called(word) == _called(named["whose"])] or [named["whose"]]
        whose = "|".join(map(re.escape, same))
        return re.compile(rf"(?i:\b(?:{whose})),? (?:[A-Z]|(?i:(?:\S+ ){{0,2}}(?:called|named|names?)\b))")
    return None


def _said(hit: Hit) -> str:
    """What was said, as the extractor learned to read it: not the sentence that a rule made of it."""
    return hit.text if in_own_words(hit.text) else hit.memory.source.quote or hit.text


def _names(hit: Hit, people: Sequence[frozenset[str]]) -> bool:
    """Whether a hit names all of these people."""
    called = _called(hit.text)
    return all(called & one for one in people)


def _is_of(clauses: Sequence[Clause], *, own: bool) -> bool:
    """Whether clauses may be of who asks, where a question is their ``own``, or else of somebody beside them."""
    return any(clause.about != "other" if own else clause.of_other >= OWN for clause in clauses)


def _people(question: str, hits: Sequence[Hit], *, with_relations: bool) -> Iterator[frozenset[str]]:
    """Of each whom a question names, the words they are called by: their name, or else what they are to who asks.

    What they are goes with the names that hits give them: "my brother" is "Obinna" where one tells of "my brother
    Obinna".
    """
    for relation, name in map(_known_as, mentions([question])):
        if name:
            yield _called(name)
        elif with_relations:
            asked = _called(relation)
            known = [_known_as(one) for hit in hits for one in mentions([hit.text])]
            yield asked.union(*(_called(called) for other, called in known if other and _called(other) == asked))
    named = _WHAT_NAME.fullmatch(question)
    if named is not None and (whose := _called(named["whose"])) <= _KINDS:  # "whats my cats name"
        yield whose


def _known_as(mention: str) -> tuple[str, str]:
    """What somebody is to who speaks, and their name, either of which may be missing: "" then."""
    if mention.startswith("their "):
        relation, _, name = mention.removeprefix("their ").partition(" ")
        return relation, name
    name, _, relation = mention.partition(", ")
    return relation, name


def _called(text: str) -> frozenset[str]:
    """The words of a text, with one word for each relation: "mum" is a mother, a son-in-law no son."""
    return frozenset(_RELATIONS.get(word, word) for word in words(_IN_LAW.sub(r"\1inlaw", text)))


def _likeness(wanted: Sequence[Clause], told: Sequence[Clause]) -> float:
    """The cosine of the attributes of a clause that asks and of one that tells, of those where it is highest."""
    return max((_cosine(a.attributes, b.attributes) for a in wanted for b in told), default=0.0)


def _cosine(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    lengths = math.hypot(*a.values()) * math.hypot(*b.values())
    return sum(likely * b.get(attribute, 0.0) for attribute, likely in a.items()) / lengths if lengths else 0.0
