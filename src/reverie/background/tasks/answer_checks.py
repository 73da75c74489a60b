"""What of an answer holds: the checks that observations, opinions, episodes and summaries have in common.

Nothing that a model says is believed. It quotes a message by its number; the words have to stand there, be its
speaker's own, and carry what is made of them. A reason for refusing never repeats words of anybody: it is counted.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Annotated

from pydantic import BeforeValidator, Field

from reverie.background.tasks.transcript import LINE, Talk
from reverie.learning import evidence
from reverie.memory.opposites import opposed
from reverie.prompts import prompt
from reverie.records.conversations import Message, Role
from reverie.secrets import masked
from reverie.text.value_matching import words

LONGEST = 240
"""Characters of a statement, a sentence or two."""


class Why(StrEnum):
    """Why something was refused."""

    EMPTY = "it says nothing"
    LONG = f"it is longer than {LONGEST} characters"
    SECRET = "it holds a secret"  # noqa: S105 - it says that there is one
    UNKNOWN = "it names a message that it may not quote, that is not there, or that changed meanwhile"
    NOT_SAID = "it quotes what that message does not say"
    NOT_OWN = "it quotes what its speaker did not say of their own: a quotation, pasted text, a part, a supposition"
    SPEAKER = "it quotes somebody else than the one who has to have said it"
    EARLIER = "it comes before what it answers"
    TOO_LITTLE = "it quotes too little to say anything"
    ANOTHER = "it quotes what is said of somebody else"
    ECHO = "it repeats its instructions or an example"
    ORDER = "it tells a machine what to do"
    BORROWED = "it says what only somebody else said"
    INVENTED = "it has a name or a number that nobody mentioned"
    UNFOUNDED = "it has nothing in common with the words that it quotes"
    OPPOSED = "it says the opposite of what it quotes"
    PERSONAL = "it is about somebody, and an opinion is for all to hear"
    RIGHTS = "what somebody may do does not follow from their saying so"
    MANY = "there are more than were asked for"
    FEW = "it rests on too few observations that stand uncontradicted"
    KNOWN = "it was made of these words before"
    OFF = "what it speaks of is switched off"
    GONE = "what it is about is gone, or changed meanwhile"
    STANDS = "somebody put another there, and that stands"
    DOOR = "the memory did not take it"


TOLD = "\n".join(
    prompt(name).text for name in ("observations", "episodes", "summaries", "opinions", "synthesis", "contradictions")
)
"""What models are told, examples and all: in none of it stands anything that somebody says."""


def echoed(text: str) -> bool:
    """Whether a text is from what models are told."""
    return evidence.echoes(text, TOLD)


def _clamped(value: object) -> object:
    return max(0, min(100, round(value))) if isinstance(value, int | float) and isfinite(value) else value


Percent = Annotated[int, BeforeValidator(_clamped), Field(json_schema_extra={"minimum": 0, "maximum": 100})]
"""How sure or how strong, from 0 to 100; what lies outside is brought in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """Words that stand in a message, and where."""

    message: Message
    span: evidence.Span

    @property
    def words(self) -> str:
        """The words, as they were said."""
        return self.message.text[slice(*self.span)]


def cited(talk: Talk, number: int, quote: str) -> Cited | Why:
    """Find a quote in the message of that number, among the words that are its speaker's own."""
    message = talk.numbered.get(number)
    if message is None:
        return Why.UNKNOWN
    text = message.text[:LINE]
    if evidence.place(quote, text) is None:
        return Why.NOT_SAID
    own = evidence.own(text)
    span = evidence.place(quote, own)
    if span is None:
        return Why.NOT_OWN
    if not evidence.says_enough(own, span):
        return Why.TOO_LITTLE
    if echoed(text[slice(*span)]):
        return Why.ECHO
    return Cited(message=message, span=span)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The words of a talk: those that one side said of their own, and those that stand there otherwise."""

    mine: frozenset[str]
    others: frozenset[str]


def spoken(talk: Talk, role: Role) -> Spoken:
    """The words of one side, and all others: of the other side, and what was pasted or played."""
    mine: set[str] = set()
    others: set[str] = set()
    for message in talk.shown:
        text = message.text[:LINE]
        own = evidence.own(text) if message.role is role else " " * len(text)
        mine.update(words(own))
        rest = "".join(" " if kept.strip() else char for char, kept in zip(text, own, strict=True))
        others.update(words(rest))
    return Spoken(mine=frozenset(mine), others=frozenset(others))


def stated(text: str) -> Why | None:
    """Why a statement can't be kept, whatever it rests on; None if it can."""
    if not text.strip():
        return Why.EMPTY
    if len(text) > LONGEST:
        return Why.LONG
    if masked(text).kinds:
        return Why.SECRET
    if echoed(text):
        return Why.ECHO
    return Why.ORDER if evidence.orders(text) else None


def founded(text: str, on: Cited, by: Spoken, names: Collection[str], *, loosely: bool = False) -> Why | None:
    """Why a statement does not follow from the words that it quotes; None if nothing speaks against it.

    ``loosely`` asks for no word in common where it is on somebody's ways: words tell of them without naming them.
    """
    own = evidence.own(on.message.text[:LINE])
    said = words(own)
    if on.message.role is Role.USER and evidence.about_another(own, on.span, text):
        return Why.ANOTHER
    if evidence.borrowed(text, by.mine, by.others):
        return Why.BORROWED
    if evidence.unsaid(text, by.mine, names):
        return Why.INVENTED
    telling = evidence.telling(text) - {word for name in names for word in words(name)}
    free = loosely and evidence.of_ways(text)
    if not free and not any(evidence.said(word, said) for word in telling):
        return Why.UNFOUNDED
    return Why.OPPOSED if opposed(evidence.clause(own, on.span), text) or evidence.denies(text, own) else None
