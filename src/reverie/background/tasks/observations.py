"""What a model notices of a person in what they said: each observation with the person's own words for it.

Conversations that are over are read, a few messages at a time; nothing that was recalled is in the question. What was
noticed of the same words before is not noticed again, also if it was taken back since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pydantic import BaseModel, Field

from reverie.background.tasks.answer_checks import Cited, Percent, Spoken, Why, cited, founded, spoken, stated
from reverie.background.tasks.task import Kept, Task
from reverie.background.tasks.transcript import LINE, Talk, around, learns, maker, question, room, said_by
from reverie.conversations.episodes import carrying
from reverie.errors import Conflict, InvalidInput, Refused
from reverie.learning import evidence
from reverie.memory.runtime import Runtime
from reverie.memory.writing import digests
from reverie.profile import observations as noticing
from reverie.prompts import prompt
from reverie.records.conversations import Role
from reverie.records.memories import About, Candidate, Kind, Source, SourceKind, Status
from reverie.records.observation_categories import Noticed, UserCategory
from reverie.records.users import User
from reverie.store.tables.model_work import Due
from reverie.text.value_matching import overlaps

NAME = "observations"
PROMPT = prompt(NAME)

MOST = 8
"""Observations of one answer; a handful of messages tells no more."""

_MANNERS = frozenset(
    {UserCategory.COMMUNICATION_STYLE, UserCategory.RELATIONSHIP_DYNAMIC, UserCategory.VALUE, UserCategory.PREFERENCE}
)
"""Categories of which words may tell without naming them: "just the gist, please" is concise."""


class Observation(BaseModel):
    """Something noticed: first the words, then what they tell."""

    message: int
    quote: str
    observation: str
    category: UserCategory
    confidence: Percent


class Observations(BaseModel):
    """What was noticed; nothing, where there is nothing."""

    observations: list[Observation] = Field(json_schema_extra={"maxItems": MOST})


def _ask(runtime: Runtime, person: User, items: Sequence[Due]) -> Sequence[Mapping[str, object]] | None:
    talk = around(runtime, person, items)
    if not any(carrying(evidence.own(message.text[:LINE])) for message in talk.numbered.values()):
        return None
    return question(PROMPT, talk.written(room(runtime, PROMPT)))


def _keep(runtime: Runtime, person: User, items: Sequence[Due], answer: Observations) -> Kept:
    with runtime.store.reading() as session:
        if not learns(session, person):
            return Kept()
        names = noticing.names_of(session, person.id)
    talk = around(runtime, person, items)
    by = spoken(talk, Role.USER)
    outcomes = [_kept(runtime, person, talk, by, names, one) for one in answer.observations[:MOST]]
    outcomes += [Why.MANY] * (len(answer.observations) - MOST)
    refused = tuple(str(one) for one in outcomes if one is not None)
    return Kept(kept=len(outcomes) - len(refused), refused=refused)


def _kept(runtime: Runtime, person: User, talk: Talk, by: Spoken, names: Sequence[str], one: Observation) -> Why | None:
    """Keep one observation; or why not."""
    text = " ".join(one.observation.split())
    on = cited(talk, one.message, one.quote)
    if isinstance(on, Why):
        return on
    wrong = stated(text) or founded(text, on, by, names, loosely=one.category in _MANNERS)
    if wrong is not None:
        return wrong
    category = one.category
    if evidence.claims_rights(text) or evidence.claims_rights(on.words):
        text, category = f"Said: “{' '.join(on.words.split())}”", UserCategory.BACKGROUND
    return _known(runtime, person, on, category, text) or _recorded(runtime, person, on, category, text, one.confidence)


def _known(runtime: Runtime, person: User, on: Cited, category: str, text: str) -> Why | None:
    """Whether these words were noticed before as such, or what is said of them was forgotten."""
    owner, message = person.id, on.message.id
    with runtime.store.reading() as session:
        before = session.memories.of_kind(owner, Kind.OBSERVATION, list(Status))
        blocked = session.links.blocked(owner, message)
    same = [m for m in before if m.source.message_id == message and m.category == category and m.source.span]
    again = any(m.source.span is not None and overlaps(m.source.span, on.span) for m in same)
    return Why.KNOWN if again or blocked & digests(Candidate(text=text)) else None


def _recorded(runtime: Runtime, person: User, on: Cited, category: str, text: str, confidence: int) -> Why | None:
    source = Source(
        kind=SourceKind.MESSAGE,
        message_id=on.message.id,
        conversation_id=on.message.conversation_id,
        quote=on.words,
        span=on.span,
    )
    noticed = Noticed(
        text=text,
        about=About.USER,
        category=category,
        confidence=confidence / 100,
        source=source,
        at=on.message.sent_at,
        by=maker(runtime, PROMPT),
    )
    try:
        noticing.record(runtime, person.id, noticed)
    except Refused as error:
        return Why.OFF if error.reason == "category" else Why.DOOR
    except (Conflict, InvalidInput):
        return Why.DOOR
    return None


_due = partial(said_by, task=NAME, role=Role.USER)
OBSERVATIONS = Task(name=NAME, prompt=PROMPT, shape=Observations, batch=12, due=_due, ask=_ask, keep=_keep)
