"""Words that mean the same, or the opposite, and words that carry no meaning: what statements are compared by."""

from __future__ import annotations

import re

from reverie.text.patterns import lazy_pattern

PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (lazy_pattern(rf"\b(?:{pattern})\b"), meaning)
    for pattern, meaning in (
        (r"can(?:'t|not| not) (?:stand|bear|abide)|(?:sick|tired) of|fed up with", "hate"),
        (r"(?:a )?(?:(?:big|huge|great) )?fan of|(?:fond|keen) (?:of|on)", "love"),
        (r"no longer|not any ?more", "not"),
        (r"no idea (?:how )?", "not know "),
        (r"would rather|'d rather|rather(?= than)", "prefer"),
        (r"would like to|wants? to|wanna", "want"),
        (r"more than|rather than|instead of|over|than", "versus"),
        (r"(?<=prefer )to|(?<=prefers )to", ""),
        (r"(prefers? \w+) to", r"\1 versus"),
        (r"gets? up|got up|wakes? up|woke up", "wake"),
        (r"(?:is|are|am|'s) (?:called|named)|named? is", "name"),
        (r"grew up|(?:was |were )?raised", "grew"),
        (r"out of work|jobless", "unemployed"),
        (r"(?:always )?on time|punctual(?:ly)?", "punctual"),
        (r"right away|at once|immediately", "immediately"),
        (r"a lot|very much|lots", "much"),
        (r"a few|a little(?= (?:bit|of|time|money|more|less))", "some"),
        (r"(?:goes|go|went) (?=\w+ing\b)", ""),
        (r"works? as (?:an? )?", ""),
        (r"(?:is )?originally from|comes? from|is from", "origin"),
        (r"has an? (\w+) (?:allergy|intolerance)(?: or intolerance)?", r"allergic to \1"),
        (r"is an? (\w+) (\w{3,})ers?", r"\2 \1"),
        (r"once an?|one time an?", "1 time"),
        (r"twice a|two times an?", "2 time"),
        (r"of course|by the way|as well", ""),
        (r"is important|(?:most )?important thing|matters? most", "matter"),
        (r"has (?:a )?(?:fear|phobia) of|(?:scared|frightened|terrified) of", "afraid of"),
        (r"(?:has )?(?:trouble|a hard time|difficulty)|(?:finds? it )?hard to", "trouble"),
        (r"by (?:him|her|my|them|your)sel(?:f|ves)|on (?:his|her|my|their|your) own", "alone"),
        (r"off(?= medication| meds| duty| work)", "not on"),
        (r"finds?(?= [\w ]{1,40}(?:ing|ed|y|ful|less|hard|easy|dull|great|bad|good)\b)", "think "),
        (r"(?:believe|think)s?(?: that)?", "think "),
    )
)  # fmt: skip
OPENED = (
    (lazy_pattern(r"\b(?:number|no\.|nr\.?|#) ?(?=\d)"), "n"),
    (lazy_pattern(r"\b(?:can't|cannot|cant)\b"), "can not"),
    (lazy_pattern(r"\bwon't\b"), "will not"),
    (lazy_pattern(r"\b(\w+)n't\b"), r"\1 not"),
    (lazy_pattern(r"'(?:m|re|ve|ll|d|s)\b"), ""),
    (lazy_pattern(r"(?<=\d),(?=\d{3})"), ""),
)

NUMBERS = (
    "zero one two three four five six seven eight nine ten "
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
).split()
NUMERALS = {word: str(place) for place, word in enumerate(NUMBERS)} | {
    word: str(place)
    for place, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
TENS = {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
    "hundred": "100", "thousand": "1000",
}  # fmt: skip

SAME = """
everybody everyone nobody
speak talk chat
begin start
quit stop
child kid
son boy
daughter girl
soccer football
apartment flat
little small tiny
frequent often regular much
afraid scare fear
love like enjoy adore
hate dislike detest loathe distrust
ocean sea
father dad daddy
mother mum mom mommy
grandmother grandma granny
grandfather grandpa
short brief concise
quiet silence silent
spare free
own possess
favorite favourite
humor humour
colour color
important matter
teacher teach
learn study
trouble problem
allergy allergic
weekend weekends
bike bicycle
buy purchase
car auto
house home
job work
whole all every each
singer sing
driver drive
snorer snore
collector collect
writer write
painter paint
wed marry marri married
volunteer volunteered
around with
about of
plan plann planned
"""
OPPOSITES = """
left / right
good well great fine / bad badly poor
noisy loud / quiet silence
love / hate avoid
safe / dangerous risky
fair / unfair
easy / hard difficult trouble
proud / ashamed embarrassed
agree / disagree
useful worth / useless waste
support / oppose resist
hot warm / cold
young new / old
optimist optimistic / pessimist pessimistic
gain / lose lost
open / close
early / late
patient / impatient
happy glad / sad unhappy
healthy / sick ill
cheap / expensive
clean / dirty
full / empty
pass / fail
accept / refuse reject
allow / forbid
win won / lose lost
buy / sell
borrow / lend
before / after
up / down
inside indoor / outside outdoor
more better / less worse
best most / worst least few
always / never rare seldom
often / rare seldom
much many / little few
married / single divorced
strong / weak
rich / poor
single / together
alone / together
remember / forget
trust / distrust
true / false
north / south
east / west
fast quick / slow
tall high / short low
big large / little
light / dark heavy
tidy / messy
introvert / extrovert
punctual / late
asleep / awake
"""
QUANTIFIERS = frozenset("all half none most few some both much many any 1 0".split())
DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
MONTHS = frozenset("january february march april may june july august september october november december".split())
FREQUENCIES = frozenset(
    "always usually often sometimes rarely seldom never daily weekly monthly yearly day week month year".split()
)

MEASURING = frozenset(
    "age aged size costs weighs earns turned turning hits reached than over under above below least most only exactly "
    "almost nearly roughly until till since before after versus".split()
)
"""Words before a number that say how much: behind another noun it is a name, as in "book 4"."""
NUMBERED = lazy_pattern(
    r"\b([a-z]{3,}) (\d+)(?=\s*(?:$|[.,;:!?)]|(?:of|in|at|on|and|with|from|by|is|was|has|had|will|does)\b))"
)
LIGHT = frozenset(
    "a an the my our your his her hers their its this that these those i you he she we they it me him them us there "
    "is are am be been being do does did has have had having will would can could should may must might get got gotten "
    "getting "
    "really very quite so too just also still already now actually truly pretty totally even then yes "
    "someone somebody person people thing stuff kind sort way time times own".split()
)
SMALL = frozenset(
    "in on at to of for by with from as into about around during since until every each when while up out that".split()
)
PLACING = frozenset("in on at during since until every each around last next this when while because".split())
NEGATORS = frozenset("not no never neither nor none without hardly barely nobody nothing nowhere".split())
SCOPE_ENDS = frozenset("but though although however yet".split())
ROLES = frozenset("versus before after".split())
ROLE = lazy_pattern(r"\b(?:versus|before|after|for|to|from|into)\b")
PASSIVE = lazy_pattern(r"\b(?:is|are|am|was|were|been|being|gets?|got) \w+(?:ed|en|wn|ght|nt|id)\b.*\bby\b")
NAMED = lazy_pattern(r"(?<=[a-z,] )(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|I\b)[A-Z]\w*")
MEMBERS = frozenset({",", "and", "or"})
LEADING_ELSEWHERE = frozenset("to from versus by".split())
TOKEN = lazy_pattern(r"\d+(?:[:.]\d+)?|[^\W_]+|[.,;]")
