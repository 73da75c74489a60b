"""The rolling summary: the last messages as they were said, and before them a summary with the range it covers.

Every message is read for it once, and again only if it changed. What is kept is where the chosen sentences stand and
how far in the log of changes that is true; the words are read when they are shown, so what is forgotten is in no
summary. A text of a language model, or of the person, takes the place of the rules' up to the message it covers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from reverie.conversations import summary_redaction
from reverie.conversations.extractive_summary import RULES, Gist, Lesson, Rank, Sentence, condensed, rendered, weighed
from reverie.conversations.message_store import named
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.memory.runtime import Runtime
from reverie.records.conversations import Author, Conversation, Message, Place, Rolling, Sheet, SheetName, cleaned
from reverie.records.memories import Kind, Link, Memory, Relation
from reverie.records.read_access import speaks_of
from reverie.secrets import masked
from reverie.store.database import Session
from reverie.store.tables.conversation_notes import Earlier, Kept

LONGEST_TEXT = 100_000
"""Characters of a summary, or of notes, that is put beside a conversation."""


STEPS = 1000
"""Steps of the log after which it is noted that a summary is still true: so many are looked through at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covers:
    """What a summary covers: from which message to which, and how many they are."""

    from_id: str
    from_at: datetime
    to_id: str
    to_at: datetime
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What came before the window. ``text`` is empty and ``covers`` None where nothing did.

    ``author`` is who wrote it (the beginning of it, where the rules carried it on). ``sentences`` are those that the
    rules chose, each with the message it is from.
    """

    conversation_id: str
    text: str = ""
    author: Author = Author.RULES
    covers: Covers | None = None
    sentences: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A conversation as a prompt takes it: the summary of what came before, then the messages since."""

    summary: Summary
    messages: tuple[Message, ...]


@dataclass(slots=True, kw_only=True)
class _State:
    """A gist while it is carried on."""

    gist: Gist
    place: Place | None
    seq: int
    changed: bool = False


def window(runtime: Runtime, owner: str, conversation: str | None, *, keep: bool = True) -> Window:
    """The summary of a conversation (without a name the latest) and the messages after it.

    At least the last ``runtime.rolling.window`` messages are among these, and fewer than ``every`` more.

    Raises:
        NotFound: there is no such conversation of this person.
    """
    rolling = runtime.rolling
    with runtime.store.reading() as session:
        where = named(session, owner, conversation)
        there = session.sheets.earlier(owner, where.id)
        state, put = _carried_on(session, where, rolling, there), there.summary
        summary = _summary(session, where, state, put)
        messages = session.dialogue.stretch(owner, where.id, after=_end(state, put))
        if len(messages) < rolling.window:  # a text that was put may cover some of the window too
            messages = session.dialogue.messages(owner, conversation_id=where.id, newest=rolling.window)
        whole = not session.withheld(owner)  # who does not see all sums up for themselves alone
    if keep and state.changed and whole:
        runtime.store.later(lambda: _keep(runtime, where, rolling, state))
    return Window(summary=summary, messages=tuple(messages))


def earlier(runtime: Runtime, where: Conversation, rolling: Rolling) -> str:
    """What came before the last messages of a conversation, in short, as ``window`` tells it."""
    with runtime.store.reading() as session:
        there = session.sheets.earlier(where.owner, where.id)
        state = _carried_on(session, where, rolling, there)
        text, _author, _chosen = _told(state, there.summary, _off(session, where))
        whole = not session.withheld(where.owner)
    if state.changed and whole:
        runtime.store.later(lambda: _keep(runtime, where, rolling, state))
    return text


def whole(runtime: Runtime, owner: str, conversation: str) -> Summary:
    """The summary of a conversation to its end, with no window after it; the messages of the window are read for it."""
    with runtime.store.reading() as session:
        where = named(session, owner, conversation)
        there = session.sheets.earlier(owner, where.id)
        state, put = _carried_on(session, where, runtime.rolling, there), there.summary
        _read_on(session, where, runtime.rolling, state, session.dialogue.stretch(owner, where.id, after=state.place))
        return _summary(session, where, state, put)


def put(
    runtime: Runtime,
    owner: str,
    conversation: str | None,
    text: str,
    *,
    covers: str | None = None,
    author: Author,
    over: int | None = None,
) -> Sheet | None:
    """Put a summary in the place of the rules' own: ``covers`` is the last message it sums up, else the last there is.

    An empty text gives the place back to the rules. What was summed up and changes later is taken out of it, or it is
    given up: see ``summary_redaction``. With ``over`` it takes the place of that revision only, 0 being none.

    Raises:
        NotFound: there is no such conversation or message.
        InvalidInput: it is longer than 100,000 characters.
        Refused: memory is paused.
        Conflict: there is another than the one it was to take the place of.
    """
    with runtime.store.reading() as session:
        where = named(session, owner, conversation)
        last = _last(session, where, covers)
    fresh = _sheet(runtime, where, SheetName.SUMMARY, text, author)
    return _written(runtime, replace(fresh, to_id=last.id, to_at=last.sent_at), over)


