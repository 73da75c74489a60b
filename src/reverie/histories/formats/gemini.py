"""Gemini's history from Google Takeout, ``MyActivity.json``: the newest first, a prompt and its answer in one entry.

It does not say which prompts belong together, so a day is a conversation.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from reverie.histories.days import by_day
from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value
from reverie.histories.models import History, PastConversation, Turn, digest_of
from reverie.text.patterns import lazy_pattern

_PRODUCT = lazy_pattern(r"\b(gemini|bard)\b", re.IGNORECASE)
_PROMPTED = lazy_pattern(r"^(?:Prompted|Asked|Said)\s+")
_BREAK = lazy_pattern(r"<(?:br|/p|/li|/h\d|/div)\b[^<>]*>", re.IGNORECASE)
_TAG = lazy_pattern(r"<[^<>]*>")


def fits(document: Document) -> bool:
    """Whether a text is such a file; those of other products in Takeout are not."""
    first = document.first
    products = first.get("products")
    named = [first.get("header"), *(products if isinstance(products, list) else [])]
    ours = any(isinstance(one, str) and _PRODUCT.search(one) for one in named)
    return document.layout is Layout.ARRAY and "time" in first and ours


def read(documents: Sequence[Document]) -> History:
    """Read the entries in the order in which they were made. Only prompts in words come in.

    Raises:
        InvalidInput: something in them is of another type than it has to be.
    """
    found: list[PastConversation] = []
    for document in documents:
        entries = [turns for entry in document.elements() if (turns := list(_turns(entry)))]
        entries.sort(key=lambda turns: turns[0][0])
        found += by_day("gemini", ((day[:10], turn) for turns in entries for day, turn in turns))
    return History(conversations=tuple(found))


def _turns(entry: Value) -> Iterator[tuple[str, Turn]]:
    """A prompt and its answer, each with the time of the prompt as it is sorted."""
    title, at = entry.get("title").text().strip(), entry.get("time").moment()
    prompt = _PROMPTED.sub("", title)
    answer = "\n".join(_plain(one.get("html").text()) for one in entry.get("safeHtmlItem").items()).strip()
    if at is None or not prompt or (prompt == title and not answer):
        return
    key = f"{at.isoformat()}:{digest_of(prompt)[:8]}"
    said = Turn(speaker="", role="user", text=prompt, key=key, at=at, where=entry.where)
    yield at.isoformat(), said
    if answer:
        later = at + timedelta(seconds=1)
        yield (
            at.isoformat(),
            Turn(speaker="Gemini", role="assistant", text=answer, key=f"{key}:answer", at=later, where=entry.where),
        )


def _plain(written: str) -> str:
    """The words of a piece of HTML."""
    lines = html.unescape(_TAG.sub("", _BREAK.sub("\n", written))).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())
