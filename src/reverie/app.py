"""The front door: ``open`` gives a companion's memory, and meeting somebody gives a ``Person`` to speak with.

Nothing is decided here: these classes hold the scope (which store, which person) and hand on to the services.
Reading or writing a person's memory goes through their ``Person``: a query without an owner can't be written.
"""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from reverie import config as settings_file
from reverie.config import Config
from reverie.domain import context as contexts
from reverie.domain.commands import asked_of_memory
from reverie.domain.context import Context, TokenCount
from reverie.domain.dialogue import Message, Role
from reverie.domain.lifecycle import Conflict as ConflictRule
from reverie.domain.lifecycle import Policy
from reverie.domain.memories import Category, Memory, Status
from reverie.domain.users import User
from reverie.errors import InvalidInput
from reverie.models import embedder as resolved_embedder
from reverie.ports import Clock, Embedder
from reverie.services import (
    commands,
    conversations,
    forgetting,
    history,
    identity,
    imports,
    injection,
    learning,
    privacy,
    recall,
    upkeep,
)
from reverie.services.conversations import Saying
from reverie.services.forgetting import Forgotten
from reverie.services.history import Event, Undone
from reverie.services.imports import Report
from reverie.services.learning import Said
from reverie.services.means import Means, aware
from reverie.services.memories import Learned
from reverie.services.privacy import Receipt, Settings
from reverie.services.recall import Looking, Recalled
from reverie.services.upkeep import Check, Kept, Progress
from reverie.store.search import IndexCache
from reverie.store.session import Store, upgrade_store

DEFAULT_COMPANION = "Reverie"


def _now() -> datetime:
    return datetime.now(UTC)


def open(
    store: str | Path | None = None,
    *,
    companion: str | None = None,
    embedder: str | Embedder | None = None,
    clock: Clock | None = None,
    config: Config | Path | None = None,
) -> Reverie:
    """Open a companion's memory: a path, ``:memory:`` or a PostgreSQL URL. It is made if it is not there.

    ``embedder`` is a name ("minilm", "none", "provider:name") or an object with the port's methods. What is not
    given comes from the settings.

    Raises:
        ConfigError: a setting has no sense.
        StoreError: the store can't be opened; the message says why and what mends it.
    """
    settings = config if isinstance(config, Config) else settings_file.load(config)
    url = store or settings.store or settings_file.home() / "reverie.db"
    chosen = settings.embedder if embedder is None else embedder
    made = resolved_embedder(chosen) if isinstance(chosen, str) else chosen
    named = companion if companion is not None else settings.companion
    with ExitStack() as unless_opened:
        opened = Store(url, durable=settings.durable)
        unless_opened.callback(opened.close)
        luna = Reverie(opened, settings=settings, companion=named, embedder=made, clock=clock or _now)
        unless_opened.pop_all()
        return luna


upgrade = upgrade_store


