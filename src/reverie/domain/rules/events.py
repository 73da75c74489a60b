"""Rules for what happened to someone, and when."""

from __future__ import annotations

from reverie.domain.memories import Category
from reverie.domain.rules.dates import SAID
from reverie.domain.rules.rule import Rule, Shape

_EVENT = Category.EVENT
_WHO = r"(?:I|we|my (?:wife|husband|partner|girlfriend|boyfriend|family) and I)"
_PET = (
    r"(?:dog|cat|horse|rabbit|hamster|parrot|goldfish|fish|bird|puppy|kitten|guinea pig|turtle|tortoise|ferret"
    r"|gecko|snake|chicken|mare)"
)

TRIVIAL_DEEDS = (
    r"went (?:home|out|back|there|in|up|down|over|through|with|for)\b|went to (?:(?:the|their|a) )?(?:bed|sleep"
    r"|work|school|class|store|shops?|bathroom|toilet|gym|kitchen|office|grocery store|supermarket|mall|church|bank"
    r"|other|next|great|trouble|town|hell|wrong|same|movies|doctor)",
    r"(?:ran|bought|lost|won|sold|finished|joined|visited|met|took|saw|made|left|started|quit|changed|moved) "
    r"(?:in|it|that|this|you|him|her|them|out|over|away|up|off|down|around|late|on|something|some|from)",
    r"(?:finished|completed) (?:eating|their (?:dinner|lunch|breakfast|coffee|shift))",
    r"lost their (?:mind|temper|cool|way|train|patience|appetite|keys|phone|wallet|train of thought)",
    r"been to (?:hell|bed|work|the)",
    r"ran (?:to|for|because)",
    r"(?:write|start|read|buy|save|apply|open|see|learn|finish) (?:it|that|this|what|if|how (?:you|it|that)|you"
    r"|more|about|over|up|a lot|the day|by|with|from|working|off|again|everything|something)",
    r"(?:won|joined|finished|completed|passed|failed|climbed|crashed|performed|competed|attended|visited|celebrated"
    r"|launched|published|baked|donated|submitted|recorded|released|survived|planted|welcomed|helped|ran|got|had"
    r"|met|received|scored|turned down)$",
    r"\w+ (?:something|anything|everything|things|stuff)\b",
    r"cut (?:my|their) own hair|had (?:\w+ )?(?:breakfast|lunch|dinner|brunch|coffee|tea|soup|salad|pizza|pasta"
    r"|pancakes|eggs|toast|cereal|tacos|sushi|leftovers)\b|went to .+ for (?:breakfast|lunch|dinner|brunch|coffee)\b",
    r"got (?:back|home) from (?:work|school|the gym|class|the store)",
    r"(?:ate|drank|slept|woke|thought|said|asked|told|felt|knew|tried|needed|wanted|wished|talked|heard|guessed"
    r"|forgot|remembered|noticed|decided to (?:ask|try|see)|used|looked|called|texted|seemed|mentioned|meant|worked"
    r"|slept|liked|loved|hated|enjoyed|checked|asked|wondered|stayed|cried|hoped|watched|listened)\b",
)
"""Beginnings of deeds, as shown, that are not worth a memory."""

