"""The verbs a language model may call, each declared once: its schema for any provider, and what it does.

A tool is one class: its docstring and fields are the schema that providers are sent, and ``told`` does it. Whatever a
model sends comes back as an ``Outcome`` that it can read: its mistakes are answered, with the remedy, and don't raise.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from reverie.app import Reverie
from reverie.domain.memories import Memory
from reverie.domain.observations import DEFAULT_CONFIDENCE, SelfCategory, UserCategory
from reverie.domain.opinions import STRENGTH, Occasion, Opinion
from reverie.domain.profiles import Action
from reverie.domain.selfhood import Focus as SelfFocus
from reverie.domain.selfhood import SelfField
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.person import Person
from reverie.services.observations import Recorded, Review
from reverie.services.persona import Opined
from reverie.services.reflection import Focus
from reverie.user_model import UserModel

LONGEST_ARGUMENTS: Final = 64_000
"""Characters of arguments that are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a call: ``content`` is JSON to send back to the model, ``ok`` whether it did what was asked."""

    name: str
    ok: bool
    content: str


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        raise NotImplementedError


class Entry(BaseModel):
    """One entry of a mapping: providers' strict modes have no mapping with free names."""

    model_config = ConfigDict(extra="forbid")

    key: str
    value: str | list[str]


def _entries(value: object) -> object:
    if isinstance(value, Mapping):
        return [{"key": key, "value": entry} for key, entry in value.items()]
    return value


_USER = Field(default=None, description="Name or id of the person. Leave it null for the one you are talking to.")
_CONFIDENCE = Field(default=DEFAULT_CONFIDENCE, ge=0, le=1, description="How sure you are, from 0 to 1.")


class ReflectOnUser(_Arguments):
    """Look at what you know of a person before you answer: all of it, or one side."""

    user_id: str | None = _USER
    focus: Focus = Field(
        default=Focus.GENERAL, description="What to look at; general is the profile with the latest observations."
    )

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        return {"reflection": box.user_model(self.user_id).reflect(self.focus)}


class RecordUserObservation(_Arguments):
    """Record something you noticed about a person, in one sentence of your own."""

    user_id: str | None = _USER
    observation: str = Field(description="What you noticed, as one sentence.")
    category: UserCategory = Field(description="What it speaks of.")
    confidence: float = _CONFIDENCE

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        model = box.user_model(self.user_id)
        return _recorded(model.record(self.observation, category=self.category, confidence=self.confidence))


class UpdateUserProfile(_Arguments):
    """Change a field of a person's profile, when they told you so."""

    user_id: str | None = _USER
    field: str = Field(
        description="display_name, nickname, pronouns, relationship, background, communication, values, interests, "
        "hobbies or notes."
    )
    value: Annotated[str | list[str] | list[Entry], BeforeValidator(_entries)] = Field(
        description="Text for a single field, a list of texts for values, interests and hobbies, "
        "key-value entries for background and communication."
    )
    action: Action = Field(
        default=Action.SET,
        description="set replaces; append and remove change lists, and remove takes out entries too.",
    )

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        entries = isinstance(self.value, list) and all(isinstance(one, Entry) for one in self.value)
        value = {e.key: e.value for e in self.value if isinstance(e, Entry)} if self.value and entries else self.value
        applied = box.user_model(self.user_id).update(self.field, value, action=self.action)
        return {"changed": [f"{edit.field} {edit.name or ''}".strip() for edit in applied.edits]}


class ReviewUserObservations(_Arguments):
    """List what you have noticed about a person, the newest first."""

    user_id: str | None = _USER
    category: UserCategory | None = Field(default=None, description="Only this category; null for all.")
    limit: int = Field(default=10, ge=1, le=100, description="How many, 1 to 100.")

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        found = box.user_model(self.user_id).review(Review(category=self.category, limit=self.limit))
        return {
            "observations": [
                _noticed(one.memory) | {"told": one.told, "against": [o.memory.text for o in one.contradictions]}
                for one in found
            ]
        }


class ReflectOnSelf(_Arguments):
    """Look at what you know of yourself: all of it, or one side."""

    focus: SelfFocus = Field(default=SelfFocus.GENERAL, description="What to look at.")

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        return {"reflection": box.companion.self_model.reflect_on_self(self.focus)}


class RecordSelfObservation(_Arguments):
    """Record something you noticed about yourself, in one sentence."""

    observation: str = Field(description="What you noticed, as one sentence.")
    category: SelfCategory = Field(description="What it speaks of.")
    confidence: float = _CONFIDENCE

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        recorded = box.companion.self_model.record_self_observation(
            self.observation, self.category, confidence=self.confidence, occasion=box.occasion
        )
        return _recorded(recorded)


