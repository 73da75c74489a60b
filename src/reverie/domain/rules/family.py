"""Rules for the people around someone: partner, relatives and friends, by name or by number."""

from __future__ import annotations

from reverie.domain.rules.names import COUNTS, UNNAMED
from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.words import ENDED, KIN, PARTNERS


def _any_of(listed: frozenset[str] | dict[str, str]) -> str:
    return "|".join(sorted(listed, key=lambda word: (-len(word), word)))


_KIN, _PARTNER = _any_of(KIN), _any_of(PARTNERS)
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
        examples={
            "my wife Ana made dinner": {"partner": "ana"},
            "My boyfriend Tom is a good cook.": {"partner": "tom"},
            "my husband's name is Ravi": {"partner": "ravi"},
            "my husband tom cooks": {"partner": "tom"},
            "my gf is called Ines": {"partner": "ines"},
        },
        silent=("my wife is great", "his wife Ana made dinner", "my wife loves opera"),
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
        examples={
            "my fiance is named pradeep": {"partner": "pradeep"},
            "my bf's name is dashiell": {"partner": "dashiell"},
        },
        silent=("my wife always says no", "my husband never is late", "my wife, sadly, left"),
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
        examples={"i've a girlfriend named sarah .": {"partner": "sarah"}},
        silent=("he has a girlfriend named sarah", "I want a girlfriend named Sarah"),
    ),
    Rule(
        name="partner, turned round",
        pattern=rf"(?P<value>[\w-]+) is my {_DEAR}(?P<relation>{_PARTNER})(?: .*)?",
        key="partner",
        text="Has a {relation} named {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.NAME,
        examples={"elias is my boyfriend": {"partner": "elias"}},
        silent=(
            "he is my boyfriend",
            "this is my wife",
            "who is my partner",
            "that is my wife",
            "Bob is my ex-husband",
        ),
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
        examples={
            "I'm married to Tom": {"partner": "tom", "relationship_status": "married"},
            "been dating Farida for five months now": {"partner": "farida"},
            "I'm married to a man called Lorenzo": {"partner": "lorenzo", "relationship_status": "married"},
            "im dating a guy named marcus": {"partner": "marcus"},
        },
        silent=("I'm dating again", "I'm married to my job", "I'm seeing a doctor tomorrow", "she is married to Tom"),
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
        examples={
            "my sister Mia loves opera": {"sister:mia": "mia"},
            "My mom's name is Rosa": {"mother:rosa": "rosa"},
            "I had lunch with my best friend Joe yesterday": {"friend:joe": "joe"},
            "my baby brother is called Leo": {"brother:leo": "leo"},
            "my friend tom lent me a book": {"friend:tom": "tom"},
            "our daughter Liesel started kindergarten": {"daughter:liesel": "liesel"},
            "my grandma Odette flew!!": {"grandmother:odette": "odette"},
            "My twin, Casimir, lives in Toronto.": {"twin:casimir": "casimir"},
            "my ex-wife Carla called": {"ex-wife:carla": "carla"},
        },
        silent=(
            "my sister loves opera",
            "my brother says I'm lazy",
            "your sister Mia is nice",
            "my mom is Catholic",
            "My friends are loud",
            "do you know what my sister's called?",
        ),
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
        examples={
            "my little brother is named wendell .": {"brother:wendell": "wendell"},
            "my nephew jasper just turned 2": {"nephew:jasper": "jasper"},
            "my cousin thandiwe is getting married": {"cousin:thandiwe": "thandiwe"},
            "my moms called Perpetua": {"mother:perpetua": "perpetua"},
        },
        silent=(
            "my mom always says that",
            "my friend group is small",
            "my dad really loves trains",
            "my baby shower was fun",
            "my brother, sadly, is ill",
            "my brother still lives at home",
        ),
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
        examples={
            "grandma Oyelaran raised me": {"grandmother:oyelaran": "oyelaran"},
            "i promised grandma odette a postcard": {"grandmother:odette": "odette"},
        },
        silent=("grandma flew!!", "uncle is here", "her grandma Rosa called", "we watched Uncle Buck"),
    ),
    Rule(
        name="relation, turned round",
        pattern=rf"(?P<value>[^ ,;]+(?: [^ ,;]+)?)(?: is|,) (?:my|our) {_DEAR}(?P<relation>sister|brother|son|"
        rf"daughter|cousin|"
        rf"aunt|uncle|niece|nephew|mother|father|mom|mum|dad|grandma|grandpa|twin|roommate|boy|child|baby|grandson|"
        rf"granddaughter|stepson|stepdaughter)(?:[ ,].*)?",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        examples={"Mia is my little sister": {"sister:mia": "mia"}, "tom is my roommate": {"roommate:tom": "tom"}},
        silent=("She is my sister", "This is my brother", "Coffee is my best friend", "Music is my therapist"),
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
        examples={
            "I have a son named Theo": {"son:theo": "theo"},
            "we have two kids called Nora and Finn": {"child:nora": "nora", "child:finn": "finn"},
            "I have two sons, Anselm and Rufus.": {"son:anselm": "anselm", "son:rufus": "rufus"},
        },
        silent=("she has a son named Theo", "I want a son named Theo"),
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
        examples={
            "my kids are named Ivy and Max": {"child:ivy": "ivy", "child:max": "max"},
            "my kids ivy and leo": {"child:ivy": "ivy", "child:leo": "leo"},
            "Our twins Ada and Max are asleep": {"twin:ada": "ada", "twin:max": "max"},
        },
        silent=("my kids are German and loud", "my brothers are loud", "my kids sing and dance"),
    ),
    Rule(
        name="relations, turned round",
        pattern=rf"(?P<value>(?-i:[A-Z])\w+(?:, (?-i:[A-Z])\w+)*,? and (?-i:[A-Z])\w+)(?:,| are) my "
        rf"{_DEAR}(?P<relation>kids|"
        rf"children|twins|sons|daughters|sisters|brothers|boys|girls|grandkids|nieces|nephews|cousins)\b.*",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        many=True,
        examples={"Zoe and Ruben are my nephews": {"nephew:zoe": "zoe", "nephew:ruben": "ruben"}},
        silent=("Sunday and Monday are my days off", "Bread and butter are my kids' favourites"),
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
        examples={
            "I have two kids": {"family:two kids": "two kids"},
            "I've got a twin brother": {"family:twin brother": "twin brother"},
            "i have 3 sisters and a brother .": {"family:3 sisters": "3 sisters", "family:brother": "brother"},
            "mom of two kids": {"family:two kids": "two kids"},
            "i am a mom of two boys": {"family:two boys": "two boys"},
            "i am married with three kids .": {"relationship_status": "married", "family:three kids": "three kids"},
            "I have a 3 year old": {"family:3 year old": "3 year old"},
        },
        silent=("I have a kid in my class who sings", "I have kids to feed", "do I have kids", "they have three kids"),
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
        examples={
            "I'm a mom of two": {"family:mom of two": "mom of two"},
            "i'm an only child": {"family:only child": "only child"},
            "I'm the eldest of four": {"family:eldest of four": "eldest of four"},
            "raising twins on my own": {"family:twins": "twins"},
            "granny to eleven little terrors": {"family:eleven little terrors": "eleven little terrors"},
        },
        silent=("my sister is a mom of two", "my son is an only child"),
    ),
    Rule(
        name="partner not named",
        pattern=rf"(?:I|we) have an? {_DEAR}(?P<value>{_PARTNER})(?! (?:named|called|whose)|, (?-i:[A-Z])){ENDED}",
        key="relationship_status",
        text="Has a {value}.",
        importance=0.7,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={"i have a wife and a dog .": {"relationship_status": "wife", "pet:dog": "dog"}},
        silent=("he has a wife", "I have a business partner", "I want a girlfriend"),
    ),
    Rule(
        name="relationship status",
        pattern=r"(?:I|we) (?:am|are|got|have been|just got|am legally|are technically|am still|was|became|am now|"
        r"find myself|stayed)(?: (?:an?|happily|"
        r"recently|newly|currently|very|"
        r"very happily|legally|once|twice|also|back))? (?P<value>married|engaged|divorced|widowed|single|separated|"
        r"taken|in a (?:long[- ]term |"
        r"long[- ]distance |serious |happy |new )?relationship|widow|widower|divorc[eé]e?|newlyweds?|bachelor|"
        r"bachelorette|"
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
        examples={
            "I'm happily married": {"relationship_status": "married"},
            "I'm newly single": {"relationship_status": "single"},
            "been married for ten years": {"relationship_status": "married"},
            "happily taken, sorry": {"relationship_status": "taken"},
            "i ' m a single mom from ohio .": {"relationship_status": "single", "origin": "ohio"},
            "I have been a widower since 2017.": {"relationship_status": "widower"},
        },
        silent=(
            "I'm not single",
            "my sister got engaged",
            "I am engaged in a debate",
            "I was taken aback",
            "am i single",
            "I'm taken by surprise",
        ),
    ),
)
