"""Opinions that a companion voices in its replies: tastes, preferences, favourites, judgements, changes of mind.

Most of what a companion says in the first person is no opinion of its own: politeness, advice, praise, what the other
one likes. So a clause counts only if it stands for itself (no "you", no "this one", no "if"), says what it is about
by name, and, where it judges, judges with a word of value. What is missed can be voiced again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reverie.learning.rules.sentences.reading import own_words
from reverie.records.opinions import OpinionCategory
from reverie.text import opinion_polarity
from reverie.text.patterns import lazy_pattern

_I = re.IGNORECASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Voiced:
    """An opinion that was voiced; ``changed``: as a change of mind. ``span`` is [start, end) in the text."""

    name: str
    opinion: str
    category: OpinionCategory
    changed: bool
    span: tuple[int, int]


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\xa0": " "})
_NOT_SAID = lazy_pattern(
    r'"[^"\n]*"|«[^»\n]*»|`[^`\n]*`|(?<![*\w])\*(?!\*)[^*\n]+\*(?![*\w])|(?<!\w)_[^_\n]+_(?!\w)|<[^<>\n]{1,200}>|'
    r"(?<!\w)'[^'\n]{2,200}'(?!\w)"
)
"""Quotations, code, acted-out actions and tags: not said by the companion, or not said at all."""

_SENTENCE = lazy_pattern(r"[^.!?\n]+(?:\.(?=\w)[^.!?\n]*)*[.!?]*")
_LONGEST = 600
"""Characters of a sentence that is read: an opinion is voiced in fewer."""

_OWN = lazy_pattern(r"\b(?:i|my|me)\b", _I)
_OPENER = lazy_pattern(
    r"(?:[\s>*•–—-]+|(?:oh|ah|aw|ha|haha|hah|hm+|well|so|and|but|yes|yeah|no|ooh|okay|ok|sure|look|see|honestly|frankly|"
    r"actually|personally|truthfully|admittedly|to be honest|to be fair|if i'm honest|for what it's worth|for me|"
    r"for my part|as for me|me too|same here|i admit|i confess|i must say|i have to say|i have to admit|i'll admit|"
    r"i must admit|truth be told|fun fact|you know|you know what|still|though|then again|these days|now|lately|"
    r"after some thought|come to think of it|on reflection|okay then|fair enough|as it happens)\b[\s,:!—–-]*)+",
    _I,
)
_CUT = lazy_pattern(
    r"\s*(?:;|—|–|\s-\s|\()\s*|,?\s+(?:but|so|and|yet|though|although|whereas|while)\s+(?=(?:i|i'm|i've|i'd|you|we|it|"
    r"that|they|he|she|what|how|there|my|your|do|does|is|are|can|would|let)\b)|,\s+(?=(?:what|how) about\b|(?:do|don't|"
    r"does|is|are|would|wouldn't|have|can) (?:you|we)\b|right\b|you know\b|if you ask me\b|to be honest\b|honestly\b)",
    _I,
)
"""Where a clause ends and another begins."""

_OTHERS = lazy_pattern(
    r"\b(?:you|your|yours|yourself|you're|you've|you'd|you'll|ya|u|ur|we|we're|us|our|ours|let's|he|she|him|his|her|"
    r"hers)\b",
    _I,
)
"""A clause with one of these is about somebody who is there, or about somebody else."""

_LOOSE = lazy_pattern(r"\b(?:it|it's|its|they|they're|them|their)\b", _I)
_BECAUSE = lazy_pattern(r"\b(?:because|since|for its|for their|even though|even when|when|as)\b|,", _I)
"""From here on a clause gives its reasons, and what it is about may be a pronoun."""

_OPEN = lazy_pattern(
    r"\b(?:if|unless|suppose|imagine|imagining|pretend|would|wouldn't|could|couldn't|might|may|maybe|perhaps|"
    r"possibly|probably|as if|someone|somebody|some people|people say|hypothetically|for example|for instance|in the "
    r"story|in the game|character|role-?play|lyrics|quote|says|said|told|mentioned|wish|hope|guess|suppose|sort of|"
    r"kind of|kinda|not sure|when i was)\b",
    _I,
)
"""A clause with one of these leaves open what it says, or is somebody else's."""

