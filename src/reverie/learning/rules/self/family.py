"""Rules for the people around someone: partner, relatives and friends, by name or by number, and what the closest do.

"My mom is a nurse" is known of the mother. Only work counts, and only that of parents, grandparents, partners, siblings
and children. What else they are, like or do is talk about others and teaches nothing.
"""

from __future__ import annotations

from reverie.learning.rules.names import COUNTS, UNNAMED
from reverie.learning.rules.rule import Rule, Shape
from reverie.text.word_lists import ENDED, KIN, PARTNERS


def _any_of(listed: frozenset[str] | dict[str, str]) -> str:
    return "|".join(sorted(listed, key=lambda word: (-len(word), word)))


_KIN, _PARTNER = rf"(?:{_any_of(KIN)})(?![ -]in[ -]law)", _any_of(PARTNERS)
_TITLES = "grandma|grandpa|granny|grandad|granddad|grandmother|grandfather|nana|aunt|auntie|aunty|uncle|cousin"
_DEAR = (
    r"(?:(?:little|big|baby|older|elder|younger|oldest|eldest|youngest|middle|twin|half|best|good|close|old|new|dear|"
    r"sweet|"
    r"lovely|beloved|amazing|wonderful|beautiful|other|only|late|great|dearest|poor|crazy|silly|fat|tiny|\d+[- "
    r"]year[- ]old|"
    r"three[- ]legged|elderly|childhood|future|soon to be|own|first|second|dear old) ){0,2}"
)
_IS_NAMED = r"(?:(?:'s|s)? names? (?:is|are|was)|(?:s|'s)? (?:is |are )?(?:called|named)| goes by| \((?=\w+\)))"
_DOES = (
    r"(?:is|was|has|does|says|said|lives|lived|works|loves|likes|hates|wants|got|just|turned|moved|passed|came|and i|"
    r"swears|steals|makes|takes|eats|drinks|runs|drives|teaches|studies|cooks|bakes|gives|goes|comes|calls|visits|"
    r"needs|helps|"
    r"brings|gets|looks|laughs|cries|texts|writes|reads|paints|owns|sells|fixes|builds|rides|swims|dances|watches|"
    r"talks|speaks|"
    r"broke|started|finished|graduated|arrived|bit|keeps|always|never|thinks|called|knocked|ate|made|taught|died|"
    r"plays|sings|barks|sleeps|slept|snores)"
)
_NO_NAME = (
    r"(?!(?:\w+(?:ly|ing|ed)|is|was|has|who|that|and|never|always|just|also|still|only|even|actually|often|sometimes|"
    r"now|then|"
    r"once|both|all|each|almost|already|group|list|side|circle|food|litter|toy|tree|walker|sitter|shower|jeans|"
    r"jokes?|bod|"
    r"house|bed|show|or|of|in|on|at|from|here|there|too|could|would|can|will|does|did|had|one|currently|usually|"
    r"himself|herself|kinda|legit|zone|tongue|board|figure|nature|earth|requests?|brother|sister|mom|dad|son|daughter|"
    r"child|kid|boy|girl|"
    r"niece|nephew|cousin|he|she|it|they|i)\b)"
)
FAMILY: tuple[Rule, ...] = (
    Rule(
        name="partner",
        pattern=rf"(?<![\"\w])my {_DEAR}(?P<relation>{_PARTNER})(?: of [\w ]{{2,20}}?)?(?:{_IS_NAMED}|,(?= [\w-]+,| "
        rf"(?-i:[A-Z])[\w-]+(?:$| and\b)"
        rf")|) (?P<value>[^,;]+)",
        key="partner",
        text="Has a {relation} named {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PROPER,
        anywhere=True,
    ),
    Rule(
        name="partner, in lower case",
        pattern=rf"\bmy {_DEAR}(?P<relation>{_PARTNER})(?:{_IS_NAMED} (?P<value>.+)|, (?P<value1>[a-z-]+),.*| "
        rf"{_NO_NAME}"
        rf"(?P<value2>[a-z]{{3,}}) {_DOES}\b.*)",
        key="partner",
        text="Has a {relation} named {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.NAME,
        anywhere=True,
    ),
    Rule(
        name="partner had",
        pattern=rf"I have (?:an?|the) {_DEAR}(?P<relation>{_PARTNER})(?:,? (?:named|called|whose name is)|,) "
        rf"(?P<value>.+)",
        key="partner",
        text="Has a {relation} named {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.NAME,
    ),
    Rule(
        name="partner, turned round",
        pattern=rf"(?P<value>[\w-]+) is my {_DEAR}(?P<relation>{_PARTNER})(?: .*)?",
        key="partner",
        text="Has a {relation} named {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.NAME,
    ),
    Rule(
        name="married to",
        pattern=r"(?:I|we) (?:am|have been|got|am happily|was)?(?: \w+)? ?(?:married to|engaged to|dating|seeing|"
        r"going out with|in a "
        r"relationship with)(?: an? (?:\w+ )?(?:man|woman|guy|girl|boy|dude|lady|person)(?: (?:named|called))?| "
        r"some(?:one|body) (?:named|called))? "
        r"(?P<value>.+)",
        key="partner",
        text="Has a partner named {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PROPER,
    ),
    Rule(
        name="relation",
        pattern=rf"(?<![\"\w])(?:my|our) {_DEAR}(?P<relation>{_KIN})(?:{_IS_NAMED}|,(?= [\w-]+,| "
        rf"(?-i:[A-Z])[\w-]+(?:$| "
        rf"and\b))|) (?P<value>[^,;]+)",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        anywhere=True,
    ),
    Rule(
        name="relation, in lower case",
        pattern=rf"\b(?:my|our) {_DEAR}(?P<relation>{_KIN})(?:{_IS_NAMED} (?P<value>[a-z].*)|, "
        rf"(?P<value1>[a-z-]+),.*|"
        rf" {_NO_NAME}(?P<value2>[a-z]{{3,}}) {_DOES}\b.*)",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.NAME,
        anywhere=True,
    ),
    Rule(
        name="relation by title",
        pattern=rf"(?:(?:and|with|by|from|for|to|promised|miss|love|saw|visited|called|of|see|visit) |^)"
        rf"(?P<relation>{_TITLES}) (?P<value>[^,;]+)",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        anywhere=True,
    ),
    Rule(
        name="relation, turned round",
        pattern=rf"(?P<value>[^ ,;]+(?: [^ ,;]+)?)(?: is|,) (?:my|our) {_DEAR}(?P<relation>sister|brother|son|"
        rf"daughter|cousin|"
        rf"aunt|uncle|niece|nephew|mother|father|mom|mum|dad|grandma|grandpa|twin|roommate|boy|child|baby|grandson|"
        rf"granddaughter|stepson|stepdaughter)(?![ -]in[ -]law)(?:[ ,].*)?",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
    ),
    Rule(
        name="relation had",
        pattern=rf"(?:I|we) (?:also )?(?:have|got|am raising) (?:.*(?:,| and) )??(?:{COUNTS}) "
        rf"{_DEAR}(?P<relation>{_KIN}|boys|girls)"
        r"(?: too| now| as well)?(?:,? (?:named|called|whose names? (?:is|are)),? |[,:] (?=[\w-]+ and )|, "
        r"(?=(?-i:[A-Z])|\w+$))(?P<value>.+)",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        many=True,
    ),
    Rule(
        name="relations named",
        pattern=r"(?:my|our) (?P<relation>kids|children|twins|sons|daughters|sisters|brothers|boys|girls|grandkids|"
        r"best friends|parents|"
        r"roommates|flatmates)(?:'?,? "
        r"(?:names "
        r"are|are (?:named|called)) |,? )"
        r"(?P<value>(?-i:[A-Z])[\w-]+(?:, [\w-]+)* and .+|\w+ and \w+(?=,|$).*)",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        many=True,
    ),
    Rule(
        name="family",
        pattern=rf"(?:I|we) (?:also )?(?:have|got|am (?:the |an? )?(?:(?:proud |single |happily |busy |stay[- ]at[- "
        rf"]home |[\w-]+ year old )*(?:mom|mum|"
        rf"mother|dad|father|parent|"
        rf"grandma|grandpa|grandmother|grandfather|aunt|uncle)) (?:of|to)|am raising|grew up with|am "
        rf"(?:happily )"
        rf"?married with|"
        rf"live with)(?: .+?(?: and| with|,))?? "
        rf"(?P<value>{UNNAMED}(?:{COUNTS}|twins?|triplets) ?.*)",
        key="family:{value}",
        text="Has {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.RELATIVE,
        many=True,
    ),
    Rule(
        name="offspring",
        pattern=r"I am (?:an? |the )?(?:(?:proud|single|busy|full[- ]time|stay[- ]at[- ]home|new|first[- ]time|"
        r"[\w-]+ year old|young|"
        r"working|happy|tired) )*"
        r"(?P<value>(?:mom|mum|mother|dad|father|parent|grandma|grandpa|grandmother|grandfather|granny|gran|"
        r"nan|nana|grandad|auntie|aunt|uncle|stepmom|stepdad|foster mum) (?:of|to) (?:two|"
        r"three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d\d?|one|twins|triplets))(?=$|[,.!;:)]| (?:and|"
        r"here|who|so|but|now|with|from|in|at|by|btw|lol|whose)\b)(?! (?:\w+ )?(?:cats?|dogs?|kids|boys|girls|"
        r"children|sons|daughters|grandkids|grandchildren|pups|chickens)\b).*|"
        r"I am an? (?:proud |very )?(?:mom|mum|mother|dad|father|grandma|grandpa|granny|gran|nan|grandad) (?:of|to) "
        r"(?P<value5>(?:two|three|"
        r"four|five|six|seven|eight|nine|ten|eleven|twelve|\d\d?) (?:(?!(?:cats?|dogs?|kids|boys|girls|children|"
        r"sons|daughters|"
        r"grandkids|grandchildren|pups|chickens|and|here|who|so|but|now|with|from|in|at|by)\b)\w+ ?){1,2})(?:$|"
        r"[,.!].*)|"
        r"I am (?:raising|a (?:mom|dad|mother|father) (?:of|to)) (?P<value1>twins|triplets)\b.*|I (?:am|was|grew "
        r"up)(?: as)? "
        r"(?:an? |the )?(?P<value2>only child)\b.*|"
        r"I (?:am|was) (?:the )?(?P<value3>(?:(?:second )?(?:youngest|oldest|eldest)|middle child|middle|baby|one) of "
        r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d\d?)(?: (?:kids|children|siblings|"
        r"brothers|sisters|boys|girls))?)" + ENDED,
        key="family:{value}",
        text="Is {a_value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="partner not named",
        pattern=rf"(?:I|we) have an? {_DEAR}(?P<value>{_PARTNER})(?! (?:named|called|whose)|, (?-i:[A-Z])){ENDED}",
        key="relationship_status",
        text="Has a {value}.",
        importance=0.7,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
    Rule(
        name="relationship status",
        pattern=r"(?:I|we) (?:am|are|got|have been|just got|am legally|are technically|am still|was|became|am now|"
        r"find myself|stayed)(?: (?:an?|happily|"
        r"recently|newly|currently|very|"
        r"very happily|legally|once|twice|also|back))? (?P<value>married|engaged|divorced|widowed|single|separated|"
        r"taken|in a (?:long[- ]term |"
        r"long[- ]distance |serious |happy |new )?relationship|"
        r"an? (?:widow(?:er)?|divorc[eé]e|bachelor(?:ette)?)|divorc[eé]|"
        r"newlyweds?|"
        r"in an open relationship|together|long[- ]distance)(?!-)(?! (?:to be|the|handed(?:ly)?|in (?!(?:january|"
        r"february|march|april|may|june|"
        r"july|august|september|october|november|december|\d))|aback|away|care|out|file|room|use|"
        r"part|by surprise|for granted|to (?:my (?!best|high|college|husband|wife|soul|sweet)|the|it|this|music|work)|"
        r"serving|(?:best|biggest|most))\b)(?: .*|, .*|$)",
        key="relationship_status",
        text="Is {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
)


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
