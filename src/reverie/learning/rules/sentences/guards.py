"""What is said and not asserted: hedges, questions, conditions, irony, jokes, pretence, and what others say.

A guard is wide where it is unsure, because a wrong memory costs more than a missing one. Each looks at one
sentence or clause as it was typed, with words joined and quotations already blanked.
"""

from __future__ import annotations

import re

from reverie.learning.rules.phrases import WISHED
from reverie.text.patterns import lazy_pattern

_I = re.IGNORECASE

_PEOPLE = (
    r"he|she|they|people|someone|everyone|mom|mum|dad|wife|husband|brother|sister|friend|boss|doctor|teacher|quiz|"
    r"shirt|sign|graffiti|horoscope|song|poster|ad|card|mug|sticker|fortune|article|paper|caption|bio|line|test|"
    r"guy|girl|man|woman|character|villain|book|movie|review"
)
_HEDGE = lazy_pattern(
    rf"\b(?:afraid (?:i|i'm|i've|we|we're|we've|you|it|it's|that|not|so|the|there)|might|maybe|perhaps|probably|"
    rf"possibly|presumably|supposedly|apparently|thinking (?:about|of)|would(?! you)|"
    rf"wouldn't|could(?! never| eat)|couldve|should|if|wish|wishing|unless|hypothetically|not sure|unsure|no idea|idk|"
    rf"dunno|in theory|i may|we may|i guess|i think|i suppose|i doubt|i hope(?! to)|i believe(?! in\b)|i feel like|"
    rf"i'm (?:kind|sort) of|(?:i|i am|i have|i'm|im|ive) (?:kind of|sort of|kinda|sorta|almost|nearly)|as if|or "
    rf"something|supposed to|pretend(?:ing|ed)?|imagin(?:e|ed|ing)|role-?play(?:ing)?|fictional|my character|"
    rf"in (?:the|my|this|a|our) (?:game|story|dream|novel|movie|book|sims?)|last life|another life|past life|be like|"
    rf"said (?:the|my)|says (?:the|my)|sang|said no|according to|rumou?r has it|saying i|(?:bet|swear|as far as) i|"
    rf"(?:{_PEOPLE})(?: (?:always|still|keeps?|just))? (?:says?|saying|said|thinks?|thought|claims?|claimed|told|tells|"
    rf"texted|believes?|assumes?|goes|wrote|writes|reads))\b",
    _I,
)
_WISH = lazy_pattern(
    r"\b(?:wish me luck|(?:would|i'd|i would) (?:really )?(?:like|love) to(?= "
    rf"{WISHED}\b)|(?<=i )wish(?= to\b)|if (?:you (?:do not|don't|dont) mind|you must know|i am honest|i'm honest|im "
    r"honest)|(?:one day|some ?day|eventually),? (?=i\b|i'll|i will|we\b)|(?<=i )hope (?=to\b)|hoping to\b|would "
    r"have to be\b|would (?:\w+ly )?kill me|if (?=i (?:so much as|even|ever|eat|touch|smell)\b)|would rather\b|"
    r"could (?:eat|drink|watch|listen to|read|play|live on) (?=[\w' -]+ (?:every|all"
    r"|forever|for|any|daily)\b)|(?:i|we) (?:really |do |still |also )*(?:want|hope|plan|dream|intend"
    r"|aspire)\b[^,.;]*? (?:one day|some ?day|eventually))",
    _I,
)
"""What sounds like a hedge and is a wish or a liking: "I want to be a vet one day", "I could eat rice every day"."""
_DOUBT = frozenset(
    "afraid might maybe perhaps probably possibly presumably supposedly apparently thinking would wouldn't could "
    "couldve "
    "should "
    "if wish wishing unless hypothetically sure unsure idea idk dunno theory may guess think suppose doubt hope "
    "believe "
    "feel kind sort kinda sorta almost nearly something supposed pretend pretending pretended imagine imagined "
    "imagining "
    "role roleplay roleplaying fictional character game story dream novel movie book sim sims life like said says "
    "saying "
    "sang according rumor rumour bet swear far thinks thought claims claimed told tells texted believes assumes goes "
    "wrote writes reads".split()
)
"""Words of which every hedge holds one: the cheap look before the pattern."""

