"""Bringing an archive in: somebody new as they were, to the last revision; somebody known by telling it to them.

Everything is looked through before a row is written, and all rows are written in one transaction, so an archive is in
or it is not. Vectors that are not in it are made afterwards, as a reindex makes them, which may be stopped and go on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from reverie.background import maintenance
from reverie.errors import Conflict, InvalidInput, NotFound
from reverie.images import image_files
from reverie.images.scenes import Viewing, kept_path, path_of
from reverie.memory.runtime import Runtime, new_id
from reverie.people import identity
from reverie.privacy import archive_container, archive_merge, privacy_settings
from reverie.privacy.archive_container import Opened
from reverie.privacy.archive_merge import Wording
from reverie.records.memories import Change, Kind
from reverie.records.users import User, UserKind
from reverie.store import row_mapping
from reverie.store.archive_rows import BATCH, PARTS, PEOPLE, SEARCH, VECTORS, Rows, owning, parsed
from reverie.store.database import Session
from reverie.store.migrations import statement_backfill
from reverie.store.row_erasure import ERASED
from reverie.store.search.tokens import features
from reverie.text.patterns import ID

CAUSE = "import"


Progress = Callable[[int, int], None]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """What an archive brought. ``batch`` undoes it; None says that all of it was here already.

    ``whole`` is whether the person was new here and came in as they were. ``left_out`` are accounts that lead to
    somebody else here. ``masked`` counts texts in which a secret was masked.
    """

    person: User
    batch: str | None
    whole: bool
    messages: int = 0
    memories: int = 0
    pictures: int = 0
    left_out: tuple[str, ...] = ()
    masked: int = 0


def unpack(
    runtime: Runtime,
    companion: User,
    path: Path,
    viewing: Viewing,
    *,
    into: str | None = None,
    progress: Progress | None = None,
) -> Unpacked:
    """Bring an archive in, of a person or of the companion; the same again brings nothing.

    ``into`` says who it is here, by name or id: somebody known, who is told it, or a new name. Without it the archive
    says so, and an id in it is not enough: whoever is known here under that has its name too.
    """
    with archive_container.reading(path) as opened:
        arriving = _Arriving(runtime, companion, opened, viewing, _people(opened))
        target = arriving.meant(into)
        here = companion if opened.manifest.kind == UserKind.COMPANION else target
        batch = f"import-{opened.manifest.digest[:32]}"
        with runtime.store.reading() as session:
            made = [] if here is None else session.changes.of_batch(here.id, batch)
            merged = [] if here is None else session.people.merged(here.id)
        if here is not None and any(change.undone_by is None for change in made):
            # A program that was killed may have left them without vectors.
            _embed(runtime, [here.id, *(user.id for user in merged)], progress)
            return Unpacked(person=here, batch=None, whole=False)
        arriving.place_pictures(here)
        try:
            done = arriving.joined(target, batch) if target is not None else arriving.whole(into, batch)
        except Conflict as error:
            if error.existing is None:  # the database's own: two rows stand in one place, or lead nowhere
                raise InvalidInput(f"the rows of {path} contradict each other. Nothing was brought in") from error
            raise
    owners = [done.person.id, *arriving.others]
    for owner in owners:
        runtime.search.drop(owner)
    _embed(runtime, owners, progress)
    return done


def _embed(runtime: Runtime, owners: list[str], progress: Progress | None) -> None:
    if runtime.embedder is not None:
        maintenance.reindex(runtime, owners, progress)


def _people(opened: Opened) -> list[User]:
    """The people of an archive, the one whose it is first."""
    found = [_told(where, PEOPLE, kept) for where, kept in islice(opened.rows(PEOPLE), 10_000)]
    people = [_named(row_mapping.user(row)) for row in found]
    said = opened.manifest
    people.sort(key=lambda user: user.id != said.id)
    ids = {user.id for user in people}
    apart = [user for user in people[1:] if user.merged_into not in ids]
    # An id that nothing here gave is refused: folders are named by them.
    foreign = [one for one in ids if not ID.fullmatch(one)] or said.kind == UserKind.GROUP
    whose = bool(people) and people[0].id == said.id and people[0].merged_into is None
    if not whose or len(ids) != len(people) or apart or foreign:
        raise InvalidInput("the archive does not say whose it is: pack it again")
    if {user.kind for user in people} != {said.kind}:
        raise InvalidInput("the archive mixes a companion with people: pack it again")
    return people


def _named(user: User) -> User:
    """Somebody with names that can be kept."""
    nickname, pronouns = (
        None if text is None else identity.checked_name(text) for text in (user.nickname, user.pronouns)
    )
    return replace(user, name=identity.checked_name(user.name), nickname=nickname, pronouns=pronouns)


def _told(where: str, part: str, kept: Any) -> Row:
    try:
        return parsed(part, kept)
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error}. Nothing was brought in; pack the archive again") from error


def _see_setting(where: str, row: Row) -> None:
    """See that a setting is one of a person's own: a question of confirmation, say, names other people."""
    try:
        privacy_settings.see_setting(row["name"], row["value"])
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error}. Nothing was brought in") from error


