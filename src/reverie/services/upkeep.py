"""Housekeeping: what is to be done is what is not done yet, read off the state, so it can stop and go on anywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from reverie.domain.lifecycle import expired, expired_at
from reverie.domain.matching import words
from reverie.domain.memories import Kind, Status
from reverie.domain.users import User
from reverie.errors import ConfigError, ModelError, ModelUnavailable
from reverie.ports import ImageModel, LanguageModel, Reachable
from reverie.services import drawn, pages, sheets, unsaying
from reverie.services.means import NO_EMBEDDER, Means, surviving
from reverie.store import far
from reverie.store.changes import link_id
from reverie.store.migrations import HEAD
from reverie.store.session import Session
from reverie.store.vectors import packed

BATCH = 64
"""Items embedded, and then written, at a time."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What housekeeping did: what expired, messages and memories deleted past their retention, episodes drawn."""

    expired: int = 0
    deleted: int = 0
    episodes: int = 0


def reindex(means: Means, owners: list[str], progress: Progress | None = None) -> int:
    """Give every item a vector of the present embedder; give how many were made.

    It can be stopped and run again: what has a vector of this space is not touched. Recall goes on meanwhile.

    Raises:
        ModelUnavailable: there is no embedder.
    """
    if means.embedder is None:
        raise ModelUnavailable(NO_EMBEDDER)
    space = means.embedder.space
    total = sum(_stale_count(means, owner, space) for owner in owners)
    done = 0
    for owner in owners:
        after = ""
        while True:
            with means.store.reading() as session:
                stale = session.entries.stale(owner, space, BATCH, after)
            if not stale:
                break
            vectors = packed(means.embedder.embed([text for _id, _item, text in stale]))
            with means.store.writing(owner) as session:
                for (item_id, _item, _text), vector in zip(stale, vectors, strict=True):
                    session.entries.revector(owner, item_id, vector, space)
                session.changes.new_generation(owner)
            after = stale[-1][0]
            done += len(stale)
            if progress is not None:
                progress(done, total)
    return done


def draw_near(means: Means, owners: list[str], least: int) -> int:
    """Give every owner of at least so many vectors an index in the database (PostgreSQL); give how many were made.

    Raises:
        StoreError: the server has no pgvector.
    """
    embedder = means.embedder
    if embedder is None:
        return 0
    return sum(far.draw(means.store, owner, embedder.space, embedder.dimensions, least) for owner in owners)


def _stale_count(means: Means, owner: str, space: str) -> int:
    with means.store.reading() as session:
        spaces = session.entries.spaces(owner)
    return sum(count for name, count in spaces.items() if name != space)


@surviving
def keep_retention(means: Means, person: User) -> None:
    """Hold a person's own retention whenever they are met: what is past it goes before anything is read."""
    with means.store.reading() as session:
        limited = "retention_days" in session.people.settings(person.id)
    if limited:
        sweep(means, person)


def sweep(means: Means, person: User) -> Kept:
    """Mark what has expired, and delete what is older than the person's retention: from the log too.

    The retention holds for the rows of those who were merged into them as well.
    """
    with means.store.reading() as session:
        days = session.people.settings(person.id).get("retention_days")
        merged = session.people.merged(person.id)
    for user in merged if days is not None else []:
        _sweep(means, user.id, days)
    return _sweep(means, person.id, days)


def _sweep(means: Means, owner: str, days: float | None) -> Kept:
    now = means.clock()
    with means.store.reading() as session:
        cutoff = None if days is None else now - timedelta(days=float(days))
        old = [] if cutoff is None else [m.id for m in session.dialogue.messages(owner) if m.sent_at < cutoff]
    # Deleted and taken out of the log in one transaction: a program that is killed in between would leave the words.
    with means.store.writing(owner) as session:
        there = session.dialogue.by_ids(owner, old)
        old = list(there)
        told = [drawn.key_of(message.conversation_id) for message in there.values()]
        gone = unsaying.take_out(means, session, owner, old, "retention").memories if old else ()
        active = session.memories.all(owner, [Status.ACTIVE])
        past = [m for m in active if cutoff and max(m.valid_from, m.last_validated_at or m.valid_from) < cutoff]
        over = [m for m in active if expired(m, now) and m not in past]
        with session.act(means.change(owner, "expire", actor="upkeep")) as act:
            for memory in over:
                act.memory(memory, expired_at(memory, memory.expires_at or now, known_at=act.change.at))
        past += [
            m for m in session.memories.by_ids(owner, [m.id for m in gone]).values() if m.status is Status.RETRACTED
        ]
        past += [m for m in session.memories.keyed(owner, told, list(Status)) if m.id not in {p.id for p in past}]
        if old or past:
            with session.act(means.change(owner, "retention", actor="upkeep")) as act:
                links = [link for memory in past for link in session.links.find(owner, of=memory.id)]
                for link in links:
                    act.link(link, None)
                for memory in past:
                    act.memory(memory, None)
                act.unindex([memory.id for memory in past])
                beside = [sheets.sheet_id(sheet) for sheet in session.sheets.all(owner)]
                sheets.clear(session, act)
            session.changes.scrub(owner, [*old, *(m.id for m in past), *map(link_id, links), *beside])
            pages.follow(session, owner, now, [frozenset(words(m.value or m.text)) for m in past])
    facts = [memory for memory in past if memory.kind is not Kind.EPISODE]  # an episode only tells messages again
    return Kept(expired=len(over), deleted=len(old) + len(facts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One part looked at: whether it is well, what was seen, and what mends it."""

    name: str
    ok: bool
    seen: str
    remedy: str = ""


def doctor(means: Means, owners: list[str]) -> list[Check]:
    """Look at the store, its people and the models; a language model on a server is asked for a word.

    ``owners`` are those whose items have to have vectors: a companion's are its passages and its opinions.
    """
    with means.store.reading() as session:
        people = session.people.all()
        spaces = [session.entries.spaces(owner) for owner in owners]
        unseen = 0 if means.images is None else _unseen(session, owners, means.images.space)
        messages = sum(session.dialogue.count(person.id) for person in people)
    checks = [_store_check(means), Check(name="people", ok=True, seen=f"{len(people)} people, {messages} messages")]
    if means.images is not None:
        checks.append(_images_check(means.images, unseen))
    checks.append(_language_model_check(means.model))
    embedder = means.embedder
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
        return Check(name=name, ok=True, seen="none: what the rules find stands")
    try:
        return Check(name=name, ok=True, seen=model.reached() if isinstance(model, Reachable) else model.name)
    except ModelError as error:
        return Check(name=name, ok=False, seen=model.name, remedy=str(error))


def _store_check(means: Means) -> Check:
    problems = means.store.problems()
    where = str(means.store.path or means.store.shown_url)
    if problems:
        return Check(
            name="store",
            ok=False,
            seen=f"{where}: {problems[0]}",
            remedy="go back to a backup, or export what can be read",
        )
    return Check(name="store", ok=True, seen=f"{where}, version {HEAD}{', encrypted' * means.store.encrypted}")
