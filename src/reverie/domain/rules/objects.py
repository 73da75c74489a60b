"""Where the object of a verb ends: noun phrases cut at the closed classes of English.

Prepositions, conjunctions, pronouns and words for times are few and can be written down; what stands between a verb
and the first of them is its object. An object that points ("it", "a lot") or says nothing ("sense", "a mess") is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain.rules.cutting import tidy
from reverie.domain.rules.verbs import forms

_I = re.IGNORECASE

_CLOSED = (
    "in|on|at|for|with|from|by|to|into|onto|about|after|before|during|out|over|under|through|near|around|against|"
    "like|as|off|up|down|without|within|across|along|behind|beside|between|inside|outside|per|than|toward|towards|"
    "until|till|since|because|becuase|that|which|who|whom|whose|where|when|while|if|so|but|and|or|plus|then|instead|"
    "every|each|all|most|these|this|last|next|once|twice|sometimes|always|never|usually|again|too|also|now|ago|"
    "tonight|today|tomorrow|yesterday|anymore|myself|ourselves|together|alone|badly|well|better|best|daily|weekly|"
    "nightly|yearly|lately|recently|currently|nowadays|already|still|ever|there|here|away|back|is|are|was|were|has|"
    "have|had|of course|nobody|everybody|everyone|someone|somebody|anyone|people|i|we|you|he|she|it|they|my|just|only|"
    "even|except|via|despite|besides|whenever|unless|enough|not|no|right now"
)
_END = re.compile(
    rf"(?:^|\s+)(?:{_CLOSED})(?=$|[\s,.;:!?)]).*|\s*[,.;:!?()\u2014\u2013\"].*|\s-+\s.*", re.IGNORECASE | re.DOTALL
)
_DETERMINER = re.compile(
    r"(?:(?:a|an|the|my|our|some|any|several|many|various|lots of|a lot of|tons of|a bunch of|a couple of|a couple|a "
    r"few|both|about|around|over|nearly|almost|roughly|mostly|mainly|only|just|up to|own|"
    r"all|all my|all our|all the|most of the|all kinds of|all sorts of|way too much|way too many|"
    r"too much|too many)\s+)+",
    _I,
)
_OF_THEM = re.compile(r"\s+of (?:them|it|these|those|ours|mine|us|my|our|course)\b.*", _I)
_EMPTY = frozenset(
    "it them him her you this that those these one ones what how everything something nothing anything everyone "
    "someone anyone me myself us yourself himself herself themselves things thing stuff lot lots bit much many more "
    "less ok okay so there here way time sense sure fun mistake mistakes difference mess joke jokes noise face faces "
    "point effort decision decisions progress friends friend money fool living choice choices deal deals best worst "
    "job part care place turns turn advantage note notes forever long ages while minute moment breath shower nap bath "
    "break look seat word words rest trouble crap shit nonsense hell mind minds games game tricks role whatever "
    "homework dishes chores errands laundry house day days night week weekend hours hour minutes people guys folks "
    "wrong right fine good great mad crazy nuts myself ourselves each other damn cool cold calm quiet track promise "
    "promises secret secrets distance score pace watch hand hands eyes eye head mouth fire blame loud answer answers "
    "question questions selfie selfies kidding left leave love war peace fit life lives sarcasm third second first "
    "attention space room amends history sorry thanks bargain picture line research thoughts crap tribute".split()
)
_NUMBER = re.compile(r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)$", _I)
PARTICLE = re.compile(
    r"(?:up|out|off|down|over|away|back|around|in(?= (?:two|three|four|five|\d)))\b"
    r"(?! (?:the|a|an|my|our|of|\w+ of)\b)",
    _I,
)
"""A word that belongs to the verb before it: "eat out", "pick up knitting", "bring in two clients"."""


_CLOSED_WORDS = frozenset(_CLOSED.split("|")) | frozenset(
    "and will won't can can't does doesn't did didn't would got gets".split()
)


def ends_object(word: str) -> bool:
    """Whether a word is of a closed class, so that a noun phrase ends before it."""
    return word.lower().strip(",.;:!?") in _CLOSED_WORDS


def object_of(rest: str) -> str:
    """The object that words begin with, without its determiner; empty where there is none that says something.

    >>> object_of("a two-chair salon out of my garage"), object_of("it in June")
    ('two-chair salon', '')
    """
    opening = _DETERMINER.match(rest)
    bare = _OF_THEM.sub("", rest[opening.end() :] if opening else rest)
    named = tidy(_END.sub("", bare, count=1)).split()
    for at, word in enumerate(named[1:], 1):
        form = forms().get(word.lower())
        if form is not None and form.ing and at + 1 < len(named) and re.search(r"[^']s$", named[at - 1]):
            named = named[:at]
            break
    while len(named) > 1 and (named[-1].lower().endswith("ly") or named[-1].lower() in {"of", "a", "an", "the"}):
        named.pop()
    if not 1 <= len(named) <= 5 or (len(named) == 1 and _NUMBER.match(named[0])):
        return ""
    if named[-1].lower() in _EMPTY or named[0].lower() in _EMPTY | {"of", "to", "as", "be"}:
        return ""
    return " ".join(named)


_PLACED = re.compile(
    r"(?P<word>in|on|at|with|for|from|by|to|about|of|near|through|across|over|around|without)\s+(?P<rest>.+)", _I
)


def placed(rest: str) -> str:
    """The prepositional phrase that words begin with: "at the pier", "with the tv on"; empty where there is none."""
    found = _PLACED.match(rest)
    named = object_of(found["rest"]) if found else ""
    return f"{found['word'].lower()} {named}" if found and named else ""


_WORKPLACE = re.compile(
    r"\b(?:at (?P<any>(?:an?|the) .+)|(?:at|for) (?P<named>(?-i:[A-Z])[\w'&-]+(?: (?-i:[A-Z])[\w'&-]+)*))", _I
)
_NO_PLACE = frozenset(
    "moment time end day night weekend weekends living while first last least most home start cash money minute year "
    "years month months hour hours days weeks party parties table top age rate bottom same fun side i".split()
)


def workplaces(rest: str) -> Iterator[str]:
    """Where a trade is done: "at the zoo", "for Delta"."""
    for found in _WORKPLACE.finditer(rest):
        named = object_of(found["any"] or found["named"])
        if named and _NO_PLACE.isdisjoint(named.lower().split()):
            yield named


_TEXT_END = re.compile(
    r"\s*(?:[,;:!?()\u2014\u2013]|\.(?:\s|$)|\s-+\s|\b(?:but|because|becuase|so|and (?:i|my|we|it|the)|"
    r"which|lol|haha|though|"
    r"honestly|right now|thanks|please)\b).*",
    re.IGNORECASE | re.DOTALL,
)


_DANGLING = frozenset("a an the of in on at to for with from by and or my our as i that who is was not".split())


def cut(words: str) -> str:
    """Words as they go into the sentence that is kept: up to where the clause turns, at most fourteen of them."""
    kept = _TEXT_END.sub("", words).split()[:16]
    while len(kept) > 1 and kept[-1].lower() in _DANGLING:
        kept.pop()
    return tidy(" ".join(kept))
