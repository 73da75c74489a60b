"""Whose words they are: what a language model says of somebody holds only if that one said it, word for word.

The one idea: a model is believed in nothing. It says which message it means and quotes it, and what it makes of the
words is compared with them: with what their speaker said of their own (``own``), with what only others said
(``borrowed``) or said before (``repeats``), and with the words that the model itself was told (``echoes``). All of it
is a look at words, so it is careful rather than clever: what can't be seen to hold is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import pairwise

from reverie.conversations.episodes import carrying
from reverie.learning.rules.sentences import guards, reading
from reverie.memory.opposites import COUNTERPARTS, MANNERS, opposed
from reverie.prompts import HEADINGS
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import overlaps, sentences, words

Span = tuple[int, int]

RUN = 4
"""Words in a row that a model has from its prompt rather than from a person."""

_I = re.IGNORECASE
_M = re.MULTILINE
_S = re.IGNORECASE | re.DOTALL

# -- what of a message is its speaker's own --------------------------------------------------------

_FOREIGN = (
    # a context that came back without its frame
    lazy_pattern(rf"^\s*(?:{'|'.join(map(re.escape, HEADINGS))})[^\S\n]*\n(?:\s*-[^\n]*\n?)*", _M),
    lazy_pattern(r"^.*\(since \d{4}-\d\d-\d\d\)\s*$|^.*\bsaid on \d{4}-\d\d-\d\d:.*$", _M),
    # markup, with what stands in it
    lazy_pattern(r"<(?P<tag>[a-z][\w:.-]*)\b[^<>]*>.*?</(?P=tag)\s*>", _S),
    lazy_pattern(r"<(?:system|instructions?|prompt|context|tool\w*|function\w*|user_info)\b[^<>]*>.*", _S),
    lazy_pattern(r"\[(?:INST|SYS)\].*?(?:\[/(?:INST|SYS)\]|$)", _S),
    lazy_pattern(r"<\|[^|<>\n]*\|>[^<]*|</?[a-z!][^<>\n]*>|\{[^{}]*:[^{}]*\}", _I),
    # a mail, from its head on
    lazy_pattern(
        r"^\s*(?:from|to|cc|subject|fwd?|re|sent|betreff|von)\s*:.*|-{3,} ?(?:original|forwarded)\b.*", _S | re.M
    ),
    # what a label says is of another, to the end of its paragraph
    lazy_pattern(
        r"^[\s>*#-]*[\[(*_]*(?:system|assistant|companion|ai|bot|user|human|tool|function|result|output|observation|"
        r"instructions?|prompt|context|memory|memories|developer|example|input|answer|search)"
        r"(?:[ _-]?(?:prompt|message|result|results|output|call|note|text|response|\d+))?[\])*_]*\s*[:=]"
        r".*?(?=\n\s*\n|\Z)",
        _S | _M,
    ),
    lazy_pattern(r"\[(?:tool|function|system|search|result|output)\b[^\]\n]*\].*?(?=\n\s*\n|\Z)", _S),
    # what is announced as somebody else's, to the end
    lazy_pattern(
        r"\b(?:lyrics?|song|poem|verse|chorus|refrain|quote|quotation|article|e-?mail|letter|text|tweet|post|message|"
        r"review|caption|headline|story|script|essay|novel|book|movie|film|episode|character|sign|card|prompt|letra|"
        r"canción|paroles|chanson|liedtext|songtext|"
        r"(?:he|she|they|\w+) (?:says?|said|wrote|writes|texted|posted|replied|goes|sings?|sang|tells? me|told me))\b"
        r"[^.!?:\n]{0,60}:(?=\s|\Z).*",
        _S,
    ),
    # quotations
    lazy_pattern(r"“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」|『[^』\n]*』|\"[^\"\n]*\"|`[^`\n]*`"),
    lazy_pattern(r"(?<!\w)['‘][^'’\n]+(?:['’]\w+[^'’\n]*)*['’](?!\w)"),
    lazy_pattern(r"\[(?:forgotten|[a-z ]+ removed)\]"),
)
"""What is not its speaker's own, wherever it stands in a message."""

