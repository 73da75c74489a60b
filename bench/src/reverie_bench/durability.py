"""Whether a store holds what many writers were told it holds: their notes against its rows.

The one idea: a note was written after a call came back, so every note is a promise. Two notes whose calls did not
overlap (the one ended before the other began) also promise an order, whatever the writers' clocks said.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie_bench.writer_process import BASE, SLOTS, Errand, settings

if TYPE_CHECKING:
    from reverie.app.companion import Reverie
    from reverie.app.person import Person
    from reverie.records.conversations import Message
    from reverie.records.memories import Memory

Note = Mapping[str, Any]

QUESTIONS = ("What is my favorite drink?", "jazz", "the harbour", "Where do I live?", "kettle and tea")
_FORGOTTEN = "[forgotten]"


def notes(errand: Errand) -> list[Note]:
    """Everything that the writers noted, in the order in which their calls came back."""
    files = sorted(Path(errand.folder).glob("notes-*.jsonl"))
    found = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    return sorted(found, key=lambda note: float(note["ended"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """What a store has of the person whom the writers wrote of."""

    luna: Reverie
    ada: Person
    messages: Mapping[str, Message]
    memories: Sequence[Memory]


def problems(errand: Errand, told: Sequence[Note]) -> list[str]:
    """Everything that is not as it was acknowledged; nothing when all is well."""
    import reverie
    from reverie.records.memories import Status

    latest = BASE + timedelta(days=36_500)
    with reverie.open(errand.store, companion="Luna", clock=lambda: latest, config=settings()) as luna:
        ada = luna.meet(errand.person)
        kept = _Kept(
            luna=luna,
            ada=ada,
            messages={message.id: message for message in ada.messages()},
            memories=ada.memories(statuses=frozenset(Status)),
        )
        found = [f"{note['act']}: {note['error']}: {note['why']}" for note in told if "error" in note]
        for look in (_messages, _order, _slots, _lines, _voices, _taken_back, _listed, _log, _search):
            found += look(kept, told)
        found += _strangers(kept, told)
    return found + _damage(errand)


def _messages(kept: _Kept, told: Sequence[Note]) -> Iterator[str]:
    """Each acknowledged message once, with its words; and no other."""
    gone = {note["unsaid"] for note in told if "unsaid" in note}
    emptied = {note["emptied"] for note in told if "emptied" in note}
    said = {note["message"]: note for note in told if "message" in note and "text" in note}
    for message_id, note in said.items():
        there = kept.messages.get(message_id)
        if there is None:
            yield f"the message {note['text']!r} of {note['act']} was acknowledged and is not there"
        elif there.text != note["text"]:
            yield f"the message {note['text']!r} is kept as {there.text!r}"
    yield from (f"the message {one} was unsaid and is there" for one in gone & set(kept.messages))
    yield from (
        f"the message {one} was forgotten and has its words"
        for one in emptied & set(kept.messages)
        if _FORGOTTEN not in kept.messages[one].text
    )
    keys = Counter(m.external_id for m in kept.messages.values() if m.external_id)
    yield from (f"{count} messages have the id {key!r}" for key, count in keys.items() if count > 1)
    by_key = {note["key"]: note["message"] for note in told if note.get("key")}
    yield from (
        f"the id {note['key']!r} was acknowledged for two messages"
        for note in told
        if note.get("key") and by_key[note["key"]] != note["message"]
    )
    histories = {note["imported"]: note["turns"] for note in told if "imported" in note}
    imported = [m for m in kept.messages.values() if m.text.startswith("I visited")]
    if len(imported) != sum(histories.values()):
        yield f"{len(imported)} messages were imported of {sum(histories.values())}"
    others = len(kept.messages) - len(imported) - len(set(said) | (emptied - gone))
    corrections = sum("refused" in note and note["act"] == "forget" for note in told)
    if not 0 <= others <= corrections:
        yield f"{others} messages more are there than were acknowledged"


def _overtaken(told: Sequence[Note]) -> Iterator[tuple[Note, Note]]:
    """Pairs of notes of which the one ended before the other began; of each the last before it."""
    ended = sorted(told, key=lambda note: float(note["ended"]))
    place, latest = 0, None
    for note in sorted(told, key=lambda note: float(note["began"])):
        while place < len(ended) and ended[place]["ended"] < note["began"]:
            latest = ended[place]
            place += 1
        if latest is not None:
            yield latest, note


def _order(kept: _Kept, told: Sequence[Note]) -> Iterator[str]:
    """What was said after something was acknowledged stands after it, where neither had a time of its own."""
    first: dict[str, Note] = {}
    for note in told:
        if "message" in note and "at" not in note and note["message"] in kept.messages:
            first.setdefault(note["message"], note)
    for before, after in _overtaken(list(first.values())):
        one, other = kept.messages[before["message"]], kept.messages[after["message"]]
        if "again" not in after and (one.sent_at, one.id) >= (other.sent_at, other.id):
            yield f"{other.text!r} was said after {one.text!r} was acknowledged, and stands before it"


def _slots(kept: _Kept, told: Sequence[Note]) -> Iterator[str]:
    """Every value that was told is there, and the one that holds now is the one its rule says."""
    for slot, rule in SLOTS.items():
        there = [m for m in kept.memories if m.key == f"favorite_{slot}"]
        values = {m.value: m for m in there}
        mine = [note for note in told if note.get("slot") == slot and "refused" not in note and "error" not in note]
        yield from (f"{slot}: {n['value']!r} was acknowledged and is nowhere" for n in mine if n["value"] not in values)
        now = [m for m in there if m.status.value == "active"]
        if len(now) != (1 if mine else 0):
            yield f"{slot}: {len(now)} values hold at once"
        elif mine:
            yield from _held(slot, rule, now[0], [note for note in mine if note["value"] in values], values)


def _held(slot: str, rule: str, now: Memory, mine: Sequence[Note], values: Mapping[Any, Memory]) -> Iterator[str]:
    """Whether the value that holds is the right one."""
    winner = next((note for note in mine if note["value"] == now.value), None)
    if winner is None:
        yield f"{slot}: {now.value!r} holds, and nobody told it"
    elif rule == "latest" and all("at" in note for note in mine):
        right = max(mine, key=lambda note: datetime.fromisoformat(note["at"]))
        if right is not winner:
            yield f"{slot}: {now.value!r} holds, and {right['value']!r} was said last by its time"
    elif rule == "latest":
        yield from _overruled(slot, winner, mine)
    elif rule == "confident":
        sure = [note for note in mine if note.get("sure")]
        if sure and not winner.get("sure"):
            yield f"{slot}: {now.value!r} holds, and {sure[-1]['value']!r} was surer"
        yield from _overruled(slot, winner, sure or mine)
    elif rule == "ask":
        others = [m.status.value for value, m in values.items() if value != now.value]
        if set(others) - {"proposed"}:
            yield f"{slot}: the other values are {sorted(set(others))}, and not waiting"


def _overruled(slot: str, winner: Note, mine: Sequence[Note]) -> Iterator[str]:
    later = [note["value"] for note in mine if note["began"] > winner["ended"]]
    if later:
        yield f"{slot}: {winner['value']!r} holds, and {later[-1]!r} was said after it was acknowledged"


def _lines(kept: _Kept, _told: Sequence[Note]) -> Iterator[str]:
    """The values of a slot are one chain: linked both ways, and none of them twice."""
    by_id = {memory.id: memory for memory in kept.memories}
    for memory in kept.memories:
        if memory.status.value == "retracted":
            continue
        for there, back in ((memory.superseded_by, "supersedes"), (memory.supersedes, "superseded_by")):
            other = None if there is None else by_id.get(there)
            if there is not None and other is None:
                yield f"{memory.text!r} is linked to a memory that is not there"
            elif other is not None and other.status.value != "retracted" and getattr(other, back) != memory.id:
                yield f"{memory.text!r} is linked to {other.text!r}, and that is not linked back"
    texts = Counter((m.key, m.text, m.valid_from) for m in kept.memories if m.status.value == "active")
    yield from (f"{text!r} is remembered {count} times" for (_k, text, _t), count in texts.items() if count > 1)


def _voices(kept: _Kept, told: Sequence[Note]) -> Iterator[str]:
    """What everybody said again and again has as many voices as there were sayings: none was lost."""
    sayings = sum("likes" in note for note in told)
    jazz = [m for m in kept.memories if m.key == "likes:jazz"]
    if sayings and [m.validations for m in jazz] != [sayings - 1]:
        yield f"jazz was said {sayings} times and has {[m.validations + 1 for m in jazz]} voices"


def _taken_back(kept: _Kept, told: Sequence[Note]) -> Iterator[str]:
    """What was forgotten, undone or unsaid stands no more."""
    standing = {m.value for m in kept.memories if m.status.value in ("active", "superseded", "proposed")}
    for note in told:
        for how in ("forgotten", "undone", "unsaid"):
            value = note["value"] if how == "unsaid" and how in note else note.get(how)
            if value is not None and value in standing:
                yield f"{value!r} was {how} and stands"


def _listed(kept: _Kept, told: Sequence[Note]) -> Iterator[str]:
    """Everything that was put into a list of the profile, or observed, is there."""
    profile = kept.ada.user_model.profile()
    for note in told:
        if "listed" in note and note["value"] not in getattr(profile, note["listed"]):
            yield f"{note['value']!r} was put into the {note['listed']} and is not there"
    observed = {m.id for m in kept.memories if m.kind.value == "observation"}
    yield from (
        f"{n['observed']!r} was observed and is not there"
        for n in told
        if n.get("memory") and "observed" in n and n["memory"] not in observed
    )


def _log(kept: _Kept, _told: Sequence[Note]) -> Iterator[str]:
    """The log has no hole, runs forward in time, and its last step of each memory is the memory as it stands."""
    from reverie.store import row_mapping

    with kept.luna._runtime.store.reading() as session:
        lines = session.changes.log(kept.ada.id)
        changes = session.changes.recent(kept.ada.id)
        head, _generation = session.changes.head(kept.ada.id)
    seqs = sorted([*(line.seq for line in lines), *(change.seq for change in changes)])
    if seqs != list(range(1, head + 1)):
        yield f"the log ends at {head} and has {len(seqs)} lines, of which {len(set(seqs))} are distinct"
    if [line.at for line in lines] != sorted(line.at for line in lines):
        yield "the log goes backwards in time"
    last = {line.item_id: line.after for line in lines if line.item == "memory"}
    for memory in kept.memories:
        if memory.text == _FORGOTTEN:  # it is listed without its words
            continue
        row = row_mapping.as_json(row_mapping.columns(memory))
        after = dict(last.get(memory.id) or {})
        if {**after, "last_used_at": None} != {**row, "last_used_at": None}:
            yield f"{memory.text!r} is not what its log says"


def _search(kept: _Kept, _told: Sequence[Note]) -> Iterator[str]:
    """The search has the words of every item as they are now."""
    from reverie.store.search.tokens import features

    texts = {message.id: message.text for message in kept.messages.values()}
    texts |= {m.id: m.text for m in kept.memories if m.status.value in ("active", "superseded") and m.kind != "episode"}
    with kept.luna._runtime.store.reading() as session:
        entries = session.entries.of(kept.ada.id, list(texts))
    for item_id, text in texts.items():
        if item_id not in entries:
            yield f"{text!r} is not in the search"
        elif entries[item_id].tokens != features(text).tokens:
            yield f"{text!r} is in the search with other words"


def _strangers(kept: _Kept, told: Sequence[Note]) -> Iterator[str]:
    """Nobody who was erased is there."""
    names = {user.name for user in kept.luna.people()}
    yield from (f"{note['erased']!r} was erased and is there" for note in told if note.get("erased") in names)


def _damage(errand: Errand) -> list[str]:
    from reverie import safekeeping

    return [f"db check: {one.name}: {one.seen}" for one in safekeeping.check(errand.store) if not one.ok]
