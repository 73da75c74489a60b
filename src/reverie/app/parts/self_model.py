"""Who the companion is to itself: its opinions, and what it says and notices of itself.

Like a ``Person`` these decide nothing: they hold whose memory is meant, the companion's own, and hand on to the rooms.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from reverie.argument_checks import checked
from reverie.decisions import proposals
from reverie.memory.reading import history
from reverie.memory.reading.history import Event, Last
from reverie.memory.runtime import Runtime
from reverie.persona import opinion_changes, opinion_extraction, opinion_search, self_model
from reverie.persona.opinion_changes import Opined
from reverie.profile import observations
from reverie.profile.observations import Observation, Recorded, Review
from reverie.records.companion_self import Disagreement, Focus, SelfField, SelfProfile, SelfReview
from reverie.records.memories import About, Memory
from reverie.records.observation_categories import DEFAULT_CONFIDENCE, Noticed, SelfCategory, SourceType
from reverie.records.opinions import STRENGTH, THRESHOLD, Forming, Found, Occasion, Opinion, OpinionCategory, Tally
from reverie.records.users import User
from reverie.removal import undo
from reverie.removal.message_deletion import Undone


@checked
class Opinions:
    """What a companion thinks, likes and prefers. An opinion is named by its id, the beginning of it, or its name.

    A name means the active opinion, else one that is held, else the one that was retracted last: its ``status`` says.
    """

    def __init__(self, runtime: Runtime, companion: User) -> None:
        self._runtime = runtime
        self._owner = companion.id

    def add(
        self,
        name: str,
        opinion: str,
        category: OpinionCategory | str | None = None,
        *,
        strength: float = STRENGTH,
        reason: str | None = None,
        occasion: Occasion | None = None,
    ) -> Opined:
        """Form an opinion; the ``step`` of the result says what became of it.

        What is thought already becomes stronger (reinforced). What stands against an opinion is held (proposed) until
        ``decide``, and ``against`` shows both. Names are cut at 256 characters and opinions at 4,096: see ``cut``. A
        category that there isn't is taken as philosophical.

        Raises:
            InvalidInput: it has no name or no words, or its strength is not from 0 to 1.
            Refused: it holds a secret.
        """
        forming = Forming(
            name=name,
            opinion=opinion,
            category=category,
            strength=strength,
            reason=reason,
            occasion=occasion or Occasion(),
        )
        return opinion_changes.add(self._runtime, self._owner, forming)

    def reinforce(self, opinion: str) -> Opinion:
        """Make an opinion stronger: s becomes s + 0.3 (1 - s).

        Raises:
            NotFound: there is no such opinion.
            Conflict: it is retracted, or held.
        """
        return opinion_changes.reinforce(self._runtime, self._owner, opinion)

    def evolve(
        self,
        opinion: str,
        new_opinion: str,
        reason: str,
        *,
        occasion: Occasion | None = None,
        actor: str = "person",
    ) -> Opined:
        """Change one's mind: strength is 0.6 again, and the history keeps what was thought, when it changed and why.

        What was held against it and says what is thought now is settled by that.

        Raises:
            InvalidInput: there is no reason, or nothing new.
            NotFound: there is no such opinion.
            Conflict: it is retracted, or held.
        """
        changed = Forming(name=opinion, opinion=new_opinion, reason=reason, occasion=occasion or Occasion())
        return opinion_changes.evolve(self._runtime, self._owner, opinion, changed, actor=actor)

    def retract(self, opinion: str, reason: str = "") -> Opinion:
        """Take an opinion back: never told again, and still to be looked into with ``include_retracted``.

        Raises:
            NotFound: there is no such opinion.
            Conflict: it was retracted already.
        """
        return opinion_changes.retract(self._runtime, self._owner, opinion, reason)

    def decide(self, opinion: str, *, accept: bool) -> Opinion:
        """Decide on one that is held: accepted, it takes the place of what it stands against, at strength 0.6.

        Raises:
            NotFound: no opinion that is held has this id.
        """
        return opinion_changes.decide(self._runtime, self._owner, opinion, accept=accept)

    def heard(self, text: str, occasion: Occasion | None = None) -> list[Opined]:
        """Learn from a reply of the companion: the opinions it voices, and what became of each."""
        return opinion_extraction.heard(self._runtime, self._owner, text, occasion or Occasion())

    def get(self, opinion: str) -> Opinion:
        """One opinion as it is now, with its history, whatever was thought when it had the id that is given.

        Raises:
            NotFound: there is none.
        """
        return opinion_search.get(self._runtime, self._owner, opinion)

    def held(self) -> list[Opinion]:
        """Opinions that wait for a decision; ``held_against`` are the ids of what they stand against."""
        return opinion_search.held(self._runtime, self._owner)

    def list(
        self, category: OpinionCategory | str | None = None, *, include_retracted: bool = False, limit: int = 50
    ) -> list[Opinion]:
        """Opinions, the strongest first.

        Raises:
            InvalidInput: there is no such category, or the limit is below 1.
        """
        return opinion_search.strongest(
            self._runtime, self._owner, category=category, include_retracted=include_retracted, limit=limit
        )

    def stats(self) -> Tally:
        """How many opinions there are: in all, active, retracted, held, and the active ones by category."""
        return opinion_search.stats(self._runtime, self._owner)

    def search(self, query: str, *, limit: int = 10, include_retracted: bool = False) -> Found:
        """The opinions nearest in meaning, with their ``similarity``; by words without an embedder (``degraded``).

        Raises:
            InvalidInput: there is nothing to look for, or the limit is below 1.
        """
        return opinion_search.search(
            self._runtime, self._owner, query, limit=limit, include_retracted=include_retracted
        )

    def find_conflicts(self, opinion: str, threshold: float = THRESHOLD) -> Found:
        """The active opinions, at most five, that are as near to this one as ``threshold`` or nearer."""
        return opinion_search.find_conflicts(self._runtime, self._owner, opinion, threshold)

    def for_injection(
        self, message: str, *, present: Collection[str] = (), max_count: int = 8, max_chars: int = 2000
    ) -> Found:
        """The opinions for a context: on the topic of a message, and about people who are present (their ids).

        Ranked by relevance x strength, and at most ``max_count`` with ``max_chars`` characters together.
        """
        return opinion_search.for_injection(
            self._runtime, self._owner, message, present=present, max_count=max_count, max_chars=max_chars
        )

    def changes(self, last: Last | None = None) -> Sequence[Event]:
        """What happened in the companion's own memory, in order, with the changes that ``undo`` takes."""
        return history.events(self._runtime, self._owner, last=last)

    def undo(self, change: str | None = None) -> Undone:
        """Take back a change of the companion's own memory; or else the last that can be undone.

        Raises:
            NotFound: there is no such change.
            Conflict: it was undone already, or later changes stand in the way.
        """
        named = change or undo.last_undoable(self._runtime, self._owner).id
        return undo.undo(self._runtime, self._owner, named)


