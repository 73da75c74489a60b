"""What an utterance does to what is known: nothing, a new value for an old one, something more, or an end.

Every line is told to a fresh person of one temporary store: what is known goes in an hour before, the utterance is
said, and the operation is read off the active memories before and after. Nothing looks at what the rules intended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import InvalidInput
from reverie.learning.rules import RULES
from reverie.learning.rules.values import compared
from reverie.records.memories import Category, Memory
from reverie_bench.agreement import agreement
from reverie_bench.jsonl import SENT_AT, lines, sent_at
from reverie_bench.key_families import DEEDS, SPLIT, family, related
from reverie_bench.proportions import f1, share, shares
from reverie_bench.stopwatch import Watch, environment

if TYPE_CHECKING:
    from reverie.app.person import Person

BEFORE = timedelta(hours=1)
"""How long before the utterance the known facts were told: a feeling is still one then."""

SLOTS = {
    "allergy": "allergy", "allergies": "allergy", "allergic": "allergy", "intolerance": "allergy",
    "profession": "occupation", "job": "occupation", "career": "occupation", "role": "occupation",
    "position": "occupation", "company": "employer", "employed": "employer", "workplace": "employer",
    "work": "employer", "marital": "relationship_status", "relationship": "relationship_status",
    "married": "relationship_status", "spouse": "partner", "husband": "partner", "wife": "partner",
    "girlfriend": "partner", "boyfriend": "partner", "school": "school", "university": "school", "college": "school",
    "nickname": "nickname", "avoid": "avoids", "avoids": "avoids", "nationality": "nationality",
    "favorite": "favorite", "prefer": "prefers", "preference": "prefers",
}  # fmt: skip
"""Words of a foreign key to the slot of ours that says it most exactly."""

SLOT_OF_FAMILY = {
    "dislike": "dislikes", "fear": "fears", "plan": "plan", "event": "event", "taste": "likes", "hobby": "hobby",
    "habit": "habit", "learning": "learning", "language": "speaks", "skill": "skill", "diet": "diet",
    "health": "condition", "feeling": "feeling", "birthday": "birthday", "age": "age", "gender": "pronouns",
    "origin": "origin", "family": "family", "pet": "pet", "study": "studies", "home": "home", "name": "name",
    "owns": "owns",
}  # fmt: skip
"""Where none of a key's words names a slot: the slot that stands for its family."""

_OURS = {
    rule.key.partition(":")[0]: rule for rule in reversed(RULES) if rule.key and "{" not in rule.key.partition(":")[0]
}