_WORD = lazy_pattern(r"[a-z']+")
_ASIDE = lazy_pattern(
    r"[\s,(]+(?:just )?(?:in case|if) (?:(?:you|u)(?:'re|'d| are)? (?:need|wonder|care|must|want|ask|curious|"
    r"interested|"
    r"like|are|do|did|don't|dont)|(?:anyone|that)\b).*",
    _I,
)
_WHEN = lazy_pattern(
    r"\W*(?:(?:so|and|but|well)\W+)*when(?:ever)?\b(?! (?:i'm|i am|im) (?:not\b|free\b|off\b|bored\b|home\b)[^,?]*? i "
    r"(?:\w+ )?"
    r"(?:like|love|enjoy|go|play|read|watch|do|paint|write|cook|spend|can)\b)(?! i (?:have|get) (?:free |some |spare "
    r")+time\b)",
    _I,
)
_ASKS_FOR_NOTHING = r"(?:(?:hey|hi|hello|and|but|so|or|ok|okay|well|wait|also|um+|lol)\W+)*"
_INVERTED = lazy_pattern(
    rf"\W*{_ASKS_FOR_NOTHING}(?:(?:(?:do|does|did|am|are|is|was|were|can|could|would|will|should|don't|didn't|aren't|"
    r"isn't|can't|won't)\s+(?:i|you|u|he|she|it|we|they|my|your|his|her|our|their|the|this|that|any|anyone)|"
    r"(?:has|have|had)\s+(?:i|you|u|he|she|we|they))\b|"
    r"(?:what|who|where|when|why|how|which)(?:'?s|'?re)?\s+(?:do|does|did|am|are|is|was|were|can|could|would|will|"
    r"should|has|have|much|many|long|old|about|my)\b|guess (?:what|how|who|where)\b(?! ?[,!:]))",
    _I,
)


def hedged(clause: str) -> bool:
    """Whether a clause leaves open what it says: doubted, wished, reported, asked without a mark, of another time."""
    if _WHEN.match(clause) or _INVERTED.match(clause):
        return True
    if _DOUBT.isdisjoint(_WORD.findall(clause.lower())):
        return False
    return bool(_HEDGE.search(_WISH.sub(" ", _ASIDE.sub("", clause))))


_CONDITION = lazy_pattern(
    r"\W*(?:(?:so|and|but|well|ok|okay|hey|now|please|pls)\W+)*(?:if|suppose|supposing|imagine|pretend|let'?s say|"
    r"let's "
    r"pretend|lets pretend|what if|say i|assume|assuming|hypothetically|for example|for instance|once upon|unless|"
    r"act as|roleplay|repeat after me|translate|write|rewrite|complete|summari[sz]e|correct|proofread|paraphrase|"
    r"lyrics|she said|he said|they said|had i\b|explain|describe|tell me (?:a|about)|make (?:a|me)|give me|recommend|"
    r"suggest|as (?:the|a) (?:villain|hero|character)|i wish|said the)\b(?! ?ion)",
    _I,
)
_IRONY = lazy_pattern(
    r"(?<!\S)/s(?:arc(?:asm)?)?(?!\w)|\byeah,? (?:right|sure)\b|\bsure\s?\.{2,}|\boh,? great\b|\boh,? joy\b|\bas if\b|"
    r"\bsaid no one\b|\b(?:what a joy|how lovely|just what i (?:always )?(?:wanted|needed))\b|[\U0001f644\U0001f643]|"
    r"\bnot!$|\bthrilled i tell you\b|\bi'?m the (?:pope|queen|king|tooth fairy|president)\b",
    _I,
)
_JOKE = lazy_pattern(
    r"\b(?:just kidding|only kidding|kidding|jk|j/k|just joking|only joking|i'm joking|im joking|lol not really|"
    r"lol no|lol nope|yeah right|i wish|in my dreams|psych|gotcha|april fools?)\b|(?<![a-z'] )\bnot really\b|"
    r"(?<!\S)/[sj](?!\w)|\U0001f644",
    _I,
)
_JEST = frozenset(
    "right sure great joy said lovely wanted needed thrilled pope queen king fairy president kidding joking jk lol "
    "wish "
    "dreams psych gotcha april".split()
)
_JEST_MARKS = ("/s", "/j", "j/k", "as if", "not!", "not really", "\U0001f644", "\U0001f643")
"""What every irony and joke holds one of, as a word or anywhere: the cheap look before the patterns."""

