"""Whether two observations of a person can both be so: asked of pairs that are near, and that the rules let pass.

The rules see a yes and a no, and opposite words. What takes knowledge of the world (a vegetarian who eats steak) they
leave to this. A pair is judged once; what is found is flagged with both sides, and both stand as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from pydantic import BaseModel

from reverie.background.tasks.answer_checks import Why
from reverie.background.tasks.task import Kept, Task
from reverie.background.tasks.transcript import learns, question
from reverie.context.rendering import flat
from reverie.learning import evidence
from reverie.memory.runtime import Runtime
from reverie.profile import observations as noticing
from reverie.prompts import prompt
from reverie.records.memories import About, Kind, Memory, Relation, Status
from reverie.records.users import User
from reverie.store.database import Session
from reverie.store.tables.model_work import Due

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME = "contradictions"
PROMPT = prompt(NAME)

NEAR = 0.3
"""Cosine from which two observations may speak of one thing.

Of twelve pairs that contradict each other by what one knows of the world ("Is a vegetarian", "Eats steak every
Sunday": 0.40) ten lie above it with the default embedder, and of eight unrelated pairs none.
"""

NEAREST = 5
"""Earlier observations that one is compared with, at most: what it costs grows with their number and no faster."""

ONCE = "1"
"""The mark of a pair: the words of an observation don't change, so once is enough."""


class Verdict(StrEnum):
    """How two observations stand to each other."""

    CONTRADICT = "contradict"
    COMPATIBLE = "compatible"
    UNCLEAR = "unclear"


class Judgement(BaseModel):
    """How a pair stands, and which words of either side clash where they contradict each other."""

    pair: int
    first: str
    second: str
    verdict: Verdict


class Judgements(BaseModel):
    """A judgement for each pair."""

    judgements: list[Judgement]


def _due(runtime: Runtime, person: User, limit: int) -> list[Due]:
    with runtime.store.reading() as session:
        if not learns(session, person):
            return []
        pairs = [Due(f"{older}:{newer}", ONCE) for older, newer in _pairs(runtime, session, person)]
        free = session.work.free(person.id, NAME, pairs, runtime.clock())
    return free[:limit]


def _pairs(runtime: Runtime, session: Session, person: User) -> list[tuple[str, str]]:
    """Pairs of observations (older, newer) that may speak of one thing, those of the latest first."""
    owner = person.id
    noticed = sorted(noticing.standing(runtime, session, owner, About.USER), key=lambda memory: memory.id)
    vectors = runtime.search.index(owner, session).vectors([memory.id for memory in noticed])
    known = {memory.id: memory for memory in noticed}
    flagged = noticing.contradictions(session, owner, noticed, known)
    found = []
    for newer, near in _near(noticed, vectors):
        against = {memory.id for memory in flagged[newer]}
        best = sorted((-nearness, older) for older, nearness in near.items() if older not in against)[:NEAREST]
        found += [(older, newer) for _nearness, older in best]
    return found


def _near(
    noticed: Sequence[Memory], vectors: Mapping[str, NDArray[np.float32]]
) -> Iterator[tuple[str, dict[str, float]]]:
    """For each observation, the latest first, the earlier ones that are near it, and how near.

    That is their cosine, or, where one of the two has no vector, whether they have a telling word in common.
    """
    import numpy as np

    ids = [memory.id for memory in noticed]
    there = np.array([memory_id in vectors for memory_id in ids], bool)
    nowhere = np.zeros_like(next(iter(vectors.values()), np.zeros(1, np.float32)))
    every = np.array([vectors.get(memory_id, nowhere) for memory_id in ids])
    telling = [] if there.all() else [evidence.telling(memory.text) for memory in noticed]
    for place in range(len(ids) - 1, 0, -1):
        cosines = every[:place] @ every[place]
        near = {ids[at]: float(cosines[at]) for at in np.flatnonzero(cosines >= NEAR)}
        unknown = np.flatnonzero(~(there[:place] & there[place]))
        near |= {ids[at]: 1.0 for at in unknown if any(evidence.said(word, telling[at]) for word in telling[place])}
        yield ids[place], near


def _there(runtime: Runtime, person: User, items: Sequence[Due]) -> dict[int, tuple[Memory, Memory]]:
    """The pairs of which both sides still stand, by number: that of the item, and not of what is left."""
    ids = {item.id: tuple(item.id.split(":", 1)) for item in items}
    with runtime.store.reading() as session:
        found = session.memories.by_ids(person.id, [one for pair in ids.values() for one in pair])
        known = {m.id: m for m in found.values() if m.kind is Kind.OBSERVATION and m.status is Status.ACTIVE}
        links = session.links.related(person.id, Relation.CONTRADICTS, list(known))
    flagged = {frozenset((link.from_id, link.to_id)) for link in links}
    pairs = {}
    for number, item in enumerate(sorted(ids), start=1):
        older, newer = ids[item]
        if older in known and newer in known and frozenset((older, newer)) not in flagged:
            pairs[number] = (known[older], known[newer])
    return pairs


def _ask(runtime: Runtime, person: User, items: Sequence[Due]) -> Sequence[Mapping[str, object]] | None:
    pairs = _there(runtime, person, items)
    if not pairs:
        return None
    lines = [
        f"[{number}]\nfirst: {flat(older.text)}\nsecond: {flat(newer.text)}" for number, (older, newer) in pairs.items()
    ]
    return question(PROMPT, "\n".join(["<pairs>", *lines, "</pairs>"]))


def _keep(runtime: Runtime, person: User, items: Sequence[Due], answer: Judgements) -> Kept:
    with runtime.store.reading() as session:
        if not learns(session, person):
            return Kept()
    pairs = _there(runtime, person, items)
    kept = 0
    refused: list[Why] = []
    for one in answer.judgements:
        pair = pairs.pop(one.pair, None)
        if pair is None:
            refused.append(Why.UNKNOWN)
        elif one.verdict is Verdict.CONTRADICT:
            older, newer = pair
            if evidence.place(one.first, older.text) is None or evidence.place(one.second, newer.text) is None:
                refused.append(Why.NOT_SAID)
            else:
                kept += noticing.flag(runtime, person.id, newer.id, older.id)
    return Kept(kept=kept, refused=tuple(refused))


CONTRADICTIONS = Task(name=NAME, prompt=PROMPT, shape=Judgements, batch=10, due=_due, ask=_ask, keep=_keep)