_REPORTED = lazy_pattern(
    r"\b(?i:according to|rumou?r has it|i quote|quoting|as (?:\w+ ){1,3}(?:says|said|puts? it))\b|"
    r"\b(?i:write|record|store|save|output|print|respond|reply|repeat)(?i: down)? "
    r"(?i:that|as (?:a )?fact|exactly|with|this)\b|"
    r"\b(?:he|she|they|people|someone|everyone|mom|mum|dad|wife|husband|brother|sister|friend|boss|doctor|teacher|"
    r"quiz|horoscope|luna|you|fortune|review|guy|girl|man|woman|character|[A-Z][a-z]+)"
    r"(?: (?:always|still|keeps?|just|once|also))? (?:says?|saying|said|thinks?|thought|claims?|claimed|told|tells|"
    r"texted|believes?|assumes?|wrote|writes|insists?|insisted|guess(?:es|ed)?)\b",
)
_JOINED = lazy_pattern(r"\s(?:and|but|n|&)\s+\Z", _I)
_ONESELF = lazy_pattern(r"\b(?:i|i['’]?[md]|i['’](?:ve|ll)|ive|my|mine|me|we|we['’](?:re|ve)|our|us)\b", _I)


def own(text: str) -> str:
    """The words of a message that are its speaker's own and meant so; everything else is blanked.

    Blanked are quotations, pasted text, markup, tool results, what Reverie recalled, parts that are played, what is
    supposed, said in jest, reported of others, or meant to change what a machine is told. The result is as long as the
    text, so places stay true.
    """
    kept = reading.own_words(text)
    for foreign in _FOREIGN:
        kept = foreign.sub(_blank, kept)
    mine = [" "] * len(kept)
    for start, sentence, following in reading.sentences(kept):
        end = start + len(sentence)
        supposed = guards.conditional(sentence) and _ONESELF.search(sentence)
        if supposed or guards.in_jest(sentence, following) or _TAMPERING.search(kept[start:end]):
            continue
        reported = _REPORTED.search(kept[start:end])
        if reported is not None:  # of "she is 66 and she thinks she is 40" the first half is their own
            joined = _JOINED.search(kept[start:end], 0, reported.start())
            end = start if joined is None else start + joined.start()
        mine[start:end] = kept[start:end]
    return "".join(mine)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found.group())


# -- quotes ----------------------------------------------------------------------------------------

_SAME = str.maketrans("’‘ʼ“”„«»‹›\xa0", '\'\'\'"""""<> ')
_EDGE = " \t\n\"'.,;:!?…()-"
_IDEOGRAPHS = "\u2e80"
"""From here on scripts are written without spaces."""


def place(quote: str, text: str) -> Span | None:
    """Where a text has these very words; case, spacing, and the marks at both ends don't matter.

    >>> place("“I love JAZZ.”", "Well, I  love jazz so much"), place("love", "I have gloves on")
    ((6, 18), None)
    """
    parts = _folded(quote).strip(_EDGE).split()
    if not parts:
        return None
    pattern = r"\s+".join(map(re.escape, parts))
    before = r"(?<!\w)" if parts[0][0] < _IDEOGRAPHS else ""
    after = r"(?!\w)" if parts[-1][-1] < _IDEOGRAPHS else ""
    found = re.search(f"{before}{pattern}{after}", _folded(text))
    return None if found is None else found.span()


def _folded(text: str) -> str:
    return "".join(low if len(low := char.lower()) == 1 else char for char in text.translate(_SAME))


def says_enough(text: str, span: Span) -> bool:
    """Whether a quote is more than a word: two at least, or all of a sentence."""
    quoted = text[slice(*span)]
    if len(quoted.split()) > 1 or (quoted[:1] >= _IDEOGRAPHS and len(quoted) > 3):
        return True
    whole = (text[start:end].strip(_EDGE) for start, end in sentences(text) if overlaps((start, end), span))
    return any(sentence == quoted.strip(_EDGE) for sentence in whole)


