"""The arithmetic of a search: BM25, and the features of every candidate as arrays.

Turns of a chat among friends are scored with their neighbours and their whole sitting; everything else stands alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import simsimd
from numpy.typing import NDArray

from reverie.ports import View
from reverie.records.queries import Question, Sources
from reverie.store.search.postings import Postings, Rows
from reverie.store.search.ranking import NEAR_DUPLICATE, Fusion
from reverie.store.search.vectors import packed

Floats = NDArray[np.floating[Any]]

# BM25 (Robertson and Zaragoza 2009). The lengths of long assistant turns must count (b = 0.75); a short turn
# between friends is not worse for being long (b = 0.4). Measured on eight sets of conversations.
K1, B_FRIEND, B_ALONE = 0.9, 0.4, 0.75
# A sitting whose turns have more stems than this on average is not matched as friends chat: LongMemEval without its
# roles finds 81 % of the evidence so, and 70 % else. The sittings of LoCoMo have 11 to 18, assistants' chats 60.
FRIENDS_TURN = 35
# A share of the ideal score, to this power: two half matches are worth less than a whole one.
LEXICAL_POWER = 1.3
# A companion's turn asks from this share of questions on; an assistant's long answer that ends in one does not.
ASKING = 0.3
IDEAL_WORDS = 8
# The rarest words of a long question that anybody said decide; the rest would only cost time.
READ_WORDS = 32
BEST_OF_AN_ARM = 200
# Above so many rows the signs of the vectors, an eighth of the bytes, choose which vectors are looked at.
SIGNS_ABOVE, CHOSEN_BY_SIGNS = 20_000, 1000
TOLD_BEFORE_S, TOLD_AFTER_S = 2 * 86_400.0, 14 * 86_400.0


@dataclass(slots=True, kw_only=True)
class Corpus:
    """The arrays of one owner that scoring reads, a row for each item, and what is summed over them.

    ``before`` and ``after`` are rows of the same sitting, or -1. ``chat`` is the sitting's number, or -1;
    ``chat_*`` have a row for each sitting: ``chat_vector`` with ``chat_scale`` is the mean of its turns' vectors.
    ``norm`` is BM25's length term of the turn alone. ``far`` reads vectors that are in no column.
    """

    columns: dict[str, NDArray[Any]]
    count: int
    total: int
    norm: Floats
    mean_window: float
    chat_length: Floats
    chat_friend: NDArray[np.bool_]
    chat_vector: NDArray[np.int8]
    chat_scale: Floats
    far: Callable[[Rows], NDArray[np.int8]] | None = None

    def steps(self, rows: Rows) -> NDArray[np.int8]:
        """The packed vectors of rows."""
        return self["vector"][rows] if self.far is None else self.far(rows)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name][: self.count]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A question's words, rarest first, and where they stand: ``counts`` of word ``which`` in ``rows``.

    ``ideal`` is the best score the words could reach. A word that nobody said counts in it as the rarest: a
    question about it should find little.
    """

    idfs: Floats
    ideal: float
    which: Rows
    rows: Rows
    counts: Floats


def idf(total: int, having: NDArray[np.int64]) -> Floats:
    """Measure how rare terms are: ln(1 + (N - n + 0.5) / (n + 0.5)), never negative."""
    rarity: Floats = np.log1p((total - having + 0.5) / (having + 0.5))
    return rarity


def length_norm(lengths: Floats, mean: float, b: Floats | float) -> Floats:
    """Work out BM25's length term, k1 (1 - b + b length / mean)."""
    return (K1 * (1 - b + b * lengths / max(mean, 1e-9))).astype(np.float32)


def words_of(
    terms: Mapping[int, float], postings: Postings, corpus: Corpus, spelt: Mapping[int, Collection[int]] | None = None
) -> Words:
    """Look up a question's words; each weighs as much as it is rare, times the weight given to it.

    ``spelt`` are other terms that are the same word, by its own.
    """
    same = [[term, *(spelt or {}).get(term, ())] for term in terms]
    of = np.repeat(np.arange(len(terms)), [len(every) for every in same])
    spelling, rows, counts = postings.find(np.array([one for every in same for one in every], dtype=np.uint32))
    if corpus.total < corpus.count:
        alive = corpus["alive"][rows]
        spelling, rows, counts = spelling[alive], rows[alive], counts[alive]
    which = of[spelling]
    if len(of) > len(terms):
        ways = np.bincount(of, np.bincount(spelling, minlength=len(of)) > 0)
        which, rows, counts = _summed(which, rows, counts, (ways > 1)[which])
    having = np.bincount(which, minlength=len(terms))
    rarity = np.fromiter(terms.values(), np.float64) * idf(corpus.total, having)
    ranked = np.argsort(-rarity, kind="stable")
    said = ranked[having[ranked] > 0][:READ_WORDS]
    place = np.full(len(terms), -1)
    place[said] = np.arange(len(said))
    kept = np.flatnonzero(place[which] >= 0)
    kept = kept[np.argsort(place[which[kept]], kind="stable")]
    return Words(
        idfs=rarity[said],
        ideal=(K1 + 1) * sum(rarity[ranked[:IDEAL_WORDS]].tolist()),
        which=place[which[kept]],
        rows=rows[kept],
        counts=counts[kept],
    )


