"""Extraction: what the extractor finds in a message, with the turns before it, as candidates."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from reverie.errors import ModelError, ReverieWarning
from reverie.learning import note_endings
from reverie.learning.notes import LASTING, LONGEST_QUESTION, mentions, noted, notes, spoken_of
from reverie.learning.rules import own_words
from reverie.learning.rules.extraction import READ_AT_MOST
from reverie.memory.runtime import Runtime, surviving
from reverie.ports import Clause, Extractor, Index, View
from reverie.records.conversations import NOTICE, Message, Role
from reverie.records.memories import Candidate, Category, Kind, Memory
from reverie.secrets import masked
from reverie.store.database import Session
from reverie.store.search.ranking import asked
from reverie.store.search.tokens import tokens
from reverie.text.languages import is_learned_from
from reverie.text.patterns import lazy_pattern
from reverie.text.word_lists import KIN, SPECIES, by_kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BEFORE = 8
"""Messages before one that are looked at for what it leans on, and whom it may speak of."""

_TOGETHER = timedelta(hours=12)
"""A message leans on what was said at most so long before it."""

MARK = lazy_pattern(r"\[(forgotten|[a-z ]+ removed)\]")
"""What stands where words were forgotten or masked."""

HELD_AGAINST, BY_WORDS = 16, 8
"""Memories that a note is held against: the nearest in meaning (without an embedder by words), and by its words."""

MOST_ENDED = 2
"""Memories that one note ends, the surest: a break-up ends a home too. With a life all that goes with it is over."""

_POINTING = lazy_pattern(r"\b(?:it|them|that|those)\b", re.IGNORECASE)

_ASKED = 0.05
"""A note less likely than this to end anything is held against nothing."""

_ENDABLE = frozenset({Kind.FACT.value})

_THEIRS = 0.5
"""How likely a note has to be about somebody, for it to be told as theirs."""

_OF_OTHERS = frozenset({"partner", "family", "pet", "friend", "colleague", "marital_status"})
"""Attributes whose values are others' names."""

_RELATIONS = frozenset({"partner", *KIN.values(), *SPECIES.values()})
"""Slots of who there is in somebody's life."""

_MOST = 0.8
"""How much of a message a rule has to have read for nothing else to be said in it."""

_OWN = frozenset({"name", "age", "birthday", "home", "origin", "occupation", "employer", "school", "studies"})
"""Slots of the person alone: what is said of somebody else is not put into them."""

_HARMFUL = ("allergy:", "condition:")
"""Beginnings of the slots of what does harm when it is overlooked: said alone, it is held."""

_SLOTS = (*_OWN, "nickname", "pronouns", "partner", "relationship_status", "allergy:", "diet", "favorite_")
"""Beginnings of the slots that a rule fills also in the middle of other talk: what is in them is known by its value."""

_ONESELF = lazy_pattern(r"\b(?:i|i['’]?m|i['’]?ve|my|me|we)\b", re.IGNORECASE)

