"""Notes: what lasts of what somebody said, kept in their own words where no slot is sure.

A note is a clause, or clauses of one sentence that stand side by side. What it leans on is told with it: the question
that it answers, and who "she" is. Nothing is invented; what is not understood alone stays beside what makes it so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pkgutil import get_data

from reverie.learning.note_dates import dated
from reverie.learning.rules import categories
from reverie.learning.rules.given_names import GIVEN_NAMES
from reverie.ports import Clause
from reverie.records.memories import Candidate, Category
from reverie.text.patterns import lazy_pattern
from reverie.text.said_queries import asks_outright
from reverie.text.value_matching import normal

LASTING = 0.45
"""How likely a clause has to be to say something lasting, for it to be noted."""

ENDING, SURELY_ENDS = 0.2, 0.75
"""How likely where it says so surely that something is over, or tells of a death: kept where it ends what is known."""

NOTE = "note"
"""The rule that a note names."""

LONGEST_QUESTION = 160
"""Characters of a question that are told with its answer."""

_CATEGORIES = {
    **dict.fromkeys(("health", "allergy", "medication", "pregnancy", "sobriety"), Category.HEALTH),
    **dict.fromkeys(("likes", "dislikes", "favorite", "preference_for_companion"), Category.PREFERENCE),
}
_IMPORTANCE = {
    **dict.fromkeys(("allergy", "health", "medication", "pregnancy", "death", "sobriety"), 0.9),
    **dict.fromkeys(("name", "pronouns"), 0.85),
    **dict.fromkeys(
        "family partner marital_status home living_with occupation employer study age birthday diet pet "
        "preference_for_companion".split(),
        0.8,
    ),
}
_AHEAD = 0.8
"""How important what lies ahead is."""

SENTENCE_END = lazy_pattern(r"(?<=[.!?…])\s+|\n\s*")
_SENTENCE = lazy_pattern(r"[^.!?…\n]+[.!?…]*")
_BETWEEN = 3
"""Words that may stand between two clauses of one note."""

_FRAGMENT = 2
"""Words of a sentence that are told with the next one: "The tattoo. Tiny whisk, left forearm"."""

_TELLING, _ENOUGH = lazy_pattern(r"\w{4,}"), 4
"""Words that tell something, and how many of them an answer and its question need to be understood."""

_INTRODUCES = lazy_pattern(
    r"(?:his|her|their|its) names?\b|(?:he|she|it|they)(?:'s| is|s| are|'re) (?:called|named)\b", re.I
)
"""What names somebody of whom the sentence before tells."""

_NAMED = frozenset("name nickname family partner friend colleague pet".split())
"""Attributes whose value is a name."""

_SHORT = 12
"""Words of a sentence that is kept whole where a clause of it is."""

_KEY = 180
"""Characters of a note that its slot names: said again in the same words, to the same question, it is said once."""

_UNTOLD = lazy_pattern(r"\W*(?:its?|it['’]s|that|thats|that['’]s|this|these|those)\b", re.IGNORECASE)
"""What begins so speaks of what was said just before."""

_EDGES = " \t\r\n,;:–—-"
_CLOSING = " \t\"'”’»)]*_"
_LEADING = lazy_pattern(
    r"^(?:(?:and|but|so|because|cos|coz|cause|then|though|well|oh|also|plus)\b[\s,]*)+", re.IGNORECASE
)
_IF = lazy_pattern(r"(?:if|whether|imagine|suppose)\b|(?:si|imagina)\s", re.IGNORECASE)
"""What begins so is not said to be."""

_WORDS = tomllib.loads((get_data("reverie.learning", "people_words.toml") or b"").decode())
_INTRODUCED = lazy_pattern(r"\b(?:[Ii]['’]?m|[Ii] am|[Mm]y name is|[Mm]e llamo|[Ss]oy) ([A-Z][\w-]+)")
_NO_NAMES = frozenset(_WORDS["no_names"].split())
_PRONOUN = lazy_pattern(r"\b(?:he|she|him|his|her|hers|hes|shes|they|theyre|their|them)\b", re.IGNORECASE)
_SOME_OFFICE = lazy_pattern(r"they(?:['’]?ve| have| had|['’]?re)?(?: \w+)? (?:me|us|it|my|our)\b", re.IGNORECASE)
"""Whoever gives and does things to people: "they have put it in a cast" is of nobody who was named."""
KIN = _WORDS["kin"].split()
_SHE, _HE = (frozenset(_WORDS[name].split()) for name in ("she", "he"))
_SAYS_SHE, _SAYS_HE = (lazy_pattern(rf"\b(?:{one})\b", re.I) for one in ("she|her|hers|shes", "he|him|his|hes"))
_OWN_KIN = _WORDS["own_kin"].split()
"""Relations that name somebody without a "my"."""

_ONESELF = lazy_pattern(
    r"\W*(?:(?:and|but|so|well|oh|no|then|now)\b\W*)*(?:i|i['’]?m|i['’]?ve|i['’]?d|i['’]?ll)\b", re.IGNORECASE
)
"""Who speaks, as the first word: where nobody else is named, 772 of the 782 facts told so in the corpus are of them."""

_SUBJECT = lazy_pattern(
    r"(?!(?:he|she|they|it|that|this|there|who|which|what|i|im|we|you|not|just|only|now|but|and|so|is|was|has)\b)"
    r"[\w'’-]{2,} (?:is|was|has|had|died|lives|lived|works|got|moved|does|did|goes|went|said|wants|loves|hates)\b",
    re.IGNORECASE,
)
"""Somebody who is named first: "moose is a lab mix"."""

_ALONE = lazy_pattern(r"\W*([\w'’-]{2,})[.,:!]+\s*(?:and\s+)?")
"""Somebody whose name stands alone before what is said of them: "rafi. he's 4"."""

MENTIONED_IN, MOST_MENTIONS = 8, 10
"""Turns in which it is looked for whom something is said of, and how many of those named there are asked about."""

_SOMEBODY = lazy_pattern(
    rf"\b(?:[Mm]y|[Oo]ur|[Yy]our|[Tt]he)\s+(?:\w+\s+)?(?P<kin>(?:{'|'.join(KIN)})(?:[- ]in[- ]law)?)\b"
    r"(?:,?\s+(?P<called>[A-Z][\w'’-]+|\w+))?"
    rf"|\b(?P<name>[A-Za-z][\w'’-]+),\s+(?:my\s+)?(?P<is>{'|'.join(KIN)})\b(?! [A-Z])"
    rf"|\b(?P<only>(?i:{'|'.join(_OWN_KIN)}))\b"
    r"|\b(?P<capital>[A-Z]\w{2,})\b"
    r"|\b(?P<alone>[A-Za-z]{3,})\b",
)


def _nobody(_start: int, _end: int) -> str | None:
    return None


def notes(
    text: str,
    clauses: Sequence[Clause],
    *,
    sent_at: datetime,
    own: str = "",
    companion: str = "",
    who: Callable[[int, int], str | None] = _nobody,
) -> list[Candidate]:
    """Make a note of each stretch of lasting clauses; ``own`` and ``companion`` are the turns before.

    ``leans_on`` of a note names those of them ("own", "companion") whose words stand in it. ``who`` tells of whom the
    text speaks from one character to another, where a note does not name whom it is about.

    >>> [c.text for c in notes("callum, bf, six years in april", [Clause(start=0, end=30, confidence=0.9, leans=True)],
    ...     sent_at=datetime(2026, 1, 1), companion="Lovely. Does anyone wait up for you?")]
    ['“callum, bf, six years in april” (asked “Does anyone wait up for you?”)']
    """
    found = []
    for group in _groups(text, [c for c in _of_speaker(text, clauses) if _tells(text, c)]):
        note = _note(text, group, own, companion, who)
        if note is not None:
            tells = {str(_CATEGORIES.get(clause.attribute, Category.FACT)) for clause in group}
            tells |= categories(f"{note.quote}", sent_at=sent_at) | categories(note.text, sent_at=sent_at)
            found.append(dated(_categorised(note, tells), sent_at))
    return found


def _of_speaker(text: str, clauses: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses; those that name nobody are of who speaks, where an "I" begins them or their sentence has the name.

    "I was a signalman for forty one years", "im jo, paramedic in hull, coeliac".
    """
    named_until = -1
    for clause in clauses:
        said = text[clause.start : clause.end]
        if clause.attribute == "name" and clause.about == "me":
            named_until = _sentence(text, clause.end - 1)[1]
        of_speaker = (clause.start < named_until and is_unnamed(said)) or (_ONESELF.match(said) and not _people(said))
        is_theirs = clause.about == "other" and of_speaker and not _PRONOUN.search(said)
        yield replace(clause, about="me") if is_theirs else clause


