"""Somebody the companion knows: the scope in which everything of one person is said, recalled and decided.

A ``Person`` decides nothing itself: it holds whose memory is meant and hands on to the rooms. Reading or writing
goes through it, so a query without an owner can't be written. A verb loads its service when it is first called:
whoever opens a store pays for no verb that they never use.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from reverie.app.person_memories import PersonMemories
from reverie.argument_checks import checked
from reverie.memory.runtime import aware, surviving
from reverie.people.identity import Limits
from reverie.records.conversations import Role
from reverie.records.users import User
from reverie.spans import cited, found, learned, observed

if TYPE_CHECKING:
    from reverie.app.conversations import Conversations
    from reverie.app.turns import Turns
    from reverie.app.user_model import UserModel
    from reverie.context.rendering import Context, Parts, TokenCount
    from reverie.context.selection import Wanted
    from reverie.context.sources import Beyond
    from reverie.learning.message_learning import Said
    from reverie.memory.items import Items
    from reverie.recall.search import Amounts, Looking, Recalled
    from reverie.scenes.scene_keeping import Pictures

LIMIT = 10
"""How many hits recall gives where nobody says how many."""


@checked
class Person(PersonMemories):
    """Somebody the companion knows: everything said to and remembered of this one person, and of nobody else.

    ``user`` is who they are. ``confirmation`` is the question whether they are somebody known, while that is open;
    once it is answered, or once they were merged, this speaks for the one they are. ``turn("…")`` says something and
    gives the answer, and ``turn.stream("…")`` as it comes.
    """

    _group: str | None = None

    def __repr__(self) -> str:
        return f"<Person {self._user.name!r} {self._user.id}>"

    @cached_property
    def user_model(self) -> UserModel:
        """What the companion makes of them."""
        from reverie.app.user_model import UserModel

        return UserModel(self.reads, self._now, recorded=self._recorded)

    @cached_property
    def conversations(self) -> Conversations:
        """What was said with them, by conversation."""
        from reverie.app.conversations import Conversations

        return Conversations(self.reads, self._now, recorded=self._recorded)

    @cached_property
    def pictures(self) -> Pictures:
        """What the companion saw with them."""
        from reverie.scenes.scene_keeping import Pictures

        return Pictures(self.reads, self._now, self._settings.pictures, recorded=self._recorded)

    @cached_property
    def items(self) -> Items:
        """What agents' frameworks keep of them."""
        from reverie.memory.items import Items

        return Items(self._runtime, self._now, recorded=self._recorded)

    @cached_property
    def turn(self) -> Turns:
        """Take a turn of a conversation with them: something is said, and answered."""
        from reverie.app.turns import Turns

        return Turns(self._runtime, self._settings, self._companion, self, recorded=self._recorded)

    def _now(self) -> User:
        return self.user

    @observed("say", learned)
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

        ``conversation`` is the id of one, or a program's own key for it, as ``platform:id``, under which it is begun.
        ``id`` is your own for the message, and makes it safe to say it again: then it was said once, and ``again`` of
        the result is True.

        Raises:
            InvalidInput: it is empty, longer than 2,000,000 characters, or its time, role or id is impossible.
            NotFound: there is no such conversation of this person.
            Conflict: another message has this id.
            Refused: the message of this id was deleted.
        """
        from reverie.app import saying
        from reverie.conversations import message_store

        said_by = message_store.checked_role(role)
        words = message_store.Saying(
            text=text,
            role=said_by,
            speaker=speaker or "",
            at=at,
            conversation_id=conversation,
            external_id=None if id is None else message_store.key_of(id),
            group=self._group,
        )
        to = saying.Listening(
            companion=self._companion,
            person=self._user,
            limits=self._limits(),
            recorded=self._recorded,
            reads=self.reads,
        )
        said, self._user = saying.say(self._runtime, to, words)
        return self._answered(said, text)

    @observed("recall", found)
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
        from reverie.context import sources
        from reverie.recall import reranking
        from reverie.recall.search import Looking, searched

        now, looking = self._runtime.clock(), looking or Looking()
        most = LIMIT if limit is None else limit
        reranks = looking.rerank and looking.conversation is None and most > 0
        found = self.reads.one_moment(
            lambda: sources.recalled(
                self.reads,
                self._beyond(self.user, looking.beside),
                query,
                limit=max(most, reranking.JUDGED) if reranks else most,
                as_of=None if as_of is None else aware(as_of, now),
                known_at=None if known_at is None else aware(known_at, now),
                looking=looking,
            ),
            about=lambda: self.reads.likely_asked(self._user.id, searched(query)),
        )
        return reranking.reranked(self._runtime, query, found, most) if reranks else found

    @observed("context", cited)
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
        count_tokens: TokenCount | None = None,
    ) -> Context:
        """The prompt block for a message, within ``budget`` tokens: ``str()`` of it is ready to send.

        ``emotion`` and ``relationship`` are the host's own words for its state. With ``known_at`` it is what would have
        been written then, from the memories and messages known at that time; it is not noted as a use of them.
        """
        from reverie.context import selection
        from reverie.context.rendering import estimated_tokens, render
        from reverie.recall.search import searched

        host = selection.host(summary, emotion, relationship)
        then = None if known_at is None else aware(known_at, self._runtime.clock())

        seen = self.read_by()

        def read() -> tuple[User, Parts]:
            self._look_at_both()
            person = self.user
            wanted = seen._wanted(person)
            return person, selection.parts(
                seen.reads, self._companion, person, message, host=host, wanted=wanted, known_at=then
            )

        person, parts = self._runtime.one_moment(
            read, about=lambda: self._runtime.likely_asked(self._user.id, searched(message))
        )
        chosen = self._settings.context.budget if budget is None else budget
        rendered = render(parts, budget=chosen, count=count_tokens or estimated_tokens)
        if self._recorded and then is None:
            self._runtime.store.later(lambda: selection.used(self._runtime, person.id, rendered))
        return rendered

    def _look_at_both(self) -> None:
        """Read who they and the companion are in one statement, in the snapshot that is open."""
        with self._runtime.store.reading() as session:
            session.people.standing(self._user.id, self._companion.id)

    def _wanted(self, person: User) -> Wanted:
        """What a context is made of, by the settings."""
        from reverie.context.selection import BESIDE, Wanted

        amounts = replace(BESIDE, excerpt=self._settings.context.excerpt)
        return Wanted(
            asks=self._recorded,
            beyond=self._beyond(person, amounts),
            rolling=self.reads.rolling if self._recorded else None,
        )

    def off_record(self) -> Person:
        """The same person in a conversation off the record: memory is read, and nothing of it is kept."""
        passing = self._another()
        passing._recorded = False
        return passing

    def _beyond(self, person: User, amounts: Amounts) -> Beyond:
        from reverie.context.sources import Beyond
        from reverie.images.scenes import viewing

        return Beyond(
            companion=self._companion,
            person=person,
            amounts=amounts,
            viewing=viewing(self._settings.pictures, self.reads),
        )

    def _limits(self) -> Limits:
        return Limits(asks=self._settings.identity)