class Reverie:
    """A companion's memory of everyone it knows. Made by ``open``; close it, or use it in a ``with`` block."""

    def __init__(
        self, store: Store, *, settings: Config, companion: str | None, embedder: Embedder | None, clock: Clock
    ) -> None:
        memory = settings.memory
        policy = Policy(
            life_spans=memory.life_spans(),
            conflict=ConflictRule(memory.conflict),
            conflicts={key: ConflictRule(rule) for key, rule in memory.conflicts.items()},
        )
        cache = IndexCache(
            space=None if embedder is None else embedder.space,
            dimensions=None if embedder is None else embedder.dimensions,
            capacity=settings.recall.cache_megabytes * 1024 * 1024,
        )
        self._settings = settings
        self._means = Means(store=store, search=cache, embedder=embedder, clock=clock, policy=policy)
        self.companion: User = identity.companion(self._means, companion, DEFAULT_COMPANION)

    def meet(self, name: str, *, account: tuple[str, str] | None = None) -> Person:
        """The person of this name (accents and case aside), or of this (platform, id) account; a stranger is added.

        Raises:
            InvalidInput: the name is empty or too long.
            Conflict: several people have this name.
        """
        return self._person(identity.meet(self._means, name, account))

    def guest(self) -> Person:
        """Somebody who has not said who they are; each guest is another."""
        return self._person(identity.guest(self._means))

    def find(self, who: str) -> Person:
        """The person with this name, nickname, id or account (``platform:id``), who has to be known.

        Raises:
            NotFound: nobody is called so.
        """
        return self._person(identity.find(self._means, who))

    def people(self) -> list[User]:
        """Everyone who is known, by name."""
        return identity.people(self._means)

    def describe(self, person: Person, **changed: str | bool | None) -> Person:
        """Change a person's ``name``, ``nickname``, ``pronouns`` or ``guest``.

        Raises:
            InvalidInput: there is no such field, or its value has no sense.
        """
        return self._person(identity.describe(self._means, person.user, changed))

    def link(self, person: Person, platform: str, external_id: str) -> None:
        """Link an account on another platform to a person: it finds the same memory.

        Raises:
            Conflict: the account is linked to somebody else.
        """
        identity.link(self._means, person.user, platform, external_id)

    def import_history(
        self,
        path: str | Path,
        person: Person,
        *,
        speaker: str | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Bring a history into a person's memory: the JSONL layout, or a plain transcript. Twice is once.

        Raises:
            InvalidInput: the file can't be read, or does not say who the person is.
        """
        return imports.bring(self._means, person.user, self.companion, Path(path), speaker=speaker, progress=progress)

    def export(self, person: Person) -> dict[str, Any]:
        """Everything that is kept of a person, as one JSON document."""
        return privacy.export(self._means, person.user)

    def erase(self, person: Person) -> Receipt:
        """Erase a person for good, and look into the files for what is left. There is no way back."""
        return privacy.erase(self._means, person.user)

    def reindex(self, progress: Progress | None = None) -> int:
        """Embed everything that has no vector of the present model; give how many were made. It can be resumed."""
        return upkeep.reindex(self._means, [self.companion.id, *(u.id for u in self.people())], progress)

    def upkeep(self) -> Kept:
        """Mark what has expired, and delete what is past its person's retention."""
        kept = [upkeep.sweep(self._means, user) for user in self.people()]
        return Kept(expired=sum(k.expired for k in kept), deleted=sum(k.deleted for k in kept))

    def doctor(self) -> list[Check]:
        """Look at every part and say what works, what does not, and what mends it."""
        return upkeep.doctor(self._means)

    def close(self) -> None:
        """Let go of the store."""
        self._means.store.close()

    def _person(self, user: User) -> Person:
        return Person(self._means, self._settings, self.companion, user)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Person:
    """Somebody the companion knows: everything said to and remembered of this one person, and of nobody else."""

    def __init__(self, means: Means, settings: Config, companion: User, user: User, *, recorded: bool = True) -> None:
        self._means = means
        self._settings = settings
        self._companion = companion
        self._recorded = recorded
        self.user = user
        self.id = user.id
        self.name = user.name

    def __repr__(self) -> str:
        return f"<Person {self.name!r} {self.id}>"

    def say(
        self,
        text: str,
        *,
        role: Role | str = Role.USER,
        at: datetime | None = None,
        conversation: str | None = None,
        speaker: str | None = None,
    ) -> Said:
        """Keep a message and learn from it; ``role`` says who speaks, and only the user's own words teach.

        What the person asks of the memory itself ("forget that", "what do you remember about me?") is done, and
        ``reply`` of the result is the answer; such a message is not kept. Off the record, and while memory is
        paused, nothing is kept.

        Raises:
            InvalidInput: it is empty, longer than 2,000,000 characters, or its time or role is impossible.
            NotFound: there is no such conversation of this person.
        """
        said_by = _role(role)
        command = asked_of_memory(text) if said_by is Role.USER else None
        if command is not None:
            reply = commands.obey(self._means, self.user, command, recorded=self._recorded)
            return Said(message=None, reply=reply)
        saying = Saying(
            text=text, role=said_by, speaker=speaker or self._speaker(said_by), at=at, conversation_id=conversation
        )
        return learning.say(self._means, self.id, saying, recorded=self._recorded)

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

        ``as_of`` is what was so then; ``known_at`` is what was known then.
        """
        now = self._means.clock()
        return recall.recall(
            self._means,
            self.id,
            query,
            limit=self._settings.recall.limit if limit is None else limit,
            as_of=None if as_of is None else aware(as_of, now),
            known_at=None if known_at is None else aware(known_at, now),
            looking=looking,
        )

    def context(
        self,
        message: str,
        *,
        budget: int | None = None,
        summary: str | None = None,
        emotion: str | None = None,
        relationship: str | None = None,
        count_tokens: TokenCount = contexts.estimated_tokens,
    ) -> Context:
        """The prompt block for a message, within ``budget`` tokens: ``str()`` of it is ready to send.

        ``emotion`` and ``relationship`` are the host's own words for its state.
        """
        now = injection.host(summary, emotion, relationship)
        parts = injection.parts(
            self._means, self._companion, self.user, message, host=now, recalled=self._settings.context.recalled
        )
        chosen = self._settings.context.budget if budget is None else budget
        rendered = contexts.render(parts, budget=chosen, count=count_tokens)
        if self._recorded:
            injection.used(self._means, self.id, rendered)
        return rendered

    def remember(
        self,
        text: str,
        *,
        key: str | None = None,
        value: str | None = None,
        category: Category | str = Category.FACT,
        importance: float = 0.8,
        at: datetime | None = None,
    ) -> list[Learned]:
        """Remember something stated outright, as sure as it can be (confidence 1).

        Raises:
            Refused: it holds a secret, memory is paused or off the record, or its category is switched off.
        """
        injection.allowed(self._recorded)
        candidate = injection.stated(text, key=key, value=value, category=category, importance=importance)
        return learning.remember(self._means, self.id, candidate, at=at)

    def memories(
        self,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        statuses: frozenset[Status] | None = None,
    ) -> list[Memory]:
        """What is remembered of this person now, or at a moment, or in given states (proposals, superseded ones)."""
        now = self._means.clock()
        return recall.memories(
            self._means,
            self.id,
            as_of=None if as_of is None else aware(as_of, now),
            known_at=None if known_at is None else aware(known_at, now),
            statuses=statuses,
        )

    def forget(self, what: str, *, preview: bool = False) -> Forgotten:
        """Forget one thing everywhere, by the id of a memory or by words; with ``preview``, only show what would go."""
        return forgetting.forget(self._means, self.id, what, preview=preview)

    def decide(self, proposal: str, *, accept: bool) -> Memory:
        """Accept or decline a proposed memory.

        Raises:
            NotFound: there is no such proposal.
        """
        return learning.decide(self._means, self.id, proposal, accept=accept)

    def history(self, memory: str | None = None) -> list[Event]:
        """Everything that happened to a memory, or to all of them, in order."""
        return history.events(self._means, self.id, memory)

    def undo(self, change: str | None = None, *, message: str | None = None, batch: str | None = None) -> Undone:
        """Take back a change, everything that a message taught, or a whole import. An undo can be undone.

        Raises:
            NotFound: there is no such thing.
            Conflict: it was undone already, or later changes stand in the way.
        """
        history.checked_target(change, message, batch)
        if change is not None:
            return history.undo(self._means, self.id, change)
        if message is not None:
            return history.undo_message(self._means, self.id, message)
        return history.undo_import(self._means, self.id, str(batch))

    def unsay(self, message: str) -> Undone:
        """Delete a message, and everything that came from it."""
        return history.delete_message(self._means, self.id, message)

    def messages(self, *, conversation: str | None = None, newest: int | None = None) -> list[Message]:
        """Messages in the order in which they were sent; the ``newest`` ones only, if asked."""
        return conversations.messages(self._means, self.id, conversation_id=conversation, newest=newest)

    def settings(self, **changed: object) -> Settings:
        """The person's settings; named ones are changed: ``paused``, ``categories_off``, ``retention_days``."""
        return privacy.configure(self._means, self.id, changed) if changed else privacy.settings(self._means, self.id)

    def pause(self) -> None:
        """Stop remembering: memory is read, and nothing is kept, until ``resume``."""
        privacy.configure(self._means, self.id, {"paused": True})

    def resume(self) -> None:
        """Remember again."""
        privacy.configure(self._means, self.id, {"paused": False})

    def off_record(self) -> Person:
        """The same person in a conversation off the record: memory is read, and nothing of it is kept."""
        return Person(self._means, self._settings, self._companion, self.user, recorded=False)

    def _speaker(self, role: Role) -> str:
        names = {Role.USER: self.user.called, Role.ASSISTANT: self._companion.name}
        return names.get(role, role.value)


def _role(role: Role | str) -> Role:
    try:
        return Role(role)
    except ValueError as error:
        raise InvalidInput(f"there is no role {role!r}: there are {', '.join(r.value for r in Role)}") from error
