"""The episode of a conversation as a model picks it: what was reported, felt, done about it, and what came of it.

The one idea of episodes holds here too: they are quoted, never told anew. The model says which words of which message
are the parts, so it can choose badly and can't invent. An episode that somebody put stays, and a conversation whose
episode was forgotten is not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, Field

from reverie.background.tasks.answer_checks import Cited, Why, cited
from reverie.background.tasks.task import Kept, Task
from reverie.background.tasks.transcript import Talk, learns, maker, open_to, question, room
from reverie.conversations import episode_upkeep
from reverie.conversations.episodes import LONGEST, Outline, Quote
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.memory.runtime import Runtime
from reverie.prompts import prompt
from reverie.recall import episode_search as keeping
from reverie.records.conversations import Author, Conversation, Role
from reverie.records.memories import Category
from reverie.records.users import User
from reverie.store.database import Session
from reverie.store.tables.model_work import Due

NAME = "episodes"
PROMPT = prompt(NAME)

REPORTS = 2
"""Quotes of what was reported, at most."""


class Said(BaseModel):
    """Words of a message."""

    message: int
    quote: str


class Episode(BaseModel):
    """The parts of an episode; an empty list of reports is no episode, and null a part that nobody said."""

    observation: list[Said] = Field(json_schema_extra={"maxItems": REPORTS})
    thought: Said | None
    action: Said | None
    result: Said | None


def _due(runtime: Runtime, person: User, limit: int) -> list[Due]:
    now = runtime.clock()
    with runtime.store.reading() as session:
        if not learns(session, person) or _off(session, person):
            return []
        return session.work.conversations(person.id, NAME, now, limit, silent_since=now - runtime.silence)


def _off(session: Session, person: User) -> bool:
    return Category.EVENT in session.people.settings(person.id).get("categories_off", ())


def _wanting(session: Session, person: User, conversation: str, talk: Talk) -> bool:
    """Whether a conversation may be given an episode: no person put one, none tells all of it, and nobody forgot it."""
    owner = person.id
    last = max((message.sent_at for message in talk.shown), default=None)
    for memory in episode_upkeep.standing(session, owner, [conversation]):
        by = memory.details.get("author")
        if by == Author.PERSON or (by != Author.RULES and last is not None and memory.valid_from >= last):
            return False
    return episode_upkeep.blocking(conversation) not in {digest for _id, digest in session.links.blocks(owner)}


def _talk(session: Session, person: User, item: Due) -> tuple[Conversation | None, Talk]:
    """A conversation as it is now, each message with a number; nothing of it, where it went on meanwhile."""
    where = session.dialogue.conversation(person.id, item.id)
    said = [] if where is None else session.dialogue.messages(person.id, conversation_id=where.id)
    if not said or said[-1].id != item.mark:
        return None, Talk.of_all(())
    return where, Talk.of_all(open_to(session, person.id, said))


def _ask(runtime: Runtime, person: User, items: Sequence[Due]) -> Sequence[Mapping[str, object]] | None:
    with runtime.store.reading() as session:
        where, talk = _talk(session, person, items[0])
        wanting = where is not None and _wanting(session, person, where.id, talk)
    if not wanting or sum(message.role is Role.USER for message in talk.shown) < keeping.FEWEST:
        return None
    return question(PROMPT, talk.written(room(runtime, PROMPT)))


def _keep(runtime: Runtime, person: User, items: Sequence[Due], answer: Episode) -> Kept:
    with runtime.store.reading() as session:
        if not learns(session, person) or _off(session, person):
            return Kept()
        where, talk = _talk(session, person, items[0])
        if where is None:
            return Kept(refused=(Why.GONE,))
        if not _wanting(session, person, where.id, talk):
            return Kept(refused=(Why.STANDS,))
    refused: list[Why] = []
    reports = [one for said in answer.observation[:REPORTS] if (one := _part(talk, said, {Role.USER}, refused))]
    refused += [Why.MANY] * (len(answer.observation) - REPORTS)
    if not reports:
        return Kept(refused=tuple(refused))
    theirs = {Role.ASSISTANT, Role.PEER}
    action = _later(_part(talk, answer.action, theirs, refused), reports[0], refused)
    outline = Outline(
        observation=" ".join(map(_written, reports)),
        thought=_shown(_part(talk, answer.thought, {Role.USER}, refused)),
        action=_shown(action),
        result=_shown(_later(_part(talk, answer.result, {Role.USER}, refused), action or reports[0], refused)),
    )
    try:
        keeping.put(runtime, person, where.id, outline, author=Author.MODEL, by=maker(runtime, PROMPT))
    except Conflict:
        return Kept(refused=(*refused, Why.STANDS))
    except (InvalidInput, NotFound, Refused):
        return Kept(refused=(*refused, Why.DOOR))
    return Kept(kept=1, refused=tuple(refused))


def _part(talk: Talk, said: Said | None, roles: set[Role], refused: list[Why]) -> Cited | None:
    """A part, if somebody who may say it said it; why not is added to the ``refused``."""
    if said is None or not said.quote.strip():
        return None
    message = talk.numbered.get(said.message)
    if message is not None and message.role not in roles:
        refused.append(Why.SPEAKER)
        return None
    on = cited(talk, said.message, said.quote)
    if isinstance(on, Why):
        refused.append(on)
        return None
    if len(on.words) > LONGEST:
        refused.append(Why.LONG)
        return None
    return on


def _later(part: Cited | None, than: Cited, refused: list[Why]) -> Cited | None:
    """A part that has to come after another."""
    if part is None or part.message.place > than.message.place:
        return part
    refused.append(Why.EARLIER)
    return None


def _written(part: Cited) -> str:
    return str(Quote(message=part.message, text=part.words))


def _shown(part: Cited | None) -> str:
    return "" if part is None else _written(part)


EPISODES = Task(name=NAME, prompt=PROMPT, shape=Episode, batch=1, due=_due, ask=_ask, keep=_keep)
