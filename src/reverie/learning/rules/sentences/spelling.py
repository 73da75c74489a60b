"""How people type: contractions, slang, lost apostrophes, words cut apart; and the words as patterns read them.

Two steps. ``rejoined`` mends what a tokeniser or a hurried thumb did to a message and keeps every position.
``plain`` then makes one clause into the words that rules are written in: "im", "i'm" and "i ' m" are "I am".
"""

from __future__ import annotations

import re

from reverie.text.patterns import lazy_pattern

_I = re.IGNORECASE
_APART = lazy_pattern(r"\b([a-z]+) ?(n?) ?' ?(m|s|re|ve|ll|d|t)\b", _I)
_NO_APOSTROPHE = lazy_pattern(
    r"\b(i) (?=(?:m|ve|ll)\b)|\b(don|can|won|doesn|didn|isn|aren|wasn|haven|hasn|couldn|wouldn) (?=t\b)", _I
)
_SLANG_APART = lazy_pattern(r"\b(gon|wan) (na)\b|\b(got) (ta)\b", _I)


def rejoined(text: str) -> str:
    """Join words that were cut apart ("do n't", "i ' m", "i m", "gon na"); the result has the same length."""
    if " '" in text or "' " in text or " n'" in text:
        text = _APART.sub(_padded, text)
    if any(end in text for end in (" m ", " t ", " ve ", " ll ")):
        text = _NO_APOSTROPHE.sub(lambda m: f"{m.group()[:-1]}'", text)
    return _SLANG_APART.sub(_padded, text) if " na " in text or " ta " in text else text


def _padded(match: re.Match[str]) -> str:
    return match.group().replace(" ", "").ljust(len(match.group()))


_OPENED = {
    "i": "I", "i'm": "I am", "im": "I am", "iam": "I am", "i've": "I have", "ive": "I have", "i'd": "I would",
    "i'll": "I will", "we're": "we are", "we've": "we have", "weve": "we have", "it's": "it is",
    "that's": "that is", "thats": "that is", "name's": "name is", "bday's": "bday is", "birthday's": "birthday is",
    "birthdays": "birthday is", "don't": "do not", "dont": "do not", "can't": "can not", "cant": "can not",
    "cannot": "can not", "didn't": "did not", "didnt": "did not", "haven't": "have not", "havent": "have not",
    "won't": "will not", "wont": "will not", "he's": "he is", "she's": "she is", "hes": "he is", "shes": "she is",
    "they're": "they are", "theyre": "they are", "isn't": "is not", "isnt": "is not", "aren't": "are not",
    "arent": "are not", "wasn't": "was not", "wasnt": "was not", "couldn't": "could not", "couldnt": "could not",
    "doesn't": "does not", "doesnt": "does not", "wouldn't": "would not", "wouldnt": "would not",
    "you're": "you are", "youre": "you are", "u": "you", "ur": "your", "what's": "what is", "whats": "what is",
    "gonna": "going to", "wanna": "want to", "gotta": "got to", "tryna": "trying to", "ima": "I will",
    "favourite": "favorite", "fave": "favorite", "fav": "favorite", "favorit": "favorite", "favroite": "favorite",
    "favourites": "favorites", "favs": "favorites", "faves": "favorites",
    "favorate": "favorite", "favrite": "favorite", "colour": "color", "luv": "love", "looove": "love", "lov": "love",
    "gf": "girlfriend", "bf": "boyfriend", "gf's": "girlfriend's", "bf's": "boyfriend's", "hubby": "husband",
    "hubby's": "husband's", "wifey": "wife", "bday": "birthday", "b-day": "birthday", "brithday": "birthday",
    "alergic": "allergic", "allergik": "allergic", "vegitarian": "vegetarian", "vegeterian": "vegetarian",
    "vegaterian": "vegetarian", "collage": "college", "realy": "really", "rly": "really", "rlly": "really",
    "definately": "definitely", "defo": "definitely", "def": "definitely", "&": "and", "w/": "with", "bc": "because",
    "cuz": "because", "cos": "because", "becuase": "because", "pls": "please", "plz": "please",
    "town's": "town is", "hometown's": "hometown is", "job's": "job is",
    "major's": "major is", "nickname's": "nickname is", "tongue's": "tongue is", "tho": "though", "thru": "through",
    "yrs": "years", "yr": "year", "wrk": "work", "dr": "Dr", "colourblind": "colourblind",
    "n": "and", "studing": "studying", "libary": "library", "enginer": "engineer", "techer": "teacher",
    "diabetis": "diabetes", "astma": "asthma", "migranes": "migraines",
}  # fmt: skip
"""Words as they are typed to words as patterns have them; a value keeps the pattern's spelling then."""

