"""Rules for what happened to someone, and when."""

from __future__ import annotations

from reverie.learning.rules.dates import SAID
from reverie.learning.rules.rule import Rule, Shape
from reverie.records.memories import Category

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
    ),
    Rule(
        name="someone close",
        pattern=r"(?P<value>(?:my|our) (?:\w+ )?(?:son|daughter|baby|grandson|granddaughter|grandchild|nephew"
        r"|niece|twins|little girl|little boy|kittens|puppies|kids?) (?:was|were) born)(?: .*|,.*)?",
        key="event:{value}",
        text="{value}.",
        category=Category.FACT,
        importance=0.8,
        confidence=0.8,
        shape=Shape.DEED,
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
        category=Category.FACT,
        importance=0.8,
        confidence=0.8,
        shape=Shape.DEED,
        ends=("belonging~{gone}", "belonging~{kind}"),
    ),
)

DATED: tuple[Rule, ...] = ()
"""Any deed with its date: tried last, and only where a clause has taught nothing else."""
