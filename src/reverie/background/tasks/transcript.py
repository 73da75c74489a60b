"""What a model is shown of what was said, and what it may quote of it.

The one idea: only what it may quote has a number. The numbers belong to the items of the question and not to what is
found when the answer comes, so an answer never means another message than the one that was shown. What is not to be
remembered, and what tells of something that is switched off, is not shown at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from reverie.context.rendering import estimated_tokens, flat
from reverie.conversations.summaries import taught
from reverie.memory.runtime import Runtime
from reverie.prompts import Prompt
from reverie.recall.episode_search import tells
from reverie.records.conversations import Message, Role
from reverie.records.users import User
from reverie.store.database import Session
from reverie.store.tables.model_work import Due

LINE = 2_000
"""Characters of a message that are shown, and read for a quote."""

SHORTER = (LINE, 800, 300, 120)
"""To how many characters messages are cut where they would not fit."""

BEFORE = 4
"""Messages shown ahead of the first that may be quoted: what it answers."""

WINDOW = 8_192
"""Tokens of a model that is not there yet, for a question that is only counted."""

ANSWER = 1_500
"""Tokens left for the answer, and for its shape; in a small window a third of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Messages as they are shown, in the order in which they were sent; those that may be quoted by number."""

    shown: tuple[Message, ...]
    numbered: Mapping[int, Message]

    @classmethod
    def of_all(cls, messages: Sequence[Message]) -> Self:
        """Messages of which each may be quoted."""
        return cls(shown=tuple(messages), numbered=dict(enumerate(messages, start=1)))

    def written(self, room: int) -> str:
        """The messages as a text of at most so many tokens; where nothing else helps, the earliest are left out."""
        numbers = {message.id: number for number, message in self.numbered.items()}
        lines: list[str] = []
        for longest in SHORTER:
            lines = [_line(message, numbers.get(message.id), longest) for message in self.shown]
            if sum(estimated_tokens(line) + 1 for line in lines) <= room:
                break
        while len(lines) > 1 and sum(estimated_tokens(line) + 1 for line in lines) > room:
            del lines[0]
        day = f"{self.shown[-1].sent_at:%Y-%m-%d}" if self.shown else ""
        return "\n".join([f'<conversation until="{day}">', *lines, "</conversation>"])


def _line(message: Message, number: int | None, longest: int) -> str:
    said = flat(message.text[:longest])
    mark = "" if number is None else f"[{number}] "
    return f"{mark}{flat(message.speaker)}: {said}{'…' if len(message.text) > longest else ''}"


def learns(session: Session, person: User) -> bool:
    """Whether anything is learned of a person: not of a guest, and not while memory is paused."""
    return not person.guest and not session.people.settings(person.id).get("paused")


def said_by(runtime: Runtime, person: User, limit: int, *, task: str, role: Role) -> list[Due]:
    """The messages of one side that a task has not done, of conversations that are over."""
    now = runtime.clock()
    with runtime.store.reading() as session:
        if not learns(session, person):
            return []
        return session.work.messages(person.id, task, now, limit, role=role, over=now - runtime.silence)


def around(runtime: Runtime, person: User, items: Sequence[Due]) -> Talk:
    """The messages that items are, numbered, with what was said around them.

    One that is gone, changed since it was due, or not to be shown has no number any more.
    """
    owner = person.id
    with runtime.store.reading() as session:
        there = session.dialogue.by_ids(owner, [item.id for item in items])
        shown: list[Message] = []
        for where in dict.fromkeys(
            m.conversation_id for m in sorted(there.values(), key=lambda message: message.place)
        ):
            said = session.dialogue.messages(owner, conversation_id=where)
            places = [place for place, message in enumerate(said) if message.id in there]
            shown += said[max(0, places[0] - BEFORE) : places[-1] + 1]
        kept = open_to(session, owner, shown)
    numbers = {item: number for number, item in enumerate(sorted({item.id for item in items}), start=1)}
    marks = {item.id: item.mark for item in items}
    numbered = {numbers[m.id]: m for m in kept if marks.get(m.id) == str(m.revision)}
    return Talk(shown=tuple(kept), numbered=numbered)


def open_to(session: Session, owner: str, messages: Sequence[Message]) -> list[Message]:
    """The messages that may be shown to a model: nothing that nobody said, is not to be kept, or is switched off."""
    off = session.people.settings(owner).get("categories_off", ())
    said = [m for m in messages if m.learnable and m.role is not Role.SYSTEM]
    if not off:
        return said
    lessons = taught(session, owner, said)
    return [m for m in said if not tells(m, lessons, off)]


def question(prompt: Prompt, text: str) -> list[Mapping[str, object]]:
    """A question as messages: what to do, the same for everybody and so byte for byte; then what it is about."""
    return [{"role": "system", "content": prompt.text}, {"role": "user", "content": text}]


def room(runtime: Runtime, prompt: Prompt) -> int:
    """Tokens that are left for what a question is about."""
    window = WINDOW if runtime.model is None else runtime.model.window
    return max(200, window - min(ANSWER, window // 3) - estimated_tokens(prompt.text) - 50)


def maker(runtime: Runtime, prompt: Prompt) -> dict[str, str]:
    """Who made something, as it is kept beside it: the model, and the digest of the words by which."""
    return {"model": "" if runtime.model is None else runtime.model.name, "prompt": prompt.digest}
