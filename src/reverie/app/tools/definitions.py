"""The verbs a language model may call, each declared once: its schema for any provider, and what it does.

A tool is one class: its docstring and fields are the schema that providers are sent, and ``told`` does it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from reverie.app.tools.permissions import Reach
from reverie.errors import Refused
from reverie.persona.opinion_changes import Opined
from reverie.profile.observations import Recorded, Review
from reverie.records.companion_self import SelfField, SelfFocus
from reverie.records.memories import Memory
from reverie.records.observation_categories import DEFAULT_CONFIDENCE, Focus, SelfCategory, UserCategory
from reverie.records.opinions import STRENGTH, Opinion
from reverie.records.profiles import Action
from reverie.shapes import memories, persona

_ACTOR = "companion"
"""Who changes what a tool changes: what it writes has a tool as its source."""


class Arguments(BaseModel):
    """What a tool is given. ``told`` does it, and gives what JSON can say."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    @classmethod
    def checked(cls, given: Mapping[str, object]) -> Self:
        """The arguments as they are declared; null is as good as leaving an optional one out.

        Raises:
            ValidationError: they are not as declared.
        """
        left_out = {name for name, field in cls.model_fields.items() if not field.is_required()}
        return cls.model_validate({k: v for k, v in given.items() if v is not None or k not in left_out})

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        raise NotImplementedError


class Entry(BaseModel):
    """One entry: what it is called, and what it says."""  # strict modes have no mapping with free names

    model_config = ConfigDict(extra="forbid")

    key: str
    value: str | list[str]


def _number(value: object) -> object:
    """A number as it is: no text nor truth value is taken for one."""
    if isinstance(value, str | bool):
        raise PydanticCustomError("number", "it is a number, without quotation marks")
    return value


def _entries(value: object) -> object:
    if isinstance(value, Mapping):
        return [{"key": key, "value": entry} for key, entry in value.items()]
    return value


_NUMBER = BeforeValidator(_number)
_USER = Field(default=None, description="Name or id of the person. Leave it null for the one you are talking to.")
_CONFIDENCE = Field(default=DEFAULT_CONFIDENCE, ge=0, le=1, description="How sure you are, from 0 to 1.")


class ReflectOnUser(Arguments):
    """Look at what you know of a person before you answer: all of it, or one side."""

    user_id: str | None = _USER
    focus: Focus = Field(
        default=Focus.GENERAL, description="What to look at; general is the profile with the latest observations."
    )

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        return {"reflection": reach.user_model(self.user_id).reflect(self.focus)}


class RecordUserObservation(Arguments):
    """Record something you noticed about a person, in one sentence of your own."""

    user_id: str | None = _USER
    observation: str = Field(description="What you noticed, as one sentence.")
    category: UserCategory = Field(description="What it speaks of.")
    confidence: Annotated[float, _NUMBER] = _CONFIDENCE

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        recorded = reach.user_model(self.user_id).record(
            self.observation,
            category=self.category,
            confidence=self.confidence,
            message=reach.answered(self.user_id),
        )
        return _recorded(recorded, reach.shown(recorded.contradicts))


class UpdateUserProfile(Arguments):
    """Change a field of a person's profile, when they told you so."""

    user_id: str | None = _USER
    field: str = Field(
        description="nickname, pronouns, relationship, background, communication, values, interests, hobbies or notes."
    )
    value: Annotated[str | list[str] | list[Entry], BeforeValidator(_entries)] = Field(
        description="Text for a single field, a list of texts for values, interests and hobbies, "
        "key-value entries for background and communication."
    )
    action: Action = Field(
        default=Action.SET,
        description="set replaces; append and remove change lists, and remove takes out entries too.",
    )

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        if self.field == "display_name":  # whoever is talked to would choose by what name others are found
            raise Refused("people are found by their display_name: change the nickname instead", reason="name")
        entries = isinstance(self.value, list) and all(isinstance(one, Entry) for one in self.value)
        value = {e.key: e.value for e in self.value if isinstance(e, Entry)} if self.value and entries else self.value
        model, source = reach.user_model(self.user_id), reach.source(self.user_id)
        applied = model.update(self.field, value, action=self.action, source=source)
        return {"changed": [f"{edit.field} {edit.name or ''}".strip() for edit in applied.edits]}


class ReviewUserObservations(Arguments):
    """List what you have noticed about a person, the newest first."""

    user_id: str | None = _USER
    category: UserCategory | None = Field(default=None, description="Only this category; null for all.")
    limit: Annotated[int, _NUMBER] = Field(default=10, ge=1, le=100, description="How many, 1 to 100.")

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        found = reach.user_model(self.user_id).review(Review(category=self.category, limit=self.limit))
        return {
            "observations": [
                _noticed(one.memory) | {"told": one.told, "against": [o.memory.text for o in one.contradictions]}
                for one in found
            ]
        }


class ReflectOnSelf(Arguments):
    """Look at what you know of yourself: all of it, or one side."""

    focus: SelfFocus = Field(default=SelfFocus.GENERAL, description="What to look at.")

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        return {"reflection": reach.companion.self_model.reflect_on_self(self.focus, people=reach.present)}


class RecordSelfObservation(Arguments):
    """Record something you noticed about yourself, in one sentence."""

    observation: str = Field(description="What you noticed, as one sentence.")
    category: SelfCategory = Field(description="What it speaks of.")
    confidence: Annotated[float, _NUMBER] = _CONFIDENCE

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        recorded = reach.companion.self_model.record_self_observation(
            self.observation, self.category, confidence=self.confidence, occasion=reach.occasion
        )
        return _recorded(recorded, reach.shown(recorded.contradicts))


