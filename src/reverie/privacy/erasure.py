"""Erasing, for good and with proof: a person, or one message with what came from it.

What is theirs alone is gathered first, then everything goes in one transaction, then the database is rewritten and its
bytes are searched for what was gathered. The receipt counts; it holds no name and no words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from reverie.conversations import episode_upkeep, message_store, summary_redaction
from reverie.errors import NotFound
from reverie.images import image_files
from reverie.memory.retraction import purge, with_change
from reverie.memory.runtime import Runtime
from reverie.people import groups, name_matching
from reverie.people.merge import batch_of
from reverie.records import opinions
from reverie.records.conversations import Message, SheetName
from reverie.records.memories import Kind, Memory, Relation, Status
from reverie.records.users import User, UserKind, folded
from reverie.removal import message_deletion
from reverie.store import row_erasure, row_mapping
from reverie.store.database import Session
from reverie.store.search import tokens
from reverie.store.sqlite.residue import Looked, Probe, Search, Sort, Trace, Traces, look
from reverie.store.tables.change_log import Act
from reverie.text.patterns import ID

_TOLD = 20
"""Places that a receipt names at most."""

_OWN_KINDS = (Kind.OPINION, Kind.OBSERVATION, Kind.FACT)
"""What a companion remembers of itself; knowledge from documents is nobody's."""

ON_POSTGRESQL = (
    "the server's files are out of reach: bytes of deleted rows stay in them until they are written over, or until "
    "VACUUM FULL rewrites the tables; and in its log (WAL), archives of that and replicas, until these are recycled"
)
WITHOUT_A_FILE = "the store is in memory alone: its tables were searched, and there is no file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """A file or table that was searched: its bytes, and how many of the things looked for stand in it."""

    where: str
    bytes: int
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What an erasure took and what it proved, without any content.

    ``rows`` counts what went, by table; of other owners' ``log``, the lines that were emptied. ``looked_for`` is how
    many words, phrases, names, ids and pieces of vectors, that nobody else has, were then looked for in what
    ``scanned`` names, ``left`` how many were found, and ``places`` where, the first twenty. ``copies`` are backups and
    other copies beside the store, which an erasure leaves as they are; ``remains`` says what else may hold them.
    Files beside the store are told by their names: a person may read it who is not to know where they are.
    """

    person_id: str
    at: datetime
    rows: Mapping[str, int]
    looked_for: int
    left: int
    scanned: tuple[Scanned, ...] = ()
    places: tuple[Trace, ...] = ()
    copies: tuple[Scanned, ...] = ()
    remains: tuple[str, ...] = ()
    in_files: bool = True

    @property
    def proved(self) -> bool:
        """Whether the store's files were searched, and nothing was found."""
        return self.in_files and self.left == 0


# -- a person ------------------------------------------------------------------------------------


def erase(runtime: Runtime, person: User, *, also: Sequence[Path] = (), pictures: Path | None = None) -> Receipt:
    """Erase a person for good, with those they are one with, and look for what is left.

    ``also`` are further files to search: backups, exports, folders that were written. ``pictures`` is the folder in
    which those stand that were sent of them.

    Raises:
        NotFound: they are not known; or there is no such file, and nothing was erased.
    """
    also = _files(also)
    with runtime.store.reading() as session:
        theirs = _one_with(session, person)
        owners = [user.id for user in theirs]
        companions = [user.id for user in session.people.all(UserKind.COMPANION)]
        apart = [*companions, *row_erasure.told_of(session.connection, owners, _batches(owners))]
        called = _called(session, theirs)
        naming = [m for owner in companions for m in _naming(session, owner, theirs, called)]
        probes = row_erasure.gather(session.connection, owners).probes()
        leaving = {memory.id for memory in naming}
        search = row_erasure.only_theirs(session.connection, probes, owners, apart=apart, leaving=leaving)
    rows: Counter[str] = Counter()
    with runtime.store.writing() as session:
        for owner in sorted({*owners, *apart}):
            session.changes.take_turn(owner)
        for owner in companions:
            rows["memories"] += _let_go(runtime, session, owner, theirs, search)
        for owner in owners:
            rows.update(row_erasure.delete_person(session.connection, owner))
        groups.let_go(session, owners)
        row_erasure.scrub_directory(session.connection, owners, _batches(owners))
        rows["log"] += sum(row_erasure.scrub(session.connection, owner, search) for owner in apart)
        row_erasure.mark(session.connection)
    _let_go_of_caches(runtime, owners)
    sent, remains = image_files.delete(owners, pictures)
    rows.update({"picture_files": sent} if sent else {})
    case = _Case(person=person.id, rows=rows, owners=owners, apart=apart, search=search, also=also, remains=remains)
    return _proved(runtime, case)


