"""What an opinion meets when it is formed: those that say the same, and those that stand against it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from reverie.memory.judgement import Verdict, judge
from reverie.memory.opposites import same_stance
from reverie.memory.runtime import Runtime
from reverie.persona import opinion_search as looking
from reverie.records import opinions
from reverie.records.memories import Memory
from reverie.records.opinions import THRESHOLD, Forming, Occasion
from reverie.store.database import Session
from reverie.store.search.tokens import tokens
from reverie.text.opinion_polarity import leaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """What a new opinion meets: those that say the same, and the one elsewhere that is agreed or contradicted."""

    slot: str
    category: str
    same: frozenset[str]
    rival: Memory | None
    degraded: tuple[str, ...]


def met(runtime: Runtime, owner: str, given: Forming) -> Met:
    """What an opinion meets, of the same name and near in meaning."""
    vectors = runtime.vectors([given.opinion])
    with runtime.store.reading() as session:
        there = present(session, given.occasion)
        of_name = looking.of_name(session, owner, given.name, there, looking.LIVE)
        near = (
            {}
            if vectors is None
            else looking.nearest(runtime, session, owner, vectors[0], looking.CONFLICTS, THRESHOLD)
        )
        found = session.memories.by_ids(owner, list(near))
        degraded = looking.lacking(runtime, session, owner, embedded=vectors is not None)
    own = looking.slot(given.name, given.occasion.user)
    named = [m for m in of_name if bool(opinions.between_them(m)) is (given.occasion.user is not None)]
    general = [m for m in of_name if m not in named]
    near_by = [m for m in found.values() if m not in of_name and opinions.told_to(m, there)]
    others = [*general, *sorted(near_by, key=lambda m: -near[m.id])]
    agreed = [m for m in named if agree(m.text, given.opinion, of_one_thing=True)]
    alike = [m for m in others if agree(m.text, given.opinion, of_one_thing=False)]
    contrary = [m for m in others if _contrary(m, given)]
    return Met(
        slot=(named[0].key if named else None) or own,
        category=named[0].category if named and given.category is None else opinions.category_of(given.category),
        same=frozenset(m.id for m in (*agreed, *alike)),
        rival=next(iter((*alike, *contrary)), None),
        degraded=degraded,
    )


def present(session: Session, on: Occasion) -> Collection[str]:
    """The person with whom an opinion is formed, and those who were merged into them; nobody for the host."""
    return looking.with_merged(session, () if on.user is None else (on.user,)) or ()


def agree(one: str, other: str, *, of_one_thing: bool) -> bool:
    """Whether two opinions say the same. Of one thing, it is enough that both are for it, or against it."""
    verdict = judge(one, other)
    if verdict is not Verdict.DIFFERENT:
        return verdict is Verdict.SAME
    return same_stance(one, other) or (of_one_thing and leaning(one) == leaning(other) != 0)


def _contrary(memory: Memory, given: Forming) -> bool:
    """Whether an opinion of another name, near in meaning, stands against one that is formed."""
    if judge(memory.text, given.opinion) is Verdict.OPPOSITE:
        return True
    one_topic = share_a_topic(looking.name_of(memory), memory.text, given.name, given.opinion)
    return one_topic and leaning(memory.text) * leaning(given.opinion) < 0


def share_a_topic(one: str, said: str, other: str, given: str) -> bool:
    """Whether one of two opinions speaks of what the other is named by.

    Sentences that are framed alike ("I've changed my mind about …") are near in meaning, whatever they are about.
    """
    return bool(set(tokens(one)) & set(tokens(f"{other} {given}")) or set(tokens(other)) & set(tokens(f"{one} {said}")))