class FormOpinion(_Arguments):
    """Form an opinion of your own, or say one again that you hold: that makes it stronger.

    If it stands against one that you hold, it waits and you are told both: then evolve the old one, or leave it.
    """

    topic: str = Field(description="What it is about, in a few words.")
    opinion: str = Field(description="The opinion, as one sentence.")
    rationale: str | None = Field(default=None, description="Why you think so; null if there is no reason to give.")
    confidence: float = Field(default=STRENGTH, ge=0, le=1, description="How firmly you hold it, from 0 to 1.")

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        model = box.companion.self_model
        return _opined(model.form_opinion(self.topic, self.opinion, self.rationale, confidence=self.confidence))


class EvolveOpinion(_Arguments):
    """Change your mind: replace an opinion you hold by another, and say why."""

    opinion_id: str = Field(description="The id of the opinion you held.")
    new_opinion: str = Field(description="What you think now, as one sentence.")
    reason: str = Field(description="Why you changed your mind.")

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        return _opined(box.companion.opinions.evolve(self.opinion_id, self.new_opinion, self.reason))


class NoteDisagreement(_Arguments):
    """Note that you and a person see something differently, so that you keep to your view and remember theirs."""

    user_id: str | None = _USER
    topic: str = Field(description="What it is about, in a few words.")
    my_view: str = Field(description="What you think, as one sentence.")
    their_view: str = Field(description="What they think, as one sentence.")

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        person = box.person(self.user_id).user
        model = box.companion.self_model
        noted, opined = model.note_disagreement(person, self.topic, mine=self.my_view, theirs=self.their_view)
        return {"disagreement": noted.text, "id": noted.id, "opinion": _opined(opined)}


class ReviewSelfModel(_Arguments):
    """List your self-model: your profile, what you noticed of yourself, your opinions, where you disagree."""

    section: SelfFocus = Field(default=SelfFocus.GENERAL, description="What to list.")
    limit: int = Field(default=10, ge=1, le=100, description="How many of each list, 1 to 100.")

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        review = box.companion.self_model.review_self_model(self.section, limit=self.limit)
        return {
            "profile": {name: list(getattr(review.profile, name)) for name in SelfField},
            "opinions": [_held(one) for one in review.profile.opinions],
            "observations": [_noticed(one) for one in review.observations],
            "disagreements": [{"id": one.id, "text": one.text} for one in review.disagreements],
        }


class AddGrowthObservation(_Arguments):
    """Record how you have grown, or where you want to grow."""

    observation: str = Field(description="What has changed or should, as one sentence.")
    confidence: float = _CONFIDENCE

    def told(self, box: Toolbox) -> object:
        """Do it, and tell the model what became of it."""
        model = box.companion.self_model
        return _recorded(
            model.add_growth_observation(self.observation, confidence=self.confidence, occasion=box.occasion)
        )


class Toolbox:
    """The tools as one conversation has them: the companion's own, and those about the person it talks to.

    A model may name somebody else only with ``others``: else whoever talks to it could ask it about other people.

    >>> import reverie
    >>> with reverie.open(":memory:", companion="Luna", embedder="none") as luna:
    ...     box = Toolbox(luna, luna.meet("Ada"))
    ...     formed = box.run("form_opinion", {"topic": "jazz", "opinion": "Jazz is best live."})
    >>> formed.ok, len(box.openai())
    (True, 11)
    """

    def __init__(self, companion: Reverie, person: Person, *, others: bool = False) -> None:
        self.companion = companion
        self._person = person
        self._others = others

    def openai(self) -> list[dict[str, Any]]:
        """The tools as an OpenAI-compatible endpoint takes them, in strict mode."""
        return [
            {"type": "function", "function": {"name": name, **_described(tool, "parameters"), "strict": True}}
            for name, tool in TOOLS.items()
        ]

    def anthropic(self) -> list[dict[str, Any]]:
        """The tools as Anthropic's messages take them."""
        return [{"name": name, **_described(tool, "input_schema")} for name, tool in TOOLS.items()]

    def run(self, name: str, arguments: str | Mapping[str, object]) -> Outcome:
        """Do what a model asks, given its arguments as JSON or as a mapping.

        What the model got wrong is an ``Outcome`` that says so and what would be right; only a store that fails raises.
        """
        try:
            told = _tool(name).model_validate(_read(arguments)).told(self)
        except ValidationError as error:
            return _failed(name, "; ".join(_mistake(one) for one in error.errors()))
        except (Conflict, InvalidInput, NotFound, Refused) as error:
            return _failed(name, str(error))
        return Outcome(name=name, ok=True, content=json.dumps(told, ensure_ascii=False))

    @property
    def occasion(self) -> Occasion:
        """With whom something was noticed."""
        return Occasion(user=self._person.id)

    def person(self, named: str | None) -> Person:
        """The one who is named, or the one who is talked to.

        Raises:
            Refused: somebody else is named, and that is not allowed here.
            NotFound: nobody is called so.
        """
        if not named or named in (self._person.id, self._person.name, self._person.user.called):
            return self._person
        if not self._others:
            raise Refused(
                "only the person you are talking to can be looked at here: leave user_id null", reason="other"
            )
        return self.companion.find(named)

    def user_model(self, named: str | None) -> UserModel:
        """What is understood of the one who is named, or of the one who is talked to."""
        return self.person(named).user_model


