"""What a companion has come to understand of one person: observations, what follows from them, and what they are to it.

Corrections and reflections are the rooms' own services; the rest holds whose memory is meant, and hands on to them.
"""

from __future__ import annotations

from datetime import datetime

from reverie.argument_checks import checked
from reverie.decisions.corrections import Corrections
from reverie.memory.runtime import aware, see_recorded, surviving
from reverie.persona import self_model
from reverie.profile import observations, profile_editing, synthesis
from reverie.profile.observations import Observation, Recorded, Review
from reverie.profile.profile_editing import Applied
from reverie.profile.reflection import Reflections
from reverie.profile.synthesis import Proposal
from reverie.records.memories import About, Memory, Source
from reverie.records.observation_categories import DEFAULT_CONFIDENCE, Noticed, SourceType
from reverie.records.opinions import Occasion
from reverie.records.profiles import Action, Profile
from reverie.records.users import User


@checked
class UserModel(Corrections, Reflections):
    """What the companion makes of one person. ``person.user_model`` is theirs.

    ``whose`` says who that is now: whoever was merged is followed to where they are found.
    """

    @property
    def user(self) -> User:
        """Who it is about, as they are now."""
        return self._whose()

    def occasion(self, message: str | None = None) -> Occasion:
        """The occasion for what the companion notes of itself while it talks with the person, in answer to a message.

        Raises:
            NotFound: the person has no such message.
            Refused: memory is paused or off the record.
        """
        see_recorded(self._recorded)
        user = self.user
        self_model.see_not_paused(self._runtime, user.id)
        said = observations.said_in(self._runtime, user.id, message)
        return Occasion(user=user.id, message=message, conversation=None if said is None else said.conversation_id)

    @surviving
    def record(
        self,
        text: str,
        *,
        category: str | None = None,
        confidence: float = DEFAULT_CONFIDENCE,
        source_type: str = SourceType.CONVERSATION,
        message: str | None = None,
    ) -> Recorded:
        """Record something noticed of the person; ``message`` is the id of the message in which it was noticed.

        The same text again makes it surer. What it contradicts is in ``contradicts``, and stands as it is.

        Raises:
            InvalidInput: it is empty, or its category, confidence or source type is not of the closed sets.
            NotFound: the person has no such message.
            Refused: it holds a secret, memory is paused or off the record, or what it speaks of is switched off.
        """
        see_recorded(self._recorded)
        source = observations.said_in(self._runtime, self.user.id, message)
        noticed = Noticed(text=text, category=category, confidence=confidence, source_type=source_type, source=source)
        return observations.record(self._runtime, self.user.id, noticed)

    def validate(self, observation: str) -> Memory:
        """Confirm an observation, by its id or the beginning of it: it is surer, and dated.

        Raises:
            NotFound: there is no such observation.
            Refused: memory is paused or off the record.
        """
        see_recorded(self._recorded)
        return observations.validated(self._runtime, self.user.id, observation)

    def review(self, wanted: Review | None = None) -> list[Observation]:
        """Observations that stand, the newest ten unless ``wanted`` says which."""
        return observations.review(self._runtime, self.user.id, About.USER, wanted)

    @surviving
    def synthesize(self) -> list[Proposal]:
        """Propose for the profile what was noticed often enough, and give all that waits, each with its evidence.

        ``person.decide`` accepts or declines one. Twice is once, and what was declined does not come again.

        Raises:
            Refused: memory is paused or off the record.
        """
        see_recorded(self._recorded)
        return synthesis.proposals(self._runtime, self.user.id, About.USER)

    def proposals(self) -> list[Proposal]:
        """What waits for a decision, each with its evidence; nothing new is proposed."""
        return synthesis.waiting(self._runtime, self.user.id, About.USER)

    def profile(self, *, known_at: datetime | None = None) -> Profile:
        """What is known of the person as one page, now or as it was known at a moment."""
        moment = None if known_at is None else aware(known_at, self._runtime.clock())
        return profile_editing.profile(self._runtime, self.user, moment)

    def yaml(self) -> str:
        """The profile as YAML to be edited: the text that was written last, with what is known now."""
        return profile_editing.page(self._runtime, self.user)

    def edit(self, page: str | Profile, *, shown: Profile | None = None) -> Applied:
        """Apply an edited profile as one change; what changed meanwhile is merged, field by field.

        A page of YAML says itself what it was made of; a ``Profile`` is compared with the one that was ``shown``.

        Raises:
            InvalidInput: the text can't be read; the message says line, column and reason.
            Conflict: it is somebody else's, or the same field was changed meanwhile; both values are shown.
            Refused: it holds a secret, memory is paused or off the record, or a category is switched off.
        """
        see_recorded(self._recorded)
        if isinstance(page, str):
            return profile_editing.applied(self._runtime, self.user, page)
        return profile_editing.revised(self._runtime, self.user, shown or self.profile(), page)

    def update(
        self,
        field: str,
        value: object = None,
        *,
        action: str = Action.SET,
        reason: str | None = None,
        source: Source | None = None,
    ) -> Applied:
        """Update one field of the profile: ``set``, ``append`` to or ``remove`` from it.

        ``source`` is where that comes from, the person themselves unless it is said: what a tool writes obeys a slot's
        rule to ask, and goes with the message that it answers.

        Raises:
            InvalidInput: there is no such field, it has no such action, or the value has no sense for it.
            NotFound: what is to be removed is not there.
            Refused: it holds a secret, memory is paused or off the record, or a category is switched off.
        """
        see_recorded(self._recorded)
        return profile_editing.update(self._runtime, self.user, field, value, action, reason=reason, source=source)