_NOT = lazy_pattern(r"not\W*$", _I)
_ALTERNATING = lazy_pattern(r"\b[a-zA-Z]?(?:[a-z][A-Z]){2,}[a-zA-Z]?\b")
_SCARE = lazy_pattern(
    r"\b(?:i|i'm|im|am|we|a|an|so|such|very|totally|really)\s+(?:(?:really|totally|so|just|such an?)\s+)?"
    r'"[a-z][a-z\' -]{1,24}"',
    _I,
)


def in_jest(sentence: str, following: str = "") -> bool:
    """Whether a sentence is irony, a joke, or taken back by the few words that follow it."""
    lowered = sentence.lower()
    hints = not _JEST.isdisjoint(_WORD.findall(lowered)) or any(mark in lowered for mark in _JEST_MARKS)
    if hints and (_IRONY.search(sentence) or _JOKE.search(sentence)):
        return True
    if '"' in sentence and _SCARE.search(sentence):
        return True
    mocked = _ALTERNATING.findall(sentence)
    if len(mocked) > 1 or any(len(word) > 5 for word in mocked):
        return True
    few = bool(following) and len(following.split(None, 7)) <= 6
    return few and bool(_JOKE.search(following[:40]) or _NOT.match(following))


def conditional(sentence: str) -> bool:
    """Whether a sentence begins by supposing something, or by asking for a text."""
    return bool(_CONDITION.match(sentence)) and not _WHEN.match(sentence)


_TASK = (
    r"(?:translate|rewrite|rephrase|reword|proofread|paraphrase|summari[sz]e|correct|edit|fix|improve|polish|shorten|"
    r"expand|format|continue|analy[sz]e|grade|review|convert|check)"
)
_PASTED = lazy_pattern(
    rf"(?:^|\b(?:you|u|please|pls|to|and)\s)\W*{_TASK}\b[^:\n]{{0,90}}(?::|\b(?:this|following|below|text|paragraph|"
    rf"email|"
    r"letter|essay|sentence|story|poem)\W*$)|\b(?:here'?s|here is|this is|below is) (?:my|the|an?) (?:[\w-]+ ){0,3}(?:"
    r"letter|essay|text|draft|email|story|poem|lyrics|paragraph|script|prompt|transcript|article)\b",
    _I,
)
_PRETENCE = lazy_pattern(
    r"\b(?:role-?play(?:ing)?|let'?s (?:pretend|play)|pretend (?:that )?(?:you|i|we|to|u)|act as|(?:you|u) be (?:the|"
    r"a|my)|"
    r"i(?:'| wi)ll (?:be|play) (?:the|your)|in (?:our|this|the) (?:story|rp|campaign|roleplay)|"
    r"(?:you are|you're|ur) (?:now )?an? [\w ]{2,30} and i(?:'?m| am)|imagine (?:that )?(?:i|we|you|ur)|my character|"
    r"as the \w+,? i|let'?s say (?:that )?i|i(?:'?m| am) playing (?:an?|the))\b",
    _I,
)


_NOT_ONES_OWN = frozenset(
    "translate rewrite rephrase reword proofread paraphrase summarize summarise correct edit fix improve polish "
    "shorten "
    "expand format continue analyze analyse grade review convert check letter essay text draft email story poem lyrics "
    "paragraph script prompt transcript article role roleplay roleplaying pretend act be play let's lets rp "
    "campaign you "
    "you're ur imagine character as playing".split()
)
"""Words of which each of the two holds one."""


def others_from_here(sentence: str) -> bool:
    """Whether what follows in a message is no longer the person's own: a pasted text, or a part they play."""
    if _NOT_ONES_OWN.isdisjoint(_WORD.findall(sentence.lower())):
        return False
    return bool(_PASTED.search(sentence) or _PRETENCE.search(sentence))


ASKING = lazy_pattern(
    r"\W*(?:(?:and|but|so|or)\W+)?(?:what|what's|whats|how|how's|hbu|wbu|who|where|when|why|which|any|"
    r"(?:you|u|yourself|yours)\s*\?|(?:do|does|did|have|can|could|would|will|should)n?'?t? (?!i\b|we\b|it$|that$)|"
    r"(?:is|are|were|was)n?'?t? (?:you|u|he|she|it|they|there|this|that|your|the|any)\b)",
    _I,
)
"""How a clause that asks begins, after one that stated something."""

ASKS = lazy_pattern(
    r"\W*(?:and |but |so )?(?:do|does|did|am|are|is|was|were|can|could|would|will|should|shall|have|has|what|who|"
    r"where|when|why|how|which)\b",
    _I,
)
"""How a sentence begins that asks as a whole."""