def note(
    runtime: Runtime, owner: str, conversation: str | None, text: str, *, author: Author = Author.COMPANION
) -> None:
    """Write the companion's hidden notes on a conversation in the place of those before; an empty text takes them away.

    They are never recalled and stand in no context.

    Raises:
        NotFound: there is no such conversation.
        InvalidInput: they are longer than 100,000 characters.
        Refused: memory is paused.
    """
    with runtime.store.reading() as session:
        where = named(session, owner, conversation)
    _written(runtime, _sheet(runtime, where, SheetName.NOTES, text, author))


def notes(runtime: Runtime, owner: str, conversation: str | None) -> str:
    """The companion's hidden notes on a conversation; empty where there are none."""
    with runtime.store.reading() as session:
        where = named(session, owner, conversation)
        kept, off = session.sheets.named(owner, where.id, SheetName.NOTES), _off(session, where)
    return "" if kept is None else _open(kept.text, off)


# -- texts that are put ----------------------------------------------------------------------------


def _last(session: Session, where: Conversation, covers: str | None) -> Message:
    if covers is None:
        newest = session.dialogue.messages(where.owner, conversation_id=where.id, newest=1)
        found = newest[0] if newest else None
    else:
        found = session.dialogue.message(where.owner, covers)
    if found is None or found.conversation_id != where.id:
        raise NotFound("there is no such message in this conversation: list its messages to see their ids")
    return found


def _sheet(runtime: Runtime, where: Conversation, name: SheetName, text: str, author: Author) -> Sheet:
    if len(text) > LONGEST_TEXT:
        raise InvalidInput(f"a {name} has at most {LONGEST_TEXT:,} characters, this has {len(text):,}: shorten it")
    safe = masked(cleaned(text)).text.strip()
    return Sheet(
        owner=where.owner,
        conversation_id=where.id,
        name=name,
        text=safe,
        author=author,
        written_at=runtime.clock(),
    )


def _written(runtime: Runtime, sheet: Sheet, over: int | None = None) -> Sheet | None:
    owner = sheet.owner
    with runtime.store.writing(owner) as session:
        settings = session.people.settings(owner)
        if settings.get("paused"):
            raise Refused("memory is paused for this person: resume it first", reason="paused")
        sheet = replace(sheet, text=_open(sheet.text, settings.get("categories_off", ())))
        before = session.sheets.named(owner, sheet.conversation_id, sheet.name)
        if over is not None and over != (0 if before is None else before.revision):
            raise Conflict(f"another {sheet.name} was put there meanwhile: look at it first")
        after = replace(sheet, revision=1 if before is None else before.revision + 1) if sheet.text else None
        with session.act(runtime.change(owner, sheet.name.value, actor=sheet.author.value)) as act:
            act.write(before, after)
    return after


# -- the rules' summary, carried on ----------------------------------------------------------------


def _carried_on(session: Session, where: Conversation, rolling: Rolling, there: Earlier) -> _State:
    """The gist as far as it has to be: what changed since is read again, and what left the window is read."""
    state = _known(session, where, rolling, there.gist)
    as_kept = state.place == (None if there.gist is None else there.gist.place)
    counted = there.left if as_kept else session.dialogue.counted(where.owner, where.id, after=state.place)
    left = counted - rolling.window
    if left >= rolling.every:
        more = session.dialogue.stretch(where.owner, where.id, after=state.place, limit=left)
        _read_on(session, where, rolling, state, more)
    return state


def _known(session: Session, where: Conversation, rolling: Rolling, kept: Kept | None) -> _State:
    """The gist that is kept, with the messages that changed since read again."""
    owner, seq = where.owner, session.changes.head(where.owner)[0]
    if kept is None or kept.made != _made(rolling) or kept.seq > seq:
        return _State(gist=Gist(), place=None, seq=seq)
    touched = [*session.changes.touched_since(owner, kept.seq)] if kept.seq < seq else []
    places = [one for one in kept.chosen["sentences"] if one[0] not in set(touched)]
    words = session.dialogue.by_ids(owner, list(dict.fromkeys(one[0] for one in places)))
    chosen = tuple(_sentence(words[one[0]], one) for one in places if one[0] in words)
    floor = kept.chosen["floor"]
    gist = Gist(chosen=chosen, floor=None if floor is None else _rank(floor))
    state = _State(gist=gist, place=kept.place, seq=seq, changed=seq - kept.seq > STEPS)
    again = session.dialogue.stretch(owner, where.id, until=kept.place, ids=touched) if touched else []
    if again or len(places) < len(kept.chosen["sentences"]):
        # What went left room, which goes to whatever comes.
        state.gist = condensed(replace(gist, floor=None), _weighed(session, where, again), rolling.length)
        state.changed = True
    return state


