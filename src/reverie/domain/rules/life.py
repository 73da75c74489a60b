"""Rules for what happens to someone and what they plan, and for what is no longer so."""

from __future__ import annotations

from reverie.domain.memories import Category
from reverie.domain.rules.rule import Rule, Shape

TRIVIAL_DEEDS = (
    r"went to (?:(?:the|their|a) )?(?:bed|sleep|work|school|class|store|shops?|bathroom|toilet|gym|kitchen|office|"
    r"grocery store|supermarket|mall|church|bank|other|next|great|trouble|town|hell|wrong)",
    r"(?:ran|bought|lost|won|sold|finished|joined|visited|met) (?:in|it|that|this|you|him|her|them|out|over|away|up|"
    r"off|down|around|late)",
    r"(?:finished|completed) (?:eating|their (?:dinner|lunch|breakfast|coffee|shift))",
    r"lost their (?:mind|temper|cool|way|train|patience|appetite)",
    r"been to (?:hell|bed|work|the)",
    r"ran (?:to|for|because)",
    r"(?:write|start|read|buy|save|apply|open|see|learn|finish) (?:it|that|this|what|if|how (?:you|it|that)|you|more|"
    r"about|over|up|a lot|the day|by|with|from|working|off|again|everything|something)",
    r"got (?:back|home) from (?:work|school|the gym|class|the store)",
)
"""Beginnings of deeds, as shown, that are not worth a memory."""

LIFE: tuple[Rule, ...] = (
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
        name="left the job",
        pattern=r"I (?:have )?(?P<verb>quit|left|lost|resigned from) my (?P<value>job|position)(?! (?:at|with|for|"
        r"application|title|offer|interview)\b)(?: .*)?",
        key="event:left {value}",
        text="{verb} their {value}.",
        category=Category.EVENT,
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        ends=("employer", "occupation"),
        examples={"i quit my job. gave notice on monday": {"event:left job": "job"}},
        silent=("I should quit my job", "I left my job application on the table"),
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
        pattern=r"(?:I (?:no longer|used to)|(?=.* (?:any ?more|now)$)I (?:do not|can not)(?: even)?) "
        r"(?:like|love|enjoy|adore) (?P<value>.+?)(?: any ?more| now)?",
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
        ends=("hobby:{value}", "learning:{value}"),
        many=True,
        examples={
            "I don't play chess anymore": {"hobby:chess": None, "learning:chess": None},
            "I gave up pottery": {"hobby:pottery": None, "learning:pottery": None},
        },
        silent=("I gave up",),
    ),
    Rule(
        name="broke up",
        pattern=r"(?:I broke up with my (?:boyfriend|girlfriend|partner|fiance)|my (?:boyfriend|girlfriend|"
        r"partner|fiance)(?: \w+)? (?:and I (?:have |)(?:broke|split) up|(?:broke up with|dumped|left) me)|I (?:got|"
        r"am) divorced)\b.*",
        ends=("partner",),
        shape=Shape.EXACT,
        examples={"my girlfriend dumped me": {"partner": None}, "I broke up with my boyfriend": {"partner": None}},
        silent=("my sister broke up with her boyfriend",),
    ),
    Rule(
        name="event",
        pattern=r"(?:I|we) (?:have )?(?P<value>(?:passed|failed|finished|completed|won|graduated|ran|adopted|"
        r"rescued|visited|attended|published|launched|sold|joined|celebrated|proposed to|signed up for|sprained|broke "
        r"my|had (?:surgery|an operation|an interview|a job interview|a baby|an accident|a miscarriage|a car "
        r"accident)|gave birth|got (?:back from|home from|promoted|married|engaged|divorced|fired|laid off|accepted|"
        r"into a car accident|my (?:driver's|driving|pilot's|first))|came back from|returned from|went (?:camping|"
        r"hiking|skiing|surfing|sailing|diving|skydiving|backpacking|to)|flew to|travell?ed to|took a trip to|have "
        r"been to|been to|quit (?:smoking|drinking|vaping)|stopped (?:smoking|drinking)|ran "
        r"into|climbed|bought (?:a|an|our|my) (?:new |first |used )*(?:house|car|apartment|flat|condo|home|boat|"
        r"motorcycle)|baked|crashed|saw \w+ live|met my|lost (?:my|our)(?! (?:job|position|role)\b)|moved "
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
            "We adopted a dog last week": {"event:adopted dog": "adopted dog", "pet:dog": "dog"},
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
        name="loss",
        pattern=r"(?P<value>my (?:\w+ )?(?:mom|mum|mother|dad|father|grandma|grandmother|grandpa|grandfather|"
        r"sister|brother|son|"
        r"daughter|wife|husband|friend|uncle|aunt|dog|cat|horse|rabbit|hamster|parrot) (?:(?!nearly|almost|never|"
        r"would|could|might)\w+ )?(?:died|passed "
        r"away))(?: .*)?",
        key="event:{value}",
        text="{value}.",
        category=Category.EVENT,
        importance=0.8,
        confidence=0.8,
        shape=Shape.DEED,
        examples={
            "my grandpa passed away last month": {"event:grandpa passed away": "grandpa passed away"},
            "My dog Rex died": {"event:dog rex died": "dog rex died", "dog:rex": "rex"},
        },
        silent=("my phone died", "my dad nearly died laughing"),
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
