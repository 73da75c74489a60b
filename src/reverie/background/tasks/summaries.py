"""The rolling summary as a model writes it: lines that are kept or dropped, and new ones for what was said since.

A line is written once, from messages that are shown then, with who said it and by which words; later it is only kept
or dropped. So nothing is read twice, and a line can't drift from what was said. Who said it is written by us, not by
the model: what the companion guessed stands there as the companion's.

Only the latest conversation is summed up, as far as it has left the window: of one that is over the episode tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from reverie.background.tasks.answer_checks import Why, cited, founded, spoken, stated
from reverie.background.tasks.task import Kept, Task
from reverie.background.tasks.transcript import Talk, learns, open_to, question, room
from reverie.context.rendering import flat
from reverie.conversations import summaries as keeping
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.memory.runtime import Runtime
from reverie.prompts import prompt
from reverie.records.conversations import Author, Conversation, SheetName
from reverie.records.users import User
from reverie.store.database import Session
from reverie.store.tables.model_work import Due

NAME = "summaries"
PROMPT = prompt(NAME)

STRETCH = 40
"""Messages that are summed up at once."""

ONCE = "1"
"""The mark of a stretch: it is told apart by its last message, and what was summed up is not read again."""

MOST = 12
"""New lines of one answer."""


class Point(BaseModel):
    """What was said in a message, in short."""

    message: int
    quote: str
    text: str


class Summing(BaseModel):
    """Which lines of the summary so far stay, by their numbers, and what is to be added."""

    keep: list[int]
    points: list[Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stretch:
    """What is to be summed up: the summary so far, with its revision, and the messages after it."""

    where: Conversation
    lines: tuple[str, ...]
    revision: int
    talk: Talk
    until: str


def _due(runtime: Runtime, person: User, limit: int) -> list[Due]:
    with runtime.store.reading() as session:
        latest = session.dialogue.latest(person.id) if learns(session, person) and limit > 0 else None
        if latest is None:
            return []
        where, put = latest[0], session.sheets.named(person.id, latest[0].id, SheetName.SUMMARY)
        if put is not None and put.author is not Author.MODEL:
            return []  # what a person wrote is theirs
        after = None if put is None else put.end
        left = session.dialogue.counted(person.id, where.id, after=after) - runtime.rolling.window
        whole = left - left % runtime.rolling.every
        if whole <= 0:
            return []
        said = session.dialogue.stretch(person.id, where.id, after=after, limit=whole)
        # What gave nothing the first time is tried once more together with what comes after it.
        ends = dict.fromkeys((said[min(whole, STRETCH) - 1].id, said[-1].id))
        wanted = [Due(f"{where.id}:{end}", ONCE) for end in ends]
        free = session.work.free(person.id, NAME, wanted, runtime.clock())
    return free[:1]


def _stretch(session: Session, person: User, item: Due) -> _Stretch | None:
    """What an item stands for now; None where it is gone, summed up, or somebody else's."""
    conversation, _colon, until = item.id.partition(":")
    where = session.dialogue.conversation(person.id, conversation)
    last = session.dialogue.message(person.id, until)
    put = session.sheets.named(person.id, conversation, SheetName.SUMMARY)
    if where is None or last is None or (put is not None and put.author is not Author.MODEL):
        return None
    said = session.dialogue.stretch(person.id, where.id, after=None if put is None else put.end, until=last.place)
    talk = Talk.of_all(open_to(session, person.id, said))
    if not talk.shown:
        return None
    return _Stretch(
        where=where,
        lines=() if put is None else tuple(line for line in put.text.splitlines() if line.strip()),
        revision=0 if put is None else put.revision,
        talk=talk,
        until=last.id,
    )


def _ask(runtime: Runtime, person: User, items: Sequence[Due]) -> Sequence[Mapping[str, object]] | None:
    with runtime.store.reading() as session:
        stretch = _stretch(session, person, items[0])
    if stretch is None:
        return None
    so_far = "\n".join(f"({number}) {flat(line)}" for number, line in enumerate(stretch.lines, start=1))
    before = f"<summary>\n{so_far}\n</summary>" if so_far else "<summary>\n</summary>"
    left = room(runtime, PROMPT) - runtime.rolling.length // 3
    return question(PROMPT, f"{before}\n{stretch.talk.written(max(100, left))}")


def _keep(runtime: Runtime, person: User, items: Sequence[Due], answer: Summing) -> Kept:
    with runtime.store.reading() as session:
        if not learns(session, person):
            return Kept()
        stretch = _stretch(session, person, items[0])
    if stretch is None:
        return Kept(refused=(Why.GONE,))
    outcomes = [_line(stretch.talk, point) for point in answer.points[:MOST]]
    refused = [one for one in outcomes if isinstance(one, Why)]
    refused += [Why.UNKNOWN for number in answer.keep if not 0 < number <= len(stretch.lines)]
    refused += [Why.MANY] * (len(answer.points) - MOST)
    fresh = list(dict.fromkeys(one for one in outcomes if not isinstance(one, Why)))
    stay = {number for number in answer.keep if 0 < number <= len(stretch.lines)}
    lines = [line for number, line in enumerate(stretch.lines, start=1) if number in stay and line not in fresh]
    text = _fitted([*lines, *fresh], runtime.rolling.length)
    if not text:
        return Kept(refused=tuple(refused))
    try:
        where, until = stretch.where.id, stretch.until
        keeping.put(runtime, person.id, where, text, covers=until, author=Author.MODEL, over=stretch.revision)
    except Conflict:
        return Kept(refused=(*refused, Why.STANDS))
    except (InvalidInput, NotFound, Refused):
        return Kept(refused=(*refused, Why.DOOR))
    return Kept(kept=len(fresh), refused=tuple(refused))


def _line(talk: Talk, point: Point) -> str | Why:
    """A line of the summary: who said it, and what in short."""
    text = " ".join(point.text.split())
    on = cited(talk, point.message, point.quote)
    if isinstance(on, Why):
        return on
    names = [message.speaker for message in talk.shown]
    wrong = stated(text) or founded(text, on, spoken(talk, on.message.role), names)
    return wrong or f"{flat(on.message.speaker)}: {text}"


def _fitted(lines: Sequence[str], length: int) -> str:
    """As many of the last lines as have room."""
    kept = list(lines)
    while kept and len("\n".join(kept)) > length:
        del kept[0]
    return "\n".join(kept)


SUMMARIES = Task(name=NAME, prompt=PROMPT, shape=Summing, batch=1, due=_due, ask=_ask, keep=_keep)
