"""Rules for where someone lives and where they come from."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.text.word_lists import DEMONYMS, ENDED

REGIONS = (
    r"(?:(?:north|south|east|west|northern|southern|eastern|western|central|upstate|rural|sunny|downtown) )?(?:alabama|"
    r"alaska|arizona|arkansas|california|cali|socal|norcal|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|"
    r"illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|"
    r"missouri|"
    r"montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york(?: city)?|nyc|carolina|dakota|ohio|oklahoma|"
    r"oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|virginia|washington(?: d\.?c\.?| state)?|wisconsin|"
    r"wyoming|puerto rico|ontario|quebec|alberta|british columbia|nova scotia|queensland|new south wales|england|"
    r"scotland|"
    r"wales|ireland|britain|the (?:uk|us|usa|states|united states|united kingdom|netherlands|philippines|bahamas|"
    r"midwest|"
    r"bay area|bronx|caribbean|pacific northwest|east coast|west coast|deep south)|france|germany|italy|spain|portugal|"
    r"belgium|holland|switzerland|austria|poland|sweden|norway|denmark|finland|iceland|greece|turkey|russia|ukraine|"
    r"romania|hungary|bulgaria|croatia|serbia|slovakia|slovenia|estonia|latvia|lithuania|canada|mexico|cuba|jamaica|"
    r"haiti|"
    r"guatemala|honduras|nicaragua|costa rica|panama|colombia|venezuela|ecuador|peru|bolivia|chile|argentina|uruguay|"
    r"paraguay|brazil|china|japan|korea|taiwan|hong kong|vietnam|thailand|cambodia|laos|malaysia|singapore|indonesia|"
    r"bali|"
    r"india|pakistan|bangladesh|nepal|sri lanka|iran|iraq|israel|lebanon|syria|saudi arabia|dubai|egypt|morocco|"
    r"algeria|"
    r"tunisia|nigeria|ghana|kenya|ethiopia|uganda|tanzania|zimbabwe|south africa|australia|new zealand|europe|asia|"
    r"africa|"
    r"london|paris|berlin|munich|hamburg|madrid|barcelona|lisbon|porto|rome|milan|naples|venice|florence|vienna|prague|"
    r"budapest|warsaw|amsterdam|rotterdam|brussels|dublin|edinburgh|glasgow|manchester|liverpool|leeds|bristol|"
    r"birmingham|"
    r"stockholm|oslo|copenhagen|helsinki|zurich|geneva|athens|istanbul|moscow|kyiv|tokyo|osaka|kyoto|seoul|beijing|"
    r"shanghai|bangkok|manila|jakarta|mumbai|delhi|bangalore|karachi|cairo|lagos|nairobi|cape town|johannesburg|sydney|"
    r"melbourne|brisbane|perth|auckland|toronto|montreal|vancouver|calgary|ottawa|chicago|boston|philadelphia|philly|"
    r"pittsburgh|detroit|cleveland|cincinnati|columbus|indianapolis|milwaukee|minneapolis|st\.? louis|kansas city|"
    r"omaha|"
    r"denver|boulder|salt lake city|las vegas|vegas|phoenix|tucson|albuquerque|dallas|austin|houston|san antonio|el "
    r"paso|"
    r"new orleans|memphis|nashville|atlanta|charlotte|miami|orlando|tampa|jacksonville|baltimore|richmond|brooklyn|"
    r"queens|"
    r"manhattan|buffalo|seattle|portland|spokane|boise|reno|sacramento|san francisco|oakland|san jose|los angeles|"
    r"hollywood|"
    r"san diego|honolulu|anchorage|mexico city|sao paulo|rio de janeiro|buenos aires|bogota|lima|santiago|havana)"
)
"""Places that need no capital to be one, as an alternation in lower case."""


_NOT_A_YEAR = (
    r"(?!the \d|\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|"
    r"mar|apr|jun|jul|aug|sept?|oct|nov|dec|on|christmas|halloween|new year)\b)"
)
_IN = (
    r"(?:in|near|at|outside(?: of)?|just (?:outside(?: of)?|north of|south of|east of|west of)|close to|by|"
    r"on(?= (?:the|an?|my|our|campus|base|(?-i:[A-Z])|[\w'. -]{1,30}\b(?:st|street|road|rd|ave|avenue|lane|drive|hill|"
    r"row|square|island|isle|estate|farm|coast|side|way|court|close|terrace|crescent|boulevard|quay|park)\b)))"
)

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
    ),
)
