"""What is known of somebody, as it is told to them: kept in the third person without a subject, and said with "you"."""

from __future__ import annotations

import re
from calendar import month_name
from datetime import datetime

from reverie.text.patterns import lazy_pattern

_VERBS = {"is": "are", "has": "have", "was": "were", "does": "do", "isn't": "aren't", "doesn't": "don't"}
_VERBS |= {"hasn't": "haven't", "wasn't": "weren't"}
_NOUNS = frozenset(
    "age background birthday body children daughter diet education family favorite favourite field goal hobby home "
    "interests job language languages mother name nickname note notes occupation origin partner personality pet phone "
    "plans pronouns religion school son timezone traits relationship work father parents sister brother wife "
    "husband boss cat dog their her his".split()
)
_SUBJECT = frozenset("is has was are were will can does did works lives likes had".split())
_WHOLE = frozenset("can can't cannot could will would won't should may might must used never always often once".split())
_PAST = frozenset(
    "went got lost gave won met bought ran broke left took quit sold made began became said saw fell felt told grew "
    "came found built led wrote drove ate knew kept taught caught spent sent heard held thought paid read put hurt cut "
    "regularly habit".split()
)
"""Verbs with which a sentence of the rules may begin, that don't show that they are verbs."""
_OWN = lazy_pattern(r"\b(their|them|themselves|theirs)\b")
_YOURS = {"their": "your", "them": "you", "themselves": "yourself", "theirs": "yours"}
_DATE = lazy_pattern(
    r"(?<=[(\[])(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>0[1-9]|[12]\d|3[01]))?(?=[)\]]\.?$)"
)
_FIRST = {"i": "you", "i'm": "you are", "i've": "you have", "i'd": "you'd", "i'll": "you'll"}
_YOU = {**_FIRST, "i am": "you are", "i was": "you were", "my": "your", "me": "you"}
_YOU |= {"mine": "yours", "myself": "yourself"}
_ME = lazy_pattern(r"\b(?:I am|I was|I['’](?:m|ve|d|ll)|I|my|me|mine|myself)\b", re.IGNORECASE)
_WORD = lazy_pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def is_own_voice(text: str) -> bool:
    """Whether a sentence is in the person's own voice: quoted, or with "I" or "my" in front.

    >>> is_own_voice("I keep bees."), is_own_voice("My boss is kind."), is_own_voice("Ada keeps bees.")
    (True, True, False)
    """
    said = _WORD.match(text)
    return text.startswith("“") or (said is not None and said[0].casefold().replace("’", "'") in {*_FIRST, "my"})


def to_you(text: str) -> str:
    """A memory's sentence as it is said to the one whose it is; words in quotation marks stay as they were said.

    >>> to_you("Works at Acme."), to_you("Favorite food is ramen."), to_you("Is in their forties.")
    ('You work at Acme.', 'Your favorite food is ramen.', 'You are in your forties.')
    >>> to_you("Bex is a nurse."), to_you("Never misses a match."), to_you("“cant have prawns”")
    ('Bex is a nurse.', 'You never miss a match.', 'You said “cant have prawns”')
    >>> to_you("My mom died (2026-03)."), to_you("I'm 30 and I love my job.")
    ('Your mom died (March 2026).', 'You are 30 and you love your job.')
    >>> to_you("You work nights."), to_you("You’re a nurse."), to_you("Lucas and I were at my sister's.")
    ('You work nights.', 'You’re a nurse.', "Lucas and you were at your sister's.")
    """
    text = with_dates(text)
    if in_own_words(text):
        return f"You said {text}"
    said = _WORD.match(text)
    if said is None:
        return text
    first, rest = said[0].casefold().replace("’", "'"), text[said.end() :]
    second = _WORD.search(rest)
    following = "" if second is None else second[0].casefold()
    if first in _FIRST or first == "my":
        return _second_of_first(text)
    if first.partition("'")[0] in ("you", "your"):
        return text
    rest = _OWN.sub(lambda found: _YOURS[found[0]], rest)
    if first == "work" and rest.startswith(" of "):
        return f"The work{rest}"
    if first in _NOUNS:
        return f"Your{rest}" if first in ("their", "her", "his") else f"Your {first}{rest}"
    if first == "in" and rest.startswith(" free time"):
        return f"In your{rest}"
    if first in ("never", "always", "often", "once") and second is not None:
        place = rest.index(second[0])
        return f"You {first}{rest[:place]}{_second(following)}{rest[place + len(second[0]) :]}"
    if following in _SUBJECT and first not in _VERBS and first not in _WHOLE:
        return text
    return f"You {_second(first)}{rest}" if _begins(first, following) else _second_of_first(text)


def _begins(first: str, following: str) -> bool:
    """Whether a sentence without a subject begins so: with a verb of the third person."""
    return first in {*_VERBS, *_WHOLE, *_PAST} or (first.endswith(("s", "ed")) and following != "and")


def in_own_words(text: str) -> bool:
    """Whether a memory's sentence is a quotation of the person's words."""
    return text.startswith("“")


def with_dates(text: str) -> str:
    """A memory's sentence with the day or month at its end as one says it.

    >>> with_dates("Their mum died (2025-03-02)."), with_dates("“exam soon” [2026-12]"), with_dates("Was born (1990).")
    ('Their mum died (2 March 2025).', '“exam soon” [December 2026]', 'Was born (1990).')
    """
    return _DATE.sub(_spoken, text)


def _spoken(found: re.Match[str]) -> str:
    month = f"{month_name[int(found['month'])]} {found['year']}"
    return f"{int(found['day'])} {month}" if found["day"] else month


def _second_of_first(text: str) -> str:
    """A sentence in the first person as it is said to whoever said it."""
    said = yours(text)
    return said[0].upper() + said[1:]


def yours(words: str) -> str:
    """Words of somebody's own as they are said back to them.

    >>> yours("my job"), yours("i'm vegan"), yours("the trailer")
    ('your job', 'you are vegan', 'the trailer')
    """
    return _ME.sub(lambda found: _YOU[found[0].casefold().replace("’", "'")], words)


def _second(verb: str) -> str:
    """A verb of the third person in the second; one of the past stays."""
    if verb in _VERBS:
        return _VERBS[verb]
    if verb in _WHOLE or not verb.endswith("s") or verb.endswith(("ss", "us")):
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")) else verb[:-1]


def on_day(moment: datetime, now: datetime) -> str:
    """A day as one says it: "today", "yesterday", "on 2 March", "on 2 March 2024" of another year.

    >>> on_day(datetime(2025, 3, 2), datetime(2025, 5, 1)), on_day(datetime(2024, 3, 2), datetime(2025, 5, 1))
    ('on 2 March', 'on 2 March 2024')
    """
    days = (now.date() - moment.astimezone(now.tzinfo).date()).days if now.tzinfo else (now.date() - moment.date()).days
    if days in (0, 1):
        return ("today", "yesterday")[days]
    return f"on {moment.day} {moment:%B}" + (f" {moment.year}" if moment.year != now.year else "")