_IRREGULAR = (
    r"(?:got|went|flew|took|gave|had|met|won|lost|ran|swam|rode|drove|wrote|built|bought|sold|left|quit|broke|fell"
    r"|became|began|taught|sang|caught|saw|made|cut|hit|spent|held|led|grew|found|brought|threw|hurt|tore|burnt|bit"
    r"|stole|beat|shot|put (?:down|on)|rode|came)"
)
_DEEDS = (
    rf"(?:passed(?! (?:the (?:salt|sugar|ball|time|buck|store|shop)|out|by)\b)|tied the knot|eloped|emigrated|"
    rf"immigrated|survived|beat (?=cancer|covid|leukemia|addiction|anorexia)|kicked (?=smoking|the habit)|got (?:"
    rf"sacked|the (?:flat|house|job|keys|gig|all[- ]clear|grant|visa))|failed|flunked|aced|finished|completed|won|"
    rf"graduated|ran (?:my|a|the|in)|adopted|rescued|visited|attended|published|launched|joined|celebrated|"
    rf"proposed to|signed (?:up for|a|the|with)|enrolled|sprained|tore|fractured|dislocated|twisted|hurt my|injured my|"
    rf"broke (?:my|up"
    rf" with)|split up with|had (?:surgery|an operation|an interview|a job interview|a baby|an accident|a "
    rf"miscarriage|a car accident|a heart attack|a stroke|a panic attack|a c-?section|twins|my (?:first \w+|(?:"
    rf"[\w-]+ )?(?:surgery|operation|wedding|interview|exam|graduation|baby|tonsils|appendix|wisdom teeth)))|gave "
    rf"(?:birth|my (?:first|notice)|a (?:talk|speech|lecture|concert|presentation))|got (?:back from|home from|"
    rf"promoted|married|engaged|divorced|fired|laid off|accepted|rejected|into(?! (?:it|this|that|[a-z ]*ing\b|"
    rf"trouble|a fight|an? argument|details|the (?:car|habit))\b)|robbed|mugged|arrested|evicted|dumped|ghosted|"
    rf"pregnant|sober|stung|bitten|covid|the part|the role|a promotion|a raise|a scholarship|an a|a tattoo|a "
    rf"piercing|tickets|in a|to meet|stitches|braces|glasses|my (?:[\w'-]+ )?(?:license|licence|degree|diploma|"
    rf"tattoo|braces|results?|visa|green card|citizenship|phd|masters|promotion|first(?: [\w'-]+)+|ged|"
    rf"certification|black belt|(?:ears?|nose) pierced|booster|wisdom teeth|own place))|came (?:back from|out to|"
    rf"home from|first|second|third|last)|returned from|went (?:camping|hiking|skiing|surfing|sailing|diving|"
    rf"skydiving|backpacking|fishing|kayaking|bungee|on (?:a|an|vacation|holiday)|to)|flew to|travell?ed (?:to|"
    rf"through|around|across)|took (?:a trip|my (?:first|driving)|part in|a vacation)|have been to|been to|moved "
    rf"(?:in with|out of|out|house|(?:to|from|into|back)(?=.*\b(?:{SAID})))|ran into|climbed|hiked (?:the|to|up)|"
    rf"walked (?:the|across|to)|cycled (?:the|to|across|from)|bought (?:a|an|our|my|myself|ourselves) (?:a |an )?"
    rf"(?:new |first |used )*(?:house|car|apartment|flat|condo|home|boat|motorcycle|bike|piano|guitar|cello|violin"
    rf"|camera|van|truck|farm|ring|dress|wedding dress|cabin|puppy|dog|cat|horse)|baked|crashed|totaled|totalled|"
    rf"wrecked|saw \w+ live|saw [\w ]+ in concert|met (?:my|a|an|the)|lost (?:my|our|\d+)(?! (?:job|position|role)"
    rf"\b (?:at|with))|started (?:therapy|college|university|school|grad school|a (?:new )?(?:job|business|company"
    rf"|blog|podcast|band|family|garden|diet)|my (?:new |own |first )?(?:job|business|company|blog|podcast|degree|"
    rf"phd|masters?|internship|band))|opened (?:a|my|our)|became (?:a|an) (?:aunt|uncle|father|mother|dad|mom|mum|"
    rf"parent|grandmother|grandfather|grandma|grandpa|citizen|\w+ citizen|godmother|godfather)|retired|turned down"
    rf"|survived|defended|performed (?:at|in)|competed|qualified for|was (?:promoted|fired|laid off|accepted|hired"
    rf"|in (?:a|an) (?:car |bike |motorcycle )?(?:accident|crash)|elected|born again|published|robbed|mugged|"
    rf"hospitali[sz]ed|nominated)|won|scored|earned (?:my|a)|received (?:my|a|an)|welcomed|buried|planted|"
    rf"renovated|remodell?ed|paid off|finally (?:finished|passed|met)|were evacuated|donated|surprised my|"
    rf"submitted|handed in|wrote (?:my|a) (?:first |new )?(?:novel|book|song|story|will|thesis|album)|recorded|"
    rf"released|summited|helped (?:my|a))"
)

