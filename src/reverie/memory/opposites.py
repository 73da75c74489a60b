"""When two sentences can't both be so: a yes and a no to one thing, or opposite words for it ("concise", "detailed").

A sentence is read clause by clause into stances: a topic, for or against it. Two stances are compared word by word, by
tables that can be read below. It is meant to be right when it speaks: what it can't see is irony, numbers, other
languages than English, and whatever needs knowledge of the world (a vegetarian who eats steak). What is hedged
("might", "sometimes", "if"), past ("used to") or doubly negated takes no stance here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import product

from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import normal, words

MANNERS = """
concise brief short succinct terse / detailed detail long thorough verbose elaborate lengthy wordy
formal / casual informal
direct blunt straightforward / indirect roundabout evasive
early / late
fast quick / slow
patient / impatient
optimistic / pessimistic
introverted introvert / extroverted extrovert outgoing
organised organized tidy / disorganised disorganized messy
punctual / unpunctual
confident / insecure
open / guarded reserved
serious / playful
calm / anxious nervous
cautious careful / reckless careless
private / public
quiet / loud noisy talkative
simple / complex complicated
planned / spontaneous improvised
alone / together
honest / dishonest
polite / rude
flexible / inflexible rigid
technical / nontechnical
abstract theoretical / concrete practical
hot warm / cold
single unmarried / married
employed / unemployed jobless
"""
"""Words that exclude each other in whatever way somebody is or does things; before and after the stroke, the same."""

COUNTERPARTS = """
morning / evening night
summer / winter
city / countryside
indoor indoors / outdoor outdoors
tea / coffee
cat / dog
mountain / sea beach
book / film movie
text email chat written / call phone voice spoken
remote / inperson
sweet / savoury savory salty
window / aisle
example / theory
"""
"""Words of which one may like both, and prefer only one."""

_LIKES = frozenset(
    "like love enjoy adore appreciate value cherish treasure welcome admire want embrace support trust".split()
)
_DISLIKES = frozenset(
    "dislike hate avoid detest loathe despise resent oppose reject distrust mistrust dread fear shun refuse "
    "resist".split()
)
_PREFERS = frozenset({"prefer", "favor", "favour"})

_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (lazy_pattern(rf"\b(?:{pattern})\b"), meaning)
    for pattern, meaning in (
        (r"(?:can(?:'t|not| not)|couldn't) (?:stand|bear|abide)|(?:tired|sick) of|fed up with|averse to", "hate"),
        (r"(?:a )?(?:(?:big|huge|great) )?fan of|fond of|keen on|looks? forward to", "like"),
        (r"(?:is |am |are )?(?:deeply |very )?(?:interested in|fascinated by)|an interest in", "like"),
        (r"(?:crazy|passionate|curious) about", "like"),
        (r"(?:(?<=\bis )|(?<=\bam )|(?<=\bare )|(?<=n't )|(?<=\bnot )|(?<=\breally ))into", "like"),
        (r"cares? (?:deeply |a lot )?about", "value"),
        (r"(?:would|'d) rather|(?:a |has a )?(?:clear |strong )?preference for", "prefer"),
        (r"no longer|not any ?more|not at all", "not"),
        (r"by (?:(?:him|her|my|your|it)self|themselves|themself)|on (?:his|her|their|my) own|solo", "alone"),
        (r"with (?:other )?(?:people|others)|in (?:a )?(?:groups?|teams?|company)", "together"),
        (r"face[- ]to[- ]face|in[- ]person", "inperson"),
        (r"online|remotely|virtually", "remote"),
        (r"night owl|night person", "evening person"),
        (r"early bird|early riser", "morning person"),
        (r"non[- ]technical", "nontechnical"),
        (r"rather than|instead of|over", "rather_than"),
    )
)
_OPEN = lazy_pattern(
    r"\b(?:might|may|maybe|perhaps|possibly|probably|sometimes|occasionally|used to|formerly|once|if|unless|depends|"
    r"depending|wonders?|unsure|could|was|were|wasn't|weren't|did|didn't|had|equally|both|(?<!rather )than|"
    r"(?:not|n't) (?:always|only|necessarily|mind))\b|(?<=n't )(?:always|only|necessarily|mind)\b|\?"
)
"""What leaves open how it is, or whether it still is."""

_CLAUSE = lazy_pattern(r"[.;!\n]+|,?\s+(?:but|while|whereas|although|though|however|yet)\b|,\s+(?=not\b)")
_MEMBER = lazy_pattern(r",|&|\b(?:and|or|nor)\b")
_TO_ANOTHER = lazy_pattern(r"(\bprefers? (?!to\b)\w+(?<!ing)) to (?=\w+\W*$)")

_NEGATORS = frozenset(
    "not no never neither nor none cannot rarely seldom hardly barely scarcely dont doesnt isnt cant wont".split()
)
_PLACING = frozenset("in at on with without for when after before during about of to from by as".split())
_LIGHT = frozenset(
    words(
        "a an the my our some any i he she they we you it his her their him them your this that who am is are be being "
        "been do does have has will would can should just very really quite so too much lot deeply strongly clearly "
        "truly definitely oh always often usually frequently regularly constantly typically generally mostly normally "
        "ever still also now currently daily tends seems appears to user communicate communicates communicating style "
        "tone way"
    )
)
_ONE_THING: Mapping[str, str] = {"explanation": "answer", "reply": "answer", "response": "answer", "replies": "answer"}


def _rows(table: str) -> Iterator[tuple[str, list[str], list[str]]]:
    for row in table.strip().splitlines():
        left, right = (words(side) for side in row.split("/"))
        yield left[0], left, right


_SIDES: Mapping[str, tuple[str, int, bool]] = {
    word: (row, side, table is MANNERS)
    for table in (MANNERS, COUNTERPARTS)
    for row, *both in _rows(table)
    for side, many in enumerate(both)
    for word in many
}
"""Each word of the tables: its row, the side it is on, and whether it is a manner."""


class Attitude(StrEnum):
    """How a clause stands to its topic: a description, a liking, or a preference that leaves out its counterpart."""

    PLAIN = "plain"
    LIKING = "liking"
    PREFERENCE = "preference"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stance:
    """For or against a topic: the topic's own words, then its circumstances, and of whom it is said ("brother")."""

    topic: tuple[str, ...]
    circumstances: frozenset[str] = frozenset()
    subject: frozenset[str] = frozenset()
    positive: bool = True
    attitude: Attitude = Attitude.PLAIN
    rather_than: frozenset[str] = frozenset()
    marks: frozenset[str] = field(init=False, compare=False, repr=False)
    """Every word, or the row it stands on: stances that share none have nothing to do with each other."""

    def __post_init__(self) -> None:
        rows = (_SIDES[word][0] if word in _SIDES else word for word in (*self.topic, *self.circumstances))
        object.__setattr__(self, "marks", frozenset(rows) | self.rather_than)

    @property
    def words(self) -> frozenset[str]:
        """All words of the topic."""
        return frozenset(self.topic) | self.circumstances


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposition:
    """Why two sentences are opposed: what each says of the thing they share."""

    first: str
    second: str

    @property
    def why(self) -> str:
        """The two sides in words."""
        return f"{self.first} against {self.second}"


