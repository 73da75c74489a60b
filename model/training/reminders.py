"""Reminders: what is said or asked now, and what was said earlier that it must bring up.

They are made anew for each pass from the facts of the corpus and from how people ask (``corpus/asked.toml``): the
plain sentence of a fact finds the turn that told it, a question by its attribute does, and a request or a passing word
that it should shape. Their decoys are what the same person told else. Others are written by hand
(``corpus/reminders``), to be scored on.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .corpus import Conversation, Fact  # noqa: TID252 - tests read it as model.training

DECOYS = 2
"""Decoys of a reminder, beside all that the others of its batch bring up."""

KINDS = ("plain", "question", "question", "request", "value")
"""What is made of a fact, drawn anew in each pass: questions twice as often."""

_FORMS = ("turn", "turn", "clause", "plain")
"""How what was told stands in a memory: as its turn, as the clause that tells it, or as a plain sentence."""

_TOGETHER = (
    frozenset("diet allergy likes dislikes favorite medication health pregnancy sobriety body".split()),
    frozenset("family friend partner marital_status living_with pet colleague death name nickname".split()),
    frozenset("plan event habit goal worry hobby learning".split()),
    frozenset("occupation employer study school past skill".split()),
    frozenset("home origin language owns past".split()),
    frozenset("fear worry health trait belief religion".split()),
)
"""Attributes of which a request may want another than the one that it was made for."""

_WRITTEN = ("request", "cue", "question", "paraphrase")

_SHORTEST = 3
"""Words of a clause that can be told alone."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and the attribute of what it tells."""

    text: str
    attribute: str


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is said now (``query``), what it must bring up, and what it must rather not.

    ``answers`` are attributes of which anybody's would do as well: those of other people are no decoys.
    """

    kind: str
    query: str
    finds: Text
    decoys: tuple[Text, ...]
    answers: frozenset[str]


Asked = Mapping[str, Mapping[str, Sequence[str]]]


def how_asked(corpus: Path) -> Asked:
    """Read how people ask for what they told."""
    return tomllib.loads((corpus / "asked.toml").read_text("utf-8"))


def reminders(told: Sequence[Sequence[Conversation]], asked: Asked, drawn: random.Random) -> list[Reminder]:
    """Make a reminder of each fact of these writers, each as it is drawn now; facts that lend themselves to none go."""
    found = []
    for conversations in told:
        facts = [(turn.text, fact) for one in conversations for turn in one.turns for fact in turn.facts]
        found += [made for place in range(len(facts)) if (made := _made(facts, place, asked, drawn)) is not None]
    drawn.shuffle(found)
    return found


def written(corpus: Path) -> list[Reminder]:
    """Read the reminders that were written by hand. Nothing is learned from them.

    Raises:
        ValueError: a line is no reminder; it is named.
    """
    return [
        _read(path, number, line)
        for path in sorted((corpus / "reminders").glob("*.jsonl"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]


def _read(path: Path, number: int, line: str) -> Reminder:
    told = json.loads(line)
    texts = (told["topic"], told["query"], told["finds"], *told["not"])
    whole = all(isinstance(one, str) and one.strip() for one in texts)
    if told["kind"] not in _WRITTEN or not told["not"] or not whole:
        raise ValueError(f"{path}, line {number}: not a reminder: topic, kind, query, finds and not are needed")
    decoys = tuple(Text(one, "") for one in told["not"])
    return Reminder(told["kind"], told["query"], Text(told["finds"], ""), decoys, frozenset())


def _made(facts: Sequence[tuple[str, Fact]], place: int, asked: Asked, drawn: random.Random) -> Reminder | None:
    turn, fact = facts[place]
    kind = drawn.choice(KINDS)
    query = _query(kind, fact, asked, drawn)
    if query is None:
        return None
    answers = _answers(kind, fact.attribute)
    form = drawn.choice(_FORMS) if kind != "plain" else drawn.choice(("turn", "clause"))
    others = [
        (text, one) for text, one in facts if text != turn and one.attribute not in answers and one.says != fact.says
    ]
    decoys = drawn.sample(others, min(DECOYS, len(others)))
    finds = Text(_told(form, turn, fact), fact.attribute)
    return Reminder(
        kind, query, finds, tuple(Text(_told(form, text, one), one.attribute) for text, one in decoys), answers
    )


def _query(kind: str, fact: Fact, asked: Asked, drawn: random.Random) -> str | None:
    own, companion = fact.about == "me", fact.about == "companion"
    if kind == "plain":
        return fact.says
    if kind == "value":
        ways = asked["any"]["asks" if own or companion else "of"]
    elif kind == "question":
        ways = asked.get(fact.attribute, {}).get("asks" if own or companion else "of", ())
    else:
        ways = asked.get(fact.attribute, {}).get("says" if own or companion else "says_of", ())
    if not ways:
        return None
    return drawn.choice(ways).format(who=_called(fact.about, drawn), value=fact.value)


def _called(about: str, drawn: random.Random) -> str:
    """Somebody as they are spoken of: "Bex (sister)" is Bex, or my sister."""
    name, _, rest = about.partition("(")
    name, relation = name.strip(), rest.strip(" )")
    ways = [name, *([f"my {relation}"] if relation and relation.isalpha() else [])]
    said = drawn.choice(ways)
    return said if drawn.random() < 0.5 else said.lower()


def _answers(kind: str, attribute: str) -> frozenset[str]:
    """What would answer as well, of somebody else."""
    if kind in ("plain", "value"):
        return frozenset()
    if kind == "question":
        return frozenset({attribute})
    return frozenset({attribute}).union(*(group for group in _TOGETHER if attribute in group))


def _told(form: str, turn: str, fact: Fact) -> str:
    clause = turn[slice(*fact.clause)].strip()
    if form == "clause" and len(clause.split()) >= _SHORTEST:
        return f"“{clause}”"
    return fact.says if form == "plain" else turn


def clashing(asking: Sequence[Reminder], offered: Sequence[Text]) -> Iterator[tuple[int, int]]:
    """Which of what is offered (its own finds come first, in order) may answer another reminder as well."""
    for row, one in enumerate(asking):
        for column, text in enumerate(offered):
            if column != row and (text.attribute in one.answers or text.text == one.finds.text):
                yield row, column
