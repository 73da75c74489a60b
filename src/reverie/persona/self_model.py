"""The companion's self-model: what it says of itself, what it notices of itself, and where it disagrees with people.

It is kept as everything is: statements are facts in slots, what is noticed are observations, and both are the
companion's own, about itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from reverie.errors import InvalidInput, NotFound, Refused
from reverie.learning import message_learning
from reverie.memory.lifecycle import current
from reverie.memory.runtime import Runtime, digest
from reverie.memory.writing import Learned, Telling, Writing
from reverie.persona import opinion_changes, opinion_search
from reverie.persona.opinion_changes import Opined
from reverie.profile import observations
from reverie.profile.observations import Recorded, Review
from reverie.records.companion_self import (
    SLOTS,
    Disagreement,
    Focus,
    SelfField,
    SelfProfile,
    SelfReview,
    disagreeing,
    disagreement,
)
from reverie.records.memories import About, Candidate, Kind, Memory, Source, SourceKind, Status
from reverie.records.observation_categories import Noticed, SelfCategory, SourceType
from reverie.records.opinions import Forming, Occasion
from reverie.store.database import Session
from reverie.text.value_matching import normal

IMPORTANCE = 0.8
"""Of a statement on oneself: it is stated outright."""

SURE = 0.9
"""Confidence of a disagreement: both views were heard."""

_KEY = 120
"""Characters of a statement that stand in its slot as they are; a longer one is told apart by a digest."""


def profile(
    runtime: Runtime, owner: str, *, opinions_shown: int = 50, people: Collection[str] | None = None
) -> SelfProfile:
    """What the companion says of itself, or of that, what it may say where these people are."""
    with runtime.store.reading() as session:
        stated = {field: _statements(runtime, session, owner, field) for field in SelfField}
    held = opinion_search.strongest(runtime, owner, limit=opinions_shown, people=people)
    return SelfProfile(
        **{field.value: tuple(m.text for m in found) for field, found in stated.items()}, opinions=tuple(held)
    )


def put(runtime: Runtime, owner: str, field: str, statements: Sequence[str], *, actor: str = "person") -> SelfProfile:
    """Replace a field's statements: what is in both stays as it is, the rest ends or begins.

    Raises:
        InvalidInput: there is no such field, or a statement has no words or more than 4,000 characters.
        Refused: one holds a secret.
    """
    named = _field(field)
    if isinstance(statements, str):
        raise InvalidInput(f"{named} is a list of statements, not one: append adds a single one")
    tellings = {_key(named, text): _stated(runtime, owner, named, text, actor=actor) for text in statements}
    with runtime.store.writing(owner) as session:
        known = _statements(runtime, session, owner, named)
        ending = [m for m in known if m.key not in tellings]
        there = {m.key for m in known}
        _write(runtime, session, owner, [t for key, t in tellings.items() if key not in there], ending, actor=actor)
    return profile(runtime, owner)


def append(runtime: Runtime, owner: str, field: str, statement: str, *, actor: str = "person") -> SelfProfile:
    """Add a statement to a field; one that is there already becomes surer.

    Raises:
        InvalidInput: there is no such field, or the statement has no words or more than 4,000 characters.
        Refused: it holds a secret.
    """
    telling = _stated(runtime, owner, _field(field), statement, actor=actor)
    with runtime.store.writing(owner) as session:
        _write(runtime, session, owner, [telling], [], actor=actor)
    return profile(runtime, owner)


def remove(runtime: Runtime, owner: str, field: str, statement: str, *, actor: str = "person") -> SelfProfile:
    """Take a statement out of a field; it stays in the past.

    Raises:
        InvalidInput: there is no such field.
        NotFound: the field has no such statement.
    """
    named = _field(field)
    with runtime.store.writing(owner) as session:
        ending = [m for m in _statements(runtime, session, owner, named) if m.key == _key(named, statement)]
        if not ending:
            raise NotFound(f"{named} has no statement {statement!r}: look at the profile for its words")
        _write(runtime, session, owner, [], ending, actor=actor)
    return profile(runtime, owner)


def record(runtime: Runtime, owner: str, noticed: Noticed) -> Recorded:
    """Record something that the companion noticed of itself.

    Raises:
        InvalidInput: it is empty, or its category, confidence or source type is not of the closed sets.
        Refused: it holds a secret, or the person with whom it was noticed has paused memory.
    """
    see_not_paused(runtime, noticed.user)
    opinion_search.see_allowed(runtime, Occasion(user=noticed.user), noticed.text)
    return observations.record(runtime, owner, replace(noticed, about=About.SELF))


def source(on: Occasion) -> Source:
    """Where something that is noted on an occasion comes from: the message in which it was said, or the tool alone."""
    kind = SourceKind.TOOL if on.message is None else SourceKind.MESSAGE
    return Source(kind=kind, message_id=on.message, conversation_id=on.conversation)


def disagree(
    runtime: Runtime, owner: str, called: str, topic: str, *, mine: str, theirs: str, on: Occasion
) -> tuple[Disagreement, Opined]:
    """Note that a person sees something differently: both views are kept, to be told when they are there.

    The companion's view is its opinion on the topic, and concerns the person of that occasion from now on.

    Raises:
        InvalidInput: a view or the topic has no words.
        Refused: one of them holds a secret, or the person has paused memory.
    """
    see_not_paused(runtime, on.user)
    told = {
        "name": called,
        "topic": opinion_changes.plain(topic, "topic"),
        "mine": opinion_changes.plain(mine, "view"),
        "theirs": opinion_changes.plain(theirs, "view"),
    }
    opinion_search.see_allowed(runtime, on, f"{topic} {mine} {theirs}")
    candidate = Candidate(
        text=disagreeing(**told),
        about=About.SELF,
        kind=Kind.OBSERVATION,
        category=SelfCategory.CONTRADICTION,
        confidence=SURE,
        details={"source_type": SourceType.EXPLICIT_REFLECTION.value, "user": on.user, "disagreement": told},
    )
    (telling,) = message_learning.admitted(runtime, owner, candidate, source=source(on))
    opined = opinion_changes.add(runtime, owner, Forming(name=topic, opinion=mine, occasion=on), actor="companion")
    with (
        runtime.store.writing(owner) as session,
        session.act(runtime.change(owner, "observe", actor="companion")) as act,
    ):
        (learned,) = Writing(runtime, session, act).tell(telling)
    noted = None if learned.memory is None else disagreement(learned.memory)
    if noted is None:
        raise InvalidInput("there is nothing to disagree about: name the topic and both views")
    return noted, opined


def disagreements(runtime: Runtime, owner: str, people: Collection[str] | None = None) -> list[Disagreement]:
    """Where the companion disagrees with these people (ids), or with anybody, the newest first."""
    now = runtime.clock()
    with runtime.store.reading() as session:
        found = session.memories.of_kind(owner, Kind.OBSERVATION, [Status.ACTIVE], naming=people)
        found = opinion_search.usable(session, found, people)
    noted = [one for m in found if current(m, now) and (one := disagreement(m)) is not None]
    theirs = [one for one in noted if people is None or one.user in people]
    return sorted(theirs, key=lambda one: (one.at, one.id), reverse=True)


def review(
    runtime: Runtime, owner: str, focus: str = Focus.GENERAL, *, limit: int = 10, people: Collection[str] | None = None
) -> SelfReview:
    """Look through what the companion knows of itself: all of it, or one part; at most ``limit`` of each list.

    ``people`` are the ids of those who are there: what it noticed with others, and thinks of those in their lives, is
    left out. None is the host, who sees all.

    Raises:
        InvalidInput: there is no such part, or the limit is below 1.
    """
    if focus not in tuple(Focus):
        raise InvalidInput(f"there is nothing called {focus!r} to reflect on: there are {', '.join(Focus)}")
    if limit < 1:
        raise InvalidInput(f"a limit is 1 or more, not {limit}")
    chosen = Focus(focus)
    shown = _SHOWN.get(chosen, frozenset(SelfProfile.__slots__))
    with runtime.store.reading() as session:
        there = opinion_search.with_merged(session, people)
    whole = profile(runtime, owner, opinions_shown=limit, people=there)
    profiled = {name: getattr(whole, name)[:limit] for name in SelfProfile.__slots__ if name in shown}
    noticed: tuple[Memory, ...] = ()
    if chosen in (Focus.GENERAL, Focus.OBSERVATIONS, Focus.GROWTH):
        category = SelfCategory.GROWTH.value if chosen is Focus.GROWTH else None
        found = observations.review(runtime, owner, About.SELF, Review(category=category, limit=None))
        seen = [one.memory for one in found if disagreement(one.memory) is None]
        with runtime.store.reading() as session:
            noticed = tuple(opinion_search.usable(session, seen, there)[:limit])
    differing: tuple[Disagreement, ...] = ()
    if chosen in (Focus.GENERAL, Focus.DISAGREEMENTS):
        differing = tuple(disagreements(runtime, owner, there)[:limit])
    return SelfReview(profile=SelfProfile(**profiled), observations=noticed, disagreements=differing)


_SHOWN: Mapping[Focus, frozenset[str]] = {
    Focus.IDENTITY: frozenset({"identity_statements"}),
    Focus.CAPABILITIES: frozenset({"capabilities", "limitations"}),
    Focus.GROWTH: frozenset({"growth_edges", "open_questions"}),
    Focus.OPINIONS: frozenset({"opinions"}),
    Focus.OBSERVATIONS: frozenset(),
    Focus.DISAGREEMENTS: frozenset(),
}
"""The fields of the profile that belong to a focus; all of them where it isn't named."""


