"""Opinions that the companion voiced and the rules did not see, each with the companion's own words for it.

Only what the companion said is looked at, and only what it said here: an imported history may be another assistant's.
An opinion is the companion's, and everybody may hear it: what is about the one who is talked to is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from pydantic import BaseModel, Field

from reverie.background.tasks.answer_checks import Cited, Percent, Spoken, Why, cited, spoken, stated
from reverie.background.tasks.task import Kept, Task
from reverie.background.tasks.transcript import LINE, Talk, around, learns, maker, question, room, said_by
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.learning import evidence
from reverie.memory.judgement import Verdict, judge
from reverie.memory.runtime import Runtime
from reverie.persona import opinion_changes
from reverie.profile.observations import names_of
from reverie.prompts import prompt
from reverie.records.conversations import Role
from reverie.records.memories import Kind, Status
from reverie.records.opinions import Forming, Occasion, OpinionCategory
from reverie.records.users import User, UserKind, folded
from reverie.store.database import Session
from reverie.store.tables.model_work import Due
from reverie.text.opinion_polarity import leaning
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import overlaps, words

NAME = "opinions"
PROMPT = prompt(NAME)

MOST = 6
"""Opinions of one answer."""

LONGEST_NAME = 60
"""Characters of what an opinion is on: a few words."""

_FEWEST = 3
"""Words of its own that a reply has to have to voice anything."""

_SOMEBODY = lazy_pattern(r"\b(?:you|your|yours|yourself|you['’](?:re|ve|ll|d)|u|ur)\b", re.IGNORECASE)


class Voiced(BaseModel):
    """An opinion: first the words, then what they say."""

    message: int
    quote: str
    name: str
    opinion: str
    category: OpinionCategory
    strength: Percent


class Opinions(BaseModel):
    """What the companion holds; nothing, where it voiced nothing."""

    opinions: list[Voiced] = Field(json_schema_extra={"maxItems": MOST})


def _talk(runtime: Runtime, person: User, items: Sequence[Due]) -> tuple[Talk, dict[str, User]]:
    """The talk with the numbers of what a companion said here, and the companions by their folded names."""
    talk = around(runtime, person, items)
    with runtime.store.reading() as session:
        known = {folded(one.name): one for one in session.people.all(UserKind.COMPANION)}
    said = {n: m for n, m in talk.numbered.items() if m.external_id is None and folded(m.speaker) in known}
    return replace(talk, numbered=said), known


def _ask(runtime: Runtime, person: User, items: Sequence[Due]) -> Sequence[Mapping[str, object]] | None:
    talk, _companions = _talk(runtime, person, items)
    if all(len(words(evidence.own(m.text[:LINE]))) < _FEWEST for m in talk.numbered.values()):
        return None
    return question(PROMPT, talk.written(room(runtime, PROMPT)))


def _keep(runtime: Runtime, person: User, items: Sequence[Due], answer: Opinions) -> Kept:
    with runtime.store.reading() as session:
        if not learns(session, person):
            return Kept()
        names = frozenset(word for name in names_of(session, person.id) for word in words(name))
    talk, companions = _talk(runtime, person, items)
    by = spoken(talk, Role.ASSISTANT)
    outcomes: list[Why | None] = []
    for one in answer.opinions[:MOST]:
        on = cited(talk, one.message, one.quote)
        wrong = on if isinstance(on, Why) else _repeated(on, talk) or _wrong(one, on, by, names)
        if wrong is None and isinstance(on, Cited):
            wrong = _added(runtime, companions[folded(on.message.speaker)], person, one, on)
        outcomes.append(wrong)
    outcomes += [Why.MANY] * (len(answer.opinions) - MOST)
    refused = tuple(str(one) for one in outcomes if one is not None)
    return Kept(kept=len(outcomes) - len(refused), refused=refused)


def _repeated(on: Cited, talk: Talk) -> Why | None:
    """Why words are none of the companion's own: somebody else said them before it."""
    before = [m.text for m in talk.shown if m.role is not Role.ASSISTANT and m.place < on.message.place]
    return Why.BORROWED if any(evidence.repeats(on.words, text) for text in before) else None


def _wrong(one: Voiced, on: Cited, by: Spoken, person: frozenset[str]) -> Why | None:
    """Why an opinion is not what those words voice; None if nothing speaks against it."""
    opinion, name = one.opinion, " ".join(one.name.split())
    wrong = stated(opinion) or stated(name)
    if wrong is not None:
        return wrong
    if len(name) > LONGEST_NAME:
        return Why.LONG
    topic = words(name)
    if _SOMEBODY.search(opinion) or _SOMEBODY.search(name) or not person.isdisjoint({*words(opinion), *topic}):
        return Why.PERSONAL
    if any(not evidence.said(word, by.mine | by.others) for word in topic) or evidence.unsaid(opinion, by.mine, [name]):
        return Why.INVENTED
    if evidence.borrowed(opinion, [*by.mine, *topic], by.others):
        return Why.BORROWED
    voiced = words(on.words)
    if not any(evidence.said(word, voiced) for word in evidence.telling(opinion)):
        return Why.UNFOUNDED
    contrary = judge(on.words, opinion) is Verdict.OPPOSITE or leaning(on.words) * leaning(opinion) < 0
    return Why.OPPOSED if contrary or evidence.denies(opinion, on.words) else None


def _known(session: Session, companion: User, on: Cited) -> bool:
    """Whether these words gave an opinion before, whatever became of it."""
    held = session.memories.of_kind(companion.id, Kind.OPINION, list(Status))
    spans = [m.source.span for m in held if m.source.message_id == on.message.id]
    return any(span is not None and overlaps(span, on.span) for span in spans)


def _added(runtime: Runtime, companion: User, person: User, one: Voiced, on: Cited) -> Why | None:
    with runtime.store.reading() as session:
        if _known(session, companion, on):
            return Why.KNOWN
    forming = Forming(
        name=" ".join(one.name.split()),
        opinion=" ".join(one.opinion.split()),
        category=one.category,
        strength=one.strength / 100,
        occasion=Occasion(user=person.id, message=on.message.id, conversation=on.message.conversation_id),
        span=on.span,
        quote=on.words,
        by=maker(runtime, PROMPT),
    )
    try:
        opinion_changes.Opinions(runtime, companion.id).form(forming, actor="model")
    except (Conflict, InvalidInput, NotFound, Refused):
        return Why.DOOR
    return None


_due = partial(said_by, task=NAME, role=Role.ASSISTANT)
OPINIONS = Task(name=NAME, prompt=PROMPT, shape=Opinions, batch=12, due=_due, ask=_ask, keep=_keep)
