"""Rules for work: employers, occupations, industries, and what someone does for a living."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.study import STUDY
from reverie.domain.rules.trades import TRADES
from reverie.domain.rules.words import ENDED

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
        examples={
            "I work at Acme": {"employer": "acme"},
            "i work for a small startup as a designer": {"employer": "small startup", "occupation": "designer"},
            "I got a job at the city library!": {"employer": "city library"},
            "I just started working for Siemens": {"employer": "siemens"},
            "Got hired by Lufthansa!!!": {"employer": "lufthansa"},
            "i work at a bakery called Krumbz": {"employer": "krumbz"},
        },
        silent=(
            "I work at night",
            "I work at Christmas Eve",
            "I work at weekends",
            "I work for a living",
            "my uncle works at Acme",
            "I'd work at Acme",
            "I want to work at Acme",
            "I work for myself",
            "I started at the bottom",
        ),
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
        examples={
            "My employer is the city library of Graz.": {"employer": "city library of graz"},
            "been at ikea for like 8 months now": {"employer": "ikea"},
        },
        silent=("my work is boring", "I've been with him for two years", "I've been at sea for months"),
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
        examples={
            "I work as a graphic designer": {"occupation": "graphic designer"},
            "I work at Acme as an engineer": {"employer": "acme", "occupation": "engineer"},
            "I start as a dispatcher on Monday": {"occupation": "dispatcher"},
            "I'm working like nurse in the hospital": {"occupation": "nurse"},
            "i make a living as a wedding photographer .": {"occupation": "wedding photographer"},
        },
        silent=("I work as a team with my wife", "she works as a nurse", "I work like a slave", "I started as a joke"),
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
        examples={
            "I'm a nurse": {"occupation": "nurse"},
            "im a freelance software engineer in Lyon": {"occupation": "freelance software engineer"},
            "I'm a high school teacher and my dog is called Rex": {
                "occupation": "high school teacher",
                "dog:rex": "rex",
            },
            "i used to be a lawyer but now i ' m a baker .": {"past_work:lawyer": "lawyer", "occupation": "baker"},
            "freelance translator here": {"occupation": "freelance translator"},
            "I'm a welder by trade": {"occupation": "welder"},
            "By trade I am a piano tuner": {"occupation": "piano tuner"},
            "my job is bus driver": {"occupation": "bus driver"},
            "I'm a seismologist": {"occupation": "seismologist"},
        },
        silent=(
            "I'm a mess",
            "I'm a big fan of yours",
            "my boss is a nurse",
            "I'm a terrible cook",
            "new here",
            "there is a doctor here",
            "any nurse here",
            "I'm not a doctor",
            "she used to be a nurse",
            "am i a teacher",
            "I'm the head of nothing",
            "I'm a keeper",
            'I\'m a "genius" lol',
            "he said I'm a nurse",
        ),
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
        examples={
            "I make my living carving spoons": {"occupation": "carving spoons"},
            "mending shoes pays the bills": {"occupation": "mending shoes"},
            "my 9 to 5 is sorting parcels": {"occupation": "sorting parcels"},
        },
        silent=("my job is killing me", "my job is getting boring", "her job is tuning pianos"),
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
        examples={"I work from home": {"work_conditions:from home": "from home"}},
        silent=("I work late again today at last?", "my wife works nights"),
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
        examples={"I'm with the coast guard service now": {"employer": "coast guard service"}},
        silent=("I'm with you", "I was with my company of friends"),
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
        examples={
            "I drive a truck for a living": {"occupation": "drive a truck"},
            "i code for a living": {"occupation": "code"},
            "I do welding for a living": {"occupation": "welding"},
            "for a living I teach yoga": {"occupation": "teach yoga"},
        },
        silent=(
            "what do you do for a living",
            "I work for a living",
            "he drives a truck for a living",
            "I breathe for a living",
        ),
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
        examples={
            "I run a bakery": {"business:bakery": "bakery"},
            "i have my own business .": {"business:business": "business"},
        },
        silent=("my aunt runs a bakery", "I have a shop assistant's patience"),
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
        examples={
            "i work as a nurse at Sainte-Orlande hospital": {
                "occupation": "nurse",
                "employer": "sainte-orlande hospital",
            },
            "I'm a data analyst at Spotify": {"employer": "spotify", "occupation": "data analyst"},
            "im an actuary at Swiss Re, dont all fall asleep": {"employer": "swiss re", "occupation": "actuary"},
        },
        silent=("I'm a regular at Joe's",),
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
        examples={
            "I'm retired": {"occupation": "retired"},
            "im a stay at home dad": {"occupation": "stay at home dad"},
            "i am currently unemployed .": {"occupation": "unemployed"},
        },
        silent=("I'm not retired", "my boss is retired", "I got retired numbers framed"),
    ),
    Rule(
        name="industry",
        pattern=r"(?:I|we) (?:work|am working|have worked|have been working|have a (?:job|career)|am|got a job) in "
        r"(?:the )?(?P<value>(?:(?!(?:my|a|an|the|this|"
        r"their|her|his)\b)\w+ )?(?:tech|finance|it|hr|marketing|sales|healthcare|education|retail|construction|"
        r"hospitality|banking|insurance|advertising|"
        r"publishing|logistics|law|real estate|software|customer service|human resources|accounting|agriculture|film|"
        r"media|"
        r"fashion|public health|research|biotech|aerospace|tourism|consulting|engineering|law enforcement|the "
        r"military|military|army|navy|"
        r"air force|marines|coast guard|national guard|government|politics|nursing|manufacturing|entertainment|show "
        r"business|food service|"
        r"the arts|journalism|pr|childcare|theat(?:er|re)|security)(?: industry| field| business| department| sector)"
        r"?)(?! meetings)(?:$|[,.!].*|"
        r" (?:and|for|at|as|but|so|now|since|in|because|here|,)\b.*)|"
        r"(?:I|we) (?:work|am working|have a job) (?:in|on) (?P<value1>an? (?:[\w-]+ )?(?:farm|ranch|boat|cruise ship|"
        r"ship|oil rig|hospital|bank|bakery|library|"
        r"restaurant|school|lab|warehouse|"
        r"factory|cafe|bookstore|kitchen|pharmacy|office|call center|mine|mill|clinic|shop|store|law firm|nursing "
        r"home|daycare))\b.*",
        key="industry",
        text="Works in {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I work in finance": {"industry": "finance"},
            "i work in a bakery": {"industry": "bakery"},
            "i'm in sales": {"industry": "sales"},
            "I'm in the navy": {"industry": "navy"},
        },
        silent=(
            "I work in the morning",
            "I work in silence",
            "I'm in a bank right now",
            "my cousin is in the army",
            "I'm in it to win",
        ),
    ),
    *STUDY,
)
"""Everything about work and study, in the order it is tried."""