def _field(named: str) -> SelfField:
    if named == "opinions":
        raise InvalidInput("opinions are formed, changed and retracted by verbs of their own: add, evolve, retract")
    if named not in tuple(SelfField):
        raise InvalidInput(f"the self profile has no field {named!r}: there are {', '.join(SelfField)} and opinions")
    return SelfField(named)


def _key(field: SelfField, statement: str) -> str:
    said = normal(statement) or statement.casefold().strip()
    if len(said) > _KEY:
        said = f"{said[:_KEY]} {digest(None, statement)[:12]}"
    return f"{SLOTS[field]}:{said}"


def _stated(runtime: Runtime, owner: str, field: SelfField, statement: str, *, actor: str) -> Telling:
    candidate = Candidate(
        text=statement, key=_key(field, statement), about=About.SELF, importance=IMPORTANCE, confidence=1.0
    )
    source = Source(kind=SourceKind.PERSON if actor == "person" else SourceKind.TOOL)
    (telling,) = message_learning.admitted(runtime, owner, candidate, source=source)
    return telling


def _statements(runtime: Runtime, session: Session, owner: str, field: SelfField) -> list[Memory]:
    found = session.memories.standing(owner, runtime.clock(), (), (f"{SLOTS[field]}:",), ())
    mine = [m for m in found if m.about is About.SELF and m.kind is Kind.FACT]
    return sorted(mine, key=lambda m: (m.valid_from, m.id))


def _write(
    runtime: Runtime, session: Session, owner: str, begin: Sequence[Telling], end: Sequence[Memory], *, actor: str
) -> list[Learned]:
    with session.act(runtime.change(owner, "remember", actor=actor)) as act:
        writing = Writing(runtime, session, act)
        ended = [writing.end(memory, act.change.at) for memory in end]
        return [*ended, *(learned for telling in begin for learned in writing.tell(telling))]


def see_not_paused(runtime: Runtime, user: str | None) -> None:
    """See that the person with whom something is noted, if any, lets it be kept.

    Raises:
        Refused: they have paused memory.
    """
    if user is None:
        return
    with runtime.store.reading() as session:
        if session.people.settings(user).get("paused"):
            raise Refused("memory is paused for this person: resume it first", reason="paused")