_ADVERBS = (
    r"really|absolutely|totally|actually|just|also|currently|still|truly|literally|always|usually|often|personally|"
    r"honestly|mostly|mainly|now|recently|finally|officially|genuinely|both|freaking|fucking|definitely|certainly|"
    r"secretly|simply|particularly|especially|kinda sorta|low-?key|high-?key|happen to|do so|myself|already|deeply|"
    r"only just|too|basically|obviously|technically|legit|proudly|presently|nowadays|these days|at the moment|"
    r"of course|sadly|unfortunately|luckily|thankfully"
)
_ADVERB = lazy_pattern(
    rf"\b((?:I|we)(?: am not| am| are| have| do not| can not| did not)?|my|is|it) (?:{_ADVERBS})(?= (?!$))(?! (?:back|"
    rf"about|over|in|me|the|a|an|my|this|that|to|it|you|him|her|them)\b)",
    _I,
)
_SPACED = (" ,", " .", " ;", " :", " )", " ?", " !", "( ")
_PUNCTUATION = lazy_pattern(r" (?=[,;:.!?)](?:\s|$))|(?<=\() ")
_NAMES = lazy_pattern(r"\bmy names (?=\w)", _I)
_HAVE_GOT = lazy_pattern(
    r"\b(I|we) have (?:got|gotten)(?= (?:a|an|two|three|four|five|\d|hay|really|bad|no)\b)|"
    r"\bI got a (?=(?:dog|cat|puppy|kitten)\b)",
    _I,
)
_WE = lazy_pattern(r"\b(?:my [\w-]+(?: [\w-]+)? and I|me and my [\w-]+)\b", _I)
_ITS = lazy_pattern(r"\bits (?=(?:an?|the|my|me|not)\b|[\w-]+ (?:btw|here|again|by)\b)", _I)

_KIN_IS = lazy_pattern(
    r"\b((?:my|our) (?:[\w-]+ )?(?:mom|mum|mother|dad|father|sister|brother|wife|husband|partner|girlfriend|boyfriend|"
    r"son|daughter|grandma|grandpa|grandmother|grandfather|twin|uncle|aunt|cousin))'s(?= (?:an?|from|in|on|not|also|"
    r"vegan|vegetarian|allergic|\d+)\b)",
    _I,
)
"""Whose "'s" is no possessive, by what follows it: "my mom's a judge"."""

_RESTATED = (
    # What one does for a living comes last, and is not what one has ("I drive a truck").
    (lazy_pattern(r"^(I (?!am\b|work\b).+?) (for a living|to make a living)\b", _I), r"\2 \1"),
    (lazy_pattern(r"^my (eyes|hair) (?:is|are) (?!\w+ and)((?:\w+ )?(?:blue|green|brown|hazel|gr[ae]y|"
                r"red|blonde?|black|curly|long|short|white|pink|purple|ginger))\b", _I),
     r"I have \2 \1"),
    (lazy_pattern(r"^my hair is (\w+) and (\w+)\b", _I), r"I have \1 \2 hair"),
)  # fmt: skip


def plain(text: str) -> str:
    """The words as patterns read them: contractions opened, adverbs after "I" gone, single spaces."""
    if text.isupper() and len(text.split()) > 2:
        text = text.lower()
    said = " ".join([_OPENED.get(word.lower(), word) for word in text.split()])
    if any(mark in said for mark in _SPACED):
        said = _PUNCTUATION.sub("", said)
    if "its " in said:
        said = _ITS.sub("it is ", said)
    said, changed = _ADVERB.subn(r"\1", said)
    if changed:
        said = _ADVERB.sub(r"\1", said)
    if " got" in said:
        said = _HAVE_GOT.sub(lambda m: f"{m.group(1)} have" if m.group(1) else "I have a ", said)
    if "'s " in said:
        said = _KIN_IS.sub(r"\1 is", said)
    if "names " in said:
        said = _NAMES.sub("my name is ", said)
    if " living" in said or said.startswith("my "):
        for pattern, restated in _RESTATED:
            said = pattern.sub(restated, said)
    return _WE.sub("we", said) if " and " in said else said
