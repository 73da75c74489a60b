"""Should I update it? The question where a person says other than before, as a value, and how people answer it.

A question is about every slot that one message contradicts. What says which value holds is read for its slot alone; a
bare "yes" or "no" is read for all of them. The rules read what people answer in English; what is no answer leaves the
question open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from reverie.records.identity_question import LONGEST, WORDS, is_polite, plain, says_no, says_yes, spelt_out
from reverie.records.memories import Memory

ASKED = 2
"""How often a proposal is asked about: when it is first said, and when it is said again. Then it waits in silence."""

ANSWERED_WITHIN = 5
"""Messages of a person after a question within which "update it" or "keep the old one" still answers it."""

LONGEST_QUOTE = 200
"""Characters of one quotation in a question."""


class Choice(StrEnum):
    """What a person wants to hold of a slot: the new value, the one that stood, or both."""

    UPDATE = "update"
    KEEP = "keep"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What was said, and when."""

    text: str
    at: datetime

    def __str__(self) -> str:
        text = " ".join(self.text.split())
        short = text.rstrip(".") if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
        return f"“{short}” ({self.at:%Y-%m-%d})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contested:
    """One slot of a question: the proposal and what stands against it, each with the words behind it."""

    proposal: Memory
    standing: Memory
    earlier: Words
    now: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictQuestion:
    """Whether what is said is to take the place of what was known; ``message_id`` is None where no message says it."""

    contested: tuple[Contested, ...]
    message_id: str | None = None

    @property
    def text(self) -> str:
        """What to ask, as the companion would."""
        earlier, now = (
            ", and ".join(dict.fromkeys(str(words) for words in side))
            for side in ([one.earlier for one in self.contested], [one.now for one in self.contested])
        )
        return (
            f"Earlier you said {earlier}, now {now}: should I update {'it' if len(self.contested) == 1 else 'these'}?"
        )


