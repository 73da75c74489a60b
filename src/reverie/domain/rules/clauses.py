"""The clause reader: the second stage, which reads by grammar what no rule was written for.

English puts the verb where it can be found without a tagger (``parsing``). The verb's class (``verbs``) and its tense
say what sort of fact the rest is (``complements``), closed-class words where the object ends (``objects``), and fixed
frames what is told in passing (``mentions``). What it finds is less sure than a rule's: it has a lower confidence, and
it writes only into slots that hold many values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from reverie.domain.memories import Candidate
from reverie.domain.rules import guards
from reverie.domain.rules.candidates import CONFIDENCE
from reverie.domain.rules.complements import told
from reverie.domain.rules.parsing import ASIDE, TOLD_OF, Piece, Said, begins_bare, clause, close_one, pieces
from reverie.domain.rules.presuppositions import ailing, mentioned
from reverie.domain.rules.reading import Clause, asserted, sentences, without_openers
from reverie.domain.rules.spelling import plain
from reverie.domain.rules.verbs import forms
from reverie.domain.rules.words import KIN, SPECIES

_I = re.IGNORECASE

ByRules = Callable[[Clause], Iterable[Candidate]]
"""What the rules learn of a clause."""

_LEAD = re.compile(
    r"\W*(?:(?:in|on|at|by|for|after|before|during|since|ever since|throughout|over|until|about|around|back in|as|"
    r"besides|despite|thanks to|between|these|every|each|last|next|this|most|some|one|two|three|sometimes|often|"
    r"usually|always|mostly|mainly|occasionally|still|once|here|outside|away|by day|by night)\b[^,]{0,40}?,? ?)"
    r"(?=(?:i|we)\b)",
    _I,
)
_OTHERS = re.compile(r"\W*(?:he|she|they|it|his|her|their|the|this|that|these|those|you|your|some|a|my|our)\b", _I)


def read(text: str, *, sent_at: datetime, known: Iterable[Candidate], by_rules: ByRules) -> Iterator[Candidate]:
    """Read by grammar what the rules left of a message; ``known`` is what they have learned from it.

    A clause that begins without its subject is given one and shown to the rules again (``by_rules``): "a vegan who
    works at a bakery" says "I work at a bakery".
    """
    taken = list(known)
    aside: list[Candidate] = []
    own, spoken_of = True, ""
    for start, sentence, following in sentences(text):
        first = without_openers(sentence.lstrip())
        others = _OTHERS.match(first)
        bare = own and not others and (begins_bare(first) or _YEARS_AS.match(first) is not None)
        if bare or _OF_INTEREST.search(sentence) or (spoken_of and _OF_THEM.match(first)):
            parts = pieces(start, asserted(sentence, following))
            for candidate in _of_sentence(parts, sent_at, by_rules, bare=bare, spoken_of=spoken_of):
                if candidate.rule == "clause:spoken of":
                    aside.append(candidate)
                elif not _known(candidate, taken):
                    taken.append(candidate)
                    yield replace(candidate, quote=text[slice(*(candidate.span or (0, 0)))])
        own = not others
        spoken_of = close_one(sentence) or spoken_of
    for candidate in aside:
        if not _known(candidate, taken) and _of_more_than(candidate.value or "", taken):
            taken.append(candidate)
            yield replace(candidate, quote=text[slice(*(candidate.span or (0, 0)))])


def _of_sentence(
    parts: Iterable[Piece], sent_at: datetime, by_rules: ByRules, *, bare: bool, spoken_of: str
) -> Iterator[Candidate]:
    carried: Said | None = None
    for at, piece in enumerate(parts):
        begins = bare and at == 0
        of_interest = (
            carried or begins or _OF_INTEREST.search(piece.words) or (spoken_of and _OF_THEM.match(piece.words))
        )
        if not of_interest or piece.joined in ASIDE or guards.hedged(piece.words):
            carried = None
            continue
        whole = plain(without_openers(piece.words)).strip(" .!,;:\u2026")
        lead = _LEAD.match(whole)
        said = whole[lead.end() :] if lead else whole
        found = clause(said, carried=carried, joined=piece.joined, bare=begins, spoken_of=spoken_of)
        if found is not None and piece.joined == "who":
            found = _of_whom(found, carried, spoken_of)
        again = _again(found, said, piece.joined) if found is not None else _being(said)
        shown = filter(None, (again, _aged(whole)))
        learned = [one for words in shown for one in _by_rules_again(by_rules, piece, words)]
        learned += told(found, sent_at) if found is not None else ()
        if found is not None or _OWN.search(whole) or (begins and _YEARS_AS.match(whole)):
            learned += mentioned(whole, own=found is None or found.subject == "I")
        elif _HERE.search(whole):
            learned += mentioned(whole, own=False)
        if found is not None or _OWN.search(whole):
            learned += ailing(whole)
        yield from (replace(candidate, span=(piece.start, piece.end)) for candidate in learned)
        carried = None if found is None or _BOUND.search(f"{found.verb} {found.rest}") else found
        spoken_of = close_one(piece.words) or spoken_of


def _of_whom(found: Said, carried: Said | None, spoken_of: str) -> Said | None:
    """A clause that begins with "who", of the person or of somebody they have: "a brother who works nights"."""
    if carried is None or carried.verb not in {"be", "have"}:
        return None
    last = carried.rest.rpartition(" ")[2].lower()
    who = "I" if carried.verb == "be" else spoken_of if last in TOLD_OF else ""
    return replace(found, subject=who, marks=found.marks | {"third"}) if who else None


_OF_INTEREST = re.compile(r"\b(?:I|I'm|im|ive|my|we|weve|our|mine|being|here in)\b", _I)
_OF_THEM = re.compile(r"(?:he|she)\b", _I)

_BOUND = re.compile(r"\b(?:to|help\w*|will|can|let|want\w*|need\w*|would|like|love|about)\b", _I)
"""What makes a verb after "and" no statement: "I want to write a book and sell it"."""

_YEARS_AS = re.compile(r"(?:\w+ |\w+-\w+ )?\w+ (?:years|seasons) as ", _I)
_OWN = re.compile(r"\b(?:I|my|we|our|me|us|mine)\b", _I)
_HERE = re.compile(r"\bhere in\b", _I)
_BEING = re.compile(r"being (?P<what>[^,]+)$", _I)


_TOO_WIDE = frozenset({"event with its date", "left work or school"})
"""Rules for any deed with a date, or any leaving: too wide where the subject is a guess."""


def _by_rules_again(by_rules: ByRules, piece: Piece, again: str) -> Iterator[Candidate]:
    for candidate in by_rules(Clause(start=piece.start, end=piece.end, opened=again, plain=again)):
        if candidate.rule not in _TOO_WIDE:
            yield replace(candidate, rule=f"clause:{candidate.rule}", confidence=min(candidate.confidence, CONFIDENCE))


def _again(found: Said, said: str, joined: str) -> str:
    """A clause of one's own that did not say so, with its "I": what the rules have not seen yet.

    "He's in the marines", said of a brother, is shown as "my brother is in the marines".
    """
    pronoun, _, rest = said.partition(" ")
    if found.subject != "I" and found.subject not in _ANIMALS and (pronoun.lower() in {"he", "she"} or joined == "who"):
        return f"my {found.subject} {said if joined == 'who' else rest}"
    if found.subject != "I" or said[:2] == "I " or said[:3].lower() == "we ":
        return ""
    if found.verb in {"raised", "brought"} and not found.rest.startswith(("in ", "up in ")):
        return ""
    form = forms().get(found.verb)
    verb = form.lemma if form is not None and form.third and not form.present else found.verb
    verb = ("was" if "past" in found.marks else "am") if verb == "be" else verb
    return " ".join(filter(None, ["I", found.begun, verb, found.rest]))


_AGED = re.compile(
    r"(?:.* )?(?:at (?P<age>[1-9]\d),? (?:I|we) (?:am|do|have|can|still)|for my (?P<th>[1-9]\d)th(?: birthday)?)\b", _I
)


def _aged(whole: str) -> str:
    """The age that a clause takes for granted: "at 60 I do not plan to start", "a motorcycle for my 40th"."""
    found = _AGED.match(whole)
    return f"I am {found['age'] or found['th']}" if found else ""


def _being(said: str) -> str:
    found = _BEING.match(said)
    return f"I am {found['what']}" if found else ""


_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SMALL = frozenset("a an the some my our their of in on at to for with and or from by about as".split())
_ENDING = re.compile(r"(?:ing|ed|es|s|e)$")


def _content(value: str) -> frozenset[str]:
    """The words of a value that say something, without endings: "hiking trails" and "hike a trail" share both."""
    return frozenset(_ENDING.sub("", word) or word for word in _WORD.findall(value.lower()) if word not in _SMALL)


def _of_more_than(who: str, taken: Iterable[Candidate]) -> bool:
    """Whether a message has told of more than one relative, so that "my wife" in it is one more fact."""
    return any(not (other.key or "").startswith(f"{who}_") for other in taken if other.text)


_WHOLE = frozenset({"clause:lives", "clause:project", "clause:plan", "clause:event", "clause:is", "clause:habit"})
"""What tells again, in its sentence, what another candidate is about."""

_NAMED = {**KIN, **SPECIES}
"""What a relative or a pet is kept under once it has a name."""


_ANIMALS = frozenset(SPECIES)
_JUST_PETS = frozenset("dogs puppy pup doggo doggy doggie cats kitten kitty bunny birds horses pony goldfish".split())


def _known(candidate: Candidate, taken: Iterable[Candidate]) -> bool:
    """Whether what was learned before says the same, wholly or for the most part."""
    new = _content(candidate.value or "")
    spoken = _content(candidate.text) if candidate.rule in _WHOLE else frozenset()
    family = (candidate.key or "").partition(":")[0]
    for other in taken:
        kept = (other.key or "").partition(":")[0]
        if other.key == candidate.key or (family in {"pet", "family"} and candidate.value == kept):
            return True
        if family == "family" and kept in {"partner", _NAMED.get(candidate.value or "")}:
            return True
        if family == "pet" and kept == _NAMED.get(candidate.value or "") and candidate.value in _JUST_PETS:
            return True
        value = _content(other.value or "")
        if (spoken and value and value <= spoken) or _alike(new, value | _content(" ".join(other.ends))):
            return True
        if other.ends and not other.text and _overlap(candidate.span, other.span):
            return True
    return False


def _alike(new: frozenset[str], old: frozenset[str]) -> bool:
    same = len(new & old)
    return bool(same) and (same in (len(new), len(old)) or same * 2 > min(len(new), len(old)))


def _overlap(first: tuple[int, int] | None, second: tuple[int, int] | None) -> bool:
    return first is not None and second is not None and first[0] < second[1] and second[0] < first[1]
