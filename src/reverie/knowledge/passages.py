"""The companion's knowledge: documents indexed as passages, and the passages that answer a question.

A passage is a memory of the companion about the world, so it is stored and searched like any other; but it belongs to
its file. Each file is one transaction: what is done is done, an interrupted run goes on where it was, and a file that
changed takes its old passages with it. They leave no history, for a document remembers its own past better.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Any, overload

from reverie.argument_checks import checked
from reverie.errors import ConfigError, Conflict, InvalidInput, NotFound
from reverie.knowledge import document_files
from reverie.knowledge.chunking import Chunk
from reverie.knowledge.document_files import Found, Place
from reverie.memory.runtime import Runtime, new_id
from reverie.ports import Scored, View
from reverie.recall.search import Hit, searched
from reverie.records.documents import Document, Passage
from reverie.records.memories import About, Kind, Memory, Source, SourceKind
from reverie.store.search.ranking import FUSION, FUSION_LEXICAL, Fusion, asked
from reverie.store.tables.documents import SLOT, put_passages
from reverie.store.tables.search_entries import Entry

CAUSE = "index"
"""What the changes of this module are called in the log."""

CATEGORY = "document"

BATCH = 64
"""Passages that are embedded at a time."""

FLOOR = 0.2
"""How good a passage has to be, 0 to 1, by words and meaning together or by words alone.