def _tells(text: str, clause: Clause) -> bool:
    """Whether a clause tells what lasts: what is only asked tells nothing, but for a wish to the companion."""
    asked = clause.about != "companion" and asks_outright(text[clause.start : clause.end])
    ends = clause.ends >= SURELY_ENDS or clause.attribute == "death"
    return clause.confidence >= (ENDING if ends else LASTING) and clause.state != "would_be" and not asked


def _categorised(note: Candidate, tells: Collection[str]) -> Candidate:
    """The note in the most sensitive of the categories that it tells of; all of them stand in its details."""
    sort = next((one for one in (Category.MONEY, Category.HEALTH) if one in tells), note.category)
    details = {**note.details, "categories": sorted(tells)} if len(tells) > 1 else note.details
    return replace(note, category=sort, details=details)


def _groups(text: str, clauses: Sequence[Clause]) -> list[list[Clause]]:
    """Clauses of one sentence that stand side by side, or nearly so, together.

    A word or two go with what follows; one that answers too goes with what went before: "five weeks thursday. junie."
    """
    groups: list[list[Clause]] = []
    for clause in clauses:
        if groups and _goes_on(text, groups[-1], clause):
            groups[-1].append(clause)
        else:
            groups.append([clause])
    return groups


def _goes_on(text: str, group: Sequence[Clause], clause: Clause) -> bool:
    first, last = group[0], group[-1]
    if len(text[last.end : clause.start].split()) > _BETWEEN:
        return False
    if _INTRODUCES.match(text, clause.start):
        return True
    same_sentence = SENTENCE_END.search(text[last.start : clause.start]) is None
    before, words = (len(text[one:end].split()) for one, end in ((first.start, last.end), (clause.start, clause.end)))
    return same_sentence or before <= _FRAGMENT or (clause.leans and words == 1)


