"""The companion's self-model: what it says of itself, what it notices of itself, and where it disagrees with people.

It is kept as everything is: statements are facts in slots, what is noticed are observations, and both are the
companion's own, about itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from reverie.argument_checks import checked
from reverie.decisions import proposals
from reverie.errors import InvalidInput, NotFound, Refused
from reverie.learning import message_learning
from reverie.memory.lifecycle import current
from reverie.memory.runtime import Runtime, digest
from reverie.memory.writing import Telling, Writing
from reverie.persona.opinion_changes import Opined, Opinions, plain
from reverie.persona.opinion_search import see_allowed, see_limit, usable, with_merged
from reverie.profile import observations
from reverie.profile.observations import Observation, Recorded, Review
from reverie.records.companion_self import (
    SLOTS,
    Disagreement,
    SelfField,
    SelfFocus,
    SelfProfile,
    SelfReview,
    disagreeing,
    disagreement,
)
from reverie.records.memories import About, Candidate, Kind, Memory, Source, SourceKind, Status
from reverie.records.observation_categories import DEFAULT_CONFIDENCE, Noticed, SelfCategory, SourceType
from reverie.records.opinions import STRENGTH, Forming, Occasion
from reverie.records.users import User
from reverie.store.database import Session
from reverie.text.value_matching import normal

IMPORTANCE = 0.8
"""Of a statement on oneself: it is stated outright."""

SURE = 0.9
"""Confidence of a disagreement: both views were heard."""

_KEY = 120
"""Characters of a statement that stand in its slot as they are; a longer one is told apart by a digest."""


@checked
class SelfModel:
    """Who the companion is to itself: its profile, what it noticed of itself, where it disagrees with people.

    The fields of the profile are ``SelfField``: identity_statements, capabilities, limitations, growth_edges and
    open_questions. Opinions stand in it too, and are changed through ``Opinions``.
    """

    def __init__(self, runtime: Runtime, owner: str) -> None:
        self._runtime = runtime
        self._owner = owner
        self._opinions = Opinions(runtime, owner)

    def profile(self, *, limit: int = 50, people: Collection[str] | None = None) -> SelfProfile:
        """What the companion says of itself, with ``limit`` opinions: those it may tell where ``people`` (ids) are."""
        with self._runtime.store.reading() as session:
            stated = {field: self._statements(session, field) for field in SelfField}
        held = self._opinions.list(limit=limit, people=people)
        return SelfProfile(
            **{field.value: tuple(m.text for m in found) for field, found in stated.items()}, opinions=tuple(held)
        )

    def set(self, field: SelfField | str, statements: Sequence[str]) -> SelfProfile:
        """Replace a field's statements: what is in both stays as it is, the rest begins, or ends and stays in the past.

        Raises:
            InvalidInput: there is no such field, or a statement has no words or more than 4,000 characters.
            Refused: one holds a secret.
        """
        named = _field(field)
        if isinstance(statements, str):
            raise InvalidInput(f"{named} is a list of statements, not one: append adds a single one")
        tellings = {_key(named, text): self._stated(named, text) for text in statements}
        with self._runtime.store.writing(self._owner) as session:
            known = self._statements(session, named)
            ending = [m for m in known if m.key not in tellings]
            there = {m.key for m in known}
            self._write(session, [t for key, t in tellings.items() if key not in there], ending)
        return self.profile()

    def append(self, field: SelfField | str, statement: str) -> SelfProfile:
        """Add a statement to a field; one that is there already becomes surer.

        Raises:
            InvalidInput: there is no such field, or the statement has no words or more than 4,000 characters.
            Refused: it holds a secret.
        """
        telling = self._stated(_field(field), statement)
        with self._runtime.store.writing(self._owner) as session:
            self._write(session, [telling], [])
        return self.profile()

    def remove(self, field: SelfField | str, statement: str) -> SelfProfile:
        """Take a statement out of a field; it stays in the past.

        Raises:
            InvalidInput: there is no such field.
            NotFound: the field has no such statement.
        """
        named = _field(field)
        with self._runtime.store.writing(self._owner) as session:
            ending = [m for m in self._statements(session, named) if m.key == _key(named, statement)]
            if not ending:
                raise NotFound(f"{named} has no statement {statement!r}: look at the profile for its words")
            self._write(session, [], ending)
        return self.profile()

    def reflect_on_self(
        self, focus: SelfFocus | str = SelfFocus.GENERAL, *, people: Collection[str] | None = None
    ) -> str:
        """What the companion knows of itself, as lines to read; ``people`` as in ``review_self_model``.

        Raises:
            InvalidInput: there is no such focus.
        """
        return self.review_self_model(focus, people=people).text

    def review_self_model(
        self, section: SelfFocus | str = SelfFocus.GENERAL, *, limit: int = 10, people: Collection[str] | None = None
    ) -> SelfReview:
        """The same as records: all of it or one section, at most ``limit`` of each list.

        Where ``people`` are there (their ids), what was noticed with others, where others disagree, and what is thought
        of somebody in others' lives is left out. None is the host, who sees all.

        Raises:
            InvalidInput: there is no such section, or the limit is below 1.
        """
        if section not in tuple(SelfFocus):
            raise InvalidInput(f"there is nothing called {section!r} to reflect on: there are {', '.join(SelfFocus)}")
        see_limit(limit)
        chosen = SelfFocus(section)
        shown = _SHOWN.get(chosen, frozenset(SelfProfile.__slots__))
        with self._runtime.store.reading() as session:
            there = with_merged(session, people)
        whole = self.profile(limit=limit, people=there)
        profiled = {name: getattr(whole, name)[:limit] for name in SelfProfile.__slots__ if name in shown}
        noticed: tuple[Memory, ...] = ()
        if chosen in (SelfFocus.GENERAL, SelfFocus.OBSERVATIONS, SelfFocus.GROWTH):
            category = SelfCategory.GROWTH.value if chosen is SelfFocus.GROWTH else None
            found = self.observations(Review(category=category, limit=None))
            seen = [one.memory for one in found if disagreement(one.memory) is None]
            with self._runtime.store.reading() as session:
                noticed = tuple(usable(session, seen, there)[:limit])
        differing: tuple[Disagreement, ...] = ()
        if chosen in (SelfFocus.GENERAL, SelfFocus.DISAGREEMENTS):
            differing = tuple(self.disagreements(there)[:limit])
        return SelfReview(profile=SelfProfile(**profiled), observations=noticed, disagreements=differing)

    def record_self_observation(
        self,
        text: str,
        category: SelfCategory | str = SelfCategory.PATTERN,
        *,
        confidence: float = DEFAULT_CONFIDENCE,
        source_type: SourceType | str = SourceType.CONVERSATION,
        occasion: Occasion | None = None,
    ) -> Recorded:
        """Record something the companion noticed of itself; of the occasion, user, message and conversation count.

        The same again makes it surer. What it contradicts is in ``contradicts``, and stands as it is.

        Raises:
            InvalidInput: it is empty, or its category, confidence or source type is not of the closed sets.
            Refused: it holds a secret, or the person has paused memory.
        """
        on = occasion or Occasion()
        see_not_paused(self._runtime, on.user)
        see_allowed(self._runtime, on, text)
        noticed = Noticed(
            text=text,
            about=About.SELF,
            category=category,
            confidence=confidence,
            source_type=source_type,
            source=_source(on),
            user=on.user,
        )
        return observations.record(self._runtime, self._owner, noticed)

    def add_growth_observation(
        self, text: str, *, confidence: float = DEFAULT_CONFIDENCE, occasion: Occasion | None = None
    ) -> Recorded:
        """Record how the companion has grown: an observation of the category growth, found on reflection.

        Raises:
            InvalidInput: it is empty, or the confidence is not from 0 to 1.
            Refused: it holds a secret, or the person has paused memory.
        """
        arose = SourceType.EXPLICIT_REFLECTION
        return self.record_self_observation(
            text, SelfCategory.GROWTH, confidence=confidence, source_type=arose, occasion=occasion
        )

    def form_opinion(
        self,
        topic: str,
        opinion: str,
        rationale: str | None = None,
        *,
        confidence: float = STRENGTH,
        occasion: Occasion | None = None,
    ) -> Opined:
        """Form an opinion on a topic, as ``Opinions.add`` does; ``rationale`` is why.

        Raises:
            InvalidInput: it has no topic or no words, or the confidence is not from 0 to 1.
            Refused: it holds a secret.
        """
        on = occasion or Occasion()
        forming = Forming(name=topic, opinion=opinion, reason=rationale, strength=confidence, occasion=on)
        return self._opinions.form(forming, actor="companion")

    def note_disagreement(
        self, person: User, topic: str, *, mine: str, theirs: str, occasion: Occasion | None = None
    ) -> tuple[Disagreement, Opined]:
        """Note that a person sees something differently: both views, and what became of the opinion that is ours.

        Both are kept, to be told when they are there. ``person`` is ``ada.user``; of the occasion, message and
        conversation count. A view that stands against an opinion already held is held for a decision.

        Raises:
            InvalidInput: the topic or a view has no words.
            Refused: one holds a secret, or the person has paused memory.
        """
        runtime, owner = self._runtime, self._owner
        on = replace(occasion or Occasion(), user=person.id, related_users=(person.id,))
        see_not_paused(runtime, person.id)
        told = {
            "name": person.called,
            "topic": plain(topic, "topic"),
            "mine": plain(mine, "view"),
            "theirs": plain(theirs, "view"),
        }
        see_allowed(runtime, on, f"{topic} {mine} {theirs}")
        candidate = Candidate(
            text=disagreeing(**told),
            about=About.SELF,
            kind=Kind.OBSERVATION,
            category=SelfCategory.CONTRADICTION,
            confidence=SURE,
            details={"source_type": SourceType.EXPLICIT_REFLECTION.value, "user": on.user, "disagreement": told},
        )
        (telling,) = message_learning.admitted(runtime, owner, candidate, source=_source(on))
        opined = self._opinions.form(Forming(name=topic, opinion=mine, occasion=on), actor="companion")
        with (
            runtime.store.writing(owner) as session,
            session.act(runtime.change(owner, "observe", actor="companion")) as act,
        ):
            (learned,) = Writing(runtime, session, act).tell(telling)
        noted = None if learned.memory is None else disagreement(learned.memory)
        if noted is None:
            raise InvalidInput("there is nothing to disagree about: name the topic and both views")
        return noted, opined

    def disagreements(self, people: Collection[str] | None = None) -> list[Disagreement]:
        """Where the companion disagrees with these people (ids), or with anybody, the newest first."""
        now = self._runtime.clock()
        with self._runtime.store.reading() as session:
            found = session.memories.of_kind(self._owner, Kind.OBSERVATION, [Status.ACTIVE], naming=people)
            found = usable(session, found, people)
        noted = [one for m in found if current(m, now) and (one := disagreement(m)) is not None]
        theirs = [one for one in noted if people is None or one.user in people]
        return sorted(theirs, key=lambda one: (one.at, one.id), reverse=True)

    def observations(self, wanted: Review | None = None) -> list[Observation]:
        """What the companion noticed of itself, the newest ten unless ``wanted`` says which."""
        return observations.review(self._runtime, self._owner, About.SELF, wanted)

    def validate(self, observation: str) -> Memory:
        """Confirm an observation, by its id or the beginning of it: it is surer, and dated.

        Raises:
            NotFound: there is no such observation.
        """
        return observations.validated(self._runtime, self._owner, observation)

    def decide(self, proposal: str, *, accept: bool) -> Memory:
        """Accept or decline what was proposed for the profile.

        Raises:
            NotFound: there is no such proposal.
        """
        return proposals.decide(self._runtime, self._owner, proposal, accept=accept)

    def _stated(self, field: SelfField, statement: str) -> Telling:
        candidate = Candidate(
            text=statement, key=_key(field, statement), about=About.SELF, importance=IMPORTANCE, confidence=1.0
        )
        source = Source(kind=SourceKind.PERSON)
        (telling,) = message_learning.admitted(self._runtime, self._owner, candidate, source=source)
        return telling

    def _statements(self, session: Session, field: SelfField) -> list[Memory]:
        found = session.memories.standing(self._owner, self._runtime.clock(), (), (f"{SLOTS[field]}:",), ())
        mine = [m for m in found if m.about is About.SELF and m.kind is Kind.FACT]
        return sorted(mine, key=lambda m: (m.valid_from, m.id))

    def _write(self, session: Session, begin: Sequence[Telling], end: Sequence[Memory]) -> None:
        with session.act(self._runtime.change(self._owner, "remember", actor="person")) as act:
            writing = Writing(self._runtime, session, act)
            for memory in end:
                writing.end(memory, act.change.at)
            for telling in begin:
                writing.tell(telling)


_SHOWN: Mapping[SelfFocus, frozenset[str]] = {
    SelfFocus.IDENTITY: frozenset({"identity_statements"}),
    SelfFocus.CAPABILITIES: frozenset({"capabilities", "limitations"}),
    SelfFocus.GROWTH: frozenset({"growth_edges", "open_questions"}),
    SelfFocus.OPINIONS: frozenset({"opinions"}),
    SelfFocus.OBSERVATIONS: frozenset(),
    SelfFocus.DISAGREEMENTS: frozenset(),
}
"""The fields of the profile that belong to a focus; all of them where it isn't named."""


def _source(on: Occasion) -> Source:
    """Where something that is noted on an occasion comes from: the message in which it was said, or the tool alone."""
    kind = SourceKind.TOOL if on.message is None else SourceKind.MESSAGE
    return Source(kind=kind, message_id=on.message, conversation_id=on.conversation)


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