Of 400 turns of people's chats, 2 % found a passage at this floor among 939 of the read-me files of 67 Python packages
(3 % by words alone); of 27 questions that those answer, 26 did (25).
"""

LONGEST_LIST = 100

_ARMS = ("lex", "dense")
"""Features that a passage is ranked by. The others are fitted to turns of a chat: with them, 22 of the 27 right files
came first, without them 24."""

_CANDIDATES = 20

Progress = Callable[[int, int], None]


class Step(StrEnum):
    """What became of a file."""

    ADDED = "added"
    CHANGED = "changed"
    MOVED = "moved"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """One file of a run. ``trouble`` says why it failed, and what mends it; ``notes`` what it was made do with."""

    path: str
    step: Step
    passages: int = 0
    notes: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexing:
    """What a run did, file by file. ``passed_over`` counts files of types that are not read."""

    files: tuple[Filed, ...]
    passed_over: int = 0

    def of(self, step: Step) -> list[Filed]:
        """The files of one step."""
        return [filed for filed in self.files if filed.step == step]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passages(Sequence[Passage]):
    """Passages, the best first. ``degraded`` names what the search had to do without, with the remedy."""

    found: tuple[Passage, ...] = ()
    degraded: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, index: int) -> Passage: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Passage, ...]: ...
    def __getitem__(self, index: int | slice) -> Passage | tuple[Passage, ...]:
        return self.found[index]

    def __iter__(self) -> Iterator[Passage]:
        return iter(self.found)


@checked
class Knowledge:
    """The documents that a companion has read: ``luna.knowledge``.

    They are the companion's, and no person's: everybody it knows may be told of them, and nobody's erasure takes them
    away.
    """

    def __init__(self, runtime: Runtime, companion: str) -> None:
        self._runtime = runtime
        self._owner = companion

    def add(self, *paths: str | Path, progress: Progress | None = None) -> Indexing:
        """Index files and folders of Markdown, text, HTML and PDF. Again, only what changed is read.

        Documents that are gone from a folder that is named go too. A file that can't be read is told in the result, and
        the rest goes on; what was indexed of it before stays. ``progress`` is called with how many files are done, of
        how many.

        Raises:
            InvalidInput: no path is given.
        """
        if not paths:
            raise InvalidInput("there is nothing to index: name files or folders")
        there = document_files.found([Path(path) for path in paths])
        before = {Path(d.root) / d.path: d for d in self.documents()}
        filed = [Filed(path=str(path), step=Step.FAILED, trouble=why) for path, why in there.troubles.items()]
        run = _Run(self._runtime, self._owner, before, _vanished(before, there))
        for done, place in enumerate(there.places, 1):
            filed.append(run.file(place))
            if progress is not None:
                progress(done, len(there.places))
        filed += [_dropped(self._runtime, document) for document in run.vanished]
        return Indexing(files=tuple(filed), passed_over=there.passed_over)

    def search(self, question: str, limit: int = 3) -> Passages:
        """The passages that answer a question, or belong to a message, the best first; none where nothing is near.

        A passage's ``score`` is the share it has of the best possible match, 0 to 1, and is ``FLOOR`` at least.

        Raises:
            InvalidInput: the limit is not from 1 to 100.
        """
        if not 1 <= limit <= LONGEST_LIST:
            raise InvalidInput(f"a limit is from 1 to {LONGEST_LIST}, not {limit}")
        text, runtime = searched(question), self._runtime
        return runtime.one_moment(lambda: _best(runtime, self._owner, text, limit)) if text.strip() else Passages()

    def documents(self) -> list[Document]:
        """Every document, by where it is."""
        with self._runtime.store.reading() as session:
            return session.documents.all(self._owner)

    def remove(self, path: str | Path) -> Indexing:
        """Take a document out, or all that were found in a folder. The files themselves are left alone.

        Raises:
            NotFound: nothing was indexed from there.
            Conflict: documents of several folders are named so.
        """
        place = Path(os.path.abspath(Path(path).expanduser()))  # noqa: PTH100 - a link that is named keeps its name
        there = self.documents()
        found = [d for d in there if (Path(d.root) / d.path).is_relative_to(place)]
        found = found or [d for d in there if d.path == str(path)]
        if not found:
            raise NotFound(f"no document was indexed from {path}: `reverie know list` names them all")
        if len({d.root for d in found}) > 1 and not (Path(found[0].root) / found[0].path).is_relative_to(place):
            files = ", ".join(str(Path(d.root) / d.path) for d in found)
            raise Conflict(f"several documents are called {path}: name one of {files}", existing=found[0].id)
        return Indexing(files=tuple(_dropped(self._runtime, document) for document in found))


# -- indexing ------------------------------------------------------------------------------------


def _vanished(before: Mapping[Path, Document], there: Found) -> list[Document]:
    """The documents that were under the folders of this run, and are there no more."""
    present = {place.file for place in there.places}
    return [
        document
        for path, document in before.items()
        if path not in present
        and any(path.is_relative_to(folder) for folder in there.whole)
        and not any(path.is_relative_to(closed) for closed in there.troubles)
    ]


@dataclass(slots=True)
class _Run:
    """One run over files. ``known`` are documents by their file, ``vanished`` those whose file is gone."""

    runtime: Runtime
    owner: str
    known: Mapping[Path, Document]
    vanished: list[Document]

    def file(self, place: Place) -> Filed:
        """Index one file, as far as it is necessary."""
        path, before = str(place.file), self.known.get(place.file)
        try:
            content = document_files.contents(place.file)
            digest = hashlib.sha256(content).hexdigest()
            if before is not None and before.digest == digest:
                return Filed(path=path, step=Step.UNCHANGED, passages=before.passages)
            elsewhere = next((document for document in self.vanished if document.digest == digest), None)
            if before is None and elsewhere is not None:
                self.vanished.remove(elsewhere)
                return self._moved(place, elsewhere)
            read = document_files.read(content, place.path)
        except (InvalidInput, ConfigError) as error:
            return Filed(path=path, step=Step.FAILED, trouble=str(error))
        made = Document(
            id=new_id() if before is None else before.id,
            owner=self.owner,
            root=str(place.root) if before is None else before.root,
            path=place.path if before is None else before.path,
            title=read.title,
            media_type=read.media_type,
            digest=digest,
            size=len(content),
            indexed_at=self.runtime.clock(),
            passages=len(read.chunks),
        )
        step = self._written(made, read.chunks, "pages" if read.paged else "lines")
        return Filed(path=path, step=step, passages=made.passages, notes=read.notes)

    def _moved(self, place: Place, document: Document) -> Filed:
        """Let a document be elsewhere: its passages stay as they are, without being embedded again."""
        named_by_file = document.title == PurePosixPath(document.path).stem
        title = place.file.stem if named_by_file else document.title
        moved = replace(document, root=str(place.root), path=place.path, title=title)
        with self.runtime.store.writing(self.owner) as session:
            session.documents.put(moved)
        return Filed(path=str(place.file), step=Step.MOVED, passages=document.passages)

    def _written(self, made: Document, chunks: Sequence[Chunk], counted: str) -> Step:
        texts = [(new_id(), _told(chunk)) for chunk in chunks]
        entries: list[Entry] = []
        for start in range(0, len(texts), BATCH):
            entries += self.runtime.entries("memory", texts[start : start + BATCH])
        with self.runtime.store.writing(self.owner) as session:
            standing = session.documents.at(self.owner, made.root, made.path)
            if standing is not None and standing.digest == made.digest:
                return Step.UNCHANGED  # another run was quicker
            gone = [] if standing is None else session.documents.passages(standing)
            made = made if standing is None else replace(made, id=standing.id)
            with session.act(self.runtime.change(self.owner, CAUSE, actor="person")) as act:
                new = [
                    _memory(made, chunk, number, item_id, counted)
                    for number, (chunk, (item_id, _text)) in enumerate(zip(chunks, texts, strict=True))
                ]
                put_passages(act, gone, new, entries)
            session.documents.put(made)
        return Step.ADDED if standing is None else Step.CHANGED


def _told(chunk: Chunk) -> str:
    """What of a chunk is embedded and searched: its words, below the headings that say what they are about."""
    return f"{chunk.heading}\n\n{chunk.text}" if chunk.heading else chunk.text


def _memory(document: Document, chunk: Chunk, number: int, item_id: str, counted: str) -> Memory:
    told: dict[str, Any] = {"document": document.id, "heading": chunk.heading, counted: [chunk.first, chunk.last]}
    if chunk.pictures:
        told["pictures"] = [list(picture) for picture in chunk.pictures]
    if chunk.note:
        told["note"] = chunk.note
    return Memory(
        id=item_id,
        owner=document.owner,
        about=About.WORLD,
        kind=Kind.PASSAGE,
        category=CATEGORY,
        key=f"{SLOT}{document.id}:{number:06}",
        text=_told(chunk),
        details=told,
        confidence=1.0,
        source=Source(kind=SourceKind.DOCUMENT),
        valid_from=document.indexed_at,
        created_at=document.indexed_at,
    )


def _dropped(runtime: Runtime, document: Document) -> Filed:
    with runtime.store.writing(document.owner) as session:
        gone = session.documents.passages(document)
        with session.act(runtime.change(document.owner, CAUSE, actor="person")) as act:
            put_passages(act, gone, [], [])
        session.documents.drop(document)
    return Filed(path=str(Path(document.root) / document.path), step=Step.REMOVED, passages=len(gone))


# -- searching -----------------------------------------------------------------------------------


def _best(runtime: Runtime, companion: str, text: str, limit: int) -> Passages:
    """Find them in the snapshot that is open."""
    with runtime.store.reading() as session:
        if not session.any_of(companion, Kind.PASSAGE):
            return Passages()
        # A document is of no day: dates in the question are words like others.
        wanted = replace(asked(text), dates=())
        vector = runtime.vector(wanted)
        index = runtime.search.index(companion, session)
        kinds = frozenset({Kind.PASSAGE.value})
        view = View(now=runtime.clock().timestamp(), items=frozenset({"memory"}), kinds=kinds)
        found = index.search(wanted, vector, view, max(_CANDIDATES, 2 * limit))
        fusion = FUSION_LEXICAL if vector is None else FUSION
        scored = sorted((_share(one, fusion) for one in found), key=lambda one: -one.score)
        chosen = [one for one in scored if one.score >= FLOOR][:limit]
        unembedded = index.unembedded
        stale = f"{unembedded} items are not embedded by the present model: run `reverie reindex`"
        degraded = (runtime.without_vectors(wanted),) if vector is None else (stale,) if unembedded else ()
        if not chosen:
            return Passages(degraded=degraded)
        memories = session.memories.by_ids(companion, [one.id for one in chosen])
        ids = list({str(memory.details["document"]) for memory in memories.values()})
        there = session.documents.by_ids(companion, ids)
    passages = [
        _passage(memory, document, one)
        for one in chosen
        if (memory := memories.get(one.id)) and (document := there.get(str(memory.details["document"])))
    ]
    return Passages(found=tuple(passages), degraded=degraded)


def _share(one: Scored, fusion: Fusion) -> Scored:
    """What was found, with its score as a share of the best that words and meaning can give."""
    most = fusion.lex + fusion.dense
    features = {name: one.features[name] / most for name in _ARMS if name in one.features}
    return replace(one, score=sum(features.values()), features=features)


def _passage(memory: Memory, document: Document, one: Scored) -> Passage:
    details = dict(memory.details)
    heading = str(details.get("heading", ""))
    hit = Hit(memory=memory, message=None, score=one.score, features=one.features)
    return Passage(
        id=memory.id,
        text=memory.text.removeprefix(f"{heading}\n\n") if heading else memory.text,
        path=document.path,
        file=str(Path(document.root) / document.path),
        title=document.title,
        heading=heading,
        lines=_range(details.get("lines")),
        pages=_range(details.get("pages")),
        pictures=tuple((str(alt), str(path)) for alt, path in _pairs(details.get("pictures"))),
        note=str(details.get("note", "")),
        score=one.score,
        features=one.features,
        why=hit.why,
    )


def _range(kept: object) -> tuple[int, int] | None:
    return (int(kept[0]), int(kept[1])) if isinstance(kept, list | tuple) and len(kept) == 2 else None


def _pairs(kept: object) -> list[tuple[object, object]]:
    return [(one[0], one[1]) for one in kept] if isinstance(kept, list | tuple) else []