def _sentence(text: str, at: int) -> tuple[int, int]:
    """The range of the sentence in which a character stands."""
    before = max((match.end() for match in SENTENCE_END.finditer(text, 0, at)), default=0)
    after = SENTENCE_END.search(text, at)
    return before, len(text) if after is None else after.start()


def _stretch(text: str, group: Sequence[Clause]) -> tuple[int, int]:
    """The range of characters of a group; of a short sentence it is the whole."""
    start, end = group[0].start, group[-1].end
    first, over = _sentence(text, start)
    begun, last = _sentence(text, max(start, end - 1))
    start = first if len(text[first:over].split()) <= _SHORT else start
    end = last if len(text[begun:last].split()) <= _SHORT else end
    if first and _INTRODUCES.match(text, start):
        before = list(SENTENCE_END.finditer(text, 0, first))
        start = before[-2].end() if len(before) > 1 else 0
    return start, end


def _note(
    text: str, group: Sequence[Clause], own: str, companion: str, who: Callable[[int, int], str | None]
) -> Candidate | None:
    start, end = _stretch(text, group)
    words = text[start:end].strip(_EDGES)
    said = _LEADING.sub("", words).strip(_EDGES).lstrip(".!?…").strip(_EDGES)
    if len(said) < 2 or _IF.match(said):
        return None
    first = max(group, key=lambda clause: clause.confidence)
    of = max(group, key=lambda clause: (_is_health_of(first.about, clause), clause.confidence))
    asked = _question(companion) if first.leans or len(said.split()) <= 3 else None
    at = text.index(words, start)
    of_another = first.about == "other" and is_unnamed(said) and _SOME_OFFICE.match(said) is None
    unpointed = of_another and not (asked or _PRONOUN.search(said) or _people(text[:at]))
    somebody = who(at, at + len(words)) if of_another and not unpointed else None
    if somebody in GIVEN_NAMES:
        somebody = somebody.capitalize()
    torn = _is_torn(said) or unpointed or (of_another and somebody is None and _PRONOUN.match(said) is not None)
    turn, after = _after(said, asked, text[:at], own) if (first.leans if asked else torn) else ("", None)
    if of.attribute in _NAMED and len(said.split()) == 1 and not (asked or after or somebody):
        return None  # "Rex." alone says nothing of anybody
    values = [text[a:b] for a, b in dict.fromkeys(span for clause in group for span in clause.values)]
    told = noted(said, who=somebody, asked=asked, after=after)
    return Candidate(
        text=told,
        leans_on=tuple(name for name, words in (("companion", asked), (turn, after)) if words and name),
        key=f"note_{of.attribute}:{' '.join(normal(told).split())[:_KEY]}",
        category=_CATEGORIES.get(of.attribute, Category.FACT),
        importance=_AHEAD if first.state == "will_be" else _IMPORTANCE.get(of.attribute, 0.6),
        confidence=round(first.confidence, 3),
        quote=words,
        span=(at, at + len(words)),
        rule=NOTE,
        details={
            "attribute": of.attribute,
            "about": of.about,
            "state": first.state,
            "effect": first.effect,
            "ends": round(max(clause.ends for clause in group), 3),
            **({"tagged": values} if values else {}),
        },
    )


