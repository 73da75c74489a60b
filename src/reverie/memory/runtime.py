"""What every service works with: the store, the search, the embedder, the clock and the policy, in one record."""

from __future__ import annotations

import hashlib
import threading
import warnings
from collections.abc import Callable, Hashable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import uuid_utils

from reverie.errors import ModelError, Refused, ReverieWarning
from reverie.memory.lifecycle import Policy
from reverie.ports import Clock, Embedder, Extractor, ImageModel, LanguageModel
from reverie.records.conversations import Rolling
from reverie.records.memories import Change
from reverie.records.queries import Question
from reverie.records.read_access import WHOLE, ReadAccess
from reverie.records.users import User
from reverie.spans import Operation
from reverie.store.database import Store, read_by
from reverie.store.search.ranking import asked
from reverie.store.search.search_cache import IndexCache
from reverie.store.tables.search_entries import Entry
from reverie.text.value_matching import normal, remaining

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


NO_EMBEDDER = 'no embedder: meaning is not searched, only words; set embedder = "tuned" in reverie.toml to have one'
LATIN_ONLY = (
    "the embedder knows Latin letters only: meaning was not searched, only words; "
    'set embedder = "multilingual" in reverie.toml for another language'
)
NO_ANSWER = "the embedder did not answer: meaning was not searched, only words; `reverie doctor` says what mends it"


Verb = TypeVar("Verb", bound=Callable[..., Any])
Given = TypeVar("Given")


def surviving(verb: Verb) -> Verb:
    """Let a verb be begun anew when the database's server goes away before any of it is written.

    It is one whose first parameter is the ``Runtime``, or a method of what keeps them as ``_means``.
    """

    @wraps(verb)
    def again(first: Any, *args: Any, **named: Any) -> Any:
        runtime: Runtime = first if isinstance(first, Runtime) else first._runtime
        return runtime.store.surviving(lambda: verb(first, *args, **named))

    return cast("Verb", again)


class _Computed(threading.local):
    """What models computed for the snapshot that a thread reads in."""

    of: dict[Hashable, Any]

    def __init__(self) -> None:
        self.of = {}


class _NotComputed(Exception):
    """A snapshot is open, and a model would have to compute something."""

    def __init__(self, key: Hashable, compute: Callable[[], Any]) -> None:
        super().__init__("no model is asked while a snapshot is open: read in Runtime.one_moment")
        self.key = key
        self.compute = compute


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """The parts a service is given."""

    store: Store
    search: IndexCache
    embedder: Embedder | None
    clock: Clock
    policy: Policy
    images: ImageModel | None = None
    model: LanguageModel | None = None
    extractor: Extractor | None = None
    silence: timedelta = timedelta(minutes=30)
    """A pause after which the next message begins a new conversation."""
    rolling: Rolling = field(default_factory=Rolling)
    """How a conversation is summed up, where nobody says otherwise."""
    access: ReadAccess = WHOLE
    """What whoever reads through this may see."""
    caught_up: dict[str, str] = field(default_factory=dict)
    """By person, the conversation in which the episodes of those before it were last looked for."""
    noted: dict[tuple[str, str], datetime] = field(default_factory=dict)
    """By person and memory, when its use was noted last."""
    _last: dict[str, NDArray[np.float32]] = field(default_factory=dict)
    _computed: _Computed = field(default_factory=_Computed)

    @property
    def learning(self) -> str:
        """How it learns from what is said, and what would make that better."""
        if self.model is not None:
            better = "a language model reads it again, and corrects it"
        elif self.extractor is not None:
            better = "a language model would read it again, and correct it"
        else:
            better = 'extractor = "tuned" would hear most of it'
        small = "by the small model that comes with Reverie"
        return f"{small if self.extractor else 'by rules alone, which hear little of real talk'}; {better}"

    def read_by(self, access: ReadAccess) -> Runtime:
        """The same for a reader who may see no more than that."""
        return self if access == self.access else replace(self, store=read_by(self.store, access), access=access)

    def one_moment(self, read: Callable[[], Given], *, about: Callable[[], str] = str) -> Given:
        """Read as of one moment: all that ``read`` reads comes from one snapshot of the store.

        No model is asked while the snapshot is open: where a vector is missing, the snapshot is left, the vector made,
        and all is read anew. ``about`` gives a text whose vector will likely be wanted: it is made first.
        """
        if self.store.in_snapshot:
            return read()
        computed = self._computed.of = {}
        if (text := about()).strip():
            computed["text", text] = self._embedded([text])
        try:
            while True:
                try:
                    with self.store.snapshot():
                        return read()
                except _NotComputed as missing:
                    computed[missing.key] = missing.compute()
        finally:
            self._computed.of = {}

    def likely_asked(self, owner: str, text: str) -> str:
        """The text whose vector a search for a text will want, as far as that can be told before the store is read."""
        question = asked(text, speakers=self.search.speakers(owner))
        return (question.stripped or question.text) if self.reads(question) else ""

    def outside(self, key: Hashable, compute: Callable[[], Given]) -> Given:
        """Let a model compute something, outside of any snapshot: inside of one it is there already, by its key."""
        if not self.store.in_snapshot:
            return compute()
        computed = self._computed.of
        if key not in computed:
            raise _NotComputed(key, compute)
        found: Given = computed[key]
        return found

    def without_vectors(self, question: Question | None = None) -> str:
        """Why there are no vectors, where ``vectors`` or ``vector`` gave none, and what mends it."""
        if self.embedder is None:
            return NO_EMBEDDER
        return NO_ANSWER if question is None or self.reads(question) else LATIN_ONLY

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32] | None:
        """Unit vectors of texts, or None where there is no embedder or it fails, which is said in a warning.

        A single text that was asked for last is not embedded again: a message is said, and then looked for.
        """
        if self.embedder is None or not texts:
            return None
        return self.outside(("text", *texts), lambda: self._embedded(texts))

    def vector(self, question: Question) -> NDArray[np.float32] | None:
        """The vector of what a question asks; None where there is none, or the embedder does not know its letters.

        Chinese questions found 21.9 % of what they asked for with the vectors of an English model, and 51.0 by words.
        """
        vectors = self.vectors([question.stripped or question.text]) if self.reads(question) else None
        return None if vectors is None else vectors[0]

    def reads(self, question: Question) -> bool:
        """Whether there is an embedder that knows the letters of a question."""
        return self.embedder is not None and (question.mostly_latin or self.embedder.multilingual)

    def _embedded(self, texts: Sequence[str]) -> NDArray[np.float32] | None:
        if self.embedder is None:
            return None
        alone = texts[0] if len(texts) == 1 else None
        if alone is not None and (known := self._last.get(alone)) is not None:
            return known
        space = self.embedder.space
        try:
            with Operation("embed", model=space if ":" in space else f"reverie:{space}"):
                made = _each_once(self.embedder, texts)
        except ModelError as error:
            warnings.warn(f"{error}; until then only words are searched", ReverieWarning, stacklevel=2)
            return None
        if alone is not None:
            self._last.clear()
            self._last[alone] = made
        return made

    def let_go_of_words(self) -> None:
        """Let go of the text that was embedded last."""
        self._last.clear()

    def change(
        self, owner: str, cause: str, *, actor: str, message_id: str | None = None, batch: str | None = None
    ) -> Change:
        """A change to be written now."""
        return Change(
            id=new_id(),
            owner=owner,
            seq=0,
            cause=cause,
            actor=actor,
            at=self.clock(),
            message_id=message_id,
            batch=batch,
        )

    def entries(self, item: str, texts: Sequence[tuple[str, str]]) -> list[Entry]:
        """Search entries of (id, text) items. It embeds: call it before a transaction opens."""
        from reverie.store.search.vectors import packed

        vectors = self.vectors([remaining(text) for _id, text in texts])
        kept = packed(vectors) if vectors is not None else [None] * len(texts)
        return [self._entry(item, item_id, text, vector) for (item_id, text), vector in zip(texts, kept, strict=True)]

    def _entry(self, item: str, item_id: str, text: str, vector: tuple[bytes, float] | None) -> Entry:
        from reverie.store.search.tokens import features

        found = features(text)
        space = self.embedder.space if self.embedder is not None and vector is not None else None
        return Entry(
            item_id=item_id,
            item=item,
            tokens=found.tokens,
            words=found.words,
            question_share=found.question_share,
            temporal=found.temporal,
            vector=None if vector is None else vector[0],
            scale=0.0 if vector is None else vector[1],
            space=space,
        )