EVENTS: tuple[Rule, ...] = (
    Rule(
        name="left a job",
        pattern=rf"I (?:have )?(?P<verb>quit|left|lost|resigned from|got fired from|was fired from|got laid off "
        rf"from|was laid off from|retired from) my (?:old )?(?:job|position|role)(?: (?:at|with) (?P<value>.+?))(?: "
        rf"(?:{SAID}).*)?",
        key="event:left {value}",
        text="{verb} their job at {value}.",
        category=_EVENT,
        importance=0.7,
        confidence=0.8,
        ends=("employer={value}",),
        examples={
            "I quit my job at Acme": {"event:left acme": "acme"},
            "i left my job at the bank yesterday": {"event:left bank": "bank"},
        },
        silent=("I might quit my job at Acme", "she quit my job at Acme"),
    ),
    Rule(
        name="left the job",
        pattern=r"I (?:have |just )?(?P<verb>quit|left|lost|resigned from|got fired from|was let go from) my "
        r"(?:old |day |office )?(?P<value>job|position)(?! (?:at|with|for|application|title|offer|interview)\b)(?: "
        r".*)?",
        key="event:lost {value}",
        text="{verb} their {value}.",
        category=_EVENT,
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        ends=("employer", "occupation"),
        examples={"i quit my job. gave notice on monday": {"event:lost job": "job"}},
        silent=("I should quit my job", "I left my job application on the table"),
    ),
    Rule(
        name="been to",
        pattern=rf"{_WHO} (?:have )?(?:(?:both|also|only|actually|once) )*(?:been (?:to|all over|around)|(?:have )"
        rf"?(?:travelled (?:to|around|across|through)|traveled (?:to|around|across|through)|toured|"
        rf"backpacked (?:through|across|around|in)|hitch-?hiked (?:through|across|around|to)|honeymooned in|"
        rf"interrailed (?:through|around|across)|cycled (?:across|through|around)|road[- ]tripped (?:through|"
        rf"across|around)|explored|trekked (?:through|across|in)))(?: to)? (?P<value>(?!(?:the )?(?:my|your|his|"
        rf"her|this|that|it|hell|bed|work|doctor|dentist|shop|store|bank|gym|hospital|mall|vet|website|site|page)"
        rf"\b)(?:(?-i:[A-Z])|\d+|(?:all )?(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|"
        rf"every)|europe|asia|africa|japan|france|spain|italy|mexico|canada|china|india|iceland|hawaii|paris|"
        rf"london|rome|thailand|vietnam|germany|greece|portugal|ireland|scotland|australia|brazil|peru|kenya|egypt"
        rf"|morocco|turkey|cuba).*?)(?: (?:once|twice|\w+ times|a lot|before|together|after|during|for|with|when|"
        rf"and (?:loved|it|I)|already|several|a few|{SAID})\b.*|,.*)?",
        key="visited:{value}",
        text="Has been to {value}.",
        category=_EVENT,
        importance=0.55,
        confidence=0.7,
        ends=("done~visit {value}",),
        examples={
            "I've been to Norway three times": {"visited:norway": "norway"},
            "we honeymooned in Zanzibar": {"visited:zanzibar": "zanzibar"},
            "Backpacked through Laos after school": {"visited:laos": "laos"},
        },
        silent=("I have been to hell and back", "I visited your website", "my sister has been to Norway"),
    ),
    Rule(
        name="event",
        pattern=rf"{_WHO} (?:have (?:just |finally |)?|finally |just |both |all |recently |actually |once "
        rf")?(?P<value>{_DEEDS}\b(?! off)(?: .+|$))",
        key="event:{value}",
        text="{value}.",
        category=_EVENT,
        importance=0.6,
        confidence=0.7,
        shape=Shape.DEED,
        ends=("done~{value}",),
        examples={
            "I passed my pilot's exam!": {"event:passed pilot's exam": "passed pilot's exam"},
            "i just got back from Lisbon": {"event:got back from lisbon": "got back from lisbon"},
            "I went to the opera yesterday": {"event:went to opera": "went to opera"},
            "We adopted a dog last week": {"event:adopted dog": "adopted dog", "pet:dog": "dog"},
            "I finally finished my thesis because my advisor pushed me": {"event:finished thesis": "finished thesis"},
            "in 2019 i walked the camino": {"event:walked camino": "walked camino"},
            "i ran my first 10k two weeks ago": {"event:ran first 10k": "ran first 10k"},
        },
        silent=(
            "I didn't pass my exam",
            "I went to bed",
            "I went to the store",
            "my sister got married",
            "I never won anything",
            "I almost won the race",
            "I got into trouble",
        ),
    ),
    Rule(
        name="never done",
        pattern=r"I (?:have )?(?P<value>never (?:been (?:on|out of|outside|in (?:a|an|love|the)|abroad|camping|kissed)|"
        r"left (?:the|"
        r"my)|flown|traveled|travelled|seen (?:the ocean|the sea|snow)|had (?:a|an))(?: (?!it\b|that\b|this\b|you\b|"
        r"chance\b|"
        r"problem\b|issue\b|idea\b|reason\b)[\w-]+){0,4}?)(?:$|[,.!].*| (?:and|but|so|because|before|in my life)\b.*)",
        key="never:{value}",
        text="Has {value}.",
        importance=0.5,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={"i've never been on a plane .": {"never:never been on a plane": "never been on a plane"}},
        silent=("I have never been to Rome", "I've never had a problem with it", "she has never been on a plane"),
    ),
    Rule(
        name="someone close",
        pattern=r"(?P<value>(?:my|our) (?:\w+ )?(?:son|daughter|baby|grandson|granddaughter|grandchild|nephew"
        r"|niece|twins|little girl|little boy|kittens|puppies|kids?) (?:was|were) born)(?: .*|,.*)?",
        key="event:{value}",
        text="{value}.",
        category=_EVENT,
        importance=0.8,
        confidence=0.8,
        shape=Shape.DEED,
        examples={"my son was born last night": {"event:son was born": "son was born"}},
        silent=("I was born last year",),
    ),
    Rule(
        name="loss",
        pattern=rf"(?P<value>(?:my|our) (?P<gone>(?:[\w-]+ )?(?:mom|mum|mother|dad|father|grandma|grandmother"
        rf"|grandpa|grandfather|sister|brother|son|nan|granny|cousin|daughter|wife|husband|friend|best friend|uncle"
        rf"|aunt|stepdad|stepmom|parents|grandparents|{_PET})(?: (?!died|passed|was|is|crossed|nearly|almost|never|"
        rf"would|could|might"
        rf"|just|finally|recently)[\w-]+)?) (?:(?!nearly|almost|never|would|could|might)\w+ )?(?:died|passed away"
        rf"|passed|was put down|crossed the rainbow bridge))(?: (?!out|the|his|her|me|by|on).*)?",
        key="event:{value}",
        text="{value}.",
        category=_EVENT,
        importance=0.8,
        confidence=0.8,
        shape=Shape.DEED,
        ends=("belonging~{gone}", "belonging~{kind}"),
        examples={
            "my grandpa passed away last month": {"event:grandpa passed away": "grandpa passed away"},
            "My dog Rex died": {"event:dog rex died": "dog rex died"},
        },
        silent=("my phone died", "my dad nearly died laughing"),
    ),
)