def _is_health_of(whom: str, clause: Clause) -> bool:
    return whom == clause.about == "me" and _CATEGORIES.get(clause.attribute) is Category.HEALTH


def noted(said: str, *, who: str | None = None, asked: str | None = None, after: str | None = None) -> str:
    """Word a note: what was said, of whom, the question that it answers, and what the person had said before that.

    >>> noted("a nurse", who="their sister Bex", asked="And Bex?")
    '“a nurse” (of their sister Bex, asked “And Bex?”)'
    """
    beside = {"of {}": who, "asked “{}”": asked, "after “{}”": after}
    told = ", ".join(how.format(words) for how, words in beside.items() if words)
    return f"“{said}”" + (f" ({told})" if told else "")


def _is_torn(said: str) -> bool:
    """Whether words are hardly understood without those before them: "nadia.", "its marine bio now"."""
    return len(said.split()) <= _FRAGMENT or _UNTOLD.match(said) is not None


def _after(said: str, asked: str | None, here: str, own: str) -> tuple[str, str | None]:
    """What the person had said just before, in this turn ("") or in the last one ("own").

    None beside an answer that tells enough with its question; "the 2nd" and "When?" tell little.
    """
    if asked and len(_TELLING.findall(f"{said} {asked}")) >= _ENOUGH:
        return "", None
    for turn, words in (("", here), ("own", own)):
        told = [one.span() for one in _SENTENCE.finditer(words) if len(_TELLING.findall(one[0])) > (not here)]
        if told:
            near = next((at for at, _end in told if len(words) - at <= LONGEST_QUESTION), told[-1][0])
            before = words[near:] if here else words[slice(*told[-1])]
            return turn, before.strip()[-LONGEST_QUESTION:].strip()
    return "", None


def _question(companion: str) -> str | None:
    """The last question of a turn."""
    end = companion.rfind("?")
    if end < 0:
        return None
    begin = max(companion.rfind(sign, 0, end) for sign in ".!?…\n") + 1
    asked = companion[max(begin, end - LONGEST_QUESTION) : end + 1].lstrip(_CLOSING).strip()
    return asked if asked != "?" else None


def is_unnamed(said: str) -> bool:
    """Whether words about somebody do not say who that is, or begin with a "she"."""
    pronoun = _PRONOUN.search(said)
    first = said if pronoun is None else said[: pronoun.start()]
    alone = _ALONE.fullmatch(first)
    named = alone is not None and alone[1].casefold() not in _NO_NAMES
    return not named and not _people(first) and _SUBJECT.match(first) is None


def mentions(texts: Sequence[str], speakers: Collection[str] = ()) -> list[str]:
    """Whoever may be named in texts, the last first: "their sister Bex", "Emma"; places may be among them.

    Nobody who speaks is: the ``speakers`` by their names, and who says "I'm Pip".
    """
    themselves = {one.casefold() for one in speakers}
    found: dict[str, None] = {}
    for text in reversed(texts[-MENTIONED_IN:]):
        themselves |= {name.casefold() for name in _INTRODUCED.findall(text)}
        found |= dict.fromkeys(reversed(_people(text)))
    return [one for one in found if one.casefold() not in themselves][:MOST_MENTIONS]


def spoken_of(named: Sequence[str], said: str) -> list[str]:
    """Those of whom words can be: of a "she" no brother.

    >>> spoken_of(["their nan", "Matteo", "their lad Matteo"], "she passed on sunday")
    ['their nan']
    """
    she, he = _SAYS_SHE.search(said), _SAYS_HE.search(said)
    others = _HE if she and not he else _SHE if he and not she else frozenset[str]()
    words = {one: one.replace(",", "").split() for one in named}
    called = {told[-1] for told in words.values() if len(told) > 1 and others.intersection(told)}
    return [one for one, told in words.items() if not others.intersection(told) and told[-1] not in called]


def _people(text: str) -> list[str]:
    found, at = [], 0
    while match := _SOMEBODY.search(text, at):
        at = match.end()
        called = match["called"] or match["name"] or match["capital"] or match["alone"] or ""
        if called.islower() and called not in GIVEN_NAMES and called.removesuffix("s") in GIVEN_NAMES:
            called = called.removesuffix("s")  # "theos coming"
        is_name = called[:1].isupper() or called.casefold() in GIVEN_NAMES
        name = called if is_name and called.casefold() not in _NO_NAMES else ""
        if kin := match["kin"] or match["only"]:
            found.append(f"their {kin.casefold()} {name}".strip())
        elif match["is"] and name:
            found.append(f"{name}, {match['is']}")
        elif match["is"]:  # "every day, my brother": the word before names nobody
            at = match.end("name")
        elif name:
            found.append(name)
    return found