def _read_on(session: Session, where: Conversation, rolling: Rolling, state: _State, more: Sequence[Message]) -> None:
    if more:
        state.gist = condensed(state.gist, _weighed(session, where, more), rolling.length)
        state.place = more[-1].place
        state.changed = True


def _weighed(session: Session, where: Conversation, messages: Sequence[Message]) -> list[Sentence]:
    off = session.people.settings(where.owner).get("categories_off", ())
    lessons = taught(session, where.owner, messages)
    return [
        sentence
        for message in messages
        if all(lesson.category not in off for lesson in lessons.get(message.id, ()))
        and not speaks_of(message.text, off)
        for sentence in weighed(message, lessons.get(message.id, ()))
    ]


def taught(session: Session, owner: str, messages: Sequence[Message]) -> dict[str, list[Lesson]]:
    """What was learned from messages, by their ids."""
    links = session.links.related(owner, Relation.EVIDENCE, [message.id for message in messages])
    memories = session.memories.by_ids(owner, list({link.from_id for link in links}))
    lessons: dict[str, list[Lesson]] = {}
    for link in links:
        memory = memories.get(link.from_id)
        if memory is not None and memory.kind is not Kind.EPISODE:
            lessons.setdefault(link.to_id, []).append(_lesson(link, memory))
    return lessons


def _lesson(link: Link, memory: Memory) -> Lesson:
    changed = memory.supersedes is not None and memory.source.message_id == link.to_id
    return Lesson(span=link.span, category=memory.category, importance=memory.importance, changed=changed)


def _summary(session: Session, where: Conversation, state: _State, put: Sheet | None) -> Summary:
    end = _end(state, put)
    covers = None if end is None else _covers(session, where, end)
    if covers is None:
        return Summary(conversation_id=where.id)
    text, author, chosen = _told(state, put, _off(session, where))
    return Summary(conversation_id=where.id, text=text, author=author, covers=covers, sentences=tuple(chosen))


def _off(session: Session, where: Conversation) -> Collection[str]:
    off: Collection[str] = session.people.settings(where.owner).get("categories_off", ())
    return off


def _open(text: str, off: Collection[str]) -> str:
    """A text without the sentences that tell of what is switched off."""
    return summary_redaction.without(text, lambda said: speaks_of(said, off) is not None)


def _told(state: _State, put: Sheet | None, off: Collection[str]) -> tuple[str, Author, list[Sentence]]:
    """The text of a summary, whose it is, and the sentences in it that the rules chose; nothing of money where off."""
    chosen = sorted(state.gist.chosen, key=lambda s: s.place)
    chosen = [s for s in chosen if not speaks_of(s.text, off)]
    end = None if put is None else put.end
    if put is None or end is None:
        return rendered(chosen), Author.RULES, chosen
    chosen = [s for s in chosen if (s.said_at, s.message_id) > end]
    text = _open(put.text, off)
    return "\n".join(part for part in (text, rendered(chosen)) if part), put.author, chosen


def _end(state: _State, put: Sheet | None) -> Place | None:
    """Where the summary ends and the messages begin."""
    places = (state.place, None if put is None else put.end)
    return max((place for place in places if place is not None), default=None)


def _covers(session: Session, where: Conversation, end: Place) -> Covers | None:
    first = session.dialogue.stretch(where.owner, where.id, until=end, limit=1)
    count = session.dialogue.counted(where.owner, where.id, until=end)
    if not first:
        return None
    return Covers(from_id=first[0].id, from_at=first[0].sent_at, to_id=end[1], to_at=end[0], count=count)


# -- how a gist is kept ----------------------------------------------------------------------------


def _made(rolling: Rolling) -> str:
    return f"{RULES}/{rolling.length}"


def _keep(runtime: Runtime, where: Conversation, rolling: Rolling, state: _State) -> None:
    if state.place is None:
        return
    floor = state.gist.floor
    chosen: dict[str, Any] = {
        "sentences": [[s.message_id, s.start, s.end, s.worth] for s in state.gist.chosen],
        "floor": None if floor is None else [floor[0], floor[1].isoformat(), floor[2], floor[3]],
    }
    kept = Kept(to_id=state.place[1], to_at=state.place[0], seq=state.seq, made=_made(rolling), chosen=chosen)
    with runtime.store.writing(where.owner) as session:
        if session.dialogue.conversation(where.owner, where.id) is not None:
            session.sheets.keep_gist(where.owner, where.id, kept)


def _sentence(message: Message, place: Sequence[Any]) -> Sentence:
    _id, start, end, worth = place
    return Sentence(
        message_id=message.id,
        start=start,
        end=end,
        said_at=message.sent_at,
        worth=worth,
        text=message.text[start:end],
    )


def _rank(kept: Sequence[Any]) -> Rank:
    worth, said_at, message_id, start = kept
    return (worth, datetime.fromisoformat(said_at), message_id, start)