def _each_once(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors of texts, of which the same is embedded once: a history says "ok" many times."""
    rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
    made = embedder.embed(list(rows))
    return made if len(rows) == len(texts) else made[[rows[text] for text in texts]]


def new_id() -> str:
    """A new UUIDv7: ids sort by the time at which they were made."""
    return str(uuid_utils.uuid7())


def digest(key: str | None, text: str) -> str:
    """What is kept of something forgotten, so that it is not learned again: not the words, their digest."""
    return hashlib.sha256(f"{key or ''}\n{normal(text)}".encode("utf-8", "replace")).hexdigest()


def id_digest(message_id: str) -> str:
    """What is kept of a deleted message's id, so that it stays away: ids, unlike values, are compared exactly."""
    return hashlib.sha256(f"id of a message\n{message_id}".encode("utf-8", "surrogatepass")).hexdigest()


def deleted_as(*ids: str | None) -> set[str]:
    """What tells that a message of one of these ids was deleted. Databases of before 0.2 compared ids as values are."""
    return {one for each in ids if each is not None for one in (id_digest(each), digest(None, each))}


def aware(moment: datetime, now: datetime) -> datetime:
    """A caller's time with a zone: one without is taken to be in the clock's zone."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=now.tzinfo)


class PersonService:
    """A service of one person. ``whose`` says who that is now: whoever was merged is followed to where they are found.

    What is not ``recorded`` is off the record: memory is read there, and nothing is kept.
    """

    def __init__(self, runtime: Runtime, whose: Callable[[], User], *, recorded: bool = True) -> None:
        self._runtime = runtime
        self._whose = whose
        self._recorded = recorded

    @property
    def _owner(self) -> str:
        return self._whose().id


Service = TypeVar("Service", bound=PersonService)


def within(service: Service, other: PersonService) -> Service:
    """A service in a conversation with somebody, whose service is the ``other``: off the record where that is."""
    same = copy(service)
    same._recorded = service._recorded and other._recorded
    return same


def see_recorded(recorded: bool) -> None:
    """See that this conversation may write.

    Raises:
        Refused: it is off the record.
    """
    if not recorded:
        raise Refused("this conversation is off the record: nothing of it is kept", reason="off_record")
