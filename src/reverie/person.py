"""Somebody the companion knows: the scope in which everything of one person is said, recalled and decided.

A ``Person`` decides nothing itself: it holds whose memory is meant and hands on to the services. Reading or writing
goes through it, so a query without an owner can't be written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from reverie.config import Config
from reverie.conversations import Conversations
from reverie.domain import context as contexts
from reverie.domain.chat_commands import Verb, asked_of_memory
from reverie.domain.context import Context, Parts, TokenCount
from reverie.domain.conversations import Message, Role
from reverie.domain.memories import Category, Memory, Status
from reverie.domain.users import User
from reverie.items import Items
from reverie.person_privacy import PersonPrivacy
from reverie.pictures import Pictures, viewing
from reverie.services import (
    acquaintances,
    chat_commands,
    companion_replies,
    conflict_questions,
    context_selection,
    context_sources,
    conversations,
    counts,
    episodes,
    forgetting,
    history,
    identity,
    identity_confirmation,
    learning,
    memory_listing,
    message_deletion,
    point_in_time,
    proposals,
    reranking,
    undo,
)
from reverie.services.acquaintances import Acquaintance
from reverie.services.context_sources import Beyond
from reverie.services.conversations import Saying
from reverie.services.counts import Counts
from reverie.services.forgetting import Forgotten
from reverie.services.history import Event, Last
from reverie.services.identity import Limits
from reverie.services.identity_confirmation import Outcome
from reverie.services.learning import Said
from reverie.services.memory_listing import Part
from reverie.services.memory_writing import Learned
from reverie.services.message_deletion import Undone
from reverie.services.recall import Amounts, Looking, Recalled, searched
from reverie.services.runtime import Runtime, aware, surviving
from reverie.turns import Turns
from reverie.user_model import UserModel

LIMIT = 10
"""How many hits recall gives where nobody says how many."""

BESIDE = Amounts(episodes=1, scenes=1, passages=2)
"""What a context tells beside memories and messages."""


class Person(PersonPrivacy):
    """Somebody the companion knows: everything said to and remembered of this one person, and of nobody else.

    ``user`` is who they are. ``confirmation`` is the question whether they are somebody known, while that is open;
    once it is answered, or once they were merged, this speaks for the one they are. ``turn("…")`` says something and
    gives the answer, and ``turn.stream("…")`` as it comes.
    """

    def __init__(
        self, runtime: Runtime, settings: Config, companion: User, user: User, *, recorded: bool = True
    ) -> None:
        super().__init__(runtime, user)
        self._settings = settings
        self._companion = companion
        self._recorded = recorded
        self.user_model = UserModel(runtime, lambda: self.user, recorded=recorded)
        self.conversations = Conversations(runtime, lambda: self.user, recorded=recorded)
        self.pictures = Pictures(runtime, lambda: self.user, settings.pictures, recorded=recorded)
        self.items = Items(runtime, lambda: self.user, recorded=recorded)
        self.turn = Turns(runtime, settings, companion, self, self._another, recorded=recorded)

    def __repr__(self) -> str:
        return f"<Person {self._user.name!r} {self._user.id}>"

    @surviving
    def say(
        self,
        text: str,
        *,
        role: Role | str = Role.USER,
        at: datetime | None = None,
        conversation: str | None = None,
        speaker: str | None = None,
        id: str | None = None,
    ) -> Said:
        """Keep a message and learn from it; ``role`` says who speaks, and only the user's own words teach.

        A reply of the companion is kept without the tags in it, and what it observed and thought there is recorded:
        see ``notices`` of the result.

        What the person asks of the memory itself ("forget that", "what do you remember about me?") is done, and
        ``reply`` of the result is the answer; such a message is not kept. Off the record, and while memory is
        paused, nothing is kept. While ``confirmation`` waits, a message is first read as the answer to it; so is what
        follows a ``question`` of the result, which asks what holds where the message contradicts what is known.

        ``id`` is your own for the message, and makes it safe to say it again: then it was said once, and ``again`` of
        the result is True.

        Raises:
            InvalidInput: it is empty, longer than 2,000,000 characters, or its time, role or id is impossible.
            NotFound: there is no such conversation of this person.
            Conflict: another message has this id.
            Refused: the message of this id was deleted.
        """
        said_by = conversations.checked_role(role)
        command = asked_of_memory(text) if said_by is Role.USER else None
        owner = self.id
        saying = Saying(
            text=text,
            role=said_by,
            speaker=speaker or self._speaker(said_by),
            at=at,
            conversation_id=conversation,
            external_id=None if id is None else conversations.key_of(id),
        )
        if said_by is Role.ASSISTANT:
            return companion_replies.say(self._runtime, self._companion, self._user, saying, recorded=self._recorded)
        if command is None:
            return self._heard(saying)
        kept = command.in_company and command.verb in (Verb.LIST, Verb.WHY)  # it tells something too
        say = conflict_questions.say
        said = say(self._runtime, owner, saying, recorded=self._recorded) if kept else Said(message=None)
        key = saying.external_id
        return replace(
            said, reply=chat_commands.obey(self._runtime, self._user, command, recorded=self._recorded, key=key)
        )

    def _heard(self, saying: Saying) -> Said:
        """Keep what was said, whoever it turns out to be that said it; what was said before is not heard again."""
        if self._recorded and (before := conversations.said_before(self._runtime, self._user.id, saying)):
            return Said(message=before, again=True)
        if self._recorded and self._user.guest and saying.role is Role.USER:
            said = self._told_who(saying)
        else:
            said = conflict_questions.say(self._runtime, self._user.id, saying, recorded=self._recorded)
        episodes.catch_up(self._runtime, self._user, said.message)
        return said

    def _told_who(self, saying: Saying) -> Said:
        """Keep what a guest said, and find out from it who they are."""
        outcome: Outcome | None
        if self.confirmation is not None:
            draft = conversations.drafted(
                self._runtime, self._user.id, saying, ""
            )  # it has to be sayable before it counts
            outcome = identity_confirmation.answer(self._runtime, self._user, self.confirmation, draft.message.text)
            self._user = outcome.user
            said = learning.say(self._runtime, self._user.id, replace(saying, speaker=self._speaker(Role.USER)))
        else:
            said = conflict_questions.say(self._runtime, self._user.id, saying)
            outcome = identity_confirmation.introduced(self._runtime, self._user, said, self._limits())
            if outcome is None:
                return said
            self._user = outcome.user
        return replace(said, reply=outcome.reply, identified=outcome.identified)

    @surviving
    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        looking: Looking | None = None,
    ) -> Recalled:
        """What answers a question, best first: memories and messages, each with its reasons and its source.

        ``as_of`` is what was so then; ``known_at`` is what was known then. What else ``looking.beside`` asks for is
        looked for as of now.
        """
        now, looking = self._runtime.clock(), looking or Looking()
        most = LIMIT if limit is None else limit
        reranks = looking.rerank and looking.conversation is None and most > 0
        found = self._runtime.one_moment(
            lambda: context_sources.recalled(
                self._runtime,
                self._beyond(self.user, looking.beside),
                query,
                limit=max(most, reranking.JUDGED) if reranks else most,
                as_of=None if as_of is None else aware(as_of, now),
                known_at=None if known_at is None else aware(known_at, now),
                looking=looking,
            ),
            about=searched(query),
        )
        return reranking.reranked(self._runtime, query, found, most) if reranks else found

    @surviving
    def context(
        self,
        message: str,
        *,
        budget: int | None = None,
        summary: str | None = None,
        emotion: str | None = None,
        relationship: str | None = None,
        known_at: datetime | None = None,
        count_tokens: TokenCount = contexts.estimated_tokens,
    ) -> Context:
        """The prompt block for a message, within ``budget`` tokens: ``str()`` of it is ready to send.

        ``emotion`` and ``relationship`` are the host's own words for its state. With ``known_at`` it is what would have
        been written then, from the memories and messages known at that time; it is not noted as a use of them.
        """
        host = context_selection.host(summary, emotion, relationship)
        then = None if known_at is None else aware(known_at, self._runtime.clock())

        def read() -> tuple[User, Parts]:
            person = self.user
            wanted = self._wanted(person)
            return person, context_selection.parts(
                self._runtime, self._companion, person, message, host=host, wanted=wanted, known_at=then
            )

        person, parts = self._runtime.one_moment(read, about=searched(message))
        chosen = self._settings.context.budget if budget is None else budget
        rendered = contexts.render(parts, budget=chosen, count=count_tokens)
        if self._recorded and then is None:
            self._runtime.store.later(lambda: context_selection.used(self._runtime, person.id, rendered))
        return rendered

    def _wanted(self, person: User) -> context_selection.Wanted:
        """What a context is made of, by the settings."""
        amounts = replace(BESIDE, excerpt=self._settings.context.excerpt)
        return context_selection.Wanted(
            asks=self._recorded,
            beyond=self._beyond(person, amounts),
            rolling=self._runtime.rolling if self._recorded else None,
        )

    @surviving
    def remember(
        self,
        text: str,
        *,
        key: str | None = None,
        value: str | None = None,
        category: Category | str = Category.FACT,
        importance: float = 0.8,
        at: datetime | None = None,
        actor: str = "person",
    ) -> list[Learned]:
        """Remember something stated outright, as sure as it can be (confidence 1).

        What another ``actor`` than the person states has a tool as its source.

        Raises:
            Refused: it holds a secret, memory is paused or off the record, or its category is switched off.
        """
        learning.allowed(self._recorded)
        candidate = learning.stated(text, key=key, value=value, category=category, importance=importance)
        return learning.remember(self._runtime, self.id, candidate, at=at, actor=actor)

    @surviving
    def memories(
        self,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        statuses: frozenset[Status] | None = None,
        part: Part | None = None,
    ) -> list[Memory]:
        """What is remembered of this person now, or at a moment, or in given states (proposals, superseded ones).

        ``part`` is for lists that are shown piece by piece.
        """
        now, owner = self._runtime.clock(), self.id
        then = None if as_of is None else aware(as_of, now)
        if part is not None and known_at is None:
            return memory_listing.memories(self._runtime, owner, part, as_of=then, statuses=statuses)
        known = None if known_at is None else aware(known_at, now)
        found = point_in_time.memories(self._runtime, owner, as_of=then, known_at=known, statuses=statuses)
        return found if part is None else memory_listing.cut(found, part, statuses)

    def memory(self, id: str) -> Memory:
        """One memory, whatever became of it, unless it was forgotten.

        Raises:
            NotFound: this person has none of this id.
        """
        return memory_listing.memory(self._runtime, self.id, id)

    @surviving
    def acquaintances(self) -> list[Acquaintance]:
        """The people and pets of this person's life, each with what is known of them."""
        return acquaintances.acquaintances(self._runtime, self.id)

    def count(self) -> Counts:
        """How many memories, messages and conversations are kept, by kind, category and day; nothing is read."""
        return counts.counted(self._runtime, self.id)

    @surviving
    def forget(self, what: str, *, preview: bool = False) -> Forgotten:
        """Forget one thing everywhere, by the id of a memory or by words; with ``preview``, only show what would go."""
        return forgetting.forget(self._runtime, self.id, what, preview=preview)

    @surviving
    def decide(self, proposal: str, *, accept: bool) -> Memory:
        """Accept or decline a proposed memory.

        Raises:
            NotFound: there is no such proposal.
            Refused: it is off the record.
        """
        learning.allowed(self._recorded)
        return proposals.decide(self._runtime, self.id, proposal, accept=accept)

    @surviving
    def history(self, memory: str | None = None, last: Last | None = None) -> list[Event]:
        """What happened to a memory, or to all of them, in order: everything, or the last of it."""
        return history.events(self._runtime, self.id, memory, last)

    @surviving
    def undo(self, change: str | None = None, *, message: str | None = None, batch: str | None = None) -> Undone:
        """Take back a change, what a message taught, or a whole import; or else the last thing that can be undone.

        Raises:
            NotFound: there is no such thing.
            Conflict: it was undone already, or later changes stand in the way.
        """
        undo.checked_target(change, message, batch)
        owner = self.id
        if message is not None:
            return message_deletion.undo_message(self._runtime, owner, message)
        if batch is not None:
            return undo.undo_import(self._runtime, owner, batch)
        return undo.undo(self._runtime, owner, change or undo.last_undoable(self._runtime, owner).id)

    @surviving
    def unsay(self, message: str) -> Undone:
        """Delete a message, and everything that came from it."""
        return message_deletion.delete_messages(self._runtime, self.id, [message])

    @surviving
    def messages(
        self, *, conversation: str | None = None, newest: int | None = None, ids: Sequence[str] | None = None
    ) -> list[Message]:
        """Messages in the order in which they were sent: all, a conversation's, the ``newest``, or those of ``ids``."""
        if ids is not None:
            return conversations.by_ids(self._runtime, self.id, ids)
        return conversations.messages(self._runtime, self.id, conversation_id=conversation, newest=newest)

    def off_record(self) -> Person:
        """The same person in a conversation off the record: memory is read, and nothing of it is kept."""
        return Person(self._runtime, self._settings, self._companion, self.user, recorded=False)

    def _another(self, who: str) -> Person:
        return Person(self._runtime, self._settings, self._companion, identity.find(self._runtime, who))

    def _beyond(self, person: User, amounts: Amounts) -> Beyond:
        return Beyond(
            companion=self._companion,
            person=person,
            amounts=amounts,
            viewing=viewing(self._settings.pictures, self._runtime),
        )

    def _limits(self) -> Limits:
        return Limits(asks=self._settings.identity)

    def _speaker(self, role: Role) -> str:
        names = {Role.USER: self._user.called, Role.ASSISTANT: self._companion.name}
        return names.get(role, role.value)