def _foreign(where: str) -> InvalidInput:
    return InvalidInput(f"{where}: it belongs to somebody else. Nothing was brought in")


class _Arriving:
    """An archive on its way into a store."""

    def __init__(self, runtime: Runtime, companion: User, opened: Opened, viewing: Viewing, people: list[User]) -> None:
        self._runtime = runtime
        self._companion = companion
        self._opened = opened
        self._viewing = viewing
        self._main, *self._merged = people
        self._placed: dict[str, str] = {}
        self._wording = Wording()
        self.others: list[str] = []

    # -- who it is here ------------------------------------------------------------------------

    def meant(self, into: str | None) -> User | None:
        """Who is known here and meant; None for somebody new.

        Raises:
            Conflict: it is not clear.
        """
        if self._main.kind is UserKind.COMPANION:
            if into is not None:
                raise InvalidInput(
                    "the archive is of a companion, and of no person: bring it in as the companion's own"
                )
            return None
        with self._runtime.store.reading() as session:
            known = session.people.by_id(self._main.id)
            here = None if known is None else session.people.present(known)
        named = self._named(into or self._main.name)
        if here is not None:
            if named is None or named.id != here.id:
                raise Conflict(f"the archive is of {here.name}, who is known here: name them", existing=here.id)
            return here
        if named is None or into is not None:
            return named
        raise Conflict(
            f"somebody else here is called {named.name}: say who it is, {named.name} to tell it to them, or a new name",
            existing=named.id,
        )

    def _named(self, name: str) -> User | None:
        try:
            found = identity.find(self._runtime, name)
        except NotFound:
            return None
        return None if found.guest and found.id != name else found

    # -- pictures ------------------------------------------------------------------------------

    def place_pictures(self, here: User | None) -> None:
        """Put picture files that are not where their scenes look for them among the person's; note where to look.

        A path from an archive is never written to: it may be that of another file.
        """
        files = self._opened.pictures()
        folder = self._viewing.received or self._viewing.folder or Path.cwd()
        place = folder / image_files.FOLDER / (self._main if here is None else here).id
        for where, kept in self._opened.rows("memories"):
            row = _told(where, "memories", kept)
            details = row["details"]
            if row["kind"] != Kind.SCENE or not isinstance(details, dict):
                continue
            digest = str(details.get("sha256"))
            there = _holds(path_of(details, self._viewing.folder), digest)
            if digest in files and digest not in self._placed and not there:
                self._placed[digest] = self._put(files[digest], digest, place)

    def _put(self, name: str, digest: str, place: Path) -> str:
        """Write a picture file; give the path as it is to be kept."""
        path = place / PurePosixPath(name).name
        if not _holds(path, digest):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                for piece in self._opened.content(name):
                    file.write(piece)
        return kept_path(path, self._viewing.folder)

    def _with_picture(self, row: Row | None) -> None:
        """Let a scene look for its picture where it was put."""
        details = None if row is None else row.get("details")
        placed = self._placed.get(str(details.get("sha256"))) if isinstance(details, dict) else None
        if row is not None and placed is not None:
            row["details"] = {**details, "path": placed}  # type: ignore[dict-item] # a dict: it has a digest

    # -- rows ----------------------------------------------------------------------------------

    def _rows(self, part: str, ids: Mapping[str, str]) -> Iterator[Row]:
        """The rows of a part that belong to these owners, under the ids they have here.

        Raises:
            InvalidInput: a row can't be read, or belongs to somebody who is not in the archive.
        """
        everybody = {self._main.id, *(user.id for user in self._merged)}
        whose = owning(part)
        for where, kept in self._opened.rows(part):
            row = _told(where, part, kept)
            if row[whose] not in everybody:
                raise _foreign(where)
            if row[whose] not in ids:
                continue
            if part == "settings":
                _see_setting(where, row)
            row[whose] = ids[row[whose]]
            sides = self._sides(where, row, ids) if part == "log" else ()
            for one in (row, *sides):
                self._wording.cleaned(one)
                self._with_picture(one)
            yield row

    def _sides(self, where: str, row: Row, ids: Mapping[str, str]) -> list[Row]:
        """What a line of the log says of its item, before and after: an undo writes it, so it is the owner's own.

        Of other people, as somebody who was split off, nothing is told.
        """
        told = [row[side] for side in ("before", "after") if row[side] is not None]
        if not all(isinstance(one, dict) for one in told):
            raise InvalidInput(f"{where}: it is no line of a log. Nothing was brought in")
        if row["item"] == "user" and any(one.get("id") not in ids for one in told):
            row |= {"before": None, "after": None, "item_id": ERASED}
            return []
        if row["item"] != "user":
            owner = "user_id" if row["item"] == "account" else "owner"
            if any(one.get(owner) not in ids or ids[one[owner]] != row["owner"] for one in told):
                raise _foreign(where)
            for one in told:
                one[owner] = row["owner"]
        return told

    def _write(self, session: Session, ids: Mapping[str, str], parts: Iterable[str]) -> dict[str, int]:
        rows = Rows(session.connection)
        written = {}
        for part in parts:
            found = self._rows(part, ids)
            written[part] = rows.put(part, self._entries(session, found) if part == SEARCH else found)
        if self._opened.manifest.schema < statement_backfill.FIRST_VERSION:
            statement_backfill.fill(session.connection, list(ids.values()))
        return written

    def _entries(self, session: Session, found: Iterator[Row]) -> Iterator[Row]:
        """Search entries: their vectors from the archive, all else from the words they stand for."""
        while batch := list(islice(found, BATCH)):
            for owner in {row["owner"] for row in batch}:
                mine = {row["item_id"]: row for row in batch if row["owner"] == owner}
                texts = {m.id: m.text for m in session.dialogue.by_ids(owner, list(mine)).values()}
                texts |= {m.id: m.text for m in session.memories.by_ids(owner, list(mine)).values()}
                texts |= {one.id: one.text for one in session.items.by_ids(owner, list(mine)).values()}
                yield from (self._entry(mine[item_id], text) for item_id, text in texts.items())

    def _entry(self, row: Row, text: str) -> Row:
        read = features(text)
        told = {"tokens": read.tokens, "words": read.words, "question_share": read.question_share}
        embedder = self._runtime.embedder
        if embedder is not None and row["space"] == embedder.space and len(row["vector"] or b"") != embedder.dimensions:
            row = row | {"vector": None, "scale": 0.0, "space": None}
        return row | told | {"temporal": read.temporal}

    # -- writing -------------------------------------------------------------------------------

    def whole(self, name: str | None, batch: str) -> Unpacked:
        """Bring somebody in as they were, or the companion's own into a companion who knows nothing yet."""
        companions = self._main.kind is UserKind.COMPANION
        renamed = name is not None and name != self._main.id
        main = replace(self._main, name=identity.checked_name(name or "")) if renamed else self._main
        ids = {user.id: user.id for user in (main, *self._merged)}
        if companions:
            main = self._companion
            ids = {self._main.id: main.id}
        self.others = [user.id for user in self._merged]
        with self._runtime.store.writing(main.id if companions else None) as session:
            if companions and session.changes.head(main.id)[0]:
                raise Conflict(
                    f"{main.name} already has a memory here: bring it into a store where the companion is new",
                    existing=main.id,
                )
            for user in () if companions else (main, *self._merged):
                self._add(session, user)
            written = self._write(session, ids, [part for part in PARTS if part != PEOPLE])
            for owner in ids.values():
                Rows(session.connection).settle(owner)
            for owner in ids.values():
                with session.act(self._change(owner, batch), stands=True):
                    pass
        return Unpacked(
            person=main,
            batch=batch,
            whole=True,
            messages=written["messages"],
            memories=written["memories"],
            pictures=len(self._placed),
            masked=self._wording.masked,
        )

    def _add(self, session: Session, user: User) -> None:
        if session.people.by_id(user.id) is not None:
            raise Conflict(
                f"{user.name}, who was merged into {self._main.name}, is known here: merge them here first, "
                f"and bring the archive into {user.name}",
                existing=user.id,
            )
        Rows(session.connection).add_person(user)

    def joined(self, target: User, batch: str) -> Unpacked:
        """Tell the archive to somebody who is known."""
        staged = replace(self._main, id=new_id(), name="archive", guest=True)
        parts = "settings conversations messages sheets memories items links statements blocked".split()
        everybody = {user.id: target.id for user in (self._main, *self._merged)}
        with self._runtime.store.writing(target.id) as session:
            if session.people.settings(target.id).get("paused"):
                raise InvalidInput(f"memory is paused for {target.name}: resume it before an import")
            session.people.add(staged)
            self._write(session, {self._main.id: staged.id}, [*parts, SEARCH, VECTORS])
            accounts = [(row["platform"], row["external_id"]) for row in self._rows("accounts", everybody)]
            with session.act(self._change(target.id, batch)) as act:
                told = archive_merge.tell(self._runtime, session, act, staged.id, accounts)
                brought = act.written
        self._runtime.search.drop(target.id)
        return Unpacked(
            person=target,
            batch=batch if brought else None,
            whole=False,
            messages=told.messages,
            memories=told.memories,
            pictures=len(self._placed),
            left_out=told.left_out,
            masked=self._wording.masked,
        )

    def _change(self, owner: str, batch: str) -> Change:
        return self._runtime.change(owner, CAUSE, actor="person", batch=batch)


def _holds(path: Path, digest: str) -> bool:
    """Whether a file is there and holds what has this digest."""
    try:
        return image_files.digest(image_files.content_of(path)) == digest
    except (NotFound, InvalidInput):
        return False