def opposed(a: str, b: str) -> bool:
    """Whether two sentences can't both be so.

    >>> opposed("I love jazz", "I can't stand jazz"), opposed("Prefers mornings", "Prefers evenings")
    (True, True)
    >>> opposed("Likes coffee", "Dislikes coffee cake"), opposed("Likes mornings", "Likes evenings")
    (False, False)
    """
    return opposition(a, b) is not None


def opposition(a: str, b: str) -> Opposition | None:
    """Why two sentences can't both be so, or None where that isn't seen."""
    for one, other in product(stances(a), stances(b)):
        if one.marks.isdisjoint(other.marks) or one.subject != other.subject:
            continue
        if found := _denied(one, other) or _exclusive(one, other):
            return found
    return None


def same_stance(a: str, b: str, *, anywhere: bool = False) -> bool:
    """Whether two sentences take the same side on the same thing: equal words, or all stances of the briefer one.

    ``anywhere`` leaves the circumstances aside ("on Sundays").

    >>> same_stance("I love jazz", "I really like jazz"), same_stance("I love jazz", "I love jazz on Sundays")
    (True, False)
    """
    if _normal(a) == _normal(b) != "":
        return True
    fewer, more = sorted((stances(a), stances(b)), key=len)
    return bool(fewer) and all(any(_agree(one, other, anywhere) for other in more) for one in fewer)


@lru_cache(maxsize=8192)
def _normal(text: str) -> str:
    return normal(text)


@lru_cache(maxsize=8192)
def stances(text: str) -> tuple[Stance, ...]:
    """The stances of a sentence, one for each thing that it speaks for or against; none where it leaves it open."""
    said = text.casefold().replace("’", "'")
    found: list[Stance] = []
    for clause in _CLAUSE.split(said[:1000]):
        if not _OPEN.search(clause):
            found += _of_clause(clause)
    return tuple(found)


def _of_clause(clause: str) -> Iterator[Stance]:
    """The stances of a clause: what one member of a list says of its attitude holds for those that follow."""
    clause = _TO_ANOTHER.sub(r"\1 rather_than ", clause)
    for pattern, meaning in _PHRASES:
        clause = pattern.sub(meaning, clause)
    attitude, positive, subject = Attitude.PLAIN, True, frozenset[str]()
    for number, member in enumerate(_MEMBER.split(clause)):
        said, _, other = member.partition("rather_than")
        tokens = words(said)
        place = next((at for at, word in enumerate(tokens) if word in _LIKES | _DISLIKES | _PREFERS), None)
        negated = sum(_negates(word) for word in tokens)
        if place is not None:
            verb = tokens[place]
            if (negated and verb in _DISLIKES) or negated > 1:
                return
            attitude = Attitude.PREFERENCE if verb in _PREFERS and not negated else Attitude.LIKING
            positive = verb not in _DISLIKES and not negated
            subject = frozenset(_carrying(tokens[:place]))
            tokens = tokens[place + 1 :]
        elif negated:
            positive = False
        topic, circumstances = _topic(tokens)
        # In "no problem, Nate" the second member is none of the first; in "is direct and formal" it is.
        counts = attitude is not Attitude.PLAIN or not number or (positive and all(word in _SIDES for word in topic))
        if topic and counts:
            yield Stance(
                topic=topic,
                circumstances=circumstances,
                subject=subject,
                positive=positive,
                attitude=attitude,
                rather_than=frozenset(_carrying(words(other))),
            )