_POINTING = lazy_pattern(
    r"\b(?:this|that|these|those|one|ones|here|tonight|today|tomorrow|right now|for now|at the moment|next|"
    r"this week|option|options|idea|ideas|plan|plans|approach|choice|answer|question|questions|suggestion|draft|"
    r"version|solution|bug|error|function|line|file|paragraph|sentence|title|step|point|points|photo|picture|name|"
    r"attitude|enthusiasm|spirit|energy|way|thought|place to start|bet|fit|email|essay|deadline|meeting|appointment|"
    r"dose|doctor)\b",
    _I,
)
"""What is pointed at, or advised on, is no lasting topic."""

_ADVERB = (
    r"(?:(?:really|truly|absolutely|just|always|still|much|also|actually|honestly|generally|usually|secretly|simply|"
    r"rather|quite|deeply|genuinely|definitely|particularly|especially|do|personally|firmly|strongly|sincerely|"
    r"tend to|have to say|must say|have always|have long|'ve always|'ve long|kind of)\s+)*"
)
_SUBJECT = rf"I\s+{_ADVERB}"
_HAS = rf"I(?:'ve|\s+have)\s+(?:always|long)\s+{_ADVERB}"
_LIKING = (
    r"(?:love|adore|like|enjoy|treasure|cherish|admire|hate|dislike|loathe|despise|detest|can't stand|cannot stand|"
    r"can not stand|can't bear|cannot bear|don't like|do not like|don't enjoy|do not enjoy|don't care for|"
    r"do not care for)"
)
_LIKED = r"(?:loved|adored|liked|enjoyed|admired|hated|disliked|loathed|despised|detested)"
_FOND = (
    r"I(?:'m|\s+am)\s+(?:still |also |really |just |very |rather |quite )*(?:(?:not )?(?:a (?:big |huge |great )?)?fan "
    r"of|fond of|partial to|not fond of|in love with|fascinated by|bored by|suspicious of|wary of)|I(?:'ve|\s+have)\s+"
    r"a (?:soft spot|weakness|fondness) for"
)
_THINK = r"(?:think|believe|find|consider|feel|maintain|am convinced|'m convinced)"
_THOUGHT = r"(?:thought|believed|found|considered|felt)"
_NOT_THINK = r"(?:don't|do not)\s+(?:think|believe|find|feel)"

