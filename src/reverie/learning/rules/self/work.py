"""Rules for work: employers, occupations, industries, and what someone does for a living."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.learning.rules.self.study import STUDY
from reverie.text.word_lists import ENDED

TRADES: tuple[Rule, ...] = (
    Rule(
        name="has a trade",
        pattern=r"(?:for work )?I (?P<value>(?:sell (?!(?:my|our|out|it|them|this|that|myself|me|everything|all|off|"
        r"some|the|short)\b)[\w' -]+?|deal cards|stack shelves|"
        r"stock shelves|pick (?:fruit|apples|berries|grapes)|mow lawns|paint houses|write (?:[\w']+ )?(?:books|"
        r"novels|code|software"
        r"|articles|ads|copy|scripts)|wash (?:dishes|cars|windows)|drive for \w+|lay bricks|fly planes|test "
        r"software|make "
        r"furniture|draw comics|sell (?:cars|houses|homes|insurance|real estate|shoes|furniture|"
        r"jewelry|phones|software|used cars)|fix (?:cars|computers|"
        r"teeth|planes)|repair \w+|cut hair|style hair|groom dogs|walk dogs|train (?:dogs|horses)|clean (?:houses|"
        r"homes|pools|offices)|build houses|"
        r"deliver (?:pizzas?|mail|packages|newspapers|food)|wait tables|tend bar|bartend|babysit|nanny|design "
        r"(?:websites|clothes|games|video games)|"
        r"develop (?:software|games|apps)|tutor (?!my)\w+|design (?!it\b|this\b|that\b|my\b|the\b|a\b|an\b)[\w-]+|"
        r"install [\w-]+|bag groceries|train people|process \w+ claims|make (?:pizzas?|sandwiches|coffee) (?=at\b|"
        r"for\b)|"
        r"answer phones|flip burgers|clean (?:teeth|rooms)|work on (?:computers|cars|trucks|planes|engines)|homeschool "
        r"my \w+|"
        r"(?:give|teach) \w+ lessons|"
        r"tutor (?!my)\w+))(?:$|[,.!].*| (?:and|at|for|in|on|part|full|to|as|but|"
        r"so|when|while|all|every|with)\b.*)",
        key="occupation",
        text="Work: {value}.",
        importance=0.75,
        confidence=0.7,
        shape=Shape.TRADE,
    ),
    Rule(
        name="drives",
        pattern=r"I (?P<value>drive (?:an? |the |for )?(?:(?:school|city|tour|forklift|garbage|tow|delivery|dump|"
        r"fire|ice cream|semi|big rig|"
        r"eighteen|18|uber|lyft)[ -]?)?(?:bus|taxi|cab|lorry|semi|wheeler|ambulance|tram|train|forklift|truck|uber|"
        r"lyft|limo))"
        r"(?<!drive a truck)(?<!drive the truck)(?:$|[,.!]| (?:for|in|at|and|full|part|on)\b).*",
        key="occupation",
        text="Work: {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.TRADE,
    ),
    Rule(
        name="does at work",
        pattern=r"I (?P<value>do (?!my\b|the\b|some\b|our\b)(?:(?:\w+ )?(?:design|marketing|accounting|sales|hr|it "
        r"support|tech support|research|security|"
        r"landscaping|construction|plumbing|welding|carpentry|consulting|recruiting|bookkeeping|data entry|data "
        r"science|customer service|"
        r"web development|software development|nails|hair|makeup|taxes|payroll|woodworking as a job)))(?:$|[,.!]| "
        r"(?:for|at|and|in|as|mostly|"
        r"full|part)\b).*",
        key="occupation",
        text="Does {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.TRADE,
    ),
    Rule(
        name="works with",
        pattern=r"I (?:work|am working|have worked) (?:mostly |mainly )?(?P<value>with (?:(?:special needs|disabled|"
        r"autistic|sick|"
        r"troubled|young|small|wild|the) )?(?:kids|children|animals|horses|dogs|computers|elderly(?: people)?|"
        r"teenagers|"
        r"patients|veterans|wood|youth|students|plants|glass|leather|metal|people with disabilities))(?:$|[,.!].*| "
        r"(?:and|"
        r"but|all|every|at|in|for|so|who|as)\b.*)",
        key="occupation",
        text="Works {value}.",
        importance=0.7,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
)
"""Work told by what one does there, in the order it is tried."""


_ORG = (
    r"(?P<value>(?!(?:home|night|nights|least|day|the moment|a living|it|free|money|hours|this|that|me|you|fun|hire|"
    r"all|myself|work|the same|the weekend|one of|peace|minimum|now|a while|years|\d|[0-9]|what|less|both|the bottom|"
    r"the top|the end|the beginning|the age|the door|dawn|noon|weekends?|christmas|xmas|easter|new year|"
    r"my (?!dad|father|mom|mother|uncle|aunt|brother|sister|family|parents|cousin|husband|wife|grand|local|old))\b).+?)"
)
_TIME = (
    r"(?: nights| days| weekends| shifts| (?:part|full)[- ]time| remotely| hard| now| currently| evenings| from home|"
    r" overnight| since (?:\\d+|\\w+) (?:years?|months?))*"
)
_LIVING = r"(?:for a living|for work|professionally|for money|as a job|as my job|to make a living|to pay the bills)"

WORK: tuple[Rule, ...] = (
    Rule(
        name="employer",
        pattern=r"(?:I|we) (?:work|am working|have worked|have been working|started working|got (?:a|my) (?:new |"
        r"first |dream )?"
        r"(?:job|position|role|gig)|have a (?:new |part[- ]time |full[- ]time |summer |good )*job|started a (?:new )"
        r"?(?:job|position)|"
        r"started my (?:new |first )?job|got hired|was hired|am employed|have been employed|started|intern|am "
        r"interning|landed a job|"
        rf"start)(?: \w+ly)?{_TIME} (?:at|for|by|(?:with|in)(?= (?-i:[A-Z]))) {_ORG}(?: (?:as|in) (?:an?|the|head|"
        rf"chief) .+)?",
        key="employer",
        text="Works at {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.ORGANISATION,
    ),
    Rule(
        name="employer named",
        pattern=r"my (?:employer|workplace|company|work) is (?:called )?(?P<value>(?!(?:not|very|really|too|so|going|"
        r"closed|trying|"
        r"being|making|letting|boring|hard|great|good|bad|fine|done|stressful|killing|in|on)\b).+)|my (?:new |"
        r"current )?job is (?:at|"
        r"with) (?P<value1>.+)|I .*?\b(?:my|a|the) (?:night |day |late |early |long |graveyard )?shifts? at "
        r"(?P<value3>[\w' ]+)|I (?:wait tables|"
        r"bag groceries|bartend|tend bar|stock shelves|do (?:nails|hair|security|landscaping)|cut hair|flip burgers|"
        r"answer phones|wash dishes|coach \w+|cook|wait|serve|clean|(?:got|am|just got) (?:home|back|off) from (?:work|"
        r"my "
        r"(?:shift|job))) at (?P<value4>(?!(?:home|night|least|my \w+'s|the "
        r"moment)\b).+)|"
        r"I have been (?:at|with) (?P<value2>(?!(?:home|work|school|the|this|it|sea|war|a|my|uni|college|him|her|"
        r"them|you)\b).+?)"
        r" for (?:like |about |over |almost |nearly )?(?:an?|\d+|two|three|four|five|six|seven|eight|nine|ten|many) "
        r"(?:months?|years?)\b.*",
        key="employer",
        text="Works at {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.ORGANISATION,
    ),
    Rule(
        name="occupation at work",
        pattern=r"I (?:work|am working|have worked|have been working|started working|got (?:a (?:new )?job|hired)|"
        r"start(?:ed)?|make (?:a|my) living|"
        r"earn my living|was hired|trained|freelance|am employed|volunteer|moonlight|have a job|am starting)"
        r"(?: on \w+| remotely| part[- ]time| full[- ]time| nights| now| currently)*(?: (?:at|for|in|from|with) .+?)? "
        r"(?:as (?:an?|the|(?=head|chief|nurse|cook|teacher|waiter|driver))|like (?=nurse|"
        r"cook|teacher|waiter|driver|cleaner|engineer)) ?(?P<value>.+)",
        key="occupation",
        text="Works as {a_value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.JOB,
    ),
    Rule(
        name="occupation",
        pattern=r"(?:I am (?:(?:an?|the|just an?|only an?|currently an?|also an?|mainly an?|basically an?|now an?|"
        r"both an?) )|"
        r"I became (?:an? )?|I am working as an?|my (?:main |day |current |new |full[- ]time )?(?:job|occupation|"
        r"profession|work|career|"
        r"line of work) is (?:being |working as )?(?:an? )?|I got promoted to (?:an? )?|I was promoted to (?:an? )?|"
        r"got promoted to |"
        r"(?:by (?:trade|profession)|for a living|for work|professionally),? I am (?:an? )?|I am (?=[\w-]+(?: "
        r"[\w-]+)?(?:$| (?:in|at|by|from)\b)|(?:retired|head|"
        r"chief|lead|senior|junior|"
        r"assistant|freelance|former)\b)|what I do is |I am employed as an?|I have been (?:an? )) ?(?P<value>.+)",
        key="occupation",
        text="Is {a_value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.ROLE,
    ),
    Rule(
        name="occupation as one does it",
        pattern=r"my (?:\w+ )?(?:job|work|career) (?:is|involves|means) (?:mostly |mainly |basically |just |"
        r"literally )*"
        r"(?P<value>(?!(?:going|killing|making|being|getting|driving me|stressing|boring|amazing|tiring|exhausting|"
        r"draining|"
        r"ending|starting|nothing|interesting|challenging|changing|moving|doing (?:my|me))\b)\w+ing\b.+)|"
        r"I am (?P<value1>running (?:an? |my |the )(?:\w+ )?(?:bakery|shop|store|cafe|café|farm|pub|bar|restaurant|"
        r"salon|gym|"
        r"hotel|company|business|nursery|startup|studio|garage)|between jobs|out of work|on the dole|self[- "
        r"]employed)\b.*|"
        r"I (?P<value2>freelance|temp)\b(?! as).*|I (?:have been|am) "
        r"(?P<value3>behind the wheel of an? [\w ]+?|on the tills|on the railways)(?: since.*|$|,.*)|"
        r"I (?:got|was|have been|just got|am) (?:recently )?(?:promoted|made|hired|appointed)(?: to| as)? "
        r"(?P<value4>(?:the )?"
        r"(?:head|deputy head|director|manager|vice president|vp|chief|captain|team lead|supervisor|partner)\b.*)",
        key="occupation",
        text="Work: {value}.",
        importance=0.75,
        confidence=0.8,
    ),
    Rule(
        name="shift",
        pattern=r"I (?:work|do|am on|am working|have)(?: the| a)? (?P<value>(?:night|day|early|late|evening|"
        r"graveyard|split|"
        r"rotating|twelve[- ]hour|12[- ]hour|weekend)s? ?(?:shifts?)?|nights|weekends|part[- ]time|full[- ]time|"
        r"from home|long hours|(?:two|three|multiple|several|2|3) jobs|overtime|seven days a week|six days a week|"
        r"remotely|shift work)(?! (?:as|at|for|in|with)\b)" + ENDED,
        key="work_conditions:{value}",
        text="Works {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="with an employer",
        pattern=r"(?:I|we) (?:am|have been|was)(?: now| still)? with (?:the )?(?P<value>(?!(?:my|a|an|"
        r"our)\b)(?:[\w'-]+ ){0,2}?(?:brigade|police|"
        r"force|service|council|railways?|post office|bbc|nhs|army|navy|company|firm|agency|bank|department|fbi|city)|"
        r"(?-i:[A-Z])[\w&-]+(?: (?-i:[A-Z])[\w&-]+)*(?= (?:for|since)\b))" + ENDED,
        key="employer",
        text="Works with {value}.",
        importance=0.7,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
    Rule(
        name="does for a living",
        pattern=rf"I (?P<value>(?!(?:do not|can not|used to|work|need|want|am|have been|look|search|go|went|travel|"
        rf"commute|drive a lot)\b)\w+(?: .+?)?) {_LIVING}\b.*|(?:for a "
        rf"living|for work|professionally|as a job),? "
        r"I (?!am\b)(?P<value1>\w+(?: .+)?)|what I do for a living is (?P<value2>.+)",
        key="occupation",
        text="Work: {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.TRADE,
    ),
    *TRADES,
    Rule(
        name="runs a business",
        pattern=r"(?:I|we) (?:run|manage|own|co-?own|have|own and run|started|founded|opened|co-?founded) (?:an? |my "
        r"own |my |"
        r"the |our )(?P<value>(?:[\w-]+ ){0,2}?"
        r"(?:bakery|shop|store|restaurant|cafe|café|coffee shop|salon|bar|pub|gym|farm|ranch|business|company|"
        r"startup|hotel|bookstore|"
        r"bookshop|studio|daycare|nursery|clinic|brewery|vineyard|food truck|blog|podcast|agency|practice|charity|"
        r"nonprofit|etsy shop|"
        r"youtube channel|garage|hostel|bed and breakfast))(?:$|[,.!]| (?:in|with|and|for|called|named|near|on|at|"
        r"from|that|about|selling|making|doing|downtown|together|here|where|which|so|but)\b).*",
        key="business:{value}",
        text="Runs {a_value}.",
        importance=0.75,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="employer of a role",
        pattern=r"I (?:am|work as|am working as|started as|got hired as|got a job as)(?: now)? an? (?P<role>.{3,50}?)"
        r" (?:at|for|with) "
        r"(?P<value>(?!(?:the moment|heart|home|least|the weekend|the time|a living|the day|night|now|two|three|four|"
        r"five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|years"
        r"|\d+|fun|many|almost|over|about|nearly|no)\b|(?<=with )an? )[^,;]+)(?:, "
        r".*)?",
        key="employer",
        text="Works at {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.ORGANISATION,
    ),
    Rule(
        name="not employed",
        pattern=r"I (?:am|got|have been|became|went|am currently|am now|am a|am an)(?: now| currently| recently| "
        r"semi-?| happily| an?)? (?P<value>retired|unemployed|"
        r"self[- ]employed|freelance|freelancing|jobless|out of work|between jobs|homemaker|housewife|househusband|"
        r"stay[- ]at[- ]home (?:mom|mum|dad|"
        r"parent|mother|father|wife)|sahm|retiree|on disability)(?:$|[,.!].*| (?:and|since|now|for|but|so|from|"
        r"because|after|with|in|of|again|at|last|this|who|due)(?! dating)\b.*)",
        key="occupation",
        text="Is {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    *STUDY,
)
"""Everything about work and study, in the order it is tried."""
