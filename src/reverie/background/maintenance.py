"""Housekeeping: what is to be done is what is not done yet, read off the state, so it can stop and go on anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reverie.errors import ConfigError, ModelError, ModelUnavailable
from reverie.memory.runtime import NO_EMBEDDER, Runtime
from reverie.ports import ImageModel, LanguageModel, Reachable
from reverie.records.conversations import Role
from reverie.store.database import Session
from reverie.store.migrations import HEAD
from reverie.store.search import pgvector
from reverie.store.search.vectors import packed
from reverie.text.languages import LEARNED_FROM, NAMES, language_of
from reverie.text.value_matching import remaining

BATCH = 64
"""Items embedded, and then written, at a time."""

LOOKED_AT, LATELY = 50, 40
"""People, and messages of each, by which it is told which languages are spoken."""

NEAREST_FROM = 100_000
"""Items from which on a person's vectors stay in PostgreSQL and are searched by pgvector: below, memory is faster."""

Progress = Callable[[int, int], None]


def reindex(runtime: Runtime, owners: list[str], progress: Progress | None = None) -> int:
    """Give every item a vector of the present embedder; give how many were made.

    It can be stopped and run again: what has a vector of this space is not touched. Recall goes on meanwhile.

    Raises:
        ModelUnavailable: there is no embedder.
    """
    if runtime.embedder is None:
        raise ModelUnavailable(NO_EMBEDDER)
    space = runtime.embedder.space
    total = sum(_stale_count(runtime, owner, space) for owner in owners)
    done = 0
    for owner in owners:
        after = ""
        while True:
            with runtime.store.reading() as session:
                stale = session.entries.stale(owner, space, BATCH, after)
            if not stale:
                break
            vectors = packed(runtime.embedder.embed([remaining(text) for _id, _item, text in stale]))
            with runtime.store.writing(owner) as session:
                for (item_id, _item, _text), vector in zip(stale, vectors, strict=True):
                    session.entries.revector(owner, item_id, vector, space)
                session.changes.new_generation(owner)
            after = stale[-1][0]
            done += len(stale)
            if progress is not None:
                progress(done, total)
    return done


def draw_near(runtime: Runtime, owners: list[str]) -> int:
    """Give every owner of very many vectors an index in the database (PostgreSQL); give how many were made.

    Raises:
        StoreError: the server has no pgvector.
    """
    embedder = runtime.embedder
    if embedder is None:
        return 0
    return sum(
        pgvector.draw(runtime.store, owner, embedder.space, embedder.dimensions, NEAREST_FROM) for owner in owners
    )


def _stale_count(runtime: Runtime, owner: str, space: str) -> int:
    with runtime.store.reading() as session:
        spaces = session.entries.spaces(owner)
    return sum(count for name, count in spaces.items() if name != space)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One part looked at: whether it is well, what was seen, and what mends it."""

    name: str
    ok: bool
    seen: str
    remedy: str = ""


def doctor(runtime: Runtime, owners: list[str]) -> list[Check]:
    """Look at the store, its people and the models; a language model on a server is asked for a word.

    ``owners`` are those whose items have to have vectors: a companion's are its passages and its opinions.
    """
    with runtime.store.reading() as session:
        people = session.people.all()
        spaces = [session.entries.spaces(owner) for owner in owners]
        unseen = 0 if runtime.images is None else _unseen(session, owners, runtime.images.space)
        messages = sum(session.dialogue.count(person.id) for person in people)
        spoken = _spoken(session, [person.id for person in people][:LOOKED_AT])
    checks = [_store_check(runtime), Check(name="people", ok=True, seen=f"{len(people)} people, {messages} messages")]
    if runtime.images is not None:
        checks.append(_images_check(runtime.images, unseen))
    checks += [_language_model_check(runtime.model), Check(name="learning", ok=True, seen=runtime.learning)]
    if spoken:
        checks.append(Check(name="languages", ok=True, seen="; ".join(_lacks(runtime, one) for one in spoken)))
    embedder = runtime.embedder
    if embedder is None:
        return [*checks, Check(name="embedder", ok=False, seen="none", remedy=NO_EMBEDDER)]
    try:
        embedder.embed(["a word"])
    except ModelError as error:
        return [*checks, Check(name="embedder", ok=False, seen=embedder.space, remedy=str(error))]
    stale = sum(count for kept in spaces for name, count in kept.items() if name != embedder.space)
    seen = f"{embedder.space}, {embedder.dimensions} dimensions; {stale} items not embedded by it"
    remedy = "" if stale == 0 else "run `reverie reindex`"
    return [*checks, Check(name="embedder", ok=stale == 0, seen=seen, remedy=remedy)]


def _spoken(session: Session, people: Sequence[str]) -> list[str]:
    """The languages in which people spoke lately: those of at least a tenth of the messages, the most spoken first."""
    lately = [session.dialogue.messages(owner, role=Role.USER, newest=LATELY) for owner in people]
    counts = Counter(language for messages in lately for one in messages if (language := language_of(one.text)))
    return [language for language, count in counts.most_common() if count >= counts.total() / 10]


def _lacks(runtime: Runtime, language: str) -> str:
    """What is not done for a language, and what would do it."""
    embedder, name = runtime.embedder, NAMES[language]
    lacking = []
    if embedder is not None and not embedder.multilingual and language != "en":
        lacking.append('found by its words, and by meaning with embedder = "multilingual"')
    if runtime.model is None and language not in LEARNED_FROM:
        lacking.append("only a language model learns from it")
    return f"{name} ({', '.join(lacking)})" if lacking else name


def _unseen(session: Session, owners: list[str], space: str) -> int:
    return sum(len(session.pictures.without(owner, space)) for owner in owners)


def _images_check(model: ImageModel, unseen: int) -> Check:
    try:
        seen = f"{model.space}, {model.dimensions} dimensions; {unseen} pictures not embedded by it"
    except (ModelUnavailable, ConfigError) as error:
        return Check(name="image model", ok=False, seen=model.space, remedy=str(error))
    return Check(name="image model", ok=not unseen, seen=seen, remedy="run `reverie reindex`" if unseen else "")


def _language_model_check(model: LanguageModel | None) -> Check:
    name = "language model"
    if model is None:
        return Check(name=name, ok=True, seen="none")
    try:
        return Check(name=name, ok=True, seen=model.reached() if isinstance(model, Reachable) else model.name)
    except ModelError as error:
        return Check(name=name, ok=False, seen=model.name, remedy=str(error))


def _store_check(runtime: Runtime) -> Check:
    problems = runtime.store.problems()
    where = str(runtime.store.path or runtime.store.shown_url)
    if problems:
        return Check(
            name="store",
            ok=False,
            seen=f"{where}: {problems[0]}",
            remedy="go back to a backup, or export what can be read",
        )
    return Check(name="store", ok=True, seen=f"{where}, version {HEAD}{', encrypted' * runtime.store.encrypted}")