_DOUBTED, _DOUBTED_TASTE, _DOUBTED_PLAIN, _DOUBTED_FAVORITE = 0.2, 0.25, 0.03, 0.1
"""A clause less likely to say something lasting teaches nothing by rules, no taste, none plainly, or none outright."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What the extractor made of a message: notes, and its clauses as they were judged."""

    notes: tuple[Candidate, ...] = ()
    clauses: tuple[Clause, ...] = ()

    def beside(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Put the notes beside what rules found, so that nothing is told twice.

        What is doubted goes. Where rules' plain sentences tell all that a note does, they stand for it. Else the note
        stays, in the person's own words: the one slot of who they are in it takes these, and other rules yield to them.
        """
        rules = {place: one for place, one in enumerate(found) if not self._doubts(one)}
        feelings = {place for place, one in rules.items() if one.category == Category.FEELING}
        slots = {place for place, one in rules.items() if _is_slot(one)}
        stay, told, notes = slots | feelings, set[int](), list[Candidate]()
        for note in self.notes:
            over = [place for place, one in rules.items() if place not in feelings and _covers(one, note)]
            filled = [place for place in over if place in slots]
            if over and _tell_all([rules[place] for place in over], note):
                told |= {*over}
                rules[over[0]] = _ending(rules[over[0]], note.ends)
            elif len(filled) == 1 and filled[0] not in told and _is_of_its_sort(note, rules[filled[0]]):
                told |= {*filled}
                rules[filled[0]] = _ending(_in_the_words_of(note, rules[filled[0]]), note.ends)
            else:
                ends = [end for place in over if place not in stay | told for end in rules[place].ends]
                notes.append(_ending(note, [end for end in ends if not end.startswith("replaced~")]))
        stay |= told
        alone = {place for place, one in rules.items() if not any(_covers(one, note) for note in self.notes)}
        stay |= {place for place in alone if self._is_whole(rules[place]) or self._is_whole_clause(rules[place])}
        return [*(one for place, one in rules.items() if place in stay), *notes]

    def _is_whole(self, found: Candidate) -> bool:
        """Whether a rule read the whole message; all that it can be where nothing was judged."""
        if not self.clauses or found.span is None:
            return True
        start, end = found.span
        return end - start >= _MOST * (self.clauses[-1].end - self.clauses[0].start)

    def _is_whole_clause(self, found: Candidate) -> bool:
        """Whether a rule read a plain sentence of the person's beside others: "My hobby is chess."."""
        start, end = found.span or (0, 0)
        read = self._read_by(found)
        whole = bool(read) and end - start >= _MOST * (read[-1].end - read[0].start)
        return whole and _ONESELF.match(found.quote or "") is not None

    def _read_by(self, found: Candidate) -> list[Clause]:
        start, end = found.span or (0, 0)
        return [clause for clause in self.clauses if clause.start < end and start < clause.end]

    def _doubts(self, found: Candidate) -> bool:
        """Whether a rule took for a fact what says nothing lasting; a feeling is of the day.

        On the talk of six people that nothing was learned from 40 of the 45 facts that rules found there were none.
        """
        if found.span is None or not found.text or found.category == Category.FEELING:
            return False
        read = self._read_by(found)
        if read and _names_somebody(found) and all(_tells_of_an_end(clause) for clause in read):
            return True
        bare = found.key in _OWN and _ONESELF.search(found.quote or "") is None  # "tutor, lists, screaming"
        least = LASTING if bare else _DOUBTED_TASTE if found.category == Category.PREFERENCE else _DOUBTED
        if (found.key or "").startswith("favorite_"):
            least = _DOUBTED_FAVORITE
        if self._is_whole_clause(found):
            least = min(least, _DOUBTED_PLAIN)
        if read and (found.key in _OWN or (found.key or "").startswith(_HARMFUL)):
            if all(clause.about == "other" for clause in read):
                return True
            if self._is_whole(found):
                return False  # nothing else is said: "I moved to Nice."
        return bool(read) and max(clause.confidence for clause in read) < least


def _names_somebody(found: Candidate) -> bool:
    """Whether a rule says no more than whom somebody has."""
    return (found.key or "").partition(":")[0] in _RELATIONS


def _tells_of_an_end(clause: Clause) -> bool:
    """Whether a clause tells that somebody is no longer there: "my girlfriend Maya broke up with me"."""
    return clause.attribute == "death" or (clause.effect == "ends" and clause.attribute in _OF_OTHERS)


def _is_slot(found: Candidate) -> bool:
    """Whether a rule fills a slot that says who somebody is, or only ends something."""
    return not found.text or (found.key or "").startswith(_SLOTS)


def _ending(candidate: Candidate, ends: Sequence[str]) -> Candidate:
    """The candidate with more that it ends."""
    return replace(candidate, ends=tuple(dict.fromkeys((*candidate.ends, *ends))))


def _tell_all(found: Sequence[Candidate], note: Candidate) -> bool:
    """Whether sentences of rules together tell a note: the values that are tagged in it, or all but a word or few.

    What is tagged of others is their name: "my brother Tom lost his job" says more than whose brother he is.
    """
    told = {token for one in found for token in tokens(by_kind(f"{one.text} named called"))}
    words, values = set(tokens(by_kind(note.quote or ""))), note.details.get("tagged")
    tagged = set(tokens(" ".join(map(str, values)))) if isinstance(values, list) else set()
    untold, few = len(words - told), len(words) // 5
    if note.details.get("attribute") in _OF_OTHERS or note.details.get("about") == "other":
        return untold <= few
    return bool(tagged and tagged <= told) or (untold <= max(1, few) and 2 * untold < len(words))


def _is_of_its_sort(note: Candidate, found: Candidate) -> bool:
    """Whether a note tells of no category but a rule's own: what is switched off comes into no slot with its words."""
    several = note.details.get("categories")
    return {note.category, *(several if isinstance(several, list) else ())} == {found.category}


def _in_the_words_of(note: Candidate, found: Candidate) -> Candidate:
    return replace(found, text=note.text, leans_on=note.leans_on, details={**note.details, **found.details})


def _covers(found: Candidate, note: Candidate) -> bool:
    if found.span is None or note.span is None or not found.text:
        return False
    return found.span[0] < note.span[1] and note.span[0] < found.span[1]


NOTHING = Extraction()


def before(runtime: Runtime, session: Session, message: Message) -> list[Message]:
    """The messages before one, where anything reads them."""
    if runtime.extractor is None or message.role is not Role.USER:
        return []
    where = message.conversation_id or None
    return session.dialogue.messages(message.owner, conversation_id=where, before=message.sent_at, newest=BEFORE)


def extracted(runtime: Runtime, message: Message, earlier: Sequence[Message]) -> Extraction:
    """What lasts of a message of the person, as notes; ``earlier`` are the messages before it, in order.

    Without an extractor nothing is, and where it fails a warning says so. It computes: call it outside a transaction.
    """
    if runtime.extractor is None or message.role is not Role.USER or not message.learnable:
        return NOTHING
    near = [one for one in earlier if _is_near(one, message)][-BEFORE:]
    try:
        return _extracted(runtime, runtime.extractor, message, near)
    except ModelError as error:
        warnings.warn(f"{error} Until then only rules learn.", ReverieWarning, stacklevel=2)
        return NOTHING


def _is_near(earlier: Message, message: Message) -> bool:
    """Whether a message may lean on an earlier one: of one conversation, by the person or the companion, and lately."""
    here = not message.conversation_id or earlier.conversation_id == message.conversation_id
    spoken = earlier.role in (Role.USER, Role.ASSISTANT) and earlier.learnable
    return here and spoken and message.sent_at - earlier.sent_at <= _TOGETHER


def _extracted(runtime: Runtime, extractor: Extractor, message: Message, near: Sequence[Message]) -> Extraction:
    texts, speakers = [_read(one) for one in near], {one.speaker for one in (*near, message)}
    last = next((one for one in reversed(near) if one.role is Role.USER), None)
    replied = near[-1] if near and near[-1].role is Role.ASSISTANT else None
    own, companion = ("" if one is None else _read(one) for one in (last, replied))
    ids = {name: one.id for name, one in (("own", last), ("companion", replied)) if one is not None}
    words = _read(message)
    if not is_learned_from(words, own, companion):
        return NOTHING

    clauses = extractor.extract(words, own=own, companion=companion)
    who = of_whom(extractor, words, texts, speakers)
    found = notes(words, clauses, sent_at=message.sent_at, own=own, companion=companion, who=who)
    found = [
        replace(note, leans_on=tuple(ids[name] for name in note.leans_on))
        for note in found
        if not _is_secret(note, own, companion)
    ]
    ended = _with_endings(runtime, message, found, companion)
    kept = tuple(note for note in ended if note.ends or note.confidence >= LASTING)
    return Extraction(notes=kept, clauses=tuple(clauses))


def of_whom(
    extractor: Extractor, words: str, earlier: Sequence[str], speakers: Collection[str] = ()
) -> Callable[[int, int], str | None]:
    """Give what tells of whom words speak from one character to another; ``earlier`` was said before them."""

    def who(start: int, end: int) -> str | None:
        named = spoken_of(mentions([*earlier, words[:start]], speakers), words[start:end])
        likely = extractor.whose(named, words[:end], before=" ".join(earlier[-2:]))
        best = max(zip(likely, named, strict=True), default=(0.0, ""), key=lambda one: one[0])
        return best[1] if best[0] >= _THEIRS else None

    return who


def _read(message: Message) -> str:
    """What is read of a message: of the person's, their own words; of the companion's, not what it told of memory."""
    text = message.text[:READ_AT_MOST]
    return own_words(text) if message.role is Role.USER else NOTICE.sub("", text).strip()


def _is_secret(note: Candidate, own: str, companion: str) -> bool:
    """Whether a note is a secret together with what it answers: "What is your PIN?", "it's 4711"."""
    told = {"own": own, "companion": companion}
    return any(masked(f"{told[name][-LONGEST_QUESTION:]} {note.quote}").kinds for name in note.leans_on)


@surviving
def _with_endings(runtime: Runtime, message: Message, found: Sequence[Candidate], companion: str) -> list[Candidate]:
    """Notes with what they end of what is known: of each, the nearest that stand are held against it."""
    ended = list(found)
    held = [place for place, note in enumerate(found) if may_end(note)]
    if runtime.extractor is None or not held:
        return ended
    vectors = runtime.vectors([found[place].text for place in held])
    owner, view = message.owner, View(now=runtime.clock().timestamp(), items=frozenset({"memory"}), kinds=_ENDABLE)
    with runtime.store.reading() as session:
        index = runtime.search.index(owner, session)
        near = [
            _near(index, found[place].text, None if vectors is None else vectors[row], view)
            for row, place in enumerate(held)
        ]
        standing = session.memories.by_ids(owner, [one for ids in near for one in ids])
    for place, ids in zip(held, near, strict=True):
        note = found[place]
        there = [m for one in ids if (m := standing.get(one)) is not None and m.valid_from <= message.sent_at]
        bars = {m.id: note_endings.bar(note, m) for m in there}
        known = [m for m in there if bars[m.id] < 1]
        told = [_as_known(m, message.sent_at) for m in known]
        said = note_endings.as_said(note.details, note.quote or note.text)
        likely = runtime.extractor.ending(told, said, companion=companion)
        over = [(sure, m.id, m) for sure, m in zip(likely, known, strict=True) if sure >= bars[m.id]]
        over = sorted(over, key=lambda one: one[:2])[::-1]
        surest = [m for at, (_, _, m) in enumerate(over) if at < MOST_ENDED or bars[m.id] <= note_endings.OF_THE_DEAD]
        ended[place] = replace(_with_what(note, surest), ends=(*note.ends, *(f"#{m.id}" for m in surest)))
    return ended


def _with_what(note: Candidate, over: Sequence[Memory]) -> Candidate:
    """The note with the words that it ends, where it only points at what they tell of: "doctor upped it to 10"."""
    last = over[0] if over else None
    if last is None or last.source.message_id is None or not note.text.endswith("”"):
        return note
    said, before = set(tokens(note.text)), last.source.quote or ""
    if _POINTING.search(note.text) is None or len(before) > LONGEST_QUESTION or said & set(tokens(before)):
        return note
    text = noted(note.text.strip("“”"), after=before)
    return replace(note, text=text, leans_on=(*note.leans_on, last.source.message_id))


def _as_known(memory: Memory, at: datetime) -> str:
    """A memory in the person's own words: the extractor knows talk, and no sentences of rules."""
    quote = memory.source.quote
    words = memory.text if memory.text.startswith("“") or not quote else noted(quote)
    days = (at - memory.valid_from).total_seconds() / 86400
    return note_endings.as_known(memory.details, words, days, sort=note_endings.sort_of(memory))


def _near(index: Index, text: str, vector: NDArray[np.float32] | None, view: View) -> list[str]:
    """The memories that a note may be about: the nearest in meaning, and those with its words, as of who died."""
    if vector is None:
        return [one.id for one in index.search(asked(text), None, view, HELD_AGAINST)]
    near = [one for one, _cosine in index.nearest(vector, view, HELD_AGAINST)]
    return list(dict.fromkeys([*near, *(one.id for one in index.search(asked(text), None, view, BY_WORDS))]))


def may_end(note: Candidate) -> bool:
    """Whether a note is likely enough to end anything for it to be held against what is known."""
    likely = note.details.get("ends")
    return isinstance(likely, float) and likely >= _ASKED


def of_a_mark(candidate: Candidate) -> bool:
    """Whether a candidate took a mark for a thing: nobody likes, owns or is called "forgotten"."""
    return any(mark in candidate.text.casefold() for mark in MARK.findall(candidate.quote or ""))