class FormOpinion(Arguments):
    """Form an opinion of your own, or say one again that you hold: that makes it stronger.

    If it stands against one that you hold, it waits and you are told both: then evolve the old one, or leave it.
    """

    topic: str = Field(description="What it is about, in a few words.")
    opinion: str = Field(description="The opinion, as one sentence.")
    rationale: str | None = Field(default=None, description="Why you think so; null if there is no reason to give.")
    confidence: Annotated[float, _NUMBER] = Field(
        default=STRENGTH, ge=0, le=1, description="How firmly you hold it, from 0 to 1."
    )

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        formed = reach.companion.self_model.form_opinion(
            self.topic, self.opinion, self.rationale, confidence=self.confidence, occasion=reach.occasion
        )
        return _opined(formed, reach)


class EvolveOpinion(Arguments):
    """Change your mind: replace an opinion you hold by another, and say why."""

    opinion_id: str = Field(description="The id of the opinion you held.")
    new_opinion: str = Field(description="What you think now, as one sentence.")
    reason: str = Field(description="Why you changed your mind.")

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        evolved = reach.companion.opinions.evolve(
            self.opinion_id, self.new_opinion, self.reason, occasion=reach.occasion, actor=_ACTOR
        )
        return _opined(evolved, reach)


class NoteDisagreement(Arguments):
    """Note that you and a person see something differently, so that you keep to your view and remember theirs."""

    user_id: str | None = _USER
    topic: str = Field(description="What it is about, in a few words.")
    my_view: str = Field(description="What you think, as one sentence.")
    their_view: str = Field(description="What they think, as one sentence.")

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        model, person = reach.companion.self_model, reach.user_model(self.user_id)
        # It is noted of the companion, and still not off the record nor while memory is paused.
        occasion = person.occasion(reach.answered(self.user_id))
        noted, opined = model.note_disagreement(
            person.user, self.topic, mine=self.my_view, theirs=self.their_view, occasion=occasion
        )
        return {"disagreement": noted.text, "id": noted.id, "opinion": _opined(opined, reach)}


class ReviewSelfModel(Arguments):
    """List your self-model: your profile, what you noticed of yourself, your opinions, where you disagree."""

    section: SelfFocus = Field(default=SelfFocus.GENERAL, description="What to list.")
    limit: Annotated[int, _NUMBER] = Field(default=10, ge=1, le=100, description="How many of each list, 1 to 100.")

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        review = reach.companion.self_model.review_self_model(self.section, limit=self.limit, people=reach.present)
        return {
            "profile": {name: list(getattr(review.profile, name)) for name in SelfField},
            "opinions": [_held(one) for one in review.profile.opinions],
            "observations": [_noticed(one) for one in review.observations],
            "disagreements": [{"id": one.id, "text": one.text} for one in review.disagreements],
        }


class AddGrowthObservation(Arguments):
    """Record how you have grown, or where you want to grow."""

    observation: str = Field(description="What has changed or should, as one sentence.")
    confidence: Annotated[float, _NUMBER] = _CONFIDENCE

    def told(self, reach: Reach) -> object:
        """Do it, and tell the model what became of it."""
        model = reach.companion.self_model
        recorded = model.add_growth_observation(self.observation, confidence=self.confidence, occasion=reach.occasion)
        return _recorded(recorded, reach.shown(recorded.contradicts))


def _recorded(one: Recorded, against: Sequence[Memory]) -> dict[str, object]:
    return {"step": one.step, **_noticed(one.memory), "against": [m.text for m in against]}


def _noticed(memory: Memory) -> dict[str, object]:
    one = memories.memory(memory)
    return {
        "id": one["id"],
        "text": one["text"],
        "category": one["category"],
        "confidence": round(one["confidence"], 3),
        "validations": one["validations"],
        "noticed": one["valid_from"][:10],
    }


def _opined(one: Opined, reach: Reach) -> dict[str, object]:
    told: dict[str, object] = {"step": one.step, "opinion": _held(one.opinion)}
    seen = reach.companion.seen(reach.companion.id, [o.id for o in one.against])
    against = [o for o in one.against if o.id in seen and o.told_to(reach.present)]
    if against:
        told |= {"held_against": [_held(o) for o in against], "to_do": HELD}
    if one.cut:
        told["cut"] = list(one.cut)
    return told


HELD = "It stands against what you think. If you changed your mind, call evolve_opinion with the id of the old one."


def _held(opinion: Opinion) -> dict[str, object]:
    one = persona.opinion(opinion)
    return {"id": one["id"], "topic": one["name"], "opinion": one["opinion"], "strength": round(one["strength"], 3)}


TOOLS: Mapping[str, type[Arguments]] = {
    "reflect_on_user": ReflectOnUser,
    "record_user_observation": RecordUserObservation,
    "update_user_profile": UpdateUserProfile,
    "review_user_observations": ReviewUserObservations,
    "reflect_on_self": ReflectOnSelf,
    "record_self_observation": RecordSelfObservation,
    "form_opinion": FormOpinion,
    "evolve_opinion": EvolveOpinion,
    "note_disagreement": NoteDisagreement,
    "review_self_model": ReviewSelfModel,
    "add_growth_observation": AddGrowthObservation,
}
"""Every tool by the name that a model calls (those of seed 000, and the one that a held opinion asks for)."""