@checked
class SelfModel:
    """Who the companion is to itself: its profile, what it noticed of itself, where it disagrees with people.

    The fields of the profile are ``SelfField``: identity_statements, capabilities, limitations, growth_edges and
    open_questions. Opinions stand in it too, and are changed through ``Opinions``.
    """

    def __init__(self, runtime: Runtime, companion: User) -> None:
        self._runtime = runtime
        self._owner = companion.id

    def profile(self) -> SelfProfile:
        """What the companion says of itself, with its opinions."""
        return self_model.profile(self._runtime, self._owner)

    def set(self, field: SelfField | str, statements: Sequence[str]) -> SelfProfile:
        """Replace a field's statements; what is gone stays in the past.

        Raises:
            InvalidInput: there is no such field, or a statement has no words.
            Refused: one holds a secret.
        """
        return self_model.put(self._runtime, self._owner, field, statements)

    def append(self, field: SelfField | str, statement: str) -> SelfProfile:
        """Add a statement to a field; one that is there already becomes surer.

        Raises:
            InvalidInput: there is no such field, or the statement has no words.
            Refused: it holds a secret.
        """
        return self_model.append(self._runtime, self._owner, field, statement)

    def remove(self, field: SelfField | str, statement: str) -> SelfProfile:
        """Take a statement out of a field; it stays in the past.

        Raises:
            InvalidInput: there is no such field.
            NotFound: the field has no such statement.
        """
        return self_model.remove(self._runtime, self._owner, field, statement)

    def reflect_on_self(self, focus: Focus | str = Focus.GENERAL, *, people: Collection[str] | None = None) -> str:
        """What the companion knows of itself, as lines to read; ``people`` as in ``review_self_model``.

        Raises:
            InvalidInput: there is no such focus.
        """
        return self_model.review(self._runtime, self._owner, focus, people=people).text

    def review_self_model(
        self, section: Focus | str = Focus.GENERAL, *, limit: int = 10, people: Collection[str] | None = None
    ) -> SelfReview:
        """The same as records: all of it or one section, at most ``limit`` of each list.

        Where ``people`` are there (their ids), what was noticed with others, where others disagree, and what is thought
        of somebody in others' lives is left out. None is the host, who sees all.

        Raises:
            InvalidInput: there is no such section, or the limit is below 1.
        """
        return self_model.review(self._runtime, self._owner, section, limit=limit, people=people)

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
        noticed = Noticed(
            text=text,
            about=About.SELF,
            category=category,
            confidence=confidence,
            source_type=source_type,
            source=self_model.source(on),
            user=on.user,
        )
        return self_model.record(self._runtime, self._owner, noticed)

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
        return opinion_changes.add(self._runtime, self._owner, forming, actor="companion")

    def note_disagreement(
        self, person: User, topic: str, *, mine: str, theirs: str, occasion: Occasion | None = None
    ) -> tuple[Disagreement, Opined]:
        """Note that a person sees something differently: both views, and what became of the opinion that is ours.

        ``person`` is ``ada.user``; of the occasion, message and conversation count. A view that stands against an
        opinion already held is held for a decision.

        Raises:
            InvalidInput: the topic or a view has no words.
            Refused: one holds a secret, or the person has paused memory.
        """
        on = replace(occasion or Occasion(), user=person.id, related_users=(person.id,))
        return self_model.disagree(self._runtime, self._owner, person.called, topic, mine=mine, theirs=theirs, on=on)

    def disagreements(self, people: Collection[str] | None = None) -> list[Disagreement]:
        """Where the companion disagrees with these people (ids), or with anybody, the newest first."""
        return self_model.disagreements(self._runtime, self._owner, people)

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
