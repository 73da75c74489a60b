"""The corpus: conversations of many writers, with what a careful listener keeps of each turn.

Its files are described in ``corpus/README.md``. A fact leans on another where it can't be understood without an
earlier turn (``needs``), and touches an earlier one where it does not just state something new (``of``).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reverie.learning.notes import SENTENCE_END

ATTRIBUTES = tuple(
    "name nickname pronouns age birthday origin home living_with occupation employer study school partner "
    "marital_status family friend colleague pet likes dislikes favorite hobby habit skill learning language health "
    "allergy medication diet sobriety pregnancy death religion belief trait body fear worry goal plan event owns past "
    "preference_for_companion other".split()
)
HELD_BACK = tuple("w16 w23 w38 w44 w46 w48 w50 w53 w56 w58 w60 w63".split())
"""Writers on whom a final model is scored, once; nothing is learned or chosen by them."""

CHOSEN_BY = tuple("w20 w27 w47 w49 w55 w57".split())
"""Writers by whom thresholds are chosen; nothing is learned from them."""

LATER = (*(f"p{n:02}" for n in range(6, 18)), *(f"w{n}" for n in (*range(71, 79), *range(85, 127))))
"""Writers that came after the embedder that is shipped, which has not learned from them."""

LEFT_OUT = (*HELD_BACK, *CHOSEN_BY)
"""Writers that nothing shipped was learned from."""

STATES = ("is", "was", "will_be", "would_be", "never")
EFFECTS = ("states", "repeats", "changes", "ends", "corrects", "denies")
ROLES = ("user", "assistant")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What a turn says of somebody, where in it (``clause`` and ``spans`` are character ranges), and what it does."""

    clause: tuple[int, int]
    spans: tuple[tuple[int, int], ...]
    about: str
    attribute: str
    value: str
    says: str
    state: str
    effect: str
    of: str | None
    needs: str | None
    sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of a conversation."""

    id: str
    at: str
    role: str
    text: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A conversation with what is so at its end (``true``), and what a careless listener would hold (``false``)."""

    id: str
    writer: str
    turns: tuple[Turn, ...]
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a person asks weeks later: the ids of the facts that answer it (none: nothing does), and that did before."""

    text: str
    answers: frozenset[str]
    stale: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The ids of facts that are no longer so with another, as a whole and in part."""

    whole: frozenset[str] = frozenset()
    part: frozenset[str] = frozenset()

    @property
    def touched(self) -> frozenset[str]:
        """All of them."""
        return self.whole | self.part


NOTHING_OVER = Over()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What is known and what is said now as the judge reads both, with what a reader found.

    ``label`` is "ends", "same" or "unrelated"; None where only a part is over, or nobody can tell.
    """

    known: str
    said: str
    companion: str
    label: str | None


@dataclass(slots=True)
class Faults:
    """What is wrong with a file, a line each."""

    found: list[str] = field(default_factory=list)

    def see(self, good: object, message: str) -> None:
        """Note the message where something is not good."""
        if not good:
            self.found.append(message)


def conversations(folder: Path) -> list[Conversation]:
    """Read every conversation below a folder, by writer and id.

    Raises:
        ValueError: a file is not as it should be; the message has a line for each fault.
    """
    faults = Faults()
    read = [_read(path, faults) for path in sorted(folder.glob("*/*.json"))]
    if faults.found:
        raise ValueError("\n".join(faults.found))
    return read


def fact_id(conversation: Conversation, turn: Turn, place: int) -> str:
    """Name a fact of a writer by conversation, turn and place: "02#7.0" is the first of turn 7 in ``02.json``."""
    return f"{conversation.id.rpartition('-')[2]}#{turn.id}.{place}"


def questions(folder: Path, writer: str) -> list[Question]:
    """Read what a writer asks, of the folder of the corpus; nothing where that was not written."""
    return [
        Question(text=one["q"], answers=frozenset(one["answers"]), stale=frozenset(one["stale"]))
        for one in _lines(folder / "questions" / f"{writer}.jsonl")
    ]


def over(folder: Path, writer: str) -> dict[str, Over]:
    """Read what is no longer so with each fact of a writer; nothing where that was not marked."""
    return {
        one["by"]: Over(whole=frozenset(one["ends"]), part=frozenset(one["part"]))
        for one in _lines(folder / "over" / f"{writer}.jsonl")
    }


def judged(folder: Path, writer: str) -> list[Judged]:
    """Read what readers found of the pairs of a writer's notes on which the judge and the marks were at odds."""
    return [
        Judged(known=one["known"], said=one["said"], companion=one["companion"], label=one["is"])
        for one in _lines(folder / "judged" / f"{writer}.jsonl")
    ]


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def is_single(conversation: Conversation) -> bool:
    """Whether it is no conversation, but utterances of many people, each out of the blue (``p01`` and so on)."""
    return conversation.writer.startswith("p")