_TASTE = lazy_pattern(rf"(?:{_SUBJECT}{_LIKING}|{_HAS}{_LIKED}|{_FOND})\s+(?P<name>.+)", _I)
_PREFERENCE = lazy_pattern(
    rf"(?:{_SUBJECT}prefer|{_HAS}preferred|I'd\s+(?:always\s+)?(?:take|choose|pick))\s+(?P<name>.+?)"
    r"(?:\s+(?:to|over|rather than)\s+(?P<other>(?!be\b|have\b|do\b|see\b|say\b).+?))?"
    r"(?P<rest>\s+(?:any day|every time|by far|most days)|\s*,.*|\s+(?:because|since|when|for|in|on)\b.*)?",
    _I,
)
_FAVOURITE = lazy_pattern(
    r"my\s+(?:all-time\s+|absolute\s+|personal\s+)*favou?rite\s+(?P<name>[\w' -]{2,40}?)(?:\s+of all time)?\s+"
    r"(?:is|are|has always been|have always been|has to be|will always be|remains)\s+(?P<what>.+)",
    _I,
)
_MY_FAVOURITE = lazy_pattern(
    r"(?P<what>.+?)\s+(?:is|are|will always be|has always been)\s+(?:still\s+)?my\s+(?:all-time\s+|absolute\s+)?"
    r"favou?rite\s+(?P<name>[\w' -]{2,40})",
    _I,
)
_JUDGEMENT = lazy_pattern(
    rf"(?:{_SUBJECT}(?:{_NOT_THINK}|{_THINK})|{_HAS}{_THOUGHT}|in my (?:opinion|view|book)|to my mind|to me)"
    r"\s*,?\s+(?:that\s+)?(?P<name>.+?)\s+(?P<said>(?:is|are|isn't|aren't|was|were|deserves?|should|shouldn't|"
    r"matters?|beats?|belongs?|doesn't|don't|do|does|makes?|ruins?|has|have|never|always|will always)\b.+|"
    r"matters?|deserves? .+)",
    _I,
)
_FINDING = lazy_pattern(rf"{_SUBJECT}(?:find|consider)\s+(?P<name>.+)\s+(?P<said>[\w-]+)", _I)
_NO_LONGER = lazy_pattern(
    rf"I\s+no longer\s+(?:{_THINK}|{_LIKING}|prefer)\s+(?:that\s+)?(?P<name>.+)|"
    rf"I\s+(?:don't|do not)\s+(?:think|believe|like|love|enjoy|prefer|hate|mind)\s+(?:that\s+)?(?P<name2>.+?)\s+"
    r"any\s?more",
    _I,
)
_CHANGED = lazy_pattern(
    r"I(?:'ve|\s+have)?\s+changed\s+my\s+mind\s+(?:about|on)\s+(?P<name>[^:;,.!?—–]+?)\s*(?:[:;,—–]|\s-\s|[.!](?=\s))\s*"
    r"(?P<said>[^.!?\n]{6,})",
    _I,
)
_USED_TO = lazy_pattern(
    rf"I\s+used\s+to\s+(?:{_THINK}|{_LIKING}|prefer)\s+(?:that\s+)?(?P<name>[^,;.!?—–]+?)\s*[,;—–]?\s+(?:but|and)\s+"
    r"(?:now|these days|lately)\s*,?\s*(?P<said>I\b[^.!?\n]{4,})",
    _I,
)

_VALUE = (
    opinion_polarity.FOR
    | opinion_polarity.AGAINST
    | frozenset(
        "beats better cheap everything lonely melancholy misunderstood neglected nothing odd ordinary sad "
        "should shouldn't simple".split()
    )
) - frozenset("admire adore avoid enjoy enjoyed fan fond like liked love loved hate hated human treasure".split())
"""What a judgement has to hold one of."""

_MISUSED = lazy_pattern(r"\b(?:good|great|best|better|nice|right|important|wise|fine|useful)\s+(?:to|for)\b", _I)
"""How advice is given: "a walk would be good for …", "it is important to …"."""

_NO_TOPIC = lazy_pattern(
    r"(?:to|that|how|when|where|why|what|who|whatever|i|i'm|it|it's|its|there|there's|everything|anything|something|"
    r"nothing|everyone|everybody|anyone|being|having|getting|hearing|helping|seeing|knowing|talking|chatting|working "
    r"with|answering|learning (?:about|more)|so|very|both|all|the same|no|not|myself|a lot|more|less|most|best|"
    r"as|every|each|like|too|either|neither|none|some|much|many)\b",
    _I,
)
_JUDGED = lazy_pattern(
    r"\s+(?:is|are|was|were|should|shouldn't|isn't|aren't|wasn't|weren't|deserves?|matters?|has to|have to)\b", _I
)
"""Where what is judged ends: "I no longer think remakes | are pointless"."""

_TRAILING = lazy_pattern(
    r"(?:\s*,.*|\s+(?:because|since|when|whenever|while|as|more than|most of all|so much|very much|a lot|too|as well|"
    r"anymore|any more|above all|best|the most|for (?:its|their|the)|even though|even when|even if|at all|any day|"
    r"every time|by far)\b.*)$",
    _I | re.DOTALL,
)
_LONGEST_TOPIC = 9
"""Words of a name: a topic is no sentence."""

