"""The extractor: a small model of the project's own that finds in real talk what lasts.

It reads a turn with the end of what was said before it, in one pass of a tuned MiniLM. Of each clause it tells how
likely it says something lasting, about whom, of what sort, and what that does to what was known; and of each word
whether it is part of a value. Its files lie beside this one; ``model/`` in the project trains them.

    [CLS] end of the person's words before [SEP] end of the companion's turn before [SEP] the turn [SEP]
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import ModelUnavailable
from reverie.models import onnx
from reverie.models.wordpiece import WordPiece
from reverie.ports import ENDING, Clause

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

OWN_BEFORE, COMPANION_BEFORE, PIECE = 32, 48, 128
"""Tokens of the person's words before, of the companion's turn before, and of the turn, that are read at once."""

KNOWN = 64
"""Tokens of something known, where it is held against what is said."""

LONGEST = 20_000
"""Characters of a turn that are read: a person's own words are shorter, a pasted document says nothing of them."""

REMEDY = 'pip install --force-reinstall onnxruntime, or choose the extractor "none"'
PAIRS: Mapping[str, Sequence[str]] = {
    "pair": ("unrelated", "same", "ends"),
    "whose": ("another", "theirs"),
    "answers": ("beside", "answers"),
}
"""What two texts are asked, and what they may be to each other, in the order of the model's last columns: what is said
to what is known, what is said to somebody who was named, what is known to a question.
"""

Ids = tuple[list[int], list[int]]
"""Tokens and their types."""

BEFORE_WHOSE, SAID_OF = 48, 64
"""Tokens of what was said before, and of what is said, where it is asked of whom that is."""

QUESTION, TOLD = 48, 96
"""Tokens of a question, and of what may answer it."""

TOGETHER = 8
"""Pairs that are computed at once."""

_CLS, _SEP = 101, 102
_ENDS = re.compile(r"(?<=[.!?…\n])\s+|\n+")
_CLAUSE_ENDS = re.compile(
    r"(?<=[.!?…;:])\s+|\n+|,\s+|\s[-–—]+\s|(?=\s(?:and|but|so|because|cos|coz|cause|then|though|who|which)\s)",
    re.IGNORECASE,
)
_WORD_ENDS = re.compile(r"\s+")
_TAGS = 3
_BEGIN = 1
_IN_A_VALUE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """A piece of a turn as it is given to the model; the turn's own tokens are those from ``first`` on.

    ``offsets`` are the character ranges of these in the turn. ``clauses`` are the ranges of characters that are judged
    one by one, each with its tokens, as (first, one behind the last) among the turn's own.
    """

    tokens: tuple[int, ...]
    types: tuple[int, ...]
    first: int
    offsets: tuple[tuple[int, int], ...]
    clauses: tuple[tuple[tuple[int, int], tuple[int, int]], ...]


class Reader:
    """Cuts turns into pieces, and pieces into clauses and tokens."""

    def __init__(self) -> None:
        self._tokenizer = WordPiece(onnx.VOCABULARY)

    def encoded(self, text: str, own: str = "", companion: str = "") -> Iterator[Encoded]:
        """Give a turn piece by piece; ``own`` and ``companion`` are what was said before it."""
        clauses = [span for span in _spans(text, _CLAUSE_ENDS) if text[slice(*span)].strip()]
        for start, end in self._pieces(text):
            made = self._tokenizer.encode(text[start:end], add_special_tokens=False)
            before = (_CLS, *self._ids(own)[-OWN_BEFORE:], _SEP, *self._ids(companion)[-COMPANION_BEFORE:], _SEP)
            ids = made.ids[:PIECE]
            offsets = tuple((a + start, b + start) for a, b in made.offsets[:PIECE])
            here = [clause for clause in clauses if clause[0] < end and clause[1] > start]
            inside = ((clause, _tokens(clause, offsets)) for clause in here)
            yield Encoded(
                tokens=(*before, *ids, _SEP),
                types=(*[0] * len(before), *[1] * (len(ids) + 1)),
                first=len(before),
                offsets=offsets,
                clauses=tuple((clause, tokens) for clause, tokens in inside if tokens is not None),
            )
            own = text[start:end]

    def pair(self, known: str, text: str, companion: str = "") -> Ids:
        """Give tokens and their types of what is known beside what is said now."""
        before = [_CLS, *self._ids(known)[:KNOWN], _SEP, *self._ids(companion)[-OWN_BEFORE:], _SEP]
        after = [*self._ids(text)[:PIECE], _SEP]
        return [*before, *after], [*[0] * len(before), *[1] * len(after)]

    def whose(self, somebody: str, text: str, before: str = "") -> Ids:
        """Give tokens and their types of somebody who was named beside what is said, up to its end, and before it."""
        first = [_CLS, *self._ids(somebody)[:OWN_BEFORE], _SEP, *self._ids(before)[-BEFORE_WHOSE:], _SEP]
        last = [*self._ids(text)[-SAID_OF:], _SEP]
        return [*first, *last], [*[0] * len(first), *[1] * len(last)]

    def answer(self, told: str, question: str) -> Ids:
        """Give tokens and their types of a question beside what may answer it."""
        first = [_CLS, *self._ids(question)[:QUESTION], _SEP]
        last = [*self._ids(told)[:TOLD], _SEP]
        return [*first, *last], [*[0] * len(first), *[1] * len(last)]

    def _pieces(self, text: str) -> list[tuple[int, int]]:
        """Cut a text between sentences into character ranges of at most ``PIECE`` tokens, as far as that can be.

        A sentence that is longer, as one that is dictated, is cut between clauses, or else between words.
        """
        found: list[tuple[int, int]] = []
        start = last = 0
        for _start, end in self._cuts(text):
            if last > start and len(self._ids(text[start:end])) > PIECE:
                found.append((start, last))
                start = last
            last = end
        return [*found, (start, len(text))]

    def _cuts(self, text: str) -> Iterator[tuple[int, int]]:
        for span in _spans(text, _ENDS):
            parts = [span]
            for ends in (_CLAUSE_ENDS, _WORD_ENDS):
                parts = [
                    (start + a, start + b)
                    for start, end in parts
                    for a, b in (
                        _spans(text[start:end], ends)
                        if end - start > PIECE and len(self._ids(text[start:end])) > PIECE
                        else [(0, end - start)]
                    )
                ]
            yield from parts

    def _ids(self, text: str) -> list[int]:
        return self._tokenizer.encode(text, add_special_tokens=False).ids