def told_in(turn: Turn, clause: tuple[int, int]) -> list[Fact] | None:
    """The facts that a clause tells: those whose value stands in it, or else in its sentence, where it is of them.

    None where a sure fact needs it to be understood, but tells its value in another sentence: that is neither lasting
    by itself nor nothing.
    """
    facts = [fact for fact in turn.facts if any(_holds_half(clause, span) for span in fact.spans)]
    if facts:
        return facts
    around = [fact for fact in turn.facts if fact.sure and _holds_half(fact.clause, clause)]
    near = [fact for fact in around if any(_in_one_sentence(turn.text, clause, span) for span in fact.spans)]
    return near if near or not around else None


def _holds_half(outer: tuple[int, int], inner: tuple[int, int]) -> bool:
    """Whether half of the characters of ``inner`` or more lie in ``outer``."""
    both = min(outer[1], inner[1]) - max(outer[0], inner[0])
    return both > 0 and both * 2 >= inner[1] - inner[0]


def _in_one_sentence(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    return SENTENCE_END.search(text[min(one[0], other[0]) : max(one[1], other[1])].strip()) is None


def by_writer(read: Sequence[Conversation]) -> dict[str, list[Conversation]]:
    """Conversations by their writer."""
    found: dict[str, list[Conversation]] = {}
    for conversation in read:
        found.setdefault(conversation.writer, []).append(conversation)
    return found


def _read(path: Path, faults: Faults) -> Conversation:
    where = f"{path.parent.name}/{path.name}"
    whole = json.loads(path.read_text("utf-8"))
    faults.see(whole["writer"] == path.parent.name, f"{where}: the writer is {whole['writer']}")
    faults.see(set(whole["end"]) == {"true", "false"}, f"{where}: `end` has `true` and `false`")
    ids: set[str] = set()
    last, turns = "", []
    for turn in whole["turns"]:
        here = f"{where} turn {turn['id']}"
        faults.see(turn["id"] not in ids, f"{here}: this id is there twice")
        faults.see(turn["at"] >= last, f"{here}: it is earlier than the turn before")
        faults.see(turn["role"] in ROLES, f"{here}: its role is {turn['role']}")
        faults.see(turn["role"] == "user" or not turn.get("facts"), f"{here}: facts are the person's own words")
        facts = [_fact(one, turn["text"], ids, faults, here) for one in turn.get("facts", ())]
        turns.append(
            Turn(id=turn["id"], at=turn["at"], role=turn["role"], text=turn["text"], facts=tuple(filter(None, facts)))
        )
        ids.add(turn["id"])
        last = turn["at"]
    end = whole["end"]
    return Conversation(
        id=whole["id"],
        writer=whole["writer"],
        turns=tuple(turns),
        true=tuple(end["true"]),
        false=tuple(end["false"]),
    )


def _fact(one: dict[str, Any], text: str, before: set[str], faults: Faults, here: str) -> Fact | None:
    known = set("spans clause about attribute value says state since until does of needs sure".split())
    faults.see(set(one) == known, f"{here}: these keys are missing or unknown: {sorted(set(one) ^ known)}")
    start = text.find(one["clause"])
    faults.see(start >= 0, f"{here}: not in the text: {one['clause']!r}")
    spans = []
    for span in one["spans"]:
        at = text.find(span, max(start, 0))
        at = at if at >= 0 else text.find(span)
        faults.see(at >= 0, f"{here}: not in the text: {span!r}")
        spans.append((at, at + len(span)))
    faults.see(one["attribute"] in ATTRIBUTES, f"{here}: unknown attribute {one['attribute']}")
    faults.see(one["state"] in STATES, f"{here}: unknown state {one['state']}")
    faults.see(one["does"] in EFFECTS, f"{here}: unknown effect {one['does']}")
    needs = one["needs"]
    faults.see(needs is None or "#" in needs or needs in before, f"{here}: it needs the unknown turn {needs}")
    if faults.found:
        return None
    return Fact(
        clause=(start, start + len(one["clause"])),
        spans=tuple(spans),
        about=one["about"],
        attribute=one["attribute"],
        value=str(one["value"]),
        says=one["says"],
        state=one["state"],
        effect=one["does"],
        of=one["of"],
        needs=needs,
        sure=one["sure"],
    )
