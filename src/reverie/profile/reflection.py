"""What a companion has understood of a person, in words: everything at a glance, and how the two came to stand.

Nothing is written here; it is read from the profile, the observations and the line of the slot ``relationship``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from reverie.argument_checks import checked
from reverie.errors import InvalidInput
from reverie.memory.runtime import PersonService, Runtime
from reverie.profile import observations, profile_editing
from reverie.profile.observations import Observation, Review
from reverie.records.conversations import Message
from reverie.records.memories import About, Kind, Memory, SourceKind, Status
from reverie.records.observation_categories import Focus, Order, UserCategory
from reverie.records.users import User

RELATIONSHIP = "relationship"

RECENT = 10
"""Observations in a general reflection."""

_FOCUSED = 20
"""Observations of one category, where the focus is on it."""


_PARTS: Mapping[Focus, tuple[tuple[str, ...], tuple[UserCategory, ...]]] = {
    Focus.GENERAL: (("relationship", "background", "interests", "communication", "values", "notes"), ()),
    Focus.BACKGROUND: (("background", "interests"), (UserCategory.BACKGROUND, UserCategory.INTEREST)),
    Focus.COMMUNICATION: (("communication",), (UserCategory.COMMUNICATION_STYLE, UserCategory.PREFERENCE)),
    Focus.OBSERVATIONS: ((), tuple(UserCategory)),
    Focus.VALUES: (("values",), (UserCategory.VALUE,)),
}
"""What each focus shows: parts of the profile, and categories of observations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A time in a relationship: what it became (``value``), or what was noticed of it (``dynamic``).

    ``until`` None is still so. ``told`` is who said so, in words; ``confidence`` is 0 to 1, to plot.
    """

    at: datetime
    until: datetime | None
    value: str
    dynamic: bool
    reason: str | None
    told: str
    confidence: float
    memory_id: str


@checked
class Reflections(PersonService):
    """What is understood of one person, in words and over time."""

    def reflect(self, focus: Focus | str = Focus.GENERAL) -> str:
        """What is understood of the person, in words: all at a glance, or of one focus.

        Raises:
            InvalidInput: there is no such focus.
        """
        runtime, user = self._runtime, self._whose()
        if focus not in tuple(Focus):
            raise InvalidInput(f"there is no focus {focus!r}: there are {', '.join(Focus)}")
        known, noticed = _PARTS[Focus(focus)]
        lines = [line for part, told in _profile(runtime, user).items() if part in known for line in told]
        lines += _noticed(runtime, user, "Noticed lately", Review(limit=RECENT)) if focus == Focus.GENERAL else []
        for category in noticed:
            wanted = Review(category=category, limit=_FOCUSED, order=Order.CONFIDENCE)
            lines += _noticed(runtime, user, f"Noticed ({category.replace('_', ' ')})", wanted)
        title = f"What I understand of {user.called}" if focus == Focus.GENERAL else f"{user.called}: {Focus(focus)}"
        return "\n".join([title, *(lines or ["Nothing yet."])])

    def relationship(self) -> list[Moment]:
        """How the relationship changed: what it was from when to when, by whose word and why, and what was noticed."""
        runtime, owner = self._runtime, self._owner
        with runtime.store.reading() as session:
            line = session.memories.keyed(owner, [RELATIONSHIP], [Status.ACTIVE, Status.SUPERSEDED])
            line = [m for m in line if m.kind is Kind.FACT and m.about is About.USER]
            noticed = observations.standing(runtime, session, owner, About.USER)
            dynamics = [m for m in noticed if m.category == UserCategory.RELATIONSHIP_DYNAMIC]
            told = observations.sources(session, owner, {m.id: m for m in dynamics})
            said = session.dialogue.by_ids(owner, [m.source.message_id for m in line if m.source.message_id])
        found = [_moment(m, _teller(m, said)) for m in line] + [_moment(m, told[m.id]) for m in dynamics]
        return sorted(found, key=lambda moment: (moment.at, moment.memory_id))


def _moment(memory: Memory, told: str) -> Moment:
    reason = memory.details.get("reason")
    dynamic = memory.kind is Kind.OBSERVATION
    return Moment(
        at=memory.valid_from,
        until=memory.valid_to,
        value=memory.text if dynamic else memory.value or memory.text,
        dynamic=dynamic,
        reason=reason if isinstance(reason, str) else None,
        told=told,
        confidence=memory.confidence,
        memory_id=memory.id,
    )


def _teller(memory: Memory, said: Mapping[str, Message]) -> str:
    message = said.get(memory.source.message_id or "")
    if message is not None:
        quote = memory.source.quote
        return f"{message.speaker} said so{f': “{quote}”' if quote else ''}"
    if memory.source.kind is SourceKind.MODEL:
        return "from observations"
    return "stated outright" if memory.source.kind is SourceKind.PERSON else "noted by the companion"


def _profile(runtime: Runtime, user: User) -> dict[str, list[str]]:
    """The lines of a profile by its parts."""
    known = profile_editing.profile(runtime, user)
    style = known.communication.style
    told = {
        "relationship": [known.relationship] if known.relationship else [],
        "background": [f"{name.replace('_', ' ')}: {text}" for name, text in known.background.items()],
        "interests": [*known.interests, *known.hobbies],
        "communication": [*([f"style: {style}"] if style else []), *known.communication.preferences],
        "values": list(known.values),
        "notes": [line.strip() for line in (known.notes or "").splitlines() if line.strip()],
    }
    return {part: [f"{part.capitalize()}:", *(f"- {one}" for one in many)] for part, many in told.items() if many}


def _noticed(runtime: Runtime, user: User, title: str, wanted: Review) -> list[str]:
    found = observations.review(runtime, user.id, About.USER, wanted)
    return [f"{title}:", *_lines(found)] if found else []


def _lines(found: Sequence[Observation]) -> list[str]:
    return [
        line for one in found for line in (f"- {_plain(one)}", *(f"  but: {_plain(o)}" for o in one.contradictions))
    ]


def _plain(one: Observation) -> str:
    return f"{one.memory.text} ({one.memory.confidence:.0%}, {one.told})"
