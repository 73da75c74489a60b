"""What is never kept: secrets are masked before anything is written, embedded, learned or logged.

A text is searched by tables and a few finders: numbers with their check digits (``numbers``, ``checks``), keys by their
format (``tokens``), and secrets that are told in words (``words``). Most texts hold none of the words and digits that
any of them needs, and are read once. What is told in passing (``spoken``) has to look like a secret too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reverie.errors import Refused
from reverie.secrets import verbal_secrets
from reverie.secrets.finding import TOKENS, Found, Piece, piece, undisguised
from reverie.secrets.numbers import NUMBERS, TOLD, cards, ibans
from reverie.secrets.passing_secrets import SPOKEN
from reverie.text.patterns import UUID, lazy_pattern

__all__ = ["READ", "Found", "Masked", "masked", "no_secret", "secrets"]

READ = 50_000
"""Characters that are searched for secrets in one piece; longer texts are searched piece by piece."""

_OVERLAP = 8_200

_REPEATED = 4
"""Characters that a secret has at least where it is looked for in the rest of its text."""

_TIMES = 20
"""How often a text is searched: two secrets in one breath may be one find, and what is left of them another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A text that may be kept, and the kinds of secret that were taken out of it."""

    text: str
    kinds: tuple[str, ...] = ()


def secrets(text: str) -> list[Found]:
    """Where the secrets of a text stand, in order and apart from each other; one inside another is part of it.

    What is a secret in one place of a text is one wherever it stands there.
    """
    told, places = undisguised(text)
    if told != text:
        return [Found(places[one.start], places[one.end - 1] + 1, one.kind) for one in secrets(told)]
    found = []
    for start in range(0, max(1, len(text)), READ):
        for one in _in_piece(piece(text[start : start + READ + _OVERLAP])):
            found.append(Found(start + one.start, start + one.end, one.kind))
    said = {text[one.start : one.end]: one.kind for one in found if one.end - one.start >= _REPEATED}
    said = {secret: kind for secret, kind in said.items() if secret.casefold() != "password"}
    for secret, kind in said.items():
        for again in re.finditer(rf"(?<!\w){re.escape(secret)}(?!\w)", text):
            found.append(Found(*again.span(), kind))
    apart: list[Found] = []
    for one in sorted(found, key=lambda f: (f.start, -f.end)):
        if apart and one.start < apart[-1].end:
            apart[-1] = apart[-1]._replace(end=max(apart[-1].end, one.end))
        else:
            apart.append(one)
    return apart


def _in_piece(searched: Piece) -> Iterator[Found]:
    for secret in TOKENS:
        yield from secret.found(searched)
    yield from verbal_secrets.told(searched)
    for secret in SPOKEN:
        yield from secret.found(searched)
    if searched.digits >= 4:
        yield from cards(searched)
        yield from ibans(searched)
        for secret in (*NUMBERS, *TOLD):
            yield from secret.found(searched)


def masked(text: str) -> Masked:
    """The text with every secret replaced by a note of its kind.

    >>> masked("my wifi password is hunter2, ok?").text
    'my wifi password is [password removed], ok?'
    """
    kinds: dict[str, None] = {}
    for _time in range(_TIMES):
        found = secrets(text)
        if not found:
            break
        pieces, at = [], 0
        for start, end, kind in found:
            pieces += [text[at:start], f"[{kind} removed]"]
            at = end
        text = "".join([*pieces, text[at:]])
        kinds.update(dict.fromkeys(one.kind for one in found))
    return Masked(text=text, kinds=tuple(kinds))


_UUID = lazy_pattern(rf"\b{UUID}\b", re.IGNORECASE)
"""An id as programs make them, in which one of many looks like a number of a bank account."""


def no_secret(text: str, what: str) -> None:
    """See that something that is kept as it is, a name or an id, holds no secret.

    Raises:
        Refused: it does.
    """
    kinds = masked(_UUID.sub("", text)).kinds
    if kinds:
        raise Refused(f"a {kinds[0]} is never stored: give {what} without one", reason="sensitive")
