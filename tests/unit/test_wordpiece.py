"""Words are cut as the package that the models were trained with cuts them."""

from __future__ import annotations

import random
import tracemalloc
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

from reverie.models.onnx import VOCABULARY
from reverie.models.wordpiece import WordPiece

TRICKY = "aeé\u0301ñüßİıΣςｆﬁ中日\ufffd\x00\x0b\x1c\x85\xa0\u2028\u3000—“”…🙂👩\u200d👧\t\n'.,!?_-[]#@Джאבক্한글"


@cache
def theirs() -> BertWordPieceTokenizer:
    return BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)


@cache
def ours(tokens: int | None = None) -> WordPiece:
    return WordPiece(VOCABULARY, tokens)


@given(st.text(st.one_of(st.sampled_from(TRICKY), st.characters(max_codepoint=0x5FF, exclude_categories=["Cn", "Cs"]))))
def test_any_text_has_the_same_tokens_at_the_same_places(text: str) -> None:
    made, expected = ours().encode(text, add_special_tokens=False), theirs().encode(text, add_special_tokens=False)
    assert (made.ids, made.offsets) == (expected.ids, expected.offsets)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "ok", "Unbelievably, its not over!!", "café CAFÉ", "x" * 101, "中文 und Straße", "a\x00b"],
)
@pytest.mark.parametrize("tokens", [None, 3, 6])
def test_its_marks_count_among_its_tokens(text: str, tokens: int | None) -> None:
    cut = theirs().encode(text).ids
    kept = cut if tokens is None else [*cut[:-1][: tokens - 1], cut[-1]]
    assert ours(tokens).encode(text).ids == kept


def test_a_mark_in_what_somebody_says_is_no_mark() -> None:
    assert theirs().token_to_id("[SEP]") not in ours().encode("the end [SEP] of it", add_special_tokens=False).ids


def test_nothing_is_kept_of_the_words_that_were_read() -> None:
    letters = random.Random(7)
    texts = ["".join(letters.choices("bcdfghjklmnpqrstvwxz", k=100)) for _ in range(300)]
    ours().encode(texts[0])
    tracemalloc.start()
    try:
        for text in texts:
            ours().encode(text)
        assert tracemalloc.get_traced_memory()[0] < 100_000
    finally:
        tracemalloc.stop()
