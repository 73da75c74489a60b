"""People and pets of a person's life, each with what is known of them: what a page shows as cards.

Who somebody is stands in a slot that is named for what they are to the person (``dog:rex``), or in the person's own
words ("my sister Nora lives in Lisbon"). What else names them is found by their name, and what speaks of "my sister"
is told of her where there is only one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from reverie.learning.notes import KIN, mentions
from reverie.learning.rules.extraction import with_capitals
from reverie.memory.lifecycle import current
from reverie.memory.runtime import Runtime
from reverie.ports import View
from reverie.recall import mentioned_people
from reverie.records.memories import About, Kind, Memory
from reverie.records.read_access import switched_off
from reverie.store.search.ranking import asked
from reverie.text.patterns import lazy_pattern

MOST = 100
"""People who are shown, those first that were told of first."""

LOOKED_AT = 400
"""Memories with a word like "sister" in them that are looked at."""

_PARTNER = "partner"
_PREFIXES = tuple(f"{kin}:" for kin in KIN)
_THEIR = "their "
_CALLED = lazy_pattern(r"\b(?:called|named|name is|name['’]s)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintance:
    """Somebody of a person's life: ``relation`` is what they are to them ("sister"), ``memories`` what is known.

    ``name`` is None where nobody said it, or where several have the relation and it is not known which is meant.
    """

    name: str | None
    relation: str
    memories: tuple[Memory, ...]


def acquaintances(runtime: Runtime, owner: str) -> list[Acquaintance]:
    """The people and pets of a person's life; nothing of categories that are switched off."""
    return runtime.one_moment(lambda: _read(runtime, owner))


def _read(runtime: Runtime, owner: str) -> list[Acquaintance]:
    with runtime.store.reading() as session:
        off = session.people.settings(owner).get("categories_off", ())
    found = _looked_at(runtime, owner, off)
    introduced: dict[str, tuple[str, str]] = {}  # by the folded name: the name, and what they are
    known, of_relation = defaultdict[str, list[Memory]](list), defaultdict[str, list[Memory]](list)
    for memory in found:
        for name, relation in _introduced(memory):
            introduced.setdefault(name.casefold(), (name, relation))
            known[name.casefold()].append(memory)
    for memory in found:
        for relation in _unnamed(memory):
            those = [folded for folded, (_name, theirs) in introduced.items() if theirs == relation]
            (known[those[0]] if len(those) == 1 else of_relation[relation]).append(memory)
    cards = [
        Acquaintance(name=name, relation=relation, memories=_with_others(runtime, owner, name, known[folded], off))
        for folded, (name, relation) in introduced.items()
    ]
    nameless = [
        Acquaintance(name=None, relation=relation, memories=tuple(those)) for relation, those in of_relation.items()
    ]
    return sorted([*cards, *nameless], key=lambda one: (one.memories[0].valid_from, one.memories[0].id))[:MOST]


def _looked_at(runtime: Runtime, owner: str, off: Collection[str]) -> list[Memory]:
    """Facts of the person that may say who somebody is, the oldest first."""
    now = runtime.clock()
    view = View(now=now.timestamp(), items=frozenset({"memory"}), kinds=frozenset({Kind.FACT.value}))
    with runtime.store.reading() as session:
        scored = runtime.search.index(owner, session).search(asked(" ".join(KIN)), None, view, LOOKED_AT)
        ids = [one.id for one in scored if one.features.get("lex", 0.0) > 0]
        held = session.memories.by_ids(owner, ids)
        slots = session.memories.standing(owner, now, (_PARTNER,), _PREFIXES, off)
    found = {**held, **{one.id: one for one in slots}}.values()
    theirs = (one for one in found if one.about is About.USER and current(one, now) and not switched_off(one, off))
    return sorted(theirs, key=lambda one: (one.valid_from, one.id))


def _with_others(
    runtime: Runtime, owner: str, name: str, known: list[Memory], off: Collection[str]
) -> tuple[Memory, ...]:
    """What is known of somebody, with what else names them."""
    told = {one.id: one for one in known}
    return (*told.values(), *mentioned_people.find(runtime, owner, name, told, list(off)))


def _introduced(memory: Memory) -> Iterator[tuple[str, str]]:
    """Whom a memory names with what they are to the person: (name, relation)."""
    slot, _colon, name = (memory.key or "").partition(":")
    if memory.spelt and (slot == _PARTNER or (slot in KIN and name)):
        yield memory.spelt, _partner(memory) if slot == _PARTNER else slot
        return
    found = mentions([memory.text])
    for relation, called in _relations(found):
        if called:
            yield with_capitals(called), relation
    plain = [one for one in found if not one.startswith(_THEIR)]
    bare = [relation for relation, called in _relations(found) if not called]
    if len(plain) == len(bare) == 1 and _CALLED.search(memory.text):
        yield plain[0], bare[0]


def _unnamed(memory: Memory) -> list[str]:
    """What those are to the person of whom a memory speaks without a name."""
    if any(True for _one in _introduced(memory)):
        return []
    return [relation for relation, called in _relations(mentions([memory.text])) if not called]


def _relations(found: list[str]) -> Iterator[tuple[str, str]]:
    """What is mentioned as somebody's of the person: ("sister", "Nora"), or ("sister", "") without a name."""
    for one in found:
        if one.startswith(_THEIR):
            relation, _space, called = one.removeprefix(_THEIR).partition(" ")
            yield relation, called


def _partner(memory: Memory) -> str:
    """What a sentence calls a partner: "husband"."""
    return next((word for word in memory.text.casefold().split() if word in KIN), _PARTNER)