def about_stated(proposal: Memory, standing: Memory) -> ConflictQuestion:
    """The question about something that was stated outright, or by a tool."""
    earlier, now = (Words(text=one.source.quote or one.text, at=one.created_at) for one in (standing, proposal))
    return ConflictQuestion(contested=(Contested(proposal=proposal, standing=standing, earlier=earlier, now=now),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What a person's answer made so: ``memories`` are what stands now."""

    choice: Choice
    memories: tuple[Memory, ...]

    def __str__(self) -> str:
        told = " ".join(memory.text for memory in self.memories)
        match self.choice:
            case Choice.UPDATE:
                return f"Updated: {told}"
            case Choice.KEEP:
                return f"All right, I keep what I knew: {told}"
            case Choice.BOTH:
                return f"Noted, both are so: {told}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a message chooses, by the id of the proposal (nothing: it is no answer), and whether it ``goes_on``."""

    chosen: Mapping[str, Choice]
    goes_on: bool = False


def asks(reply: str, question: ConflictQuestion) -> bool:
    """Whether a reply of the companion put the question, in whatever words."""
    said = plain(reply)
    named = any((old := _value(one.standing)) and f" {old} " in f" {said} " for one in question.contested)
    return "?" in reply and (named or re.search(r"\b(?:updat|chang|switch|replac)(?:e|ed|ing)\b", said) is not None)


# -- reading the answer --------------------------------------------------------------------------

_LEAD = (
    r"(?:(?:ye+s+|yea|yeah|yep|yup|ya|y|sure|ok|okay|oh|well|please|pls|plz|no|nope|nah|n|actually|right|correct|just|"
    r"so|and|but|then|(?:my )?dear|love|darling|honey|mate|"
    r"i think|i guess|i said|i mean|lol|haha|thanks|hmm+|um+|uh+|oops|sorry|of course|definitely|"
    r"absolutely|go ahead and|you can|you should|you may|(?:can|could|would|will) you|i would|i would like you to|"
    r"let us|for now|honestly|they are|(?:it|that) is) )*"
)
_TAIL = (
    r"(?: (?:please|pls|plz|now|thanks|thank you|thx|then|instead|too|as well|lol|haha|dear|love|mate|for me|for now|"
    r"actually|of course|ok|okay|these days|nowadays|today))*"
)
_IT = r"(?:it|that|this|them|these|those|(?:my|the) (?:old |new |current )?SLOT)"
_CHANGE = r"(?:updat|upd8|chang|switch|replac|overwrit|correct|fix|amend)e?"
_OLD_ONE = r"the (?:old|first|former|earlier|previous|original)(?: one)?"
_NEW_ONE = r"the (?:new|newer|second|latest|latter)(?: one)?"
_AS_IS = r"(?: (?:alone|be|(?:as|like|the way) .{1,20}))?"

_OUTRIGHT: Mapping[Choice, str] = {
    Choice.BOTH: "keep both(?: of them)?",
    Choice.UPDATE: rf"updat?e? {_IT}(?: (?:to|with|for|by) NEW)?|{_CHANGE} {_IT} (?:to|with|for|by) NEW",
    Choice.KEEP: rf"keep (?:OLD|{_OLD_ONE})|(?:do not|never|no need to) updat?e? {_IT}",
}
"""What says what is to be done, and does so a few messages later too. NEW, OLD and SLOT stand for the question's."""

_TAKES = "(?:like|love|prefer|want|choose|pick|meant|mean|use|take|put|have|make it|go with|go for)"
_IS = rf"(?:(?:it|that|this|they|these|those) (?:is|are) |(?:i |we )?(?:do )?(?:{_TAKES} )?)(?:now |still )?"
_BRIEF: Mapping[Choice, str] = {
    Choice.BOTH: rf"{_IS}both(?: of (?:them|it|those|these))?(?: (?:are |is )?(?:true|right|correct|so|good|fine|ok))?|"
    rf"(?:both|they|these) are (?:true|right|correct|so)|{_IS}(?:both )?(?:NEW and OLD|OLD and NEW)(?: both)?",
    Choice.UPDATE: rf"{_CHANGE}(?: {_IT}| both)?|do(?: it| that| so| this)?|go ahead|go for it|why not|i do|i would|"
    rf"it (?:has|did)|not OLD(?: any ?more| but NEW)?|no longer OLD|{_IS}(?:{_NEW_ONE}|NEW|keep NEW)"
    rf"(?: (?:and )?not (?:the )?OLD| (?:instead of|over) OLD)?|(?:it|that|this) (?:has )?changed|i (?:have )?changed "
    r"my mind|NEW is (?:right|correct|better|(?:my|the) (?:new )?\w+(?: \w+)?)|OLD (?:is|was) (?:old|wrong|over)",
    Choice.KEEP: rf"keep(?: {_IT}{_AS_IS})?|leave {_IT}{_AS_IS}|(?:do not|no need to|never)(?: (?:{_CHANGE}|touch|do)"
    rf"(?: {_IT}| anything)?)?|never ?mind|no need|not NEW|{_IS}(?:{_OLD_ONE}|OLD)"
    rf"(?: still)?(?: (?:and )?not (?:the )?NEW| (?:instead of|over) NEW)?|i still {_TAKES} OLD|(?:stay|stick) with "
    rf"(?:OLD|{_OLD_ONE})|(?:i was )?(?:just |only )?(?:joking|kidding)|OLD is (?:still )?(?:right|correct|better|"
    r"(?:my|the) \w+(?: \w+)?)",
}
"""What answers only right after the question was asked."""

_HALF_YES = frozenset("ok okay k right sure true exactly indeed really oh well".split())
"""What begins many a message besides an answer."""


def read(question: ConflictQuestion, text: str, *, just_asked: bool) -> Answer:
    """Read a message as the answer to a question.

    ``just_asked`` is whether the question was the last thing said: only then a bare "yes" or a value answers it.
    """
    if len(text) > LONGEST:
        return Answer(chosen={})
    shown = spelt_out(text.replace("👍", " yes ").replace("👎", " no "))
    parts = re.findall(r"(?:[^,.!?;:()…\n–—-]|(?<=\w)-(?=\w))+\??", shown)
    clauses = [(plain(part), part.endswith("?")) for part in parts if plain(part)]
    chosen, rest = dict[str, Choice](), set[str]()
    for one in question.contested:
        choice, more = _chosen(one, clauses, just_asked)
        rest |= more
        if choice is not None:
            chosen[one.proposal.id] = choice
    return Answer(chosen=chosen, goes_on=bool(rest))


def _chosen(one: Contested, clauses: Sequence[tuple[str, bool]], just_asked: bool) -> tuple[Choice | None, set[str]]:
    """What is chosen for one slot, and the clauses that say something else."""
    found, bare, rest = set[Choice](), set[Choice](), set[str]()
    for clause, asks_back in clauses:
        choice = None if asks_back else _outright(one, clause, just_asked)
        if choice is not None:
            found.add(choice)
        elif not asks_back and (says_yes(clause) or says_no(clause)):
            bare.add(Choice.UPDATE if says_yes(clause) else Choice.KEEP)
        elif not is_polite(clause):
            if not (found or bare) or (asks_back and _on_topic(one, clause)):
                return None, {clause}  # it begins with something else, or asks which
            rest.add(clause)
    if found:
        return (found.pop() if len(found) == 1 else None), rest
    halves = all(clause in _HALF_YES for clause, _asks in clauses if says_yes(clause))
    if not just_asked or len(bare) != 1 or (rest and halves) or not all(_on_topic(one, each) for each in rest):
        return None, rest
    return bare.pop(), rest


def _outright(one: Contested, clause: str, just_asked: bool) -> Choice | None:
    """What a clause says outright is to hold."""
    if clause.count(" ") >= WORDS:
        return None
    new, old = _pattern(_value(one.proposal)), _pattern(_value(one.standing))
    slot = re.escape(plain((one.proposal.key or "").partition(":")[0].replace("_", " "))).replace(
        "favorite", "favou?rite"
    )
    for choice in (Choice.BOTH, Choice.UPDATE, Choice.KEEP):
        bodies = f"{_OUTRIGHT[choice]}|{_BRIEF[choice]}" if just_asked else _OUTRIGHT[choice]
        filled = bodies.replace("NEW", new).replace("OLD", old).replace("SLOT", slot)
        if re.fullmatch(f"{_LEAD}(?:{filled}){_TAIL}", clause):
            return choice
    return None


def _on_topic(one: Contested, clause: str) -> bool:
    """Whether words after a yes or a no go on about one of the two values."""
    there = f" {clause} "
    return any(value and f" {value} " in there for value in (_value(one.proposal), _value(one.standing)))


def _value(memory: Memory) -> str:
    return plain(memory.value or "")


def _pattern(value: str) -> str:
    """A value with the small words before it; nothing is read where there is none."""
    return rf"(?:(?:my|the|a|an|in|at|to|called) )*{re.escape(value)}s?" if value else "(?!)"