DATED: tuple[Rule, ...] = (
    Rule(
        name="event with its date",
        pattern=rf"{_WHO} (?:just |finally |both |all )?(?P<value>(?!(?:need|feed|used|supposed|tried|wanted|"
        rf"needed|liked|loved|hated|noticed|wondered|decided|asked|talked|mentioned|realized|learned|heard|started"
        rf" (?:to|\w+ing|using|feeling)|had (?:(?!an?\b|the\b|my\b|our\b|surgery|twins|some\b|such\b)[a-z]+s?$|to|"
        rf"(?:a|an|the|my|such|some) (?:(?:\w+ )?(?:day|night|week|time|experience|blast|moment|chat|talk|"
        rf"conversation|discussion|idea|problem|question|issue|feeling|dream))))\b)(?:{_IRREGULAR}|[a-z]{{3,}}ed)"
        rf"\b(?: (?!it\b|this\b|that\b|you\b|I\b)[\w\'-]+){{1,8}}?),? {SAID}(?:[ ,].*)?",
        key="event:{value}",
        text="{value}.",
        category=_EVENT,
        importance=0.55,
        confidence=0.65,
        shape=Shape.DEED,
        ends=("done~{value}",),
        examples={
            "I painted the kitchen last weekend": {"event:painted kitchen": "painted kitchen"},
            "On March 3rd I gave my first lecture in English": {
                "event:gave first lecture in english": "gave first lecture in english"
            },
        },
        silent=(
            "I tried that last week",
            "I had a bad day yesterday",
            "I worked late yesterday",
            "she painted it last week",
            "on Sunday we went home",
        ),
    ),
)
"""Any deed with its date: tried last, and only where a clause has taught nothing else."""
