"""What observations say together, as a model sees it: proposals for the profile, which wait for a decision.

It is asked again once so many more observations stand. A proposal takes as many voices as one of the rules, rests on
observations by their numbers, and goes by what was decided before: nothing goes into a profile by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, Field

from reverie.background.tasks.answer_checks import Why, stated
from reverie.background.tasks.task import Kept, Task
from reverie.background.tasks.transcript import learns, maker, question, room
from reverie.context.rendering import flat
from reverie.errors import Conflict, InvalidInput, Refused
from reverie.learning import evidence
from reverie.memory.runtime import Runtime
from reverie.profile import observations as noticing
from reverie.profile import synthesis as proposing
from reverie.prompts import prompt
from reverie.records.memories import About, Memory
from reverie.records.observation_categories import UserCategory
from reverie.records.users import User
from reverie.store.database import Session
from reverie.store.tables.model_work import Due
from reverie.text.value_matching import words

NAME = "synthesis"
PROMPT = prompt(NAME)

ENOUGH = 5
"""Observations more than at the last time, until it is worth asking again."""

SHOWN = 60
"""Observations of a question, the latest."""

MOST = 6
"""Proposals of one answer."""


class Consolidated(BaseModel):
    """What several observations say together."""

    rests_on: list[int]
    sentence: str
    category: UserCategory


class Synthesis(BaseModel):
    """What is proposed; nothing, where nothing was noticed often enough."""

    proposals: list[Consolidated] = Field(json_schema_extra={"maxItems": MOST})


def _standing(runtime: Runtime, session: Session, person: User) -> list[Memory]:
    """Observations that stand, in the order in which they were written down."""
    return sorted(noticing.standing(runtime, session, person.id, About.USER), key=lambda memory: memory.id)


def _due(runtime: Runtime, person: User, limit: int) -> list[Due]:
    with runtime.store.reading() as session:
        if not learns(session, person) or limit < 1:
            return []
        noticed = _standing(runtime, session, person)
        whole = len(noticed) - len(noticed) % ENOUGH
        if not whole:
            return []
        wanted = [Due(f"{person.id}:{whole}", noticed[whole - 1].id)]
        return session.work.free(person.id, NAME, wanted, runtime.clock())


def _shown(runtime: Runtime, session: Session, person: User, item: Due) -> list[Memory]:
    """As many of the first observations as the item says; none, where one of them went meanwhile."""
    many = int(item.id.rpartition(":")[2])
    noticed = _standing(runtime, session, person)[:many]
    return noticed[-SHOWN:] if len(noticed) == many and noticed[-1].id == item.mark else []


def _ask(runtime: Runtime, person: User, items: Sequence[Due]) -> Sequence[Mapping[str, object]] | None:
    with runtime.store.reading() as session:
        noticed = _shown(runtime, session, person, items[0])
    if proposing.voices(noticed) < proposing.VOICES:
        return None
    lines = [_line(number, memory) for number, memory in _numbered(noticed).items()]
    left = room(runtime, PROMPT)
    while len(lines) > 1 and sum(len(line) for line in lines) > 3 * left:
        del lines[0]
    return question(PROMPT, "\n".join(["<observations>", *lines, "</observations>"]))


def _numbered(noticed: Sequence[Memory]) -> dict[int, Memory]:
    """Observations by number. The latest have the highest, so that what is left out at the beginning moves none."""
    return dict(enumerate(noticed, start=1))


def _line(number: int, memory: Memory) -> str:
    times = f", {memory.validations + 1} times" if memory.validations else ""
    return f"[{number}] ({memory.category}{times}) {flat(memory.text)}"


def _keep(runtime: Runtime, person: User, items: Sequence[Due], answer: Synthesis) -> Kept:
    with runtime.store.reading() as session:
        if not learns(session, person):
            return Kept()
        noticed = _numbered(_shown(runtime, session, person, items[0]))
        names = noticing.names_of(session, person.id)
    if not noticed:
        return Kept(refused=(Why.GONE,))
    outcomes = [_proposed(runtime, person, one, noticed, names) for one in answer.proposals[:MOST]]
    outcomes += [Why.MANY] * (len(answer.proposals) - MOST)
    refused = tuple(str(one) for one in outcomes if isinstance(one, Why))
    return Kept(kept=sum(one for one in outcomes if not isinstance(one, Why)), refused=refused)


def _proposed(
    runtime: Runtime, person: User, one: Consolidated, noticed: Mapping[int, Memory], names: Sequence[str]
) -> int | Why:
    """Propose one; how many proposals that made (a sentence may fill two slots), or why not."""
    text = " ".join(one.sentence.split())
    if not one.rests_on or any(number not in noticed for number in one.rests_on):
        return Why.UNKNOWN
    group = [noticed[number] for number in dict.fromkeys(one.rests_on)]
    said = [word for memory in group for word in words(memory.text)]
    wrong = stated(text)
    if wrong is not None:
        return wrong
    if evidence.claims_rights(text):
        return Why.RIGHTS
    if evidence.unsaid(text, said, names):
        return Why.INVENTED
    if not any(evidence.said(word, said) for word in evidence.telling(text)):
        return Why.UNFOUNDED
    try:
        ids, by = [memory.id for memory in group], maker(runtime, PROMPT)
        made = proposing.propose(runtime, person.id, About.USER, text, category=one.category, rests_on=ids, by=by)
    except Refused as error:
        return Why.OFF if error.reason == "category" else Why.DOOR
    except (Conflict, InvalidInput):
        return Why.FEW
    return len(made) or Why.KNOWN


SYNTHESIS = Task(name=NAME, prompt=PROMPT, shape=Synthesis, batch=1, due=_due, ask=_ask, keep=_keep)
