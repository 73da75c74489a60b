"""What the network reads and what it is to answer: a turn as the product reads it, with labels."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from reverie.learning.note_endings import as_known, as_said
from reverie.learning.notes import is_unnamed, mentions, notes
from reverie.learning.rules import own_words
from reverie.models.tuned_embedder import TunedEmbedder
from reverie.models.tuned_extractor import PAIRS, Encoded, Ids, Reader
from reverie.ports import ENDING
from reverie.ports import Clause as Judged
from training.corpus import (
    ATTRIBUTES,
    EFFECTS,
    NOTHING_OVER,
    STATES,
    Conversation,
    Fact,
    Over,
    Turn,
    fact_id,
    is_single,
    told_in,
)

OUTSIDE, BEGIN, INSIDE = 0, 1, 2
"""What a token is to a value."""

IGNORED = -100
"""The label of what is not scored."""

PERSONS = ("me", "other", "companion")
COLUMNS: Mapping[str, Sequence[object]] = {
    "lasting": (False, True),
    "attribute": ATTRIBUTES,
    "person": PERSONS,
    "state": STATES,
    "effect": EFFECTS,
    "leans": (False, True),
}
"""What is told of a clause, and what it can be."""

_NEAREST, _OTHERS = 4, 1
"""Unrelated facts that are held against each fact: the nearest in meaning, as in the product, and some at random."""

_MENTIONED = 3
"""Others who were named before, that are held against each fact about somebody."""

_WITHOUT = 0.25
"""The share of turns that are read without what was said before them, where no fact of theirs needs it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause: its characters, its tokens, and its label in each column."""

    span: tuple[int, int]
    tokens: tuple[int, int]
    labels: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One piece of a turn; ``values`` has a tag for each token."""

    writer: str
    turn: Turn
    piece: Encoded
    values: tuple[int, ...]
    clauses: tuple[Clause, ...]

    @property
    def length(self) -> int:
        """Its tokens."""
        return len(self.piece.tokens)


def examples(reader: Reader, conversation: Conversation) -> Iterator[Example]:
    """Give each piece of each turn of the person, with what was said before it."""
    own, companion = "", ""
    drawn = random.Random(conversation.id)  # noqa: S311 - a sample, not a secret
    for turn in conversation.turns:
        if turn.role == "assistant":
            companion = turn.text
            continue
        alone = drawn.random() < _WITHOUT and not any(fact.needs for fact in turn.facts)
        alone = alone or is_single(conversation)
        for piece in reader.encoded(own_words(turn.text), *(("", "") if alone else (own, companion))):
            yield _example(conversation.writer, turn, piece)
        own, companion = turn.text, ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two texts, what is asked of them (of ``PAIRS``), and which of its labels is right."""

    tokens: tuple[int, ...]
    types: tuple[int, ...]
    asked: str
    label: int

    @property
    def length(self) -> int:
        """Its tokens."""
        return len(self.tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A fact as it may stand in memory, in a sentence and as the product notes it, and where that lies in meaning."""

    fact: Fact
    told: tuple[str, str]
    at: datetime
    vector: NDArray[np.float32]

    @property
    def details(self) -> dict[str, object]:
        """Its sort, and of whom it is."""
        return {"attribute": self.fact.attribute, "about": person_of(self.fact.about)}


def pairs(
    reader: Reader,
    conversations: Sequence[Conversation],
    over: Mapping[str, Over] = MappingProxyType({}),
    seed: int = 5,
) -> list[Pair]:
    """Hold every fact of one writer against what it touches, and against others that were so by then.

    ``over`` has what is no longer so with a fact, by the fact's id, beside what the fact itself names.
    """
    drawn = random.Random(seed)  # noqa: S311 - a sample, not a secret
    known: dict[str, Known] = {}
    found: list[Pair] = []
    for conversation in conversations:
        own, companion = "", ""
        for turn in conversation.turns:
            if turn.role == "assistant":
                companion = turn.text
                continue
            new = {
                fact_id(conversation, turn, place): known_as(fact, turn, own, companion)
                for place, fact in enumerate(turn.facts)
            }
            touched = {one.fact.of for one in new.values()}
            near_it = {other for one in new for other in over.get(one, NOTHING_OVER).touched}
            gone: set[str] = set()
            for name, one in new.items():
                said = as_said(one.details, turn.text[slice(*one.fact.clause)])
                ends = one.fact.effect in ENDING
                named = {other for other, held in known.items() if held.fact.says == one.fact.of}
                ended = {other for other in over.get(name, NOTHING_OVER).whole if other in known}
                gone |= ended | (named if ends else set())
                for other in sorted(named | ended):
                    label = "ends" if ends or other in ended else "same"
                    before = known[other]
                    found += [_pair(reader, before, text, one.at, said, companion, label) for text in before.told]
                if not ends:
                    found.append(_pair(reader, one, one.fact.says, one.at, said, companion, "same"))
                if is_single(conversation):
                    continue
                free = [held for other, held in known.items() if held.fact.says not in touched and other not in near_it]
                near = sorted(free, key=lambda other: -float(other.vector @ one.vector))[:_NEAREST]
                others = drawn.sample(free, min(len(free), _OTHERS))
                found += [
                    _pair(reader, o, drawn.choice(o.told), one.at, said, companion, "unrelated")
                    for o in (*near, *others)
                ]
            known |= {} if is_single(conversation) else new
            for other in gone:
                del known[other]
            own, companion = turn.text, ""
    return found


