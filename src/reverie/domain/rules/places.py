"""Rules for where someone lives and where they come from."""

from __future__ import annotations

from reverie.domain.rules.regions import REGIONS
from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.words import DEMONYMS, ENDED

_NOT_A_YEAR = (
    r"(?!the \d|\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|"
    r"mar|apr|jun|jul|aug|sept?|oct|nov|dec|on|christmas|halloween|new year)\b)"
)
_IN = r"(?:in|near|at|outside(?: of)?|just (?:outside(?: of)?|north of|south of|east of|west of)|close to|by|on)"

PLACES: tuple[Rule, ...] = (
    Rule(
        name="home",
        pattern=rf"(?:I|we) (?:live|am living|are living|am based|are based|am based out|am an? (?:expat|foreigner|"
        rf"immigrant|local)|am located|reside|stay|am residing|am "
        rf"settled)"
        rf"(?: now| currently| alone| full[- ]time| right now| (?:over |up |down |out |way )?here| with [\w ]+?| "
        rf"together|"
        rf" by myself)? (?:{_IN}|of) (?P<value>(?!(?:that|peace)\b).+)",
        key="home",
        text="Lives in {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "I live in New York with my cat": {"home": "new york", "pet:cat": "cat"},
            "i live in bern": {"home": "bern"},
            "i live in a small town in ohio .": {"home": "ohio"},
            "I live just outside Leeds": {"home": "leeds"},
            "born in Lagos, living in Leeds.": {"origin": "lagos", "home": "leeds"},
        },
        silent=(
            "I live in constant fear",
            "my brother lives in Rome",
            "I would live in Paris",
            "do i live in bern",
            "My sister who lives in Bern is a nurse",
        ),
    ),
    Rule(
        name="home for years",
        pattern=r"(?:I|we) have (?:lived|been living|resided|been|been based) (?:here )?(?:in|near) (?P<value>.+?)"
        r"(?:,| now)? (?:for|since|"
        r"all my life|my (?:whole|entire) life)\b.*|(?:I|we) have (?:been living|been based) (?:in|near) "
        r"(?P<value1>.+)",
        key="home",
        text="Lives in {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "We've been living in the Netherlands for three years": {"home": "netherlands"},
            "I've lived in Oslo all my life": {"home": "oslo"},
            "We've been in a tiny village called Oberwil for about six years now.": {"home": "oberwil"},
        },
        silent=("I have lived in three countries", "I've been in bed for hours", "I've been in love for years"),
    ),
    Rule(
        name="home, by the place",
        pattern=r"(?:my (?:\w+ )?(?:flat|apartment|house|place|home|room|condo|neighborhood) (?:is )?in|home is(?: "
        r"in)?|(?:here|back home) in|I call) "
        r"(?P<value>(?!where\b|the\b).+?)(?: home\b.*|(?<!I call)(?: (?:is|was|has|just|needs|got)\b.*)|, .*|$)",
        key="home",
        text="Lives in {value}.",
        importance=0.8,
        confidence=0.7,
        shape=Shape.PLACE,
        examples={
            "my flat in Leeds is freezing": {"home": "leeds"},
            "here in Oslo it is dark by three": {"home": "oslo"},
            "home is a narrowboat in Hackney": {"home": "hackney"},
        },
        silent=("home is where the heart is", "her flat in Leeds is huge", "here in the office", "my home is in ruins"),
    ),
    Rule(
        name="home these days",
        pattern=r"(?:I|we) (?:am|are) in (?P<value>.+?) (?:these days|nowadays|permanently|for good)\b.*|"
        rf"(?:I|we) (?:am|are)(?: (?:over|out|up|down|here|originally|all the way))*(?: an? (?:[\w-]+ ){{1,4}})? ?in "
        rf"(?:the )?(?P<value1>{REGIONS})(?!.* (?:today|tonight|tomorrow|week|weekend|month|until|till|for (?:a|the|"
        rf"\w+ "
        rf"days)|on (?:vacation|holiday|business)|visiting|trip|right now|at the moment)\b)(?: (?!with\b).*|,.*|$)",
        key="home",
        text="Lives in {value}.",
        importance=0.7,
        confidence=0.7,
        shape=Shape.PLACE,
        examples={
            "we're in Bristol these days": {"home": "bristol"},
            "i 'm in michigan .": {"home": "michigan"},
            "i'm an accountant in new york": {"occupation": "accountant", "home": "new york"},
        },
        silent=(
            "I'm in Bristol today",
            "they are in Bristol these days",
            "I'm in Paris for the week",
            "I'm interested in Japan",
        ),
    ),
    Rule(
        name="moved",
        pattern=r"(?:I|we) (?:have )?(?:moved|relocated|settled|emigrated|immigrated)(?: back| away| over| here| "
        r"down| up| out| in)*"
        r"(?: from (?P<old>.+?))? (?:to|in|into) (?P<value>.+)",
        key="home",
        text="Lives in {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "I moved to Bern": {"home": "bern"},
            "I just moved from Berlin to Bern last month": {"home": "bern"},
            "we recently relocated to Cape Town": {"home": "cape town"},
            "moved to ghent two weeks ago": {"home": "ghent", "event:moved to ghent": "moved to ghent"},
        },
        silent=(
            "I moved to the next level",
            "I moved to a new apartment",
            "my parents moved to Spain",
            "if I moved to Rome",
            "we moved in together",
        ),
    ),
    Rule(
        name="origin",
        pattern=rf"(?:I|we) (?:am|are)? ?(?:(?:originally |really |all the way |born and raised )*from|come from|"
        rf"hail from|grew up"
        rf"(?: around here)?(?: \w+)? (?:in|on(?= an? )|near|outside)|was (?:born(?: and (?:raised|bred|brought up))"
        rf"?|raised|"
        rf"brought up)(?: right| over)?(?: here)?"
        rf" (?:in|on|near|outside)|moved here from|(?:came|immigrated|emigrated)(?: here| over| to [a-z]+(?: "
        rf"[a-z]+)?)? from|am "
        rf"an immigrant from|am born(?: and raised)? in|spent my childhood in|am a native of|"
        rf"am an? "
        rf"(?:(?!(?:of|fan|and|with|for|hour|minutes?|way|far|miles?|few|call|quote)\b)[\w-]+ ){{1,5}}(?:of (?:one|"
        rf"two|three|four|five|\d) )?from) "
        rf"(?P<value>{_NOT_A_YEAR}.+)",
        key="origin",
        text="Comes from {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "I'm originally from Porto": {"origin": "porto"},
            "i grew up on a farm in nebraska .": {"origin": "nebraska"},
            "I grew up in Ghana": {"origin": "ghana"},
            "im from chile": {"origin": "chile"},
            "hi , my name is otis and i ' m from texas .": {"name": "otis", "origin": "texas"},
            "i ' m a single mom from ohio .": {"relationship_status": "single", "origin": "ohio"},
            "grew up in a fishing town, Peniche": {"origin": "peniche"},
        },
        silent=(
            "I'm from the future lol",
            "I grew up in the 80s",
            "where am i from",
            "I'm not from brazil",
            "my mother was born in Trieste",
            "I'm from a broken home",
            "I'm a long way from Brazil",
        ),
    ),
    Rule(
        name="hometown",
        pattern=r"(?:my (?:hometown|home town|home country|homeland|native country|country|birthplace)(?: is|:)|I "
        rf"was born and I grew up in) (?P<value>.+)|I am an? (?:[a-z]+ )?(?P<value1>{REGIONS}) (?:girl|boy|native|gal|"
        rf"guy|man|"
        r"woman)\b.*",
        key="origin",
        text="Comes from {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={"my hometown is Plovdiv, prettiest place": {"origin": "plovdiv"}},
        silent=("my hometown is boring", "his hometown is Plovdiv"),
    ),
    Rule(
        name="nationality",
        pattern=rf"(?!.*\b(?:half|part) \w+(?:,| and)* (?:half|part)\b)I (?:am|feel|identify as|was born)(?: an?)? "
        rf"?(?:half |part |originally |proud |also |born |"
        rf"ethnically |"
        rf"a quarter |mostly |technically |by birth |very |proudly )*(?P<value>(?:{DEMONYMS}|"
        rf"African American|Asian|African|European|Hispanic|Latina|Latino|Arab)(?:[- "
        rf"](?:american|canadian|british))?)"
        rf"(?: by (?:birth|blood|descent|marriage)| girl| boy| guy| woman| man| lad| lass| gal| expat| immigrant| "
        rf"national|"
        rf" citizen| through and through)?(?! (?:teacher|class|food|toast|student|lesson|exam|half|part|on my|"
        rf"descent|heritage)){ENDED}|"
        rf"(?:I|we) (?:hold|have|carry|travel on|got)(?: an?| my| dual| both)*(?: [A-Z]\w+ and)? (?P<value1>{DEMONYMS})"
        rf"(?: [\w]+)? (?:passport|citizenship|nationality|papers)\b.*|my (?:nationality|ethnicity|citizenship) is "
        rf"(?P<value2>{DEMONYMS})\b.*",
        key="nationality",
        text="Is {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I'm Brazilian": {"nationality": "brazilian"},
            "im half thai": {"nationality": "thai"},
            "I'm a Canadian living in Berlin": {"nationality": "canadian", "home": "berlin"},
        },
        silent=("I'm pretty sure she's Brazilian", "I'm English teacher shopping", "I'm French toast", "is he irish"),
    ),
    Rule(
        name="heritage",
        pattern=rf"(?:my (?:(?:\w+ )?(?:roots|ancestry|heritage|background|blood|ancestors|family roots) (?:is|are|"
        rf"lies?|"
        rf"go back to|come from)|(?:whole )?(?:family|folks|parents|grandparents|people|mother's side|"
        rf"father's side|dad's side|mum's side|mom's side)(?: and \w+)? (?:(?:is|are|"
        rf"was|were) (?:originally |both |all )*(?:from|born in)|came|come|immigrated|emigrated|moved)(?: here| "
        rf"over)*(?: to [a-z ]+)?(?: originally)?(?: from| in)?))(?: all| in| partly| mostly| originally)? "
        rf"(?P<value>(?-i:[A-Z])[\w-]+(?: "
        rf"(?-i:[A-Z])\w+)?).*|I am (?:of )?(?:mixed )?(?P<value1>(?:{DEMONYMS})(?:[ -](?:and )?(?:{DEMONYMS}))?) "
        rf"(?:descent|"
        rf"heritage|origin|ancestry|stock|blood|on my).*|I am (?P<value2>(?:half|part|a quarter|quarter) (?:{DEMONYMS})"
        rf"(?:,| and)? (?:half|part|a quarter|three quarters|quarter) (?:{DEMONYMS})).*|my (?:family|folks|parents|"
        rf"grandparents|mom|mum|mother|dad|father|ancestors)(?: (?:is|are|was|were|originally|all|both|came|come|moved|"
        rf"immigrated|emigrated|here|over|born))* (?:from|in) (?P<value5>{REGIONS})(?:$|[,.].*| (?:and|but|so|when|in|"
        rf"originally)\b.*)|my (?:\w+ )?(?:roots|"
        rf"ancestors) (?:are|lie|come|go back) (?:in|from|to) (?P<value4>[a-z]+)(?:$|[,.].*)|"
        rf"I have (?P<value3>{DEMONYMS}) "
        rf"(?:roots|blood|ancestry|heritage|parents|grandparents)\b.*",
        key="heritage:{value}",
        text="Has roots: {value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={
            "my parents came over from Portugal": {"heritage:portugal": "portugal"},
            "I'm of Irish descent": {"heritage:irish": "irish"},
            "my parents are from india": {"heritage:india": "india"},
        },
        silent=("my parents came over from work", "her family is from Poland", "my parents moved from their flat"),
    ),
    Rule(
        name="dwelling",
        pattern=r"(?:I|we) (?:still |now )?(?:(?:live|am living|are living|reside|stay|sleep)(?: alone| by myself| "
        r"full[- ]time| with "
        r"[\w ]+?| (?:way |far )?(?:out|up|down|over|right|just|downtown|uptown))? (?:in|on|by|near|at|aboard|"
        r"close to)|(?:live|am living) out of|rent|am renting) (?:an?|the|my|our) "
        r"(?P<value>(?:(?:mom|mum|parents?|grandma|dad|friend|brother|sister)'?s?'? basement|(?!(?:called|named|of|in|"
        r"with|like|where|that|own|whole|the|who|and|near)\b)[\w-]+ )"
        r"{0,3}?(?:apartment|flat|house|home|farm|city|town|village|"
        r"narrowboat|houseboat|camper ?van|yurt|lighthouse|tiny house|"
        r"country(?:side)?|suburbs?|mountains?|beach|ocean|sea|coast|lake|river|woods|forest|desert|trailer(?: park)"
        r"?|van|rv|condo|mansion|cabin|"
        r"ranch|island|boat|dorms?|duplex|townhouse|studio|cottage|castle|bungalow|loft|commune|prairie|"
        r"outdoors)|middle of nowhere)"
        rf"(?! (?:in|near|outside|on) (?!the (?:city|country|countryside|suburbs|woods|mountains|middle)\b)){ENDED}|"
        rf"(?:my|our) (?:house|home|place|apartment|flat|cabin|condo) is (?:right )?"
        r"(?:in|on|by|near|at|close to|next to) (?:the|an?) (?P<value1>(?:[\w-]+ )?(?:beach|ocean|sea|lake|river|woods|"
        r"forest|mountains?|countryside|country|city|suburbs|desert|coast|park|farm))"
        rf"{ENDED}",
        key="dwelling",
        text="Lives in {a_value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I live in a small flat": {"dwelling": "small flat"},
            "we live on a narrowboat": {"dwelling": "narrowboat"},
            "i live on a farm with my dogs .": {"dwelling": "farm", "pet:dogs": "dogs"},
        },
        silent=(
            "I live in the moment",
            "he lives in a small flat",
            "I live in a town called Fear",
            "do i live in a house",
        ),
    ),
    Rule(
        name="grew up in a setting",
        pattern=r"(?:I|we) (?:grew up|was (?:born and )?raised|was brought up|spent my childhood)(?: \w+)? (?:in|on|"
        r"near|by|"
        r"around) (?:an?|the) (?P<value>(?:(?!(?:called|named|of|in|with|where|that)\b)[\w-]+ ){0,3}?(?:farm|ranch|"
        r"town|"
        r"city|village|island|suburbs?|country(?:side)?|mountains?|beach|sea|ocean|trailer park|projects|ghetto|desert|"
        r"orphanage|commune|reservation|lake|woods|foster care|bayou|prairie|military base))"
        rf"(?! (?:in|near|outside|on|of|called|named) |, (?-i:[A-Z])){ENDED}",
        key="grew_up:{value}",
        text="Grew up in {a_value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"i grew up on a farm .": {"grew_up:farm": "farm"}},
        silent=("I grew up in the 80s", "he grew up on a farm", "I grew up in the hope of more"),
    ),
    Rule(
        name="lived there once",
        pattern=rf"(?:I|we) (?:studied abroad|was stationed|used to live) in (?:the )?(?P<value1>{REGIONS})\b.*|(?:I|"
        rf"we) "
        rf"(?:once |also |previously )?(?:lived|resided)(?: \w+)? in (?:the )?(?P<value>{REGIONS}|"
        r"(?-i:[A-Z])[\w' -]+?)(?:,? (?:for|when|while|as an?|until|once)\b.*)",
        key="past_home:{value}",
        text="Lived in {value}.",
        importance=0.5,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "i lived in japan for two years .": {"past_home:japan": "japan"},
            "i studied abroad in italy .": {"past_home:italy": "italy"},
        },
        silent=("I lived in fear", "he lived in Japan for two years"),
    ),
    Rule(
        name="lives alone",
        pattern=r"(?:I|we) (?:still |now |currently )?(?:live|am living|stay)(?: (?:in|on|at) (?:the |an? |my )?"
        r"(?:[\w'-]+ ){0,3}?[\w'-]+)? (?:all )?(?P<value>alone|on my own|by myself)"
        r"(?: (?:with (?:my|an?|two|three|four) (?:\w+ )?(?:cats?|dogs?|pets?)\b|and|in|at|on|near|still|because|since"
        r"|for|so|but|now|these|which)\b.*|, .*|$)",
        key="lives_with",
        text="Lives alone.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "i live alone these days": {"lives_with": "alone"},
            "I am living on my own now": {"lives_with": "on my own"},
        },
        silent=("I live alone with my parents", "could I live alone?"),
    ),
    Rule(
        name="lives with",
        pattern=r"(?:I|we) (?:still |now |currently )?(?:live|stay(?! (?:at )?home)|am living|am staying|moved (?:back "
        r")?in|am "
        r"(?:back |still )?living)(?: (?:at|back) "
        r"home| (?:in|on|at|by) (?:the |an? |my |our )?(?:[\w'-]+ ){0,3}?[\w'-]+)?(?: with| together "
        r"with) (?P<value>my (?:mom|mum|mother|dad|father|parents|"
        r"grandma|grandmother|grandparents|family|folks|girlfriend|boyfriend|partner|wife|husband|fiance|kids|"
        r"children|son|"
        r"daughter|sister|brother|roommates?|flatmates?|best friend|aunt|uncle|in-laws)|(?:two|"
        r"three|four|"
        r"five|\d) (?:roommates|flatmates|friends|cats|dogs|people)|(?<=with )(?:two|three|four|five|six|\d) [\w "
        r"]{3,30}?)(?: (?:who|with|and|in|at|still|because|since|for|on|so|but|now|these|"
        r"which)\b.*|"
        r", .*|$)|(?:I|we) (?:also )?have (?P<value3>(?:an?|two|three|four|five|six|\d|"
        r"several) (?:[a-z]+ )?(?:roommates?|flatmates?|housemates?))(?:$|[,.!].*| (?:and|who|but|so|now|in|that)\b.*)|"
        r"(?:I|we) (?P<value1>share an? (?:flat|house|apartment|room|place|dorm|cottage|trailer) with "
        r"[^,.;]{3,40}?"
        r"|live in a (?:house|flat) share)(?:$|[,.] .*| (?:and|but|so|in)\b.*)",
        key="lives_with",
        text="Lives with {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "i still live with my parents .": {"lives_with": "parents"},
            "I live with my girlfriend in Lyon": {"lives_with": "girlfriend", "home": "lyon"},
        },
        silent=("I live with the consequences", "she lives with my parents"),
    ),
)