_WORDS = lazy_pattern(r"[\w'-]+")
_KINDRED: Mapping[OpinionCategory, frozenset[str]] = {
    OpinionCategory.TECHNICAL: frozenset(
        "code coding programming python rust javascript tabs spaces software hardware computer computers algorithm "
        "algorithms compiler compilers database databases linux terminal keyboard keyboards internet app apps robots "
        "machine machines spreadsheet spreadsheets vim emacs typing".split()
    ),
    OpinionCategory.ETHICAL: frozenset(
        "moral immoral ethical unethical ethics justice unjust unfair fairness cruelty cruel lying lies lie honesty "
        "dishonest wrong rights dignity harm privacy consent forgiveness mercy revenge hypocrisy evil".split()
    ),
    OpinionCategory.POLITICAL: frozenset(
        "politics democracy government governments taxes tax election elections voting borders capitalism socialism "
        "monarchy war wars law laws policy".split()
    ),
    OpinionCategory.SOCIAL: frozenset(
        "friend friends friendship friendships people party parties talk conversation conversations crowd crowds "
        "family weddings gossip company manners strangers neighbours neighbors dinner gatherings solitude".split()
    ),
    OpinionCategory.AESTHETIC: frozenset(
        "music jazz opera song songs album albums blues rock techno art painting paintings poem poems poetry novel "
        "novels book books film films movie movies cinema theatre theater dance ballet sculpture architecture colour "
        "color colours colors design fashion typeface fonts sunset sunsets rain autumn winter spring summer snow "
        "flowers beautiful beauty elegant ugly melody piano violin cello composer composers painter author authors "
        "remakes remake haiku season".split()
    ),
    OpinionCategory.PRACTICAL: frozenset(
        "morning mornings evening evenings routine routines schedule breakfast coffee tea lists list notebook "
        "notebooks trains train bicycle bicycles cars car cooking recipe recipes tidy habits travel travelling "
        "traveling".split()
    ),
}