def persons(reader: Reader, conversation: Conversation) -> Iterator[Pair]:
    """Ask of each fact about somebody who is not named in it which of those named before it is about."""
    earlier: list[str] = []
    for turn in conversation.turns:
        for fact in turn.facts:
            if person_of(fact.about) != "other" or not is_unnamed(turn.text[slice(*fact.clause)]):
                continue
            said, before = turn.text[: fact.clause[1]], " ".join(earlier[-2:])
            asked = mentions([*earlier, turn.text[: fact.clause[0]]])
            theirs = [one for one in asked if _words(one) & _words(fact.about)]
            others = [one for one in asked if one not in theirs][:_MENTIONED]
            for one in theirs or [fact.about.partition(" (")[0]]:
                yield _of_somebody(reader, one, said, before, "theirs")
            for one in others:
                yield _of_somebody(reader, one, said, before, "another")
        earlier.append(turn.text)


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w{2,}", name.casefold())) - {"their", "the", "of"}


def _of_somebody(reader: Reader, one: str, said: str, before: str, label: str) -> Pair:
    return paired(reader.whose(one, said, before), "whose", label)


def known_as(fact: Fact, turn: Turn, own: str, companion: str) -> Known:
    """Tell how a fact may stand in memory; ``own`` and ``companion`` are the turns before it."""
    clause = Judged(
        start=fact.clause[0],
        end=fact.clause[1],
        confidence=1.0,
        attribute=fact.attribute,
        about=person_of(fact.about),
        state=fact.state,
        leans=fact.needs is not None,
    )
    who = fact.about.partition(" (")[0] if person_of(fact.about) == "other" else None
    at = datetime.fromisoformat(turn.at)
    noted = notes(turn.text, [clause], sent_at=at, own=own, companion=companion, who=lambda _start, _end: who)
    text = noted[0].text if noted else fact.says
    return Known(fact=fact, told=(fact.says, text), at=at, vector=embedder().embed([text])[0])


@cache
def embedder() -> TunedEmbedder:
    """Give the embedder by which the nearest are found, as in the product."""
    return TunedEmbedder()


def _pair(reader: Reader, known: Known, text: str, at: datetime, said: str, companion: str, label: str) -> Pair:
    before = as_known(known.details, text, (at - known.at).total_seconds() / 86400)
    return paired(reader.pair(before, said, companion), "pair", label)


def paired(ids: Ids, asked: str, label: str) -> Pair:
    """Make a pair of two texts as the model reads them."""
    return Pair(tokens=tuple(ids[0]), types=tuple(ids[1]), asked=asked, label=PAIRS[asked].index(label))


def _example(writer: str, turn: Turn, piece: Encoded) -> Example:
    values = _tags([span for fact in turn.facts for span in fact.spans], piece.offsets)
    clauses = [
        Clause(
            span=span,
            tokens=(tokens[0] + piece.first, tokens[1] + piece.first),
            labels=_labels(turn, span),
        )
        for span, tokens in piece.clauses
    ]
    before = [IGNORED] * piece.first
    return Example(writer=writer, turn=turn, piece=piece, values=(*before, *values, IGNORED), clauses=tuple(clauses))


def _labels(turn: Turn, clause: tuple[int, int]) -> dict[str, int]:
    """What is to be told of a clause: the first sure fact that it tells decides."""
    facts = told_in(turn, clause)
    if not facts:
        return dict.fromkeys(COLUMNS, IGNORED) | {"lasting": IGNORED if facts is None else 0}
    fact = next((one for one in facts if one.sure), facts[0])
    told = {
        "lasting": True if fact.sure else None,
        "attribute": fact.attribute,
        "person": person_of(fact.about),
        "state": fact.state,
        "effect": fact.effect,
        "leans": fact.needs is not None,
    }
    return {name: IGNORED if told[name] is None else list(names).index(told[name]) for name, names in COLUMNS.items()}


def _tags(ranges: Sequence[tuple[int, int]], offsets: Sequence[tuple[int, int]]) -> list[int]:
    """Tag tokens that lie in a range."""
    tags = [OUTSIDE] * len(offsets)
    for start, end in sorted(ranges, key=lambda one: (one[0], -one[1])):
        for place, (a, b) in enumerate(offsets):
            if a < end and b > start and tags[place] == OUTSIDE:
                begins = place == 0 or offsets[place - 1][1] <= start
                tags[place] = BEGIN if begins else INSIDE
    return tags


def person_of(about: str) -> str:
    """Tell whom a fact is about: the person, somebody else, or the companion."""
    return about if about in PERSONS else "other"
