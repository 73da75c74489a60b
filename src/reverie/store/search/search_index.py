"""An owner's items in memory: hybrid search by word and by meaning.

The one idea: a person's whole memory is small enough to look at all of it. Every row is compared with every
question; only the finer features wait for the best few hundred. Words are counted over the owner's own items
alone, so nothing about one person is told by another's ranking. docs/decisions/0003-search.md has the formulas.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reverie.ports import Indexed, Scored, View
from reverie.records.conversations import Role
from reverie.records.memories import Status
from reverie.records.queries import Question
from reverie.records.users import folded
from reverie.store.search.bm25_scoring import (
    B_ALONE,
    B_FRIEND,
    FRIENDS_TURN,
    Corpus,
    Floats,
    Meaning,
    asks,
    best_of,
    brevity,
    dated,
    length_norm,
    likeness_among,
    main_speakers,
    traits,
    turn_scores,
    word_parts,
    words_of,
)
from reverie.store.search.pgvector import Far, FarMeaning
from reverie.store.search.postings import DTYPES, Codes, Postings, Rows
from reverie.store.search.ranking import FUSION, FUSION_LEXICAL, NEAR_DUPLICATE, Fusion, diverse
from reverie.store.search.tokens import spellings, weighed_tokens
from reverie.store.search.vectors import packed, unpacked

# Up to this many items every one is scored in full; above it the best of each arm.
SCORED_IN_FULL = 4096


class OwnerIndex:
    """One owner's search. Safe to use from several threads; each call sees all or nothing of another.

    ``dimensions`` is the size of the present space's vectors, None when there is no embedder; ``far`` keeps them
    in the database. Ties are broken by time, newest first, then by id, so the same items give the same answer in
    whatever order they came.
    """

    def __init__(self, dimensions: int | None, far: Far | None = None) -> None:
        self._dimensions = dimensions or 0
        self._far = far
        self._lock = threading.RLock()
        self._ids: list[str] = []
        self._row: dict[str, int] = {}
        self._codes = {name: Codes() for name in ("role", "kind", "category", "status", "speaker", "chat")}
        self._names: dict[int, str] = {}
        self._postings = Postings()
        self._stale: set[int] = set()
        self._settled = False
        self._speakers: list[str] = []
        self._unembedded = 0
        empty = np.empty(0)
        self._corpus = Corpus(
            columns={name: np.empty(0, dtype) for name, dtype in DTYPES.items()}, count=0, total=0, norm=empty,
            mean_window=0.0, chat_length=empty, chat_friend=np.empty(0, np.bool_),
            chat_vector=np.empty((0, self._dimensions), np.int8), chat_scale=empty,
            far=None if far is None else partial(self._outside, far),
        )  # fmt: skip
        if far is None:
            self._corpus.columns["vector"] = np.empty((0, self._dimensions), np.int8)
            self._corpus.columns["signs"] = np.empty((0, (self._dimensions + 7) // 8), np.uint8)

    def __len__(self) -> int:
        return len(self._row)

    @property
    def nbytes(self) -> int:
        """How many bytes the arrays take, near enough; ids are counted at 100 bytes each."""
        with self._lock:
            return sum(c.nbytes for c in self._corpus.columns.values()) + self._postings.nbytes + 100 * len(self._ids)

    @property
    def unembedded(self) -> int:
        """How many items have no vector in the present space."""
        with self._lock:
            self._settle()
            return self._unembedded

    @property
    def speakers(self) -> list[str]:
        """The main speakers, of at least 15 % of the messages, the most talkative first."""
        with self._lock:
            self._settle()
            return self._speakers

    def put(self, items: Sequence[Indexed]) -> None:
        """Add items, or replace those of the same id; of two with one id the last stands."""
        items = list({item.id: item for item in items}.values())
        if not items:
            return
        with self._lock:
            self.drop([item.id for item in items if item.id in self._row])
            start, end = self._corpus.count, self._corpus.count + len(items)
            self._grow(end)
            self._write(slice(start, end), items)
            rows = np.arange(start, end)
            self._postings.add(rows, [item.tokens for item in items])
            self._ids.extend(item.id for item in items)
            self._row.update((item.id, row) for row, item in enumerate(items, start))
            self._stale.update(self._corpus["chat"][rows].tolist())
            self._settled = False

    def drop(self, ids: Iterable[str]) -> None:
        """Take items out; ids that are not in are passed over."""
        with self._lock:
            rows = [self._row.pop(one) for one in dict.fromkeys(ids) if one in self._row]
            if not rows:
                return
            corpus = self._corpus
            self._stale.update(corpus["chat"][rows].tolist())
            corpus["alive"][rows] = corpus["friend"][rows] = corpus["present"][rows] = False
            corpus["chat"][rows] = corpus["before"][rows] = corpus["after"][rows] = -1
            self._settled = False
            if corpus.count - len(self._row) > 256 + len(self._row) // 4:
                self._compact()

    def search(
        self,
        question: Question,
        vector: NDArray[np.float32] | None,
        view: View,
        limit: int,
        fusion: Fusion | None = None,
    ) -> list[Scored]:
        """Find the best items, best first; ``vector`` is that of ``question.stripped``.

        An item that shares no word, date or meaning with the question is no answer; of items nearly the same, only the
        best one is. Where no vector counts, words have weights of their own.
        """
        with self._lock:
            if not self._row:
                return []
            self._settle()
            corpus = self._corpus
            meaning = self._meaning(vector)
            fusion = fusion or (FUSION if meaning else FUSION_LEXICAL)
            terms = weighed_tokens(question.stripped, question.around)
            words = words_of(terms, self._postings, corpus, spellings(question.stripped))
            turns = turn_scores(words, corpus)
            allowed = self._allowed(view)
            near = meaning.nearest(corpus, allowed) if meaning else np.zeros(corpus.count)
            found = [dated(question, corpus, turns / max(words.ideal, 1e-9) + near)] if question.dates else []
            rows = self._candidates(allowed, [turns, near, *found])
            speaker = self._codes["speaker"].get(folded(question.named)) if question.named else None
            parts = word_parts(question, fusion, corpus, rows, (words, turns), near)
            evidence = (parts["lex"] != 0) | (parts["lex_session"] != 0) | (parts["asked"] > 0)
            if meaning:
                parts |= meaning.parts(fusion, corpus, rows, near)
                evidence |= corpus["scale"][rows] > 0
            named = (speaker, self._codes["chat"].get(view.sources.here or ""))
            parts |= traits(question, fusion, corpus, rows, view, named)
            evidence |= parts.get("date", np.zeros(1)) != 0
            values = np.array(list(parts.values()))
            scores = np.where(evidence, values.sum(axis=0), -np.inf)
            answering = np.flatnonzero(evidence)
            best = answering[self._ordered(rows[answering], scores[answering], 2 * limit + 8)].tolist()
            likeness = likeness_among(corpus, rows[best])
            kept = best[:limit]
            if (likeness > NEAR_DUPLICATE).any():  # seldom: comparing one by one is slow
                near = likeness.tolist()
                kept = [best[one] for one in diverse(range(len(best)), lambda a, b: near[a][b], limit)]
            return [
                self._scored(row, dict(zip(parts, part, strict=True)))
                for row, part in zip(rows[kept].tolist(), values[:, kept].T.tolist(), strict=True)
            ]

    def vectors(self, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Vectors by id; items without one in the present space are left out."""
        with self._lock:
            scales = self._corpus["scale"]
            rows = {one: self._row[one] for one in ids if one in self._row and scales[self._row[one]] > 0}
            steps = self._corpus.steps(np.array([*rows.values()], np.int64))
            found = zip(rows.items(), steps, strict=True)
            return {one: unpacked(row_steps.tobytes(), float(scales[row])) for (one, row), row_steps in found}

    def nearest(self, vector: NDArray[np.float32], view: View, limit: int) -> list[tuple[str, float]]:
        """Find the items nearest in meaning, with their cosines, nearest first."""
        with self._lock:
            self._settle()
            corpus, meaning = self._corpus, self._meaning(vector)
            if meaning is None:
                return []
            allowed = self._allowed(view) & (corpus["scale"] > 0)
            likeness = meaning.nearest(corpus, allowed)
            rows = np.flatnonzero(allowed & (likeness != 0))
            best = self._ordered(rows, likeness[rows], limit)[:limit]
            return [(self._ids[rows[place]], float(likeness[rows[place]])) for place in best]

    def _grow(self, needed: int) -> None:
        corpus = self._corpus
        room = len(corpus.columns["at"])
        if needed > room:
            room = max(needed, room + room // 2, 64)
            for name, column in corpus.columns.items():
                wider = np.zeros((room, *column.shape[1:]), column.dtype)
                wider[: corpus.count] = column[: corpus.count]
                corpus.columns[name] = wider
        corpus.count = needed

    def _write(self, place: slice, items: list[Indexed]) -> None:
        codes, count = self._codes, len(items)
        speakers = {name: codes["speaker"][folded(name)] for name in dict.fromkeys(item.speaker for item in items)}
        for name, code in speakers.items():
            self._names.setdefault(code, name)
        vectors = [item.vector if item.vector and len(item.vector) == self._dimensions else None for item in items]
        embedded = [item.scale > 0 if self._far else bool(vector) for item, vector in zip(items, vectors, strict=True)]
        fields: dict[str, list[Any]] = {
            "alive": [True] * count,
            "message": [item.item == "message" for item in items],
            "at": [item.at for item in items],
            "ends": [min(item.until, item.expires) for item in items],
            "role": [codes["role"][item.role] for item in items],
            "kind": [codes["kind"][item.kind] for item in items],
            "category": [codes["category"][item.category] for item in items],
            "status": [codes["status"][item.status] for item in items],
            "speaker": [speakers[item.speaker] for item in items],
            "chat": [
                codes["chat"][item.conversation_id] if item.item == "message" and item.conversation_id else -1
                for item in items
            ],
            "length": [len(item.tokens) // 4 for item in items],
            "present": [item.item == "message" or item.status == Status.ACTIVE for item in items],
            "asking": [item.question_share for item in items],
            "temporal": [item.temporal for item in items],
            "importance": [item.importance for item in items],
            "scale": [item.scale if there else 0.0 for item, there in zip(items, embedded, strict=True)],
            "print": [zlib.crc32(item.tokens) for item in items],
            "assistant": [item.role == Role.ASSISTANT for item in items],
            "peer": [item.role == Role.PEER for item in items],
        }
        columns = self._corpus.columns
        for name, values in fields.items():
            columns[name][place] = values
        columns["before"][place] = columns["after"][place] = -1
        columns["friend"][place] = False
        columns["short"][place], columns["long"][place] = brevity([item.words for item in items])
        if self._far:
            self._far.forget()
            return
        nothing = bytes(self._dimensions)
        steps = b"".join(vector or nothing for vector in vectors)
        columns["vector"][place] = np.frombuffer(steps, np.int8).reshape(count, self._dimensions)
        columns["signs"][place] = np.packbits(columns["vector"][place] > 0, axis=1)

    def _compact(self) -> None:
        corpus = self._corpus
        alive = corpus["alive"].copy()
        self._postings.renumber(alive)
        corpus.columns = {name: column[: corpus.count][alive] for name, column in corpus.columns.items()}
        self._ids = [self._ids[row] for row in np.flatnonzero(alive)]
        self._row = {one: row for row, one in enumerate(self._ids)}
        corpus.count = len(self._ids)
        self._stale.update(range(len(self._codes["chat"])))

    def _settle(self) -> None:
        """Bring neighbours, sittings and averages up to date with what was put and dropped since."""
        if self._settled:
            return
        corpus = self._corpus
        if new := len(self._codes["chat"]) - len(corpus.chat_scale):
            for name in ("chat_length", "chat_friend", "chat_vector", "chat_scale"):
                column = getattr(corpus, name)
                setattr(corpus, name, np.concatenate((column, np.zeros((new, *column.shape[1:]), column.dtype))))
        self._sit(self._stale - {-1})
        self._stale = set()
        alive, friend, length = corpus["alive"], corpus["friend"], corpus["length"]
        corpus.total = len(self._row)
        mean = length[alive].sum() / max(1, corpus.total)
        corpus.mean_window = float(corpus["window"][friend].sum() / max(1, np.count_nonzero(friend)))
        corpus.norm = length_norm(length, float(mean), np.where(friend, B_FRIEND, B_ALONE))
        self._speakers = main_speakers(corpus, self._names)
        self._unembedded = int(np.count_nonzero(alive & (corpus["scale"] == 0)))
        self._settled = True

    def _sit(self, chats: set[int]) -> None:
        """Put the messages of some sittings in their order and sum them up."""
        corpus = self._corpus
        changed = np.zeros(len(corpus.chat_scale) + 1, np.bool_)  # the last one answers for chat -1
        changed[list(chats)] = True
        corpus.chat_length[changed[:-1]] = corpus.chat_scale[changed[:-1]] = 0
        corpus.chat_friend[changed[:-1]] = False
        rows = np.array(sorted(np.flatnonzero(changed[corpus["chat"]]), key=self._ids.__getitem__), np.int64)
        if not len(rows):
            return
        chat = corpus["chat"][rows]
        order = np.lexsort((corpus["at"][rows], chat))
        rows, chat = rows[order], chat[order]
        follows = chat[1:] == chat[:-1]
        before, after = np.full(len(rows), -1), np.full(len(rows), -1)
        before[1:][follows], after[:-1][follows] = rows[:-1][follows], rows[1:][follows]
        corpus["before"][rows], corpus["after"][rows] = before, after
        length = corpus["length"]
        corpus["window"][rows] = length[rows] + length[before] * (before >= 0) + length[after] * (after >= 0)
        corpus.chat_length += np.bincount(chat, length[rows], len(corpus.chat_length))
        turns = np.bincount(chat, minlength=len(corpus.chat_length))
        peers = np.bincount(chat, corpus["peer"][rows], len(turns)) > 0
        corpus.chat_friend |= peers & (corpus.chat_length <= FRIENDS_TURN * turns)
        corpus["friend"][rows] = corpus.chat_friend[chat]
        starts = np.append(np.flatnonzero(np.append(True, ~follows)), len(rows))
        for first in range(0, len(starts) - 1, 256):
            some = starts[first : first + 257]
            part = rows[some[0] : some[-1]]
            vectors = corpus.steps(part) * corpus["scale"][part, None]
            sums = np.add.reduceat(vectors, some[:-1] - some[0], axis=0)
            lengths = np.linalg.norm(sums, axis=1, keepdims=True)
            for one, (steps, scale) in zip(chat[some[:-1]], packed(sums / np.maximum(lengths, 1e-9)), strict=True):
                corpus.chat_vector[one], corpus.chat_scale[one] = np.frombuffer(steps, np.int8), scale

    def _outside(self, far: Far, rows: Rows) -> NDArray[np.int8]:
        return far.steps([self._ids[row] for row in rows.tolist()])

    def _scored(self, row: int, features: dict[str, float]) -> Scored:
        return Scored(
            id=self._ids[row],
            item="message" if self._corpus["message"][row] else "memory",
            score=sum(features.values()),
            features={name: value for name, value in features.items() if value},
        )

    def _allowed(self, view: View) -> NDArray[np.bool_]:
        corpus, codes = self._corpus, self._codes
        message, at = corpus["message"], corpus["at"]
        if view.as_of is None:
            allowed: NDArray[np.bool_] = corpus["present"] & (corpus["ends"] > view.now)  # a message has no end
        else:
            once = codes["status"].mask((Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED))[corpus["status"]]
            known = once & (view.as_of < corpus["ends"])
            allowed = corpus["alive"] & (at <= view.as_of) & (message | known)
        if "message" not in view.items:
            allowed &= ~message
        if "memory" not in view.items:
            allowed &= message
        if view.roles is not None:
            allowed &= ~message | codes["role"].mask(view.roles)[corpus["role"]]
        if view.kinds is not None:
            allowed &= codes["kind"].mask(view.kinds)[corpus["kind"]]
        if view.without_categories:
            allowed &= message | ~codes["category"].mask(view.without_categories)[corpus["category"]]
        if view.without:
            allowed[[self._row[one] for one in view.without if one in self._row]] = False
        if view.only is not None:
            chosen = np.zeros(corpus.count, np.bool_)
            chosen[[self._row[one] for one in view.only if one in self._row]] = True
            allowed &= chosen
        return allowed

    def _meaning(self, vector: NDArray[np.float32] | None) -> Meaning | None:
        fits = vector is not None and self._dimensions and len(vector) == self._dimensions
        if not fits or vector is None or not self._row:
            return None
        return Meaning(vector) if self._far is None else FarMeaning(vector, self._far, self._row)

    def _candidates(self, allowed: NDArray[np.bool_], arms: Sequence[Floats]) -> Rows:
        rows = np.flatnonzero(allowed)
        if len(rows) <= SCORED_IN_FULL:
            return rows
        corpus = self._corpus
        chosen = np.zeros(corpus.count + 1, np.bool_)  # the last one answers for row -1
        # A turn that may not be returned can still make the answer to it the best hit.
        asking = asks(corpus)
        for arm in arms:
            best, asked = best_of(arm, allowed, asking)
            chosen[best] = chosen[corpus["after"][asked]] = True
        (near,) = best_of(arms[0], corpus["friend"])
        chosen[corpus["before"][near]] = chosen[corpus["after"][near]] = True
        return np.flatnonzero(chosen[:-1] & allowed)

    def _ordered(self, rows: Rows, scores: Floats, limit: int) -> list[int]:
        """Put the best ``limit`` places in order, and those that tie with the last of them."""
        # Sums of the same numbers in another order differ in the last digits: that must not decide.
        scores = np.round(scores, 6)
        places = np.arange(len(rows))
        if limit < len(rows):
            places = np.flatnonzero(scores >= np.partition(scores, -limit)[-limit])
        there = rows[places]
        keys = zip((-scores[places]).tolist(), (-self._corpus["at"][there]).tolist(), there.tolist(), strict=True)
        ranked = sorted((low, at, self._ids[row], p) for (low, at, row), p in zip(keys, places.tolist(), strict=True))
        return [place for _low, _at, _id, place in ranked]