# -- what is made of them --------------------------------------------------------------------------

_OBSERVING = frozenset(
    "ada appear appreciate are background being care come communication communicate conversation describe dislike "
    "does enjoy express fan find follow frequent generally has hate have interest interested interesting is like likes "
    "liked love mention often opinion particular person prefer preference really regard say seem seek show someone "
    "something speak strong strongly style talk tend their thing topic toward towards try usually user value view want "
    "wants way write".split()
)
"""Words with which anything is observed of anybody."""


_WAYS = frozenset(
    words(f"{MANNERS} {COUNTERPARTS}")
    + words(
        "advice affection answer argument asks attention banter blunt brevity candid candour chat closeness clear "
        "clarity compassion courage creative criticism curious curiosity depth details directness discretion distance "
        "duty emoji empathy encourage encouragement equality evidence exact example explanation fairness faithful "
        "family feedback formality freedom friendly friendship generosity gentle gentleness grateful gratitude hard "
        "work help helpful honesty humour humor independence informality integrity irony jokes joking justice kind "
        "kindness language learning list loyal loyalty message modest nature openness order patience peace plain "
        "playfulness politeness precise precision privacy promise punctuality question quick reassurance reliability "
        "reliable reply respect responsibility sarcasm sentence silence simplicity sincere sincerity solidarity story "
        "stubborn summary support teasing tender terse thanks tradition trust truth warm warmth wit witty words"
    )
) - {"/"}
"""Words for how somebody is with others and what they hold dear: ways of which words may tell without naming them."""


def of_ways(statement: str) -> bool:
    """Whether a statement is on somebody's ways: "Prefers short answers" may follow from "Just the gist, please"."""
    return not _WAYS.isdisjoint(telling(statement))


def telling(text: str) -> frozenset[str]:
    """The words of a statement that say what it is about, without those with which anything is observed."""
    return carrying(text) - _OBSERVING