def voiced(text: str) -> list[Voiced]:
    """The opinions that a companion's reply voices as its own, in order; one of each name.

    >>> [(v.name, v.category.value) for v in voiced("I love late Rothko. I think you'd like him too.")]
    [('late Rothko', 'aesthetic')]
    """
    own = _NOT_SAID.sub(lambda m: " " * len(m.group()), own_words(text).translate(_STRAIGHT))
    found: dict[str, Voiced] = {}
    taken = 0
    for start, end in _sentences(own):
        if start < taken:
            continue
        for one in _changes(own, start, end) or _views(own, start, end):
            found.setdefault(one.name.casefold(), _worded(one, text))
            taken = max(taken, one.span[1])
    return list(found.values())


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences in which somebody speaks of themselves: the cheap look before any pattern."""
    for sentence in _SENTENCE.finditer(text):
        said = sentence.group().strip()
        if len(said) <= _LONGEST and _OWN.search(said):
            start = text.index(said, sentence.start())
            yield start, start + len(said)


def _worded(one: Voiced, text: str) -> Voiced:
    return Voiced(
        name=one.name,
        opinion=" ".join(text[slice(*one.span)].split()),
        category=one.category,
        changed=one.changed,
        span=one.span,
    )


def _changes(text: str, start: int, end: int) -> list[Voiced]:
    """A change of mind, which may take the sentence after it too."""
    start = _begin(text, start, end)
    for pattern in (_CHANGED, _USED_TO):
        change = pattern.match(text, start)
        if change is None or _about_others(change.group("said")) or _asks(text, change.end()):
            continue
        named = None if _unfit(change.group("name")) else _named(change.group("name"), changed=True)
        said = change.span("said")
        if named:
            # Where the new opinion only points at its topic, the words that name it belong to it.
            begins = start if _LOOSE.search(change.group("said")) else said[0] + _opened(text[slice(*said)])
            return [_made(named[0], text, (begins, begins + len(text[begins : said[1]].rstrip())), changed=True)]
    return []


def _views(text: str, start: int, end: int) -> Iterator[Voiced]:
    bounds = [start]
    for cut in _CUT.finditer(text, start, end):
        bounds += [cut.start(), cut.end()]
    bounds.append(end)
    clauses = list(zip(bounds[::2], bounds[1::2], strict=True))
    asks = _asks(text, end)
    if asks:  # of a question only what stands before the part that asks is asserted
        clauses = clauses[:-1]
    for begin, stop in clauses:
        opened = _begin(text, begin, stop)
        said = text[opened:stop].rstrip(" .!,:\t…")
        found = _view(said)
        if found is not None and not (asks and len(clauses) > 1):
            name, changed = found
            yield _made(name, text, (opened, opened + len(said)), changed=changed)


def _view(said: str) -> tuple[str, bool] | None:
    """The name of what a clause has an opinion on, and whether it tells of a change."""
    if _unfit(said):
        return None
    gone = _NO_LONGER.fullmatch(said)
    if gone:
        return _named(gone.group("name") or gone.group("name2"), changed=True)
    liked = _FAVOURITE.fullmatch(said) or _MY_FAVOURITE.fullmatch(said)
    if liked and not _NO_TOPIC.match(liked.group("what")):
        return f"favorite {liked.group('name').strip().casefold()}", False
    rather = _PREFERENCE.fullmatch(said)
    if rather:
        return _preferred(rather)
    judged = _JUDGEMENT.fullmatch(said) or _FINDING.fullmatch(said)
    if judged:
        values = not _VALUE.isdisjoint(_WORDS.findall(judged.group("said").casefold()))
        return _named(judged.group("name")) if values and not _MISUSED.search(judged.group("said")) else None
    taste = _TASTE.fullmatch(said)
    return _named(taste.group("name")) if taste else None


def _preferred(rather: re.Match[str]) -> tuple[str, bool] | None:
    names = [_topic(one) for one in (rather.group("name"), rather.group("other")) if one]
    if not all(names) or (len(names) == 1 and rather.group().casefold().startswith("i'd")):
        return None
    return " or ".join(sorted(names, key=str.casefold)), False  # the other way round is the same question


def _named(name: str, *, changed: bool = False) -> tuple[str, bool] | None:
    topic = _topic(_JUDGED.split(name, maxsplit=1)[0])
    return (topic, changed) if topic else None


def _topic(name: str) -> str:
    """What an opinion is about, without what is said of it after; nothing where that is no topic."""
    topic = _TRAILING.sub("", name).strip(" ,.:;!'\"").strip()
    words = topic.split()
    if not 0 < len(words) <= _LONGEST_TOPIC or len(topic) < 2 or _NO_TOPIC.match(topic):
        return ""
    # "The ocean" and "the smell of rain" are known to everybody; "the green curtains" were spoken of just now.
    known = words[0].casefold() != "the" or len(words) == 2 or "of" in words or words[1][0].isupper()
    return topic if known and re.search(r"[^\W\d_]", topic) else ""


def _unfit(said: str) -> bool:
    return _about_others(said) or _LOOSE.search(_BECAUSE.split(said, maxsplit=1)[0]) is not None


def _about_others(said: str) -> bool:
    return bool(_OTHERS.search(said) or _OPEN.search(said) or _POINTING.search(said))


def _begin(text: str, start: int, end: int) -> int:
    return start + _opened(text[start:end])


def _opened(said: str) -> int:
    opener = _OPENER.match(said)
    return opener.end() if opener else 0


def _asks(text: str, end: int) -> bool:
    return text[:end].rstrip().endswith("?") or text[end : end + 1] == "?"


def _made(name: str, text: str, span: tuple[int, int], *, changed: bool) -> Voiced:
    words = set(_WORDS.findall(f"{name} {text[slice(*span)]}".casefold()))
    category = next((c for c, kindred in _KINDRED.items() if words & kindred), None)
    if category is None:
        judged = re.match(r"i\b.*\b(?:think|believe|find)\b|in my|to me", text[slice(*span)], _I)
        category = OpinionCategory.PHILOSOPHICAL if judged else OpinionCategory.PERSONAL
    return Voiced(name=name, opinion="", category=category, changed=changed, span=span)
