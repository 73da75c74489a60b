"""Rules for what someone does and what happens to them: work, study, events, plans, and what is no longer so."""

from __future__ import annotations

from reverie.domain.memories import Category
from reverie.domain.rules.rule import Rule, Shape

_ORG = (
    r"(?P<value>(?!(?:home|night|nights|least|day|the moment|a living|it|free|money|hours|this|that|me|you|fun|hire|"
    r"all)\b).+?)"
)
_EMPLOYED = (
    r"I (?:work|am working|have worked|have been working|started working|got a (?:new )?(?:job|position|role|gig)|"
    r"have a (?:new )?job|started a (?:new )?job|started my new job|got hired|was hired|am employed|started|intern|am "
    r"interning)"
)

LIFE: tuple[Rule, ...] = (
    Rule(
        name="employer",
        pattern=rf"{_EMPLOYED} (?:at|for|with|by) {_ORG}(?: (?:as|in) (?:an?|the|head|chief) .+)?",
        key="employer",
        text="Works at {value}.",
        importance=0.8,
        confidence=0.8,
        examples={
            "I work at Acme": {"employer": "acme"},
            "i work for a small startup as a designer": {"employer": "small startup", "occupation": "designer"},
            "I got a job at the city library!": {"employer": "city library"},
            "I just started working for Siemens": {"employer": "siemens"},
        },
        silent=(
            "I work at night",
            "I work for a living",
            "my dad works at Acme",
            "I'd work at Acme",
            "I want to work at Acme",
        ),
    ),
    Rule(
        name="occupation at work",
        pattern=r"I (?:work|am working|have worked|have been working|started working|got (?:a job|hired)|started|"
        r"was hired|trained|freelance)(?: (?:at|for|in) .+?)? as "
        r"(?:an?|the|head|chief) (?P<value>.+)",
        key="occupation",
        text="Works as {a_value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.ROLE,
        examples={
            "I work as a graphic designer": {"occupation": "graphic designer"},
            "I work at Acme as an engineer": {"employer": "acme", "occupation": "engineer"},
        },
        silent=("I work as a team with my wife", "she works as a nurse"),
    ),
    Rule(
        name="occupation",
        pattern=r"(?:I am an?|I became an?|I am working as an?|my job is (?:being )?an?|my (?:job|occupation|"
        r"profession) is|I am the|I got promoted to|I was promoted to|"
        r"by (?:trade|profession) I am an?|for a living I am an?) (?P<value>.+)",
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
        },
        silent=(
            "I'm a mess",
            "I'm a big fan of yours",
            "I'm a morning person",
            "my wife is a nurse",
            "I'm a terrible cook",
            "I'm not a doctor",
        ),
    ),
    Rule(
        name="employer of a role",
        pattern=r"I am an? (?P<role>.{3,50}?) (?:at|for) (?P<value>[^,;]+)",
        key="employer",
        text="Works at {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PROPER,
        examples={"I'm a data analyst at Spotify": {"employer": "spotify", "occupation": "data analyst"}},
        silent=("I'm a regular at Joe's", "I'm a sucker for Christmas"),
    ),
    Rule(
        name="not employed",
        pattern=r"I (?:am|got|have been|became|went|am currently) (?:now )?(?P<value>retired|unemployed|"
        r"self-employed|self employed|freelance|a stay[- ]at[- ]home (?:mom|mum|dad|parent))\b.*",
        key="occupation",
        text="Is {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I'm retired": {"occupation": "retired"},
            "im a stay at home dad": {"occupation": "stay at home dad"},
        },
        silent=("I'm not retired", "my dad is retired"),
    ),
    Rule(
        name="industry",
        pattern=r"I (?:work|am working|have worked) in (?P<value>(?:\w+ )?(?:tech|finance|it|hr|marketing|sales|"
        r"healthcare|education|retail|construction|hospitality|banking|insurance|advertising|publishing|logistics|law|"
        r"real estate|software|customer service|human resources|accounting|agriculture|film|media|fashion|public "
        r"health|research|biotech|aerospace|tourism|consulting|engineering|a (?:hospital|bank|bakery|library|"
        r"restaurant|school|lab|warehouse|factory|cafe|bookstore|kitchen|pharmacy)))\b(?! meetings).*",
        key="industry",
        text="Works in {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"I work in finance": {"industry": "finance"}, "i work in a bakery": {"industry": "bakery"}},
        silent=("I work in the morning", "I work in silence"),
    ),
    Rule(
        name="left a job",
        pattern=r"I (?:have )?(?P<verb>quit|left|lost|resigned from|got fired from|was fired from|got laid off "
        r"from|was laid off from|retired from) "
        r"my (?:old )?(?:job|position|role)(?: (?:at|with) (?P<value>.+))",
        key="event:left {value}",
        text="{verb} their job at {value}.",
        category=Category.EVENT,
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
        name="left an employer",
        pattern=r"I (?:(?:no longer|do not|used to) work (?:at|for)|(?:have )?(?:quit|left)(?: working (?:at|for)|"
        r" (?=(?-i:[A-Z])))) ?(?P<value>(?!my\b).+)",
        ends=("employer={value}",),
        confidence=0.8,
        examples={
            "I no longer work at Acme": {"employer=acme": None},
            "I don't work for Siemens anymore": {"employer=siemens": None},
        },
        silent=("I didn't leave Acme",),
    ),
    Rule(
        name="left a place",
        pattern=r"I (?:no longer|do not|used to) live in (?P<value>.+)",
        ends=("home={value}",),
        shape=Shape.PLACE,
        confidence=0.8,
        examples={
            "I don't live in Berlin anymore": {"home=berlin": None},
            "I used to live in Rome": {"home=rome": None},
        },
        silent=("I don't live in a house",),
    ),
    Rule(
        name="no longer likes",
        pattern=r"I (?:no longer|(?:do not|can not)(?: even)?|used to) (?:like|love|enjoy|adore) "
        r"(?P<value>.+?)(?P<over> any ?more| now)?",
        ends=("likes:{value}",),
        many=True,
        confidence=0.7,
        examples={
            "I don't like jazz anymore": {"likes:jazz": None},
            "I no longer enjoy running": {"likes:running": None},
            "I used to love opera": {"likes:opera": None},
        },
    ),
    Rule(
        name="no longer does",
        pattern=r"I (?:(?:no longer|do not|used to) (?:play|do)|stopped (?:playing|doing)|(?:gave up|quit)(?: "
        r"playing)?) (?P<value>(?!my\b|the\b|work|smoking|drinking|vaping).+)",
        ends=("hobby:{value}",),
        many=True,
        examples={"I don't play chess anymore": {"hobby:chess": None}, "I gave up pottery": {"hobby:pottery": None}},
        silent=("I gave up",),
    ),
    Rule(
        name="broke up",
        pattern=r"(?:I broke up with my (?:boyfriend|girlfriend|partner|fiance)|my (?:boyfriend|girlfriend|"
        r"partner|fiance)(?: \w+)? (?:and I (?:have |)(?:broke|split) up|(?:broke up with|dumped|left) me)|I (?:got|"
        r"am) divorced)\b(?P<value>)",
        ends=("partner",),
        shape=Shape.EXACT,
        examples={"my girlfriend dumped me": {"partner": None}, "I broke up with my boyfriend": {"partner": None}},
        silent=("my sister broke up with her boyfriend",),
    ),
    Rule(
        name="studies",
        pattern=r"I (?:study|am studying|major in|am majoring in|majored in|studied|have a (?:degree|phd|master's|"
        r"masters|bachelor's|doctorate) in|am doing a (?:phd|degree|master's) in) (?P<value>(?!(?:for|right|all|hard|"
        r"in|at|abroad|with|a lot|every|until|late|too|my|it|this|that|like|how)\b).+?)(?: (?:at|in|from) [A-Z].*)?",
        key="studies",
        text="Field of study is {value}.",
        importance=0.75,
        confidence=0.8,
        examples={
            "I study marine biology": {"studies": "marine biology"},
            "im majoring in philosophy": {"studies": "philosophy"},
        },
        silent=("I'm studying for my exam", "I study hard", "my cousin studies law"),
    ),
    Rule(
        name="studies as a student",
        pattern=r"I am an? (?:\w+-year )?(?P<value>law|medical|nursing|art|music|engineering|physics|biology|"
        r"chemistry|history|philosophy|psychology|business|computer science|math|english|economics|"
        r"architecture|film|drama|design) (?:student|major)\b.*",
        key="studies",
        text="Field of study is {value}.",
        importance=0.75,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"I'm a law student": {"studies": "law", "occupation": "law student"}},
        silent=("I'm a good student of life",),
    ),
    Rule(
        name="school",
        pattern=r"I (?:go to|attend|am (?:a student|studying|enrolled)(?: \w+){0,2} at|study(?: \w+){0,3} at|"
        r"graduated from|got into|am at|started at) (?P<value>(?:the )?(?:[A-Z][\w'.&-]* (?:of |and |the |at "
        r")*){0,4}(?:University|College|School|Academy|Institute|High|MIT|ETH|UCLA|NYU|Harvard|Yale|Stanford|Oxford|"
        r"Cambridge|Princeton|Cornell)(?: of [A-Z]\w+| High School| [A-Z]\w+)?)\b.*",
        key="school",
        text="School is {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "I go to Lincoln High School": {"school": "lincoln high school"},
            "I study physics at the University of Oslo": {"school": "university of oslo", "studies": "physics"},
        },
        silent=("my son goes to Lincoln High School", "I go to school"),
    ),
    Rule(
        name="event",
        pattern=r"(?:I|we) (?:have )?(?P<value>(?:passed|failed|finished|completed|won|graduated|ran|adopted|"
        r"rescued|visited|attended|published|launched|sold|joined|celebrated|proposed to|signed up for|sprained|broke "
        r"my|had (?:surgery|an operation|an interview|a job interview|a baby|an accident|a miscarriage|a car "
        r"accident)|gave birth|got (?:back from|home from|promoted|married|engaged|divorced|fired|laid off|accepted|"
        r"into a car accident|my (?:driver's|driving|pilot's|first))|came back from|returned from|went (?:camping|"
        r"hiking|skiing|surfing|sailing|diving|skydiving|backpacking|to)|flew to|travell?ed to|took a trip to|have "
        r"been to|been to|quit (?:smoking|drinking|vaping|my job(?! (?:at|with)))|stopped (?:smoking|drinking)|ran "
        r"into|climbed|bought (?:a|an|our|my) (?:new |first |used )*(?:house|car|apartment|flat|condo|home|boat|"
        r"motorcycle)|baked|crashed|saw \w+ live|met my|lost (?:my|our)(?! (?:job|position|role) (?:at|with))|moved "
        r"in with|started (?:therapy|college|university|school|grad school|a (?:new )?(?:job|business|company|blog|"
        r"podcast|band)))\b(?! off)(?: .+|$))",
        key="event:{value}",
        text="{value}.",
        category=Category.EVENT,
        importance=0.6,
        confidence=0.7,
        shape=Shape.DEED,
        examples={
            "I passed my pilot's exam!": {"event:passed pilot's exam": "passed pilot's exam"},
            "i just got back from Lisbon": {"event:got back from lisbon": "got back from lisbon"},
            "I went to the opera yesterday": {"event:went to opera": "went to opera"},
            "We adopted a dog last week": {"event:adopted dog": "adopted dog"},
            "I finally finished my thesis because my advisor pushed me": {"event:finished thesis": "finished thesis"},
        },
        silent=(
            "I didn't pass my exam",
            "I went to bed",
            "I went to the store",
            "my sister got married",
            "I never won anything",
            "I almost won the race",
        ),
    ),
    Rule(
        name="plan",
        pattern=r"(?:I|we) (?:am|are|will be) (?P<value>(?:planning (?:on|to|a)|going on (?:a|an|vacation|"
        r"holiday)|getting married|moving to|flying to|travell?ing to|driving to|visiting|starting (?:a|my|at|college|"
        r"university)|going to (?:visit|move|start|study|learn|run|get married|marry|buy|adopt|travel|take (?:a|the|"
        r"my) (?:course|class|exam|test|trip|train)|apply|fly|see|meet|propose|retire|graduate|compete|perform|host|"
        r"write|build|launch|spend|join|celebrate|hike|sign up)|training for|saving (?:up )?for|expecting (?:a|our) "
        r"(?:baby|first|second))\b.*)",
        key="plan:{value}",
        text="Is {value}.",
        category=Category.EVENT,
        importance=0.65,
        confidence=0.7,
        shape=Shape.DEED,
        examples={
            "I'm going to visit my aunt in Porto next week": {
                "plan:going to visit aunt in porto": "going to visit aunt in porto"
            },
            "im planning to run a marathon": {"plan:planning to run marathon": "planning to run marathon"},
            "We're flying to Tokyo in May": {"plan:flying to tokyo in may": "flying to tokyo in may"},
        },
        silent=(
            "I might visit Rome",
            "I'm going to bed",
            "I'm going to be sick",
            "if I'm going to visit Rome I need a visa",
            "I'm going to kill him",
        ),
    ),
    Rule(
        name="appointment",
        pattern=r"(?:I|we) have (?P<value>(?:an?|my|our) (?:[\w'-]+ ){0,3}?(?:appointment|interview|exam|test|"
        r"meeting|wedding|flight|date|recital|concert|surgery|deadline|presentation|audition|race|game|"
        r"match|checkup|reunion|final)(?: (?:at|with|on|in|for|tomorrow|today|tonight|next|this|coming|"
        r"later|to)\b.*)?)",
        key="plan:{value}",
        text="Has {value}.",
        category=Category.EVENT,
        importance=0.65,
        confidence=0.7,
        shape=Shape.DEED,
        examples={
            "I have a dentist appointment tomorrow": {"plan:dentist appointment": "dentist appointment"},
            "i have my driving test on Friday": {"plan:driving test": "driving test"},
        },
        silent=("I don't have an exam", "I have a meeting room key"),
    ),
    Rule(
        name="goal",
        pattern=r"(?:I (?:have (?:always )?wanted to|want to|plan to|intend to|aim to|decided to) |my (?:goal|"
        r"dream|plan|new year's resolution|resolution)(?: for this year| this year)? is to )"
        r"(?P<value>(?:become|learn|visit|move|start|write|run|build|travel|study|get into|get my|open|publish|"
        r"save|lose|quit|buy|adopt|retire|see|climb|read|finish|apply|teach|join|hike|own|have a) .+)",
        key="plan:{value}",
        text="Wants to {value}.",
        importance=0.65,
        confidence=0.7,
        shape=Shape.DEED,
        examples={
            "I want to learn the violin": {"plan:learn violin": "learn violin"},
            "my goal is to run a half marathon": {"plan:run half marathon": "run half marathon"},
        },
        silent=(
            "I want to go home",
            "I want to be alone",
            "I don't want to move to Berlin",
            "I want to see what happens",
            "she wants to learn the violin",
        ),
    ),
)
