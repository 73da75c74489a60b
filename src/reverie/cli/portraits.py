"""What is understood of people and of the companion itself, as a program reads it: the records of ``--json``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from reverie.cli.shapes import Record, memory, user, utc

if TYPE_CHECKING:
    from reverie.domain.memories import Memory
    from reverie.domain.opinions import Opinion, Tally
    from reverie.domain.profiles import Profile
    from reverie.domain.selfhood import Disagreement, SelfProfile, SelfReview
    from reverie.services.observations import Observation, Recorded
    from reverie.services.patterns import Pattern
    from reverie.services.persona import Opined
    from reverie.services.profiles import Applied
    from reverie.services.reflection import Moment
    from reverie.services.synthesis import Proposal


def profile(one: Profile) -> Record:
    """What is known of somebody, as one page."""
    return asdict(one) | {"last_updated": utc(one.last_updated)}


def applied(one: Applied) -> Record:
    """What an edit of a profile changed; ``meanwhile`` is what others had changed since it was shown."""
    return {
        "person": user(one.user),
        "edits": [asdict(edit) for edit in one.edits],
        "meanwhile": [asdict(edit) for edit in one.meanwhile],
        "change_id": one.change_id,
        "profile": profile(one.profile),
    }


def observed(one: Memory) -> Record:
    """An observation as it is kept."""
    return memory(one) | {
        "source_type": one.details.get("source_type"),
        "last_validated_at": utc(one.last_validated_at),
    }


def observation(one: Observation) -> Record:
    """An observation with its source in words, and the other side of what it contradicts."""
    against = [observed(other.memory) | {"told": other.told} for other in one.contradictions]
    return observed(one.memory) | {"told": one.told, "contradictions": against}


def recorded(one: Recorded) -> Record:
    """What became of an observation."""
    return {
        "step": one.step.value,
        "observation": observed(one.memory),
        "contradicts": [observed(other) for other in one.contradicts],
    }


def proposal(one: Proposal) -> Record:
    """A proposal with what it rests on."""
    return {
        "proposal": memory(one.memory),
        "voices": one.voices,
        "evidence": [observation(each) for each in one.evidence],
        "replaces": None if one.replaces is None else memory(one.replaces),
    }


def moment(one: Moment) -> Record:
    """A point in the line of a relationship: "at" and "until" are its time, "confidence" how sure it is."""
    return {
        "at": utc(one.at),
        "until": utc(one.until),
        "value": one.value,
        "dynamic": one.dynamic,
        "reason": one.reason,
        "told": one.told,
        "confidence": one.confidence,
        "memory_id": one.memory_id,
    }


def pattern(one: Pattern) -> Record:
    """What several people share."""
    return {"of": one.of, "what": one.what, "people": one.people, "examples": list(one.examples)}


def opinion(one: Opinion) -> Record:
    """What a companion thinks of something, with its changes of mind."""
    turns = [{"at": utc(t.at), "old": t.old, "new": t.new, "reason": t.reason} for t in one.history]
    return asdict(one) | {
        "category": one.category.value,
        "status": one.status.value,
        "reinforced_at": utc(one.reinforced_at),
        "formed_at": utc(one.formed_at),
        "related_users": list(one.related_users),
        "related_entities": list(one.related_entities),
        "held_against": list(one.held_against),
        "history": turns,
    }


def opined(one: Opined) -> Record:
    """What became of an opinion."""
    return {
        "step": one.step.value,
        "opinion": opinion(one.opinion),
        "against": [opinion(each) for each in one.against],
        "cut": list(one.cut),
        "degraded": list(one.degraded),
    }


def tally(one: Tally) -> Record:
    """How many opinions there are."""
    return asdict(one) | {"by_category": dict(one.by_category)}


def self_profile(one: SelfProfile) -> Record:
    """What a companion says of itself."""
    lists = {name: list(getattr(one, name)) for name in type(one).__slots__}
    return lists | {"opinions": [opinion(each) for each in one.opinions]}


def disagreement(one: Disagreement) -> Record:
    """Where a companion and a person see things differently."""
    return asdict(one) | {"at": utc(one.at), "text": one.text}


def self_review(one: SelfReview) -> Record:
    """A companion's look at itself."""
    return {
        "profile": self_profile(one.profile),
        "observations": [memory(each) for each in one.observations],
        "disagreements": [disagreement(each) for each in one.disagreements],
    }