def _one_with(session: Session, person: User) -> list[User]:
    """The one they are found in, and everybody who is found in that one."""
    known = session.people.by_id(person.id)
    if known is None:
        raise NotFound("this person is not known here any more: they were erased")
    now = session.people.present(known)
    return [now, *session.people.merged(now.id)]


def _batches(owners: Collection[str]) -> list[str]:
    return [batch_of(owner) for owner in owners]


def _called(session: Session, people: Sequence[User]) -> re.Pattern[str]:
    """Where a text names one of these people, as they spell it, by a name that nobody else has."""
    others = [u for u in session.people.all(merged=True) if u not in people] + session.people.all(UserKind.COMPANION)
    taken = {folded(name) for user in others for name in (user.name, user.nickname) if name}
    names = {n for user in people for n in (user.name, user.nickname) if n and len(n) > 2 and folded(n) not in taken}
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names)) or r"(?!)")


def _naming(session: Session, owner: str, people: Sequence[User], called: re.Pattern[str]) -> list[Memory]:
    """A companion's own memories that hold one of these people's ids or names."""
    known = [m for kind in _OWN_KINDS for m in session.memories.of_kind(owner, kind, [*Status])]
    return [m for m in known if any(opinions.names(m, u.id) for u in people) or called.search(_words(m))]


def _words(memory: Memory) -> str:
    """All that a memory says, without ids."""
    told = [memory.text, memory.source.quote or "", *(str(value) for value in memory.details.values())]
    return ID.sub("", "\n".join(told))


def _let_go(runtime: Runtime, session: Session, owner: str, people: Sequence[User], search: Search) -> int:
    """Take people out of a companion's own memory; give how many memories of it went.

    What was noticed with them, where they disagreed, opinions on nobody else, and what names or quotes them go.
    Other opinions that were formed with them stay, without their id.
    """
    ids = {user.id for user in people}
    called = _called(session, people)
    naming = _naming(session, owner, people, called)
    told = {m.id: _words(m) for m in naming}
    quoting = {one for one, text in told.items() if called.search(text) or search.stands_in(text.encode())}
    going = [m for m in naming if m.id in quoting or opinions.only_concerns(m, ids)]
    with session.act(runtime.change(owner, "erase", actor="person")) as act:
        for memory in naming:
            if memory not in going:
                left = memory
                for person in ids:
                    left = opinions.without(left, person)
                act.write(memory, replace(left, revision=memory.revision + 1))
        links = purge(session, act, going)
    session.changes.scrub(owner, [*(m.id for m in naming), *links])
    return len(going)


def _let_go_of_caches(runtime: Runtime, owners: Sequence[str]) -> None:
    """Let go of what this process holds of people; other processes see at their next look that it is gone."""
    for owner in owners:
        runtime.search.drop(owner)
        runtime.caught_up.pop(owner, None)
    runtime.let_go_of_words()
    name_matching.let_go_of_names()
    tokens.let_go_of_words()


# -- one message ---------------------------------------------------------------------------------