class Op(StrEnum):
    """What an utterance does."""

    PASS = "pass"  # noqa: S105 - no password
    UPDATE = "update"
    APPEND = "append"
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What happened to a line: the operation, and the memories that began and ended."""

    line: Mapping[str, Any]
    op: Op
    began: Sequence[Memory]
    ended: Sequence[Memory]

    @property
    def gold(self) -> Op:
        """What should have happened."""
        return Op(self.line["gold_op"])

    @property
    def value_right(self) -> bool:
        """Whether a memory that began has the value that should have come."""
        deed = family(self.line.get("key") or "") in DEEDS
        return any(agreement(self.line["new_value"], one.value or one.text, deed=deed) for one in self.began)


def measured(path: Path, *, show: bool = False) -> dict[str, Any]:
    """Score what utterances do to what is known; ``show`` lists the lines that went wrong.

    Raises:
        InvalidInput: the file is not what it should be; the message names the line.
    """
    import reverie

    read = lines(path, {"existing": list, "utterance": str, "gold_op": str})
    for one in read:
        _checked(one)
    now, watch = [SENT_AT], Watch(embedder=None)
    with reverie.open(":memory:", embedder="none", clock=lambda: now[0]) as luna:
        seen = []
        for number, one in enumerate(read, 1):
            now[0] = sent_at(one)
            seen.append(happened(luna.meet(f"Person {number}"), one, now[0], watch))
    report = _counted(seen) | watch.latency() | {"environment": environment()}
    return report | {"shown": [_shown(one) for one in seen if one.op is not one.gold]} if show else report


def _checked(one: Mapping[str, Any]) -> None:
    if one["gold_op"] not in [op.value for op in Op]:
        raise InvalidInput(f"line {one['line']}: gold_op is one of {', '.join(Op)}, not {one['gold_op']!r}")
    for fact in one["existing"]:
        if not isinstance(fact, dict) or not (_text(fact.get("value")) or _text(fact.get("text"))):
            raise InvalidInput(f"line {one['line']}: what exists is an object with a key and a value, or a text")


def _text(given: object) -> bool:
    return isinstance(given, str) and bool(given.strip())


def happened(person: Person, line: Mapping[str, Any], now: datetime, watch: Watch) -> Seen:
    """Tell a fresh person, who leaves nothing out, what is known, say the utterance, and see what that did."""
    person.settings(categories_off=())
    for fact in line["existing"]:
        know(person, fact, now - BEFORE)
    before = {memory.id: memory for memory in person.memories()}
    watch.time(lambda: person.say(line["utterance"], at=now))
    after = {memory.id: memory for memory in person.memories()}
    began = [memory for i, memory in after.items() if i not in before]
    ended = [memory for i, memory in before.items() if i not in after]
    op = operation(began, ended, gold_key=line.get("key"))
    return Seen(line=line, op=op, began=began, ended=ended)


def know(person: Person, fact: Mapping[str, Any], at: datetime) -> None:
    """Put in what is known: a key with a value is stated, a sentence said (and stated, if the rules can't read it)."""
    key, value = fact.get("key"), fact.get("value")
    if _text(key) and _text(value):
        slot, category, text = slotted(str(key), str(value))
        person.remember(text, key=slot, value=compared(str(value)) or str(value), category=category, at=at)
        return
    sentence = str(fact.get("text") or value)
    if not person.say(sentence, at=at).learned:
        person.remember(sentence, at=at)


def slotted(key: str, value: str) -> tuple[str, str, str]:
    """The key under which Reverie's own rules would keep a fact, its category, and a sentence that says it.

    A key of ours is kept, a foreign one mapped by its words or its family, an unknown one kept as it is.
    """
    plain = "_".join(word for word in SPLIT.split(key.casefold()) if word)
    words = plain.split("_")
    slot = plain
    if plain not in _OURS and words[0] not in ("favorite", "favourite"):
        slot = next((SLOTS[word] for word in words if word in SLOTS), SLOT_OF_FAMILY.get(family(key) or "", plain))
        # A named relation or pet has its word for a slot: "sister: Mia".
        if slot in ("family", "pet") and family(key) == slot and len(words) == 1 and plain != slot:
            return f"{plain}:{compared(value)}", Category.FACT, f"Has a {plain} named {value}."
    slot = slot.replace("favourite", "favorite", 1)
    rule = _OURS.get(slot)
    many = rule is not None and ":" in rule.key
    favourite = Category.PREFERENCE if slot.startswith("favorite") else Category.FACT
    category = favourite if rule is None else rule.category
    told = f"{slot.replace('_', ' ').capitalize()} is {value}."
    return f"{slot}:{compared(value)}" if many else slot, category, told


def operation(began: Sequence[Memory], ended: Sequence[Memory], *, gold_key: str | None = None) -> Op:
    """Which operation a change of memories is.

    Where several things happen, those of the gold key's family count, if there are any. Then: something that
    ended and something that took its place (or began in the same family) are an update; something that only ended
    is a deletion, whatever else began; something that only began is an addition.
    """
    touched = family(gold_key or "")
    if any(related(touched, _family(memory)) for memory in (*began, *ended)):
        began = [memory for memory in began if related(touched, _family(memory))]
        ended = [memory for memory in ended if related(touched, _family(memory))]
    for old in ended:
        if any(new.supersedes == old.id or related(_family(old), _family(new)) for new in began):
            return Op.UPDATE
    if ended:
        return Op.DELETE
    return Op.APPEND if began else Op.PASS


def _family(memory: Memory) -> str | None:
    return family(memory.key or "")


def _counted(seen: Sequence[Seen]) -> dict[str, Any]:
    right = [one for one in seen if one.op is one.gold]
    valued = [one for one in right if one.gold in (Op.UPDATE, Op.APPEND) and _text(one.line.get("new_value"))]
    counted = {
        "accuracy": (len(right), len(seen)),
        "value_accuracy": (sum(one.value_right for one in valued), len(valued)),
    }
    pairs = Counter((one.gold, one.op) for one in seen)
    by_op = {op.value: _one_op(pairs, op) for op in Op}
    report = shares(counted)
    present = [row["f1"] or 0.0 for op, row in by_op.items() if row["gold"]]
    report["metrics"]["macro_f1"] = round(sum(present) / len(present), 4)
    return report | {
        "lines": len(seen),
        "by_op": by_op,
        "confusion": {gold.value: {op.value: pairs[gold, op] for op in Op} for gold in Op},
    }


def _one_op(pairs: Mapping[tuple[Op, Op], int], op: Op) -> dict[str, Any]:
    right = pairs.get((op, op), 0)
    gold = _sum(pairs, ((op, other) for other in Op))
    said = _sum(pairs, ((other, op) for other in Op))
    precision, recall = share(right, said), share(right, gold)
    return {"gold": gold, "said": said, "precision": precision, "recall": recall, "f1": f1(precision or 0.0, recall)}


def _sum(pairs: Mapping[tuple[Op, Op], int], wanted: Iterable[tuple[Op, Op]]) -> int:
    return sum(pairs.get(pair, 0) for pair in wanted)


def _shown(one: Seen) -> dict[str, Any]:
    known = "; ".join(str(f.get("text") or f"{f.get('key') or ''} {f['value']}".strip()) for f in one.line["existing"])
    return {
        "line": one.line["line"],
        "id": one.line.get("id"),
        "text": f"[{known}] {one.line['utterance']}",
        "should": [f"{one.gold}: {one.line.get('key') or ''} {one.line.get('new_value') or ''}".strip()],
        "did": [one.op.value],
        "began": [memory.text for memory in one.began],
        "ended": [memory.text for memory in one.ended],
    }