def _negates(word: str) -> bool:
    return word in _NEGATORS or word.endswith("n't")


def _carrying(tokens: list[str]) -> list[str]:
    """The words that carry a meaning, each as the table has it: "briefly" is "concise"."""
    kept = [word for word in tokens if word not in _LIGHT and word not in _PLACING and not _negates(word)]
    return [_canonical(word) for word in kept]


def _canonical(word: str) -> str:
    for form in (word, word.removesuffix("ly"), word.removesuffix("ally")):
        if form in _SIDES:
            return form
    return _ONE_THING.get(word, word)


def _topic(tokens: list[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """The words of a topic: those before its first preposition, and those after, which are circumstances."""
    begun = next((at for at, word in enumerate(tokens) if _carrying([word])), len(tokens))
    cut = next((at for at, word in enumerate(tokens) if word in _PLACING and at > begun), len(tokens))
    return tuple(_carrying(tokens[:cut])), frozenset(_carrying(tokens[cut:]))


def _denied(one: Stance, other: Stance) -> Opposition | None:
    """One says no to what the other says yes to. A no to coffee is a no to coffee at night, but not to coffee cake."""
    if one.positive == other.positive or (one.attitude is Attitude.PLAIN) != (other.attitude is Attitude.PLAIN):
        return None
    no, yes = (other, one) if one.positive else (one, other)
    if one.attitude is Attitude.PLAIN:
        denied = _sides(no.words) == _sides(yes.words)
    else:
        within = _sides(no.topic) <= _sides(yes.topic) and _sides(no.topic[-1:]) == _sides(yes.topic[-1:])
        denied = within and (not no.circumstances or _sides(no.circumstances) == _sides(yes.circumstances))
    thing = " ".join(no.topic)
    said = (f"yes to “{thing}”", f"no to “{thing}”")
    return Opposition(first=said[not one.positive], second=said[one.positive]) if denied else None


def _exclusive(one: Stance, other: Stance) -> Opposition | None:
    """Both say yes, to things that exclude each other: nothing else may differ on at least one of the sides."""
    attitudes = {one.attitude, other.attitude}
    preferring = Attitude.PREFERENCE in attitudes
    if not (one.positive and other.positive) or (Attitude.PLAIN in attitudes and len(attitudes) > 1):
        return None
    if preferring and (one.rather_than == frozenset(other.topic) or other.rather_than == frozenset(one.topic)):
        return Opposition(first=f"“{' '.join(one.topic)}”", second=f"“{' '.join(other.topic)}”")
    if attitudes == {Attitude.LIKING}:
        return None
    mine, theirs = one.words - other.words, other.words - one.words
    if not (mine <= _SIDES.keys() or theirs <= _SIDES.keys()):
        return None
    exclusive = attitudes == {Attitude.PREFERENCE} or "person" in one.words & other.words
    pairs = [pair for pair in product(sorted(mine), sorted(theirs)) if _antonyms(*pair, counterparts=exclusive)]
    covered = {a for a, _ in pairs} == mine or {b for _, b in pairs} == theirs
    return Opposition(first=f"“{pairs[0][0]}”", second=f"“{pairs[0][1]}”") if pairs and covered else None


def _antonyms(a: str, b: str, *, counterparts: bool) -> bool:
    """Whether two words stand on the two sides of one row."""
    mine, theirs = _SIDES.get(a), _SIDES.get(b)
    if mine is None or theirs is None or mine[0] != theirs[0] or mine[1] == theirs[1]:
        return False
    return counterparts or mine[2]


def _agree(one: Stance, other: Stance, anywhere: bool) -> bool:
    return (
        not one.marks.isdisjoint(other.marks)
        and one.subject == other.subject
        and one.positive == other.positive
        and (one.attitude is Attitude.PLAIN) == (other.attitude is Attitude.PLAIN)
        and _sides(one.topic) == _sides(other.topic)
        and (anywhere or _sides(one.circumstances) == _sides(other.circumstances))
        and one.rather_than == other.rather_than
    )


def _sides(many: Collection[str]) -> frozenset[object]:
    """Words as they are compared: those of one side of a row are one."""
    return frozenset(_SIDES.get(word, word) for word in many)