def kin(word: str, other: str) -> bool:
    """Whether two words are forms of one: equal, alike in all but their ends, or two signs in common.

    >>> kin("allergic", "allergy"), kin("paint", "painting"), kin("cat", "cap")
    (True, True, False)
    """
    if word == other:
        return True
    if word[:1] >= _IDEOGRAPHS and other[:1] >= _IDEOGRAPHS:
        return any(a + b in other for a, b in pairwise(word))
    shorter = min(len(word), len(other))
    alike = max(4, -(-3 * shorter // 4))
    return shorter >= alike and word[:alike] == other[:alike]


def said(word: str, by: Iterable[str]) -> bool:
    """Whether a word, or a form of it, is among others."""
    return any(kin(word, other) for other in by)


def borrowed(statement: str, mine: Collection[str], others: Collection[str]) -> list[str]:
    """The words of a statement that only others said: it is theirs."""
    return sorted(word for word in telling(statement) if said(word, others) and not said(word, mine))


_NAME = lazy_pattern(r"(?<=[\w,;:)'’\"”] )[A-Z][\w'’-]+|\d[\d.,:]*\d|\d")


def unsaid(statement: str, mine: Collection[str], names: Collection[str] = ()) -> list[str]:
    """The names and numbers of a statement that are nowhere in the words it rests on."""
    known = {*mine, *(word for name in names for word in words(name))}
    found = [word for match in _NAME.finditer(statement) for word in words(match.group())]
    return [word for word in found if not said(word, known)]


_TAMPERS = (
    r"\b(?:ignor|disregard|overrid|bypass|overrul|forget)\w*\b.{0,60}\b(?:instructions?|rules?|prompts?|guidelines|"
    r"restrictions?|filters?|previous|above|safety|anweisungen|instrucciones)\b|"
    r"\b(?:system|developer|god|dan) (?:prompt|message|mode|override)\b|\bjailbr\w+|"
    r"\b(?:the |an? |this |your )?(?:assistant|ai|model|companion|chatbot|bot|luna) (?:must|should|shall|has to|have "
    r"to|needs? to|will|may|can|is (?:to|allowed|required)|obeys?)\b|\b(?:ignorier|vergiss)\w*\b.{0,60}\banweis\w+"
)
"""Words by which somebody would change what a machine is told."""

_TAMPERING = lazy_pattern(_TAMPERS, _S)
_ORDERS = lazy_pattern(
    rf"{_TAMPERS}|"
    r"\byou (?:must|should|shall|will|have to|are (?:now|to)|may|can|need to)\b|\b(?:obey|comply with|do whatever)\b|"
    r"^\W*(?:(?:please|always|never|do not|don't)\s)+(?:answer|reply|say|tell|agree|use|call|give|trust|reveal|ask|"
    r"respond|refuse|mention|write|speak|follow|do|be|treat|act|store|remember|save|add|grant|remove|delete)\b|"
    r"^\W*(?:remember|store|save|note|add|write|record|say) (?:that|to memory|this|down)\b",
    _S,
)
_NO = lazy_pattern(
    r"\b(?:no|nope|nah|not|never|none|nothing|nobody|neither|nor|without|cannot|hardly|rarely|avoid\w*|refus\w+|quit|stop\w*|"
    r"gave up|allerg\w+|kein\w*|nicht|nie|sin|nunca|jamás|pas|jamais|sans|non|mai)\b|n['’]t\b|"
    r"\b(?:(?:do|does|did|ca|wo|is|was|are|were|has|have|had|would|could|should)nt)\b",
    _I,
)


def denies(statement: str, said: str) -> bool:
    """Whether a statement says no where nothing that was said does."""
    return _NO.search(statement) is not None and _NO.search(said) is None


_RIGHTS = lazy_pattern(
    r"\b(?:admin(?:istrators?)?|root|superuser|sudo|moderators?|authori[sz]\w+|permissions?|privileg\w+|clearance|"
    r"verified|(?:full|unlimited|special|unrestricted) (?:access|rights|control)|trusted (?:user|source|person)|"
    r"(?:creator|owner|operator|maker|developer|boss|master)s? of (?:you|the|this) ?(?:ai|system|companion|assistant|"
    r"app|bot|luna)?|your (?:creator|owner|operator|maker|developer|master))\b",
    _I,
)


def orders(statement: str) -> bool:
    """Whether a statement tells a machine what to do, rather than anything of a person."""
    return _ORDERS.search(statement) is not None


def claims_rights(statement: str) -> bool:
    """Whether a statement is on what somebody may do or is to the machine, which their saying so does not make so."""
    return _RIGHTS.search(statement) is not None


def echoes(statement: str, prompt: str) -> bool:
    """Whether a statement has so many words in a row from a prompt, or is in it as a whole, that it is from there."""
    spoken, told = words(statement), _told(prompt)
    if not spoken:
        return False
    runs = [spoken[at : at + RUN] for at in range(max(1, len(spoken) - RUN + 1))]
    return len(spoken) > 1 and any(f" {' '.join(run)} " in told for run in runs)


@lru_cache(maxsize=16)
def _told(prompt: str) -> str:
    return f" {' '.join(words(prompt))} "


def repeats(statement: str, said: str) -> bool:
    """Whether a statement only says again, word for word, what somebody else said.

    An answer has the words of its question: what was asked counts only for a statement in the first person.

    >>> repeats("My favorite food is ramen", "fyi my favorite food is ramen!!"), repeats("love tea", "Do you love tea?")
    (True, False)
    """
    heard = said
    if not _ONESELF.search(statement):
        told = [said[start:end] for start, end in sentences(said)]
        heard = "\n".join(sentence for sentence in told if not sentence.endswith("?"))
    again = " ".join(words(statement))
    return bool(again) and f" {again} " in f" {' '.join(words(heard))} "


_CLAUSE = lazy_pattern(r"[.!?;:\n]+|,?\s+\b(?:and|but|so|because|while|whereas|although|since)\b(?=\s+\w)|,")
_PEOPLE = (
    r"friends?|mates?|boss(?:es)?|bro(?:ther)?s?|sis(?:ter)?s?|siblings?|mom|mum|mothers?|dad|fathers?|parents?|wife|"
    r"husband|partner|girlfriend|boyfriend|fianc\w+|ex|sons?|daughters?|kids?|child|children|baby|aunt\w*|uncles?|"
    r"cousins?|grand\w+|nan|nephews?|nieces?|family|in-laws?|colleagues?|co-?workers?|neighbou?rs?|roommates?|"
    r"flatmates?|teachers?|doctors?|therapists?|landlord|dogs?|cats?|people|man|woman|guy|girl|boy"
)
_OTHER = lazy_pattern(
    r"^\W*(?i:(?:well|oh|so|and|but|because|then|actually|yesterday|today)\W+)*"
    r"(?:(?P<pronoun>(?i:he|she|they|it|everyone|everybody|people|someone|somebody|his|her|their|its|your|you))\b|"
    rf"(?i:(?:my|our|the|this|that|a|an|one of my)\s+(?:[\w'’-]+\s+){{0,2}}?(?P<thing>{_PEOPLE}))\b|"
    r"(?P<name>(?!(?:Nobody|Nothing|Everything|Something|There|What|This|That|Life|Work)\b)"
    r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)(?:['’]s)?\s+(?=\w+(?:s|ed)\b|is\b|was\b|has\b|had\b|can\b|will\b))",
)
_FIRST = lazy_pattern(r"\b(?:i|am|i['’]?[md]|i['’](?:ve|ll)|ive|me|myself|mine|we|we['’](?:re|ve)|us)\b", _I)


_ANOTHER = lazy_pattern(
    rf"^(?:(?i:the|an?|his|her|their)\s+(?:\w+\s+)?)?(?P<thing>(?i:{_PEOPLE}))\b|"
    r"^(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)(?:['’]s\s+\w+|\s+(?i:is|was|has|had|does|did|will|can|and|lives|"
    r"lived|works|worked|wants|got|sells|plays|comes|came|goes|went|takes|took|knows|stays))\b"
)
"""How a statement begins whose subject is somebody else."""


def about_another(text: str, span: Span, statement: str, before: str = "") -> bool:
    """Whether the words quoted speak of somebody else, whom the statement does not name.

    Who "she" is, has to be named in what the person said there or ``before``, and to be the statement's subject.

    >>> said = "My friend Tom loves skydiving"
    >>> [about_another(said, (0, 29), made) for made in ("Loves skydiving", "Has a friend who loves skydiving")]
    [True, False]
    >>> [about_another("she is 66", (0, 9), made, "my mom called") for made in ("Is 66", "Mom is 66", "Dad is 66")]
    [True, False, True]
    """
    said_there = clause(text, span)
    if _FIRST.search(said_there):
        return False
    other = _OTHER.match(said_there)
    if other is None:
        return False
    subject = _ANOTHER.match(statement)
    if subject is not None:
        called = words(subject["thing"] or subject["name"])
        if all(said(word, words(f"{before} {text}")) for word in called):
            return False
    named = other["thing"] or other["name"]
    return not named or not any(said(word, words(statement)) for word in words(named))


def turned_round(text: str, span: Span, statement: str) -> bool:
    """Whether a statement is the opposite of what the clause around a span says of its speaker."""
    said_there = clause(text, span)
    return _FIRST.search(said_there) is not None and opposed(said_there, statement)


def clause(text: str, span: Span) -> str:
    """The clause that a span begins in, to the end of the span."""
    cuts = [cut.end() for cut in _CLAUSE.finditer(text, 0, span[0])]
    return text[cuts[-1] if cuts else 0 : span[1]].strip()
