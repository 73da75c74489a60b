"""Taking messages out, and what they taught: retracted as if it had never been said, what it replaced so again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reverie import pages
from reverie.conversations import episode_upkeep, message_store, summary_redaction
from reverie.errors import Conflict
from reverie.memory.retraction import Retraction, with_change
from reverie.memory.runtime import Runtime, id_digest, surviving
from reverie.records.conversations import Message, Role
from reverie.records.memories import Change, Kind, Memory, Relation, Status
from reverie.records.opinions import between_them
from reverie.records.users import UserKind
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.topic_looks import TopicLook
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import mentions, sentences, topic_words, word_beginning


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What was taken back: the change that did it, memories as they are now, and messages that went or came back.

    ``of`` is the change that was undone, where it was one.
    """

    change: Change
    of: Change | None = None
    memories: tuple[Memory, ...] = ()
    messages: tuple[str, ...] = ()


_WORD = lazy_pattern(r"[\w'’]+")
_LEAST, _RUN = 4, 8
"""Words of a sentence from which on somebody who says it repeats it, and of a longer one those in a row that do."""

_ANSWERING = 8
"""Messages behind one of the person among which its answer is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Messages that are to teach nothing any more, and the ``replies`` to them: what was noted there came from them."""

    messages: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        """The ids of all of them."""
        return (*self.messages, *self.replies)


def sources(session: Session, owner: str, messages: Iterable[Message]) -> Sources:
    """Messages with the companion's replies to them: an observation in a reply was made of what it answers."""
    found: dict[str, None] = {}
    ids = []
    for message in messages:
        ids.append(message.id)
        place = (message.sent_at, message.id)
        where = message.conversation_id
        following = session.dialogue.stretch(owner, where, after=place, limit=_ANSWERING)
        begun = False
        for one in following if message.role is Role.USER else ():
            if one.role is Role.ASSISTANT:
                found[one.id] = None
            elif begun:
                break
            begun = begun or one.role is Role.ASSISTANT
    return Sources(messages=tuple(ids), replies=tuple(one for one in found if one not in ids))


def noted(session: Session, owner: str, replies: Sequence[str]) -> list[str]:
    """Ids of the observations that were made in replies, whatever became of them."""
    linked = [link.from_id for one in replies for link in session.links.find(owner, to=one)]
    ids = list(dict.fromkeys([*linked, *session.memories.quoting(owner, replies)]))
    return [m.id for m in session.memories.by_ids(owner, ids).values() if m.kind is Kind.OBSERVATION]


def repeating(session: Session, owner: str, messages: Collection[Message]) -> list[str]:
    """Ids of the companion's messages that repeat what these said.

    Answers that memory gave do where they hold all words of a sentence; what a model replied does where it has the
    sentence, or eight words of it in a row, as they are.
    """
    texts = [message.text for message in messages if message.role is Role.USER]
    said = [text[start:end] for text in texts for start, end in sentences(text)]
    told = [one for one in said if not one.endswith("?")]
    topics = [topic for one in told if len(topic := topic_words(one)) > 1]
    each = [words for one in told if len(words := _words(one)) >= _LEAST]
    runs = {run for words in each for run in _runs(words, min(_RUN, len(words))) if len(topic_words(" ".join(run))) > 1}
    telling = [word_beginning(max(topic, key=len)) for topic in topics] + [max(run, key=len) for run in runs]
    look, gone = TopicLook(words=frozenset(), quotes=frozenset(telling)), {message.id for message in messages}
    lengths = {len(run) for run in runs}

    def repeats(one: Message) -> bool:
        if one.learnable:
            return any(not runs.isdisjoint(_runs(_words(one.text), many)) for many in lengths)
        return any(mentions(one.text, topic) for topic in topics)

    looked_at = session.dialogue.messages(owner, role=Role.ASSISTANT, of=look) if telling else []
    return [one.id for one in looked_at if one.id not in gone and repeats(one)]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _runs(words: Sequence[str], many: int) -> Iterator[tuple[str, ...]]:
    """Each so many words in a row."""
    return (tuple(words[at : at + many]) for at in range(len(words) - many + 1))


def undo_message(runtime: Runtime, owner: str, message_id: str) -> Undone:
    """Take back everything that a message taught; the message stays."""
    with runtime.store.reading() as session:
        said = sources(session, owner, [message_store.message(session, owner, message_id)])
        merged = _said_before(session, owner, [message_id])
    undone = _undo_message(runtime, owner, message_id)
    for user_id in merged:
        _undo_message(runtime, user_id, message_id, batch=with_change(undone.change.id))
    unlearn_of_companions(runtime, said, "undo", batch=with_change(undone.change.id))
    return undone


