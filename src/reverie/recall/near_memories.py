"""The memories that are near to a topic, where none has its words: "my dog" may mean the beagle."""

from __future__ import annotations

from reverie.memory.runtime import Runtime
from reverie.recall import search
from reverie.records.memories import Kind, Memory, Status

_LOOKED_AT, _NEARLY, _MOST = 10, 1.5, 3
"""Hits looked at, what their words and meaning have to add up to, and how many memories are told."""


def near_memories(runtime: Runtime, owner: str, topic: str) -> tuple[Memory, ...]:
    """The memories that are so and nearest to a topic, best first; none to one without words."""
    if not topic.strip():
        return ()
    found = search.recall(runtime, owner, topic, limit=_LOOKED_AT)
    near = [hit.memory for hit in found if hit.memory.kind is not Kind.MESSAGE and search.relevance(hit) >= _NEARLY]
    return tuple(one for one in near if one.status is Status.ACTIVE)[:_MOST]