def erase_message(runtime: Runtime, person: User, message_id: str, *, also: Sequence[Path] = ()) -> Receipt:
    """Erase a message for good, with all that came from it, and look for what is left.

    What it taught alone goes, what others said too stays, what it had superseded is so again; what the companion said
    that repeats it goes, and summaries and episodes of its conversation are drawn anew. Unlike an undo it is for good.
    One that was deleted before goes out of the log, which kept it for that.

    Raises:
        NotFound: this person has no such message; or there is no such file, and nothing was erased.
    """
    also = _files(also)
    with runtime.store.reading() as session:
        theirs = _one_with(session, person)
        spoken = {user.id: told for user in theirs if (told := _said(session, user.id, message_id)) is not None}
        said = list(spoken)
        message = next(iter(spoken.values()), None) or message_store.message(session, theirs[0].id, message_id)
        companions = [user.id for user in session.people.all(UserKind.COMPANION)]
        traces, apart = Traces(), [*said, *companions]
        answers = [one for owner in said for one in message_deletion.repeating(session, owner, [message])]
        here = session.dialogue.by_ids(theirs[0].id, [message_id, *answers])
        erased = {message_id: message, **here}
        leaving, origin = list(erased), message_deletion.sources(session, theirs[0].id, erased.values())
        where = sorted({one.conversation_id for one in erased.values()})
        for owner in apart:
            resting = _resting(session, owner, origin)
            row_erasure.gather_items(session.connection, owner, [*erased, *resting], traces)
            leaving += [*resting, *(episode.id for episode in episode_upkeep.standing(session, owner, where))]
        only = row_erasure.only_theirs(session.connection, traces.probes(), [], apart=apart, leaving=[*where, *leaving])
        gone_ids = Traces()
        for one in erased:
            gone_ids.id(one)
    rows: Counter[str] = Counter(messages=len(here))
    with runtime.store.writing() as session:
        for owner in sorted(apart):
            session.changes.take_turn(owner)
        titles = {owner: _titled(session, owner, where) for owner in said}
        batch: str | None = None
        for owner in apart:
            change = runtime.change(owner, "delete", actor="person", batch=batch)
            batch = batch or with_change(change.id)
            with session.act(change) as act:
                going = _unsaid(runtime, session, act, origin, deleted=owner in said)
                links = purge(session, act, going)
            rows["memories"] += len(going)
            session.changes.scrub(
                owner, [*(m.id for m in going), *links, *(f"{one} {name}" for one in where for name in SheetName)]
            )
            rows["log"] += row_erasure.scrub(session.connection, owner, Search(gone_ids.probes()))
            for one in where:
                row_erasure.let_go_of_gists(session.connection, owner, one)
        search = row_erasure.without_items(session.connection, only, leaving)  # what others said too has stayed
        for owner in said:
            _cut(runtime, session, owner, where, search)
            session.changes.scrub(owner, sorted(titles[owner] - _titled(session, owner, where)))
        rows["log"] += sum(row_erasure.scrub(session.connection, owner, search) for owner in apart)
        row_erasure.mark(session.connection)
    _let_go_of_caches(runtime, [])
    return _proved(runtime, _Case(person=theirs[0].id, rows=rows, owners=[], apart=apart, search=search, also=also))


def _said(session: Session, owner: str, message_id: str) -> Message | None:
    """A message of an owner's, as it is, or as the log keeps it since it was deleted."""
    kept = session.changes.log(owner, item_id=message_id, items=("message",))
    before = next((row_mapping.kept_message(one.before) for one in kept[::-1] if one.before is not None), None)
    return session.dialogue.message(owner, message_id) or before


def _titled(session: Session, owner: str, where: Sequence[str]) -> set[str]:
    return {one.id for one in session.dialogue.conversations(owner, titled=True) if one.id in where}


def _cut(runtime: Runtime, session: Session, owner: str, where: Sequence[str], search: Search) -> None:
    """Take out of notes on conversations the sentences that hold what only an erased message had, and titles."""
    with session.act(runtime.change(owner, "delete", actor="person")) as act:
        for sheet in session.sheets.all(owner):
            left = summary_redaction.without(sheet.text, lambda sentence: search.stands_in(sentence.encode()))
            if sheet.conversation_id in where and left != sheet.text:
                act.write(sheet, replace(sheet, text=left, revision=sheet.revision + 1) if left else None)
        for titled in session.dialogue.conversations(owner, titled=True):
            if titled.id in where and search.stands_in((titled.title or "").encode()):
                act.write(titled, replace(titled, title=None))
    session.changes.scrub(owner, [f"{one} {name}" for one in where for name in SheetName])