def _tool(name: str) -> type[_Arguments]:
    if name not in TOOLS:
        raise NotFound(f"there is no tool {name!r}: there are {', '.join(TOOLS)}")
    return TOOLS[name]


def _read(arguments: str | Mapping[str, object]) -> object:
    """The arguments as a mapping; models send none as an empty text, and optional ones as null."""
    if not isinstance(arguments, str):
        given: object = dict(arguments)
    elif len(arguments) > LONGEST_ARGUMENTS:
        raise InvalidInput(f"arguments have at most {LONGEST_ARGUMENTS:,} characters: these have {len(arguments):,}")
    else:
        try:
            given = json.loads(arguments) if arguments.strip() else {}
        except (json.JSONDecodeError, RecursionError) as error:
            raise InvalidInput(f"the arguments are no JSON ({error}): send one JSON object") from error
    if not isinstance(given, dict):
        raise InvalidInput("the arguments are one JSON object, with the names that the tool has")
    return {name: value for name, value in given.items() if value is not None}


def _failed(name: str, why: str) -> Outcome:
    return Outcome(name=name, ok=False, content=json.dumps({"error": why}, ensure_ascii=False))


def _mistake(one: Any) -> str:
    where = ".".join(str(part) for part in one["loc"][:1]) or "the arguments"
    return f"{where}: {one['msg']}"


# -- what a model is shown -----------------------------------------------------------------------


def _described(tool: type[_Arguments], name: str) -> dict[str, Any]:
    return {"description": inspect.getdoc(tool), name: schema(tool)}


def schema(tool: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a tool's arguments, as strict modes want it.

    Every property is required (an optional one may be null), no other is allowed, and bounds are left to the
    description, since not every provider knows them.
    """
    whole = tool.model_json_schema()
    made: dict[str, Any] = _strict({k: v for k, v in whole.items() if k != "description"}, whole.get("$defs", {}))
    return made


def _strict(part: Any, named: Mapping[str, Any]) -> Any:
    if isinstance(part, list):
        return [_strict(one, named) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        found = _strict(named[part["$ref"].rpartition("/")[2]], named)
        return found | {k: v for k, v in part.items() if k == "description"}
    kept = {k: _strict(v, named) for k, v in part.items() if k not in _LEFT_OUT and k != "properties"}
    if "properties" in part:
        needed = part.get("required", ())
        kept["properties"] = {k: _nullable(_strict(v, named), k in needed) for k, v in part["properties"].items()}
        kept |= {"required": list(part["properties"]), "additionalProperties": False}
    return kept


def _nullable(part: dict[str, Any], needed: bool) -> dict[str, Any]:
    """A property that may be null where it may be left out."""
    if needed or {"type": "null"} in part.get("anyOf", ()):
        return part
    said = {k: v for k, v in part.items() if k == "description"}
    return {"anyOf": [{k: v for k, v in part.items() if k != "description"}, {"type": "null"}], **said}


_LEFT_OUT = frozenset({"title", "default", "$defs", "minimum", "maximum", "additionalProperties"})


def _recorded(one: Recorded) -> dict[str, object]:
    return {"step": one.step, **_noticed(one.memory), "against": [m.text for m in one.contradicts]}


def _noticed(one: Memory) -> dict[str, object]:
    return {
        "id": one.id,
        "text": one.text,
        "category": one.category,
        "confidence": round(one.confidence, 3),
        "validations": one.validations,
        "noticed": f"{one.valid_from:%Y-%m-%d}",
    }


def _opined(one: Opined) -> dict[str, object]:
    told: dict[str, object] = {"step": one.step, "opinion": _held(one.opinion)}
    if one.against:
        told |= {"held_against": [_held(o) for o in one.against], "to_do": HELD}
    return told


HELD = "It stands against what you think. If you changed your mind, call evolve_opinion with the id of the old one."


def _held(one: Opinion) -> dict[str, object]:
    return {"id": one.id, "topic": one.name, "opinion": one.opinion, "strength": round(one.strength, 3)}


TOOLS: Mapping[str, type[_Arguments]] = {
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
