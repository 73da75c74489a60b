"""People and pets of the person's life whom a message mentions, with what is known of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from reverie.learning.notes import KIN, mentions
from reverie.memory.runtime import Runtime
from reverie.ports import View
from reverie.recall.search import searched
from reverie.records.memories import Kind, Memory
from reverie.records.read_access import switched_off
from reverie.store.search.ranking import asked
from reverie.store.search.tokens import tokens
from reverie.text.word_lists import by_kind

LOOKED_AT = 60
"""Memories that share a word with the message and are looked at, to tell which of these words are names."""

OF_EACH, OF_ALL = 4, 8
"""Memories of each who is mentioned, and of all of them."""

_KINDS = {word: by_kind(word) for word in KIN}
"""Words for those of somebody's life, and the kind of each."""

_INTRODUCES = frozenset({"family", "friend", "partner", "pet", "colleague", "name", "living_with", *KIN})
"""Slots of notes and facts that tell who somebody is to them: where that was told first is told first."""


def search(runtime: Runtime, owner: str, message: str) -> list[str]:
    """Ids of the memories that may tell of those whom a message mentions. Call it in ``Runtime.one_moment``."""
    view = View(now=runtime.clock().timestamp(), items=frozenset({"memory"}), kinds=frozenset({Kind.FACT.value}))
    question = asked(" ".join((searched(message), *_kinds(message))))
    with runtime.store.reading() as session:
        scored = runtime.search.index(owner, session).search(question, None, view, LOOKED_AT)
    return [one.id for one in scored if one.features.get("lex", 0.0) > 0]


def _kinds(message: str) -> list[str]:
    """The other words for those whom a message mentions by what they are to somebody: a cat is a kitten too."""
    said = set(by_kind(" ".join(mentions([message]))).split())
    return [word for word, kind in _KINDS.items() if kind in said]


def found(
    runtime: Runtime, owner: str, message: str, ids: Sequence[str], apart: Collection[str], off: Sequence[str]
) -> list[Memory]:
    """What is known of those whom a message mentions, first who they are; without the ids in ``apart``.

    ``ids`` is what ``search`` gave. A word of the message is somebody's where a memory that has it tells of them by it:
    "krista" in "“no, daughter” (of Krista)".
    """
    if not ids:
        return []
    with runtime.store.reading() as session:
        held = sorted(session.memories.by_ids(owner, ids).values(), key=lambda memory: memory.id)
    return _of_them(searched(message), [m for m in held if m.id not in apart and not switched_off(m, off)])


def find(runtime: Runtime, owner: str, message: str, apart: Collection[str], off: Sequence[str]) -> list[Memory]:
    """What is known of those whom a message mentions, as ``found`` gives it. Call it in ``Runtime.one_moment``."""
    return found(runtime, owner, message, search(runtime, owner, message), apart, off)


def _of_them(message: str, held: Iterable[Memory]) -> list[Memory]:
    said = set(tokens(by_kind(message)))
    known: dict[int, list[Memory]] = defaultdict(list)
    for memory in held:
        for name in said & _names(memory.text):
            known[name].append(memory)
    return _taken(known)


def _names(text: str) -> set[int]:
    """The words by which a text names somebody."""
    return {token for one in mentions([text]) for token in tokens(by_kind(one.removeprefix("their ")))}


def _taken(known: Mapping[int, Sequence[Memory]]) -> list[Memory]:
    """So many of each, in turn: nobody's memories push out another's."""
    of_each = [_first(memories) for memories in known.values()]
    found = [memories[at] for at in range(OF_EACH) for memories in of_each if at < len(memories)]
    return list({memory.id: memory for memory in found}.values())[:OF_ALL]


def _first(memories: Sequence[Memory]) -> list[Memory]:
    """Who somebody is, as it was told first, and then what was told last."""
    newest = sorted(memories, key=lambda m: (m.valid_from, m.id), reverse=True)
    introducing = [m for m in newest if _slot(m) in _INTRODUCES][-1:]
    return [*introducing, *(m for m in newest if m not in introducing)]


def _slot(memory: Memory) -> str:
    return (memory.key or "").removeprefix("note_").partition(":")[0]
