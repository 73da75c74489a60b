"""What is found for a message beside memories and messages: episodes and an excerpt, scenes, passages of documents.

Episodes and the excerpt are read off the messages that recall found already, so they cost no search of their own; a
source of which nothing is kept costs one look. What each had to do without is told, once. A source is loaded when it
is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from reverie.memory.runtime import Runtime
from reverie.recall.search import Amounts, Beside, Hit, Looking, Recalled, recall
from reverie.records.users import User

if TYPE_CHECKING:
    from reverie.conversations.episodes import Excerpt
    from reverie.images.scenes import Viewing


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond:
    """Where it is looked, and how much of each: whose documents and whose past, and how near a thing must be."""

    companion: User
    person: User
    amounts: Amounts
    viewing: Viewing


def recalled(
    runtime: Runtime,
    beyond: Beyond,
    query: str,
    *,
    limit: int,
    as_of: datetime | None,
    known_at: datetime | None,
    looking: Looking,
) -> Recalled:
    """Recall what answers a question, and find what is asked for beside it; call it in ``Runtime.one_moment``."""
    owner = beyond.person.id
    found = recall(runtime, owner, query, limit=limit, as_of=as_of, known_at=known_at, looking=looking)
    if beyond.amounts == Amounts():
        return found
    return replace(found, beside=find(runtime, query, found, beyond, here=looking.conversation))


def find(runtime: Runtime, message: str, found: Sequence[Hit], beyond: Beyond, *, here: str | None) -> Beside:
    """Find what is asked for: ``found`` is what recall gave for the message, ``here`` where it is said."""
    from reverie.knowledge.passages import Knowledge
    from reverie.recall import episode_search
    from reverie.scenes import scene_search

    amounts = beyond.amounts
    if not message.strip():
        return Beside()
    told = Beside()
    owner = beyond.person.id
    hits = episode_search.bearing(message, found, here) if amounts.episodes or amounts.excerpt else []
    if amounts.episodes:
        told = replace(told, episodes=tuple(episode_search.among(runtime, owner, hits)[: amounts.episodes]))
    if amounts.excerpt and (excerpt := episode_search.around(runtime, owner, hits)) is not None:
        told = replace(told, excerpt=_trimmed(excerpt, amounts.excerpt))
    if amounts.scenes:
        scenes = scene_search.find(runtime, owner, message, beyond.viewing, limit=amounts.scenes)
        told = replace(told, scenes=tuple(scenes), degraded=scenes.degraded)
    if amounts.passages:
        read = Knowledge(runtime, beyond.companion.id).search(message, amounts.passages)
        told = replace(told, passages=tuple(read), degraded=(*told.degraded, *read.degraded))
    return replace(told, degraded=tuple(dict.fromkeys(told.degraded)))


def _trimmed(excerpt: Excerpt, characters: int) -> Excerpt:
    """The turns around the best one that fit, the nearest first; the best one always stays."""
    place = next(n for n, turn in enumerate(excerpt.messages) if turn.id == excerpt.best)
    first = last = place
    room = characters - len(excerpt.messages[place].text)
    while True:
        before, after = first - 1, last + 1
        fits = {n for n in (before, after) if 0 <= n < len(excerpt.messages) and len(excerpt.messages[n].text) <= room}
        if not fits:
            return replace(excerpt, messages=excerpt.messages[first : last + 1])
        chosen = min(fits, key=lambda n: abs(n - place))
        room -= len(excerpt.messages[chosen].text)
        first, last = min(first, chosen), max(last, chosen)
