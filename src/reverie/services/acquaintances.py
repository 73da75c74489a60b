"""People and pets of a person's life, each with what is known of them: what a page shows as cards.

Who somebody is stands in a slot that is named for what they are to the person (``sister:nora``), and what is known of
them in slots that begin with it (``sister_lives_in:lisbon``). What else names them is found by their name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from reverie.domain.categories import switched_off
from reverie.domain.memories import Memory
from reverie.domain.notes import KIN
from reverie.services import mentioned_people
from reverie.services.runtime import Runtime

MOST = 100
"""People who are shown, those first that were told of first."""

_PARTNER = "partner"
_PREFIXES = tuple(kin + behind for kin in KIN for behind in (":", "_"))


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
        standing = session.memories.standing(owner, runtime.clock(), (_PARTNER,), _PREFIXES, off)
    found = sorted((m for m in standing if not switched_off(m, off)), key=lambda m: (m.valid_from, m.id))
    named, of_relation = defaultdict[str, list[Memory]](list), defaultdict[str, list[Memory]](list)
    for one in found:
        (named if _introduces(one) else of_relation)[_relation(one)].append(one)
    alone = {relation: of_relation.pop(relation, []) for relation, those in named.items() if len(those) == 1}
    cards = [
        _named(runtime, owner, one, alone.get(relation, []), off) for relation, those in named.items() for one in those
    ]
    nameless = [
        Acquaintance(name=None, relation=relation, memories=tuple(those)) for relation, those in of_relation.items()
    ]
    return sorted([*cards, *nameless], key=lambda one: (one.memories[0].valid_from, one.memories[0].id))[:MOST]


def _named(
    runtime: Runtime, owner: str, introduced: Memory, known: Sequence[Memory], off: Collection[str]
) -> Acquaintance:
    name = introduced.spelt or ""
    told = {introduced.id: introduced} | {one.id: one for one in known}
    also = mentioned_people.find(runtime, owner, name, told, list(off))
    return Acquaintance(name=name, relation=_relation(introduced), memories=(*told.values(), *also))


def _introduces(memory: Memory) -> bool:
    """Whether it says who somebody is by their name."""
    slot, _colon, name = (memory.key or "").partition(":")
    return memory.value is not None and (slot == _PARTNER or (slot in KIN and bool(name)))


def _relation(memory: Memory) -> str:
    """What whom it speaks of is to the person; a partner is what the sentence calls them."""
    slot = (memory.key or "").partition(":")[0]
    if slot != _PARTNER:
        return slot.partition("_")[0]
    return next((word for word in memory.text.casefold().split() if word in KIN), _PARTNER)