def _summed(
    which: Rows, rows: Rows, counts: Floats, several: NDArray[np.bool_]
) -> tuple[Rows, Rows, NDArray[np.floating[Any]]]:
    """Sum up how often a word is in a row; ``several`` are the places of words that stand there in several ways."""
    if not several.any():
        return which, rows, counts
    wide = int(rows.max()) + 1
    found, places = np.unique(which[several] * wide + rows[several], return_inverse=True)
    summed = np.bincount(places, counts[several]).astype(np.float32)
    once = ~several
    return (
        np.concatenate((which[once], found // wide)),
        np.concatenate((rows[once], found % wide)),
        np.concatenate((counts[once], summed)),
    )


def turn_scores(words: Words, corpus: Corpus) -> Floats:
    """Score every row by BM25, each turn alone."""
    weights = words.idfs[words.which] * (K1 + 1) * words.counts / (words.counts + corpus.norm[words.rows])
    return np.bincount(words.rows, weights, corpus.count).astype(np.float64, copy=False)


def window_scores(words: Words, corpus: Corpus, rows: Rows) -> Floats:
    """Score rows by BM25 over the turn with the one before and the one after it, as one text."""
    scores = np.zeros(len(rows))
    before, after = corpus["before"][rows], corpus["after"][rows]
    norm = length_norm(corpus["window"][rows], corpus.mean_window, B_FRIEND)
    counts = np.zeros(corpus.count + 1, np.float32)  # the last stays 0: it answers for row -1
    starts = np.searchsorted(words.which, np.arange(len(words.idfs) + 1)).tolist()
    for rarity, start, end in zip(words.idfs.tolist(), starts, starts[1:], strict=False):
        said = words.rows[start:end]
        counts[said] = words.counts[start:end]
        together = counts[rows] + counts[before] + counts[after]
        counts[said] = 0
        scores += rarity * (K1 + 1) * together / (together + norm)
    return scores


def chat_scores(words: Words, corpus: Corpus, rows: Rows) -> Floats:
    """Score rows of friends' chats by BM25 over their whole sitting, as one text."""
    chat, friends = corpus["chat"], corpus.chat_friend
    width, total = len(friends), int(np.count_nonzero(friends))
    among = corpus["friend"][words.rows]
    places = words.which[among] * width + chat[words.rows[among]]
    counts = np.bincount(places, words.counts[among], len(words.idfs) * width).reshape(-1, width)
    idfs = idf(total, np.count_nonzero(counts, axis=1))
    here = counts[:, chat[rows]]
    norm = length_norm(corpus.chat_length[chat[rows]], float(corpus.chat_length[friends].mean()), B_FRIEND)
    scores: Floats = idfs @ ((K1 + 1) * here / (here + norm))
    return scores


def likeness_among(corpus: Corpus, rows: Rows) -> Floats:
    """Compare items with others: 1 where words and meaning are the same, else their cosine, between memories.

    Two messages of cosine 0.97 may differ in the one figure that was asked for (a best time, then a better
    one): passing over the second lost 1.3 points on LongMemEval.
    """
    memory, scales, vectors = ~corpus["message"][rows], corpus["scale"][rows], corpus.steps(rows)
    cosines: Floats = np.zeros((len(rows), len(rows)), np.float32)
    if vectors.size:
        # Not a product of matrices: the library behind it wakes a thread for every core, and waits for them all.
        dots = simsimd.cdist(vectors, vectors, metric="dot", out_dtype="float32", threads=1)
        cosines = np.asarray(dots) * np.outer(scales, scales)
    same = (corpus["print"][rows, None] == corpus["print"][rows]) & (corpus["length"][rows] > 0.0)
    # "Sam can swim" and "Sam can't swim" have the same content words: their meaning has to agree too.
    same &= (cosines > NEAR_DUPLICATE) | ~((scales > 0)[:, None] & (scales > 0))
    likeness: Floats = np.where(memory[:, None] & memory, np.maximum(cosines, same), same).astype(np.float64)
    likeness *= memory[:, None] == memory
    np.fill_diagonal(likeness, 0.0)
    return likeness


class Meaning:
    """A question's vector, to be compared with the rows of a corpus."""

    def __init__(self, vector: NDArray[np.float32]) -> None:
        [(steps, self._scale)] = packed(vector[None])
        self._steps = np.frombuffer(steps, np.int8)[None]

    def cosines(self, vectors: NDArray[np.int8], scales: Floats) -> Floats:
        """Measure the likeness to packed vectors."""
        if not len(vectors):
            return np.zeros(0, np.float32)
        dots = np.asarray(simsimd.cdist(self._steps, vectors, metric="dot", out_dtype="float32", threads=1))[0]
        likeness: Floats = dots * (scales * np.float32(self._scale))
        return likeness

    def nearest(self, corpus: Corpus, allowed: NDArray[np.bool_]) -> Floats:
        """Measure every row's likeness; in a large corpus that of the allowed rows that may be nearest, 0 elsewhere."""
        vectors, scales = corpus["vector"], corpus["scale"]
        if corpus.count <= SIGNS_ABOVE:
            return self.cosines(vectors, scales)
        signs = np.packbits(self._steps > 0, axis=1)
        apart = np.asarray(simsimd.cdist(signs, corpus["signs"], metric="hamming", dtype="bin8", threads=1))[0]
        apart[~(allowed & (scales > 0))] = np.inf
        rows = np.sort(np.argpartition(apart, CHOSEN_BY_SIGNS)[:CHOSEN_BY_SIGNS])
        likeness = np.zeros(corpus.count, np.float32)
        likeness[rows] = self.cosines(vectors[rows], scales[rows])
        return likeness

    def parts(self, fusion: Fusion, corpus: Corpus, rows: Rows, near: Floats) -> dict[str, Floats]:
        """Work out weight times value of the likeness of rows, and of the mean of their sittings.

        ``near`` is what ``nearest`` gave for the same corpus.
        """
        chat = corpus["chat"][rows]
        if len(corpus.chat_scale) <= 4 * len(rows):
            sittings = np.append(self.cosines(corpus.chat_vector, corpus.chat_scale), np.float32(0))[chat]
        else:
            sittings = self.cosines(corpus.chat_vector[chat], corpus.chat_scale[chat]) * (chat >= 0)
        every = corpus.count <= SIGNS_ABOVE and corpus.far is None
        return {
            "dense": fusion.dense * (near[rows] if every else self.cosines(corpus.steps(rows), corpus["scale"][rows])),
            "dense_session": fusion.dense_session * sittings,
        }


def best_of(values: Floats, *those: NDArray[np.bool_]) -> Iterator[Rows]:
    """Choose of each of those rows the ones with the highest values above 0, and what ties with the last of them."""
    high = np.flatnonzero(values > values.max(initial=0.0) / 2)  # most lie far below
    for allowed in those:
        rows = high[allowed[high]]
        if len(rows) < BEST_OF_AN_ARM:
            rows = np.flatnonzero(allowed & (values > 0))
        if len(rows) > BEST_OF_AN_ARM:
            rows = rows[values[rows] >= np.partition(values[rows], -BEST_OF_AN_ARM)[-BEST_OF_AN_ARM]]
        yield rows


def word_parts(
    question: Question, fusion: Fusion, corpus: Corpus, rows: Rows, found: tuple[Words, Floats], near: Floats
) -> dict[str, Floats]:
    """Work out weight times value of the features of words, and of the companion's question that a row answers.

    ``found`` is the question's words, and every row's BM25; ``near`` is every row's likeness in meaning.
    """
    words, turns = found
    wordy = (1.0 if question.is_question else fusion.statement) / max(words.ideal, 1e-9) ** LEXICAL_POWER
    friends = np.flatnonzero(corpus["friend"][rows])
    lex, session = turns[rows], np.zeros(len(rows))
    if len(friends) and len(words.idfs):
        lex[friends] = window_scores(words, corpus, rows[friends])
        session[friends] = chat_scores(words, corpus, rows[friends])
    return {
        "lex": fusion.lex * wordy * lex**LEXICAL_POWER,
        "lex_session": fusion.lex_session * wordy * session**LEXICAL_POWER,
        "asked": _answered(question, fusion, corpus, rows, (wordy, turns), near),
    }


def asks(corpus: Corpus, rows: Rows | slice = slice(None)) -> NDArray[np.bool_]:
    """Tell which rows are a companion's questions."""
    alone = corpus["assistant"][rows] & ~corpus["friend"][rows]
    questions: NDArray[np.bool_] = alone & (corpus["asking"][rows] >= ASKING)
    return questions


def _answered(
    question: Question, fusion: Fusion, corpus: Corpus, rows: Rows, found: tuple[float, Floats], near: Floats
) -> Floats:
    """Work out what words and meaning of a companion's question add to the person's answer to it.

    ``found`` is what a BM25 counts, and every row's; ``near`` is every row's likeness. A question loses what ``fusion``
    says, but for one who looks for just that.
    """
    (wordy, turns), before = found, corpus["before"][rows]
    parts: Floats = asks(corpus, rows) * (0.0 if question.asks_questions or question.asks_assistant else fusion.asks)
    replies = np.flatnonzero((before >= 0) & asks(corpus, before) & ~corpus["assistant"][rows])
    alone, asked = turns[rows[replies]], before[replies]
    both = (alone + fusion.asked_words * turns[asked]) ** LEXICAL_POWER
    meant = fusion.asked_meaning * np.maximum(near[asked], 0)
    parts[replies] = fusion.lex * wordy * (both - alone**LEXICAL_POWER) + fusion.dense * meant
    return parts


def traits(
    question: Question, fusion: Fusion, corpus: Corpus, rows: Rows, view: View, named: tuple[int | None, int | None]
) -> dict[str, Floats]:
    """Work out weight times value of every feature of the item itself: author, source, length, time, memory's own.

    ``named`` are the numbers of the speaker that the question names and of the conversation that is going on.
    """
    speaker, here = named
    message, friend, at = corpus["message"][rows], corpus["friend"][rows], corpus["at"][rows]
    parts: dict[str, Floats] = {
        "source": fusion.source * _source(question, view.sources, corpus, rows, here),
        "question_share": fusion.question_share * corpus["asking"][rows] * friend,
        "short": fusion.short * corpus["short"][rows],
        "long": fusion.long * corpus["long"][rows],
    }
    if speaker is not None:
        parts["author"] = fusion.author * np.where(corpus["speaker"][rows] == speaker, 1.0, -1.0) * message
    memory = ~message
    if memory.any():
        age_days = np.maximum(0.0, view.now - at) / 86_400
        parts["memory"] = fusion.memory * memory
        parts["importance"] = fusion.importance * (corpus["importance"][rows] - 0.5) * memory
        parts["recency"] = fusion.recency * 0.5 ** (age_days / fusion.recency_days) * memory
    if question.asks_when:
        parts["when_temporal"] = fusion.when_temporal * corpus["temporal"][rows]
    if question.dates:
        parts["date"] = fusion.date * within(question, at)
    return parts


def brevity(words: Sequence[int]) -> tuple[Floats, Floats]:
    """Measure lengths of texts as ln(1 + words): what of it is up to 30 words, and what is beyond."""
    length, most = np.log1p(np.array(words, np.float32)), np.float32(np.log(31.0))
    return np.minimum(length, most), np.maximum(np.float32(0), length - most)


def _source(question: Question, sources: Sources, corpus: Corpus, rows: Rows, here: int | None) -> Floats:
    """Measure in halvings how much less a row's source counts than the person's words in other conversations.

    A question for what the companion said turns the tables: its words count twice as much.
    """
    replied, now = corpus["assistant"][rows], corpus["chat"][rows] == (-2 if here is None else here)
    inputs, inputs_here, replies, replies_here = np.log2(
        np.array([sources.inputs, sources.inputs_here, sources.replies, sources.replies_here]) / sources.inputs
    )
    if question.asks_assistant:
        replies = replies_here = 1.0
    counted = np.where(replied, np.where(now, replies_here, replies), np.where(now, inputs_here, inputs))
    counts: Floats = counted * corpus["message"][rows]
    return counts


def dated(question: Question, corpus: Corpus, found: Floats) -> Floats:
    """Measure what was found as far as it is of the question's dates; of equals the newest first.

    Being new counts a thousandth at most: too little to outweigh a word or a meaning.
    """
    at = corpus["at"]
    newer = 1e-3 * (at - at.min() + 1) / (np.ptp(at) + 1)
    measured: Floats = (found + newer) * within(question, at)
    return measured


def within(question: Question, at: Floats) -> Floats:
    """Measure how well times fit the question's dates: 1 inside, falling to 0 outside.

    It falls over two days before, and over two weeks after: what happened last weekend is told in the days that
    follow.
    """
    best = np.zeros(len(at))
    for start, end in question.dates:
        early, late = (start.timestamp() - at) / TOLD_BEFORE_S, (at - end.timestamp()) / TOLD_AFTER_S
        best = np.maximum(best, 1 - np.maximum(0.0, np.maximum(early, late)))
    return best


MAIN_SPEAKER_SHARE = 0.15


def main_speakers(corpus: Corpus, names: Mapping[int, str]) -> list[str]:
    """Name who says at least 15 % of the messages, the most talkative first; ``names`` are by speaker code."""
    said = np.bincount(corpus["speaker"][corpus["alive"] & corpus["message"]])
    least = max(1.0, MAIN_SPEAKER_SHARE * said.sum())
    main = [(-int(times), names[code]) for code, times in enumerate(said) if times >= least]
    return [name for _, name in sorted(main) if name]
