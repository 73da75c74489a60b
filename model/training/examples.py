"""What the network reads and what it is to answer: a turn as the product reads it, with labels."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reverie.models.extractor import PAIR, Encoded, Reader
from training.corpus import ATTRIBUTES, EFFECTS, STATES, Conversation, Fact, Turn

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


EFFECTS_ON = PAIR
"""What is said now does to something known."""

_ENDING = frozenset({"changes", "ends", "corrects", "denies"})
_BESIDE = 2
"""Unrelated facts that are held against each fact."""


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


def examples(reader: Reader, conversation: Conversation) -> Iterator[Example]:
    """Give each piece of each turn of the person, with what was said before it."""
    own, companion = "", ""
    for turn in conversation.turns:
        if turn.role == "assistant":
            companion = turn.text
            continue
        for piece in reader.encoded(turn.text, own, companion):
            yield _example(conversation.writer, turn, piece)
        own, companion = turn.text, ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Something known beside something said, and what that does to it."""

    tokens: tuple[int, ...]
    types: tuple[int, ...]
    label: int


def pairs(reader: Reader, conversations: Sequence[Conversation], seed: int = 5) -> list[Pair]:
    """Hold every fact of one writer against what it touches, and against others that were known by then."""
    drawn = random.Random(seed)  # noqa: S311 - a sample, not a secret
    known: dict[str, tuple[Fact, str]] = {}
    found = []
    for conversation in conversations:
        companion = ""
        for turn in conversation.turns:
            if turn.role == "assistant":
                companion = turn.text
                continue
            touched = {fact.of for fact in turn.facts}
            for fact in turn.facts:
                said = turn.text[slice(*fact.clause)]
                if fact.of in known:
                    label = EFFECTS_ON.index("ends" if fact.effect in _ENDING else "same")
                    found += [_pair(reader, text, said, companion, label) for text in _told(*known[fact.of])]
                free = [says for says in known if says not in touched]
                alike = [says for says in free if known[says][0].attribute == fact.attribute]
                others = drawn.sample(free, min(len(free), _BESIDE))
                for says in {*drawn.sample(alike, min(len(alike), _BESIDE)), *others}:
                    text = drawn.choice(_told(*known[says]))
                    found.append(_pair(reader, text, said, companion, EFFECTS_ON.index("unrelated")))
            known |= {fact.says: (fact, turn.text[slice(*fact.clause)]) for fact in turn.facts}
            companion = ""
    return found


def _told(fact: Fact, said: str) -> list[str]:
    """A fact as it may stand in memory: in a sentence, and in the person's words."""
    return [fact.says, f"“{said}”"]


def _pair(reader: Reader, known: str, said: str, companion: str, label: int) -> Pair:
    tokens, types = reader.pair(known, said, companion)
    return Pair(tokens=tuple(tokens), types=tuple(types), label=label)


def _example(writer: str, turn: Turn, piece: Encoded) -> Example:
    values = _tags([span for fact in turn.facts for span in fact.spans], piece.offsets)
    clauses = [
        Clause(
            span=span,
            tokens=(tokens[0] + piece.first, tokens[1] + piece.first),
            labels=_labels([fact for fact in turn.facts if any(_meet(span, one) for one in fact.spans)]),
        )
        for span, tokens in piece.clauses
    ]
    before = [IGNORED] * piece.first
    return Example(writer=writer, turn=turn, piece=piece, values=(*before, *values, IGNORED), clauses=tuple(clauses))


def _labels(facts: Sequence[Fact]) -> dict[str, int]:
    """What is to be told of a clause in which these facts stand: the first that is sure decides."""
    if not facts:
        return dict.fromkeys(COLUMNS, IGNORED) | {"lasting": 0}
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


def _meet(clause: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether a value stands in a clause with half of its characters or more."""
    both = min(clause[1], span[1]) - max(clause[0], span[0])
    return both > 0 and both * 2 >= span[1] - span[0]


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