@surviving
def _undo_message(runtime: Runtime, owner: str, message_id: str, batch: str | None = None) -> Undone:
    with runtime.store.writing(owner) as session:
        said = sources(session, owner, [message_store.message(session, owner, message_id)])
        undoing = runtime.change(owner, "undo", actor="person", message_id=message_id, batch=batch)
        with session.act(undoing) as act:
            return unlearned(runtime, session, act, said)


def _said_before(session: Session, owner: str, ids: Sequence[str]) -> dict[str, list[Message]]:
    """What those who were merged into an owner had said of these messages, by whom."""
    found = ((user.id, session.dialogue.by_ids(user.id, ids)) for user in session.people.merged(owner))
    return {user: list(said.values()) for user, said in found if said}


def delete_messages(runtime: Runtime, owner: str, ids: Sequence[str], *, cause: str = "delete") -> Undone:
    """Take messages out, with everything that came from them; what they had replaced is so again.

    An imported one does not come back when its file is imported again, until this is undone. What the
    companion said that repeats them goes too.

    Raises:
        NotFound: this person has no such message.
    """
    with runtime.store.reading() as session:
        going = list(session.dialogue.by_ids(owner, ids).values())
        said = sources(session, owner, going)
        ids = [*ids, *repeating(session, owner, going)]
        merged = {
            user: [*(one.id for one in theirs), *repeating(session, user, theirs)]
            for user, theirs in _said_before(session, owner, ids).items()
        }
    undone = _delete(runtime, owner, ids, cause)
    for user_id, theirs in merged.items():
        _delete(runtime, user_id, theirs, cause, batch=with_change(undone.change.id))
    unlearn_of_companions(runtime, said, cause, batch=with_change(undone.change.id))
    return undone


def unlearn_of_companions(runtime: Runtime, said: Sources, cause: str, batch: str | None = None) -> None:
    """Take back what companions made of messages: what they noticed of themselves, and what they came to think."""
    for owner in _made_of(runtime, said):
        _unlearn(runtime, owner, said, cause, batch)


def thought_of(session: Session, people: Collection[str], topics: Iterable[frozenset[str]]) -> dict[str, list[Memory]]:
    """By companion, what it thinks of somebody in these people's lives, or noticed with them, of one of the topics."""
    sought = [topic for topic in topics if topic]
    found: dict[str, list[Memory]] = {}
    for companion in session.people.all(UserKind.COMPANION):
        for kind in (Kind.OPINION, Kind.OBSERVATION):
            forgotten = session.changes.forgotten(companion.id)
            for memory in session.memories.of_kind(companion.id, kind, list(Status), naming=people):
                words = "\n".join([memory.text, *map(str, memory.details.values())])
                theirs = memory.id not in forgotten and not between_them(memory).isdisjoint(people)
                if theirs and any(mentions(words, topic) for topic in sought):
                    found.setdefault(companion.id, []).append(memory)
    return found


def forget_of_companions(
    runtime: Runtime, people: Collection[str], topics: Sequence[frozenset[str]], batch: str | None
) -> None:
    """Take back what ``thought_of`` finds, as a part of a forgetting."""
    for owner in _thinking(runtime, people, topics):
        _forget_thoughts(runtime, owner, people, topics, batch)


@surviving
def _thinking(runtime: Runtime, people: Collection[str], topics: Sequence[frozenset[str]]) -> list[str]:
    with runtime.store.reading() as session:
        return list(thought_of(session, people, topics))


@surviving
def _forget_thoughts(
    runtime: Runtime, owner: str, people: Collection[str], topics: Sequence[frozenset[str]], batch: str | None
) -> None:
    change = runtime.change(owner, "forget", actor="person", batch=batch)
    with runtime.store.writing(owner) as session, session.act(change) as act:
        for memory in thought_of(session, people, topics).get(owner, ()):
            Retraction(runtime, session, act).retract(memory)


@surviving
def _made_of(runtime: Runtime, said: Sources) -> list[str]:
    """The companions that made something of messages."""
    with runtime.store.reading() as session:
        companions = [user.id for user in session.people.all(UserKind.COMPANION)]
        return [owner for owner in companions if session.links.lead_to(owner, said.every)]


@surviving
def _unlearn(runtime: Runtime, owner: str, said: Sources, cause: str, batch: str | None) -> None:
    change = runtime.change(owner, cause, actor="person", batch=batch)
    with runtime.store.writing(owner) as session, session.act(change) as act:
        unlearned(runtime, session, act, said)


@surviving
def _delete(runtime: Runtime, owner: str, ids: Sequence[str], cause: str, batch: str | None = None) -> Undone:
    with runtime.store.writing(owner) as session:
        return take_out(runtime, session, owner, ids, cause, batch)


