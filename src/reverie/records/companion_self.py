"""Who the companion is to itself: its profile, what it noticed of itself, and where it disagrees with people.

The profile's statements are facts of the companion about itself, one slot a statement; opinions stand in it as they
are. All of it reads as plain lines, for a model or a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from reverie.records.memories import Memory
from reverie.records.opinions import Opinion


class SelfField(StrEnum):
    """A list of the self profile (seed 000). ``opinions`` is its sixth: those have verbs of their own."""

    IDENTITY_STATEMENTS = "identity_statements"
    CAPABILITIES = "capabilities"
    LIMITATIONS = "limitations"
    GROWTH_EDGES = "growth_edges"
    OPEN_QUESTIONS = "open_questions"


SLOTS: Mapping[SelfField, str] = MappingProxyType(
    {
        SelfField.IDENTITY_STATEMENTS: "identity",
        SelfField.CAPABILITIES: "capability",
        SelfField.LIMITATIONS: "limitation",
        SelfField.GROWTH_EDGES: "growth_edge",
        SelfField.OPEN_QUESTIONS: "open_question",
    }
)
"""The slot of each field's statements, before the colon."""


class SelfFocus(StrEnum):
    """What a reflection looks at."""

    GENERAL = "general"
    IDENTITY = "identity"
    CAPABILITIES = "capabilities"
    GROWTH = "growth"
    OPINIONS = "opinions"
    OBSERVATIONS = "observations"
    DISAGREEMENTS = "disagreements"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfProfile:
    """What the companion says of itself; opinions are the strongest first, the rest in the order it was said."""

    identity_statements: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    limitations: tuple[str, ...] = ()
    growth_edges: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    opinions: tuple[Opinion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A matter on which the companion and a person (``user``, an id) see things differently."""

    id: str
    at: datetime
    user: str
    name: str
    topic: str
    mine: str
    theirs: str

    @property
    def text(self) -> str:
        """Both views in one sentence."""
        return disagreeing(self.name, self.topic, self.mine, self.theirs)


def disagreeing(name: str, topic: str, mine: str, theirs: str) -> str:
    """Both views in one sentence."""
    return f"Disagrees with {name} about {topic}: “{mine}” against their “{theirs}”"


def disagreement(memory: Memory) -> Disagreement | None:
    """An observation as a disagreement, None where it is none."""
    told = memory.details.get("disagreement")
    if not isinstance(told, Mapping):
        return None
    return Disagreement(
        id=memory.id,
        at=memory.valid_from,
        user=str(memory.details.get("user")),
        name=str(told["name"]),
        topic=str(told["topic"]),
        mine=str(told["mine"]),
        theirs=str(told["theirs"]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfReview:
    """A look at oneself, as far as it was asked for; ``observations`` are the newest first."""

    profile: SelfProfile = SelfProfile()
    observations: tuple[Memory, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()

    @property
    def text(self) -> str:
        """All of it as lines under headings; what is empty is left out."""
        blocks = [
            f"{title}:\n" + "\n".join(f"- {line}" for line in lines) for title, lines in self._sections() if lines
        ]
        return "\n\n".join(blocks) or "Nothing is known of oneself yet."

    def _sections(self) -> Iterator[tuple[str, Sequence[str]]]:
        profile = self.profile
        yield "Who I am", profile.identity_statements
        yield "What I can do", profile.capabilities
        yield "What I can't do", profile.limitations
        yield "Where I am growing", profile.growth_edges
        yield "What I wonder", profile.open_questions
        yield "What I think", [f"{o.name}: {o.opinion} (strength {o.strength:.2f})" for o in profile.opinions]
        yield "What I noticed", [f"{m.text} ({m.category}, {m.confidence:.0%} sure)" for m in self.observations]
        yield "Where I disagree", [f"{one.text} ({one.at:%Y-%m-%d})" for one in self.disagreements]