def _resting(session: Session, owner: str, origin: message_deletion.Sources) -> list[str]:
    """Ids of the memories that a message taught or was one of the voices of, and of what was drawn from those."""
    taught = [
        link.from_id
        for message_id in origin.messages
        for link in session.links.find(owner, to=message_id)
        if link.relation is Relation.EVIDENCE
    ]
    taught += session.memories.quoting(owner, origin.messages)  # also what was taken back before
    taught += message_deletion.noted(session, owner, origin.replies)
    derived = session.links.related(owner, Relation.DERIVED_FROM, [*taught, *origin.messages])
    named = session.memories.of_kind(owner, Kind.OPINION, [*Status], naming=origin.messages)
    return list(dict.fromkeys([*taught, *(link.from_id for link in derived), *(memory.id for memory in named)]))


def _unsaid(
    runtime: Runtime, session: Session, act: Act, origin: message_deletion.Sources, *, deleted: bool
) -> list[Memory]:
    """Take back what a message taught, and the message; give the memories of which nothing stands any more."""
    owner = act.change.owner
    resting = _resting(session, owner, origin)
    if deleted:
        here = list(session.dialogue.by_ids(owner, origin.messages))
        undone = message_deletion.deleted(runtime, session, act, here)
    else:
        undone = message_deletion.unlearned(runtime, session, act, origin)
    there = session.memories.by_ids(owner, list(dict.fromkeys([*resting, *(m.id for m in undone.memories)])))
    going = {m.id: m for m in there.values() if m.status is Status.RETRACTED}
    for memory in there.values():
        if memory.id not in going and memory.details.get("triggering_message") in origin.messages:
            left = opinions.without(memory, str(memory.details.get("triggering_user")))
            act.write(memory, left)
    return list(going.values())


# -- proof ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """What was erased, and what is to be looked for where."""

    person: str
    rows: Mapping[str, int]
    owners: Sequence[str]
    apart: Sequence[str]
    search: Search
    also: Sequence[Path]
    remains: Sequence[str] = ()


def _proved(runtime: Runtime, case: _Case) -> Receipt:
    """Rewrite the database, search it, and write the receipt."""
    store, search = runtime.store, case.search
    in_the_way = row_erasure.rewrite(store)
    looked = [] if store.path is None else row_erasure.look_in_files(store.path, search)
    unread = []
    for file in case.also:
        one = look(file, search)
        looked += [one] if one is not None else []
        unread += [] if one is not None else [f"{file} can't be looked into: see who may read it, or what locks it"]
    with store.reading() as session:
        if store.path is None or store.encrypted:  # the file of an encrypted store shows nothing
            looked += row_erasure.look_in_tables(session.connection, search)
        left: set[Probe] = {probe for one in looked for probe in one.found}
        if left:  # somebody else may have said it meanwhile
            anew = row_erasure.only_theirs(session.connection, left, case.owners, apart=case.apart)
            left = anew.probes
            looked += row_erasure.look_in_tables(session.connection, anew)
    beside = [] if store.path is None else row_erasure.copies_beside(store.path)
    copies = [one for file in beside if file not in case.also and (one := look(file, search, where=file.name))]
    remains = [*case.remains, *([in_the_way] if in_the_way else []), *unread]
    if store.path is None:
        remains.append(WITHOUT_A_FILE if store.on_sqlite else ON_POSTGRESQL)
    return Receipt(
        person_id=case.person,
        at=runtime.clock(),
        rows=dict(case.rows),
        looked_for=len(search.probes),
        left=len(left),
        scanned=tuple(_scanned(one, left) for one in looked),
        places=tuple(_places(looked, left))[:_TOLD],
        copies=tuple(_scanned(one, search.probes) for one in copies),
        remains=tuple(remains),
        in_files=store.path is not None,
    )


def _scanned(looked: Looked, left: Collection[Probe]) -> Scanned:
    return Scanned(where=looked.where, bytes=looked.size, found=len(looked.found & set(left)))


def _places(looked: Sequence[Looked], left: Collection[Probe]) -> Iterator[Trace]:
    for one in looked:
        for offset, probe in one.places:
            if probe in left:
                yield Trace(where=one.where, sort=Sort(probe.sort), offset=offset)


def _files(named: Sequence[Path]) -> list[Path]:
    """The files that are named, and those in folders that are.

    Raises:
        NotFound: one is not there.
    """
    found: list[Path] = []
    for path in named:
        if not path.exists():
            raise NotFound(f"there is no file or folder {str(path)!r} to search: check the path; nothing was erased")
        found += sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return found