def take_out(
    runtime: Runtime, session: Session, owner: str, ids: Sequence[str], cause: str, batch: str | None = None
) -> Undone:
    """Take an owner's messages out as ``delete_messages`` does, as a part of a transaction."""
    with session.act(runtime.change(owner, cause, actor="person", message_id=ids[0], batch=batch)) as act:
        return deleted(runtime, session, act, ids)


def deleted(runtime: Runtime, session: Session, act: Act, ids: Sequence[str]) -> Undone:
    """Take messages out in an act, and keep them from being imported again."""
    found = [message_store.message(session, act.change.owner, message_id) for message_id in ids]
    for message in found:
        keys = {id_digest(key) for key in (message.id, message.external_id) if key is not None}
        act.block(message.conversation_id, keys)
    return removed(runtime, session, act, found)


def reword(runtime: Runtime, owner: str, message_id: str, text: str, *, revision: int) -> Undone:
    """Give a message other words; what the old ones taught is taken back, and nothing is learned from the new ones yet.

    Raises:
        Conflict: the message is not at this revision any more.
    """
    entries = runtime.entries("message", [(message_id, text)])
    with runtime.store.writing(owner) as session:
        before = message_store.message(session, owner, message_id)
        if before.revision != revision:
            raise Conflict(
                "the message was changed in memory since: export it again, and edit that", existing=before.id
            )
        with session.act(runtime.change(owner, "edit", actor="person", message_id=message_id)) as act:
            episode_upkeep.let_go(session, act, [before.conversation_id])
            undone = unlearned(runtime, session, act, sources(session, owner, [before]))
            act.write(before, replace(before, text=text, revision=before.revision + 1))
            act.index(entries)
            pages.follow(session, act)
            summary_redaction.follow(session, act, summary_redaction.lost(before.conversation_id, before.text, text))
        return replace(undone, messages=(message_id,))


def unlearned(runtime: Runtime, session: Session, act: Act, said: Sources) -> Undone:
    """Take back, in an act, what messages taught, and what replies to them noted."""
    retraction = Retraction(runtime, session, act)
    owner = act.change.owner
    gone: dict[str, Memory] = {}
    gone |= {memory.id: memory for memory in retraction.unlearn(said.messages)}
    gone |= {memory.id: memory for memory in retraction.unlearn(said.replies, of=Kind.OBSERVATION)}
    gone |= {memory.id: retraction.retract(memory) for memory in leaning(session, owner, said.messages)}
    gone |= {memory.id: memory for memory in _unfounded(session, retraction, gone)}
    return Undone(change=act.change, memories=tuple(gone.values()))


def leaning(session: Session, owner: str, messages: Sequence[str]) -> list[Memory]:
    """What stands of other messages and tells words of these too."""
    links = session.links.related(owner, Relation.DERIVED_FROM, messages)
    found = session.memories.by_ids(owner, [link.from_id for link in links if link.to_id in messages])
    return [memory for memory in found.values() if memory.status is not Status.RETRACTED]


def _unfounded(session: Session, retraction: Retraction, gone: Mapping[str, Memory]) -> list[Memory]:
    """Take back the proposals that were drawn from nothing but what is taken back."""
    over = [memory for memory in gone.values() if memory.status is Status.RETRACTED]
    owner = over[0].owner if over else ""
    drawn_from = session.links.related(owner, Relation.DERIVED_FROM, [memory.id for memory in over])
    waiting = session.memories.by_ids(owner, [link.from_id for link in drawn_from]).values()
    return [retraction.retract(m) for m in waiting if m.status is Status.PROPOSED and not _founded(session, m)]


def _founded(session: Session, proposal: Memory) -> bool:
    """Whether anything that a proposal was drawn from still stands."""
    links = session.links.find(proposal.owner, of=proposal.id)
    ids = [link.to_id for link in links if link.relation is Relation.DERIVED_FROM]
    return any(m.status is not Status.RETRACTED for m in session.memories.by_ids(proposal.owner, ids).values())


def removed(runtime: Runtime, session: Session, act: Act, messages: Sequence[Message]) -> Undone:
    """Take messages out in an act, with what they taught and what was drawn from them."""
    gone = episode_upkeep.let_go(session, act, {message.conversation_id for message in messages})
    undone = unlearned(runtime, session, act, sources(session, act.change.owner, messages))
    for message in messages:
        act.write(message, None)
    message_store.reopen(session, act, messages)
    act.unindex([message.id for message in messages])
    pages.follow(session, act)
    summary_redaction.follow(
        session, act, [summary_redaction.Lost(conversation_id=m.conversation_id, text=m.text) for m in messages]
    )
    return Undone(change=act.change, memories=(*undone.memories, *gone), messages=tuple(m.id for m in messages))