def _spans(text: str, ends: re.Pattern[str]) -> list[tuple[int, int]]:
    """Character ranges between the ends that a pattern finds, all of the text together."""
    cuts = [0, *(match.end() for match in ends.finditer(text)), len(text)]
    return [(start, end) for start, end in pairwise(cuts) if start < end]


def _tokens(span: tuple[int, int], offsets: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The tokens of a range of characters, as (first, one behind the last); None where it has none."""
    inside = [place for place, (a, b) in enumerate(offsets) if a < span[1] and b > span[0]]
    return (inside[0], inside[-1] + 1) if inside else None


class TunedExtractor:
    """The extractor in a folder with ``extractor.onnx`` and ``extractor.json``; threads may share it."""

    def __init__(self, folder: Path = Path(__file__).parent) -> None:
        self._folder = folder
        self._loading = threading.Lock()
        self._model: tuple[Reader, InferenceSession, list[tuple[str, list[Any]]]] | None = None

    def extract(self, text: str, *, own: str = "", companion: str = "") -> list[Clause]:
        """Judge every clause of a turn, in order.

        Raises:
            ModelUnavailable: a package or the model's file is missing or damaged.
        """
        reader, session, columns = self._loaded()
        return [
            clause
            for piece in reader.encoded(text[:LONGEST], own[-LONGEST:], companion[-LONGEST:])
            for clause in self._clauses(piece, _logits(session, piece), columns)
        ]

    def ending(self, known: Sequence[str], said: str, *, companion: str = "") -> list[float]:
        """Tell how likely what is said ends each thing that is known, from 0 to 1.

        Raises:
            ModelUnavailable: a package or the model's file is missing or damaged.
        """
        return self._of_pairs(
            known,
            lambda reader, one: reader.pair(one, said[:LONGEST], companion[-LONGEST:]),
            "pair",
            "ends",
        )

    def whose(self, named: Sequence[str], said: str, *, before: str = "") -> list[float]:
        """Tell how likely what is said is about each of those who were named, from 0 to 1.

        Raises:
            ModelUnavailable: a package or the model's file is missing or damaged.
        """
        return self._of_pairs(
            named,
            lambda reader, one: reader.whose(one, said[-LONGEST:], before[-LONGEST:]),
            "whose",
            "theirs",
        )

    def answering(self, told: Sequence[str], question: str) -> list[float]:
        """Tell how likely each thing that was told answers a question, from 0 to 1.

        Raises:
            ModelUnavailable: a package or the model's file is missing or damaged.
        """
        return self._of_pairs(
            told, lambda reader, one: reader.answer(one[:LONGEST], question[:LONGEST]), "answers", "answers"
        )

    def _of_pairs(
        self, texts: Sequence[str], paired: Callable[[Reader, str], Ids], asked: str, label: str
    ) -> list[float]:
        """How likely a label of what is asked of pairs is of each text, paired with another."""
        if not texts:
            return []
        reader, session, _columns = self._loaded()
        names = [name for name, labels in PAIRS.items() for _label in labels]
        first, labels = names.index(asked) - len(names), PAIRS[asked]
        logits = _first_logits(session, [paired(reader, one) for one in texts])
        likely = _likely(logits[:, logits.shape[1] + first :][:, : len(labels)])
        return [float(one) for one in likely[:, labels.index(label)]]

    def _clauses(
        self, piece: Encoded, logits: NDArray[np.float32], columns: Sequence[tuple[str, list[Any]]]
    ) -> Iterator[Clause]:
        many = sum(len(names) for _name, names in columns)
        rows = logits[piece.first : piece.first + len(piece.offsets)]
        values = list(_stretches(_likely(rows[:, :_TAGS])))
        of_first = logits[0, _TAGS + many : _TAGS + 2 * many]
        for (start, end), (first, last) in piece.clauses:
            told = rows[first:last, _TAGS : _TAGS + many].mean(axis=0) + of_first
            of = dict(_told(told, columns))
            yield Clause(
                start=start,
                end=end,
                confidence=of["lasting"][True],
                values=tuple(
                    (piece.offsets[a][0], piece.offsets[b - 1][1]) for a, b in values if a < last and b > first
                ),
                attribute=_likeliest(of["attribute"]),
                about=_likeliest(of["person"]),
                state=_likeliest(of["state"]),
                effect=_likeliest(of["effect"]),
                ends=sum(likely for effect, likely in of["effect"].items() if effect in ENDING),
                leans=_likeliest(of["leans"]),
                attributes=of["attribute"],
                of_other=of["person"]["other"],
            )

    def _loaded(self) -> tuple[Reader, InferenceSession, list[tuple[str, list[Any]]]]:
        with self._loading:
            if self._model is None:
                self._model = _load(self._folder)
            return self._model


def _load(folder: Path) -> tuple[Reader, InferenceSession, list[tuple[str, list[Any]]]]:
    reader, session = Reader(), onnx.session(folder / "extractor.onnx", remedy=REMEDY)
    try:
        described = json.loads((folder / "extractor.json").read_text("utf-8"))
        columns = [(one["name"], list(one["labels"])) for one in described["columns"]]
        if session.get_outputs()[0].shape[-1] not in (_width(columns), None):
            raise ValueError("its columns are not those that its description names")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelUnavailable(f"{folder} holds no extractor that can be used ({error}). {REMEDY}.") from error
    return reader, session, columns


def _width(columns: Sequence[tuple[str, list[Any]]]) -> int:
    """How many logits a token has: tags of values, what it adds to a clause and what the first adds, and of pairs."""
    return _TAGS + 2 * sum(len(names) for _name, names in columns) + sum(map(len, PAIRS.values()))


def _logits(session: InferenceSession, piece: Encoded) -> NDArray[np.float32]:
    import numpy as np

    ids = np.array([piece.tokens], dtype=np.int64)
    types = np.array([piece.types], dtype=np.int64)
    inputs = {"input_ids": ids, "token_type_ids": types, "attention_mask": np.ones_like(ids)}
    found: NDArray[np.float32] = session.run(["logits"], inputs)[0][0]
    return found


def _first_logits(session: InferenceSession, pairs: Sequence[Ids]) -> NDArray[np.float32]:
    """The logits of the first token of each row; those of nearly the same length are computed together."""
    import numpy as np

    order = sorted(range(len(pairs)), key=lambda place: len(pairs[place][0]))
    computed = []
    for start in range(0, len(order), TOGETHER):
        chosen = [pairs[place] for place in order[start : start + TOGETHER]]
        shape = (len(chosen), len(chosen[-1][0]))
        ids, types, mask = (np.zeros(shape, dtype=np.int64) for _ in range(3))
        for row, (tokens, kinds) in enumerate(chosen):
            ids[row, : len(tokens)], types[row, : len(tokens)], mask[row, : len(tokens)] = tokens, kinds, 1
        inputs = {"input_ids": ids, "token_type_ids": types, "attention_mask": mask}
        computed.append(session.run(["logits"], inputs)[0][:, 0])
    rows: NDArray[np.float32] = np.concatenate(computed)
    return rows[np.argsort(order)]


def _likely(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of logits, along the last axis."""
    import numpy as np

    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    found: NDArray[np.float32] = powers / powers.sum(axis=-1, keepdims=True)
    return found


def _stretches(likely: NDArray[np.float32]) -> Iterator[tuple[int, int]]:
    """Give runs of tokens that are likely inside, cut where one begins anew, as (first, one behind the last)."""
    start: int | None = None
    for place in range(len(likely) + 1):
        held = place < len(likely) and 1 - likely[place, 0] >= _IN_A_VALUE
        anew = held and int(likely[place].argmax()) == _BEGIN
        if start is not None and (anew or not held):
            yield start, place
            start = None
        if held and start is None:
            start = place


def _told(row: NDArray[np.float32], columns: Sequence[tuple[str, list[Any]]]) -> Iterator[tuple[str, dict[Any, float]]]:
    """Give how likely each label of each column is."""
    at = 0
    for name, names in columns:
        likely = _likely(row[at : at + len(names)])
        yield name, dict(zip(names, map(float, likely), strict=True))
        at += len(names)


def _likeliest(labels: Mapping[Any, float]) -> Any:
    return max(labels, key=labels.__getitem__)
