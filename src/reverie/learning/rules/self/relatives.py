"""Rules for what those close to someone do for a living: "my mom is a nurse" is known of the mother.

Only work counts, and only that of parents, grandparents, partners, siblings and children. What else they are, like or
do is talk about others and teaches nothing.
"""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.text.word_lists import KIN, PARTNERS

_CLOSE = frozenset(
    "mother father parent stepparent grandparent grandmother grandfather sister brother half-sister half-brother "
    "stepsister stepbrother twin son daughter stepson stepdaughter stepmother stepfather mother-in-law father-in-law "
    "ex-wife ex-husband".split()
)
_RELATIVES = "|".join(
    sorted(
        (PARTNERS - {"better half", "other half", "significant other"})
        | {word for word, kind in KIN.items() if kind in _CLOSE}
        | {"family"}
        | {f"{word}s" for word in ("husband", "wive", "girlfriend", "boyfriend")},
        key=lambda word: (-len(word), word),
    )
)
_WHOSE = (
    r"(?:both )?(?:of )?(?:my|our) (?:(?:older|younger|oldest|eldest|youngest|middle|big|little|baby|late|twin|other|"
    r"own|only|new|future|step|biological|adoptive|two|three|\d) )*"
    rf"(?P<relation>{_RELATIVES})(?: (?-i:[A-Z])\w+)?(?: and (?:my )?(?:mom|mum|dad|mother|father|brother|sister|"
    rf"grandma|"
    r"grandpa|stepdad|stepmom))?,? "
)
_WHILE = r"(?:(?:both|also|actually|still|now|currently|just|once|all|really|even) )*"
_SINCE = (
    r"(?:$|[,.!;:].*| (?:and|but|so|who|which|that|too|as well|now|when|while|until|before|since|for|at|in|with|there|"
    r"here|because|from|part|full|downtown|years ago|back|lol|on|by|near|to)\b.*)"
)
_BUSINESS = (
    r"(?:business|company|shop|store|restaurant|bakery|bar|pub|cafe|farm|ranch|dealership|garage|hotel|salon|gym|firm|"
    r"practice|clinic|studio|brewery|vineyard|diner|deli|market|bookstore|boutique|gallery|station|franchise|agency|"
    r"factory|newspaper|theat(?:er|re)|daycare|kennel)"
)

RELATIVES: tuple[Rule, ...] = (
    Rule(
        name="what a relative is",
        pattern=rf"{_WHOSE}{_WHILE}(?:is|was|are|were|used to be|has been|had been|became|works? as|worked as) "
        rf"{_WHILE}(?:an? |the |our )?(?P<value>.+)",
        key="{relation}_work:{value}",
        text="Work of their {relation}: {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.ROLE,
    ),
    Rule(
        name="what a relative does",
        pattern=rf"{_WHOSE}{_WHILE}(?P<value>(?:drives?|drove|flies|flew|fly) (?:an? |the )?(?:[\w-]+ )?(?:bus|buses|"
        rf"trucks?"
        r"|taxis?|cabs?|trains?|trams?|lorry|ambulance|planes?|limo|semi)|(?:teach(?:es)?|taught) (?!me\b|us\b|my\b|"
        r"him\b|"
        r"her\b|you\b|that\b|how\b)[\w-]+(?: (?:grade|school|lessons|arts?|education|ed))?|(?:owns?|owned|runs?|ran|"
        r"manages?|"
        rf"managed) (?:an?|the|(?:his|her|their)(?: own)?|our) (?:[\w-]+ ){{0,3}}?{_BUSINESS}|(?:sells?|sold) "
        r"(?!me\b|my\b|his\b|her\b|our\b|out\b|it\b|the\b|their\b)[\w-]+(?: estate)?|(?:paints?|cleans?|cleaned|"
        r"builds?|"
        r"built|designs?|designed) (?:houses|homes|buildings|bridges|offices|clothes|cars|boats)|(?:fixes|fix|fixed|"
        rf"repairs?|repaired) (?:cars|computers|planes|trucks|phones)|stays? at home){_SINCE}"
        rf"|{_WHOSE.replace('<relation>', '<relation1>')}{_WHILE}(?:is|was|are|were|served|has been) "
        rf"(?P<value1>in the (?:us |royal )?(?:army|navy|military|marines?|air force|coast guard|police|national guard|"
        rf"service|fbi|cia)|retired|unemployed|self[- ]employed)"
        rf"{_SINCE}",
        key="{relation}_work:{value}",
        text="Work of their {relation}: {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
)
"""Everything about what relatives do, in the order it is tried."""
